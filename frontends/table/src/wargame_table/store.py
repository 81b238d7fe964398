"""Where tables are kept: how each began, its rows, the hashes of its keys, what was said, who is there.

A row is there or it is not: ``(table, n)`` is unique, so that of two processes that take an answer at once one is
second and is told so. What `Store.append` has returned True for survives the end of any process at any moment.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import asdict, evolve, frozen

from wargame_core.errors import WargameError
from wargame_table.rows import Opening, Row

SCHEMA: Final = """
create table if not exists tables (id text primary key, opening text not null, seed text not null, made real not null);
create table if not exists log (
  table_id text not null, n integer not null, at {real} not null, kind text not null, seat text not null,
  body text not null, primary key (table_id, n));
create table if not exists keys (
  table_id text not null, role text not null, hash {blob} not null, primary key (table_id, role));
create table if not exists said (
  i {serial}, table_id text not null, at {real} not null, name text not null, seat text not null, text text not null,
  whom text not null default '');
create index if not exists said_at on said (table_id, i);
create table if not exists here (
  table_id text not null, process text not null, seat text not null, name text not null, beat {real} not null);
create index if not exists here_at on here (table_id, process);
create table if not exists stories (table_id text primary key, lines text not null);
create table if not exists notes (
  table_id text not null, seat text not null, text text not null, primary key (table_id, seat));
