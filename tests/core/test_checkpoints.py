"""Checkpoints: how seldom a board is copied, and that every position can be told from the last copy all the same."""

import random
from typing import Any

import pytest

from wargame_core import load
from wargame_core.dice import Seeded
from wargame_core.errors import WargameError
from wargame_core.flow.checkpoints import Checkpoints
from wargame_core.flow.history import Waypoint
from wargame_core.flow.runner import CHECKPOINT_INTERVAL, Runner
from wargame_core.flow.state import State


class CountedBoard:
    """A board that counts its copies."""

    def __init__(self) -> None:
        self.copies = 0

    def copy(self) -> "CountedBoard":
        self.copies += 1
        return CountedBoard()


def chosen_answer(runner: Runner, rng: random.Random) -> Any:
    """Any legal answer to what a game asks; its rolls are answered by its dice."""
    assert runner.pending is not None
    return runner.pending.answered({seat: ask.choices.sample(rng) for seat, ask in runner.pending.asks.items()})


def test_a_board_is_copied_at_the_first_step_after_so_many_answers() -> None:
    board: Any = CountedBoard()
    held = Checkpoints(board, 0, interval=2)
    for line in (1, 2, 3):
        held.answers.append(line)
        held.begin_step(board, line, event_count=line)
    assert (board.copies, held.line, held.answers, held.is_at_present_step) == (1, 2, [3], False)


def test_without_an_interval_each_step_has_its_copy() -> None:
    board: Any = CountedBoard()
    held = Checkpoints(board, 0)
    for line in (1, 2, 3):
        held.begin_step(board, line, event_count=line)
        assert (board.copies, held.line, held.is_at_present_step) == (line, line, True)


def test_a_board_on_which_nothing_happened_is_not_copied_again() -> None:
    board: Any = CountedBoard()
    held = Checkpoints(board, 0)
    held.begin_step(board, 1, event_count=5)
    held.answers.append("pass")
    held.begin_step(board, 2, event_count=5)
    assert (board.copies, held.line, held.answers) == (1, 2, [])


@pytest.mark.parametrize("game", ["vicksburg", "battlecry"])
def test_every_position_is_the_same_however_seldom_the_board_is_copied(game: str) -> None:
    rules, rng = load(game).rules, random.Random(7)
    each_step = Runner.start(rules, dice=Seeded(7))
    seldom = Runner.start(rules, dice=Seeded(7), entries=[])
    steps_before, waypoints = 0, []
    for _ in range(5 * CHECKPOINT_INTERVAL):
        assert seldom.checkpoints is not None
        steps_before += not seldom.checkpoints.is_at_present_step
        waypoints.append((Waypoint(seldom), State.of(each_step)))
        if len(waypoints) % 5 == 0:
            assert State.of(seldom) == State.of(each_step)
        answer = chosen_answer(each_step, rng)
        each_step.answer(answer)
        seldom.answer(answer)
    assert steps_before > 5
    assert [waypoint.state for waypoint, _ in waypoints] == [state for _, state in waypoints]


def test_play_does_not_go_on_upon_the_copy() -> None:
    runner = Runner.start(load("vicksburg").rules, dice=Seeded(7), entries=[])
    waypoint, rng = Waypoint(runner), random.Random(7)
    before = State.of(runner).to_json()
    for _ in range(3 * CHECKPOINT_INTERVAL):
        runner.answer(chosen_answer(runner, rng))
    assert waypoint.state.to_json() == before


def test_a_game_without_checkpoints_has_no_position() -> None:
    runner = Runner.start(load("vicksburg").rules, dice=Seeded(7), with_checkpoints=False)
    with pytest.raises(WargameError, match=r"has no checkpoints: start\(\.\.\., with_checkpoints=True\)"):
        runner.at_present_step()
