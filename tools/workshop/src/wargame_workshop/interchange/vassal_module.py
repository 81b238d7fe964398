"""What a VASSAL module holds that can be read: boards with their grids, counters, set-ups, decks, and its saves."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from math import floor
from pathlib import Path
from typing import Literal

from attrs import define, field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.foreign_files import Element, read_xml

HEADER = b"!VCSK"
ESCAPE = "\x1b"
MOST_TRAITS = 500
LAYER_PICTURES = 16
"""The field of a layer (``emb2``) that lists its pictures."""


@frozen
class VassalPiece:
    """A piece: its name and pictures, its markers, the prototypes it refers to, where it lies, and traits not read.

    ``layers`` are the pictures of its layers, in their order: what is turned over or loses a step shows another one.
    """

    name: str
    image: str
    layers: tuple[str, ...] = ()
    map: str = ""
    x: int = 0
    y: int = 0
    markers: Mapping[str, str] = field(factory=dict)
    prototypes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that no backslash stands before; quotation of whole parts taken away."""
    parts = (part.replace(f"\\{mark}", mark) for part in re.split(rf"(?<!\\){re.escape(mark)}", text))
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part for part in parts]


def read_piece(text: str) -> VassalPiece | None:
    """The piece of a text "+/id/types/states"; None for what is no piece (a stack, a deck, a damaged text)."""
    parts = split(text.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return None
    return _of_traits(_traits(parts[2]), _traits(parts[3]))


def _traits(text: str) -> list[str]:
    """The traits from the outermost to the basic piece: each holds the next, with one backslash more."""
    traits: list[str] = []
    while text and len(traits) < MOST_TRAITS:
        outermost, *others = split(text, "\t")
        traits.append(outermost)
        text = "\t".join(others)
    return traits


def _of_traits(types: Sequence[str], states: Sequence[str]) -> VassalPiece | None:
    markers: dict[str, str] = {}
    prototypes, unread, layers = [], [], list[str]()
    name = image = board = ""
    x = y = 0
    basic = False
    for kind, state in zip(types, [*states, *[""] * len(types)], strict=False):
        fields = split(kind, ";")
        match fields[0]:
            case "piece":
                basic = True
                image, name = [*fields[3:5], "", ""][:2]
                where = [*split(state, ";"), *[""] * 3]
                board = where[0] if where[0] != "null" else ""
                x, y = _whole(where[1]), _whole(where[2])
            case "mark":
                keys = split(fields[1], ",") if len(fields) > 1 else []
                markers |= {key: value for key, value in zip(keys, split(state, ","), strict=False) if key}
            case "prototype":
                prototypes += fields[1:2]
            case "emb2" if len(fields) > LAYER_PICTURES:
                layers += filter(None, split(fields[LAYER_PICTURES], ","))
            case "":
                pass
            case other:
                unread.append(other[:20])
    if not basic:
        return None
    return VassalPiece(name, image, tuple(layers), board, x, y, markers, tuple(prototypes), tuple(unread))


def _whole(text: str) -> int:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 8 else 0


def deciphered(raw: bytes) -> str:
    """The text of a saved game, of which every byte is written as two hexadecimal digits. Raises ValueError."""
    if not raw.startswith(HEADER):
        return raw.decode("utf-8")
    body = raw[len(HEADER) :].strip()
    key = int(body[:2], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(body[2:].decode("ascii"))).decode("utf-8")


def tag_of(element: Element) -> str:
    """The last part of an element's name, which is the class that it makes."""
    return element.tag.rpartition(".")[2]


def number_of(element: Element, name: str, default: float) -> float:
    """An attribute as a number; the default where it is none."""
    text = element.get(name)
    try:
        value = float(text)
    except ValueError:
        return default
    return value if abs(value) < 1e6 and value == value else default


@frozen
class Numbering:
    """How spaces are numbered: letters or digits, where columns and rows begin, which way they count."""

    columns_first: bool = True
    mark: str = ""
    column_letters: bool = False
    row_letters: bool = False
    column_start: int = 1
    row_start: int = 1
    column_digits: int = 2
    row_digits: int = 2
    columns_descend: bool = False
    rows_descend: bool = False
    staggered: bool = False

    @classmethod
    def of(cls, element: Element | None) -> Numbering:
        if element is None:
            return cls()
        return cls(
            element.get("first", "H") != "V",
            element.get("sep"),
            element.get("hType", "N") == "A",
            element.get("vType", "N") == "A",
            int(number_of(element, "hOff", 1)),
            int(number_of(element, "vOff", 1)),
            int(number_of(element, "hLeading", 1)) + 1,
            int(number_of(element, "vLeading", 1)) + 1,
            element.get("hDescend") == "true",
            element.get("vDescend") == "true",
            element.get("stagger", "true") == "true",
        )

    @property
    def plain(self) -> bool:
        """Whether a map of ours can have the same numbers: digits that count up, after at most one mark."""
        letters = self.column_letters or self.row_letters or self.columns_descend or self.rows_descend
        good = not any(sign in "-CR" or sign.isdigit() for sign in self.mark)
        return not letters and good and min(self.column_start, self.row_start) >= 0

    def name(self, column: int, row: int) -> str:
        """What is printed in the space of a column and a row, as they are counted."""
        across = _word(column + self.column_start, self.column_letters, self.column_digits)
        down = _word(row + self.row_start, self.row_letters, self.row_digits)
        return f"{across}{self.mark}{down}" if self.columns_first else f"{down}{self.mark}{across}"


def _word(number: int, letters: bool, digits: int) -> str:
    if not letters:
        return f"-{abs(number):0{digits}}" if number < 0 else f"{number:0{digits}}"
    place = abs(number)
    return ("-" if number < 0 else "") + chr(65 + place % 26) * (place // 26 + 1)


@frozen
class BoardGrid:
    """A grid of hexes or squares on a board of a size in pixels."""

    hexes: bool
    dx: float
    dy: float
    x0: float
    y0: float
    width: int
    height: int
    sideways: bool
    numbering: Numbering

    @classmethod
    def of(cls, element: Element, size: tuple[int, int]) -> BoardGrid:
        """The grid of a `HexGrid` or `SquareGrid` element."""
        hexes = tag_of(element) == "HexGrid"
        numbering = next((child for child in element.children if tag_of(child).endswith("GridNumbering")), None)
        dx, dy, x0, y0 = (64.0, 55.43, 0.0, 32.0) if hexes else (48.0, 48.0, 24.0, 24.0)
        sideways = element.get("sideways") == "true"
        width, height = size[::-1] if sideways else size
        return cls(
            hexes,
            max(4.0, number_of(element, "dx", dx)),
            max(4.0, number_of(element, "dy", dy)),
            number_of(element, "x0", x0),
            number_of(element, "y0", y0),
            width,
            height,
            sideways,
            Numbering.of(numbering),
        )

    def spaces(self) -> Iterator[tuple[int, int]]:
        """Every column and row whose middle lies on the board, at most as many as a map may have."""
        first = -floor(self.x0 / self.dx) if self.x0 < 0 else 0
        columns = range(first, floor((self.width - self.x0) / self.dx) + 1)
        rows = range(-1, floor((self.height - self.y0) / self.dy) + 2)
        every = ((column, row) for column in columns for row in rows)  # there may be far more than fit into memory
        return islice((space for space in every if self._on_board(*space)), LARGEST)

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a space lies on the board, in pixels."""
        x, y = self._point(column, row)
        return (y, x) if self.sideways else (x, y)

    def _point(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a space before the board is turned; every second column of hexes lies half a hex lower."""
        lower = self.dy / 2 if self.hexes and column % 2 else 0
        return self.x0 + column * self.dx, self.y0 + row * self.dy + lower

    def _on_board(self, column: int, row: int) -> bool:
        x, y = self._point(column, row)
        return 0 <= x < self.width and 0 <= y < self.height

    def counted(self, column: int, row: int) -> tuple[int, int]:
        """The column and row as VASSAL counts them for the number that is printed."""
        ours = self.numbering
        across, down = ours.columns_descend, ours.rows_descend
        if self.sideways:
            across, down = down, across
        wide, high = (self.height, self.width) if self.sideways else (self.width, self.height)
        columns, rows = floor(wide / self.dy + 0.5), floor(high / self.dx + 0.5)  # as VASSAL has it, not as one expects
        if self.sideways:
            columns, rows = rows, columns
        new_column = columns - column if across else column
        new_row = rows - row if down else row
        if self.hexes and ours.staggered and column % 2:
            new_row += -1 if down else 1
        return new_column, new_row

    def name(self, column: int, row: int) -> str:
        """What is printed in a space."""
        return self.numbering.name(*self.counted(column, row))

    def printed_at(self, x: float, y: float) -> str:
        """What is printed in the space of a point of the board; empty off the grid."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        space = column, floor((y - self._point(column, 0)[1]) / self.dy + 0.5)
        return self.name(*space) if self._on_board(*space) else ""


LARGEST_SIDE = 30_000
"""Pixels of a board; no larger picture is let in."""
MOST_PIECES = 50_000
DEEPEST = 100
"""Prototypes within prototypes."""


@frozen
class VassalBoard:
    """A board: its picture, its grid, and the named points of regions."""

    name: str
    map: str
    image: str
    size: tuple[int, int]
    grid: BoardGrid | None
    regions: tuple[tuple[str, int, int], ...]


@frozen
class VassalSlot:
    """A counter or card as it is kept in the module: the names of its lists, or whether it lies in a stack or deck."""

    piece: VassalPiece
    entry: str
    kept_in: tuple[str, ...]
    lies: Literal["list", "stack", "deck"] = "list"


@frozen
class VassalSetup:
    """A counter on a board at the start: by the printed name of its space, or by a point."""

    name: str
    piece: VassalPiece
    board: str
    location: str
    x: int
    y: int


@define
class VassalModule:
    """What was read of a module."""

    path: Path
    name: str = ""
    version: str = ""
    sides: tuple[str, ...] = ()
    boards: list[VassalBoard] = field(factory=list)
    slots: list[VassalSlot] = field(factory=list)
    setups: list[VassalSetup] = field(factory=list)
    decks: dict[str, list[str]] = field(factory=dict)
    unread: Counter[str] = field(factory=Counter)
    prototypes: dict[str, VassalPiece] = field(factory=dict)
    games: dict[str, str] = field(factory=dict)
    """The saved games in the module that a set-up is begun from, by title: the member of each."""
    broken: int = 0
    _of_prototypes: dict[str, dict[str, str]] = field(factory=dict)

    def markers_of(self, piece: VassalPiece, depth: int = 0) -> dict[str, str]:
        """The markers of a piece, those of its prototypes first. Raises `DataError` for too long a row of these."""
        if depth > DEEPEST:
            what = f"more than {DEEPEST} prototypes, each within another"
            raise DataError([Problem(self.path.name, 1, 1, "E104", what)])
        markers: dict[str, str] = {}
        for name in piece.prototypes:
            if name not in self._of_prototypes and name in self.prototypes:
                self._of_prototypes[name] = {}  # what refers to itself adds nothing
                self._of_prototypes[name] = self.markers_of(self.prototypes[name], depth + 1)
            markers.update(self._of_prototypes.get(name, {}))
        return {**markers, **piece.markers}


def read_module(path: Path) -> VassalModule:
    """Read a `.vmod`. Raises `ArchiveError`, `DataError`, OSError."""
    with Archive(path, FOREIGN) as archive:
        name = next((name for name in ("buildFile.xml", "buildFile") if name in archive.members), None)
        if name is None:
            raise DataError([Problem(path.name, 1, 1, "E710", "no buildFile in it: this is no VASSAL module")])
        root = read_xml(archive.bytes(name), path, name)
        module = VassalModule(path, root.get("name"), root.get("version"))
        _walk(module, archive, root, (), "")
    return module


def _walk(module: VassalModule, archive: Archive, element: Element, kept_in: tuple[str, ...], board_map: str) -> None:
    """Take what an element holds, and what is below it."""
    tag = tag_of(element)
    if len(module.slots) > MOST_PIECES:
        what = f"more than {MOST_PIECES:,} pieces"
        raise DataError([Problem(module.path.name, element.line, element.column, "E104", what)])
    if tag == "PlayerRoster":
        module.sides = tuple(child.text.strip() for child in element.children if tag_of(child) == "entry")
    elif tag == "PrototypeDefinition":
        piece = _piece(module, element, basic=False)
        if piece is not None:
            module.prototypes[element.get("name")] = piece
    elif tag in ("PieceSlot", "CardSlot"):
        piece = _piece(module, element)
        if piece is not None:
            module.slots.append(VassalSlot(piece, element.get("entryName") or piece.name, kept_in))
        return
    elif tag == "Board":
        module.boards.append(_board(archive, element, board_map))
        return
    elif tag in ("SetupStack", "DrawPile"):
        _stack(module, element, kept_in)
        return
    elif tag == "PredefinedSetup" and element.get("file") in archive.members:
        module.games[element.get("name") or element.get("file")] = element.get("file")
    inner = element.get("mapName", board_map) if tag == "Map" else board_map
    here = (*kept_in, element.get("entryName")) if element.get("entryName") else kept_in
    for child in element.children:
        _walk(module, archive, child, here, inner)


def _piece(module: VassalModule, element: Element, *, basic: bool = True) -> VassalPiece | None:
    text = element.text.strip()
    piece = read_piece(text) if text else None
    if piece is None:
        module.broken += bool(text) and basic
        return None
    module.unread.update(piece.unread)
    return piece


def _stack(module: VassalModule, element: Element, kept_in: tuple[str, ...]) -> None:
    """A stack at the start, or a deck. Stacks without pieces are headings of whoever made the module."""
    name = element.get("name")
    cards = []
    for child in element.children:
        if tag_of(child) not in ("PieceSlot", "CardSlot"):
            continue
        piece = _piece(module, child)
        if piece is None:
            continue
        entry = child.get("entryName") or piece.name
        cards.append(entry)
        lies: Literal["stack", "deck"] = "deck" if tag_of(element) == "DrawPile" else "stack"
        module.slots.append(VassalSlot(piece, entry, kept_in, lies))
        if tag_of(element) == "SetupStack":
            by_name = element.get("useGridLocation") == "true"
            x, y = (int(number_of(element, axis, 0)) for axis in ("x", "y"))
            where = element.get("location") if by_name else ""
            module.setups.append(VassalSetup(entry, piece, element.get("owningBoard"), where, x, y))
    if tag_of(element) == "DrawPile" and cards:
        module.decks[name or "deck"] = cards


def _board(archive: Archive, element: Element, board_map: str) -> VassalBoard:
    image = element.get("image")
    size = (int(number_of(element, "width", 0)), int(number_of(element, "height", 0)))
    if image and f"images/{image}" in archive.members:
        size = picture_size(archive.bytes(f"images/{image}")) or size
    if max(size) > LARGEST_SIDE:
        raise archive.no(f"a board of {size[0]} x {size[1]} pixels", f"images/{image}")
    grids = [grid for grid in element.walk() if tag_of(grid) in ("HexGrid", "SquareGrid")]
    background = [grid for grid in grids if grid in element.children]
    grid = max(background[:1] or grids, key=lambda grid: len(grid.children), default=None)
    regions = tuple(
        (row.get("name"), int(number_of(row, "originx", 0)), int(number_of(row, "originy", 0)))
        for row in element.walk()
        if tag_of(row) == "Region" and row.get("name")
    )
    board_grid = BoardGrid.of(grid, size) if grid is not None and min(size) > 0 else None
    return VassalBoard(element.get("name"), board_map, image, size, board_grid, regions)


def picture_size(raw: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, JPEG or SVG, by its head; None for others."""
    if raw[:8] == b"\x89PNG\r\n\x1a\n" and len(raw) >= 24:
        return struct.unpack(">II", raw[16:24])
    if raw[:4] == b"GIF8" and len(raw) >= 10:
        return struct.unpack("<HH", raw[6:10])
    if raw[:2] == b"\xff\xd8":
        return _jpeg_size(raw)
    svg = re.search(rb'<svg[^>]*\swidth="(\d{1,6})(?:\.\d*)?(?:px)?"[^>]*\sheight="(\d{1,6})', raw[:4000])
    return (int(svg[1]), int(svg[2])) if svg is not None else None


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(raw) and raw[at] == 0xFF:
        mark, length = raw[at + 1], struct.unpack(">H", raw[at + 2 : at + 4])[0]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 + max(2, length)
    return None


def read_save(path: Path) -> list[VassalPiece]:
    """The pieces of a `.vsav` with where they lie, or of a `.vlog` with where they begin.

    Raises `ArchiveError`, `DataError`, OSError.
    """
    with Archive(path, FOREIGN) as archive:
        return _saved_in(archive)


def read_games(module: VassalModule) -> dict[str, list[VassalPiece]]:
    """The pieces of each saved game that lies in a module for a beginning, by its title. Raises as `read_save`."""
    games = {}
    with Archive(module.path, FOREIGN) as archive:
        for title, member in module.games.items():
            with Archive(module.path / member, FOREIGN, packed=BytesIO(archive.bytes(member))) as inside:
                games[title] = _saved_in(inside)
    return games


def _saved_in(archive: Archive) -> list[VassalPiece]:
    path = archive.path
    if "savedGame" not in archive.members:
        raise DataError([Problem(path.name, 1, 1, "E710", "no savedGame in it: this is no saved game of VASSAL")])
    raw = archive.bytes("savedGame")
    try:
        text = deciphered(raw)
    except ValueError:
        what = "the saved game cannot be deciphered, or is cut off"
        raise DataError([Problem(path.name, 1, 1, "E710", what)]) from None
    start, _, _ = text.partition(f"{ESCAPE}LOG\t")
    commands = re.split(rf"\\*{ESCAPE}", start)  # those within others have backslashes before their marks
    pieces = [piece for command in commands if (piece := read_piece(command)) is not None and piece.name]
    if len(pieces) > MOST_PIECES:
        raise DataError([Problem(path.name, 1, 1, "E104", f"more than {MOST_PIECES:,} pieces")])
    return pieces
