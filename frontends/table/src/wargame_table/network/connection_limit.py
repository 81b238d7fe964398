"""What uvicorn makes of a connection that it accepts, counted and timed by the `Connections` of the application.

uvicorn itself has no limit for requests whose head never ends, and asks no application before it has read one.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from wargame_table.network.guard import Client, Connections


class CountedLine(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which class it is depends on what is installed
    """A connection with requests. The application keeps its connections as ``app.state.connections``."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody has come; too many are sent away."""
        super().connection_made(transport)
        host, port, *_ = transport.get_extra_info("peername") or ("", 0)
        self._who: Client = str(host), int(port)
        if not self._connections.admit(self._who, transport.abort):
            transport.abort()

    @property
    def _connections(self) -> Connections:
        app: Any = self.config.loaded_app
        connections: Connections = app.state.connections
        return connections

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        self._connections.expect(self._who)
        super().data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        self._connections.forget_connection(self._who)
        super().connection_lost(error)
