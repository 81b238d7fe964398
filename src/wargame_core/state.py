"""A position as a value, and the runner that carries a game from one decision to the next.

A `State` is plain data: the board at the last checkpoint, the cursor, and the answers given since. What it waits for is
found by running the step's procedure again from the checkpoint. A live game keeps the running procedure in a `Runner`
and pays nothing for this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from wargame_core.choices import Options
from wargame_core.dice import DiceSource
from wargame_core.errors import IllegalAction, NotYourTurn, WargameError
from wargame_core.events import Board, Event, Outcome
from wargame_core.procedures import Ask, AskSecretly, Finished, Pending, Roll, Table
from wargame_core.sequence import Cursor
from wargame_core.views import View
from wargame_core.visibility import SPECTATOR

if TYPE_CHECKING:
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
        self.procedure = step.rule(self.table)
        self.pending = next(self.procedure)
        for answer in answers:
            self.pending = self.procedure.send(answer)
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


@frozen
class State:
    """A position: compare, keep, save and fork it, ask it for its choices, and get the state after an action.

    ``board`` is the board at the checkpoint; `live` is the board now. ``commits`` are choices made in secret that
    wait for the other seats'.
    """

    game: Game = field(repr=False)
    scenario: str
    options: Mapping[str, Any]
    board: Board = field(repr=False)
    line: int
    answers: tuple[Any, ...]
    commits: Mapping[str, Any]
    seq: int
    _cache: list[Runner] = field(factory=list, eq=False, repr=False, init=False)

    def runner(self, dice: DiceSource | None = None, entries: list[Entry] | None = None, keep: bool = True) -> Runner:
        """A new game in motion from here; this state stays as it is."""
        return Runner(
            self.game,
            self.scenario,
            self.options,
            self.board.copy(),
            line=self.line,
            answers=self.answers,
            seq=self.seq,
            dice=dice,
            entries=entries,
            keep=keep,
            fresh=False,
        )

    def _peek(self) -> Runner:
        if not self._cache:
            self._cache.append(self.runner())
        return self._cache[0]

    def __hash__(self) -> int:
        return hash((self.game.id, self.scenario, self.line, self.seq))

    @property
    def live(self) -> Board:
        """The board now. Look, do not touch."""
        return self._peek().board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for; None when it is over."""
        return self._peek().pending

    @property
    def cursor(self) -> Cursor:
        """The path of labels in the sequence of play; empty when the game is over."""
        return self._peek().cursor

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.board.outcome

    def choices(self, seat: str | None = None) -> Options:
        """The legal actions of ``seat`` (may be left out when one seat is asked). Raises `NotYourTurn`."""
        return ask_of(self.pending, seat, self.game.seats, self.commits).options

    def after(self, answer: Any, seat: str | None = None) -> State:
        """The state after an action (or, where a roll is pending, after that face).

        In a secret choice the action is kept back until every seat has chosen. Raises `IllegalAction`, `NotYourTurn`
        or `DiceError`; this state never changes.
        """
        runner = self.runner()
        pending = runner.pending
        if type(pending) is Roll:
            runner.answer(pending.die.face(answer))
            return runner.state()
        ask = ask_of(pending, seat, self.game.seats, self.commits)
        verdict = ask.options.judge(answer)
        if not verdict:
            raise IllegalAction(verdict)
        if isinstance(pending, AskSecretly):
            commits = {**self.commits, ask.seat: answer}
            if len(commits) < len(pending.asks):
                return runner.state(commits)
            answer = {name: commits[name] for name in pending.asks}
        runner.answer(answer)
        return runner.state()

    def view(self, seat: str) -> View:
        """What ``seat`` may know."""
        return View(self._peek(), self.game.seat(seat), self.commits)

    def to_json(self) -> dict[str, Any]:
        """The whole state, secrets included, as plain JSON data."""
        return self.game.codec.state_to_json(self)


def ask_of(
    pending: Pending | None, seat: str | None, seats: tuple[str, ...], commits: Mapping[str, Any] | None = None
) -> Ask:
    """What ``seat`` is asked now. Raises `NotYourTurn` in words when it is asked nothing."""
    if seat is not None and seat not in seats:
        raise NotYourTurn(f"there is no seat {seat!r} (seats: {', '.join(seats)})")
    if pending is None:
        raise NotYourTurn("the game is over; nobody is asked anything")
    if isinstance(pending, Roll):
        raise NotYourTurn(f"a roll is pending ({pending.label}), not a choice")
    asks = pending.asks if isinstance(pending, AskSecretly) else {pending.seat: pending}
    open_seats = [name for name in asks if not commits or name not in commits]
    if seat is None:
        if len(open_seats) != 1:
            raise NotYourTurn(f"several seats choose in secret ({', '.join(open_seats)}); say which one this is")
        seat = open_seats[0]
    if seat not in open_seats:
        done = " and has chosen already" if seat in asks else ""
        raise NotYourTurn(f"{seat} is not to choose now{done}; waiting for {' and '.join(open_seats)}")
    return asks[seat]
