"""Names that people type and paste are found whatever their program makes of spaces, quotation marks and dashes."""

import pytest
from tests.core.skirmish_toy import toy

from wargame_core.errors import UnknownName
from wargame_core.maps.features import NamedPlace
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_core.names import folded, plain_signs, without_unseen


@pytest.mark.parametrize(
    "pasted",
    [
        "Reed\u2019s Division \u2013 2nd",
        "reed's\u00a0division - 2ND",
        "Reed\u02bcs\u2009Division\u202f\u2011 2nd",
        "\ufeffReed's Divi\u00adsion - 2nd\u200e",
        "  Reed\u2018s \t Division \u2014\n2nd",
        "\u202aReed`s\u200b Division \u2212 2nd\u202c",
    ],
)
def test_a_name_is_found_however_it_was_pasted(pasted: str) -> None:
    assert folded(pasted) == "reed's division - 2nd"
    board = Map(SquareGrid(1, 2), id="board", places=(NamedPlace("Reed's Division - 2nd", 1),))
    assert board.parse(pasted) == 1
    assert board.place(pasted).space == 1


def test_letters_that_are_written_in_two_ways_are_one() -> None:
    assert plain_signs("Mu\u0308ller") == "M\u00fcller"
    assert folded("STRASSE") == folded("Stra\u00dfe")


def test_other_letters_stay_apart() -> None:
    assert len({folded(name) for name in ("Muller", "M\u00fcller", "Mueller", "M\u0443ller", "Muller 2")}) == 5


def test_what_is_seen_stays_as_it_is_written() -> None:
    assert without_unseen("Reed\u2019s\u00a0Corps\u200b \u2013 x\ny") == "Reed\u2019s Corps \u2013 x\ny"


def test_a_choice_is_found_by_pasted_words() -> None:
    match = toy().start(seed=1)
    menu = match.choices(match.waiting_for[0])
    label = menu.labels[0]
    assert menu.find(f"\u200b{label.upper()}\u00a0") == menu[0]
    with pytest.raises(UnknownName):
        menu.find("\u200b")
