"""What a command at the prompt may use of its session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from wargame_core.rulings import Verdict
from wargame_core.sheet import Sheet
from wargame_terminal.menus import Menu
from wargame_terminal.output import Output
from wargame_terminal.textmap import Tabletop

if TYPE_CHECKING:
    from wargame_core.flow.match import Match
    from wargame_core.flow.view import View
    from wargame_core.game import Game


class PlayedAtPrompt(Protocol):
    """A match that is played at the prompt."""

    @property
    def out(self) -> Output: ...
    @property
    def game(self) -> Game: ...
    @property
    def match(self) -> Match: ...
    def play(self, action: object, seat: str) -> bool: ...


class CommandSession(PlayedAtPrompt, Protocol):
    """What a command may use of the session in which it was typed."""

    @property
    def sheet(self) -> Sheet: ...
    @property
    def commands(self) -> Mapping[str, SessionCommand]: ...
    @property
    def help(self) -> str: ...

    maps: bool

    def table(self, seat: str) -> Tabletop: ...
    def show(self, view: View, menu: Menu) -> None: ...
    def refuse(self, verdict: Verdict | str) -> None: ...
    def undo(self, seat: str) -> int: ...
    def typed(self, line: str) -> Any: ...


class Leave(Exception):
    """The person leaves the session."""


SessionCommand = Callable[[CommandSession, str, Menu, str], bool]
"""A command: the session, the seat, its menu and the rest of the line; True when the position has changed."""
