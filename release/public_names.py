"""Writes the list of public names with their parameters: `python3 run.py names`.

Public are the faces `wargame_core` and `wargame_core.authoring`, and the names that the table of modules in
docs/reference.md lists. Once something was released the list says of which version it is, and a name or a parameter
goes only with a line in CHANGELOG.md that names it.
"""

import argparse
import importlib
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import attrs

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "reference" / "public-names.txt"
HEAD = "# Public names, written by run.py names. Released: "
NOTHING = "nothing"
"""What the list says before the first release."""


def modules() -> dict[str, list[str]]:
    """By public module the names that the reference lists of it, without their arguments."""
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    table = page.split("\n## Modules\n")[1].split("\n## ")[0]
    listed: dict[str, list[str]] = {}
    for row in re.findall(r"^\| (`wargame.*) \|$", table, re.MULTILINE):
        homes, offers = row.split(" | ")
        names = [re.split(r"[(=]", name)[0] for name in re.findall(r"`([A-Za-z_]\w*)[(=`]", offers)]
        for home in re.findall(r"`([\w.]+)`", homes):
            listed[home] = names
    return listed


def names() -> Iterator[str]:
    """Every public name, each with its parameters, sorted by module."""
    for home in ("wargame_core", "wargame_core.authoring"):
        for name in importlib.import_module(home).__all__:
            yield from told(f"{home}.{name}", getattr(importlib.import_module(home), name))
    for home, listed in modules().items():
        module = importlib.import_module(home)
        for name in (*listed, *getattr(module, "__all__", ())):
            if hasattr(module, name):
                yield from told(f"{home}.{name}", getattr(module, name))


def told(name: str, value: object) -> Iterator[str]:
    """A name, and of a class what it is made with and its members."""
    if not isinstance(value, type):
        yield name + (parameters(value) if callable(value) else "")
        return
    made = "" if issubclass(value, (Enum, BaseException)) or inspect.isabstract(value) else parameters(value)
    yield name + made
    for member, own in sorted(members(value).items()):
        yield f"{name}.{member}{parameters(own) if inspect.isfunction(own) else ''}"


def members(cls: type) -> dict[str, Any]:
    """The public members that our own classes give a class; methods as functions."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("wargame_"):
            found |= {part.name: None for part in attrs.fields(base)} if attrs.has(base) else {}
            for name, value in vars(base).items():
                known = inspect.unwrap(value.__func__) if isinstance(value, (classmethod, staticmethod)) else value
                is_member = inspect.isfunction(known) or isinstance(value, property) or hasattr(value, "__get__")
                if is_member or not callable(value):
                    found[name] = known if inspect.isfunction(known) else None
    return {name: value for name, value in found.items() if not name.startswith("_")}


def parameters(function: Any) -> str:
    """The parameters of a function by name, without types: those with a default may be left out."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return "(...)"
    shown: list[str] = []
    for parameter in signature.parameters.values():
        sign = "*" * ((parameter.kind is parameter.VAR_POSITIONAL) + 2 * (parameter.kind is parameter.VAR_KEYWORD))
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown and not any(name[0] == "*" for name in shown):
            shown.append("*")
        shown.append(f"{sign}{parameter.name}{'' if parameter.default is parameter.empty else '=...'}")
    return f"({', '.join(name for name in shown if name not in ('self', 'cls'))})"


def text(released: str) -> str:
    """The list as it is written."""
    return "\n".join((HEAD + released, *sorted(set(names())), ""))


def released_in(listed: str) -> str:
    """The version that a list says was released; "nothing" before the first."""
    return listed.partition("\n")[0].removeprefix(HEAD)


def gone_in_silence(before: Iterable[str], now: Iterable[str], changelog: str) -> list[str]:
    """Names and parameters of a list that are gone, and that no line of the changelog names."""
    today = {re.split(r"\(", line)[0]: line for line in now}
    silent = []
    for line in before:
        name, _, arguments = line.partition("(")
        known = today.get(name)
        left_out = set(_names_in(arguments)) - set(_names_in(known.partition("(")[2])) if known is not None else {name}
        words = [name.rpartition(".")[2], *(word for word in left_out if known is not None)]
        if left_out and not all(re.search(rf"`[^`]*\b{re.escape(word)}\b[^`]*`", changelog) for word in words):
            silent.append(line)
    return silent


def _names_in(arguments: str) -> list[str]:
    return [name for name in re.findall(r"(\w+)(?:=\.\.\.)?", arguments) if name]


def main() -> int:
    """Write the list. Returns 1, and writes nothing, where a released name would go in silence."""
    parser = argparse.ArgumentParser(prog="run.py names", description=__doc__, allow_abbrev=False)
    parser.add_argument("--released", metavar="VERSION", help="from now on the list is that of a released version")
    chosen = parser.parse_args()
    before = LIST.read_text("utf-8") if LIST.is_file() else HEAD + NOTHING + "\n"
    after = text(chosen.released or released_in(before))
    if released_in(before) != NOTHING:
        changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
        if silent := gone_in_silence(before.splitlines()[1:], after.splitlines()[1:], changelog):
            print("gone without a line in CHANGELOG.md that names it:", *silent, sep="\n  ", file=sys.stderr)
            return 1
    LIST.write_text(after, "utf-8")
    print(f"{LIST.relative_to(ROOT)}: {len(after.splitlines()) - 1} names")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
