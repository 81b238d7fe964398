"""What can be played here, and new tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Any, Final

from attrs import evolve

from wargame_core.errors import UnknownName, WargameError
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.limits import ACTION, LimitError, quote, read_json
from wargame_core.plugins.discovery import discover
from wargame_table.guard import hashed, new_id, new_key
from wargame_table.hub import Hub, roles_of
from wargame_table.open_tables import Hooks, checked_address
from wargame_table.protocol import Refused
from wargame_table.rows import Opening
from wargame_table.thinking import game_called

DAY: Final = 86_400
MOST_TURNS: Final = 20
"""By how many turns who watches may be behind."""


class Lobby:
    """The games of this server: all installed ones, or those of ``only``."""

    def __init__(self, only: Collection[str] = ()) -> None:
        self._only = only
        self._told: list[JsonObject] | None = None

    def ids(self) -> list[str]:
        """The ids of the games."""
        installed = [entry.id for holder in discover() if holder.plugin is not None for entry in holder.plugin.games]
        return [name for name in installed if not self._only or name in self._only]

    def games(self) -> list[JsonObject]:
        """Every game with its scenarios, options, seats and bots; those that cannot be loaded are left out."""
        if self._told is None:
            self._told = [game_to_json(game) for name in self.ids() if (game := _loaded(name)) is not None]
        return self._told

    async def make(self, hub: Hub, body: bytes, home: str = "") -> JsonObject:
        """A new table as a request wants it: its id, and a key for each role. Raises `Refused` and `UnknownName`."""
        wanted = _read(body)
        if wanted["game"] not in self.ids():
            raise Refused("unavailable", f"there is no game {quote(wanted['game'])} here")
        game = await asyncio.to_thread(game_called, wanted["game"])
        opening = evolve(
            Opening.of(
                game,
                wanted["scenario"] or None,
                wanted["options"],
                wanted["bots"],
                wanted["referee"],
                clock=within(wanted["clock"], DAY * 60, "clock"),
                delay=within(wanted["delay"], MOST_TURNS, "delay"),
            ),
            hooks=hooks_of(hub.hooks, game, wanted["hooks"]),
            home=home,
        )
        table, keys = new_id(), {role: new_key() for role in roles_of(game, opening)}
        hashes = {role: hashed(key) for role, key in keys.items()}
        await hub.ask(hub.store.make, table, opening, hashes, time.time())
        return {"table": table, "links": {role: f"/t/{table}#{key}" for role, key in keys.items()}}


def _loaded(name: str) -> Game | None:
    try:
        return game_called(name)
    except WargameError:  # its data are broken, say; the others can be played all the same
        return None


def game_to_json(game: Game) -> JsonObject:
    """What a page needs to offer a game."""
    return {
        "id": game.id,
        "title": game.title,
        "documents": list(game.documents),
        "seats": list(game.seats),
        "bots": list(game.bots),
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "help": scenario.help} for scenario in game.scenarios
        ],
        "options": [
            {"name": option.name, "help": option.help, "choices": list(option.choices), "default": option.default}
            for option in game.options
        ],
    }


def _read(body: bytes) -> JsonObject:
    """The wishes for a new table, every one there and of its type. Raises `Refused`."""
    try:
        data = read_json(body.decode(), ACTION)
    except (LimitError, UnicodeDecodeError) as problem:
        raise Refused("malformed", str(problem)) from None
    empty: dict[str, Any] = {"game": "", "scenario": "", "options": {}, "bots": {}, "referee": False}
    empty |= {"clock": 0, "delay": 0, "hooks": {}}
    if not isinstance(data, dict) or not data.keys() <= empty.keys():
        raise Refused("malformed", f"a new table has {', '.join(empty)}")
    wanted = {**empty, **data}
    for name, example in empty.items():
        if type(wanted[name]) is not type(example):
            raise Refused("malformed", f"`{name}` is {quote(wanted[name])}")
    for part in (*wanted["options"].values(), *wanted["bots"].values(), *wanted["hooks"].values()):
        if not isinstance(part, str):
            raise Refused("malformed", f"{quote(part)} is no text")
    return wanted


def within(number: int, most: int, name: str) -> int:
    """A number of a wish. Raises `Refused` for one that is too large."""
    if not 0 <= number <= most:
        raise Refused("malformed", f"`{name}` is from 0 to {most:,}")
    return number


def hooks_of(hooks: Hooks, game: Game, wanted: dict[str, str]) -> dict[str, str]:
    """The addresses that are told whose turn it is, by seat. Raises `Refused` and `UnknownName`."""
    if wanted and not hooks.allowed:
        raise Refused("unavailable", "this server tells nobody elsewhere whose turn it is (wargame serve --hooks)")
    for seat in wanted:
        if seat not in game.seats:
            raise UnknownName("seat", seat, game.seats)
    return {seat: checked_address(address, hooks.private) for seat, address in wanted.items()}
