"""Supply by wagon roads: who is joined to a depot marches and rallies as printed, who is cut off does not."""

import pytest
from tests.altar_of_freedom.kit import bare_board, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.movement import allowance_ruling, allowances
from wargame_altar_of_freedom.rules.rallying import rallies, rallying_side
from wargame_core import load
from wargame_house_rules.wagon_roads import WagonRoads
from wargame_laws import Trial, laws
from wargame_laws.laws_of_secrets import law_secrets_stay_secret

PLAYERS = ("belligerent", "random")

test_laws = pytest.mark.thorough(laws("vicksburg+wagon_roads", seeds=range(100), players=PLAYERS, budget=30))


@pytest.mark.parametrize("game", ["vicksburg", pytest.param("gettysburg", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("fog", ["face_down", "referee"])
def test_secrets_stay_secret(game: str, fog: str) -> None:
    law_secrets_stay_secret(Trial(load(f"{game}+wagon_roads"), range(4), PLAYERS, options={"fog": fog}, budget=20))


ROAD, END = "21,4", "22,4"
"""The last two spaces of the road from Port Gibson to the south."""


def board_with(**at: str) -> CampaignBoard:
    return bare_board(vicksburg(), at, dice_left={"federal": 1}, effects=[WagonRoads()])


@pytest.mark.parametrize(
    ("at", "spaces"),
    [
        ({"carr": END}, 3),
        ({"carr": END, "loring": ROAD}, 2),
        ({"carr": "22,5", "loring": ROAD}, 3),  # next to a free road
        ({"carr": END, "hovey": ROAD}, 3),  # friends do not bar it
    ],
)
def test_a_token_without_a_wagon_road_marches_a_space_less(at: dict[str, str], spaces: int) -> None:
    board = board_with(**at)
    by_road, _ = allowance_ruling(board, board.tokens["carr"], None)
    assert (by_road.total, allowances(board, board.tokens["carr"], None)[0]) == (spaces, spaces)
    assert ("no wagon road" in str(by_road)) == (spaces == 2)


def test_brigades_without_a_wagon_road_do_not_rally_and_the_enemy_does_not_learn_whose_they_are() -> None:
    board = board_with(carr=END, loring=ROAD, hovey="Port Gibson")
    of_carr, of_hovey = (board.campaign.oob.units_of(f"us_xiii_{name}")[0].id for name in ("carr", "hovey"))
    board.broken_brigades = {of_carr, of_hovey}
    assert [rally.unit for rally in rallies(board, "federal")] == [of_hovey]
    board.broken_brigades = {of_carr}
    assert rallies(board, "federal") == []
    assert rallying_side(board) == "federal"


def test_players_read_who_has_no_wagon_road() -> None:
    board = board_with(carr=END, loring=ROAD)
    assert [text for text, _ in WagonRoads().says(board)] == ["without a wagon road: Carr's Division"]


def test_bots_play_a_whole_campaign_under_it() -> None:
    game = load("gettysburg+wagon_roads")
    match = game.start(seed=3)
    match.play_out({seat: game.bot("heuristic", seed=1) for seat in game.seats})
    assert isinstance(match.board, CampaignBoard)
    assert WagonRoads() in match.board.effects
