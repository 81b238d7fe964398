"""A table in this process: people on one machine, bots that think here, rows kept by whoever called.

The worker of a page without a server and the widget of a notebook are this with a line to a screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.json_form import JsonObject
from wargame_core.records.record import Record, seat_record
from wargame_table.people import AUTHOR, Out
from wargame_table.plans import Bots
from wargame_table.protocol import Hello, Refused, id_of, message_of
from wargame_table.rows import Row
from wargame_table.session import Heard, TableSession

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
