"""What decided a game: told once it is over, by what a seat saw, and in the words that it was told."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from wargame_core import SPECTATOR, Game, Match, load
from wargame_table.play.decisive import EVENTS, in_short
from wargame_table.play.slow_requests import course_of

SEED = 5
EARLY, LATE = 120, 200
"""Answers after which a game is looked at."""
ROUNDING = 0.01
"""By how much a difference of two rounded chances may be less."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("battlecry")


@cache
def choices_of_bots() -> tuple[tuple[str, Any], ...]:
    """Who chose what in a whole game between bots."""
    game, chosen = load("battlecry"), list[tuple[str, Any]]()
    match = game.start(seed=SEED)
    bots = {seat: game.bot("normal", seed=number) for number, seat in enumerate(game.seats)}
    while match.outcome is None:
        seat = match.waiting_for[0]
        chosen.append((seat, bots[seat](match.view(seat))))
        match.play(chosen[-1][1], seat)
    return tuple(chosen)


def moments(game: Game, seen: list[float] | None = None, stop: int = 0) -> Iterator[tuple[Match, bool]]:
    """A game moment by moment; ``seen`` gets the chance of a seat after each choice, ``stop`` ends it early."""
    match = game.start(seed=SEED)
    yield match, False
    for seat, action in choices_of_bots():
        if stop and match.seq >= stop:
            break
        match.play(action, seat)
        if seen is not None and match.outcome is None:
            seen.append(game.chances(match.view("union")).win)
        yield match, False


def test_the_events_that_changed_the_chance_most_are_told_in_order_with_the_map_of_their_time(game: Game) -> None:
    seen: list[float] = []
    told = course_of(game, moments(game, seen, LATE), "union", is_closed=True)["decisive"]
    assert len(told) == EVENTS
    assert [event["known"] for event in told] == sorted(event["known"] for event in told)
    changes = sorted(abs(after - before) for before, after in pairwise(seen))
    for event in told:
        before, after = event["chances"]
        assert abs(after - before) / 100 > changes[-12] - ROUNDING  # choices that led to no fight are left out
        assert event["first"] < event["known"]
        assert "battles" in event["text"] or "eliminated" in event["text"]
        [[attacker, _], *_] = event["still"]["attacks"]
        assert attacker in event["still"]["pieces"]
        assert event["still"]["places"]
        assert all(row["face"] in event["still"]["faces"] for row in event["still"]["pieces"].values() if "face" in row)


def test_a_seat_reads_its_own_chances_and_who_watches_those_of_the_first_seat(game: Game) -> None:
    own, enemy, watcher = (
        course_of(game, moments(game, stop=LATE), seat, is_closed=True)["decisive"] for seat in (*game.seats, SPECTATOR)
    )
    assert [event["chances"] for event in watcher] == [event["chances"] for event in own]
    last = own[-1]
    [same] = [event for event in enemy if event["text"] == last["text"]]
    assert (same["chances"][1] > same["chances"][0]) != (last["chances"][1] > last["chances"][0])


def test_nothing_is_told_before_the_end(game: Game) -> None:
    assert "decisive" not in course_of(game, moments(game, stop=EARLY), "union")
    assert course_of(game, moments(game, stop=EARLY), "union", is_closed=True)["decisive"]


def test_what_was_taken_back_decided_nothing(game: Game) -> None:
    def taken_back() -> Iterator[tuple[Match, bool]]:
        match = game.start(seed=SEED)
        for match, back in moments(game, stop=LATE):
            yield match, back
        yield match.fork(EARLY), True

    early, late = (
        course_of(game, moments(game, stop=stop), "union", is_closed=True)["decisive"] for stop in (EARLY, LATE)
    )
    assert late != early
    told = course_of(game, taken_back(), "union", is_closed=True)["decisive"]
    assert told
    assert {event["text"] for event in told} <= {event["text"] for event in early}


def test_a_long_paragraph_is_told_by_whole_sentences_or_whole_parts_of_one() -> None:
    first, last = f"{'Sumner attacks Jackson ' * 8}and wins.", f"{'Jackson loses two bases, ' * 8}and goes back."
    assert in_short(f"{first} They go on. {last}", longest=len(first) + len(last) + 3) == f"{first} … {last}"
    assert in_short(f"{first} They go on. {last}", longest=len(last)) == f"… {last}"
    assert in_short(last, longest=60) == "Jackson loses two bases, Jackson loses two bases …"
    assert in_short("word " * 20, longest=22) == "word word word word …"
