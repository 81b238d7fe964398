"""The ground of a battle: what the table must show, and over which of its edges the attacker comes.

Source: GotW p.12 Assembling the Tabletop, Deployment (AFI p.12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Contact
from wargame_core.maps.features import Edge, edge

WOODED = "woods"


def table_features(board: CampaignBoard, block: tuple[int, ...]) -> tuple[str, ...]:
    """Everything on the marked spaces that the table has to show, a line each: places, roads, waters, woods.

    Source: GotW p.12 Assembling the Tabletop (AFI p.12).
    """
    return tuple(_features(board, block))


def _features(board: CampaignBoard, block: tuple[int, ...]) -> Iterator[str]:
    game_map, inside = board.campaign.map, set(block)
    for place in game_map.places:
        if place.space in inside:
            yield f"{place.kind}: {place.name}"
    for road in game_map.roads:
        here = [space for space in dict.fromkeys(road.path) if space in inside]
        if here:
            yield f"{road.kind}: {road.name}, through {_labels(board, here)}"
    for barrier in game_map.barriers:
        for between in sorted(barrier.edges):
            if inside.issuperset(between):
                yield f"{barrier.kind}: {barrier.name} between {_labels(board, between)}{_crossing(board, between)}"
    for stream in game_map.streams:
        here = [space for space in stream.path if space in inside]
        if here:
            yield f"stream: {stream.name}, through {_labels(board, here)}"
    for works in board.campaign.earthworks:
        if board.campaign.space(works.place) in inside:
            yield f"earthworks: +{works.bonus} for {works.side} units at {works.place} when they are attacked there"
    for fortress in board.campaign.fortress:
        space = board.campaign.space(fortress.place)
        if space in inside and board.division_mask(fortress.side) >> space & 1:
            yield f"fortress: no {board.enemy(fortress.side)} unit may enter {fortress.place} while it is garrisoned"
    wooded = [space for space in block if game_map.terrain[space] == WOODED]
    if wooded:
        yield f"woods: at least half of {_labels(board, wooded)}"


def _labels(board: CampaignBoard, spaces: Iterable[int]) -> str:
    return ", ".join(map(board.label, spaces))


def _crossing(board: CampaignBoard, between: Edge) -> str:
    crossing = board.campaign.map.crossing_at(between)
    if crossing is None:
        return ""
    return f", {crossing.name} ({'destroyed' if crossing.id in board.destroyed else 'standing'})"


def edge_of_approach(board: CampaignBoard, contact: Contact) -> str:
    """The edge of the contact's square over which the attacker comes, in whose first six inches he deploys.

    Source: GotW p.12 Deployment (AFI p.12).
    """
    return side_towards(board, contact.space, contact.origin)


def side_towards(board: CampaignBoard, space: int, other: int) -> str:
    """The edge of a space on which another one lies; of one that lies diagonally, the northern or southern edge."""
    row, column = board.campaign.map.grid.rowcol(space)
    other_row, other_column = board.campaign.map.grid.rowcol(other)
    if other_row != row:
        return "north" if other_row < row else "south"
    return "west" if other_column < column else "east"


def behind_a_river(board: CampaignBoard, contact: Contact) -> bool:
    """Whether a river lies between the attacker and the space he enters."""
    return edge(contact.space, contact.origin) in board.campaign.map.edges_on("river")
