"""A table in this process: people on one machine, bots that think here, rows kept by whoever called.

The worker of a page without a server and the widget of a notebook are this with a line to a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled
from wargame_core.flow.match import Match
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.records.record import Record, seat_record
from wargame_table.people import AUTHOR, Bots, Out
from wargame_table.protocol import FilmRequest, Forecast, Hello, Refused, id_of, message_of
from wargame_table.rows import Opening, Row
from wargame_table.session import Heard, TableSession
from wargame_table.work import film_of_moments, forecast

Outgoing: TypeAlias = list[Out]
RANDOM = "random"


@frozen
class Reply:
    """What follows from a message: a row to keep first, and then what to send, followed by what `kept` returns."""

    out: Outgoing
    row: Row | None = None


class LocalTable:
    """A `TableSession` whose people need no keys: the key of a first message is the role itself."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self._bots = Bots(session.game, session.opening)

    @property
    def roles(self) -> tuple[str, ...]:
        """Whom a screen may show: the seats, the spectator, and who made the table."""
        return (*self.session.game.seats, SPECTATOR, AUTHOR)

    def hear(self, connection: str, data: object) -> Reply:
        """Do what a screen says. Nothing raises: what cannot be done is answered with a refusal."""
        try:
            message = message_of(data)
            if isinstance(message, Hello):
                return Reply(self._join(connection, message))
            return self._done(connection, self.session.hear(connection, message))
        except Refused as problem:
            return Reply([(connection, problem.to_json(id_of(data)))])
        except WargameError as problem:
            return Reply([(connection, Refused("unavailable", str(problem)).to_json(id_of(data)))])

    def _join(self, connection: str, hello: Hello) -> Outgoing:
        if hello.key not in self.roles:
            raise Refused("wrong_key", f"this table has no seat {hello.key}")
        if connection in self.session.people:
            self.session.leave(connection)
        return self.session.join(connection, hello.key, hello)

    def leave(self, connection: str) -> Outgoing:
        """A screen is gone."""
        return self.session.leave(connection)

    def think(self) -> Reply | None:
        """Let a bot choose; None when none is to. By chance where the bot fails."""
        session = self.session
        if (seat := session.bot_to_think) is None:
            return None
        match, n = session.match, session.n
        try:
            chosen = session.bot_chose(seat, n, self._bots.think(match, n, seat, session.bots[seat]))
        except Exception:
            chosen = session.bot_chose(seat, n, self._bots.think(match, n, seat, RANDOM))
        return self._done("", chosen)

    def _done(self, connection: str, done: Heard) -> Reply:
        if done.work is not None:
            return Reply([(connection, self.session.do(connection, done.work))])
        return Reply(list(done.out), done.row)

    def kept(self, row: Row) -> Outgoing:
        """The row that came with `Reply` is kept: returns what the screens have to be told."""
        self._bots.follow(row)
        return self.session.settle(row)

    def catch_up(self, rows: Iterable[Row]) -> Outgoing:
        """Follow rows that somebody else has kept, in another window say."""
        self._bots.forget()
        return self.session.catch_up(rows)

    def lost(self, rows: Iterable[Row], connection: str, request: str, problem: Refused) -> Outgoing:
        """It could not be kept: go on from the rows that are. Returns what the screens have to be told."""
        self._bots.forget()
        self.session.restart(rows)
        return [(connection, problem.to_json(request)), *self.session.updates()]

    def sheet(self, digest: str) -> JsonObject | None:
        """A printed sheet of this table."""
        laid = self.session.sheets.laid(digest)
        return laid.sheet.to_json() if laid is not None else None

    def picture(self, digest: str, theme: str) -> str | None:
        """A printed sheet as a picture."""
        laid = self.session.sheets.laid(digest)
        return laid.draw(theme) if laid is not None else None

    def record(self, role: str) -> tuple[str, str]:
        """The name of a file and its text: the record of a seat, the whole one when the game is over."""
        session = self.session
        seat = role if role in session.game.seats else SPECTATOR
        match = session.match_for(seat)
        over = match.outcome is not None
        record = Record.of(match) if over else seat_record(match, seat)
        return f"{session.game.id}-{'whole' if over else seat}.jsonl", record.text()


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
