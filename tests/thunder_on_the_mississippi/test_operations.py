"""The operations of the action cycle: who acts, marches, the railroad station, digging, reinforcements, players."""

from collections import Counter
from typing import Any

import pytest
from tests.thunder_on_the_mississippi.thunder_kit import board, clock, run

from wargame_core.records.record import Record
from wargame_gcacw.charts.results import CombatState
from wargame_lab.batches import simulate
from wargame_pictures.stories.story import narrate
from wargame_thunder_on_the_mississippi.board import REDOUBT, STATION
from wargame_thunder_on_the_mississippi.rules import operations, random_phase
from wargame_thunder_on_the_mississippi.rules.combat import CommandMoved, Told, combat_of
from wargame_thunder_on_the_mississippi.rules.random_phase import Transfer, arrivals, leader_transfer
from wargame_thunder_on_the_mississippi.rules.strategic_cycle import recovered

TIRED = CombatState(10, fatigue=4)


def kinds(here: Any, side: str) -> Counter[str]:
    return Counter(one.kind for one in operations.operations(here, side))


# ------------------------------------------------------------------------------------------- who acts
def test_after_one_pass_the_other_side_may_act_without_a_roll_and_after_two_the_cycle_is_over() -> None:
    here = board(initiative="union")
    run(operations.activation, here, answers=[operations.Pass()], by="union")
    assert (here.initiative, here.passes, operations.initiative_is_open(here), operations.cycle_over(here)) == (
        "confederate",
        1,
        False,
        False,
    )
    run(operations.activation, here, answers=[operations.Pass()], by="confederate")
    assert operations.cycle_over(here)


def test_an_operation_after_a_pass_starts_a_new_action_phase() -> None:
    here = board(initiative="confederate", passes=1)
    run(operations.activation, here, [1, 6], [operations.Attack("garrison", "XV")], by="confederate")
    assert (here.initiative, here.passes, operations.initiative_is_open(here)) == ("", 0, True)


def test_a_side_that_can_do_nothing_passes_without_being_asked() -> None:
    here = board(initiative="confederate")
    here.units |= {"garrison": TIRED, "relief": TIRED}
    assert run(operations.activation, here).asked == []
    assert here.passes == 1


def test_when_nobody_can_do_anything_the_cycle_is_over_at_once() -> None:
    here = board()
    here.units = dict.fromkeys(here.units, TIRED)
    assert operations.cycle_over(here)


# --------------------------------------------------------------------------------------- what can be done
def test_what_each_side_can_do_in_the_siege() -> None:
    here = board()
    assert kinds(here, "union") == {"march": 6, "attack": 12}
    assert kinds(here, "confederate") == {"march": 1, "attack": 3}


def test_what_each_side_can_do_at_first() -> None:
    here = board("campaign")
    assert kinds(here, "union") == {"march": 6}
    assert kinds(here, "confederate") == {}


def test_the_army_of_maneuver_does_not_assault() -> None:
    assert kinds(board(maneuver={"XV"}), "union")["attack"] == 8


# --------------------------------------------------------------------------------------------- marches
def test_a_march_uses_the_leaders_allowance_of_the_sheet() -> None:
    here = board("campaign")
    found = run(lambda t: operations.march(t, "XV", "lines"), here, [4])
    ruling = found.first(operations.Marched).ruling
    assert (ruling.result, ruling.detail["roll"]) == (5, "1D6+1")
    assert (here.progress["XV"], here.units["XV"].fatigue) == (5, 1)


def test_marches_along_one_road_add_up_and_a_new_road_begins_anew() -> None:
    here = board("campaign")
    for die in (4, 3):
        run(lambda t: operations.march(t, "XV", "lines"), here, [die])
    assert here.progress["XV"] == 9
    assert "(9 of" in operations.MarchByRoad("XV", "lines").text(here)
    run(lambda t: operations.march(t, "XV", "jackson"), here, [1, 1])
    assert (here.heading["XV"], here.progress["XV"]) == ("jackson", 2)


def test_the_third_march_of_a_turn_is_an_extended_march() -> None:
    here = board("campaign")
    here.units["XV"] = CombatState(16, fatigue=2)
    found = run(lambda t: operations.march(t, "XV", "lines"), here, [4, 6])
    assert found.first(Told).ruling.result == "D"
    assert here.units["XV"].disorganized


def test_a_command_arrives_at_the_end_of_its_road_and_the_union_wrecks_the_station_in_jackson() -> None:
    here = board("campaign")
    here.heading["XV"], here.progress["XV"] = "jackson", 123
    run(lambda t: operations.march(t, "XV", "jackson"), here, [1])
    assert (here.place["XV"], here.jackson) == ("jackson", "union")
    assert STATION in here.past_events
    assert "XV" not in here.heading


def test_a_march_into_the_enemy_ends_in_an_attack_and_the_beaten_fall_back() -> None:
    here = board("siege")
    here.place |= {"relief": "jackson"}
    here.heading["XV"], here.progress["XV"] = "jackson", 44
    found = run(lambda t: operations.march(t, "XV", "jackson"), here, [1, 6, 1])
    assert found.first(Told).target == "relief"
    assert (here.place["relief"], here.place["XV"]) == ("canton", "jackson")


