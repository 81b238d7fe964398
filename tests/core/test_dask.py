"""Batches on a cluster of dask: the same results as on one core, also when a worker is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import View
from wargame_lab import simulate

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::UserWarning")

CLOCK = "thunder_on_the_mississippi"


@pytest.fixture(scope="module", autouse=True)
def dask() -> None:
    """Imported by the tests alone: it takes half a second."""
    pytest.importorskip("distributed", reason="dask is not installed (extra dask)")


@contextmanager
def cluster(workers: int, *, processes: bool) -> Iterator[Any]:
    """A client of a cluster on this machine, without its page of charts."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=processes, dashboard_address=None, silence_logs=50
        ) as here,
        Client(here) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_games_and_brings_every_choice_back(toy_installed: None) -> None:
    def chosen(view: View, action: Any) -> tuple[str, str]:
        return view.seat, str(action)

    with cluster(2, processes=False) as client:
        there = simulate("toy", games=30, seed=5, executor=client.get_executor(), jobs=2, collect=chosen)
    here = simulate(toy(), games=30, seed=5, collect=chosen)
    assert there.games == here.games
    assert [game.collected for game in there.games] == [game.collected for game in here.games]


@pytest.mark.thorough
def test_a_worker_that_is_killed_changes_no_result() -> None:
    with cluster(2, processes=True) as client:
        killed: list[int] = []

        def kill_one(done: int, games: int) -> None:
            if not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        there = simulate(CLOCK, games=24, seed=5, executor=client.get_executor(), jobs=2, progress=kill_one)
    assert killed
    assert there.games == simulate(CLOCK, games=24, seed=5).games
