"""What people type at a prompt: lines, with completion where the extra ``prompt`` is installed, and their dice."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from wargame_console.output import Output
from wargame_core import DiceError
from wargame_core.dice import Die, TypedDice


class Leave(Exception):
    """The person leaves the session."""


Words = Callable[[str], Iterable[str]]
"""Gives the words that may be typed, from the line so far."""


class LineReader(Protocol):
    """Reads one line. ``who`` keeps the history of people at one terminal apart. Raises EOFError at the end."""

    def read(self, prompt: str, asker: str, words: Words) -> str: ...


class PlainReader:
    """Lines as they come: from a pipe, or from a terminal without the extra ``prompt``."""

    def __init__(self, output: Output) -> None:
        self.out = output
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  # gives `input` its line editing

    def read(self, prompt: str, asker: str, words: Words) -> str:
        """A line without its end."""
        if not self.out.json:
            return input(prompt).strip()
        self.out.say(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()


class CompletingReader:
    """A terminal where the Tab key completes and the arrow keys show what was typed before.

    Each person has a separate history, deleted with the session, because it contains secret choices.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, Any] = {}

    def read(self, prompt: str, asker: str, words: Words) -> str:
        """A line without its end."""
        from prompt_toolkit import PromptSession

        if asker not in self._sessions:
            self._sessions[asker] = PromptSession(complete_while_typing=False)
        return str(self._sessions[asker].prompt(prompt, completer=_completer(words))).strip()


def _completer(words: Words) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class WordCompleter(Completer):  # type: ignore[misc]  # the library is optional, and Any to the type checker
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            line = document.text_before_cursor.lstrip()
            for word in completions(line, words(line)):
                yield Completion(word, start_position=-len(line))

    return WordCompleter()


def completions(line: str, words: Iterable[str]) -> list[str]:
    """The words that complete what was typed: first those that begin with it, then those with a word that does.

    >>> completions("ro", ["march to Rocky Springs", "rollback", "rules"])
    ['rollback', 'march to Rocky Springs']
    """
    prefix = line.casefold()
    unique_words = dict.fromkeys(words)
    matching_words = [word for word in unique_words if word.casefold().startswith(prefix)]
    inner_matches = [
        word for word in unique_words if f" {prefix}" in f" {word.casefold()}" and word not in matching_words
    ]
    return matching_words + inner_matches


def make_reader(output: Output) -> LineReader:
    """The reader that fits: with completion when a person sits at a terminal and the extra is installed."""
    if output.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PlainReader(output)
    try:
        import prompt_toolkit  # noqa: F401
    except ImportError:
        return PlainReader(output)
    return CompletingReader()


def dice_at_prompt(output: Output) -> TypedDice:
    """Dice that people roll on their table and type in."""

    def ask(die: Die, label: str) -> object:
        while True:
            output.say(f"{label} ({die}: {die.names}): ", nl=False)
            line = sys.stdin.readline()
            if not line or line.strip().casefold() == "quit":
                raise Leave
            for face in die.odds:
                if line.strip().casefold() == str(face).casefold():
                    return face
            try:
                die.face(line.strip())
            except DiceError as problem:
                output.say(f"  {problem}")

    return TypedDice(ask)
