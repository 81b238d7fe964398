"""Signatures of records (Ed25519): the signer confirms that the record is true, and nobody can forge that.

Signatures are in a separate file beside the record, a line for each signer, so that the record does not change and both
players may sign it. A signature covers every byte. It needs `cryptography` (the extra ``sign``).
"""

import json
from pathlib import Path
from typing import Any

from wargame_core.data.files import write_whole
from wargame_core.errors import MissingExtra, RecordError
from wargame_core.limits import LimitError, quote, read_json

_WHAT = b"wargame record signature 1\n"
"""Signed together with the record, so that a signature of something else is never valid."""
_DIGITS = 64


def sign(record: Path, key: Path) -> str:
    """Sign a record with the private key in the file ``key``, which is made if it is missing; returns the public key.

    The signature is added to the file `signatures_of` the record; the public half of a new key is written to ``key``
    with ``.pub`` after it. Raises `RecordError` for a file without a key, `MissingExtra`, OSError.
    """
    signing_key = _ed25519().Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private_key(key)))
    public_key_text: str = signing_key.public_key().public_bytes_raw().hex()
    signature = signing_key.sign(_WHAT + record.read_bytes()).hex()
    other_lines = [line for line in _signature_lines(record) if line["key"] != public_key_text]
    lines = [*other_lines, {"key": public_key_text, "signature": signature}]
    write_whole(signatures_of(record), "".join(json.dumps(line) + "\n" for line in lines))
    return public_key_text


def check_signature(record: Path, signer: str) -> str | None:
    """Why a record has no valid signature of ``signer`` (a public key, or a file that contains it); None if it has.

    Raises `RecordError` for an invalid public key or file of signatures, `MissingExtra`, OSError.
    """
    ed25519 = _ed25519()
    from cryptography.exceptions import InvalidSignature

    public_key_text = public_key(signer)
    own_line = next((line for line in _signature_lines(record) if line["key"] == public_key_text), None)
    if own_line is None:
        return f"{record} is not signed with the key {public_key_text}"
    try:
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key_text))
        key.verify(bytes.fromhex(own_line["signature"]), _WHAT + record.read_bytes())
    except (InvalidSignature, ValueError):
        return (
            f"{record} is not the file that was signed with the key "
            f"{public_key_text}: it was changed, or the signature was"
        )
    return None


def signatures_of(record: Path) -> Path:
    """The file beside a record that contains its signatures."""
    return record.with_name(record.name + ".sig")


def public_key(signer: str) -> str:
    """A public key, given itself or by its file, as 64 hexadecimal digits. Raises `RecordError`."""
    if _is_key(signer):
        return signer.lower()
    try:
        with open(signer, encoding="utf-8", errors="replace") as file:
            text = file.read(1000).strip()
    except (OSError, ValueError):
        raise RecordError(f"{quote(signer)} is neither a public key nor a file that holds one") from None
    if not _is_key(text):
        raise RecordError(f"{quote(signer)} holds no public key: that is {_DIGITS} hexadecimal digits")
    return text.lower()


def private_key(path: Path) -> str:
    """The private key in a file, which is made if it is missing, its public half beside it with ``.pub`` after it.

    Raises `RecordError` for a file without a key, `MissingExtra`, OSError.
    """
    keys = _ed25519()
    if not path.exists():
        new_private_key = keys.Ed25519PrivateKey.generate()
        text: str = new_private_key.private_bytes_raw().hex()
        write_whole(path, text + "\n", is_private=True)
        try:
            write_whole(
                path.with_name(path.name + ".pub"), new_private_key.public_key().public_bytes_raw().hex() + "\n"
            )
        except OSError:
            path.unlink()  # half a pair is none: the next time both are made
            raise
        return text
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(1000).strip()
    if not _is_key(text):
        raise RecordError(f"{path} holds no private key: that is {_DIGITS} hexadecimal digits")
    return text.lower()


def _signature_lines(record: Path) -> list[dict[str, Any]]:
    path = signatures_of(record)
    if not path.exists():
        return []
    lines = []
    for number, text in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1):
        try:
            line = read_json(text)
        except LimitError as problem:
            raise RecordError(f"{path}:{number}: no signature: {problem}") from None
        if not isinstance(line, dict) or {key: type(value) for key, value in line.items()} != _LINE:
            raise RecordError(f"{path}:{number}: no signature: it has a key and a signature, both text")
        lines.append(line)
    return lines


_LINE = {"key": str, "signature": str}


def _is_key(text: str) -> bool:
    return len(text) == _DIGITS and all(digit in "0123456789abcdef" for digit in text.lower())


def _ed25519() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingExtra("cryptography", "sign") from None
    return ed25519
