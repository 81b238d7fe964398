"""The series and its sheet: the games with their tags, where the data are, and how the sheet is cited."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from wargame_core.data import DataFolder, Document, Problems, read_toml, structure
from wargame_core.errors import DataError, UnknownName
from wargame_core.rulings import Cite

T = TypeVar("T")

DATA: Final = Path(__file__).parents[1] / "data"
SHEET: Final = "GCACW charts 1.6"
"""How the sheet is cited: Thunder on the Mississippi Charts & Tables, version 1.6."""


def cite(heading: str) -> Cite:
    """A place on the sheet."""
    return Cite(SHEET, "", heading)


def load(name: str, cls: type[T], folder: DataFolder | None = None) -> T:
    """A data file of this package (or of a folder laid over it) as a ``cls``. Raises `DataError`."""
    doc, problems = read_toml(folder.file(name) if folder else DATA / name), Problems()
    return structured(doc, cls, problems)


def structured(
    doc: Document, cls: type[T], problems: Problems, names: Mapping[str, Collection[str]] | None = None
) -> T:
    """A document as a ``cls``, ``names`` being those it may refer to. Raises `DataError` with all ``problems``."""
    value = structure(doc, cls, problems, names=names or {})
    problems.done()
    if value is None:
        raise DataError(problems.found)
    return value


@frozen
class _Games:
    games: Mapping[str, str]


GAMES: Final[Mapping[str, str]] = load("games.toml", _Games).games
"""Titles of the games of the series by tag."""

EARLY_WAR: Final = frozenset({"OTR", "AGA", "SIV"})
"""The games in which Confederate cavalry counts for more in a retreat."""


TERRAINS: Final = (
    "clear",
    "rolling",
    "rough",
    "hill",
    "loess",
    "woods",
    "city",
    "mountain",
    "swamp",
    "provisional_swamp",
)
"""The terrain of a hex, by the names that charts and facts use."""


def game_tag(tag: str) -> str:
    """``tag`` when a game has it. Raises `UnknownName` listing the tags.

    >>> game_tag("TOM")
    'TOM'
    """
    if tag not in GAMES:
        raise UnknownName("game tag", tag, GAMES)
    return tag
