"""Where code of others comes in: interfaces that data files name, and what every door of a game promises.

A distribution announces what it brings as an entry point, and a data file says its name (`grid = "acme.triangles"`).
The file only names it: nothing in a data file is ever executed. What an interface promises is said once, by the
docstring of its class; a `Door` is read from that.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from textwrap import dedent
from typing import Any

from attrs import frozen

from wargame_core.errors import WargameError, nearest


class NotBrought(WargameError, ValueError):
    """What a name stands for cannot be had: a sentence, and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        self.message, self.hint = message, hint
        super().__init__(f"{message}; {hint}")


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
        import importlib_metadata

        return {entry.name: entry for entry in importlib_metadata.entry_points(group=self.group)}

    def load(self, name: str, own: Iterable[str] = ()) -> Any:
        """What the entry point of a name leads to; ``own`` are the names that core has itself.

        Raises `NotBrought` when no installed distribution brings it, or what it brings is broken or something else.
        """
        entries = self.entries()
        repair = "repair the distribution that brings it"
        if name not in entries:
            names = [*own, *entries]
            close = nearest(name, names)
            hint = f"did you mean {close!r}?" if close else "install the distribution that brings it"
            raise NotBrought(f"{name!r} is not {self.what} ({', '.join(names) or 'none is installed'})", hint)
        try:
            brought = entries[name].load()
        except (Exception, SystemExit) as error:  # whatever the code of another distribution does
            the = self.what.partition(" ")[2]
            message = f"the {the} {name!r} cannot be loaded ({type(error).__name__}: {error})"
            raise NotBrought(message, repair) from None
        right = isinstance(brought, type) and issubclass(brought, self.bases)
        if not (right if self.classes else isinstance(brought, self.bases)):
            wanted = ("a subclass of " if self.classes else "a ") + " or ".join(base.__name__ for base in self.bases)
            raise NotBrought(f"{entries[name].value} is {brought!r}, which is not {wanted}", repair)
        return brought


@frozen
class Door:
    """A place where code of others comes into a game: ``Door("acme.rules:CardEffect", "`effects` of `acme_plugin`")``.

    ``of`` is a class or function as an entry point writes it, and ``found`` says how what is brought is found: the
    group of entry points, the parameter, the key of a data file. The rest stands in the docstring of the class: what it
    is, a paragraph that begins "It promises", one that begins "It may not", and at its end ``Example::`` with about ten
    lines that can be run.
    """

    of: str
    found: str
    brings: str = ""
    """What is brought, where ``of`` is the function that uses it; else it follows from the class."""

    @property
    def name(self) -> str:
        """The name of the class or function."""
        return self.of.partition(":")[2]

    @property
    def is_there(self) -> bool:
        """Whether the distribution that has the class or function is installed."""
        return find_spec(self.of.partition(".")[0].partition(":")[0]) is not None

    def load(self) -> Any:
        """The class or function."""
        return getattr(import_module(self.of.partition(":")[0]), self.name)

    def to_json(self) -> dict[str, str]:
        """All that is told about it."""
        value = self.load()
        text, _, example = (inspect.getdoc(value) or "").partition("Example::\n")
        told = {"name": self.name, "of": self.of, "type": self.brings or _type(value), "found": self.found}
        told |= dict.fromkeys(("is", "promises", "may_not"), "")
        for number, paragraph in enumerate(text.split("\n\n")):
            begins = [key for key, words in _BEGINNINGS.items() if paragraph.startswith(words)]
            for key in begins or ["is"] * (number == 0):
                told[key] = " ".join(paragraph.split())
        return told | {"example": dedent(example).strip()}

    def __str__(self) -> str:
        told = self.to_json()
        lines = [told["is"], f"Type: {told['type']}", f"Found: {told['found']}", told["promises"], told["may_not"]]
        example = ["Example:", *("    " + line for line in told["example"].splitlines())]
        return "\n".join([self.name, *(f"  {line}".rstrip() for line in (*lines, *example))])


_BEGINNINGS = {"promises": "It promises", "may_not": "It may not"}


def _type(value: Any) -> str:
    """What is to be brought: a function, a subclass with its members, or a value with its fields."""
    if not isinstance(value, type):
        return f"{value.__name__}({', '.join(inspect.signature(value).parameters)})"
    abstract = [name for name, part in vars(value).items() if _is_abstract(part)]
    if abstract:
        return f"a subclass of {value.__name__} with {', '.join(abstract)}"
    if getattr(value, "_is_protocol", False):
        members = [name for name in vars(value) if name == "__call__" or name[0] != "_"]
        return f"anything with {', '.join(members)}"
    members = [name for name, part in vars(value).items() if name[0] != "_" and inspect.isfunction(part)]
    parameters = inspect.signature(value).parameters
    needed = [name for name, part in parameters.items() if part.default is part.empty]
    if needed or not members:
        return f"a value: {value.__name__}({', '.join([*needed, '...'][: len(parameters)])})"
    return f"a subclass of {value.__name__}, which may have {', '.join(members)}"


def _is_abstract(part: Any) -> bool:
    return bool(getattr(getattr(part, "func", part), "__isabstractmethod__", False))
