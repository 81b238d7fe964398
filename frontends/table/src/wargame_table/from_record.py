"""A table that goes on from a saved record: its opening and the rows that lead to where the record ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from wargame_core.errors import RecordError
from wargame_core.flow.entries import Chose, ChoseTogether
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping
from wargame_core.records.lines import entry_to_json
from wargame_core.records.migrations import as_of_today
from wargame_core.records.record import Record, parse
from wargame_table.rows import PLAY, Opening, Row, play_row


def rows_of(text: str, load: Callable[[str], Game]) -> tuple[Opening, list[Row]]:
    """What a full record comes to at a table, its choices played again with its dice.

    Raises `RecordError` for the record of one seat, for dice that nobody knows, and where the rules of today tell
    another story; `UnknownPlugin` for a game that is not there.
    """
    record = parse(text)
    record.must_be_whole()
    if (seed := record.seed) is None:
        raise RecordError("this record does not know the seed of its dice, so that they cannot be rolled again")
    game = load(str(record.header["game"]))
    record = as_of_today(record, game.rules)
    opening = evolve(Opening.of(game, record.header["scenario"], record.header["options"]), seed=seed)
    match, rows = opening.begin(game), list[Row]()
    for seat, body in _choices(record, game):
        rows.append(Row(n=len(rows), kind=PLAY, seat=seat, body=body))
        play_row(match, rows[-1])
    _must_be_told(record, match)
    return opening, rows


def _choices(record: Record, game: Game) -> Iterator[tuple[str, JsonMapping]]:
    codec = game.rules.codec
    for entry in record.entries(game):
        if isinstance(entry, Chose):
            yield entry.seat, codec.to_json(entry.action)
        elif isinstance(entry, ChoseTogether):
            yield from ((seat, codec.to_json(action)) for seat, action in entry.actions.items())
    yield from record.commits.items()


def _must_be_told(record: Record, match: Match) -> None:
    """Raises `RecordError` unless the match has come the way that the record tells of."""
    answers = [line for line in record.lines if "n" in line]
    for line, entry in zip(answers, match.entries, strict=False):
        if entry_to_json(match.rules, entry) != line:
            raise RecordError(f"the rules of today tell another story from answer {line['n']} on")
    if len(answers) != len(match.entries):
        raise RecordError("the rules of today come to another number of answers")
