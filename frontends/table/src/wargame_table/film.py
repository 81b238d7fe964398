"""Where the pieces stood after everything a seat was told: a game as a film, made anew from what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.continuing import begun
from wargame_table.drawing import drawn_for
from wargame_table.feed import Feed
from wargame_table.rows import UNDO, Opening, Row, play_row
from wargame_table.sheets import Sheets


@frozen
class _Shot:
    """A moment: how many events the seat had been told, and what lay on which sheet."""

    known: int
    sheet: str
    pieces: Mapping[str, JsonObject]
    marks: Sequence[str]


def film_of(game: Game, opening: Opening, rows: Iterable[Row], seat: str) -> JsonObject:
    """A frame for every moment that the seat knew of: how many events it had been told, and the pieces that changed.

    With the faces of all of them, and the sheets of the games inside the game, on which their moments are shown. What
    was taken back is not in it.
    """
    kept = list(rows)
    match, first = begun(game, opening, kept)
    return film_of_moments(game, Sheets(game, opening), _moments(match, kept[first:]), seat)


def _moments(match: Match, rows: Iterable[Row]) -> Iterator[tuple[Match, bool]]:
    yield match, False
    for row in rows:
        play_row(match, row)
        yield match, row.kind == UNDO


def film_of_moments(game: Game, sheets: Sheets, moments: Iterable[tuple[Match, bool]], seat: str) -> JsonObject:
    """A film as `film_of` of a match as it goes on; each moment says whether something was taken back."""
    feed = Feed(seat, b"film")
    shots: list[_Shot] = []
    faces: dict[str, str] = {}
    inside: dict[str, JsonObject] = {}
    for match, taken_back in moments:
        view = match.view(seat)
        kept = feed.follow(match, view)
        if taken_back:
            while len(shots) > 1 and shots[-1].known > kept:
                shots.pop()
        sheet = sheets.digest_inside(view)
        if sheet and sheet not in inside and (laid := sheets.laid(sheet)) is not None:
            inside[sheet] = {"sheet": laid.sheet.to_json(), "picture": laid.draw("auto")}
        drawn = drawn_for(game, view)
        faces |= drawn.faces
        shot = _Shot(len(feed), sheet, dict(drawn.pieces), list(drawn.marks))
        if not shots or shots[-1] != shot:
            shots.append(shot)
    return {"frames": list(_frames(shots)), "faces": faces, "sheets": inside}


def _frames(shots: list[_Shot]) -> Iterator[JsonObject]:
    before = _Shot(0, "", {}, [])
    for shot in shots:
        old = before.pieces if before.sheet == shot.sheet else {}
        changed = {piece: row for piece, row in shot.pieces.items() if old.get(piece) != row}
        frame: JsonObject = {"known": shot.known}
        if before.sheet != shot.sheet:
            frame["pieces"] = {"all": changed}
        else:
            frame["pieces"] = {"set": changed, "gone": [piece for piece in old if piece not in shot.pieces]}
        if shot.sheet:
            frame["sheet"] = shot.sheet
        if before.marks != shot.marks:
            frame["marks"] = shot.marks
        yield frame
        before = shot
