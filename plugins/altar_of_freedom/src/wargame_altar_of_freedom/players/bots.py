"""The players of campaigns by name; one of them searches: before each of its corps marches it tries some plans.

How strong it is: benchmarks/notes/campaigns.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from math import log
from typing import Final

from wargame_altar_of_freedom.board.actions import Nominate
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players.belligerent import BelligerentPlayer
from wargame_altar_of_freedom.players.heuristic import (
    HeuristicPlayer,
    Kept,
    chances_by_place,
    turns_since_deployment,
)
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.view import View
from wargame_lab.lookahead import Value
from wargame_lab.search_players import PolicySearchPlayer

DRAWS: Final = 5
"""The number of plans with other aims that are compared with the usual one."""
TRIES: Final = 48
"""Tries before a march."""


class PlanSearchPlayer(PolicySearchPlayer):
    """Thinks before each of its corps marches, by what the turn brings.

    ``seconds``, ``iterations`` and ``jobs`` say how long, as in `PolicySearchPlayer`. The players share what they
    worked out, and remember what the starting deployment tells (`face_down`), whichever of them was asked then.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        value: Value,
        seconds: float = 1.0,
        iterations: int | None = TRIES,
        jobs: int = 1,
    ) -> None:
        kept = self._kept = Kept()
        self._seen = -1  # the turn of the last question
        super().__init__(
            seed,
            policies={plan_name(draw): partial(HeuristicPlayer, draw=draw, kept=kept) for draw in range(DRAWS + 1)},
            value=value,
            turns=1,
            occasion=before_a_march,
            likely=partial(as_deployed, kept),
            doubt=1.0,
            least=4,
            seconds=seconds,
            iterations=iterations,
            jobs=jobs,
        )

    def __call__(self, view: View) -> Action:
        board: CampaignBoard = view.board
        turn = turns_since_deployment(board)
        if turn == 0 and self._seen != 0:
            self._kept.faces = {side: chances_by_place(board, board.enemy(side)) for side in board.campaign.seats}
        self._seen = turn
        return super().__call__(view)


def plan_name(draw: int) -> str:
    """What a way to play is called."""
    return f"other aims, draw {draw}" if draw else "the usual aims"


def as_deployed(kept: Kept, board: CampaignBoard, seat: str) -> float:
    """How likely the enemy's tokens are what they are in a world, by where they were set up; as a logarithm."""
    chances = kept.faces.get(seat, {})
    tokens = (token for token in board.tokens_of(board.enemy(seat)) if token.id in chances)
    return sum(log(chances[token.id] if token.is_division else 1 - chances[token.id]) for token in tokens)


def before_a_march(view: View) -> Hashable:
    """The turn and the number of corps that have moved, where a corps is to be named; otherwise nothing."""
    choices, board = view.choices, view.board
    if isinstance(choices, MarchChoices) or not isinstance(next(iter(choices)), Nominate):
        return None
    return board.turns_ended, len(board.activated)


def bots(value: Value, *, search_is_hard: bool = False) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign with this value of the ends of its turns.

    ``search_is_hard`` says that its search was measured to be stronger than the heuristic player.
    """
    search = partial(PlanSearchPlayer, value=value)
    hard = search if search_is_hard else HeuristicPlayer
    return {"heuristic": HeuristicPlayer, "search": search, "belligerent": BelligerentPlayer, "hard": hard}
