"""A view as lists of numbers: planes of the map, a row for each piece, and what lies beside the board.

`Following` keeps the numbers of one seat's views, one after another: what did not change is not written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import accumulate, chain
from math import prod
from typing import Any, Generic, TypeVar, assert_never

from attrs import define, field, frozen

from wargame_core import Sheet, View
from wargame_core.flow.events import Board
from wargame_core.flow.panels import Hand, Panel, Score, SequenceOfPlay, Status, Track
from wargame_core.flow.rules import Rules

Numbers = tuple[float, ...]
GREATEST = 2.0**24
"""The bound of what the sheet does not bound, as points and figures: up to it float32 has every whole number."""


@frozen
class Observation:
    """What a seat knows at one moment, as numbers. Its ``observer`` knows what they mean."""

    numbers: Numbers
    """All numbers in one row: planes, pieces, globals."""
    observer: Observer = field(eq=False, repr=False)

    @property
    def planes(self) -> Mapping[str, Numbers]:
        """By name, a number for each place of the sheet."""
        size = len(self.observer.sheet.spaces)
        return {
            name: self.numbers[number * size : (number + 1) * size]
            for number, name in enumerate(self.observer.plane_names)
        }

    @property
    def pieces(self) -> tuple[Numbers, ...]:
        """A row for each piece of the sheet."""
        observer, width = self.observer, len(self.observer.columns)
        starts = range(observer.pieces_from, observer.globals_from, width)
        return tuple(self.numbers[start : start + width] for start in starts)

    @property
    def globals(self) -> Numbers:
        """The numbers that belong to no place and no piece."""
        return self.numbers[self.observer.globals_from :]


@define(frozen=True, slots=False, eq=False)
class Observer:
    """How the views of one game with one sheet become numbers.

    Most numbers are printed and never change: an observation is a copy of those with the rest written over it (see
    `Following`).
    """

    rules: Rules
    sheet: Sheet

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """A plane for each terrain (1 where it is), then for each side how many of its pieces stand in each place."""
        return (*(f"terrain:{terrain}" for terrain in self._terrains), *(f"pieces:{side}" for side in self._sides))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a piece's row.

        They are: whether it is seen on the map, its position (from 0 to 1 of the map's width and height), its side and
        kind, and the facts that the game gives for it now.
        """
        sides = (f"side:{side}" for side in self._sides)
        kinds = (f"kind:{kind}" for kind in self._piece_kinds)
        return ("on_map", "x", "y", *sides, *kinds, *self.rules.display.piece_facts)

    @cached_property
    def global_names(self) -> tuple[str, ...]:
        """The names of the globals: whose view it is, who chooses, scores, hands and tracks by the ids of the sheet.

        Then the counters of variants: a number, or of a word its box on the track, from 0 on.
        """
        seats = self.rules.seats
        return (
            *(f"seat:{seat}" for seat in seats),
            *(f"chooses:{seat}" for seat in seats),
            *(f"score:{seat}" for seat in seats),
            *(f"hand:{seat}" for seat in seats),
            *(f"card:{card.id}" for card in self.sheet.cards),
            *(f"track:{track.id}" for track in self.sheet.tracks),
            *(f"counter:{counter.name}" for counter in self.rules.additions.counters),
            "step",
            "over",
        )

    @cached_property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The parts of an observation in their order, with their shapes.

        ``planes`` by the places of the sheet, ``pieces`` of the sheet by ``columns``, and ``globals``.
        """
        return {
            "planes": (len(self.plane_names), len(self.sheet.spaces)),
            "pieces": (len(self.sheet.pieces), len(self.columns)),
            "globals": (len(self.global_names),),
        }

    @cached_property
    def cuts(self) -> tuple[tuple[str, slice, tuple[int, ...]], ...]:
        """The same with the range of each part among the numbers of an observation."""
        section_ends = list(accumulate(prod(shape) for shape in self.shapes.values()))
        ranges = map(slice, (0, *section_ends), section_ends)
        return tuple((name, range_, shape) for (name, shape), range_ in zip(self.shapes.items(), ranges, strict=True))

    @cached_property
    def pieces_from(self) -> int:
        """The index of the first number of the first piece."""
        return len(self.plane_names) * len(self.sheet.spaces)

    @cached_property
    def globals_from(self) -> int:
        """The index of the first of the globals."""
        return self.pieces_from + len(self.sheet.pieces) * len(self.columns)

    @cached_property
    def bounds(self) -> tuple[Numbers, Numbers]:
        """The least and the greatest that each number of an observation can be.

        They follow from the sheet: 0 and 1 for what is or is not, a side's pieces for how many stand in a place, the
        boxes of a track (-1: in none). What the sheet does not bound lies between -`GREATEST` and `GREATEST`.
        """
        spaces, yes_or_no = len(self.sheet.spaces), (0.0, 1.0)
        sides = Counter(piece.side for piece in self.sheet.pieces)
        counts = ((0.0, float(max(1, sides[side]))) for side in self._sides)
        planes = (*[yes_or_no] * len(self._terrains), *counts)
        facts = [(-GREATEST, GREATEST)] * len(self.rules.display.piece_facts)
        row = (*[yes_or_no] * (len(self.columns) - len(facts)), *facts)
        boxes = {track.id: len(track.boxes) for track in self.sheet.tracks}
        pairs = (
            *chain.from_iterable([pair] * spaces for pair in planes),
            *row * len(self.sheet.pieces),
            *(_bounds_of_global(name, boxes) for name in self.global_names),
        )
        return tuple(least_value for least_value, _ in pairs), tuple(greatest_value for _, greatest_value in pairs)

    @cached_property
    def _terrains(self) -> tuple[str, ...]:
        return tuple(sorted({space.terrain for space in self.sheet.spaces if space.terrain}))

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        return tuple(side.seat for side in self.sheet.sides)

    @cached_property
    def _piece_kinds(self) -> tuple[str, ...]:
        return tuple(sorted({piece.kind for piece in self.sheet.pieces}))

    @cached_property
    def places(self) -> Mapping[str, tuple[int, float, float]]:
        """By place its number on the sheet, and where it lies in parts of the map's width and height."""
        width, height = self.sheet.size
        return {
            space.id: (number, space.at[0] / (width or 1), space.at[1] / (height or 1))
            for number, space in enumerate(self.sheet.spaces)
        }

    @cached_property
    def numbers_of_printed(self) -> list[float]:
        """The numbers of a view that shows only what is printed; to be copied, never changed."""
        spaces = self.sheet.spaces
        terrains = ((float(space.terrain == terrain) for space in spaces) for terrain in self._terrains)
        stacks = [0.0] * (len(self._sides) * len(spaces))
        facts = [0.0] * len(self.rules.display.piece_facts)
        pieces = (
            chain(
                (0.0, 0.0, 0.0),
                (float(piece.side == side) for side in self._sides),
                (float(piece.kind == kind) for kind in self._piece_kinds),
                facts,
            )
            for piece in self.sheet.pieces
        )
        return [*chain.from_iterable(terrains), *stacks, *chain.from_iterable(pieces), *[0.0] * len(self.global_names)]

    @cached_property
    def piece_starts(self) -> Mapping[str, tuple[int, int]]:
        """By piece, where its row begins, and the plane of its side; -1 for a side that has none."""
        spaces, width = len(self.sheet.spaces), len(self.columns)
        first_place = len(self._terrains) * spaces
        planes = {side: first_place + number * spaces for number, side in enumerate(self._sides)}
        return {
            piece.id: (self.pieces_from + number * width, planes.get(piece.side, -1))
            for number, piece in enumerate(self.sheet.pieces)
        }

    @cached_property
    def global_places(self) -> Mapping[tuple[str, str], int]:
        """By kind and id, the index of each of the globals among them."""
        names = (name.partition(":") for name in self.global_names)
        return {(kind, feature_key): place for place, (kind, _, feature_key) in enumerate(names)}


