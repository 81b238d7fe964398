"""The table plan of a battle as SVG: two feet a space, with ground, edges of approach, and where divisions stand.

Source: GotW p.12 Assembling the Tabletop, Deployment (AFI p.12). Readings: Plan of the table.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, DivisionInBattle, SideInBattle
from wargame_altar_of_freedom.rules.tabletop.ground import FEET_PER_SPACE, WOODED, Cell, Square, TabletopGround, Water
from wargame_core.maps.features import Point
from wargame_core.maps.legend import RAILS, RIDGES, TERRAIN
from wargame_pictures.draw.shapes import COLOR, chains, curve, middle, number, stroke, ties

CELL = 200.0
"""Drawing units for a space of the theater map."""
MARGIN = 104.0
"""Drawing units round the table, for arrows and words."""
FOOT = CELL / FEET_PER_SPACE
INCH = FOOT / 12
INK, BOLD, ITALIC = "#1c1810", 'font-weight="bold"', 'font-style="italic"'
DEEP = 6 * INCH
"""How far from their edge the attackers and reinforcements deploy. Source: GotW p.12 Deployment (AFI p.12)."""


def table_plan(brief: BattleBrief, colors: Mapping[str, str]) -> str:
    """The plan of the table; ``colors`` by side."""
    width, height = brief.ground.columns * CELL, brief.ground.rows * CELL
    full_size = width + 2 * MARGIN, height + 2 * MARGIN + 16
    parts = [
        f'<svg width="{number(width)}" height="{number(height)}">{"".join(draw_ground(brief.ground))}</svg>',
        *_frame(width, height),
        *_approach(brief, colors),
        *_arriving(brief, colors),
        *_standing(brief, colors),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(full_size[0])} {number(full_size[1])}" '
        f'width="{number(full_size[0])}" height="{number(full_size[1])}" font-family="Georgia, serif" role="img">'
        f"<title>Table plan: {escape(brief.contact)}</title>"
        f'<rect width="100%" height="100%" fill="#fff"/><g transform="translate({number(MARGIN)} {number(MARGIN)})">'
        f"{''.join(parts)}</g>{_scale(*full_size)}</svg>"
    )


def text_with_rim(
    text: str, x: float, y: float, size: float, color: str = INK, style: str = "", anchor: str = "middle"
) -> str:
    """A line of text with a white rim, so that it can be read on anything."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}" fill="{color}" '
        f'{style} paint-order="stroke" stroke="#fff" stroke-width="2.4" stroke-linejoin="round">{escape(text)}</text>'
    )


def _frame(width: float, height: float) -> Iterator[str]:
    yield f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
    for feet in range(1, round(width / FOOT)):
        x = number(feet * FOOT)
        yield f'<path d="M{x} 0v-5M{x} {number(height)}v5" stroke="{INK}"/>'
    for feet in range(1, round(height / FOOT)):
        y = number(feet * FOOT)
        yield f'<path d="M0 {y}h-5M{number(width)} {y}h5" stroke="{INK}"/>'


def _approach(brief: BattleBrief, colors: Mapping[str, str]) -> Iterator[str]:
    """The strip along the edge over which the attacker's contacting division comes, and an arrow to it."""
    for division in brief.attacker.divisions:
        if not division.arrives and division.edges:
            color = colors[brief.attacker.side]
            x, y, width, height = _strip(division.at, division.edges[0])
            yield (
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                f'height="{number(height)}" fill="{color}" '
                f'fill-opacity=".16" stroke="{color}" stroke-dasharray="5 3"/>'
            )


def _strip(cell: Cell, edge: str) -> tuple[float, float, float, float]:
    """The first six inches of a square behind one of its edges: x, y, width and height."""
    top, left = cell[0] * CELL, cell[1] * CELL
    match edge:
        case "north":
            return left, top, CELL, DEEP
        case "south":
            return left, top + CELL - DEEP, CELL, DEEP
        case "west":
            return left, top, DEEP, CELL
    return left + CELL - DEEP, top, DEEP, CELL


