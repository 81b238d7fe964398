"""Questions to this plugin for a command line or a page: the charts, and odds by name."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from wargame_core.odds import Distribution
from wargame_core.queries import ChartEntry, OddsAnswer, OddsQuery, Parameter

from wargame_gcacw.artillery import ARTILLERY, artillery_row
from wargame_gcacw.attacks import ATTACKS, attack_cost
from wargame_gcacw.cavalry_retreat import MODIFIERS as CAVALRY_RETREAT
from wargame_gcacw.combat import letter_distribution, outcomes
from wargame_gcacw.combat_chart import ATTACKER, COMBAT, DEFENDER
from wargame_gcacw.combats import COMPUTED, MODIFIERS, Combat
from wargame_gcacw.extended_march import MODIFIERS as EXTENDED_MARCH_MODIFIERS
from wargame_gcacw.extended_march import TABLE as EXTENDED_MARCH
from wargame_gcacw.extended_march import extended_march_odds
from wargame_gcacw.flank import FLANK, flank_bonus
from wargame_gcacw.marches import (
    FORCE_MARCH,
    FRIENDLY_HEX,
    RAIL,
    STRATEGIC,
    force_march_odds,
    friendly_hex_penalty,
    rail_fatigue,
    strategic_allowance,
)
from wargame_gcacw.mississippi.events import RANDOM, STRATEGIC as STRATEGIC_EVENTS
