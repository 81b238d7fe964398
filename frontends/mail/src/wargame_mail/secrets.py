"""Commitments of a player: a chain of secrets for the dice, and seals on secret choices."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.json_form import JsonMapping, canonical

ROUNDS = 8_192
"""The number of rounds of dice in one chain of secrets: far more than the longest game has."""
_SIZE = 32


def _hash(*parts: bytes) -> bytes:
    """A hash of several parts that cannot be cut into other parts with the same hash."""
    digest = blake2b(digest_size=_SIZE, person=b"wargame mail 1")
    for part in parts:
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


def follows(secret: str, before: str) -> bool:
    """Whether ``secret`` is the next of the chain whose latest known link is ``before``.

    Nobody can compute it from ``before``, and its owner cannot replace it by another, nor spell it in another way: the
    dice come from its letters.
    """
    try:
        link = bytes.fromhex(secret)
    except ValueError:
        return False
    return len(link) == _SIZE and link.hex() == secret and _hash(link).hex() == before


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


def digest(data: object) -> str:
    """The hash of JSON data."""
    return _hash(canonical(data)).hex()
