"""A choice in words that stand alone, away from its menu and the map: who acts, and where that is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from math import atan2, dist, tau
from typing import Final
from weakref import WeakKeyDictionary

from attrs import define

from wargame_core import Action, Game, Sheet, View
from wargame_core.flow.about import PIECE
from wargame_core.sheet import SheetSpace

COMPASS: Final = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")


def words_of_choice(game: Game, action: Action, view: View) -> str:
    """The label of a choice of a view's seat, with the piece that acts and the place that its end is near.

    What the label names itself is not added.
    """
    words, key = _WORDS.setdefault(game, {}), (view.scenario, *sorted(view.options.items()))
    if key not in words:
        words[key] = _Places(game.sheet(view.scenario, options=view.options))
    board, about = view.board, action.about(view.board)
    text = words[key].added(action.text(board), about.to)
    is_one = len(about.pieces) == 1 or about.to or about.path or about.target
    acting_pieces = about.pieces[:1] if is_one else ()  # a whole corps is named by the label
    names = [name for piece in acting_pieces for name in board.names_of(PIECE, piece)]
    says_who = ": " in text or any(name in text for name in names)
    return text if says_who or not names else f"{names[0]}: {text}"


@define(frozen=True, slots=False, eq=False)
class _Places:
    """The named places of a sheet, and what lies near them."""

    sheet: Sheet

    def added(self, text: str, target_name: str) -> str:
        """A label with the nearest place behind the space that it goes to, unless it names one."""
        space = self._spaces.get(target_name)
        if space is None or space.place:
            return text
        near_sheet_space = min(self._named, key=lambda place: dist(place.at, space.at), default=None)
        if near_sheet_space is None or near_sheet_space.place in text:
            return text
        place_text = f"{space.label} {_direction(near_sheet_space, space)} of {near_sheet_space.place}"
        return re.sub(rf"(?<!\w){re.escape(space.label)}(?!\w)", lambda _: place_text, text, count=1)

    @cached_property
    def _spaces(self) -> Mapping[str, SheetSpace]:
        return {space.id: space for space in self.sheet.spaces}

    @cached_property
    def _named(self) -> tuple[SheetSpace, ...]:
        return tuple(space for space in self.sheet.spaces if space.place)


def _direction(place: SheetSpace, space: SheetSpace) -> str:
    """In which of the eight directions a space lies from a place; in pictures y grows to the south."""
    angle = atan2(space.at[1] - place.at[1], space.at[0] - place.at[0])
    return COMPASS[round(angle / tau * len(COMPASS)) % len(COMPASS)]


_WORDS: WeakKeyDictionary[Game, dict[tuple[object, ...], _Places]] = WeakKeyDictionary()
"""By game, the places of each scenario with its options."""
