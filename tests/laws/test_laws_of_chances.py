"""The law of chances notices seats that together expect too much."""

import pytest
from tests.core.skirmish_toy import SEATS, toy
from tests.laws.broken_toys import trial

from wargame_core import Game
from wargame_core.chances import NOTHING_KNOWN, Chances
from wargame_laws import LawBroken
from wargame_laws.laws_of_chances import law_chances_of_all_seats_add_up


def estimated_by(win: float, monkeypatch: pytest.MonkeyPatch, basis: str = "a guess") -> None:
    """Let every game estimate this chance for every seat."""
    monkeypatch.setattr(Game, "chances", lambda game, view: Chances(win, basis=basis))


@pytest.mark.parametrize("win", [0.75, 0.25])
def test_seats_that_expect_too_much_or_too_little_are_noticed(win: float, monkeypatch: pytest.MonkeyPatch) -> None:
    estimated_by(win, monkeypatch)
    assert len(SEATS) == 2
    with pytest.raises(LawBroken, match="add up to"):
        law_chances_of_all_seats_add_up(trial(toy()))


def test_a_chance_above_one_is_noticed_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    estimated_by(1.5, monkeypatch)
    with pytest.raises(LawBroken, match=r"from 0 to 1, and here 1\.500"):
        law_chances_of_all_seats_add_up(trial(toy()))


@pytest.mark.parametrize(("win", "basis"), [(0.5, "a guess"), (0.54, "a guess"), (0.75, NOTHING_KNOWN)])
def test_even_chances_and_those_of_nothing_known_pass(win: float, basis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    estimated_by(win, monkeypatch, basis=basis)
    law_chances_of_all_seats_add_up(trial(toy()))
