"""Writing a Tiled map of a data file: `.tmj` with its tiles in a picture beside it."""

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, assert_never

from wargame_core.maps.files.sections import RowShape
from wargame_core.maps.legend import TERRAIN
from wargame_pictures.draw.shapes import COLOR
from wargame_pictures.draw.terrain import PAPER
from wargame_workshop.interchange.drawn import DrawnFile, DrawnRow
from wargame_workshop.interchange.sketch import Pixel, PixelGrid, shifted
from wargame_workshop.interchange.tiled_writer import TiledWriter, rounded
from wargame_workshop.maps.tidying import lines_of

_ROWS: Final = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11153", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644",
    "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "61247", "3": "61216", "4": "55711", "5": "74616",
    "6": "34652", "7": "71122", "8": "25252", "9": "25316", ".": "00002", ",": "00024", "-": "00700", "+": "02720",
    "*": "05250", "=": "07070", "^": "25000", "~": "03600", "#": "57575", "/": "11244", ":": "02020", "?": "61202",
}  # fmt: skip
"""Five rows of three pixels each, a digit a row: 4, 2 and 1 are the pixels from the left."""


def letter_pixels(letter: str, size: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """The pixels of a tile that its letter covers, in the middle; capitals are larger than small letters.

    Empty for a letter that has no form here.
    """
    rows = _ROWS.get(letter.upper(), "") if len(letter) == 1 else ""
    large = max(1, min(size) // 10)
    dot = large if letter != letter.lower() or letter == letter.upper() else max(1, large * 2 // 3)
    left, top = (size[0] - 3 * dot) // 2, (size[1] - 5 * dot) // 2
    return frozenset(
        (left + column * dot + x, top + row * dot + y)
        for row, digit in enumerate(rows)
        for column in range(3)
        if int(digit) >> (2 - column) & 1
        for x in range(dot)
        for y in range(dot)
    )


_SPARE = ("#e6d5c3", "#d9d6e3", "#e3dccb", "#d5e0dc", "#e8d9d9", "#c9d8e8", "#dbe3c9", "#e8cfa3")

_PIECES = ("#3b5b92", "#8a4a3a", "#4f7a4a", "#7a5a8a", "#a0762f", "#3f7a7a", "#6a6a6a")


def colour_of(words: Sequence[str], word: str) -> str:
    """The colour of a word; of words without one of their own, different ones."""
    if word in TERRAIN:
        return COLOR[TERRAIN[word]]
    plain_words = [
        other_word for other_word in dict.fromkeys(words) if other_word not in TERRAIN and other_word != "clear"
    ]
    return _SPARE[plain_words.index(word) % len(_SPARE)] if word in plain_words else PAPER


def tiles_picture(words: Sequence[str], size: tuple[int, int], hex_side: int = 0, letters: Sequence[str] = ()) -> bytes:
    """A PNG of tiles side by side, with their ``letters``. Hexes have a flat top when they are wider than high."""
    width, height = size
    letter_masks = [letter_pixels(letter, size) for letter in (*letters, *[""] * (len(words) - len(letters)))]
    lines = []
    firsts = list(dict.fromkeys(word.partition(" ")[0] for word in words if " " in word))
    seconds = list(dict.fromkeys(word.partition(" ")[2] for word in words if " " in word))
    for y in range(height):
        line = bytearray()
        for word, ink in zip(words, letter_masks, strict=True):
            plain_color = bytes.fromhex(colour_of(words, word)[1:])
            owner, _, kind = word.partition(" ")
            piece = bytes.fromhex(_PIECES[firsts.index(owner) % len(_PIECES)][1:]) if kind else b""
            for x in range(width):
                edge = _distance_in(x, y, width, height, hex_side)
                colour = _on_piece(x, y, size, piece, seconds.index(kind)) or plain_color if kind else plain_color
                darker = 4 if 0 <= edge < 1 else 3 if (x, y) in ink else 5
                shade = bytes(part * darker // 5 for part in colour)
                line += (shade + b"\xff") if edge >= 0 else b"\0\0\0\0"
        lines.append(b"\0" + bytes(line))
    return png(width * len(words), height, b"".join(lines))


def _on_piece(x: int, y: int, size: tuple[int, int], colour: bytes, number: int) -> bytes:
    """The colour of a pixel of a piece: a box of its owner with as many light bars as its number; none beside it."""
    piece_x, piece_y = x - size[0] // 4, y - size[1] // 4
    if not (0 <= piece_x < size[0] // 2 and 0 <= piece_y < size[1] // 2):
        return b""
    bar = piece_y > 3 and piece_x % 4 == 2 and piece_x // 4 <= number and piece_y < size[1] // 2 - 4
    return b"\xff\xff\xff" if bar else colour


def _distance_in(x: int, y: int, width: int, height: int, hex_side: int) -> float:
    """How far inside of the tile the middle of a pixel lies, in pixels; below 0 outside."""
    px, py = x + 0.5, y + 0.5
    if not hex_side:
        return min(px, py, width - px, height - py)
    if width < height:
        px, py, width, height = py, px, height, width
    slope = (width - hex_side) / 2
    aside = slope * abs(py - height / 2) / (height / 2)
    return min(py, height - py, px - aside, width - px - aside)


def png(width: int, height: int, lines: bytes) -> bytes:
    """A PNG of red, green, blue and opacity, its lines each after a zero byte."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def grid_of(file: DrawnFile) -> dict[str, Any]:
    """The keys of a Tiled map that say on which grid it is drawn."""
    grid, cells = file.grid, file.grid.lattice.cells
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    size = {"width": max(columns) - min(columns) + 1, "height": max(rows) - min(rows) + 1}
    if not grid.stagger:
        return {"orientation": "orthogonal", **size, "tilewidth": 48, "tileheight": 48}
    flat = grid.stagger == "columns"
    stagger = {"staggeraxis": "x" if flat else "y", "staggerindex": "even" if shifted(grid, 0) else "odd"}
    tile = {"hexsidelength": 28, "tilewidth": 56 if flat else 48, "tileheight": 48 if flat else 56}
    return {"orientation": "hexagonal", **size, **stagger, **tile}


def tiles_of(file: DrawnFile) -> dict[tuple[int, int], int]:
    """The space of each tile of the grid, by column and row from 0."""
    cells = file.grid.lattice.cells
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(column - left, row - top): space for space, (row, column) in enumerate(cells)}


COLORS = {"rivers": "#2f6fb0", "streams": "#5f9bd0", "roads": "#8a4a1f"}
COLORS |= {"crossings": "#b02fa0", "places": "#b03a2f"}
"""What Tiled draws the things of a layer in."""


def tiled_map(file: DrawnFile, picture: str) -> tuple[str, bytes]:
    """The text of the `.tmj` and the picture of its tiles, which belongs beside it with the name ``picture``.

    What a drawing cannot hold (notes, users, examples) is not in it, and an import does not miss it.
    """
    grid = grid_of(file)
    tiles = [(table, letter, word) for table, lg in file.grids.items() for letter, word in lg.legend.items()]
    tiles += [("", "", stamp) for stamp in file.stamps]
    size, side = (grid["tilewidth"], grid["tileheight"]), grid.get("hexsidelength", 0)
    writer = _GridWriter(file, PixelGrid.of(file.grid, size, side), tiles, grid)
    writer.tile_layers()
    writer.object_layers()
    text = writer.text(tilesets=[writer.tileset(size, picture)] if tiles else [])
    words, letters = [word for _, _, word in tiles], [letter for _, letter, _ in tiles]
    return text, tiles_picture(words, size, side, letters)


class _GridWriter(TiledWriter):
    def __init__(
        self, file: DrawnFile, pixels: PixelGrid, tiles: Sequence[tuple[str, str, str]], grid: Mapping[str, Any]
    ) -> None:
        super().__init__(grid)
        self.file, self.pixels, self.tiles = file, pixels, tiles

    def tileset(self, size: tuple[int, int], picture: str) -> dict[str, Any]:
        """All words with their letters, a tile each."""
        rows = [
            {"id": number, "type": word, "properties": [{"name": "letter", "type": "string", "value": letter}]}
            for number, (_, letter, word) in enumerate(self.tiles)
        ]
        head = {"firstgid": 1, "name": "wargame", "tilewidth": size[0], "tileheight": size[1]}
        head |= {"tilecount": len(rows), "columns": len(rows), "margin": 0, "spacing": 0}
        image = {"image": picture, "imagewidth": size[0] * len(rows), "imageheight": size[1]}
        return {**head, **image, "tiles": rows}

    def tile_layers(self) -> None:
        """A layer of tiles for each grid of letters."""
        numbers = {(table, letter): number for number, (table, letter, _) in enumerate(self.tiles, 1)}
        width, height = self.grid["width"], self.grid["height"]
        for table, letters in self.file.grids.items():
            data = [0] * (width * height)
            for (column, row), space in tiles_of(self.file).items():
                data[row * width + column] = numbers[table, letters.letters[space]]
            faint = {} if table == "terrain" else {"opacity": 0.3}
            self.layer(table, "tilelayer", width=width, height=height, data=data, **faint)

    def object_layers(self) -> None:
        """The layers of points and lines."""
        for name in self.file.layers:
            objects = [
                tiled_object
                for place, row in enumerate(self.file.rows)
                if row.sort.layer == name
                for tiled_object in self._things(row, self.file.hashes[place])
            ]
            color = {"color": COLORS[name]} if name in COLORS else {}
            self.layer(name, "objectgroup", draworder="topdown", objects=objects, **color)

    def _things(self, row: DrawnRow, row_hash: str) -> Iterator[dict[str, Any]]:
        lines = list(self._lines(row))
        for number, (points, line) in enumerate(lines):
            properties: list[dict[str, Any]] = [{"name": "was", "type": "string", "value": row_hash}]
            if len(lines) > 1:
                properties.append({"name": "part", "type": "int", "value": number})
            tile = ("", "", row.kind)
            if tile in self.tiles and not line:  # it is stamped: a tile hangs from its lower left
                width, height = self.grid["tilewidth"], self.grid["tileheight"]
                corner = points[0][0] - width / 2, points[0][1] + height / 2
                stamp = {"width": width, "height": height, "gid": self.tiles.index(tile) + 1}
                yield self.thing(row.name, row.kind, [corner], properties=properties, **stamp)
            else:
                shape = "polyline" if line else "point"
                yield self.thing(row.name, row.kind, points, shape, properties=properties)

    def _lines(self, row: DrawnRow) -> Iterator[tuple[list[Pixel], bool]]:
        """The points of each object that a row is drawn as, and whether they are a line."""
        lattice, pixel = self.file.grid.lattice, self.pixels.pixel
        match row.sort.shape:
            case RowShape.SPACE | RowShape.SPACES:
                for (space,) in row.parts:
                    yield [rounded(pixel(lattice.centres[space]))], False
            case RowShape.SIDE:
                for a, b in row.parts:
                    yield [rounded(self.pixels.middle((a, b)))], False
            case RowShape.WAYS | RowShape.TRACE:
                for part in row.parts:
                    yield [rounded(pixel(lattice.centres[space])) for space in part], True
            case RowShape.LINES:
                for line in lines_of(lattice, [(a, b) for a, b in row.parts]):
                    yield [rounded(pixel(spot)) for spot in line], True
            case _:
                assert_never(row.sort.shape)
