"""What a command prints: text for people in the width and colours of their terminal, or with ``--json`` one object."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click
from attrs import frozen

from wargame_console.errors import json_line
from wargame_core.json_form import JsonMapping
from wargame_core.limits import harmless

if TYPE_CHECKING:
    pass


class TextStyle(TypedDict, total=False):
    """The style of a text on a terminal."""

    fg: str
    bold: bool
    dim: bool
    underline: bool
    reverse: bool


@frozen
class StyledLine:
    """A line of text in a colour, or bold."""

    text: str
    style: TextStyle


def wants_colour() -> bool | None:
    """Whether to colour text: never with NO_COLOR, always with FORCE_COLOR, else (None) where it goes to a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def in_style(text: str, style: TextStyle) -> str:
    """A text in its style, or plain where `wants_colour` says no."""
    return click.style(harmless(text), **style) if style and wants_colour() is not False else harmless(text)


@frozen
class Output:
    """What a command prints. With ``json`` standard output gets only the result; other text goes to standard error."""

    json: bool = False

    def say(self, text: str = "", *, nl: bool = True, **style: Unpack[TextStyle]) -> None:
        """Print text; control characters are printed as their numbers."""
        click.echo(in_style(text, style), err=self.json, nl=nl, color=wants_colour())

    def paint(self, styled_texts: Iterable[tuple[str, TextStyle]]) -> None:
        """Print a line made of parts, each in its own style."""
        click.echo("".join(in_style(text, style) for text, style in styled_texts), err=self.json, color=wants_colour())

    def tell(self, text: str, indent: str = "", hang: str = "", **style: Unpack[TextStyle]) -> None:
        """Print a paragraph, wrapped to the terminal; lines after the first are indented by ``hang`` more."""
        paragraph = textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent + hang)
        self.say(paragraph.replace("\N{NO-BREAK SPACE}", " "), **style)

    def paragraphs(self, text: str) -> None:
        """Print lines, each wrapped to the terminal under its own indentation."""
        for line in text.splitlines():
            self.tell(line.strip(), line[: len(line) - len(line.lstrip())])

    def note(self, text: str) -> None:
        """Print a remark on standard error."""
        click.echo(harmless(text), err=True)

    def result(self, data: JsonMapping, text: str | Sequence[str | StyledLine] | None = None) -> None:
        """Print the result: with ``json`` one JSON object, else ``text`` (or its lines)."""
        if self.json:
            click.echo(json_line(data))
        elif text is not None:
            for line in (text,) if isinstance(text, str) else text:
                self.say(line) if isinstance(line, str) else self.say(line.text, **line.style)


def path_word(path: Path) -> str:
    """A path as it must be typed to be taken for one path and not for a name.

    >>> path_word(Path("stones_river")), path_word(Path("Stones River"))
    ('./stones_river', '"./Stones River"')
    """
    text = str(path) if path.is_absolute() or str(path).startswith(".") else f"./{path}"
    return f'"{text}"' if any(map(str.isspace, text)) else text


def width() -> int:
    """The width for paragraphs in columns: that of the terminal, but at most what is easy to read."""
    return max(40, min(100, shutil.get_terminal_size().columns - 1))


def in_columns(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> str:
    """Rows as aligned columns; the last column is not padded.

    >>> print(in_columns([("id", "title"), ("x", "A Game")]))
      id  title
      x   A Game
    """
    widths = [max(len(row[column_number]) for row in rows) for column_number in range(len(rows[0]) - 1)] if rows else []
    return "\n".join(
        (indent + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])).rstrip()
        for row in rows
    )


Progress = Callable[[int, int], None]
"""Is told how many games of how many are done."""


def progress_bar(total: int) -> AbstractContextManager[Progress | None]:
    """A progress bar on a terminal; elsewhere a line after each quarter of many games, and nothing for few."""
    if sys.stderr.isatty():
        return _bar(total)
    return nullcontext(_quarter_progress() if total >= MANY else None)


MANY: Final = 40
"""From how many games on a line tells a program or a file how far they have come."""


def _quarter_progress() -> Progress:
    """Tells on standard error when another quarter of the games is played."""
    last_quarter = 0

    def step(done: int, total: int) -> None:
        nonlocal last_quarter
        if done * 4 // total > last_quarter:
            print(f"games: {done} of {total}", file=sys.stderr, flush=True)
        last_quarter = done * 4 // total if done < total else 0  # each scenario counts its own games from 1

    return step


@contextmanager
def _bar(total: int) -> Iterator[Progress]:
    with click.progressbar(length=total, file=sys.stderr, label="games", show_pos=True) as bar:
        # Each scenario counts its own games from 1.
        last_done = 0

        def step(done: int, total_count: int) -> None:
            nonlocal last_done
            bar.update(done - last_done if done > last_done else done)
            last_done = done if done < total_count else 0

        yield step
