"""The gate for text from outside."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_core.data import parse_toml, read_toml
from wargame_core.errors import DataError
from wargame_core.limits import (
    ACTION,
    LimitError,
    Limits,
    check_text,
    check_value,
    harmless,
    read_json,
)
from wargame_terminal.questions import read_cases
from wargame_workshop.interchange.foreign_files import read_foreign_json


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "100,000 characters"),
        ("[" * 10_000, "nested 10000 deep; at most 32 levels"),
        ("[" * 40 + "]" * 40, "nested 40 deep"),
        ("9" * 5000, "a number of 5,000 digits; at most 15"),
        ("[1e999999]", "number"),
        ("NaN", "NaN is not a number of JSON"),
        ("[-Infinity]", "-Infinity is not a number of JSON"),
        ('{"a":1,"a":2}', "the key 'a' stands twice"),
        ('["\\ud800"]', r"the character '\\ud800'"),
        ('["\\u001b[2J"]', r"the character '\\x1b'"),
        ('["\\u202eabc"]', r"the character '\\u202e'"),
        ('{"\\u0000":1}', r"the character '\\x00'"),
        ('["' + "x" * 16_100 + '"]', "a text of 16,100 characters; at most 16,000"),
        ("{", "not JSON"),
        ("", "not JSON"),
    ],
)
def test_what_is_not_let_in_is_told_in_a_short_sentence(text: str, words: str) -> None:
    with pytest.raises(LimitError, match=words) as refused:
        read_json(text)
    assert len(str(refused.value)) < 300


def test_a_text_of_exactly_the_greatest_length_is_read() -> None:
    limits = Limits(characters=8)
    assert read_json('"123456"', limits) == "123456"
    with pytest.raises(LimitError, match="9 characters; at most 8"):
        read_json('"1234567"', limits)


def test_a_whole_number_is_one_however_it_is_written() -> None:
    value = read_json("[3.0, -2.0, 1e3, 2.5, 1e15, 1e300]")
    assert [(number, type(number)) for number in value] == [
        (3, int), (-2, int), (1000, int), (2.5, float), (1e15, float), (1e300, float)
    ]  # fmt: skip


def test_brackets_within_quotes_are_no_nesting() -> None:
    assert read_json(json.dumps({"say": "[" * 100, "again": '"' + "{" * 100})) == {
        "say": "[" * 100,
        "again": '"' + "{" * 100,
    }


@given(
    st.recursive(st.none() | st.booleans() | st.integers(-(10**14), 10**14), lambda inner: st.lists(inner, max_size=3))
)
def test_what_is_within_the_limits_comes_through_unchanged(value: object) -> None:
    assert read_json(json.dumps(value), Limits(depth=200)) == value


@given(st.text())
def test_a_text_either_passes_or_is_made_harmless(text: str) -> None:
    shown = harmless(text)
    check_text(shown, 10**9)
    try:
        check_text(text, 10**9)
    except LimitError:
        assert shown != text
    else:
        assert shown == text


def test_data_that_came_another_way_is_checked_too() -> None:
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    for value in (deep, {"a": 10**20}, ["\x07"], {"\x1b": 1}):
        with pytest.raises(LimitError):
            check_value(value, ACTION)
    check_value({"kind": "move", "path": [[1, 2]], "half": 0.5, "none": None, "yes": True})


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a = 1\nb = " + "[" * 5000 + "]" * 5000, (2, 5), "nested more than 64 deep"),
        ("a = 1\nb = " + "[" * 70 + "]" * 70, (2, 5), "nested more than 64 deep"),
        ("a = 1\n" + "b." * 5000 + "b = 1", (2, 1), "nested more than 64 deep"),
        ("a = 1\nb = " + "9" * 5000, (2, 5), "a number that is too long"),
        ("a = 1\nb = " + "9" * 20, (2, 1), "a number of more than 15 digits"),
        ("a = 1\nb = inf", (2, 1), "a number that is none"),
        ('a = 1\nb = ["x", "\\u001b[2J"]', (2, 11), r"the character '\\x1b'"),
        ('a = 1\n"\\u202e" = 2', (2, 1), r"the character '\\u202e'"),
        ("a = 1\nb = '" + "x" * 200_001 + "'", (2, 1), "at most 200,000 are read"),
    ],
    ids=range(9),
)
def test_a_data_file_is_refused_where_it_goes_too_far(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(DataError, match=words) as refused:
        parse_toml(text, Path("x.toml"))
    (problem,) = refused.value.problems
    assert problem.code == "E104"
    assert (problem.line, problem.column) == place
    assert len(str(problem)) < 300


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "long.toml").open("wb") as file:
        file.truncate(10**10)
    with pytest.raises(DataError, match=r"E104 .*longer than 8,000,000 characters"):
        read_toml(tmp_path / "long.toml")


@pytest.mark.parametrize("text", ["[" * 100_000, '[{"a": ' + "9" * 5000 + "}]", '{"a": "\\u001b"}'])
def test_examples_pass_the_same_gate(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.json:1:1: E104"):
        read_cases(tmp_path / "x.json")


# Bytes that are not text are told alike by all who read data files: line and column of the first of them.


MARK = b"\xef\xbb\xbf"
READERS: dict[str, Callable[[Path], object]] = {
    "data.toml": read_toml,
    "map.json": lambda path: read_foreign_json(path.read_bytes(), path),
    "cases.json": read_cases,
    "cases.toml": read_cases,
}


@pytest.mark.parametrize("mark", [b"", MARK], ids=["plain", "marked"])
@pytest.mark.parametrize("name", READERS)
def test_a_byte_that_is_no_letter_is_told_with_line_and_column(name: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(mark + b'a = "b"\n"\xc3\xa9 \xe9"')
    with pytest.raises(DataError, match=rf"^{name}:2:4: E102 byte 0xe9 is not UTF-8; save the file as UTF-8$"):
        READERS[name](path)
