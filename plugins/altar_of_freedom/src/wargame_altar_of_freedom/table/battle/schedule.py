"""The turn track of a battle: hours, who arrives at the end of each turn, and the breakpoints then.

Source: GotW p.12 Time of Day, p.13 Reinforcement Table, Ending a Battle (AFI p.12-13).
"""

from __future__ import annotations

from attrs import frozen

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, army_breakpoint


@frozen
class Strength:
    """A side at the end of a turn: bases that have entered, and how many broken ones break it.

    Without divisions held back, then with all of them; the two are the same where none is.
    """

    side: str
    bases: int
    breakpoint: int
    bases_with_all: int
    breakpoint_with_all: int

    @property
    def in_words(self) -> str:
        """The breakpoint as the track prints it."""
        more = f"; {self.breakpoint_with_all} with all held back" if self.bases_with_all != self.bases else ""
        return f"{self.breakpoint} of {self.bases}{more}"


@frozen
class TurnOfBattle:
    """An hour of a battle. ``arrivals`` come at its end, in words, by side; ``strengths`` hold at its end."""

    number: int
    hour: str
    arrivals: tuple[tuple[str, str], ...]
    strengths: tuple[Strength, Strength]


def schedule(campaign: Campaign, brief: BattleBrief) -> tuple[TurnOfBattle, ...]:
    """The turns of a battle in order, the last of them ending at nightfall."""
    attacker, defender = brief.sides
    return tuple(
        TurnOfBattle(
            number,
            hour_of(brief.first_hour, number),
            tuple((side.side, who) for side in brief.sides for who in arrivals(side, number)),
            (_strength(campaign, attacker, number), _strength(campaign, defender, number)),
        )
        for number in range(1, brief.turns + 1)
    )


def hour_of(first: str, number: int) -> str:
    """When a turn begins, an hour each: "13:00"."""
    hours, _, minutes = first.partition(":")
    return f"{int(hours) + number - 1:02}:{minutes}"


def arrivals(side: SideInBattle, turn: int) -> list[str]:
    """Who comes at the end of a turn, in words: divisions with their edge, and generals with them."""
    came = []
    for division in side.divisions:
        if division.arrives == turn and not division.held_back:
            generals = [general.name for general in side.generals if general.rides_with == division.name]
            riding = f" with {' and '.join(generals)}" if generals else ""
            over = f" over the {' or '.join(division.edges)} edge" if division.edges else ""
            came.append(f"{division.name}{riding}{over} of {division.square}")
    return came


def _strength(campaign: Campaign, side: SideInBattle, turn: int) -> Strength:
    entered = side.entered(turn)
    held = sum(unit.held_back for unit in entered)
    bases = len(entered) - held
    with_all = len(entered)
    return Strength(side.side, bases, army_breakpoint(campaign, bases), with_all, army_breakpoint(campaign, with_all))
