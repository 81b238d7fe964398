"""Requests that take time, answered from what is kept, so that any process or thread can do them."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_core.errors import WargameError
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.continuing import begun
from wargame_table.film import film_of
from wargame_table.forecasts import forecast
from wargame_table.protocol import FilmRequest, Forecast, Refused
from wargame_table.rows import Opening, Row, play_row


def worked_out(
    game: Game, opening: Opening, rows: Iterable[Row], seat: str, work: Forecast | FilmRequest
) -> JsonObject:
    """The answer to a request of ``seat``, a refusal in words included."""
    try:
        if isinstance(work, FilmRequest):
            return {"kind": "film", "id": work.id, **film_of(game, opening, rows, seat)}
        match = replayed(game, opening, rows)
        return {"kind": "forecast", "id": work.id, **forecast(match, dict(work.action), seat)}
    except Refused as problem:
        return problem.to_json(work.id)
    except WargameError as problem:
        return Refused("unavailable", str(problem)).to_json(work.id)


def replayed(game: Game, opening: Opening, rows: Iterable[Row]) -> Match:
    """The match that rows lead to."""
    kept = list(rows)
    match, first = begun(game, opening, kept)
    for row in kept[first:]:
        play_row(match, row)
    return match
