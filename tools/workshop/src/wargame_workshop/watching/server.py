"""The local server of `wargame watch`: one page, what has changed, games in a second process, changes if allowed.

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
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wargame_core import DataError, WargameError
from wargame_core.data import parse_toml, write_whole
from wargame_core.limits import LimitError, read_json
from wargame_core.maps.files.map_file import maps_in
from wargame_workshop.watching.workshop import Workshop, edited

BODY = 100_000
"""The greatest size of a request in bytes."""
PAGE = Path(__file__).with_name("page.html")
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; connect-src 'self'",
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
        self._changes: list[tuple[Path, bytes, str]] = []  # each: its file, the bytes before it, the text after it
        self._backed_up: set[Path] = set()
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
        def edits(path: str, answer: Callable[[dict[str, Any]], str]) -> Route:
            async def endpoint(request: Request) -> Response:
                if not self.edit:
                    return JSONResponse({"error": "start wargame watch with --edit"}, 403)
                return await self._post(request, lambda words: self._edited(words, answer))

            return Route(path, endpoint, methods=["POST"])

        routes = [
            Route("/", lambda _: FileResponse(PAGE)),
            Route("/state", self._state),
            Route("/underlay", self._underlay),
            Route("/events", self._events),
            Route("/play", self._play, methods=["POST"]),
            edits("/edit", self.change),
            edits("/undo", self.undo),
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
            await run_in_threadpool(self.workshop.look)
            await asyncio.sleep(INTERVAL)

    # what the page shows

    def _state(self, request: Request) -> Response:
        with self.workshop.lock:
            state = self.workshop.bench.to_json(self.workshop.folder)
        page_state = {
            "edit": self.edit,
            "undo": len(self._changes),
            "games": self.games,
            "folder": self.workshop.folder.name,
        }
        return JSONResponse({**state, **page_state})

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
                state = f"{self.workshop.bench.version} {json.dumps(self.games)}"
                if state != last_sent:
                    yield f"data: {self.workshop.bench.version}\n\n"
                    last_sent = state
                await asyncio.sleep(INTERVAL / 2)

        return StreamingResponse(lines(), media_type="text/event-stream")

    # what the page asks for

    async def _post(self, request: Request, answer: Callable[[dict[str, Any]], Answer]) -> Response:
        """Do what a request of the page asks for."""
        try:
            words = read_json((await request.body()).decode())
        except (LimitError, UnicodeDecodeError) as problem:
            return JSONResponse({"error": str(problem)}, 400)
        if not isinstance(words, dict):
            return JSONResponse({"error": "an object is expected"}, 400)
        try:
            status, answer_words = await run_in_threadpool(answer, words)
        except OSError as problem:  # a full disk, a folder that may not be written
            status, answer_words = 507, {"error": f"{Path(str(problem.filename)).name}: {problem.strerror}"}
        return JSONResponse(answer_words, status)

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
        words = ["balance", str(self.workshop.folder), "--games", str(count), "--seed", "1", "--second-bot", "none"]
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
        earlier = self.games if error else {"now": changed_study, "before": self.games["now"]}
        self.games = {"running": False, "now": earlier["now"], "before": earlier["before"], "error": error}

    def _edited(self, words: dict[str, Any], answer: Callable[[dict[str, Any]], str]) -> Answer:
        """Change a file for the page, or tell why not; a request for an old version changes nothing (409)."""
        with self.workshop.lock:
            self.workshop.look()
            if words.get("version") != self.workshop.bench.version:
                return 409, {"error": "the files have changed since; the page shows them now"}
            if error := answer(words):
                return 400, {"error": error}
            self.workshop.look()
            return 200, {"version": self.workshop.bench.version, "undo": len(self._changes)}

    def change(self, words: dict[str, Any]) -> str:
        """Make a change for the page; why it cannot be made, if so."""
        maps, args = maps_in(self.workshop.folder), words.get("args")
        if not maps:
            return "there is no map in the folder"
        try:
            arguments = args if isinstance(args, dict) else {}
            path, text = edited(self.workshop.folder, maps[0], str(words.get("op")), arguments)
            parse_toml(text, path)
        except DataError as error:
            return f"not while the file is broken: {error.problems[0]}"
        except WargameError as error:
            return str(error)
        if path.resolve().parent != self.workshop.folder.resolve():
            return "outside of the folder"
        before = path.read_bytes()
        if path not in self._backed_up:
            write_whole(path.with_name(path.name + ".bak"), before)
            self._backed_up.add(path)
        write_whole(path, text)
        self._changes.append((path, before, text))
        return ""

    def undo(self, words: dict[str, Any]) -> str:
        """Take the last change of the page back; a file that was changed otherwise since is left alone."""
        if not self._changes:
            return "nothing to take back: this page has changed nothing yet"
        path, before, after = self._changes[-1]
        if not path.is_file() or path.read_bytes() != after.encode():
            self._changes.clear()
            return f"{path.name} was changed elsewhere since: undo it there"
        write_whole(path, before)
        self._changes.pop()
        return ""


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
        key_is_right = secrets.compare_digest(key.encode(), self.server.key.encode())
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
