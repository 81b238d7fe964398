"""What a person or a club sees of many tables at once: one's own games, a digest of them, tournaments, carried lists.

What a row tells of a table is made from what the seat of its key may know, and from nothing else. It is kept by the
number of rows of the table, so that a long list wakes only the games in which something has happened since. Of a table
that is open it is made anew each time: how long that takes tells nobody of a choice that he must not notice.
"""

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as xml

from attrs import asdict, astuple, evolve, field, frozen
from attrs.validators import ge, max_len

from wargame_core import SPECTATOR, WargameError
from wargame_core.dice import new_seed
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless, shorten
from wargame_table.keeping.mail_store import KeptSeat
from wargame_table.keeping.rows import CLOSE, OFFER, Opening
from wargame_table.messages.incoming import Refused, plain_name
from wargame_table.messages.look_alikes import skeleton
from wargame_table.messages.person_calls import SignedCall
from wargame_table.network.guard import hash_of_key, new_id, new_key
from wargame_table.network.hub import Hub
from wargame_table.network.lobby import Wishes
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.persons import role_of_person
from wargame_table.play.agreements import OFFER_WORDS, TIMEOUT_LEVEL
from wargame_table.play.people import reserved_names

MOST_TABLES: Final = 60
"""Tables that are looked at together."""
SENTENCE: Final = 200
"""Characters of what happened last."""
SECONDS_END_IS_SHOWN: Final = 7 * 86_400.0
"""Seconds for which a digest says that the time of somebody was up."""
YEAR: Final = 366 * 86_400.0
"""Seconds after which a list that nobody has opened is forgotten, and so is a digest."""


# ----------------------------------------------------------------------------------------------------- one's own games
@frozen(kw_only=True)
class MyTable:
    """A table, and a key that opens it."""

    table: str = field(validator=max_len(80))
    key: str = field(validator=max_len(80), repr=False)


@frozen(kw_only=True)
class MyTables:
    """The tables that somebody asks for."""

    tables: tuple[MyTable, ...] = field(validator=max_len(MOST_TABLES))
    person: SignedCall | None = None
    """A call of kind ``prove``: links that only watch a seat of this person's open it then."""


async def rows_of(hub: Hub, my_tables: Iterable[MyTable], network: str, person: str = "") -> list[JsonObject]:
    """A row for each table, in their order; where a key opens none any more it says so in ``gone``.

    It is a look with the key of each seat, from the ``network`` of whoever asks, a ``person`` or (empty) a guest.
    """
    return [await _row_of(hub, my_table, network, person) for my_table in my_tables]


async def _row_of(hub: Hub, my_table: MyTable, network: str, person: str) -> JsonObject:
    role = await role_of_person(hub, my_table.table, person, my_table.key)
    if role is None:
        return {"table": my_table.table, "gone": "this link opens no table any more"}
    await hub.note_look_from_afar(my_table.table, role, network)
    return await _row_or_why(hub, my_table.table, role)


async def _row_or_why(hub: Hub, table: str, role: str) -> JsonObject:
    """A row, or why there is none: one table that cannot be opened does not hide the others."""
    try:
        return await row_for(hub, table, role)
    except WargameError as problem:
        return {"table": table, "gone": str(problem)}


async def row_for(hub: Hub, table: str, role: str) -> JsonObject:
    """What one role may know of a table, in a row. Raises `Refused` and `StoreError`."""
    choice_count, open_table = await hub.ask(hub.store.count, table), hub.open_table_of(table)
    summary_text = await hub.ask(hub.store.summary, table, role, choice_count) if open_table is None else None
    if summary_text is None:
        open_table = open_table or await hub.open(table)
        async with open_table.lock:
            await hub.catch_up(open_table)
            choice_count, summary_text = open_table.session.n, summary(open_table, role)
        await hub.ask(hub.store.write_summary, table, role, choice_count, summary_text)
    names = await hub.ask(hub.store.names, table)
    row: JsonObject = json.loads(summary_text)
    for seat in row["seats"]:
        if "bot" not in seat and (name := names.get(seat["seat"])):
            seat["name"] = name
    return {"table": table, **row}


