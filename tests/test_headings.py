"""The indexes of the rules: every heading is carried or has a status, and everything they name exists."""

from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wargame_core import Verdict, load
from wargame_core.plugins.discovery import plugins
from wargame_core.plugins.rules_index import RulesIndex
from wargame_core.rulings import RuleText

ROOT = Path(__file__).parents[1]
INDEXED = [plugin.id for plugin in plugins() if plugin.rules is not None]


@pytest.fixture(scope="module")
def indexes() -> dict[str, RulesIndex]:
    return {plugin.id: plugin.rules() for plugin in plugins() if plugin.rules is not None}


def there(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            module: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        try:
            reduce(getattr, parts[cut:], module)
        except AttributeError:
            return False
        return True
    return False


@pytest.mark.parametrize("name", INDEXED)
def test_no_heading_is_left_without_a_carrier_or_a_status(name: str, indexes: dict[str, RulesIndex]) -> None:
    assert [heading.heading for heading in indexes[name].findings] == []
    assert len(indexes[name].headings) >= 4


@pytest.mark.parametrize("name", INDEXED)
def test_functions_and_tests_of_an_index_exist(name: str, indexes: dict[str, RulesIndex]) -> None:
    headings = indexes[name].headings
    assert {test for heading in headings for test in heading.tests if not (ROOT / test).is_file()} == set()
    assert {function for heading in headings for function in heading.functions if not there(function)} == set()


@pytest.mark.parametrize("name", INDEXED)
def test_what_is_implemented_is_tested_and_what_is_missing_is_said(name: str, indexes: dict[str, RulesIndex]) -> None:
    for heading in indexes[name].headings:
        if heading.status in ("implemented", "partly"):
            assert heading.tests, heading.heading
            assert heading.functions or heading.note, heading.heading
        if heading.status in ("partly", "not implemented"):
            assert heading.note, f"{heading.heading}: what is missing?"


@pytest.mark.parametrize("name", INDEXED)
def test_every_heading_is_restated_for_players(name: str, indexes: dict[str, RulesIndex]) -> None:
    assert [heading.heading for heading in indexes[name].headings if not heading.says] == []


@pytest.mark.parametrize("name", INDEXED)
def test_rulings_are_told_with_a_heading_that_leaves_them_open(name: str, indexes: dict[str, RulesIndex]) -> None:
    readings = {reading.heading for reading in indexes[name].readings}
    told = {ruling for heading in indexes[name].headings for ruling in heading.rulings}
    assert told
    assert told <= readings


def test_a_match_tells_the_rule_under_a_heading_and_answers_about_places_first() -> None:
    match = load("vicksburg").start(seed=1)
    rule = match.explain("blocked retreats")
    assert isinstance(rule, RuleText)
    assert rule.text.startswith("Blocked Retreats (p.11, Gibraltar of the West (2016))\n  A retreat goes through open")
    assert "Ruling, Blocked ways: " in rule.text
    assert str(match.explain("Rome")) == "'Rome' is not a piece, place or card here, and no heading of the rules"
    for _ in range(3):  # up to the march of the first division
        match.play(next(iter(match.choices())))
    assert isinstance(match.explain("Utica"), Verdict)


def test_an_installed_index_without_tests_beside_it_has_no_findings_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_core.plugins.rules_index.folder_of_tests", lambda folder: None)
    found = {plugin.id: plugin.rules().findings for plugin in plugins() if plugin.rules is not None}
    assert {name: [heading.heading for heading in left] for name, left in found.items() if left} == {}
