"""Retreats: away from the enemy, the full distance, towards a depot; and what happens when the way is blocked.

Source: GotW p.11 Retreating from Battle, Blocked Retreats, p.13 Retreating after Battle (AFI p.11, 13). Rulings:
Readings: Retreats, Losers of a battle, How strict the direction is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard, DivisionHeld
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, RetreatBegan, RetreatBlocked
from wargame_altar_of_freedom.board.pieces import Space, Token, as_spaces, ids
from wargame_altar_of_freedom.board.turn_events import EffectSpent, MovedBy, TokenMoved, TokenRemoved
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_core.authoring import D6, LEGAL, PieceMoves, Procedure, Table, Verdict, bits, refuse
from wargame_core.maps.map import Map
from wargame_core.maps.masks import Passage, flood, walk_back


def retreat(
    table: Table[CampaignBoard],
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure | None = None,
    attacker_at: int | None = None,
    must_go_farther: bool = False,
) -> Procedure[None]:
    """The tokens (one, or a stack that goes together) retreat; their owner chooses among the open ways.

    Where the way turns out to be barred by an enemy that was not seen, the retreat is blocked there.
    Baggage trains among them follow where the others go.
    Source: GotW p.11 Retreating from Battle, Blocked Retreats (AFI p.11).
    """
    board = table.board
    table.record(RetreatBegan(ids(group), spaces))
    release_division(table, group)
    leading = tuple(token for token in group if token.kind not in board.campaign.never_with_own_kind) or group
    group, trains = leading, tuple(token for token in group if token not in leading)
    start = start or departure(board, group[0])
    ways = retreat_ways(board, group, enemy_at, spaces, start, attacker_at)
    ways = ways.with_farther_ends(board, group) if must_go_farther else ways
    chosen_way = yield from _choose_way(table, group, ways)
    if chosen_way:
        chosen_way = (*start.walk_to(chosen_way[0]), *chosen_way)
    path = _up_to_the_enemy(board, group[0].side, chosen_way)
    is_blocked = ways.blocked or path != chosen_way
    if is_blocked:
        table.record(RetreatBlocked(ids(group)))
    for token in group if path else ():
        table.record(TokenMoved(token.id, start.origin, path, MovedBy.RETREAT))
    for token in group if is_blocked else ():
        break_all(table, token, "blocked retreat")
    for train in trains:
        retreat_train(table, train, () if is_blocked else path)


def _choose_way(table: Table[CampaignBoard], group: tuple[Token, ...], ways: Ways) -> Procedure[tuple[Space, ...]]:
    """The way of a retreat, its owner's choice where there are several; nothing where it stays."""
    if not ways.ends & (ways.ends - 1):
        return ways.path(ways.ends.bit_length() - 1)
    cite = table.board.cite("Retreating from Battle")
    choices = RetreatChoices(table.board, group, ways)
    answer: RetreatAlong = yield from table.ask(
        group[0].side, choices, f"Which way does {' and '.join(token.name for token in group)} retreat?", cite
    )
    return answer.path


def _up_to_the_enemy(board: CampaignBoard, side: str, path: tuple[Space, ...]) -> tuple[Space, ...]:
    """As much of a way as is free of enemies; with a referee an unseen one may bar it.

    Readings: A referee keeps the map.
    """
    enemies = board.mask(board.enemy(side))
    return tuple(takewhile(lambda space: not enemies >> space & 1, path))


def retreat_train(table: Table[CampaignBoard], train: Token, path: tuple[Space, ...]) -> None:
    """A baggage train retreats with its escort, if there is a way and no other train at its end; else it is lost.

    What a retreat enters scores nothing. Source: AFI p.7 Logistical Limitations. Readings: Trains taken, Trains home.
    """
    board = table.board
    if not path or stacking(board, train)[1] >> path[-1] & 1:
        table.record(TokenRemoved(train.id, "lost in the retreat"))
        return
    table.record(TokenMoved(train.id, Space(board.at[train.id]), path, MovedBy.RETREAT))


