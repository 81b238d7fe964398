"""How events name tokens and count things."""

from __future__ import annotations

from fractions import Fraction

from wargame_altar_of_freedom.board.board import CampaignBoard


def count(number: int, noun: str, plural: str = "") -> str:
    """A number of things in words.

    >>> count(1, "Staff Die", "Staff Dice"), count(0, "space")
    ('1 Staff Die', '0 spaces')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def chance_in_words(least: int, sides: int = 6) -> str:
    """What a die must show at least, with the chance of it.

    >>> chance_in_words(4)
    'succeeds on 4 or more (1/2)'
    """
    return f"succeeds on {least} or more ({Fraction(max(sides + 1 - least, 0), sides)})"


def is_or_are(name: str) -> str:
    """The verb that a name takes.

    >>> is_or_are("Harrisburg Bridges"), is_or_are("Baldwin's Ferry"), is_or_are("XV Corps")
    ('are', 'is', 'is')
    """
    return "are" if name.endswith("s") and not name.endswith(("'s", "ss", "Corps")) else "is"


def name_of(board: CampaignBoard, token: str) -> str:
    """The token's name as the board's reader knows it."""
    known = board.tokens.get(token)
    return known.name if known else f"token {token}"
