"""The rule functions as worked examples call them: a JSON object in, a JSON value out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from wargame_core.charts import ChartError
from wargame_core.plugins.questions import CaseFunction, QueryError
from wargame_gcacw.charts.artillery import artillery_modifier
from wargame_gcacw.charts.attack_costs import attack_cost
from wargame_gcacw.charts.cavalry_retreat import cavalry_retreat_modifier
from wargame_gcacw.charts.combat_chart import combat_cell, combat_column
from wargame_gcacw.charts.combat_input import MODIFIERS, Combat
from wargame_gcacw.charts.combat_result import (
    CombatOutcome,
    combat_outcome,
    dice_needed,
    letter_distribution,
    outcome_distribution,
)
from wargame_gcacw.charts.command_radius import command_radius
from wargame_gcacw.charts.extended_march import extended_march, extended_march_due
from wargame_gcacw.charts.flank_bonus import covers, flank_bonus
from wargame_gcacw.charts.marches import force_march, friendly_hex_penalty, rail_fatigue, strategic_allowance
from wargame_gcacw.charts.movement_allowance import movement_allowance
from wargame_gcacw.charts.ratio import ratio_modifier
from wargame_gcacw.charts.result_codes import UnitState, apply_result, parse_result
from wargame_gcacw.charts.retreat_charts import RetreatHex, best_retreat_hexes, retreat_chart_for, retreat_step
from wargame_gcacw.charts.series import game_tag
from wargame_gcacw.charts.thunder.army_of_relief import army_of_relief
from wargame_gcacw.charts.thunder.calendar import date_turn, turn_date
from wargame_gcacw.charts.thunder.event_tables import random_event, strategic_event
from wargame_gcacw.charts.thunder.phases import phases

Case = Mapping[str, Any]
_NATIONS: Final[Mapping[Any, str]] = {"USA": "union", "CSA": "confederate"}


def _rest(case: Case, *used: str) -> dict[str, Any]:
    """The arguments of a case but those ``used``; the functions themselves refuse what they do not know."""
    return {name: value for name, value in case.items() if name not in used}


def _takes(case: Case, *names: str) -> None:
    """Refuse arguments that a function does not have, so that a misspelt one is not silently left out."""
    unknown = [name for name in case if name not in names]
    if unknown:
        raise QueryError(f"unknown argument {', '.join(unknown)} (allowed: {', '.join(names)})")


def _combat(case: Case) -> tuple[Combat, dict[str, int]]:
    dice = {
        name: case[name] for name in ("attacker_die", "defender_die", "artillery_die") if case.get(name) is not None
    }
    _takes(case, "facts", *_COMBAT_ARGUMENTS, "attacker_die", "defender_die", "artillery_die")
    arguments = {ours: case[name] for name, ours in _COMBAT_ARGUMENTS.items() if case.get(name) is not None}
    facts = dict(case["facts"])
    return Combat(game=facts.pop("game", "TOM"), facts=facts, **arguments), dice


_DICE: Final = ("attacker_die", "defender_die", "artillery_die")
_COMBAT_ARGUMENTS: Final = {
    "attacker_value": "attacker",
    "defender_value": "defender",
    "defender_ratio_value": "entrenched",
    "attacker_artillery": "attacker_guns",
    "defender_artillery": "defender_guns",
    "printed_defender_artillery": "printed_guns",
    "low_artillery": "low_artillery",
    "covered_hexes": "covered",
    "friendly_covered": "friendly_covered",
}


def _resolve_combat(case: Case) -> CombatOutcome:
    combat, dice = _combat(case)
    return combat_outcome(combat, **dice)


def _outcome_distribution(case: Case) -> dict[str, str]:
    odds = outcome_distribution(_combat(case)[0])
    return {f"{defender} / {attacker}": str(chance) for (defender, attacker), chance in odds.items()}


def _modifier(side: str) -> CaseFunction:
    def total(case: Case) -> int:
        facts = MODIFIERS.sheet.read(_rest(case, "game"))
        return MODIFIERS.total(facts, side=side, tag=game_tag(case["game"]))

    return total


def _artillery_modifier(case: Case) -> int:
    _takes(case, "terrain", "attacker", "defender", "printed_defender", "die", "rain", "low_artillery")
    return artillery_modifier(
        case["terrain"], case["attacker"], case["defender"], **_rest(case, "terrain", "attacker", "defender")
    )


def _attack_cost(case: Case) -> int | None:
    _takes(case, "type", "cavalry", "terrain", "remaining")
    return attack_cost(case["type"], cavalry=case["cavalry"], terrain=case["terrain"], remaining_mp=case["remaining"])


def _extended_march(case: Case) -> dict[str, Any]:
    arguments = _rest(case, "side", "army", "regular_army")
    potomac = case.get("army") == "army_of_the_potomac"
    ruling = extended_march(side_up=case["side"], potomac=potomac, regular=case.get("regular_army", True), **arguments)
    return {"roll": ruling.total, "result": ruling.result}


def _movement_allowance(case: Case) -> int:
    _takes(case, "kind", "side", "unit", "game", "dice", "date")
    unit = case["unit"].partition("_or_")[0]
    day = date.fromisoformat(case["date"]) if case.get("date") else None
    side = _NATIONS.get(case["side"], case["side"])
    return movement_allowance(case["kind"], game=case["game"], side=side, unit=unit, dice=case["dice"], day=day)


def _force_march(case: Case) -> tuple[int, int]:
    _takes(case, "unit", "roll", "manpower")
    march = force_march(case["unit"], roll=case["roll"], manpower=case["manpower"])
    return march.extra_mp, march.manpower_loss


def _or_none(function: Callable[[Case], Any]) -> CaseFunction:
    """null for what a table does not have, where the examples write it so."""

    def found(case: Case) -> Any:
        try:
            return function(case)
        except ChartError:
            return None

    return found


def _rail_fatigue(case: Case) -> int:
    _takes(case, "hexes")
    return rail_fatigue(case["hexes"])


def _strategic_allowance(case: Case) -> int:
    _takes(case, "game", "side", "unit", "fatigue", "paralysis")
    side = _NATIONS.get(case["side"], case["side"])
    paralysis = case.get("paralysis", False)
    return strategic_allowance(case["game"], side, case["unit"], case["fatigue"], paralysis=paralysis)


def _friendly_hex_penalty(case: Case) -> int:
    _takes(case, "unit_type", "terrain", "combined_cv", "wagons", "fractions")
    return friendly_hex_penalty(
        case["unit_type"],
        case["terrain"],
        case.get("combined_cv", 0),
        wagons=case.get("wagons", False),
        fractions=case.get("fractions", "printed"),
    )


_RELIEF_EVENTS = {
    "johnston_sick_this_cycle": "johnston_sick",
    "davis_pushes_johnston_this_cycle": "davis_pushes_johnston",
}


def _army_of_relief(case: Case) -> dict[str, int]:
    _takes(case, "turn", "die", "marker_box", "jackson_rr_station_destroyed", *_RELIEF_EVENTS)
    ruling = army_of_relief(
        case["turn"],
        case["die"],
        box=case["marker_box"],
        station_destroyed=case.get("jackson_rr_station_destroyed", False),
        events=[event for name, event in _RELIEF_EVENTS.items() if case.get(name)],
    )
    return {"roll": ruling.total, "advance": ruling.result}


def _cavalry_retreat(case: Case) -> int:
    arguments = _rest(case, "combined_cv", "terrain_defense_modifier")
    terrain = case.get("terrain_defense_modifier", 0)
    ruling = cavalry_retreat_modifier(combined_value=case["combined_cv"], terrain_modifier=terrain, **arguments)
    return int(ruling.result)


def _retreat_hex(case: Case) -> RetreatHex:
    names = {"way", "more_distant", "enemy_zoc", "enemy_occupied", "friendly_occupied"}
    return RetreatHex(**{"farther" if one == "more_distant" else one: case[one] for one in names & case.keys()})


def _retreat_step(case: Case) -> tuple[int, int]:
    _takes(case, "chart", "cavalry_retreat", "way", "more_distant", "enemy_zoc", "enemy_occupied", "friendly_occupied")
    step = retreat_step(case["chart"], _retreat_hex(case), cavalry_retreat=case.get("cavalry_retreat", False))
    return step.priority, step.manpower_loss


def _apply_result(case: Case) -> dict[str, Any]:
    _takes(case, "raw", "fatigue", "disorganized", "demoralized", "manpower", "active")
    unit = UnitState(case["manpower"], case["fatigue"], case["disorganized"], case["demoralized"])
    after = apply_result(parse_result(case["raw"]), unit, active=case["active"])
    return {
        "fatigue": after.unit.fatigue,
        "disorganized": after.unit.disorganized,
        "demoralized": after.unit.demoralized,
        "manpower": after.unit.manpower,
        "march_ends": after.march_ends,
        "must": after.must,
        "may_advance": after.may_advance,
    }


def _letters(case: Case) -> dict[str, dict[str, int]]:
    _takes(case, "modifier")
    return {
        side: {letters: int(chance * 36) for letters, chance in odds.items()}
        for side, odds in letter_distribution(case["modifier"]).items()
    }


def _combat_lookup(case: Case) -> list[str]:
    _takes(case, "attacker_value", "defender_value", "difference")
    return [result.raw for result in combat_cell(case["attacker_value"], case["defender_value"], case["difference"])]


def _plain_call(function: Callable[..., Any], *names: str, **renamed: str) -> CaseFunction:
    """A function that takes the arguments of a case as they are, or under another name."""

    def call(case: Case) -> Any:
        _takes(case, *names, *renamed)
        return function(**{renamed.get(name, name): value for name, value in case.items()})

    return call


CASES: Final[Mapping[str, CaseFunction]] = {
    "resolve_combat": _resolve_combat,
    "outcome_distribution": _outcome_distribution,
    "dice_needed": lambda case: dice_needed(_combat(case)[0]),
    "attacker_modifier": _modifier("attacker"),
    "defender_modifier": _modifier("defender"),
    "ratio_modifier": _plain_call(ratio_modifier, "attacker", "defender"),
    "artillery_modifier": _artillery_modifier,
    "flank_bonus": _plain_call(flank_bonus, "covered", friendly="friendly_occupied"),
    "covers": _plain_call(covers, "unit_value", "defender_value"),
    "attack_cost": _attack_cost,
    "combat_lookup": _combat_lookup,
    "column_labels": lambda case: [combat_column(case["side"], value) for value in case["values"]],
    "parse_result": _plain_call(parse_result, "raw"),
    "apply_result": _apply_result,
    "letter_distribution": _letters,
    "extended_march": _extended_march,
    "extended_march_due": _plain_call(extended_march_due, side="side_up", fatigue_to="new_fatigue"),
    "movement_allowance": _movement_allowance,
    "force_march": _force_march,
    "rail_fatigue": _or_none(_rail_fatigue),
    "friendly_hex_penalty": _friendly_hex_penalty,
    "strategic_allowance": _or_none(_strategic_allowance),
    "command_radius": _plain_call(command_radius, "game", scenario_year="year"),
    "retreat_chart": _plain_call(retreat_chart_for, "kind", "hex_number", "exits_enemy_zoc"),
    "retreat_step": _retreat_step,
    "best_retreat_hexes": lambda case: best_retreat_hexes(
        case["kind"],
        case["hex_number"],
        [_retreat_hex(one) for one in case["candidates"]],
        exits_enemy_zoc=case["exits_enemy_zoc"],
    ),
    "cavalry_retreat_modifier": _cavalry_retreat,
    "random_event": _plain_call(random_event, "turn", "dice", "previous"),
    "strategic_event": _plain_call(strategic_event, "turn", "dice"),
    "army_of_relief": _army_of_relief,
    "turn_date": _plain_call(turn_date, "turn"),
    "date_turn": lambda case: date_turn(date.fromisoformat(case["date"])),
    "phase_ids": lambda case: [phase.id for phase in phases(case["turn"])],
}
"""Every function that ``wargame cases gcacw`` can check, by name."""
