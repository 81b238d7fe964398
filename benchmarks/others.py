"""The same figure of other libraries: random playouts, choosing from the list of all legal moves."""

import contextlib
import io
import logging
import random
from time import perf_counter
from typing import Any

PLIES = 300
"""After how many moves a game of chess is left: random play hardly ever ends it."""


def chess_rate(seconds: float, seed: int) -> float:
    """Moves a second of random games of python-chess, each played until it is over. Raises ImportError without it."""
    import chess

    rng, moves, started = random.Random(seed), 0, perf_counter()
    while (passed := perf_counter() - started) < seconds:
        board = chess.Board()
        for _ in range(PLIES):
            if board.is_game_over():
                break
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves / passed


def python_games() -> dict[str, Any]:
    """OpenSpiel's turn-based games written in Python, by name. Raises ImportError without OpenSpiel."""
    import pyspiel

    logging.getLogger("absl").setLevel(logging.ERROR)
    with contextlib.redirect_stdout(io.StringIO()):
        from open_spiel.python import games  # noqa: F401 - registers them

        found = {}
        for name in pyspiel.registered_names():
            if name.startswith("python_"):
                with contextlib.suppress(Exception):  # some want parameters or data files
                    game = pyspiel.load_game(name)
                    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL:
                        found[name] = game
    return found


def spiel_rate(game: Any, seconds: float, seed: int) -> float:
    """Players' decisions a second of random games; chance is drawn but not counted."""
    rng, decisions, started = random.Random(seed), 0, perf_counter()
    while (passed := perf_counter() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
    return decisions / passed
