"""Thunder on the Mississippi, the strategic clock: the advanced game of 70 turns as a running game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wargame_core.authoring import Game, GameFiles, Rules, Scenario, Secrecy, Sheet
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player
from wargame_core.plugins.discovery import LazyMapping
from wargame_gcacw.charts.results import CombatState
from wargame_gcacw.charts.series import DATA as TABLES
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi.board import STATION, ClockBoard
from wargame_thunder_on_the_mississippi.printed import DATA, DOCUMENT, LINES, SEQUENCE, TITLE, Book, read_book
from wargame_thunder_on_the_mississippi.rules import combat, operations, random_phase, sequence, siege, strategic_cycle
from wargame_thunder_on_the_mississippi.table import PIECE_FACTS, counts, panels

ACTIONS = (*operations.ACTIONS, random_phase.Transfer, strategic_cycle.Detach)
EVENTS = events_in(random_phase, operations, combat, siege, strategic_cycle, sequence)
SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", SEQUENCE),)


def build(overlay: Path | None = None) -> Game:
    """The game, with files of the owner's folder in place of the packaged ones. Raises `DataError`."""
    folder = DataFolder(DATA, overlay, system=TABLES)
    book = read_book(folder)

    def pictures() -> object:
        from wargame_thunder_on_the_mississippi.picture import presentation

        return presentation(overlay, DATA)

    return Game(
        rules=Rules(
            id="thunder_on_the_mississippi",
            title=TITLE,
            tools={"pictures": pictures},
            seats=SIDES,
            scenarios=tuple(Scenario(name, setup.title, setup.help) for name, setup in book.clock.scenario.items()),
            sequence=sequence.ADVANCED_GAME,
            board=ClockBoard,
            set_up=lambda scenario, options: set_up(book, scenario),
            actions=ACTIONS,
            events=EVENTS,
            printed={"book": book},
            secrets=SECRETS,
            marches=operations.MARCHES,
            conserved={f"{side} manpower": manpower_law(side) for side in SIDES},
            turn_of=lambda board: int(board.turn),
            panels=panels,
            counts=counts,
            piece_facts=PIECE_FACTS,
            digest=folder.digest(),
        ),
        documents=(DOCUMENT,),
        players=LazyMapping(players),
        lay_out=sheet_of,
        files=GameFiles(data=DATA, reload=build),
    )


def players() -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one."""
    from wargame_thunder_on_the_mississippi.players import BOTS

    return BOTS


def sheet_of(drawn: Sheet, board: ClockBoard) -> Sheet:
    """The sheet of a set-up; the charts beside it are read only now."""
    from wargame_gcacw.questions.chart_questions import CHARTS
    from wargame_thunder_on_the_mississippi.table import sheet

    return sheet(drawn, board, CHARTS)


def set_up(book: Book, scenario: str) -> ClockBoard:
    """The first board of a scenario. The forts are as strong as they can be."""
    clock, setup = book.clock, book.clock.scenario[scenario]
    manpower = {name: clock.command[name].manpower for name in setup.places}
    for group in setup.arrived:
        manpower[clock.group[group].command] += clock.group[group].manpower
    return ClockBoard(
        book=book,
        turn=setup.turn,
        forts=dict.fromkeys(clock.fort, book.effects.siege.fort_levels),
        units={name: CombatState(points) for name, points in manpower.items()},
        whole=dict(manpower),
        place=dict(setup.places),
        due={name: due.turn for name, due in clock.group.items() if not due.by and name not in setup.arrived},
        lost=dict.fromkeys(SIDES, 0),
        gained=dict.fromkeys(SIDES, 0),
        happened={*setup.arrived, *[STATION] * setup.station_destroyed},
        besieged=list(setup.places.values()).count(LINES) >= clock.numbers.besiegers,
    )


def manpower_law(side: str) -> Callable[[ClockBoard], int]:
    """Law: manpower is on the map or lost, and comes by reinforcements only, each group once with its printed points.

    The sum goes by the printed groups that have come and not by the points counted as gained: those would grow along
    with a group that comes twice.
    """

    def law(board: ClockBoard) -> int:
        here = sum(board.units[command].manpower for command in board.commands(side))
        groups = board.clock.group.items()
        come = sum(group.manpower for name, group in groups if group.side == side and name in board.happened)
        return here + board.lost[side] - come

    return law