def summary(table: OpenTable, role: str) -> str:
    """A row but for the names of people: game, seats, what waits for whom since when, what happened last, the end."""
    session = table.session
    seat = session.person(role).seat
    match = session.audience.match_for(seat, session.match)
    view = match.view(seat)
    outcome, offer = session.agreements.ending(match), session.offered_to(seat)
    offered_at = max((row.at for row in session.rows if row.kind == OFFER), default=0.0) if offer is not None else 0.0
    ended_at = max((row.at for row in session.rows if row.kind == CLOSE), default=0.0)
    sentences = (str(row["text"]) for row in reversed(session.audience.feed(seat).rows) if "text" in row)
    scenario = session.game.rules.scenario(session.opening.scenario)
    row: JsonObject = {
        "title": session.game.title,
        "scenario": scenario.title,
        "you": seat,
        "seats": [
            {"seat": name, "title": session.sheets.seat_names.get(name, name)}
            | ({"bot": session.bots[name]} if name in session.bots else {})
            for name in session.game.seats
        ],
        "yours": bool(view.asked) and outcome is None,
        "waiting": [name for name in view.waiting_for if name in session.game.seats and outcome is None],
        "since": int(max(session.audience.news_at(seat), offered_at, ended_at)),
        "last": harmless(shorten(next(sentences, ""), SENTENCE)),
    }
    if offer is not None:
        row["offer"] = {"seat": offer.seat, "what": offer.what}
    if outcome is not None:
        text = harmless(outcome.text or outcome.verdict)
        row["over"] = {
            "text": text,
            "winners": [*outcome.winners],
            "scores": dict(outcome.scores),
            "level": outcome.level,
        }
    return json.dumps(row, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------------------- digests
async def seats_of(hub: Hub, my_tables: Iterable[MyTable], person: str = "") -> list[KeptSeat]:
    """The seats that keys open, of a person or a guest; what opens none is left out. Raises `StoreError`."""
    seats = []
    for my_table in my_tables:
        role = await role_of_person(hub, my_table.table, person, my_table.key)
        if role is not None:
            seats.append(KeptSeat(my_table.table, role, hash_of_key(my_table.key).hex(), person))
    return seats


async def begin_digest(hub: Hub, my_tables: MyTables, person: str = "") -> str:
    """The token of a digest of these tables of a person's or guest's. It opens none of them. Raises `StoreError`."""
    rows = [astuple(seat) for seat in await seats_of(hub, my_tables.tables, person)]
    token = new_key()
    await hub.ask(hub.store.put_on_shelf, f"digest {hash_of_key(token).hex()}", 0, json.dumps(rows), hub.now(), YEAR)
    return token


async def digest(hub: Hub, token: str, network: str) -> list[JsonObject]:
    """The rows of the tables of a digest where the seat is asked or offered something, the longest waiting first.

    Those where somebody's time was up lately are among them.

    A seat that has another key or person now is left out. What happened is told as whoever watches may know it. It is
    a look with the key of each seat, from the ``network`` of whoever asks. Raises `Refused`.
    """
    shelf = await hub.ask(hub.store.shelf_entry, f"digest {hash_of_key(token).hex()}")
    if shelf is None:
        raise Refused("unknown_table", "there is no such digest")
    rows = []
    for seat in (KeptSeat(*row) for row in json.loads(shelf[1])):
        table, role = seat.table, seat.role
        if not seat.is_held(await hub.ask(hub.store.keys, table), await hub.ask(hub.store.owners, table)):
            continue
        await hub.note_look_from_afar(table, role, network)
        row = await _row_or_why(hub, table, role)
        if row.get("yours") or row.get("offer") or _has_ended_lately(row, hub.now()):  # not one that cannot be opened
            rows.append(row_of_digest(row, await row_for(hub, table, SPECTATOR)))
    return sorted(rows, key=lambda row: row["since"])


def _has_ended_lately(row: JsonObject, current_time: float) -> bool:
    """Whether a game has ended because somebody's time was up, perhaps with nobody there to see it."""
    level: str = row.get("over", {}).get("level", "")
    return level == TIMEOUT_LEVEL and current_time < float(row["since"]) + SECONDS_END_IS_SHOWN


def row_of_digest(row: JsonObject, public_row: JsonObject) -> JsonObject:
    """A row as it may stand in a digest, whose address is no secret: what happened is told as in ``public_row``."""
    return {**row, "last": public_row["last"]}


def line_of(row: JsonObject, base_address: str) -> tuple[str, str, str]:
    """What is waited for, what happened, and where: the three lines of a row in a digest."""
    side = next((seat["title"] for seat in row["seats"] if seat["seat"] == row["you"]), row["you"])
    opponents = [
        seat.get("name") or seat.get("bot") or seat["title"] for seat in row["seats"] if seat["seat"] != row["you"]
    ]
    since_text = _utc_time(row["since"]).strftime(" since %d %B %Y, %H:%M UTC") if row["since"] else ""
    against_text = f" against {', '.join(opponents)}" if opponents else ""
    waiting_text = f"your turn as {side}{against_text}"
    if (offer := row.get("offer")) is not None:
        asker = next(seat.get("name") or seat["title"] for seat in row["seats"] if seat["seat"] == offer["seat"])
        waiting_text = f"{asker} {OFFER_WORDS[offer['what']]}; " + (waiting_text if row["yours"] else f"you are {side}")
    elif (outcome := row.get("over")) is not None:
        waiting_text, since_text = outcome["text"], ""
    return f"{row['title']}: {waiting_text}{since_text}", row["last"], f"{base_address}/t/{row['table']}"


def _urn(name: str) -> str:
    """The id of something in feeds, the same wherever the server is reached."""
    return uuid5(NAMESPACE_URL, f"wargame-table {name}").urn


def _utc_time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def in_words(rows: Sequence[JsonObject], base_address: str) -> str:
    """A digest as the text of a mail; ``base_address`` is what its links begin with."""
    if not rows:
        return "Nothing waits for you anywhere.\n"
    return "\n\n".join("\n".join(filter(None, line_of(row, base_address))) for row in rows) + "\n"


def as_atom(rows: Sequence[JsonObject], token: str, base_address: str) -> str:
    """The digest of a token as a feed: an entry for each turn and offer, so that a reader tells of every new one."""
    feed = xml.Element("feed", xmlns="http://www.w3.org/2005/Atom")
    latest_time = _utc_time(max((row["since"] for row in rows), default=0)).isoformat()
    for name, text in (("title", "Games that wait for you"), ("id", _urn(f"digest {token}")), ("updated", latest_time)):
        xml.SubElement(feed, name).text = text
    for row in rows:
        entry, (title, last_change, link) = xml.SubElement(feed, "entry"), line_of(row, base_address)
        entry_id = _urn(f"table {row['table']} {row['since']}")
        entry_texts = (("title", title), ("id", entry_id), ("updated", _utc_time(row["since"]).isoformat()))
        for name, text in (*entry_texts, ("summary", last_change)):
            xml.SubElement(entry, name).text = text
        xml.SubElement(entry, "link", href=link)
        xml.SubElement(xml.SubElement(entry, "author"), "name").text = row["title"]
    return xml.tostring(feed, "unicode", xml_declaration=True)


# ------------------------------------------------------------------------------------------------------- carried lists
@frozen(kw_only=True)
class CarriedList:
    """A list of games as its owner's browser has locked it; ``version`` is the one that it stands in place of."""

    version: int = field(validator=ge(0))
    body: str = field(validator=max_len(15_000))


async def keep_carried_list(hub: Hub, key: str, carried_list: CarriedList) -> JsonObject:
    """Keep a list that was changed. Raises `Refused` where another device was first."""
    is_stored = await hub.ask(
        hub.store.put_on_shelf, _list(key), carried_list.version, carried_list.body, hub.now(), YEAR
    )
    if not is_stored:
        raise Refused("stale", "another device has changed this list: read it again")
    return {"version": carried_list.version + 1}


async def carried_list(hub: Hub, key: str) -> JsonObject:
    """The list under a key; version 0 where there is none."""
    shelf = await hub.ask(hub.store.shelf_entry, _list(key))
    return {"version": shelf[0], "body": shelf[1]} if shelf else {"version": 0, "body": ""}


def _list(key: str) -> str:
    if not re.fullmatch(r"[\w-]{22,64}", key):
        raise Refused("wrong_key", "this is not a key of a list")
    return f"list {hash_of_key(key).hex()}"


# --------------------------------------------------------------------------------------------------------- tournaments
def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(plain_name, names))


