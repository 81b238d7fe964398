"""Worked examples: a list of questions to a game's rule functions with the expected answers, and how many agree.

A file of examples is JSON: ``{"examples": [{"id", "title", "function", "cases": [{"in": {...}, "out": ...}]}]}``.
Other keys (``note``, ``work``) are for people. It may be TOML instead, and there an example may be one table
``[[cases]]``: an ``id``, the arguments, and a key that names a function with the expected answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter as SignatureParameter
from inspect import signature
from math import isclose
from pathlib import Path
from typing import Any

from attrs import field, frozen

from wargame_core.errors import DataError, Problem, UnknownName, WargameError
from wargame_core.json_form import JsonForm, JsonObject, key
from wargame_core.plugins.questions import CaseFunction, Given, plain


@frozen
class CaseFailure(JsonForm):
    """One example that did not give the expected answer; ``got`` is the answer or ``{"error": message}``."""

    id: str
    function: str
    case: int
    given: Given = field(metadata=key("in"))
    expected: object
    got: Any

    def __str__(self) -> str:
        asked = f"{self.id}[{self.case}] {self.function}({dict(self.given)})"
        return f"{asked}: expected {self.expected!r}, got {self.got!r}"


@frozen
class CaseReport:
    """How many examples gave the expected answer, and those that did not. Falsy when any failed."""

    passed: int
    failures: tuple[CaseFailure, ...] = ()

    @property
    def failed(self) -> int:
        return len(self.failures)

    def __bool__(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        lines = [f"{self.passed} passed, {self.failed} failed"]
        return "\n".join(lines + [f"  {failure}" for failure in self.failures])

    def to_json(self) -> JsonObject:
        failures = [failure.to_json() for failure in self.failures]
        return {"passed": self.passed, "failed": self.failed, "failures": failures}


def run_cases(functions: Mapping[str, CaseFunction], document: Given, file: str = "examples") -> CaseReport:
    """Call every example of ``document`` and compare.

    Answers must be equal as JSON: fractions as text ("5/6"), floats to 1e-9, true and false different from 1 and 0,
    objects with exactly the same keys. A function that does not exist and an error of a rule are failures of the
    example. Raises `DataError` when the document is not a list of examples; ``file`` is its name in the message.
    """
    if isinstance(document, Mapping) and "cases" in document and "examples" not in document:
        document = _from_tables(document["cases"], functions, file)
    _check(document, file)
    passed, failures = 0, []
    for example in document["examples"]:
        name = example["function"]
        for number, case in enumerate(example["cases"], 1):
            got = _answer(functions, name, case["in"])
            if _same(case["out"], got):
                passed += 1
            else:
                failures.append(CaseFailure(example["id"], name, number, case["in"], case["out"], got))
    return CaseReport(passed, tuple(failures))


def read_cases(path: Path) -> JsonObject:
    """The examples of a JSON or TOML file. Raises `DataError` for a file that is missing, not UTF-8, or neither."""
    import json

    from wargame_core.data.documents import read_limited, read_toml, text_of
    from wargame_core.limits import DATA_FILE, LimitError, check_shape, check_value

    if path.suffix == ".toml":
        return read_toml(path, "a file of examples").data
    try:
        text = text_of(read_limited(path), path.name)
        check_shape(text, DATA_FILE)
        document = json.loads(text)
        check_value(document, DATA_FILE)
    except OSError as error:
        raise DataError([Problem(str(path), 1, 1, "E101", f"cannot be read ({error.strerror})")]) from None
    except json.JSONDecodeError as error:
        raise DataError([Problem(path.name, error.lineno, error.colno, "E103", f"not JSON: {error.msg}")]) from None
    except LimitError as problem:
        raise DataError([Problem(path.name, 1, 1, "E104", str(problem))]) from None
    _check(document, path.name)
    checked: JsonObject = document
    return checked


def _answer(functions: Mapping[str, CaseFunction], name: str, given: Given) -> Any:
    try:
        if name not in functions:
            raise UnknownName("function", name, functions)
        return plain(called(functions[name], name, given))
    except (WargameError, ValueError, TypeError, LookupError) as error:
        return {"error": str(error) or type(error).__name__}


def called(function: CaseFunction, name: str, given: Given) -> Any:
    """What a function answers: called with keywords where they are its parameters, else with the object as it is.

    Raises TypeError, in words, for keywords that are not those of its parameters.
    """
    taken = signature(function)
    try:
        taken.bind(**given)
    except TypeError:
        parameters = taken.parameters
        required = [part for part in parameters.values() if part.default is part.empty and part.kind in _ONE]
        if len(required) == 1 and not given.keys() & parameters.keys():
            return function(given)
        names = ", ".join(given) or "nothing"
        raise TypeError(f"{name} takes {', '.join(parameters) or 'nothing'}; the example gives {names}") from None
    return function(**given)


_ONE = (SignatureParameter.POSITIONAL_ONLY, SignatureParameter.POSITIONAL_OR_KEYWORD)


def _same(expected: object, got: object) -> bool:
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(value, got[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_same, expected, got))
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, float) or isinstance(got, float):
        if not isinstance(expected, (int, float)) or not isinstance(got, (int, float)):
            return False
        return isclose(expected, got, rel_tol=1e-9, abs_tol=1e-9)
    return type(expected) is type(got) and bool(expected == got)


def _from_tables(tables: object, functions: Mapping[str, CaseFunction], file: str) -> JsonObject:
    """The document of examples that are one table each. Raises `DataError` when one asks for no or several answers."""

    problems, examples = [], []
    for n, table in enumerate(tables if isinstance(tables, list) else [tables]):
        row = dict(table) if isinstance(table, Mapping) else {}
        names = [name for name in row if name in functions]
        if len(names) != 1:
            what = f"expected one key with an answer: {', '.join(functions)}"
            asked = " and ".join(names) or "nothing"
            problems.append(Problem(file, 1, 1, "E202", f"cases[{n}]: {asked} asked; {what}"))
            continue
        case = {"out": row.pop(names[0]), "in": {key: value for key, value in row.items() if key not in ("id", "note")}}
        examples.append({"id": row.get("id", f"cases[{n}]"), "function": names[0], "cases": [case]})
    if problems:
        raise DataError(problems)
    return {"examples": examples}


def _check(document: object, file: str) -> None:
    """Raise `DataError` with everything that keeps ``document`` from being a list of examples."""

    problems: list[Problem] = []

    def need(holder: object, where: str, key: str, kind: type, what: str) -> Any:
        missing = not isinstance(holder, Mapping) or key not in holder
        value = None if missing else holder[key]  # type: ignore[index]
        if not missing and isinstance(value, kind):
            return value
        code, shown = ("E202", "missing") if missing else ("E203", f"{value!r}")
        problems.append(Problem(file, 1, 1, code, f"{where}{key}: {shown}; expected {what}"))
        return None

    for n, example in enumerate(need(document, "", "examples", list, "a list of examples") or ()):
        where = f"examples[{n}]."
        need(example, where, "id", str, "a text")
        need(example, where, "function", str, "the name of a function")
        for m, case in enumerate(need(example, where, "cases", list, "a list of cases") or ()):
            need(case, f"{where}cases[{m}].", "in", Mapping, "an object with the arguments")
            need(case, f"{where}cases[{m}].", "out", object, "the expected answer")
    if problems:
        raise DataError(problems)
