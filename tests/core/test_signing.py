"""Signatures under records: whose they are, and that nothing may change after them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.core.cli_table import Run, told

from wargame_core.errors import MissingExtra, RecordError
from wargame_core.records.signing import check_signature, public_key, sign, signatures_of

pytest.importorskip("cryptography", reason="the extra `sign` is not installed")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("the game\n", encoding="utf-8")
    return path


def test_each_player_signs_the_same_record(record: Path, tmp_path: Path) -> None:
    blue, red = sign(record, tmp_path / "blue"), sign(record, tmp_path / "red")
    assert blue != red
    assert check_signature(record, blue) is None
    assert check_signature(record, red.upper()) is None
    assert check_signature(record, str(tmp_path / "red.pub")) is None
    assert sign(record, tmp_path / "blue") == blue
    assert len(signatures_of(record).read_text("utf-8").splitlines()) == 2


def test_a_private_key_is_for_its_owner_only(record: Path, tmp_path: Path) -> None:
    sign(record, tmp_path / "blue")
    assert (tmp_path / "blue").stat().st_mode & 0o077 == 0
    assert (tmp_path / "blue").read_text("utf-8") != (tmp_path / "blue.pub").read_text("utf-8")


def test_a_record_changed_by_one_byte_is_not_what_was_signed(record: Path, tmp_path: Path) -> None:
    blue = sign(record, tmp_path / "blue")
    for at in range(len(record.read_bytes())):
        changed = bytearray(record.read_bytes())
        changed[at] ^= 1
        other = tmp_path / "changed.jsonl"
        other.write_bytes(changed)
        signatures_of(other).write_bytes(signatures_of(record).read_bytes())
        assert "is not the file that was signed" in str(check_signature(other, blue))


def test_a_signature_of_somebody_else_does_not_count(record: Path, tmp_path: Path) -> None:
    blue, red = sign(record, tmp_path / "blue"), sign(record, tmp_path / "red")
    signatures = signatures_of(record)
    signatures.write_text(signatures.read_text("utf-8").replace(red, "0" * 64), encoding="utf-8")
    assert "is not signed with the key" in str(check_signature(record, red))
    signatures.write_text(signatures.read_text("utf-8").replace("0" * 64, blue[::-1]), encoding="utf-8")
    assert check_signature(record, blue[::-1]) is not None
    signatures.unlink()
    assert "is not signed with the key" in str(check_signature(record, blue))


@pytest.mark.parametrize("text", ["", "x", "[]", '{"key": 1, "signature": "x"}', '{"key": "x"}', "[" * 5000, "\x00"])
def test_a_damaged_file_of_signatures_is_told_with_its_line(record: Path, tmp_path: Path, text: str) -> None:
    blue = sign(record, tmp_path / "blue")
    with signatures_of(record).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")
    with pytest.raises(RecordError, match=r"game\.jsonl\.sig:2: no signature"):
        check_signature(record, blue)


def test_what_is_no_key_is_told(record: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret", encoding="utf-8")
    with pytest.raises(RecordError, match="key holds no private key"):
        sign(record, tmp_path / "key")
    with pytest.raises(RecordError, match="key' holds no public key"):
        public_key(str(tmp_path / "key"))
    with pytest.raises(RecordError, match="neither a public key nor a file") as refused:
        public_key("x" * 100_000)
    assert len(str(refused.value)) < 300


def test_without_the_package_it_is_said_how_to_get_it(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    with pytest.raises(MissingExtra, match=r"pip install 'wargame-core\[sign\]'"):
        sign(record, tmp_path / "blue")


def test_a_game_is_signed_and_checked_at_the_command_line(wargame: Run) -> None:
    wargame("play", "toy", "--seed", "7", "--record", "game.jsonl")
    done = wargame("sign", "game.jsonl", "--key", "blue")
    assert "blue is yours alone, blue.pub is for the others" in done.stderr
    key = told(wargame("sign", "game.jsonl", "--key", "blue", "--json"))["key"]
    assert wargame("verify", "game.jsonl", "--signed-by", key).stdout.startswith("the same")
    assert wargame("verify", "game.jsonl", "--signed-by", "blue.pub").stdout.startswith("the same")
    Path("game.jsonl").write_text(Path("game.jsonl").read_text("utf-8") + "\n", encoding="utf-8")
    assert "was changed" in wargame("verify", "game.jsonl", "--signed-by", key, exit_code=1).stderr
    wargame("sign", "blue.pub", "--key", "blue", exit_code=3)
    wargame("sign", "nothing.jsonl", "--key", "blue", exit_code=3)
