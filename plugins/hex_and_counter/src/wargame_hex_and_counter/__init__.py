"""Games of hexes and counters: most of what such rulebooks print, as values that a rulebook sets.

Nothing of the parts is loaded before somebody asks for one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import Plugin

if TYPE_CHECKING:
    from wargame_core.charts import OddsTable
    from wargame_hex_and_counter.board.battles import Battle
    from wargame_hex_and_counter.board.board import Book, HexBoard
    from wargame_hex_and_counter.board.events import TurnBegan
    from wargame_hex_and_counter.board.pieces import Pieces
    from wargame_hex_and_counter.game import build
    from wargame_hex_and_counter.printed.scenarios import Reinforcement, SetUp
    from wargame_hex_and_counter.printed.terrain import TerrainChart
    from wargame_hex_and_counter.printed.units import Face, Unit
    from wargame_hex_and_counter.rules.arrivals import Arrivals
    from wargame_hex_and_counter.rules.binding import USUAL, Binding
    from wargame_hex_and_counter.rules.combat import Advance, Bombardment, Combat
    from wargame_hex_and_counter.rules.control import Control
    from wargame_hex_and_counter.rules.hex_game import HexGame, SideTitle, due_by
    from wargame_hex_and_counter.rules.movement import Movement
    from wargame_hex_and_counter.rules.phases import phase
    from wargame_hex_and_counter.rules.retreat import Retreat, Way
    from wargame_hex_and_counter.rules.stacking import Stacking
    from wargame_hex_and_counter.rules.victory import Held, Level, Losses, Victory
    from wargame_hex_and_counter.rules.zones import Zones

_FOUND_IN = {
    "OddsTable": "wargame_core.charts",
    **dict.fromkeys(("Battle",), "wargame_hex_and_counter.board.battles"),
    **dict.fromkeys(("Book", "HexBoard"), "wargame_hex_and_counter.board.board"),
    **dict.fromkeys(("TurnBegan",), "wargame_hex_and_counter.board.events"),
    **dict.fromkeys(("Pieces",), "wargame_hex_and_counter.board.pieces"),
    **dict.fromkeys(("build",), "wargame_hex_and_counter.game"),
    **dict.fromkeys(("Reinforcement", "SetUp"), "wargame_hex_and_counter.printed.scenarios"),
    **dict.fromkeys(("TerrainChart",), "wargame_hex_and_counter.printed.terrain"),
    **dict.fromkeys(("Face", "Unit"), "wargame_hex_and_counter.printed.units"),
    **dict.fromkeys(("Arrivals",), "wargame_hex_and_counter.rules.arrivals"),
    **dict.fromkeys(("USUAL", "Binding"), "wargame_hex_and_counter.rules.binding"),
    **dict.fromkeys(("Advance", "Bombardment", "Combat"), "wargame_hex_and_counter.rules.combat"),
    **dict.fromkeys(("Control",), "wargame_hex_and_counter.rules.control"),
    **dict.fromkeys(("HexGame", "SideTitle", "due_by"), "wargame_hex_and_counter.rules.hex_game"),
    **dict.fromkeys(("Movement",), "wargame_hex_and_counter.rules.movement"),
    **dict.fromkeys(("phase",), "wargame_hex_and_counter.rules.phases"),
    **dict.fromkeys(("Retreat", "Way"), "wargame_hex_and_counter.rules.retreat"),
    **dict.fromkeys(("Stacking",), "wargame_hex_and_counter.rules.stacking"),
    **dict.fromkeys(("Held", "Level", "Losses", "Victory"), "wargame_hex_and_counter.rules.victory"),
    **dict.fromkeys(("Zones",), "wargame_hex_and_counter.rules.zones"),
}
PLUGIN = Plugin(
    requires_api=1,
    id="hex_and_counter",
    title="Games of hexes and counters: the parts",
    documents=(),
)


def __getattr__(name: str) -> object:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FOUND_IN[name]), name)


__all__ = [
    "PLUGIN",
    "USUAL",
    "Advance",
    "Arrivals",
    "Battle",
    "Binding",
    "Bombardment",
    "Book",
    "Combat",
    "Control",
    "Face",
    "Held",
    "HexBoard",
    "HexGame",
    "Level",
    "Losses",
    "Movement",
    "OddsTable",
    "Pieces",
    "Reinforcement",
    "Retreat",
    "SetUp",
    "SideTitle",
    "Stacking",
    "TerrainChart",
    "TurnBegan",
    "Unit",
    "Victory",
    "Way",
    "Zones",
    "build",
    "due_by",
    "phase",
]
