"""A batch of games and the processes that play it: the same results wherever it runs."""

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from copy import deepcopy
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import TypeAlias
from warnings import catch_warnings, simplefilter

from attrs import evolve, field, frozen

from wargame_core.dice import DiceSource, Seeded
from wargame_core.errors import IllegalAction, UnknownName, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.pending import ask_of
from wargame_core.flow.players import (
    Player,
    PlayerLike,
    PlaysLike,
    Stop,
    Tell,
    faults_of,
    name_of,
    player_from,
    traits_of,
)
from wargame_core.flow.runner import Runner
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.match import Match
from wargame_core.plugins.discovery import load
from wargame_core.plugins.variants import names_of_local_variants
from wargame_core.rulings import Reason, Verdict

Collect: TypeAlias = Callable[[View, Action], object]
"""Called with the view and the action of a choice; returns the data to collect."""


class Collecting(PlaysLike):
    """A player that plays like another one; a function is called with each choice before it is made."""

    def __init__(self, player: Player, collect: Collect, into: list[object]) -> None:
        super().__init__(player)
        self._collect, self._into = collect, into

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        action = super().__call__(view, stop=stop, tell=tell)
        self._into.append(self._collect(view, action))
        return action


LIMIT = 100_000
"""The number of choices after which a game is given up as endless."""


@frozen
class GameResult:
    """The result of one game. ``outcome`` is None if the game was given up unfinished."""

    index: int
    outcome: Outcome | None
    turns: int
    decisions: int
    rolls: int
    collected: tuple[object, ...] = field(default=(), eq=False, repr=False)
    """The data collected from each choice, in order; see `simulate`."""
    faults: Mapping[str, Sequence[str]] = field(factory=dict, eq=False, repr=False)
    """By seat, what went wrong with a player for which chance then chose, a sentence each; only where something did."""

    def to_json(self) -> JsonObject:
        outcome = self.outcome.to_json() if self.outcome else None
        counts = {"turns": self.turns, "decisions": self.decisions, "rolls": self.rolls}
        collected_entry = {"collected": list(self.collected)} if self.collected else {}
        faults = {"faults": {seat: list(sentences) for seat, sentences in self.faults.items()}} if self.faults else {}
        return {"game": self.index, "outcome": outcome, **counts, **collected_entry, **faults}


def playout(
    game: Game,
    players: Mapping[str, Player],
    dice: DiceSource,
    *,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    index: int = 0,
    limit: int = LIMIT,
    entries: list[Entry] | None = None,
    watch: Callable[[Board], None] | None = None,
) -> GameResult:
    """One game from set-up to end, as fast as possible: without undo and states, and with entries only if asked for.

    Players get views; a player that draws worlds (`Traits.draws_worlds`) costs a copy of the board for each step.
    Actions are judged, unless the player says otherwise (`Traits.judge_choices`). What a seat has answered beforehand
    its player is not asked; it counts as a decision. Raises `IllegalAction` or
    `MalformedAction`, naming player, seat and moment. ``watch`` is shown the board after each answer, and must not
    change it.
    """
    traits = {seat: traits_of(player) for seat, player in players.items()}
    draws_worlds = any(traits_of_player.draws_worlds for traits_of_player in traits.values())
    runner = Runner.start(game.rules, scenario, options, dice=dice, with_checkpoints=draws_worlds, entries=entries)
    judged_seats = frozenset(seat for seat, traits_of_player in traits.items() if traits_of_player.judge_choices)
    decisions = answers = 0

    def choose_action(seat: str) -> Action:
        nonlocal decisions
        decisions += 1
        action = players[seat](View(runner, seat))
        return _legal_choice(runner, seat, action, players[seat]) if seat in judged_seats else action

    while decisions < limit:
        pending = runner.pending
        if pending is None:
            break
        answer = pending.answered_by(choose_action)
        if answer is None:  # a roll waits
            break
        decisions += pending.standing_answer is not None
        runner.answer(answer)
        answers += 1
        if watch is not None:
            watch(runner.board)
    return GameResult(index, runner.outcome, game.rules.turn_of(runner.board), decisions, runner.seq - answers)


