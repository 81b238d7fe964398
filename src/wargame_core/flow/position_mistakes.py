"""Lines of a position in words, and the mistakes found in them, which are told all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import define, field, frozen

from wargame_core.errors import DataError, Problem, WargameError, expected
from wargame_core.flow.notation import NotationError, Reading, Token
from wargame_core.limits import quote

FILE: Final = "position"
"""What messages call the text."""
NO_BEGINNING: Final = "the step cannot begin like this"


@frozen
class TextLine:
    """A line of the text that says something: its number and what it says."""

    number: int
    text: str

    @property
    def first_word(self) -> str:
        """The word with which it begins."""
        return self.text.split(maxsplit=1)[0]

    @property
    def rest(self) -> str:
        """What stands behind the first word."""
        return self.text.strip().partition(" ")[2].strip()


def text_lines(text: str) -> Iterator[TextLine]:
    """The lines of a text without empty ones and remarks."""
    for number, line_text in enumerate(text.splitlines(), 1):
        if line_text.strip() and not line_text.lstrip().startswith("#"):
            yield TextLine(number, line_text.rstrip())


@define
class PositionMistakes:
    """The mistakes found so far."""

    found: list[Problem] = field(factory=list)

    def add(self, line: int, column: int, code: str, message: str) -> None:
        """Note a mistake."""
        self.found.append(Problem(FILE, line, column, code, message))

    def at(self, token: Token, code: str, message: str) -> None:
        """Note a mistake at a token."""
        self.add(token.line, token.column, code, message)

    def unknown(self, token: Token, kind_in_words: str, allowed_names: Iterable[str]) -> None:
        """Note a name that there is not."""
        self.at(token, "E201", f"{quote(token.text)} is no {kind_in_words}{expected(token.text, allowed_names)}")

    def run_noting_mistakes(self, run_step: Callable[[], None], token: Token, beginning: str) -> None:
        """Do something, and raise `DataError` with what goes wrong; ``beginning`` begins the sentence."""
        try:
            run_step()
        except NotationError as problem:
            self.add(problem.line, problem.column, "E103", str(problem))
        except WargameError as problem:
            self.at(token, "E207", f"{beginning}: {problem}")
        except Exception as problem:  # whatever a board that cannot be leads to
            self.at(token, "E207", f"{beginning}: {as_sentence(problem)}")
        self.end()

    def end(self) -> None:
        """Raise `DataError` if there are any."""
        if self.found:
            raise DataError(sorted(self.found, key=lambda problem: (problem.line, problem.column)))


def check_reading_ended(reading: Reading) -> None:
    """Raise `NotationError` where something follows."""
    if not reading.is_over:
        token = reading.next()
        raise NotationError(f"{quote(token.text)} is one value too many", token.line, token.column)


def as_sentence(problem: Exception) -> str:
    """An error of rules that were given a board which cannot be."""
    return f"fields are missing or do not go together, so that the rules come to {type(problem).__name__} ({problem})"
