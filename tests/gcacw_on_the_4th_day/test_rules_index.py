"""The index of the rules: every heading, and every function and test it names exists."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.rules_index import Heading

ROOT = Path(__file__).parents[2]


def headings() -> tuple[Heading, ...]:
    rules = plugin("gcacw_on_the_4th_day").rules
    assert rules is not None
    return rules().headings


def test_every_test_file_named_exists_and_every_test_of_the_rules_is_named() -> None:
    named = {test for one in headings() for test in one.tests}
    assert {test for test in named if not (ROOT / test).is_file()} == set()
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "tests/gcacw/standard").glob("test_*.py")}
    assert written - named == set()


def test_what_is_implemented_names_functions_and_tests_and_the_rest_says_why_not() -> None:
    for one in headings():
        assert one.status in ("implemented", "partly", "not implemented", "no rule")
        if one.status in ("implemented", "partly"):
            assert one.functions, one.heading
            assert one.tests, one.heading
        if one.status in ("partly", "not implemented"):
            assert one.note, one.heading


def test_every_function_says_where_its_rule_is_printed_or_decided() -> None:
    bare = set()
    for one in headings():
        for function in one.functions:
            module = inspect.getdoc(inspect.getmodule(function)) or ""
            if not re.search(r"Source:|[Dd]ecision", f"{inspect.getdoc(function)} {module}"):
                bare.add(f"{function.__module__}.{function.__qualname__}")
    assert bare == set()


def test_both_variants_list_their_seven_special_rules() -> None:
    names = [one.heading for one in headings()]
    for variant in "AB":
        listed = [name[:2] for name in names if re.match(rf"{variant}\d\. ", name)]
        assert listed == [f"{variant}{n}" for n in range(1, 8)]
