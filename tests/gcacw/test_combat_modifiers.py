"""Die Roll Modifiers (7.4): all 35, each in its games and only under its conditions."""

from __future__ import annotations

from typing import Any

import pytest

from wargame_gcacw.charts.combat import MODIFIERS
from wargame_gcacw.charts.series import GAMES

LEE = "SJW OTR HCR BTC SLB GTC TPC LLO"
ALL = " ".join(GAMES)

# id, facts under which it counts, value, games; then facts, with one thing changed, under which it does not
LINES: list[tuple[str, dict[str, Any], int, str, dict[str, Any]]] = [
    ("def.river_crossing", {"hexside": "ford"}, 2, ALL, {"hexside": "creek"}),
    ("def.mountain", {"defender_terrain": "mountain"}, 2, ALL, {"defender_terrain": "hill"}),
    ("def.uphill", {"slope": "up_bluff"}, 2, ALL, {"slope": "down_bluff"}),
    ("def.hill", {"defender_terrain": "hill"}, 1, ALL, {"defender_terrain": "rough"}),
    ("def.creek", {"hexside": "creek"}, 1, ALL, {"hexside": "none"}),
    ("def.demoralized_2", {"demoralized_2_share": "1/2"}, -1, ALL, {"demoralized_2_share": "49/100"}),
    ("def.gunboat", {"gunboat_defensive_support": 2}, 2, "OTR GTC BTC TPC TOM", {"gunboat_defensive_support": 0}),
    ("def.thomas", {"thomas_bonus": True}, 1, "AIO", {"thomas_bonus": False}),
    ("def.hunt", {"hunt_bonus_defender": True}, 1, "BTC", {}),
    (
        "def.union_panic",
        {"union_panic": True, "defender_nation": "union"},
        -1,
        "SJW",
        {"union_panic": True, "defender_nation": "confederate"},
    ),
    (
        "def.garrison_demoralized",
        {"garrison_demoralization": -2, "defender_is_vicksburg_garrison": True},
        -2,
        "TOM",
        {"garrison_demoralization": -2},
    ),
    ("att.flank", {"flank_bonus": 4}, 4, ALL, {"flank_bonus": 0}),
    ("att.artillery", {"artillery_modifier": -3}, -3, ALL, {"artillery_modifier": 0}),
    ("att.flanks_refused", {"flanks_refused_modifier": 2}, 2, ALL, {}),
    ("att.assault", {"action": "assault"}, 1, ALL, {"action": "march"}),
    ("att.ratio", {"ratio_modifier": -12}, -12, ALL, {"ratio_modifier": 0}),
    ("att.tactical", {"tactical_modifier": 2}, 2, ALL, {}),
    ("att.rain", {"rain": True}, -1, ALL, {"rain": False}),
    ("att.prepared", {"attack_type": "prepared"}, 1, ALL, {"attack_type": "normal"}),
    ("att.hasty", {"attack_type": "hasty"}, -1, ALL, {"attack_type": "normal"}),
    ("att.column_of_route", {"attack_type": "column_of_route"}, -3, ALL, {"attack_type": "normal"}),
    ("att.bonus_lee", {"action": "assault", "assault_leader": "lee"}, 1, LEE, {"assault_leader": "lee"}),
    (
        "att.bonus_jackson",
        {"action": "assault", "assault_leader": "jackson"},
        1,
        "SJW HCR SLB",
        {"action": "march", "assault_leader": "jackson"},
    ),
    (
        "att.bonus_longstreet",
        {"action": "assault", "assault_leader": "longstreet"},
        1,
        "GTC BAC TPC",
        {"action": "assault", "assault_leader": "lee"},
    ),
    ("att.bonus_sherman", {"action": "assault", "assault_leader": "sherman"}, 1, "BAC", {"action": "assault"}),
    ("att.bonus_hood_forrest", {"action": "assault", "assault_leader": "forrest"}, 1, "HSN", {"action": "assault"}),
    (
        "att.union_panic",
        {"union_panic": True, "attacker_nation": "union"},
        -1,
        "SJW",
        {"union_panic": True, "attacker_nation": "confederate"},
    ),
    ("att.army_panic", {"attacker_army_panicked": True}, -1, "AGA", {}),
    ("att.surprise_or_charge", {"surprise_or_cavalry_charge": True}, 1, "SLB", {}),
    (
        "att.union_gunboat",
        {"union_gunboat_attack": True, "attacker_nation": "union"},
        1,
        "TOM",
        {"union_gunboat_attack": True, "attacker_nation": "confederate"},
    ),
    (
        "att.union_infantry_oos",
        {"attacker_out_of_supply": True, "attacker_nation": "union", "attacker_type": "infantry"},
        -1,
        "TOM",
        {"attacker_out_of_supply": True, "attacker_nation": "union", "attacker_type": "cavalry"},
    ),
    (
        "att.garrison_demoralized",
        {"garrison_demoralization": -1, "attacker_is_vicksburg_garrison": True},
        -1,
        "TOM",
        {"garrison_demoralization": 0, "attacker_is_vicksburg_garrison": True},
    ),
    ("att.stafford_or_hunt", {"stafford_heights_or_hunt_bonus": True}, 1, "BTC", {}),
    (
        "att.hooker",
        {"hooker_loses_confidence": True, "attacker_nation": "union"},
        -1,
        "SLB",
        {"hooker_loses_confidence": True, "attacker_nation": "confederate"},
    ),
    ("att.insubordinate", {"insubordinate": True, "action": "march"}, -2, "BAC", {"insubordinate": True}),
]
IDS = [line[0] for line in LINES]


def applied(modifier: str, facts: dict[str, Any], game: str) -> int | None:
    """What one line adds, or None when it does not count."""
    line = MODIFIERS[modifier]
    tally = MODIFIERS.tally(MODIFIERS.sheet.read(facts), side=line.side, tag=game)
    return next((one.value for one in tally.applied if one.label == line.label), None)


def test_there_are_35_modifiers_and_all_are_here() -> None:
    assert [line.id for line in MODIFIERS.lines] == IDS
    assert len(IDS) == 35


@pytest.mark.parametrize(("modifier", "facts", "value", "games", "other"), LINES, ids=IDS)
def test_a_modifier_counts_in_its_games_and_in_no_other(
    modifier: str, facts: dict[str, Any], value: int, games: str, other: dict[str, Any]
) -> None:
    assert {game: applied(modifier, facts, game) for game in GAMES} == {
        game: value if game in games.split() else None for game in GAMES
    }


@pytest.mark.parametrize(("modifier", "facts", "value", "games", "other"), LINES, ids=IDS)
def test_a_modifier_needs_its_conditions(
    modifier: str, facts: dict[str, Any], value: int, games: str, other: dict[str, Any]
) -> None:
    assert [applied(modifier, other, game) for game in games.split()] == [None] * len(games.split())


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
    assert MODIFIERS.total(MODIFIERS.sheet.read(facts), side="defender", tag="TOM") == total


@pytest.mark.parametrize("kind", ["prepared", "hasty", "column_of_route"])
def test_kinds_of_attack_belong_to_marches_and_the_assault_bonus_to_assaults(kind: str) -> None:
    facts = MODIFIERS.sheet.read({"action": "assault", "attack_type": kind})
    assert MODIFIERS.total(facts, side="attacker", tag="TOM") == 1


def test_every_tag_of_a_modifier_is_a_game() -> None:
    assert {tag for line in MODIFIERS.lines for tag in line.tags} <= set(GAMES)
