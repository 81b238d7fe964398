"""The bounds of every game, in every scenario and with every option, and where bots play; the batteries have the rest.

Campaigns, battles and the clock are played by chance, by bots, and by greedy players who seek one bound after another.
"""

from collections.abc import Iterator, Sequence

import pytest
from tests.altar_of_freedom.bounds import GETTYSBURG, VICKSBURG
from tests.battlecry.bounds import battle_bounds
from tests.gcacw_on_the_4th_day.bounds import OBJECTIVES, field_bounds
from tests.thunder_on_the_mississippi.bounds import CLOCK

from wargame_core import Game, load
from wargame_laws import Bound, LawBroken, Trial
from wargame_laws.laws_of_bounds import extremes, law_bounds_hold

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
INNER_GAME = "battle_cry"
"""The battles of a campaign as an inner game: its bounds are those of Battle Cry. The batteries have reported ones."""
GAMES = 200
"""How many games chance, greedy players and bots play of each game at the least, over its scenarios and options."""
PARTS = 4
"""How many tests share the games of bots."""


def options_of(game: Game) -> Iterator[dict[str, object]]:
    """The options of a game as they usually are, and with one of them changed."""
    yield {}
    for option in game.options:
        for value in option.choices:
            if value != option.default and value not in option.needs_people and value != INNER_GAME:
                yield {option.name: value}


def seeds_of_each(game: Game) -> range:
    """The seeds that are played of each scenario with each option: two, and as many as it takes to `GAMES` in all."""
    settings = len(game.scenarios) * len(list(options_of(game)))
    return range(max(2, -(-GAMES // settings)))


def must_hold(game: Game, seeds: range, players: str, scenario: str, options: dict[str, object]) -> None:
    changed = " ".join(f"{name}={value}" for name, value in options.items())
    bounds = WITH_OPTION.get((game.id, changed), BOUNDS[game.id])
    trial = Trial(game, seeds, players, scenario, options, bounds=tuple(bounds), thorough=True, whole=False)
    try:
        law_bounds_hold(trial)
    except LawBroken as broken:
        broken.add_note(f"{game.id}, {scenario} {changed}")
        raise


SETTINGS = [
    pytest.param(
        name, scenario.id, options, id="-".join([name, scenario.id, *(f"{k}={v}" for k, v in options.items())])
    )
    for name in BOUNDS
    for game in [load(name)]
    for scenario in game.scenarios
    for options in options_of(game)
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "scenario", "options"), SETTINGS)
def test_bounds_hold_in_a_scenario_with_an_option(name: str, scenario: str, options: dict[str, object]) -> None:
    game = load(name)
    must_hold(game, seeds_of_each(game), "random", scenario, options)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "number"), [(name, part) for name in BOUNDS for part in range(PARTS)])
def test_bounds_hold_where_bots_play(name: str, number: int) -> None:
    game = load(name)
    for place, scenario in enumerate(game.scenarios):
        seeds = range(GAMES)[place :: len(game.scenarios)][number::PARTS]
        found = extremes(game, BOUNDS[name], seeds=seeds, players="normal", scenario=scenario.id, greedy=False)
        assert [str(extreme) for extreme in found if extreme.is_exceeded] == []
