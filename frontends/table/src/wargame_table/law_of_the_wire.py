"""The laws of the wire: what is sent to screens fits the game's schema, and tells nobody more than his own view does.

For the second, pairs of tables are laid that a seat, or who watches, cannot tell apart: the one as it was played, the
other with something else behind it. Everything that such a person can ask of the server, and all that is sent to his
screen and to his address elsewhere, must be the same to the last byte.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from http import HTTPStatus
from itertools import islice
from random import Random
from typing import Any, Final

from attrs import evolve, frozen

from wargame_core import SPECTATOR, Game, Match, State, WargameError
from wargame_core.json_form import JsonObject
from wargame_core.records.file_format import seat_rows
from wargame_laws.complaints import LawBroken, difference, plain
from wargame_laws.trials import Trial
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import PLANNED, PLAY, UNDO, Opening, Row, play_row
from wargame_table.local import LiveSession
from wargame_table.messages.incoming import PROTOCOL, Hello, message_of
from wargame_table.messages.screen import ask_of
from wargame_table.messages.wire_schema import wire_schema
from wargame_table.network.endpoints import HttpEndpoint, Messages
from wargame_table.network.guard import Guard, Limits, hash_of_key
from wargame_table.network.hub import Hub, roles_of
from wargame_table.network.lobby import Lobby
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.server import Site, Tables
from wargame_table.network.webhooks import Hooks
from wargame_table.network.workers import Workers
from wargame_table.play import slow_requests


def law_the_wire_fits_its_schema(trial: Trial) -> None:
    """Sheet, views, actions, events, verdicts and what a table sends of them are as `wire_schema` describes them.

    Skipped without jsonschema, which ``pip install jsonschema`` brings.
    """
    import pytest

    pytest.importorskip("jsonschema", reason="the law of the wire needs jsonschema: pip install jsonschema")
    misfit_of = misfits(wire_schema(trial.game.rules))
    sheet = trial.game.sheet(trial.scenario, options=trial.options)
    if (misfit := misfit_of("Sheet", sheet.to_json())) is not None:
        raise LawBroken(f"the sheet does not fit its schema: {misfit}")
    checked_keys: set[tuple[str, ...]] = set()
    for play in trial.plays(0.1):
        for moment in play:
            if (step := (moment.seat, *moment.match.cursor)) in checked_keys:
                continue
            checked_keys.add(step)
            view = moment.match.view(moment.seat)
            verdict = moment.match.choices(moment.seat).judge(moment.action).to_json()
            for name, data in (("Screen", view.to_json()), ("Asked", ask_of(view)), ("Verdict", verdict)):
                if (misfit := misfit_of(name, data)) is not None:
                    raise moment.error(f"what {moment.seat} is sent does not fit {name}: {misfit}")
        table = LiveSession(trial.game, play.match)
        for seat in (*trial.game.seats, SPECTATOR):
            for message in table.look(seat):
                rows = {(row["kind"], *row): row for row in message.get("events", ())}  # a story is long, its forms few
                message_sample = {**message, "events": [*rows.values()]} if rows else message
                if (misfit := misfit_of("Told", message_sample)) is not None:
                    raise play.error(f"the {message['kind']} of {seat} at a table does not fit its schema: {misfit}")
        for kind, event in _new_kinds(play.match, (*trial.game.seats, SPECTATOR), checked_keys):
            if (misfit := misfit_of("Event", event)) is not None:
                raise play.error(f"an event {kind} does not fit its schema: {misfit}")


def _new_kinds(
    match: Match, seats: tuple[str, ...], checked_keys: set[tuple[str, ...]]
) -> Iterator[tuple[str, JsonObject]]:
    """The JSON of the last event of each kind as each seat knows it, unless it was seen before."""
    for seat in seats:
        view = match.view(seat)
        for kind, event in {event.kind: event for event in view.events}.items():
            if (event_key := (seat, "event", kind)) not in checked_keys:
                checked_keys.add(event_key)
                yield kind, view.rules.codec.to_json(event)


def misfits(schema: JsonObject) -> Callable[[str, object], str | None]:
    """A function of a definition's name and data: it returns what is wrong with the data, or None."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    readers = {
        name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}) for name in schema["$defs"]
    }

    def misfit_of_data(name: str, data: object) -> str | None:
        problem = best_match(readers[name].iter_errors(plain(data)))
        return None if problem is None else f"{problem.json_path}: {problem.message[:300]}"

    return misfit_of_data


