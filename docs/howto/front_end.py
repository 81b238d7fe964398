"""A front end for any installed game: JSON over HTTP and one page (see front-end.md). Standard library only.

python docs/howto/front_end.py vicksburg federal: you, against a bot; with two seats: two people.
"""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import wargame_core
from wargame_pictures.stories.web_page import board_svg


class FrontEnd:
    """One match: a secret key for each person's seat, a bot in every other seat."""

    def __init__(self, game: wargame_core.Game, match: wargame_core.Match, people: tuple[str, ...]) -> None:
        self.game, self.match = game, match
        self.seat_of = {secrets.token_urlsafe(9): game.rules.seat(seat) for seat in people}
        self.bots = {seat: game.bot(next(iter(game.bots))) for seat in game.seats if seat not in people}
        self.let_bots_play()

    def let_bots_play(self) -> None:
        while waiting := [seat for seat in self.match.waiting_for if seat in self.bots]:
            self.match.play(self.bots[waiting[0]](self.match.view(waiting[0])), waiting[0])

    def show(self, seat: str, since: str = "") -> dict[str, Any]:
        """The seat's view, and what has happened since the one whose ``at`` was ``since``."""
        view = self.match.view(seat)
        return {**view.to_json(), "news": view.news(since)}

    def act(self, seat: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Play ``{"action": {...}, "at": TAG}`` or ``{"undo": true}``: an HTTP status, and the view or the reasons.

        With ``"since": TAG`` the view has only what has happened since then.
        """
        try:
            if body.get("undo"):
                self.match.undo(seat)
            else:
                self.match.play(body.get("action"), seat, at=body.get("at"))
        except wargame_core.IllegalAction as refusal:
            return 409, {**refusal.verdict.to_json()}
        except wargame_core.WargameError as problem:
            return 400, {"error": str(problem)}
        self.let_bots_play()
        return 200, self.show(seat, body.get("since", ""))


class Handler(BaseHTTPRequestHandler):
    """GET /KEY/ (the page), /KEY/view/SINCE, /KEY/map.svg; POST /KEY/act."""

    table: FrontEnd

    def do_GET(self) -> None:
        match self.asked():
            case [seat, ""]:
                self.send("text/html", Path(__file__).with_suffix(".html").read_text("utf-8"))
            case [seat, "map.svg"]:
                self.send("image/svg+xml", board_svg(self.table.game, self.table.match.view(seat).board, seat))
            case [seat, "view", since]:
                try:
                    self.send("application/json", json.dumps(self.table.show(seat, since)))
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
                    self.send_error(400, "the body is no JSON object")
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


def server(table: FrontEnd, port: int = 8000) -> HTTPServer:
    """Answers one request after the other, so no two threads ever touch the match."""
    return HTTPServer(("127.0.0.1", port), type("Handler", (Handler,), {"table": table}))


if __name__ == "__main__":
    chosen = wargame_core.load(sys.argv[1])
    table = FrontEnd(chosen, chosen.start(), tuple(sys.argv[2:]))
    for key, seat in table.seat_of.items():
        print(f"{seat}: http://127.0.0.1:8000/{key}/")
    server(table).serve_forever()
