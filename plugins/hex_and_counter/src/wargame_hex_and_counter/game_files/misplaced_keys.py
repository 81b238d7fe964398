"""Keys that stand in the wrong file or section: a mistake that the reader found, with a hint where the key belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from attrs import evolve, frozen

from wargame_core.data import Problem
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, fields_of

_UNKNOWN: Final = re.compile(r"(?:(\w+)\S*\.)?([\w-]+): (?:unknown key|there is no such section)")
_MOST: Final = 3
"""The most places that a hint names: a key that stands in more of them, such as `title`, says nothing."""


@frozen
class KeyHome:
    """Where a key may stand: in a section of a kind of file; a section itself has none."""

    file: str
    section: str = ""

    def __str__(self) -> str:
        return f"[{self.section}] in {self.file}" if self.section else self.file


def with_homes(problem: Problem, files: Mapping[str, type[Any]]) -> Problem:
    """A problem of an unknown key (E201) with the places where that key may stand; a key like another of its section
    is a slip of the finger.

    ``files`` are the classes that read the files of a game, by what people call these.
    """
    key_match = _UNKNOWN.match(problem.message) if problem.code == "E201" else None
    if key_match is None or (key_match[1] and problem.hint):
        return problem
    section, key = key_match[1] or "", key_match[2]
    found_homes = [home for name, cls in files.items() for home in _homes_of_key(name, cls, key)]
    sections = [home for home in found_homes if not home.section] if not section else []
    homes = dict.fromkeys(sections or found_homes)
    homes.pop(KeyHome(problem.file, section), None)
    if not 0 < len(homes) <= _MOST:
        return problem
    of_a_section = " or ".join(f"a key of {home}" if home.section else f"a section of {home}" for home in homes)
    return evolve(problem, hint=f"{key!r} is {of_a_section}")


def _homes_of_key(name: str, cls: type[Any], key: str) -> Iterator[KeyHome]:
    for part in fields_of(cls):
        if part.key == key:
            yield KeyHome(name)
        if any(key in record.given for record in _records(part.shape)):
            yield KeyHome(name, part.key)


def _records(shape: Shape) -> Iterator[RecordShape]:
    """The tables that a section may hold, rows and names of its own included."""
    match shape:
        case RecordShape():
            yield shape
        case UnionShape(members=members):
            for member in members:
                yield from _records(member)
        case ListShape(items=items):
            for item in items:
                yield from _records(item)
        case MapShape(value=value):
            yield from _records(value)
        case LeafShape() | LiteralShape():
            return
        case _:
            assert_never(shape)
