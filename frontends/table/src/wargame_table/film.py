"""Where the pieces stood after everything a seat was told: a game as a film, made anew from what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_types import JsonObject
from wargame_table.continuing import begun
from wargame_table.drawing import drawn_for
from wargame_table.feed import Feed
from wargame_table.rows import UNDO, Opening, Row, play_row

_Shot: TypeAlias = tuple[int, dict[str, JsonObject]]


def film_of(game: Game, opening: Opening, rows: Iterable[Row], seat: str) -> JsonObject:
    """A frame for every moment that the seat knew of: how many events it had been told, and the pieces that changed.

    With the faces of all of them. What was taken back, and games inside the game, are not in it.
    """
    kept = list(rows)
    match, first = begun(game, opening, kept)
    return film_of_moments(game, _moments(match, kept[first:]), seat)


def _moments(match: Match, rows: Iterable[Row]) -> Iterator[tuple[Match, bool]]:
    yield match, False
    for row in rows:
        play_row(match, row)
        yield match, row.kind == UNDO


def film_of_moments(game: Game, moments: Iterable[tuple[Match, bool]], seat: str) -> JsonObject:
    """A film as `film_of` of a match as it goes on; each moment says whether something was taken back."""
    feed = Feed(seat, b"film")
    shots: list[_Shot] = []
    faces: dict[str, str] = {}
    for match, taken_back in moments:
        view = match.view(seat)
        kept = feed.follow(match, view)
        if taken_back:
            while len(shots) > 1 and shots[-1][0] > kept:
                shots.pop()
        if view.child is not None:
            continue
        drawn = drawn_for(game, view)
        faces |= drawn.faces
        shot = (len(feed), dict(drawn.pieces))
        if not shots or shots[-1] != shot:
            shots.append(shot)
    return {"frames": list(_frames(shots)), "faces": faces}


def _frames(shots: list[_Shot]) -> Iterable[JsonObject]:
    before: dict[str, JsonObject] = {}
    for known, pieces in shots:
        changed = {piece: row for piece, row in pieces.items() if before.get(piece) != row}
        gone = [piece for piece in before if piece not in pieces]
        yield {"known": known, "pieces": {"set": changed, "gone": gone}}
        before = pieces
