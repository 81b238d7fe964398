"""Seats that wait for an opponent in a list, where the host of the server allows one.

Whoever has the link of a seat that nobody has opened may offer it; who waits is at a screen of another seat of that
table. A seat stands in the list while somebody waits so, and for some hours at most. Who takes it is given a fresh
link, and nothing else opens the seat from then on.
"""

import json
from typing import Final

from attrs import field, frozen
from attrs.validators import max_len

from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_table.messages.incoming import Refused
from wargame_table.network.guard import hash_of_key, new_key
from wargame_table.network.hub import Hub
from wargame_table.network.open_tables import OpenTable

LASTS: Final = 3 * 3600.0
"""Seconds for which a seat is offered at most."""
MOST_SEATS_SHOWN: Final = 50
"""Seats that the list shows, those first that have waited longest."""


@frozen(kw_only=True)
class SeatAtTable:
    """A seat of a table."""

    table: str = field(validator=max_len(80))
    seat: str = field(validator=max_len(80))


async def offer(hub: Hub, wish: SeatAtTable, key: str) -> JsonObject:
    """Let a seat stand in the list, by the key of its link: for how many seconds. Raises `Refused` and `StoreError`."""
    table, key_hash = await hub.open(wish.table), hash_of_key(key)
    keys = await hub.ask(hub.store.keys, table.id)
    if wish.seat not in table.session.game.seats or keys[wish.seat] != key_hash:
        raise Refused("wrong_key", "a seat is offered with the key of its own link")
    if table.session.is_over or wish.seat in table.session.bots:
        raise Refused("unavailable", "this seat waits for nobody: the game is over, or a bot plays the seat")
    current_time = hub.now()
    await hub.ask(
        hub.store.offer_seat,
        table.id,
        wish.seat,
        key_hash,
        _about(table, wish.seat),
        current_time,
        current_time + LASTS,
    )
    return {"seconds": int(LASTS)}


def _about(table: OpenTable, seat: str) -> str:
    """What is played at a table, and with which clock: what its maker has chosen, and nothing of the game."""
    session, opening = table.session, table.session.opening
    return json.dumps(
        {
            "title": session.game.title,
            "scenario": session.game.rules.scenario(opening.scenario).title,
            "side": session.sheets.seat_names.get(seat, seat),
            "clock": opening.clock,
            "time_limit": opening.time_limit,
            "referee": opening.referee,
            "seats": {name: session.sheets.seat_names.get(name, name) for name in session.game.seats},
        }
    )


async def listed(hub: Hub) -> list[JsonObject]:
    """The seats that wait for somebody now, those first that have waited longest. Raises `StoreError`."""
    rows = []
    for open_seat in await hub.ask(hub.store.open_seats, hub.now()):
        seat_details = json.loads(open_seat.about)
        sides = seat_details.pop("seats")
        people = sorted({(sides[seat], harmless(name)) for seat, name in open_seat.people if seat in sides})
        if people:
            waiting_people = [{"side": side, "name": name} for side, name in people]
            opened_at = int(open_seat.ends - LASTS)
            rows.append(
                {
                    "table": open_seat.table,
                    "seat": open_seat.seat,
                    **seat_details,
                    "waiting": waiting_people,
                    "since": opened_at,
                }
            )
    return rows[:MOST_SEATS_SHOWN]


async def take(hub: Hub, wish: SeatAtTable) -> JsonObject:
    """Sit down at a seat of the list: the path of a fresh link to it. Everybody at the table is told.

    Raises `Refused` where somebody else was first, or nobody waits any more, and `StoreError`.
    """
    seats = {(row["table"], row["seat"]) for row in await listed(hub)}
    link = new_key()
    is_there = (wish.table, wish.seat) in seats
    if not is_there or not await hub.ask(hub.store.take_open_seat, wish.table, wish.seat, hash_of_key(link), hub.now()):
        raise Refused("taken", "this seat is not open any more: somebody else has it, or nobody waits for you there")
    table = await hub.open(wish.table)
    async with table.lock:
        if await hub.ask(hub.store.sentence_count, table.id) < hub.limits.said:
            side = table.session.sheets.seat_names.get(wish.seat, wish.seat)
            await hub.tell_notice(table, f"Somebody has taken the open seat of {side}.")
        await hub.check_keys(table)
    table.wake_waiters()
    return {"link": f"/t/{table.id}#{link}", "seat": wish.seat}
