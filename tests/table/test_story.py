"""What a screen shows is what was told at the time: the story, the replay, what is drawn once for several watchers."""

import random
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.core.inner_game_toy import season
from tests.table.small_table import Glass, SmallTable, after

from wargame_altar_of_freedom.board.turn_events import CorpsNominated
from wargame_core import SPECTATOR, Game, Match, load
from wargame_core.flow.entries import Rolled
from wargame_core.json_form import JsonObject
from wargame_core.records.file_format import entry_from_json, entry_to_json
from wargame_pictures import pictures_of
from wargame_pictures.stories.recap import recap_for, recap_of
from wargame_table.keeping.rows import Opening
from wargame_table.local import LiveSession
from wargame_table.messages.feed import Feed, Telling
from wargame_table.messages.incoming import PROTOCOL, Hello, Refused
from wargame_table.messages.screen import drawn_for
from wargame_table.play import slow_requests
from wargame_terminal import questions


def played(game: Game, most: int = 10_000) -> SmallTable:
    """A table at which bots have played while one person looked on from each seat."""
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "random")), seed=5))
    table.sit(*game.seats, "spectator")
    table.let_bots_play(most)
    return table


def shown(table: SmallTable, who: str) -> list[JsonObject]:
    """The story on a screen that was there all the time."""
    glass = Glass()
    glass.follow(table.frames[who])
    return glass.story


def test_who_comes_late_or_loads_the_page_again_reads_the_story_as_it_was_told() -> None:
    table = played(season())
    for who in ("ann", "bob", "spectator"):
        told = shown(table, who)
        assert SmallTable(table.game, table.opening, table.rows).join("late", who)["events"] == told
        table.session.leave(who)
        assert table.join(who, who)["events"] == told
    assert sum(row["kind"] == "inner_event" and "text" in row for row in told) > 1  # of games that are put away


def test_after_a_row_that_could_not_be_kept_screens_are_told_only_what_is_new() -> None:
    noticed = 0
    for rows in range(3, 9):
        table = played(season(), rows)
        before = len(shown(table, "ann"))
        table.session.restart(table.rows[:-1])
        for update in (update for who, update in table.session.updates() if who == "ann"):
            assert 0 < update["kept"] <= before
            assert update.get("events", []) == []
            noticed += 1
    assert noticed  # not each time: of some choices ann never heard


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day"])
def test_old_turns_are_told_by_their_own_board_in_each_game(name: str) -> None:
    table = played(load(name), 150)
    late = SmallTable(table.game, table.opening, table.rows)
    for who in (*table.game.seats, "spectator"):
        assert late.join(who, who)["events"] == shown(table, who)


def test_a_table_laid_for_a_match_under_way_tells_what_was_played_before_by_the_boards_of_its_time() -> None:
    game = season()
    match = game.start(seed=5)
    match.play_out({seat: game.bot("random", seed=number) for number, seat in enumerate(game.seats)})
    session = LiveSession(game, match)
    rows = next(frame["events"] for _, frame in session.join("c", "ann", Hello(protocol=PROTOCOL)) if "events" in frame)
    assert sum(row["kind"] == "inner_event" and "text" in row for row in rows) > 1
    assert not session.updates()


# The replay shows at every moment what lay on the table then: the same as the match itself, gone back to it.


OTHERS = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


def moments_of(frames: list[JsonObject]) -> list[tuple[int, dict[str, Any]]]:
    """How many events were known at each moment, and the pieces that `client/film.js` shows then."""
    pieces: dict[str, Any] = {}
    moments = []
    for frame in frames:
        told = frame["pieces"]
        pieces = {} if "all" in told else pieces.copy()
        pieces |= told.get("all", {}) | told.get("set", {})
        for gone in told.get("gone", []):
            del pieces[gone]
        moments.append((frame["known"], pieces))
    return moments


@pytest.mark.parametrize("name", ["battlecry", *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS)])
def test_first_last_and_ten_other_moments_are_those_of_the_match_gone_back_to_them(name: str) -> None:
    game = load(name)
    table = SmallTable(game, *after(name, 30))
    for seat in (game.seats[0], "spectator"):
        table.join(seat, seat)
        film = moments_of(table.say(seat, "film")["frames"])
        match, known = table.session.match, dict[int, list[Any]]()
        for seq in range(match.snapshots[0][1].seq, match.seq + 1):
            fork = match.fork(seq)
            view, feed = fork.view(seat), Feed(seat, b"film")
            feed.follow(fork, view)
            known.setdefault(len(feed), []).append(dict(drawn_for(game, view).pieces))
        assert film[-1] == (len(feed), known[len(feed)][-1])
        assert film[0] == (min(known), known[min(known)][0])
        for count, pieces in random.Random(seat).sample(film, min(10, len(film))):
            assert pieces in known[count]


# What is made once for several watchers is what each of them would have been shown.


ALIKE = ("gcacw_on_the_4th_day", "thunder_on_the_mississippi")


