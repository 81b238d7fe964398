"""The index of the sheet: every heading, the functions and tests that carry it, and what is missing."""

from __future__ import annotations

from wargame_core.plugins.rules_index import Heading, RulesIndex
from wargame_gcacw.charts import artillery, combat_chart, extended_march, marches, ratio
from wargame_gcacw.charts import attack_costs as attacks
from wargame_gcacw.charts import cavalry_retreat as cavalry
from wargame_gcacw.charts import combat_result as combat
from wargame_gcacw.charts import command_radius as command
from wargame_gcacw.charts import flank_bonus as flank
from wargame_gcacw.charts import movement_allowance as movement
from wargame_gcacw.charts import result_codes as results
from wargame_gcacw.charts import retreat_charts as retreats
from wargame_gcacw.charts.thunder import army_of_relief as relief
from wargame_gcacw.charts.thunder import calendar, phases
from wargame_gcacw.charts.thunder import event_tables as events

COMBAT, MODIFIERS, MARCHES = "test_combat.py", "test_combat_modifiers.py", "test_marches.py"
TABLES, RETREATS, MISSISSIPPI = "test_ratio_artillery_flank.py", "test_retreats.py", "test_mississippi.py"

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
        ),
        (MISSISSIPPI,),
        "partly",
        "phases, segments and dates; they run as the game thunder_on_the_mississippi, its operations ours",
    ),
    Heading(
        "",
        "Army of Relief Table",
        (relief.army_of_relief, relief.relief_track, relief.release_turn),
        (MISSISSIPPI,),
        "implemented",
        "table and modifiers are printed; first roll, last box and what the army then does are reconstructed",
    ),
    Heading(
        "",
        "Random Events Table",
        (events.random_event,),
        (MISSISSIPPI,),
        "implemented",
        "the table is printed; most effects are reconstructed, line by line in effects.toml",
    ),
    Heading(
        "",
        "Strategic Events Table",
        (events.strategic_event,),
        (MISSISSIPPI,),
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
    return RulesIndex("Thunder on the Mississippi Charts & Tables, version 1.6", HEADINGS)
