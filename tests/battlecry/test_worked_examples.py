"""BC150 p.2 Components, p.6 Play a Command Card, p.8 Horse Artillery, Embolden Troops: `wargame cases battlecry`."""

import tomllib
from pathlib import Path

import pytest

from wargame_battlecry.questions import cases
from wargame_core import UnknownName
from wargame_terminal.questions import read_cases, run_cases

EXAMPLES = Path(__file__).with_name("examples.toml")


def test_every_worked_example_comes_out_as_it_is_written() -> None:
    report = run_cases(cases(), read_cases(EXAMPLES))
    assert str(report) == "40 passed, 0 failed"


def test_every_worked_example_names_its_page() -> None:
    examples = tomllib.loads(EXAMPLES.read_text("utf-8"))["examples"]
    assert [example["id"] for example in examples if "BC150 p." not in example["page"]] == []


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        ("takes_ground", {"source": "E4", "target": "E5"}, "unit's hex"),
        ("generals_retreats", {"source": "E4"}, "general's hex"),
        ("cards_to_play", {"hand": ["probe"]}, "card"),
        ("figures", {"unit": "artilery"}, "artillery"),
    ],
)
def test_what_is_not_there_is_named(function: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        cases()[function](given)
