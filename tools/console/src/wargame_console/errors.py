"""What an error is at the end of a command: an exit code and one clear message, or a JSON object; never a trace."""

import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Mapping
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC
from pathlib import Path

import click

from wargame_core import DataError, PluginError, RecordError, UnknownName, WargameError
from wargame_core.errors import MailError, MissingExtra, QueryError
from wargame_core.interfaces import entry_points
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import shorten

TYPED_COMMAND_VARIABLE = "WARGAME_TYPED"
"""The environment variable in which `run.py` says how it was started."""


def program() -> str:
    """``wargame``, or what was typed to start `run.py`; ``python3 run.py`` where that alone was used so far."""
    if typed_command := os.environ.get(TYPED_COMMAND_VARIABLE):
        return typed_command
    script = Path(sys.prefix).parent / "run.py"
    if Path(sys.argv[0]).stem != "wargame" or shutil.which("wargame") is not None or not script.exists():
        return "wargame"
    return f"python3 {script.name if Path.cwd() == script.parent else script}"


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


def error_as_json(error: BaseException) -> JsonObject:
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
    whole_text = "; ".join([str(as_json["error"]), *getattr(error, "__notes__", ())])
    as_json["error"] = _LONG_WORD.sub(lambda word: shorten(word[0]), whole_text)
    return as_json


_LONG_WORD = re.compile(r"\S{300,}")
"""A path or a name that somebody typed; no sentence has one."""


_OUTPUT_ERRNOS = (ENOSPC, EFBIG, EIO, EBADF, EDQUOT)
"""What happens to a stream that is being written: who writes a file names it."""


def sentence_of(error: OSError) -> str:
    """An error of the operating system as a sentence, with the file and the reason."""
    if isinstance(error.filename, (str, bytes)):
        return f"{shorten(os.fsdecode(error.filename), 300)}: {error.strerror or error}"
    place = "standard output: " if error.errno in _OUTPUT_ERRNOS else ""
    return f"{place}{error.strerror or error}"


def program_error(error: BaseException) -> str:
    """A program error as a sentence: in which distribution and line it is, what it says, and what to do about it.

    Where a game's code is at work the game is named: core and its tools run the code of games.
    """
    games, frames = _packages_of_games(), traceback.extract_tb(error.__traceback__)
    places = [(frame, owner) for frame in frames if (owner := _owner_of(frame.filename, games))]
    of_games = [place for place in places if place[1] in games]
    beside_core = [place for place in places if place[1] != "wargame_core"]
    frame, owner = next(reversed(of_games or beside_core or places), (None, "wargame_core"))
    place_text = f" ({Path(frame.filename).name}, line {frame.lineno})" if frame is not None else ""
    error_text = shorten(f"{type(error).__name__}: {error}", 300)
    return (
        f"a program error in {owner}: {error_text}{place_text}; please "
        "report it to its authors with this message, the command "
        f"and the record if there is one ({DEBUG}=1 shows more)"
    )


def _packages_of_games() -> frozenset[str]:
    """The packages and modules in which installed games and house rules are."""
    groups = ("wargame_core.plugins", "wargame_core.variants")
    return frozenset(entry.module.partition(".")[0] for group in groups for entry in entry_points(group))


def _owner_of(file: str, games: frozenset[str]) -> str:
    """The package or module of a file, "" for one that is neither ours nor a game's."""
    parts = [*Path(file).parts[:-1], Path(file).stem]
    parts = parts[len(parts) - parts[::-1].index("site-packages") :] if "site-packages" in parts else parts
    return next((part for part in reversed(parts) if part in games or part.startswith("wargame_")), "")


def json_line(data: JsonMapping) -> str:
    """A JSON object in one line, without control characters."""
    text = json.dumps(data, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(data)
