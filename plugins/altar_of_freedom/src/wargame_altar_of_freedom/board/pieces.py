"""What lies on the theater map or beside it: tokens, depots, awards; a contact, and the battle it may lead to."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NewType, assert_never, cast

from attrs import field, frozen

from wargame_altar_of_freedom.printed.lines import (
    CAVALRY,
    INFANTRY,
    NO_COMMAND,
    NO_DIVISION,
    CommandId,
    DivisionId,
    Piece,
)
from wargame_core.data import SPARSE

Space = NewType("Space", int)

DIVISIONS = frozenset({INFANTRY, CAVALRY})
FACE_DOWN = ""
"""The kind of a token as seen by somebody who does not know what is printed on its other side."""


@frozen
class Token:
    """A map token. Its id is the number on its back and tells nothing; kind, command and unit are on its face.

    ``unit`` is the division's id, empty for pickets and trains. ``command`` is what it is activated with. ``piece`` is
    its line in the order of battle, empty for what comes up in play.
    """

    id: str
    side: str
    kind: str
    command: CommandId
    unit: DivisionId
    name: str
    piece: str = ""

    @staticmethod
    def of(number: str, piece: Piece) -> Token:
        """The token with this number that stands for a piece of the order of battle."""
        return Token(number, piece.side, piece.kind, piece.command, piece.division, piece.name, piece.id)

    @property
    def is_division(self) -> bool:
        """Whether this is an infantry or cavalry division; never known of a token that lies face down."""
        return self.kind in DIVISIONS

    def turned_down(self) -> Token:
        """The token as the enemy sees it."""
        return turned_down(self.id, self.side)


@lru_cache(maxsize=1024)
def turned_down(token: str, side: str) -> Token:
    """The token with this number as the enemy of its side sees it."""
    return Token(token, side, FACE_DOWN, NO_COMMAND, NO_DIVISION, f"{side.capitalize()} token {token}")


@frozen
class Depot:
    """A supply depot: who holds it and how many Staff Dice it gives him. ``builder`` is who set it up."""

    id: str
    side: str
    space: Space
    value: int
    builder: str


@frozen
class Award:
    """Victory points scored: by whom, for which line of the briefing, when, and how many, fixed part and dice apart."""

    id: str
    side: str
    what: str
    turn: int
    fixed: int
    rolled: int
    place: str = ""
    cite: str = ""

    @property
    def points(self) -> int:
        """The whole award."""
        return self.fixed + self.rolled


def as_spaces(numbers: Iterable[int]) -> tuple[Space, ...]:
    """Spaces of the map, by their numbers."""
    return cast("tuple[Space, ...]", tuple(numbers))


def ids(tokens: Iterable[Token]) -> tuple[str, ...]:
    """The ids of tokens, in order."""
    return tuple(token.id for token in tokens)


class RetreatDie(StrEnum):
    """The die that says how many spaces a retreat is long."""

    NONE = ""
    D3 = "d3"
    D6 = "d6"


@frozen
class Contact:
    """A token is about to enter an enemy's space: who, from where, against whom, and the divisions near it.

    ``fought`` says that both sides know the scores of a skirmish. ``beaten`` is the side that must retreat, and
    ``retreat`` its die, once that is known.
    """

    attacker: str
    attacking_side: str
    origin: Space
    space: Space
    defenders: tuple[str, ...]
    nearby: tuple[int, int]
    beaten: str = ""
    retreat: RetreatDie = RetreatDie.NONE
    fought: bool = field(default=False, metadata=SPARSE)

    def side(self, attacking: bool, sides: tuple[str, ...]) -> str:
        """The attacking or the defending side."""
        other_side = next(side for side in sides if side != self.attacking_side)
        return self.attacking_side if attacking else other_side


@frozen
class Reinforcement:
    """A division on its way to the battlefield: how far, by road or not, and at the end of which battle turn."""

    token: str
    spaces: int
    by_road: bool
    die: int
    turn: int
    entry: Space


@frozen
class TabletopBattle:
    """A tabletop battle in preparation or being fought.

    ``block`` is the table, ``extended`` says that the attacker has had his say on it. ``attackers`` and ``defenders``
    start on the table; ``held_back`` are attackers who enter later. ``loser`` is known once it is fought, and
    then ``retreating`` and ``spreading`` are the tokens still to be moved.
    """

    contact: Contact
    block: tuple[Space, ...] = ()
    extended: bool = False
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    held_back: tuple[str, ...] = ()
    first_hour: str = ""
    turns: int = 0
    reinforcements: tuple[Reinforcement, ...] = ()
    called: tuple[str, ...] = ()
    loser: str = ""
    retreating: tuple[str, ...] = ()
    spreading: tuple[str, ...] = ()


class EndOfBattle(StrEnum):
    """Why a battle ended: the two reasons in the book, and those that people agree on.
    Readings: Battles that people end.

    Source: GotW p.13 Ending a Battle (AFI p.13).
    """

    BREAKPOINT = "breakpoint"
    NIGHTFALL = "nightfall"
    CONCEDED = "conceded"
    BROKEN_OFF = "broken_off"
    AGREED = "agreed"

    @property
    def by_the_book(self) -> bool:
        """Whether the book knows this end, so that the losses must agree with it."""
        match self:
            case EndOfBattle.BREAKPOINT | EndOfBattle.NIGHTFALL:
                return True
            case EndOfBattle.CONCEDED | EndOfBattle.BROKEN_OFF | EndOfBattle.AGREED:
                return False
            case _:
                assert_never(self)

    @property
    def in_words(self) -> str:
        """What a form says of it."""
        match self:
            case EndOfBattle.BREAKPOINT:
                return "the losing army reached its breakpoint"
            case EndOfBattle.NIGHTFALL:
                return "night fell, and the loser had more brigades broken (the defender wins ties)"
            case EndOfBattle.CONCEDED:
                return "the loser conceded"
            case EndOfBattle.BROKEN_OFF:
                return "the battle was broken off, and the loser leaves the field"
            case EndOfBattle.AGREED:
                return "the players agreed on the result"
            case _:
                assert_never(self)
