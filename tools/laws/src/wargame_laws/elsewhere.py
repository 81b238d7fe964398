"""Whole games played again in another process, in which sets have another order, and compared event by event."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from wargame_core.flow.entries import Entry
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_lab.simulation.batch import Batch
from wargame_lab.simulation.playouts import playout
from wargame_laws.comparing import difference, plain
from wargame_laws.recording import LawBroken

PROGRAM = """
import json, sys
from wargame_laws.elsewhere import play_and_tell
print(json.dumps(play_and_tell(json.load(sys.stdin))))
"""
"""The program of the other process: it reads games from its input and writes their events to its output."""


def events_of(game: Game, entries: list[Entry]) -> list[JsonObject]:
    """All events of a game in their order, as JSON."""
    return [plain(game.rules.codec.to_json(event)) for entry in entries for event in entry.events]


def play_and_tell(batches: list[JsonObject]) -> list[list[JsonObject]]:
    """The events of game 0 of each batch, given by the fields of `Batch`."""
    games = []
    for fields in batches:
        batch, entries = Batch(data=None, **fields), list[Entry]()
        game = batch.load()
        players, dice = batch.players_of(game, 0), batch.dice(0)
        scenario, options, limit = batch.scenario, batch.options, batch.limit
        playout(game, players, dice, scenario=scenario, options=options, limit=limit, entries=entries)
        games.append(events_of(game, entries))
    return games


def compare_elsewhere(games: list[tuple[Batch, list[JsonObject]]], hash_seed: str) -> None:
    """Play the games in a process with this hash seed. Raises `LawBroken` where its events differ from those given.

    The batches name their game and their players, so that another process finds them.
    """
    fields = [
        {
            "game": str(batch.game),
            "players": dict(batch.players),
            "seed": batch.seed,
            "scenario": batch.scenario,
            "options": dict(batch.options),
            "limit": batch.limit,
        }
        for batch, _ in games
    ]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, input=json.dumps(fields), capture_output=True, text=True, check=False
    )
    seeds = ", ".join(str(batch.seed) for batch, _ in games)
    if done.returncode:
        raise LawBroken(f"seeds {seeds}: in another process: {done.stderr.strip()}")
    for (batch, here), there in zip(games, json.loads(done.stdout.splitlines()[-1]), strict=True):
        if (flaw := difference(here, there)) is not None:
            message = "in another process the game came out differently (does a rule use a set?)"
            raise LawBroken(f"seed {batch.seed}: {message}: events {flaw}")
