"""A rules library for board wargames: maps, dice, charts, cards, forces and the flow of a turn. Games are plugins.

This is the face for who plays, watches, asks and simulates. Who writes a game finds the rest in
`wargame_core.authoring`.

>>> import wargame_core
>>> len(wargame_core.D6)
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame_core.authoring import LEGAL as LEGAL
from wargame_core.authoring import OWN as OWN
from wargame_core.authoring import SECRET as SECRET
from wargame_core.authoring import STATIC as STATIC
from wargame_core.authoring import Action as Action
from wargame_core.authoring import Board as Board
from wargame_core.authoring import Choices as Choices
from wargame_core.authoring import Die as Die
from wargame_core.authoring import Event as Event
from wargame_core.authoring import GameEnded as GameEnded
from wargame_core.authoring import GameEntry as GameEntry
from wargame_core.authoring import GameFiles as GameFiles
from wargame_core.authoring import ListedChoices as ListedChoices
from wargame_core.authoring import Option as Option
from wargame_core.authoring import Plugin as Plugin
from wargame_core.authoring import Presentation as Presentation
from wargame_core.authoring import Procedure as Procedure
from wargame_core.authoring import Repeat as Repeat
from wargame_core.authoring import Rules as Rules
from wargame_core.authoring import Scenario as Scenario
from wargame_core.authoring import Sequence as Sequence
from wargame_core.authoring import Step as Step
from wargame_core.authoring import Table as Table
from wargame_core.authoring import Visible as Visible
from wargame_core.authoring import all_of as all_of
from wargame_core.authoring import draw_from as draw_from
from wargame_core.authoring import events_in as events_in
from wargame_core.authoring import fold as fold
from wargame_core.authoring import redact as redact
from wargame_core.authoring import refuse as refuse
from wargame_core.dice import D3, D6, D10, Asked, Scripted, Seeded, die
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
from wargame_core.flow.events import Outcome
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly, Roll
from wargame_core.flow.state import State, View
from wargame_core.flow.updates import Update
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.game import Game
from wargame_core.odds import Distribution
from wargame_core.plugins.discovery import discover, load
from wargame_core.rulings import Cite, Modifier, Reason, Ruling, Verdict
from wargame_core.version import __version__ as __version__

if TYPE_CHECKING:
    from wargame_core.players.simulation import simulate
    from wargame_core.records.record import Record
    from wargame_core.records.verification import load_match, verify

_LATE = {
    "Record": "wargame_core.records.record",
    "load_match": "wargame_core.records.verification",
    "simulate": "wargame_core.players.simulation",
    "verify": "wargame_core.records.verification",
}
"""What is imported when it is first asked for: a game can be played without records and process pools."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_LATE[name]), name)


__all__ = [
    "D3",
    "D6",
    "D10",
    "REFEREE",
    "SPECTATOR",
    "AmbiguousName",
    "Ask",
    "AskSecretly",
    "Asked",
    "Cite",
    "DataError",
    "DiceError",
    "Distribution",
    "Game",
    "IllegalAction",
    "MalformedAction",
    "Match",
    "MissingExtra",
    "Modifier",
    "NotYourTurn",
    "Outcome",
    "PluginError",
    "Reason",
    "Record",
    "RecordError",
    "Roll",
    "RulesGap",
    "Ruling",
    "Scripted",
    "Seeded",
    "State",
    "UnknownName",
    "Update",
    "Verdict",
    "View",
    "WargameError",
    "die",
    "discover",
    "load",
    "load_match",
    "simulate",
    "verify",
]
