"""What every command shares: the ``--json`` option, printing, progress, and finding the game that a name means."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click
from attrs import frozen
from click.shell_completion import CompletionItem

from wargame_core.errors import WargameError, expected
from wargame_core.json_form import JsonMapping
from wargame_core.limits import harmless, quote
from wargame_core.plugins.discovery import looks_like_a_path, meaning, open_path, plugin_of
from wargame_terminal.errors import json_line

if TYPE_CHECKING:
    from wargame_core.game import Game


Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def game_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The installed games, with their titles; files where a path is begun."""
    from wargame_core.plugins.discovery import discover

    if any(mark in typed for mark in "./\\"):
        return [CompletionItem(typed, type="file")]
    plugins = [installed.plugin for installed in discover() if installed.plugin is not None]
    return [
        CompletionItem(entry.id, help=entry.title)
        for plugin in plugins
        for entry in plugin.games
        if entry.id.startswith(typed)
    ]


def all_seats(seats: tuple[str, ...]) -> str:
    """What ``--seat`` is called for all seats at one keyboard."""
    return "both" if len(seats) == 2 else "all"


def game_or_plugin_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The installed games, and the plugins, which are asked for charts, odds and rules."""
    from wargame_core.plugins.discovery import discover

    games = game_names(context, parameter, typed)
    plugins = [
        CompletionItem(installed.id, help=installed.plugin.title)
        for installed in discover()
        if installed.plugin is not None
    ]
    named = {item.value for item in games}
    return games + [item for item in plugins if item.value.startswith(typed) and item.value not in named]


def _of_the_game(names: Callable[[Game], Iterable[tuple[str, str]]], *more: str) -> Completer:
    """Completes with what the game on the line has; and with some words that fit every game."""

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        from wargame_core.plugins.discovery import load

        words = [context.params.get("game"), *context.args]  # an option without its value leaves the rest unread
        name = next(filter(None, words), None)
        if name is None:
            return []
        if any(mark in typed for mark in "./\\"):
            return [CompletionItem(typed, type="file")]
        try:
            known = [*names(load(str(name))), *((word, "") for word in more)]
        except (WargameError, ImportError, OSError):
            return []
        return [CompletionItem(word, help=meaning or None) for word, meaning in known if word.startswith(typed)]

    return complete


scenario_names = _of_the_game(lambda game: ((scenario.id, scenario.title) for scenario in game.scenarios))
seat_names = _of_the_game(lambda game: ((seat, "") for seat in (*game.seats, all_seats(game.seats))))
bot_names = _of_the_game(
    lambda game: (
        (word, "")
        for seat in ("", *(f"{seat}=" for seat in game.seats))
        for word in (f"{seat}{bot}" for bot in game.bots)
    )
)
option_pairs = _of_the_game(
    lambda game: ((f"{option.name}={choice}", option.help) for option in game.options for choice in option.choices)
)


TOGETHER = "\u00a0"
"""A space at which no line is broken."""


class TextStyle(TypedDict, total=False):
    """The style of a text on a terminal."""

    fg: str
    bold: bool
    dim: bool
    underline: bool
    reverse: bool


@frozen
class Styled:
    """A line of text in a colour, or bold."""

    text: str
    style: TextStyle


def colourful() -> bool | None:
    """Whether to colour text: never with NO_COLOR, always with FORCE_COLOR, else (None) where it goes to a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def styled(text: str, style: TextStyle) -> str:
    """A text in its style, or plain where `colourful` says no."""
    return click.style(harmless(text), **style) if style and colourful() is not False else harmless(text)


