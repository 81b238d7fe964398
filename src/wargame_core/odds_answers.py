"""Answers to questions about odds: one joint distribution over a named result, and the same question for many values.

What a game can be asked is `GameOdds`: ``game.odds("attack", unit="artillery", range=3)`` is an `OddsAnswer`, whose
results have names, and ``game.odds.sweep`` an `OddsSweep`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from attrs import field, frozen, has

from wargame_core.errors import QueryError, UnknownName, WargameError
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.odds import Distribution, frame_of, label_of, plain
from wargame_core.reprs import drawn

if TYPE_CHECKING:
    import pandas

T = TypeVar("T")
Event = Callable[[Any], bool]
"""Whether a result is one that is asked for: ``lambda r: r.is_eliminated``."""


def _identity(result: Any) -> Any:
    return result


@frozen(repr=False)
class OddsAnswer:
    """The answer to a question about odds: ``joint`` is the exact distribution of its results.

    A result has names for all that it decides, so that a question about several of them at once has an answer:
    ``answer.p(lambda r: r.lost > 1 and not r.flags)``. ``shown`` are the parts of a result that are shown to people,
    each with a name; without any it is the result itself.

    >>> answer = OddsAnswer("Two dice", 2 @ Distribution.uniform(range(1, 7)), {"total": lambda total: total})
    >>> answer.p(lambda total: total >= 11), answer
    (Fraction(1, 12), <OddsAnswer Two dice: total>)
    """

    title: str
    joint: Distribution[Any]
    shown: Mapping[str, Callable[[Any], Any]] = field(factory=lambda: {"result": _identity}, eq=False)

    @property
    def distributions(self) -> Mapping[str, Distribution[Any]]:
        """By the name of each part that is shown, its distribution alone."""
        return {name: self.joint.map(part) for name, part in self.shown.items()}

    def p(self, event: object | Event = True) -> Fraction:
        """The probability of a result, or of all results for which a function is true; see `Distribution.p`.

        Raises `UnknownName` where the function asks for a name that results do not have.
        """
        return self._named(lambda: self.joint.p(event))

    def map(self, part: Callable[[Any], Any]) -> Distribution[Any]:
        """The distribution of a part of the result. Raises `UnknownName` as `p` does."""
        return self._named(lambda: self.joint.map(part))

    def given(self, event: object | Event) -> OddsAnswer:
        """The same answer among the results for which ``event`` holds. Raises `OddsError` where it never does."""
        return OddsAnswer(self.title, self._named(lambda: self.joint.given(event)), self.shown)

    def _named(self, ask: Callable[[], T]) -> T:
        title = self.title.partition("\n")[0]
        try:
            return ask()
        except AttributeError as problem:
            if isinstance(problem.obj, (int, str, Fraction, tuple)):
                example = next(iter(self.joint))
                result_in_words = f"a result of {quote(title)} is a value such as {quote(example)}"
                raise QueryError(
                    f"{result_in_words} and has no part {quote(problem.name)}: compare it itself"
                ) from None
            if not has(type(problem.obj)):
                raise
            names = [name for name in dir(problem.obj) if not name.startswith("_") and name != "to_json"]
            raise UnknownName(f"part of a result of {quote(title)}", problem.name, names) from None

    def text(self, width: int = 40) -> str:
        """The answer as lines of text with bars up to ``width`` characters; numbers also get their mean."""
        parts = [self.title]
        for name, odds in self.distributions.items():
            mean = _mean_if_number(odds)
            parts += ["", name + (f" (mean {float(mean):.3f})" if mean is not None else ""), odds.bars(width)]
        return "\n".join(parts)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<OddsAnswer {self.title.partition(chr(10))[0]}: {', '.join(self.shown)}>"

    def to_json(self) -> JsonObject:
        named_odds = self.distributions.items()
        distributions = {
            name: {"values": odds.to_json(), "mean": plain(_mean_if_number(odds))} for name, odds in named_odds
        }
        return {"title": self.title, "distributions": distributions}

    def _repr_html_(self) -> str:
        parts = "".join(f"<h4>{escape(name)}</h4>{odds._repr_html_()}" for name, odds in self.distributions.items())
        return f"<div><b>{escape(self.title)}</b>{parts}</div>"


def _mean_if_number(odds: Distribution[Any]) -> Fraction | None:
    numbers = all(isinstance(value, (int, Fraction)) and not isinstance(value, bool) for value in odds)
    return odds.mean() if numbers else None


class AskedParameter(Protocol):
    """A parameter of a question, as far as a list of questions tells it."""

    @property
    def name(self) -> str: ...
    @property
    def required(self) -> bool: ...


class OddsQuestion(Protocol):
    """A question about odds: `wargame_core.plugins.questions.Question` is one."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def parameters(self) -> Sequence[AskedParameter]: ...
    def ask(self, given_values: Mapping[str, object]) -> Any:
        """The answer."""


