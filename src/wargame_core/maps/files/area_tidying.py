"""The work of `wargame fmt` on a map of areas: joins from the rows of areas into [[join]] tables, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame_core.data.documents import Document, Problems, parse_toml
from wargame_core.data.splices import Splices
from wargame_core.data.toml_positions import spans
from wargame_core.errors import WargameError
from wargame_core.maps.areas import AreaMap
from wargame_core.maps.files.area_format import AreaMapFile, build_area_map
from wargame_core.maps.files.long_areas import joins_in_short, long_areas
from wargame_core.maps.files.map_file import AREAS
from wargame_core.maps.files.shorten import trails

Pair = frozenset[str]


def shorten_areas(doc: Document) -> str:
    """The text with the joins of areas as routes, except where a comment would be lost. Raises `DataError`."""
    file = sound(doc)
    fixed = _fixed(doc, file)
    spaces = {row.id: n for n, row in enumerate(file.area)}
    names = [row.id for row in file.area]
    splices = Splices(doc.text)
    short: dict[str, list[tuple[int, int]]] = {}
    for n, row in enumerate(file.area):
        left: dict[str, list[str]] = {}
        for kind, others in row.joins.items():
            stay = [other for other in others if fixed & {row.id, other}]
            pairs = [(n, spaces[other]) for other in others if other not in stay]
            short.setdefault(kind, []).extend(pair for pair in pairs if pair[0] < pair[1])
            left |= {kind: stay} if stay else {}
        if row.id not in fixed and left != {kind: list(others) for kind, others in row.joins.items()}:
            write_joins(splices, n, row.joins, left)
    for kind, pairs in short.items():
        routes = [" > ".join(names[space] for space in line) for line in trails(pairs)]
        if routes:
            splices.add_table("join", {"kind": kind, **written(routes)})
    return _same(doc, splices)


def expand_areas(doc: Document) -> str:
    """The text with every join in the rows of its areas, except where a comment would be lost. Raises `DataError`."""
    file = sound(doc)
    splices = Splices(doc.text)
    joins: dict[str, dict[str, list[str]]] = {
        row.id: {kind: list(others) for kind, others in row.joins.items()} for row in file.area
    }
    whole = [n for n in range(len(file.join)) if not _commented(doc, n)]
    for route in joins_in_short(doc, file, Problems()):
        if route.path[1] not in whole:
            continue
        for pair in route.pairs():
            for here, there in (pair, pair[::-1]):
                others = joins[here].setdefault(route.kind, [])
                others += [] if there in others else [there]
    for n in whole:
        splices.drop_table("join", n)
    for n, row in enumerate(file.area):
        if joins[row.id] != {kind: list(others) for kind, others in row.joins.items()}:
            write_joins(splices, n, row.joins, joins[row.id])
    return _same(doc, splices)


def written(routes: Sequence[str]) -> dict[str, object]:
    """The key of a [[join]] for one route or for several, with its value."""
    return {"route": routes[0]} if len(routes) == 1 else {"routes": list(routes)}


def write_joins(splices: Splices, n: int, old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]) -> None:
    """Write the joins that area number ``n`` has now, in the way in which the old ones are written."""
    path = ("area", n)
    if splices.has((*path, "joins")):
        if new:
            kept = {kind: list(new[kind]) for kind in old if kind in new}
            splices.replace((*path, "joins"), {**kept, **{kind: list(others) for kind, others in new.items()}})
        else:
            splices.drop_key((*path, "joins"))
    elif old:
        for kind, others in new.items():
            if kind in old:
                splices.relist((*path, "joins", kind), list(others))
            else:
                splices.add_key((*path, "joins"), kind, list(others))
    elif new:
        splices.add_key(path, "joins", {kind: list(others) for kind, others in new.items()})


def sound(doc: Document) -> AreaMapFile:
    """The contents of the file as written. Raises `DataError` with every problem of the file."""
    problems = Problems()
    AREAS.read(doc, problems)
    problems.done()
    return AREAS.structured(doc)


def _commented(doc: Document, n: int) -> bool:
    """Whether a comment stands in [[join]] number ``n``, from its first key to its last."""
    own = [span for path, span in spans(doc.text).items() if path[:2] == ("join", n)]
    return "#" in doc.text[min(start for start, _, _ in own) : max(end for _, _, end in own)]


def _fixed(doc: Document, file: AreaMapFile) -> set[str]:
    """The areas whose joins stay where they are: a comment stands there, or they have a table of their own."""
    places, fixed = spans(doc.text), set()
    for n, row in enumerate(file.area):
        if not row.joins:
            continue
        place = places.get(("area", n, "joins"))
        if place is None:
            fixed.add(row.id)
            continue
        start, _, end = place
        begin = doc.text.rfind("\n", 0, start) + 1
        stop = doc.text.find("\n", end) + 1 or len(doc.text)
        if "#" in doc.text[begin:stop] or doc.text[begin:start].strip() or doc.text[end:stop].strip():
            fixed.add(row.id)
    return fixed


def _same(doc: Document, splices: Splices) -> str:
    """The new text, if it is of the same map."""
    text = splices.text() if splices else doc.text
    if _contents(doc) != _contents(parse_toml(text, doc.path)):
        raise WargameError(f"{doc.path.name}: the map would change; nothing was written")  # never, as far as we know
    return text


def map_of(doc: Document, file: AreaMapFile) -> AreaMap:
    """The map of a sound file, whichever way its joins are written."""
    return build_area_map(long_areas(doc, file, Problems()).file)


def _contents(doc: Document) -> tuple[object, ...]:
    game_map = map_of(doc, sound(doc))
    return game_map.areas, {(road.kind, road.path) for road in game_map.roads}, game_map.entries
