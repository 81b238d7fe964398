"""Retreats: away from the enemy, the full distance, towards a depot; and what happens when the way is blocked.

Source: GotW p.11 Retreating from Battle, Blocked Retreats (AFI p.11). Readings: Retreats.
"""

from __future__ import annotations

from itertools import takewhile

from wargame_altar_of_freedom.board.battle_actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, RetreatBegan, RetreatBlocked
from wargame_altar_of_freedom.board.pieces import Space, Token, ids
from wargame_altar_of_freedom.board.token_events import MovedBy, TokenMoved, TokenRemoved
from wargame_altar_of_freedom.board.turn_effects import DivisionHeld
from wargame_altar_of_freedom.board.turn_events import EffectSpent
from wargame_altar_of_freedom.rules.raids import enter
from wargame_altar_of_freedom.rules.retreat_ways import Departure, Ways, departure, retreat_ways
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core.authoring import LEGAL, PieceMoves, Procedure, Table, Verdict, refuse
from wargame_core.maps.masks import bits


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
    t: Table[CampaignBoard],
    group: tuple[Token, ...],
    enemy_at: tuple[int, ...],
    spaces: int,
    start: Departure | None = None,
    attacker_at: int | None = None,
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
    start = start or departure(board, group[0])
    ways = retreat_ways(board, group, enemy_at, spaces, start, attacker_at)
    chosen = yield from _choose_way(t, group, ways)
    if chosen:
        chosen = (*start.walk_to(chosen[0]), *chosen)
    path = _up_to_the_enemy(board, group[0].side, chosen)
    blocked = ways.blocked or path != chosen
    if blocked:
        t.record(RetreatBlocked(ids(group)))
    for token in group if path else ():
        t.record(TokenMoved(token.id, start.origin, path, MovedBy.RETREAT))
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
    """As much of a way as is free of enemies; with a referee an unseen one may bar it.

    Readings: A referee keeps the map.
    """
    enemies = board.mask(board.enemy(side))
    return tuple(takewhile(lambda space: not enemies >> space & 1, path))


def follow(t: Table[CampaignBoard], train: Token, path: tuple[Space, ...]) -> Procedure[None]:
    """A baggage train retreats with its escort, if there is a way and no other train at its end; else it is lost.

    Source: AFI p.7 Logistical Limitations. Readings: Trains taken.
    """
    board = t.board
    if not path or stacking(board, train)[1] >> path[-1] & 1:
        t.record(TokenRemoved(train.id, "lost in the retreat"))
        return
    t.record(TokenMoved(train.id, board.at[train.id], path, MovedBy.RETREAT))
    for space in path:
        if train.id in board.at:
            yield from enter(t, train, space)


def release(t: Table[CampaignBoard], group: tuple[Token, ...]) -> None:
    """A division that was fixed in place and has to retreat is free from then on.

    Readings: Garrisons fixed in place.
    """
    for effect in t.board.effects_of(DivisionHeld):
        if any(token.unit == effect.division for token in group):
            t.record(EffectSpent(effect))


def break_all(t: Table[CampaignBoard], token: Token, why: str) -> None:
    """Every brigade of a division breaks; a token without brigades, or a picket or train, leaves the map.

    Source: GotW p.11 Blocked Retreats. Readings: Blocked ways.
    """
    for unit in t.board.brigades(token):
        t.record(BrigadeBroken(unit, why))
    leave_if_empty(t, token, why)


def leave_if_empty(t: Table[CampaignBoard], token: Token, why: str = "no brigade left") -> None:
    """A token without an unbroken brigade leaves the map. Readings: Divisions without brigades."""
    if token.id in t.board.at and not t.board.brigades(token):
        t.record(TokenRemoved(token.id, why))
