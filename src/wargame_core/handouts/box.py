"""What is in the box of a game that is played on a real table, beside its map, cards and charts."""

from __future__ import annotations

from attrs import frozen


@frozen
class PaperToken:
    """A token to cut out: what its face says. ``color`` is its side's; ``count`` is how many there are of it.

    Backs of one side are all alike where ``back`` is empty: what lies face down must not be told apart.
    """

    side: str
    name: str
    kind: str
    color: str
    facts: tuple[str, ...] = ()
    back: str = ""
    count: int = 1


@frozen
class Leaf:
    """A part of the printout that only this game has: its title and the inside of its sheets, as HTML."""

    title: str
    html: str


@frozen
class GameBox:
    """Tokens, and leaves such as order of battle, point tracks, base labels and blank forms."""

    tokens: tuple[PaperToken, ...] = ()
    leaves: tuple[Leaf, ...] = ()
