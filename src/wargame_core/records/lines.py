"""The lines of a record: how they are written and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

import attrs

from wargame_core.dice import Seeded, commitment
from wargame_core.errors import RecordError
from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled, Started
from wargame_core.flow.events import Board, Event
from wargame_core.flow.match import Match, PlayedUnder
from wargame_core.flow.rules import Rules
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import quote
from wargame_core.records.file_format import FORMAT, Row
from wargame_core.version import __version__


def in_header(under: Sequence[PlayedUnder], rules: Rules) -> JsonObject:
    """The keys of a header for the versions a match was played under, today's if it never changed them."""
    first, *later = under or (PlayedUnder(0, rules.version, rules.digest),)
    went_on = {"went_on": [attrs.asdict(version) for version in later]} if later else {}
    return {"rules": first.rules, "data": first.data, **went_on}


def versions_of(header: JsonMapping) -> tuple[PlayedUnder, ...]:
    """The versions that a header names, in their order."""
    later = (PlayedUnder(**row) for row in header.get("went_on", ()))
    return PlayedUnder(0, header["rules"], header["data"]), *later


def going_on_under(header: JsonMapping, rules: Rules, answers: int) -> tuple[PlayedUnder, ...]:
    """The versions of a record that goes on after so many answers, today's last."""
    before = versions_of(header)
    if (before[-1].rules, before[-1].data) == (rules.version, rules.digest):
        return before
    return *(version for version in before if not version.n or version.n < answers), PlayedUnder(
        answers, rules.version, rules.digest
    )


def other_data(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's data files, or not all of it."""
    first, *later = versions_of(header)
    changed = [version for version in later if version.data != rules.digest]
    if first.data == rules.digest:
        return f"from answer {changed[0].n} on the game was played with other data files" if changed else None
    sentence = f"the data files of {rules.id} are not those the game was {'begun' if later else 'played'} with"
    return f"{sentence}; it went on with others from answer {later[0].n}" if later else sentence


def other_rules(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's rules, or not all of it."""
    for version in versions_of(header):
        if version.rules != rules.version:
            since = f" from answer {version.n} on" if version.n else ""
            return f"the game was played with rules {version.rules} of {rules.id}{since}; here they are {rules.version}"
    return None


def header_of(match: Match) -> JsonObject:
    """The first line of a match's record."""
    rules, dice = match.rules, match.dice
    return {
        "record": "wargame",
        "format": FORMAT,
        "core": __version__,
        "game": rules.id,
        **in_header(match.under, rules),
        "scenario": match.scenario,
        "options": dict(match.options),
        "seats": list(rules.seats),
        "dice": {"commitment": commitment(dice.seed, match.salt)} if isinstance(dice, Seeded) else None,
        **({"secret": seed_and_salt(match)} if isinstance(dice, Seeded) else {}),
    }


def seed_and_salt(match: Match) -> dict[str, str]:
    """The seed of a match's dice and the salt of the commitment to it; empty when the dice have none.

    A full record contains them from the start, so that the game can go on with its dice; a seat learns them at the end.
    """
    dice = match.dice
    return {"seed": str(dice.seed), "salt": match.salt} if isinstance(dice, Seeded) else {}


def entry_to_json(rules: Rules, entry: Entry) -> JsonObject:
    """One answer with its events, as a line of a full record."""
    codec = rules.codec
    line: JsonObject = {"n": entry.seq, "at": list(entry.cursor)}
    match entry:
        case Started():
            line["start"] = True
        case Chose():
            line |= {**codec.answer_to_json(entry.action), "seat": entry.seat}
        case ChoseTogether():
            line |= codec.answer_to_json(entry.actions)
        case Rolled():
            line |= {**codec.answer_to_json(entry.face), "die": entry.die, "label": entry.label}
            if entry.seen_by is not None:
                line["seen_by"] = sorted(entry.seen_by)
        case _:
            assert_never(entry)
    line["events"] = [codec.to_json(event) for event in entry.events]
    return line


UNFIT = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, MemoryError)
"""The errors that a game's code may raise for an impossible board or event."""


def entry_from_json(rules: Rules, line: Row, board: Board) -> Entry:
    """An answer read from its line; its events are applied to ``board``. Raises `RecordError`."""
    events = tuple(rules.codec.event(data) for data in line["events"])
    feeds: dict[str, tuple[Event, ...]] = {}
    for event in events:
        try:
            event.apply(board)
            by_seat = {seat: event.for_seat(seat, board) for seat in (*rules.seats, SPECTATOR)}
            event.text(board)  # a story that cannot be told is found here, with its line
        except UNFIT as problem:
            raise RecordError(f"answer {line['n']}: {event.kind} does not fit the board: {quote(problem)}") from None
        for seat, seen in by_seat.items():
            if seen is not None:
                feeds[seat] = (*feeds.get(seat, ()), seen)
    shared: dict[str, Any] = {"seq": line["n"], "cursor": tuple(line.get("at", ())), "events": events, "feeds": feeds}
    answered = {key: line[key] for key in ("action", "secret", "roll") if key in line}
    if not answered:
        return Started(**shared)
    answer = rules.codec.answer(answered)
    if isinstance(answer, Action):
        return Chose(seat=str(line.get("seat")), action=answer, **shared)
    if isinstance(answer, (int, str)):
        seen_by = frozenset(line["seen_by"]) if "seen_by" in line else None
        die, label = line.get("die", ""), line.get("label", "")
        return Rolled(face=answer, die=die, label=label, seen_by=seen_by, **shared)
    return ChoseTogether(actions=answer, **shared)


def lines_of(match: Match) -> Iterator[JsonObject]:
    """Every line of a match's record after the header."""
    yield from lines_from(match, 0)
    if match.commits:
        yield commits_to_json(match)


def lines_from(match: Match, start: int) -> Iterator[JsonObject]:
    """The lines of the entries from number ``start`` on, with the snapshots between them."""
    snapshots = dict(match.snapshots)
    for number, entry in enumerate(match.entries[start:], start + 1):
        yield entry_to_json(match.rules, entry)
        if number in snapshots:
            yield {"snapshot": snapshots[number].to_json()}


def commits_to_json(match: Match) -> JsonObject:
    """The line for the waiting secret choices; a later such line of a record replaces it."""
    return {"commits": {seat: match.rules.codec.to_json(action) for seat, action in match.commits.items()}}


def seat_rows(rules: Rules, entries: Iterable[Entry], seat: str) -> Iterator[JsonObject]:
    """The answers as one seat may keep them; numbered again, so that gaps tell nothing.

    What a seat is told of an answer that it did not see stands with the last one that it saw: how events are shared out
    would tell of a choice or a roll between them.
    """
    codec, number = rules.codec, 0
    row: JsonObject = {}
    events: list[JsonObject] = []
    for entry in entries:
        if answer := _answer_seen(codec, entry, seat):
            if row or events:
                yield {"n": number, **row, "events": events}
                number += 1
            row, events = answer, []
        events += (codec.to_json(event) for event in entry.feeds.get(seat, ()))
    if row or events:
        yield {"n": number, **row, "events": events}


def _answer_seen(codec: Codec, entry: Entry, seat: str) -> JsonObject:
    """What a seat made or saw of an answer; empty where it was another's choice, or a roll that it did not see."""
    match entry:
        case Chose() if entry.seat == seat:
            return {"action": codec.to_json(entry.action)}
        case ChoseTogether() if seat in entry.actions:
            return {"action": codec.to_json(entry.actions[seat])}
        case Rolled() if entry.seen(seat):
            return {"roll": entry.face, "die": entry.die, "label": entry.label}
    return {}
