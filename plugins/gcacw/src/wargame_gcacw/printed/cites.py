"""Where the rules stand: sections of the standard rules, headings of the chart sheet and of the scenario."""

from typing import Final

from wargame_core.authoring import Cite
from wargame_gcacw.charts.series import cite as sheet

RULES: Final = "GCACW rules 1.4"
SCENARIO: Final = "On the 4th Day"


def rules(section: str, heading: str) -> Cite:
    """A section of the standard rules."""
    return Cite(RULES, "", f"{section} {heading}")


def scenario(heading: str) -> Cite:
    """A heading of the scenario."""
    return Cite(SCENARIO, "", heading)


LEADERS = rules("2", "Leaders")
TERRAIN = rules("2", "Terrain")
SEQUENCE = rules("3", "Sequence of Play")
TRANSFER = rules("3", "Leader Transfer")
CYCLE = rules("4", "Action Cycle")
INITIATIVE = rules("4", "Initiative")
MARCH = rules("5.1", "March")
ACTIVATE = rules("5.2", "Activate Leader")
ASSAULT = rules("5", "Assault")
GRAND_ASSAULT = rules("5", "Grand Assault")
MOVE_ZONES = rules("6", "Movement and Zones of Control")
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
RAIN_RULES = rules("14.1", "Rain")

NIGHT = scenario("Special Rules, Night on July 4th")
CAVALRY_LEADERS = scenario("Union Cavalry Leaders")
EXIT = scenario("Special Rules, Union Cavalry Exit")
TRAINS = scenario("Special Rules, Confederate Wagon Trains")
VICTORY = scenario("Victory Conditions")
LINES = scenario("Victory Conditions, Line of Communication")
