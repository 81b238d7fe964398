"""What is in the box of a game that is played on a real table, beside its map, cards and charts."""

from __future__ import annotations

from attrs import frozen


@frozen
class PaperToken:
    """A token to cut out, with the text of its face. ``color`` is that of its side; ``count`` is the number of copies.

    If ``back`` is empty, all backs of one side are equal, because tokens that lie face down must look the same.
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
    """Tokens, and further parts such as order of battle, point tracks, labels for bases and blank forms."""

    tokens: tuple[PaperToken, ...] = ()
    leaves: tuple[Leaf, ...] = ()
