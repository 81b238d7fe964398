"""Turns errors into exit codes and messages: a traceback is shown only to those who ask for it."""

import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import click

from wargame_core import DataError, PluginError, RecordError, UnknownName, WargameError
from wargame_core.errors import MailError, MissingExtra, QueryError
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import MESSAGE, harmless, shorten

TYPED = "WARGAME_TYPED"
"""The environment variable in which `run.py` says how it was started."""


def program() -> str:
    """``wargame``, or what was typed to start `run.py`; ``python3 run.py`` where that alone was used so far."""
    if typed := os.environ.get(TYPED):
        return typed
    script = Path(sys.prefix).parent / "run.py"
    if Path(sys.argv[0]).stem != "wargame" or shutil.which("wargame") is not None or not script.exists():
        return "wargame"
    return f"python3 {script.name if Path.cwd() == script.parent else script}"


GROUPS: Final = {
    "Play": "wargame_terminal.commands.play",
    "On your own table": "wargame_terminal.commands.paper",
    "Look": "wargame_terminal.commands.look",
    "Ask": "wargame_terminal.commands.ask",
    "What was played": "wargame_terminal.commands.records",
    "Make your own": "wargame_terminal.commands.make",
    "This installation": "wargame_terminal.commands.installation",
}
"""The headings of the help, in their order, each with the group of entry points that adds commands to it."""


def installed_commands(entries: Iterable[Any] | None = None) -> dict[str, dict[str, Any]]:
    """By heading, the entry points by the word people type. ``entries`` replace those of the machine (for tests)."""
    import importlib_metadata

    offered = list(importlib_metadata.entry_points() if entries is None else entries)
    return {
        heading: {entry.name: entry for entry in offered if entry.group == group} for heading, group in GROUPS.items()
    }


def load_command(entry: Any) -> click.Command:
    """The command of an entry point. Raises `PluginError` for one that cannot be loaded or is no command.

    It promises the words of its errors and its exit codes: what it cannot do is a `WargameError`, never a trace.

    It may not have the name of a command that is there, nor print where ``--json`` asks for one object.

    Example::

        # [project.entry-points."wargame_terminal.commands.look"]
        # seats = "acme:seats"

        import click
        from wargame_terminal.output import Output, WantedGame, with_game

        @click.command(epilog="Example: wargame seats vicksburg")
        @with_game()
        def seats(out: Output, wanted: WantedGame):
            \"""Who plays a game.\"""
            game, scenario = wanted.open()
            out.result({"seats": list(game.seats)}, ", ".join(game.seats))
    """
    try:
        command = entry.load()
    except (Exception, SystemExit) as problem:
        raise PluginError(f"{entry.value} could not be loaded: {type(problem).__name__}: {problem}") from problem
    if not isinstance(command, click.Command):
        raise PluginError(f"{entry.value} is no command but a {type(command).__name__}")
    return command


COMPLETE = "_WARGAME_COMPLETE"
"""The environment variable by which a shell asks what can be typed."""
DEBUG = "WARGAME_DEBUG"
"""The environment variable that, set to anything, adds the traceback to a program error."""

OK, REFUSED, USAGE, UNREADABLE, INCOMPATIBLE, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

PROGRAM_ERROR = "ProgramError"

_CODES: Mapping[type[WargameError], int] = {
    UnknownName: USAGE,
    QueryError: USAGE,
    DataError: UNREADABLE,
    RecordError: UNREADABLE,
    MailError: UNREADABLE,
    PluginError: INCOMPATIBLE,
    MissingExtra: MISSING,
}


def exit_code(error: WargameError) -> int:
    """The exit code of an error's class; 1 for everything that the rules refuse."""
    return next((code for kind, code in _CODES.items() if isinstance(error, kind)), REFUSED)


