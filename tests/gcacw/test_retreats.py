"""Retreat Chart (7.6) and Cavalry Retreat Die Roll Modifiers (7.7)."""

from itertools import product
from typing import Any

import pytest

from wargame_core.charts import ChartError, OffChart
from wargame_core.errors import UnknownName
from wargame_gcacw.charts import results
from wargame_gcacw.charts.series import EARLY_WAR, GAMES, Points


@pytest.mark.parametrize(
    ("kind", "charts"),
    [
        ("normal", [1, 2, 2, 2]),
        ("voluntary", [1, 2, 2, 2]),
        ("rout", [1] * 4 + [2] * 2),
        ("cavalry", [1] * 4 + [2] * 2),
    ],
)
def test_the_chart_depends_on_the_kind_of_retreat_and_the_hex(kind: Any, charts: list[int]) -> None:
    hexes = range(1, results.RETREAT_HEXES[kind][1] + 1)
    assert [results.retreat_chart_for(kind, one, exits_enemy_zoc=False) for one in hexes] == charts
    assert {results.retreat_chart_for(kind, one, exits_enemy_zoc=True) for one in hexes} == {1}


@pytest.mark.parametrize(("kind", "hex_number"), [("normal", 5), ("rout", 7), ("normal", 0)])
def test_a_retreat_has_a_longest_length(kind: Any, hex_number: int) -> None:
    allowed = rf"\(allowed: 1 to {results.RETREAT_HEXES[kind][1]}\)"
    with pytest.raises(ChartError, match=f"hex {hex_number} of a {kind} retreat {allowed}"):
        results.retreat_chart_for(kind, hex_number, exits_enemy_zoc=False)


ALL = [results.RetreatHex(*flags) for flags in product((False, True), repeat=5)]


def expected(chart: int, hex: results.RetreatHex) -> tuple[int, int]:
    """The charts once more, as nested questions."""
    if hex.enemy_occupied:
        return (5, 3) if chart == 1 else (3, 3)
    to_friends = hex.way and hex.friendly_occupied
    if chart == 2:
        return (2, 0 if to_friends else 1) if hex.enemy_zoc else (1, 0)
    if hex.enemy_zoc:
        return 4, (0 if hex.farther else 1) + (0 if to_friends else 1)
    if hex.farther:
        return (1, 0) if hex.way else (2, 0)
    return 3, 0 if hex.way else 1


@pytest.mark.parametrize("chart", [1, 2])
@pytest.mark.parametrize("hex", ALL, ids=str)
def test_every_hex_has_its_priority_and_loss(chart: Any, hex: results.RetreatHex) -> None:
    step = results.retreat_step(chart, hex)
    assert (step.priority, step.manpower_loss) == expected(chart, hex)
    cavalry = results.retreat_step(chart, hex, cavalry_retreat=True)
    assert (cavalry.priority, cavalry.manpower_loss) == (step.priority, 3 if hex.enemy_occupied else 0)


def test_the_lowest_priority_goes_first_and_equals_are_a_choice() -> None:
    road, field, zone = (
        results.RetreatHex(way=True, farther=True),
        results.RetreatHex(farther=True),
        results.RetreatHex(enemy_zoc=True),
    )
    worse = results.RetreatHex(enemy_zoc=True, farther=True)
    assert results.best_retreat_hexes("normal", 1, [field, road, zone], exits_enemy_zoc=False) == (1,)
    assert results.best_retreat_hexes("normal", 1, [zone, worse], exits_enemy_zoc=False) == (0, 1)
    assert results.best_retreat_hexes("normal", 2, [field, road, zone], exits_enemy_zoc=False) == (0, 1)
    assert results.best_retreat_hexes("normal", 2, [], exits_enemy_zoc=False) == ()


def test_what_is_no_chart_or_kind_is_refused() -> None:
    with pytest.raises(ChartError, match="no retreat chart 3"):
        results.retreat_step(3, results.RetreatHex())  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="unknown kind of retreat 'panic'"):
        results.retreat_chart_for("panic", 1, exits_enemy_zoc=False)  # type: ignore[arg-type]


def test_both_charts_are_printed() -> None:
    numbers = [line.split()[0] for line in str(results.retreat_card()).splitlines() if line[2:3].isdigit()]
    assert numbers == ["1", "2", "3", "4", "4", "5", "1", "2", "3"]


# -------------------------------------------------------------------------------------- cavalry retreat
SIZES = {
    "1/2": (-4, -2), "3/4": (-2, 0), 1: (-2, 0), "5/4": (0, 0), "3/2": (0, 0), 2: (0, 2), "11/4": (0, 2), 3: (2, 4),
    8: (2, 4),
}  # fmt: skip


@pytest.mark.parametrize(("value", "modifiers"), SIZES.items())
def test_a_large_force_counts_and_more_in_the_early_war(value: Points, modifiers: tuple[int, int]) -> None:
    normal, early = modifiers
    for game, nation in product(GAMES, ("union", "confederate")):
        found = results.cavalry_retreat_modifier(game=game, nation=nation, combined_value=value).result
        assert found == (early if game in EARLY_WAR and nation == "confederate" else normal)


def test_modifiers_are_cumulative_and_itemised() -> None:
    ruling = results.cavalry_retreat_modifier(
        game="TOM",
        nation="union",
        combined_value=1,
        units=2,
        terrain_modifier=2,
        all_demoralized=True,
        all_fatigue_4=True,
        all_out_of_supply=True,
    )
    assert [one.value for one in ruling.modifiers] == [2, -2, -2, -2, -2]
    assert (ruling.result, ruling.total) == (-6, -6)


def test_terrain_that_does_not_help_does_not_hurt() -> None:
    assert (
        results.cavalry_retreat_modifier(game="TOM", nation="union", combined_value=2, terrain_modifier=-1).result == 0
    )


def test_a_force_that_cannot_be_is_refused() -> None:
    with pytest.raises(OffChart, match="cavalry: a combat value of 1/4"):
        results.cavalry_retreat_modifier(game="TOM", nation="union", combined_value="1/4")
    with pytest.raises(UnknownName, match="unknown nation 'french'"):
        results.cavalry_retreat_modifier(game="TOM", nation="french", combined_value=1)
    with pytest.raises(UnknownName, match="unknown game tag"):
        results.cavalry_retreat_modifier(game="ABC", nation="union", combined_value=1)
