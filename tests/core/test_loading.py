"""Data files are read strictly: nothing is coerced or ignored, and everything wrong is said at once with its place."""

import datetime
import re
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NewType

import pytest
from attrs import field, frozen, validators

from wargame_core.data import Between, DataFolder, Document, Problems, Wording, parse_toml, read_toml, structure
from wargame_core.errors import DataError

Name = NewType("Name", str)


class Arm(Enum):
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


@frozen
class Move:
    kind: ClassVar[str] = "move"
    spaces: int


@frozen
class Rest:
    kind: ClassVar[str] = "rest"


@frozen
class Unit:
    id: Name
    arm: Arm = Arm.INFANTRY
    rating: int | Literal["?"] = 0


@frozen
class Everything:
    text: str = ""
    whole: int = 0
    number: float = 0.0
    share: Fraction = Fraction(0)
    flag: bool = False
    day: datetime.date | None = None
    side: Literal["north", "south"] = "north"
    space: tuple[int, int] = (0, 0)
    units: tuple[Unit, ...] = ()
    arms: frozenset[Arm] = frozenset()
    rows: Mapping[int, tuple[int, ...]] = field(factory=dict)
    rates: Mapping[Arm, int] = field(factory=dict)
    deed: Move | Rest = field(factory=Rest)
    note: Annotated[str | None, "secret"] = None
    spaces: str | tuple[str, ...] = ()
    deep: Mapping[str, tuple[Move, ...]] = field(factory=dict)
    free: Any = None
    positive: int = field(default=1, validator=validators.gt(0))
    odds: Annotated[Fraction, Between("a chance", 0, 1)] = Fraction(1)
    chances: tuple[Annotated[float, Between("a chance", 0, 1)], ...] = ()


@frozen
class Needed:
    id: str
    arm: Arm
    sizes: tuple[int, ...]


def document(text: str) -> Document:
    return parse_toml(text, Path("data.toml"))


def load(text: str, cls: Any = Everything) -> Any:
    problems = Problems()
    value = structure(document(text), cls, problems)
    problems.raise_if_any()
    return value


def refusal(text: str, cls: Any = Everything) -> list[str]:
    """The problems of a text, one line each."""
    with pytest.raises(DataError) as caught:
        load(text, cls)
    return [str(problem) for problem in caught.value.problems]


