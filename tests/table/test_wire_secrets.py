"""Secrets over the wire: what screens are sent, whole games long, tells no seat what it may not know."""

from __future__ import annotations

import json
import random

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.small_table import Glass, SmallTable

from wargame_core import SPECTATOR, load
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.match import Match
from wargame_core.flow.state import State
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.audience import Feed, Plans, SeatScreen
from wargame_table.rows import Opening
from wargame_table.screen import Sheets, drawn_for

WATCHERS = ("blue", "red", "spectator")
SHEETS: dict[str, Sheets] = {}


def seated() -> SmallTable:
    table = SmallTable(toy())
    table.sit(*WATCHERS)
    table.act("red", {"kind": "hide", "space": 4})
    table.act("blue", {"kind": "stay"})
    return table


def test_between_a_secret_choice_and_its_reveal_nobody_else_is_sent_anything() -> None:
    table = seated()
    for who, other in (("red", "blue"), ("blue", "red")):
        sent = table.sent()
        table.act(who, {"kind": "play_card", "card": 2})
        assert table.last(who, "update")["chosen"] is True
        assert table.sent() == sent | {who: sent[who] + 2}
        table.undo(who)
        assert table.sent() == sent | {who: sent[who] + 4}
        assert "ask" in table.last(who, "update")
        assert table.last(other, "update").get("chosen") is None


def test_who_chose_in_secret_sees_neither_the_others_choice_nor_that_there_is_one() -> None:
    first = seated()
    second = SmallTable(first.game, first.opening, list(first.rows))
    second.join("red", "red")
    first.act("blue", {"kind": "play_card", "card": 1})
    frames = [table.session.audience.look("red", table.session.match) for table in (first, second)]
    assert frames[0]["waiting"] == ["blue", "red"]
    assert frames[0] == frames[1]


def test_no_message_holds_the_seed_the_secret_or_a_number_of_answers() -> None:
    table = seated()
    rng = random.Random(3)
    while table.session.match.outcome is None:
        seat = next(seat for seat in ("blue", "red") if table.ask(seat))
        table.act(seat, rng.choice(table.ask(seat))["action"])
    text = json.dumps(table.frames)
    opening, match = table.opening, table.session.match
    assert str(opening.seed) not in text
    assert opening.secret not in text
    assert match.salt not in text
    keys = {key for frames in table.frames.values() for frame in frames for key in frame}
    assert keys.isdisjoint({"seq", "n", "step", "board", "state", "seed"})


def frames_of(game: Game, state: State, seat: str, action: object = None) -> list[JsonObject] | None:
    """What a screen is sent at a position, and after a choice of its seat; None when that revealed something."""
    match = Match.of(state, chance="explicit")
    match.bind(b"the same in each world")
    screen = SeatScreen(game, SHEETS.setdefault(game.id, Sheets(game, Opening.of(game))), Feed(seat, b"key"), Plans())
    sent = [screen.whole(match)]
    if action is not None and match.waiting_for == (seat,):
        match.play(action, seat)
        if any(event.revealing(match.board) for entry in match.entries for event in entry.events):
            return None
        sent.append(screen.advance(match) or {})
    return [json.loads(json.dumps(frame)) for frame in sent]


def compared(game: Game, seed: int, most: int) -> int:
    """Plays a game and compares what is sent in the true position and in a world that the seat takes for possible."""
    match, rng, count = game.start(seed=seed), random.Random(seed), 0
    for _ in range(most):
        if not match.waiting_for:
            break
        seat = match.waiting_for[0]
        action = match.choices(seat).sample(rng)
        for watcher in (*game.seats, SPECTATOR):
            try:
                world = match.view(watcher).world(rng)
                own = {name: chosen for name, chosen in match.commits.items() if name == watcher}
                pair = [
                    frames_of(game, state, watcher, action if watcher == seat else None)
                    for state in (evolve(match.state, commits=own), world)
                ]
            except WargameError:
                continue  # not every step can be imagined
            if None not in pair:
                assert pair[0] == pair[1], f"{watcher} can tell two worlds apart"
                count += 1
        match.play(action, seat)
    return count


def test_worlds_that_a_seat_cannot_tell_apart_are_sent_as_the_same_bytes() -> None:
    assert sum(compared(toy(), seed, 200) for seed in range(8)) > 60


