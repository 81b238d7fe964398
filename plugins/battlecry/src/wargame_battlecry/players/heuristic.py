"""The heuristic player: plans a whole turn for each card, and follows the best plan while the dice keep to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

from wargame_battlecry.board import actions
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.players import evaluation
from wargame_battlecry.players.turn_plan import PlannedOrder, Situation, TurnPlan, answer, plan_turn
from wargame_battlecry.printed.game_board import ARMS, FOE, HEXES, SECTION, SECTION_BITS, SECTIONS, SPACE
from wargame_battlecry.printed.pieces import CommandCard, is_general, side_of
from wargame_battlecry.rules.announce_orders import OrderChoices, slots_of
from wargame_battlecry.rules.card_effects import copied_card, orders_by_section, weak
from wargame_battlecry.rules.move import OFF_BOARD, MoveChoices
from wargame_core.authoring import Action
from wargame_core.flow.players import Player, Traits
from wargame_core.flow.view import View
from wargame_core.maps.masks import bits

ANYBODY: Final = (99,)
"""Orders for all pieces there are."""
NORMAL: Final[Mapping[str, int]] = {}
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
    battle, and what each card is for.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self._goals: dict[str, int] = {}
        self._expected: Position | None = None
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        board: BattleBoard = view.board
        match view.choices:
            case MoveChoices() as choices:
                return self._move(board, view.seat, choices)
            case OrderChoices() as choices:
                return self._order(board, view.seat, choices)
        offers = list(view.choices)
        if isinstance(offers[0], (actions.PlayCard, actions.Keep, actions.Discard)):
            return self._card(board, view.seat, offers)
        rated = [(worth(board, view.seat, action) + self._doubt(), action) for action in offers]
        best: Action = max(rated, key=lambda row: row[0])[1]
        return best

    def _doubt(self) -> float:
        """Next to nothing, which settles ties."""
        return self._rng.random() * 1e-9

    def _card(
        self, board: BattleBoard, seat: str, offers: Sequence[actions.PlayCard | actions.Keep | actions.Discard]
    ) -> Action:
        """The best card to play or keep, the worst to discard."""
        plans = CardPlans(Situation(board, seat, begins=True))
        planned = {action.card: plans.of(board.book.cards[action.card]) for action in offers}
        pick = min if isinstance(offers[0], actions.Discard) else max
        chosen = pick(offers, key=lambda action: planned[action.card][0] + self._doubt())
        if isinstance(chosen, actions.PlayCard):
            plan = planned[chosen.card][1]
            self._follow(board, plan)
            if not self.plans:
                self.plans.append(battle_plan(board, seat))
            self.plans.append(card_plan(board, board.book.cards[chosen.card], plan.orders if plan else ()))
        return chosen

    def _follow(self, board: BattleBoard, plan: TurnPlan | None) -> None:
        self._goals = {order.piece: order.to for order in plan.orders} if plan else {}
        self._expected = position_of(board) if plan else None

    def _is_as_planned(self, board: BattleBoard, pieces: Iterable[str]) -> bool:
        """Whether the plan is for this position and says what becomes of some pieces."""
        return self._expected == position_of(board) and all(piece in self._goals for piece in pieces)

    def _order(self, board: BattleBoard, seat: str, choices: OrderChoices) -> Action:
        """The next order of the plan."""
        if not self._is_as_planned(board, board.ordered):
            fits = {piece: slots_of(board, piece) for piece in choices.pieces}
            self._follow(board, plan_turn(Situation(board, seat), fits, board.allowed, board.spent))
            self._goals.update((piece, board.place[piece]) for piece in board.ordered)
        piece = next((piece for piece in self._goals if piece in choices.pieces), None)
        return actions.Order(piece) if piece else actions.Done(Stage.ORDERS)

    def _move(self, board: BattleBoard, seat: str, choices: MoveChoices) -> Action:
        """The next move of the plan that can be made."""
        if not self._is_as_planned(board, choices.pieces):
            battles = 0.0 if board.stage is Stage.SECOND_MOVES else 1.0
            plan = plan_turn(Situation(board, seat), dict.fromkeys(choices.pieces, 1), ANYBODY, battles=battles)
            self._follow(board, plan)
            for piece in choices.pieces:
                self._goals.setdefault(piece, board.place[piece])
        for piece in choices.pieces:
            offered = choices.reach(piece)
            if offered >> OFF_BOARD & 1:
                return actions.Move(piece, actions.OFF)
            to = evaluation.general_move(board, piece, offered) if is_general(piece) else self._goals[piece]
            if to is not None and to != board.place[piece] and offered >> to & 1:
                self._expect_move(board, piece, to)
                return actions.Move(piece, HEXES[to])
        return actions.Done(choices.stage)

    def _expect_move(self, board: BattleBoard, piece: str, to: int) -> None:
        assert self._expected is not None
        general = board.general_at[board.place[piece]]
        if general and not is_general(piece):
            self._expected.place[general] = to
        self._expected.place[piece] = to


def worth(board: BattleBoard, seat: str, action: Action) -> float:
    """What a choice that is no part of a plan may win and lose now, in figures."""
    match action:
        case actions.Attack():
            return evaluation.attack_worth(board, action.unit, SPACE[action.target])
        case actions.IgnoreFlags():
            return action.count
        case actions.Retreat():
            return evaluation.retreat_worth(board, seat, action)
        case actions.RetreatGeneral():
            return evaluation.general_retreat_worth(board, seat, action)
        case actions.Escape():
            return -len(action.path)
        case actions.TakeGround():
            return ground_gain(board, seat, action) if action.enter else 0.0
        case actions.Move():
            return evaluation.breakthrough_worth(board, seat, action)
        case actions.FightBack():
            return action.play
        case actions.ChooseSection():
            return CardPlans(Situation(board, seat)).march(action.section).worth
        case actions.ChoosePiece():
            return evaluation.piece_worth(board, seat, action)
        case actions.Build():
            return evaluation.build_worth(board, seat, action)
        case actions.Done():
            return 0.05
    return 0.0


def ground_gain(board: BattleBoard, seat: str, action: actions.TakeGround) -> float:
    """What entering the ground won brings: the worth of the place, less what more the enemy may do there."""
    now, unit = Situation(board, seat), action.unit
    stay, (enter,) = now.idle[unit], now.stands_at(unit, 1 << SPACE[action.to], 1)
    rest = [place.blows for other, place in now.idle.items() if other != unit]
    whole = [1.0] * len(now.enemies.units)
    risks = [answer(map(max, zip(*rest, place.blows, strict=True)), whole) for place in (stay, enter)]
    return enter.place_worth - stay.place_worth + now.caution * (risks[0] - risks[1])


Planned = tuple[float, TurnPlan | None]
"""What a card may bring, and the plan of its orders where they can be named beforehand."""


@define
class CardPlans:
    """The plans of a side's cards; cards that order alike share one."""

    now: Situation
    _by_section: dict[tuple[int, ...], TurnPlan] = field(factory=dict)

    def of(self, card: CommandCard) -> Planned:
        """What a card may bring, and how."""
        board = self.now.board
        if board.active == self.now.seat and not board.book.effects[card.effect].needs(board):
            units = [piece for piece in self.now.pieces() if not is_general(piece)]
            plan = self.with_orders(units, 1)
            return plan.worth, plan
        return PLANS.get(card.effect, _some)(self, card)

    def in_sections(self, allowed: tuple[int, ...]) -> TurnPlan:
        """The best turn with so many orders in each section."""
        if allowed not in self._by_section:
            sections, place = SECTION_BITS[self.now.seat], self.now.board.place
            fits = {piece: sections[place[piece]] for piece in self.now.pieces()}
            self._by_section[allowed] = plan_turn(self.now, fits, allowed)
        return self._by_section[allowed]

    def with_orders(
        self,
        pieces: Iterable[str],
        number: int = ANYBODY[0],
        *,
        battles: float = 1.0,
        reach: Mapping[str, int] = NORMAL,
    ) -> TurnPlan:
        """The best turn with so many orders to some pieces; ``reach`` is by arm how far a card lets it move."""
        board = self.now.board
        usual, board.reach = board.reach, dict(reach or board.reach)
        plan = plan_turn(self.now, dict.fromkeys(pieces, 1), (number,), battles=battles)
        board.reach = usual
        return plan

    def arm(self, arm: str) -> list[str]:
        """The side's units of an arm."""
        units = self.now.board.battle.units
        return [piece for piece in self.now.pieces() if not is_general(piece) and units[piece].kind.arm == arm]

    def march(self, section: str) -> TurnPlan:
        """The best turn of the infantry in a section when it may move two hexes."""
        board, area = self.now.board, SECTION[self.now.seat][section]
        infantry = [unit for unit in self.arm("infantry") if area >> board.place[unit] & 1]
        return self.with_orders(infantry, reach={"infantry": 2})