def _standing(brief: BattleBrief, colors: Mapping[str, str]) -> Iterator[str]:
    """A block for every division on the table at the start, the attackers above the defenders of a square."""
    counts: dict[Cell, int] = {}
    for side in brief.sides:
        for division in side.divisions:
            if division.arrives or division.held_back:
                continue
            count = counts.get(division.at, 0)
            counts[division.at] = count + 1
            if division.edges:
                left, top, width, height = _strip(division.at, division.edges[0])
                half_width = _half_width(division)
                x = min(max(left + width / 2, half_width + 2), brief.ground.columns * CELL - half_width - 2)
                y = top + height / 2
            else:
                x, y = middle_of(division.at)
                y += CELL * 0.2 + 24 * (count % 2) - 42 * (count > 1)
            yield _block(division, side, colors[side.side], x, y)


def _label_of(division: DivisionInBattle) -> str:
    return division.name.removesuffix(" Division").removesuffix("'s").removesuffix("'")


def _half_width(division: DivisionInBattle) -> float:
    """Half the width of a division's block."""
    return max(74.0, 5.6 * len(_label_of(division)) + 24) / 2


def _block(division: DivisionInBattle, side: SideInBattle, color: str, x: float, y: float) -> str:
    dash = "" if side.attacking else ' stroke="#fff" stroke-width="1.4"'
    name, width = _label_of(division), 2 * _half_width(division)
    return (
        f'<g transform="translate({number(x)} {number(y)})"><title>{escape(division.name)}</title>'
        f'<rect x="{number(-width / 2)}" y="-10" width="{number(width)}" height="20" rx="2" fill="{color}"{dash}/>'
        f'<text y="3.6" font-size="10.5" text-anchor="middle" fill="#fff" font-weight="bold">'
        f"{escape(name)} ({len(division.units)})</text></g>"
    )


ARROWS = {"north": (0, 1), "south": (0, -1), "west": (1, 0), "east": (-1, 0)}
"""The way in over each edge."""


def _arriving(brief: BattleBrief, colors: Mapping[str, str]) -> Iterator[str]:
    """Arrows over the edges of the table with those who come there and when; those of one place under one another."""
    arrivals: dict[tuple[Cell, str], list[tuple[str, str]]] = {}
    for side in brief.sides:
        for division in side.divisions:
            if division.edges:
                name = _label_of(division)
                when = (
                    "attacks" if not division.arrives else "held back" if division.held_back else division.arrival_text
                )
                for edge in division.edges:
                    arrivals.setdefault((division.at, edge), []).append((f"{name}: {when}", colors[side.side]))
    for (cell, edge), lines in arrivals.items():
        yield from _arrow(cell, edge, lines)


def _arrow(cell: Cell, edge: str, lines: list[tuple[str, str]]) -> Iterable[str]:
    dx, dy = ARROWS[edge]
    x, y = middle_of(cell)
    x, y = x - dx * CELL / 2, y - dy * CELL / 2
    yield (
        f'<path d="M{number(x - dx * 26)} {number(y - dy * 26)}L{number(x + dx * 6)} {number(y + dy * 6)}" '
        f'stroke="{lines[0][1]}" stroke-width="5" fill="none"/>'
        f'<path d="M{number(x + dx * 16)} {number(y + dy * 16)}l{number(-dx * 14 - dy * 8)} {number(-dy * 14 - dx * 8)}'
        f'l{number(dy * 16)} {number(dx * 16)}z" fill="{lines[0][1]}"/>'
    )
    for line, (text, color) in enumerate(lines):
        if dy:
            start = y - 32 - 11 * (len(lines) - 1) if dy > 0 else y + 40
            yield text_with_rim(text, x, start + 11 * line, 9.5, color, BOLD)
        else:
            anchor_and_x = ("end", x - 30) if dx > 0 else ("start", x + 30)
            for row, part in enumerate(text.split(": ")):
                low = y - 8 + 24 * line + 11 * row
                yield text_with_rim(part, anchor_and_x[1], low, 9.5, color, "" if row else BOLD, anchor_and_x[0])


