"""Fighting the battle: reported by people who fought it on their table, or by a quick stand-in.

The stand-in is ours and not the game's: the battle rules are another book. Source of what must come back: GotW p.13
Fighting the Battle, Ending a Battle (AFI p.13). Readings: The stand-in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wargame_altar_of_freedom.board.battle_ends import BREAKPOINT, NIGHTFALL
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, mean_rating
from wargame_altar_of_freedom.rules.tabletop.endings import (
    BattleResult,
    end_ruling,
    loser_at_breakpoint,
    loser_at_nightfall,
    standing,
)
from wargame_altar_of_freedom.rules.tabletop.fought import fight_out
from wargame_altar_of_freedom.rules.tabletop.reports import reported
from wargame_core.authoring import D6, Modifier, Procedure, Ruling, Table

BattleResolver = Callable[[Table[CampaignBoard], BattleBrief], Procedure[BattleResult]]
"""Fights a battle. It may ask and roll like any rule."""

BASES_A_POINT = 8
"""Unbroken bases that weigh as much as one point of the die. Readings: The stand-in."""
TWO_BREAK = 7
"""By how many points a side is lower when two of its bases break. Readings: The stand-in."""


def quick(t: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """A stand-in for the battle: an hourly die each, weight and quality of the unbroken bases, and cover.

    Each hour d6 + unbroken bases / `BASES_A_POINT` (down) + mean rating, and the defender's cover; the lower side
    breaks one base, two if lower by `TWO_BREAK` or more, the worst first; each broken base comes back on a 6.
    Readings: The stand-in.
    """
    board = t.board
    broken: frozenset[str] = frozenset()
    story: list[str] = []
    for turn in range(1, brief.turns + 1):
        broken, sentence = yield from _hour(t, brief, turn, broken)
        story.append(sentence)
        attacker, defender = (standing(board, side, turn, broken) for side in brief.sides)
        loser, reason = loser_at_breakpoint(attacker, defender), BREAKPOINT
        if loser is None and turn == brief.turns:
            loser, reason = loser_at_nightfall(attacker, defender), NIGHTFALL
        if loser is not None:
            ruling = end_ruling(board, loser, reason, (attacker, defender))
            lost = tuple(unit.id for side in brief.sides for unit in side.units if unit.id in broken)
            return BattleResult(board.enemy(loser), loser, reason, turn, lost, ruling, tuple(story))
    raise AssertionError("the last hour always has a loser")


def hour_score(side: SideInBattle, turn: int, broken: frozenset[str], die: int) -> Ruling:
    """A side's score in one hour of the stand-in. Readings: The stand-in."""
    # What arrives at the end of a turn fights from the next one on.
    fighting = tuple(unit for unit in side.entered(turn - 1) if unit.id not in broken)
    modifiers = [
        Modifier(die, "die"),
        Modifier(len(fighting) // BASES_A_POINT, "weight", because=f"{len(fighting)} unbroken bases"),
        Modifier(mean_rating(fighting), "quality", because="mean rating"),
    ]
    if side.cover:
        modifiers.append(Modifier(side.cover, "cover", because=side.cover_reason))
    return Ruling(side.side, sum(modifier.value for modifier in modifiers), 0, tuple(modifiers))


def _hour(
    t: Table[CampaignBoard], brief: BattleBrief, turn: int, broken: frozenset[str]
) -> Procedure[tuple[frozenset[str], str]]:
    board = t.board
    scores, rolls = [], []
    for side in brief.sides:
        die = yield from t.roll(D6, f"battle turn {turn}: {side.side}", seen_by=both_sides(board))
        scores.append(hour_score(side, turn, broken, die).total)
        rolls.append(f"{board.campaign.reference.side_name(side.side)} {scores[-1]} (rolled {die})")
    difference = scores[0] - scores[1]
    if difference:
        worse = brief.defender if difference > 0 else brief.attacker
        whole = [unit for unit in worse.entered(turn - 1) if unit.id not in broken]
        whole.sort(key=lambda unit: (unit.rating, unit.id))
        broken |= {unit.id for unit in whole[: 2 if abs(difference) >= TWO_BREAK else 1]}
    rolled = {}
    for unit in sorted(broken):
        rolled[unit] = yield from t.roll(D6, f"{unit} returns on 6", seen_by=both_sides(board))
    broken -= {unit for unit, die in rolled.items() if die == 6}
    counts = [sum(1 for unit in side.units if unit.id in broken) for side in brief.sides]
    tries = ", ".join(f"{board.campaign.oob.units[unit].name} {die}" for unit, die in rolled.items())
    returns = f"; on a 6 return {tries}" if tries else ""
    return (
        broken,
        f"Battle turn {turn}: {rolls[0]}, {rolls[1]}{returns}; broken so far {counts[0]} and {counts[1]}.",
    )


RESOLVERS: Mapping[str, BattleResolver] = {"quick": quick, "reported": reported}
"""The ways to fight a battle that every campaign has, by the value of the option ``battles``."""


def resolver(name: str) -> BattleResolver:
    """The way to fight a battle that a value of the option ``battles`` names.

    Readings: Battles fought in another game.
    """
    return RESOLVERS[name] if name in RESOLVERS else partial(fight_out, name)
