"""Simulations for people: a text table, the same for notebooks, and a data frame."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from wargame_core.errors import MissingExtra

if TYPE_CHECKING:
    from wargame_core.simulation import Simulation

HEAD = ("", "wins", "share", "95 % interval", "points", "sd", "least", "most")


def rows(simulation: Simulation) -> Iterator[tuple[str, ...]]:
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


def heading(simulation: Simulation) -> str:
    """What was played, in one line."""
    games, finished = len(simulation.games), len(simulation.finished)
    return (
        f"{simulation.batch.game}: {games} games, {finished} finished, seed {simulation.batch.seed}; "
        f"{simulation.mean_turns:.1f} turns a game; {simulation.decisions} decisions, "
        f"{simulation.decisions_per_second:,.0f} a second"
    )


def text(simulation: Simulation) -> str:
    """The table in plain text."""
    table = [HEAD, *rows(simulation)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEAD))]
    lines = [
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in table)
    ]
    return "\n".join([heading(simulation), "", *(line.rstrip() for line in lines)])


def html(simulation: Simulation) -> str:
    """The table for a notebook."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in HEAD)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows(simulation))
    return f"<p>{escape(heading(simulation))}</p><table><tr>{head}</tr>{body}</table>"


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
