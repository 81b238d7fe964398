"""The heuristic player: orders what can do most, fires before it charges, and keeps its generals with their units."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
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
    Order,
    PlaceAt,
    PlayCard,
    Retreat,
    RetreatGeneral,
    TakeGround,
)
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.evaluation import (
    FLAG,
    attack_worth,
    best_attack,
    danger,
    glance,
    outlook,
    potential,
    standing,
)
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, HEXES, SECTION, SPACE, WITHIN, entry_sides
from wargame_battlecry.printed.pieces import ARMS, FOE, SECTIONS, Card
from wargame_battlecry.rules.card_effects import weak
from wargame_battlecry.rules.move import MoveChoices, allowance, destinations
from wargame_core.flow.views import View
from wargame_core.maps.masks import bits
from wargame_core.players.player import Player
from wargame_core.players.search import SearchPlayer


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
            Order: lambda board, seat, action: self._gain(board, action.piece),
            Attack: lambda board, seat, action: attack_worth(board, action.unit, SPACE[action.target]),
            IgnoreFlags: lambda board, seat, action: action.count,
            Retreat: _retreat,
            RetreatGeneral: _general_home,
            Escape: lambda board, seat, action: -len(action.path),
            TakeGround: _take_ground,
            Move: _further,
            FightBack: lambda board, seat, action: action.play,
            ChooseSection: self._section,
            ChoosePiece: _piece,
            PlaceAt: lambda board, seat, action: 0.0,
            Build: _build,
            Done: lambda board, seat, action: 0.05,
        }

    def __call__(self, view: View) -> Any:
        board: BattleBoard = view.board
        choices = view.choices
        if isinstance(choices, MoveChoices):
            return self._move(board, choices)
        actions = list(choices)
        if isinstance(actions[0], (PlayCard, Keep, Discard)):
            return self._card(board, view.seat, actions)
        rated = [(self._judges[type(one)](board, view.seat, one) + self._doubt(), one) for one in actions]
        return max(rated, key=lambda one: one[0])[1]

    def _doubt(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def _card(self, board: BattleBoard, seat: str, actions: list[Any]) -> Any:
        """The best card to play or keep, the worst to discard."""
        gains = self._prospects(board, seat)
        worth = {one.card: card_worth(board, seat, board.book.cards[one.card], gains) for one in actions}
        pick = min if isinstance(actions[0], Discard) else max
        return pick(actions, key=lambda one: worth[one.card] + self._doubt())

    def _move(self, board: BattleBoard, choices: MoveChoices) -> Any:
        """The first ordered piece that gains by moving goes to its best hex."""
        pieces = choices.pieces
        if self._noise:
            pieces = sorted(pieces, key=lambda id: self._rng.random())
        for id in pieces:
            offered = choices.reach(id)
            if is_general(id):
                home = general_move(board, id, offered)
                if home is not None:
                    return Move(id, HEXES[home])
            elif offered:
                if self._noise:
                    offered = sum(1 << space for space in bits(offered) if self._rng.random() < 0.6)
                _, to = potential(board, id, offered, allowance(board, id))
                if to != board.place[id]:
                    return Move(id, HEXES[to])
        return Done(choices.stage)

    def _prospects(self, board: BattleBoard, seat: str) -> dict[str, float]:
        """What each own piece could do with an order."""
        return {id: self._gain(board, id) for id in [one for one in board.place if board.side_of(one) == seat]}

    def _section(self, board: BattleBoard, seat: str, action: ChooseSection) -> float:
        area = SECTION[seat][action.section]
        gains = self._prospects(board, seat)
        return sum(gain for id, gain in gains.items() if not is_general(id) and _marches(board, id, area))


def order_worth(board: BattleBoard, id: str) -> float:
    """What a piece could do with an order."""
    if is_general(id):
        return 0.5 * danger(board, id)
    return potential(board, id, destinations(board, id), allowance(board, id))[0]


def card_worth(board: BattleBoard, seat: str, card: Card, worth: Mapping[str, float]) -> float:
    """What playing a card now may bring, given what each piece could do with an order."""
    own = SECTION[seat]
    units = {id: gain for id, gain in worth.items() if not is_general(id)}

    def arm(name: str) -> list[float]:
        return [gain for id, gain in units.items() if board.battle.units[id].kind.arm == name]

    def best(number: int, area: int = -1) -> float:
        gains = sorted((gain for id, gain in worth.items() if area >> board.place[id] & 1), reverse=True)
        return sum(max(0.0, gain) for gain in gains[:number])

    match card.effect:
        case "orders":
            if card.orders_per_card:
                return best(board.held[seat], own[card.orders_per_card])
            drawn = 0.3 if card.draw > 1 else 0.0
            return drawn + sum(best(number, own[section]) for section, number in card.orders.items())
        case "battle_cry":
            return 1.3 * best(max(1, board.held[seat] * 2 // 3))
        case "bombard":
            return 1.7 * sum(arm("artillery")) or best(1)
        case "forced_march":
            return 0.2 + max(
                sum(gain for id, gain in units.items() if _marches(board, id, own[name])) for name in SECTIONS
            )
        case "hit_and_run":
            return 1.2 * sum(arm("cavalry")) or best(1)
        case "leadership":
            led = [gain for id, gain in units.items() if board.general_at[board.place[id]]]
            return 1.25 * sum(led) + 0.1
        case "rally":
            return (
                0.35 * sum(min(2, len(weak(board, name))) for name in ARMS) * board.held[seat] / 3
                if seat == board.active
                else 1.0
            )
        case "sharp_shooter":
            return FLAG / 6 + 0.3
        case "short_supply":
            return 1.0
        case "construct_fieldworks":
            return 0.5
        case "counterattack":
            last = board.last_card.get(FOE[seat], "")
            copied = board.book.cards.get(last)
            if copied is None or copied.effect in ("counterattack", "fight_back"):
                return 0.6
            return card_worth(board, seat, board.book.cards[copied.mirror or last], worth)
        case _:
            return 1.5  # a Fight Back is worth keeping


def _marches(board: BattleBoard, id: str, area: int) -> bool:
    return board.battle.units[id].kind.arm == "infantry" and bool(area >> board.place[id] & 1)


def general_move(board: BattleBoard, id: str, offered: int) -> int | None:
    """Where an ordered general goes: to a unit without one that is near the front, if it is alone; else nowhere."""
    here, side = board.place[id], board.side_of(id)
    if board.unit_at[here]:
        return None
    with_units = offered & board.unit_mask[side]
    if with_units:
        return max(bits(with_units), key=lambda space: board.figures[board.unit_at[space]])
    mates = board.unit_mask[side]
    if not mates or not offered:
        return None
    return min(bits(offered), key=lambda space: min(DISTANCE[space][mate] for mate in bits(mates)))


def _at(board: BattleBoard, id: str, space: int) -> float:
    """The worth of a unit's place if it stood elsewhere."""
    here = board.place[id]
    board.put(id, space)
    worth = standing(board, id) - danger(board, id)
    board.put(id, here)
    return worth


