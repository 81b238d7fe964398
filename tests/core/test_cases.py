"""Worked examples are compared exactly, and a file that is none is refused with the place."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from wargame_core import D6, DataError, DiceError
from wargame_terminal.questions import read_cases, run_cases


def one(out: Any, function: str = "echo") -> dict[str, Any]:
    return {"examples": [{"id": "X1", "function": function, "cases": [{"in": {}, "out": out}]}]}


def gives(value: object, expected: Any) -> bool:
    return bool(run_cases({"echo": lambda given: value}, one(expected)))


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, True), (True, 1), (0, None), ("1", 1), ({"a": 1, "b": 2}, {"a": 1}), ([1, 2], [1]), (0.31, 0.3), (2, "2")],
)
def test_answers_that_only_look_alike_fail(value: object, expected: Any) -> None:
    assert not gives(value, expected)


def test_the_report_counts_and_shows_what_differed() -> None:
    double = {"double": lambda given: given["n"] * 2}
    cases = [{"in": {"n": 1}, "out": 2}, {"in": {"n": 2}, "out": 5}]
    report = run_cases(double, {"examples": [{"id": "D1", "function": "double", "cases": cases}]})
    assert report.to_json() == {
        "passed": 1,
        "failed": 1,
        "failures": [{"id": "D1", "case": 2, "function": "double", "in": {"n": 2}, "expected": 5, "got": 4}],
    }
    assert str(report) == "1 passed, 1 failed\n  D1[2] double({'n': 2}): expected 5, got 4"


def test_an_error_of_a_rule_is_a_failure_with_its_message() -> None:
    def wrong(given: Mapping[str, Any]) -> Any:
        return D6.face(9)

    report = run_cases({"echo": wrong}, one(1))
    assert "9 is not a face of d6" in report.failures[0].got["error"]
    with pytest.raises(DiceError, match="not a face"):
        wrong({})


def test_an_unknown_function_is_a_failure_that_names_the_nearest() -> None:
    report = run_cases({"echo": lambda given: 1}, one(1, "eho"))
    assert "did you mean 'echo'" in report.failures[0].got["error"]


def test_a_file_that_is_not_json_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"examples":\n  [}')
    with pytest.raises(DataError, match=r"mine.json:2:4: E103 not JSON"):
        read_cases(path)


@pytest.mark.parametrize("table", ['id = "a"', "double = 2\nhalf = 1"])
def test_a_table_that_asks_for_no_answer_or_two_is_refused(tmp_path: Path, table: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"[[cases]]\n{table}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"cases\[0\]: (nothing|double and half) asked.*: double, half"):
        run_cases({"double": len, "half": len}, read_cases(path), path.name)


def add(one_part: int, other: int = 0) -> int:
    return one_part + other


@pytest.mark.parametrize(
    ("function", "given", "answer"),
    [
        (add, {"one_part": 1, "other": 2}, 3),
        (add, {"one_part": 1}, 1),
        (lambda: "nothing", {}, "nothing"),
        (lambda given: sorted(given), {"a": 1, "b": 2}, ["a", "b"]),
        (lambda given: len(given), {}, 0),
        (lambda **more: sorted(more), {"a": 1}, ["a"]),
        (
            add,
            {"one_part": 1, "others": 2},
            {"error": "echo takes one_part, other; the example gives one_part, others"},
        ),
        (add, {}, {"error": "unsupported operand type(s) for +: 'dict' and 'int'"}),
        (lambda a, b: a, {"a": 1}, {"error": "echo takes a, b; the example gives a"}),
    ],
)
def test_a_function_gets_the_values_of_an_example_by_name_or_all_of_them(
    function: Callable[..., Any], given: dict[str, Any], answer: Any
) -> None:
    document = {"examples": [{"id": "X1", "function": "echo", "cases": [{"in": given, "out": answer}]}]}
    assert run_cases({"echo": function}, document)
