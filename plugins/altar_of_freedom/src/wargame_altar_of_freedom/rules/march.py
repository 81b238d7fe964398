"""Moving one token: its Staff Die, its way by road, cross country or rail, and where an enemy stops it.

Source: GotW p.6 Movement Rates, p.7 How to Roll Staff Dice (AFI p.6-7). Readings: Moves by road, Passing friends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from wargame_altar_of_freedom.board.actions import EndMarch, Move, MoveNext, RailMove
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.turn_events import MarchEnded, MoveEnded, StaffDieRolled, TokenMoved, TokenTakenUp
from wargame_altar_of_freedom.rules.arrivals import arrive, enter, take_depots
from wargame_altar_of_freedom.rules.contact import meet_enemy
from wargame_altar_of_freedom.rules.fog_of_war import own_side
from wargame_altar_of_freedom.rules.march_options import MarchChoices, RailTrips, rail_effect, travel
from wargame_altar_of_freedom.rules.movement import TokenMarch, allowances, staff_die_spaces
from wargame_core.authoring import D6, ListedChoices, Marches, Procedure, Table


def movable(board: CampaignBoard) -> list[Token]:
    """The tokens of the active corps that have not moved in this activation."""
    moved = board.moved
    return [token for token in board.tokens_under(board.command) if token.id not in moved]


def move_one_token(t: Table[CampaignBoard]) -> Procedure[None]:
    """The owner takes up a token of the corps (rolling its Staff Die, if any) and moves it; or ends the march.

    Source: GotW p.6 Movement Rates, p.7 How to Roll Staff Dice (AFI p.6-7).
    """
    board = t.board
    side = board.mover
    cite = board.cite("How to Roll Staff Dice")
    tokens = movable(board)
    choices = ListedChoices([*(MoveNext(token.id) for token in tokens), EndMarch()], cite=cite)
    chosen = yield from t.ask(side, choices, "Which token moves next?", cite)
    if isinstance(chosen, EndMarch):
        t.record(MarchEnded(side))
        return
    token = board.tokens[chosen.token]
    t.record(TokenTakenUp(token.id))
    die = None
    if token.id in board.allotted:
        label = f"Staff Die of {board.label(board.at[token.id])}"
        die = yield from t.roll(D6, label, cite, seen_by=own_side(board, side))
        t.record(StaffDieRolled(token.id, die, staff_die_spaces(board.campaign, die)))
    by_road, cross_country = allowances(board, token, die)
    march = TokenMarch(token, board.at[token.id], by_road, cross_country)
    going = True
    while going:
        going, march = yield from _one_leg(t, march)
    # Points come last: their dice are secret, and pickets driven off on the way ask the enemy for their retreat.
    for space in march.path:
        if token.id in board.at:
            yield from enter(t, token, space)
    t.record(MoveEnded(token.id))


def _one_leg(t: Table[CampaignBoard], march: TokenMarch) -> Procedure[tuple[bool, TokenMarch]]:
    """One Move of the token, up to its end or to what stops it; whether it may go on, and the march so far."""
    board = t.board
    token = march.token
    rail = rail_effect(board, token) if not march.path and token.id not in board.allotted else None
    trips = None if rail is None else RailTrips(board, token, rail)
    choices = MarchChoices(board, march, token.side, trips)
    prompt = f"Where does {token.name} march?"
    chosen = yield from t.ask(token.side, choices, prompt, board.cite("Movement Rates"))
    if rail is not None and isinstance(chosen, RailMove):
        way = travel(t, token, chosen.path, rail)
        yield from arrive(t, token, way)
        return False, march
    if not isinstance(chosen, Move):
        return False, march
    return (yield from walk(t, march, chosen.path))


def walk(t: Table[CampaignBoard], march: TokenMarch, path: tuple[Space, ...]) -> Procedure[tuple[bool, TokenMarch]]:
    """Enter the spaces of a path one by one until an enemy is met; whether the token may go on afterwards."""
    board = t.board
    token = march.token
    roads = board.campaign.map.passage(True, None, board.closed_crossings(token.side))
    enemy = board.mask(board.enemy(token.side))
    here, on_road, entered = march.here, march.on_road, []
    met: Space | None = None
    for space in path:
        if enemy >> space & 1:
            met = space
            break
        on_road = on_road and roads.leads(here, space)
        entered.append(space)
        here = space
    if entered:
        t.record(TokenMoved(token.id, march.here, tuple(entered)))
        march = evolve(march, path=(*march.path, *entered), on_road=on_road)
        take_depots(t, token, tuple(entered))
    if met is None:
        return False, march
    entered_it = yield from meet_enemy(t, march, met)
    if not entered_it:
        return False, march
    march = evolve(march, path=(*march.path, met), on_road=on_road and roads.leads(here, met))
    left = max(march.by_road if march.on_road else 0, march.cross_country) - len(march.path)
    return left > 0, march


def cut_short(board: CampaignBoard, action: Any) -> Iterator[tuple[Move | RailMove, Move | RailMove]]:
    """A march that ends short of where it could: the path cut after each of its spaces but the last."""
    if isinstance(action, (Move, RailMove)):
        for spaces in range(1, len(action.path)):
            yield evolve(action, path=action.path[:spaces]), evolve(action, path=action.path[spaces:])


MARCHES = Marches(cut_short, one_move="a token marches once; where its path ends it halts")
