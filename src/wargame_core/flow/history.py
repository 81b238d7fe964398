"""The past positions of a match: for undo, for forks, and as snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from attrs import frozen

from wargame_core.errors import NotYourTurn
from wargame_core.flow.barrier import perhaps_watched, taught
from wargame_core.flow.entries import Chose, Entry, Started, answer_of
from wargame_core.flow.procedures import Roll
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.waypoint import Waypoint


@frozen
class PlayedUnder:
    """The rules and data files a match was played under from answer ``n`` on; ``data`` is the digest of the files."""

    n: int
    rules: str
    data: str


class History:
    """Positions, each with the number of entries before it: a snapshot for each turn, and those that undo can reach.

    A game holds few of them at a time: what is kept for every answer is only its entry.
    """

    def __init__(self, entries: int, begun: Waypoint, turn: int) -> None:
        self._snapshots: list[tuple[int, Waypoint]] = [(entries, begun)]
        self.turn = turn
        """The turn of the latest position."""
        self._answered: list[tuple[int, Waypoint]] = []
        """The position before the latest answer, and those before it as long as one seat alone has chosen."""
        self._taught: tuple[Waypoint, bool] | None = None

    @property
    def snapshots(self) -> list[tuple[int, State]]:
        """The positions at the beginning, at each new turn and at the end."""
        return [(entries, kept.state) for entries, kept in self._snapshots]

    def answered(self, log: Sequence[Entry], start: int, before: Waypoint) -> None:
        """Keep the position before the answer whose entries begin at ``start``, and forget those beyond undo."""
        if start == 0 or not _by_one_seat(log[start - 1 :]):
            self._answered.clear()
        self._answered.append((start, before))

    def note(self, runner: Runner, entries: int) -> None:
        """Keep a snapshot when a new turn has begun or the game has ended."""
        if isinstance(runner.pending, Roll):
            return  # with dice in hand play does not stop here: a game run again keeps the same snapshots
        turn = runner.rules.turn_of(runner.board)
        if (turn != self.turn or runner.outcome is not None) and self._snapshots[-1][0] != entries:
            self._snapshots.append((entries, Waypoint(runner)))
        self.turn = turn

    def may_go_back(self, seat: str, entries: Sequence[Entry], now: Runner) -> bool:
        """Whether the latest answer was a choice of ``seat`` alone, and nobody rolled or learnt anything by it."""
        last = self._last_of(seat, entries)
        return last is not None and not self._has_taught(last, now)

    def seems_free(self, seat: str, entries: Sequence[Entry], now: Runner) -> bool:
        """The same as far as ``seat`` itself can tell, whether more was found out already or not."""
        last = self._last_of(seat, entries)
        return last is not None and not (
            _told(last, now) or perhaps_watched(self._answered[-1][1].state.board, last, now.board)
        )

    def _last_of(self, seat: str, entries: Sequence[Entry]) -> Chose | None:
        """The latest answer, if it was a choice of ``seat`` alone."""
        match entries[self._answered[-1][0] :] if self._answered else ():
            case [Chose() as last] if last.seat == seat:
                return last
        return None

    def _has_taught(self, last: Chose, now: Runner) -> bool:
        """Whether somebody learnt something by the latest choice; found out once."""
        before = self._answered[-1][1]
        if self._taught is None or self._taught[0] is not before:
            self._taught = before, _told(last, now) or taught(before.state, last, now)
        return self._taught[1]

    def back(self) -> tuple[int, State]:
        """Drop and return the position before the latest answer, with its number of entries; drop later snapshots."""
        start, before = self._answered.pop()
        self._snapshots = [kept for kept in self._snapshots if kept[0] <= start]
        return start, before.state

    def run_again(self, entries: Sequence[Entry], at: int, now: int) -> tuple[Runner, list[Entry], History]:
        """A runner without dice at the position before answer number ``at`` of a match that has had ``now`` answers.

        Also returns the entries and the history up to there. Raises `NotYourTurn` when there is no such answer.
        """
        before, begun = self._snapshots[0]
        if not begun.seq <= at <= now:
            raise NotYourTurn(f"this match has the positions {begun.seq} to {now}, not {at}")
        end = before + at - begun.seq
        undo = max(before, reach_of_undo(entries, end))
        start, state = self._latest_to_play_from(undo, end)
        common = list(entries[:start])
        runner = state.runner(entries=common)
        part = self._part_before(start, runner.rules.turn_of(runner.board))
        for number, entry in enumerate(entries[start:end], start):
            if number >= undo or number == end - 1:
                part._answered.append((number, Waypoint(runner)))
            if not isinstance(entry, Started):
                runner.answer(answer_of(entry))
            part.note(runner, len(common))
        return runner, common, part

    def _latest_to_play_from(self, undo: int, end: int) -> tuple[int, State]:
        """The latest known position from which a game played on to entry ``end`` has what undo can reach there.

        That is any one before the end if the position at ``undo`` and those after it are still kept, or else one that
        comes no later than ``undo``.
        """
        kept = [known for known in self._answered if known[0] < end]
        latest = end if any(start == undo for start, _ in kept) else undo
        number, known = max((known for known in (*self._snapshots, *kept) if known[0] <= latest), key=itemgetter(0))
        return number, known.state

    def _part_before(self, start: int, turn: int) -> History:
        """The part of this history up to the position before entry ``start``, which is in ``turn``."""
        part = History(*self._snapshots[0], turn)
        part._snapshots = [known for known in self._snapshots if known[0] <= start]
        part._answered = [known for known in self._answered if known[0] < start]
        return part


def _told(last: Chose, now: Runner) -> bool:
    """Whether an event of a choice reveals something by its author's word."""
    return any(event.revealing(now.board) and not event.by_sight for event in last.events)


def reach_of_undo(log: Sequence[Entry], end: int) -> int:
    """How far undo can go back from entry number ``end`` at best: over choices of one seat, with nothing between."""
    start = end
    while start > 0 and _by_one_seat(log[start - 1 : min(start + 1, end)]):
        start -= 1
    return start


def _by_one_seat(entries: Sequence[Entry]) -> bool:
    """Whether these are two entries at most, all of them choices of one seat."""
    first, last = entries[0], entries[-1]
    return len(entries) <= 2 and isinstance(first, Chose) and isinstance(last, Chose) and first.seat == last.seat
