"""The rulebook of Corinth: each part set as its paragraph says, and what is ours besides.

A side moves all its units, then fights; the other does the same. At night nobody fights and armies pass each other out
of their zones of control. An army that has lost its measure fights worse.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve

from wargame_core.authoring import Cite, Game, Modifier, Repeat, Sequence, Step, Table
from wargame_core.charts import OddsTable
from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_core.maps.masks import mask_of
from wargame_core.rulings import Basis
from wargame_hex_and_counter import (
    Advance,
    Arrivals,
    Battle,
    Binding,
    Bombardment,
    Book,
    Combat,
    Control,
    HeldPlace,
    HexBoard,
    HexGame,
    Level,
    Losses,
    Movement,
    Retreat,
    SideTitle,
    Stacking,
    TerrainChart,
    TurnBegan,
    Victory,
    Way,
    Zones,
    build,
    due_by,
    phase,
)
from wargame_hex_and_counter.printed.files import read_map, read_set_up, read_units
from wargame_hex_and_counter.rules.combat import Duty

DATA: Final = Path(__file__).parent / "data"
DOCUMENT: Final = "Corinth, 3-4 October 1862"
KINDS: Final = ("infantry", "cavalry", "artillery")
SIDES: Final = {
    "confederate": SideTitle("Confederate", "#9c5a3c", "Van Dorn"),
    "union": SideTitle("Union", "#3b5b92", "Rosecrans"),
}
TURNS: Final = (
    "3 October, 10:00", "3 October, 12:00", "3 October, 14:00", "3 October, 16:00", "3 October, 18:00", "Night",
    "4 October, 6:00", "4 October, 8:00", "4 October, 10:00", "4 October, 12:00",
)  # fmt: skip
NIGHT, DAWN = 6, 7
BREAKS_AT: Final = {"confederate": 25, "union": 28}
PLACES: Final = ("Corinth", "The Crossing", "Battery Robinett", "Battery Powell")
SECOND_DAY: Final = "second_day"


def rule(number: str, heading: str) -> Cite:
    """A paragraph of the rulebook."""
    return Cite("Corinth", "", f"{number}. {heading}")


STACKS, MOVING, FIGHTING, WINNING = (
    rule("3", "Stacking"), rule("4", "Movement"), rule("5", "Combat"), rule("7", "Victory"),
)  # fmt: skip
EXCEPTIONS: Final = rule("6", "Exceptions")


# What changes with the turn and with the scenario


BY_DAY = Zones(("infantry", "cavalry", "artillery"), entering="stops", leaving="forbidden", cite=MOVING)
BY_NIGHT = evolve(BY_DAY, entering="forbidden", leaving="free", cite=EXCEPTIONS)
TWO = Stacking(2, "units", "end of movement", cite=STACKS)
COLUMNS = evolve(TWO, limit={"union": 2, "confederate": 3}, cite=EXCEPTIONS)


def zones(board: HexBoard) -> Zones:
    """At night nobody closes with an enemy, and whoever is next to one may go."""
    return BY_NIGHT if board.turn == NIGHT else BY_DAY


def stacking(board: HexBoard) -> Stacking:
    """The columns of assault of the second day are three units deep."""
    return COLUMNS if board.scenario == SECOND_DAY else TWO


def by_day(board: HexBoard) -> bool:
    """Whether anybody fights."""
    return board.turn != NIGHT


def demoralized(board: HexBoard, battle: Battle) -> Iterable[Modifier]:
    """An army that has lost its measure attacks one column to the left, and is attacked one to the right."""
    for side, limit in BREAKS_AT.items():
        side_losses = board.losses.get(side, 0)
        if side_losses >= limit:
            shift = -1 if side == battle.attacker else 1
            yield Modifier(
                shift, f"{SIDES[side].title} army demoralized", EXCEPTIONS, f"{side_losses} lost, of {limit}"
            )


def towards_the_roads(board: HexBoard, ways: Iterable[Way]) -> Iterable[Way]:
    """Of the legal ways of a retreat those that end on a road, if there are any."""
    legal, game_map = tuple(ways), board.book.map
    roads = game_map.cached("hexes on roads", lambda: mask_of(hex_ for road in game_map.roads for hex_ in road.path))
    return [way for way in legal if roads >> way.end & 1] or legal


def must(board: HexBoard) -> tuple[Duty, ...]:
    """On the second day the line has gaps: an enemy may be left alone."""
    gaps: tuple[Duty, ...] = ("attack",)
    return gaps if board.scenario == SECOND_DAY else ("attack", "be attacked")


# Points: the Confederates'; those below zero help the Union


LEVELS: Final = (
    Level("Van Dorn holds the crossing", "confederate", 22),
    Level("Van Dorn has a foot in the town", "confederate", 10),
    Level("Both armies claim Corinth", "", 3),
    Level("Rosecrans keeps Corinth", "union", -9),
    Level("Van Dorn's army is broken", "union"),
)
LOSSES: Final = (Losses("union", 1), Losses("confederate", -1))


BATTLE: Final = Victory(
    "confederate",
    (
        HeldPlace("Corinth", "confederate", 12),
        HeldPlace("The Crossing", "confederate", 12),
        HeldPlace("Battery Robinett", "confederate", 5),
        HeldPlace("Battery Powell", "confederate", 5),
        *LOSSES,
    ),
    LEVELS,
    WINNING,
)
MORNING: Final = Victory(
    "confederate",
    (
        HeldPlace("Battery Robinett", "confederate", 8),
        HeldPlace("Battery Powell", "confederate", 6),
        HeldPlace("Corinth", "confederate", 12),
        *LOSSES,
    ),
    LEVELS,
    WINNING,
)
SPECIAL: Final = (
    (
        "Night (turn 6): nobody fights; nobody enters an enemy zone of control, and whoever stands in one may leave.",
        EXCEPTIONS,
    ),
    *(
        (
            f"From {limit} points of strength lost on the {SIDES[side].title} army is demoralized: it attacks one "
            "column to the left, and is attacked one to the right.",
            EXCEPTIONS,
        )
        for side, limit in BREAKS_AT.items()
    ),
)


# The rulebook


def sequence(movement: Movement, combat: Combat, arrivals: Arrivals) -> Sequence:
    """Turns of two player turns; then the points are counted."""
    binding = Binding(entered=(Control(PLACES, "entering", cite=WINNING).entered,))

    def player_turn(side: str) -> Sequence:
        return Sequence(
            f"{SIDES[side].title} player turn",
            phase("Reinforcement", side, arrivals, binding),
            phase("Movement", side, movement, binding, when=lambda board: not _waits(board, side)),
            phase("Combat", side, combat, binding, when=by_day),
        )

    return Sequence(
        "Corinth",
        Repeat(
            "Turn",
            Step("Begin the turn", begin_turn),
            player_turn("confederate"),
            player_turn("union"),
            until=lambda board: board.turn == len(TURNS),
        ),
        Step("Count the points", count_points, WINNING),
    )


def _waits(board: HexBoard, side: str) -> bool:
    """At dawn of the second day the Union has not seen the columns come."""
    return board.scenario == SECOND_DAY and board.turn == DAWN and side == "union"


def begin_turn(t: Table[HexBoard]) -> None:
    """The next turn begins."""
    t.record(TurnBegan(t.board.turn + 1))


def count_points(t: Table[HexBoard]) -> None:
    """The points come to a level of victory.

    Source: Corinth 7. Victory
    """
    victory(t.board).end(t)


def victory(board: HexBoard) -> Victory:
    """The second day has points of its own."""
    return MORNING if board.scenario == SECOND_DAY else BATTLE


def combat(chart: TerrainChart, table: OddsTable) -> Combat:
    """Combat as paragraph 5 sets it."""
    retreat = Retreat(
        chart, zones, stacking, chosen_by="owner", into_zones="forbidden", friends="are pushed",
        otherwise="eliminated", ways=towards_the_roads, cite=FIGHTING,
    )  # fmt: skip
    return Combat(
        table, chart, zones, stacking, must, one_attack="several hexes", terrain="best counts",
        hexsides="if all attack across", retreat=retreat, advance=Advance(attacker="one unit", defender="nobody"),
        bombardment=Bombardment(("artillery",), range=2, needs_sight=True, suffers_results=False),
        shifts=(demoralized,), cite=FIGHTING,
    )  # fmt: skip


def corinth(data: Path | None = None) -> HexGame:
    """The game from its files; those in ``data`` replace the packaged ones. Raises `DataError`."""
    folder = DataFolder(DATA, data)
    game_map = read_map(folder.file("map.toml"))
    units = read_units(folder.file("counters.toml"), SIDES, KINDS)
    chart, table = TerrainChart.read(folder.file("terrain.toml"), game_map), OddsTable.read(folder.file("crt.toml"))
    scenarios = {
        name: read_set_up(folder.file(f"{name}.toml"), game_map, units, len(TURNS), limit=limit)
        for name, limit in (("two_days", 2), (SECOND_DAY, 3))
    }
    movement = Movement(chart, zones, stacking, friends="let pass", minimum="one hex", cite=MOVING)
    arrivals = Arrivals(due_by(scenarios, game_map), stacking, ("enemy units",), "waits", cite=MOVING)
    return HexGame(
        id="corinth",
        title=DOCUMENT,
        document=DOCUMENT,
        book=Book(game_map, units),
        sides=SIDES,
        scenarios=scenarios,
        sequence=sequence(movement, combat(chart, table), arrivals),
        victory=victory,
        turns=TURNS,
        chart=chart,
        tables=(table,),
        situation=(("Van Dorn storms the railroad crossing at Corinth; Rosecrans holds two lines.", None),),
        special_rules=SPECIAL,
        basis=Basis.RECONSTRUCTION,
        reload=build_game,
        digest=folder.digest(),
    )


def lint(path: Path) -> list[str]:
    """What is wrong with a folder, or a file in one, that has files of this game, as lines; others are left alone."""
    folder = path if path.is_dir() else path.parent
    if not any((folder / f"{name}.toml").exists() for name in ("two_days", SECOND_DAY)):
        return []
    try:
        corinth(folder)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


@cache
def packaged() -> HexGame:
    """The game from the packaged files, read once."""
    return corinth()


def build_game(data: Path | None = None) -> Game:
    """The game, ready to play."""
    return build(packaged() if data is None else corinth(data))
