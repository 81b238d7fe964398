"""Fog of war: numbered counters handed out at random, face-down tokens turned over, and who sees which dice.

Source: GotW p.4 Map Tokens, p.5 Fog of War (AFI p.4-5). Readings: Face-down tokens.
"""

from wargame_altar_of_freedom.board.board import CampaignBoard, DivisionHeld, Fog
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import CounterTaken, EffectBegan, TokensRevealed
from wargame_altar_of_freedom.printed.lines import CommandId, DivisionId
from wargame_core.authoring import EVERYBODY, Procedure, Table, draw_from


def take_counter(
    table: Table[CampaignBoard],
    side: str,
    kind: str,
    command: CommandId,
    division: DivisionId,
    name: str,
    piece: str = "",
) -> Procedure[Token]:
    """A piece gets one of its side's unused counters, drawn unseen by the enemy unless all lies open."""
    board = table.board
    counters_in_use = {token.id for token in board.tokens.values() if token.side == side}
    unused_counters = [number for number in board.campaign.counter_numbers[side] if number not in counters_in_use]
    seen_by = EVERYBODY if board.fog is Fog.OPEN else frozenset({side})
    number = yield from table.roll(draw_from(unused_counters, "counters"), f"counter of {name}", None, seen_by=seen_by)
    token = Token(number, side, kind, command, division, name, piece)
    table.record(CounterTaken(token))
    return token


def hand_out_counters(table: Table[CampaignBoard]) -> Procedure[None]:
    """Every piece of both sides has its counter; fixed divisions are held until they are released."""
    board = table.board
    for piece in board.campaign.pieces.values():
        if piece.formation in board.left_out:
            continue
        yield from take_counter(table, piece.side, piece.kind, piece.command, piece.division, piece.name, piece.id)
        if piece.status == "random_release":
            table.record(EffectBegan(DivisionHeld(piece.division)))


def reveal(table: Table[CampaignBoard], tokens: tuple[Token, ...]) -> None:
    """Who sees where these tokens stand knows their faces from now on; nothing happens when all of them do already."""
    board = table.board
    unknown = tuple(
        sorted((token for token in tokens if _shows_anything_new(board, token)), key=lambda token: token.id)
    )
    if unknown:
        table.record(TokensRevealed(unknown))


def show_to_both(table: Table[CampaignBoard], tokens: tuple[Token, ...]) -> None:
    """Everybody sees the faces of tokens that take part in a battle; with a referee both sides do, near or far."""
    reveal(table, tokens)
    board = table.board
    for side in board.campaign.seats if board.fog is Fog.REFEREE else ():
        known_faces = board.known_faces.get(side, frozenset())
        unknown = (token for token in tokens if token.side != side and token.id not in known_faces)
        if in_order := tuple(sorted(unknown, key=lambda token: token.id)):
            table.record(TokensRevealed(in_order, side))


def _shows_anything_new(board: CampaignBoard, token: Token) -> bool:
    """Whether turning a token over shows somebody what he does not know."""
    if board.fog is not Fog.REFEREE:
        return token.id not in board.face_up
    seeing = (seat for seat in board.campaign.seats if board.knows_position(seat, token.id))
    return any(token.id not in board.known_faces.get(seat, frozenset()) for seat in seeing if seat != token.side)


def sees_token(board: CampaignBoard, token: Token) -> frozenset[str] | None:
    """Who sees the dice rolled for a token: all, with a referee its side and who sees it.

    Readings: What a referee announces.
    """
    if board.fog is not Fog.REFEREE:
        return EVERYBODY
    return frozenset(
        seat for seat in board.campaign.seats if seat == token.side or board.knows_position(seat, token.id)
    )


def own_side(board: CampaignBoard, side: str) -> frozenset[str] | None:
    """Who sees the dice rolled for what an enemy cannot see with a referee, such as losses.

    Readings: What a referee announces.
    """
    return frozenset({side}) if board.fog is Fog.REFEREE else EVERYBODY


def both_sides(board: CampaignBoard) -> frozenset[str] | None:
    """Who sees the dice of a contact: everybody, with a referee the two sides. Readings: What a referee announces."""
    return frozenset(board.campaign.seats) if board.fog is Fog.REFEREE else EVERYBODY
