"""Classes that files and records know by a name of their own: their ``kind``."""

from collections.abc import Iterable
from typing import Any

from wargame_core.errors import RulesError


def by_kind(classes: Iterable[type[Any]]) -> dict[str, type[Any]]:
    """The classes by their ``kind``. Raises `RulesError` for a class without one, and for two with the same."""
    class_of_kind: dict[str, type[Any]] = {}
    for cls in classes:
        if not cls.kind:
            raise RulesError(f"{cls.__name__} has no kind")
        if class_of_kind.setdefault(cls.kind, cls) is not cls:
            raise RulesError(f"{cls.__name__} and {class_of_kind[cls.kind].__name__} have the same kind {cls.kind!r}")
    return class_of_kind
