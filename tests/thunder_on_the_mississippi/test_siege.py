"""The siege in the running game: points, forts, demoralization, surrender, and the other ways the game ends."""

import pytest
from tests.thunder_on_the_mississippi.thunder_kit import board, clock, run

from wargame_core.authoring import GameEnded
from wargame_gcacw.charts.advanced_game import SEQUENCE
from wargame_gcacw.charts.results import CombatState, parse_result
from wargame_thunder_on_the_mississippi.board import STATION
from wargame_thunder_on_the_mississippi.rules import combat
from wargame_thunder_on_the_mississippi.rules import strategic_cycle as cycle
from wargame_thunder_on_the_mississippi.rules.operations import Attack, operations
from wargame_thunder_on_the_mississippi.rules.sequence import ADVANCED_GAME, end_of_game, last_turn, turn_marker

READY = CombatState(20)


# ------------------------------------------------------------------------------------- sequence of play
def test_the_sequence_has_the_printed_names_in_the_printed_order() -> None:
    printed = [name for phase in SEQUENCE.phase for name in (phase.name, *(one.name for one in phase.segments))]
    lines = [line.split("  [")[0].strip() for line in str(ADVANCED_GAME).splitlines()]
    assert [line for line in lines if line in printed] == printed
    assert {line for line in lines if line not in printed} == {"Advanced Game", "repeat: Turn", "repeat: Action Phase"}


def test_only_turns_divisible_by_five_have_the_steps_of_the_strategic_cycle() -> None:
    steps = [line.step for line in clock().rules.program.lines if "The Strategic Cycle" in line.path and line.step]
    assert len(steps) == 9
    for turn in range(1, 71):
        on = [step.when(board(turn=turn, box=5)) for step in steps if step.when is not None]
        assert any(on) is (turn % 5 == 0)
        assert all(on) is (turn % 5 == 0 and turn >= 15)


def test_the_siege_scenario_begins_with_the_investment_of_may_18() -> None:
    here = board("siege")
    assert here.book.calendar.day_of(here.turn).isoformat() == "1863-05-18"
    assert here.invested
    assert STATION in here.past_events
    assert here.turn == here.book.effects.siege.investment_turn


# ------------------------------------------------------------------------------------------------ siege
@pytest.mark.parametrize(("away", "besieged"), [([], True), (["XV"], True), (["XV", "XIII"], False)])
def test_two_commands_in_the_lines_besiege_vicksburg(away: list[str], besieged: bool) -> None:
    here = board(turn=30)
    here.place.update(dict.fromkeys(away, "bridgehead"))
    assert run(cycle.siege_phase, here).first(cycle.SiegeNoted) == cycle.SiegeNoted(besieged, not besieged)
    assert here.besieged_turns == besieged


def test_the_army_of_maneuver_does_not_besiege() -> None:
    here = board(turn=60, box=4, maneuver={"XV", "XIII"})
    run(cycle.siege_phase, here)
    assert not here.is_besieged


@pytest.mark.parametrize(("turns", "points"), [(5, 4), (3, 4), (2, 3), (1, 3), (0, 2)])
def test_a_besieged_cycle_adds_a_point_and_an_open_one_takes_one(turns: int, points: int) -> None:
    here = board(turn=40, points=3, besieged_turns=turns)
    run(cycle.garrison_demoralization, here)
    assert here.points == points


def test_siege_points_never_fall_below_0() -> None:
    here = board(turn=40)
    assert run(cycle.garrison_demoralization, here).kinds == []
    assert here.points == 0


@pytest.mark.parametrize(("points", "level"), [(2, 0), (3, -1), (6, -1), (7, -2), (11, -2)])
def test_points_give_the_demoralization_level(points: int, level: int) -> None:
    here = board(turn=40, points=points, besieged_turns=5)
    run(cycle.garrison_demoralization, here)
    assert here.level == level


