"""What a server does for persons: seats, names and devices that belong to keys, and the calls that change them.

A person is a set of devices, each with a key of its own. The first is there with the first call that it signs; another
one is let in by one that is there.
"""

import secrets
from collections.abc import Callable
from typing import Final, assert_never

from wargame_core import SPECTATOR
from wargame_core.json_form import JsonObject
from wargame_table.keeping.person_store import WATCHING_PREFIX, AskingDevice, Device
from wargame_table.messages.incoming import Refused
from wargame_table.messages.look_alikes import skeleton
from wargame_table.messages.person_calls import (
    AskIn,
    Call,
    Forget,
    FreeSeat,
    HandOver,
    LetIn,
    ListDevices,
    Prove,
    Revoke,
    SignedCall,
    TakeSeat,
    read_call,
)
from wargame_table.network.device_words import draw_words
from wargame_table.network.guard import hash_of_key, new_key
from wargame_table.network.hub import Hub
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.signatures import is_signed
from wargame_table.play.people import AUTHOR

LASTS: Final = 600.0
"""Seconds that a device may ask to be let in with the same words."""
TRIES: Final = 10
"""Wrong words that one person may say in a day."""
MOST_DEVICES: Final = 20
"""Devices that a person may have."""


async def hear_call(
    hub: Hub, signed: SignedCall, link_key: str, is_our_name: Callable[[str], bool], network: str = ""
) -> JsonObject:
    """Do what a signed call says: the answer to it. Raises `Refused` and `StoreError`.

    ``link_key`` is that of the link that somebody came with. Persons are counted for a ``network``, where there is one.
    """
    call, device = await caller_of(hub, signed, is_our_name, network)
    match call:
        case TakeSeat():
            return await _take_seat(hub, device, call, link_key)
        case AskIn():
            return await _ask_in(hub, device, call, network)
        case LetIn():
            return await _let_in(hub, device, call)
        case Revoke():
            return await _revoke(hub, device, call)
        case FreeSeat():
            return await _free_own(hub, device, call)
        case HandOver():
            return await _hand_over(hub, device, call)
        case Forget():
            return await _forget(hub, device)
        case ListDevices():
            return await _list_devices(hub, device)
        case Prove():
            return {"person": True}
    assert_never(call)


async def caller_of(
    hub: Hub, signed: SignedCall, is_our_name: Callable[[str], bool], network: str = ""
) -> tuple[Call, Device]:
    """A call, and the device that signed it; one that was never heard of begins a person. Raises `Refused`.

    A call counts once: each has a higher number than all before it of its device.
    """
    if not is_signed(signed):
        raise Refused("wrong_key", "the signature of this call is not that of its device")
    call = read_call(signed.text)
    if not is_our_name(call.site):
        raise Refused("wrong_key", f"this call was signed for another server: {call.site or 'it names none'}")
    device = await hub.ask(hub.store.device, signed.device)
    if device is None:
        return call, await _new_person(hub, signed.device, call, network)
    if not await hub.ask(hub.store.note_call_number, device.key, call.number, hub.now()):
        raise Refused("stale", f"a call with the number {call.number} or a higher one was heard before: count on")
    return call, device


async def _new_person(hub: Hub, key: str, call: Call, network: str) -> Device:
    current_time, label = hub.now(), call.label if isinstance(call, TakeSeat | AskIn) else ""
    device = Device(key, secrets.token_hex(8), label, current_time, current_time)
    if await hub.ask(hub.store.is_revoked_key, key):
        raise Refused("revoked", "the key of this device was revoked, or forgotten: make another one")
    async with hub.day_counts.within_daily_limit("persons", hub.limits.persons, network):
        if not await hub.ask(hub.store.add_device, device, call.number):
            raise Refused("stale", "this device has just made another call: count on")
    return device


# --------------------------------------------------------------------------------------------------------------- seats
async def _take_seat(hub: Hub, device: Device, call: TakeSeat, link_key: str) -> JsonObject:
    """Let the key of a call open what the person has at the table: the seat of the link, if it is free or one's own.

    ``taken`` says that somebody else has it: then the key only watches.
    """
    table = await hub.open(call.table)
    role, is_own = await _role_to_take(hub, table, device.person, hash_of_key(link_key))
    session_role = role if is_own else SPECTATOR
    if not await hub.ask(hub.store.open_session, table.id, hash_of_key(call.key), session_role, device.key, hub.now()):
        raise Refused("taken", "this key opens something at this table already: draw another one")
    await _close_void_screens(hub, table)
    return {"role": session_role, "seat": role if role in table.session.game.seats else "", "taken": not is_own}


