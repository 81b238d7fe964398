"""The table plan of a battle as SVG: two feet a space, with ground, edges of approach, and where divisions stand.

Source: GotW p.12 Assembling the Tabletop, Deployment (AFI p.12). Readings: Plan of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, DivisionInBattle, SideInBattle
from wargame_altar_of_freedom.rules.tabletop.squares import FEET, Cell
from wargame_altar_of_freedom.table.battle.plan_ground import CELL, draw_ground
from wargame_pictures.draw.shapes import number

MARGIN = 104.0
"""Drawing units round the table, for arrows and words."""
FOOT = CELL / FEET
INCH = FOOT / 12
DEEP = 6 * INCH
"""How far from their edge the attackers and reinforcements deploy. Source: GotW p.12 Deployment (AFI p.12)."""


def table_plan(brief: BattleBrief, colors: Mapping[str, str]) -> str:
    """The plan of the table; ``colors`` by side."""
    width, height = brief.ground.columns * CELL, brief.ground.rows * CELL
    full = width + 2 * MARGIN, height + 2 * MARGIN + 16
    inside = [
        f'<svg width="{number(width)}" height="{number(height)}">{"".join(draw_ground(brief.ground))}</svg>',
        *_frame(width, height),
        *_approach(brief, colors),
        *_arriving(brief, colors),
        *_standing(brief, colors),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(full[0])} {number(full[1])}" '
        f'width="{number(full[0])}" height="{number(full[1])}" font-family="Georgia, serif" role="img">'
        f"<title>Table plan: {escape(brief.contact)}</title>"
        f'<rect width="100%" height="100%" fill="#fff"/><g transform="translate({number(MARGIN)} {number(MARGIN)})">'
        f"{''.join(inside)}</g>{_scale(full[1])}{_north(full[0])}</svg>"
    )


def words(
    text: str,
    x: float,
    y: float,
    size: float = 9,
    *,
    anchor: str = "middle",
    color: str = "#1c1810",
    bold: bool = False,
) -> str:
    """A line of text with a white rim, so that it can be read on anything."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}" fill="{color}"'
        f'{weight} paint-order="stroke" stroke="#fff" stroke-width="2.4" stroke-linejoin="round">{escape(text)}</text>'
    )


def _frame(width: float, height: float) -> Iterator[str]:
    yield f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="#1c1810" stroke-width="2.4"/>'
    for feet in range(1, round(width / FOOT)):
        x = number(feet * FOOT)
        yield f'<path d="M{x} 0v-5M{x} {number(height)}v5" stroke="#1c1810"/>'
    for feet in range(1, round(height / FOOT)):
        y = number(feet * FOOT)
        yield f'<path d="M0 {y}h-5M{number(width)} {y}h5" stroke="#1c1810"/>'


def _approach(brief: BattleBrief, colors: Mapping[str, str]) -> Iterator[str]:
    """The strip along the edge over which the attacker's contacting division comes, and an arrow to it."""
    for division in brief.attacker.divisions:
        if not division.arrives and division.edges:
            color = colors[brief.attacker.side]
            x, y, wide, high = _strip(division.at, division.edges[0])
            yield (
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" fill="{color}" '
                f'fill-opacity=".16" stroke="{color}" stroke-dasharray="5 3"/>'
            )


def _strip(at: Cell, edge: str) -> tuple[float, float, float, float]:
    """The first six inches of a square behind one of its edges: x, y, width and height."""
    top, left = at[0] * CELL, at[1] * CELL
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
    there: dict[Cell, int] = {}
    for side in brief.sides:
        for division in side.divisions:
            if division.arrives or division.held_back:
                continue
            count = there.get(division.at, 0)
            there[division.at] = count + 1
            if division.edges:
                x, y, wide, high = _strip(division.at, division.edges[0])
                half = _half(division)
                middle = min(max(x + wide / 2, half + 2), brief.ground.columns * CELL - half - 2)
                yield _block(division, side, colors, middle, y + high / 2)
            else:
                x, y = (
                    (division.at[1] + 0.5) * CELL,
                    division.at[0] * CELL + CELL * 0.70 + 24 * (count % 2) - 42 * (count > 1),
                )
                yield _block(division, side, colors, x, y)


