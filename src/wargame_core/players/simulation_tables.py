"""Simulations for people: a text table, the same for notebooks, and a data frame."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from wargame_core.errors import MissingExtra
from wargame_core.players.simulation import wilson

if TYPE_CHECKING:
    from wargame_core.players.simulation import Simulation

HEAD = ("", "wins", "share", "95 % interval", "points", "sd", "least", "most")
LEVELS_HEAD = ("", "games", "share", "95 % interval")
Row = tuple[str, ...]


def rows(simulation: Simulation) -> Iterator[Row]:
    """A row a seat and one for draws, as text."""
    finished = len(simulation.finished)
    points, intervals = simulation.victory_points, simulation.win_ci95
    for name, won in simulation.wins.items():
        low, high = intervals[name]
        share = f"{won / finished:.1%}" if finished else "-"
        row = (name, str(won), share, f"{low:.1%} to {high:.1%}")
        found = points.get(name)
        if found is None:
            yield (*row, "", "", "", "")
        else:
            yield (*row, f"{found['mean']:.1f}", f"{found['sd']:.1f}", f"{found['min']:g}", f"{found['max']:g}")


def level_rows(simulation: Simulation) -> Iterator[Row]:
    """A row a level of victory, where levels say more than who won."""
    levels, finished = simulation.levels, len(simulation.finished)
    if len(levels) > sum(won > 0 for won in simulation.wins.values()):
        for level, count in levels.items():
            low, high = wilson(count, finished)
            yield level, str(count), f"{count / finished:.1%}", f"{low:.1%} to {high:.1%}"


def heading(simulation: Simulation) -> str:
    """What was played, in one line."""
    games, finished = len(simulation.games), len(simulation.finished)
    return (
        f"{simulation.batch.game}: {games} games, {finished} finished, seed {simulation.batch.seed}; "
        f"{simulation.mean_turns:.1f} turns a game; {simulation.decisions} decisions, "
        f"{simulation.decisions_per_second:,.0f} a second"
    )


def text(simulation: Simulation) -> str:
    """The tables in plain text."""
    levels = list(level_rows(simulation))
    more = ["", *_aligned([LEVELS_HEAD, *levels])] if levels else []
    return "\n".join([heading(simulation), "", *_aligned([HEAD, *rows(simulation)]), *more])


def _aligned(table: list[Row]) -> Iterator[str]:
    first, *widths = (max(map(len, column)) for column in zip(*table, strict=True))
    for name, *cells in table:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([name.ljust(first), *numbers]).rstrip()


def html(simulation: Simulation) -> str:
    """The tables for a notebook."""
    levels = list(level_rows(simulation))
    more = _html_table([LEVELS_HEAD, *levels]) if levels else ""
    return f"<p>{escape(heading(simulation))}</p>{_html_table([HEAD, *rows(simulation)])}{more}"


def _html_table(table: list[Row]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table[1:])
    return f"<table><tr>{head}</tr>{body}</table>"


def frame(simulation: Simulation) -> Any:
    """A pandas data frame, a row a game; points in a column per seat."""
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas", "frames") from None
    table = []
    for game in simulation.games:
        outcome = game.outcome
        table.append(
            {
                "game": game.index,
                "winner": outcome.winner if outcome else None,
                "level": outcome.level if outcome else None,
                **{f"points_{seat}": outcome.scores.get(seat) if outcome else None for seat in simulation.seats},
                "turns": game.turns,
                "decisions": game.decisions,
                "rolls": game.rolls,
            }
        )
    return pandas.DataFrame(table).set_index("game")
