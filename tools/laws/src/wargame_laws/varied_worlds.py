"""Positions that a seat cannot distinguish from the true one, by what the game says of who may know what."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import evolve, frozen

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Answer, Ask, AskSecretly, Roll
from wargame_core.flow.runner import Runner
from wargame_core.flow.secrecy import Secrecy, Vary
from wargame_core.flow.state import IMPOSSIBLE, State

TRIES = 12
"""The number of variations tried until one fits what has happened in the present step."""


@frozen
class Given:
    """An answer of the present step, and whether it is a roll that the seat has not seen."""

    answer: Answer
    hidden: bool


def hidden_from(roll: Roll | Rolled, seat: str) -> bool:
    """Whether the seat does not see a roll."""
    return roll.seen_by is not None and seat not in roll.seen_by


def roll_hidden(match: Match, seat: str, rng: Random) -> None:
    """Roll at random as long as a roll waits that the seat does not see."""
    while isinstance(roll := match.pending, Roll) and hidden_from(roll, seat):
        match.roll(rng.choice(roll.die.faces))


def replayed(state: State, seat: str) -> tuple[Match, list[Given]]:
    """The present step, played again from its beginning, with the secret choice of the seat."""
    match, given = _set_out(state, state.checkpoint), []
    for answer in state.answers:
        pending = match.pending
        given.append(Given(answer, isinstance(pending, Roll) and hidden_from(pending, seat)))
        _answer(match, answer)
    if seat in state.commits:
        match.play(state.commits[seat], seat)
    return match, given


def _set_out(state: State, board: Board) -> Match:
    entries: list[Entry] = []
    begun = evolve(state, checkpoint=board, answers=(), commits={}, seq=state.seq - len(state.answers))
    return Match(Runner.set_out(begun, entries=entries), entries)


def _answer(match: Match, answer: Any) -> None:
    runner = match._runner
    if runner.game_inside is not None:  # what it came to is known; it is not played again
        runner.put_away(runner.game_inside, answer)
        return
    match pending := match.pending:
        case Roll():
            match.roll(answer)
        case AskSecretly():
            for name in pending.asks:
                match.play(answer[name], name)
        case Ask():
            match.play(answer, pending.seat)
        case _:
            raise WargameError("the game is over")


def varied(state: State, truth: Match, given: list[Given], board: Board, seat: str, rng: Random) -> Match | None:
    """The present step on a varied board, with new faces for rolls that the seat has not seen; None if impossible."""
    try:
        world = _set_out(state, board)
        for step in given:
            if step.hidden:
                continue
            roll_hidden(world, seat, rng)
            _answer(world, step.answer)
        roll_hidden(world, seat, rng)
        if seat in state.commits:
            world.play(state.commits[seat], seat)
    except IMPOSSIBLE:
        return None  # what others have done in this step cannot have happened in this world
    world._tags = truth._tags.like()
    return world if waits_for(world) == waits_for(truth) else None


def waits_for(match: Match) -> tuple[object, object]:
    """The present step, and who is asked in it."""
    pending = match.pending
    asked = tuple(pending.asks) if isinstance(pending, AskSecretly) else getattr(pending, "seat", None)
    return match.cursor, asked


def variations(
    secrets: tuple[Secrecy, ...], board: Board, seat: str, rng: Random
) -> Iterator[tuple[Board, Vary | None]]:
    """An endless sequence of boards that differ in what all the sentences, or one of them, hide from the seat.

    Each comes with the function that varied it, if it was one sentence.
    """
    hiding = [secret.vary for secret in secrets if secret.vary is not None]
    while hiding:
        if rng.random() < 0.5:
            vary = rng.choice(hiding)
            yield vary(board, seat, rng), vary
        else:
            other = board
            for vary in hiding:
                other = vary(other, seat, rng)
            yield other, None
