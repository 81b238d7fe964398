"""Where tables are kept: how each began, its rows, the hashes of its keys, what was said, who is there.

A row is there or it is not: ``(table, n)`` is unique, so that of two processes that take an answer at once one is
second and is told so. What `Store.append` has returned True for survives the end of any process at any moment.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from attrs import asdict, astuple, evolve, frozen

from wargame_core import WargameError
from wargame_core.json_form import JsonObject
from wargame_table.keeping.mail_store import MAIL_SCHEMA, MailStore
from wargame_table.keeping.person_store import PERSON_SCHEMA
from wargame_table.keeping.rows import MOST_BYTES_BESIDE_TEXT, Opening, Row

SCHEMA: Final = (
    """
create table if not exists tables (id text primary key, opening text not null, seed text not null, made real not null);
create table if not exists log (
  table_id text not null, n integer not null, at {real} not null, kind text not null, seat text not null,
  body text not null, primary key (table_id, n));
create table if not exists keys (
  table_id text not null, role text not null, hash {blob} not null, primary key (table_id, role));
create table if not exists looks (
  table_id text not null, role text not null, n integer not null, primary key (table_id, role));
create table if not exists said (
  i {serial}, table_id text not null, at {real} not null, name text not null, seat text not null, text text not null,
  whom text not null default '');
create index if not exists said_at on said (table_id, i);
create table if not exists here (
  table_id text not null, process text not null, seat text not null, name text not null, beat {real} not null);
create index if not exists here_at on here (table_id, process);
create table if not exists stories (table_id text primary key, lines text not null);
create table if not exists called (
  table_id text not null, seat text not null, name text not null, primary key (table_id, seat));
create table if not exists summaries (
  table_id text not null, role text not null, n integer not null, body text not null, primary key (table_id, role));
create table if not exists shelf (
  id text primary key, version integer not null, ends {real} not null, body text not null);
create table if not exists counts (
  what text not null, day integer not null, n integer not null, primary key (what, day));
create table if not exists signatures (
  table_id text not null, n integer not null, seat text not null, device text not null, number bigint not null,
  text text not null, signature text not null, primary key (table_id, n));
create table if not exists notes (
  table_id text not null, seat text not null, text text not null, primary key (table_id, seat));
create table if not exists open_seats (
  table_id text not null, seat text not null, hash {blob} not null, about text not null, ends {real} not null,
  primary key (table_id, seat));
