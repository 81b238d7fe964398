"""The pictures of cards, drawn as engravings by program: a figure before a hatched sky, or the sections of a field."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from wargame_pictures.draw.shapes import COLOR, number
from wargame_pictures.draw.terrain import INK

WIDE, HIGH = 120.0, 68.0
"""The width and height of a picture in drawing units."""

_FILE = files(__package__).joinpath("engravings.svg").read_text("utf-8")
_FIGURES: Mapping[str, str] = dict(re.findall(r'<g id="(\w+)">(.*?)</g>\n', _FILE))
_SECTIONS = ("left", "center", "right")
_RANKS: Mapping[str, Sequence[tuple[float, float, float]]] = {
    "infantry": ((22, 62, 1.25), (41, 62, 1.25), (60, 62, 1.25), (79, 62, 1.25), (98, 62, 1.25)),
    "march": ((88, 34, 0.5), (78, 38, 0.65), (66, 44, 0.85), (50, 52, 1.1), (30, 63, 1.5)),
}
"""Where soldiers stand, and how large."""
_SABRES = _FIGURES["sabre"] + f'<g transform="translate({number(WIDE)} 0) scale(-1 1)">{_FIGURES["sabre"]}</g>'
_COMPOSED: Mapping[str, str] = {
    "swords": _FIGURES["burst"] + _SABRES,
    "saber": _SABRES,
    "cavalry": _SABRES + _FIGURES["horseshoe"],
}
SIGNS = frozenset({*_FIGURES, *_RANKS, *_COMPOSED, *_SECTIONS}) - {"soldier", "sabre", "burst", "horseshoe"}
"""The signs of cards that have a picture."""


@lru_cache(maxsize=256)
def engraving(signs: tuple[str, ...]) -> str:
    """The picture for the signs of a card, as SVG from 0, 0 to `WIDE`, `HIGH`; a drum where no sign is known."""
    if any(sign in _SECTIONS for sign in signs):
        return _field(signs)
    figure = next((_figure(sign) for sign in signs if sign in SIGNS), _FIGURES["drum"])
    halo = f'<g fill="{COLOR["box"]}" stroke="{COLOR["box"]}" stroke-width="5">{_without_pens(figure)}</g>'
    pen = f'fill="{COLOR["box"]}" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"'
    return f"{_backdrop()}{halo}<g {pen}>{figure}</g>"


def _without_pens(figure: str) -> str:
    """A figure whose parts take fill and stroke from the group around them."""
    return re.sub(r' (?:fill|fill-opacity|stroke|stroke-width)="[^"]*"', "", figure)


def _figure(sign: str) -> str:
    if sign in _RANKS:
        soldiers = (
            f'<g transform="translate({number(x)} {number(y)}) scale({size:g})">{_FIGURES["soldier"]}</g>'
            for x, y, size in _RANKS[sign]
        )
        return "".join(soldiers)
    return _COMPOSED.get(sign) or _FIGURES[sign]


@lru_cache(maxsize=1)
def _backdrop() -> str:
    """A sky of horizontal lines that grow lighter toward the horizon, and rough ground."""
    sky = ""
    for n in range(12):
        y, gap = 3 + 3.4 * n, 6 + n * 7 % 5 * 9
        sky += f"M{number(gap * 0.2)} {number(y)}H{gap + 30}m{4 + n % 3 * 3} 0H{number(WIDE - n * 11 % 17)}"
    ground = "".join(f"M{n * 5 % 13} {number(46 + 2.6 * n)}q30 {3 - n % 3} 60 0t58 {n % 2}" for n in range(8))
    return (
        f'<rect width="{number(WIDE)}" height="{number(HIGH)}" fill="{COLOR["box"]}"/>'
        f'<path d="{sky}" fill="none" stroke="{INK}" stroke-width=".5" stroke-opacity=".45"/>'
        f'<path d="{ground}" fill="none" stroke="{INK}" stroke-width=".6" stroke-opacity=".6"/>'
    )


def _field(signs: Sequence[str]) -> str:
    """The field in its three sections from one's own side: a block for each order, a plus where the hand counts."""
    svg = f'<rect width="{number(WIDE)}" height="{number(HIGH)}" fill="{COLOR["box"]}"/>'
    for place, section in enumerate(_SECTIONS):
        far, near = [18 + 28.0 * (place + n) for n in (0, 1)], [4 + 37.3 * (place + n) for n in (0, 1)]
        count = signs.count(section)
        color, ink = (COLOR["section"], COLOR["box"]) if count else (COLOR["ground"], INK)
        data = f"M{number(far[0])} 8H{number(far[1])}L{number(near[1])} 62H{number(near[0])}Z"
        svg += f'<path d="{data}" fill="{color}" stroke="{INK}" stroke-width="1"/>'
        lines = "".join(
            f"M{number(far[0] + (near[0] - far[0]) * share)} {number(8 + 54 * share)}"
            f"L{number(far[1] + (near[1] - far[1]) * share)} {number(8 + 54 * share)}"
            for share in (n / 14 for n in range(1, 14))
        )
        svg += f'<path d="{lines}" stroke="{ink}" stroke-width=".5" stroke-opacity=".35"/>'
        middle = (far[0] + far[1] + near[0] + near[1]) / 4
        svg += _orders(middle, count, by_hand="hand" in signs)
    return svg


def _orders(x: float, count: int, *, by_hand: bool) -> str:
    """What may be ordered in a section, about its middle: a counter for each unit, or one with a plus."""
    if not count:
        return ""
    svg = ""
    for n in range(count):
        left, top = x + 10.5 * (n - (count - 1) / 2) - 4.6, 31
        svg += (
            f'<path d="M{number(left)} {top}h9.2v9.2h-9.2z" fill="{COLOR["box"]}" stroke="{INK}" stroke-width=".8"/>'
            + ("" if by_hand else f'<path d="M{number(left)} {top}l9.2 9.2m0 -9.2l-9.2 9.2" stroke="{INK}"/>')
            + (f'<path d="M{number(left + 1.6)} {top + 4.6}h6m-3 -3v6" stroke="{INK}" stroke-width="2"/>' * by_hand)
        )
    return svg
