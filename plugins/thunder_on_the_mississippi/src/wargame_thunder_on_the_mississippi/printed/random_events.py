"""The random events that rules ask about by name. Source: Random Events Table."""

from __future__ import annotations

from enum import StrEnum


class RandomEvent(StrEnum):
    """The random event of a turn, under the name that the table and records use."""

    NONE = ""
    """The turn has none yet, or its column of the table is not there."""
    LATE_RAIN = "late_rain"
    RAIN = "rain"
    HEAVY_RAIN = "heavy_rain"
    HEAT = "heat"
    EXTREME_HEAT = "extreme_heat"
    UNION_INTELLIGENCE = "union_intelligence"
    DELAY_UNIT_ENTRY = "delay_unit_entry"
    ACCELERATE_UNIT_ENTRY = "accelerate_unit_entry"
    MOVEMENT_BONUS = "movement_bonus"
    CONFEDERATE_COMMAND_PARALYSIS = "confederate_command_paralysis"
    CONFEDERATE_MOVEMENT_PARALYSIS = "confederate_movement_paralysis"
    UNION_WATER_CRISIS = "union_water_crisis"
    GRANT_DRUNK = "grant_drunk"
    NO_EFFECT = "no_effect"