TABLE: Final = "t"
SECONDS_BETWEEN_CHOICES: Final = 60.0
"""Seconds between the choices of a game."""
NO_LIMIT: Final = 10**6
MOST, MOST_IF_THOROUGH = 60, 200
"""Choices from the beginning of a game among which moments are looked at."""
PAIRS: Final = 4
"""Pairs of tables that are laid, unless a trial is thorough."""
TRIED: Final = 3
"""Other choices that are tried where one was made."""

PATHS: Final = ("update", "record.jsonl", "signatures.jsonl", "packet.html")
"""What may be asked of a table without saying anything."""

Said = tuple[str, JsonObject]
"""Who says something, and the message."""
Sent = dict[str, object]
"""What came of each thing that was asked, and what came by itself."""


class _WorkersInProcess(Workers):
    """Works without processes."""

    async def ask(self, function: Callable[..., Any], *arguments: object) -> Any:
        return function(*arguments)


async def _ask(question: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A store in memory answers at once."""
    return question(*arguments, **keywords)


@frozen
class Course:
    """How a table came to be as it is: rows that are kept, or a position; what is said then, and who looks at it."""

    rows: Sequence[Row] = ()
    messages: Sequence[Said] = ()
    visitor: str = ""
    state: State | None = None
    """A position that stands for all that was played."""


@frozen
class Pair:
    """Two courses that ``who`` cannot tell apart, because of ``what``. Turns that who watches is behind: ``delay``."""

    who: str
    what: str
    n: int
    """The row that was next when they parted."""
    true: Course
    other_course: Course
    delay: int = 0
    is_away: bool = False
    """Whether he is at no screen, and is told elsewhere that it is his turn."""


class _Server:
    """A server with one table, without a port; its clock stands, at so many seconds."""

    def __init__(self, game: Game, opening: Opening, course: Course, moment: float) -> None:
        self.game, self.opening, self.course = game, opening, course
        self.posted_bodies: list[Any] = []
        hooks = Hooks(is_allowed=True, allows_private=True, seconds_after=0.0)
        hooks.post = self._post
        limits = Limits(messages=NO_LIMIT, films=NO_LIMIT, links=NO_LIMIT)
        self.hub = Hub(SqliteStore(), _WorkersInProcess(), pause=0.0, hooks=hooks, limits=limits, clock=lambda: moment)
        keys = {role: hash_of_key(role) for role in roles_of(game, opening)}
        self.hub.store.make(TABLE, opening, keys, 0.0)
        for row in course.rows:
            self.hub.store.append(TABLE, row)
        self.hub.ask = self.hub._tables.ask = _ask  # type: ignore[method-assign]
        guard = Guard(limits=limits)
        http = HttpEndpoint(self.hub, guard, linger=NO_LIMIT)  # nobody fades away, however slow the machine is
        self.app = Tables(Site(hub=self.hub, guard=guard, lobby=Lobby(), http=http, lists_open_seats=True))

    async def _post(self, address: str, body: bytes, private: bool = False) -> int:
        self.posted_bodies.append((address, body.decode()))
        return 200

    async def open(self) -> OpenTable:
        """The table, at the position that stands for its past if there is one."""
        table = await self.hub.open(TABLE)
        if self.course.state is not None:
            match = Match.of(self.course.state, chance="explicit")
            match.bind(self.opening.key("match"))
            table.session.match = match
            table.session.audience.begin(match, ())
        return table

    async def request(self, method: str, path: str, key: str, body: bytes = b"") -> dict[str, Any]:
        """Status, headers and body of an answer."""
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {key}".encode())]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "asgi": {"version": "3.0"},
        }
        parts: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            parts.append(message)

        await self.app(scope, receive, send)
        text = b"".join(part.get("body", b"") for part in parts[1:]).decode()
        head = {name.decode(): value.decode() for name, value in parts[0]["headers"]}
        return {"status": parts[0]["status"], "body": _parsed_text(text), "headers": head}

    async def tell(self, table: OpenTable, who: str, message: JsonObject) -> object:
        """The answer to a message."""
        moment_field = {"at": table.session.match.view(who).at} if "at" in message else {}
        return await self.request(
            "POST", f"/t/{TABLE}/act", who, json.dumps({"id": "x", **message, **moment_field}).encode()
        )


def _parsed_text(text: str) -> object:
    """What a text says, so that a difference is named; the text as it is where that is not JSON."""
    try:
        return [json.loads(line) for line in text.splitlines()] if text[:1] in "{[" else text
    except ValueError:
        return text


async def _everything_sent(
    game: Game, opening: Opening, course: Course, pair: Pair, probes: Sequence[JsonObject]
) -> Sent:
    """Everything that somebody gets of a table: by itself while it is played on, and then for the asking."""
    server = _Server(game, opening, course, SECONDS_BETWEEN_CHOICES * (pair.n + 4))
    with closing(server.hub):
        return await _sent_by(server, pair, probes)


async def _sent_by(server: _Server, pair: Pair, probes: Sequence[JsonObject]) -> Sent:
    game, opening, course, hub = server.game, server.opening, server.course, server.hub
    table = await server.open()
    lines = {role: Messages() for role in (*game.seats, SPECTATOR) if not (pair.is_away and role == pair.who)}
    connections = {role: await hub.join(table, role, Hello(protocol=PROTOCOL), line) for role, line in lines.items()}
    for number, (seat, message) in enumerate(course.messages):
        request = {"id": f"s{number}", **message}
        if "at" in message:
            request["at"] = table.session.match.view(seat).at
        await hub.hear(table, connections[seat], message_of(request))
    for path in PATHS[1:] if course.visitor else ():  # who asks for updates is seen to be there
        await server.request("GET", f"/t/{TABLE}/{path}", course.visitor)
    await asyncio.gather(*hub.hooks._waiting.values())
    hook_address = opening.hooks.get(pair.who)
    everything_sent: Sent = {
        "what is told elsewhere": [body for address, body in server.posted_bodies if address == hook_address]
    }
    everything_sent |= {"messages of the line": lines[pair.who].all} if pair.who in lines else {}
    for path in PATHS:
        everything_sent[path] = await server.request("GET", f"/t/{TABLE}/{path}", pair.who)
    everything_sent["turn"] = await _turn_of(server, pair.who)
    my_tables = {"tables": [{"table": TABLE, "key": pair.who}]}
    everything_sent["mine"] = await server.request("POST", "/mine", "", json.dumps(my_tables).encode())
    open_seat = json.dumps({"table": TABLE, "seat": game.seats[0]}).encode()
    await server.request("POST", "/open-seats", game.seats[0], open_seat)
    everything_sent["open seats"] = await server.request("GET", "/open-seats", "")
    for digest in {table.session.audience.look(pair.who, table.session.match).get("sheet")} - {None}:
        for kind in ("json", "svg"):
            everything_sent[f"sheet.{kind}"] = await server.request(
                "GET", f"/t/{TABLE}/sheet/{digest}.{kind}", pair.who
            )
    for message in probes:
        if course.state is None or message["kind"] not in (
            "film",
            "forecast",
            "hint",
            "analysis",
            "course",
        ):  # these are told from rows
            everything_sent[json.dumps(message)] = await server.tell(table, pair.who, message)
    return everything_sent


async def _turn_of(server: _Server, key: str) -> list[object]:
    """The address of the turn that the owner of a key may share, and what anybody reads there."""
    address = await server.request("POST", f"/t/{TABLE}/turn", key)
    if address["status"] != HTTPStatus.OK:
        return [address]
    return [address, await server.request("GET", address["body"][0]["page"], "")]


def _probes(match: Match, who: str, attempted_actions: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """What somebody may ask about a game: to judge what is offered and what is not, to explain, foretell and show."""
    view = match.view(who)
    rows = view.menu(3) if view.asked else []
    for action in [*(row["action"] for row in rows), *attempted_actions]:
        yield {"kind": "judge", "action": action}
    for row in rows[:1]:
        yield {"kind": "forecast", "action": row["action"]}
    for kind, names in (("piece", view.piece_places), ("place", view.piece_places.values())):
        yield from ({"kind": "explain", "what": thing, "of": kind} for thing in islice(names, 2))
    yield {"kind": "explain", "what": "Utica"}
    for event in range(max(0, len(view.events) - 3), len(view.events) + 1):
        yield {"kind": "explain", "event": event}
    yield {"kind": "rows", "at": "", "first": 1}
    yield from ({"kind": "hint"}, {"kind": "analysis"})
    yield {"kind": "report", "at": "", "answers": {}}
    yield from ({"kind": "film"}, {"kind": "course"}, {"kind": "undo", "at": ""})
    yield from ({"kind": "offer", "at": "", "what": offered_kind} for offered_kind in ("back", "draw"))


@contextmanager
def _findable_by_id(game: Game) -> Iterator[None]:
    """The game on trial is found by its id."""
    previous_game = slow_requests._games.get(game.id)
    slow_requests._games[game.id] = game
    try:
        yield
    finally:
        slow_requests._games.pop(game.id)
        if previous_game is not None:
            slow_requests._games[game.id] = previous_game


@frozen
class _PlayedGame:
    """A game that bots have played at a table: the match before each row and at the end, and who noticed which row."""

    trial: Trial
    opening: Opening
    rows: list[Row]
    before: list[Match]
    seats_told: list[set[str]]
    """Who was told something by each row."""
    turns: list[int]
    """The turn after each row."""


def _opening(trial: Trial, seed: int) -> Opening:
    """A table with clocks, and an address of each seat that is told of its turns."""
    opening = Opening.of(trial.game, trial.scenario, trial.options, clock=3600)
    hooks = {seat: f"https://example.org/{seat}" for seat in trial.game.seats}
    return evolve(opening, seed=seed, hooks=hooks, secret="ab" * 16)


def _play(trial: Trial, seed: int) -> _PlayedGame:
    """Play the beginning of a game by the bots of a trial."""
    game, opening = trial.game, _opening(trial, seed)
    match, players, every_seat = opening.begin(game), trial.players_of(seed), (*game.seats, SPECTATOR)
    game_played = _PlayedGame(trial, opening, [], [], [], [])
    max_rows = MOST_IF_THOROUGH if trial.thorough else MOST
    while match.waiting_for and len(game_played.rows) < max_rows:
        seat = match.waiting_for[-1]
        if match.choices(seat).by_people:  # a battle on a real table, which is reported by who was there
            break
        action = players[seat](match.view(seat))
        row = Row(n=len(game_played.rows), kind=PLAY, seat=seat, body=game.rules.codec.to_json(action))
        moments_before = {who: match.view(who).at for who in every_seat}
        game_played.before.append(match.fork())
        play_row(match, row)
        game_played.rows.append(evolve(row, at=SECONDS_BETWEEN_CHOICES * row.n))
        game_played.seats_told.append({who for who in every_seat if match.view(who).at != moments_before[who]})
        game_played.turns.append(len(match.snapshots))
    game_played.before.append(match)
    return game_played


def no_byte_tells_worlds_apart(trial: Trial, match: Match) -> int:
    """At a position everybody gets the same as of another world that he imagines. Returns how many could be drawn.

    A position may have been come to in ways that no bot of the trial goes: a battle that waits to be reported.
    """
    game_played = _PlayedGame(trial, _opening(trial, trial.seeds[0]), [], [match], [], [])
    pairs = [pair for who in (*trial.game.seats, SPECTATOR) for pair in islice(_worlds(game_played, who, 0), 1)]

    async def compare() -> None:
        for pair in pairs:
            await _compare(game_played, pair)

    with _findable_by_id(trial.game):
        asyncio.run(compare())
    return len(pairs)


def law_no_byte_tells_more_than_the_view(trial: Trial) -> None:
    """Tables that somebody cannot tell apart by his view are the same to him in every byte that a server sends.

    Clocks run and addresses are told of turns; who watches sees all at once or a turn behind. At the other table
    another choice was made that he must not notice, or none, later, twice, or with a plan; somebody else asked or
    wrote; or it stands in another world of those that he imagines.
    """
    game_played = _play(trial, trial.seeds[0])

    async def compare() -> None:
        for pair in islice(_pairs(game_played), None if trial.thorough else PAIRS):
            await _compare(game_played, pair)

    with _findable_by_id(trial.game):
        asyncio.run(compare())


async def _compare(game_played: _PlayedGame, pair: Pair) -> None:
    game, opening = game_played.trial.game, evolve(game_played.opening, delay=pair.delay)
    row_number, match = pair.n, game_played.before[pair.n]
    probes = [
        *_probes(match, pair.who, [dict(row.body) for row in game_played.rows[max(0, row_number - 1) : row_number + 2]])
    ]
    sent_by_each = [
        await _everything_sent(game, opening, course, pair, probes) for course in (pair.true, pair.other_course)
    ]
    if (flaw := difference(sent_by_each[0], sent_by_each[1])) is not None:
        delay_note = f", {pair.delay} turns behind," if pair.delay else ""
        raise LawBroken(f"row {row_number} of seed {opening.seed}: {pair.who}{delay_note} can tell {pair.what}: {flaw}")


def _pairs(game_played: _PlayedGame) -> Iterator[Pair]:
    """A pair of each kind for everybody, as far as there is one, in an order by chance."""
    trial = game_played.trial
    every_seat = [*((seat, 0) for seat in trial.game.seats), (SPECTATOR, 0), (SPECTATOR, 1)]
    kinds = (
        _unnoticed_choices,
        _choices_after_an_offer,
        _other_choices,
        _choices_taken_back,
        _private_requests,
        _late_choices,
        _choices_with_plans,
        _worlds,
    )
    combinations = [(kind, who, delay) for kind in kinds for who, delay in every_seat]
    for kind, who, delay in Random(trial.seeds[0]).sample(combinations, len(combinations)):
        yield from islice(kind(game_played, who, delay), 1)


def _hidden_rows(game_played: _PlayedGame, who: str, delay: int) -> list[int]:
    """The rows of others that tell somebody nothing, those in the middle of the game first."""
    rows, turns = game_played.rows, [1, *game_played.turns]
    last = len(rows) - 1
    return [
        number
        for number in _scattered_numbers(len(rows))
        if rows[number].seat != who
        and (
            turns[number] == turns[number + 1] and number != last
            if delay
            else who not in game_played.seats_told[number]
        )
    ]


def _act_message(row: Row) -> Said:
    return row.seat, {"kind": "act", "at": "", "action": dict(row.body)}


def _unnoticed_choices(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    for number, row_number in enumerate(_hidden_rows(game_played, who, delay)):
        rows = game_played.rows[:row_number]
        true_course, other_course = Course(rows, [_act_message(game_played.rows[row_number])]), Course(rows)
        yield Pair(
            who,
            f"that {game_played.rows[row_number].seat} has chosen",
            row_number,
            true_course,
            other_course,
            delay,
            is_away=number % 2 == 0,
        )


def _choices_after_an_offer(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    """While something is offered: no offer ends by a choice that somebody must not notice."""
    for number in _hidden_rows(game_played, who, delay):
        row, rows = game_played.rows[number], game_played.rows[:number]
        asker = who if who in game_played.trial.game.seats else row.seat
        if not any(earlier_row.seat == asker for earlier_row in rows):
            continue
        offer = asker, {"kind": "offer", "at": "", "what": ("back", "draw", "end")[number % 3]}
        what_is_hidden = f"that {row.seat} has chosen after an offer of {asker}"
        yield Pair(who, what_is_hidden, number, Course(rows, [offer, _act_message(row)]), Course(rows, [offer]), delay)


def _other_choices(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    for number in _scattered_numbers(len(game_played.rows)):
        row = game_played.rows[number]
        if row.seat == who or delay:
            continue
        match, codec = game_played.before[number], game_played.trial.game.rules.codec
        truth = _seen_after_row(match, who, row)
        for action in islice(match.choices(row.seat), TRIED):
            another_row = evolve(row, body=codec.to_json(action))
            if another_row != row and _seen_after_row(match, who, another_row) == truth:
                rows, what_is_hidden = game_played.rows[:number], f"what {row.seat} has chosen"
                yield Pair(
                    who,
                    what_is_hidden,
                    number,
                    Course(rows, [_act_message(row)]),
                    Course(rows, [_act_message(another_row)]),
                    delay,
                )
                break


def _seen_after_row(match: Match, who: str, row: Row) -> object:
    """What somebody sees and was told after a row."""
    match_after = match.fork()
    try:
        play_row(match_after, row)
    except WargameError:
        return None
    view = match_after.view(who)
    return (view.at, json.dumps(view.to_json()), json.dumps([*seat_rows(match_after.rules, match_after.entries, who)]))


def _choices_taken_back(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    for number in _hidden_rows(game_played, who, delay):
        row, rows = game_played.rows[number], game_played.rows[: number + 1]
        match = game_played.before[number].fork()
        play_row(match, row)
        if match.can_undo(row.seat):
            undo_row = Row(n=number + 1, kind=UNDO, seat=row.seat, at=row.at + 20)
            rows_with_undo = [*rows, undo_row, evolve(row, n=number + 2, at=row.at + 30)]
            next_messages = [
                _act_message(next_row) for next_row in game_played.rows[number + 1 : number + 2] if next_row.seat != who
            ]
            what_is_hidden = f"that {row.seat} has taken a choice back"
            yield Pair(
                who,
                what_is_hidden,
                number,
                Course(rows, next_messages),
                Course(rows_with_undo, next_messages),
                delay,
                is_away=bool(next_messages),
            )


def _private_requests(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    for number in _hidden_rows(game_played, who, delay):
        rows, seat = game_played.rows[:number], game_played.rows[number].seat
        messages: list[JsonObject] = [
            {"kind": "note", "text": "a plan"},
            {"kind": "film"},
            {"kind": "explain", "event": 0},
        ]
        messages += [{"kind": kind, "action": dict(game_played.rows[number].body)} for kind in ("judge", "forecast")]
        messages += [{"kind": "say", "text": "among us", "to": "seats"}] if who == SPECTATOR else []
        asides = [(seat, message) for message in messages]
        other_course = Course(rows, asides, visitor=seat)
        yield Pair(who, f"that {seat} has asked, looked and written", number, Course(rows), other_course, delay)


def _late_choices(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    hidden_rows = _hidden_rows(game_played, who, delay)
    for number in hidden_rows:
        rows, turns = game_played.rows[: number + 1], game_played.turns
        late_rows = {other for other in hidden_rows if not delay or turns[other] == turns[number]}
        later_rows = [evolve(row, at=row.at + 30.0 * (row.n in late_rows)) for row in rows]
        yield Pair(who, "when others have chosen", number, Course(rows), Course(later_rows), delay)


def _choices_with_plans(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    for number in _hidden_rows(game_played, who, delay):
        rows = game_played.rows[: number + 1]
        planned_rows = [
            row if row.seat == who else evolve(row, kind=PLANNED, body=_with_plan(row.body)) for row in rows
        ]
        yield Pair(who, "what the bots of others intend", number, Course(rows), Course(planned_rows), delay)


def _with_plan(action: Mapping[str, Any]) -> JsonObject:
    return {"action": dict(action), "plans": ["a feint"], "when": "then"}


def _worlds(game_played: _PlayedGame, who: str, delay: int) -> Iterator[Pair]:
    """Positions that somebody imagines; that in which a report is asked for comes first, for its papers and form."""
    last = len(game_played.before) - 1
    for number in () if delay else (last, *_scattered_numbers(last)):
        match = game_played.before[number]
        own_commits = {name: action for name, action in match.commits.items() if name == who}
        try:
            world = match.view(who).world(Random(number))
            world.pending  # noqa: B018 - runs the step over its answers
        except WargameError:
            continue  # not every step can be imagined
        truth = evolve(match.state, commits=own_commits)
        yield Pair(who, "two worlds apart", number, Course(state=truth), Course(state=world))


def _scattered_numbers(count: int) -> Iterator[int]:
    """All numbers below one, those that follow one another far from each other."""
    yield from sorted(range(count), key=lambda number: (number * 7919) % 1009)
