"""What a seat sees, in words alone: for `View.text` where nothing is installed that draws the map."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from wargame_core.flow.about import PIECE, PLACE, Names
from wargame_core.flow.panels import SequenceOfPlay, lines_of

CHOICES = 20
"""The number of choices that are listed; of the others, only their number is told."""


def in_words(view: Any, width: int, height: int | None, without_map: str) -> str:
    """The pieces by place, the panels, the question and its choices; the first line says why there is no map."""
    lines = [
        line for text in _texts(view, without_map) for line in textwrap.wrap(text, width, subsequent_indent="    ")
    ]
    return "\n".join(fitting(lines, height))


def fitting(lines: Sequence[str], height: int | None) -> list[str]:
    """At most so many of the lines: from the middle some are left out, and a line says how many.

    >>> fitting(["a", "b", "c", "d", "e"], 4)
    ['a', 'b', '... 2 lines more', 'e']
    """
    if height is None or len(lines) <= height:
        return [*lines]
    last_count = max(1, height // 4)
    first_count = height - last_count - 1
    return [
        *lines[:first_count],
        f"... {len(lines) - first_count - last_count} lines more",
        *lines[len(lines) - last_count :],
    ]


def _name(view: Any, kind: Names, ref: str) -> str:
    return next(iter(view.board.names_of(kind, ref)), ref)


def _texts(view: Any, without_map: str) -> Iterator[str]:
    yield f"No map: {without_map}"
    stacks: dict[str, list[str]] = {}
    for piece, place in view.piece_places.items():
        stacks.setdefault(place, []).append(_name(view, PIECE, piece))
    for place, pieces in sorted(stacks.items()):
        yield f"{_name(view, PLACE, place)}: {', '.join(pieces)}"
    for panel in view.panels:
        if not isinstance(panel, SequenceOfPlay):
            yield from lines_of(panel, {})
    yield view.prompt or f"waiting for {' and '.join(view.waiting_for) or 'nobody'}"
    if view.asked:
        labels = view.choices.labels
        yield from (f"  {label}" for label in labels[:CHOICES])
        if len(labels) > CHOICES:
            yield f"  ... and {len(labels) - CHOICES} more"
