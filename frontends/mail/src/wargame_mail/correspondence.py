"""A game by mail: the result of the letters so far, and what the next letter must contain.

A `Correspondence` follows from the letters alone; both players' copies agree after every letter. Rolls are grouped in
*rounds*: all dice between two choices for which somebody is asked come from one seed, made of one secret of each
player; the anchors in the first two letters fix all secrets. The player who needs dice reveals a secret together with
the choice that needs them; the other adds a secret that nobody could foresee, and sees the dice first, but can no
longer change anything.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final, TypeAlias, assert_never

import attrs
from attrs import define, evolve, field, frozen

from wargame_core import Game, Match, Seeded, WargameError
from wargame_core.errors import MailError, expected
from wargame_core.json_form import JsonMapping, JsonObject, canonical
from wargame_core.limits import LETTER, LimitError, quote, read_json
from wargame_mail.signatures import is_key, is_signed, sign

ROUNDS = 8_192
"""The number of rounds of dice in one chain of secrets: far more than the longest game has."""
_SIZE = 32


def _hash(*parts: bytes) -> bytes:
    """A hash of several parts that cannot be cut into other parts with the same hash."""
    digest = blake2b(digest_size=_SIZE, person=b"wargame mail 1")
    for part in parts:
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


def follows(secret: str, latest: str) -> bool:
    """Whether ``secret`` is the next of the chain whose latest known link is ``latest``.

    Nobody can compute it from ``latest``, and its owner cannot replace it by another, nor spell it in another
    way: the dice come from its letters.
    """
    try:
        link = bytes.fromhex(secret)
    except ValueError:
        return False
    return len(link) == _SIZE and link.hex() == secret and _hash(link).hex() == latest


@frozen
class SecretChain:
    """A player's secrets, one for each round of dice: each is the hash of the next, and the first is published.

    ``root`` must stay secret on the player's own machine.
    """

    root: str = field(factory=lambda: secrets.token_hex(_SIZE), repr=False)
    _links: list[str] = field(factory=list, init=False, eq=False, repr=False)

    def secret(self, number: int) -> str:
        """Link ``number`` of the chain: 0 is the anchor to publish, from 1 on the secrets of the rounds."""
        if not self._links:
            link = _hash(bytes.fromhex(self.root))
            for _ in range(ROUNDS):
                self._links.append(link.hex())
                link = _hash(link)
            self._links.append(link.hex())
            self._links.reverse()
        return self._links[number]

    @property
    def anchor(self) -> str:
        """The first link, which fixes all the others."""
        return self.secret(0)


def dice_seed(secrets_of_round: Mapping[str, str], letter: str) -> int:
    """The seed of a round of dice, from both players' secrets and the hash of the letter that asked for it."""
    parts = [f"{seat}:{secret}".encode() for seat, secret in sorted(secrets_of_round.items())]
    return int.from_bytes(_hash(letter.encode(), *parts), "big")


def seal(action: JsonMapping, nonce: str) -> str:
    """A commitment to a secret choice: it reveals nothing about the action and fits no other."""
    return _hash(b"seal", nonce.encode(), canonical(action)).hex()


def new_nonce() -> str:
    """A random text that prevents a sealed choice from being guessed."""
    return secrets.token_hex(16)


PROTOCOL: Final = "wargame-mail/1"


@frozen
class Offer:
    """The first letter: which game, under which rules, and the writer's anchor and key.

    ``anchor`` is the first link of the writer's chain of secrets, ``key`` signs all the writer's letters.
    """

    game: str
    scenario: str
    options: Mapping[str, Any]
    rules: str
    data: str
    anchor: str
    key: str


@frozen
class Accept:
    """The second letter: the anchor of the other player's chain, and the key that signs all his letters."""

    anchor: str
    key: str


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
    """One letter. ``follows`` is the hash of the previous letter, so that none can be lost, changed or inserted.

    ``signature`` is the writer's, over the canonical JSON of all the rest.
    """

    number: int
    sender: str
    follows: str
    items: tuple[Item, ...]
    signature: str = ""
    hash: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "hash", _hash(canonical(self._body())).hex())

    def _body(self) -> JsonObject:
        items = [{"kind": type(item).__name__.lower(), **attrs.asdict(item, recurse=False)} for item in self.items]
        return {
            "protocol": PROTOCOL,
            "number": self.number,
            "from": self.sender,
            "follows": self.follows,
            "items": items,
        }

    def signed(self, key: str) -> Letter:
        """The letter with the signature of a private key."""
        return evolve(self, signature=sign(key, canonical(self._body())))

    def is_signed_by(self, public_key: str) -> bool:
        """Whether its signature is of the owner of a key."""
        return is_signed(canonical(self._body()), self.signature, public_key)

    def text(self) -> str:
        """The letter as it is sent: readable JSON."""
        data = {**self._body(), "hash": self.hash, "signature": self.signature}
        return json.dumps(data, indent=1, ensure_ascii=True) + "\n"


