"""The command `wargame` as a group of commands: those of its own, and those that other distributions add.

`python -m wargame_console` runs the commands that are added, for programs and where the terminal is not installed.
"""

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import click

from wargame_console.errors import DEBUG, OK, PROGRAM_ERROR, error_as_json, json_line, program
from wargame_core import PluginError
from wargame_core.json_form import JsonMapping
from wargame_core.limits import MESSAGE, harmless, shorten

GROUPS: Final = {
    "Play": "wargame_console.commands.play",
    "On your own table": "wargame_console.commands.paper",
    "Look": "wargame_console.commands.look",
    "Ask": "wargame_console.commands.ask",
    "What was played": "wargame_console.commands.records",
    "Make your own": "wargame_console.commands.make",
    "This installation": "wargame_console.commands.installation",
}
"""The headings of the help, in their order, each with the group of entry points that adds commands to it."""


def installed_commands(entries: Iterable[Any] | None = None) -> dict[str, dict[str, Any]]:
    """By heading, the entry points by the word people type. ``entries`` replace those of the machine (for tests)."""
    import importlib_metadata

    entry_points = list(importlib_metadata.entry_points() if entries is None else entries)
    return {
        heading: {entry.name: entry for entry in entry_points if entry.group == group}
        for heading, group in GROUPS.items()
    }


def load_command(entry: Any) -> click.Command:
    """The command of an entry point. Raises `PluginError` for one that cannot be loaded or is not a command.

    It promises the words of its errors and its exit codes: what it cannot do is a `WargameError`, never a trace.

    It may not have the name of a command that is there, nor print where ``--json`` asks for one object.

    Example::

        # [project.entry-points."wargame_console.commands.look"]
        # seats = "acme:seats"

        import click
        from wargame_console.options import WantedGame, with_game
        from wargame_console.output import Output

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
        raise PluginError(f"{entry.value} is not a command but a {type(command).__name__}")
    return command


COMPLETE = "_WARGAME_COMPLETE"
"""The environment variable by which a shell asks what can be typed."""


class Commands(click.Group):
    """A click group whose errors are one clear message each, with the exit codes of the manual.

    ``sections`` orders the help: by heading the names of the group's own commands, each with its ``module:name``. A
    command is imported when somebody asks for it.
    """

    sections: Mapping[str, Mapping[str, str]] = {}

    @property
    def places(self) -> Mapping[str, str]:
        """Where each command of this group is."""
        return {name: place for section in self.sections.values() for name, place in section.items()}

    def list_commands(self, ctx: click.Context | None = None) -> list[str]:
        """The names of the commands of this group."""
        return sorted(self.places)

    def main(  # type: ignore[override]  # click has an overload for each value of standalone_mode
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **others: Any,
    ) -> Any:
        """Run a command line and exit with its code; with ``standalone_mode=False`` return or raise as click does."""
        arguments = list(sys.argv[1:] if args is None else args)
        prog_name = prog_name or program()
        others.setdefault("complete_var", COMPLETE)  # click would make it from the name
        if not standalone_mode:
            return super().main(arguments, prog_name, standalone_mode=False, **others)
        for stream in filter(None, (sys.stdout, sys.stderr)):
            if hasattr(stream, "reconfigure"):  # a terminal that lacks a letter shows its number
                stream.reconfigure(errors="backslashreplace")
        as_json = "--json" in arguments
        try:
            code = super().main(arguments, prog_name, standalone_mode=False, **others)
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
            answer = error_as_json(error)
            if os.environ.get(DEBUG) and answer["kind"] == PROGRAM_ERROR:
                traceback.print_exception(error)
            _fail(answer["exit_code"], answer["error"], answer if as_json else None)
        sys.exit(code if isinstance(code, int) else OK)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of this group, or one that another installed distribution adds."""
        if cmd_name in self.places:
            return self.own_command(cmd_name)
        entry_point = next((names[cmd_name] for names in installed_commands().values() if cmd_name in names), None)
        return load_command(entry_point) if entry_point is not None else None

    def own_command(self, name: str) -> click.Command:
        """A command of this group. Raises KeyError."""
        module, _, function_name = self.places[name].partition(":")
        command: click.Command = getattr(import_module(module), function_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under headings, each with the whole first sentence of its help."""
        for title, entries in installed_commands().items():
            own_section = self.sections.get(title, {})
            rows = [(name, _short_help(self.places[name], partial(self.own_command, name))) for name in own_section]
            other_entries = {name: entry for name, entry in entries.items() if name not in own_section}
            rows += [
                (name, _short_help(entry.value, partial(load_command, entry))) for name, entry in other_entries.items()
            ]
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
    docstring_match = re.search(
        rf'^def {re.escape(name)}\((?:(?!\ndef ).)*?:\n    """(.+?)"""', source, re.DOTALL | re.MULTILINE
    )
    try:
        command = click.Command(name, help=cleandoc(docstring_match[1])) if docstring_match else load()
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


def _silence(stream: TextIO | None) -> None:
    """Send what is still to be printed nowhere: it cannot be written, and Python would complain on leaving."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass
