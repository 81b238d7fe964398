"""What is measured of a game of this library. Times are seconds of one call; rates are per second."""

import random
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from wargame_core import Game, Match, State, load_match
from wargame_lab.playouts import Batch

MID_GAME = 0.5
"""How far into a game the positions are taken from."""
POSITIONS = 40


def rate(game: Game, player: str, seconds: float, first: int) -> tuple[float, float]:
    """Decisions and games a second, all seats played by ``player``: whole games for about ``seconds``."""
    batch = Batch(game.id, None, dict.fromkeys(game.seats, player), first, None, {}, 100_000)
    decisions, games, started = 0, 0, perf_counter()
    while (passed := perf_counter() - started) < seconds:
        decisions += batch.play(game, games).decisions
        games += 1
    return decisions / passed, games / passed


def import_seconds() -> float:
    """How long a fresh process takes to import the library. Raises RuntimeError when that pulls in networkx."""
    program = (
        "from time import perf_counter; started = perf_counter(); import wargame_core; import sys; "
        "print(perf_counter() - started, 'networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    passed, networkx = done.stdout.split()
    if networkx == "True":
        raise RuntimeError("importing wargame_core has loaded networkx")
    return float(passed)


def picture_seconds(game: Game) -> tuple[float, float]:
    """CPU seconds that a fresh process takes for the first picture of a game, and for the next one."""
    program = (
        "from time import process_time; import sys, wargame_core; game = wargame_core.load(sys.argv[1])\n"
        "from wargame_pictures import pictures_of; board = game.start(seed=1).board; started = process_time()\n"
        "draw = lambda: pictures_of(game).svg(board, everything=True)\n"
        "draw(); first = process_time(); draw()\n"
        "print(first - started, process_time() - first)"
    )
    done = subprocess.run([sys.executable, "-c", program, game.id], capture_output=True, text=True, check=True)
    first, following = map(float, done.stdout.split())
    return first, following


def mid_game(game: Game, seed: int = 0) -> Match:
    """A match in the middle of its game, played by random players."""
    batch = Batch(game.id, None, dict.fromkeys(game.seats, "random"), seed, None, {}, 100_000)
    stop = int(batch.play(game, 0).decisions * MID_GAME)
    match, rng = game.start(seed=seed), random.Random(seed)
    for _ in range(stop):
        if not match.waiting_for:
            break
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    return match


def positions(game: Game) -> list[tuple[Match, str, Any]]:
    """Positions in a row from the middle of a game, each with the seat to choose and an action."""
    match, rng = mid_game(game), random.Random(0)
    found: list[tuple[Match, str, Any]] = []
    while match.waiting_for and len(found) < POSITIONS:
        seat = match.waiting_for[0]
        action = match.choices(seat).sample(rng)
        found.append((match.fork(), seat, action))
        match.play(action, seat)
    return found


def each(work: Callable[..., Any], over: list[Any]) -> Iterator[float]:
    """The seconds of one call, for every one of ``over``."""
    for one in over:
        started = perf_counter()
        work(*one)
        yield perf_counter() - started


def after(found: list[tuple[Match, str, Any]]) -> Iterator[float]:
    """`State.after(action)` from a mid-game state."""
    states: list[tuple[State, Any, str]] = [(match.state, action, seat) for match, seat, action in found]
    return each(lambda state, action, seat: state.after(action, seat), states)


def choices(found: list[tuple[Match, str, Any]]) -> Iterator[float]:
    """Listing all choices of the seat that is to choose."""
    return each(lambda match, seat, _: list(match.choices(seat)), found)


def judging(found: list[tuple[Match, str, Any]]) -> Iterator[float]:
    """Judging one action."""
    return each(lambda match, seat, action: match.judge(action, seat), found)


def views(found: list[tuple[Match, str, Any]]) -> Iterator[float]:
    """A full view as JSON: board, prompt, menu and the log so far."""
    return each(lambda match, seat, _: match.view(seat).to_json(), found)


def boards(found: list[tuple[Match, str, Any]]) -> Iterator[float]:
    """What a screen needs after every choice: the same without the log, which a client has already."""
    return each(lambda match, seat, _: match.view(seat).to_json(log=False), found)


def record_seconds(game: Game, times: int) -> tuple[list[float], list[float], int]:
    """Seconds to save and to load a mid-game record, and its size in bytes."""
    match = mid_game(game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        saving = list(each(lambda: match.save(path), [()] * times))
        loading = list(each(lambda: load_match(path, game=game), [()] * times))
        return saving, loading, path.stat().st_size


def memory(game: Game) -> int:
    """Bytes that one match holds in mid-game, its whole record included."""
    mid_game(game)  # whatever the game itself makes once
    tracemalloc.start()
    try:
        match = mid_game(game)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert match.seq
    return held
