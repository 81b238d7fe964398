"""A seat that follows what a server says: its story, pieces and panels, its requests, and the view made of all that.

It knows no transport: whoever has a line gives it the messages that come, and sends what it has to say.
"""

import secrets
from collections import deque
from collections.abc import Iterator
from typing import Any, Final, get_args

from attrs import define, field

from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_table.messages.incoming import MOST_KNOWN_TAGS, PROTOCOL, Change
from wargame_table.remote.device_key import DeviceKey
from wargame_table.remote.links import TableLink
from wargame_table.remote.reading import (
    ReadUpdate,
    WireError,
    changed,
    check_protocol,
    check_update,
    part_of,
    rows_of,
)
from wargame_table.remote.views import RemoteChoices, RemoteNews, RemoteView

MOST_ROWS_FETCHED: Final = 4_000
"""Rows of a menu that are fetched before a view is shown; of a longer one the view says that it is not complete."""
SENTENCES: Final = 5_000
"""Sentences of people that are remembered."""
CHANGES: Final = frozenset(change.kind for change in get_args(Change))
"""The kinds of messages that change the game, or may."""
ANSWERS: Final = {
    "act": "done", "undo": "done", "offer": "done", "answer": "done", "resign": "done", "report": "done",
    "say": "done", "name": "done", "note": "done", "seat": "done", "judge": "judged", "explain": "explained",
    "forecast": "forecast", "hint": "hint", "analysis": "analysis", "rows": "rows", "film": "film", "course": "course",
    "rules": "rules",
}  # fmt: skip
"""The kind of message that answers a request, by the kind of the request; ``refused`` answers any."""


@define(eq=False)
class RemoteRequest:
    """A message that waits for its answer, and how often it was sent."""

    message: JsonObject
    times_sent: int = 0

    @property
    def id(self) -> str:
        """Its id, which the answer repeats."""
        return str(self.message["id"])

    @property
    def kind(self) -> str:
        """Its kind."""
        return str(self.message["kind"])


@define(eq=False)
class RemoteSeat:
    """What a seat knows.

    Attributes:
        link: where it sits.
        name: what its person is called.
        key: signs everything that changes the game; None for a guest.
        view: what it may know as it was last told; None before that.
        requests: those that wait for their answers, by id.
        sentences: what people said, as it came.
        people: who is at the table, a row for each seat, as it came.
    """

    link: TableLink
    name: str = ""
    key: DeviceKey | None = None
    view: RemoteView | None = None
    requests: dict[str, RemoteRequest] = field(factory=dict)
    sentences: deque[JsonObject] = field(factory=lambda: deque(maxlen=SENTENCES))
    people: list[JsonObject] = field(factory=list)
    _welcome: JsonObject | None = None
    _update: JsonObject = field(factory=dict)
    _menu: list[JsonObject] = field(factory=list)
    _story: list[JsonObject] = field(factory=list)
    _tags: list[tuple[int, str]] = field(factory=list)
    _pieces: dict[str, JsonObject] = field(factory=dict)
    _panels: dict[str, JsonObject] = field(factory=dict)
    _reported_rows: int = 0
    _unchanged_rows: int = 0
    _mark: str = field(factory=lambda: secrets.token_hex(3))
    _count: int = 0

    def hello(self) -> JsonObject:
        """The first message of a line. Rows of a menu that were asked for on the line before come with an update."""
        self.requests = {key: request for key, request in self.requests.items() if request.kind != "rows"}
        name = {"name": self.name} if self.name else {}
        held_pairs = [list(pair) for pair in self._tags[-MOST_KNOWN_TAGS:]]
        head = {"kind": "hello", "protocol": PROTOCOL, "table": self.link.table, "key": self.link.key}
        return {**head, **name, "have": held_pairs}

    def request(self, kind: str, **fields: Any) -> RemoteRequest:
        """A new request, to be sent."""
        self._count += 1
        message: JsonObject = {"kind": kind, "id": f"{self._mark}{self._count}", **fields}
        if self.key is not None and kind in CHANGES:
            message = self.key.signed_change(self.link.table, message)
        request = RemoteRequest(message)
        self.requests[request.id] = request
        return request

    def unsent_requests(self) -> Iterator[RemoteRequest]:
        """The requests that have not been sent yet."""
        return (request for request in list(self.requests.values()) if not request.times_sent)

    def hear(self, message: JsonObject) -> RemoteRequest | None:
        """Follow a message; returns the request that it answers. Raises `WireError`."""
        match message["kind"]:
            case "welcome":
                check_protocol(message)
                part_of(message, "you", str)
                self._welcome = message
            case "update":
                self._follow(message)
            case "say":
                part_of(message, "text", str)
                self.sentences.append(message)
            case "here":
                self.people = rows_of(message, "seats")
        return self._answered(message)

    def news(self) -> RemoteNews:
        """What has happened since this was asked last."""
        news = RemoteNews(self._reported_rows - self._unchanged_rows, tuple(self._story[self._unchanged_rows :]))
        self._reported_rows = self._unchanged_rows = len(self._story)
        return news

    def _answered(self, message: JsonObject) -> RemoteRequest | None:
        request_id = message.get("id")
        request = self.requests.pop(request_id, None) if isinstance(request_id, str) else None
        if request is None:
            return None
        if message["kind"] not in (ANSWERS[request.kind], "refused"):
            raise WireError(
                f"the server answered {request.kind!r} with {quote(message['kind'])}; "
                f"expected {ANSWERS[request.kind]!r} or 'refused'"
            )
        if message["kind"] == "rows":
            self._more_rows(message, str(request.message["at"]))
        return request

    def _follow(self, update: JsonObject) -> None:
        if self._welcome is None:
            raise WireError("the server sent an update before its welcome")
        check_update(update)
        read_update = ReadUpdate.of(update, len(self._story))
        pieces, panels = changed(self._pieces, update, "pieces"), changed(self._panels, update, "panels")
        self._story[read_update.unchanged_rows :] = read_update.events
        self._unchanged_rows = min(self._unchanged_rows, read_update.unchanged_rows)
        self._tags = [pair for pair in self._tags if pair[0] <= read_update.unchanged_rows]
        if read_update.row_count:
            self._tags = [*self._tags, (read_update.row_count, read_update.tag)][-MOST_KNOWN_TAGS:]
        self._pieces, self._panels, self._update = pieces, panels, update
        self._menu = rows_of(update["ask"], "rows") if "ask" in update else []
        self._show(update.get("ask", {}).get("more", False))

    def _more_rows(self, answer: JsonObject, asked_at: str) -> None:
        """Rows of a long menu: they belong to the question unless the game has gone on since they were asked for."""
        rows, has_more = rows_of(answer, "rows"), part_of(answer, "more", bool)
        if asked_at != self._update.get("at") or part_of(answer, "first", int) != len(self._menu):
            return
        self._menu = [*self._menu, *rows]
        self._show(has_more and bool(rows))

    def _show(self, has_more: bool) -> None:
        """Show the position, or ask for the rest of its menu first."""
        if has_more and len(self._menu) < MOST_ROWS_FETCHED:
            self.request("rows", at=self._update["at"], first=len(self._menu))
            return
        assert self._welcome is not None
        choices = None
        if "ask" in self._update:
            choices = RemoteChoices(str(self._welcome["you"]), {**self._update["ask"], "more": has_more}, self._menu)
        story, pieces, panels = tuple(self._story), self._pieces, self._panels
        self.view = RemoteView(self._welcome, self._update, story, pieces, panels, choices)
