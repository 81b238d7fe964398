"""Records of the test game, and how tests damage them."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.core.skirmish_toy import Give, toy

from wargame_core import Match
from wargame_core.authoring import Procedure, Table
from wargame_core.records import file_format as files


def played(moves: int = 1000, seed: int = 3) -> Match:
    match, rng = toy().start(seed=seed), random.Random(seed)
    while match.waiting_for and moves:
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
        moves -= 1
    return match


def edited(path: Path, change: Callable[[list[str]], list[str] | None]) -> Path:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    changed = change(lines)
    path.write_text("".join(lines if changed is None else changed), "utf-8")
    return path


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], Any]) -> Path:
    """The record with other rows and checks that fit them, as another version of this library may have written it."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        del row["check"]
    change(rows)
    path.write_text("".join(line + "\n" for line in files.chain(rows)), "utf-8")
    return path


def bow_otherwise(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("blue")], "Bow?")
