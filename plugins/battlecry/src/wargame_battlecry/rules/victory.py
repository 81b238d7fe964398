"""Flags, ground worth flags, the end of the battle. Source: BC150 p.2 How to Win, p.6 Flag Tokens.

Readings: Flags and victory.
"""

from collections.abc import Iterator

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.turn_events import ObjectiveChanged
from wargame_battlecry.printed.game_board import HEXES, SIDES
from wargame_battlecry.printed.pieces import Objective, When
from wargame_core.authoring import Outcome, Table, bits


def settle_victory(table: Table[BattleBoard], *, turn_start: bool = False) -> None:
    """Objective flags follow the pieces, and whoever has the flags of the battle wins at once.

    Flags that are won at the start of a turn are lost as soon as the ground is; captured ones stay. When both sides
    have enough, the moving player wins. Source: BC150 p.2 How to Win, p.6 Flag Tokens.
    Readings: Counting flags, Flags for exits.
    """
    board, battle = table.board, table.board.battle
    for objective in battle.objectives:
        if objective.id in board.objectives:
            if objective.when is not When.CAPTURED and not objective.holds(board):
                table.record(ObjectiveChanged(objective.id, objective.side, 0, f"no longer {objective.text}"))
        elif objective.holds(board) and _may_be_won(board, objective, turn_start=turn_start):
            table.record(ObjectiveChanged(objective.id, objective.side, objective.flags, objective.text))
    flags_needed, rules = battle.flags, battle.rules
    for side in (board.active, board.inactive_side):
        if (flags := board.flags(side)) >= flags_needed:
            text = f"{side.capitalize()} has {flags} of {flags_needed} flags and wins {battle.title}."
            table.finish(Outcome(side, "flags", _scores(board), text))
        if rules and (winning_rule := won_by_a_rule(board, side)):
            level, reason = winning_rule
            text = f"{side.capitalize()} {reason} and wins {battle.title}."
            table.finish(Outcome(side, level, _scores(board), text))


def end_without_battles(table: Table[BattleBoard]) -> None:
    """A battle in which nobody has fought for as many turns as there are command cards is a draw.

    Readings: Two sides that do not fight.
    """
    board = table.board
    if board.turns_without_battle >= board.book.deck_size:
        text = f"Nobody has battled for {board.turns_without_battle} turns: {board.battle.title} is a draw."
        table.finish(Outcome(None, "draw", _scores(board), text, together=SIDES))


def _scores(board: BattleBoard) -> dict[str, int]:
    """The flags of each side."""
    return {seat: board.flags(seat) for seat in SIDES}


def conditions_of_victory(board: BattleBoard) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What a player has to know of the conditions of victory: the flags, and all ground that is worth some."""
    battle = board.battle
    yield "flags to win", (battle.flags,)
    yield "turns without a battle that make a draw", (board.book.deck_size,)
    for objective in battle.objectives:
        ground = () if objective.clear_of else objective.ground()
        yield objective.text, (objective.flags, *(HEXES[space] for space in ground))
    for way in battle.exits:
        yield "exits", (way.flags, *(HEXES[space] for space in bits(way.hexes)))


def won_by_a_rule(board: BattleBoard, side: str) -> tuple[str, str] | None:
    """The first special rule by which a side has won, and why, as ends "Union ..."; None when it has not."""
    for rule in board.rules:
        if reason := rule.wins(board, side):
            return rule.kind, reason
    return None


def _may_be_won(board: BattleBoard, objective: Objective, *, turn_start: bool) -> bool:
    """Whether now is the time for an objective's flags, and its token is not with the other side."""
    if objective.when is When.START_OF_TURN:
        return turn_start and objective.side == board.active
    return not board.is_taken(objective)
