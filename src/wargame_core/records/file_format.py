"""The file format of records: JSON Lines, each with a check over itself and the line before; what is in a line."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Protocol, assert_never

import attrs

from wargame_core.dice import DiceSource, Seeded, commitment
from wargame_core.errors import RecordError, expected
from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled, Started, steps_told
from wargame_core.flow.events import Board, Event, Outcome
from wargame_core.flow.procedures import StepBegun
from wargame_core.flow.rules import Rules
from wargame_core.flow.state import State
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import RECORD_LINE, LimitError, quote, read_json
from wargame_core.version import __version__


@attrs.frozen
class RulesVersion:
    """The rules and data files a match was played under from answer ``n`` on; ``data`` is the digest of the files."""

    n: int
    rules: str
    data: str


class RecordedMatch(Protocol):
    """What a record needs of the match that it is of; `wargame_core.Match` has it."""

    salt: str
    rules_versions: tuple[RulesVersion, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def scenario(self) -> str:
        """The id of the scenario."""

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option."""

    @property
    def dice(self) -> DiceSource | None:
        """What answers the rolls."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Every answer so far."""

    @property
    def commits(self) -> Mapping[str, Action]:
        """By seat, the secret choices that wait."""

    @property
    def snapshots(self) -> Sequence[tuple[int, State]]:
        """Positions with the number of entries before each."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


Check = Callable[[Any], bool]


def _type_check(*kinds: type) -> Check:
    return lambda value: type(value) in kinds


def _list_of(kind: type) -> Check:
    return lambda value: type(value) is list and all(type(item) is kind for item in value)


def _is_list_of_texts(value: object) -> bool:
    return type(value) is dict and all(type(item) is str for item in value.values())


def _holds_actions(value: object) -> bool:
    return type(value) is dict and all(type(item) is dict for item in value.values())


def _holds_steps(value: object) -> bool:
    pairs = value if type(value) is list else [None]
    return all(type(pair) is list and [*map(type, pair)] == [int, list] and TEXTS(pair[1]) for pair in pairs)


TEXT, NUMBER, OBJECT, TEXTS = _type_check(str), _type_check(int), _type_check(dict), _list_of(str)

HEADER: Mapping[str, Check] = {
    "record": TEXT,
    "format": NUMBER,
    "core": TEXT,
    "game": TEXT,
    "rules": TEXT,
    "data": TEXT,
    "scenario": TEXT,
    "options": OBJECT,
    "seats": TEXTS,
    "dice": lambda value: value is None or _is_list_of_texts(value),
}
"""The keys that every header has."""
CONTINUATION_KEYS: Mapping[str, Check] = {"n": NUMBER, "rules": TEXT, "data": TEXT}
"""The keys of each version of rules and data that a game went on under."""
OPTIONAL_HEADER_KEYS: Mapping[str, Check] = {
    "secret": _is_list_of_texts,
    "journal": lambda value: value is True,
    "seat": TEXT,
    "went_on": _list_of(dict),
}
"""The keys that a header may have."""

SHARED: Mapping[str, Check] = {"n": NUMBER, "events": _list_of(dict)}
"""The keys that every line of an answer has."""
WHERE: Mapping[str, Check] = {"at": TEXTS, "steps": _holds_steps}
"""The step that asked, and those of later events, each with the number of events before it; a seat's own record has
neither."""
ANSWERS: tuple[Mapping[str, Check], ...] = (
    {"start": lambda value: value is True},
    {"action": OBJECT},
    {"action": OBJECT, "seat": TEXT},
    {"secret": _holds_actions},
    {"roll": _type_check(int, str), "die": TEXT, "label": TEXT},
    {"roll": _type_check(int, str), "die": TEXT, "label": TEXT, "seen_by": TEXTS},
    {},
)
"""The kinds of answers: the start, a choice (without its seat in a seat's own record), secret choices, a roll (with
``seen_by`` if not everybody saw it), and in a seat's record an answer that it did not see."""
OTHERS: tuple[Mapping[str, Check], ...] = ({"snapshot": OBJECT}, {"commits": _holds_actions})
END: Mapping[str, Check] = {"end": NUMBER}
TOLD: Mapping[str, Check] = {"seed": TEXT, "salt": TEXT, "agreed": OBJECT}
"""Further keys of the end line when the game is over; how it ended, where people agreed on that."""
OUTCOME: Mapping[str, Check] = {
    "winner": _type_check(str, type(None)), "level": TEXT, "scores": OBJECT, "text": TEXT, "together": TEXTS,
}  # fmt: skip


