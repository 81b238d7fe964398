"""A game that is over is analysed at its table for those who played it; while it goes on nobody is told anything."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from tests.table.small_table import SmallTable
from tests.table.test_hub import AtOnce, Line

from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_lab import analysis as lab_analysis
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening
from wargame_table.messages.feed import Feed, follow_moments
from wargame_table.messages.incoming import PROTOCOL, AnalysisRequest, Hello, message_of
from wargame_table.network import hub as hub_module
from wargame_table.network.hub import Hub
from wargame_table.play import analyses, slow_requests
from wargame_table.play.slow_requests import analysis_at_table, positions_of

QUICK = "thunder_on_the_mississippi"
CHOICES = 12


@pytest.fixture(scope="module")
def over() -> SmallTable:
    """A table at which the Union gives up after some choices."""
    game = load(QUICK)
    table = SmallTable(game, evolve(Opening.of(game, "siege"), seed=3)).sit("union", "confederate", "spectator")
    for _ in range(CHOICES):
        (seat,) = table.session.match.waiting_for
        assert table.act(seat, table.ask(seat)[-1]["action"])["kind"] == "done"
    assert table.say("union", "resign", at=table.at("union"))["kind"] == "done"
    return table


def test_it_tells_the_curve_the_luck_and_what_cost_each_seat_most(over: SmallTable) -> None:
    told = over.say("confederate", "analysis")
    assert told["kind"] == "analysis"
    assert set(told["balance"]) == set(told["worst"]) == {"union", "confederate"}
    known = [row["known"] for row in told["rows"]]
    assert known == sorted(known)
    assert known[-1] == len(over.session.audience.feed("confederate"))
    assert not told["in_points"]
    assert all(0 <= chance <= 100 for row in told["rows"] for chance in row["amounts"].values())
    assert 0 <= told["unjudged_count"] < told["choice_count"]
    assert all(0 <= choice["known"] < known[-1] for worst in told["worst"].values() for choice in worst)


def test_who_watches_is_told_nothing_and_nobody_while_the_game_goes_on(over: SmallTable) -> None:
    assert over.say("spectator", "analysis")["code"] == "not_yours"
    game = load(QUICK)
    table = SmallTable(game, evolve(Opening.of(game, "siege"), seed=3)).sit("union")
    refused = table.say("union", "analysis")
    assert (refused["code"], refused["text"]) == ("unavailable", "a game is analysed once it is over")


def test_a_choice_is_shown_where_its_seat_knew_of_so_many_events_and_what_was_taken_back_does_not_count() -> None:
    game = load(QUICK)
    table = SmallTable(game, evolve(Opening.of(game, "siege"), seed=3)).sit("union", "confederate")
    for _ in range(3):
        (seat,) = table.session.match.waiting_for
        table.act(seat, table.ask(seat)[0]["action"])
    feed = Feed(seat, b"analysis")
    *_, (match, *_) = follow_moments(feed, positions_of(game, table.opening, table.rows))
    assert match.seq == table.session.match.seq
    assert feed.rows_up_to(match.seq) == len(table.session.audience.feed(seat))
    assert feed.rows_up_to(0) <= feed.rows_up_to(match.seq - 1) <= feed.rows_up_to(match.seq)


def test_it_is_worked_out_once_for_all_seats_of_a_table(over: SmallTable, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def counted(*arguments: Any) -> lab_analysis.Analysis:
        nonlocal count
        count += 1
        return analyses.analysis_of(*arguments)

    monkeypatch.setattr(slow_requests, "analysis_of", counted)
    asked = [
        analysis_at_table("t1", over.opening, over.rows, seat, AnalysisRequest(id=seat))
        for seat in ("union", "confederate", "union")
    ]
    assert count == 1
    assert [answer["id"] for answer in asked] == ["union", "confederate", "union"]
    assert asked[0]["balance"] == asked[1]["balance"]


def test_a_server_analyses_few_games_at_a_time_and_says_when_to_ask_again(
    over: SmallTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers() -> list[JsonObject]:
        hub = Hub(SqliteStore(), AtOnce(), pause=0.0, analyst=AtOnce())
        hub.store.make("t", over.opening, {}, 0.0)
        for row in over.rows:
            hub.store.append("t", row)
        table, line = await hub.open("t"), Line()
        connection = await hub.join(table, "union", Hello(protocol=PROTOCOL), line)
        for most in (hub_module.MOST_ANALYSES, 0):
            monkeypatch.setattr(hub_module, "MOST_ANALYSES", most)
            await hub.hear(table, connection, message_of({"kind": "analysis", "id": "a"}))
        hub.close()
        return line.sent[-2:]

    told, refused = asyncio.run(answers())
    assert told["kind"] == "analysis"
    assert (refused["code"], refused["retry_after"]) == ("too_fast", 60.0)


class Slow(AtOnce):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def ask(self, function: Callable[..., Any], *given: object) -> Any:
        await self.go.wait()
        return await super().ask(function, *given)


def test_a_stranger_has_one_place_among_the_analyses_and_others_have_theirs(over: SmallTable) -> None:
    async def codes() -> list[list[str]]:
        analyst = Slow()
        hub = Hub(SqliteStore(), AtOnce(), pause=0.0, analyst=analyst)
        hub.store.make("t", over.opening, {}, 0.0)
        for row in over.rows:
            hub.store.append("t", row)
        table, lines, hearing = await hub.open("t"), [Line() for _ in range(3)], []
        for line, network in zip(lines, ("near", "near", "far"), strict=True):
            connection = await hub.join(table, "union", Hello(protocol=PROTOCOL), line, network)
            asked = hub.hear(table, connection, message_of({"kind": "analysis", "id": network}))
            hearing.append(asyncio.create_task(asked))
            await asyncio.sleep(0.05)
        analyst.go.set()
        await asyncio.gather(*hearing)
        hub.close()
        answers = [[message for message in line.sent if "id" in message] for line in lines]
        return [[str(answer.get("code", answer["kind"])) for answer in of_one] for of_one in answers]

    assert asyncio.run(codes()) == [["analysis"], ["too_fast"], ["analysis"]]