def _scale(width: float, height: float) -> str:
    """A scale of feet and inches below the plan, and an arrow to the north."""
    x, y = number(width - 26), number(height - 12)
    square = "a square is a space of the theater map: 2 by 2 feet"
    return (
        f'<path d="M{number(MARGIN)} {y}v-6h{number(FOOT)}v6M{number(MARGIN + DEEP)} {y}v-6" stroke="{INK}" '
        'fill="none" stroke-width="1.4"/>'
        + text_with_rim("1 foot", MARGIN + FOOT + 6, height - 9, 10, anchor="start")
        + text_with_rim('6"', MARGIN + DEEP, height - 21, 9)
        + text_with_rim(square, MARGIN + FOOT + 50, height - 9, 10, anchor="start")
        + f'<path d="M{x} 14l-6 20l6 -5l6 5z" fill="{INK}"/>'
        + text_with_rim("N", width - 26, 47, 11, style=BOLD)
    )


# the ground: terrain, woods, waters, roads, crossings, towns and their names

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


def _terrain(square: Square) -> Iterator[str]:
    x, y = square.at[1] * CELL, square.at[0] * CELL
    tint = PAPER if square.terrain in (WOODED, "clear") else COLOR[TERRAIN.get(square.terrain, "ground")]
    yield f'<rect x="{number(x)}" y="{number(y)}" width="{number(CELL)}" height="{number(CELL)}" fill="{tint}"/>'
    if square.terrain == WOODED:
        for left, top, width, height in WOODS:
            cx, cy = x + left * CELL, y + top * CELL
            rx, ry = width * CELL, height * CELL
            yield (
                f'<ellipse cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx)}" ry="{number(ry)}" fill="#cfe0ae" '
                'stroke="#7f9a58" stroke-width="1.2" stroke-dasharray="3 2"/>'
            )
            for row_step in range(-2, 3):
                for column_step in range(-2, 3):
                    if abs(row_step) + abs(column_step) <= 2:
                        tx, ty = cx + column_step * rx / 2.9, cy + row_step * ry / 2.9
                        yield f'<path d="M{number(tx)} {number(ty)}m-4 3l4 -8l4 8z" fill="#7f9a58"/>'
    elif square.terrain not in ("clear", *TOWNS):
        yield text_with_rim(square.terrain, x + CELL / 2, y + CELL - 8, 10, "#6b6254", ITALIC)


def _grid(ground: TabletopGround) -> Iterator[str]:
    width, height = ground.columns * CELL, ground.rows * CELL
    lines = "".join(f"M{number(column * CELL)} 0V{number(height)}" for column in range(1, ground.columns))
    lines += "".join(f"M0 {number(row * CELL)}H{number(width)}" for row in range(1, ground.rows))
    yield f'<path d="{lines}" stroke="{INK}" stroke-width=".8" stroke-dasharray="2 4" fill="none"/>'


def border_of(cells: tuple[Cell, Cell]) -> tuple[Point, Point]:
    """The two corners that neighbouring squares share."""
    (row, column), (other_row, other_column) = sorted(cells)
    if row != other_row:
        return (column * CELL, other_row * CELL), ((column + 1) * CELL, other_row * CELL)
    return (other_column * CELL, row * CELL), (other_column * CELL, (row + 1) * CELL)


def _waters(ground: TabletopGround) -> Iterator[str]:
    kinds: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for water in ground.waters:
        if sum(abs(a - b) for a, b in zip(*water.between, strict=True)) == 1:
            kinds.setdefault((water.kind, water.name), []).append(border_of(water.between))
    for (kind, name), links in kinds.items():
        lines = chains(links)
        data = "".join(curve(line) for line in lines)
        if kind in RIDGES or kind == "mountain":
            yield ties(data, RIDGE, 26, "1.6 5") + stroke(data, RIDGE, 2)
        else:
            yield stroke(data, BANK, 19) + stroke(data, WATER, 15)
        bridges = {border_of(water.between) for water in ground.waters if water.crossing}
        (x, y), (x2, y2) = max(links, key=lambda link: (_lies_on_table(ground, link), link not in bridges, link))
        turn = f' transform="rotate(-90 {number((x + x2) / 2)} {number((y + y2) / 2)})"' if x == x2 else ""
        color = RIDGE if kind in RIDGES else "#2f6691"
        yield text_with_rim(name, (x + x2) / 2, (y + y2) / 2 + 4, 12, color, ITALIC + turn)


