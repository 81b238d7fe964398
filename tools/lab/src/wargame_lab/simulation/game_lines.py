"""The results of a batch of games as JSON Lines, written as soon as they are known, so that a batch can be resumed.

Every line is complete: the game's number and results, the scenario, the seed, and a digest of everything else that the
results follow from (``batch``), so that files of several machines may be concatenated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TextIO

from attrs import define, field

from wargame_core.data.json_lines import open_lines, write_lines
from wargame_core.errors import RecordError, WargameError
from wargame_core.flow.events import Outcome
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping, JsonObject, canonical
from wargame_core.limits import RECORD_LINE, LimitError, read_json, shorten
from wargame_lab.simulation.batch import Batch
from wargame_lab.simulation.playouts import GameResult


@define
class GameLines:
    """A file with results of one batch, and the results that it contains already."""

    path: Path
    marks: JsonObject
    """The keys of the batch in every line: ``scenario``, ``seed`` and ``batch``."""
    known: dict[int, GameResult] = field(factory=dict)
    """The results that were in the file, by the number of the game."""
    cut: str = ""
    """The beginning of an incomplete last line, left by a process that was killed while writing."""
    _file: TextIO | None = None

    @staticmethod
    def open(path: Path, batch: Batch, game: Game) -> GameLines:
        """Open or create a file; an incomplete last line is removed from it.

        Raises `RecordError` for a file that contains something else, such as another batch, and OSError.
        """
        marks = {"scenario": batch.scenario, "seed": batch.seed, "batch": batch_digest(batch, game)}
        lines = GameLines(path, marks)
        lines._file, lines.cut = open_lines(path, lines._keep)
        return lines

    def _keep(self, where: str, row: object) -> None:
        """Remember the result of a line. Raises `RecordError` for a line of another batch."""
        if not isinstance(row, Mapping) or "game" not in row:
            raise RecordError(f"{where}: this line is no result of a game")
        for name in ("seed", "batch"):
            if row.get(name) != self.marks[name]:
                raise RecordError(
                    f"{where}: a game of another batch ({name} {row.get(name)}, not {self.marks[name]}): "
                    "the same game, players, options and seed go on with a file, anything else needs another one"
                )
        if row.get("scenario") == self.marks["scenario"]:
            self.known[row["game"]] = result_of(row)

    def add(self, results: Iterable[GameResult]) -> None:
        """Write results to disk. Raises `WargameError` for collected data that are not JSON."""
        assert self._file is not None
        try:
            write_lines(self._file, ({**result.to_json(), **self.marks} for result in results))
        except TypeError as problem:
            raise WargameError(f"what was collected of a game cannot be kept in {self.path}: {problem}") from None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def result_of(row: JsonMapping) -> GameResult:
    """The result in a line. Raises `RecordError`."""
    try:
        outcome_json = row["outcome"]
        outcome = outcome_of(outcome_json) if outcome_json is not None else None
        collected = tuple(row.get("collected", ()))
        return GameResult(row["game"], outcome, row["turns"], row["decisions"], row["rolls"], collected)
    except (KeyError, TypeError):
        raise RecordError(f"this is no result of a game: {shorten(str(row))}") from None


def outcome_of(data: JsonMapping) -> Outcome:
    """The outcome that its JSON tells."""
    together = tuple(data.get("together", ()))
    return Outcome(data["winner"], data["level"], data["scores"], data["text"], together)


def seed_in(path: Path) -> int | None:
    """The seed of the batch in a file; None if there is no file or no seed."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            row = read_json(file.readline(), RECORD_LINE)
    except (OSError, LimitError):
        return None
    seed = row.get("seed") if isinstance(row, Mapping) else None
    return seed if isinstance(seed, int) else None


def batch_digest(batch: Batch, game: Game) -> str:
    """A digest of what the results of a batch follow from besides seed, scenario and number of a game.

    A function is represented by its name: after a change of the function, use another file.
    """
    players = {seat: name_of(maker) for seat, maker in batch.players.items()}
    rules = game.rules
    followed = [rules.id, rules.version, rules.digest, Path(batch.game).name, players, dict(batch.options), batch.limit]
    return blake2b(canonical([*followed, name_of(batch.collect)]), digest_size=6).hexdigest()


def name_of(maker: object) -> str:
    """The name of a bot, or of a function with its bound arguments."""
    if isinstance(maker, partial):
        return f"{name_of(maker.func)}{maker.args}{sorted(maker.keywords.items())}"
    if maker is None or isinstance(maker, str):
        return maker or ""
    return f"{getattr(maker, '__module__', '')}.{getattr(maker, '__qualname__', type(maker).__qualname__)}"
