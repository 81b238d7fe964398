"""People and bots at one table: the loop of an interactive game on a terminal, and what a line typed there does.

The commands that a session knows are handed to it (`CommandTable`), so that it knows none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
from attrs import frozen

from wargame_console.output import Output, width
from wargame_console.prompt import Leave, Words, make_reader
from wargame_core import SPECTATOR, Action, Event, Sheet, Verdict, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.panels import Panel, Score, points_of
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.names import folded
from wargame_pictures import pictures_of
from wargame_pictures.stories.recap import Recap, recap_for
from wargame_pictures.text_board import Tabletop
from wargame_terminal.menus import Menu, is_number
from wargame_terminal.report_form import FormAtPrompt, write_packet
from wargame_terminal.textmap import MOST_PLACES_WITHOUT_MAP, LastDrawing, map_of, print_map

if TYPE_CHECKING:
    from wargame_core import Game, Match, View
    from wargame_core.flow.players import Player
    from wargame_core.game import TableAnswer
    from wargame_pictures.paper.handout import Handout


SessionCommand: TypeAlias = "Callable[[Session, str, Menu, str], bool]"
"""A command: the session, the seat, its menu and the rest of the line; True when the position has changed."""


@frozen
class CommandTable:
    """What a person may type besides choices: commands by their words, and the lines of help about them."""

    commands: Mapping[str, SessionCommand]
    help: str


COMMANDS_WITH_NAME = ("map", "board", "why", "why?", "units", "line")
"""Commands that take the name of a place or a piece."""


class Completions:
    """The words that fit the question of one seat. They contain only what that seat sees."""

    def __init__(self, session: Session, seat: str, menu: Menu) -> None:
        self.session, self.seat, self.menu = session, seat, menu

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of everything on the seat's table."""
        return tuple(
            table_object.name for table_object in self.session.table(self.seat).things if table_object.kind != "card"
        )

    def __call__(self, line: str) -> Iterator[str]:
        word, separator, _ = line.partition(" ")
        if separator and word in ("card", "cards"):
            yield from (f"{word} {card.title}" for card in self.session.sheet.cards)
        elif separator and word in COMMANDS_WITH_NAME:
            yield from (f"{word} {name}" for name in self.names)
        else:
            yield from (row.label for row in self.menu.rows)
            yield from self.session.commands
            if line:
                yield from self.names


