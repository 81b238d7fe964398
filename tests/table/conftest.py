"""What the tests of the table share."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.served import PATIENCE, Served

from wargame_table.keeping import databases
from wargame_table.network import endpoints, guard
from wargame_table.play import slow_requests

if TYPE_CHECKING:
    from tests.table.cluster import Cluster


@pytest.fixture(autouse=True)
def databases_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes the SQLite files that a test opened: since Python 3.13 one that is forgotten gives a warning."""
    with ExitStack() as opened:

        def connect(*given: Any, **named: Any) -> sqlite3.Connection:
            base: sqlite3.Connection = sqlite3.connect(*given, **named)
            return opened.enter_context(closing(base))

        monkeypatch.setattr(databases, "sqlite3", SimpleNamespace(**{**vars(sqlite3), "connect": connect}))
        yield


@pytest.fixture
def toy_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test game is installed, for this process."""
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    yield
    slow_requests._matches.clear()


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bucket lets through does not grow, however busy the machine is."""
    later = time.monotonic() + 1e6
    for module in (guard, endpoints):
        monkeypatch.setattr(module, "time", SimpleNamespace(**{**vars(time), "monotonic": lambda: later}))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of one's own, for all tests of a process."""
    pytest.importorskip("psycopg", reason="needs wargame-table[postgres]")
    from tests.table.cluster import NEEDED, Cluster, there

    if not there():
        pytest.skip(NEEDED)
    made = Cluster()
    yield made
    made.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that all browser tests of a process share."""
    made = Served(tmp_path_factory.mktemp("served"))
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, started once a file: while it is there, no other test of the process may run an event loop."""
    from tests.table.windows import CHROMIUM, sync_api

    if CHROMIUM is None:
        pytest.skip("needs Chromium (apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        new_context = launched.new_context

        def patient_context(**wishes: Any) -> Any:
            context = new_context(**wishes)
            context.set_default_timeout(1000 * PATIENCE)
            return context

        launched.new_context = patient_context
        yield launched
        launched.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where tables are kept: a new file of SQLite, an empty PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.place()
