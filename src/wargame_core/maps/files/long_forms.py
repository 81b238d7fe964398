"""Expands the short forms of a map file, and remembers where each is written, so that mistakes are reported there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Edge
from wargame_core.maps.files.shorthand import RouteGround, ShorthandError, course, route

F = TypeVar("F")
T = TypeVar("T")


@frozen
class LongForm(Generic[F]):
    """A file without short forms; what could not be expanded is None in its list.

    ``written`` gives for the path of an expanded value the path at which it is written in the file.
    """

    file: F
    written: Mapping[KeyPath, KeyPath]


class LongWriter:
    """The part that both grids share: rows that give their position in one of several forms."""

    def __init__(self, doc: Document, problems: Problems, rule: int | None) -> None:
        self.doc, self.problems, self.rule = doc, problems, rule
        self.written: dict[KeyPath, KeyPath] = {}
        self._told = False

    def name(self, ground: RouteGround, space: int) -> str:
        """The id of a space in pictures."""
        return ground.lattice.board.coordinates(space)

    def attempt(self, ground: RouteGround, path: KeyPath, make: Callable[[], T]) -> T | None:
        """The result of ``make``, or None after noting its error at the path."""
        try:
            return make()
        except ShorthandError as error:
            where = [(self.name(ground, space),) for space in error.spaces]
            self.problems.add(self.doc, path, error.code, error.message, error.hint, where)
            return None

    def need_rule(self, path: KeyPath) -> None:
        """Note once that the file does not say by which numbered rule routes are filled in."""
        if self.rule is None and not self._told:
            self._told = True
            key = ".".join(str(part) if isinstance(part, str) else f"[{part}]" for part in path).replace(".[", "[")
            hint = "write shorthand = 1, the number of the rule by which ways are filled in"
            self.problems.add(self.doc, ("map", "shorthand"), "E202", f"missing, and {key} needs it", hint)

    def courses(self, ground: RouteGround, at: KeyPath, row: Any, full: str) -> tuple[Edge, ...] | None:
        """The sides of the courses of a row; empty when it has none, None when one cannot be read."""
        key, texts = ("course", [row.course]) if row.course else ("courses", list(row.courses))
        if not texts:
            return ()
        self.need_rule((*at, key))
        self.written[*at, full] = (*at, key)
        paths: Iterable[KeyPath] = [(*at, key)] if row.course else [(*at, key, n) for n in range(len(texts))]
        laid = [self._course(ground, path, text) for path, text in zip(paths, texts, strict=True)]
        if any(sides is None for sides in laid):
            return None
        return tuple(dict.fromkeys(side for sides in laid for side in sides or ()))

    def _course(self, ground: RouteGround, path: KeyPath, text: str) -> tuple[Edge, ...] | None:
        return self.attempt(ground, path, lambda: course(ground, text))

    def routes(self, ground: RouteGround, at: KeyPath, row: Any) -> Sequence[tuple[int, ...] | None]:
        """The spaces of each route of a row, None for those that cannot be read."""
        key, texts = ("route", [row.route]) if row.route else ("routes", list(row.routes))
        if not texts:
            return ()
        self.need_rule((*at, key))
        self.written[*at, "path" if row.route else "paths"] = (*at, key)
        paths: Iterable[KeyPath] = [(*at, key)] if row.route else [(*at, key, n) for n in range(len(texts))]
        for n, path in enumerate(paths):
            self.written[(*at, "path") if row.route else (*at, "paths", n)] = path
        return [self._route(ground, path, text) for path, text in zip(paths, texts, strict=True)]

    def _route(self, ground: RouteGround, path: KeyPath, text: str) -> tuple[int, ...] | None:
        return self.attempt(ground, path, lambda: route(ground, text))

    def check_names(self, names: Iterable[tuple[KeyPath, str]]) -> None:
        """Note the names that cannot be used in a route (E418), if the file has routes."""
        for path, name in names:
            if self.rule is not None and any(mark in name for mark in ">|"):
                message = f"{name!r} has a mark in it that parts stops in routes and courses"
                self.problems.add(self.doc, path, "E418", message, "leave out > and |")


def stands(written: Mapping[KeyPath, KeyPath], path: KeyPath) -> KeyPath:
    """The path in the file of what would have this path in full."""
    for length in range(len(path), 0, -1):
        if path[:length] in written:
            return written[path[:length]]
    return path
