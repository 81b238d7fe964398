"""The past positions of a match: for undo, for forks, and as snapshots."""

from __future__ import annotations

from collections.abc import Sequence

from wargame_core.errors import NotYourTurn
from wargame_core.flow.barrier import taught
from wargame_core.flow.entries import Chose, Entry, Started, answer_of
from wargame_core.flow.procedures import Roll
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State


class History:
    """Positions, each with the number of entries before it: one before every answer, and one snapshot for each turn."""

    def __init__(self, entries: int, state: State, turn: int) -> None:
        self.snapshots: list[tuple[int, State]] = [(entries, state)]
        """The positions at the beginning, at each new turn and at the end."""
        self.turn = turn
        """The turn of the latest position."""
        self._answered: list[tuple[int, State]] = []
        self._taught: tuple[State, bool] | None = None

    def answered(self, entries: int, before: State) -> None:
        """Keep the position before an answer."""
        self._answered.append((entries, before))

    def note(self, runner: Runner, entries: int) -> None:
        """Keep a snapshot when a new turn has begun or the game has ended."""
        if isinstance(runner.pending, Roll):
            return  # with dice in hand play does not stop here: a game run again keeps the same snapshots
        turn = runner.rules.turn_of(runner.board)
        if (turn != self.turn or runner.outcome is not None) and self.snapshots[-1][0] != entries:
            self.snapshots.append((entries, State.of(runner)))
        self.turn = turn

    def may_go_back(self, seat: str, entries: Sequence[Entry], now: Runner) -> bool:
        """Whether the latest answer was a choice of ``seat`` alone, and nobody rolled or learnt anything by it."""
        match entries[self._answered[-1][0] :] if self._answered else ():
            case [Chose() as last] if last.seat == seat:
                return not self._has_taught(last, now)
        return False

    def _has_taught(self, last: Chose, now: Runner) -> bool:
        """Whether somebody learnt something by the latest choice; found out once."""
        before = self._answered[-1][1]
        if self._taught is None or self._taught[0] is not before:
            shown = any(event.revealing(now.board) for event in last.events)
            self._taught = before, shown or taught(before, last, now)
        return self._taught[1]

    def back(self) -> tuple[int, State]:
        """Drop and return the position before the latest answer, with its number of entries; drop later snapshots."""
        start, before = self._answered.pop()
        self.snapshots = [kept for kept in self.snapshots if kept[0] <= start]
        return start, before

    def run_again(self, entries: Sequence[Entry], at: int, now: int) -> tuple[Runner, list[Entry], History]:
        """A runner without dice at the position before answer number ``at`` of a match that has had ``now`` answers.

        Also returns the entries and the history up to there. Raises `NotYourTurn` when there is no such answer.
        """
        positions = [self.snapshots[0], *self._answered]
        first = positions[0][1].seq
        if not first <= at <= now:
            raise NotYourTurn(f"this match has the positions {first} to {now}, not {at}")
        start, state = [known for known in positions if known[1].seq <= at][-1]
        end, common = start + at - state.seq, list(entries[:start])
        runner = state.runner(entries=common)
        history = self._until(end, runner.rules.turn_of(runner.board))
        for entry in entries[start:end]:
            if not isinstance(entry, Started):
                runner.answer(answer_of(entry))
        return runner, common, history

    def _until(self, entries: int, turn: int) -> History:
        part = History(*self.snapshots[0], turn)
        part.snapshots = [kept for kept in self.snapshots if kept[0] <= entries]
        part._answered = [kept for kept in self._answered if kept[0] < entries]
        return part
