"""Lets the examples of README and docs stand in fenced blocks, as GitHub shows them; rewrites golden playthroughs."""

import doctest
import re

import pytest


class FencedParser(doctest.DocTestParser):
    """Reads a closing fence as the end of the expected output; plain doctest takes it for output."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        """The examples of a text; a fence counts as an empty line, so that line numbers stay right."""
        return super().parse(re.sub(r"(?m)^[ \t]*(```|~~~).*$", "", string), name)


doctest.DocTestParser = FencedParser  # type: ignore[misc]  # pytest offers no option for it


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that rewrites the stories of tests/golden."""
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/*.txt and show the difference")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows what ``--update-golden`` changed; processes that ran tests have no terminal of their own."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "golden":
                terminalreporter.write_line(str(value))
