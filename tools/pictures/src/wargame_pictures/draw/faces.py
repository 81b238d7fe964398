"""The faces of tokens: counters with name, arm, strength and state, slips in a stack, pickets, depots, flags."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Final, Literal

from attrs import evolve, frozen

from wargame_pictures.draw.labels import text_width
from wargame_pictures.draw.shapes import number

Shape = Literal["block", "picket", "depot", "train", "flag"]
Tone = Literal["plain", "warning", "alarm"]
Badge = tuple[str, Tone]
"""One or two letters on a counter, and how serious that state is."""

SANS = "Archivo Narrow,Arial Narrow,Liberation Sans Narrow,Helvetica,Arial,sans-serif"
FACE_BOXES: Mapping[Shape, tuple[float, float, float, float]] = {
    "block": (40, 28, 0, 0),
    "picket": (22, 22, 0, 0),
    "depot": (26, 26, 0, -1),
    "train": (32, 24, 0, 0),
    "flag": (29, 29, 4.5, 0),
}
"""By shape: width and height with a margin, and the coordinates of its centre."""
COUNTER = (36.0, 26.0)
"""The width and height of a counter."""
BADGES_HIGH = 8.0
"""The height that badges add to a counter that stands alone."""

_TONE_COLORS: Mapping[Tone, tuple[str, str]] = {
    "plain": ("#ffffff", "#1c1710"),
    "warning": ("#ffd24a", "#1c1710"),
    "alarm": ("#c4161c", "#ffffff"),
}
_STAR = "M0 -4.4l1.3 2.9l3.1 .3l-2.3 2l.7 3.1l-2.8 -1.6l-2.8 1.6l.7 -3.1l-2.3 -2l3.1 -.3z"
_ARM_SYMBOLS = {
    "infantry": "M-5.5 -3.7L5.5 3.7M-5.5 3.7L5.5 -3.7",
    "cavalry": "M-5.5 3.7L5.5 -3.7",
    "artillery": "",
    "armor": "M-2.5 -1.8h5a1.8 1.8 0 0 1 0 3.6h-5a1.8 1.8 0 0 1 0 -3.6z",
    "hq": "M-5.5 -1.8h11M-5.5 3.7v2.5",
    "wagon": "M-5.5 -.6H5.5",
    "train": "M-5.5 -.6H5.5",
}


CORPS_BADGES: Mapping[str, str] = {
    "I": "M0 -2.7a2.7 2.7 0 1 0 .1 0z",
    "II": "M0 -3.2a1.5 1.5 0 0 1 1.3 2.2a1.5 1.5 0 1 1 -.7 2.1l.6 2.1h-2.4l.6 -2.1a1.5 1.5 0 1 1 -.7 -2.1"
    "a1.5 1.5 0 0 1 1.3 -2.2z",
    "III": "M0 -3.5L2.6 0L0 3.5L-2.6 0z",
    "V": "M-1.3 -3L0 -2.3L1.3 -3L.5 -.5L3 -1.3L2.3 0L3 1.3L.5 .5L1.3 3L0 2.3L-1.3 3L-.5 .5L-3 1.3L-2.3 0L-3 -1.3"
    "L-.5 -.5z",
    "VI": "M-1 -3h2v2h2v2h-2v2h-2v-2h-2v-2h2z",
    "XI": "M1.6 -2.9a3 3 0 1 0 0 5.8a2.4 2.4 0 1 1 0 -5.8z",
    "XII": "M0 -3.3l.8 2.2h2.3l-1.8 1.4l.7 2.3l-2 -1.4l-2 1.4l.7 -2.3l-1.8 -1.4h2.3z",
}
"""The badges of the corps of the Army of the Potomac in 1863, by number."""


@frozen
class Face:
    """What is on the face of a token. ``pips`` counts the parts that are left and those that are lost.

    ``corps`` is a key of `CORPS_BADGES`, drawn on the band.
    """

    shape: Shape
    label: str
    color: str
    face_down: bool = False
    arm: str = ""
    value: str = ""
    pips: tuple[int, int] = (0, 0)
    badges: tuple[Badge, ...] = ()
    band: str = ""
    corps: str = ""

    @property
    def shows_more(self) -> bool:
        """Whether the face shows more than a name."""
        return not self.face_down and bool(self.arm or self.value or any(self.pips))


@lru_cache(maxsize=4096)
def draw_face(face: Face) -> str:
    """The face of a token that stands alone, as SVG centred on 0, 0."""
    if face.shape == "block":
        return _counter(face, *COUNTER)
    return _SHAPES[face.shape](face.label, escape(face.color), contrast(face.color), face.face_down)


@lru_cache(maxsize=4096)
def draw_slip(face: Face, width: float, height: float) -> str:
    """The face of a token in a stack, ``width`` by ``height``: in two lines, or in one where two do not fit."""
    ink = contrast(face.color)
    if height >= 19 and width >= NARROW and face.shows_more:
        return _counter(face, width, height, in_stack=True)
    svg = _counter_body(face.color, ink, width, height)
    if face.face_down:
        return svg + draw_sign("banner", ink, -width / 2 + 8, 0, min(1.0, (height - 3) / 8.5))
    if width < NARROW and height > 11 and face.shows_more:
        label = text(face.label, 0, -height * 0.22, width - 2, height * 0.44, ink, "normal")
        return svg + label + _face_line(evolve(face, label="", arm=""), ink, height * 0.24, width, height * 0.5)
    return svg + _face_line(face, ink, 0, width, height)


NARROW = 24.0
"""The width of a slip in stacks of two or more columns."""


def _face_line(face: Face, ink: str, y: float, width: float, height: float) -> str:
    """Name, strength and state in one line; a sign before them, but for infantry, where it leaves room for the name."""
    size, left, right = min(9.0, height - 2.2), -width / 2 + 2, width / 2 - 1.5
    svg = ""
    if face.badges:
        states, tone = _joined_badge(face.badges)
        room = min(
            text_width(states, size * 0.8) + 2.5, width * ((0.3 if face.label else 0.6) + 0.1 * (len(states) > 3))
        )
        svg += draw_badge(states, tone, right - room / 2 + 0.5, y, room, min(height - 2.4, 7.5))
        right -= room
    value = face.value or (f"{face.pips[0]}{f'-{face.pips[1]}' if face.pips[1] else ''}" if any(face.pips) else "")
    if value:
        room = min(text_width(value, size) + 1, (right - left) * (0.4 if face.label else 1))
        svg += text(value, right - room / 2, y, room, size, ink, "bold")
        right -= room + 1
    symbol, scale = face.arm or (face.shape if face.shape != "block" else ""), min(1.0, (height - 3) / 8.5)
    room = text_width(face.label, size) * 0.75 + 13 * scale
    if symbol and not (face.label and (symbol == "infantry" or room > right - left)):
        svg += draw_sign(symbol, ink, left + 6 * scale, y, scale)
        left += 13 * scale
    return svg + text(face.label, (left + right) / 2, y, right - left, size, ink, "normal")


def contrast(color: str) -> str:
    """White on dark colours, near black on light ones; white for a colour that is not #rrggbb."""
    digits = color.removeprefix("#")
    try:
        red, green, blue = (int(digits[digit_start : digit_start + 2], 16) for digit_start in (0, 2, 4))
    except ValueError:
        return "#fff"
    return "#1c1710" if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else "#fff"