def tell(error: BaseException) -> JsonObject:
    """What ``--json`` prints instead of a result: the message under ``error``, its class, and the exit code."""
    if isinstance(error, WargameError):
        as_json = {"error": str(error), "kind": type(error).__name__, "exit_code": exit_code(error)}
        if isinstance(error, DataError):
            as_json["problems"] = [problem.to_json() for problem in error.problems]
    elif isinstance(error, (click.Abort, KeyboardInterrupt)):
        as_json = {"error": "interrupted", "kind": "Interrupted", "exit_code": INTERRUPTED}
    elif isinstance(error, OSError):
        as_json = {"error": sentence_of(error), "kind": "File", "exit_code": UNREADABLE}
    else:
        as_json = {"error": program_error(error), "kind": PROGRAM_ERROR, "exit_code": REFUSED}
    whole = "; ".join([str(as_json["error"]), *getattr(error, "__notes__", ())])
    as_json["error"] = _LONG_WORD.sub(lambda word: shorten(word[0]), whole)
    return as_json


_LONG_WORD = re.compile(r"\S{300,}")
"""A path or a name that somebody typed; no sentence has one."""


_OF_OUTPUT = (ENOSPC, EFBIG, EIO, EBADF, EDQUOT)
"""What happens to a stream that is being written: who writes a file names it."""


def sentence_of(error: OSError) -> str:
    """An error of the operating system as a sentence, with the file and the reason."""
    if isinstance(error.filename, (str, bytes)):
        return f"{shorten(os.fsdecode(error.filename), 300)}: {error.strerror or error}"
    where = "standard output: " if error.errno in _OF_OUTPUT else ""
    return f"{where}{error.strerror or error}"


def program_error(error: BaseException) -> str:
    """A program error as a sentence: in which distribution and line it is, what it says, and what to do about it.

    Where a game's code is at work the game is named: core and its tools run the code of games.
    """
    games, frames = _packages_of_games(), traceback.extract_tb(error.__traceback__)
    places = [(frame, owner) for frame in frames if (owner := _owner_of(frame.filename, games))]
    of_games = [place for place in places if place[1] in games]
    beside_core = [place for place in places if place[1] != "wargame_core"]
    frame, owner = next(reversed(of_games or beside_core or places), (None, "wargame_core"))
    where = f" ({Path(frame.filename).name}, line {frame.lineno})" if frame is not None else ""
    what = shorten(f"{type(error).__name__}: {error}", 300)
    return (
        f"a program error in {owner}: {what}{where}; please report it to its authors with this message, the command "
        f"and the record if there is one ({DEBUG}=1 shows more)"
    )


def _packages_of_games() -> frozenset[str]:
    """The packages and modules in which installed games and house rules are."""
    import importlib_metadata

    groups = ("wargame_core.plugins", "wargame_core.variants")
    return frozenset(
        entry.module.partition(".")[0] for group in groups for entry in importlib_metadata.entry_points(group=group)
    )


def _owner_of(file: str, games: frozenset[str]) -> str:
    """The package or module of a file, "" for one that is neither ours nor a game's."""
    parts = [*Path(file).parts[:-1], Path(file).stem]
    parts = parts[len(parts) - parts[::-1].index("site-packages") :] if "site-packages" in parts else parts
    return next((part for part in reversed(parts) if part in games or part.startswith("wargame_")), "")


