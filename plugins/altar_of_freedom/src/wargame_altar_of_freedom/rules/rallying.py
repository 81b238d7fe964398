"""Reconstituting broken brigades with unspent Staff Dice at the end of the turn.

Source: GotW p.14 Reconstituting Broken Units (AFI p.14). Readings: Divisions without brigades, Losses.
"""

from wargame_altar_of_freedom.board.actions import Done, Rally
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog, require
from wargame_altar_of_freedom.board.contact_events import RallyTried
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.turn_events import SideDone, StaffDieSpent
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.arrivals import free_spaces_near, nearest_free, place
from wargame_altar_of_freedom.rules.fog_of_war import own_side
from wargame_core.authoring import D6, ListedChoices, Procedure, Table


def rally_succeeds(campaign: Campaign, die: int) -> bool:
    """Whether a rally with this die succeeds. Source: GotW p.14 Reconstituting Broken Units (AFI p.14)."""
    return die >= campaign.rally_target


def rallying_side(board: CampaignBoard) -> str | None:
    """The side that may rally now: the first mover first, each until it is done or has no dice or brigades left.

    With a referee even a side without broken brigades is asked and says that it is done: its losses are secret. So does
    one none of whose brigades may rally: which they are is not for the enemy to know.
    """
    first_mover = board.campaign.first_mover
    for side in (first_mover, board.enemy(first_mover)):
        is_asked = board.fog is Fog.REFEREE or untried_brigades(board, side)
        if side not in board.done_sides and board.staff_dice.get(side) and is_asked:
            return side
    return None


def untried_brigades(board: CampaignBoard, side: str) -> list[str]:
    """The broken brigades of a side for which it has not rolled this turn."""
    side_of, tried_brigades = board.campaign.side_of, board.rally_tried
    return [unit for unit in sorted(board.broken_brigades) if side_of[unit] == side and unit not in tried_brigades]


def rallies(board: CampaignBoard, side: str) -> list[Rally]:
    """The broken brigades a side may still try to rally this turn."""
    effects = board.effects
    return [
        Rally(unit)
        for unit in untried_brigades(board, side)
        if not any(effect.no_rallying(board, unit) for effect in effects)
    ]


def rally_one(table: Table[CampaignBoard]) -> Procedure[None]:
    """One broken brigade tries to rally on a Staff Die, once a turn each; its division returns to the map with it.

    Source: GotW p.14 Reconstituting Broken Units (AFI p.14).
    """
    board = table.board
    side = require(rallying_side(board), "side that may rally")
    cite = board.cite("Reconstituting Broken Units")
    choices = ListedChoices([*rallies(board, side), Done()], cite=cite)
    answer = yield from table.ask(side, choices, "Which broken brigade do you try to rally, for a Staff Die?", cite)
    if isinstance(answer, Done):
        table.record(SideDone(side))
        return
    table.record(StaffDieSpent(side))
    label = f"rally of {board.campaign.unit_name(answer.unit)}"
    die = yield from table.roll(D6, label, cite, seen_by=own_side(board, side))
    table.record(RallyTried(answer.unit, die, rally_succeeds(board.campaign, die)))


def returning_divisions(board: CampaignBoard) -> tuple[Token, ...]:
    """The divisions that come back, the first mover's first: off the map, with a brigade that rallied this turn."""
    rallied_tokens = (board.token_of_unit(unit) for unit in sorted(board.rally_tried - board.broken_brigades))
    waiting_tokens = {token.id: token for token in rallied_tokens if token is not None and token.id not in board.at}
    first = board.campaign.first_mover
    return tuple(
        token for side in (first, board.enemy(first)) for token in waiting_tokens.values() if token.side == side
    )


def own_depots(board: CampaignBoard, side: str) -> list[Space]:
    """Where the depots stand that a side has set up and still holds."""
    return [depot.space for depot in board.depots.values() if depot.side == depot.builder == side]


def return_to_map(table: Table[CampaignBoard], token: Token) -> Procedure[None]:
    """A division that got a brigade back stands at or next to a depot that its side has set up, else near one.

    It comes when the turn has been scored, and acts in the next one; without a depot it waits.
    Readings: Divisions without brigades.
    """
    board = table.board
    depots = own_depots(board, token.side)
    hostile = board.depot_mask(board.enemy(token.side))
    spaces = [space for depot in depots for space in free_spaces_near(board, token, depot) if not hostile >> space & 1]
    spaces = spaces or [space for depot in depots for space in nearest_free(board, token, depot, as_known=True)]
    cite = board.cite("Reconstituting Broken Units")
    yield from place(table, token, list(dict.fromkeys(spaces)), "returns", cite)
