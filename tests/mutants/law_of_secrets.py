"""The laws of secrets by themselves, looking densely, for the lists of leaks. pytest runs them when they are named."""

import pytest

from wargame_core import load
from wargame_laws import Trial
from wargame_laws.laws_of_secrets import law_secrets_stay_secret
from wargame_laws.laws_of_the_table import law_numbers_tell_what_the_view_tells

SEEDS = 6
MOMENTS = 40
"""About how many moments of each game are looked at; those at which something rare has happened come on top."""


@pytest.mark.parametrize(
    ("game", "players", "scenario", "options"),
    [
        ("vicksburg", ("belligerent", "random"), None, {}),
        ("vicksburg", ("belligerent", "random"), None, {"fog": "referee"}),
        ("gettysburg", ("belligerent", "random"), None, {"fog": "referee"}),
        ("battlecry", "random", "mcdowell", {}),
    ],
    ids=["vicksburg", "vicksburg-referee", "gettysburg-referee", "battlecry"],
)
def test_secrets(game: str, players: str | tuple[str, ...], scenario: str | None, options: dict[str, str]) -> None:
    budget = 2 * MOMENTS * SEEDS
    law_secrets_stay_secret(Trial(load(game), range(SEEDS), players, scenario, options, budget, thorough=True))


def test_numbers() -> None:
    """With a referee, because then pieces stand where a seat does not see them."""
    law_numbers_tell_what_the_view_tells(Trial(load("vicksburg"), range(2), "belligerent", None, {"fog": "referee"}))
