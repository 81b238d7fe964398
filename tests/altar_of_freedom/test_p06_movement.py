"""GotW p.6-7 Movement Rates, Staff Dice, How to Roll Staff Dice, Movement Restrictions (AFI p.6-7)."""

import pytest
from tests.altar_of_freedom.kit import bare_board, campaign_of, piece_called, position, vicksburg

from wargame_altar_of_freedom.board.actions import AllotDice, EndMarch, Halt, Move, MoveNext, Nominate
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_altar_of_freedom.rules.event_cards import BaseMoveDelta, ForbidCrossCountry
from wargame_altar_of_freedom.rules.movement import allowance_ruling, allowances, march_allowance, staff_die_spaces
from wargame_core import D6, DiceError, MalformedAction, UnknownName, Verdict
from wargame_core.maps.masks import bits

SHERMAN = {"steele": "Willow Springs", "blair": "18,9", "tuttle": "18,7"}


# staff dice


def test_three_dice_for_the_three_divisions_of_shermans_corps() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    play.allot("steele", "blair", "tuttle")
    assert play.board.tokens_with_dice == {"steele", "blair", "tuttle"}
    assert play.board.staff_dice["federal"] == 3


def test_some_all_or_none_may_get_a_die() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    assert len(play.match.choices()) == len(set(play.match.choices())) == 2**3


def test_dice_are_announced_before_anything_moves() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    assert play.refused(MoveNext("steele")).codes == ("not_offered",)
    play.allot()
    assert play.refused(AllotDice(("steele",))).codes == ("not_offered",)


def test_no_token_gets_two_dice() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    verdict = play.refused(AllotDice(("steele", "steele")))
    assert verdict.codes == ("two_dice",)
    assert str(verdict.reasons[0].cite) == "GotW p.6 Staff Dice"


def test_dice_go_only_to_the_corps_that_moves() -> None:
    play = position("Allot Staff Dice", {**SHERMAN, "logan": "Burtonton"}, moving="us_xv", dice_left={"federal": 6})
    assert play.refused(AllotDice(("logan",))).codes == ("not_of_corps",)
    assert play.refused(AllotDice(("nobody",))).codes == ("no_such_piece",)


def test_there_are_no_more_dice_than_the_side_has_left() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 2})
    assert play.refused(AllotDice(("steele", "blair", "tuttle"))).codes == ("too_many_dice",)
    assert len(play.match.choices()) == 1 + 3 + 3


def test_tokens_are_named_in_the_order_of_the_corps() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    assert play.refused(AllotDice(("blair", "steele"))).codes == ("order",)


def test_a_side_without_dice_is_not_asked() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 0})
    assert play.step == "Move one token"


def test_pickets_may_be_hurried_too() -> None:
    play = position("Allot Staff Dice", {"us_xiii_picket_1": "Utica"}, moving="us_xiii", dice_left={"federal": 1})
    play.allot("us_xiii_picket_1")
    play.dice.append(4)
    play.take_up("us_xiii_picket_1")
    assert max(len(move.path) for move in play.match.choices() if isinstance(move, Move)) == 3 + 4


# movement rates


@pytest.mark.parametrize(
    ("kind", "by_road", "die", "spaces"),
    [
        ("infantry", True, None, 3),
        ("infantry", True, 5, 8),
        ("infantry", True, 6, 3),
        ("infantry", False, None, 0),
        ("infantry", False, 2, 2),
        ("infantry", False, 6, 0),
        ("cavalry", True, None, 5),
        ("cavalry", True, 4, 9),
        ("cavalry", False, 4, 4),
        ("picket", True, None, 3),
        ("picket", True, 1, 4),
        ("depot", True, None, 0),
    ],
)
def test_base_moves_and_dice_of_the_vicksburg_campaign(kind: str, by_road: bool, die: int | None, spaces: int) -> None:
    assert march_allowance(campaign_of(vicksburg()), kind, by_road, die) == spaces


def test_every_face_of_the_staff_die_counts_itself_except_a_six() -> None:
    assert [staff_die_spaces(campaign_of(vicksburg()), die) for die in D6.faces] == [1, 2, 3, 4, 5, 0]


def test_a_die_that_is_no_die_and_a_token_that_is_no_token_are_refused() -> None:
    campaign = campaign_of(vicksburg())
    with pytest.raises(DiceError, match=r"7 is not a face of d6 \(allowed: 1, 2, 3, 4, 5, 6\)"):
        march_allowance(campaign, "infantry", True, 7)
    with pytest.raises(UnknownName, match="unknown kind of token 'zouaves'"):
        march_allowance(campaign, "zouaves", True, None)