@pytest.mark.parametrize("level", [0, -1, -2])
def test_a_demoralized_garrison_fights_worse_both_ways(level: int) -> None:
    here = board(points={0: 0, -1: 4, -2: 8}[level])
    plain = board()
    sortie, usual = (combat.combat_of(one, "garrison", "XVII", "march").prepared for one in (here, plain))
    assert sortie.attacker_modifiers[0] - usual.attacker_modifiers[0] == level
    defence, usual = (
        combat.combat_of(one, "XVII", "garrison", "assault", "stockade_redan").prepared for one in (here, plain)
    )
    assert defence.defender_modifier - usual.defender_modifier == level


@pytest.mark.parametrize(("die", "falls"), [(1, False), (4, False), (5, True), (6, True)])
def test_the_weakest_fort_degrades_on_5_and_6(die: int, falls: bool) -> None:
    here = board(turn=30)
    here.forts["great_redoubt"] = 2
    run(cycle.fort_degradation, here, [die])
    assert here.forts["great_redoubt"] == 2 - falls


# -------------------------------------------------------------------------------------------- surrender
def test_surrender_is_in_question_from_nine_points() -> None:
    assert not cycle.may_surrender(board(points=8))
    assert cycle.may_surrender(board(points=9))


@pytest.mark.parametrize(("points", "dice", "falls"), [(9, (6, 6), True), (9, (6, 5), False), (12, (4, 5), True)])
def test_two_dice_must_reach_12_less_1_for_each_point_above_nine(
    points: int, dice: tuple[int, int], falls: bool
) -> None:
    here = board(turn=66, points=points)
    found = run(cycle.surrender, here, dice)
    assert f"needed {12 - (points - 9)}" in found.first(combat.Told).words
    assert found.over is falls
    if falls:
        assert here.outcome is not None
        assert (here.outcome.winner, here.outcome.level) == ("union", "surrendered")
        assert here.outcome.scores == {"union": 5, "confederate": 65}
        assert "July 4, on the day" in found.first(GameEnded).outcome.text


def test_after_turn_70_vicksburg_has_held_out() -> None:
    here = board(turn=70)
    assert last_turn(here)
    assert not last_turn(board(turn=69))
    assert run(end_of_game, here).over
    assert here.outcome is not None
    assert (here.outcome.winner, here.outcome.level, here.outcome.scores) == (
        "confederate",
        "held out",
        {"union": 0, "confederate": 70},
    )


def test_the_turn_marker_keeps_the_event_of_the_turn_before() -> None:
    here = board(turn=30, event="rain", ties=2, passes=2, intelligence=True, besieged_turns=5)
    run(turn_marker, here)
    assert (here.turn, here.before, here.event, here.ties, here.passes) == (31, "rain", "", 0, 0)
    assert here.besieged_turns == 0
    here.besieged_turns = 1
    run(turn_marker, here)
    assert here.besieged_turns == 1


# ---------------------------------------------------------------------------------------------- combats
def test_an_assault_climbs_a_bluff_against_works_and_the_reserve() -> None:
    here = board(grant="XIII")
    climb = combat.combat_of(here, "XVII", "garrison", "assault", "railroad_redoubt")
    assert climb.entrenched == 75
    ruling = climb.facts
    assert (ruling["slope"], ruling["tactical_modifier"]) == ("up_bluff", -1)
    assert combat.combat_of(here, "XIII", "garrison", "assault", "great_redoubt").facts["tactical_modifier"] == 0


def test_grant_adds_nothing_when_drunk() -> None:
    here = board(grant="XIII", event="grant_drunk")
    assert combat.combat_of(here, "XIII", "garrison", "assault", "great_redoubt").facts["tactical_modifier"] == -1


def test_an_assault_that_drives_the_garrison_back_takes_a_level() -> None:
    here = board(grant="XV", points=8)
    here.units |= {"XV": CombatState(60), "garrison": CombatState(5)}
    found = run(lambda t: combat.attack(t, "XV", "garrison", "great_redoubt"), here, [2, 6, 1])
    assert found.first(combat.FortFell) == combat.FortFell("great_redoubt", 2, "assault")
    assert found.first(combat.Told).place == "great_redoubt"


