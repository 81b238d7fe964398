"""Random and strategic events in the running game: every row of the tables, every footnote, every effect."""

from itertools import product

import pytest
from tests.thunder_on_the_mississippi.thunder_kit import board, clock, run

from wargame_gcacw.charts.advanced_game import CALENDAR, RANDOM, random_event, strategic_event
from wargame_gcacw.charts.results import CombatState
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi.board import REDOUBT
from wargame_thunder_on_the_mississippi.printed import RandomEvent
from wargame_thunder_on_the_mississippi.rules import random_phase
from wargame_thunder_on_the_mississippi.rules import strategic_cycle as cycle
from wargame_thunder_on_the_mississippi.rules.combat import FortFell, Told, UnitChanged
from wargame_thunder_on_the_mississippi.rules.operations import (
    InitiativeWon,
    allowance,
    initiative,
    roll_extended_march,
)

PAIRS = {total: next((a, b) for a, b in product(range(1, 7), repeat=2) if a + b == total) for total in range(2, 13)}


# ----------------------------------------------------------------------------------------- random events
@pytest.mark.parametrize("turn", [2, 5, 6, 32, 33, 70])
def test_every_row_of_the_random_events_comes_up_on_its_dates(turn: int) -> None:
    for total, before in product(range(2, 13), ("", "rain", "heat")):
        wanted = random_event(turn, total, before or None)
        here = board("campaign", turn=turn, before=before)
        found = run(
            random_phase.random_events, here, [*PAIRS[total], *([3] if wanted in random_phase.EVENTS_WITH_DIE else [])]
        )
        assert found.first(random_phase.RandomEventHappened).event == here.event == wanted, (total, before)
        assert here.intelligence is (wanted == "union_intelligence"), (total, before)


def test_april_30_has_no_random_event() -> None:
    assert not random_phase.has_event(board("campaign"))
    assert random_phase.has_event(board("campaign", turn=2))


@pytest.mark.parametrize("before", ["late_rain", "rain", "heavy_rain"])
def test_a_water_crisis_after_rain_is_no_effect(before: str) -> None:
    here = board(turn=40, before=before)
    run(random_phase.random_events, here, PAIRS[5])
    assert here.event == "no_effect"


def test_an_odd_die_gives_the_movement_bonus_to_the_union_and_an_even_one_to_the_confederates() -> None:
    for die, side in ((1, "union"), (6, "confederate")):
        here = board("campaign", turn=2)
        run(random_phase.random_events, here, [*PAIRS[5], die])
        assert (here.event, here.favored_side) == ("movement_bonus", side)
        commands = {"union": "XV", "confederate": "garrison"}
        for other in SIDES:
            ruling = allowance(here, commands[other], 3)
            assert ruling.result == (4 if other == "union" else 5) + (other == side)


@pytest.mark.parametrize(
    ("event", "union", "confederate"),
    [
        ("heat", 4, 5),
        ("heavy_rain", 3, 4),
        ("confederate_command_paralysis", 4, 4),
        ("confederate_movement_paralysis", 4, 4),
        ("rain", 4, 5),
    ],
)
def test_events_change_allowances(event: str, union: int, confederate: int) -> None:
    here = board(event=event)
    assert allowance(here, "XV", 3).result == union
    assert allowance(here, "relief", 3).result == confederate


def test_an_allowance_is_at_least_1() -> None:
    ruling = allowance(board(event="heavy_rain"), "XV", 1)
    assert (ruling.total, ruling.result) == (1, 1)


def test_delay_and_accelerate_move_the_next_scheduled_group_of_the_side_by_a_turn() -> None:
    here = board("campaign", turn=10)
    found = run(random_phase.random_events, here, [*PAIRS[4], 2])
    assert found.first(random_phase.GroupRescheduled).group == "johnston"
    assert here.due["johnston"] == 15
    here = board("campaign", turn=10)
    run(random_phase.random_events, here, [*PAIRS[9], 1])
    assert here.due["lauman"] == 24


def test_a_group_accelerated_to_now_is_there_at_once() -> None:
    here = board("campaign", turn=13)
    found = run(random_phase.random_events, here, [*PAIRS[9], 4])
    assert found.kinds == ["random_event_happened", "group_rescheduled", "reinforced"]
    assert here.place["relief"] == "jackson"


def test_delay_without_anybody_to_come_changes_nothing() -> None:
    here = board("campaign", turn=60, due={})
    assert run(random_phase.random_events, here, PAIRS[7]).kinds == ["random_event_happened"]
    here = board("campaign", turn=20, due={})
    assert run(random_phase.random_events, here, [*PAIRS[4], 2]).kinds == ["random_event_happened"]


def test_union_intelligence_takes_the_initiative_once_after_losing_the_roll() -> None:
    here = board(event="union_intelligence", intelligence=True)
    run(initiative, here, [2, 5])
    assert (here.initiative, here.intelligence) == ("union", False)
    run(initiative, here, [2, 5])
    assert here.initiative == "confederate"