def test_every_kind_of_value_is_read_as_declared() -> None:
    found = load(
        """
        source = { document = "x" }
        text = "a"
        whole = 4
        number = 3
        share = 0.1
        flag = true
        day = 1863-05-17
        side = "south"
        space = [3, 4]
        units = [{ id = "u1", arm = "cavalry" }, { id = "u2", rating = "?", basis = "ruling", source_note = "why" }]
        arms = ["artillery", "cavalry"]
        rows = { 1 = [3, 5, 6], -2 = [], basis = "found" }
        rates = { infantry = 3 }
        deed = { kind = "move", spaces = 2 }
        note = "n"
        spaces = ["a"]
        deep = { a = [{ spaces = 1 }, { kind = "move", spaces = 2 }] }
        free = { any = [1, "thing"] }
        """
    )
    assert found == Everything(
        text="a",
        whole=4,
        number=3.0,
        share=Fraction(1, 10),
        flag=True,
        day=datetime.date(1863, 5, 17),
        side="south",
        space=(3, 4),
        units=(Unit(Name("u1"), Arm.CAVALRY), Unit(Name("u2"), rating="?")),
        arms=frozenset({Arm.ARTILLERY, Arm.CAVALRY}),
        rows={1: (3, 5, 6), -2: ()},
        rates={Arm.INFANTRY: 3},
        deed=Move(2),
        note="n",
        spaces=("a",),
        deep={"a": (Move(1), Move(2))},
        free={"any": [1, "thing"]},
    )
    assert type(found.number) is float


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('flag = "false"', "data.toml:1:1: E203 flag: 'false' is not true or false"),
        ("flag = 1", "data.toml:1:1: E203 flag: 1 is not true or false"),
        ("whole = 4.9", "data.toml:1:1: E203 whole: 4.9 is not a whole number"),
        ('whole = "4"', "data.toml:1:1: E203 whole: '4' is not a whole number"),
        ("whole = true", "data.toml:1:1: E203 whole: true is not a whole number"),
        ("number = true", "data.toml:1:1: E203 number: true is not a number"),
        ('number = "4.5"', "data.toml:1:1: E203 number: '4.5' is not a number"),
        ('share = "1/0"', "data.toml:1:1: E203 share: '1/0' is not a fraction"),
        ("text = 4", "data.toml:1:1: E203 text: 4 is not text"),
        ("day = 1863-05-17T08:00:00", "data.toml:1:1: E203 day: datetime.datetime(1863, 5, 17, 8, 0) is not a date"),
        ('side = "nort"', "data.toml:1:1: E204 side: 'nort' is not allowed here (north, south); did you mean 'north'?"),
        (
            'arms = ["infantery"]',
            "data.toml:1:9: E204 arms[0]: 'infantery' is not an arm (infantry, cavalry, artillery); "
            "did you mean 'infantry'?",
        ),
        ('arms = ["cavalry", "cavalry"]', "data.toml:1:20: E206 arms[1]: 'cavalry' is listed twice"),
        ("space = [1]", "data.toml:1:1: E205 space: 1 items, expected a list of 2: a whole number, a whole number"),
        ("space = { a = 1 }", "data.toml:1:1: E203 space: a table is not a list of 2: a whole number, a whole number"),
        ("units = [[]]", "data.toml:1:10: E203 units[0]: a list of 0 is not a table with id"),
        ("rows = { one = [] }", "data.toml:1:10: E203 rows.one: 'one' is not a whole number"),
        ("rows = { 01 = [] }", "data.toml:1:10: E203 rows.01: '01' is not a whole number"),
        ("rows = 3", "data.toml:1:1: E203 rows: 3 is not a table, each value a list, each a whole number"),
        (
            "rates = { guns = 1 }",
            "data.toml:1:11: E204 rates.guns: 'guns' is not an arm (infantry, cavalry, artillery)",
        ),
        ("deed = { spaces = 1 }", "data.toml:1:1: E202 deed.kind: missing: one of move, rest"),
        (
            'deed = { kind = "mov" }',
            "data.toml:1:10: E204 deed.kind: 'mov' is not a kind (move, rest); did you mean 'move'?",
        ),
        ("deed = { kind = [] }", "data.toml:1:10: E204 deed.kind: a list of 0 is not a kind (move, rest)"),
        ('deed = "move"', "data.toml:1:1: E203 deed: 'move' is not a table with spaces or a table"),
        (
            'deep = { a = [{ kind = "rest", spaces = 2 }] }',
            "data.toml:1:17: E204 deep.a[0].kind: 'rest' is not the kind of this table (move)",
        ),
        ('units = [{ id = "u", rating = "!" }]', "data.toml:1:22: E203 units[0].rating: '!' is not a whole number"),
        ("colour = 1", "data.toml:1:1: E201 colour: unknown key (text, whole, number, share, flag, day, side, space, "),
        ("wholes = 1", "did you mean 'whole'?"),
        ("positive = 0", "data.toml:1:1: E207 'positive' must be > 0: 0"),
        ("chances = [0, 1, 1.01]", "data.toml:1:18: E207 chances[2]: a chance goes from 0 to 1; this is 1.01"),
        ("odds = -0.5", "data.toml:1:1: E207 odds: a chance goes from 0 to 1; this is -0.5"),
        ("odds = 'even'", "data.toml:1:1: E203 odds: 'even' is not a chance from 0 to 1"),
        ("spaces = 3", "data.toml:1:1: E203 spaces: 3 is not text or a list, each text"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_named_with_its_place(line: str, problem: str) -> None:
    lines = refusal(line)
    assert len(lines) == 1
    assert problem in lines[0]


@frozen
class Zone:
    entering: Annotated[
        str, Wording("a word for entering", "the rules must say it", ("free", "stops"), (("costs 2", "costs [0-9]+"),))
    ]
    leaving: Annotated[Literal["free", "forbidden"], Wording("a word for leaving", "the rules must say it")] = "free"
    also: tuple[Annotated[Literal["a", "b"], Wording("a letter")], ...] = ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'entering = "stop"',
            "1:1: E204 entering: 'stop' is not a word for entering (free, stops, costs 2); did you mean 'stops'?",
        ),
        ('entering = "costs 2\\n"', "is not a word for entering"),
        ("entering = true", "E203 entering: true is not one of free, stops, costs 2"),
        ('leaving = "free"', "E202 entering: missing: one of free, stops, costs 2; the rules must say it"),
        ('entering = "free"\nleaving = 1', "E204 leaving: 1 is not a word for leaving (free, forbidden)"),
        ('entering = "free"\nalso = ["c"]', "2:9: E204 also[0]: 'c' is not a letter (a, b)"),
    ],
)
def test_words_of_a_rulebook_are_told_by_what_they_are(text: str, problem: str) -> None:
    with pytest.raises(DataError, match=re.escape(problem)):
        load(text, Zone)