def test_through_a_fort_of_level_0_the_city_is_stormed() -> None:
    here = board(turn=30, points=8)
    here.units |= {"XV": CombatState(60), "garrison": CombatState(9)}
    here.forts["great_redoubt"] = 0
    assert run(lambda t: combat.attack(t, "XV", "garrison", "great_redoubt"), here, [2, 6, 1]).over
    assert here.outcome is not None
    assert (here.outcome.winner, here.outcome.level) == ("union", "stormed")


def test_a_garrison_without_men_has_lost_the_city() -> None:
    here = board(turn=30)
    here.units["garrison"] = CombatState(1)
    assert run(lambda t: combat.attack(t, "XV", "garrison", "great_redoubt"), here, [2, 6, 1]).over
    assert here.outcome is not None
    assert here.outcome.level == "destroyed"


def test_a_failed_assault_costs_manpower_and_nothing_else() -> None:
    here = board()
    before = here.units["XV"].manpower
    found = run(lambda t: combat.attack(t, "XV", "garrison", "great_redoubt"), here, [2, 1, 6])
    assert not found.over
    assert here.units["XV"].manpower < before
    assert set(here.forts.values()) == {3}


def test_a_sortie_that_succeeds_drives_a_corps_back_a_days_march_toward_the_river() -> None:
    here = board()
    here.units["XV"] = CombatState(5)
    found = run(lambda t: combat.attack(t, "garrison", "XV", ""), here, [6, 1])
    assert found.first(combat.CommandMoved) == combat.CommandMoved("XV", "bridgehead", "retreat", "lines", 133)
    assert here.roads("XV")["lines"] - here.marched("XV", "lines") == 27


def test_a_corps_on_the_road_elsewhere_neither_besieges_nor_assaults() -> None:
    here = board()
    assert "XV" in here.besiegers
    here.heading["XV"], here.progress["XV"] = "jackson", 40
    assert "XV" not in here.besiegers
    assert not [one for one in operations(here, "union") if isinstance(one, Attack) and one.command == "XV"]


def test_the_garrison_surrenders_to_besiegers_only() -> None:
    here = board(points=9, is_besieged=True)
    assert cycle.may_surrender(here)
    here.is_besieged = False
    assert not cycle.may_surrender(here)


def test_the_chance_of_success_is_that_of_the_combat_itself() -> None:
    from wargame_gcacw.charts.combat import outcomes

    here = board()
    for attacker, defender, fort in (
        ("XV", "garrison", "great_redoubt"),
        ("garrison", "XIII", ""),
        ("relief", "XV", ""),
    ):
        fought = combat.combat_of(here, attacker, defender, "assault" if fort else "march", fort)
        odds = outcomes(fought)
        assert combat.chance_of_success(fought) == odds.p(
            lambda one: bool(one.defender.movement and one.attacker.may_advance)
        )


def test_both_commands_take_the_printed_results() -> None:
    here = board(grant="XV")
    found = run(lambda t: combat.fight(t, "XV", "garrison", "assault", "great_redoubt"), here, [2, 3, 3])
    fought = found.first(combat.Told)
    defender, attacker = fought.ruling.result.split(" / ")
    spelt_out = [f"{result} ({parse_result(result).words})" for result in (attacker, defender)]
    assert fought.words.endswith("attacker {}, defender {}.".format(*spelt_out))
    assert here.units["XV"].fatigue == 3


# ----------------------------------------------------------------------------------------------- relief
def test_the_released_army_of_relief_breaks_no_siege_while_enough_corps_invest_the_city() -> None:
    here = board(turn=60, box=6)
    here.units |= {"relief": CombatState(60), "XV": CombatState(10)}
    found = run(lambda t: combat.attack_at_arrival(t, "relief", "lines"), here, [2, 6, 1])
    assert not found.over
    assert here.invested


