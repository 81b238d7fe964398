"""Tables in PostgreSQL: for many matches, and for server processes on several machines.

Each thread that asks has a connection of its own, made anew when it was lost. Who writes tells the others with
``notify``, in the same transaction.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from wargame_core.errors import MissingExtra
from wargame_table.rows import Row
from wargame_table.store import SCHEMA, Store, StoreError

if TYPE_CHECKING:
    import psycopg

T = TypeVar("T")
CHANNEL: Final = "wargame_table"
ATTEMPTS: Final = 2
WAIT: Final = 5
"""Seconds that a connection may take to be made."""


class PostgresStore(Store):
    """Tables in the database at ``address``, ``postgresql://user@host/name`` say. Any number of threads may use it."""

    at_once: ClassVar[bool] = False

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError as problem:
            raise MissingExtra(str(problem.name), "postgres", "wargame-table") from None
        self._driver, self._address = psycopg, address
        self._me = secrets.token_hex(4)
        self._mine = threading.local()
        self._all: set[psycopg.Connection[Any]] = set()
        self._ear: psycopg.Connection[Any] | None = None
        self._closed = False
        with self._told(), self._connected() as made:
            made.execute("select pg_advisory_xact_lock(19063)")  # two processes that begin at once make them once
            made.execute(SCHEMA.format(real="double precision", blob="bytea", serial="bigserial primary key"))

    def _connect(self) -> psycopg.Connection[Any]:
        made: psycopg.Connection[Any] = self._driver.connect(self._address, autocommit=True, connect_timeout=WAIT)
        self._all.add(made)
        return made

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in a transaction, for once."""
        with self._driver.connect(self._address, connect_timeout=WAIT) as made:
            yield made

    def _on_line(self, do: Callable[[psycopg.Connection[Any]], T]) -> T:
        """What ``do`` returns; a line that was lost is made anew once, unless it broke in the middle of a whole."""
        within = getattr(self._mine, "within", False)
        with self._told():
            for attempt in range(ATTEMPTS):
                line = getattr(self._mine, "line", None) or self._connect()
                self._mine.line = line
                try:
                    return do(line)
                except (self._driver.OperationalError, self._driver.InterfaceError):
                    if line.closed:
                        self._all.discard(line)
                        self._mine.line = None
                    if within or not line.closed or attempt + 1 == ATTEMPTS:
                        raise
        raise AssertionError

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self._driver.Error as problem:
            reason = str(problem).strip().split("\n")[0]
            raise StoreError(f"the database does not answer: {reason}; what was acknowledged is kept") from None

    def _change(self, statement: str, *values: object) -> int:
        return self._on_line(lambda line: int(line.execute(_ours(statement), values).rowcount))

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return self._on_line(lambda line: line.execute(_ours(statement), values).fetchall())

    @contextmanager
    def _whole(self) -> Iterator[None]:
        self._change("begin")
        self._mine.within = True
        try:
            yield
            self._change("commit")
        except BaseException:
            with suppress(StoreError):
                self._change("rollback")
            raise
        finally:
            self._mine.within = False

    def _insert(self, table: str, row: Row, body: str) -> bool:
        """The row and the word to others in one statement: both or neither."""
        statement = (
            "with kept as (insert into log values (?, ?, ?, ?, ?, ?) on conflict do nothing returning table_id) "
            f"select pg_notify('{CHANNEL}', ? || ' ' || table_id) from kept"
        )
        return self._change(statement, table, row.n, row.at, row.kind, row.seat, body, self._me) == 1

    def _tell(self, table: str) -> None:
        self._read(f"select pg_notify('{CHANNEL}', ? || ' ' || ?)", self._me, table)

    def news(self, wait: float) -> frozenset[str] | None:
        """The tables that others have written to; None after the line was lost. One thread may wait at a time."""
        with self._told():
            if self._ear is None or self._ear.closed:
                self._ear = self._connect()
                self._ear.execute(f"listen {CHANNEL}")
                return None
            notes = [note.payload.split(" ", 1) for note in self._ear.notifies(timeout=wait, stop_after=1)]
            notes += [note.payload.split(" ", 1) for note in self._ear.notifies(timeout=0)] if notes else []
        return frozenset(table for writer, table in notes if writer != self._me)

    def close(self) -> None:
        """Nothing more is kept."""
        for line in [*self._all]:
            with suppress(self._driver.Error):
                line.close()


def _ours(statement: str) -> str:
    """A statement with the places of values as this driver writes them."""
    return statement.replace("%", "%%").replace("?", "%s")