@pytest.mark.parametrize("die", range(1, 7))
def test_low_ties_are_the_unions_and_high_ones_the_confederates(die: int) -> None:
    here = board()
    run(initiative, here, [die, die])
    assert (here.initiative, here.ties) == ("union" if die <= 3 else "confederate", 1)


def test_late_rain_begins_with_the_third_tie() -> None:
    here = board(event="late_rain", ties=1)
    rains = []
    for faces in ([2, 2], [5, 5]):
        found = run(initiative, here, faces)
        rains.append(here.raining)
    assert rains == [False, True]
    assert found.first(InitiativeWon).text(here).endswith("side has the initiative. It begins to rain.")


@pytest.mark.parametrize(("event", "rains"), [("rain", True), ("heavy_rain", True), ("heat", False), ("", False)])
def test_rain_and_heavy_rain_last_all_turn(event: str, rains: bool) -> None:
    assert board(event=event).raining is rains


def test_grant_does_not_transfer_when_drunk() -> None:
    assert random_phase.grant_may_transfer(board())
    assert not random_phase.grant_may_transfer(board(event="grant_drunk"))


def test_in_a_water_crisis_the_union_recovers_only_near_water() -> None:
    tired = {"XIII": CombatState(17, 3), "XV": CombatState(16, 3), "garrison": CombatState(30, 3)}
    places = {"XIII": "jackson", "XV": "lines", "garrison": "vicksburg"}
    here = board(event="union_water_crisis", units=dict(tired), place=dict(places))
    assert run(cycle.recovery, here).changed == {"XV", "garrison"}
    here.heading["XV"] = "bridgehead"
    assert run(cycle.recovery, here).changed == {"garrison"}
    here.event = RandomEvent.HEAT
    here.units["XIII"] = CombatState(17, 3)
    assert "XIII" in run(cycle.recovery, here).changed
    assert here.units["XIII"].fatigue == 1


@pytest.mark.parametrize(
    ("event", "command", "bonus", "unsupplied", "modifier"),
    [
        ("", "XV", False, False, 2),
        ("heat", "XV", False, False, 3),
        ("extreme_heat", "XV", False, False, 4),
        ("union_water_crisis", "XV", False, False, 3),
        ("union_water_crisis", "relief", False, False, 1),
        ("", "XV", True, False, 1),
        ("", "XV", False, True, 3),
        ("extreme_heat", "relief", False, False, 3),
    ],
)
def test_extended_marches_know_heat_water_supply_and_the_bonus(
    event: str, command: str, bonus: bool, unsupplied: bool, modifier: int
) -> None:
    events = ("union_extended_march_bonus",) if bonus else ()
    here = board(event=event, events=events, out_of_supply={command} if unsupplied else set())
    here.units[command] = CombatState(10, 4)
    assert run(lambda t: roll_extended_march(t, command), here, [1]).first(Told).ruling.total == 1 + modifier


def test_a_straggling_command_loses_manpower_and_order() -> None:
    here = board()
    here.units["XV"] = CombatState(12, 4, disorganized=True)
    run(lambda t: roll_extended_march(t, "XV"), here, [6])
    assert here.units["XV"] == CombatState(9, 4, disorganized=True)
    assert here.lost_manpower["union"] == 3


# -------------------------------------------------------------------------------------- strategic events
DICE_AFTER = {"siege_attrition": [6] * 4, "union_mine_operations": [1], "csa_attacks_millikens_bend": [4]}


@pytest.mark.parametrize("total", range(2, 13))
def test_every_row_of_the_strategic_events_follows_its_footnote(total: int) -> None:
    for turn in (turn for turn in CALENDAR.cycles if turn >= 5):
        here = board(turn=turn)
        wanted = strategic_event(turn, total)
        assert wanted is not None, turn
        after = [die for event in wanted for die in DICE_AFTER.get(event, [])]
        found = run(cycle.roll_strategic_events, here, [*PAIRS[total], *after])
        assert found.first(cycle.StrategicEventsHappened).events == here.events == wanted, turn


def test_every_strategic_event_has_a_rule_or_counts_elsewhere() -> None:
    elsewhere = {"johnston_sick", "davis_pushes_johnston", "union_extended_march_bonus"}
    assert {*cycle.EFFECTS, *elsewhere} == set(clock().rules.printed["book"].strategic.names)


def test_siege_attrition_costs_each_division_a_point_on_1_and_2_and_brings_a_siege_point() -> None:
    here = board(turn=25)
    found = run(cycle.EFFECTS["siege_attrition"], here, [1, 2, 3, 6])
    assert found.first(UnitChanged).unit.manpower == 28
    assert here.points == 1


def test_attrition_and_mines_need_a_siege() -> None:
    for event in ("siege_attrition", "union_mine_operations"):
        here = board("campaign", turn=25)
        assert run(cycle.EFFECTS[event], here).kinds == []


def test_attrition_and_mines_of_one_roll_bring_two_siege_points() -> None:
    here = board(turn=25)
    found = run(cycle.roll_strategic_events, here, [1, 2, 6, 6, 6, 6, 4])
    assert here.points == 2
    assert found.first(FortFell) == FortFell("stockade_redan", 2, "mine")


