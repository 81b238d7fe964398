"""Strokes on a map whose spaces have sides: lines along them, crossings on them, roads and places."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import PlacedRow, RowShape
from wargame_workshop.splices import EditError, Splices, new_id
from wargame_workshop.watching.stroke_fields import (
    StrokeFields,
    list_of,
    section_of,
    side_between,
    side_of,
    sides_of,
    space_of,
    word_of,
)

# rivers, ridges and other lines along sides

NEW_LINES: Mapping[str, Mapping[str, bool]] = {"creek": {"bars": False}, "ridge": {"crossed_by_road": True}}
"""Who may cross a new line of a kind: a creek stops nobody, over a ridge only roads lead."""


def line(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Lay a river, ridge or the like of a name along some sides more."""
    name, kind, sides = word_of(fields, "name"), word_of(fields, "kind"), sides_of(reader, fields)
    placed_row = next((row for row in _lines(reader) if (row.row.name, row.row.full.kind) == (name, kind)), None)
    if placed_row is not None:
        _relay(
            reader, splices, placed_row, [*placed_row.sides, *(side for side in sides if side not in placed_row.sides)]
        )
        return
    is_river = kind == "river" and any(section.name == "river" for section in reader.spelling.sections)
    section = section_of(reader, *(("river",) if is_river else ("hexside", "barrier")))
    written_sides = [reader.write_side(side) for side in sides]
    values = {} if is_river else {"kind": kind}
    splices.add_table(section.name, {**values, "name": name, **NEW_LINES.get(kind, {}), section.key: written_sides})


