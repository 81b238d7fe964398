"""Tables open in several processes at once: no game forks, nobody waits for a bot, and what cannot be kept was not."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy

from wargame_core import Player, State
from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import CONTINUE, Opening, Row, match_to_continue
from wargame_table.keeping.store import StoreError
from wargame_table.messages.incoming import PROTOCOL, Act, Hello, OwnKey, Refused, message_of
from wargame_table.network.guard import hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.open_tables import WAITING, OpenTable, Outbox
from wargame_table.network.workers import Workers
from wargame_table.play import slow_requests

if TYPE_CHECKING:
    from tests.table.cluster import Cluster


pytestmark = pytest.mark.usefixtures("toy_known")


class AtOnce(Workers):
    """Works without processes."""

    async def ask(self, function: Callable[..., Any], *given: object) -> Any:
        return function(*given)


class Line:
    """What one screen was sent."""

    def __init__(self) -> None:
        self.sent: list[JsonObject] = []

    def put(self, message: JsonObject) -> None:
        self.sent.append(message)

    def last(self, kind: str) -> JsonObject:
        return next(message for message in reversed(self.sent) if message["kind"] == kind)


def hub_on(place: Path | str) -> Hub:
    return Hub(open_store(place), AtOnce(), pause=0.0)


def hub_with(place: Path | str = ":memory:", *given: Any, **wishes: Any) -> Hub:
    """A hub with a new table of the test game."""
    hub = hub_on(place)
    hub.store.make("t", Opening.of(toy(), *given, **wishes), {}, 0.0)
    return hub


def settled(hub: Hub) -> OpenTable:
    """The one table that a hub has open."""
    return hub._tables._tables["t"]


async def seated(hub: Hub, role: str) -> tuple[OpenTable, str, Line]:
    table, line = await hub.open("t"), Line()
    return table, await hub.join(table, role, Hello(protocol=PROTOCOL), line), line


def act(line: Line, action: JsonObject, number: int) -> Any:
    return message_of({"kind": "act", "id": f"i{number}", "at": line.last("update")["at"], "action": action})


async def _raced(place: str) -> tuple[Any, Any, int]:
    """Everybody who is asked in either process answers at once, and again and again."""
    hubs = [hub_with(place), hub_on(place)]
    seats = {(n, role): await seated(hub, role) for n, hub in enumerate(hubs) for role in ("blue", "red")}
    rng, stale = random.Random(5), 0
    for number in range(300):
        asked = [key for key, (_, _, line) in seats.items() if "ask" in line.last("update")]
        if not asked:
            break
        answers = []
        for key in rng.sample(asked, rng.randint(1, len(asked))):
            table, connection, line = seats[key]
            action = rng.choice(line.last("update")["ask"]["rows"])["action"]
            answers.append(hubs[key[0]].hear(table, connection, act(line, action, number)))
        await asyncio.gather(*answers)
        stale += sum(m.get("code") == "stale" for _, _, line in seats.values() for m in line.sent[-3:])
        for hub in hubs:
            if rng.random() < 0.5:
                await hub.catch_up(settled(hub))
    for hub in hubs:
        await hub.catch_up(settled(hub))
    first, second = (settled(hub).session.match for hub in hubs)
    for hub in hubs:
        hub.close()
    return first, second, stale


def test_two_processes_that_serve_one_table_have_one_game(place: str) -> None:
    first, second, stale = asyncio.run(_raced(place))
    assert first.outcome is not None
    assert first.state == second.state
    assert stale > 0


def test_people_at_screens_of_several_processes_see_and_hear_each_other(place: str) -> None:
    async def together() -> tuple[Line, Line]:
        hubs = [hub_with(place), hub_on(place)]
        table, _, red = await seated(hubs[0], "red")
        _, connection, blue = await seated(hubs[1], "blue")
        await hubs[1].hear(settled(hubs[1]), connection, message_of({"kind": "say", "id": "a", "text": "hello"}))
        await hubs[0].catch_up(table)
        for hub in hubs:
            hub.close()
        return red, blue

    red, blue = asyncio.run(together())
    for line in (red, blue):
        assert {seat["seat"] for seat in line.last("here")["seats"] if seat["here"]} == {"red", "blue"}
        assert [message["text"] for message in line.sent if message["kind"] == "say"] == ["hello"]


def test_a_page_whose_line_was_lost_is_not_counted_as_opened_again() -> None:
    async def counted() -> list[int]:
        hub = hub_on(":memory:")
        hub.store.make("t", Opening.of(toy()), {"red": hash_of_key("red")}, 0.0)
        table, lines = await hub.open("t"), [Line(), Line(), Line()]
        red = await hub.join(table, "red", Hello(protocol=PROTOCOL, key="red"), lines[0])
        at, action = table.session.match.view("red").at, table.session.match.view("red").menu()[0]["action"]
        await hub.hear(table, red, Act(id="a", at=at, action=action))
        shown = lines[0].last("update")
        for line, have in zip(lines[1:], (((shown["known"], shown["tag"]),), ((1, "guessed"),)), strict=True):
            await hub.join(table, "red", Hello(protocol=PROTOCOL, key="red", have=have), line)
        hub.close()
        return [message["count"] for message in lines[0].sent if message["kind"] == "looks"]

    assert asyncio.run(counted()) == [1, 2]


def test_another_key_cuts_the_lines_of_the_seat_in_every_process_and_looks_are_counted_for_it(place: str) -> None:
    fresh, later = "f" * 24, "l" * 24

    async def changed() -> tuple[list[Line], list[int]]:
        hubs = [hub_on(place), hub_on(place)]
        keys = {role: hash_of_key(role) for role in ("red", "blue", "spectator")}
        hubs[0].store.make("t", Opening.of(toy()), keys, 0.0)
        lines = []
        for role in ("red", "blue", "spectator"):
            line, table = Line(), await hubs[0].open("t")
            await hubs[0].join(table, role, Hello(protocol=PROTOCOL, key=role), line)
            lines.append(line)
        other = await hubs[1].open("t")
        await hubs[1].note_look(other.id, "red")
        await hubs[0].catch_up(table)
        counts = [lines[0].last("looks")["count"]]
        await hubs[1].give_own_key(other, "red", OwnKey(key=fresh))
        await hubs[0].catch_up(table)
        counts.append(hubs[0].store.count_look("t", "red"))
        line = Line()
        await hubs[0].join(table, "red", Hello(protocol=PROTOCOL, key=fresh), line)
        await hubs[0].give_own_key(table, fresh, OwnKey(key=later, renew=True))
        for hub in hubs:
            hub.close()
        return [*lines, line], counts

    (red, blue, spectator, again), counts = asyncio.run(changed())
    assert counts == [2, 1]  # a new key has not been looked with
    assert [line.sent[-1]["kind"] for line in (red, again)] == ["refused"] * 2
    assert red.last("refused")["code"] == "wrong_key"
    for line in (blue, spectator):
        assert "refused" not in [message["kind"] for message in line.sent]
    assert [message["count"] for message in blue.sent if message["kind"] == "looks"] == [1]
    assert "looks" not in [message["kind"] for message in spectator.sent]


def test_a_database_that_does_not_even_refuse_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.network.open_tables.ANSWER", 0.05)
    silent = threading.Event()

    async def asked() -> None:
        hub = hub_with()
        monkeypatch.setattr(type(hub.store), "needs_polling", False)
        with pytest.raises(StoreError, match=r"has not answered for 0\.05 s; what was acknowledged is kept"):
            await hub.ask(silent.wait)
        silent.set()
        assert await hub.ask(hub.store.sentence_count, "t") == 0
        hub.close()

    asyncio.run(asked())


def test_a_lost_database_loses_no_choice_that_was_acknowledged(cluster: Cluster) -> None:
    async def lost() -> tuple[Line, int]:
        hub = hub_with(cluster.place())
        table, connection, line = await seated(hub, "red")
        _, other, blue = await seated(hub, "blue")
        await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
        cluster.kill()
        choice = act(blue, blue.last("update")["ask"]["rows"][0]["action"], 2)
        await hub.hear(table, other, choice)
        assert "the database does not answer" in blue.last("refused")["text"]
        cluster.start()
        await hub.hear(table, other, choice)
        kept = len(hub.store.rows("t"))
        hub.close()
        return blue, kept

    blue, kept = asyncio.run(lost())
    assert blue.last("done")["id"] == "i2"
    assert kept == 2


def test_what_cannot_be_kept_was_not_played_and_is_said() -> None:
    async def play() -> tuple[Hub, Line]:
        hub = hub_with()
        table, connection, line = await seated(hub, "red")
        watcher = (await seated(hub, "spectator"))[2]
        heard, append = len(watcher.sent), hub.store.append

        def full(*_: object) -> bool:
            raise StoreError("the disk is full")

        hub.store.append = full  # type: ignore[method-assign, assignment]
        for _ in range(2):  # sent again it is not done either
            await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
            assert line.sent[-1]["kind"] == "refused"
        assert line.last("refused")["text"] == "the disk is full"
        assert len(watcher.sent) == heard
        hub.store.append = append  # type: ignore[method-assign]
        await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 2))
        return hub, line

    hub, line = asyncio.run(play())
    assert line.last("done")["id"] == "i2"
    assert len(hub.store.rows("t")) == 1


def test_bots_play_while_somebody_is_there_and_every_choice_of_theirs_is_kept() -> None:
    async def watched() -> tuple[int, Line]:
        hub = hub_with(bots={"red": "random", "blue": "random"})
        table, _, line = await seated(hub, "spectator")
        assert table.thinking is not None
        await table.thinking
        return len(hub.store.rows("t")), line

    rows, line = asyncio.run(watched())
    assert rows > 10
    assert "outcome" in line.last("update")


def test_a_table_that_is_not_there_and_one_of_other_rules_are_refused_in_words() -> None:
    async def opened() -> list[str]:
        hub = hub_with()
        table, connection, line = await seated(hub, "red")
        await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
        hub.store._change("""update log set body = '{"kind":"hide","space":9}'""")
        hub._tables._tables.clear()
        said = []
        for name in ("nowhere", "t"):
            try:
                await hub.open(name)
            except Refused as problem:
                said.append(problem.code + ": " + str(problem))
        return said

    said = asyncio.run(opened())
    assert said[0] == "unknown_table: there is no such table"
    assert said[1].startswith("unavailable: the installed rules cannot continue this game")


def test_notes_and_words_among_the_seats_are_kept_for_those_they_are_for() -> None:
    async def talked() -> tuple[Line, Line]:
        hub = hub_with()
        table, connection, _ = await seated(hub, "red")
        await hub.hear(table, connection, message_of({"kind": "note", "id": "a", "text": "he bluffs"}))
        await hub.hear(table, connection, message_of({"kind": "say", "id": "b", "text": "psst", "to": "seats"}))
        return (await seated(hub, "red"))[2], (await seated(hub, "spectator"))[2]

    red, watcher = asyncio.run(talked())
    assert red.last("note")["text"] == "he bluffs"
    assert red.last("say") == {"kind": "say", "from": "", "seat": "red", "text": "psst", "to": "seats"}
    assert not {"note", "say"} & {message["kind"] for message in watcher.sent}


def test_who_makes_a_table_is_given_a_link_for_each_role_and_nothing_else() -> None:
    async def made(referee: bool) -> JsonObject:
        hub, opening = hub_on(":memory:"), Opening.of(toy(), referee=referee)
        told = await hub.make(opening)
        assert str(opening.seed) not in json.dumps(told)
        return told

    roles = {"blue", "red", "spectator", "author"}
    assert {*asyncio.run(made(False))["links"]} == roles
    assert {*asyncio.run(made(True))["links"]} == roles | {"referee"}


def test_what_was_said_is_heard_once_and_what_who_watches_writes_down_is_not_kept() -> None:
    async def talked() -> tuple[Line, Hub]:
        hub = hub_with()
        table, connection, _ = await seated(hub, "red")
        await hub.hear(table, connection, message_of({"kind": "say", "id": "a", "text": "hello"}))
        hub._tables._tables.clear()
        table, connection, line = await seated(hub, "spectator")
        await hub.catch_up(table)
        await hub.hear(table, connection, message_of({"kind": "note", "id": "b", "text": "mine"}))
        return line, hub

    line, hub = asyncio.run(talked())
    assert [message["kind"] for message in line.sent].count("say") == 1
    assert line.last("refused")["code"] == "not_yours"
    assert hub.store.note_of("t", "spectator") == ""


def test_a_name_is_kept_before_whoever_takes_it_hears_that_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def named() -> tuple[Line, list[str]]:
        hub = hub_with()
        table, connection, line = await seated(hub, "red")
        heard: list[str] = []
        call = hub.store.call

        def keep(*arguments: str) -> None:
            heard.extend(message["kind"] for message in line.sent)
            call(*arguments)

        monkeypatch.setattr(hub.store, "call", keep)
        await hub.hear(table, connection, message_of({"kind": "name", "id": "n", "name": "Ann"}))
        return line, heard

    line, heard = asyncio.run(named())
    assert line.last("done")
    assert heard
    assert "done" not in heard


def test_who_sits_down_is_kept_with_name_before_anybody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sat() -> tuple[Line, list[str], list[list[tuple[str, str]]]]:
        hub, line = hub_with(), Line()
        table, heard = await hub.open("t"), list[str]()
        people = list[list[tuple[str, str]]]()
        call, enter = hub.store.call, hub.store.enter

        def keep_name(*arguments: str) -> None:
            heard.extend(message["kind"] for message in line.sent)
            call(*arguments)

        def keep_people(name: str, process: str, there: list[tuple[str, str]], now: float) -> None:
            heard.extend(message["kind"] for message in line.sent)
            people.append(there)
            enter(name, process, there, now)

        monkeypatch.setattr(hub.store, "call", keep_name)
        monkeypatch.setattr(hub.store, "enter", keep_people)
        await hub.join(table, "red", Hello(protocol=PROTOCOL, name="Ann"), line)
        return line, heard, people

    line, heard, people = asyncio.run(sat())
    assert line.last("update")
    assert people[-1] == [("red", "Ann")]
    assert heard == []


def test_that_somebody_comes_or_goes_is_kept_before_anybody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone() -> list[int]:
        hub = hub_with()
        table, _, line = await seated(hub, "red")
        table, connection, _ = await seated(hub, "blue")
        told, enter = list[int](), hub.store.enter
        before = len(line.sent)

        def keep_people(*arguments: Any) -> None:
            told.append(len(line.sent) - before)
            enter(*arguments)

        monkeypatch.setattr(hub.store, "enter", keep_people)
        await hub.leave(table, connection)
        after_leaving = len(line.sent) - before
        await hub.note_appearance(table, "spectator", True)
        return [*told, after_leaving, len(line.sent) - before]

    assert asyncio.run(gone()) == [0, 1, 1, 2]


@pytest.mark.parametrize("question", ["person_of_key", "sentences", "note_of"])
def test_whoever_cannot_sit_down_because_nothing_answers_is_not_taken_to_be_there(
    monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    async def refused() -> tuple[OpenTable, list[JsonObject]]:
        hub, line = hub_with(), Line()
        table = await hub.open("t")
        where: Any = hub if question == "person_of_key" else hub.store

        def fail(*_: Any) -> Any:
            raise StoreError("gone for a moment")

        monkeypatch.setattr(where, question, fail)
        with pytest.raises(StoreError, match="gone for a moment"):
            await hub.join(table, "red", Hello(protocol=PROTOCOL, key="k"), line)
        return table, line.sent

    table, sent = asyncio.run(refused())
    assert not table.has_viewers
    assert table.session.people == {} == table.keys
    assert sent == []


@pytest.mark.parametrize("moment", ["sits down", "speaks"])
def test_what_another_process_keeps_while_somebody_sits_down_or_speaks_is_heard_by_all_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, moment: str
) -> None:
    async def heard() -> list[list[str]]:
        hub, elsewhere = hub_with(tmp_path / "tables.sqlite"), hub_on(tmp_path / "tables.sqlite")
        table, connection, line = await seated(hub, "red")
        sentences, say = hub.store.sentences, hub.store.say
        reads = count(1)

        def read_late(name: str, since: int = 0) -> Any:
            if next(reads) == 2:  # the others have just heard what was said before
                elsewhere.store.say(name, "Bob", "blue", "from elsewhere", 0.0)
            return sentences(name, since)

        def say_late(*sentence: Any) -> int:
            elsewhere.store.say("t", "Bob", "blue", "from elsewhere", 0.0)
            return say(*sentence)

        lines = [line]
        if moment == "sits down":
            monkeypatch.setattr(hub.store, "sentences", read_late)
            lines.append((await seated(hub, "spectator"))[2])
        else:
            monkeypatch.setattr(hub.store, "say", say_late)
            await hub.hear(table, connection, message_of({"kind": "say", "id": "a", "text": "hello"}))
        await hub.catch_up(table)
        return [[message["text"] for message in one.sent if message["kind"] == "say"] for one in lines]

    expected = {"sits down": [["from elsewhere"]] * 2, "speaks": [["from elsewhere", "hello"]]}
    assert asyncio.run(heard()) == expected[moment]


def test_a_choice_is_done_and_dated_also_when_who_made_it_leaves_at_once() -> None:
    async def left() -> Hub:
        hub = hub_with()
        table, connection, line = await seated(hub, "red")
        choice = asyncio.create_task(hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1)))
        await asyncio.sleep(0)
        choice.cancel()
        with suppress(asyncio.CancelledError):
            await choice
        while not hub.store.rows("t"):
            await asyncio.sleep(0)
        return hub

    [row] = asyncio.run(asyncio.wait_for(left(), 5)).store.rows("t")
    assert row.at > 0


def test_who_chose_is_shown_what_came_of_it_and_who_was_too_late_the_game_as_it_is() -> None:
    async def played() -> tuple[str, Line]:
        hub = hub_with()
        table, connection, line = await seated(hub, "red")
        at, append = line.last("update")["at"], hub.store.append

        def late(name: str, row: Row, *_: object) -> bool:
            append(name, evolve(row, body={"kind": "hide", "space": 3}))
            return False

        hub.store.append = late  # type: ignore[method-assign, assignment]
        await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
        assert line.last("refused")["code"] == "stale"
        assert line.last("update")["at"] != at
        hub.store.append = append  # type: ignore[method-assign]
        other = (await seated(hub, "blue"))[1:]
        before = other[1].last("update")["at"]
        await hub.hear(table, other[0], act(other[1], {"kind": "go", "to": 1}, 2))
        return before, other[1]

    before, line = asyncio.run(played())
    assert line.sent[-1]["at"] != before


def test_bots_stop_when_everybody_has_left_and_one_that_fails_plays_by_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(seed: int) -> Player:
        raise KeyError(seed)

    monkeypatch.setitem(slow_requests._games, "toy", evolve(toy(), players={"broken": broken}))

    async def watched(bot: str, stay: bool) -> OpenTable:
        hub = hub_on(":memory:")
        hub.store.make("t", Opening.of(slow_requests._games["toy"], bots=dict.fromkeys(("blue", "red"), bot)), {}, 0.0)
        table, connection, _ = await seated(hub, "spectator")
        assert table.thinking is not None
        if not stay:
            await hub.leave(table, connection)
        await table.thinking
        table.thinking = None
        if not stay:
            hub.let_bots_play(table)
        return table

    assert asyncio.run(watched("broken", True)).session.match.outcome is not None
    table = asyncio.run(watched("random", False))
    assert table.session.match.outcome is None
    assert table.thinking is None


def test_what_a_table_took_is_free_at_once_when_it_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.network.open_tables.MOST_OPEN_TABLES", 1)

    async def played_and_put_away() -> list[object]:
        hub = hub_with()
        hub.store.make("u", Opening.of(toy()), {}, 0.0)
        table, connection, line = await seated(hub, "red")
        await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
        await hub.leave(table, connection)
        left = [weakref.ref(part) for part in (table, table.session, table.session.match, table.session.audience)]
        del table, line
        gc.collect()  # what asyncio and the test have left
        gc.disable()
        await hub.open("u")
        return [part() for part in left]

    try:
        assert asyncio.run(played_and_put_away()) == [None] * 4
    finally:
        gc.enable()


def test_tables_with_people_stay_in_memory_and_a_slow_reader_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.network.open_tables.MOST_OPEN_TABLES", 1)

    async def opened() -> tuple[list[str], list[bool]]:
        hub = hub_with()
        for name in ("u", "v"):
            hub.store.make(name, Opening.of(toy()), {}, 0.0)
        await seated(hub, "red")
        for name in ("u", "v"):
            await hub.open(name)
        outbox, cut = Outbox(), list[bool]()
        for number in range(WAITING + 1):
            outbox.put({"kind": "pong", "n": number})
            cut.append(outbox.full.is_set())
        assert json.loads(outbox.queue.get_nowait())["n"] == 0
        assert json.loads(outbox.queue.get_nowait())["n"] == 1
        return [*hub._tables._tables], cut

    names, cut = asyncio.run(opened())
    assert names == ["t", "v"]
    assert cut == [False] * WAITING + [True]


def test_a_process_that_gives_a_sign_keeps_its_people_and_its_news_wake_who_waits(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite"

    async def woken() -> tuple[list[str], JsonObject]:
        hubs = [hub_with(place), hub_on(place)]
        table, connection, line = await seated(hubs[0], "red")
        hubs[0].now = lambda: time.time() + 300.0
        hubs[0]._last_beat = -1e9
        await hubs[0]._beat()
        there = hubs[1].store.present_elsewhere("t", "me", time.time() + 300.0)
        other = await hubs[1].open("t")
        waiting = asyncio.create_task(other.change.wait())
        await asyncio.sleep(0)
        await hubs[0].hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
        await hubs[1].catch_up(other)
        await asyncio.wait_for(waiting, 5)
        look = other.session.look("blue")[1]
        for hub in hubs:
            hub.close()
        return [person.seat for person in there], look

    there, look = asyncio.run(woken())
    assert there == ["red"]
    assert "ask" in look


def test_an_error_of_the_database_does_not_end_the_watch_over_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep, asked = asyncio.sleep, list[float]()

    async def watched() -> bool:
        hub, loop, again = hub_on(tmp_path / "tables.sqlite"), asyncio.get_running_loop(), asyncio.Event()

        def news(wait: float) -> frozenset[str]:
            asked.append(wait)
            if len(asked) == 1:
                raise StoreError("gone for a moment")
            loop.call_soon_threadsafe(again.set)
            return frozenset()

        monkeypatch.setattr(hub.store, "news", news)
        watch, waiting = asyncio.create_task(hub.follow_other_processes()), asyncio.create_task(again.wait())
        await asyncio.wait([watch, waiting], return_when=asyncio.FIRST_COMPLETED)
        ended = watch.done()
        for task in (watch, waiting):
            task.cancel()
        await asyncio.gather(watch, waiting, return_exceptions=True)
        hub.close()
        return ended

    monkeypatch.setattr(asyncio, "sleep", lambda seconds: sleep(0))
    assert asyncio.run(watched()) is False


@pytest.mark.usefixtures("toy_known")
def test_a_bot_thinks_in_the_game_as_it_is_after_rows_were_taken_away() -> None:
    opening = Opening.of(toy())
    played = [Row(n=0, kind="play", seat="red", body={"kind": "hide", "space": 4})]
    assert slow_requests.choose("t", opening, played, "blue", "random")
    chosen = slow_requests.choose("t", opening, [], "red", "random")
    match, _ = match_to_continue(toy(), opening, [])
    assert match.judge(chosen.action, "red")


# A game whose rules have changed since is told and shown, and goes on from the last turn that is kept.


REFUSED = '{"kind":"hide","space":9}'
OTHERWISE = '{"kind":"hide","space":3}'


async def play(hub: Hub, lines: dict[str, tuple[str, Line]], most: int) -> None:
    rng = random.Random(2)
    for number in range(most):
        asked = [(connection, line) for connection, line in lines.values() if "ask" in line.last("update")]
        if asked:
            connection, line = asked[0]
            action = rng.choice(line.last("update")["ask"]["rows"])["action"]
            await hub.hear(settled(hub), connection, act(line, action, number))


async def sat(hub: Hub) -> dict[str, tuple[str, Line]]:
    return {role: (await seated(hub, role))[1:] for role in ("red", "blue")}


async def played(most: int = 14) -> tuple[Hub, State]:
    """A table some turns into its game, no longer open; with the position of its last turn."""
    hub = hub_with(":memory:", None, {"bow": "no"})
    await play(hub, await sat(hub), most)
    turn = settled(hub).session.match.snapshots[-1][1]
    hub._tables._tables.clear()
    return hub, turn


def change(hub: Hub, first: str, **played_by: str) -> None:
    """The first choice is another one now, as today's rules read it; the game was played by other rules or data."""
    hub.store._change("update log set body = ? where n = 0", first)
    [(opening,)] = hub.store._read("select opening from tables")
    hub.store._change("update tables set opening = ?", json.dumps({**json.loads(opening), **played_by}))


@pytest.mark.parametrize(
    ("first", "played_by"), [(REFUSED, {}), (OTHERWISE, {"rules": "older"}), (OTHERWISE, {"data": "older"})]
)
def test_what_todays_rules_refuse_or_tell_otherwise_goes_on_from_the_last_turn(
    first: str, played_by: dict[str, str]
) -> None:
    async def changed() -> tuple[State, State, Line, list[str], bool]:
        hub, turn = await played()
        change(hub, first, **played_by)
        lines = await sat(hub)
        now = settled(hub).session.match.state
        await play(hub, lines, 3)
        connection, line = lines["red"]
        await hub.hear(settled(hub), connection, message_of({"kind": "film", "id": "f"}))
        then = settled(hub).session.match.state
        hub._tables._tables.clear()
        await hub.open("t")
        kinds = [row.kind for row in hub.store.rows("t")]
        return now, turn, line, kinds, settled(hub).session.match.state == then

    now, turn, line, kinds, same = asyncio.run(changed())
    assert now == turn
    assert "It goes on from the beginning of the last turn" in line.last("welcome")["continued"]
    assert line.sent[1]["known"] > 3  # the story up to there is told
    assert line.last("film")["frames"]
    assert kinds.count(CONTINUE) == 1
    assert same
