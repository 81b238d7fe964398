"""Playing without a web socket: a request a message, and one that waits for news."""

import asyncio
import json
from typing import Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce, Line

from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import PROTOCOL, Hello, Refused
from wargame_table.network.endpoints import HttpEndpoint
from wargame_table.network.guard import Guard, hash_of_key
from wargame_table.network.hub import Hub, roles_of
from wargame_table.network.lobby import Lobby
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.server import Site

pytestmark = pytest.mark.usefixtures("toy_known")


class Caller:
    """Somebody with the key of a role, and what they know."""

    def __init__(self, endpoint: HttpEndpoint, table: OpenTable, role: str) -> None:
        self.endpoint, self.table, self.role = endpoint, table, role
        self.update: JsonObject = {}
        self.told: list[JsonObject] = []

    async def look(self, wait: float = 0.0) -> list[JsonObject]:
        asked = {"at": self.update["at"], "have": f"{self.update['known']}.{self.update['tag']}"} if self.update else {}
        heard = await self.endpoint.news(self.table, self.role, asked, "here", wait)
        self.told += heard
        self.update = next((message for message in heard if message["kind"] == "update"), self.update)
        return heard

    async def say(self, **message: Any) -> JsonObject:
        [answer] = await self.endpoint.tell(self.table, self.role, json.dumps({"id": "a", **message}))
        return answer

    async def act(self, number: int = 0) -> JsonObject:
        action = self.update["ask"]["rows"][number]["action"]
        return await self.say(kind="act", at=self.update["at"], action=action)


def callers(bots: dict[str, str] | None = None) -> tuple[Hub, dict[str, Caller]]:
    store, opening = SqliteStore(), Opening.of(toy(), bots=bots)
    roles = roles_of(toy(), opening)
    store.make("t", opening, {role: hash_of_key(role) for role in roles}, 0.0)
    hub = Hub(store, AtOnce(), pause=0.0)
    endpoint, table = HttpEndpoint(hub, Guard()), asyncio.run(hub.open("t"))
    return hub, {role: Caller(endpoint, table, role) for role in roles}


def test_a_whole_choice_is_made_by_requests_and_heard_of_by_requests() -> None:
    _, people = callers()
    red, blue = people["red"], people["blue"]

    async def played() -> None:
        assert [message["kind"] for message in await red.look()] == ["welcome", "update"]
        await blue.look()
        waiting = asyncio.create_task(blue.look(5.0))
        await asyncio.sleep(0)
        assert (await red.act())["kind"] == "done"
        heard = await waiting
        assert heard[1]["kept"] == blue.update["kept"]
        assert "ask" in blue.update
        assert "ask" not in (await red.look())[1]

    asyncio.run(played())


def test_without_news_a_request_ends_with_nothing_and_leaves_nobody_at_the_table() -> None:
    hub, people = callers()

    async def waited() -> list[JsonObject]:
        await people["red"].look()
        return await people["red"].look(0.01)

    assert asyncio.run(waited()) == []
    table = people["red"].table
    assert not table.has_viewers
    assert table.session.people == {}
    assert hub._tables.tables_with_people == []


def test_who_asks_for_news_again_and_again_is_shown_as_there_until_some_seconds_after() -> None:
    hub, people = callers()
    blue, line = people["blue"], Line()

    def there() -> bool:
        told = [message for message in line.sent if message["kind"] == "here"]
        return bool({row["seat"]: row["here"] for row in told[-1]["seats"]}["blue"])

    async def watched() -> list[bool]:
        await hub.join(blue.table, "red", Hello(protocol=PROTOCOL), line)
        seen = [there()]
        await blue.look()
        seen.append(there())
        told = len(line.sent)
        await blue.look()  # the next request comes at once: nobody sees a gap
        assert len(line.sent) == told
        blue.endpoint = HttpEndpoint(hub, Guard(), linger=0.0)
        blue.table.session.company.asking.clear()
        await blue.look()
        while there():
            await asyncio.sleep(0)
        return seen

    assert asyncio.run(watched()) == [False, True]


def test_bots_play_for_who_asks_by_requests() -> None:
    _, people = callers({"red": "random"})
    blue = people["blue"]

    async def asked() -> None:
        while "ask" not in blue.update:
            await blue.look(5.0)

    asyncio.run(asyncio.wait_for(asked(), 10))


def test_who_comes_back_in_time_is_not_taken_for_gone_by_an_earlier_request() -> None:
    hub, people = callers()
    site = Site(hub=hub, guard=Guard(), lobby=Lobby())

    async def asked() -> int:
        for _ in range(3):
            await site.http.news(people["blue"].table, "blue", {}, "here", 0.0)
        await asyncio.sleep(0)
        return sum("_leave_later" in repr(task.get_coro()) for task in asyncio.all_tasks())

    assert asyncio.run(asked()) == 1


