"""The places of the boards on which a game is played: which boards lie where, and which of our spaces each place is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.vassal_grids import Cell, Point, Spot, VassalBoard
from wargame_workshop.interchange.vassal_module import VassalModule, VassalSetup
from wargame_workshop.interchange.vassal_pieces import VassalPiece
from wargame_workshop.interchange.vassal_saves import BoardPosition, SavedGame, board_positions

Key = tuple[int, int, Cell]
"""A place by the number of its board, the part of that and the cell in the part."""


class MapKind(Enum):
    """What the spaces of a map are."""

    HEX = "hex"
    SQUARE = "square"
    AREAS = "areas"


@frozen
class PlacedBoard:
    """A board, its place beside others, and where its upper left corner lies on its map, in pixels.

    It may be turned by half a circle.
    """

    board: VassalBoard
    laid: BoardPosition
    left: float = 0
    top: float = 0

    @property
    def turned(self) -> bool:
        """Whether it lies upside down."""
        return self.laid.turned

    def on_map(self, board_point: Point) -> Point:
        """Where a point of the board lies on the map."""
        width, height = self.board.size
        x, y = (width - board_point[0], height - board_point[1]) if self.turned else board_point
        return self.left + x, self.top + y

    def on_board(self, x: float, y: float) -> Point | None:
        """Where a point of the map lies on the board; None off it. A board of no known size has all points."""
        width, height = self.board.size
        x, y = x - self.left, y - self.top
        if min(width, height) > 0 and not (0 <= x < width and 0 <= y < height):
            return None
        return (width - x, height - y) if self.turned else (x, y)


@frozen
class Place:
    """A place on a board: the number of the board, its spot, the point on the map, and whether it is a box.

    A box is what lies off the grid: a holding box, a space of a track, a part of another map.
    """

    board: int
    spot: Spot
    at: Point
    box: bool

    @property
    def key(self) -> Key:
        """The number of the board, the part of it, and the cell there."""
        return self.board, self.spot.part, self.spot.cell

    @property
    def column_and_row(self) -> tuple[int, int]:
        """The cell of a place in a grid."""
        assert not isinstance(self.spot.cell, str)  # only what is asked for lies in grids
        return self.spot.cell

    @property
    def printed(self) -> str:
        """What VASSAL calls it, or where that leaves out the name in its grid, that name."""
        vassal_name, number = self.spot.told, self.spot.number
        return vassal_name if vassal_name and number in vassal_name else number


@define(eq=False, slots=False)
class Places:
    """The boards on which a game is played, and all their places. ``others`` are boards of other maps that are used."""

    module: VassalModule
    placed: Sequence[PlacedBoard]
    others: Sequence[PlacedBoard] = ()
    names: dict[Key, str] = field(factory=dict)
    """Our name of each place, by board, part and cell; as the map that is written has it."""

    @property
    def map(self) -> str:
        """The name of the map on which the game is played."""
        return self.placed[0].board.map

    @property
    def boards(self) -> Sequence[PlacedBoard]:
        """All boards: of the map on which the game is played, and of others."""
        return [*self.placed, *self.others]

    @cached_property
    def kind(self) -> MapKind:
        """What the spaces are: those of a board's own grid or regions count before those of zones; then the most."""
        counts: Counter[tuple[bool, MapKind]] = Counter()
        for board in self.placed:
            for spot in board.board.spots.values():
                if (kind := _kind(board.board, spot)) is not None:
                    counts[spot.part < 0, kind] += 1
        least_count = max(counts.values(), default=0) / 4  # a small grid that only aligns counters is not a map
        own_counts = {
            kind: count for (background, kind), count in counts.items() if background and count >= least_count
        }
        best_counts = own_counts or {kind: count for (_, kind), count in counts.items()}
        return max(best_counts, key=lambda kind: best_counts[kind], default=MapKind.AREAS)

    @cached_property
    def all(self) -> list[Place]:
        """Every place, in the order of the boards."""
        places = []
        for number, placed_board in enumerate(self.boards):
            on_map = number < len(self.placed)
            for spot in placed_board.board.spots.values() if on_map else _boxes_of(placed_board.board):
                box = not on_map or _kind(placed_board.board, spot) is not self.kind
                places.append(Place(number, spot, placed_board.on_map(spot.at), box))
        return places

    def space_at(self, map_name: str, x: float, y: float) -> str:
        """Our name of the space in which a point of a map lies; "" where there is none."""
        for number, placed_board in enumerate(self.boards):
            if (map_name or self.map) == placed_board.board.map and (
                board_point := placed_board.on_board(x, y)
            ) is not None:
                cell = placed_board.board.cell_at(*board_point)
                if number >= len(self.placed):
                    cell = cell if cell is not None and isinstance(cell[1], str) else None
                    return self.names.get((number, *(cell or WHOLE)), "")
                return self.names.get((number, *cell), "") if cell is not None else ""
        return ""

    @cached_property
    def by_name(self) -> dict[str, Place]:
        """The place of each of our spaces; the first where several became one."""
        places_by_name: dict[str, Place] = {}
        for place in self.all:
            if place.key in self.names:
                places_by_name.setdefault(self.names[place.key], place)
        return places_by_name

    def space_of(self, setup: VassalSetup) -> str:
        """Our name of the space in which a counter begins; "" where there is none on these boards."""
        for number, placed_board in enumerate(self.boards):
            if setup.map not in ("", placed_board.board.map) or setup.board not in ("", placed_board.board.name):
                continue
            if setup.location and (name := self._by_text.get((number, setup.location))):
                return name
            if not setup.location or (setup.x or setup.y):
                x, y = placed_board.on_map((setup.x, setup.y))
                return self.space_at(placed_board.board.map, x, y)
        return ""

    @cached_property
    def _by_text(self) -> dict[tuple[int, str], str]:
        """Our names by the board and what VASSAL calls a place, or the number in its grid."""
        texts: dict[tuple[int, str], str] = {}
        for text in ("told", "number"):
            for place in self.all:
                name = self.names.get(place.key)
                if name and (place_text := getattr(place.spot, text)):
                    texts.setdefault((place.board, place_text), name)
        return texts


