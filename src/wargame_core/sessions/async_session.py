"""A game at the screens of a front end with an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from wargame_core.flow.players import PlayerLike, Stop, Tell, told_to_stop
from wargame_core.flow.view import View
from wargame_core.json_form import JsonObject
from wargame_core.match import Match
from wargame_core.rulings import RuleText, Verdict
from wargame_core.sessions.session import NO_BOTS, ScreenUpdate, Session

T = TypeVar("T")


class AsyncSession:
    """A `Session` for an event loop: the same methods, to be awaited. Rules, views and bots run in threads.

    So the loop never waits for them. ``async with AsyncSession(match, bots) as session`` closes it at the end.
    """

    def __init__(self, match: Match, bots: Mapping[str, PlayerLike] = NO_BOTS) -> None:
        """As `Session`."""
        self.session = Session(match, bots)

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play."""
        return self.session.people

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more: the game has ended, or the session is closed."""
        return self.session.over

    async def play(self, action: object, seat: str, *, at: str | None = None) -> Verdict:
        """Play an action for a seat: see `Session.play`."""
        return await asyncio.to_thread(self.session.play, action, seat, at=at)

    async def undo(self, seat: str, *, at: str | None = None) -> Verdict:
        """Take back the last choice of a seat: see `Session.undo`."""
        return await asyncio.to_thread(self.session.undo, seat, at=at)

    async def judge(self, action: object, seat: str) -> Verdict:
        """Whether a seat may play an action now: see `Session.judge`."""
        return await asyncio.to_thread(self.session.judge, action, seat)

    async def explain(
        self, words: str = "", seat: str = "", *, piece: str = "", place: str = "", card: str = "", with_piece: str = ""
    ) -> Verdict | RuleText:
        """Why a seat cannot choose a thing on the table: see `Session.explain`."""
        refs_by_kind = {"piece": piece, "place": place, "card": card, "with_piece": with_piece}
        return await asyncio.to_thread(self.session.explain, words, seat, **refs_by_kind)

    async def look(self, seat: str, from_view: Callable[[View], T]) -> T:
        """What ``from_view`` makes of a seat's view, in a thread: see `Session.look`."""
        return await asyncio.to_thread(self.session.look, seat, from_view)

    async def view(self, seat: str) -> JsonObject:
        """The seat's view as JSON."""
        return await asyncio.to_thread(self.session.view, seat)

    async def update(self, seat: str, since: str = "") -> ScreenUpdate:
        """A seat's view as JSON, with its news: see `Session.update`."""
        return await asyncio.to_thread(self.session.update, seat, since)

    async def updates(self, seat: str, since: str = "") -> AsyncIterator[ScreenUpdate]:
        """The update of a seat now, and one whenever something has changed for it: see `Session.updates`."""
        has_changed, loop = asyncio.Event(), asyncio.get_running_loop()

        def listener() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(has_changed.set)

        unlisten = self.session.listen(listener)
        try:
            update: ScreenUpdate | None = await self.update(seat, since)
            while update is not None:
                yield update
                tag, update = update["at"], None
                while update is None:
                    has_changed.clear()
                    is_over = self.over  # asked first: what ended the game is then seen by the next line
                    update = await asyncio.to_thread(self.session.newer, seat, tag)
                    if update is None and is_over:
                        return
                    if update is None:
                        await has_changed.wait()
        finally:
            unlisten()

    async def let_bots_play(self, *, stop: Stop | None = None, tell: Tell | None = None) -> int:
        """Let bots choose until none is asked: see `Session.let_bots_play`.

        When the task is cancelled, the bot that thinks stops, and its choice is not played. ``tell`` is called in the
        bot's thread.
        """
        choices_played = 0
        while not told_to_stop(stop) and await self.let_bot_play(stop=stop, tell=tell):
            choices_played += 1
        return choices_played

    async def let_bot_play(self, *, stop: Stop | None = None, tell: Tell | None = None) -> str:
        """Let one bot make one choice, as in `let_bots_play`; its seat, "" where none is asked."""
        cancel_event = threading.Event()
        try:
            return await asyncio.to_thread(self.session.let_bot_play, stop=stop, tell=tell, cancel=cancel_event)
        except asyncio.CancelledError:
            cancel_event.set()
            raise

    async def close(self) -> None:
        """End the session: see `Session.close`."""
        await asyncio.to_thread(self.session.close)

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()
