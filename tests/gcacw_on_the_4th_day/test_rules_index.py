"""The index of the rules: every heading, and every function and test it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.rules_index import Heading

ROOT = Path(__file__).parents[2]


def headings() -> tuple[Heading, ...]:
    rules = plugin("gcacw_on_the_4th_day").rules
    assert rules is not None
    return rules().headings


def test_every_test_of_the_rules_is_named() -> None:
    named = {test for one in headings() for test in one.tests}
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "tests/gcacw/standard").glob("test_*.py")}
    assert written - named == set()


def test_both_variants_list_their_seven_special_rules() -> None:
    names = [one.heading for one in headings()]
    for variant in "AB":
        listed = [name[:2] for name in names if re.match(rf"{variant}\d\. ", name)]
        assert listed == [f"{variant}{n}" for n in range(1, 8)]
