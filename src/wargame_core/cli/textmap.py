"""A map of a board in letters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargame_core.cli.output import width

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.maps import Map
    from wargame_core.svg import Marker

_GROUND = {"": "·", "clear": "·", "water": "≈", "swamp": "~", "woods": "♣", "mountain": "▲", "hill": "^"}


def text_map(game: Game, board: Any, seat: str) -> str | None:
    """The board as ``seat`` knows it, with a key and a list of who stands where; None when the game has no map."""
    if game.game_map is None:
        return None
    markers = tuple(game.markers(board, seat)) if game.markers is not None else ()
    parts = ["\n".join(_grid(game.game_map, markers)), _key(game.game_map, markers)]
    for side in sorted({marker.side for marker in markers}):
        parts.append(f"{side}: " + "; ".join(_places(game.game_map, [one for one in markers if one.side == side])))
    return "\n\n".join(part for part in parts if part)


def _grid(map: Map, markers: Sequence[Marker]) -> list[str]:
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        stacks.setdefault(marker.space, []).append(marker)
    centres = [_centre(map, space) for space in range(map.size)]
    columns, rows = map.margins()
    wide = 3 if max((x for x, _ in centres), default=0) * 3 + 5 <= max(width(), 79) else 2
    lines: dict[int, list[str]] = {}
    for space, (x, y) in enumerate(centres):
        line = lines.setdefault(int(y), [])
        start = int(x * wide)
        line += [" "] * (start + wide - len(line))
        line[start : start + wide] = list(_cell(map, space, stacks.get(space, [])).ljust(wide)[:wide])
    heads = {int(place): name for place, name in rows}
    top = [" "] * (int(map.size and max(x for x, _ in centres) * wide) + wide + 2)
    for place, name in columns:
        start = int(place * wide)
        top[start : start + len(name)] = list(name)
    body = [f"{heads.get(y, ''):>4} {''.join(line)}".rstrip() for y, line in sorted(lines.items())]
    return [f"     {''.join(top)}".rstrip(), *body]


def _centre(map: Map, space: int) -> tuple[float, float]:
    points = map.outline(space)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _cell(map: Map, space: int, stack: Sequence[Marker]) -> str:
    if stack:
        sides = sorted({marker.side for marker in stack})
        letter = sides[0][:1].upper() if len(sides) == 1 else "*"
        if not any(marker.shape == "block" for marker in stack):
            letter = letter.lower()
        return letter + (str(len(stack)) if len(stack) > 1 else "")
    if map.place_at(space) is not None:
        return "o"
    ground = map.terrain[space] if map.terrain else ""
    return _GROUND.get(ground, ground[:1] or "·")


def _key(map: Map, markers: Sequence[Marker]) -> str:
    sides = sorted({marker.side for marker in markers})
    letters = [f"{side[:1].upper()} {side}" for side in sides]
    if any(marker.shape != "block" for marker in markers):
        letters.append("small letters: depots, pickets and the like")
    kinds = sorted(set(map.terrain))
    letters += [f"{_GROUND.get(kind, kind[:1])} {kind}" for kind in kinds if kind]
    return "   ".join([*letters, "o place", "a number: so many in the space"])


def _places(map: Map, markers: Sequence[Marker]) -> list[str]:
    known = [f"{one.note or one.label} at {map.label(one.space)}" for one in markers if not one.face_down and one.label]
    hidden = sorted({map.label(one.space) for one in markers if one.face_down or not one.label})
    return [*known, *([f"face down at {', '.join(hidden)}"] if hidden else [])]
