"""The indexes of the rules: every heading is carried or has a status, and everything they name exists."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wargame_core.plugins.discovery import plugins
from wargame_core.plugins.rules_index import RulesIndex

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


def test_an_installed_index_without_tests_beside_it_has_no_findings_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_core.plugins.rules_index.folder_of_tests", lambda folder: None)
    found = {plugin.id: plugin.rules().findings for plugin in plugins() if plugin.rules is not None}
    assert {name: [heading.heading for heading in left] for name, left in found.items() if left} == {}
