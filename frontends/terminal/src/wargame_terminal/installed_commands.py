"""Commands of other distributions: entry points, by the heading under which the help lists them.

The group ``wargame_terminal.commands.play`` is for the heading "Play", and so on (`GROUPS`); the command is loaded when
it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import click

from wargame_core.errors import PluginError

GROUPS: Final = {
    "Play": "wargame_terminal.commands.play",
    "On your own table": "wargame_terminal.commands.paper",
    "Look": "wargame_terminal.commands.look",
    "Ask": "wargame_terminal.commands.ask",
    "What was played": "wargame_terminal.commands.records",
    "Make your own": "wargame_terminal.commands.make",
    "This installation": "wargame_terminal.commands.installation",
}
"""The headings of the help, in their order, each with the group of entry points that adds commands to it."""


def installed_commands(entries: Iterable[Any] | None = None) -> dict[str, dict[str, Any]]:
    """By heading, the entry points by the word people type. ``entries`` replace those of the machine (for tests)."""
    import importlib_metadata

    offered = list(importlib_metadata.entry_points() if entries is None else entries)
    return {
        heading: {entry.name: entry for entry in offered if entry.group == group} for heading, group in GROUPS.items()
    }


def load_command(entry: Any) -> click.Command:
    """The command of an entry point. Raises `PluginError` for one that cannot be loaded or is no command."""
    try:
        command = entry.load()
    except (Exception, SystemExit) as problem:
        raise PluginError(f"{entry.value} could not be loaded: {type(problem).__name__}: {problem}") from problem
    if not isinstance(command, click.Command):
        raise PluginError(f"{entry.value} is no command but a {type(command).__name__}")
    return command
