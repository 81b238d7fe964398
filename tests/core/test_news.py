"""What has happened since a screen looked last, also where choices were taken back in between."""

import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import SPECTATOR, MalformedAction, Match, View, load, load_match
from wargame_core.flow.tags import kept_of, told_tag

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")


class Screen:
    """A screen that looks now and then, and has nothing but what it was told."""

    def __init__(self, seat: str) -> None:
        self.seat, self.at, self.rows = seat, "", list[Any]()

    def look(self, match: Match) -> int:
        """Ask for news; how many rows were dropped."""
        news = match.view(self.seat).news(since=self.at)
        assert 0 <= news["drop"] <= len(self.rows)
        self.rows[len(self.rows) - news["drop"] :] = news["rows"]
        self.at = news["at"]
        assert self.at == match.view(self.seat).at
        return news["drop"]

    def is_right(self, match: Match) -> bool:
        """Whether it shows what one shows that begins now; sentences are told by the board of their own time."""
        return [row["kind"] for row in self.rows] == [row["kind"] for row in match.view(self.seat).news()["rows"]]


@pytest.mark.parametrize("game", GAMES)
def test_screens_that_look_now_and_then_are_right_after_undo_and_another_choice(game: str) -> None:
    match, rng = load(game).start(seed=7), random.Random(game)
    screens = [Screen(seat) for seat in (*match.rules.seats, SPECTATOR) for _ in range(2)]
    dropped = again = 0
    for _ in range(40):
        if not match.waiting_for:
            break
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(rng), seat)
        looking = [screen for screen in screens if rng.random() < 0.6]
        for screen in looking:
            screen.look(match)
        if match.can_undo(seat):
            match.undo(seat)
            if rng.random() < 0.3 and match.can_undo(seat):
                match.undo(seat)
            match.play(match.choices(seat).sample(rng), seat)
            again += 1
        for screen in screens:
            if rng.random() < 0.6 or screen in looking:
                dropped += screen.look(match)
                assert screen.is_right(match), f"{screen.seat} of {game} shows what was taken back"
    assert game == "thunder_on_the_mississippi" or (again and dropped)


def test_a_server_that_keeps_nothing_of_a_screen_answers_it(tmp_path: Path) -> None:
    game = load("battlecry")
    match = game.start(seed=3)
    match.play("Assault Center")
    match.play("order General McDowell")
    screen = Screen("confederate")
    screen.look(match)
    match.undo("union")
    match.save(tmp_path / "game.jsonl")
    loaded = load_match(tmp_path / "game.jsonl")
    loaded.play(next(label for label in loaded.choices().labels if "order" in label and "McDowell" not in label))
    assert screen.look(loaded) == 1
    assert screen.is_right(loaded)


def of(told: str) -> list[bytes]:
    """Digests of events, each of all up to it, for a word with a letter for each event."""
    return [blake2b(told[: count + 1].encode(), digest_size=16).digest() for count in range(len(told))]


@pytest.mark.parametrize("gone", range(0, 200, 7))
def test_no_more_is_dropped_than_was_taken_back_and_half_of_it(gone: int) -> None:
    had, now = "a" * 300, "a" * (300 - gone) + "b" * 5
    count, kept = kept_of(f"{'0' * 32}-{told_tag(of(had))}", of(now))
    assert count == 300
    assert gone <= count - kept <= max(gone, 3 * gone // 2)


@pytest.mark.parametrize(("had", "now", "kept"), [("aab", "ccd", 0), ("a" * 900, "b" * 900, 0), ("abc", "abcd", 3)])
def test_what_still_holds_of_another_story(had: str, now: str, kept: int) -> None:
    assert kept_of(f"{'0' * 32}-{told_tag(of(had))}", of(now)) == (len(had), kept)


@pytest.mark.parametrize("since", ["7", "f" * 32, "f" * 32 + "-5-xyz", "f" * 32 + "-9999999999-", 3, None, [1]])
def test_what_is_no_tag_is_refused(since: object) -> None:
    with pytest.raises(MalformedAction, match="since takes the at of an earlier view of this seat, not"):
        toy().start(seed=1).view("blue").news(since)  # type: ignore[arg-type]


def test_the_view_of_a_state_has_no_tag_and_no_news() -> None:
    assert View.of(toy().first_state(), "blue").news() == {"at": "", "drop": 0, "rows": []}


def test_the_screen_says_where_it_is_and_on_which_sheet() -> None:
    game = load("vicksburg")
    view = game.start(seed=1).view("federal")
    assert (view.to_json()["at"], view.to_json()["sheet"]) == (view.at, game.sheet().digest)
