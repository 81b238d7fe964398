"""The pieces of a campaign are counted against what is printed: one counter each, none lost and none made."""

from attrs import evolve
from tests.altar_of_freedom.kit import gettysburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.secrecy_rules import pieces


def begun() -> CampaignBoard:
    """A board of the first turn, all counters handed out."""
    match = gettysburg().start(seed=1)
    for _ in match.iter_play({seat: gettysburg().bot("random", seed=1) for seat in match.rules.seats}):
        if match.board.turn:  # type: ignore[attr-defined]
            break
    board = match.board
    assert isinstance(board, CampaignBoard)
    return board


def test_every_printed_piece_has_one_counter() -> None:
    board = begun()
    assert pieces(board)
    token_id, token = next((key, token) for key, token in board.tokens.items() if token.piece)
    twice, without = board.copy(), board.copy()
    twice.tokens["X1"] = evolve(token, id="X1")
    del without.tokens[token_id]
    assert not pieces(twice)
    assert not pieces(without)
