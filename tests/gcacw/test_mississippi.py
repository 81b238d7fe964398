"""Thunder on the Mississippi: dates, phases, events, army of relief."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from wargame_core import D6, DataError, DiceError, UnknownName
from wargame_core.charts import ChartError, OffChart
from wargame_gcacw.charts import advanced_game
from wargame_gcacw.charts.series import DATA

TURNS = range(1, 71)


# ---------------------------------------------------------------------------------------------- dates
def test_dates_and_turns_are_the_same_both_ways() -> None:
    assert [advanced_game.date_turn(advanced_game.turn_date(turn)) for turn in TURNS] == list(TURNS)


@pytest.mark.parametrize("turn", [0, 71, -5])
def test_there_is_no_other_turn(turn: int) -> None:
    with pytest.raises(ChartError, match=rf"no turn {turn} \(allowed: 1 to 70\)"):
        advanced_game.turn_date(turn)
    with pytest.raises(ChartError, match="allowed: 1 to 70"):
        advanced_game.phases(turn)


def test_there_is_no_other_day() -> None:
    with pytest.raises(ChartError, match=r"1863-07-09 is not in the game \(allowed: 1863-04-30 to 1863-07-08\)"):
        advanced_game.date_turn(date(1863, 7, 9))


def test_a_calendar_that_contradicts_an_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="turn 2 would be 1863-05-02, not 1863-05-01"):
        advanced_game.Calendar(date(1863, 5, 1), 70, 5, advanced_game.CALENDAR.anchor)


# --------------------------------------------------------------------------------------------- phases
def test_the_strategic_cycle_comes_every_five_turns() -> None:
    cycles = [turn for turn in TURNS if any(phase.id == "strategic_cycle" for phase in advanced_game.phases(turn))]
    assert cycles == list(advanced_game.CALENDAR.cycles) == list(range(5, 71, 5))
    assert {len(advanced_game.phases(turn)) for turn in TURNS if turn % 5} == {7}


def test_the_sequence_prints_as_on_the_card() -> None:
    lines = str(advanced_game.SEQUENCE).splitlines()
    assert lines[1] == "1. Random Events Phase"
    assert "7. The Strategic Cycle (turns divisible by 5)" in lines
    assert "   I. Confederate Reorganization Segment" in lines
    assert len([line for line in lines if line.startswith("   ")]) == 2 + 9 + 5


# --------------------------------------------------------------------------------------------- events
COLUMNS = {
    2: "late_rain union_intelligence delay_unit_entry movement_bonus confederate_command_paralysis "
    "confederate_command_paralysis confederate_movement_paralysis confederate_movement_paralysis "
    "accelerate_unit_entry union_intelligence late_rain",
    6: "late_rain late_rain delay_unit_entry union_water_crisis confederate_command_paralysis union_intelligence "
    "confederate_movement_paralysis accelerate_unit_entry heat rain heavy_rain",
    33: "late_rain grant_drunk extreme_heat union_water_crisis late_rain heat confederate_movement_paralysis heat heat "
    "rain heavy_rain",
}


@pytest.mark.parametrize(("first", "last"), [(2, 5), (6, 32), (33, 70)])
def test_random_events_of_every_date_range(first: int, last: int) -> None:
    for turn in (first, last):
        assert [advanced_game.random_event(turn, dice) for dice in range(2, 13)] == COLUMNS[first].split()


def test_there_is_no_event_on_the_first_turn() -> None:
    assert {advanced_game.random_event(1, dice) for dice in range(2, 13)} == {None}


@pytest.mark.parametrize("previous", ["late_rain", "rain", "heavy_rain"])
def test_rain_the_turn_before_ends_a_water_crisis(previous: str) -> None:
    assert advanced_game.random_event(10, 5, previous) == "no_effect"
    assert advanced_game.random_event(10, 5, "heat") == advanced_game.random_event(10, 5) == "union_water_crisis"
    assert advanced_game.random_event(10, 10, previous) == "heat"


def test_an_event_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown event 'snow'"):
        advanced_game.random_event(10, 5, "snow")
    with pytest.raises(OffChart, match=r"13 is off the chart \(allowed: 2 to 12\)"):
        advanced_game.random_event(10, 13)


BONUS, VARIABLE, MINES = ("union_extended_march_bonus",), ("variable_reinforcement",), ("union_mine_operations",)


@pytest.mark.parametrize(
    ("dice", "early", "middle", "late"),
    [
        (2, VARIABLE, VARIABLE, VARIABLE),
        (3, *(("siege_attrition", "union_mine_operations"),) * 3),
        (4, BONUS, ("port_hudson",), ("port_hudson",)),
        (5, *(("johnston_sick", "jackson_confederate_redoubt"),) * 3),
        (6, BONUS, MINES, MINES),
        (7, BONUS, ("french_arrives_early",), ()),
        (8, BONUS, VARIABLE, VARIABLE),
        (9, *(("davis_pushes_johnston", "jackson_confederate_redoubt"),) * 3),
        (10, *(("mcclernand_relieved",),) * 3),
        (11, *(("csa_attacks_millikens_bend",),) * 3),
        (12, VARIABLE, VARIABLE, VARIABLE),
    ],
)
def test_strategic_events_follow_their_footnotes(
    dice: int, early: tuple[str, ...], middle: tuple[str, ...], late: tuple[str, ...]
) -> None:
    for turn in advanced_game.CALENDAR.cycles:
        assert advanced_game.strategic_event(turn, dice) == (early if turn <= 20 else middle if turn <= 45 else late)


def test_there_is_no_strategic_event_between_cycles() -> None:
    assert {advanced_game.strategic_event(turn, 7) for turn in TURNS if turn % 5} == {None}


@pytest.mark.parametrize("turn", [2, 6, 33])
def test_the_odds_of_events_are_those_of_two_dice(turn: int) -> None:
    odds = advanced_game.RANDOM.odds(turn)
    totals = 2 @ icepool.d6
    for event in set(COLUMNS[turn].split()):
        dice = [total for total in range(2, 13) if COLUMNS[turn].split()[total - 2] == event]
        chance = Fraction(sum(totals.quantity(total) for total in dice), 36)
        assert odds.p((event,)) == chance


# --------------------------------------------------------------------------------------------- relief
@pytest.mark.parametrize(
    ("turn", "modifier"), [(5, 0), (10, 0), (15, -2), (20, -1), (30, -1), (35, 0), (45, 0), (50, 1), (70, 1)]
)
def test_the_date_modifies_the_army_of_relief(turn: int, modifier: int) -> None:
    ruling = advanced_game.army_of_relief(turn, 3, box=2, station_destroyed=True)
    assert ruling.total == 3 + modifier


@pytest.mark.parametrize(
    ("box", "destroyed", "events", "modifier"),
    [
        (0, True, (), 1),
        (1, True, (), 0),
        (1, False, (), 1),
        (1, True, ("johnston_sick", "jackson_confederate_redoubt"), -1),
        (1, True, ("davis_pushes_johnston",), 2),
        (0, False, ("davis_pushes_johnston",), 4),
        (1, True, ("port_hudson",), 0),
    ],
)
def test_other_modifiers_of_the_army_of_relief(
    box: int, destroyed: bool, events: tuple[str, ...], modifier: int
) -> None:
    assert (
        advanced_game.army_of_relief(35, 1, box=box, station_destroyed=destroyed, events=events).total == 1 + modifier
    )


def test_the_marker_advances_one_box_from_4_up() -> None:
    results = [advanced_game.army_of_relief(35, die, box=1, station_destroyed=True).result for die in D6.faces]
    assert results == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(("destroyed", "mean"), [(True, 5.906), (False, 7.579)])
def test_the_mean_box_after_turn_65(destroyed: bool, mean: float) -> None:
    track = advanced_game.relief_track(65, station_destroyed=destroyed)
    assert float(track.mean()) == pytest.approx(mean, abs=0.0005)
    assert max(track) == 11


def test_a_roll_that_cannot_be_is_refused() -> None:
    with pytest.raises(ChartError, match="turn 16 has no strategic cycle"):
        advanced_game.army_of_relief(16, 3, box=0, station_destroyed=False)
    with pytest.raises(ChartError, match="box is -1"):
        advanced_game.army_of_relief(15, 3, box=-1, station_destroyed=False)
    with pytest.raises(DiceError, match="0 is not a face"):
        advanced_game.army_of_relief(15, 0, box=0, station_destroyed=False)
    with pytest.raises(UnknownName, match="unknown event 'johnston_well'"):
        advanced_game.army_of_relief(15, 3, box=0, station_destroyed=False, events=["johnston_well"])


# --------------------------------------------------------------------------------------------- effects
def test_every_event_has_an_effect() -> None:
    events = {*advanced_game.RANDOM.names, *advanced_game.STRATEGIC.names} - {"no_effect"}
    assert [event for event in sorted(events) if not advanced_game.EFFECTS.of(event)] == []


def test_effects_of_an_unknown_event_are_a_problem_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "effects.toml"
    path.write_text((DATA / "effects.toml").read_text(encoding="utf-8").replace('"grant_drunk"', '"grant_drank"'))
    with pytest.raises(DataError, match=r"E301 .*'grant_drank' is not a random event .*did you mean 'grant_drunk'"):
        advanced_game.read_effects(path)


def test_an_owners_numbers_replace_the_reconstruction(tmp_path: Path) -> None:
    path = tmp_path / "effects.toml"
    path.write_text((DATA / "effects.toml").read_text(encoding="utf-8").replace("last_box = 6", "last_box = 9"))
    assert (advanced_game.EFFECTS.relief.last_box, advanced_game.read_effects(path).relief.last_box) == (6, 9)
