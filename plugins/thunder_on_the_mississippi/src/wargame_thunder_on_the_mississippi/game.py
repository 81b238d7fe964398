"""Thunder on the Mississippi, the strategic clock: the advanced game of 70 turns as a running game, and its players.

One player plays to win, and one lets the tables run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from wargame_core.authoring import Action, Game, GameFiles, Rules, RulesError, Scenario, Secrecy, Variant
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player, Traits
from wargame_core.flow.view import View
from wargame_gcacw.charts.results import CombatState
from wargame_gcacw.charts.series import DATA as TABLES
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import STATION, ClockBoard
from wargame_thunder_on_the_mississippi.rules import combat, operations, random_phase, sequence, strategic_cycle
from wargame_thunder_on_the_mississippi.table import PIECE_FACTS, counts, panels, sheet

ACTIONS = (*operations.ACTIONS, random_phase.Transfer, strategic_cycle.Detach)
EVENTS = events_in(random_phase, operations, combat, strategic_cycle, sequence)
SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", printed.SEQUENCE),)


# The players
REST: Final = 2
"""The fatigue from which a command rests: above it a march risks stragglers."""
ASSAULT: Final = 0.25
"""The chance of success from which an assault on a fort of level 0 is made; a tenth more for each level."""
SORTIE: Final = 0.6
"""The chance of success from which the garrison attacks."""
LAST_HOPE: Final = 0.05
"""The same for the relief of Vicksburg."""


class WatchfulPlayer:
    """Passes and leaves everything as it is: for questions about the tables alone."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        """Needs no dice: the seed is there because every player is made with one."""

    def __call__(self, view: View) -> Action:
        action: Action = next(iter(view.choices))
        return action


class HeuristicPlayer:
    """Takes the first operation that its plan calls for, and otherwise rests.

    The Union wrecks the station in Jackson with one corps, invests Vicksburg with the rest, and assaults when the odds
    are good. The Confederates sally, and march to the relief when released.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Action:
        actions: list[Action] = list(view.choices)
        return max(actions, key=lambda action: (worth(view.board, action), self._rng.random()))


def worth(board: ClockBoard, action: Action) -> float:
    """How much an action promises; passing is 0."""
    match action:
        case operations.MarchByRoad(command, to):
            return march_worth(board, command, to) if board.units[command].fatigue < REST else -1.0
        case operations.Attack(command, target, fort) if fort:
            return chance(board, command, target, fort) - ASSAULT - board.forts[fort] / 10
        case operations.Attack(command, target):
            return chance(board, command, target) - SORTIE if board.invested else -1.0
        case random_phase.Transfer(command):
            return board.units[command].manpower + (2.0 if board.place[command] == printed.LINES else 0.0)
        case strategic_cycle.Detach(command) if command:  # one faces Johnston as soon as that leaves enough besiegers
            enough = len(board.besiegers) > board.clock.numbers.besiegers and printed.RELIEF in board.units
            return board.units[command].manpower / 100 if enough and not board.maneuver else -1.0
    return 0.0


def march_worth(board: ClockBoard, command: str, to: str) -> float:
    """The Union goes to the lines, its last corps by way of Jackson; the relief goes where it is needed."""
    if board.side_of(command) == printed.CONFEDERATE:
        hope = to == printed.LINES and chance(board, command, board.targets(command, to)[0]) > LAST_HOPE
        return 5.0 if hope else -1.0
    if command in board.maneuver or board.place[command] == printed.LINES:
        return -1.0
    raider = next((corps for corps in board.commands(printed.UNION) if board.place[corps] != printed.LINES), "")
    raid = STATION not in board.happened and len(board.commands(printed.UNION)) > board.clock.numbers.besiegers
    goal = printed.JACKSON if command == raider and raid else printed.LINES
    return 2.0 + 0.5 * (board.heading.get(command) == to) if to == goal else -1.0


def chance(board: ClockBoard, attacker: str, defender: str, fort: str = "") -> float:
    """The exact chance that the defender must go and the attacker may follow."""
    fought = combat.combat_of(board, attacker, defender, "assault" if fort else "march", fort)
    return float(combat.chance_of_success(fought))


BOTS: Final[Mapping[str, Callable[..., Player]]] = {"heuristic": HeuristicPlayer, "watchful": WatchfulPlayer}


# The game
def build(overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
    """The game, with files of the owner's folder and of variants over the packaged ones.

    Raises `DataError`, and `RulesError` for a variant with words: the clock has none that files ask for by name.
    """
    worded = [variant.id for variant in variants if variant.words is not None]
    if worded:
        raise RulesError(f"the clock takes no words of variants; {worded[0]} has some")
    folder = DataFolder(
        printed.DATA, overlay, system=TABLES, variants=tuple(variant.data for variant in variants if variant.data)
    )
    book = printed.read_book(folder)

    def pictures() -> object:
        from wargame_thunder_on_the_mississippi.picture import presentation

        return presentation(overlay, printed.DATA)

    return Game(
        rules=Rules(
            id="thunder_on_the_mississippi",
            title=printed.TITLE,
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
        documents=(printed.DOCUMENT,),
        players=BOTS,
        lay_out=sheet,
        files=GameFiles(data=printed.DATA, reload=lambda data: build(data, variants)),
    )


def set_up(book: printed.Book, scenario: str) -> ClockBoard:
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
        besieged=list(setup.places.values()).count(printed.LINES) >= clock.numbers.besiegers,
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
