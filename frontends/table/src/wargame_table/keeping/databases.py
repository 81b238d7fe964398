"""The databases in which tables are kept: a file of SQLite, and PostgreSQL."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from wargame_core.errors import MissingExtra
from wargame_table.keeping.rows import Row
from wargame_table.keeping.store import SCHEMA, Store, StoreError

if TYPE_CHECKING:
    import psycopg

PATIENCE: Final = 0.8
"""Seconds that somebody waits for a file that another process holds."""
POLL: Final = 0.1
"""Seconds between looks whether another process has written into a file."""
POSTGRES: Final = ("postgres:", "postgresql:")


def open_store(place: str | Path, *, full_sync: bool = False) -> Store:
    """The store at an address of PostgreSQL (``postgresql://...``), or in a file of SQLite."""
    if str(place).startswith(POSTGRES):
        return PostgresStore(str(place))
    return SqliteStore(place, full_sync=full_sync)


class _SharedConnection:
    """A connection to a SQLite file, for one thread at a time. Nobody waits for it longer than `PATIENCE` twice.

    Where another process holds the file, the first who asks waits; those after it are told at once, until it is free.
    """

    def __init__(self, path: str) -> None:
        self._base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        self._turn = threading.RLock()
        self._has_no_patience = False

    @contextmanager
    def connection_held(self) -> Iterator[sqlite3.Connection]:
        """The connection. Raises `StoreError` for what SQLite raises, and where it is not one's turn in time."""
        if not self._turn.acquire(timeout=PATIENCE):
            raise StoreError("the database does not answer: others wait for it; what was acknowledged is kept")
        try:
            yield self._base
            if self._has_no_patience:
                self._set_impatience(False)
        except sqlite3.Error as problem:
            if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                self._set_impatience(True)
            raise StoreError(f"the database does not answer: {problem}; what was acknowledged is kept") from None
        finally:
            self._turn.release()

    def _set_impatience(self, has_no_patience: bool) -> None:
        self._has_no_patience = has_no_patience
        self._base.execute(f"pragma busy_timeout = {0 if has_no_patience else int(PATIENCE * 1000)}")

    def close(self) -> None:
        """It ends once nobody is at it: SQLite takes a close in the middle of a question badly."""
        with self._turn:
            self._base.close()


class SqliteStore(Store):
    """Tables in a SQLite file. Any number of threads may use it: one connection reads while another writes.

    With ``full_sync`` every row is on the disk before it is acknowledged, so that a power cut loses none either.
    """

    needs_polling: ClassVar[bool] = True

    def __init__(self, path: str | Path = ":memory:", *, full_sync: bool = False) -> None:
        self._writer = _SharedConnection(str(path))
        with self._writer.connection_held() as base:
            base.execute("pragma journal_mode = wal")
            base.execute(f"pragma synchronous = {'full' if full_sync else 'normal'}")
            base.executescript(SCHEMA.format(real="real", blob="blob", serial="integer primary key"))
            if "whom" not in {row[1] for row in base.execute("pragma table_info(said)")}:  # of an older version
                base.execute("alter table said add column whom text not null default ''")
        self._path = Path(path) if str(path) != ":memory:" else None
        self._reader = _SharedConnection(str(path)) if self._path is not None else self._writer
        self._file = self._identity()
        self._last_version = self._version()

    def _identity(self) -> tuple[int, int] | None:
        """Which file lies at the path now; None where there is none."""
        try:
            status = self._path.stat() if self._path is not None else None
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status is not None else None

    def _change(self, statement: str, *values: object) -> int:
        if self._identity() != self._file:  # SQLite would go on writing into what nobody will find again
            raise StoreError(f"{self._path} is not there any more: put the file back where it was")
        # The cursor is closed while nobody else is at the connection: what frees it resets its statement, which another
        # thread may have taken from the cache of the connection by then.
        with self._writer.connection_held() as base, closing(base.execute(statement, values)) as cursor:
            return int(cursor.fetchall()[0][0]) if cursor.description else cursor.rowcount

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reader.connection_held() as base:
            return base.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._writer.connection_held() as base:
            self._change("begin immediate")
            try:
                yield
                self._change("commit")
            except BaseException:
                base.rollback()
                raise

    def _version(self) -> int:
        """A number that changes with what others write; on the connection that writes, which does not notice itself."""
        with self._writer.connection_held() as base:
            return int(base.execute("pragma data_version").fetchone()[0])

    def news(self, wait: float) -> frozenset[str] | None:
        """Nothing, or None when another process has written."""
        time.sleep(min(wait, POLL))
        previous_version, self._last_version = self._last_version, self._version()
        return frozenset() if previous_version == self._last_version else None

    def close(self) -> None:
        """Nothing more is kept."""
        self._writer.close()
        self._reader.close()


T = TypeVar("T")
CHANNEL: Final = "wargame_table"
ATTEMPTS: Final = 2
WAIT: Final = 2
"""Seconds that a connection may take to be made, and a statement may wait for others."""


class PostgresStore(Store):
    """Tables in the database at ``address``, ``postgresql://user@host/name`` say. Any number of threads may use it."""

    needs_polling: ClassVar[bool] = False

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError as problem:
            raise MissingExtra(str(problem.name), "postgres", "wargame-table") from None
        self._driver, self._address = psycopg, address
        self._process = secrets.token_hex(4)
        self._of_thread = threading.local()
        self._connections: set[psycopg.Connection[Any]] = set()
        self._listener: psycopg.Connection[Any] | None = None
        self._is_closed = False
        with self._as_store_errors(), self._new_connection() as connection:
            connection.execute("select pg_advisory_xact_lock(19063)")  # two processes that begin at once make them once
            connection.execute(SCHEMA.format(real="double precision", blob="bytea", serial="bigserial primary key"))

    def _connect(self) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = self._driver.connect(self._address, autocommit=True, connect_timeout=WAIT)
        connection.execute(f"set lock_timeout = '{WAIT}s'")
        self._connections.add(connection)
        return connection

    @contextmanager
    def _new_connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in a transaction, for once."""
        with self._driver.connect(self._address, connect_timeout=WAIT) as connection:
            yield connection

    def _on_connection(self, action: Callable[[psycopg.Connection[Any]], T]) -> T:
        """What ``action`` returns; a lost connection is made anew once, unless it broke within a transaction."""
        in_transaction = getattr(self._of_thread, "in_transaction", False)
        with self._as_store_errors():
            for attempt in range(ATTEMPTS):
                connection = getattr(self._of_thread, "connection", None) or self._connect()
                self._of_thread.connection = connection
                try:
                    return action(connection)
                except (self._driver.OperationalError, self._driver.InterfaceError):
                    if connection.closed:
                        self._connections.discard(connection)
                        self._of_thread.connection = None
                    if in_transaction or not connection.closed or attempt + 1 == ATTEMPTS:
                        raise
        raise AssertionError

    @contextmanager
    def _as_store_errors(self) -> Iterator[None]:
        try:
            yield
        except self._driver.Error as problem:
            reason = str(problem).strip().split("\n")[0]
            raise StoreError(f"the database does not answer: {reason}; what was acknowledged is kept") from None

    def _change(self, statement: str, *values: object) -> int:
        def change(connection: psycopg.Connection[Any]) -> int:
            cursor = connection.execute(_ours(statement), values)
            return int(cursor.fetchall()[0][0]) if cursor.description else int(cursor.rowcount)

        return self._on_connection(change)

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return self._on_connection(lambda connection: connection.execute(_ours(statement), values).fetchall())

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._change("begin")
        self._of_thread.in_transaction = True
        try:
            yield
            self._change("commit")
        except BaseException:
            with suppress(StoreError):
                self._change("rollback")
            raise
        finally:
            self._of_thread.in_transaction = False

    def _insert(self, table: str, row: Row, body: str) -> bool:
        """The row and the word to others in one statement: both or neither."""
        statement = (
            "with kept as (insert into log values (?, ?, ?, ?, ?, ?) on conflict do nothing returning table_id) "
            f"select pg_notify('{CHANNEL}', ? || ' ' || table_id) from kept"
        )
        return len(self._read(statement, table, row.n, row.at, row.kind, row.seat, body, self._process)) == 1

    def _tell(self, table: str) -> None:
        self._read(f"select pg_notify('{CHANNEL}', ? || ' ' || ?)", self._process, table)

    def news(self, wait: float) -> frozenset[str] | None:
        """The tables that others have written to; None after the connection was lost. One thread may wait at a time."""
        with self._as_store_errors():
            if self._listener is None or self._listener.closed:
                self._listener = self._connect()
                self._listener.execute(f"listen {CHANNEL}")
                return None
            notes = [note.payload.split(" ", 1) for note in self._listener.notifies(timeout=wait, stop_after=1)]
            notes += [note.payload.split(" ", 1) for note in self._listener.notifies(timeout=0)] if notes else []
        return frozenset(table for writer, table in notes if writer != self._process)

    def close(self) -> None:
        """Nothing more is kept."""
        for connection in [*self._connections]:
            with suppress(self._driver.Error):
                connection.close()


def _ours(statement: str) -> str:
    """A statement with the places of values as this driver writes them."""
    return statement.replace("%", "%%").replace("?", "%s")