def test_what_is_stale_illegal_or_unreadable_is_refused_and_changes_nothing() -> None:
    _, people = callers()
    red = people["red"]

    async def tried() -> list[str]:
        await red.look()
        at, action = red.update["at"], red.update["ask"]["rows"][0]["action"]
        codes = [
            (await red.say(kind="act", at="0ld", action=action))["code"],
            (await red.say(kind="act", at=at, action={"kind": "hide", "space": 99}))["code"],
            (await people["spectator"].say(kind="act", at=at, action=action))["code"],
        ]
        for text in ("[", '{"kind": "hello", "protocol": "wargame-table/4"}', '{"kind": "dance"}'):
            with pytest.raises(Refused) as refused:
                await red.endpoint.tell(red.table, "red", text)
            codes.append(refused.value.code)
        with pytest.raises(Refused) as refused:
            await red.endpoint.tell(red.table, "no key", "{}")
        return [*codes, refused.value.code]

    codes = asyncio.run(tried())
    assert codes == ["stale", "illegal", "not_yours", "malformed", "malformed", "malformed", "wrong_key"]
    assert red.table.session.n == 0
    assert red.table.session.people == {}


def test_a_secret_choice_is_no_news_for_anybody_else() -> None:
    _, people = callers()

    async def played() -> None:
        for caller in people.values():
            await caller.look()
        for _ in range(40):
            asked = [seat for seat in ("blue", "red") if "ask" in people[seat].update]
            if len(asked) == 2:
                break
            await people[asked[0]].act()
            for caller in people.values():
                await caller.look()
        await people["blue"].act()
        assert await people["red"].look() == []
        assert await people["spectator"].look() == []
        assert (await people["blue"].look())[1]["chosen"]

    asyncio.run(played())


def test_who_asks_too_often_is_told_to_be_slower_and_who_says_nonsense_of_what_he_has_is_refused() -> None:
    _, people = callers()
    red = people["red"]

    async def asked() -> None:
        with pytest.raises(Refused, match="`have` is a list"):
            await red.endpoint.news(red.table, "red", {"have": "x.y"}, "here", 0.0)
        with pytest.raises(Refused, match="slower"):
            await _often(red)

    asyncio.run(asked())


async def _often(caller: Caller) -> None:
    for _ in range(50):
        await caller.look()


def test_who_asks_by_requests_hears_what_is_said_once_and_nothing_that_is_for_the_seats_alone() -> None:
    _, people = callers()
    red, watcher = people["red"], people["spectator"]

    async def heard(caller: Caller, said: int, wait: float) -> list[JsonObject]:
        asked = {"at": caller.update["at"], "said": str(said)}
        return await caller.endpoint.news(caller.table, caller.role, asked, "here", wait)

    async def talked() -> list[list[tuple[Any, ...]]]:
        for caller in people.values():
            await caller.look()
        waiting = asyncio.create_task(heard(red, 0, 5.0))
        await asyncio.sleep(0)
        assert (await people["blue"].say(kind="say", text="Good evening"))["kind"] == "done"
        first = await waiting
        await people["blue"].say(kind="say", text="a plan", to="seats")
        told = [first, await heard(red, first[-1]["number"], 0.0), await heard(watcher, 0, 0.0)]
        assert await heard(red, told[1][-1]["number"], 0.0) == []
        return [[(one["kind"], one["text"]) for one in messages] for messages in told]

    evening, plan = ("say", "Good evening"), ("say", "a plan")
    assert asyncio.run(asyncio.wait_for(talked(), 10)) == [[evening], [plan], [evening]]


def test_who_asks_by_requests_is_told_who_comes_and_what_they_are_called() -> None:
    _, people = callers()
    red, blue = people["red"], people["blue"]

    async def heard(known: str, wait: float) -> list[JsonObject]:
        asked = {"at": red.update["at"], "here": known}
        return await red.endpoint.news(red.table, "red", asked, "here", wait)

    async def come() -> list[Any]:
        await red.look()
        [alone] = await heard("", 0.0)
        assert await heard(alone["tag"], 0.0) == []
        waiting = asyncio.create_task(heard(alone["tag"], 5.0))
        await asyncio.sleep(0)
        await blue.look()
        [both] = await waiting
        await blue.say(kind="name", name="Bob")
        [named] = await heard(both["tag"], 0.0)
        return [{row["seat"]: (row["here"], row.get("name")) for row in told["seats"]} for told in (alone, both, named)]

    shown = asyncio.run(asyncio.wait_for(come(), 10))
    assert [told["blue"] for told in shown] == [(False, None), (True, None), (True, "Bob")]
