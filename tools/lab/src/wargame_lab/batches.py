"""Thousands of games, player against player, on one core or many: the same results wherever they run.

Game number i of a batch has its own dice (stream "game-i" of the seed) and its own players (seeded from seed, i and
seat), so results do not depend on workers, and any game can be played again alone with `Simulation.replay`.
Results go into a file of JSON Lines as soon as they are known, so that work that was stopped can go on. A process that
is killed while it writes leaves a line without its end: it does not count, and is cut off before the next is written.
"""

from __future__ import annotations

import pickle
import re
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import cast
from warnings import warn

from attrs import define, field

from wargame_core import Game, Outcome, RecordError, WargameError
from wargame_core.flow.players import PlayerLike, by_seat
from wargame_core.json_form import JsonMapping, JsonObject, canonical
from wargame_core.limits import RECORD_LINE, LimitError, read_json, shorten
from wargame_core.plugins.discovery import load, looks_like_a_path
from wargame_lab.engines.player import Engine
from wargame_lab.line_files import LineFile
from wargame_lab.playouts import LIMIT, Batch, Collect, GameResult, Progress, play_games
from wargame_lab.results import Simulation


@define
class GameLines:
    """A file with results of one batch, and the results that it contains already."""

    file: LineFile
    marks: JsonObject
    """The keys of the batch in every line: ``scenario``, ``seed`` and ``batch``."""
    results: dict[int, GameResult] = field(factory=dict)
    """The results that were in the file, by the number of the game."""

    @staticmethod
    def open(path: Path, batch: Batch, game: Game) -> GameLines:
        """Open or create a file; an incomplete last line is removed from it.

        Raises `RecordError` for a file that contains something else, such as another batch, and OSError.
        """
        marks = {"scenario": batch.scenario, "seed": batch.seed, "batch": batch_digest(batch, game)}
        lines = GameLines(LineFile.open(path), marks)
        try:
            for row_place, row in lines.file.rows:
                lines._keep(row_place, row)
        except RecordError:
            lines.close()
            raise
        return lines

    def _keep(self, row_place: str, row: JsonMapping) -> None:
        """Remember the result of a line. Raises `RecordError` for a line of another batch."""
        if "game" not in row:
            raise RecordError(f"{row_place}: this line is not a result of a game")
        for name in ("seed", "batch"):
            if row.get(name) != self.marks[name]:
                raise RecordError(
                    f"{row_place}: a game of another batch ({name} {row.get(name)}, not {self.marks[name]}): "
                    "the same game, players, options and seed go on with a file, anything else needs another one"
                )
        if row.get("scenario") == self.marks["scenario"]:
            self.results[row["game"]] = result_of(row)

    def add(self, results: Iterable[GameResult]) -> None:
        """Write results to disk. Raises `WargameError` for collected data that are not JSON."""
        try:
            self.file.add({**result.to_json(), **self.marks} for result in results)
        except TypeError as problem:
            raise WargameError(f"what was collected of a game cannot be kept in {self.file.path}: {problem}") from None

    def close(self) -> None:
        """Close the file."""
        self.file.close()


def result_of(row: JsonMapping) -> GameResult:
    """The result in a line. Raises `RecordError`."""
    try:
        outcome, end = None, row["outcome"]
        if end is not None:
            outcome = Outcome(end["winner"], end["level"], end["scores"], end["text"], tuple(end.get("together", ())))
        counts = row["turns"], row["decisions"], row["rolls"]
        return GameResult(row["game"], outcome, *counts, tuple(row.get("collected", ())), row.get("faults", {}))
    except (KeyError, TypeError):
        raise RecordError(f"this is not a result of a game: {shorten(str(row))}") from None


