"""Prints which of two bots is stronger: by rounds on the same dice, until a sequential test has decided.

    python3 benchmarks/strength.py GAME [--bot BOT] [--against BOT|COMMIT] [--games N] [--seed S]
                                   [--scenario ID|all] [--out FILE] [--jobs N]

The games are those of `wargame_lab.duel` and `wargame simulate --against`; this adds the bots of an earlier commit,
read from the repository (`git archive` of the room ``players`` of their system) and imported under another name beside
today's, with the numbers that the `normal.toml` of their game had there. With ``--out`` each game is a line of JSON as
soon as it is over, and the same command goes on with what is there.
"""

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import evolve

ROOT = Path(__file__).resolve().parent.parent

RENAMED = {
    "wargame_altar_of_freedom": {"Points": "RolledPoints", "Place": "PlaceToken", "Order": "TokenOrder"},
}
"""Class names that bots of earlier commits know, and what they are called now, by package."""
SEARCH = "earlier_search"
"""The module in place of the search that the other bots of an earlier commit had: its names are there, and empty."""


def main(argv: list[str]) -> int:
    """Measures and prints."""
    sys.path.insert(0, str(ROOT))
    import wargame_core
    from wargame_lab.batches import file_of
    from wargame_lab.duels import Duel, duel

    options = read(argv)
    game = wargame_core.load(options.game)
    scenarios = [known.id for known in game.scenarios] if options.scenario == "all" else [options.scenario]
    with tempfile.TemporaryDirectory() as folder:
        known = options.against in game.bots
        against = options.against if known else bot_of(game, options.against, Path(folder))
        duels = [
            duel(
                options.game,
                options.bot,
                against,
                games=options.games,
                seed=options.seed,
                jobs=options.jobs if known else 1,  # other processes cannot import what lies in this folder
                scenario=scenario,
                out=options.out and file_of(options.out, scenario or "usual"),
                progress=lambda done, of: print(f"\r{done} of {of} games ", end="", file=sys.stderr, flush=True),
            )
            for scenario in scenarios
        ]
    together = {
        seat: evolve(played, games=tuple(game for one in duels for game in one.simulations[seat].games))
        for seat, played in duels[0].simulations.items()
    }
    print(Duel(duels[0].first, duels[0].second, together), f"  strength.py {' '.join(argv)}", sep="\n")
    return 0


def read(argv: list[str]) -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--bot", default="heuristic", help="the bot that is measured (default: heuristic)")
    parser.add_argument("--against", default="random", help="a commit, or a bot of the game (default: random)")
    parser.add_argument("--games", type=int, default=1000, help="games of a scenario at most (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", help="an id, or all (default: the usual one)")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(argv)


def bot_of(game: Any, commit: str, folder: Path) -> Any:
    """The usual bot of a game as it was in an earlier commit, with the numbers that it had there."""
    bot = game.players["heuristic"]
    maker = earlier(bot.func if isinstance(bot, partial) else bot, commit, folder)
    tables = numbers(game, commit)
    if not tables:
        return maker
    weights = import_module(f"{maker.__module__.partition('.')[0]}.weights").Weights
    return partial(maker, weights={seat: weights(**table) for seat, table in tables.items()})


def earlier(bot: Any, commit: str, folder: Path) -> Any:
    """The bot of the same name from an earlier commit. Raises CalledProcessError for a commit that is not there."""
    module = sys.modules[bot.__module__]
    package, _, name = bot.__module__.partition(".players")
    room = Path(str(module.__file__)).resolve().parent
    renamed = f"earlier_{package}"
    packed = subprocess.run(
        ["git", "archive", commit, str(room.relative_to(ROOT))], cwd=ROOT, capture_output=True, check=True
    )
    (folder / renamed).mkdir()
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        for member in files.getmembers():
            content = files.extractfile(member)
            if content is not None:
                text = content.read().decode().replace(f"{package}.players", renamed)
                text = re.sub(r"wargame_lab\.(search_players|lookahead)", SEARCH, text)
                for before, now in RENAMED.get(package, {}).items():
                    text = re.sub(rf"\b{before}\b", now, text)
                text = re.sub(r"\bview\.choices\b(?!\.of\b)", "view.choices.of", text)  # a menu was a list once
                text = text.partition("\nBOTS")[0] + "\n"  # other bots may need a search
                (folder / renamed / Path(member.name).name).write_text(text, "utf-8")
    (folder / f"{SEARCH}.py").write_text("def __getattr__(name): return object\n", "utf-8")
    sys.path.insert(0, str(folder))
    return getattr(import_module(renamed + name), bot.__name__)


def numbers(game: Any, commit: str) -> Mapping[str, Mapping[str, Any]]:
    """What the `normal.toml` of a campaign had in a commit, by seat; nothing where there was none."""
    if game.files.data is None:
        return {}
    path = (Path(game.files.data) / "normal.toml").resolve()
    shown = subprocess.run(
        ["git", "show", f"{commit}:{path.relative_to(ROOT)}"], cwd=ROOT, capture_output=True, check=False
    )
    tables = tomllib.loads(shown.stdout.decode()) if shown.returncode == 0 else {}
    return {
        seat: {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
        for seat, table in tables.items()
        if seat in game.seats
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
