"""How the heuristic player of each game takes its weights: one value for all, by seat, or by scenario and seat."""

from collections.abc import Iterable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final

from attrs import evolve, frozen

from wargame_core.data import Between
from wargame_core.game import Game
from wargame_core.shapes import ListShape, fields_of

ALL: Final = "all"
"""Stands for every seat, where a player judges alike on all sides."""


NAMED: Final = ("normal", "hard")
"""The players that judge by weights."""


@frozen
class Players:
    """The package with a game's heuristic player, and whether its weights are its own for each seat and scenario."""

    package: str
    by_seat: bool = True
    by_scenario: bool = False


CAMPAIGNS: Final = Players("wargame_altar_of_freedom.players")
PLAYERS: Final = {
    "battlecry": Players("wargame_battlecry.players", by_seat=False),
    "vicksburg": CAMPAIGNS,
    "gettysburg": CAMPAIGNS,
    "gcacw_on_the_4th_day": Players("wargame_gcacw.players", by_scenario=True),
}


def module_of(game: str) -> Any:
    """The module with a game's weights: their class, and those that have a name."""
    return import_module(f"{PLAYERS[game].package}.weights")


def chances(game: str) -> frozenset[str]:
    """The names of a game's numbers that are chances, and keep within their ends."""
    parts = {
        own.name: own.shape.items if isinstance(own.shape, ListShape) else (own.shape,)
        for own in fields_of(type(module_of(game).NORMAL))
    }
    return frozenset(name for name, shapes in parts.items() if any(shape.mark(Between) for shape in shapes))


def seats_of(game: Game) -> tuple[str, ...]:
    """The seats that have weights of their own; `ALL` where none has."""
    return tuple(game.seats) if PLAYERS[game.id].by_seat else (ALL,)


def as_taken(game: Game, weights: Mapping[str, Any], scenarios: Iterable[str]) -> Any:
    """The weights of each seat that has its own (see `seats_of`), as a game's player takes them in these scenarios."""
    form = PLAYERS[game.id]
    if not form.by_seat:
        return weights[ALL]
    return dict.fromkeys(scenarios, weights) if form.by_scenario else weights


def normal_with(game: Game, numbers: Mapping[str, Any]) -> Any:
    """What the normal player judges by, with other numbers in every seat, as it takes them."""
    changed = {seat: evolve(own, **numbers) for seat, own in named(game, "normal").items()}
    return as_taken(game, changed, [scenario.id for scenario in game.scenarios])


def named(game: Game, name: str, scenario: str = "") -> dict[str, Any]:
    """What a game's normal or hard player judges by in a scenario, by seat as `as_taken` wants it.

    Raises LookupError for another name, and where the game has no hard player.
    """
    if name not in NAMED or name not in game.bots:
        raise LookupError(
            f"{game.id} has no {name} player; it has {', '.join(name for name in NAMED if name in game.bots)}"
        )
    player, form, normal = game.bots[name], PLAYERS[game.id], module_of(game.id).NORMAL
    taken = player.keywords.get("weights", {}) if isinstance(player, partial) else {}
    if not form.by_seat:
        return {ALL: taken or normal}
    of_seats = taken.get(scenario, {}) if form.by_scenario else taken
    return {seat: of_seats.get(seat, normal) for seat in game.seats}
