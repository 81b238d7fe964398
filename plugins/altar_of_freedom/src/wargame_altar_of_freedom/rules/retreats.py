"""Retreats: away from the enemy, the full distance, towards a depot; and what happens when the way is blocked.

Source: GotW p.11 Retreating from Battle, Blocked Retreats (AFI p.11). Rulings: decision 0105.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard, Space, Token, ids
from wargame_altar_of_freedom.board.events import (
    BrigadeBroken,
    EffectSpent,
    RetreatBegan,
    RetreatBlocked,
    TokenMoved,
    TokenRemoved,
)
from wargame_altar_of_freedom.rules.raids import enter
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core import LEGAL, Choices, Procedure, Table, Verdict, refuse
from wargame_core.maps.map import Map
from wargame_core.maps.masks import Passage, bits, nth_bit, walk_back


@frozen
class Ways:
    """The open ways of a retreat: layers of spaces ever further from the enemy, and the spaces it may end in."""

    passage: Passage
    layers: list[int]
    ends: int
    blocked: bool

    def path(self, end: int) -> tuple[Space, ...]:
        """The spaces entered on the way to an end."""
        return walk_back(self.passage, self.layers, end)[1:]  # type: ignore[return-value]


def retreat_ways(
    board: CampaignBoard, group: tuple[Token, ...], enemy_at: tuple[int, ...], spaces: int, starts: int = 0
) -> Ways:
    """Where a group of tokens may retreat ``spaces`` spaces from the enemy at ``enemy_at`` (or a battlefield).

    It sets out from where it stands, or from any space of the mask ``starts``.

    Each step leads further from the enemy and into no enemy token (that its side sees) or depot and over no closed
    line; friends may be passed, and if every space at the full distance is taken the retreat goes on to the nearest
    free one. Among the ends only those nearest a friendly depot remain. Blocked: no way of the full length, the end is
    where it got to.
    """
    token, game_map = group[0], board.campaign.map
    starts = starts or 1 << board.at[token.id]
    passage = game_map.passage(False, None, board.closed_crossings(token.side))
    enemy = board.enemy(token.side)
    free = game_map.enterable & ~board.enemies_seen(token.side) & ~board.depot_mask(enemy)
    stops = ~0
    for one in group:
        stops &= ~stacking(board, one)[1]
    layers = [starts]
    distance = min(game_map.distance(start, space) for start in bits(starts) for space in enemy_at)
    while layers[-1]:
        distance += 1
        ring = _within(game_map, enemy_at, distance) & ~_within(game_map, enemy_at, distance - 1)
        layers.append(passage.next(layers[-1]) & ring & free)
    layers.pop()
    for depth in range(spaces, len(layers)):
        ends = layers[depth] & stops
        if ends:
            return Ways(passage, layers[: depth + 1], nearest_depot(board, token.side, ends), False)
    for depth in range(len(layers) - 1, -1, -1):
        ends = layers[depth] & (stops if depth else ~0)
        if ends:
            return Ways(passage, layers[: depth + 1], nearest_depot(board, token.side, ends), True)
    raise AssertionError("a token is always where it stands")


def _within(game_map: Map, spaces: tuple[int, ...], distance: int) -> int:
    mask = 0
    for space in spaces:
        mask |= game_map.within(space, distance)
    return mask


def nearest_depot(board: CampaignBoard, side: str, ends: int) -> int:
    """Those of the spaces that are nearest by road to a depot of the side; overland where no road helps; else all."""
    depots = board.depot_mask(side)
    if not depots or not ends & (ends - 1):
        return ends
    game_map, shut = board.campaign.map, board.closed_crossings(side)
    for links_only in (True, False):
        passage = game_map.passage(links_only, None, shut)
        frontier, free = depots, game_map.enterable & ~depots
        while frontier:
            if frontier & ends:
                return frontier & ends
            frontier = passage.next(frontier) & free
            free &= ~frontier
    return ends


class RetreatChoices(Choices):
    """The ends of a retreat, each by one path; any other path of the right kind to the same end is accepted."""

    __slots__ = ("board", "group", "ways")

    def __init__(self, board: CampaignBoard, group: tuple[Token, ...], ways: Ways) -> None:
        self.board, self.group, self.ways = board, group, ways

    def __iter__(self) -> Iterator[RetreatAlong]:
        for end in bits(self.ways.ends):
            yield RetreatAlong(self.group[0].id, self.ways.path(end))

    def __len__(self) -> int:
        return self.ways.ends.bit_count()

    def sample(self, rng: Any) -> RetreatAlong:
        end = nth_bit(self.ways.ends, int(rng.random() * len(self)))
        return RetreatAlong(self.group[0].id, self.ways.path(end))

    def judge(self, action: Any) -> Verdict:
        board, ways = self.board, self.ways
        cite = board.cite("Retreating from Battle")
        if not isinstance(action, RetreatAlong) or action.token != self.group[0].id:
            return refuse("not_offered", f"{self.group[0].name} must retreat; {action} is no retreat of it", cite)
        if len(action.path) != len(ways.layers) - 1:
            text = f"the retreat is {len(ways.layers) - 1} spaces, not {len(action.path)}"
            return refuse("wrong_length", text, cite)
        from_here, here = ways.layers[0], 0
        for layer, space in zip(ways.layers[1:], action.path, strict=True):
            on_map = 0 <= space < board.campaign.map.size
            if not (on_map and (ways.passage.next(from_here) & layer) >> space & 1):
                where = board.label(space) if on_map else str(space)
                return refuse("bad_step", f"{where} does not lead away from the enemy by an open way", cite)
            here, from_here = space, 1 << space
        if not ways.ends >> here & 1:
            ends = ", ".join(board.label(end) for end in bits(ways.ends))
            return refuse(
                "not_towards_depot", f"{board.label(here)} is not nearest a friendly depot; {ends} would be", cite
            )
        return LEGAL


def retreat(
    t: Table[CampaignBoard], group: tuple[Token, ...], enemy_at: tuple[int, ...], spaces: int, starts: int = 0
) -> Procedure[None]:
    """The tokens (one, or a stack that goes together) retreat; their owner chooses among the open ways.

    Where the way turns out to be barred by an enemy that was not seen, the retreat is blocked there.
    Baggage trains among them follow where the others go.
    Source: GotW p.11 Retreating from Battle, Blocked Retreats (AFI p.11).
    """
    board = t.board
    t.record(RetreatBegan(ids(group), spaces))
    release(t, group)
    leading = tuple(token for token in group if token.kind not in board.campaign.never_with_own_kind) or group
    group, trains = leading, tuple(token for token in group if token not in leading)
    ways = retreat_ways(board, group, enemy_at, spaces, starts)
    chosen = yield from _choose_way(t, group, ways)
    path = _up_to_the_enemy(board, group[0].side, chosen)
    blocked = ways.blocked or path != chosen
    if blocked:
        t.record(RetreatBlocked(ids(group)))
    for token in group if path else ():
        t.record(TokenMoved(token.id, board.at[token.id], path, "retreat"))
    for token in group if blocked else ():
        break_all(t, token, "blocked retreat")
    for train in trains:
        yield from follow(t, train, () if blocked else path)


def _choose_way(t: Table[CampaignBoard], group: tuple[Token, ...], ways: Ways) -> Procedure[tuple[Space, ...]]:
    """The way of a retreat, its owner's choice where there are several; nothing where it stays."""
    if len(ways.layers) == 1 or not ways.ends & (ways.ends - 1):
        return ways.path(ways.ends.bit_length() - 1)
    cite = t.board.cite("Retreating from Battle")
    choices = RetreatChoices(t.board, group, ways)
    chosen: RetreatAlong = yield from t.ask(group[0].side, choices, "Which way does it retreat?", cite)
    return chosen.path


