"""``wargame engine`` lets a bot speak the protocol of engines, ``wargame ladder`` rates bots and engines."""

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TextIO

import click

from wargame_console.options import FILE, GAME_OPTIONS, WantedGame, game_names, with_game, with_output
from wargame_console.output import Output
from wargame_core.dice import new_seed


@click.command(epilog="Example: wargame play battlecry --bot 'union=engine:wargame engine battlecry --bot easy'")
@click.option("--schema", "wants_schema", is_flag=True, help="Print what is said, as a JSON Schema, and nothing else.")
@with_game("bots", "data", is_required=False)
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
        serve_bot(bot, sys.stdin, lambda line: _write_line(channel, line))


def _write_line(channel: TextIO, line: str) -> None:
    channel.write(line)
    channel.flush()


@click.command(epilog="Example: wargame ladder ladder.jsonl --game battlecry --bot easy --bot normal --rounds 100")
@click.argument("file", type=FILE)
@click.option("--game", "games", multiple=True, metavar="GAME", shell_complete=game_names, help="A game to be played.")
@click.option("--bot", "bots", multiple=True, metavar="BOT", help="A contender: a bot, or engine:COMMAND.")
@click.option(
    "--rounds",
    metavar="NUMBER",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="Rounds of each two contenders in each game: a game for each seat, with the same dice.",
)
@GAME_OPTIONS["seed"]
@GAME_OPTIONS["jobs"]
@with_output
def ladder(
    out: Output, file: Path, games: tuple[str, ...], bots: tuple[str, ...], rounds: int, seed: int | None, jobs: int
) -> None:
    """Rate bots and engines by games of each against each, which are kept in FILE; --game and --bot may be repeated.

    The same command goes on with a ladder that was stopped. Without games it prints the ratings of those in FILE.
    """
    from wargame_lab.batches import seed_in
    from wargame_lab.engines.player import engines_named, say_nothing
    from wargame_lab.ladders import ladder as play_ladder

    if not games and not file.exists():
        raise click.UsageError(f"there is no ladder in {file}: name games with --game, and contenders with --bot")
    earlier_seed = seed_in(file) if seed is None else seed
    engines = engines_named(bots, say_nothing)
    contenders = {bot: engines.get(bot, bot) for bot in bots}
    seed, is_watched = new_seed() if earlier_seed is None else earlier_seed, sys.stderr.isatty()
    result = play_ladder(games, contenders, out=file, rounds=rounds, seed=seed, jobs=jobs, progress=is_watched)
    out.result(result.to_json(), str(result))
