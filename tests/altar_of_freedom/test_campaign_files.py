"""Everything that can be wrong in the files of a campaign is named with file, line and column."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

ProblemsOf = Callable[[str, str, str, str], list[str]]


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        # shape
        ("campaign.toml", "turns = 8\n", "", r"campaign\.toml:\d+:\d+: E202 turns: missing: a whole number"),
        (
            "campaign.toml",
            "turns = 8\n",
            "turn = 8\nturns = 8\n",
            r"campaign\.toml:7:1: E201 turn: unknown key \(.*"
            r"did you mean 'turns'\?",
        ),
        ("campaign.toml", "turns = 8\n", 'turns = "8"\n', r"campaign\.toml:7:1: E203 turns: '8' is not a whole number"),
        (
            "campaign.toml",
            'points = "6+d3"',
            'points = "6+d3+1"',
            r"award\[\d+\]\.points: '6\+d3\+1' is not an amount such as",
        ),
        ("campaign.toml", '["federal", "confederate"]', '["federal"]', r"E205 seats: 1 items"),
        (
            "campaign.toml",
            'limit = "once_per_place"',
            'limit = "once_a_place"',
            r"E204 award\[\d+\]\.limit: 'once_a_place' is "
            r"not allowed here \(each, every_turn, once, once_per_place\); did you mean 'once_per_place'\?",
        ),
        (
            "campaign.toml",
            'kind = "anywhere", yields',
            'kind = "any", yields',
            r"E204 deployment\[4\]\.where\.kind: 'any' is "
            r"not a kind \(at, one_at_each, road_column, near_divisions, anywhere\)",
        ),
        ("campaign.toml", 'fraction = "1/4"', 'fraction = "a quarter"', r"E203 breakpoint\.fraction: 'a quarter'"),
        ("campaign.toml", "turns = 8\n", "turns = \n", r"campaign\.toml:7:9: E103 not TOML"),
        ("campaign.toml", "[battle_time]", "[battle_times]", r"E201 battle_times: unknown key .* 'battle_time'"),
        # names of other files
        (
            "campaign.toml",
            'place = "Jackson"',
            'place = "Jacksn"',
            r"E301 depot\[1\]\.place: 'Jacksn' is not a place \(.*"
            r"did you mean 'Jackson'\?",
        ),
        (
            "campaign.toml",
            '["Warrenton"]',
            '["Warranton"]',
            r"E301 deployment\[1\]\.where\.places\[0\]: 'Warranton' is not "
            r"a place .*did you mean 'Warrenton'\?",
        ),
        (
            "campaign.toml",
            '["cs_mississippi_bowen"]',
            '["cs_mississippi_bown"]',
            r"E301 deployment\[1\]\.divisions\[0\]: "
            r"'cs_mississippi_bown' is not a division .*did you mean 'cs_mississippi_bowen'\?",
        ),
        (
            "campaign.toml",
            '"us_xv", "us_xvii"]',
            '"us_xv", "us_xvi"]',
            r"E301 activation\[0\]\.corps\[2\]: 'us_xvi' is not a",
        ),
        (
            "campaign.toml",
            'first_mover = "federal"',
            'first_mover = "union"',
            r"E301 first_mover: 'union' is not a side "
            r"\(confederate, federal\)",
        ),
        (
            "campaign.toml",
            'stack_exempt = ["depot"]',
            'stack_exempt = ["depots"]',
            r"E301 stack_exempt\[0\]: 'depots' is not "
            r"a token kind",
        ),
        (
            "campaign.toml",
            '"Clinton"] }',
            '"Clintn"] }',
            r"E301 award\[\d+\]\.when\.places\[2\]: 'Clintn' is not a place",
        ),
        (
            "deck.toml",
            'division = "cs_relief_french"',
            'division = "cs_relief_frnch"',
            r"deck\.toml:\d+:1: E301 "
            r"card\[1\]\.effect\[0\]\.division: 'cs_relief_frnch' is not a division",
        ),
        (
            "deck.toml",
            'river = "Big Black"',
            'river = "Big Blue"',
            r"E301 card\[4\]\.effect\[0\]\.river: 'Big Blue' is not a "
            r"river \(Big Black, Mississippi, Pearl\)",
        ),
        ("deck.toml", 'fallback = "entry_north_canton"', 'fallback = "entry_west"', r"is not an entry space"),
        (
            "deck.toml",
            '"cs_relief", "cs_relief"]',
            '"cs_relief", "cs_relef"]',
            r"by_d6\[5\]: 'cs_relef' is not a command",
        ),
        # names of the rules
        (
            "campaign.toml",
            'kind = "skirmish_won"',
            'kind = "skirmish_wun"',
            r"E601 award\[\d+\]\.when\.kind: 'skirmish_wun' is "
            r"not a condition \(.*did you mean 'skirmish_won'\?",
        ),
        (
            "campaign.toml",
            'place = "Vicksburg", spaces = 3',
            'place = "Vicksburg"',
            r"E202 award\[\d+\]\.when\.spaces: missing",
        ),
        (
            "campaign.toml",
            'kind = "destroy_crossing"',
            'kind = "burn_crossing"',
            r"E602 special_action\[0\]\.kind: "
            r"'burn_crossing' is not a special action",
        ),
        (
            "deck.toml",
            'kind = "close_crossings"',
            'kind = "close_crossing"',
            r"E511 card\[4\]\.effect\[0\]\.kind: "
            r"'close_crossing' is not an effect .*did you mean 'close_crossings'\?",
        ),
        ("deck.toml", 'at = "Canton"\n', "", r"E207 card\[2\]\.effect\[0\]: needs either at or by_d6"),
        # twice
        (
            "campaign.toml",
            'id = "cs_depot_vicksburg"',
            'id = "cs_depot_jackson"',
            r"E302 depot\[2\]\.id: 'cs_depot_jackson' is "
            r"already a depot, on line \d+",
        ),
        (
            "campaign.toml",
            'id = "us_siege"',
            'id = "us_skirmish"',
            r"E302 award\[\d+\]\.id: 'us_skirmish' is already an award",
        ),
        ("campaign.toml", 'kind = "repair_crossing"', 'kind = "destroy_crossing"', r"E302 special_action\[1\]\.kind"),
        ("deck.toml", 'id = "french_arrives"', 'id = "walker_arrives"', r"deck\.toml:\d+:1: E302 card\[1\]\.id"),
        ("oob.toml", 'id = "us_xiii_smith"', 'id = "us_xiii_hovey"', r"oob\.toml:\d+:1: E302 formation\[\d+\]\.id"),
        # tables
        ("campaign.toml", '6 = { start = "13:00", turns = 6 }\n', "", r"E603 battle_time: nothing for a roll of 6"),
        (
            "campaign.toml",
            'start = "13:00", turns = 6',
            'start = "13:00", turns = 7',
            r"E603 battle_time\.6: 7 hourly turns "
            r"from 13:00 end at 20:00, not at 19:00",
        ),
        ("campaign.toml", 'start = "13:00"', 'start = "1pm"', r"E603 battle_time\.6\.start: '1pm' is not a time"),
        ("campaign.toml", "6 = [1, 1, 2]", "6 = [1, 1, 2]\n7 = [1, 1, 1]", r"E603 reinforcement\.7: a d6 has no 7"),
        (
            "campaign.toml",
            "counts_as = { 6 = 0 }",
            "counts_as = { 7 = 0 }",
            r"E603 staff_die\.counts_as\.7: a die of 6 sides",
        ),
        ("campaign.toml", "rally_target = 5", "rally_target = 7", r"E603 rally_target: a die of 6 sides has no 7"),
        ("campaign.toml", 'turn_clock = "d10"', 'turn_clock = "10"', r"E603 turn_clock: '10' is not a die such as d10"),
        ("campaign.toml", 'nightfall = "19:00"', 'nightfall = "late"', r"E603 nightfall: 'late' is not a time"),
        (
            "campaign.toml",
            'fraction = "1/4"',
            'fraction = "5/4"',
            r"E603 breakpoint\.fraction: 5/4 is not between 0 and 1",
        ),
        ("campaign.toml", "points_to_win = 25", "points_to_win = 0", r"E603 points_to_win: 0 is less than 1"),
        # sides, kinds, commands
        (
            "campaign.toml",
            '"federal", "confederate"]',
            '"federal", "rebel"]',
            r"E301 deploys_first: 'confederate' is not a side",
        ),
        (
            "oob.toml",
            'arm = "cavalry"\nstatus',
            'arm = "artillery"\nstatus',
            r"E605 base_move: no base move for 'artillery', "
            r"which Jackson's Cav\. Division moves as",
        ),
        (
            "oob.toml",
            'status = "random_arrival"',
            'status = "random_arival"',
            r"oob\.toml:\d+:1: E605 formation\[\d+\]\.status:"
            r" 'random_arival' is not a status .*did you mean 'random_arrival'\?",
        ),
        (
            "campaign.toml",
            '["cs_mississippi", "cs_relief"]',
            '["cs_mississippi"]',
            r"E606 activation: cs_relief \(Relief Army\)"
            r" is activated by no side",
        ),
        (
            "campaign.toml",
            '"us_xv", "us_xvii"]',
            '"us_xv", "us_xvii", "us_xv"]',
            r"E606 activation\[0\]\.corps\[3\]: us_xv is "
            r"activated twice",
        ),
        (
            "campaign.toml",
            '"us_xv", "us_xvii"]',
            '"us_xv", "us_xvii", "cs_relief"]',
            r"E606 activation\[0\]\.corps\[3\]: "
            r"cs_relief is not on the federal side",
        ),
        # set-up
        (
            "campaign.toml",
            '["cs_mississippi_bowen"]',
            '["cs_mississippi_loring"]',
            r"E607 deployment\[1\]: Loring's Division "
            r"\(cs_mississippi_loring\) is set up twice",
        ),
        (
            "campaign.toml",
            '["cs_mississippi_bowen"]',
            '["cs_mississippi_loring"]',
            r"E607 deployment: Bowen's Division "
            r"\(cs_mississippi_bowen\) is set up nowhere",
        ),
        (
            "campaign.toml",
            '["cs_relief_gregg"]',
            '["cs_relief_gregg", "cs_relief_walker"]',
            r"E607 deployment\[3\]: Walker's "
            r"Division \(cs_relief_walker\) comes by a card and is not set up",
        ),
        ("campaign.toml", 'pickets = ["us_xiii"]', 'pickets = ["us_xv"]', r"E607 deployment\[8\]: sets up nothing"),
        (
            "campaign.toml",
            'pickets = ["us_xiii"]',
            'pickets = ["us_xiii", "cs_relief"]',
            r"E607 deployment\[8\]: Picket of "
            r"Relief Army \(cs_relief_picket_1\) is not on the federal side",
        ),
        # cards
        (
            "deck.toml",
            "remove_unseen = 2",
            "remove_unseen = 1",
            r"campaign\.toml:7:1: E609 turns: 8 turns, but the deck leaves "
            r"9 cards to draw",
        ),
        (
            "deck.toml",
            'division = "cs_relief_french"',
            'division = "cs_relief_walker"',
            r"oob\.toml:\d+:1: E609 formation\[\d+\]"
            r"\.status: French's Division waits for a card, but no card names 'cs_relief_french'",
        ),
        (
            "deck.toml",
            'helps = "federal"',
            'helps = "fedral"',
            r"deck\.toml:\d+:1: E604 card\[5\]\.helps: 'fedral' is not a side",
        ),
        # awards
        (
            "campaign.toml",
            'points = "1"\n',
            'points = "1"\nlimit = "once_per_place"\n',
            r"E610 award\[\d+\]\.limit: once per "
            r"place, but the condition names no places",
        ),
        # provenance
        (
            "campaign.toml",
            'basis = "text"',
            'basis = "hearsay"',
            r"campaign\.toml:1:\d+: E204 source\.basis: 'hearsay'",
        ),
        ("oob.toml", 'basis = "ruling"', 'basis = "rule"', r"oob\.toml:\d+:\d+: E204 .*\.basis: 'rule' is not a basis"),
    ],
)
def test_a_wrong_vicksburg_file_is_refused(
    problems_of: ProblemsOf, file: str, old: str, new: str, problem: str
) -> None:
    found = problems_of("vicksburg", file, old, new)
    assert any(re.search(problem, line) for line in found), "\n".join(found)
