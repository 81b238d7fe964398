"""Records of games as JSON Lines: a header, one answer a line with its events, snapshots at turns, and an end.

Every line carries a check that chains it to the line before, so that a changed line is found and named. A save is
written whole or not at all. A journal is a record that grows while the game is played: a crash loses at most the
decision in hand.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from wargame_core.dice import DiceSource, Seeded
from wargame_core.errors import RecordError, WargameError
from wargame_core.state import Entry, Runner

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.match import Match

FORMAT = 1
"""The newest record format this library reads and the one it writes."""

MIGRATIONS: dict[int, Any] = {}
"""Per older format, the function that turns a record's lines into those of the next format."""


@frozen
class Record:
    """A record in memory: header, and lines of answers and snapshots, as plain JSON data."""

    header: Mapping[str, Any]
    lines: tuple[Mapping[str, Any], ...]
    ended: bool = True
    torn: str = field(default="", eq=False)

    @staticmethod
    def of(match: Match) -> Record:
        """The full record of a match, every secret included."""
        return Record(header_of(match), tuple(_lines_of(match)))

    def save(self, path: str | Path) -> Path:
        """Write the record to ``path``, whole or not at all."""
        return write_whole(Path(path), self.text())

    def text(self) -> str:
        """The record as JSON Lines."""
        rows = [*([self.header, *self.lines]), *([{"end": len(self.lines)}] if self.ended else [])]
        return "".join(line + "\n" for line in chain(rows))

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read and check a record. Raises `RecordError` naming the file, the line and what is wrong with it."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise RecordError(f"{path}: there is no such file") from None
        except (OSError, UnicodeDecodeError) as problem:
            raise RecordError(f"{path}: cannot be read as a record: {problem}") from None
        return parse(text, str(path))

    def for_seat(self, seat: str) -> Record:
        """What ``seat`` may keep of this game: its own choices, the rolls it saw, the events as it knows them."""
        from wargame_core.plugins import load

        match, _ = replay(self, load(self.header["game"]))
        return seat_record(match, seat)

    @property
    def answers(self) -> list[Mapping[str, Any]]:
        """The lines that hold answers, in order."""
        return [line for line in self.lines if "n" in line]


def header_of(match: Match) -> dict[str, Any]:
    """The first line of a match's record."""
    from wargame_core import __version__

    game, runner = match.game, match._runner
    dice = runner.dice
    return {
        "record": "wargame",
        "format": FORMAT,
        "core": __version__,
        "game": game.id,
        "rules": game.rules_version,
        "data": game.data_digest,
        "scenario": runner.scenario,
        "options": dict(runner.options),
        "seats": list(game.seats),
        "seed_fingerprint": dice.fingerprint() if isinstance(dice, Seeded) else None,
    }


def entry_to_json(game: Game, entry: Entry) -> dict[str, Any]:
    """One answer with its events, as a line of a full record."""
    codec = game.codec
    line: dict[str, Any] = {"n": entry.seq, "at": list(entry.cursor)}
    if entry.kind == "start":
        line["start"] = True
    else:
        line |= codec.answer_to_json(entry.value)
    if entry.seat is not None:
        line["seat"] = entry.seat
    if entry.kind == "roll":
        line |= {"die": entry.die, "label": entry.label}
    line["events"] = [codec.to_json(event) for event in entry.events]
    return line


def _lines_of(match: Match) -> Iterator[dict[str, Any]]:
    snapshots = dict(match._snapshots)
    for number, entry in enumerate(match._entries, 1):
        yield entry_to_json(match.game, entry)
        if number in snapshots:
            yield {"snapshot": match.game.codec.state_to_json(snapshots[number])}


def seat_record(match: Match, seat: str) -> Record:
    """The record of a match as one seat may keep it. Its lines are numbered anew, so that gaps say nothing."""
    codec = match.game.codec
    seat = match.game.seat(seat)
    rows: list[dict[str, Any]] = []
    for entry in match._entries:
        row: dict[str, Any] = {}
        if entry.kind == "action" and entry.seat == seat:
            row["action"] = codec.to_json(entry.value)
        elif entry.kind == "secret" and seat in entry.value:
            row["action"] = codec.to_json(entry.value[seat])
        elif entry.kind == "roll" and (entry.seen_by is None or seat in entry.seen_by):
            row = {"roll": entry.value, "die": entry.die, "label": entry.label}
        events = [codec.to_json(event) for event in entry.feeds.get(seat, ())]
        if row or events:
            rows.append({"n": len(rows), **row, "events": events})
    header = {**header_of(match), "record": "wargame seat", "seat": seat, "seed_fingerprint": None}
    return Record(header, tuple(rows))


