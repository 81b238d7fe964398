"""Values and keys are written so that a reader of TOML finds them again."""

import tomllib

import pytest

from wargame_core.data import key_text, value_text

TEXTS = ["", "plain", 'a "b"', "back\\slash", "line\nline\r\n\ttab", "del \x7f", "\x00\x1f", "Grants Männer", "'''"]


@pytest.mark.parametrize("value", [*TEXTS, TEXTS, dict.fromkeys(TEXTS, 1), {"a": {"b": [True, 1.5, -2]}}, [], {}])
def test_what_is_written_is_read_again(value: object) -> None:
    assert tomllib.loads(f"value = {value_text(value)}") == {"value": value}


@pytest.mark.parametrize("key", TEXTS)
def test_a_key_is_read_again(key: str) -> None:
    assert tomllib.loads(f"{key_text(key)} = 1") == {key: 1}
