"""A position as a value, and what one seat may know of it.

A `State` is plain data: the board at the last checkpoint, the cursor, and the answers given since. What it waits for is
found by running the step's procedure again from the checkpoint. A live game keeps the running procedure in a `Runner`
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import HiddenStep, IllegalAction, RecordError, WargameError
from wargame_core.flow.answering import answer_with
from wargame_core.flow.child import InChild
from wargame_core.flow.choices import Action, Choices
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.position import Inside, Position
from wargame_core.flow.procedures import Ask, Pending, Roll, ask_of
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import Runner
from wargame_core.flow.seat_view import SeatView
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import hides_nothing, redact

T = TypeVar("T")

NO_COMMITS: Mapping[str, Action] = {}
"""No waiting choices; many positions share this value."""
WORLDS_TRIED = 30
"""The greatest number of worlds drawn until one fits what has happened in the present step."""
WORLDS_TRIED_AT_FIRST = 400
"""The same where nothing has happened in it, no game within it either: one must fit, perhaps one in fifty only."""
IMPOSSIBLE = (WargameError, LookupError, ValueError, TypeError, AttributeError)
"""The errors that rules raise in a world in which what was chosen is impossible."""


@frozen(eq=False)
class State(Position):
    """A position: it can be compared, saved and continued; it has choices, and a state after each action.

    `board` is the board now; ``checkpoint`` is the board as it was when the present step began. A state never
    changes; it can be pickled if its rules have an `Origin`.
    """

    _seen: Runner | None = field(default=None, eq=False, repr=False, init=False)

    @staticmethod
    def of(runner: Runner, commits: Mapping[str, Action] | None = None) -> State:
        """The position of a running game. Raises `WargameError` when that keeps no checkpoints."""
        if not runner.keep:
            raise WargameError("this game does not keep its checkpoints: begin(..., keep=True)")
        runner.settle()
        return State(
            runner.rules,
            runner.scenario,
            runner.options,
            runner.checkpoint,
            runner.line,
            tuple(runner.answers),
            dict(commits) if commits else NO_COMMITS,
            runner.seq,
            inside_of(runner) if runner.inside is not None else None,
        )

    @staticmethod
    def load(rules: Rules, data: object) -> State:
        """The state that JSON data stands for; its answers are played as a check. Raises `RecordError`."""
        state = State.from_json(rules, data)
        try:
            state.pending  # noqa: B018 - runs the step over the answers
        except WargameError as problem:
            raise RecordError(str(problem)) from None
        return state

    def runner(self, dice: DiceSource | None = None, entries: list[Entry] | None = None, keep: bool = True) -> Runner:
        """A new running game from here; this state does not change."""
        return Runner.resume(self, dice=dice, entries=entries, keep=keep)

    def _look(self) -> Runner:
        if self._seen is None:
            object.__setattr__(self, "_seen", self.runner())  # a state is frozen: what is found out is only kept
        assert self._seen is not None
        return self._seen

    @property
    def board(self) -> Board:
        """The board now. Do not change it."""
        return self._look().board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for; None when it is over."""
        return self._look().pending

    @property
    def cursor(self) -> Cursor:
        """The path of labels in the sequence of play; empty when the game is over."""
        return self._look().cursor

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.checkpoint.outcome

    def choices(self, seat: str | None = None) -> Choices:
        """The legal actions of ``seat`` (may be left out when one seat is asked). Raises `NotYourTurn`."""
        return ask_of(self.pending, seat, self.rules.seats, self.commits).choices

    def after(self, answer: object, seat: str | None = None) -> State:
        """The state after an action or its JSON (or, where a roll is pending, after that face).

        A secret choice waits in `commits` until every seat has chosen. Raises `IllegalAction`, `NotYourTurn`,
        `MalformedAction` or `DiceError`; this state never changes.
        """
        runner = self.runner()
        pending = runner.pending
        if type(pending) is Roll:
            runner.answer(pending.die.face(answer))
            return State.of(runner)
        ask = ask_of(pending, seat, self.rules.seats, self.commits)
        action = self.rules.read_action(answer)
        verdict = ask.choices.judge(action)
        if not verdict:
            raise IllegalAction(verdict)
        chosen, commits = answer_with(pending, ask.seat, action, self.commits)
        if chosen is None:
            return State.of(runner, commits)
        runner.answer(chosen)
        return State.of(runner)

    def view(self, seat: str) -> View:
        """What ``seat`` may know."""
        return View(self._look(), self.rules.seat(seat), self.commits)

    def _repr_html_(self) -> str:
        from wargame_pictures.stories.notebook import position_html

        return position_html(self)


