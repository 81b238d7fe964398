"""Thousands of games, player against player, on one core or many: the same results wherever they run.

Game number i of a batch has its own dice (stream "game-i" of the seed) and its own players (seeded from seed, i and
seat), so results do not depend on workers, and any game can be played again alone with `replay_game`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.players.batch import Batch, Progress, collect, play_in_processes
from wargame_core.players.by_turn import match_of
from wargame_core.players.playouts import LIMIT, GameResult, PlayerMaker, playout
from wargame_core.players.progress import progress_bar
from wargame_core.players.simulation_results import Simulation, wilson
from wargame_core.plugins.discovery import load, looks_like_a_path

__all__ = [
    "Batch",
    "GameResult",
    "PlayerMaker",
    "Progress",
    "Simulation",
    "playout",
    "replay_game",
    "simulate",
    "wilson",
]


def simulate(
    game: Game | str | Path,
    players: PlayerMaker | Mapping[str, PlayerMaker] = "random",
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | bool | None = None,
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
        progress: True draws a bar; a function is called with the games done so far and ``games``.
        data: a folder whose files replace the packaged ones of the same name.
        limit: choices after which a game is given up as unfinished.

    Raises `NeedsPerson` for options that need people, `UnknownName` for a wrong game, bot, seat, scenario or option,
    and what players and rules raise, with a note of the game's number.
    """
    if games < 1 or jobs < 1:
        raise WargameError(f"games and jobs are whole numbers from 1 up, not {games} and {jobs}")
    if isinstance(progress, bool):
        progress = progress_bar(games) if progress else None
    started = time.perf_counter()
    if isinstance(game, Game):
        name, folder, ready = game.id, game.files.data, game
    else:
        name, folder, ready = str(game), Path(data) if data is not None else None, load(game, data)
    makers = dict(players) if isinstance(players, Mapping) else dict.fromkeys(ready.seats, players)
    for seat in (*makers, *ready.seats):
        if seat not in ready.seats or seat not in makers:
            raise UnknownName("seat" if seat in makers else "player for seat", seat, ready.seats)
    scenario = ready.rules.scenario(scenario).id
    ready.rules.need_people(options or {}, ())
    batch = Batch(name, folder, makers, seed, scenario, ready.rules.read_options(options or {}), limit)
    batch.players_of(ready, 0)  # a bot that does not exist is named before any worker starts
    if executor is not None:
        results = collect(executor, batch, games, jobs, progress)
    elif jobs == 1:
        results = []
        for index in range(games):
            results.append(batch.play(ready, index))
            if progress is not None:
                progress(index + 1, games)
    else:
        if isinstance(game, Game):
            batch.load()  # says in words what a worker could not
        results = play_in_processes(batch, games, jobs, progress)
    title = ready.title if looks_like_a_path(name) else name
    return Simulation(batch, ready.seats, tuple(results), time.perf_counter() - started, title)


def replay_game(simulation: Simulation, index: int, game: Game | None = None) -> Match:
    """Game number ``index`` of a simulation, played again as a match with its full record.

    ``game`` may be given when it is loaded already. Raises `UnknownName` for a number the batch does not have.
    """
    if not 0 <= index < len(simulation.games):
        raise UnknownName("game number", index, [f"0 to {len(simulation.games) - 1}"])
    batch = simulation.batch
    game = game or batch.load()
    match = match_of(batch, index, game)
    choices = match.plays(batch.players_of(game, index), story=False)  # the views they had then
    for _ in range(simulation.games[index].decisions):
        next(choices)
    return match
