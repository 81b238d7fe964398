"""The printed charts by name, each shown as on the card, and looked up where that makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal

from wargame_core.plugins.questions import ChartEntry, Parameter
from wargame_gcacw.charts.artillery import ARTILLERY, artillery_row
from wargame_gcacw.charts.attack_costs import ATTACKS, attack_cost
from wargame_gcacw.charts.cavalry_retreat import MODIFIERS as CAVALRY_RETREAT
from wargame_gcacw.charts.combat_chart import ATTACKER, COMBAT, DEFENDER
from wargame_gcacw.charts.combat_input import MODIFIERS
from wargame_gcacw.charts.extended_march import MODIFIERS as EXTENDED_MARCH_MODIFIERS
from wargame_gcacw.charts.extended_march import TABLE as EXTENDED_MARCH
from wargame_gcacw.charts.flank_bonus import FLANK, flank_bonus
from wargame_gcacw.charts.marches import (
    FORCE_MARCH,
    FRIENDLY_HEX,
    RAIL,
    STRATEGIC,
    STRATEGIC_GAMES,
    force_march,
    friendly_hex_penalty,
    rail_fatigue,
    strategic_allowance,
)
from wargame_gcacw.charts.movement_allowance import MOVEMENT, UNITS, allowance_roll
from wargame_gcacw.charts.ratio import RATIO, ratio_modifier
from wargame_gcacw.charts.retreat_charts import RETREATS
from wargame_gcacw.charts.series import GAMES, TERRAINS
from wargame_gcacw.charts.thunder.army_of_relief import MODIFIERS as RELIEF_MODIFIERS
from wargame_gcacw.charts.thunder.army_of_relief import TABLE as RELIEF
from wargame_gcacw.charts.thunder.event_tables import RANDOM, random_event, strategic_event
from wargame_gcacw.charts.thunder.event_tables import STRATEGIC as STRATEGIC_EVENTS
from wargame_gcacw.charts.thunder.phases import SEQUENCE, phases

GAME = Parameter("game", str, "tag of the game", "TOM", tuple(GAMES))
TERRAIN = Parameter("terrain", str, "terrain of the defender's hex", choices=TERRAINS)
ATTACK = Parameter(
    "attack", str, "kind of attack in a march", choices=("column_of_route", "hasty", "normal", "prepared")
)
SIDE = Parameter("side", str, "whose units", choices=("union", "confederate"))
TURN = Parameter("turn", int, "turn of Thunder on the Mississippi, 1 to 70")
DICE = Parameter("dice", int, "total of two dice")
RAIN = Parameter("rain", bool, "whether it is a rain turn", False)


def _combat(attacker: Fraction, defender: Fraction, difference: int) -> Mapping[str, Any]:
    mine, theirs = ATTACKER.find(difference, attacker), DEFENDER.find(difference, defender)
    return {
        "attacker": mine.text,
        "defender": theirs.text,
        "row": mine.row,
        "attacker_column": mine.column,
        "defender_column": theirs.column,
    }


def _artillery(terrain: str, attacker: int, defender: int, rain: bool) -> Mapping[str, Any]:
    found = ARTILLERY.only.find(artillery_row(terrain, rain=rain), attacker - defender)
    return {"cell": found.text, "needs_die": found.needs_die, "row": found.row, "column": found.column}


def _extended_march(die: int, organized: bool, manpower: int) -> Mapping[str, Any]:
    found = EXTENDED_MARCH["organized"].find(die) if organized else EXTENDED_MARCH["disorganized"].find(die, manpower)
    return {"result": found.text, "row": found.row, "column": found.column or "organized"}


def _force_march(unit: Literal["infantry", "cavalry"], roll: int, manpower: int) -> Mapping[str, Any]:
    march = force_march(unit, roll=roll, manpower=manpower)
    return {"extra_mp": march.extra_mp, "manpower_loss": march.manpower_loss}


def _movement(order: Literal["march", "leader"], game: str, side: str, unit: str) -> Mapping[str, Any]:
    allowance = allowance_roll(order, game=game, side=side, unit=unit)
    return {"roll": str(allowance.roll), "minimum": allowance.minimum, "mean": allowance.odds().mean()}


def _entries() -> tuple[ChartEntry, ...]:
    value = Parameter("attacker", Fraction, "attacker's combat value in points, from 1/2 up")
    against = Parameter("defender", Fraction, "defender's combat value in points, without entrenchments")
    return (
        ChartEntry(
            "combat",
            "Combat Chart",
            COMBAT,
            (value, against, Parameter("difference", int, "attacker's modified die minus defender's")),
            _combat,
        ),
        ChartEntry("combat_modifiers", MODIFIERS.title, MODIFIERS),
        ChartEntry(
            "ratio",
            "Ratio Chart",
            RATIO,
            (value, Parameter("defender", Fraction, "defender's combat value in points, with entrenchments")),
            lambda attacker, defender: {"modifier": ratio_modifier(attacker, defender)},
        ),
        ChartEntry(
            "artillery",
            "Artillery Modifier Summary",
            ARTILLERY,
            (
                TERRAIN,
                Parameter("attacker", int, "attacker's artillery value"),
                Parameter("defender", int, "defender's artillery value"),
                RAIN,
            ),
            _artillery,
        ),
        ChartEntry(
            "attack",
            "Attack Summary",
            ATTACKS,
            (
                ATTACK,
                TERRAIN,
                Parameter("cavalry", bool, "whether cavalry or mounted infantry attacks", False),
                Parameter("remaining_mp", int, "MP left", 99),
            ),
            lambda attack, terrain, cavalry, remaining_mp: {
                "mp": attack_cost(attack, cavalry=cavalry, terrain=terrain, remaining_mp=remaining_mp)
            },
        ),
        ChartEntry(
            "flank",
            "Flank Attack Bonus",
            FLANK,
            (
                Parameter("covered", int, "covered hexes around the defender, 0 to 6"),
                Parameter("friendly_covered", int, "how many of them hold friends of the defender", 0),
            ),
            lambda covered, friendly_covered: {"bonus": flank_bonus(covered, friendly_covered)},
        ),
        ChartEntry("retreat", "Retreat Charts", RETREATS),
        ChartEntry("cavalry_retreat", CAVALRY_RETREAT.title, CAVALRY_RETREAT),
        ChartEntry(
            "extended_march",
            "Extended March Table",
            EXTENDED_MARCH,
            (
                Parameter("die", int, "the modified die"),
                Parameter("organized", bool, "whether the unit is organized"),
                Parameter("manpower", int, "its manpower", 1),
            ),
            _extended_march,
        ),
        ChartEntry("extended_march_modifiers", EXTENDED_MARCH_MODIFIERS.title, EXTENDED_MARCH_MODIFIERS),
        ChartEntry(
            "movement",
            "Movement Summary",
            MOVEMENT,
            (
                Parameter("order", str, "a march, or a leader activated", choices=tuple(UNITS)),
                GAME,
                SIDE,
                Parameter("unit", str, "unit or leader", choices=tuple(dict.fromkeys(sum(UNITS.values(), ())))),
            ),
            _movement,
        ),
        ChartEntry(
            "force_march",
            "Force March",
            FORCE_MARCH,
            (
                Parameter("unit", str, "what marches", choices=("infantry", "cavalry")),
                Parameter("roll", int, "one die for infantry, the sum of two for cavalry"),
                Parameter("manpower", int, "manpower before the march"),
            ),
            _force_march,
        ),
        ChartEntry(
            "rail",
            "Railroad Movement Fatigue",
            RAIL,
            (Parameter("hexes", int, "hexes moved, 1 to 40"),),
            lambda hexes: {"fatigue": rail_fatigue(hexes)},
        ),
        ChartEntry(
            "friendly_hex",
            "MP Costs to Enter a Friendly-Occupied Hex",
            FRIENDLY_HEX,
            (
                Parameter("unit", str, "what enters", choices=("infantry", "artillery", "cavalry", "wagon")),
                Parameter("terrain", str, "terrain of the hex", choices=TERRAINS),
                Parameter("value", Fraction, "combined combat value of infantry and artillery there", Fraction(0)),
                Parameter("wagons", bool, "whether wagon trains are there", False),
                Parameter("fractions", str, "how fractions count", "printed", ("printed", "round_up")),
            ),
            lambda unit, terrain, value, wagons, fractions: {
                "mp": friendly_hex_penalty(unit, terrain, value, wagons=wagons, fractions=fractions)
            },
        ),
        ChartEntry(
            "strategic_movement",
            "Strategic Movement Allowance Table",
            STRATEGIC,
            (
                Parameter("game", str, "tag of the game", choices=STRATEGIC_GAMES),
                SIDE,
                Parameter("unit", str, "what moves", choices=("infantry", "cavalry", "wagon")),
                Parameter("fatigue", int, "fatigue levels expended, 2 to 4"),
                Parameter("paralysis", bool, "whether command paralysis is in effect", False),
            ),
            lambda game, side, unit, fatigue, paralysis: {
                "mp": strategic_allowance(game, side, unit, fatigue, paralysis=paralysis)
            },
        ),
        ChartEntry(
            "sequence_of_play",
            SEQUENCE.title,
            SEQUENCE,
            (TURN,),
            lambda turn: {"phases": [one.id for one in phases(turn)]},
        ),
        ChartEntry(
            "random_events",
            "Random Events Table",
            RANDOM,
            (TURN, DICE, Parameter("previous", str, "event of the turn before", None, tuple(RANDOM.names))),
            lambda turn, dice, previous: {"event": random_event(turn, dice, previous)},
        ),
        ChartEntry(
            "strategic_events",
            "Strategic Events Table",
            STRATEGIC_EVENTS,
            (TURN, DICE),
            lambda turn, dice: {"events": strategic_event(turn, dice)},
        ),
        ChartEntry(
            "army_of_relief",
            "Army of Relief Table",
            RELIEF,
            (Parameter("die", int, "the modified die"),),
            lambda die: {"boxes": RELIEF.only.at(die)},
        ),
        ChartEntry("army_of_relief_modifiers", RELIEF_MODIFIERS.title, RELIEF_MODIFIERS),
    )


CHARTS: Final[Mapping[str, ChartEntry]] = {entry.id: entry for entry in _entries()}
"""Every chart of the sheet by name."""
