"""A deck as a die: what is drawn is gone once, and a card that is there twice is there once more."""

from fractions import Fraction

import pytest

from wargame_core import Die
from wargame_core.dice import Weighted
from wargame_core.errors import DiceError


def test_a_card_that_is_drawn_is_gone_once_and_its_copies_stay() -> None:
    deck = Die("deck", Weighted({"march": 2, "rain": 1}))
    left = deck.without(["march"])
    assert (left.odds.p("march"), left.odds.p("rain")) == (Fraction(1, 2), Fraction(1, 2))
    assert list(left.without(["march"]).odds) == ["rain"]
    with pytest.raises(DiceError, match="nothing is left to draw: deck"):
        left.without(["march", "march"])
