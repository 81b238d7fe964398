"""A running game: the runner takes it from one decision to the next and keeps the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from wargame_core.dice import DiceSource
from wargame_core.errors import RulesError, WargameError
from wargame_core.flow.child import ChildBegan, ChildEnded, InsideTable, answered_inside, asked_outside
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, entry_of
from wargame_core.flow.events import Board, Child, Outcome
from wargame_core.flow.position import OVER, Position
from wargame_core.flow.procedures import (
    Answer,
    Finished,
    Pending,
    PlayInside,
    Procedure,
    Report,
    Roll,
    Table,
    never_waited_for,
)
from wargame_core.flow.rules import Rules
from wargame_core.flow.sequence import Cursor, check_yield, note_step
from wargame_core.flow.visibility import SPECTATOR


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


SPARE = 8
"""After how many answers a game with entries keeps its board: a position between is found by playing those again."""


class Runner(Stepper):
    """A game in motion. `pending` is what it waits for, None when the game is over.

    `begin`, `set_out` and `resume` make one. With ``dice`` rolls are answered at once; without, they wait like any
    decision. With ``keep`` False no checkpoints are kept, and no position can be taken. If ``entries`` is a list, an
    `Entry` for every answer is appended to it.
    """

    __slots__ = ("dice", "entries", "game_inside", "inside", "options", "report", "scenario", "seq")

    def __init__(self, position: Position, keep: bool = True, entries: list[Entry] | None = None) -> None:
        spare = SPARE if entries is not None else 0
        super().__init__(position.rules, position.line, position.checkpoint, keep, spare)
        self.scenario, self.options, self.seq = position.scenario, position.options, position.seq
        self.dice: DiceSource | None = None
        self.entries = entries
        self.inside: Runner | None = None
        self.game_inside: ChildGame | None = None
        self.report: Report | None = None

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
        position: Position, *, dice: DiceSource | None = None, keep: bool = True, entries: list[Entry] | None = None
    ) -> Runner:
        """A game that begins the step of a position; nothing in that step has been asked yet."""
        runner = Runner(position, keep, entries)
        runner._log()
        runner._advance()
        runner._begin_what_waits()
        if entries is not None:
            runner._enter(None, None, position.seq, ())
        runner.roll_on(dice)
        return runner

    @staticmethod
    def resume(
        position: Position, *, dice: DiceSource | None = None, keep: bool = True, entries: list[Entry] | None = None
    ) -> Runner:
        """A game that goes on from ``position``, which does not change. Raises `WargameError` if it is impossible."""
        runner = Runner(position, keep, entries)
        if runner.line != OVER:
            runner._run_again(position)
        runner.roll_on(dice)
        return runner

    @staticmethod
    def play_again(position: Position) -> Runner:
        """A game that has gone on from ``position``, which may be at a step before the present one, by its answers.

        An inner game that is under way then is not begun.
        """
        runner = Runner(position)
        runner._advance()
        for answer in position.answers:
            runner._go_on(answer)
        return runner

    def settle(self) -> None:
        """Let the checkpoint be the board at the beginning of the present step."""
        if self.settled:
            return
        answers = tuple(self.answers)
        again = Runner.play_again(
            Position(self.rules, self.scenario, self.options, self.checkpoint, self.kept_line, answers, {}, self.seq)
        )
        as_now = not again.table.changed and self.inside is None
        self.checkpoint = self.board.copy() if as_now else again.checkpoint  # a copy shares what was worked out
        self.answers = again.answers
        self.kept_line, self.settled = self.line, True

    def _run_again(self, position: Position) -> None:
        """Run the step again from its checkpoint over the answers already given."""
        answers = position.answers
        self.answers = list(answers)
        step = self.lines[self.line].step
        assert step is not None
        if self.entries is not None:
            self.table.events = []  # rules that explain what they do only where it is kept must do so again
        try:
            self.procedure = step.rule(self.table)
            assert self.procedure is not None
            pending: Any = next(self.procedure)
            for answer in answers:
                self.table.made = None
                pending = self.procedure.send(answer)
        except (StopIteration, Finished):
            given = f"{len(answers)} answers" if len(answers) != 1 else "1 answer"
            raise WargameError(
                f"step {' > '.join(self.cursor)} ended within the {given} it is said to have had: the position is not "
                "of these rules, or the rule depends on more than board and answers"
            ) from None
        self.pending, self.table.made = pending, None
        if type(pending) is PlayInside or position.inside is not None:
            self._resume_inside(pending, position)
        self._log()

    def _log(self) -> None:
        if self.entries is not None:
            self.table.events = []
            self.table.feeds = {}

    def answer(self, answer: Answer) -> None:
        """Go on with a legal answer to what is pending, up to the next decision (or roll, without dice)."""
        if self.entries is None:
            self._send(answer)
        else:
            self._send_and_enter(answer)
        if type(self.pending) is Roll:
            self.roll_on(self.dice)

    def roll_on(self, dice: DiceSource | None) -> None:
        """Let ``dice`` answer rolls from now on, beginning with one that waits; with None rolls wait."""
        self.dice = dice
        if dice is None:
            return
        give = self._send if self.entries is None else self._send_and_enter
        while type(roll := self.pending) is Roll:
            give(dice.draw(self.seq, roll.die, roll.label))

    def _send(self, answer: Answer) -> None:
        self.seq += 1
        if self.inside is None:
            self._go_on(answer)
            waits: object = self.pending
            if type(waits) is PlayInside:
                self._begin_what_waits()
        else:
            game = self.game_inside
            assert game is not None
            self.inside._send(answered_inside(answer, game))
            self._after_inside(self.inside, game)

    def _send_and_enter(self, answer: Answer) -> None:
        pending, seq, cursor = self.pending, self.seq, self.cursor
        self._send(answer)
        self._enter(pending, answer, seq, cursor)

    def _enter(self, pending: Pending | None, answer: Any, seq: int, cursor: Cursor) -> None:
        table = self.table
        recorded = table.events
        assert self.entries is not None
        if not recorded:
            self.entries.append(entry_of(pending, answer, seq, cursor))
            return
        events = tuple(recorded)
        if table.feeds:
            feeds = {seat: events if feed == recorded else tuple(feed) for seat, feed in table.feeds.items() if feed}
            table.feeds = {}
        else:
            feeds = dict.fromkeys((*table.seats, SPECTATOR), events)
        self.entries.append(entry_of(pending, answer, seq, cursor, events, feeds))
        recorded.clear()

    def _begin_what_waits(self) -> None:
        """Set up the game that the procedure waits for, if any, and play it on to its first question or roll."""
        play: Any = self.pending
        if type(play) is not PlayInside:
            return
        game = evolve(play.game, number=self.seq)
        rules = self.rules.game_inside(game.id, game.data).rules
        scenario, options = rules.scenario(game.scenario).id, rules.read_options(game.options)
        board = rules.set_up(scenario, options)
        self.table.record(ChildBegan(Child(game, board)))
        inside = self._inside(play, game, Position(rules, scenario, options, board, 0, (), {}, self.seq))
        inside._advance()
        inside._begin_what_waits()
        self._after_inside(inside, game)

    def _resume_inside(self, waits: object, position: Position) -> None:
        """Go on with the inner game of a position; the procedure must be waiting for it."""
        was = position.inside
        if type(waits) is not PlayInside or was is None or evolve(waits.game, number=was.game.number) != was.game:
            raise WargameError("the position has another game inside than its rules play there")
        inside = self._inside(waits, was.game, was.position)
        inside._run_again(was.position)
        self._after_inside(inside, was.game)

    def _inside(self, play: PlayInside, game: ChildGame, position: Position) -> Runner:
        """The runner of the inner game, on the board that this game's board holds."""
        inside = self.inside = Runner(position, self.keep)
        inside.table = InsideTable(inside.board, inside.rules.seats, self.table, game)
        self.board.child, self.game_inside, self.report = Child(game, inside.board), game, play.report
        return inside

    def _after_inside(self, inside: Runner, game: ChildGame) -> None:
        """Ask what the inner game asks; when it is over, go on with its report."""
        if inside.pending is not None:
            self.pending = asked_outside(inside.pending, game)
            return
        assert self.report is not None
        self.put_away(game, self.report(inside.board))

    def put_away(self, game: ChildGame, report: Action) -> None:
        """Remove the inner game, which is over, and go on with the report of it."""
        self.inside = self.game_inside = self.report = None
        self.table.record(ChildEnded(tuple(game.seats), game.watched))
        self._go_on(report)
        self._begin_what_waits()