def read_letter(text: str, name: str = "the letter") -> Letter:
    """The letter in a text. Raises `MailError` for a text that is not a letter, or a letter that was changed."""
    try:
        data = read_json(text, LETTER)
    except LimitError as problem:
        raise MailError(f"{name}: no letter: {problem}") from None
    if not isinstance(data, dict):
        raise MailError(f"{name}: no letter: a letter is a JSON object")
    if data.get("protocol") != PROTOCOL:
        raise MailError(f"{name}: its protocol is {quote(data.get('protocol'))}, this library reads {PROTOCOL}")
    texts = dict.fromkeys(("from", "follows", "hash", "signature"), str)
    kinds: Mapping[str, type] = {"number": int, "items": list, **texts}
    for key, kind in kinds.items():
        if type(data.get(key)) is not kind:
            raise MailError(f"{name}: {key!r} is {quote(data.get(key))}, not {'a number' if kind is int else 'text'}")
    if extra_keys := sorted(data.keys() - kinds.keys() - {"protocol"}):
        raise MailError(f"{name}: a letter has no {quote(extra_keys[0])}{expected(extra_keys[0], kinds)}")
    items = tuple(_item(item, f"{name}: item {number}") for number, item in enumerate(data["items"], 1))
    letter = Letter(data["number"], data["from"], data["follows"], items, data["signature"])
    if letter.hash != data["hash"]:
        raise MailError(f"{name}: letter {letter.number} was changed after it was written: its hash does not fit")
    return letter


def _item(data: Any, place: str) -> Item:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in ITEMS:
        raise MailError(f"{place}: {quote(kind)} is not a kind of item{expected(str(kind)[:40], ITEMS)}")
    cls = ITEMS[kind]
    names = {attribute.name: attribute.type for attribute in attrs.fields(cls)}
    item_fields = {key: value for key, value in data.items() if key != "kind"}
    if item_fields.keys() != names.keys():
        raise MailError(
            f"{place}: {kind!r} has the keys {', '.join(names)}, not {quote(', '.join(map(str, item_fields)))}"
        )
    for key, value in item_fields.items():
        value_type: type = str if names[key] == "str" else dict
        if type(value) is not value_type:
            raise MailError(f"{place}: {key!r} is {quote(value)}, not {'text' if value_type is str else 'an object'}")
    item: Item = cls(**item_fields)
    return item


def _forgery_message(letter: Letter) -> str:
    return f"letter {letter.number} is not signed with the key of {quote(letter.sender)}: somebody else has written it"


def _check_digits(letter_name: str, item: Offer | Accept) -> None:
    for name, digits in (("anchor", item.anchor), ("key", item.key)):
        if not is_key(digits):
            raise MailError(f"{letter_name} has no valid {name}: it is {quote(digits)}, not 64 hexadecimal digits")


STREAM = "mail"
"""The stream of `Seeded` from which the dice of a round are drawn."""


