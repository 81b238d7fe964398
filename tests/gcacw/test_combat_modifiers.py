"""Die Roll Modifiers (7.4), Ratio Chart, Artillery Modifier Summary, Flank Attack Examples and Attack Summary."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wargame_core import D6, DiceError, UnknownName
from wargame_core.charts import ChartError, NumberAxis, OffChart
from wargame_gcacw.charts import combat
from wargame_gcacw.charts.series import GAMES, TERRAINS, Points

LINES = tomllib.loads(Path(__file__).with_name("combat_modifiers.toml").read_text("utf-8"))["line"]
IDS = [line["id"] for line in LINES]


def applied(modifier: str, facts: dict[str, Any], game: str) -> int | None:
    """What one line adds, or None when it does not count."""
    line = combat.combat_modifiers()[modifier]
    tally = combat.combat_modifiers().tally(combat.combat_modifiers().sheet.read(facts), side=line.side, tag=game)
    return next((one.value for one in tally.applied if one.label == line.label), None)


def test_every_printed_modifier_is_in_the_list() -> None:
    assert set(IDS) <= {line.id for line in combat.combat_modifiers().lines}


@pytest.mark.parametrize("line", LINES, ids=IDS)
def test_a_modifier_counts_in_its_games_and_in_no_other_and_needs_its_conditions(line: dict[str, Any]) -> None:
    games = line.get("games", " ".join(GAMES)).split()
    values = {game: applied(line["id"], line["facts"], game) for game in GAMES}
    assert values == {game: line["value"] if game in games else None for game in GAMES}
    assert [applied(line["id"], line["other"], game) for game in games] == [None] * len(games)


@pytest.mark.parametrize(
    ("facts", "total"),
    [
        ({"defender_terrain": "mountain", "attacker_terrain": "mountain"}, 1),
        ({"defender_terrain": "mountain", "attacker_terrain": "hill"}, 2),
        ({"defender_terrain": "mountain", "slope": "down_ridge"}, 1),
        ({"defender_terrain": "mountain", "slope": "down_bluff"}, 2),
        ({"defender_terrain": "hill", "attacker_terrain": "hill"}, 0),
        ({"defender_terrain": "hill", "attacker_terrain": "mountain"}, 0),
        ({"defender_terrain": "hill", "attacker_terrain": "clear"}, 1),
        ({"defender_terrain": "hill", "slope": "down_ridge"}, 0),
        ({"hexside": "creek", "rain": True}, 2),
        ({"hexside": "bridge", "rain": True}, 2),
        ({"defender_terrain": "hill", "slope": "up_ridge", "hexside": "creek"}, 4),
    ],
)
def test_terrain_modifiers_have_their_printed_exceptions_and_add_up(facts: dict[str, Any], total: int) -> None:
    modifiers = combat.combat_modifiers()
    assert modifiers.total(modifiers.sheet.read(facts), side="defender", tag="TOM") == total


@pytest.mark.parametrize("kind", ["prepared", "hasty", "column_of_route"])
def test_kinds_of_attack_belong_to_marches_and_the_assault_bonus_to_assaults(kind: str) -> None:
    facts = combat.combat_modifiers().sheet.read({"action": "assault", "attack_type": kind})
    assert combat.combat_modifiers().total(facts, side="attacker", tag="TOM") == 1


def test_every_tag_of_a_modifier_is_a_game() -> None:
    assert {tag for line in combat.combat_modifiers().lines for tag in line.tags} <= set(GAMES)


# ------------------------------------------------------------------------------------------------ ratio
def test_the_rule_and_the_printed_chart_agree_on_every_ratio() -> None:
    values = [Fraction(halves, 2) for halves in (*range(1, 32), 59, 99, 100, 140)]
    for attacker in values:
        for defender in values:
            assert combat.ratio_modifier(attacker, defender) == combat.ratio_chart().only.at(attacker / defender)


@pytest.mark.parametrize(("attacker", "defender"), [(0, 1), (1, 0), ("1/4", 1), (1, -2)])
def test_a_ratio_with_less_than_one_half_is_refused(attacker: Points, defender: Points) -> None:
    with pytest.raises(OffChart, match="is below the least, 1/2"):
        combat.ratio_modifier(attacker, defender)


# -------------------------------------------------------------------------------------------- artillery
COLUMNS = {-4: 0, -3: 1, 1: 1, 2: 2, 4: 2, 5: 3, 7: 3, 8: 4, -20: 0, 20: 4}


@pytest.mark.parametrize(("difference", "column"), COLUMNS.items())
def test_the_columns_of_the_artillery_summary_end_where_printed(difference: int, column: int) -> None:
    for terrain in ("clear", "rolling", "rough", "woods", "swamp"):
        row = combat.artillery_summary().only.rows.index(terrain)
        assert combat.artillery_cell(terrain, difference) == combat.artillery_summary().only.cells[row][column]


@pytest.mark.parametrize(
    ("terrain", "difference", "even", "odd"),
    [("clear", 8, 2, 1), ("rolling", 5, 1, 0), ("hill", 0, -1, 0), ("rough", 8, 1, 0)],
)
def test_a_star_or_dagger_is_settled_by_a_die(terrain: str, difference: int, even: int, odd: int) -> None:
    for face in D6.faces:
        found = combat.artillery_modifier(terrain, difference + 9, 9, die=face)
        assert found == (odd if face % 2 else even)


def test_a_missing_artillery_die_names_the_cell() -> None:
    with pytest.raises(ChartError, match=r"artillery Clear, \+8 or more: \+2† needs a die before combat"):
        combat.artillery_modifier("clear", 8, 0)


def test_a_die_that_is_not_needed_is_ignored() -> None:
    assert combat.artillery_modifier("woods", 9, 0, die=3) == 0


def test_an_artillery_die_shows_1_to_6() -> None:
    with pytest.raises(DiceError, match="7 is not a face of d6"):
        combat.artillery_modifier("clear", 8, 0, die=7)


@pytest.mark.parametrize(
    ("printed", "literal", "capped"),
    [(0, (-3, -2), (0, 0)), (1, (-3, -1), (-1, -1)), (2, (-2, -2), (-2, -2)), (3, (-3, -2), (-3, -2))],
)
def test_few_printed_guns_soften_the_worst(printed: int, literal: tuple[int, int], capped: tuple[int, int]) -> None:
    for expected, way in ((literal, "literal"), (capped, "capped")):
        found = tuple(
            combat.artillery_modifier("clear", 0, guns, printed_defender=printed, low_artillery=way)  # type: ignore[arg-type]
            for guns in (4, 3)
        )
        assert found == expected


@pytest.mark.parametrize(("rain", "modifier"), [(False, -1), (True, 0)])
def test_a_provisional_swamp_is_rough_when_dry_and_swamp_in_rain(rain: bool, modifier: int) -> None:
    assert combat.artillery_modifier("provisional_swamp", 0, 6, rain=rain) == modifier


def test_every_terrain_has_a_row_and_every_fact_knows_every_terrain() -> None:
    for terrain in TERRAINS:
        assert combat.artillery_modifier(terrain, 3, 0) == 0
    assert combat.combat_modifiers().sheet.facts["defender_terrain"].choices == TERRAINS
    assert combat.combat_modifiers().sheet.facts["attacker_terrain"].choices == TERRAINS


def test_an_unknown_terrain_lists_the_terrains() -> None:
    with pytest.raises(UnknownName, match=r"unknown Defender's terrain 'wood' .*did you mean 'woods'"):
        combat.artillery_cell("wood", 0)


# ------------------------------------------------------------------------------------------------ flank
@pytest.mark.parametrize(("covered", "friends"), [(7, 0), (-1, 0), (3, 4), (5, -1)])
def test_hexes_that_there_are_not_are_refused(covered: int, friends: int) -> None:
    with pytest.raises(ChartError, match="allowed: 0 to 6"):
        combat.flank_bonus(covered, friends)


# ---------------------------------------------------------------------------------------------- attacks
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attack": "sneaky", "terrain": "clear", "remaining_mp": 1}, "unknown Attack 'sneaky'"),
        ({"attack": "hasty", "terrain": "clare", "remaining_mp": 1}, "did you mean 'clear'"),
        ({"attack": "hasty", "terrain": "clear", "remaining_mp": -1}, "remaining_mp is -1"),
    ],
)
def test_an_attack_that_is_none_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError if "remaining_mp is" in message else UnknownName, match=message):
        combat.attack_cost(cavalry=False, **arguments)  # type: ignore[arg-type]


ROWS = combat.ratio_chart().only.rows


@pytest.mark.parametrize(
    ("ratio", "row"),
    [
        (Fraction(1, 100), "1-13 or less"),
        (Fraction(1, 12) - Fraction(1, 9999), "1-13 or less"),
        (Fraction(1, 12), "1-12"),
        (Fraction(8, 10), "1-2"),
        (1, "1-1"),
        (Fraction(7, 2), "3-1"),
        (Fraction(1399, 100), "13-1"),
        (14, "14-1 or more"),
        (900, "14-1 or more"),
    ],
)
def test_a_ratio_between_two_rows_goes_against_the_attacker(ratio: object, row: str) -> None:
    assert ROWS.label(ratio) == row


def test_the_printed_ratios_are_those_of_a_chart_by_ratio() -> None:
    assert isinstance(ROWS, NumberAxis)
    assert NumberAxis.ratio(ROWS.name, ROWS.labels).bands == ROWS.bands
