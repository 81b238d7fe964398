"""The first lines of a position in words: its game, scenario, options and step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.notation import NotationError, Reading, Token, in_words, tokens_of
from wargame_core.flow.position_mistakes import PositionMistakes, TextLine
from wargame_core.flow.position_text import (
    ANSWERS,
    IS_OVER,
    OPTIONS,
    POSITION,
    SEEN_BY,
    STEP,
)
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import OVER
from wargame_core.limits import quote


def example_of(rules: Rules) -> str:
    """The first line of a position of a game, as an example."""
    return f"{POSITION} {in_words(rules.id)} {in_words(rules.scenarios[0].id)}"


@define
class PositionHead:
    """Game, scenario, options and step; ``at`` is where the step is named."""

    rules: Rules
    problems: PositionMistakes
    scenario: str = ""
    options: Mapping[str, str] = field(factory=dict)
    line: int = OVER
    seq: int = 0
    at: Token = field(factory=lambda: Token("", 1, 1))

    def read(self, lines: Sequence[TextLine]) -> None:
        """Read the lines that begin with one of `HEADS`."""
        head_lines = dict[str, TextLine]()
        for line in lines:
            if line.first_word in head_lines:
                self.problems.add(line.number, 1, "E206", f"{line.first_word!r} is given twice")
            head_lines[line.first_word] = line
        if SEEN_BY in head_lines:
            self.problems.add(
                head_lines[SEEN_BY].number,
                1,
                "E207",
                f"this is what {head_lines[SEEN_BY].rest} knows of a position, not the position: secrets are missing "
                "(print(state) writes all of it)",
            )
        self._read_game(head_lines[POSITION])
        self._read_options(head_lines.get(OPTIONS))
        if STEP not in head_lines:
            self.problems.add(lines[0].number, 1, "E202", f"no line says the step: {STEP} {self._steps()[0]}")
            return
        self._read_step(head_lines[STEP])
        if ANSWERS in head_lines:
            self._read_answers(head_lines[ANSWERS])

    def _read_game(self, line: TextLine) -> None:
        names = [token.text for token in self._tokens(line)[1:]]
        if names[:1] != [self.rules.id]:
            game_in_words = f"a position of {quote(names[0])}" if names else "a position of no game"
            self.problems.add(line.number, 10, "E204", f"this is {game_in_words}, and not of {self.rules.id}")
        if len(names) != 2:
            self.problems.add(
                line.number, 1, "E205", f"{quote(line.text)} is not game and scenario: {example_of(self.rules)!r}"
            )
            return
        try:
            self.scenario = self.rules.scenario(names[1]).id
        except WargameError as problem:
            self.problems.add(line.number, 11 + len(names[0]), "E301", str(problem))

    def _read_options(self, line: TextLine | None) -> None:
        try:
            written_options = Reading(self._tokens(line)[1:]).pairs() if line is not None else {}
            self.options = self.rules.read_options(
                {str(name): _option_text(value) for name, value in written_options.items()}
            )
        except NotationError as problem:
            self.problems.add(problem.line, problem.column, "E103", str(problem))
        except UnknownName as problem:
            assert line is not None, "without one all options have their defaults"
            self.problems.add(line.number, 1, "E301", str(problem))

    def _tokens(self, line: TextLine) -> list[Token]:
        try:
            return list(tokens_of(line.text, line.number))
        except NotationError as problem:
            self.problems.add(problem.line, problem.column, "E103", str(problem))
            return []

    def _steps(self) -> list[str]:
        lines = self.rules.program.lines
        return [*dict.fromkeys(" > ".join(line.path) for line in lines if line.step is not None), IS_OVER]

    def _read_step(self, line: TextLine) -> None:
        self.at = Token(line.rest, line.number, len(STEP) + 2)
        if line.rest not in self._steps():
            self.problems.unknown(self.at, f"step of {self.rules.id}", self._steps())
            return
        paths = {" > ".join(part.path): part.path for part in self.rules.program.lines if part.step is not None}
        self.line = OVER if line.rest == IS_OVER else self.rules.program.line_of(paths[line.rest])

    def _read_answers(self, line: TextLine) -> None:
        if not line.rest.isdecimal():
            self.problems.add(line.number, 9, "E203", f"{quote(line.rest)} is not a number of answers, such as 12")
        else:
            self.seq = int(line.rest)


def _option_text(value: object) -> object:
    """A value of an option, which is text: ``yes`` is the word."""
    return in_words(value) if not isinstance(value, str) else value
