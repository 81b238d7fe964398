"""Announcing orders, one at a time. Source: BC150 p.3 Game Board (shared hexes), p.6 Announce Orders.

Orders come in slots: sections, arms (a Battle Cry), or units anywhere. A piece that fits two slots may use either, so
a set of orders is legal when some way of sharing out the slots exists. By Hall's marriage theorem that is so when no
set of slots is overbooked by the pieces that fit nowhere else.
"""

from collections.abc import Iterator
from functools import lru_cache

from wargame_battlecry.board.actions import DONE, Done, Order
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.board.turn_events import Ordered, StageEnded
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import side_of
from wargame_core.authoring import LEGAL, Action, Choices, Procedure, Table, Verdict, refuse
from wargame_core.flow.about import PIECE, PLACE, Names
from wargame_core.flow.choices import Random, words_of

_NO_MORE = DONE[Stage.ORDERS]


@lru_cache(maxsize=4096)
def slots_left(allowed_orders: tuple[int, ...], spent_orders: tuple[int, ...]) -> frozenset[int]:
    """What a piece must fit, in bits as of `OrderSlots.slot_bits`, to get one more order; so few cases come up in play.

    ``allowed_orders`` are the orders of each slot, ``spent_orders`` the slots that fitted the pieces ordered so far.
    """
    overbooked_slots = [
        slot_set
        for slot_set in range(1, 1 << len(allowed_orders))
        if len([slots for slots in spent_orders if not slots & ~slot_set])
        >= sum(number for slot_number, number in enumerate(allowed_orders) if slot_set >> slot_number & 1)
    ]
    return frozenset(
        slots for slots in range(1, 1 << len(allowed_orders)) if all(slots & ~slot_set for slot_set in overbooked_slots)
    )


class OrderChoices(Choices):
    """An order to any piece for which a slot is left, or no more orders."""

    __slots__ = ("board", "pieces")

    def __init__(self, board: BattleBoard) -> None:
        self.board = board
        self.pieces: list[str] = []
        open_slots = slots_left(board.allowed_orders, board.spent_orders)
        if not open_slots:
            return
        side, ordered_pieces, fits = board.active, board.ordered_pieces, board.slots.slot_bits
        self.pieces += [
            piece
            for piece in board.place
            if side_of(piece) == side and piece not in ordered_pieces and fits(board, piece) in open_slots
        ]

    def __iter__(self) -> Iterator[Order | Done]:
        yield from map(Order, self.pieces)
        yield _NO_MORE

    def __len__(self) -> int:
        return len(self.pieces) + 1

    def sample(self, rng: Random) -> Order | Done:
        index = int(rng.random() * (len(self.pieces) + 1))
        return Order(self.pieces[index]) if index < len(self.pieces) else _NO_MORE

    def judge(self, action: Action) -> Verdict:
        board = self.board
        if isinstance(action, Done):
            return LEGAL if action.stage is Stage.ORDERS else refuse("wrong_stage", "these are orders", cites.TURN)
        if not isinstance(action, Order):
            return refuse("not_an_order", f"{words_of(action, board)}: that is not an order", cites.ORDERS)
        if action.piece in self.pieces:
            return LEGAL
        if action.piece not in board.place:
            return refuse("no_piece", f"no piece {action.piece[:40]!r} is on the board", cites.ORDERS)
        if side_of(action.piece) != board.active:
            return refuse("not_yours", f"{board.name(action.piece)} is the enemy's", cites.ORDERS)
        if action.piece in board.ordered_pieces:
            return refuse("ordered_already", f"{board.name(action.piece)} has its order", cites.ORDERS)
        text = f"{board.acting_card.title} leaves no order for {board.name(action.piece)}"
        return refuse("no_order_left", text, cites.SECTION_CARDS)

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        if kind is PIECE:
            return self.judge(Order(ref))
        if kind is not PLACE:
            return None
        piece = self.board.unit_at[SPACE[ref]] or self.board.general_at[SPACE[ref]]
        return self.judge(Order(piece)) if piece else refuse("no_piece", f"nobody stands on {ref}", cites.ORDERS)


def order_one(table: Table[BattleBoard]) -> Procedure[None]:
    """One more unit or general is ordered, or the orders are given. Excess orders are lost. Source: BC150 p.6."""
    board = table.board
    choices = OrderChoices(board)
    if choices.pieces:
        prompt = "Which unit or general do you order? Only ordered units and generals move and battle this turn."
        action = yield from table.ask(board.active, choices, prompt, cites.ORDERS)
        if isinstance(action, Order):
            bonus = board.effect.bonus_dice if board.slots.adds_dice else 0
            table.record(Ordered(action.piece, bonus=bonus, slot=board.slots.slot_bits(board, action.piece)))
            return
    table.record(StageEnded(Stage.MOVES))