def chain(rows: Iterable[Mapping[str, Any]], check: str = "") -> Iterator[str]:
    """The rows as JSON text, each with a check over itself and the row before."""
    for row in rows:
        body = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        check = _check(check, body)
        yield body[:-1] + f',"check":"{check}"}}'


def _check(before: str, body: str) -> str:
    return blake2b((before + body).encode(), digest_size=6).hexdigest()


def parse(text: str, name: str = "record") -> Record:
    """A record from its text. Raises `RecordError` with the line number for damage, edits and newer formats."""
    rows: list[dict[str, Any]] = []
    check, torn = "", ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        last = number == len(lines)
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("not an object")
        except ValueError as problem:
            if last and rows and "end" not in rows[-1]:
                torn = f"{name}:{number}: the last line is cut off"
                break
            raise RecordError(f"{name}:{number}: not a line of a record: {problem}") from None
        if number == 1:
            _check_header(row, name)
        found = row.pop("check", None)
        check = _check(check, json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        if found != check:
            raise RecordError(
                f"{name}:{number}: this line (or one before it) was changed after it was written: its check is "
                f"{found!r}, should be {check!r}. Its events can still be shown; it cannot be trusted as played"
            )
        rows.append(row)
    if not rows:
        raise RecordError(f"{name}: empty; a record begins with a header line")
    header, *body = rows
    ended = bool(body) and "end" in body[-1]
    if ended and body.pop()["end"] != len(body):
        raise RecordError(f"{name}: lines are missing before the end")
    return Record(header, tuple(body), ended, torn)


def _check_header(header: Mapping[str, Any], name: str) -> None:
    if header.get("record") not in ("wargame", "wargame seat"):
        raise RecordError(f'{name}:1: not a record: the first line has no "record": "wargame"')
    version = header.get("format")
    if not isinstance(version, int):
        raise RecordError(f"{name}:1: the header names no format")
    if version > FORMAT:
        raise RecordError(
            f"{name}:1: record format {version} is newer than this library reads ({FORMAT}); upgrade wargame-core"
        )
    if version < FORMAT and version not in MIGRATIONS:
        raise RecordError(f"{name}:1: record format {version} is unknown")


def write_whole(path: Path, text: str) -> Path:
    """Write a file through a temporary one beside it and a rename, so that it is never half there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return path


class Journal:
    """A record that grows on disk with every answer. `close` adds the end line."""

    def __init__(self, match: Match, path: str | Path) -> None:
        self.path = Path(path)
        self._check, self._written = "", 0
        self.rewrite(match)
        match.journal = self

    def rewrite(self, match: Match) -> None:
        """Write the whole record again (after an undo)."""
        record = Record(header_of(match), tuple(_lines_of(match)), ended=False)
        text = record.text()
        write_whole(self.path, text)
        self._check = json.loads(text.rstrip("\n").rpartition("\n")[2])["check"]
        self._entries, self._written = len(match._entries), len(record.lines)

    def write(self, match: Match) -> None:
        """Add the answers given since the last call."""
        snapshots = dict(match._snapshots)
        rows: list[dict[str, Any]] = []
        for number in range(self._entries + 1, len(match._entries) + 1):
            rows.append(entry_to_json(match.game, match._entries[number - 1]))
            if number in snapshots:
                rows.append({"snapshot": match.game.codec.state_to_json(snapshots[number])})
        self._append(rows)
        self._entries = len(match._entries)
        self._written += len(rows)

    def _append(self, rows: list[dict[str, Any]]) -> None:
        lines = list(chain(rows, self._check))
        if not lines:
            return
        self._check = json.loads(lines[-1])["check"]
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(line + "\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())

    def close(self) -> None:
        """Mark the record as whole."""
        self._append([{"end": self._written}])


@frozen
class Verification:
    """What re-running a record showed: ``first_difference`` in words, None when there is none."""

    ok: bool
    first_difference: str | None
    answers: int

    def to_json(self) -> dict[str, Any]:
        return {"ok": self.ok, "first_difference": self.first_difference, "answers": self.answers}


def verify(path: str | Path) -> Verification:
    """Re-run a record under today's rules and data and report the first difference. Raises nothing for a bad one."""
    from wargame_core.plugins import load

    try:
        record = Record.load(path)
        if record.header["record"] != "wargame":
            raise RecordError(f"{path}: a seat's record cannot be re-run: it lacks what the seat may not know")
        if record.torn or not record.ended:
            raise RecordError(
                record.torn or f"{path}: the record has no end line: it is cut short or still being played"
            )
        game = load(record.header["game"])
        _, difference = replay(record, game)
    except WargameError as problem:
        return Verification(False, str(problem), 0)
    return Verification(difference is None, difference, len(record.answers))


def replay(record: Record, game: Game, dice: DiceSource | None = None) -> tuple[Match, str | None]:
    """Run a record's answers through the rules again, up to the first difference (in words, or None)."""
    from wargame_core.match import Match

    header = record.header
    entries: list[Entry] = []
    runner = game.begin(header["scenario"], header["options"], entries=entries)
    match = Match(runner, entries)
    difference = None
    if header["data"] != game.data_digest:
        difference = f"the data files of {game.id} are not those the game was played with"
    for number, line in enumerate(record.answers):
        problem = _replay_line(match, runner, line, number)
        if problem is not None:
            difference = f"answer {line['n']} ({' > '.join(line['at'][1:])}): {problem}"
            break
    runner.dice = dice
    runner._roll_on()
    return match, difference


def _replay_line(match: Match, runner: Runner, line: Mapping[str, Any], number: int) -> str | None:
    codec = match.game.codec
    if "start" not in line:
        answer = codec.answer({key: line[key] for key in ("action", "secret", "roll") if key in line})
        try:
            if isinstance(answer, Mapping):
                for seat, action in answer.items():
                    match.play(action, seat)
            elif "roll" in line:
                match.roll(answer)
            else:
                match.play(answer, line.get("seat"))
        except WargameError as problem:
            return f"the rules now say: {problem}"
    now = [codec.to_json(event) for event in match._entries[number].events]
    for position, (was, becomes) in enumerate(zip(line["events"], now, strict=False)):
        if was != becomes:
            return f"event {position + 1} was {json.dumps(was)} and is now {json.dumps(becomes)}"
    if len(now) != len(line["events"]):
        return f"{len(line['events'])} events followed, now {len(now)}"
    return None


def load_match(
    path: str | Path, *, seed: int | None = None, dice: DiceSource | None = None, rerun: bool = True
) -> Match:
    """A match from a saved record or journal, ready to go on.

    The rules are run again over every answer; a difference raises `RecordError` in words. With ``rerun`` False the
    match goes on from the last snapshot instead, whatever the rules say now about the way there. ``seed`` must be the
    one the game was played with; without it, and without ``dice``, fresh dice are used from here on.
    """
    from wargame_core.match import Match
    from wargame_core.plugins import load

    record = Record.load(path)
    if record.header["record"] != "wargame":
        raise RecordError(f"{path}: this is {record.header.get('seat')}'s own record; only the full one can go on")
    game = load(record.header["game"])
    if dice is None:
        known = record.header["seed_fingerprint"]
        if seed is not None and known not in (None, Seeded(seed).fingerprint()):
            raise RecordError(f"{path}: the game was not played with seed {seed}")
        seed = secrets.randbelow(2**31) if seed is None else seed
        dice = Seeded(seed)
    if rerun:
        match, difference = replay(record, game, dice)
        if difference is not None:
            raise RecordError(
                f"{path}: {difference}; to go on from the last snapshot instead, load it with rerun=False"
            )
        match.seed = seed
        return match
    snapshots = [line["snapshot"] for line in record.lines if "snapshot" in line]
    if not snapshots:
        raise RecordError(f"{path}: there is no snapshot to go on from")
    entries: list[Entry] = []
    return Match(game.codec.state(snapshots[-1]).runner(dice, entries), entries, seed=seed)
