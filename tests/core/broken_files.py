"""A good data file with something changed in it, and what is then found wrong."""

from __future__ import annotations

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
