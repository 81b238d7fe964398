"""Whose signatures the choices of a record have: the record of a game beside what its players' devices signed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from wargame_core import Record
from wargame_core.errors import RecordError
from wargame_core.json_form import JsonMapping, JsonObject, canonical
from wargame_core.limits import LETTER, LimitError, quote, read_json
from wargame_table.messages.incoming import Refused, SignedChange
from wargame_table.messages.signed_changes import CHANGE_SIGNED_WITH, read_change
from wargame_table.network.signatures import is_signed

_LINE: Final = {"seat": str, "key": str, "text": str, "signature": str}


@frozen
class SignedSeat:
    """How many of the ``choices`` of a seat in a record are ``signed``, with which ``keys``.

    ``others`` counts what else was signed: offers, answers, choices that were taken back.
    """

    seat: str
    keys: tuple[str, ...]
    choices: int
    signed: int
    others: int

    @property
    def text(self) -> str:
        """A sentence for people."""
        keys = ", ".join(self.keys)
        by_keys = f" with {'the key' if len(self.keys) == 1 else 'the keys'} {keys}" if keys else ""
        return (
            f"{self.seat}: {self.signed} of {self.choices} choices are signed{by_keys}; {self.others} other signatures"
        )


@frozen
class _Signed:
    seat: str
    key: str
    said: JsonObject


def signed_seats(record: Record, lines: Iterable[str], name: str = "the file") -> list[SignedSeat]:
    """For each seat that chose in a record or signed something: how many of its choices are signed.

    ``lines`` are those of ``/t/ID/signatures.jsonl``. A server can leave lines out, and then choices are not signed; it
    can write none itself. Raises `RecordError` for a line that is none, whose signature does not hold, that is of
    another table than the first, or that stands before what its key signed earlier.
    """
    signatures = [*_read(lines, name)]
    choices = [*_chosen(record)]
    seats = dict.fromkeys([*(seat for seat, _ in choices), *(signed.seat for signed in signatures)])
    return [_seat(seat, [action for chooser, action in choices if chooser == seat], signatures) for seat in seats]


def _read(lines: Iterable[str], name: str) -> Iterator[_Signed]:
    table, latest_numbers = "", dict[str, int]()
    for number, line in enumerate(lines, 1):
        place_in_file = f"{name}:{number}"
        row = _row(line, place_in_file)
        signed_change = _signed_change(row, place_in_file)
        try:
            change_data = read_change(signed_change.text, table)
        except Refused as problem:
            raise RecordError(f"{place_in_file}: {problem}") from None
        table = table or change_data["table"]
        if change_data["number"] <= latest_numbers.get(signed_change.device, -1):
            raise RecordError(
                f"{place_in_file}: its number {change_data['number']} "
                f"does not follow {latest_numbers[signed_change.device]}"
            )
        latest_numbers[signed_change.device] = change_data["number"]
        yield _Signed(row["seat"], signed_change.device, change_data)


def _row(line: str, place_in_file: str) -> Mapping[str, str]:
    try:
        row = read_json(line, LETTER)
    except LimitError as problem:
        raise RecordError(f"{place_in_file}: no signature: {problem}") from None
    if not isinstance(row, dict) or {key: type(value) for key, value in row.items()} != _LINE:
        raise RecordError(f"{place_in_file}: no signature: it has {', '.join(_LINE)}, all text, and nothing else")
    return row


def _signed_change(row: Mapping[str, str], place_in_file: str) -> SignedChange:
    try:
        signed_change = SignedChange(device=row["key"], text=row["text"], signature=row["signature"])
    except ValueError:
        raise RecordError(f"{place_in_file}: {quote(row['key'])} is no key, or its signature is none") from None
    if not is_signed(signed_change, CHANGE_SIGNED_WITH):
        raise RecordError(f"{place_in_file}: the signature of {row['seat']} does not hold: what was signed was changed")
    return signed_change


def _chosen(record: Record) -> Iterator[tuple[str, JsonMapping]]:
    """The choices of people and bots in a record, each with its seat; in a seat's own record they are that seat's."""
    own_seat = str(record.header.get("seat") or "")
    for answer in record.answers:
        if "action" in answer:
            yield answer.get("seat", own_seat), answer["action"]
        elif "secret" in answer:
            yield from answer["secret"].items()
    yield from record.commits.items()


def _seat(seat: str, actions: list[JsonMapping], signatures: list[_Signed]) -> SignedSeat:
    own_signatures = [signed for signed in signatures if signed.seat == seat]
    start_index, signed_count = 0, 0
    for action in actions:
        place = next(
            (
                action_index
                for action_index in range(start_index, len(own_signatures))
                if _is_signed_action(own_signatures[action_index], action)
            ),
            None,
        )
        if place is not None:
            start_index, signed_count = place + 1, signed_count + 1
    return SignedSeat(
        seat,
        tuple(dict.fromkeys(signed.key for signed in own_signatures)),
        len(actions),
        signed_count,
        len(own_signatures) - signed_count,
    )


def _is_signed_action(signed: _Signed, action: JsonMapping) -> bool:
    signed_action: Any = signed.said.get("action")
    return signed.said.get("kind") == "act" and canonical(signed_action) == canonical(action)
