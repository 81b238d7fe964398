"""Questions: functions about a game's charts and odds, for the command line, worked examples and notebooks.

    @question
    def special_action(tries: int = 1) -> OddsAnswer:
        \"\"\"destroying and repairing crossings

        Args:
            tries: Staff Dice spent
        \"\"\"

`parameters_of` reads the parameters. All of these use `Question.ask`, and
`wargame_core.json_form.plain` is what becomes of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import partial
from inspect import Parameter as Argument
from inspect import getdoc, signature
from typing import Any, Final, assert_never, get_type_hints

from attrs import evolve, field, frozen

from wargame_core.errors import QueryError, UnknownName
from wargame_core.json_form import JsonMapping, JsonObject, plain
from wargame_core.odds import exact
from wargame_core.shapes import (
    LeafShape,
    ListShape,
    LiteralShape,
    MapShape,
    OneOf,
    RecordShape,
    Shape,
    UnionShape,
    shape_of,
)

Given = JsonMapping
"""A JSON object that is only read."""
CaseFunction = Callable[..., Any]
"""A rule function as the examples call it: values in by the names of its parameters, or one JSON object; a JSON value
(or what `plain` makes one of) out.
"""


class _Required(Enum):
    REQUIRED = "required"


REQUIRED: Final = _Required.REQUIRED


@frozen
class Parameter:
    """A parameter of a question: its kind, its meaning (with units), and the values it may have.

    ``choices`` are the allowed names of a closed set, ``also`` other spellings of them. Without a ``default`` it must
    be given.
    """

    name: str
    kind: type
    help: str
    default: object = REQUIRED
    choices: tuple[str, ...] = ()
    also: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def parse(self, value: object) -> Any:
        """``value``, as text or as a JSON value, as a value of this parameter. Raises `QueryError` or `UnknownName`.

        >>> Parameter("die", int, "the second die").parse("4")
        4
        """
        if value is None and not self.required:
            return self.default
        if self.choices:
            name = self.also.get(value, value) if isinstance(value, str) else value
            if name not in self.choices:
                raise UnknownName(self.name, value, self.choices)
            return self.kind(name) if issubclass(self.kind, Enum) else name
        read_argument, kind_in_words = _PARAMETER_READERS.get(self.kind, (lambda value: value, ""))
        try:
            return read_argument(value)
        except (ValueError, TypeError):
            raise QueryError(f"{self.name}: {value!r} is not {kind_in_words} ({self.help})") from None

    def to_json(self) -> JsonObject:
        default = {} if self.required else {"default": plain(self.default)}
        return {
            "name": self.name,
            "kind": self.kind.__name__.lower(),
            "help": self.help,
            "required": self.required,
            **default,
            "choices": list(self.choices),
        }


def _to_integer(value: object) -> int:
    number = exact(value)
    if number.denominator != 1:
        raise ValueError
    return int(number)


def _to_flag(value: object) -> bool:
    word = str(value).lower()
    if word not in ("true", "yes", "1", "false", "no", "0"):
        raise ValueError
    return word in ("true", "yes", "1")


def _to_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _to_list(value: object) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    if not isinstance(value, Sequence):
        raise TypeError
    return list(value)


_PARAMETER_READERS: Final[Mapping[type, tuple[Callable[[object], Any], str]]] = {
    int: (_to_integer, "a whole number"),
    bool: (_to_flag, "yes or no"),
    str: (_to_text, "a text"),
    Fraction: (exact, "a number"),
    float: (lambda value: float(exact(value)), "a number"),
    list: (_to_list, "a list"),
    date: (
        lambda value: value if isinstance(value, date) else date.fromisoformat(_to_text(value)),
        "a date like 1863-07-04",
    ),
}
"""By kind, what reads a value and what that is in words."""


def arguments(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """The keyword arguments for a question's function, from texts or JSON values; every default filled in.

    Names may be written with ``-`` for ``_``. Raises `UnknownName` for a name of no parameter and `QueryError` for
    a value that is missing or unusable.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    values = {name.replace("-", "_"): value for name, value in given.items()}
    for name in values:
        if name not in by_name:
            raise UnknownName("parameter", name, by_name)
    missing_parameters = [
        f"{parameter.name} ({parameter.help})"
        for parameter in parameters
        if parameter.required and parameter.name not in values
    ]
    if missing_parameters:
        raise QueryError(f"missing: {', '.join(missing_parameters)}")
    return {
        name: parameter.parse(values[name]) if name in values else parameter.default
        for name, parameter in by_name.items()
    }


