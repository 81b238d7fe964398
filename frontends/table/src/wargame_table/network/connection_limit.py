"""What uvicorn makes of a connection that it accepts, counted and timed by the `Doorway` of the application.

uvicorn itself has no limit for requests whose head never ends, and asks no application before it has read one.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from wargame_table.network.guard import Client, Doorway


class CountedLine(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which class it is depends on what is installed
    """A connection with requests. The application keeps its doorway as ``app.state.doorway``."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody has come; too many are sent away."""
        super().connection_made(transport)
        host, port, *_ = transport.get_extra_info("peername") or ("", 0)
        self._who: Client = str(host), int(port)
        if not self._doorway.admit(self._who, transport.abort):
            transport.abort()

    @property
    def _doorway(self) -> Doorway:
        app: Any = self.config.loaded_app
        doorway: Doorway = app.state.doorway
        return doorway

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        self._doorway.expect(self._who)
        super().data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        self._doorway.forget_connection(self._who)
        super().connection_lost(error)
