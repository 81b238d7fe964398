"""Seats, names and devices that belong to keys: what a person may do, and what nobody else may."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce, Line
from tests.table.test_server import Screen, TestClient, Toys, client  # type: ignore[attr-defined]  # noqa: F401  # a fixture

from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import SqliteStore, open_store
from wargame_table.keeping.person_store import YEAR, Device
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import PROTOCOL, Hello, OwnKey, Refused, message_of
from wargame_table.messages.person_calls import SIGNED_WITH, SignedCall
from wargame_table.messages.signed_changes import CHANGE_SIGNED_WITH, text_of_change
from wargame_table.network.device_words import COMMON_WORDS, draw_words
from wargame_table.network.guard import Guard, Limits, hash_of_key, new_key
from wargame_table.network.hub import Hub
from wargame_table.network.persons import LASTS, MOST_DEVICES, TRIES, free_by_link, hear_call
from wargame_table.network.server import Site, Tables

pytestmark = pytest.mark.usefixtures("toy_known")
SITE = "games.example.org"


class Gadget:
    """A device with a key of its own, as a page or a program has it."""

    def __init__(self, site: str = SITE) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw().hex()
        self.private = self._key.private_bytes_raw().hex()
        self.site, self.number = site, 0

    def signed(self, kind: str, **fields: Any) -> JsonObject:
        """A call as it is sent."""
        self.number += 1
        return self.sign(json.dumps({"kind": kind, "site": self.site, "number": self.number, **fields}))

    def change(self, table: str, message: JsonObject, **other: Any) -> JsonObject:
        """A message that changes the game with what is signed of it; ``other`` changes what is signed."""
        self.number += 1
        signed = self.sign(text_of_change(table, self.number, {**message, **other}), CHANGE_SIGNED_WITH)
        return {**message, "signed": signed}

    def sign(self, text: str, what: bytes = SIGNED_WITH) -> JsonObject:
        return {"device": self.public, "text": text, "signature": self._key.sign(what + text.encode()).hex()}


class Room:
    """A server's hub with a table of the test game, whose links are known, and a clock that stands still."""

    def __init__(self, place: str = ":memory:", **limits: int) -> None:
        self.now = 1000.0
        self.hub = Hub(
            open_store(place), AtOnce(), pause=0.0, limits=Limits(**limits), clock=lambda: self.now
        )  # fmt: skip
        self.links = {role: new_key() for role in ("red", "blue", "spectator", "author")}

    async def make(self) -> Room:
        hashes = {role: hash_of_key(key) for role, key in self.links.items()}
        await self.hub.ask(self.hub.store.make, "t", Opening.of(toy()), hashes, self.now)
        return self

    async def call(self, signed: JsonObject, link: str = "", network: str = "") -> JsonObject:
        return await hear_call(self.hub, SignedCall(**signed), link, lambda site: site == SITE, network)

    async def sit(self, gadget: Gadget, role: str, table: str = "t") -> tuple[str, JsonObject]:
        """Sit down with the link of a role: the key that opens what one has there, and the answer."""
        key = new_key()
        self.now += 1
        return key, await self.call(gadget.signed("sit", table=table, key=key), self.links[role])

    async def screen(self, key: str, name: str = "") -> tuple[str, str, Line]:
        """A screen that comes with a key: its connection, its role and what it is told."""
        table, line, role = await self.hub.open("t"), Line(), await self.hub.role_of_key("t", key)
        assert role is not None
        hello = Hello(protocol=PROTOCOL, key=key, name=name)
        return await self.hub.join(table, role, hello, line), role, line

    async def refused(self, signed: JsonObject, link: str = "", network: str = "") -> tuple[str, str]:
        """The code and the words of a refusal."""
        with pytest.raises(Refused) as refusal:
            await self.call(signed, link, network)
        return refusal.value.code, str(refusal.value)


@pytest.fixture
def gadgets() -> tuple[Gadget, Gadget, Gadget]:
    return Gadget(), Gadget(), Gadget()


