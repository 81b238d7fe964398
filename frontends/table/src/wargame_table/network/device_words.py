"""The words that a device shows which asks to be let in: short, known to many, and no two alike to the ear."""

import secrets
from pathlib import Path
from typing import Final

from wargame_table.messages.person_calls import WORDS

COMMON_WORDS: Final = tuple(Path(__file__).with_name("device_words.txt").read_text("ascii").split())
"""256 of them, so that four are 32 random bits."""


def draw_words() -> str:
    """Some words drawn at random, with blanks between them."""
    return " ".join(secrets.choice(COMMON_WORDS) for _ in range(WORDS))
