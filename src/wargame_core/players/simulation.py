"""Thousands of games, player against player, on one core or many: the same results wherever they run.

Game number i of a batch has its own dice (stream "game-i" of the seed) and its own players (seeded from seed, i and
seat), so results do not depend on workers, and any game can be played again alone with `replay_game`.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import field, frozen

from wargame_core.dice import Seeded
from wargame_core.errors import UnknownName, WargameError
from wargame_core.game import Game
from wargame_core.players.player import Player
from wargame_core.players.playouts import LIMIT, GameResult, PlayerMaker, playout
from wargame_core.plugins.discovery import load

if TYPE_CHECKING:
    from wargame_core.flow.match import Match

Progress: TypeAlias = Callable[[int, int], None]


@frozen
class Batch:
    """What every game of a simulation follows from, together with its number."""

    game: str | Path
    data: Path | None
    players: Mapping[str, PlayerMaker]
    seed: int
    scenario: str | None
    options: Mapping[str, Any]
    limit: int

    def load(self) -> Game:
        """The game, found again by name (in a worker, say)."""
        try:
            return load(self.game, self.data)
        except UnknownName:
            if self.data is None:
                raise
            return load(self.data)  # a designer's folder has no name that is installed

    def dice(self, index: int) -> Seeded:
        """The dice of game number ``index``."""
        return Seeded(self.seed, stream=f"game-{index}")

    def players_of(self, game: Game, index: int) -> dict[str, Player]:
        """Fresh players for game number ``index``, by seat."""
        made = {}
        for seat, maker in self.players.items():
            digest = blake2b(f"{self.seed}:{index}:{seat}".encode(), digest_size=6).digest()
            seed = int.from_bytes(digest, "big")
            made[seat] = game.bot(maker, seed=seed) if isinstance(maker, str) else maker(seed=seed)
        return made

    def play(self, game: Game, index: int) -> GameResult:
        """Game number ``index``. An error carries a note that says which game it was."""
        players = self.players_of(game, index)
        try:
            return playout(
                game,
                players,
                self.dice(index),
                scenario=self.scenario,
                options=self.options,
                index=index,
                limit=self.limit,
            )
        except Exception as problem:
            problem.add_note(f"in game {index} of seed {self.seed}")
            raise


@frozen
class Simulation:
    """The results of a batch of games, and what follows from them. ``games`` are in order of their numbers."""

    batch: Batch
    seats: tuple[str, ...]
    games: tuple[GameResult, ...]
    seconds: float = field(eq=False)

    @property
    def finished(self) -> tuple[GameResult, ...]:
        """The games that came to an end."""
        return tuple(game for game in self.games if game.outcome is not None)

    @property
    def wins(self) -> dict[str, int]:
        """Games won by each seat, and drawn ("draw")."""
        won = dict.fromkeys((*self.seats, "draw"), 0)
        for game in self.games:
            if game.outcome is not None:
                won[game.outcome.winner or "draw"] += 1
        return won

    @property
    def win_ci95(self) -> dict[str, tuple[float, float]]:
        """Wilson's 95 % interval for the share of each line of `wins` among finished games."""
        finished = len(self.finished)
        return {name: wilson(won, finished) for name, won in self.wins.items()}

    @property
    def levels(self) -> dict[str, int]:
        """Games by the level of their outcome ("marginal victory"), from the first seat's best to its worst."""
        points: dict[str, list[float]] = {}
        for game in self.finished:
            assert game.outcome is not None
            scores = game.outcome.scores
            mine, theirs = scores.get(self.seats[0]), [scores[seat] for seat in self.seats[1:] if seat in scores]
            ahead = (mine or 0) - (max(theirs) if theirs else 0)
            points.setdefault(game.outcome.level, []).append(ahead)
        ordered = sorted(points, key=lambda level: (-mean(points[level]), level))
        return {level: len(points[level]) for level in ordered}

    @property
    def mean_turns(self) -> float:
        """The mean length of finished games, in turns; 0 when none finished."""
        return mean(game.turns for game in self.finished) if self.finished else 0.0

    @property
    def victory_points(self) -> dict[str, dict[str, float]]:
        """Per seat the mean, sample standard deviation, least and most final points of finished games."""
        points: dict[str, list[int]] = {}
        for game in self.games:
            for seat, score in game.outcome.scores.items() if game.outcome else ():
                points.setdefault(seat, []).append(score)
        return {
            seat: {
                "mean": mean(scores),
                "sd": stdev(scores) if len(scores) > 1 else 0.0,
                "min": min(scores),
                "max": max(scores),
            }
            for seat, scores in points.items()
        }

    @property
    def decisions(self) -> int:
        """Choices made in all games together."""
        return sum(game.decisions for game in self.games)

    @property
    def decisions_per_second(self) -> float:
        """Choices a second of wall clock, all workers together."""
        return self.decisions / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """All figures; everything but the last is the same for any number of workers."""
        return {
            "games": len(self.games),
            "finished": len(self.finished),
            "seed": self.batch.seed,
            "wins": self.wins,
            "win_ci95": {name: list(interval) for name, interval in self.win_ci95.items()},
            "levels": {
                level: {"games": count, "ci95": list(wilson(count, len(self.finished)))}
                for level, count in self.levels.items()
            },
            "mean_turns": self.mean_turns,
            "victory_points": self.victory_points,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions_per_second,
        }

    def to_jsonl(self, path: str | Path) -> Path:
        """Write one line a game to ``path``."""
        path = Path(path)
        path.write_text("".join(json.dumps(game.to_json()) + "\n" for game in self.games), encoding="utf-8")
        return path

    def to_frame(self) -> Any:
        """A pandas data frame, a row a game. Raises `MissingExtra` without pandas."""
        from wargame_core.players.simulation_tables import frame

        return frame(self)

    def __str__(self) -> str:
        from wargame_core.players.simulation_tables import text

        return text(self)

    def _repr_html_(self) -> str:
        from wargame_core.players.simulation_tables import html

        return html(self)


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share; from 0 to 1 when there were no trials.

    >>> [round(end, 3) for end in wilson(60, 100)]
    [0.502, 0.691]
    """
    if not trials:
        return 0.0, 1.0
    share, spread = successes / trials, z * z / trials
    centre = share + spread / 2
    reach = z * ((share * (1 - share) + spread / 4) / trials) ** 0.5
    low, high = (centre - reach) / (1 + spread), (centre + reach) / (1 + spread)
    return (0.0 if not successes else low), (1.0 if successes == trials else high)


def simulate(
    game: Game | str | Path,
    players: PlayerMaker | Mapping[str, PlayerMaker] = "random",
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    *,
    data: str | Path | None = None,
    limit: int = LIMIT,
) -> Simulation:
    """Play ``games`` games and return their results, the same for any ``jobs`` and ``executor``.

    Args:
        game: a game, or what `wargame_core.load` finds it by. Workers load it themselves.
        players: a bot's name or a function that makes a player from ``seed=``, one for all or one per seat.
        executor: any PEP 3148 executor; without one, ``jobs`` above 1 makes a pool of that many processes. A script
            must then guard its start with ``if __name__ == "__main__":``, as for every use of processes.
        progress: called with the games done so far and ``games``.
        data: a folder whose files replace the packaged ones of the same name.
        limit: choices after which a game is given up as unfinished.

    Raises `UnknownName` for a wrong game, bot, seat, scenario or option, and what players and rules raise, with a note
    of the game's number.
    """
    if games < 1 or jobs < 1:
        raise WargameError(f"games and jobs are whole numbers from 1 up, not {games} and {jobs}")
    started = time.perf_counter()
    if isinstance(game, Game):
        name, folder, ready = game.id, game.data, game
    else:
        name, folder, ready = str(game), Path(data) if data is not None else None, load(game, data)
    makers = dict(players) if isinstance(players, Mapping) else dict.fromkeys(ready.seats, players)
    for seat in (*makers, *ready.seats):
        if seat not in ready.seats or seat not in makers:
            raise UnknownName("seat" if seat in makers else "player for seat", seat, ready.seats)
    scenario = ready.scenario(scenario).id
    batch = Batch(name, folder, makers, seed, scenario, ready.read_options(options or {}), limit)
    batch.players_of(ready, 0)  # a bot that does not exist is named before any worker starts
    if executor is not None:
        results = _collect(executor, batch, games, jobs, progress)
    elif jobs == 1:
        results = []
        for index in range(games):
            results.append(batch.play(ready, index))
            if progress is not None:
                progress(index + 1, games)
    else:
        if isinstance(game, Game):
            batch.load()  # says in words what a worker could not
        results = _in_processes(batch, games, jobs, progress)
    return Simulation(batch, ready.seats, tuple(results), time.perf_counter() - started)


def _in_processes(batch: Batch, games: int, jobs: int, progress: Progress | None) -> list[GameResult]:
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        results = _collect(pool, batch, games, jobs, progress)
    except BaseException:
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:  # or the interpreter would wait for their chunks at its end
            worker.terminate()
        raise
    pool.shutdown()
    return results


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us decides


def _collect(executor: Executor, batch: Batch, games: int, jobs: int, progress: Progress | None) -> list[GameResult]:
    size = max(1, min(50, games // (jobs * 8)))  # small enough to keep every process busy to the end
    mark = f"{time.time_ns()}"
    chunks: list[Future[list[GameResult]]] = [
        executor.submit(_play_chunk, batch, range(start, min(start + size, games)), mark)
        for start in range(0, games, size)
    ]
    results: list[GameResult] = []
    try:
        for chunk in as_completed(chunks):
            results += chunk.result()
            if progress is not None:
                progress(len(results), games)
    except BaseException:
        for chunk in chunks:
            chunk.cancel()
        raise
    return sorted(results, key=lambda result: result.index)


def _play_chunk(batch: Batch, indices: Iterable[int], mark: str) -> list[GameResult]:
    game = _loaded(str(batch.game), batch.data, mark)
    return [batch.play(game, index) for index in indices]


@lru_cache(maxsize=1)
def _loaded(name: str, data: Path | None, mark: str) -> Game:
    """The game, loaded once by every process of a batch; ``mark`` is the batch's own."""
    return Batch(name, data, {}, 0, None, {}, LIMIT).load()


def replay_game(simulation: Simulation, index: int, game: Game | None = None) -> Match:
    """Game number ``index`` of a simulation, played again as a match with its full record.

    ``game`` may be given when it is loaded already. Raises `UnknownName` for a number the batch does not have.
    """
    from wargame_core.flow.match import Match

    if not 0 <= index < len(simulation.games):
        raise UnknownName("game number", index, [f"0 to {len(simulation.games) - 1}"])
    batch = simulation.batch
    game = game or batch.load()
    players = batch.players_of(game, index)
    entries: list[Any] = []
    runner = game.begin(batch.scenario, batch.options, dice=batch.dice(index), entries=entries)
    match = Match(runner, entries, seed=batch.seed)
    choices = match.plays(players, story=False)  # the views they had then
    for _ in range(simulation.games[index].decisions):
        next(choices)
    return match


__all__: Sequence[str] = (
    "Batch",
    "GameResult",
    "PlayerMaker",
    "Simulation",
    "playout",
    "replay_game",
    "simulate",
    "wilson",
)
