"""Pickets and baggage trains before a division: the ones retreat, the others are taken.

Source: GotW p.11 Contact with Pickets (AFI p.11). Readings: Pickets met.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.token_events import TokenRemoved
from wargame_altar_of_freedom.printed.vocabulary import PICKET
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_altar_of_freedom.rules.retreats import retreat
from wargame_core.authoring import D3, Procedure, Table


def drive_off(t: Table[CampaignBoard], other: Token, space: Space, attacker_at: Space | None = None) -> Procedure[None]:
    """A picket alone in the space retreats d3; a baggage train without an escort is taken.

    Source: GotW p.11 Contact with Pickets (AFI p.11).
    """
    board = t.board
    if other.kind == PICKET:
        spaces = yield from t.roll(
            D3, "the picket's retreat", board.cite("Contact with Pickets"), seen_by=both_sides(board)
        )
        yield from retreat(t, (other,), (space,), spaces, attacker_at=attacker_at)
    else:
        t.record(TokenRemoved(other.id, "taken by the enemy"))
