"""Which tests reach which functions: a pytest plugin, ``pytest -p tests.mutants.reach PATHS``, that writes `REACH`.

A function is called as faults call the place they are in: its file and its qualified name.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
REACH = ROOT / ".pytest_cache" / "reach.json"
"""The last map that was written: tests by function, those that reach the fewest functions first."""


class Reach:
    """The functions that each test calls, in the process that runs it."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        self.tests: dict[str, set[str]] = {}

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        """What Python calls at each call of a function."""
        if event == "call":
            self.codes.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note what a test calls, its fixtures included."""
        self.codes.clear()
        sys.setprofile(self.profile)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.tests[item.nodeid] = {place for code in self.codes if (place := place_of(code))}

    def pytest_sessionfinish(self) -> None:
        """Write the map."""
        by_place = defaultdict[str, list[str]](list)
        for test, places in sorted(self.tests.items(), key=lambda row: len(row[1])):
            for place in places:
                by_place[place].append(test)
        REACH.parent.mkdir(exist_ok=True)
        REACH.write_text(json.dumps(by_place), "utf-8")


def place_of(code: CodeType) -> str:
    """The place of a fault in this code; empty for code that is not of this tree, or a test's."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / "tests") or ".venv" in path.parts:
        return ""
    return f"{path.relative_to(ROOT).as_posix()}::{code.co_qualname.partition('.<')[0]}"


def pytest_configure(config: pytest.Config) -> None:
    """Add the plugin."""
    config.pluginmanager.register(Reach(), "wargame-reach")
