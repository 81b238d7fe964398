"""The text of a piece in VASSAL: its traits, each within the next, as modules and saved games hold them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

MOST_TRAITS = 500
LAYER_PICTURES, LAYER_NAME, LAYER_KEY, LAYER_FORM, LAYER_ALWAYS = 16, 19, 3, 25, 26
"""The fields of a layer (``emb2``): its pictures, its name, and the key that switches it on; always on without.

A layer of the newer form ("1") says itself whether it is always on.
"""
NO_FACES = re.compile("mov|activ|fire|supply|oos|select|highlight|used|done|mark|control|spent", re.IGNORECASE)
"""What the name of a layer says that is laid on a counter and is not a side of it."""


@frozen
class PieceLayer:
    """A layer of a piece: its name and the picture of each level, "" for none; what is turned over shows another."""

    name: str
    levels: tuple[str, ...]
    always_on: bool

    @property
    def pictures(self) -> tuple[str, ...]:
        """The pictures that there are, in their order."""
        return tuple(filter(None, self.levels))

    def at(self, level: int) -> tuple[str, ...]:
        """The picture of a level, counted from 1; none below, where the layer is off."""
        return self.levels[level - 1 : level] if level > 0 else ()


@frozen
class VassalPiece:
    """A piece: its name, picture and layers, its markers, the prototypes it refers to, where it lies, its number.

    ``gpid`` is the number of the slot in the module that it comes from, "" where none is told. ``levels`` says for each
    layer which picture is shown, 0 for none, counted from 1. ``unread`` are the kinds of its other traits.
    """

    name: str
    image: str
    layers: tuple[PieceLayer, ...] = ()
    map: str = ""
    x: int = 0
    y: int = 0
    markers: Mapping[str, str] = field(factory=dict)
    prototypes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    id: str = ""
    gpid: str = ""
    levels: tuple[int, ...] = ()
    text: str = field(default="", eq=False, repr=False)
    """What was read."""


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that no backslash stands before; quotation of whole parts taken away."""
    parts = (part.replace(f"\\{mark}", mark) for part in re.split(rf"(?<!\\){re.escape(mark)}", text))
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part for part in parts]


def joined(parts: Sequence[str], mark: str) -> str:
    """Parts in one text, so that `split` gives them back: a mark in a part gets a backslash.

    >>> joined(["a/b", "c"], "/")
    'a\\\\/b/c'
    """
    quoted_parts = (f"'{part}'" if _needs_quotes(part) else part for part in parts)
    return mark.join(part.replace(mark, f"\\{mark}") for part in quoted_parts)


def _needs_quotes(part: str) -> bool:
    return part.endswith("\\") or (len(part) > 1 and part[0] == part[-1] == "'")


def traits_of(text: str) -> list[str]:
    """The traits from the outermost to the basic piece: each holds the next, with one backslash more."""
    traits: list[str] = []
    while text and len(traits) < MOST_TRAITS:
        outermost, *inner_traits = split(text, "\t")
        traits.append(outermost)
        text = "\t".join(inner_traits)
    return traits


def nested(traits: Sequence[str]) -> str:
    """The text of traits, of which each holds the next."""
    *outer_traits, text = traits
    for trait in reversed(outer_traits):
        text = joined([trait, text], "\t")
    return text


def read_piece(text: str) -> VassalPiece | None:
    """The piece of a text "+/id/types/states"; None for what is not a piece (a stack, a deck, a damaged text)."""
    parts = split(text.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return None
    piece = _of_traits(traits_of(parts[2]), traits_of(parts[3]))
    number = "" if parts[1] == "null" else parts[1]
    return evolve(piece, id=number, text=text.strip()) if piece is not None else None


def _of_traits(types: Sequence[str], states: Sequence[str]) -> VassalPiece | None:
    markers: dict[str, str] = {}
    prototypes, unread, layers, levels = list[str](), list[str](), list[PieceLayer](), list[int]()
    name = image = board = gpid = ""
    x = y = 0
    basic = False
    for kind, state in zip(types, [*states, *[""] * len(types)], strict=False):
        fields = split(kind, ";")
        match fields[0]:
            case "piece":
                basic = True
                image, name = [*fields[3:5], "", ""][:2]
                place_fields = [*split(state, ";"), *[""] * 4]
                board = place_fields[0] if place_fields[0] != "null" else ""
                x, y, gpid = whole_number(place_fields[1]), whole_number(place_fields[2]), place_fields[3]
            case "mark":
                keys = split(fields[1], ",") if len(fields) > 1 else []
                markers |= {key: value for key, value in zip(keys, split(state, ","), strict=False) if key}
            case "prototype":
                prototypes += fields[1:2]
            case "emb2" if len(fields) > LAYER_PICTURES:
                layers.append(_layer(fields))
                levels.append(max(0, whole_number(split(state, ";")[0])))
            case "":
                pass
            case other_trait:
                unread.append(other_trait[:20])
    if not basic:
        return None
    piece = VassalPiece(name, image, tuple(layers), board, x, y, markers, tuple(prototypes), tuple(unread))
    return evolve(piece, gpid=gpid, levels=tuple(levels))


def _layer(fields: Sequence[str]) -> PieceLayer:
    levels = tuple(split(fields[LAYER_PICTURES], ","))
    name = fields[LAYER_NAME] if len(fields) > LAYER_NAME else ""
    newer = len(fields) > LAYER_ALWAYS and fields[LAYER_FORM] == "1"
    return PieceLayer(name, levels, fields[LAYER_ALWAYS] == "true" if newer else not fields[LAYER_KEY])


def whole_number(text: str) -> int:
    """A whole number of a text; 0 where it is none."""
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 8 else 0


def faces(image: str, layers: Sequence[PieceLayer]) -> tuple[str, str]:
    """Front and back of a counter, "" for none: its own picture, else that of the innermost layer which is not a mark.

    The back is the last picture of a layer that shows sides, else of any.
    """
    sides = [layer for layer in layers if layer.pictures and not NO_FACES.search(layer.name)]
    visible_layers = sides or [layer for layer in layers if layer.pictures]
    if not visible_layers:
        return image, ""
    pictures = [picture for layer in visible_layers for picture in layer.pictures]
    front = (
        image or next((layer for layer in reversed(visible_layers) if layer.always_on), visible_layers[-1]).pictures[0]
    )
    of_front = next((layer.pictures for layer in visible_layers if front in layer.pictures), ())
    back_pictures = [picture for picture in of_front or pictures if picture != front] or [
        p for p in pictures if p != front
    ]
    return front, back_pictures[-1] if back_pictures else ""
