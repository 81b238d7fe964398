"""Counters as printed: a side, a kind, and the numbers of each step."""

from __future__ import annotations

from attrs import frozen


@frozen
class Face:
    """The numbers on one side of a counter: combat strength and movement allowance."""

    strength: int
    move: int


@frozen
class Unit:
    """A counter as printed. Its ``faces`` are its steps, the full one first; most counters have one or two.

    ``radius`` is how far a headquarters commands.

    Of a counter that lies ``face_down`` all this is its back: what it does until it is turned up, whatever it is.

    >>> tank = Unit("p1", "german", "armor", "1st Panzer", (Face(12, 6), Face(5, 6)))
    >>> tank.steps, tank.strength, tank.face(1)
    (2, 12, Face(strength=5, move=6))
    """

    id: str
    side: str
    kind: str
    name: str
    faces: tuple[Face, ...]
    formation: str = ""
    face_down: bool = False
    radius: int | None = None

    @property
    def steps(self) -> int:
        """How many steps it has at full strength."""
        return len(self.faces)

    @property
    def strength(self) -> int:
        """The printed strength at full strength."""
        return self.faces[0].strength

    def face(self, steps_lost: int) -> Face:
        """The numbers that count after so many steps are lost."""
        return self.faces[steps_lost]
