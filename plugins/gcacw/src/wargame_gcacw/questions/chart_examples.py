"""The functions that files of worked examples call: the questions of the charts, and the keys that such files use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from attrs import asdict, astuple

from wargame_core.charts import ChartError
from wargame_core.json_form import JsonObject
from wargame_core.plugins.questions import Question, Reply, Rule, example
from wargame_core.plugins.worked_examples import CaseFunction, Given, plain
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.artillery import artillery_modifier
from wargame_gcacw.charts.attack_costs import attack_cost
from wargame_gcacw.charts.cavalry_retreat import cavalry_retreat_modifier
from wargame_gcacw.charts.combat_chart import combat_cell, combat_column
from wargame_gcacw.charts.combat_result import dice_needed, letter_distribution
from wargame_gcacw.charts.command_radius import command_radius
from wargame_gcacw.charts.extended_march import extended_march_due
from wargame_gcacw.charts.flank_bonus import covers, flank_bonus
from wargame_gcacw.charts.march_tables import force_march, friendly_hex_penalty, rail_fatigue, strategic_allowance
from wargame_gcacw.charts.movement_allowance import movement_allowance
from wargame_gcacw.charts.ratio import ratio_modifier
from wargame_gcacw.charts.result_codes import AfterCombat, parse_result
from wargame_gcacw.charts.retreat_charts import retreat_chart_for
from wargame_gcacw.charts.thunder import army_of_relief as relief
from wargame_gcacw.charts.thunder.calendar import date_turn, turn_date
from wargame_gcacw.charts.thunder.event_tables import random_event, strategic_event
from wargame_gcacw.questions.chart_odds import EXTENDED_MARCH
from wargame_gcacw.questions.chart_questions import sequence_of_play
from wargame_gcacw.questions.combat_questions import (
    COMBAT,
    RESOLVED,
    Attacker,
    Defender,
    modifier_total,
    pairs_of_results,
)
from wargame_gcacw.questions.retreat_questions import apply_result, best_retreat_hexes, retreat_step

OTHER_NAMES: Final = (
    ("attacker_value", "attacker"),
    ("defender_value", "defender"),
    ("defender_ratio_value", "entrenched"),
    ("printed_defender_artillery", "printed_artillery"),
    ("covered_hexes", "covered"),
    ("friendly", "friendly_covered"),
    ("defender_terrain", "terrain"),
    ("attack_type", "attack"),
    ("tactical_modifier", "tactical"),
    ("type", "attack"),
    ("remaining", "remaining_mp"),
    ("side", "side_up"),
    ("fatigue_to", "new_fatigue"),
    ("regular_army", "regular"),
    ("kind", "order"),
    ("date", "day"),
    ("unit_type", "unit"),
    ("combined_cv", "value"),
    ("combined_cv", "combined_value"),
    ("terrain_defense_modifier", "terrain_modifier"),
    ("scenario_year", "year"),
    ("marker_box", "box"),
    ("jackson_rr_station_destroyed", "station_destroyed"),
    ("johnston_sick_this_cycle", "johnston_sick"),
    ("davis_pushes_johnston_this_cycle", "davis_pushes_johnston"),
    ("more_distant", "farther"),
)
"""Keys of worked examples, and the parameters they stand for where a question has one of that name."""


def _example(asked: Question | Rule, reply: Reply = plain) -> CaseFunction:
    return example(asked, reply, OTHER_NAMES)


def _of_combat(asked: Question, reply: Reply = plain) -> CaseFunction:
    """A combat whose facts stand together under ``facts``."""
    answer = _example(asked, reply)

    def call(given: Given) -> Any:
        flat = {key: value for key, value in given.items() if key != "facts" and value is not None}
        return answer({**dict(given.get("facts", {})), **flat})

    return call


def _rewritten(answer: CaseFunction, rewrite: Callable[[JsonObject], None]) -> CaseFunction:
    """A function whose examples say something in another way than its parameters do."""

    def call(given: Given) -> Any:
        case = dict(given)
        rewrite(case)
        return answer(case)

    return call


def _army(case: JsonObject) -> None:
    """``army`` names the army of a marching unit."""
    army = case.pop("army", None)
    if army is not None:
        case["potomac"] = army == "army_of_the_potomac"


def _first_name(case: JsonObject) -> None:
    """``unit`` may name two kinds that the table treats alike: infantry_or_artillery."""
    case["unit"] = case["unit"].partition("_or_")[0]


def _or_none(answer: CaseFunction) -> CaseFunction:
    """null for what a table does not have, where the examples write it so."""

    def call(given: Given) -> Any:
        try:
            return answer(given)
        except ChartError:
            return None

    return call


def _roll_and(result: str) -> Callable[[Ruling], JsonObject]:
    return lambda ruling: {"roll": ruling.total, result: ruling.result}


def _after_combat(after: AfterCombat) -> JsonObject:
    return {**asdict(after.unit), "march_ends": after.march_ends, "must": after.must, "may_advance": after.may_advance}


def combat_lookup(attacker: Attacker, defender: Defender, difference: int) -> list[str]:
    """Both results as printed, the defender's first."""
    return [result.raw for result in combat_cell(attacker, defender, difference)]