def _retreat(board: BattleBoard, seat: str, action: Retreat) -> float:
    space = SPACE[action.to]
    return (ADJACENT[space] & board.unit_mask[seat]).bit_count() - (
        WITHIN[space][2] & board.unit_mask[FOE[seat]]
    ).bit_count()


def _general_home(board: BattleBoard, seat: str, action: RetreatGeneral) -> float:
    if action.to == "off":
        return 0.2
    space = SPACE[action.to]
    if board.unit_at[space]:
        return 2.0
    return 0.5 - (WITHIN[space][2] & board.unit_mask[FOE[seat]]).bit_count()


def _take_ground(board: BattleBoard, seat: str, action: TakeGround) -> float:
    if not action.enter:
        return 0.0
    return _at(board, action.unit, SPACE[action.to]) - standing(board, action.unit) + danger(board, action.unit)


def _further(board: BattleBoard, seat: str, action: Move) -> float:
    """What the further hex of a breakthrough gains."""
    id = action.piece
    worth, to = potential(board, id, 1 << SPACE[action.to], 1)
    return worth - best_attack(board, id) if to != board.place[id] else -1.0


def _piece(board: BattleBoard, seat: str, action: ChoosePiece) -> float:
    """For a Rally the weakest, for a Sharp Shooter anybody, for a Short Supply the enemy that does most harm."""
    id = action.piece
    if is_general(id):
        return 1.0
    if board.acting_card.effect == "rally":
        return best_attack(board, id) - board.figures[id]
    if board.side_of(id) == seat:
        return danger(board, id) - FLAG
    foes = WITHIN[board.place[id]][3] & board.unit_mask[seat]
    return foes.bit_count() + board.figures[id] / 4


def _build(board: BattleBoard, seat: str, action: Build) -> float:
    space = SPACE[action.hex]
    unit = board.unit_at[space]
    facing = 0
    for enemy in bits(board.unit_mask[FOE[seat]] & WITHIN[space][4]):
        facing += bool(entry_sides(enemy, space) & action.sides)
    return 0.1 * facing + danger(board, unit) if facing else 0.0


BOTS: Mapping[str, Callable[..., Player]] = {
    "heuristic": HeuristicPlayer,
    "search": partial(
        SearchPlayer,
        policy=partial(HeuristicPlayer, fast=True),
        prior=HeuristicPlayer,
        proposals=partial(HeuristicPlayer, fast=True, noise=1.5),
        value=outlook,
        value_sd=0.05,
        margin=0.025,
        turns=1,
    ),
}
