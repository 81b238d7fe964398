"""The past positions of a match: for undo, for forks, and as snapshots; and which choices may be taken back.

A choice that revealed anything may not. This is found by playing, from what views show; no rule is asked.
See docs/decisions/undo.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import fields

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, Entry, Started, answer_of
from wargame_core.flow.events import Board, Event
from wargame_core.flow.inner_games import InnerEvent
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import Runner, at_present_step
from wargame_core.flow.state import State, inner_position_of
from wargame_core.flow.view import ERRORS_OF_IMPOSSIBLE_WORLDS, View
from wargame_core.flow.visibility import SPECTATOR, redact

WORLDS = 12
"""The number of worlds in which a choice is played again; a result of one world in three is missed once in 100."""
ROWS = 40
"""The number of rows of a menu that are compared."""


class Waypoint:
    """The position of a running game at one moment, without waiting secret choices; it is worked out when asked for."""

    __slots__ = ("_is_at_present_step", "_position", "_state")

    def __init__(self, runner: Runner) -> None:
        assert runner.checkpoints is not None, "matches have checkpoints"
        self._position = runner.since_checkpoint(inner_position_of(runner))
        self._is_at_present_step = runner.checkpoints.is_at_present_step
        self._state: State | None = None

    @property
    def seq(self) -> int:
        """How many answers the game had had."""
        return self._position.seq

    @property
    def state(self) -> State:
        """The position."""
        if self._state is None:
            position = self._position if self._is_at_present_step else at_present_step(self._position)
            self._state = State.from_position(position)
        return self._state


class History:
    """Positions, each with the number of entries before it: a snapshot for each turn, and those that undo can reach.

    A game holds few of them at a time: what is kept for every answer is only its entry.
    """

    def __init__(self, entries: int, first_waypoint: Waypoint, turn: int) -> None:
        self._snapshots: list[tuple[int, Waypoint]] = [(entries, first_waypoint)]
        self.turn = turn
        """The turn of the latest position."""
        self._answered: list[tuple[int, Waypoint]] = []
        """The position before the latest answer, and those before it as long as one seat alone has chosen."""
        self._taught: tuple[Waypoint, bool] | None = None

    @property
    def snapshots(self) -> list[tuple[int, State]]:
        """The positions at the beginning, at each new turn and at the end."""
        return [(entries, waypoint.state) for entries, waypoint in self._snapshots]

    def answered(self, log: Sequence[Entry], start: int, before: Waypoint) -> None:
        """Keep the position before the answer whose entries begin at ``start``, and forget those beyond undo."""
        if start == 0 or len(log) != start + 1 or not _by_one_seat(log[start - 1], log[start]):
            self._answered.clear()
        self._answered.append((start, before))

    def note(self, runner: Runner, entries: int) -> None:
        """Keep a snapshot when a new turn has begun or the game has ended."""
        if runner.chance is not None:
            return  # with dice in hand play does not stop here: a game run again keeps the same snapshots
        turn = runner.rules.turn_of(runner.board)
        if (turn != self.turn or runner.outcome is not None) and self._snapshots[-1][0] != entries:
            self._snapshots.append((entries, Waypoint(runner)))
        self.turn = turn

    def may_go_back(self, seat: str, entries: Sequence[Entry], after: Runner) -> bool:
        """Whether the latest answer was a choice of ``seat`` alone, and nobody rolled or learnt anything by it."""
        last = self._last_of(seat, entries)
        return last is not None and not self._has_taught(last, after)

    def seems_free(self, seat: str, entries: Sequence[Entry], after: Runner) -> bool:
        """The same as far as ``seat`` itself can tell, whether more was found out already or not."""
        last = self._last_of(seat, entries)
        if last is None or _told(last, after):
            return False
        sees_from_near = (
            after.rules.hidden_information.sight(after.board) is not None
        )  # of other games the board before is not asked for
        return not sees_from_near or not perhaps_watched(
            after.rules, self._answered[-1][1].state.board, last, after.board
        )

    def _last_of(self, seat: str, entries: Sequence[Entry]) -> Chose | None:
        """The latest answer, if it was a choice of ``seat`` alone."""
        match entries[self._answered[-1][0] :] if self._answered else ():
            case [Chose() as last] if last.seat == seat:
                return last
        return None

    def _has_taught(self, last: Chose, after: Runner) -> bool:
        """Whether somebody learnt something by the latest choice; found out once."""
        before = self._answered[-1][1]
        if self._taught is None or self._taught[0] is not before:
            self._taught = before, _told(last, after) or taught(before.state, last, after)
        return self._taught[1]

    def back(self) -> tuple[int, State]:
        """Drop and return the position before the latest answer, with its number of entries; drop later snapshots."""
        start, before = self._answered.pop()
        self._snapshots = [waypoint for waypoint in self._snapshots if waypoint[0] <= start]
        return start, before.state

    def up_to(self, entries: int, turn: int) -> History:
        """The part of this history up to so many entries; the position before the next is in ``turn``."""
        part = History(*self._snapshots[0], turn)
        part._snapshots = [waypoint for waypoint in self._snapshots if waypoint[0] <= entries]
        part._answered = [waypoint for waypoint in self._answered if waypoint[0] < entries]
        return part

    @property
    def first_answer(self) -> int:
        """The number of the first answer before which there is a position."""
        return self._snapshots[0][1].seq

    def run_again(self, entries: Sequence[Entry], at: int, answers: int) -> tuple[Runner, list[Entry], History]:
        """A runner without dice at the position before answer number ``at`` of a match with so many ``answers``.

        Also returns the entries and the history up to there. Raises `WargameError` when there is no such answer.
        """
        before, first_waypoint = self._snapshots[0]
        if type(at) is not int or not self.first_answer <= at <= answers:
            raise WargameError(f"this match has the positions {self.first_answer} to {answers}, not {at!r}")
        end = before + at - first_waypoint.seq
        undo = max(before, reach_of_undo(entries, end))
        start, latest = next(waypoint for waypoint in reversed(self._snapshots) if waypoint[0] <= undo)
        common = list(entries[:start])
        runner = latest.state.runner(entries=common)
        part = self.up_to(start, runner.rules.turn_of(runner.board))
        for number, entry in enumerate(entries[start:end], start):
            if number >= undo or number == end - 1:
                part._answered.append((number, Waypoint(runner)))
            if not isinstance(entry, Started):
                assert runner.pending is not None, "this entry answered it"
                answer = answer_of(entry, runner.pending)
                assert answer is not None, "it was answered by this"
                runner.answer(answer)
            part.note(runner, len(common))
        return runner, common, part


def _told(last: Chose, after: Runner) -> bool:
    """Whether an event of a choice reveals something by its author's word."""
    return any(event.revealing(after.board) and not event.by_sight for event in last.events)


