"""The phases of a turn. Source: Advanced Game Sequence of Play."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from wargame_core.rulings import Cite
from wargame_gcacw.charts.series import load
from wargame_gcacw.charts.thunder.calendar import CALENDAR


@frozen
class Segment:
    """A part of a phase."""

    id: str
    name: str


@frozen
class Phase:
    """A phase with its segments. ``every``: it comes on turns divisible by that only; ``repeated``: until when."""

    id: str
    name: str
    segments: tuple[Segment, ...] = ()
    every: int = 1
    repeated: str = ""


@frozen
class PrintedSequence:
    """The printed sequence; its text is the card."""

    title: str
    cite: Cite
    phase: tuple[Phase, ...]

    def __str__(self) -> str:
        lines = [self.title]
        for number, phase in enumerate(self.phase, 1):
            every = f" (turns divisible by {phase.every})" if phase.every > 1 else ""
            repeated = f" ({phase.repeated})" if phase.repeated else ""
            lines.append(f"{number}. {phase.name}{every}{repeated}")
            lines += [
                f"   {letter}. {segment.name}" for letter, segment in zip("ABCDEFGHI", phase.segments, strict=False)
            ]
        return "\n".join(lines)


SEQUENCE: Final = load("sequence_of_play.toml", PrintedSequence)


def phases(turn: int) -> tuple[Phase, ...]:
    """The phases of a turn in order; the strategic cycle only on turns divisible by five.

    >>> [phase.id for phase in phases(19)][-2:]
    ['vicksburg_siege', 'turn_indication']
    """
    CALENDAR.check(turn)
    return tuple(phase for phase in SEQUENCE.phase if turn % phase.every == 0)
