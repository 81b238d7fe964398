"""Numbered counters: which division, picket or train each face-down token is, is drawn at random and kept secret.

Source: GotW p.4 Map Tokens, p.5 Fog of War (AFI p.4-5). Readings: Face-down tokens.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.token_events import CounterTaken
from wargame_altar_of_freedom.board.turn_effects import DivisionHeld
from wargame_altar_of_freedom.board.turn_events import EffectBegan
from wargame_altar_of_freedom.printed.vocabulary import CommandId, DivisionId
from wargame_core.authoring import EVERYBODY, Procedure, Table, draw_from


def take_counter(
    t: Table[CampaignBoard], side: str, kind: str, command: CommandId, division: DivisionId, name: str, piece: str = ""
) -> Procedure[Token]:
    """A piece gets one of its side's unused counters, drawn unseen by the enemy unless all lies open."""
    board = t.board
    taken = {token.id for token in board.tokens.values() if token.side == side}
    left = [number for number in board.campaign.reference.counter_numbers[side] if number not in taken]
    seen_by = EVERYBODY if board.fog is Fog.OPEN else frozenset({side})
    number = yield from t.roll(draw_from(left, "counters"), f"counter of {name}", None, seen_by=seen_by)
    token = Token(number, side, kind, command, division, name, piece)
    t.record(CounterTaken(token))
    return token


def hand_out_counters(t: Table[CampaignBoard]) -> Procedure[None]:
    """Every piece of both sides has its counter; fixed divisions are held until they are released."""
    board = t.board
    for piece in board.campaign.pieces.values():
        if piece.formation in board.left_out:
            continue
        yield from take_counter(t, piece.side, piece.kind, piece.command, piece.division, piece.name, piece.id)
        if piece.status == "random_release":
            t.record(EffectBegan(DivisionHeld(piece.division)))
