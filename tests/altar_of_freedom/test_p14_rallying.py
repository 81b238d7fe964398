"""GotW p.14 End of Turn, Reconstituting Broken Units (AFI p.14). Readings: Divisions without brigades, Losses."""

from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, campaign_of, gettysburg, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import Done, EndMarch, PlaceToken, Rally
from wargame_altar_of_freedom.board.contact_events import RallyTried
from wargame_altar_of_freedom.board.turn_events import TokenPlaced
from wargame_altar_of_freedom.rules.arrivals import free_spaces_near, nearest_free
from wargame_altar_of_freedom.rules.rallying import rallies, rally_succeeds
from wargame_core import D6

TILGHMAN, BUFORD = "cs_mississippi_loring_tilghman", "cs_mississippi_loring_buford"
LAWLER, BENTON, KLAUSS = (f"us_xiii_carr_{name}" for name in ("lawler", "benton", "klauss_art"))


def rallying(*broken: str, at: dict[str, str] | None = None, **changes: Any) -> Play:
    changes.setdefault("dice_left", {"federal": 2, "confederate": 2})
    at = at or {"loring": "Auburn", "carr": "Cayuga"}
    return position("Rally a brigade", board=bare_board(vicksburg(), at, broken_brigades=set(broken), **changes))


@pytest.mark.parametrize(("game", "least"), [(vicksburg, 5), (gettysburg, 4)])
def test_the_book_says_what_must_be_rolled(game: Any, least: int) -> None:
    assert [rally_succeeds(campaign_of(game()), die) for die in D6.faces] == [die >= least for die in D6.faces]


@pytest.mark.parametrize(("die", "rallied"), [(4, False), (5, True)])
def test_a_brigade_is_back_at_full_strength_on_a_five(die: int, rallied: bool) -> None:
    play = rallying(LAWLER)
    play.dice.append(die)
    update = play.play(Rally(LAWLER))
    assert told(update, RallyTried) == [RallyTried(LAWLER, die, rallied)]
    assert play.board.broken_brigades == (set() if rallied else {LAWLER})
    assert play.board.staff_dice["federal"] == 1
    assert len(play.board.brigades(play.board.tokens["carr"])) == (3 if rallied else 2)


def test_each_brigade_tries_once_a_turn() -> None:
    play = rallying(LAWLER, BENTON)
    play.dice.append(1)
    play.play(Rally(LAWLER))
    assert set(play.match.choices()) == {Rally(BENTON), Done()}
    verdict = play.refused(Rally(LAWLER))
    assert str(verdict.reasons[0].cite) == "GotW p.14 Reconstituting Broken Units"


def test_and_again_in_any_later_turn() -> None:
    at = {"carr": "Cayuga", "gregg": "Canton"}
    board = bare_board(vicksburg(), at, broken_brigades={LAWLER}, rally_tried={LAWLER}, drawn_cards=[])
    play = position("Draw event card", board=board, dice=["high_water"])
    while play.step != "Rally a brigade":
        play.play(EndMarch() if EndMarch() in play.match.choices() else next(iter(play.match.choices())))
    assert Rally(LAWLER) in play.match.choices()


def test_only_unspent_dice_rally() -> None:
    play = rallying(LAWLER, BENTON, dice_left={"federal": 1, "confederate": 0})
    play.dice.append(2)
    play.play(Rally(LAWLER))
    assert play.step != "Rally a brigade"
    assert play.board.staff_dice["federal"] == 0


def test_without_dice_or_broken_brigades_nobody_is_asked() -> None:
    assert rallying(LAWLER, dice_left={"federal": 0, "confederate": 3}).step != "Rally a brigade"
    assert rallying().step != "Rally a brigade"


def test_the_first_mover_rallies_first_then_the_other() -> None:
    play = rallying(LAWLER, TILGHMAN)
    assert play.match.waiting_for == ("federal",)
    assert not play.match.judge(Rally(TILGHMAN), "federal")
    play.play(Done())
    assert play.match.waiting_for == ("confederate",)
    assert set(play.match.choices()) == {Rally(TILGHMAN), Done()}


def test_a_player_may_leave_it() -> None:
    play = rallying(LAWLER)
    play.play(Done())
    assert play.board.broken_brigades == {LAWLER}
    assert play.board.staff_dice["federal"] == 2


def test_brigades_lost_for_good_do_not_come_back() -> None:
    assert rallying(lost_brigades={LAWLER}).step != "Rally a brigade"


def test_whoever_breaks_somebody_elses_brigade_cannot_rally_it() -> None:
    play = rallying(LAWLER)
    assert play.refused(Rally(BUFORD)).codes == ("not_offered",)


# divisions without brigades come and go


def end_the_rallies(play: Play) -> None:
    """Both sides rally nobody else; the turn is scored."""
    while play.step in ("Rally a brigade", "Score"):
        play.play(Done()) if play.match.waiting_for else play.roll(1)


