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
        self._waypoints_before_answers: list[tuple[int, Waypoint]] = []
        """The position before the latest answer, and those before it as long as one seat alone has chosen."""
        self._latest_teaching: tuple[Waypoint, bool] | None = None

    @property
    def snapshots(self) -> list[tuple[int, State]]:
        """The positions at the beginning, at each new turn and at the end."""
        return [(entries, waypoint.state) for entries, waypoint in self._snapshots]

    def answered(self, log: Sequence[Entry], start: int, waypoint_before: Waypoint) -> None:
        """Keep the position before the answer whose entries begin at ``start``, and forget those beyond undo."""
        if start == 0 or len(log) != start + 1 or not _by_one_seat(log[start - 1], log[start]):
            self._waypoints_before_answers.clear()
        self._waypoints_before_answers.append((start, waypoint_before))

    def note(self, runner: Runner, entries: int) -> None:
        """Keep a snapshot when a new turn has begun or the game has ended."""
        if runner.chance is not None:
            return  # with dice in hand play does not stop here: a game run again keeps the same snapshots
        turn = runner.rules.turn_of(runner.board)
        if (turn != self.turn or runner.outcome is not None) and self._snapshots[-1][0] != entries:
            self._snapshots.append((entries, Waypoint(runner)))
        self.turn = turn

    def may_go_back(self, seat: str, entries: Sequence[Entry], runner_after: Runner) -> bool:
        """Whether the latest answer was a choice of ``seat`` alone, and nobody rolled or learnt anything by it."""
        last_choice = self._last_of(seat, entries)
        return last_choice is not None and not self._has_taught(last_choice, runner_after)

    def seems_free(self, seat: str, entries: Sequence[Entry], runner_after: Runner) -> bool:
        """The same as far as ``seat`` itself can tell, whether more was found out already or not."""
        last_choice = self._last_of(seat, entries)
        if last_choice is None or _says_it_reveals(last_choice, runner_after):
            return False
        sees_from_near = (
            runner_after.rules.hidden_information.sight(runner_after.board) is not None
        )  # of other games the board before is not asked for
        return not sees_from_near or not perhaps_watched(
            runner_after.rules, self._waypoints_before_answers[-1][1].state.board, last_choice, runner_after.board
        )

    def _last_of(self, seat: str, entries: Sequence[Entry]) -> Chose | None:
        """The latest answer, if it was a choice of ``seat`` alone."""
        match entries[self._waypoints_before_answers[-1][0] :] if self._waypoints_before_answers else ():
            case [Chose() as last_entry] if last_entry.seat == seat:
                return last_entry
        return None

    def _has_taught(self, last_choice: Chose, runner_after: Runner) -> bool:
        """Whether somebody learnt something by the latest choice; found out once."""
        waypoint_before = self._waypoints_before_answers[-1][1]
        if self._latest_teaching is None or self._latest_teaching[0] is not waypoint_before:
            self._latest_teaching = (
                waypoint_before,
                _says_it_reveals(last_choice, runner_after) or taught(waypoint_before.state, last_choice, runner_after),
            )
        return self._latest_teaching[1]

    def back(self) -> tuple[int, State]:
        """Drop and return the position before the latest answer, with its number of entries; drop later snapshots."""
        start, waypoint_before = self._waypoints_before_answers.pop()
        self._snapshots = [waypoint for waypoint in self._snapshots if waypoint[0] <= start]
        return start, waypoint_before.state

    def up_to(self, entries: int, turn: int) -> History:
        """The part of this history up to so many entries; the position before the next is in ``turn``."""
        part = History(*self._snapshots[0], turn)
        part._snapshots = [waypoint for waypoint in self._snapshots if waypoint[0] <= entries]
        part._waypoints_before_answers = [
            waypoint for waypoint in self._waypoints_before_answers if waypoint[0] < entries
        ]
        return part

    @property
    def first_answer(self) -> int:
        """The number of the first answer before which there is a position."""
        return self._snapshots[0][1].seq

    def run_again(
        self, entries: Sequence[Entry], answer_number: int, answers: int
    ) -> tuple[Runner, list[Entry], History]:
        """A runner without dice at the position before answer number ``answer_number`` of a match with so many
        ``answers``.

        Also returns the entries and the history up to there. Raises `WargameError` when there is no such answer.
        """
        entry_count, first_waypoint = self._snapshots[0]
        if type(answer_number) is not int or not self.first_answer <= answer_number <= answers:
            raise WargameError(f"this match has the positions {self.first_answer} to {answers}, not {answer_number!r}")
        end = entry_count + answer_number - first_waypoint.seq
        undo = max(entry_count, reach_of_undo(entries, end))
        start, latest_waypoint = next(waypoint for waypoint in reversed(self._snapshots) if waypoint[0] <= undo)
        common_entries = list(entries[:start])
        runner = latest_waypoint.state.runner(entries=common_entries)
        part = self.up_to(start, runner.rules.turn_of(runner.board))
        for number, entry in enumerate(entries[start:end], start):
            if number >= undo or number == end - 1:
                part._waypoints_before_answers.append((number, Waypoint(runner)))
            if not isinstance(entry, Started):
                assert runner.pending is not None, "this entry answered it"
                answer = answer_of(entry, runner.pending)
                assert answer is not None, "it was answered by this"
                runner.answer(answer)
            part.note(runner, len(common_entries))
        return runner, common_entries, part


