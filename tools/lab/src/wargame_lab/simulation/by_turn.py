"""The numbers of `Presentation.series` for every turn of the games of a batch."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_core.flow.entries import Entry
from wargame_core.flow.match import Match
from wargame_core.flow.runner import Runner
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_lab.simulation.batch import Batch


def match_of(batch: Batch, index: int, game: Game) -> Match:
    """The match of game number ``index`` of a batch before its first choice."""
    entries: list[Entry] = []
    runner = Runner.begin(game.rules, batch.scenario, batch.options, dice=batch.dice(index), entries=entries)
    return Match(runner, entries, seed=batch.seed)


def turns_of(batch: Batch, index: int, decisions: int, game: Game) -> Iterator[JsonObject]:
    """A row for the end of each turn of game number ``index``, which is played again up to ``decisions`` choices."""
    match = match_of(batch, index, game)
    turn = game.rules.turn_of(match.board)
    choices = match.plays(batch.players_of(game, index), story=False)
    for _ in range(decisions):
        next(choices)
        if (now := game.rules.turn_of(match.board)) != turn:
            yield {"game": index, "turn": turn, **_numbers(game, match)}
            turn = now
    yield {"game": index, "turn": turn, **_numbers(game, match)}


def _numbers(game: Game, match: Match) -> dict[str, float]:
    series = game.numbers.series
    charts = series(match.board) if series is not None else {}
    return {f"{chart}, {line}": value for chart, lines in charts.items() for line, value in lines.items()}
