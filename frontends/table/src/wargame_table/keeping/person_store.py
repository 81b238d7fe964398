"""Persons as they are kept: the public keys of their devices, their names, their seats, and who opened what.

No private key and no key of a link ever comes here. A person is a number drawn at random that devices share.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any, Final

from attrs import frozen

PERSON_SCHEMA: Final = """
create table if not exists devices (
  key text primary key, person text not null, label text not null, number bigint not null, since {real} not null,
  seen {real} not null);
create index if not exists devices_of on devices (person);
create table if not exists buried (hash text primary key);
create table if not exists person_names (skeleton text primary key, person text not null unique, name text not null);
create table if not exists owners (
  table_id text not null, role text not null, person text not null, primary key (table_id, role));
create index if not exists owners_of on owners (person);
create table if not exists sessions (
  table_id text not null, hash {blob} not null, role text not null, device text not null, at {real} not null,
  primary key (table_id, hash));
create index if not exists sessions_of on sessions (device);
create table if not exists asks (
  words text primary key, device text not null, table_id text not null, role text not null, label text not null,
  ends {real} not null);
"""
"""The tables of persons, with the types that differ left open."""
WATCHING_PREFIX: Final = "watches "
"""Before the role of a seat: the key that its link came with, which only watches since somebody has taken the seat."""
SESSIONS: Final = 8
"""Keys of one device for one role of a table that are good at a time: the latest."""
YEAR: Final = 366 * 86_400.0
"""Seconds after which a name is free whose person no device was seen of."""


@frozen
class Device:
    """A device of a person: its public key, what it is called, since when it is known and when it was seen last."""

    key: str
    person: str
    label: str
    since: float
    seen: float


@frozen
class AskingDevice:
    """A device that asks the person who has a seat to be let in, with the words that it shows until it ``ends``."""

    words: str
    device: str
    table: str
    seat: str
    label: str
    ends: float


class PersonStore(ABC):
    """The part of a store that knows persons. Every method raises `StoreError` when the database does not answer."""

    @abstractmethod
    def _change(self, statement: str, *values: object) -> int:
        """Run a statement, kept when this returns: the number that it returns, or how many rows it made or changed."""

    @abstractmethod
    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]:
        """All that is changed within, or nothing."""

    def _tell(self, table: str) -> None:  # noqa: B027  # a store that others look at anyway tells nothing
        """Tell other processes that something was written that is not a row."""

    # Devices

    def device(self, key: str) -> Device | None:
        """The device with this public key; None where the server knows none."""
        rows = self._read("select key, person, label, since, seen from devices where key = ?", key)
        return Device(*rows[0]) if rows else None

    def devices(self, person: str) -> list[Device]:
        """The devices of a person, the oldest first."""
        statement = "select key, person, label, since, seen from devices where person = ? order by since, key"
        return [Device(*row) for row in self._read(statement, person)]

    def add_device(self, device: Device, number: int) -> bool:
        """Keep a device that signed its first call with this number; False where it is known, or was revoked."""
        statement = "insert into devices values (?, ?, ?, ?, ?, ?) on conflict do nothing"
        values = (device.key, device.person, device.label, number, device.since, device.seen)
        with self._transaction():
            return not self.is_revoked_key(device.key) and self._change(statement, *values) == 1

    def note_call_number(self, key: str, number: int, current_time: float) -> bool:
        """Take note of a call of a device; False where its number is not above all before it."""
        statement = "update devices set number = ?, seen = ? where key = ? and number < ?"
        return self._change(statement, number, current_time, key, number) == 1

    def is_revoked_key(self, key: str) -> bool:
        """Whether this key was revoked or forgotten: it is good for nothing any more."""
        return bool(self._read("select hash from buried where hash = ?", _hash_of_buried_key(key)))

    def forget_key(self, key: str) -> frozenset[str]:
        """Forget a device for good: what it has open is closed, and its key is known by a hash only.

        Returns the tables that it had open.
        """
        with self._transaction():
            tables = {row[0] for row in self._read("select table_id from sessions where device = ?", key)}
            self._change("delete from sessions where device = ?", key)
            self._change("delete from asks where device = ?", key)
            self._change("delete from devices where key = ?", key)
            self._change("insert into buried values (?) on conflict do nothing", _hash_of_buried_key(key))
        for table in tables:
            self._tell(table)
        return frozenset(tables)

    def move_device(self, key: str, person: str) -> None:
        """A device is one of another person's from now on.

        What its person has goes along where that was the only device: seats, and the name where there is room for it.
        """
        [(person_before,)] = self._read("select person from devices where key = ?", key)
        goes_along = person_before != person and {device.key for device in self.devices(person_before)} == {key}
        is_named = bool(self.name_of_person(person))
        with self._transaction():
            self._change("update devices set person = ? where key = ?", person, key)
            self._change("delete from asks where device = ?", key)
            if goes_along:
                self._change("update owners set person = ? where person = ?", person, person_before)
            if goes_along and is_named:
                self._change("delete from person_names where person = ?", person_before)
            elif goes_along:
                self._change("update person_names set person = ? where person = ?", person, person_before)

    def forget_person(self, person: str) -> frozenset[str]:
        """Forget devices, name and seats of a person. Seats stay without anybody until they are freed.

        Returns the tables where the person had something.
        """
        seats = self._read("select table_id, role from owners where person = ?", person)
        with self._transaction():
            for table, role in seats:
                name = "select name from called where table_id = ? and seat = ?"
                statement = f"update said set name = '' where table_id = ? and seat = ? and name = ({name})"
                self._change(statement, table, role, table, role)
                self._change("delete from called where table_id = ? and seat = ?", table, role)
            devices_of_person = "device in (select key from devices where person = ?)"
            self._change(f"delete from signatures where {devices_of_person}", person)
            self._change("delete from owners where person = ?", person)
            self._change("delete from person_names where person = ?", person)
        tables_of_devices = [self.forget_key(device.key) for device in self.devices(person)]
        return frozenset(table for table, _ in seats).union(*tables_of_devices)

    # Names

    def claim_name(self, person: str, skeleton: str, name: str, current_time: float) -> bool:
        """Give a name to a person in place of the one before; False where it, or what looks alike, is another's."""
        lapsed_condition = "not exists (select 1 from devices d where d.person = person_names.person and d.seen >= ?)"
        name_is_free = "not exists (select 1 from person_names other where other.skeleton = ? and other.person <> ?)"
        rename = f"update person_names set skeleton = ?, name = ? where person = ? and {name_is_free}"
        insert = "insert into person_names values (?, ?, ?) on conflict do nothing"
        with self._transaction():
            self._change(
                f"delete from person_names where skeleton = ? and {lapsed_condition}", skeleton, current_time - YEAR
            )
            is_renamed = self._change(rename, skeleton, name, person, skeleton, person) == 1
            return is_renamed or self._change(insert, skeleton, person, name) == 1

    def owner_of_name(self, skeleton: str) -> str | None:
        """The person who has a name at this server; None where nobody has."""
        rows = self._read("select person from person_names where skeleton = ?", skeleton)
        return str(rows[0][0]) if rows else None

    def name_of_person(self, person: str) -> str:
        """The name that a person has at this server; empty for none."""
        rows = self._read("select name from person_names where person = ?", person)
        return str(rows[0][0]) if rows else ""

    # Seats, and what opens them

    def owners(self, table: str) -> dict[str, str]:
        """The persons who have seats of a table, by role."""
        return dict(self._read("select role, person from owners where table_id = ?", table))

    def claim_seat(self, table: str, role: str, person: str, link: bytes) -> bool:
        """Give a seat to a person who came with its ``link``, which only watches from then on.

        False where the link opens it no more.
        """
        with self._transaction():
            if self._change("delete from keys where table_id = ? and role = ? and hash = ?", table, role, link) != 1:
                return False
            self._change(
                "insert into keys values (?, ?, ?) on conflict do nothing", table, f"{WATCHING_PREFIX}{role}", link
            )
            self._change("insert into owners values (?, ?, ?)", table, role, person)
            self._change("delete from looks where table_id = ? and role = ?", table, role)
        self._tell(table)
        return True

    def open_session(self, table: str, key_hash: bytes, role: str, device: str, current_time: float) -> bool:
        """Let a key that a device drew open a role; False where it opens something already."""
        sessions = "from sessions where table_id = ? and role = ? and device = ?"
        delete_old = (
            f"delete {sessions} and hash not in (select hash {sessions} order by at desc, hash limit {SESSIONS})"
        )
        with self._transaction():
            if self._read("select role from keys where table_id = ? and hash = ?", table, key_hash):
                return False
            statement = "insert into sessions values (?, ?, ?, ?, ?) on conflict do nothing"
            if not self._change(statement, table, key_hash, role, device, current_time):
                return False
            self._change(delete_old, *(table, role, device) * 2)
        return True

    def session(self, table: str, key_hash: bytes) -> tuple[str, str] | None:
        """The role that such a key opens, and the person whose device drew it."""
        statement = (
            "select s.role, d.person from sessions s join devices d on d.key = s.device "
            "where s.table_id = ? and s.hash = ?"
        )
        rows = self._read(statement, table, key_hash)
        return (str(rows[0][0]), str(rows[0][1])) if rows else None

    def sessions(self, table: str) -> dict[bytes, str]:
        """The roles that such keys open at a table."""
        rows = self._read("select hash, role from sessions where table_id = ?", table)
        return {bytes(key_hash): role for key_hash, role in rows}

    def free_seat(self, table: str, role: str, link: bytes) -> None:
        """Take a seat from whoever has it: a fresh link opens it, and nothing else does."""
        with self._transaction():
            for sql_table in ("owners", "sessions", "looks", "keys"):
                self._change(f"delete from {sql_table} where table_id = ? and role = ?", table, role)
            self._change("delete from keys where table_id = ? and role = ?", table, f"{WATCHING_PREFIX}{role}")
            self._change("delete from called where table_id = ? and seat = ?", table, role)
            self._change("insert into keys values (?, ?, ?)", table, role, link)
        self._tell(table)

    def hand_over(self, table: str, role: str, giver: str, taker: str) -> bool:
        """Give a seat to another person; False where the giver has it no more."""
        statement = "update owners set person = ? where table_id = ? and role = ? and person = ?"
        with self._transaction():
            if self._change(statement, taker, table, role, giver) != 1:
                return False
            self._change("delete from sessions where table_id = ? and role = ?", table, role)
            self._change("delete from called where table_id = ? and seat = ?", table, role)
        self._tell(table)
        return True

    def carry_persons(self, table: str, new_table: str, roles: Mapping[str, str]) -> None:
        """Let persons and their keys have at another table what ``roles`` says that they have there."""
        with self._transaction():
            for role, person in self.owners(table).items():
                self._change("insert into owners values (?, ?, ?)", new_table, roles.get(role, role), person)
            statement = "select hash, role, device, at from sessions where table_id = ?"
            for key_hash, role, device, moment in self._read(statement, table):
                values = (new_table, key_hash, roles.get(role, role), device, moment)
                self._change("insert into sessions values (?, ?, ?, ?, ?)", *values)

    # Devices that ask to be let in

    def ask_in(self, asking: AskingDevice, current_time: float) -> bool:
        """Keep that a device asks to be let in, in place of what it asked before; False where the words are in use."""
        values = (asking.words, asking.device, asking.table, asking.seat, asking.label, asking.ends)
        with self._transaction():
            self._change("delete from asks where ends < ? or device = ?", current_time, asking.device)
            is_kept = self._change("insert into asks values (?, ?, ?, ?, ?, ?) on conflict do nothing", *values) == 1
        self._tell(asking.table)
        return is_kept

    def asking_device(self, words: str, current_time: float) -> AskingDevice | None:
        """The device that shows these words; None where none does, or none does any more."""
        rows = self._read(f"select {_ASKING} from asks where words = ? and ends >= ?", words, current_time)
        return AskingDevice(*rows[0]) if rows else None

    def asking_devices(self, table: str, current_time: float) -> list[AskingDevice]:
        """The devices that ask to be let in at a table."""
        statement = f"select {_ASKING} from asks where table_id = ? and ends >= ? order by ends"
        return [AskingDevice(*row) for row in self._read(statement, table, current_time)]


_ASKING: Final = "words, device, table_id, role, label, ends"


def _hash_of_buried_key(key: str) -> str:
    return sha256(key.encode()).hexdigest()
