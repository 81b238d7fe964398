"""Every heading of a campaign book in order, with its page, the functions and tests that carry it, and its status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.pages import PAGES, heading_in
from wargame_altar_of_freedom.rules import award_conditions as conditions
from wargame_altar_of_freedom.rules import (
    battle_cards,
    corps,
    counters,
    deployment,
    event_cards,
    minor_skirmishes,
    raids,
    rallying,
    retreats,
    scoring,
    sequence,
    special_actions,
)
from wargame_altar_of_freedom.rules import fog_of_war as fog
from wargame_altar_of_freedom.rules import march as marching
from wargame_altar_of_freedom.rules import march_options as movement
from wargame_altar_of_freedom.rules import railroads as rails
from wargame_altar_of_freedom.rules import stacking as logistics
from wargame_altar_of_freedom.rules.tabletop import aftermath, battlefield, brief, ground, reinforcements, resolvers
from wargame_core.flow.sequence import Sequence
from wargame_core.plugins.rules_index import Heading, RulesIndex

NO_RULE, PARTLY = "no rule", "partly"
Functions = tuple[Callable[..., Any], ...]
Tests = tuple[str, ...]


def _rule(heading: str, functions: Functions, tests: Tests, note: str = "", status: str = "implemented") -> Heading:
    return Heading("", heading, functions, tests, status, note)


def _prose(heading: str, note: str = "", functions: Functions = (), tests: Tests = ()) -> Heading:
    return Heading("", heading, functions, tests, NO_RULE, note)


SETTING_UP = (
    _prose("Contents"),
    _prose("Introduction"),
    _prose("Campaign History"),
    _prose("Campaign Design Goals"),
    _prose("Map Scale vs. Battle Scale", "the scale of our theater map is in the map file"),
    _prose("What's Different?"),
    _prose("Basic Game Concepts", "each concept has its rule further down"),
    _prose("Limited Time", "see Campaign Turn Sequence"),
    _prose("Event Cards", "see Draw Event Card"),
    _prose("Supply Depots", "see Collect Staff Dice"),
    _prose("Variable Victory Conditions", "see both briefings"),
    _prose("Getting Started"),
    _prose("What You Need to Play", "the totals of the orders of battle are checked against it", (), ("test_data.py",)),
    _rule("Maximum Federal Units", (), ("test_data.py",), "in the data: oob.toml, beside our count"),
    _rule("Maximum Confederate Units", (), ("test_data.py",), "in the data: oob.toml, beside our count"),
    _rule("Orders of Battle", (), ("test_data.py",), "in the data: oob.toml"),
    _rule("Theater Map", (), ("test_map.py",), "the published map is not ours to copy: a reconstruction", PARTLY),
    _rule("Map Tokens", (counters.take_counter, counters.hand_out_counters), ("test_p05_fog_of_war.py",)),
    _rule(
        "Cards", (event_cards.draw_event_card,), ("test_p06_event_cards.py",), "reconstructed: decision 0111", PARTLY
    ),
    _rule(
        "Starting Deployment",
        (deployment.deploying_side, deployment.deploy_one, deployment.set_up_depots, deployment.deployment_spaces),
        ("test_p05_starting_deployment.py",),
    ),
    _rule(
        "Fog of War",
        (fog.reveal, CampaignBoard.sees, CampaignBoard.knows),
        ("test_p05_fog_of_war.py",),
        "notes delayed by a turn, between players of one side, are not played",
    ),
)

MAP_MOVEMENT = (
    _prose("Map Movement"),
    _rule("Turn Sequence", (sequence.campaign_sequence,), ("test_p06_turn_sequence.py",)),
    _rule("Draw Event Card", (event_cards.draw_event_card,), ("test_p06_turn_sequence.py", "test_p06_event_cards.py")),
    _rule("Collect Staff Dice", (event_cards.collect_staff_dice,), ("test_p06_turn_sequence.py",)),
    _rule("Making the First Move", (corps.nominate_corps, corps.commands_left), ("test_p06_turn_sequence.py",)),
    _rule("Movement Rates", (movement.march_allowance, movement.allowances), ("test_p06_movement.py",)),
    _rule("Staff Dice", (corps.allot_dice, corps.AllotChoices), ("test_p06_movement.py",)),
    _rule("How to Roll Staff Dice", (movement.staff_die_spaces, marching.move_one_token), ("test_p06_movement.py",)),
    _rule("Movement Restrictions", (movement.MarchChoices, movement.allowance_ruling), ("test_p06_movement.py",)),
    _rule(
        "Railroads",
        (rails.rail_effect, rails.travel, rails.RailChoices),
        ("test_p06_event_cards.py", "test_p06_movement.py"),
        "the book leaves it to scenarios whose briefings are silent: by event card only, decision 0111",
    ),
    _rule("Crossing Rivers", (movement.MarchChoices, CampaignBoard.closed_crossings), ("test_p07_crossing_rivers.py",)),
    _rule("Logistical Limitations", (logistics.stacking,), ("test_p07_logistical_limitations.py",)),
    _prose("Where Are the Generals?", "they come to tabletop battles: see Generals Arriving"),
    _rule("Decoy Divisions", (movement.enters_enemies,), ("test_p11_pickets_depots_fortress.py",)),
    _rule(
        "Special Actions",
        (
            special_actions.take_special_action,
            special_actions.special_action_succeeds,
            special_actions.destroy_crossing,
            special_actions.repair_crossing,
        ),
        ("test_p08_special_actions.py",),
    ),
    _rule("Alternate Movement", (corps.nominate_corps, corps.end_corps), ("test_p06_turn_sequence.py",)),
    _rule("Contact with an Enemy Token", (marching.walk, marching.meet_enemy), ("test_p09_contact.py",)),
    _rule("Movement Example", (marching.move_one_token,), ("test_p08_movement_example.py",)),
)

FIGHTING_BATTLES = (
    _prose("Fighting Battles"),
    _rule("Contact is Made", (battle_cards.make_contact,), ("test_p09_contact.py",)),
    _rule("Battle Cards", (battle_cards.may_play_battle, battle_cards.play_battle_cards), ("test_p09_contact.py",)),
    _rule(
        "Pitched Battle", (battle_cards.may_play_battle, battle_cards.battle_result), ("test_p10_minor_skirmishes.py",)
    ),
    _rule("Skirmish", (battle_cards.battle_result,), ("test_p10_minor_skirmishes.py",)),
    _rule("Retreat", (battle_cards.battle_result, retreats.retreat), ("test_p10_minor_skirmishes.py",)),
    _rule("Reveal Battle Cards", (battle_cards.play_battle_cards,), ("test_p09_contact.py",)),
    _rule("Battle Results Table", (battle_cards.battle_result,), ("test_p10_minor_skirmishes.py",)),
    _rule(
        "Minor Skirmishes",
        (minor_skirmishes.minor_skirmish, minor_skirmishes.skirmish_score, minor_skirmishes.skirmish_odds),
        ("test_p10_minor_skirmishes.py",),
    ),
    _rule("Skirmish Casualties", (minor_skirmishes.skirmish_casualty,), ("test_p10_minor_skirmishes.py",)),
    _rule("Retreating from Battle", (retreats.retreat, retreats.retreat_ways), ("test_p11_retreats.py",)),
    _rule("Blocked Retreats", (retreats.retreat, retreats.break_all), ("test_p11_retreats.py",)),
    _rule("Contact with Pickets", (marching.drive_off,), ("test_p11_pickets_depots_fortress.py",)),
    _rule("Capturing Supply Depots", (marching.capture_depot,), ("test_p11_pickets_depots_fortress.py",)),
    _rule("Tabletop Battles", (aftermath.end_battle,), ("test_p11_battlefield.py", "test_p13_after_a_battle.py")),
    _rule(
        "Defining a Battlefield",
        (battlefield.define_battlefield, battlefield.small_tables, battlefield.larger_tables),
        ("test_p11_battlefield.py",),
    ),
    _rule("Battlefield Example", (battlefield.define_battlefield,), ("test_p11_battlefield.py",)),
    _rule(
        "Assembling the Tabletop",
        (ground.table_features,),
        ("test_p11_battlefield.py",),
        "what the theater map shows is listed; other terrain is the players' affair",
    ),
    _rule("Deployment", (battlefield.deploy_on_table, ground.edge_of_approach), ("test_p11_battlefield.py",)),
    _rule("Time of Day", (battlefield.battle_hours, battlefield.roll_time_of_day), ("test_p11_battlefield.py",)),
    _rule(
        "Calling Reinforcements",
        (reinforcements.call_reinforcements, reinforcements.callable_divisions),
        ("test_p12_reinforcements.py",),
        "the rolls are open; the book allows them to be secret",
    ),
    _rule("Reinforcement Arrival Example", (reinforcements.call_reinforcements,), ("test_p12_reinforcements.py",)),
    _rule(
        "Reinforcement Limitations",
        (reinforcements.approaches, reinforcements.side_to_call),
        ("test_p12_reinforcements.py",),
    ),
    _rule("Reinforcement Table", (reinforcements.arrival_turn,), ("test_p12_reinforcements.py",)),
    _rule("Generals Arriving", (brief.battle_brief,), ("test_p12_reinforcements.py",)),
    _rule("Turn Clock Size", (brief.battle_brief,), ("test_p11_battlefield.py",)),
    _rule(
        "Fighting the Battle",
        (resolvers.reported, resolvers.quick),
        ("test_p13_ending_a_battle.py",),
        "the battle rules are another book: people report what happened, or a stand-in of ours decides",
        PARTLY,
    ),
    _rule(
        "Ending a Battle",
        (brief.army_breakpoint, resolvers.loser_at_breakpoint, resolvers.loser_at_nightfall, resolvers.judge_report),
        ("test_p13_ending_a_battle.py",),
    ),
    _rule(
        "Retreating after Battle",
        (aftermath.retreat_a_loser, aftermath.leaves_the_table, aftermath.spread_a_victor, aftermath.victors_spaces),
        ("test_p13_after_a_battle.py",),
    ),
    _rule("Multi-Day Battles", (event_cards.draw_event_card,), ("test_p13_after_a_battle.py",)),
    _rule("Broken Brigades", (aftermath.fight_battle,), ("test_p13_after_a_battle.py",)),
)

VICTORY_AND_DEFEAT = (
    _rule("Victory & Defeat", (scoring.declare_victory, scoring.decide_campaign), ("test_p14_victory.py",)),
    _rule("End of Turn", (sequence.end_turn, scoring.score_turn), ("test_p14_victory.py", "test_p14_rallying.py")),
    _rule(
        "Reconstituting Broken Units",
        (rallying.rally_one, rallying.rally_succeeds, rallying.return_to_map),
        ("test_p14_rallying.py",),
    ),
    _rule("Victory Points", (scoring.score_turn, scoring.score_at_once, scoring.spent), ("test_p14_victory.py",)),
    _prose("Cheating"),
    _rule("Begin New Turn", (sequence.end_turn, sequence.campaign_over), ("test_p06_turn_sequence.py",)),
)

SCORING = (
    conditions.won,
    conditions.first_entry,
    conditions.crossing_destroyed,
    conditions.turn_ends_occupied,
    conditions.turn_ends_besieged,
    conditions.turn_ends_clear,
)
BRIEFINGS = (
    _rule("Federal Briefing", SCORING, ("test_p15_briefings.py",)),
    _rule("Confederate Briefing", SCORING, ("test_p15_briefings.py",)),
    _prose("Strategic Overview"),
    _rule("Objectives", (conditions.turn_ends_besieged,), ("test_p15_briefings.py",)),
    _rule("Deployment Notes", (deployment.deployment_spaces,), ("test_p05_starting_deployment.py",)),
    _rule(
        "Theater Map Notes",
        (movement.enters_enemies, aftermath.victors_spaces),
        ("test_p11_pickets_depots_fortress.py", "test_p13_after_a_battle.py"),
    ),
    _rule("Federal Victory Point Track", (scoring.score_turn, scoring.score_at_once), ("test_p15_briefings.py",)),
    _rule("Confederate Victory Point Track", (scoring.score_turn, scoring.score_at_once), ("test_p15_briefings.py",)),
    _rule("Federal Order of Battle", (), ("test_data.py",), "in the data: oob.toml, corps by corps"),
    _rule("Confederate Order of Battle", (), ("test_data.py",), "in the data: oob.toml, command by command"),
    _prose("Base Labels", "for cutting out; where they differ from the order of battle see decision 0024"),
    _rule("Quick Reference", (sequence.campaign_sequence,), ("test_p24_quick_reference.py",)),
    _rule("Campaign Turn Sequence", (sequence.campaign_sequence,), ("test_p06_turn_sequence.py",)),
    _rule("Campaign Set-Up", (deployment.deploy_one,), ("test_p05_starting_deployment.py",)),
    _rule("The Campaign Turns", (sequence.campaign_sequence,), ("test_p06_turn_sequence.py",)),
    _rule("Map Movement Rates", (movement.allowances,), ("test_p06_movement.py",)),
    _rule("Minor Skirmish Resolution", (minor_skirmishes.minor_skirmish,), ("test_p10_minor_skirmishes.py",)),
)

HEADINGS = (*SETTING_UP, *MAP_MOVEMENT, *FIGHTING_BATTLES, *VICTORY_AND_DEFEAT, *BRIEFINGS)

FOLDER: Mapping[str, str] = {"GotW": "vicksburg", "AFI": "gettysburg"}
"""Where the tests of what only one book has are."""
PRINTED_BELOW: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "GotW": {
        "Campaign History": ("May 1863",),
        "Federal Order of Battle": ("XIII Corps", "XV Corps", "XVII Corps"),
        "Confederate Order of Battle": ("The Mississippi Department", "Army of the Mississippi", "Relief Army"),
        "Base Labels": ("USA Base Labels", "CSA Base Labels"),
    },
    "AFI": {
        "Campaign History": ("June 1863",),
        "Federal Order of Battle": (
            *(f"Federal {number} Corps" for number in ("I", "II", "III", "V", "VI", "XI", "XII")),
            "Cavalry Corps",
            "Department of the Susquehanna",
        ),
        "Confederate Order of Battle": (
            "The Army of Northern Virginia",
            *(f"Confederate {number} Corps" for number in ("I", "II", "III")),
        ),
        "Base Labels": ("Scenario Base Labels",),
    },
}
"""Headings that only one book has, by the shared heading they stand under: they share its page, tests and status."""
OF_ONE_BOOK: Mapping[str, Mapping[str, tuple[Functions, Tests]]] = {
    "GotW": {},
    "AFI": {
        "Starting Deployment": (
            (deployment.leave_formations_out,),
            ("gettysburg/test_p05_starting_deployment.py",),
        ),
        "Turn Sequence": ((), ("gettysburg/test_p06_turns_and_corps.py",)),
        "Crossing Rivers": ((), ("gettysburg/test_p07_crossing_rivers_or_mountains.py",)),
        "Logistical Limitations": (
            (retreats.follow,),
            ("gettysburg/test_p07_stacked_divisions.py", "gettysburg/test_p07_baggage_trains.py"),
        ),
        "Special Actions": ((raids.raid_targets, raids.raid), ("gettysburg/test_p08_raids.py",)),
        "Fighting the Battle": ((), ("gettysburg/test_p12_tabletop_battles.py",)),
        "Confederate Briefing": ((conditions.brought_home, conditions.few_clear_routes), ()),
        "Theater Map Notes": (
            (ground.table_features,),
            ("gettysburg/test_p07_crossing_rivers_or_mountains.py", "gettysburg/test_p12_tabletop_battles.py"),
        ),
    },
}
"""What one of the books adds to a heading: further functions and tests."""
SHARED_TESTS = "altar_of_freedom"
BY_GAME = {
    "test_data.py",
    "test_map.py",
    "test_p06_event_cards.py",
    "test_p15_briefings.py",
    "test_p24_quick_reference.py",
}
"""Tests that each campaign has of its own, in the folder of the game."""
RENAMED = {("AFI", "test_p15_briefings.py"): "test_p15_victory_points.py", ("AFI", "test_p24_quick_reference.py"): ""}


def _tests(book: str, heading: Heading, more: Tests) -> Tests:
    folder = FOLDER.get(book, FOLDER["GotW"])
    found = []
    for test in heading.tests:
        name = RENAMED.get((book, test), test)
        if name:
            found.append(f"{folder if test in BY_GAME else SHARED_TESTS}/{name}")
    return tuple(f"tests/{test}" for test in (*found, *more))


def campaign_rules_index(book: str, document: str, sequence: Sequence | None = None) -> RulesIndex:
    """The index of one supplement; ``book`` is its short name. A book without a list of pages is shown without them."""
    pages, below = PAGES.get(book, {}), PRINTED_BELOW.get(book, {})
    headings = []
    for one in HEADINGS:
        functions, tests = OF_ONE_BOOK.get(book, {}).get(one.heading, ((), ()))
        for name in (heading_in(book, one.heading), *below.get(one.heading, ())):
            headings.append(
                Heading(
                    pages.get(one.heading, ""),
                    name,
                    (*one.functions, *functions),
                    _tests(book, one, tests),
                    one.status,
                    one.note,
                )
            )
    return RulesIndex(document, tuple(headings), sequence)
