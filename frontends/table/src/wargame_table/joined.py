"""The client as one module, for places that take only one file: each module a function that gives what it exports."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from wargame_core.errors import WargameError

CLIENT = Path(__file__).with_name("client")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+)\.js";\n', re.MULTILINE)
_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (.*);\n", re.MULTILINE)
_DECLARED = re.compile(r"^export ((?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@lru_cache(maxsize=4)
def joined(name: str, folder: Path = CLIENT) -> str:
    """The module ``name`` with all it imports, as one module with the same default export.

    Raises `WargameError` for an import or export in a form that is not known here, or a circle of imports.
    """
    parts: dict[str, str] = {}
    default = _add(name, folder, parts, ())
    return "".join(parts.values()) + (f"export default {_name(name)}.{default};\n" if default else "")


def _add(name: str, folder: Path, parts: dict[str, str], above: tuple[str, ...]) -> str:
    """Add a module after those it imports; returns "standard" if it has a default export."""
    if name in above:
        raise WargameError(f"modules import one another in a circle: {' -> '.join((*above, name))}")
    if name in parts:
        return ""
    text = (folder / f"{name}.js").read_text("utf-8")
    for _, other in _IMPORT.findall(text):
        _add(other, folder, parts, (*above, name))
    given = [part for _, part in _DECLARED.findall(text)]
    given += [_renamed(part, " as ") for names in _LIST.findall(text) for part in names.split(",") if part.strip()]
    defaults = _DEFAULT.findall(text)
    given += [f"standard: {value}" for value in defaults]
    body = _IMPORT.sub(_taken, _DECLARED.sub(r"\1", _LIST.sub("", _DEFAULT.sub("", text))))
    if left := _LEFT.search(body):
        raise WargameError(f"{name}.js: this cannot be joined: {left[0]}")
    parts[name] = f"const {_name(name)} = (() => {{\n{body}return {{ {', '.join(given)} }};\n}})();\n"
    return "standard" if defaults else ""


def _taken(imported: re.Match[str]) -> str:
    names, module = imported.groups()
    if names is None:
        return ""
    taken = ", ".join(_renamed(part, " as ", ": ") for part in names.split(",") if part.strip())
    return f"const {{ {taken} }} = {_name(module)};\n"


def _renamed(part: str, word: str, sign: str = ": ") -> str:
    first, _, second = part.strip().partition(word)
    return f"{first}{sign}{second}" if second else first


def _name(module: str) -> str:
    return "$" + module.replace("-", "_")
