"""The one tree of errors. A message shows the value, what was allowed, and where to look."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterable
from typing import Final

from attrs import frozen

from wargame_core.json_form import JsonObject
from wargame_core.limits import LONGEST_QUOTE, MESSAGE, quote, shorten
from wargame_core.rulings import Verdict


class WargameError(Exception):
    """Base of every error this library raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Errors can be pickled, although they are made from other arguments than their message."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


_PROBLEM_LINE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>\S+) (?P<message>.*)", re.DOTALL)


@frozen
class Problem:
    """One thing wrong with a data file. Codes are explained in docs/reference/data-errors.md.

    ``where`` is the part of a map that it is about, for pictures: printed ids of spaces, or of the two beside an edge.
    In a spreadsheet ``cell`` names sheet and cell ("places:C4") and is told instead of line and column.

    >>> print(Problem("map.toml", 14, 8, "E205", "terrain.letters: 'wods' is not a terrain", "did you mean 'woods'?"))
    map.toml:14:8: E205 terrain.letters: 'wods' is not a terrain; did you mean 'woods'?
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""
    where: tuple[tuple[str, ...], ...] = ()
    cell: str = ""

    @staticmethod
    def read(line: str) -> Problem | None:
        """The problem that a line tells as `str` writes it, its hint in the message; None for another line."""
        parts = _PROBLEM_LINE.fullmatch(line)
        if parts is None:
            return None
        return Problem(parts["file"], int(parts["line"]), int(parts["column"]), parts["code"], parts["message"])

    @property
    def warns(self) -> bool:
        """Whether it is only a warning: its code begins with W."""
        return self.code.startswith("W")

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        place = self.cell or f"{self.line}:{self.column}"
        return f"{self.file}:{place}: {self.code} {self.message}{hint}"

    def to_json(self) -> JsonObject:
        where_fields: JsonObject = {"where": [list(names) for names in self.where]} if self.where else {}
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            **where_fields,
            **({"cell": self.cell} if self.cell else {}),
        }


class DataError(WargameError):
    """One or more problems in a data file, all reported at once, each with file, line, column and code."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class PluginError(WargameError):
    """A plugin could not be loaded or is not fit for this core; the message names the distribution."""


class UnknownName(WargameError, KeyError):
    """A name that does not exist; the message lists the names that exist and the nearest one."""

    def __init__(self, kind_in_words: str, name: object, allowed_names: Iterable[object]) -> None:
        self.what, self.name, self.allowed = kind_in_words, name, tuple(str(value) for value in allowed_names)
        super().__init__(f"unknown {kind_in_words} {quote(name)}{expected(name, self.allowed)}")

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownBot(UnknownName):
    """A bot that a game does not have; for the level ``hard`` the message says when a game has it."""

    def __init__(self, name: object, bots: Iterable[object]) -> None:
        super().__init__("bot", name, bots)
        if name == "hard":
            self.args = (f"{self}; a game has 'hard' only where a bot was measured to beat its 'normal'",)


class AmbiguousName(WargameError):
    """A name that fits several things; the message lists their ids."""


