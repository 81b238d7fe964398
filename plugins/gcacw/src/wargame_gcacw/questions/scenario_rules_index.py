"""The headings of the scenario in order, then the sections of the series rules, with what carries each."""

from __future__ import annotations

from wargame_core.plugins.rules_index import Heading, RulesIndex
from wargame_gcacw.board import board
from wargame_gcacw.charts import combat_result as combat
from wargame_gcacw.charts import extended_march, marches
from wargame_gcacw.charts import movement_allowance as movement
from wargame_gcacw.printed import ground, scenario_files
from wargame_gcacw.rules import (
    activate_leader,
    assaults,
    attacks,
    combat_results,
    combat_values,
    control,
    initiative,
    leaders,
    line_of_communication,
    march,
    movement_costs,
    recovery,
    sequence,
)
from wargame_gcacw.rules import cavalry_retreat as cavalry_retreats
from wargame_gcacw.rules import combat as fighting
from wargame_gcacw.rules import combat_on_map as combat_at
from wargame_gcacw.rules import extended_march as extended_marches
from wargame_gcacw.rules import flank_hexes as flanks
from wargame_gcacw.rules import retreat as retreating
from wargame_gcacw.rules import victory_points as victory

HERE, SERIES = "tests/gcacw_on_the_4th_day/", "tests/gcacw/standard/"
CYCLE, MARCHING, COSTS = f"{HERE}test_action_cycle.py", f"{HERE}test_marching.py", f"{HERE}test_movement_costs.py"
FILES, MAP, LINES = f"{HERE}test_scenario_files.py", f"{HERE}test_map.py", f"{HERE}test_line_of_communication.py"
VICTORY, RECOVERY, LAWS = f"{SERIES}test_victory.py", f"{HERE}test_recovery.py", f"{HERE}test_laws.py"
COMBAT, ATTACKS, ASSAULTS = f"{SERIES}test_combat_at.py", f"{SERIES}test_attacks.py", f"{SERIES}test_assaults.py"
RETREATS, CAVALRY = f"{SERIES}test_retreating.py", f"{SERIES}test_cavalry_retreats.py"
LOST_LIST = "the list under this rule is lost; ours is decision "


def _none(heading: str) -> Heading:
    return Heading("", heading, status="no rule")


def _map_and_setup(variant: str, setup_note: str) -> tuple[Heading, ...]:
    return (
        Heading(
            "",
            f"Variant {variant}: Map",
            (ground.load_ground,),
            (MAP,),
            "partly",
            "the published maps are not ours to copy: a reconstruction of the folded area",
        ),
        Heading("", f"Variant {variant}: Game Length", (sequence.begin_turn,), (CYCLE, LAWS)),
        Heading("", f"Variant {variant}: Setups", (scenario_files.read_scenario,), (FILES,), "partly", setup_note),
    )


SETUPS_LOST = "the set-up pages are lost: found in a later game, or reconstructed, row by row in the data"

SCENARIO = (
    _none("Notes"),
    Heading("", "Variants", (scenario_files.load_book,), (FILES, LAWS)),
    *_map_and_setup("A", SETUPS_LOST),
    Heading("", "A1. Rain", (initiative.initiative, sequence.begin_turn, ground.Ground.judge), (CYCLE, COSTS)),
    Heading(
        "",
        "A2. Night on July 4th",
        (sequence.night_falls, activate_leader.may_march),
        (CYCLE, MARCHING),
        "implemented",
        f"{LOST_LIST}0124",
    ),
    Heading(
        "", "A3. Leaderless Union Corps", (activate_leader.units_to_activate, assaults.eligible), (MARCHING, ASSAULTS)
    ),
    Heading("", "A4. Union Cavalry Leaders", (activate_leader.units_to_activate,), (MARCHING,)),
    Heading("", "A5. Union Cavalry Exit", (movement_costs.exit_of, victory.exit_points), (COSTS, MARCHING, VICTORY)),
    Heading(
        "",
        "A6. Confederate Wagon Trains",
        (activate_leader.held, movement_costs.march_costs, victory.train_points),
        (CYCLE, COSTS, MARCHING, VICTORY),
        "implemented",
        f"{LOST_LIST}0122",
    ),
    Heading("", "A7. Confederate Cavalry", (activate_leader.units_to_activate,), (MARCHING,)),
    Heading(
        "",
        "Victory Conditions (Variant A)",
        (victory.score, victory.line_points, victory.manpower_points, victory.exit_points, victory.train_points),
        (VICTORY, LINES),
    ),
    Heading(
        "",
        "Line of Communication",
        (line_of_communication.lines_of_communication,),
        (LINES, f"{SERIES}test_line_search.py"),
    ),
    Heading("", "LOC VP Reduction Summary Chart", (line_of_communication.lines_of_communication,), (LINES,)),
    Heading("", "Winner (Variant A)", (victory.victory_level, victory.outcome), (VICTORY, LINES)),
    *_map_and_setup("B", SETUPS_LOST),
    Heading("", "B1. Rain", (initiative.initiative, sequence.begin_turn), (CYCLE,)),
    Heading(
        "", "B2. Leaderless Union Corps", (activate_leader.units_to_activate, assaults.eligible), (MARCHING, ASSAULTS)
    ),
    Heading("", "B3. First Initiative of Turn 1", (initiative.initiative,), (CYCLE,)),
    Heading("", "B4. Union Cavalry Leaders", (activate_leader.units_to_activate,), (MARCHING,)),
    Heading("", "B5. Definition of Control", (control.note_entry,), (MARCHING,)),
    Heading("", "B6. Objectives Controlled by Each Side at Start", (victory.control_points,), (VICTORY, FILES)),
    Heading("", "B7. Confederate Cavalry", (activate_leader.units_to_activate,), (MARCHING,)),
    Heading("", "Victory Conditions (Variant B)", (victory.control_points, victory.manpower_points), (VICTORY,)),
    Heading("", "Winner (Variant B)", (victory.victory_level, victory.outcome), (VICTORY,)),
    _none("Designer's General Notes"),
    _none('"Lee\'s Retreat" Notes'),
    _none('"The Battle Continues" Notes'),
    Heading(
        "",
        "Upgrading To New Rules",
        (combat.resolve_combat,),
        (COMBAT,),
        "implemented",
        "the standard rules are played",
    ),
    _none("Credits"),
    Heading("", "Union Cavalry Leaders", (activate_leader.begin_action, attacks.judge_attacker), (MARCHING, ATTACKS)),
    Heading("", "Leader Values", (combat_values.attackers_tactical,), (COMBAT,)),
)

