"""The rules index: headings are data, what carries them is found by what docstrings cite, and what is missing shows."""

from pathlib import Path

import pytest
from tests.core.skirmish_toy import SEQUENCE

from wargame_core.errors import DataError
from wargame_core.plugins.rules_index import (
    Books,
    Citation,
    CitingCode,
    Heading,
    RulesIndex,
    build_index,
    citations,
    citing_code,
    pages,
    readings_of,
)

INDEX = RulesIndex(
    "Toy rules",
    (
        Heading("1", "Duel", ("toy.duel", "toy.walk"), ("test_duel.py",)),
        Heading("12", "Weather", status="not implemented", note="no weather yet"),
    ),
    SEQUENCE,
)


def test_printed_it_is_the_sequence_and_the_headings_in_order() -> None:
    lines = str(INDEX).splitlines()
    assert lines[:4] == ["Toy rules", "", "Toy", "  Hide the mine  [Toy p.2 Walking]"]
    assert lines[-4:] == [
        "p.1    Duel: implemented",
        "        rules: toy.duel, toy.walk",
        "        tests: test_duel.py",
        "p.12   Weather: not implemented (no weather yet)",
    ]


# ------------------------------------------------------------------------------------------------- what carries it
RULES = '''"""Marching. Source: Toy p.2 Walking, p.3 Roads and bridges (Other p.9)."""

def walk():
    """A scout walks. Source: Toy p.2 Walking. Readings: Scouts.

    >>> 1
    1
    """

class Duel:
    """Two scouts. Source: 4.2 Duel."""

    def strike(self):
        """One strikes. Source: Other p.5 Striking."""

def helper():
    """No heading: Walking is only named here."""
'''
READINGS = """# Readings of the toy

## Pieces

### Scouts
**May a scout swim?** No, neither by day
nor by night. **At the
most:** it waits at the bank. [Toy p.2 Walking]

### Mines
**Do mines count?** Not by default. [Toy p.4 Duel; option `mines`]
"""
HEADINGS = """source = { document = "Toy rules", basis = "text" }
[[heading]]
heading = "1. Walking"
page = "2"
own.Other = { heading = "Marching", page = "9" }
[[heading]]
heading = "Roads and bridges"
page = "3"
[[heading]]
heading = "Duel"
below = ["Second duel"]
[[heading]]
heading = "Example of a duel"
see = ["Duel"]
[[heading]]
heading = "Striking"
book = "Other"
[[heading]]
heading = "Weather"
[[heading]]
heading = "Night"
status = "partly"
note = "no lamps"
code = ["rules.helper"]
tests = ["test_walking.py"]
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A checkout with a package, its tests and its headings."""
    package, tests = tmp_path / "plugins" / "toy", tmp_path / "tests" / "toy"
    (package / "questions").mkdir(parents=True)
    tests.mkdir(parents=True)
    (package / "rules.py").write_text(RULES, "utf-8")
    (package / "questions" / "odds.py").write_text('"""Odds. Source: Toy p.9 Weather."""\n', "utf-8")
    (package / "headings.toml").write_text(HEADINGS, "utf-8")
    (tests / "test_walking.py").write_text('"""Toy p.4 Duel: who strikes first."""\n', "utf-8")
    return package


def index(package: Path, *books: str) -> dict[str, Heading]:
    where = Books(books, {"toy": package}, ("toy",), ("Other",))
    return {heading.heading: heading for heading in build_index("Toy rules", package / "headings.toml", where).headings}


def test_a_heading_has_the_functions_that_cite_it_and_the_module_where_none_does(toy: Path) -> None:
    found = index(toy, "Toy")
    assert found["1. Walking"].functions == ("toy.rules.walk",)
    assert found["Roads and bridges"].functions == ("toy.rules",)
    assert found["Duel"].functions == found["Second duel"].functions == ("toy.rules.Duel",)


