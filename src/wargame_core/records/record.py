"""Records of games: a header, a line for each answer with its events, snapshots at turns, and an end.

A save is written completely or not at all. A journal is a record that grows while the game is played: a crash loses at
most the present decision. Events are facts: a record is told by applying them to the set-up, so later changes of the
rules do not change it. `verify_record` says whether today's rules still give the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from attrs import evolve, field, frozen

from wargame_core.data.files import naming, write_whole
from wargame_core.errors import RecordError
from wargame_core.flow.entries import Entry, Started
from wargame_core.flow.events import Outcome
from wargame_core.flow.rules import Rules
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import MESSAGE, quote, shorten
from wargame_core.records.file_format import (
    RecordedMatch,
    Row,
    chain,
    check_of,
    commits_to_json,
    entry_from_json,
    header_of,
    lines_from,
    lines_of,
    read_rows,
    seat_rows,
    seed_and_salt,
)
from wargame_core.reprs import drawn

LONGEST = 200_000_000
"""The greatest size in bytes of a file that is read as a record; the longest real ones have about ten million."""


@frozen(repr=False)
class Record:
    """A record in memory: header, and lines of answers and snapshots, as plain JSON data.

    ``ended`` says that it has its end line; ``torn`` is a sentence if the last line was cut off, else "".
    """

    header: Row
    lines: tuple[Row, ...]
    ended: bool = True
    torn: str = field(default="", eq=False)
    revealed: Mapping[str, str] = field(factory=dict)
    """The seed and salt in the end line of a finished game."""
    agreed: Outcome | None = None
    """How people ended a game that its rules had not ended: one resigned, say."""

    @staticmethod
    def of(match: RecordedMatch, seat: str | None = None) -> Record:
        """The full record of a match, every secret included; or what ``seat`` may have of it, as in `for_seat`.

        Raises `RecordError` for a match that began at a position and not with a set-up.
        """
        if not match.entries or not isinstance(match.entries[0], Started):
            raise RecordError(
                "a record begins with a set-up, and this match began at a position: keep str(match.state)"
            )
        if seat is not None and match.rules.seat(seat) != REFEREE:
            return _seat_record(header_of(match), match.rules, match.entries, seat, _dice_secrets(match))
        return Record(header_of(match), tuple(lines_of(match)), revealed=_dice_secrets(match))

    def save(self, path: str | Path) -> Path:
        """Write the record to ``path``, completely or not at all. Raises OSError."""
        return write_whole(Path(path), self.text())

    def text(self) -> str:
        """The record as JSON Lines."""
        agreed_field = {"agreed": self.agreed.to_json()} if self.agreed is not None else {}
        end_row = [{"end": len(self.lines), **self.revealed, **agreed_field}] if self.ended else []
        return "".join(line + "\n" for line in chain([self.header, *self.lines, *end_row]))

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read and check a record. Raises `RecordError` naming the file, the line and what is wrong with it."""
        path, name = Path(path), shorten(str(path), MESSAGE)
        try:
            with path.open("rb") as file:
                raw = file.read(LONGEST + 1)
        except FileNotFoundError:
            raise RecordError(f"{name}: there is no such file") from None
        except OSError as problem:
            raise RecordError(f"{name}: cannot be read: {problem.strerror}") from None
        if len(raw) > LONGEST:
            raise RecordError(f"{name}: longer than {LONGEST:,} bytes, which no record is")
        return parse(raw.decode(errors="replace"), name)  # a cut may go through the middle of a letter

    def __repr__(self) -> str:
        replaced_parts = f" with other {', '.join(self.header['replaced'])}" if "replaced" in self.header else ""
        record_in_words = f"{self.header.get('game')}{replaced_parts}, {self.header.get('scenario')}"
        return f"<Record of {record_in_words}: {len(self.answers)} answers{'' if self.ended else ', not ended'}>"

    def _repr_html_(self) -> str | None:
        return drawn(self, "html")

    @property
    def answers(self) -> list[Row]:
        """The lines that hold answers, in order."""
        return [line for line in self.lines if "n" in line]

    def options(self, rules: Rules) -> dict[str, str]:
        """The options that it was played with, those included that there are since (`Rules.recorded_options`).

        Raises `UnknownName`.
        """
        return rules.recorded_options(self.header["options"])

    @property
    def commits(self) -> JsonMapping:
        """The secret choices that wait for those of the other seats, as JSON actions by seat."""
        commits: JsonMapping = self.lines[-1].get("commits", {}) if self.lines else {}
        return commits

    def entries(self, rules: Rules) -> list[Entry]:
        """The answers with their events and what each seat learnt of them; no rule is run. Raises `RecordError`."""
        self.must_be_whole()
        check_scenario(self.header, rules)
        board = rules.first_board(self.header["scenario"], self.options(rules))
        return [entry_from_json(rules, line, board) for line in self.answers]

    def for_seat(self, seat: str, rules: Rules) -> Record:
        """The record that ``seat`` may have: its own choices, the rolls it saw, the events as it knows them.

        ``rules`` are those of the game. Raises `UnknownName` and `RecordError`.
        """
        if rules.seat(seat) == REFEREE:
            return self
        seat_record = _seat_record(self.header, rules, self.entries(rules), seat, self.revealed)
        return evolve(seat_record, agreed=self.agreed)

    @property
    def seed(self) -> int | None:
        """The seed of the dice if the record contains it. Raises `RecordError` if it is not a number."""
        dice = self.revealed or self.header.get("secret", {})
        try:
            return int(dice["seed"]) if dice else None
        except (KeyError, ValueError):
            raise RecordError(f"the seed of this record is {quote(dice.get('seed'))}, which is not a number") from None

    def must_be_whole(self) -> None:
        """Raises `RecordError` for a seat's own record, which lacks what the seat may not know."""
        if self.header["record"] != "wargame":
            raise RecordError(f"this is {self.header.get('seat')}'s own record: it lacks what the seat may not know")


