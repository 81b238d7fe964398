"""The shapes of the JSON that a view sends to a screen, for type checkers and for the wire schema."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Annotated, ClassVar, NotRequired, TypedDict

from attrs import frozen

from wargame_core.data.json_form import Holds, JsonForm
from wargame_core.flow.about import CARD, NOTHING, PIECE, PLACE, About, Names
from wargame_core.flow.child import ChildEvent
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Event, Outcome
from wargame_core.flow.panels import Panel
from wargame_core.json_types import JsonMapping, JsonObject
from wargame_core.quoting import harmless


@frozen
class Mark(JsonForm):
    """Where a sentence names something: the characters from ``start`` up to ``end``, and the piece, place or card."""

    sparse: ClassVar = True
    start: int
    end: int
    piece: str = ""
    place: str = ""
    card: str = ""


@frozen
class MarkedSentence:
    """A sentence of the story, what it is about, and its marks in the order of the text; they do not overlap."""

    text: str
    about: About = NOTHING
    marks: tuple[Mark, ...] = ()


_MARKS: dict[Names, Callable[[int, int, str], Mark]] = {
    PIECE: lambda start, end, ref: Mark(start, end, piece=ref),
    PLACE: lambda start, end, ref: Mark(start, end, place=ref),
    CARD: lambda start, end, ref: Mark(start, end, card=ref),
}


def marked_sentence(event: Event, board: Board) -> MarkedSentence:
    """The sentence of an event as the reader of ``board`` knows it; its text is "" for an event without a sentence."""
    if isinstance(event, ChildEvent):
        child = event.child_on(board)
        return marked_sentence(event.event, child.board) if child is not None else MarkedSentence("")
    text = harmless(event.text(board))
    if not text:
        return MarkedSentence("")
    about = event.about(board)
    return MarkedSentence(text, about, marks_in(text, about, board))


def marks_in(text: str, about: About, board: Board) -> tuple[Mark, ...]:
    """Where ``text`` names the things that it is about.

    Longer names are searched first, so that "Smith's Column" is not taken for "Smith". If several things have one
    name, the first of them gets the first place where the name occurs, and so on.
    """
    meant: dict[str, list[tuple[Names, str]]] = {}
    for what, ref in _things(about):
        for name in board.names_of(what, ref):
            if name and (what, ref) not in meant.setdefault(name, []):
                meant[name].append((what, ref))
    taken: list[tuple[int, int]] = []
    marks = []
    for name in sorted(meant, key=len, reverse=True):
        things = meant[name]
        for number, start in enumerate(_places_of(name, text, taken)):
            what, ref = things[min(number, len(things) - 1)]
            marks.append(_MARKS[what](start, start + len(name), ref))
    return tuple(sorted(marks, key=lambda mark: mark.start))


def _things(about: About) -> Iterator[tuple[Names, str]]:
    yield from ((PIECE, piece) for piece in about.all_pieces())
    yield from ((PLACE, place) for place in about.all_places())
    yield from ((CARD, card) for card in about.cards)


def _places_of(name: str, text: str, taken: list[tuple[int, int]]) -> list[int]:
    """Where a name stands in a text as a word of its own, in none of the parts taken; they are taken then."""
    starts = []
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        alone = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        if alone and not any(start < other_end and other < end for other, other_end in taken):
            starts.append(start)
            taken.append((start, end))
        start = text.find(name, end)
    return starts


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


LONG = 20
"""A menu of more choices than this is shown in steps."""

DANGLING = frozenset({"to", "with", "for", "in", "at", "into", "against", "by", "on", "from", "the", "a", "and"})
"""Words that are removed from the end of a group's label."""


@frozen
class OfferedChoice:
    """A choice of a menu: its label, the kind of its action, and the things it is about, in the order of the steps."""

    label: str
    kind: str
    references: tuple[str, ...] = ()

    @staticmethod
    def of(action: Action, board: Board) -> OfferedChoice:
        """An action as a choice; ``board`` is as the seat that may choose sees it."""
        return OfferedChoice(action.text(board), action.kind, _references(action.about(board)))

    @staticmethod
    def read(row: JsonMapping) -> OfferedChoice:
        """A row of `View.menu`, also one received as JSON."""
        about = row.get("about", {})
        named = (*about.get("pieces", ()), about.get("to") or about.get("target") or "", *about.get("cards", ()))
        return OfferedChoice(row["label"], row["action"]["kind"], tuple(filter(None, named)))


def _references(named: About) -> tuple[str, ...]:
    return tuple(filter(None, (*named.pieces, named.to or named.target, *named.cards)))


@frozen
class MenuStep:
    """A choice (one row), or a group of choices that the next step separates. Rows are counted from 0."""

    label: str
    rows: tuple[int, ...]

    def to_json(self) -> JsonObject:
        return {"label": self.label, "rows": list(self.rows)}


def menu_steps(
    offers: Sequence[OfferedChoice], within: Iterable[int] | None = None, *, long: int = LONG
) -> list[MenuStep]:
    """The next step among the rows ``within`` (all, when left out), in the order of the menu.

    Up to ``long`` choices are listed one by one. More are grouped by kind and by the first thing they name; what all
    have in common makes no step.
    """
    rows = tuple(range(len(offers)) if within is None else within)
    return _named(offers, _split(offers, rows, 0, long))


def _split(offers: Sequence[OfferedChoice], rows: tuple[int, ...], depth: int, long: int) -> list[tuple[int, ...]]:
    """Groups by what choices do and the first ``depth`` + 1 things they name; a lone group is split further."""
    if len(rows) <= long or all(len(offers[row].references) <= depth for row in rows):
        return [(row,) for row in rows]
    groups = _groups(rows, _key(offers, depth))
    large = [group for group in groups if len(group) > 1]
    if len(large) == 1:
        return [group for group in groups if len(group) == 1] + _split(offers, large[0], depth + 1, long)
    if large and depth == 0 and len(groups) > long:
        kinds = _groups(rows, lambda row: offers[row].kind)
        groups = kinds if len(kinds) > 1 else groups
    return groups


def _key(offers: Sequence[OfferedChoice], depth: int) -> Callable[[int], Hashable]:
    def key(row: int) -> Hashable:
        named = offers[row].references
        return (offers[row].kind, named[: depth + 1]) if len(named) > depth else (offers[row].kind, row)

    return key


def _groups(rows: Iterable[int], key: Callable[[int], Hashable]) -> list[tuple[int, ...]]:
    groups: dict[Hashable, list[int]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [tuple(group) for group in groups.values()]


def _named(offers: Sequence[OfferedChoice], groups: Sequence[tuple[int, ...]]) -> list[MenuStep]:
    """Groups by the words that their choices begin with, or by what they do; else by the first of them."""
    kinds = [offers[group[0]].kind.replace("_", " ") for group in groups]
    names = [_name([offers[row].label for row in group]) for group in groups]
    names = [name or kind for name, kind in zip(names, kinds, strict=True)]
    return [
        MenuStep(name if names.count(name) == 1 else f"{offers[group[0]].label} ...", group)
        for name, group in zip(names, groups, strict=True)
    ]


def _name(labels: Sequence[str]) -> str:
    if len(labels) == 1:
        return labels[0]
    split = [label.split() for label in labels]
    words = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*split, strict=False))]
    following = {label[len(words)].rstrip(",;:") for label in split if len(label) > len(words)}
    if len(following) == 1 and all(len(label) > len(words) for label in split):
        words.append(following.pop())  # they differ by a comma only
    while words and words[-1] in DANGLING:
        words.pop()
    return " ".join(words).rstrip(",;:")
