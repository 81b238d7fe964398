"""The results of a batch of games: wins, levels, points and lengths, with confidence intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame_core import Game, Match, UnknownName
from wargame_core.data import write_whole
from wargame_core.flow.players import name_of
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_lab.playouts import Batch, GameResult, match_of, turns_of

if TYPE_CHECKING:
    import pandas


@frozen(repr=False)
class Simulation:
    """The results of a batch of games, and statistics of them. ``games`` are in order of their numbers."""

    batch: Batch
    seats: tuple[str, ...]
    games: tuple[GameResult, ...]
    seconds: float = field(eq=False)
    title: str = field(default="", eq=False)
    """The id of the game, or the title of a game from a folder."""

    @property
    def finished(self) -> tuple[GameResult, ...]:
        """The games that were not given up."""
        return tuple(game for game in self.games if game.outcome is not None)

    @property
    def wins(self) -> dict[str, int]:
        """Games won by each seat alone; the others that ended are `draws` or `lost`."""
        winners = [game.outcome.winner for game in self.games if game.outcome is not None]
        return {seat: winners.count(seat) for seat in self.seats}

    @property
    def draws(self) -> int:
        """Games won by nobody, or by several together, and not lost."""
        return len(self.finished) - sum(self.wins.values()) - self.lost

    @property
    def lost(self) -> int:
        """Games that have beaten all seats."""
        return sum(game.outcome.lost for game in self.games if game.outcome is not None)

    @property
    def shares(self) -> dict[str, float]:
        """The victories of each seat, with its part of the shared ones; empty where none was shared."""
        outcomes = [game.outcome for game in self.games if game.outcome is not None]
        if not any(outcome.together for outcome in outcomes):
            return {}
        return {seat: sum(outcome.share(seat) for outcome in outcomes) for seat in self.seats}

    @property
    def win_ci95(self) -> dict[str, tuple[float, float]]:
        """Wilson's 95 % interval for each seat's share of `wins` among finished games."""
        game_count = len(self.finished)
        return {name: wilson(win_count, game_count) for name, win_count in self.wins.items()}

    @property
    def levels(self) -> dict[str, int]:
        """Games by the level of their outcome ("marginal victory"), from the first seat's best to its worst."""
        points: dict[str, list[float]] = {}
        for game in self.finished:
            assert game.outcome is not None
            scores = game.outcome.scores
            own_score, other_scores = (
                scores.get(self.seats[0]),
                [scores[seat] for seat in self.seats[1:] if seat in scores],
            )
            lead = (own_score or 0) - (max(other_scores) if other_scores else 0)
            points.setdefault(game.outcome.level, []).append(lead)
        levels = sorted(points, key=lambda level: (-mean(points[level]), level))
        return {level: len(points[level]) for level in levels}

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

    @property
    def faults(self) -> list[str]:
        """What went wrong with players for which chance then chose, a sentence for each time."""
        return [
            f"game {game.index}: {fault}"
            for game in self.games
            for sentences in game.faults.values()
            for fault in sentences
        ]

    def to_json(self) -> JsonObject:
        """All figures; everything but the last is the same for any number of workers."""
        return {
            "games": len(self.games),
            "finished": len(self.finished),
            "seed": self.batch.seed,
            "wins": self.wins,
            "draws": self.draws,
            **({"lost": self.lost} if self.lost else {}),
            "win_ci95": {name: list(interval) for name, interval in self.win_ci95.items()},
            **({"shares": shares} if (shares := self.shares) else {}),
            "levels": {
                level: {"games": count, "ci95": list(wilson(count, len(self.finished)))}
                for level, count in self.levels.items()
            },
            "mean_turns": self.mean_turns,
            "victory_points": self.victory_points,
            "decisions": self.decisions,
            **({"faults": faults} if (faults := self.faults) else {}),
            "decisions_per_second": self.decisions_per_second,
        }

    def to_jsonl(self, path: str | Path) -> Path:
        """Write a line for each game to ``path``."""
        return write_whole(Path(path), "".join(json.dumps(game.to_json()) + "\n" for game in self.games))

    def to_rows(self) -> list[JsonObject]:
        """A row for each game, with what it was played with, so that frames of several batches can be joined.

        ``seed``, ``scenario``, ``player_SEAT`` and ``option_NAME`` are the same in every row. Every library of frames
        takes them: ``polars.DataFrame(batch.to_rows())``.
        """
        batch = self.batch
        settings: JsonObject = {"seed": batch.seed, "scenario": batch.scenario}
        for seat, player in batch.players.items():
            settings[f"player_{seat}"] = player if isinstance(player, str) else name_of(player)
        settings |= {f"option_{name}": value for name, value in batch.options.items()}
        return [{**self._row(game), **settings} for game in self.games]

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a pandas frame, by the number of the game. Raises `MissingExtra` without pandas."""
        from wargame_core.odds import frame_of

        return frame_of(self.to_rows(), "game")

    def _row(self, game: GameResult) -> JsonObject:
        """A row of the frame, with the points of each seat in a column."""
        end_outcome = game.outcome
        points = {f"points_{seat}": end_outcome.scores.get(seat) if end_outcome else None for seat in self.seats}
        counts = {"turns": game.turns, "decisions": game.decisions, "rolls": game.rolls}
        facts = {
            "game": game.index,
            "winner": end_outcome.winner if end_outcome else None,
            "level": end_outcome.level if end_outcome else None,
        }
        return {**facts, **points, **counts}

    def replay(self, index: int, game: Game | None = None) -> Match:
        """Game number ``index``, played again as a match with its full record.

        ``game`` may be given when it is loaded already. Raises `UnknownName` for a number the batch does not have.
        """
        if not 0 <= index < len(self.games):
            raise UnknownName("game number", index, [f"0 to {len(self.games) - 1}"])
        game = game or self.batch.load()
        match = match_of(self.batch, index, game)
        choices = match.iter_play(self.batch.players_of(game, index), history=False)  # the views they had then
        for _ in range(self.games[index].decisions):
            next(choices)
        return match

    def turns_frame(self, games: int | None = None, game: Game | None = None) -> pandas.DataFrame:
        """A row for the end of each turn of the first ``games`` games, with the numbers of the game's charts by turn.

        The games are played again for this, which takes as long as before; ``game`` may be given when it is loaded
        already. Raises `MissingExtra` without pandas.
        """
        from wargame_core.odds import frame_of

        game = game or self.batch.load()
        results = self.games[:games]
        return frame_of(row for result in results for row in turns_of(self.batch, result.index, result.decisions, game))

    def __repr__(self) -> str:
        return f"<Simulation of {Path(self.batch.game).name}: {len(self.games)} games, {len(self.finished)} finished>"

    def __str__(self) -> str:
        return text(_report_parts(self.title or str(self.batch.game), self.to_json()))

    def _repr_html_(self) -> str:
        return html(_report_parts(self.title or str(self.batch.game), self.to_json()))


Z = 1.959964
"""So many standard errors are half of a 95 % interval."""


def wilson(successes: int, trials: int, standard_deviations: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share; from 0 to 1 when there were no trials.

    >>> [round(end, 3) for end in wilson(60, 100)]
    [0.502, 0.691]
    """
    if not trials:
        return 0.0, 1.0
    share, spread = successes / trials, standard_deviations * standard_deviations / trials
    centre = share + spread / 2
    reach = standard_deviations * ((share * (1 - share) + spread / 4) / trials) ** 0.5
    low, high = (centre - reach) / (1 + spread), (centre + reach) / (1 + spread)
    return (0.0 if not successes else low), (1.0 if successes == trials else high)


