"""Who wants to be told by e-mail, as it is kept: an address with a token that stops it, and the seats it is for."""

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import astuple, frozen

from wargame_table.keeping.person_store import PersonStore

MAIL_SCHEMA: Final = """
create table if not exists mail_wishes (
  token text primary key, address text not null, confirmed integer not null, at {real} not null);
create table if not exists mail_seats (
  token text not null, table_id text not null, role text not null, hash text not null, person text not null,
  primary key (token, table_id, role));
create index if not exists mail_seats_at on mail_seats (table_id, role);
"""
"""The tables of addresses, with the types that differ left open."""
SECONDS_TO_CONFIRM: Final = 2 * 86_400.0
"""Seconds after which an address that nobody has confirmed is forgotten."""


@frozen
class KeptSeat:
    """A seat that somebody wants to hear of: the hash of the key that he had, and the person (empty: a guest)."""

    table: str
    role: str
    key_hash: str
    person: str

    def is_held(self, keys: Mapping[str, bytes], owners: Mapping[str, str]) -> bool:
        """Whether it is his still: ``keys`` and ``owners`` are those of the table now, by role."""
        is_own_key = keys.get(self.role, b"").hex() == self.key_hash
        return is_own_key or (bool(self.person) and owners.get(self.role) == self.person)


@frozen
class MailWish:
    """An address that wants to hear of seats, and whether its owner has said so."""

    token: str
    address: str
    is_confirmed: bool


class MailStore(PersonStore):
    """The part of a store that knows addresses. Every method raises `StoreError` when the database does not answer."""

    def ask_for_mail(self, token: str, address: str, seats: Iterable[KeptSeat], current_time: float) -> None:
        """Keep that an address is to hear of these seats, once its owner has said so."""
        with self._transaction():
            late_wishes = "select token from mail_wishes where confirmed = 0 and at < ?"
            self._change(f"delete from mail_seats where token in ({late_wishes})", current_time - SECONDS_TO_CONFIRM)
            self._change("delete from mail_wishes where confirmed = 0 and at < ?", current_time - SECONDS_TO_CONFIRM)
            self._change("insert into mail_wishes values (?, ?, 0, ?)", token, address, current_time)
            for seat in seats:
                statement = "insert into mail_seats values (?, ?, ?, ?, ?) on conflict do nothing"
                self._change(statement, token, *astuple(seat))

    def mail_wish(self, token: str) -> MailWish | None:
        """What a token stands for."""
        for address, is_confirmed in self._read("select address, confirmed from mail_wishes where token = ?", token):
            return MailWish(token, address, bool(is_confirmed))
        return None

    def confirm_mail(self, token: str) -> bool:
        """The owner of the address wants it; False where the token stands for nothing."""
        return self._change("update mail_wishes set confirmed = 1 where token = ?", token) == 1

    def stop_mail(self, token: str) -> None:
        """Forget the address and its seats."""
        with self._transaction():
            self._change("delete from mail_seats where token = ?", token)
            self._change("delete from mail_wishes where token = ?", token)

    def mail_for(self, table: str, role: str) -> list[tuple[MailWish, KeptSeat]]:
        """The confirmed addresses that want to hear of a seat."""
        rows = self._read(
            "select w.token, w.address, s.hash, s.person from mail_seats s join mail_wishes w on w.token = s.token "
            "where s.table_id = ? and s.role = ? and w.confirmed = 1 order by w.at, w.token",
            table,
            role,
        )
        return [
            (MailWish(token, address, True), KeptSeat(table, role, key_hash, person))
            for token, address, key_hash, person in rows
        ]