@pytest.mark.parametrize("name", ALIKE)
def test_games_that_say_so_show_the_same_to_everybody(name: str) -> None:
    game = load(name)
    match, rng = game.start(seed=5), random.Random(5)
    assert pictures_of(game).presentation.alike
    for _ in range(12):
        views = [match.view(seat) for seat in (*game.seats, SPECTATOR)]
        assert all(drawn_for(game, view) == drawn_for(game, views[0]) for view in views)
        assert all(view.panels == views[0].panels for view in views)
        match.play(match.choices().sample(rng))


def test_a_story_told_once_for_all_is_the_one_that_each_seat_would_be_told() -> None:
    """In Battle Cry hands are hidden, and no sentence depends on one."""
    game = load("battlecry")
    match, rng = game.start(seed=5), random.Random(5)
    assert pictures_of(game).presentation.open
    watchers = (*game.seats, SPECTATOR)
    alone, together = ({who: Feed(who, b"key") for who in watchers} for _ in range(2))
    for _ in range(40):
        told = Telling(match.view(SPECTATOR))
        for who in watchers:
            view = match.view(who)
            alone[who].follow(match, view)
            together[who].follow(match, view, told)
            assert together[who].rows == alone[who].rows
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    assert alone["union"].rows != alone["confederate"].rows


def test_a_corps_that_is_nominated_unasked_stands_under_its_own_side() -> None:
    match, rng = load("vicksburg").start(seed=1863), random.Random(1863)
    feed, head, asked, unasked = Feed("federal", b"key"), "", "", 0
    while not unasked:
        kept = feed.follow(match, match.view("federal"))
        for row, event in zip(feed.rows[kept:], feed.sources[kept:], strict=True):
            head = row.get("by", head)
            if isinstance(event, CorpsNominated):
                assert head == event.side
                unasked += event.side != asked
        asked = match.waiting_for[0]
        match.play(match.choices(asked).sample(rng), asked)


def test_what_the_rules_do_by_themselves_stands_under_its_step_on_screens_in_recaps_and_from_a_record() -> None:
    game, feed, titles = load("chattanooga"), Feed("union", b"key"), set[tuple[str, str]]()
    match, rng = game.start(seed=1863), random.Random(1863)
    names = {side.seat: side.name for side in game.sheet().sides}
    for _ in range(60):
        feed.follow(match, match.view("union"))
        shown = recap_of(feed.rows, "union", names, lambda piece: None)
        mailed = recap_for(game, match, "union")
        assert [(part.by, part.title) for part in shown.parts] == [(part.by, part.title) for part in mailed.parts]
        titles |= {(line.text, part.title) for part in mailed.parts for line in part.lines}
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    weather = {title for text, title in titles if text.startswith("The weather is")}
    assert weather == {"", "Weather"}  # the first is told before anybody has chosen
    assert ("Union replacement points: 3.", "Union player turn: Replacement") in titles
    assert "Confederate" in {title for _, title in titles}
    board = game.rules.first_board(match.scenario, match.options)
    lines = [entry_to_json(game.rules, entry) for entry in match.entries]
    assert [entry_from_json(game.rules, line, board).steps for line in lines] == [
        entry.steps for entry in match.entries
    ]


def test_the_chances_of_a_forecast_come_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_requests, "SHOWN", 1)
    match = load("thunder_on_the_mississippi").start(seed=1)
    for _ in range(60):
        seat = match.waiting_for[0]
        action = match.view(seat).menu(1)[0]["action"]
        with suppress(Refused):
            told = slow_requests.forecast(match, action, seat)
            if "rest" in told:
                break
        match.play(action, seat)
    assert Fraction(told["outcomes"][0]["chance"]) + Fraction(told["rest"]) == 1


def test_whether_chances_are_told_does_not_depend_on_what_is_hidden() -> None:
    match = load("brices_crossroads").start(seed=0)
    match.play(match.choices(match.waiting_for[0])[0], match.waiting_for[0])
    (seat,) = match.waiting_for
    view = match.view(seat)
    world = Match.of(view.world(random.Random(1)), chance="explicit")
    assert (view.board == match.board, world.view(seat).board == world.board) == (False, True)
    assert world.view(seat).board == view.board
    action = view.menu(1)[0]["action"]
    assert slow_requests.forecast(match, action, seat) == slow_requests.forecast(world, action, seat)
    choice = view.choices[0]
    assert questions.forecast(match, choice, seat) == questions.forecast(world, choice, seat)


def test_a_forecast_looks_at_as_many_positions_as_it_may_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("thunder_on_the_mississippi").start(seed=1)
    for _ in range(60):
        seat = match.waiting_for[0]
        action = match.view(seat).menu(1)[0]["action"]
        before = match.fork()
        rolls = [entry for entry in match.play(action, seat).entries if isinstance(entry, Rolled)]
        if not rolls and before.view(seat).board == before.board:
            break
    assert slow_requests.forecast(before, action, seat, steps=1)["outcomes"][0]["chance"] == "1"
    with pytest.raises(Refused, match="too many ways to count"):
        slow_requests.forecast(before, action, seat, steps=0)
    monkeypatch.setattr(questions, "STEPS", 0)
    assert "too many ways to count" in questions.forecast(before, before.choices(seat)[0], seat)