class Session:
    """One session at a game. `run` returns when the game is over and raises `Leave` when somebody leaves."""

    def __init__(
        self,
        output: Output,
        game: Game,
        match: Match,
        people: Collection[str],
        players: Mapping[str, Player],
        commands: CommandTable,
        *,
        ask_forced: bool = False,
        record: Path | None = None,
    ) -> None:
        self.record = record
        self.out, self.game, self.match, self.people, self.players = output, game, match, people, players
        self.known, self.ask_forced = commands, ask_forced
        self.maps = not output.json
        """Whether the map is drawn by itself."""
        self._told = dict.fromkeys(people, 0)
        self._title_shown = ""
        """The heading under which the latest lines stand, as long as no question has come in between."""
        self._sheets: dict[str, Sheet] = {}
        self._drawn: dict[str, LastDrawing] = {}
        self._at_table = next(iter(people)) if len(people) == 1 else ""
        self._hints_agreed = False
        self._reader = make_reader(output)
        self._words: Words = lambda line: ()

    @property
    def sheet(self) -> Sheet:
        """The printed material on the table now: that of the inner game while one is being played."""
        return self._sheet_of(self._at_table or next(iter(self.people)))

    def _sheet_of(self, seat: str) -> Sheet:
        view = self.match.view(seat)
        key = view.inner_game.digest if view.inner is not None and view.inner_game is not None else ""
        if key not in self._sheets:
            self._sheets[key] = self.game.sheet_of(view)
        return self._sheets[key]

    @property
    def _answers(self) -> Mapping[str, TableAnswer[Any]]:
        return self.table(self._at_table or next(iter(self.people))).game.answers

    @property
    def commands(self) -> Mapping[str, SessionCommand]:
        """What a person may type, by its word."""
        return {
            **self.known.commands,
            **{word: partial(answer, table_answer) for word, table_answer in self._answers.items()},
        }

    @property
    def help(self) -> str:
        """What can be typed, a line each."""
        answers = self._answers
        return "\n".join(
            [
                self.known.help,
                *(
                    f"  {f'{word} {table_answer.usage}':<18}{table_answer.help}"
                    for word, table_answer in answers.items()
                ),
            ]
        )

    def table(self, seat: str) -> Tabletop:
        """What lies on the table as ``seat`` sees it now."""
        return Tabletop(self.game, self._sheet_of(seat), self.match.view(seat))

    def run(self) -> None:
        """Play until the game is over."""
        while waiting_seats := self.awaited_seats():
            person = next((seat for seat in waiting_seats if seat in self.people), None)
            bot = next((seat for seat in waiting_seats if seat not in self.people), None)
            if person is not None and self.match.pending is not None and self.match.pending.first_counts:
                bot = None  # people go first: they are slower
            reporting = next((seat for seat in waiting_seats if self.match.choices(seat).by_people), None)
            if reporting is not None and self._report(reporting):
                continue
            if bot is not None:
                self.match.play(self.players[bot](self.match.view(bot)), bot)
                self.news()
            elif person is not None:
                self._turn_of(person)
        for seat in self.people:
            self._news(seat)

    def _report(self, seat: str) -> bool:
        """Hand out what is to be fought and ask ``seat`` what happened; False where the game has no form for it."""
        from wargame_pictures.of_games import handout

        packet = handout(self.game, self.match)
        if packet is None or packet.form is None:
            return False
        self.news()
        is_shared = len(self.people) > 1  # what one of them holds back is then on the last sheet of the page only
        shared_packet = handout(self.game, self.match, SPECTATOR) if is_shared else packet
        self._hand_out(packet, (shared_packet or packet).text)
        self.out.say("When you have fought it, enter here what happened; `help` shows what else you can type.")

        def read_line(prompt: str) -> str:
            line = self.read(prompt)
            if line.casefold() in ("quit", "exit"):
                raise Leave
            return line

        match = self.match
        action = FormAtPrompt(self.out, packet, packet.form, read_line, lambda action: match.judge(action, seat)).ask()
        return self.play(action, seat)

    def _hand_out(self, packet: Handout, text: str) -> None:
        """Say what is to be fought, and write its packet beside the record where it is not there yet."""
        output, record = self.out, self.record
        output.say()
        output.say(f"── {packet.title} ──", bold=True)
        page = Path(f"{packet.name}.html")
        if record is not None:
            page = record.with_name(f"{record.stem}-{packet.name}.html")
        try:
            write_packet(packet, page)
            output.say(f"The packet to print is in {page}: table plan, rosters, turn track, base labels, report form.")
        except OSError as problem:
            output.tell(f"{page}: {problem.strerror}; `packet FILE` writes the packet elsewhere", "  ", fg="red")
        output.say(text)
        output.say()

    def awaited_seats(self) -> Collection[str]:
        """The seats whose choice this session waits for, the first one first."""
        return self.match.waiting_for

    def _turn_of(self, seat: str) -> None:
        if seat != self._at_table:
            self._hand_over(seat)
        self._news(seat)
        view = self.match.view(seat)
        if len(self.people) == 1 and not self.ask_forced:
            if (action := view.standing_answer) is not None:
                self.out.tell(f"{view.prompt} {action.text(view.board)}: as said before", "  ", dim=True)
                self.play(action, seat)
                return
            if view.forced:
                self._give_only_answer(view)
                return
        menu = Menu.of(view, self.listed_choices())
        self._words = Completions(self, seat, menu)
        self._ask(view, menu)
        while not execute(self, seat, menu, self.read(f"{seat}> ")):
            pass
        self._words = lambda line: ()

    def listed_choices(self) -> Sequence[Action]:
        """The choices that the menu lists; none where it lists all."""
        return ()

    def _give_only_answer(self, view: View) -> None:
        """Give the only answer there is. With several people at the table it is asked for: how long one takes tells."""
        (action,) = view.choices
        self.out.tell(f"{view.prompt} {action.text(view.board)}: the only choice", "  ", dim=True)
        self.play(action, view.seat)

    def _hand_over(self, seat: str) -> None:
        """Clear the screen between two people, so that neither sees what the other may know."""
        self._clear()
        self.read(f"It is {seat}'s turn. Nobody else should look; press Enter, {seat}. ")
        self._clear()
        self._at_table = seat

    def _clear(self) -> None:
        if not self.out.json and sys.stdout.isatty():
            click.clear()
        else:
            self.out.say("\n" * 40)

    def news(self) -> None:
        """Print what happened since the last choice, if only one person plays here."""
        if self._at_table:
            self._news(self._at_table)

    def tell_since(self, entry: int, seat: str) -> None:
        """Tell ``seat`` what it learnt from this entry on."""
        self._told[seat] = entry
        self._news(seat)

    def _news(self, seat: str) -> None:
        """Tell what ``seat`` learnt since it was last told, the dice it saw fall included."""
        view = self.match.view(seat)
        entries = self.match.entries
        first_new = min(self._told[seat], len(entries))
        self._told[seat] = len(entries)
        if any(entry.actions and seat not in entry.actions and entry.told(seat) for entry in entries[first_new:]):
            self.tell_recap(recap_for(self.game, self.match, seat, first_new))
            return
        sentences: list[str] = []
        rolls: list[str] = []
        for entry in entries[first_new:]:
            if isinstance(entry, Rolled) and entry.seen(seat) and isinstance(entry.face, int):
                rolls.append(f"{entry.label}: {entry.face}")
            for event in entry.told(seat):
                heading = self._heading(view, event)
                if heading:
                    self._flush(sentences)
                    self.out.say(heading, fg="yellow")
                if text := event.text(view.board):
                    sentences.append(text if event.tells_rolls or not rolls else f"{text} [{'; '.join(rolls)}]")
                    rolls.clear()
        self._flush([*sentences, *([f"[{'; '.join(rolls)}]"] if rolls else [])])

    def tell_recap(self, recap: Recap, explained: bool = False) -> None:
        """Print what happened, part by part; with ``explained``, how each result came about."""
        if recap.losses:
            self.out.tell(recap.losses, "  ", bold=True)
        for part in recap.parts:
            if part.title and (explained or part.title != self._title_shown):
                self.out.say(part.title, fg="yellow")
            self._title_shown = part.title or self._title_shown
            for line in part.lines:
                self.out.tell(f"- {line.text}", "  ", "  ")
                for reason in line.explanation if explained else ():
                    self.out.tell(reason, "      ", dim=True)

    def _heading(self, view: View, event: Event) -> str:
        heading = pictures_of(self.game).presentation.heading
        try:
            return heading(event, view.board) if heading is not None else ""
        except LookupError:  # the board has moved on since this event
            return ""

    def _flush(self, sentences: list[str]) -> None:
        text = " ".join(sentence for sentence in sentences if sentence)
        if text:
            self.out.tell(text, "  ")
        sentences.clear()

    def _ask(self, view: View, menu: Menu) -> None:
        self._title_shown = ""
        turn = self.match.rules.turn_of(view.board)
        score = status_line(view.panels)
        self._draw(view, menu)
        steps, where_in_turn = list(view.cursor[1:]), ""
        while not where_in_turn or (len(where_in_turn) + 4 > width() and steps):
            where_in_turn = " · ".join(filter(None, (view.seat, f"turn {turn}" if turn else "", *steps, score)))
            del steps[:1]
        self.out.say()
        self.out.say(f"── {where_in_turn} ".ljust(width(), "─"), bold=True)
        self.show_question(view, menu)

    def _draw(self, view: View, menu: Menu) -> None:
        """The map, when a turn has begun, the others have moved, or a piece is to go somewhere (see `LastDrawing`)."""
        table = self.table(view.seat)
        mover, reach = menu.piece_and_costs()
        drawing = LastDrawing.of(table, mover if len(reach) > MOST_PLACES_WITHOUT_MAP else "")
        last_drawing = self._drawn.get(view.seat)
        if not self.maps or not table.pieces or not drawing.is_news(last_drawing):
            return
        self._drawn[view.seat] = drawing
        text_map = map_of(table, menu, [])
        if text_map is not None:
            self.out.say()
            print_map(self.out, text_map, whole=False)

    def show_question(self, view: View, menu: Menu) -> None:
        """The question and the page of the menu on the screen."""
        cite = f"  [{view.cite}]" if view.cite is not None else ""
        title = f" {menu.level.title} ..." if menu.level.title else ""
        self.out.say(f"{view.prompt}{cite}{title}")
        helps = menu.help_lines()
        for number, line in enumerate(menu.lines()):
            self.out.tell(line, hang="      ")
            if number < len(helps) and helps[number]:
                self.out.tell(helps[number], "      ", dim=True)
        if not menu.rows:
            self.out.say("      (nothing to list: type the answer as JSON; `help json` shows how)")

    def read(self, prompt: str) -> str:
        """A line typed by the person. The end of the input means leaving."""
        try:
            return self._reader.read(prompt, self._at_table, self._words)
        except EOFError:
            self.out.say()
            raise Leave from None

    def refuse(self, verdict: Verdict | str) -> None:
        """Say that something cannot be done, and why."""
        reasons = [verdict] if isinstance(verdict, str) else [str(reason) for reason in verdict.reasons]
        for reason in dict.fromkeys(reasons):
            self.out.tell(reason, "  ", fg="red")

    def play(self, action: object, seat: str) -> bool:
        """Play an action or its JSON; whether it was accepted. A refusal is told with its reasons."""
        try:
            self.make_choice(action, seat)
        except WargameError as problem:
            verdict = getattr(problem, "verdict", None)
            self.refuse(verdict if verdict is not None else str(problem))
            return False
        return True

    def make_choice(self, action: object, seat: str) -> None:
        """Make a choice of ``seat``. Raises `WargameError` when it is refused."""
        self.match.play(action, seat)

    def undo(self, seat: str) -> int:
        """Take the last choice of ``seat`` back, with forced ones that followed it; returns how many events are left.

        Raises `NotYourTurn`.
        """
        taken_back = self.match.undo(seat)
        while self.match.view(seat).forced and self.match.can_undo(seat) and not self.ask_forced:
            taken_back = self.match.undo(seat)
        return taken_back.kept(seat)

    def agree_to_hints(self) -> bool:
        """Whether the bots may advise a person here: with several people, once all have agreed; says why not."""
        if len(self.people) > 1 and not self._hints_agreed:
            people_in_words = " and ".join(self.people)
            self._hints_agreed = folded(self.read(f"Do {people_in_words} agree that hints are given? (yes) ")) == "yes"
            if not self._hints_agreed:
                self.refuse("between people a hint is given only if all agree")
                return False
        return True

    def typed(self, line: str) -> Any:
        """The action that a line of JSON stands for; None, after an error message, when it is none."""
        try:
            return self.match.rules.codec.action(read_json(line, ACTION))
        except (LimitError, WargameError) as problem:
            self.refuse(f"{problem}")
            return None


