"""What one side knows at one moment, ready for sums: who is where, and what face-down enemies are likely to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, reduce
from operator import or_
from types import MappingProxyType

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import DIVISIONS, Token
from wargame_altar_of_freedom.players.distance_fields import FAR, Field, Fields
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.conditions import TokenBroughtHome
from wargame_altar_of_freedom.printed.points import RolledPoints
from wargame_altar_of_freedom.printed.vocabulary import INFANTRY, PlaceDivision
from wargame_core.maps.map import Map

CAUTIOUS = 6
"""Turns before the end from which caution counts less: who waits then gains nothing any more."""
LATER = 0.6
"""What an attack of the enemy's next turn weighs beside one of this turn."""
ALMOST = 0.02
"""Chances below it are taken for none."""
LIKELY = 0.3
"""The chance of being a division from which on an enemy counts where only divisions do harm."""


def mean_points(points: RolledPoints) -> float:
    """The expected amount.

    >>> mean_points(RolledPoints.parse("6+d3")), mean_points(RolledPoints.parse("-2d6"))
    (8.0, -7.0)
    """
    return points.fixed + points.count * (points.sides + 1) / 2


def points_for(campaign: Campaign, condition: str, side: str) -> float:
    """What a side expects each time a condition without a place is met ("battle_won")."""
    return sum(
        mean_points(line.points)
        for line in campaign.awards.values()
        if line.condition == condition and line.side == side
    )


@frozen
class Unknown:
    """What an enemy token that lies face down may be: the chance of a division, and what a mean division has."""

    division: float
    brigades: float
    rating: float


