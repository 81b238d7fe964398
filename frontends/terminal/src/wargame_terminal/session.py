"""People and bots at one table: the loop of an interactive game on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Event
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.rulings import Verdict
from wargame_core.sheet import Sheet
from wargame_pictures import of as pictures_of
from wargame_terminal.command_session import Leave, SessionCommand
from wargame_terminal.menus import Menu
from wargame_terminal.output import Output, width
from wargame_terminal.reporting import report_at_the_prompt
from wargame_terminal.session_commands import COMMANDS, HELP, execute
from wargame_terminal.table_commands import HELP as TABLE_HELP
from wargame_terminal.table_commands import (
    NEAR,
    TABLE_COMMANDS,
    LastDrawing,
    answers_of,
    map_of,
    print_map,
    status_line,
)
from wargame_terminal.textmap import Tabletop

if TYPE_CHECKING:
    from wargame_core.flow.match import Match
    from wargame_core.flow.players import Player
    from wargame_core.flow.view import View
    from wargame_core.game import Game, TableAnswer
    from wargame_terminal.command_session import CommandSession


Words = Callable[[str], Iterable[str]]
"""Gives the words that may be typed, from the line so far."""


class LineReader(Protocol):
    """Reads one line. ``who`` keeps the history of people at one terminal apart. Raises EOFError at the end."""

    def read(self, prompt: str, who: str, words: Words) -> str: ...


class PlainReader:
    """Lines as they come: from a pipe, or from a terminal without the extra ``terminal``."""

    def __init__(self, out: Output) -> None:
        self.out = out
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  # gives `input` its line editing

    def read(self, prompt: str, who: str, words: Words) -> str:
        """A line without its end."""
        if not self.out.json:
            return input(prompt).strip()
        self.out.say(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()


class CompletingReader:
    """A terminal where the Tab key completes and the arrow keys show what was typed before.

    Each person has a separate history, deleted with the session, because it contains secret choices.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, Any] = {}

    def read(self, prompt: str, who: str, words: Words) -> str:
        """A line without its end."""
        from prompt_toolkit import PromptSession

        if who not in self._sessions:
            self._sessions[who] = PromptSession(complete_while_typing=False)
        return str(self._sessions[who].prompt(prompt, completer=_completer(words))).strip()


def _completer(words: Words) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Completing(Completer):  # type: ignore[misc]  # the library is optional, and Any to the type checker
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            line = document.text_before_cursor.lstrip()
            for word in completions(line, words(line)):
                yield Completion(word, start_position=-len(line))

    return Completing()


def completions(line: str, words: Iterable[str]) -> list[str]:
    """The words that complete what was typed: first those that begin with it, then those with a word that does.

    >>> completions("ro", ["march to Rocky Springs", "rollback", "rules"])
    ['rollback', 'march to Rocky Springs']
    """
    typed = line.casefold()
    every = dict.fromkeys(words)
    begin = [word for word in every if word.casefold().startswith(typed)]
    inside = [word for word in every if f" {typed}" in f" {word.casefold()}" and word not in begin]
    return begin + inside


def make_reader(out: Output) -> LineReader:
    """The reader that fits: with completion when a person sits at a terminal and the extra is installed."""
    if out.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PlainReader(out)
    try:
        import prompt_toolkit  # noqa: F401
    except ImportError:
        return PlainReader(out)
    return CompletingReader()


NAMED = ("map", "why", "why?", "units", "line")
"""Commands that take the name of a place or a piece."""


