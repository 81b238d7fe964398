"""Every datum says where it comes from, and the account adds up."""

from pathlib import Path

import pytest

from wargame_core.data import Basis, Problems, bases_in, basis_at, check_source, parse_toml
from wargame_core.errors import DataError
from wargame_pictures.paper.account import account

DECK = """\
source = { document = "The Book", edition = "2016", basis = "reconstruction", note = "no cards were found" }

[deck]
size = 2

[[card]]
id = "rain"
name = "Rain"
basis = "text"
[[card.effect]]
kind = "slow"

[[card]]
id = "mud"
name = "Mud"
[[card.effect]]
kind = "slow"
basis = "ruling"
source_note = "the book does not say for how long"
[[card.effect]]
kind = "halt"
"""
FORCES = """\
source = { document = "The Book", edition = "2016", basis = "text" }
id = "forces"
[group.of]
[group.of.tables]
size = 1
[[unit]]
name = "Lee"
ratings = [{ value = 1 }, { value = 2, basis = "found", source_note = "a letter" }]
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "deck.toml").write_text(DECK)
    (tmp_path / "forces.toml").write_text(FORCES)
    return tmp_path / "deck.toml", tmp_path / "forces.toml"


def test_each_table_with_values_of_its_own_is_one_datum(files: tuple[Path, Path]) -> None:
    found = account(files)
    assert [(datum.path, datum.basis.value) for datum in found.files[0].data] == [
        ("deck", "reconstruction"),
        ("card[0]", "text"),
        ("card[0].effect[0]", "text"),
        ("card[1]", "reconstruction"),
        ("card[1].effect[0]", "ruling"),
        ("card[1].effect[1]", "reconstruction"),
    ]
    assert [datum.path for datum in found.files[1].data] == [
        "",
        "group.of.tables",
        "unit[0]",
        "unit[0].ratings[0]",
        "unit[0].ratings[1]",
    ]


def test_keys_that_are_from_the_document_all_the_same_are_a_datum_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "battle.toml"
    head = 'source = { document = "Some rules", basis = "reconstruction" }\n[battle]\ntitle = "Bull Run"\nflags = 6\n'
    path.write_text(head + 'basis = "found"\nfrom_text = ["title"]\n')
    data = account([path]).data
    assert [(datum.path, datum.basis) for datum in data] == [
        ("battle", Basis.FOUND),
        ("battle title", Basis.TEXT),
    ]
    path.write_text(head + 'from_text = ["titel"]\n')
    with pytest.raises(DataError, match=r"battle.toml:5:14: E301 battle.from_text\[0\]: 'titel' is not a key of this"):
        account([path])


def test_keys_that_are_ours_are_a_datum_of_their_own_and_one_line_for_all_items(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    head = 'source = { document = "Some rules", basis = "found", note = "counts are ours" }\n'
    cards = [f'[[card]]\nid = "{name}"\ncount = 2\nreconstructed = ["count"]\n' for name in ("probe", "attack")]
    path.write_text(head + "".join(cards))
    found = account([path])
    assert [(datum.path, datum.basis) for datum in found.data] == [
        ("card[0]", Basis.FOUND),
        ("card[0] count", Basis.RECONSTRUCTION),
        ("card[1]", Basis.FOUND),
        ("card[1] count", Basis.RECONSTRUCTION),
    ]
    assert "  deck.toml card count (2 data): reconstruction: counts are ours" in str(found).splitlines()
    path.write_text(head + cards[0].replace('["count"]', '["cuont"]'))
    with pytest.raises(DataError, match=r"E301 card\[0\].reconstructed\[0\]: 'cuont' is not a key of this table"):
        account([path])


def test_the_account_adds_up(files: tuple[Path, Path]) -> None:
    found = account(files)
    assert dict(found.counts) == {Basis.TEXT: 6, Basis.FOUND: 1, Basis.RECONSTRUCTION: 3, Basis.RULING: 1}
    assert sum(found.counts.values()) == len(found.data) == 11
    for file in found.files:
        assert sum(file.counts.values()) == len(file.data)
    as_json = found.to_json()
    assert sum(as_json["counts"].values()) == as_json["total"] == sum(one["total"] for one in as_json["files"])
    assert len(as_json["not_text"]) == as_json["total"] - as_json["counts"]["text"]


def test_what_is_not_from_the_text_is_listed_with_its_note(files: tuple[Path, Path]) -> None:
    text = str(account(files))
    heads = ["file", *(basis.value for basis in Basis), "total", "document"]
    assert text.splitlines()[0].split() == heads
    assert text.splitlines()[3].split() == ["total", "6", "1", "3", "1", "11"]
    assert "deck.toml the whole file (3 data): reconstruction: no cards were found" in text
    assert "deck.toml card[1].effect[0]: ruling: the book does not say for how long" in text
    assert "forces.toml unit[0].ratings[1]: found: a letter" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1", "data.toml:1:1: E202 source: missing: a table with document, basis"),
        ('source = { document = "x" }', "data.toml:1:1: E202 source.basis: missing: a basis "),
        (
            'source = { document = "x", basis = "texts" }',
            "data.toml:1:28: E204 source.basis: 'texts' is not a basis (text, found, reconstruction, ruling); "
            "did you mean 'text'?",
        ),
        (
            'source = { document = "x", basis = "text" }\n[[card]]\nid = 1\nbasis = "rumour"',
            "data.toml:4:1: E204 card[0].basis: 'rumour' is not a basis",
        ),
        (
            'source = { document = "x", basis = "text" }\na = [{ b = 1, source_note = 2 }]',
            "data.toml:2:15: E203 a[0].source_note: 2 is not text",
        ),
    ],
)
def test_a_missing_or_wrong_source_is_a_problem(text: str, message: str) -> None:
    problems = Problems()
    check_source(parse_toml(text, Path("data.toml")), problems)
    with pytest.raises(DataError) as caught:
        problems.raise_if_any()
    assert message in str(caught.value)


ROWS = """\
source = { document = "The Book", basis = "found" }
turns = 8

[[depot]]
id = "blue"
basis = "text"
dice = { value = 6, basis = "ruling" }

[[unit]]
unit = "guns"
hex = "0101"
strength = 3
from_text = ["hex"]
reconstructed = ["strength"]

[place.ford]
basis = "reconstruction"
"""


def test_the_evidence_for_a_row_is_that_of_the_nearest_mark() -> None:
    doc = parse_toml(ROWS, Path("rows.toml"))
    assert bases_in(doc) == {
        ("source", "source"): Basis.FOUND,
        ("depot", "blue"): Basis.TEXT,
        ("depot.dice", "blue"): Basis.RULING,
        ("unit", "guns"): Basis.FOUND,
        ("unit.hex", "guns"): Basis.TEXT,
        ("unit.strength", "guns"): Basis.RECONSTRUCTION,
        ("place", "place"): Basis.FOUND,
        ("place", "ford"): Basis.RECONSTRUCTION,
    }
    assert basis_at(doc, ("turns",)) is Basis.FOUND
    assert basis_at(doc, ("unit", 0, "strength")) is Basis.RECONSTRUCTION
    assert basis_at(doc, ("place", "ford", "name")) is Basis.RECONSTRUCTION
    assert basis_at(parse_toml("a = 1", Path("a.toml")), ("a",)) is Basis.TEXT
