"""The lines of a record: what stands in them, and how they are read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wargame_core.dice import Seeded
from wargame_core.errors import RecordError
from wargame_core.flow.runner import Entry
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.records.file_format import FORMAT, Row

if TYPE_CHECKING:
    from wargame_core.flow.match import Match
    from wargame_core.game import Game


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
        if entry.seen_by is not None:
            line["seen_by"] = sorted(entry.seen_by)
    line["events"] = [codec.to_json(event) for event in entry.events]
    return line


def entry_from_json(game: Game, line: Row, board: Any) -> Entry:
    """An answer read back from its line; ``board`` is moved on by its events."""
    codec = game.codec
    events = tuple(codec.event(data) for data in line["events"])
    feeds: dict[str, tuple[Any, ...]] = {}
    for event in events:
        try:
            event.apply(board)
        except (LookupError, ValueError, TypeError, AttributeError) as problem:
            raise RecordError(f"answer {line['n']}: {event.kind} does not fit the board: {problem!r}") from None
        for seat in (*game.seats, SPECTATOR):
            seen = event.for_seat(seat, board)
            if seen is not None:
                feeds[seat] = (*feeds.get(seat, ()), seen)
    given = {key: line[key] for key in ("action", "secret", "roll") if key in line}
    kind = next(iter(given), "start")
    value = codec.answer(given) if given else None
    seen_by = frozenset(line["seen_by"]) if "seen_by" in line else None
    cursor = tuple(line.get("at", ()))
    return Entry(
        line["n"],
        kind,
        value,
        line.get("seat"),
        line.get("label", ""),
        line.get("die", ""),
        seen_by,
        events,
        feeds,
        cursor,
    )


def lines_of(match: Match) -> Iterator[dict[str, Any]]:
    yield from lines_from(match, 0)
    if match._commits:
        yield commits_to_json(match)


def lines_from(match: Match, start: int) -> Iterator[dict[str, Any]]:
    snapshots = dict(match._snapshots)
    for number, entry in enumerate(match.entries[start:], start + 1):
        yield entry_to_json(match.game, entry)
        if number in snapshots:
            yield {"snapshot": match.game.codec.state_to_json(snapshots[number])}


def commits_to_json(match: Match) -> dict[str, Any]:
    """The choices made in secret that wait for the others'; a later line of a record replaces it."""
    return {"commits": {seat: match.game.codec.to_json(action) for seat, action in match._commits.items()}}


def seat_rows(game: Game, entries: Iterable[Entry], seat: str) -> Iterator[dict[str, Any]]:
    """The answers as one seat may keep them; numbered anew, so that gaps say nothing."""
    codec, number = game.codec, 0
    for entry in entries:
        row: dict[str, Any] = {}
        if entry.kind == "action" and entry.seat == seat:
            row["action"] = codec.to_json(entry.value)
        elif entry.kind == "secret" and seat in entry.value:
            row["action"] = codec.to_json(entry.value[seat])
        elif entry.kind == "roll" and (entry.seen_by is None or seat in entry.seen_by):
            row = {"roll": entry.value, "die": entry.die, "label": entry.label}
        events = [codec.to_json(event) for event in entry.feeds.get(seat, ())]
        if row or events:
            yield {"n": number, **row, "events": events}
            number += 1
