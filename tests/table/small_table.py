"""A table without a transport: rows in a list, and everything that went to each screen."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from attrs import evolve

from wargame_core import Game, Match, load
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import Opening, Row
from wargame_table.messages.incoming import PROTOCOL, Hello, message_of
from wargame_table.play.people import Bots, Out
from wargame_table.play.session import Heard, TableSession


class SmallTable:
    """What a transport does around a session, with nothing between: every row is kept at once."""

    def __init__(
        self, game: Game, opening: Opening | None = None, rows: list[Row] | None = None, can: Iterable[str] = ()
    ) -> None:
        self.game, self.rows = game, rows if rows is not None else []
        self.opening = opening or Opening.of(game)
        self.session = TableSession(game, self.opening, self.rows, abilities=can)
        self.frames: dict[str, list[JsonObject]] = {}
        self._bots = Bots(game, self.opening)
        self._ids = 0

    def join(
        self, connection: str, role: str, have: tuple[tuple[int, str], ...] = (), patches: bool = False
    ) -> JsonObject:
        """Sit down; returns the first update."""
        self.frames.setdefault(connection, [])
        self._send(self.session.join(connection, role, Hello(protocol=PROTOCOL, have=have, patches=patches)))
        return self.last(connection, "update")

    def sit(self, *roles: str) -> Self:
        """Everybody of these sits down, each at a screen named after the role."""
        for role in roles:
            self.join(role, role)
        return self

    def say(self, connection: str, kind: str, **fields: Any) -> JsonObject:
        """Send a message; returns the answer with its id."""
        self._ids += 1
        message = {"kind": kind, "id": f"c{self._ids}", **fields}
        return self.tell(connection, message)

    def tell(self, connection: str, message: Mapping[str, Any]) -> JsonObject:
        """Send a message with the id it has; returns the answer to it."""
        before = len(self.frames[connection])
        self._follow(self.session.hear(connection, message_of(json.loads(json.dumps(message)))), connection)
        answers = [frame for frame in self.frames[connection][before:] if frame.get("id") == message["id"]]
        return answers[0] if answers else {}

    def act(self, connection: str, action: Mapping[str, Any], at: str | None = None) -> JsonObject:
        """Play an action, looking at the newest update."""
        return self.say(connection, "act", at=at or self.at(connection), action=dict(action))

    def undo(self, connection: str, at: str | None = None) -> JsonObject:
        return self.say(connection, "undo", at=at or self.at(connection))

    def at(self, connection: str) -> str:
        return str(self.last(connection, "update")["at"])

    def last(self, connection: str, kind: str) -> JsonObject:
        return next(frame for frame in reversed(self.frames[connection]) if frame["kind"] == kind)

    def ask(self, connection: str) -> list[JsonObject]:
        """The menu rows on a screen; none when it is not asked."""
        rows: list[JsonObject] = self.last(connection, "update").get("ask", {}).get("rows", [])
        return rows

    def sent(self) -> dict[str, int]:
        """How many messages each screen has had."""
        return {connection: len(frames) for connection, frames in self.frames.items()}

    def let_bots_play(self, most: int = 10_000) -> None:
        while self.session.n < most and (seat := self.session.bot_to_think) is not None:
            n = self.session.n
            thought = self._bots.think(self.session.match, n, seat, self.session.bots[seat])
            self._follow(self.session.play_bot_choice(seat, n, thought), "")

    def _follow(self, heard: Heard, connection: str) -> None:
        if heard.row is not None:
            self.rows.append(heard.row)
            self._send(self.session.after_row_kept(heard.row))
        self._send(heard.messages)
        if heard.work is not None:
            self._send([(connection, self.session.do(connection, heard.work))])

    def _send(self, out: list[Out] | tuple[Out, ...]) -> None:
        for connection, message in out:
            self.frames[connection].append(json.loads(json.dumps(message, allow_nan=False)))


def after(name: str, choices: int, seed: int = 1863) -> tuple[Opening, list[Row]]:
    """A game that bots have played for so many choices: how it began, and what was chosen. People go on with it."""
    game = load(name)
    opening = evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "heuristic")), seed=seed)
    table = SmallTable(game, opening)
    table.let_bots_play(choices)
    return evolve(opening, bots={}), table.rows


def until(
    name: str, reached: Callable[[Match], bool], bot: str, seed: int, player: int, **options: str
) -> tuple[Opening, list[Row]]:
    """A game that bots have played until something is reached: how it began, and what was chosen."""
    game = load(name)
    opening = evolve(Opening.of(game, None, options), seed=seed)
    match, rows = opening.begin(game), list[Row]()
    bots = {seat: game.bot(bot, seed=player) for seat in game.seats}
    while not reached(match):
        seat = match.waiting_for[0]
        action = bots[seat](match.view(seat))
        rows.append(Row(n=len(rows), kind="play", seat=seat, body=game.rules.codec.to_json(action)))
        match.play(action, seat)
    return opening, rows


class Glass:
    """A screen that keeps its own copy of the table from updates alone, as the client in the browser does."""

    def __init__(self) -> None:
        self.story: list[JsonObject] = []
        self.pieces: dict[str, Any] = {}
        self.panels: dict[str, Any] = {}
        self.tags: dict[int, str] = {}

    def follow(self, frames: Iterable[JsonObject]) -> None:
        """Show all updates among these."""
        for frame in frames:
            if frame["kind"] == "update":
                self.show(frame)

    def show(self, update: JsonObject) -> None:
        del self.story[update["kept"] :]
        self.story += update.get("events", [])
        assert len(self.story) == update["known"]
        self.tags[update["known"]] = update["tag"]
        for own, name in ((self.pieces, "pieces"), (self.panels, "panels")):
            told = update.get(name, {})
            if "all" in told:
                own.clear()
            own |= told.get("all", {}) | told.get("set", {})
            for gone in told.get("gone", []):
                del own[gone]
