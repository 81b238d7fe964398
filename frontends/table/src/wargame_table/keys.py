"""Keys to tables: one for each role, random, kept as hashes only."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest


def new_id() -> str:
    """The id of a table: no secret, but not to be guessed either."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """A key of 128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(key: str) -> bytes:
    """What is kept of a key. Nothing slower is needed: nobody can try 128 random bits."""
    return sha256(key.encode(errors="backslashreplace")).digest()


def same(key: str, kept: bytes) -> bool:
    """Whether a key is the one that was kept, compared in the same time whatever it is."""
    return compare_digest(hashed(key), kept)


def role_of(key: str, kept: Mapping[str, bytes]) -> str | None:
    """The role that a key opens, None for no key of this table. Every hash is compared."""
    opened = [role for role, known in kept.items() if same(key, known)]
    return opened[0] if opened else None