def _legal_choice(runner: Runner, seat: str, action: Action, player: Player) -> Action:
    """A player's choice, if it is legal. Raises `IllegalAction` and `MalformedAction`."""
    ask = ask_of(runner.pending, seat, runner.rules.seats)
    if ask.offers(action):
        return action
    player_text = f"{name_of(player)} for {seat} at answer {runner.seq}"
    try:
        action = runner.rules.read_action(action)
    except WargameError as problem:
        raise type(problem)(f"{player_text}: {problem}") from None
    verdict = ask.choices.judge(action)
    if not verdict:
        reasons = (Reason(reason.code, f"{player_text}: {reason.text}", reason.cite) for reason in verdict.reasons)
        raise IllegalAction(Verdict(tuple(reasons)))
    return action


Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of games done and of all games."""
ReceiveResults: TypeAlias = Callable[[list[GameResult]], None]
"""Called with the results of some games as soon as they have been played."""


@frozen
class Batch:
    """Everything that a game of a simulation follows from, except its number."""

    game: str | Path
    data: Path | None
    players: Mapping[str, PlayerLike]
    seed: int
    scenario: str | None
    options: Mapping[str, object]
    limit: int
    collect: Collect | None = None

    def load(self) -> Game:
        """The game, found by name, for example in a worker process."""
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
        players = {}
        for seat, maker in self.players.items():
            digest = blake2b(f"{self.seed}:{index}:{seat}".encode(), digest_size=6).digest()
            seed = int.from_bytes(digest, "big")
            player = player_from(maker, game.bot, seed)
            player = deepcopy(player) if player is maker else player
            players[seat] = player if isinstance(maker, str) else game.with_inner_bots(player, seed=seed)
        return players

    def play(self, game: Game, index: int) -> GameResult:
        """Game number ``index``. An error carries a note that says which game it was."""
        players, collected_data = self.players_of(game, index), list[object]()
        if self.collect is not None:
            players = {seat: Collecting(player, self.collect, collected_data) for seat, player in players.items()}
        try:
            result = playout(
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
        faults = {seat: sentences for seat, player in players.items() if (sentences := tuple(faults_of(player)))}
        return evolve(result, collected=tuple(collected_data), faults=faults) if collected_data or faults else result


def processes(jobs: int, start_method: str = "spawn") -> ProcessPoolExecutor:
    """New processes that leave an interrupt to the process that waits for them."""
    ignore_interrupt = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(
        jobs, mp_context=get_context(start_method), initializer=signal.signal, initargs=ignore_interrupt
    )


def terminate_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes in the midst of what they do."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)  # it alone cancels: its thread fails at what others cancelled
    for worker in workers:  # or the interpreter would wait for their work at its end
        worker.terminate()


def process_start_method(game: Game) -> str:
    """How processes begin that play a game: anew, or as copies of this one where only it knows a variant of the game.

    Raises `WargameError` where this system has no such copies.
    """
    names = names_of_local_variants(game.rules.additions.variants)
    if names and "fork" not in get_all_start_methods():
        raise WargameError(
            f"{', '.join(names)} was made in this program, and processes begin without it on this system: play with "
            "jobs=1, or put it into a distribution (wargame new variant)"
        )
    return "fork" if names else "spawn"


def play_games(
    batch: Batch, game: Game, games: Sequence[int], jobs: int, executor: Executor | None, receive: ReceiveResults
) -> None:
    """Play the games with these numbers: on the executor, in so many processes, or here."""
    if executor is not None:
        play_on(executor, batch, games, jobs, receive)
    elif jobs > 1:
        play_in_processes(batch, games, jobs, receive, process_start_method(game))
    else:
        for index in games:
            receive([batch.play(game, index)])


def play_in_processes(
    batch: Batch, games: Sequence[int], jobs: int, receive: ReceiveResults, start_method: str = "spawn"
) -> None:
    """Play the games with these numbers in new processes, which send their results in parts."""
    pool = processes(jobs, start_method)
    try:
        with catch_warnings():  # a copy of a process with threads is one without them: games need none
            simplefilter("ignore", DeprecationWarning)
            chunks = _submit(pool, batch, games, jobs)
        for chunk in as_completed(chunks):
            receive(chunk.result())
    except BaseException as problem:
        terminate_processes(pool)
        if isinstance(problem, BrokenExecutor):
            raise WargameError(
                "a process that played games was ended from outside (killed, or out of memory); with out= the same "
                "call goes on with the games that it had not played"
            ) from None
        raise
    pool.shutdown()


def play_on(
    executor: Executor, batch: Batch, games: Sequence[int], jobs: int, receive: ReceiveResults, mark: str = ""
) -> None:
    """Play the games with these numbers on the caller's executor; if one fails, those not begun are cancelled.

    Its processes load the game anew for another ``mark``; without one, for each call.
    """
    chunks = _submit(executor, batch, games, jobs, mark)
    try:
        for chunk in as_completed(chunks):
            receive(chunk.result())
    except BaseException:
        for chunk in chunks:
            chunk.cancel()
        raise


def _submit(
    executor: Executor, batch: Batch, games: Sequence[int], jobs: int, mark: str = ""
) -> list[Future[list[GameResult]]]:
    size = max(1, min(50, len(games) // (jobs * 8)))  # small enough to keep every process busy to the end
    mark = mark or f"{time.time_ns()}"
    singles = min(jobs, len(games))  # one game for each process first: progress is seen soon
    parts = [range(number, number + 1) for number in range(singles)]
    parts += [range(start, min(start + size, len(games))) for start in range(singles, len(games), size)]
    return [executor.submit(_play_chunk, batch, [games[number] for number in part], mark) for part in parts]


def _play_chunk(batch: Batch, indices: Iterable[int], mark: str) -> list[GameResult]:
    game = _load_once(batch.game, batch.data, mark)
    return [batch.play(game, index) for index in indices]


@lru_cache(maxsize=1)
def _load_once(name: str | Path, data: Path | None, mark: str) -> Game:
    """The game, loaded once by every process of a batch; ``mark`` is the batch's own."""
    return Batch(name, data, {}, 0, None, {}, LIMIT).load()


def match_of(batch: Batch, index: int, game: Game) -> Match:
    """The match of game number ``index`` of a batch before its first choice."""
    entries: list[Entry] = []
    runner = Runner.start(game.rules, batch.scenario, batch.options, dice=batch.dice(index), entries=entries)
    return Match(runner, entries, seed=batch.seed)


def turns_of(batch: Batch, index: int, decisions: int, game: Game) -> Iterator[JsonObject]:
    """A row for the end of each turn of game number ``index``, which is played again up to ``decisions`` choices."""
    match = match_of(batch, index, game)
    turn = game.rules.turn_of(match.board)
    choices = match.iter_play(batch.players_of(game, index), history=False)  # the views they had then
    for _ in range(decisions):
        next(choices)
        if (new_turn := game.rules.turn_of(match.board)) != turn:
            yield {"game": index, "turn": turn, **_numbers(game, match)}
            turn = new_turn
    yield {"game": index, "turn": turn, **_numbers(game, match)}


def _numbers(game: Game, match: Match) -> dict[str, float]:
    series = game.series
    charts = series(match.board) if series is not None else {}
    return {f"{chart}, {line}": value for chart, lines in charts.items() for line, value in lines.items()}
