"""Worlds that a seat cannot distinguish from the true one, by what the game says of who may know what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, cast

from attrs import evolve, frozen

from wargame_core.errors import WargameError
from wargame_core.flow.child import InChild
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Answer, Ask, AskSecretly, Roll
from wargame_core.flow.rules import Rules, Secrecy, Vary
from wargame_core.flow.runner import Position, Runner
from wargame_core.flow.state import State
from wargame_core.flow.view import IMPOSSIBLE

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
    """The step of the innermost game, played again from its beginning, with the secret choice of the seat.

    Raises `WargameError` in a step that has had a game inside a game inside itself.
    """
    match, given = _begun(state, innermost(state).checkpoint), []
    for answer in innermost(state).answers:
        pending = match.pending
        given.append(Given(answer, isinstance(pending, Roll) and hidden_from(pending, seat)))
        _answer(match, answer, inside=state.inside is not None)
    if seat in state.commits:
        match.play(state.commits[seat], seat)
    return match, given


def _begun(state: State, board: Board) -> Match:
    """The step of the innermost game at its beginning, on ``board`` there."""
    if state.inside is not None:
        return Match.of(_at_step(state, board), chance="explicit")
    entries: list[Entry] = []
    return Match(Runner.set_out(_at_step(state, board), entries=entries), entries)


def _at_step(state: State, board: Board) -> State:
    if state.inside is None:
        return evolve(state, checkpoint=board, answers=(), commits={}, seq=state.seq - len(state.answers))
    inside = evolve(state.inside, position=_at_step(cast(State, state.inside.position), board))
    return evolve(state, inside=inside, commits={}, seq=inside.position.seq)


def _answer(match: Match, answer: Any, *, inside: bool) -> None:
    """Give an answer of the innermost game: its actions wrapped as the outer ones have them."""
    runner, games = match._runner, list[ChildGame]()
    if not inside and runner.game_inside is not None:  # what it came to is known; it is not played again
        runner.put_away(runner.game_inside, answer)
        return
    while runner.inside is not None and runner.game_inside is not None:
        games.append(runner.game_inside)
        runner = runner.inside
    match pending := match.pending:
        case Roll():
            match.roll(answer)
        case AskSecretly():
            for outer in pending.asks:
                seat = outer
                for game in games:
                    seat = game.seats[seat]
                match.play(_wrapped(answer[seat], games), outer)
        case Ask():
            match.play(_wrapped(answer, games), pending.seat)
        case _:
            raise WargameError("the game is over")


def _wrapped(action: Action, games: list[ChildGame]) -> Action:
    for game in reversed(games):
        action = InChild(game.id, action)
    return action


def varied(state: State, truth: Match, given: list[Given], board: Board, seat: str, rng: Random) -> Match | None:
    """The present step on a varied board, with new faces for rolls that the seat has not seen; None if impossible."""
    try:
        world = _begun(state, board)
        for step in given:
            if not step.hidden:
                roll_hidden(world, seat, rng)
                _answer(world, step.answer, inside=state.inside is not None)
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


Pair = tuple[Match, Match, Vary | None]


def innermost(state: State) -> Position:
    """The position of the game that asks: the innermost one."""
    position: Position = state
    while position.inside is not None:
        position = position.inside.position
    return position


def varied_inside(state: State, rules: Rules, seat: str, rng: Random) -> Iterator[Pair]:
    """The true position, and others in which what the inner or the outer game hides from ``seat`` is varied."""
    yield from islice(_inner(state, rules, seat, rng), 1)
    for outer, varies in islice(variations(rules.secrets, state.checkpoint, seat, rng), TRIES):
        own = {name: action for name, action in state.commits.items() if name == seat}
        true, other = evolve(state, commits=own), evolve(state, commits=own, checkpoint=outer)
        if outer != state.checkpoint and _stands(other):
            pair = Match.of(true, chance="explicit"), Match.of(other, chance="explicit")
            pair[1]._tags = pair[0]._tags.like()
            yield *pair, varies
            break


def _inner(state: State, rules: Rules, seat: str, rng: Random) -> Iterator[Pair]:
    """Pairs that differ in what the innermost game hides; none in a step that has had a game inside itself."""
    try:
        truth, given = replayed(state, seat)
    except WargameError:
        return
    for board in _inner_boards(state, rules, seat, rng):
        if (world := varied(state, truth, given, board, seat, rng)) is not None:
            yield truth, world, None


def _inner_boards(state: State, rules: Rules, seat: str, rng: Random) -> Iterator[Board]:
    """Checkpoints of the game inside that differ in what it hides from the seat."""
    position: Position = state
    name: str | None = seat
    while position.inside is not None and name is not None:
        game = position.inside.game
        name, rules, position = game.seat(name), rules.game_inside(game.id, game.data).rules, position.inside.position
    if name is not None:
        for board, _ in islice(variations(rules.secrets, position.checkpoint, name, rng), TRIES):
            if board != position.checkpoint:
                yield board


def _stands(state: State) -> bool:
    """Whether the state can be: its rules wait for the game that is inside it."""
    try:
        state.pending  # noqa: B018 - runs the step over its answers
    except (WargameError, LookupError, ValueError):
        return False
    return True
