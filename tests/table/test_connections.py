"""Connections to a server: who is counted, who is sent away, and that nobody else notices."""

import asyncio
import json
import pickle
import sqlite3
from errno import EMFILE, EPIPE
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import fields
from benchmarks.table_attack import ODD, Playing, flood, served
from tests.core.skirmish_toy import toy
from tests.table.test_hub import Line, act, hub_on, hub_with, seated

from wargame_table.application import Settings
from wargame_table.keeping.rows import SEAT, Opening, Row
from wargame_table.keeping.store import StoreError
from wargame_table.messages.incoming import CHAT, PROTOCOL, Hello, Refused, Seat, message_of
from wargame_table.network import guard
from wargame_table.network.guard import BUCKETS, MOST_STORY_BYTES, Connections, Guard, Limits, LoopErrorHandler
from wargame_table.network.hub import Hub
from wargame_table.play.session import TableSession

pytestmark = pytest.mark.usefixtures("toy_known")


@pytest.mark.slow
def test_half_sent_requests_take_a_few_places_and_leave_them_in_time_and_a_game_goes_on() -> None:
    pytest.importorskip("uvicorn", reason="needs wargame-table")
    with served("--seconds", "1", "--anybody") as server:
        game = Playing(server)
        _, at_once, later = flood(server, 300, "127.0.0.2", 1, game)
        assert game.took
        assert 0 < at_once <= Limits().connections
        assert later == 0
        refused = "400" if find_spec("httptools") is None else "421"  # two hosts: h11 knows it is none of HTTP
        assert [server.ask(request).split()[1] for request in ODD.values()] == ["421", "421", refused, "403"]
        assert "Traceback" not in server.log.read_text("utf-8")


def test_a_connection_waits_for_each_request_only_so_long_and_the_longest_waiting_goes_first() -> None:
    async def come_and_go() -> list[int]:
        closed = list[int]()
        connections = Connections(Limits(all_connections=3, connections=2, seconds=0))
        here = [(("there" if n < 3 else "elsewhere"), n) for n in range(6)]

        def admit(n: int) -> bool:
            return connections.admit(here[n], lambda: closed.append(n))

        assert [admit(n) for n in range(3)] == [True, True, False]  # two of an address
        connections.begin(here[0])
        assert admit(3)
        assert admit(4)
        assert closed == [1]  # the first is being answered
        connections.expect(here[0])  # with the next request behind it
        connections.expect(("elsewhere", 9))  # that has gone already
        for _ in range(3):
            await asyncio.sleep(0)
        assert closed == [1, 3, 4]
        connections.end(here[0])
        connections.expect(here[0])  # half of the next request
        assert admit(5)
        connections.forget_connection(here[5])
        for _ in range(3):
            await asyncio.sleep(0)  # no time at all is what is allowed here
        return closed

    assert asyncio.run(come_and_go()) == [1, 3, 4, 0]


def test_that_no_descriptor_is_left_is_logged_at_once_and_then_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seconds = [1000.0]
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    heard, others = LoopErrorHandler(), list[dict[str, Any]]()
    loop: Any = SimpleNamespace(default_exception_handler=others.append)
    full = {"exception": OSError(EMFILE, "Too many open files")}
    with caplog.at_level("ERROR", "uvicorn.error"):
        for moment in (1000.0, 1000.1, 1059.0, 1060.5, 1061.0, 5000.0):
            seconds[0] = moment
            heard(loop, full)
    assert caplog.messages == ["no more connections can be accepted: [Errno 24] Too many open files"] * 3
    heard(loop, other := {"exception": OSError(EPIPE, "Broken pipe")})
    assert others == [other]


def test_behind_a_proxy_people_are_counted_by_where_it_was_asked_from_and_nobody_else_is_believed() -> None:
    guard = Guard(proxies=frozenset({"10.0.0.1"}))
    said = {"x-forwarded-for": "1.2.3.4, 5.6.7.8"}
    assert guard.network_of_caller(("10.0.0.1", 9), said) == "5.6.7.8"
    assert guard.network_of_caller(("9.9.9.9", 9), said) == "9.9.9.9"
    assert guard.is_own_address("127.0.0.1")
    assert not Guard(proxies=frozenset({"127.0.0.1"})).is_own_address("127.0.0.1")
    assert not guard.is_own_address("10.0.0.1")


def test_who_leaves_may_come_again_and_films_are_counted() -> None:
    guard = Guard(limits=Limits(connections=1, links=1, films=1))
    for _ in range(3):
        assert guard.enter("a")
        assert guard.sit("t", "red")
        assert not guard.enter("a")
        assert not guard.sit("t", "red")
        guard.leave("a", ("t", "red"))
        guard.leave("a", ("t", "red"))
    guard.ask("t", "red", films=True)
    with pytest.raises(Refused, match="1 films"):
        guard.ask("t", "red", films=True)
    for table in range(BUCKETS + 9):  # whoever asks at many tables takes no more memory
        guard.ask(str(table), "red")
    assert len(guard._buckets) == BUCKETS


