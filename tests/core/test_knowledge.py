"""What a seat knows, as a digest: the same wherever it knows the same, in all processes; and the worlds it knows of."""

import random
import subprocess
import sys

import pytest
from tests.core.skirmish_toy import Go, Hide, toy

from wargame_core import IllegalAction, MalformedAction, Match, UnknownName, load
from wargame_core.authoring import Roll
from wargame_core.flow.entries import Chose, ChoseTogether, Rolled

CLOCK = "thunder_on_the_mississippi"


def played(game: str, seed: int, answers: int) -> Match:
    """A match after so many random choices."""
    match, rng = load(game).start(seed=seed), random.Random(seed)
    for _ in range(answers):
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(rng), seat)
    return match


def test_a_seat_that_cannot_tell_two_games_apart_knows_the_same_in_both() -> None:
    on_the_hill, at_the_bridge = toy().start(seed=1), toy().start(seed=1)
    on_the_hill.play(Hide(4), "red")
    at_the_bridge.play(Hide(2), "red")
    assert on_the_hill.knowledge("blue") == at_the_bridge.knowledge("blue")
    assert on_the_hill.knowledge("red") != at_the_bridge.knowledge("red")
    assert on_the_hill.knowledge("referee") != at_the_bridge.knowledge("referee")
    assert on_the_hill.knowledge("blue") != on_the_hill.knowledge("spectator")


def test_two_ways_to_one_position_are_remembered_apart() -> None:
    matches = toy().start(seed=1), toy().start(seed=1)
    for match, steps in zip(matches, ((1, 2, 1), (1, 0, 1)), strict=True):
        match.play(Hide(4), "red")
        for to in steps:
            if match.waiting_for == ("blue",) and Go(to) in match.choices("blue"):
                match.play(Go(to), "blue")
    assert matches[0].knowledge("blue") != matches[1].knowledge("blue")


def test_what_is_taken_back_is_known_no_more_and_a_copy_knows_what_its_match_knew() -> None:
    match, rng = load("vicksburg").start(seed=1), random.Random(1)
    taken_back = 0
    while taken_back < 3:
        seat = match.waiting_for[0]
        before = match.knowledge(seat)
        match.play(match.choices(seat).sample(rng), seat)
        assert match.knowledge(seat) != before
        if match.can_undo(seat) and not match.commits:
            match.undo(seat)
            assert match.knowledge(seat) == before == match.fork().knowledge(seat)
            match.play(match.choices(seat).sample(rng), seat)
            taken_back += 1
    with pytest.raises(UnknownName, match="green"):
        match.knowledge("green")


def test_what_happens_unseen_changes_neither_the_digest_nor_the_tag_of_a_view() -> None:
    match = load("vicksburg").start(chance="explicit")
    seats = ("federal", "confederate", "spectator")
    before = {seat: (match.knowledge(seat), match.view(seat).at) for seat in seats}
    assert isinstance(match.pending, Roll)
    assert match.pending.seen_by == frozenset({"federal"})
    match.roll(match.pending.die.faces[0])
    after = {seat: (match.knowledge(seat), match.view(seat).at) for seat in seats}
    assert {seat for seat in seats if after[seat] != before[seat]} == {"federal"}


def test_another_process_makes_the_same_digest() -> None:
    match = toy().start(seed=1)
    match.play(Hide(4), "red")
    program = (
        "from tests.core.skirmish_toy import Hide, toy\n"
        "match = toy().start(seed=1); match.play(Hide(4), 'red'); print(match.knowledge('blue'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == match.knowledge("blue")


def test_a_step_costs_what_is_new_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(CLOCK, 3, 60)
    match.knowledge("union")
    codec, written = match.rules.codec, list[object]()
    plain = codec.to_json
    monkeypatch.setattr(codec, "to_json", lambda value: written.append(value) or plain(value))  # type: ignore[func-returns-value]
    before = len(match.entries)
    match.play(match.choices().sample(random.Random(1)))
    written.clear()
    match.knowledge("union")
    new = match.entries[before:]
    assert len(written) <= sum(len(entry.events) for entry in new) + len(new)
    assert all(isinstance(entry, (Chose, ChoseTogether, Rolled)) for entry in new)


def test_what_an_end_is_worth_and_how_a_board_stands() -> None:
    game = load("battlecry")
    match = game.start(seed=2)
    start = {seat: game.value(match.view(seat)) for seat in game.seats}
    assert all(0 < worth < 1 for worth in start.values())
    rng = random.Random(2)
    while match.outcome is None:
        match.play(match.choices().sample(rng))
    worth = match.outcome.utilities(game.seats)
    assert sum(worth.values()) == 0
    assert {seat: game.value(match.view(seat)) for seat in game.seats} == {
        seat: (1 + utility) / 2 for seat, utility in worth.items()
    }
    assert 0 < load(CLOCK).value(played(CLOCK, 1, 3).view("union")) < 1


def test_a_choice_whose_fields_are_not_what_they_look_like_is_refused_in_words() -> None:
    match = toy().start(seed=1)
    for wrong in (Hide(True), Hide("1"), Hide(10**30)):  # type: ignore[arg-type]
        with pytest.raises(MalformedAction):
            match.play(wrong, "red")
    match.play(Hide(4), "red")
    with pytest.raises(IllegalAction, match="there is no space 99"):
        match.play(Go(99), "blue")
