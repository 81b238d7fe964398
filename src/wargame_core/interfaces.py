"""Where code of others comes in: interfaces that data files name, and what every extension point of a game promises.

A distribution announces what it brings as an entry point, and a data file says its name (`grid = "acme.triangles"`).
The file only names it: nothing in a data file is ever executed. What an interface promises is said once, by the
docstring of its class; what an `ExtensionPoint` tells is read from that (`wargame info GAME --interfaces`).
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from wargame_core.errors import WargameError, nearest


class NotInstalled(WargameError, ValueError):
    """What a name stands for cannot be had: a sentence, and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        self.message, self.hint = message, hint
        super().__init__(f"{message}; {hint}")


def entry_points(group: str) -> tuple[Any, ...]:
    """The entry points of a group that installed distributions have.

    They are read once, and again when something was put into a folder of ``sys.path`` or taken out of it: to read them
    takes a hundredth of a second, and longer where much is installed.
    """
    import importlib_metadata

    return _entry_points(importlib_metadata.entry_points, group, tuple(map(_path_and_time, sys.path)))


@lru_cache(maxsize=32)
def _entry_points(
    read: Callable[..., Iterable[Any]], group: str, places: tuple[tuple[str, int], ...]
) -> tuple[Any, ...]:
    return tuple(read(group=group))


def _path_and_time(path: str) -> tuple[str, int]:
    """A path, and when something was put there or taken away last; 0 for one that leads nowhere."""
    try:
        return path, os.stat(path or ".").st_mtime_ns
    except OSError:
        return path, 0


@frozen
class Interface:
    """An interface that distributions implement, by the group of their entry points.

    ``what`` is the word for one with its article. An entry point leads to a value of one of ``bases``, or with
    ``classes`` to a subclass of one.
    """

    group: str
    what: str
    bases: tuple[type[Any], ...]
    classes: bool = True

    def entries(self) -> Mapping[str, Any]:
        """The entry points of the installed distributions, by name."""
        return {entry.name: entry for entry in entry_points(self.group)}

    def load(self, name: str, built_in: Iterable[str] = ()) -> Any:
        """What the entry point of a name leads to; ``built_in`` are the names that core has itself.

        Raises `NotInstalled` when no installed distribution brings it, or what it brings is broken or something else.
        """
        entries = self.entries()
        repair = "repair the distribution that brings it"
        if name not in entries:
            names = [*built_in, *entries]
            nearest_name = nearest(name, names)
            hint = f"did you mean {nearest_name!r}?" if nearest_name else "install the distribution that brings it"
            raise NotInstalled(f"{name!r} is not {self.what} ({', '.join(names) or 'none is installed'})", hint)
        try:
            loaded_object = entries[name].load()
        except (Exception, SystemExit) as error:  # whatever the code of another distribution does
            the = self.what.partition(" ")[2]
            message = f"the {the} {name!r} cannot be loaded ({type(error).__name__}: {error})"
            raise NotInstalled(message, repair) from None
        is_subclass = isinstance(loaded_object, type) and issubclass(loaded_object, self.bases)
        if not (is_subclass if self.classes else isinstance(loaded_object, self.bases)):
            expected_type = ("a subclass of " if self.classes else "a ") + " or ".join(
                base.__name__ for base in self.bases
            )
            raise NotInstalled(f"{entries[name].value} is {loaded_object!r}, which is not {expected_type}", repair)
        return loaded_object


@frozen
class ExtensionPoint:
    """A place where code of others comes into a game.

    It is written ``ExtensionPoint("acme.rules:CardEffect", "`effects` of `acme_plugin`")``.

    ``of`` is a class or function as an entry point writes it, and ``found`` says how what is brought is found: the
    group of entry points, the parameter, the key of a data file. The rest stands in the docstring of the class: what it
    is, a paragraph that begins "It promises", one that begins "It may not", and at its end ``Example::`` with about ten
    lines that can be run.
    """

    of: str
    found: str
    brings: str = ""
    """What is brought, where ``of`` is the function that uses it; else it follows from the class."""
