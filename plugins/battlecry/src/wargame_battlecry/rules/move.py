"""Moving units and generals. Source: BC150 p.6 Move, p.7 Moving Units, Moving Generals, Attached Generals.

Distances in hexes. Only where a piece ends matters, so a move names its end and the way is found here.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from wargame_battlecry.board.actions import DONE, OFF, Attack, Done, Move
from wargame_battlecry.board.battle_events import PieceMoved, UnitExited
from wargame_battlecry.board.board import MAY_MOVE, BattleBoard, Stage, general_with, lone_generals
from wargame_battlecry.board.turn_events import OrderLost, StageEnded
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, ALL, DISTANCE, FOE, HEXES, PASSAGE, SIZE, SPACE
from wargame_battlecry.printed.pieces import GeneralId, is_general, side_of
from wargame_battlecry.rules.battle_dice import may_move_and_battle
from wargame_battlecry.rules.victory import settle_victory
from wargame_core.authoring import LEGAL, Action, Marches, PieceMoves, Procedure, Table, Verdict, refuse
from wargame_core.flow.about import PIECE, PLACE, Names
from wargame_core.flow.choices import words_of
from wargame_core.maps.masks import bits, spread

GENERALS_MOVE = 3

OFF_BOARD = SIZE
"""Stands in masks for a space off the board."""


def move_one(table: Table[BattleBoard]) -> Procedure[None]:
    """One ordered unit or general has moved, or moving is over. Source: BC150 p.6 Move."""
    yield from _move(table, Stage.MOVES, Stage.BATTLES)


def move_again(table: Table[BattleBoard]) -> Procedure[None]:
    """One cavalry unit of Hit and Run has moved a second time, or that is over.

    Readings: Second moves with a general.
    """
    yield from _move(table, Stage.SECOND_MOVES, Stage.DRAWS)


def _move(table: Table[BattleBoard], stage: Stage, following_stage: Stage) -> Procedure[None]:
    board = table.board
    choices = MoveChoices(board, stage)
    if not choices.any():
        table.record(StageEnded(following_stage))
        return
    action = yield from table.ask(
        board.active, choices, "Which ordered unit or general moves, and to which hex?", cites.MOVE
    )
    if isinstance(action, Done):
        table.record(StageEnded(following_stage))
        return
    if action.to == OFF:
        leave_the_board(table, action.piece)
    else:
        carry_out(table, action.piece, SPACE[action.to], is_second=stage is Stage.SECOND_MOVES)
    settle_victory(table)


def carry_out(table: Table[BattleBoard], piece: str, goal_space: int, *, is_second: bool = False) -> None:
    """A piece moves to a hex; an attached general goes along, and a general that leaves may take the order with it."""
    board = table.board
    start, distance = board.place[piece], move_length(board, piece, goal_space)
    if is_general(piece):
        unit = board.unit_at[start]
        if unit in board.ordered_pieces and unit not in board.hexes_moved and board.effect.through_generals:
            table.record(OrderLost(unit))
        table.record(PieceMoved(piece, HEXES[start], HEXES[goal_space], distance))
    else:
        table.record(PieceMoved(piece, HEXES[start], HEXES[goal_space], distance, board.general_at[start], is_second))


def leave_the_board(table: Table[BattleBoard], unit: str) -> None:
    """A unit has left the board by an exit hex, its general with it, and its side has the flags.

    Source: BC150 p.7 Moving Units. Readings: Leaving the board.
    """
    board = table.board
    space = exit_from(board, unit)
    assert space is not None
    flags = board.battle.exit_flags[side_of(unit)][space]
    table.record(UnitExited(unit, HEXES[space], flags, general_with(board, unit)))


def destinations(board: BattleBoard, piece: str) -> int:
    """Mask of the hexes where a piece may end its move."""
    if is_general(piece):
        return _end_mask(board, piece, GENERALS_MOVE)
    attached_general = general_with(board, piece)
    if attached_general and _keeps_general(board, piece, attached_general):
        return 0
    return _end_mask(board, piece, allowance(board, piece))


def _keeps_general(board: BattleBoard, unit: str, general: GeneralId) -> bool:
    """Whether a general has joined a unit this turn, so that both stay.

    One who rode along on the first move of Hit and Run does so on the second; one who joined, by an option only.
    Source: BC150 p.7 Attached Generals. Readings: Joining and leaving, Second moves with a general.
    """
    if board.stage is Stage.SECOND_MOVES and unit in board.second_movers:
        return general in board.generals_moved_alone and not board.rides_on
    return general in board.hexes_moved


def allowance(board: BattleBoard, unit: str) -> int:
    """The hexes a unit may move this turn."""
    kind = board.battle.units[unit].kind
    hexes = board.reach.get(kind.arm, kind.move)
    for bend in board.bends(board.place[unit]):
        hexes = bend.march(board, unit, hexes)
    return hexes


def move_length(board: BattleBoard, piece: str, goal_space: int) -> int:
    """How many hexes a legal move is long."""
    shortest = max(1, DISTANCE[board.place[piece]][goal_space])
    return next(
        hexes
        for hexes in range(shortest, most_hexes(board, piece) + 1)
        if _end_mask(board, piece, hexes) >> goal_space & 1
    )


def most_hexes(board: BattleBoard, piece: str) -> int:
    """The hexes a unit or general may move this turn."""
    return GENERALS_MOVE if is_general(piece) else allowance(board, piece)


def _end_mask(board: BattleBoard, piece: str, hexes: int) -> int:
    """Mask of the hexes where a piece may end a move of so many hexes.

    A unit passes nobody, may end with a lone general of its own; a general passes friends and may end with a unit that
    has no general. Stopping terrain ends a move.
    """
    battle, start_space = board.battle, board.place[piece]
    side = side_of(piece)
    foe = FOE[side]
    enemies = board.unit_mask[foe] | board.general_mask[foe]
    start = 1 << start_space
    if is_general(piece):
        free_spaces = ALL & ~(enemies | battle.impassable | start)
        stop_hexes = battle.stopping_hexes
        end_hexes = ~board.general_mask[side]
    else:
        free_spaces = ALL & ~(
            enemies | board.unit_mask[side] | battle.barred_hexes[battle.units[piece].kind.arm] | start
        )
        lone_generals_mask = lone_generals(board, side)
        if board.general_at[start_space]:
            free_spaces &= ~lone_generals_mask
        stop_hexes = battle.stopping_hexes | lone_generals_mask
        end_hexes = ALL
    return spread(PASSAGE, ADJACENT[start_space], hexes, free_spaces, stop_hexes) & end_hexes


def one_step(board: BattleBoard, piece: str) -> int:
    """Mask of the neighbouring hexes that a piece may enter."""
    return _end_mask(board, piece, 1)


def exit_from(board: BattleBoard, unit: str) -> int | None:
    """The hex from which a unit may leave the board this turn, or None: leaving is a step beyond an exit hex.

    Ground that stops a move, or a lone general met there, leaves no step. Source: BC150 p.7 Moving Units ("aside from
    special rules"). Readings: Leaving the board.
    """
    flags = board.battle.exit_flags.get(side_of(unit))
    if not flags or is_general(unit):
        return None
    attached_general = general_with(board, unit)
    if attached_general and _keeps_general(board, unit, attached_general):
        return None
    start, distance = board.place[unit], allowance(board, unit)
    on_the_way = _end_mask(board, unit, distance - 1) if distance > 1 else 0
    on_the_way &= ~(board.battle.stopping_hexes | lone_generals(board, side_of(unit)))
    on_the_way |= 1 << start if distance else 0
    return max((space for space in flags if on_the_way >> space & 1), key=flags.__getitem__, default=None)


def _reach_mask(board: BattleBoard, piece: str) -> int:
    """Mask of the hexes that a piece may move to, and of `OFF_BOARD`."""
    mask = destinations(board, piece)
    if board.battle.exits and exit_from(board, piece) is not None:
        mask |= 1 << OFF_BOARD
    return mask


def _move_to(piece: str, space: int) -> Move:
    return Move(piece, OFF if space == OFF_BOARD else HEXES[space])


def has_a_move(board: BattleBoard, stage: Stage, piece: str) -> bool:
    """Whether an ordered piece has a move left in a stage."""
    if piece not in board.place:
        return False
    if stage is Stage.SECOND_MOVES:
        return piece in board.second_movers
    return bool(board.ordered_pieces[piece] & MAY_MOVE) and piece not in board.hexes_moved


class PieceToSpaceChoices(PieceMoves):
    """An action of any of ``pieces`` with a hex in its reach, or the end of the stage.

    A kind of choice gives `judge_action`, which says of any action why it is refused.
    """

    __slots__ = ("board", "stage")

    def __init__(
        self,
        board: BattleBoard,
        stage: Stage,
        pieces: list[str],
        ends_of_piece: Callable[[str], int],
        make_action: Callable[[str, int], Move | Attack],
    ) -> None:
        super().__init__(pieces, ends_of_piece, make_action, done_action=DONE[stage])
        self.board, self.stage = board, stage

    def judge_action(self, action: Action) -> Verdict:
        """Whether an action that does not end the stage is legal."""
        raise NotImplementedError(f"{type(self).__name__} must judge its actions")

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Done):
            stage_text = f"this is about {self.stage.value}"
            return LEGAL if action.stage is self.stage else refuse("wrong_stage", stage_text, cites.TURN)
        return self.judge_action(action)

    def nearest(self, space: int) -> list[str]:
        return sorted(self.pieces, key=lambda piece: DISTANCE[self.board.place[piece]][space])

    def explain_piece(self, piece: str) -> Verdict:
        """Whether a piece of the side that chooses has something to do in this stage, and why it has nothing."""
        if piece in self.pieces and self.reach(piece):
            return LEGAL
        if piece in self.pieces:
            return refuse("nothing_in_reach", f"{self.board.name(piece)} can reach nothing from where it stands")
        return self.judge_action(self.make(piece, self.board.place[piece]))

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        if kind is PIECE and ref in self.board.place and side_of(ref) == self.board.active:
            return self.explain_piece(ref)
        return self.explain_space(SPACE[ref]) if kind is PLACE else None


class MoveChoices(PieceToSpaceChoices):
    """A move of any piece with an unused order to move, or no more moves."""

    __slots__ = ("_floods",)

    def __init__(self, board: BattleBoard, stage: Stage = Stage.MOVES) -> None:
        pieces = [piece for piece in board.ordered_pieces if has_a_move(board, stage, piece)]
        super().__init__(board, stage, pieces, partial(_reach_mask, board), _move_to)
        self._floods: dict[str, list[int]] = {}

    def help(self, action: Action, board: BattleBoard) -> str:
        if not isinstance(action, Move) or action.to == OFF:
            return ""
        piece, goal_space = action.piece, SPACE[action.to]
        return cost_in_words(board, piece, goal_space, self._steps(piece, goal_space))

    def cost(self, action: Action, board: BattleBoard) -> str:
        """Hexes of a move."""
        if not isinstance(action, Move) or action.to == OFF:
            return ""
        return str(self._steps(action.piece, SPACE[action.to]))

    def _steps(self, piece: str, goal_space: int) -> int:
        """`steps` of a listed move; the hexes that a piece reaches are worked out once for all of its moves."""
        floods = self._floods.get(piece)
        if floods is None:
            hex_limit = most_hexes(self.board, piece)
            floods = self._floods[piece] = [_end_mask(self.board, piece, hexes) for hexes in range(1, hex_limit + 1)]
        return next(hexes for hexes, mask in enumerate(floods, 1) if mask >> goal_space & 1)

    def judge_action(self, action: Action) -> Verdict:
        board = self.board
        if not isinstance(action, Move):
            return refuse("not_a_move", f"{words_of(action, board)}: that is not a move", cites.MOVE)
        if action.piece not in board.place:
            return refuse("no_piece", f"no piece {action.piece[:40]!r} is on the board", cites.MOVE)
        if action.piece not in board.ordered_pieces:
            return refuse("not_ordered", f"{board.name(action.piece)} has no order", cites.ORDERS)
        if not has_a_move(board, self.stage, action.piece):
            return refuse("may_not_move", f"{board.name(action.piece)} may not move (again) this turn", cites.MOVE)
        if action.to == OFF:
            return LEGAL if self.reach(action.piece) >> OFF_BOARD & 1 else why_no_exit(board, action.piece)
        if action.to not in SPACE:
            return refuse("off_board", f"there is no hex {action.to[:40]!r}", cites.GAME_BOARD)
        if self.reach(action.piece) >> SPACE[action.to] & 1:
            return LEGAL
        return why_not(board, action.piece, SPACE[action.to])


def cost_in_words(board: BattleBoard, piece: str, goal_space: int, length: int) -> str:
    """How long a legal move is, and what it leaves of the piece's battle: "1 of 1 hexes; no battle afterwards"."""
    if is_general(piece):
        return f"{length} of {GENERALS_MOVE} hexes"
    battle = board.battle
    unit, tile = battle.units[piece], battle.tiles[goal_space]
    way = f"{length} of {allowance(board, piece)} hexes"
    limit = tile.enter.get(unit.kind.arm)
    if board.stage is Stage.SECOND_MOVES:
        return way
    if length > may_move_and_battle(board, unit) or (limit is not None and limit.dice == ()):
        return f"{way}; no battle afterwards"
    if limit is None:
        return way
    fewer_text = f"{limit.lose} less" if limit.dice is None else f"at most {'/'.join(map(str, limit.dice))} by range"
    return f"{way}; battle dice after entering {tile.title}: {fewer_text}"


def why_no_exit(board: BattleBoard, piece: str) -> Verdict:
    """Why a piece may not leave the board."""
    side = side_of(piece)
    if is_general(piece) or not board.battle.exit_flags.get(side):
        return refuse("no_exit", f"{board.name(piece)} may not leave the board", cites.MOVING_UNITS)
    return refuse("too_far", f"{board.name(piece)} does not get off the board this turn", cites.MOVING_UNITS)


def why_not(board: BattleBoard, piece: str, goal_space: int) -> Verdict:
    """Why a piece may not end its move in a hex."""
    name, hex_name, side = board.name(piece), HEXES[goal_space], side_of(piece)
    bit, foe = 1 << goal_space, FOE[side]
    arm = "" if is_general(piece) else board.battle.units[piece].kind.arm
    cite = cites.MOVING_UNITS if arm else cites.MOVING_GENERALS
    if (board.unit_mask[foe] | board.general_mask[foe]) & bit:
        return refuse("enemy_there", f"an enemy is on {hex_name}", cite)
    if not arm and board.general_mask[side] & bit:
        return refuse("general_there", f"another general is on {hex_name}", cites.ATTACHED)
    if arm and board.unit_mask[side] & bit:
        return refuse("unit_there", f"a friendly unit is on {hex_name}", cite)
    if arm and board.general_mask[side] & bit and general_with(board, piece):
        return refuse("general_there", f"only one general may be with a unit, and one is on {hex_name}", cites.ATTACHED)
    if (board.battle.barred_hexes[arm] if arm else board.battle.impassable) & bit:
        return refuse(
            "impassable", f"{name} may not enter {board.battle.tiles[goal_space].title} at {hex_name}", cites.R_TERRAIN
        )
    if arm and _keeps_general(board, piece, general_with(board, piece)):
        return refuse("general_joined", f"a general joined {name} this turn and may not move on", cites.ATTACHED)
    move_limit = allowance(board, piece) if arm else GENERALS_MOVE
    return refuse("too_far", f"{name} moves up to {move_limit} hexes and does not get to {hex_name}", cite)


def shorter_moves(board: BattleBoard, action: Any) -> Iterator[tuple[Move, Move]]:
    """A move to each hex beside the piece, and from there to where it wanted."""
    if isinstance(action, Move) and action.piece in board.place and action.to != OFF:
        adjacent_hexes = ADJACENT[board.place[action.piece]]
        if not adjacent_hexes >> SPACE[action.to] & 1:
            yield from ((Move(action.piece, HEXES[space]), action) for space in bits(adjacent_hexes))


MARCHES = Marches(shorter_moves, one_move="a piece moves once a turn; where it stops it stays")
