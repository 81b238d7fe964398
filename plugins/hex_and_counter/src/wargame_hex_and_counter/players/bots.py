"""The bots that every game of hexes and counters has; what plays is loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame_core.flow.players import Player
from wargame_hex_and_counter.players.nearness import nearness
from wargame_hex_and_counter.rules.hex_game import HexGame


def bots(game: HexGame) -> Mapping[str, Callable[..., Player]]:
    """By name what makes a player: the one that holds a line, and as easy the one that looks one choice ahead."""

    def holds_a_line(**bot_arguments: Any) -> Player:
        from wargame_hex_and_counter.players.line_holder import line_holder

        return line_holder(game, game.weights)(**bot_arguments)

    return {"heuristic": holds_a_line, "easy": nearness(game)}