@pytest.mark.parametrize("name", ["toy", "vicksburg"])
def test_how_many_answers_there_were_changes_no_byte(name: str) -> None:
    """The same position with more behind it: choices and rolls that a seat did not see must not be counted to it."""
    game = toy() if name == "toy" else load(name)
    match = game.start(seed=3)
    match.play(match.choices(match.waiting_for[0]).sample(random.Random(3)), match.waiting_for[0])
    more = evolve(match.state, seq=match.seq + 7)
    for watcher in (*game.seats, SPECTATOR):
        sent = frames_of(game, match.state, watcher)
        assert sent is not None
        assert sent == frames_of(game, more, watcher)


GAMES = ["battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"]


@pytest.mark.parametrize("name", GAMES)
def test_worlds_of_each_game_are_sent_as_the_same_bytes_in_its_first_steps(name: str) -> None:
    assert compared(load(name), 1863, 3) > 3


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_worlds_of_each_game_are_sent_as_the_same_bytes_to_its_end(name: str) -> None:
    assert compared(load(name), 1863, 3000) > 100


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_over_a_whole_game_each_screen_was_sent_what_its_own_view_tells_and_no_more(name: str) -> None:
    game = load(name)
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "heuristic")), seed=1863))
    glasses = {who: Glass() for who in (*game.seats, SPECTATOR)}
    table.sit(*glasses)
    while table.session.bot_to_think is not None:
        table.let_bots_play(table.session.n + 1)
        for who, glass in glasses.items():
            glass.follow(table.frames[who])
            table.frames[who].clear()
            view = table.session.match.view(who)
            assert glass.pieces == dict(drawn_for(game, view).pieces)
            plans = {name for name in glass.panels if name.startswith("plans ")}
            assert plans <= {f"plans {who}"} or view.outcome is not None
            assert {name: shown for name, shown in glass.panels.items() if name not in plans} == {
                panel.id: panel.to_json() for panel in view.panels
            }
    for who, glass in glasses.items():
        seen = [event.kind for event in table.session.match.view(who).events]
        assert [row["kind"] for row in glass.story if row["kind"] != "rolled"] == seen


def test_each_seat_is_told_in_the_words_of_its_own_view_and_shown_its_own_faces() -> None:
    """A token that one seat knows by its name is nameless to the other: nothing is shared between their screens."""
    table = SmallTable(load("vicksburg"), evolve(Opening.of(load("vicksburg")), seed=1863))
    watchers, rng = (*table.game.seats, SPECTATOR), random.Random(1863)
    alone, glasses = {who: Feed(who, b"another key") for who in watchers}, {who: Glass() for who in watchers}
    table.sit(*watchers)
    for _ in range(8):
        match = table.session.match
        seat = match.waiting_for[0]
        for who in watchers:
            view = match.view(who)
            alone[who].follow(match, view)
            assert alone[who].rows == table.session.audience.feed(who).rows
            for frame in table.frames[who]:
                if frame["kind"] == "update":
                    glasses[who].show(frame)
            table.frames[who].clear()
            assert glasses[who].pieces == dict(drawn_for(table.game, view).pieces)
        table.act(seat, match.rules.codec.to_json(match.choices(seat).sample(rng)), at=match.view(seat).at)
    assert alone["federal"].rows != alone["confederate"].rows
    assert glasses["federal"].pieces != glasses["confederate"].pieces


def test_a_leak_in_what_is_sent_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SeatScreen.whole

    def leaking(self: SeatScreen, match: Match, *rest: object) -> JsonObject:
        return whole(self, match) | {"mine": match.board.mine}  # type: ignore[attr-defined]

    monkeypatch.setattr(SeatScreen, "whole", leaking)
    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        sum(compared(toy(), seed, 200) for seed in range(8))


def test_what_a_seat_was_sent_is_what_its_own_view_tells_and_no_more() -> None:
    """Recorded over a whole game: every event of a feed is in the messages, every name in them in the feed."""
    table = SmallTable(toy(), Opening.of(toy(), bots={"blue": "random", "red": "random"}))
    table.sit(*WATCHERS)
    table.let_bots_play()
    for who in WATCHERS:
        told = [row for frame in table.frames[who] if frame["kind"] == "update" for row in frame.get("events", [])]
        seen = table.session.match.view(who)
        assert [row["kind"] for row in told if row["kind"] != "rolled"] == [event.kind for event in seen.events]
        sources = [known for known in table.session.audience.feed(who).sources if not isinstance(known, Rolled)]
        assert sources == list(seen.events)
        rolls = [row["dice"]["for"] for row in told if row["kind"] == "rolled"]
        others = {"blue": "red", "red": "blue"}.get(who)
        assert f"{others}'s token" not in rolls