class Commands(click.Group):
    """A click group whose errors are one clear message each, with the exit codes of the manual.

    ``sections`` orders the help: by heading the names of commands, each with its module in this package and its name
    there. A command is imported when somebody asks for it.
    """

    sections: Mapping[str, Mapping[str, str]]

    @property
    def places(self) -> Mapping[str, str]:
        """Where each command of this group is."""
        return {name: f"{__package__}.{place}" for section in self.sections.values() for name, place in section.items()}

    def list_commands(self, ctx: click.Context | None = None) -> list[str]:
        """The names of the commands of this group."""
        return sorted(self.places)

    def main(  # type: ignore[override]  # click has an overload for each value of standalone_mode
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and exit with its code; with ``standalone_mode=False`` return or raise as click does."""
        given = list(sys.argv[1:] if args is None else args)
        prog_name = prog_name or program()
        extra.setdefault("complete_var", COMPLETE)  # click would make it from the name
        if not standalone_mode:
            return super().main(given, prog_name, standalone_mode=False, **extra)
        for stream in filter(None, (sys.stdout, sys.stderr)):
            if hasattr(stream, "reconfigure"):  # a terminal that lacks a letter shows its number
                stream.reconfigure(errors="backslashreplace")
        as_json = "--json" in given
        try:
            code = super().main(given, prog_name, standalone_mode=False, **extra)
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.ClickException as error:
            vars(error)["message"] = shorten(error.message, MESSAGE)  # what was typed may come from a program
            refusal = {"error": error.format_message(), "kind": "Usage", "exit_code": error.exit_code}
            error.show(file=sys.stderr)
            _fail(error.exit_code, "", refusal if as_json else None)
        except BrokenPipeError:
            _silence(sys.stdout)
            sys.exit(OK)
        except BaseException as error:
            if isinstance(error, (SystemExit, GeneratorExit)):
                raise
            answer = tell(error)
            if os.environ.get(DEBUG) and answer["kind"] == PROGRAM_ERROR:
                traceback.print_exception(error)
            _fail(answer["exit_code"], answer["error"], answer if as_json else None)
        sys.exit(code if isinstance(code, int) else OK)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of this group, or one that another installed distribution adds."""
        if cmd_name in self.places:
            return self.own_command(cmd_name)
        added = next((names[cmd_name] for names in installed_commands().values() if cmd_name in names), None)
        return load_command(added) if added is not None else None

    def own_command(self, name: str) -> click.Command:
        """A command of this group. Raises KeyError."""
        module, _, called = self.places[name].partition(":")
        command: click.Command = getattr(import_module(module), called)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under headings, each with the whole first sentence of its help."""
        for title, added in installed_commands().items():
            own = self.sections.get(title, {})
            rows = [(name, _short_help(self.places[name], partial(self.own_command, name))) for name in own]
            others = {name: entry for name, entry in added.items() if name not in own}
            rows += [(name, _short_help(entry.value, partial(load_command, entry))) for name, entry in others.items()]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. A closed pipe is passed on, because click would report it as an error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _silence(sys.stdout)
            ctx.exit(OK)


def _short_help(place: str, load: Callable[[], click.Command]) -> str:
    """The first sentence of the help of the command at ``module:name``, or why it cannot be loaded.

    It is read in the source, so that to list all commands imports none of them; only where that fails, one is loaded.
    """
    module, _, name = place.partition(":")
    try:
        spec = find_spec(module)
        source = Path(spec.origin).read_text(encoding="utf-8") if spec is not None and spec.origin else ""
    except (ImportError, OSError, ValueError):  # it is missing, or lies compiled or in an archive
        source = ""
    told = re.search(rf'^def {re.escape(name)}\((?:(?!\ndef ).)*?:\n    """(.+?)"""', source, re.DOTALL | re.MULTILINE)
    try:
        command = click.Command(name, help=cleandoc(told[1])) if told else load()
    except PluginError as problem:
        return shorten(f"({problem})", 200)
    return command.get_short_help_str(limit=200)


def _fail(code: int, message: str, as_json: JsonMapping | None) -> NoReturn:
    """Leave with a code, a message for people and one for programs; whatever cannot be written is not."""
    try:
        if message:
            name = "wargame: " if os.environ.get("NO_COLOR") else click.style("wargame: ", fg="red")
            click.echo(name + harmless(message), err=True)
    except OSError:
        _silence(sys.stderr)
    try:
        if as_json is not None:
            click.echo(json_line(as_json))
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
    sys.exit(code)


def json_line(data: JsonMapping) -> str:
    """A JSON object in one line, without control characters."""
    text = json.dumps(data, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(data)


def _silence(stream: TextIO | None) -> None:
    """Send what is still to be printed nowhere: it cannot be written, and Python would complain on leaving."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass
