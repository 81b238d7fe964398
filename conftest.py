"""Lets the examples of README and docs stand in fenced blocks, as GitHub shows them; rewrites golden playthroughs;
says which tests cost most, and marks those that are slow.
"""

import doctest
import gc
import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from wargame_laws.plugin import function_of, is_law

SLOW = Path(__file__).parent / "tests" / "slow.txt"
"""The tests that cost more than `SLOW_FROM`, a line each; written by ``run.py test --update-slow``."""
COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()
STRUCTURE = tuple(f"tests/test_{name}.py" for name in ("architecture", "closed_sets", "contributing", "sizes"))
"""The files whose tests read all sources, which are parsed once."""
IN_A_BROWSER = frozenset(
    f"tests/table/{path.name}"
    for path in (SLOW.parent / "table").glob("test_*.py")
    if "IN_A_BROWSER" in path.read_text("utf-8")
)
"""The files whose tests share a browser and a server, both of which take seconds to start."""
SLOW_FROM = 0.05
"""Seconds of processor time from which a test is slow, and left out by ``run.py test --quick``."""


class FencedParser(doctest.DocTestParser):
    """Reads a closing fence as the end of the expected output; plain doctest takes it for output."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        """The examples of a text; a fence counts as an empty line, so that line numbers stay right."""
        return super().parse(re.sub(r"(?m)^[ \t]*(```|~~~).*$", "", string), name)


# Tests start hundreds of processes, and the next run reads them all again: both are to find everything compiled, so
# bytecode is written even where the environment forbids it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

doctest.DocTestParser = FencedParser  # type: ignore[misc]  # pytest offers no option for it


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options that rewrite tests/golden and tests/slow.txt, and the one that shows the dearest tests."""
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/*.txt and show the difference")
    parser.addoption("--dearest", type=int, default=0, metavar="N", help="show the N tests that cost most")
    parser.addoption(
        "--block", default="", metavar="NAME", help="run only this block of thorough tests (tests/thorough)"
    )
    parser.addoption("--update-slow", action="store_true", help="rewrite tests/slow.txt by what the tests cost now")


def has_examples(path: Path) -> bool:
    """Whether a module has examples. To look for them in one without takes longer than to read its text."""
    return ">>>" in path.read_text("utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out modules without tests or examples."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return None if has_examples(collection_path) else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Looks for tests alone in a file of tests without examples."""
    collectors = yield
    if file_path.suffix != ".py" or has_examples(file_path):
        return collectors
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks slow tests, and puts their files before the others: no process is left with one of them at the end.

    Laws share the games they look at, so that whichever comes first pays for them: one slow law makes all of its
    battery slow.
    """
    listed = set(SLOW.read_text("utf-8").splitlines())
    batteries = {function_of(test) for test in listed}
    for item in items:
        if item.nodeid in listed or (is_law(item) and function_of(item.nodeid) in batteries):
            item.add_marker("slow")
    slow = {item.path for item in items if item.nodeid in listed}
    items.sort(key=lambda item: item.path not in slow)
    config.stash[COLLECTED] = tuple(items)
    if block := config.getoption("block"):
        from tests.thorough.blocks import blocks_of

        config.hook.pytest_deselected(items=[item for item in items if block not in blocks_of(item)])
        items[:] = [item for item in items if block in blocks_of(item)]


@pytest.fixture(scope="session")
def every_test(pytestconfig: pytest.Config) -> tuple[pytest.Item, ...]:
    """All tests that were collected, those included that are not run."""
    return pytestconfig.stash[COLLECTED]


def shared_by(test: str) -> str:
    """A name for the tests that share what they set up with this one, and so run in one process."""
    file, _, name = test.partition("::")
    if name.startswith("test_laws"):
        return function_of(test)  # a battery, whose laws look at the same recorded games
    if name.startswith("test_a_fault_is_noticed"):
        return test
    if file in STRUCTURE:
        return "the structure of the tree"
    if file in IN_A_BROWSER:
        return "tests in a browser"
    return "tests/golden" if file.startswith("tests/golden/") else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hands out to processes what is `shared_by` tests.

    The groups of pytest-xdist 3.8 do the same by marks, which are lost where pytest keeps names elsewhere (9.2).
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = shared_by
    return scheduler


def pytest_sessionstart() -> None:
    """Lets the garbage collector rest while tests are collected, which makes next to none."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Lets the garbage collector look seldom, and never at what was collected: else it takes a tenth of all time.

    It looks once before: classes with slots leave the ones that they were made from, which are subclasses too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def processor_time() -> float:
    """Seconds of this process and of those it started that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


BEGAN = pytest.StashKey[float]()
COST = "processor time"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Starts the clock of a test, its fixtures included."""
    item.stash[BEGAN] = processor_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Skips the rest of a page from the example on for which a library is missing: not every Python can have all."""
    from wargame_core.errors import MissingExtra

    try:
        yield
    except doctest.UnexpectedException as problem:
        if isinstance(missing := problem.exc_info[1], MissingExtra):
            pytest.skip(str(missing))
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Writes what the test cost into its last report, which the process with the terminal gets too."""
    report = yield
    if report.when == "teardown":
        report.user_properties.append((COST, processor_time() - item.stash.get(BEGAN, processor_time())))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows what ``--update-golden`` changed, advice that is not a failure, and what ``--dearest`` asks for.

    Processes that ran tests have no terminal of their own.
    """
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name in ("golden", "advice"):
                terminalreporter.write_line(str(value))
    if wanted := terminalreporter.config.getoption("dearest"):
        costs = sorted(costs_of(terminalreporter.getreports("")), reverse=True)
        total = sum(seconds for seconds, _ in costs)
        terminalreporter.section(f"the dearest of {len(costs)} tests, which took {total:.0f} s of processor time")
        for seconds, test in costs[:wanted]:
            terminalreporter.write_line(f"{seconds:6.1f} s  {test}")
    if terminalreporter.config.getoption("update_slow"):
        slow = sorted(test for seconds, test in costs_of(terminalreporter.getreports("")) if seconds >= SLOW_FROM)
        SLOW.write_text("\n".join(slow) + "\n", encoding="utf-8")


def costs_of(reports: list[pytest.TestReport]) -> Iterator[tuple[float, str]]:
    """What each test cost, in seconds of processor time, and its name."""
    for report in reports:
        for name, value in report.user_properties:
            if name == COST and isinstance(value, float):
                yield value, report.nodeid