def release_division(table: Table[CampaignBoard], group: tuple[Token, ...]) -> None:
    """A division that was fixed in place and has to retreat is free from then on.

    Readings: Garrisons fixed in place.
    """
    for effect in table.board.effects_of(DivisionHeld):
        if any(token.unit == effect.division for token in group):
            table.record(EffectSpent(effect))


def break_all(table: Table[CampaignBoard], token: Token, reason: str) -> None:
    """Every brigade of a division breaks; a token without brigades, or a picket or train, leaves the map.

    Source: GotW p.11 Blocked Retreats. Readings: Blocked ways.
    """
    for unit in table.board.brigades(token):
        table.record(BrigadeBroken(unit, reason))
    leave_if_empty(table, token, reason)


def leave_if_empty(table: Table[CampaignBoard], token: Token, reason: str = "no brigade left") -> None:
    """A token without an unbroken brigade leaves the map. Readings: Divisions without brigades."""
    if token.id in table.board.at and not table.board.brigades(token):
        table.record(TokenRemoved(token.id, reason))


# the ways that are open

NEAREST_DEPOT, LIBERAL = "nearest_depot", "liberal"
"""The readings of "in the general direction of the nearest depot": the values of the option ``retreats``."""
AT_LEAST, EXACTLY = "at_least", "exactly"
"""The readings of "at least d6" for the losers of a battle: the values of the option ``losers``."""
MOST_ROLLED = max(D6.faces)
"""The most spaces that the die sends anybody back, and the most that a loser may choose to go."""


@frozen
class Ways:
    """The open paths of a retreat: the spaces by number of steps, and those of them that it may end in.

    ``beyond`` are the layers that follow the full number of steps.
    """

    passage: Passage
    layers: list[int]
    ends: int
    blocked: bool
    beyond: tuple[int, ...] = ()

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers of steps after which it may end."""
        return tuple(steps for steps, layer in enumerate(self.layers) if layer & self.ends)

    def path(self, end: int) -> tuple[Space, ...]:
        """The spaces entered on the way to an end."""
        steps = next(steps for steps in self.lengths if self.layers[steps] >> end & 1)
        return as_spaces(walk_back(self.passage, self.layers[: steps + 1], end)[1:])

    def with_farther_ends(self, board: CampaignBoard, group: tuple[Token, ...]) -> Ways:
        """The same, and the ends up to six spaces on that are nearer a friendly depot than these.

        Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: At least d6.
        """
        side, stop_spaces = group[0].side, ~spaces_of_friends(board, group)
        farther_layers = self.beyond[: max(0, MOST_ROLLED + 1 - len(self.layers))]
        nearer = nearer_depot(board, side, sum(farther_layers) & stop_spaces, self.ends)
        return evolve(self, layers=[*self.layers, *farther_layers], ends=self.ends | nearer) if nearer else self


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

    def walk_to(self, first_space: int) -> tuple[Space, ...]:
        """The spaces of the battlefield that are entered before it is left for the space ``first_space``."""
        spaces_before = self.passage.before[first_space]
        last_spaces = next(layer & spaces_before for layer in self.layers if layer & spaces_before)
        start = next(bits(last_spaces))
        return as_spaces(walk_back(self.passage, list(self.layers), start)[1:])


def departure(board: CampaignBoard, token: Token, origin: int | None = None, crossing: int = 0) -> Departure:
    """How a token sets out from ``origin`` (where it stands): over those spaces of the mask ``crossing`` it can reach.

    It crosses no space with an enemy token (that its side sees) or depot, and no closed line; friends it may pass.
    """
    start = Space(board.at[token.id] if origin is None else origin)
    passage = board.campaign.map.passage(False, None, board.closed_crossings(token.side))
    free_spaces = crossing & _open_ground(board, token.side)
    return Departure(start, passage, tuple(flood(passage, 1 << start, free_spaces.bit_count(), free_spaces)))


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
    is such a way, any end remains that is not farther from a depot than the start, and before a retreat is blocked it
    may step aside.
    Readings: Ways of a retreat, How strict the direction is, Losers of a battle.
    """
    start = start or departure(board, group[0])
    strict_ways = _ways(board, group, enemy_at, spaces, start)
    if board.options["retreats"] != LIBERAL:
        return strict_ways
    if attacker_at is not None:
        ways = _ways(board, group, enemy_at, spaces, start, attacker_at)
        if not ways.blocked:
            return ways
    if not strict_ways.blocked:
        return strict_ways
    return _side_steps(board, group, enemy_at, spaces, start, len(strict_ways.layers) - 1) or strict_ways