def inside_of(runner: Runner) -> Inside | None:
    """The inner game of a running game, with its position."""
    if runner.inside is None or runner.game_inside is None:
        return None
    return Inside(runner.game_inside, State.of(runner.inside))


def _itself(checkpoint: Board, now: Board, seat: str, rng: Random) -> Board:
    """The only world of a game that hides nothing."""
    return checkpoint


class View(SeatView):
    """What one seat knows, and the possible worlds: states in which it would know the same.

    Players (people, front ends, bots) get views and never a state.
    """

    __slots__ = ()

    def world(self, rng: Random) -> State:
        """A full state that this seat cannot distinguish from the true one, with secrets drawn by ``rng``.

        In a game without secrets it is the position itself without the secret choices of others. Worlds in which the
        present step could not have come this far are drawn again. Raises `HiddenStep` while another seat does something
        that this one does not see, `WargameError` if the game has no ``worlds``.
        """

        return self.imagination().world(rng)

    def world_in_motion(self, rng: Random, dice: DiceSource) -> Runner:
        """Such a world as a running game: the same as ``view.world(rng).runner(dice)``, but faster."""
        return self.imagination().playing(rng, dice)

    def imagination(self) -> Imagination:
        """What this seat knows now, for drawing many worlds."""
        runner = self._now()
        worlds = runner.rules.worlds or (_itself if hides_nothing(runner.rules.board) else None)
        if worlds is None:
            raise WargameError(f"{runner.rules.id} does not say how its secrets may lie")
        own = {seat: action for seat, action in (self._commits or {}).items() if seat == self.seat}
        now = State.of(runner, own)
        return Imagination(self, worlds, redact(now.checkpoint, self.seat), self.board, now)

    def _must_ask_the_same(self, pending: Pending | None) -> None:
        """Raises `HiddenStep` for a world in which another seat is asked: what that seat is at cannot be imagined."""
        if isinstance(pending, Ask) and (pending.seat,) != self.waiting_for:
            raise HiddenStep(f"{self.seat} does not see what another seat is doing now")

    @property
    def child(self) -> View | None:
        """The view of the inner game, as the seat that this seat has there; see `SeatView.child`."""
        runner, game = self._now(), self.game_inside
        seat = game.seat(self.seat) if game is not None else None
        if runner.inside is None or game is None or seat is None:
            return None
        commits = {
            game.seats[outer]: action.action
            for outer, action in (self._commits or {}).items()
            if isinstance(action, InChild)
        }
        return View(runner.inside, seat, commits)

    def _inside_imagined(self, inside: Inside | None, rng: Random) -> Inside | None:
        """The inner game with secrets drawn again. Raises `HiddenStep` for a seat that may not watch it."""
        if inside is None:
            return None
        child = self.child
        if child is None:
            raise HiddenStep(f"{self.seat} does not see the game that is played inside this one")
        return Inside(inside.game, child.world(rng))


@frozen(eq=False)
class Imagination:
    """What a seat knows of a position, computed once for drawing many worlds."""

    view: View
    worlds: Callable[[Any, Any, str, Random], Board]
    checkpoint: Board
    board: Board
    now: State

    def world(self, rng: Random) -> State:
        """One of the worlds; see `View.world`."""

        def checked(world: State) -> State:
            self.view._must_ask_the_same(world.pending)
            return world

        return self.draw(rng, checked)

    def playing(self, rng: Random, dice: DiceSource) -> Runner:
        """One of the worlds as a running game with dice, which keeps nothing."""
        return self.draw(rng, lambda world: world.runner(dice, keep=False))

    def in_motion(self, rng: Random, entries: list[Entry]) -> Runner:
        """One of the worlds as a running game that keeps ``entries`` of what happens."""

        def started(world: State) -> Runner:
            runner = world.runner(entries=entries, keep=False)
            self.view._must_ask_the_same(runner.pending)
            return runner

        return self.draw(rng, started)

    def draw(self, rng: Random, run: Callable[[State], T]) -> T:
        """What ``run`` makes of the first world drawn in which the answers of the present step are possible."""
        problem: Exception = HiddenStep("none was tried")
        begun = self.now.answers or self.now.inside is not None
        for _ in range(WORLDS_TRIED if begun else WORLDS_TRIED_AT_FIRST):
            board = self.worlds(self.checkpoint, self.board, self.view.seat, rng)
            try:
                inside = self.view._inside_imagined(self.now.inside, rng)
                return run(evolve(self.now, checkpoint=board, inside=inside))
            except HiddenStep:
                raise
            except IMPOSSIBLE as impossible:
                problem = impossible
        raise WargameError(f"in no world drawn could the present step have come so far: {problem}") from problem
