"""What can be asked of a game being played, without changing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

from attrs import evolve

from wargame_core.dice import DiceSource
from wargame_core.errors import NotYourTurn
from wargame_core.flow.choices import Action, Choices, named_by
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.of_runner import OfRunner
from wargame_core.flow.procedures import Ask, AskSecretly, Pending, ask_of
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.updates import latest_ruling
from wargame_core.flow.visibility import redact
from wargame_core.rulings import Ruling, Verdict, refuse


class LiveGame(OfRunner):
    """A game under way: its position, what has happened, who is asked, and what is legal now."""

    def __init__(self, runner: Runner, entries: list[Entry], commits: Mapping[str, Action]) -> None:
        self._runner, self._entries = runner, entries
        self._commits: dict[str, Action] = dict(commits)

    @property
    def rules(self) -> Rules:
        """The rules of the game being played."""
        return self._runner.rules

    @property
    def dice(self) -> DiceSource | None:
        """What answers the rolls; None when they wait for `roll`."""
        return self._runner.dice

    @property
    def board(self) -> Board:
        """The live board, secrets included. Do not change it; a player gets `view(seat).board`."""
        return self._runner.board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for: an `Ask`, an `AskSecretly`, a `Roll` (with explicit chance), None when over."""
        return self._runner.pending

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._runner.outcome

    @property
    def cursor(self) -> tuple[str, ...]:
        """Where the game is in its sequence of play."""
        return self._runner.cursor

    @property
    def state(self) -> State:
        """The position as an immutable value."""
        return State.of(self._runner, self._commits)

    @property
    def seq(self) -> int:
        """How many answers (actions and rolls) the game has had: the ``at`` of `play` and `fork`."""
        return self._runner.seq

    @property
    def entries(self) -> Sequence[Entry]:
        """Every answer so far with its events and what each seat learnt of them, secrets included."""
        return self._entries

    @property
    def commits(self) -> Mapping[str, Action]:
        """By seat, the secret choices that wait for those of the other seats."""
        return self._commits

    @property
    def to_choose(self) -> tuple[str, ...]:
        """The seats that still have to choose now."""
        pending = self._runner.pending
        if type(pending) is Ask:
            return (pending.seat,)
        return tuple(seat for seat in pending.asks if seat not in self._commits) if type(pending) is AskSecretly else ()

    def choices(self, seat: str | None = None) -> Choices:
        """The legal actions of ``seat``, which may be left out when one seat is asked. Raises `NotYourTurn`."""
        return self._ask(seat).choices

    def _ask(self, seat: str | None) -> Ask:
        runner = self._runner
        return ask_of(runner.pending, seat, runner.rules.seats, self._commits)

    def judge(self, action: object, seat: str | None = None) -> Verdict:
        """Whether ``action`` (an action or its JSON) may be played now, and if not, why. Changes nothing.

        Raises `MalformedAction` for what is no action at all.
        """
        try:
            ask = self._ask(seat)
        except NotYourTurn as problem:
            return refuse("not_your_turn", str(problem))
        return self._judged(ask, self.rules.let_in(action))

    def _judged(self, ask: Ask, action: Action) -> Verdict:
        """The verdict on an action; a refusal says what it is about, as the seat that asks may know it."""
        verdict = ask.choices.judge(action).shortened()
        return verdict if verdict else evolve(verdict, about=named_by(action, redact(self.board, ask.seat)))

    @overload
    def explain(self, target: str, seat: str | None = None) -> Verdict | None: ...
    @overload
    def explain(self) -> Ruling | None: ...
    def explain(self, target: str | None = None, seat: str | None = None) -> Verdict | Ruling | None:
        """Why the thing with a name cannot be chosen now; None when the name means nothing here.

        Without a name: the latest ruling of the game, for example of the last combat with all its modifiers, or None.
        Raises `NotYourTurn`, and `AmbiguousName` where a name means several things; an unknown name raises nothing.
        """
        if target is not None:
            verdict = self._ask(seat).choices.explain(target)
            return verdict.shortened() if verdict is not None else None
        return latest_ruling(self._entries)

    def __repr__(self) -> str:
        where = " > ".join(self.cursor) or "over"
        return f"<Match of {self.rules.id}: {where}; waiting for {' and '.join(self.to_choose) or 'nobody'}>"
