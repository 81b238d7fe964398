"""Core is for any game: no word of two sides, of squares or hexes, or of the Civil War, but where it says why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "src" / "wargame_core"

TWO_SIDED = (
    r"the enem(?:y|ies)|the opponent|both (?:sides|players|seats)|two (?:sides|players|seats)"
    r"|the other (?:side|player|seat)"
)
GRIDS = r"(?<!\.)hex(?:es|sides?)?(?!\()|squares"
CIVIL_WAR = (
    r"federals?|confederates?|civil war|corps|brigades?|divisions?|cavalry|infantry|artillery|regiments?"
    r"|vicksburg|gettysburg|battlecry|gcacw"
)

NOTHING = r"\Z."

ALLOWED = {
    "draw": (TWO_SIDED, GRIDS, CIVIL_WAR),  # pictures of every map and counter there is
    "maps": (GRIDS,),  # the maps of squares and of hexes themselves, and their files
    "cli/game_maps.py": (GRIDS,),  # the three maps that a new game may begin with
    "cli/scaffold.py": (GRIDS,),  # the option that chooses among them, and the files of maps
    "interchange": (GRIDS,),  # the files of maps are drawn by other programs
    "interchange/forms.py": (CIVIL_WAR,),  # what columns of armies may be called
    "watching/edits.py": (GRIDS,),  # the files of maps are changed in place
    "mail": (TWO_SIDED,),  # letters go between two people; three would need another protocol
    "cli/mail.py": (TWO_SIDED,),
}
"""Rooms and modules that may have the words of a list."""


def strange_words(text: str, *lists: str) -> Iterator[tuple[int, str]]:
    """Words of the lists with their lines; examples of commands may name games that are installed."""
    words = re.compile(rf"\b(?:{'|'.join(lists or (NOTHING,))})\b", re.IGNORECASE)
    for number, line in enumerate(text.splitlines(), 1):
        if "Example" not in line and "epilog=" not in line:
            yield from ((number, match[0]) for match in words.finditer(line))


def allowed(path: Path) -> tuple[str, ...]:
    name = path.relative_to(CORE).as_posix()
    return tuple(
        words for place, lists in ALLOWED.items() if name == place or name.startswith(f"{place}/") for words in lists
    )


def test_no_word_of_one_kind_of_game_is_left_in_core() -> None:
    left = [
        f"{path.relative_to(CORE)}:{line}: {word}"
        for path in sorted(CORE.rglob("*"))
        if path.suffix in (".py", ".txt", ".js", ".html")
        for line, word in strange_words(path.read_text("utf-8"), *({TWO_SIDED, GRIDS, CIVIL_WAR} - set(allowed(path))))
    ]
    assert left == []


@pytest.mark.parametrize("place", ALLOWED)
def test_what_is_allowed_is_needed(place: str) -> None:
    path = CORE / place
    texts = [path] if path.is_file() else sorted(path.rglob("*.py"))
    for words in ALLOWED[place]:
        assert any(list(strange_words(text.read_text("utf-8"), words)) for text in texts), words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("who meets the enemy", ["the enemy"]),
        ("both sides of a Hexside", ["both sides", "Hexside"]),
        ("A corps of two Divisions", ["corps", "Divisions"]),
        ("digest.hex() of two lines; a general rule", []),
        ("Example: wargame play vicksburg", []),
    ],
)
def test_such_words_are_seen(text: str, words: list[str]) -> None:
    assert [word for _, word in strange_words(text, TWO_SIDED, GRIDS, CIVIL_WAR)] == words
