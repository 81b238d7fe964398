"""Taking a choice back, and going on from any earlier position on the side."""

import random
from typing import Any

import pytest
from attrs import frozen
from tests.core.skirmish_toy import Give, Go, Hide, PlayCard, Scored, Stay, TurnEnded, Walked, Walking, toy
from tests.laws.broken_toys import walking, with_rule

from wargame_core import Match, Record, Roll, Ruling, Scripted, State, WargameError
from wargame_core.authoring import D6, EVERYBODY, Event, Procedure, Table
from wargame_core.flow import history as barrier
from wargame_core.flow.entries import Chose, ChoseTogether, Started


@pytest.fixture
def match() -> Match:
    """Blue has visited the bridge in an earlier turn (mine: hill), is in camp again and may walk twice."""
    match = toy().start(dice=Scripted([5, 3, 6, 1, 2, 1, 1, 6, 1, 0, 6, 1]))
    match.play(Hide(4))
    for action in (Go(1), Go(0), Stay()):
        match.play(action)
    for seat in ("blue", "red"):
        match.play(PlayCard(1), seat)
    assert match.cursor[-1] == "Walk"
    return match


def played_out(seed: int = 3) -> Match:
    match, rng = toy().start(seed=seed), random.Random(seed)
    while match.waiting_for:
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    return match


# Undo.


@pytest.mark.parametrize("seat", ["blue", "red", "spectator", "referee"])
def test_undo_says_how_many_events_of_each_seat_still_hold(match: Match, seat: str) -> None:
    before = len(match.view(seat).events)
    match.play(Go(1))
    assert len(match.view(seat).events) > before
    assert match.undo().kept(seat) == len(match.view(seat).events) == before


def test_a_choice_that_revealed_nothing_can_be_taken_back(match: Match) -> None:
    before, entries = match.state, len(match.entries)
    match.play(Go(1))
    assert match.can_undo("blue")
    assert match.view("blue").can_undo
    match.undo()
    assert match.state == before
    assert len(match.entries) == entries
    assert match.board.scout == 0  # type: ignore[attr-defined]


def test_an_undo_goes_back_across_a_turn_with_its_snapshot() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Stay()], "Bow?")
        t.record(TurnEnded())
        yield from t.ask("blue", [Stay()], "Bow again?")

    match = with_rule("Bow", bow).start(seed=1)
    while match.cursor[-1] != "Bow":
        match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    before = match.snapshots
    match.play(Stay())
    after = match.snapshots
    assert [turn_of(state) for _, state in after] == [*(turn_of(state) for _, state in before), 3]
    match.undo("blue")
    assert match.snapshots == before
    match.play(Stay())
    assert match.snapshots == after


def turn_of(state: State) -> int:
    """The turn of a position of the test game."""
    turn: int = state.board.turn  # type: ignore[attr-defined]
    return turn


@frozen
class Unmarked(Walked):
    """Its author has forgotten to say that it reveals something."""

    def revealing(self, board: Any) -> bool:
        return False


def test_what_was_learnt_bars_undo_though_no_event_says_that_it_reveals() -> None:
    match = with_rule("Walk", walking(Walking, Unmarked)).start(seed=1)
    match.play(Hide(4))
    while match.cursor[-1] != "Walk":
        match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    match.play(Go(1))  # no mine went off: in another world one would have
    assert match.can_undo("blue", exact=False)  # only other worlds tell
    assert not match.can_undo("blue")
    assert match.can_undo("blue", exact=False)  # or the answer would tell that somebody had asked


@frozen
class Unsaid(Scored):
    """Nobody is told of it, but the score lies open."""

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return None


def test_what_the_board_alone_shows_its_chooser_bars_undo() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.record(Unsaid("red", t.board.mine))
        yield from t.ask("blue", [Give("red")], "Bow?")

    match = with_rule("Bow", bow).start(seed=1)
    while match.cursor[-1] != "Bow":
        match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    match.play(Give("red"))
    assert not match.can_undo("blue")


