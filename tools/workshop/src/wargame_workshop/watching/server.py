"""The local server of `wargame watch`: one page, what has changed, games in a second process, changes if allowed."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from wargame_core.data.files import write_whole
from wargame_core.errors import DataError, WargameError
from wargame_core.limits import LimitError, read_json
from wargame_core.maps.files.map_file import maps_in
from wargame_workshop.watching.edits import checked, edited
from wargame_workshop.watching.page import PAGE
from wargame_workshop.watching.workshop import Workshop

BODY = 100_000
"""The greatest size of a request in bytes."""
POLICY = (
    "default-src 'none'; img-src 'self' data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "connect-src 'self'"
)
"""What the page may load: itself."""
INTERVAL = 0.25
"""The seconds between two checks of the files."""


class WatchServer(ThreadingHTTPServer):
    """Serves a workshop on this machine only. ``key`` must be in every request; ``edit`` allows changes."""

    daemon_threads = True

    def __init__(self, workshop: Workshop, port: int = 0, *, edit: bool = False) -> None:
        self.workshop, self.edit, self.key = workshop, edit, secrets.token_urlsafe(18)
        self.kept: set[Path] = set()
        self.games: dict[str, Any] = {"running": False, "now": None, "before": None, "error": ""}
        self.made: list[tuple[Path, bytes, str]] = []  # each change: its file, the bytes before it, the text after it
        self.child: subprocess.Popen[str] | None = None
        self.closing = threading.Event()
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def origin(self) -> str:
        """The origin of the page, and the only one from which requests are accepted."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"{self.origin}/?key={self.key}"

    def look_for_ever(self) -> None:
        """Check the files repeatedly until the server closes."""
        while not self.closing.wait(INTERVAL):
            self.workshop.look()

    def state(self) -> dict[str, Any]:
        """Everything the page shows."""
        with self.workshop.lock:
            state = self.workshop.bench.to_json(self.workshop.folder)
        return {
            **state,
            "edit": self.edit,
            "undo": len(self.made),
            "games": dict(self.games),
            "folder": self.workshop.folder.name,
        }

    def play(self, count: int) -> None:
        """Play games of the folder in a second process; the page shows the result when they are done."""
        with self.workshop.lock:
            if self.games["running"]:
                return
            self.games["running"] = True
        threading.Thread(target=self._play, args=(count,), daemon=True).start()

    def _play(self, count: int) -> None:
        program = "import sys; from wargame_terminal import main; main(prog_name='wargame')"
        words = ["balance", str(self.workshop.folder), "--games", str(count), "--seed", "1", "--second-bot", "none"]
        self.child = subprocess.Popen(
            [sys.executable, "-c", program, *words, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        output, _ = self.child.communicate()
        try:
            result = json.loads(output)
        except ValueError:
            result = {"error": "the games ended without a result"}
        with self.workshop.changed:
            error = str(result.get("error", ""))
            before = self.games["before"] if error else self.games["now"]
            now = self.games["now"] if error else {key: result[key] for key in ("verdict", "wins", "awards", "course")}
            self.games = {"running": False, "now": now, "before": before, "error": error}
            self.workshop.changed.notify_all()

    def change(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Make a change for the page; returns status and answer. A request for an old version changes nothing (409)."""
        with self.workshop.lock:
            self.workshop.look()
            if request.get("version") != self.workshop.bench.version:
                return 409, {"error": "the files have changed since; the page shows them now"}
            maps = maps_in(self.workshop.folder)
            if not maps:
                return 400, {"error": "there is no map in the folder"}
            try:
                words = request.get("args")
                path, text = edited(
                    self.workshop.folder, maps[0], str(request.get("op")), words if isinstance(words, dict) else {}
                )
                checked(path, text)
            except DataError as error:
                return 400, {"error": f"not while the file is broken: {error.problems[0]}"}
            except WargameError as error:
                return 400, {"error": str(error)}
            if path.resolve().parent != self.workshop.folder.resolve():
                return 400, {"error": "outside of the folder"}
            if path not in self.kept:
                write_whole(path.with_name(path.name + ".bak"), path.read_bytes())
                self.kept.add(path)
            before = path.read_bytes()
            write_whole(path, text)
            self.made.append((path, before, text))
            self.workshop.look()
            return 200, {"version": self.workshop.bench.version, "undo": len(self.made)}

    def undo(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Take the last change of the page back; a file that was changed otherwise since is left alone."""
        with self.workshop.lock:
            self.workshop.look()
            if request.get("version") != self.workshop.bench.version:
                return 409, {"error": "the files have changed since; the page shows them now"}
            if not self.made:
                return 400, {"error": "nothing to take back: this page has changed nothing yet"}
            path, before, after = self.made[-1]
            if not path.is_file() or path.read_bytes() != after.encode():
                self.made.clear()
                return 400, {"error": f"{path.name} was changed elsewhere since: undo it there"}
            write_whole(path, before)
            self.made.pop()
            self.workshop.look()
            return 200, {"version": self.workshop.bench.version, "undo": len(self.made)}

    def close(self) -> None:
        """Stop, and leave no process behind."""
        self.closing.set()
        with self.workshop.changed:
            self.workshop.changed.notify_all()
        if self.child is not None and self.child.poll() is None:
            self.child.terminate()
            self.child.wait()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: WatchServer
    protocol_version = "HTTP/1.1"

    def _known(self) -> bool:
        """Whether the request has the key, and comes from the page itself."""
        host = self.headers.get("Host", "")
        query = parse_qs(urlsplit(self.path).query)
        given = query.get("key", [""])[0]
        right = secrets.compare_digest(given.encode(), self.server.key.encode())
        return right and f"http://{host}" == self.server.origin

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def _json(self, status: int, data: object) -> None:
        self._send(status, json.dumps(data).encode(), "application/json")

    def do_GET(self) -> None:
        if not self._known():
            self._json(403, {"error": "open the address that wargame watch printed"})
            return
        route = urlsplit(self.path).path
        if route == "/":
            self._send(200, PAGE.encode(), "text/html; charset=utf-8")
        elif route == "/state":
            self._json(200, self.server.state())
        elif route == "/underlay":
            self._underlay()
        elif route == "/events":
            self._events()
        else:
            self._json(404, {"error": "nothing here"})

    def _underlay(self) -> None:
        """The picture under the map."""
        under = self.server.workshop.bench.underlay
        if under is None or not under.path.is_file():
            self._json(404, {"error": "there is no picture under the map"})
            return
        kind = under.path.suffix.casefold().removeprefix(".").replace("jpg", "jpeg")
        self._send(200, under.path.read_bytes(), f"image/{kind}")

    def _events(self) -> None:
        """A line whenever something has changed."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.close_connection = True
        sent: tuple[int, str] | None = None
        while not self.server.closing.is_set():
            with self.server.workshop.changed:
                now = self.server.workshop.bench.version, json.dumps(self.server.games)
                if now == sent:
                    self.server.workshop.changed.wait(5)
                    continue
            sent = now
            try:
                self.wfile.write(f"data: {now[0]}\n\n".encode())
                self.wfile.flush()
            except OSError:
                return

    def do_POST(self) -> None:
        self.close_connection = True  # what is refused is not read, and must not be taken for the next request
        if not self._known() or self.headers.get("Origin") != self.server.origin:
            self._json(403, {"error": "from the page itself only"})
            return
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or len(length) > 9 or int(length) > BODY:
            self._json(413, {"error": "too long"})
            return
        self.close_connection = False
        try:
            request = read_json(self.rfile.read(int(length)).decode())
        except (LimitError, UnicodeDecodeError) as problem:
            self._json(400, {"error": str(problem)})
            return
        try:
            self._do(urlsplit(self.path).path, request)
        except OSError as problem:  # a full disk, a folder that may not be written
            self._json(507, {"error": f"{Path(str(problem.filename)).name}: {problem.strerror}"})

    def _do(self, route: str, request: object) -> None:
        """Do what a request of the page asks for."""
        if not isinstance(request, dict):
            self._json(400, {"error": "an object is expected"})
        elif route == "/play":
            count = request.get("games")
            self.server.play(count if type(count) is int and 2 <= count <= 500 else 20)
            self._json(202, {"running": True})
        elif route == "/undo" and self.server.edit:
            self._json(*self.server.undo(request))
        elif route == "/edit" and self.server.edit:
            self._json(*self.server.change(request))
        elif route in ("/edit", "/undo"):
            self._json(403, {"error": "start wargame watch with --edit"})
        else:
            self._json(404, {"error": "nothing here"})

    def log_message(self, *args: object) -> None:
        """Nothing: the terminal belongs to the person at work."""
