"""What lies on the map now, as data: pieces with what their counters show, and marks on spaces, paths and crossings.

A screen that draws its own board needs these and the sheet, and knowledge of no game. They are made from a board as a
seat sees it, so that they tell what that seat's picture shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from attrs import field, fields, frozen

from wargame_core.flow.about import PIECE
from wargame_core.id_list import IdList
from wargame_core.json_form import JsonForm

PieceValue: TypeAlias = tuple[float, ...]
"""A number on a counter: what it is now, and after it what it is at the most, where there is such a limit."""


@frozen(kw_only=True)
class PieceFace(JsonForm):
    """What a counter shows to the seat that sees it.

    ``kind`` is that of the sheet. ``values`` are its numbers now, by name: ``{"strength": (3, 4)}`` is 3 of 4.
    ``marks`` are words for its state, such as "exhausted". ``carries`` has the ids of pieces that stand with it and
    move with it, such as its leader. Of a counter that lies face down only the name of its back and its side are told.
    """

    sparse: ClassVar = True
    name: str
    side: str = ""
    kind: str = ""
    face_down: bool = False
    values: Mapping[str, PieceValue] = field(factory=dict)
    marks: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()


FaceOf: TypeAlias = Callable[[Any, str], PieceFace]
"""``face_of(board, piece)``: what the counter of a piece on the map shows, of a board as a seat sees it."""


@frozen(kw_only=True)
class PieceOnMap(PieceFace):
    """A piece on the map: its id and the place where it stands, in the ids of the sheet, and what it shows.

    ``order`` counts the pieces of one place from 0, in the order in which they lie there.
    """

    id: str
    at: str
    order: int = 0


def _values_of(piece: PieceOnMap) -> str:
    """What a counter shows, in words: "strength 3 of 4, exhausted"."""
    numbers = (f"{name} {' of '.join(f'{number:g}' for number in value)}" for name, value in piece.values.items())
    return ", ".join([*numbers, *piece.marks, *(("face down",) if piece.face_down else ())])


class Pieces(IdList[PieceOnMap]):
    """The pieces on a map, by number or by id."""

    __slots__ = ()
    what = "piece on the map"
    columns: ClassVar = {
        "id": lambda piece: piece.id,
        "at": lambda piece: piece.at,
        "side": lambda piece: piece.side,
        "name": lambda piece: piece.name,
        "": _values_of,
    }


@frozen(kw_only=True)
class MapMark(JsonForm):
    """Something on the map that is not a piece: works, a zone of control, a flag, a bridge that is destroyed.

    ``kind`` is one word or two for all of its sort, ``text`` what is written beside it. ``places`` are the spaces that
    it covers, ``path`` those that it runs through, ``edges`` sides of spaces (a space and the one behind that side, ""
    at the rim of the map), ``crossing`` is the id of a crossing.
    """

    sparse: ClassVar = True
    kind: str
    text: str = ""
    side: str = ""
    places: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    crossing: str = ""


_FACE_FIELDS = tuple(part.name for part in fields(PieceFace))


def pieces_on(board: Any, face_of: FaceOf | None) -> Iterator[PieceOnMap]:
    """The pieces on the map of ``board``, which is a board as a seat sees it; without ``face_of`` only their names."""
    face_reader = face_of or _face_with_name_only
    piece_counts: Counter[str] = Counter()
    for piece, place in board.piece_places().items():
        face = face_reader(board, piece)
        yield PieceOnMap(
            id=piece, at=place, order=piece_counts[place], **{name: getattr(face, name) for name in _FACE_FIELDS}
        )
        piece_counts[place] += 1


def _face_with_name_only(board: Any, piece: str) -> PieceFace:
    """A piece of which its game tells nothing but the name."""
    return PieceFace(name=next(iter(board.names_of(PIECE, piece)), piece))
