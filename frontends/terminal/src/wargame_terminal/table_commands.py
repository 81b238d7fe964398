"""What lies on the table, in words: what a person may ask for at the prompt besides the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar, assert_never

from wargame_core.errors import WargameError, expected
from wargame_core.exact import show
from wargame_core.flow.panels import Hand, Panel, Score, SequenceOfPlay, Status, Track
from wargame_core.limits import shorten
from wargame_core.plugins.discovery import rules_about
from wargame_core.sheet import Sheet, SheetCard
from wargame_pictures import of as pictures_of
from wargame_pictures.draw.letter_map import HIGH
from wargame_terminal.menus import Menu, is_number
from wargame_terminal.session import Session, SessionCommand, points_of
from wargame_terminal.textmap import Tabletop, map_of, print_map, room, who_stands_where

HELP = """\
  briefing          the situation, how to win, special rules
  score             the points, and what they were given for
  status            what is in force now: phase, dice, losses, tracks
  hand, cards NAME  your cards, and what a card says
  units [WORDS]     who stands where; with words, what is printed on pieces
  rules WORDS       what the rulebook says, in our words, with the rulings"""

T = TypeVar("T")
NEAR = 6
"""The number of boxes of a long track shown on each side of its marker."""

LEDGER = 12
"""The number of lines of a ledger that are shown unless all are asked for."""


def briefing(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """What a player reads before the first turn."""
    session.out.paragraphs(session.sheet.briefing.text())
    return False


def score(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The points of each side."""
    return _show(session, seat, (Score,), "score is kept", rest)


