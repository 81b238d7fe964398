"""A small field to try single rules on: a board from a few lines, and the events of a kind."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from wargame_core.flow.events import Event
from wargame_core.maps.features import Barrier, Crossing, Road, edge
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_gcacw.board.board import Activation, FieldBoard, March, UnitState
from wargame_gcacw.printed.book import Book, Ground, PrintedScenario
from wargame_gcacw.printed.counters import Leader, LeaderId, Unit
from wargame_gcacw.rules.special_rules import SpecialRule, VictoryCondition
from wargame_laws import read_row, with_fields

SIZE = 9
"""Columns and rows of the field: hexes 0101 to 0909, even columns half a hex lower.

Around 0505 lie, clockwise from the north: 0504, 0604, 0605, 0506, 0405, 0404.
"""


def ground(
    *,
    terrain: Mapping[str, str] | None = None,
    ways: Mapping[str, Iterable[str]] | None = None,
    creeks: Iterable[str] = (),
    rivers: Iterable[str] = (),
    crossings: Mapping[str, str] | None = None,
    size: int = SIZE,
) -> Ground:
    """A field of clear hexes, but for ``terrain`` ({"0505": "woods"}).

    ``ways`` are paths by kind ({"pike": ["0504-0505-0506"]}), creeks and rivers hexsides ("0505-0506"), ``crossings``
    the bridges and fords over rivers ({"0505-0506": "bridge"}).
    """
    bare = Map(HexGrid.numbered(range(1, size + 1), range(1, size + 1)))

    def spaces(path: str) -> tuple[int, ...]:
        return tuple(bare.parse(name) for name in path.split("-"))

    def side(text: str) -> tuple[int, int]:
        a, b = spaces(text)
        return edge(a, b)

    kinds = ["clear"] * bare.size
    for name, kind in (terrain or {}).items():
        kinds[bare.parse(name)] = kind
    barriers = (
        Barrier("", "creek", frozenset(map(side, creeks)), bars=False),
        Barrier("", "river", frozenset(map(side, rivers))),
    )
    return Ground(
        Map(
            HexGrid.numbered(range(1, size + 1), range(1, size + 1)),
            terrain=tuple(kinds),
            barriers=tuple(one for one in barriers if one.edges),
            crossings=tuple(
                Crossing(f"x{n}", f"the {kind}", kind, side(text), "")
                for n, (text, kind) in enumerate((crossings or {}).items())
            ),
            roads=tuple(
                Road(f"{kind} {n}", kind, spaces(path))
                for kind, paths in (ways or {}).items()
                for n, path in enumerate(paths)
            ),
        )
    )


def _unit(line: str, game_map: HexMap) -> tuple[Unit, UnitState]:
    row = read_row(
        line,
        "id side arm hex manpower",
        "in_brackets potomac exhausted disorganized",
        "tactical artillery fatigue demoralized commands work",
    )
    counter = Unit(
        row["id"],
        row["id"].capitalize(),
        row["side"],  # type: ignore[arg-type]
        row["arm"],  # type: ignore[arg-type]
        row.number("tactical", 2),
        row.number("artillery"),
        tuple(row.values["commands"].split(",")) if "commands" in row.values else (),
        "in_brackets" in row.flags,
        "potomac" in row.flags,
    )
    state = UnitState(
        game_map.parse(row["hex"]),
        int(row["manpower"]),
        row.number("fatigue"),
        "exhausted" in row.flags,
        "disorganized" in row.flags,
        row.number("demoralized"),
        row.values.get("work", ""),  # type: ignore[arg-type]
    )
    return counter, state


def _leader(line: str) -> tuple[Leader, str]:
    row = read_row(line, "id side rank unit", values="command value tactical radius attacks")
    counter = Leader(
        LeaderId(row["id"]),
        row["id"].capitalize(),
        row["side"],  # type: ignore[arg-type]
        row["rank"],  # type: ignore[arg-type]
        row.values.get("command", ""),
        row.number("value", 6),
        row.number("tactical") if "tactical" in row.values else None,
        row.number("radius", 3),
        row.values.get("attacks", "yes") == "yes",
    )
    return counter, row["unit"]


def field(
    *units: str,
    leaders: Iterable[str] = (),
    on: Ground | None = None,
    march: str = "",
    points: int = 8,
    rules: tuple[SpecialRule, ...] = (),
    victory: tuple[VictoryCondition, ...] = (),
    game: str = "RTG",
    **changes: Any,
) -> FieldBoard:
    """A board in turn 1 with units and leaders, each a line.

    A unit: "hood confederate infantry 0505 7 disorganized fatigue=2 tactical=4 artillery=3 commands=I work=fort".
    A leader: "lee confederate army hood value=5", "hill confederate corps hood command=I tactical=4 value=6".
    ``on`` is the `ground`; ``march`` the unit under way with so many ``points`` left. ``changes`` set what else the
    board has (rain=True, refused_hexes={...}).
    """
    land = on or ground()
    made = [_unit(line, land.map) for line in units]
    led = [_leader(line) for line in leaders]
    scenario = PrintedScenario(
        "test", "Test", game, (date(1863, 7, 4), date(1863, 7, 5)), "confederate", (), (), rules, victory, ()
    )
    book = Book(land, {one.id: one for one, _ in made}, {one.id: one for one, _ in led}, {"test": scenario})
    board = FieldBoard(book, "test", turn=1, cycles=1)
    for counter, now in made:
        board.put(counter.id, now)
    for leader, unit in led:
        board.leader_with[leader.id] = unit
    if march:
        board.activation = Activation(book.units[march].side, (), (march,), allowance=2 * points)
        board.march = March(march, 2 * points, 2 * points)
    return with_fields(board, **changes)


def happened(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]
