"""The command line: ``wargame COMMAND``. Every command takes ``--json`` and then prints one JSON object.

Exit codes: 0 all is well, 1 something was found or refused (or a program error), 2 wrong usage, 3 data that cannot be
read or a file that cannot be written, 4 a plugin that does not fit, 5 a missing extra, 130 interrupted.
"""

from collections.abc import Mapping
from typing import Final

import click

from wargame_console.commands import Commands
from wargame_core.version import __version__

__all__ = ["main"]


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with `wargame list`, then `wargame demo vicksburg`.",
)
@click.version_option(__version__, prog_name="wargame")
def main() -> None:
    """Board wargames: play, simulate, look up, explain, check, and make your own."""


SECTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "Play": {
        "play": "play:play",
        "demo": "play:demo",
        "simulate": "play:simulate",
        "engine": "engines:engine",
        "ladder": "engines:ladder",
        "puzzle": "puzzles:puzzle",
    },
    "On your own table": {
        "battle": "on_paper:battle",
        "report": "on_paper:report",
        "orders": "on_paper:orders",
        "print": "on_paper:print_command",
    },
    "Look": {
        "list": "catalogue:list_games",
        "info": "catalogue:info",
        "oob": "listings:oob",
        "deck": "listings:deck",
        "victory": "listings:victory",
        "rules": "catalogue:rules",
        "sources": "catalogue:sources",
    },
    "Ask": {
        "odds": "questions:odds",
        "chart": "questions:chart",
        "explain": "records:explain",
        "cases": "questions:cases",
    },
    "What was played": {
        "replay": "records:replay",
        "analyse": "analyses:analyse",
        "puzzles": "puzzles:puzzles",
        "render": "records:render",
        "verify": "records:verify",
        "sign": "records:sign",
    },
    "This installation": {"doctor": "catalogue:doctor", "completion": "catalogue:completion"},
}
"""The commands by heading, each with its module here and its name in there; a module is imported when it is used."""
main.sections = {
    heading: {name: f"{__name__}.{place}" for name, place in commands.items()} for heading, commands in SECTIONS.items()
}
