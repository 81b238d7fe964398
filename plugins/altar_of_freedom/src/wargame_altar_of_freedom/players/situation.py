"""What one side knows at one moment, ready for sums: who is where, what face-down enemies may be, and how far all is.

A *field* of distances is flooded outwards from its goal once and answers for every token afterwards. Fields stay inside
one player, and not for long: a game that destroys many crossings would fill the memory otherwise.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import DIVISIONS, Space, Token
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_altar_of_freedom.printed.lines import INFANTRY, Occasion
from wargame_altar_of_freedom.rules.event_cards import divisions_brought
from wargame_altar_of_freedom.rules.movement import allowances
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, TokenBroughtHome, expected_points
from wargame_core.maps.features import Edge
from wargame_core.maps.masks import Passage, bits, flood, mask_of

NEGLIGIBLE_CHANCE = 0.02
"""Chances below it are taken for none."""
LATER = 0.6
"""What an enemy's attack of the next turn weighs beside one of this turn."""
CAUTIOUS = 6.0
"""Turns before the end from which caution counts less: who waits then gains nothing any more."""
LIKELY = 0.3
"""The chance of being a division from which on an enemy counts where only divisions do harm."""
FAR = 200
"""The distance of a space from which no way leads to the goal."""
CROSS_COUNTRY_COST = 3
"""Road spaces that one space across country is worth: it takes a Staff Die, and the base move is lost."""
DESTROYED_CROSSING_COST = 8
"""Road spaces that a destroyed crossing on the way is worth: it can be repaired, or gone around."""
MOST_KEPT_FIELDS = 600
"""Fields that a player keeps at most."""


class Field:
    """Distances to a goal in road spaces, worked out outwards from it only as far as somebody asks.

    ``routes`` are ways to the goal that somebody wants to keep, and ``crossings`` those on them, by where they start.
    """

    __slots__ = (
        "_asked_spaces",
        "_distances",
        "_free",
        "_idle",
        "_layers",
        "_longest",
        "_reach",
        "_ways",
        "crossings",
        "routes",
    )

    def __init__(self, goal: int, free: int, ways: list[tuple[int, Passage]], reach: int) -> None:
        self._layers, self._free, self._ways = [goal], free & ~goal, ways
        self._distances: dict[int, int] = {}
        self.routes: dict[int, tuple[int, ...]] = {}
        self.crossings: dict[int, tuple[str, ...]] = {}
        self._asked_spaces, self._reach = 0, reach
        self._idle, self._longest = 0, max(cost for cost, _ in ways)

    def _grow(self) -> int | None:
        """The next layer of spaces, one road space farther out (it may be empty); None when there are no more.

        A reader may stop at any layer and another go on from there: layers are only ever added.
        """
        layers = self._layers
        depth = len(layers)
        if self._idle >= self._longest or depth > self._reach:
            return None
        next_layer = 0
        for cost, passage in self._ways:
            if cost <= depth and (frontier := layers[-cost]):
                next_layer |= passage.next(frontier)
        next_layer &= self._free
        self._free ^= next_layer
        layers.append(next_layer)
        self._idle = 0 if next_layer else self._idle + 1
        return next_layer

    def __call__(self, space: int) -> int:
        """How far the space is, `FAR` when no way leads to the goal."""
        distance = self._distances.get(space)
        return self.distances(1 << space)[space] if distance is None else distance

    def distances(self, spaces: int) -> Mapping[int, int]:
        """The distances of at least these spaces (a mask), found together."""
        unknown_spaces, distances = spaces & ~self._asked_spaces, self._distances
        if not unknown_spaces:
            return distances
        self._asked_spaces |= unknown_spaces
        for depth, layer in enumerate(self._layers):
            if layer_spaces := layer & unknown_spaces:
                unknown_spaces ^= layer_spaces
                for space in bits(layer_spaces):
                    distances[space] = depth
                if not unknown_spaces:
                    return distances
        while unknown_spaces and (new_layer := self._grow()) is not None:
            if layer_spaces := new_layer & unknown_spaces:
                unknown_spaces ^= layer_spaces
                for space in bits(layer_spaces):
                    distances[space] = len(self._layers) - 1
        for space in bits(unknown_spaces):
            distances[space] = FAR
        return distances

    def spaces_by_distance(self, spaces: int) -> Iterator[tuple[int, int]]:
        """Each of these spaces (a mask) that can reach the goal, with its distance, nearest first."""
        depth, layers = 0, self._layers
        while depth < len(layers) or self._grow() is not None:
            if layer_spaces := layers[depth] & spaces:
                for space in bits(layer_spaces):
                    yield depth, space
            depth += 1


