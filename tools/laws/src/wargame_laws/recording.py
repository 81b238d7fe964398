"""Recorded games, with the moments that every law examines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TypeAlias

from attrs import frozen

from wargame_core.errors import RulesError
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.match import Match
from wargame_core.flow.players import Player
from wargame_core.flow.state import State
from wargame_laws.comparing import text_of

LIMIT = 20_000
"""The number of choices after which a game counts as endless."""


class LawBroken(AssertionError):
    """A game breaks a law; the message says which seed and moment show it."""


@frozen
class Moment:
    """A moment of a recorded game: ``seat`` is about to play ``action``.

    ``match`` is the position at that time and must not be changed: laws try things on a `fork`. ``state``, ``board``
    and ``menu`` were taken from the game while it was being played; ``texts`` are the JSON of state and board at that
    time.
    """

    match: Match
    seat: str
    action: Action
    seed: int
    state: State
    board: Board
    menu: tuple[Action, ...] | None
    texts: tuple[str, str]
    rng: Random

    def fork(self) -> Match:
        """A copy of the position, for trying things."""
        return self.match.fork()

    def listed(self, seat: str | None = None, match: Match | State | None = None) -> list[Action]:
        """What is listed for a seat, usually the one that plays. Raises `LawBroken` for more than anybody can list."""
        try:
            return (self.match if match is None else match).choices(seat or self.seat).head()
        except RulesError as problem:
            raise self.broken(str(problem)) from None

    def broken(self, what: str) -> LawBroken:
        """The error to raise when this moment breaks a law."""
        return broken(self.match, self.seed, what)


PlaysAndPicks: TypeAlias = Callable[[Match, str, Action, int, Random], Iterable[Moment]]
"""What plays a choice of a seat in the game of a seed and picks moments at it."""


@frozen
class RecordedGame:
    """One game, played to its end or to what went wrong in it.

    ``moments`` are spread evenly over the game, ``telling`` were picked for being near something rare. ``match`` is
    None when it could not be set up. ``problem`` is the error that the law of ends raises, ``cause`` the one that the
    other laws raise.
    """

    seed: int
    match: Match | None
    moments: tuple[Moment, ...]
    problem: LawBroken | None = None
    cause: Exception | None = None
    telling: tuple[Moment, ...] = ()


def record_game(match: Match, players: Mapping[str, Player], seed: int, gap: int, play: PlaysAndPicks) -> RecordedGame:
    """Play a match to its end; keep about one moment in ``gap`` choices, and those that ``play`` picks."""
    moments: list[Moment] = []
    telling: list[Moment] = []

    def ended(problem: LawBroken | None = None, cause: Exception | None = None) -> RecordedGame:
        return RecordedGame(seed, match, tuple(moments), problem, cause, tuple(telling))

    rng, of_telling = Random(seed), Random(seed)
    wait = rng.randrange(gap)
    try:
        for _ in range(LIMIT):
            if not match.to_choose:
                return ended()
            seat = match.to_choose[0]
            view = match.view(seat, story=False)
            if next(iter(view.choices), None) is None:
                return ended(broken(match, seed, f"{seat} is asked {view.prompt!r} and has no choice"))
            action = players[seat](view)
            if wait == 0:
                moments.append(moment_of(match, seat, action, seed, rng, with_menu=len(moments) % 2 == 0))
                wait = rng.randrange(2 * gap - 1) if gap > 1 else 0
            else:
                wait -= 1
            telling += play(match, seat, action, seed, of_telling)
    except Exception as cause:
        return ended(broken(match, seed, f"{type(cause).__name__}: {cause}"), cause)
    return ended(LawBroken(f"seed {seed}: the game has not ended after {LIMIT} choices"))


def moment_of(match: Match, seat: str, action: Action, seed: int, rng: Random, *, with_menu: bool = False) -> Moment:
    """The moment before ``seat`` plays ``action``."""
    state = match.state
    texts = text_of(state.to_json()), text_of(match.rules.codec.board_to_json(match.board))
    menu = tuple(match.choices(seat).head()) if with_menu else None
    return Moment(match.fork(), seat, action, seed, state, match.board.copy(), menu, texts, rng)


def broken(match: Match, seed: int, what: str) -> LawBroken:
    """The error for a position of the match of a seed."""
    where = " > ".join(match.cursor) or "the end"
    return LawBroken(f"seed {seed}, answer {match.seq} ({where}): {what}")
