"""Decks of event cards as their files give them."""

from pathlib import Path
from typing import Annotated

import pytest
from attrs import frozen

from wargame_altar_of_freedom.printed.decks import Card, Deck, Effect, read_deck
from wargame_core.data import Problems, Ref, parse_toml
from wargame_core.errors import DataError

TEXT = """\
source = { document = "The Book", basis = "reconstruction" }

[deck]
id = "small"
size = 2
remove_unseen = 1

[[card]]
id = "rain"
name = "Rain"
text = "Everybody is slower."
[[card.effect]]
kind = "slow"
spaces = 1
[[card.effect]]
kind = "halt"

[[card]]
id = "relief"
name = "Relief"
helps = "south"
text = "They come."
[[card.effect]]
kind = "arrive"
unit = "walker"
"""


@frozen
class Slow:
    spaces: int


@frozen
class Halt:
    pass


@frozen
class Arrive:
    unit: Annotated[str, Ref("a unit")]


EFFECTS = {"slow": Slow, "halt": Halt, "arrive": Arrive}
NAMES = {"a unit": ["walker", "french"]}


def load(tmp_path: Path, text: str = TEXT) -> Deck:
    problems = Problems()
    deck = read_deck(parse_toml(text, tmp_path / "deck.toml"), problems, EFFECTS, NAMES)
    problems.raise_if_any()
    assert deck is not None
    return deck


def test_a_deck_holds_its_cards_with_their_effects(tmp_path: Path) -> None:
    deck = load(tmp_path)
    assert deck.remove_unseen == 1
    assert list(deck.cards) == ["rain", "relief"]
    rain = Card("rain", "Rain", "Everybody is slower.", "", (Effect("slow", Slow(1)), Effect("halt", Halt())))
    assert deck.card("rain") == rain
    assert deck.card("relief").helps == "south"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('kind = "slow"', 'kind = "slwo"', "deck.toml:13:1: E511 card[0].effect[0].kind: 'slwo' is not an effect "
         "(slow, halt, arrive); did you mean 'slow'?"),
        ('kind = "slow"', "", "deck.toml:12:8: E202 card[0].effect[0].kind: missing: an effect (slow, halt, arrive)"),
        ("spaces = 1", 'spaces = "1"', "deck.toml:14:1: E203 card[0].effect[0].spaces: '1' is not a whole number"),
        ("spaces = 1", "", "E202 card[0].effect[0].spaces: missing: a whole number"),
        ("spaces = 1", "spaces = 1\nfast = 1", "E201 card[0].effect[0].fast: unknown key (spaces)"),
        ('unit = "walker"', 'unit = "wlaker"', "E301 card[1].effect[0].unit: 'wlaker' is not a unit (french, walker); "
         "did you mean 'walker'?"),
        ('id = "relief"', 'id = "rain"', "E302 card[1].id: 'rain' is already a card, on line 9"),
        ("size = 2", "size = 3", "deck.toml:5:1: E512 deck.size: 3 cards stated, but 2 listed"),
        ("remove_unseen = 1", "remove_unseen = 2", "E513 deck.remove_unseen: 2 of 2 cards cannot be removed"),
        ('name = "Rain"', "name = 3", "E203 card[0].name: 3 is not text"),
        ("[deck]", "[dek]", "E201 dek: unknown key (deck, card); did you mean 'deck'?"),
    ],
)  # fmt: skip
def test_a_wrong_deck_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, TEXT.replace(old, new, 1))
    assert problem in str(caught.value)


def test_wrong_effects_are_found_even_in_a_wrong_file(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, TEXT.replace('name = "Rain"', "").replace('kind = "arrive"', 'kind = "arive"'))
    assert [problem.code for problem in caught.value.problems] == ["E202", "E511"]
