"""Lines of the legend that explain counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargame_pictures.draw.faces import Badge, Face, draw_badge, draw_sign, draw_slip
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.lines import INK
from wargame_pictures.draw.sides import DARK, LIGHT


def side_keys(names: Sequence[str]) -> Iterator[KeyItem]:
    """The counters of two sides."""
    for name, color in zip(names, (DARK, LIGHT), strict=True):
        yield KeyItem(f'<g transform="translate(12 7)">{draw_slip(Face("block", "", color), 22.0, 13.0)}</g>', name)


def shape_keys(words: Mapping[str, str]) -> Iterator[KeyItem]:
    """The symbols of arms and other tokens, each with its word; keys are the values of `Face.arm`."""
    return (KeyItem(draw_sign(sign, INK, 12, 7, 1.4), word) for sign, word in words.items())


def pip_key(word: str) -> KeyItem:
    """Discs for the parts that are left and rings for those that are lost."""
    ring = f'<circle cx="17" cy="7" r="3" fill="none" stroke="{INK}"/>'
    return KeyItem(f'<circle cx="7" cy="7" r="3" fill="{INK}"/>{ring}', word)


def badge_keys(badges: Mapping[Badge, str]) -> Iterator[KeyItem]:
    """Badges with what they mean."""
    return (KeyItem(draw_badge(*badge, 12, 7, 15, 11), word) for badge, word in badges.items())
