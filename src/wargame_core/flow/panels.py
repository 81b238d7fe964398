"""Panels: what lies beside the board, as typed values: score, hand, status, tracks, the sequence of play.

A game makes them from a board as a seat sees it, so that they show only what that seat may know.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, TypeAlias, assert_never

from attrs import frozen

from wargame_core.flow.events import Board, CounterValue
from wargame_core.id_list import IdList
from wargame_core.json_form import AS_OBJECT, IN_WORDS, JsonForm, Pairs
from wargame_core.odds import show
from wargame_core.rulings import Cite

NEAR = 6
"""How many boxes of a long track are told on each side of its marker."""


@frozen
class ScoreLine(JsonForm):
    """One line of a ledger of points, in whole points or halves. ``cite`` says where it is printed."""

    side: str
    points: int | Fraction
    text: str
    cite: Annotated[Cite | None, IN_WORDS] = None


@frozen
class Score(JsonForm):
    """Points by side, the points needed to win if there is such a number, and the ledger if there is one."""

    tag: ClassVar = ("panel", "score")
    points: Pairs[int]
    needed: Pairs[int] = ()
    ledger: tuple[ScoreLine, ...] = ()
    title: str = "Score"
    id: str = "score"


@frozen
class Hand(JsonForm):
    """Cards in a seat's hand: ids of cards of the sheet where they are known, and how many there are."""

    tag: ClassVar = ("panel", "hand")
    seat: str
    count: int
    cards: tuple[str, ...] = ()
    title: str = "Hand"
    id: str = "hand"


@frozen
class StatusLine(JsonForm):
    """One fact: its name, its value in words, and the pieces and places it names."""

    sparse: ClassVar = True
    name: str
    value: str
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@frozen
class Status(JsonForm):
    """Facts about the present: turn and phase, weather, dice left, losses, cards in force, what is destroyed."""

    tag: ClassVar = ("panel", "status")
    lines: tuple[StatusLine, ...]
    title: str = "Status"
    id: str = "status"


@frozen
class Track(JsonForm):
    """A row of boxes, the marker in one of them (-1: in none). ``notes`` say what is printed in a box."""

    tag: ClassVar = ("panel", "track")
    id: str
    title: str
    boxes: tuple[str, ...]
    at: int
    notes: Annotated[tuple[tuple[int, str], ...], AS_OBJECT] = ()


@frozen
class SequenceOfPlay(JsonForm):
    """The steps of a turn as the player aid prints them, and the one under way (-1 when the game is over)."""

    tag: ClassVar = ("panel", "sequence")
    steps: tuple[str, ...]
    at: int
    title: str = "Sequence of play"
    id: str = "sequence"


Panel: TypeAlias = Score | Hand | Status | Track | SequenceOfPlay


def lines_of(panel: Panel, names: Mapping[str, str]) -> Iterator[str]:
    """A panel as lines of text, its title first; ``names`` are those of cards, by id (`Sheet.names`)."""
    match panel:
        case Score():
            yield f"{panel.title}: {points_of(panel)}"
            for line in panel.ledger:
                points = f"{'+' if line.points >= 0 else ''}{show(line.points)}"
                yield f"  {line.side} {points}  {line.text}" + (f"  [{line.cite}]" if line.cite else "")
        case Hand():
            card_names = ", ".join(names.get(card, card) for card in panel.cards)
            yield f"{panel.title} of {panel.seat}: " + (card_names or f"{panel.count} cards")
        case Status():
            yield f"{panel.title}:"
            yield from (f"  {line.name}: {line.value}" for line in panel.lines)
        case Track():
            yield f"{panel.title}: {_track(panel)}"
            notes = dict(panel.notes)
            if panel.at in notes:
                yield f"  {notes[panel.at]}"
        case SequenceOfPlay():
            yield f"{panel.title}:"
            yield from (f"{'>' if number == panel.at else ' '} {step}" for number, step in enumerate(panel.steps))
        case _:
            assert_never(panel)


def _text_of(panel: Panel) -> str:
    """A panel in one line of text, without its title."""
    first_line, *more_lines = lines_of(panel, {})
    return "; ".join(filter(None, (first_line.partition(": ")[2], *(line.strip() for line in more_lines))))


class Panels(IdList[Panel]):
    """Panels, by number or by id.

    >>> from wargame_core import load
    >>> print(load("battlecry").start(seed=1).view("union").panels)  # doctest: +ELLIPSIS
    id                 kind      title
    score              score     Flags ...
    """

    __slots__ = ()
    what = "panel"
    columns: ClassVar = {
        "id": lambda panel: panel.id,
        "kind": lambda panel: panel.tag[1],
        "title": lambda panel: panel.title,
        "": _text_of,
    }


def _track(panel: Track) -> str:
    """The boxes of a track with the marker in one; of a long track those near it."""
    first_box = max(0, min(panel.at - NEAR, len(panel.boxes) - 2 * NEAR - 1)) if len(panel.boxes) > 2 * NEAR + 1 else 0
    end_box = min(len(panel.boxes), first_box + 2 * NEAR + 1)
    boxes = [f"[{panel.boxes[box]}]" if box == panel.at else panel.boxes[box] for box in range(first_box, end_box)]
    return " ".join(["..."] * (first_box > 0) + boxes + ["..."] * (end_box < len(panel.boxes)))


def points_of(panel: Score) -> str:
    """The points of each side in words, with those that it needs."""
    needed_counts = dict(panel.needed)
    return ", ".join(
        f"{side} {points}{f' of {needed_counts[side]}' if side in needed_counts else ''}"
        for side, points in panel.points
    )


@frozen
class Counter:
    """A number or a word that a variant puts beside the board, in the open: ``t.board.counters["weather"]``.

    Attributes:
        name: what rules call it.
        title: what players call it.
        start: its value when the game begins; `CounterSet` is the event that changes it.
        boxes: the words that it can be, in the order of a track; empty for a number or any word.
    """

    name: str
    title: str
    start: CounterValue
    boxes: tuple[str, ...] = ()


def panels_of_counters(counters: Iterable[Counter], name: str, title: str, board: Board) -> Iterator[Panel]:
    """A track for each counter with boxes, and the others as lines of a status; their ids begin with ``name``."""
    lines = []
    for counter in counters:
        value = str(board.counters.get(counter.name, counter.start))
        if counter.boxes:
            at = counter.boxes.index(value) if value in counter.boxes else -1
            yield Track(f"{name}_{counter.name}", counter.title, counter.boxes, at)
        else:
            lines.append(StatusLine(counter.title, value))
    if lines:
        yield Status(tuple(lines), title, name)