def _ways(
    board: CampaignBoard,
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure,
    attacker_at: int | None = None,
) -> Ways:
    passage, side, stop_spaces = start.passage, group[0].side, ~spaces_of_friends(board, group)
    layers = _spaces_by_steps(board, side, enemy_at, start, attacker_at)
    for depth in range(spaces, len(layers)):
        end_spaces = layers[depth] & stop_spaces
        if end_spaces:
            end_spaces = towards_depot(board, side, end_spaces, start.starts)
            return Ways(passage, layers[: depth + 1], end_spaces, False, tuple(layers[depth + 1 :]))
    for depth in range(len(layers) - 1, 0, -1):
        end_spaces = layers[depth] & stop_spaces
        if end_spaces:
            return Ways(passage, layers[: depth + 1], towards_depot(board, side, end_spaces, start.starts), True)
    return Ways(passage, layers[:1], 1 << start.origin, True)


def _side_steps(
    board: CampaignBoard,
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure,
    spaces_gained: int,
) -> Ways | None:
    """The ways of the full length around what bars it, to spaces farther away than the ``spaces_gained`` it got; or
    None.

    No space on the way is as near the enemy as the start. Readings: How strict the direction is.
    """
    game_map, side = board.campaign.map, group[0].side
    distance = _distance(game_map, enemy_at, start)
    region = _open_ground(board, side) & ~_spaces_within(game_map, enemy_at, distance)
    layers = flood(start.passage, start.starts, spaces, region)
    if len(layers) <= spaces:
        return None
    ends = (
        layers[spaces]
        & ~spaces_of_friends(board, group)
        & ~_spaces_within(game_map, enemy_at, distance + spaces_gained)
    )
    return Ways(start.passage, layers, towards_depot(board, side, ends, start.starts), False) if ends else None


def spaces_of_friends(board: CampaignBoard, group: tuple[Token, ...]) -> int:
    """Mask of the spaces in which tokens may not end together, because of their own side's tokens there."""
    mask = 0
    for token in group:
        mask |= stacking(board, token)[1]
    return mask


def _distance(game_map: Map, enemy_at: tuple[int, ...], start: Departure) -> int:
    return min(game_map.distance(start_space, space) for start_space in bits(start.starts) for space in enemy_at)


def _spaces_by_steps(
    board: CampaignBoard, side: str, enemy_at: tuple[int, ...], start: Departure, attacker_at: int | None
) -> list[int]:
    """The spaces that can be reached with each step leading further from the enemy, by number of steps."""
    game_map, free_spaces = board.campaign.map, _open_ground(board, side)
    layers = [start.starts]
    distance = _distance(game_map, enemy_at, start)
    while layers[-1]:
        distance += 1
        ring = _spaces_within(game_map, enemy_at, distance) & ~_spaces_within(game_map, enemy_at, distance - 1)
        if attacker_at is not None:
            ring &= ~game_map.within(attacker_at, distance)
        layers.append(start.passage.next(layers[-1]) & ring & free_spaces)
    layers.pop()
    return layers


def _spaces_within(game_map: Map, spaces: tuple[int, ...], distance: int) -> int:
    mask = 0
    for space in spaces:
        mask |= game_map.within(space, distance)
    return mask


