"""Going on with a record, also with one of older rules that today's rules do not lead to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from wargame_core.dice import DiceSource, dice_for
from wargame_core.errors import RecordError, WargameError
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Roll
from wargame_core.game import Game
from wargame_core.records.file_format import Row
from wargame_core.records.record import Record
from wargame_core.records.verification import Differs, give_answer, load_match
from wargame_core.records.versions import other_data, other_rules

ANOTHER = "-by-todays-rules"
"""The end of the name of a file in which a game of older rules goes on."""


def go_on(path: Path, game: Game, *, seed: int | None = None, dice: DiceSource | None = None) -> tuple[Match, str]:
    """A match from a saved record, and a sentence about what is different from then, "" where nothing is.

    It is that of `load_match`. A game of older rules to which today's do not lead goes on from its last snapshot, with
    what was done after it as far as today's rules allow that. Raises `RecordError` for any other record that does not
    go on.
    """
    try:
        return load_match(path, seed=seed, dice=dice, game=game), ""
    except Differs as problem:
        record, difference = Record.load(path), problem.difference
    changed = other_rules(record.header, game.rules)
    if changed is None and other_data(record.header, game.rules) is None:
        raise RecordError(f"{path}: {difference}")
    match = load_match(path, game=game, rerun=False, chance="explicit")  # the dice that fell stay as they fell
    _catch_up(match, record.lines)
    left = max(0, len(record.answers) - len(match.entries))
    lost = f"; {left} answers after it are not legal any more" if left else ""
    source, match.seed = dice_for("seeded", record.seed if seed is None else seed, dice)
    match.roll_on(source)
    return match, f"{f'{changed}; ' if changed else ''}{difference}. It goes on from its last snapshot{lost}"


def beside(path: Path) -> Path:
    """The file for a game that has become another one than that of a record: beside it, or itself if it is that."""
    return path if path.stem.endswith(ANOTHER) else path.with_name(f"{path.stem}{ANOTHER}.jsonl")


def _catch_up(match: Match, lines: Iterable[Row]) -> None:
    """Give again the answers that followed the position of a match, up to the first that is refused."""
    for line in lines:
        if line.get("n", -1) < match.seq or "start" in line:
            continue
        try:
            if "roll" in line and not isinstance(match.pending, Roll):
                return
            give_answer(match, line)
        except WargameError:
            return
