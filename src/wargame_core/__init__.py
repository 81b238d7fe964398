"""A rules library for board wargames: maps, dice, charts, cards, forces and the flow of a turn. Games are plugins.

This is the face for everybody who plays, watches, asks and simulates. Authors of games find the rest in
`wargame_core.authoring`.

>>> import wargame_core
>>> len(wargame_core.D6)
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame_core.version import __version__ as __version__

if TYPE_CHECKING:
    from wargame_core.dice import D6, Scripted, Seeded, die
    from wargame_core.errors import (
        AmbiguousName,
        DataError,
        DiceError,
        IllegalAction,
        MalformedAction,
        NotYourTurn,
        PluginError,
        RecordError,
        RulesGap,
        UnknownName,
        WargameError,
    )
    from wargame_core.flow.entries import Update
    from wargame_core.flow.events import Outcome
    from wargame_core.flow.match import Match
    from wargame_core.flow.procedures import Ask, AskSecretly, Roll
    from wargame_core.flow.state import State
    from wargame_core.flow.view import View
    from wargame_core.flow.visibility import REFEREE, SPECTATOR
    from wargame_core.game import Game
    from wargame_core.odds import Distribution
    from wargame_core.plugins.discovery import discover, load
    from wargame_core.records.record import Record
    from wargame_core.records.verification import load_match, verify
    from wargame_core.rulings import Ruling, Verdict

_MODULES = {
    "dice": "D6 Scripted Seeded die",
    "errors": "AmbiguousName DataError DiceError IllegalAction MalformedAction NotYourTurn PluginError RecordError "
    "RulesGap UnknownName WargameError",
    "flow.entries": "Update",
    "flow.events": "Outcome",
    "flow.match": "Match",
    "flow.procedures": "Ask AskSecretly Roll",
    "flow.state": "State",
    "flow.view": "View",
    "flow.visibility": "REFEREE SPECTATOR",
    "game": "Game",
    "odds": "Distribution",
    "plugins.discovery": "discover load",
    "records.record": "Record",
    "records.verification": "load_match verify",
    "rulings": "Ruling Verdict",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module of each name, imported when the name is first asked for: whoever wants dice alone loads no rules."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "D6",
    "REFEREE",
    "SPECTATOR",
    "AmbiguousName",
    "Ask",
    "AskSecretly",
    "DataError",
    "DiceError",
    "Distribution",
    "Game",
    "IllegalAction",
    "MalformedAction",
    "Match",
    "NotYourTurn",
    "Outcome",
    "PluginError",
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
    "verify",
]
