"""Moving units and generals. Source: BC150 p.6 Move, p.7 Moving Units, Moving Generals, Attached Generals.

Distances in hexes. Only where a piece ends matters, so a move names its end and the way is found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargame_battlecry.board.actions import Done, Move
from wargame_battlecry.board.battle_events import PieceMoved
from wargame_battlecry.board.board import MAY_MOVE, BattleBoard, general_with, is_general, lone_generals
from wargame_battlecry.board.turn_events import OrderLost, StageEnded
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, ALL, HEXES, PASSAGE, SPACE
from wargame_battlecry.printed.pieces import FOE
from wargame_battlecry.rules.victory import settle
from wargame_core import LEGAL, Choices, Procedure, Table, Verdict, refuse
from wargame_core.flow.choices import Random
from wargame_core.maps.masks import bits, nth_bit

GENERALS_MOVE = 3


def destinations(board: BattleBoard, id: str) -> int:
    """Mask of the hexes where a piece may end its move."""
    if is_general(id):
        return _flood(board, id, GENERALS_MOVE)
    attached = general_with(board, id)
    if attached and _holds(board, id, attached):
        return 0
    return _flood(board, id, allowance(board, id))


def _holds(board: BattleBoard, id: str, general: str) -> bool:
    """Whether a general has joined a unit this turn, so that both stay. The second move of Hit and Run is free again.

    Source: BC150 p.7 Attached Generals; decision 0051.
    """
    return general in board.moved and not (board.stage == "second moves" and id in board.again)


def allowance(board: BattleBoard, id: str) -> int:
    """The hexes a unit may move this turn."""
    kind = board.battle.units[id].kind
    return board.reach.get(kind.arm, kind.move)


def steps(board: BattleBoard, id: str, to: int) -> int:
    """How many hexes a legal move is long."""
    most = GENERALS_MOVE if is_general(id) else allowance(board, id)
    return next(n for n in range(1, most + 1) if _flood(board, id, n) >> to & 1)


def _flood(board: BattleBoard, id: str, hexes: int) -> int:
    """Mask of the hexes where a piece may end a move of so many hexes.

    A unit passes nobody, may end with a lone general of its own; a general passes friends and may end with a unit that
    has no general. Stopping terrain ends a move.
    """
    battle, here = board.battle, board.place[id]
    side = board.side_of(id)
    foe = FOE[side]
    enemies = board.unit_mask[foe] | board.general_mask[foe]
    start = 1 << here
    if is_general(id):
        free = ALL & ~(enemies | battle.impassable | start)
        stops = battle.stops
        ends = ~board.general_mask[side]
    else:
        free = ALL & ~(enemies | board.unit_mask[side] | battle.barred[battle.units[id].kind.arm] | start)
        lone = lone_generals(board, side)
        if board.general_at[here]:
            free &= ~lone
        stops = battle.stops | lone
        ends = ALL
    reached = ADJACENT[here] & free
    frontier = reached & ~stops
    for _ in range(hexes - 1):
        if not frontier:
            break
        frontier = PASSAGE.next(frontier) & free & ~reached
        reached |= frontier
        frontier &= ~stops
    return reached & ends


def one_step(board: BattleBoard, id: str) -> int:
    """Mask of the neighbouring hexes that a piece may enter."""
    return _flood(board, id, 1)


class MoveChoices(Choices):
    """A move of any piece with an unused order to move, or no more moves."""

    __slots__ = ("board", "found", "pieces", "stage")

    def __init__(self, board: BattleBoard, stage: str = "moves") -> None:
        self.board, self.stage = board, stage
        self.found: dict[str, int] = {}
        self.pieces = [id for id in board.ordered if self.unused(id)]

    def unused(self, id: str) -> bool:
        """Whether a piece has a move left in this stage."""
        board = self.board
        if id not in board.place:
            return False
        if self.stage == "second moves":
            return id in board.again
        return bool(board.ordered[id] & MAY_MOVE) and id not in board.moved

    def reach(self, id: str) -> int:
        """The destinations of a piece, found once."""
        mask = self.found.get(id)
        if mask is None:
            mask = self.found[id] = destinations(self.board, id)
        return mask

    def any(self) -> bool:
        """Whether any piece can move at all."""
        return any(self.reach(id) for id in self.pieces)

    def __iter__(self) -> Iterator[Any]:
        for id in self.pieces:
            for space in bits(self.reach(id)):
                yield Move(id, HEXES[space])
        yield Done(self.stage)

    def __len__(self) -> int:
        return 1 + sum(self.reach(id).bit_count() for id in self.pieces)

    def sample(self, rng: Random) -> Any:
        n = int(rng.random() * (len(self.pieces) + 1))
        if n < len(self.pieces):
            id = self.pieces[n]
            mask = self.reach(id)
            if mask:
                return Move(id, HEXES[nth_bit(mask, int(rng.random() * mask.bit_count()))])
        return Done(self.stage)

    def judge(self, action: Any) -> Verdict:
        if isinstance(action, Done):
            return LEGAL if action.stage == self.stage else refuse("wrong_stage", f"this is {self.stage}")
        if not isinstance(action, Move):
            return refuse("not_a_move", f"{action} is no move", cites.MOVE)
        return self._judge(action)

    def _judge(self, action: Move) -> Verdict:
        board = self.board
        if action.piece not in board.place:
            return refuse("no_piece", f"no piece {action.piece!r} is on the board", cites.MOVE)
        if action.piece not in board.ordered:
            return refuse("not_ordered", f"{board.name(action.piece)} has no order", cites.ORDERS)
        if not self.unused(action.piece):
            return refuse("may_not_move", f"{board.name(action.piece)} may not move (again) this turn", cites.MOVE)
        if action.to not in SPACE:
            return refuse("off_board", f"there is no hex {action.to!r}", cites.GAME_BOARD)
        if self.reach(action.piece) >> SPACE[action.to] & 1:
            return LEGAL
        return why_not(board, action.piece, SPACE[action.to])

    def explain(self, target: str) -> Verdict | None:
        space = SPACE.get(target.strip().upper())
        if space is None or not self.pieces:
            return None
        verdicts = [self._judge(Move(id, HEXES[space])) for id in self.pieces]
        return LEGAL if any(verdicts) else Verdict(tuple(reason for one in verdicts for reason in one.reasons))


def why_not(board: BattleBoard, id: str, to: int) -> Verdict:
    """Why a piece may not end its move in a hex."""
    name, where, side = board.name(id), HEXES[to], board.side_of(id)
    bit, foe = 1 << to, FOE[side]
    arm = "" if is_general(id) else board.battle.units[id].kind.arm
    cite = cites.MOVING_GENERALS if is_general(id) else cites.MOVING_UNITS
    if (board.unit_mask[foe] | board.general_mask[foe]) & bit:
        return refuse("enemy_there", f"an enemy is on {where}", cite)
    if not arm and board.general_mask[side] & bit:
        return refuse("general_there", f"another general is on {where}", cites.ATTACHED)
    if arm and board.unit_mask[side] & bit:
        return refuse("unit_there", f"a friendly unit is on {where}", cite)
    if arm and board.general_mask[side] & bit and general_with(board, id):
        return refuse("general_there", f"only one general may be with a unit, and one is on {where}", cites.ATTACHED)
    if (board.battle.barred[arm] if arm else board.battle.impassable) & bit:
        return refuse("impassable", f"{name} may not enter {board.battle.tiles[to].title} at {where}", cites.D_TERRAIN)
    if arm and _holds(board, id, general_with(board, id)):
        return refuse("general_joined", f"a general joined {name} this turn and may not move on", cites.ATTACHED)
    far = GENERALS_MOVE if not arm else allowance(board, id)
    return refuse("too_far", f"{name} moves up to {far} hexes and does not get to {where}", cite)


def move_one(t: Table[BattleBoard]) -> Procedure[None]:
    """One ordered unit or general has moved, or moving is over. Source: BC150 p.6 Move."""
    yield from _move(t, "moves", "battles")


def move_again(t: Table[BattleBoard]) -> Procedure[None]:
    """One cavalry unit of Hit and Run has moved a second time, or that is over. Source: decision 0056."""
    yield from _move(t, "second moves", "draws")


def _move(t: Table[BattleBoard], stage: str, following: str) -> Procedure[None]:
    board = t.board
    choices = MoveChoices(board, stage)
    if not choices.any():
        t.record(StageEnded(following))
        return
    action = yield from t.ask(board.active, choices, "Move which unit or general where?", cites.MOVE)
    if isinstance(action, Done):
        t.record(StageEnded(following))
        return
    carry_out(t, action.piece, SPACE[action.to], again=stage == "second moves")
    settle(t)


def carry_out(t: Table[BattleBoard], id: str, to: int, *, again: bool = False) -> None:
    """A piece moves to a hex; an attached general goes along, and a general that leaves may take the order with it."""
    board = t.board
    here, far = board.place[id], steps(board, id, to)
    if is_general(id):
        unit = board.unit_at[here]
        if unit in board.ordered and board.acting_card.effect == "leadership" and unit not in board.moved:
            t.record(OrderLost(unit))
        t.record(PieceMoved(id, HEXES[here], HEXES[to], far))
    else:
        t.record(PieceMoved(id, HEXES[here], HEXES[to], far, board.general_at[here], again))
