"""What the tests of the table share."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.served import FURTHER_GAMES, PATIENCE, Served

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
    made = Served(tmp_path_factory.mktemp("served"), further_games=FURTHER_GAMES)
    yield made
    made.kill()


class Browser:
    """Chromium, started when a test wants it. While it is there, no other test of the process may run an event loop."""

    def __init__(self) -> None:
        self._started = ExitStack()
        self._launched: Any = None

    @property
    def launched(self) -> Any:
        """The browser, started unless it is there."""
        if self._launched is None:
            from tests.table.windows import CHROMIUM, sync_api

            if CHROMIUM is None:
                pytest.skip("needs Chromium (apt-get install chromium)")
            playwright = self._started.enter_context(sync_api.sync_playwright())
            arguments = ["--no-sandbox", "--disable-gpu"]
            self._launched = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
            self._started.callback(self._launched.close)
            self._launched.new_context = partial(patient_context, self._launched.new_context)
        return self._launched

    def close_windows(self) -> None:
        """Close what a file has left open."""
        for context in self._launched.contexts if self._launched is not None else ():
            context.close()

    def close(self) -> None:
        """End it, if it is there."""
        self._launched = None
        self._started.close()


def patient_context(new_context: Callable[..., Any], **wishes: Any) -> Any:
    """A context of a browser that waits as long as a busy machine needs."""
    context = new_context(**wishes)
    context.set_default_timeout(1000 * PATIENCE)
    return context


BROWSER = pytest.StashKey[Browser]()


@pytest.fixture
def browser(pytestconfig: pytest.Config) -> Any:
    """Chromium, started once for all files of tests in a browser that follow one another in a process."""
    return pytestconfig.stash.setdefault(BROWSER, Browser()).launched


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Closes the windows of a file after its last test, and the browser where the next file has no use for it."""
    if nextitem is None or nextitem.path != item.path:
        opened = item.config.stash.setdefault(BROWSER, Browser())
        opened.close_windows()
        if nextitem is None or "browser" not in getattr(nextitem, "fixturenames", ()):
            opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where tables are kept: a new file of SQLite, an empty PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.place()
