"""What the board promises the Union: the terms of the value that a search goes by."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_lab.learnt_value import read_value
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE, LINES, RELIEF, UNION


def features(board: ClockBoard) -> dict[str, float]:
    """Terms for the Union, which wins when Vicksburg falls before the last turn."""
    elapsed = board.turn / board.book.calendar.last_turn
    garrison, relief = board.garrison, board.units.get(RELIEF)
    return {
        "constant": 1.0,
        "elapsed": elapsed,
        "elapsed squared": elapsed * elapsed,
        "besieged": float(board.invested),
        "besieged by time": board.invested * elapsed,
        "siege points": board.points / 10,
        "garrison level": float(-board.level),
        "garrison": -(garrison.manpower if garrison is not None else 0) / 10,
        "garrison fatigue": (garrison.fatigue if garrison is not None else 5) / 5,
        "forts": -sum(board.forts.values()) / 10,
        "station": float(board.station_destroyed),
        "relief": -(relief.manpower if relief is not None else 0) / 10,
        "relief near": -board.box / 10,
        "in the lines": sum(board.units[command].manpower for command in board.at(LINES, UNION)) / 100,
        "union": sum(board.units[command].manpower for command in board.commands(UNION)) / 100,
        "confederates": -sum(board.units[command].manpower for command in board.commands(CONFEDERATE)) / 100,
        "union fatigue": -sum(board.units[command].fatigue for command in board.commands(UNION)) / 10,
        "out of supply": -float(len(board.out_of_supply)),
        "yazoo depot": float(board.depot == LINES),
    }


win_probability: Final = read_value(Path(__file__).with_suffix(".toml"), features, UNION)
"""The chance that a side wins."""
