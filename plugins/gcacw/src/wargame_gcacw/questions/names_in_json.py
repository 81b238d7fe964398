"""Names, numbers and keys of positions that are written as plain data, with every other word that is understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from wargame_core.errors import AmbiguousName, UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.plugins.questions import QueryError
from wargame_core.plugins.worked_examples import Given
from wargame_gcacw.printed.counters import SIDES, Arm, LeaderId
from wargame_gcacw.printed.scenario import Book, PrintedScenario

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


def known(what: str, name: object, allowed: Iterable[str], others: Mapping[str, T] | None = None) -> str:
    """A name that is allowed, or what another word for it means. Raises `UnknownName` with a hint."""
    allowed = tuple(allowed)
    meant = (others or {}).get(str(name).casefold(), name)
    if meant not in allowed:
        raise UnknownName(what, name, allowed)
    return str(meant)


def keys_of(given: Given, allowed: Iterable[str], what: str) -> JsonObject:
    """The values by their keys, other words for keys replaced. Raises `UnknownName` and `QueryError`."""
    read: JsonObject = {}
    for key, value in table(given, what).items():
        name = known(f"key of {what}", key, allowed, OTHER_NAMES if key not in allowed else None)
        if name in read:
            raise QueryError(f"{what}: {key!r} says again what another key says")
        read[name] = value
    return read


def whole(value: object, name: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises `QueryError`."""
    if type(value) is not int or not least <= value <= most:
        raise QueryError(f"{name}: {value!r} is not a whole number from {least} to {most}")
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


def listed(value: object, name: str) -> Sequence[object]:
    """A list. Raises `QueryError`."""
    if not isinstance(value, (list, tuple)):
        raise QueryError(f"{name}: {value!r} is not a list")
    return value


def space_called(book: Book, name: object) -> int:
    """The space of a hex by its number, or of a place by its name. Raises `QueryError` or `UnknownName`."""
    if not isinstance(name, str):
        raise QueryError(f"{name!r} is not the number of a hex, such as {book.ground.map.names[0]!r}")
    return book.ground.map.parse(name)


def side_called(name: object) -> str:
    """A side: "union", "USA", "confederate", "CSA"."""
    return known("side", name.casefold() if isinstance(name, str) else name, SIDES, SIDE_NAMES)


def scenario_called(book: Book, name: object) -> PrintedScenario:
    """A scenario by its id, or by words of its title that no other has ("A", "variant_a", "Lee's Retreat").

    Raises `UnknownName` or `AmbiguousName`.
    """
    if isinstance(name, str) and name in book.scenarios:
        return book.scenarios[name]
    words = _words(str(name))
    meant = [
        scenario for scenario in book.scenarios.values() if words and f" {words} " in f" {_words(scenario.title)} "
    ]
    if len(meant) > 1:
        raise AmbiguousName(f"{name!r} may be any of {', '.join(scenario.id for scenario in meant)}")
    if not meant:
        raise UnknownName("scenario", name, book.scenarios)
    return meant[0]


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
    named = [
        unit_id for unit_id, unit in book.units.items() if text in (unit.name.casefold(), unit_id.partition("_")[2])
    ]
    if len(named) > 1:
        raise AmbiguousName(f"{name!r} may be any of {', '.join(named)}")
    if not named:
        raise UnknownName("unit", name, book.units)
    return named[0]


def leader_called(book: Book, name: object) -> LeaderId:
    """The id of a leader by his id or name ("ldr_hill", "Hill"). Raises `UnknownName`."""
    by_name = {leader.name.casefold(): leader_id for leader_id, leader in book.leaders.items()}
    return LeaderId(known("leader", name, book.leaders, by_name))
