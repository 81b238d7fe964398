"""The picture of a tileset: one square or hex in the colour of each terrain, as PNG."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from wargame_pictures.draw.terrain import PAPER, TINTS
from wargame_workshop.interchange.tile_letters import letter_pixels

_SPARE = ("#e6d5c3", "#d9d6e3", "#e3dccb", "#d5e0dc", "#e8d9d9", "#c9d8e8", "#dbe3c9", "#e8cfa3")

_PIECES = ("#3b5b92", "#8a4a3a", "#4f7a4a", "#7a5a8a", "#a0762f", "#3f7a7a", "#6a6a6a")


def colour_of(words: Sequence[str], word: str) -> str:
    """The colour of a word; of words without one of their own, different ones."""
    plain = [other for other in dict.fromkeys(words) if other not in TINTS and other != "clear"]
    return TINTS.get(word) or (_SPARE[plain.index(word) % len(_SPARE)] if word in plain else PAPER)


def tiles_picture(words: Sequence[str], size: tuple[int, int], hex_side: int = 0, letters: Sequence[str] = ()) -> bytes:
    """A PNG of tiles side by side, with their ``letters``. Hexes have a flat top when they are wider than high."""
    width, height = size
    inked = [letter_pixels(letter, size) for letter in (*letters, *[""] * (len(words) - len(letters)))]
    lines = []
    firsts = list(dict.fromkeys(word.partition(" ")[0] for word in words if " " in word))
    seconds = list(dict.fromkeys(word.partition(" ")[2] for word in words if " " in word))
    for y in range(height):
        line = bytearray()
        for word, ink in zip(words, inked, strict=True):
            plain = bytes.fromhex(colour_of(words, word)[1:])
            owner, _, kind = word.partition(" ")
            piece = bytes.fromhex(_PIECES[firsts.index(owner) % len(_PIECES)][1:]) if kind else b""
            for x in range(width):
                edge = _distance_in(x, y, width, height, hex_side)
                colour = _on_piece(x, y, size, piece, seconds.index(kind)) or plain if kind else plain
                darker = 4 if 0 <= edge < 1 else 3 if (x, y) in ink else 5
                shade = bytes(part * darker // 5 for part in colour)
                line += (shade + b"\xff") if edge >= 0 else b"\0\0\0\0"
        lines.append(b"\0" + bytes(line))
    return png(width * len(words), height, b"".join(lines))


def _on_piece(x: int, y: int, size: tuple[int, int], colour: bytes, number: int) -> bytes:
    """The colour of a pixel of a piece: a box of its owner with as many light bars as its number; none beside it."""
    across, down = x - size[0] // 4, y - size[1] // 4
    if not (0 <= across < size[0] // 2 and 0 <= down < size[1] // 2):
        return b""
    bar = down > 3 and across % 4 == 2 and across // 4 <= number and down < size[1] // 2 - 4
    return b"\xff\xff\xff" if bar else colour


def _distance_in(x: int, y: int, width: int, height: int, hex_side: int) -> float:
    """How far inside of the tile the middle of a pixel lies, in pixels; below 0 outside."""
    px, py = x + 0.5, y + 0.5
    if not hex_side:
        return min(px, py, width - px, height - py)
    if width < height:
        px, py, width, height = py, px, height, width
    slope = (width - hex_side) / 2
    aside = slope * abs(py - height / 2) / (height / 2)
    return min(py, height - py, px - aside, width - px - aside)


def png(width: int, height: int, lines: bytes) -> bytes:
    """A PNG of red, green, blue and opacity, its lines each after a zero byte."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")
