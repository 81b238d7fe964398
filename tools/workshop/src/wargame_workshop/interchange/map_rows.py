"""The rows of a map file as drawings see them, and how a changed or new one is written.

Which sections there are, how a space is written and under which key a row says where it lies, the reader of the file
knows; so this serves maps of every grid whose sides have words for directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from attrs import NOTHING, evolve, fields

from wargame_core.data.documents import Document, parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.maps.features import edge
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.files.sections import PlacedRow, RowShape, Section
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.shapes import fields_of
from wargame_workshop.interchange.drawn import (
    RIDGES,
    DrawnFile,
    DrawnGroup,
    DrawnMark,
    DrawnRow,
    LetterGrid,
    MergeError,
    Part,
    Sort,
)
from wargame_workshop.maps.tidying import NOTE, courses_of, names_for_routes, route_of, with_notes, written_row
from wargame_workshop.splices import Splices, new_id

_LAYERS = {
    "river": "rivers",
    "barrier": "rivers",
    "mountains": "rivers",
    "hexside": "rivers",
    "crossing": "crossings",
    "gap": "places",
    "place": "places",
    "road": "roads",
    "stream": "streams",
    "entry": "places",
}
"""By section, the layer of a drawing in which its rows are; the order is that of layers and rows."""
_DRAWN = {"id", "name", "kind", "side", "path", "paths", "route", "routes", "course", "courses", "between", "ridges"}
"""Keys that a drawing sets by where and how something is drawn."""
_PLAIN = {"place": "town", "crossing": "bridge", "road": "road", "barrier": "river", "hexside": "river"}
"""The kinds of what is drawn without a class."""
LONGEST_ROUTE = 60
"""The spaces of the longest way that is written as a route: the time to find one grows with the fourth power."""


def _sort(section: Section, rows: type[Any]) -> Sort:
    """How the rows of a section are drawn, by the keys that they have."""
    keys = {key.alias for key in fields(rows)}
    name = next((key for key in ("name", "id") if key in keys), "")
    kind = "" if "kind" in keys else section.name
    allowed_keys = frozenset(keys - _DRAWN - {section.key})
    return Sort(section.name, _LAYERS[section.name], section.shape, name, "" if kind else "kind", kind, allowed_keys)


class MapRows(DrawnFile):
    """A sound map file that can be drawn on. Raises `DataError` with every mistake of one that is not."""

    def __init__(self, doc: Document) -> None:
        self.doc, self.reader = doc, sound_map(doc)
        self.grid, self.ground = self.reader.grid, self.reader.ground_of_routes
        if not self.grid.lattice.ways:
            message = f"drawings of squares or hexes cannot be laid on the grid of {doc.path.name}"
            raise DataError([Problem(doc.path.name, 1, 1, "E706", message)])
        of_file = {section.name: section.inner.base for section in fields_of(self.reader.spelling.file_class)}
        self.classes = {name: of_file[name] for name in _LAYERS if name in of_file}
        sorted_sections = sorted(self.reader.spelling.sections, key=lambda section: list(_LAYERS).index(section.name))
        self.sections = {section.name: section for section in sorted_sections}
        self.sorts = {name: _sort(section, self.classes[name]) for name, section in self.sections.items()}
        self.laid = {placed_row.path: placed_row for placed_row in self.reader.rows}
        self.names = names_for_routes(self.reader)
        self.rows = tuple(self._rows())
        self.grids = dict(self._grids())

    @property
    def layers(self) -> Mapping[str, tuple[RowShape, ...]]:
        by_layer: dict[str, tuple[RowShape, ...]] = {}
        for sort in self.sorts.values():
            by_layer[sort.layer] = (*by_layer.get(sort.layer, ()), sort.shape)
        return by_layer

    def again(self, text: str) -> MapRows:
        doc = parse_toml(text, self.doc.path)
        if NOTE.search(text) is not None:
            doc = parse_toml(with_notes(doc), self.doc.path)
        return MapRows(doc)

    # what the file holds

    def _rows(self) -> Iterator[DrawnRow]:
        for name, sort in self.sorts.items():
            for placed_row in self.reader.rows:
                if placed_row.section.name == name:
                    row_name = getattr(placed_row.row, sort.name_key) if sort.name_key else ""
                    kind = getattr(placed_row.row, sort.kind_key) if sort.kind_key else sort.kind
                    parts = tuple(sorted(placed_row.parts)) if sort.shape is RowShape.LINES else placed_row.parts
                    yield DrawnRow(sort, placed_row.number, row_name, kind, parts)

    def _grids(self) -> Iterator[tuple[str, LetterGrid]]:
        places = tuple(self.reader.letter_places)
        for table, grid in self.reader.lettered.items():
            letters = tuple(grid.rows[row][column] for row, column in places)
            yield table, LetterGrid(table, grid.legend, letters, places, grid.rows)

    # how a change is written

    def sort_of(self, layer: str, kind: str) -> Sort:
        sorts = [sort for sort in self.sorts.values() if sort.layer == layer and sort.section != "mountains"]
        sorts_of_kind = [sort for sort in sorts if not sort.kind_key and sort.kind == kind]
        return (sorts_of_kind or [sort for sort in sorts if sort.kind_key] or sorts)[0]

    def filler(self, marks: Sequence[DrawnMark]) -> Callable[[int, int], Part]:
        return self.ground_with(marks).fill

    def ground_with(self, marks: Sequence[DrawnMark], *, keeps_rows: bool = False) -> RouteGround:
        """The map as short forms see it, with what is drawn beside the ways.

        Rows in a layer that is drawn do not count, but with ``keeps_rows`` they do, beside those that are drawn.
        """
        layers = set() if keeps_rows else {mark.layer for mark in marks}
        bars = {row.kind: self.laid[row.path].row.needs_crossing for row in self._rows_lying(RowShape.LINES)}
        rows = [row for row in self.rows if row.sort.layer not in layers]
        free_sides = {row.parts[0] for row in self._rows_lying(RowShape.SIDE) if row.sort.layer not in layers}
        free_sides |= {mark.part for mark in marks if mark.layer == "crossings"}
        bars_by_side = {side: row.name or row.kind for row in rows if bars.get(row.kind) for side in row.parts}
        for mark in marks:
            if mark.layer == "rivers" and bars.get(mark.kind, mark.kind not in ("creek", "ridge", "mountains")):
                sides = zip(mark.part[::2], mark.part[1::2], strict=True)
                bars_by_side |= dict.fromkeys(sides, mark.name or mark.kind)
        real = {edge(*side): name for side, name in bars_by_side.items() if side not in free_sides}
        return evolve(self.ground, barring=real)

    def _rows_lying(self, lie: RowShape) -> list[DrawnRow]:
        """The rows that lie on the map in a way."""
        return [row for row in self.rows if row.sort.shape is lie]

    def rewrite(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], *, in_full: bool) -> None:
        placed_row = self.laid[row.path]
        match row.sort.shape:
            case RowShape.SPACE:
                splices.set_key(placed_row.path, placed_row.section.key, self.reader.write_space(parts[0][0]))
            case RowShape.SIDE:
                words = placed_row.section.key != "side" and splices.has((*row.path, "side"))
                key, side = "side" if words else placed_row.section.key, edge(*parts[0])
                in_words = " | ".join(map(self.grid.in_words, side))
                splices.replace((*row.path, key), in_words if words else self.reader.write_side(side))
            case RowShape.LINES:
                self._rewrite_lines(splices, placed_row, parts, in_full)
            case RowShape.SPACES | RowShape.WAYS | RowShape.TRACE:
                self._rewrite_ways(splices, placed_row, parts, in_full)
            case _:
                assert_never(row.sort.shape)

    def _rewrite_lines(self, splices: Splices, placed_row: PlacedRow, parts: Sequence[Part], in_full: bool) -> None:
        key, raw = placed_row.section.key, written_row(self.reader, placed_row)
        if key in raw:
            stay = [item for item, side in zip(raw[key], placed_row.parts, strict=True) if side in parts]
            new_sides = [self.reader.write_side(edge(*part)) for part in parts if part not in placed_row.parts]
            splices.relist((*placed_row.path, key), [*stay, *new_sides])
            return
        old_key = next(word for word in ("course", "courses", "between") if word in raw)
        new_key, value = self._lines(placed_row.section, parts, is_short=not in_full and old_key != "between")
        splices.replace((*placed_row.path, old_key), value, new_key)

    def _lines(self, section: Section, parts: Sequence[Part], *, is_short: bool) -> tuple[str, Any]:
        """The key and value that say where lines run."""
        courses = courses_of(self.ground, [edge(*part) for part in parts]) if is_short else None
        if courses is not None:
            return ("course", courses[0]) if len(courses) == 1 else ("courses", courses)
        return section.key, [self.reader.write_side(edge(*part)) for part in sorted(parts)]

    def _rewrite_ways(self, splices: Splices, placed_row: PlacedRow, parts: Sequence[Part], in_full: bool) -> None:
        raw = written_row(self.reader, placed_row)
        if placed_row.section.shape is RowShape.TRACE:
            splices.relist((*placed_row.path, placed_row.section.key), self._spaces(parts[0]))
            return
        key = next(word for word in ("path", "paths", "route", "routes") if word in raw)
        raw_by_part = dict(zip(placed_row.parts, raw[key] if key in ("paths", "routes") else [raw[key]], strict=True))
        is_short = key in ("route", "routes") and not in_full
        routes = [raw_by_part.get(part) or self._route(part) for part in parts] if is_short else [None]
        ways: list[Any] = list(routes)
        if None in routes:
            same_by_part = raw_by_part if key in ("path", "paths") else {}
            ways = [same_by_part.get(part) or self._spaces(part) for part in parts]
        word = "path" if None in routes else "route"
        name = f"{word}s" if key in ("paths", "routes") or len(ways) > 1 else word
        value = ways if name.endswith("s") else ways[0]
        if name == key and not isinstance(value, str):
            splices.relist((*placed_row.path, key), value)
        else:
            splices.replace((*placed_row.path, key), value, name)

    def _route(self, part: Part) -> str | None:
        """The route of a way; None when none means it, or when the way is longer than `LONGEST_ROUTE`."""
        return route_of(self.ground, self.names, part) if 1 < len(part) <= LONGEST_ROUTE else None

    def _spaces(self, part: Part) -> list[Any]:
        return [self.reader.write_space(space) for space in part]

    def add(self, splices: Splices, group: DrawnGroup, lines: Sequence[DrawnRow], *, in_full: bool) -> None:
        sort, mark = group.sort, group.marks[0]
        keys = {key.alias: key for key in fields(self.classes[sort.section])}
        values: dict[str, object] = {}
        if sort.name_key and (mark.name or keys[sort.name_key].default is NOTHING):
            if not mark.name:
                raise MergeError("E708", f"a {sort.kind or mark.kind or sort.section} needs a name")
            values[sort.name_key] = mark.name
        if sort.kind_key:
            values[sort.kind_key] = mark.kind or _PLAIN[sort.section]
        if sort.shape is RowShape.SIDE:
            values = {"id": new_id(mark.name or mark.kind, set(self.reader.map.crossings)), **values}
            bars = [line for line in lines if mark.part in line.parts and line.kind not in RIDGES]
            if not bars:
                raise MergeError("E704", "no river lies there", "draw the river first, or move the crossing onto it")
            values |= {"river": bars[0].name or bars[0].kind} if "river" in keys else {}
        values |= self._place(sort, group.parts, not in_full and "shorthand" in self.doc.data["map"])
        values |= {key: value for drawn_mark in group.marks for key, value in drawn_mark.keys.items()}
        if sort.kind_key:
            values = _of_a_line(sort, mark, values)
        if "ridge" in keys and "ridge" not in values:
            raise MergeError("E708", "a gap needs the property ridge", "say through which ridge it leads")
        splices.add_table(sort.section, values)

    def _place(self, sort: Sort, parts: Sequence[Part], is_short: bool) -> dict[str, object]:
        section = self.sections[sort.section]
        match sort.shape:
            case RowShape.SPACE:
                return {section.key: self.reader.write_space(parts[0][0])}
            case RowShape.SIDE:
                return {section.key: self.reader.write_side(edge(*parts[0]))}
            case RowShape.LINES:
                return dict([self._lines(section, parts, is_short=is_short)])
            case RowShape.TRACE:
                return {section.key: self._spaces(parts[0])}
            case RowShape.SPACES | RowShape.WAYS:
                routes = [self._route(part) if is_short else None for part in parts]
                ways = [self._spaces(part) for part in parts] if None in routes else routes
                key = "path" if None in routes else "route"
                return {key: ways[0]} if len(ways) == 1 else {f"{key}s": ways}
            case _:
                assert_never(sort.shape)


def _of_a_line(sort: Sort, mark: DrawnMark, values: dict[str, object]) -> dict[str, object]:
    """The values of a new row with those that a creek and a ridge have besides."""
    if sort.shape is not RowShape.LINES:
        return values
    if mark.kind == "creek":
        return {**values, "bars": values.get("bars", False)}
    if mark.kind in RIDGES:
        ridge = {**values, "kind": "ridge", "name": mark.name or "the mountains"}
        return {**ridge, "crossed_by_road": values.get("crossed_by_road", True)}
    return values
