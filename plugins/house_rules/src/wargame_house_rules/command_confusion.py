"""Command confusion: a unit that is ordered far from any general may get its orders too late to march.

In Battle Cry whoever is ordered obeys, and generals give no more than a die in melee: they are best kept safe. Couriers
of the war were shot, lost their way or came an hour late. Here an army acts as one where its generals are.
"""

from typing import Annotated

from attrs import frozen

from wargame_battlecry.board.board import MAY_MOVE, BattleBoard
from wargame_battlecry.printed.game_board import WITHIN
from wargame_battlecry.rules.battle_dice import throw_battle_dice
from wargame_core.authoring import PIECE, Procedure, PublicEvent, Step, Table, Variant, after


@frozen
class CourierSent(PublicEvent):
    """A unit has its orders in time, or too late to move this turn."""

    piece: Annotated[str, PIECE]
    late: bool

    def apply(self, board: BattleBoard) -> None:
        if self.late:
            board.ordered_pieces[self.piece] &= ~MAY_MOVE

    def text(self, board: BattleBoard) -> str:
        return f"{board.name(self.piece)} has its orders {'too late to move' if self.late else 'in time'}."


def units_without_general(board: BattleBoard) -> list[str]:
    """The ordered units that may move and have no general of their side within two hexes."""
    generals = board.general_mask[board.active]
    uncommanded_pieces = (piece for piece in board.ordered_pieces if not generals & WITHIN[board.place[piece]][2])
    return [piece for piece in uncommanded_pieces if board.ordered_pieces[piece] & MAY_MOVE]


def send_couriers(table: Table[BattleBoard]) -> Procedure[None]:
    """Each unit in doubt rolls a battle die, and does not move this turn on a flag. It may battle all the same."""
    for unit in units_without_general(table.board):
        roll: str = yield from throw_battle_dice(table, 1, f"a courier to {table.board.name(unit)}")
        table.record(CourierSent(unit, late="F" in roll))


VARIANT = Variant(
    id="command_confusion",
    of=("battlecry",),
    title="Command confusion",
    help="When orders are announced, each ordered unit without a general of its side within two hexes rolls a battle "
    "die: on a flag its courier comes too late, and it does not move this turn. It may battle.",
    requires_api=1,
    sequence=(after("Announce orders", Step("Send couriers", send_couriers)),),
    events=(CourierSent,),
)
