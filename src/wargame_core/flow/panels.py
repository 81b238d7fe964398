"""Panels: what lies beside the board, as typed values: score, hand, status, tracks, the sequence of play.

A game makes them from a board as a seat sees it, so that they show only what that seat may know.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, TypeAlias

from attrs import frozen

from wargame_core.flow.events import Board, CounterValue
from wargame_core.json_form import AS_OBJECT, IN_WORDS, JsonForm, Pairs
from wargame_core.rulings import Cite


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
