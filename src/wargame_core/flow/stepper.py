"""Runs the sequence of play: the procedure of one step, then of the next, up to one that waits for something."""

from __future__ import annotations

from wargame_core.errors import RulesError
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.mistakes_in_rules import check_yield, note_step
from wargame_core.flow.position import OVER
from wargame_core.flow.procedures import (
    Answer,
    Finished,
    Pending,
    Procedure,
    Table,
    never_waited_for,
)
from wargame_core.flow.rules import Rules
from wargame_core.flow.sequence import Cursor


class Stepper:
    """A board, the step of the sequence of play it is in, and what the procedure of that step waits for.

    A program error in the rules gets a note that names the step; mistakes of authors raise `RulesError`.
    """

    __slots__ = (
        "answers",
        "board",
        "checkpoint",
        "keep",
        "kept_line",
        "line",
        "lines",
        "moves",
        "pending",
        "procedure",
        "rules",
        "settled",
        "spare",
        "table",
    )

    def __init__(self, rules: Rules, line: int, checkpoint: Board, keep: bool, spare: int = 0) -> None:
        """``spare`` is how many answers may pass before the board is kept anew; 0 keeps it at each step."""
        self.rules, self.line, self.keep, self.spare = rules, line, keep, spare
        self.board, self.checkpoint, self.kept_line = checkpoint.copy(), checkpoint, line
        self.settled = True
        """Whether the checkpoint is the board at the beginning of the present step, and not of an earlier one."""
        self.lines = rules.program.lines
        self.answers: list[Answer] = []
        self.pending: Pending | None = None
        self.table = Table(self.board, rules.seats)
        self.procedure: Procedure[None] | None = None

    def _go_on(self, answer: Answer) -> None:
        """Give the procedure its answer and go on to what is waited for next."""
        if self.keep:
            self.answers.append(answer)
        table = self.table
        try:
            try:
                waits = self.procedure.send(answer)  # type: ignore[union-attr]  # hot: there is one
            except StopIteration:
                if table.made is not None:
                    raise never_waited_for(table.made) from None
            else:
                if waits is not table.made or waits is None:
                    check_yield(table.made, waits)
                self.pending, table.made = waits, None  # type: ignore[assignment]  # a `PlayInside` is begun at once
                return
        except Finished:
            self._over()
            return
        except Exception as problem:
            note_step(problem, self.rules.id, self.cursor)
            raise
        self.line += 1
        self._advance()

    def _advance(self) -> None:
        """Move the cursor to the next step that waits for something, running on the way what does not."""
        lines, table, keep = self.lines, self.table, self.keep
        board = table.board
        number = self.line
        try:
            while number < len(lines):
                rule, test, waits, jump, _, _ = lines[number]
                if rule is None:
                    number = jump if test is None or test(board) else number + 1
                    continue
                if test is not None and not test(board):
                    number += 1
                    continue
                self.line = number
                if keep and waits:
                    if len(self.answers) < self.spare:
                        self.settled = False
                    else:
                        self._keep_board()
                self.procedure = rule(table)
                if self.procedure is not None and self._asks(self.procedure, waits):
                    return
                if table.made is not None:
                    raise never_waited_for(table.made)
                number += 1
        except Finished:
            self._over()
            return
        except Exception as problem:
            note_step(problem, self.rules.id, self.cursor)
            raise
        raise RulesError(f"the sequence of play of {self.rules.id} came to its end without an outcome")

    def _asks(self, procedure: Procedure[None], waits: bool) -> bool:
        """Whether the step just begun asks or rolls; it has ended otherwise."""
        try:
            pending = next(procedure)
        except StopIteration:
            return False
        if not waits:
            raise RulesError("it asks or rolls but is no generator function")
        table = self.table
        if pending is not table.made or pending is None:
            check_yield(table.made, pending)
        self.pending, table.made = pending, None  # type: ignore[assignment]  # a `PlayInside` is begun at once
        return True

    def _over(self) -> None:
        self.pending, self.procedure, self.line, self.table.made = None, None, OVER, None
        if self.keep:
            self._keep_board()

    def _keep_board(self) -> None:
        """What comes from now on is told from the board as it is now."""
        if self.table.changed:
            self.checkpoint, self.table.changed = self.board.copy(), False
        self.answers, self.kept_line, self.settled = [], self.line, True

    @property
    def cursor(self) -> Cursor:
        """Where the game is in its sequence of play, as a path of labels; empty when it is over."""
        return () if self.line == OVER else self.lines[self.line].path

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome
