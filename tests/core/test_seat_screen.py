"""A person's screen of a session: rows by what is clicked on, a story that survives undo, and refusals in words."""

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Match, SeatScreen, Session, UnknownName, WargameError, load


def ordering() -> SeatScreen:
    """Battle Cry, after a card is played: units may be ordered."""
    screen = SeatScreen(Session(load("battlecry").start(seed=3)), "union")
    screen.play(screen.rows[0])
    return screen


def test_the_first_click_picks_and_a_second_plays_the_only_row_that_is_left() -> None:
    screen = ordering()
    screen.click("u3")
    assert (screen.picked, len(screen.rows), screen.lit) == (("u3",), 1, ["u3"])
    assert screen.lit_spaces == {"G7"}
    screen.click("u3")
    assert screen.picked == ()
    assert screen.story[-1] == "Union infantry u3 is ordered."


def test_a_click_on_a_space_finds_the_rows_of_the_piece_that_stands_there() -> None:
    screen = ordering()
    screen.click("G7")
    assert [row["label"] for row in screen.rows] == ["order Union infantry u3 (4) at G7"]


def test_a_click_beside_everything_shows_all_rows_again() -> None:
    screen = ordering()
    every = screen.rows
    screen.click("u3")
    screen.click("")
    assert screen.rows == every
    assert screen.said == ""


def test_a_thing_that_no_row_names_is_answered_with_the_reason() -> None:
    screen = ordering()
    screen.click("A1")
    assert screen.said == "nobody stands on A1 [BC150 p.6 2. Announce Orders]"
    assert screen.picked == ()


def test_the_story_drops_what_was_taken_back() -> None:
    screen = ordering()
    before = screen.story
    screen.play(screen.rows[0])
    assert len(screen.story) == len(before) + 1
    screen.undo()
    assert screen.story == before == screen.look(lambda view: view.log)


def test_another_screen_of_the_seat_refuses_a_row_of_an_old_position_and_shows_the_new_one() -> None:
    screen = ordering()
    other = SeatScreen(screen.session, "union")
    row = other.rows[0]
    screen.play(screen.rows[1])
    other.play(row)
    assert other.said == "the game has moved on since this was shown"
    assert other.update["at"] == screen.update["at"]
    assert not other.refresh()


def test_who_is_not_asked_is_told_whom_the_game_waits_for() -> None:
    screen = SeatScreen(ordering().session, "confederate")
    assert (screen.prompt, screen.rows) == ("waiting for union", [])


def test_bots_choose_in_their_thread_until_the_session_ends() -> None:
    screen = SeatScreen.against_bots(load("battlecry").start(seed=3), "confederate", "random")
    for update in screen.session.updates("confederate"):
        if update["menu"]:
            break
    screen.refresh()
    assert screen.rows
    screen.session.close()
    assert screen.session.over
    screen.session.start_bots().join(30)


def test_a_seat_that_does_not_exist_and_bare_rules_are_refused() -> None:
    with pytest.raises(UnknownName, match="red"):
        SeatScreen.against_bots(load("battlecry").start(seed=3), "red")
    with pytest.raises(WargameError, match="bare rules"):
        SeatScreen(Session(Match.start(toy().rules, seed=1)))
