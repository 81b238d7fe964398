"""Changes of a TOML text: what is meant is written, and everything else stays."""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wargame_core.data import value_text
from wargame_core.data.toml_positions import spans
from wargame_workshop.splices import EditError, Splices, value_at

ROOT = Path(__file__).parents[2]
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
MAP = """# head
[map]
id = "m"  # its id

[terrain]
grid = [
  "ab",  # 0
  "cd",
]

[[place]]
name = "A"   # first
cell = [1, 2]

# between
[[road]]
route = "A > B"
#: 2 spaces: 1,2 1,3

[[place]]
name = "B"
tags = ["x", "y"]
"""


def edited(text: str, change: Callable[[Splices], None]) -> str:
    """A text after one change."""
    splices = Splices(text)
    change(splices)
    return splices.text()


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


def test_items_come_and_go_with_their_commas() -> None:
    tags = ("place", 1, "tags")
    assert edited(MAP, lambda it: it.relist(tags, ["x", "y", "z"])) == MAP.replace('"y"]', '"y", "z"]')
    assert edited(MAP, lambda it: it.relist(tags, ["y"])) == MAP.replace('["x", "y"]', '["y"]')
    empty = edited(MAP, lambda it: it.relist(tags, []))
    assert empty == MAP.replace('["x", "y"]', "[]")
    assert edited(empty, lambda it: it.relist(tags, [1])).count("tags = [1]") == 1


def test_a_grid_of_rows_that_are_much_alike_changes_row_by_row() -> None:
    rows = ["........", "........", "........", "........", "........"]
    grid = "grid = [\n" + "".join(f'  "{row}",  # {n}\n' for n, row in enumerate(rows)) + "]\n"
    new = ["........", ".wwwww..", ".wwwww..", "........", ".......w"]
    wanted = "grid = [\n" + "".join(f'  "{row}",  # {n}\n' for n, row in enumerate(new)) + "]\n"
    assert edited(grid, lambda it: it.relist(("grid",), new)) == wanted


def test_a_table_comes_after_the_last_of_its_name_and_goes_with_its_notes() -> None:
    more = edited(MAP, lambda it: it.add_table("road", {"kind": "rail", "path": [[1, 2], [1, 3]]}))
    assert more.index("#: 2 spaces") < more.index('kind = "rail"') < more.index('name = "B"')
    road = '[[road]]\nroute = "A > B"\n#: 2 spaces: 1,2 1,3\n\n'
    assert edited(MAP, lambda it: it.drop_table("road", 0)) == MAP.replace(road, "")
    assert edited("", lambda it: it.add_table("road", {"kind": "x"})).strip() == '[[road]]\nkind = "x"'


def test_a_letter_is_replaced_in_a_block() -> None:
    block = '[terrain]\ngrid = """\nab\ncd\n"""\n'
    assert edited(block, lambda it: it.reline(("terrain", "grid"), ["ab", "cx"])) == block.replace("cd", "cx")


def test_what_cannot_be_written_without_touching_more_is_refused() -> None:
    with pytest.raises(EditError, match="nothing is written at"):
        edited(MAP, lambda it: it.replace(("map", "title"), 1))
    with pytest.raises(TypeError, match="cannot be written as TOML"):
        value_text(None)
    with pytest.raises(EditError, match="touching more"):
        edited("road = [{ kind = 1 }]\n", lambda it: it.add_table("road", {"kind": 2}))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("changes", [150, pytest.param(1000, marks=pytest.mark.thorough)])
def test_random_changes_of_every_kind_in_all_data_files_say_what_is_meant(ending: str, changes: int) -> None:
    """Values, items and tables come, go and change: all that was not meant is the same line as before."""
    dice, done = random.Random(1863), 0
    texts = [path.read_text("utf-8").replace("\n", ending) for path in sorted(ROOT.glob("plugins/*/src/*/**/*.toml"))]
    texts = [text for text in texts if len(text) < (60_000 if changes > 150 else 30_000)]
    while done < changes:
        text = dice.choice(texts)
        splices, found = Splices(text), spans(text)
        arrays = set(re.findall(r"^\[\[(\w+)\]\]", text, re.MULTILINE)) & splices.data.keys()
        plain = [(at, items) for at, items in lists(splices.data) if splices.has(at)]
        kind, more = dice.choice(["value", "items", "table"]), 0
        new: object = dice.choice([7, "a # \" ' ] }", True, [1, "x"]])
        if kind == "value":
            at = dice.choice([at for at, (_, begin, end) in found.items() if "\n" not in text[begin:end]])
            splices.replace(at, new)
        elif kind == "table" and arrays:
            name, new = dice.choice(sorted(arrays)), {"q": 1, "r": ["x"]}
            at = (name, len(splices.data[name]))
            splices.add_table(name, {"q": 1, "r": ["x"]})
        elif kind == "items" and plain:
            at, items = dice.choice(plain)
            removed = dice.randrange(len(items)) if items and dice.random() < 0.5 else None
            new = [*items, 'new # "x"'] if removed is None else items[:removed] + items[removed + 1 :]
            if removed is not None:  # an item of several lines takes them all along
                _, begin, end = found[*at, removed]
                more = text[begin:end].count("\n")
            splices.relist(at, new)
        else:
            continue
        assert value_at(tomllib.loads(splices.text()), at) == new
        before, after = Counter(text.split(ending)), Counter(splices.text().split(ending))
        assert sum((before - after).values()) <= (1 if kind == "value" else 2 + more)
        assert {line for line in text.split(ending) if line.startswith("#")} <= set(after)
        done += 1