@frozen
class Output:
    """What a command prints. With ``json`` standard output gets only the result; other text goes to standard error."""

    json: bool = False

    def say(self, text: str = "", *, nl: bool = True, **style: Unpack[TextStyle]) -> None:
        """Print text; control characters are printed as their numbers."""
        click.echo(styled(text, style), err=self.json, nl=nl, color=colourful())

    def paint(self, runs: Iterable[tuple[str, TextStyle]]) -> None:
        """Print a line made of parts, each in its own style."""
        click.echo("".join(styled(text, style) for text, style in runs), err=self.json, color=colourful())

    def tell(self, text: str, indent: str = "", hang: str = "", **style: Unpack[TextStyle]) -> None:
        """Print a paragraph, wrapped to the terminal; lines after the first are indented by ``hang`` more."""
        filled = textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent + hang)
        self.say(filled.replace(TOGETHER, " "), **style)

    def paragraphs(self, text: str) -> None:
        """Print lines, each wrapped to the terminal under its own indentation."""
        for line in text.splitlines():
            self.tell(line.strip(), line[: len(line) - len(line.lstrip())])

    def note(self, text: str) -> None:
        """Print a remark on standard error."""
        click.echo(harmless(text), err=True)

    def result(self, data: JsonMapping, text: str | Sequence[str | Styled] | None = None) -> None:
        """Print the result: with ``json`` one JSON object, else ``text`` (or its lines)."""
        if self.json:
            click.echo(json_line(data))
        elif text is not None:
            for line in (text,) if isinstance(text, str) else text:
                self.say(line) if isinstance(line, str) else self.say(line.text, **line.style)


def typed(path: Path) -> str:
    """A path as it must be typed to be taken for a path and not for a name."""
    return str(path) if path.is_absolute() or str(path).startswith(".") else f"./{path}"


def width() -> int:
    """The width for paragraphs in columns: that of the terminal, but at most what is easy to read."""
    return max(40, min(100, shutil.get_terminal_size().columns - 1))


def with_output(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its ``--json`` option and its `Output` as first argument."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
    @functools.wraps(function)
    def run(*args: Any, as_json: bool, **given: Any) -> Any:
        return function(Output(as_json), *args, **given)

    return run


def _pairs(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    try:
        return read_assignments(value)
    except WargameError as problem:
        raise click.BadParameter(str(problem)) from None


def read_assignments(pairs: tuple[str, ...]) -> dict[str, str]:
    """Options typed as ``name=value``. Raises `WargameError` for anything else."""
    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise WargameError(f"an option is written name=value, not {quote(pair)}{expected(pair, ())}")
        given[name.strip()] = value.strip()
    return given


game_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_pairs,
    shell_complete=option_pairs,
    help="An option of the game; see info.",
)
data_option = click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder whose files replace the packaged ones of the same name.",
)
scenario_option = click.option(
    "--scenario",
    metavar="SCENARIO",
    shell_complete=scenario_names,
    help="A scenario of the game (see info), or a scenario file of your own.",
)


def open_game(name: str, data: Path | None = None, scenario: str | None = None) -> tuple[Game, str | None]:
    """The game that ``name`` means (an id, or a designer's folder or file) and the id of the scenario, if any.

    ``scenario`` may be a file of a designer's own; it is opened by the plugin that has the game.
    """
    from wargame_core.plugins.discovery import load

    if scenario is not None and looks_like_a_path(scenario):
        path = there(Path(scenario))
        return open_path(path, [plugin_of(name)], f"{name} makes no scenario of {scenario}"), None
    meant = meaning(name)
    if isinstance(meant, Path):
        there(meant)
    return load(name, data), scenario


def there(path: Path) -> Path:
    """The path, if something lies there. Raises `click.UsageError`."""
    if not path.exists():
        raise click.UsageError(f"there is no file or folder {path}")
    return path


def table(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> str:
    """Rows as aligned columns; the last column is not padded.

    >>> print(table([("id", "title"), ("x", "A Game")]))
      id  title
      x   A Game
    """
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)] if rows else []
    return "\n".join(
        (indent + "  ".join([*(cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)), row[-1]])).rstrip()
        for row in rows
    )


Progress = Callable[[int, int], None]
"""Is told how many games of how many are done."""


def progress_shown(total: int) -> AbstractContextManager[Progress | None]:
    """A progress bar on a terminal; nothing where nobody watches."""
    return _drawn(total) if sys.stderr.isatty() else nullcontext()


@contextmanager
def _drawn(total: int) -> Iterator[Progress]:
    with click.progressbar(length=total, file=sys.stderr, label="games", show_pos=True) as bar:
        # Each scenario counts its own games from 1.
        last = 0

        def step(done: int, of: int) -> None:
            nonlocal last
            bar.update(done - last if done > last else done)
            last = done if done < of else 0

        yield step
