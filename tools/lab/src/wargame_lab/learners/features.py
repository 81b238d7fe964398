"""The numbers that a net reads of a view and of each of its choices: the same for every scenario of a game.

`wargame_lab.encoding.ROW` says which piece, place and card a choice names; what stands there and around it is joined
here, so that a net need not learn a map by heart. Numbers are those of the seat: own and other, never union or federal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from attrs import define, field, frozen

from wargame_core import Action, Game, View
from wargame_core.errors import MissingExtra
from wargame_lab.encoding import ROW, Encoder
from wargame_lab.encoding import encoder as encoder_of
from wargame_lab.observations import numbers_of

try:
    import numpy as np
except ImportError:
    raise MissingExtra("numpy", "learnt", "wargame-lab") from None

Array: TypeAlias = Any
"""An array of numpy."""

KIND, PIECE, PIECES, FROM, TO, STEPS, TARGET, PLACE, CARD, WORD = range(len(ROW))
RINGS: Final = (1.2, 2.2, 3.2, 4.2)
"""Around a place, what stands within so many spaces is added up."""
FAR: Final = 8.0
"""Distances beyond so many spaces count as this."""
SMALL_WORDS: Final = 6
"""Words of a row that have a number each; greater ones share their size alone."""
SECTIONS: Final = 3
"""The map in parts from left to right, as the seat looks at it."""
STEP_BOXES: Final = 10
"""Steps of the sequence of play that have a number each."""
SIDES: Final = ("own", "other")


@frozen
class Vocabulary:
    """What the numbers are of, by name; what a sheet has besides is not read, what it lacks is 0.

    ``actions`` are kinds of actions, ``pieces`` kinds of pieces, ``facts`` what a game says of its pieces.
    """

    actions: tuple[str, ...]
    pieces: tuple[str, ...]
    facts: tuple[str, ...]
    terrains: tuple[str, ...]
    cards: tuple[str, ...]

    @staticmethod
    def of(encoders: Iterable[Encoder]) -> Vocabulary:
        """All that the sheets of one game have."""
        all_encoders = tuple(encoders)
        rules, sheets = all_encoders[0].rules, [encoder.sheet for encoder in all_encoders]
        return Vocabulary(
            tuple(action.kind for action in rules.actions),
            tuple(sorted({piece.kind for sheet in sheets for piece in sheet.pieces})),
            tuple(rules.display.piece_facts),
            tuple(sorted({space.terrain for sheet in sheets for space in sheet.spaces if space.terrain})),
            tuple(sorted({card.id for sheet in sheets for card in sheet.cards})),
        )

    @staticmethod
    def of_game(game: Game) -> Vocabulary:
        """All that the scenarios of a game have."""
        return Vocabulary.of(encoder_of(game, scenario.id) for scenario in game.rules.scenarios)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The numbers of a piece."""
        return ("pieces", *(f"kind:{kind}" for kind in self.pieces), *self.facts)

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        """The numbers of a choice."""
        ring_names = [f"{side} {name} within {ring}" for ring in RINGS for side in SIDES for name in self.piece_names]
        place = ("on the map", *(f"terrain:{terrain}" for terrain in self.terrains), *ring_names)
        piece = ("is own", *self.piece_names)
        return (
            *(f"action:{kind}" for kind in self.actions),
            *(f"word:{word}" for word in range(SMALL_WORDS)),
            *("word", "count of pieces", "steps"),
            *(f"card:{card}" for card in self.cards),
            *(f"piece:{name}" for name in piece),
            *(f"target:{name}" for name in piece),
            *(f"{where}:{name}" for where in ("here", "there") for name in (*place, "to other", "to own", "across")),
            *("distance", "nearer to other", "nearer to own"),
        )

    @cached_property
    def position_names(self) -> tuple[str, ...]:
        """The numbers of a view."""
        sums = (f"{side} {name}" for side in SIDES for name in self.piece_names)
        return (
            *(f"{side} {figure}" for side in SIDES for figure in ("score", "hand")),
            *(f"hand:{card}" for card in self.cards),
            *(f"step:{step}" for step in range(STEP_BOXES)),
            *(f"choices:{kind}" for kind in self.actions),
            *(f"section {section}: {name}" for name in sums for section in range(SECTIONS)),
            *(f"section {section}: closest" for section in range(SECTIONS)),
        )


def scaled(numbers: Array) -> Array:
    """Numbers of any size as small ones: the logarithm, with the sign."""
    return np.sign(numbers) * np.log1p(np.abs(numbers))