FAULTS = 3
"""How many faults of players are told in words."""
HEAD = ("", "wins", "share", "95 % interval", "points", "sd", "least", "most")
LEVELS_HEAD = ("", "games", "share", "95 % interval")
Row = tuple[str, ...]


def rows(figures: JsonMapping) -> Iterator[Row]:
    """A row for each seat, and one for draws if there were any, as text."""
    for name, wins in figures["wins"].items():
        low, high = figures["win_ci95"][name]
        share = f"{wins / figures['finished']:.1%}" if figures["finished"] else "-"
        row = (name, str(wins), share, f"{low:.1%} to {high:.1%}")
        points = figures["victory_points"].get(name)
        if points is None:
            yield (*row, "", "", "", "")
        else:
            yield (*row, f"{points['mean']:.1f}", f"{points['sd']:.1f}", f"{points['min']:g}", f"{points['max']:g}")
    if figures["draws"]:
        yield "drawn", str(figures["draws"]), f"{figures['draws'] / figures['finished']:.1%}", *[""] * 5
    if losses := figures.get("lost"):
        yield "lost", str(losses), f"{losses / figures['finished']:.1%}", *[""] * 5


def level_rows(figures: JsonMapping) -> Iterator[Row]:
    """A row for each level of victory, if levels say more than who won."""
    if len(figures["levels"]) > sum(
        count > 0 for count in (*figures["wins"].values(), figures["draws"], figures.get("lost", 0))
    ):
        for level, level_figures in figures["levels"].items():
            low, high = level_figures["ci95"]
            share = f"{level_figures['games'] / figures['finished']:.1%}"
            yield level, str(level_figures["games"]), share, f"{low:.1%} to {high:.1%}"


def _report_parts(game: str, figures: JsonMapping) -> Iterator[str | list[Row]]:
    """What is told of a batch: the game and its settings in a line, the seats, victories won together, the levels."""
    yield (
        f"{game}: {figures['games']} games, {figures['finished']} finished, seed {figures['seed']}; "
        f"{figures['mean_turns']:.1f} turns a game; {figures['decisions']} decisions, "
        f"{figures['decisions_per_second']:,.0f} a second"
    )
    yield [HEAD, *rows(figures)]
    if shares := figures.get("shares"):
        yield "with victories won together: " + ", ".join(f"{seat} {share:.2f}" for seat, share in shares.items())
    if levels := list(level_rows(figures)):
        yield [LEVELS_HEAD, *levels]
    if faults := figures.get("faults"):
        yield faults_text(faults)


def faults_text(faults: Sequence[str]) -> str:
    """How often players failed, with the first faults in words."""
    times = "once" if len(faults) == 1 else f"{len(faults)} times"
    return "\n".join([f"A player failed {times}, and chance chose in its place:", *faults[:FAULTS]])


def text(parts: Iterable[str | list[Row]]) -> str:
    """Lines and tables in plain text."""
    return "\n\n".join(part if isinstance(part, str) else "\n".join(_align_columns(part)) for part in parts)


def _align_columns(table: list[Row]) -> Iterator[str]:
    name_width, *widths = (max(map(len, column)) for column in zip(*table, strict=True))
    for name, *cells in table:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([name.ljust(name_width), *numbers]).rstrip()


def html(parts: Iterable[str | list[Row]]) -> str:
    """Lines and tables for a notebook."""

    def row(tag: str, cells: Row) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "".join(
        f"<p>{escape(part)}</p>"
        if isinstance(part, str)
        else f"<table>{row('th', part[0])}{''.join(row('td', cells) for cells in part[1:])}</table>"
        for part in parts
    )