def text(words: str, x: float, y: float, room: float, size: float, color: str, weight: str = "bold") -> str:
    """Text centred on a point, made smaller and narrower to fit into ``room``, and abbreviated where it must."""
    if not words or room < 3:
        return ""
    narrowest = 0.68
    size = max(0.8 * size, min(size, size * room / max(1.0, text_width(words, size) * narrowest)))
    words = abbreviate(words, room / narrowest, size)
    natural = text_width(words, size)
    squeeze = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if natural > room else ""
    bold = ' font-weight="bold"' if weight == "bold" else ""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.35)}" font-size="{number(size)}" font-family="{SANS}"{bold} '
        f'text-anchor="middle" fill="{color}"{squeeze}>{escape(words)}</text>'
    )


SHORT_FORMS: Final[Mapping[str, str]] = {
    "artillery": "Art",
    "battalion": "Bn",
    "battery": "Bty",
    "brigade": "Bde",
    "cavalry": "Cav",
    "division": "Div",
    "infantry": "Inf",
    "regiment": "Rgt",
}
"""What counters write for words that do not fit."""


def abbreviate(words: str, room: float, size: float) -> str:
    """Words that fit into the room: with the usual short forms first, then vowels go, from the end, then letters.

    Two letters stay.

    >>> abbreviate("Williams", 30.0, 9.0), abbreviate("Longstreet", 33.0, 9.0), abbreviate("Rice's battery", 45.0, 9.0)
    ('Willims', 'Lngstrt', "Rice's Bty")
    """
    if text_width(words, size) > room:
        words = " ".join(SHORT_FORMS.get(word.casefold(), word) for word in words.split(" "))
    for word_count in range(len(words) - 1, 0, -1):
        if text_width(words, size) <= room:
            return words
        if words[word_count] in "aeiou" and words[word_count - 1] != " ":
            words = words[:word_count] + words[word_count + 1 :]
    while len(words) > 2 and text_width(words, size) > room:
        words = words[:-1]
    return words


