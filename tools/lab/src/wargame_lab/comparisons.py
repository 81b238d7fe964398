"""Two versions of a game beside each other: the printed one and one with house rules, a designer's and the one before.

Both are played with the same players and seeds. What differs between them is told with its interval, and whether
chance alone makes such differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from math import ceil, hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame_core import Game, WargameError, load
from wargame_core.flow.players import PlayerLike
from wargame_core.json_form import JsonObject
from wargame_lab.batches import file_of, progress_from, progress_of, simulate
from wargame_lab.playouts import LIMIT, Collect, GameResult, Progress
from wargame_lab.results import Row, Simulation, Z, html, wilson

if TYPE_CHECKING:
    import pandas

WIDTH = 0.05
"""Half the width of an interval of shares for which the games that it takes are told."""


LEAST = 10
"""The games of each version before which nothing is told from chance."""


@frozen
class Difference:
    """The difference of two means, with half the width of its 95 % interval, paired and unpaired; the wider counts."""

    what: str
    first: float
    second: float
    paired: float
    unpaired: float
    games: int

    @property
    def half_width(self) -> float:
        """The wider of the two half widths."""
        return max(self.paired, self.unpaired)

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0; a handful of games says nothing, however they end."""
        return self.games >= LEAST and abs(self.second - self.first) > self.half_width

    def games_for(self, width: float) -> int:
        """The number of games of each version for which half the interval would have this width."""
        return ceil(self.games * (self.half_width / width) ** 2) if self.half_width else self.games

    def __str__(self) -> str:
        doubt_text = "" if self.sure else ": not to be told from chance"
        change = f"difference {self.second - self.first:+.3g} ± {self.half_width:.2g}{doubt_text}"
        return f"{self.what}: {self.first:.3g} and {self.second:.3g}, {change}"

    def to_json(self) -> JsonObject:
        return {
            "what": self.what,
            "first": self.first,
            "second": self.second,
            "difference": self.second - self.first,
            "half_width": self.half_width,
            "paired": self.paired,
            "unpaired": self.unpaired,
            "games": self.games,
            "sure": self.sure,
        }


def difference(compared_figure: str, first_values: Sequence[float], second_values: Sequence[float]) -> Difference:
    """The difference of two lists of numbers, game by game; game i of both began with the same seed."""
    games = min(len(first_values), len(second_values))
    pairs = [b - a for a, b in zip(first_values[:games], second_values[:games], strict=True)]
    paired_error = Z * stdev(pairs) / sqrt(games) if games > 1 else float("inf")
    spread = sqrt((stdev(first_values) ** 2 + stdev(second_values) ** 2) / games) if games > 1 else float("inf")
    return Difference(compared_figure, fmean(first_values), fmean(second_values), paired_error, Z * spread, games)


def _difference_of_shares(
    compared_figure: str, first_values: Sequence[float], second_values: Sequence[float]
) -> Difference:
    """The difference of two shares of games: few games that all end alike are not sure of anything (Newcombe)."""
    row = difference(compared_figure, first_values, second_values)
    (first_low, first_high), (second_low, second_high) = (
        wilson(round(sum(values)), len(values)) for values in (first_values, second_values)
    )
    errors = (
        hypot(row.first - first_low, second_high - row.second),
        hypot(first_high - row.first, row.second - second_low),
    )
    return evolve(row, unpaired=max(row.unpaired, *errors))


def differences(
    seats: Sequence[str], first_game_results: Sequence[GameResult], second_game_results: Sequence[GameResult]
) -> list[Difference]:
    """How the games of two versions differ: share of wins by seat, draws, margin in points, length in turns.

    A game that was given up is won by nobody. Points are told of seats that have some in
    every game.
    """
    batches = (first_game_results, second_game_results)
    outcomes = [[game.outcome for game in part] for part in batches]
    rows = [
        _difference_of_shares(
            f"share of games won by {seat}",
            *([0.0 if outcome is None else outcome.share(seat) for outcome in part] for part in outcomes),
        )
        for seat in seats
    ]
    draws = [
        [float(outcome is not None and not outcome.winners and not outcome.lost) for outcome in part]
        for part in outcomes
    ]
    if any(map(any, draws)):
        rows.append(_difference_of_shares("share of games drawn", *draws))
    losses = [[float(outcome is not None and outcome.lost) for outcome in part] for part in outcomes]
    if any(map(any, losses)):
        rows.append(_difference_of_shares("share of games lost", *losses))
    scores = [[{} if outcome is None else outcome.scores for outcome in part] for part in outcomes]
    scoring_seats = [seat for seat in seats if all(seat in points for part in scores for points in part)]
    if len(scoring_seats) == 1:
        points = ([points[scoring_seats[0]] for points in part] for part in scores)
        rows.append(difference(f"points of {scoring_seats[0]}", *points))
    elif scoring_seats:
        first_seat, *other_seats = scoring_seats
        margins = (
            [points[first_seat] - max(points[seat] for seat in other_seats) for points in part] for part in scores
        )
        rows.append(difference(f"margin of {first_seat} in points", *margins))
    return [*rows, difference("turns a game", *([game.turns for game in part] for part in batches))]


