"""A Tiled map as a drawing on the grid of a data file, and the map file that it begins."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve

from wargame_core.data.documents import did_you_mean
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.drawn import Drawing, DrawnFile, letters_for
from wargame_workshop.interchange.sketch import PixelGrid, Stroke, drawing_of
from wargame_workshop.interchange.tiled_layers import TERRAIN_LAYER
from wargame_workshop.interchange.tiled_maps import grid_of, tiles_of
from wargame_workshop.interchange.tiled_read import TiledLayer, TiledMap, Words
from wargame_workshop.splices import head_text, terrain_text


def tiled_drawing(tiled: TiledMap, file: DrawnFile, words: Words = MappingProxyType({})) -> Drawing:
    """The drawing of a Tiled map on the grid of a file; what means nothing on it is left out and told.

    Raises `DataError` (E706) for a drawing of another grid or size.
    """
    tiled = aligned_to_grid(tiled, file)
    problems = list(tiled.left_out)
    grid = PixelGrid.of(file.grid, (tiled.tile_width, tiled.tile_height), tiled.side)
    layers_by_grid: dict[str, list[TiledLayer]] = {}
    strokes: list[Stroke] = []
    layers, ignored_parts = set(), []
    kinds_by_layer = {**dict.fromkeys(file.grids, "tiles"), **dict.fromkeys(file.layers, "objects")}
    for layer in tiled.layers:
        if layer.kind == "tiles" and layer.name in file.grids:
            layers_by_grid.setdefault(layer.name, []).append(layer)
        elif layer.kind == "objects" and layer.name in file.layers:
            layers.add(layer.name)
            strokes += _strokes(tiled, layer)
        elif layer.kind != "other" and layer.name in kinds_by_layer:
            message = f"layer {layer.name!r} is of {layer.kind} here, and must be of {kinds_by_layer[layer.name]}"
            problems.append(Problem(tiled.path.name, *layer.line_and_column, "E703", message))
        elif layer.kind != "other" and (hint := did_you_mean(layer.name, kinds_by_layer)):
            message = f"layer {layer.name!r} has no meaning here ({', '.join(kinds_by_layer)})"
            problems.append(Problem(tiled.path.name, *layer.line_and_column, "E703", message, hint))
        else:
            ignored_parts.append(f"layer {layer.name!r}")
    if strokes and min(tiled.tile_width, tiled.tile_height) < 4:
        message = f"{len(strokes)} objects on tiles of less than 4 pixels, too small to say where they lie"
        problems.append(Problem(tiled.path.name, 1, 1, "E706", message, "use larger tiles"))
        strokes, layers = [], set()
    spaces = {name: _painted(tiled, file, name, of_tiles, words, problems) for name, of_tiles in layers_by_grid.items()}
    ignored_parts += _other_terrains(tiled, [layer for of_tiles in layers_by_grid.values() for layer in of_tiles])
    drawing = drawing_of(
        file, grid, tiled.path.name, strokes, problems, layers=layers, painted=spaces, ignored=ignored_parts
    )
    incomplete = {layer.name for layer in tiled.layers if not layer.complete}
    return evolve(drawing, incomplete=drawing.incomplete | incomplete)


def aligned_to_grid(tiled: TiledMap, file: DrawnFile) -> TiledMap:
    """A Tiled map with its column 0 and row 0 where the grid of the file begins. Raises `DataError` (E706).

    A map without end lies as an export does, from 0, 0, if all that is painted lies there; else from what is painted.
    """
    file_grid, name = grid_of(file), file.doc.path.name
    width, height = file_grid["width"], file_grid["height"]
    if tiled.endless:
        left, top = tiled.start
        if min(left, top) >= 0 and left + tiled.width <= width and top + tiled.height <= height:
            tiled = evolve(tiled, start=(0, 0), width=width, height=height)
        tiled = tiled.moved_to_origin()
    problem, axis = "", file_grid.get("staggeraxis", "")
    own_orientation = (tiled.orientation, tiled.stagger if tiled.orientation == "hexagonal" else "")
    if own_orientation != (file_grid["orientation"], axis):
        kinds = {"orthogonal": "squares", "hexagonal": "hexes"}
        own_words = kinds.get(tiled.orientation, tiled.orientation) + (
            f" staggered along {own_orientation[1]}" if own_orientation[1] else ""
        )
        file_words = kinds[str(file_grid["orientation"])] + (f" staggered along {axis}" if axis else "")
        problem = f"this map is of {own_words}, and {name} of {file_words}"
    elif (tiled.width, tiled.height) != (width, height):
        problem = f"this map has {tiled.width} x {tiled.height} tiles, and {name} {width} x {height}"
    elif own_orientation[1] and tiled.shifted_first is not (file_grid["staggerindex"] == "even"):
        problem = f"the other half of the hexes is shifted; {name} needs Stagger Index {file_grid['staggerindex']}"
    if problem:
        hint = "export the file to Tiled and draw in that, or change [map] first"
        raise DataError([Problem(tiled.path.name, 1, 1, "E706", problem, hint)])
    return tiled


def map_for(tiled: TiledMap, words: Words) -> str:
    """A map file of the size and grid of a Tiled map, with what its layers `terrain` show. Raises `DataError` (E706).

    A space without a tile, or with one that says no terrain, is clear.
    """
    if tiled.orientation != "orthogonal" and not (tiled.orientation == "hexagonal" and tiled.stagger in ("x", "y")):
        message = f"a map of kind {tiled.orientation!r}; maps here are orthogonal (squares) or hexagonal"
        raise DataError([Problem(tiled.path.name, 1, 1, "E706", message, "choose it in Map > Map Properties")])
    tiled = tiled.moved_to_origin()
    title = str(tiled.properties.get("title") or tiled.path.stem.replace("_", " ").replace("-", " ").title())
    lines = head_text(f"drawn in Tiled, {tiled.path.name}", " ".join(title.split())[:100])
    if tiled.orientation == "hexagonal":
        columns = tiled.stagger == "x"
        lines += hexes_text(tiled.width, tiled.height, columns=columns, first_shifted=tiled.shifted_first)
    else:
        lines += [f"rows = {tiled.height}", f"cols = {tiled.width}", "shorthand = 1"]
    return "\n".join([*lines, *_terrain(tiled, words), ""])


def hexes_text(width: int, height: int, *, columns: bool, first_shifted: bool) -> list[str]:
    """The rest of [map] and the [[sheet]] of a map of hexes, whose printed numbers count from 1.

    With ``columns`` every other column is shifted, else every other row, and the first one if ``first_shifted``.
    """
    digits = [max(2, len(str(count))) for count in (width, height)]
    return [
        'grid = "hex"',
        f'stagger = "{"columns" if columns else "rows"}"',
        f'shifted = "{"odd" if first_shifted else "even"}"',
        f'numbers = "{"C" * digits[0]}{"R" * digits[1]}"',
        "shorthand = 1",
        "",
        "[[sheet]]",
        f"columns = [1, {width}]",
        f"rows = [1, {height}]",
    ]


def letters_and_rows(
    words: Mapping[tuple[int, int], tuple[str, str]], width: int, height: int
) -> tuple[dict[str, str], list[str]]:
    """The legend and rows of letters of a new map: ``words`` and letters by column and row, clear where there is none.

    A word gets the letter that was told, if that is free.
    """
    words_and_letters = dict.fromkeys(words.values())
    proposed_letters = {word: letter for word, letter in words_and_letters if letter}
    if len(words) < width * height or "clear" in {word for word, _ in words_and_letters}:
        proposed_letters.setdefault("clear", ".")
    letters = letters_for({}, [*proposed_letters.items(), *words_and_letters])
    places = [[words.get((column, row), ("clear", ""))[0] for column in range(width)] for row in range(height)]
    rows = ["".join(letters[word] for word in line) for line in places]
    return {letter: word for word, letter in letters.items()}, rows


def _terrain(tiled_map: TiledMap, words: Words) -> list[str]:
    words_by_place: dict[tuple[int, int], tuple[str, str]] = {}
    for layer in tiled_map.layers:
        if layer.kind == "tiles" and layer.name == TERRAIN_LAYER:
            numbers_with_words = {
                place: number for place, number in layer.cells.items() if tiled_map.word(number, words)
            }
            words_by_place |= {
                place: (tiled_map.word(number, words), tiled_map.tile(number).letter)
                for place, number in numbers_with_words.items()
            }
    words_on_map = {
        (column, row): words_by_place[column, row]
        for column, row in words_by_place
        if 0 <= column < tiled_map.width and 0 <= row < tiled_map.height
    }
    return terrain_text(*letters_and_rows(words_on_map, tiled_map.width, tiled_map.height))


def _painted(
    tiled_map: TiledMap, file: DrawnFile, name: str, layers: Sequence[TiledLayer], words: Words, problems: list[Problem]
) -> dict[int, tuple[str, str]]:
    """The word and letter of each space that is painted in a grid, the upper layers over the lower.

    What is noted: tiles off the map, those that say no word, and spaces without any, which stay as they are.
    """
    spaces, words_by_space = tiles_of(file), dict[int, tuple[str, str]]()
    places_off_map: list[tuple[int, int]] = []
    wordless: dict[str, dict[int, set[int]]] = {}
    for layer in layers:
        for place, number in sorted(layer.cells.items(), key=lambda item: (item[0][1], item[0][0])):
            tile, space, word = tiled_map.tile(number), spaces.get(place), tiled_map.word(number, words)
            if space is None:
                places_off_map.append(place)
            elif word:
                words_by_space[space] = (word, tile.letter)
            else:
                wordless.setdefault(tile.tileset, {}).setdefault(tile.number, set()).add(space)

    def note(code: str, message: str, hint: str) -> None:
        problems.append(
            Problem(tiled_map.path.name, *layers[0].line_and_column, code, f"layer {name}: {message}", hint)
        )

    if places_off_map:
        column, row = places_off_map[0]
        more_text = f" and {len(places_off_map) - 1} more lie" if len(places_off_map) > 1 else " lies"
        note("E706", f"the tile in column {column}, row {row}{more_text} off the map", "erase it")
    for tileset, tiles in wordless.items():
        hint = f"give each a class such as 'woods' in Tiled, or write --tile {min(tiles)}=woods"
        unpainted_spaces = set[int]().union(*tiles.values()) - words_by_space.keys()
        note("E702", f"{_tiles_in_words(tileset, tiles)} no terrain{_as_before(file, name, unpainted_spaces)}", hint)
    wordless_spaces = {space for tiles in wordless.values() for some_spaces in tiles.values() for space in some_spaces}
    if empty_spaces := set(spaces.values()) - words_by_space.keys() - wordless_spaces:
        more_text = f" and {len(empty_spaces) - 1} more have" if len(empty_spaces) > 1 else " has"
        missing_tiles_text = (
            f"space {file.grid.in_words(min(empty_spaces))}{more_text} no tile{_as_before(file, name, empty_spaces)}"
        )
        note("E402", missing_tiles_text, "paint every space")
    return words_by_space


def _other_terrains(tiled_map: TiledMap, layers: Sequence[TiledLayer]) -> Iterator[str]:
    """What tiles show besides the terrain that they are read as: those that are drawn where several meet."""
    tiles = {tiled_map.tile(number) for layer in layers for number in layer.cells.values()}
    numbers_by_meaning: dict[tuple[str, str, str], set[int]] = {}
    for tile in (tile for tile in tiles if tile.between):
        numbers_by_meaning.setdefault((tile.tileset, tile.word, ", ".join(tile.between)), set()).add(tile.number)
    for (tileset, word, other_words), numbers in sorted(numbers_by_meaning.items()):
        subject = _tiles_in_words(tileset, numbers).rpartition(" ")[0]
        yield f"{other_words} on {subject}, read as {word}"


def _tiles_in_words(tileset: str, tiles: Collection[int]) -> str:
    """The tiles of a tileset by their numbers, as the subject of a sentence: "tiles 1-4, 9 of tileset 'x' say"."""
    runs: list[list[int]] = []
    for number in sorted(tiles):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    number_list = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs[:30])
    number_list += f" and {sum(map(len, runs[30:]))} more" if len(runs) > 30 else ""
    of_set = f" of tileset {tileset!r}" if tileset else ""
    return f"tile {number_list}{of_set} says" if len(tiles) == 1 else f"tiles {number_list}{of_set} say"


def _as_before(file: DrawnFile, name: str, spaces: Collection[int]) -> str:
    """What becomes of spaces that a drawing says nothing of."""
    if not spaces:
        return ""
    grid = file.grids[name]
    words = sorted({grid.legend.get(grid.letters[space], "") for space in spaces})
    count = "it stays" if len(spaces) == 1 else f"these {len(spaces)} spaces stay"
    return f": {count} {', '.join(words[:6])}"


def _strokes(tiled_map: TiledMap, layer: TiledLayer) -> Iterator[Stroke]:
    for order, tiled_object in enumerate(layer.objects):
        keys = dict(tiled_object.properties)
        was, part = str(keys.pop("was", "")), keys.pop("part", None)
        place = part if isinstance(part, int) else 1_000 + order
        word, place_in_file = tiled_object.word or tiled_map.tile(tiled_object.tile).word, tiled_object.line_and_column
        yield Stroke(
            layer.name,
            word,
            tiled_object.name,
            tiled_object.points,
            tiled_object.closed,
            place_in_file,
            tiled_object.called,
            was,
            place,
            keys,
        )