def test_what_is_said_and_who_plays_a_seat_have_ceilings_that_the_welcome_tells() -> None:
    limits = {"handed": 2}
    rows = [Row(n=n, kind=SEAT, seat="red") for n in range(2)]
    session = TableSession(toy(), Opening.of(toy()), rows, limits=limits)
    [(_, welcome), *_] = session.join("a", "author", Hello(protocol=PROTOCOL))
    assert welcome["limits"] == limits
    [(_, answer)] = session.hear("a", Seat(id="x", seat="red")).messages
    assert answer["text"] == "this seat has changed hands 2 times, and may not change hands again"

    async def talked() -> Any:
        hub = hub_with()
        hub.limits = Limits(said=1)
        open_table, connection, line = await seated(hub, "red")
        for number in range(2):
            await hub.hear(open_table, connection, message_of({"kind": "say", "id": f"i{number}", "text": "psst"}))
        return line.last("refused")

    assert asyncio.run(talked())["code"] == "too_big"


def test_what_is_chosen_at_a_table_has_a_ceiling_also_for_who_opens_it_anew_and_may_be_resigned(tmp_path: Path) -> None:
    place, limits = tmp_path / "t.sqlite", Limits(kept=40_000, said=30)

    async def offered_and_refused(hub: Hub, times: int) -> dict[str, str]:
        hub.limits, told = limits, dict[str, str]()
        (table, red, line), (_, blue, other_line) = [await seated(hub, seat) for seat in ("red", "blue")]

        async def hear(connection: str, screen: Line, name: str, **message: Any) -> None:
            sent = {**message, "id": name, "at": screen.last("update")["at"]}
            await hub.hear(table, connection, message_of(sent))
            told.update((done["id"], done.get("code", "done")) for done in screen.sent if done.get("id") == name)

        for number in range(times):
            await hear(red, line, f"o{number}", kind="offer", what="draw")
            await hear(blue, other_line, f"a{number}", kind="answer", yes=False)
            await hub.hear(table, red, message_of({"kind": "say", "id": f"s{number}", "text": "\U0001f600" * CHAT}))
        await hear(red, line, "r", kind="resign") if times == 1 else None
        return told

    hub = hub_with(place)
    before = place.stat().st_size
    told = asyncio.run(offered_and_refused(hub, 80))
    hub.close()
    assert (told["o0"], told["a0"], told["o79"]) == ("done", "done", "too_big")
    assert limits.kept / 2 < place.stat().st_size - before < limits.bytes_of_a_table - MOST_STORY_BYTES
    assert asyncio.run(offered_and_refused(hub_on(place), 1)) == {"o0": "too_big", "a0": "too_big", "r": "done"}


def test_the_page_for_hosts_says_how_much_a_table_takes_at_most() -> None:
    page = (Path(__file__).parents[2] / "docs/howto/hosting.md").read_text("utf-8")
    most = Limits().bytes_of_a_table
    assert f"at most {most / 1e6:.0f} MB" in page
    assert f"{Limits().tables} such tables a day, {Limits().tables * most / 1e9:.1f} GB" in page


def test_the_page_for_hosts_tells_every_limit_and_other_processes_can_be_told_them() -> None:
    page = (Path(__file__).parents[2] / "docs/howto/play-with-friends.md").read_text("utf-8")
    for limit in fields(Limits):
        assert f"| `--{limit.name.replace('_', '-')}` | {limit.default:,} |" in page
    settings = Settings(keep="a", names=("b",), limits=Limits(films=3))
    assert pickle.loads(pickle.dumps(settings)) == settings


def test_a_locked_file_is_said_in_words_while_others_are_answered(tmp_path: Path) -> None:
    async def locked() -> tuple[list[str], str, str]:
        hub, answered = hub_with(tmp_path / "t.sqlite"), list[str]()
        table, connection, line = await seated(hub, "red")
        other = sqlite3.connect(tmp_path / "t.sqlite", isolation_level=None)
        other.execute("begin immediate")

        async def play() -> None:
            await hub.hear(table, connection, act(line, {"kind": "hide", "space": 4}, 1))
            answered.append("choice")

        async def look() -> None:
            await asyncio.sleep(0)
            assert await hub.ask(hub.store.opening, "t") is not None
            answered.append("look")

        await asyncio.gather(play(), look())
        refused = line.last("refused")["text"]
        other.execute("rollback")
        other.close()
        await play()
        hub.close()
        return answered, refused, line.last("done")["id"]

    answered, refused, done = asyncio.run(asyncio.wait_for(locked(), 5))
    assert answered == ["look", "choice", "choice"]
    assert "the database does not answer" in refused
    assert done == "i1"


def test_nothing_is_made_noted_or_said_while_the_file_is_gone(tmp_path: Path) -> None:
    async def lost() -> list[str]:
        hub = hub_with(tmp_path / "t.sqlite")
        table, connection, line = await seated(hub, "red")
        (tmp_path / "t.sqlite").rename(tmp_path / "elsewhere")
        with pytest.raises(StoreError, match="not there any more"):
            await hub.make(Opening.of(toy()))
        for kind in ("note", "say"):
            await hub.hear(table, connection, message_of({"kind": kind, "id": kind, "text": "psst"}))
        said = [json.dumps(message) for message in line.sent if message["kind"] in ("refused", "done", "say")]
        (tmp_path / "elsewhere").rename(tmp_path / "t.sqlite")
        await hub.make(Opening.of(toy()))
        hub.close()
        return said

    said = asyncio.run(lost())
    assert len(said) == 2
    assert all("put the file back" in message for message in said)
