"""Questions: functions about a game's charts and odds, for the command line, worked examples and notebooks.

    @question
    def special_action(tries: int = 1) -> OddsAnswer:
        \"\"\"destroying and repairing crossings

        Args:
            tries: Staff Dice spent
        \"\"\"

`parameters_of` reads the parameters. All of these use `Question.ask`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from html import escape
from inspect import getdoc
from typing import Any

from attrs import frozen

from wargame_core.exact import exact
from wargame_core.json_form import JsonObject
from wargame_core.odds import Distribution
from wargame_core.plugins.parameters import (
    REQUIRED,
    OneOf,
    Parameter,
    QueryError,
    arguments,
    parameters_of,
)
from wargame_core.plugins.worked_examples import (
    CaseFailure,
    CaseFunction,
    CaseReport,
    Given,
    plain,
    read_cases,
    run_cases,
)

__all__ = [
    "REQUIRED",
    "CaseFailure",
    "CaseFunction",
    "CaseReport",
    "ChartLookup",
    "Given",
    "JsonObject",
    "OddsAnswer",
    "OneOf",
    "Parameter",
    "QueryError",
    "Question",
    "Reply",
    "Rule",
    "arguments",
    "exact",
    "example",
    "plain",
    "question",
    "read_cases",
    "run_cases",
]


Rule = Callable[..., Any]
"""A function that answers; `parameters_of` reads its parameters."""
Reply = Callable[[Any], Any]
"""Converts an answer."""


@frozen
class Question:
    """A function that can be asked with texts or JSON values: ``wargame odds GAME NAME --parameter value``.

    Called with arguments as they are, it is the function itself.
    """

    name: str
    help: str
    function: Rule
    parameters: tuple[Parameter, ...]

    def ask(self, given: Mapping[str, object]) -> Any:
        """The answer for parameters given as texts or JSON values. Raises what `arguments` raises."""
        return self.function(**arguments(self.parameters, given))

    def __call__(self, *args: object, **keywords: object) -> Any:
        return self.function(*args, **keywords)

    def without(self, *names: str) -> tuple[Parameter, ...]:
        """The parameters except those named, for a question that answers for all of their values."""
        return tuple(parameter for parameter in self.parameters if parameter.name not in names)

    def then(self, answer: Reply, *, name: str = "", about: str = "") -> Question:
        """A question with the same parameters, whose answer is made from the answer of this one."""
        return Question(name or self.name, about or self.help, _Then(self.function, answer), self.parameters)


@frozen
class _Then:
    first: Rule
    second: Reply

    def __call__(self, **keywords: object) -> Any:
        return self.second(self.first(**keywords))


def question(function: Rule, *, more: tuple[Parameter, ...] = ()) -> Question:
    """A function as a question: its name, the first line of its docstring as help, and its parameters.

    ``more`` are parameters for its ``**keywords``, if these come from data.
    """
    inner = function.func if isinstance(function, partial) else function
    about = (getdoc(inner) or "").partition("\n")[0]
    return Question(inner.__name__, about, function, (*parameters_of(function), *more))


def example(
    asked: Question | Rule,
    reply: Reply = plain,
    other_names: Iterable[tuple[str, str]] = (),
) -> CaseFunction:
    """A question (or a rule function) for worked examples: it takes a JSON object and returns ``reply`` of the answer.

    ``other_names`` are other keys for parameters in files of examples: pairs of a key and its parameter.
    """
    put = asked if isinstance(asked, Question) else question(asked)
    own = {parameter.name for parameter in put.parameters}
    meant = {key: name for key, name in reversed([*other_names]) if key not in own and name in own}

    def answer(given: Given) -> Any:
        return reply(put.ask({meant.get(key, key): value for key, value in given.items()}))

    return answer


@frozen
class OddsAnswer:
    """The answer to a question about odds: exact distributions by name."""

    title: str
    distributions: Mapping[str, Distribution[Any]]

    def text(self, width: int = 40) -> str:
        """The answer as lines of text with bars up to ``width`` characters; numbers also get their mean."""
        parts = [self.title]
        for name, odds in self.distributions.items():
            mean = _mean(odds)
            parts += ["", name + (f" (mean {float(mean):.3f})" if mean is not None else ""), odds.bars(width)]
        return "\n".join(parts)

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> JsonObject:
        return {
            "title": self.title,
            "distributions": {
                name: {"values": odds.to_json(), "mean": plain(_mean(odds))}
                for name, odds in self.distributions.items()
            },
        }

    def _repr_html_(self) -> str:
        parts = "".join(f"<h4>{escape(name)}</h4>{odds._repr_html_()}" for name, odds in self.distributions.items())
        return f"<div><b>{escape(self.title)}</b>{parts}</div>"


def _mean(odds: Distribution[Any]) -> Fraction | None:
    return odds.mean() if all(isinstance(value, (int, Fraction)) for value in odds) else None


@frozen
class ChartLookup:
    """A printed chart: it can be shown as on the card and, with a question, looked up.

    ``card`` is anything whose text is the printed look, with ``_repr_html_`` for notebooks. An answer that is one value
    is shown under the name ``answer``.
    """

    title: str
    card: object
    question: Question | None = None
    answer: str = "result"

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the question; empty without one."""
        return self.question.parameters if self.question else ()

    def ask(self, given: Mapping[str, object]) -> JsonObject:
        """The answer of the chart, for parameters given as texts or JSON values, as a JSON object."""
        if self.question is None:
            raise QueryError(f"{self.title} can be shown, not looked up")
        answer = plain(self.question.ask(given))
        return answer if isinstance(answer, dict) else {self.answer: answer}
