"""Cards, orders and moves by a plan of the whole turn, kept as long as things go as planned."""

from __future__ import annotations

import random
from collections.abc import Sequence

from wargame_battlecry.board.actions import OFF, Discard, Done, Keep, Move, Order, PlayCard, TakeGround
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.board.stages import Stage
from wargame_battlecry.players.card_plans import ANYBODY, CardPlans
from wargame_battlecry.players.minor_choices import general_move
from wargame_battlecry.players.plan_in_words import battle_plan, card_plan
from wargame_battlecry.players.turn_plan import Situation, TurnPlan, plan_turn
from wargame_battlecry.players.turn_value import answer
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.rules.announce_orders import OrderChoices, slots_of
from wargame_battlecry.rules.move import OFF_BOARD, MoveChoices

CardAction = PlayCard | Keep | Discard
Position = tuple[int, dict[str, int], dict[str, int], dict[str, int], dict[str, int]]


def position_of(board: BattleBoard) -> Position:
    """What a plan is made for: it holds as long as this is as it was, but for the plan's own moves."""
    return board.turn, dict(board.place), dict(board.figures), dict(board.reach), dict(board.bonus)


class WholeTurn:
    """Plans a turn for each card, plays that with the best, and follows its plan; plans again when things change."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._goals: dict[str, int] = {}
        self._expected: Position | None = None
        self.plans: list[str] = []

    def doubt(self) -> float:
        """Next to nothing, which settles ties."""
        return self._rng.random() * 1e-9

    def card(self, board: BattleBoard, seat: str, actions: Sequence[CardAction]) -> CardAction:
        """The best card to play or keep, the worst to discard."""
        saved, board.moved = board.moved, {}
        plans = CardPlans(Situation(board, seat))
        planned = {action.card: plans.of(board.book.cards[action.card]) for action in actions}
        board.moved = saved
        pick = min if isinstance(actions[0], Discard) else max
        chosen = pick(actions, key=lambda action: planned[action.card][0] + self.doubt())
        if isinstance(chosen, PlayCard):
            plan = planned[chosen.card][1]
            self._follow(board, plan)
            if not self.plans:
                self.plans.append(battle_plan(board, seat))
            self.plans.append(card_plan(board, board.book.cards[chosen.card], plan.orders if plan else ()))
        return chosen

    def _follow(self, board: BattleBoard, plan: TurnPlan | None) -> None:
        self._goals = {order.piece: order.to for order in plan.orders} if plan else {}
        self._expected = position_of(board) if plan else None

    def _is_as_planned(self, board: BattleBoard, pieces: Sequence[str]) -> bool:
        """Whether the plan is for this position and says what becomes of some pieces."""
        return self._expected == position_of(board) and all(piece in self._goals for piece in pieces)

    def order(self, board: BattleBoard, seat: str, choices: OrderChoices) -> Order | Done:
        """The next order of the plan."""
        if not self._is_as_planned(board, list(board.ordered)):
            fits = {piece: slots_of(board, piece) for piece in choices.pieces}
            self._follow(board, plan_turn(Situation(board, seat), fits, board.allowed, board.spent))
            self._goals.update((piece, board.place[piece]) for piece in board.ordered)
        offered = set(choices.pieces)
        piece = next((piece for piece in self._goals if piece in offered), None)
        return Order(piece) if piece else Done(Stage.ORDERS)

    def move(self, board: BattleBoard, seat: str, choices: MoveChoices) -> Move | Done:
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
                return Move(piece, OFF)
            to = general_move(board, piece, offered) if is_general(piece) else self._goals[piece]
            if to is not None and to != board.place[piece] and offered >> to & 1:
                self._expect_move(board, piece, to)
                return Move(piece, HEXES[to])
        return Done(choices.stage)

    def _expect_move(self, board: BattleBoard, piece: str, to: int) -> None:
        assert self._expected is not None
        place = self._expected[1]
        general = board.general_at[board.place[piece]]
        if general and not is_general(piece):
            place[general] = to
        place[piece] = to

    def section(self, board: BattleBoard, seat: str, section: str) -> float:
        """What a march of the infantry in a section could do."""
        return CardPlans(Situation(board, seat)).march(section).worth


def ground_gain(board: BattleBoard, seat: str, action: TakeGround) -> float:
    """What entering the ground won brings: the worth of the place, less what more the enemy may do there."""
    if not action.enter:
        return 0.0
    now, unit = Situation(board, seat), action.unit
    stay, (enter,) = now.idle[unit], now.stands_at(unit, 1 << SPACE[action.to], 1)
    rest = [place.blows for other, place in now.idle.items() if other != unit]
    whole = [1.0] * len(now.enemies.units)
    risks = [answer(map(max, zip(*rest, place.blows, strict=True)), whole) for place in (stay, enter)]
    return enter.place_worth - stay.place_worth + now.caution * (risks[0] - risks[1])
