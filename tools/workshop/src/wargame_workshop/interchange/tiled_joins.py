"""Joins of a map of areas as they are drawn, written back where the file has them: at the areas, or in [[join]]."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from wargame_core.data.documents import Document, Problems
from wargame_core.data.splices import Splices
from wargame_core.maps.files.area_format import AreaMapFile
from wargame_core.maps.files.area_tidying import write_joins, written
from wargame_core.maps.files.long_areas import joins_in_short, long_areas

Join: TypeAlias = tuple[str, frozenset[str]]
"""The kind of a join and the ids of its two areas."""


def joins_of(doc: Document, file: AreaMapFile) -> Iterator[tuple[str, str, str]]:
    """Kind and ends of each join of a sound file, once, whichever way it is written."""
    yield from _once(long_areas(doc, file, Problems()).file)


def _once(file: AreaMapFile) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for area in file.area:
        for kind, others in area.joins.items():
            for other in others:
                key = (kind, frozenset((area.id, other)))
                if key not in seen:
                    seen.add(key)
                    yield kind, area.id, other


def rewrite_joins(
    splices: Splices, doc: Document, file: AreaMapFile, wanted: Collection[Join], dropped: Collection[str]
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Change the joins of a file into those wanted; the joins of areas that the file does not have yet, by id.

    A join stays where it is written. A new one goes into a [[join]] where the file has one of its kind, else to its
    areas; ``dropped`` areas have gone already.
    """
    routes = joins_in_short(doc, file, Problems())
    short = {(route.kind, frozenset(pair)) for route in routes for pair in route.pairs()}
    at_areas = {(kind, frozenset((a, b))) for kind, a, b in _once(file)}
    kinds = {row.kind for row in file.join}
    fresh = {join for join in wanted if join not in short | at_areas}
    for n, row in enumerate(file.join):
        before = [route.areas for route in routes if route.path[1] == n]
        after = [part for areas in before for part in _parts(row.kind, areas, wanted)]
        _rewrite_row(splices, n, before, after)
    for kind in sorted(kinds):
        lines = sorted(" > ".join(sorted(pair)) for of_kind, pair in fresh if of_kind == kind)
        if lines:
            splices.add_table("join", {"kind": kind, **written(lines)})
    by_area = _by_area(join for join in wanted if join in at_areas or (join in fresh and join[0] not in kinds))
    for n, area in enumerate(file.area):
        if area.id not in dropped:
            _rewrite_area(splices, n, area.joins, by_area.get(area.id, {}))
    return {name: joins for name, joins in by_area.items() if all(area.id != name for area in file.area)}


def _parts(kind: str, areas: Sequence[str], wanted: Collection[Join]) -> Iterator[tuple[str, ...]]:
    """The parts of a route that are left without the joins that are not wanted."""
    part = [areas[0]]
    for a, b in pairwise(areas):
        if (kind, frozenset((a, b))) in wanted:
            part.append(b)
            continue
        if len(part) > 1:
            yield tuple(part)
        part = [b]
    if len(part) > 1:
        yield tuple(part)


def _rewrite_row(splices: Splices, n: int, before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]) -> None:
    if list(before) == list(after):
        return
    if not after:
        splices.drop_table("join", n)
        return
    ((key, value),) = written([" > ".join(areas) for areas in after]).items()
    old = "route" if splices.has(("join", n, "route")) else "routes"
    splices.replace(("join", n, old), value, key)


def _rewrite_area(
    splices: Splices, n: int, old: Mapping[str, tuple[str, ...]], wanted: Mapping[str, Sequence[str]]
) -> None:
    new = {
        kind: [*(o for o in old.get(kind, ()) if o in others), *(o for o in others if o not in old.get(kind, ()))]
        for kind, others in wanted.items()
    }
    if {kind: set(others) for kind, others in old.items() if others} != {k: set(v) for k, v in new.items()}:
        write_joins(splices, n, old, new)


def _by_area(joins: Iterable[Join]) -> dict[str, dict[str, list[str]]]:
    by_area: dict[str, dict[str, list[str]]] = {}
    for kind, pair in sorted((kind, sorted(pair)) for kind, pair in joins):
        for a, b in (pair, pair[::-1]):
            by_area.setdefault(a, {}).setdefault(kind, []).append(b)
    return by_area
