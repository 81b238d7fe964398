"""What a view sends to a screen: the shapes of its JSON, and sentences of the story with marks where they name things.

The marks are made from the references of the event (`Event.about`): a sentence is searched for the names by which the
game calls those things (`Board.names_of`), as the seat that reads it knows them. So they tell nothing that the sentence
and its references do not tell already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, NotRequired, TypedDict

from attrs import frozen

from wargame_core.flow.about import CARD, NOTHING, PIECE, PLACE, About, Names
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Event, Outcome
from wargame_core.flow.inner_games import InnerEvent
from wargame_core.flow.panels import Panel
from wargame_core.flow.pieces import MapMark, PieceOnMap
from wargame_core.json_form import JsonForm, JsonObject, WrittenAs
from wargame_core.limits import harmless


@frozen
class Mark(JsonForm):
    """Where a sentence names something: the characters from ``start`` up to ``end``, and the piece, place or card."""

    sparse: ClassVar = True
    start: int
    end: int
    piece: str = ""
    place: str = ""
    card: str = ""


class MenuRow(TypedDict):
    """A choice: its label, the action that is played, what it names, and its help."""

    label: str
    action: Annotated[JsonObject, WrittenAs(Action)]
    about: NotRequired[Annotated[JsonObject, WrittenAs(About)]]
    help: NotRequired[str]


class StoryRow(TypedDict):
    """An event: its kind, its sentence ("" for none), what it is about, and where the sentence names that."""

    kind: str
    text: str
    about: NotRequired[Annotated[JsonObject, WrittenAs(About)]]
    marks: NotRequired[list[Annotated[JsonObject, WrittenAs(Mark)]]]


class StoryNews(TypedDict):
    """What has happened since an earlier view: its screen drops the last ``drop`` rows and appends ``rows``."""

    at: str
    drop: int
    rows: list[StoryRow]


class Screen(TypedDict):
    """A view: what one seat may know of a game at one moment."""

    game: str
    sheet: str
    """The digest of the sheet that pieces, places and cards are on: the inner game's while one is played."""
    seat: str
    at: str
    cursor: list[str]
    board: Annotated[JsonObject, WrittenAs(Board)]
    pieces: list[Annotated[JsonObject, WrittenAs(PieceOnMap)]]
    marks: list[Annotated[JsonObject, WrittenAs(MapMark)]]
    prompt: str | None
    waiting_for: list[str]
    menu: list[MenuRow]
    forced: bool
    panels: list[Annotated[JsonObject, WrittenAs(Panel)]]
    can_undo: bool
    outcome: Annotated[JsonObject | None, WrittenAs(Outcome | None)]
    log: list[str]
    inner: NotRequired[InnerScreen]
    """The inner game, while one is played; pieces, panels and choices are then those of its sheet."""


class InnerScreen(TypedDict):
    """Which inner game is played."""

    game: str
    scenario: str
    seat: str
    cursor: list[str]
    inner: NotRequired[InnerScreen]


def story_row(event: Event, board: Board) -> StoryRow:
    """An event as a row of a screen's story: its kind, its sentence, and what that names and where."""
    sentence = marked_sentence(event, board)
    row: StoryRow = {"kind": event.kind, "text": sentence.text}
    if subject_json := (sentence.about if sentence.text else event.about(board)).to_json():
        row["about"] = subject_json
    if sentence.marks:
        row["marks"] = [mark.to_json() for mark in sentence.marks]
    return row


@frozen
class MarkedSentence:
    """A sentence of the story, what it is about, and its marks in the order of the text; they do not overlap."""

    text: str
    about: About = NOTHING
    marks: tuple[Mark, ...] = ()


_MARK_OF_KIND: dict[Names, Callable[[int, int, str], Mark]] = {
    PIECE: lambda start, end, ref: Mark(start, end, piece=ref),
    PLACE: lambda start, end, ref: Mark(start, end, place=ref),
    CARD: lambda start, end, ref: Mark(start, end, card=ref),
}


def marked_sentence(event: Event, board: Board) -> MarkedSentence:
    """The sentence of an event as the reader of ``board`` knows it; its text is "" for an event without a sentence."""
    if isinstance(event, InnerEvent):
        inner_board = event.inner_on(board)
        return marked_sentence(event.event, inner_board.board) if inner_board is not None else MarkedSentence("")
    text = harmless(event.text(board))
    if not text:
        return MarkedSentence("")
    subject = event.about(board)
    return MarkedSentence(text, subject, marks_in(text, subject, board))


def marks_in(text: str, about: About, board: Board) -> tuple[Mark, ...]:
    """Where ``text`` names the things that it is about.

    Longer names are searched first, so that "Smith's Column" is not taken for "Smith". If several things have one
    name, the first of them gets the first place where the name occurs, and so on.
    """
    things_by_name: dict[str, list[tuple[Names, str]]] = {}
    for kind, ref in _things_of_subject(about):
        for name in board.names_of(kind, ref):
            if name and (kind, ref) not in things_by_name.setdefault(name, []):
                things_by_name[name].append((kind, ref))
    used_spans: list[tuple[int, int]] = []
    marks = []
    for name in sorted(things_by_name, key=len, reverse=True):
        namesakes = things_by_name[name]
        for number, start in enumerate(_places_of(name, text, used_spans)):
            kind, ref = namesakes[min(number, len(namesakes) - 1)]
            marks.append(_MARK_OF_KIND[kind](start, start + len(name), ref))
    return tuple(sorted(marks, key=lambda mark: mark.start))


def _things_of_subject(subject: About) -> Iterator[tuple[Names, str]]:
    yield from ((PIECE, piece) for piece in subject.all_pieces())
    yield from ((PLACE, place) for place in subject.all_places())
    yield from ((CARD, card) for card in subject.cards)


def _places_of(name: str, text: str, used_spans: list[tuple[int, int]]) -> list[int]:
    """Where a name stands in a text as a word of its own, in none of the parts taken; they are taken then."""
    starts = []
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        stands_alone = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        if stands_alone and not any(start < other_end and span_start < end for span_start, other_end in used_spans):
            starts.append(start)
            used_spans.append((start, end))
        start = text.find(name, end)
    return starts
