"""What a person may type at the prompt of an interactive game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, get_type_hints

from wargame_core.cli.menus import Menu
from wargame_core.cli.output import Output
from wargame_core.errors import WargameError
from wargame_core.flow.match import Match
from wargame_core.flow.state import View
from wargame_core.game import Game
from wargame_core.quoting import quote, shorten
from wargame_core.records.record import Record
from wargame_core.rulings import Verdict
from wargame_core.sheet import Sheet

HELP = """\
  5                 take choice number 5
  part of a name    narrow the list; a name of one choice alone and Enter takes it
  Enter             the next page of the list, or the list again
  map [FILE.svg]    the map here in letters, or as a picture in a file
  why? NAME         why a place, unit or number cannot be chosen (or {"kind": ...}, an action in JSON)
  odds [NUMBER]     what a choice leads to, with exact chances; without a number, questions that can be asked
  undo              take your last choice back, if nothing was rolled or seen since
  log [N]           the last N sentences of the story (20)
  save FILE         write the game to a file
  quit              leave; the game can be gone on with
  {"kind": ...}     an action in JSON; `help json` lists the kinds"""


class CommandSession(Protocol):
    """What the commands need of the session they are typed in."""

    @property
    def out(self) -> Output: ...
    @property
    def game(self) -> Game: ...
    @property
    def match(self) -> Match: ...
    @property
    def sheet(self) -> Sheet: ...
    @property
    def commands(self) -> Mapping[str, SessionCommand]: ...
    @property
    def help(self) -> str: ...
    def show(self, view: View, menu: Menu) -> None: ...
    def refuse(self, verdict: Verdict | str) -> None: ...
    def play(self, action: object, seat: str) -> bool: ...
    def undo(self, seat: str) -> None: ...
    def typed(self, line: str) -> Any: ...


class Leave(Exception):
    """The person has had enough for now."""


def is_number(text: str) -> bool:
    """Whether somebody typed a number that could be one of a list."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def execute(session: CommandSession, seat: str, menu: Menu, line: str) -> bool:
    """Do what a line says. True when the position has changed and the menu with it."""
    if is_number(line):
        row = menu.pick(int(line))
        if row is None:
            session.refuse(f"there is no choice {line}; the list has 1 to {len(menu.rows)}")
            return False
        return session.play(row.action, seat)
    if line.startswith("{"):
        action = session.typed(line)
        return action is not None and session.play(action, seat)
    word, _, rest = line.partition(" ")
    command = session.commands.get(word.lower().rstrip("?") if line != "?" else "help")
    if command is not None:
        return command(session, seat, menu, rest.strip())
    if not line and len(menu.shown) == 1 < len(menu.rows):
        return session.play(menu.shown[0].action, seat)
    if not line:
        menu.next_page()
    elif not menu.narrow(line):
        _why(session, seat, menu, line)
        return False
    session.show(session.match.view(seat), menu)
    if line and len(menu.shown) == 1:
        session.out.say("      Enter takes it")
    return False


def _why(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Why something cannot be chosen."""
    if not rest:
        session.refuse("why what? Type `why? NAME` with a place, a unit, or a number of the list")
    elif rest.startswith("{"):
        action = session.typed(rest)
        if action is not None:
            verdict = session.match.judge(action, seat)
            session.out.say("  legal: it can be chosen") if verdict else session.refuse(verdict)
    elif is_number(rest) and (row := menu.pick(int(rest))) is not None:
        view = session.match.view(seat)
        if told := view.choices.help(row.action, view.board):
            session.out.say(f"  {told}")
        session.out.say("  it can be chosen; `odds " + rest + "` tells what it may lead to")
    else:
        try:
            found = session.match.explain(rest, seat)
        except WargameError as problem:
            session.refuse(str(problem))
            return False
        listed = [row for row in menu.rows if rest.casefold() in row.label.casefold()]
        if found is not None and not found:
            session.refuse(found)
        elif listed or found is not None:
            session.out.say(f"  it can be chosen: {', '.join(str(row.number) for row in listed[:12]) or 'type it'}")
        else:
            session.refuse(f"{quote(rest)} means nothing in this decision; `help` shows what can be typed")
    return False


def _map(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """The map, here or as a file."""
    view = session.match.view(seat)
    if rest:
        from wargame_core.data.files import write_whole
        from wargame_core.narrative.web_page import board_svg

        picture = board_svg(session.game, view.board, seat)
        if picture is None:
            session.refuse(f"{session.match.rules.id} has no map to draw")
            return False
        try:
            session.out.say(f"  {write_whole(Path(rest), picture)}")
        except (OSError, ValueError) as problem:
            session.refuse(f"{shorten(rest)}: {getattr(problem, 'strerror', None) or problem}")
        return False
    from wargame_core.cli.textmap import text_map

    drawn = text_map(session.game, view.board, seat)
    if drawn is None:
        session.refuse(f"{session.match.rules.id} has no map in letters; `map FILE.svg` may draw a picture")
        return False
    session.out.say(drawn[0])
    for paragraph in drawn[1:]:
        session.out.tell(paragraph)
    return False


def _undo(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Take the last choice back."""
    try:
        session.undo(seat)
    except WargameError as problem:
        session.refuse(str(problem))
        return False
    session.out.say("  taken back")
    return True


def _log(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """The last sentences of the story."""
    count = int(rest) if is_number(rest) else 20
    for sentence in session.match.view(seat).log[-count:]:
        session.out.tell(sentence, "  ")
    return False


def _save(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Write the game to a file."""
    if not rest:
        session.refuse("save where? Type `save FILE`")
        return False
    try:
        saved = Record.of(session.match).save(Path(rest))
    except (OSError, ValueError) as problem:
        session.refuse(f"{shorten(rest)}: {getattr(problem, 'strerror', None) or problem}")
        return False
    session.out.say(f"  saved; go on with: wargame play --resume {saved} --seat {seat}")
    return False


def _quit(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Leave."""
    raise Leave


def _help(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """What can be typed."""
    if rest != "json":
        session.out.say(session.help)
        return False
    from attrs import fields

    from wargame_core.data.type_names import describe

    codec = session.match.rules.codec
    offered = {row.action.kind: row.action for row in reversed(menu.rows)}
    for kind, cls in codec.actions.items():
        if kind in offered:
            session.out.say(f"  {json.dumps(codec.to_json(offered[kind]))}   (offered now)")
        types = get_type_hints(cls)
        keys = "".join(f', "{field.name}": {describe(types[field.name])}' for field in fields(cls))
        session.out.say(f'  {{"kind": "{kind}"{keys}}}')
    return False


def _odds(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """What a choice may lead to, or an answer to one of the plugin's questions."""
    from wargame_core.cli.forecasts import ask_plugin, forecast

    if is_number(rest):
        row = menu.pick(int(rest))
        if row is None:
            session.refuse(f"there is no choice {rest}; the list has 1 to {len(menu.rows)}")
        else:
            session.out.say(forecast(session.match, row.action, seat))
    else:
        try:
            session.out.say(ask_plugin(session.match.rules.id, rest))
        except WargameError as problem:
            session.refuse(str(problem))
    return False


SessionCommand = Callable[[CommandSession, str, Menu, str], bool]
COMMANDS: Mapping[str, SessionCommand] = {
    "why": _why,
    "map": _map,
    "undo": _undo,
    "log": _log,
    "save": _save,
    "quit": _quit,
    "exit": _quit,
    "help": _help,
    "odds": _odds,
}
