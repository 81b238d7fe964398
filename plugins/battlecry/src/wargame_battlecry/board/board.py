"""The battlefield in play: pieces, cards, and what this turn has used up. Masks are integers over spaces."""

from __future__ import annotations

from typing import Annotated

from attrs import define, field

from wargame_battlecry.printed.game_board import HEXES, SIZE
from wargame_battlecry.printed.pieces import FOE, SIDES, Battle, Card, Rulebook, Unit, Work
from wargame_core import OWN, SECRET, STATIC, Board

MAY_MOVE, MAY_BATTLE = 1, 2


@define
class BattleBoard(Board):
    """Everything on the table. Public but for hands and draw pile.

    ``place`` holds the space of every piece (unit or general) still on the board, ``figures`` the strength of every
    unit. ``unit_at`` and ``general_at`` are the same by space ("" for nobody). ``objectives`` are the flags a side
    holds for ground just now, ``captured`` those it keeps.

    Of this turn: ``card`` is the card played, ``acting`` what it counts as; ``slots`` and ``allowed`` are the orders
    that may be given, ``spent`` those given; ``ordered`` says what an ordered piece may do, ``bonus`` its extra dice,
    ``moved`` how far it went, ``battled`` how often it fought; ``reach`` replaces move allowances by arm.
    ``contact`` are attacker and defender while a Fight Back may follow.
    """

    book: Annotated[Rulebook, STATIC]
    battle_id: str
    cavalry_fire: bool = False
    hill_rule: str = "updated"
    breakthrough: bool = False
    place: dict[str, int] = field(factory=dict)
    figures: dict[str, int] = field(factory=dict)
    unit_at: list[str] = field(factory=lambda: [""] * SIZE)
    general_at: list[str] = field(factory=lambda: [""] * SIZE)
    unit_mask: dict[str, int] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    general_mask: dict[str, int] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    works: dict[str, tuple[Work, ...]] = field(factory=dict)
    captured: dict[str, int] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    objectives: dict[str, int] = field(factory=dict)
    hands: Annotated[dict[str, tuple[str, ...]], OWN] = field(factory=lambda: dict.fromkeys(SIDES, ()))
    drawn: Annotated[dict[str, tuple[str, ...]], OWN] = field(factory=dict)
    pile: Annotated[tuple[str, ...], SECRET] = ()
    held: dict[str, int] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    hand_size: dict[str, int] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    pile_size: int = 0
    discards: tuple[str, ...] = ()
    last_card: dict[str, str] = field(factory=dict)
    turn: int = 0
    active: str = ""
    card: str = ""
    acting: str = ""
    stage: str = ""
    slots: str = ""
    allowed: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    ordered: dict[str, int] = field(factory=dict)
    bonus: dict[str, int] = field(factory=dict)
    moved: dict[str, int] = field(factory=dict)
    battled: dict[str, int] = field(factory=dict)
    reach: dict[str, int] = field(factory=dict)
    again: set[str] = field(factory=set)
    contact: tuple[str, ...] = ()
    fighting_back: bool = False
    draws_first: str = ""
    cards_owed: int = 0

    @property
    def battle(self) -> Battle:
        """The battle being fought."""
        return self.book.battles[self.battle_id]

    @property
    def acting_card(self) -> Card:
        """The card that this turn's card counts as."""
        return self.book.cards[self.acting]

    @property
    def foe(self) -> str:
        """The side whose turn it is not."""
        return FOE[self.active]

    def unit(self, id: str) -> Unit:
        """The unit with this id."""
        return self.battle.units[id]

    def side_of(self, id: str) -> str:
        """The side of a unit or general."""
        return SIDES[0] if id[0] == "u" else SIDES[1]

    def flags(self, side: str) -> int:
        """Flags on a side's victory stand: captured, and held for ground."""
        held = sum(self.objectives.get(one.id, 0) for one in self.battle.objectives if one.side == side)
        return self.captured[side] + held

    def describe(self, id: str) -> str:
        """A piece with strength and place as they are now: "Union infantry u3 (4) at G3"."""
        figures = f" ({self.figures[id]})" if id in self.figures else ""
        where = f" at {HEXES[self.place[id]]}" if id in self.place else ""
        return self.name(id) + figures + where

    def name(self, id: str) -> str:
        """A piece in words that hold for the whole battle: "Union infantry u3"."""
        side = self.side_of(id).capitalize()
        if is_general(id):
            name = self.battle.generals[id].name
            return f"General {name}" if name else f"the {side} general {id}"
        unit = self.battle.units[id]
        return unit.label or f"{side} {unit.kind.title} {id}"

    # changes, for events only

    def put(self, id: str, space: int) -> None:
        """Stand a piece on a space, taking it from where it stood."""
        if id in self.place:
            self.lift(id)
        self.place[id] = space
        side = SIDES[0] if id[0] == "u" else SIDES[1]
        if id[1] == "g":
            self.general_at[space] = id
            self.general_mask[side] |= 1 << space
        else:
            self.unit_at[space] = id
            self.unit_mask[side] |= 1 << space

    def lift(self, id: str) -> None:
        """Take a piece off the board."""
        space = self.place.pop(id)
        side = SIDES[0] if id[0] == "u" else SIDES[1]
        if id[1] == "g":
            if self.general_at[space] == id:
                self.general_at[space] = ""
                self.general_mask[side] &= ~(1 << space)
        else:
            self.unit_at[space] = ""
            self.unit_mask[side] &= ~(1 << space)


def is_general(id: str) -> bool:
    """Whether an id is a general's ("ug1") and not a unit's ("u1")."""
    return id[1] == "g"


def lone_generals(board: BattleBoard, side: str) -> int:
    """Mask of a side's generals that stand alone."""
    return board.general_mask[side] & ~board.unit_mask[side]


def general_with(board: BattleBoard, unit: str) -> str:
    """The general attached to a unit, or nothing.

    Source: BC150 p.7 Attached Generals.
    """
    return board.general_at[board.place[unit]]
