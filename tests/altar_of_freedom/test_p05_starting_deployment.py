"""GotW p.5 Starting Deployment and the Deployment Notes of p.15-16 (AFI p.5, 15-16). Readings: Deployment."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, bare_board, board_of, campaign_of, gettysburg, position, vicksburg

from wargame_altar_of_freedom.board.actions import Decide, Deploy, PlaceDepot, PlaceToken
from wargame_altar_of_freedom.board.turn_events import TokenPlaced
from wargame_core import Roll

STEP = "Deployment > Deploy"
CONFEDERATES = (
    "loring", "bowen", "stevenson", "forney", "cs_mississippi_smith", "gregg",
    "cs_mississippi_picket_1", "cs_mississippi_picket_2", "cs_relief_picket_1",
)  # fmt: skip


PICKET = "cs_relief_picket_1"


def deploying(*placed: tuple[str, str], reserve: tuple[str, ...] = (), **changes: Any) -> Play:
    """The free scenario with these tokens placed and those in reserve still to place."""
    return position(STEP, dict(placed), reserve=reserve, scenario="free", **changes)


def offered(play: Play, token: str) -> set[str]:
    """The spaces in which a token may be deployed now."""
    label = play.label
    return {label(one.space) for one in play.match.choices() if isinstance(one, Deploy) and one.token == token}


def test_the_confederates_place_all_of_theirs_before_the_federals_place_anything() -> None:
    match = vicksburg().start(scenario="free", seed=1)
    asked = []
    while match.board.turn == 0:  # type: ignore[attr-defined]
        asked.append(match.waiting_for[0])
        match.play(next(iter(match.choices())))
    assert asked == sorted(asked)  # confederate comes before federal in the alphabet too
    assert asked.count("confederate") == len(CONFEDERATES)
    assert asked.count("federal") == 12  # the depot, ten divisions and a picket


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_by_the_book_the_order_of_deployment_tells_nothing_of_what_the_tokens_are(seed: int) -> None:
    match = vicksburg().start(seed=seed)
    told = [event for event in match.view("federal").events if isinstance(event, TokenPlaced) and event.token[0] == "C"]
    deployed = [event.token for event in told if event.why == "deploys"]
    assert deployed == sorted(deployed)
    assert len(deployed) == len(CONFEDERATES)


@pytest.mark.parametrize("fog", ["face_down", "referee"])
def test_players_may_deploy_their_tokens_in_any_order_a_picket_first(fog: str) -> None:
    match = vicksburg().start(scenario="free", seed=1, options={"fog": fog})
    board = board_of(match)
    assert len({action.token for action in list[Any](match.choices())}) == len(CONFEDERATES)
    picket = next(token.id for token in board.tokens.values() if token.piece == "cs_relief_picket_1")
    match.play(next(action for action in list[Any](match.choices()) if action.token == picket))
    assert list(board_of(match).at) == [picket]


def test_the_computer_deploys_in_the_order_of_the_numbers() -> None:
    game = vicksburg()
    match, bot = game.start(scenario="free", seed=1), game.bot("heuristic", seed=1)
    placed = []
    while match.waiting_for == ("confederate",):
        action = bot(match.view("confederate"))
        assert isinstance(action, Deploy)
        match.play(action)
        placed.append(action.token)
    assert placed == sorted(placed)


def test_with_a_referee_an_unseen_enemy_bars_no_space_that_is_offered_and_the_token_stands_near_it() -> None:
    play = deploying(("loring", "Rocky Springs"), reserve=("carr",), fog="referee")
    assert "Rocky Springs" in offered(play, "carr")
    play.play(Deploy("carr", play.space("Rocky Springs")))
    assert play.where("carr") in {"(15,10)", "(16,9)", "(16,11)", "(17,10)"}


@pytest.mark.parametrize(
    ("token", "spaces"),
    [
        ("loring", {"Edwards Station", "(8,15)", "(10,15)", "(9,14)", "(9,16)"}),
        ("bowen", {"Warrenton", "(10,7)", "(12,7)", "(11,8)"}),  # the fourth neighbour is in Louisiana
        ("stevenson", {"Vicksburg", "(7,8)", "(9,8)", "(8,9)"}),
        ("gregg", {
            "Jackson", "(9,26)", "(10,25)", "(11,26)", "Morrisville", "(13,24)", "(14,23)", "(15,24)",
        }),
        ("carr", {"Rocky Springs", "(15,10)", "(16,9)", "(16,11)", "(17,10)"}),
        ("steele", {"Willow Springs", "(17,8)", "Grindstone Ford", "(18,7)", "(18,9)"}),
        ("logan", {"Burtonton", "(18,14)", "(20,14)", "(19,13)", "(19,15)"}),
    ],
)  # fmt: skip
def test_a_division_stands_in_its_named_space_or_next_to_it_on_the_same_bank(token: str, spaces: set[str]) -> None:
    assert offered(deploying(reserve=(token,)), token) == spaces


def test_divisions_do_not_share_a_space_at_the_start_either() -> None:
    play = deploying(("stevenson", "Vicksburg"), ("forney", "8,9"), reserve=("cs_mississippi_smith",))
    assert offered(play, "cs_mississippi_smith") == {"(7,8)", "(9,8)"}


def test_a_depot_does_not_keep_a_division_out_of_its_space() -> None:
    play = deploying(reserve=("stevenson",))
    play.play(Deploy("stevenson", play.space("Vicksburg")))
    assert play.where("stevenson") == "Vicksburg"
    depot = play.board.depot_in(play.space("Vicksburg"))
    assert depot is not None
    assert depot.side == "confederate"


def test_confederate_pickets_may_stand_in_any_empty_space() -> None:
    play = deploying(("gregg", "Jackson"), reserve=("cs_relief_picket_1",))
    theater = play.board.campaign.map
    assert len(offered(play, "cs_relief_picket_1")) == theater.size - len({"Gregg", "the enemy depot"})


def test_the_federal_picket_stands_at_most_one_space_from_any_division() -> None:
    play = deploying(("carr", "Rocky Springs"), ("logan", "Burtonton"), reserve=("us_xiii_picket_1",))
    assert offered(play, "us_xiii_picket_1") == {
        "(15,10)", "(16,9)", "(16,11)", "(17,10)", "(18,14)", "(20,14)", "(19,13)", "(19,15)",
    }  # fmt: skip


def test_a_picket_moves_aside_to_the_nearest_empty_space_for_a_division_deployed_on_it() -> None:
    play = deploying(("cs_relief_picket_1", "Rocky Springs"), reserve=("carr",))
    play.play(Deploy("carr", play.space("Rocky Springs")))
    assert play.match.waiting_for == ("confederate",)
    offers = {play.label(one.space) for one in list[Any](play.match.choices())}
    assert offers == {"(15,10)", "(16,9)", "(16,11)", "(17,10)"}
    play.play(PlaceToken("cs_relief_picket_1", play.space("16,11")))
    assert (play.where("carr"), play.where("cs_relief_picket_1")) == ("Rocky Springs", "(16,11)")


def test_a_displaced_picket_takes_no_space_that_is_taken() -> None:
    around = {"mcarthur": "15,10", "logan": "16,9", "crocker": "16,11"}
    play = position(STEP, {"cs_relief_picket_1": "Rocky Springs", **around}, reserve=("carr",), scenario="free")
    play.play(Deploy("carr", play.space("Rocky Springs")))
    assert play.where("cs_relief_picket_1") == "(17,10)"


def test_with_a_referee_a_displaced_picket_is_offered_the_space_of_an_enemy_it_does_not_see() -> None:
    around = {"mcarthur": "15,10", "logan": "16,9", "crocker": "16,11", "hovey": "17,10"}
    at = {"cs_relief_picket_1": "Rocky Springs", **around}
    play = position(STEP, at | {"osterhaus": "16,12"}, reserve=("carr",), scenario="free", fog="referee")
    everywhere = position(STEP, at, reserve=("carr",), scenario="free", fog="referee")
    for one in (play, everywhere):
        one.play(Deploy("carr", one.space("Rocky Springs")))
    assert list(play.match.choices()) == list(everywhere.match.choices())
    play.play(PlaceToken("cs_relief_picket_1", play.space("16,12")))
    assert play.where("carr") == "Rocky Springs"
    assert play.where("cs_relief_picket_1") not in {"Rocky Springs", "(16,12)", *around.values()}


def test_a_federal_picket_does_not_chase_an_enemy_picket_away() -> None:
    play = deploying(("carr", "Rocky Springs"), ("cs_relief_picket_1", "16,9"), reserve=("us_xiii_picket_1",))
    assert "(16,9)" not in offered(play, "us_xiii_picket_1")


def test_a_division_is_not_deployed_on_an_enemy_division() -> None:
    known = {"federal": frozenset({"loring"})}
    play = deploying(("loring", "Rocky Springs"), reserve=("carr",), known_faces=known)
    assert "Rocky Springs" not in offered(play, "carr")


def test_a_menu_does_not_tell_a_face_down_division_from_a_picket() -> None:
    """Who tries it stands next to the division, which shows itself; the choice is not taken back."""
    choices = [offered(deploying((enemy, "Rocky Springs"), reserve=("carr",)), "carr") for enemy in ("loring", PICKET)]
    assert choices[0] == choices[1]
    play = deploying(("loring", "Rocky Springs"), reserve=("carr",))
    play.play(Deploy("carr", play.space("Rocky Springs")))
    assert (play.where("loring"), play.where("carr") == "Rocky Springs") == ("Rocky Springs", False)
    assert "loring" in play.board.face_up
    assert not play.match.can_undo("federal")


def test_a_space_that_the_briefing_does_not_allow_is_refused() -> None:
    play = deploying(reserve=("loring",))
    verdict = play.refused(Deploy("loring", play.space("Vicksburg")))
    assert verdict.codes == ("not_offered",)
    assert str(verdict.reasons[0].cite) == "GotW p.5 Starting Deployment"


def test_the_federal_player_chooses_his_depot_when_the_confederates_stand() -> None:
    board = bare_board(vicksburg(), reserve=("loring", "carr"), scenario="free", depots=False)
    play = position(STEP, board=board)
    assert play.match.waiting_for == ("confederate",)
    assert "us_depot" not in play.board.depots
    play.play(Deploy("loring", play.space("Edwards Station")))
    assert play.match.waiting_for == ("federal",)
    assert {one.space for one in list[Any](play.match.choices())} == set(play.spaces("Willow Springs", "Grand Gulf"))
    assert play.refused(PlaceDepot("us_depot", play.space("Port Gibson"))).codes == ("not_offered",)
    play.play(PlaceDepot("us_depot", play.space("Grand Gulf")))
    depot = play.board.depots["us_depot"]
    assert (play.label(depot.space), depot.value, depot.builder) == ("Grand Gulf", 6, "federal")


def test_a_picket_moves_aside_for_a_depot_and_none_is_set_up_on_an_enemy_depot() -> None:
    board = bare_board(vicksburg(), reserve=("cs_relief_picket_1", "carr"), scenario="free", depots=False)
    play = position(STEP, board=board)
    play.play(Deploy("cs_relief_picket_1", play.space("Grand Gulf")))
    play.play(PlaceDepot("us_depot", play.space("Grand Gulf")))
    assert play.match.waiting_for == ("confederate",)
    offers = {play.label(one.space) for one in list[Any](play.match.choices())}
    assert "Grand Gulf" not in offers
    play.play(PlaceToken("cs_relief_picket_1", play.space(min(offers))))
    assert play.where("cs_relief_picket_1") == min(offers)
    later = deploying(reserve=("cs_relief_picket_1",))
    depot = later.board.depots["us_depot"]
    assert later.label(depot.space) not in offered(later, "cs_relief_picket_1")


def test_the_historical_scenario_stands_where_the_briefings_say_without_a_question() -> None:
    board = board_of(vicksburg().start(seed=1863))
    campaign = campaign_of(vicksburg())
    stands = {
        token.piece: campaign.map.label(board.at[token_id])
        for token_id, token in board.tokens.items()
        if token_id in board.at
    }
    assert stands["cs_mississippi_loring"] == "Edwards Station"
    assert stands["cs_mississippi_bowen"] == "Warrenton"
    assert stands["cs_mississippi_stevenson"] == "Vicksburg"
    assert stands["cs_relief_gregg"] == "Jackson"
    assert stands["us_xiii_osterhaus"] == "Rocky Springs"
    assert stands["us_xv_steele"] == "Willow Springs"
    assert stands["us_xvii_logan"] == "Burtonton"
    assert {piece.id for piece in campaign.pieces.values() if piece.status == "start"} == stands.keys() - {
        f"cs_relief_{name}" for name in ("walker", "french", "jackson")
    }
    assert {campaign.map.label(depot.space) for depot in board.depots.values()} == {
        "Willow Springs",
        "Vicksburg",
        "Jackson",
    }


@pytest.mark.parametrize("campaign", [vicksburg, gettysburg])
def test_by_the_book_everything_that_can_stand_on_a_road_does(campaign: Any) -> None:
    match = campaign().start(chance="explicit", seed=1)
    while (isinstance(match.pending, Roll) and match.pending.label != "event card") or match.board.turn == 0:
        if isinstance(match.pending, Roll):
            if match.pending.label == "event card":
                break
            match.roll(match.pending.die.faces[0])
        else:
            match.play(Decide("keep_it"))
    board = board_of(match)
    roads = {space for road in board.campaign.map.roads for space in road.path}
    off = {board.tokens[token_id].piece for token_id, space in board.at.items() if space not in roads}
    assert off == set()


def test_random_arrivals_have_a_counter_and_wait_off_the_map() -> None:
    start = vicksburg().start(chance="explicit", seed=1)
    while isinstance(start.pending, Roll) and start.pending.label != "event card":
        start.roll(start.pending.die.faces[0])
    board = board_of(start)
    waiting = {board.tokens[token_id].unit for token_id in board.tokens if token_id not in board.at}
    assert waiting == {"cs_relief_walker", "cs_relief_french", "cs_relief_jackson"}
