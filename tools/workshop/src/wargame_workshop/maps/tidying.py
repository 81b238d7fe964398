"""The work of `wargame fmt`: paths of a map file become short forms, short forms are expanded or explained in notes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, TypeVar, assert_never

import attrs

from wargame_core.data.documents import Document, Problems, parse_toml
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import spans
from wargame_core.errors import WargameError
from wargame_core.maps.features import Edge
from wargame_core.maps.files.areas import AreaMapFile
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import PlacedRow, RowShape
from wargame_core.maps.files.shorthand import RIMS, RouteGround, ShorthandError, course, route
from wargame_core.maps.lattice import Lattice, Spot
from wargame_core.maps.map import Map
from wargame_core.names import folded
from wargame_workshop.splices import Splices

NOTE = re.compile(r"^[ \t]*#: .*(?:\r?\n|$)", re.MULTILINE)
P = TypeVar("P", int, Spot)


def shorten(doc: Document) -> str:
    """The text of a map file with its paths as routes and its edges as courses, where these mean exactly the same.

    Raises `DataError` when the file has mistakes.
    """
    reader = sound_map(doc)
    if isinstance(reader.file, AreaMapFile):
        return _same_text_or_new(reader, _shorter_joins(doc, reader.file))
    places = spans(doc.text)
    pairs = [pair for pair in _shorter_rewrites(reader) if "#" not in doc.text[slice(*places[pair[0]][1:])]]
    splices = _rewritten(doc.text, pairs)  # not where a comment stands inside: it would be lost
    if splices and "shorthand" not in doc.data["map"]:
        splices.add_key(("map",), "shorthand", 1)
    return _same_text_or_new(reader, with_notes(parse_toml(splices.text(), doc.path)))


def expand(doc: Document) -> str:
    """The text of a map file with every route, course and side in full. Raises `DataError`."""
    reader = sound_map(doc)
    if isinstance(reader.file, AreaMapFile):
        return _same_text_or_new(reader, _longer_joins(doc, reader.file))
    return _same_text_or_new(reader, _rewritten(NOTE.sub("", doc.text), _longer_rewrites(reader)).text())


def _rewritten(text: str, pairs: Iterable[tuple[KeyPath, str, Any]]) -> Splices:
    """The changes of a text that write another key and value at some paths."""
    splices = Splices(text)
    for path, key, value in pairs:
        splices.replace(path, value, key)
    return splices


def with_notes(doc: Document) -> str:
    """The text with a line `#: ...` below each route and course that says what it means now. Raises `DataError`.

    A route of a map of areas names every area, and needs no such line.
    """
    plain_document = parse_toml(NOTE.sub("", doc.text), doc.path)
    reader = sound_map(plain_document)
    if isinstance(reader.file, AreaMapFile):
        return doc.text
    text, newline = plain_document.text, "\r\n" if "\r\n" in plain_document.text else "\n"
    places = spans(plain_document.text)
    for end, note in sorted(((places[path][2], note) for path, note in notes(reader)), reverse=True):
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end + 1
        lead = "" if text[:line_end].endswith("\n") else newline
        text = f"{text[:line_end]}{lead}#: {note}{newline}{text[line_end:]}"
    return text


def notes(reader: MapReader[Any]) -> Iterator[tuple[KeyPath, str]]:
    """For each route and course, its path in the file and its meaning in full."""
    words = reader.grid.in_words
    for placed_row in reader.rows.of(RowShape.WAYS):
        for key in ("route", "routes"):
            if key in written_row(reader, placed_row):
                ways = (f"{len(way)} spaces: {' '.join(map(words, way))}" for way in placed_row.parts)
                yield (*placed_row.path, key), "; ".join(ways)
    for placed_row in reader.rows.of(RowShape.LINES):
        for key in ("course", "courses"):
            if key in written_row(reader, placed_row):
                sides = " ".join("-".join(map(words, side)) for side in placed_row.parts)
                yield (*placed_row.path, key), f"{len(placed_row.parts)} sides: {sides}"


def written_row(reader: MapReader[Any], placed_row: PlacedRow) -> Mapping[str, Any]:
    """A row as it is written in the file."""
    row: Any = reader.doc.data
    for part in placed_row.path:
        row = row[part]
    return row  # type: ignore[no-any-return]


def _same_text_or_new(reader: MapReader[Any], text: str) -> str:
    """The text, if it is of the same map."""
    rewritten_map = sound_map(parse_toml(text, reader.doc.path))
    if contents_of(rewritten_map.map) != contents_of(reader.map):
        name = reader.doc.path.name
        raise WargameError(f"{name}: the map would change; nothing was written")  # never, as far as we know
    return text


def contents_of(game_map: Map) -> tuple[object, ...]:
    """Everything on a map, for comparing two; the order of its roads does not count."""
    names = [field.name for field in attrs.fields(Map) if field.init and field.name not in ("grid", "roads")]
    spaces = range(game_map.size)
    places = [(game_map.coordinates(space), game_map.grid.outline(space)) for space in spaces]
    roads = {(road.name, road.kind, road.path) for road in game_map.roads}
    return (*(getattr(game_map, name) for name in names), roads, places, game_map.neighbours)


# ways and lines


def _shorter_rewrites(reader: MapReader[Any]) -> Iterator[tuple[KeyPath, str, Any]]:
    """What to write instead of what: a path, its new key and value."""
    names, ground = names_for_routes(reader), reader.ground_of_routes
    for placed_row in reader.rows.of(RowShape.WAYS):
        for key, short_key in (("path", "route"), ("paths", "routes")):
            if key in written_row(reader, placed_row):
                ways = [route_of(ground, names, way) for way in placed_row.parts]
                if None not in ways:
                    yield (*placed_row.path, key), short_key, ways if key == "paths" else ways[0]
    for placed_row in reader.rows.of(RowShape.LINES):
        if written_row(reader, placed_row).get(placed_row.section.key):
            courses = (
                courses_of(ground, placed_row.sides) if len(set(placed_row.parts)) == len(placed_row.parts) else None
            )
            if courses:
                is_single = len(courses) == 1
                yield (
                    (*placed_row.path, placed_row.section.key),
                    "course" if is_single else "courses",
                    courses[0] if is_single else courses,
                )


def names_for_routes(reader: MapReader[Any]) -> dict[int, str]:
    """By space, the name by which a route may call it."""
    ground, game_map = reader.ground_of_routes, reader.map
    name_by_space = {row.space: row.name for row in reversed((*game_map.gaps, *game_map.places)) if usable(row.name)}
    return {space: name for space, name in name_by_space.items() if ground.places.get(folded(name)) == space}


def usable(name: str) -> bool:
    """Whether a name may be used in a route and means nothing else there."""
    rims = folded(name.partition(" ")[0]) in RIMS
    return not any(mark in name for mark in ">|") and name.strip() == name and bool(name) and not rims


def _longer_rewrites(reader: MapReader[Any]) -> Iterator[tuple[KeyPath, str, Any]]:
    for placed_row in reader.rows:
        row, key = written_row(reader, placed_row), placed_row.section.key
        match placed_row.section.shape:
            case RowShape.WAYS:
                for short_key in (short for short in ("route", "routes") if short in row):
                    ways = [[reader.write_space(space) for space in way] for way in placed_row.parts]
                    full_key, value = (key, ways[0]) if short_key == "route" else (f"{key}s", ways)
                    yield (*placed_row.path, short_key), full_key, value
            case RowShape.LINES:
                for short_key in (short for short in ("course", "courses", "between") if short in row):
                    yield (*placed_row.path, short_key), key, [reader.write_side(side) for side in placed_row.sides]
            case RowShape.SIDE:
                if placed_row.row.words:
                    yield (*placed_row.path, "side"), key, reader.write_side(placed_row.sides[0])
            case RowShape.SPACE | RowShape.SPACES | RowShape.TRACE:
                pass  # has no short form
            case _:
                assert_never(placed_row.section.shape)


def route_of(ground: RouteGround, names: Mapping[int, str], path: Sequence[int]) -> str | None:
    """The route with the fewest unnamed stops, and of these the shortest; None if no route means this path.

    ``names`` are the names by which a route may call spaces.
    """

    def word(space: int) -> str:
        return names.get(space) or ground.grid.in_words(space)

    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, len(word(path[0])), (0,))}
    for end in range(1, len(path)):
        ways = []
        for start in range(end):
            if start in best and _fills(ground, path[start : end + 1]):
                unnamed_steps, length, stops = best[start]
                last_word = word(path[end])
                ways.append((unnamed_steps + (path[end] not in names), length + len(last_word) + 3, (*stops, end)))
        if ways:
            best[end] = min(ways)
    if len(path) - 1 not in best:
        return None
    text = " > ".join(word(path[stop]) for stop in best[len(path) - 1][2])
    return text if _means(lambda: route(ground, text), tuple(path)) else None


def _fills(ground: RouteGround, part: Sequence[int]) -> bool:
    if ground.grid.distance(part[0], part[-1]) > len(part) - 1 or len(set(part)) < len(part):
        return False
    return _means(lambda: ground.fill(part[0], part[-1]), tuple(part))


def _means(read_spaces: Callable[[], tuple[int, ...]], expected_spaces: tuple[int, ...]) -> bool:
    try:
        return read_spaces() == expected_spaces
    except ShorthandError:
        return False


def courses_of(ground: RouteGround, edges: Iterable[Edge]) -> list[str] | None:
    """Courses (a start and steps each) along exactly these sides; None if there are none."""
    lattice, edges = ground.lattice, frozenset(edges)
    if not lattice.lines:  # a grid without words for directions
        return None
    texts = [_course_text(ground, line) for line in lines_of(lattice, edges)]
    try:
        covered_sides = {side for text in texts for side in course(ground, text)}
    except ShorthandError:
        return None
    return texts if covered_sides == edges else None


def lines_of(lattice: Lattice, edges: Iterable[Edge]) -> list[list[Spot]]:
    """Sides joined end to end into as few lines of corners as possible, each side once."""
    return trails(corners for side in edges if (corners := lattice.side(side)) is not None)


def trails(pairs: Iterable[tuple[P, P]]) -> list[list[P]]:
    """Pairs joined end to end into few lines, each pair once."""
    neighbours: dict[P, set[P]] = {}
    for start_point, end_point in pairs:
        neighbours.setdefault(start_point, set()).add(end_point)
        neighbours.setdefault(end_point, set()).add(start_point)
    lines = []
    while neighbours:
        end_points = [point for point, other_ids in neighbours.items() if len(other_ids) % 2] or list(neighbours)
        line = [min(end_points)]
        while line[-1] in neighbours:
            next_point = min(neighbours[line[-1]])
            for start_point, end_point in ((line[-1], next_point), (next_point, line[-1])):
                neighbours[start_point].discard(end_point)
                if not neighbours[start_point]:
                    del neighbours[start_point]
            line.append(next_point)
        lines.append(line)
    return lines


def _course_text(ground: RouteGround, line: Sequence[Spot]) -> str:
    words = {step: word for word, step in ground.lattice.lines.items()}
    steps = [
        words[corner_after[0] - corner_before[0], corner_after[1] - corner_before[1]]
        for corner_before, corner_after in pairwise(line)
    ]
    runs = ((word, len(list(same_steps))) for word, same_steps in groupby(steps))
    steps_text = " ".join(f"{count if count > 1 else ''}{word}" for word, count in runs)
    return f"{ground.corner_name(line[0])} > {steps_text}"


# joins of areas


def _shorter_joins(doc: Document, file: AreaMapFile) -> str:
    """The text with the joins of areas as routes, except where a comment would be lost."""
    fixed_areas = _commented_areas(doc, file)
    spaces = {row.id: n for n, row in enumerate(file.area)}
    names = [row.id for row in file.area]
    splices = Splices(doc.text)
    shortened_joins: dict[str, list[tuple[int, int]]] = {}
    for row_number, row in enumerate(file.area):
        remaining_joins: dict[str, list[str]] = {}
        for kind, other_ids in row.joins.items():
            stay = [other_id for other_id in other_ids if fixed_areas & {row.id, other_id}]
            pairs = [(row_number, spaces[other_id]) for other_id in other_ids if other_id not in stay]
            shortened_joins.setdefault(kind, []).extend(pair for pair in pairs if pair[0] < pair[1])
            remaining_joins |= {kind: stay} if stay else {}
        if row.id not in fixed_areas:
            write_joins(splices, row_number, row.joins, remaining_joins)
    for kind, pairs in shortened_joins.items():
        routes = [" > ".join(names[space] for space in line) for line in trails(pairs)]
        if routes:
            splices.add_table("join", {"kind": kind, **routes_key(routes)})
    return splices.text()


def _longer_joins(doc: Document, file: AreaMapFile) -> str:
    """The text with every join in the rows of its areas, except where a comment would be lost."""
    splices = Splices(doc.text)
    joins = {row.id: {kind: list(others) for kind, others in row.joins.items()} for row in file.area}
    uncommented_rows = [n for n in range(len(file.join)) if not _commented(doc, n)]
    for line in file.joins_in_short(doc, Problems()):
        if line.path[1] not in uncommented_rows:
            continue
        for pair in line.pairs():
            for a, b in (pair, pair[::-1]):
                other_ids = joins[a].setdefault(line.kind, [])
                other_ids += [] if b in other_ids else [b]
    for row_number in uncommented_rows:
        splices.drop_table("join", row_number)
    for row_number, row in enumerate(file.area):
        write_joins(splices, row_number, row.joins, joins[row.id])
    return splices.text()


def routes_key(routes: Sequence[str]) -> dict[str, object]:
    """The key of a [[join]] for one route or for several, with its value."""
    return {"route": routes[0]} if len(routes) == 1 else {"routes": list(routes)}


def write_joins(
    splices: Splices, row_number: int, old_joins: Mapping[str, Sequence[str]], new_joins: Mapping[str, Sequence[str]]
) -> None:
    """Write the joins that area number ``row_number`` has now, in the way in which the old ones are written."""
    path, ids_before = ("area", row_number), {kind: list(others) for kind, others in old_joins.items()}
    joins = {kind: list(new_joins[kind]) for kind in (*(kind for kind in old_joins if kind in new_joins), *new_joins)}
    if joins == ids_before:
        return
    if splices.has((*path, "joins")):
        if joins:
            splices.replace((*path, "joins"), joins)
        else:
            splices.drop_key((*path, "joins"))
    elif old_joins:
        for kind, other_ids in joins.items():
            if kind in old_joins:
                splices.relist((*path, "joins", kind), other_ids)
            else:
                splices.add_key((*path, "joins"), kind, other_ids)
    else:
        splices.add_key(path, "joins", joins)


def _commented(doc: Document, row_number: int) -> bool:
    """Whether a comment stands in [[join]] number ``row_number``, from its first key to its last."""
    row_spans = [span for path, span in spans(doc.text).items() if path[:2] == ("join", row_number)]
    return "#" in doc.text[min(start for start, _, _ in row_spans) : max(end for _, _, end in row_spans)]


def _commented_areas(doc: Document, file: AreaMapFile) -> set[str]:
    """The areas whose joins stay where they are: a comment stands there, or they have a table of their own."""
    places, area_ids = spans(doc.text), set()
    for row_number, row in enumerate(file.area):
        if not row.joins:
            continue
        place = places.get(("area", row_number, "joins"))
        if place is None:
            area_ids.add(row.id)
            continue
        start, _, end = place
        line_start = doc.text.rfind("\n", 0, start) + 1
        line_end = doc.text.find("\n", end) + 1 or len(doc.text)
        if "#" in doc.text[line_start:line_end] or doc.text[line_start:start].strip() or doc.text[end:line_end].strip():
            area_ids.add(row.id)
    return area_ids
