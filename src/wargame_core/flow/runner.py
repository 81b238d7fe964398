"""A running game: it follows the sequence of play from one question or roll to the next, and keeps the answers.

It starts from a `Position`, which is plain data. `State` and `Match` run one, `View` shows it to a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import RulesError, WargameError
from wargame_core.flow.checkpoints import Checkpoints
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, entry_of, steps_told
from wargame_core.flow.events import Board, InnerBoard, InnerGame, Outcome
from wargame_core.flow.inner_games import InnerGameBegan, InnerGameEnded, InnerTable, inner_answer, outer_pending
from wargame_core.flow.pending import NO_COMMITS, Answer, Pending, Roll
from wargame_core.flow.procedures import YIELD_FROM_HINT, Finished, PlayInnerGame, Procedure, Table
from wargame_core.flow.rules import Rules, Scenario
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import REFEREE, SPECTATOR

OVER = -1
"""The line of a game that is over."""
CHECKPOINT_INTERVAL = 8
"""After how many answers a game with entries copies its board (`Checkpoints`)."""


@frozen
class Position:
    """Everything a position follows from, as plain data."""

    rules: Rules = field(repr=False, eq=lambda rules: rules.id)
    """The rules of the game."""
    scenario: str
    """The id of the scenario."""
    options: Mapping[str, str]
    """The value of every option."""
    checkpoint: Board = field(repr=False)
    """The board as it was when the present step began."""
    line: int
    """The present step, as a line of `Rules.program`; `OVER` after the end."""
    answers: tuple[Answer, ...] = ()
    """The answers given since the checkpoint."""
    commits: Mapping[str, Action] = NO_COMMITS
    """By seat, the secret choices that wait for those of the other seats."""
    seq: int = 0
    """The number of answers in the game so far."""
    inner: InnerPosition | None = None
    """The inner game that is being played, and its position."""


@frozen
class InnerPosition:
    """An inner game that is being played, and its position."""

    game: InnerGame
    position: Position


class Runner:
    """A game in motion. `pending` is what it waits for, None when the game is over.

    `start`, `start_step` and `resume` make one. With ``dice`` rolls are answered at once; without, they wait like any
    decision. With ``with_checkpoints`` False it copies no boards, and no position can be taken. If ``entries`` is a
    list, an `Entry` for every answer is appended to it. A program error in the rules gets a note that names the step;
    mistakes of authors raise `RulesError`.
    """

    __slots__ = (
        "board",
        "checkpoints",
        "dice",
        "entries",
        "inner",
        "inner_game",
        "line",
        "lines",
        "options",
        "pending",
        "play",
        "procedure",
        "rules",
        "scenario",
        "seq",
        "table",
    )

    def __init__(self, position: Position, with_checkpoints: bool, entries: list[Entry] | None = None) -> None:
        self.rules, self.scenario, self.options = position.rules, position.scenario, position.options
        self.lines = self.rules.program.lines
        self.line, self.seq, self.entries = position.line, position.seq, entries
        self.board = position.checkpoint.copy()
        self.table = Table(self.board, self.rules.seats, may_be_played_again=with_checkpoints)
        self.procedure: Procedure[None] | None = None
        self.pending: Pending | None = None
        self.dice: DiceSource | None = None
        self.play: PlayInnerGame | None = None
        """What the procedure waits for if that is an inner game, which then asks in its place."""
        self.inner: Runner | None = None
        self.inner_game: InnerGame | None = None
        self.checkpoints: Checkpoints | None = None
        """From what its position is told; None for a game whose position nobody takes."""
        if with_checkpoints:
            interval = CHECKPOINT_INTERVAL if entries is not None else 0
            self.checkpoints = Checkpoints(position.checkpoint, position.line, interval)

    @staticmethod
    def start(
        rules: Rules,
        scenario: str | Scenario | None = None,
        options: Mapping[str, object] | None = None,
        *,
        dice: DiceSource | None = None,
        with_checkpoints: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A new game, at its first decision (or, without dice, roll).

        Raises `UnknownName` for a wrong scenario, option or value.
        """
        first_position = _first_position(rules, scenario, options or {})
        return Runner.start_step(first_position, dice=dice, with_checkpoints=with_checkpoints, entries=entries)

    @staticmethod
    def start_step(
        position: Position,
        *,
        dice: DiceSource | None = None,
        with_checkpoints: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A game that begins the step of a position; nothing in that step has been asked yet."""
        runner = Runner(position, with_checkpoints, entries)
        runner._clear_log()
        runner._advance()
        runner._play_inner_game()
        if entries is not None:
            runner._add_entry(None, None, position.seq, ())
        runner.use_dice(dice)
        return runner

    @staticmethod
    def resume(
        position: Position,
        *,
        dice: DiceSource | None = None,
        with_checkpoints: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A game that goes on from ``position``, which does not change. Raises `WargameError` if it is impossible."""
        runner = Runner(position, with_checkpoints, entries)
        if runner.line != OVER:
            runner._run_again(position)
        runner.use_dice(dice)
        return runner

    @property
    def cursor(self) -> Cursor:
        """Where the game is in its sequence of play, as a path of labels; empty when it is over."""
        return () if self.line == OVER else self.lines[self.line].path

    @property
    def chance(self) -> Roll | None:
        """The roll that waits for a face; None where seats are asked or the game is over."""
        return self.pending.chance if self.pending is not None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome

    # Answers

    def answer(self, answer: Answer) -> None:
        """Go on with a legal answer to what is pending, up to the next decision (or roll, without dice)."""
        if self.entries is None:
            self._send(answer)
        else:
            self._send_and_enter(answer)
        if self.dice is not None:
            self.use_dice(self.dice)

    def use_dice(self, dice: DiceSource | None) -> None:
        """Let ``dice`` answer rolls from now on, beginning with one that waits; with None rolls wait."""
        self.dice = dice
        if dice is None:
            return
        while (pending := self.pending) is not None and (roll := pending.chance) is not None:
            face = dice.draw(self.seq, roll.die, roll.label)
            if self.entries is None:
                self._send(face)
            else:
                self._send_and_enter(face)

    def _send(self, answer: Answer) -> None:
        self.seq += 1
        if self.inner is None:
            self.go_on(answer)
            if self.play is not None:
                self._play_inner_game()
        else:
            assert self.inner_game is not None
            self.inner._send(inner_answer(answer, self.inner_game))
            self._after_inner_game(self.inner, self.inner_game)

    def _send_and_enter(self, answer: Answer) -> None:
        pending, seq, cursor = self.pending, self.seq, self.cursor
        self._send(answer)
        self._add_entry(pending, answer, seq, cursor)

    def _add_entry(self, pending: Pending | None, answer: Any, seq: int, cursor: Cursor) -> None:
        table = self.table
        assert self.entries is not None
        if not table.events:
            table.steps = []
            self.entries.append(entry_of(pending, answer, seq, cursor))
            return
        events = tuple(table.events)
        if table.feeds:
            less_told = table.less_told
            feeds = {seat: tuple(feed) if seat in less_told else events for seat, feed in table.feeds.items() if feed}
            table.feeds, table.less_told = {}, set()
        else:
            feeds = dict.fromkeys((*table.seats, SPECTATOR), events)
        begun_steps = [step for step in table.steps if step[1] < len(events)]
        steps = steps_told(begun_steps, {REFEREE: events, **feeds})
        table.events, table.steps = [], []
        self.entries.append(entry_of(pending, answer, seq, cursor, events, feeds, steps))

    def _clear_log(self) -> None:
        if self.entries is not None:
            self.table.events, self.table.feeds, self.table.less_told, self.table.steps = [], {}, set(), []

    # The sequence of play

    def go_on(self, answer: Answer) -> None:
        """Give the procedure its answer and go on to what is waited for next; an inner game is not begun."""
        assert self.procedure is not None
        self.play = None  # what came of an inner game is the answer
        if self.checkpoints is not None:
            self.checkpoints.answers.append(answer)
        try:
            try:
                request = self.procedure.send(answer)
            except StopIteration:
                self.table.must_have_waited()
            else:
                self._wait_for(request)
                return
        except Finished:
            self._end()
            return
        except Exception as problem:
            _note_step(problem, self.rules.id, self.cursor)
            raise
        self.line += 1
        self._advance()

    def _advance(self) -> None:
        """Move the cursor to the next step that waits for something, running on the way what does not."""
        lines, table, checkpoints = self.lines, self.table, self.checkpoints
        board, end = table.board, len(lines)
        number = self.line
        rounds: dict[int, int] = {}  # by line at which a round ends, how many events there had been when one last did
        try:
            while number < end:
                rule, test, is_procedure, jump, path, _ = lines[number]
                if rule is None:
                    if test is None:
                        if rounds.get(number) == table.happened:
                            raise RulesError(_endless_round(self.rules, number))
                        rounds[number] = table.happened
                    number = jump if test is None or test(board) else number + 1
                    continue
                if test is not None and not test(board):
                    number += 1
                    continue
                self.line = number
                if table.events is not None:
                    table.begin_step(path)
                if is_procedure and checkpoints is not None:
                    checkpoints.begin_step(board, number, table.happened)
                self.procedure = rule(table)
                if self.procedure is not None and self._step_asks(self.procedure, is_procedure):
                    return
                if table.question is not None:
                    table.must_have_waited()
                number += 1
        except Finished:
            self._end()
            return
        except Exception as problem:
            _note_step(problem, self.rules.id, self.cursor)
            raise
        raise RulesError(f"the sequence of play of {self.rules.id} came to its end without an outcome")

    def _step_asks(self, procedure: Procedure[None], is_procedure: bool) -> bool:
        """Whether the step just begun asks or rolls; it has ended otherwise."""
        try:
            request = next(procedure)
        except StopIteration:
            return False
        if not is_procedure:
            raise RulesError("it asks or rolls but is not a generator function")
        self._wait_for(request)
        return True

    def _wait_for(self, request: object) -> None:
        question = self.table.waits(request)
        if type(question) is PlayInnerGame:
            self.pending, self.play = None, question
        else:
            self.pending = question

    def _end(self) -> None:
        self.pending = self.procedure = self.table.question = None
        self.line = OVER
        if self.checkpoints is not None:
            self.checkpoints.copy_board(self.board, OVER, self.table.happened)

    # Checkpoints

    def at_present_step(self) -> Checkpoints:
        """The checkpoints, with the board at the beginning of the present step.

        Raises `WargameError` for a game without checkpoints.
        """
        checkpoints = self.checkpoints
        if checkpoints is None:
            raise WargameError("this game has no checkpoints: start(..., with_checkpoints=True)")
        if not checkpoints.is_at_present_step:
            replay = _replay_position(self.since_checkpoint())
            replayed_checkpoints = replay.at_present_step()
            nothing_happened = replayed_checkpoints.event_count == replay.table.happened and self.inner is None
            # a copy of the live board shares what was worked out on it
            board = self.board.copy() if nothing_happened else replayed_checkpoints.board
            checkpoints.move_to(board, self.line, replayed_checkpoints.answers)
        return checkpoints

    def since_checkpoint(self, inner_position: InnerPosition | None = None) -> Position:
        """The latest checkpoint and the answers since; its step may be before the present one."""
        checkpoints = self.checkpoints
        assert checkpoints is not None, "whoever takes positions lets boards be copied"
        return Position(
            self.rules,
            self.scenario,
            self.options,
            checkpoints.board,
            checkpoints.line,
            tuple(checkpoints.answers),
            seq=self.seq,
            inner=inner_position,
        )

    def _run_again(self, position: Position) -> None:
        """Run the step again from its checkpoint over the answers already given."""
        if self.checkpoints is not None:
            self.checkpoints.answers = list(position.answers)
        step = self.lines[self.line].step
        assert step is not None
        self._clear_log()  # rules that explain what they do only where it is kept must do so again
        try:
            self.procedure = step.rule(self.table)
            assert self.procedure is not None
            self._wait_for(next(self.procedure))
            for answer in position.answers:
                self.play = None  # what came of an inner game is known
                self._wait_for(self.procedure.send(answer))
        except (StopIteration, Finished):
            count = f"{len(position.answers)} answers" if len(position.answers) != 1 else "1 answer"
            raise WargameError(
                f"step {' > '.join(self.cursor)} ended within the {count} it is said to have had: the position is not "
                "of these rules, or the rule depends on more than board and answers"
            ) from None
        if self.play is not None or position.inner is not None:
            self._resume_inner_game(position.inner)
        self._clear_log()

    # Inner games

    def _play_inner_game(self) -> None:
        """Set up the game that the procedure waits for, if any, and play it on to its first question or roll."""
        if self.play is None:
            return
        game = evolve(self.play.game, number=self.seq)
        first_position = _first_position(
            self.rules.inner_game(game.id, game.data).rules, game.scenario, game.options, self.seq
        )
        self.table.record(InnerGameBegan(InnerBoard(game, first_position.checkpoint)))
        inner_runner = self._inner_runner(game, first_position)
        inner_runner._advance()
        inner_runner._play_inner_game()
        self._after_inner_game(inner_runner, game)

    def _resume_inner_game(self, inner_position: InnerPosition | None) -> None:
        """Go on with the inner game of a position; the procedure must be waiting for it."""
        if (
            self.play is None
            or inner_position is None
            or evolve(self.play.game, number=inner_position.game.number) != inner_position.game
        ):
            raise WargameError("the inner game of this position is not the one that its rules play there")
        inner_runner = self._inner_runner(inner_position.game, inner_position.position)
        inner_runner._run_again(inner_position.position)
        self._after_inner_game(inner_runner, inner_position.game)

    def _inner_runner(self, game: InnerGame, position: Position) -> Runner:
        """The runner of the inner game, on the board that this game's board holds."""
        inner_runner = Runner(position, self.checkpoints is not None)
        inner_runner.table = InnerTable(inner_runner.board, inner_runner.rules.seats, self.table, game)
        self.board.inner, self.inner_game, self.inner = InnerBoard(game, inner_runner.board), game, inner_runner
        return inner_runner

    def _after_inner_game(self, inner_runner: Runner, game: InnerGame) -> None:
        """Ask what the inner game asks; when it is over, go on with its report."""
        if inner_runner.pending is not None:
            self.pending = outer_pending(inner_runner.pending, game)
            return
        assert self.play is not None
        self.put_away(game, self.play.report(inner_runner.board))

    def put_away(self, game: InnerGame, report: Action) -> None:
        """Remove the inner game, which is over, and go on with the report of it."""
        self.inner = self.inner_game = self.play = None
        self.table.record(InnerGameEnded(tuple(game.seats), game.watched))
        self.go_on(report)
        self._play_inner_game()


def at_present_step(position: Position) -> Position:
    """The same position from the beginning of its present step; its checkpoint may be of a step before that."""
    replay = _replay_position(position)
    step = replay.at_present_step()
    return evolve(position, checkpoint=step.board, line=replay.line, answers=tuple(step.answers))


def begun(position: Position) -> Runner:
    """A game that begins the step of a position and has had none of its answers; `Runner.go_on` gives them.

    An inner game that it waits for is not begun: `Runner.play` says which.
    """
    runner = Runner(position, with_checkpoints=True)
    if runner.line != OVER:
        runner._advance()
    return runner


def _replay_position(position: Position) -> Runner:
    """A game that has gone on by the answers of ``position``, through as many steps as they take.

    An inner game that is under way then is not begun.
    """
    runner = begun(position)
    for answer in position.answers:
        runner.go_on(answer)
    return runner


def _first_position(
    rules: Rules, scenario: str | Scenario | None, options: Mapping[str, object], seq: int = 0
) -> Position:
    """The position before the first step of a game. Raises `UnknownName` for a wrong scenario, option or value."""
    scenario_id, values = rules.scenario(scenario).id, rules.read_options(options)
    return Position(rules, scenario_id, values, rules.set_up(scenario_id, values), 0, seq=seq)


def _endless_round(rules: Rules, end: int) -> str:
    """What is wrong with a round, which ends at a line, in which nothing was asked, rolled or recorded."""
    lines = rules.program.lines
    steps = [line.step.label for line in lines[lines[end].jump : end] if line.step is not None]
    labels = {*steps, *lines[end].path}
    variant_ids = [
        variant.id
        for variant in rules.additions.variants
        if any(
            edit.label.rpartition(" > ")[2] in labels or any(step in edit.says for step in steps)
            for edit in variant.sequence
        )
    ]
    by_variants = (
        f" ({'variants' if len(variant_ids) > 1 else 'variant'} {' and '.join(variant_ids)})" if variant_ids else ""
    )
    did = f"{', '.join(map(repr, steps))} asked, rolled and recorded nothing" if steps else "it has no step"
    return f"{lines[end].path[-1]!r} goes round without end: {did}, and its `until` stays false{by_variants}"


def _note_step(problem: Exception, rules: str, step: Cursor) -> None:
    """Add a note to an error: the step of the rules in which it occurred, and its most likely cause."""
    step_in_words = f"step {' > '.join(step)}"
    if isinstance(problem, RulesError):
        problem.args = (f"{rules}, {step_in_words}: {problem}",)
    if isinstance(problem, WargameError):
        return
    problem.add_note(f"in {step_in_words} of {rules}")
    if isinstance(problem, (AttributeError, TypeError)) and "generator" in str(problem):
        problem.add_note(f"t.ask(...) and your own procedures give an answer only when waited for: {YIELD_FROM_HINT}")
