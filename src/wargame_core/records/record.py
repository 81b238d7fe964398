"""Records of games: a header, one answer a line with its events, snapshots at turns, and an end.

A save is written whole or not at all. A journal is a record that grows while the game is played: a crash loses at most
the decision in hand. Events are facts: what a record tells, and to whom, is found by folding them over the set-up, and
no later change of the rules alters it. Whether today's rules still say the same is what `verify` tells.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from wargame_core.dice import DiceSource, Seeded, dice_for
from wargame_core.errors import RecordError, UnknownName, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.match import Match
from wargame_core.flow.rules import Rules
from wargame_core.flow.state import State
from wargame_core.flow.visibility import REFEREE
from wargame_core.game import Game
from wargame_core.plugins.discovery import load
from wargame_core.records.file_format import Row, chain, check_of, read_rows, write_whole
from wargame_core.records.lines import commits_to_json, entry_from_json, header_of, lines_from, lines_of, seat_rows


@frozen
class Record:
    """A record in memory: header, and lines of answers and snapshots, as plain JSON data.

    ``ended`` says that it has its end line, ``torn`` (in words) that the last line was cut off.
    """

    header: Row
    lines: tuple[Row, ...]
    ended: bool = True
    torn: str = field(default="", eq=False)

    @staticmethod
    def of(match: Match) -> Record:
        """The full record of a match, every secret included."""
        return Record(header_of(match), tuple(lines_of(match)))

    def save(self, path: str | Path) -> Path:
        """Write the record to ``path``, whole or not at all."""
        return write_whole(Path(path), self.text())

    def text(self) -> str:
        """The record as JSON Lines."""
        end = [{"end": len(self.lines)}] if self.ended else []
        return "".join(line + "\n" for line in chain([self.header, *self.lines, *end]))

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read and check a record. Raises `RecordError` naming the file, the line and what is wrong with it."""
        path = Path(path)
        try:
            text = path.read_bytes().decode(errors="replace")  # a cut may go through the middle of a letter
        except FileNotFoundError:
            raise RecordError(f"{path}: there is no such file") from None
        except OSError as problem:
            raise RecordError(f"{path}: cannot be read: {problem}") from None
        return parse(text, str(path))

    @property
    def answers(self) -> list[Row]:
        """The lines that hold answers, in order."""
        return [line for line in self.lines if "n" in line]

    @property
    def commits(self) -> Mapping[str, Any]:
        """Choices made in secret that still wait for the others', as JSON actions by seat."""
        found: Mapping[str, Any] = self.lines[-1].get("commits", {}) if self.lines else {}
        return found

    def entries(self, game: Game) -> list[Entry]:
        """The answers with their events and what each seat learnt: facts only, no rule is run. Raises `RecordError`."""
        self.must_be_whole()
        _check_scenario(self.header, game)
        board = game.rules.first_board(self.header["scenario"], self.header["options"])
        return [entry_from_json(game.rules, line, board) for line in self.answers]

    def for_seat(self, seat: str, game: Game | None = None) -> Record:
        """What ``seat`` may keep of this game: its own choices, the rolls it saw, the events as it knows them.

        ``game`` may be given when it is loaded already. Raises `UnknownName` and `RecordError`.
        """
        game = game or _game_of(self.header)
        if game.rules.seat(seat) == REFEREE:
            return self
        return _seat_record(self.header, game.rules, self.entries(game), seat)

    def must_be_whole(self) -> None:
        """Raises `RecordError` for a seat's own record, which lacks what the seat may not know."""
        if self.header["record"] != "wargame":
            raise RecordError(f"this is {self.header.get('seat')}'s own record: it lacks what the seat may not know")


def seat_record(match: Match, seat: str) -> Record:
    """The record of a match as one seat may keep it. Raises `UnknownName`."""
    if match.rules.seat(seat) == REFEREE:
        return Record.of(match)
    return _seat_record(header_of(match), match.rules, match.entries, seat)


