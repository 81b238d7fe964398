"""The shape of what agents are given, in the words of Gymnasium, which PettingZoo shares."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from wargame_lab.adapters.episode import Episode
from wargame_lab.encoding.encoder import ROW


def space_of(episode: Episode[Any], seat: str) -> spaces.Dict:
    """The space of `Episode.seen` for a seat; it is the same for all seats of a game."""
    places = episode.setting.max_actions
    infinity, size = float("inf"), episode.observation(seat).shape
    return spaces.Dict(
        {
            "observation": spaces.Box(-infinity, infinity, size, dtype="float32"),
            "rows": spaces.Box(0, 2**31 - 1, (places, len(ROW)), dtype="int32"),
            "action_mask": spaces.MultiBinary(places),
        }
    )
