"""Warnings about what may be right in a map file, but is often a mistake; their codes begin with W.

W451 a river with a gap, W452 a short form that means something else now, W453 a place that nobody can reach, W454 a
word used once, W455 a letter that the grid does not use, W456 a cell that contradicts its latitude and longitude. Only
a file without mistakes is examined. For maps of areas see `area_doubts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from wargame_core.data.documents import Document, Problems, did_you_mean
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import spans
from wargame_core.errors import Problem
from wargame_core.maps.features import Barrier, Edge
from wargame_core.maps.files.area_doubts import area_doubts
from wargame_core.maps.files.long_squares import cell_of
from wargame_core.maps.files.map_file import grid_of
from wargame_core.maps.files.tidying import NOTE, Read, notes
from wargame_core.maps.lattice import Spot, shortest_way
from wargame_core.maps.masks import flood

GAP = 2
"""The greatest number of sides missing between two ends of a river that counts as a gap."""

KNOWN: Mapping[str, tuple[str, ...]] = {
    "crossing": ("bridge", "ferry", "ford"),
    "place": ("city", "town", "village", "gap", "hill", "landmark", "area"),
    "hexside": ("river", "creek", "ridge", "stream", "slope", "crest", "wall", "ravine"),
    "barrier": ("river", "creek", "ridge", "stream", "slope", "crest", "wall", "ravine"),
    "road": ("road", "rail", "pike", "trail", "turnpike", "railroad", "railway", "highway", "track", "path"),
}
"""Words for kinds that may be used only once without a warning."""


def map_doubts(doc: Document) -> tuple[Problem, ...]:
    """Every warning about a map file without mistakes. Raises `DataError` for a file with mistakes."""
    doubts = Problems()
    if grid_of(doc.data) == "areas":
        area_doubts(doc, doubts)
        return tuple(sorted(doubts.found, key=lambda problem: (problem.line, problem.column)))
    read = Read.of(doc)
    _gaps(read, doubts)
    _moved(read, doubts)
    _unreachable(read, doubts)
    _words(doc, doubts)
    _letters(read, doubts)
    _cells(read, doubts)
    return tuple(sorted(doubts.found, key=lambda problem: (problem.line, problem.column)))


def _gaps(read: Read, doubts: Problems) -> None:
    lattice, game_map = read.ground.lattice, read.map
    kinds = [barrier for barrier in game_map.barriers if barrier.bars and not barrier.crossed_by_road]
    wet = Counter(spot for barrier in kinds for side in barrier.edges for spot in lattice.side(side))
    for barrier in kinds:
        dry = {
            spot: [there for there, side in lines.items() if side not in barrier.edges]
            for spot, lines in lattice.along.items()
        }
        ends = sorted({spot for side in barrier.edges for spot in lattice.side(side) if wet[spot] == 1})
        for here, there in combinations(ends, 2):
            if abs(here[0] - there[0]) + abs(here[1] - there[1]) > 8:
                continue
            way = shortest_way(here, there, dry.__getitem__, lambda spot: spot)
            if way is not None and len(way) - 1 <= GAP:
                missing = [lattice.along[a][b] for a, b in pairwise(way)]
                _gap(read, barrier, (here, there), missing, doubts)


def _gap(read: Read, barrier: Barrier, ends: tuple[Spot, Spot], missing: list[Edge], doubts: Problems) -> None:
    names = [read.ground.lattice.corner_name(spot) for spot in ends]
    count = "one side is" if len(missing) == 1 else f"{len(missing)} sides are"
    message = f"{barrier.label} ends at {names[0]} inside the map and begins again at {names[1]}; {count} missing"
    where = [tuple(map(read.map.coordinates, side)) for side in missing]
    doubts.add(read.doc, _barrier_at(read, barrier), "W451", message, "", where)


def _barrier_at(read: Read, barrier: Barrier) -> KeyPath:
    for section in ("river", "barrier", "hexside"):
        for n, row in enumerate(read.doc.data.get(section, ())):
            if row.get("name", "") == barrier.name and (section == "river" or row.get("kind") == barrier.kind):
                return section, n
    return ("map",)


def _moved(read: Read, doubts: Problems) -> None:
    """Short forms whose line `#:` says something else than they mean now."""
    text = read.doc.text
    places = spans(text)
    for path, note in notes(read):
        end = text.find("\n", places[path][2])
        earlier = NOTE.match(text, end + 1) if end >= 0 else None
        if earlier is not None and earlier[0].strip().removeprefix("#:").strip() != note:
            before = earlier[0].strip().removeprefix("#:").strip().partition(":")[0]
            now = note.partition(":")[0]
            message = (
                f"{now} now, {before} at the last fmt"
                if now != before
                else f"{now}, but not the same as at the last fmt"
            )
            doubts.add(read.doc, path, "W452", message, "look at it, then run wargame fmt")


def _unreachable(read: Read, doubts: Problems) -> None:
    game_map = read.map
    left, parts = game_map.enterable, []
    while left:
        part = sum(flood(game_map.passage(), left & -left, game_map.size, game_map.enterable))
        parts.append(part)
        left &= ~part
    main = max(parts, key=int.bit_count, default=0)
    for section, rows in (("place", game_map.places), ("gap", game_map.gaps)):
        for n, row in enumerate(rows):
            if not main >> row.space & 1:
                where = game_map.coordinates(row.space)
                message = f"nobody can get from the rest of the map to {row.name} at {where}"
                doubts.add(read.doc, (section, n), "W453", message, "a crossing or a road is missing", [(where,)])


def _words(doc: Document, doubts: Problems) -> None:
    """Kinds and tags that stand once and are near another word; kinds that no picture knows and that stand once."""
    for section, known in KNOWN.items():
        listed = list(_kinds(doc, section))
        count = Counter(word for _, word in listed)
        for path, word in listed:
            if count[word] > 1 or word in known:
                continue
            hint = did_you_mean(word, [*known, *(other for other in count if other != word)])
            doubts.add(doc, path, "W454", f"{word!r} is used once, and is no usual kind of {section}", hint)
    tags = [(path, tag) for path, tag in _tags(doc)]
    count = Counter(tag for _, tag in tags)
    for path, tag in tags:
        hint = did_you_mean(tag, [other for other in count if other != tag and count[other] > 1])
        if count[tag] == 1 and hint:
            doubts.add(doc, path, "W454", f"the tag {tag!r} is used once", hint)


def _kinds(doc: Document, section: str) -> Iterator[tuple[KeyPath, str]]:
    for n, row in enumerate(doc.data.get(section, ())):
        if row.get("kind"):
            yield (section, n, "kind"), row["kind"]


def _tags(doc: Document) -> Iterator[tuple[KeyPath, str]]:
    for n, row in enumerate(doc.data.get("place", ())):
        for k, tag in enumerate(row.get("tags", ())):
            yield ("place", n, "tags", k), tag


def _letters(read: Read, doubts: Problems) -> None:
    for section in ("terrain", "regions"):
        rows: Any = getattr(read.form.file, section, None)
        written = read.doc.data.get(section, {})
        used = set("".join(rows.rows)) if rows is not None else set()
        for letter, word in written.get("legend", {}).items():
            if letter not in used and word not in ("clear", "basis", "source_note"):
                message = f"{letter!r} ({word}) stands nowhere in the grid"
                doubts.add(read.doc, (section, "legend", letter), "W455", message)


def _cells(read: Read, doubts: Problems) -> None:
    head: Any = read.form.file.map
    for section in ("place", "gap"):
        for n, row in enumerate(_rows(read, section)):
            lat, lon = getattr(row, "lat", None), getattr(row, "lon", None)
            if lat is None or lon is None or not hasattr(head, "lat_top"):
                continue
            cell = cell_of(head, lat, lon)
            if cell is not None and cell != row.cell and "cell" in read.doc.data[section][n]:
                message = f"{list(row.cell)}, but by latitude and longitude {row.name} lies in {list(cell)}"
                where = [(f"({row.cell[0]},{row.cell[1]})",)]
                doubts.add(read.doc, (section, n, "cell"), "W456", message, "", where)


def _rows(read: Read, section: str) -> Iterable[Any]:
    return getattr(read.form.file, section, ())
