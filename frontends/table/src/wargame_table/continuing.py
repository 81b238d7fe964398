"""Games that outlive a change of their rules: what is kept of the story, and how a game goes on from it.

A match is a function of its opening and its rows only under the rules by which it was played. So once a turn the
record of what happened is kept beside the rows. When today's rules refuse a row, or tell another story of the same
rows, the game goes on from the last turn that is kept, and everybody is told so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from wargame_core.dice import Seeded
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Entry
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.limits import MESSAGE, shorten
from wargame_core.records.lines import entry_to_json, header_of
from wargame_core.records.record import Record
from wargame_core.records.verification import from_last_snapshot
from wargame_table.rows import CONTINUE, Opening, Row


class Chronicle:
    """Writes the story of one match, a turn at a time."""

    def __init__(self) -> None:
        self._written: list[tuple[Entry, str]] = []
        self._turn = 0

    def turn(self, match: Match) -> str | None:
        """The record up to the beginning of the turn, once that is another one than when it was asked for last."""
        number, state = match.snapshots[-1]
        if number == self._turn:
            return None
        self._turn = number
        written, entries = self._written, match.entries[:number]
        while written and (len(written) > number or written[-1][0] is not entries[len(written) - 1]):
            written.pop()
        for entry in entries[len(written) :]:
            written.append((entry, _text(entry_to_json(match.rules, entry))))
        lines = [_text(header_of(match)), *(line for _, line in written), _text({"snapshot": state.to_json()})]
        return "\n".join(lines)


def _text(row: JsonObject) -> str:
    return json.dumps(row, separators=(",", ":"))


def checked(opening: Opening, game: Game, match: Match, story: str | None) -> None:
    """Raises `WargameError` where other rules than the game was played by tell another story of it."""
    if story is None or (opening.rules, opening.data) == (game.rules.version, game.rules.digest):
        return
    _, *lines, _ = story.split("\n")
    if [_text(entry_to_json(match.rules, entry)) for entry in match.entries[: len(lines)]] != lines:
        raise WargameError("they tell another story of the same choices")


def continuation(story: str, n: int, because: str) -> Row:
    """Row ``n``, after which a game goes on from what is kept of it; the rows before it count no more."""
    words = (
        f"The rules or data of this game have changed since it was played ({because}). It goes on from the beginning "
        "of the last turn that is kept; what was chosen since then is to be chosen again."
    )
    return Row(n=n, kind=CONTINUE, seat="", body={"story": story, "because": shorten(words, MESSAGE)})


def begun(game: Game, opening: Opening, rows: Sequence[Row]) -> tuple[Match, int]:
    """The match at its beginning, or where it was continued last, and the number of the first row to play then.

    Raises `WargameError` where the story does not fit the game of today.
    """
    last = max((row.n for row in rows if row.kind == CONTINUE), default=None)
    if last is None:
        return opening.begin(game), 0
    header, *lines = (json.loads(line) for line in str(rows[last].body["story"]).split("\n"))
    match = from_last_snapshot(Record(header, tuple(lines)), game, "this table", Seeded(opening.seed), opening.seed)
    match.bind(opening.key("match"))
    return match, last + 1


def because_of(rows: Iterable[Row]) -> str:
    """What people are told of a game that was continued; empty for one that never was."""
    return next((str(row.body["because"]) for row in reversed([*rows]) if row.kind == CONTINUE), "")
