"""What a shell completes on the command line: games, scenarios, seats, bots and options, and files where they fit.

Source of the scripts: click; see `wargame completion`. Nothing here may fail: a shell shows no errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from wargame_core.errors import WargameError

if TYPE_CHECKING:
    from wargame_core.game import Game

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def game_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The installed games, with their titles; files where a path is begun."""
    from wargame_core.plugins.discovery import discover

    if any(mark in typed for mark in "./\\"):
        return [CompletionItem(typed, type="file")]
    plugins = [installed.plugin for installed in discover() if installed.plugin is not None]
    return [
        CompletionItem(entry.id, help=entry.title)
        for plugin in plugins
        for entry in plugin.games
        if entry.id.startswith(typed)
    ]


def all_seats(seats: tuple[str, ...]) -> str:
    """What ``--seat`` is called for all seats at one keyboard."""
    return "both" if len(seats) == 2 else "all"


def game_or_plugin_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The installed games, and the plugins, which are asked for charts, odds and rules."""
    from wargame_core.plugins.discovery import discover

    games = game_names(context, parameter, typed)
    plugins = [
        CompletionItem(installed.id, help=installed.plugin.title)
        for installed in discover()
        if installed.plugin is not None
    ]
    named = {item.value for item in games}
    return games + [item for item in plugins if item.value.startswith(typed) and item.value not in named]


def _of_the_game(names: Callable[[Game], Iterable[tuple[str, str]]], *more: str) -> Completer:
    """Completes with what the game on the line has; and with some words that fit every game."""

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        from wargame_core.plugins.discovery import load

        words = [context.params.get("game"), *context.args]  # an option without its value leaves the rest unread
        name = next(filter(None, words), None)
        if name is None:
            return []
        if any(mark in typed for mark in "./\\"):
            return [CompletionItem(typed, type="file")]
        try:
            known = [*names(load(str(name))), *((word, "") for word in more)]
        except (WargameError, ImportError, OSError):
            return []
        return [CompletionItem(word, help=meaning or None) for word, meaning in known if word.startswith(typed)]

    return complete


scenario_names = _of_the_game(lambda game: ((scenario.id, scenario.title) for scenario in game.scenarios))
seat_names = _of_the_game(lambda game: ((seat, "") for seat in (*game.seats, all_seats(game.seats))))
bot_names = _of_the_game(
    lambda game: (
        (word, "")
        for seat in ("", *(f"{seat}=" for seat in game.seats))
        for word in (f"{seat}{bot}" for bot in game.bots)
    )
)
option_pairs = _of_the_game(
    lambda game: ((f"{option.name}={choice}", option.help) for option in game.options for choice in option.choices)
)
