"""A contact of divisions that is being dealt with, and the tabletop battle it may lead to."""

from __future__ import annotations

from enum import StrEnum

from attrs import field, frozen

from wargame_altar_of_freedom.board.pieces import Space
from wargame_core.data import SPARSE


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
        other = next(side for side in sides if side != self.attacking_side)
        return self.attacking_side if attacking else other


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
