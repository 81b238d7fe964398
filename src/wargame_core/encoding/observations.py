"""What a seat knows, as lists of numbers: planes of the map, a row for each piece, and what lies beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define, frozen

from wargame_core.flow.events import Board
from wargame_core.flow.panels import Hand, Score, SequenceOfPlay, Track
from wargame_core.flow.rules import Rules
from wargame_core.flow.seat_view import SeatView
from wargame_core.sheet import Sheet

Numbers = tuple[float, ...]


@frozen
class Observation:
    """What a seat knows at one moment. The names of everything are in the `Observer`.

    Attributes:
        planes: by name, a number for each place of the sheet.
        pieces: a row for each piece of the sheet.
        globals: what belongs to no place and no piece.
    """

    planes: Mapping[str, Numbers]
    pieces: tuple[Numbers, ...]
    globals: Numbers

    def flat(self) -> Numbers:
        """All numbers in one row: planes, pieces, globals."""
        planes = (number for plane in self.planes.values() for number in plane)
        return (*planes, *(number for row in self.pieces for number in row), *self.globals)


@define(frozen=True, slots=False)
class Observer:
    """How the views of one game with one sheet become numbers."""

    rules: Rules
    sheet: Sheet

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """What stands in each column of a piece's row.

        Whether it is seen on the map, where (in parts of the map's width and height), its side and kind, and the facts
        that the game tells of it now.
        """
        sides = (f"side:{side.seat}" for side in self.sheet.sides)
        kinds = (f"kind:{kind}" for kind in self._piece_kinds)
        return ("on_map", "x", "y", *sides, *kinds, *self.rules.piece_facts)

    @cached_property
    def global_names(self) -> tuple[str, ...]:
        """What the globals are: whose view it is, who chooses, scores, hands and tracks by the ids of the sheet."""
        return tuple(self._globals_of_nothing)

    @cached_property
    def _globals_of_nothing(self) -> Mapping[str, float]:
        seats = self.rules.seats
        tracks = (f"track:{track.id}" for track in self.sheet.tracks)
        return dict.fromkeys(
            (
                *(f"seat:{seat}" for seat in seats),
                *(f"chooses:{seat}" for seat in seats),
                *(f"score:{seat}" for seat in seats),
                *(f"hand:{seat}" for seat in seats),
                *(f"card:{card.id}" for card in self.sheet.cards),
                *tracks,
                "step",
                "over",
            ),
            0.0,
        )

    @cached_property
    def _piece_kinds(self) -> tuple[str, ...]:
        return tuple(sorted({piece.kind for piece in self.sheet.pieces}))

    @cached_property
    def _places(self) -> Mapping[str, tuple[int, float, float]]:
        """By place its number on the sheet, and where it lies in parts of the map's width and height."""
        width, height = self.sheet.size
        return {
            space.id: (number, space.at[0] / (width or 1), space.at[1] / (height or 1))
            for number, space in enumerate(self.sheet.spaces)
        }

    @cached_property
    def _ground(self) -> Mapping[str, Numbers]:
        """A plane for each terrain: 1 where it is, else 0."""
        terrains = sorted({space.terrain for space in self.sheet.spaces if space.terrain})
        return {
            f"terrain:{terrain}": tuple(float(space.terrain == terrain) for space in self.sheet.spaces)
            for terrain in terrains
        }

    @cached_property
    def _printed(self) -> Mapping[str, Numbers]:
        """By piece what is printed on it: its side and kind as columns of 0 and 1."""
        sides = [side.seat for side in self.sheet.sides]
        return {
            piece.id: (
                *(float(piece.side == side) for side in sides),
                *(float(piece.kind == kind) for kind in self._piece_kinds),
            )
            for piece in self.sheet.pieces
        }

    def observe(self, view: SeatView) -> Observation:
        """What the view shows, as numbers. It depends on the view alone."""
        places = view.pieces
        return Observation(
            {**self._ground, **self._stacks(places)},
            tuple(self._rows(places, view.board)),
            tuple(self._beside(view).values()),
        )

    def _stacks(self, places: Mapping[str, str]) -> dict[str, Numbers]:
        """By side, how many of its pieces stand in each place."""
        counts = {side.seat: [0.0] * len(self.sheet.spaces) for side in self.sheet.sides}
        for piece, place in places.items():
            if place in self._places and (side := self._side_of.get(piece, "")) in counts:
                counts[side][self._places[place][0]] += 1
        return {f"pieces:{side}": tuple(numbers) for side, numbers in counts.items()}

    @cached_property
    def _side_of(self) -> Mapping[str, str]:
        return {piece.id: piece.side for piece in self.sheet.pieces}

    def _rows(self, places: Mapping[str, str], board: Board) -> Iterator[Numbers]:
        nowhere, facts = (0, 0.0, 0.0), [fact(board) for fact in self.rules.piece_facts.values()]
        for piece, printed in self._printed.items():
            place = places.get(piece)
            _, x, y = self._places.get(place or "", nowhere)
            yield (float(place is not None), x, y, *printed, *(float(fact.get(piece, 0)) for fact in facts))

    def _beside(self, view: SeatView) -> dict[str, float]:
        known = dict(self._globals_of_nothing)
        if view.seat in self.rules.seats:
            known[f"seat:{view.seat}"] = 1.0
        known.update({f"chooses:{seat}": 1.0 for seat in view.waiting_for})
        known["over"] = float(view.outcome is not None)
        for panel in view.panels:
            match panel:
                case Score():
                    known.update({f"score:{side}": float(points) for side, points in panel.points})
                case Hand():
                    known[f"hand:{panel.seat}"] = float(panel.count)
                    for card in panel.cards:
                        known[f"card:{card}"] += 1.0
                case Track():
                    known[f"track:{panel.id}"] = float(panel.at)
                case SequenceOfPlay():
                    known["step"] = float(panel.at)
                case _:  # a status is said in words
                    pass
        return known