def _called(division: DivisionInBattle) -> str:
    return division.name.removesuffix(" Division").removesuffix("'s").removesuffix("'")


def _half(division: DivisionInBattle) -> float:
    """Half the width of a division's block."""
    return max(74.0, 5.6 * len(_called(division)) + 24) / 2


def _block(division: DivisionInBattle, side: SideInBattle, colors: Mapping[str, str], x: float, y: float) -> str:
    color = colors[side.side]
    dash = "" if side.attacking else ' stroke="#fff" stroke-width="1.4"'
    name, wide = _called(division), 2 * _half(division)
    return (
        f'<g transform="translate({number(x)} {number(y)})"><title>{escape(division.name)}</title>'
        f'<rect x="{number(-wide / 2)}" y="-10" width="{number(wide)}" height="20" rx="2" fill="{color}"{dash}/>'
        f'<text y="3.6" font-size="10.5" text-anchor="middle" fill="#fff" font-weight="bold">'
        f"{escape(name)} ({len(division.units)})</text></g>"
    )


ARROWS = {"north": (0, 1), "south": (0, -1), "west": (1, 0), "east": (-1, 0)}
"""The way in over each edge."""


def _arriving(brief: BattleBrief, colors: Mapping[str, str]) -> Iterator[str]:
    """Arrows over the edges of the table with those who come there and when; those of one place under one another."""
    coming: dict[tuple[Cell, str], list[tuple[str, str]]] = {}
    for side in brief.sides:
        for division in side.divisions:
            if division.edges:
                name = _called(division)
                when = "attacks" if not division.arrives else "held back" if division.held_back else division.when
                for edge in division.edges:
                    coming.setdefault((division.at, edge), []).append((f"{name}: {when}", colors[side.side]))
    for (at, edge), lines in coming.items():
        yield from _arrow(at, edge, lines)


def _arrow(at: Cell, edge: str, lines: list[tuple[str, str]]) -> Iterable[str]:
    dx, dy = ARROWS[edge]
    x = (at[1] + 0.5) * CELL - dx * CELL / 2
    y = (at[0] + 0.5) * CELL - dy * CELL / 2
    yield (
        f'<path d="M{number(x - dx * 26)} {number(y - dy * 26)}L{number(x + dx * 6)} {number(y + dy * 6)}" '
        f'stroke="{lines[0][1]}" stroke-width="5" fill="none"/>'
        f'<path d="M{number(x + dx * 16)} {number(y + dy * 16)}l{number(-dx * 14 - dy * 8)} {number(-dy * 14 - dx * 8)}'
        f'l{number(dy * 16)} {number(dx * 16)}z" fill="{lines[0][1]}"/>'
    )
    for line, (text, color) in enumerate(lines):
        if dy:
            start = y - 32 - 11 * (len(lines) - 1) if dy > 0 else y + 40
            yield words(text, x, start + 11 * line, 9.5, color=color, bold=True)
        else:
            where = ("end", x - 30) if dx > 0 else ("start", x + 30)
            for part, half in enumerate(text.split(": ")):
                low = y - 8 + 24 * line + 11 * part
                yield words(half, where[1], low, 9.5, anchor=where[0], color=color, bold=not part)


def _scale(height: float) -> str:
    y = number(height - 12)
    return (
        f'<path d="M{number(MARGIN)} {y}v-6h{number(FOOT)}v6M{number(MARGIN + DEEP)} {y}v-6" stroke="#1c1810" '
        'fill="none" stroke-width="1.4"/>'
        + words("1 foot", MARGIN + FOOT + 6, height - 9, 10, anchor="start")
        + words('6"', MARGIN + DEEP, height - 21, 9)
        + words(
            "a square is a space of the theater map: 2 by 2 feet", MARGIN + FOOT + 50, height - 9, 10, anchor="start"
        )
    )


def _north(width: float) -> str:
    x = number(width - 26)
    return f'<path d="M{x} 14l-6 20l6 -5l6 5z" fill="#1c1810"/>' + words("N", width - 26, 47, 11, bold=True)
