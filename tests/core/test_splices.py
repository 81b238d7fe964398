"""Many changes of a TOML text in one go: what is meant is written, and everything else stays."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from wargame_core.data.splices import Splices
from wargame_core.data.text_edits import EditError

ROOT = Path(__file__).parents[2]
FILES = [path for path in sorted(ROOT.glob("plugins/*/src/*/data/*.toml")) if path.stat().st_size < 9000]
TEXT = """\
a = [1, 2,  # two
  3]

[[row]]
x = 1
#: a note

[[row]]
x = 2  # kept
t = { b = 1 }

[end]
last = true
"""


def lists(value: Any, path: tuple[str | int, ...] = ()) -> Any:
    """Every list of plain values in some data, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from lists(part, (*path, key))
    elif isinstance(value, list):
        if not value or not isinstance(value[0], dict):
            yield path, value
        for number, part in enumerate(value):
            yield from lists(part, (*path, number))


@pytest.mark.parametrize("seed", range(8))
def test_random_changes_of_lists_and_tables_say_what_is_meant(seed: int) -> None:
    dice = random.Random(seed)
    for path in dice.sample(FILES, 5):
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n" if seed % 2 else "\n")
        splices = Splices(text)
        there = [(at, old) for at, old in lists(splices.data) if splices.has(at)]
        at, old = dice.choice(there) if there else ((), [])
        new = [*old]
        for _ in range(dice.randint(1, 4) if there else 0):
            if dice.random() < 0.5 and new:
                new.pop(dice.randrange(len(new)))
            else:
                new.insert(dice.randint(0, len(new)), 'new # "x"')
        if there:
            splices.relist(at, new)
        splices.add_table("extra", {"q": 1})
        splices.add_table("extra", {"q": [2]})
        meant = tomllib.loads(splices.text())
        assert meant["extra"] == [{"q": 1}, {"q": [2]}]
        told: Any = meant
        for part in at:
            told = told[part]
        assert not there or told == new
        assert {line for line in text.split("\n") if line.startswith("#")} <= set(splices.text().split("\n"))


def test_what_goes_takes_its_notes_along_and_no_comment_of_others() -> None:
    splices = Splices(TEXT)
    splices.drop_table("row", 0)
    splices.add_table("row", {"x": 3})
    splices.relist(("a",), [1, 3])
    splices.add_key(("row", 1, "t"), "c", 2)
    after = TEXT.replace(" 2,  # two", " # two").replace("[[row]]\nx = 1\n#: a note\n\n", "")
    after = after.replace("{ b = 1 }", "{ b = 1, c = 2 }").replace("[end]", "[[row]]\nx = 3\n\n[end]")
    assert splices.text() == after


def test_changes_that_would_say_something_else_are_refused() -> None:
    splices = Splices(TEXT)
    splices.replace(("row", 0, "x"), 5)
    splices.replace(("row", 0, "x"), 6)
    with pytest.raises(EditError):
        splices.text()