async def _role_to_take(hub: Hub, table: OpenTable, person: str, link: bytes) -> tuple[str, bool]:
    """The role that a link leads to, and whether the person may have it: a free seat is the person's from now on."""
    keys = await hub.ask(hub.store.keys, table.id)
    owners = await hub.ask(hub.store.owners, table.id)
    role = next((role for role, key_hash in keys.items() if key_hash == link), None)
    if role is None:
        session = await hub.ask(hub.store.session, table.id, link)
        own_seats = [seat for seat, owner in owners.items() if owner == person]
        role = session[0] if session is not None and session[0] in own_seats else next(iter(own_seats), None)
        if role is None:
            raise Refused("wrong_key", "this link does not open this table, and none of its seats is yours")
        return role, True
    seat = role.removeprefix(WATCHING_PREFIX)
    if seat not in table.session.game.seats:
        return seat, True
    if role == seat:
        return seat, await hub.ask(hub.store.claim_seat, table.id, seat, person, link)
    return seat, owners.get(seat) == person


async def role_of_person(hub: Hub, table: str, person: str, key: str) -> str | None:
    """The role that a key opens for a person: a seat of the person's, though the key only watches it, or is void.

    Without a ``person`` it is what the key alone opens.
    """
    link, owners = hash_of_key(key), await hub.ask(hub.store.owners, table)
    own_seats = [seat for seat, owner in owners.items() if person and owner == person]
    for role, key_hash in (await hub.ask(hub.store.keys, table)).items():
        if key_hash == link and (seat := role.removeprefix(WATCHING_PREFIX)) in own_seats:
            return seat
    role_opened = await hub.role_of_key(table, key)
    return next(iter(own_seats), None) if role_opened is None else role_opened


async def free_by_link(hub: Hub, table: OpenTable, key: str, seat: str) -> JsonObject:
    """Free a seat by the key of who made the table, or by a guest's own: the path of the fresh link. Raises `Refused`.

    Everybody at the table is told.
    """
    role = await hub.role_of_key(table.id, key)
    _seat_of(table, seat)
    if role == AUTHOR:
        return await _free(hub, table, seat, "Who made the table has freed the seat {}: a fresh link opens it.")
    if role == seat and seat not in await hub.ask(hub.store.owners, table.id):
        return await _free(hub, table, seat, "{} is free: its player has left it, and a fresh link opens it.")
    raise Refused("not_yours", "only the player of a seat, by a signed call, and who made the table can free it")


async def _free_own(hub: Hub, device: Device, call: FreeSeat) -> JsonObject:
    table = await _own_seat(hub, device, call)
    return await _free(hub, table, call.seat, "{} is free: its player has left it, and a fresh link opens it.")


async def _free(hub: Hub, table: OpenTable, seat: str, notice: str) -> JsonObject:
    link = new_key()
    if await hub.ask(hub.store.sentence_count, table.id) >= hub.limits.said:
        raise Refused("too_big", f"{hub.limits.said:,} sentences have been said: nobody could be told of it")
    await hub.ask(hub.store.free_seat, table.id, seat, hash_of_key(link))
    await _vacate_seat(hub, table, seat, notice)
    return {"link": f"/t/{table.id}#{link}", "seat": seat}


async def _hand_over(hub: Hub, device: Device, call: HandOver) -> JsonObject:
    table = await _own_seat(hub, device, call)
    taker = await hub.ask(hub.store.owner_of_name, skeleton(call.to)) if call.to else None
    if taker is None:
        raise Refused("unavailable", f"nobody with a key is called {call.to!r} at this server")
    if taker == device.person:
        raise Refused("unavailable", f"{call.to} is you")
    if not await hub.ask(hub.store.hand_over, table.id, call.seat, device.person, taker):
        raise Refused("not_yours", f"you have the seat {call.seat!r} no more")
    await _vacate_seat(hub, table, call.seat, f"The player of {{}} has handed the seat over to {call.to}.")
    return {"seat": call.seat, "to": call.to}


