"""GotW p.8 Decoy Divisions, p.11 Contact with Pickets, Capturing Supply Depots, p.15 Theater Map Notes (AFI p.8-11)."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, gettysburg, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import SKIRMISH, Halt, Move, MoveNext
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import ContactMade
from wargame_altar_of_freedom.board.pieces import Depot
from wargame_altar_of_freedom.board.turn_events import DepotSetUp, TokenRemoved
from wargame_altar_of_freedom.rules.tabletop.battlefield import callable_divisions
from wargame_core import Game

PICKET = "cs_relief_picket_1"


def federals(at: dict[str, str], *, dice: tuple[int, ...] = (), **changes: Any) -> Play:
    return position("Move one token", at, moving="us_xiii", dice=dice, **changes)


# contact with pickets


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_a_picket_retreats_d3_from_any_division_and_nobody_plays_a_card(spaces: int) -> None:
    play = federals({"carr": "13,14", PICKET: "Auburn"}, dice=(spaces,))
    update = play.march("carr", "Auburn")
    assert not told(update, ContactMade)
    if play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    distance = play.board.campaign.map.distance(play.board.at[PICKET], play.space("Auburn"))
    assert (play.where("carr"), distance) == ("Auburn", spaces)


def test_the_die_of_a_pickets_retreat_is_a_d3() -> None:
    play = federals({"carr": "13,14", PICKET: "Auburn"})
    play.march("carr", "Auburn")
    assert (play.pending_roll, str(play.match.pending.die)) == ("the picket's retreat", "d3")  # type: ignore[union-attr]


def test_driving_a_picket_off_brings_no_points() -> None:
    play = federals({"carr": "13,14", PICKET: "Auburn"}, dice=(1,))
    play.march("carr", "Auburn")
    assert play.board.ledger == []


def test_the_division_marches_on_with_what_is_left_of_its_move() -> None:
    play = federals({"carr": "13,13", PICKET: "13,14", "loring": "8,19"}, dice=(3,))
    play.march("carr", "13,14")
    if play.match.waiting_for == ("confederate",):
        play.play(next(one for one in list[Any](play.match.choices()) if play.space("Auburn") not in one.path))
    ends = {play.label(move.path[-1]) for move in play.match.choices() if isinstance(move, Move)}
    assert "Auburn" in ends
    assert "(12,16)" not in ends  # that would be a fourth space
    play.march("carr", "Auburn", "12,15")
    assert play.where("carr") == "(12,15)"


def test_it_need_not_march_on() -> None:
    play = federals({"carr": "13,13", PICKET: "13,14"}, dice=(1,))
    play.march("carr", "13,14")
    if play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    play.play(Halt("carr"))
    assert play.where("carr") == "(13,14)"


def test_a_picket_that_cannot_retreat_is_removed_and_nobody_scores() -> None:
    at = {"carr": "21,32", PICKET: "22,32", "hovey": "22,31"}
    play = position("Move one token", at, moving="us_xiii", tokens_with_dice={"carr"}, dice=[1, 3])
    update = play.march("carr", "22,32")
    assert [event.token for event in told(update, TokenRemoved)] == [PICKET]
    assert play.where("carr") == "(22,32)"
    assert play.board.ledger == []


def test_pickets_do_not_move_in_on_anybody() -> None:
    for enemy in ("loring", PICKET):
        play = federals({"us_xiii_picket_1": "13,14", enemy: "Auburn"})
        play.take_up("us_xiii_picket_1")
        verdict = play.refused(Move("us_xiii_picket_1", play.spaces("Auburn")))
        assert verdict.codes == ("no_contact",)
        assert str(verdict.reasons[0].cite) == "GotW p.11 Contact with Pickets"


def test_what_a_picket_may_not_enter_is_not_offered_either() -> None:
    play = federals({"us_xiii_picket_1": "13,14", PICKET: "Auburn"})
    play.take_up("us_xiii_picket_1")
    assert not any(play.space("Auburn") in getattr(move, "path", ()) for move in play.match.choices())


def test_pickets_do_not_capture_depots() -> None:
    play = federals({"us_xiii_picket_1": "10,25"})
    play.take_up("us_xiii_picket_1")
    verdict = play.refused(Move("us_xiii_picket_1", play.spaces("Jackson")))
    assert verdict.codes == ("no_capture",)
    assert play.refused(Move("us_xiii_picket_1", play.spaces("Jackson", "9,26"))).codes == ("no_capture",)


def test_pickets_march_like_infantry() -> None:
    play = federals({"us_xiii_picket_1": "Willow Springs"})
    play.march("us_xiii_picket_1", "18,9", "17,9", "17,10")
    assert play.where("us_xiii_picket_1") == "(17,10)"


# capturing supply depots


def test_a_division_captures_an_unguarded_depot_by_entering_it() -> None:
    play = federals({"carr": "10,25"})
    update = play.march("carr", "Jackson")
    depot = play.board.depots["cs_depot_jackson"]
    assert (depot.side, depot.value, depot.builder) == ("federal", 2, "confederate")
    assert [event.why for event in told(update, DepotSetUp)] == ["captured"]


def test_it_may_pass_on_through() -> None:
    play = federals({"carr": "10,25"})
    play.march("carr", "Jackson", "9,26")
    assert play.where("carr") == "(9,26)"
    assert play.board.depots["cs_depot_jackson"].side == "federal"


def test_dice_of_a_captured_depot_come_from_the_next_turn_on() -> None:
    play = federals({"carr": "10,25"}, dice_left={"federal": 1, "confederate": 3})
    play.march("carr", "Jackson")
    assert play.board.staff_dice == {"federal": 1, "confederate": 3}


def test_its_builder_retakes_it_at_full_value() -> None:
    board = bare_board(vicksburg(), {"gregg": "10,25"}, moving="cs_relief")
    built = board.depots["cs_depot_jackson"]
    board.depots[built.id] = Depot(built.id, "federal", built.space, 2, "confederate")
    play = position("Move one token", board=board)
    play.march("gregg", "Jackson")
    assert play.board.depots[built.id] == built


def test_a_depot_guarded_by_a_division_is_a_contact() -> None:
    play = federals({"carr": "10,25", "gregg": "Jackson"})
    update = play.march("carr", "Jackson")
    assert told(update, ContactMade)
    assert play.board.depots["cs_depot_jackson"].side == "confederate"


def test_a_depot_guarded_by_a_picket_falls_when_the_picket_is_driven_off() -> None:
    play = federals({"carr": "10,25", PICKET: "Jackson"}, dice=(1,))
    play.march("carr", "Jackson")
    if play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    assert play.board.depots["cs_depot_jackson"].side == "federal"


def test_a_depot_falls_to_whoever_drives_its_guard_away() -> None:
    from wargame_altar_of_freedom.board.actions import RETREAT, SKIRMISH

    play = federals({"carr": "10,25", "gregg": "Jackson"}, dice=(1,))
    play.march("carr", "Jackson")
    play.cards(SKIRMISH, RETREAT)
    if play.board.contact is not None:
        play.play(next(iter(play.match.choices())))
    assert play.where("carr") == "Jackson"
    assert play.board.depots["cs_depot_jackson"].side == "federal"


def test_a_depot_of_ones_own_is_marched_over() -> None:
    play = federals({"carr": "18,7"})
    play.march("carr", "Willow Springs", "18,9")
    assert play.board.depots["us_depot"].value == 6


# the fortress of Vicksburg


def test_a_garrison_that_is_known_keeps_everybody_out() -> None:
    play = federals({"carr": "8,9", "stevenson": "Vicksburg"}, face_up={"stevenson"})
    play.take_up("carr")
    verdict = play.refused(Move("carr", play.spaces("Vicksburg")))
    assert verdict.codes == ("fortress",)
    assert str(verdict.reasons[0].cite) == "GotW p.15 Theater Map Notes"
    assert not any(getattr(move, "path", (None,))[-1] == play.space("Vicksburg") for move in play.match.choices())


def test_a_token_that_lies_face_down_may_turn_out_to_be_the_garrison() -> None:
    play = federals({"carr": "8,9", "stevenson": "Vicksburg"})
    update = play.march("carr", "Vicksburg")
    assert not told(update, ContactMade)
    assert play.where("carr") == "(8,9)"
    assert play.match.view("federal").board.tokens["stevenson"].unit == "cs_mississippi_stevenson"


def test_a_picket_is_no_garrison() -> None:
    play = federals({"carr": "8,9", PICKET: "Vicksburg"}, dice=(1,))
    play.march("carr", "Vicksburg")
    if play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    assert play.where("carr") == "Vicksburg"
    assert play.board.depots["cs_depot_vicksburg"].side == "federal"


def test_an_empty_city_is_entered_like_any_other_space() -> None:
    play = federals({"carr": "8,9"})
    play.march("carr", "Vicksburg")
    assert play.where("carr") == "Vicksburg"


def test_the_works_do_not_keep_confederates_out_when_they_are_lost() -> None:
    at = {"stevenson": "8,9", "carr": "Vicksburg"}
    play = position("Move one token", at, moving="cs_mississippi")
    update = play.march("stevenson", "Vicksburg")
    assert told(update, ContactMade)


def test_a_token_that_found_the_garrison_has_moved() -> None:
    play = federals({"carr": "8,9", "stevenson": "Vicksburg", "hovey": "9,10"})
    play.march("carr", "Vicksburg")
    assert MoveNext("carr") not in play.match.choices()


BESIDE = {"stevenson": "Vicksburg", "forney": "8,9", "hovey": "8,10", "us_xv_steele": "9,10", "carr": "9,9"}
"""A battle for the space beside Vicksburg, whose table the attacker has laid over the town."""


def beaten(garrison: str) -> Play:
    """The Confederates have lost it, and Stevenson stands in the town."""
    board = bare_board(vicksburg(), BESIDE, moving="us_xiii", garrison=garrison)
    battle = battle_at(board, "hovey", "8,9", "8,8", "8,9", "9,8", "9,9")
    board.battle = evolve(battle, loser="confederate", retreating=("stevenson",), spreading=("hovey",))
    return position("Retreat a division", board=board, dice=[2])


def test_a_battle_beside_a_fortress_does_not_empty_it() -> None:
    play = beaten("stays")
    assert play.where("stevenson") == "Vicksburg"
    assert any("Stevenson's Division goes back into Vicksburg." in line for line in play.match.view("spectator").log)


def test_by_the_other_reading_a_beaten_garrison_has_to_leave() -> None:
    play = beaten("fights")
    play.play(next(iter(play.match.choices())))
    assert play.where("stevenson") != "Vicksburg"


def test_by_the_third_reading_only_who_came_out_has_to_leave() -> None:
    play = beaten("sortie_retreats")
    play.play(next(iter(play.match.choices())))
    assert play.where("stevenson") != "Vicksburg"


@pytest.mark.parametrize(("garrison", "goes"), [("stays", False), ("sortie_retreats", True), ("fights", True)])
def test_a_sortie_beaten_in_a_skirmish_goes_by_the_same_ruling_as_one_beaten_in_a_battle(
    garrison: str, goes: bool
) -> None:
    at = {"stevenson": "Vicksburg", "hovey": "8,9"}
    play = position("Move one token", at, moving="cs_mississippi", garrison=garrison, dice=[1, 6, 1, 1, 1])
    play.march("stevenson", "8,9")
    play.cards(SKIRMISH, SKIRMISH)
    while play.match.waiting_for and play.board.contact is not None:
        play.play(next(iter(play.match.choices())))
    assert play.board.at["hovey"] == play.space("8,9")
    assert (play.where("stevenson") != "Vicksburg") == goes
    assert any("goes back into Vicksburg" in line for line in play.match.view("federal").log) != goes


@pytest.mark.parametrize(
    ("garrison", "on_the_table"),
    [("stays", {"forney"}), ("sortie_retreats", {"forney"}), ("fights", {"forney", "stevenson"})],
)
def test_a_garrison_stands_on_the_table_by_one_reading_only(garrison: str, on_the_table: set[str]) -> None:
    board = bare_board(vicksburg(), BESIDE, moving="us_xiii", garrison=garrison)
    board.battle = evolve(battle_at(board, "hovey", "8,9", "8,8", "8,9", "9,8", "9,9"), attackers=(), defenders=())
    play = position("Tabletop battle > Deploy", board=board)
    play.play(next(iter(play.match.choices())))  # the attacker holds nobody back
    assert set(play.board.open_battle.defenders) == on_the_table
    called = {token.id for token in callable_divisions(play.board, "confederate")}
    assert called == {"stevenson"} - on_the_table


@pytest.mark.parametrize("game", [vicksburg, gettysburg], ids=["vicksburg", "gettysburg"])
def test_no_battle_changes_who_holds_a_fortress_that_was_not_assaulted(game: Callable[[], Game]) -> None:
    """But by its own doing: a garrison that comes out to fight may not come back."""
    battles = 0
    for seed in range(8):
        match = game().start(seed=seed)
        bots = {seat: game().bot("belligerent", seed=seed) for seat in game().seats}
        held: dict[int, set[str]] | None = None
        while match.waiting_for:
            seat = match.waiting_for[0]
            match.play(bots[seat](match.view(seat)), seat)
            board = match.board
            assert isinstance(board, CampaignBoard)
            if board.battle is None:
                for space, garrison in (held or {}).items():
                    assert not garrison or garrison & {token.id for token in board.tokens_in(space)}
                battles, held = battles + (held is not None), None
                continue
            battle = board.battle
            out = {*battle.attackers, *(came.token for came in battle.reinforcements)}
            fortresses = board.campaign.fortresses.items()
            if held is None:
                tokens = {space: board.tokens_in(space) for space, _ in fortresses}
                held = {
                    space: {token.id for token in tokens[space] if token.is_division and token.side == side}
                    for space, side in fortresses
                }
            held = {space: set() if garrison & out else garrison for space, garrison in held.items()}
    assert battles > 2
