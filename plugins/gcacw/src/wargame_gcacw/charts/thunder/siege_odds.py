"""When Vicksburg falls, exactly: the siege points and surrender rolls of a siege that nobody disturbs.

These are the odds of the tables and of the reconstructed numbers
(Readings: Siege and relief) alone: no assault, no sortie, no
relief, a garrison that holds together. With players the running game answers by simulation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from wargame_core.charts import ChartError
from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_gcacw.charts.thunder.calendar import CALENDAR
from wargame_gcacw.charts.thunder.event_effects import EFFECTS, Siege
from wargame_gcacw.charts.thunder.event_tables import STRATEGIC

POINT_EVENTS: Final = ("siege_attrition", "union_mine_operations")
TWO_DICE: Final = 2 @ Distribution.of(D6)


def surrender_chance(points: int, siege: Siege = EFFECTS.siege) -> Fraction:
    """The chance that the garrison surrenders in a turn, at so many siege points.

    >>> surrender_chance(8), surrender_chance(9), surrender_chance(11)
    (Fraction(0, 1), Fraction(1, 36), Fraction(1, 6))
    """
    if points < siege.surrender_points:
        return Fraction(0)
    needed = siege.surrender_total - (points - siege.surrender_points)
    return TWO_DICE.p(lambda total: total >= needed)


def siege_points(turn: int, investment: int = EFFECTS.siege.investment_turn) -> Distribution[int]:
    """The exact distribution of siege points after a turn, of a siege that began on turn ``investment``.

    It leaves out that the garrison may have surrendered before.
    """
    points = Distribution.certain(0)
    for now in range(investment, CALENDAR.check(turn) + 1):
        points = points.then(lambda had, now=now: _after_turn(had, now, investment, EFFECTS.siege))  # type: ignore[misc]
    return points


def surrender_turn(investment: int = EFFECTS.siege.investment_turn, siege: Siege = EFFECTS.siege) -> Distribution[int]:
    """The exact distribution of the turn on which Vicksburg falls; one turn after the last stands for never.

    Raises `ChartError` for a turn that the game does not have.

    >>> surrender_turn(19).p(lambda turn: turn <= 66) > Fraction(1, 2)
    True
    """
    CALENDAR.check(investment)
    if not siege.points_per_besieged_cycle:
        raise ChartError("a siege that brings no points never ends")
    falls: dict[int, Fraction] = {}
    holding = {0: Fraction(1)}
    for turn in range(investment, CALENDAR.last_turn + 1):
        after: dict[int, Fraction] = {}
        for points, chance in holding.items():
            for now, share in _after_turn(points, turn, investment, siege).items():
                after[now] = after.get(now, Fraction(0)) + chance * share
        falls[turn] = sum((chance * surrender_chance(points, siege) for points, chance in after.items()), Fraction(0))
        holding = {points: chance * (1 - surrender_chance(points, siege)) for points, chance in after.items()}
    falls[CALENDAR.last_turn + 1] = sum(holding.values(), Fraction(0))
    return Distribution.from_fractions(falls)


def _after_turn(points: int, turn: int, investment: int, siege: Siege) -> Distribution[int]:
    """The points after the strategic cycle of a turn, when the turn has one."""
    if not CALENDAR.is_cycle(turn):
        return Distribution.certain(points)
    besieged = min(CALENDAR.strategic_cycle_every, turn - investment + 1)
    counts = siege.points_per_besieged_cycle if besieged >= siege.cycle_besieged_turns else 0
    return STRATEGIC.odds(turn).map(
        lambda events: points + counts + siege.points_per_event * sum(event in POINT_EVENTS for event in events)
    )
