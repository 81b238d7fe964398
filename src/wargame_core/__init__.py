"""A rules library for board wargames: maps, dice, charts, cards, forces and the flow of a turn. Games are plugins.

>>> import wargame_core
>>> len(wargame_core.D6)
6
"""

from __future__ import annotations

from wargame_core.dice import D3, D6, D10, Asked, Die, Scripted, Seeded, die, draw_from
from wargame_core.errors import (
    AmbiguousName,
    DataError,
    DiceError,
    IllegalAction,
    MalformedAction,
    MissingExtra,
    NotYourTurn,
    PluginError,
    RecordError,
    RulesGap,
    UnknownName,
    WargameError,
)
from wargame_core.flow.choices import Action, Choices, ListedChoices
from wargame_core.flow.events import Board, Event, GameEnded, Outcome, fold
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly, Procedure, Roll, Table
from wargame_core.flow.rules import Option, Rules, Scenario
from wargame_core.flow.sequence import Repeat, Sequence, Step
from wargame_core.flow.state import State, View
from wargame_core.flow.updates import Update
from wargame_core.flow.visibility import OWN, REFEREE, SECRET, SPECTATOR, STATIC, Visible, redact
from wargame_core.game import Game, GameFiles, Presentation
from wargame_core.plugins.discovery import GameEntry, Plugin, discover, load
from wargame_core.rulings import LEGAL, Cite, Modifier, Reason, Ruling, Verdict, all_of, refuse
from wargame_core.version import __version__ as __version__

__all__ = [
    "D3",
    "D6",
    "D10",
    "LEGAL",
    "OWN",
    "REFEREE",
    "SECRET",
    "SPECTATOR",
    "STATIC",
    "Action",
    "AmbiguousName",
    "Ask",
    "AskSecretly",
    "Asked",
    "Board",
    "Choices",
    "Cite",
    "DataError",
    "DiceError",
    "Die",
    "Event",
    "Game",
    "GameEnded",
    "GameEntry",
    "GameFiles",
    "IllegalAction",
    "ListedChoices",
    "MalformedAction",
    "Match",
    "MissingExtra",
    "Modifier",
    "NotYourTurn",
    "Option",
    "Outcome",
    "Plugin",
    "PluginError",
    "Presentation",
    "Procedure",
    "Reason",
    "RecordError",
    "Repeat",
    "Roll",
    "Rules",
    "RulesGap",
    "Ruling",
    "Scenario",
    "Scripted",
    "Seeded",
    "Sequence",
    "State",
    "Step",
    "Table",
    "UnknownName",
    "Update",
    "Verdict",
    "View",
    "Visible",
    "WargameError",
    "all_of",
    "die",
    "discover",
    "draw_from",
    "fold",
    "load",
    "redact",
    "refuse",
]
