"""Battles in numbers, for studies of balance: flags and what they are for, figures, losses, who battled."""

from collections.abc import Iterable, Iterator, Mapping

from wargame_battlecry.board.battle_events import Battled
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import FOE, SIDES, Side
from wargame_battlecry.printed.pieces import side_of
from wargame_battlecry.table.panels import captured_line, captures, ground_line
from wargame_core.authoring import Event
from wargame_lab.facts import BalanceData, Facts, LineTotal


def battle_facts(board: BattleBoard) -> Facts:
    """The board in numbers; of the cards nothing."""
    rows = [(side, *row) for side in SIDES for row in (*_captured_flags(board, side), *_ground(board, side))]
    line_totals: dict[str, LineTotal] = {}
    for _, line, _, times, points in rows:
        old = line_totals.get(line, LineTotal(0, 0))
        line_totals[line] = LineTotal(old.times + times, old.points + points)
    pieces = (*board.battle.units, *board.battle.generals)
    return Facts(
        points={side: board.flags(side) for side in SIDES},
        lines={line: (side, text) for side, line, text, _, _ in rows},
        standing=line_totals,
        stands={board.name(unit): (side_of(unit), board.hex_of(unit)) for unit in board.figures},
        lost={board.name(piece): side_of(piece) for piece in pieces if piece not in board.place},
        granted=frozenset(line for side in SIDES for line, *_ in _captured_flags(board, side)),
    )


def units_that_fought(events: Iterable[Event], board: BattleBoard) -> Mapping[str, str]:
    """By unit that battled or was battled, its side."""
    busy = {unit for event in events if isinstance(event, Battled) for unit in (event.unit, event.defender)}
    return {board.name(unit): side_of(unit) for unit in sorted(busy) if unit in board.battle.units}


def _captured_flags(board: BattleBoard, side: Side) -> Iterator[tuple[str, str, int, int]]:
    """The flags that a side keeps: line, text, how many, points.

    Where units may leave the board for flags, the board tells no more than their sum.
    """
    foe, flags = FOE[side], board.captured_flags[side]
    if board.battle.exits:
        text = f"{foe.capitalize()} pieces taken, own units that left the board"
        yield captured_line(side, *captures(board.battle)), text, flags, flags
        return
    units = sum(side_of(unit) == foe and unit not in board.place for unit in board.battle.units)
    yield captured_line(side, "units"), f"{foe.capitalize()} units eliminated", units, units
    yield captured_line(side, "generals"), f"{foe.capitalize()} generals captured", flags - units, flags - units


def _ground(board: BattleBoard, side: Side) -> Iterator[tuple[str, str, int, int]]:
    for objective in board.battle.objectives:
        if objective.side == side:
            flags = board.objectives.get(objective.id, 0)
            yield ground_line(objective), f"{side.capitalize()} {objective.text}", int(flags > 0), flags


BALANCE = BalanceData(facts=battle_facts, combatants=units_that_fought)
"""What a battle tells for studies of balance."""
