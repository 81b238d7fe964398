"""Decks of cards and counters where they are set up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
from attrs import frozen

from wargame_core.data import Problems, Ref, parse_toml
from wargame_core.errors import DataError
from wargame_core.forces.decks import Card, Deck, Effect, read_deck
from wargame_core.forces.order_of_battle import Start, check_set_up, starts

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
    problems.done()
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


# Set-up files of any game: who stands where, checked alike for all of them.


@frozen
class Row:
    id: str
    side: str
    at: str


def noted(*rows: Row, there: tuple[Start, ...] = (), limit: int | None = None) -> list[str]:
    """What is wrong with a file that has these rows, with the line of each."""
    text = "".join(f'[[piece]]\nid = "{row.id}"\nside = "{row.side}"\nat = "{row.at}"\n' for row in rows)
    doc, problems = parse_toml(text, Path("pieces.toml")), Problems()
    placed = starts("piece", ("id", "at"), rows, lambda row: (row.id, row.side, row.at))
    check_set_up(doc, placed, problems, there=there, spaces=("A1", "A2"), sides=("blue", "red"), limit=limit)
    return [str(problem) for problem in problems.found]


def test_friends_may_share_a_space_that_exists() -> None:
    assert noted(Row("b1", "blue", "A1"), Row("b2", "blue", "A1"), Row("r1", "red", "A2")) == []


def test_a_space_and_a_side_that_do_not_exist_are_told_with_those_that_do() -> None:
    assert noted(Row("b1", "blu", "A3")) == [
        "pieces.toml:4:1: E301 piece[0].at: 'A3' is not a space (A1, A2)",
        "pieces.toml:3:1: E301 piece[0].side: 'blu' is not a side (blue, red); did you mean 'blue'?",
    ]


def test_a_counter_stands_in_one_place() -> None:
    assert noted(Row("b1", "blue", "A1"), Row("b1", "blue", "A2")) == [
        "pieces.toml:6:1: E302 piece[1].id: 'b1' is already set up, on line 2"
    ]
    assert noted(Row("b1", "blue", "A1"), there=(Start("b1", "blue", "A2", (), "b1"),)) == [
        "pieces.toml:2:1: E302 piece[0].id: 'b1' is already set up in the file this adds to"
    ]


def test_enemies_stand_apart_wherever_they_were_set_up() -> None:
    told = "E305 piece[{}].at: r1 cannot be set up in A1, where its enemy b1 stands; "
    told += "a space holds counters of one side only"
    assert noted(Row("b1", "blue", "A1"), Row("r1", "red", "A1")) == [f"pieces.toml:8:1: {told.format(1)}"]
    assert noted(Row("r1", "red", "A1"), there=(Start("b1", "blue", "A1", ()),)) == [
        f"pieces.toml:4:1: {told.format(0)}"
    ]


def test_more_than_the_limit_are_told_but_those_of_another_table_do_not_count() -> None:
    rows = [Row(f"b{n}", "blue", "A1") for n in range(3)]
    assert noted(*rows, there=(Start("a general", "blue", "A1", ()),), limit=2) == [
        "pieces.toml:12:1: E306 piece[2].at: A1 already holds b0, b1; at most 2 in a space"
    ]
