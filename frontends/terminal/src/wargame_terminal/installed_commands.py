"""Commands of other distributions: entry points of the group ``wargame_core.commands``, loaded when they are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from wargame_core.errors import PluginError

GROUP = "wargame_core.commands"


def installed_commands(entries: Iterable[Any] | None = None) -> dict[str, Any]:
    """The entry points by the word people type. ``entries`` stands in for those of the machine (for tests)."""
    import importlib_metadata

    offered = importlib_metadata.entry_points(group=GROUP) if entries is None else entries
    return {entry.name: entry for entry in sorted(offered, key=lambda entry: str(entry.name))}


def load_command(entry: Any) -> click.Command:
    """The command of an entry point. Raises `PluginError` for one that cannot be loaded or is no command."""
    try:
        command = entry.load()
    except (Exception, SystemExit) as problem:
        raise PluginError(f"{entry.value} could not be loaded: {type(problem).__name__}: {problem}") from problem
    if not isinstance(command, click.Command):
        raise PluginError(f"{entry.value} is no command but a {type(command).__name__}")
    return command
