"""Control of places: a place belongs to the side that was in it last. It is stored, and changed by an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Event, Table
from wargame_core.maps.hexes import HexMap
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.events import PlaceTaken
from wargame_hex_and_counter.board.pieces import Pieces, within
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import pieces_of

By: TypeAlias = Literal["entering", "ending there"]
"""What gives control: to go through a place, or to end a move, retreat or advance in it."""


@frozen
class Control:
    """Which places are held, by their printed numbers or names, and what gives control of one.

    ``kinds`` are the kinds of units that can; empty for all. The game's board has ``held``: by the coordinates of a
    place its side. A `Control` is one of the things that happen when a unit has entered hexes:
    ``Binding(entered=(CONTROL.entered,))``.
    """

    places: tuple[str, ...]
    by: By = field(validator=one_of(By))
    kinds: tuple[str, ...] = ()
    pieces: Callable[[Any], Pieces] = pieces_of
    taken: Callable[[str, str], Event] = PlaceTaken
    cite: Cite | None = None

    def entered(self, table: Table[Any], unit: str, path: Sequence[int]) -> None:
        """The places on the way of a unit are its side's, if it is of a kind that can hold them."""
        pieces, holders = self.pieces(table.board), table.board.held
        counter, game_map = pieces.units[unit], pieces.map
        if self.kinds and counter.kind not in self.kinds:
            return
        name_of_space = game_map.cached(("places held", self.places), lambda: self._named(game_map))
        taken_spaces, entered_spaces = 0, within(path)
        for space, name in name_of_space.items():  # after every move: most enter no place, or their own
            if entered_spaces >> space & 1 and holders.get(name) != counter.side:
                taken_spaces |= 1 << space
        if not taken_spaces:
            return
        for space in path if self.by == "entering" else (path[-1],):
            if taken_spaces >> space & 1 and holders.get(name_of_space[space]) != counter.side:
                table.record(self.taken(name_of_space[space], counter.side))

    def _named(self, game_map: HexMap) -> Mapping[int, str]:
        """The places by their spaces."""
        return {space: game_map.coordinates(space) for space in map(game_map.parse, self.places)}
