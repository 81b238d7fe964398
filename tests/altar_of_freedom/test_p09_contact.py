"""GotW p.8 Contact with an Enemy Token, p.9 Contact is Made, Battle Cards (AFI p.8-10).

Readings: Contact and skirmish.
"""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, bare_board, gettysburg, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import BATTLE, RETREAT, SKIRMISH, Fight, Move, MoveNext, PlayBattleCard
from wargame_altar_of_freedom.board.board import NothingUnderWay
from wargame_altar_of_freedom.board.contact_events import CardsRevealed, ContactDecided, ContactMade, SkirmishFought
from wargame_altar_of_freedom.board.pieces import RetreatDie
from wargame_altar_of_freedom.rules.battle_cards import battle_result, may_play_battle
from wargame_altar_of_freedom.rules.contact import make_contact
from wargame_core import AskSecretly, UnknownName

CARR_MEETS_LORING = {"carr": "13,14", "loring": "Auburn"}


def meeting(at: dict[str, str] | None = None, **changes: Any) -> Play:
    """Carr enters Loring's space at Auburn."""
    play = position("Move one token", at or CARR_MEETS_LORING, moving="us_xiii", **changes)
    play.march("carr", "Auburn")
    return play


def cards_of(play: Play, seat: str) -> set[str]:
    return {one.card for one in list[Any](play.match.choices(seat))}


# contact is made


def test_moving_into_an_enemys_space_is_contact_and_stops_everything() -> None:
    play = meeting({**CARR_MEETS_LORING, "hovey": "Cayuga"})
    assert isinstance(play.match.pending, AskSecretly)
    assert set(play.match.waiting_for) == {"federal", "confederate"}
    assert play.where("carr") == "(13,14)"
    contact = play.board.contact
    assert contact is not None
    assert (contact.attacker, contact.defenders) == ("carr", ("loring",))
    assert not play.match.judge(MoveNext("hovey"), "federal")


def test_contact_ends_the_march_at_the_enemy() -> None:
    play = position("Move one token", CARR_MEETS_LORING, moving="us_xiii")
    play.take_up("carr")
    beyond = Move("carr", play.spaces("Auburn", "12,15"))
    verdict = play.refused(beyond)
    assert verdict.codes == ("enemy_in_the_way",)
    assert str(verdict.reasons[0].cite) == "GotW p.8 Contact with an Enemy Token"


def test_the_way_to_a_contact_costs_movement_like_any_other() -> None:
    play = position("Move one token", {"carr": "14,12", "loring": "Auburn"}, moving="us_xiii")
    play.take_up("carr")
    assert not any(move.path[-1] == play.space("Auburn") for move in play.match.choices() if isinstance(move, Move))
    assert not play.match.judge(Move("carr", play.spaces("Cayuga", "13,13", "13,14", "Auburn")))


def test_both_tokens_are_shown_to_both_players() -> None:
    play = meeting()
    for seat in play.game.seats:
        tokens = play.match.view(seat).board.tokens
        assert (tokens["carr"].unit, tokens["loring"].unit) == ("us_xiii_carr", "cs_mississippi_loring")


def test_divisions_within_three_spaces_are_counted_for_both_infantry_and_cavalry_alike() -> None:
    at = {
        **CARR_MEETS_LORING,
        "hovey": "16,15",  # three spaces away
        "osterhaus": "13,18",  # three, in a row
        "logan": "17,15",  # four
        "jackson": "10,15",  # three: cavalry
        "gregg": "9,15",  # four
    }
    contact = meeting(at).board.contact
    assert contact is not None
    assert contact.nearby == (3, 2)


def test_pickets_and_depots_count_for_nothing() -> None:
    at = {**CARR_MEETS_LORING, "us_xiii_picket_1": "14,15", "cs_relief_picket_1": "12,15"}
    board = bare_board(vicksburg(), at)
    contact = make_contact(board, board.tokens["carr"], board.at["carr"], board.at["loring"])
    assert contact.nearby == (1, 1)


def test_distance_is_counted_over_rivers() -> None:
    at = {"carr": "12,13", "bowen": "12,12", "stevenson": "12,11", "hovey": "11,13"}
    board = bare_board(vicksburg(), at)
    contact = make_contact(board, board.tokens["carr"], board.at["carr"], board.at["bowen"])
    assert contact.nearby == (2, 2)


def test_the_count_is_told_as_a_number() -> None:
    play = meeting({**CARR_MEETS_LORING, "gregg": "12,15"})
    told_to_federal = [event for event in play.match.view("federal").events if isinstance(event, ContactMade)]
    assert told_to_federal[0].contact.nearby == (1, 2)
    board: Any = play.match.state.board
    assert told_to_federal[0].text(board).endswith("within 3 spaces 1 attacking division and 2 defending.")
    assert play.match.view("federal").board.tokens["gregg"].kind == ""


# battle cards


def three_each() -> dict[str, str]:
    return {
        **CARR_MEETS_LORING, "hovey": "14,14", "osterhaus": "14,15",
        "bowen": "12,15", "forney": "13,16",
    }  # fmt: skip


def test_skirmish_and_retreat_need_nothing() -> None:
    play = meeting()
    assert cards_of(play, "federal") == {SKIRMISH}
    assert cards_of(play, "confederate") == {SKIRMISH, RETREAT}


