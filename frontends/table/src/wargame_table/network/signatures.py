"""Whether a call or a change was signed with the key of a device (Ed25519)."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from wargame_table.messages.incoming import SignedChange
from wargame_table.messages.person_calls import SIGNED_WITH, SignedCall


def is_signed(call: SignedCall | SignedChange, first_bytes: bytes = SIGNED_WITH) -> bool:
    """Whether a text that begins so was signed with the private half of the key of its device."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(call.device))
        key.verify(bytes.fromhex(call.signature), first_bytes + call.text.encode(errors="backslashreplace"))
    except (InvalidSignature, ValueError):
        return False
    return True
