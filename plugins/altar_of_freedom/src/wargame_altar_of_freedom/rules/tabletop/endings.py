"""How a battle ends, who has lost it, and what comes back from the table.

Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Breakpoint of an army, Battles that people end.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import frozen

from wargame_altar_of_freedom.board.battle_ends import EndOfBattle
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.tabletop.brief import SideInBattle, army_breakpoint
from wargame_core.authoring import Ruling


@frozen
class BattleResult:
    """How a battle ended: winner, loser, reason, last turn, and who is broken and not rallied.

    ``why`` is what people said of a battle that did not end by the book.
    """

    winner: str
    loser: str
    reason: EndOfBattle
    last_turn: int
    broken: tuple[str, ...]
    ruling: Ruling
    story: tuple[str, ...] = ()
    why: str = ""


@frozen
class Standing:
    """Where one side stands: units that entered, broken ones, and its breakpoint."""

    side: str
    attacking: bool
    entered: int
    broken: int
    breakpoint: int

    @property
    def reached(self) -> bool:
        """Whether it has reached its breakpoint."""
        return self.broken >= max(self.breakpoint, 1)

    def ruling(self) -> Ruling:
        """The side's line in the ruling."""
        detail = {"entered": self.entered, "broken": self.broken, "breakpoint": self.breakpoint}
        result = f"{self.broken} of {self.entered} broken, breakpoint {self.breakpoint}"
        return Ruling(self.side, result, self.broken, detail=detail)


def standing(
    board: CampaignBoard, side: SideInBattle, turn: int, broken: frozenset[str], absent: tuple[str, ...] = ()
) -> Standing:
    """A side's standing at the end of a turn: every brigade that has entered counts, broken ones too.

    Readings: Breakpoint of an army.

    ``absent`` are divisions held back that have not entered yet.
    """
    entered = [unit for unit in side.entered(turn) if unit.division not in absent]
    count = sum(1 for unit in entered if unit.id in broken)
    return Standing(side.side, side.attacking, len(entered), count, army_breakpoint(board.campaign, len(entered)))


def possible_standings(
    board: CampaignBoard, side: SideInBattle, turn: int, broken: frozenset[str]
) -> Iterator[Standing]:
    """The standings that a side may have had: divisions held back come when their general likes, or never.

    The first is that of all being on the table. A division with a broken brigade must have been there.
    Source: GotW p.12 Deployment (AFI p.12).
    """
    held = dict.fromkeys(unit.division for unit in side.units if unit.held_back)
    free = [division for division in held if not any(u.id in broken for u in side.units if u.division == division)]
    for size in range(len(free) + 1):
        for absent in combinations(free, size):
            yield standing(board, side, turn, broken, absent)


def loser_at_breakpoint(attacker: Standing, defender: Standing) -> str | None:
    """Who has lost by breakpoint; if both have, the larger share broken loses, the attacker when equal.

    Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Breakpoint of an army.
    """
    if attacker.reached and defender.reached:
        attackers_share = attacker.broken * defender.entered
        return defender.side if defender.broken * attacker.entered > attackers_share else attacker.side
    if attacker.reached:
        return attacker.side
    return defender.side if defender.reached else None


def loser_at_nightfall(attacker: Standing, defender: Standing) -> str:
    """At nightfall the side with more broken brigades has lost; the defender wins ties. Source: GotW p.13."""
    return defender.side if defender.broken > attacker.broken else attacker.side


def end_ruling(
    board: CampaignBoard, loser: str, reason: EndOfBattle, standings: tuple[Standing, Standing], why: str = ""
) -> Ruling:
    """The account of how a battle ended."""
    parts = tuple(side.ruling() for side in standings)
    ended = f"by {reason}" if reason.by_the_book else f"({reason.replace('_', ' ')}: {why})"
    return Ruling("Tabletop battle", f"{loser} lost {ended}", cite=board.cite("Ending a Battle"), parts=parts)
