"""Thunder on the Mississippi, the strategic clock: the advanced game of 70 turns as a running game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wargame_core.authoring import Game, GameFiles, Numbers, Rules, Scenario
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player
from wargame_core.plugins.discovery import LazyMapping
from wargame_core.sheet import Sheet
from wargame_gcacw.charts.combat_chart import CombatState
from wargame_gcacw.charts.series import DATA as TABLES
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi.board import cycle_events, operation_events, turn_events
from wargame_thunder_on_the_mississippi.board.actions import ACTIONS
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE, GARRISON, LINES, UNION, Book, read_book
from wargame_thunder_on_the_mississippi.printed.packaged import DATA, TITLE
from wargame_thunder_on_the_mississippi.rules.march import MARCHES
from wargame_thunder_on_the_mississippi.rules.sequence import ADVANCED_GAME
from wargame_thunder_on_the_mississippi.rules.who_may_know_what import SECRETS
from wargame_thunder_on_the_mississippi.table.panels import counts, panels
from wargame_thunder_on_the_mississippi.table.piece_facts import PIECE_FACTS

ID = "thunder_on_the_mississippi"
EVENTS = events_in(turn_events, operation_events, cycle_events)


def build(overlay: Path | None = None) -> Game:
    """The game, with files of the owner's folder in place of the packaged ones. Raises `DataError`."""
    folder = DataFolder(DATA, overlay, system=TABLES)
    book = read_book(folder)

    def pictures() -> object:
        from wargame_thunder_on_the_mississippi.picture import presentation

        return presentation(overlay, DATA)

    return Game(
        rules=Rules(
            id=ID,
            title=TITLE,
            tools={"pictures": pictures},
            seats=SIDES,
            scenarios=tuple(Scenario(setup.id, setup.title, setup.help) for setup in book.setups.values()),
            sequence=ADVANCED_GAME,
            board=ClockBoard,
            set_up=lambda scenario, options: set_up(book, scenario),
            actions=ACTIONS,
            events=EVENTS,
            printed={"book": book},
            secrets=SECRETS,
            marches=MARCHES,
            conserved={f"{side} manpower": manpower_law(side) for side in SIDES},
            turn_of=lambda board: int(board.turn),
            panels=panels,
            counts=counts,
            piece_facts=PIECE_FACTS,
            digest=folder.digest(),
        ),
        documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
        players=LazyMapping(players),
        win_probability=win_probability,
        lay_out=sheet_of,
        numbers=Numbers(series=series),
        files=GameFiles(data=DATA, reload=build),
    )


def players() -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one."""
    from wargame_thunder_on_the_mississippi.players.heuristic import BOTS

    return BOTS


def win_probability(board: ClockBoard, seat: str) -> float:
    """An estimate of a seat's chance to win."""
    from wargame_thunder_on_the_mississippi.players.win_probability import win_probability

    return win_probability(board, seat)


def sheet_of(drawn: Sheet, board: ClockBoard) -> Sheet:
    """The sheet of a set-up; the charts beside it are read only now."""
    from wargame_thunder_on_the_mississippi.table.sheet import sheet

    return sheet(drawn, board)


def set_up(book: Book, scenario: str) -> ClockBoard:
    """The first board of a scenario."""
    setup = book.setups[scenario]
    arrived = [book.groups[name] for name in setup.arrived]
    manpower = {name: book.commands[name].manpower for name in setup.places}
    for group in arrived:
        manpower[group.command] += group.manpower
    besieged = sum(place == LINES for place in setup.places.values()) >= book.numbers.besiegers
    return ClockBoard(
        book=book,
        turn=setup.turn,
        forts=dict.fromkeys(book.forts, setup.fort_level),
        units={name: CombatState(points) for name, points in manpower.items()},
        whole=dict(manpower),
        place=dict(setup.places),
        due={name: due.turn for name, due in book.groups.items() if not due.by and name not in setup.arrived},
        happened=set(setup.arrived),
        reserve=setup.reserve,
        lost=dict.fromkeys(SIDES, 0),
        gained=dict.fromkeys(SIDES, 0),
        station_destroyed=setup.station_destroyed,
        besieged=besieged,
    )


def manpower_law(side: str) -> Any:
    """Law: manpower is on the map or lost, and comes by reinforcements only, each group once with its printed points.

    The sum goes by the printed groups that have come and not by the points counted as gained: those would grow along
    with a group that comes twice.
    """

    def law(board: ClockBoard) -> int:
        here = sum(board.units[command].manpower for command in board.commands(side))
        groups = board.book.groups.values()
        printed = sum(group.manpower for group in groups if group.side == side and group.id in board.happened)
        return here + board.lost[side] - printed

    return law


def series(board: ClockBoard) -> Mapping[str, Mapping[str, float]]:
    """What is drawn turn by turn."""
    garrison = board.units.get(GARRISON)
    return {
        "Tracks": {"siege points": board.points, "box of the army of relief": board.box},
        "Manpower": {
            "Union": sum(board.units[command].manpower for command in board.commands(UNION)),
            "garrison": garrison.manpower if garrison else 0,
            "Confederates in the field": sum(
                board.units[command].manpower for command in board.commands(CONFEDERATE) if command != GARRISON
            ),
        },
        "Forts": {board.book.forts[fort].name: level for fort, level in board.forts.items()},
    }
