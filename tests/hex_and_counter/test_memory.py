"""What a phase has worked out is found again when it is played again from the same board."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import define

from wargame_core import load
from wargame_core.dice import Seeded
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_hex_and_counter.rules import memory
from wargame_hex_and_counter.rules.memory import PhaseMemory, PhaseResults


@define
class _Board:
    turn: int = 1

    def copy(self) -> _Board:
        return _Board(self.turn)


class _Work:
    """Work that counts how often it is done."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def of(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.done.append(name)
            return name

        return work


def _play(results: PhaseResults, work: _Work, answers: str) -> list[str]:
    """What a phase of two results before each answer gets, on the way of these answers."""
    found = []
    for number in range(len(answers) + 1):
        path = answers[:number]
        found += [results.result_of(work.of(f"{path}:first")), results.result_of(work.of(f"{path}:second"))]
        if number < len(answers):
            question = results.after(_asked())
            next(question)
            with pytest.raises(StopIteration):
                question.send(answers[number])
    return found


def _asked() -> Any:
    return (yield "which?")


def test_two_threads_that_play_a_phase_at_once_find_each_its_own_results() -> None:
    memory_of_phase = PhaseMemory()
    one, other = memory_of_phase.of(_Board()), memory_of_phase.of(_Board())

    def first() -> str:
        """The other playing comes to the same place while this one is still at work."""
        assert other.result_of(lambda: "first") == "first"
        return "first"

    assert [one.result_of(first), one.result_of(lambda: "second"), other.result_of(lambda: "second")] == [
        "first",
        "second",
        "second",
    ]


def test_a_phase_that_is_played_again_works_nothing_out_twice() -> None:
    phase, work = PhaseMemory(), _Work()
    assert _play(phase.of(_Board()), work, "ab") == [
        ":first", ":second", "a:first", "a:second", "ab:first", "ab:second",
    ]  # fmt: skip
    assert _play(phase.of(_Board()), work, "ac")[-1] == "ac:second", "another answer has results of its own"
    assert work.done.count(":first") == work.done.count("a:second") == 1
    assert _play(phase.of(_Board()), work, "b")[-1] == "b:second"
    assert len(work.done) == len(set(work.done))


def test_results_on_another_board_are_forgotten() -> None:
    phase, work = PhaseMemory(), _Work()
    _play(phase.of(_Board(1)), work, "a")
    _play(phase.of(_Board(2)), work, "a")
    assert work.done.count("a:first") == 2


def test_without_a_memory_everything_is_worked_out_anew() -> None:
    work, results = _Work(), PhaseResults()
    assert _play(results, work, "a") + _play(results, work, "a")
    assert work.done.count("a:first") == 2


def test_of_too_many_positions_those_of_before_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_POSITIONS", 2)
    phase, work = PhaseMemory(), _Work()
    for answers in ("a", "b", "c", "a"):
        assert _play(phase.of(_Board()), work, answers)[-1] == f"{answers}:second"
    assert work.done.count("a:first") == 2


def test_a_position_that_is_played_again_is_as_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position of a game, resumed with and without what its phases remember, asks the same of the same board."""
    game = load("corinth")
    runner, rng = Runner.start(game.rules, "second_day", dice=Seeded(3)), Random(5)
    for _ in range(90):
        if runner.pending is None:
            break
        state = State.of(runner)
        found = state.runner()
        with monkeypatch.context() as patched:
            patched.setattr(PhaseMemory, "of", lambda self, board: PhaseResults())
            anew = state.runner()
        assert found.board == anew.board == runner.board
        assert found.pending is not None
        assert anew.pending is not None
        ((seat, ask),) = found.pending.asks.items()
        assert list(ask.choices) == list(anew.pending.asks[seat].choices)
        runner.answer(ask.choices.sample(rng))
