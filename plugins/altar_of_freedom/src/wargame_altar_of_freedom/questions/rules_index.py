"""Every heading of a campaign book in order, with its page, what carries it, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wargame_altar_of_freedom.printed.pages import BOOKS, HEADINGS
from wargame_core.flow.sequence import Sequence
from wargame_core.plugins.rules_index import Books, RulesIndex, build_index

PACKAGE: Final = Path(__file__).parents[1]
TESTS: Final[Mapping[str, str]] = {"GotW": "vicksburg", "AFI": "gettysburg"}
"""The folder of tests of what only one book has."""


def campaign_rules_index(
    book: str, document: str, sequence: Sequence | None = None, beside: tuple[Path, ...] = ()
) -> RulesIndex:
    """The index of one supplement; ``book`` is its short name, ``beside`` the package with the campaign's readings.

    A book whose headings we do not know is shown with those of the first supplement, without pages.
    """
    books = tuple(dict.fromkeys((book, BOOKS[0])))  # what is cited from the first book holds for the others as well
    where = Books(
        books=books,
        packages={"wargame_altar_of_freedom": PACKAGE},
        tests=("altar_of_freedom", TESTS.get(book, TESTS[BOOKS[0]])),
        other_books=tuple(other for other in BOOKS if other not in books),
        beside=beside,
    )
    return build_index(document, HEADINGS, where, sequence, with_pages=book in BOOKS)
