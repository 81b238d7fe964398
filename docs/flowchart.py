"""A flowchart of boxes and arrows as SVG, from the few lines of mermaid that `benchmarks/house.py` writes.

Pages need no script then, and a picture is drawn of what is there today.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

ARROW = re.compile(r"^\s*(\w+) --> (\w+)\s*$", re.MULTILINE)
WIDE, HIGH, GAP, LEVEL, MARGIN = 108, 28, 22, 74, 12
STYLE = """
.box{fill:#f1ead9;stroke:#8a4b16}.arrow{fill:none;stroke:#6d6247;stroke-width:1.2;opacity:.75}.head{fill:#6d6247}
text{font:13px Georgia,serif;text-anchor:middle;fill:#26211a}
@media (prefers-color-scheme:dark){.box{fill:#36312a;stroke:#e0a668}.arrow{stroke:#b3aa99}.head{fill:#b3aa99}
text{fill:#ece6d9}}
"""


def arrows_of(mermaid: str) -> dict[str, list[str]]:
    """What each box points at.

    >>> arrows_of("flowchart BT\\n    cli --> mail\\n    cli --> wire")
    {'cli': ['mail', 'wire'], 'mail': [], 'wire': []}
    """
    arrows: dict[str, list[str]] = {}
    for source, target in ARROW.findall(mermaid):
        arrows.setdefault(source, []).append(target)
    for target in [target for targets in arrows.values() for target in targets]:
        arrows.setdefault(target, [])
    return arrows


def levels_of(arrows: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Boxes by level, what stands on nothing first; a box is one above the highest it points at.

    Within a level a box stands about over those it points at.
    """
    height: dict[str, int] = {}

    def above(box: str) -> int:
        if box not in height:
            height[box] = 1 + max((above(target) for target in arrows[box]), default=-1)
        return height[box]

    levels: list[list[str]] = [[] for _ in range(1 + max(map(above, arrows)))]
    place: dict[str, float] = {}
    for box in sorted(arrows, key=lambda box: (height[box], box)):
        levels[height[box]].append(box)
    for level in levels:
        level.sort(key=lambda box: sum(place[target] for target in arrows[box]) / max(1, len(arrows[box])))
        for number, box in enumerate(level):
            place[box] = number - (len(level) - 1) / 2
    return levels


def drawn(mermaid: str) -> str:
    """The flowchart as SVG, for light and dark pages."""
    arrows = arrows_of(mermaid)
    levels = levels_of(arrows)
    wide = max(len(level) for level in levels) * (WIDE + GAP) - GAP + 2 * MARGIN
    high = (len(levels) - 1) * LEVEL + HIGH + 2 * MARGIN
    at = {
        box: (wide / 2 + (number - (len(level) - 1) / 2) * (WIDE + GAP), high - MARGIN - HIGH / 2 - row * LEVEL)
        for row, level in enumerate(levels)
        for number, box in enumerate(level)
    }
    lines = [_arrow(at[source], at[target]) for source, targets in arrows.items() for target in targets]
    boxes = [
        f'<rect class="box" x="{x - WIDE / 2:g}" y="{y - HIGH / 2:g}" width="{WIDE}" height="{HIGH}" rx="5"/>'
        f'<text x="{x:g}" y="{y + 4.5:g}">{escape(box)}</text>'
        for box, (x, y) in at.items()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" role="img">'
        f"<title>The rooms and what they import</title><style>{STYLE}</style>{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _arrow(source: tuple[float, float], target: tuple[float, float]) -> str:
    """A curve from under one box to the top of another, with a head."""
    (x, y), (to, down) = source, target
    y, down = y + HIGH / 2, down - HIGH / 2
    bend = max(22.0, (down - y) / 2)
    head = f"M{to:g} {down:g}l-4 -8h8z"
    curve = f"M{x:g} {y:g}C{x:g} {y + bend:g} {to:g} {down - bend:g} {to:g} {down - 7:g}"
    return f'<path class="arrow" d="{curve}"/><path class="head" d="{head}"/>'
