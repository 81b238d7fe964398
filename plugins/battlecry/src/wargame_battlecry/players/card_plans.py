"""The turn that each card of the deck would bring, planned as a whole, in figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from attrs import define, field

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.evaluation import FLAG
from wargame_battlecry.players.turn_plan import Situation, TurnPlan, plan_turn
from wargame_battlecry.printed.command_cards import CardEffect, CommandCard
from wargame_battlecry.printed.game_board import SECTION, SECTION_BITS
from wargame_battlecry.printed.sides import ARMS, FOE, SECTIONS
from wargame_battlecry.rules.card_effects import NEEDS, copyable, weak

ANYBODY: Final = (99,)
"""Orders for all pieces there are."""

Planned = tuple[float, TurnPlan | None]
"""What a card may bring, and the plan of its orders where they can be named beforehand."""


@define
class CardPlans:
    """The plans of a side's cards; cards that order alike share one."""

    now: Situation
    _made: dict[tuple[int, ...], TurnPlan] = field(factory=dict)

    def of(self, card: CommandCard) -> Planned:
        """What a card may bring, and how."""
        board, needs = self.now.board, NEEDS.get(card.effect)
        if needs is not None and board.active == self.now.seat and not needs(board):
            units = [piece for piece in self.now.pieces() if not is_general(piece)]
            plan = self.with_orders(units, 1)
            return plan.worth, plan
        return PLANS[card.effect](self, card)

    def in_sections(self, allowed: tuple[int, ...]) -> TurnPlan:
        """The best turn with so many orders in each section."""
        if allowed not in self._made:
            sections, place = SECTION_BITS[self.now.seat], self.now.board.place
            fits = {piece: sections[place[piece]] for piece in self.now.pieces()}
            self._made[allowed] = plan_turn(self.now, fits, allowed)
        return self._made[allowed]

    def with_orders(self, pieces: Iterable[str], number: int = ANYBODY[0], *, battles: float = 1.0) -> TurnPlan:
        """The best turn with so many orders to some pieces."""
        return plan_turn(self.now, dict.fromkeys(pieces, 1), (number,), battles=battles)

    def arm(self, arm: str) -> list[str]:
        """The side's units of an arm."""
        units = self.now.board.battle.units
        return [piece for piece in self.now.pieces() if not is_general(piece) and units[piece].kind.arm == arm]

    def march(self, section: str) -> TurnPlan:
        """The best turn of the infantry in a section when it may move two hexes."""
        board, area = self.now.board, SECTION[self.now.seat][section]
        infantry = [unit for unit in self.arm("infantry") if area >> board.place[unit] & 1]
        with longer_moves(board, "infantry", 2):
            return self.with_orders(infantry)


@contextmanager
def longer_moves(board: BattleBoard, arm: str, hexes: int) -> Iterator[None]:
    """Within it an arm may move as far as a card lets it."""
    saved = board.reach
    board.reach = {arm: hexes}
    try:
        yield
    finally:
        board.reach = saved


def _orders(plans: CardPlans, card: CommandCard) -> Planned:
    orders = dict(card.orders)
    if card.orders_per_card:
        orders[card.orders_per_card] = plans.now.board.held[plans.now.seat]
    plan = plans.in_sections(tuple(orders.get(section, 0) for section in SECTIONS))
    return plan.worth + (0.3 if card.draw > 1 else 0.0), plan


def _battle_cry(plans: CardPlans, card: CommandCard) -> Planned:
    orders = max(1, plans.now.board.held[plans.now.seat] * 2 // 3)
    plan = plans.with_orders(plans.now.pieces(), orders)
    return 1.3 * plan.worth, plan


def _bombard(plans: CardPlans, card: CommandCard) -> Planned:
    with longer_moves(plans.now.board, "artillery", 3):
        plan = plans.with_orders(plans.arm("artillery"), battles=2.0)
    return plan.worth, plan


def _counterattack(plans: CardPlans, card: CommandCard) -> Planned:
    board = plans.now.board
    last = board.last_card.get(FOE[plans.now.seat], "")
    copied = board.book.cards.get(last)
    if copied is None or not copyable(last) or copied.effect is CardEffect.COUNTERATTACK:
        return 0.6, None
    return plans.of(board.book.cards[copied.mirror or last])


def _forced_march(plans: CardPlans, card: CommandCard) -> Planned:
    plan = max((plans.march(section) for section in SECTIONS), key=lambda plan: plan.worth)
    return 0.2 + plan.worth, plan


def _hit_and_run(plans: CardPlans, card: CommandCard) -> Planned:
    plan = plans.with_orders(plans.arm("cavalry"))
    return 1.2 * plan.worth, plan


def _leadership(plans: CardPlans, card: CommandCard) -> Planned:
    board = plans.now.board
    led = [unit for unit in plans.now.idle if board.general_at[board.place[unit]]]
    plan = plans.with_orders(led, battles=1.25)
    return plan.worth + 0.1, plan


def _rally(plans: CardPlans, card: CommandCard) -> Planned:
    board, seat = plans.now.board, plans.now.seat
    if seat != board.active:
        return 1.0, None
    return 0.35 * sum(min(2, len(weak(board, arm))) for arm in ARMS) * board.held[seat] / 3, None


PLANS: Mapping[CardEffect, Callable[[CardPlans, CommandCard], Planned]] = {
    CardEffect.ORDERS: _orders,
    CardEffect.BATTLE_CRY: _battle_cry,
    CardEffect.BOMBARD: _bombard,
    CardEffect.CONSTRUCT_FIELDWORKS: lambda plans, card: (0.5, None),
    CardEffect.COUNTERATTACK: _counterattack,
    CardEffect.FIGHT_BACK: lambda plans, card: (1.5, None),
    CardEffect.FORCED_MARCH: _forced_march,
    CardEffect.HIT_AND_RUN: _hit_and_run,
    CardEffect.LEADERSHIP: _leadership,
    CardEffect.RALLY: _rally,
    CardEffect.SHARP_SHOOTER: lambda plans, card: (FLAG / 6 + 0.3, None),
    CardEffect.SHORT_SUPPLY: lambda plans, card: (1.0, None),
}
"""For every effect what it may bring; a Fight Back is worth keeping."""