def _says_it_reveals(last_choice: Chose, runner_after: Runner) -> bool:
    """Whether an event of a choice reveals something by its author's word."""
    return any(event.revealing(runner_after.board) and not event.by_sight for event in last_choice.events)


def reach_of_undo(log: Sequence[Entry], end: int) -> int:
    """How far undo can go back from entry number ``end`` at best: over choices of one seat, with nothing between."""
    start = end
    while start > 0 and _by_one_seat(log[start - 1], log[min(start, end - 1)]):
        start -= 1
    return start


def _by_one_seat(first_entry: Entry, second_entry: Entry) -> bool:
    """Whether two entries are choices of one seat."""
    return isinstance(first_entry, Chose) and isinstance(second_entry, Chose) and first_entry.seat == second_entry.seat


def taught(state_before: State, chose: Chose, runner_after: Runner) -> bool:
    """Whether a choice, played at ``state_before``, showed a seat what was hidden from it or what it could not foresee.

    True if something that was hidden from a seat is visible to it at ``runner_after``, or if the choice would have
    had another result in a world that the chooser could not distinguish from the true one. What the choice itself tells
    of the chooser's intentions does not count.
    """
    if sees_something_new(runner_after.rules, state_before.board, chose, runner_after.board):
        return True
    for seat in (*runner_after.rules.seats, SPECTATOR):
        if reveals_hidden_field(state_before.board, runner_after.board, seat):
            return True
    return not foreseen(state_before, chose, runner_after)


def foreseen(
    state_before: State, chose: Chose, runner_after: Runner, *, worlds: int = WORLDS, rng: Random | None = None
) -> bool:
    """Whether the chooser could know the result of its choice: it is the same in all worlds tried."""
    seat = chose.seat
    if (
        redact(state_before.checkpoint, seat) == state_before.checkpoint
        and redact(state_before.board, seat) == state_before.board
    ):
        return True
    if state_before.rules.hidden_information.worlds is None:
        return False
    came_to, rng = _seat_sees(runner_after, chose, seat), rng or Random(0)
    view = View.of(state_before, seat)
    for _ in range(worlds):
        entries: list[Entry] = []
        try:
            world = view.in_motion(rng, entries)
            world.answer(chose.action)
            if _seat_sees(world, entries[-1], seat) != came_to:
                return False
        except ERRORS_OF_IMPOSSIBLE_WORLDS:
            return False  # what cannot be imagined cannot be foreseen
    return True


