"""The index of the clock: the headings of the sheet that run in it, with the functions and tests that carry them."""

from __future__ import annotations

from wargame_core.plugins.rules_index import Heading, RulesIndex
from wargame_thunder_on_the_mississippi.rules import (
    action_cycle,
    combat,
    march,
    random_phase,
    sequence,
    siege,
    strategic_cycle,
)

EVENTS, SIEGE = "test_events.py", "test_siege.py"
OPERATIONS, LAWS = "test_operations.py", "test_laws.py"

HEADINGS = (
    Heading(
        "",
        "Advanced Game Sequence of Play",
        (
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
        (SIEGE, OPERATIONS, LAWS),
        "partly",
        "phases, segments and dates are printed, and all run; what happens in them is reconstructed "
        "(decisions 0046, 0047, 0080, 0081); pontoon bridges are not in the running game",
    ),
    Heading(
        "",
        "The operations of the clock, which are ours",
        (
            action_cycle.operations,
            march.march,
            combat.attack_at_arrival,
            combat.assault,
            combat.sortie,
            action_cycle.dig,
            action_cycle.repair,
        ),
        (OPERATIONS, SIEGE),
        "no rule",
        "not in the document: they stand in for play on the map, which was not published with the sheet "
        "(decisions 0080, 0081)",
    ),
    Heading(
        "",
        "Army of Relief Table",
        (strategic_cycle.army_of_relief,),
        (EVENTS, "test_answers.py"),
        "implemented",
        "table and modifiers are printed; first roll, last box and what the army then does are reconstructed",
    ),
    Heading(
        "",
        "Random Events Table",
        (random_phase.random_events,),
        (EVENTS,),
        "implemented",
        "the table is printed; most effects are reconstructed, line by line in effects.toml",
    ),
    Heading(
        "",
        "Strategic Events Table",
        (strategic_cycle.strategic,),
        (EVENTS,),
        "implemented",
        "table and footnotes are printed; most effects are reconstructed, line by line in effects.toml",
    ),
)


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    return RulesIndex("Thunder on the Mississippi Charts & Tables, version 1.6", HEADINGS, sequence.ADVANCED_GAME)