def towards_depot(board: CampaignBoard, side: str, end_spaces: int, starts: int) -> int:
    """Those of the ends of a retreat that lie in the direction of a friendly depot, as the option ``retreats`` has it.

    Source: GotW p.11 Retreating from Battle (AFI p.11). Readings: How strict the direction is.
    """
    if board.options["retreats"] == LIBERAL:
        return no_farther_from_depots(board, side, end_spaces, starts)
    return nearest_depot(board, side, end_spaces)


def nearest_depot(board: CampaignBoard, side: str, end_spaces: int) -> int:
    """Those of the spaces that are nearest by road to a depot of the side; overland where no road helps; else all."""
    if not end_spaces & (end_spaces - 1):
        return end_spaces
    for layers in _rings_around_depots(board, side):
        for layer in layers:
            if layer & end_spaces:
                return layer & end_spaces
    return end_spaces


def nearer_depot(board: CampaignBoard, side: str, spaces: int, than: int) -> int:
    """Those of the spaces that are nearer by road to a depot of the side than any of the others; overland where no road
    helps those.
    """
    for layers in _rings_around_depots(board, side) if spaces else ():
        near_spaces = 0
        for layer in layers:
            if layer & than:
                return near_spaces & spaces
            near_spaces |= layer
    return 0


def no_farther_from_depots(board: CampaignBoard, side: str, end_spaces: int, starts: int) -> int:
    """Those of the spaces that are not farther by road from the nearest depot of the side than a start; or the nearest.

    Overland where no road joins a start to a depot.
    """
    for layers in _rings_around_depots(board, side):
        near_spaces = 0
        for layer in layers:
            near_spaces |= layer
            if layer & starts:
                return near_spaces & end_spaces or nearest_depot(board, side, end_spaces)
    return nearest_depot(board, side, end_spaces)


def _rings_around_depots(board: CampaignBoard, side: str) -> Iterator[list[int]]:
    """The spaces by their distance from the nearest depot of the side: first along roads, then overland.

    A direction is one of the ground: a crossing that is closed now does not turn it round.
    """
    depots, game_map = board.depot_mask(side), board.campaign.map
    if depots:
        for links_only in (True, False):
            passage = game_map.passage(links_only, None, frozenset())
            yield flood(passage, depots, game_map.size, game_map.enterable)


class RetreatChoices(PieceMoves):
    """The ends of a retreat, each by one path; any other path of the right kind to the same end is accepted."""

    __slots__ = ("board", "group", "ways")
    complete = False

    def __init__(self, board: CampaignBoard, group: tuple[Token, ...], ways: Ways) -> None:
        self.board, self.group, self.ways = board, group, ways
        super().__init__([group[0].id], lambda token: ways.ends, lambda token, end: RetreatAlong(token, ways.path(end)))

    def judge(self, action: object) -> Verdict:
        board, ways = self.board, self.ways
        cite = board.cite("Retreating from Battle")
        if not isinstance(action, RetreatAlong) or action.token != self.group[0].id:
            return refuse("not_offered", f"{self.group[0].name} must retreat: choose its way", cite)
        if len(action.path) not in ways.lengths:
            lengths = " or ".join(map(str, ways.lengths))
            return refuse("wrong_length", f"the retreat is {lengths} spaces, not {len(action.path)}", cite)
        from_here, depth = ways.layers[0], 0
        for layer, space in zip(ways.layers[1:], action.path, strict=False):
            on_map = 0 <= space < board.campaign.map.size
            if not (on_map and (ways.passage.next(from_here) & layer) >> space & 1):
                space_label = board.label(space) if on_map else str(space)
                return refuse("bad_step", f"{space_label} does not lead away from the enemy by an open way", cite)
            depth, from_here = space, 1 << space
        if not ways.ends >> depth & 1:
            end_labels = ", ".join(board.label(end) for end in bits(ways.ends))
            return refuse(
                "not_towards_depot",
                f"{board.label(depth)} is not nearest a friendly depot; {end_labels} would be",
                cite,
            )
        return LEGAL
