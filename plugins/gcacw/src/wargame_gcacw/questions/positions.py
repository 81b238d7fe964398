"""Positions written as plain data, as a JSON file has them: for worked examples, tests and notebooks.

    {"scenario": "lees_retreat", "rain": true,
     "units": [{"unit": "csa_heth", "hex": "S2505"},
               {"side": "union", "arm": "cavalry", "hex": "S1707", "combat_value": 2}]}

Units that are not listed are not on the map, unless ``"setup": true`` asks for those of the scenario's set-up.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar, get_args

from attrs import evolve, frozen

from wargame_core.errors import AmbiguousName, QueryError, UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.odds import exact
from wargame_core.plugins.questions import Given
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.printed import counters
from wargame_gcacw.printed.book import Book, LossCause, PrintedScenario
from wargame_gcacw.printed.counters import NATION, SIDES, Arm, LeaderId, Unit

POSITION_KEYS: Final = (
    "scenario", "setup", "units", "leaders", "turn", "rain", "night", "control", "refused",
    "lost", "trains", "eliminated", "exited",
)  # fmt: skip
"""What a position may say. `board_from` explains each."""
UNIT_KEYS: Final = (
    "unit", "side", "arm", "name", "hex", "manpower", "combat_value", "fatigue", "exhausted", "disorganized",
    "demoralized", "work", "tactical", "artillery",
)  # fmt: skip
TRAIN_KEYS: Final = ("extended_march", "retreat_hexes", "eliminated")


@frozen
class GivenPosition:
    """A position as an example writes it, of a book."""

    book: Book
    given: Given

    @property
    def scenario(self) -> PrintedScenario:
        """The scenario it names; the first, if left out. Raises `UnknownName` or `AmbiguousName`."""
        name = self.given.get("scenario")
        return next(iter(self.book.scenarios.values())) if name is None else scenario_called(self.book, name)

    def board(self) -> FieldBoard:
        """A new board of it. Raises what `board_from` raises."""
        return board_from(self.book, self.given)


def board_from(book: Book, position: Given) -> FieldBoard:
    """The board of a position written as plain data.

    ``scenario``: id or words of its title; the first, if left out. ``units``: a list of objects with ``unit`` and
    ``hex``, or a mapping of units to hexes or such objects. A unit that has no counter needs ``side`` and ``arm``, and
    ``manpower`` or ``combat_value``; one that has may leave these out where the set-up gives its manpower. ``leaders``:
    the unit each stands with. ``lost``: manpower by side, cause and, if it matters, arm. ``trains``: for each train
    extended marches with a loss, hexes of retreat, whether it is eliminated. ``exited``: units, or how many.
    ``control``: sides by hex. Raises `UnknownName` or `QueryError`.
    """
    given_keys = keys_of(position, POSITION_KEYS, "the position")
    scenario = GivenPosition(book, given_keys).scenario
    starts = {start.unit: start for start in scenario.units}
    placed_units = [
        _placed(book, starts, row, number) for number, row in enumerate(_rows(given_keys.get("units", ())), 1)
    ]
    counters = {unit.id: unit for unit, _ in placed_units}
    board = FieldBoard(evolve(book, units={**book.units, **counters}), scenario.id)
    board.turn = whole_number(given_keys.get("turn", 1), "turn", 1, scenario.turns)
    board.rain, board.night = (
        flag(given_keys.get("rain", False), "rain"),
        flag(given_keys.get("night", False), "night"),
    )
    if flag(given_keys.get("setup", False), "setup"):
        for unit_start in scenario.units:
            if unit_start.unit not in counters:
                board.put(unit_start.unit, UnitState.at_start(unit_start, book.ground))
        board.leader_with = {leader.leader: leader.unit for leader in scenario.leaders if leader.unit in board.units}
    for unit, state in placed_units:
        if board.holding_side(state.space) not in ("", unit.side):
            raise QueryError(f"both sides stand in {book.ground.name(state.space)}")
        if unit.id in board.units:
            raise QueryError(f"{unit.id} stands in {board.hex(unit.id)} and in {book.ground.name(state.space)}")
        board.put(unit.id, state)
    _with_leaders(board, given_keys.get("leaders", {}))
    _with_control(board, given_keys.get("control", {}))
    board.refused_hexes = {space_called(book, hex) for hex in list_of(given_keys.get("refused", ()), "refused")}
    _with_losses(board, given_keys)
    return board


def _rows(units: object) -> Iterator[Given]:
    if isinstance(units, Mapping):
        for unit, row in units.items():
            yield {"unit": unit, **(row if isinstance(row, Mapping) else {"hex": row})}
    elif isinstance(units, (list, tuple)):
        yield from units
    else:
        raise QueryError(f"units: {units!r} is neither a list nor an object")


def _placed(book: Book, starts: Mapping[str, counters.UnitStart], row: Any, number: int) -> tuple[Unit, UnitState]:
    unit_in_words = f"unit {number}"
    given_keys = keys_of(row, UNIT_KEYS, unit_in_words)
    if "hex" not in given_keys:
        raise QueryError(f"{unit_in_words}: hex is missing")
    unit = _counter(book, given_keys, number)
    unit_start = starts.get(unit.id)
    is_disorganized = flag(given_keys.get("disorganized", False), f"{unit_in_words}: disorganized")
    if "combat_value" in given_keys:
        manpower, is_disorganized = _worth(exact(given_keys["combat_value"]), is_disorganized, unit_in_words)
        if given_keys.get("manpower", manpower) != manpower:
            raise QueryError(f"{unit_in_words}: manpower {given_keys['manpower']!r} has another combat value")
    elif "manpower" in given_keys or unit_start is None:
        if "manpower" not in given_keys:
            raise QueryError(f"{unit_in_words}: manpower or combat_value is missing")
        manpower = whole_number(given_keys["manpower"], f"{unit_in_words}: manpower", 1, counters.MOST_MANPOWER)
    else:
        manpower = unit_start.manpower
    return unit, UnitState(
        space_called(book, given_keys["hex"]),
        manpower,
        whole_number(given_keys.get("fatigue", 0), f"{unit_in_words}: fatigue", 0, counters.TIRED_OUT),
        flag(given_keys.get("exhausted", False), f"{unit_in_words}: exhausted"),
        is_disorganized,
        whole_number(given_keys.get("demoralized", 0), f"{unit_in_words}: demoralized", 0, 2),
        allowed_name("work", given_keys.get("work") or "", get_args(counters.Work)),  # type: ignore[arg-type]  # it is one of them
    )


def _counter(book: Book, given: Given, number: int) -> Unit:
    """The counter a row names, or a new one of its side and arm."""
    numbers = {key: whole_number(given[key], key, 0, 99) for key in ("tactical", "artillery") if key in given}
    try:
        unit = book.units[unit_called(book, given["unit"])] if "unit" in given else None
    except UnknownName:
        if "side" not in given or "arm" not in given:
            raise
        unit = None
    if unit is None:
        missing_keys = [key for key in ("side", "arm") if key not in given]
        if missing_keys:
            raise QueryError(f"unit {number}: {' and '.join(missing_keys)} missing (or name a counter with unit)")
        side, arm = side_called(given["side"]), allowed_name("arm", given["arm"], get_args(Arm), ARM_NAMES)
        unit_id = str(given.get("unit", f"{side}_{arm}_{number}"))
        name = str(given.get("name", f"{NATION[counters.side_named(side)]} {arm}"))
        return Unit(unit_id, name, side, arm, numbers.get("tactical", 2), numbers.get("artillery", 0))  # type: ignore[arg-type]
    if "side" in given and side_called(given["side"]) != unit.side:
        raise QueryError(f"{unit.id} is {unit.side}")
    if "arm" in given and allowed_name("arm", given["arm"], get_args(Arm), ARM_NAMES) != unit.arm:
        raise QueryError(f"{unit.id} is {unit.arm}")
    return evolve(
        unit, tactical=numbers.get("tactical", unit.tactical), artillery=numbers.get("artillery", unit.artillery)
    )


def _worth(value: Fraction, is_disorganized: bool, unit_in_words: str) -> tuple[int, bool]:
    """The manpower of a unit with this combat value, and whether it is disorganized: 1/2 always is."""
    if value.denominator == 1 and 1 <= value <= counters.MOST_MANPOWER and not is_disorganized:
        return int(value), False
    if value in counters.DISORGANIZED_VALUE[1:]:
        return counters.DISORGANIZED_VALUE.index(value), True
    raise QueryError(f"{unit_in_words}: combat_value {value} is that of no unit")


def _with_leaders(board: FieldBoard, named_leaders: object) -> None:
    if isinstance(named_leaders, (list, tuple)):
        rows = [keys_of(row, ("leader", "unit"), "a leader") for row in named_leaders]
        named_leaders = {row.get("leader"): row.get("unit") for row in rows}
    for leader, unit in table(named_leaders, "leaders").items():
        unit_id = unit_called(board.book, unit)
        if unit_id not in board.units:
            raise QueryError(f"{leader} cannot stand with {unit_id}, which is not on the map")
        board.leader_with[leader_called(board.book, leader)] = unit_id


def _with_control(board: FieldBoard, named_hexes: object) -> None:
    book, side_by_hex = board.book, dict[Any, str]()
    for rule in board.scenario.rules:
        side_by_hex |= {name: side for _, name, side in rule.objectives()}
    for key, value in table(named_hexes, "control").items():
        hexes = value if isinstance(value, (list, tuple)) else [key]
        side_by_hex |= dict.fromkeys(hexes, side_called(key if isinstance(value, (list, tuple)) else value))
    for hex, side in side_by_hex.items():
        board.control[space_called(book, hex)] = counters.side_named(side)


def _with_losses(board: FieldBoard, given: Given) -> None:
    """Fill in what happened before: manpower lost, units eliminated or gone from the map, mishaps of trains."""
    book, units = board.book, board.book.units
    for side, causes in table(given.get("lost", {}), "lost").items():
        for cause, arms in table(causes, f"lost: {side}").items():
            cause = allowed_name("cause of a loss", cause, get_args(LossCause))
            for arm, points in (arms if isinstance(arms, Mapping) else {"infantry": arms}).items():
                key = f"{side_called(side)}:{cause}:{allowed_name('arm', arm, get_args(Arm), ARM_NAMES)}"
                board.lost_manpower[key] = board.lost_manpower.get(key, 0) + whole_number(
                    points, f"lost: {key}", 0, 999
                )
    eliminated_units = [unit_called(book, name) for name in list_of(given.get("eliminated", ()), "eliminated")]
    for name, manpower in table(given.get("trains", {}), "trains").items():
        train_id, mishaps = unit_called(book, name), keys_of(manpower, TRAIN_KEYS, f"the train {name}")
        if units[train_id].arm != "wagon":
            raise QueryError(f"trains: {train_id} is {units[train_id].arm}")
        board.train_marches[train_id] = whole_number(mishaps.get("extended_march", 0), "extended_march", 0, 99)
        board.train_retreats[train_id] = whole_number(mishaps.get("retreat_hexes", 0), "retreat_hexes", 0, 99)
        if flag(mishaps.get("eliminated", False), "eliminated") and train_id not in eliminated_units:
            eliminated_units.append(train_id)
    exited_names = given.get("exited", ())
    if isinstance(exited_names, int):
        able_units = [
            unit_id
            for unit_id, unit in units.items()
            if (unit.side, unit.arm) == ("union", "cavalry") and unit_id not in board.units
        ]
        exited_names = able_units[: whole_number(exited_names, "exited", 0, len(able_units))]
    exited_units = [unit_called(book, name) for name in list_of(exited_names, "exited")]
    for unit_id in (*eliminated_units, *exited_units):
        if unit_id in board.units:
            if not given.get("setup"):
                raise QueryError(f"{unit_id} is on the map ({board.hex(unit_id)}) and not")
            board.remove(unit_id)
    board.eliminated_units, board.exited_units = tuple(eliminated_units), dict.fromkeys(exited_units, 0)


T = TypeVar("T")
OTHER_NAMES: Final[Mapping[str, str]] = {
    "id": "unit", "type": "arm", "at": "hex", "strength": "manpower", "value": "combat_value", "entrenchment": "work",
    "gone": "eliminated", "objectives": "control", "losses": "lost",
    "attack_type": "how", "attack": "how", "variant": "scenario", "vp": "points", "victory_points": "points",
}  # fmt: skip
"""Other words for keys."""
SIDE_NAMES: Final[Mapping[str, str]] = {"usa": "union", "us": "union", "csa": "confederate", "cs": "confederate"}
ARM_NAMES: Final[Mapping[str, Arm]] = {
    "inf": "infantry", "cav": "cavalry", "art": "artillery", "train": "wagon", "wagon_train": "wagon",
    "wagons": "wagon",
}  # fmt: skip


def allowed_name(
    what: str, name: object, allowed_names: Iterable[str], other_words: Mapping[str, T] | None = None
) -> str:
    """A name that is allowed, or what another word for it means. Raises `UnknownName` with a hint."""
    allowed_names = tuple(allowed_names)
    meaning = (other_words or {}).get(str(name).casefold(), name)
    if meaning not in allowed_names:
        raise UnknownName(what, name, allowed_names)
    return str(meaning)


def keys_of(arguments: Given, allowed_keys: Iterable[str], what: str) -> JsonObject:
    """The values by their keys, other words for keys replaced. Raises `UnknownName` and `QueryError`."""
    values_read: JsonObject = {}
    for key, value in table(arguments, what).items():
        name = allowed_name(f"key of {what}", key, allowed_keys, OTHER_NAMES if key not in allowed_keys else None)
        if name in values_read:
            raise QueryError(f"{what}: {key!r} says again what another key says")
        values_read[name] = value
    return values_read


def whole_number(value: object, name: str, least: int, maximum: int) -> int:
    """A whole number within bounds. Raises `QueryError`."""
    if type(value) is not int or not least <= value <= maximum:
        raise QueryError(f"{name}: {value!r} is not a whole number from {least} to {maximum}")
    return value


def flag(value: object, name: str) -> bool:
    """Yes or no. Raises `QueryError`."""
    if not isinstance(value, bool):
        raise QueryError(f"{name}: {value!r} is not true or false")
    return value


def table(value: object, name: str) -> Given:
    """An object. Raises `QueryError`."""
    if not isinstance(value, Mapping):
        raise QueryError(f"{name}: {value!r} is not an object")
    return value


def list_of(value: object, name: str) -> Sequence[object]:
    """A list. Raises `QueryError`."""
    if not isinstance(value, (list, tuple)):
        raise QueryError(f"{name}: {value!r} is not a list")
    return value


def space_called(book: Book, name: object) -> int:
    """The space of a hex by its number, or of a place by its name. Raises `QueryError` or `UnknownName`."""
    if not isinstance(name, str):
        raise QueryError(f"{name!r} is not the number of a hex, such as {book.ground.map.grid.names[0]!r}")
    return book.ground.map.parse(name)


def side_called(name: object) -> str:
    """A side: "union", "USA", "confederate", "CSA"."""
    return allowed_name("side", name.casefold() if isinstance(name, str) else name, SIDES, SIDE_NAMES)


def scenario_called(book: Book, name: object) -> PrintedScenario:
    """A scenario by its id, or by words of its title that no other has ("A", "variant_a", "Lee's Retreat").

    Raises `UnknownName` or `AmbiguousName`.
    """
    if isinstance(name, str) and name in book.scenarios:
        return book.scenarios[name]
    words = _words(str(name))
    matches = [
        scenario for scenario in book.scenarios.values() if words and f" {words} " in f" {_words(scenario.title)} "
    ]
    if len(matches) > 1:
        raise AmbiguousName(f"{name!r} may be any of {', '.join(scenario.id for scenario in matches)}")
    if not matches:
        raise UnknownName("scenario", name, book.scenarios)
    return matches[0]


def _words(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.casefold().replace("'", "")).strip()


def unit_called(book: Book, name: object) -> str:
    """The id of a unit by its id, the end of it, or its name ("csa_heth", "heth", "Heth").

    Raises `UnknownName`, `AmbiguousName` or `QueryError`.
    """
    if not isinstance(name, str):
        raise QueryError(f"{name!r} is not a unit: write its id or name, and say under units where it stands")
    if name in book.units:
        return name
    text = name.casefold()
    matches = [
        unit_id for unit_id, unit in book.units.items() if text in (unit.name.casefold(), unit_id.partition("_")[2])
    ]
    if len(matches) > 1:
        raise AmbiguousName(f"{name!r} may be any of {', '.join(matches)}")
    if not matches:
        raise UnknownName("unit", name, book.units)
    return matches[0]


def leader_called(book: Book, name: object) -> LeaderId:
    """The id of a leader by his id or name ("ldr_hill", "Hill"). Raises `UnknownName`."""
    by_name = {leader.name.casefold(): leader_id for leader_id, leader in book.leaders.items()}
    return LeaderId(allowed_name("leader", name, book.leaders, by_name))
