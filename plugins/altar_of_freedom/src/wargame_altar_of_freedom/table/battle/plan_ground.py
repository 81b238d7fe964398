"""The ground of a table plan as SVG: terrain, woods, waters, roads, crossings, towns and their names."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from wargame_altar_of_freedom.rules.tabletop.ground import WOODED
from wargame_altar_of_freedom.rules.tabletop.squares import Cell, Square, TabletopGround, Water
from wargame_core.maps.features import Point
from wargame_pictures.draw.lines import RAILS, RIDGES
from wargame_pictures.draw.shapes import chains, curve, middle, number, stroke, ties
from wargame_pictures.draw.terrain import TINTS

CELL = 200.0
"""Drawing units for a space of the theater map."""
PAPER, ROAD, ROAD_EDGE, WATER, BANK, RIDGE = "#f7f2e2", "#e2b36b", "#8a5f28", "#9cc6e2", "#3f739f", "#7a5c35"
TOWNS = ("town", "city", "village")

WOODS = ((0.27, 0.25, 0.25, 0.22), (0.75, 0.30, 0.22, 0.26), (0.24, 0.76, 0.21, 0.22), (0.74, 0.78, 0.24, 0.20))
"""Pieces of wood in a wooded square, as ellipses: middle and half axes in parts of its side; 62 percent of it."""


def draw_ground(ground: TabletopGround) -> Iterator[str]:
    """Everything on the table that is not a unit, from below upwards."""
    for square in ground.squares:
        yield from _terrain(square)
    yield from _grid(ground)
    yield from _waters(ground)
    yield from _ways(ground)
    for water in ground.waters:
        if water.crossing:
            yield _crossing(water)
    for square in ground.squares:
        yield from _place(square)
    yield from _exits(ground)


def middle_of(cell: Cell) -> Point:
    """The middle of a square in the plan."""
    return (cell[1] + 0.5) * CELL, (cell[0] + 0.5) * CELL


def _label(text: str, x: float, y: float, size: float, style: str = "", anchor: str = "middle") -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}" {style} '
        f'paint-order="stroke" stroke="#fdfaf0" stroke-width="2.6" stroke-linejoin="round">{escape(text)}</text>'
    )


def _terrain(square: Square) -> Iterator[str]:
    x, y = square.at[1] * CELL, square.at[0] * CELL
    tint = PAPER if square.terrain in (WOODED, "clear") else TINTS.get(square.terrain, PAPER)
    yield f'<rect x="{number(x)}" y="{number(y)}" width="{number(CELL)}" height="{number(CELL)}" fill="{tint}"/>'
    if square.terrain == WOODED:
        for left, top, wide, high in WOODS:
            cx, cy = x + left * CELL, y + top * CELL
            rx, ry = wide * CELL, high * CELL
            yield (
                f'<ellipse cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx)}" ry="{number(ry)}" fill="#cfe0ae" '
                'stroke="#7f9a58" stroke-width="1.2" stroke-dasharray="3 2"/>'
            )
            for down in range(-2, 3):
                for across in range(-2, 3):
                    if abs(down) + abs(across) <= 2:
                        tx, ty = cx + across * rx / 2.9, cy + down * ry / 2.9
                        yield f'<path d="M{number(tx)} {number(ty)}m-4 3l4 -8l4 8z" fill="#7f9a58"/>'
    elif square.terrain not in ("clear", *TOWNS):
        yield _label(square.terrain, x + CELL / 2, y + CELL - 8, 10, 'fill="#6b6254" font-style="italic"')


def _grid(ground: TabletopGround) -> Iterator[str]:
    wide, high = ground.columns * CELL, ground.rows * CELL
    lines = "".join(f"M{number(column * CELL)} 0V{number(high)}" for column in range(1, ground.columns))
    lines += "".join(f"M0 {number(row * CELL)}H{number(wide)}" for row in range(1, ground.rows))
    yield f'<path d="{lines}" stroke="#1c1810" stroke-width=".8" stroke-dasharray="2 4" fill="none"/>'


def border_of(between: tuple[Cell, Cell]) -> tuple[Point, Point]:
    """The two corners that neighbouring squares share."""
    (row, column), (other_row, other_column) = sorted(between)
    if row != other_row:
        return (column * CELL, other_row * CELL), ((column + 1) * CELL, other_row * CELL)
    return (other_column * CELL, row * CELL), (other_column * CELL, (row + 1) * CELL)


def _orthogonal(water: Water) -> bool:
    (row, column), (other_row, other_column) = water.between
    return abs(row - other_row) + abs(column - other_column) == 1


def _waters(ground: TabletopGround) -> Iterator[str]:
    kinds: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for water in ground.waters:
        if _orthogonal(water):
            kinds.setdefault((water.kind, water.name), []).append(border_of(water.between))
    for (kind, name), links in kinds.items():
        lines = chains(links)
        data = "".join(curve(line) for line in lines)
        if kind in RIDGES or kind == "mountain":
            yield ties(data, RIDGE, 26, "1.6 5") + stroke(data, RIDGE, 2)
        else:
            yield stroke(data, BANK, 19) + stroke(data, WATER, 15)
        bridges = {border_of(water.between) for water in ground.waters if water.crossing}
        (x, y), (x2, y2) = max(links, key=lambda link: (_inside(ground, link), link not in bridges, link))
        turn = f' transform="rotate(-90 {number((x + x2) / 2)} {number((y + y2) / 2)})"' if x == x2 else ""
        style = f'fill="{RIDGE if kind in RIDGES else "#2f6691"}" font-style="italic"{turn}'
        yield _label(name, (x + x2) / 2, (y + y2) / 2 + 4, 12, style)


def _inside(ground: TabletopGround, link: tuple[Point, Point]) -> bool:
    """Whether a border lies inside the table rather than along its edge, where a name would be cut."""
    (x, y), (x2, y2) = link
    return (x == x2 and 0 < x < ground.columns * CELL) or (y == y2 and 0 < y < ground.rows * CELL)


def _ways(ground: TabletopGround) -> Iterator[str]:
    links: dict[str, set[tuple[Cell, Cell]]] = {"stream": set(), "road": set(), "rail": set()}
    for way in ground.ways:
        kind = "stream" if way.kind == "stream" else "rail" if way.kind in RAILS else "road"
        links[kind] |= {(min(step), max(step)) for step in zip(way.cells, way.cells[1:], strict=False)}
    stops = {square.at for square in ground.squares if square.place}
    for kind, steps in links.items():
        data = "".join(curve([middle_of(cell) for cell in line]) for line in chains(steps, stops))
        if not data:
            continue
        if kind == "stream":
            yield stroke(data, WATER, 5)
        elif kind == "road":
            yield stroke(data, ROAD_EDGE, 10) + stroke(data, ROAD, 7)
        else:
            yield f'<g transform="translate(10 -10)">{stroke(data, "#1c1810", 2)}{ties(data, "#1c1810", 10, "2 8")}</g>'


def _crossing(water: Water) -> str:
    (x, y), (x2, y2) = border_of(water.between)
    across = y == y2  # the way over it runs north and south
    cx, cy = (x + x2) / 2, (y + y2) / 2
    wide, high = (16, 30) if across else (30, 16)
    color = "#c01818" if water.destroyed else "#1c1810"
    box = (
        f'<rect x="{number(cx - wide / 2)}" y="{number(cy - high / 2)}" width="{wide}" height="{high}" fill="#fdfaf0" '
        f'stroke="{color}" stroke-width="2"/>'
    )
    if water.destroyed:
        box += f'<path d="M{number(cx - 12)} {number(cy - 12)}l24 24m0 -24l-24 24" stroke="{color}" stroke-width="3"/>'
    kind = "" if water.crossing_kind.casefold() in water.crossing.casefold() else f", {water.crossing_kind}"
    state = f"{water.crossing}{kind}{', destroyed' if water.destroyed else ''}"
    return box + _label(state, cx + wide / 2 + 4, cy - high / 2 + 4, 10, f'fill="{color}"', "start")


def _place(square: Square) -> Iterator[str]:
    if not square.place:
        return
    x, y = middle_of(square.at)
    if square.place_kind in TOWNS or square.terrain in TOWNS:
        reach = 5 if "city" in (square.place_kind, square.terrain) else 3
        for number_of in range(reach * 2):
            dx, dy = (number_of % reach - (reach - 1) / 2) * 15, -13 if number_of < reach else 13
            yield f'<rect x="{number(x + dx - 5)}" y="{number(y + dy - 4)}" width="10" height="8" fill="#6b4a33"/>'
    else:
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="#6b4a33"/>'
    yield _label(square.place, x, y - 24, 15, 'fill="#1c1810" font-weight="bold"')


def _exits(ground: TabletopGround) -> Iterator[str]:
    """The names of roads where they leave the table."""
    inside = {square.at for square in ground.squares}
    names: dict[Point, dict[str, None]] = {}
    for way in ground.ways:
        for here, after in zip(way.cells, way.cells[1:], strict=False):
            if (here in inside) != (after in inside):
                names.setdefault(middle(middle_of(here), middle_of(after)), {})[way.name] = None
    for (x, y), through in names.items():
        wide, high = ground.columns * CELL, ground.rows * CELL
        beside = x + 12 if y < 1 or y > high - 1 else min(max(x, 6), wide - 6)
        anchor = "end" if x > wide - 1 else "start"
        low = y + 12 if y < 1 else y - 4 - 10 * (len(through) - 1) if y > high - 1 else y - 9 - 10 * (len(through) - 1)
        for line, name in enumerate(through):
            yield _label(name, beside, low + 10 * line, 8.5, 'fill="#6b4a1f" font-style="italic"', anchor)
