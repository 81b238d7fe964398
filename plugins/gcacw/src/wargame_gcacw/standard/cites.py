"""Where the rules stand: sections of the standard rules, headings of the chart sheet and of the scenario."""

from __future__ import annotations

from typing import Final

from wargame_core import Cite
from wargame_gcacw.series import cite as sheet

RULES: Final = "GCACW rules 1.4"
SCENARIO: Final = "On the 4th Day"


def rules(section: str, heading: str) -> Cite:
    """A section of the standard rules."""
    return Cite(RULES, "", f"{section} {heading}")


def scenario(heading: str) -> Cite:
    """A heading of the scenario."""
    return Cite(SCENARIO, "", heading)


UNITS = rules("2", "Units")
LEADERS = rules("2", "Leaders")
TERRAIN = rules("2", "Terrain")
ZONES = rules("2", "Zones of Control")
COMMAND = sheet("Command Radius Summary")
SEQUENCE = rules("3", "Sequence of Play")
TRANSFER = rules("3", "Leader Transfer")
CYCLE = rules("4", "Action Cycle")
INITIATIVE = rules("4", "Initiative")
MARCH = rules("5.1", "March")
ACTIVATE = rules("5.2", "Activate Leader")
ASSAULT = rules("5", "Assault")
GRAND_ASSAULT = rules("5", "Grand Assault")
MOVEMENT = rules("6", "Movement")
MOVE_ZONES = rules("6", "Movement and Zones of Control")
FRIENDS = sheet("MP Costs to Enter Friendly-Occupied Hex")
ALLOWANCE = sheet("Movement Summary")
EXTENDED_MARCH = sheet("Extended March Table")
FORCE_MARCH = sheet("Force March")
ATTACKS = sheet("Attack Summary")
COMBAT = sheet("Combat Chart (7.4)")
FLANK = sheet("Flank Attack Examples (7.4)")
ARTILLERY = sheet("Artillery Modifier Summary")
RESULTS = sheet("Summary of Combat Results")
RETREAT = sheet("Retreat Chart")
VOLUNTARY = rules("7.6", "Voluntary Retreat")
ADVANCE = rules("7.6", "Advance after Combat")
CAVALRY_RETREAT = sheet("Cavalry Retreat Die Roll Modifiers (7.7)")
FLANKS_REFUSED = rules("7", "Flanks Refused")
RECOVERY = rules("8", "Recovery")
ENTRENCHMENT = rules("9", "Entrenchment")
DEMORALIZATION = rules("11", "Demoralization")
RAIN_RULES = rules("14.1", "Rain")

RAIN = scenario("Special Rules, Rain")
NIGHT = scenario("Special Rules, Night on July 4th")
LEADERLESS = scenario("Special Rules, Leaderless Union Corps")
FIRST_INITIATIVE = scenario("Special Rules, First Initiative of Turn 1")
CAVALRY_LEADERS = scenario("Union Cavalry Leaders")
EXIT = scenario("Special Rules, Union Cavalry Exit")
TRAINS = scenario("Special Rules, Confederate Wagon Trains")
CONFEDERATE_CAVALRY = scenario("Special Rules, Confederate Cavalry")
CONTROL = scenario("Special Rules, Definition of Control")
SETUP = scenario("Setups")
VICTORY = scenario("Victory Conditions")
LINES = scenario("Victory Conditions, Line of Communication")
LEVELS = scenario("Victory Conditions, Winner")
