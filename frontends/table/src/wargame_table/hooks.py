"""Telling a seat elsewhere that it is its turn: a message to an address that was given for it, off by default."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from wargame_table.addresses import post
from wargame_table.open_tables import OpenTable
from wargame_table.protocol import Refused

AFTER: Final = 60.0
"""Seconds that a seat is asked with nobody there before it is told elsewhere."""
There = Callable[[OpenTable, str], Awaitable[bool]]
"""Whether somebody is at a screen of a seat."""


class Hooks:
    """Messages to other servers. Where the host allows none, tables cannot have addresses either."""

    def __init__(self, allowed: bool = False, private: bool = False, after: float = AFTER) -> None:
        self.allowed, self.private, self.after = allowed, private, after
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}

    def asked(self, table: OpenTable, there: There) -> None:
        """After something was done at a table: who is asked now is told elsewhere, if he does not come."""
        hooks = table.session.opening.hooks if self.allowed else {}
        for seat in hooks:
            if (waiting := self._waiting.pop((table.id, seat), None)) is not None:
                waiting.cancel()
            if seat in table.session.match.to_choose and seat not in table.session.bots:
                self._waiting[table.id, seat] = asyncio.create_task(self._tell(table, seat, there))

    async def _tell(self, table: OpenTable, seat: str, there: There) -> None:
        try:
            n = table.session.n
            await asyncio.sleep(self.after)
            if not await there(table, seat) and n == table.session.n:
                await post(table.session.opening.hooks[seat], your_turn(table, seat), self.private)
        except (Refused, OSError, TimeoutError):
            return  # told again with the next question; the table says it to everybody who comes anyway
        finally:
            if self._waiting.get((table.id, seat)) is asyncio.current_task():
                del self._waiting[table.id, seat]

    def close(self) -> None:
        """Nobody is told any more."""
        for waiting in self._waiting.values():
            waiting.cancel()


def your_turn(table: OpenTable, seat: str) -> bytes:
    """The message: game, seat and table, and nothing of what is asked. The link opens with the key kept by the page."""
    session = table.session
    titles = {side.seat: side.name for side in session.sheets.main.sheet.sides}
    link = f"{session.opening.home}/t/{table.id}" if session.opening.home else ""
    text = f"{session.game.title}: it is your turn ({titles.get(seat, seat)}). {link}".strip()
    payload = {"content": text, "text": text, "game": session.game.id, "seat": seat, "table": table.id, "link": link}
    return json.dumps(payload).encode()
