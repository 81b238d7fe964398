"""The heuristic player: plans a whole turn for each card, and follows the best plan while the dice keep to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from wargame_battlecry.board import actions
from wargame_battlecry.board.board import BattleBoard, Given, Stage
from wargame_battlecry.players.attacks_and_places import attack_worth, best_attack, danger, place_worth
from wargame_battlecry.players.turn_plan import PlannedOrder, Situation, TurnPlan, answer, plan_turn
from wargame_battlecry.players.weights import HARD, NORMAL, Weights
from wargame_battlecry.printed import game_board
from wargame_battlecry.printed.game_board import ARMS, FOE, HEXES, SECTION, SECTION_BITS, SECTIONS, SPACE, WITHIN, Arm
from wargame_battlecry.printed.pieces import CommandCard, is_general, side_of
from wargame_battlecry.rules.announce_orders import OrderChoices
from wargame_battlecry.rules.card_effects import BattleCry, Counterattack, Rally, SectionOrders, copied_card, weak
from wargame_battlecry.rules.move import OFF_BOARD, MoveChoices
from wargame_core import View
from wargame_core.authoring import Action, bits
from wargame_core.flow.players import Player, Traits

if TYPE_CHECKING:
    pass

FIGURE: Final = 4.0
"""What a figure is worth, in enemies that stay away."""
TIE_BREAK_PER_ORDER: Final = 0.001
"""What each piece that a card may order counts between cards that bring the same: less than any order adds."""
ORDERS_OF_TACTIC_CARD: Final = 7
"""Pieces that a tactic card may order, as it counts then: more than any section card."""
UNLIMITED_ORDERS: Final = (99,)
"""Orders for all pieces there are."""
USUAL: Final[Mapping[Arm, int]] = {}
"""No arm moves further than usual."""


@frozen
class Position:
    """What a plan is made for: it holds as long as this is as it was, but for the plan's own moves."""

    turn: int
    place: dict[str, int]
    figures: dict[str, int]
    reach: dict[str, int]
    bonus: dict[str, int]


def position_of(board: BattleBoard) -> Position:
    """The position of a board."""
    return Position(board.turn, dict(board.place), dict(board.figures), dict(board.reach), dict(board.bonus))


