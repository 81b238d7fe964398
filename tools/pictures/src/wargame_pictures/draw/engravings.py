"""The pictures of cards, drawn as engravings by program: a figure before a hatched sky, or the sections of a field."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from wargame_pictures.draw.shapes import COLOR, number
from wargame_pictures.draw.terrain import INK

WIDE, HIGH = 120.0, 84.0
"""The width and height of a picture in drawing units: half of a card five wide and seven high."""
_HORIZON, _FRONT = 59.0, 78.0
"""Where the sky ends, and where the field of the sections does."""
_FIGURE_TRANSFORM = f"translate({number(-0.06 * WIDE)} 7.8) scale(1.12)"
"""How the figures of the file, which are 68 high, fill a picture."""

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
KINDS: Mapping[str, str] = {
    **dict.fromkeys(_SECTIONS, "orders"),
    **dict.fromkeys(("artillery", "cavalry", "infantry", "saber", "shield", "swords", "target", "works"), "fight"),
    **dict.fromkeys(("back", "march", "rail", "wagon"), "march"),
    **dict.fromkeys(("die", "eye", "rain", "river"), "fortune"),
    **dict.fromkeys(("drum", "flag", "star"), "lead"),
}
"""The kind of each sign: the head of a card has the colour of the kind of its last sign."""
HEADS: Mapping[str, str] = {
    "orders": COLOR["section"],
    "fight": "#39424e",
    "march": "#6b4a23",
    "fortune": "#2f5a52",
    "lead": "#5c3a63",
}
"""The colours of heads by the kinds of cards; white letters can be read on each."""


def head_color(signs: Sequence[str]) -> str:
    """The colour of the head of a card with these signs."""
    kinds = [KINDS[sign] for sign in signs if sign in KINDS]
    return HEADS[kinds[-1] if kinds else "lead"]


@lru_cache(maxsize=256)
def engraving(signs: tuple[str, ...]) -> str:
    """The picture for the signs of a card, as SVG from 0, 0 to `WIDE`, `HIGH`; a drum where no sign is known."""
    picture = parts()
    if not any(sign in _SECTIONS for sign in signs):
        return picture["backdrop"] + _before_sky(picture[next((sign for sign in signs if sign in SIGNS), "drum")])
    svg, order = picture["field"], picture["order-by-hand" if "hand" in signs else "order"]
    for place, section in enumerate(_SECTIONS):
        count = signs.count(section)
        svg += picture[f"{section}-lit" if count else section]
        for figure_number in range(count):
            x = WIDE / 2 + SECTION_STEP * (place - 1) + ORDER_STEP * (figure_number - (count - 1) / 2)
            svg += f'<g transform="translate({number(x)} {number(ORDER_HIGH)})">{order}</g>'
    return svg


SECTION_STEP, ORDER_STEP, ORDER_HIGH = 32.7, 10.5, 43.8
"""The distance between the middles of two sections, and of two orders in one; how far down orders stand."""


@lru_cache(maxsize=1)
def parts() -> Mapping[str, str]:
    """What pictures are put together from, as SVG by name.

    A backdrop with a figure for a sign; or the field with its three sections, plain or lit, and orders about 0, 0.
    """
    parts_by_name = {"backdrop": _backdrop(), "field": _paper(), "order": _order(), "order-by-hand": _order_by_hand()}
    for place, section in enumerate(_SECTIONS):
        parts_by_name[section] = _section(place, COLOR["ground"], INK)
        parts_by_name[f"{section}-lit"] = _section(place, COLOR["section"], COLOR["box"])
    return parts_by_name | {sign: _figure(sign) for sign in sorted(SIGNS - {*_SECTIONS})}


def _before_sky(figure: str) -> str:
    """A figure with a rim of paper around it, which keeps the lines of the sky off."""
    rim_svg = f'<g fill="{COLOR["box"]}" stroke="{COLOR["box"]}" stroke-width="5">{_without_pens(figure)}</g>'
    pen = f'fill="{COLOR["box"]}" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"'
    return f"{rim_svg}<g {pen}>{figure}</g>"


def _without_pens(figure: str) -> str:
    """A figure whose parts take fill and stroke from the group around them."""
    return re.sub(r' (?:fill|fill-opacity|stroke|stroke-width)="[^"]*"', "", figure)


def _figure(sign: str) -> str:
    return f'<g transform="{_FIGURE_TRANSFORM}">{_drawn_sign(sign)}</g>'


def _drawn_sign(sign: str) -> str:
    if sign in _RANKS:
        soldiers = (
            f'<g transform="translate({number(x)} {number(y)}) scale({size:g})">{_FIGURES["soldier"]}</g>'
            for x, y, size in _RANKS[sign]
        )
        return "".join(soldiers)
    return _COMPOSED.get(sign) or _FIGURES[sign]


def _paper() -> str:
    return f'<rect width="{number(WIDE)}" height="{number(HIGH)}" fill="{COLOR["box"]}"/>'


def _backdrop() -> str:
    """A sky of horizontal lines that grow lighter toward the horizon, and rough ground."""
    sky = ""
    for cloud in range(16):
        y, gap = 3 + 3.4 * cloud, 6 + cloud * 7 % 5 * 9
        sky += f"M{number(gap * 0.2)} {number(y)}H{gap + 30}m{4 + cloud % 3 * 3} 0H{number(WIDE - cloud * 11 % 17)}"
    ground = "".join(f"M{n * 5 % 13} {number(_HORIZON + 2.6 * n)}q30 {3 - n % 3} 60 0t58 {n % 2}" for n in range(9))
    return (
        f'{_paper()}<path d="{sky}" fill="none" stroke="{INK}" stroke-width=".5" stroke-opacity=".45"/>'
        f'<path d="{ground}" fill="none" stroke="{INK}" stroke-width=".6" stroke-opacity=".6"/>'
    )


def _section(place: int, color: str, ink: str) -> str:
    """A section of the field, seen from one's own side, with lines that lie closer far away."""
    far_xs, near_xs = [18 + 28.0 * (place + side) for side in (0, 1)], [4 + 37.3 * (place + side) for side in (0, 1)]
    lines = ""
    for share in ((tie_number / 18) ** 1.3 for tie_number in range(1, 18)):
        left, right = (a + (b - a) * share for a, b in zip(far_xs, near_xs, strict=True))
        lines += f"M{number(left)} {number(8 + (_FRONT - 8) * share)}H{number(right)}"
    outline = f"M{number(far_xs[0])} 8H{number(far_xs[1])}L{number(near_xs[1])} {number(_FRONT)}H{number(near_xs[0])}Z"
    return (
        f'<path d="{outline}" fill="{color}" stroke="{INK}"/>'
        f'<path d="{lines}" stroke="{ink}" stroke-width=".5" stroke-opacity=".35"/>'
    )


def _order() -> str:
    return f'{_block()}<path d="M-4.6 -4.6l9.2 9.2m0 -9.2l-9.2 9.2" stroke="{INK}"/>'


def _order_by_hand() -> str:
    return f'{_block()}<path d="M-3 0h6m-3 -3v6" stroke="{INK}" stroke-width="2"/>'


def _block() -> str:
    return f'<path d="M-4.6 -4.6h9.2v9.2h-9.2z" fill="{COLOR["box"]}" stroke="{INK}" stroke-width=".8"/>'
