"""What a stroke says, read from the fields that a page sends; none of them is trusted."""

from collections.abc import Mapping
from typing import Any

from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import Section
from wargame_workshop.splices import EditError

StrokeFields = Mapping[str, Any]
"""What a stroke says beside its name."""
SPACES = 5000
"""The most spaces or sides of one stroke."""
LONGEST = 60
"""The most columns and rows of a new map."""


def space_of(reader: MapReader[Any], name: object) -> int:
    """The space that a page calls by its printed name. Raises `EditError`."""
    space: int | None = reader.grid.read_coordinates(name) if isinstance(name, str) else None
    if space is None or reader.name(space) != name:
        raise EditError(f"{str(name)[:40]!r} is not a space of the map")
    return space


def word_of(fields: StrokeFields, key: str, most_letters: int = 80) -> str:
    """A word that is needed, without blanks around it. Raises `EditError`."""
    value = fields.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most_letters or not value.isprintable():
        raise EditError(f"{key}: a word of at most {most_letters} letters is needed")
    return value.strip()


def list_of(fields: StrokeFields, key: str, least_items: int = 1) -> list[Any]:
    """A list that is needed. Raises `EditError`."""
    value = fields.get(key)
    if not isinstance(value, list) or not least_items <= len(value) <= SPACES:
        raise EditError(f"{key}: a list of {least_items} to {SPACES} is needed")
    return value


def side_between(reader: MapReader[Any], first_value: object, second_value: object) -> Edge:
    """The side that two spaces share. Raises `EditError`."""
    first_space, second_space = space_of(reader, first_value), space_of(reader, second_value)
    if second_space not in reader.grid.neighbours[first_space]:
        raise EditError(f"{first_value} and {second_value} share no side")
    return edge(first_space, second_space)


def side_of(reader: MapReader[Any], fields: StrokeFields) -> Edge:
    """The side between the spaces ``a`` and ``b`` of a stroke. Raises `EditError`."""
    return side_between(reader, fields.get("a"), fields.get("b"))


def sides_of(reader: MapReader[Any], fields: StrokeFields) -> list[Edge]:
    """The sides of a stroke, each once. Raises `EditError`."""
    sides = list_of(fields, "sides")
    if not all(isinstance(side, list) and len(side) == 2 for side in sides):
        raise EditError("sides: each is the two spaces beside it")
    return list(dict.fromkeys(side_between(reader, *side) for side in sides))


def section_of(reader: MapReader[Any], *names: str) -> Section:
    """The first of these sections that files on the map's grid have."""
    return next(section for name in names for section in reader.spelling.sections if section.name == name)


def count_of(fields: StrokeFields, key: str) -> int:
    """How many columns or rows. Raises `EditError`."""
    value = fields.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 2 <= value <= LONGEST:
        raise EditError(f"{key}: a whole number from 2 to {LONGEST} is needed, not {str(value)[:40]!r}")
    return value


def pixel_of(value: object) -> int:
    """How far to the right or down a point of a picture lies. Raises `EditError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -100_000 < value < 100_000:
        raise EditError(f"{str(value)[:40]!r} is not a point of a picture")
    return round(value)


def point_of(fields: StrokeFields, key: str) -> list[float]:
    """A point of a map of areas, in widths of a piece."""
    value = fields.get(key)
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(part) for part in value):
        raise EditError(f"{key}: two numbers are needed, how far to the right and how far down")
    return [round(float(part), 2) for part in value]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1000 < value < 1000
