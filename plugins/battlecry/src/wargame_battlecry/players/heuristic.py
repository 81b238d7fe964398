"""The heuristic player: orders what can do most, fires before it charges, and keeps its generals with their units."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from wargame_battlecry.board.actions import (
    OFF,
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
    Order,
    PlaceAt,
    PlayCard,
    Retreat,
    RetreatGeneral,
    TakeGround,
)
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.card_worth import Prospects, card_worth
from wargame_battlecry.players.evaluation import FLAG, attack_worth, danger, glance, potential
from wargame_battlecry.players.minor_choices import (
    breakthrough_worth,
    build_worth,
    general_move,
    general_retreat_worth,
    piece_worth,
    retreat_worth,
    take_ground_worth,
)
from wargame_battlecry.players.plan_in_words import battle_plan, card_plan
from wargame_battlecry.players.win_probability import win_probability
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.rules.move import OFF_BOARD, MoveChoices, allowance, destinations, exit_from
from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.state import View
from wargame_core.maps.masks import bits
from wargame_core.players.search import search_of

CardAction = PlayCard | Keep | Discard


class HeuristicPlayer:
    """Weighs every choice by what it may win and lose now; looks no further than the next attack.

    A ``fast`` one guesses what an order is good for instead of trying every move: for playing on in a search.
    ``noise`` is by how many figures it may misjudge a choice: for varied proposals in a search.
    """

    judge_choices = False

    def __init__(self, seed: int = 0, *, fast: bool = False, noise: float = 0.0) -> None:
        self._rng = random.Random(seed)
        self._gain = glance if fast else order_worth
        self._noise = noise
        self._judges: Mapping[type, Callable[[BattleBoard, str, Any], float]] = {
            Order: lambda board, seat, action: self._gains(board, seat)[action.piece],
            Attack: lambda board, seat, action: attack_worth(board, action.unit, SPACE[action.target]),
            IgnoreFlags: lambda board, seat, action: action.count,
            Retreat: retreat_worth,
            RetreatGeneral: general_retreat_worth,
            Escape: lambda board, seat, action: -len(action.path),
            TakeGround: take_ground_worth,
            Move: breakthrough_worth,
            FightBack: lambda board, seat, action: action.play,
            ChooseSection: self._section,
            ChoosePiece: piece_worth,
            PlaceAt: lambda board, seat, action: 0.0,
            Build: build_worth,
            Done: lambda board, seat, action: 0.05,
        }

        self._known: tuple[object, dict[str, float]] = (None, {})  # the gains worked out last, and of which position
        self._fast = fast
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        board: BattleBoard = view.board
        choices = view.choices
        if isinstance(choices, MoveChoices):
            return self._move(board, choices)
        actions = list(choices)
        if isinstance(actions[0], CardAction):
            return self._card(board, view.seat, actions)
        rated = [(self._judges[type(action)](board, view.seat, action) + self._doubt(), action) for action in actions]
        best: Action = max(rated, key=lambda row: row[0])[1]
        return best

    def _doubt(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def _card(self, board: BattleBoard, seat: str, actions: list[CardAction]) -> CardAction:
        """The best card to play or keep, the worst to discard."""
        gains = self._gains(board, seat)
        worth = {action.card: card_worth(board, seat, board.book.cards[action.card], gains) for action in actions}
        pick = min if isinstance(actions[0], Discard) else max
        chosen = pick(actions, key=lambda action: worth[action.card] + self._doubt())
        if isinstance(chosen, PlayCard) and not (self._fast or self._noise):
            self._tell(board, seat, chosen.card, gains)
        return chosen

    def _tell(self, board: BattleBoard, seat: str, card: str, gains: Mapping[str, float]) -> None:
        """Say how the battle is to be won, before the first card, and what each card is for."""
        if not self.plans:
            self.plans.append(battle_plan(board, seat))
        self.plans.append(card_plan(board, seat, board.book.cards[card], gains))

    def _move(self, board: BattleBoard, choices: MoveChoices) -> Move | Done:
        """The first ordered piece that gains by moving goes to its best hex, or off the board for its flags."""
        pieces = choices.pieces
        if self._noise:
            pieces = sorted(pieces, key=lambda piece: self._rng.random())
        for piece in pieces:
            offered = choices.reach(piece)
            if offered >> OFF_BOARD & 1:
                return Move(piece, OFF)
            if is_general(piece):
                home = general_move(board, piece, offered)
                if home is not None:
                    return Move(piece, HEXES[home])
            elif offered:
                if self._noise:
                    offered = sum(1 << space for space in bits(offered) if self._rng.random() < 0.6)
                _, to = potential(board, piece, offered, allowance(board, piece))
                if to != board.place[piece]:
                    return Move(piece, HEXES[to])
        return Done(choices.stage)

    def _gains(self, board: BattleBoard, seat: str) -> dict[str, float]:
        """What each own piece could do with an order; kept while no piece, figure, work or reach changes.

        Between the choice of a card and the first move only orders are given, which change nothing of that.
        """
        position = (
            seat,
            board.turn,
            *(
                frozenset(known.items())
                for known in (board.place, board.figures, board.works, board.reach, board.moved, board.bonus)
            ),
            frozenset(board.captured.items()),
            frozenset(board.objectives),
        )
        if self._known[0] != position:
            gains = {piece: self._gain(board, piece) for piece in list(board.place) if board.side_of(piece) == seat}
            self._known = (position, gains)
        return self._known[1]

    def _section(self, board: BattleBoard, seat: str, action: ChooseSection) -> float:
        return Prospects(board, seat, self._gains(board, seat)).infantry_in(action.section)


def order_worth(board: BattleBoard, piece: str) -> float:
    """What a piece could do with an order."""
    if is_general(piece):
        return 0.5 * danger(board, piece)
    if board.battle.exits and exit_from(board, piece) is not None:
        return FLAG
    return potential(board, piece, destinations(board, piece), allowance(board, piece))[0]


def is_worth_a_thought(action: Action) -> bool:
    """Whether a search may find something better: what an attack is worth is reckoned nearly exactly without it."""
    return not isinstance(action, (Attack, Keep, Escape))


BOTS: Mapping[str, Callable[..., Player]] = {
    "heuristic": HeuristicPlayer,
    "search": search_of(
        HeuristicPlayer, win_probability, turns=1, candidates=6, matters=is_worth_a_thought, fast=False
    ),
}
