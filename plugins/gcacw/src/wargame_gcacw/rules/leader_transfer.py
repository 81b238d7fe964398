"""Leaders go to other units between actions. Source: GCACW rules 1.4, 3 Leader Transfer.

Readings: Leaders stand with units.
"""

from __future__ import annotations

from collections.abc import Iterator

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.actions import Done, PlaceLeader
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import LeaderPlaced
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION, SIDES, LeaderId
from wargame_gcacw.rules.leaders import reached_by

TRANSFER_HEXES = 10
"""How far from its unit a leader may transfer."""


def transfer_leaders(table: Table[FieldBoard]) -> Procedure[None]:
    """Each side in turn may send each of its leaders to another of his units, up to ten hexes away.

    Source: GCACW rules 1.4, 3 Leader Transfer
    """
    board = table.board
    for side in SIDES:
        leaders = [leader for leader in board.leader_with if board.leader(leader).side == side]
        places = [place for leader in leaders for place in _places(board, leader)]
        while places:
            prompt = f"Which {NATION[side]} leader goes to another unit?"
            chosen = yield from table.ask(side, [*places, Done()], prompt, cites.TRANSFER)
            if isinstance(chosen, Done):
                break
            places = [place for place in places if place.leader != chosen.leader]
            table.record(LeaderPlaced(chosen.leader, chosen.unit))


def _places(board: FieldBoard, leader: LeaderId) -> Iterator[PlaceLeader]:
    now = board.leader_with[leader]
    others = [unit for unit in board.book.subordinates[leader] if unit in board.units and unit != now]
    return (PlaceLeader(leader, unit) for unit in reached_by(board, leader, others, TRANSFER_HEXES))
