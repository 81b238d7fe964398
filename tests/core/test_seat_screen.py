"""A person's screen of a session: rows by what is clicked on, a story that survives undo, and refusals in words."""

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Action, Match, SeatScreen, Session, UnknownName, WargameError, load


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


def long_menu() -> SeatScreen:
    """The first screen of a game whose menu is shown in steps."""
    for name in ("gcacw_on_the_4th_day", "corinth", "vicksburg"):
        game = load(name)
        session = Session(game.start(seed=1863))
        for _ in range(30):
            seat = session.match.waiting_for[0]
            screen = SeatScreen(session, seat)
            if len(screen.steps) < len(screen.rows):
                return screen
            screen.play(screen.rows[0])
    raise AssertionError("no menu is long")


def test_a_long_menu_is_shown_in_steps_and_back_shows_those_before() -> None:
    screen = long_menu()
    every, steps = screen.rows, screen.steps
    assert sorted(number for step in steps for number in step.rows) == list(range(len(every)))
    group = next(step for step in steps if len(step.rows) > 1)
    wanted = [every[number] for number in group.rows]
    screen.pick(group)
    assert screen.rows == wanted
    while len((step := screen.steps[-1]).rows) > 1:
        screen.pick(step)
    last = screen.rows[step.rows[0]]
    assert last["label"] in {row["label"] for row in wanted}
    while screen.rows != every:
        assert screen.back()
    assert not screen.back()
    at = screen.update["at"]
    screen.play(last)
    assert screen.update["at"] != at


def test_buttons_are_the_steps_of_the_menu_and_what_goes_back() -> None:
    screen = long_menu()
    steps = [button.label for button in screen.buttons]
    assert steps[: len(screen.steps)] == [step.label for step in screen.steps]
    group = next(step for step in screen.steps if len(step.rows) > 1)
    old = screen.buttons[screen.steps.index(group)]
    old.press()
    assert len(screen.rows) == len(group.rows)
    old.press()
    assert screen.said == f"{group.label} is not in the menu any more"
    next(button for button in screen.buttons if button.label == "show all again").press()
    assert [button.label for button in screen.buttons] == steps


def test_buttons_stop_the_bots_and_let_them_go_on() -> None:
    game = load("battlecry")
    session = Session(game.start(seed=3), {game.seats[0]: "random"})
    screen = SeatScreen(session)
    assert [button.label for button in screen.buttons] == ["stop the bots"]
    screen.buttons[0].press()
    assert session.bots_paused
    assert [button.label for button in screen.buttons] == ["let the bots go on"]
    screen.buttons[0].press()
    assert not session.bots_paused


def test_of_a_long_menu_only_what_a_step_names_is_lit() -> None:
    screen = long_menu()
    moved = {row["about"]["pieces"][0] for row in screen.rows if row.get("about", {}).get("pieces")}
    assert moved & set(screen.lit)
    assert len(screen.lit) < len(screen.rows)
    while len(screen.steps) < len(screen.rows):
        screen.pick(next(step for step in screen.steps if len(step.rows) > 1))
    named = {thing for row in screen.rows for thing in row["about"].get("pieces", ())}
    assert named & set(screen.lit) == named & {piece["id"] for piece in screen.update["pieces"]}


def test_news_are_what_has_happened_since_the_last_choice_or_what_was_taken_back() -> None:
    screen = ordering()
    assert screen.news == screen.story[-len(screen.news) :]
    assert screen.news[0] == "Union plays Assault Center."
    row = screen.rows[0]
    screen.play(row)
    assert screen.news == [screen.story[-1]]
    screen.undo()
    assert screen.news == [f"Taken back: {row['label']}."]


def test_the_cards_of_the_hand_are_those_of_the_sheet() -> None:
    screen = SeatScreen(Session(load("battlecry").start(seed=3)), "union")
    [hand] = [panel for panel in screen.update["panels"] if panel["panel"] == "hand" and panel["seat"] == "union"]
    assert [card.id for card in screen.cards] == hand["cards"]
    assert all(card.title for card in screen.cards)


def test_bots_that_are_paused_choose_nothing_until_they_are_told_to_go_on() -> None:
    game = load("battlecry")
    session = Session(game.start(seed=3), {game.seats[0]: "random"})
    screen, began = SeatScreen(session), session.match.seq
    session.pause_bots()
    session.start_bots().join(0.3)
    assert session.match.seq == began
    assert (screen.thinking, session.bot_asked) == ("", game.seats[0])
    session.resume_bots()
    assert screen.thinking == game.seats[0] or session.match.seq > began
    while session.match.seq == began:
        session.newer(screen.seat, screen.update["at"])
    session.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_a_bot_raises_stands_in_words() -> None:
    def broken(view: object) -> Action:
        raise ValueError("no idea")

    game = load("battlecry")
    session = Session(game.start(seed=3), {game.seats[0]: broken})
    session.start_bots().join(20)
    assert session.trouble == "a bot failed: no idea"
