"""What the page on performance measures of every game: a function of a game and of the number of the round each.

Rates are a second of processor time, single calls in microseconds; -1 where a game has no such thing.
"""

import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import process_time
from typing import Final

from wargame_core import Game, Match, load
from wargame_core.dice import Seeded
from wargame_core.records.record import Journal
from wargame_lab.playouts import playout

SECONDS: Final = 0.6
"""Of play for a rate."""
FIRST: Final = 10_000
"""Seeds of a round begin at its number times this."""
_GAMES: dict[str, Game] = {}


def known_games(names: Iterable[str]) -> None:
    """Load the games and play each once, so that no row pays for what is made once."""
    for name in names:
        _GAMES[name] = load(name)
        _play(_GAMES[name], "random", 1)


def chess(number: int) -> float:
    """Moves a second of random games of python-chess. Raises ImportError without it."""
    import chess as library

    rng, moves, started = random.Random(number), 0, process_time()
    while (passed := process_time() - started) < SECONDS:
        board = library.Board()
        for _ in range(300):
            if board.is_game_over():
                break
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves / passed


def _play(game: Game, bot: str, seed: int, limit: int = 100_000) -> int:
    players = {seat: game.bot(bot, seed=seed + place) for place, seat in enumerate(game.seats)}
    return playout(game, players, Seeded(seed), limit=limit).decisions


def _rate(play: Callable[[int], int], number: int, seconds: float = SECONDS) -> float:
    """Decisions a second of ``play(seed)``, whole games for about so long."""
    seed = decisions = 0
    started = process_time()
    while (passed := process_time() - started) < seconds or not seed:
        decisions += play(FIRST * (number + 1) + seed)
        seed += 1
    return decisions / passed


def bare(name: str, number: int) -> float:
    """Decisions a second of random players in the loop of simulations."""
    return _rate(lambda seed: _play(_GAMES[name], "random", seed), number)


def recorded(name: str, number: int) -> float:
    """The same through `match.play`."""
    return _rate(lambda seed: _recorded(_GAMES[name], seed), number)


def _recorded(game: Game, seed: int) -> int:
    match, rng, decisions = game.start(seed=seed), random.Random(seed), 0
    while match.waiting_for:
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(rng), seat)
        decisions += 1
    return decisions


def heuristic(name: str, number: int) -> float:
    """Decisions a second of the heuristic players, the first 300 of each game."""
    return _rate(lambda seed: _play(_GAMES[name], "heuristic", seed, limit=300), number, 2 * SECONDS)


def _middle(name: str, number: int, answers: int = 150) -> tuple[Match, random.Random]:
    match, rng = _GAMES[name].start(seed=FIRST * (number + 1)), random.Random(number)
    while match.waiting_for and len(match.entries) < answers:
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(rng), seat)
    return match, rng


def after(name: str, number: int) -> float:
    """`state.after`, us, in forty positions of the middle of a game."""
    match, rng = _middle(name, number)
    passed, calls = 0.0, 0
    while match.waiting_for and calls < 40:
        seat, state = match.waiting_for[0], match.state
        action = match.choices(seat).sample(rng)
        started = process_time()
        state.after(action, seat)
        passed, calls = passed + process_time() - started, calls + 1
        match.play(action, seat)
    return 1e6 * passed / max(1, calls)


def _view(answers: int) -> Callable[[str, int], float]:
    def measure(name: str, number: int) -> float:
        match, _ = _middle(name, number, answers)
        seat, started = match.rules.seats[0], process_time()
        for _ in range(1000):
            match.view(seat)
        return 1e6 * (process_time() - started)

    return measure


def undo(name: str, number: int) -> float:
    """Bytes that taking a choice back writes into the journal of a match late in a game; 0 where it only cuts it."""
    match, rng = _middle(name, number, 600)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        journal = Journal(match, path)
        while match.waiting_for:
            seat = match.waiting_for[0]
            match.play(match.choices(seat).sample(rng), seat)
            if match.can_undo(seat):
                before, file = path.stat().st_size, path.stat().st_ino
                match.undo(seat)
                after_it = path.stat()
                journal.close()
                return max(0, after_it.st_size - (before if after_it.st_ino == file else 0))
        journal.close()
    return -1


def adapter(name: str, number: int) -> float:
    """Decisions a second through the environment of PettingZoo, each observed in full."""
    from wargame_lab.adapters.pettingzoo import env

    table, rng, steps = env(_GAMES[name]), random.Random(number), 0
    table.reset(seed=number)
    started = process_time()
    while (passed := process_time() - started) < SECONDS:
        seen, _, over, *_ = table.last()
        if over:
            table.reset(seed=FIRST * (number + 1) + steps)
            continue
        table.step(rng.randrange(int(seen["action_mask"].sum())))
        steps += 1
    return steps / passed


ROWS: Final[Mapping[str, Callable[[str, int], float]]] = {
    "random play, decisions a second": bare,
    "recorded play, decisions a second": recorded,
    "heuristic play, decisions a second": heuristic,
    "`state.after`, us": after,
    "`match.view` after 10 answers, ns": _view(10),
    "`match.view` after 600 answers, ns": _view(600),
    "undo after 600 answers, bytes written to the journal": undo,
    "adapter, decisions a second": adapter,
}


def _processor_ms(program: str) -> Callable[[], float]:
    """Processor time of a fresh process that runs a program, ms."""

    def measure() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True)
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1000 * (now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime)

    return measure


def _distribution_us() -> float:
    """The exact distribution of a combat whose situation is known, us."""
    from benchmarks.gcacw import a_combat

    from wargame_gcacw.charts.combat import outcome_distribution

    combat = a_combat()
    outcome_distribution(combat)
    started = process_time()
    for _ in range(200):
        outcome_distribution(combat)
    return 1e6 * (process_time() - started) / 200


_LIST = "import sys; sys.argv = ['wargame', 'list']; from wargame_terminal import main; main()"
_WORKER = "from wargame_lab.playouts import _loaded; _loaded('battlecry', None, '')"
ONCE: Final[Mapping[str, Callable[[], float]]] = {
    "`import wargame_core`, ms": _processor_ms("import wargame_core"),
    "`wargame list`, ms": _processor_ms(_LIST),
    "loading Battle Cry in a fresh process, ms": _processor_ms("import wargame_core; wargame_core.load('battlecry')"),
    "loading the 4th Day, ms": _processor_ms("import wargame_core; wargame_core.load('gcacw_on_the_4th_day')"),
    "a worker of `simulate` is ready (Battle Cry), ms": _processor_ms(_WORKER),
    "exact distribution of a known combat, us": _distribution_us,
}
