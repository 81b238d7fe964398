"""Tables that were typed from the documents a second time: CSV files beside the tests, in the form of the document.

They are compared whole with the shipped data files, which a test lays out in the same form. A change of any one number
in a data file must then be noticed: `unnoticed` plants one in each place on a copy, and names those that were not.
"""

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

Rows: TypeAlias = Iterable[Iterable[object]]
Tables: TypeAlias = Mapping[str, Rows]
Files: TypeAlias = dict[str, Any]
"""Data files by name, as they are written."""
Place: TypeAlias = tuple[str | int, ...]
"""The way to a value in data files: the file's name, then keys and numbers."""

WORDS = {"id", "source", "cite", "source_note", "note", "notes", "text", "title", "label", "help", "names", "cells"}
"""Keys under which no printed number stands."""
OURS = {"reconstruction", "found"}


def shipped(package: str, *names: str) -> Files:
    """The packaged data files of a game."""
    folder = files(package) / "data"
    return {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in names}


def typed(folder: Path) -> dict[str, list[tuple[str, ...]]]:
    """The typed tables of a folder, by name, without their headings; the order of rows means nothing."""
    tables = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            tables[path.stem] = sorted(tuple(row) for row in list(csv.reader(file))[1:])
    return tables


def laid_out(tables: Tables) -> dict[str, list[tuple[str, ...]]]:
    """Tables of data as they are compared."""
    return {name: sorted(tuple(map(str, row)) for row in rows) for name, rows in tables.items()}


def numbers(data: object, place: Place = ()) -> Iterator[Place]:
    """Where numbers stand in data files, those left out that are marked as not from the document."""
    if isinstance(data, Mapping):
        if data.get("basis") in OURS:
            return
        for key, value in data.items():
            if key not in WORDS:
                yield from numbers(value, (*place, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from numbers(value, (*place, number))
    elif (isinstance(data, int) and not isinstance(data, bool)) or (isinstance(data, str) and re.search(r"\d", data)):
        yield place


def planted(data: Files, place: Place) -> Files:
    """A copy of data files with another number at a place."""
    copy = {**data, str(place[0]): deepcopy(data[str(place[0])])}
    inside: Any = copy
    for key in place[:-1]:
        inside = inside[key]
    value = inside[place[-1]]
    digit = re.search(r"\d", str(value))
    assert digit is not None
    other = f"{value}"[: digit.start()] + str((int(digit.group()) + 1) % 10) + f"{value}"[digit.end() :]
    inside[place[-1]] = value + 1 if isinstance(value, int) else other
    return copy


def unnoticed(data: Files, lay_out: Callable[[Files], Tables], excused: Iterable[str] = ()) -> list[str]:
    """The places at which another number gives the same tables, but for those whose name begins with an excuse."""
    right, missed = laid_out(lay_out(data)), []
    for place in numbers(data):
        name = ".".join(map(str, place))
        if name.startswith(tuple(excused)):
            continue
        try:
            if laid_out(lay_out(planted(data, place))) == right:
                missed.append(name)
        except (LookupError, ValueError, AssertionError):
            pass  # a table that cannot even be laid out is noticed too
    return missed
