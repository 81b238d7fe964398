"""The kit of tests: boards of a scenario with other fields, rows of text, scripted matches, players that stop."""

import pytest
from tests.core.skirmish_toy import Go, PlayCard, Walked, toy

from wargame_core import Match, NotYourTurn, UnknownName
from wargame_core.errors import MalformedAction
from wargame_laws import BotAsPerson, ScriptedMatch, board_of, play_until, read_row, with_fields


def test_a_board_is_that_of_the_first_scenario_with_other_fields() -> None:
    board = board_of(toy(), options={"bow": "no"}, scout=3)
    assert (board.scout, board.short, board.turn) == (3, True, 1)
    with pytest.raises(UnknownName, match="nowhere"):
        board_of(toy(), "nowhere")


def test_a_field_that_a_board_does_not_have_is_an_error() -> None:
    with pytest.raises(AttributeError, match="scuot"):
        with_fields(board_of(toy()), scuot=3)


def test_a_row_has_columns_flags_and_values() -> None:
    row = read_row("hood south tired step=2", "id side", "tired fresh", "step turn")
    assert (row["id"], row["side"], row["step"]) == ("hood", "south", "2")
    assert row.flags == {"tired"}
    assert (row.number("step"), row.number("turn", 5)) == (2, 5)


def test_a_row_with_a_wrong_word_is_refused_with_the_words_it_may_have() -> None:
    with pytest.raises(UnknownName, match=r"unknown flag of a row 'tierd' \(allowed: tired\)"):
        read_row("hood tierd", "id", "tired")
    with pytest.raises(UnknownName, match="unknown value of a row 'stpe'"):
        read_row("hood stpe=1", "id", values="step")
    with pytest.raises(ValueError, match="'hood': expected id side, got 1 of these 2 words"):
        read_row("hood", "id side")


def test_a_match_begins_before_a_step_with_the_board_that_is_given() -> None:
    play = ScriptedMatch.before(toy(), "Walk", board_of(toy(), mine=4, scout=2))
    assert (play.step, play.match.waiting_for) == ("Walk", ("blue",))
    assert play.board.scout == 2


def test_a_step_is_named_by_the_end_of_a_path_that_it_alone_has() -> None:
    assert ScriptedMatch.before(toy(), "Turn > Walk", board_of(toy())).step == "Walk"
    with pytest.raises(UnknownName, match="'Wlak'"):
        ScriptedMatch.before(toy(), "Wlak", board_of(toy()))


def test_a_step_that_the_board_leaves_out_is_left_out() -> None:
    skipped = ScriptedMatch.before(toy(), "Bow", board_of(toy(), turn=1))
    assert skipped.pending_roll == "blue's token"
    assert ScriptedMatch.before(toy(), "Bow", board_of(toy(), turn=2)).step == "Bow"


def test_choices_are_played_by_label_and_scripted_dice_as_far_as_they_go() -> None:
    play = ScriptedMatch.start(toy(), dice=[5, 3], bow="no")
    play.play("hill")
    assert (play.dice, play.step, play.board.purses) == ([], "Walk", {"blue": (5,), "red": (3,)})
    update = play.play_all(Go(1), Go(2))
    assert [event.to for event in play.events(Walked)] == [1, 2]
    assert [event.to for event in update.events if isinstance(event, Walked)] == [1, 2]


def test_rolls_beyond_the_script_wait_for_a_face() -> None:
    play = ScriptedMatch.start(toy())
    play.play("bridge")
    assert play.pending_roll == "blue's token"
    play.roll(5, 3)
    assert play.pending_roll == ""


def test_scripted_dice_that_were_not_rolled_are_named() -> None:
    play = ScriptedMatch.before(toy(), "Walk", board_of(toy()), dice=[6])
    with pytest.raises(AssertionError, match=r"not rolled: \[6\]"):
        play.check_all_used()


def test_an_action_must_be_refused_and_changes_nothing() -> None:
    play = ScriptedMatch.before(toy(), "Walk", board_of(toy(), mine=4))
    assert "space 3 is not a neighbour of 0" in str(play.refused(Go(3)))
    with pytest.raises(AssertionError, match="was played"):
        play.refused(Go(1))
    with pytest.raises((NotYourTurn, MalformedAction)):
        play.refused(PlayCard(1), "red")


def turn_of(match: Match) -> int | None:
    return match.rules.turn_of(match.board)


def test_bots_play_until_something_is_reached() -> None:
    match = play_until(toy().start(seed=1), lambda match: turn_of(match) == 2)
    assert turn_of(match) == 2
    seq = match.seq
    assert play_until(match, lambda match: True).seq == seq


def test_a_game_that_ends_before_it_is_reached_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="was not reached"):
        play_until(toy().start(seed=1), lambda match: turn_of(match) == 9)


def test_a_bot_as_a_person_may_answer_what_people_know() -> None:
    player = BotAsPerson(toy().bot("random", seed=1))
    assert player.traits.is_person
    match = toy().start(seed=1)
    assert match.choices("red").judge(player(match.view("red")))
