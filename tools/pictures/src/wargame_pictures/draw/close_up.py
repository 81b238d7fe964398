"""A close-up of a board: the part of the map where most counters of both sides stand near one another."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import number
from wargame_pictures.draw.tokens import PlacedPiece

COUNTERS_WIDE: Final = 12.0
"""How many counters side by side a close-up is wide."""
ASPECT: Final = 1.6
"""Its width, as a multiple of its height, where nobody asks for another shape."""
_BOTH_SIDES: Final = 3
"""How many counters of one side a counter of the other is worth: where two sides meet something will happen."""
_VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def close_up(picture: Picture) -> str:
    """The part of a board where most counters meet, as SVG; the middle of the map where there are none.

    >>> from wargame_core import load
    >>> from wargame_pictures import pictures_of
    >>> game = load("battlecry")
    >>> picture = pictures_of(game).picture(game.start(seed=1).view("spectator"))
    >>> whole, part = (re.findall('viewBox="([^"]*)"', svg)[0].split() for svg in (picture.svg(), close_up(picture)))
    >>> float(part[2]) < float(whole[2]), round(float(part[2]) / float(part[3]), 1)
    (True, 1.6)
    """
    box = " ".join(map(number, busiest_part(picture)))
    return _VIEW_BOX.sub(f'viewBox="{box}"', picture.svg(), count=1)


def busiest_part(
    picture: Picture, aspect: float = ASPECT, counters: float = COUNTERS_WIDE
) -> tuple[float, float, float, float]:
    """Left, top, width and height of that part, within the map without its title.

    It is ``counters`` side by side wide, or as wide as the map, and ``aspect`` times as wide as high.
    """
    sheet_wide, sheet_high = picture.ground.size
    pieces = picture.pieces
    sizes = sorted(piece.wide * piece.scale for piece in pieces)
    counter = sizes[len(sizes) // 2] if sizes else sheet_wide / counters / 2
    width = min(counters * counter, sheet_wide, sheet_high * aspect)
    height = width / aspect
    x, y = _middle_of_counters(pieces, width / 2, height / 2) or (sheet_wide / 2, sheet_high / 2)
    left, top = max(0.0, min(sheet_wide - width, x - width / 2)), max(0.0, min(sheet_high - height, y - height / 2))
    return left, top, width, height


def _middle_of_counters(pieces: Sequence[PlacedPiece], width: float, height: float) -> tuple[float, float] | None:
    """The middle of those counters that stand around one of them and are most worth to be seen; None without any."""
    best: Sequence[PlacedPiece] = ()
    most_worth = 0
    for centre in pieces:
        near_counters = [
            piece for piece in pieces if abs(piece.x - centre.x) < width and abs(piece.y - centre.y) < height
        ]
        counts = Counter(piece.side for piece in near_counters).values()
        worth = len(near_counters) + _BOTH_SIDES * (len(near_counters) - max(counts))
        if worth > most_worth:
            best, most_worth = near_counters, worth
    if not best:
        return None
    xs, ys = [piece.x for piece in best], [piece.y for piece in best]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