def test_a_word_with_a_number_is_read_as_it_is() -> None:
    assert load('entering = "costs 12"', Zone) == Zone("costs 12")


def test_missing_keys_say_what_was_expected() -> None:
    assert refusal("# nothing\n", Needed) == [
        "data.toml:1:1: E202 id: missing: text",
        "data.toml:1:1: E202 arm: missing: an arm (infantry, cavalry, artillery)",
        "data.toml:1:1: E202 sizes: missing: a list, each a whole number",
    ]


def test_all_problems_come_at_once_in_the_order_of_the_lines() -> None:
    text = """\
flag = 2
[[units]]
id = "u1"
arm = "infantery"

[[units]]
nam = "Lee"
rating = 1.5

[deed]
kind = "move"
spaces = "3"
"""
    assert [line.split(" ", 2)[:2] for line in refusal(text)] == [
        ["data.toml:1:1:", "E203"],
        ["data.toml:4:1:", "E204"],
        ["data.toml:6:3:", "E202"],
        ["data.toml:7:1:", "E201"],
        ["data.toml:8:1:", "E203"],
        ["data.toml:12:1:", "E203"],
    ]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"a = 1\nb = ", r"bad.toml:2:5: E103 not TOML: "),
        (b"a = 1\na = 2\n", r"bad.toml:2:6: E103 not TOML: "),
        (b'a = """\nnever closed', r"bad.toml:2:13: E103 not TOML: "),
        (b"ok = 1\nname = '\xe9'", r"bad.toml:2:9: E102 byte 0xe9 is not UTF-8; save the file as UTF-8"),
    ],
)
def test_a_file_that_is_not_utf8_toml_is_refused_with_line_and_column(tmp_path: Path, raw: bytes, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(raw)
    with pytest.raises(DataError, match=f"^{message}"):
        read_toml(path)


def test_a_reference_to_nothing_suggests_the_nearest_name() -> None:
    problems = Problems()
    doc = document("at = 'Jacksn'\n")
    assert problems.reference(doc, ("at",), "a place", "Jackson", ["Jackson"])
    assert not problems.reference(doc, ("at",), "a place", "Jacksn", ["Jackson", "Canton"])
    assert [str(one) for one in problems.found] == [
        "data.toml:1:1: E301 at: 'Jacksn' is not a place (Jackson, Canton); did you mean 'Jackson'?"
    ]


def test_an_id_used_twice_names_the_line_of_the_first() -> None:
    problems = Problems()
    doc = document("[[unit]]\nid = 'a'\n[[unit]]\nid = 'b'\n[[unit]]\nid = 'a'\n")
    problems.unique(doc, "a unit", [(("unit", n, "id"), one["id"]) for n, one in enumerate(doc.data["unit"])])
    assert [str(one) for one in problems.found] == [
        "data.toml:6:1: E302 unit[2].id: 'a' is already a unit, on line 2"
    ]  # fmt: skip


def test_a_file_in_the_owners_folder_replaces_the_packaged_one(tmp_path: Path) -> None:
    packaged, own = tmp_path / "packaged", tmp_path / "own"
    packaged.mkdir()
    own.mkdir()
    (packaged / "map.toml").write_text("a = 1")
    (packaged / "deck.toml").write_text("b = 1")
    (own / "map.toml").write_text("a = 2")
    folder = DataFolder(packaged, own)
    assert folder.file("map.toml") == own / "map.toml"
    assert folder.files() == (packaged / "deck.toml", own / "map.toml")
    assert folder.file("oob.toml") == packaged / "oob.toml"
    assert DataFolder(packaged).files() == (packaged / "deck.toml", packaged / "map.toml")


def test_the_digest_follows_the_contents_and_not_the_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(b"a = 1\nb = 2\n")
    first = DataFolder(tmp_path).digest()
    path.write_bytes(b"a = 1\r\nb = 2\r\n")
    assert DataFolder(tmp_path).digest() == first
    (tmp_path / "bots.toml").write_bytes(b"a = 1\n")
    assert DataFolder(tmp_path).digest() != DataFolder(tmp_path).digest(without=("bots.toml",)) == first
    path.write_bytes(b"a = 1\nb = 3\n")
    assert DataFolder(tmp_path).digest() != first


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kind = artillery", r'1:\d+: .*; text stands in quotes: "artillery"$'),
        ("kinds = [artillery, cavalry]", r'text stands in quotes: "artillery"$'),
        ('units = [\n  "a",\n  b,\n]', r'3:3: .*; text stands in quotes: "b"$'),
        ('[set_up]\na = "0101"\nb = 1\na = "0202"', r"4:\d+: .*; 'a' has a value already, on line 2; "),
        ("[set_up]\na = 1\n[set_up]\nb = 2", r"3:\d+: .*; \[set_up\] is already on line 1: put its keys there"),
        ("at = 0504", r'a number that begins with 0, .*: at = "0504"$'),
        ("move = 5 MP", r'only a number stands without quotes; text is move = "5 MP"$'),
        ('title = "Mill', "the text has no closing quote$"),
        ("title = 'Mill", "the text has no closing quote$"),
        ('title = "Mill\nid = "b"', "1:.*; the text has no closing quote$"),
        ("title = \u201cMill\u201d", "quotes are straight"),
        ("title = 'Rust's'", "an apostrophe stands in double quotes$"),
        ('units = ["a", "b"\n[level]', "the list that begins on line 1 has no ] at its end"),
        ('units = ["a" "b"]', "a comma stands between two items$"),
        ('units = [\n  "a"\n  "b",\n]', "3:3: .*; a comma stands between two items$"),
        ("enter = { infantry = 1,\ncavalry = 2 }", "a table in braces stands on one line"),
        ("The Mill = 1", 'a key of several words stands in quotes: "The Mill" = ...$'),
        ("title: 3", "not a colon$"),
        ("range == 3", "one = stands between"),
        ("range = ", "the value of range is missing"),
        ("free = True", "written in small letters$"),
        ('title = "a",', "no comma stands at the end of a line"),
        ('title = "a" "b"', "several make a list"),
        ('file = "c:\\x"', "write each backslash twice"),
        ("[level\ntitle = 1", "a section stands in brackets"),
        ("= 3", r"a line is \[section\]"),
    ],
)
def test_a_file_that_is_not_toml_is_answered_by_what_to_write(text: str, told: str) -> None:
    with pytest.raises(DataError, match=r"^m\.toml:\d+:\d+: E103 not TOML: [^;]+; ") as refused:
        parse_toml(text, Path("m.toml"))
    assert re.search(told, str(refused.value))