class Completions:
    """The words that fit the question of one seat. They contain only what that seat sees."""

    def __init__(self, session: CommandSession, seat: str, menu: Menu) -> None:
        self.session, self.seat, self.menu = session, seat, menu

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of everything on the seat's table."""
        return tuple(thing.name for thing in self.session.table(self.seat).things if thing.kind != "card")

    def __call__(self, line: str) -> Iterator[str]:
        word, blank, _ = line.partition(" ")
        if blank and word in ("card", "cards"):
            yield from (f"{word} {card.title}" for card in self.session.sheet.cards)
        elif blank and word in NAMED:
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
        out: Output,
        game: Game,
        match: Match,
        people: Collection[str],
        players: Mapping[str, Player],
        *,
        ask_forced: bool = False,
        record: Path | None = None,
    ) -> None:
        self.record = record
        self.out, self.game, self.match, self.people, self.players = out, game, match, people, players
        self.ask_forced = ask_forced
        self.maps = not out.json
        """Whether the map is drawn by itself."""
        self._told = dict.fromkeys(people, 0)
        self._sheets: dict[str, Sheet] = {}
        self._drawn: dict[str, LastDrawing] = {}
        self._at_table = next(iter(people)) if len(people) == 1 else ""
        self._reader = make_reader(out)
        self._words: Words = lambda line: ()

    @property
    def sheet(self) -> Sheet:
        """The printed material on the table now: that of the inner game while one is being played."""
        return self._sheet_of(self._at_table or next(iter(self.people)))

    def _sheet_of(self, seat: str) -> Sheet:
        view = self.match.view(seat)
        key = view.game_inside.digest if view.child is not None and view.game_inside is not None else ""
        if key not in self._sheets:
            self._sheets[key] = self.game.sheet_of(view)
        return self._sheets[key]

    @property
    def _answers(self) -> Mapping[str, TableAnswer[Any]]:
        return self.table(self._at_table or next(iter(self.people))).game.answers

    @property
    def commands(self) -> Mapping[str, SessionCommand]:
        """What a person may type, by its word."""
        return {**COMMANDS, **TABLE_COMMANDS, **answers_of(self._answers)}

    @property
    def help(self) -> str:
        """What can be typed, a line each."""
        answers = self._answers
        return "\n".join(
            [HELP, TABLE_HELP, *(f"  {f'{word} {asked.usage}':<18}{asked.help}" for word, asked in answers.items())]
        )

    def table(self, seat: str) -> Tabletop:
        """What lies on the table as ``seat`` sees it now."""
        return Tabletop(self.game, self._sheet_of(seat), self.match.view(seat))

    def run(self) -> None:
        """Play until the game is over."""
        while waiting := self.waiting():
            bot = next((seat for seat in waiting if seat not in self.people), None)
            reporting = next((seat for seat in waiting if self.match.choices(seat).by_people), None)
            if reporting is not None and report_at_the_prompt(self, reporting):
                continue
            if bot is not None:
                self.match.play(self.players[bot](self.match.view(bot)), bot)
                self.news()
            else:
                self._turn_of(next(iter(waiting)))
        for seat in self.people:
            self._news(seat)

    def waiting(self) -> Collection[str]:
        """The seats whose choice this session waits for, the first one first."""
        return self.match.to_choose

    def _turn_of(self, seat: str) -> None:
        if seat != self._at_table:
            self._hand_over(seat)
        self._news(seat)
        view = self.match.view(seat)
        if view.forced and len(self.people) == 1 and not self.ask_forced:
            self._pass_on(view)
            return
        menu = Menu.of(view)
        self._words = Completions(self, seat, menu)
        self._ask(view, menu)
        while not execute(self, seat, menu, self.read(f"{seat}> ")):
            pass
        self._words = lambda line: ()

    def _pass_on(self, view: View) -> None:
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

    def _news(self, seat: str) -> None:
        """Tell what ``seat`` learnt since it was last told, the dice it saw fall included."""
        view = self.match.view(seat)
        entries = self.match.entries
        first_new = min(self._told[seat], len(entries))
        self._told[seat] = len(entries)
        sentences: list[str] = []
        rolls: list[str] = []
        for entry in entries[first_new:]:
            if isinstance(entry, Rolled) and entry.seen(seat) and isinstance(entry.face, int):
                rolls.append(f"{entry.label}: {entry.face}")
            for event in entry.feeds.get(seat, ()):
                heading = self._heading(view, event)
                if heading:
                    self._flush(sentences)
                    self.out.say(heading, fg="yellow")
                if text := event.text(view.board):
                    sentences.append(text if event.tells_rolls or not rolls else f"{text} [{'; '.join(rolls)}]")
                    rolls.clear()
        self._flush([*sentences, *([f"[{'; '.join(rolls)}]"] if rolls else [])])

    def _heading(self, view: View, event: Event) -> str:
        game = self.game
        try:
            heading = pictures_of(game).given.heading
            return heading(event, view.board) if heading is not None else ""
        except LookupError:  # the board has moved on since this event
            return ""

    def _flush(self, sentences: list[str]) -> None:
        text = " ".join(sentence for sentence in sentences if sentence)
        if text:
            self.out.tell(text, "  ")
        sentences.clear()

    def _ask(self, view: View, menu: Menu) -> None:
        turn = self.match.rules.turn_of(view.board)
        score = status_line(view.panels)
        self._draw(view, menu)
        steps = list(view.cursor[1:])
        while True:
            where = " · ".join([view.seat, *[f"turn {turn}"] * bool(turn), *steps, *[score] * bool(score)])
            if len(where) + 4 <= width() or len(steps) <= 1:
                break
            del steps[0]
        self.out.say()
        self.out.say(f"── {where} ".ljust(width(), "─"), bold=True)
        self.show(view, menu)

    def _draw(self, view: View, menu: Menu) -> None:
        """The map, when a turn has begun, the others have moved, or a piece is to go somewhere (see `LastDrawing`)."""
        table = self.table(view.seat)
        mover, reach = menu.reach()
        now = LastDrawing.of(table, mover if len(reach) > NEAR else "")
        before = self._drawn.get(view.seat)
        if not self.maps or not table.pieces or not now.is_news(before):
            return
        self._drawn[view.seat] = now
        drawn = map_of(table, menu, [])
        if drawn is not None:
            self.out.say()
            print_map(self.out, drawn, whole=before is None or before.turn != now.turn)

    def show(self, view: View, menu: Menu) -> None:
        """The question and the page of the menu on the screen."""
        cite = f"  [{view.cite}]" if view.cite is not None else ""
        title = f" {menu.level.title} ..." if menu.level.title else ""
        self.out.say(f"{view.prompt}{cite}{title}")
        helps = menu.helps()
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
            self.give(action, seat)
        except WargameError as problem:
            verdict = getattr(problem, "verdict", None)
            self.refuse(verdict if verdict is not None else str(problem))
            return False
        return True

    def give(self, action: object, seat: str) -> None:
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

    def typed(self, line: str) -> Any:
        """The action that a line of JSON stands for; None, after an error message, when it is none."""
        try:
            return self.match.rules.codec.action(read_json(line, ACTION))
        except (LimitError, WargameError) as problem:
            self.refuse(f"{problem}")
            return None
