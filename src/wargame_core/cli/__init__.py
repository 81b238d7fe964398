"""The command line: ``wargame COMMAND``. Every command takes ``--json`` and then prints one JSON object.

Exit codes: 0 all is well, 1 something was found or refused, 2 wrong usage, 3 unreadable data, 4 a plugin that does not
fit, 5 a missing extra, 130 interrupted.
"""

from __future__ import annotations

import click

from wargame_core import __version__
from wargame_core.cli import checks, demo, designing, doctor, play, questions, records, shelf, simulate
from wargame_core.cli.errors import Commands

__all__ = ["main"]


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with `wargame list`, then `wargame demo vicksburg`.",
)
@click.version_option(__version__, prog_name="wargame")
def main() -> None:
    """Board wargames: play, simulate, look up, explain, check, and make your own."""


for command in (
    shelf.list_games,
    shelf.info,
    play.play,
    demo.demo,
    simulate.simulate,
    questions.odds,
    questions.chart,
    questions.cases,
    records.render,
    records.replay,
    records.verify,
    records.explain,
    shelf.sources,
    shelf.rules,
    checks.lint,
    designing.new,
    designing.schema,
    doctor.doctor,
):
    main.add_command(command)