def erase_line(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take every river, ridge and the like away from some sides."""
    sides = frozenset(sides_of(reader, fields))
    for placed_row in _lines(reader):
        if sides & frozenset(placed_row.sides):
            _relay(reader, splices, placed_row, [side for side in placed_row.sides if side not in sides])


def _lines(reader: MapReader[Any]) -> list[PlacedRow]:
    return [placed_row for placed_row in reader.rows.of(RowShape.LINES) if placed_row.number is not None]


def _relay(reader: MapReader[Any], splices: Splices, placed_row: PlacedRow, sides: list[Edge]) -> None:
    """Other sides of a line; a course becomes a list of sides, since only that can say every change."""
    section, number, key = placed_row.section.name, placed_row.number, placed_row.section.key
    if number is None or tuple(sides) == placed_row.sides:
        return
    if not placed_row.sound:
        raise EditError(f"{placed_row.row.label} has a mistake in the file: mend it there first")
    row = reader.doc.data[section][number]
    if not sides:
        splices.drop_table(section, number)
    elif key in row and len(row[key]) == len(placed_row.sides):
        entries_by_side = dict(zip(placed_row.sides, row[key], strict=True))
        splices.relist((section, number, key), [entries_by_side.get(side, reader.write_side(side)) for side in sides])
    else:
        old_key = next((name for name in (key, "course", "courses") if name in row), None)
        if old_key is None:
            raise EditError(f"{placed_row.row.label} is neither a list of sides nor a course: change it in the text")
        splices.replace((section, number, old_key), [reader.write_side(side) for side in sides], key)


# roads


def road(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Lay a road through spaces, each beside the one before; nothing where there is one like it."""
    spaces, kind = [space_of(reader, name) for name in list_of(fields, "spaces", 2)], word_of(fields, "kind")
    for a, b in pairwise(spaces):
        side_between(reader, reader.name(a), reader.name(b))
    for placed_row in reader.rows.of(RowShape.WAYS):
        if placed_row.row.kind == kind and any(way in (tuple(spaces), tuple(spaces[::-1])) for way in placed_row.parts):
            return
    name = {"name": word_of(fields, "name")} if fields.get("name") else {}
    splices.add_table("road", {**name, "kind": kind, "path": [reader.write_space(space) for space in spaces]})


def erase_road(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take away the road that was written last of those that run from one space into the next."""
    step = side_of(reader, fields)
    for placed_row in reversed(reader.rows.of(RowShape.WAYS)):
        ways = [way for way in placed_row.parts if step in {edge(a, b) for a, b in pairwise(way)}]
        if not ways or placed_row.number is None:
            continue
        if not placed_row.sound:
            raise EditError(f"{placed_row.row.label} has a mistake in the file: mend it there first")
        row, paths = reader.doc.data["road"][placed_row.number], ("paths", "routes")
        key = next((name for name in paths if name in row and len(row[name]) == len(placed_row.parts) > 1), "")
        if key:
            items = [item for item, way in zip(row[key], placed_row.parts, strict=True) if way not in ways]
            if items:
                splices.relist(("road", placed_row.number, key), items)
                return
        splices.drop_table("road", placed_row.number)
        return


# places and crossings


def place(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Put the place of a name into a space, with its kind: a new one, or the existing one changed."""
    section, name, kind = section_of(reader, "place"), word_of(fields, "name"), word_of(fields, "kind")
    written_space, rows = reader.write_space(space_of(reader, fields.get("space"))), reader.doc.data.get("place", [])
    number = next((row_number for row_number, row in enumerate(rows) if row.get("name") == name), None)
    if number is None:
        splices.add_table("place", {"name": name, "kind": kind, section.key: written_space})
        return
    row = rows[number]
    if section.key not in row:
        raise EditError(f"{name} is placed by latitude and longitude: change these in the text")
    if row[section.key] != written_space:
        splices.replace(("place", number, section.key), written_space)
    if row.get("kind", "town") != kind:
        splices.set_key(("place", number), "kind", kind)


def rename_place(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Give a place another name. Routes and deployments that have the old name do not change: lint marks them."""
    old_word, name = word_of(fields, "old"), word_of(fields, "name")
    rows = reader.doc.data.get("place", [])
    if old_word != name and any(row.get("name") == name for row in rows):
        raise EditError(f"there is a place {name!r} already")
    number = next((row_number for row_number, row in enumerate(rows) if row.get("name") == old_word), None)
    if number is None:
        raise EditError(f"there is no place {old_word!r} on the map")
    if old_word != name:
        splices.replace(("place", number, "name"), name)


def erase_place(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take a place away; nothing where there is none of the name."""
    name = word_of(fields, "name")
    for number, row in enumerate(reader.doc.data.get("place", [])):
        if row.get("name") == name:
            splices.drop_table("place", number)


def crossing(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Put a bridge, ferry or ford on a side with a river, instead of one that is there."""
    side, section, name, kind = (
        side_of(reader, fields),
        section_of(reader, "crossing"),
        word_of(fields, "name"),
        word_of(fields, "kind"),
    )
    crossings = reader.rows.of(RowShape.SIDE)
    placed_row = next((row for row in crossings if side in row.parts), None)
    if placed_row is not None and placed_row.number is not None:
        if placed_row.row.kind != kind:
            splices.set_key(("crossing", placed_row.number), "kind", kind)
        return
    rivers = [
        row.row for row in reader.rows.of(RowShape.LINES) if side in row.parts and row.row.full.may_have_crossings
    ]
    if not rivers:
        raise EditError(f"no river lies between {fields['a']} and {fields['b']}")
    river_field = {"river": rivers[0].name} if section.key == "edge" else {}
    crossing_id = new_id(name, {row.row.id for row in crossings})
    values = {"id": crossing_id, "name": name, "kind": kind, **river_field, section.key: reader.write_side(side)}
    splices.add_table("crossing", values)


def erase_crossing(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take the crossing on a side away; nothing where there is none."""
    side = side_of(reader, fields)
    for placed_row in reader.rows.of(RowShape.SIDE):
        if placed_row.section.name == "crossing" and side in placed_row.parts and placed_row.number is not None:
            splices.drop_table("crossing", placed_row.number)
