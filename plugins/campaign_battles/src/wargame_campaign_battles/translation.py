"""The numbers of the translation, read from data so that a designer can see and change them. All of them are ours.

Source: CB p.1 What is ours. Readings: What is ours.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.data import Problems, check_source, read_toml, structure

DATA = Path(__file__).parent / "data"


@frozen
class FiguresRow:
    """[figures]: of a unit with rating 0, by arm, and how many ``most`` a rating adds or takes."""

    infantry: int
    cavalry: int
    artillery: int
    most: int


@frozen
class HandRow:
    """[hand]: what makes a hand of cards larger or smaller."""

    base: int
    least: int
    most: int
    many_points: int
    few_points: int
    unknown_points: int
    good: tuple[str, ...]
    bad: tuple[str, ...]


@frozen
class HourRow:
    """[hour]: turns of each side in an hour."""

    turns: int


@frozen
class GroundRow:
    """[[terrain]]: ``kind`` of tile on ``share`` percent of the hexes of a square of this terrain."""

    of: str
    kind: str
    share: int


@frozen
class BuiltRow:
    """[[place]]: so many hexes of a ``kind`` of tile for a place of this kind."""

    of: str
    kind: str
    hexes: int


@frozen
class Translation:
    """How a battle of a campaign becomes one of Battle Cry, in numbers."""

    figures: FiguresRow
    hand: HandRow
    hour: HourRow
    terrain: tuple[GroundRow, ...]
    place: tuple[BuiltRow, ...]

    def terrain_of(self, kind: str) -> GroundRow:
        """What a square of a terrain becomes; clear ground where nothing is said of it."""
        return next((row for row in self.terrain if row.of == kind), GroundRow(kind, "clear", 0))

    def place_of(self, kind: str) -> BuiltRow:
        """What a place becomes; nothing where nothing is said of it."""
        return next((row for row in self.place if row.of == kind), BuiltRow(kind, "clear", 0))


@lru_cache(maxsize=1)
def translation() -> Translation:
    """The packaged numbers. Raises `DataError` when the file is wrong."""
    problems = Problems()
    doc = read_toml(DATA / "translation.toml", "the translation")
    check_source(doc, problems)
    made: Any = structure(doc, Translation, problems)
    problems.done()
    assert isinstance(made, Translation)
    return made