async def _own_seat(hub: Hub, device: Device, call: FreeSeat | HandOver) -> OpenTable:
    table = await hub.open(call.table)
    _seat_of(table, call.seat)
    if (await hub.ask(hub.store.owners, table.id)).get(call.seat) != device.person:
        raise Refused("not_yours", f"the seat {call.seat!r} is not yours")
    return table


def _seat_of(table: OpenTable, seat: str) -> None:
    if seat not in table.session.game.seats:
        seats = ", ".join(table.session.game.seats)
        raise Refused("malformed", f"there is no seat {seat!r} at this table; its seats are {seats}")


async def _vacate_seat(hub: Hub, table: OpenTable, seat: str, notice: str) -> None:
    """Send away who was at a screen of a seat that is another's now, and tell everybody."""
    async with table.lock:
        table.session.company.forget_name(seat)
        await hub.tell_notice(table, notice.format(table.session.sheets.seat_names.get(seat, seat)))
        await hub.check_keys(table)
    table.wake_waiters()


async def _close_void_screens(hub: Hub, table: OpenTable) -> None:
    """Send away who is at a screen with a key that is not good any more."""
    async with table.lock:
        await hub.check_keys(table)
    table.wake_waiters()


# ------------------------------------------------------------------------------------------------------------- devices
async def _ask_in(hub: Hub, device: Device, call: AskIn, network: str) -> JsonObject:
    """Ask to be let in: the words that the device shows. Whoever sits on the seat is told of them."""
    words, end_time = draw_words(), hub.now() + LASTS
    async with hub.day_counts.within_daily_limit("requests to be let in", hub.limits.persons, network):
        asking_device = AskingDevice(words, device.key, call.table, call.seat, call.label or device.label, end_time)
        if not await hub.ask(hub.store.ask_in, asking_device, hub.now()):
            raise Refused("stale", "another device shows these words: ask again")
    if (table := hub.open_table_of(call.table)) is not None:
        async with table.lock:
            await hub.tell_asking_devices(table)
    return {"words": words, "seconds": int(LASTS)}


async def _let_in(hub: Hub, device: Device, call: LetIn) -> JsonObject:
    """Let the device that shows these words in."""
    if len(await hub.ask(hub.store.devices, device.person)) >= MOST_DEVICES:
        raise Refused("too_big", f"a person has at most {MOST_DEVICES} devices: revoke one")
    async with hub.day_counts.within_daily_tries(f"wrong words of {device.person}", TRIES):
        asking_device = await hub.ask(hub.store.asking_device, call.words, hub.now())
        if asking_device is None:
            raise Refused("unavailable", "no device shows these words, or it has shown them for too long")
    if asking_device.device == device.key:
        raise Refused("unavailable", "this device shows these words itself: say them on a device that has the seat")
    await hub.ask(hub.store.move_device, asking_device.device, device.person)
    return {"device": asking_device.device, "label": asking_device.label}


async def _revoke(hub: Hub, device: Device, call: Revoke) -> JsonObject:
    other = await hub.ask(hub.store.device, call.device)
    if other is None or other.person != device.person:
        raise Refused("not_yours", "this is no device of yours")
    if other.key == device.key:
        raise Refused("unavailable", "a device does not revoke itself: do it on another one, or forget the person")
    tables = await hub.ask(hub.store.forget_key, other.key)
    for open_table in filter(None, map(hub.open_table_of, tables)):
        await _close_void_screens(hub, open_table)
    return {"device": other.key}


async def _forget(hub: Hub, device: Device) -> JsonObject:
    tables = await hub.ask(hub.store.forget_person, device.person)
    for open_table in filter(None, map(hub.open_table_of, tables)):
        async with open_table.lock:
            open_table.session.company.names = await hub.ask(hub.store.names, open_table.id)
        await _close_void_screens(hub, open_table)
    return {"forgotten": True}


async def _list_devices(hub: Hub, device: Device) -> JsonObject:
    devices = await hub.ask(hub.store.devices, device.person)
    rows = [
        {"device": other.key, "label": other.label, "since": int(other.since), "seen": int(other.seen)}
        | ({"this": True} if other.key == device.key else {})
        for other in devices
    ]
    return {"name": await hub.ask(hub.store.name_of_person, device.person), "devices": rows}
