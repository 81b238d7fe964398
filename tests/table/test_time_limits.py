"""A game that ends by the clock: whose time it is, what everybody is told of it, and what uses nobody's time."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce, Line, act, seated
from tests.table.test_time_and_watching import Timed, clock, in_secret
from tests.table.test_time_and_watching import act as choose

from wargame_core import WargameError
from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import CLOSE, SEAT, Opening, Row, TimeLimit
from wargame_table.keeping.store import Store
from wargame_table.network.club import SECONDS_END_IS_SHOWN, MyTable, MyTables, begin_digest, digest, in_words, row_for
from wargame_table.network.guard import hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.time_limits import LEAST_PAUSE_SECONDS, SIGN
from wargame_table.network.webhooks import Hooks
from wargame_table.play.agreements import next_opening
from wargame_table.play.session import Heard
from wargame_table.play.timekeeper import Pauses

pytestmark = pytest.mark.usefixtures("toy_known")


def limited(limit: TimeLimit, seconds: int = 60, **wishes: Any) -> Timed:
    """A table of the test game where time ends the game, with everybody at it; the clocks run already."""
    table = Timed(toy(), Opening.of(toy(), clock=seconds, time_limit=limit, **wishes))
    table.sit("blue", "red", "spectator")
    choose(table, 5)
    return table


def asked(table: Timed) -> str:
    [seat] = table.session.match.waiting_for
    return seat


def out_of_time(table: Timed, seconds: float) -> tuple[str, ...]:
    keeper = table.session.timekeeper
    assert keeper is not None
    return keeper.seats_out_of_time(table.now + seconds)


def end(table: Timed, seconds: float) -> None:
    """So many seconds later somebody looks at the clock."""
    table.now += seconds
    follow: Callable[[Heard, str], None] = table._follow
    follow(table.session.end_by_time(table.now), "")


def test_who_uses_more_time_than_the_game_allows_loses_it_and_everybody_reads_so() -> None:
    table = limited("game")
    seat = asked(table)
    other = "red" if seat == "blue" else "blue"
    end(table, 59)
    assert not table.session.is_over
    end(table, 1)
    outcome = table.session.agreements.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (other, "time")
    titles = table.session.sheets.seat_names
    assert outcome.text == f"The time of {titles.get(seat, seat)} is up: {titles.get(other, other)} wins."
    told = [table.last(who, "update")["outcome"] for who in ("blue", "red", "spectator")]
    assert told == [outcome.to_json()] * 3
    assert clock(table) == clock(table, "red")
    assert clock(table)["used"][seat] == 60
    assert clock(table)["running"] == []
    assert json.loads(table.session.record("red")[1].splitlines()[-1])["agreed"]["level"] == "time"
    refused = table.act(seat, {"kind": "stay"})
    assert (refused["code"], refused["text"]) == ("unavailable", "the game is over")
    assert not table.session.end_by_time(table.now + 1000).row


def test_time_of_a_game_adds_up_and_that_of_a_choice_begins_anew_with_each() -> None:
    for limit, is_over in (("game", True), ("choice", False)):
        table = limited(limit, 100)  # type: ignore[arg-type]
        seat = asked(table)
        for _ in range(6):
            if table.session.match.waiting_for == (seat,):
                choose(table, 30)
            else:
                choose(table, 0)
        keeper = table.session.timekeeper
        assert keeper is not None
        assert clock(table)["limit"] == limit
        assert (keeper._used[seat] > 30) == is_over


def test_a_choice_taken_back_and_made_again_gives_no_more_time() -> None:
    table, chance = limited("choice", 60), random.Random(1)
    match = table.session.match
    while match.commits or not (seat := next((seat for seat in ("blue", "red") if match.can_undo(seat)), "")):
        seat = match.waiting_for[0]
        table.now += 1
        assert table.act(seat, chance.choice(table.ask(seat))["action"])["kind"] == "done"
    action = table.rows[-1].body
    for _ in range(3):
        assert out_of_time(table, 9) == ()
        assert table.undo(seat)["kind"] == "done"
        table.now += 25
        assert table.act(seat, action)["kind"] == "done"
    assert out_of_time(table, 0) == (seat,)


def test_what_all_agree_to_take_back_begins_the_time_for_a_choice_anew() -> None:
    table = limited("choice", 60)
    seat = asked(table)
    choose(table, 50)
    table.now += 10
    table.say(seat, "offer", what="back", at=table.at(seat))
    other = "red" if seat == "blue" else "blue"
    table.now += 40
    assert table.say(other, "answer", at=table.at(other), yes=True)["kind"] == "done"
    assert asked(table) == seat
    assert out_of_time(table, 59) == ()
    assert out_of_time(table, 61) == (seat,)


def test_of_a_secret_choice_the_clocks_tell_nothing_before_all_have_chosen_and_then_who_thought_how_long() -> None:
    table = limited("game", 600)
    in_secret(table)
    before = clock(table)
    assert before["running"] == ["blue", "red"] or before["running"] == ["red", "blue"]
    choose(table, 30, "blue")
    for who in ("blue", "red", "spectator"):
        assert table.session.audience.look(who, table.session.match)["clock"] == before
    choose(table, 10, "red")
    used = {seat: clock(table)["used"][seat] - before["used"][seat] for seat in ("blue", "red")}
    assert used == {"blue": 30, "red": 40}


def test_who_has_chosen_in_secret_does_not_lose_while_the_other_thinks() -> None:
    table = limited("choice", 60)
    in_secret(table)
    choose(table, 30, "blue")
    assert out_of_time(table, 29) == ()
    assert out_of_time(table, 31) == ("red",)


def test_where_the_time_of_both_is_up_at_once_nobody_wins() -> None:
    table = limited("choice", 60)
    in_secret(table)
    end(table, 60)
    outcome = table.session.agreements.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.text) == (None, "The time of both sides is up: nobody wins.")


def test_the_time_of_a_bot_does_not_run_and_an_offer_lapses_with_the_end() -> None:
    table = limited("game")
    seat = asked(table)
    row = Row(n=table.session.n, kind=SEAT, seat=seat, body={"bot": "random"}, at=table.now + 10)
    table.session.after_row_kept(row)
    assert out_of_time(table, 10_000) == ()
    assert clock(table)["running"] != []  # the page is told with the next news
    assert table.session.audience.look("red", table.session.match)["clock"]["running"] == []
    table.now += 500
    table.session.after_row_kept(Row(n=table.session.n, kind=SEAT, seat=seat, at=table.now))
    assert out_of_time(table, 49) == ()
    assert out_of_time(table, 51) == (seat,)
    table.say("blue", "offer", what="draw", at=table.at("blue"))
    end(table, 60)
    assert table.session.agreements.offer is None
    assert "offer" not in table.last("red", "update")


def test_what_takes_a_limit_and_what_the_next_table_keeps_of_it() -> None:
    with pytest.raises(WargameError, match=r"a game of 2 seats with a clock of 9 s cannot end .* 10 s or more"):
        Opening.of(toy(), clock=9, time_limit="game")
    opening = Opening.of(toy(), clock=90, time_limit="choice")
    assert next_opening(toy(), opening, {}).time_limit == "choice"


def test_who_watches_some_turns_behind_is_told_of_no_such_clock() -> None:
    table = limited("game", delay=1)
    assert "clock" not in table.last("spectator", "update")
    assert "clock" in table.last("red", "update")


def test_a_pause_of_the_server_uses_no_time() -> None:
    pauses = Pauses([(100.0, 200.0), (300.0, 310.0)])
    assert pauses.seconds_used(0.0, 400.0) == 290.0
    assert pauses.seconds_used(150.0, 305.0) == 100.0
    assert pauses.seconds_used(400.0, 300.0) == 0.0
    table = limited("game")
    keeper, seat = table.session.timekeeper, asked(table)
    assert keeper is not None
    begun = table.now
    keeper._pauses.set([(begun + 20, begun + 5000)])
    assert out_of_time(table, 5039) == ()
    assert out_of_time(table, 5041) == (seat,)
    assert (keeper.to_json()["used"][seat], keeper.to_json()["since"]) == (20, int(begun + 5000))
    assert keeper.next_end(begun + 5000) == begun + 5040
    choose(table, 5010)
    assert clock(table)["used"][seat] == 30


# ------------------------------------------------------------------------------------------------------- at a server
class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def wait(hub: Hub, time: Time, seconds: float) -> None:
    """So much time passes, in which the server gives its signs."""
    end = time.now + seconds
    while time.now < end:
        await hub.time_limits.give_sign()
        time.now = min(end, time.now + SIGN)


def hub_at(place: str | Path, time: Time, limit: TimeLimit = "game") -> Hub:
    hub = Hub(open_store(place), AtOnce(), pause=0.0, clock=time)
    if hub.store.opening("t") is None:
        hub.store.make("t", evolve(Opening.of(toy(), clock=60, time_limit=limit), seed=3), {}, 0.0)
    return hub


async def first_choice(hub: Hub) -> tuple[dict[str, tuple[str, Line]], str]:
    """Everybody sits down, and the first choice is made: the clocks run. Who is asked then."""
    lines = {role: (await seated(hub, role))[1:] for role in ("blue", "red", "spectator")}
    table = await hub.open("t")
    await move(hub, lines, table.session.match.waiting_for[0])
    [seat] = table.session.match.waiting_for
    return lines, seat


async def move(hub: Hub, lines: dict[str, tuple[str, Line]], seat: str) -> None:
    connection, line = lines[seat]
    row = line.last("update")["ask"]["rows"][0]
    await hub.hear(await hub.open("t"), connection, act(line, row["action"], hub.open_table_of("t").session.n))  # type: ignore[union-attr]


def test_a_choice_that_comes_as_time_ends_is_judged_by_the_clock_of_the_server_once() -> None:
    async def played(late: float) -> tuple[JsonObject, list[str]]:
        time = Time()
        hub = hub_at(":memory:", time)
        lines, seat = await first_choice(hub)
        await wait(hub, time, 60 + late)
        await move(hub, lines, seat)
        kinds = [row.kind for row in hub.store.rows("t")]
        hub.close()
        return lines[seat][1].last("done") if late < 0 else lines[seat][1].last("refused"), kinds

    answer, kinds = asyncio.run(played(-0.01))
    assert kinds == ["play", "play"]
    answer, kinds = asyncio.run(played(0.0))
    assert (answer["code"], answer["text"]) == ("unavailable", "the game is over")
    assert kinds == ["play", CLOSE]


def test_a_game_ends_by_time_with_nobody_there_and_lists_say_so(place: str) -> None:
    async def ended() -> None:
        time = Time()
        hub = hub_at(place, time)
        lines, seat = await first_choice(hub)
        for connection, _ in lines.values():
            await hub.leave(await hub.open("t"), connection)
        hub.close()
        later = hub_at(place, time)
        await wait(later, time, 20)
        await later.time_limits.end_games()
        assert later.open_table_of("t") is None  # whose time is not up needs not be opened
        await wait(later, time, 41)
        await later.time_limits.end_games()
        assert [row.kind for row in later.store.rows("t")] == ["play", CLOSE]
        over = (await row_for(later, "t", seat))["over"]
        assert "is up" in over["text"]
        assert later.store.tables_out_of_time(time.now + 10_000) == []
        later.close()

    asyncio.run(ended())


@pytest.mark.parametrize("limit", ["game", "none"])
def test_a_seat_that_is_given_to_a_bot_gains_no_time_while_nobody_looks(limit: TimeLimit) -> None:
    async def given() -> list[str]:
        hub = hub_at(":memory:", Time(), limit)
        lines, seat = await first_choice(hub)
        for connection, _ in lines.values():
            await hub.leave(await hub.open("t"), connection)
        hub.store.append("t", Row(n=1, kind=SEAT, seat=seat, body={"bot": "random"}))
        table = await hub.open("t")
        await hub.catch_up(table)
        hub.let_bots_play(table)
        if table.thinking is not None:
            await table.thinking
        kinds = [row.kind for row in hub.store.rows("t")]
        hub.close()
        return kinds

    assert asyncio.run(given())[:3] == ["play", SEAT, *(["play"] if limit == "game" else [])]


def test_a_digest_and_a_webhook_tell_the_end_to_who_is_away() -> None:
    async def told() -> tuple[list[str], str, str]:
        time, heard = Time(), list[str]()
        hooks = Hooks(is_allowed=True, seconds_after=0.0)

        async def keep(address: str, body: bytes, private: bool = False) -> int:
            heard.append(json.loads(body)["text"])
            return 200

        hooks.post = keep
        hub = Hub(open_store(":memory:"), AtOnce(), pause=0.0, clock=time, hooks=hooks)
        opening = evolve(Opening.of(toy(), clock=60, time_limit="game"), seed=3, hooks={"red": "https://example.org/"})
        hub.store.make("t", opening, {"red": hash_of_key("k")}, 0.0)
        lines, _ = await first_choice(hub)
        await hub.leave(await hub.open("t"), lines["red"][0])
        await asyncio.gather(*hooks._waiting.values())
        heard.clear()
        await wait(hub, time, 61)
        await hub.time_limits.end_games()
        await asyncio.gather(*hooks._waiting.values())
        token = await begin_digest(hub, MyTables(tables=(MyTable(table="t", key="k"),)))
        texts = [in_words(await digest(hub, token, ""), "")]
        time.now += SECONDS_END_IS_SHOWN
        texts.append(in_words(await digest(hub, token, ""), ""))
        hub.close()
        return heard, texts[0], texts[1]

    heard, soon, later = asyncio.run(told())
    assert heard == ["Toy: the game is over. The time of blue is up: red wins (red)."]
    assert " is up: " in soon
    assert later == "Nothing waits for you anywhere.\n"


def test_of_several_processes_one_ends_the_game_and_all_show_the_same(place: str) -> None:
    async def ended() -> None:
        time = Time()
        hubs = [hub_at(place, time), hub_at(place, time)]
        lines, seat = await first_choice(hubs[0])
        _, _, other_line = await seated(hubs[1], "spectator")
        assert other_line.last("update")["clock"] == lines["red"][1].last("update")["clock"]
        await wait(hubs[1], time, 61)
        await asyncio.gather(*(hub.time_limits.end_games() for hub in hubs))
        for hub in hubs:
            await hub.catch_up(await hub.open("t"))
        assert [row.kind for row in hubs[0].store.rows("t")] == ["play", CLOSE]
        outcomes = [line.last("update")["outcome"] for line in (other_line, lines[seat][1])]
        assert outcomes[0] == outcomes[1]
        for hub in hubs:
            hub.close()

    asyncio.run(ended())


def test_while_no_process_is_there_no_time_is_used_and_a_restart_knows_it(place: str) -> None:
    async def restarted() -> None:
        time = Time()
        hub = hub_at(place, time)
        _, seat = await first_choice(hub)
        time.now += SIGN + 1
        await hub.time_limits.give_sign()
        hub.close()
        time.now += 5000
        again = hub_at(place, time)
        table = await again.open("t")
        await again.time_limits.end_games()  # before the pause is known
        keeper = table.session.timekeeper
        assert keeper is not None
        assert keeper.next_end(time.now) == pytest.approx(time.now + 60 - SIGN - 1)
        assert keeper.to_json()["since"] == int(time.now)
        for _ in range(7):  # the server is there
            assert again.store.rows("t")[-1].kind == "play"
            time.now += 7
            await again.time_limits.give_sign()
            await again.time_limits.end_games()
        assert again.store.rows("t")[-1].kind == CLOSE
        assert again.store.rows("t")[-1].seat == seat
        again.close()

    asyncio.run(restarted())


def test_a_pause_that_is_noticed_late_counts_at_the_tables_that_are_open() -> None:
    async def noticed() -> list[int]:
        time = Time()
        hub = hub_at(":memory:", time)
        lines, seat = await first_choice(hub)
        await hub.time_limits.give_sign()
        time.now += LEAST_PAUSE_SECONDS + 20
        await move(hub, lines, seat)
        table = await hub.open("t")
        used = [table.session.audience.look(seat, table.session.match)["clock"]["used"][seat]]
        await hub.time_limits.give_sign()
        used += [table.session.audience.look(seat, table.session.match)["clock"]["used"][seat]]
        hub.close()
        return used

    assert asyncio.run(noticed()) == [LEAST_PAUSE_SECONDS + 20, 0]


def test_a_sign_is_kept_only_while_time_runs_and_a_gap_with_none_is_no_pause(place: str) -> None:
    store: Store = open_store(place)
    store.note_running(100.0, SIGN, LEAST_PAUSE_SECONDS)
    store.set_time_end("t", 900.0, 10_000.0)
    store.note_running(10_001.0, SIGN, LEAST_PAUSE_SECONDS)
    assert store.pauses() == []
    store.note_running(10_000.0 + LEAST_PAUSE_SECONDS + 1, SIGN, LEAST_PAUSE_SECONDS)
    store.note_running(10_000.0 + LEAST_PAUSE_SECONDS + 2, SIGN, LEAST_PAUSE_SECONDS)
    assert store.pauses() == [(10_000.0, 10_000.0 + LEAST_PAUSE_SECONDS + 1)]
    store.close()