def _seat_sees(runner: Runner, entry: Entry, seat: str) -> Any:
    """What a seat sees of a position and of what led to it."""
    view = View(runner, seat)
    rows = tuple(islice(view.choices, ROWS)) if view.asked else ()
    return view.board, view.cursor, view.prompt, view.waiting_for, rows, entry.told(seat)


def reveals_hidden_field(board_before: Any, board_after: Any, seat: str) -> bool:
    """Whether something of the board that was hidden from a seat is now shown to it."""
    redacted_before, redacted_after = redact(board_before, seat), redact(board_after, seat)
    for field in fields(type(board_before)):
        name = field.name
        true_before, visible_before = getattr(board_before, name), getattr(redacted_before, name)
        if (
            true_before is not visible_before
            and true_before != visible_before
            and _is_newly_shown(true_before, visible_before, getattr(board_after, name), getattr(redacted_after, name))
        ):
            return True
    return False


def _is_newly_shown(true_before: Any, visible_before: Any, true_now: Any, shown_now: Any) -> bool:
    """Whether a part of a value that was not shown is shown now."""
    match true_before, visible_before, true_now, shown_now:
        case Mapping(), Mapping(), Mapping(), Mapping():
            hidden_keys = [
                key for key, value in true_before.items() if key not in visible_before or visible_before[key] != value
            ]
            return any(key in true_now and key in shown_now and shown_now[key] == true_now[key] for key in hidden_keys)
        case ((set() | frozenset()), (set() | frozenset()), (set() | frozenset()), (set() | frozenset())):
            return bool((true_before - visible_before) & shown_now)
    return bool(shown_now == true_now and true_before == true_now)


def sees_something_new(rules: Rules, board_before: Board, chose: Chose, board_after: Board) -> bool:
    """Whether a seat sees places that it did not see before, or was told of a piece that it did not see.

    That nothing stands there is learnt as well. It is worked out only for boards whose pieces are seen from near.
    """
    return perhaps_watched(rules, board_before, chose, board_after) or _shown_to_others(
        rules, board_before, chose, board_after
    )


def perhaps_watched(rules: Rules, board_before: Board, chose: Chose, board_after: Board) -> bool:
    """Whether the chooser saw new places, or somebody whom it does not see may have watched what it did.

    It goes by what the chooser knows alone: whether somebody did watch would tell that he is there. If nobody can have
    done so unseen, all who watched are known to the chooser, and so is what they saw.
    """
    old_sight, sight = rules.hidden_information.sight(board_before), rules.hidden_information.sight(board_after)
    if old_sight is None or sight is None:
        return False
    seat, board = chose.seat, redact(board_after, chose.seat)
    places = {place for event in _told_of_this_board(chose, seat) for place in event.about(board).all_places()}
    return not old_sight.seeing(places) | sight.watched(seat) <= old_sight.watched(seat)


def _shown_to_others(rules: Rules, board_before: Board, chose: Chose, board_after: Board) -> bool:
    """Whether another seat sees new places, or was told of a piece that it did not see."""
    old_sight, sight = rules.hidden_information.sight(board_before), rules.hidden_information.sight(board_after)
    if old_sight is None or sight is None:
        return False
    for seat in chose.feeds:
        if seat != chose.seat:
            places_seen, feed = redact(board_before, seat).piece_places(), _told_of_this_board(chose, seat)
            if any(piece not in places_seen for event in feed for piece in event.about(board_after).all_pieces()):
                return True
            if not sight.watched(seat) <= old_sight.watched(seat):
                return True
    return False


def _told_of_this_board(chose: Chose, seat: str) -> list[Event]:
    """The events of a choice that a seat was told, those of an inner game left out: they name its places and pieces."""
    return [event for event in chose.told(seat) if not isinstance(event, InnerEvent)]
