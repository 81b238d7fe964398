"""Map files of areas: their sections, and the joins that make their grid.

Areas are named by their ids; `at = [x, y]` is the centre of one, in widths of a piece, x to the right and y down. The
classes below are the format: one for each section, one field for each key. Codes: E431 joined from one side only, E432
two areas with one centre, E433 a part of a part or of nothing, E434 a bad outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.areas import Area, AreaGrid
from wargame_core.maps.files.reader import MapReader, Spelling
from wargame_core.maps.files.sections import LARGEST, EntryRow, MapHead, RowShape, Section, check_one_key_given
from wargame_core.names import folded

At = tuple[float, float]


@frozen(kw_only=True)
class AreaHead(MapHead):
    """[map]: its name and its grid. Nobody may enter areas of the kinds in `closed`."""

    grid: Literal["areas"]
    closed: tuple[str, ...] = ()


@frozen(kw_only=True)
class AreaRow:
    """[[area]]: `joins` lists, by kind of join, the neighbouring areas; each of those lists this one too.

    The short form is a [[join]].
    """

    id: str
    name: str = ""
    at: At
    kind: str = "clear"
    region: str = ""
    part_of: str = ""
    outline: tuple[At, ...] = ()
    joins: Mapping[str, tuple[str, ...]] = field(factory=dict)


@frozen(kw_only=True)
class JoinRow:
    """[[join]]: joins of one kind in short: `route` names areas with `>` between, each joined to the next.

    `routes` is for several. A join that is written here need not stand in the `joins` of its areas.
    """

    kind: str
    route: str = ""
    routes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_one_key_given(route=self.route, routes=self.routes)

    def all(self) -> Iterator[tuple[KeyPath, str]]:
        """Each route with its key in this table."""
        if self.route:
            yield ("route",), self.route
        for number, route in enumerate(self.routes):
            yield ("routes", number), route


@frozen(kw_only=True)
class AreaEntry(EntryRow):
    """[[entry]]: an area where something may come onto the map."""

    area: str


@frozen
class JoinsInShort:
    """A route of a [[join]]: where it is written, its kind, and the ids of its areas, in order."""

    path: KeyPath
    kind: str
    areas: tuple[str, ...]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The areas that it joins, two by two."""
        return pairwise(self.areas)


@frozen
class AreaMapFile:
    """All sections of a file with a map of areas."""

    map: AreaHead
    area: tuple[AreaRow, ...] = ()
    join: tuple[JoinRow, ...] = ()
    entry: tuple[AreaEntry, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.area) > LARGEST:
            raise ValueError(f"{len(self.area):,} areas; at most {LARGEST:,}")

    def in_full(self, doc: Document, problems: Problems) -> AreaMapFile:
        """The file with every join in the rows of both its areas. What cannot be read is noted and left out."""
        joins_by_area: dict[str, dict[str, list[str]]] = {}
        for route in self.joins_in_short(doc, problems):
            for pair in route.pairs():
                for a, b in (pair, pair[::-1]):
                    joins_by_area.setdefault(a, {}).setdefault(route.kind, []).append(b)
        rows = list(self.area)
        for index, row in enumerate(self.area):
            if row is not None:
                more_joins = joins_by_area.get(row.id, {})
                kinds = dict.fromkeys((*row.joins, *more_joins))
                joins = {
                    kind: tuple(dict.fromkeys((*row.joins.get(kind, ()), *more_joins.get(kind, ())))) for kind in kinds
                }
                rows[index] = evolve(row, joins=joins)
        return evolve(self, area=tuple(rows), join=())

    def joins_in_short(self, doc: Document, problems: Problems) -> list[JoinsInShort]:
        """Every route of every [[join]] that can be read; the others are noted (E207, E301, E431)."""
        areas = [(number, row) for number, row in enumerate(self.area) if row is not None]
        for number, row in areas if self.join else ():
            for word, name in (("id", row.id), ("name", row.name)):
                if ">" in name:
                    message = f"{name!r} has a mark in it that parts areas in routes"
                    problems.add(doc, ("area", number, word), "E418", message, "leave out >")
        ids_by_name = {folded(row.name): row.id for _, row in areas if row.name}
        ids_by_name |= {folded(row.id): row.id for _, row in areas}
        words = dict.fromkeys((*(row.id for _, row in areas), *(row.name for _, row in areas if row.name)))
        routes = []
        for number, join in enumerate(self.join):
            for key, text in join.all() if join is not None else ():
                path = ("join", number, *key)
                stop_names = [stop.strip() for stop in text.split(">")]
                if len(stop_names) < 2 or not all(stop_names):
                    problems.add(doc, path, "E207", f"a route has two areas and more with '>' between, not {text!r}")
                    continue
                ids = [ids_by_name.get(folded(stop)) for stop in stop_names]
                for stop_name in (stop for stop, name in zip(stop_names, ids, strict=True) if name is None):
                    problems.unknown(doc, path, "E301", "an area", stop_name, words)
                repeated_area = next((a for a, b in pairwise(ids) if a is not None and a == b), None)
                if repeated_area is not None:
                    problems.add(
                        doc, path, "E431", f"{repeated_area} is joined to itself", related_places=[(repeated_area,)]
                    )
                elif None not in ids:
                    routes.append(JoinsInShort(path, join.kind, tuple(name for name in ids if name is not None)))
        return routes


