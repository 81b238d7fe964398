"""A game in motion: the runner carries it from one decision to the next and keeps what led there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame_core.dice import DiceSource
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled, Started
from wargame_core.flow.events import Outcome
from wargame_core.flow.position import OVER, Position
from wargame_core.flow.procedures import Answer, Ask, Finished, Pending, Procedure, Roll, Table
from wargame_core.flow.rules import Rules
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import SPECTATOR


class Runner:
    """A game in motion. `pending` is what it waits for, None when the game is over.

    `begin`, `set_out` and `resume` make one. With ``dice`` rolls are answered at once; without, they wait like any
    decision. ``keep`` False saves the checkpoints (no position can be taken then), ``entries`` not None collects an
    `Entry` for every answer.
    """

    __slots__ = (
        "answers",
        "board",
        "checkpoint",
        "dice",
        "entries",
        "keep",
        "line",
        "lines",
        "options",
        "pending",
        "procedure",
        "rules",
        "scenario",
        "seq",
        "table",
    )

    def __init__(self, position: Position, keep: bool = True, entries: list[Entry] | None = None) -> None:
        self.rules, self.scenario, self.options = position.rules, position.scenario, position.options
        self.line, self.seq = position.line, position.seq
        self.board = self.checkpoint = position.checkpoint.copy()
        self.dice: DiceSource | None = None
        self.keep, self.entries = keep, entries
        self.lines = self.rules.program.lines
        self.answers: list[Answer] = []
        self.pending: Pending | None = None
        self.table = Table(self.board, self.rules.seats)
        self.procedure: Procedure[None] | None = None

    @staticmethod
    def begin(
        rules: Rules,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A new game, at its first decision (or, without dice, roll).

        Raises `UnknownName` for a wrong scenario, option or value.
        """
        chosen, values = rules.scenario(scenario).id, rules.read_options(options or {})
        first = Position(rules, chosen, values, rules.set_up(chosen, values), 0, (), {}, 0)
        return Runner.set_out(first, dice=dice, keep=keep, entries=entries)

    @staticmethod
    def set_out(
        position: Position,
        *,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A game that enters the step of a position on whose board nobody has been asked anything yet."""
        runner = Runner(position, keep, entries)
        runner._log()
        runner._advance()
        if entries is not None:
            runner._enter(None, None, position.seq, ())
        runner.roll_on(dice)
        return runner

    @staticmethod
    def resume(
        position: Position,
        *,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A game that goes on from ``position``, which stays as it is. Raises `WargameError` when it cannot be."""
        runner = Runner(position, keep, entries)
        if runner.line != OVER:
            runner._run_again(position)
        runner.roll_on(dice)
        return runner

    def _run_again(self, position: Position) -> None:
        """Run the step again from its checkpoint over the answers already given."""
        if self.keep:
            self.checkpoint = position.checkpoint
        answers = position.answers
        self.answers = list(answers)
        step = self.lines[self.line].step
        assert step is not None
        if self.entries is not None:
            self.table.events = []  # rules that explain what they do only where it is kept must do so again
        try:
            self.procedure = step.rule(self.table)
            assert self.procedure is not None
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

    def _log(self) -> None:
        if self.entries is not None:
            self.table.events = []
            self.table.feeds = {seat: [] for seat in (*self.table.seats, SPECTATOR)}

    def answer(self, answer: Answer) -> None:
        """Go on with a legal answer to what is pending, up to the next decision (or roll, without dice)."""
        if self.entries is None:
            self._send(answer)
        else:
            self._send_and_enter(answer)
        if self.dice is not None:
            self.roll_on(self.dice)

    def roll_on(self, dice: DiceSource | None) -> None:
        """Let ``dice`` answer from now on, and for as long as it is their turn; None: rolls wait."""
        self.dice = dice
        if dice is None:
            return
        while type(roll := self.pending) is Roll:
            face = dice.draw(self.seq, roll.die, roll.label)
            if self.entries is None:
                self._send(face)
            else:
                self._send_and_enter(face)

    def _send(self, answer: Answer) -> None:
        self.seq += 1
        if self.keep:
            self.answers.append(answer)
        try:
            self.pending = self.procedure.send(answer)  # type: ignore[union-attr]  # hot: pending means there is one
        except StopIteration:
            self.line += 1
            self._advance()
        except Finished:
            self._over()

    def _send_and_enter(self, answer: Answer) -> None:
        pending, seq, cursor = self.pending, self.seq, self.cursor
        self._send(answer)
        self._enter(pending, answer, seq, cursor)

    def _enter(self, pending: Pending | None, answer: Any, seq: int, cursor: Cursor) -> None:
        table = self.table
        assert self.entries is not None
        events = tuple(table.events or ())
        feeds = {seat: tuple(feed) for seat, feed in table.feeds.items() if feed}
        entry: Entry
        if type(pending) is Ask:
            entry = Chose(seq=seq, cursor=cursor, events=events, feeds=feeds, seat=pending.seat, action=answer)
        elif type(pending) is Roll:
            entry = Rolled(
                seq=seq,
                cursor=cursor,
                events=events,
                feeds=feeds,
                face=answer,
                die=str(pending.die),
                label=pending.label,
                seen_by=pending.seen_by,
            )
        elif pending is None:
            entry = Started(seq=seq, cursor=cursor, events=events, feeds=feeds)
        else:
            entry = ChoseTogether(seq=seq, cursor=cursor, events=events, feeds=feeds, actions=answer)
        self.entries.append(entry)
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
                if self.procedure is not None and self._asks(self.procedure, line.waits):
                    return
                number += 1
        except Finished:
            self._over()
            return
        raise WargameError(f"the sequence of play of {self.rules.id} came to its end without an outcome")

    def _asks(self, procedure: Procedure[None], waits: bool) -> bool:
        """Whether the step just begun asks or rolls; it has ended otherwise."""
        try:
            self.pending = next(procedure)
        except StopIteration:
            return False
        if not waits:
            raise WargameError(f"step {' > '.join(self.cursor)} asks or rolls but is no generator function")
        return True

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
