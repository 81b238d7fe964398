"""The shapes of the JSON that a view sends to a screen, for type checkers and for the wire schema."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from wargame_core.flow.about import About
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Event, Outcome
from wargame_core.flow.panels import Panel
from wargame_core.flow.sentences import Mark, marked_sentence
from wargame_core.json_form import Holds, JsonObject


class MenuRow(TypedDict):
    """A choice: its label, the action that is played, what it names, and its help."""

    label: str
    action: Annotated[JsonObject, Holds(Action)]
    about: NotRequired[Annotated[JsonObject, Holds(About)]]
    help: NotRequired[str]


class StoryRow(TypedDict):
    """An event: its kind, its sentence ("" for none), what it is about, and where the sentence names that."""

    kind: str
    text: str
    about: NotRequired[Annotated[JsonObject, Holds(About)]]
    marks: NotRequired[list[Annotated[JsonObject, Holds(Mark)]]]


class Screen(TypedDict):
    """A view: what one seat may know of a game at one moment."""

    game: str
    seat: str
    cursor: list[str]
    board: Annotated[JsonObject, Holds(Board)]
    pieces: dict[str, str]
    prompt: str | None
    waiting_for: list[str]
    menu: list[MenuRow]
    forced: bool
    panels: list[Annotated[JsonObject, Holds(Panel)]]
    can_undo: bool
    outcome: Annotated[JsonObject | None, Holds(Outcome | None)]
    log: list[str]
    child: NotRequired[ChildScreen]
    """The inner game, while one is played; pieces, panels and choices are then those of its sheet."""


class ChildScreen(TypedDict):
    """Which inner game is played; ``sheet`` changes when another sheet is to be drawn."""

    game: str
    scenario: str
    seat: str
    sheet: str
    cursor: list[str]
    child: NotRequired[ChildScreen]


def story_row(event: Event, board: Board) -> StoryRow:
    """An event as a row of a screen's story: its kind, its sentence, and what that names and where."""
    sentence = marked_sentence(event, board)
    row: StoryRow = {"kind": event.kind, "text": sentence.text}
    if named := (sentence.about if sentence.text else event.about(board)).to_json():
        row["about"] = named
    if sentence.marks:
        row["marks"] = [mark.to_json() for mark in sentence.marks]
    return row