class AreaSpelling(Spelling[AreaGrid]):
    """Map files of areas: an area is its id."""

    file_class = AreaMapFile
    sections: ClassVar[tuple[Section, ...]] = (Section("entry", RowShape.SPACE, "area"),)
    shown_by: ClassVar[str] = "area"
    word: ClassVar[str] = "area"

    def guessed(self, data: dict[str, Any]) -> dict[str, Any]:
        """With the name of the map, where [map] does not say it."""
        head = data.get("map")
        return {**data, "map": {"id": "map", "title": "", **(head if isinstance(head, dict) else {})}}

    def no_such_space(self, reader: MapReader[AreaGrid], path: KeyPath, written_space: Any) -> None:
        if reader.whole:  # else it may be an area that cannot be read
            reader.problems.reference(reader.doc, path, "an area", written_space, [row.id for row in reader.file.area])

    def make_grid(self, reader: MapReader[AreaGrid]) -> AreaGrid | None:
        """The areas with the joins that stand at both ends, without what is wrong in a row; None if there are none."""
        problem_count = len(reader.problems)
        full_file: AreaMapFile = reader.file.in_full(reader.doc, reader.problems)
        rows = [(index, row) for index, row in enumerate(full_file.area) if row is not None]
        reader.whole &= len(reader.problems) == problem_count
        if not rows:
            if reader.whole:
                reader.add(("map",), "E432", "a map without an [[area]]", "give each area an id and at = [x, y]")
            return None
        _check_areas(reader, rows)
        sound: dict[str, AreaRow] = {}
        for _, row in rows:
            sound.setdefault(folded(row.id), row)
        joins: dict[str, list[tuple[str, str]]] = {}
        for row in sound.values():
            for kind, other_ids in row.joins.items():
                existing_others = [
                    other_id
                    for other_id in other_ids
                    if (area_row := sound.get(folded(other_id))) is not None and area_row.id == other_id
                ]
                joins.setdefault(kind, []).extend(
                    (row.id, other_id) for other_id in existing_others if other_id != row.id
                )
        areas = []
        for row in sound.values():
            whole_row = sound.get(folded(row.part_of))
            part_of = whole_row.id if whole_row is not None and whole_row is not row and not whole_row.part_of else ""
            outline = row.outline if len(row.outline) > 2 else ()
            areas.append(Area(row.id, row.name or row.id, row.at, row.kind, row.region, part_of, outline))
        return AreaGrid.joined(areas, joins)


AREAS = AreaSpelling()
"""How map files of areas are written."""


def _check_areas(reader: MapReader[AreaGrid], rows: Sequence[tuple[int, AreaRow]]) -> None:
    doc, problems, rows_by_id = reader.doc, reader.problems, {row.id: row for _, row in rows}
    by_id: dict[str, AreaRow] = {}
    by_place: dict[At, AreaRow] = {}
    for index, row in rows:
        twin = by_id.setdefault(folded(row.id), row)
        if twin.id != row.id:  # else it is told with all names that stand twice
            line, _ = doc.locate(("area", reader.file.area.index(twin), "id"))
            message = f"{folded(twin.id)!r} is already the id of an area, on line {line}"
            problems.add(doc, ("area", index, "id"), "E302", message)
        other_row = by_place.setdefault(row.at, row)
        if other_row is not row:
            message = f"{row.id} lies where {other_row.id} lies, at {list(row.at)}"
            problems.add(doc, ("area", index, "at"), "E432", message, related_places=[(row.id,), (other_row.id,)])
        if reader.whole:
            _check_joins(doc, ("area", index), row, rows_by_id, problems)
            _check_part(doc, ("area", index), row, rows_by_id, problems)
        if row.outline and len(row.outline) < 3:
            message = f"{row.id} has {len(row.outline)} corners; an outline has at least 3, clockwise"
            problems.add(doc, ("area", index, "outline"), "E434", message, related_places=[(row.id,)])


def _check_joins(
    doc: Document, path: KeyPath, row: AreaRow, rows_by_id: Mapping[str, AreaRow], problems: Problems
) -> None:
    """Each join leads to another area (E301, E431), which has it too (E431)."""
    for kind, other_ids in row.joins.items():
        for join_number, name in enumerate(other_ids):
            join_path = (*path, "joins", kind, join_number)
            other_row = rows_by_id.get(name)
            if other_row is None:
                problems.reference(doc, join_path, "an area", name, rows_by_id)
            elif other_row is row:
                problems.add(doc, join_path, "E431", f"{row.id} is joined to itself", related_places=[(row.id,)])
            elif row.id not in other_row.joins.get(kind, ()):
                message = f"{row.id} is joined to {other_row.id} by {kind}, but {other_row.id} not to {row.id}"
                hint = f'add "{row.id}" to joins.{kind} of {other_row.id}, or take "{name}" away here'
                problems.add(doc, join_path, "E431", message, hint, [(row.id, other_row.id)])


def _check_part(
    doc: Document, path: KeyPath, row: AreaRow, rows_by_id: Mapping[str, AreaRow], problems: Problems
) -> None:
    """A part belongs to an area that is whole (E301, E433)."""
    whole_row = rows_by_id.get(row.part_of)
    if row.part_of and whole_row is None:
        problems.reference(doc, (*path, "part_of"), "an area", row.part_of, rows_by_id)
    elif whole_row is not None and (whole_row is row or whole_row.part_of):
        message = f"{row.id} is a part of {whole_row.id}, which is a part itself"
        problems.add(doc, (*path, "part_of"), "E433", message, "name the whole area", [(row.id,)])
