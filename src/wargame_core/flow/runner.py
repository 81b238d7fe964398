"""A game in motion: the runner carries it from one decision to the next and keeps what led there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import WargameError
from wargame_core.flow.events import Board, Event, Outcome
from wargame_core.flow.procedures import Ask, Finished, Pending, Roll, Table
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import SPECTATOR

if TYPE_CHECKING:
    from wargame_core.flow.state import State
    from wargame_core.game import Game

OVER = -1


@frozen
class Entry:
    """One answer and what followed from it: the unit of records and feeds.

    ``kind`` is "start", "action", "secret" or "roll". ``value`` is the action, a mapping of seat to action, or the
    face rolled. ``feeds`` holds, per seat, the events as that seat may know them.
    """

    seq: int
    kind: str
    value: Any
    seat: str | None
    label: str
    die: str
    seen_by: frozenset[str] | None
    events: tuple[Event, ...]
    feeds: Mapping[str, tuple[Event, ...]]
    cursor: Cursor = ()


class Runner:
    """A game in motion. `pending` is what it waits for, None when the game is over.

    With ``dice`` rolls are answered at once; without, they wait like any decision. ``keep`` False saves the
    checkpoints (no state can be taken then), ``entries`` not None collects an `Entry` for every answer.
    """

    __slots__ = (
        "answers",
        "board",
        "checkpoint",
        "dice",
        "entries",
        "game",
        "keep",
        "line",
        "lines",
        "options",
        "pending",
        "procedure",
        "scenario",
        "seq",
        "table",
    )

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Mapping[str, Any],
        board: Board,
        *,
        line: int = 0,
        answers: tuple[Any, ...] = (),
        seq: int = 0,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Entry] | None = None,
        fresh: bool = True,
    ) -> None:
        self.game, self.scenario, self.options = game, scenario, options
        self.board = board
        self.dice, self.keep, self.entries = dice, keep, entries
        self.line, self.seq = line, seq
        self.lines = game.program.lines
        self.checkpoint = board
        self.answers: list[Any] = []
        self.pending: Pending | None = None
        self.table = Table(board, game.seats)
        self.procedure: Any = None
        if line == OVER:
            return
        if not fresh:
            self._resume(answers)
            return
        self._log()
        self._advance()
        if entries is not None:
            self._enter("start", None, None, "", "", None, seq, ())
        self._roll_on()

    def _log(self) -> None:
        if self.entries is not None:
            self.table.events = []
            self.table.feeds = {seat: [] for seat in (*self.table.seats, SPECTATOR)}

    def _resume(self, answers: tuple[Any, ...]) -> None:
        """Run the step again from its checkpoint over the answers already given."""
        self.checkpoint = self.board.copy()
        self.answers = list(answers)
        step = self.lines[self.line].step
        assert step is not None
        try:
            self.procedure = step.rule(self.table)
            self.pending = next(self.procedure)
            for answer in answers:
                self.pending = self.procedure.send(answer)
        except (StopIteration, Finished):
            given = f"{len(answers)} answers" if len(answers) != 1 else "1 answer"
            raise WargameError(
                f"step {' > '.join(self.cursor)} ended within the {given} it is said to have had: the position is not "
                "of these rules, or the rule depends on more than board and answers"
            ) from None
        self._log()
        self._roll_on()

    def answer(self, answer: Any) -> None:
        """Go on with a legal answer to what is pending, up to the next decision (or roll, without dice)."""
        pending = self.pending
        if self.entries is None:
            self._send(answer)
        elif type(pending) is Ask:
            self._send_and_enter(answer, "action", pending.seat, pending.prompt, "", None)
        elif type(pending) is Roll:
            self._send_and_enter(answer, "roll", None, pending.label, str(pending.die), pending.seen_by)
        else:
            self._send_and_enter(answer, "secret", None, "", "", None)
        if self.dice is not None:
            self._roll_on()

    def _roll_on(self) -> None:
        """Let the dice answer for as long as it is their turn."""
        dice = self.dice
        if dice is None:
            return
        while type(roll := self.pending) is Roll:
            face = dice.draw(self.seq, roll.die, roll.label)
            if self.entries is None:
                self._send(face)
            else:
                self._send_and_enter(face, "roll", None, roll.label, str(roll.die), roll.seen_by)

    def _send(self, answer: Any) -> None:
        self.seq += 1
        if self.keep:
            self.answers.append(answer)
        try:
            self.pending = self.procedure.send(answer)
        except StopIteration:
            self.line += 1
            self._advance()
        except Finished:
            self._over()

    def _send_and_enter(
        self, answer: Any, kind: str, seat: str | None, label: str, die: str, seen_by: frozenset[str] | None
    ) -> None:
        seq, cursor = self.seq, self.cursor
        self._send(answer)
        self._enter(kind, answer, seat, label, die, seen_by, seq, cursor)

    def _enter(
        self,
        kind: str,
        value: Any,
        seat: str | None,
        label: str,
        die: str,
        seen_by: frozenset[str] | None,
        seq: int,
        cursor: Cursor,
    ) -> None:
        table = self.table
        assert self.entries is not None
        assert table.events is not None
        feeds = {name: tuple(feed) for name, feed in table.feeds.items() if feed}
        self.entries.append(Entry(seq, kind, value, seat, label, die, seen_by, tuple(table.events), feeds, cursor))
        self._log()

    def _advance(self) -> None:
        """Move the cursor to the next step that waits for something, running on the way what does not."""
        lines, table = self.lines, self.table
        board = table.board
        number = self.line
        try:
            while number < len(lines):
                line = lines[number]
                step = line.step
                if step is None:
                    number = line.jump if line.jump >= 0 and (line.test is None or line.test(board)) else number + 1
                    continue
                if step.when is not None and not step.when(board):
                    number += 1
                    continue
                self.line = number
                if self.keep and line.waits:
                    self.checkpoint = board.copy()
                    self.answers = []
                self.procedure = step.rule(table)
                if self.procedure is not None:
                    try:
                        self.pending = next(self.procedure)
                    except StopIteration:
                        pass
                    else:
                        if not line.waits:
                            raise WargameError(
                                f"step {' > '.join(line.path)} asks or rolls but is no generator function"
                            )
                        return
                number += 1
        except Finished:
            self._over()
            return
        raise WargameError(f"the sequence of play of {self.game.id} came to its end without an outcome")

    def _over(self) -> None:
        self.pending, self.procedure, self.line = None, None, OVER
        if self.keep:
            self.checkpoint, self.answers = self.board.copy(), []

    @property
    def cursor(self) -> Cursor:
        """Where the game is in its sequence of play, as a path of labels; empty when it is over."""
        return () if self.line == OVER else self.lines[self.line].path

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome

    def state(self, commits: Mapping[str, Any] | None = None) -> State:
        """The position as a value."""
        from wargame_core.flow.state import State

        return State(
            self.game,
            self.scenario,
            self.options,
            self.checkpoint,
            self.line,
            tuple(self.answers),
            dict(commits or {}),
            self.seq,
        )
