"""What is made once for several watchers is what each of them would have been shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from unittest.mock import patch

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy, with_pictures
from tests.table.small_table import SmallTable

from wargame_core import SPECTATOR, load
from wargame_core.game import Game
from wargame_pictures import of as pictures_of
from wargame_table import screen
from wargame_table.drawing import drawn_for
from wargame_table.rows import Opening

ALIKE = ("gcacw_on_the_4th_day", "thunder_on_the_mississippi")


@pytest.mark.parametrize("name", ALIKE)
def test_games_that_say_so_show_the_same_to_everybody(name: str) -> None:
    game = load(name)
    match, rng = game.start(seed=5), random.Random(5)
    assert pictures_of(game).given.alike
    for _ in range(12):
        views = [match.view(seat) for seat in (*game.seats, SPECTATOR)]
        assert all(drawn_for(game, view) == drawn_for(game, views[0]) for view in views)
        assert all(view.panels == views[0].panels for view in views)
        match.play(match.choices().sample(rng))


def sights_made(game: Game) -> int:
    """How often the board is drawn for one choice that three people watch."""
    table = SmallTable(game, evolve(Opening.of(game), seed=1))
    for who in (*game.seats, "spectator"):
        table.join(who, who)
    seat = table.session.match.to_choose[0]
    with patch.object(screen, "drawn_for", wraps=drawn_for) as drawn:
        table.act(seat, table.ask(seat)[0]["action"])
    return int(drawn.call_count)


@pytest.mark.parametrize(
    ("made", "times"),
    [
        (lambda: load("thunder_on_the_mississippi"), 1),
        (lambda: load("battlecry"), 3),
        (lambda: with_pictures(toy(), alike=True), 3),  # it hides something
    ],
)
def test_a_board_is_drawn_once_where_everybody_sees_alike_and_for_each_seat_where_not(
    made: Callable[[], Game], times: int
) -> None:
    assert sights_made(made()) == times
