"""The page of all extension points: `docs/reference/interfaces.md`, made of `wargame info GAME --interfaces`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame_core.plugins.discovery import plugins
from wargame_terminal.catalogue import CORE, told_of

HEAD = """# Interfaces: where your code comes in

Every interface for code of your own, game by game: what it takes, how the library finds it, what it promises, what it
may not do, and an example that the tests run. `wargame info GAME --interfaces` shows those of one game, with `--json`
as data. The page comes from the docstrings of the classes
(`python3 run.py test --update-golden tests/core/test_interfaces.py`).
How long an interface holds: [versions](versions.md).

<!-- fmt: off -->"""


def page() -> Iterator[str]:
    """The lines of the page."""
    owners = {"Every game": CORE} | {
        plugin.title: plugin.extension_points for plugin in plugins() if plugin.extension_points
    }
    yield from HEAD.splitlines()
    for owner, points in owners.items():
        yield from ("", f"## {owner}", "")
        names = [point.of.partition(":")[2] for point in points]
        yield from (f"- [{name}](#{name.lower()})" for name in names)
        for point in points:
            yield from _of({key: text.replace("``", "`") for key, text in told_of(point).items()})


def _of(told: Mapping[str, str]) -> Iterator[str]:
    yield from ("", f"### {told['name']}", "", told["is"], "")
    yield from ("| | |", "|---|---|")
    yield f"| takes | {told['type']} |"
    yield f"| found by | {told['found']} |"
    yield f"| where | `{told['of'].replace(':', '.')}` |"
    yield from ("", told["promises"], "", told["may_not"], "", "```python", *told["example"].splitlines(), "```")
