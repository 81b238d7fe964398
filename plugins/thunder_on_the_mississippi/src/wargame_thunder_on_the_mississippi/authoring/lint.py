"""Checks a designer's own clock file."""

from __future__ import annotations

from pathlib import Path

from wargame_core.data import read_toml
from wargame_core.errors import DataError
from wargame_thunder_on_the_mississippi.printed.book import read_clock


def lint(path: Path) -> list[str]:
    """Every problem of the clock files in a folder, as lines; other files are left alone."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [line for file in files for line in _problems(file)]


def _problems(file: Path) -> list[str]:
    try:
        if read_toml(file).data.keys() >= {"place", "road", "command", "numbers"}:
            read_clock(file)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []
