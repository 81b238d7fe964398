"""AFI p.7 Crossing Rivers or Mountains: both are lines of the grid; roads, bridges and ferries lead over them."""

import pytest
from tests.altar_of_freedom.kit import bare_board, gettysburg
from tests.gettysburg.kit import TRAIN_1, standing

from wargame_altar_of_freedom.board.actions import Move
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings
from wargame_altar_of_freedom.rules.retreats import retreat_ways
from wargame_core.maps.masks import bits


def moves(board: CampaignBoard, start: str, *ends: str, side: str = "federal") -> list[bool]:
    """Whether a single step leads from one space to each of the others."""
    game_map = board.campaign.map
    passage = game_map.passage(False, None, board.closed_crossings(side))
    return [passage.leads(game_map.parse(start), game_map.parse(end)) for end in ends]


@pytest.fixture(scope="module")
def board() -> CampaignBoard:
    return bare_board(gettysburg())


def test_no_mountain_line_is_crossed_off_the_roads_and_every_one_with_a_road_is(board: CampaignBoard) -> None:
    game_map = board.campaign.map
    passage = game_map.passage(False, None, board.closed_crossings("federal"))
    ridges = game_map.edges_on("ridge") - game_map.edges_on("river")
    assert len(ridges) > 200
    for a, b in ridges:
        assert passage.leads(a, b) == passage.leads(b, a) == ((a, b) in game_map.links)


def test_a_mountain_stops_a_division_off_the_road_whatever_its_die() -> None:
    play = standing("Move one token", {"pender": "22,19"}, moving="cs_iii", tokens_with_dice={"pender"}, dice=(5,))
    play.take_up("pender")
    assert play.refused(Move("pender", play.spaces("21,19", "20,19"))).codes == ("no_road_over",)


def test_a_road_leads_over_the_mountain_at_the_base_rate() -> None:
    play = standing("Move one token", {"heth": "Cashtown"}, moving="cs_iii")
    play.take_up("heth")
    west = {end.path[-1] for end in play.match.choices() if isinstance(end, Move)}
    chambersburg = play.space("Chambersburg")
    distance = play.board.campaign.map.distance
    assert min(distance(space, chambersburg) for space in west) < distance(play.space("Cashtown"), chambersburg)


def test_being_in_a_mountain_space_costs_nothing(board: CampaignBoard) -> None:
    game_map = board.campaign.map
    mountains = {space for space in bits(game_map.enterable) if game_map.terrain[space] == "mountain"}
    inside = [
        (a, b)
        for a in mountains
        for b in game_map.neighbours[a]
        if (min(a, b), max(a, b)) not in game_map.edges_on("ridge") | game_map.edges_on("river")
    ]
    passage = game_map.passage(False, None, frozenset())
    assert inside
    assert all(passage.leads(a, b) for a, b in inside if game_map.enterable >> b & 1)


@pytest.mark.parametrize(
    ("north", "south"),
    [
        ("21,2", "22,2"),
        ("24,11", "25,11"),
        ("29,12", "29,11"),
        ("32,13", "33,13"),
        ("34,17", "35,17"),
        ("4,32", "4,33"),
        ("1,32", "2,32"),
        ("11,41", "11,42"),
    ],
)
def test_the_potomac_and_the_susquehanna_are_crossed_at_their_bridges_and_ferries(
    board: CampaignBoard, north: str, south: str
) -> None:
    assert moves(board, north, south) == [True]
    assert moves(board, south, north) == [True]


def test_and_nowhere_else(board: CampaignBoard) -> None:
    game_map = board.campaign.map
    crossings = {tuple(sorted(crossing.edge)) for crossing in game_map.crossings.values()}
    passage = game_map.passage(False, None, frozenset())
    others = {one for one in game_map.edges_on("river") if tuple(sorted(one)) not in crossings}
    assert len(others) > 60
    assert not any(passage.leads(a, b) or passage.leads(b, a) for a, b in others)


def test_a_destroyed_ferry_is_closed_to_both_armies_to_trains_and_to_retreats(board: CampaignBoard) -> None:
    ruined = bare_board(
        gettysburg(), {"hood": "Williamsport", TRAIN_1: "Williamsport"}, destroyed_crossings={"williamsport_ferry"}
    )
    assert (
        moves(ruined, "24,11", "25,11", side="federal")
        == moves(ruined, "24,11", "25,11", side="confederate")
        == [False]
    )
    enemy = ruined.campaign.map.parse("23,11")
    ways = retreat_ways(ruined, (ruined.tokens["hood"],), (enemy,), 1)
    assert ruined.campaign.map.parse("25,11") not in set(bits(ways.ends))


def test_a_flooded_ferry_is_closed_while_the_bridge_at_harpers_ferry_carries_traffic() -> None:
    flooded = bare_board(gettysburg(), effects=[CloseCrossings("Potomac", "ferry")])
    assert moves(flooded, "24,11", "25,11") == [False]
    assert moves(flooded, "32,13", "33,13") == [True]
