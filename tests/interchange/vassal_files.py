"""VASSAL modules and saves made for tests: nothing of anybody else's."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.interchange.small_files import archive

from wargame_workshop.interchange.tiled_maps import png


def joined(parts: Sequence[str], mark: str) -> str:
    """Parts as VASSAL joins them: a mark inside a part gets a backslash."""
    quoted = [f"'{part}'" if part.startswith("\\") else part for part in parts]
    return mark.join(part.replace(mark, "\\" + mark) for part in quoted)


def nested(traits: Sequence[str]) -> str:
    return traits[0] if len(traits) == 1 else joined([traits[0], nested(traits[1:])], "\t")


def piece(
    name: str,
    *,
    side: str = "",
    extra: Sequence[str] = (),
    place: str = "null;0;0",
    image: str = "a.png",
    markers: Mapping[str, str] | None = None,
) -> str:
    """The text of a counter with its markers; those for a side alone are its side and a strength."""
    told = dict(markers or ({"Side": side, "Strength": "4"} if side else {}))
    marks = [f"mark;{','.join(told)}"] if told else []
    kinds = [*extra, *marks, f"piece;;;{image};{name.replace(';', chr(92) + ';')}"]
    states = [*[""] * len(extra), *([",".join(told.values())] if told else []), f"{place};12;0"]
    return joined(["+", "null", nested(kinds), nested(states)], "/")


def layer(*images: str) -> str:
    """The trait of a counter that shows one of these pictures instead of its own."""
    return f"emb2;Flip;2;F;;2;;;2;;;;1;false;0;0;{','.join(images)};;false;"


def picture(size: tuple[int, int]) -> bytes:
    """The head of a picture of a size."""
    small = png(2, 1, b"\0" * 9)
    return small[:16] + struct.pack(">II", *size) + small[24:]


def palette(name: str, *pieces: tuple[str, str]) -> str:
    """A list of counters: names of entries and texts of pieces."""
    slots = "".join(f"<V.PieceSlot entryName={quoteattr(entry)}>{escape(text)}</V.PieceSlot>" for entry, text in pieces)
    return f"<V.ListWidget entryName={quoteattr(name)}>{slots}</V.ListWidget>"


def at_start(entry: str, text: str, where: str) -> str:
    slot = f"<V.PieceSlot entryName={quoteattr(entry)}>{escape(text)}</V.PieceSlot>"
    return f'<V.SetupStack name={quoteattr(entry)} owningBoard="Field" {where}>{slot}</V.SetupStack>'


def deck(name: str, *cards: str) -> str:
    slots = "".join(f"<V.CardSlot entryName={quoteattr(card)}>{escape(piece(card))}</V.CardSlot>" for card in cards)
    return f"<V.DrawPile name={quoteattr(name)}>{slots}</V.DrawPile>"


def regions(**places: tuple[int, int]) -> str:
    rows = "".join(f'<V.Region name="{name}" originx="{x}" originy="{y}"/>' for name, (x, y) in places.items())
    return f"<V.RegionGrid>{rows}</V.RegionGrid>"


def build(
    path: Path,
    grid: str,
    lists: str,
    *,
    on_map: str = "",
    more: str = "",
    sides: Sequence[str] = ("Blue", "Gray"),
    size: tuple[int, int],
    files: Mapping[str, bytes | str] | None = None,
) -> Path:
    """A module with a board of a grid, lists of counters, and what lies on the map."""
    roster = "".join(f"<entry>{side}</entry>" for side in sides)
    text = (
        '<?xml version="1.0"?><V.BasicModule name="Small War" version="1.2">'
        f"<V.PlayerRoster>{roster}</V.PlayerRoster>"
        '<V.Map mapName="Main"><V.BoardPicker>'
        f'<V.Board name="Field" image="field.png">{grid}</V.Board></V.BoardPicker>{on_map}</V.Map>'
        f"<V.PieceWindow>{lists}</V.PieceWindow>{more}</V.BasicModule>"
    )
    members = {"buildFile.xml": text, "moduledata": "<data/>", "images/field.png": picture(size), **(files or {})}
    return archive(path, members)


def saved(path: Path, *commands: str) -> Path:
    body = "begin_save\x1b" + "\x1b".join(commands) + "\x1bend_save"
    text = b"!VCSK5a" + bytes(byte ^ 0x5A for byte in body.encode()).hex().encode()
    return archive(path, {"savedGame": text, "savedata": "", "moduledata": ""})