def _seat_record(header: Row, rules: Rules, entries: Sequence[Entry], seat: str) -> Record:
    header = {**header, "record": "wargame seat", "seat": seat, "seed_fingerprint": None}
    return Record(header, tuple(seat_rows(rules, entries, seat)))


def parse(text: str, name: str = "record") -> Record:
    """A record from its text. Raises `RecordError` with the line number for damage, edits and newer formats."""
    (header, *body), torn = read_rows(text, name)
    ended = bool(body) and "end" in body[-1]
    if ended and body.pop()["end"] != len(body):
        raise RecordError(f"{name}: lines are missing before the end")
    return Record(header, tuple(body), ended, torn)


class Journal:
    """A record that grows on disk with every answer. `close` adds the end line; without it the game may go on."""

    def __init__(self, match: Match, path: str | Path) -> None:
        self.path = Path(path)
        self._match, self._check, self._lines, self._entries = match, "", 0, 0
        self._torn = False
        self.rewrite()
        match.journal = self

    def rewrite(self) -> None:
        """Write the whole record again (after an undo)."""
        match = self._match
        record = Record({**header_of(match), "journal": True}, tuple(lines_of(match)), ended=False)
        text = record.text()
        write_whole(self.path, text)
        self._check = check_of(text.rstrip("\n").rpartition("\n")[2])
        self._lines, self._entries, self._torn = len(record.lines), len(match.entries), False

    def write(self) -> None:
        """Add the answers given since the last call."""
        self._append(list(lines_from(self._match, self._entries)))
        self._entries = len(self._match.entries)

    def commit(self) -> None:
        """Add the choices that wait for the others'."""
        self._append([commits_to_json(self._match)])

    def _append(self, rows: list[dict[str, Any]]) -> None:
        if self._torn:
            self.rewrite()
            return
        self._torn = True  # until all of it is on the disk
        lines = list(chain(rows, self._check))
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(line + "\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        self._check, self._torn = check_of(lines[-1]), False
        self._lines += len(lines)

    def close(self) -> None:
        """Mark the record as whole; the match goes on without a journal."""
        if self._torn:
            self.rewrite()
        self._append([{"end": self._lines}])
        self._match.journal = None


@frozen
class Verification:
    """What re-running a record showed: ``first_difference`` in words, None when there is none."""

    ok: bool
    first_difference: str | None
    answers: int

    def to_json(self) -> dict[str, Any]:
        return {"ok": self.ok, "first_difference": self.first_difference, "answers": self.answers}


def verify(path: str | Path, game: Game | None = None) -> Verification:
    """Re-run a record under today's rules and data and report the first difference. Raises nothing for a bad one.

    A journal need not have ended; any other record without its end line is reported as cut short.
    """
    try:
        record = Record.load(path)
        _, difference = replay(record, game or _game_of(record.header))
    except WargameError as problem:
        return Verification(False, str(problem), 0)
    if difference is None and not record.ended and (record.torn or not record.header.get("journal")):
        difference = record.torn or f"{path}: the record has no end line: it is cut short"
    return Verification(difference is None, difference, len(record.answers))


def _game_of(header: Row) -> Game:
    try:
        return load(header["game"])
    except UnknownName as problem:
        raise RecordError(f"no installed plugin has the game of this record: {problem}") from None


def _check_scenario(header: Row, game: Game) -> None:
    if header["scenario"] not in {scenario.id for scenario in game.scenarios}:
        raise RecordError(
            f"{game.id} has no scenario {header['scenario']!r}, which this is a record of; "
            "a game of one's own is read from its folder (wargame verify FILE --game FOLDER)"
        )


def replay(record: Record, game: Game, dice: DiceSource | None = None) -> tuple[Match, str | None]:
    """Run a record's answers through the rules again, up to the first difference (in words, or None).

    ``dice`` answer the rolls from there on. Raises `RecordError` and `UnknownName` for a record that cannot be run.
    """
    record.must_be_whole()
    _check_scenario(record.header, game)
    match = Match.begin(game.rules, record.header["scenario"], record.header["options"])
    difference = None
    if record.header["data"] != game.rules.digest:
        difference = f"the data files of {game.id} are not those the game was played with"
    where, number = "", 0
    for line in record.lines:
        if "n" in line:
            where = f"answer {line['n']} ({' > '.join(line.get('at', ())[1:]) or 'before the first answer'})"
            problem = _replay_line(match, line, number)
            number += 1
        else:
            problem = _compare_snapshot(match, line)
        if problem is not None:
            return match, f"{where}: {problem}"
    try:
        for seat, action in record.commits.items():
            match.play(action, seat)
    except WargameError as problem:
        return match, f"the choice that waits: the rules now say: {problem}"
    match.roll_on(dice)
    return match, difference


def _replay_line(match: Match, line: Row, number: int) -> str | None:
    codec = match.rules.codec
    try:
        if "start" not in line:
            answer = codec.answer({key: line[key] for key in ("action", "secret", "roll") if key in line})
            if isinstance(answer, Action):
                match.play(answer, line.get("seat"))
            elif isinstance(answer, Mapping):
                for seat, action in answer.items():
                    match.play(action, seat)
            else:
                match.roll(answer)
        now = [codec.to_json(event) for event in match.entries[number].events]
    except WargameError as problem:
        return f"the rules now say: {problem}"
    except IndexError:
        return "the rules now wait for another choice first"
    for position, (was, becomes) in enumerate(zip(line["events"], now, strict=False), 1):
        if was != becomes:
            return f"event {position} was {json.dumps(was)} and is now {json.dumps(becomes)}"
    if len(now) != len(line["events"]):
        return f"events that followed: {len(line['events'])} then, {len(now)} now"
    return None


def _compare_snapshot(match: Match, line: Row) -> str | None:
    was, now = line.get("snapshot"), match.state.to_json()
    if was is None or was == now:
        return None
    fields = [name for name in now["board"] if was["board"].get(name) != now["board"][name]] or ["position"]
    return f"the snapshot after it differs in {', '.join(fields)}"


def load_match(
    path: str | Path,
    *,
    seed: int | None = None,
    dice: DiceSource | None = None,
    rerun: bool = True,
    game: Game | None = None,
    chance: str = "seeded",
) -> Match:
    """A match from a saved record or journal, ready to go on.

    The rules are run again over every answer; a difference raises `RecordError` in words. With ``rerun`` False the
    match goes on from the last snapshot instead, whatever the rules say now about the way there. ``seed`` must be the
    one the game was played with; without it, and without ``dice``, fresh dice are used from here on (with
    ``chance="explicit"`` none). ``game`` may be given when it is loaded already, with an owner's own data say.
    """
    record = Record.load(path)
    record.must_be_whole()
    game = game or _game_of(record.header)
    if dice is None and seed is not None and chance != "explicit":
        known = record.header["seed_fingerprint"]
        if known not in (None, Seeded(seed).fingerprint()):
            raise RecordError(f"{path}: the game was not played with seed {seed}")
    dice, seed = dice_for(chance, seed, dice)
    if rerun:
        match, difference = replay(record, game, dice)
        if difference is not None:
            raise RecordError(f"{path}: {difference}; to go on from the last snapshot all the same, use rerun=False")
        match.seed = seed
        return match
    place = max((number for number, line in enumerate(record.lines) if "snapshot" in line), default=None)
    if place is None:
        raise RecordError(f"{path}: there is no snapshot to go on from")
    entries = Record(record.header, record.lines[:place]).entries(game)
    state = State.load(game.rules, record.lines[place]["snapshot"])
    return Match.of(state, seed=seed, dice=dice, chance="seeded" if dice else "explicit", entries=entries)
