"""Tables in one file of SQLite. Several processes of one machine may have it open."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from wargame_table.rows import Row
from wargame_table.store import SCHEMA, Store, StoreError

_NOTHING = frozenset[str]()


class SqliteStore(Store):
    """Tables in a SQLite file. Use it from one thread.

    With ``full_sync`` every row is on the disk before it is acknowledged, so that a power cut loses none either.
    """

    at_once: ClassVar[bool] = True

    def __init__(self, path: str | Path = ":memory:", *, full_sync: bool = False) -> None:
        with _told():
            self._base = sqlite3.connect(str(path), timeout=5, isolation_level=None, check_same_thread=False)
            self._base.execute("pragma journal_mode = wal")
            self._base.execute(f"pragma synchronous = {'full' if full_sync else 'normal'}")
            self._base.executescript(SCHEMA.format(real="real", blob="blob", serial="integer primary key"))
            if "whom" not in {row[1] for row in self._base.execute("pragma table_info(said)")}:  # of an older version
                self._base.execute("alter table said add column whom text not null default ''")
        self._path = Path(path) if str(path) != ":memory:" else None
        self._file = self._identity()
        self._seen = self._version()

    def _identity(self) -> tuple[int, int] | None:
        """Which file lies at the path now; None where there is none."""
        try:
            status = self._path.stat() if self._path is not None else None
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status is not None else None

    def _insert(self, table: str, row: Row, body: str) -> bool:
        if self._identity() != self._file:  # SQLite would go on writing into what nobody will find again
            raise StoreError(f"{self._path} is not there any more: put the file back where it was")
        return super()._insert(table, row, body)

    def _change(self, statement: str, *values: object) -> int:
        with _told():
            return self._base.execute(statement, values).rowcount

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with _told():
            return self._base.execute(statement, values).fetchall()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        self._change("begin immediate")
        try:
            yield
        except BaseException:
            self._base.rollback()
            raise
        self._change("commit")

    def _version(self) -> int:
        return int(self._read("pragma data_version")[0][0])

    def news(self, wait: float) -> frozenset[str] | None:
        """Nothing, or None when another process has written."""
        seen, self._seen = self._seen, self._version()
        return _NOTHING if seen == self._seen else None

    def close(self) -> None:
        """Nothing more is kept."""
        self._base.close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        raise StoreError(f"the database does not answer: {problem}; what was acknowledged is kept") from None