WHOLE: tuple[int, Cell] = (-1, "")
"""Part and cell of a board of another map that has no places of its own: the whole board."""


def _boxes_of(board: VassalBoard) -> list[Spot]:
    """The places of a board of another map: its regions and zones; and itself where it has none, or a grid."""
    spots = [spot for spot in board.spots.values() if isinstance(spot.cell, str)]
    if board.grid is not None or not spots or any(zone.grid is not None for zone in board.zones):
        middle_point = board.size[0] / 2, board.size[1] / 2
        spots.append(Spot(*WHOLE, board.name or board.map, board.name or board.map, middle_point))
    return spots


def _kind(board: VassalBoard, spot: Spot) -> MapKind | None:
    """What a place is; None for a zone with nothing in it."""
    grid = board.grid_of(spot.part)
    if grid is None:
        return MapKind.AREAS if spot.cell else None
    return MapKind.HEX if grid.hexes else MapKind.SQUARE


# which boards


def places_of(module: VassalModule, board_name: str, saves: Iterable[SavedGame] = ()) -> Places | None:
    """The boards to play on: the one of a name, else those that most pieces of the saved games lie on, else those with
    which a game begins, else the one with the most places; None where nothing is parted. Raises `DataError`.
    """
    saves = list(saves)
    placed_boards = (
        _boards_of_name(module, board_name)
        if board_name
        else _of_saves(module, saves) or _at_beginning(module) or _largest(module)
    )
    if not any(placed_board.board.parted for placed_board in placed_boards):
        return None
    return Places(module, placed_boards, _other_boards(module, placed_boards[0].board.map, saves))


def _boards_of_name(module: VassalModule, board_name: str) -> list[PlacedBoard]:
    boards = [board for board in module.boards if board.name == board_name]
    if not boards:
        names = ", ".join(repr(board.name) for board in module.boards[:12]) or "none"
        hint = "name one of these with --only, or --board of `new game`"
        raise DataError([Problem(module.path.name, 1, 1, "E710", f"no board {board_name!r}; there are {names}", hint)])
    return laid_out(module, boards[0].map, [BoardPosition(board_name)])