@frozen(kw_only=True)
class NewTournament:
    """What a request for a tournament may wish for: everybody of ``names`` against everybody, or these ``pairs``.

    Each pair plays once, the first of it the first side and sides shared out evenly; with ``both_sides`` twice, with
    sides changed. ``game`` is what every table of it plays.
    """

    title: str = field(validator=max_len(80), converter=harmless)
    names: tuple[str, ...] = field(converter=_names, validator=max_len(16))
    pairs: tuple[tuple[str, str], ...] = ()
    both_sides: bool = False
    game: Wishes

    def pairings(self) -> list[tuple[str, str]]:
        """Who plays whom, the first with the first side. Raises `Refused` for names that are not clear."""
        if (
            len(self.names) < 2
            or not all(map(skeleton, self.names))
            or len({*map(skeleton, self.names)}) < len(self.names)
        ):
            raise Refused("malformed", "a tournament needs two names or more, each given once, in letters of its own")
        pairs = [*map(_pair, self.pairs)] or balanced_pairings(self.names)
        for name in (name for pair in pairs for name in pair):
            if name not in self.names:
                raise Refused("malformed", f"{name} is in a pair, and not among the names: {', '.join(self.names)}")
        if any(first == second for first, second in pairs):
            raise Refused("malformed", "nobody plays against himself")
        games = [*pairs, *((second, first) for first, second in pairs)] if self.both_sides else pairs
        if len(games) > MOST_TABLES:
            raise Refused("too_big", f"these are {len(games)} games; a tournament has at most {MOST_TABLES}")
        return games


