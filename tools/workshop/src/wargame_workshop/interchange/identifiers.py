"""Ids made of names."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection


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
