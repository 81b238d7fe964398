"""Where each supplement prints each heading: what rules cite, read from ``headings.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_core.authoring import Cite
from wargame_core.plugins.rules_index import pages

HEADINGS: Final = Path(__file__).parent / "headings.toml"
BOOKS: Final = ("GotW", "AFI")
"""The short names of the supplements whose headings we know."""


def cite(book: str, heading: str) -> Cite:
    """Where a book prints a heading, in its own words; a book whose headings we do not know is cited without a page."""
    page, words = pages(HEADINGS, book).get(heading, ("", heading)) if book in BOOKS else ("", heading)
    return Cite(book, page, words)
