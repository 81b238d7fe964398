"""Who may share or pass a space, and which tokens a command has.

Source: GotW p.7 Logistical Limitations (AFI p.7).
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_effects import DivisionHeld
from wargame_altar_of_freedom.printed.vocabulary import CommandId


def stacking(board: CampaignBoard, token: Token) -> tuple[int, int]:
    """Masks of the friendly spaces a token may not pass and may not end in.

    Nothing stacks, except what the campaign exempts: kinds of token that neither block nor are blocked (but no two
    baggage trains together), and divisions of one corps on the sides that may stack those.
    Source: GotW p.7 Logistical Limitations (AFI p.7).
    """
    exempt = board.campaign.stack_exempt
    tokens, kind, side = board.tokens, token.kind, token.side
    passing = stopping = 0
    if kind in exempt:
        if kind in board.campaign.never_with_own_kind:
            for token_id, space in board.at.items():
                if token_id != token.id and tokens[token_id].kind == kind:
                    stopping |= 1 << space
        return passing, stopping
    friends_of_corps = side in board.campaign.same_corps_stacking
    for token_id, space in board.at.items():
        other = tokens[token_id]
        if other.side != side or other.kind in exempt or token_id == token.id:
            continue
        if friends_of_corps and other.command == token.command:
            continue
        passing |= 1 << space
    return passing, passing


def held_divisions(board: CampaignBoard) -> frozenset[str]:
    """Divisions that are fixed in place until an event (or a retreat) releases them.

    Readings: Garrisons fixed in place.
    """
    return frozenset(effect.division for effect in board.effects_of(DivisionHeld))


def commands_on_map(board: CampaignBoard) -> set[CommandId]:
    """The commands with a token on the map that is not fixed in place."""
    tokens, held = board.tokens, held_divisions(board) if board.effects else frozenset[str]()
    return {tokens[token_id].command for token_id in board.at if tokens[token_id].unit not in held}


def tokens_under(board: CampaignBoard, command: CommandId) -> list[Token]:
    """The tokens on the map that move with a command and are not fixed in place."""
    at = board.at
    under = [token for token in board.tokens.values() if token.command == command and token.id in at]
    if not board.effects:
        return under
    held = held_divisions(board)
    return [token for token in under if token.unit not in held]
