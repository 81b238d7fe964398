"""Boards with a piece elsewhere, without it, or with other values, said in the words of positions as text.

Fields that follow from others (`Follows`) are worked out again, so that nobody has to keep them in step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.about import PIECE
from wargame_core.flow.events import Board
from wargame_core.flow.position_words import Column, PositionWords
from wargame_core.limits import quote


def placed(words: PositionWords, board: Board, piece: str, at: str, values: Mapping[str, object]) -> Board:
    """The board with a piece at a place, and with other values of the piece. Raises `WargameError`."""
    if not words.rules.knows(PIECE, piece, board):
        ids = board.ids_of(PIECE)
        raise UnknownName("piece", piece, ids if isinstance(ids, Iterable) else board.piece_places())
    place = words.place_column
    if place is None:
        raise WargameError(
            f"the board of {words.rules.id} does not say where pieces stand: set(...) changes its fields "
            f"({', '.join(words.shapes)})"
        )
    data: dict[str, Any] = {}
    for name, value in {place.name: at, **values}.items():
        if name not in words.columns:
            raise UnknownName("field of a piece", name, words.columns)
        _set_piece_value(words, board, data, piece, words.columns[name], value)
    return _with_fields(words, board, data)


def _set_piece_value(
    words: PositionWords, board: Board, data: dict[str, Any], piece: str, column: Column, value: object
) -> None:
    """Give a piece a value, in the JSON ``data`` of the fields that change."""
    board_data: dict[str, Any] = words.rules.codec.board_to_json(board)
    present_pieces = data.setdefault(column.field, board_data[column.field])
    if column.is_set:
        if not isinstance(value, bool):
            raise WargameError(f"{column.name} of {quote(piece)} is True or False, not {quote(value)}")
        other_pieces = [other_piece for other_piece in present_pieces if other_piece != piece]
        data[column.field] = [*other_pieces, piece] if value else other_pieces
        return
    json_value = words.hear(plain(words, value), column.shape, place=column is words.place_column)
    if column.part is None:
        data[column.field] = {**present_pieces, piece: json_value}
    else:
        own_id = {"id": piece} if "id" in words.parts_of(column.field) else {}
        data[column.field] = {
            **present_pieces,
            piece: {**own_id, **present_pieces.get(piece, {}), column.part.name: json_value},
        }


def removed(words: PositionWords, board: Board, piece: str) -> Board:
    """The board without a piece, in all the fields that tell of pieces. Raises `UnknownName`."""
    if piece not in board.piece_places():
        raise UnknownName("piece on the map", piece, board.piece_places())
    board_data = words.rules.codec.board_to_json(board)
    data: dict[str, Any] = {}
    for name in words.piece_fields:
        present_pieces = board_data[name]
        if piece in present_pieces:
            other_pieces = (other_piece for other_piece in present_pieces if other_piece != piece)
            data[name] = (
                {other_piece: present_pieces[other_piece] for other_piece in other_pieces}
                if isinstance(present_pieces, dict)
                else [*other_pieces]
            )
    return _with_fields(words, board, data)


def with_values(words: PositionWords, board: Board, values: Mapping[str, object]) -> Board:
    """The board with other values in some fields. Raises `WargameError`."""
    data: dict[str, Any] = {}
    for name, value in values.items():
        if name not in words.shapes:
            raise UnknownName("field of the board", name, words.shapes)
        data[name] = words.hear(plain(words, value), words.shapes[name])
    return _with_fields(words, board, data)


def plain(words: PositionWords, value: object) -> Any:
    """A value that a program gives, as plain data."""
    if isinstance(value, Mapping):
        return {key: plain(words, item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(words, item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(words, item) for item in value), key=str)
    return value if value is None or type(value) in (bool, int, str) else words.rules.codec.converter.unstructure(value)


def _with_fields(words: PositionWords, board: Board, data: Mapping[str, Any]) -> Board:
    """The board with these JSON values in its fields, and with what follows from them."""
    changed_board = board.copy()
    for name, value in data.items():
        setattr(changed_board, name, words.rules.codec.value(value, words.shapes[name].declared, name))
    words.follow(changed_board, words.follows)
    for name in data.keys() & words.follows.keys():
        if words.rules.codec.board_to_json(changed_board)[name] != data[name]:
            raise WargameError(f"{name} follows from other fields of the board: change those")
    if sentences := [sentence for _, sentence in changed_board.contradictions()]:
        raise WargameError("; ".join(sentences))
    return changed_board
