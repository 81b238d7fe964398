"""The open tables of a process: each with its session, a lock and the sockets of its people.

Whatever changes a game is played here, then kept, then told; when it cannot be kept it is as if it had not been
played. What other processes have kept is followed when the database says so, and whoever was too late for it is told.
"""

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from math import inf
from typing import Final, TypeAlias

from attrs import asdict, evolve

from wargame_core import REFEREE, SPECTATOR, Game
from wargame_core.json_form import JsonObject
from wargame_table.keeping.person_store import WATCHING_PREFIX
from wargame_table.keeping.rows import AGAIN, Opening, Row, bytes_of
from wargame_table.keeping.store import MOST_SENTENCES_KEPT, KeptSignature, Store, StoreError
from wargame_table.messages.incoming import (
    AnalysisRequest,
    Change,
    Hello,
    Message,
    OwnKey,
    Refused,
    Resign,
    Say,
    TakeName,
    Work,
    WriteNote,
    plain_name,
)
from wargame_table.messages.look_alikes import skeleton
from wargame_table.messages.signed_changes import CHANGE_SIGNED_WITH, number_of
from wargame_table.network.day_counts import DayCounts
from wargame_table.network.guard import MOST_STORY_BYTES, Limits, hash_of_key, new_id, new_key, role_of
from wargame_table.network.open_tables import OpenTable, OpenTables, Socket
from wargame_table.network.signatures import is_signed
from wargame_table.network.time_limits import TimeLimits
from wargame_table.network.webhooks import Hooks
from wargame_table.network.workers import Workers
from wargame_table.play.agreements import TABLE, next_keys, next_opening, next_seats
from wargame_table.play.people import AUTHOR, BotChoice, Person, said_to_json
from wargame_table.play.session import Heard
from wargame_table.play.slow_requests import analysis_at_table, choose, game_called, work

LEAST_CHOICE_SECONDS: Final = 0.15
"""Seconds that a bot's choice takes at least, so that people can follow."""
SECONDS_OF_PREPARED_CHOICE: Final = (1.5, 6.0)
"""Seconds that a choice takes, at least and at most, which a person has made beforehand."""
SECONDS_BETWEEN_SIGNS: Final = 30.0
"""Seconds between signs to other processes that this one is there."""
SECONDS_FOR_OTHER_PROCESS: Final = 5.0
"""Seconds that bots are left to another process with people at the table before this one has them think."""
RANDOM: Final = "random"
FAILED: Final = (
    "I did not choose what is legal in time, so chance chose in my place. If that happens again, chance chooses again."
)
"""What a bot says at a table when it fails for the first time."""
NOTICE: Final = "table"
"""Who says what the table itself has to say: no seat, and nobody's name."""
ANALYSIS_PATIENCE: Final = 600.0
"""The same of an analysis, which waits for those that were asked for before."""
SECONDS_TO_REST: Final = 60.0
"""Seconds after the last analysis at which the process that makes them ends: most of the time nobody asks for one."""
MOST_ANALYSES: Final = 5
"""Analyses that are asked for at one time."""
Sign: TypeAlias = Callable[[], Awaitable[KeptSignature | None]]
"""What gives what was signed of a row. Raises `Refused` and `StoreError`."""


async def no_signature() -> None:
    """What bots do is signed by nobody."""