def laid_out(module: VassalModule, map_name: str, positions: Iterable[BoardPosition]) -> list[PlacedBoard]:
    """The boards of a map as they lie beside each other: each as far from the edge as those before it are large."""
    boards_by_name = {board.name: board for board in reversed(module.boards) if board.map == map_name}
    rows = [(position, boards_by_name[position.name]) for position in positions if position.name in boards_by_name]
    sizes = {(position.column, position.row): board.size for position, board in rows}
    left, top = module.maps[map_name].padding if map_name in module.maps else (0, 0)
    return [
        PlacedBoard(
            board,
            position,
            left + sum(sizes.get((column, position.row), (0, 0))[0] for column in range(position.column)),
            top + sum(sizes.get((position.column, row), (0, 0))[1] for row in range(position.row)),
        )
        for position, board in rows
    ]


def _of_saves(module: VassalModule, saves: Iterable[SavedGame]) -> list[PlacedBoard]:
    """The boards on which most pieces of the saved games lie, that have places."""
    counts: Counter[tuple[str, tuple[BoardPosition, ...]]] = Counter()
    for save in saves:
        piece_count_by_map = Counter(piece.map for piece in save.pieces if piece.id not in save.in_decks)
        for map_name, positions in save.boards.items():
            spots = sum(len(placed_board.board.spots) for placed_board in laid_out(module, map_name, positions))
            if spots > 1:  # a mat holds many, but is not a map
                counts[map_name, positions] += piece_count_by_map[map_name] * min(spots, 40)
    best = max(counts, key=lambda key: counts[key], default=None)
    return laid_out(module, *best) if best is not None and counts[best] else []


def _at_beginning(module: VassalModule) -> list[PlacedBoard]:
    """The boards with which a game on the largest map begins, where the module says so."""
    best_boards: list[PlacedBoard] = []
    for vassal_map in module.maps.values():
        placed_boards = (
            laid_out(module, vassal_map.name, board_positions(vassal_map.begins)) if vassal_map.begins else []
        )
        best_boards = max(best_boards, placed_boards, key=_spots)
    largest = _largest(module)
    return best_boards if largest and best_boards and _spots(best_boards) >= _spots(largest) / 2 else []


def _spots(placed_boards: Iterable[PlacedBoard]) -> int:
    return sum(len(placed_board.board.spots) for placed_board in placed_boards)


def _largest(module: VassalModule) -> list[PlacedBoard]:
    board = max(module.boards, key=lambda board: len(board.spots), default=None)
    return laid_out(module, board.map, [BoardPosition(board.name)]) if board is not None else []


def _other_boards(module: VassalModule, map_name: str, saves: Iterable[SavedGame]) -> list[PlacedBoard]:
    """The boards of other maps on which something lies, in a saved game or at the start."""
    used_maps = {setup.map for setup in module.setups}
    positions_by_map: dict[str, tuple[BoardPosition, ...]] = {}
    for save in saves:
        maps_with_pieces = {piece.map for piece in save.pieces if piece.id not in save.in_decks}
        used_maps |= maps_with_pieces
        positions_by_map |= {name: boards for name, boards in save.boards.items() if name in maps_with_pieces}
    placed_boards: list[PlacedBoard] = []
    for name in sorted(used_maps - {map_name, ""}):
        first_board = next((board.name for board in module.boards if board.map == name), "")
        placed_boards += laid_out(module, name, positions_by_map.get(name) or [BoardPosition(first_board)])
    return placed_boards


def boards_missing(places: Places, save: SavedGame) -> list[str]:
    """The boards on which a saved game is played and the game is not."""
    own_boards = {placed_board.board.name for placed_board in places.placed}
    return [position.name for position in save.boards.get(places.map, ()) if position.name not in own_boards]


def on_the_map(places: Places, save: SavedGame) -> Callable[[VassalPiece], Point]:
    """A function: the point of a saved piece on the map of the game, whose boards may lie elsewhere than in the save.

    Off the map for what lies on a board that the game has not.
    """
    saved_boards = laid_out(places.module, places.map, save.boards.get(places.map, ()))

    def point(piece: VassalPiece) -> Point:
        if piece.map not in ("", places.map) or not saved_boards:
            return piece.x, piece.y
        for saved_board in saved_boards:
            if (board_point := saved_board.on_board(piece.x, piece.y)) is not None:
                ours = next(
                    (placed_board for placed_board in places.placed if placed_board.board is saved_board.board), None
                )
                return ours.on_map(board_point) if ours is not None else NOWHERE
        return NOWHERE

    return point


NOWHERE: Final[Point] = (-1.0, -1.0)
"""A point on no board."""
