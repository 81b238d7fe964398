"""More of what `tests.trust_report` measures: leaks, processes killed, data folders damaged, command lines made up."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

from attrs import frozen
from click.testing import CliRunner

from wargame_core import DataError, WargameError, load
from wargame_core.data.files import clear_left_behind
from wargame_core.errors import RecordError
from wargame_core.records.verification import load_match, verify
from wargame_laws.laws_of_secrets import law_secrets_stay_secret
from wargame_laws.trials import LawBroken, Trial
from wargame_terminal import main

ROOT = Path(__file__).parent.parent
KILLED, FOLDERS, LINES = 24, 200, 250
SECRETS: tuple[tuple[str, dict[str, str]], ...] = (
    ("vicksburg", {"fog": "face_down"}),
    ("vicksburg", {"fog": "referee"}),
    ("gettysburg", {"fog": "referee"}),
    ("battlecry", {}),
    ("thunder_on_the_mississippi", {}),
)
"""The games in which seats have secrets, and their options."""


def leaks(seed: int, moments: int) -> tuple[int, list[str]]:
    """How many moments of games the law of secrets looked at, and what it found."""
    found = []
    for game, options in SECRETS:
        trial = Trial(load(game), range(seed, seed + 2), "random", options=options, budget=moments)
        try:
            law_secrets_stay_secret(trial)
        except LawBroken as broken:
            found.append(f"{game} {options}: {broken}")
    return moments * len(SECRETS), found


PLAYS = """
import sys
from random import Random
from wargame_core import load
from wargame_core.records.record import Journal

match, rng = load("battlecry").start("mcdowell", seed=int(sys.argv[2])), Random(int(sys.argv[2]))
Journal(match, sys.argv[1])
while match.to_choose:
    match.play(match.choices(match.to_choose[0]).sample(rng), match.to_choose[0])
    print(len(match.entries), flush=True)
"""


@frozen
class Kills:
    """What became of games whose processes were killed: gone on with, killed before there was a game, lost answers."""

    gone_on: int
    too_early: int
    lost: int
    left_behind: int


def kills(folder: Path, rng: Random) -> Kills:
    """Kill processes that play with a journal, each after some answers that it said were kept; go on with each game."""
    gone_on = too_early = lost = 0
    for number in range(KILLED):
        journal = folder / f"killed-{number}.jsonl"
        command = [sys.executable, "-c", PLAYS, str(journal), str(number)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            wanted = rng.randrange(60)
            said = 0
            while said < wanted and (line := process.stdout.readline()):
                said = int(line)
            os.kill(process.pid, signal.SIGKILL)
            said = max([said, *(int(line) for line in process.stdout.read().split())])
        try:
            match = load_match(journal)
        except RecordError:
            too_early += 1
            lost += said
            continue
        gone_on += 1
        lost += max(0, said - len(match.entries))
        lost += not verify(journal).ok and "cut off" not in str(verify(journal).first_difference)
    clear_left_behind(folder)
    return Kills(gone_on, too_early, lost, len(list(folder.glob(".*.tmp"))))


WORDS = (
    "-1",
    "0",
    "99999999",
    '""',
    '"x"',
    "[]",
    "{}",
    "true",
    "1e400",
    '"\\u001b[2J"',
    "'''",
    "[[",
    "\x00",
    "nowhere = 1",
)


def damaged_text(text: str, rng: Random) -> str:
    """A data file with one to three changes: a value replaced, a line lost, doubled or cut, letters changed."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                key, _, _ = lines[place].partition(" = ")
                lines[place] = f"{key} = {rng.choice(WORDS)}"
            case 1 if len(lines) > 1:
                del lines[place]
            case 2:
                lines.insert(place, lines[place])
            case 3:
                lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
            case _:
                lines[place] = re.sub(r"[a-z]", lambda letter: rng.choice((letter[0], letter[0], "q")), lines[place])
    return "\n".join(lines) + "\n"


@frozen
class Folders:
    """What became of damaged folders: refused with file and line, refused without, played on, other errors."""

    placed: int
    unplaced: int
    played: int
    unexpected: list[str]


def folders(folder: Path, rng: Random) -> Folders:
    """Damage one file of a campaign of one's own at a time, and open, begin and play what is accepted."""
    whole, copy = folder / "whole", folder / "copy"
    CliRunner().invoke(main, ["new", "campaign", str(whole)])
    placed = unplaced = played = 0
    unexpected = []
    for number in range(FOLDERS):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(whole, copy)
        file = rng.choice(sorted(copy.glob("*.toml")))
        file.write_text(damaged_text(file.read_text("utf-8"), rng), encoding="utf-8")
        try:
            match = load(copy).start(seed=number)
            for _ in range(10):
                match.play(match.choices(match.to_choose[0]).sample(rng), match.to_choose[0])
            played += 1
        except DataError as problem:
            at_place = all(fault.line for fault in problem.problems)
            placed, unplaced = placed + at_place, unplaced + (not at_place)
        except WargameError:
            unplaced += 1
        except Exception as problem:
            unexpected.append(f"{file.name}: {type(problem).__name__}: {problem}")
    return Folders(placed, unplaced, played, unexpected)


TYPED = (
    "",
    "x" * 3000,
    "\x1b[2J",
    "\udcff",
    "../../x",
    ".",
    "-1",
    "9" * 400,
    "{" * 500,
    "a=b",
    "=",
    "NaN",
    "--json",
    "--help",
)
COMMANDS = (
    *("battle", "report", "orders", "schema", "print", "pack", "fmt", "info", "rules", "odds", "chart", "explain"),
    *("cases", "replay", "render", "verify", "sign", "lint", "simulate", "mail", "sources"),
)


def command_lines(folder: Path, rng: Random) -> tuple[int, list[str]]:
    """How many made-up command lines end with an exit code of the manual and no program error, and the others."""
    fine, odd, before = 0, [], Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(LINES):
            words = [
                rng.choice(COMMANDS),
                *rng.choices((*TYPED, "battlecry", "gcacw", "--out", "--seat"), k=rng.randint(0, 4)),
            ]
            done = CliRunner().invoke(main, words)
            well = done.exit_code in range(6) and "program error" not in done.output and len(done.output) < 100_000
            fine += well
            odd += [] if well else [f"{words!r:.200}: {done.exit_code}"]
    finally:
        os.chdir(before)
    return fine, odd