def _counter_body(color: str, ink: str, width: float, height: float) -> str:
    """The counter itself: square corners on dark ones, cut corners and a heavier rim on light ones."""
    is_light = ink != "#fff"
    right, foot = width / 2 - 0.5, height / 2 - 0.5
    slant = min(3.5, height / 4) if is_light else 0
    points = (
        f"M{number(-right + slant)} {number(-foot)}H{number(right - slant)}l{slant} {slant}"
        f"V{number(foot - slant)}l-{slant} {slant}"
        f"H{number(-right + slant)}l-{slant} -{slant}V{number(-foot + slant)}z"
        if is_light
        else f"M{number(-right)} {number(-foot)}H{number(right)}V{number(foot)}H{number(-right)}z"
    )
    rim_style = ("#8f1f17", 1.5) if is_light else ("#fff", 1.0)
    shadow = f'<path d="{points}" transform="translate(1 1.3)" fill="#000" fill-opacity=".3"/>'
    gleam = f'<path d="M{number(-right + slant + 1)} {number(1.1 - foot)}H{number(right - slant - 1)}" stroke="#fff"'
    return (
        f'{shadow}<path d="{points}" fill="{escape(color)}" stroke="{rim_style[0]}" stroke-width="{rim_style[1]}"/>'
        f'{gleam} stroke-width=".8" stroke-opacity=".45"/>'
    )


def draw_count(count: int) -> str:
    """The number of tokens of a stack, at the upper right corner of the one on top."""
    x, y = COUNTER[0] / 2 + 2, -COUNTER[1] / 2 - 2
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="#fff" stroke="#1c1710"/>'
    return f'<g class="count">{disc}{text(str(count), x, y, 10, 9, "#1c1710")}</g>'


