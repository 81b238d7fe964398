"""Names that look alike: by Unicode's list of letters that people mistake for one another, and letters nobody sees."""

from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import category, normalize

_FILE: Final = Path(__file__).parent / "look_alikes.txt"
"""Letters, and behind them the numbers of those that look like these; ``release/look_alikes.py`` writes it."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that print nothing, though Unicode counts them as letters and signs."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Mn", "Me", "Zs", "Zl", "Zp"})
"""The categories of what nobody would miss in a name: controls, accents, blanks."""
_DIGITS_AND_SIGNS: Final = str.maketrans("i!35", "llES")
"""What people write for a letter, besides what looks like it."""


def is_blank(sign: str) -> bool:
    """Whether a character prints nothing at all."""
    return sign in _BLANKS


def skeleton(name: str) -> str:
    """What is left of a name when all that looks alike is the same: two names with one skeleton pass for each other.

    Accents, blanks and invisible letters do not count, nor do capitals. It is empty for a name that shows nothing.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}nn") == skeleton("\N{LISU LETTER A}\N{HANGUL FILLER}nn")
    True
    >>> skeleton("Bi11") == skeleton("BILL"), skeleton("Tom") == skeleton("T0rn"), skeleton("Ann") == skeleton("Anna")
    (True, True, False)
    """
    for _ in range(2):  # a small letter may look like another than its capital does
        bare_letters = "".join(
            sign for sign in normalize("NFKD", name) if category(sign) not in _UNSEEN and not is_blank(sign)
        )
        name = bare_letters.translate(_look_alikes()).translate(_DIGITS_AND_SIGNS).casefold()
    return name.translate(_look_alikes()).replace("vv", "w")


@cache
def _look_alikes() -> dict[int, str]:
    lines = (line for line in _FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("# "))
    return {int(letter, 16): shape for shape, *letters in map(str.split, lines) for letter in letters}
