"""One game with several values of its options, or several scenarios: a batch for each combination, in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame_core import Game, load
from wargame_core.errors import QueryError, UnknownName
from wargame_core.flow.players import PlayerLike
from wargame_core.json_form import JsonObject
from wargame_lab.batches import file_of, progress_from, progress_of, simulate
from wargame_lab.playouts import LIMIT, Collect, Progress
from wargame_lab.results import Row, Simulation, html, text

if TYPE_CHECKING:
    import pandas

SCENARIO = "scenario"
"""The name in ``over`` that stands for the scenario."""


@frozen(repr=False)
class OptionSweep:
    """The batches of a sweep, each with the values that it was played with."""

    title: str
    over: tuple[str, ...]
    """The options, in the order in which they were named."""
    simulations: Mapping[tuple[str, ...], Simulation]
    """By the values of the options."""

    def to_rows(self) -> list[JsonObject]:
        """A row for each batch: the options, games, each seat's share of the victories with its interval, turns.

        Every library of frames takes them: ``polars.DataFrame(batches.to_rows())``.
        """
        return [
            dict(zip(self.over, option_values, strict=True)) | _figures(batch)
            for option_values, batch in self.simulations.items()
        ]

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a pandas frame. Raises `MissingExtra` without pandas."""
        from wargame_core.odds import frame_of

        return frame_of(self.to_rows())

    def __getitem__(self, values: str | tuple[str, ...]) -> Simulation:
        """The batch with these values: ``batches["yes"]``. Raises `UnknownName` for values that were not played."""
        option_values = (values,) if isinstance(values, str) else values
        if option_values not in self.simulations:
            raise UnknownName(
                f"batch by {', '.join(self.over)}", ", ".join(option_values), map(", ".join, self.simulations)
            )
        return self.simulations[option_values]

    def _table(self) -> Iterator[Row]:
        for number, row in enumerate(self.to_rows()):
            if not number:
                yield tuple(name.replace("_", " ") for name in row)
            yield tuple(f"{value:.3g}" if isinstance(value, float) else str(value) for value in row.values())

    def __str__(self) -> str:
        return text([self.title, [*self._table()]])

    def __repr__(self) -> str:
        return f"<OptionSweep of {self.title} over {', '.join(self.over)}: {len(self.simulations)} batches>"

    def _repr_html_(self) -> str:
        return html([self.title, [*self._table()]])


def _figures(batch: Simulation) -> JsonObject:
    row: JsonObject = {"games": len(batch.games), "finished": len(batch.finished)}
    for seat, wins in batch.wins.items():
        low, high = batch.win_ci95[seat]
        share = wins / len(batch.finished) if batch.finished else 0.0
        row |= {f"won_{seat}": share, f"won_{seat}_low": low, f"won_{seat}_high": high}
    return row | {"mean_turns": float(batch.mean_turns)}


def sweep(
    game: Game | str | Path,
    players: PlayerLike | Mapping[str, PlayerLike] = "random",
    *,
    over: Mapping[str, Iterable[str]],
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
) -> OptionSweep:
    """Play ``games`` games with each combination of values, by the same players and seeds; the rest is as `simulate`.

    Args:
        over: by option, the values to play with; ``scenario`` stands for the scenarios.
        out: each batch has a file of its own beside it ("games-yes.jsonl").

    Raises what `simulate` raises, before any game is played for an option or value that is not there, and `QueryError`
    for nothing to go over.
    """
    played_game = game if isinstance(game, Game) else load(game, data)
    values = {name: tuple(values_of_option) for name, values_of_option in over.items()}
    if (
        not values
        or not all(values.values())
        or any(isinstance(values_of_option, str) for values_of_option in over.values())
    ):
        raise QueryError("over= has no values: write over={'option': ['value', ...]}")
    if repeated_options := [
        name for name in values if name in (options or {}) or (name == SCENARIO and scenario is not None)
    ]:
        raise QueryError(f"{repeated_options[0]}: stands in over= and beside it")
    settings = [
        _settings(played_game, dict(zip(values, at, strict=True)), scenario, options)
        for at in _all_combinations(values)
    ]
    progress, simulations = progress_of(progress), dict[tuple[str, ...], Simulation]()
    for number, (option_values, setting) in enumerate(zip(_all_combinations(values), settings, strict=True)):
        simulations[option_values] = simulate(
            game,
            players,
            games=games,
            seed=seed,
            executor=executor,
            jobs=jobs,
            progress=progress_from(progress, number * games, len(settings) * games),
            data=data,
            limit=limit,
            collect=collect,
            out=file_of(Path(out), "-".join(option_values)) if out is not None else None,
            **setting,
        )
    return OptionSweep(f"{played_game.title}, seed {seed}", tuple(values), simulations)


def _all_combinations(values: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    return product(*values.values())


def _settings(
    game: Game, swept_values: dict[str, str], scenario: str | None, options: Mapping[str, object] | None
) -> dict[str, Any]:
    """The scenario and the options of one batch. Raises `UnknownName` for what is not there."""
    scenario = swept_values.pop(SCENARIO, scenario)
    game.rules.scenario(scenario)
    of_batch = {**(options or {}), **swept_values}
    game.rules.read_options(of_batch)
    return {"scenario": scenario, "options": of_batch}