def _up_to_the_enemy(board: CampaignBoard, side: str, path: tuple[Space, ...]) -> tuple[Space, ...]:
    """As much of a way as is free of enemies; with a referee one that nobody had seen may bar it. Decision 0106."""
    enemies = board.mask(board.enemy(side))
    return tuple(takewhile(lambda space: not enemies >> space & 1, path))


def follow(t: Table[CampaignBoard], train: Token, path: tuple[Space, ...]) -> Procedure[None]:
    """A baggage train retreats with its escort, if there is a way and no other train at its end; else it is lost.

    Source: AFI p.7 Logistical Limitations. Decision 0113.
    """
    board = t.board
    if not path or stacking(board, train)[1] >> path[-1] & 1:
        t.record(TokenRemoved(train.id, "lost in the retreat"))
        return
    t.record(TokenMoved(train.id, board.at[train.id], path, "retreat"))
    for space in path:
        if train.id in board.at:
            yield from enter(t, train, space)


def release(t: Table[CampaignBoard], group: tuple[Token, ...]) -> None:
    """A division that was fixed in place and has to retreat is free from then on. Decision 0108."""
    for effect in list(t.board.effects):
        if effect.kind == "held" and any(token.unit == effect.target for token in group):
            t.record(EffectSpent(effect))


def break_all(t: Table[CampaignBoard], token: Token, why: str) -> None:
    """Every brigade of a division breaks; a token without brigades, or a picket or train, leaves the map.

    Source: GotW p.11 Blocked Retreats. Rulings: decision 0105.
    """
    for unit in t.board.brigades(token):
        t.record(BrigadeBroken(unit, why))
    leave_if_empty(t, token, why)


def leave_if_empty(t: Table[CampaignBoard], token: Token, why: str = "no brigade left") -> None:
    """A token without an unbroken brigade leaves the map (decision 0105)."""
    if token.id in t.board.at and not t.board.brigades(token):
        t.record(TokenRemoved(token.id, why))
