"""The functions that files of worked examples call: the questions of the charts, and the keys that such files use."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from attrs import asdict, astuple

from wargame_core.charts import ChartError
from wargame_core.json_form import JsonObject, plain
from wargame_core.plugins.questions import CaseFunction, Given, Question, Reply, Rule, example, question
from wargame_core.rulings import Ruling
from wargame_gcacw.charts import advanced_game, combat, marches, results
from wargame_gcacw.charts.series import GameTag, game_tag
from wargame_gcacw.questions import chart_questions as asked

OTHER_NAMES: Final = (
    ("attacker_value", "attacker"), ("defender_value", "defender"), ("defender_ratio_value", "entrenched"),
    ("printed_defender_artillery", "printed_artillery"), ("covered_hexes", "covered"),
    ("friendly", "friendly_covered"), ("defender_terrain", "terrain"), ("attack_type", "attack"),
    ("tactical_modifier", "tactical"), ("type", "attack"), ("remaining", "remaining_mp"), ("side", "side_up"),
    ("fatigue_to", "new_fatigue"), ("regular_army", "regular"), ("kind", "order"), ("date", "day"),
    ("unit_type", "unit"), ("combined_cv", "value"), ("combined_cv", "combined_value"),
    ("terrain_defense_modifier", "terrain_modifier"), ("scenario_year", "year"), ("marker_box", "box"),
    ("jackson_rr_station_destroyed", "station_destroyed"), ("johnston_sick_this_cycle", "johnston_sick"),
    ("davis_pushes_johnston_this_cycle", "davis_pushes_johnston"), ("more_distant", "farther"),
)  # fmt: skip
"""Keys of worked examples, and the parameters they stand for where a question has one of that name."""


def _example(asked_question: Question | Rule, reply: Reply = plain) -> CaseFunction:
    return example(asked_question, reply, OTHER_NAMES)


def _of_combat(asked_question: Question, reply: Reply = plain) -> CaseFunction:
    """A combat whose facts stand together under ``facts``."""
    answer = _example(asked_question, reply)

    def call(arguments: Given) -> Any:
        flat = {key: value for key, value in arguments.items() if key != "facts" and value is not None}
        return answer({**dict(arguments.get("facts", {})), **flat})

    return call


def _rewritten(answer: CaseFunction, rewrite: Callable[[JsonObject], None]) -> CaseFunction:
    """A function whose examples say something in another way than its parameters do."""

    def call(arguments: Given) -> Any:
        case = dict(arguments)
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

    def call(arguments: Given) -> Any:
        try:
            return answer(arguments)
        except ChartError:
            return None

    return call


def _roll_and(result: str) -> Callable[[Ruling], JsonObject]:
    return lambda ruling: {"roll": ruling.total, result: ruling.result}


def _after_combat(after: results.AfterCombat) -> JsonObject:
    return {**asdict(after.unit), "march_ends": after.march_ends, "must": after.must, "may_advance": after.may_advance}


def combat_lookup(attacker: asked.Attacker, defender: asked.Defender, difference: int) -> list[str]:
    """Both results as printed, the defender's first."""
    return [result.raw for result in results.combat_cell(attacker, defender, difference)]


def column_labels(side: Literal["attacker", "defender"], values: Sequence[object]) -> list[str]:
    """The columns of a side for its combat values."""
    return [results.combat_column(side, value) for value in values]


def letters(modifier: int) -> dict[str, dict[str, int]]:
    """How many of the 36 rolls give each letter."""
    return {
        side: {letter: int(chance * 36) for letter, chance in odds.items()}
        for side, odds in combat.letter_distribution(modifier).items()
    }


def resolve_combat(
    attacker_die: int, defender_die: int, artillery_die: int | None = None, **described: Any
) -> results.CombatOutcome:
    """Both results of a combat for dice rolled."""
    combat_of_case, faces = (
        asked.combat_described(**described),
        {"attacker_die": attacker_die, "defender_die": defender_die},
    )
    return combat.combat_outcome(combat_of_case, **faces, artillery_die=artillery_die)


def pairs_of_results(combat_of_case: combat.Combat) -> JsonObject:
    """The exact chances of both results as printed, "defender / attacker"."""
    return {" / ".join(pair): str(chance) for pair, chance in combat.outcome_distribution(combat_of_case).items()}


