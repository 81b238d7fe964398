"""Every value of every option plays to the end, between bots and at random: nobody is asked for ever."""

from collections.abc import Iterator

import pytest

from wargame_core.plugins.discovery import load, plugins
from wargame_lab import simulate

MOST = 6_000
"""Decisions of a game; the longest of ours takes some 1,500."""
BOTS = {"corinth": "random"}
"""The bot of a game in which the usual one takes half a minute a game."""


def values() -> Iterator[tuple[str, str, str]]:
    """Each game with each value of an option that is not the usual one."""
    for plugin in plugins():
        for entry in plugin.games:
            for option in load(entry.id).options:
                for value in option.choices:
                    if value != option.default and value not in option.needs_people:
                        yield entry.id, option.name, value


@pytest.mark.thorough
@pytest.mark.parametrize("bot", ["usual", "random"])
@pytest.mark.parametrize(("game", "option", "value"), list(values()))
def test_a_game_with_any_value_of_an_option_ends(game: str, option: str, value: str, bot: str) -> None:
    player = BOTS.get(game, "heuristic") if bot == "usual" else bot
    scenarios = load(game).scenarios
    for scenario in (scenarios[0], scenarios[-1]):
        found = simulate(game, player, games=2, seed=44, scenario=scenario.id, options={option: value}, limit=MOST)
        assert len(found.finished) == 2, (scenario.id, option, value)
