"""The printed charts by name, each shown as on the card, and looked up where that makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from wargame_core.charts import TextCard
from wargame_core.plugins.questions import ChartLookup, question
from wargame_core.plugins.worked_examples import Given
from wargame_gcacw.charts.artillery import ARTILLERY, artillery_row
from wargame_gcacw.charts.attack_costs import ATTACKS, attack_cost
from wargame_gcacw.charts.cavalry_retreat import MODIFIERS as CAVALRY_RETREAT
from wargame_gcacw.charts.combat_chart import ATTACKER, COMBAT, DEFENDER
from wargame_gcacw.charts.combat_input import MODIFIERS
from wargame_gcacw.charts.command_radius import command_radius
from wargame_gcacw.charts.extended_march import MODIFIERS as EXTENDED_MARCH_MODIFIERS
from wargame_gcacw.charts.extended_march import TABLE as EXTENDED_MARCH
from wargame_gcacw.charts.flank_bonus import FLANK, flank_bonus
from wargame_gcacw.charts.march_tables import (
    FORCE_MARCH,
    FRIENDLY_HEX,
    RAIL,
    STRATEGIC,
    force_march,
    friendly_hex_penalty,
    rail_fatigue,
    strategic_allowance,
)
from wargame_gcacw.charts.movement_allowance import MOVEMENT, Order, allowance_roll
from wargame_gcacw.charts.parameters import GameTag, Side, Terrain, Turn
from wargame_gcacw.charts.ratio import RATIO, ratio_modifier
from wargame_gcacw.charts.result_codes import RESULTS_CARD, parse_result
from wargame_gcacw.charts.retreat_charts import RETREATS
from wargame_gcacw.charts.thunder.army_of_relief import MODIFIERS as RELIEF_MODIFIERS
from wargame_gcacw.charts.thunder.army_of_relief import TABLE as RELIEF
from wargame_gcacw.charts.thunder.event_tables import RANDOM, random_event, strategic_event
from wargame_gcacw.charts.thunder.event_tables import STRATEGIC as STRATEGIC_EVENTS
from wargame_gcacw.charts.thunder.phases import SEQUENCE, phases
from wargame_gcacw.questions.chart_odds import UnitName
from wargame_gcacw.questions.combat_questions import Attacker, Defender
from wargame_gcacw.questions.retreat_questions import retreat_step

ModifiedDie = Annotated[int, "the modified die"]


def combat(attacker: Attacker, defender: Defender, difference: int) -> Given:
    """both cells of the Combat Chart

    Args:
        difference: attacker's modified die minus defender's
    """
    mine, theirs = ATTACKER.find(difference, attacker), DEFENDER.find(difference, defender)
    return {
        "attacker": mine.text,
        "defender": theirs.text,
        "row": mine.row,
        "attacker_column": mine.column,
        "defender_column": theirs.column,
    }


def artillery(terrain: Terrain, attacker: int, defender: int, rain: bool = False) -> Given:
    """the cell of the Artillery Modifier Summary

    Args:
        attacker: attacker's artillery value
        defender: defender's artillery value
        rain: whether it is a rain turn
    """
    cell = ARTILLERY.only.find(artillery_row(terrain, rain=rain), attacker - defender)
    return {"cell": cell.text, "needs_die": cell.needs_die, "row": cell.row, "column": cell.column}


def extended_march(die: ModifiedDie, organized: bool, manpower: int = 1) -> Given:
    """the cell of the Extended March Table

    Args:
        organized: whether the unit is organized
        manpower: its manpower
    """
    cell = EXTENDED_MARCH["organized"].find(die) if organized else EXTENDED_MARCH["disorganized"].find(die, manpower)
    return {"result": cell.text, "row": cell.row, "column": cell.column or "organized"}


def movement(order: Order, side: Side, unit: UnitName, game: GameTag = "TOM") -> Given:
    """how a movement allowance is rolled

    Args:
        order: a march, or a leader activated
    """
    allowance = allowance_roll(order, game=game, side=side, unit=unit)
    return {"roll": str(allowance.roll), "minimum": allowance.minimum, "mean": allowance.odds().mean()}


def sequence_of_play(turn: Turn) -> list[str]:
    """the phases of a turn in order"""
    return [phase.id for phase in phases(turn)]


def army_of_relief(die: ModifiedDie) -> int | object:
    """the boxes that the army of relief advances"""
    return RELIEF.only.at(die)


COMMAND_RADIUS: Final = TextCard(
    f"Command Radius Summary\n  All Green Alike, scenarios of 1861: {command_radius('AGA', 1861)} hexes"
    f"\n  all other games and scenarios: {command_radius()} hexes"
)

CHARTS: Final[Mapping[str, ChartLookup]] = {
    "combat": ChartLookup("Combat Chart", COMBAT, question(combat)),
    "combat_modifiers": ChartLookup(MODIFIERS.title, MODIFIERS),
    "combat_results": ChartLookup("Summary of Combat Results", RESULTS_CARD, question(parse_result)),
    "ratio": ChartLookup("Ratio Chart", RATIO, question(ratio_modifier), "modifier"),
    "artillery": ChartLookup("Artillery Modifier Summary", ARTILLERY, question(artillery)),
    "attack": ChartLookup("Attack Summary", ATTACKS, question(attack_cost), "mp"),
    "flank": ChartLookup("Flank Attack Bonus", FLANK, question(flank_bonus), "bonus"),
    "retreat": ChartLookup("Retreat Charts", RETREATS, question(retreat_step)),
    "cavalry_retreat": ChartLookup(CAVALRY_RETREAT.title, CAVALRY_RETREAT),
    "extended_march": ChartLookup("Extended March Table", EXTENDED_MARCH, question(extended_march)),
    "extended_march_modifiers": ChartLookup(EXTENDED_MARCH_MODIFIERS.title, EXTENDED_MARCH_MODIFIERS),
    "movement": ChartLookup("Movement Summary", MOVEMENT, question(movement)),
    "force_march": ChartLookup("Force March", FORCE_MARCH, question(force_march)),
    "rail": ChartLookup("Railroad Movement Fatigue", RAIL, question(rail_fatigue), "fatigue"),
    "friendly_hex": ChartLookup(
        "MP Costs to Enter a Friendly-Occupied Hex", FRIENDLY_HEX, question(friendly_hex_penalty), "mp"
    ),
    "strategic_movement": ChartLookup(
        "Strategic Movement Allowance Table", STRATEGIC, question(strategic_allowance), "mp"
    ),
    "command_radius": ChartLookup("Command Radius Summary", COMMAND_RADIUS, question(command_radius), "hexes"),
    "sequence_of_play": ChartLookup(SEQUENCE.title, SEQUENCE, question(sequence_of_play), "phases"),
    "random_events": ChartLookup("Random Events Table", RANDOM, question(random_event), "event"),
    "strategic_events": ChartLookup("Strategic Events Table", STRATEGIC_EVENTS, question(strategic_event), "events"),
    "army_of_relief": ChartLookup("Army of Relief Table", RELIEF, question(army_of_relief), "boxes"),
    "army_of_relief_modifiers": ChartLookup(RELIEF_MODIFIERS.title, RELIEF_MODIFIERS),
}
"""Every chart of the sheet by name."""
