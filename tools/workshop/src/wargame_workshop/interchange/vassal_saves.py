"""Saved games of VASSAL: which boards are laid out, and where each piece lies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from attrs import frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.vassal_module import MOST_PIECES, VassalModule, of_saved_games
from wargame_workshop.interchange.vassal_pieces import VassalPiece, read_piece, split, whole_number

HEADER = b"!VCSK"
ESCAPE = "\x1b"
BOARDS = "BoardPicker"


@frozen
class BoardPosition:
    """A board in a saved game: its name, its column and row beside others, and whether it is turned about."""

    name: str
    column: int = 0
    row: int = 0
    turned: bool = False


@frozen
class SavedGame:
    """What a saved game holds: the boards of each map, the pieces with their points, and which lie in decks.

    ``unread`` are commands that are not piece, stack or deck: notes, properties of the game, whose turn it is.
    """

    boards: Mapping[str, tuple[BoardPosition, ...]]
    pieces: tuple[VassalPiece, ...]
    in_decks: frozenset[str] = frozenset()
    unread: int = 0


def deciphered(raw: bytes) -> str:
    """The text of a saved game, of which every byte is written as two hexadecimal digits. Raises ValueError."""
    if not raw.startswith(HEADER):
        return raw.decode("utf-8")
    body = raw[len(HEADER) :].strip()
    key = int(body[:2], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(body[2:].decode("ascii"))).decode("utf-8")


def enciphered(text: str, key: int) -> bytes:
    """The bytes of a saved game with a text, as `deciphered` reads them."""
    return HEADER + f"{key:02x}".encode() + bytes(byte ^ key for byte in text.encode()).hex().encode()


def read_save(path: Path) -> SavedGame:
    """The pieces of a `.vsav` with where they lie, or of a `.vlog` with where they begin.

    Raises `ArchiveError`, `DataError`, OSError.
    """
    with Archive(path, FOREIGN) as archive:
        return _saved_in(archive)


def read_games(module: VassalModule) -> dict[str, SavedGame]:
    """Each saved game that lies in a module for a beginning, by its title. Raises as `read_save`."""
    games = {}
    for title, path, raw in of_saved_games(module):
        with Archive(path, FOREIGN, packed=BytesIO(raw)) as archive:
            games[title] = _saved_in(archive)
    return games


def _saved_in(archive: Archive) -> SavedGame:
    path = archive.path
    if "savedGame" not in archive.members:
        raise DataError([Problem(path.name, 1, 1, "E710", "no savedGame in it: this is not a saved game of VASSAL")])
    raw = archive.bytes("savedGame")
    try:
        text = deciphered(raw)
    except ValueError:
        message = "the saved game cannot be deciphered, or is cut off"
        raise DataError([Problem(path.name, 1, 1, "E710", message)]) from None
    start, _, _ = text.partition(f"{ESCAPE}LOG\t")
    pieces, decks, boards, unread = list[VassalPiece](), set[str](), dict[str, tuple[BoardPosition, ...]](), 0
    for command in commands_of(start):
        if command.startswith("+/"):
            if (piece := read_piece(command)) is not None:
                pieces.append(piece)
            else:
                decks.update(_in_deck(command))
        elif BOARDS in command.partition("\t")[0]:
            name = command.partition("\t")[0]
            boards[name[: name.rindex(BOARDS)]] = board_positions(command)
        else:
            unread += command not in ("", "begin_save", "end_save")
    if len(pieces) > MOST_PIECES:
        raise DataError([Problem(path.name, 1, 1, "E104", f"more than {MOST_PIECES:,} pieces")])
    named_pieces = tuple(piece for piece in pieces if piece.name)
    return SavedGame(boards, named_pieces, frozenset(decks), unread)


def commands_of(text: str) -> list[str]:
    """The commands of a saved game; those within others have backslashes before their marks."""
    return re.split(rf"\\*{ESCAPE}", text)


def board_positions(command: str) -> tuple[BoardPosition, ...]:
    """The boards that a command lays out: their names, columns and rows, three by three."""
    _, *parts = split(command, "\t")
    boards = []
    for name, column, row in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
        words = split(name, "/")
        places = max(0, min(whole_number(column), 99)), max(0, min(whole_number(row), 99))
        boards.append(BoardPosition(words[0], *places, turned=words[1:2] == ["rev"]))
    return tuple(boards)


def _in_deck(command: str) -> list[str]:
    """The numbers of the pieces that lie in a deck; none for what is not a deck."""
    parts = split(command.strip(), "/")
    return split(parts[3], ";")[3:] if len(parts) > 3 and parts[2].startswith("deck") else []