def status(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The effects that are in force now."""
    return _show(session, seat, (Status, Track, SequenceOfPlay), "status is told", rest)


def hand(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The cards of each hand that the seat knows."""
    return _show(session, seat, (Hand,), "hand is held", rest)


def cards(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """What cards say; with a part of a name, those cards only."""
    return _list(session, "card", rest, session.sheet.cards, lambda card: card.title, _card_lines)


def units(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The pieces on the map as the seat knows them; with words, those that hold them all, and what is printed."""
    table = session.table(seat)
    if not rest and table.at:
        for line in who_stands_where(table, table.at):
            session.out.tell(line, "  ")
        session.out.say("  `units NAME` tells what is printed on a piece")
        return False
    wanted = rest.casefold().split()
    printed = {piece.id: piece for piece in session.sheet.pieces}
    named = [
        piece
        for piece in printed.values()
        if all(
            word in f"{piece.side} {piece.kind} {piece.name} {piece.id} {table.name(piece.id)}".casefold()
            for word in wanted
        )
    ]
    if not printed:
        session.refuse(f"no pieces are printed for {session.game.title}")
    elif not named:
        known = (piece.name for piece in printed.values())
        session.refuse(f"no piece is called {rest!r}{expected(rest, known, 8)}")
    for piece in named:
        facts = ", ".join(f"{name} {value}" for name, value in piece.facts.items())
        place = table.pieces.get(piece.id, "")
        where = f" at {table.label.get(place, place)}" if place else ""
        session.out.tell(f"{table.name(piece.id)} ({piece.side} {piece.kind}){where} {facts}".rstrip(), "  ")
    return False


def rules(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The rules under the headings that contain some words."""
    if not rest:
        session.refuse("rules about what? Type `rules WORDS`")
        return False
    try:
        session.out.paragraphs(rules_about(session.game.id, rest).text())
    except WargameError as problem:
        session.refuse(str(problem))
    return False


def _show(session: Session, seat: str, kinds: tuple[type[Panel], ...], missing: str, rest: str) -> bool:
    shown = [panel for panel in session.match.view(seat).panels if isinstance(panel, kinds)]
    if not shown:
        session.refuse(f"no {missing} in {session.game.title}")
    for panel in shown:
        for line in panel_lines(panel, session.sheet, whole=rest == "all"):
            session.out.tell(f"  {line}", hang="      ")
    return False


def panel_lines(panel: Panel, sheet: Sheet, whole: bool = False) -> Iterator[str]:
    """A panel as lines of text; a long ledger is cut unless ``whole``."""
    match panel:
        case Score():
            yield f"{panel.title}: {points_of(panel)}"
            ledger = panel.ledger if whole else panel.ledger[-LEDGER:]
            if len(ledger) < len(panel.ledger):
                yield f"  ... {len(panel.ledger) - len(ledger)} earlier lines: `score all`"
            for line in ledger:
                points = f"{'+' if line.points >= 0 else ''}{show(line.points)}"
                yield f"  {line.side} {points}  {line.text}" + (f"  [{line.cite}]" if line.cite else "")
        case Hand():
            named = ", ".join(sheet.names.get(card, card) for card in panel.cards)
            yield f"{panel.title} of {panel.seat}: " + (named or f"{panel.count} cards")
        case Status():
            yield f"{panel.title}:"
            yield from (f"  {line.name}: {line.value}" for line in panel.lines)
        case Track():
            yield f"{panel.title}: {_boxes(panel)}"
            notes = dict(panel.notes)
            if panel.at in notes:
                yield f"  {notes[panel.at]}"
        case SequenceOfPlay():
            yield f"{panel.title}:"
            yield from (f"{'>' if number == panel.at else ' '} {step}" for number, step in enumerate(panel.steps))
        case _:
            assert_never(panel)


def _boxes(panel: Track) -> str:
    """The boxes of a track with the marker in one; of a long track those near it."""
    first = max(0, min(panel.at - NEAR, len(panel.boxes) - 2 * NEAR - 1)) if len(panel.boxes) > 2 * NEAR + 1 else 0
    last = min(len(panel.boxes), first + 2 * NEAR + 1)
    boxes = [f"[{panel.boxes[box]}]" if box == panel.at else panel.boxes[box] for box in range(first, last)]
    return " ".join(["..."] * (first > 0) + boxes + ["..."] * (last < len(panel.boxes)))


def _card_lines(card: SheetCard) -> list[str]:
    return [f"  {card.title}" + (f" (x{card.count})" if card.count > 1 else ""), f"      {card.text}"]


def _list(
    session: Session,
    what: str,
    words: str,
    items: Iterable[T],
    name: Callable[[T], str],
    lines: Callable[[T], list[str]],
) -> bool:
    every = list(items)
    wanted = words.casefold().split()
    named = [item for item in every if all(word in name(item).casefold() for word in wanted)]
    if not every:
        session.refuse(f"no {what}s are printed for {session.game.title}")
    elif not named:
        session.refuse(f"no {what} is called {words!r}{expected(words, map(name, every), 8)}")
    for item in named:
        for line in lines(item):
            session.out.tell(line.strip(), line[: len(line) - len(line.lstrip())])
    return False


def show_map(session: Session, seat: str, menu: Menu, rest: str) -> bool:
    """The map, here or as a file."""
    table, word = session.table(seat), rest.casefold()
    if word in ("on", "off"):
        session.maps = word == "on"
        session.out.say(f"  the map is drawn by itself: {word}")
    elif rest.endswith((".svg", ".SVG")) or "/" in rest:
        _write_picture(session, table, rest)
    else:
        size = _size(table, rest)
        words = rest.rpartition(" ")[0] if size is not None else rest
        places = [] if word in ("", "all") else places_named(table, words)
        if rest and word != "all" and not places:
            known = (space.place for space in table.sheet.spaces if space.place)
            session.refuse(f"nothing on the map is called {shorten(words)}{expected(words, known, 8)}")
            return False
        drawn = map_of(table, menu, places, overview=word == "all", size=size)
        if drawn is None:
            session.refuse(f"{session.match.rules.id} has no map in letters; `map FILE.svg` may draw a picture")
        else:
            print_map(session.out, drawn)
    return False


def _size(table: Tabletop, rest: str) -> tuple[int, int] | None:
    """The size of the window when so many spaces round a place are asked for: the last word is a number."""
    words, _, last = rest.rpartition(" ")
    if not words or not is_number(last) or not 1 <= int(last) <= 50 or table.game_map is None:
        return None
    columns, _ = room()
    return columns, 2 * int(last) * HIGH[table.game_map.grid.shape] + 3


def places_named(table: Tabletop, words: str) -> list[str]:
    """The places that a person means: a place by its name or number, or where a piece stands."""
    things = table.find(words)
    places = [thing.id for thing in things if thing.kind == "place"]
    return places or [thing.place for thing in things if thing.place]


def _write_picture(session: Session, table: Tabletop, file: str) -> None:
    from wargame_core.data.files import write_whole

    picture = pictures_of(session.game).svg(table.view)
    if picture is None:
        session.refuse(f"{session.match.rules.id} has no map to draw")
        return
    try:
        session.out.say(f"  {write_whole(Path(file), picture)}")
    except (OSError, ValueError) as problem:
        session.refuse(f"{shorten(file)}: {getattr(problem, 'strerror', None) or problem}")


TABLE_COMMANDS: Mapping[str, SessionCommand] = {
    "briefing": briefing,
    "score": score,
    "status": status,
    "hand": hand,
    "cards": cards,
    "card": cards,
    "units": units,
    "rules": rules,
}
