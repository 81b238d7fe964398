"""What a person may type at the prompt of an interactive game, and what else may be asked for beside the board."""

import json
from collections.abc import Mapping
from pathlib import Path

from wargame_console.errors import program
from wargame_console.prompt import Leave
from wargame_core import WargameError
from wargame_core.errors import expected
from wargame_core.flow.panels import Hand, Panel, Score, SequenceOfPlay, Status, Track
from wargame_core.limits import quote, shorten
from wargame_core.names import folded
from wargame_core.plugins.rules_search import rules_about
from wargame_core.rulings import RuleText
from wargame_pictures import pictures_of
from wargame_pictures.draw.letter_map import HIGH
from wargame_pictures.stories.recap import recap_for
from wargame_pictures.text_board import Tabletop, Thing, panel_lines, room, who_stands_where
from wargame_terminal.menus import Menu, NumberedChoice, is_number
from wargame_terminal.questions import ask_plugin, forecast
from wargame_terminal.session import CommandTable, Session, SessionCommand
from wargame_terminal.textmap import map_of, print_map

HELP = """\
  5                 take choice number 5, or open it where it stands for several
  part of a name    narrow the list; a name of one choice alone and Enter takes it
  Enter             the next page of the list, or the list again
  back              the list before
  menu              the question and its choices again
  map [PLACE [N]]   the map (or `board`), or round a place (N spaces); `map all`, `map FILE.svg`, `map off`, `map on`
  why [NAME]        why a place, unit or number cannot be chosen (or {"kind": ...}, an action in JSON)
  odds [NUMBER]     what a choice leads to, with exact chances; without a number, questions that can be asked
  hint              three choices that you might make, each with the chance to win and reasons
  undo              take your last choice back, if nothing was rolled or seen since
  since             what the others did since you last acted, with dice, modifiers and losses
  log [N]           the last N sentences of the story (20)
  save FILE         write the game to a file
  quit, q           leave; the game can be gone on with
  {"kind": ...}     an action in JSON; `help json` lists the kinds
  briefing          the situation, how to win, special rules
  score             the points, and what they were given for
  status            what is in force now: phase, dice, losses, tracks
  hand, cards NAME  your cards, and what a card says
  units [WORDS]     who stands where; with words, what is printed on pieces
  rules WORDS       what the rulebook says, in our words, with the rulings"""

HINT_SECONDS = 10
"""The seconds after which a hint tells what has been rated."""
SHOWN = 6
"""The greatest number of names and choices shown."""


