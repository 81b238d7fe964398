"""The rules index: every heading with the functions and tests that carry it, and what is missing."""

from __future__ import annotations

from functools import partial

from tests.core.skirmish_toy import SEQUENCE, duel, walk

from wargame_core.plugins.rules_index import Heading, RulesIndex

INDEX = RulesIndex(
    "Toy rules",
    (
        Heading("1", "Duel", (duel, partial(walk)), ("test_duel.py",)),
        Heading("12", "Weather", status="not implemented", note="no weather yet"),
    ),
    SEQUENCE,
)


def test_printed_it_is_the_sequence_and_the_headings_in_order() -> None:
    lines = str(INDEX).splitlines()
    assert lines[:4] == ["Toy rules", "", "Toy", "  Hide the mine  [Toy p.2 Walking]"]
    assert lines[-4:] == [
        "p.1    Duel: implemented",
        f"        rules: {duel.__module__}.duel, functools.partial",
        "        tests: test_duel.py",
        "p.12   Weather: not implemented (no weather yet)",
    ]


def test_without_a_sequence_the_headings_stand_alone() -> None:
    assert str(RulesIndex("Notes", (Heading("", "Preface", status="no rule"),))).splitlines() == [
        "Notes",
        "",
        "Preface: no rule",
    ]


def test_as_json_it_names_functions_by_their_place() -> None:
    data = INDEX.to_json()
    assert (data["document"], data["sequence"]) == ("Toy rules", str(SEQUENCE))
    assert data["headings"][0]["functions"][0] == f"{duel.__module__}.duel"
    assert data["headings"][1] == {
        "page": "12",
        "heading": "Weather",
        "functions": [],
        "tests": [],
        "status": "not implemented",
        "note": "no weather yet",
    }
    assert RulesIndex("Notes", ()).to_json()["sequence"] is None
