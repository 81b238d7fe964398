"""The ground of a battle: the table square by square, what it must show, and over which edges divisions come.

As a person builds it on a table or a program makes a board of it. Source: GotW p.12 Assembling the Tabletop, Deployment
(AFI p.12). Readings: Plan of the table.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Contact
from wargame_core.maps.features import Edge, edge

FEET_PER_SPACE = 2
"""The side of a space of the theater map on the table. Source: GotW p.3 Map Scale vs. Battle Scale (AFI p.3)."""

Cell = tuple[int, int]
"""Row from the north edge and column from the west edge of the table; of a neighbour outside it may be -1 or beyond."""


@frozen
class Square:
    """A space of the theater map on the table, two feet square, with the place in it, if any."""

    id: str
    label: str
    at: Cell
    terrain: str
    place: str = ""
    place_kind: str = ""


@frozen
class LineFeature:
    """A road, railroad or stream: the squares it runs through in order, those just outside the table included."""

    name: str
    kind: str
    cells: tuple[Cell, ...]


@frozen
class Water:
    """A river or another barrier between two squares, one of them perhaps outside, and the crossing there, if any."""

    name: str
    kind: str
    between: tuple[Cell, Cell]
    crossing: str = ""
    crossing_kind: str = ""
    destroyed: bool = False


@frozen
class Works:
    """Earthworks in a square: what they add for a side's units that are attacked there."""

    side: str
    place: str
    at: Cell
    bonus: int


@frozen
class TabletopGround:
    """The table: its squares row by row from the north, and what runs over it and between them."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    ways: tuple[LineFeature, ...]
    waters: tuple[Water, ...]
    works: tuple[Works, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and depth of the table in feet."""
        return self.columns * FEET_PER_SPACE, self.rows * FEET_PER_SPACE


def ground_of(board: CampaignBoard, block: tuple[int, ...]) -> TabletopGround:
    """The ground of the marked spaces. Source: GotW p.12 Assembling the Tabletop (AFI p.12)."""
    game_map = board.campaign.map
    spaces = {*block, *(neighbour for space in block for neighbour in game_map.neighbours[space])}
    spaces.update(*(road.path for road in game_map.roads), *(stream.path for stream in game_map.streams))
    cells = {space: cell_of(board, block, space) for space in spaces}
    block_cells = [cells[space] for space in block]
    squares = []
    for space in sorted(block):
        place = game_map.place_at(space)
        place_name_and_kind = (place.name, place.kind) if place is not None else ("", "")
        label = board.label(space)
        squares.append(
            Square(board.place_id(space), label, cells[space], game_map.terrain[space], *place_name_and_kind)
        )
    runs = [(road.name, road.kind, road.path) for road in game_map.roads]
    runs += [(stream.name, "stream", stream.path) for stream in game_map.streams]
    return TabletopGround(
        max(row for row, _ in block_cells) + 1,
        max(column for _, column in block_cells) + 1,
        tuple(squares),
        tuple(LineFeature(name, kind, part) for name, kind, path in runs for part in _parts(path, set(block), cells)),
        tuple(_waters(board, set(block), cells)),
        tuple(
            Works(earthworks.side, earthworks.place, cells[board.campaign.space(earthworks.place)], earthworks.bonus)
            for earthworks in board.campaign.earthworks
            if board.campaign.space(earthworks.place) in block
        ),
    )


def cell_of(board: CampaignBoard, block: tuple[int, ...], space: int) -> Cell:
    """Row and column of a space on the table; outside it, where they would be."""
    places = [board.campaign.map.grid.rowcol(space_of_place) for space_of_place in block]
    row, column = board.campaign.map.grid.rowcol(space)
    return row - min(row for row, _ in places), column - min(column for _, column in places)


def _parts(path: tuple[int, ...], block_spaces: set[int], cells: dict[int, Cell]) -> Iterator[tuple[Cell, ...]]:
    """The parts of a way that touch the table, each with the space before it and the one after it."""
    part: list[int] = []
    for space, space_after in pairwise(path):
        if space in block_spaces or space_after in block_spaces:
            part = part or [space]
            part.append(space_after)
        elif part:
            yield tuple(cells[space] for space in part)
            part = []
    if part:
        yield tuple(cells[space] for space in part)