def test_the_ruling_of_an_allowance_says_what_it_adds_up() -> None:
    board = bare_board(vicksburg(), {"steele": "Willow Springs"}, effects=[storm("federal")])
    road, cross = allowance_ruling(board, board.tokens["steele"], 5)
    assert [(one.label, one.value) for one in road.modifiers] == [("Staff Die", 5), ("event", -1)]
    assert (road.base, road.total) == (3, 7)
    assert (cross.base, cross.total) == (0, 5)
    assert all(one.cite is not None for one in road.modifiers)
    assert allowances(board, board.tokens["steele"], 5) == (7, 5)


def storm(*sides: str) -> BaseMoveDelta:
    return BaseMoveDelta(sides, -1, minimum=1)


def test_allowances_with_and_without_events_agree_with_the_ruling() -> None:
    for effects in ([], [storm("federal")], [ForbidCrossCountry(("federal",))]):
        for die in (None, *D6.faces):
            board = bare_board(vicksburg(), {"steele": "Willow Springs"}, effects=effects)
            rulings = allowance_ruling(board, board.tokens["steele"], die)
            assert allowances(board, board.tokens["steele"], die) == tuple(one.total for one in rulings)


# how to roll staff dice


def test_the_die_is_rolled_when_the_token_is_taken_up_and_not_before() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv", tokens_with_dice={"steele", "blair"})
    play.take_up("steele")
    assert play.pending_roll == "Staff Die of Willow Springs"
    play.roll(4)
    play.halt("steele")
    assert play.refused(MoveNext("steele")).codes == ("not_offered",)
    play.take_up("blair")
    assert play.pending_roll.startswith("Staff Die of (18,9)")


def test_a_token_without_a_die_rolls_nothing() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv", tokens_with_dice={"blair"})
    play.take_up("steele")
    assert play.pending_roll == ""


def test_one_token_at_a_time() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv")
    play.take_up("steele")
    assert play.refused(MoveNext("blair")).codes == ("not_offered",)
    assert play.refused(Move("blair", play.spaces("17,9"))).codes == ("wrong_token",)
    assert play.refused(Halt("blair")).codes == ("wrong_token",)


def test_divisions_may_be_moved_in_any_order() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv")
    assert {move.token for move in play.match.choices() if isinstance(move, MoveNext)} == set(SHERMAN)


def test_nobody_has_to_use_all_of_a_move_or_any() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv")
    play.march("steele", "17,8")
    assert play.where("steele") == "(17,8)"
    play.take_up("blair")
    play.halt("blair")
    play.play(EndMarch())
    assert (play.where("blair"), play.where("tuttle")) == ("(18,9)", "(18,7)")


def test_a_token_moves_once() -> None:
    play = position("Move one token", SHERMAN, moving="us_xv")
    play.march("steele", "17,8")
    assert play.refused(MoveNext("steele")).codes == ("not_offered",)


def test_a_die_that_was_never_rolled_is_lost() -> None:
    play = position("Allot Staff Dice", SHERMAN, moving="us_xv", dice_left={"federal": 6})
    play.allot("steele")
    play.play(EndMarch())
    assert play.board.staff_dice["federal"] == 5
    assert play.board.tokens_with_dice == set()


# movement restrictions


def test_by_road_base_and_die_together() -> None:
    play = position(
        "Move one token", {"steele": "Willow Springs"}, moving="us_xv", tokens_with_dice={"steele"}, dice=[2]
    )
    play.march("steele", "17,8", "16,8", "16,9", "Rocky Springs", "16,11")
    assert play.where("steele") == "(16,11)"


def test_by_road_no_further_than_base_and_die() -> None:
    play = position("Move one token", {"steele": "Willow Springs"}, moving="us_xv")
    play.take_up("steele")
    verdict = play.refused(Move("steele", play.spaces("18,9", "17,9", "17,10", "Rocky Springs")))
    assert verdict.codes == ("too_far",)
    assert str(verdict.reasons[0].cite) == "GotW p.6 Movement Rates"


def test_a_single_step_off_the_road_forfeits_the_base_move() -> None:
    play = position("Move one token", {"steele": "Willow Springs"}, moving="us_xv")
    play.take_up("steele")
    verdict = play.refused(Move("steele", play.spaces("17,8", "17,7")))
    assert verdict.codes == ("too_far_off_road",)
    assert str(verdict.reasons[0].cite) == "GotW p.7 Movement Restrictions"


def test_off_the_road_the_die_alone_counts_for_the_whole_move() -> None:
    play = position(
        "Move one token", {"steele": "Willow Springs"}, moving="us_xv", tokens_with_dice={"steele"}, dice=[2]
    )
    play.take_up("steele")
    assert play.refused(Move("steele", play.spaces("17,8", "17,7", "17,6"))).codes == ("too_far_off_road",)
    play.march("steele", "17,8", "17,7")
    assert play.where("steele") == "(17,7)"


def test_a_six_leaves_a_token_off_the_road_where_it_is() -> None:
    play = position(
        "Move one token", {"forney": "10,13"}, moving="cs_mississippi", tokens_with_dice={"forney"}, dice=[6]
    )
    play.take_up("forney")
    assert list(play.match.choices()) == [Halt("forney")]


