"""The web application: pages, sheets, new tables, records, and a web socket for each screen."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from attrs import Factory, field, frozen
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from wargame_core import WargameError
from wargame_core.data.structuring import structured
from wargame_core.json_form import JsonObject
from wargame_core.limits import ACTION, read_json
from wargame_table.keeping.store import StoreError
from wargame_table.local import CLIENT
from wargame_table.messages.incoming import OwnKey, Refused
from wargame_table.messages.person_calls import FreeBySeat, Prove, SignedCall
from wargame_table.messages.screen import Sheets, SheetWithPicture, packet_for
from wargame_table.network import club, open_seats, persons, turns
from wargame_table.network.addresses import ServerAddress
from wargame_table.network.client_files import ClientFiles
from wargame_table.network.endpoints import HttpEndpoint, SocketEndpoint, refusal
from wargame_table.network.guard import Guard, Headers, LoopErrorHandler, bearer
from wargame_table.network.hub import Hub
from wargame_table.network.lobby import Lobby, Wishes
from wargame_table.network.mail_notices import PAGE_POLICY, MailNotices, MailWishes, page_of_mail
from wargame_table.network.open_tables import OpenTable
from wargame_table.play.slow_requests import game_called

PACKED = 6
"""How hard answers are packed, from 1 to 9."""
BODY = 16_384
"""Bytes of the longest request body that is read."""
_NO_STORE = {"Cache-Control": "no-store"}
T = TypeVar("T")
_CACHED_FOR_A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}


@frozen(kw_only=True)
class Site:
    """What the routes of an application share."""

    hub: Hub
    guard: Guard
    lobby: Lobby
    pages: Path = field(default=CLIENT)
    address: ServerAddress | None = None
    """Where people reach it. A proxy may take the prefix away; a mounted application is told its own by its host."""
    lists_open_seats: bool = False
    letters: MailNotices | None = None
    """What sends notices by e-mail, where the host names a server for mail."""
    http: HttpEndpoint = field(default=Factory(lambda site: HttpEndpoint(site.hub, site.guard), takes_self=True))
    """For people without a web socket. It knows from request to request who is there."""

    @property
    def prefix(self) -> str:
        """What all paths begin with for people."""
        return self.address.prefix if self.address is not None else ""


class Tables(Starlette):
    """The application of a site, alone or mounted in another one.

    Its watch over what other processes keep starts with the first request where nobody runs its lifespan, and again
    where it was broken off.
    """

    def __init__(self, site: Site) -> None:
        guard, pages = site.guard, [Middleware(Headers, guard=site.guard)]
        if guard.origins:
            cross_origin = Middleware(
                CORSMiddleware,
                allow_origins=sorted(guard.origins),
                allow_methods=["GET", "POST"],
                allow_headers=["Authorization", "Content-Type"],
                expose_headers=["Retry-After"],
            )
            pages.append(cross_origin)
        compression = Middleware(GZipMiddleware, compresslevel=PACKED)
        super().__init__(routes=_routes(site), lifespan=self._alone, middleware=[*pages, compression])
        self._site = site
        self._watching: asyncio.Task[None] | None = None
        self.state.connections = guard.connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        self._watch()
        if (prefix := self._site.prefix) and not scope.get("root_path"):  # as if nobody had taken it away
            scope = {**scope, "root_path": prefix, "path": prefix + scope["path"]}
        await super().__call__(scope, receive, send)

    def _watch(self) -> None:
        loop, watching_task = asyncio.get_running_loop(), self._watching
        if watching_task is None or watching_task.done() or watching_task.get_loop() is not loop:
            self._watching = loop.create_task(self._site.hub.follow_other_processes())

    @asynccontextmanager
    async def _alone(self, _: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(LoopErrorHandler())
        self._watch()
        yield
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        self._site.hub.close()


def _routes(site: Site) -> list[BaseRoute]:
    return [
        Route("/", _page(site, "index.html")),
        Route("/t/{table}", _page(site, "table.html")),
        Route("/healthz", lambda _: Response("ok", media_type="text/plain")),
        Route("/games", _answers(site, _games)),
        Route("/games/{game}.svg", _answers(site, _game_drawn)),
        Route("/tables", _answers(site, _make), methods=["POST"]),
        Route("/tournaments", _answers(site, _tournament), methods=["POST"]),
        Route("/c/{tournament}", _page(site, "club.html")),
        Route("/c/{tournament}/standings", _answers(site, _standings)),
        Route("/open-seats", _answers(site, _open_seats)),
        Route("/open-seats", _answers(site, _offer_seat), methods=["POST"]),
        Route("/open-seats/taken", _answers(site, _take_seat), methods=["POST"]),
        Route("/mine", _answers(site, _my_games), methods=["POST"]),
        Route("/list", _answers(site, _list)),
        Route("/list", _answers(site, _keep_carried_list), methods=["POST"]),
        Route("/digests", _answers(site, _begin_digest), methods=["POST"]),
        Route("/digest/{token}.atom", _answers(site, _atom)),
        Route("/digest/{token}", _answers(site, _digest)),
        Route("/mail", _answers(site, _ask_for_mail), methods=["POST"]),
        Route("/mail/{token}", _answers(site, _mail_page)),
        Route("/mail/{token}/confirm", _answers(site, _confirm_mail), methods=["POST"]),
        Route("/mail/{token}/stop", _answers(site, _stop_mail), methods=["POST"]),
        Route("/t/{table}/sheet/{digest}.json", _answers(site, _sheet)),
        Route("/t/{table}/sheet/{digest}.svg", _answers(site, _ground)),
        Route("/t/{table}/record.jsonl", _answers(site, _record)),
        Route("/t/{table}/signatures.jsonl", _answers(site, _signatures)),
        Route("/t/{table}/packet.html", _answers(site, _packet)),
        Route("/t/{table}/turn", _answers(site, _share), methods=["POST"]),
        *(Route(f"/t/{{table}}/turn/{{name}}.{ending}", _answers(site, _turn(ending))) for ending in turns.ENDINGS),
        Route("/t/{table}/turn/{name}", _answers(site, _turn("html"))),
        Route("/person", _answers(site, _call), methods=["POST"]),
        Route("/t/{table}/free", _answers(site, _free), methods=["POST"]),
        Route("/t/{table}/key", _answers(site, _give_own_key), methods=["POST"]),
        Route("/t/{table}/update", _answers(site, _update)),
        Route("/t/{table}/act", _answers(site, _act), methods=["POST"]),
        WebSocketRoute("/t/{table}/socket", SocketEndpoint(site.hub, site.guard)),
        Mount("/client", ClientFiles(site.pages)),
    ]


def _page(site: Site, name: str) -> Any:
    async def show(_: Request) -> Response:
        return FileResponse(site.pages / name)

    return show


def _answers(site: Site, answer: Any) -> Any:
    """A route whose refusals are JSON with a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            response: Response = await answer(site, request)
        except Refused as problem:
            return refusal(problem)
        except (WargameError, StoreError) as problem:
            return refusal(Refused("unavailable", str(problem)))
        return response

    return endpoint


