"""Packaged files of one kind, one scenario each: a mistake in one of them keeps nobody from the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from attrs import frozen

from wargame_core.data.documents import Problems, read_toml
from wargame_core.errors import DataError, Problem

T = TypeVar("T")


@frozen
class EachFile(Generic[T]):
    """What files hold, in the order of the files; those with mistakes are in ``unread``, by the name of the file."""

    sound: tuple[T, ...]
    unread: dict[Path, DataError]

    def by_id(self, table: str) -> dict[str, DataError]:
        """What is wrong, by the ``id`` in ``[table]``; by the file's name, without number, where no id can be read."""
        return {_id(path, table): error for path, error in self.unread.items()}

    def problems(self) -> list[Problem]:
        """Everything wrong with any of them, each once."""
        return list(dict.fromkeys(problem for error in self.unread.values() for problem in error.problems))


def read_each(paths: Iterable[Path], read: Callable[[Path, Problems], T | None]) -> EachFile[T]:
    """Read files one at a time. ``read`` notes problems or raises `DataError`; None is another kind of file."""
    sound: list[T] = []
    unread: dict[Path, DataError] = {}
    for path in paths:
        problems = Problems()
        try:
            contents = read(path, problems)
            problems.done()
        except DataError as error:
            unread[path] = error
            continue
        if contents is not None:
            sound.append(contents)
    return EachFile(tuple(sound), unread)


def _id(path: Path, table: str) -> str:
    try:
        row = read_toml(path).data.get(table)
    except DataError:
        row = None
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else re.sub(r"^\d+[-_]", "", path.stem)