def test_the_seat_that_a_key_took_opens_for_it_again_and_for_nobody_elses_link(
    place: str, gadgets: tuple[Gadget, Gadget, Gadget]
) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room(place).make()
        key, answer = await room.sit(ann, "red")
        assert answer == {"role": "red", "seat": "red", "taken": False}
        assert await room.hub.role_of_key("t", key) == "red"
        assert await room.hub.role_of_key("t", room.links["red"]) == "spectator"
        again, _ = await room.sit(ann, "red")
        assert await room.hub.role_of_key("t", again) == "red"
        other, answer = await room.sit(bob, "red")
        assert answer == {"role": "spectator", "seat": "red", "taken": True}
        assert await room.hub.role_of_key("t", other) == "spectator"
        room.hub.close()

    asyncio.run(played())


def test_a_seat_is_found_again_without_its_link_and_a_stranger_is_not_let_in(
    gadgets: tuple[Gadget, Gadget, Gadget],
) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room().make()
        await room.sit(ann, "red")
        key = new_key()
        answer = await room.call(ann.signed("sit", table="t", key=key), "a key of nothing")
        assert (answer["role"], await room.hub.role_of_key("t", key)) == ("red", "red")
        code, words = await room.refused(bob.signed("sit", table="t", key=new_key()), "a key of nothing")
        assert (code, words) == ("wrong_key", "this link does not open this table, and none of its seats is yours")

    asyncio.run(played())