def why(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """Why something cannot be chosen."""
    rest_of_line = rest_of_line or session.read("Why what? A place, a unit, or a number of the list: ").strip()
    if not rest_of_line:
        return False
    if rest_of_line.startswith("{"):
        action = session.typed(rest_of_line)
        if action is not None:
            verdict = session.match.judge(action, seat)
            session.out.say("  legal: it can be chosen") if verdict else session.refuse(verdict)
    elif is_number(rest_of_line) and (item := menu.line_with_number(int(rest_of_line))) is not None:
        if item.row is None:
            session.out.say(f"  {len(item.rows)} choices: {rest_of_line} opens them")
        else:
            session.out.tell(menu.help(item.row), "  ") if menu.help(item.row) else None
            session.out.say(f"  it can be chosen; `odds {rest_of_line}` tells what it may lead to")
    else:
        _why_named(session, seat, menu, rest_of_line)
    return False


def _why_named(session: Session, seat: str, menu: Menu, rest_of_line: str) -> None:
    """What the rules say of a name; a name that this question does not take is told with those that it takes."""
    table = session.table(seat)
    table_objects = table.find(rest_of_line)
    verdict = session.match.explain(rest_of_line, seat)
    if len(table_objects) == 1 and not isinstance(verdict, RuleText) and "unknown" in verdict.codes:
        verdict = session.match.explain(**{table_objects[0].kind: table_objects[0].id}, seat=seat)
    if isinstance(verdict, RuleText):
        session.out.paragraphs(verdict.text)
        return
    offered_choices = _offered(menu, rest_of_line, table_objects)
    if not verdict and "unknown" not in verdict.codes:
        session.refuse(verdict)
    elif offered_choices:
        item_numbers = {item.row.number: item.number for item in menu.level.items if item.row is not None}
        choices = [str(item_numbers.get(row.number, row.label)) for row in offered_choices[: 2 * SHOWN]]
        session.out.tell(f"it can be chosen: {', '.join(choices)}", "  ")
    elif verdict:
        session.out.say("  it can be chosen: type it")
    else:
        _tell_what_fits(session, table, menu, rest_of_line, table_objects)


def _offered(menu: Menu, rest_of_line: str, table_objects: list[Thing]) -> list[NumberedChoice]:
    """The choices that hold what was typed, or are about what it names."""
    folded_words = folded(rest_of_line)
    named_ids = {table_object.id for table_object in table_objects}
    by_label = [row for row in menu.rows if folded_words in folded(row.label)]
    return by_label or [
        row for row, offer in zip(menu.rows, menu.offers, strict=True) if named_ids & {*offer.references}
    ]


def _tell_what_fits(
    session: Session, table: Tabletop, menu: Menu, rest_of_line: str, table_objects: list[Thing]
) -> None:
    """Say what was meant, if anything, and what this question asks for."""
    view = session.match.view(table.view.seat)
    for table_object in table_objects[:SHOWN]:
        session.out.tell(describe(table, table_object), "  ")
    labels = [item.label for item in menu.level.items[:SHOWN]]
    more_text = f", and {len(menu.level.items) - SHOWN} more" if len(menu.level.items) > SHOWN else ""
    subject_in_words = "That" if table_objects else quote(rest_of_line)
    session.refuse(
        f'{subject_in_words} means nothing in this decision. The question "{view.prompt}" takes {asked_for(menu)}: '
        f"{'; '.join(labels)}{more_text}"
        if labels
        else f"{subject_in_words} means nothing in this decision; `help` shows what can be typed"
    )


def asked_for(menu: Menu) -> str:
    """What the choices of a menu ask for: a place, a unit, a card, or one of the answers."""
    abouts = [row.action.about(menu.board) for row in menu.rows[:SHOWN]]
    if any(subject.to or subject.path for subject in abouts):
        return "a place"
    if any(subject.cards for subject in abouts):
        return "a card"
    if any(subject.target or len(subject.pieces) == 1 for subject in abouts):
        return "a unit"
    return "an answer of the list"


def describe(table: Tabletop, thing: Thing) -> str:
    """What is known of a piece, place or card, in a sentence."""
    if thing.kind == "card":
        card = next(card for card in table.sheet.cards if card.id == thing.id)
        return f"{card.title} is a card: {card.text}"
    if thing.kind == "place":
        space = next(space for space in table.sheet.spaces if space.id == thing.id)
        occupants = ", ".join(map(table.name, table.at.get(thing.id, ()))) or "nobody"
        ground = f", {space.terrain}" if space.terrain else ""
        return f"{table.label.get(thing.id, thing.name)} is a place{ground}; there: {occupants}"
    kind = next((piece.kind for piece in table.sheet.pieces if piece.id == thing.id), "piece")
    place_text = f" at {table.label.get(thing.place, thing.place)}" if thing.place else ", not on the map"
    if not thing.place and table.name(thing.id) != table.sheet.names.get(thing.id):
        return f"{table.name(thing.id)}: a {table.side.get(thing.id, '')} {kind}"
    return f"{thing.name} is a {table.side.get(thing.id, '')} {kind}{place_text}"


def _back(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The list before."""
    if not menu.back():
        session.refuse("this is the whole list; `undo` takes back your last choice")
        return False
    session.show_question(session.match.view(seat), menu)
    return False


def _menu(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The question and its choices again."""
    session.show_question(session.match.view(seat), menu)
    return False


def _undo(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """Take the last choice back."""
    event_count_before = len(session.match.view(seat).events)
    try:
        kept_count = session.undo(seat)
    except WargameError as problem:
        session.refuse(str(problem))
        return False
    lost_count = event_count_before - kept_count
    counts = f" (events that no longer hold: {lost_count}; that still do: {kept_count})" if lost_count > 0 else ""
    session.out.say(f"  taken back{counts}")
    return True


def _log(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The last sentences of the story."""
    count = int(rest_of_line) if is_number(rest_of_line) else 20
    for sentence in session.match.view(seat).log[-count:]:
        session.out.tell(sentence, "  ")
    return False


def _since(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What the others did since the seat last acted."""
    recap = recap_for(session.game, session.match, seat)
    session.tell_recap(recap, explained=True)
    if not recap:
        session.out.say("  nothing that you know of happened since you last acted")
    return False


def _save(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """Write the game to a file."""
    if not rest_of_line:
        session.refuse("save where? Type `save FILE`")
        return False
    try:
        record_path = session.match.save(Path(rest_of_line))
    except (OSError, ValueError) as problem:
        session.refuse(f"{shorten(rest_of_line)}: {getattr(problem, 'strerror', None) or problem}")
        return False
    session.out.say(f"  saved; go on with: {program()} play --resume {record_path} --seat {seat}")
    return False


def _quit(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """Leave."""
    raise Leave


def _help(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What can be typed."""
    if rest_of_line != "json":
        session.out.say(session.help)
        return False
    from wargame_core.data.structuring import in_words
    from wargame_core.shapes import fields_of

    codec = session.match.rules.codec
    offered_actions = {row.action.kind: row.action for row in reversed(menu.rows)}
    for kind, cls in codec.actions.items():
        if kind in offered_actions:
            session.out.say(f"  {json.dumps(codec.to_json(offered_actions[kind]))}   (offered now)")
        keys = "".join(f', "{part.name}": {in_words(part.shape)}' for part in fields_of(cls))
        session.out.say(f'  {{"kind": "{kind}"{keys}}}')
    return False


def _odds(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What a choice may lead to, or an answer to one of the plugin's questions."""
    if is_number(rest_of_line):
        item = menu.line_with_number(int(rest_of_line))
        if item is None:
            session.refuse(f"there is no choice {rest_of_line}; the list has 1 to {len(menu.level.items)}")
        elif item.row is None:
            session.refuse(f"{rest_of_line} stands for {len(item.rows)} choices: open it first")
        else:
            session.out.say(forecast(session.match, item.row.action, seat))
    else:
        try:
            session.out.say(ask_plugin(session.match.rules.id, rest_of_line))
        except WargameError as problem:
            session.refuse(str(problem))
    return False


def hint(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """Three choices that the seat might make, with chances and reasons."""
    from wargame_lab.hints import hint_of
    from wargame_lab.lookahead import Deadline

    if not session.agree_to_hints():
        return False
    session.out.say(f"  (up to {HINT_SECONDS} seconds)", dim=True)
    try:
        advice = hint_of(session.game, session.match.view(seat), stop=Deadline(seconds=HINT_SECONDS))
    except WargameError as problem:
        session.refuse(str(problem))
        return False
    numbers = {item.row.action: item.number for item in menu.level.items if item.row is not None}
    session.out.say(f"  Your chance to win as it stands: {advice.chance:.0%}")
    for candidate in advice.candidates:
        number = numbers.get(session.match.rules.let_in(candidate.action))
        session.out.tell(f"{number or '-':>4}  {candidate.text}{candidate.rating}", hang="      ")
        for reason in candidate.reasons():
            session.out.tell(reason, "      ", dim=True)
    if advice.note:
        session.out.tell(advice.note, "  ")
    return False


def briefing(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What a player reads before the first turn."""
    session.out.paragraphs(session.sheet.briefing.text())
    return False


def cards(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What cards say; with a part of a name, those cards only."""
    printed_cards = session.sheet.cards
    matching_cards = [
        card for card in printed_cards if all(word in folded(card.title) for word in folded(rest_of_line).split())
    ]
    if not printed_cards:
        session.refuse(f"no cards are printed for {session.game.title}")
    elif not matching_cards:
        session.refuse(
            f"no card is called {rest_of_line!r}{expected(rest_of_line, (card.title for card in printed_cards), 8)}"
        )
    for card in matching_cards:
        session.out.tell(card.title + (f" (x{card.count})" if card.count > 1 else ""), "  ")
        session.out.tell(card.text, "      ")
    return False


def units(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The pieces on the map as the seat knows them; with words, those that hold them all, and what is printed."""
    table = session.table(seat)
    if not rest_of_line and table.at:
        for line in who_stands_where(table, table.at):
            session.out.tell(line, "  ")
        session.out.say("  `units NAME` tells what is printed on a piece")
        return False
    wanted_words = folded(rest_of_line).split()
    printed_pieces = {piece.id: piece for piece in session.sheet.pieces}
    matching_pieces = [
        piece
        for piece in printed_pieces.values()
        if all(
            word in folded(f"{piece.side} {piece.kind} {piece.name} {piece.id} {table.name(piece.id)}")
            for word in wanted_words
        )
    ]
    if not printed_pieces:
        session.refuse(f"no pieces are printed for {session.game.title}")
    elif not matching_pieces:
        piece_names = (piece.name for piece in printed_pieces.values())
        session.refuse(f"no piece is called {rest_of_line!r}{expected(rest_of_line, piece_names, 8)}")
    for piece in matching_pieces:
        facts = ", ".join(f"{name} {value}" for name, value in piece.facts.items())
        place = table.pieces.get(piece.id, "")
        place_text = f" at {table.label.get(place, place)}" if place else ""
        session.out.tell(f"{table.name(piece.id)} ({piece.side} {piece.kind}){place_text} {facts}".rstrip(), "  ")
    return False


def rules(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The rules under the headings that contain some words."""
    if not rest_of_line:
        session.refuse("rules about what? Type `rules WORDS`")
        return False
    try:
        session.out.paragraphs(rules_about(session.game.id, rest_of_line).text())
    except WargameError as problem:
        session.refuse(str(problem))
    return False


def panels_of(refusal_text: str, *kinds: type[Panel]) -> SessionCommand:
    """The command that shows the panels of these kinds; where a game has none, it says what is missing."""

    def show(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
        shown_panels = [panel for panel in session.match.view(seat).panels if isinstance(panel, kinds)]
        if not shown_panels:
            session.refuse(f"no {refusal_text} in {session.game.title}")
        for panel in shown_panels:
            for line in panel_lines(panel, session.sheet, is_whole=rest_of_line == "all"):
                session.out.tell(f"  {line}", hang="      ")
        return False

    return show


def show_map(session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """The map, here or as a file."""
    table, word = session.table(seat), rest_of_line.casefold()
    if word in ("on", "off"):
        session.maps = word == "on"
        session.out.say(f"  the map is drawn by itself: {word}")
    elif rest_of_line.endswith((".svg", ".SVG")) or "/" in rest_of_line:
        _write_picture(session, table, rest_of_line)
    else:
        size = _size(table, rest_of_line)
        words = rest_of_line.rpartition(" ")[0] if size is not None else rest_of_line
        places = [] if word in ("", "all") else places_named(table, words)
        if rest_of_line and word != "all" and not places:
            place_names = (space.place for space in table.sheet.spaces if space.place)
            session.refuse(f"nothing on the map is called {shorten(words)}{expected(words, place_names, 8)}")
            return False
        text_map = map_of(table, menu, places, overview=word == "all", size=size)
        if text_map is None:
            session.refuse(f"{session.match.rules.id} has no map in letters; `map FILE.svg` may draw a picture")
        else:
            print_map(session.out, text_map)
    return False


def _size(table: Tabletop, rest_of_line: str) -> tuple[int, int] | None:
    """The size of the window when so many spaces round a place are asked for: the last word is a number."""
    words, _, last_word = rest_of_line.rpartition(" ")
    if not words or not is_number(last_word) or not 1 <= int(last_word) <= 50 or table.game_map is None:
        return None
    columns, _ = room()
    heads = 2 if table.game_map.grid.margins()[0] else 0
    return columns, 2 * int(last_word) * HIGH[table.game_map.grid.shape] + 3 + heads


def places_named(table: Tabletop, words: str) -> list[str]:
    """The places that a person means: a place by its name or number, or where a piece stands."""
    table_objects = table.find(words)
    places = [table_object.id for table_object in table_objects if table_object.kind == "place"]
    return places or [table_object.place for table_object in table_objects if table_object.place]


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


COMMANDS: Mapping[str, SessionCommand] = {
    "why": why,
    "menu": _menu,
    "map": show_map,
    "board": show_map,
    "back": _back,
    "undo": _undo,
    "since": _since,
    "log": _log,
    "save": _save,
    "quit": _quit,
    "q": _quit,
    "exit": _quit,
    "help": _help,
    "odds": _odds,
    "hint": hint,
    "briefing": briefing,
    "score": panels_of("score is kept", Score),
    "status": panels_of("status is told", Status, Track, SequenceOfPlay),
    "hand": panels_of("hand is held", Hand),
    "cards": cards,
    "card": cards,
    "units": units,
    "rules": rules,
}

COMMAND_TABLE = CommandTable(COMMANDS, HELP)
"""What a person may type in a session."""