"""
"""The tables of the database, with the types that differ left open."""
CHATS: Final = 50
"""The latest sentences that who comes to a table is told."""
ALIVE: Final = 90.0
"""Seconds after which people of a process that gave no sign are taken to be gone."""
POSTGRES: Final = ("postgres:", "postgresql:")


class StoreError(WargameError):
    """Something cannot be kept or read now; the message says why, and nothing that was kept is lost."""


@frozen
class KeptSentence:
    """Something that was said at a table: its number, by whom, from which seat (empty for whoever watches), to whom."""

    i: int
    name: str
    seat: str
    text: str
    to: str = ""


@frozen
class Present:
    """Somebody at a screen that another process serves."""

    process: str
    seat: str
    name: str


class Store(ABC):
    """Tables in a database. Every method raises `StoreError` when the database does not answer."""

    at_once: ClassVar[bool]
    """Whether answers come so fast that people may wait for them; else a thread should ask."""

    @abstractmethod
    def _change(self, statement: str, *values: object) -> int:
        """Run a statement, kept when this returns; returns how many rows it made or changed."""

    @abstractmethod
    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question."""

    @abstractmethod
    def _whole(self) -> AbstractContextManager[None]:
        """All that is changed within, or nothing."""

    @abstractmethod
    def news(self, wait: float) -> frozenset[str] | None:
        """The tables that other processes have written to since this was asked last; None when it may be any.

        A store that does not answer at once waits so many seconds for some.
        """

    @abstractmethod
    def close(self) -> None:
        """Nothing more is kept."""

    def _tell(self, table: str) -> None:  # noqa: B027  # a store that others look at anyway tells nothing
        """Tell other processes that something was written that is no row."""

    # Tables and rows

    def make(self, table: str, opening: Opening, keys: Mapping[str, bytes], now: float) -> None:
        """Keep a new table."""
        values = {name: value for name, value in asdict(opening).items() if name != "seed"}
        with self._whole():
            self._change("insert into tables values (?, ?, ?, ?)", table, json.dumps(values), str(opening.seed), now)
            for role, kept in keys.items():
                self._change("insert into keys values (?, ?, ?)", table, role, kept)

    def opening(self, table: str) -> Opening | None:
        """How the game of a table began; None where there is no such table."""
        for values, seed in self._read("select opening, seed from tables where id = ?", table):
            return evolve(Opening(**json.loads(values)), seed=int(seed))
        return None

    def keys(self, table: str) -> dict[str, bytes]:
        """The hashes of a table's keys, by role."""
        return {role: bytes(kept) for role, kept in self._read("select role, hash from keys where table_id = ?", table)}

    def append(self, table: str, row: Row) -> bool:
        """Keep a row; False where another process has kept another one with this number.

        The same row once more is kept already: who did not hear the answer may ask again.
        """
        body = json.dumps(dict(row.body), separators=(",", ":"))
        return self._insert(table, row, body) or self.rows(table, row.n)[:1] == [row]

    def _insert(self, table: str, row: Row, body: str) -> bool:
        statement = "insert into log values (?, ?, ?, ?, ?, ?) on conflict do nothing"
        return self._change(statement, table, row.n, row.at, row.kind, row.seat, body) == 1

    def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table from number ``since`` on."""
        statement = "select n, at, kind, seat, body from log where table_id = ? and n >= ? order by n"
        kept = self._read(statement, table, since)
        return [Row(n=n, at=at, kind=kind, seat=seat, body=json.loads(body)) for n, at, kind, seat, body in kept]

    def tell(self, table: str, story: str) -> None:
        """Keep the story of a game, in place of what was kept of it."""
        statement = "insert into stories values (?, ?) on conflict (table_id) do update set lines = excluded.lines"
        self._change(statement, table, story)

    def story(self, table: str) -> str | None:
        """The story of a game as far as it is kept."""
        kept = self._read("select lines from stories where table_id = ?", table)
        return str(kept[0][0]) if kept else None

    # What was said, and who is there

    def say(self, table: str, name: str, seat: str, text: str, now: float, to: str = "") -> int:
        """Keep something that was said at a table; returns its number."""
        statement = "insert into said (table_id, at, name, seat, text, whom) values (?, ?, ?, ?, ?, ?) returning i"
        [(number,)] = self._read(statement, table, now, name, seat, text, to)
        self._tell(table)
        return int(number)

    def sentences(self, table: str, since: int = 0) -> list[KeptSentence]:
        """What was said lately, after number ``since``."""
        statement = "select i, name, seat, text, whom from said where table_id = ? and i > ? order by i desc limit ?"
        return [KeptSentence(*row) for row in reversed(self._read(statement, table, since, CHATS))]

    def note(self, table: str, seat: str, text: str) -> None:
        """Keep what a seat has written down for itself, in place of what was there."""
        statement = "insert into notes values (?, ?, ?) on conflict (table_id, seat) do update set text = excluded.text"
        self._change(statement, table, seat, text)

    def noted(self, table: str, seat: str) -> str:
        """What a seat has written down for itself."""
        return str(
            next(iter(self._read("select text from notes where table_id = ? and seat = ?", table, seat)), [""])[0]
        )

    def enter(self, table: str, process: str, people: Iterable[tuple[str, str]], now: float) -> None:
        """These, as pairs of seat and name, are the people that a process has at a table now."""
        with self._whole():
            self._change("delete from here where table_id = ? and process = ?", table, process)
            for seat, name in people:
                self._change("insert into here values (?, ?, ?, ?, ?)", table, process, seat, name, now)
        self._tell(table)

    def beat(self, process: str, now: float) -> None:
        """A process is still there, and so are its people; those of processes that are not are forgotten."""
        self._change("update here set beat = ? where process = ?", now, process)
        self._change("delete from here where beat < ?", now - ALIVE)

    def elsewhere(self, table: str, process: str, now: float) -> Sequence[Present]:
        """Who is at a table at screens of other processes."""
        statement = "select process, seat, name from here where table_id = ? and process <> ? and beat >= ?"
        return [Present(*row) for row in self._read(statement, table, process, now - ALIVE)]


def open_store(place: str | Path, *, full_sync: bool = False) -> Store:
    """The store at an address of PostgreSQL (``postgresql://...``), or in a file of SQLite."""
    if str(place).startswith(POSTGRES):
        from wargame_table.postgres_store import PostgresStore

        return PostgresStore(str(place))
    from wargame_table.sqlite_store import SqliteStore

    return SqliteStore(place, full_sync=full_sync)
