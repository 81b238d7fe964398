"""Where a running game has been: little to keep for every answer, and enough to find the position again."""

from __future__ import annotations

from wargame_core.flow.position import Inside, Position
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import NO_COMMITS, State, inside_of


class Waypoint:
    """The position of a running game at one moment, without waiting secret choices; it is worked out when asked for."""

    __slots__ = ("_answers", "_inside", "_kept", "_settled", "_state")

    def __init__(self, runner: Runner) -> None:
        self._kept = runner.rules, runner.scenario, runner.options, runner.checkpoint, runner.kept_line, runner.seq
        self._answers = runner.answers, len(runner.answers)  # the runner may append, or begin another list
        self._settled = runner.settled
        self._inside: Inside | None = inside_of(runner) if runner.inside is not None else None
        self._state: State | None = None

    @property
    def seq(self) -> int:
        """How many answers the game had had."""
        return self._kept[-1]

    @property
    def state(self) -> State:
        """The position."""
        if self._state is None:
            self._state = self._found()
        return self._state

    def _found(self) -> State:
        rules, scenario, options, checkpoint, line, seq = self._kept
        answers = tuple(self._answers[0][: self._answers[1]])
        if not self._settled:
            again = Runner.play_again(Position(rules, scenario, options, checkpoint, line, answers, NO_COMMITS, seq))
            checkpoint, line, answers = again.checkpoint, again.line, tuple(again.answers)
        return State(rules, scenario, options, checkpoint, line, answers, NO_COMMITS, seq, self._inside)
