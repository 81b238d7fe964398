"""What a person may type at the prompt of an interactive game."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.errors import QueryError, UnknownName, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.procedures import Answer, AskSecretly, Roll
from wargame_core.flow.state import State
from wargame_core.limits import quote, shorten
from wargame_core.odds import Distribution
from wargame_core.plugins.discovery import plugin_of
from wargame_core.records.record import Record
from wargame_core.rulings import RuleText, Verdict
from wargame_terminal.errors import program
from wargame_terminal.menus import Menu, NumberedChoice, is_number
from wargame_terminal.prompt import Leave
from wargame_terminal.session import CommandTable, Session, SessionCommand
from wargame_terminal.table_commands import HELP as TABLE_HELP
from wargame_terminal.table_commands import TABLE_COMMANDS, show_map
from wargame_terminal.textmap import Tabletop, Thing

if TYPE_CHECKING:
    from wargame_core.flow.match import Match


SHOWN = 6
"""The greatest number of names and choices shown."""


def why(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """Why something cannot be chosen."""
    if not rest:
        session.refuse("why what? Type `why? NAME` with a place, a unit, or a number of the list")
    elif rest.startswith("{"):
        action = session.typed(rest)
        if action is not None:
            verdict = session.match.judge(action, seat)
            session.out.say("  legal: it can be chosen") if verdict else session.refuse(verdict)
    elif is_number(rest) and (item := menu.pick(int(rest))) is not None:
        if item.row is None:
            session.out.say(f"  {len(item.rows)} choices: {rest} opens them")
        else:
            session.out.tell(menu.help(item.row), "  ") if menu.help(item.row) else None
            session.out.say(f"  it can be chosen; `odds {rest}` tells what it may lead to")
    else:
        _why_named(session, seat, menu, rest)
    return False


def _why_named(session: Session, seat: str, menu: Menu, rest: str) -> None:
    """What the rules say of a name; a name that this question does not take is told with those that it takes."""
    table = session.table(seat)
    things = table.find(rest)
    verdict: Verdict | RuleText | None = None
    for name in dict.fromkeys((rest, *_names(table, things))):
        try:
            verdict = session.match.explain(name, seat)
        except WargameError as problem:
            session.refuse(str(problem))
            return
        if verdict is not None:
            break
    if isinstance(verdict, RuleText):
        session.out.paragraphs(verdict.text)
        return
    offered = _offered(menu, rest, things)
    if verdict is not None and not verdict:
        session.refuse(verdict)
    elif offered:
        shown = {item.row.number: item.number for item in menu.level.items if item.row is not None}
        choices = [str(shown.get(row.number, row.label)) for row in offered[: 2 * SHOWN]]
        session.out.tell(f"it can be chosen: {', '.join(choices)}", "  ")
    elif verdict is not None:
        session.out.say("  it can be chosen: type it")
    else:
        _tell_what_fits(session, table, menu, rest, things)


def _names(table: Tabletop, things: list[Thing]) -> Iterator[str]:
    """What else the rules may know a thing by: its id, its name, and the place where a piece stands."""
    for thing in things[:SHOWN]:
        yield thing.id
        yield table.sheet.names.get(thing.id, thing.name)
        yield thing.name
        if thing.place:
            yield thing.place


def _offered(menu: Menu, rest: str, things: list[Thing]) -> list[NumberedChoice]:
    """The choices that hold what was typed, or are about what it names."""
    wanted = rest.casefold()
    named = {thing.id for thing in things}
    by_label = [row for row in menu.rows if wanted in row.label.casefold()]
    return by_label or [row for row, offer in zip(menu.rows, menu.offers, strict=True) if named & {*offer.references}]


def _tell_what_fits(session: Session, table: Tabletop, menu: Menu, rest: str, things: list[Thing]) -> None:
    """Say what was meant, if anything, and what this question asks for."""
    view = session.match.view(table.view.seat)
    for thing in things[:SHOWN]:
        session.out.tell(describe(table, thing), "  ")
    labels = [item.label for item in menu.level.items[:SHOWN]]
    more = f", and {len(menu.level.items) - SHOWN} more" if len(menu.level.items) > SHOWN else ""
    what = "That" if things else quote(rest)
    session.refuse(
        f'{what} means nothing in this decision. The question "{view.prompt}" takes {asked_for(menu)}: '
        f"{'; '.join(labels)}{more}"
        if labels
        else f"{what} means nothing in this decision; `help` shows what can be typed"
    )


def asked_for(menu: Menu) -> str:
    """What the choices of a menu ask for: a place, a unit, a card, or one of the answers."""
    abouts = [row.action.about(menu.board) for row in menu.rows[:SHOWN]]
    if any(about.to or about.path for about in abouts):
        return "a place"
    if any(about.cards for about in abouts):
        return "a card"
    if any(about.target or len(about.pieces) == 1 for about in abouts):
        return "a unit"
    return "an answer of the list"


def describe(table: Tabletop, thing: Thing) -> str:
    """What is known of a piece, place or card, in a sentence."""
    if thing.kind == "card":
        card = next(card for card in table.sheet.cards if card.id == thing.id)
        return f"{card.title} is a card: {card.text}"
    if thing.kind == "place":
        space = next(space for space in table.sheet.spaces if space.id == thing.id)
        here = ", ".join(map(table.name, table.at.get(thing.id, ()))) or "nobody"
        ground = f", {space.terrain}" if space.terrain else ""
        return f"{table.label.get(thing.id, thing.name)} is a place{ground}; there: {here}"
    kind = next((piece.kind for piece in table.sheet.pieces if piece.id == thing.id), "piece")
    where = f" at {table.label.get(thing.place, thing.place)}" if thing.place else ", not on the map"
    if not thing.place and table.name(thing.id) != table.sheet.names.get(thing.id):
        return f"{table.name(thing.id)}: a {table.side.get(thing.id, '')} {kind}"
    return f"{thing.name} is a {table.side.get(thing.id, '')} {kind}{where}"


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


def _back(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The list before."""
    if not menu.back():
        session.refuse("this is the whole list; `undo` takes back your last choice")
        return False
    session.show(session.match.view(seat), menu)
    return False


