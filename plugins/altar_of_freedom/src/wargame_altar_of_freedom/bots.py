"""A player of campaigns that knows what it is after. (To be written out.)"""

from __future__ import annotations

from typing import Any

from wargame_core.bots import RandomPlayer
from wargame_core.views import View


class HeuristicPlayer(RandomPlayer):
    """Plays sensibly."""

    def __call__(self, view: View) -> Any:
        return super().__call__(view)