@define(eq=False, repr=False)
class Correspondence:
    """The state of a game by mail after some letters. ``find`` gives the installed game of a name.

    `match` is the game (None before the second letter), `letters` are those exchanged, `holder` is the seat that writes
    the next letter ("" while anybody may answer the offer). Raises `MailError` for a letter that does not belong here,
    contradicts an earlier letter or breaks the rules. What fields hold is replaced, never changed, except the match.
    """

    find: Callable[[str], Game]
    letters: tuple[Letter, ...] = ()
    match: Match | None = None
    seats: tuple[str, str] | None = None
    offer: Offer | None = None
    round: int = 1
    secrets: Mapping[str, str] = field(factory=dict)
    """The secrets shown for the round of dice under way."""
    links: Mapping[str, str] = field(factory=dict)
    """The latest known link of each player's chain."""
    keys: Mapping[str, str] = field(factory=dict)
    """The key that signs each player's letters, from their first."""
    sealed: Mapping[str, str] = field(factory=dict)
    shown: JsonMapping = field(factory=dict)
    """Choices of a secret step that lie open already, because the other's is sealed."""

    # letters

    @property
    def seat_to_write(self) -> str:
        """The seat that writes the next letter; empty before the first one."""
        return self.other_seat(self.letters[-1].sender) if self.letters else ""

    def other_seat(self, seat: str) -> str:
        """The other player's seat."""
        assert self.seats is not None
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    def after(self, letter: Letter) -> Correspondence:
        """The game after the next letter. Raises `MailError`."""
        self._check_place(letter)
        next_correspondence = self.copy()
        next_correspondence._read(letter)
        return next_correspondence

    def take_up(self, letter: Letter) -> None:
        """Apply the next letter without a copy. After a `MailError` this correspondence is damaged."""
        self._check_place(letter)
        self._read(letter)

    def copy(self) -> Correspondence:
        """An independent correspondence with the same letters."""
        return evolve(self, match=self.match.fork() if self.match is not None else None)

    def _check_place(self, letter: Letter) -> None:
        due_number = len(self.letters) + 1
        if letter.number < due_number:
            if letter.number > 0 and self.letters[letter.number - 1].hash == letter.hash:
                raise MailError(f"letter {letter.number} has been read already")
            if not letter.is_signed_by(self.keys.get(letter.sender, "")):
                raise MailError(_forgery_message(letter))
            reason = f"{letter.sender} has written two of them"
            raise MailError(f"this is another letter {letter.number} than the one read before: {reason}")
        if letter.number > due_number:
            raise MailError(f"letter {due_number} is missing: this is letter {letter.number}; ask for the one before")
        if self.letters and letter.follows != self.letters[-1].hash:
            raise MailError(
                f"letter {letter.number} answers another letter {due_number - 1} than the one in this folder"
            )
        if not self.letters and letter.follows:
            raise MailError("the first letter follows no other letter")
        if self.letters and letter.sender != self.seat_to_write:
            raise MailError(f"letter {letter.number} is {self.seat_to_write}'s to write, not of {quote(letter.sender)}")

    def _read(self, letter: Letter) -> None:
        letter_name = f"letter {letter.number}"
        if not letter.is_signed_by(self._key_of(letter)):
            raise MailError(_forgery_message(letter))
        for item in letter.items:
            try:
                self.add(letter.sender, item)
            except MailError:
                raise
            except WargameError as problem:
                raise MailError(f"{letter_name}: {problem}") from None
        self.letters = (*self.letters, letter)
        if len(self.letters) > 1 and (missing_item := self.reminder_text(letter.sender)) is not None:
            raise MailError(f"{letter_name} stops too early: {letter.sender} still owes {missing_item}")

    def _key_of(self, letter: Letter) -> str:
        """The key that signs a letter: of the first two letters, the one that they bring. Raises `MailError`."""
        match self.letters, letter.items:
            case (), (Offer(key=key),):
                return key
            case (), _:
                raise MailError("the first letter must offer a game, and nothing else")
            case (_,), (Accept(key=key), *_):
                return key
            case (_,), _:
                raise MailError("the second letter must accept the offer before anything else")
        return self.keys[letter.sender]

    # items

    def add(self, seat: str, item: Item) -> None:
        """Apply one item of ``seat``'s letter. Raises `MailError`, or what `Match.play` raises."""
        match item:
            case Offer():
                self._offer(seat, item)
            case Accept():
                self._accept(seat, item)
            case Chance():
                self._chance(seat, item)
            case Choose():
                self._choose(seat, item)
            case Seal():
                self._seal(seat, item)
            case Unseal():
                self._unseal(seat, item)
            case _:
                assert_never(item)
        self._answer_beforehand()

    def _answer_beforehand(self) -> None:
        """What a player has said in an earlier letter that he will choose is chosen, without a letter of his."""
        while self.match is not None and (standing_answer := self.match.standing_answer) is not None:
            self.match.play(standing_answer[1], standing_answer[0])

    def _offer(self, seat: str, item: Offer) -> None:
        if self.offer is not None:
            raise MailError("a second offer: a game is offered once, in the first letter")
        game = self.find(item.game)
        if len(game.seats) != 2:
            raise MailError(f"{game.id} has {len(game.seats)} seats; by mail play two")
        if seat not in game.seats:
            raise MailError(f"{game.id} has no seat {quote(seat)} (allowed: {', '.join(game.seats)})")
        for name, offered_version, own_version in (
            ("rules", item.rules, game.rules.version),
            ("data", item.data, game.rules.source.digest),
        ):
            if offered_version != own_version:
                raise MailError(
                    f"the other player has other {name} of {game.id} ({quote(offered_version)}; here: {own_version})"
                )
        _check_digits("the first letter", item)
        self.seats = (seat, next(name for name in game.seats if name != seat))
        self.offer, self.links, self.keys = item, {seat: item.anchor}, {seat: item.key}

    def _accept(self, seat: str, item: Accept) -> None:
        if self.offer is None or self.match is not None:
            raise MailError("there is no open offer to accept")
        _check_digits("the second letter", item)
        for name, own_value, other in (("anchor", item.anchor, self.offer.anchor), ("key", item.key, self.offer.key)):
            if own_value == other:
                raise MailError(f"the second letter has the other player's {name}")
        game = self.find(self.offer.game)
        self.links, self.keys = {**self.links, seat: item.anchor}, {**self.keys, seat: item.key}
        self.match = game.start(self.offer.scenario, chance="explicit", options=self.offer.options)

    def _chance(self, seat: str, item: Chance) -> None:
        match = self._running_match()
        if match.chance is None:
            raise MailError(f"{seat} shows a secret, but no dice are to be rolled")
        if seat in self.secrets:
            raise MailError(f"{seat} has shown the secret of this round already")
        if not follows(item.secret, self.links[seat]):
            raise MailError(f"{seat}'s secret of round {self.round} is not the one that was committed to")
        self.secrets, self.links = {**self.secrets, seat: item.secret}, {**self.links, seat: item.secret}
        if len(self.secrets) == 2:
            self._roll_all(match)

    def _roll_all(self, match: Match) -> None:
        """All dice up to the next choice of a player, from the secrets of both and the round they are for.

        What a player has said in an earlier letter that he will choose ends no round.
        """
        assert self.letters
        dice = Seeded(dice_seed(self.secrets, f"{self.letters[0].hash}:{self.round}:{match.seq}"), STREAM)
        while (roll := match.chance) is not None:
            match.roll(dice.draw(match.seq, roll.die, roll.label))
            self._answer_beforehand()
        self.round, self.secrets = self.round + 1, {}

    def _choose(self, seat: str, item: Choose) -> None:
        match = self._running_match()
        if self.chooses_in_secret(match):
            if self.other_seat(seat) not in self.sealed:
                raise MailError(f"{seat} chooses openly what both choose in secret; it must be sealed")
            if seat in self.shown:
                raise MailError(f"{seat} has made this choice already")
            verdict = match.judge(item.action, seat)
            if not verdict:
                raise MailError(str(verdict))
            self.shown = {**self.shown, seat: item.action}
        else:
            match.play(dict(item.action), seat)

    def _seal(self, seat: str, item: Seal) -> None:
        pending = self._running_match().pending
        if pending is None or not pending.secret or seat not in pending.asks or seat in self.sealed:
            raise MailError(f"{seat} seals a choice that is not asked for")
        self.sealed = {**self.sealed, seat: item.commitment}

    def _unseal(self, seat: str, item: Unseal) -> None:
        match = self._running_match()
        if seat not in self.sealed or self.other_seat(seat) not in self.shown:
            raise MailError(f"{seat} opens a seal before its time")
        if seal(item.action, item.nonce) != self.sealed[seat]:
            raise MailError(f"{seat} shows another choice than the one it had sealed")
        match.play(dict(item.action), seat)
        match.play(dict(self.shown[self.other_seat(seat)]), self.other_seat(seat))
        self.sealed, self.shown = {}, {}

    def _running_match(self) -> Match:
        if self.match is None:
            raise MailError("the game has not begun: the second letter must accept the offer")
        return self.match

    # what is due

    def reminder_text(self, seat: str) -> str | None:
        """A sentence about what ``seat`` must still put into its letter; None when the letter may be sent."""
        match = self.match
        if match is None:
            return None
        if match.chance is not None:
            return None if seat in self.secrets else "its secret for the dice"
        if seat in self.sealed:
            return "its sealed choice, opened" if self.other_seat(seat) in self.shown else None
        return "a choice" if seat in match.waiting_for and seat not in self.shown else None

    @staticmethod
    def chooses_in_secret(match: Match) -> bool:
        """Whether both players choose now without seeing what the other chose."""
        return match.pending is not None and match.pending.secret and len(match.pending.asks) > 1

    def __repr__(self) -> str:
        return f"<Correspondence of {len(self.letters)} letters: {self.match or self.offer or 'nothing yet'}>"