def in_words(rows: Sequence[Difference], width: float = WIDTH) -> list[str]:
    """The differences in sentences, and how many games more certainty takes."""
    share = max((row for row in rows if row.what.startswith("share")), key=lambda row: row.half_width)
    return [*map(str, rows), f"for ±{width:.0%} about {share.games_for(width)} games of each version are needed"]


@frozen(repr=False)
class Comparison:
    """The games of two versions, with the same players and seeds."""

    first: Simulation
    second: Simulation

    @property
    def rows(self) -> list[Difference]:
        """How they differ."""
        return differences(self.first.seats, self.first.games, self.second.games)

    def to_json(self) -> JsonObject:
        """The figures of both, and the differences."""
        rows = [row.to_json() for row in self.rows]
        return {"first": self.first.to_json(), "second": self.second.to_json(), "differences": rows}

    def to_rows(self) -> list[JsonObject]:
        """A row for each difference, for a frame of any library: ``polars.DataFrame(comparison.to_rows())``."""
        return [row.to_json() for row in self.rows]

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a pandas frame. Raises `MissingExtra` without pandas."""
        from wargame_core.odds import frame_of

        return frame_of(self.to_rows(), "what")

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called: by their titles, or by their files where those say the same."""
        first_simulation, second_simulation = self.first, self.second
        if first_simulation.title != second_simulation.title:
            return first_simulation.title, second_simulation.title
        return Path(first_simulation.batch.game).name, Path(second_simulation.batch.game).name

    def _heading(self) -> str:
        first_name, second_name = self.names
        return f"{second_name} beside {first_name}: {len(self.first.games)} games of each, seed {self.first.batch.seed}"

    def _table(self) -> Iterator[Row]:
        yield "", *self.names, "difference", "95 % interval", "told from chance"
        for row in self.rows:
            change, reach = row.second - row.first, row.half_width
            interval = f"{change - reach:+.3g} to {change + reach:+.3g}"
            answer = "yes" if row.sure else "no"
            yield row.what, f"{row.first:.3g}", f"{row.second:.3g}", f"{change:+.3g}", interval, answer

    def __repr__(self) -> str:
        return f"<Comparison: {self._heading()}>"

    def __str__(self) -> str:
        return "\n".join([f"{self._heading()}:", *(f"  {line}" for line in in_words(self.rows))])

    def _repr_html_(self) -> str:
        return html([self._heading(), [*self._table()], in_words(self.rows)[-1]])


def compare(
    first_game: Game | str | Path,
    second_game: Game | str | Path,
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
) -> Comparison:
    """Play ``games`` games of each of two versions with the same players and seeds, and tell how they differ.

    Args:
        first_game: the printed game, say, or what `wargame_core.load` finds it by.
        second_game: the same with house rules, ``load("vicksburg").with_variants(rain)``. One made in a cell of
            a notebook is known to the processes of ``jobs`` where they can begin as copies of this one (not on
            Windows).
        options: an option that only one of the two has is for that one.
        data: for the versions that are given by name.
        out: each version has a file of its own beside it ("games-first.jsonl").

    The rest is as for `simulate`, which says what it raises; `WargameError` for two games with other seats.
    """
    versions = [game if isinstance(game, Game) else load(game, data) for game in (first_game, second_game)]
    progress = progress_of(progress)
    if versions[0].seats != versions[1].seats:
        raise WargameError(
            f"{versions[0].id} and {versions[1].id} have other seats: they are not two versions of a game"
        )
    option_names = [{option.name for option in game.options} for game in versions]
    simulations = []
    for place, game in enumerate(versions):
        game_options = {
            name: value
            for name, value in (options or {}).items()
            if name in option_names[place] or name not in option_names[1 - place]
        }
        simulations.append(
            simulate(
                game,
                players,
                games=games,
                seed=seed,
                executor=executor,
                jobs=jobs,
                scenario=scenario,
                options=game_options,
                progress=progress_from(progress, place * games, 2 * games),
                limit=limit,
                collect=collect,
                out=file_of(Path(out), ("first", "second")[place]) if out is not None else None,
            )
        )
    return Comparison(*simulations)
