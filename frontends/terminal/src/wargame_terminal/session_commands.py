"""What a person may type at the prompt of an interactive game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from wargame_core.errors import WargameError
from wargame_core.limits import shorten
from wargame_core.records.record import Record
from wargame_terminal.command_session import CommandSession, Leave, SessionCommand
from wargame_terminal.map_command import show_map
from wargame_terminal.menus import Menu, is_number
from wargame_terminal.typed_name import program
from wargame_terminal.why import why

HELP = """\
  5                 take choice number 5, or open it where it stands for several
  part of a name    narrow the list; a name of one choice alone and Enter takes it
  Enter             the next page of the list, or the list again
  back              the list before
  map [PLACE [N]]   the map here, or round a place (N spaces); `map all`, `map FILE.svg`, `map off` (and `on`)
  why? NAME         why a place, unit or number cannot be chosen (or {"kind": ...}, an action in JSON)
  odds [NUMBER]     what a choice leads to, with exact chances; without a number, questions that can be asked
  undo              take your last choice back, if nothing was rolled or seen since
  log [N]           the last N sentences of the story (20)
  save FILE         write the game to a file
  quit              leave; the game can be gone on with
  {"kind": ...}     an action in JSON; `help json` lists the kinds"""


def execute(session: CommandSession, seat: str, menu: Menu, line: str) -> bool:
    """Do what a line says. True when the position has changed and the menu with it."""
    if is_number(line):
        return _pick(session, seat, menu, line)
    if line.startswith("{"):
        action = session.typed(line)
        return action is not None and session.play(action, seat)
    word, _, rest = line.partition(" ")
    command = session.commands.get(word.lower().rstrip("?") if line != "?" else "help")
    if command is not None and not any(row.label == line for row in menu.rows):
        return command(session, seat, menu, rest.strip())
    if not line and len(menu.shown) == 1 < len(menu.rows):
        return session.play(menu.shown[0].action, seat)
    if not line:
        menu.next_page()
    elif not menu.narrow(line, session.table(seat).ids_of(line)):
        return why(session, seat, menu, line)
    session.show(session.match.view(seat), menu)
    if line and len(menu.shown) == 1:
        session.out.say("      Enter takes it")
    return False


def _pick(session: CommandSession, seat: str, menu: Menu, line: str) -> bool:
    """Take the choice with a number, or open the group."""
    item = menu.pick(int(line))
    if item is None:
        session.refuse(f"there is no choice {line}; the list has 1 to {len(menu.level.items)}")
        return False
    if item.row is not None:
        return session.play(item.row.action, seat)
    menu.open(item)
    session.show(session.match.view(seat), menu)
    return False


def _back(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """The list before."""
    if not menu.back():
        session.refuse("this is the whole list; `undo` takes back your last choice")
        return False
    session.show(session.match.view(seat), menu)
    return False


def _undo(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Take the last choice back."""
    before = len(session.match.view(seat).events)
    try:
        kept = session.undo(seat)
    except WargameError as problem:
        session.refuse(str(problem))
        return False
    gone = before - kept
    counts = f" (events that no longer hold: {gone}; that still do: {kept})" if gone > 0 else ""
    session.out.say(f"  taken back{counts}")
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
    session.out.say(f"  saved; go on with: {program()} play --resume {saved} --seat {seat}")
    return False


def _quit(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """Leave."""
    raise Leave


def _help(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """What can be typed."""
    if rest != "json":
        session.out.say(session.help)
        return False
    from wargame_core.data.structuring import in_words
    from wargame_core.shapes import fields_of

    codec = session.match.rules.codec
    offered = {row.action.kind: row.action for row in reversed(menu.rows)}
    for kind, cls in codec.actions.items():
        if kind in offered:
            session.out.say(f"  {json.dumps(codec.to_json(offered[kind]))}   (offered now)")
        keys = "".join(f', "{part.name}": {in_words(part.shape)}' for part in fields_of(cls))
        session.out.say(f'  {{"kind": "{kind}"{keys}}}')
    return False


def _odds(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
    """What a choice may lead to, or an answer to one of the plugin's questions."""
    from wargame_terminal.forecasts import ask_plugin, forecast

    if is_number(rest):
        item = menu.pick(int(rest))
        if item is None:
            session.refuse(f"there is no choice {rest}; the list has 1 to {len(menu.level.items)}")
        elif item.row is None:
            session.refuse(f"{rest} stands for {len(item.rows)} choices: open it first")
        else:
            session.out.say(forecast(session.match, item.row.action, seat))
    else:
        try:
            session.out.say(ask_plugin(session.match.rules.id, rest))
        except WargameError as problem:
            session.refuse(str(problem))
    return False


COMMANDS: Mapping[str, SessionCommand] = {
    "why": why,
    "map": show_map,
    "back": _back,
    "undo": _undo,
    "log": _log,
    "save": _save,
    "quit": _quit,
    "exit": _quit,
    "help": _help,
    "odds": _odds,
}
