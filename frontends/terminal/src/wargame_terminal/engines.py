"""Bots as programs and programs as bots: ``wargame engine`` lets a bot speak the protocol of engines."""

import json
import sys
from contextlib import redirect_stdout
from typing import TextIO

import click

from wargame_console.options import WantedGame, with_game
from wargame_console.output import Output


@click.command(epilog="Example: wargame play battlecry --bot 'union=engine:wargame engine battlecry --bot easy'")
@click.option("--schema", "wants_schema", is_flag=True, help="Print what is said, as a JSON Schema, and nothing else.")
@with_game("bots", "data", required=False)
def engine(out: Output, wanted: WantedGame, wants_schema: bool) -> None:
    """Let a bot be an engine: it reads questions and writes its choices, lines of JSON on standard input and output."""
    from wargame_lab.engines.schema import engine_schema
    from wargame_lab.engines.serving import BotEngine, serve_bot

    if wants_schema:
        schema = engine_schema()
        out.result(schema, json.dumps(schema, indent=2))
        return
    if not wanted.game or out.json:
        raise click.UsageError(
            "an engine plays one game, which is named: wargame engine GAME; what it says is JSON already"
            if not wanted.game
            else "what an engine says is JSON already: --json goes with --schema"
        )
    game, _ = wanted.open()
    bot = BotEngine(game, wanted.who_plays(game))
    channel = sys.stdout
    with redirect_stdout(sys.stderr):  # what a bot prints is none of its answers
        serve_bot(bot, sys.stdin, lambda line: _say(channel, line))


def _say(channel: TextIO, line: str) -> None:
    channel.write(line)
    channel.flush()