def reach_of_undo(log: Sequence[Entry], end: int) -> int:
    """How far undo can go back from entry number ``end`` at best: over choices of one seat, with nothing between."""
    start = end
    while start > 0 and _by_one_seat(log[start - 1], log[min(start, end - 1)]):
        start -= 1
    return start


def _by_one_seat(first: Entry, second: Entry) -> bool:
    """Whether two entries are choices of one seat."""
    return isinstance(first, Chose) and isinstance(second, Chose) and first.seat == second.seat


def taught(before: State, chose: Chose, after: Runner) -> bool:
    """Whether a choice, played at ``before``, showed a seat what was hidden from it or what it could not foresee.

    True if something that was hidden from a seat is visible to it ``after``, or if the choice would have had another
    result in a world that the chooser could not distinguish from the true one. What the choice itself tells of the
    chooser's intentions does not count.
    """
    if sees_something_new(after.rules, before.board, chose, after.board):
        return True
    for seat in (*after.rules.seats, SPECTATOR):
        if reveals_hidden_field(before.board, after.board, seat):
            return True
    return not foreseen(before, chose, after)


def foreseen(before: State, chose: Chose, after: Runner, *, worlds: int = WORLDS, rng: Random | None = None) -> bool:
    """Whether the chooser could know the result of its choice: it is the same in all worlds tried."""
    seat = chose.seat
    if redact(before.checkpoint, seat) == before.checkpoint and redact(before.board, seat) == before.board:
        return True
    if before.rules.hidden_information.worlds is None:
        return False
    came_to, rng = _seen(after, chose, seat), rng or Random(0)
    view = View.of(before, seat)
    for _ in range(worlds):
        entries: list[Entry] = []
        try:
            world = view.in_motion(rng, entries)
            world.answer(chose.action)
            if _seen(world, entries[-1], seat) != came_to:
                return False
        except ERRORS_OF_IMPOSSIBLE_WORLDS:
            return False  # what cannot be imagined cannot be foreseen
    return True


