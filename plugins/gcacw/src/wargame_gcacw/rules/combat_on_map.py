"""A combat as the chart wants it, read off the position. Source: Combat Chart (7.4), GCACW rules 1.4, 7.2 to 7.4."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from attrs import evolve

from wargame_core import Ruling
from wargame_core.charts import ChartError
from wargame_core.maps.features import edge
from wargame_core.odds import Distribution
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat_input import MODIFIERS, Combat
from wargame_gcacw.charts.combat_outcome import CombatDice, CombatOutcome
from wargame_gcacw.charts.combat_result import account, outcomes
from wargame_gcacw.printed.counters import NO_LEADER, LeaderId
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.rules.combat_values import (
    ASSAULTS,
    attack_value,
    attackers_tactical,
    attacking_value,
    defenders_tactical,
    demoralized_2_share,
    entrenched_value,
    guns,
)
from wargame_gcacw.rules.flank_hexes import coverage, flank_ruling

BONUS_LEADERS: Final = frozenset(MODIFIERS.sheet.facts["assault_leader"].choices) - {"none"}
"""The leaders whose assaults some game of the series favours."""


def hexside(ground: Ground, a: int, b: int) -> str:
    """What lies between two neighbouring hexes, as the modifiers call it: a bridge or ford, a creek, or none."""
    crossing = ground.crossing(a, b)
    if crossing is not None:
        return crossing.kind
    return "creek" if edge(a, b) in ground.creeks else "none"


def terrain_facts(board: FieldBoard, start: int, target: int) -> dict[str, Any]:
    """The facts of the ground for an attack from one hex on another."""
    ground = board.ground
    return {
        "defender_terrain": ground.terrain(target),
        "attacker_terrain": ground.terrain(start),
        "hexside": hexside(ground, start, target),
        "rain": board.rain,
    }


def terrain_defence(board: FieldBoard, start: int, target: int) -> int:
    """What the ground alone adds to the die of a defender in a hex attacked from another."""
    return MODIFIERS.total(terrain_facts(board, start, target), side="defender", tag=board.scenario.game)


def _ground_of(board: FieldBoard, attackers: Sequence[str], target: int) -> dict[str, Any]:
    """`terrain_facts` of an attack that may come from several hexes.

    Each fact is that of the larger share of the attacking value; of equal shares the one that helps the defender.
    Source: GCACW rules 1.4, 7.4. Readings: Assaults from several hexes
    """
    starts = {board.units[unit_id].space for unit_id in attackers}
    if len(starts) == 1:
        return terrain_facts(board, starts.pop(), target)
    facts = {start: terrain_facts(board, start, target) for start in starts}
    helps = {start: terrain_defence(board, start, target) for start in starts}
    shares: dict[str, dict[str, Fraction]] = {"hexside": {}, "attacker_terrain": {}}
    best_help: dict[tuple[str, str], int] = {}
    for unit_id in attackers:
        start = board.units[unit_id].space
        for name, share in shares.items():
            what = facts[start][name]
            share[what] = share.get(what, Fraction(0)) + Fraction(attack_value(board.units[unit_id]))
            best_help[name, what] = max(best_help.get((name, what), 0), helps[start])
    chosen = next(iter(facts.values()))
    for name, share in shares.items():
        chosen = {**chosen, name: max(sorted(share), key=lambda what: (share[what], best_help[name, what]))}
    return chosen


def combat_at(
    board: FieldBoard, attackers: Sequence[str], target: int, *, how: str, leader: LeaderId = NO_LEADER
) -> Combat:
    """The combat of some units against a hex as they stand, for `Combat.outcome` and `outcomes`.

    ``how`` is a kind of attack in a march, "assault" or "grand_assault"; ``leader`` is who ordered an assault. The
    position is taken as it is: whether the attack is allowed is not looked at (`attacks.judge_attack`). Raises
    `ChartError` when nobody is there to attack or to be attacked.
    """
    defenders = board.at(target)
    if not defenders or not attackers:
        raise ChartError(f"no combat at {board.ground.name(target)}: {len(attackers)} attack {len(defenders)} units")
    side, assault = board.unit(attackers[0]).side, how in ASSAULTS
    facts: dict[str, Any] = _ground_of(board, attackers, target)
    facts["action"] = "assault" if assault else "march"
    if not assault:
        facts["attack_type"] = how
    facts["attacker_nation"], facts["defender_nation"] = side, board.unit(defenders[0]).side
    tactical = attackers_tactical(board, attackers, how, leader) - defenders_tactical(board, target)
    if tactical:
        facts["tactical_modifier"] = tactical
    share = demoralized_2_share(board, defenders)
    if share:
        facts["demoralized_2_share"] = share
    if assault and leader and (name := board.leader(leader).name.lower()) in BONUS_LEADERS:
        facts["assault_leader"] = name
    covered, less = (0, 0) if target in board.refused else coverage(board, side, target)
    if target in board.refused:
        facts["flanks_refused_modifier"] = 2 if assault else 1
    return Combat(
        attacker=attacking_value(board, attackers),
        defender=board.value(defenders),
        entrenched=entrenched_value(board, defenders),
        attacker_guns=guns(board, attackers),
        defender_guns=guns(board, defenders, works=True),
        printed_guns=guns(board, defenders),
        low_artillery="capped",
        covered=covered,
        friendly_covered=min(less, covered),
        game=board.scenario.game,
        facts=facts,
    )


def forecast(
    board: FieldBoard, attackers: Sequence[str], target: int, *, how: str, leader: LeaderId = NO_LEADER
) -> Distribution[CombatOutcome]:
    """Every outcome of an attack on a hex with its exact probability."""
    return outcomes(combat_at(board, attackers, target, how=how, leader=leader))


def explain_combat(
    board: FieldBoard, combat: Combat, attackers: Sequence[str], target: int, dice: CombatDice, outcome: CombatOutcome
) -> Ruling:
    """The account of a combat: that of the charts with a title that says who fights, and the flanks.

    Its result is both results as printed, the defender's first. Modifiers of other games are left out.
    """
    ruling = account(combat, dice, outcome)
    who, whom = (", ".join(map(board.name, ids)) for ids in (attackers, board.at(target)))
    return evolve(
        ruling,
        title=f"{who} against {whom} in {board.ground.label(target)} (defender / attacker)",
        result=str(ruling.result),
        parts=(
            *(evolve(part, result=str(part.result), considered=()) for part in ruling.parts),
            flank_ruling(board, board.unit(attackers[0]).side, target),
        ),
    )
