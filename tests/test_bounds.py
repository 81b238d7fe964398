"""The bounds of every game, in every scenario and with every option, and where bots play; the batteries have the rest.

Campaigns, battles and the clock are played by chance, by bots, and by greedy players who seek one bound after another.
"""

from collections.abc import Iterator, Sequence

import pytest
from tests.altar_of_freedom.bounds import GETTYSBURG, VICKSBURG
from tests.battlecry.bounds import battle_bounds
from tests.gcacw_on_the_4th_day.bounds import OBJECTIVES, field_bounds
from tests.thunder_on_the_mississippi.bounds import CLOCK

from wargame_core import load
from wargame_laws import Bound, Trial
from wargame_laws.laws_of_bounds import law_bounds_hold

BOUNDS: dict[str, Sequence[Bound]] = {
    "vicksburg": VICKSBURG,
    "gettysburg": GETTYSBURG,
    "battlecry": battle_bounds(),
    "gcacw_on_the_4th_day": (*field_bounds(), OBJECTIVES),
    "thunder_on_the_mississippi": CLOCK,
}
WITH_OPTION: dict[tuple[str, str], Sequence[Bound]] = {
    ("gcacw_on_the_4th_day", "tired_march=yes"): (*field_bounds(marches=5), OBJECTIVES),
    ("battlecry", "second_move=rides"): battle_bounds(hit_and_run=9),
}
"""The bounds where an option allows more."""
PLAYED_BY_PEOPLE = ("battles", "battle_cry")
"""The battles of a campaign in Battle Cry's own game: its bounds are those of Battle Cry."""
SEEDS = 4
"""How many games the usual players, and the greedy ones, play of each scenario with each option."""
BOTS = 200


def settings() -> Iterator[tuple[str, str, str, str]]:
    """Each game and scenario as it is usually played, and with one option changed."""
    for game in BOUNDS:
        loaded = load(game)
        for scenario in loaded.scenarios:
            yield game, scenario.id, "", ""
            for option in loaded.options:
                for value in option.values:
                    if value != option.default and (option.name, value) != PLAYED_BY_PEOPLE:
                        yield game, scenario.id, option.name, str(value)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "scenario", "option", "value"), settings())
def test_bounds_hold_in_each_scenario_with_each_option(game: str, scenario: str, option: str, value: str) -> None:
    bounds = WITH_OPTION.get((game, f"{option}={value}"), BOUNDS[game])
    options = {option: value} if option else {}
    law_bounds_hold(
        Trial(load(game), range(SEEDS), "random", scenario, options, bounds=tuple(bounds), thorough=True, whole=False)
    )


@pytest.mark.thorough
@pytest.mark.parametrize("game", BOUNDS)
def test_bounds_hold_where_bots_play(game: str) -> None:
    loaded = load(game)
    for number, scenario in enumerate(loaded.scenarios):
        seeds = range(number, BOTS, len(loaded.scenarios))
        trial = Trial(loaded, seeds, "normal", scenario.id, {}, bounds=tuple(BOUNDS[game]), thorough=True, whole=False)
        law_bounds_hold(trial)
