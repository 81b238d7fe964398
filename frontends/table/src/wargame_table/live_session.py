"""A session around a match that is there already and goes on without it too: in a notebook, say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.film import film_of_moments
from wargame_table.forecasts import forecast
from wargame_table.protocol import FilmRequest, Forecast, Refused
from wargame_table.rows import Opening, Row
from wargame_table.session import TableSession


class LiveSession(TableSession):
    """The table of a match. Whatever is played elsewhere is told with `updates`; rows are kept nowhere."""

    def __init__(self, game: Game, match: Match, bots: Mapping[str, str] | None = None) -> None:
        self._live = match
        super().__init__(game, Opening.of(game, match.scenario, dict(match.options), bots))

    def restart(self, rows: Iterable[Row]) -> None:
        """The match as it is. What happened before is told by the boards of its time, as far as it can be run again."""
        self.match, self.bots, self.rows = self._live, dict(self.opening.bots), list(rows)
        with suppress(WargameError):
            for moment, _ in _again(self._live):
                self.audience.follow(moment)
        self.audience.rebase(self.match)

    def _film(self, seat: str) -> JsonObject:
        return film_of_moments(self.game, self.sheets, _again(self.match), seat)

    def do(self, connection: str, work: Forecast | FilmRequest) -> JsonObject:
        """The answer to a request that takes time, from the match itself."""
        seat = self.people[connection].seat
        try:
            if isinstance(work, FilmRequest):
                return {"kind": "film", "id": work.id, **self._film(seat)}
            return {"kind": "forecast", "id": work.id, **forecast(self.match, dict(work.action), seat)}
        except Refused as problem:
            return problem.to_json(work.id)
        except WargameError as problem:
            return Refused("unavailable", str(problem)).to_json(work.id)


def _again(match: Match) -> Iterator[tuple[Match, bool]]:
    """A match run again from its first position, answer by answer."""
    before, first = match.snapshots[0]
    again = match.fork(first.seq)
    again.roll_on(None)
    yield again, False
    for entry in match.entries[before:]:
        _answer(again, entry)
        yield again, False


def _answer(match: Match, entry: Entry) -> None:
    if isinstance(entry, Rolled):
        match.roll(entry.face)
    elif isinstance(entry, Chose):
        match.play(entry.action, entry.seat)
    elif isinstance(entry, ChoseTogether):
        for seat, action in entry.actions.items():
            match.play(action, seat)
