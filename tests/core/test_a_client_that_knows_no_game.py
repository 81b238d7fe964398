"""A client that knows no game plays all of them by what is sent alone: sheet, view, menu, references."""

import json
import random
from typing import Any

import pytest

import wargame_core
from wargame_core import Match

GAMES = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "battlecry", "thunder_on_the_mississippi")
ANSWERS = 60


def sent(data: object) -> Any:
    """What arrives at the other end of the wire."""
    return json.loads(json.dumps(data))


class Client:
    """A screen: it has the sheet and a copy of the board, which it keeps by references."""

    def __init__(self, sheet: Any, screen: Any) -> None:
        self.pieces: dict[str, str] = {piece["id"]: piece["at"] for piece in screen["pieces"]}
        self.at = screen["at"]
        self.places = {space["id"] for space in sheet["spaces"]} | {"off"}
        self.cards = {card["id"] for card in sheet["cards"]}
        self.named = {piece["id"] for piece in sheet["pieces"]} | set(self.pieces)

    def hear(self, news: Any) -> None:
        """Move what the events say has moved."""
        for row in news["rows"]:
            about = row.get("about", {})
            self.must_know(about)
            for piece in about.get("pieces", []) if "to" in about else []:
                if about["to"] == "off":
                    self.pieces.pop(piece, None)
                else:
                    self.pieces[piece] = about["to"]
        self.at = news["at"]

    def must_know(self, about: Any) -> None:
        """Everything that is named lies on the sheet."""
        places = [about.get("from"), about.get("to"), *about.get("path", []), *about.get("places", [])]
        assert {place for place in places if place} <= self.places
        assert {*about.get("pieces", []), *about.get("targets", [])} <= self.named
        assert set(about.get("cards", [])) <= self.cards

    def choose(self, screen: Any, rng: random.Random) -> Any:
        """A row of the menu, by preference one that says where something goes."""
        rows = screen["menu"]
        for row in rows:
            self.must_know(row.get("about", {}))
        assert len({row["label"] for row in rows}) == len(rows)
        assert screen["forced"] is (len(rows) == 1)
        moves = [row for row in rows if "to" in row.get("about", {})]
        return rng.choice(moves if moves and rng.random() < 0.7 else rows)["action"]


@pytest.mark.parametrize("name", GAMES)
def test_its_pieces_stand_where_the_view_says_at_every_answer(name: str) -> None:
    game = wargame_core.load(name)
    match = game.start(seed=5)
    sheet = sent(game.sheet().to_json())
    clients = {seat: client_of(match, sheet, seat) for seat in (*game.seats, "spectator")}
    rng, went = random.Random(name), 0
    for _ in range(ANSWERS):
        view = match.view(match.waiting_for[0])
        action = clients[view.seat].choose(sent(view.to_json(log=False)), rng)
        match.play(action, view.seat, at=view.at)
        for reader, client in clients.items():
            view, before = match.view(reader), dict(client.pieces)
            client.hear(sent(view.news(client.at)))
            went += client.pieces != before
            assert client.pieces == sent(view.piece_places), f"{reader} after {action}"
    assert went or name == "thunder_on_the_mississippi"


def client_of(match: Match, sheet: Any, seat: str) -> Client:
    view = match.view(seat)
    return Client(sheet, sent(view.to_json()))
