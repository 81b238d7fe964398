"""People and bots at one table: the loop of an interactive game on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from wargame_core.cli.menus import Menu
from wargame_core.cli.output import Output, width
from wargame_core.cli.session_commands import COMMANDS, HELP, Leave, SessionCommand, execute
from wargame_core.cli.table_commands import HELP as TABLE_HELP
from wargame_core.cli.table_commands import TABLE_COMMANDS, status_line
from wargame_core.data.limits import ACTION, LimitError, read_json
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Event
from wargame_core.rulings import Verdict
from wargame_core.sheet import Sheet

if TYPE_CHECKING:
    from wargame_core.flow.match import Match
    from wargame_core.flow.players import Player
    from wargame_core.flow.state import View
    from wargame_core.game import Game


class Session:
    """One session at a game. `run` returns when the game is over and raises `Leave` when somebody gets up."""

    def __init__(
        self, out: Output, game: Game, match: Match, people: Collection[str], players: Mapping[str, Player]
    ) -> None:
        self.out, self.game, self.match, self.people, self.players = out, game, match, people, players
        self._told = dict.fromkeys(people, 0)
        self._turn: int | None = None
        self._sheets: dict[str, Sheet] = {}
        self._at_table = next(iter(people)) if len(people) == 1 else ""

    @property
    def sheet(self) -> Sheet:
        """Everything printed that lies on the table now: of the game played inside this one, while one is."""
        view = self.match.view(self._at_table or next(iter(self.people)))
        key = view.game_inside.digest if view.game_inside is not None else ""
        if key not in self._sheets:
            self._sheets = {key: self.game.sheet_of(view)}
        return self._sheets[key]

    @property
    def commands(self) -> Mapping[str, SessionCommand]:
        """What a person may type, by its word."""
        return {**COMMANDS, **TABLE_COMMANDS}

    @property
    def help(self) -> str:
        """What can be typed, a line each."""
        return f"{HELP}\n{TABLE_HELP}"

    def run(self) -> None:
        """Play until the game is over."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  # gives `input` its line editing
        while waiting := self.waiting():
            bot = next((seat for seat in waiting if seat not in self.people), None)
            if bot is not None:
                self.match.play(self.players[bot](self.match.view(bot)), bot)
                if self._at_table:
                    self._news(self._at_table)
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
        if view.forced and len(self.people) == 1:
            self._pass_on(view)
            return
        menu = Menu.of(view)
        self._ask(view, menu)
        while not execute(self, seat, menu, self.read(f"{seat}> ")):
            pass

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

    def _news(self, seat: str) -> None:
        """Tell what ``seat`` learnt since it was last told, the dice it saw fall included."""
        view = self.match.view(seat)
        entries = self.match.entries
        told = min(self._told[seat], len(entries))
        self._told[seat] = len(entries)
        sentences: list[str] = []
        for entry in entries[told:]:
            if isinstance(entry, Rolled) and entry.seen(seat) and isinstance(entry.face, int):
                sentences.append(f"[{entry.label}: {entry.face}]")
            for event in entry.feeds.get(seat, ()):
                heading = self._heading(view, event)
                if heading:
                    self._flush(sentences)
                    self.out.say(heading, fg="yellow")
                sentences.append(event.text(view.board))
        self._flush(sentences)

    def _heading(self, view: View, event: Event) -> str:
        game = self.game
        try:
            return game.presentation.heading(event, view.board) if game.presentation.heading is not None else ""
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
        where = " · ".join([f"turn {turn}"] * bool(turn) + list(view.cursor[1:]) + [score] * bool(score))
        self.out.say()
        self.out.say(f"── {view.seat} · {where} ".ljust(width(), "─"), bold=True)
        self.show(view, menu)

    def show(self, view: View, menu: Menu) -> None:
        """The question and the page of the menu on the screen."""
        cite = f"  [{view.cite}]" if view.cite is not None else ""
        self.out.say(f"{view.prompt}{cite}")
        for line in menu.lines():
            self.out.say(line)
        if not menu.rows:
            self.out.say("      (nothing to list: type the answer as JSON; `help json` shows how)")

    def read(self, prompt: str) -> str:
        """A line typed by the person. The end of the input means leaving."""
        try:
            if self.out.json:
                self.out.say(prompt, nl=False)
                line = sys.stdin.readline()
                if not line:
                    raise EOFError
                return line.strip()
            return input(prompt).strip()
        except EOFError:
            self.out.say()
            raise Leave from None

    def refuse(self, verdict: Verdict | str) -> None:
        """Say that something cannot be done, and why."""
        reasons = [verdict] if isinstance(verdict, str) else [str(reason) for reason in verdict.reasons]
        for reason in reasons:
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

    def give(self, action: Any, seat: str) -> None:
        """Make a choice of ``seat``. Raises `WargameError` when it is refused."""
        self.match.play(action, seat)

    def undo(self, seat: str) -> None:
        """Take the last choice of ``seat`` back, with forced ones that followed it. Raises `NotYourTurn`."""
        self.match.undo(seat)
        while self.match.view(seat).forced and self.match.can_undo(seat):
            self.match.undo(seat)

    def typed(self, line: str) -> Any:
        """The action that a line of JSON stands for; None, told, when it is none."""
        try:
            return self.match.rules.codec.action(read_json(line, ACTION))
        except (LimitError, WargameError) as problem:
            self.refuse(f"{problem}")
            return None
