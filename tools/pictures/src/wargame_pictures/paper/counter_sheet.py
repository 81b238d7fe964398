"""Counters to cut out: faces and backs in the colours of the screen, on few sheets, with cutting marks."""

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from attrs import frozen

from wargame_pictures.draw.faces import CORPS_BADGES, SANS, contrast, draw_pips, draw_sign, has_sign, text
from wargame_pictures.draw.shapes import number
from wargame_pictures.paper.handout import MARGIN, Paper, PaperToken

UNITS = 40.0
"""The side of a counter in drawing units, whatever it measures in millimetres."""
TICK, GAP = 3.0, 0.8
"""The length of a cutting mark and its distance from the counters, in millimetres."""
FOLD = 4.0
"""The room for the fold between faces and backs on one sheet, in millimetres."""


@frozen
class TokenSheet:
    """A sheet of counters: what is on it ("faces", "backs", or both with a "fold" between them) and its picture."""

    shows: str
    svg: str


def token_sheets(tokens: Sequence[PaperToken], paper: Paper, size: float) -> Iterator[TokenSheet]:
    """All tokens, ``size`` millimetres wide and high: faces and their backs on two sheets, or on one that is folded.

    On paper that is turned over about its long side every back lies behind its face.
    """
    all_tokens = [token for token in tokens for _ in range(token.count)]
    room, deep = (side - 2 * MARGIN - 1 for side in paper.size)
    columns, rows = (max(1, int((side - 2 * (TICK + GAP)) // size)) for side in (room, deep))
    left = (room - columns * size) / 2  # in the middle, so that backs lie behind faces
    if all_tokens and 2 * -(-len(all_tokens) // columns) * size + FOLD + 2 * (TICK + GAP) <= deep:
        yield TokenSheet("fold", _folded(all_tokens, columns, size, (room, deep), left))
        return
    for start in range(0, len(all_tokens), columns * rows):
        page_tokens = all_tokens[start : start + columns * rows]
        marks = _cutting_marks(left, TICK + GAP, columns, -(-len(page_tokens) // columns), size)
        for shows, mirrored in (("faces", False), ("backs", True)):
            cells = "".join(
                _cell(
                    _back(token) if mirrored else _face(token), *_place(n, columns, size, left, mirrored=mirrored), size
                )
                for n, token in enumerate(page_tokens)
            )
            yield TokenSheet(shows, _svg(marks + cells, room, deep))


def _place(n: int, columns: int, size: float, left: float, *, mirrored: bool = False) -> tuple[float, float]:
    column = n % columns
    return left + (columns - 1 - column if mirrored else column) * size, TICK + GAP + n // columns * size


def _folded(tokens: Sequence[PaperToken], columns: int, size: float, page: tuple[float, float], left: float) -> str:
    """Faces above a fold, and below it their backs upside down: folded and glued, each lies behind its face."""
    rows = -(-len(tokens) // columns)
    fold = TICK + GAP + rows * size + FOLD / 2
    svg = _cutting_marks(left, TICK + GAP, columns, rows, size) + _cutting_marks(
        left, fold + FOLD / 2, columns, rows, size
    )
    for n, token in enumerate(tokens):
        x, y = _place(n, columns, size, left)
        svg += _cell(_face(token), x, y, size) + _cell(_back(token), x, 2 * fold - y - size, size, turned=True)
    line = f'<path d="M0 {number(fold)}H{number(page[0])}" stroke="#555" stroke-width=".2" stroke-dasharray="2 1.5"/>'
    words = f'<text x="{number(page[0] - 8)}" y="{number(fold - 0.6)}" font-size="2.4" text-anchor="end" fill="#555">'
    return _svg(f"{svg}{line}{words}fold here and glue</text>", *page)


def _cell(svg: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    middle = f"translate({number(x + size / 2)} {number(y + size / 2)})"
    return f'<g class="counter" transform="{middle} scale({size / UNITS:.4g}){turn}">{svg}</g>'


def _cutting_marks(left: float, top: float, columns: int, rows: int, size: float) -> str:
    """Short lines around the counters, along which a ruler is laid."""
    right, foot = left + columns * size, top + rows * size
    marks = ""
    for n in range(columns + 1):
        x = number(left + n * size)
        marks += f"M{x} {number(top - GAP)}v{number(-TICK)}M{x} {number(foot + GAP)}v{number(TICK)}"
    for n in range(rows + 1):
        y = number(top + n * size)
        marks += f"M{number(left - GAP)} {y}h{number(-TICK)}M{number(right + GAP)} {y}h{number(TICK)}"
    return f'<path d="{marks}" stroke="#555" stroke-width=".15" fill="none"/>'


def _svg(content: str, room: float, deep: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{deep:g}mm" '
        f'viewBox="0 0 {room:g} {deep:g}" font-family="{SANS}">{content}</svg>'
    )


def _ground(color: str, ink: str) -> str:
    """The counter itself, its colour as far as the cut, and a fine line inside."""
    edge = number(UNITS / 2)
    return (
        f'<path d="M-{edge} -{edge}h{number(UNITS)}v{number(UNITS)}h-{number(UNITS)}z" fill="{escape(color)}" '
        f'stroke="{ink}" stroke-width=".25"/><path d="M-18 -18h36v36h-36z" fill="none" stroke="{ink}" '
        'stroke-width=".5" stroke-opacity=".55"/>'
    )


def _face(token: PaperToken) -> str:
    """Name, sign, and one numeral that rules, as on the screen; below them what else is printed on it."""
    ink = contrast(token.color)
    svg, left = _ground(token.color, ink), -17.5
    if token.band:
        svg += f'<path d="M-15 -17.7v35.4" stroke="{escape(token.band)}" stroke-width="5.4"/>'
        if badge := CORPS_BADGES.get(token.corps, ""):
            svg += f'<path d="{badge}" transform="translate(-15 0)" fill="#1c1710"/>'
        left = -12.0
    middle, room = (left + 17.5) / 2, 17.5 - left - 1
    lines = wrap(token.name, 14, max_lines=2, placeholder="…") or [""]
    size = 6.6 if len(lines) == 1 else 5.4
    svg += "".join(text(line, middle, -13.6 + n * size, room, size, ink) for n, line in enumerate(lines))
    top = -13.6 + len(lines) * size
    sign, value = token.arm or token.kind, token.value or (str(token.pips[0]) if any(token.pips) else "")
    low = 11.5 if token.facts else 14.0
    line = (top + low) / 2 - 1
    if has_sign(sign):
        svg += draw_sign(sign, ink, left + 9.5 if value else middle, line, 1.35 if value else 1.9)
    elif not value:
        svg += text(token.kind, middle, line, room, 7, ink, "normal")
    if value:
        x, numeral_room = (middle + 8, room - 17) if has_sign(sign) else (middle, room)
        svg += text(value, x, line, numeral_room, 14.5, ink)
    svg += draw_pips(token.pips, left + 2, 16.5, low - 2, ink)
    facts = token.facts[:4]
    rows = [" · ".join(facts[:2]), " · ".join(facts[2:])] if len(facts) > 2 else [" · ".join(facts)]
    size = 4.0 if len(rows) == 1 else 3.3
    return svg + "".join(
        text(row, middle, 15.6 - (len(rows) - 1 - n) * size, room, size, ink, "normal")
        for n, row in enumerate(rows)
        if row
    )


def _back(token: PaperToken) -> str:
    """The back in the colour of the face; that of a token that may lie face down says no more than its side."""
    ink = contrast(token.color)
    frame = f'<path d="M-15.5 -15.5h31v31h-31z" fill="none" stroke="{ink}" stroke-width=".5" stroke-dasharray="1.2 1"/>'
    device = draw_sign("banner", ink, 0, -2.5, 2.1)
    return (
        _ground(token.color, ink) + frame + device + text(token.back or token.side.title(), 0, 12, 29, 5, ink, "normal")
    )