def _seen(runner: Runner, entry: Entry, seat: str) -> Any:
    """What a seat sees of a position and of what led to it."""
    view = View(runner, seat)
    rows = tuple(islice(view.choices, ROWS)) if view.asked else ()
    return view.board, view.cursor, view.prompt, view.waiting_for, rows, entry.told(seat)


def reveals_hidden_field(before: Any, after: Any, seat: str) -> bool:
    """Whether something of the board that was hidden from a seat is now shown to it."""
    was, redacted_after = redact(before, seat), redact(after, seat)
    for field in fields(type(before)):
        name = field.name
        true, visible_before = getattr(before, name), getattr(was, name)
        if (
            true is not visible_before
            and true != visible_before
            and _opened(true, visible_before, getattr(after, name), getattr(redacted_after, name))
        ):
            return True
    return False


def _opened(true: Any, visible_before: Any, true_now: Any, shown_now: Any) -> bool:
    """Whether a part of a value that was not shown is shown now."""
    match true, visible_before, true_now, shown_now:
        case Mapping(), Mapping(), Mapping(), Mapping():
            hidden_keys = [
                key for key, value in true.items() if key not in visible_before or visible_before[key] != value
            ]
            return any(key in true_now and key in shown_now and shown_now[key] == true_now[key] for key in hidden_keys)
        case ((set() | frozenset()), (set() | frozenset()), (set() | frozenset()), (set() | frozenset())):
            return bool((true - visible_before) & shown_now)
    return bool(shown_now == true_now and true == true_now)


def sees_something_new(rules: Rules, before: Board, chose: Chose, after: Board) -> bool:
    """Whether a seat sees places that it did not see before, or was told of a piece that it did not see.

    That nothing stands there is learnt as well. It is worked out only for boards whose pieces are seen from near.
    """
    return perhaps_watched(rules, before, chose, after) or _shown_to_others(rules, before, chose, after)


def perhaps_watched(rules: Rules, before: Board, chose: Chose, after: Board) -> bool:
    """Whether the chooser saw new places, or somebody whom it does not see may have watched what it did.

    It goes by what the chooser knows alone: whether somebody did watch would tell that he is there. If nobody can have
    done so unseen, all who watched are known to the chooser, and so is what they saw.
    """
    was, sight = rules.hidden_information.sight(before), rules.hidden_information.sight(after)
    if was is None or sight is None:
        return False
    seat, board = chose.seat, redact(after, chose.seat)
    places = {place for event in _told_of_this_board(chose, seat) for place in event.about(board).all_places()}
    return not was.seeing(places) | sight.watched(seat) <= was.watched(seat)


def _shown_to_others(rules: Rules, before: Board, chose: Chose, after: Board) -> bool:
    """Whether another seat sees new places, or was told of a piece that it did not see."""
    was, sight = rules.hidden_information.sight(before), rules.hidden_information.sight(after)
    if was is None or sight is None:
        return False
    for seat in chose.feeds:
        if seat != chose.seat:
            places_seen, feed = redact(before, seat).piece_places(), _told_of_this_board(chose, seat)
            if any(piece not in places_seen for event in feed for piece in event.about(after).all_pieces()):
                return True
            if not sight.watched(seat) <= was.watched(seat):
                return True
    return False


def _told_of_this_board(chose: Chose, seat: str) -> list[Event]:
    """The events of a choice that a seat was told, those of an inner game left out: they name its places and pieces."""
    return [event for event in chose.told(seat) if not isinstance(event, InnerEvent)]
