"""The outlets of the prompt: what is printed of itself, and what each command prints."""

from collections.abc import Iterable
from typing import Unpack

from attrs import field, frozen

from wargame_console.output import Output, TextStyle
from wargame_core import Game, Match
from wargame_core.authoring import ListedChoices
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import answer_or_refusal, things_of
from wargame_terminal.menus import Menu, MenuLevel
from wargame_terminal.questions import forecast
from wargame_terminal.session import Session, status_line
from wargame_terminal.session_commands import COMMAND_TABLE, COMMANDS

PRINTED = ("log", "score", "status", "hand", "units", "map")
"""The commands that print something of the position without being asked about a thing."""
LATEST_ANSWERS = 3
"""From how many of the latest answers that the seat was told of the news are printed."""


@frozen
class _Paper(Output):
    """An output that keeps what is printed."""

    texts: list[str] = field(factory=list)

    def say(self, text: str = "", *, nl: bool = True, **style: Unpack[TextStyle]) -> None:
        self.texts.append(text)

    def paint(self, styled_texts: Iterable[tuple[str, TextStyle]]) -> None:
        self.texts.append(str([*styled_texts]))


def _prompt(game: Game, match: Match, seat: str) -> object:
    if seat not in game.seats or match.game is None:
        return None
    paper = _Paper()
    session = Session(paper, game, match, [seat], {}, COMMAND_TABLE)
    view = match.view(seat)
    session.news()
    for entry in [number for number, entry in enumerate(match.entries) if seat in entry.feeds][-LATEST_ANSWERS:]:
        session.tell_since(entry, seat)
    paper.say(f"turn {match.rules.turn_of(view.board)}: {status_line(view.panels)}")
    is_asked = view.asked and not view.choices.by_people
    menu = Menu.of(view) if is_asked else Menu([], ListedChoices(()), view.board, levels=[MenuLevel("", [])])
    for word in PRINTED:
        COMMANDS[word](session, seat, menu, "all" if word == "map" else "")
    for refs in things_of(view).values():
        for ref in refs:
            COMMANDS["units"](session, seat, menu, ref)
            if is_asked:
                COMMANDS["why"](session, seat, menu, ref)
    if is_asked:
        session.show_question(view, menu)
        paper.say(str(answer_or_refusal(lambda: forecast(match, next(iter(view.choices)), seat))))
    return paper.texts


_PROMPT = (
    "wargame_terminal.menus:Menu.of",
    "wargame_terminal.questions:forecast",
    "wargame_terminal.session:Session.table",
    "wargame_terminal.session_commands:describe",
    "wargame_terminal.session_commands:places_named",
    "wargame_terminal.session_commands:show_map",
    "wargame_terminal.session_commands:units",
    "wargame_terminal.session_commands:why",
    "wargame_terminal.textmap:asked_places",
    "wargame_terminal.textmap:map_of",
)
_CLOSED = {
    "wargame_terminal.session:Session.play": "a choice is played; what follows is printed as news",
    "wargame_terminal.session:Session.undo": "a choice is taken back",
    "wargame_terminal.session:answer": "an answer that a game gives about what is printed",
    "wargame_terminal.session:execute": "calls the command that was typed",
    "wargame_terminal.session_commands:briefing": "printed matter",
    "wargame_terminal.session_commands:cards": "printed matter",
    "wargame_terminal.session_commands:hint": "prints a hint, which is an outlet of the lab",
    "wargame_terminal.session_commands:rules": "printed matter",
    "wargame_terminal.textmap:LastDrawing.of": "whether the map is drawn again",
}

REGISTER = OutletRegister((Outlet("prompt", _prompt, _PROMPT, apart=6),), _CLOSED)
