"""What the worker of a page calls: a `LocalTable` behind functions of JSON texts. Rows are kept by the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import asdict, evolve

from wargame_core.errors import RecordError
from wargame_core.flow.entries import Chose, ChoseTogether
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.plugins.discovery import load
from wargame_core.records.lines import entry_to_json
from wargame_core.records.record import Record, parse
from wargame_table.local import LocalTable, Outgoing, Reply
from wargame_table.protocol import FRAME, Refused, id_of
from wargame_table.rows import PLAY, Opening, Row, play_row
from wargame_table.session import TableSession


def rows_of(text: str, load: Callable[[str], Game]) -> tuple[Opening, list[Row]]:
    """What a full record comes to at a table, its choices played again with its dice.

    Raises `RecordError` for the record of one seat, for dice that nobody knows, and where the rules of today tell
    another story; `UnknownPlugin` for a game that is not there.
    """
    record = parse(text)
    record.must_be_whole()
    if (seed := record.seed) is None:
        raise RecordError("this record does not know the seed of its dice, so that they cannot be rolled again")
    game = load(str(record.header["game"]))
    opening = evolve(Opening.of(game, record.header["scenario"], record.header["options"]), seed=seed)
    match, rows = opening.begin(game), list[Row]()
    for seat, body in _choices(record, game):
        rows.append(Row(n=len(rows), kind=PLAY, seat=seat, body=body))
        play_row(match, rows[-1])
    _must_be_told(record, match)
    return opening, rows


def _choices(record: Record, game: Game) -> Iterator[tuple[str, JsonMapping]]:
    codec = game.rules.codec
    for entry in record.entries(game):
        if isinstance(entry, Chose):
            yield entry.seat, codec.to_json(entry.action)
        elif isinstance(entry, ChoseTogether):
            yield from ((seat, codec.to_json(action)) for seat, action in entry.actions.items())
    yield from record.commits.items()


def _must_be_told(record: Record, match: Match) -> None:
    """Raises `RecordError` unless the match has come the way that the record tells of."""
    answers = [line for line in record.lines if "n" in line]
    for line, entry in zip(answers, match.entries, strict=False):
        if entry_to_json(match.rules, entry) != line:
            raise RecordError(f"the rules of today tell another story from answer {line['n']} on")
    if len(answers) != len(match.entries):
        raise RecordError("the rules of today come to another number of answers")


SCREEN = "page"
"""The connection of the only screen."""


def new_opening(wanted: str) -> str:
    """The opening of a new game, its dice included, from ``{"game", "scenario", "options", "bots"}``; both are JSON.

    Raises `UnknownName` for what the game has not.
    """
    wishes = json.loads(wanted)
    game = load(wishes["game"])
    opening = Opening.of(game, wishes.get("scenario"), wishes.get("options"), wishes.get("bots"))
    return _opening_text(opening)


def opened(record: str) -> str:
    """A table that goes on from the text of a record: ``{"opening", "rows"}``, both as they are kept.

    Raises `WargameError` where it cannot: see `rows_of`.
    """
    opening, rows = rows_of(record, load)
    return _text({"opening": _opening_text(opening), "rows": [_kept(row) for row in rows]})


def _opening_text(opening: Opening) -> str:
    return _text({**asdict(opening), "seed": str(opening.seed)})


def _kept(row: Row) -> JsonObject:
    return {"n": row.n, "kind": row.kind, "seat": row.seat, "body": dict(row.body)}


class BrowserTable:
    """A table in the worker of a page: ``opening`` is a text of `new_opening`, ``rows`` those that were kept."""

    def __init__(self, opening: str, rows: str = "[]") -> None:
        kept = json.loads(opening)
        begun = evolve(Opening(**kept), seed=int(kept["seed"]))
        self._table = LocalTable(TableSession(load(kept["game"]), begun, _rows(rows), can=("note", "record")))
        self._row: Row | None = None

    def hear(self, text: str) -> str:
        """Do what the screen says: ``{"out": messages, "row": to be kept first, then call kept or lost}``."""
        try:
            if len(text) > FRAME:
                raise Refused("too_big", f"{len(text):,} characters; at most {FRAME:,} are read")
            return self._done(self._table.hear(SCREEN, read_json(text, ACTION)))
        except (Refused, LimitError) as problem:
            refused = problem if isinstance(problem, Refused) else Refused("malformed", str(problem))
            return _text({"out": [refused.to_json()]})

    def think(self) -> str:
        """The choice of a bot, as `hear`; empty when no bot is to choose."""
        done = self._table.think()
        return self._done(done) if done is not None else ""

    def _done(self, done: Reply) -> str:
        self._row = done.row
        return _text({"out": _messages(done.out)} | ({"row": asdict(done.row)} if done.row is not None else {}))

    def kept(self) -> str:
        """The row of `hear` or `think` is kept: the messages that follow."""
        row, self._row = self._row, None
        return _text(_messages(self._table.kept(row)) if row is not None else [])

    def lost(self, rows: str, message: str, problem: str) -> str:
        """The row could not be kept: ``rows`` are those that are, ``message`` the message, if one led to it."""
        self._row = None
        out = self._table.lost(_rows(rows), SCREEN, id_of(json.loads(message or "{}")), Refused("unavailable", problem))
        return _text(_messages(out if message else out[1:]))

    def catch_up(self, rows: str) -> str:
        """Rows that another window has kept: the messages that follow."""
        return _text(_messages(self._table.catch_up(_rows(rows))))

    def sheet(self, digest: str) -> str:
        """A printed sheet as JSON; empty for one that is not of this table."""
        sheet = self._table.sheet(digest)
        return _text(sheet) if sheet is not None else ""

    def picture(self, digest: str, theme: str) -> str:
        """A printed sheet as SVG; empty for one that is not of this table."""
        return self._table.picture(digest, theme) or ""

    def record(self, role: str) -> str:
        """The record of a role as ``[name of a file, its text]``."""
        return _text(self._table.record(role))


def _rows(text: str) -> Iterable[Row]:
    return [Row(**row) for row in json.loads(text)]


def _messages(messages: Outgoing) -> list[JsonObject]:
    return [message for _, message in messages]


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))
