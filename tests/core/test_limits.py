"""The gate for text from outside."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_core.data.limits import (
    ACTION,
    LimitError,
    Limits,
    check_text,
    check_value,
    harmless,
    quote,
    read_json,
    shorten,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "100,000 characters"),
        ("[" * 10_000, "nested 10000 deep; at most 32 levels"),
        ("[" * 40 + "]" * 40, "nested 40 deep"),
        ("9" * 5000, "a number of 5,000 digits; at most 15"),
        ("[1e999999]", "number"),
        ("NaN", "NaN is no number of JSON"),
        ("[-Infinity]", "-Infinity is no number of JSON"),
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


def test_names_of_all_scripts_pass() -> None:
    check_text("Cañón de São João, Ελλάς, 北京, é́ 🙂\n\tand a line")


def test_messages_are_cut() -> None:
    assert shorten("a" * 121).endswith("a... (121 characters)")
    assert shorten("a" * 120) == "a" * 120
    assert len(quote("x" * 10**6)) < 150
    assert "\x1b" not in quote("\x1b[2J") + shorten("\x1b[2J")