def test_a_repulsed_attacker_stays_at_the_end_of_its_road() -> None:
    here = board("siege")
    here.units["relief"] = CombatState(30)
    here.place |= {"relief": "jackson"}
    here.heading["XV"], here.progress["XV"] = "jackson", 44
    found = run(lambda t: operations.march(t, "XV", "jackson"), here, [1, 1, 6])
    assert not any(isinstance(event, CommandMoved) for event in found.events)
    assert (here.place["XV"], here.progress["XV"]) == ("lines", 45)


def test_an_attacker_meets_the_weakest_of_several_enemies() -> None:
    here = board("siege")
    here.units["relief"] = CombatState(60)
    here.place |= {"XV": "jackson", "XIII": "jackson"}
    here.heading["relief"], here.progress["relief"] = "jackson", 21
    here.units["XIII"] = CombatState(18)
    run(lambda t: operations.march(t, "relief", "jackson"), here, [1, 6, 1])
    assert (here.place["XV"], here.place["relief"]) == ("bridgehead", "canton")


def test_a_redoubt_doubles_nobody_but_the_confederates_in_jackson() -> None:

    here = board(past_events={REDOUBT})
    here.place["relief"] = "jackson"
    assert combat_of(here, "XV", "relief", "march").entrenched == 9
    redoubt, none = board(past_events={REDOUBT}), board()
    for position in (redoubt, none):
        position.place |= {"XV": "jackson", "relief": "canton"}
    union = [combat_of(position, "relief", "XV", "march").entrenched for position in (redoubt, none)]
    assert union[0] == union[1]


# ------------------------------------------------------------------------------- leaders, reserve, groups
def test_grant_goes_where_the_union_says() -> None:
    here = board()
    run(leader_transfer, here, answers=[Transfer("XIII")], by="union")
    assert here.grant == "XIII"
    assert run(leader_transfer, here, answers=[Transfer("XIII")], by="union").kinds == []


def test_reinforcements_for_the_lines_wait_at_the_river_without_a_siege() -> None:
    here = board("campaign", turn=24)
    arrivals(_table(here), 25)
    assert here.place["XVI"] == "bridgehead"
    assert (here.units["relief"].manpower, here.place["relief"]) == (18, "jackson")


def test_reinforcements_for_jackson_come_to_canton_when_the_union_holds_it() -> None:
    here = board("campaign", turn=13, jackson="union")
    arrivals(_table(here), 14)
    assert here.place["relief"] == "canton"


@pytest.mark.parametrize(("heading", "may_join"), [("jackson", False), ("bridgehead", True)])
def test_reinforcements_wait_for_a_command_on_the_road_elsewhere(heading: str, may_join: bool) -> None:
    here = board("siege")
    group = next(name for name, one in here.clock.group.items() if one.place == "lines" and one.command in here.units)
    command = here.clock.group[group].command
    assert here.place[command] == "lines"
    assert random_phase.may_join(here, group)
    here.heading[command], here.progress[command] = heading, 40
    assert random_phase.may_join(here, group) is may_join


def _table(here: Any) -> Any:
    from wargame_core.authoring import Table

    return Table(here, clock().seats)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CombatState(9, 4), CombatState(9, 2)),
        (CombatState(9, 1, disorganized=True), CombatState(9, 0, disorganized=True)),
        (CombatState(9, 0, disorganized=True, demoralized=2), CombatState(9, 0, demoralized=1)),
    ],
)
def test_recovery_lowers_fatigue_by_two_and_mends_the_rested(before: CombatState, after: CombatState) -> None:
    assert recovered(board(), "XV", before) == after


def test_the_besieged_garrison_does_not_get_over_its_demoralization() -> None:
    assert recovered(board(), "garrison", CombatState(9, demoralized=1)).demoralized == 1
    assert recovered(board(is_besieged=False), "garrison", CombatState(9, demoralized=1)).demoralized == 0


# --------------------------------------------------------------------------------------------- whole games
def test_the_union_plan_leads_to_a_siege_and_the_story_tells_it() -> None:
    match = clock().start("campaign", seed=3)
    players = {seat: clock().bot("heuristic", seed=5) for seat in clock().seats}
    match.play_out(players)
    narrator = narrate(Record.of(match), clock())
    told = " ".join(item.text for chapter in narrator.chapters for item in chapter.items if hasattr(item, "text"))
    assert "Vicksburg is besieged." in told
    assert "The railroad station in Jackson is destroyed." in told
    assert match.outcome is not None


@pytest.mark.thorough
def test_the_heuristic_union_beats_a_random_defence_and_a_random_union_does_not_win() -> None:
    good = simulate(clock().id, {"union": "heuristic", "confederate": "random"}, games=20, seed=1)
    bad = simulate(clock().id, {"union": "random", "confederate": "heuristic"}, games=20, seed=1)
    assert good.wins["union"] >= 15
    assert bad.wins["union"] <= 5


def test_the_menu_offers_assaults_by_name() -> None:
    match = clock().start("siege", seed=1)
    labels: set[str] = set()
    while not labels:
        (seat,) = match.waiting_for
        rows = match.view(seat).menu()
        if any(row["action"].get("fort") for row in rows):
            labels = {row["label"] for row in rows}
        match.play(next(iter(match.choices(seat))), seat)
    assert "XV Corps (Sherman): assault the Great Redoubt (level 3)" in labels
