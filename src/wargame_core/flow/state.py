"""A position as a value.

A `State` is plain data: the board at the last checkpoint, the cursor, and the answers given since. What it waits for is
found by running the step's procedure again from the checkpoint. A live game keeps the running procedure in a `Runner`
and pays nothing for this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import IllegalAction, NotYourTurn
from wargame_core.flow.choices import Choices
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.procedures import Ask, AskSecretly, Pending, Roll
from wargame_core.flow.runner import OVER, Entry, Runner
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.views import View
from wargame_core.flow.visibility import static_fields

if TYPE_CHECKING:
    from wargame_core.game import Game

__all__ = ["OVER", "Entry", "Runner", "State", "ask_of"]


@frozen
class State:
    """A position: compare, keep, save and fork it, ask it for its choices, and get the state after an action.

    `board` is the board now; ``checkpoint`` is the board as it was when the step under way began. ``commits`` are
    choices made in secret that wait for the other seats'.
    """

    game: Game = field(repr=False, eq=lambda game: game.id)
    scenario: str
    options: Mapping[str, Any]
    checkpoint: Board = field(repr=False)
    line: int
    answers: tuple[Any, ...]
    commits: Mapping[str, Any]
    seq: int
    _cache: list[Runner] = field(factory=list, eq=False, repr=False, init=False)

    def runner(self, dice: DiceSource | None = None, entries: list[Entry] | None = None, keep: bool = True) -> Runner:
        """A new game in motion from here; this state stays as it is."""
        return Runner(
            self.game,
            self.scenario,
            self.options,
            self.checkpoint.copy(),
            line=self.line,
            answers=self.answers,
            seq=self.seq,
            dice=dice,
            entries=entries,
            keep=keep,
            fresh=False,
        )

    def _peek(self) -> Runner:
        if not self._cache:
            self._cache.append(self.runner())
        return self._cache[0]

    def __hash__(self) -> int:
        return hash((self.game.id, self.line, self.seq, _hash(self.answers), _hash(self.checkpoint)))

    @property
    def board(self) -> Board:
        """The board now. Look, do not touch."""
        return self._peek().board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for; None when it is over."""
        return self._peek().pending

    @property
    def cursor(self) -> Cursor:
        """The path of labels in the sequence of play; empty when the game is over."""
        return self._peek().cursor

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.checkpoint.outcome

    def choices(self, seat: str | None = None) -> Choices:
        """The legal actions of ``seat`` (may be left out when one seat is asked). Raises `NotYourTurn`."""
        return ask_of(self.pending, seat, self.game.seats, self.commits).choices

    def after(self, answer: Any, seat: str | None = None) -> State:
        """The state after an action (or, where a roll is pending, after that face).

        In a secret choice the action is kept back until every seat has chosen. Raises `IllegalAction`, `NotYourTurn`,
        `MalformedAction` or `DiceError`; this state never changes.
        """
        runner = self.runner()
        pending = runner.pending
        if type(pending) is Roll:
            runner.answer(pending.die.face(answer))
            return runner.state()
        ask = ask_of(pending, seat, self.game.seats, self.commits)
        answer = self.game.read_action(answer)
        verdict = ask.choices.judge(answer)
        if not verdict:
            raise IllegalAction(verdict)
        if isinstance(pending, AskSecretly):
            commits = {**self.commits, ask.seat: answer}
            if len(commits) < len(pending.asks):
                return runner.state(commits)
            answer = {name: commits[name] for name in pending.asks}
        runner.answer(answer)
        return runner.state()

    def view(self, seat: str) -> View:
        """What ``seat`` may know."""
        return View(self._peek(), self.game.seat(seat), self.commits)

    def to_json(self) -> dict[str, Any]:
        """The whole state, secrets included, as plain JSON data."""
        return self.game.codec.state_to_json(self)


def _hash(value: Any) -> int:
    """A hash of a board or of what stands on it; what nothing can be hashed by counts as nothing."""
    if isinstance(value, Board):
        printed = static_fields(type(value))
        return hash(tuple(_hash(getattr(value, one.name)) for one in fields(type(value)) if one.name not in printed))
    try:
        if isinstance(value, Mapping):
            return hash(frozenset(value.items()))
        return hash(frozenset(value) if isinstance(value, set) else value)
    except TypeError:
        if isinstance(value, Mapping):
            return hash(frozenset((key, _hash(inner)) for key, inner in value.items()))
        return hash(tuple(map(_hash, value))) if isinstance(value, (list, tuple)) else 0


def ask_of(
    pending: Pending | None, seat: str | None, seats: tuple[str, ...], commits: Mapping[str, Any] | None = None
) -> Ask:
    """What ``seat`` is asked now. Raises `NotYourTurn` in words when it is asked nothing."""
    if seat is not None and seat not in seats:
        raise NotYourTurn(f"there is no seat {seat!r} (seats: {', '.join(seats)})")
    if pending is None:
        raise NotYourTurn("the game is over; nobody is asked anything")
    if isinstance(pending, Roll):
        raise NotYourTurn(f"a roll is pending ({pending.label}), not a choice")
    asks = pending.asks if isinstance(pending, AskSecretly) else {pending.seat: pending}
    open_seats = [name for name in asks if not commits or name not in commits]
    if seat is None:
        if len(open_seats) != 1:
            raise NotYourTurn(f"several seats choose in secret ({', '.join(open_seats)}); say which one this is")
        seat = open_seats[0]
    if seat not in open_seats:
        if seat in asks:  # who else has chosen already is nobody's business
            raise NotYourTurn(f"{seat} has chosen already; the choices of {' and '.join(asks)} are revealed together")
        raise NotYourTurn(f"{seat} is not to choose now; waiting for {' and '.join(asks)}")
    return asks[seat]