@frozen(repr=False)
class GameOdds(Mapping[str, OddsQuestion]):
    """What a game can be asked about odds, by name; calling it asks.

    It lists its names (``list(game.odds)``), and its text says what each is about, with its parameters.
    """

    game: str = ""
    questions: Mapping[str, OddsQuestion] = field(factory=dict, eq=False)

    def __call__(self, name: str, /, **given_values: object) -> OddsAnswer:
        """The answer to a question for these parameters.

        Raises `UnknownName` for a question or parameter that is not there or a value that is none of its own, and
        `QueryError` for a value of the wrong kind or one that is missing.
        """
        answer = self[name].ask(given_values)
        if not isinstance(answer, OddsAnswer):
            raise WargameError(f"{name} of {self.game} answers {quote(answer)}, which is no OddsAnswer")
        return answer

    def sweep(
        self,
        name: str,
        /,
        over: Mapping[str, Iterable[object]],
        ask: Mapping[str, Event] | None = None,
        **given_values: Any,
    ) -> OddsSweep:
        """The same question for each value of some parameters, in all combinations.

        ``ask`` has by name what is asked of each answer; without it, the mean of every number that is shown and the
        chance of every word. Raises what a call raises, and `QueryError` for nothing to go over.
        """
        values = {parameter: list(parameter_values) for parameter, parameter_values in over.items()}
        if not values or not all(values.values()):
            raise QueryError(f"over: {quote(over)} has no values; write over={{'parameter': [value, ...]}}")
        if repeated_parameters := [parameter for parameter in given_values if parameter in values]:
            raise QueryError(f"{repeated_parameters[0]}: stands in over= and beside it")
        rows = []
        for combination in product(*values.values()):
            arguments = dict(zip(values, combination, strict=True))
            answer = self(name, **given_values, **arguments)
            rows.append((tuple(combination), dict(_sweep_columns(answer, ask))))
        columns = tuple(dict.fromkeys(column for _, row in rows for column in row))
        complete_rows = tuple(
            (row_values, tuple(row.get(column, Fraction(0)) for column in columns)) for row_values, row in rows
        )
        return OddsSweep(f"{name} of {self.game}" if self.game else name, tuple(values), columns, complete_rows)

    def __getitem__(self, name: str) -> OddsQuestion:
        if name not in self.questions:
            raise UnknownName(f"question about odds of {self.game}", name, self.questions)
        return self.questions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.questions)

    def __len__(self) -> int:
        return len(self.questions)

    def __str__(self) -> str:
        return (
            "\n".join(_question_in_words(name, self[name]) for name in self)
            or f"{self.game} has no questions about odds"
        )

    def __repr__(self) -> str:
        return f"<odds of {self.game}: {', '.join(self) or 'none'}>"


def _question_in_words(name: str, question: OddsQuestion) -> str:
    parameters = (parameter.name if parameter.required else f"{parameter.name}=" for parameter in question.parameters)
    return f"{name}({', '.join(parameters)}): {question.help}"


def _sweep_columns(answer: OddsAnswer, ask: Mapping[str, Event] | None) -> Iterator[tuple[str, Fraction]]:
    if ask is not None:
        yield from ((column, answer.p(event)) for column, event in ask.items())
        return
    for name, odds in answer.distributions.items():
        mean = _mean_if_number(odds)
        if mean is not None:
            yield f"mean {name}", mean
        else:
            yield from ((f"{name}: {label_of(value)}", chance) for value, chance in odds.items())


@frozen(repr=False)
class OddsSweep:
    """A question for many values: a row for each, with the exact chance (or mean) of each column.

    It prints as a table; a notebook draws it as lines over the first parameter, where something that draws is
    installed, and `to_frame` makes a pandas frame of it.
    """

    title: str
    over: tuple[str, ...]
    """The parameters with several values."""
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[object, ...], tuple[Fraction, ...]], ...]
    """The values of the parameters, and the numbers of the columns."""

    def to_rows(self) -> Iterator[JsonObject]:
        """Rows for a data frame of any library: parameters by name, then columns as floats."""
        for row_values, numbers in self.rows:
            yield dict(zip(self.over, row_values, strict=True)) | dict(
                zip(self.columns, map(float, numbers), strict=True)
            )

    def to_frame(self) -> pandas.DataFrame:
        """A pandas frame of `to_rows`. Raises `MissingExtra` without pandas (extra ``frames``)."""
        return frame_of(self.to_rows())

    def lines(self) -> tuple[tuple[str, ...], Mapping[str, Sequence[float]]]:
        """What a chart shows: the values of the first parameter, and a line for each column and further value."""
        first_values = tuple(dict.fromkeys(label_of(at[0]) for at, _ in self.rows))
        lines: dict[str, list[float]] = {}
        for row_values, numbers in self.rows:
            for column, number in zip(self.columns, numbers, strict=True):
                lines.setdefault(", ".join((column, *map(label_of, row_values[1:]))), []).append(float(number))
        return first_values, lines

    def __str__(self) -> str:
        head = (*self.over, *self.columns)
        cells = [
            (*map(label_of, row_values), *(f"{float(number):.4f}" for number in numbers))
            for row_values, numbers in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
        lines = (
            "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in (head, *cells)
        )
        return "\n".join((self.title, *lines))

    def __repr__(self) -> str:
        return f"<OddsSweep {self.title} over {', '.join(self.over)}: {len(self.rows)} rows>"

    def svg(self) -> str | None:
        """The lines as SVG; None where nothing is installed that draws."""
        return drawn(self, "svg")

    def _repr_svg_(self) -> str | None:
        return self.svg()
