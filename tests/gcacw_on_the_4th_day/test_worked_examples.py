"""Worked examples of On the 4th Day on its map: a position, its numbers worked out by hand, and where they are printed.

The charts are those of the series, version 1.6; the scenario's own rules are those of its text. Where neither prints a
rule (recovery, works) the example names the reading.
"""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_core import Game
from wargame_core.authoring import Table
from wargame_gcacw.board import actions
from wargame_gcacw.board.action_events import CavalryRetreated
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.results import CombatDice
from wargame_gcacw.printed.book import POINT, show_points
from wargame_gcacw.printed.counters import LeaderId, Side
from wargame_gcacw.rules.action_cycle import begin_action, initiative, may_march, next_march, units_to_activate
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.march import MarchChoices, march_on
from wargame_gcacw.rules.movement_costs import march_reach
from wargame_gcacw.rules.retreats import react
from wargame_gcacw.rules.sequence import recovery
from wargame_gcacw.rules.victory_points import score, victory_level
from wargame_gcacw_on_the_4th_day import PLUGIN
from wargame_gcacw_on_the_4th_day.rules import night_falls
from wargame_laws import drive, first

NOT_FORCED, FORCED = actions.ForceMarch(False), actions.ForceMarch(True)


def marching(unit: str, side: Side) -> Callable[[Table[Any]], Any]:
    """A side begins a march of one unit; its allowance is rolled."""
    return lambda table: begin_action(table, side, actions.MarchUnit(unit))


def cost(board: FieldBoard, unit: str, hex: str, points: int = 12) -> str:
    """The movement points that the march of a unit to a hex costs."""
    return show_points(march_reach(board, unit, points * POINT).cost(board.ground.map.parse(hex)))


# marches


@pytest.mark.parametrize(("die", "disorganized"), [(4, False), (5, True)])
def test_wright_tires_to_level_three_and_a_five_disorganizes_him(lay: Any, die: int, disorganized: bool) -> None:
    """Source: GCACW charts 1.6 Extended March Table

    An organized Union division of the Army of the Potomac goes from level 2 to 3 on its normal side: +1 as another
    Union unit. 4 + 1 = 5: no effect. 5 + 1 = 6: D.
    """
    board = lay(usa_wright=("S3304", {"fatigue": 2, "manpower": 9}))
    drive(marching("usa_wright", "union"), board, 3)
    drive(next_march, board, die, *[NOT_FORCED] * (not disorganized), by="union")
    state = board.units["usa_wright"]
    assert (state.fatigue, state.disorganized, state.manpower) == (3, disorganized, 9)


@pytest.mark.parametrize(("die", "left"), [(2, 11), (3, 10), (4, 9), (5, 8)])
def test_an_exhausted_disorganized_division_of_eleven_pays_up_to_three_points(lay: Any, die: int, left: int) -> None:
    """Source: GCACW charts 1.6 Extended March Table

    Exhausted, from level 3 to 4: +3; a Confederate has no modifier of his army. 2 + 3 = 5: nothing; 6: 1; 7: 2; 8: 3,
    in the column of disorganized units of ten and more.
    """
    tired = {"fatigue": 3, "manpower": 11, "exhausted": True, "disorganized": True}
    board = lay(csa_hood=("S2504", tired))
    drive(marching("csa_hood", "confederate"), board, 3)
    drive(next_march, board, die)
    assert board.units["csa_hood"].manpower == left


@pytest.mark.parametrize(
    ("unit", "manpower", "allowance", "forced", "points", "left"),
    [
        ("csa_hood", 6, (3,), (6,), 9, 4),
        ("csa_hood", 5, (3,), (6,), 9, 4),
        ("csa_hood", 6, (3,), (1,), 6, 6),
        ("csa_jones", 3, (2, 3), (3, 4), 12, 3),
        ("csa_jones", 3, (2, 3), (4, 4), 13, 2),
        ("csa_jones", 3, (2, 3), (1, 2), 10, 3),
    ],
)
def test_a_force_march_gives_points_for_manpower(
    lay: Any, unit: str, manpower: int, allowance: Any, forced: Any, points: int, left: int
) -> None:
    """Source: GCACW charts 1.6 Movement Summary, Force March

    Hood rolls 3 + 1 = 4. Forced with a 6: 6 - 1 = 5 more, 9; two points lost of six, one of five. With a 1: the least,
    2 more, 6, nothing lost. Jones rolls 5 + 1 = 6. With a 7: 6 more, 12, nothing lost; with an 8: 7 more, 13, one
    lost; with a 3: the least, 4 more, 10.
    """
    board = lay(**{unit: ("S2504", {"manpower": manpower})})
    drive(marching(unit, "confederate"), board, *allowance)
    drive(next_march, board, FORCED, *forced, by="confederate")
    assert board.the_march.left == points * POINT
    assert (board.units[unit].manpower, board.units[unit].disorganized) == (left, True)


@pytest.mark.parametrize(("friends", "points"), [((1, 1), "1"), ((2, 1), "4"), ((6, 5), "4"), ((6, 6), "5")])
def test_a_division_joins_friends_in_the_woods_of_round_top(lay: Any, friends: tuple[int, int], points: str) -> None:
    """Source: GCACW charts 1.6 MP Costs to Enter Friendly-Occupied Hex

    By the road into woods: 1. Friends of less than 3 together cost nothing, of 3 to 11 three more, of more than 11
    four more.
    """
    heth, pender = ({"manpower": manpower} for manpower in friends)
    board = lay(csa_hood="S3103", csa_heth=("S3203", heth), csa_pender=("S3203", pender))
    assert cost(board, "csa_hood", "S3203") == points


def test_a_division_at_fatigue_four_is_rested_to_one_and_its_next_march_is_an_extended_one(lay: Any) -> None:
    """Source: GCACW charts 1.6 Extended March Table, When to Consult. Readings: Recovery

    Recovery: Hood 4 - 3 = 1, exhausted; McLaws, at 2, is rested to 0 on his normal side. Next turn Hood marches from
    1 to 2, exhausted: the table is consulted, without a modifier, and a 6 disorganizes him. McLaws at 1 rolls nothing.
    """
    board = lay(csa_hood=("S2504", {"fatigue": 4}), csa_mclaws=("S2404", {"fatigue": 2}), digging="no")
    drive(recovery, board)
    states = {unit: (state.fatigue, state.exhausted) for unit, state in board.units.items()}
    assert states == {"csa_hood": (1, True), "csa_mclaws": (0, False)}
    drive(marching("csa_hood", "confederate"), board, 3)
    drive(next_march, board, 6)
    assert (board.units["csa_hood"].fatigue, board.units["csa_hood"].disorganized) == (2, True)
    board.march = board.activation = None
    drive(marching("csa_mclaws", "confederate"), board, 3)
    drive(next_march, board, NOT_FORCED, by="confederate")
    assert (board.units["csa_mclaws"].fatigue, board.units["csa_mclaws"].disorganized) == (1, False)


# command


def test_hills_command_runs_three_hexes_past_enemies_only_where_friends_stand(lay: Any) -> None:
    """Source: GCACW charts 1.6 Command Radius Summary

    From S3102 to S3105 there is one path of three hexes: S3103, S3104, S3105. Barnes in S3204 reaches into the last
    two. Pender stands in S3105 himself; S3104 is open to Hill's command only when Hood stands there.
    """
    posts = {"csa_heth": "S3102", "csa_pender": "S3105"}
    hill, leaders = LeaderId("ldr_hill"), {"ldr_hill": "csa_heth"}
    assert units_to_activate(lay(**posts, leaders=leaders), hill) == ["csa_heth", "csa_pender"]
    watched = lay(**posts, usa_barnes="S3204", leaders=leaders)
    assert units_to_activate(watched, hill) == ["csa_heth"]
    friends = lay(**posts, csa_hood="S3104", usa_barnes="S3204", leaders=leaders)
    assert units_to_activate(friends, hill) == ["csa_heth", "csa_pender"]


# rain and night


@pytest.mark.parametrize(("union", "confederate", "rain"), [(3, 4, False), (4, 4, True)])
def test_the_fifth_tie_makes_the_march_of_its_own_phase_a_wet_one(
    lay: Any, union: int, confederate: int, rain: bool
) -> None:
    """Source: On the 4th Day, Special Rules 1; GCACW charts 1.6 Movement Summary

    Four ties have been; a fifth brings rain in its own phase. Hood rolls 2 + 1 = 3 for three hexes of pike from S3104
    to Gettysburg. Dry they cost 3. In rain they cost 1 1/2 each: 4 1/2 for all, and he comes no farther than S3202.
    """
    board = lay(csa_hood="S3104", usa_wright="S3611", ties=4)
    drive(initiative, board, union, confederate)
    assert (board.active, board.rain) == ("confederate", rain)
    drive(marching("csa_hood", "confederate"), board, 2)
    drive(next_march, board, NOT_FORCED, by="confederate")
    ends = {one.to for one in MarchChoices(board, board.march) if isinstance(one, actions.MoveTo)}
    assert "S3202" in ends
    assert ("S3201" in ends) == (not rain)


def test_nightfall_without_five_ties_brings_rain_frees_trains_and_leaves_zones_as_they_were(lay: Any) -> None:
    """Source: On the 4th Day, Special Rules 2 (Night on July 4th)

    Two ties only. Before night: dry, the trains held, and Hood marches to S3202 for 2 points of pike. At night: rain,
    trains free, and the same march costs 2 times 1 1/2 = 3; Howe's zone of control still ends it there.
    """
    board = lay(csa_hood="N3134", usa_howe="S3203", csa_sub1="N2532", ties=2)
    before = (board.rain, may_march(board, "csa_sub1"), cost(board, "csa_hood", "S3202"))
    drive(night_falls, board)
    after = (board.rain, may_march(board, "csa_sub1"), cost(board, "csa_hood", "S3202"))
    assert (before, after) == ((False, False, "2"), (True, True, "3"))
    reach = march_reach(board, "csa_hood", 5 * POINT)
    assert "must stop in the enemy zone of control at S3202" in str(reach.why_not(board.ground.map.parse("S3303")))


# combat


@pytest.mark.parametrize(("work", "results"), [("", "Dr / Fa"), ("breastworks", "Dr / 1Da")])
def test_hood_attacks_barnes_in_the_rain_with_and_without_breastworks(lay: Any, work: str, results: str) -> None:
    """Source: GCACW charts 1.6 Combat Chart, Ratio Chart, Artillery Modifier Summary. Readings: Digging in

    A normal attack, 8 against 4 in woods; the columns are 7-11 and 4-6 either way. Ratio 2-1: +1; behind breastworks
    the four count double, 8 against 8: 0. Guns: no effect in woods. Hood's 3 against Barnes's 2: +1. Rain: -1. Three
    hexes covered are not flank. So +1, or 0 behind works; 5 - 3 = 2 on the dice makes row +3, or row +2.
    """
    barnes = {"manpower": 4, "work": work}
    board = lay(csa_hood=("S3103", {"manpower": 8}), usa_barnes=("S3203", barnes), rain=True)
    combat = combat_at(board, ["csa_hood"], board.ground.map.parse("S3203"), how="normal")
    outcome = combat.outcome(CombatDice.of(5, 3))
    assert (outcome.ratio_modifier, outcome.artillery_modifier, outcome.flank_bonus) == (0 if work else 1, 0, 0)
    assert outcome.row == (2 if work else 3)
    assert str(outcome) == results


