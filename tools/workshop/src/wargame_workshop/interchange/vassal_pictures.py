"""How large the picture of a board is, by its head: PNG, GIF, JPEG, and SVG in any unit."""

from __future__ import annotations

import re
import struct

UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "in": 96.0, "pt": 96 / 72, "pc": 16.0}
"""Pixels of a unit of an SVG, 96 to the inch."""
_SVG_TAG = re.compile(r"<(?:\w+:)?svg\b((?:\"[^\"]*\"|'[^']*'|[^'\">])*)>")
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_LENGTH_TEXT = re.compile(r"\s*(\d{1,7}(?:\.\d{0,20})?|\.\d{1,20})(?:e([+-]?\d))?\s*([a-z]*)\s*", re.IGNORECASE)
HEAD = 65_536
"""Bytes in which an SVG must have its first element."""


def picture_size(raw: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, JPEG or SVG, by its head; None for others."""
    if raw[:8] == b"\x89PNG\r\n\x1a\n" and len(raw) >= 24:
        return struct.unpack(">II", raw[16:24])
    if raw[:4] == b"GIF8" and len(raw) >= 10:
        return struct.unpack("<HH", raw[6:10])
    if raw[:2] == b"\xff\xd8":
        return _jpeg_size(raw)
    return _svg_size(raw[:HEAD].decode("utf-8", "replace"))


def _svg_size(text: str) -> tuple[int, int] | None:
    """The size of an SVG: its width and height, and where one is missing or a share, that of its viewBox."""
    head = _SVG_TAG.search(text)
    if head is None:
        return None
    attributes = {name: double or single_quoted for name, double, single_quoted in _ATTRIBUTE.findall(head[1])}
    box = [
        _pixels(part) for part in re.split(r"[\s,]+", attributes.get("viewBox", "").strip()) if not part.startswith("-")
    ]
    shape = box[-2:] if len(box) >= 2 else [None, None]
    svg_width, svg_height = (_pixels(attributes.get(name, "")) for name in ("width", "height"))
    if shape[0] and shape[1]:  # one side told alone keeps the shape of the box
        svg_width = (
            svg_width
            if svg_width is not None
            else (svg_height * shape[0] / shape[1] if svg_height is not None else shape[0])
        )
        svg_height = svg_height if svg_height is not None else svg_width * shape[1] / shape[0]
    return (round(svg_width), round(svg_height)) if svg_width and svg_height else None


def _pixels(text: str) -> float | None:
    parts = _LENGTH_TEXT.fullmatch(text)
    if parts is None or parts[3].casefold() not in UNITS:
        return None
    return float(f"{parts[1]}e{parts[2] or 0}") * UNITS[parts[3].casefold()]


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    byte_offset = 2
    while byte_offset + 9 < len(raw) and raw[byte_offset] == 0xFF:
        mark, length = raw[byte_offset + 1], struct.unpack(">H", raw[byte_offset + 2 : byte_offset + 4])[0]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", raw[byte_offset + 5 : byte_offset + 9])
            return width, height
        byte_offset += 2 + max(2, length)
    return None