def _orders(plans: CardPlans, card: CommandCard) -> Planned:
    plan = plans.in_sections(orders_by_section(card, plans.now.board.held[plans.now.seat]))
    return plan.worth + (0.3 if card.draw > 1 else 0.0), plan


def _battle_cry(plans: CardPlans, card: CommandCard) -> Planned:
    orders = max(1, plans.now.board.held[plans.now.seat] * 2 // 3)
    plan = plans.with_orders(plans.now.pieces(), orders)
    return 1.3 * plan.worth, plan


def _bombard(plans: CardPlans, card: CommandCard) -> Planned:
    plan = plans.with_orders(plans.arm("artillery"), battles=2.0, reach={"artillery": 3})
    return plan.worth, plan


def _counterattack(plans: CardPlans, card: CommandCard) -> Planned:
    copied = copied_card(plans.now.board, plans.now.seat)
    if copied is None or copied.effect == "counterattack":
        return 0.6, None
    return plans.of(copied)


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


def _some(plans: CardPlans, card: CommandCard) -> Planned:
    """A card that nobody has thought about is worth something."""
    return 0.5, None


PLANS: Mapping[str, Callable[[CardPlans, CommandCard], Planned]] = {
    "orders": _orders,
    "battle_cry": _battle_cry,
    "bombard": _bombard,
    "construct_fieldworks": _some,
    "counterattack": _counterattack,
    "fight_back": lambda plans, card: (1.5, None),
    "forced_march": _forced_march,
    "hit_and_run": _hit_and_run,
    "leadership": _leadership,
    "rally": _rally,
    "sharp_shooter": lambda plans, card: (evaluation.FLAG / 6 + 0.3, None),
    "short_supply": lambda plans, card: (1.0, None),
}
"""For every effect what it may bring; a Fight Back is worth keeping."""


MOST: Final = 3
"""Pieces that one sentence names."""


def battle_plan(board: BattleBoard, seat: str) -> str:
    """How a side means to win: where it is strongest and weakest by figures, the ground and exits that bring flags."""
    return f"Win {board.battle.flags} flags: {', '.join(_aims(board, seat))}."


def _aims(board: BattleBoard, seat: str) -> Iterator[str]:
    figures = {section: _figures(board, seat, section) for section in SECTIONS}
    ranked = sorted(SECTIONS, key=lambda section: figures[section][1] - figures[section][0])
    for aim, section in (("press", ranked[0]), ("be careful", ranked[-1])):
        own, enemy = figures[section]
        yield f"{aim} {_where(section)} ({own} figures to {enemy})"
    ground = {space for objective in board.battle.objectives if objective.side == seat for space in objective.ground()}
    if ground:
        yield f"hold or take {', '.join(HEXES[space] for space in sorted(ground)[:MOST])}"
    for leave in board.battle.exits:
        if leave.side == seat:
            yield f"lead units off the board from {', '.join(HEXES[space] for space in list(bits(leave.hexes))[:MOST])}"


def _where(section: str) -> str:
    return f"in the {section}" if section == "center" else f"on the {section}"


def _figures(board: BattleBoard, seat: str, section: str) -> tuple[int, int]:
    """The figures of a side and of its enemy in a section, as the side sees it."""
    area, counts = SECTION[seat][section], {seat: 0, FOE[seat]: 0}
    for unit, figures in board.figures.items():
        if area >> board.place[unit] & 1:
            counts[side_of(unit)] += figures
    return counts[seat], counts[FOE[seat]]


def card_plan(board: BattleBoard, card: CommandCard, planned: Sequence[PlannedOrder]) -> str:
    """What a card is played for: the pieces that gain most by its orders, and where they go or battle from."""
    ranked = sorted(planned, key=lambda order: -order.gain)
    orders = ", ".join(_in_words(board, order) for order in ranked[:MOST])
    return f"Play {card.title}: {orders}." if orders else f"Play {card.title}."


def _in_words(board: BattleBoard, order: PlannedOrder) -> str:
    here, name = HEXES[board.place[order.piece]], board.name(order.piece)
    if order.to == OFF_BOARD:
        return f"{name} leaves the board from {here}"
    if is_general(order.piece):
        return f"{name} rides from {here}"
    way = f"stands at {here}" if HEXES[order.to] == here else f"goes from {here} to {HEXES[order.to]}"
    against = f" against {HEXES[order.attack.target]}" if order.attack.target >= 0 else ""
    return f"{name} {way}{against}"


BOTS: Mapping[str, Callable[..., Player]] = {"heuristic": HeuristicPlayer}
