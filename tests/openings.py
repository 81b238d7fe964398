"""The openings of every game that is installed, as text: the same on every Python (`tests/test_newer_pythons.py`)."""

import json
from collections.abc import Iterator

from wargame_core import Game, Record, discover, load
from wargame_table.local import BrowserTable, new_opening
from wargame_table.messages.incoming import PROTOCOL

SEED = 1863
DECISIONS = 4


def openings() -> Iterator[tuple[str, str]]:
    """A record for each scenario of each game, and what a screen of its first seat is told of a new game.

    Bots have made some decisions in the first scenario of a game.
    """
    plugins = [holder.plugin for holder in discover() if holder.plugin is not None]
    for name in (entry.id for plugin in plugins for entry in plugin.games):
        game = load(name)
        for scenario in game.scenarios:
            yield f"{name}, {scenario.id}", record_of(game, scenario.id, played=scenario == game.scenarios[0])
        yield f"{name}, told {game.seats[0]}", told(name, game.seats[0])


def record_of(game: Game, scenario: str, *, played: bool) -> str:
    """The record of a match that has just begun, or in which bots have made some decisions."""
    match = game.start(scenario, seed=SEED)
    if played:
        players = {seat: game.bot("normal", seed=number) for number, seat in enumerate(game.seats)}
        for _ in zip(range(DECISIONS), match.iter_play(players), strict=False):
            pass
    return Record.of(match).text()


def told(name: str, seat: str) -> str:
    """What the site without a server tells a screen first, a message a line."""
    opening = json.loads(new_opening(json.dumps({"game": name, "bots": {}}))) | {"seed": str(SEED), "secret": "00" * 16}
    table = BrowserTable(json.dumps(opening))
    answer = json.loads(table.hear(json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": seat})))
    return "\n".join(json.dumps(message) for message in answer["out"])
