"""Why something cannot be chosen, and which names this question takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame_core.errors import WargameError
from wargame_core.limits import quote
from wargame_terminal.menus import Menu, NumberedChoice, is_number
from wargame_terminal.tabletop import Tabletop, Thing

if TYPE_CHECKING:
    from wargame_terminal.command_session import CommandSession

SHOWN = 6
"""The greatest number of names and choices shown."""


def why(session: CommandSession, seat: str, menu: Menu, rest: str) -> bool:
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


def _why_named(session: CommandSession, seat: str, menu: Menu, rest: str) -> None:
    """What the rules say of a name; a name that this question does not take is told with those that it takes."""
    table = session.table(seat)
    things = table.find(rest)
    verdict = None
    for name in dict.fromkeys((rest, *_names(table, things))):
        try:
            verdict = session.match.explain(name, seat)
        except WargameError as problem:
            session.refuse(str(problem))
            return
        if verdict is not None:
            break
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


def _tell_what_fits(session: CommandSession, table: Tabletop, menu: Menu, rest: str, things: list[Thing]) -> None:
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
