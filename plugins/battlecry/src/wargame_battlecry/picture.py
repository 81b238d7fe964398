"""The battlefield as a picture: tiles, works, units with their figures, flags won."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from wargame_battlecry.board import BattleBoard
from wargame_battlecry.data_types import SIDES, Battle
from wargame_battlecry.ground import MAP
from wargame_core.svg import map_svg
from wargame_core.svg_tokens import Marker

COLORS = {"union": "#2f4f8f", "confederate": "#8a8578"}
MARKS = {"infantry": "I", "cavalry": "C", "artillery": "A"}


def picture(board: Any, seat: str) -> str:
    """The board as a seat sees it, as SVG. Nothing on it is hidden."""
    score = ", ".join(f"{side.capitalize()} {board.flags(side)}" for side in SIDES)
    title = f"{board.battle.title}: flags {score} of {board.battle.flags}"
    return map_svg(ground_map(board.battle), markers=markers(board), title=title)


def ground_map(battle: Battle) -> Any:
    """The map of a battle, for drawing."""
    return evolve(MAP, terrain=tuple(tile.id for tile in battle.tiles), title=battle.title, closed_terrain=frozenset())


def markers(board: BattleBoard, seat: str = "") -> list[Marker]:
    """A token for every unit and general."""
    found = []
    for id, figures in board.figures.items():
        unit = board.battle.units[id]
        label = f"{MARKS[unit.kind.arm]}{figures}"
        note = board.describe(id)
        found.append(Marker(board.place[id], label, unit.side, COLORS[unit.side], note=note))
    for id, space in board.place.items():
        if id not in board.figures:
            side = board.side_of(id)
            found.append(Marker(space, "G", side, COLORS[side], "flag", note=board.describe(id)))
    return found
