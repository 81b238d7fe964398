"""Warnings about what may be right in a map of areas, but is often a mistake.

W453 an area that nobody can reach, W454 a kind of area or of join that is used once and is near another word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wargame_core.data.documents import Document, Problems, did_you_mean
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.area_format import AreaMapFile
from wargame_core.maps.files.area_tidying import map_of, sound


def area_doubts(doc: Document, doubts: Problems) -> None:
    """Note every warning about a map of areas without mistakes. Raises `DataError` for a file with mistakes."""
    file = sound(doc)
    _unreachable(doc, file, doubts)
    for what, listed in (("area", list(_kinds_of_areas(file))), ("join", list(_kinds_of_joins(file)))):
        count = Counter(word for _, word in listed)
        for path, word in listed:
            hint = did_you_mean(word, [other for other in count if other != word and count[other] > 1])
            if count[word] == 1 and hint:
                doubts.add(doc, path, "W454", f"{word!r} is the kind of one {what} only", hint)


def _unreachable(doc: Document, file: AreaMapFile, doubts: Problems) -> None:
    """An area and its parts count as one."""
    game_map = map_of(doc, file)
    left, groups = set(range(game_map.size)), []
    while left:
        group, todo = set[int](), [min(left)]
        while todo:
            space = todo.pop()
            if space not in group:
                group.add(space)
                whole = game_map.whole(space)
                todo += [*game_map.neighbours[space], *(n for n in left if game_map.whole(n) == whole)]
        groups.append(group)
        left -= group
    main = max(groups, key=len)
    for space, area in enumerate(game_map.areas):
        if space not in main and game_map.enterable >> space & 1:
            message = f"nobody can get from the rest of the map to {area.name}"
            doubts.add(doc, ("area", space), "W453", message, "a join is missing", [(area.id,)])


def _kinds_of_areas(file: AreaMapFile) -> Iterator[tuple[KeyPath, str]]:
    return ((("area", n, "kind"), row.kind) for n, row in enumerate(file.area))


def _kinds_of_joins(file: AreaMapFile) -> Iterator[tuple[KeyPath, str]]:
    """The kind of each join, once."""
    for n, row in enumerate(file.area):
        for kind, others in row.joins.items():
            for other in others:
                if row.id < other:
                    yield ("area", n, "joins", kind), kind
    for n, join in enumerate(file.join):
        for path, route in join.all():
            for _ in range(route.count(">")):
                yield ("join", n, *path), join.kind