def column_labels(side: Literal["attacker", "defender"], values: Sequence[object]) -> list[str]:
    """The columns of a side for its combat values."""
    return [combat_column(side, value) for value in values]


def letters(modifier: int) -> dict[str, dict[str, int]]:
    """How many of the 36 rolls give each letter."""
    return {
        side: {letter: int(chance * 36) for letter, chance in odds.items()}
        for side, odds in letter_distribution(modifier).items()
    }


def army_of_relief(
    turn: int,
    die: int,
    box: int,
    station_destroyed: bool = False,
    johnston_sick: bool = False,
    davis_pushes_johnston: bool = False,
) -> Ruling:
    """The boxes that the army of relief advances."""
    happened = {"johnston_sick": johnston_sick, "davis_pushes_johnston": davis_pushes_johnston}
    events = [event for event, holds in happened.items() if holds]
    return relief.army_of_relief(turn, die, box=box, station_destroyed=station_destroyed, events=events)


CASES: Final[Mapping[str, CaseFunction]] = {
    "resolve_combat": _of_combat(RESOLVED),
    "outcome_distribution": _of_combat(
        COMBAT.then(pairs_of_results), lambda odds: {pair: str(chance) for pair, chance in odds.items()}
    ),
    "dice_needed": _of_combat(COMBAT.then(dice_needed)),
    "attacker_modifier": _example(modifier_total("attacker")),
    "defender_modifier": _example(modifier_total("defender")),
    "ratio_modifier": _example(ratio_modifier),
    "artillery_modifier": _example(artillery_modifier),
    "flank_bonus": _example(flank_bonus),
    "covers": _example(covers),
    "attack_cost": _example(attack_cost),
    "combat_lookup": _example(combat_lookup),
    "column_labels": _example(column_labels),
    "parse_result": _example(parse_result),
    "apply_result": _example(apply_result, _after_combat),
    "letter_distribution": _example(letters),
    "extended_march": _rewritten(_example(EXTENDED_MARCH, _roll_and("result")), _army),
    "extended_march_due": _example(extended_march_due),
    "movement_allowance": _rewritten(_example(movement_allowance), _first_name),
    "force_march": _example(force_march, astuple),
    "rail_fatigue": _or_none(_example(rail_fatigue)),
    "friendly_hex_penalty": _example(friendly_hex_penalty),
    "strategic_allowance": _or_none(_example(strategic_allowance)),
    "command_radius": _example(command_radius),
    "retreat_chart": _example(retreat_chart_for),
    "retreat_step": _example(retreat_step, astuple),
    "best_retreat_hexes": _example(best_retreat_hexes),
    "cavalry_retreat_modifier": _example(cavalry_retreat_modifier, lambda ruling: int(ruling.result)),
    "random_event": _example(random_event),
    "strategic_event": _example(strategic_event),
    "army_of_relief": _example(army_of_relief, _roll_and("advance")),
    "turn_date": _example(turn_date),
    "date_turn": _example(date_turn),
    "phase_ids": _example(sequence_of_play),
}
"""Every function that ``wargame cases gcacw`` can check, by name."""
