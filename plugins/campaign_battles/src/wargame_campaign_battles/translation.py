"""The numbers of the translation, read from data so that a designer can see and change them. All of them are ours.

Source: CB p.1 What is ours. Readings: What is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from wargame_battlecry.printed import rulebook
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.rules.card_effects import EFFECTS
from wargame_core.data import DataFolder, Problems, check_source, read_toml, structure

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
    """[terrain.NAME]: ``kind`` of tile on ``share`` percent of the hexes of a square of this terrain."""

    kind: str
    share: int


@frozen
class BuiltRow:
    """[place.KIND]: so many hexes of a ``kind`` of tile for a place of this kind."""

    kind: str
    hexes: int


@frozen
class Translation:
    """How a battle of a campaign becomes one of Battle Cry, in numbers. What is not named stays clear ground."""

    figures: FiguresRow
    hand: HandRow
    hour: HourRow
    terrain: Mapping[str, GroundRow]
    place: Mapping[str, BuiltRow]


@lru_cache(maxsize=1)
def translation() -> Translation:
    """The packaged numbers. Raises `DataError` when the file is wrong."""
    problems = Problems()
    doc = read_toml(DATA / "translation.toml", "the translation")
    check_source(doc, problems)
    numbers = structure(doc, Translation, problems)
    problems.done()
    assert numbers is not None
    return numbers


@lru_cache(maxsize=1)
def box() -> Rulebook:
    """The box of Battle Cry: its terrain, cards and kinds of units, without its battles."""
    return rulebook.load_tables(EFFECTS, DataFolder(rulebook.DATA, None), Problems())