class Situation:
    """The board as one side sees it. Every sum is made when somebody asks for it."""

    def __init__(
        self, board: CampaignBoard, side: str, fields: Fields, faces: Mapping[str, float] = MappingProxyType({})
    ) -> None:
        self.board, self.side, self.fields, self._faces = board, side, fields, faces
        self.enemy = board.enemy(side)
        self.campaign = board.campaign
        self.map = board.campaign.map

    @cached_property
    def reach(self) -> int:
        """How far away an enemy is estimated to be able to attack from."""
        return self.campaign.base_move[INFANTRY] + 1

    @cached_property
    def moves_left(self) -> float:
        """The part of the enemy's commands that have yet to move this turn."""
        commands = self.campaign.reference.commands[self.enemy]
        return sum(1 for command in commands if command not in self.board.activated) / len(commands)

    @property
    def answers(self) -> float:
        """How much of the enemy's answer is still to come: what he moves this turn, and somewhat less of the next."""
        left = self.moves_left + LATER * (1 - self.moves_left) * (self.turns_left > 1)
        return left * min(1.0, self.turns_left / CAUTIOUS)

    def answer_of(self, token: Token) -> float:
        """How much of the answer of an enemy token is still to come: of all the enemy's where it lies face down."""
        if not token.command:
            return self.answers
        left = LATER * (self.turns_left > 1) if token.command in self.board.activated else 1.0
        return left * min(1.0, self.turns_left / CAUTIOUS)

    @property
    def turns_left(self) -> int:
        """Turns still to end, this one included."""
        return self.campaign.turns - self.board.turns_ended

    @cached_property
    def own(self) -> list[Token]:
        """The side's tokens on the map."""
        return list(self.board.tokens_of(self.side))

    @cached_property
    def own_units(self) -> int:
        """Mask of the spaces with tokens of the side."""
        return self.board.mask(self.side)

    @cached_property
    def enemy_units(self) -> int:
        """Mask of the spaces in which enemy tokens are seen."""
        return self.board.mask(self.enemy)

    @cached_property
    def unknown(self) -> Unknown:
        """What a face-down enemy token may be, from the order of battle and from all that has been seen."""
        board, campaign = self.board, self.campaign
        tokens = [token for token in board.tokens.values() if token.side == self.enemy]
        named = {token.unit for token in tokens if token.unit}
        hidden = sum(1 for token in tokens if not token.kind)
        sizes, rating, divisions = 0, 0, 0
        units = campaign.oob.units
        for piece in campaign.pieces.values():
            if piece.side != self.enemy or not piece.division or piece.division in named:
                continue
            if piece.formation in board.left_out or (
                piece.status == "random_arrival" and piece.division not in self.arrived
            ):
                continue
            whole = [
                unit
                for unit in campaign.reference.brigades[piece.division]
                if unit not in board.broken and unit not in board.lost
            ]
            if whole:
                divisions += 1
                sizes += len(whole)
                rating += sum(units[unit].rating for unit in whole)
        if not divisions:
            return Unknown(0.0, 3.0, 0.0)
        return Unknown(min(1.0, divisions / max(hidden, 1)), sizes / divisions, rating / sizes)

    @cached_property
    def arrived(self) -> frozenset[str]:
        """Divisions that the cards turned over so far have brought."""
        deck = self.campaign.deck
        return frozenset(
            effect.args.division
            for card in self.board.drawn
            for effect in deck.card(card).effects
            if isinstance(effect.args, PlaceDivision)
        )

    @cached_property
    def enemy_divisions(self) -> dict[int, float]:
        """How many enemy divisions are to be expected in each space in which enemies are seen."""
        board = self.board
        expected: dict[int, float] = {}
        for token_id, space in board.at.items():
            token = board.tokens[token_id]
            if token.side == self.enemy:
                expected[space] = expected.get(space, 0.0) + self.division_chance(token)
        return expected

    @cached_property
    def enemy_trains(self) -> dict[int, float]:
        """What the enemy's trains in each space score for him when they get home."""
        points: dict[str, float] = {}
        for line in self.campaign.awards.values():
            if isinstance(line.args, TokenBroughtHome) and line.side == self.enemy:
                points[line.args.token] = points.get(line.args.token, 0.0) + mean_points(line.points)
        trains: dict[int, float] = {}
        for token_id, space in self.board.at.items() if points else ():
            token = self.board.tokens[token_id]
            if token.side == self.enemy and token.kind in points:
                trains[space] = trains.get(space, 0.0) + points[token.kind]
        return trains

    @cached_property
    def own_divisions(self) -> dict[int, int]:
        """How many of the side's divisions stand in each space."""
        counts: dict[int, int] = {}
        for token in self.own:
            if token.is_division:
                space = self.board.at[token.id]
                counts[space] = counts.get(space, 0) + 1
        return counts

    def near(self, space: int, spaces: int) -> int:
        """Mask of the spaces within so many of a space, whatever lies between."""
        masks: tuple[int, ...] = self.map.cached(("near", spaces), lambda: _near(self.map, spaces))
        return masks[space]

    def enemies_within(self, space: int, spaces: int) -> float:
        """Expected enemy divisions within so many spaces, whatever lies between."""
        near = self.near(space, spaces)
        return sum(weight for where, weight in self.enemy_divisions.items() if near >> where & 1)

    def friends_within(self, space: int, spaces: int) -> int:
        """The side's divisions within so many spaces, whatever lies between."""
        near = self.near(space, spaces)
        return sum(count for where, count in self.own_divisions.items() if near >> where & 1)

    def division_chance(self, token: Token) -> float:
        """How likely an enemy token is a division: known, remembered from where it was set up, or as good as any."""
        if token.kind:
            return 1.0 if token.kind in DIVISIONS else 0.0
        return self._faces.get(token.id, self.unknown.division)

    def enemies_there(self, space: int, spaces: int) -> Iterator[tuple[float, int]]:
        """How many divisions the enemy may have within so many spaces of one of his, as far as Battle Cards care.

        A chance and a number where he has enough for a pitched battle, and the same where he has not.
        """
        needed, near = self.campaign.divisions_for_battle, self.near(space, spaces)
        counts, mean = [1.0], 0.0
        for token_id, where in self.board.at.items():
            token = self.board.tokens[token_id]
            if token.side == self.enemy and near >> where & 1:
                likely = 1.0 if where == space else self.division_chance(token)
                mean += likely
                counts = [a * (1 - likely) + b * likely for a, b in zip((*counts, 0.0), (0.0, *counts), strict=True)]
        enough = sum(counts[needed:])
        if enough > ALMOST:
            yield min(enough, 1.0), max(needed, round(mean))
        if enough < 1 - ALMOST:
            yield 1 - enough, min(max(round(mean), 1), needed - 1)

    @cached_property
    def barred(self) -> int:
        """Enemy fortresses in which anything is seen but known pickets: no way leads through them."""
        return self._garrisoned(self.enemy)

    def _garrisoned(self, holder: str) -> int:
        held = self.enemy_divisions if holder == self.enemy else self.own_divisions
        mask = 0
        for space, side in self.campaign.reference.fortresses.items():
            if side == holder and held.get(space, 0):
                mask |= 1 << space
        return mask

    def field(self, goal: int, reach: int = FAR, around: int = 0) -> Field:
        """Distances to a goal for one's own tokens, as far as ``reach``, by ways ``around`` some spaces (a mask)."""
        return self.fields.to(self.board, self.side, goal, self.barred | around, reach=reach)

    def enemy_field(self, goal: int) -> Field:
        """Distances to a goal for the enemy's tokens."""
        return self.fields.to(self.board, self.enemy, goal, self._garrisoned(self.side) & ~goal)

    def threat(self, goal: int) -> int:
        """How far the nearest enemy token is from a goal, by his ways."""
        distances = self.enemy_field(goal).distances(self.enemy_units)
        return min(
            (distances[space] for space, weight in self.enemy_divisions.items() if weight >= LIKELY), default=FAR
        )

    def enemy_route(self, start: int, goal: int) -> tuple[int, ...]:
        """The spaces on the enemy's best way from ``start`` to a goal, both included."""
        field = self.enemy_field(goal)
        route = field.routes.get(start)
        if route is None:
            route = field.routes[start] = tuple(self._downhill(field, start))
        return route

    def _downhill(self, field: Field, start: int) -> Iterator[int]:
        ways = self.map.passage(False, None, self.map.closed_crossings(self.enemy))
        here, left = start, field(start)
        yield here
        while 0 < left < FAR:
            ahead = [space for space in self.map.neighbours[here] if field(space) < left and ways.leads(here, space)]
            if not ahead:
                return
            here = min(ahead, key=field)
            left = field(here)
            yield here

    def brigades(self, token: Token) -> float:
        """Unbroken brigades of a token, the expected number for one that lies face down."""
        if token.kind:
            return len(self.board.brigades(token))
        return self.unknown.brigades

    def base_move(self, token: Token) -> int:
        """Spaces the token moves by road without a Staff Die, events left out."""
        return self.campaign.base_move.get(token.kind or "infantry", 3)


def _near(game_map: Map, spaces: int) -> tuple[int, ...]:
    """For every space the mask of those within so many of it, grown ring by ring."""
    masks = [1 << space for space in range(game_map.size)]
    for _ in range(spaces):
        masks = [
            reduce(or_, (masks[near] for near in game_map.neighbours[space]), masks[space])
            for space in range(game_map.size)
        ]
    return tuple(masks)
