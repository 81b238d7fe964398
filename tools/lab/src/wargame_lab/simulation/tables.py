"""The figures of a simulation as a text table, as a table for notebooks, and as a data frame.

``figures`` is always the value of `Simulation.to_json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from wargame_core.json_form import JsonMapping, JsonObject
from wargame_lab.simulation.playouts import GameResult

HEAD = ("", "wins", "share", "95 % interval", "points", "sd", "least", "most")
LEVELS_HEAD = ("", "games", "share", "95 % interval")
Row = tuple[str, ...]
Figures = JsonMapping


def rows(figures: Figures) -> Iterator[Row]:
    """A row for each seat and one for draws, as text."""
    for name, won in figures["wins"].items():
        low, high = figures["win_ci95"][name]
        share = f"{won / figures['finished']:.1%}" if figures["finished"] else "-"
        row = (name, str(won), share, f"{low:.1%} to {high:.1%}")
        points = figures["victory_points"].get(name)
        if points is None:
            yield (*row, "", "", "", "")
        else:
            yield (*row, f"{points['mean']:.1f}", f"{points['sd']:.1f}", f"{points['min']:g}", f"{points['max']:g}")


def level_rows(figures: Figures) -> Iterator[Row]:
    """A row for each level of victory, if levels say more than who won."""
    if len(figures["levels"]) > sum(won > 0 for won in figures["wins"].values()):
        for level, reached in figures["levels"].items():
            low, high = reached["ci95"]
            share = f"{reached['games'] / figures['finished']:.1%}"
            yield level, str(reached["games"]), share, f"{low:.1%} to {high:.1%}"


def heading(game: str, figures: Figures) -> str:
    """The game and its settings in one line."""
    return (
        f"{game}: {figures['games']} games, {figures['finished']} finished, seed {figures['seed']}; "
        f"{figures['mean_turns']:.1f} turns a game; {figures['decisions']} decisions, "
        f"{figures['decisions_per_second']:,.0f} a second"
    )


def shares(figures: Figures) -> str:
    """What each seat's parts of victories come to, a sentence; nothing where nobody won together with others."""
    parts = ", ".join(f"{seat} {share:.2f}" for seat, share in figures.get("shares", {}).items())
    return f"with victories won together: {parts}" if parts else ""


def text(game: str, figures: Figures) -> str:
    """The tables in plain text."""
    levels = list(level_rows(figures))
    more = ["", *_aligned([LEVELS_HEAD, *levels])] if levels else []
    together = ["", shared] if (shared := shares(figures)) else []
    return "\n".join([heading(game, figures), "", *_aligned([HEAD, *rows(figures)]), *together, *more])


def _aligned(table: list[Row]) -> Iterator[str]:
    first, *widths = (max(map(len, column)) for column in zip(*table, strict=True))
    for name, *cells in table:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([name.ljust(first), *numbers]).rstrip()


def html(game: str, figures: Figures) -> str:
    """The tables for a notebook."""
    levels = list(level_rows(figures))
    more = _html_table([LEVELS_HEAD, *levels]) if levels else ""
    together = f"<p>{escape(shared)}</p>" if (shared := shares(figures)) else ""
    return f"<p>{escape(heading(game, figures))}</p>{_html_table([HEAD, *rows(figures)])}{together}{more}"


def _html_table(table: list[Row]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table[1:])
    return f"<table><tr>{head}</tr>{body}</table>"


def frame_rows(games: Iterable[GameResult], seats: Sequence[str]) -> Iterator[JsonObject]:
    """A row for each game, with the points of each seat in a column."""
    for game in games:
        outcome = game.outcome
        yield {
            "game": game.index,
            "winner": outcome.winner if outcome else None,
            "level": outcome.level if outcome else None,
            **{f"points_{seat}": outcome.scores.get(seat) if outcome else None for seat in seats},
            "turns": game.turns,
            "decisions": game.decisions,
            "rolls": game.rolls,
        }