def check_header(header: JsonMapping, place: str) -> None:
    """Raise `RecordError` unless a header has all its keys, each of its type, and no other."""
    for key in HEADER:
        if key not in header:
            raise RecordError(f"{place}: the header has no {key!r}")
    _check(header, {**HEADER, **OPTIONAL_HEADER_KEYS}, place, "a header")
    if "went_on" in header:
        _check_versions(header, place)
    names = header["game"]
    if not names or len(names) > 100 or any(sign in names for sign in "/\\\n"):
        raise RecordError(f"{place}: {quote(names)} is not a name of a game")


def _check_versions(header: JsonMapping, place: str) -> None:
    version_before = {"n": 0, "rules": header["rules"], "data": header["data"]}
    for row in header["went_on"]:
        _check(row, CONTINUATION_KEYS, place, "a version in the header")
        if row.keys() != CONTINUATION_KEYS.keys():
            raise RecordError(
                f"{place}: a version in the header lacks {quote(sorted(CONTINUATION_KEYS.keys() - row.keys()))}"
            )
        if row["n"] <= version_before["n"] or (row["rules"], row["data"]) == (
            version_before["rules"],
            version_before["data"],
        ):
            raise RecordError(f"{place}: a version in the header is not another and later one than that before it")
        version_before = row
    if version_before["n"] == 0:
        raise RecordError(f"{place}: the header has 'went_on' and no version in it")


def check_row(row: JsonMapping, place: str, *, is_last: bool) -> None:
    """Raise `RecordError` unless a line is of one of the kinds that records have."""
    if "end" in row and is_last:
        _check(row, {**END, **TOLD}, place, "an end line")
        _check(row.get("agreed", {}), OUTCOME, place, "the agreed end")
        return
    for kind in OTHERS:
        if row.keys() & kind.keys():
            _check(row, kind, place, f"a line of {next(iter(kind))!r}")
            return
    for key in SHARED:
        if key not in row:
            raise RecordError(f"{place}: neither an answer with its events nor a snapshot: it has no {key!r}")
    own_keys = row.keys() - SHARED.keys() - WHERE.keys()
    answer = next((kind for kind in ANSWERS if kind.keys() == own_keys), None)
    if answer is None:
        raise RecordError(f"{place}: no kind of answer has the keys {quote(sorted(own_keys))}")
    _check(row, {**SHARED, **WHERE, **answer}, place, "an answer")


def _check(row: JsonMapping, types: Mapping[str, Check], place: str, kind_of_row: str) -> None:
    for key, value in row.items():
        if key not in types:
            raise RecordError(f"{place}: {kind_of_row} has no {quote(key)}{expected(key, types)}")
        if not types[key](value):
            raise RecordError(f"{place}: {kind_of_row} has {key!r} {quote(value)}, which is not of its type")


FORMAT = 2
"""The format that this library writes and reads."""

Row = Mapping[str, Any]


def chain(rows: Iterable[Row], check: str = "") -> Iterator[str]:
    """The rows as JSON text, each with a check over itself and the row before."""
    for row in rows:
        body = _row_text(row)
        check = _check_of(check, body)
        yield body[:-1] + f',"check":"{check}"}}'


def check_of(line: str) -> str:
    """The check in a line of text."""
    return str(json.loads(line)["check"])