def parameters_of(function: Callable[..., object]) -> tuple[Parameter, ...]:
    """The parameters of a function: kinds, defaults and choices from its signature, help from the docstring.

    Help comes from ``Args:``, or else from a text in an ``Annotated`` type; choices come from a `Literal`, an enum or
    `OneOf`. Arguments bound by a `functools.partial` are left out; those bound by name become defaults.
    """
    inner_function = function.func if isinstance(function, partial) else function
    hints = get_type_hints(inner_function, include_extras=True)
    helps = argument_helps(getdoc(inner_function) or "")
    parameters = []
    for name, argument in signature(function).parameters.items():
        if argument.kind not in (Argument.VAR_KEYWORD, Argument.VAR_POSITIONAL):
            parameter = _parameter_of_shape(name, shape_of(hints.get(name, object)))
            default = REQUIRED if argument.default is Argument.empty else argument.default
            parameters.append(evolve(parameter, default=default, help=helps.get(name, "") or parameter.help))
    return tuple(parameters)


def argument_helps(docstring: str) -> dict[str, str]:
    """The texts under ``Args:`` by the name of the argument; more indented lines continue a text."""
    _, _, section = docstring.partition("Args:\n")
    helps: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if start_match := re.fullmatch(r"    (\w+): (.+)", line):
            name, helps[start_match[1]] = start_match[1], start_match[2]
        elif line.startswith("      ") and name:
            helps[name] += " " + line.strip()
        elif line.strip():
            break
    return helps


def _parameter_of_shape(name: str, shape: Shape) -> Parameter:
    """A parameter of a shape, its help taken from the marks of its type."""
    help_text, one_of = shape.mark(str) or "", shape.mark(OneOf)
    if one_of is not None:
        return Parameter(name, shape.base, help_text, choices=one_of.names, also=one_of.also)
    match shape:
        case UnionShape() if shape.has(Fraction):  # a number, written in any way
            return Parameter(name, Fraction, help_text)
        case UnionShape(members=(member,)):
            parameter = _parameter_of_shape(name, member)
            return evolve(parameter, help=help_text or parameter.help)
        case LiteralShape(kind, values=values) if isinstance(kind, type):
            return Parameter(name, kind, help_text, choices=tuple(map(str, values)))
        case LiteralShape(values=values):
            texts = tuple(value for value in values if isinstance(value, str))
            return Parameter(name, type(values[0]), help_text, choices=texts)
        case ListShape():
            return Parameter(name, list, help_text)
        case LeafShape() | UnionShape() | RecordShape() | MapShape():
            return Parameter(name, shape.base if shape.base in _PARAMETER_READERS else object, help_text)
        case _:
            assert_never(shape)


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
        return Question(
            name or self.name, about or self.help, _FollowedQuestion(self.function, answer), self.parameters
        )


@frozen
class _FollowedQuestion:
    first: Rule
    second: Reply

    def __call__(self, **keywords: object) -> Any:
        return self.second(self.first(**keywords))


def question(function: Rule, *, more: tuple[Parameter, ...] = ()) -> Question:
    """A function as a question: its name, the first line of its docstring as help, and its parameters.

    ``more`` are parameters for its ``**keywords``, if these come from data.
    """
    inner_function = function.func if isinstance(function, partial) else function
    help_text = (getdoc(inner_function) or "").partition("\n")[0]
    return Question(inner_function.__name__, help_text, function, (*parameters_of(function), *more))


def example(
    asked: Question | Rule,
    reply: Reply = plain,
    other_names: Iterable[tuple[str, str]] = (),
) -> CaseFunction:
    """A question (or a rule function) for worked examples: it takes a JSON object and returns ``reply`` of the answer.

    ``other_names`` are other keys for parameters in files of examples: pairs of a key and its parameter.
    """
    inner_question = asked if isinstance(asked, Question) else question(asked)
    own_names = {parameter.name for parameter in inner_question.parameters}
    parameter_by_key = {
        key: name for key, name in reversed([*other_names]) if key not in own_names and name in own_names
    }

    def answer(case: Given) -> Any:
        return reply(inner_question.ask({parameter_by_key.get(key, key): value for key, value in case.items()}))

    return answer


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
