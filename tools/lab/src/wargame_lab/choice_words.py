"""A choice in words that stand alone, away from its menu and the map: who acts, where that is, and against whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from math import atan2, dist, tau
from typing import Final
from weakref import WeakKeyDictionary

from attrs import define

from wargame_core import Action, Game, Sheet, View
from wargame_core.flow.about import NOTHING, PIECE, About
from wargame_core.sheet import SheetSpace

COMPASS: Final = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")
NEAR: Final = 3.2
"""How far a named place may be from a space that is told by it, in steps from one space to the next."""


def words_of_choice(game: Game, action: Action, view: View) -> str:
    """The label of a choice of a view's seat, with the piece that acts, the named place near its end, and the enemy.

    What the label names itself is not added. Of a choice that names no piece, as to halt, the one piece of the seat is
    told that its question names, and of one that names nothing, as to pass, the step in which it is asked.
    """
    words, key = _PLACES_OF_GAMES.setdefault(game, {}), (view.scenario, *sorted(view.options.items()))
    if key not in words:
        words[key] = _Places(game.sheet(view.scenario, options=view.options))
    board, subject = view.board, action.about(view.board)
    text = words[key].added(action.text(board), subject.to) + _enemy_marched_upon(subject, view, action.text(board))
    is_one = len(subject.pieces) == 1 or subject.to or subject.path or subject.target
    acts = subject.pieces[:1] if is_one else ()  # a whole corps is named by the label
    if not subject.pieces and (asked_piece := _piece_asked(view)):
        acts = (asked_piece,)
    names = [name for piece in acts for name in board.names_of(PIECE, piece)]
    if ": " in text or any(name in text for name in names):
        return text
    if names:
        return f"{names[0]}: {text}"
    says_what = subject != NOTHING or not view.cursor or _word_stems(text) & _word_stems(view.cursor[-1])
    return text if says_what else f"{view.cursor[-1]}: {text}"


def _word_stems(text: str) -> frozenset[str]:
    """The first letters of the words of a text, by which "moves" is "move"."""
    return frozenset(word[:4].lower() for word in re.findall(r"\w{3,}", text))


def _enemy_marched_upon(about: About, view: View, label: str) -> str:
    """Whom a march comes upon at its end, as far as the seat sees that; "" for a label that names them."""
    if not about.path or not about.pieces:
        return ""
    names = [piece.name for piece in view.pieces if piece.at == about.to and piece.side not in ("", view.seat)]
    return f" against {names[0]}" if names and not any(name in label for name in names) else ""


def _piece_asked(view: View) -> str:
    """The one piece of the seat that its question names, or else whose place it names; "" where there is not one."""
    prompt = view.prompt or ""
    own_pieces = [piece for piece in view.pieces if piece.side == view.seat]
    by_name = {piece.id: _longest_in(prompt, view.board.names_of(PIECE, piece.id)) for piece in own_pieces}
    longest = max(by_name.values(), key=len, default="")
    pieces = [piece for piece, name in by_name.items() if longest and name == longest]
    if not pieces:  # a leader in the hex of a unit is of another kind
        pieces = [piece.id for piece in own_pieces if _longest_in(prompt, [piece.at]) and piece.kind in prompt]
    return pieces[0] if len(pieces) == 1 else ""


def _longest_in(prompt: str, words: Iterable[str]) -> str:
    """The longest of some words that a text has; "" where it has none."""
    words_found = (word for word in words if word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", prompt))
    return max(words_found, key=len, default="")


@define(frozen=True, slots=False, eq=False)
class _Places:
    """The named places of a sheet, and what lies near them."""

    sheet: Sheet

    def added(self, text: str, to: str) -> str:
        """A label with the nearest place behind the space that it goes to, if one is near and the label names none."""
        space = self._spaces.get(to)
        if space is None or space.place:
            return text
        nearest = min(self._named_spaces, key=lambda place: dist(place.at, space.at), default=None)
        if nearest is None or nearest.place in text or dist(nearest.at, space.at) > NEAR * self._mean_step:
            return text
        place_text = f"{space.label} {_direction(nearest, space)} of {nearest.place}"
        return re.sub(rf"(?<!\w){re.escape(space.label)}(?!\w)", lambda _: place_text, text, count=1)

    @cached_property
    def _spaces(self) -> Mapping[str, SheetSpace]:
        return {space.id: space for space in self.sheet.spaces}

    @cached_property
    def _named_spaces(self) -> tuple[SheetSpace, ...]:
        return tuple(space for space in self.sheet.spaces if space.place)

    @cached_property
    def _mean_step(self) -> float:
        """How far a space is from those next to it, in the mean over the map."""
        ways = [dist(space.at, self._spaces[other].at) for space in self.sheet.spaces for other in space.links]
        return sum(ways) / len(ways) if ways else 0.0


def _direction(place: SheetSpace, space: SheetSpace) -> str:
    """In which of the eight directions a space lies from a place; in pictures y grows to the south."""
    angle = atan2(space.at[1] - place.at[1], space.at[0] - place.at[0])
    return COMPASS[round(angle / tau * len(COMPASS)) % len(COMPASS)]


_PLACES_OF_GAMES: WeakKeyDictionary[Game, dict[tuple[object, ...], _Places]] = WeakKeyDictionary()
"""By game, the places of each scenario with its options."""
