"""The faces of tokens: blocks, pickets, depots, trains and flags."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Literal

from wargame_core.draw.labels import text_width
from wargame_core.draw.shapes import number

Shape = Literal["block", "picket", "depot", "train", "flag"]

BOXES: Mapping[Shape, tuple[float, float, float, float]] = {
    "block": (40, 25, 0, 0),
    "picket": (22, 22, 0, 0),
    "depot": (26, 26, 0, -1),
    "train": (32, 24, 0, 0),
    "flag": (29, 29, 4.5, 0),
}
"""Width and height of each shape with a little air, and where its middle lies."""


def draw_face(shape: Shape, label: str, color: str, face_down: bool, grow: float = 1.0) -> str:
    """The face of a token as SVG about 0, 0; ``grow`` makes its letters larger, for a token drawn small."""
    return _SHAPES[shape](label, escape(color), _contrast(color), grow, face_down)


def _contrast(color: str) -> str:
    """White on dark colours, near black on light ones; white for a colour that is not #rrggbb."""
    digits = color.removeprefix("#")
    try:
        red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    except ValueError:
        return "#fff"
    return "#1c1710" if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else "#fff"


def _word(label: str, y: float, room: float, color: str, size: float) -> str:
    """The label, as large as it fits; squeezed when even small letters do not."""
    if not label:
        return ""
    size = max(6.0, min(size, size * room / max(1.0, text_width(label, size) * 1.08)))
    tight = text_width(label, size) * 1.08 > room
    squeeze = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    return (
        f'<text y="{number(y + size * 0.34)}" font-size="{number(size)}" font-weight="bold" text-anchor="middle" '
        f'fill="{color}"{squeeze}>{escape(label)}</text>'
    )


_SHADOW = 'fill="#000" fill-opacity=".28"'


def _block(label: str, color: str, ink: str, grow: float, face_down: bool) -> str:
    body = "M-19.5 -11.5h39v23h-39z"
    shape = f'<path d="{body}" transform="translate(1.6 1.8)" {_SHADOW}/>'
    shape += f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    if face_down:
        return (
            shape
            + f'<path d="M-19.5 11.5L19.5 -11.5M-19.5 -11.5L19.5 11.5" stroke="{ink}" stroke-opacity=".6"/>'
            + _banner(ink)
        )
    return shape + _word(label, 0, 36, ink, 11 * grow)


def _banner(ink: str) -> str:
    return f'<path d="M-4 7v-14l9 3.5l-9 3.5" fill="{ink}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'


def _picket(label: str, color: str, ink: str, grow: float, face_down: bool) -> str:
    shape = (
        f'<circle r="10" cx="1.4" cy="1.6" {_SHADOW}/><circle r="10" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    )
    return shape + (_banner(ink) if face_down else _word(label, 0, 16, ink, 9 * grow))


def _depot(label: str, color: str, ink: str, grow: float, face_down: bool) -> str:
    body = "M-12 11V-3L0 -13L12 -3V11Z"
    return (
        f'<path d="{body}" transform="translate(1.5 1.7)" {_SHADOW}/>'
        f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'
        + (_banner(ink) if face_down else _word(label, 3, 20, ink, 10 * grow))
    )


def _train(label: str, color: str, ink: str, grow: float, face_down: bool) -> str:
    body = "M-15 6V-4Q-15 -11 -8 -11H8Q15 -11 15 -4V6Z"
    wheels = "".join(
        f'<circle cx="{x}" cy="7" r="3.6" fill="#fff" stroke="#1c1710" stroke-width="1.4"/>' for x in (-8, 8)
    )
    return f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>{wheels}' + (
        _banner(ink) if face_down else _word(label, -3, 26, ink, 9 * grow)
    )


def _flag(label: str, color: str, ink: str, grow: float, face_down: bool) -> str:
    return (
        f'<path d="M-9 13V-14" stroke="#1c1710" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M-8 -14q8 -4 13 0t13 0v13q-8 4 -13 0t-13 0z" fill="{color}" stroke="{ink}" stroke-width="1"/>'
        f'<g transform="translate(5 -7.5)">{_word(label, 0, 23, ink, 9 * grow)}</g>'
    )


_SHAPES = {"block": _block, "picket": _picket, "depot": _depot, "train": _train, "flag": _flag}