def _seat_record(
    header: Row, rules: Rules, entries: Sequence[Entry], seat: str, revealed_fields: Mapping[str, str]
) -> Record:
    public_fields = {key: value for key, value in header.items() if key not in ("secret", "journal")}
    seat_header = {**public_fields, "record": "wargame seat", "seat": seat}
    return Record(seat_header, tuple(seat_rows(rules, entries, seat)), revealed=revealed_fields)


def _dice_secrets(match: RecordedMatch) -> Mapping[str, str]:
    """What everybody is told of the dice: their seed, when the game is over."""
    return seed_and_salt(match) if match.outcome is not None else {}


def parse(text: str, name: str = "record") -> Record:
    """A record from its text. Raises `RecordError` with the line number for damage, edits and newer formats."""
    (header, *body), damage_text = read_rows(text, name)
    end_row = body.pop() if body and "end" in body[-1] else None
    if end_row is not None and end_row["end"] != len(body):
        raise RecordError(f"{name}: lines are missing before the end")
    revealed_fields = {key: value for key, value in (end_row or {}).items() if key not in ("end", "agreed")}
    agreed_row = (end_row or {}).get("agreed")
    try:
        agreed_outcome = Outcome.from_json(agreed_row) if agreed_row is not None else None
    except (TypeError, ValueError) as problem:
        raise RecordError(f"{name}: the agreed end: {problem}") from None
    return Record(header, tuple(body), end_row is not None, damage_text, revealed_fields, agreed_outcome)


@frozen
class _WrittenState:
    """What is on the disk: so many answers of the match, in so many lines and bytes, the last line's check."""

    answers: int
    lines: int
    size: int
    check: str


class MatchJournal(Protocol):
    """Is told of every change of a match, to save it: see `Journal`."""

    def write(self) -> None:
        """Called when there are new entries."""

    def commit(self) -> None:
        """Called when the waiting secret choices have changed."""

    def take_back(self) -> None:
        """Called when the last entries were taken back."""


class MatchWithJournal(RecordedMatch, Protocol):
    """A match that tells a journal of its changes."""

    journal: MatchJournal | None


class Journal:
    """A record that grows on disk with every answer. `close` adds the end line; without it the game may go on."""

    def __init__(self, match: MatchWithJournal, path: str | Path) -> None:
        self.path = Path(path)
        self._match = match
        self._written: list[_WrittenState] = []
        """How the file stood after each writing, the present state last; empty when it must be written anew."""
        self._rewrite()
        match.journal = self

    def _rewrite(self) -> None:
        """Write the whole record again."""
        match = self._match
        record = Record({**header_of(match), "journal": True}, tuple(lines_of(match)), ended=False)
        text = record.text()
        write_whole(self.path, text)
        check = check_of(text.rstrip("\n").rpartition("\n")[2])
        self._written = [_WrittenState(len(match.entries), len(record.lines), len(text.encode()), check)]

    def write(self) -> None:
        """Add the answers given since the last call."""
        if self._written:
            self._append(list(lines_from(self._match, self._written[-1].answers)))
        else:
            self._rewrite()

    def commit(self) -> None:
        """Add the waiting secret choices."""
        if self._written:
            self._append([commits_to_json(self._match)])
        else:
            self._rewrite()

    def take_back(self) -> None:
        """Cut off the answers that were taken back."""
        answers, rows_before = len(self._match.entries), self._written
        self._written = []  # until the file is as short as it should be
        while rows_before and rows_before[-1].answers > answers:
            rows_before.pop()
        if not rows_before or rows_before[-1].answers != answers:
            self._rewrite()
            return
        with naming(self.path), self.path.open("r+b") as file:
            file.truncate(rows_before[-1].size)
            os.fsync(file.fileno())
        self._written = rows_before

    def _append(self, rows: list[JsonObject]) -> None:
        written_states, self._written = self._written, []  # until all of it is on the disk
        last_state = written_states[-1]
        lines = list(chain(rows, last_state.check))
        data = "".join(line + "\n" for line in lines).encode()
        with naming(self.path), self.path.open("ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        answers = len(self._match.entries)
        written_states.append(
            _WrittenState(answers, last_state.lines + len(lines), last_state.size + len(data), check_of(lines[-1]))
        )
        self._written = written_states

    def close(self) -> None:
        """Add the end line; the match goes on without a journal."""
        if not self._written:
            self._rewrite()
        self._append([{"end": self._written[-1].lines, **_dice_secrets(self._match)}])
        self._match.journal = None


def check_scenario(header: Row, rules: Rules) -> None:
    """Raises `RecordError` for a scenario that the game does not have."""
    if header["scenario"] not in {scenario.id for scenario in rules.scenarios}:
        raise RecordError(
            f"{rules.id} has no scenario {header['scenario']!r}, which this is a record of; "
            "a game of one's own is read from its folder (wargame verify FILE --game FOLDER)"
        )
