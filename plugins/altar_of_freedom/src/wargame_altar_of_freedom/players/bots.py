"""The players of campaigns, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wargame_altar_of_freedom.board.actions import EndMarch, MoveNext, Nominate
from wargame_altar_of_freedom.players.belligerent import BelligerentPlayer
from wargame_altar_of_freedom.players.heuristic import HeuristicPlayer
from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player
from wargame_core.players.lookahead import Value
from wargame_core.players.search import SearchPlayer


def is_worth_a_thought(action: Action) -> bool:
    """Whether a search may find something better: in what order corps and tokens move is worth little."""
    return not isinstance(action, (Nominate, MoveNext, EndMarch))


def bots(win_probability: Value) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign with this value of its positions."""
    search = partial(
        SearchPlayer,
        policy=HeuristicPlayer,
        proposals=BelligerentPlayer,
        value=win_probability,
        turns=1,
        candidates=4,
        matters=is_worth_a_thought,
    )
    return {"heuristic": HeuristicPlayer, "search": search, "belligerent": BelligerentPlayer, "hard": HeuristicPlayer}