def test_two_spaces_on_roads_without_a_road_between_them_are_cross_country() -> None:
    play = position("Move one token", {"bowen": "12,9"}, moving="cs_mississippi")
    play.take_up("bowen")
    assert play.match.judge(Move("bowen", play.spaces("12,10", "13,10")))
    assert play.refused(Move("bowen", play.spaces("13,9", "13,10"))).codes == ("too_far_off_road",)


def test_rails_are_roads() -> None:
    play = position("Move one token", {"loring": "Bovina"}, moving="cs_mississippi")
    play.march("loring", "8,11", "8,10", "8,9")
    assert play.where("loring") == "(8,9)"


def test_the_choice_is_every_space_within_the_move_and_nothing_else() -> None:
    play = position(
        "Move one token", {"steele": "Willow Springs"}, moving="us_xv", tokens_with_dice={"steele"}, dice=[1]
    )
    play.take_up("steele")
    board = play.board
    ends = {move.path[-1] for move in play.match.choices() if isinstance(move, Move)}
    reach = {space for space in range(board.campaign.map.size) if reachable(play.space("Willow Springs"), space, 4, 1)}
    assert ends == reach - {play.space("Willow Springs")}


def reachable(start: int, end: int, by_road: int, across: int) -> bool:
    """Whether a space is in reach, by a search of its own."""
    theater = campaign_of(vicksburg()).map
    for links_only, steps in ((True, by_road), (False, across)):
        seen = {start}
        passage = theater.passage(links_only, None, theater.closed_crossings("federal"))
        for _ in range(steps):
            seen |= {near for one in seen for near in bits(passage.next(1 << one))}
        if end in seen:
            return True
    return False


def test_a_march_enters_something() -> None:
    play = position("Move one token", {"steele": "Willow Springs"}, moving="us_xv")
    play.take_up("steele")
    assert play.refused(Move("steele", ())).codes == ("empty_path",)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (("17,9",), "not_adjacent"),  # diagonally
        (("17,8", "15,8"), "not_adjacent"),
        (("Willow Springs",), "not_adjacent"),
    ],
)
def test_tokens_move_up_down_and_sideways_only(path: tuple[str, ...], code: str) -> None:
    play = position("Move one token", {"steele": "Willow Springs"}, moving="us_xv")
    play.take_up("steele")
    assert play.refused(Move("steele", play.spaces(*path))).codes == (code,)


def test_nothing_else_is_a_march() -> None:
    play = position("Move one token", {"steele": "Willow Springs"}, moving="us_xv")
    play.take_up("steele")
    assert play.refused(Nominate(CommandId("us_xv"))).codes == ("not_offered",)
    with pytest.raises(MalformedAction, match="there is no square number 1000000"):
        play.play(Move("steele", (10**6,)))  # type: ignore[arg-type]
    with pytest.raises(MalformedAction, match="there is no square 'Willow Springs'; one is written"):
        play.play({"kind": "move", "token": "steele", "path": ["Willow Springs"]})
    with pytest.raises(MalformedAction, match=r"there is no square '\(99,0\)'"):
        play.play({"kind": "move", "token": "steele", "path": ["(99,0)"]})


def test_why_a_place_cannot_be_reached_is_told_by_its_name() -> None:
    play = position("Move one token", {"steele": "Willow Springs", "carr": "16,9"}, moving="us_xv")
    play.take_up("steele")
    told = {name: play.match.explain(name) for name in ("17,8", "Jackson", "Willow Springs", "16,9", "Atlantis")}
    codes = {name: verdict.codes for name, verdict in told.items() if isinstance(verdict, Verdict)}
    assert codes == {
        "17,8": (),
        "Jackson": ("too_far",),
        "Willow Springs": ("already_there",),
        "16,9": ("no_stacking",),
        "Atlantis": ("unknown",),
    }


def test_a_space_shut_off_on_all_sides_is_out_of_any_way() -> None:
    play = position("Move one token", {"bowen": "Warrenton"}, moving="cs_mississippi")
    play.take_up("bowen")
    verdict = play.match.explain("Milliken's Bend")
    assert isinstance(verdict, Verdict)
    assert verdict.codes == ("no_way",)


def test_divisions_and_pickets_of_one_corps_move_with_it_and_nothing_else_does() -> None:
    board = bare_board(vicksburg(), {"carr": "Rocky Springs", "us_xiii_picket_1": "16,9", "logan": "Burtonton"})
    play = position("Nominate a corps", board=board)
    play.play(Nominate(CommandId("us_xiii")))
    assert {getattr(one, "token", "") for one in play.match.choices()} == {"carr", "us_xiii_picket_1", ""}
    assert piece_called(campaign_of(vicksburg()), "us_xiii_picket_1").command == "us_xiii"
