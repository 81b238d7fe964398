"""Laws of play: it ends, it repeats itself, and it reaches every part of the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping

from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Chose, ChoseTogether, Entry
from wargame_core.flow.match import Match
from wargame_core.flow.players import Player
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_lab.playouts import Batch, GameResult, playout
from wargame_laws import trials
from wargame_laws.trials import LawBroken, Trial, broken, difference, everything, kinds_of, plain, traced

PROGRAM = """
import json, sys
from wargame_laws.laws_of_play import play_and_tell
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
        _play(batch, game, batch.players_of(game, 0), entries)
        games.append(events_of(game, entries))
    return games


def _play(batch: Batch, game: Game, players: Mapping[str, Player], entries: list[Entry] | None = None) -> GameResult:
    """Game 0 of a batch."""
    dice, scenario, options, limit = batch.dice(0), batch.scenario, batch.options, batch.limit
    return playout(game, players, dice, scenario=scenario, options=options, limit=limit, entries=entries)


def compare_elsewhere(games: list[tuple[Batch, list[JsonObject]]], hash_seed: str) -> None:
    """Play the games in a process with this hash seed. Raises `LawBroken` where its events differ from those given.

    The batches name their game and their players, so that another process finds them.
    """
    names = ("seed", "scenario", "limit")
    fields = [
        {"game": str(batch.game), "players": dict(batch.players), "options": dict(batch.options)}
        | {name: getattr(batch, name) for name in names}
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


REPEATED = 1
"""The number of recorded games that are played again."""
ELSEWHERE = 2
"""The number of games that another process plays too; all their events are compared."""
ELSEWHERE_THOROUGH = 10


def law_play_ends(trial: Trial) -> None:
    """Every game ends, with no dead end and no error, and the same seed gives the same game again."""
    recorded = set(trial.recorded_seeds)
    for number, seed in enumerate(list(trial.seeds)[: trial.ends]):
        if seed not in recorded:
            _sound(trial, seed, _played(trial, seed))
            continue
        game = trial.recorded(seed)
        if game.problem is not None:
            raise game.problem from game.cause
        assert game.match is not None
        result = _result(game.match)
        _sound(trial, seed, result)
        if number < REPEATED and _played(trial, seed) != result:
            raise LawBroken(f"seed {seed}: played again the game came out differently")
    _the_same_elsewhere(trial)


def _sound(trial: Trial, seed: int, result: JsonObject) -> None:
    """Raise `LawBroken` unless the result has an outcome, and one that names seats of the game."""
    if result["outcome"] is None:
        raise LawBroken(f"seed {seed}: the game has not ended after {trials.LIMIT} choices")
    winner, scores = result["outcome"]["winner"], result["outcome"]["scores"]
    for name in (*scores, *([winner] if winner is not None else [])):
        if name not in trial.game.seats:
            raise LawBroken(f"seed {seed}: the outcome names {name!r}, who has no seat: {result['outcome']}")


def _result(match: Match) -> JsonObject:
    """The result of a match in the shape of a `GameResult`."""
    outcome = match.outcome.to_json() if match.outcome else None
    asked = [entry for entry in match.entries if isinstance(entry, (Chose, ChoseTogether))]
    decisions = sum(len(entry.actions) if isinstance(entry, ChoseTogether) else 1 for entry in asked)
    turns = match.rules.turn_of(match.board)
    return {"game": 0, "outcome": outcome, "turns": turns, "decisions": decisions, "rolls": match.seq - len(asked)}


def _played(trial: Trial, seed: int) -> JsonObject:
    batch = trial.batch(seed)
    players = {seat: _careful(player, seed) for seat, player in batch.players_of(trial.game, 0).items()}
    try:
        return _play(batch, trial.game, players).to_json()
    except LawBroken:
        raise
    except Exception as problem:
        raise _located(trial, seed, problem) from problem


def _careful(player: Player, seed: int) -> Player:
    """The same player, who complains about having nothing to choose from."""

    def choose(view: View) -> Action:
        if next(iter(view.choices), None) is None:
            where = " > ".join(view.cursor)
            raise LawBroken(f"seed {seed} ({where}): {view.seat} is asked {view.prompt!r} and has no choice")
        return player(view)

    return choose


def _located(trial: Trial, seed: int, problem: Exception) -> LawBroken:
    """The error of a playout with the moment it came up at, found by playing the game again as a match."""
    message = f"{type(problem).__name__}: {problem}"
    try:
        match, players = trial.start(seed), trial.players_of(seed)
    except Exception:
        return LawBroken(f"seed {seed}, before the first choice: {message}")
    try:
        for _ in match.plays(players, story=False):
            pass
    except Exception:
        return broken(match, seed, message)
    return LawBroken(f"seed {seed}: {message}")


def _the_same_elsewhere(trial: Trial) -> None:
    """Another process orders sets differently; a rule that goes by such an order plays another game there."""
    if trial.name is None:
        return
    games = []
    for seed in trial.recorded_seeds[: ELSEWHERE_THOROUGH if trial.thorough else ELSEWHERE]:
        batch, match = trial.batch(seed), trial.recorded(seed).match
        if match is not None and all(isinstance(maker, str) for maker in batch.players.values()):
            games.append((batch, events_of(trial.game, list(match.entries))))
    if not games:
        return
    for hash_seed in ("1", "2") if trial.thorough else ("1",):
        compare_elsewhere(games, hash_seed)


def law_everything_comes_up(trial: Trial) -> None:
    """Every step, kind of action and kind of event came up in play, but for those listed as unexercised."""
    expected = everything(trial.game)
    if unknown := trial.unexercised - expected:
        raise LawBroken(f"listed as unexercised, but the game has no such thing: {', '.join(sorted(unknown))}")
    seen: set[str] = set()
    for play in trial.plays():
        list(play)  # raises what went wrong in it
        seen |= kinds_of(play.match.entries)
    seen |= trial.steps
    wanted = expected if trial.thorough else expected - trial.unexercised
    game = traced(trial.game, seen)
    for seed in list(trial.seeds)[trial.games :]:
        if seen >= wanted:
            break
        batch, entries = trial.batch(seed), list[Entry]()
        _play(batch, game, batch.players_of(trial.game, 0), entries)
        seen |= kinds_of(entries)
    seen &= expected
    if seen & trial.unexercised:
        raise LawBroken(f"listed as unexercised, but it came up: {', '.join(sorted(seen & trial.unexercised))}")
    if missing := sorted(expected - seen - trial.unexercised):
        raise LawBroken(f"never came up in {len(trial.seeds)} games: {', '.join(missing)}")
