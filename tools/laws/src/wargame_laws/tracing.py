"""The parts of a game that occurred in play: steps, actions and events, by the names that ``unexercised`` takes."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from wargame_core.flow.entries import Chose, ChoseTogether, Entry
from wargame_core.flow.events import Board, GameEnded
from wargame_core.flow.sequence import Instruction, Program
from wargame_core.game import Game


def everything(game: Game) -> set[str]:
    """Everything that can occur in play: "step Turn > Bow", "action give", "event scored"."""
    steps = {_step(path) for path in game.rules.program.paths}
    kinds = {f"action {cls.kind}" for cls in game.rules.actions} | {f"event {cls.kind}" for cls in game.rules.events}
    return steps | kinds


def kinds_of(entries: Iterable[Entry]) -> set[str]:
    """The kinds of action and event in these entries, except the end of the game."""
    entries = list(entries)
    kinds = {f"event {event.kind}" for entry in entries for event in entry.events} - {f"event {GameEnded.kind}"}
    for entry in entries:
        if isinstance(entry, (Chose, ChoseTogether)):
            chosen = [entry.action] if isinstance(entry, Chose) else entry.actions.values()
            kinds |= {f"action {action.kind}" for action in chosen}
    return kinds


def traced(game: Game, steps: set[str]) -> Game:
    """The same game, which adds the steps that it plays to ``steps``."""

    def noting(line: Instruction) -> Instruction:
        if line.step is None:
            return line
        name, when = _step(line.path), line.test

        def test(board: Board) -> bool:
            if when is not None and not when(board):
                return False
            steps.add(name)
            return True

        return line._replace(test=test)

    rules, program = evolve(game.rules), game.rules.program
    vars(rules)["program"] = Program(tuple(noting(line) for line in program.lines), program.paths)
    return evolve(game, rules=rules)


def _step(path: Iterable[str]) -> str:
    return f"step {' > '.join(path)}"