@define(slots=False, eq=False)
class RowFeatures:
    """Makes the numbers of views and choices of one sheet. They depend on the view alone."""

    encoder: Encoder
    vocabulary: Vocabulary
    _places: dict[str, int] = field(init=False)
    _pieces: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        sheet = self.encoder.sheet
        self._places = {space.id: number for number, space in enumerate(sheet.spaces)}
        self._pieces = {piece.id: number for number, piece in enumerate(sheet.pieces)}

    @cached_property
    def _place_coordinates(self) -> Array:
        """Where each place lies, in spaces: 1 is the usual distance of neighbours."""
        space_positions = np.array([space.at for space in self.encoder.sheet.spaces], dtype=np.float64).reshape(-1, 2)
        if len(space_positions) < 2:
            return space_positions
        distances_apart = np.sqrt(((space_positions[:, None] - space_positions) ** 2).sum(2))
        np.fill_diagonal(distances_apart, np.inf)
        return space_positions / (np.median(distances_apart.min(1)) or 1.0)

    @cached_property
    def _terrain_of_places(self) -> Array:
        terrains, spaces = self.vocabulary.terrains, self.encoder.sheet.spaces
        return np.array([[space.terrain == terrain for terrain in terrains] for space in spaces], dtype=np.float32)

    @cached_property
    def _kinds(self) -> Array:
        kinds, pieces = self.vocabulary.pieces, self.encoder.sheet.pieces
        table = [[1.0, *(piece.kind == kind for kind in kinds)] for piece in pieces]
        return np.array(table, dtype=np.float32).reshape(len(pieces), 1 + len(kinds))

    @cached_property
    def _across(self) -> tuple[Array, Array]:
        """Of each place, how far from the left it lies for the first seat, from 0 to 1, and in which section."""
        x = self._place_coordinates[:, 0]
        part = (x - x.min()) / (np.ptp(x) or 1.0) if x.size else x
        return part, np.minimum((part * SECTIONS).astype(int), SECTIONS - 1)

    @cached_property
    def _columns(self) -> Mapping[str, Array]:
        """By kind of what a row names, the column of each number of the encoder; the last column is for what is not
        read."""

        def columns(names: Sequence[str], vocabulary: Sequence[str]) -> Array:
            return np.array([vocabulary.index(name) if name in vocabulary else len(vocabulary) for name in names])

        return {
            "action": columns(self.encoder.kinds, self.vocabulary.actions),
            "card": columns(["", *(card.id for card in self.encoder.sheet.cards)], self.vocabulary.cards),
        }

    def of(self, view: View, menu: Sequence[Action]) -> tuple[Array, Array]:
        """The numbers of the view (`Vocabulary.position_names`), and a row for each choice (`Vocabulary.row_names`)."""
        rows = np.array(self.encoder.rows_of(menu, view), dtype=np.int64).reshape(len(menu), len(ROW))
        place_of_piece, pieces, is_own = self._pieces_of(view)
        kinds = self._one_hot("action", rows[:, KIND] - 1)
        words = np.minimum(rows[:, WORD], SMALL_WORDS - 1)
        piece, target = rows[:, PIECE] - 1, rows[:, TARGET] - 1
        origins = np.where(rows[:, FROM] > 0, rows[:, FROM] - 1, np.append(place_of_piece, -1)[piece])
        destinations = np.maximum(rows[:, TO], rows[:, PLACE]) - 1
        destinations = np.where(destinations >= 0, destinations, np.append(place_of_piece, -1)[target])
        is_place = (destinations >= 0) & (destinations < len(self._places))
        destinations = np.where(is_place, destinations, origins)
        sets = self._rings(place_of_piece, pieces, is_own, np.unique(np.concatenate([origins, destinations])), view)
        at_here, at_there = sets[origins], sets[destinations]
        distances_apart = self._distances_apart(origins, destinations)
        numbers = np.concatenate(
            [
                kinds,
                np.eye(SMALL_WORDS, dtype=np.float32)[words],
                scaled(rows[:, (WORD, PIECES, STEPS)]),
                self._one_hot("card", rows[:, CARD]),
                self._named(piece, pieces, is_own),
                self._named(target, pieces, is_own),
                at_here,
                at_there,
                distances_apart[:, None],
                at_here[:, -3:-1] - at_there[:, -3:-1],
            ],
            axis=1,
            dtype=np.float32,
        )
        return self._position(view, kinds, place_of_piece, pieces, is_own), numbers

    def _one_hot(self, feature_kind: str, numbers: Array) -> Array:
        columns = self._columns[feature_kind]
        table = np.eye(len(getattr(self.vocabulary, f"{feature_kind}s")) + 1, dtype=np.float32)
        return table[np.append(columns, len(table) - 1)[np.minimum(numbers, len(columns))]][:, :-1]

    def _pieces_of(self, view: View) -> tuple[Array, Array, Array]:
        """Of each piece of the sheet: the number of its place (-1: none), its numbers, and whether it is the seat's."""
        sheet, board = self.encoder.sheet, view.board
        place_of_piece = np.full(len(self._pieces), -1)
        for piece, place in view.piece_places.items():
            if piece in self._pieces:
                place_of_piece[self._pieces[piece]] = self._places.get(place, -1)
        facts = np.zeros((len(self._pieces), len(self.vocabulary.facts)), dtype=np.float32)
        for column, name in enumerate(self.vocabulary.facts):
            for piece, value in view.rules.display.piece_facts[name](board).items():
                if piece in self._pieces:
                    facts[self._pieces[piece], column] = value
        is_own = np.array([piece.side == view.seat for piece in sheet.pieces], dtype=bool)
        return place_of_piece, np.concatenate([self._kinds, facts], axis=1), is_own

    @staticmethod
    def _named(number: Array, pieces: Array, is_own: Array) -> Array:
        """Of a piece that each row names: whether it is the seat's, and its numbers; 0 where it names none."""
        table = np.concatenate([is_own[:, None], scaled(pieces)], axis=1)
        return np.concatenate([table, np.zeros((1, table.shape[1]))])[number]

    def _distances_apart(self, origins: Array, destinations: Array) -> Array:
        known_pairs = (origins >= 0) & (destinations >= 0)
        distances_apart = np.zeros(len(origins))
        distances_apart[known_pairs] = np.sqrt(
            (
                (self._place_coordinates[origins[known_pairs]] - self._place_coordinates[destinations[known_pairs]])
                ** 2
            ).sum(1)
        )
        return np.minimum(distances_apart, FAR) / 4

    def _rings(self, place_of_piece: Array, pieces: Array, is_own: Array, places: Array, view: View) -> Array:
        """The numbers of the named places, by the number of a place; the last row is that of no place."""
        width = 1 + len(self.vocabulary.terrains) + len(RINGS) * 2 * pieces.shape[1] + 3
        table = np.zeros((len(self._places) + 1, width), dtype=np.float32)
        places = places[places >= 0]
        if not len(places):
            return table
        on_map = np.flatnonzero(place_of_piece >= 0)
        distances = np.sqrt(
            ((self._place_coordinates[places][:, None] - self._place_coordinates[place_of_piece[on_map]]) ** 2).sum(2)
        )
        own_mask = is_own[on_map][:, None]
        both_sides = np.concatenate([pieces[on_map] * own_mask, pieces[on_map] * ~own_mask], axis=1)
        sums = [(distances < ring) @ both_sides for ring in RINGS]
        closest = [
            np.minimum(np.where(side, distances, np.inf).min(1, initial=FAR), FAR) / 4
            for side in (~own_mask.T, own_mask.T & (distances > 0.5))
        ]
        table[places] = np.concatenate(
            [
                np.ones((len(places), 1)),
                self._terrain_of_places[places],
                scaled(np.concatenate(sums, axis=1)),
                np.stack(closest, axis=1),
                self._left(view)[places][:, None],
            ],
            axis=1,
        )
        return table

    def _left(self, view: View) -> Array:
        part, _ = self._across
        return part if view.seat == view.rules.seats[0] else 1 - part

    def _position(self, view: View, kinds: Array, place_of_piece: Array, pieces: Array, is_own: Array) -> Array:
        counts = dict(numbers_of(view.counts))
        other_seats = [seat for seat in view.rules.seats if seat != view.seat]
        own_figures, other_figures = (
            [sum(counts.get((figure, seat), 0.0) for seat in seats) for figure in ("score", "hand")]
            for seats in ([view.seat], other_seats)
        )
        cards = [counts.get(("card", card), 0.0) for card in self.vocabulary.cards]
        steps = np.zeros(STEP_BOXES)
        steps[min(max(0, int(counts.get(("step", ""), 0.0))), STEP_BOXES - 1)] = 1
        return np.concatenate(
            [
                scaled(np.array([*own_figures, *other_figures, *cards])),
                steps,
                scaled(kinds.sum(0)),
                self._by_section(view, place_of_piece, pieces, is_own),
            ],
            dtype=np.float32,
        )

    def _by_section(self, view: View, place_of_piece: Array, pieces: Array, is_own: Array) -> Array:
        """What each side has in each part of the map, and how close the sides are there."""
        on_map = np.flatnonzero(place_of_piece >= 0)
        _, sections = self._across
        section = sections[place_of_piece[on_map]] if len(on_map) else np.zeros(0, dtype=int)
        section = section if view.seat == view.rules.seats[0] else SECTIONS - 1 - section
        own_mask = is_own[on_map]
        both_sides = np.concatenate([pieces[on_map] * own_mask[:, None], pieces[on_map] * ~own_mask[:, None]], axis=1)
        sums = np.stack([both_sides[section == number].sum(0) for number in range(SECTIONS)], axis=1)
        positions = self._place_coordinates[place_of_piece[on_map]]
        distances = np.sqrt(((positions[own_mask][:, None] - positions[~own_mask]) ** 2).sum(2))
        closest = [distances[section[own_mask] == number].min(initial=FAR) / 4 for number in range(SECTIONS)]
        return np.concatenate([scaled(sums).ravel(), closest])