def test_tests_are_found_by_their_docstring_and_by_the_name_of_the_file(toy: Path) -> None:
    found = index(toy, "Toy")
    assert found["1. Walking"].tests == found["Duel"].tests == ("tests/toy/test_walking.py",)
    assert found["Roads and bridges"].tests == ()


def test_a_heading_that_nothing_carries_is_a_finding_unless_its_status_is_stated(toy: Path) -> None:
    where = Books(("Toy",), {"toy": toy}, ("toy",))
    built = build_index("Toy rules", toy / "headings.toml", where)
    assert [heading.heading for heading in built.findings] == ["Weather"]
    assert "Weather: nothing carries it and no status is stated" in str(built)
    assert built.to_json()["findings"] == ["Weather"]
    assert str(index(toy, "Toy")["Night"]) == "Night: partly (no lamps)"


def test_each_document_has_its_own_words_pages_and_headings(toy: Path) -> None:
    other = index(toy, "Other", "Toy")
    assert (other["Marching"].page, other["Marching"].functions) == ("9", ("toy.rules.walk",))
    assert other["Striking"].functions == ("toy.rules.Duel.strike",)
    assert "Striking" not in index(toy, "Toy")
    assert pages(toy / "headings.toml", "Other")["1. Walking"] == ("9", "Marching")


def test_a_citation_belongs_to_the_book_named_before_it() -> None:
    cited = citations("Toy p.2 Walking, 4.1 Duel (Other p.9 Striking).", ("Toy", "Other"))
    assert {Citation("Toy", "walking"), Citation("Toy", "duel"), Citation("Other", "striking")} <= cited
    assert Citation("Toy", "striking") not in cited


def test_only_what_stands_after_source_is_cited(toy: Path) -> None:
    found: tuple[CitingCode, ...] = citing_code("toy", toy, ("Toy", "Other"))
    names = [part.name.removeprefix("toy.rules") for part in found]
    assert names == ["", ".walk", ".Duel", ".Duel.strike"]


def test_a_reading_is_a_paragraph_and_has_the_functions_that_cite_it(toy: Path) -> None:
    (toy / "READINGS.md").write_text(READINGS, "utf-8")
    where = Books(("Toy",), {"toy": toy}, ("toy",))
    built = build_index("Toy rules", toy / "headings.toml", where)
    scouts, mines = built.readings
    assert (scouts.part, scouts.heading, scouts.functions) == ("Pieces", "Scouts", ("toy.rules.walk",))
    assert (scouts.question, scouts.answer) == ("May a scout swim?", "No, neither by day nor by night.")
    assert (scouts.most, mines.most) == ("it waits at the bank.", "")
    assert scouts.paragraphs[2:] == ("At the most: it waits at the bank.", "[Toy p.2 Walking]")
    assert (mines.sources, mines.options) == (("Toy p.4 Duel",), ("mines",))
    assert str(built).splitlines()[-5:] == [
        "Readings: Pieces",
        "  Scouts: May a scout swim?",
        "        at the most: it waits at the bank.",
        "        rules: toy.rules.walk",
        "  Mines: Do mines count? (option mines)",
    ]
    assert built.to_json()["readings"][1]["options"] == ["mines"]


def test_readings_stand_beside_the_source_in_a_checkout_and_in_the_package_of_a_wheel(tmp_path: Path) -> None:
    checkout, wheel = tmp_path / "plugins" / "toy" / "src" / "toy", tmp_path / "site-packages" / "toy"
    for package in (checkout, wheel):
        package.mkdir(parents=True)
        assert readings_of(package) == ()
    (checkout.parents[1] / "READINGS.md").write_text(READINGS, "utf-8")
    (wheel / "READINGS.md").write_text(READINGS, "utf-8")
    assert readings_of(checkout) == readings_of(wheel) != ()


def test_a_mistake_in_a_headings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "headings.toml"
    file.write_text(HEADINGS.replace('"partly"', '"half"'), "utf-8")
    with pytest.raises(DataError, match="'half' is not"):
        build_index("Toy rules", file, Books(("Toy",), {"toy": tmp_path}, ()))
