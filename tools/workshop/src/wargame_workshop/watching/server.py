"""The local server of `wargame watch`: one page, what has changed, games in a second process, strokes if allowed.

It answers this machine only, and only requests that have its key and come from its own page.
"""

import asyncio
import json
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wargame_core.limits import LimitError, Limits, read_json
from wargame_workshop.splices import EditError
from wargame_workshop.watching.stroke_log import BATCH, PageStroke, StrokeLog
from wargame_workshop.watching.workshop import Workshop

BODY = 1_000_000
"""The greatest size of a request in bytes."""
PAGE = Path(__file__).with_name("page")
"""The files of the page: they are public, and say nothing of a folder."""
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; script-src 'self'; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'",
}
INTERVAL = 0.25
"""The seconds between two checks of the files."""
Answer = tuple[int, dict[str, Any]]
"""The status of an answer, and its JSON."""


class WatchServer:
    """Serves a workshop on this machine only. ``key`` must be in every request; ``edit`` allows changes."""

    def __init__(self, workshop: Workshop, port: int = 0, *, edit: bool = False) -> None:
        self.workshop, self.edit, self.key = workshop, edit, secrets.token_urlsafe(18)
        self.games: dict[str, Any] = {"running": False, "now": None, "before": None, "error": ""}
        self.strokes = StrokeLog(workshop.folder)
        self._drawn: dict[str, int] = {}  # by window, the last stroke that the picture may show
        self._begun: Callable[[], None] | None = None
        self._child: asyncio.subprocess.Process | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        quiet: dict[str, Any] = {"log_level": "critical", "access_log": False, "log_config": None}
        config = uvicorn.Config(_Guard(self._app(), self), **quiet, timeout_graceful_shutdown=1, server_header=False)
        self._server = uvicorn.Server(config)

    @property
    def origin(self) -> str:
        """The origin of the page, and the only one from which requests are accepted."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"{self.origin}/?key={self.key}"

    def run(self, on_start: Callable[[], None] | None = None) -> None:
        """Serve until `stop` or Ctrl-C, and leave no process behind; ``on_start`` is called when it answers."""
        self._begun = on_start
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._server.should_exit = True

    def _app(self) -> Starlette:
        routes = [
            Route("/", lambda _: FileResponse(PAGE / "index.html")),
            Mount("/page", StaticFiles(directory=PAGE)),
            Route("/state", self._state),
            Route("/underlay", self._underlay),
            Route("/events", self._events),
            Route("/play", self._play, methods=["POST"]),
            Route("/strokes", self._strokes, methods=["POST"]),
        ]
        return Starlette(routes=routes, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(self._look())
        if self._begun is not None:
            self._begun()
        yield
        looking.cancel()
        if self._child is not None and self._child.returncode is None:
            self._child.terminate()
            await self._child.wait()

    async def _look(self) -> None:
        """Check the files repeatedly."""
        while True:
            numbers_by_window = self.strokes.answered()
            await run_in_threadpool(self.workshop.look)
            self._drawn = numbers_by_window
            await asyncio.sleep(INTERVAL)

    # what the page shows

    def _state(self, request: Request) -> Response:
        drawn_number = self._drawn.get(
            request.query_params.get("window", ""), 0
        )  # before the picture, which may be newer
        page_state = {
            "edit": self.edit,
            "drawn": drawn_number,
            "undo": len(self.strokes.done),
            "redo": len(self.strokes.undone),
            "games": self.games,
            "folder": self.workshop.folder.name,
        }
        return JSONResponse({**self.workshop.bench.to_json(self.workshop.folder), **page_state})

    def _underlay(self, request: Request) -> Response:
        """The picture under the map."""
        underlay = self.workshop.bench.underlay
        if underlay is None or not underlay.path.is_file():
            return JSONResponse({"error": "there is no picture under the map"}, 404)
        return FileResponse(underlay.path)

    def _events(self, request: Request) -> Response:
        """A line whenever something has changed."""

        async def lines() -> AsyncIterator[str]:
            last_sent = ""
            while not self._server.should_exit:
                state = f"{self.workshop.bench.version} {self._drawn} {json.dumps(self.games)}"
                if state != last_sent:
                    yield f"data: {self.workshop.bench.version}\n\n"
                    last_sent = state
                await asyncio.sleep(INTERVAL / 2)

        return StreamingResponse(lines(), media_type="text/event-stream")

    # what the page asks for

    async def _post(self, request: Request, answer: Callable[[dict[str, Any]], Answer]) -> Response:
        """Do what a request of the page asks for."""
        try:
            words = read_json((await request.body()).decode(), Limits(characters=BODY))
        except (LimitError, UnicodeDecodeError) as problem:
            return JSONResponse({"error": str(problem)}, 400)
        if not isinstance(words, dict):
            return JSONResponse({"error": "an object is expected"}, 400)
        status, answer_words = await run_in_threadpool(answer, words)
        return JSONResponse(answer_words, status)

    async def _strokes(self, request: Request) -> Response:
        """Write the strokes of a window into the files."""
        if not self.edit:
            return JSONResponse({"error": "start wargame watch with --edit"}, 403)
        return await self._post(request, self.write)

    async def _play(self, request: Request) -> Response:
        """Play games of the folder in a second process; the page shows the result when they are done."""

        def count(words: dict[str, Any]) -> Answer:
            games = words.get("games")
            return 202, {"running": True, "games": games if type(games) is int and 2 <= games <= 500 else 20}

        response = await self._post(request, count)
        if response.status_code == 202 and not self.games["running"]:
            self.games = {**self.games, "running": True}
            task = asyncio.create_task(self._games(json.loads(bytes(response.body))["games"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return response

    async def _games(self, count: int) -> None:
        board = self.workshop.bench.board or {}
        words = [
            "balance",
            str(self.workshop.folder / board.get("file", "")),
            "--games",
            str(count),
            "--seed",
            "1",
            "--second-bot",
            "none",
        ]
        self._child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "wargame_console", *words, "--json"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        output, _ = await self._child.communicate()
        try:
            result = json.loads(output)
        except ValueError:
            result = {"error": "the games ended without a result"}
        error = str(result.get("error", ""))
        changed_study = None if error else {key: result[key] for key in ("verdict", "wins", "awards", "course")}
        games_before = self.games if error else {"now": changed_study, "before": self.games["now"]}
        self.games = {"running": False, "now": games_before["now"], "before": games_before["before"], "error": error}

    def write(self, words: dict[str, Any]) -> Answer:
        """Write the strokes of a window, and answer as `StrokeLog.write` does, or with what is wrong about them."""
        window, rows = words.get("window"), words.get("strokes")
        if not isinstance(window, str) or not 8 <= len(window) <= 80:
            return 400, {"error": "window: a name of 8 to 80 letters is needed"}
        if not isinstance(rows, list) or len(rows) > BATCH:
            return 400, {"error": f"strokes: a list of at most {BATCH} is needed"}
        try:
            return 200, self.strokes.write(window, [PageStroke.read(row) for row in rows])
        except EditError as problem:
            return 400, {"error": str(problem)}


class _Guard:
    """Lets through what has the key, comes from the page itself and is short; what is refused is not read on."""

    def __init__(self, app: ASGIApp, server: WatchServer) -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                closing = {"Connection": "close"} if message["status"] >= 400 else {}
                MutableHeaders(scope=message).update(HEADERS | closing)
            await send(message)

        await (self._refused(Request(scope)) or self.app)(scope, receive, send_with_headers)

    def _refused(self, request: Request) -> Response | None:
        key, host = request.query_params.get("key", ""), request.headers.get("Host", "")
        is_public = request.method in ("GET", "HEAD") and request.url.path.startswith("/page/")
        key_is_right = is_public or secrets.compare_digest(key.encode(), self.server.key.encode())
        if not key_is_right or f"http://{host}" != self.server.origin:
            return JSONResponse({"error": "open the address that wargame watch printed"}, 403)
        if request.method in ("GET", "HEAD"):
            return None
        if request.headers.get("Origin") != self.server.origin:
            return JSONResponse({"error": "from the page itself only"}, 403)
        length = request.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or len(length) > 9 or int(length) > BODY:
            return JSONResponse({"error": "too long"}, 413)
        return None
