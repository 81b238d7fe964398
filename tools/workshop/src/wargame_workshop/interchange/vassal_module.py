"""What a VASSAL module and its extensions hold that can be read: boards, counters, set-ups, decks and saved games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal, NoReturn

from attrs import define, field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.foreign_files import Element, read_xml
from wargame_workshop.interchange.vassal_grids import (
    BoardGrid,
    Box,
    Region,
    VassalBoard,
    VassalZone,
    number_of,
    path_of,
    tag_of,
)
from wargame_workshop.interchange.vassal_pictures import picture_size
from wargame_workshop.interchange.vassal_pieces import PieceLayer, VassalPiece, read_piece

LARGEST_SIDE = 30_000
"""Pixels of a board; no larger picture is let in."""
MOST_PIECES = 50_000
MOST_REGIONS = 4_000
"""Regions of a board."""
MOST_CORNERS = 50_000_000
"""Spaces of all boards, times the corners of zones in which each may lie."""
DEEPEST = 100
"""Prototypes within prototypes."""
BUILD_FILES = ("buildFile.xml", "buildFile")
HOLDERS = frozenset((
    "GameModule", "BasicModule", "ModuleExtension", "ExtensionElement", "PlayerRoster", "entry", "Map", "PrivateMap",
    "PlayerHand", "BoardPicker", "setup", "Board", "ZonedGrid", "Zone", "HexGrid", "SquareGrid", "RegionGrid",
    "Region", "HexGridNumbering", "SquareGridNumbering", "PieceWindow", "TabWidget", "PanelWidget", "ListWidget",
    "BoxWidget", "MapWidget", "PieceSlot", "CardSlot", "SetupStack", "DrawPile", "PrototypesContainer",
    "PrototypeDefinition", "PredefinedSetup", "ChartWindow", "Chart",
))  # fmt: skip
"""The elements of a build file that are read, or that hold those."""
NO_MATTER = "Folder"
"""How the names of elements end that only sort others."""


@frozen
class VassalSlot:
    """A counter or card as it is kept in the module: the names of its lists, or whether it lies in a stack or deck."""

    piece: VassalPiece
    entry: str
    kept_in: tuple[str, ...]
    lies: Literal["list", "stack", "deck"] = "list"
    gpid: str = ""


@frozen
class VassalSetup:
    """A counter on a board at the start: by the printed name of its space, or by a point of the board."""

    name: str
    piece: VassalPiece
    map: str
    board: str
    location: str
    x: int
    y: int


@frozen
class VassalMap:
    """A map of a module: the room round its boards in pixels, and the boards that are laid out when a game begins."""

    name: str
    padding: tuple[int, int] = (0, 0)
    begins: str = ""


@define
class VassalModule:
    """What was read of a module and its extensions.

    ``problems`` are the pieces that cannot be read. ``unread`` counts traits of counters by kind, ``not_taken``
    elements of the build file that mean nothing here, and ``taken`` how many do.
    """

    path: Path
    name: str = ""
    version: str = ""
    of_vassal: str = ""
    """The version of VASSAL that wrote it."""
    sides: tuple[str, ...] = ()
    maps: dict[str, VassalMap] = field(factory=dict)
    boards: list[VassalBoard] = field(factory=list)
    slots: list[VassalSlot] = field(factory=list)
    setups: list[VassalSetup] = field(factory=list)
    decks: dict[str, list[str]] = field(factory=dict)
    unread: Counter[str] = field(factory=Counter)
    not_taken: Counter[str] = field(factory=Counter)
    taken: int = 0
    prototypes: dict[str, VassalPiece] = field(factory=dict)
    games: dict[str, str] = field(factory=dict)
    """The saved games in the module that a set-up is begun from, by title: the member of each."""
    extensions: tuple[Path, ...] = ()
    problems: list[Problem] = field(factory=list)
    looked_at: int = 0
    """How much there is to look at on its boards; see `MOST_CORNERS`."""
    _of_prototypes: dict[str, tuple[dict[str, str], tuple[PieceLayer, ...]]] = field(factory=dict)

    def markers_of(self, piece: VassalPiece) -> dict[str, str]:
        """The markers of a piece, those of its prototypes first. Raises `DataError` for too long a row of these."""
        return self._carried(piece, 0)[0]

    def layers_of(self, piece: VassalPiece) -> tuple[PieceLayer, ...]:
        """The layers of a piece and then those of its prototypes. Raises `DataError` for too long a row of these."""
        return self._carried(piece, 0)[1]

    def _carried(self, piece: VassalPiece, depth: int) -> tuple[dict[str, str], tuple[PieceLayer, ...]]:
        if depth > DEEPEST:
            message = f"more than {DEEPEST} prototypes, each within another"
            raise DataError([Problem(self.path.name, 1, 1, "E104", message)])
        markers, layers = dict[str, str](), piece.layers
        for name in piece.prototypes:
            if name not in self._of_prototypes and name in self.prototypes:
                self._of_prototypes[name] = {}, ()  # what refers to itself adds nothing
                self._of_prototypes[name] = self._carried(self.prototypes[name], depth + 1)
            prototype_markers, pictures = self._of_prototypes.get(name, ({}, ()))
            markers |= prototype_markers
            layers = tuple(dict.fromkeys((*layers, *pictures)))
        return {**markers, **piece.markers}, layers

    @contextmanager
    def pictures(self) -> Iterator[Pictures]:
        """The pictures of the module and its extensions, as long as they are looked at."""
        with ExitStack() as stack:
            paths = (*self.extensions, self.path)
            yield Pictures([stack.enter_context(Archive(path, FOREIGN)) for path in paths])


@frozen
class Pictures:
    """The pictures of a module; those of an extension replace others of their name."""

    archives: list[Archive]

    def read(self, name: str) -> bytes | None:
        """The content of a picture; None where there is none of this name."""
        for member in (f"images/{name}", f"images/{name}.gif"):
            for archive in self.archives:
                if name and member in archive.members:
                    return archive.bytes(member)
        return None


def extensions_of(path: Path) -> tuple[Path, ...]:
    """The extensions of a module, which VASSAL keeps beside it in a folder with its name and `_ext`."""
    folder = path.with_name(f"{path.stem}_ext")
    return tuple(sorted(folder.glob("*.vmdx"))) if folder.is_dir() else ()


def read_module(path: Path, *extension_paths: Path) -> VassalModule:
    """Read a `.vmod`, the extensions beside it, and ``extension_paths`` of these. Raises `ArchiveError`, `DataError`,
    OSError."""
    extensions = tuple(dict.fromkeys((*extensions_of(path), *extension_paths)))
    module = VassalModule(path, extensions=extensions)
    with module.pictures() as pictures:
        for archive in reversed(pictures.archives):  # the module first
            file = archive.path
            name = next((name for name in BUILD_FILES if name in archive.members), None)
            if name is None:
                message = "no buildFile in it: this is not a VASSAL module"
                raise DataError([Problem(file.name, 1, 1, "E710", message, "choose the .vmod that VASSAL opens")])
            root = read_xml(archive.bytes(name), file, name)
            if file == path:
                module.name, module.version = root.get("name"), root.get("version")
                module.of_vassal = root.get("VassalVersion")
            _Walk(module, archive, pictures, f"{file.name}:{name}").take(root, (), "")
    return module


@frozen
class _Walk:
    """A walk through the build file of an archive, which puts all it finds into the module."""

    module: VassalModule
    archive: Archive
    pictures: Pictures
    file: str

    def take(self, element: Element, kept_in: tuple[str, ...], board_map: str) -> None:
        """Take what an element holds, and what is below it."""
        tag, module = tag_of(element), self.module
        if len(module.slots) > MOST_PIECES:
            self._refuse(element, f"more than {MOST_PIECES:,} pieces")
        self._count(element)
        match tag:
            case "PlayerRoster":
                sides = (child.text.strip() for child in element.children if tag_of(child) == "entry")
                module.sides = tuple(dict.fromkeys((*module.sides, *filter(None, sides))))
            case "PrototypeDefinition":
                if (piece := self._piece(element)) is not None:
                    module.prototypes[element.get("name")] = piece
            case "PieceSlot" | "CardSlot":
                if (piece := self._piece(element)) is not None:
                    entry = element.get("entryName") or piece.name
                    gpid = element.get("gpid") or piece.gpid
                    module.slots.append(VassalSlot(piece, entry, kept_in, gpid=gpid))
            case "Board":
                module.boards.append(self._board(element, board_map))
            case "SetupStack" | "DrawPile":
                self._stack(element, kept_in, board_map)
                return
            case "PredefinedSetup" if element.get("file") in self.archive.members:
                module.games[element.get("name") or element.get("file")] = element.get("file")
            case "ExtensionElement":
                map_match = re.search(r"Map:([^/]*)", element.get("target"))
                board_map = map_match[1].replace("\\", "") if map_match is not None else board_map
            case "setup" if board_map in module.maps:
                vassal_map = module.maps[board_map]
                module.maps[board_map] = VassalMap(vassal_map.name, vassal_map.padding, element.text.strip())
        inner_map = board_map
        if "mapName" in element.attributes:
            inner_map = element.get("mapName")
            padding = (int(number_of(element, "edgeWidth", 0)), int(number_of(element, "edgeHeight", 0)))
            module.maps[inner_map] = VassalMap(inner_map, padding)
        entry_path = (*kept_in, element.get("entryName")) if element.get("entryName") else kept_in
        for child in element.children:
            self.take(child, entry_path, inner_map)

    def _count(self, element: Element) -> None:
        """Count an element as taken, or under its name as one that means nothing here."""
        tag = tag_of(element)
        if tag in HOLDERS or tag.endswith(NO_MATTER) or tag.rpartition("$")[2] in HOLDERS:
            self.module.taken += 1
        else:
            self.module.not_taken[tag] += 1

    def _refuse(self, element: Element, message: str) -> NoReturn:
        raise DataError([Problem(self.file, element.line, element.column, "E104", message)])

    def _piece(self, element: Element) -> VassalPiece | None:
        text = element.text.strip()
        piece = read_piece(text) if text else None
        if piece is None:
            if text:
                name = element.get("entryName") or element.get("name") or "?"
                message = f"the piece {name!r} cannot be read: {text[:30]!r}"
                hint = "open it in VASSAL and save the module again, or write the counter by hand"
                self.module.problems.append(Problem(self.file, element.line, element.column, "E710", message, hint))
            return None
        self.module.unread.update(piece.unread)
        return piece

    def _stack(self, element: Element, kept_in: tuple[str, ...], board_map: str) -> None:
        """A stack at the start, or a deck. Stacks without pieces are headings of whoever made the module."""
        module, cards = self.module, list[str]()
        kind_of_place: Literal["stack", "deck"] = "deck" if tag_of(element) == "DrawPile" else "stack"
        for child in element.children:
            self._count(child)
            for grandchild in child.children:
                self.take(grandchild, kept_in, board_map)
            if tag_of(child) not in ("PieceSlot", "CardSlot") or (piece := self._piece(child)) is None:
                continue
            entry = child.get("entryName") or piece.name
            cards.append(entry)
            module.slots.append(VassalSlot(piece, entry, kept_in, kind_of_place, child.get("gpid") or piece.gpid))
            if kind_of_place == "stack":
                by_name = element.get("useGridLocation") == "true"
                x, y = (int(number_of(element, axis, 0)) for axis in ("x", "y"))
                stack_space, board = element.get("location") if by_name else "", element.get("owningBoard")
                module.setups.append(VassalSetup(entry, piece, board_map, board, stack_space, x, y))
        if kind_of_place == "deck" and cards:
            module.decks.setdefault(element.get("name") or "deck", []).extend(cards)

    def _board(self, element: Element, board_map: str) -> VassalBoard:
        image = element.get("image")
        size = (int(number_of(element, "width", 0)), int(number_of(element, "height", 0)))
        if (raw := self.pictures.read(image)) is not None:
            size = picture_size(raw) or size
        if max(size) > LARGEST_SIDE:
            raise self.archive.no(f"a board of {size[0]} x {size[1]} pixels", f"images/{image}")
        bounds: Box = (0, 0, *size)
        grids = [
            BoardGrid.of(grid, bounds)
            for grid in _of_part(element, ("HexGrid", "SquareGrid"))
            if min(size) > 0  # a grid has no spaces where nothing says how large the board is
        ]
        zones = tuple(_zone(row) for row in _of_part(element, ("Zone",)) if row.get("path"))
        grid = grids[-1] if grids else None
        regions = _regions(element) if grid is None else ()
        board = VassalBoard(element.get("name"), board_map, image, size, grid, regions, zones)
        self._check(element, board)
        return board

    def _check(self, element: Element, board: VassalBoard) -> None:
        """Refuse a board whose places would take minutes to find. Raises `DataError`."""
        regions = len(board.regions) + sum(len(zone.regions) for zone in board.zones)
        if regions > MOST_REGIONS:
            self._refuse(element, f"{regions:,} regions of board {board.name!r}; at most {MOST_REGIONS:,} are read")
        corners = 1 + sum(len(zone.path) for zone in board.zones)
        grids = [grid for grid in (board.grid, *(zone.grid for zone in board.zones)) if grid is not None]
        self.module.looked_at += corners * sum(grid.most_spaces for grid in grids)
        if self.module.looked_at > MOST_CORNERS:
            message = "spaces times corners of zones: the grid is too fine, or there are too many zones"
            self._refuse(element, f"{self.module.looked_at:,} {message}")


def _of_part(element: Element, tags: tuple[str, ...]) -> Iterator[Element]:
    """The elements of some names below an element that are in none of its zones."""
    for child in element.children:
        if tag_of(child) in tags:
            yield child
        elif tag_of(child) != "Zone":
            yield from _of_part(child, tags)


def _regions(element: Element) -> tuple[Region, ...]:
    rows = (row for row in _of_part(element, ("Region",)) if row.get("name"))
    return tuple(
        (row.get("name"), int(number_of(row, "originx", 0)), int(number_of(row, "originy", 0))) for row in rows
    )


def _zone(element: Element) -> VassalZone:
    path = path_of(element.get("path"))
    location, of_board = element.get("locationFormat", "$name$"), element.get("useParentGrid") == "true"
    zone = VassalZone(element.get("name"), path, location, of_board)
    if not of_board:
        grids = [BoardGrid.of(grid, zone.bounds, in_zone=True) for grid in _of_part(element, ("HexGrid", "SquareGrid"))]
        zone.grid = grids[-1] if grids else None
        zone.regions = _regions(element) if zone.grid is None else ()
    return zone


def of_saved_games(module: VassalModule) -> Iterator[tuple[str, Path, bytes]]:
    """Title, place and content of each saved game that lies in a module for a beginning."""
    owners: Mapping[str, str] = module.games
    for path in (module.path, *module.extensions):
        with Archive(path, FOREIGN) as archive:
            for title, member in owners.items():
                if member in archive.members:
                    yield title, path / member, archive.bytes(member)
