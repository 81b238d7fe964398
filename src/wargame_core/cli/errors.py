"""From errors to exit codes and messages: nobody who types a command sees a traceback for something we foresaw."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import click

from wargame_core.errors import (
    DataError,
    MailError,
    MissingExtra,
    PluginError,
    RecordError,
    UnknownName,
    WargameError,
)
from wargame_core.plugins.questions import QueryError

OK, REFUSED, USAGE, UNREADABLE, INCOMPATIBLE, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

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
    """The exit code for an error: what its class says, and "refused" for everything the rules say no to."""
    return next((code for kind, code in _CODES.items() if isinstance(error, kind)), REFUSED)


def to_json(error: WargameError) -> dict[str, Any]:
    """What ``--json`` prints instead of a result."""
    told: dict[str, Any] = {"error": str(error), "kind": type(error).__name__, "exit_code": exit_code(error)}
    if isinstance(error, DataError):
        told["problems"] = [problem.to_json() for problem in error.problems]
    return told


class Commands(click.Group):
    """A click group whose errors are one clear message each, with the exit codes of the manual.

    ``sections`` is for the help: heading to names of commands.
    """

    sections: Mapping[str, tuple[str, ...]]

    def main(  # type: ignore[override]  # click has an overload for each value of standalone_mode
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and leave with its exit code (or, not standalone, as click does)."""
        given = list(sys.argv[1:] if args is None else args)
        if not standalone_mode:
            return super().main(given, prog_name, standalone_mode=False, **extra)
        as_json = "--json" in given
        try:
            code = super().main(given, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()
        except WargameError as error:
            _fail(exit_code(error), str(error), to_json(error) if as_json else None)
        except click.ClickException as error:
            error.show(file=sys.stderr)
            told = {"error": error.format_message(), "kind": "Usage", "exit_code": error.exit_code}
            _fail(error.exit_code, "", told if as_json else None)
        except (click.Abort, KeyboardInterrupt):
            _fail(INTERRUPTED, "interrupted", {"error": "interrupted", "exit_code": INTERRUPTED} if as_json else None)
        except BrokenPipeError:
            _silence_stdout()
            sys.exit(OK)
        sys.exit(code if isinstance(code, int) else OK)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under headings, each with the whole first sentence of its help."""
        for title, names in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(limit=200)) for name in names])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. A closed pipe passes through untouched: click would make an error of it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _silence_stdout()
            ctx.exit(OK)


def _fail(code: int, message: str, told: Mapping[str, Any] | None) -> NoReturn:
    try:
        if message:
            click.echo(click.style("wargame: ", fg="red") + message, err=True)
        if told is not None:
            click.echo(json.dumps(told, ensure_ascii=False))
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
    sys.exit(code)


def _silence_stdout() -> None:
    """Send what is still to be printed nowhere: whoever read it has gone, and Python would complain on leaving."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