def test_a_tired_brigade_behind_a_creek_in_rain_costs_hood_a_single_point(lay: Any) -> None:
    """Source: GCACW charts 1.6 Cavalry Retreat Die Roll Modifiers. Readings: Cavalry before infantry

    Devin, 1 point of manpower at fatigue 4: a small force -2, tired out -2, a creek in rain +2: -2 in all. A 5 makes
    3, of which half, 1, is taken from Hood's 4 points. Nothing is lost: the roll is above 1.
    """
    board = lay(
        marching="csa_hood", points=4, csa_hood="S3103", usa_devin=("S3003", {"manpower": 1, "fatigue": 4}), rain=True
    )
    events = drive(
        lambda table: react(table, "csa_hood"), board, ("union", actions.CavalryRetreat(True)), 5, rest=first
    )
    roll = next(event for event in events if isinstance(event, CavalryRetreated))
    assert (roll.die, roll.total, roll.cost) == (5, 3, 1 * POINT)
    assert board.the_march.left == 3 * POINT
    assert board.units["usa_devin"].manpower == 1


# victory points


@pytest.mark.parametrize(
    ("mishaps", "total"),
    [
        ({"retreat_hexes": 3}, -12),
        ({"retreat_hexes": 3, "extended_march": 1}, -18),
        ({"retreat_hexes": 4, "extended_march": 1}, -20),
        ({"retreat_hexes": 3, "eliminated": True}, -20),
    ],
)
def test_a_trains_mishaps_stop_at_twenty_and_its_manpower_stands_beside_them(
    mishaps: dict[str, Any], total: int
) -> None:
    """Source: On the 4th Day, Victory Conditions (Variant A), the three lines with asterisks and the note below them

    Three hexes of retreat: 3 times -4 = -12; with a loss in an extended march -6 more, -18. Four hexes and a loss are
    -22, elimination after three hexes -32: both stop at -20. Two points of manpower lost in combat, 2 times -2 = -4,
    count besides.
    """
    ask = PLUGIN.cases["victory_points"]
    given = {"scenario": "A", "trains": {"csa_sub1": mishaps}, "answer": "total"}
    assert ask(given) == total
    assert ask({**given, "lost": {"CSA": {"combat": {"wagon": 2}}}}) == total - 4


def test_hood_takes_two_hills_and_the_battle_continues_to_a_marginal_victory(lay: Any, game: Game) -> None:
    """Source: On the 4th Day, Special Rules 5 and 6, Victory Conditions (Variant B)

    At the start 10 + 4 times 5 = 30. Hood marches from Gettysburg by the pike through Evergreen Cemetery (S3202) to
    S3303, both Union hexes: 40. Devin rides into the Peach Orchard: cavalry takes nothing. Union losses of 3 in combat
    +3, Confederate 1 in retreat -1, 2 in an extended march nothing: 42, which is 41 to 45.
    """
    start = game.start(scenario="the_battle_continues", seed=1).board
    assert isinstance(start, FieldBoard)
    given: dict[str, Any] = {"scenario": "the_battle_continues", "control": dict(start.control), "points": 6}
    board = lay(marching="csa_hood", csa_hood="S3201", usa_devin="S3104", **given)
    assert score(board).total == 30
    for hex in ("S3202", "S3303"):
        drive(march_on, board, actions.MoveTo(hex), by="confederate")
    assert score(board).total == 40
    ride = lay(marching="usa_devin", usa_devin="S3104", **{**given, "control": dict(board.control)})
    drive(march_on, ride, actions.MoveTo("S3103"), by="union")
    ride.lost_manpower = {
        "union:combat:infantry": 3,
        "confederate:retreat:infantry": 1,
        "confederate:extended_march:infantry": 2,
    }
    total = score(ride).total
    level = victory_level(ride.scenario, total)
    assert (total, level.title) == (42, "Confederate Marginal Victory")
