"""Panels: what lies beside the board, as typed values: score, hand, status, tracks, the sequence of play.

A game makes them from a board as a seat sees it, so that they show only what that seat may know.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from wargame_core.json_types import JsonObject
from wargame_core.rulings import Cite


@frozen
class ScoreLine:
    """Why a side has points: one line of a ledger, in whole points or halves. ``cite`` says where it is printed."""

    side: str
    points: int | Fraction
    text: str
    cite: Cite | None = None

    def to_json(self) -> JsonObject:
        points = int(self.points) if self.points == int(self.points) else float(self.points)
        return {"side": self.side, "points": points, "text": self.text, "cite": str(self.cite or "")}


@frozen
class Score:
    """Points by side, with what is needed to win where there is such a number, and the ledger where there is one."""

    points: tuple[tuple[str, int], ...]
    needed: tuple[tuple[str, int], ...] = ()
    ledger: tuple[ScoreLine, ...] = ()
    title: str = "Score"
    id: str = "score"

    def to_json(self) -> JsonObject:
        return {
            "panel": "score",
            "id": self.id,
            "title": self.title,
            "points": dict(self.points),
            "needed": dict(self.needed),
            "ledger": [line.to_json() for line in self.ledger],
        }


@frozen
class Hand:
    """Cards in a seat's hand: ids of cards of the sheet where they are known, and how many there are."""

    seat: str
    count: int
    cards: tuple[str, ...] = ()
    title: str = "Hand"
    id: str = "hand"

    def to_json(self) -> JsonObject:
        cards = list(self.cards)
        return {
            "panel": "hand",
            "id": self.id,
            "title": self.title,
            "seat": self.seat,
            "count": self.count,
            "cards": cards,
        }


@frozen
class StatusLine:
    """One fact: its name, its value in words, and the pieces and places it names."""

    name: str
    value: str
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        named: JsonObject = {"pieces": list(self.pieces), "places": list(self.places)}
        return {"name": self.name, "value": self.value, **{key: value for key, value in named.items() if value}}


@frozen
class Status:
    """Facts of the moment: turn and phase, weather, dice left, losses, cards in force, what is destroyed."""

    lines: tuple[StatusLine, ...]
    title: str = "Status"
    id: str = "status"

    def to_json(self) -> JsonObject:
        return {"panel": "status", "id": self.id, "title": self.title, "lines": [line.to_json() for line in self.lines]}


@frozen
class Track:
    """A row of boxes, the marker in one of them. ``notes`` say what is printed in a box."""

    id: str
    title: str
    boxes: tuple[str, ...]
    at: int
    notes: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> JsonObject:
        notes = {str(box): text for box, text in self.notes}
        return {
            "panel": "track",
            "id": self.id,
            "title": self.title,
            "boxes": list(self.boxes),
            "at": self.at,
            "notes": notes,
        }


@frozen
class SequenceOfPlay:
    """The steps of a turn as the player aid prints them, and the one under way (-1 when the game is over)."""

    steps: tuple[str, ...]
    at: int
    title: str = "Sequence of play"
    id: str = "sequence"

    def to_json(self) -> JsonObject:
        return {"panel": "sequence", "id": self.id, "title": self.title, "steps": list(self.steps), "at": self.at}


Panel: TypeAlias = Score | Hand | Status | Track | SequenceOfPlay
