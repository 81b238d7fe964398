"""The laws of secrecy together, in the two minutes that an author waits for them; pytest runs this when it is named."""

import pytest

from wargame_core import load
from wargame_laws import Trial
from wargame_laws.laws_of_outlets import law_no_outlet_tells_more_than_the_view
from wargame_laws.laws_of_secrets import law_secrets_stay_secret

BUDGET = 12
"""About how many moments by chance of each game are looked at; those at which something rare has happened come too."""


@pytest.mark.parametrize("law", [law_no_outlet_tells_more_than_the_view, law_secrets_stay_secret])
@pytest.mark.parametrize(
    ("game", "players", "scenario", "options"),
    [
        ("battlecry", "heuristic", "mcdowell", {}),
        ("vicksburg", "belligerent", None, {"fog": "referee"}),
        ("vicksburg", "belligerent", None, {"battles": "battle_cry"}),
        ("gettysburg", "belligerent", None, {}),
    ],
    ids=["battlecry", "vicksburg-referee", "vicksburg-battles", "gettysburg"],
)
def test_outlets(law, game: str, players: str, scenario: str | None, options: dict[str, str]) -> None:
    law(Trial(load(game), range(1), players, scenario, options, BUDGET, games=1))