class HeuristicPlayer:
    """Plans a turn for each card, plays that with the best, and follows its plan; plans again when things change.

    Every other choice it weighs by what it may win and lose now. ``plans`` are sentences: what it is after in the
    battle, and what each card is for. ``noise`` is by how many points it may misjudge a choice, ``weights`` are what
    its judgement rests on.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0, *, noise: float = 0.0, weights: Weights = NORMAL) -> None:
        self._rng, self._noise, self._weights = random.Random(seed), noise, weights
        self._goals: dict[str, int] = {}
        self._expected: Position | None = None
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        board: BattleBoard = view.board
        match view.choices.of:
            case MoveChoices() as choices:
                return self._move(board, view.seat, choices)
            case OrderChoices() as choices:
                return self._order(board, view.seat, choices)
        offers = list[Any](view.choices)
        if isinstance(offers[0], (actions.PlayCard, actions.Keep, actions.Discard)):
            return self._card(board, view.seat, offers)
        rated_actions = [
            (worth(board, view.seat, action, self._weights) + self._misjudgement(), action) for action in offers
        ]
        best_action: Action = max(rated_actions, key=lambda row: row[0])[1]
        return best_action

    def _misjudgement(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def _card(
        self, board: BattleBoard, seat: str, offers: Sequence[actions.PlayCard | actions.Keep | actions.Discard]
    ) -> Action:
        """The best card to play or keep, the worst to discard."""
        plans = CardPlans(Situation(board, seat, begins=True, weights=self._weights))
        plan_of_card: dict[str, Planned] = {}
        for action in offers:
            card = board.book.cards[action.card]
            idle = isinstance(action, actions.PlayCard) and not card.effect.useful(board)
            plan_of_card[action.card] = (0.0, None) if idle else plans.of(card)
        pick_extreme = min if isinstance(offers[0], actions.Discard) else max
        card_action = pick_extreme(
            offers,
            key=lambda action: plan_of_card[action.card][0] - self._card_value(board, action) + self._misjudgement(),
        )
        if isinstance(card_action, actions.PlayCard):
            plan = plan_of_card[card_action.card][1]
            self._follow(board, plan)
            if not self.plans:
                self.plans.append(battle_plan(board, seat))
            self.plans.append(card_plan(board, board.book.cards[card_action.card], plan.orders if plan else ()))
        return card_action

    def _card_value(self, board: BattleBoard, action: actions.PlayCard | actions.Keep | actions.Discard) -> float:
        """What a card is worth in the hand, which is lost when it is played and gained when it is kept."""
        effect, weights = board.book.cards[action.card].effect, self._weights
        sections = isinstance(effect, SectionOrders)
        orders = sum(effect.by_section(board.hand_counts[board.active])) if sections else ORDERS_OF_TACTIC_CARD
        if not isinstance(action, actions.PlayCard):
            return -TIE_BREAK_PER_ORDER * orders
        keep_value = weights.keep_order * (orders - 2) if sections else weights.keep.get(effect.kind, 0.0)
        return keep_value + TIE_BREAK_PER_ORDER * orders

    def _follow(self, board: BattleBoard, plan: TurnPlan | None) -> None:
        self._goals = {order.piece: order.to for order in plan.orders} if plan else {}
        self._expected = position_of(board) if plan else None

    def _is_as_planned(self, board: BattleBoard, pieces: Iterable[str]) -> bool:
        """Whether the plan is for this position and says what becomes of some pieces."""
        return self._expected == position_of(board) and all(piece in self._goals for piece in pieces)

    def _order(self, board: BattleBoard, seat: str, choices: OrderChoices) -> Action:
        """The next order of the plan."""
        if not self._is_as_planned(board, board.ordered_pieces):
            fitting_slots = {piece: board.slots.slot_bits(board, piece) for piece in choices.pieces}
            situation = Situation(board, seat, weights=self._weights)
            self._follow(board, plan_turn(situation, fitting_slots, board.allowed_orders, board.spent_orders))
            self._goals.update((piece, board.place[piece]) for piece in board.ordered_pieces)
        piece = next((piece for piece in self._goals if piece in choices.pieces), None)
        return actions.Order(piece) if piece else actions.Done(Stage.ORDERS)

    def _move(self, board: BattleBoard, seat: str, choices: MoveChoices) -> Action:
        """The next move of the plan that can be made."""
        if not self._is_as_planned(board, choices.pieces):
            battles = 0.0 if board.stage is Stage.SECOND_MOVES else 1.0
            situation = Situation(board, seat, weights=self._weights)
            plan = plan_turn(situation, dict.fromkeys(choices.pieces, 1), UNLIMITED_ORDERS, battles=battles)
            self._follow(board, plan)
            for piece in choices.pieces:
                self._goals.setdefault(piece, board.place[piece])
        for piece in choices.pieces:
            reachable_hexes = choices.reach(piece)
            if reachable_hexes >> OFF_BOARD & 1:
                return actions.Move(piece, actions.OFF)
            goal_space = general_move(board, piece, reachable_hexes) if is_general(piece) else self._goals[piece]
            if goal_space is not None and goal_space != board.place[piece] and reachable_hexes >> goal_space & 1:
                self._expect_move(board, piece, goal_space)
                return actions.Move(piece, HEXES[goal_space])
        return actions.Done(choices.stage)

    def _expect_move(self, board: BattleBoard, piece: str, goal_space: int) -> None:
        assert self._expected is not None
        general = board.general_at[board.place[piece]]
        if general and not is_general(piece):
            self._expected.place[general] = goal_space
        self._expected.place[piece] = goal_space


def worth(board: BattleBoard, seat: str, action: Action, weights: Weights = NORMAL) -> float:
    """What a choice that is not a part of a plan may win and lose now, in figures."""
    match action:
        case actions.Attack():
            return attack_worth(board, action.unit, SPACE[action.target], weights)
        case actions.IgnoreFlags():
            return action.count
        case actions.Retreat():
            return retreat_worth(board, seat, action)
        case actions.RetreatGeneral():
            return general_retreat_worth(board, seat, action)
        case actions.Escape():
            return -len(action.path)
        case actions.TakeGround():
            return ground_gain(board, seat, action, weights) if action.enter else 0.0
        case actions.Move():
            return breakthrough_worth(board, seat, action, weights)
        case actions.FightBack():
            return action.play
        case actions.ChooseSection():
            orders_given = board.effect.gives(board, seat)[SECTIONS.index(action.section)]
            return CardPlans(Situation(board, seat, weights=weights)).best_turn_with(orders_given).worth
        case actions.ChoosePiece():
            return piece_worth(board, seat, action, weights)
        case actions.Build():
            return build_worth(board, seat, action, weights)
        case actions.Done():
            return 0.05
    return 0.0


def ground_gain(board: BattleBoard, seat: str, action: actions.TakeGround, weights: Weights) -> float:
    """What entering the ground won brings: the worth of the place, less what more the enemy may do there."""
    situation, unit = Situation(board, seat, weights=weights), action.unit
    stay, (enter,) = situation.idle[unit], situation.stands_at(unit, 1 << SPACE[action.to], 1)
    others = [place.blows for other_unit, place in situation.idle.items() if other_unit != unit]
    all_figures = [1.0] * len(situation.enemies.units)
    risks = [answer(map(max, zip(*others, place.blows, strict=True)), all_figures, weights) for place in (stay, enter)]
    return weights.enter + enter.place_worth - stay.place_worth + situation.caution * (risks[0] - risks[1])


def general_move(board: BattleBoard, piece: str, reachable_hexes: int) -> int | None:
    """Where an ordered general goes: to a unit without one that is near the front, if it is alone; else nowhere."""
    start, side = board.place[piece], side_of(piece)
    if board.unit_at[start]:
        return None
    with_units = reachable_hexes & board.unit_mask[side]
    if with_units:
        return max(bits(with_units), key=lambda space: board.figures[board.unit_at[space]])
    mates = board.unit_mask[side]
    if not mates or not reachable_hexes:
        return None
    return min(bits(reachable_hexes), key=lambda space: min(game_board.DISTANCE[space][mate] for mate in bits(mates)))


def retreat_worth(board: BattleBoard, seat: str, action: actions.Retreat) -> float:
    """Friends beside the hex, less enemies near it, and less the figures that a way that goes no farther costs."""
    space = SPACE[action.to]
    friends_beside = (game_board.ADJACENT[space] & board.unit_mask[seat]).bit_count()
    return friends_beside - (WITHIN[space][2] & board.unit_mask[FOE[seat]]).bit_count() - FIGURE * action.short


def general_retreat_worth(board: BattleBoard, seat: str, action: actions.RetreatGeneral) -> float:
    """A unit without a general is best, then a hex far from enemies; leaving the board is safe."""
    if action.to == actions.OFF:
        return 0.2
    space = SPACE[action.to]
    if board.unit_at[space]:
        return 2.0
    return 0.5 - (WITHIN[space][2] & board.unit_mask[FOE[seat]]).bit_count()


def breakthrough_worth(board: BattleBoard, seat: str, action: actions.Move, weights: Weights) -> float:
    """What the further hex of a breakthrough gains; less than staying if it is nothing."""
    unit, trial = action.piece, board.copy()
    worth_before = _unit_prospects(trial, unit, weights)
    trial.put_with(unit, SPACE[action.to], board.general_at[board.place[unit]])
    trial.hexes_moved[unit] = 1
    gain = _unit_prospects(trial, unit, weights) - worth_before
    return gain if gain > 0.01 else -1.0


def _unit_prospects(board: BattleBoard, unit: str, weights: Weights) -> float:
    """The worth of a unit's best attack and of its place, less its danger."""
    attack, place = best_attack(board, unit, weights), place_worth(board, unit, weights)
    return attack + place - danger(board, unit, weights)