def _waters(board: CampaignBoard, block_spaces: set[int], cells: dict[int, Cell]) -> Iterator[Water]:
    for barrier in board.campaign.map.barriers:
        for border in sorted(barrier.edges):
            if not block_spaces.isdisjoint(border):
                cells_of_edge = cells[border[0]], cells[border[1]]
                crossing = board.campaign.map.crossing_at(border)
                if crossing is None:
                    yield Water(barrier.label, barrier.kind, cells_of_edge)
                else:
                    is_destroyed = crossing.id in board.destroyed_crossings
                    yield Water(barrier.label, barrier.kind, cells_of_edge, crossing.name, crossing.kind, is_destroyed)


WOODED = "woods"
SQUARE_FILLING_TERRAIN = ("swamp", "mountain")
"""Terrain that fills its square; of woods the book says how much there must be."""


def table_features(board: CampaignBoard, block: tuple[int, ...]) -> tuple[str, ...]:
    """Everything on the marked spaces that the table has to show, a line each: places, roads, waters, ground.

    Source: GotW p.12 Assembling the Tabletop (AFI p.12).
    """
    return tuple(_features(board, block))


def _features(board: CampaignBoard, block: tuple[int, ...]) -> Iterator[str]:
    game_map, block_spaces = board.campaign.map, set(block)
    for place in game_map.places:
        if place.space in block_spaces:
            yield f"{place.kind}: {place.name}"
    for road in game_map.roads:
        road_spaces = [space for space in dict.fromkeys(road.path) if space in block_spaces]
        if road_spaces:
            yield f"{road.kind}: {road.name}, through {_labels(board, road_spaces)}"
    for barrier in game_map.barriers:
        for border in sorted(barrier.edges):
            if block_spaces.issuperset(border):
                yield f"{barrier.kind}: {barrier.name} between {_labels(board, border)}{_crossing(board, border)}"
    for stream in game_map.streams:
        road_spaces = [space for space in stream.path if space in block_spaces]
        if road_spaces:
            yield f"stream: {stream.name}, through {_labels(board, road_spaces)}"
    for earthwork in board.campaign.earthworks:
        if board.campaign.space(earthwork.place) in block_spaces:
            bonus_text = f"+{earthwork.bonus} for {earthwork.side} units"
            yield f"earthworks: {bonus_text} at {earthwork.place} when they are attacked there"
    for fortress in board.campaign.fortress:
        space = board.campaign.space(fortress.place)
        if space in block_spaces and board.division_mask(fortress.side) >> space & 1:
            yield f"fortress: no {board.enemy(fortress.side)} unit may enter {fortress.place} while it is garrisoned"
    wooded_spaces = [space for space in block if game_map.terrain[space] == WOODED]
    if wooded_spaces:
        yield f"woods: at least half of {_labels(board, wooded_spaces)}"
    for kind in SQUARE_FILLING_TERRAIN:
        if terrain_spaces := [space for space in block if game_map.terrain[space] == kind]:
            yield f"{kind}: {_labels(board, terrain_spaces)}"


def _labels(board: CampaignBoard, spaces: Iterable[int]) -> str:
    return ", ".join(map(board.label, spaces))


def _crossing(board: CampaignBoard, edge: Edge) -> str:
    crossing = board.campaign.map.crossing_at(edge)
    if crossing is None:
        return ""
    return f", {crossing.name} ({'destroyed' if crossing.id in board.destroyed_crossings else 'standing'})"


def edge_of_approach(board: CampaignBoard, contact: Contact) -> str:
    """The edge of the contact's square over which the attacker comes, in whose first six inches he deploys.

    Source: GotW p.12 Deployment (AFI p.12).
    """
    return side_towards(board, contact.space, contact.origin)


def side_towards(board: CampaignBoard, space: int, neighbour: int) -> str:
    """The edge of a space on which another one lies; of one that lies diagonally, the northern or southern edge."""
    row, column = board.campaign.map.grid.rowcol(space)
    other_row, other_column = board.campaign.map.grid.rowcol(neighbour)
    if other_row != row:
        return "north" if other_row < row else "south"
    return "west" if other_column < column else "east"


def behind_a_river(board: CampaignBoard, contact: Contact) -> bool:
    """Whether a river lies between the attacker and the space he enters."""
    return edge(contact.space, contact.origin) in board.campaign.map.edges_on("river")
