"""What a game's charts and odds offer to a command line, a page or a notebook: named questions with typed parameters.

The worked examples beside them (`run_cases` and what belongs to it) are in `wargame_core.plugins.worked_examples`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from html import escape
from typing import Any, Final

from attrs import frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.exact import exact
from wargame_core.odds import Distribution
from wargame_core.plugins.worked_examples import CaseFailure, CaseFunction, CaseReport, plain, read_cases, run_cases

__all__ = [
    "REQUIRED",
    "CaseFailure",
    "CaseFunction",
    "CaseReport",
    "ChartEntry",
    "OddsAnswer",
    "OddsQuery",
    "Parameter",
    "QueryError",
    "arguments",
    "exact",
    "plain",
    "read_cases",
    "run_cases",
]


class QueryError(WargameError, ValueError):
    """A parameter that is missing or has no usable value; the message names it and says what is expected."""


class _Required(Enum):
    REQUIRED = "required"


REQUIRED: Final = _Required.REQUIRED


@frozen
class Parameter:
    """One argument of a question: its kind, what it means (with units), and the values it may take.

    ``choices`` are the allowed names of a closed set. Without a ``default`` it must be given.
    """

    name: str
    kind: type
    help: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def parse(self, given: object) -> Any:
        """``given``, as text or as a JSON value, as a value of this parameter. Raises `QueryError` or `UnknownName`.

        >>> Parameter("die", int, "the artillery die").parse("4")
        4
        """
        if given is None and self.default is None:
            return None
        if self.choices:
            if given not in self.choices:
                raise UnknownName(self.name, given, self.choices)
            return given
        try:
            return _PARSERS.get(self.kind, self.kind)(given)
        except (ValueError, TypeError):
            wanted = _WANTED.get(self.kind, self.kind.__name__)
            raise QueryError(f"{self.name}: {given!r} is not {wanted} ({self.help})") from None

    def to_json(self) -> dict[str, Any]:
        default = {} if self.required else {"default": plain(self.default)}
        return {
            "name": self.name,
            "kind": self.kind.__name__.lower(),
            "help": self.help,
            "required": self.required,
            **default,
            "choices": list(self.choices),
        }


def _whole(given: object) -> int:
    number = exact(given)
    if number.denominator != 1:
        raise ValueError
    return int(number)


def _flag(given: object) -> bool:
    word = str(given).lower()
    if word not in ("true", "yes", "1", "false", "no", "0"):
        raise ValueError
    return word in ("true", "yes", "1")


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError
    return given


_PARSERS: Mapping[type, Callable[[object], Any]] = {
    int: _whole,
    bool: _flag,
    str: _text,
    Fraction: exact,
    float: lambda given: float(exact(given)),
}
_WANTED: Mapping[type, str] = {
    int: "a whole number",
    bool: "yes or no",
    str: "a text",
    Fraction: "a number",
    float: "a number",
}


def arguments(parameters: tuple[Parameter, ...], given: Mapping[str, object]) -> dict[str, Any]:
    """The keyword arguments for a question's function, from texts or JSON values; every default filled in.

    Names may be written with ``-`` for ``_``. Raises `UnknownName` for a name nothing takes and `QueryError` for
    what is missing or unusable.
    """
    known = {parameter.name: parameter for parameter in parameters}
    read = {name.replace("-", "_"): value for name, value in given.items()}
    for name in read:
        if name not in known:
            raise UnknownName("parameter", name, known)
    missing = [f"{one.name} ({one.help})" for one in parameters if one.required and one.name not in read]
    if missing:
        raise QueryError(f"missing: {', '.join(missing)}")
    return {
        name: parameter.parse(read[name]) if name in read else parameter.default for name, parameter in known.items()
    }


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

    def to_json(self) -> dict[str, Any]:
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
class OddsQuery:
    """A question whose answer is exact odds: ``wargame odds GAME NAME --parameter value``."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    run: Callable[..., OddsAnswer]

    def ask(self, given: Mapping[str, object]) -> OddsAnswer:
        """The answer for parameters given as texts or JSON values. Raises what `arguments` raises."""
        return self.run(**arguments(self.parameters, given))


@frozen
class ChartEntry:
    """A printed chart: shown as on the card, and looked up with parameters where ``lookup`` is there.

    ``chart`` is anything whose text is the printed look, with ``_repr_html_`` for notebooks.
    """

    id: str
    title: str
    chart: object
    parameters: tuple[Parameter, ...] = ()
    lookup: Callable[..., Mapping[str, Any]] | None = None

    def ask(self, given: Mapping[str, object]) -> dict[str, Any]:
        """What the chart says for parameters given as texts or JSON values, as a JSON object."""
        if self.lookup is None:
            raise QueryError(f"{self.title} can be shown, not looked up")
        return {name: plain(value) for name, value in self.lookup(**arguments(self.parameters, given)).items()}
