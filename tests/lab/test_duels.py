"""Duels: the same dice from every seat, a test that decides, and files with which the same call goes on."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Outcome
from wargame_core.flow.players import RandomPlayer
from wargame_lab import duel
from wargame_lab.batches import name_of
from wargame_lab.duels import LEAST, SURE, Duel
from wargame_lab.playouts import Batch, GameResult
from wargame_lab.results import Simulation


def first(seed: int) -> Any:
    """A player who takes the first choice there is."""
    return lambda view: next(iter(view.choices))


def told(blue: Sequence[str | None], red: Sequence[str | None]) -> Duel:
    """A duel in which these seats won (None: nobody) while the first player was blue, and while it was red."""

    def games(winners: Sequence[str | None]) -> Simulation:
        points = [{"blue": 4 * (winner == "blue"), "red": 4 * (winner == "red")} for winner in winners]
        results = (GameResult(n, Outcome(one, "", points[n]), 4, 20, 5) for n, one in enumerate(winners))
        return Simulation(Batch("toy", None, {}, 1, "plain", {}, 99), ("blue", "red"), tuple(results), 1.0)

    return Duel("one", "other", {"blue": games(blue), "red": games(red)})


def test_the_better_side_of_a_scenario_decides_nothing() -> None:
    always_blue = told(["blue"] * 100, ["blue"] * 100)
    assert set(always_blue.shares) == {0.5}
    assert set(always_blue.leads) == {0.0}
    assert always_blue.verdict == "not stronger"


@pytest.mark.parametrize(
    ("won", "rounds", "verdict"),
    [(60, 100, "stronger"), (50, 300, "not stronger"), (60, LEAST // 2 - 10, "undecided"), (52, 100, "undecided")],
)
def test_the_test_tells_half_of_the_victories_from_more(won: int, rounds: int, verdict: str) -> None:
    mine = [n * 7 % 100 < won for n in range(rounds)]
    blue, red = (["blue" if one else "red" for one in mine], ["red" if one else "blue" for one in reversed(mine)])
    result = told(blue, red)
    assert result.verdict == verdict
    assert (abs(result.evidence) >= SURE and result.games >= LEAST) == (verdict != "undecided")
    assert verdict in str(result)
    assert verdict in repr(result)
    assert verdict in result._repr_html_()
    low, mean, high = (result.to_json()["won"][key] for key in ("low", "mean", "high"))
    assert mean == pytest.approx(sum(mine) / rounds)
    assert low < mean < high


def test_a_draw_is_half_and_a_lead_is_what_is_ahead_of_the_best_of_the_others() -> None:
    result = told(["blue", None], ["red", None])
    assert result.shares == [1.0, 0.5]
    assert result.leads == [4.0, 0.0]


def test_a_duel_ends_when_it_is_decided_and_goes_on_with_its_files(tmp_path: Path, toy_installed: None) -> None:
    steps: list[tuple[int, int]] = []
    begun = duel(toy(), RandomPlayer, first, games=30, seed=5, out=tmp_path / "duel.jsonl")
    assert (begun.games, begun.verdict) == (30, "undecided")
    file = tmp_path / "duel.jsonl"
    whole = duel(toy(), RandomPlayer, first, games=120, seed=5, out=file, progress=lambda *so: steps.append(so))
    assert len(steps) == 120 - 30 + 4  # each seat tells of its beginning, in both parts
    assert steps == sorted(steps)
    assert steps[-1] == (120, 120)
    with ThreadPoolExecutor(2) as threads:
        again = duel("toy", RandomPlayer, first, games=120, seed=5, executor=threads, jobs=2)
    assert again.shares == whole.shares
    assert begun.shares == whole.shares[:15]
    assert duel(toy(), RandomPlayer, RandomPlayer, games=1000, seed=5).games < 1000


def test_what_is_bound_to_a_player_is_named_alike_in_every_process() -> None:
    assert name_of(partial(sorted, key=first)) == "builtins.sorted()[('key', <function first>)]"
