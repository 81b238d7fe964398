"""A good data file with something changed in it, and what is then found wrong."""

from collections.abc import Callable

import pytest

from wargame_core import DataError
from wargame_core.data import Problem


def problems_in(good: str, changes: tuple[tuple[str, str], ...], load: Callable[[str], object]) -> list[Problem]:
    """The problems of a file that is good but for these changes (old text, new text), as ``load`` tells them."""
    text = good
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} must stand once in the good file"
        text = text.replace(old, new)
    with pytest.raises(DataError) as caught:
        load(text)
    return list(caught.value.problems)


Case = tuple[tuple[str, str], int, int, str, str, str]
"""A change to a file, and the line, column, code, part of the message and part of the hint of the problem it makes."""


def cases(table: str) -> dict[str, Case]:
    """Mistakes by name: ``name | old => new | line:column code | message | hint``; a line may begin with its bar."""
    listed: dict[str, Case] = {}
    for row in table.strip().replace("\n    | ", " | ").splitlines():
        name, change, place, message, *hint = row.split(" | ")
        old, new = change.replace("\\n", "\n").split(" => ")
        new = "" if new == "nothing" else new
        line, column, code = place.replace(":", " ").split()
        listed[name] = ((old, new), int(line), int(column), code, message, "".join(hint))
    return listed
