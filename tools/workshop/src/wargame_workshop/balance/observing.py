"""Games of a batch observed at the end of every turn; the result does not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from multiprocessing import get_context

from attrs import evolve, frozen

from wargame_core.flow.about import PATH, about, marks_of
from wargame_core.flow.entries import Chose, Entry
from wargame_core.flow.events import Board
from wargame_core.flow.runner import Runner
from wargame_core.game import Facts, Game, LineTotal, ScoredLine
from wargame_lab.playouts import Batch, GameResult, Progress, playout


@frozen
class TurnFacts:
    """The facts at the end of a turn."""

    turn: int
    facts: Facts


@frozen
class ObservedGame:
    """A game with the facts at the end of each turn; the last are those of its end.

    ``steps`` are the pairs of spaces, by printed ids, between which a piece was moved along a path; ``fought`` is, by
    unit that fought, its side, or None where the game does not tell.
    """

    result: GameResult
    turns: tuple[TurnFacts, ...]
    steps: frozenset[frozenset[str]] = frozenset()
    fought: Mapping[str, str] | None = None

    @property
    def end(self) -> Facts:
        """The facts at the end of the game."""
        return self.turns[-1].facts


def facts_of(game: Game, board: Board) -> Facts:
    """The facts of a board; for a game without `Presentation.facts`, only the points of its series, if any."""
    tell = game.numbers.facts
    return tell(board) if tell is not None else Facts()


def observe(batch: Batch, game: Game, index: int) -> ObservedGame:
    """Play and observe game number ``index`` of a batch."""
    turns: list[TurnFacts] = []
    last, now = Runner.begin(game.rules, batch.scenario, batch.options, dice=batch.dice(index)).board, 0

    def watch(board: Board) -> None:
        nonlocal last, now
        last, turn = board, game.rules.turn_of(board)
        if turn != now:
            if now:
                turns.append(TurnFacts(now, facts_of(game, board)))
            now = turn

    entries: list[Entry] = []
    result = playout(
        game,
        batch.players_of(game, index),
        batch.dice(index),
        scenario=batch.scenario,
        options=batch.options,
        index=index,
        limit=batch.limit,
        entries=entries,
        watch=watch,
    )
    turns.append(TurnFacts(max(1, now), facts_of(game, last)))
    turns[-1] = evolve(turns[-1], facts=evolve(turns[-1].facts, scored=scored_by_turn(turns)))
    tell = game.numbers.fought
    fought = tell((event for entry in entries for event in entry.events), last) if tell is not None else None
    return ObservedGame(result, tuple(turns), steps_of(entries, last), fought)


def scored_by_turn(turns: Sequence[TurnFacts]) -> tuple[ScoredLine, ...]:
    """What scored in a game, for each turn: the account of its last board, and what lines gave more or less than at
    the end of the turn before where the boards tell only how they stand."""
    rows, before = list(turns[-1].facts.scored), dict[str, LineTotal]()
    for row in turns:
        for line, now in row.facts.standing.items():
            was = before.get(line, LineTotal(0, 0))
            if now != was:
                side = row.facts.lines[line][0]
                rows.append(ScoredLine(line, side, row.turn, now.points - was.points, times=now.times - was.times))
        before.update(row.facts.standing)
    return tuple(rows)


def steps_of(entries: Iterable[Entry], board: Board) -> frozenset[frozenset[str]]:
    """The pairs of spaces along the paths that were chosen."""
    moves = [
        entry.action
        for entry in entries
        if isinstance(entry, Chose) and any(mark is PATH for _, mark in marks_of(type(entry.action)))
    ]
    return frozenset(frozenset(pair) for action in moves for pair in pairwise(about(action, board).path))


def observe_batch(
    batch: Batch, game: Game, games: int, jobs: int = 1, progress: Progress | None = None
) -> tuple[ObservedGame, ...]:
    """Every game of a batch, in order of their numbers."""
    if jobs == 1:
        watched = []
        for index in range(games):
            watched.append(observe(batch, game, index))
            if progress is not None:
                progress(index + 1, games)
        return tuple(watched)
    size = max(1, min(20, games // (jobs * 4)))
    chunks = [range(start, min(start + size, games)) for start in range(0, games, size)]
    done: list[ObservedGame] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_observe_chunk, batch, chunk) for chunk in chunks]):
            done += future.result()
            if progress is not None:
                progress(len(done), games)
    return tuple(sorted(done, key=lambda watched: watched.result.index))


def _observe_chunk(batch: Batch, indices: Iterable[int]) -> list[ObservedGame]:
    game = batch.load()
    return [observe(batch, game, index) for index in indices]
