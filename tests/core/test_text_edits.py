"""Splices into TOML texts: what is meant, and nothing else."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from wargame_core.data.text_edits import (
    EditError,
    add_table,
    append_item,
    remove_item,
    remove_table,
    replace_letter,
    replace_value,
    value_at,
    value_text,
)
from wargame_core.data.toml_positions import spans

ROOT = Path(__file__).resolve().parents[2]
TEXT = """# head
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


def test_items_come_and_go_with_their_commas() -> None:
    longer = append_item(TEXT, ("place", 1, "tags"), "z")
    assert longer == TEXT.replace('"y"]', '"y", "z"]')
    for n, left in enumerate((["y", "z"], ["x", "z"], ["x", "y"])):
        assert tomllib.loads(remove_item(longer, ("place", 1, "tags", n)))["place"][1]["tags"] == left
    shorter = remove_item(remove_item(TEXT, ("place", 1, "tags", 0)), ("place", 1, "tags", 0))
    assert "tags = []" in shorter
    assert append_item(shorter, ("place", 1, "tags"), 1).count("tags = [1]") == 1


def test_a_table_comes_after_the_last_of_its_name_and_goes_with_its_notes() -> None:
    more = add_table(TEXT, "road", {"kind": "rail", "path": [[1, 2], [1, 3]]})
    assert more.index('kind = "rail"') < more.index('name = "B"')
    assert remove_table(TEXT, "road", 0) == TEXT.replace('[[road]]\nroute = "A > B"\n#: 2 spaces: 1,2 1,3\n\n', "")
    assert add_table("", "road", {"kind": "x"}).strip() == '[[road]]\nkind = "x"'


def test_a_letter_is_replaced_in_a_list_and_in_a_block() -> None:
    assert replace_letter(TEXT, ("terrain", "grid", 1), 0, "x") == TEXT.replace('"cd"', '"xd"')
    block = '[terrain]\ngrid = """\nab\ncd\n"""\n'
    assert replace_letter(block, ("terrain", "grid", 1), 1, "x") == block.replace("cd", "cx")


def test_what_cannot_be_written_without_touching_more_is_refused() -> None:
    with pytest.raises(EditError, match="nothing is written at"):
        replace_value(TEXT, ("map", "title"), 1)
    with pytest.raises(EditError, match="cannot be written as TOML"):
        value_text(None)
    with pytest.raises(EditError, match="touching more"):
        add_table("road = [{ kind = 1 }]\n", "road", {"kind": 2})


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_random_changes_of_all_data_files_change_one_value_and_no_other_line(ending: str) -> None:
    random, done = Random(19), 0
    for path in sorted(ROOT.glob("plugins/*/src/*/**/*.toml"))[::3]:
        text = path.read_text("utf-8").replace("\n", ending)
        if len(text) > 30_000:
            continue
        found = spans(text)
        scalars = [
            key for key, (_, begin, end) in found.items() if text[begin] not in "[{" and "\n" not in text[begin:end]
        ]
        for key in random.sample(scalars, min(4, len(scalars))):
            new: Any = random.choice([7, "a # \" ' ] }", True, [1, "x"]])
            changed = replace_value(text, key, new)
            before, after = text.split(ending), changed.split(ending)
            assert len(before) == len(after)
            assert sum(a != b for a, b in zip(before, after, strict=True)) <= 1
            done += 1
    assert done > 60


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_thousand_changes_of_every_kind_in_all_data_files_say_what_is_meant(ending: str) -> None:
    """Values, items and tables come, go and change: all that was not meant is the same line as before."""
    random, done = Random(1863), 0
    texts = [path.read_text("utf-8").replace("\n", ending) for path in sorted(ROOT.glob("plugins/*/src/*/**/*.toml"))]
    known = [(text, spans(text), tomllib.loads(text)) for text in texts if len(text) < 60_000]
    while done < 1000:
        text, found, data = random.choice(known)
        lists = [at for at, (_, begin, _) in found.items() if text[begin] == "[" and isinstance(at[-1], str)]
        kind = random.choice(["value", "append", "remove", "table"])
        if kind == "value":
            at = random.choice([at for at, (_, begin, end) in found.items() if "\n" not in text[begin:end]])
            changed, least = replace_value(text, at, random.choice([7, "a # \" ' ] }", [1, "x"]])), -1
        elif kind == "table":
            names = [name for name, rows in data.items() if isinstance(rows, list) and rows and name in _arrays(text)]
            if not names:
                continue
            changed, least = add_table(text, random.choice(names), {"q": 1, "r": ["x"]}), -1
        elif not lists:
            continue
        else:
            at = random.choice(lists)
            items = value_at(data, at)
            if kind == "append" and not (items and isinstance(items[0], dict)):
                changed, least = append_item(text, at, 'new # "x"'), -1
            elif kind == "remove" and items and not isinstance(items[0], dict):
                changed, least = remove_item(text, (*at, random.randrange(len(items)))), 1
            else:
                continue
        before, after = Counter(text.split(ending)), Counter(changed.split(ending))
        assert sum((before - after).values()) <= max(1, least) + 1
        comments = {line for line in text.split(ending) if line.startswith("#")}
        assert comments <= set(changed.split(ending))
        done += 1


def _arrays(text: str) -> set[str]:
    return set(re.findall(r"^\[\[(\w+)\]\]", text, re.MULTILINE))