async def _games(site: Site, _: Request) -> Response:
    permissions = {"open": site.guard.creation_key is None, "hooks": site.hub.hooks.is_allowed}
    permissions |= {"open_seats": site.lists_open_seats, "mail": site.letters is not None}
    return JSONResponse({"games": await asyncio.to_thread(site.lobby.games), **permissions})


async def _game_drawn(site: Site, request: Request) -> Response:
    game_and_scenario = request.path_params["game"], request.query_params.get("scenario", "")
    svg = await asyncio.to_thread(site.lobby.picture, *game_and_scenario, "close" in request.query_params)
    return Response(svg, 200 if svg else 404, media_type="image/svg+xml")


async def _make(site: Site, request: Request) -> Response:
    site.guard.check_origin(request.headers)
    site.guard.check_creation_key(bearer(request.headers))
    async with _within_daily_limit(site, request, "tables", site.guard.limits.tables):
        wishes = await _body_as(site, request, Wishes)
        base = _address_base(site, request)
        opening = await site.lobby.opening(wishes, site.hub.hooks)
        new_table = await site.hub.make(opening)
        new_table["links"] = {role: base + link for role, link in new_table["links"].items()}
        return JSONResponse(new_table, 201)


def _address_base(site: Site, request: Request) -> str:
    return site.prefix or str(request.scope.get("root_path", ""))


