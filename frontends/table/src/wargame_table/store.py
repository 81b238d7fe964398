"""Where tables are kept: how each began, its rows, the hashes of its keys. SQLite, one file for all.

A row is there or it is not: ``(table, n)`` is unique, so that of two processes that take an answer at once one is
second and is told so. What `append` has returned True for survives the end of this process at any moment.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import asdict, evolve

from wargame_core.errors import WargameError
from wargame_table.rows import Opening, Row

_TABLES = """
create table if not exists tables (id text primary key, opening text not null, seed text not null, made real not null);
create table if not exists log (
  table_id text not null, n integer not null, at real not null, kind text not null, seat text not null,
  body text not null, primary key (table_id, n)) without rowid;
create table if not exists keys (
  table_id text not null, role text not null, hash blob not null, primary key (table_id, role)) without rowid;
create table if not exists said (
  i integer primary key, table_id text not null, at real not null, name text not null, seat text not null,
  text text not null);
create index if not exists said_at on said (table_id, i);
"""
CHATS = 50
"""The latest sentences that who comes to a table is told."""


class StoreError(WargameError):
    """Something cannot be kept or read now; the message says why, and nothing that was kept is lost."""


class Store:
    """Tables in a SQLite file. Use it from one thread; other processes may have the same file open."""

    def __init__(self, path: str | Path = ":memory:", *, full_sync: bool = False) -> None:
        with _told():
            self._base = sqlite3.connect(str(path), timeout=5, isolation_level=None, check_same_thread=False)
            self._base.execute("pragma journal_mode = wal")
            self._base.execute(f"pragma synchronous = {'full' if full_sync else 'normal'}")
            self._base.executescript(_TABLES)

    def make(self, table: str, opening: Opening, keys: Mapping[str, bytes], now: float) -> None:
        """Keep a new table. Raises `StoreError`."""
        told = {name: value for name, value in asdict(opening).items() if name != "seed"}
        with _told(), self._whole():
            self._base.execute(
                "insert into tables values (?, ?, ?, ?)", (table, json.dumps(told), str(opening.seed), now)
            )
            self._base.executemany(
                "insert into keys values (?, ?, ?)", [(table, role, kept) for role, kept in keys.items()]
            )

    def opening(self, table: str) -> Opening | None:
        """How the game of a table began; None where there is no such table."""
        with _told():
            row = self._base.execute("select opening, seed from tables where id = ?", (table,)).fetchone()
        return evolve(Opening(**json.loads(row[0])), seed=int(row[1])) if row is not None else None

    def keys(self, table: str) -> dict[str, bytes]:
        """The hashes of a table's keys, by role."""
        with _told():
            return dict(self._base.execute("select role, hash from keys where table_id = ?", (table,)).fetchall())

    def append(self, table: str, row: Row, now: float) -> bool:
        """Keep a row; False where another process has kept one with this number. Raises `StoreError`."""
        with _told():
            done = self._base.execute(
                "insert or ignore into log values (?, ?, ?, ?, ?, ?)",
                (table, row.n, now, row.kind, row.seat, json.dumps(dict(row.body), separators=(",", ":"))),
            )
        return done.rowcount == 1

    def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table from number ``since`` on."""
        with _told():
            found = self._base.execute(
                "select n, kind, seat, body from log where table_id = ? and n >= ? order by n", (table, since)
            ).fetchall()
        return [Row(n=n, kind=kind, seat=seat, body=json.loads(body)) for n, kind, seat, body in found]

    def say(self, table: str, name: str, seat: str, text: str, now: float) -> None:
        """Keep something that was said at a table."""
        with _told():
            self._base.execute(
                "insert into said (table_id, at, name, seat, text) values (?, ?, ?, ?, ?)",
                (table, now, name, seat, text),
            )

    def said(self, table: str) -> list[tuple[str, str, str]]:
        """What was said lately: name, seat and text."""
        with _told():
            found = self._base.execute(
                "select name, seat, text from said where table_id = ? order by i desc limit ?", (table, CHATS)
            ).fetchall()
        return [(name, seat, text) for name, seat, text in reversed(found)]

    def changed(self) -> int:
        """A number that changes when another process has written something."""
        with _told():
            return int(self._base.execute("pragma data_version").fetchone()[0])

    def close(self) -> None:
        """Nothing more is kept."""
        self._base.close()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of what is done within, or nothing."""
        self._base.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._base.execute("rollback")
            raise
        self._base.execute("commit")


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        raise StoreError(f"the database does not answer: {problem}; what was acknowledged is kept") from None
