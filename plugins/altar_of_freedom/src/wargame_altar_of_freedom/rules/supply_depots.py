"""Supply depots change hands when a division enters their space, and what else entering spaces brings at once.

Source: GotW p.11 Capturing Supply Depots (AFI p.11). Readings: Depots.
"""

from __future__ import annotations

from attrs import evolve

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Depot, Space, Token
from wargame_altar_of_freedom.board.turn_events import DepotChange, DepotSetUp
from wargame_altar_of_freedom.rules.raids import enter
from wargame_core.authoring import Procedure, Table


def arrive(t: Table[CampaignBoard], token: Token, entered: tuple[Space, ...]) -> Procedure[None]:
    """What entering spaces brings at once: captured depots and points for first entry.

    Source: GotW p.11 Capturing Supply Depots, p.15 Victory Points.
    """
    take_depots(t, token, entered)
    for space in entered:
        if token.id in t.board.at:
            yield from enter(t, token, space)


def take_depots(t: Table[CampaignBoard], token: Token, entered: tuple[Space, ...]) -> None:
    """A division captures the enemy depots in the spaces it enters. Source: GotW p.11 Capturing Supply Depots."""
    for space in entered if token.is_division else ():
        depot = t.board.depot_in(space)
        if depot is not None and depot.side != token.side:
            capture_depot(t, depot, token.side)


def capture_depot(t: Table[CampaignBoard], depot: Depot, side: str) -> None:
    """An unguarded depot changes hands; it is worth its captured value to the enemy and its own to its builder.

    Source: GotW p.11 Capturing Supply Depots (AFI p.11). Readings: Guards and captures.
    """
    worth = t.board.campaign.depots[depot.id].staff_dice
    value = worth.value if side == depot.builder else worth.captured
    t.record(DepotSetUp(evolve(depot, side=side, value=value), DepotChange.CAPTURED))
