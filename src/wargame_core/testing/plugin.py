"""The pytest plugin: found by entry point, so a game's tests need no set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that makes the laws play fewer games."""
    group = parser.getgroup("wargame")
    group.addoption(
        "--wargame-seeds",
        type=int,
        default=0,
        metavar="N",
        help="let the laws of every game play only N of their seeds (default: all)",
    )
