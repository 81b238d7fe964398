"""Letters: what players send each other, as frozen values and as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import attrs
from attrs import field, frozen

from wargame_core.errors import MailError, expected
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import LETTER, LimitError, quote, read_json
from wargame_mail.secrets import digest

PROTOCOL: Final = "wargame-mail/1"


@frozen
class Offer:
    """The first letter: which game, under which rules, and the anchor of the writer's chain of secrets."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    rules: str
    data: str
    anchor: str


@frozen
class Accept:
    """The second letter: the anchor of the other player's chain."""

    anchor: str


@frozen
class Chance:
    """The writer's secret for a round of dice."""

    secret: str


@frozen
class Choose:
    """A choice, as the JSON of its action."""

    action: JsonMapping


@frozen
class Seal:
    """The commitment to a choice that both players make in secret."""

    commitment: str


@frozen
class Unseal:
    """The choice that was sealed before, with the nonce that proves it."""

    action: JsonMapping
    nonce: str


Item: TypeAlias = Offer | Accept | Chance | Choose | Seal | Unseal
ITEMS: Final[Mapping[str, type[Any]]] = {
    cls.__name__.lower(): cls for cls in (Offer, Accept, Chance, Choose, Seal, Unseal)
}


@frozen
class Letter:
    """One letter. ``follows`` is the hash of the previous letter, so that none can be lost, changed or inserted."""

    number: int
    sender: str
    follows: str
    items: tuple[Item, ...]
    hash: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "hash", digest(self._body()))

    def _body(self) -> JsonObject:
        items = [{"kind": type(item).__name__.lower(), **attrs.asdict(item, recurse=False)} for item in self.items]
        return {
            "protocol": PROTOCOL,
            "number": self.number,
            "from": self.sender,
            "follows": self.follows,
            "items": items,
        }

    def text(self) -> str:
        """The letter as it is sent: readable JSON."""
        return json.dumps({**self._body(), "hash": self.hash}, indent=1, ensure_ascii=True) + "\n"


def read_letter(text: str, name: str = "the letter") -> Letter:
    """The letter in a text. Raises `MailError` for a text that is no letter, or a letter that was changed."""
    data = _json(text, name)
    if data.get("protocol") != PROTOCOL:
        raise MailError(f"{name}: its protocol is {quote(data.get('protocol'))}, this library reads {PROTOCOL}")
    kinds: Mapping[str, type] = {"number": int, "from": str, "follows": str, "items": list, "hash": str}
    for key, kind in kinds.items():
        if type(data.get(key)) is not kind:
            raise MailError(f"{name}: {key!r} is {quote(data.get(key))}, not {'a number' if kind is int else 'text'}")
    if extra := sorted(data.keys() - kinds.keys() - {"protocol"}):
        raise MailError(f"{name}: a letter has no {quote(extra[0])}{expected(extra[0], kinds)}")
    items = tuple(_item(item, f"{name}: item {number}") for number, item in enumerate(data["items"], 1))
    letter = Letter(data["number"], data["from"], data["follows"], items)
    if letter.hash != data["hash"]:
        raise MailError(f"{name}: letter {letter.number} was changed after it was written: its hash does not fit")
    return letter


def _json(text: str, name: str) -> JsonObject:
    try:
        data = read_json(text, LETTER)
    except LimitError as problem:
        raise MailError(f"{name}: no letter: {problem}") from None
    if not isinstance(data, dict):
        raise MailError(f"{name}: no letter: a letter is a JSON object")
    return data


def _item(data: Any, where: str) -> Item:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in ITEMS:
        raise MailError(f"{where}: {quote(kind)} is no kind of item{expected(str(kind)[:40], ITEMS)}")
    cls = ITEMS[kind]
    names = {attribute.name: attribute.type for attribute in attrs.fields(cls)}
    given = {key: value for key, value in data.items() if key != "kind"}
    if given.keys() != names.keys():
        raise MailError(f"{where}: {kind!r} has the keys {', '.join(names)}, not {quote(', '.join(map(str, given)))}")
    for key, value in given.items():
        wanted: type = str if names[key] == "str" else dict
        if type(value) is not wanted:
            raise MailError(f"{where}: {key!r} is {quote(value)}, not {'text' if wanted is str else 'an object'}")
    item: Item = cls(**given)
    return item