async def _tournament(site: Site, request: Request) -> Response:
    """All tables of a tournament, and for each player the links of theirs."""
    site.guard.check_origin(request.headers)
    site.guard.check_creation_key(bearer(request.headers))
    wishes: club.NewTournament = await _body_as(site, request, club.NewTournament)
    async with _within_daily_limit(site, request, "tables", site.guard.limits.tables, len(wishes.pairings())):
        base = _address_base(site, request)
        opening = await site.lobby.opening(wishes.game, site.hub.hooks)
        game = await asyncio.to_thread(game_called, opening.game)
        seat_names = (await asyncio.to_thread(Sheets, game, opening)).seat_names
        titles = {seat: seat_names.get(seat, seat) for seat in game.seats}
        tournament = await club.begin_tournament(site.hub, wishes, opening, titles)
    links = {
        name: [{**link, "link": base + link["link"]} for link in own_links]
        for name, own_links in tournament["links"].items()
    }
    return JSONResponse({"page": f"{base}/c/{tournament['tournament']}", "links": links}, 201)


async def _standings(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    return _unstored_response(await club.standings(site.hub, request.path_params["tournament"]))


async def _open_seats(site: Site, request: Request) -> Response:
    """Who waits for an opponent."""
    _must_list_open_seats(site)
    _check_request_rate(site, request)
    return _unstored_response({"seats": await open_seats.listed(site.hub)})


async def _offer_seat(site: Site, request: Request) -> Response:
    """A seat is offered by the key of its link."""
    site.guard.check_origin(request.headers)
    _must_list_open_seats(site)
    wish: open_seats.SeatAtTable = await _body_as(site, request, open_seats.SeatAtTable)
    async with _within_daily_limit(site, request, "lists", site.guard.limits.lists):
        return _unstored_response(await open_seats.offer(site.hub, wish, bearer(request.headers)))


async def _take_seat(site: Site, request: Request) -> Response:
    """Somebody sits down: the link of the seat."""
    site.guard.check_origin(request.headers)
    _must_list_open_seats(site)
    wish: open_seats.SeatAtTable = await _body_as(site, request, open_seats.SeatAtTable)
    async with _within_daily_limit(site, request, "lists", site.guard.limits.lists):
        taken_seat = await open_seats.take(site.hub, wish)
        return _unstored_response({**taken_seat, "link": _address_base(site, request) + taken_seat["link"]})


def _must_list_open_seats(site: Site) -> None:
    """Raises `Refused` where the host has not said that the server keeps a list of open seats."""
    if not site.lists_open_seats:
        raise Refused("unavailable", "this server has no list of open seats (wargame serve --open-seats lets it)")


async def _my_games(site: Site, request: Request) -> Response:
    """How one's own games stand: each is asked for with its key."""
    _check_request_rate(site, request)
    my_tables: club.MyTables = await _body_as(site, request, club.MyTables)
    person = await _person_of(site, request, my_tables)
    rows = await club.rows_of(site.hub, my_tables.tables, _caller(site, request), person)
    return _unstored_response({"tables": rows})


async def _person_of(site: Site, request: Request, my_tables: club.MyTables) -> str:
    """The person who asks for games; empty for a guest. Raises `Refused`."""
    if my_tables.person is None:
        return ""
    network = site.guard.limited_network(_caller(site, request))
    is_our_name = partial(site.guard.is_our_name, headers=request.headers)
    call, device = await persons.caller_of(site.hub, my_tables.person, is_our_name, network)
    if not isinstance(call, Prove):
        raise Refused("malformed", f"a call of kind {call.kind!r} says not who asks for games: that is 'prove'")
    return device.person


async def _list(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    return _unstored_response(await club.carried_list(site.hub, bearer(request.headers)))


async def _keep_carried_list(site: Site, request: Request) -> Response:
    site.guard.check_origin(request.headers)
    _check_request_rate(site, request)
    carried_list: club.CarriedList = await _body_as(site, request, club.CarriedList)
    async with _within_daily_limit(site, request, "lists", site.guard.limits.lists, int(not carried_list.version)):
        return _unstored_response(await club.keep_carried_list(site.hub, bearer(request.headers), carried_list))


async def _begin_digest(site: Site, request: Request) -> Response:
    site.guard.check_origin(request.headers)
    my_tables: club.MyTables = await _body_as(site, request, club.MyTables)
    async with _within_daily_limit(site, request, "lists", site.guard.limits.lists):
        person = await _person_of(site, request, my_tables)
        token = await club.begin_digest(site.hub, my_tables, person)
    return JSONResponse({"digest": f"{_link_base(site, request)}/digest/{token}"}, 201)


async def _ask_for_mail(site: Site, request: Request) -> Response:
    """A letter asks the owner of an address whether it is to be told of one's games."""
    site.guard.check_origin(request.headers)
    if site.letters is None:
        raise Refused("unavailable", "this server sends no e-mail (wargame serve --smtp lets it)")
    wishes: MailWishes = await _body_as(site, request, MailWishes)
    async with _within_daily_limit(site, request, "lists", site.guard.limits.lists):
        person = await _person_of(site, request, club.MyTables(tables=wishes.tables, person=wishes.person))
        await site.letters.begin(wishes, await club.seats_of(site.hub, wishes.tables, person))
    return _unstored_response({"asked": True})


async def _mail_page(site: Site, request: Request) -> Response:
    """The page of a link in a letter; only its buttons change anything, because programs open links too."""
    _check_request_rate(site, request)
    wish = await site.hub.ask(site.hub.store.mail_wish, request.path_params["token"])
    return _page_of_letter(page_of_mail(wish))


async def _confirm_mail(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    is_known = await site.hub.ask(site.hub.store.confirm_mail, request.path_params["token"])
    words = "You will be told by e-mail; each letter has a link that ends it." if is_known else ""
    return _page_of_letter(page_of_mail(None, words))


async def _stop_mail(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    await site.hub.ask(site.hub.store.stop_mail, request.path_params["token"])
    return _page_of_letter(page_of_mail(None, "No more letters are sent; the address is forgotten."))


def _page_of_letter(page: str) -> Response:
    return HTMLResponse(page, headers={**_NO_STORE, "Content-Security-Policy": PAGE_POLICY})


async def _digest(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    rows = await club.digest(site.hub, request.path_params["token"], _caller(site, request))
    text = club.in_words(rows, _link_base(site, request))
    return Response(text, media_type="text/plain", headers=_NO_STORE)


async def _atom(site: Site, request: Request) -> Response:
    _check_request_rate(site, request)
    token = request.path_params["token"]
    rows = await club.digest(site.hub, token, _caller(site, request))
    feed = club.as_atom(rows, token, _link_base(site, request))
    return Response(feed, media_type="application/atom+xml", headers=_NO_STORE)


def _within_daily_limit(
    site: Site, request: Request, counted_kind: str, limit: int, number: int = 1
) -> AbstractAsyncContextManager[None]:
    """Count what is made within, for the network that asks."""
    return site.hub.day_counts.within_daily_limit(
        counted_kind, limit, site.guard.limited_network(_caller(site, request)), number
    )


def _check_request_rate(site: Site, request: Request) -> None:
    """Raises `Refused` for whoever asks for many tables too often."""
    if not site.guard.is_own_address(address := _caller(site, request)):
        site.guard.ask("", address)


def _unstored_response(data: JsonObject) -> Response:
    return JSONResponse(data, headers=_NO_STORE)


async def _body_as(site: Site, request: Request, shape: type[T]) -> T:
    """The body of a request, as it has to be. Raises `Refused`."""
    try:
        body: T = structured(read_json((await _body(site, request)).decode(), ACTION), shape)
    except ValueError as problem:
        raise Refused("malformed", str(problem)) from None
    return body


def _link_base(site: Site, request: Request) -> str:
    """What the links in digests and feeds begin with: never what a request says of it."""
    return str(site.address) if site.address is not None else _address_base(site, request)


def _caller(site: Site, request: Request) -> str:
    return site.guard.network_of_caller(request.client, request.headers)


async def _body(site: Site, request: Request) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(site.guard.limits.seconds):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    raise Refused("too_big", f"more than {BODY:,} bytes")
    except TimeoutError:
        raise Refused("malformed", f"the request is not there after {site.guard.limits.seconds} s") from None
    return body


async def _sheet(site: Site, request: Request) -> Response:
    sheet = (await _sheet_asked_for(site, request)).sheet
    text = await asyncio.to_thread(lambda: json.dumps(sheet.to_json(), separators=(",", ":")))
    return Response(text, media_type="application/json", headers=_CACHED_FOR_A_YEAR)


async def _ground(site: Site, request: Request) -> Response:
    sheet = await _sheet_asked_for(site, request)
    svg = await asyncio.to_thread(sheet.draw, request.query_params.get("theme", "auto"))
    return Response(svg, media_type="image/svg+xml", headers=_CACHED_FOR_A_YEAR)


async def _sheet_asked_for(site: Site, request: Request) -> SheetWithPicture:
    sheet = (await _table(site, request)).session.sheets.sheet_with(request.path_params["digest"])
    if sheet is None:
        raise Refused("unknown_table", "there is no such sheet")
    return sheet


async def _record(site: Site, request: Request) -> Response:
    """The record of one's own seat; the whole one when the game is over."""
    table = await _table(site, request)
    role = await _role_of_reader(site, request, table)
    async with table.lock:  # what is being kept is not told yet
        name, text = table.session.record(role)
    return _download(text, name, "application/jsonl")


async def _signatures(site: Site, request: Request) -> Response:
    """What the devices of one's own seat have signed; those of all when the game is over."""
    table = await _table(site, request)
    role = await _role_of_reader(site, request, table)
    async with table.lock:
        is_over = table.session.is_over
        signatures = await site.hub.ask(site.hub.store.signatures, table.id)
    lines = [kept_signature.to_json() for kept_signature in signatures if is_over or kept_signature.seat == role]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return _download(text, "signatures.jsonl", "application/jsonl")


async def _role_of_reader(site: Site, request: Request, table: OpenTable) -> str:
    """The role of a key with which somebody looks, which is noted. Raises `Refused` for a key that opens nothing."""
    role = await site.hub.role_of_key(table.id, bearer(request.headers))
    if role is None:
        raise Refused("wrong_key", "this is not a key of this table")
    await site.hub.note_look(table.id, role)
    return role


def _download(content: str, name: str, media_type: str) -> Response:
    """A file for whoever asked, which nobody on the way keeps."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


async def _update(site: Site, request: Request) -> Response:
    """News for whoever asks without a socket: at once, or when there are some."""
    query = dict(request.query_params)
    table = await _table(site, request)
    try:
        messages = await site.http.news(table, bearer(request.headers), query, _caller(site, request))
    except asyncio.CancelledError:  # the server is stopped: who waits asks again
        messages = []
    return JSONResponse({"messages": messages}, headers=_NO_STORE)


async def _act(site: Site, request: Request) -> Response:
    """A message of a client without a socket, and all that is told in answer."""
    try:
        text = (await _body(site, request)).decode()
    except UnicodeDecodeError:
        raise Refused("malformed", "this is not text in UTF-8") from None
    network = site.guard.limited_network(_caller(site, request))
    messages = await site.http.tell(await _table(site, request), bearer(request.headers), text, network)
    return JSONResponse({"messages": messages}, headers=_NO_STORE)


async def _give_own_key(site: Site, request: Request) -> Response:
    """A key of one's own for a seat."""
    table = await _table(site, request)
    site.guard.ask(table.id, await site.http.role(table, bearer(request.headers)))
    wish = await _body_as(site, request, OwnKey)
    own_key = await site.hub.give_own_key(table, bearer(request.headers), wish)
    return JSONResponse(own_key, headers=_NO_STORE)


async def _call(site: Site, request: Request) -> Response:
    """What a person asks for with a signed call."""
    _check_request_rate(site, request)
    signed_call = await _body_as(site, request, SignedCall)
    network = site.guard.limited_network(_caller(site, request))
    answer = await persons.hear_call(
        site.hub,
        signed_call,
        bearer(request.headers),
        partial(site.guard.is_our_name, headers=request.headers),
        network,
    )
    return _unstored_response(_with_base(site, request, answer))


async def _free(site: Site, request: Request) -> Response:
    """A seat is freed by who made the table, or by a guest who has it."""
    _check_request_rate(site, request)
    table = await _table(site, request)
    wish = await _body_as(site, request, FreeBySeat)
    answer = await persons.free_by_link(site.hub, table, bearer(request.headers), wish.seat)
    return _unstored_response(_with_base(site, request, answer))


def _with_base(site: Site, request: Request, answer: JsonObject) -> JsonObject:
    """An answer whose link begins with what all paths begin with."""
    return answer | {"link": _address_base(site, request) + answer["link"]} if "link" in answer else answer


async def _packet(site: Site, request: Request) -> Response:
    """What a seat is given to print, while a battle waits to be fought on a table."""
    table = await _table(site, request)
    role = await site.hub.role_of_key(table.id, bearer(request.headers))
    if role not in table.session.game.seats:
        raise Refused("wrong_key", "only whoever has a seat gets its papers")
    await site.hub.note_look(table.id, role)
    async with table.lock:
        packet = packet_for(table.session.game, table.session.match, role)
    return _download(packet.page, f"{packet.name}.html", "text/html")


async def _share(site: Site, request: Request) -> Response:
    """The address at which anybody may read the turn that the owner of a key reads."""
    table = await _table(site, request)
    site.guard.ask(table.id, role := await site.http.role(table, bearer(request.headers)))
    async with table.lock:
        name = turns.name_of_turn(table, table.session.person(role).seat)
    address = _address_of_turn(site, request, name)
    return _unstored_response({"page": address, "picture": f"{address}.svg"})


def _turn(file_ending: turns.Ending) -> Any:
    """A turn in a format, for whoever has its address."""

    async def show(site: Site, request: Request) -> Response:
        _check_request_rate(site, request)
        table, name = await _table(site, request), request.path_params["name"]
        async with table.lock:
            told_turn = turns.turn_called(table, name)
        content, kind = await turns.turn_file(told_turn, file_ending, _address_of_turn(site, request, name))
        return Response(
            content, media_type=kind, headers={"Content-Security-Policy": turns.POLICY, **_CACHED_FOR_A_YEAR}
        )

    return show


def _address_of_turn(site: Site, request: Request, name: str) -> str:
    return f"{_link_base(site, request)}/t/{request.path_params['table']}/turn/{name}"


async def _table(site: Site, request: Request) -> OpenTable:
    return await site.hub.open(request.path_params["table"])
