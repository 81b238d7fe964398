"""The literals of a JavaScript module, read sign by sign: strings, and the parts of templates between their values."""

import re
from collections.abc import Iterator

from attrs import frozen

_BEFORE_A_PATTERN = re.compile(r"(?:[=(,:;!&|?{}\[\n>+]|\breturn)\s*$")
"""What may stand before a slash that begins a regular expression."""
CODE_BEFORE = 90
"""Signs of the code before a literal that are told of it."""


@frozen
class Literal:
    """A string, or a template whose values are left out, with "{}" for each; and the code before it."""

    text: str
    before: str
    line: int


class _Reader:
    def __init__(self, script: str) -> None:
        self.script, self.at, self.found = script, 0, list[Literal]()

    def code(self, inner: bool) -> None:
        """Read code to its end, or, inside of a template, to the brace that closes a value."""
        depth = 0
        while self.at < len(self.script):
            sign = self.script[self.at]
            if self.script.startswith("//", self.at):
                self.at = (self.script + "\n").index("\n", self.at)
            elif self.script.startswith("/*", self.at):
                self.at = self.script.index("*/", self.at) + 2
            elif sign in "\"'":
                self.string(sign)
            elif sign == "`":
                self.template()
            elif sign == "/" and _BEFORE_A_PATTERN.search(self.script[max(0, self.at - 12) : self.at]):
                self.pattern()
            elif inner and sign == "}" and depth == 0:
                return
            else:
                depth += {"{": 1, "}": -1}.get(sign, 0)
                self.at += 1

    def string(self, quote: str) -> None:
        first = self.at
        self.at += 1
        while self.script[self.at] != quote:
            self.at += 2 if self.script[self.at] == "\\" else 1
        self.at += 1
        self.add(first, self.script[first + 1 : self.at - 1])

    def template(self) -> None:
        first, parts = self.at, list[str]()
        self.at += 1
        while (sign := self.script[self.at]) != "`":
            if self.script.startswith("${", self.at):
                self.at += 2
                self.code(inner=True)
                parts.append("{}")
                self.at += 1
            else:
                step = 2 if sign == "\\" else 1
                parts.append(self.script[self.at : self.at + step])
                self.at += step
        self.at += 1
        self.add(first, "".join(parts))

    def pattern(self) -> None:
        in_brackets = False
        self.at += 1
        while (sign := self.script[self.at]) != "/" or in_brackets:
            in_brackets = (in_brackets or sign == "[") and sign != "]"
            self.at += 2 if sign == "\\" else 1
        self.at += 1

    def add(self, first: int, text: str) -> None:
        before = self.script[max(0, first - CODE_BEFORE) : first]
        self.found.append(Literal(text, before, 1 + self.script.count("\n", 0, first)))


def literals(script: str) -> list[Literal]:
    """Every literal of a module, those inside of values of a template included.

    >>> [(literal.text, literal.line) for literal in literals("const a = `${b('c')} d`; // 'e'")]
    [('c', 1), ('{} d', 1)]
    """
    reader = _Reader(script)
    reader.code(inner=False)
    return reader.found


def calls(script: str, name: str) -> Iterator[str]:
    """What stands between the brackets of each call of a function, calls inside of it included.

    >>> list(calls('f(1, g(")"))', "f"))
    ['1, g(")")']
    """
    for call in re.finditer(rf"(?<![\w.]){name}\(", script):
        reader, depth = _Reader(script), 1
        reader.at = call.end()
        while depth:
            sign = script[reader.at]
            if sign in "\"'":
                reader.string(sign)
            elif sign == "`":
                reader.template()
            else:
                depth += {"(": 1, ")": -1}.get(sign, 0)
                reader.at += 1
        yield script[call.end() : reader.at - 1]
