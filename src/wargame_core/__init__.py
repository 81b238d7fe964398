"""A rules library for board wargames: maps, dice, charts, cards, forces and the flow of a turn. Games are plugins.

This is the face for everybody who plays, watches, asks and simulates. Authors of games find the rest in
`wargame_core.authoring`.

>>> import wargame_core
>>> len(wargame_core.D6)
6
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

from wargame_core.version import __version__ as __version__

_HOMES = {
    "dice": "D6 Die Scripted Seeded die",
    "errors": "AmbiguousName DataError DiceError IllegalAction MalformedAction NotYourTurn "
    "PluginError RecordError RulesGap StaleView UnknownName WargameError",
    "sessions.async_session": "AsyncSession",
    "flow.choices": "Action Choices",
    "flow.entries": "Update",
    "flow.events": "Event Outcome",
    "flow.letters": "LetterCell Letters",
    "match": "Match",
    "flow.menu": "Menu",
    "flow.players": "Player",
    "flow.pending": "Ask AskSecretly Pending Roll",
    "flow.rules": "Option Scenario",
    "sessions.seat_screen": "SeatScreen",
    "sessions.session": "Session",
    "flow.state": "State",
    "flow.view": "View",
    "flow.visibility": "REFEREE SPECTATOR",
    "game": "Game",
    "odds": "Distribution",
    "plugins.discovery": "discover installed_games load",
    "records.record": "Journal Record",
    "replays": "load_match verify_record",
    "rulings": "Cite Modifier Reason Ruling Verdict",
    "sheet": "Sheet",
}
"""Where the names of this face stand: a module is imported when one of its names is first asked for."""

if TYPE_CHECKING:
    from wargame_core.dice import D6 as D6
    from wargame_core.dice import Die as Die
    from wargame_core.dice import Scripted as Scripted
    from wargame_core.dice import Seeded as Seeded
    from wargame_core.dice import die as die
    from wargame_core.errors import AmbiguousName as AmbiguousName
    from wargame_core.errors import DataError as DataError
    from wargame_core.errors import DiceError as DiceError
    from wargame_core.errors import IllegalAction as IllegalAction
    from wargame_core.errors import MalformedAction as MalformedAction
    from wargame_core.errors import NotYourTurn as NotYourTurn
    from wargame_core.errors import PluginError as PluginError
    from wargame_core.errors import RecordError as RecordError
    from wargame_core.errors import RulesGap as RulesGap
    from wargame_core.errors import StaleView as StaleView
    from wargame_core.errors import UnknownName as UnknownName
    from wargame_core.errors import WargameError as WargameError
    from wargame_core.flow.choices import Action as Action
    from wargame_core.flow.choices import Choices as Choices
    from wargame_core.flow.entries import Update as Update
    from wargame_core.flow.events import Event as Event
    from wargame_core.flow.events import Outcome as Outcome
    from wargame_core.flow.letters import LetterCell as LetterCell
    from wargame_core.flow.letters import Letters as Letters
    from wargame_core.flow.menu import Menu as Menu
    from wargame_core.flow.pending import Ask as Ask
    from wargame_core.flow.pending import AskSecretly as AskSecretly
    from wargame_core.flow.pending import Pending as Pending
    from wargame_core.flow.pending import Roll as Roll
    from wargame_core.flow.players import Player as Player
    from wargame_core.flow.rules import Option as Option
    from wargame_core.flow.rules import Scenario as Scenario
    from wargame_core.flow.state import State as State
    from wargame_core.flow.view import View as View
    from wargame_core.flow.visibility import REFEREE as REFEREE
    from wargame_core.flow.visibility import SPECTATOR as SPECTATOR
    from wargame_core.game import Game as Game
    from wargame_core.match import Match as Match
    from wargame_core.odds import Distribution as Distribution
    from wargame_core.plugins.discovery import discover as discover
    from wargame_core.plugins.discovery import installed_games as installed_games
    from wargame_core.plugins.discovery import load as load
    from wargame_core.records.record import Journal as Journal
    from wargame_core.records.record import Record as Record
    from wargame_core.replays import load_match as load_match
    from wargame_core.replays import verify_record as verify_record
    from wargame_core.rulings import Cite as Cite
    from wargame_core.rulings import Modifier as Modifier
    from wargame_core.rulings import Reason as Reason
    from wargame_core.rulings import Ruling as Ruling
    from wargame_core.rulings import Verdict as Verdict
    from wargame_core.sessions.async_session import AsyncSession as AsyncSession
    from wargame_core.sessions.seat_screen import SeatScreen as SeatScreen
    from wargame_core.sessions.session import Session as Session
    from wargame_core.sheet import Sheet as Sheet
else:

    def __getattr__(name: str) -> Any:
        home_module = next((module for module, names in _HOMES.items() if name in names.split()), None)
        if home_module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(_import_module(f"{__name__}.{home_module}"), name)
        return value


def __dir__() -> list[str]:
    return __all__


__all__ = sorted(name for names in _HOMES.values() for name in names.split())