@pytest.mark.parametrize("shown_to", ["red", "blue", "spectator", "nobody"])
def test_what_comes_to_lie_open_to_any_seat_bars_undo(
    match: Match, shown_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(barrier, "reveals_hidden_field", lambda before, now, seat: seat == shown_to)
    match.play(Go(1))
    assert match.can_undo("blue") is (shown_to == "nobody")


def test_after_undo_the_same_dice_fall_again() -> None:
    match = played_out()
    again = match.fork(match.seq - 1)
    start = again.seq
    while again.waiting_for:
        seat = again.waiting_for[0]
        again.play(next(iter(again.choices(seat))), seat)
    other = match.fork(start)
    while other.waiting_for:
        seat = other.waiting_for[0]
        other.play(next(iter(other.choices(seat))), seat)
    assert again.state == other.state


def test_undo_survives_saving_and_loading(match: Match, tmp_path: object) -> None:
    from wargame_core.records.record import parse
    from wargame_core.replays import replay

    match.play(Go(1))
    loaded, difference = replay(parse(Record.of(match).text()), toy())
    assert difference is None
    assert loaded.can_undo("blue")
    loaded.undo()
    match.undo()
    assert loaded.state == match.state


# Fork.


def test_a_fork_has_the_same_position_and_goes_its_own_way(match: Match) -> None:
    other = match.fork()
    assert other.state == match.state
    other.play(Go(1))
    assert other.board.scout == 1  # type: ignore[attr-defined]
    assert match.board.scout == 0  # type: ignore[attr-defined]
    assert len(other.entries) == len(match.entries) + 1
    assert other.can_undo("blue")
    other.undo()
    assert other.state == match.state


def test_every_earlier_position_can_be_forked_from_and_replayed_to_the_same_end() -> None:
    match = played_out()
    answers = [entry for entry in match.entries if not isinstance(entry, Started)]
    assert [entry.seq for entry in answers] == list(range(match.seq))
    for at in range(match.seq + 1):
        other = match.fork(at)
        assert other.seq >= at  # the dice go on at once where a roll was pending
        assert other.entries == match.entries[: other.seq + 1]
        for entry in answers[other.seq :]:
            if isinstance(entry, ChoseTogether):
                for seat, action in entry.actions.items():
                    other.play(action, seat)
            elif isinstance(entry, Chose):
                other.play(entry.action)
        assert other.state == match.state
        assert Record.of(other).lines == Record.of(match).lines


def test_a_fork_without_dice_stops_at_the_roll_it_was_asked_for() -> None:
    match = toy().start(chance="explicit")
    match.play(Hide(2))
    match.roll(5)
    match.roll(3)
    assert [match.fork(at).seq for at in range(4)] == [0, 1, 2, 3]
    assert str(match.fork(2).pending) == 'Roll(the cup, "red\'s token")'


def test_positions_outside_the_match_are_refused() -> None:
    match = played_out()
    for at in (-1, match.seq + 1):
        with pytest.raises(WargameError, match=f"this match has the positions 0 to {match.seq}, not {at}"):
            match.fork(at)


def test_choices_made_in_secret_are_forked_now_and_dropped_earlier(match: Match) -> None:
    match.play(Stay())
    match.play(PlayCard(2), "red")
    assert match.fork().waiting_for == ("blue",)
    assert match.fork(match.seq).state.commits == {"red": PlayCard(2)}
    match.play(PlayCard(2), "blue")
    opened = next(entry.seq for entry in reversed(match.entries) if isinstance(entry, ChoseTogether))
    assert match.fork(opened).waiting_for == ("blue", "red")


def test_a_match_that_went_on_from_a_position_is_forked_though_undo_ends_there(match: Match) -> None:
    match.play(Go(1))
    begun = Match.of(match.state, dice=match.dice, entries=match.entries)
    assert not begun.can_undo("blue")
    assert begun.fork().state == begun.state
    begun.play(Go(0))
    fork = begun.fork()
    fork.undo()
    assert fork.state == match.state
    assert not fork.can_undo("blue")


def test_a_fork_of_an_earlier_position_is_taken_back_as_far_as_the_match_was(match: Match) -> None:
    begun = match.state
    match.play(Go(1))
    match.play(Go(0))
    twice = match.seq
    match.play(next(iter(match.choices())))
    fork = match.fork(twice)
    fork.undo()
    fork.undo()
    assert fork.state == begun


def explained_bow(t: Table[Any]) -> Procedure[None]:
    """A rule that works out its ruling before it rolls, and only where somebody keeps it."""
    ruling = Ruling("a bow", 1) if t.events is not None else None
    yield from t.roll(D6, "a bow", seen_by=EVERYBODY)
    t.record(Scored("blue", 1, ruling))


def test_a_match_forked_at_a_roll_explains_what_follows_all_the_same() -> None:
    match = with_rule("Bow", explained_bow).start(chance="explicit")
    rng = random.Random(3)
    while not (isinstance(match.pending, Roll) and match.pending.label == "a bow"):
        if isinstance(match.pending, Roll):
            match.roll(match.pending.die.faces[0])
        else:
            match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    fork = match.fork()
    for game in (match, fork):
        scored = game.roll(3).events[0]
        assert isinstance(scored, Scored)
        assert scored.ruling is not None
