"""What strangers have made today, counted beside the tables: for all processes, and whatever restarts."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from typing import Final

from attrs import define, field

from wargame_table.keeping.store import Store, StoreError
from wargame_table.messages.incoming import Refused

DAY: Final = 86_400


@define(eq=False)
class DayCounts:
    """Counts of a day. ``ask`` asks the store without anybody else waiting, ``clock`` gives the time, in seconds."""

    store: Store
    ask: Callable[..., Awaitable[bool]]
    clock: Callable[[], float]
    _day: int = 0
    _events_of_day: set[str] = field(factory=set)
    """What has happened on that day for the first time, or again: the store need not be asked any more."""

    @asynccontextmanager
    async def within_daily_limit(
        self, counted_kind: str, limit: int, network: str, number: int = 1
    ) -> AsyncIterator[None]:
        """So many things are made within, and counted if they are; without a ``network`` nothing is.

        Raises `Refused` where they are too many a day, and `StoreError`.
        """
        if not network or not number:
            yield
            return
        name, day = f"{counted_kind} {network}", int(self.clock() // DAY)
        if not await self._count(name, day, number, limit):
            text = f"{limit} {counted_kind} a day from one network are enough"
            raise Refused("too_fast", text, retry_after=DAY - self.clock() % DAY)
        try:
            yield
        except BaseException:
            with suppress(StoreError):
                await self._count(name, day, -number, limit)
            raise

    @asynccontextmanager
    async def within_daily_tries(self, counted_kind: str, limit: int) -> AsyncIterator[None]:
        """A try is made within, and counted unless it succeeds. Raises `Refused` after too many, and `StoreError`."""
        day = int(self.clock() // DAY)
        if not await self._count(counted_kind, day, 1, limit):
            text = f"{limit} wrong tries a day are enough"
            raise Refused("too_fast", text, retry_after=DAY - self.clock() % DAY)
        yield
        with suppress(StoreError):
            await self._count(counted_kind, day, -1, limit)

    async def is_first_today(self, counted_kind: str) -> bool:
        """Whether this happens for the first time today; it has happened then. Raises `StoreError`."""
        day = int(self.clock() // DAY)
        if day != self._day:
            self._day, self._events_of_day = day, set()
        if counted_kind in self._events_of_day:
            return False
        is_first = await self._count(counted_kind, day, 1, 1)
        self._events_of_day.add(counted_kind)
        return is_first

    async def is_allowed_today(self, counted_kind: str, limit: int) -> bool:
        """Whether this may happen once more today, so many times in all; it is counted then. Raises `StoreError`."""
        return await self._count(counted_kind, int(self.clock() // DAY), 1, limit)

    async def _count(self, counted_kind: str, day: int, number: int, limit: int) -> bool:
        """Count it under a hash: no address is kept."""
        name = blake2b(f"{day} {counted_kind}".encode(errors="backslashreplace"), digest_size=16).hexdigest()
        return await self.ask(self.store.count_up, name, day, number, limit)