RECONSTRUCTED = "reconstructed, decision "

SERIES_RULES = (
    Heading("", "2 Units", (board.Status,), (COMBAT,)),
    Heading("", "2 Leaders", (leaders.resettle, march.take_leaders), (MARCHING,), "implemented", "decision 0123"),
    Heading("", "2 Terrain", (ground.Ground.judge,), (COSTS, MAP), "implemented", "decision 0121"),
    Heading("", "2 Zones of Control", (ground.Ground.in_zone, board.FieldBoard.zone), (COSTS, MAP)),
    Heading("", "2 Command Radius", (leaders.in_reach, leaders.in_command), (MARCHING,)),
    Heading("", "3 Random Events", status="not implemented", note="the scenario has none"),
    Heading("", "3 Leader Transfer", (leaders.transfer_leaders,), (MARCHING,)),
    Heading("", "4 Action Cycle", (initiative.choose_action, initiative.cycle_over), (CYCLE,)),
    Heading("", "4 Initiative", (initiative.initiative,), (CYCLE,)),
    Heading("", "5.1 March", (march.begin_march, march.march_on, march.roll_allowance), (MARCHING,)),
    Heading("", "5.1 Extended March", (extended_marches.extend_march, extended_march.extended_march), (MARCHING,)),
    Heading("", "5.1 Force March", (extended_marches.offer_force_march, marches.force_march), (MARCHING,)),
    Heading("", "5.2 Activate Leader", (activate_leader.begin_action, activate_leader.next_march), (MARCHING,)),
    Heading("", "5 Burn a Railroad Station", status="not implemented", note="the scenario has no use for it"),
    Heading("", "6 Movement", (movement_costs.march_costs, movement.allowance_roll, ground.Ground.judge), (COSTS,)),
    Heading("", "6 Friendly-Occupied Hexes", (movement_costs.friends_cost, marches.friendly_hex_penalty), (COSTS,)),
    Heading("", "6 Movement and Zones of Control", (movement_costs.march_costs,), (COSTS, MARCHING)),
    Heading("", "7.1 March Attack", (attacks.judge_attack, attacks.cost_of_attack, fighting.attack), (ATTACKS,)),
    Heading("", "7.2 Combat Values", (combat_values.attack_value, combat_values.entrenched_value), (COMBAT,)),
    Heading("", "7.3 Artillery", (combat_values.guns,), (COMBAT,)),
    Heading("", "7.4 Die Roll Modifiers", (combat_at.combat_at, combat_at.terrain_facts), (COMBAT,)),
    Heading("", "7.4 Flank Attack", (flanks.coverage, flanks.flank_ruling), (COMBAT,), "implemented", "decision 0131"),
    Heading("", "7.5 Assault", (assaults.judge_assault, assaults.assault), (ASSAULTS,), "implemented", "decision 0136"),
    Heading(
        "", "7.5 Grand Assault", (assaults.eligible, assaults.assault), (ASSAULTS,), "implemented", "decision 0132"
    ),
    Heading("", "7.6 Results", (combat_results.suffer, fighting.fight), (ATTACKS,), "implemented", "decision 0133"),
    Heading(
        "", "7.6 Retreats", (retreating.retreat, retreating.retreat_all), (RETREATS,), "implemented", "decision 0134"
    ),
    Heading("", "7.6 Voluntary Retreat", (fighting.give_way,), (ATTACKS,)),
    Heading("", "7.6 Advance after Combat", (fighting.advance,), (ATTACKS,)),
    Heading(
        "",
        "7.7 Cavalry Retreat",
        (cavalry_retreats.react, cavalry_retreats.offer),
        (CAVALRY,),
        "implemented",
        "decision 0135",
    ),
    Heading(
        "", "7.8 Flanks Refused", (combat_at.combat_at,), (COMBAT, CYCLE), "implemented", "an option, off by default"
    ),
    Heading(
        "", "8 Recovery", (recovery.recovery, recovery.recovered), (RECOVERY,), "implemented", f"{RECONSTRUCTED}0125"
    ),
    Heading("", "9 Entrenchment", (recovery.entrench,), (RECOVERY,), "implemented", f"{RECONSTRUCTED}0125"),
    Heading("", "10 Bridges and Pontoons", status="not implemented", note="nobody builds or burns bridges in two days"),
    Heading("", "11 Demoralization", (combat_values.attack_value, combat_results.suffer), (COMBAT, ATTACKS)),
    Heading("", "12 Substitute Counters", (scenario_files.read_scenario,), (FILES,), "partly", "as wagon trains only"),
    Heading("", "14.1 Rain", (ground.Ground.judge, combat_at.terrain_facts), (COSTS, COMBAT)),
)


def scenario_rules(document: str) -> RulesIndex:
    """The index, for `wargame rules`."""
    return RulesIndex(document, (*SCENARIO, *SERIES_RULES), sequence.CAMPAIGN)