def _counter(face: Face, width: float, height: float, in_stack: bool = False) -> str:
    """A counter: name, sign and numeral, and at its foot a row of pips; badges hang below it, in a stack beside."""
    ink = contrast(face.color)
    svg = _counter_body(face.color, ink, width, height)
    if face.face_down:
        return svg + draw_sign("banner", ink, 0, 0, 1.3)
    if not face.shows_more:
        return svg + text(face.label, 0, 0, width - 3, 11, ink)
    left, right = -width / 2 + 2.5, width / 2 - 2
    if face.band:
        badge = CORPS_BADGES.get(face.corps, "") if width >= NARROW else ""
        strip_width = 6.6 if badge else 3.0
        strip = f"M{number(left - 2.3 + strip_width / 2)} {number(1.8 - height / 2)}v{number(height - 3.6)}"
        svg += f'<path d="{strip}" fill="none" stroke="{face.band}" stroke-width="{number(strip_width)}"/>'
        if badge:
            svg += f'<path d="{badge}" transform="translate({number(left + 1)} 0)" fill="#1c1710"/>'
        left += strip_width - 1.4
    name_size = max(6.4, height * NAME_SHARE)
    svg += text(face.label, (left + right) / 2, 1.3 + name_size / 2 - height / 2, right - left, name_size, ink)
    line = (name_size - (PIPS_HIGH if any(face.pips) else 0.4)) / 2
    if face.arm and not (in_stack and len(face.badges) > 1):
        scale = min(1.15, height / 22)
        svg += draw_sign(face.arm, ink, left + 6 * scale, line, scale)
        left += 13 * scale
    if in_stack and face.badges:
        badges = face.badges if len(face.badges) < 3 else (_joined_badge(face.badges),)
        room = min((right - left) * 0.6, max(8.0 * len(badges), text_width(badges[0][0], 6) + 3.5))
        svg += _badges(badges, right - room, line, room)
        right -= room
    value = face.value or (str(face.pips[0]) if any(face.pips) else "")
    svg += text(value, (left + right) / 2, line, right - left, height * NUMERAL_SHARE, ink)
    svg += draw_pips(face.pips, -width / 2 + 4, width / 2 - 3, height / 2 - PIPS_HIGH / 2 - 0.9, ink)
    if face.badges and not in_stack:
        svg += _badges(face.badges, -width / 2, height / 2 + BADGES_HIGH / 2, width)
    return svg


NAME_SHARE, NUMERAL_SHARE, PIPS_HIGH = 0.28, 0.55, 3.6
"""Of the height of a counter the shares of its name and of the numeral that rules it; and the height of its pips."""


def draw_pips(pips: tuple[int, int], left: float, right: float, y: float, ink: str) -> str:
    """A disc for each part that is left, a ring for each that is gone."""
    remaining_steps, lost_steps = pips
    if not remaining_steps + lost_steps:
        return ""
    step = min(PIPS_HIGH + 0.2, (right - left) / (remaining_steps + lost_steps))
    size = number(step * 0.36)
    left = (left + right - step * (remaining_steps + lost_steps)) / 2
    circles = []
    for pip_number in range(remaining_steps + lost_steps):
        style = f'fill="{ink}"' if pip_number < remaining_steps else f'fill="none" stroke="{ink}" stroke-width=".7"'
        circles.append(f'<circle cx="{number(left + step * (pip_number + 0.5))}" cy="{number(y)}" r="{size}" {style}/>')
    return "".join(circles)


def _joined_badge(badges: tuple[Badge, ...]) -> Badge:
    """All badges as one, where there is no room for each: "F1", "E" and "D" are "1ED", in the worst of their tones."""
    tones = [tone for _, tone in badges]
    return "".join(word.removeprefix("F") for word, _ in badges), "alarm" if "alarm" in tones else tones[-1]


def _badges(badges: tuple[Badge, ...], left: float, y: float, room: float) -> str:
    """Badges side by side, as wide as their words and no wider together than the room."""
    widths = [4.5 + 3.6 * len(word) for word, _ in badges]
    shrink = min(1.0, room / sum(widths))
    svg, x = "", left
    for (word, tone), width in zip(badges, widths, strict=True):
        svg += draw_badge(word, tone, x + width * shrink / 2, y, width * shrink - 0.5, 7.5)
        x += width * shrink
    return svg


