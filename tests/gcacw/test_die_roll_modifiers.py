"""Die roll modifiers: when they count, in which games, what they add up to, and why others do not count."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from wargame_core.charts import ChartError
from wargame_core.errors import DataError
from wargame_gcacw.charts.modifiers import Modifiers, read_modifiers

FILE = """\
source = { document = "Rulebook", basis = "text" }
title = "Modifiers"
cite = { book = "Book", page = "3", heading = "Modifiers" }
[facts.hexside]
help = "what is crossed"
kind = "choice"
choices = ["none", "creek", "ford", "bridge"]
[facts.rain]
help = "whether it rains"
[facts.share]
help = "a share"
kind = "number"
[facts.size]
help = "a size"
kind = "number"
[[modifier]]
id = "river"
label = "river"
side = "defender"
value = 2
when = { hexside = ["ford", "bridge"] }
[[modifier]]
id = "creek"
label = "creek"
side = "defender"
value = 1
when = { hexside = "creek" }
cases = [{ when = { rain = true }, value = 2 }]
[[modifier]]
id = "half"
label = "half"
side = "defender"
value = -1
when = { share = { min = "1/2", below = 2 } }
games = ["AAA"]
[[modifier]]
id = "sized"
label = "sized"
side = "attacker"
value = { fact = "size", allowed = [0, 1, 2] }
when = { size = true }
unless = { rain = true }
[[modifier]]
id = "dry"
label = "dry"
side = "attacker"
value = 1
when = { rain = false }
games = ["AAA", "BBB"]
"""
TAGS = ("AAA", "BBB")


@pytest.fixture
def modifiers(tmp_path: Path) -> Modifiers:
    path = tmp_path / "modifiers.toml"
    path.write_text(FILE)
    return read_modifiers(path, TAGS)


def total(modifiers: Modifiers, side: str, tag: str = "AAA", **facts: object) -> int:
    return modifiers.total(modifiers.sheet.read(facts), side=side, tag=tag)


def test_a_tagged_modifier_counts_in_its_games_only(modifiers: Modifiers) -> None:
    assert [total(modifiers, "defender", tag, share="1/2") for tag in ("AAA", "BBB", "")] == [-1, 0, 0]


def test_limits_are_exact(modifiers: Modifiers) -> None:
    values = (Fraction(49, 100), Fraction(1, 2), 0.5, 1, "199/100", 2)
    assert [total(modifiers, "defender", share=value) for value in values] == [0, -1, -1, -1, -1, 0]


def test_a_fact_that_is_not_there_is_no_and_not_0(modifiers: Modifiers) -> None:
    assert total(modifiers, "attacker", "BBB") == 1
    assert total(modifiers, "defender") == 0
    assert total(modifiers, "defender", share=None, hexside=None) == 0


def test_a_size_that_is_not_allowed_is_refused(modifiers: Modifiers) -> None:
    with pytest.raises(ChartError, match=r"size is 3 \(allowed: 0, 1, 2\)"):
        total(modifiers, "attacker", size=3)


def test_the_quick_sum_is_the_sum_of_the_list(modifiers: Modifiers) -> None:
    hexsides, rains, shares, sizes = ("none", "creek", "ford"), (True, False, None), (None, "1/3", 1), (None, 0, 1, 2)
    for hexside, rain, share, size in product(hexsides, rains, shares, sizes):
        facts = modifiers.sheet.read({"hexside": hexside, "rain": rain, "share": share, "size": size})
        for side, tag in product(("attacker", "defender"), ("", *TAGS)):
            tally = modifiers.tally(facts, side=side, tag=tag)
            assert tally.total == modifiers.total(facts, side=side, tag=tag)


def test_the_list_says_why_tagged_modifiers_do_not_count(modifiers: Modifiers) -> None:
    facts = modifiers.sheet.read({"hexside": "creek", "rain": True})
    tally = modifiers.tally(facts, side="defender", tag="BBB")
    assert [str(one) for one in tally.applied] == ["+2 creek (hexside: creek, rain)"]
    assert [str(one) for one in tally.considered] == ["+0 half (only in AAA)"]
    assert str(tally.applied[0].cite) == "Book p.3 Modifiers"
    considered = modifiers.tally(facts, side="attacker", tag="BBB").considered
    assert [str(one) for one in considered] == ["+0 dry (needs no rain)"]
    considered = modifiers.tally({}, side="defender", tag="AAA").considered
    assert [str(one) for one in considered] == ["+0 half (needs share at least 1/2 and below 2)"]


@pytest.mark.parametrize(
    ("facts", "message"),
    [({"rain": "yes"}, "rain is yes or no .*not 'yes'"), ({"share": "half"}, "share: 'half' is not a number")],
)
def test_a_value_of_the_wrong_kind_is_refused(modifiers: Modifiers, facts: dict[str, str], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        modifiers.sheet.read(facts)


def test_it_prints_as_on_the_card(modifiers: Modifiers) -> None:
    assert str(modifiers).splitlines() == [
        "Modifiers",
        "  Defender",
        "          +2  river",
        "       +1/+2  creek",
        "          -1  half (AAA)",
        "  Attacker",
        "       +1/+2  sized",
        "          +1  dry (AAA, BBB)",
    ]
    assert "<td>half</td><td>AAA</td>" in modifiers._repr_html_()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('hexside = "creek" }', 'hexsid = "creek" }', "E301 modifier[1].when.hexsid: 'hexsid' is not a fact"),
        ('hexside = "creek" }', 'hexside = "crek" }', "'crek' is not a value of hexside (none, creek, ford, bridge)"),
        ('games = ["AAA"]', 'games = ["AAC"]', "35:10: E301 modifier[2].games[0]: 'AAC' is not a game (AAA, BBB)"),
        ('id = "half"', 'id = "creek"', "E302 modifier[2].id: 'creek' is already a modifier, on line 23"),
        ('fact = "size"', 'fact = "sise"', "modifier[3].value.fact: 'sise' is not a fact"),
        ("rain = false", 'rain = "no"', "E506 modifier[4].when.rain: 'no' is not a value of rain, which is a flag"),
        ("rain = false", "rain = { min = 1 }", "E506 modifier[4].when.rain: rain is a flag, so it has no limits"),
        ("value = -1", 'value = "-1"', "E203 modifier[2].value"),
        ("[facts.rain]", "[facts.snow]", "is not a fact (hexside, snow, share, size)"),
    ],
)
def test_a_problem_of_the_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in FILE
    path = tmp_path / "modifiers.toml"
    path.write_text(FILE.replace(old, new))
    with pytest.raises(DataError) as caught:
        read_modifiers(path, TAGS)
    assert [one for one in caught.value.problems if problem in str(one)], str(caught.value)
