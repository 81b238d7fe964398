"""What VASSAL writes into modules and saves: pieces as text with traits, and the cipher of saved games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

HEADER = b"!VCSK"
ESCAPE = "\x1b"
MOST_TRAITS = 500


@frozen
class VassalPiece:
    """A piece: its name and picture, its markers, the prototypes it refers to, where it lies, and traits not read."""

    name: str
    image: str
    gpid: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    markers: Mapping[str, str] = field(factory=dict)
    prototypes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that no backslash stands before; quotation of whole parts taken away."""
    parts, part, at = [], "", 0
    while at < len(text):
        letter = text[at]
        if letter == "\\" and text[at + 1 : at + 2] == mark:
            part += mark
            at += 2
            continue
        if letter == mark:
            parts.append(part)
            part = ""
        else:
            part += letter
        at += 1
    return [_unquoted(word) for word in (*parts, part)]


def _unquoted(part: str) -> str:
    return part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part


def read_piece(text: str) -> VassalPiece | None:
    """The piece of a text "+/id/types/states"; None for what is no piece (a stack, a deck, a damaged text)."""
    parts = split(text.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return None
    return _of_traits(_traits(parts[2]), _traits(parts[3]))


def _traits(text: str) -> list[str]:
    """The traits from the outermost to the basic piece: each holds the next, with one backslash more."""
    traits: list[str] = []
    rest = text
    while rest and len(traits) < MOST_TRAITS:
        head, mark, inner = _first_tab(rest)
        traits.append(head)
        if not mark:
            break
        rest = inner
    return traits


def _first_tab(text: str) -> tuple[str, str, str]:
    parts = split(text, "\t")
    if len(parts) == 1:
        return parts[0], "", ""
    return parts[0], "\t", "\t".join(parts[1:])


def _of_traits(types: Sequence[str], states: Sequence[str]) -> VassalPiece | None:
    markers: dict[str, str] = {}
    prototypes, unread = [], []
    name = image = gpid = board = ""
    x = y = 0
    basic = False
    for kind, state in zip(types, [*states, *[""] * len(types)], strict=False):
        fields = split(kind, ";")
        match fields[0]:
            case "piece":
                basic = True
                image, name = [*fields[3:5], "", ""][:2]
                where = [*split(state, ";"), *[""] * 4]
                board, gpid = where[0] if where[0] != "null" else "", where[3]
                x, y = _whole(where[1]), _whole(where[2])
            case "mark":
                keys = split(fields[1], ",") if len(fields) > 1 else []
                markers |= {key: value for key, value in zip(keys, split(state, ","), strict=False) if key}
            case "prototype":
                prototypes += fields[1:2]
            case "":
                pass
            case other:
                unread.append(other[:20])
    if not basic:
        return None
    return VassalPiece(name, image, gpid, board, x, y, markers, tuple(prototypes), tuple(unread))


def _whole(text: str) -> int:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 8 else 0


def deciphered(raw: bytes) -> str:
    """The text of a saved game, of which every byte is written as two hexadecimal digits. Raises ValueError."""
    if not raw.startswith(HEADER):
        return raw.decode("utf-8")
    body = raw[len(HEADER) :].strip()
    key = int(body[:2], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(body[2:].decode("ascii"))).decode("utf-8")


def commands(text: str) -> Iterator[str]:
    """The commands of a saved game; those within others, which have backslashes before their marks, among them."""
    yield from re.split(rf"\\*{ESCAPE}", text)
