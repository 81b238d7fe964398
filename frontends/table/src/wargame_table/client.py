"""A seat at a table of any server, for programs: `sit` and `sit_async`.

::

    from wargame_table.client import sit

    with sit("https://games.example.org/t/b7Qk2d#KEY", name="Bot") as table:
        for view in table:
            table.play(view.choices[0])
        print(table.view.outcome["text"])

The line comes back by itself, what came too fast is sent again when the server says, and nothing is played twice.
"""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from wargame_core import IllegalAction, MalformedAction, Verdict
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import quote
from wargame_table.messages.incoming import Refused, What
from wargame_table.remote.device_key import DeviceKey
from wargame_table.remote.links import TableLink
from wargame_table.remote.reading import FRAME, WireError, read_told, refusal_of, verdict_of
from wargame_table.remote.seat import RemoteRequest, RemoteSeat
from wargame_table.remote.views import RemoteChoice, RemoteChoices, RemoteNews, RemoteView

__all__ = [
    "AsyncRemoteTable",
    "DeviceKey",
    "Refused",
    "RemoteChoice",
    "RemoteChoices",
    "RemoteNews",
    "RemoteTable",
    "RemoteView",
    "WireError",
    "sit",
    "sit_async",
]

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds until a line that was lost is opened again: at first, and at the most."""
LONGEST_RETRY: Final = 60.0
"""Seconds after which a message that came too fast is sent again at the most; a longer wait is an error."""
MOST_RETRIES: Final = 100
"""How often the same message is sent at the most."""
ANSWER: Final = 60.0
"""Seconds within which a server answers on an open line."""
SECONDS_FOR_ANALYSIS: Final = 660.0
"""The same of an analysis, which waits for those of other games."""
FINAL_REFUSALS: Final = frozenset({"wrong_key", "unknown_table", "protocol"})
"""Refusals after which no line is opened again."""
Playable: TypeAlias = str | RemoteChoice | JsonMapping
"""What can be played: words of a label, a choice of the view, or an action as JSON."""


class Line(Protocol):
    """The part of a web socket that is used."""

    async def send(self, message: str, /) -> None:
        """Send a text."""

    async def recv(self) -> str | bytes:
        """The next message."""


def sit(link: str, *, name: str = "", key: DeviceKey | None = None, patience: float = 300.0) -> "RemoteTable":
    """Sit down at the table that a link with its key leads to. For programs without an event loop.

    Args:
        link: a link as the lobby or ``POST /tables`` gives it, ``https://games.example.org/t/ID#KEY``.
        name: what the others are told that sits there.
        key: takes the seat for its person, and the link only watches from then on; without one a program is a guest.
        patience: seconds for which a line that was lost is opened again and again.

    Raises:
        WargameError: this is no link of a table.
        Refused: the server lets nobody in with this link, has no such table, or somebody else has the seat.
        WireError: there is no server, or it speaks no protocol or another one.
    """
    return RemoteTable(AsyncRemoteTable(link, name=name, key=key, patience=patience))


def sit_async(
    link: str, *, name: str = "", key: DeviceKey | None = None, patience: float = 300.0
) -> "AsyncRemoteTable":
    """`sit` for programs with an event loop: ``async with sit_async(link) as table``, which raises as `sit`."""
    return AsyncRemoteTable(link, name=name, key=key, patience=patience)


class AsyncRemoteTable:
    """A table at somebody's server, as one seat has it. See `sit_async`.

    ``async for view in table`` gives a view whenever this seat is asked anew, until the game is over. Play from it
    before the next one: a question that was not answered is asked again only after a refusal.
    """

    def __init__(self, link: str, *, name: str = "", key: DeviceKey | None = None, patience: float = 300.0) -> None:
        self._seat, self._patience, self._key = RemoteSeat(TableLink.read(link), name, key), patience, key
        self._socket: Line | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._answers: dict[str, asyncio.Future[JsonObject]] = {}
        self._taken_view: RemoteView | None = None
        self._handed_question = ""
        self._problem: BaseException | None = None

    async def open(self) -> Self:
        """Sit down, and wait until the seat is told where the game stands. Raises as `sit`."""
        if self._key is not None:
            link = self._seat.link
            seat_link = await asyncio.to_thread(self._key.take_seat, f"{link.address}#{link.key}")
            self._seat.link = TableLink.read(seat_link)
        self._task = asyncio.create_task(self._keep_line())
        try:
            while self._seat.view is None:
                await self._change()
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Leave the table. What waits for an answer ends with an error."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fail(WireError(f"this program has left the table {self._seat.link.address}"))

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What the seat knows

    @property
    def view(self) -> RemoteView:
        """What this seat may know as it was last told; `play` and `undo` are meant for the view that was taken last.

        It stays when the line is lost and when the table is left. Raises `WireError` before `open`.
        """
        if self._seat.view is None:
            raise WireError("nobody sits at the table yet: enter it by `async with`, or await open()")
        self._taken_view = self._seat.view
        return self._taken_view

    def news(self) -> RemoteNews:
        """What has happened since this was called last: rows that were taken back, and rows that are new."""
        return self._seat.news()

    @property
    def sentences(self) -> Sequence[JsonObject]:
        """What people at the table said, the oldest first: ``from``, ``seat``, ``text``."""
        return tuple(self._seat.sentences)

    @property
    def people(self) -> Sequence[JsonObject]:
        """Who is at the table: a row for each seat with ``seat``, ``title``, ``here``, and ``name`` or ``bot``."""
        return tuple(self._seat.people)

    def __aiter__(self) -> AsyncIterator[RemoteView]:
        return self

    async def __anext__(self) -> RemoteView:
        while True:
            view = self.view
            if view.outcome is not None:
                raise StopAsyncIteration
            if self._problem is None and view.asked and _question(view) != self._handed_question:
                self._handed_question = _question(view)
                return view
            await self._change()

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait until there is another view than the one that was taken last; False after so many seconds without."""
        last_view = self._taken_view
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while self._seat.view is last_view:
                    await self._change()
        self._check_open()
        return self._seat.view is not last_view

    # What it does

    async def play(self, choice: Playable) -> bool:
        """Play words of a label, a choice of the view, or an action as JSON, and wait until the view shows it.

        Returns False where the game had gone on since the view was taken: nothing was played, and the view is another.

        Raises:
            UnknownName, AmbiguousName: no choice has these words, or several have.
            IllegalAction: the rules refuse the action, with their reasons.
            NotYourTurn: this seat is not asked anything.
            Refused: the server refuses it for another reason; WireError: the line is lost for good.
        """
        view = self._taken_view or self.view
        return await self._change_game("act", view, action=action_of(view, choice))

    async def undo(self) -> bool:
        """Take the last choice back. Returns False as `play`. Raises `Refused` with the reason where it cannot be."""
        return await self._change_game("undo", self._taken_view or self.view)

    async def report(self, answers: JsonMapping) -> bool:
        """Report what happened on a table of miniatures: ``answers`` to the form of the question. See `play`."""
        return await self._change_game("report", self._taken_view or self.view, answers=dict(answers))

    async def offer(self, what: What) -> bool:
        """Offer something to the other seats: ``back``, ``draw``, ``end``, ``again`` or ``hints``. See `play`."""
        return await self._change_game("offer", self._taken_view or self.view, what=what)

    async def answer(self, yes: bool) -> bool:
        """Say yes or no to what ``view.offer`` says is offered. See `play`."""
        return await self._change_game("answer", self._taken_view or self.view, yes=yes)

    async def resign(self) -> bool:
        """Give up the game. See `play`."""
        return await self._change_game("resign", self._taken_view or self.view)

    async def say(self, text: str, *, to_seats: bool = False) -> None:
        """Say something to everybody at the table, or only to those who have a seat. Raises `Refused`."""
        await self.request("say", text=text, **({"to": "seats"} if to_seats else {}))

    async def let_bot_play(self, bot: str) -> None:
        """Let a bot of the server play this seat: a name of ``view.welcome["bots"]``; "" takes the seat back."""
        seat = self.view.seat
        await self.request("seat", seat=seat, **({"bot": bot} if bot else {}))

    async def judge(self, choice: Playable) -> Verdict:
        """Whether something would be legal, and if not, why."""
        return verdict_of(await self.request("judge", action=action_of(self._taken_view or self.view, choice)))

    async def forecast(self, choice: Playable) -> JsonObject:
        """The likeliest stories that a choice may lead to: ``outcomes`` with ``chance``, ``percent`` and ``text``."""
        return await self.request("forecast", action=action_of(self._taken_view or self.view, choice))

    async def hint(self) -> JsonObject:
        """Three ``choices`` that the seat might make, each with ``action``, ``text``, ``percent`` and ``why``.

        Raises `Refused` between people who have not all agreed on hints.
        """
        return await self.request("hint")

    async def analysis(self) -> JsonObject:
        """What each choice of a game that is over cost its seat, and what the dice gave; up to a minute and a half.

        ``rows`` are the chances from turn to turn, ``luck`` and ``worst`` are by seat. Raises `Refused` while the game
        goes on.
        """
        return await self.request("analysis")

    async def request(self, kind: str, **fields: Any) -> JsonObject:
        """Send any message of the protocol, and wait for its answer. Raises `Refused` and `WireError`.

        It is sent again after a lost line, and, where the server says when, after it came too fast.
        """
        self._check_open()
        request = self._seat.request(kind, **fields)
        answer = self._answers[request.id] = asyncio.get_running_loop().create_future()
        try:
            await self._flush()
            await self._answer_in_time(request, answer)
            message: JsonObject = answer.result()
        finally:
            self._answers.pop(request.id, None)
            self._seat.requests.pop(request.id, None)
        if message["kind"] == "refused":
            raise refusal_of(message)
        return message

    async def _answer_in_time(self, request: RemoteRequest, answer: "asyncio.Future[JsonObject]") -> None:
        """Wait for an answer; the time without a line does not count. Raises `WireError`."""
        seconds = SECONDS_FOR_ANALYSIS if request.kind == "analysis" else ANSWER
        while not answer.done():
            line = self._socket
            await asyncio.wait([answer], timeout=seconds)
            if not answer.done() and line is not None and self._socket is line:
                raise WireError(f"{self._seat.link.address} has not answered {request.kind!r} for {seconds:g} seconds")

    async def _change_game(self, kind: str, view: RemoteView, **fields: Any) -> bool:
        try:
            await self.request(kind, at=view.at, **fields)
        except Refused as problem:
            self._handed_question = ""
            if problem.code == "illegal" and problem.verdict is not None and not problem.verdict:
                raise IllegalAction(problem.verdict) from None
            if problem.code != "stale":
                raise
            await self._wait_for_other_view(view, kind)
            return False
        await self._wait_for_other_view(view, kind)
        return True

    async def _wait_for_other_view(self, view: RemoteView, kind: str) -> None:
        """Wait for the view that shows what was done. Raises `WireError` where the server does not tell."""
        moment_of = _question if kind in ("act", "undo", "report") else _moment
        try:
            async with asyncio.timeout(ANSWER + self._patience):
                while self._seat.view is None or moment_of(self._seat.view) == moment_of(view):
                    await self._change()
        except TimeoutError:
            raise WireError(f"{self._seat.link.address} answered {kind!r}, and shows nothing new") from None
        self._taken_view = self._seat.view

    # The line

    def _check_open(self) -> None:
        if self._problem is not None:
            raise self._problem

    async def _change(self) -> None:
        """Wait until something is heard, or the line ends for good: that is raised."""
        if self._problem is None:
            await self._changed.wait()
        if self._problem is not None:
            raise self._problem

    def _wake_waiters(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _fail(self, problem: BaseException) -> None:
        self._problem = self._problem or problem
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(self._problem)
        self._wake_waiters()

    async def _keep_line(self) -> None:
        """Open the line again whenever it is lost, for as long as the patience lasts."""
        loop = asyncio.get_running_loop()
        pause, lost_at = FIRST_PAUSE, loop.time()
        try:
            while True:
                reason, wait, was_told = await self._use_line()
                if was_told:
                    pause, lost_at = FIRST_PAUSE, loop.time()
                if (self._seat.view is None and not wait) or loop.time() - lost_at >= self._patience:
                    raise WireError(f"{self._seat.link.address} {reason}")
                await asyncio.sleep(wait or pause * (0.5 + random.random()))
                pause = min(LONGEST_PAUSE, pause * 2)
        except asyncio.CancelledError:
            raise
        except BaseException as problem:
            self._fail(problem)

    async def _use_line(self) -> tuple[str, float, bool]:
        """Use one line to its end: why it ended, seconds until the next if the server said, and whether it told news.

        Raises `Refused` and `WireError` for what another line would not mend.
        """
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidStatus, PayloadTooBig, WebSocketException

        is_told = [False]
        try:
            async with connect(self._seat.link.socket, max_size=FRAME, open_timeout=ANSWER, close_timeout=2) as socket:
                refusal = await self._converse(socket, is_told)
                return f"lets nobody in now: {refusal}", refusal.retry_after or FIRST_PAUSE, is_told[0]
        except InvalidStatus as problem:
            return _reason_of_rejection(problem.response.status_code, problem.response.body), _retry(problem), False
        except ConnectionClosed as problem:
            if isinstance(problem.__cause__, PayloadTooBig) or (problem.sent is not None and problem.sent.code == 1009):
                raise WireError(f"the server sent a message of more than {FRAME:,} bytes; no more is read") from None
            close = problem.rcvd
            return f"closed the line ({close.code} {close.reason})" if close else "lost the line", 0.0, is_told[0]
        except TimeoutError:
            return f"does not say where the game stands for {ANSWER:g} seconds", 0.0, is_told[0]
        except (OSError, WebSocketException, ValueError) as problem:
            return f"has no server that answers: {quote(str(problem))}", 0.0, is_told[0]
        finally:
            self._socket = None

    async def _converse(self, socket: Line, is_told: list[bool]) -> Refused:
        """Say hello, follow what comes; returns why a hello may come again later. Raises as `_use_line`."""
        import json

        async with asyncio.timeout(ANSWER) as limit:
            await socket.send(json.dumps(self._seat.hello()))
            self._socket = socket
            for request in self._seat.requests.values():
                request.times_sent = 0
            while True:
                message = read_told(await socket.recv())
                if message["kind"] == "refused" and not message.get("id"):
                    refusal = refusal_of(message)
                    if refusal.code in FINAL_REFUSALS or not (is_told[0] or self._may_retry_hello(refusal)):
                        raise refusal
                    if not is_told[0]:
                        return refusal
                self._hear(message)
                if message["kind"] == "update":
                    is_told[0] = True
                    limit.reschedule(None)
                await self._flush()

    def _may_retry_hello(self, refusal: Refused) -> bool:
        """Whether a hello that was refused is said again: one that was too early, or, by who sat there, any."""
        return 0 < refusal.retry_after <= LONGEST_RETRY or self._seat.view is not None

    def _hear(self, message: JsonObject) -> None:
        request = self._seat.hear(message)
        if (view := self._seat.view) is not None and _question(view) != self._handed_question:
            self._handed_question = ""
        if request is not None and message["kind"] == "refused" and self._will_retry(request, message):
            return
        if request is not None and (answer := self._answers.get(request.id)) is not None and not answer.done():
            answer.set_result(message)
        self._wake_waiters()

    def _will_retry(self, request: RemoteRequest, message: JsonObject) -> bool:
        """Whether a refused message is sent again by itself after the time that the server says."""
        wait = refusal_of(message).retry_after
        if not 0 < wait <= LONGEST_RETRY or request.times_sent >= MOST_RETRIES:
            return False
        self._seat.requests[request.id] = request
        asyncio.get_running_loop().call_later(wait, self._send_again, request)
        return True

    def _send_again(self, request: RemoteRequest) -> None:
        if self._socket is not None and request.id in self._seat.requests:
            self._sending = asyncio.ensure_future(self._send(request))

    async def _flush(self) -> None:
        """Send what has not been sent on this line."""
        for request in self._seat.unsent_requests():
            await self._send(request)

    async def _send(self, request: RemoteRequest) -> None:
        """Send a request; without a line it is sent with the next one."""
        import json

        from websockets.exceptions import ConnectionClosed

        if self._socket is not None:
            request.times_sent += 1
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(request.message))


