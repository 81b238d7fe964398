"""The players of campaigns, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wargame_altar_of_freedom.players.belligerent import BelligerentPlayer
from wargame_altar_of_freedom.players.heuristic import HeuristicPlayer
from wargame_altar_of_freedom.players.search_among_plans import PlanSearchPlayer
from wargame_core.flow.players import Player
from wargame_core.players.lookahead import Value


def bots(value: Value) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign with this value of the ends of its turns."""
    search = partial(PlanSearchPlayer, value=value)
    return {"heuristic": HeuristicPlayer, "search": search, "belligerent": BelligerentPlayer}