def seed_in(path: Path) -> int | None:
    """The seed of the batch in a file; None if there is no file or no seed."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            row = read_json(file.readline(), RECORD_LINE)
    except (OSError, LimitError):
        return None
    seed = row.get("seed") if isinstance(row, Mapping) else None
    return seed if isinstance(seed, int) else None


def batch_digest(batch: Batch, game: Game) -> str:
    """A digest of what the results of a batch follow from besides seed, scenario and number of a game.

    A function is represented by its name: after a change of the function, use another file.
    """
    players = {seat: name_of(maker) for seat, maker in batch.players.items()}
    rules = game.rules
    identity = [
        rules.id,
        rules.version,
        rules.source.digest,
        Path(batch.game).name,
        players,
        dict(batch.options),
        batch.limit,
    ]
    return blake2b(canonical([*identity, name_of(batch.collect)]), digest_size=6).hexdigest()


def name_of(maker: object) -> str:
    """The name of a bot, the command of an engine, or the name of a function with its bound arguments."""
    if isinstance(maker, partial):
        arguments = f"{maker.args}{sorted(maker.keywords.items())}"
        return name_of(maker.func) + re.sub(
            r" at 0x[0-9a-f]+", "", arguments
        )  # where it lies says nothing of a function
    if maker is None or isinstance(maker, (str, Engine)):
        return str(maker or "")
    return f"{getattr(maker, '__module__', '')}.{getattr(maker, '__qualname__', type(maker).__qualname__)}"


def check_sendable(batch: Batch) -> None:
    """Raise `WargameError` for a player or a collecting function that new processes could not import."""
    functions: Mapping[str, object] = {**batch.players, "collect": batch.collect}
    for role, function in functions.items():
        if function is None or isinstance(function, str):
            continue
        if not _is_importable(function):
            description = "collect" if role == "collect" else f"the player of {role}"
            raise WargameError(
                f"{description} is {name_of(function)}, which another process cannot find: define it at the top of a "
                "module that can be imported (not in a function, a notebook or as a lambda), or give executor= one "
                "that sends functions themselves, as those of dask and ray do (docs/howto/many-games.md)"
            )


def _is_importable(function: object) -> bool:
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    main = sys.modules.get("__main__")
    typed_in = not hasattr(main, "__file__")  # at a prompt or in a notebook: nobody else can import that
    return not (typed_in and getattr(getattr(function, "func", function), "__module__", "") == "__main__")


def file_of(out_path: Path, part: str) -> Path:
    """The file of a part of several batches, beside the name that was given: "duel-red.jsonl"."""
    return out_path.with_name(f"{out_path.stem}-{part}{out_path.suffix}")


WIDTH = 30
"""Characters of the bar."""


def progress_of(progress: Progress | bool | None) -> Progress | None:
    """The function that is told of progress: the one given, a bar for True, none otherwise."""
    if isinstance(progress, bool):
        return progress_bar() if progress else None
    return progress


def progress_from(progress: Progress | None, games_before: int, games: int) -> Progress | None:
    """A function for a part of the games: it counts them from where the parts before it ended."""
    return None if progress is None else lambda done, _: progress(games_before + done, games)


def progress_bar() -> Progress:
    """A function that shows the games done so far and the time left, in a notebook too."""
    start = time.monotonic()

    def write(games_done: int, games: int) -> None:
        seconds_left = (time.monotonic() - start) / max(games_done, 1) * (games - games_done)
        time_left = f"{seconds_left:.0f} s left" if games_done else "begun"
        print(
            f"\r{bar_text(games_done, games)}  {time_left} ",
            end="" if games_done < games else "\n",
            file=sys.stderr,
            flush=True,
        )

    return write


def bar_text(games_done: int, games: int) -> str:
    """The bar as text.

    >>> bar_text(5, 10)
    '###############...............  5 of 10 games'
    """
    full_width = WIDTH * games_done // games
    return f"{'#' * full_width}{'.' * (WIDTH - full_width)}  {games_done} of {games} games"


def simulate(
    game: Game | str | Path,
    players: PlayerLike | Mapping[str, PlayerLike] = "random",
    *,
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | bool | None = None,
    data: str | Path | None = None,
    limit: int = LIMIT,
    collect: Collect | None = None,
    out: str | Path | None = None,
) -> Simulation:
    """Play ``games`` games and return their results, the same for any ``jobs`` and ``executor``.

    Args:
        game: a game, or what `wargame_core.load` finds it by. Workers load it themselves.
        players: one for all seats or one per seat: a bot's name, a player (every game gets a copy of it), or a function
            that makes a player from ``seed=``.
        executor: any PEP 3148 executor; without one, ``jobs`` above 1 makes a pool of that many processes. A script
            must then guard its start with ``if __name__ == "__main__":``, as for every use of processes.
        progress: True draws a bar; a function is called with the games done so far and ``games``, first when none is.
        data: a folder whose files replace the packaged ones of the same name.
        limit: choices after which a game is given up as unfinished.
        collect: called with the view and the action of every choice; what it returns stands, in order, in
            `GameResult.collected`. The view holds only until the choice is made.
        out: a file that gets a JSON line for each game as soon as it is played. Games that it has already are not
            played again, so the same call goes on with a batch that was stopped.

    Raises `NeedsPerson` for options that need people, `UnknownName` for a wrong game, bot, seat, scenario or option,
    `RecordError` for a file of another batch, and what players and rules raise, with a note of the game's number.
    """
    if any(type(number) is not int or number < 1 for number in (games, jobs)):
        raise WargameError(f"games and jobs are whole numbers from 1 up, not {games!r} and {jobs!r}")
    progress = progress_of(progress)
    start = time.perf_counter()
    loaded_game = game if isinstance(game, Game) else load(game, data)
    name, folder = found_by(loaded_game) if isinstance(game, Game) else (game, Path(data) if data is not None else None)
    makers = by_seat(players, loaded_game.seats)
    scenario = loaded_game.rules.scenario(scenario).id
    loaded_game.rules.need_people(options or {}, ())
    batch = Batch(name, folder, makers, seed, scenario, loaded_game.rules.read_options(options or {}), limit, collect)
    batch.players_of(loaded_game, 0)  # a bot that does not exist is named before any worker starts
    if executor is None and jobs > 1:
        check_sendable(batch)
        if isinstance(game, Game):
            batch.load()  # says in words what a worker could not
    lines = GameLines.open(Path(out), batch, loaded_game) if out is not None else None
    results = _play_missing_games(batch, loaded_game, games, jobs, executor, progress, lines)
    title = loaded_game.title if looks_like_a_path(str(name)) else str(name)
    return Simulation(batch, loaded_game.seats, results, time.perf_counter() - start, title)


def found_by(game: Game) -> tuple[str | Path, Path | None]:
    """What other processes find a game by, with the owner's data."""
    origin = game.rules.source.origin
    if origin is not None and origin.find is load:
        name, data = origin.args
        return cast("str | Path", name), cast("Path | None", data)
    return game.id, game.files.data


def _play_missing_games(
    batch: Batch,
    game: Game,
    games: int,
    jobs: int,
    executor: Executor | None,
    progress: Progress | None,
    lines: GameLines | None,
) -> tuple[GameResult, ...]:
    """The results of all games in order: those that the file has already, and the others when they have been played."""
    results_by_game = dict(lines.results) if lines is not None else {}
    if lines is not None and lines.file.incomplete_line:
        warn(f"{lines.file.path}: the last line was cut off; that game is played again", stacklevel=3)

    games_done = sum(index < games for index in results_by_game)
    if progress is not None and games_done < games:
        progress(games_done, games)

    def receive(new_results: list[GameResult]) -> None:
        nonlocal games_done
        games_done += len(new_results)
        if lines is not None:
            lines.add(new_results)
        results_by_game.update({result.index: result for result in new_results})
        if progress is not None:
            progress(games_done, games)

    missing_games = (
        range(games) if not results_by_game else [number for number in range(games) if number not in results_by_game]
    )
    try:
        play_games(batch, game, missing_games, jobs, executor, receive)
    finally:
        if lines is not None:
            lines.close()
    return tuple(results_by_game[index] for index in range(games))
