"""A session: people and bots at one match, with refusals in words, news that survive undo, and bots that stop."""

import random
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import IllegalAction, MalformedAction, Session, UnknownName, View, load
from wargame_core.flow.choices import Action
from wargame_core.flow.players import RandomPlayer, Stop

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")
WAIT = 30
"""Seconds after which a test that hangs fails."""


def first(view: View) -> Action:
    return next(iter(view.choices))


class Waits:
    """A bot that thinks until it is stopped, or until the test lets it answer."""

    def __init__(self) -> None:
        self.begun, self.answer, self.stopped = threading.Event(), threading.Event(), 0

    def __call__(self, view: View, *, stop: Stop | None = None) -> Action:
        self.begun.set()
        assert stop is not None
        while not self.answer.wait(0.001):
            if stop.is_set():
                self.stopped += 1
                break
        return first(view)


def in_thread(work: Callable[[], Any]) -> Callable[[], Any]:
    """What waits for the result of ``work``, which runs in a thread of its own."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()

    def result() -> Any:
        thread.join(WAIT)
        assert results, "the thread has not come to an end"
        return results[0]

    return result


@pytest.mark.parametrize("game", GAMES)
def test_screens_that_poll_show_no_false_sentence_after_undo_and_another_choice(game: str) -> None:
    session, rng = Session(load(game).start(seed=7)), random.Random(game)
    screens: dict[tuple[str, int], tuple[str, list[Any]]] = {
        (seat, n): ("", []) for seat in session.people for n in (0, 1)
    }
    for _ in range(25):
        if session.over:
            break
        seat = session.match.waiting_for[0]
        assert session.play(session.look(seat, lambda view: view.choices.sample(rng)), seat)
        for screen, (at, rows) in screens.items():
            if rng.random() < 0.6:
                news = session.update(screen[0], at)["news"]
                screens[screen] = news["at"], [*rows[: len(rows) - news["drop"]], *news["rows"]]
                now = session.update(screen[0])["news"]["rows"]
                assert [row["kind"] for row in screens[screen][1]] == [row["kind"] for row in now]
        if session.undo(seat):
            assert session.play(session.look(seat, lambda view: view.choices.sample(rng)), seat)


@pytest.mark.parametrize("game", GAMES)
def test_of_four_threads_that_click_the_same_row_one_plays_it(game: str) -> None:
    session = Session(load(game).start(seed=7))
    for _ in range(5):
        seat = session.match.waiting_for[0]
        screen, ready = session.update(seat), threading.Barrier(4)
        action = screen["menu"][0]["action"] if screen["menu"] else session.look(seat, first)

        def click(action: Any = action, seat: str = seat, at: str = screen["at"], ready: Any = ready) -> Any:
            ready.wait(WAIT)
            return session.play(action, seat, at=at)

        verdicts = [result() for result in [in_thread(click) for _ in range(4)]]
        assert sorted(map(bool, verdicts)) == [False, False, False, True]
        assert {code for verdict in verdicts for code in verdict.codes} == {"stale"}


def test_what_the_rules_refuse_is_a_verdict_in_words_and_changes_nothing() -> None:
    session = Session(load("vicksburg").start(seed=1863))
    assert session.play("move XIII Corps", "federal")
    before = session.view("federal")
    refused = session.play({"kind": "allot_dice", "tokens": ["F05"]}, "federal")
    assert not refused
    assert refused.to_json()["reasons"][0]["cite"].startswith("GotW")
    codes = {
        session.play({"kind": "nonsense"}, "federal").codes,
        session.play("nonsense", "federal").codes,
        session.judge("nonsense", "federal").codes,
    }
    assert codes == {("no_action",), ("no_such_choice",)}
    assert session.play("move XV Corps", "confederate").codes == ("not_your_turn",)
    assert session.undo("confederate").codes == ("not_your_turn",)
    assert session.view("federal") == before
    assert session.undo("federal", at=before["at"])
    assert session.undo("federal", at=before["at"]).codes == ("stale",)


def test_what_a_program_does_wrong_is_an_exception() -> None:
    session = Session(toy().start(seed=1))
    with pytest.raises(UnknownName, match="seat 'green'"):
        session.play("stay", "green")
    with pytest.raises(UnknownName, match="seat 'green'"):
        Session(toy().start(seed=1), {"green": "random"})
    with pytest.raises(UnknownName, match="bot 'clever'"):
        Session(toy().start(seed=1), {"red": "clever"})
    with pytest.raises(MalformedAction, match="since takes the at of an earlier view"):
        session.update("red", since="yesterday")


def test_explain_answers_whoever_asks_in_words() -> None:
    session = Session(toy().start(seed=1), {"red": "random"})
    session.let_bots_play()
    told = session.explain("mill", "blue")
    assert "not a neighbour" in str(told)
    assert "not a piece, place or card" in str(session.explain("nowhere", "blue"))
    unasked = session.explain("mill", "red")
    assert "not to choose now" in str(unasked)


def test_bots_play_one_choice_at_a_time_and_all_until_a_person_is_asked() -> None:
    session = Session(toy().start(seed=5), {"red": "random"})
    assert session.people == ("blue",)
    assert session.let_bot_play() == "red"
    assert session.let_bot_play() == ""
    while not session.over:
        session.play(session.look("blue", first), "blue")
        session.let_bots_play()
    assert session.match.outcome is not None
    assert session.let_bots_play() == 0
    assert session.play("stay", "blue").codes == ("not_your_turn",)


def test_a_bot_chooses_as_it_would_from_the_match_itself() -> None:
    game = load("battlecry")
    session = Session(game.start(seed=4), dict.fromkeys(game.seats, "normal"))
    for _ in range(30):
        session.let_bot_play()
    match = game.start(seed=4)
    for _, _ in zip(range(30), match.iter_play("normal"), strict=False):
        pass
    assert [entry.actions for entry in session.match.entries] == [entry.actions for entry in match.entries]


def test_a_bot_that_is_stopped_plays_the_best_it_has_and_no_other_begins() -> None:
    bots, stop = {"blue": Waits(), "red": Waits()}, threading.Event()
    session = Session(toy().start(seed=5), bots)
    played = in_thread(lambda: session.let_bots_play(stop=stop))
    assert bots["red"].begun.wait(WAIT)
    assert session.view("blue")["waiting_for"] == ["red"]  # nobody waits for the bot
    stop.set()
    assert played() == 1
    assert (bots["red"].stopped, bots["blue"].begun.is_set()) == (1, False)
    assert session.match.waiting_for == ("blue",)


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_a_bot_that_is_cancelled_plays_nothing(how: str) -> None:
    bot, cancel = Waits(), threading.Event()
    session = Session(toy().start(seed=5), {"red": bot})
    played = in_thread(lambda: session.let_bot_play(cancel=cancel))
    assert bot.begun.wait(WAIT)
    cancel.set() if how == "cancel" else session.close()
    assert played() == ""
    assert (bot.stopped, session.match.seq) == (1, 0)


def test_a_bot_whose_choice_does_not_fit_any_more_thinks_again() -> None:
    bot = Waits()
    session = Session(toy().start(seed=5), {"red": bot})
    played = in_thread(session.let_bot_play)
    assert bot.begun.wait(WAIT)
    with session.lock:
        bot.begun.clear()
        session.match.play(first(session.match.view("red")), "red")
        while session.match.waiting_for == ("blue",):
            session.match.play(first(session.match.view("blue")), "blue")
        session.changed()
    assert bot.begun.wait(WAIT)
    assert bot.stopped == 1
    bot.answer.set()
    assert played() == "red"
    assert set(session.match.commits) == {"red"}


def test_a_choice_thought_out_before_an_undo_is_not_played_after_another_choice() -> None:
    bot, match = Waits(), load("vicksburg").start(seed=5)
    match.play("move XIII Corps", "federal")
    session = Session(match, {"federal": bot})
    played = in_thread(session.let_bot_play)
    assert bot.begun.wait(WAIT)
    with session.lock:
        bot.begun.clear()
        seq = match.seq
        match.undo("federal")
        match.play("move XV Corps", "federal")
        assert match.seq == seq
        session.changed()
    assert bot.begun.wait(WAIT)
    assert bot.stopped == 1
    bot.answer.set()
    assert played() == "federal"


def test_what_a_bot_raises_is_raised_with_its_seat_and_changes_nothing() -> None:
    def raises(view: View) -> Action:
        raise ZeroDivisionError("of the bot")

    def cheats(view: View) -> Action:
        return RandomPlayer(1)(load("battlecry").start(seed=1).view("union"))

    match = toy().start(seed=5)
    session = Session(match, {"red": raises})
    with pytest.raises(ZeroDivisionError) as raised:
        session.let_bots_play()
    assert raised.value.__notes__ == ["this is what the bot of red raised"]
    with pytest.raises((IllegalAction, MalformedAction)) as refused:
        Session(match, {"red": cheats}).let_bots_play()
    assert "the bot of red chose" in refused.value.__notes__[0]
    assert match.seq == 0
    assert Session(match, {"red": "random"}).let_bots_play() == 1


def test_updates_come_for_what_a_seat_learns_and_end_with_the_game() -> None:
    session = Session(toy().start(seed=5))
    seen = in_thread(lambda: list(session.updates("blue")))
    rng = random.Random(5)
    while not session.over:
        seat = session.match.waiting_for[0]
        session.play(session.look(seat, lambda view: view.choices.sample(rng)), seat)
    updates = seen()
    assert updates[-1]["outcome"] is not None
    assert all(earlier["at"] != later["at"] for earlier, later in pairwise(updates))
    rows: list[Any] = []
    for update in updates:
        rows = [*rows[: len(rows) - update["news"]["drop"]], *update["news"]["rows"]]
    assert [row["kind"] for row in rows] == [event.kind for event in session.match.view("blue").events]


def test_the_secret_choice_of_another_seat_gives_no_update_and_tells_nothing() -> None:
    session = Session(toy().start(seed=5), {"red": "random"})
    session.let_bot_play()
    while session.match.waiting_for == ("blue",):
        session.play("stay", "blue")
    before = session.update("blue")
    assert session.let_bot_play() == "red"
    assert session.newer("blue", before["at"]) is None
    assert {**before, "log": [], "news": None} == {**session.update("blue"), "news": None}
    session.close()
    assert [update["news"]["rows"] for update in session.updates("blue", before["at"])] == [[]]
