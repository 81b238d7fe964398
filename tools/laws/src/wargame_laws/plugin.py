"""The pytest plugin, found by entry point, so that a game's tests need no set-up.

It adds options for the laws and puts them first; with pytest-xdist, ``--dist loadfile`` keeps all laws of one game in
one process, because they share recorded games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the number of games that the laws play, and for playing them block by block."""
    group = parser.getgroup("wargame")
    group.addoption(
        "--wargame-seeds",
        type=int,
        default=0,
        metavar="N",
        help="let the laws of every game play N seeds (default: what each law needs)",
    )
    group.addoption(
        "--wargame-block",
        default="",
        metavar="K/N",
        help="of the seeds of every battery of laws only the K-th of N equal parts: a long run, block by block",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put laws first, because they take longest. Other tests stay as is."""
    if any(map(is_law, items)):
        items.sort(key=lambda item: not is_law(item))


def function_of(test: str) -> str:
    """A test's name without what it is tried with: for a law, the name of its battery."""
    return test.partition("[")[0]


def is_law(item: pytest.Item) -> bool:
    """Whether a test is one law of a battery, whose laws share recorded games."""
    return _forgetting_function(item) is not None


def _forgetting_function(item: pytest.Item | None) -> Callable[[], None] | None:
    """What drops the recorded games of the battery that a test belongs to; None for other tests."""
    return getattr(getattr(item, "function", None), "forget_trial", None)


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Delete the recorded games of a battery after its last law, because they are large."""
    forget_game = _forgetting_function(item)
    if forget_game is not None and forget_game is not _forgetting_function(nextitem):
        forget_game()
