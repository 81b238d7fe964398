"""A plan told in one sentence: what the most divisions go for, then what is guarded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame_altar_of_freedom.players.goals import Goal
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation

MOST = 4
"""Goals that one sentence names."""


def campaign_plan(now: Situation, plan: Plan) -> str:
    """What a side is after before anybody has marched, the goals that promise most first."""
    wanted = sorted(
        (goal for goal in plan.goals if not goal.guard and not goal.fleeting),
        key=lambda goal: -goal.worth(min(3, now.turns_left), now.turns_left),
    )
    feared = sorted((goal for goal in plan.goals if goal.guard), key=lambda goal: -goal.worth(1, now.turns_left))
    return _sentence(_named(wanted), _named(feared))


def turn_plan(now: Situation, plan: Plan) -> str:
    """What the tokens of a side go for this turn, and how many go for each."""
    counts: dict[str, int] = {}
    worths: dict[str, float] = {}
    guards = set()
    for order in plan.orders.values():
        what = order.goal.what
        counts[what] = counts.get(what, 0) + 1
        worths[what] = worths.get(what, 0.0) + order.points
        if order.goal.guard:
            guards.add(what)
    ranked = sorted(counts, key=lambda what: (-worths[what], what))
    phrases = [f"{what} ({counts[what]})" for what in ranked]
    away = [line for what, line in zip(ranked, phrases, strict=True) if what not in guards]
    home = [line for what, line in zip(ranked, phrases, strict=True) if what in guards]
    return _sentence(away[:MOST], home[:MOST])


def _named(goals: Iterable[Goal]) -> Sequence[str]:
    return list(dict.fromkeys(goal.what for goal in goals))[:MOST]


def _sentence(away: Sequence[str], home: Sequence[str]) -> str:
    parts = [", ".join(part) for part in (away, home) if part]
    text = "; ".join(parts) if parts else "wait"
    return f"{text[0].upper()}{text[1:]}."
