"""The terrain effects chart as people read it: a player aid in fixed columns."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from wargame_core.odds import show
from wargame_hex_and_counter.printed.terrain import Points, Row, TerrainChart


def terrain_in_words(chart: TerrainChart) -> str:
    """The terrain effects chart as a table in fixed columns."""
    rows = [("", "movement", "attacked there", "attacking from there", "besides")]
    for word, ground in chart.terrain.items():
        stops = f"stops {', '.join(ground.stops)}" if ground.stops else ""
        more = ("no zones reach in" if ground.zones else "", "blocks sight" if ground.sight else "", stops)
        rows.append((word, _points(ground.enter), *_effects(ground), ", ".join(filter(None, more))))
    for word, side in chart.hexside.items():
        cross = f"+{_points(side.cross)}" if side.cross else "+0"
        rows.append((f"{word} (hexside)", cross, *_effects(side), "no zones reach across" if side.zones else ""))
    for word, road in chart.road.items():
        rows.append((f"{word} (along it)", _points(road.along), "", "", ""))
    for word, place in chart.place.items():
        rows.append((word, "", *_effects(place), ""))
    widths = [max(len(row[n]) for row in rows) for n in range(5)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "and": "infantry, cavalry and artillery"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def sentence(text: str) -> str:
    """A text with a capital letter at its beginning and one full stop at its end."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def _points(points: Points | None) -> str:
    if points is None:
        return "closed"
    if isinstance(points, (int, Fraction)):
        return show(points)
    return ", ".join(f"{kind} {show(number)}" for kind, number in points.items())


def _effects(row: Row) -> tuple[str, str]:
    only = f" ({row.shelters} only)" if row.shelters else ""
    return row.attacked and row.attacked + only, row.attacking and row.attacking + only
