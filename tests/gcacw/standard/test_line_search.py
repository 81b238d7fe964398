"""Lines of communication on a small field: what they cost, what bars them, and that the best one is found."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve
from tests.gcacw.standard.field_kit import field, ground

from wargame_core.errors import UnknownName
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.book import Ground, Reduction
from wargame_gcacw.printed.counters import Side
from wargame_gcacw.rules.lines_of_communication import Line, LinePoints, line_of_communication, lines_of_communication

PIKE = {"pike": ["0502-0503-0504-0505-0506-0507-0508"]}
RULE = LinePoints(
    side="confederate",
    arms=("infantry", "wagon"),
    points=10,
    goals=tuple(f"0{column}08" for column in range(1, 9)),
    ways=("pike", "road"),
    north="0101",
    south="0109",
    east="0901",
    needs_pike=("mountain",),
    screen=3,
    reduction=(
        Reduction("screened_cavalry", ("infantry", "wagon"), -1),
        Reduction("north", ("infantry",), -8, row="0103"),
        Reduction("far_east", ("wagon",), -8, column="0701", north_column="0604"),
        Reduction("far_east", ("infantry",), -6, column="0801"),
        Reduction("in_zone", ("infantry",), -4),
        Reduction("in_zone", ("wagon",), -6),
        Reduction("off_pike", ("infantry", "wagon"), -2),
    ),
)


def line(*units: str, on: Ground | None = None, rule: LinePoints = RULE, **changes: Any) -> Line:
    """The line of the first unit."""
    board = field(*units, on=on or ground(ways=PIKE), victory=(rule,), **changes)
    return line_of_communication(board, rule, units[0].split()[0])


def labels(found: Line) -> dict[str, Fraction]:
    return {part.label: part.points for part in found.parts[1:]}


def test_a_line_runs_from_beside_the_unit_along_ways_to_a_goal() -> None:
    found = line("hood confederate infantry 0505 7")
    assert found.path == ("0506", "0507", "0508")
    assert found.points == 10
    assert not found.blocked


def test_the_first_step_leaves_the_road_out_and_costs_two_points_as_off_the_pike() -> None:
    found = line("hood confederate infantry 0405 7")
    assert found.path == ("0506", "0507", "0508")
    assert found.points == 8
    assert labels(found) == {"not on a pike": -2}


def test_only_the_first_step_is_free() -> None:
    found = line("hood confederate infantry 0305 7")
    assert found.blocked
    assert found.points == 0
    assert found.why.codes == ("no_way",)


@pytest.mark.parametrize("kind", ["rail", "trail"])
def test_railroads_and_trails_are_no_ways_for_lines(kind: str) -> None:
    assert line("hood confederate infantry 0504 7", on=ground(ways={kind: PIKE["pike"]})).blocked


def test_the_first_step_must_be_one_that_the_unit_could_make() -> None:
    mountain = ground(ways=PIKE, terrain={"0506": "mountain", "0505": "mountain"})
    assert line("hood confederate infantry 0405 7", on=mountain).why.codes == ("no_way",)
    alone = ground(ways=PIKE, rivers=["0405-0505", "0405-0506"])
    assert line("hood confederate infantry 0405 7", on=alone).blocked
    bridged = ground(ways=PIKE, rivers=["0405-0505", "0405-0506"], crossings={"0405-0506": "bridge"})
    assert line("hood confederate infantry 0405 7", on=bridged).points == 8


def test_in_rain_a_creek_without_a_way_bars_the_first_step_and_no_other() -> None:
    wet = ground(ways=PIKE, creeks=["0405-0505", "0405-0506", "0506-0507"])
    assert line("hood confederate infantry 0405 7", on=wet).points == 8
    assert line("hood confederate infantry 0405 7", on=wet, rain=True).blocked
    assert line("hood confederate infantry 0505 7", on=wet, rain=True).points == 10


def test_a_wagon_train_begins_its_line_by_a_road_or_pike() -> None:
    assert line("train confederate wagon 0405 2").blocked
    assert line("train confederate wagon 0505 2").points == 10
    spur = ground(ways={**PIKE, "road": ["0405-0506"]})
    assert line("train confederate wagon 0405 2", on=spur).points == 8


@pytest.mark.parametrize("closed", [evolve(RULE, south="0107"), evolve(RULE, north="0106"), evolve(RULE, east="0501")])
def test_rows_and_columns_are_closed_with_all_beyond_them(closed: LinePoints) -> None:
    assert line("hood confederate infantry 0505 7", rule=closed).blocked


def test_a_mountain_on_a_line_needs_a_pike() -> None:
    road = {"road": ["0505-0506-0507-0508"]}
    assert line("hood confederate infantry 0504 7", on=ground(ways=road, terrain={"0506": "mountain"})).blocked
    assert line("hood confederate infantry 0504 7", on=ground(ways=PIKE, terrain={"0506": "mountain"})).points == 10


def test_a_goal_is_no_goal_without_a_way() -> None:
    assert line("hood confederate infantry 0507 7", on=ground()).blocked


def test_a_unit_in_a_goal_needs_another_one() -> None:
    assert line("hood confederate infantry 0508 7").blocked
    two = ground(ways={"pike": [*PIKE["pike"], "0508-0608"]})
    assert line("hood confederate infantry 0508 7", on=two).path == ("0608",)


@pytest.mark.parametrize("arm", ["infantry", "artillery", "cavalry"])
@pytest.mark.parametrize(("hex", "how"), [("0507", "zone of control 0506, 0507"), ("0607", "zone of control 0507")])
def test_no_line_goes_through_enemies_or_their_zone(arm: str, hex: str, how: str) -> None:
    found = line("train confederate wagon 0504 2", f"foe union {arm} {hex} 3")
    assert found.blocked
    assert found.why.codes == ("enemy",)
    assert f"Foe in {hex} has in its {how}" in str(found.why)


def test_enemies_beside_no_hex_of_the_line_bar_nothing() -> None:
    assert line("train confederate wagon 0504 2", "foe union infantry 0706 3").points == 10


def test_friends_do_not_cancel_an_enemy_zone() -> None:
    friend = "heth confederate infantry 0507 7"
    assert line("hood confederate infantry 0504 7", friend, "foe union infantry 0607 1").blocked


def test_wagon_trains_of_the_enemy_bar_only_their_hex() -> None:
    assert line("hood confederate infantry 0504 7", "foe union wagon 0507 2").blocked
    assert line("hood confederate infantry 0504 7", "foe union wagon 0607 2").points == 10


def test_being_in_an_enemy_zone_costs_infantry_four_and_trains_six_however_many_enemies() -> None:
    enemies = ("a union infantry 0504 3", "b union cavalry 0504 2", "c union artillery 0604 2")
    assert labels(line("hood confederate infantry 0505 7", enemies[0])) == {"in a Union zone of control": -4}
    assert labels(line("train confederate wagon 0505 2", *enemies)) == {"in a Union zone of control": -6}


def test_screened_cavalry_costs_its_combat_value_and_bars_nothing() -> None:
    screen = "heth confederate infantry 0806 3 disorganized exhausted fatigue=4 demoralized=2"
    found = line("train confederate wagon 0504 2", screen, "foe union cavalry 0606 3")
    assert labels(found) == {"Foe on the line": -3}
    assert found.path == ("0505", "0506", "0507", "0508")
    assert line("train confederate wagon 0504 2", "foe union cavalry 0606 3").blocked


@pytest.mark.parametrize(
    ("state", "points"), [("2", 8), ("1", 9), ("1 disorganized", Fraction(19, 2)), ("3 disorganized demoralized=2", 8)]
)
def test_the_combat_value_counts_with_its_half_not_the_manpower(state: str, points: Fraction | int) -> None:
    found = line("hood confederate infantry 0504 7", f"foe union cavalry 0507 {state}")
    assert found.screened == ("foe",)
    assert found.points == points


@pytest.mark.parametrize(("hex", "screened"), [("0507", True), ("0508", False)])
def test_the_screen_is_three_hexes_deep(hex: str, screened: bool) -> None:
    assert line("hood confederate infantry 0504 7", f"foe union cavalry {hex} 2").blocked != screened


@pytest.mark.parametrize("arm", ["cavalry", "artillery", "wagon"])
def test_only_infantry_screens(arm: str) -> None:
    found = line("train confederate wagon 0504 2", f"near confederate {arm} 0707 5", "foe union cavalry 0507 2")
    assert found.blocked
    assert "with no infantry within 3 hexes" in str(found.why)
    assert (
        line("train confederate wagon 0504 2", "near confederate infantry 0707 5", "foe union cavalry 0507 2").points
        == 8
    )


def test_the_screen_goes_only_where_infantry_can_go_but_past_any_enemy() -> None:
    screened = ("heth confederate infantry 0707 3", "foe union cavalry 0507 2")
    walled = ground(ways=PIKE, terrain={"0606": "mountain", "0607": "mountain"})
    assert line("train confederate wagon 0504 2", *screened, on=walled).blocked
    enemies = ("a union wagon 0606 2", "b union wagon 0607 2", "c union infantry 0807 2")
    assert line("train confederate wagon 0504 2", *screened, *enemies).points == 8


def test_every_cavalry_unit_on_the_line_counts_once() -> None:
    three = ("a union cavalry 0506 1", "b union cavalry 0506 2", "c union cavalry 0507 1")
    found = line("train confederate wagon 0504 2", "heth confederate infantry 0805 7", *three)
    assert found.screened == ("a", "b", "c")
    assert labels(found) == {"A on the line": -1, "B on the line": -2, "C on the line": -1}


def test_the_line_goes_round_cavalry_where_it_can() -> None:
    land = ground(ways={**PIKE, "road": ["0504-0404-0304-0305-0306-0307-0308"]})
    found = line("hood confederate infantry 0504 7", "foe union cavalry 0506 3", on=land)
    assert found.path == ("0404", "0304", "0305", "0306", "0307", "0308")
    assert found.points == 10


@pytest.mark.parametrize(("value", "points", "north"), [(7, 3, False), (8, 2, True), (9, 2, True)])
def test_going_north_is_weighed_against_the_cavalry(value: int, points: int, north: bool) -> None:
    way_round = "0504-0503-0502-0402-0302-0303-0304-0305-0306-0307-0308"
    land = ground(ways={**PIKE, "road": [way_round]})
    found = line("hood confederate infantry 0504 7", f"foe union cavalry 0507 {value}", on=land)
    assert found.points == points
    assert ("0502" in found.path) == north


def test_trains_pay_nothing_for_the_north() -> None:
    assert line("train confederate wagon 0502 2").points == 10
    assert line("hood confederate infantry 0502 7").points == 2


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("hood confederate infantry 0705 7", 8),
        ("hood confederate infantry 0805 7", 2),
        ("train confederate wagon 0605 2", 8),
        ("train confederate wagon 0604 2", 0),
        ("train confederate wagon 0705 2", 0),
    ],
)
def test_too_far_east_depends_on_arm_and_row(unit: str, points: int) -> None:
    land = ground(ways={**PIKE, "road": ["0505-0604-0704-0705-0804-0805", "0605-0506"]})
    assert line(unit, on=land).points == points


def test_no_unit_counts_less_than_nothing() -> None:
    found = line("hood confederate infantry 0404 7", "foe union cavalry 0506 9")
    assert found.points == 0
    assert not found.blocked
    assert sum(part.points for part in found.parts) == 0


def test_units_that_count_no_line_are_refused() -> None:
    board = field("hood confederate cavalry 0504 7", "foe union infantry 0901 1", victory=(RULE,))
    for unit in ("hood", "foe", "nobody"):
        with pytest.raises(UnknownName, match="unit that counts a line of communication"):
            line_of_communication(board, RULE, unit)


# the best line, searched for in another way


def plainly(board: FieldBoard, rule: LinePoints, unit: str) -> Fraction:
    """The points of a unit by looking at every set of cavalry that some line passes."""
    land, here, arm = board.ground, board.units[unit].space, board.unit(unit).arm
    column, row = (dict(enumerate(part)) for part in zip(*land.map.grid.cells, strict=True))
    parse = land.map.parse

    def near(start: int, steps: int) -> set[int]:
        reached = {start}
        for _ in range(steps):
            reached |= {
                b for a in reached for b in land.map.neighbours[a] if not hasattr(land.judge(a, b, board.rain), "codes")
            }
        return reached

    screened = {
        space for unit_id in board.of(rule.side, "infantry") for space in near(board.units[unit_id].space, rule.screen)
    }
    price: dict[int, frozenset[str]] = {}
    barred: set[int] = set()
    for unit_id in board.of("union"):
        at = board.units[unit_id].space
        held = {at} | {b for b in land.map.neighbours[at] if land.in_zone(at, b)}
        if board.unit(unit_id).arm == "cavalry" and at in screened:
            for space in held:
                price[space] = price.get(space, frozenset()) | {unit_id}
        else:
            barred |= held

    def may(space: int) -> bool:
        inside = (
            row[parse(rule.north)] < row[space] < row[parse(rule.south)] and column[space] < column[parse(rule.east)]
        )
        pike = any(land.way(space, b) == "pike" for b in land.map.neighbours[space])
        return inside and space not in barred and space != here and (pike or land.terrain(space) not in rule.needs_pike)

    goals = {parse(name) for name in rule.goals}
    first = [b for b in land.map.neighbours[here] if not hasattr(land.judge(here, b, board.rain), "codes") and may(b)]
    states = [(b, price.get(b, frozenset()), row[b] <= 3) for b in first]
    seen, best = set(states), None
    cut = {one.why: one.points for one in rule.reduction if arm in one.arms and one.why != "far_east"}
    while states:
        space, passed, north = states.pop()
        if space in goals and any(land.way(space, b) in rule.ways for b in land.map.neighbours[space]):
            points = rule.points + cut["screened_cavalry"] * Fraction(board.value(passed))
            points += cut.get("north", 0) if north else 0
            best = points if best is None else max(best, points)
        for b in land.map.neighbours[space]:
            if land.way(space, b) in rule.ways and may(b):
                after = (b, passed | price.get(b, frozenset()), north or row[b] <= 3)
                if after not in seen:
                    seen.add(after)
                    states.append(after)
    if best is None:
        return Fraction(-1)
    if any(here in {b for b in land.map.neighbours[a] if land.in_zone(a, b)} for a in _spaces(board, "union")):
        best += cut["in_zone"]
    if not any(land.way(here, b) == "pike" for b in land.map.neighbours[here]):
        best += cut["off_pike"]
    return max(best, Fraction(0))


def _spaces(board: FieldBoard, side: Side) -> Iterator[int]:
    return (board.units[unit_id].space for unit_id in board.of(side))


NEAR_RULE = evolve(RULE, reduction=tuple(one for one in RULE.reduction if one.why != "far_east"))


def scramble(seed: int) -> FieldBoard:
    """A board of roads, mountains and units drawn by lot."""
    rng = Random(seed)
    bare = ground().map
    edges = [(a, b) for a in range(bare.size) for b in bare.neighbours[a] if a < b]
    some = rng.sample(edges, rng.randint(60, 110))
    ways = {
        kind: [f"{bare.grid.names[a]}-{bare.grid.names[b]}" for n, (a, b) in enumerate(some) if n % 2 == rest]
        for rest, kind in enumerate(("pike", "road"))
    }
    land = ground(ways=ways, terrain=dict.fromkeys(rng.sample(bare.grid.names, 10), "mountain"))
    hexes = rng.sample(bare.grid.names, 14)
    foes = [
        f"u{n} union {rng.choice(['cavalry', 'cavalry', 'cavalry', 'infantry'])} {hex} {rng.randint(1, 4)}"
        f"{rng.choice(['', ' disorganized'])}"
        for n, hex in enumerate(hexes[: rng.randint(2, 7)])
    ]
    friends = [f"c{n} confederate infantry {hex} 5" for n, hex in enumerate(hexes[8 : 8 + rng.randint(1, 5)])]
    return field(*foes, *friends, on=land, victory=(NEAR_RULE,))


def test_the_search_finds_what_a_plain_search_finds() -> None:
    for seed in range(60):
        board = scramble(seed)
        lines = lines_of_communication(board, NEAR_RULE)
        found = {one.unit: Fraction(-1) if one.blocked else one.points for one in lines}
        assert found == {unit: plainly(board, NEAR_RULE, unit) for unit in found}, seed


def test_no_further_enemy_ever_makes_a_line_count_more() -> None:
    for seed in range(20):
        board = scramble(seed)
        before = {one.unit: one.points for one in lines_of_communication(board, NEAR_RULE)}
        for unit in list(board.of("union")):
            fewer = board.copy()
            fewer.remove(unit)
            for one in lines_of_communication(fewer, NEAR_RULE):
                assert one.points >= before[one.unit], seed
