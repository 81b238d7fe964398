"""How many spaces a token moves, by road and cross country.

Source: GotW p.6-7 Movement Rates, How to Roll Staff Dice, Movement Restrictions (AFI p.6-7).
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_effects import BaseMoveChanged, BaseMoveReplaced, NoCrossCountry
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_core import D6, Ruling, UnknownName
from wargame_core.rulings import Modifier


def staff_die_spaces(campaign: Campaign, die: int | None) -> int:
    """Spaces that a Staff Die adds: its face, except that a 6 counts 0; no die, nothing.

    Source: GotW p.7 How to Roll Staff Dice (AFI p.7).
    """
    return 0 if die is None else campaign.staff_die.spaces(D6.face(die))


def march_allowance(campaign: Campaign, kind: str, by_road: bool, die: int | None) -> int:
    """Spaces that a token of this kind may move: base plus die all by road, only the die cross country.

    Source: GotW p.6-7 Movement Rates, Movement Restrictions (AFI p.6-7). Raises `UnknownName` for the kind.
    """
    if kind not in campaign.base_move:
        raise UnknownName("kind of token", kind, campaign.base_move)
    return (campaign.base_move[kind] if by_road else 0) + staff_die_spaces(campaign, die)


def allowance_ruling(board: CampaignBoard, token: Token, die: int | None) -> tuple[Ruling, Ruling]:
    """The token's allowances now, by road and cross country, itemised; events of the turn count."""
    rates, restrictions = board.cite("Movement Rates"), board.cite("Movement Restrictions")
    staff: tuple[Modifier, ...] = ()
    if die is not None:
        spaces = staff_die_spaces(board.campaign, die)
        staff = (Modifier(spaces, "Staff Die", board.cite("How to Roll Staff Dice"), f"rolled {die}"),)
    base = board.campaign.base_move[token.kind]
    changes, base_now = staff, base
    card = board.cite("Draw Event Card")
    for replaced in board.effects_of(BaseMoveReplaced):
        if replaced.token_kind == token.kind:
            base_now = replaced.spaces
            changes = (*changes, Modifier(base_now - base, "event", card))
    for changed in board.effects_of(BaseMoveChanged):
        if changed.side == token.side:
            changes = (*changes, Modifier(max(base_now + changed.spaces, changed.least) - base_now, "event", card))
    grounded = NoCrossCountry(token.side) in board.effects
    off_road = () if grounded else staff
    return (
        Ruling("by road", base + sum(change.value for change in changes), base, changes, rates),
        Ruling("cross country", sum(die.value for die in off_road), 0, off_road, card if grounded else restrictions),
    )


_CHANGES = (BaseMoveReplaced, BaseMoveChanged, NoCrossCountry)
"""The effects of events that change an allowance."""


def allowances(board: CampaignBoard, token: Token, die: int | None) -> tuple[int, int]:
    """Spaces the token may move now by road and cross country: the totals of `allowance_ruling` alone."""
    base = board.campaign.base_move[token.kind]
    if not any(isinstance(effect, _CHANGES) for effect in board.effects):
        extra = staff_die_spaces(board.campaign, die)
        return base + extra, extra
    road, cross = allowance_ruling(board, token, die)
    return road.total, cross.total