def _bounds_of_global(name: str, boxes: Mapping[str, int]) -> tuple[float, float]:
    kind, _, feature_key = name.partition(":")
    match kind:
        case "seat" | "chooses" | "over":
            return 0.0, 1.0
        case "track":
            return -1.0, float(max(0, boxes[feature_key] - 1))
        case _:
            return -GREATEST, GREATEST


def numbers_of(panels: Iterable[Panel]) -> list[tuple[tuple[str, str], float]]:
    """The numbers that panels hold, by kind and id."""
    numbers: list[tuple[tuple[str, str], float]] = []
    for panel in panels:
        match panel:
            case Score():
                numbers += [(("score", side), float(points)) for side, points in panel.points]
            case Hand():
                numbers.append((("hand", panel.seat), float(panel.count)))
                numbers += [(("card", card), 1.0) for card in panel.cards]
            case Track():
                numbers.append((("track", panel.id), float(panel.at)))
            case SequenceOfPlay():
                numbers.append((("step", ""), float(panel.at)))
            case Status():
                pass  # is said in words
            case _:
                assert_never(panel)
    return numbers


N = TypeVar("N", bound=Any)


class Following(Generic[N]):
    """Keeps ``numbers`` equal to those of the latest view that was followed.

    ``numbers`` begin as `Observer.printed`, in any container that takes numbers by index. Boards are only read while a
    view is followed; what is compared with later are copies.
    """

    def __init__(self, observer: Observer, numbers: N) -> None:
        self.observer, self.numbers = observer, numbers
        self._places: dict[str, str] = {}
        self._facts: list[dict[str, int]] = [{} for _ in observer.rules.display.piece_facts]
        self._globals: list[float] = []

    def follow(self, view: View) -> None:
        """Let the numbers be those of this view."""
        board = view.board
        places = board.piece_places()
        if places != self._places:
            self._move(places)
        self._tell(board)
        global_numbers = self._global_numbers(view)
        if global_numbers != self._globals:
            self.numbers[self.observer.globals_from :] = self._globals = global_numbers

    def _move(self, places: Mapping[str, str]) -> None:
        numbers, places_before = self.numbers, self._places
        starts, spaces = self.observer.piece_starts, self.observer.places
        moved_pieces = [piece for piece, place in places.items() if places_before.get(piece) != place]
        for piece in chain(moved_pieces, places_before.keys() - places.keys()):
            old_place, new_place = places_before.get(piece), places.get(piece)
            start, plane = starts.get(piece, (-1, -1))
            number, x, y = spaces.get(new_place or "", (-1, 0.0, 0.0))
            if start >= 0:
                numbers[start : start + 3] = (float(new_place is not None), x, y)
            if plane >= 0 and number >= 0:
                numbers[plane + number] += 1.0
            old_number, _, _ = spaces.get(old_place or "", (-1, 0.0, 0.0))
            if plane >= 0 and old_number >= 0:
                numbers[plane + old_number] -= 1.0
        self._places = dict(places)

    def _tell(self, board: Board) -> None:
        starts, numbers = self.observer.piece_starts, self.numbers
        facts = self.observer.rules.display.piece_facts  # the last columns of a piece's row
        first_global = len(self.observer.columns) - len(facts)
        for place, fact in enumerate(facts.values()):
            values, old_values = fact(board), self._facts[place]
            if values == old_values:
                continue
            column = first_global + place
            for piece, number in values.items():
                if old_values.get(piece) != number and piece in starts:
                    numbers[starts[piece][0] + column] = float(number)
            for piece in old_values.keys() - values.keys():
                if piece in starts:
                    numbers[starts[piece][0] + column] = 0.0
            self._facts[place] = dict(values)

    def _global_numbers(self, view: View) -> list[float]:
        """The globals: what lies beside the board. All that nobody shows are 0."""
        places = self.observer.global_places
        numbers = [0.0] * len(self.observer.global_names)
        own_place = places.get(("seat", view.seat))
        if own_place is not None:
            numbers[own_place] = 1.0
        for seat in view.waiting_for:
            numbers[places["chooses", seat]] = 1.0
        if view.outcome is not None:
            numbers[places["over", ""]] = 1.0
        for name, number in numbers_of(view.counts):
            place = places.get(name)  # an inner game has other cards and tracks than this sheet
            if place is not None:
                numbers[place] += number
        for counter in self.observer.rules.additions.counters:
            value = view.board.counters.get(counter.name, 0)
            number = counter.boxes.index(value) if value in counter.boxes else value
            if not isinstance(number, str):  # a word that is on no track is said in words alone
                numbers[places["counter", counter.name]] = float(number)
        return numbers


def observation_of(observer: Observer, view: View) -> Observation:
    """The view as numbers. They depend on the view alone."""
    following = Following(observer, observer.numbers_of_printed.copy())
    following.follow(view)
    return Observation(tuple(following.numbers), observer)
