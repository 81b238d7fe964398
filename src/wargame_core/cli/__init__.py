"""The command line: ``wargame COMMAND``. Every command takes ``--json`` and then prints one JSON object.

Exit codes: 0 all is well, 1 something was found or refused (or a program error), 2 wrong usage, 3 data that cannot be
read or a file that cannot be written, 4 a plugin that does not fit, 5 a missing extra, 130 interrupted.
"""

from __future__ import annotations

import click

from wargame_core.cli import (
    balance,
    battles,
    checks,
    completion_command,
    demo,
    doctor,
    exporting,
    importing,
    mail,
    orders,
    packing,
    play,
    printing,
    questions,
    records,
    signing,
    simulate,
    tidy,
    watching,
)
from wargame_core.cli import catalogue as shelf
from wargame_core.cli import explain as explaining
from wargame_core.cli import scaffold as designing
from wargame_core.cli.errors import Commands
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


SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "Play": (play.play, mail.mail, demo.demo, simulate.simulate),
    "On your own table": (battles.battle, battles.report, orders.orders, printing.print_command),
    "Look": (shelf.list_games, shelf.info, shelf.rules, shelf.sources),
    "Ask": (questions.odds, questions.chart, explaining.explain, questions.cases),
    "What was played": (records.replay, records.render, records.verify, signing.sign),
    "Make your own": (
        designing.new,
        checks.lint,
        tidy.fmt,
        watching.watch,
        balance.balance,
        importing.import_command,
        exporting.export,
        packing.pack,
        designing.schema,
    ),
    "This installation": (doctor.doctor, completion_command.completion),
}
for commands in SECTIONS.values():
    for command in commands:
        main.add_command(command)
main.sections = {title: tuple(str(listed.name) for listed in commands) for title, commands in SECTIONS.items()}
