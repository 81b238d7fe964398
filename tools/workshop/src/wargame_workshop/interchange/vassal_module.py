"""What a VASSAL module holds that can be read: boards with their grids, counters, set-ups, decks, and its saves."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import define, field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.foreign_xml import Element, read_xml
from wargame_workshop.interchange.vassal_grid import BoardGrid, number_of, tag_of
from wargame_workshop.interchange.vassal_text import ESCAPE, VassalPiece, commands, deciphered, read_piece

LARGEST_SIDE = 30_000
"""Pixels of a board; no larger picture is let in."""
MOST_PIECES = 50_000


@frozen
class VassalBoard:
    """A board: its picture, its size in pixels, its grid, and the named points of regions."""

    name: str
    map: str
    image: str
    size: tuple[int, int]
    grid: BoardGrid | None
    regions: tuple[tuple[str, int, int], ...]
    zones: tuple[str, ...]


@frozen
class VassalSlot:
    """A counter or card as it is kept in the module, with the names of the lists that it is kept in."""

    piece: VassalPiece
    entry: str
    kept_in: tuple[str, ...]


@frozen
class VassalSetup:
    """A counter on a board at the start: by the printed name of its space, or by a point."""

    name: str
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
    broken: int = 0

    def markers_of(self, piece: VassalPiece, seen: frozenset[str] = frozenset()) -> dict[str, str]:
        """The markers of a piece, those of its prototypes first."""
        markers: dict[str, str] = {}
        for name in piece.prototypes:
            if name in self.prototypes and name not in seen:
                markers.update(self.markers_of(self.prototypes[name], seen | {name}))
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
        raise DataError(
            [Problem(module.path.name, element.line, element.column, "E104", f"more than {MOST_PIECES:,} pieces")]
        )
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
        module.slots.append(VassalSlot(piece, entry, (*kept_in, name)))
        if tag_of(element) == "SetupStack":
            by_name = element.get("useGridLocation") == "true"
            x, y = (int(number_of(element, axis, 0)) for axis in ("x", "y"))
            where = element.get("location") if by_name else ""
            module.setups.append(VassalSetup(entry, element.get("owningBoard"), where, x, y))
    if tag_of(element) == "DrawPile" and cards:
        module.decks[name or "deck"] = cards


def _board(archive: Archive, element: Element, board_map: str) -> VassalBoard:
    image = element.get("image")
    size = (int(number_of(element, "width", 0)), int(number_of(element, "height", 0)))
    if image and f"images/{image}" in archive.members:
        size = picture_size(archive.bytes(f"images/{image}")) or size
    if max(size) > LARGEST_SIDE:
        raise archive.no(f"a board of {size[0]} x {size[1]} pixels", f"images/{image}")
    grids = list(_grids(element))
    largest = max(grids, key=lambda grid: grid.get("useless") == "" and len(grid.children), default=None)
    background = next((grid for grid in element.children if tag_of(grid) in ("HexGrid", "SquareGrid")), None)
    grid = background if background is not None else largest
    regions = tuple(
        (row.get("name"), int(number_of(row, "originx", 0)), int(number_of(row, "originy", 0)))
        for row in element.walk()
        if tag_of(row) == "Region" and row.get("name")
    )
    zones = tuple(row.get("name") for row in element.walk() if tag_of(row) == "Zone" and row.get("name"))
    made = BoardGrid.of(grid, size) if grid is not None and min(size) > 0 else None
    return VassalBoard(element.get("name"), board_map, image, size, made, regions, zones)


def _grids(element: Element) -> Iterator[Element]:
    return (grid for grid in element.walk() if tag_of(grid) in ("HexGrid", "SquareGrid"))


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
        if "savedGame" not in archive.members:
            raise DataError([Problem(path.name, 1, 1, "E710", "no savedGame in it: this is no saved game of VASSAL")])
        raw = archive.bytes("savedGame")
    try:
        text = deciphered(raw)
    except ValueError:
        raise DataError(
            [Problem(path.name, 1, 1, "E710", "the saved game cannot be deciphered, or is cut off")]
        ) from None
    start, _, _ = text.partition(f"{ESCAPE}LOG\t")
    pieces = [piece for command in commands(start) if (piece := read_piece(command)) is not None and piece.name]
    if len(pieces) > MOST_PIECES:
        raise DataError([Problem(path.name, 1, 1, "E104", f"more than {MOST_PIECES:,} pieces")])
    return pieces