def _undo(session: Session, seat: str, menu: Menu, rest: str) -> bool:
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


def _log(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The last sentences of the story."""
    count = int(rest) if is_number(rest) else 20
    for sentence in session.match.view(seat).log[-count:]:
        session.out.tell(sentence, "  ")
    return False


def _save(session: Session, seat: str, menu: Menu, rest: str) -> bool:
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


def _quit(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """Leave."""
    raise Leave


def _help(session: Session, seat: str, menu: Menu, rest: str) -> bool:
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


def _odds(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """What a choice may lead to, or an answer to one of the plugin's questions."""
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
    **TABLE_COMMANDS,
}

COMMAND_TABLE = CommandTable(COMMANDS, f"{HELP}\n{TABLE_HELP}")
"""What a person may type in a session."""


Story = tuple[str, ...]
MOST = 12


def forecast(match: Match, action: Action, seat: str) -> str:
    """What ``action`` may lead to before anybody chooses again, with exact chances.

    A sentence that refuses where ``seat`` does not see the whole board: exact chances would tell what is hidden.
    """
    if match.view(seat).board != match.board or isinstance(match.pending, AskSecretly):
        return "  the chances depend on what you may not see; `odds` lists questions that can be asked in general"
    if len(match.to_choose) != 1:
        return "  the chances depend on what others choose now"
    chances = _walk(match.state, action, seat)
    likely = sorted(chances.items(), key=lambda item: -item[1])
    lines = [
        f"  {float(chance):6.1%}  {chance!s:>9}  {' '.join(story) or '(nothing)'}" for story, chance in likely[:MOST]
    ]
    if len(likely) > MOST:
        rest = 1 - sum(chance for _, chance in likely[:MOST])
        lines.append(f"  {float(rest):6.1%}  {len(likely) - MOST} others")
    return "\n".join(lines)


def _walk(state: State, answer: Answer, seat: str) -> Distribution[Story]:
    entries: list[Entry] = []
    runner = state.runner(entries=entries)
    runner.answer(answer)
    texts = tuple(
        text for entry in entries for event in entry.feeds.get(seat, ()) if (text := event.text(runner.board))
    )
    roll = runner.pending
    if not isinstance(roll, Roll):
        return Distribution.certain(texts)
    after = State.of(runner)
    return Distribution.of(roll.die).then(lambda face: _walk(after, face, seat)).map(lambda more: texts + more)


def ask_plugin(game: str, words: str) -> str:
    """The answer to a question typed as ``NAME --parameter value``; without words, the questions there are."""
    from wargame_terminal.questions import read_parameters

    plugin = plugin_of(game)
    if not words:
        lines = [f"  odds {question.name}  {question.help}" for question in plugin.odds.values()]
        lines.append("  odds NUMBER  what a choice of the list may lead to")
        return "\n".join(lines)
    try:
        name, *rest = shlex.split(words)
    except ValueError as problem:  # a quote that does not end
        raise QueryError(f"{quote(words)} cannot be read: {problem}") from None
    if name not in plugin.odds:
        raise UnknownName("question", name, plugin.odds)
    query = plugin.odds[name]
    return str(query.ask(read_parameters(rest, query.parameters)).text(30))
