"""What lies on the table as one seat sees it: where pieces stand, what they are called, and finding them by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, frozen

from wargame_core.flow.events import Board
from wargame_core.sheet import Sheet
from wargame_pictures import of as pictures_of
from wargame_pictures.draw.letters import Letters

if TYPE_CHECKING:
    from wargame_core.flow.state import View
    from wargame_core.game import Game
    from wargame_core.maps.map import Map
    from wargame_pictures.draw.tokens import Marker


@frozen
class Thing:
    """Something with a name: its id on the sheet, its name, and the place of a piece on the map."""

    kind: Literal["piece", "place", "card"]
    id: str
    name: str
    place: str = ""


@define(slots=False)
class Tabletop:
    """The table of one seat at one moment."""

    whole_game: Game
    sheet: Sheet
    view: View

    @cached_property
    def _open(self) -> tuple[Game, Board, str]:
        """The game whose table is open: the one played, or one played inside it; its board, and the seat there."""
        return self.whole_game.open_on(self.view.board, self.view.seat)

    @property
    def game(self) -> Game:
        """The game whose table is open."""
        return self._open[0]

    @property
    def board(self) -> Any:
        """The board of that game, as the seat sees it."""
        return self._open[1]

    @property
    def seat(self) -> str:
        """The seat in that game."""
        return self._open[2]

    @cached_property
    def game_map(self) -> Map | None:
        """The map that is played on."""
        return self.game.rules.map_of(self.board)

    @cached_property
    def _markers(self) -> Mapping[str, Marker]:
        """The tokens of the picture, for a game that names no pieces: each by the number it has there."""
        draw = pictures_of(self.game).given.markers
        if self.view.pieces or self.game_map is None or draw is None:
            return {}
        drawn = enumerate(draw(self.board, self.seat))
        return {f"{marker.side} {number}": marker for number, marker in drawn}

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Where each piece on the map stands."""
        game_map = self.game_map
        if not self._markers or game_map is None:
            return self.view.pieces
        return {piece: game_map.coordinates(marker.space) for piece, marker in self._markers.items()}

    @cached_property
    def letters(self) -> Mapping[str, Letters]:
        """The letters for pieces and places: those the game gives, or else those printed on the piece."""
        made = pictures_of(self.game).given.letters
        given = dict(made(self.board, self.seat)) if made is not None else {}
        for piece in self.sheet.pieces:
            given.setdefault(piece.id, Letters(piece.kind[:1], piece.name))
        for piece_id, marker in self._markers.items():
            seen = not marker.face_down
            given[piece_id] = Letters(marker.label[:3] if seen else "?", (marker.note or marker.label) if seen else "?")
        return given

    @cached_property
    def side(self) -> Mapping[str, str]:
        """By piece, the side that it belongs to."""
        printed = {piece.id: piece.side for piece in self.sheet.pieces}
        return printed | {piece: marker.side for piece, marker in self._markers.items()}

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, as the sheet has them."""
        return tuple(side.seat for side in self.sheet.sides) or tuple(sorted(set(self.side.values())))

    @cached_property
    def letter(self) -> Mapping[str, str]:
        """The letter of each side."""
        printed = {side.seat: side.letter for side in self.sheet.sides}
        return {side: printed.get(side, side[:1].upper()) for side in self.sides}

    @cached_property
    def at(self) -> Mapping[str, list[str]]:
        """The pieces at each place, those with the longest letters first."""
        stacks: dict[str, list[str]] = {}
        for piece, place in self.pieces.items():
            stacks.setdefault(place, []).append(piece)
        return stacks

    @cached_property
    def label(self) -> Mapping[str, str]:
        """What people call each place, with its number where it has a name."""
        return {
            space.id: f"{space.id} {space.place}" if space.place and self.game_map is not None else space.label
            for space in self.sheet.spaces
        }

    def name(self, piece: str) -> str:
        """What the seat calls a piece."""
        letters = self.letters.get(piece)
        return (letters.long if letters is not None else "") or self.sheet.names.get(piece, piece)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Everything that a person may name: pieces on the map first, then places, other pieces and cards."""
        on_map = self.pieces
        pieces = [Thing("piece", piece, self.name(piece), place) for piece, place in on_map.items()]
        places = [Thing("place", space.id, space.place or space.label) for space in self.sheet.spaces]
        others = [Thing("piece", piece.id, piece.name) for piece in self.sheet.pieces if piece.id not in on_map]
        cards = [Thing("card", card.id, card.title) for card in self.sheet.cards]
        return (*pieces, *places, *others, *cards)

    def find(self, words: str) -> list[Thing]:
        """The things that match an id, a name or part of a name best."""
        for wanted in _readings(words):
            exact = [thing for thing in self.things if wanted in (thing.id.casefold(), thing.name.casefold())]
            plain = exact or [thing for thing in self.things if _plain(thing.name) == wanted]
            if plain:
                return plain
        for wanted in _readings(words):
            parts = wanted.split()
            matching = [thing for thing in self.things if _holds(thing.name.casefold(), parts)]
            if matching:
                return [thing for thing in matching if thing.place] or matching
        return []

    def ids_of(self, words: str) -> list[str]:
        """The ids of the things that match best, and of the pieces that stand at a matching place."""
        things = self.find(words)
        return [thing.id for thing in things] + [piece for thing in things for piece in self.at.get(thing.id, ())]


def _readings(words: str) -> Iterator[str]:
    """What was typed, then without what stands in brackets after a name, and without where it stands."""
    wanted = " ".join(words.casefold().split())
    yield wanted
    for reading in (_plain(wanted), *(_plain(wanted.partition(word)[0]) for word in (" in ", " at ", ", "))):
        if reading:
            yield reading
    if inside := re.findall(r"\(([^()]*)\)", wanted):
        yield inside[-1]


def _plain(name: str) -> str:
    """A name without what stands in brackets after it."""
    return re.sub(r"\s*\([^()]*\)", "", name.casefold()).partition(",")[0].strip()


def _holds(name: str, parts: list[str]) -> bool:
    return all(re.search(rf"\b{re.escape(part)}", name) for part in parts)
