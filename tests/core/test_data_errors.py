"""The table of error codes holds every code there is, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/data-errors.md"


def used(folder: str) -> set[str]:
    """The codes that stand as text in the modules of a folder."""
    roots = (ROOT / "src", ROOT / "tools", ROOT / "frontends") if not folder else (ROOT / folder,)
    modules = [path for root in roots for path in root.rglob("*.py")]
    return {code for path in modules for code in re.findall(r'"(E\d{3})"', path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(
    ("folder", "first", "heading"),
    [
        ("", "E100", "# Errors in data files"),
        ("plugins/altar_of_freedom/src", "E600", "## Altar of Freedom campaigns"),
    ],
)
def test_every_code_is_in_the_table(folder: str, first: str, heading: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index(heading) + len(heading) :].split("\n## ")[0]
    listed = re.findall(r"^\| (E\d{3}) \|", section, re.MULTILINE)
    assert set(listed) == {code for code in used(folder) if code >= first}
    assert len(listed) == len(set(listed))
