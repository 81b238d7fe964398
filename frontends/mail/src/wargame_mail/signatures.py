"""Signatures of letters (Ed25519): only who holds the private half of a player's key can write the player's letters.

Keys are 64 hexadecimal digits in small letters, signatures 128; no other spelling counts.
"""

import re
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_WHAT: Final = b"wargame mail letter signature 1\n"
"""Signed together with the letter, so that a signature of something else is never valid."""
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")


def is_key(text: str) -> bool:
    """Whether a text is spelt as a key, or as anything else of 32 bytes, has to be."""
    return _KEY.fullmatch(text) is not None


def new_key() -> str:
    """A private key, which stays on its owner's machine."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_half(key: str) -> str:
    """The half of a private key that the other player gets."""
    return _private(key).public_key().public_bytes_raw().hex()


def sign(key: str, body: bytes) -> str:
    """The signature of a letter with a private key."""
    return _private(key).sign(_WHAT + body).hex()


def is_signed(body: bytes, signature: str, public_key: str) -> bool:
    """Whether a letter was signed with the private half of a key, in the one spelling that counts."""
    if not is_key(public_key) or _SIGNATURE.fullmatch(signature) is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), _WHAT + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private(key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
