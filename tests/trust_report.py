"""What can be trusted, measured: ``python3 -m tests.trust_report [SEED]`` prints how many tries were noticed.

Leaks looked for, edits of a record of the test game with its checks written anew, damaged files and folders, choices
in Battle Cry that nobody may make, command lines, processes killed, all drawn by chance, and what the lists of planted
faults say. ``python3 -m tests.mutants`` makes those faults.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.core.records_of_toys import played, rewritten
from tests.core.skirmish_toy import toy
from tests.mutants.faults import faults
from tests.trust_tries import FOLDERS, KILLED, LINES, SECRETS, command_lines, folders, kills, leaks

from wargame_core import IllegalAction, NotYourTurn, WargameError, load
from wargame_core.limits import shorten
from wargame_core.records.record import Record
from wargame_core.records.verification import verify

GAME, SCENARIO = "battlecry", "mcdowell"
EDITS, DAMAGED, CHOICES, MOMENTS = 200, 200, 500, 20


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON value that holds a text, a number, a truth value or nothing: its container and its key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        if isinstance(inner, (dict, list)):
            yield from leaves(inner)
        else:
            yield value, key


def other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
    return 1


def edits(text: str, folder: Path, rng: Random, together: int = 1) -> tuple[int, list[str]]:
    """How many edits with checks that fit are noticed by verify, and where those are that are not.

    ``together`` places are changed at once.
    """
    unnoticed, path = [], folder / "edited.jsonl"
    for _ in range(EDITS):
        path.write_text(text, "utf-8")
        where: list[str] = []

        def change(rows: list[dict[str, Any]], where: list[str] = where) -> None:
            for _ in range(together):
                row = rng.choice(rows)
                holder, key = rng.choice(list(leaves(row)))
                where.append(f"{key} of a line with {', '.join(row)}: {holder[key]!r}")
                holder[key] = other(holder[key])

        if verify(rewritten(path, change), toy()).ok:
            unnoticed.append(" and ".join(where))
    return EDITS - len(unnoticed), unnoticed


def damaged(text: str, folder: Path, rng: Random) -> tuple[int, int]:
    """How many records with a few bytes changed are refused, and how many end in an error that nobody expects."""
    refused = unexpected = 0
    path, raw = folder / "damaged.jsonl", text.encode()
    for _ in range(DAMAGED):
        bad = bytearray(raw)
        for _ in range(rng.randint(1, 4)):
            bad[rng.randrange(len(bad))] ^= rng.randrange(1, 256)
        path.write_bytes(bytes(bad))
        try:
            refused += not verify(path, toy()).ok
            Record.load(path)
        except WargameError:
            pass
        except Exception:
            unexpected += 1
    return refused, unexpected


def choices(rng: Random) -> tuple[int, int, int]:
    """How many made-up choices are refused, end in another error, or change the position."""
    match = load(GAME).start(SCENARIO, seed=rng.randrange(1000))
    kinds = [action.kind for action in match.rules.actions]
    junk: tuple[Any, ...] = (None, True, -1, 10**9, "", "x" * 2000, [], {}, ["E5"], "E5", float("inf"))
    refused = unexpected = changed = 0
    for number in range(CHOICES):
        if number % 20 == 0 and match.to_choose:
            match.play(match.choices().sample(rng))
        before = match.state
        action = {"kind": rng.choice(kinds), rng.choice(("unit", "card", "to", "piece", "hex")): rng.choice(junk)}
        verdict = None
        try:
            verdict = match.judge(action)
            match.play(action)
        except (IllegalAction, NotYourTurn, WargameError):
            refused += 1
        except Exception:
            unexpected += 1
        else:
            changed += not verdict
            continue
        changed += match.state != before
    return refused, unexpected, changed


def report(seed: int) -> Iterator[str]:
    """The lines of the table, each as it is measured."""
    rng = Random(seed)
    looked, leaking = leaks(seed, MOMENTS)
    yield from row(f"law of secrets: {looked} moments of {len(SECRETS)} games looked at, {len(leaking)} leaks", leaking)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Record.of(played(seed=seed)).save(folder / "game.jsonl")
        text = (folder / "game.jsonl").read_text("utf-8")
        noticed, unnoticed = edits(text, folder, rng)
        yield from row(f"edits of a record, checks written anew: {noticed} of {EDITS} noticed", unnoticed)
        noticed, unnoticed = edits(text, folder, rng, together=2)
        yield from row(f"pairs of edits: {noticed} of {EDITS} noticed", unnoticed)
        refused, odd = damaged(text, folder, rng)
        yield f"damaged records: {refused} of {DAMAGED} refused, {odd} ended in another error"
        broken = folders(folder, rng)
        yield from row(
            f"damaged data folders: {broken.placed} of {FOLDERS} refused with file and line, {broken.unplaced} "
            f"without, {broken.played} accepted and played, {len(broken.unexpected)} other errors",
            broken.unexpected,
        )
        fine, odd_lines = command_lines(folder, rng)
        yield from row(f"made-up command lines: {fine} of {LINES} ended as the manual says", odd_lines)
        killed = kills(folder, rng)
        yield (
            f"processes killed: {KILLED}, {killed.gone_on} games gone on with, {killed.too_early} killed before there "
            f"was one, {killed.lost} answers lost, {killed.left_behind} files left behind"
        )
    away, others, changed = choices(rng)
    yield f"made-up choices: {away} of {CHOICES} refused, {others} other errors, {changed} changed the game"
    listed = list(faults())
    explained = sum(bool(fault.survives) for fault in listed)
    yield f"planted faults listed: {len(listed)}, of these {explained} are listed as unnoticed, each with its reason"
    told = [fault for fault in listed if fault.group.startswith("leaks")]
    yield f"  leaks among them: {len(told)}, unnoticed {sum(bool(leak.survives) for leak in told)}"


def row(text: str, exceptions: Sequence[str]) -> Iterator[str]:
    """A line of the table, and below it what it does not hold for."""
    yield text
    yield from (f"  {shorten(exception, 300)}" for exception in exceptions)


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 13):
        print(line, flush=True)
