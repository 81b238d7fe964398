"""A front end for any installed game: JSON over HTTP and one page (see front-end.md). Standard library only.

python docs/howto/front_end.py vicksburg federal: you, against a bot; with two seats: two people.
"""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import wargame_core
from wargame_pictures.stories.web_page import board_svg


class FrontEnd:
    """One session: a secret key for each person's seat, a bot in every other seat."""

    def __init__(self, game: wargame_core.Game, match: wargame_core.Match, people: tuple[str, ...]) -> None:
        self.game = game
        self.seat_of = {secrets.token_urlsafe(9): game.rules.seat(seat) for seat in people}
        bot = next(iter(game.bots))
        self.session = wargame_core.Session(match, {seat: bot for seat in game.seats if seat not in people})
        self.session.let_bots_play()

    def act(self, seat: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Play ``{"action": {...}, "at": TAG}`` or ``{"undo": true}``: an HTTP status, and the update or the reasons.

        With ``"since": TAG`` the update has only what has happened since then.
        """
        session, at = self.session, body.get("at")
        done = session.undo(seat, at=at) if body.get("undo") else session.play(body.get("action"), seat, at=at)
        if not done:
            return 409, done.to_json()
        session.let_bots_play()
        return 200, session.update(seat, body.get("since", ""))


class Handler(BaseHTTPRequestHandler):
    """GET /KEY/ (the page), /KEY/view/SINCE, /KEY/map.svg; POST /KEY/act."""

    table: FrontEnd

    def do_GET(self) -> None:
        match self.asked():
            case [seat, ""]:
                self.send("text/html", Path(__file__).with_suffix(".html").read_text("utf-8"))
            case [seat, "map.svg"]:
                drawn = self.table.session.look(seat, lambda view: board_svg(self.table.game, view.board, seat))
                self.send("image/svg+xml", drawn)
            case [seat, "view", since]:
                try:
                    self.send("application/json", json.dumps(self.table.session.update(seat, since)))
                except wargame_core.MalformedAction as problem:
                    self.send_error(400, str(problem))
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        match self.asked():
            case [seat, "act"]:
                try:
                    body = dict(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                except (ValueError, TypeError):
                    self.send_error(400, "the body is not a JSON object")
                else:
                    status, answer = self.table.act(seat, body)
                    self.send("application/json", json.dumps(answer), status)
            case _:
                self.send_error(404)

    def asked(self) -> list[str] | None:
        key, *rest = self.path.removeprefix("/").split("/")
        return [self.table.seat_of[key], *rest] if key in self.table.seat_of else None

    def send(self, kind: str, text: str | None, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write((text or "").encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the addresses hold the keys."""


def server(table: FrontEnd, port: int = 8000) -> ThreadingHTTPServer:
    """Answers each request in a thread of its own: the session takes care of that."""
    return ThreadingHTTPServer(("127.0.0.1", port), type("Handler", (Handler,), {"table": table}))


if __name__ == "__main__":
    chosen = wargame_core.load(sys.argv[1])
    table = FrontEnd(chosen, chosen.start(), tuple(sys.argv[2:]))
    for key, seat in table.seat_of.items():
        print(f"{seat}: http://127.0.0.1:8000/{key}/")
    server(table).serve_forever()