def _lies_on_table(ground: TabletopGround, link: tuple[Point, Point]) -> bool:
    """Whether a border lies inside the table rather than along its edge, where a name would be cut."""
    (x, y), (x2, y2) = link
    return (x == x2 and 0 < x < ground.columns * CELL) or (y == y2 and 0 < y < ground.rows * CELL)


def _ways(ground: TabletopGround) -> Iterator[str]:
    links: dict[str, set[tuple[Cell, Cell]]] = {"stream": set(), "road": set(), "rail": set()}
    for way in ground.ways:
        kind = "stream" if way.kind == "stream" else "rail" if way.kind in RAILS else "road"
        links[kind] |= {(min(step), max(step)) for step in zip(way.cells, way.cells[1:], strict=False)}
    town_cells = {square.at for square in ground.squares if square.place}
    for kind, steps in links.items():
        data = "".join(curve([middle_of(cell) for cell in line]) for line in chains(steps, town_cells))
        if not data:
            continue
        if kind == "stream":
            yield stroke(data, WATER, 5)
        elif kind == "road":
            yield stroke(data, ROAD_EDGE, 10) + stroke(data, ROAD, 7)
        else:
            yield f'<g transform="translate(10 -10)">{stroke(data, INK, 2)}{ties(data, INK, 10, "2 8")}</g>'


def _crossing(water: Water) -> str:
    (x, y), (x2, y2) = border_of(water.between)
    runs_north_south = y == y2  # the way over it runs north and south
    cx, cy = (x + x2) / 2, (y + y2) / 2
    width, height = (16, 30) if runs_north_south else (30, 16)
    color = "#c01818" if water.destroyed else INK
    box = (
        f'<rect x="{number(cx - width / 2)}" y="{number(cy - height / 2)}" '
        f'width="{width}" height="{height}" fill="#fdfaf0" '
        f'stroke="{color}" stroke-width="2"/>'
    )
    if water.destroyed:
        box += f'<path d="M{number(cx - 12)} {number(cy - 12)}l24 24m0 -24l-24 24" stroke="{color}" stroke-width="3"/>'
    kind = "" if water.crossing_kind.casefold() in water.crossing.casefold() else f", {water.crossing_kind}"
    state = f"{water.crossing}{kind}{', destroyed' if water.destroyed else ''}"
    return box + text_with_rim(state, cx + width / 2 + 4, cy - height / 2 + 4, 10, color, anchor="start")


def _place(square: Square) -> Iterator[str]:
    if not square.place:
        return
    x, y = middle_of(square.at)
    if square.place_kind in TOWNS or square.terrain in TOWNS:
        reach = 5 if "city" in (square.place_kind, square.terrain) else 3
        for house in range(reach * 2):
            dx, dy = (house % reach - (reach - 1) / 2) * 15, -13 if house < reach else 13
            yield f'<rect x="{number(x + dx - 5)}" y="{number(y + dy - 4)}" width="10" height="8" fill="#6b4a33"/>'
    else:
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="#6b4a33"/>'
    yield text_with_rim(square.place, x, y - 24, 15, style=BOLD)


def _exits(ground: TabletopGround) -> Iterator[str]:
    """The names of roads where they leave the table."""
    table_cells = {square.at for square in ground.squares}
    names: dict[Point, dict[str, None]] = {}
    for way in ground.ways:
        for cell, next_cell in zip(way.cells, way.cells[1:], strict=False):
            if (cell in table_cells) != (next_cell in table_cells):
                names.setdefault(middle(middle_of(cell), middle_of(next_cell)), {})[way.name] = None
    for (x, y), through in names.items():
        width, height = ground.columns * CELL, ground.rows * CELL
        label_x = x + 12 if y < 1 or y > height - 1 else min(max(x, 6), width - 6)
        anchor = "end" if x > width - 1 else "start"
        low = (
            y + 12 if y < 1 else y - 4 - 10 * (len(through) - 1) if y > height - 1 else y - 9 - 10 * (len(through) - 1)
        )
        for line, name in enumerate(through):
            yield text_with_rim(name, label_x, low + 10 * line, 8.5, "#6b4a1f", ITALIC, anchor)