class IllegalAction(WargameError):
    """An action the rules refuse. ``verdict`` holds the cited reasons; the game is unchanged."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(str(verdict))


class MalformedAction(WargameError):
    """JSON or an object that is not an action of this game; the message says what was expected, in 500 characters."""

    def __init__(self, message: str) -> None:
        super().__init__(shorten(message, MESSAGE))


class NotYourTurn(WargameError):
    """A seat that does not exist, or that does not have to choose now."""


class StaleView(WargameError):
    """A view, menu or update that is asked after the game has gone on: take a new one from the match."""


class DiceError(WargameError, ValueError):
    """A die result that the die cannot show, or a script of dice that ran out or was not used up."""


class RecordError(WargameError):
    """A record that cannot be read, was edited, is cut short, or comes from another version."""


class MailError(WargameError):
    """A letter of a game by mail that is missing, was changed, contradicts an earlier letter or is of another game."""


class HiddenStep(WargameError):
    """Another seat is in the middle of a secret step, so no possible world can be drawn for this moment."""


class RulesError(WargameError):
    """A mistake in the rules of a game, such as asking a seat that does not exist; meant for the author of the game."""


class RulesGap(WargameError):
    """The rulebook does not say. The message names the reading (`READINGS.md`) that tells what is known."""


class NeedsPerson(WargameError):
    """An answer that only a person can give (what happened on a table of miniatures) is needed, and nobody is there."""


class QueryError(WargameError, ValueError):
    """A parameter that is missing or has no usable value; the message names it and says what is expected."""


class MissingExtra(WargameError):
    """An optional package is needed; the message prints the command that installs it."""

    def __init__(self, package: str, extra_name: str = "", distribution: str = "wargame-core") -> None:
        requirement_text = f"'{distribution}[{extra_name}]'" if extra_name else package
        super().__init__(f"this needs {package}; install it with: pip install {requirement_text}")


def nearest(name: object, allowed_names: Iterable[object]) -> str | None:
    """The allowed name that a person most likely meant by ``name``, or None.

    That is one with the same letters, one that differs by slips of the finger (a letter too many, too few, another or
    two in the wrong order; one of them in every three letters, and one more after a right beginning where all letters
    but one are right), one of which either begins the other or is short for it, or one that has all its words. Words
    that merely share letters are not near, because such are often opposites.

    >>> nearest("cavalrie", ["infantry", "cavalry"]), nearest("hood", ["us_mead", "cs_hood"])
    ('cavalry', 'cs_hood')
    >>> nearest("federal", ["union", "confederate"]), nearest("known", ["unknown"])
    (None, None)
    """
    written_name = str(name)[:LONGEST_QUOTE]
    names = list(dict.fromkeys(str(value) for value in allowed_names))
    candidates = [
        (distance, index)
        for index, other_name in enumerate(names)
        if (distance := _name_distance(written_name.casefold(), other_name.casefold())) is not None
    ]
    return names[min(candidates)[1]] if candidates else None


_NO_LETTER = re.compile(r"[\W_]+")
_SHORTEST_PART: Final = 3
"""The letters that the beginning of a name has at least, and a slip of the finger has room in."""
_MOST_SLIPS: Final = 4
"""The most slips of the finger in a name."""


def _name_distance(written_name: str, name: str) -> int | None:
    """How far a name is from what was written: slips of the finger; None where it is another name."""
    if _NO_LETTER.sub("", written_name) == _NO_LETTER.sub("", name) != "" or written_name == name:
        return 0
    begins_right = written_name[:2] == name[:2] and len(set(name) - set(written_name)) < 2
    most_slips = min(_MOST_SLIPS, max(len(written_name), len(name)) // _SHORTEST_PART + begins_right)
    unlike = max(
        abs(len(written_name) - len(name)), len(set(written_name) - set(name))
    )  # the least that there can be, and quick
    if unlike <= most_slips and not _is_negated_name(written_name, name):
        slips = _edit_distance(written_name, name, most_slips)
        if slips <= most_slips:
            return slips
    words = set(_NO_LETTER.split(written_name)) - {""}
    begins_alike = written_name.startswith(name) or _is_abbreviation_of(written_name, name)
    is_part = begins_alike or (words and words <= set(_NO_LETTER.split(name)))
    return most_slips + 1 if is_part and min(len(written_name), len(name)) >= _SHORTEST_PART else None


def _is_abbreviation_of(written_name: str, name: str) -> bool:
    """Whether a name begins with the first letters of what was written and has the others in their order."""
    remaining_letters = iter(name[_SHORTEST_PART:])
    return written_name[:_SHORTEST_PART] == name[:_SHORTEST_PART] and all(
        letter in remaining_letters for letter in written_name[_SHORTEST_PART:]
    )


def _is_negated_name(written_name: str, name: str) -> bool:
    """Whether one is the other with two or more letters before it, as in "known" and "unknown"."""
    shorter_name, longer_name = sorted((written_name, name), key=len)
    return len(longer_name) - len(shorter_name) > 1 and longer_name.endswith(shorter_name)


def _edit_distance(written_name: str, name: str, most_slips: int) -> int:
    """How many letters are too many, too few, other ones, or changed places with the next; ``most_slips`` + 1 for
    more."""
    equal_count = next(
        (place for place, (a, b) in enumerate(zip(written_name, name, strict=False)) if a != b),
        min(len(written_name), len(name)),
    )
    written_name, name = written_name[equal_count:], name[equal_count:]
    too_many, name_length = most_slips + 1, len(name)
    row_before, row = list[int](), [min(m, too_many) for m in range(name_length + 1)]
    for row_number, letter in enumerate(written_name, 1):
        row_above, row = row, [too_many] * (name_length + 1)
        row[0] = min(row_number, too_many)
        # farther from the diagonal are more slips
        for column in range(max(1, row_number - most_slips), min(name_length, row_number + most_slips) + 1):
            slips = min(
                row_above[column] + 1,
                row[column - 1] + 1,
                row_above[column - 1] + (letter != name[column - 1]),
                too_many,
            )
            if (
                row_number > 1 < column
                and letter == name[column - 2]
                and written_name[row_number - 2] == name[column - 1]
            ):
                slips = min(slips, row_before[column - 2] + 1)
            row[column] = slips
        if min(row) == too_many:
            break
        row_before = row_above
    return row[-1]


def expected(name: object, allowed_names: Iterable[object], limit: int = 12) -> str:
    """The end of a message about a wrong name: what was allowed, and the nearest of that.

    >>> expected("wods", ["clear", "hills", "woods"])
    " (allowed: clear, hills, woods); did you mean 'woods'?"
    """
    names = [str(value) for value in allowed_names]
    text = ", ".join(names[:limit]) + (f", ... {len(names) - limit} more" if len(names) > limit else "")
    nearest_name = nearest(name, names)
    return f" (allowed: {text or 'none'})" + (f"; did you mean {nearest_name!r}?" if nearest_name else "")
