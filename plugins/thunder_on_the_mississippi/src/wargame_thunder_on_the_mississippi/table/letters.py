"""The clock in letters: what a terminal tells of commands and forts."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_pictures.draw.letters import Letters
from wargame_thunder_on_the_mississippi.board.board import ClockBoard


def letters(board: ClockBoard, seat: str = "") -> Mapping[str, Letters]:
    """Commands with their manpower, and forts with their level."""
    by_piece: dict[str, Letters] = {fort: Letters(str(level), f"level {level}") for fort, level in board.forts.items()}
    for command in board.place:
        unit = board.units[command]
        tired = f", fatigue {unit.fatigue}" if unit.fatigue else ""
        by_piece[command] = Letters(str(unit.manpower), f"{board.name(command)}, {unit.manpower} manpower{tired}")
    return by_piece