def _row_text(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _check_of(text_before: str, body: str) -> str:
    return blake2b((text_before + body).encode(), digest_size=6).hexdigest()


def read_rows(text: str, name: str) -> tuple[list[JsonObject], str]:
    """The rows of a record, header first, without their checks; and a sentence about what is cut off, or "".

    A byte order mark at the beginning, which editors write, is not part of it.

    Raises `RecordError` with the line number for damage, edits and formats this library cannot read.
    """
    rows: list[JsonObject] = []
    check, damage_text = "", ""
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            row = read_json(line, RECORD_LINE)
            if not isinstance(row, dict):
                raise LimitError("not an object")
        except LimitError as problem:
            if number == len(lines) and rows and "end" not in rows[-1]:
                damage_text = f"{name}:{number}: the last line is cut off"
                break
            raise RecordError(f"{name}:{number}: not a line of a record: {problem}") from None
        if not rows:
            _check_version(row, name)
        written_check = row.pop("check", None)
        check = _check_of(check, _row_text(row))
        if written_check != check:
            raise RecordError(
                f"{name}:{number}: this line (or one before it) was changed after it was written: "
                f"its check is {quote(written_check)}, should be {check!r}"
            )
        rows.append(row)
    if not rows:
        raise RecordError(f"{name}: empty; a record begins with a header line")
    check_header(rows[0], f"{name}:1")
    for number, row in enumerate(rows[1:], 2):
        check_row(row, f"{name}:{number}", is_last=number == len(rows))
    return rows, damage_text


def _check_version(header: Row, name: str) -> None:
    if header.get("record") not in ("wargame", "wargame seat"):
        raise RecordError(f'{name}:1: not a record: the first line has no "record": "wargame"')
    version = header.get("format")
    if type(version) is not int:
        raise RecordError(f"{name}:1: the header names no format")
    if version > FORMAT:
        raise RecordError(
            f"{name}:1: record format {version} is newer than this library reads ({FORMAT}); upgrade wargame-core"
        )
    if version < FORMAT:
        raise RecordError(f"{name}:1: record format {version} is none that this library reads; today's is {FORMAT}")


def versions_in_header(versions: Sequence[RulesVersion], rules: Rules) -> JsonObject:
    """The keys of a header for the versions a match was played under, today's if it never changed them."""
    first_version, *later_versions = versions or (RulesVersion(0, rules.version, rules.source.digest),)
    went_on = {"went_on": [attrs.asdict(version) for version in later_versions]} if later_versions else {}
    return {"rules": first_version.rules, "data": first_version.data, **went_on}


def versions_of(header: JsonMapping) -> tuple[RulesVersion, ...]:
    """The versions that a header names, in their order."""
    later_versions = (RulesVersion(**row) for row in header.get("went_on", ()))
    return RulesVersion(0, header["rules"], header["data"]), *later_versions


def continued_versions(header: JsonMapping, rules: Rules, answers: int) -> tuple[RulesVersion, ...]:
    """The versions of a record that goes on after so many answers, today's last."""
    versions = versions_of(header)
    if (versions[-1].rules, versions[-1].data) == (rules.version, rules.source.digest):
        return versions
    return *(version for version in versions if not version.n or version.n < answers), RulesVersion(
        answers, rules.version, rules.source.digest
    )


def other_data(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's data files, or not all of it."""
    first_version, *later_versions = versions_of(header)
    changed_versions = [version for version in later_versions if version.data != rules.source.digest]
    if first_version.data == rules.source.digest:
        return (
            f"from answer {changed_versions[0].n} on the game was played with other data files"
            if changed_versions
            else None
        )
    sentence = f"the data files of {rules.id} are not those the game was {'begun' if later_versions else 'played'} with"
    return f"{sentence}; it went on with others from answer {later_versions[0].n}" if later_versions else sentence


def other_rules(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's rules, or not all of it."""
    for version in versions_of(header):
        if version.rules != rules.version:
            since_text = f" from answer {version.n} on" if version.n else ""
            return (
                f"the game was played with rules {version.rules} of "
                f"{rules.id}{since_text}; here they are {rules.version}"
            )
    return None


def header_of(match: RecordedMatch) -> JsonObject:
    """The first line of a match's record."""
    rules, dice = match.rules, match.dice
    return {
        "record": "wargame",
        "format": FORMAT,
        "core": __version__,
        "game": rules.id,
        **versions_in_header(match.rules_versions, rules),
        **({"replaced": list(rules.source.replaced_files)} if rules.source.replaced_files else {}),
        "scenario": match.scenario,
        "options": dict(match.options),
        "seats": list(rules.seats),
        "dice": {"commitment": commitment(dice.seed, match.salt)} if isinstance(dice, Seeded) else None,
        **({"secret": seed_and_salt(match)} if isinstance(dice, Seeded) else {}),
    }


def seed_and_salt(match: RecordedMatch) -> dict[str, str]:
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
    if steps := entry.steps.get(REFEREE):
        line["steps"] = [[count, list(cursor)] for count, cursor in steps]
    return line


ERRORS_OF_GAME_CODE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, MemoryError)
"""The errors that a game's code may raise for an impossible board or event."""


def entry_from_json(rules: Rules, line: Row, board: Board) -> Entry:
    """An answer read from its line; its events are applied to ``board``. Raises `RecordError`."""
    events = tuple(rules.codec.event(data) for data in line["events"])
    feeds: dict[str, tuple[Event, ...]] = {}
    begun_steps, cursors = list[StepBegun](), dict(line.get("steps", ()))
    for number, event in enumerate(events):
        if number in cursors:
            counts = {seat: len(feeds.get(seat, ())) for seat in (*rules.seats, SPECTATOR)}
            begun_steps.append((tuple(cursors[number]), number, counts))
        try:
            event.apply(board)
            by_seat = {seat: event.for_seat(seat, board) for seat in (*rules.seats, SPECTATOR)}
            event.text(board)  # a story that cannot be told is found here, with its line
        except ERRORS_OF_GAME_CODE as problem:
            raise RecordError(f"answer {line['n']}: {event.kind} does not fit the board: {quote(problem)}") from None
        for seat, visible_event in by_seat.items():
            if visible_event is not None:
                feeds[seat] = (*feeds.get(seat, ()), visible_event)
    common_fields: dict[str, Any] = {
        "seq": line["n"],
        "cursor": tuple(line.get("at", ())),
        "events": events,
        "feeds": feeds,
        "steps": steps_told(begun_steps, {REFEREE: events, **feeds}),
    }
    answer_fields = {key: line[key] for key in ("action", "secret", "roll") if key in line}
    if not answer_fields:
        return Started(**common_fields)
    answer = rules.codec.answer(answer_fields)
    if isinstance(answer, Action):
        return Chose(seat=str(line.get("seat")), action=answer, **common_fields)
    if isinstance(answer, (int, str)):
        seen_by = frozenset(line["seen_by"]) if "seen_by" in line else None
        die, label = line.get("die", ""), line.get("label", "")
        return Rolled(face=answer, die=die, label=label, seen_by=seen_by, **common_fields)
    return ChoseTogether(actions=answer, **common_fields)


def lines_of(match: RecordedMatch) -> Iterator[JsonObject]:
    """Every line of a match's record after the header."""
    yield from lines_from(match, 0)
    if match.commits:
        yield commits_to_json(match)


def lines_from(match: RecordedMatch, start: int) -> Iterator[JsonObject]:
    """The lines of the entries from number ``start`` on, with the snapshots between them."""
    snapshots = dict(match.snapshots)
    for number, entry in enumerate(match.entries[start:], start + 1):
        yield entry_to_json(match.rules, entry)
        if number in snapshots:
            yield {"snapshot": snapshots[number].to_json()}


def commits_to_json(match: RecordedMatch) -> JsonObject:
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
        events += (codec.to_json(event) for event in entry.told(seat))
    if row or events:
        yield {"n": number, **row, "events": events}


def _answer_seen(codec: Codec, entry: Entry, seat: str) -> JsonObject:
    """What a seat made or saw of an answer; empty where it was another's choice, or a roll that it did not see."""
    if seat in entry.actions:
        return {"action": codec.to_json(entry.actions[seat])}
    if isinstance(entry, Rolled) and entry.seen(seat):
        return {"roll": entry.face, "die": entry.die, "label": entry.label}
    return {}
