"""Games that end because somebody's time is up: by the clock of the server, in whatever process looks first.

A server that is not there uses nobody's time: while time runs anywhere a sign is kept every few seconds, and whoever
looks after a longer gap keeps that as a pause.
"""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

from wargame_table.keeping.store import Store, StoreError
from wargame_table.messages.incoming import Refused
from wargame_table.network.open_tables import OpenTable, OpenTables
from wargame_table.play.session import Heard

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""Seconds between looks for games whose time is up."""
SIGN: Final = 10.0
"""Seconds between signs that the server is there."""
LEAST_PAUSE_SECONDS: Final = 25.0
"""Seconds without a sign that are a pause."""
Follow: TypeAlias = Callable[[OpenTable], Awaitable[None]]
"""Takes in what other processes have kept of a table."""
Keep: TypeAlias = Callable[[OpenTable, Heard, float], Awaitable[None]]
"""Keeps a row of a certain moment, and tells everybody. Raises `Refused` and `StoreError`."""


class TimeLimits:
    """The limits of time of all tables. What is done to a table is done under its lock."""

    def __init__(
        self, store: Store, tables: OpenTables, clock: Callable[[], float], follow_table: Follow, keep_heard: Keep
    ) -> None:
        self._store, self._tables, self._now, self._follow, self._keep = store, tables, clock, follow_table, keep_heard
        self._last_look = self._last_sign = float("-inf")

    async def look(self) -> None:
        """Now and then: give a sign, and end the games whose time is up. Raises `StoreError`."""
        current_time = time.monotonic()
        if self._last_sign <= current_time - SIGN:
            self._last_sign = current_time
            await self.give_sign()
        if self._last_look <= current_time - SECONDS_BETWEEN_LOOKS:
            self._last_look = current_time
            await self.end_games()

    async def give_sign(self) -> None:
        """The server is there; pauses that were not known before count at the tables that are open, too.

        Raises `StoreError`.
        """
        if not await self._learn_pauses():
            return
        for table in self._tables.all:
            if table.session.timekeeper is not None:
                async with table.lock:
                    table.session.restart(table.session.rows)
                    table.send(table.session.updates())

    async def _learn_pauses(self) -> bool:
        """The server is there; whether there was a pause that this process did not know of."""
        await self._tables.ask(self._store.note_running, self._now(), SIGN, LEAST_PAUSE_SECONDS)
        return self._tables.pauses.set(await self._tables.ask(self._store.pauses))

    async def end_games(self) -> None:
        """End the games at which somebody's time is up, also where nobody is there to see it. Raises `StoreError`."""
        current_time = self._now()
        for name in await self._tables.ask(self._store.tables_out_of_time, current_time):
            try:
                table = await self._tables.open(name)
            except Refused:  # today's rules cannot continue it
                await self._tables.ask(self._store.set_time_end, name, None, current_time)
                continue
            async with table.lock:
                await self._follow(table)
                with suppress(Refused):  # another process was first
                    await self.end_game(table, current_time)
                await self.note_next_end(table)

    async def end_game(self, table: OpenTable, current_time: float) -> None:
        """End the game of a table if somebody's time is up at this moment. Raises `Refused` and `StoreError`.

        A pause that nobody has noticed yet, as of a machine that slept, is noticed before.
        """
        if table.session.end_by_time(current_time).row is None:
            return
        await self._learn_pauses()
        table.session.restart(table.session.rows)
        heard = table.session.end_by_time(current_time)
        if heard.row is not None:
            await self._keep(table, heard, current_time)
        else:
            table.send(table.session.updates())

    async def note_next_end(self, table: OpenTable) -> None:
        """Keep when a table is to be looked at; where that cannot be kept, the next row keeps it."""
        if (keeper := table.session.timekeeper) is not None:
            with suppress(StoreError):
                current_time = self._now()
                await self._tables.ask(self._store.set_time_end, table.id, keeper.next_end(current_time), current_time)
