"""Report forms: what people are asked of something that happened at their table, typed in or from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import frozen

from wargame_core.authoring import Action
from wargame_core.errors import DataError
from wargame_pictures.paper.forms import FieldKind, FormField, ReportForm, numbers_in
from wargame_pictures.paper.pages import Paper, label, printout, sheet, table
from wargame_terminal.reporting import value_of


@frozen
class Told(Action):
    kind: ClassVar[str] = "told"
    answers: Any


def told(answers: Mapping[str, Any]) -> Told:
    return Told(dict(answers))


SIDES = {"blue": "the attacker", "red": "the defender"}
FORM = ReportForm(
    "The skirmish at the mill",
    "abcd1234",
    (
        FormField("winner", "Who won?", FieldKind.CHOICE, SIDES),
        FormField("last_turn", "Which turn?", FieldKind.NUMBER, least=1, most=6),
        FormField("broken", "Which are broken?", FieldKind.NUMBERS, {str(n): f"unit {n}" for n in range(1, 13)}),
        FormField("why", "Why so?", FieldKind.TEXT, most=20, asked_if=("winner", frozenset({"red"}))),
        FormField("story", "What happened?", FieldKind.TEXT, most=20),
    ),
    told,
    {"impossible": "broken"},
)
FILLED = 'form = "abcd1234"\nwinner = "blue"\nlast_turn = 3\nbroken = [2, 12]\nstory = " Rain. "\n'


def test_a_filled_in_form_makes_the_action() -> None:
    assert FORM.read_text(FILLED) == Told({"winner": "blue", "last_turn": 3, "broken": [2, 12], "story": "Rain."})


def test_a_blank_form_says_what_is_asked_and_is_refused_until_it_is_filled_in() -> None:
    blank = FORM.blank()
    assert "# Who won?\n#     blue  the attacker\n" in blank
    assert "#     12  unit 12\n" in blank
    assert "# Which turn? (1 to 6)\nlast_turn = 0\n" in blank
    with pytest.raises(DataError) as refused:
        FORM.read_text(blank)
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(10, "E204"), (13, "E204")]
    filled = blank.replace('winner = ""', 'winner = "red"').replace("= 0", "= 6").replace('why = ""', 'why = "Fog"')
    assert FORM.read_text(filled) == Told({"winner": "red", "last_turn": 6, "broken": [], "why": "Fog", "story": ""})


@pytest.mark.parametrize(
    ("line", "instead", "words"),
    [
        ('winner = "blue"', 'winner = "blu"', "2:1: E204 winner: 'blu' is not one of the answers (blue, red); did you"),
        ('winner = "blue"', "winner = true", "2:1: E203 winner: True is not text; text stands in quotation marks"),
        ('winner = "blue"', 'winner = "red"', "E202 why: nothing is filled in; Why so?"),
        ("last_turn = 3", "last_turn = 7", "3:1: E204 last_turn: 7 is not from 1 to 6"),
        ("last_turn = 3", "last_turn = 2.5", "3:1: E203 last_turn: 2.5 is not a whole number; 1 to 6"),
        ("[2, 12]", "[2, 13]", "4:1: E204 broken: 13: there is no such number; the numbers are 1 to 12"),
        ("[2, 12]", "[2, 2]", "4:1: E206 broken: 2: named twice"),
        ("[2, 12]", '["2"]', "4:1: E203 broken: ['2'] is not a list of whole numbers; for example [3, 12]"),
        ('" Rain. "', '"Rain, and rain, and rain."', "5:1: E207 story: 25 characters; at most 20 are kept"),
        ("last_turn", "last_trun", "3:1: E201 last_trun: 'last_trun' is no field of this form; did you"),
        ("abcd1234", "abcd1235", "1:1: E207 form: 'abcd1235' is the form of something else; what is waited for now is"),
        ('form = "abcd1234"', "", "E202 form: missing: which form this is"),
        ("= 3", "=", "3:12: E103 not TOML"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_named_with_its_line(line: str, instead: str, words: str) -> None:
    assert line in FILLED
    with pytest.raises(DataError) as refused:
        FORM.read_text(FILLED.replace(line, instead))
    assert words in str(refused.value)


def test_what_the_rules_have_against_it_stands_at_its_field(tmp_path: Path) -> None:
    file = tmp_path / "report.toml"
    file.write_text(FILLED, "utf-8")
    document, _ = FORM.read(file)
    refused = FORM.refused(document, {"impossible": "two cannot be broken", "other": "never"})
    assert str(refused).splitlines() == [
        "report.toml:1:1: E207 form: never; nothing was entered",
        "report.toml:4:1: E207 broken: two cannot be broken; nothing was entered",
    ]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("3, 12-14 17", [3, 12, 13, 14, 17]), ("none", []), ("", []), ("4 - 6", [4, 5, 6]), ("Lee", None), ("1,,", None)],
)
def test_numbers_are_typed_as_people_write_them(typed: str, numbers: list[int] | None) -> None:
    assert numbers_in(typed) == numbers


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [(0, "2", "red"), (0, "bl", "blue"), (0, "9", "9"), (1, "4", 4), (1, "a", "a"), (2, "1-2", [1, 2]), (2, "x", "x")],
)
def test_a_typed_line_means_a_number_of_the_list_the_beginning_of_a_word_or_itself(
    field: int, typed: str, value: object
) -> None:
    assert value_of(FORM.fields[field], typed) == value


def test_printed_pages_are_whole_and_escape_what_people_write() -> None:
    page = printout(
        "A & B", [sheet(table(("no",), [("<1>",), ("[ ]",)])), sheet(label("LEE", "+1", "x"))], Paper.LETTER
    )
    assert page.startswith("<!doctype html>")
    assert "size: letter portrait" in page
    assert "<title>A &amp; B</title>" in page
    assert "&lt;1&gt;" in page
    assert '<td class="box"></td>' in page
    assert page.count("<section") == 2
    assert "http" not in page
