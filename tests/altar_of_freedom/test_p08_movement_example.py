"""GotW p.8 Movement Example (AFI p.8), staged on the theater maps at the positions their files name."""

from typing import Any

from tests.altar_of_freedom.kit import gettysburg, position

from wargame_altar_of_freedom.board.actions import Move, MoveNext


def test_forney_off_the_road_with_a_two_moves_two_and_stevenson_on_the_road_three_to_auburn() -> None:
    play = position(
        "Allot Staff Dice",
        {"forney": "10,13", "stevenson": "12,13", "cs_relief_picket_1": "Edwards Station"},
        moving="cs_mississippi",
        dice_left={"confederate": 5},
        dice=[2],
    )
    play.allot("forney")
    play.take_up("forney")
    third = Move("forney", play.spaces("10,14", "11,14", "11,15"))
    assert play.refused(third).codes == ("too_far_off_road",)
    play.march("forney", "10,14", "11,14")
    play.march("stevenson", "12,14", "13,14", "Auburn")
    assert (play.where("forney"), play.where("stevenson")) == ("(11,14)", "Auburn")
    assert play.board.staff_dice["confederate"] == 4
    play.check_all_used()


def test_woods_and_a_minor_stream_cost_forney_nothing() -> None:
    play = position(
        "Move one token", {"forney": "10,13"}, moving="cs_mississippi", tokens_with_dice={"forney"}, dice=[2]
    )
    theater = play.board.campaign.map
    assert {theater.terrain[space] for space in play.spaces("11,13", "11,14")} == {"woods"}
    play.march("forney", "11,13", "11,14")
    assert play.where("forney") == "(11,14)"


def test_the_picket_of_another_corps_cannot_move_with_this_one() -> None:
    play = position(
        "Move one token",
        {"stevenson": "12,13", "cs_relief_picket_1": "Edwards Station"},
        moving="cs_mississippi",
    )
    assert MoveNext("cs_relief_picket_1") not in play.match.choices()
    assert play.refused(MoveNext("cs_relief_picket_1")).codes == ("not_offered",)


def test_at_gettysburg_pender_is_stopped_by_the_mountain_and_heth_passes_emmitsburg() -> None:
    play = position(
        "Move one token",
        {"pender": "22,19", "heth": "23,21"},
        game=gettysburg(),
        moving="cs_iii",
        tokens_with_dice={"pender"},
        dice=[2],
    )
    play.take_up("pender")
    over_the_mountain = Move("pender", play.spaces("21,19", "20,19"))
    assert play.refused(over_the_mountain).codes == ("no_road_over",)
    play.march("pender", "21,19")
    play.take_up("heth")
    moves = list[Any](play.match.choices())
    on_through_emmitsburg = next(move for move in moves if len(getattr(move, "path", ())) == 4)
    assert play.space("Emmitsburg") == on_through_emmitsburg.path[2]
    play.play(on_through_emmitsburg)
    assert play.board.at["heth"] == on_through_emmitsburg.path[3]
