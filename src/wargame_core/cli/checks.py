"""``wargame lint``: everything wrong with a folder of data files, one problem a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from wargame_core.cli.errors import REFUSED
from wargame_core.cli.output import Output, plugin_of, with_output
from wargame_core.errors import DataError
from wargame_core.plugins import Plugin, plugins

_LINE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>\S+) (?P<message>.*)", re.DOTALL)


@click.command(epilog="Example: wargame lint ./my_campaign")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--plugin", "name", help="Ask only this plugin what it thinks of the files.")
@with_output
def lint(out: Output, folder: Path, name: str | None) -> None:
    """Check a folder (or file) of your own data: FILE:LINE:COLUMN: CODE message."""
    if not folder.exists():
        raise click.UsageError(f"there is no file or folder {folder}")
    files = sorted(folder.rglob("*.toml")) if folder.is_dir() else [folder]
    found = problems_of(folder, files, [plugin_of(name)] if name else plugins())
    told = {
        "ok": not found,
        "files": [str(file.relative_to(folder)) if folder.is_dir() else file.name for file in files],
        "problems": [_parts(line) for line in found],
    }
    if found:
        out.result(told, "\n".join(found))
        click.get_current_context().exit(REFUSED)
    out.result(told, "no problems" if files else f"no problems: there is no TOML file in {folder}")


def problems_of(folder: Path, files: Iterable[Path], ask: Iterable[Plugin]) -> list[str]:
    """Every problem of the files once, as lines, in the order of files and lines."""
    from wargame_core.documents import read_toml

    found: dict[str, None] = {}
    for file in files:
        try:
            read_toml(file)
        except DataError as error:
            found |= {str(problem): None for problem in error.problems}
    for plugin in ask:
        if plugin.lint is None:
            continue
        try:
            found |= dict.fromkeys(plugin.lint(folder))
        except DataError as error:
            found |= {str(problem): None for problem in error.problems}
    return sorted(found, key=_place)


def _place(line: str) -> tuple[str, int, int]:
    parts = _LINE.fullmatch(line)
    return (parts["file"], int(parts["line"]), int(parts["column"])) if parts else (line, 0, 0)


def _parts(line: str) -> dict[str, Any]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        return {"message": line}
    place = {"file": parts["file"], "line": int(parts["line"]), "column": int(parts["column"])}
    return {**place, "code": parts["code"], "message": parts["message"]}