def test_the_released_army_of_relief_breaks_the_siege_when_it_beats_all_corps_but_one() -> None:
    here = board(turn=60, box=6)
    here.units |= {"relief": CombatState(60), "XV": CombatState(10)}
    here.place["XIII"] = "jackson"
    found = run(lambda t: combat.attack_at_arrival(t, "relief", "lines"), here, [2, 6, 1])
    assert found.over
    assert here.outcome is not None
    assert (here.outcome.winner, here.outcome.level) == ("confederate", "relieved")


def test_the_army_of_maneuver_has_to_be_beaten_first() -> None:
    here = board(turn=60, box=6, maneuver={"XV"})
    here.units |= {"relief": CombatState(60), "XV": CombatState(10)}
    assert here.targets("relief", "lines") == ["XV"]
    found = run(lambda t: combat.attack_at_arrival(t, "relief", "lines"), here, [2, 6, 1])
    assert not found.over
    assert (here.place["XV"], here.maneuver) == ("bridgehead", set())


def test_the_army_of_relief_may_not_march_west_before_its_last_box() -> None:
    here = board(turn=60, box=5)
    assert "lines" not in here.roads("relief")
    here.box = 6
    assert here.roads("relief")["lines"] == 30
    here.is_besieged = False
    assert "lines" not in here.roads("relief")


def test_an_army_of_maneuver_can_be_formed_from_box_4() -> None:
    assert not cycle.maneuver_possible(board(turn=55, box=3))
    here = board(turn=55, box=4)
    assert cycle.maneuver_possible(here)
    run(cycle.army_of_maneuver, here, answers=[cycle.Detach("XV")], by="union")
    assert here.maneuver == {"XV"}
    run(cycle.army_of_maneuver, here, answers=[cycle.Detach()], by="union")
    run(cycle.army_of_maneuver, here, answers=[cycle.Detach("XV")], by="union")
    assert here.maneuver == set()


# ----------------------------------------------------------------------------- depot, supply, manpower
def test_a_depot_on_the_yazoo_supplies_only_the_lines() -> None:
    here = board(turn=30)
    here.place["XV"] = "jackson"
    run(cycle.supply_status, here)
    assert here.out_of_supply == {"XV"}
    facts = combat.combat_of(here, "XV", "relief", "march").facts
    assert facts["attacker_out_of_supply"] is True


def test_stragglers_return_but_not_to_the_besieged_and_not_without_supply() -> None:
    here = board(turn=30, out_of_supply={"XIII"})
    here.units |= {
        "XIII": CombatState(10),
        "XV": CombatState(10),
        "garrison": CombatState(10),
        "relief": CombatState(6),
    }
    run(cycle.manpower_adjustment, here)
    assert [here.units[one].manpower for one in ("XIII", "XV", "garrison", "relief")] == [10, 11, 10, 6]


def test_reorganization_mends_the_army_of_relief() -> None:
    here = board(turn=30)
    here.units["relief"] = CombatState(6, disorganized=True, demoralized=2)
    run(cycle.reorganization, here)
    assert here.units["relief"] == CombatState(6, demoralized=1)


def test_reorganization_mends_disorder_alone_too() -> None:
    here = board(turn=30)
    here.units["relief"] = CombatState(6, disorganized=True)
    run(cycle.reorganization, here)
    assert here.units["relief"] == CombatState(6)


@pytest.mark.parametrize(("demoralized", "share"), [(1, 0), (2, 1)])
def test_a_defender_demoralized_twice_counts_on_the_chart(demoralized: int, share: int) -> None:
    here = board(turn=30)
    here.units["relief"] = CombatState(6, demoralized=demoralized)
    here.place["XV"] = here.place["relief"] = "jackson"
    assert combat.combat_of(here, "XV", "relief", "march").facts["demoralized_2_share"] == share