def execute(session: Session, seat: str, menu: Menu, line: str) -> bool:
    """Do what a line says. True when the position has changed and the menu with it."""
    if is_number(line):
        return _pick(session, seat, menu, line)
    if line.startswith("{"):
        action = session.typed(line)
        return action is not None and session.play(action, seat)
    word, _, rest_of_line = line.partition(" ")
    command = session.commands.get(word.lower().rstrip("?") if line != "?" else "help")
    if command is not None and not any(row.label == line for row in menu.rows):
        return command(session, seat, menu, rest_of_line.strip())
    if not line and len(menu.shown) == 1 < len(menu.rows):
        return session.play(menu.shown[0].action, seat)
    if not line:
        menu.next_page()
    elif not menu.narrow_by_words(line, session.table(seat).ids_of(line)):
        return session.commands["why"](session, seat, menu, line)
    session.show_question(session.match.view(seat), menu)
    if line and len(menu.shown) == 1:
        session.out.say("      Enter takes it")
    return False


def _pick(session: Session, seat: str, menu: Menu, line: str) -> bool:
    """Take the choice with a number, or open the group."""
    item = menu.line_with_number(int(line))
    if item is None:
        session.refuse(f"there is no choice {line}; the list has 1 to {len(menu.level.items)}")
        return False
    if item.row is not None:
        return session.play(item.row.action, seat)
    menu.open(item)
    session.show_question(session.match.view(seat), menu)
    return False


def answer(table_answer: TableAnswer[Any], session: Session, seat: str, menu: Menu, rest_of_line: str) -> bool:
    """What the game tells of something that it offers beside the board."""
    table = session.table(seat)
    try:
        for line in table_answer.answer(table.board, table.seat, rest_of_line):
            session.out.tell(line.strip(), "  " + line[: len(line) - len(line.lstrip())])
    except WargameError as problem:
        session.refuse(str(problem))
    return False


def status_line(panels: Iterable[Panel]) -> str:
    """The score in one line, for the head of every question; empty for a game without one."""
    scores = [panel for panel in panels if isinstance(panel, Score)]
    return " · ".join(points_of(panel) for panel in scores)
