"""Thousands of games, player against player, on one core or many: the same results wherever they run.

Game number i of a batch has its own dice (stream "game-i" of the seed) and its own players (seeded from seed, i and
seat), so results do not depend on workers, and any game can be played again alone with `replay_game`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path
from warnings import warn

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.plugins.discovery import load, looks_like_a_path
from wargame_lab.simulation.batch import Batch, Progress, play_in_processes, play_on
from wargame_lab.simulation.by_turn import match_of
from wargame_lab.simulation.collecting import Collect
from wargame_lab.simulation.game_lines import GameLines
from wargame_lab.simulation.playouts import LIMIT, GameResult, PlayerMaker, playout
from wargame_lab.simulation.progress import progress_bar
from wargame_lab.simulation.results import Simulation, wilson
from wargame_lab.simulation.sending import must_be_sendable

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
    collect: Collect | None = None,
    out: str | Path | None = None,
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
        collect: called with the view and the action of every choice; what it returns stands, in order, in
            `GameResult.collected`. The view holds only until the choice is made.
        out: a file that gets a JSON line for each game as soon as it is played. Games that it has already are not
            played again, so the same call goes on with a batch that was stopped.

    Raises `NeedsPerson` for options that need people, `UnknownName` for a wrong game, bot, seat, scenario or option,
    `RecordError` for a file of another batch, and what players and rules raise, with a note of the game's number.
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
    makers = _makers(players, ready)
    scenario = ready.rules.scenario(scenario).id
    ready.rules.need_people(options or {}, ())
    batch = Batch(name, folder, makers, seed, scenario, ready.rules.read_options(options or {}), limit, collect)
    batch.players_of(ready, 0)  # a bot that does not exist is named before any worker starts
    if executor is None and jobs > 1:
        must_be_sendable(batch)
        if isinstance(game, Game):
            batch.load()  # says in words what a worker could not
    lines = GameLines.open(Path(out), batch, ready) if out is not None else None
    results = _played(batch, ready, games, jobs, executor, progress, lines)
    title = ready.title if looks_like_a_path(name) else name
    return Simulation(batch, ready.seats, results, time.perf_counter() - started, title)


def _makers(players: PlayerMaker | Mapping[str, PlayerMaker], game: Game) -> dict[str, PlayerMaker]:
    makers = dict(players) if isinstance(players, Mapping) else dict.fromkeys(game.seats, players)
    for seat in (*makers, *game.seats):
        if seat not in game.seats or seat not in makers:
            raise UnknownName("seat" if seat in makers else "player for seat", seat, game.seats)
    return makers


def _played(
    batch: Batch,
    game: Game,
    games: int,
    jobs: int,
    executor: Executor | None,
    progress: Progress | None,
    lines: GameLines | None,
) -> tuple[GameResult, ...]:
    """The results of all games in order: those that the file has already, and the others when they have been played."""
    known = dict(lines.known) if lines is not None else {}
    if lines is not None and lines.cut:
        warn(f"{lines.path}: the last line was cut off; that game is played again", stacklevel=3)

    done = sum(index < games for index in known)

    def arrived(results: list[GameResult]) -> None:
        nonlocal done
        done += len(results)
        if lines is not None:
            lines.add(results)
        known.update({result.index: result for result in results})
        if progress is not None:
            progress(done, games)

    missing = range(games) if not known else [index for index in range(games) if index not in known]
    try:
        if executor is not None:
            play_on(executor, batch, missing, jobs, arrived)
        elif jobs > 1:
            play_in_processes(batch, missing, jobs, arrived)
        else:
            for index in missing:
                arrived([batch.play(game, index)])
    finally:
        if lines is not None:
            lines.close()
    return tuple(known[index] for index in range(games))


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