def draw_badge(word: str, tone: Tone, x: float, y: float, width: float, height: float) -> str:
    """A badge centred on a point, as SVG."""
    fill, ink = _TONE_COLORS[tone]
    box = f'x="{number(x - width / 2)}" y="{number(y - height / 2)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {box} rx="1.5" fill="{fill}" stroke="#1c1710" stroke-width=".5"/>' + text(
        word, x, y, width - 1, height * 0.9, ink
    )


def has_sign(sign: str) -> bool:
    """Whether there is a symbol for an arm or another kind of token."""
    return sign in _ARM_SYMBOLS or sign in _OTHER_SIGNS


_OTHER_SIGNS = frozenset({"depot", "flag", "leader", "general", "banner", "picket"})


def draw_sign(sign: str, ink: str, x: float, y: float, scale: float) -> str:
    """The symbol of an arm in its box, or of a depot, a leader or a picket, centred on a point, as SVG."""
    opening_tag = f'<g transform="translate({number(x)} {number(y)}) scale({scale:.2g})">'
    pen = f'fill="none" stroke="{ink}" stroke-width="1"'
    if sign == "depot":
        return f'{opening_tag}<path d="M-4 4V-.5L0 -4L4 -.5V4Z" fill="{ink}"/></g>'
    if sign in ("flag", "leader", "general"):
        return f'{opening_tag}<path d="{_STAR}" fill="{ink}"/></g>'
    if sign in ("banner", "picket"):
        return f'{opening_tag}<path d="M-3 4.5v-9l6.5 2.6l-6.5 2.6" fill="{ink}" stroke="{ink}" stroke-width="1"/></g>'
    svg = f'<path d="M-5.5 -3.7h11v7.4h-11z{_ARM_SYMBOLS.get(sign, "")}" {pen}/>'
    if sign == "artillery":
        svg += f'<circle r="2" fill="{ink}"/>'
    elif sign in ("wagon", "train"):
        svg += f'<circle cx="-3" cy="1.7" r="1.5" fill="{ink}"/><circle cx="3" cy="1.7" r="1.5" fill="{ink}"/>'
    return f"{opening_tag}{svg}</g>"


_SHADOW = 'fill="#000" fill-opacity=".28"'


def _picket(label: str, color: str, ink: str, face_down: bool) -> str:
    shape = (
        f'<circle r="10" cx="1.2" cy="1.4" {_SHADOW}/><circle r="10" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    )
    sign = draw_sign("picket", ink, 0, -2 if label else 0, 0.9 if label else 1.2)
    return shape + sign + ("" if face_down else text(label, 0, 5.5, 15, 7.5, ink))


def _depot(label: str, color: str, ink: str, face_down: bool) -> str:
    body = "M-12 11V-3L0 -13L12 -3V11Z"
    return (
        f'<path d="{body}" transform="translate(1.2 1.4)" {_SHADOW}/>'
        f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'
        + (draw_sign("banner", ink, 0, 2, 1.2) if face_down else text(label, 0, 3, 20, 10, ink))
    )


def _train(label: str, color: str, ink: str, face_down: bool) -> str:
    body = "M-15 6V-4Q-15 -11 -8 -11H8Q15 -11 15 -4V6Z"
    wheels = "".join(
        f'<circle cx="{x}" cy="7" r="3.6" fill="#fff" stroke="#1c1710" stroke-width="1.4"/>' for x in (-8, 8)
    )
    return f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>{wheels}' + (
        draw_sign("banner", ink, 0, -2, 1) if face_down else text(label, 0, -3, 26, 9, ink)
    )


def _flag(label: str, color: str, ink: str, face_down: bool) -> str:
    return (
        f'<path d="M-9 13V-14" stroke="#1c1710" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M-8 -14q8 -4 13 0t13 0v13q-8 4 -13 0t-13 0z" fill="{color}" stroke="{ink}" stroke-width="1"/>'
        + ("" if face_down else text(label, 5, -7.5, 23, 9, ink))
    )


_SHAPES = {"picket": _picket, "depot": _depot, "train": _train, "flag": _flag}
