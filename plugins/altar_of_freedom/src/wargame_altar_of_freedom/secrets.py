"""How the secrets of a campaign may lie, given what one side knows: face-down tokens and unseen points.

Used to sample full positions for search and to test that nothing leaks. Decision 0106.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from wargame_altar_of_freedom.board import CampaignBoard, Token


def possible_board(before: CampaignBoard, now: CampaignBoard, seat: str, rng: Any) -> CampaignBoard:
    """A full board that the seat cannot tell from the true one at the checkpoint ``before``.

    ``before`` and ``now`` are the checkpoint and the live board as the seat sees them. The enemy pieces it cannot name
    are dealt at random to the enemy counters it cannot name; what it sees no more stands where it may.
    """
    board = before.copy()
    faces = {
        **{id: t for id, t in before.tokens.items() if t.kind},
        **{id: t for id, t in now.tokens.items() if t.kind},
    }
    hidden = [id for id in before.tokens if id not in faces]
    named = {token.piece for token in faces.values()}
    for enemy in board.campaign.seats:
        if enemy == seat:
            continue
        _deal(board, enemy, faces, hidden, named, rng)
    board.tokens.update({id: token for id, token in faces.items() if id in board.tokens})
    return board


def _deal(
    board: CampaignBoard, enemy: str, faces: dict[str, Token], hidden: list[str], named: set[str], rng: Any
) -> None:
    campaign = board.campaign
    pieces = [
        piece
        for piece in campaign.pieces.values()
        if piece.side == enemy and piece.id not in named and piece.formation not in board.left_out
    ]
    # Whoever has not arrived yet by an open card cannot be on the map.
    arrivals = _arrived(board)
    on_map = [piece for piece in pieces if piece.status != "random_arrival" or piece.division in arrivals]
    off_map = [piece for piece in pieces if piece not in on_map]
    ours = [id for id in hidden if board.tokens[id].side == enemy]
    rng.shuffle(on_map)
    dealt = list(zip(ours, on_map, strict=False))
    for id, piece in dealt:
        faces[id] = Token(id, enemy, piece.kind, piece.command, piece.division, piece.name, piece.id)
    for id in ours[len(dealt) :]:
        faces[id] = evolve(board.tokens[id], kind="picket", command="", name="Picket")
    spare = [f"{enemy[0].upper()}{number:02}" for number in range(1, 100)]
    free = (number for number in spare if number not in board.tokens and number not in faces)
    for piece in (*on_map[len(dealt) :], *off_map):
        id = next(free)
        board.tokens[id] = Token(id, enemy, piece.kind, piece.command, piece.division, piece.name, piece.id)


def _arrived(board: CampaignBoard) -> set[str]:
    """Divisions that a card turned over so far has brought."""
    found = set()
    for card in board.drawn:
        for effect in board.campaign.deck.card(card).effects:
            if effect.kind == "place_division":
                found.add(effect.args.division)
    return found
