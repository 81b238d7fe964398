"""What a view says in numbers: points, pieces, cards, marks, and who is near the places that count.

Everything comes from what every game tells of itself: its panels, its sheet, the faces of its pieces, its rules of
victory. So a game needs no line of its own for its terms. They depend on the view alone, and so on what its seat knows.

What tells how far a turn is stands apart: the step of the sequence of play, and what all pieces have done or suffered
in the turn, such as marches and fatigue. It belongs to no side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import dist
from typing import Final, assert_never

from attrs import define, frozen

from wargame_core import Game, Sheet, View
from wargame_core.contents import VictoryRule
from wargame_core.flow.panels import Hand, Panel, Score, SequenceOfPlay, Status, Track
from wargame_lab.facts import balance_data_of

Terms = dict[str, float]
"""Numbers by name; what is not named is 0. ``own`` is of the seat, ``enemy`` of all others."""

NEAR: Final = 8
"""From this distance on, in steps from space to space, a piece counts nothing for a place."""
TURNS: Final = "turns"
"""The id of the track of turns."""
TRACK: Final = "track "
"""How the terms of the tracks begin."""
STEP: Final = "step "
"""How the terms of the steps of the sequence of play begin."""
ENDING_OF_LATE_TERM: Final = " late"
"""What the name of a term times the part of the game that is over ends with."""
POINTS: Final = "points: "
"""How the terms of points won begin."""
CONSTANT: Final = "constant"
"""The term that every view has."""
OWN, ENEMY, NOBODY = "own", "enemy", "nobody"


@frozen
class ViewTerms:
    """What a view says: the ``amounts`` of its terms, and what tells which part of the game is over.

    ``elapsed`` is the part that was over when the turn began, ``turn_share`` the part that a turn is; 0 where the game
    has no track of turns, and ``elapsed`` follows from the points. ``within_turn`` are the terms that may tell how
    much of the turn is over.
    """

    amounts: Terms
    within_turn: Terms
    elapsed: float
    turn_share: float = 0.0

    def elapsed_with(self, turn_weights: Mapping[str, float]) -> float:
        """The part of the game that is over, with the part of the turn that these weights of ``within_turn`` say."""
        if not self.turn_share or not turn_weights:
            return self.elapsed
        turn_part = sum(turn_weights.get(name, 0.0) * amount for name, amount in self.within_turn.items())
        return min(1.0, self.elapsed + self.turn_share * min(1.0, max(0.0, turn_part)))

    def with_late(self, elapsed_part: float) -> Terms:
        """The amounts, and each times the part of the game that is over, with `ENDING_OF_LATE_TERM`."""
        return self.amounts | {
            f"{name}{ENDING_OF_LATE_TERM}": amount * elapsed_part for name, amount in self.amounts.items()
        }


@define(frozen=True, slots=False, eq=False)
class TermsOfSheet:
    """How the views of one scenario of a game, with some options, become terms."""

    game: Game
    scenario: str
    options: Mapping[str, object]
    sheet: Sheet

    def of(self, view: View) -> ViewTerms:
        """The terms of a view."""
        terms: defaultdict[str, float] = defaultdict(float, {CONSTANT: 1.0, f"scenario {self.scenario}": 1.0})
        terms |= self._unusual_options
        for name, amount in self._counted(view):
            terms[name] += amount
        amounts, turns = {name: amount for name, amount in terms.items() if amount}, self._boxes.get(TURNS, 0)
        if not turns:
            return ViewTerms(amounts, {}, self._elapsed_by_points(view))
        elapsed_part = min(1.0, max(0.0, view.rules.turn_of(view.board) - 1) / turns)
        return ViewTerms(amounts, self._within_turn(view, amounts), elapsed_part, 1 / turns)

    def _elapsed_by_points(self, view: View) -> float:
        """The part of the game that is over by the points of who leads."""
        shares = (points / self._needed[side] for side, points in _points(view.counts) if self._needed.get(side))
        return min(1.0, max(0.0, max(shares, default=0.0)))

    def _within_turn(self, view: View, amounts: Terms) -> Terms:
        """The step of the sequence of play, tracks, cards in hands, and the facts of a piece in the mean of all."""
        within_turn = {CONSTANT: 1.0} | {name: at for name, at in amounts.items() if name.startswith(TRACK)}
        for panel in view.counts:
            if isinstance(panel, SequenceOfPlay):
                within_turn[f"{STEP}{panel.at}"] = 1.0
        pieces = _of_all_sides("pieces", amounts)
        for fact in view.rules.display.piece_facts:
            if number := _of_all_sides(fact, amounts):
                within_turn[fact] = number / max(1.0, pieces)
        if cards := _of_all_sides("cards", amounts):
            within_turn["cards"] = cards
        return within_turn

    def _counted(self, view: View) -> Iterator[tuple[str, float]]:
        for side, points in _points(view.counts):
            yield f"{POINTS}{_whose(side, view.seat)}", points
        yield from self._hand_and_track_counts(view)
        yield from self._pieces(view)
        for map_mark in view.rules.display.map_marks(view.board):
            yield f"mark {map_mark.kind}: {_whose(map_mark.side, view.seat)}", 1.0
        facts = balance_data_of(self.game).facts
        for score_row in facts(view.board).scored if facts is not None else ():
            yield f"scored {score_row.line}", 1.0

    def _hand_and_track_counts(self, view: View) -> Iterator[tuple[str, float]]:
        """Cards in hands, and tracks."""
        for panel in view.counts:
            match panel:
                case Hand():
                    yield f"cards: {_whose(panel.seat, view.seat)}", float(panel.count)
                case Track() if panel.id != TURNS:
                    yield f"{TRACK}{panel.id}", float(panel.at)
                case Track() | Score() | Status() | SequenceOfPlay():
                    pass  # the turn and the points have terms of their own
                case _:
                    assert_never(panel)

    def _pieces(self, view: View) -> Iterator[tuple[str, float]]:
        """How many pieces stand on the map, what their counters say, and who is near the places of victory."""
        board, display = view.board, view.rules.display
        places = board.piece_places()
        side_of_piece: dict[str, str] = {}
        for piece, place in places.items():
            side = self._sides.get(piece)
            if side is None:
                side = display.face_of(board, piece).side if display.face_of is not None else ""
            side_of_piece[piece] = owner = _whose(side, view.seat)
            yield f"pieces: {owner}", 1.0
            for rule, nearness in self._near.get(place, ()):
                yield f"near {rule}: {owner}", nearness
                if nearness == 1:
                    yield f"at {rule}: {owner}", 1.0
        for fact, numbers_of in display.piece_facts.items():
            for piece, number in numbers_of(board).items():
                owner = side_of_piece.get(piece) or _whose(self._sides.get(piece, ""), view.seat)
                yield f"{fact}: {owner}", float(number)

    @cached_property
    def _unusual_options(self) -> Terms:
        """A term for each option that does not have its usual value."""
        usual_choices = {option.name: option.default for option in self.game.options}
        return {
            f"option {name}={value}": 1.0 for name, value in self.options.items() if value != usual_choices.get(name)
        }

    @cached_property
    def _sides(self) -> Mapping[str, str]:
        return {piece.id: piece.side for piece in self.sheet.pieces}

    @cached_property
    def _boxes(self) -> Mapping[str, int]:
        return {track.id: len(track.boxes) for track in self.sheet.tracks}

    @cached_property
    def _rules(self) -> tuple[VictoryRule, ...]:
        contents = self.game.contents.get(self.scenario)
        return tuple(contents.victory) if contents is not None else ()

    @cached_property
    def _needed(self) -> Mapping[str, float]:
        """The points with which a side wins at once, where the game has no track of turns."""
        winning_points = [float(rule.points) for rule in self._rules if rule.level and rule.points and not rule.side]
        return dict.fromkeys(self.game.seats, max(winning_points)) if winning_points else {}

    @cached_property
    def _near(self) -> Mapping[str, tuple[tuple[str, float], ...]]:
        """By space, how near it is to the places of each rule of victory: 1 in one of them, 0 from `NEAR` on."""
        position_of_space = {space.id: space.at for space in self.sheet.spaces}
        steps = [
            dist(position_of_space[space.id], position_of_space[link])
            for space in self.sheet.spaces[:50]
            for link in space.links
            if link in position_of_space
        ]
        step = sorted(steps)[len(steps) // 2] if steps else 1.0
        nearness_by_space: dict[str, list[tuple[str, float]]] = {}
        first_rules = {places: rule.id for rule in reversed(self._rules) if (places := rule.places)}
        for places, rule_id in first_rules.items():  # rules about the same places share their terms
            spaces = [position_of_space[place] for place in places if place in position_of_space]
            for space, point in position_of_space.items() if spaces else ():
                nearness = 1 - min(dist(point, place) for place in spaces) / (step * NEAR)
                if nearness > 0:
                    nearness_by_space.setdefault(space, []).append((rule_id, nearness))
        return {space: tuple(rules) for space, rules in nearness_by_space.items()}


def _whose(side: str, seat: str) -> str:
    return OWN if side == seat else ENEMY if side else NOBODY


def _of_all_sides(name: str, amounts: Terms) -> float:
    return sum(amounts.get(f"{name}: {whose}", 0.0) for whose in (OWN, ENEMY, NOBODY))


def _points(panels: tuple[Panel, ...]) -> Iterator[tuple[str, float]]:
    for panel in panels:
        if isinstance(panel, Score):
            yield from ((side, float(points)) for side, points in panel.points)