def test_a_file_of_the_server_opens_no_seat(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    async def played() -> None:
        room = await Room().make()
        key, _ = await room.sit(gadgets[0], "red")
        store = room.hub.store
        assert isinstance(store, SqliteStore)
        with store._writer.connection_held() as base:
            dump = "\n".join(base.iterdump())
        assert gadgets[0].public in dump
        assert [secret for secret in (key, *room.links.values(), gadgets[0].private) if secret in dump] == []
        for kept in {hash_of_key(key).hex(), gadgets[0].public, *(await room.hub.ask(store.owners, "t")).values()}:
            assert await room.hub.role_of_key("t", kept) is None

    asyncio.run(played())


def test_a_call_counts_once_and_only_in_its_order(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, *_ = gadgets

    async def played() -> None:
        room = await Room().make()
        first, second = ann.signed("devices"), ann.signed("devices")
        await room.call(second)
        assert await room.refused(second) == (
            "stale",
            "a call with the number 2 or a higher one was heard before: count on",
        )
        assert (await room.refused(first))[0] == "stale"
        await room.call(ann.signed("devices"))

    asyncio.run(played())


def test_a_call_that_makes_the_person_counts_once_too(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    async def played() -> None:
        room = await Room().make()
        signed = gadgets[0].signed("sit", table="t", key=new_key())
        await room.call(signed, room.links["red"])
        assert (await room.refused(signed, room.links["blue"]))[0] == "stale"
        assert list(await room.hub.ask(room.hub.store.owners, "t")) == ["red"]

    asyncio.run(played())


@pytest.mark.parametrize("site", ["evil.example", "", "games.example.org.evil.example"])
def test_a_call_for_another_server_is_refused(site: str) -> None:
    async def played() -> None:
        room = await Room().make()
        code, words = await room.refused(Gadget(site).signed("sit", table="t", key=new_key()), room.links["red"])
        assert code == "wrong_key"
        assert words.startswith("this call was signed for another server")

    asyncio.run(played())


def test_a_signature_is_for_its_text_its_key_and_calls_alone(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room().make()
        good = ann.signed("sit", table="t", key=new_key())
        other_table = good | {"text": good["text"].replace('"table": "t"', '"table": "u"')}
        letter = ann.sign(good["text"], b"wargame mail letter signature 1\n")
        for forged in (other_table, good | {"device": bob.public}, good | {"signature": "0" * 128}, letter):
            assert await room.refused(forged, room.links["red"]) == (
                "wrong_key", "the signature of this call is not that of its device"
            )  # fmt: skip
        assert await room.hub.ask(room.hub.store.owners, "t") == {}

    asyncio.run(played())


@pytest.mark.parametrize(
    "change",
    [
        {"device": ""},
        {"device": "A" * 64},
        {"device": "a" * 65},
        {"device": "a" * 64 + "\n"},
        {"device": "a" * 1_000_000},
        {"device": "\ud800" * 64},
        {"device": ["a" * 64]},
        {"signature": "a" * 127},
        {"signature": None},
        {"text": "x" * 1001},
        {"text": 7},
        {"more": 1},
    ],
)
def test_what_is_no_key_no_signature_and_no_call_is_refused_in_words(site: Site, change: JsonObject) -> None:
    with TestClient(Tables(site), base_url="http://localhost") as people:
        signed = Gadget("localhost").signed("devices")
        answer = people.post("/person", content=json.dumps(signed | change))
        assert answer.status_code in (400, 413)
        assert answer.json()["code"] in ("malformed", "too_big")
        assert people.post("/person", json=signed).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", '{"kind": "devices"}', '{"kind": "devices", "site": "localhost", "number": -1}',
        '{"kind": "devices", "site": "localhost", "number": 9007199254740992}',
        '{"kind": "devices", "site": "localhost", "number": 1.5}',
        '{"kind": "devices", "site": "localhost", "number": true}',
        '{"kind": "devices", "site": "localhost", "number": 1, "number": 2}',
        '{"kind": "devices", "site": "localhost", "number": 1, "person": "x"}',
        '{"kind": "rob", "site": "localhost", "number": 1}',
        '{"kind": "sit", "site": "localhost", "number": 1, "table": "t", "key": "short"}',
        '{"kind": "revoke", "site": "localhost", "number": 1, "device": "x"}',
        "[" * 900,
    ],
)  # fmt: skip
def test_what_was_signed_and_is_no_call_is_refused_in_words(site: Site, text: str) -> None:
    with TestClient(Tables(site), base_url="http://localhost") as people:
        answer = people.post("/person", json=Gadget("localhost").sign(text))
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.text


@pytest.fixture
def site() -> Site:
    return Site(hub=Hub(SqliteStore(), AtOnce(), pause=0.0), guard=Guard(), lobby=Toys())


def test_a_call_is_for_the_name_by_which_the_server_is_reached(site: Site) -> None:
    guard = Guard(hosts=frozenset({"games.example.org", "localhost"}))
    assert guard.is_our_name("games.example.org", {"host": "127.0.0.1:8000"})
    assert guard.is_our_name("Other.example", {"host": "other.example:8443"})
    assert not guard.is_our_name("evil.example", {"host": "games.example.org"})
    assert not guard.is_our_name("games.example.org@evil.example", {"host": "games.example.org"})


async def _let_in(room: Room, old: Gadget, new: Gadget) -> None:
    words = (await room.call(new.signed("ask_in", table="t", seat="red", label="Firefox on Android")))["words"]
    assert await room.call(old.signed("let_in", words=f" {words.upper()} ")) == {
        "device": new.public, "label": "Firefox on Android"
    }  # fmt: skip


def test_a_device_that_is_let_in_has_the_seats_and_one_that_is_revoked_has_nothing(
    place: str, gadgets: tuple[Gadget, Gadget, Gadget]
) -> None:
    laptop, phone, bob = gadgets

    async def played() -> None:
        room = await Room(place).make()
        await room.sit(laptop, "red")
        assert (await room.sit(phone, "red"))[1]["taken"]
        await _let_in(room, laptop, phone)
        key, answer = await room.sit(phone, "red")
        assert (answer["role"], answer["taken"]) == ("red", False)
        connection, _, line = await room.screen(key)
        devices = (await room.call(laptop.signed("devices")))["devices"]
        assert [row["device"] for row in devices] == [laptop.public, phone.public]
        assert [row.get("this") for row in devices] == [True, None]
        assert await room.refused(bob.signed("revoke", device=phone.public)) == (
            "not_yours", "this is no device of yours"
        )  # fmt: skip
        await room.call(laptop.signed("revoke", device=phone.public))
        assert line.last("refused") == {"kind": "refused", "code": "wrong_key", "text": "this seat has another key now"}
        assert connection not in (await room.hub.open("t")).session.people
        assert await room.hub.role_of_key("t", key) is None
        for signed in (phone.signed("devices"), phone.signed("sit", table="t", key=new_key()), phone.signed("ask_in")):
            assert await room.refused(signed, room.links["red"]) == (
                "revoked", "the key of this device was revoked, or forgotten: make another one"
            )  # fmt: skip
        room.hub.close()

    asyncio.run(played())


def test_a_second_process_sends_a_revoked_device_away_too(place: str, gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    laptop, phone, _ = gadgets

    async def played() -> None:
        room = await Room(place).make()
        await room.sit(laptop, "red")
        await _let_in(room, laptop, phone)
        key, _ = await room.sit(phone, "red")
        there = Room(place)
        there.links = room.links
        _, _, line = await there.screen(key)
        await room.call(laptop.signed("revoke", device=phone.public))
        table = await there.hub.open("t")
        async with table.lock:
            await there.hub.catch_up(table)
        assert line.last("refused")["code"] == "wrong_key"
        room.hub.close()
        there.hub.close()

    asyncio.run(played())


def test_the_screens_of_a_seat_hear_once_of_a_device_that_asks_and_no_other_screen_does(
    gadgets: tuple[Gadget, Gadget, Gadget],
) -> None:
    laptop, phone, bob = gadgets

    async def played() -> None:
        room = await Room().make()
        lines = {}
        for gadget, role in ((laptop, "red"), (bob, "blue"), (bob, "spectator")):
            lines[role] = (await room.screen((await room.sit(gadget, role))[0]))[2]
        words = (await room.call(phone.signed("ask_in", table="t", seat="red", label="a phone")))["words"]
        table = await room.hub.open("t")
        async with table.lock:
            await room.hub.catch_up(table)
        heard = {role: [told for told in line.sent if told["kind"] == "device_asks"] for role, line in lines.items()}
        assert heard["red"] == [{"kind": "device_asks", "words": words, "label": "a phone", "seconds": LASTS}]
        assert heard["blue"] == heard["spectator"] == []

    asyncio.run(played())


def test_words_are_good_for_ten_minutes_and_for_whoever_shows_them(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    laptop, phone, _ = gadgets

    async def played() -> None:
        room = await Room().make()
        await room.sit(laptop, "red")
        old = (await room.call(phone.signed("ask_in", table="t", seat="red")))["words"]
        new = (await room.call(phone.signed("ask_in", table="t", seat="red")))["words"]
        unknown = ("unavailable", "no device shows these words, or it has shown them for too long")
        assert await room.refused(laptop.signed("let_in", words=old)) == unknown
        assert (await room.refused(phone.signed("let_in", words=new)))[1].startswith(
            "this device shows these words itself"
        )
        room.now += LASTS + 1
        assert await room.refused(laptop.signed("let_in", words=new)) == unknown
        assert (await room.sit(phone, "red"))[1]["taken"]

    asyncio.run(played())


def test_words_cannot_be_guessed_for_long(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    laptop, phone, thief = gadgets

    async def played() -> None:
        room = await Room().make()
        words = (await room.call(phone.signed("ask_in")))["words"]
        for _ in range(TRIES):
            assert (await room.refused(thief.signed("let_in", words="oak oak oak oak")))[0] == "unavailable"
        for said in (words, "oak oak oak oak"):
            assert await room.refused(thief.signed("let_in", words=said)) == (
                "too_fast", f"{TRIES} wrong tries a day are enough"
            )  # fmt: skip
        await room.call(laptop.signed("let_in", words=words))
        assert (len(COMMON_WORDS), len({*COMMON_WORDS}), len(draw_words().split())) == (256, 256, 4)

    asyncio.run(played())


def test_right_words_are_not_counted_as_tries_and_a_person_has_so_many_devices(
    gadgets: tuple[Gadget, Gadget, Gadget],
) -> None:
    async def played() -> None:
        room = await Room().make()
        laptop = gadgets[0]
        for _ in range(MOST_DEVICES - 1):
            words = (await room.call(Gadget().signed("ask_in")))["words"]
            await room.call(laptop.signed("let_in", words=words))
        words = (await room.call(Gadget().signed("ask_in")))["words"]
        assert await room.refused(laptop.signed("let_in", words=words)) == (
            "too_big", f"a person has at most {MOST_DEVICES} devices: revoke one"
        )  # fmt: skip

    asyncio.run(played())


def test_what_a_device_had_by_itself_goes_along_when_it_is_let_in(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    laptop, phone, _ = gadgets

    async def played() -> None:
        room = await Room().make()
        await room.sit(laptop, "red")
        await room.sit(phone, "blue")
        await _let_in(room, laptop, phone)
        assert (await room.sit(laptop, "blue"))[1]["role"] == "blue"

    asyncio.run(played())


def test_what_a_device_shared_stays_with_the_others_when_it_is_let_in_elsewhere(
    gadgets: tuple[Gadget, Gadget, Gadget],
) -> None:
    laptop, phone, bob = gadgets

    async def played() -> None:
        room = await Room().make()
        await room.sit(laptop, "red")
        await _let_in(room, laptop, phone)
        await _let_in(room, bob, phone)
        assert (await room.sit(phone, "red"))[1]["taken"]
        assert not (await room.sit(laptop, "red"))[1]["taken"]

    asyncio.run(played())


def test_a_name_belongs_to_a_key_at_all_tables_of_a_server(place: str, gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room(place).make()
        await room.screen((await room.sit(ann, "red"))[0], name="Ann")
        await room.hub.leave(table := await room.hub.open("t"), next(iter(table.session.people)))
        table.session.company.names.clear()  # as at another table
        guest, _, line = await room.screen(room.links["blue"], name="\N{CYRILLIC CAPITAL LETTER A}nn")
        assert "name" not in line.last("welcome")
        await room.hub.hear(table, guest, message_of({"kind": "name", "id": "1", "name": "Ann"}))
        assert line.last("refused")["text"] == "Ann is the name of somebody with a key here: take another name"
        await room.hub.hear(table, guest, message_of({"kind": "name", "id": "2", "name": "Bob"}))
        assert line.last("done")["id"] == "2"
        other, _, line = await room.screen((await room.sit(bob, "author"))[0], name="Ann")
        assert "name" not in line.last("welcome")
        await room.hub.hear(table, other, message_of({"kind": "name", "id": "3", "name": "Ann"}))
        assert line.last("refused")["code"] == "taken"
        assert (await room.call(ann.signed("devices")))["name"] == "Ann"
        assert (await room.call(bob.signed("devices")))["name"] == ""
        room.hub.close()

    asyncio.run(played())


def test_a_person_who_takes_another_name_gives_the_first_one_up_and_loses_it_after_a_year(place: str) -> None:
    store = open_store(place)
    for key, seen in (("a", 0.0), ("b", 5.0)):
        assert store.add_device(Device(key, key, "", seen, seen), 1)
    assert store.claim_name("a", "ann", "Ann", 5.0)
    assert not store.claim_name("b", "ann", "Ann", 5.0)
    assert store.claim_name("a", "anna", "Anna", 5.0)
    assert store.claim_name("b", "ann", "Ann", 5.0)
    assert not store.claim_name("b", "anna", "Anna", 5.0)
    assert (store.owner_of_name("ann"), store.name_of_person("a"), store.name_of_person("b")) == ("b", "Anna", "Ann")
    assert store.claim_name("b", "anna", "Anna", YEAR + 1)
    assert (store.owner_of_name("ann"), store.name_of_person("a")) == (None, "")
    store.close()


def test_titles_and_roles_are_nobodys_name_at_a_server(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    async def played() -> None:
        room = await Room().make()
        _, _, line = await room.screen((await room.sit(gadgets[0], "red"))[0], name="Blue")
        assert "name" not in line.last("welcome")
        assert (await room.call(gadgets[0].signed("devices")))["name"] == ""

    asyncio.run(played())


def test_a_player_leaves_a_seat_and_a_fresh_link_opens_it(place: str, gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room(place).make()
        key, _ = await room.sit(ann, "red")
        _, _, mine = await room.screen(key, "Ann")
        _, _, watching = await room.screen(room.links["spectator"])
        assert (await room.refused(bob.signed("free", table="t", seat="red")))[0] == "not_yours"
        code, words = await room.refused(ann.signed("free", table="t", seat="green"))
        assert (code, words) == ("malformed", "there is no seat 'green' at this table; its seats are blue, red")
        link = (await room.call(ann.signed("free", table="t", seat="red")))["link"]
        assert mine.last("refused")["code"] == "wrong_key"
        assert "its player has left it" in watching.last("say")["text"]
        assert (watching.last("say")["from"], watching.last("say")["seat"]) == ("", "table")
        assert await room.hub.role_of_key("t", room.links["red"]) is None
        room.links["red"] = link.partition("#")[2]
        assert (await room.sit(bob, "red"))[1]["role"] == "red"
        assert await room.hub.ask(room.hub.store.names, "t") == {}
        assert (await room.sit(ann, "red"))[1]["taken"]
        room.hub.close()

    asyncio.run(played())


def test_who_made_the_table_frees_a_seat_and_everybody_is_told(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    async def played() -> None:
        room = await Room().make()
        key, _ = await room.sit(gadgets[0], "red")
        _, _, mine = await room.screen(key)
        _, _, watching = await room.screen(room.links["spectator"])
        table = await room.hub.open("t")
        for role in ("blue", "spectator"):
            with pytest.raises(Refused, match="only the player of a seat, by a signed call, and who made the table"):
                await free_by_link(room.hub, table, room.links[role], "red")
        with pytest.raises(Refused, match="by a signed call"):  # nor by what only opens a screen of the seat
            await free_by_link(room.hub, table, key, "red")
        link = (await free_by_link(room.hub, table, room.links["author"], "red"))["link"]
        assert "Who made the table has freed the seat" in watching.last("say")["text"]
        assert mine.last("refused")["code"] == "wrong_key"
        assert await room.hub.role_of_key("t", link.partition("#")[2]) == "red"
        room.hub.limits = Limits(said=0)
        with pytest.raises(Refused, match="nobody could be told of it"):
            await free_by_link(room.hub, table, room.links["author"], "blue")

    asyncio.run(played())


def test_a_guest_frees_a_seat_by_its_link() -> None:
    async def played() -> None:
        room = await Room().make()
        table = await room.hub.open("t")
        link = (await free_by_link(room.hub, table, room.links["red"], "red"))["link"]
        assert await room.hub.role_of_key("t", link.partition("#")[2]) == "red"
        assert await room.hub.role_of_key("t", room.links["red"]) is None

    asyncio.run(played())


def test_a_seat_is_handed_over_to_a_name_that_a_key_has(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, bob, thief = gadgets

    async def played() -> None:
        room = await Room().make()
        key, _ = await room.sit(ann, "red")
        await room.screen(key, "Ann")
        _, _, watching = await room.screen((await room.sit(bob, "spectator"))[0], "Bob")
        assert (await room.refused(thief.signed("hand_over", table="t", seat="red", to="Bob")))[0] == "not_yours"
        assert await room.refused(ann.signed("hand_over", table="t", seat="red", to="Cy")) == (
            "unavailable", "nobody with a key is called 'Cy' at this server"
        )  # fmt: skip
        assert (await room.refused(ann.signed("hand_over", table="t", seat="red", to="Ann")))[1] == "Ann is you"
        await room.call(ann.signed("hand_over", table="t", seat="red", to="bob"))
        assert watching.last("say")["text"].endswith("has handed the seat over to bob.")
        assert (await room.sit(bob, "red"))[1]["role"] == "red"
        assert (await room.sit(ann, "red"))[1]["taken"]
        assert await room.hub.role_of_key("t", key) is None

    asyncio.run(played())


def test_a_person_who_is_forgotten_leaves_no_name_no_key_and_no_seat(
    place: str, gadgets: tuple[Gadget, Gadget, Gadget]
) -> None:
    ann, phone, bob = gadgets

    async def played() -> None:
        room = await Room(place).make()
        key, _ = await room.sit(ann, "red")
        connection, _, mine = await room.screen(key, "Ann")
        table, store = await room.hub.open("t"), room.hub.store
        await room.hub.hear(table, connection, message_of({"kind": "say", "id": "1", "text": "Hello"}))
        await _let_in(room, ann, phone)
        await room.call(phone.signed("forget"))
        assert mine.last("refused")["code"] == "wrong_key"
        assert await room.hub.ask(store.names, "t") == {} == table.session.company.names
        assert [sentence.name for sentence in await room.hub.ask(store.sentences, "t")] == [""]
        assert await room.hub.ask(store.owners, "t") == {}
        for gadget in (ann, phone):
            assert await room.hub.ask(store.device, gadget.public) is None
            assert (await room.refused(gadget.signed("devices")))[0] == "revoked"
        assert (await room.sit(bob, "red"))[1]["taken"]  # until who made the table frees it
        _, _, line = await room.screen((await room.sit(bob, "blue"))[0], "Ann")
        assert line.last("welcome")["name"] == "Ann"
        room.hub.close()

    asyncio.run(played())


def test_a_guest_goes_on_with_a_key_and_no_link_opens_two_seats(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    ann, *_ = gadgets

    async def played() -> None:
        room = await Room().make()
        table, own = await room.hub.open("t"), new_key()
        link = room.links["red"]
        await room.hub.give_own_key(table, link, OwnKey(key=own))
        room.links["red"] = own  # what stands in the address of the guest's page
        assert (await room.sit(ann, "red"))[1]["role"] == "red"
        assert await room.hub.role_of_key("t", own) is None
        assert await room.hub.role_of_key("t", link) == "spectator"
        assert (await room.sit(ann, "red"))[1]["role"] == "red"
        used = room.links["blue"]
        assert (await room.refused(ann.signed("sit", table="t", key=used), link))[0] == "taken"

    asyncio.run(played())


def test_only_the_latest_keys_that_a_device_drew_are_good(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:
    async def played() -> None:
        room = await Room().make()
        keys = []
        for _ in range(10):
            keys.append((await room.sit(gadgets[0], "red"))[0])
        assert [await room.hub.role_of_key("t", key) for key in keys] == [None, None, *["red"] * 8]

    asyncio.run(played())


def test_strangers_make_so_many_persons_a_day_and_ask_so_often_to_be_let_in() -> None:
    async def played() -> None:
        room = await Room(persons=2).make()
        for _ in range(2):
            await room.call(Gadget().signed("devices"), network="n")
        code, words = await room.refused(Gadget().signed("devices"), network="n")
        assert (code, words) == ("too_fast", "2 persons a day from one network are enough")
        phone = Gadget()
        await room.call(phone.signed("devices"), network="m")
        for _ in range(2):
            await room.call(phone.signed("ask_in"), network="m")
        assert (await room.refused(phone.signed("ask_in"), network="m"))[0] == "too_fast"

    asyncio.run(played())


def test_a_game_that_begins_anew_is_its_persons_game_with_sides_changed(
    gadgets: tuple[Gadget, Gadget, Gadget],
) -> None:
    ann, bob, _ = gadgets

    async def played() -> None:
        room = await Room().make()
        lines = {}
        keys = {}
        people = {"red": ann, "blue": bob}
        for role, gadget in people.items():
            keys[role], _ = await room.sit(gadget, role)
            lines[role] = await room.screen(keys[role])
        table = await room.hub.open("t")
        for number, (role, kind) in enumerate((("red", "offer"), ("blue", "offer"))):
            connection, _, line = lines[role]
            at = line.last("update")["at"]
            said = {"kind": kind, "id": f"i{number}", "at": at, "what": "again"}
            await room.hub.hear(table, connection, message_of(people[role].change("t", said)))
        anew = lines["red"][2].last("update")["again"]
        assert await room.hub.role_of_key(anew, keys["red"]) == "blue"
        assert (await room.sit(ann, "red", anew))[1] == {"role": "blue", "seat": "blue", "taken": False}
        assert (await room.sit(bob, "red", anew))[1]["taken"]

    asyncio.run(played())


def test_a_person_plays_over_sockets_and_a_seat_is_freed_over_http(client: TestClient) -> None:  # noqa: F811
    made = client.post("/tables", json={"game": "toy", "options": {"bow": "no"}}).json()
    red, author = (made["links"][role].partition("#")[::2] for role in ("red", "author"))
    ann, key = Gadget("localhost"), new_key()
    signed = ann.signed("sit", table=made["table"], key=key)
    answer = client.post("/person", json=signed, headers={"Authorization": f"Bearer {red[1]}"})
    assert (answer.status_code, answer.json()["role"]) == (200, "red")
    assert "no-store" in answer.headers["Cache-Control"]
    screen = Screen(client, (red[0], key), name="Ann")
    assert screen.until("welcome")["you"] == "red"
    assert "ask" in screen.until("update")
    answer = client.post(f"{red[0]}/free", json={"seat": "red"}, headers={"Authorization": f"Bearer {author[1]}"})
    assert answer.json()["link"].startswith(f"{red[0]}#")
    assert screen.until("say")["seat"] == "table"
    assert client.post(f"{red[0]}/free", json={"seat": "red"}).status_code == 403


def test_the_games_of_a_person_are_asked_for_with_their_links_and_a_proof(site: Site) -> None:
    with TestClient(Tables(site), base_url="http://localhost") as people:
        made = people.post("/tables", json={"game": "toy"}).json()
        link, ann, bob = made["links"]["red"].partition("#")[2], Gadget("localhost"), Gadget("localhost")
        by_link = {"Authorization": f"Bearer {link}"}
        people.post("/person", json=ann.signed("sit", table=made["table"], key=new_key()), headers=by_link)
        tables = [{"table": made["table"], "key": link}]

        def seats_seen(path: str, person: JsonObject | None) -> Any:
            return people.post(path, json={"tables": tables} | ({"person": person} if person else {}))

        for person, you in ((ann.signed("prove"), "red"), (bob.signed("prove"), "spectator"), (None, "spectator")):
            assert seats_seen("/mine", person).json()["tables"][0]["you"] == you
        answer = seats_seen("/mine", ann.signed("devices"))
        assert "a call of kind 'devices'" in answer.json()["text"]
        again = ann.signed("prove")
        assert seats_seen("/mine", again).status_code == 200
        assert seats_seen("/mine", again).json()["code"] == "stale"
        digest = seats_seen("/digests", ann.signed("prove")).json()["digest"]
        assert "your turn as" in people.get(digest).text
        people.post("/person", json=ann.signed("free", table=made["table"], seat="red"))
        assert people.get(digest).text == "Nothing waits for you anywhere.\n"


def test_a_person_without_a_socket_has_the_seat_too(site: Site) -> None:
    with TestClient(Tables(site), base_url="http://localhost") as people:
        made = people.post("/tables", json={"game": "toy"}).json()
        path, _, link = made["links"]["red"].partition("#")
        ann, key = Gadget("localhost"), new_key()
        people.post(
            "/person", json=ann.signed("sit", table=made["table"], key=key), headers={"Authorization": f"Bearer {link}"}
        )
        mine = {"Authorization": f"Bearer {key}"}
        welcome, update = people.get(f"{path}/update", headers=mine).json()["messages"][:2]
        assert (welcome["you"], "ask" in update) == ("red", True)
        answer = people.post(f"{path}/act", headers=mine, json={"kind": "name", "id": "1", "name": "Ann"})
        assert answer.json()["messages"][-1]["kind"] == "done"
        listed = people.post("/person", json=ann.signed("devices")).json()
        assert listed["name"] == "Ann"
        assert people.get(f"{path}/record.jsonl", headers=mine).status_code == 200
