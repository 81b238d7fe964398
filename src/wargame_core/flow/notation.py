"""Plain data as words: numbers, names, yes, no and none, [lists], {names with values}, and "texts" in quotes.

Positions as text are written so (docs/howto/positions-as-text.md). A word needs quotes where it has a blank or bracket
in it, or could be read as something else. Commas between values are for the eye. From ``#`` to the end of a line is a
remark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import define, field, frozen

from wargame_core.limits import quote

_VALUE_OF_WORD: Final[Mapping[str, Any]] = {"yes": True, "no": False, "none": None}
_WORD_OF_VALUE: Final = {value: word for word, value in _VALUE_OF_WORD.items()}
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?")
_BARE_WORD = re.compile(r"[^\s\[\]{}\"#,:](?:[^\s\[\]{}\"]*[^\s\[\]{}\",:])?")
_TOKEN = re.compile(r'\s+|(?P<remark>\#.*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<sign>[\[\]{},:])|(?P<word>[^\s\[\]{}"]+)')
_DEEPEST_NESTING: Final = 32


class NotationError(ValueError):
    """What cannot be read, with the line and column at which it stands."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line, self.column = line, column


@frozen
class Token:
    """A word, a text in quotes, or a sign of a line; ``value`` is what a word or text stands for."""

    text: str
    line: int
    column: int
    is_quoted: bool = False

    @property
    def is_sign(self) -> bool:
        """Whether it is a bracket or a colon."""
        return not self.is_quoted and self.text in "[]{}:"

    @property
    def value(self) -> Any:
        """What the word or text stands for. Raises `NotationError` for a sign."""
        if self.is_quoted:
            return self.text
        if self.is_sign:
            raise NotationError(f"{self.text!r} stands where a value is expected", self.line, self.column)
        if self.text in _VALUE_OF_WORD:
            return _VALUE_OF_WORD[self.text]
        if (number := _NUMBER.fullmatch(self.text)) is not None:
            return float(self.text) if number[1] or number[2] else int(self.text)
        return self.text


def tokens_of(text: str, line: int) -> Iterator[Token]:
    """The words, texts and signs of one line, without remarks and commas. Raises `NotationError`."""
    at = 0
    while at < len(text):
        token_match = _TOKEN.match(text, at)
        if token_match is None:
            raise NotationError("a text in quotes does not end on its line", line, at + 1)
        column, at = at + 1, token_match.end()
        if token_match["text"] is not None:
            try:
                yield Token(json.loads(token_match["text"]), line, column, is_quoted=True)
            except ValueError:
                raise NotationError(f"{quote(token_match['text'])} is not a text in quotes", line, column) from None
        elif token_match["sign"] not in (None, ","):
            yield Token(token_match["sign"], line, column)
        elif (word := token_match["word"]) is not None:
            yield from _parts_of(word, line, column)


def _parts_of(word: str, line: int, column: int) -> Iterator[Token]:
    """A word, and the colon behind it."""
    bare_word = word.rstrip(",")
    name = bare_word.rstrip(":")
    if name:
        yield Token(name, line, column)
    if name != bare_word:
        yield Token(":", line, column + len(name))


@define
class Reading:
    """The tokens of some lines, read one value after the other; ``end`` is where their line ends."""

    tokens: list[Token]
    at: int = 0
    _depth: int = field(default=0, init=False)

    @property
    def is_over(self) -> bool:
        """Whether all has been read."""
        return self.at == len(self.tokens)

    def peek(self) -> Token:
        """The next token, which stays. Raises `NotationError` at the end."""
        if self.is_over:
            last_token = self.tokens[-1]
            raise NotationError(
                f"nothing follows {quote(last_token.text)}, and a value is expected", last_token.line, last_token.column
            )
        return self.tokens[self.at]

    def next(self) -> Token:
        """The next token. Raises `NotationError` at the end."""
        token = self.peek()
        self.at += 1
        return token

    def value(self) -> Any:
        """The next value as plain data, whose keys may be numbers. Raises `NotationError`."""
        token = self.next()
        if token.is_quoted or token.text not in ("[", "{"):
            return token.value
        self._depth += 1
        if self._depth > _DEEPEST_NESTING:
            raise NotationError(f"brackets are nested more than {_DEEPEST_NESTING} deep", token.line, token.column)
        inner_value: Any = self._items() if token.text == "[" else self.pairs("}")
        self._depth -= 1
        return inner_value

    def values(self) -> list[Any]:
        """All values up to the end. Raises `NotationError`."""
        return list(self._up_to(""))

    def _items(self) -> list[Any]:
        return list(self._up_to("]"))

    def _up_to(self, end: str) -> Iterator[Any]:
        while not self._ends(end):
            yield self.value()

    def pairs(self, end: str = "") -> dict[Any, Any]:
        """Names with values up to a bracket, or to the end. Raises `NotationError`, also for a name given twice."""
        data: dict[Any, Any] = {}
        while not self._ends(end):
            token = self.next()
            name = token.value
            if name in data:
                raise NotationError(f"{quote(name)} is given twice", token.line, token.column)
            data[name] = self.value()
        return data

    def _ends(self, end: str) -> bool:
        if self.is_over and not end:
            return True
        token = self.peek()
        if not token.is_quoted and token.text == end:
            self.at += 1
            return True
        return False


def in_words(value: Any) -> str:
    """Plain data, whose keys may be numbers, in words that `Reading.value` reads as the same.

    >>> in_words({"side": "union", "at": ["(7,8)", 3], "name": "Bowen's Division", "lost": None})
    '{side union, at [(7,8), 3], name "Bowen\\'s Division", lost none}'
    """
    if value is None or isinstance(value, bool):
        return _WORD_OF_VALUE[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        is_plain = _BARE_WORD.fullmatch(value) and value not in _VALUE_OF_WORD and not _NUMBER.fullmatch(value)
        return value if is_plain and value.isprintable() else json.dumps(value, ensure_ascii=not value.isprintable())
    if isinstance(value, Mapping):
        return f"{{{pairs_in_words(value)}}}"
    return f"[{', '.join(map(in_words, value))}]"


def pairs_in_words(values: Mapping[Any, Any]) -> str:
    """Names with values, without brackets around them."""
    return ", ".join(f"{in_words(name)} {in_words(value)}" for name, value in values.items())
