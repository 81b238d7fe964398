"""Counters to cut out: faces and backs in the colours of the screen, on few sheets, with cutting marks."""

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from attrs import evolve, frozen

from wargame_pictures.draw.faces import CORPS_BADGES, SANS, contrast, draw_pips, draw_sign, has_sign, text
from wargame_pictures.draw.labels import text_width
from wargame_pictures.draw.shapes import number
from wargame_pictures.paper.handout import MARGIN, Paper, PaperToken

UNITS = 40.0
"""The side of a counter in drawing units, whatever it measures in millimetres."""
TICK, GAP = 3.0, 0.8
"""The length of a cutting mark and its distance from the counters, in millimetres."""
FOLD = 9.0
"""The room for the fold between faces and backs on one sheet, and for their cutting marks, in millimetres."""

NAME_SIZES = (6.6, 5.4, 4.2, 3.5)
"""The size of a name on one line, on two, on three, on four."""
SIGN_WIDE = 12.0
"""The width of a symbol with its line, at its usual size."""
FACT_SIZE, NARROWEST = 4.0, 0.65
"""The usual size of the facts at the foot of a counter, and how narrow their letters may become."""
LONG_NUMERAL, FULL_HEIGHT = 3, 18.5
"""From how many letters on a numeral stands below the symbol, and the height that has room for both at full size."""


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
    room, depth = (side - 2 * MARGIN - 1 for side in paper.size)
    columns, rows = (max(1, int((side - 2 * (TICK + GAP)) // size)) for side in (room, depth))
    columns = min(columns, len(all_tokens) or 1)
    left_margin = (room - columns * size) / 2  # in the middle, so that backs lie behind faces
    if all_tokens and 2 * -(-len(all_tokens) // columns) * size + FOLD + 2 * (TICK + GAP) <= depth:
        yield TokenSheet("fold", _folded(all_tokens, columns, size, (room, depth), left_margin))
        return
    for start in range(0, len(all_tokens), columns * rows):
        page_tokens = all_tokens[start : start + columns * rows]
        marks = _cutting_marks(left_margin, TICK + GAP, columns, -(-len(page_tokens) // columns), size)
        for side_shown, is_mirrored in (("faces", False), ("backs", True)):
            cells = "".join(
                _cell(
                    _back(token) if is_mirrored else _face(token),
                    *_place(token_number, columns, size, left_margin, is_mirrored=is_mirrored),
                    size,
                )
                for token_number, token in enumerate(page_tokens)
            )
            yield TokenSheet(side_shown, _svg(marks + cells, room, depth))


def _place(
    token_number: int, columns: int, size: float, left_margin: float, *, is_mirrored: bool = False
) -> tuple[float, float]:
    column = token_number % columns
    return left_margin + (
        columns - 1 - column if is_mirrored else column
    ) * size, TICK + GAP + token_number // columns * size


def _folded(
    tokens: Sequence[PaperToken], columns: int, size: float, page: tuple[float, float], left_margin: float
) -> str:
    """Faces above a fold, and below it their backs upside down: folded and glued, each lies behind its face."""
    rows = -(-len(tokens) // columns)
    fold = TICK + GAP + rows * size + FOLD / 2
    svg = _cutting_marks(left_margin, TICK + GAP, columns, rows, size) + _cutting_marks(
        left_margin, fold + FOLD / 2, columns, rows, size
    )
    for token_number, token in enumerate(tokens):
        x, y = _place(token_number, columns, size, left_margin)
        svg += _cell(_face(token), x, y, size) + _cell(_back(token), x, 2 * fold - y - size, size, is_turned=True)
    line = f'<path d="M0 {number(fold)}H{number(page[0])}" stroke="#555" stroke-width=".2" stroke-dasharray="2 1.5"/>'
    middle_x = left_margin + (columns // 2 + 0.5) * size  # between two cutting marks
    words = f'<text x="{number(middle_x)}" y="{number(fold - 0.7)}" font-size="1.9" text-anchor="middle" fill="#555">'
    return _svg(f"{svg}{line}{words}fold here and glue</text>", *page)


def _cell(svg: str, x: float, y: float, size: float, *, is_turned: bool = False) -> str:
    turn = " rotate(180)" if is_turned else ""
    to_middle = f"translate({number(x + size / 2)} {number(y + size / 2)})"
    return f'<g class="counter" transform="{to_middle} scale({size / UNITS:.4g}){turn}">{svg}</g>'


def _cutting_marks(left_margin: float, top: float, columns: int, rows: int, size: float) -> str:
    """Short lines around the counters, along which a ruler is laid."""
    right, foot = left_margin + columns * size, top + rows * size
    marks = ""
    for column_number in range(columns + 1):
        x = number(left_margin + column_number * size)
        marks += f"M{x} {number(top - GAP)}v{number(-TICK)}M{x} {number(foot + GAP)}v{number(TICK)}"
    for column_number in range(rows + 1):
        y = number(top + column_number * size)
        marks += f"M{number(left_margin - GAP)} {y}h{number(-TICK)}M{number(right + GAP)} {y}h{number(TICK)}"
    return f'<path class="cuts" d="{marks}" stroke="#555" stroke-width=".15" fill="none"/>'


def _svg(content: str, room: float, depth: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{depth:g}mm" '
        f'viewBox="0 0 {room:g} {depth:g}" font-family="{SANS}">{content}</svg>'
    )


def _ground(color: str, ink: str) -> str:
    """The counter itself, its colour as far as the cut, and a fine line inside."""
    edge = number(UNITS / 2)
    return (
        f'<path d="M-{edge} -{edge}h{number(UNITS)}v{number(UNITS)}h-{number(UNITS)}z" fill="{escape(color)}" '
        f'stroke="{ink}" stroke-width=".25"/><path d="M-18 -18h36v36h-36z" fill="none" stroke="{ink}" '
        'stroke-width=".5" stroke-opacity=".55"/>'
    )


def _face(token: PaperToken, beneath: str = "") -> str:
    """Name, sign, and one numeral that rules, as on the screen; below them what else is printed on it."""
    ink = contrast(token.color)
    svg, left = _ground(token.color, ink) + beneath, -17.5
    if token.band:
        svg += f'<path d="M-15 -17.7v35.4" stroke="{escape(token.band)}" stroke-width="5.4"/>'
        if badge := CORPS_BADGES.get(token.corps, ""):
            svg += f'<path d="{badge}" transform="translate(-15 0)" fill="#1c1710"/>'
        left = -12.0
    middle, room = (left + 17.5) / 2, 17.5 - left - 1
    lines = _lines_of_name(token.name)
    size = NAME_SIZES[len(lines) - 1]
    svg += "".join(
        text(line, middle, -13.6 + line_number * size, room, size, ink) for line_number, line in enumerate(lines)
    )
    top = -13.6 + len(lines) * size
    rows = _rows_of_facts(token.facts[:4])
    low = (14.0, 11.5, 9.5)[len(rows)]
    svg += _sign_and_numeral(token, ink, (left, top, low))
    if not token.reduced:
        svg += draw_pips(token.pips, left + 2, 16.5, low - 2, ink)
    size = _size_of_facts(rows, room)
    return svg + "".join(
        text(row, middle, 15.4 - (len(rows) - 1 - row_number) * FACT_SIZE, room, size, ink, "normal")
        for row_number, row in enumerate(rows)
    )


def _rows_of_facts(facts: Sequence[str]) -> list[str]:
    """Facts on two rows at most, of which none is longer than it must be."""
    half_count = -(-len(facts) // 2)
    return [" · ".join(row) for row in (facts[:half_count], facts[half_count:]) if row]


def _size_of_facts(rows: Sequence[str], room: float) -> float:
    """One size for all rows of facts, small enough for the longest."""
    longest_width = max((text_width(row, FACT_SIZE) for row in rows), default=room)
    return max(0.75 * FACT_SIZE, FACT_SIZE * min(1.0, room / (NARROWEST * longest_width)))


def _lines_of_name(name: str) -> list[str]:
    """A name on one to four lines, longer ones where it has many words."""
    wraps = (wrap(name, letters) for letters in range(16, 17 + len(name)))
    return next((lines for lines in wraps if len(lines) <= len(NAME_SIZES)), [name]) or [""]


def _sign_and_numeral(token: PaperToken, ink: str, place: tuple[float, float, float]) -> str:
    """The symbol beside the numeral, or above one that is long, in the room right of, below and above ``place``."""
    left, top, low = place
    sign, value = token.arm or token.kind, token.value or (str(token.pips[0]) if any(token.pips) else "")
    middle, room, line = (left + 17.5) / 2, 17.5 - left - 1, (top + low) / 2 - 1
    if not value:
        words = text(token.kind.replace("_", " "), middle, line, room, 7, ink, "normal")
        return draw_sign(sign, ink, middle, line, 1.9) if has_sign(sign) else words
    if not has_sign(sign):
        return text(value, middle, line, room, 14.5, ink)
    if len(value) < LONG_NUMERAL:
        width = min(16.2, room / 2)
        room_beside = room - width - 1
        numeral = text(value, left + 0.5 + room - room_beside / 2, line, room_beside, 14.5, ink)
        return draw_sign(sign, ink, left + 0.5 + width / 2, line, width / SIGN_WIDE) + numeral
    sign_high = 9.0 if low - top > FULL_HEIGHT else 5.6
    numeral = text(value, middle, (top + sign_high + low) / 2, room, min(12.5, low - top - sign_high), ink)
    return draw_sign(sign, ink, middle, top + sign_high / 2 + 0.4, sign_high / 7.4) + numeral


def _back(token: PaperToken) -> str:
    """The back in the colour of the face: the second step of a token that has one, or no more than its side."""
    ink = contrast(token.color)
    if token.reduced:
        stripe = f'<path d="M-17.7 17.7L17.7 -17.7" stroke="{ink}" stroke-width="6" stroke-opacity=".22"/>'
        reduced_token = evolve(token, value=token.reduced, facts=("second step",), pips=(0, 0))
        return _face(reduced_token, stripe)
    frame = f'<path d="M-15.5 -15.5h31v31h-31z" fill="none" stroke="{ink}" stroke-width=".5" stroke-dasharray="1.2 1"/>'
    device = draw_sign("banner", ink, 0, -2.5, 2.1)
    return (
        _ground(token.color, ink) + frame + device + text(token.back or token.side.title(), 0, 12, 29, 5, ink, "normal")
    )
