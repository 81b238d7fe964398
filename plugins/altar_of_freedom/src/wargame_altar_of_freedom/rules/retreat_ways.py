"""The paths open to a retreat: away from the enemy, the full distance, in the direction of a depot.

Source: GotW p.11 Retreating from Battle, p.13 Retreating after Battle (AFI p.11, 13).
Readings: Retreats, Losers of a battle.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core.maps.map import Map
from wargame_core.maps.masks import Passage, bits, flood, walk_back

NEAREST_DEPOT, LIBERAL = "nearest_depot", "liberal"
"""The readings of "in the general direction of the nearest depot": the values of the option ``retreats``."""


@frozen
class Ways:
    """The open paths of a retreat: layers of spaces ever farther from the enemy, and the spaces it may end in."""

    passage: Passage
    layers: list[int]
    ends: int
    blocked: bool

    def path(self, end: int) -> tuple[Space, ...]:
        """The spaces entered on the way to an end."""
        return walk_back(self.passage, self.layers, end)[1:]  # type: ignore[return-value]


@frozen
class Departure:
    """From where a beaten token sets out: its space, then layers of spaces of the battlefield that it may cross first.

    The number of spaces that it has to retreat is counted from the last of them.
    """

    origin: Space
    passage: Passage
    layers: tuple[int, ...]

    @property
    def starts(self) -> int:
        """Mask of the spaces from which the retreat may be counted."""
        return sum(self.layers)

    def walk_to(self, first: int) -> tuple[Space, ...]:
        """The spaces of the battlefield that are entered before it is left for the space ``first``."""
        before = self.passage.before[first]
        last = next(layer & before for layer in self.layers if layer & before)
        start = next(bits(last))
        return walk_back(self.passage, list(self.layers), start)[1:]  # type: ignore[return-value]


def departure(board: CampaignBoard, token: Token, origin: int | None = None, crossing: int = 0) -> Departure:
    """How a token sets out from ``origin`` (where it stands): over those spaces of the mask ``crossing`` it can reach.

    It crosses no space with an enemy token (that its side sees) or depot, and no closed line; friends it may pass.
    """
    start = Space(board.at[token.id] if origin is None else origin)
    passage = board.campaign.map.passage(False, None, board.closed_crossings(token.side))
    free = crossing & _open_ground(board, token.side)
    return Departure(start, passage, tuple(flood(passage, 1 << start, free.bit_count(), free)))


def _open_ground(board: CampaignBoard, side: str) -> int:
    """Mask of the spaces a retreat of the side may enter, as far as it knows where the enemy is."""
    return board.campaign.map.enterable & ~board.enemies_seen(side) & ~board.depot_mask(board.enemy(side))


def retreat_ways(
    board: CampaignBoard,
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure | None = None,
    attacker_at: int | None = None,
) -> Ways:
    """Where a group of tokens may retreat ``spaces`` spaces from the enemy at ``enemy_at`` (or a battlefield).

    Each step leads further from the enemy and into no enemy token (that its side sees) or depot and over no closed
    line; friends may be passed, and if every space at the full distance is taken the retreat goes on to the nearest
    free one. Among the ends only those nearest a friendly depot remain. Blocked: no way of the full length, the end is
    where it got to.

    With the option ``retreats = liberal`` each step also leads further from where the attacker comes from, where there
    is such a way, and any end remains that is no farther from a depot than the start.
    Readings: Ways of a retreat, How strict the direction is, Losers of a battle.
    """
    start = start or departure(board, group[0])
    if board.options["retreats"] == LIBERAL and attacker_at is not None:
        ways = _ways(board, group, enemy_at, spaces, start, attacker_at)
        if not ways.blocked:
            return ways
    return _ways(board, group, enemy_at, spaces, start)


def _ways(
    board: CampaignBoard,
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure,
    attacker_at: int | None = None,
) -> Ways:
    stops, passage, side = ~0, start.passage, group[0].side
    for token in group:
        stops &= ~stacking(board, token)[1]
    layers = _layers(board, side, enemy_at, start, attacker_at)
    for depth in range(spaces, len(layers)):
        ends = layers[depth] & stops
        if ends:
            return Ways(passage, layers[: depth + 1], towards_depot(board, side, ends, start.starts), False)
    for depth in range(len(layers) - 1, 0, -1):
        ends = layers[depth] & stops
        if ends:
            return Ways(passage, layers[: depth + 1], towards_depot(board, side, ends, start.starts), True)
    return Ways(passage, layers[:1], 1 << start.origin, True)


def _layers(
    board: CampaignBoard, side: str, enemy_at: tuple[int, ...], start: Departure, attacker_at: int | None
) -> list[int]:
    """The spaces that can be reached with each step leading further from the enemy, by number of steps."""
    game_map, free = board.campaign.map, _open_ground(board, side)
    layers = [start.starts]
    distance = min(game_map.distance(here, space) for here in bits(start.starts) for space in enemy_at)
    while layers[-1]:
        distance += 1
        ring = _within(game_map, enemy_at, distance) & ~_within(game_map, enemy_at, distance - 1)
        if attacker_at is not None:
            ring &= ~game_map.within(attacker_at, distance)
        layers.append(start.passage.next(layers[-1]) & ring & free)
    layers.pop()
    return layers


def _within(game_map: Map, spaces: tuple[int, ...], distance: int) -> int:
    mask = 0
    for space in spaces:
        mask |= game_map.within(space, distance)
    return mask


def towards_depot(board: CampaignBoard, side: str, ends: int, starts: int) -> int:
    """Those of the ends of a retreat that lie in the direction of a friendly depot, as the option ``retreats`` has it.

    Source: GotW p.11 Retreating from Battle (AFI p.11). Readings: How strict the direction is.
    """
    if board.options["retreats"] == LIBERAL:
        return no_farther_from_depots(board, side, ends, starts)
    return nearest_depot(board, side, ends)


def nearest_depot(board: CampaignBoard, side: str, ends: int) -> int:
    """Those of the spaces that are nearest by road to a depot of the side; overland where no road helps; else all."""
    if not ends & (ends - 1):
        return ends
    for layers in _rings_around_depots(board, side):
        for layer in layers:
            if layer & ends:
                return layer & ends
    return ends


def no_farther_from_depots(board: CampaignBoard, side: str, ends: int, starts: int) -> int:
    """Those of the spaces that are no farther by road from the nearest depot of the side than a start; or the nearest.

    Overland where no road joins a start to a depot.
    """
    for layers in _rings_around_depots(board, side):
        near = 0
        for layer in layers:
            near |= layer
            if layer & starts:
                return near & ends or nearest_depot(board, side, ends)
    return nearest_depot(board, side, ends)


def _rings_around_depots(board: CampaignBoard, side: str) -> Iterator[list[int]]:
    """The spaces by their distance from the nearest depot of the side: first along roads, then overland."""
    depots, game_map = board.depot_mask(side), board.campaign.map
    if depots:
        for links_only in (True, False):
            passage = game_map.passage(links_only, None, board.closed_crossings(side))
            yield flood(passage, depots, game_map.size, game_map.enterable)
