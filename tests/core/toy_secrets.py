"""Boards of the test game on which what it hides from a seat lies otherwise."""

from typing import Any

from attrs import evolve


def other_mine(board: Any, seat: str, rng: Any) -> Any:
    """The mine lies on another space that the scout has not been to."""
    spaces = [space for space in range(1, 5) if space not in board.visits and space != board.mine]
    if seat == "red" or board.found or not board.mine or not spaces:
        return board
    return evolve(board, mine=rng.choice(spaces))


def other_tokens(board: Any, seat: str, rng: Any) -> Any:
    """The tokens that the seat has not drawn are others."""
    if board.outcome is not None:
        return board
    board = board.copy()
    others = [other for other in board.purses if other != seat]
    tokens = [*board.cup, *(token for other in others for token in board.purses[other])]
    rng.shuffle(tokens)
    for other in others:
        count = len(board.purses[other])
        board.purses[other], tokens = tuple(tokens[:count]), tokens[count:]
    board.cup = tuple(sorted(tokens))
    return board


def other_hands(board: Any, seat: str, rng: Any) -> Any:
    """The others hold other cards."""
    board = board.copy()
    for other in board.hands:
        if other != seat:
            board.hands[other] = tuple(sorted(rng.sample((1, 2, 3), len(board.hands[other]))))
    return board