@pytest.mark.parametrize(("die", "level"), [(3, 2), (4, 1)])
def test_a_mine_lowers_the_weakest_fort_from_4_up(die: int, level: int) -> None:
    here = board(turn=25)
    here.forts["great_redoubt"] = 2
    here.forts["railroad_redoubt"] = 0
    run(cycle.EFFECTS["union_mine_operations"], here, [die])
    assert here.forts["great_redoubt"] == level
    assert here.points == 1


def test_no_die_is_thrown_when_every_fort_is_down() -> None:
    here = board(turn=25)
    here.forts.update(dict.fromkeys(here.forts, 0) | {"great_redoubt": 1})
    run(cycle.EFFECTS["union_mine_operations"], here, [5])
    assert set(here.forts.values()) == {0}
    assert run(cycle.EFFECTS["union_mine_operations"], here).kinds == [cycle.SiegePointsChanged.kind]


def test_variable_reinforcements_bring_one_union_unit_each_and_the_brigade_with_the_first() -> None:
    here = board(turn=25)
    assert [one.group for one in run(cycle.EFFECTS["variable_reinforcement"], here).events] == [  # type: ignore[attr-defined]
        "variable_brigade",
        "variable_1",
    ]
    for number in (2, 3, 4):
        assert (
            run(cycle.EFFECTS["variable_reinforcement"], here).first(random_phase.Reinforced).group
            == f"variable_{number}"
        )
    assert run(cycle.EFFECTS["variable_reinforcement"], here).kinds == []


def test_the_variable_brigade_stays_away_when_jackson_is_the_unions() -> None:
    here = board(turn=25, jackson="union")
    assert [one.group for one in run(cycle.EFFECTS["variable_reinforcement"], here).events] == ["variable_1"]  # type: ignore[attr-defined]


def test_port_hudson_sends_its_division_five_turns_later_once() -> None:
    here = board(turn=25)
    assert run(cycle.EFFECTS["port_hudson"], here).first(
        random_phase.GroupRescheduled
    ) == random_phase.GroupRescheduled("port_hudson", 30)
    assert run(cycle.EFFECTS["port_hudson"], here).kinds == []


def test_french_comes_on_the_next_turn_and_only_once() -> None:
    here = board(turn=30)
    run(cycle.EFFECTS["french_arrives_early"], here)
    assert here.due["french"] == 31
    assert run(cycle.EFFECTS["french_arrives_early"], here).kinds == []


def test_mcclernand_is_relieved_once() -> None:
    here = board(turn=50)
    assert here.name("XIII") == "XIII Corps (McClernand)"
    run(cycle.EFFECTS["mcclernand_relieved"], here)
    assert here.name("XIII") == "XIII Corps (Ord)"
    assert run(cycle.EFFECTS["mcclernand_relieved"], here).kinds == []


@pytest.mark.parametrize(("die", "cut"), [(4, False), (5, True), (6, True)])
def test_millikens_bend_cuts_the_river_depot_on_5_and_6(die: int, cut: bool) -> None:
    here = board("campaign", turn=40)
    run(cycle.EFFECTS["csa_attacks_millikens_bend"], here, [die])
    assert here.supplied("XV") is not cut


def test_a_redoubt_rises_at_jackson_only_while_it_is_confederate() -> None:
    here = board(turn=25)
    run(cycle.EFFECTS["jackson_confederate_redoubt"], here)
    assert REDOUBT in here.past_events
    assert run(cycle.EFFECTS["jackson_confederate_redoubt"], here).kinds == []
    here = board(turn=25)
    here.place["XV"] = "jackson"
    assert run(cycle.EFFECTS["jackson_confederate_redoubt"], here).kinds == []


# --------------------------------------------------------------------------------------- army of relief
@pytest.mark.parametrize(
    ("events", "die", "box"), [((), 3, 0), ((), 4, 1), (("johnston_sick",), 4, 0), (("davis_pushes_johnston",), 2, 1)]
)
def test_the_relief_moves_by_the_table_with_this_cycles_events(events: tuple[str, ...], die: int, box: int) -> None:
    here = board(turn=35, box=2, events=events)
    run(cycle.army_of_relief, here, [die])
    assert here.box == 2 + box


def test_a_working_station_helps_the_relief() -> None:
    here = board(turn=35, box=2, past_events=set())
    assert run(cycle.army_of_relief, here, [3]).first(cycle.ReliefRolled).ruling.total == 4


def test_the_relief_is_rolled_for_from_turn_15_until_its_last_box() -> None:
    assert [turn for turn in range(1, 71) if cycle.relief_rolls(board(turn=turn))] == list(range(15, 71, 5))
    assert not cycle.relief_rolls(board(turn=35, box=6))


def test_the_rules_know_the_random_events_of_the_table_and_no_others() -> None:
    assert {event.value for event in RandomEvent} - {""} == set(RANDOM.names)
