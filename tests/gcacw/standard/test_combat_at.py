"""Combats read off a position: GCACW rules 1.4, 7.2 to 7.4, Flank Attack Examples, Artillery Modifier Summary."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from tests.gcacw.standard.field_kit import field, ground

from wargame_core.charts import ChartError
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat, resolve_combat
from wargame_gcacw.charts.results import CombatDice
from wargame_gcacw.printed.book import Ground
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules import combat_on_map


def combat(board: FieldBoard, *attackers: str, at: str = "0505", how: str = "normal", leader: str = "") -> Combat:
    return combat_on_map.combat_at(
        board, attackers or ("a",), board.ground.map.parse(at), how=how, leader=LeaderId(leader)
    )


def lines(made: Combat, side: int) -> dict[str, int]:
    """The modifiers of a side (0 the attacker) by label."""
    ruling = resolve_combat(made, attacker_die=1, defender_die=1, artillery_die=2)
    return {one.label: one.value for one in ruling.parts[side].modifiers}


def duel(attacker: str, defender: str, on: Ground | None = None, **rest: Any) -> Combat:
    board = field(f"a union infantry 0504 {attacker}", f"d confederate infantry 0505 {defender}", on=on, **rest)
    return combat(board)


@pytest.mark.parametrize(
    ("attacker", "defender", "modifier"), [(7, 2, 2), (6, 1, 5), (13, 12, 0), (8, 10, -1), (17, 1, 13), (1, 17, -12)]
)
def test_the_ratio_is_rounded_against_the_attacker(attacker: int, defender: int, modifier: int) -> None:
    assert duel(str(attacker), str(defender)).prepared.ratio_modifier == modifier


def test_values_of_a_stack_add_up_and_disorganized_units_count_their_smaller_number() -> None:
    board = field(
        "a union infantry 0504 10", "d confederate infantry 0505 3", "e confederate infantry 0505 1 disorganized"
    )
    assert combat(board).defender == Fraction(7, 2)


@pytest.mark.parametrize(
    ("level", "manpower", "value"),
    [
        (0, "7", 7),
        (1, "7", Fraction(7, 2)),
        (2, "7", 1),
        (1, "1 disorganized", Fraction(1, 2)),
        (2, "1 disorganized", Fraction(1, 2)),
    ],
)
def test_demoralized_attackers_count_half_or_one(level: int, manpower: str, value: Any) -> None:
    assert duel(f"{manpower} demoralized={level}", "5").attacker == value


def test_demoralized_defenders_keep_their_value_and_lose_one_when_half_of_it_is_demoralized_2() -> None:
    made = duel("5", "7 demoralized=2")
    assert made.defender == 7
    assert lines(made, 1)["half or more of the defence is demoralized-2"] == -1


def test_less_than_half_of_the_value_demoralized_2_changes_nothing() -> None:
    board = field(
        "a union infantry 0504 9", "d confederate infantry 0505 6", "e confederate infantry 0505 5 demoralized=2"
    )
    assert not lines(combat(board), 1)


@pytest.mark.parametrize(("work", "entrenched"), [("breastworks", 10), ("fort_build", 10), ("fort", 15)])
def test_works_multiply_the_value_for_the_ratio_but_not_for_the_column(work: str, entrenched: int) -> None:
    made = duel("10", f"5 work={work}")
    assert [made.defender, made.entrenched] == [5, entrenched]


def test_works_multiply_only_the_share_of_the_unit_that_has_them() -> None:
    board = field(
        "a union infantry 0504 10", "d confederate infantry 0505 5 work=fort", "e confederate infantry 0505 4"
    )
    assert combat(board).entrenched == 19


# guns


@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ("artillery=3", "artillery=2", (3, 2, 2)),
        ("artillery=3 demoralized=1", "artillery=2", (0, 2, 2)),
        ("artillery=3", "artillery=2 demoralized=2", (3, 0, 0)),
        ("artillery=3", "artillery=2 work=fort", (3, 6, 2)),
    ],
)
def test_artillery_is_summed_without_the_demoralized_and_multiplied_by_works(
    attackers: str, defenders: str, expected: tuple[int, int, int]
) -> None:
    made = duel(f"5 {attackers}", f"5 {defenders}")
    assert (made.attacker_guns, made.defender_guns, made.printed_guns) == expected


def test_a_value_in_brackets_counts_only_beside_infantry() -> None:
    alone = field("a union infantry 0504 5", "d confederate artillery 0505 3 artillery=6 in_brackets")
    beside = field(
        "a union infantry 0504 5",
        "d confederate artillery 0505 3 artillery=6 in_brackets",
        "e confederate infantry 0505 3 artillery=1",
    )
    assert (combat(alone).defender_guns, combat(beside).defender_guns) == (0, 7)


@pytest.mark.parametrize(("printed", "modifier"), [(0, 0), (1, -1), (2, -2), (3, -2)])
def test_few_printed_guns_cannot_hurt_more_than_they_are(printed: int, modifier: int) -> None:
    assert duel("5", f"5 artillery={printed}").prepared.artillery == (modifier, modifier)


def test_no_guns_count_against_woods() -> None:
    made = duel("5 artillery=9", "5", on=ground(terrain={"0505": "woods"}))
    assert made.prepared.artillery == (0, 0)


# tactical values


def test_a_marching_unit_has_its_own_tactical_value_or_that_of_its_leader_in_the_hex() -> None:
    units = ("a union infantry 0504 5 tactical=2 commands=V", "d confederate infantry 0505 5 tactical=3")
    led = field(*units, leaders=["sykes union corps a tactical=4 command=V"])
    other = field(*units, leaders=["howard union corps a tactical=4 command=XI"])
    assert [lines(combat(one), 0)["tactical values"] for one in (led, other)] == [1, -1]


def test_a_leader_of_cavalry_must_march_with_the_unit_that_he_helps() -> None:
    units = (
        "a union cavalry 0504 2 tactical=1 commands=C3",
        "b union cavalry 0504 2 tactical=1 commands=C3",
        "d confederate infantry 0505 2 tactical=2",
    )
    board = field(*units, leaders=["kilpatrick union cavalry_division b tactical=3 command=C3"])
    assert lines(combat(board, "a"), 0)["tactical values"] == -1
    assert lines(combat(board, "b"), 0)["tactical values"] == 1


def test_any_unit_or_leader_of_the_defenders_gives_the_best_tactical_value() -> None:
    board = field(
        "a union infantry 0504 5 tactical=2",
        "d confederate infantry 0505 5 tactical=1",
        "e confederate cavalry 0505 1 tactical=3",
        leaders=["hill confederate corps d tactical=4"],
    )
    assert lines(combat(board), 0)["tactical values"] == -2


def test_in_an_assault_only_the_leader_who_ordered_it_counts() -> None:
    board = field(
        "a union infantry 0504 5 tactical=4 commands=V",
        "d confederate infantry 0505 5 tactical=2",
        leaders=["sykes union corps a tactical=3 command=V"],
    )
    assert lines(combat(board, how="assault", leader="sykes"), 0) == {"tactical values": 1, "assault action": 1}


def test_a_grand_assault_takes_the_best_tactical_value_of_those_who_take_part() -> None:
    board = field(
        "a union infantry 0504 5 tactical=2",
        "b union infantry 0604 5 tactical=4",
        "d confederate infantry 0505 5 tactical=1",
        leaders=["meade union army a value=5"],
    )
    assert lines(combat(board, "a", "b", how="grand_assault", leader="meade"), 0)["tactical values"] == 3


# ground and weather


@pytest.mark.parametrize(
    ("terrain", "rain", "total"),
    [({}, False, 0), ({"0505": "mountain"}, False, 2), ({"0505": "mountain", "0504": "mountain"}, False, 1)],
)
def test_a_mountain_helps_the_defender_and_less_against_a_mountain(
    terrain: dict[str, str], rain: bool, total: int
) -> None:
    made = duel("5", "5", on=ground(terrain=terrain, ways={"road": ["0504-0505"]}), rain=rain)
    assert made.prepared.defender_modifier == total


def test_terrain_modifiers_of_hex_and_hexside_add_up() -> None:
    land = ground(terrain={"0505": "mountain"}, ways={"road": ["0504-0505"]}, creeks=["0504-0505"])
    assert duel("5", "5", on=land).prepared.defender_modifier == 3
    assert duel("5", "5", on=land, rain=True).prepared.defender_modifier == 4


def test_a_bridge_and_a_ford_give_two_and_rain_takes_one_from_the_attacker() -> None:
    for kind in ("bridge", "ford"):
        land = ground(rivers=["0504-0505"], crossings={"0504-0505": kind})
        made = duel("5", "5", on=land, rain=True)
        assert made.prepared.defender_modifier == 2
        assert lines(made, 0)["rain"] == -1


def test_the_ground_alone_is_what_retreating_cavalry_adds() -> None:
    land = ground(creeks=["0504-0505"])
    board = field("d confederate cavalry 0505 2 demoralized=2", on=land, rain=True)
    assert combat_on_map.terrain_defence(board, land.map.parse("0504"), land.map.parse("0505")) == 2


def test_from_several_hexes_the_hexside_of_the_larger_share_counts() -> None:
    land = ground(creeks=["0504-0505"])
    units = ("b union infantry 0604 5", "c union infantry 0604 4", "d confederate infantry 0505 5")
    small = field("a union infantry 0504 8", *units, on=land)
    large = field("a union infantry 0504 10", *units, on=land)
    made = [combat(one, "a", "b", "c", how="grand_assault").prepared.defender_modifier for one in (small, large)]
    assert made == [0, 1]


def test_from_several_hexes_of_equal_shares_the_defender_has_the_better_hexside() -> None:
    board = field(
        "a union infantry 0504 5",
        "b union infantry 0604 5",
        "d confederate infantry 0505 5",
        on=ground(creeks=["0504-0505"]),
    )
    assert combat(board, "a", "b", how="grand_assault").prepared.defender_modifier == 1


@pytest.mark.parametrize(
    ("how", "modifier"), [("column_of_route", -3), ("hasty", -1), ("normal", 0), ("prepared", 1), ("assault", 1)]
)
def test_the_kind_of_attack_counts(how: str, modifier: int) -> None:
    board = field("a union infantry 0504 5", "d confederate infantry 0505 5")
    assert combat(board, how=how).prepared.attacker_modifiers == (modifier, modifier)


# flanks: the four drawings of the sheet first

NORTH_AND_SOUTH = ("a union infantry 0504 4", "b union infantry 0506 4")
NORTH_AND_EAST = ("a union infantry 0504 4", "b union infantry 0605 4")


@pytest.mark.parametrize(
    ("attackers", "friends", "bonus"),
    [
        (NORTH_AND_SOUTH, (), 4),
        (NORTH_AND_SOUTH, ("0604",), 3),
        (NORTH_AND_EAST, (), 2),
        (NORTH_AND_EAST, ("0404",), 1),
        (NORTH_AND_EAST, ("0404", "0604"), 0),
        (NORTH_AND_SOUTH[:1], (), 0),
    ],
)
def test_the_flank_bonus_of_the_drawings(attackers: Iterable[str], friends: Iterable[str], bonus: int) -> None:
    others = [f"f{hex} confederate cavalry {hex} 1" for hex in friends]
    board = field(*attackers, "d confederate infantry 0505 8", *others)
    assert combat(board).prepared.flank_bonus == bonus
    assert combat_on_map.flank_ruling(board, "union", board.ground.map.parse("0505")).result == bonus


def test_the_account_of_the_flanks_adds_up_where_friends_would_take_more_than_there_is() -> None:
    friends = [f"f{hex} confederate cavalry {hex} 1" for hex in ("0404", "0506", "0604")]
    board = field(*NORTH_AND_EAST, "d confederate infantry 0505 8", *friends)
    account = combat_on_map.flank_ruling(board, "union", board.ground.map.parse("0505"))
    assert (account.base, account.result, account.detail["less"]) == (2, 0, 3)
    assert account.base + sum(modifier.value for modifier in account.modifiers) == account.result


@pytest.mark.parametrize(("manpower", "bonus"), [(1, 0), (2, 4)])
def test_units_below_a_quarter_of_the_defender_cover_nothing(manpower: int, bonus: int) -> None:
    board = field("a union infantry 0504 4", f"b union cavalry 0506 {manpower}", "d confederate infantry 0505 8")
    assert combat(board).prepared.flank_bonus == bonus


def test_several_small_units_cover_a_hex_together_against_the_value_without_works() -> None:
    board = field(
        "a union infantry 0504 4",
        "b union cavalry 0506 1",
        "c union cavalry 0506 1",
        "d confederate infantry 0505 8 work=fort",
    )
    assert combat(board).prepared.flank_bonus == 4


def test_wagon_trains_cover_nothing() -> None:
    board = field("a union infantry 0504 4", "b union wagon 0506 4", "d confederate infantry 0505 4")
    assert combat_on_map.coverage(board, "union", board.ground.map.parse("0505")) == (3, 0)


def test_hexes_off_the_map_and_hexes_nobody_enters_count_as_covered() -> None:
    corner = field("a union infantry 0102 4", "d confederate infantry 0101 4")
    assert combat_on_map.coverage(corner, "union", corner.ground.map.parse("0101")) == (6, 0)
    land = ground(terrain={"0605": "mountain", "0405": "mountain"})
    shut = field("a union infantry 0504 4", "d confederate infantry 0505 4", on=land)
    assert combat_on_map.coverage(shut, "union", land.map.parse("0505")) == (5, 0)


def test_a_hexside_that_stops_a_zone_of_control_leaves_the_hex_open() -> None:
    mountain = ground(terrain={"0604": "mountain"}, ways={"road": ["0604-0704"]})
    river = ground(rivers=["0504-0604"])
    for land in (mountain, river):
        board = field(*NORTH_AND_SOUTH, "d confederate infantry 0505 8", on=land)
        assert combat_on_map.coverage(board, "union", land.map.parse("0505")) == (5, 0)


def test_a_hex_that_only_a_restricted_zone_covers_takes_one_away() -> None:
    land = ground(terrain={"0604": "woods"})
    board = field(*NORTH_AND_SOUTH, "d confederate infantry 0505 8", on=land)
    assert combat_on_map.coverage(board, "union", land.map.parse("0505")) == (6, 1)
    assert combat(board).prepared.flank_bonus == 3


@pytest.mark.parametrize("more", ["c union infantry 0604 4", "c union infantry 0603 4"])
def test_a_unit_in_the_woods_or_on_a_road_into_them_covers_the_hex_fully(more: str) -> None:
    land = ground(terrain={"0604": "woods"}, ways={"trail": ["0603-0604"]})
    board = field(*NORTH_AND_SOUTH, more, "d confederate infantry 0505 8", on=land)
    assert combat_on_map.coverage(board, "union", land.map.parse("0505")) == (6, 0)


def test_the_account_of_the_flanks_names_every_hex_with_its_reason() -> None:
    board = field(*NORTH_AND_EAST, "d confederate infantry 0505 8", "f confederate cavalry 0404 1")
    told = {
        one.hex: (one.covered, one.less, one.why)
        for one in combat_on_map.flank_hexes(board, "union", board.ground.map.parse("0505"))
    }
    assert told == {
        "0404": (True, 1, "covered by A (4), but friends of the defender hold it"),
        "0405": (False, 0, "neither held nor in a zone of control of the attackers"),
        "0504": (True, 0, "covered by A (4)"),
        "0506": (True, 0, "covered by B (4)"),
        "0604": (True, 0, "covered by A, B (8)"),
        "0605": (True, 0, "covered by B (4)"),
    }


def test_refused_flanks_give_no_bonus_and_cost_one_or_two_in_an_assault() -> None:
    board = field(*NORTH_AND_SOUTH, "d confederate infantry 0505 8")
    board.refused_hexes.add(board.ground.map.parse("0505"))
    assert combat(board).prepared.flank_bonus == 0
    assert lines(combat(board), 0)["defender refuses the flanks"] == 1
    assert lines(combat(board, how="assault"), 0)["defender refuses the flanks"] == 2


# the account, and bad input


def test_the_account_has_the_flanks_as_a_third_part() -> None:
    board = field(*NORTH_AND_SOUTH, "d confederate infantry 0505 8")
    target = board.ground.map.parse("0505")
    made, dice = combat(board), CombatDice(6, 1)
    ruling = combat_on_map.explain_combat(board, made, ("a",), target, dice, made.outcome(dice))
    assert [part.title for part in ruling.parts] == ["Attacker", "Defender", "Flank bonus"]
    assert ruling.parts[2].total == ruling.parts[2].result == 4


def test_the_forecast_adds_up_to_one() -> None:
    board = field("a union infantry 0504 5", "d confederate infantry 0505 5")
    odds = combat_on_map.forecast(board, ("a",), board.ground.map.parse("0505"), how="normal")
    assert sum(chance for _, chance in odds.items()) == 1


def test_a_bonus_for_a_named_leader_counts_only_in_games_that_have_it() -> None:
    units = ("a confederate infantry 0504 5", "d union infantry 0505 5")
    for game, bonus in (("RTG", 0), ("SJW", 1)):
        board = field(*units, leaders=["lee confederate army a value=5"], game=game)
        made = lines(combat(board, how="grand_assault", leader="lee"), 0)
        assert made.get("assault bonus from Lee", 0) == bonus


def test_a_combat_needs_somebody_on_both_sides() -> None:
    board = field("a union infantry 0504 5")
    with pytest.raises(ChartError, match="no combat at 0505: 1 attack 0 units"):
        combat(board)
