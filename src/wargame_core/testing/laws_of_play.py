"""Laws of play: it ends, it repeats itself, and it reaches every part of the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from attrs import evolve

from wargame_core.flow.events import GameEnded
from wargame_core.flow.runner import Entry
from wargame_core.flow.sequence import Instruction, Program
from wargame_core.flow.views import View
from wargame_core.game import Game
from wargame_core.players.player import Player
from wargame_core.players.playouts import playout
from wargame_core.testing.trials import LIMIT, LawBroken, Trial, broken


def law_play_ends(trial: Trial) -> None:
    """Every game ends, with no dead end and no error, and the same seed gives the same game again."""
    for number, seed in enumerate(trial.seeds):
        result = _played(trial, seed)
        if result["outcome"] is None:
            raise LawBroken(f"seed {seed}: the game has not ended after {LIMIT} choices")
        winner, scores = result["outcome"]["winner"], result["outcome"]["scores"]
        for name in (*scores, *([winner] if winner is not None else [])):
            if name not in trial.game.seats:
                raise LawBroken(f"seed {seed}: the outcome names {name!r}, who has no seat: {result['outcome']}")
        if number < 3 and _played(trial, seed) != result:
            raise LawBroken(f"seed {seed}: played again the game came out differently")
    _the_same_elsewhere(trial, trial.seeds[0])


def _played(trial: Trial, seed: int) -> dict[str, Any]:
    batch = trial.batch(seed)
    players = {seat: _careful(player, seed) for seat, player in batch.players_of(trial.game, 0).items()}
    dice, scenario, options = batch.dice(0), batch.scenario, batch.options
    try:
        result = playout(trial.game, players, dice, scenario=scenario, options=options, limit=LIMIT)
    except LawBroken:
        raise
    except Exception as problem:
        raise _located(trial, seed, problem) from problem
    return result.to_json()


def _careful(player: Player, seed: int) -> Player:
    """The same player, who complains about having nothing to choose from."""

    def choose(view: View) -> Any:
        if next(iter(view.choices), None) is None:
            where = " > ".join(view.cursor)
            raise LawBroken(f"seed {seed} ({where}): {view.seat} is asked {view.prompt!r} and has no choice")
        return player(view)

    return choose


def _located(trial: Trial, seed: int, problem: Exception) -> LawBroken:
    """The error of a playout with the moment it came up at, found by playing the game again as a match."""
    said = f"{type(problem).__name__}: {problem}"
    try:
        match, players = trial.start(seed), trial.players_of(seed)
    except Exception:
        return LawBroken(f"seed {seed}, before the first choice: {said}")
    try:
        for _ in match.plays(players, story=False):
            pass
    except Exception:
        return broken(match, seed, said)
    return LawBroken(f"seed {seed}: {said}")


def _the_same_elsewhere(trial: Trial, seed: int) -> None:
    """Another process orders sets differently; a rule that goes by such an order plays another game there."""
    batch = trial.batch(seed)
    if trial.name is None or not all(isinstance(maker, str) for maker in batch.players.values()):
        return
    program = (
        "from wargame_core.players.simulation import simulate; "
        f"print(simulate({trial.name!r}, {dict(batch.players)!r}, 1, {seed}, scenario={trial.scenario!r}, "
        f"options={dict(trial.options)!r}, limit={LIMIT}).games[0].to_json())"
    )
    here = repr(batch.play(trial.game, 0).to_json())
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LawBroken(f"seed {seed}: in another process: {done.stderr.strip()}")
        if done.stdout.strip() != here:
            raise LawBroken(f"seed {seed}: in another process the game came out differently (does a rule use a set?)")


def law_everything_comes_up(trial: Trial) -> None:
    """Every step, kind of action and kind of event came up in play, but for those listed as unexercised."""
    steps: set[str] = set()
    game = _traced(trial.game, steps)
    expected = {f"step {' > '.join(path)}" for path in game.program.paths}
    expected |= {f"action {cls.kind}" for cls in game.actions} | {f"event {cls.kind}" for cls in game.events}
    unknown = trial.unexercised - expected
    if unknown:
        raise LawBroken(f"listed as unexercised, but the game has no such thing: {', '.join(sorted(unknown))}")
    seen: set[str] = set()
    for seed in trial.seeds:
        seen |= _kinds(evolve(trial, game=game), seed) | steps
        if seen >= expected:
            break
    seen &= expected
    if seen & trial.unexercised:
        raise LawBroken(f"listed as unexercised, but it came up: {', '.join(sorted(seen & trial.unexercised))}")
    if missing := sorted(expected - seen - trial.unexercised):
        raise LawBroken(f"never came up in {len(trial.seeds)} games: {', '.join(missing)}")


def _kinds(trial: Trial, seed: int) -> set[str]:
    batch, entries = trial.batch(seed), list[Entry]()
    players, dice = batch.players_of(trial.game, 0), batch.dice(0)
    playout(trial.game, players, dice, scenario=batch.scenario, options=batch.options, limit=LIMIT, entries=entries)
    kinds = {f"event {event.kind}" for entry in entries for event in entry.events} - {f"event {GameEnded.kind}"}
    for entry in entries:
        if entry.kind in ("action", "secret"):
            chosen = entry.value.values() if entry.kind == "secret" else [entry.value]
            kinds |= {f"action {action.kind}" for action in chosen}
    return kinds


def _traced(game: Game, steps: set[str]) -> Game:
    """The same game, noting the steps it plays in ``steps``."""

    def noting(line: Instruction) -> Instruction:
        if line.step is None:
            return line
        name, when = f"step {' > '.join(line.path)}", line.step.when

        def test(board: Any) -> bool:
            if when is not None and not when(board):
                return False
            steps.add(name)
            return True

        return evolve(line, step=evolve(line.step, when=test))

    traced = evolve(game)
    program = game.program
    vars(traced)["program"] = Program(tuple(noting(line) for line in program.lines), program.paths)
    return traced
