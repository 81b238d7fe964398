"""The odds of a fight that are asked for by name agree with play, in positions of games that bots play."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from tests.odds_by_play import Happening, agree, compared, first, happenings

from wargame_core.flow.aftermath import Aftermath
from wargame_hex_and_counter.board.events import Fought

GAMES = ("corinth", "brices_crossroads")
BOTS = ("random", "easy")


def fight(found: Happening) -> bool:
    """The result of the battle that is fought first, where a die decides it."""
    parts = {part.title: Fraction(part.result) for part in found.event.ruling.parts if part.title != "strengths"}
    if not {"attack", "defence"} <= {*parts}:
        return False
    asked = found.game.odds(
        "combat", attack=parts["attack"], defence=parts["defence"], shift=int(parts.get("shifts", 0))
    )

    def by_play(result: Aftermath) -> str:
        ruling = first(result, Fought).ruling
        assert ruling is not None
        return str(ruling.result)

    return agree(asked, found.results, str, by_play)


def cases(name: str) -> Iterator[bool]:
    return map(fight, happenings(name, Fought, bots=BOTS, per_game=10, most_rolls=3))


def test_odds_agree_with_play_in_six_positions() -> None:
    assert compared(6, cases("corinth")) == 6


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_odds_agree_with_play_in_a_thousand_positions(name: str) -> None:
    assert compared(1000, cases(name)) == 1000
