"""The terrain effects chart as people read it: a player aid in fixed columns."""

from __future__ import annotations

from fractions import Fraction

from wargame_core.charts import Block, text_table
from wargame_core.maps.features import Edge
from wargame_core.maps.map import Map
from wargame_core.names import listed
from wargame_core.odds import show
from wargame_hex_and_counter.printed.terrain import HexsideRow, Points, Row, TerrainChart

TERRAIN_CHART = "Terrain Effects Chart"
TERRAIN_COLUMNS = ("movement", "attacked there", "attacking from there", "besides")


def terrain_in_words(chart: TerrainChart, game_map: Map | None = None, title: str = TERRAIN_CHART) -> str:
    """The terrain effects chart as a table in fixed columns; of hexsides that bar on a map it says who crosses them.

    A column in which nothing would stand is left out.
    """
    rows: list[tuple[str, ...]] = []
    for word, ground in chart.terrain.items():
        stops_text = f"stops {', '.join(ground.stops)}" if ground.stops else ""
        more_effects = ("no zones reach in" if ground.zones else "", "blocks sight" if ground.sight else "", stops_text)
        rows.append((word, _points(ground.enter), *_effects(ground), ", ".join(filter(None, more_effects))))
    bar_by_kind = _barring_hexsides(game_map) if game_map is not None else {}
    for word in dict.fromkeys((*chart.hexside, *bar_by_kind)):
        side = chart.hexside.get(word, HexsideRow())
        cross = f"+{_points(side.cross)}" if side.cross else "" if word in bar_by_kind else "+0"
        crossing_cell = ", ".join(filter(None, (cross, bar_by_kind.get(word, ""))))
        rows.append(
            (f"{word} (hexside)", crossing_cell, *_effects(side), "no zones reach across" if side.zones else "")
        )
    for word, road in chart.road.items():
        rows.append((f"{word} (along it)", _points(road.along), "", "", ""))
    for word, place in chart.place.items():
        rows.append((word, "", *_effects(place), ""))
    used_columns = [column_number for column_number in range(1, 5) if any(row[column_number] for row in rows)]
    cells = tuple(tuple(row[column_number] for column_number in used_columns) for row in rows)
    block = Block("", tuple(TERRAIN_COLUMNS[column_number - 1] for column_number in used_columns), cells)
    return text_table(title, "", tuple(row[0] for row in rows), (block,))


def _barring_hexsides(game_map: Map) -> dict[str, str]:
    """The kinds of hexsides of which some bar, each with the only ways over those."""
    words: dict[str, str] = {}
    for kind in dict.fromkeys(barrier.kind for barrier in game_map.barriers if barrier.bars):
        barriers = [barrier for barrier in game_map.barriers if barrier.kind == kind]
        shut_barriers = [barrier for barrier in barriers if barrier.bars]
        by_road = all(barrier.crossed_by_road for barrier in shut_barriers)
        crossing_kinds = sorted(
            {crossing.kind for crossing in game_map.crossings.values() if kind in _kinds_at(game_map, crossing.edge)}
        )
        ways_text = "along a road" if by_road else f"by {listed(crossing_kinds)}" if crossing_kinds else "nowhere"
        barrier_names = (
            "" if len(shut_barriers) == len(barriers) else f"{listed(barrier.label for barrier in shut_barriers)} "
        )
        words[kind] = f"{barrier_names}only {ways_text}" if ways_text != "nowhere" else f"{barrier_names}nowhere"
    return words


def _kinds_at(game_map: Map, side: Edge) -> list[str]:
    return [barrier.kind for barrier in game_map.barriers_at(side) if barrier.bars]


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
    only_text = f" ({row.shelters} only)" if row.shelters else ""
    return row.attacked and row.attacked + only_text, row.attacking and row.attacking + only_text
