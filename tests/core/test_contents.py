"""Lists of what a document supplies: found by id, in the order of what belongs to what, as tables for others."""

import csv
from io import StringIO

import pytest

from wargame_core import Cite, UnknownName
from wargame_core.contents import Contents, DeckCard, Listing, OobEntry, VictoryRule, effect_in_words

ARMY = Listing(
    "Blue",
    (
        OobEntry(id="blue", side="blue", kind="force", name="Blue", leaders=("jones",), strength=5),
        OobEntry(id="blue_1", side="blue", kind="division", name="First", parent="blue", strength=5),
        OobEntry(id="jones", side="blue", kind="leader", name="Jones", parent="blue", rating=3, traits=("Bold",)),
        OobEntry(
            id="guns", side="blue", kind="artillery", name="Guns", parent="blue_1", basis="found", arrival="turn 2"
        ),
    ),
)


def test_a_line_is_found_by_number_and_by_id() -> None:
    assert ARMY[1] is ARMY["blue_1"]
    assert ARMY[-2:] == ARMY.entries[2:]
    with pytest.raises(UnknownName, match=r"unknown line 'gun'.*did you mean 'guns'"):
        ARMY["gun"]


def test_what_belongs_to_a_line_stands_below_it() -> None:
    assert [entry.id for entry in ARMY.below("blue")] == ["blue_1", "jones"]
    assert [entry.id for entry in ARMY.below("")] == ["blue"]
    assert str(ARMY).splitlines() == [
        "Blue",
        "  Blue [blue]: force, strength 5",
        "    First [blue_1]: division, strength 5",
        "      Guns [guns]: artillery, turn 2 <found>",
        "    Jones [jones]: leader, rating 3, Bold",
    ]


def test_csv_has_a_column_for_each_field_and_lists_as_text() -> None:
    rows = list(csv.DictReader(StringIO(ARMY.to_csv())))
    assert [row["id"] for row in rows] == ["blue", "blue_1", "jones", "guns"]
    assert rows[2]["traits"] == "Bold"
    assert rows[0]["rating"] == ""


def test_json_leaves_out_what_is_empty() -> None:
    assert ARMY["guns"].to_json() == {
        "id": "guns",
        "side": "blue",
        "kind": "artillery",
        "name": "Guns",
        "parent": "blue_1",
        "rating": None,
        "strength": None,
        "arrival": "turn 2",
        "basis": "found",
        "cite": "",
    }


def test_a_notebook_shows_columns_that_are_used_and_escapes_them() -> None:
    shown = Listing("<b>", (DeckCard(id="a", deck="events", title="A & B"),))._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "A &amp; B" in shown
    assert "unless" not in shown


@pytest.mark.parametrize(
    ("points", "dice", "level", "worth"),
    [
        (6, "d3", "", "6+d3"),
        (0, "-2d6", "", "-2d6"),
        (25, "", "major", "25 or more"),
        (None, "", "draw", ""),
        (-1, "", "", "-1"),
    ],
)
def test_points_are_shown_as_printed(points: int | None, dice: str, level: str, worth: str) -> None:
    assert VictoryRule(id="x", side="", text="x", points=points, dice=dice, level=level).worth == worth


def test_a_rule_of_victory_says_who_what_when_and_how_often() -> None:
    rule = VictoryRule(
        id="hill", side="blue", text="the hill held", points=2, when="at the end of a turn", times="once"
    )
    assert str(rule) == "Blue 2 [hill]: the hill held (at the end of a turn; once)"


def test_an_effect_is_told_by_its_kind_and_values() -> None:
    effect = ("orders", {"orders": {"left": 2}, "draw": 0, "free": False, "at": ("B", "A")})
    assert effect_in_words(effect) == "orders: orders left 2, draw 0, at A and B"


def test_contents_are_empty_until_something_is_listed() -> None:
    assert not Contents().oob
    assert not Contents(oob=ARMY).deck
    assert Contents(victory=Listing("V", (VictoryRule(id="v", side="", text="t", cite=Cite("B", "1", "V")),))).victory