class Fields:
    """The fields of one player, by side, goal and closed crossings."""

    def __init__(self) -> None:
        self._fields_by_key: dict[tuple[object, ...], Field] = {}
        self._reach_masks: dict[tuple[object, ...], tuple[int, ...]] = {}

    def to(
        self,
        board: CampaignBoard,
        side: str,
        goal: int,
        barred_spaces: int = 0,
        *,
        closed_edges: frozenset[Edge] | None = None,
        reach: int = FAR,
    ) -> Field:
        """Distances for tokens of ``side`` to the nearest space of the mask ``goal``; ``barred_spaces`` is not entered.

        ``closed_edges`` are the edges of crossings that cannot be used, if other than now; beyond ``reach`` all is
        `FAR`.
        """
        if closed_edges is None:
            closed_edges = board.closed_crossings(side)
        key = (board.campaign.map, side, goal, closed_edges, barred_spaces, reach)
        field = self._fields_by_key.get(key)
        if field is None:
            if len(self._fields_by_key) >= MOST_KEPT_FIELDS:
                self._fields_by_key.clear()
            game_map, always_closed = board.campaign.map, board.campaign.map.closed_crossings(side)
            ways = [
                (1, game_map.passage(True, None, closed_edges)),
                (CROSS_COUNTRY_COST, game_map.passage(False, None, closed_edges)),
            ]
            if closed_edges != always_closed:
                ways.append(
                    (
                        DESTROYED_CROSSING_COST,
                        _passage_over(game_map.passage(True, None, always_closed), closed_edges - always_closed),
                    )
                )
            field = self._fields_by_key[key] = Field(goal, game_map.enterable & ~barred_spaces, ways, reach)
        return field

    def reach_masks(
        self, board: CampaignBoard, side: str, space: int, base: int, stride: int, rings: int, *, off_road: bool = True
    ) -> tuple[int, ...]:
        """Masks of what a token of a side reaches with its base move, and with so much more of a Staff Die each.

        Only that takes it ``off_road``, if it may leave the roads. Tokens in the way are left out.
        """
        closed_edges = board.closed_crossings(side)
        key = (board.campaign.map, side, space, closed_edges, base, stride, rings, off_road)
        masks = self._reach_masks.get(key)
        if masks is None:
            if len(self._reach_masks) >= MOST_KEPT_FIELDS:
                self._reach_masks.clear()
            game_map = board.campaign.map
            free_spaces = game_map.enterable
            die = stride * (rings - 1)
            road = flood(game_map.passage(True, None, closed_edges), 1 << space, base + die, free_spaces)
            cross = flood(game_map.passage(False, None, closed_edges), 1 << space, die * off_road, free_spaces)
            masks = self._reach_masks[key] = tuple(
                sum(road[: base + stride * ring + 1]) | sum(cross[: stride * ring + 1]) for ring in range(rings)
            )
        return masks


def _passage_over(passage: Passage, edges: frozenset[Edge]) -> Passage:
    """The steps of a passage over some edges alone: all its others are soon taken anyway."""
    leaving: dict[int, int] = {}
    for a, b in edges:
        leaving[b - a] = leaving.get(b - a, 0) | 1 << a
        leaving[a - b] = leaving.get(a - b, 0) | 1 << b
    steps = [(shift, mask & leaving.get(shift, 0)) for shift, mask in passage.steps]
    return Passage(tuple([(shift, mask) for shift, mask in steps if mask]))


@frozen
class Unknown:
    """What an enemy token that lies face down may be: the chance of a division, and what a mean division has."""

    division: float
    brigades: float
    rating: float


class Force(NamedTuple):
    """A token as it counts in a tabletop battle: its id and space, its brigades as expected, and their mean rating."""

    id: str
    space: int
    brigades: float
    rating: float


