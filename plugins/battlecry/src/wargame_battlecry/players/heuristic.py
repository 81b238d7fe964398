"""The heuristic player: plans a whole turn for each card, and follows the best plan while the dice keep to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from wargame_battlecry.board.actions import (
    Attack,
    Build,
    ChoosePiece,
    ChooseSection,
    Discard,
    Done,
    Escape,
    FightBack,
    IgnoreFlags,
    Keep,
    Move,
    PlaceAt,
    PlayCard,
    Retreat,
    RetreatGeneral,
    TakeGround,
)
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.players.evaluation import attack_worth
from wargame_battlecry.players.minor_choices import (
    breakthrough_worth,
    build_worth,
    general_retreat_worth,
    piece_worth,
    retreat_worth,
    take_ground_worth,
)
from wargame_battlecry.players.piece_by_piece import PieceByPiece
from wargame_battlecry.players.whole_turn import WholeTurn, ground_gain
from wargame_battlecry.players.win_probability import win_probability
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.announce_orders import OrderChoices
from wargame_battlecry.rules.move import MoveChoices
from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.state import View
from wargame_lab.search_players import search_of


class HeuristicPlayer:
    """Plans whole turns, and weighs every other choice by what it may win and lose now.

    A ``fast`` one weighs orders piece by piece, by a guess of what they are good for: for proposals in a search.
    ``noise`` is by how many figures it may misjudge a choice: for varied proposals.
    """

    judge_choices = False

    def __init__(self, seed: int = 0, *, fast: bool = False, noise: float = 0.0) -> None:
        rng = random.Random(seed)
        piecewise = fast or noise
        self._turn = PieceByPiece(rng, fast=fast, noise=noise) if piecewise else WholeTurn(rng)
        self._judges: Mapping[type, Callable[[BattleBoard, str, Any], float]] = {
            Attack: lambda board, seat, action: attack_worth(board, action.unit, SPACE[action.target]),
            IgnoreFlags: lambda board, seat, action: action.count,
            Retreat: retreat_worth,
            RetreatGeneral: general_retreat_worth,
            Escape: lambda board, seat, action: -len(action.path),
            TakeGround: take_ground_worth if piecewise else ground_gain,
            Move: breakthrough_worth,
            FightBack: lambda board, seat, action: action.play,
            ChooseSection: lambda board, seat, action: self._turn.section(board, seat, action.section),
            ChoosePiece: piece_worth,
            PlaceAt: lambda board, seat, action: 0.0,
            Build: build_worth,
            Done: lambda board, seat, action: 0.05,
        }

    @property
    def plans(self) -> list[str]:
        """What it has said it is after, a sentence for the battle and one for each card."""
        return self._turn.plans

    def __call__(self, view: View) -> Action:
        board: BattleBoard = view.board
        choices = view.choices
        if isinstance(choices, MoveChoices):
            return self._turn.move(board, view.seat, choices)
        if isinstance(choices, OrderChoices):
            return self._turn.order(board, view.seat, choices)
        actions = list(choices)
        if isinstance(actions[0], (PlayCard, Keep, Discard)):
            return self._turn.card(board, view.seat, actions)
        doubt = self._turn.doubt
        rated = [(self._judges[type(action)](board, view.seat, action) + doubt(), action) for action in actions]
        best: Action = max(rated, key=lambda row: row[0])[1]
        return best


def is_worth_a_thought(action: Action) -> bool:
    """Whether a search may find something better: what an attack is worth is reckoned nearly exactly without it."""
    return not isinstance(action, (Attack, Keep, Escape))


BOTS: Mapping[str, Callable[..., Player]] = {
    "heuristic": HeuristicPlayer,
    "search": search_of(
        HeuristicPlayer, win_probability, turns=1, candidates=6, matters=is_worth_a_thought, fast=False
    ),
    "hard": HeuristicPlayer,  # the search was measured to be no stronger
}