create table if not exists time_ends (table_id text primary key, at {real} not null);
create table if not exists beats (id integer primary key, at {real} not null);
create table if not exists pauses (since {real} primary key, until {real} not null);
"""
    + PERSON_SCHEMA
    + MAIL_SCHEMA
)
"""The tables of the database, with the types that differ left open."""
MOST_SENTENCES_KEPT: Final = 50
"""The latest sentences that who comes to a table is told."""
SECONDS_COUNTED_PRESENT: Final = 90.0
"""Seconds after which people of a process that gave no sign are taken to be gone."""


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
class KeptSignature:
    """What a device has signed of a row: the ``text`` with its ``number``, and the signature."""

    seat: str
    device: str
    number: int
    text: str
    signature: str

    @property
    def bytes(self) -> int:
        """The bytes that it takes where it is kept."""
        return len(self.text.encode()) + len(self.signature) + len(self.device) + MOST_BYTES_BESIDE_TEXT

    def to_json(self) -> JsonObject:
        """The line of a file of signatures."""
        return {"seat": self.seat, "key": self.device, "text": self.text, "signature": self.signature}


@frozen
class Present:
    """Somebody at a screen that another process serves."""

    process: str
    seat: str
    name: str


@frozen
class OpenSeat:
    """A seat that is offered, what is told of it, and who is at the table: pairs of seat and name."""

    table: str
    seat: str
    about: str
    ends: float
    people: tuple[tuple[str, str], ...]


class Store(MailStore):
    """Tables in a database. Every method raises `StoreError` when the database does not answer."""

    needs_polling: ClassVar[bool]
    """Whether what other processes have written is noticed only by whoever looks."""

    @abstractmethod
    def news(self, wait: float) -> frozenset[str] | None:
        """The tables that other processes have written to since this was asked last; None when it may be any.

        It waits at most so many seconds for some.
        """

    @abstractmethod
    def close(self) -> None:
        """Nothing more is kept."""

    # Tables and rows

    def make(self, table: str, opening: Opening, keys: Mapping[str, bytes], current_time: float) -> None:
        """Keep a new table."""
        values = {name: value for name, value in asdict(opening).items() if name != "seed"}
        with self._transaction():
            self._change(
                "insert into tables values (?, ?, ?, ?)", table, json.dumps(values), str(opening.seed), current_time
            )
            for role, key_hash in keys.items():
                self._change("insert into keys values (?, ?, ?)", table, role, key_hash)

    def opening(self, table: str) -> Opening | None:
        """How the game of a table began; None where there is no such table."""
        for values, seed in self._read("select opening, seed from tables where id = ?", table):
            return evolve(Opening(**json.loads(values)), seed=int(seed))
        return None

    def keys(self, table: str) -> dict[str, bytes]:
        """The hashes of a table's keys, by role."""
        return {
            role: bytes(key_hash)
            for role, key_hash in self._read("select role, hash from keys where table_id = ?", table)
        }

    def change_key(self, table: str, role: str, old_key: bytes, new_key: bytes, watches: str = "") -> bool:
        """Keep another key of a role, if ``old_key`` is the one that is kept. It is kept as that of ``watches`` then.

        Without such a role it opens nothing any more. False where that role has a key already, and where the new key
        opens another role.
        """
        with self._transaction():
            statement = "select role from keys where table_id = ? and hash = ? and role <> ?"
            if self._read(statement, table, new_key, role):
                return False
            statement = "insert into keys values (?, ?, ?) on conflict do nothing"
            if watches and not self._change(statement, table, watches, old_key):
                return False
            statement = "update keys set hash = ? where table_id = ? and role = ? and hash = ?"
            is_changed = self._change(statement, new_key, table, role, old_key) == 1
            if is_changed:
                self._change("delete from looks where table_id = ? and role = ?", table, role)
        self._tell(table)
        return is_changed

    def count_look(self, table: str, role: str) -> int:
        """Count a look with the key of a role: how many there have been with this key."""
        statement = "insert into looks values (?, ?, 1) on conflict (table_id, role) do update set n = looks.n + 1"
        return self._change(f"{statement} returning n", table, role)

    def look_counts(self, table: str) -> dict[str, int]:
        """How often somebody has looked with the key of each role."""
        return dict(self._read("select role, n from looks where table_id = ?", table))

    def append(self, table: str, row: Row, signature: KeptSignature | None = None) -> bool:
        """Keep a row and what was signed of it; False where another process has kept another one with this number.

        The same row once more is kept already: who did not hear the answer may ask again.
        """
        body = json.dumps(dict(row.body), separators=(",", ":"))
        if signature is None:
            return self._insert(table, row, body) or self.rows(table, row.n)[:1] == [row]
        with self._transaction():
            is_first = self._insert(table, row, body)
            if is_first:
                statement = "insert into signatures values (?, ?, ?, ?, ?, ?, ?)"
                self._change(statement, table, row.n, *astuple(signature))
        return is_first or self.rows(table, row.n)[:1] == [row]

    def signatures(self, table: str) -> list[KeptSignature]:
        """What was signed at a table, in the order of its rows."""
        statement = "select seat, device, number, text, signature from signatures where table_id = ? order by n"
        return [KeptSignature(*row) for row in self._read(statement, table)]

    def latest_number(self, table: str, device: str) -> int:
        """The highest number that a device has signed at a table; -1 where it has signed nothing."""
        statement = "select coalesce(max(number), -1) from signatures where table_id = ? and device = ?"
        return int(self._read(statement, table, device)[0][0])

    def _insert(self, table: str, row: Row, body: str) -> bool:
        statement = "insert into log values (?, ?, ?, ?, ?, ?) on conflict do nothing"
        return self._change(statement, table, row.n, row.at, row.kind, row.seat, body) == 1

    def rows(self, table: str, first: int = 0) -> list[Row]:
        """The rows of a table from number ``first`` on."""
        statement = "select n, at, kind, seat, body from log where table_id = ? and n >= ? order by n"
        row_values = self._read(statement, table, first)
        return [
            Row(n=number, at=moment, kind=kind, seat=seat, body=json.loads(body))
            for number, moment, kind, seat, body in row_values
        ]

    def count(self, table: str) -> int:
        """How many rows are kept of a table."""
        return int(self._read("select count(*) from log where table_id = ?", table)[0][0])

    def write_summary(self, table: str, role: str, number: int, body: str) -> None:
        """Keep what a role may know of a table after so many rows, in a few words."""
        statement = "insert into summaries values (?, ?, ?, ?) on conflict (table_id, role) do update set "
        self._change(f"{statement} n = excluded.n, body = excluded.body", table, role, number, body)

    def summary(self, table: str, role: str, number: int) -> str | None:
        """What `write_summary` kept, None where it was not after just so many rows."""
        bodies = self._read("select body from summaries where table_id = ? and role = ? and n = ?", table, role, number)
        return str(bodies[0][0]) if bodies else None

    # What belongs to no single table: lists of games, digests, tournaments

    def put_on_shelf(self, name: str, version: int, body: str, current_time: float, lasts: float) -> bool:
        """Keep something in place of its ``version`` (0: it is new), for so many seconds (0: for ever).

        False where another version is kept.
        """
        end_time = current_time + lasts if lasts else 0.0
        if version:
            statement = "update shelf set version = version + 1, ends = ?, body = ? where id = ? and version = ?"
            return self._change(statement, end_time, body, name, version) == 1
        self._change("delete from shelf where ends > 0 and ends < ?", current_time)
        return self._change("insert into shelf values (?, 1, ?, ?) on conflict do nothing", name, end_time, body) == 1

    def shelf_entry(self, name: str) -> tuple[int, str] | None:
        """What is kept under a name, with its version."""
        shelf_rows = self._read("select version, body from shelf where id = ?", name)
        return (int(shelf_rows[0][0]), str(shelf_rows[0][1])) if shelf_rows else None

    def count_up(self, counted_kind: str, day: int, number: int, limit: int) -> bool:
        """Count so many more of something on a day; False, and nothing is counted, where these are more than the limit.

        What was counted on earlier days is forgotten. A negative ``number`` takes back what was counted.
        """
        if number > limit:
            return False
        statement = (
            "insert into counts values (?, ?, ?) on conflict (what, day) do update set n = counts.n + excluded.n "
            "where counts.n + excluded.n <= ?"
        )
        with self._transaction():
            self._change("delete from counts where day < ?", day)
            return self._change(statement, counted_kind, day, number, limit) == 1

    def tell(self, table: str, story: str) -> None:
        """Keep the story of a game, in place of what was kept of it."""
        statement = "insert into stories values (?, ?) on conflict (table_id) do update set lines = excluded.lines"
        self._change(statement, table, story)

    def story(self, table: str) -> str | None:
        """The story of a game as far as it is kept."""
        story_rows = self._read("select lines from stories where table_id = ?", table)
        return str(story_rows[0][0]) if story_rows else None

    # What was said, and who is there

    def say(self, table: str, name: str, seat: str, text: str, current_time: float, listener: str = "") -> int:
        """Keep something that was said at a table; returns its number."""
        statement = "insert into said (table_id, at, name, seat, text, whom) values (?, ?, ?, ?, ?, ?) returning i"
        number = self._change(statement, table, current_time, name, seat, text, listener)
        self._tell(table)
        return number

    def sentences(self, table: str, last_heard: int = 0) -> list[KeptSentence]:
        """What was said lately, after number ``last_heard``."""
        statement = "select i, name, seat, text, whom from said where table_id = ? and i > ? order by i desc limit ?"
        return [KeptSentence(*row) for row in reversed(self._read(statement, table, last_heard, MOST_SENTENCES_KEPT))]

    def carry_sentences(
        self, table: str, new_table: str, seats: Mapping[str, str], limit: int = MOST_SENTENCES_KEPT
    ) -> None:
        """Let what was said lately at a table stand at another one too, under the seat of each speaker there.

        ``seats`` says which that is; what was said under none of them stays behind. At most ``limit`` sentences go.
        """
        statement = "select at, name, seat, text, whom from said where table_id = ? order by i desc limit ?"
        with self._transaction():
            for moment, name, seat, text, listener in reversed(self._read(statement, table, limit)):
                if seat in seats:
                    insertion = "insert into said (table_id, at, name, seat, text, whom) values (?, ?, ?, ?, ?, ?)"
                    self._change(insertion, new_table, moment, name, seats[seat], text, listener)

    def sentence_count(self, table: str) -> int:
        """How many sentences are kept of a table."""
        return int(self._read("select count(*) from said where table_id = ?", table)[0][0])

    # Seats that are offered to whoever comes

    def offer_seat(
        self, table: str, seat: str, key: bytes, description: str, current_time: float, end_time: float
    ) -> None:
        """Offer the seat that a key opens up to a moment, unless it is offered already."""
        with self._transaction():
            self._change("delete from open_seats where ends < ?", current_time)
            statement = "insert into open_seats values (?, ?, ?, ?, ?) on conflict do nothing"
            self._change(statement, table, seat, key, description, end_time)

    def open_seats(self, current_time: float) -> list[OpenSeat]:
        """The seats on offer that nobody has opened, where somebody is at the table, the longest offered first."""
        rows = self._read(
            "select o.table_id, o.seat, o.about, o.ends, h.seat, h.name from open_seats o "
            "join keys k on k.table_id = o.table_id and k.role = o.seat and k.hash = o.hash "
            "join here h on h.table_id = o.table_id and h.seat <> o.seat and h.beat >= ? "
            "where o.ends >= ? order by o.ends, o.table_id, o.seat",
            current_time - SECONDS_COUNTED_PRESENT,
            current_time,
        )
        people: dict[tuple[str, str, str, float], list[tuple[str, str]]] = {}
        for table, seat, description, end_time, other_seat, name in rows:
            people.setdefault((table, seat, description, end_time), []).append((other_seat, name))
        return [OpenSeat(*seat_offer, tuple(members)) for seat_offer, members in people.items()]

    def take_open_seat(self, table: str, seat: str, new_key: bytes, current_time: float) -> bool:
        """Let a new key, and nothing else, open a seat on offer; False where it is not on offer any more."""
        with self._transaction():
            offer_rows = self._read(
                "select hash from open_seats where table_id = ? and seat = ? and ends >= ?", table, seat, current_time
            )
            statement = "delete from open_seats where table_id = ? and seat = ?"
            if not self._change(statement, table, seat) or not offer_rows:
                return False
            statement = "update keys set hash = ? where table_id = ? and role = ? and hash = ?"
            is_taken = self._change(statement, new_key, table, seat, bytes(offer_rows[0][0])) == 1
            self._change("delete from looks where table_id = ? and role = ?", table, seat)
        self._tell(table)
        return is_taken

    # Time by which games end

    def note_running(self, current_time: float, sign: float, pause_from: float) -> None:
        """The server is there now, if time runs anywhere and the last sign is so many seconds old.

        Where it gave no sign for longer than ``pause_from``, that was a pause.
        """
        is_fresh = self._read("select 1 from beats where at > ?", current_time - sign)
        if is_fresh or not self._read("select 1 from time_ends limit 1"):
            return
        with self._transaction():
            statement = "insert into pauses select at, ? from beats where at < ? on conflict do nothing"
            self._change(statement, current_time, current_time - pause_from)
            self._sign(current_time)

    def _sign(self, current_time: float) -> None:
        statement = "insert into beats values (1, ?) on conflict (id) do update set at = excluded.at"
        self._change(f"{statement} where beats.at < excluded.at", current_time)

    def pauses(self) -> list[tuple[float, float]]:
        """When no process was there, the earliest first."""
        return [(start, end) for start, end in self._read("select since, until from pauses order by since")]

    def set_time_end(self, table: str, end_time: float | None, current_time: float) -> None:
        """Keep when somebody's time at a table is up if nobody does anything; None while no time runs there."""
        if end_time is None:
            self._change("delete from time_ends where table_id = ?", table)
            return
        with self._transaction():
            if not self._read("select 1 from time_ends limit 1"):
                self._sign(current_time)  # no time ran anywhere before: that was no pause
            statement = "insert into time_ends values (?, ?) on conflict (table_id) do update set at = excluded.at"
            self._change(statement, table, end_time)

    def tables_out_of_time(self, current_time: float) -> list[str]:
        """The tables at which somebody's time was up by then, as it was kept last: a pause gives more."""
        return [str(table) for (table,) in self._read("select table_id from time_ends where at <= ?", current_time)]

    def note(self, table: str, seat: str, text: str) -> None:
        """Keep what a seat has written down for itself, in place of what was there."""
        statement = "insert into notes values (?, ?, ?) on conflict (table_id, seat) do update set text = excluded.text"
        self._change(statement, table, seat, text)

    def note_of(self, table: str, seat: str) -> str:
        """What a seat has written down for itself."""
        return str(
            next(iter(self._read("select text from notes where table_id = ? and seat = ?", table, seat)), [""])[0]
        )

    def call(self, table: str, seat: str, name: str) -> None:
        """Keep what the person is called who has a seat, in place of what was kept."""
        statement = (
            "insert into called values (?, ?, ?) on conflict (table_id, seat) do update set name = excluded.name"
        )
        self._change(statement, table, seat, name)

    def names(self, table: str) -> dict[str, str]:
        """What the people are called who have or had the seats of a table."""
        return dict(self._read("select seat, name from called where table_id = ?", table))

    def enter(self, table: str, process: str, people: Iterable[tuple[str, str]], current_time: float) -> None:
        """These, as pairs of seat and name, are the people that a process has at a table now."""
        with self._transaction():
            self._change("delete from here where table_id = ? and process = ?", table, process)
            for seat, name in people:
                self._change("insert into here values (?, ?, ?, ?, ?)", table, process, seat, name, current_time)
        self._tell(table)

    def beat(self, process: str, current_time: float) -> None:
        """A process is still there, and so are its people; those of processes that are not are forgotten."""
        self._change("update here set beat = ? where process = ?", current_time, process)
        self._change("delete from here where beat < ?", current_time - SECONDS_COUNTED_PRESENT)

    def present_elsewhere(self, table: str, process: str, current_time: float) -> Sequence[Present]:
        """Who is at a table at screens of other processes."""
        statement = "select process, seat, name from here where table_id = ? and process <> ? and beat >= ?"
        return [Present(*row) for row in self._read(statement, table, process, current_time - SECONDS_COUNTED_PRESENT)]
