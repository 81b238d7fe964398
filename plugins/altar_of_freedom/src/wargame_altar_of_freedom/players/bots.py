"""The players of campaigns, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wargame_altar_of_freedom.players.belligerent import BelligerentPlayer
from wargame_altar_of_freedom.players.heuristic import HeuristicPlayer
from wargame_altar_of_freedom.players.search_among_plans import PlanSearchPlayer
from wargame_core.flow.players import Player
from wargame_lab.lookahead import Value


def bots(value: Value, *, search_is_hard: bool = False) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign with this value of the ends of its turns.

    ``search_is_hard`` says that its search was measured to be stronger than the heuristic player.
    """
    search = partial(PlanSearchPlayer, value=value)
    hard = search if search_is_hard else HeuristicPlayer
    return {"heuristic": HeuristicPlayer, "search": search, "belligerent": BelligerentPlayer, "hard": hard}
