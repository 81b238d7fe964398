"""The beginning of a map file, and ids for names that other programs gave."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from wargame_workshop.splices import value_text


def plain_id(name: str) -> str:
    """A name as an id: small letters, digits and underscores.

    >>> plain_id("Osterhaus's Men"), plain_id("Saint-Émilion")
    ('osterhauss_men', 'saint_emilion')
    """
    flat = unicodedata.normalize("NFKD", name.replace("'", "").replace("\u2019", "")).casefold()
    letters = (letter if letter.isalnum() and letter.isascii() else "_" for letter in flat if letter.isascii())
    return "_".join(part for part in "".join(letters).split("_") if part) or "x"


def new_id(name: str, taken: Collection[str]) -> str:
    """An id for a name that no other thing has."""
    stem = plain_id(name)
    number = 1
    while (wanted := stem if number == 1 else f"{stem}_{number}") in taken:
        number += 1
    return wanted


def head_text(document: str, title: str) -> list[str]:
    """The source and the first lines of [map]."""
    return [
        f"source = {value_text({'document': document, 'basis': 'reconstruction'})}",
        "",
        "[map]",
        f"id = {value_text(plain_id(title))}",
        f"title = {value_text(title)}",
    ]


def terrain_text(legend: dict[str, str], rows: list[str]) -> list[str]:
    """[terrain] with its grid."""
    grid = [f"  {value_text(row)},  # {number}" for number, row in enumerate(rows)]
    return ["", "[terrain]", f"legend = {value_text(legend)}", "grid = [", *grid, "]"]
