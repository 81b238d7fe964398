"""Tokens to cut out, as sheets of SVG: faces, and backs for printing on the back of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from attrs import frozen

from wargame_pictures.draw.faces import contrast
from wargame_pictures.draw.shapes import number
from wargame_pictures.paper.game_box import PaperToken
from wargame_pictures.paper.pages import MARGIN, Paper

SMALL = 0.55
"""The approximate width of a letter, as a share of its height."""


@frozen
class TokenSheet:
    """A sheet of tokens: faces and backs, the backs in mirrored order."""

    faces: str
    backs: str


def token_sheets(tokens: Sequence[PaperToken], paper: Paper, size: float) -> Iterator[TokenSheet]:
    """All tokens, ``size`` millimetres wide and high, on as many sheets as it takes."""
    every = [token for token in tokens for _ in range(token.count)]
    room, deep = (side - 2 * MARGIN - 1 for side in paper.size)
    columns, rows = max(1, int(room // size)), max(1, int(deep // size))
    for start in range(0, len(every), columns * rows):
        lot = every[start : start + columns * rows]
        places = [((n % columns) * size, (n // columns) * size) for n in range(len(lot))]
        mirrored = [((columns - 1 - n % columns) * size, (n // columns) * size) for n in range(len(lot))]
        # backs are mirrored about the middle of the paper, which is not the middle of the grid
        shift = room - columns * size
        yield TokenSheet(
            _svg([_face(t, size) for t in lot], places, room, deep),
            _svg([_back(t, size) for t in lot], [(x + shift, y) for x, y in mirrored], room, deep),
        )


def _svg(drawn: Sequence[str], places: Sequence[tuple[float, float]], room: float, deep: float) -> str:
    inside = "".join(
        f'<g transform="translate({number(x)} {number(y)})">{token}</g>'
        for token, (x, y) in zip(drawn, places, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{deep:g}mm" '
        f'viewBox="0 0 {room:g} {deep:g}" font-family="Helvetica, Arial, sans-serif">{inside}</svg>'
    )


def _line(text: str, x: float, y: float, size: float, room: float, ink: str, *, bold: bool = False) -> str:
    size = min(size, room / max(1, len(text)) / SMALL)
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" text-anchor="middle" fill="{ink}"{weight}>'
        f"{escape(text)}</text>"
    )


def _face(token: PaperToken, size: float) -> str:
    middle, room = size / 2, size - 1.4
    band = size * 0.22
    name = wrap(token.name, 13, max_lines=2, placeholder="…") or [""]
    parts = [
        f'<rect width="{size:g}" height="{size:g}" fill="#fffdf6" stroke="#555" stroke-width=".15"/>',
        f'<rect width="{size:g}" height="{band:g}" fill="{escape(token.color)}"/>',
        _line(token.kind, middle, band * 0.72, band * 0.6, room, contrast(token.color)),
    ]
    high = size * 0.15
    y = band + high * 1.15
    for line in name:
        parts.append(_line(line, middle, y, high, room, "#1c1710", bold=True))
        y += high * 1.1
    low = size * 0.105
    y = size - low * 0.5 - low * 1.12 * (len(token.facts[:3]) - 1)
    for fact in token.facts[:3]:
        parts.append(_line(fact, middle, y, low, room, "#3a342b"))
        y += low * 1.12
    return "".join(parts)


def _back(token: PaperToken, size: float) -> str:
    text = token.back or token.side[:1].upper()
    high = size * (0.5 if len(text) == 1 else 0.16)
    return (
        f'<rect width="{size:g}" height="{size:g}" fill="{escape(token.color)}" stroke="#555" stroke-width=".15"/>'
        + _line(text, size / 2, size / 2 + high * 0.35, high, size - 2, contrast(token.color), bold=True)
    )
