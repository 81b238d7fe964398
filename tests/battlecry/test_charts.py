"""The quick-reference tables of `wargame chart battlecry`: the numbers that the rules use, and no others."""

from typing import Any

import pytest

from wargame_battlecry.questions import CHARTS, KINDS
from wargame_core import UnknownName


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_shown_under_its_title(name: str) -> None:
    assert str(CHARTS[name].card).startswith(CHARTS[name].title)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("distance", [1, 2, 3, 4, 5])
def test_the_dice_of_the_chart_are_those_that_are_rolled(lay: Any, kind: str, distance: int) -> None:
    from wargame_battlecry.printed.game_board import SPACE
    from wargame_battlecry.rules.battle_dice import battle_dice

    shown = CHARTS["units"].ask({"unit": kind, "distance": distance})["dice"]
    board = lay({"E4": f"union {kind}", f"E{4 + distance}": "confederate infantry"})
    assert shown == max(0, battle_dice(board, "u1", SPACE[f"E{4 + distance}"]))


def test_terrain_is_looked_up_with_all_its_effects() -> None:
    assert CHARTS["terrain"].ask({"kind": "town"}) == {
        "title": "town",
        "move": "stop",
        "sight": "blocks",
        "protection": 2,
        "ignore_flags": 0,
        "bars": [],
        "enter": {"infantry": "no battle", "cavalry": "no battle", "artillery": "no battle"},
        "inside": {"infantry": "3/2/1", "cavalry": "2", "artillery": "3/2/1"},
    }
    assert "Readings: Terrain without pages" in str(CHARTS["terrain"].card)
    with pytest.raises(UnknownName, match="did you mean 'woods'"):
        CHARTS["terrain"].ask({"kind": "wood"})


def test_a_distance_beyond_every_gun_is_refused() -> None:
    with pytest.raises(UnknownName, match="distance"):
        CHARTS["units"].ask({"unit": "infantry", "distance": 6})
