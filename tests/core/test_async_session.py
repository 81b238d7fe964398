"""A session for an event loop: three seats at once, bots in threads, and tasks that are cancelled."""

import asyncio
import threading
from collections.abc import Coroutine
from inspect import signature
from random import Random
from typing import Any, TypeVar

import pytest
from tests.core import acme
from tests.core.council_toy import council
from tests.core.skirmish_toy import toy
from tests.core.test_session import WAIT, Waits, first

from wargame_core import AsyncSession, Session, View
from wargame_core.flow.choices import Action

BROUGHT = {"wargame_core.plugins": {"council": "PLUGIN"}, "wargame_core.charts": {"council.raids": "RaidTable"}}

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of some work in a loop of its own; a test that hangs fails."""
    return asyncio.run(asyncio.wait_for(work, WAIT))


async def follow(session: AsyncSession, seat: str) -> list[Any]:
    """The rows that a screen shows at the end, which never asks for anything but updates."""
    rows: list[Any] = []
    async for update in session.updates(seat):
        assert update["seat"] == seat
        rows = [*rows[: len(rows) - update["news"]["drop"]], *update["news"]["rows"]]
    return rows


async def person(session: AsyncSession, seat: str) -> int:
    """Plays a seat by its screen alone; the number of its choices."""
    rng, played = Random(seat), 0
    async for update in session.updates(seat):
        if update["menu"]:
            row = rng.choice(update["menu"])
            played += bool(await session.play(row["action"], seat, at=update["at"]))
    return played


async def let_bots_play(session: AsyncSession) -> None:
    async for _ in session.updates("spectator"):
        await session.let_bots_play()


def test_three_seats_play_to_the_end_and_each_screen_shows_what_its_seat_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    acme.install(monkeypatch, BROUGHT, "tests.core.council_toy")

    async def play() -> None:
        async with AsyncSession(council().start(seed=3), {"cedar": "random"}) as session:
            assert session.people == ("ash", "birch")
            seats = ("ash", "birch", "cedar", "spectator")
            screens = [asyncio.create_task(follow(session, seat)) for seat in seats]
            people = [asyncio.create_task(person(session, seat)) for seat in session.people]
            await let_bots_play(session)
            assert all(count > 0 for count in await asyncio.gather(*people))
            assert session.over
            for seat, rows in zip(seats, await asyncio.gather(*screens), strict=True):
                events = await session.look(seat, lambda view: view.events)
                assert [row["kind"] for row in rows] == [event.kind for event in events]

    run(play())


def test_a_cancelled_task_stops_the_bot_and_its_choice_is_not_played() -> None:
    async def play() -> None:
        bot = Waits()
        async with AsyncSession(toy().start(seed=5), {"red": bot}) as session:
            task = asyncio.create_task(session.let_bots_play())
            assert await asyncio.to_thread(bot.begun.wait, WAIT)
            assert (await session.view("blue"))["waiting_for"] == ["red"]
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            while not bot.stopped:
                await asyncio.sleep(0)
            assert (await session.view("blue"))["waiting_for"] == ["red"]
            bot.answer.set()
            assert await session.let_bot_play() == "red"

    run(play())


def test_a_stopped_bot_plays_and_what_a_bot_raises_comes_to_whoever_let_it_play() -> None:
    def raises(view: View) -> Action:
        raise ZeroDivisionError("of the bot")

    async def play() -> None:
        bot, stop = Waits(), threading.Event()
        async with AsyncSession(toy().start(seed=5), {"red": bot, "blue": raises}) as session:
            stopped = asyncio.create_task(session.let_bots_play(stop=stop))
            assert await asyncio.to_thread(bot.begun.wait, WAIT)
            stop.set()
            assert await stopped == 1
            with pytest.raises(ZeroDivisionError, match="of the bot"):
                await session.let_bots_play()
            assert (await session.view("blue"))["waiting_for"] == ["blue"]

    run(play())


def test_updates_end_when_the_session_is_closed() -> None:
    async def play() -> int:
        session = AsyncSession(toy().start(seed=5))
        count = 0
        async for _ in session.updates("blue"):
            count += 1
            await session.close()
        return count

    assert run(play()) == 1


def test_what_is_refused_undone_judged_and_explained_is_as_in_a_session() -> None:
    async def play() -> None:
        async with AsyncSession(toy().start(seed=5), {"red": "random"}) as session:
            await session.let_bots_play()
            at = (await session.update("blue"))["at"]
            action = await session.look("blue", lambda view: list(view.choices)[-1])
            assert (await session.judge("nonsense", "blue")).codes == ("no_such_choice",)
            assert str(await session.explain("mill", "blue")) == str(session.session.explain("mill", "blue"))
            assert await session.play(action, "blue", at=at)
            assert (await session.play(await session.look("blue", first), "blue", at=at)).codes == ("stale",)
            assert (await session.undo("blue")).codes == ("not_your_turn",)

    run(play())


def test_both_sessions_are_called_alike() -> None:
    """A method of the one takes what its twin takes."""
    shared = [name for name, value in vars(AsyncSession).items() if callable(value) and not name.startswith("__")]
    assert {"play", "undo", "judge", "explain", "look", "view", "update", "updates"} <= set(shared)
    for name in shared:
        if hasattr(Session, name):
            one, twin = (list(signature(getattr(cls, name)).parameters) for cls in (AsyncSession, Session))
            assert one == [taken for taken in twin if taken != "cancel"], name  # a task is cancelled by itself
