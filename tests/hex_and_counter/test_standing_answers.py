"""Standing answers: who is asked less, what others learn of it (nothing), and how many letters a game by mail takes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.hex_and_counter.ambush_game import UNITS, game

from wargame_core import Action, Match, View, verify_record
from wargame_core.flow.entries import Chose
from wargame_core.flow.players import RandomPlayer
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, HoldFire, Move
from wargame_mail.mailbox import Mailbox

AMBUSH = game("initiative")
UNITS_OF = {side: [one.id for one in UNITS if one.side == side] for side in AMBUSH.seats}


class Holds:
    """Plays by chance and never reacts; with ``stands`` it says so beforehand, once for all that may be asked about."""

    def __init__(self, seed: int, *, stands: bool) -> None:
        self.by_chance, self.stands, self.asked = RandomPlayer(seed), stands, 0

    def __call__(self, view: View) -> Action:
        actions = list(view.choices)
        if HoldFire() not in actions:
            return self.by_chance(view)
        self.asked += 1
        never = [action for action in actions if isinstance(action, AskLater) and action.within == 0]
        return max(never, key=lambda action: len(action.pieces)) if self.stands and never else HoldFire()


def played(seed: int, *, stands: bool) -> tuple[int, int, Match]:
    """How often sides were asked for a reaction, how many units moved, and the match."""
    match, players = AMBUSH.start(seed=seed), {seat: Holds(seed, stands=stands) for seat in AMBUSH.seats}
    match.play_out(players)
    chosen = (action for entry in match.entries if isinstance(entry, Chose) for action in entry.actions.values())
    moves = sum(isinstance(action, Move) for action in chosen)
    return sum(player.asked for player in players.values()), moves, match


def test_who_says_once_what_is_to_be_done_is_asked_less_than_once_a_move(tmp_path: Path) -> None:
    games = [played(seed, stands=True) for seed in range(6)]
    often = [played(seed, stands=False) for seed in range(6)]
    asked, moves = (sum(numbers) for numbers in zip(*((asked, moves) for asked, moves, _ in games), strict=True))
    assert asked < moves < sum(asked for asked, _, _ in often)
    assert verify_record(games[0][2].save(tmp_path / "game.jsonl"), AMBUSH).ok


def to_a_question(stands: bool) -> Match:
    """A match that waits for what a side does about an enemy on its way, with an answer that stands or without."""
    match = AMBUSH.start(seed=1)
    (other,) = {*AMBUSH.seats} - {*match.waiting_for}
    never = {unit: {"turn": 1, "within": 0} for unit in UNITS_OF[other]}
    match = Match.of(match.state.set(standing={other: never} if stands else {}), seed=1)
    by_chance = RandomPlayer(1)
    while match.waiting_for != (other,):
        match.play(by_chance(match.view(match.waiting_for[0])))
    return match


def test_the_question_is_put_all_the_same_and_only_its_seat_sees_that_it_is_answered() -> None:
    asked, answered = to_a_question(stands=False), to_a_question(stands=True)
    (seat,) = answered.waiting_for
    (other,) = {*AMBUSH.seats} - {seat}
    assert (answered.standing_answer, answered.view(seat).standing_answer) == ((seat, HoldFire()), HoldFire())
    assert (asked.standing_answer, asked.view(seat).standing_answer) == (None, None)
    assert answered.view(other).standing_answer is None
    assert asked.view(other).to_json() | {"at": ""} == answered.view(other).to_json() | {"at": ""}
    assert any(isinstance(action, AskAgain) for action in answered.choices())
    assert not any(isinstance(action, AskAgain) for action in asked.choices())


@pytest.mark.parametrize("answer", [HoldFire, lambda match: next(a for a in match.choices() if a.kind == "ask_later")])
def test_the_record_of_another_seat_does_not_say_what_a_side_wants_to_be_asked(
    answer: Callable[..., Action], tmp_path: Path
) -> None:
    match, by_chance = AMBUSH.start(seed=1), RandomPlayer(1)
    other = match.waiting_for[0]
    while match.waiting_for == (other,):
        match.play(by_chance(match.view(other)))
    match.play(HoldFire() if answer is HoldFire else answer(match))
    told = match.save(tmp_path / "other.jsonl", other).read_text("utf-8")
    assert "ask_later" not in told
    assert "hold_fire" not in told
    assert "StandingAnswer" not in told


def test_what_was_said_in_one_letter_is_chosen_without_another(tmp_path: Path) -> None:
    players = {seat: Holds(2, stands=True) for seat in AMBUSH.seats}
    first = Mailbox.offer(tmp_path / "first", AMBUSH, AMBUSH.seats[0])
    pen, other = Mailbox.accept(tmp_path / "second", first.send().read_text("utf-8"), lambda name: AMBUSH), first
    while pen.match is None or pen.match.outcome is None:
        while pen.must_choose:
            assert pen.match is not None
            pen.play(players[pen.seat](pen.match.view(pen.seat)))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    assert other.match is not None
    assert other.match.state == pen.match.state
    holds = [entry for entry in pen.match.entries if isinstance(entry, Chose) and entry.action == HoldFire()]
    written = "".join(letter.text() for letter in pen.letters.letters).count("hold_fire")
    assert written < len(holds)
