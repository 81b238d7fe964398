"""The box of Battle Cry: its terrain, cards and kinds of units, without its battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wargame_battlecry.printed.pieces import Kind, Rulebook
from wargame_battlecry.printed.rulebook import DATA, load_tables
from wargame_battlecry.rules.card_effects import EFFECTS
from wargame_core.data import DataFolder, Problems


@lru_cache(maxsize=1)
def box() -> Rulebook:
    """The tables of the box."""
    return load_tables(EFFECTS, DataFolder(DATA, None), Problems())


def box_kinds() -> Mapping[str, Kind]:
    """The kinds of units, by id."""
    return box().kinds
