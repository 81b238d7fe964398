"""The index of the sheet: every heading, the functions and tests that carry it, and what is missing."""

from __future__ import annotations

from wargame_core.rules_index import Heading, RulesIndex
from wargame_gcacw import (
    artillery,
    attacks,
    combat,
    combat_chart,
    command,
    extended_march,
    flank,
    marches,
    movement,
    ratio,
    results,
    retreats,
)
from wargame_gcacw import cavalry_retreat as cavalry
from wargame_gcacw.mississippi import (
    action_cycle,
    calendar,
    events,
    phases,
    random_phase,
    relief,
    sequence,
    siege,
    strategic_cycle,
)

COMBAT, MODIFIERS, MARCHES = "test_combat.py", "test_combat_modifiers.py", "test_marches.py"
TABLES, RETREATS, MISSISSIPPI = "test_ratio_artillery_flank.py", "test_retreats.py", "test_mississippi.py"

THUNDER_EVENTS, THUNDER_SIEGE = "test_thunder_events.py", "test_thunder_siege.py"
THUNDER_OPERATIONS, LAWS = "test_thunder_operations.py", "test_laws_thunder.py"

HEADINGS = (
    Heading("", "Combat Chart", (combat_chart.combat_cell, combat.resolve_combat), ("test_combat_chart.py", COMBAT)),
    Heading(
        "",
        "Defender's and Attacker's Die Roll Modifiers",
        (combat.resolve_combat,),
        (MODIFIERS, COMBAT),
        "implemented",
        "35 modifiers with their games; italic results of Union panic are unknown, decision 0031",
    ),
    Heading("", "Key", (results.parse_result,), ("test_results.py",)),
    Heading("", "Summary of Combat Results", (results.apply_result,), ("test_results.py",)),
    Heading("", "Attack Summary", (attacks.attack_cost,), (TABLES,)),
    Heading("", "Ratio Chart", (ratio.ratio_modifier,), (TABLES,)),
    Heading("", "Artillery Modifier Summary", (artillery.artillery_modifier,), (TABLES,)),
    Heading(
        "",
        "Retreat Chart",
        (retreats.retreat_chart_for, retreats.retreat_step, retreats.best_retreat_hexes),
        (RETREATS,),
        "partly",
        "overriding the priorities to avoid surrender needs the rulebook",
    ),
    Heading("", "Cavalry Retreat Die Roll Modifiers", (cavalry.cavalry_retreat_modifier,), (RETREATS,)),
    Heading("", "Flank Attack Examples", (flank.flank_bonus, flank.covers), (TABLES,)),
    Heading(
        "",
        "Advanced Game Sequence of Play",
        (
            phases.phases,
            calendar.turn_date,
            random_phase.leader_transfer,
            random_phase.attachment,
            action_cycle.initiative,
            action_cycle.activation,
            siege.recovery,
            siege.siege_phase,
            siege.fort_degradation,
            siege.garrison_demoralization,
            siege.surrender,
            strategic_cycle.union_depot,
            strategic_cycle.supply_status,
            strategic_cycle.manpower_adjustment,
            strategic_cycle.army_of_maneuver,
            strategic_cycle.reorganization,
            sequence.turn_track,
            sequence.end_of_game,
        ),
        (MISSISSIPPI, THUNDER_SIEGE, THUNDER_OPERATIONS, LAWS),
        "partly",
        "phases, segments and dates are printed, and all run; what happens in them is reconstructed "
        "(decisions 0046, 0047, 0080, 0081); pontoon bridges are not in the running game",
    ),
    Heading(
        "",
        "Army of Relief Table",
        (relief.army_of_relief, relief.relief_track, relief.release_turn, strategic_cycle.army_of_relief),
        (MISSISSIPPI, THUNDER_EVENTS, "test_thunder_answers.py"),
        "implemented",
        "table and modifiers are printed; first roll, last box and what the army then does are reconstructed",
    ),
    Heading(
        "",
        "Random Events Table",
        (events.random_event, random_phase.random_events),
        (MISSISSIPPI, THUNDER_EVENTS),
        "implemented",
        "the table is printed; most effects are reconstructed, line by line in effects.toml",
    ),
    Heading(
        "",
        "Strategic Events Table",
        (events.strategic_event, strategic_cycle.strategic),
        (MISSISSIPPI, THUNDER_EVENTS),
        "implemented",
        "table and footnotes are printed; most effects are reconstructed, line by line in effects.toml",
    ),
    Heading("", "RR Movement Fatigue Level Gain", (marches.rail_fatigue,), (MARCHES,)),
    Heading("", "Movement Summary", (movement.movement_allowance,), (MARCHES,)),
    Heading("", "Force March", (marches.force_march,), (MARCHES,)),
    Heading(
        "",
        "Extended March Table",
        (extended_march.extended_march, extended_march.extended_march_due),
        ("test_extended_march.py",),
    ),
    Heading("", "MP Costs to Enter Friendly-Occupied Hex", (marches.friendly_hex_penalty,), (MARCHES,)),
    Heading("", "Strategic Movement Allowance Table", (marches.strategic_allowance,), (MARCHES,)),
    Heading("", "Command Radius Summary", (command.command_radius, command.in_command), (MARCHES,)),
)


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    return RulesIndex("Thunder on the Mississippi Charts & Tables, version 1.6", HEADINGS, sequence.ADVANCED_GAME)