def piece_worth(board: BattleBoard, seat: str, action: actions.ChoosePiece, weights: Weights) -> float:
    """For a Rally the weakest, for a Sharp Shooter anybody, for a Short Supply the enemy that does most harm."""
    piece = action.piece
    if is_general(piece):
        return 1.0
    if isinstance(board.effect, Rally):
        return best_attack(board, piece, weights) - board.figures[piece]
    if side_of(piece) == seat:
        return danger(board, piece, weights) - weights.flag
    foes = WITHIN[board.place[piece]][3] & board.unit_mask[seat]
    return foes.bit_count() + board.figures[piece] / 4


def build_worth(board: BattleBoard, seat: str, action: actions.Build, weights: Weights) -> float:
    """The danger of the unit behind the work, if it faces an enemy."""
    space = SPACE[action.hex]
    unit = board.unit_at[space]
    attackers = 0
    for enemy in bits(board.unit_mask[FOE[seat]] & WITHIN[space][4]):
        attackers += bool(game_board.entry_sides(enemy, space) & action.sides)
    return 0.1 * attackers + danger(board, unit, weights) if attackers else 0.0


Planned = tuple[float, TurnPlan | None]
"""What a card may bring, and the plan of its orders where they can be named beforehand."""


@define
class CardPlans:
    """The plans of a side's cards; cards that order alike share one."""

    now: Situation
    _by_section: dict[tuple[int, ...], TurnPlan] = field(factory=dict)

    def of(self, card: CommandCard) -> Planned:
        """What a card may bring, and how."""
        board, seat, effect = self.now.board, self.now.seat, card.effect
        if board.active == seat and not effect.has_something_to_do(board):
            plan = self.with_orders([piece for piece in self.now.pieces() if not is_general(piece)], 1)
            return plan.worth, plan
        match effect:
            case SectionOrders():
                plan = self.in_sections(effect.by_section(board.hand_counts[seat]))
                return plan.worth + (0.3 if card.draw > 1 else 0.0), plan
            case Counterattack():
                copied = copied_card(board, seat)
                if copied is not None and copied.effect != effect:
                    return self.of(copied)
            case Rally() if seat == board.active:
                weak_count = sum(min(2, len(weak(board, arm))) for arm in ARMS)
                return self.now.weights.rally * weak_count * board.hand_counts[seat] / 3, None
            case BattleCry():
                plan = self.with_orders(self.now.pieces(), max(1, board.hand_counts[seat] * 2 // 3))
                return effect.orders_count * plan.worth, plan
        ways = [self.best_turn_with(orders_given, effect.battles) for orders_given in effect.gives(board, seat)]
        if not ways:
            return effect.worth(board, seat), None
        best = max(ways, key=lambda plan: plan.worth)
        return (effect.worth(board, seat) + effect.orders_count * best.worth if best.orders else 0.0), best

    def best_turn_with(self, orders_given: Given, battles: float = 1.0) -> TurnPlan:
        """The best turn when a card lets the side act in this way."""
        pieces = [piece for piece in self.now.pieces() if piece in orders_given.pieces]
        return self.with_orders(pieces, battles=battles, reach=orders_given.reach)

    def in_sections(self, allowed_orders: tuple[int, ...]) -> TurnPlan:
        """The best turn with so many orders in each section."""
        if allowed_orders not in self._by_section:
            sections, place = SECTION_BITS[self.now.seat], self.now.board.place
            fitting_slots = {piece: sections[place[piece]] for piece in self.now.pieces()}
            self._by_section[allowed_orders] = plan_turn(self.now, fitting_slots, allowed_orders)
        return self._by_section[allowed_orders]

    def with_orders(
        self,
        pieces: Iterable[str],
        number: int = UNLIMITED_ORDERS[0],
        *,
        battles: float = 1.0,
        reach: Mapping[Arm, int] = USUAL,
    ) -> TurnPlan:
        """The best turn with so many orders to some pieces; ``reach`` is by arm how far a card lets it move."""
        board = self.now.board
        usual_reach = board.reach
        if reach:
            board.reach = dict(reach.items())
        plan = plan_turn(self.now, dict.fromkeys(pieces, 1), (number,), battles=battles)
        board.reach = usual_reach
        return plan


MOST: Final = 3
"""Pieces that one sentence names."""


def battle_plan(board: BattleBoard, seat: str) -> str:
    """How a side means to win: where it is strongest and weakest by figures, the ground and exits that bring flags."""
    return f"Win {board.battle.flags} flags: {', '.join(_aims(board, seat))}."


def _aims(board: BattleBoard, seat: str) -> Iterator[str]:
    figures = {section: _figures(board, seat, section) for section in SECTIONS}
    ranked_sections = sorted(SECTIONS, key=lambda section: figures[section][1] - figures[section][0])
    for aim, section in (("press", ranked_sections[0]), ("be careful", ranked_sections[-1])):
        own_figures, enemy_figures = figures[section]
        yield f"{aim} {_place_phrase(section)} ({own_figures} figures to {enemy_figures})"
    ground = {space for objective in board.battle.objectives if objective.side == seat for space in objective.ground()}
    if ground:
        yield f"hold or take {', '.join(HEXES[space] for space in sorted(ground)[:MOST])}"
    for leave in board.battle.exits:
        if leave.side == seat:
            yield f"lead units off the board from {', '.join(HEXES[space] for space in list(bits(leave.hexes))[:MOST])}"


def _place_phrase(section: str) -> str:
    return f"in the {section}" if section == "center" else f"on the {section}"


def _figures(board: BattleBoard, seat: str, section: str) -> tuple[int, int]:
    """The figures of a side and of its enemy in a section, as the side sees it."""
    area, counts = SECTION[seat][section], {seat: 0, FOE[seat]: 0}
    for unit, figures in board.figures.items():
        if area >> board.place[unit] & 1:
            counts[side_of(unit)] += figures
    return counts[seat], counts[FOE[seat]]


def card_plan(board: BattleBoard, card: CommandCard, planned_orders: Sequence[PlannedOrder]) -> str:
    """What a card is played for: the pieces that gain most by its orders, and where they go or battle from."""
    ranked_orders = sorted(planned_orders, key=lambda order: -order.gain)
    orders = ", ".join(_in_words(board, order) for order in ranked_orders[:MOST])
    return f"Play {card.title}: {orders}." if orders else f"Play {card.title}."


def _in_words(board: BattleBoard, order: PlannedOrder) -> str:
    start, name = HEXES[board.place[order.piece]], board.name(order.piece)
    if order.to == OFF_BOARD:
        return f"{name} leaves the board from {start}"
    if is_general(order.piece):
        return f"{name} rides from {start}"
    way = f"stands at {start}" if HEXES[order.to] == start else f"goes from {start} to {HEXES[order.to]}"
    target_text = f" against {HEXES[order.attack.target]}" if order.attack.target >= 0 else ""
    return f"{name} {way}{target_text}"


EASY: Final = 5.0
"""The points by which the easy player misjudges a choice."""

BOTS: Mapping[str, Callable[..., Player]] = {
    "heuristic": HeuristicPlayer,
    "easy": partial(HeuristicPlayer, noise=EASY),
    "hard": partial(HeuristicPlayer, weights=HARD),
}