class Situation:
    """The board as one side sees it, and the ``weights`` it judges by. Every sum is made when somebody asks for it."""

    def __init__(
        self,
        board: CampaignBoard,
        side: str,
        fields: Fields,
        faces: Mapping[str, float] = MappingProxyType({}),
        weights: Weights = NORMAL,
    ) -> None:
        self.board, self.side, self.fields, self._faces, self.weights = board, side, fields, faces, weights
        self.enemy = board.enemy(side)
        self.campaign = board.campaign
        self.map = board.campaign.map
        self.turns_left = self.campaign.turns - board.turns_ended
        """Turns still to end, this one included."""
        self._fields_known: dict[tuple[str, int, int, int], Field] = {}
        self._closed_crossings: dict[str, frozenset[Edge]] = {}
        self._threats: dict[int, int] = {}
        self._points: dict[tuple[Occasion, str, int | None], float] = {}

    @cached_property
    def attack_range(self) -> int:
        """How far away an enemy is estimated to be able to attack from."""
        return self.campaign.base_move[INFANTRY] + 1

    @cached_property
    def moves_left(self) -> float:
        """The part of the enemy's commands that have yet to move this turn."""
        commands = self.campaign.command_ids[self.enemy]
        return sum(1 for command in commands if command not in self.board.activated_commands) / len(commands)

    def answer_of(self, token: Token) -> float:
        """How much of an enemy token's answer is to come: what it may do this turn, and somewhat less of the next.

        Of one that lies face down nobody knows whether it has moved.
        """
        to_move = float(token.command not in self.board.activated_commands) if token.command else self.moves_left
        remaining = to_move + LATER * (1 - to_move) * (self.turns_left > 1)
        return remaining * min(1.0, self.turns_left / CAUTIOUS)

    @cached_property
    def own_tokens(self) -> list[Token]:
        """The side's tokens on the map."""
        return list(self.board.tokens_of(self.side))

    @cached_property
    def own_units(self) -> int:
        """Mask of the spaces with tokens of the side."""
        return self.board.mask(self.side)

    def spaces_of_others(self, token: Token) -> int:
        """Mask of the spaces with tokens of the side other than this one."""
        return mask_of(self.board.at[other_token.id] for other_token in self.own_tokens if other_token.id != token.id)

    @cached_property
    def enemy_units(self) -> int:
        """Mask of the spaces in which enemy tokens are seen."""
        return self.board.mask(self.enemy)

    @cached_property
    def possible_pieces(self) -> Unknown:
        """What a face-down enemy token may be, from the order of battle and from all that has been seen."""
        board, campaign = self.board, self.campaign
        tokens = [token for token in board.tokens.values() if token.side == self.enemy]
        identified_divisions = {token.unit for token in tokens if token.unit}
        face_down_count = sum(1 for token in tokens if not token.kind)
        sizes, rating, divisions, arrived_divisions = 0, 0, 0, divisions_brought(board)
        units = campaign.oob.units
        for piece in campaign.pieces.values():
            if piece.side != self.enemy or not piece.division or piece.division in identified_divisions:
                continue
            if piece.formation in board.left_out or (
                piece.status == "random_arrival" and piece.division not in arrived_divisions
            ):
                continue
            unbroken_brigades = [
                unit
                for unit in campaign.brigades[piece.division]
                if unit not in board.broken_brigades and unit not in board.lost_brigades
            ]
            if unbroken_brigades:
                divisions += 1
                sizes += len(unbroken_brigades)
                rating += sum(units[unit].rating for unit in unbroken_brigades)
        if not divisions:
            return Unknown(0.0, 3.0, 0.0)
        return Unknown(min(1.0, divisions / max(face_down_count, 1)), sizes / divisions, rating / sizes)

    @cached_property
    def enemy_divisions(self) -> dict[int, float]:
        """How many enemy divisions are to be expected in each space in which enemies are seen."""
        board = self.board
        expected_divisions: dict[int, float] = {}
        for token_id, space in board.at.items():
            token = board.tokens[token_id]
            if token.side == self.enemy:
                expected_divisions[space] = expected_divisions.get(space, 0.0) + self.division_chance(token)
        return expected_divisions

    @cached_property
    def enemy_trains(self) -> dict[int, float]:
        """What the enemy's trains in each space score for him when they get home."""
        lines = [line for line in self.campaign.awards.values() if isinstance(line.when, TokenBroughtHome)]
        trains: dict[int, float] = {}
        for line in lines:
            for token_id, space in self.board.at.items() if line.side == self.enemy else ():
                token = self.board.tokens[token_id]
                if token.side == self.enemy and token.kind == line.when.token:
                    trains[space] = trains.get(space, 0.0) + line.points.mean
        return trains

    @cached_property
    def own_divisions(self) -> dict[int, int]:
        """How many of the side's divisions stand in each space."""
        counts: dict[int, int] = {}
        for token in self.own_tokens:
            if token.is_division:
                space = self.board.at[token.id]
                counts[space] = counts.get(space, 0) + 1
        return counts

    def enemies_within(self, space: int, spaces: int) -> float:
        """Expected enemy divisions within so many spaces, whatever lies between."""
        near_spaces = self.map.within(space, spaces)
        return sum([weight for enemy_space, weight in self.enemy_divisions.items() if near_spaces >> enemy_space & 1])

    def friends_within(self, space: int, spaces: int) -> int:
        """The side's divisions within so many spaces, whatever lies between."""
        near_spaces = self.map.within(space, spaces)
        return sum([count for friend_space, count in self.own_divisions.items() if near_spaces >> friend_space & 1])

    def division_chance(self, token: Token) -> float:
        """How likely an enemy token is a division: known, remembered from where it was set up, or as good as any."""
        if token.kind:
            return 1.0 if token.kind in DIVISIONS else 0.0
        return self._faces.get(token.id, self.possible_pieces.division)

    def enemies_there(self, space: int, spaces: int) -> Iterator[tuple[float, int]]:
        """How many divisions the enemy may have within so many spaces of one of his, as far as Battle Cards care.

        A chance and a number where he has enough for a pitched battle, and the same where he has not.
        """
        divisions_needed, near_spaces = self.campaign.divisions_for_battle, self.map.within(space, spaces)
        counts, mean = [1.0], 0.0
        for token_id, piece_space in self.board.at.items():
            token = self.board.tokens[token_id]
            if token.side == self.enemy and near_spaces >> piece_space & 1:
                likely = 1.0 if piece_space == space else self.division_chance(token)
                mean += likely
                counts = [a * (1 - likely) + b * likely for a, b in zip((*counts, 0.0), (0.0, *counts), strict=True)]
        enough = sum(counts[divisions_needed:])
        if enough > NEGLIGIBLE_CHANCE:
            yield min(enough, 1.0), max(divisions_needed, round(mean))
        if enough < 1 - NEGLIGIBLE_CHANCE:
            yield 1 - enough, min(max(round(mean), 1), divisions_needed - 1)

    @cached_property
    def barring_fortresses(self) -> int:
        """Enemy fortresses in which anything is seen but known pickets: no way leads through them."""
        fortresses, garrisons = self.campaign.fortresses, self.enemy_divisions
        return mask_of(space for space, side in fortresses.items() if side == self.enemy and garrisons.get(space))

    @cached_property
    def own_fortresses(self) -> int:
        """Mask of the side's own fortresses."""
        return mask_of(space for space, side in self.campaign.fortresses.items() if side == self.side)

    @cached_property
    def held_divisions(self) -> Collection[str]:
        """The divisions that may not move now."""
        return self.board.held_divisions()

    @cached_property
    def _guarded_spaces(self) -> int:
        """Fortresses of the side with a division of it inside."""
        return self.own_fortresses & mask_of(self.own_divisions)

    def field(self, goal: int, reach: int = FAR, around: int = 0) -> Field:
        """Distances to a goal for one's own tokens, as far as ``reach``, by ways ``around`` some spaces (a mask)."""
        return self._field(self.side, goal, self.barring_fortresses | around, reach)

    def enemy_field(self, goal: int) -> Field:
        """Distances to a goal for the enemy's tokens."""
        return self._field(self.enemy, goal, self._guarded_spaces & ~goal)

    def _field(self, side: str, goal: int, barred_spaces: int, reach: int = FAR) -> Field:
        key = (side, goal, barred_spaces, reach)
        field = self._fields_known.get(key)
        if field is None:
            closed_edges = self._closed_crossings.get(side)
            if closed_edges is None:
                closed_edges = self._closed_crossings[side] = self.board.closed_crossings(side)
            field = self.fields.to(self.board, side, goal, barred_spaces, closed_edges=closed_edges, reach=reach)
            self._fields_known[key] = field
        return field

    def enemy_distance(self, goal: int) -> int:
        """How far the nearest enemy token is from a goal, by his ways."""
        nearest = self._threats.get(goal)
        if nearest is None:
            distances = self.enemy_field(goal).distances(self.enemy_units)
            coming = [distances[space] for space, number in self.enemy_divisions.items() if number >= LIKELY]
            nearest = self._threats[goal] = min(coming, default=FAR)
        return nearest

    def own_crossings(self, start: int, goal: int) -> tuple[str, ...]:
        """The crossings on the side's best way from ``start`` to a goal."""
        field = self.field(goal)
        crossings = field.crossings.get(start)
        if crossings is None:
            edges = [(min(step), max(step)) for step in pairwise(self._route(self.side, field, start))]
            own_edges = [self.map.crossing_at(edge) for edge in edges]
            crossings = field.crossings[start] = tuple([crossing.id for crossing in own_edges if crossing is not None])
        return crossings

    def enemy_route(self, start: int, goal: int) -> tuple[int, ...]:
        """The spaces on the enemy's best way from ``start`` to a goal, both included."""
        return self._route(self.enemy, self.enemy_field(goal), start)

    def _route(self, side: str, field: Field, start: int) -> tuple[int, ...]:
        route = field.routes.get(start)
        if route is None:
            ways, way = self.map.passage(False, None, self.map.closed_crossings(side)), [start]
            while 0 < field(way[-1]) < FAR:
                last_space, distances = way[-1], field.distances(self.map.adjacent[way[-1]])
                nearer_spaces = [
                    space
                    for space in self.map.neighbours[last_space]
                    if distances[space] < field(last_space) and ways.leads(last_space, space)
                ]
                if not nearer_spaces:
                    break
                way.append(min(nearer_spaces, key=distances.__getitem__))
            route = field.routes[start] = tuple(way)
        return route

    def points_for(self, occasion: Occasion, side: str, space: int | None = None) -> float:
        """What a side expects each time that something happens by its doing, such as a battle won; there, if known."""
        key = occasion, side, space
        points = self._points.get(key)
        if points is None:
            place = None if space is None else Space(space)
            points = self._points[key] = expected_points(self.board, side, occasion, ScoringOccasion(side, space=place))
        return points

    def brigades(self, token: Token) -> float:
        """Unbroken brigades of a token, the expected number for one that lies face down."""
        if token.kind:
            return len(self.board.brigades(token))
        return self.possible_pieces.brigades

    @cached_property
    def forces(self) -> Mapping[str, list[Force]]:
        """By side, its tokens on the map as they count in tabletop battles."""
        board, units = self.board, self.campaign.oob.units
        forces: dict[str, list[Force]] = {side: [] for side in self.campaign.seats}
        for token_id, space in board.at.items():
            token = board.tokens[token_id]
            if token.kind:
                ratings = [units[unit].rating for unit in board.brigades(token)]
                force = Force(token_id, space, len(ratings), sum(ratings) / len(ratings) if ratings else 0.0)
            else:
                bases = self.division_chance(token) * self.possible_pieces.brigades
                force = Force(token_id, space, bases, self.possible_pieces.rating)
            forces[token.side].append(force)
        return forces

    def unattached_bases(self, side: str) -> int:
        """Bases of a side's army that count wherever a battle is fought."""
        absent_units = self.board.broken_brigades | self.board.lost_brigades
        groups = [group for group in self.campaign.unattached if group.side == side]
        return sum(unit.id not in absent_units for group in groups for unit in group.units)

    def base_move(self, token: Token) -> int:
        """Spaces the token moves by road without a Staff Die this turn."""
        return allowances(self.board, token, None)[0]