def _pair(pair: tuple[str, str]) -> tuple[str, str]:
    first, second = _names(pair)
    return first, second


def balanced_pairings(names: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody against everybody, each with the first side about as often as with the second.

    >>> balanced_pairings(("Ann", "Bob", "Cy"))
    [('Ann', 'Bob'), ('Cy', 'Ann'), ('Bob', 'Cy')]
    """
    seats = combinations(enumerate(names), 2)
    return [
        (name, other_name) if (other_index - name_index) % 2 else (other_name, name)
        for (name_index, name), (other_index, other_name) in seats
    ]


async def begin_tournament(hub: Hub, wishes: NewTournament, opening: Opening, titles: Mapping[str, str]) -> JsonObject:
    """Make all tables of a tournament: its id, and the links of each player by name. Raises `Refused`, `StoreError`.

    ``titles`` is what people call the seats of its game: no player may be called so.
    """
    seats = tuple(titles)
    reserved_by_skeleton = {skeleton(name): name for _, name in reserved_names(titles)}
    for name in wishes.names:
        if (of_another := reserved_by_skeleton.get(skeleton(name))) is not None:
            raise Refused("taken", f"no player may be called {name}: {of_another} is a seat or a role at the tables")
    if len(seats) != 2 or opening.bots:
        raise Refused("unavailable", "a tournament is for games of two people")
    links: dict[str, list[JsonObject]] = {name: [] for name in wishes.names}
    games: list[JsonObject] = []
    for pair in wishes.pairings():
        new_table = await hub.make(evolve(opening, seed=new_seed(), secret=secrets.token_hex(16)))
        for seat, name in zip(seats, pair, strict=True):
            links[name].append({"seat": seat, "title": new_table["title"], "link": new_table["links"][seat]})
            await hub.ask(hub.store.call, new_table["table"], seat, name)
        watch = new_table["links"][SPECTATOR].partition("#")[2]
        games.append({"table": new_table["table"], "players": dict(zip(seats, pair, strict=True)), "watch": watch})
    tournament = new_id()
    data = {"title": wishes.title, "names": wishes.names, "games": games, "wishes": asdict(wishes.game)}
    await hub.ask(hub.store.put_on_shelf, f"tournament {tournament}", 0, json.dumps(data), hub.now(), 0.0)
    return {"tournament": tournament, "links": links}


async def standings(hub: Hub, tournament: str) -> JsonObject:
    """The table of results of a tournament, and its games as whoever watches sees them. Raises `Refused`.

    A table that cannot be opened says why in ``gone``, and counts for nothing.
    """
    shelf = await hub.ask(hub.store.shelf_entry, f"tournament {tournament}")
    if shelf is None:
        raise Refused("unknown_table", "there is no such tournament")
    data = json.loads(shelf[1])
    games = []
    for game in data["games"]:
        games.append({**game, **await _row_or_why(hub, game["table"], SPECTATOR)})
    title = next((game["title"] for game in games if "title" in game), "")
    return {"title": data["title"], "game": title, "players": table_of(data["names"], games), "games": games}


def table_of(names: Sequence[str], games: Iterable[Mapping[str, Any]]) -> list[JsonObject]:
    """The standings: two points a win and one a draw; among equals the greater difference of points in the games.

    A game counts for ``played`` when it is over. What is ``scored`` and ``against`` is as the games count points.
    """
    zero = {"played": 0, "won": 0, "drawn": 0, "lost": 0, "scored": 0, "against": 0}
    table: dict[str, JsonObject] = {name: {"name": name, **zero} for name in names}
    for game in games:
        if (outcome := game.get("over")) is None:
            continue
        (seat_1, first_player), (seat_2, second_player) = game["players"].items()
        for seat, name, enemy in ((seat_1, first_player, seat_2), (seat_2, second_player, seat_1)):
            row, winners = table[name], outcome["winners"]
            result = "won" if winners == [seat] else "lost" if winners == [enemy] else "drawn"
            row["played"] += 1
            row[result] += 1
            row["scored"] += outcome["scores"].get(seat, 0)
            row["against"] += outcome["scores"].get(enemy, 0)
    for row in table.values():
        row["points"] = 2 * row["won"] + row["drawn"]
    return sorted(table.values(), key=lambda row: (-row["points"], row["against"] - row["scored"], row["played"]))