class Hub:
    """All tables that this process has open."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        *,
        pause: float = LEAST_CHOICE_SECONDS,
        seconds_of_preparation: tuple[float, float] = SECONDS_OF_PREPARED_CHOICE,
        hooks: Hooks | None = None,
        limits: Limits = Limits(),  # noqa: B008  # frozen
        clock: Callable[[], float] = time.time,
        analyst: Workers | None = None,
    ) -> None:
        self.store, self.workers, self.pause, self.limits, self.now = store, workers, pause, limits, clock
        self.standing = seconds_of_preparation
        self.analyst = analyst or Workers(patience=ANALYSIS_PATIENCE, seconds_of_rest=SECONDS_TO_REST)
        self._analyses_begun = Counter[str]()
        """Analyses that are under way or wait, by network."""
        self.hooks = hooks or Hooks()
        self.process = secrets.token_hex(4)
        self._tables = OpenTables(store, asdict(limits))
        self.ask, self.open, self.open_table_of = self._tables.ask, self._tables.open, self._tables.open_table_of
        self.time_limits = TimeLimits(store, self._tables, clock, self._follow, self._keep_at)
        self._connections = 0
        self.day_counts = DayCounts(store, self.ask, clock)
        self._last_beat = 0.0

    # People

    async def make(self, opening: Opening) -> JsonObject:
        """Keep a new table: its id, what is played, and a link with a key for each role. Raises `StoreError`."""
        game = game_called(opening.game)
        table, keys = new_id(), {role: new_key() for role in roles_of(game, opening)}
        hashes = {role: hash_of_key(key) for role, key in keys.items()}
        await self.ask(self.store.make, table, opening, hashes, self.now())
        links = {role: f"/t/{table}#{key}" for role, key in keys.items()}
        return {"table": table, "game": game.id, "title": game.title, "links": links}

    async def give_own_key(self, table: OpenTable, key: str, wish: OwnKey) -> JsonObject:
        """Give a seat a key that only its owner has: the key that is good from now on, and whether the seat is taken.

        Who comes first with the link of a seat owns it. Whoever is at its screens with another key is sent away.
        Raises `Refused` and `StoreError`.
        """
        keys, old_hash, new_hash = await self.ask(self.store.keys, table.id), hash_of_key(key), hash_of_key(wish.key)
        if (role := role_of(key, keys)) is None:
            raise Refused("wrong_key", "this is not a key of this table")
        if role not in table.session.game.seats:
            seat = next(
                (seat for seat in table.session.game.seats if keys.get(f"{WATCHING_PREFIX}{seat}") == old_hash), None
            )
            if seat is not None and keys[seat] == new_hash:  # the answer was lost
                return {"key": wish.key, "taken": False}
            return {"key": key, "taken": seat is not None} | ({"seat": seat} if seat is not None else {})
        if new_hash != old_hash and new_hash in keys.values():
            raise Refused("taken", "this key opens something at this table already: a seat has a key of its own")
        watches = "" if wish.renew else f"{WATCHING_PREFIX}{role}"
        if not await self.ask(self.store.change_key, table.id, role, old_hash, new_hash, watches):
            return {"key": key, "taken": False}
        async with table.lock:
            await self.check_keys(table)
        table.wake_waiters()
        return {"key": wish.key, "taken": False}

    async def role_of_key(self, table: str, key: str) -> str | None:
        """The role that a key opens, of a link or drawn by a person's device; None for no key of this table."""
        role = role_of(key, await self.ask(self.store.keys, table))
        if role is None and (session := await self.ask(self.store.session, table, hash_of_key(key))) is not None:
            role = session[0]
        return role

    async def person_of_key(self, table: str, key: str) -> str:
        """The person whose device drew a key; empty for the key of a link, with which one is a guest."""
        session = await self.ask(self.store.session, table, hash_of_key(key))
        return session[1] if session is not None else ""

    async def check_keys(self, table: OpenTable) -> None:
        """Send away who is at a screen with a key that is not good any more; tell the others of looks with theirs."""
        if not table.keys:
            return
        keys = await self.ask(self.store.keys, table.id)
        keys_with_roles = [
            (key_hash, SPECTATOR if role.startswith(WATCHING_PREFIX) else role) for role, key_hash in keys.items()
        ]
        keys_with_roles += (await self.ask(self.store.sessions, table.id)).items()
        for connection, key_hash in [*table.keys.items()]:
            if (key_hash, _role_of(connection)) not in keys_with_roles:
                table.send([(connection, Refused("wrong_key", "this seat has another key now").to_json())])
                self._forget(table, connection)
                table.send(table.session.leave(connection))
        for role, count in (await self.ask(self.store.look_counts, table.id)).items():
            self._tell_looks(table, role, count)

    async def note_look(self, table: str, role: str) -> None:
        """Somebody looks with the key of a seat: it is counted, and the screens of the seat are told."""
        if role not in (SPECTATOR, AUTHOR):
            with suppress(StoreError):  # who may look may do so while nothing can be kept
                count = await self.ask(self.store.count_look, table, role)
                if (open_table := self.open_table_of(table)) is not None:
                    self._tell_looks(open_table, role, count)

    async def note_look_from_afar(self, table: str, role: str, network: str) -> None:
        """Somebody looks with the key of a seat in a list or digest, which ask again and again: it is a look a day."""
        with suppress(StoreError):
            if await self.day_counts.is_first_today(f"look {table} {role} {network}"):
                await self.note_look(table, role)

    def _tell_looks(self, table: OpenTable, role: str, count: int) -> None:
        if table.looks.get(role) != count:
            table.looks[role] = count
            message = {"kind": "looks", "count": count}
            table.send((connection, message) for connection in table.keys if _role_of(connection) == role)

    def _forget(self, table: OpenTable, connection: str) -> None:
        table.sockets.pop(connection, None)
        table.keys.pop(connection, None)
        table.networks.pop(connection, None)
        table.persons.pop(connection, None)

    async def _may_be_called(self, table: OpenTable, person: Person, person_id: str, name: str) -> bool:
        """Whether somebody may be called so at this server. The person that it is gets the name; a guest gets none.

        What the table refuses is nobody's. Raises `StoreError`.
        """
        if not name or table.session.company.is_taken(evolve(person, name=name)):
            return True
        if not person_id:
            return await self.ask(self.store.owner_of_name, skeleton(name)) is None
        return await self.ask(self.store.claim_name, person_id, skeleton(name), name, self.now())

    async def join(self, table: OpenTable, role: str, hello: Hello, socket: Socket, network: str = "") -> str:
        """Somebody sits down; returns the name of the connection. Raises `Refused` and `StoreError`.

        What is made on is counted for the ``network``, where there is one.
        """
        async with table.lock:
            await self.catch_up(table)
            connection = self.new_connection(role)
            try:
                await self._seat(table, connection, role, hello, socket, network)
            except BaseException:
                self._forget(table, connection)
                table.send(table.session.leave(connection))
                raise
            self.let_bots_play(table)
        return connection

    async def _seat(
        self, table: OpenTable, connection: str, role: str, hello: Hello, socket: Socket, network: str
    ) -> None:
        """Let somebody sit down, and keep who it is, before anybody is told. Raises `Refused` and `StoreError`."""
        had_viewers, previous_names = table.has_viewers, {**table.session.company.names}
        table.sockets[connection], table.networks[connection] = socket, network
        if hello.key:  # who is let in otherwise has none to be changed
            table.keys[connection] = hash_of_key(hello.key)
            table.persons[connection] = await self.person_of_key(table.id, hello.key)
        person_id = table.persons.get(connection, "")
        if not await self._may_be_called(table, table.session.person(role), person_id, hello.name):
            hello = evolve(hello, name="")
        seat = table.session.person(role).seat
        sentences = await self.ask(self.store.sentences, table.id)
        if not had_viewers:
            table.last_sentence = max([table.last_sentence, *(sentence.i for sentence in sentences)])
        note = await self.ask(self.store.note_of, table.id, seat) if seat in table.session.game.seats else ""
        screen_messages = table.session.join(connection, role, hello)
        await self._keep_names(table, previous_names)
        await self._tell_presence(table)
        table.send(screen_messages)
        if not table.session.audience.feed(seat).count_held(hello.have):
            await self.note_look(table.id, role)  # a page that comes back was counted when it was opened
        for sentence in sentences:  # those after the last one are news for everybody here
            if sentence.i <= table.last_sentence and table.session.company.may_hear(seat, sentence.to):
                socket.put(said_to_json(sentence.name, sentence.seat, sentence.text, sentence.to))
        if note:
            socket.put({"kind": "note", "text": note})
        with suppress(StoreError):  # told with the next news
            await self.tell_asking_devices(table)

    def new_connection(self, role: str) -> str:
        """A name for a new connection."""
        self._connections += 1
        return f"{role} {self._connections}"

    async def leave(self, table: OpenTable, connection: str) -> None:
        """Somebody is gone."""
        async with table.lock:
            self._forget(table, connection)
            presence = table.session.leave(connection)
            await self._tell_presence(table)
            table.send(presence)

    async def note_appearance(self, table: OpenTable, role: str, is_present: bool) -> None:
        """Somebody without a line begins to ask for news, or has not asked for some time: everybody sees it."""
        async with table.lock:
            asking_persons = table.session.company.asking
            if is_present:
                asking_persons[role] = table.session.person(role)
            else:
                asking_persons.pop(role, None)
            await self._tell_presence(table)
            table.send(table.session.presence())

    async def _tell_presence(self, table: OpenTable) -> None:
        """Tell other processes, before the people here, who is at the table here.

        Where that cannot be kept people play all the same.
        """
        table.wake_waiters()
        people = [(person.seat, person.name) for person in table.session.company.local_people]
        with suppress(StoreError):
            await self.ask(self.store.enter, table.id, self.process, people, self.now())

    async def hear(self, table: OpenTable, connection: str, message: Message) -> None:
        """Do what a person says; every answer goes to the sockets. What is begun is done, also for whoever leaves."""
        try:
            heard = await asyncio.shield(self._hear_one(table, connection, message))
        except (Refused, StoreError) as problem:
            refusal = problem if isinstance(problem, Refused) else Refused("unavailable", str(problem))
            table.send([(connection, refusal.to_json(getattr(message, "id", "")))])
            return
        if heard.work is not None and connection in table.session.people:
            table.send([(connection, await self._answer_slow_request(table, connection, heard.work))])

    async def _hear_one(self, table: OpenTable, connection: str, message: Message) -> Heard:
        async with table.lock:
            if self.store.needs_polling:
                await self._follow(table)
            if connection in table.session.people:
                await self._keep_sentence(table, table.session.people[connection], message)
                await self._keep_note(table, table.session.people[connection].seat, message)
                await self._keep_own_name(table, connection, message)
            previous_names, current_time = {**table.session.company.names}, self.now()
            await self.time_limits.end_game(table, current_time)  # one look at the clock judges what comes as time ends
            self._must_have_room(table, message)
            heard = table.session.hear(connection, message)
            await self._keep_names(table, previous_names)  # before whoever took a name hears that it is done
            signature = partial(self._signature_of, table, connection, message)
            await self._keep(table, heard, table.networks.get(connection, ""), signature, current_time)
            self.let_bots_play(table)
        return heard

    def _must_have_room(self, table: OpenTable, message: Message) -> None:
        """Raises `Refused` where so much was chosen at a table that no more is kept; a seat may resign all the same."""
        if isinstance(message, Change) and not isinstance(message, Resign) and table.kept >= self.limits.kept:
            text = f"choices and offers of {self.limits.kept:,} bytes were made at this table: no more are kept"
            raise Refused("too_big", text)

    async def _keep_sentence(self, table: OpenTable, person: Person, message: Message) -> None:
        """Keep what is said before anybody hears of it. Raises `Refused` and `StoreError`."""
        if not isinstance(message, Say):
            return
        seat = table.session.company.said_by(person, message.to)
        if await self.ask(self.store.sentence_count, table.id) >= self.limits.said:
            raise Refused("too_big", f"{self.limits.said:,} sentences have been said at this table: no more are kept")
        await self._keep_said(table, person.name, seat, message.text, message.to)

    async def _keep_said(self, table: OpenTable, name: str, seat: str, text: str, listener: str = "") -> None:
        """Keep a sentence, and tell the people here what others have said before it. Raises `StoreError`."""
        number = await self.ask(self.store.say, table.id, name, seat, text, self.now(), listener)
        await self._tell_new_sentences(table, number)
        table.last_sentence = number

    async def _keep_note(self, table: OpenTable, seat: str, message: Message) -> None:
        """Keep what a player notes. Raises `StoreError`."""
        if isinstance(message, WriteNote) and seat in table.session.game.seats:
            await self.ask(self.store.note, table.id, seat, message.text)

    async def _keep_own_name(self, table: OpenTable, connection: str, message: Message) -> None:
        """Give a person the name that is asked for. Raises `Refused` where it is another's at this server."""
        if isinstance(message, TakeName):
            person, person_id = table.session.people[connection], table.persons.get(connection, "")
            if not await self._may_be_called(table, person, person_id, plain_name(message.name)):
                raise Refused("taken", f"{message.name} is the name of somebody with a key here: take another name")

    async def _keep_names(self, table: OpenTable, names_before: Mapping[str, str]) -> None:
        """Keep and tell other processes who has which seat, where that is new; people play where it cannot be kept."""
        for seat, name in table.session.company.names.items() - names_before.items():
            with suppress(StoreError):
                await self.ask(self.store.call, table.id, seat, name)
            await self._tell_presence(table)

    async def _answer_slow_request(self, table: OpenTable, connection: str, request: Work) -> JsonObject:
        session, seat, network = (
            table.session,
            table.session.people[connection].seat,
            table.networks.get(connection, ""),
        )
        arguments = session.opening, tuple(session.audience.rows_for(seat, session.rows)), seat
        try:
            if isinstance(request, AnalysisRequest):
                return await self._analyse(network, table.id, *arguments, request)
            return await self.workers.ask(work, *arguments, request)
        except Refused as problem:
            return problem.to_json(request.id)
        except Exception:
            return Refused("unavailable", "this could not be worked out in time").to_json(request.id)

    async def _analyse(
        self, network: str, table: str, opening: Opening, rows: tuple[Row, ...], seat: str, request: AnalysisRequest
    ) -> JsonObject:
        """A game analysed by the one process that does nothing else, so that no bot waits for it. Raises `Refused`.

        A ``network`` to which limits apply may have one analysis at a time, so that nobody takes all places.
        """
        if network and self._analyses_begun[network]:
            raise Refused("too_fast", "a game is being analysed for you: ask again in a minute", retry_after=60.0)
        if self._analyses_begun.total() >= MOST_ANALYSES:
            text = f"{MOST_ANALYSES} games are being analysed here: ask again in a minute"
            raise Refused("too_fast", text, retry_after=60.0)
        self._analyses_begun[network] += 1
        try:
            return await self.analyst.ask(analysis_at_table, table, opening, rows, seat, request)
        finally:
            self._analyses_begun[network] -= 1
            self._analyses_begun += Counter()  # forgets networks with none

    async def _is_present(self, table: OpenTable, seat: str) -> bool:
        """Whether somebody sits at a screen of this seat, wherever it is; afterwards the table is up to date."""
        async with table.lock:
            await self._follow(table)
        people = await self.ask(self.store.present_elsewhere, table.id, self.process, self.now())
        return seat in {person.seat for person in people} | {
            person.seat for person in table.session.company.local_people
        }

    # What is kept

    async def _signature_of(self, table: OpenTable, connection: str, message: Message) -> KeptSignature | None:
        """What the device of a person has signed of a change; None for a guest. Raises `Refused` and `StoreError`."""
        if not isinstance(message, Change):
            return None
        person, signed_change = table.persons.get(connection, ""), message.signed
        if not person:
            return None
        if signed_change is None:
            raise Refused("wrong_key", "this seat is a person's, whose device signs every choice: sign this one")
        if not is_signed(signed_change, CHANGE_SIGNED_WITH):
            raise Refused("wrong_key", "the signature of this choice is not that of its device")
        device = await self.ask(self.store.device, signed_change.device)
        if device is None or device.person != person:
            raise Refused("wrong_key", "this choice is signed by a device of somebody else")
        number = number_of(message, table.id)
        if number <= await self.ask(self.store.latest_number, table.id, signed_change.device):
            raise Refused("wrong_key", f"a choice with the number {number} or a higher one was signed before: count on")
        seat = table.session.people[connection].seat
        return KeptSignature(seat, signed_change.device, number, signed_change.text, signed_change.signature)

    async def _keep_at(self, table: OpenTable, heard: Heard, moment: float) -> None:
        """Keep the row of a moment, as `_keep` does."""
        await self._keep(table, heard, moment=moment)

    async def _keep(
        self,
        table: OpenTable,
        heard: Heard,
        network: str = "",
        signature: Sign = no_signature,
        moment: float | None = None,
    ) -> None:
        """Keep the row, then tell everybody, the mover first. Raises `Refused` or `StoreError`: nothing has changed.

        It was done ``moment`` a moment of the clock, if not now.
        """
        session = table.session
        if heard.row is None:
            table.send(heard.messages)
            if any(message["kind"] == "say" for _, message in heard.messages):
                table.wake_waiters()
            return
        row = evolve(heard.row, at=self.now() if moment is None else moment)
        try:
            kept_signature = await signature()
            if row.kind == AGAIN:
                row = await self._begin_anew(table, row, network)
            is_stored = await self.ask(self.store.append, table.id, row, kept_signature)
        except (Refused, StoreError):
            session.restart(session.rows)
            raise
        if not is_stored:
            session.restart(await self.ask(self.store.rows, table.id))
            table.send(session.updates())
            raise Refused("stale", "somebody else was first: the game has moved on")
        messages = session.after_row_kept(row)
        table.kept += bytes_of(row) + (kept_signature.bytes if kept_signature is not None else 0)
        table.wake_waiters()
        await self.time_limits.note_next_end(table)
        self.hooks.announce(table, self._is_present)
        if (story := table.chronicle.turn(session.match)) is not None and len(story.encode()) <= MOST_STORY_BYTES:
            with suppress(StoreError):  # the rows are kept, and the story is told again with the next turn
                await self.ask(self.store.tell, table.id, story)
        connections_heard = {connection for connection, _ in heard.messages}
        table.send(heard.messages)
        table.send(message for message in messages if message[0] in connections_heard)
        table.send(message for message in messages if message[0] not in connections_heard)

    async def _begin_anew(self, table: OpenTable, row: Row, network: str) -> Row:
        """Keep a new table for the game with sides changed, which everybody's own key opens; the row that names it.

        It is one of the tables that the network of whoever agreed last may make today. Raises `Refused`, `StoreError`.
        """
        session, new_table, seats = table.session, new_id(), next_seats(table.session.game.seats)
        opening = next_opening(session.game, session.opening, session.bots)
        keys = next_keys(session.game, await self.ask(self.store.keys, table.id))
        async with self.day_counts.within_daily_limit("tables", self.limits.tables, network):
            await self.ask(self.store.make, new_table, opening, keys, self.now())
            await self.ask(self.store.carry_persons, table.id, new_table, seats)
            speakers = {**seats, REFEREE: REFEREE, "": ""}  # not the table itself, which spoke of seats as they were
            room = min(MOST_SENTENCES_KEPT, self.limits.said // 2)
            await self.ask(self.store.carry_sentences, table.id, new_table, speakers, room)
        return evolve(row, body={**row.body, TABLE: new_table})

    async def _follow(self, table: OpenTable) -> None:
        """Follow the rows that other processes have kept, and tell the people here."""
        if rows := await self.ask(self.store.rows, table.id, table.session.n):
            table.send(table.session.catch_up(rows))
            table.kept += sum(map(bytes_of, rows))
            table.wake_waiters()

    async def catch_up(self, table: OpenTable) -> None:
        """Under its lock: follow all that other processes have kept: rows, what was said, who is there."""
        await self._follow(table)
        await self.check_keys(table)
        await self.tell_asking_devices(table)
        await self._tell_new_sentences(table)
        people = await self.ask(self.store.present_elsewhere, table.id, self.process, self.now())
        table.processes = {person.process for person in people}
        table.send(table.session.set_people_elsewhere(Person(person.seat, person.name) for person in people))

    async def tell_asking_devices(self, table: OpenTable) -> None:
        """Tell the screens of a seat, once each, of devices that ask to be let in by whoever has it."""
        if not any(table.persons.values()):
            return
        owners = await self.ask(self.store.owners, table.id)
        for asking in await self.ask(self.store.asking_devices, table.id, self.now()):
            seconds = int(asking.ends - self.now())
            message = {"kind": "device_asks", "words": asking.words, "label": asking.label, "seconds": seconds}
            for connection, person in table.persons.items():
                is_new = (connection, asking.words) not in table.told_words
                if is_new and person and person == owners.get(asking.seat) and _role_of(connection) == asking.seat:
                    table.told_words.add((connection, asking.words))
                    table.send([(connection, message)])

    async def tell_notice(self, table: OpenTable, text: str) -> None:
        """Say something to all in the name of the table, and keep it. Under its lock. Raises `StoreError`."""
        await self._keep_said(table, "", NOTICE, text)
        table.send(table.session.company.say("", NOTICE, text))
        table.wake_waiters()

    async def _tell_new_sentences(self, table: OpenTable, before_number: float = inf) -> None:
        """Tell the people here what was kept since they were told last, as far as before a number."""
        if not table.has_viewers:
            return
        last_sentence_before = table.last_sentence
        for sentence in await self.ask(self.store.sentences, table.id, table.last_sentence):
            if sentence.i >= before_number:
                break
            table.last_sentence = sentence.i
            table.send(table.session.company.say(sentence.name, sentence.seat, sentence.text, sentence.to))
        if table.last_sentence != last_sentence_before:
            table.wake_waiters()

    def presence_message(self, table: OpenTable, known_tag: str) -> list[JsonObject]:
        """Who is there, with a tag; nothing where that is the one that is ``known_tag``."""
        presence = table.session.company.present(table.session.bots)
        tag = blake2b(json.dumps(presence).encode(), digest_size=6).hexdigest()
        return [] if tag == known_tag else [{**presence, "tag": tag}]

    async def sentences_to(self, table: OpenTable, role: str, last_heard: int) -> list[JsonObject]:
        """What was said after number ``last_heard`` that a role may hear. Raises `StoreError`."""
        company, seat = table.session.company, table.session.person(role).seat
        return [
            said_to_json(sentence.name, sentence.seat, sentence.text, sentence.to, sentence.i)
            for sentence in await self.ask(self.store.sentences, table.id, last_heard)
            if company.may_hear(seat, sentence.to)
        ]

    async def follow_other_processes(self) -> None:
        """Look again and again whether another process has written, and tell the people at the tables it concerns."""
        loop, ear = asyncio.get_running_loop(), ThreadPoolExecutor(1, "ear")
        while True:
            try:
                await self.time_limits.look()
                news = await loop.run_in_executor(ear, self.store.news, 1.0)
                await self._beat()
                for table in self._tables.tables_with_people:
                    if news is None or table.id in news:
                        async with table.lock:
                            await self.catch_up(table)
                            self.let_bots_play(table)
            except StoreError:
                await asyncio.sleep(1.0)  # said to whoever plays next

    async def _beat(self) -> None:
        """Give other processes a sign now and then."""
        if self._last_beat <= time.monotonic() - SECONDS_BETWEEN_SIGNS:
            self._last_beat = time.monotonic()
            await self.ask(self.store.beat, self.process, self.now())

    def close(self) -> None:
        """Nothing more is kept or thought about here."""
        self.hooks.close()
        self.workers.close()
        self.analyst.close()
        self.store.close()
        self._tables.close()

    # Bots

    def let_bots_play(self, table: OpenTable) -> None:
        """Have bots think while somebody is there to see it, and where a game ends by the clock.

        There a seat that is given to a bot would have all time in the world as long as nobody looks.
        """
        if not table.session.has_choice_to_come or not self._is_played_on(table):
            return
        if table.thinking is None or table.thinking.done():
            table.thinking = asyncio.create_task(self._think(table))

    @staticmethod
    def _is_played_on(table: OpenTable) -> bool:
        return table.has_viewers or table.session.timekeeper is not None

    async def _think(self, table: OpenTable) -> None:
        session = table.session
        while session.has_choice_to_come and self._is_played_on(table):
            row_number, began = session.n, time.monotonic()
            if any(process < self.process for process in table.processes):
                await asyncio.sleep(SECONDS_FOR_OTHER_PROCESS)
                if session.n != row_number:
                    continue
            if session.settled_answer is not None:
                if not await self._answer_beforehand(table, row_number):
                    return
                continue
            if (seat := session.bot_to_think) is None:
                return
            bot = session.bots[seat]
            bot_choice = await self._choice(table, seat, bot)
            await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - began)))
            async with table.lock:
                try:
                    await self._follow(table)
                    await self.time_limits.end_game(table, self.now())
                    await self._keep(table, session.play_bot_choice(seat, row_number, bot_choice))
                    if bot_choice.faults:
                        await self._tell_failure(table, seat, bot)
                except (Refused, StoreError):
                    return  # tried again when somebody does something

    async def _answer_beforehand(self, table: OpenTable, row_number: int) -> bool:
        """Play what a seat has said that it will choose, after a time that a person could take; whether it was kept.

        The time is drawn anew each time, so that others do not see who has answered.
        """
        if table.session.lesson is None:
            await asyncio.sleep(secrets.SystemRandom().uniform(*self.standing))
        async with table.lock:
            try:
                await self._follow(table)
                await self.time_limits.end_game(table, self.now())
                await self._keep(table, table.session.answer_beforehand(row_number))
            except (Refused, StoreError):
                return False  # tried again when somebody does something
        return True

    async def _choice(self, table: OpenTable, seat: str, bot: str) -> BotChoice:
        """What a bot chooses; by chance where it fails or thinks too long."""
        session = table.session
        arguments = (table.id, session.opening, tuple(session.rows), seat)
        try:
            return await self.workers.ask(choose, *arguments, bot)
        except Exception as problem:
            by_chance = await self.workers.ask(choose, *arguments, RANDOM)
            return evolve(by_chance, faults=(repr(problem),))

    async def _tell_failure(self, table: OpenTable, seat: str, bot: str) -> None:
        """Say to all, once for a seat and its bot, that chance chose in its place; the reasons are not theirs."""
        if (seat, bot) in table.failed_bots:
            return
        table.failed_bots.add((seat, bot))
        if await self.ask(self.store.sentence_count, table.id) < self.limits.said:
            await self._keep_said(table, bot, seat, FAILED)
        table.send(table.session.company.say(bot, seat, FAILED))
        table.wake_waiters()


def _role_of(connection: str) -> str:
    """The role of a connection, by its name: see `Hub.connection`."""
    return connection.partition(" ")[0]


def roles_of(game: Game, opening: Opening) -> tuple[str, ...]:
    """The roles that a table of this game has keys for."""
    return (*game.seats, SPECTATOR, *((REFEREE,) if opening.referee else ()), AUTHOR)