def modifier_total(side: Literal["attacker", "defender"]) -> Question:
    """The question of a side's die roll modifiers: all facts of the situation in, the sum out."""

    def total(game: GameTag, **facts: Any) -> int:
        modifiers = combat.combat_modifiers()
        return modifiers.total(modifiers.sheet.read(facts), side=side, tag=game_tag(game))

    return question(total, more=tuple(asked.FACTS.values()))


def after_result(raw: str, active: bool, **unit: Any) -> results.AfterCombat:
    """A unit after a combat result, and what it must or may do next."""
    return results.apply_result(results.parse_result(raw), results.CombatState(**unit), active=active)


def best_retreat_hexes(
    kind: results.RetreatKind, hex_number: int, candidates: Sequence[Given], exits_enemy_zoc: bool
) -> tuple[int, ...]:
    """The places among the candidates of which the retreating player chooses."""
    renamed_rows = [
        {"farther" if key == "more_distant" else key: value for key, value in row.items()} for row in candidates
    ]
    hexes = [results.RetreatHex(**row) for row in renamed_rows]
    return results.best_retreat_hexes(kind, hex_number, hexes, exits_enemy_zoc=exits_enemy_zoc)


def extended_march(die: int, **unit: Any) -> Ruling:
    """What an extended march costs a unit for a die."""
    return marches.ExtendedMarch(**unit).ruling(die)


def army_of_relief(
    turn: int,
    die: int,
    box: int,
    station_destroyed: bool = False,
    johnston_sick: bool = False,
    davis_pushes_johnston: bool = False,
) -> Ruling:
    """The boxes that the army of relief advances."""
    flags = {"johnston_sick": johnston_sick, "davis_pushes_johnston": davis_pushes_johnston}
    events = [event for event, event_holds in flags.items() if event_holds]
    return advanced_game.army_of_relief(turn, die, box=box, station_destroyed=station_destroyed, events=events)


CASES: Final[Mapping[str, CaseFunction]] = {
    "resolve_combat": _of_combat(question(resolve_combat, more=asked.DESCRIBED.parameters)),
    "outcome_distribution": _of_combat(asked.DESCRIBED.then(pairs_of_results)),
    "dice_needed": _of_combat(asked.DESCRIBED.then(combat.dice_needed)),
    "attacker_modifier": _example(modifier_total("attacker")),
    "defender_modifier": _example(modifier_total("defender")),
    "ratio_modifier": _example(combat.ratio_modifier),
    "artillery_modifier": _example(combat.artillery_modifier),
    "flank_bonus": _example(combat.flank_bonus),
    "covers": _example(combat.covers),
    "attack_cost": _example(combat.attack_cost),
    "combat_lookup": _example(combat_lookup),
    "column_labels": _example(column_labels),
    "parse_result": _example(results.parse_result),
    "apply_result": _example(question(after_result, more=question(results.CombatState).parameters), _after_combat),
    "letter_distribution": _example(letters),
    "extended_march": _rewritten(
        _example(question(extended_march, more=asked.TIRED_MARCH.parameters), _roll_and("result")), _army
    ),
    "extended_march_due": _example(marches.extended_march_due),
    "movement_allowance": _rewritten(_example(marches.movement_allowance), _first_name),
    "force_march": _example(marches.force_march, astuple),
    "rail_fatigue": _or_none(_example(marches.rail_fatigue)),
    "friendly_hex_penalty": _example(marches.friendly_hex_penalty),
    "strategic_allowance": _or_none(_example(marches.strategic_allowance)),
    "command_radius": _example(marches.command_radius),
    "retreat_chart": _example(results.retreat_chart_for),
    "retreat_step": _example(asked.RETREAT, astuple),
    "best_retreat_hexes": _example(best_retreat_hexes),
    "cavalry_retreat_modifier": _example(results.cavalry_retreat_modifier, lambda ruling: int(ruling.result)),
    "random_event": _example(advanced_game.random_event),
    "strategic_event": _example(advanced_game.strategic_event),
    "army_of_relief": _example(army_of_relief, _roll_and("advance")),
    "turn_date": _example(advanced_game.turn_date),
    "date_turn": _example(advanced_game.date_turn),
    "phase_ids": _example(asked.sequence_of_play),
}
"""Every function that ``wargame cases gcacw`` can check, by name."""
