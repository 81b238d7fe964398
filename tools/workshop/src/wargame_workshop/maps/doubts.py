"""Warnings about what may be right in a map file, but is often a mistake; their codes begin with W.

W451 a river with a gap, W452 a short form that means something else now, W453 a place that nobody can reach, W454 a
word used once, W455 a letter that the grid does not use, W456 a cell that contradicts its latitude and longitude, W457
a river that ends short of another, W458 a crossing and W459 a space on which places hang (`weak_points`), W462 a town
that no road reaches. Only a file without mistakes is examined.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from typing import Any

from wargame_core.data import Document, Problem, Problems, did_you_mean, read_toml
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import spans
from wargame_core.errors import DataError
from wargame_core.maps.areas import AreaGrid
from wargame_core.maps.features import Edge
from wargame_core.maps.files.areas import AreaMapFile
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import PlacedRow, RowShape
from wargame_core.maps.lattice import Spot, shortest_way
from wargame_core.maps.legend import RIDGES, TERRAIN, WORKS, place_drawn_as, terrain_drawn_as
from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits
from wargame_workshop.maps.tidying import NOTE, notes
from wargame_workshop.maps.weak_points import weak_points

GAP = 2
"""The greatest number of sides missing between two ends of a river that counts as a gap."""

_LINES = ("river", "creek", "stream", "ravine", *sorted(RIDGES), *sorted(WORKS))
KNOWN: Mapping[str, tuple[str, ...]] = {
    "crossing": ("bridge", "ferry", "ford"),
    "place": ("city", "town", "village", "gap", "hill", "landmark", "area"),
    "hexside": _LINES,
    "barrier": _LINES,
    "road": ("road", "rail", "pike", "trail", "turnpike", "railroad", "railway", "highway", "track", "path"),
}
"""Words for kinds that may be used only once without a warning."""
TOWNS = ("city", "town", "village")
"""The kinds of places that roads usually lead to."""


def map_doubts(doc: Document) -> tuple[Problem, ...]:
    """Every warning about a map file without mistakes. Raises `DataError` for a file with mistakes.

    A word that another file of its folder has as a key, such as the row of a terrain effects chart, is meant so.
    """
    doubts, reader = Problems(), sound_map(doc)
    if isinstance(reader.file, AreaMapFile):
        _unreachable_areas(doc, reader.map, doubts)
        _words_of_areas(doc, reader.file, doubts)
    else:
        _gaps(reader, doubts)
        _moved(reader, doubts)
        weak_points(reader, doubts)
        words_beside = _words_beside(doc.path)
        _words(doc, words_beside, doubts)
        _terrains(reader, words_beside, doubts)
        _letters(reader, doubts)
        _cells(reader, doubts)
        _note_towns_off_roads(reader, doubts)
    return tuple(sorted(doubts.found, key=lambda problem: (problem.line, problem.column)))


def _words_beside(path: FilePath) -> frozenset[str]:
    """The keys of the other data files in the folder of a map."""
    words: set[str] = set()
    for other_path in sorted(path.parent.glob("*.toml")):
        if other_path.name != path.name:
            try:
                words.update(_keys_in(read_toml(other_path).data))
            except DataError:
                continue  # whoever reads that file tells what is wrong with it
    return frozenset(words)


def _keys_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner_value in value.items():
            yield key
            yield from _keys_in(inner_value)


def _gaps(reader: MapReader[Any], doubts: Problems) -> None:
    lattice = reader.grid.lattice
    lines = [placed_row for placed_row in reader.rows.of(RowShape.LINES) if placed_row.row.needs_crossing]
    sides_at_spot = Counter(
        spot for placed_row in lines for side in set(placed_row.sides) for spot in lattice.side(side) or ()
    )
    for placed_row in lines:
        own_sides = set(placed_row.sides)
        neighbours_by_spot = {
            spot: [other_spot for other_spot, side in sides_by_spot.items() if side not in own_sides]
            for spot, sides_by_spot in lattice.along.items()
        }
        end_spots = sorted(
            {spot for side in own_sides for spot in lattice.side(side) or () if sides_at_spot[spot] == 1}
        )
        for first_spot, second_spot in combinations(end_spots, 2):
            if abs(first_spot[0] - second_spot[0]) + abs(first_spot[1] - second_spot[1]) > 8:
                continue
            way = shortest_way(first_spot, second_spot, neighbours_by_spot.__getitem__, lambda spot: spot)
            if way is not None and len(way) - 1 <= GAP:
                _gap(
                    reader,
                    placed_row,
                    (first_spot, second_spot),
                    [lattice.along[a][b] for a, b in pairwise(way)],
                    doubts,
                )
        if placed_row.section.name != "mountains" and placed_row.row.kind in _FLOWING:
            _note_river_gaps(
                reader, placed_row, end_spots, [other_row for other_row in lines if other_row is not placed_row], doubts
            )


_FLOWING = ("river", "creek", "stream")


def _note_river_gaps(
    reader: MapReader[Any], placed_row: PlacedRow, end_spots: list[Spot], other_rows: list[PlacedRow], doubts: Problems
) -> None:
    """Note the ends of a river that lie a side or two from another, to which most rivers flow (W457)."""
    lattice = reader.grid.lattice
    flowing = [line_row for line_row in other_rows if line_row.row.kind in _FLOWING]
    rivers_by_spot = {spot: river for river in flowing for side in river.sides for spot in lattice.side(side) or ()}
    own_spots = {spot for side in placed_row.sides for spot in lattice.side(side) or ()}
    if own_spots & rivers_by_spot.keys():
        return  # it meets a river already: its other end is where it springs
    for end_spot in end_spots:
        reached_spots, front = {end_spot}, [end_spot]
        for count in range(1, GAP + 1):
            front = [
                spot
                for front_spot in front
                for spot in lattice.along[front_spot]
                if spot not in reached_spots | own_spots
            ]
            reached_spots.update(front)
            meeting_spot = next((spot for spot in sorted(front) if spot in rivers_by_spot), None)
            if meeting_spot is not None:
                corner_name = reader.ground_of_routes.corner_name(end_spot)
                sides = "one side" if count == 1 else f"{count} sides"
                message = (
                    f"{placed_row.row.label} ends at {corner_name}, {sides} "
                    f"short of {rivers_by_spot[meeting_spot].row.label}"
                )
                end_side = next(iter(lattice.along[end_spot].values()))
                doubts.add(reader.doc, placed_row.path, "W457", message, "", [tuple(map(reader.name, end_side))])
                break


def _gap(
    reader: MapReader[Any],
    placed_row: PlacedRow,
    end_spots: tuple[Spot, Spot],
    missing_sides: list[Edge],
    doubts: Problems,
) -> None:
    names = [reader.ground_of_routes.corner_name(spot) for spot in end_spots]
    count = "one side is" if len(missing_sides) == 1 else f"{len(missing_sides)} sides are"
    message = (
        f"{placed_row.row.label} ends at {names[0]} inside the map and begins again at {names[1]}; {count} missing"
    )
    doubts.add(
        reader.doc, placed_row.path, "W451", message, "", [tuple(map(reader.name, side)) for side in missing_sides]
    )


def _moved(reader: MapReader[Any], doubts: Problems) -> None:
    """Short forms whose line `#:` says something else than they mean now."""
    text = reader.doc.text
    places = spans(text)
    for path, note in notes(reader):
        end = text.find("\n", places[path][2])
        line = NOTE.match(text, end + 1) if end >= 0 else None
        earlier_note = line[0].strip().removeprefix("#:").strip() if line is not None else note
        if earlier_note != note:
            old_place, new_place = earlier_note.partition(":")[0], note.partition(":")[0]
            same_note = f"{new_place}, but not the same as at the last fmt"
            message = f"{new_place} now, {old_place} at the last fmt" if new_place != old_place else same_note
            doubts.add(reader.doc, path, "W452", message, "look at it, then run wargame fmt")


def _unreachable_areas(doc: Document, game_map: Map[AreaGrid], doubts: Problems) -> None:
    """An area and its parts count as one."""
    unreached, groups = game_map.all, []
    while unreached:
        group, new = 0, unreached & -unreached
        while new:
            group |= new
            neighbour_masks = [game_map.adjacent[space] | game_map.grid.parts(space) for space in bits(new)]
            new = sum({1 << space for mask in neighbour_masks for space in bits(mask & ~group)})
        groups.append(group)
        unreached &= ~group
    main_group = max(groups, key=int.bit_count)
    for space in bits(game_map.enterable & ~main_group):
        area = game_map.grid.areas[space]
        message = f"nobody can get from the rest of the map to {area.name}"
        doubts.add(doc, ("area", space), "W453", message, "a join is missing", [(area.id,)])


def _words(doc: Document, words_beside: frozenset[str], doubts: Problems) -> None:
    """Kinds and tags that stand once and are near another word; kinds that no picture knows and that stand once."""
    for section, known_words in KNOWN.items():
        rows = enumerate(doc.data.get(section, ()))
        words_in_file = [((section, row_number, "kind"), row["kind"]) for row_number, row in rows if row.get("kind")]
        for path, word in _used_once(words_in_file):
            if word not in known_words and word not in words_beside:
                hint = did_you_mean(
                    word, [*known_words, *(other_word for _, other_word in words_in_file if other_word != word)]
                )
                if section == "place" and (usual_word := place_drawn_as(word)) != word:
                    hint = f"it is drawn as a {usual_word}; write {usual_word!r} if you mean the same"
                usual_kinds = ", ".join(known_words)
                message = f"{word!r} is used once, and is not a usual kind of {section} ({usual_kinds})"
                doubts.add(doc, path, "W454", message, hint)
    places = enumerate(doc.data.get("place", ()))
    tags = [
        (("place", row_number, "tags", tag_number), tag)
        for row_number, row in places
        for tag_number, tag in enumerate(row.get("tags", ()))
    ]
    _note_similar_words(doc, tags, "the tag {} is used once", doubts)


def _words_of_areas(doc: Document, file: AreaMapFile, doubts: Problems) -> None:
    areas = [(("area", row_number, "kind"), row.kind) for row_number, row in enumerate(file.area)]
    _note_similar_words(doc, areas, "{} is the kind of one area only", doubts)
    _note_similar_words(doc, list(_kinds_of_joins(file)), "{} is the kind of one join only", doubts)


def _kinds_of_joins(file: AreaMapFile) -> Iterator[tuple[KeyPath, str]]:
    """The kind of each join, once."""
    for row_number, row in enumerate(file.area):
        for kind, neighbours in row.joins.items():
            yield from ((("area", row_number, "joins", kind), kind) for neighbour in neighbours if row.id < neighbour)
    for row_number, join in enumerate(file.join):
        for path, route in join.all():
            yield from [(("join", row_number, *path), join.kind)] * route.count(">")


def _used_once(words_in_file: Collection[tuple[KeyPath, str]]) -> Iterator[tuple[KeyPath, str]]:
    """The words that stand only once."""
    count = Counter(word for _, word in words_in_file)
    return ((path, word) for path, word in words_in_file if count[word] == 1)


def _note_similar_words(
    doc: Document, words_in_file: Collection[tuple[KeyPath, str]], message: str, doubts: Problems
) -> None:
    """Note the words that stand only once and are near one that stands more often."""
    count = Counter(word for _, word in words_in_file)
    for path, word in _used_once(words_in_file):
        if hint := did_you_mean(word, [other_word for other_word in count if count[other_word] > 1]):
            doubts.add(doc, path, "W454", message.format(repr(word)), hint)


def _terrains(reader: MapReader[Any], words_beside: frozenset[str], doubts: Problems) -> None:
    """Words for terrain that a picture draws as another one, or that are near a usual one."""
    grid = reader.lettered.get("terrain")
    count = Counter("".join(grid.rows) if grid is not None else "")
    for letter, word in reader.doc.data.get("terrain", {}).get("legend", {}).items():
        usual_terrains = {"clear", *TERRAIN}
        if not count[letter] or word in usual_terrains or word in words_beside:
            continue
        path, close_word = ("terrain", "legend", letter), did_you_mean(word, usual_terrains)
        if terrain_drawn_as(word) != word:
            message = f"{word!r} is drawn as {terrain_drawn_as(word)}, and is another word to the rules"
            doubts.add(reader.doc, path, "W454", message, f"write {terrain_drawn_as(word)!r} if you mean the same")
        elif close_word:
            unusual_text = f"{word!r} is not a usual terrain, and is drawn in a colour of its own"
            doubts.add(reader.doc, path, "W454", unusual_text, close_word)


def _letters(reader: MapReader[Any], doubts: Problems) -> None:
    """Letters that stand nowhere; usual terrains may be in a legend for later."""
    usual_terrains = {"clear", *TERRAIN, "basis", "source_note"}
    for section, grid in reader.lettered.items():
        used_letters = set("".join(grid.rows))
        for letter, word in reader.doc.data[section].get("legend", {}).items():
            if letter not in used_letters and word not in usual_terrains:
                message = f"{letter!r} ({word}) stands nowhere in the grid"
                doubts.add(reader.doc, (section, "legend", letter), "W455", message)


def _cells(reader: MapReader[Any], doubts: Problems) -> None:
    """Places and gaps of maps of squares that have both a cell and a latitude and longitude."""
    for placed_row in reader.rows.of(RowShape.SPACE):
        lat, lon = getattr(placed_row.row, "lat", None), getattr(placed_row.row, "lon", None)
        cell = reader.file.map.cell_of(lat, lon) if lat is not None and lon is not None else None
        if (
            cell is not None
            and cell != placed_row.row.cell
            and "cell" in reader.doc.data[placed_row.section.name][placed_row.number]
        ):
            message = (
                f"{list(placed_row.row.cell)}, but by latitude and longitude {placed_row.row.name} lies in {list(cell)}"
            )
            doubts.add(
                reader.doc, (*placed_row.path, "cell"), "W456", message, "", [(reader.name(placed_row.parts[0][0]),)]
            )


def _note_towns_off_roads(reader: MapReader[Any], doubts: Problems) -> None:
    """Note the towns that no road reaches (W462), where roads reach most of them."""
    road_spaces = {space for placed_row in reader.rows.of(RowShape.WAYS) for way in placed_row.parts for space in way}
    towns = [placed_row for placed_row, _ in reader.rows.placed("place") if placed_row.row.kind in TOWNS]
    towns_off_roads = [placed_row for placed_row in towns if placed_row.parts[0][0] not in road_spaces]
    if len(towns_off_roads) * 2 > len(towns):
        return
    for placed_row in towns_off_roads:
        place_name = reader.name(placed_row.parts[0][0])
        message = f"no road reaches {placed_row.row.name} at {place_name}"
        doubts.add(reader.doc, placed_row.path, "W462", message, "lead one there, if it has one", [(place_name,)])
