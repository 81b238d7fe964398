"""What a server says, read before anything is made of it: lenient towards what is new, strict about what is used."""

from typing import Any, Final, TypeVar

from attrs import frozen

from wargame_core import Verdict, WargameError
from wargame_core.json_form import JsonObject
from wargame_core.limits import MESSAGE, LimitError, Limits, harmless, quote, read_json, shorten
from wargame_core.rulings import Cite, Reason
from wargame_table.messages.incoming import CODES, PROTOCOL, Refused

T = TypeVar("T")

FRAME: Final = 8_000_000
"""Bytes of the longest message that is read from a server; the first update of the largest game has some 400,000."""
TOLD: Final = Limits(characters=FRAME, depth=64, digits=16, text=4_000_000)
"""What a message of a server may hold."""
LONGEST_STORY: Final = 200_000
"""Rows of a story that are kept; a long game has some 10,000."""


class WireError(WargameError):
    """A server that does not answer, is lost, or says what the protocol does not allow; the message says which."""


def read_told(text: str | bytes) -> JsonObject:
    """The message that a frame holds. Raises `WireError`."""
    if not isinstance(text, str):
        raise WireError(f"the server sent a frame of {len(text):,} bytes; {PROTOCOL} has text only")
    try:
        message = read_json(text, TOLD)
    except LimitError as problem:
        raise WireError(f"the server sent what is no message of {PROTOCOL}: {problem}") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise WireError(f"the server sent {quote(message)}; a message of {PROTOCOL} is an object with a kind")
    return message


def part_of(message: JsonObject, name: str, kind: type[T], default: T | None = None) -> T:
    """A part of a message that is there and of a kind, or the default. Raises `WireError`."""
    value = message.get(name, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        head = str(message.get("kind", "message"))[:40]
        raise WireError(f"the server sent {head!r} with {name} {quote(value)}; expected {_words(kind)}")
    return value


def rows_of(message: JsonObject, name: str) -> list[JsonObject]:
    """A list of objects in a message; empty where it is left out. Raises `WireError`."""
    rows = part_of(message, name, list, [])
    for row in rows:
        if not isinstance(row, dict):
            raise WireError(f"the server sent {quote(row)} among {name}; expected objects")
    return rows


def texts_of(message: JsonObject, name: str) -> tuple[str, ...]:
    """A list of texts in a message; empty where it is left out. Raises `WireError`."""
    texts = part_of(message, name, list, [])
    for text in texts:
        if not isinstance(text, str):
            raise WireError(f"the server sent {quote(text)} among {name}; expected texts")
    return tuple(texts)


def _words(kind: type) -> str:
    return {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}[kind]


def check_protocol(welcome: JsonObject) -> None:
    """Raises `WireError` for a server of another protocol."""
    server_protocol = part_of(welcome, "protocol", str)
    if server_protocol != PROTOCOL:
        raise WireError(
            f"the server speaks {quote(server_protocol)}, this client {PROTOCOL}: install the version of "
            "wargame-table that the server has (docs/reference/versions.md)"
        )


def refusal_of(message: JsonObject) -> Refused:
    """The error that a refusal stands for. Raises `WireError`."""
    code, text = part_of(message, "code", str), part_of(message, "text", str)
    wait = message.get("retry_after", 0.0)
    if not isinstance(wait, (int, float)) or isinstance(wait, bool) or wait < 0:
        raise WireError(f"the server sent 'refused' with retry_after {quote(wait)}; expected seconds")
    verdict = verdict_of(message) if "reasons" in message else None
    known_code: Any = code if code in CODES else "unavailable"
    refusal_text = text if code in CODES else f"{quote(code)}: {text}"
    return Refused(known_code, refusal_text, verdict, retry_after=float(wait), request=str(message.get("id", ""))[:16])


def verdict_of(message: JsonObject) -> Verdict:
    """The reasons of a message as a verdict: legal where there is none. Raises `WireError`."""
    reasons = []
    for row in rows_of(message, "reasons"):
        cite = row.get("cite")
        cite_read = Cite.read(shorten(cite, MESSAGE)) if isinstance(cite, str) and cite else None
        reasons.append(Reason(part_of(row, "code", str), harmless(part_of(row, "text", str)), cite_read))
    return Verdict(tuple(reasons), part_of(message, "about", dict, {}))


@frozen
class ReadUpdate:
    """What of an update changes the story: rows that stay, rows that are new, how many there are then, and a tag."""

    unchanged_rows: int
    events: tuple[JsonObject, ...]
    row_count: int
    tag: str

    @staticmethod
    def of(update: JsonObject, present_rows: int) -> "ReadUpdate":
        """Read where there are so many rows already. Raises `WireError` for numbers that cannot be."""
        unchanged_rows, row_count = part_of(update, "kept", int), part_of(update, "known", int)
        events = tuple(rows_of(update, "events"))
        for event in events:
            part_of(event, "text", str, "")
        if not 0 <= unchanged_rows <= present_rows:
            rows_kept_text = f"keeps {unchanged_rows} rows of the story, of which there are {present_rows}"
            raise WireError(f"the server sent an update that {rows_kept_text}")
        if row_count != unchanged_rows + len(events):
            raise WireError(
                f"the server sent an update of {row_count} rows that has {unchanged_rows} and {len(events)} more"
            )
        if row_count > LONGEST_STORY:
            raise WireError(f"the server sent a story of {row_count:,} rows; at most {LONGEST_STORY:,} are read")
        return ReadUpdate(unchanged_rows, events, row_count, part_of(update, "tag", str))


def check_update(update: JsonObject) -> None:
    """Raises `WireError` where a part of an update that a view reads is not as it should be."""
    part_of(update, "at", str)
    texts_of(update, "waiting")
    part_of(part_of(update, "outcome", dict, {}), "text", str, "")
    part_of(update, "offer", dict, {})
    if "ask" in update:
        ask = part_of(update, "ask", dict)
        part_of(ask, "prompt", str)
        part_of(ask, "more", bool, False)
        rows_of(ask, "rows")


def changed(rows_before: dict[str, JsonObject], update: JsonObject, name: str) -> dict[str, JsonObject]:
    """Pieces or panels after an update. Raises `WireError`."""
    changes = part_of(update, name, dict, {})
    start_rows = part_of(changes, "all", dict) if "all" in changes else rows_before
    rows_after = {**start_rows, **part_of(changes, "set", dict, {})}
    for removed_id in texts_of(changes, "gone"):
        rows_after.pop(removed_id, None)
    for row_id, row in rows_after.items():
        if not isinstance(row, dict):
            raise WireError(f"the server sent {quote(row)} as {name} {quote(row_id)}; expected an object")
    return rows_after