def test_only_the_defender_may_retreat() -> None:
    verdict = meeting().refused(PlayBattleCard(RETREAT), "federal")
    assert verdict.codes == ("not_offered",)
    assert str(verdict.reasons[0].cite) == "GotW p.9 Battle Cards"


def test_three_divisions_within_three_spaces_allow_a_pitched_battle() -> None:
    play = meeting(three_each())
    assert cards_of(play, "federal") == {BATTLE, SKIRMISH}
    assert cards_of(play, "confederate") == {BATTLE, SKIRMISH, RETREAT}


def test_two_do_not() -> None:
    at = three_each()
    del at["osterhaus"], at["forney"]
    play = meeting(at)
    verdict = play.refused(PlayBattleCard(BATTLE), "federal")
    assert "needs 3 divisions nearby, there are 2" in str(verdict)
    assert cards_of(play, "confederate") == {SKIRMISH, RETREAT}


def test_one_side_with_three_may_play_it_even_against_one_without() -> None:
    at = three_each()
    del at["bowen"], at["forney"]
    assert cards_of(meeting(at), "federal") == {BATTLE, SKIRMISH}


def test_the_other_reading_asks_for_three_on_both_sides() -> None:
    at = three_each()
    assert cards_of(meeting(at, battle_card="both"), "federal") == {BATTLE, SKIRMISH}
    del at["bowen"]
    assert cards_of(meeting(at, battle_card="both"), "federal") == {SKIRMISH}


@pytest.mark.parametrize(("nearby", "attacker", "defender"), [((3, 3), 1, 1), ((3, 2), 1, 0), ((2, 3), 0, 1)])
def test_each_side_counts_its_own(nearby: tuple[int, int], attacker: int, defender: int) -> None:
    from attrs import evolve

    board = bare_board(vicksburg(), CARR_MEETS_LORING)
    contact = evolve(make_contact(board, board.tokens["carr"], board.at["carr"], board.at["loring"]), nearby=nearby)
    assert (may_play_battle(board, *contact.nearby), may_play_battle(board, *contact.nearby[::-1])) == (
        attacker,
        defender,
    )
    board.options["battle_card"] = "both"
    both = nearby == (3, 3)
    assert (may_play_battle(board, *contact.nearby), may_play_battle(board, *contact.nearby[::-1])) == (both, both)


def test_cards_are_secret_until_both_are_chosen() -> None:
    play = meeting(three_each())
    play.play(PlayBattleCard(BATTLE), "federal")
    assert "battle" not in str(play.match.view("confederate").log[-1]).lower()
    assert play.match.view("confederate").waiting_for == play.match.view("spectator").waiting_for
    assert not any(isinstance(event, CardsRevealed) for event in play.match.view("confederate").events)
    update = play.play(PlayBattleCard(SKIRMISH), "confederate")
    assert told(update, CardsRevealed) == [CardsRevealed(BATTLE, SKIRMISH)]


def test_a_card_may_be_changed_while_the_other_is_thinking() -> None:
    play = meeting(three_each())
    play.play(PlayBattleCard(BATTLE), "federal")
    play.match.undo("federal")
    assert set(play.match.waiting_for) == {"federal", "confederate"}


def test_the_table_knows_only_its_cards() -> None:
    with pytest.raises(UnknownName, match="attacker's Battle Card"):
        battle_result(defender=BATTLE, attacker=RETREAT)
    with pytest.raises(UnknownName, match="defender's Battle Card"):
        battle_result(defender="parley", attacker=BATTLE)


def test_both_committed_means_a_tabletop_battle() -> None:
    play = meeting(three_each())
    play.cards(BATTLE, BATTLE)
    assert play.step == "Define the battlefield"
    assert play.board.battle is not None
    assert play.board.contact is None


# several divisions in one space, which only Gettysburg allows


def test_the_owner_says_which_of_several_divisions_fights() -> None:
    at = {"heth": "23,22", "us_i_wadsworth": "Emmitsburg", "us_i_robinson": "Emmitsburg"}
    play = position("Move one token", at, game=gettysburg(), moving="cs_iii", tokens_with_dice={"heth"}, dice=[5, 3, 3])
    play.take_up("heth")
    play.play(next(move for move in list[Any](play.match.choices()) if move.path[-1] == play.space("Emmitsburg")))
    play.cards(SKIRMISH, SKIRMISH)
    assert set(play.match.choices("federal")) == {Fight("us_i_wadsworth"), Fight("us_i_robinson")}
    verdict = play.refused(Fight("heth"), "federal")
    assert str(verdict.reasons[0].cite) == "AFI p.7 Logistical Limitations"
    fought = told(play.play(Fight("us_i_robinson")), SkirmishFought)[0]
    assert fought.ruling.parts[1].title == "Robinson's Division"


def test_nobody_else_learns_what_the_tokens_were_before_they_met() -> None:
    play = position("Move one token", {**CARR_MEETS_LORING, "gregg": "12,15"}, moving="us_xiii")
    assert play.match.view("federal").board.tokens["loring"].kind == ""
    play.march("carr", "Auburn")
    assert play.match.view("federal").board.tokens["gregg"].kind == ""


def test_a_contact_that_an_account_does_not_hold_is_named_as_missing() -> None:
    board = bare_board(vicksburg(), {"carr": "Auburn"})
    with pytest.raises(NothingUnderWay, match="there is no contact now"):
        ContactDecided("federal", RetreatDie.D3).apply(board)
    with pytest.raises(LookupError, match="there is no tabletop battle now"):
        _ = board.open_battle
