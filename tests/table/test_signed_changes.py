"""Choices that a person's device signs one by one: nobody else can make one, and whoever reads the record can tell."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.table.test_hub import Line
from tests.table.test_persons import Gadget, Room, gadgets, site  # noqa: F401  # fixtures
from tests.table.test_server import TestClient  # type: ignore[attr-defined]

from wargame_core import Record
from wargame_core.errors import RecordError
from wargame_core.json_form import JsonObject
from wargame_table.messages.incoming import message_of
from wargame_table.messages.person_calls import SIGNED_WITH
from wargame_table.network.guard import new_key
from wargame_table.network.server import Site, Tables
from wargame_table.network.signed_records import signed_seats

pytestmark = pytest.mark.usefixtures("toy_known")


class Player:
    """A seat that a gadget has taken, at a screen of its own."""

    def __init__(self, room: Room, gadget: Gadget, connection: str, line: Line) -> None:
        self.room, self.gadget, self.connection, self.line = room, gadget, connection, line
        self.ids = 0

    @staticmethod
    async def sits(room: Room, gadget: Gadget, seat: str) -> "Player":
        key, _ = await room.sit(gadget, seat)
        connection, _, line = await room.screen(key)
        return Player(room, gadget, connection, line)

    @property
    def update(self) -> JsonObject:
        return self.line.last("update")

    def message(self, kind: str = "act", **fields: Any) -> JsonObject:
        """What the seat may say now, unsigned."""
        self.ids += 1
        told = self.update
        if kind == "act" and "action" not in fields:
            fields["action"] = told["ask"]["rows"][0]["action"]
        return {"kind": kind, "id": f"m{self.ids}", "at": told["at"], **fields}

    def signed(self, message: JsonObject, table: str = "t", by: Gadget | None = None, **other: Any) -> JsonObject:
        """A message with what the gadget, or another one, signs of it; ``other`` changes what is signed."""
        return (by or self.gadget).change(table, message, **other)

    async def say(self, message: JsonObject) -> JsonObject:
        """The answer to a message."""
        table = await self.room.hub.open("t")
        await self.room.hub.hear(table, self.connection, message_of(message))
        return next(answer for answer in reversed(self.line.sent) if answer.get("id") == message["id"])


async def two_players(room: Room, gadgets: tuple[Gadget, Gadget, Gadget]) -> tuple[Player, Player]:  # noqa: F811
    return await Player.sits(room, gadgets[0], "red"), await Player.sits(room, gadgets[1], "blue")


def asked(*players: Player) -> Player:
    """Who of them is to choose."""
    return next(player for player in players if "ask" in player.update)


def test_what_a_persons_device_has_not_signed_is_not_done(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:  # noqa: F811
    stranger = gadgets[2]

    async def played() -> None:
        room = await Room().make()
        red, blue = await two_players(room, gadgets)
        player = asked(red, blue)
        other = blue.gadget if player is red else red.gadget
        await room.sit(stranger, "spectator")
        right = player.message()
        done = player.signed(right)
        forged = {
            "sign this one": right,
            "a device of somebody else": player.signed(right, by=stranger),
            "signed by a device of somebody else": player.signed(right, by=other),
            "and not for 't'": player.signed(right, "u"),
            "what was signed is not this 'act'": player.signed(right, at="another"),
            "sign what you send": player.signed(right, kind="resign"),
            "is not that of its device": {**right, "signed": {**done["signed"], "device": stranger.public}},
            "the signature of this choice": {
                **right,
                "signed": player.gadget.sign(done["signed"]["text"], SIGNED_WITH),
            },
        }
        rows = room.hub.store.count("t")
        for words, message in forged.items():
            answer = await player.say(message)
            assert (answer["kind"], answer["code"]) == ("refused", "wrong_key")
            assert words in answer["text"]
        assert (room.hub.store.count("t"), room.hub.store.signatures("t")) == (rows, [])
        assert (await player.say(player.signed(right)))["kind"] == "done"
        later = asked(red, blue)
        again = await later.say({**later.message(), "signed": done["signed"]})
        assert again["code"] == "wrong_key"

    asyncio.run(played())


def test_what_was_signed_counts_once(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:  # noqa: F811
    async def played() -> None:
        room = await Room().make()
        red, _ = await two_players(room, gadgets)
        offer = red.signed(red.message("offer", what="end"))
        assert (await red.say(offer))["kind"] == "done"
        assert (await red.say(red.signed(red.message("answer", yes=False))))["kind"] == "done"
        answer = await red.say({**offer, "id": "again", "at": red.update["at"]})
        assert "was signed before: count on" in answer["text"] or "sign what you send" in answer["text"]
        red.gadget.number -= 1
        answer = await red.say(red.signed(red.message("offer", what="end")))
        assert "was signed before: count on" in answer["text"]
        assert [one.seat for one in room.hub.store.signatures("t")] == ["red", "red"]

    asyncio.run(played())


def test_a_seat_is_given_its_own_signatures_and_nobody_else_while_the_game_goes_on(site: Site) -> None:  # noqa: F811
    with TestClient(Tables(site), base_url="http://localhost") as people:
        made = people.post("/tables", json={"game": "toy"}).json()
        keys = {role: path.partition("#")[2] for role, path in made["links"].items()}
        path = made["links"]["red"].partition("#")[0]
        ann, key = Gadget("localhost"), new_key()
        call = ann.signed("sit", table=made["table"], key=key)
        people.post("/person", json=call, headers={"Authorization": f"Bearer {keys['red']}"})
        mine = {"Authorization": f"Bearer {key}"}
        update = people.get(f"{path}/update", headers=mine).json()["messages"][1]
        offer = ann.change(made["table"], {"kind": "offer", "id": "1", "at": update["at"], "what": "end"})
        assert people.post(f"{path}/act", headers=mine, json=offer).json()["messages"][-1]["kind"] == "done"

        def lines(role: str) -> list[str]:
            given = people.get(f"{path}/signatures.jsonl", headers={"Authorization": f"Bearer {keys[role]}"})
            return [json.loads(line)["seat"] for line in given.text.splitlines()]

        assert len(people.get(f"{path}/signatures.jsonl", headers=mine).text.splitlines()) == 1
        assert (lines("blue"), lines("spectator"), lines("red")) == ([], [], [])
        refused = people.get(f"{path}/signatures.jsonl", headers={"Authorization": "Bearer no key"})
        assert refused.json()["code"] == "wrong_key"
        guest = {"Authorization": f"Bearer {keys['blue']}"}
        told = people.get(f"{path}/update", headers=guest).json()["messages"]
        at = next(message["at"] for message in told if message["kind"] == "update")
        yes = people.post(f"{path}/act", headers=guest, json={"kind": "answer", "id": "2", "at": at, "yes": True})
        assert yes.json()["messages"][-1]["kind"] == "done"
        assert (lines("blue"), lines("spectator")) == (["red"], ["red"])


def test_a_guest_signs_nothing_and_plays(gadgets: tuple[Gadget, Gadget, Gadget]) -> None:  # noqa: F811
    async def played() -> None:
        room = await Room().make()
        seats = []
        for seat in ("red", "blue"):
            connection, _, line = await room.screen(room.links[seat])
            seats.append(Player(room, gadgets[0], connection, line))
        guest = asked(*seats)
        assert (await guest.say(guest.message()))["kind"] == "done"
        assert room.hub.store.signatures("t") == []

    asyncio.run(played())


def played_game(gadgets: tuple[Gadget, Gadget, Gadget], choices: int = 6) -> tuple[Record, list[str]]:  # noqa: F811
    """The record of a few choices of two people, the latter a resignation, and the lines of their signatures."""

    async def played() -> tuple[Record, list[str]]:
        room = await Room().make()
        players = await two_players(room, gadgets)
        for _ in range(choices):
            player = asked(*players)
            assert (await player.say(player.signed(player.message())))["kind"] == "done"
        assert (await players[0].say(players[0].signed(players[0].message("resign"))))["kind"] == "done"
        table = await room.hub.open("t")
        _, text = table.session.record("red")
        path = Path("record.jsonl")
        path.write_text(text, "utf-8")
        return Record.load(path), [json.dumps(one.to_json()) for one in room.hub.store.signatures("t")]

    return asyncio.run(played())


def test_a_reader_is_told_which_choices_are_signed_and_by_whom(
    gadgets: tuple[Gadget, Gadget, Gadget],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    record, lines = played_game(gadgets)
    seats = {seat.seat: seat for seat in signed_seats(record, lines)}
    assert sum(seat.choices for seat in seats.values()) == 6
    assert all(seat.signed == seat.choices for seat in seats.values())
    assert seats["red"].keys == (gadgets[0].public,)
    assert seats["red"].others == 1
    assert seats["red"].text.startswith(
        f"red: {seats['red'].choices} of {seats['red'].choices} choices are signed with"
    )
    fewer = {seat.seat: seat for seat in signed_seats(record, lines[1:])}
    assert sum(seat.signed for seat in fewer.values()) == 5
    assert sum(seat.signed for seat in signed_seats(record, [])) == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [lines[1], lines[0], *lines[2:]], None),
        (lambda lines: [*lines, lines[0]], "does not follow"),
        (lambda lines: [lines[0].replace("act", "act "), *lines[1:]], "the signature of (red|blue) does not hold"),
        (lambda lines: ["[]"], "it has seat, key, text, signature, all text, and nothing else"),
        (lambda lines: ["{"], "no signature"),
        (lambda lines: [lines[0].replace('"key": "', '"key": "x')], "is no key, or its signature is none"),
        (lambda lines: ["[" * 100_000], "no signature"),
    ],
)
def test_a_file_of_signatures_that_was_changed_is_refused(
    change: Any,
    said: str | None,
    gadgets: tuple[Gadget, Gadget, Gadget],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    record, lines = played_game(gadgets)
    by = [json.loads(line)["key"] for line in lines[:2]]
    if said is None and by[0] != by[1]:  # two people's lines in another order tell nothing
        signed_seats(record, change(lines))
        return
    with pytest.raises(RecordError, match=said or "does not follow"):
        signed_seats(record, change(lines), "signatures.jsonl")
