"""Joins of areas in short: each [[join]] becomes joins of the areas that it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from attrs import evolve, frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.area_format import AreaMapFile, AreaRow
from wargame_core.maps.files.long_forms import LongForm


@frozen
class JoinsInShort:
    """A route of a [[join]]: where it is written, its kind, and the ids of its areas, in order."""

    path: KeyPath
    kind: str
    areas: tuple[str, ...]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The areas that it joins, two by two."""
        return pairwise(self.areas)


def long_areas(doc: Document, file: AreaMapFile, problems: Problems) -> LongForm[AreaMapFile]:
    """The file with every join in the rows of both its areas. What cannot be read is noted and left out."""
    joined: dict[str, dict[str, list[str]]] = {}
    for route in joins_in_short(doc, file, problems):
        for pair in route.pairs():
            for here, there in (pair, pair[::-1]):
                joined.setdefault(here, {}).setdefault(route.kind, []).append(there)
    rows = (row and evolve(row, joins=_with(row.joins, joined.get(row.id, {}))) for row in file.area)
    return LongForm(evolve(file, area=tuple(rows), join=()), {})


def joins_in_short(doc: Document, file: AreaMapFile, problems: Problems) -> list[JoinsInShort]:
    """Every route of every [[join]] that can be read; the others are noted (E207, E301, E431)."""
    if file.join:
        _check_names(doc, file, problems)
    known = _by_word(row for row in file.area if row is not None)
    routes = []
    for n, row in enumerate(file.join):
        for key, text in row.all() if row is not None else ():
            path = ("join", n, *key)
            stops = [stop.strip() for stop in text.split(">")]
            if len(stops) < 2 or not all(stops):
                problems.add(doc, path, "E207", f"a route has two areas and more with '>' between, not {text!r}")
                continue
            named = [known.get(stop.casefold()) for stop in stops]
            for stop, area in zip(stops, named, strict=True):
                if area is None:
                    problems.unknown(doc, path, "E301", "an area", stop, _words(file))
            twice = next((a for a, b in pairwise(named) if a is not None and a is b), None)
            if twice is not None:
                problems.add(doc, path, "E431", f"{twice.id} is joined to itself", where=[(twice.id,)])
            elif all(named):
                routes.append(JoinsInShort(path, row.kind, tuple(area.id for area in named if area is not None)))
    return routes


def _check_names(doc: Document, file: AreaMapFile, problems: Problems) -> None:
    """Note the names that no route can hold (E418)."""
    for n, row in enumerate(file.area):
        for key, name in (("id", row.id), ("name", row.name)) if row is not None else ():
            if ">" in name:
                message = f"{name!r} has a mark in it that parts areas in routes"
                problems.add(doc, ("area", n, key), "E418", message, "leave out >")


def _by_word(rows: Iterable[AreaRow]) -> dict[str, AreaRow]:
    """Areas by what a route may call them, in small letters: the id, or else the name."""
    areas = list(rows)
    return {row.name.casefold(): row for row in areas if row.name} | {row.id.casefold(): row for row in areas}


def _words(file: AreaMapFile) -> list[str]:
    rows = [row for row in file.area if row is not None]
    return list(dict.fromkeys((*(row.id for row in rows), *(row.name for row in rows if row.name))))


def _with(joins: Mapping[str, tuple[str, ...]], more: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The joins of an area and further ones, each once."""
    kinds = dict.fromkeys((*joins, *more))
    return {kind: tuple(dict.fromkeys((*joins.get(kind, ()), *more.get(kind, ())))) for kind in kinds}
