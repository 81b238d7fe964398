"""Games of hexes and counters: most of what such rulebooks print, as values that a rulebook sets.

Nothing of the parts is loaded before somebody asks for one.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.interfaces import ExtensionPoint
from wargame_core.plugins.discovery import Plugin
from wargame_core.plugins.foreign import ForeignGame

if TYPE_CHECKING:
    from wargame_core.authoring import Game
    from wargame_core.charts import OddsTable as OddsTable
    from wargame_hex_and_counter.board.actions import ACTIONS as ACTIONS
    from wargame_hex_and_counter.board.battles import Battle as Battle
    from wargame_hex_and_counter.board.board import Book as Book
    from wargame_hex_and_counter.board.board import HexBoard as HexBoard
    from wargame_hex_and_counter.board.board import HiddenBoard as HiddenBoard
    from wargame_hex_and_counter.board.board import HiddenStandingBoard as HiddenStandingBoard
    from wargame_hex_and_counter.board.board import StandingBoard as StandingBoard
    from wargame_hex_and_counter.board.events import EVENTS as EVENTS
    from wargame_hex_and_counter.board.events import RailroadConverted as RailroadConverted
    from wargame_hex_and_counter.board.events import TurnBegan as TurnBegan
    from wargame_hex_and_counter.board.pieces import Pieces as Pieces
    from wargame_hex_and_counter.game import build as build
    from wargame_hex_and_counter.game_files.plugin import hex_game_plugin as hex_game_plugin
    from wargame_hex_and_counter.game_files.vocabulary import Vocabulary as Vocabulary
    from wargame_hex_and_counter.players.line_holder import line_holder as line_holder
    from wargame_hex_and_counter.players.stand import Stand as Stand
    from wargame_hex_and_counter.players.terms import TERMS as TERMS
    from wargame_hex_and_counter.players.terms import Term as Term
    from wargame_hex_and_counter.printed.files import read_map as read_map
    from wargame_hex_and_counter.printed.files import read_set_up as read_set_up
    from wargame_hex_and_counter.printed.files import read_units as read_units
    from wargame_hex_and_counter.printed.scenarios import Reinforcement as Reinforcement
    from wargame_hex_and_counter.printed.scenarios import SetUp as SetUp
    from wargame_hex_and_counter.printed.scenarios import Withdrawal as Withdrawal
    from wargame_hex_and_counter.printed.terrain import TerrainChart as TerrainChart
    from wargame_hex_and_counter.printed.units import Face as Face
    from wargame_hex_and_counter.printed.units import Unit as Unit
    from wargame_hex_and_counter.printed.weather import Weather as Weather
    from wargame_hex_and_counter.printed.weather import WeatherRoll as WeatherRoll
    from wargame_hex_and_counter.rules.arrivals import Arrivals as Arrivals
    from wargame_hex_and_counter.rules.binding import USUAL as USUAL
    from wargame_hex_and_counter.rules.binding import Binding as Binding
    from wargame_hex_and_counter.rules.boxes import Box as Box
    from wargame_hex_and_counter.rules.boxes import Boxes as Boxes
    from wargame_hex_and_counter.rules.combat import Advance as Advance
    from wargame_hex_and_counter.rules.combat import Bombardment as Bombardment
    from wargame_hex_and_counter.rules.combat import Combat as Combat
    from wargame_hex_and_counter.rules.command import Command as Command
    from wargame_hex_and_counter.rules.command import OutOfCommand as OutOfCommand
    from wargame_hex_and_counter.rules.control import Control as Control
    from wargame_hex_and_counter.rules.cup import Chit as Chit
    from wargame_hex_and_counter.rules.cup import Cup as Cup
    from wargame_hex_and_counter.rules.face_down import FaceDown as FaceDown
    from wargame_hex_and_counter.rules.face_down import Lot as Lot
    from wargame_hex_and_counter.rules.hex_game import HexGame as HexGame
    from wargame_hex_and_counter.rules.hex_game import SideTitle as SideTitle
    from wargame_hex_and_counter.rules.hex_game import due_by as due_by
    from wargame_hex_and_counter.rules.impulses import Impulses as Impulses
    from wargame_hex_and_counter.rules.initiative import BidInitiative as BidInitiative
    from wargame_hex_and_counter.rules.initiative import GivenInitiative as GivenInitiative
    from wargame_hex_and_counter.rules.initiative import Initiative as Initiative
    from wargame_hex_and_counter.rules.initiative import RolledInitiative as RolledInitiative
    from wargame_hex_and_counter.rules.isolation import Isolation as Isolation
    from wargame_hex_and_counter.rules.movement import Movement as Movement
    from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire as OpportunityFire
    from wargame_hex_and_counter.rules.phases import phase as phase
    from wargame_hex_and_counter.rules.rail import Rail as Rail
    from wargame_hex_and_counter.rules.rail import not_by_rail as not_by_rail
    from wargame_hex_and_counter.rules.reaction_moves import ReactionMove as ReactionMove
    from wargame_hex_and_counter.rules.replacements import Replacements as Replacements
    from wargame_hex_and_counter.rules.retreat import Retreat as Retreat
    from wargame_hex_and_counter.rules.retreat import Way as Way
    from wargame_hex_and_counter.rules.stacking import Stacking as Stacking
    from wargame_hex_and_counter.rules.standing_answers import AnswersBeforehand as AnswersBeforehand
    from wargame_hex_and_counter.rules.supply import OutOfSupply as OutOfSupply
    from wargame_hex_and_counter.rules.supply import Trace as Trace
    from wargame_hex_and_counter.rules.victory import HeldPlace as HeldPlace
    from wargame_hex_and_counter.rules.victory import Level as Level
    from wargame_hex_and_counter.rules.victory import Losses as Losses
    from wargame_hex_and_counter.rules.victory import SuddenVictory as SuddenVictory
    from wargame_hex_and_counter.rules.victory import Victory as Victory
    from wargame_hex_and_counter.rules.victory import holds as holds
    from wargame_hex_and_counter.rules.weather import WeatherTrack as WeatherTrack
    from wargame_hex_and_counter.rules.withdrawals import NotWithdrawn as NotWithdrawn
    from wargame_hex_and_counter.rules.withdrawals import Withdrawals as Withdrawals
    from wargame_hex_and_counter.rules.withdrawals import withdrawals_by as withdrawals_by
    from wargame_hex_and_counter.rules.zones import Zones as Zones

_HOMES = {
    "wargame_core.charts": "OddsTable",
    "wargame_hex_and_counter.board.actions": "ACTIONS",
    "wargame_hex_and_counter.board.battles": "Battle",
    "wargame_hex_and_counter.board.board": "Book HexBoard HiddenBoard HiddenStandingBoard StandingBoard",
    "wargame_hex_and_counter.board.events": "EVENTS RailroadConverted TurnBegan",
    "wargame_hex_and_counter.board.pieces": "Pieces",
    "wargame_hex_and_counter.game": "build",
    "wargame_hex_and_counter.game_files.plugin": "hex_game_plugin",
    "wargame_hex_and_counter.game_files.vocabulary": "Vocabulary",
    "wargame_hex_and_counter.players.line_holder": "line_holder",
    "wargame_hex_and_counter.players.stand": "Stand",
    "wargame_hex_and_counter.players.terms": "TERMS Term",
    "wargame_hex_and_counter.printed.files": "read_map read_set_up read_units",
    "wargame_hex_and_counter.printed.scenarios": "Reinforcement SetUp Withdrawal",
    "wargame_hex_and_counter.printed.terrain": "TerrainChart",
    "wargame_hex_and_counter.printed.units": "Face Unit",
    "wargame_hex_and_counter.printed.weather": "Weather WeatherRoll",
    "wargame_hex_and_counter.rules.arrivals": "Arrivals",
    "wargame_hex_and_counter.rules.binding": "USUAL Binding",
    "wargame_hex_and_counter.rules.boxes": "Box Boxes",
    "wargame_hex_and_counter.rules.combat": "Advance Bombardment Combat",
    "wargame_hex_and_counter.rules.command": "Command OutOfCommand",
    "wargame_hex_and_counter.rules.control": "Control",
    "wargame_hex_and_counter.rules.cup": "Chit Cup",
    "wargame_hex_and_counter.rules.face_down": "FaceDown Lot",
    "wargame_hex_and_counter.rules.hex_game": "HexGame SideTitle due_by",
    "wargame_hex_and_counter.rules.impulses": "Impulses",
    "wargame_hex_and_counter.rules.initiative": "BidInitiative GivenInitiative Initiative RolledInitiative",
    "wargame_hex_and_counter.rules.isolation": "Isolation",
    "wargame_hex_and_counter.rules.movement": "Movement",
    "wargame_hex_and_counter.rules.phases": "phase",
    "wargame_hex_and_counter.rules.opportunity_fire": "OpportunityFire",
    "wargame_hex_and_counter.rules.rail": "Rail not_by_rail",
    "wargame_hex_and_counter.rules.reaction_moves": "ReactionMove",
    "wargame_hex_and_counter.rules.replacements": "Replacements",
    "wargame_hex_and_counter.rules.retreat": "Retreat Way",
    "wargame_hex_and_counter.rules.stacking": "Stacking",
    "wargame_hex_and_counter.rules.standing_answers": "AnswersBeforehand",
    "wargame_hex_and_counter.rules.supply": "OutOfSupply Trace",
    "wargame_hex_and_counter.rules.victory": "HeldPlace Level Losses SuddenVictory Victory holds",
    "wargame_hex_and_counter.rules.weather": "WeatherTrack",
    "wargame_hex_and_counter.rules.withdrawals": "NotWithdrawn Withdrawals withdrawals_by",
    "wargame_hex_and_counter.rules.zones": "Zones",
}
"""Where the names of this face stand: a module is imported when one of its names is first asked for."""


def _lint(path: Path) -> list[str]:
    from wargame_hex_and_counter.authoring.game_folders import lint_folder
    from wargame_hex_and_counter.authoring.lint import lint

    problems = lint_folder(path)
    return problems if problems is not None else lint(path)


def _knows(path: Path) -> bool:
    from wargame_hex_and_counter.authoring.game_folders import has_game
    from wargame_hex_and_counter.authoring.lint import knows

    return has_game(path) or knows(path)


def _open_folder(path: Path) -> Game | None:
    from wargame_hex_and_counter.authoring.game_folders import open_folder

    return open_folder(path)


def _plugin_of_folder(path: Path) -> Plugin:
    from wargame_hex_and_counter.game_files.plugin import plugin_of_folder

    return plugin_of_folder(path)


def _new_hex_game(folder: Path) -> None:
    from wargame_hex_and_counter.authoring.game_folders import new_hex_game

    new_hex_game(folder)


def _new_hex_game_with_rules(folder: Path, name: str) -> None:
    from wargame_hex_and_counter.authoring.game_folders import new_hex_game_with_rules

    new_hex_game_with_rules(folder, name)


def _new_game(folder: Path, name: str) -> None:
    from wargame_hex_and_counter.authoring.scaffold import new_game

    new_game(folder, name)


def _new_hex_game_from(folder: Path, name: str, foreign_game: ForeignGame) -> list[str]:
    from wargame_hex_and_counter.authoring.foreign_games import new_hex_game_from

    return new_hex_game_from(folder, name, foreign_game)


PLUGIN = Plugin(
    requires_api=1,
    id="hex_and_counter",
    title="Games of hexes and counters: the parts",
    documents=(),
    lint=_lint,
    knows=_knows,
    open_folder=_open_folder,
    plugin_of_folder=_plugin_of_folder,
    scaffold={"hex-game": _new_hex_game},
    scaffold_rules={"game": _new_game, "hex-game": _new_hex_game_with_rules},
    scaffold_from={"hex-game": _new_hex_game_from},
    extension_points=(
        ExtensionPoint(
            "wargame_hex_and_counter.game_files.vocabulary:Vocabulary",
            "`words` of `OwnRules`, which `hex_game_plugin` is given; `own` keys of game.toml name its functions",
        ),
    ),
)


def __getattr__(name: str) -> object:
    home_module = next((module for module, names in _HOMES.items() if name in names.split()), None)
    if home_module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home_module), name)


__all__ = ["PLUGIN", *sorted(name for names in _HOMES.values() for name in names.split())]
