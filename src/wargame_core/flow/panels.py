"""Panels: what lies beside the board, as typed values: score, hand, status, tracks, the sequence of play.

A game makes them from a board as a seat sees it, so that they show only what that seat may know.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, TypeAlias

from attrs import frozen

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