def test_a_division_that_left_the_map_returns_to_a_depot_or_next_to_one_when_the_turn_is_scored() -> None:
    play = rallying(LAWLER, BENTON, KLAUSS, at={"loring": "Auburn", "blair": "18,9"})
    carr = bare_board(vicksburg(), {"carr": "Cayuga"}).tokens["carr"]
    play.board.tokens["carr"] = carr
    play = position("Rally a brigade", board=play.board, dice=[6])
    play.play(Rally(LAWLER))
    assert play.where("carr") is None
    end_the_rallies(play)
    offers = {play.label(one.space) for one in list[Any](play.match.choices())}
    assert offers == {"Willow Springs", "(17,8)", "Grindstone Ford", "(18,7)"}  # Blair stands in the fifth
    verdict = play.refused(PlaceToken("carr", play.space("Jackson")))
    assert str(verdict.reasons[0].cite) == "GotW p.14 Reconstituting Broken Units"
    update = play.play(PlaceToken("carr", play.space("17,8")))
    assert told(update, TokenPlaced) == [TokenPlaced("carr", play.space("17,8"), "returns")]


def test_a_division_does_not_return_onto_an_enemy_depot_beside_its_own() -> None:
    play = rallying(LAWLER, BENTON, KLAUSS, at={"loring": "Auburn", "blair": "18,9"})
    board = play.board
    board.tokens["carr"] = bare_board(vicksburg(), {"carr": "Cayuga"}).tokens["carr"]
    enemy = evolve(board.depots["cs_depot_jackson"], space=play.space("17,8"))
    board.depots = {**board.depots, enemy.id: enemy}
    play = position("Rally a brigade", board=board, dice=[6])
    play.play(Rally(LAWLER))
    end_the_rallies(play)
    offers = {play.label(one.space) for one in list[Any](play.match.choices())}
    assert offers == {"Willow Springs", "Grindstone Ford", "(18,7)"}


def test_the_next_brigade_joins_it_without_a_question() -> None:
    board = bare_board(vicksburg(), {"carr": "17,8"}, broken_brigades={BENTON}, dice_left={"federal": 1})
    play = position("Rally a brigade", board=board, dice=[6])
    play.play(Rally(BENTON))
    assert play.where("carr") == "(17,8)"


def test_when_every_space_at_the_depots_is_taken_it_comes_to_the_nearest_free_one() -> None:
    crowd = {
        "steele": "Willow Springs", "blair": "17,8", "tuttle": "Grindstone Ford", "logan": "18,7", "crocker": "18,9",
    }  # fmt: skip
    board = bare_board(
        vicksburg(), crowd, reserve=("carr",), broken_brigades={LAWLER, BENTON, KLAUSS}, dice_left={"federal": 1}
    )
    play = position("Rally a brigade", board=board, dice=[6])
    play.play(Rally(LAWLER))
    end_the_rallies(play)
    distance, depot = board.campaign.map.distance, play.space("Willow Springs")
    assert {distance(one.space, depot) for one in list[Any](play.match.choices())} == {2}


def test_without_a_depot_it_waits_with_its_brigade_off_the_map() -> None:
    board = bare_board(
        vicksburg(), {"loring": "Auburn"}, reserve=("carr",), depots=False, broken_brigades={LAWLER, BENTON, KLAUSS},
        dice_left={"federal": 2},
    )  # fmt: skip
    play = position("Rally a brigade", board=board, dice=[6, 6])
    play.play(Rally(LAWLER))
    assert play.where("carr") is None
    play.play(Rally(BENTON))
    assert play.board.broken_brigades == {KLAUSS}


def test_a_captured_depot_draws_nobody_so_that_a_collapse_takes_no_town() -> None:
    board = bare_board(vicksburg(), reserve=("carr",), broken_brigades={LAWLER, BENTON, KLAUSS})
    captured = evolve(board.depots["cs_depot_jackson"], side="federal")
    board.depots = {captured.id: captured}
    board.staff_dice["federal"] = 1
    play = position("Rally a brigade", board=board, dice=[6])
    play.play(Rally(LAWLER))
    end_the_rallies(play)
    assert play.where("carr") is None


# free spaces


def test_free_spaces_near_one_are_empty_and_on_the_same_bank() -> None:
    board = bare_board(vicksburg(), {"gregg": "9,26", "carr": "10,25"}, reserve=("walker",))
    jackson = board.campaign.space("Jackson")
    found = free_spaces_near(board, board.tokens["walker"], jackson)
    assert [board.campaign.map.label(space) for space in found] == ["Jackson", "(11,26)"]


def test_the_nearest_free_spaces_are_those_at_the_least_distance_over_open_ground() -> None:
    board = bare_board(vicksburg(), {"gregg": "11,32"}, reserve=("walker",))
    entry = board.campaign.map.parse("11,32")
    found = nearest_free(board, board.tokens["walker"], entry)
    assert [board.campaign.map.label(space) for space in found] == ["(10,32)", "Brandon", "(12,32)"]


def test_broken_brigades_are_offered_for_rallying_by_name_and_not_in_the_order_of_a_set() -> None:
    board = bare_board(vicksburg(), {}, dice_left={"federal": 1})
    broken = {unit for unit in board.campaign.oob.units if board.campaign.side_of.get(unit) == "federal"}
    board.broken_brigades = broken
    offered = [rally.unit for rally in rallies(board, "federal")]
    assert len(offered) > 8
    assert offered == sorted(offered)
