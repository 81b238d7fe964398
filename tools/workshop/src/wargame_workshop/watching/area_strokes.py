"""Strokes on a map of areas: areas and the joins between them."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.reader import MapReader
from wargame_core.names import folded
from wargame_workshop.splices import EditError, Splices, plain_id
from wargame_workshop.watching.stroke_fields import StrokeFields, list_of, point_of, space_of, word_of

Keeps = Callable[[str, str, str], bool]
"""Whether a join of a kind between two areas, by their ids, stays."""


def area(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """A further area, by the id, name, kind and middle that the stroke says."""
    area_id, name, kind, point = (*(word_of(fields, key) for key in ("id", "name", "kind")), point_of(fields, "at"))
    if plain_id(area_id) != area_id:
        raise EditError(f"{area_id!r} is not an id: small letters, digits and underscores")
    if reader.grid.read_coordinates(area_id) is not None:
        raise EditError(f"there is an area {area_id!r} already")
    splices.add_table("area", {"id": area_id, "name": name, "at": point, **({"kind": kind} if kind != "clear" else {})})


def area_kind(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Give some areas a kind of terrain."""
    _set(reader, fields, splices, "kind", word_of(fields, "kind", 40))


def area_region(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Let some areas belong to a region."""
    _set(reader, fields, splices, "region", word_of(fields, "region", 40))


def _set(reader: MapReader[Any], fields: StrokeFields, splices: Splices, key: str, value: str) -> None:
    for name in list_of(fields, "spaces"):
        number = _row(reader, name)
        if reader.doc.data["area"][number].get(key, "clear" if key == "kind" else "") != value:
            splices.set_key(("area", number), key, value)


def move_area(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Another middle of an area; its outline moves along."""
    number, point = _row(reader, fields.get("area")), point_of(fields, "at")
    row = reader.doc.data["area"][number]
    dx, dy = (new - old for new, old in zip(point, row["at"], strict=True))
    if dx or dy:
        splices.replace(("area", number, "at"), point)
        if "outline" in row:
            outline = [[round(x + dx, 2), round(y + dy, 2)] for x, y in row["outline"]]
            splices.replace(("area", number, "outline"), outline)


def rename_area(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Another name of an area. Routes and set-ups that have the old name do not change: lint marks them."""
    number, name = _row(reader, fields.get("area")), word_of(fields, "name")
    if reader.doc.data["area"][number].get("name") != name:
        splices.set_key(("area", number), "name", name)


def erase_area(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take an area and its joins away. Refused while an entry lies in it or another area is a part of it."""
    number = _row(reader, fields.get("area"))
    area_id, rows = str(fields["area"]), reader.doc.data["area"]
    part = next((row["id"] for row in rows if row.get("part_of") == area_id), None)
    if part is not None:
        raise EditError(f"{part} is a part of {area_id}: erase that first")
    entry = next((row["id"] for row in reader.doc.data.get("entry", ()) if row.get("area") == area_id), None)
    if entry is not None:
        raise EditError(f"the entry {entry!r} lies in {area_id}: change it in the text first")
    if len(rows) == 1:
        raise EditError(f"{area_id} is the only area of the map")
    _rejoin(reader, splices, lambda kind, a, b: area_id not in (a, b), leave=number)
    splices.drop_table("area", number)


# joins


def join(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Join areas by a kind of join, each to the next; a join of another kind between two of them gets this kind.

    Joins of the kind stay as they are. Raises `EditError` where joins of several other kinds run between two of them.
    """
    spaces, kind = [space_of(reader, name) for name in list_of(fields, "spaces", 2)], word_of(fields, "kind", 40)
    kinds_by_side: dict[Edge, list[str]] = {}
    for road in reader.grid.joins:
        kinds_by_side.setdefault(edge(*road.path), []).append(road.kind)
    ways: list[list[str]] = [[]]
    replaced_joins: set[tuple[str, frozenset[str]]] = set()
    for a, b in pairwise(spaces):
        first_name, second_name = reader.name(a), reader.name(b)
        other_kinds = kinds_by_side.get(edge(a, b), []) if a != b else []
        if a == b:
            raise EditError(f"{first_name} cannot be joined to itself")
        if kind in other_kinds:
            ways.append([])
            continue
        if len(other_kinds) > 1:
            raise EditError(
                f"{first_name} and {second_name} are joined by "
                f"{' and '.join(other_kinds)}: erase one of these joins first"
            )
        replaced_joins |= {(other_kind, frozenset({first_name, second_name})) for other_kind in other_kinds}
        ways[-1] = [*(ways[-1] or [first_name]), second_name]
    _rejoin(reader, splices, lambda other_kind, a, b: (other_kind, frozenset({a, b})) not in replaced_joins)
    _lay_routes(reader, splices, kind, [" > ".join(way) for way in ways if way])


def _lay_routes(reader: MapReader[Any], splices: Splices, kind: str, routes: list[str]) -> None:
    """Write further routes of a kind, into the first row that it has."""
    if not routes:
        return
    rows = reader.doc.data.get("join", [])
    number = next((row_number for row_number, row in enumerate(rows) if row.get("kind") == kind), None)
    if number is None:
        splices.add_table("join", {"kind": kind, **({"route": routes[0]} if len(routes) == 1 else {"routes": routes})})
    elif "routes" in rows[number]:
        splices.relist(("join", number, "routes"), [*rows[number]["routes"], *routes])
    else:
        splices.replace(("join", number, "route"), [rows[number]["route"], *routes], "routes")


def erase_join(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Take the join of a kind between two areas away; nothing where there is none."""
    pair, kind = {space_of(reader, fields.get(key)) for key in ("a", "b")}, word_of(fields, "kind", 40)
    ids = {reader.name(space) for space in pair}
    _rejoin(reader, splices, lambda other_kind, a, b: (other_kind, {a, b}) != (kind, ids))


def _row(reader: MapReader[Any], name: object) -> int:
    """The number of the row of an area."""
    space_of(reader, name)
    return next(row_number for row_number, row in enumerate(reader.doc.data["area"]) if row.get("id") == name)


def _rejoin(reader: MapReader[Any], splices: Splices, keeps_join: Keeps, leave: int = -1) -> None:
    """Write only the joins that stay, in short and in full; the row with the number ``leave`` goes whole."""
    for number, row in enumerate(reader.doc.data["area"]):
        for kind, other_ids in row.get("joins", {}).items() if number != leave else ():
            kept_ids = [other_id for other_id in other_ids if keeps_join(kind, row["id"], other_id)]
            if kept_ids != other_ids:
                splices.relist(("area", number, "joins", kind), kept_ids)
    ids = {folded(row.get("name", row["id"])): row["id"] for row in reader.doc.data["area"]}
    ids |= {folded(row["id"]): row["id"] for row in reader.doc.data["area"]}
    for number, row in enumerate(reader.doc.data.get("join", ())):
        key = "routes" if "routes" in row else "route"
        routes_before = row[key] if key == "routes" else [row[key]]
        routes_after = [part for route in routes_before for part in _parts(route, row["kind"], ids, keeps_join)]
        if routes_after == routes_before:
            continue
        if not routes_after:
            splices.drop_table("join", number)
        elif key == "routes":
            splices.relist(("join", number, key), routes_after)
        elif len(routes_after) == 1:
            splices.replace(("join", number, key), routes_after[0])
        else:
            splices.replace(("join", number, key), routes_after, "routes")


def _parts(route: str, kind: str, ids: dict[str, str], keeps_join: Keeps) -> Iterable[str]:
    """A route as the parts of it that stay, each with the names that it has."""
    stops = [stop.strip() for stop in route.split(">")]
    parts: list[list[str]] = [[stops[0]]]
    for a, b in pairwise(stops):
        if keeps_join(kind, *(ids.get(folded(stop), stop) for stop in (a, b))):
            parts[-1].append(b)
        else:
            parts.append([b])
    long_parts = [part for part in parts if len(part) > 1]
    return [route] if long_parts == [stops] else [" > ".join(part) for part in long_parts]