class RemoteTable:
    """A table at somebody's server, as one seat has it, for programs without an event loop. See `sit`.

    ``for view in table`` gives a view whenever this seat is asked anew, until the game is over. The line is kept in a
    thread of its own, so it lives while the program thinks. All else is as in `AsyncRemoteTable`.
    """

    def __init__(self, table: AsyncRemoteTable) -> None:
        self._table, self._loop = table, asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wargame table", daemon=True)
        self._thread.start()
        try:
            self._do(table.open())
        except BaseException:
            self._end()
            raise

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop.is_closed():
            work.close()
            raise WireError("this program has left the table")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def close(self) -> None:
        """Leave the table; leaving it twice does nothing."""
        if not self._loop.is_closed():
            self._do(self._table.close())
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def view(self) -> RemoteView:
        """What this seat may know as it was last told: see `AsyncRemoteTable.view`."""
        return self._table.view

    def news(self) -> RemoteNews:
        """What has happened since this was called last."""
        return self._table.news()

    @property
    def sentences(self) -> Sequence[JsonObject]:
        """What people at the table said."""
        return self._table.sentences

    @property
    def people(self) -> Sequence[JsonObject]:
        """Who is at the table."""
        return self._table.people

    def __iter__(self) -> Iterator[RemoteView]:
        with suppress(StopAsyncIteration):
            while True:
                yield self._do(_next_view(self._table))

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for another view than the one that was taken last: see `AsyncRemoteTable.wait`."""
        return self._do(self._table.wait(timeout))

    def play(self, choice: Playable) -> bool:
        """Play a choice: see `AsyncRemoteTable.play`."""
        return self._do(self._table.play(choice))

    def undo(self) -> bool:
        """Take the last choice back: see `AsyncRemoteTable.undo`."""
        return self._do(self._table.undo())

    def report(self, answers: JsonMapping) -> bool:
        """Report what happened on a table of miniatures: see `AsyncRemoteTable.report`."""
        return self._do(self._table.report(answers))

    def offer(self, what: What) -> bool:
        """Offer something to the other seats: see `AsyncRemoteTable.offer`."""
        return self._do(self._table.offer(what))

    def answer(self, yes: bool) -> bool:
        """Say yes or no to an offer: see `AsyncRemoteTable.answer`."""
        return self._do(self._table.answer(yes))

    def resign(self) -> bool:
        """Give up the game: see `AsyncRemoteTable.resign`."""
        return self._do(self._table.resign())

    def say(self, text: str, *, to_seats: bool = False) -> None:
        """Say something: see `AsyncRemoteTable.say`."""
        self._do(self._table.say(text, to_seats=to_seats))

    def let_bot_play(self, bot: str) -> None:
        """Let a bot of the server play this seat: see `AsyncRemoteTable.let_bot_play`."""
        self._do(self._table.let_bot_play(bot))

    def judge(self, choice: Playable) -> Verdict:
        """Whether something would be legal: see `AsyncRemoteTable.judge`."""
        return self._do(self._table.judge(choice))

    def forecast(self, choice: Playable) -> JsonObject:
        """The likeliest stories that a choice may lead to: see `AsyncRemoteTable.forecast`."""
        return self._do(self._table.forecast(choice))

    def hint(self) -> JsonObject:
        """Three choices that the seat might make: see `AsyncRemoteTable.hint`."""
        return self._do(self._table.hint())

    def analysis(self) -> JsonObject:
        """What each choice of a game that is over cost: see `AsyncRemoteTable.analysis`."""
        return self._do(self._table.analysis())

    def request(self, kind: str, **fields: Any) -> JsonObject:
        """Send any message of the protocol, and wait for its answer: see `AsyncRemoteTable.request`."""
        return self._do(self._table.request(kind, **fields))


def action_of(view: RemoteView, choice: Playable) -> JsonObject:
    """The action that words of a label, a choice or JSON stand for. Raises as `AsyncRemoteTable.play`."""
    match choice:
        case str():
            return view.choices.find(choice).to_json()
        case RemoteChoice():
            return choice.to_json()
        case Mapping():
            return dict(choice)
    raise MalformedAction(f"{quote(choice)} cannot be played: give words of a label, one of view.choices, or JSON")


def _question(view: RemoteView) -> str:
    """The part of a tag that changes with what the seat knows and is asked."""
    return view.at.partition(".")[0]


def _moment(view: RemoteView) -> str:
    """The whole tag, which changes with what is offered too."""
    return view.at


def _reason_of_rejection(status: int, body: bytes | bytearray | None) -> str:
    """Why a server opens no web socket, in the server's words where it has any."""
    try:
        refusal = refusal_of(read_told(bytes(body or b"").decode()))
    except (WireError, UnicodeDecodeError):
        return f"opens no web socket (HTTP {status}): is this the link of a table?"
    return f"opens no web socket (HTTP {status}): {refusal}"


def _retry(problem: Any) -> float:
    """Seconds after which a server that has turned somebody away may be asked again; 0 where it does not say."""
    text = str(problem.response.headers.get("Retry-After", ""))
    return min(float(text), LONGEST_RETRY) if text.isascii() and text.isdecimal() and len(text) < 6 else 0.0


async def _next_view(table: AsyncRemoteTable) -> RemoteView:
    return await anext(table)
