"""How Sphinx makes a site of these pages, after `build.py` has laid them out: `python3 run.py docs --out folder`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from inspect import getdoc, isclass, isroutine
from pathlib import Path
from typing import Any

import attrs

SERIF = '"Crimson Pro", Georgia, "Times New Roman", serif'
NARROW = '"Archivo Narrow", "Arial Narrow", "Liberation Sans Narrow", Arial, sans-serif'
"""The type of the table, whose fonts `build.py` puts beside the pages."""
FURO = {
    "color-background-primary": "paper",
    "color-background-secondary": "card",
    "color-background-item": "card",
    "color-background-hover": "button",
    "color-background-hover--transparent": "button",
    "color-background-border": "line",
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "soft",
    "color-foreground-muted": "soft",
    "color-foreground-border": "soft",
    "color-brand-primary": "mark",
    "color-brand-content": "mark",
    "color-brand-visited": "mark",
    "color-link-underline": "line",
    "color-link-underline--hover": "mark",
    "color-highlight-on-target": "button",
    "color-sidebar-background": "card",
    "color-sidebar-background-border": "line",
    "color-sidebar-search-background--focus": "paper",
    "color-table-header-background": "button",
    "color-table-border": "line",
    "color-card-background": "card",
    "color-card-border": "line",
    "color-inline-code-background": "button",
    "color-api-background": "card",
    "color-api-background-hover": "button",
}
"""What the theme of the site calls each colour, and what the table calls it."""


def variables_of(paper: str) -> dict[str, str]:
    """The variables of the theme for light or dark paper: the colours that the table has on it, and its type."""
    looks = files("wargame_table").joinpath("client", "theme.js").read_text("utf-8")
    [told] = re.findall(rf"^const {paper.upper()} = `(.*)`;$", looks, re.MULTILINE)
    colors = dict(re.findall(r"--wg-(\w+):(#[0-9a-f]{3,6});", told))
    variables = {name: colors[of] for name, of in FURO.items()}
    return variables | {"font-stack": SERIF, "font-stack--headings": SERIF, "wg-narrow": NARROW}


project = "wargame_core"
author = "the authors of wargame_core"
copyright = "the authors of wargame_core; names and numbers of the games belong to their owners"  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
exclude_patterns = ["conftest.py"]
templates_path = ["_templates"]
html_theme = "furo"
html_theme_options = {f"{paper}_css_variables": variables_of(paper) for paper in ("light", "dark")}
html_title = "wargame_core"
html_show_sourcelink = False
html_copy_source = False
default_role = "code"
nitpicky = False
myst_heading_anchors = 4
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
autodoc_member_order = "bysource"
autosummary_generate = True
napoleon_use_ivar = True
html_static_path = ["_static"] if (Path(__file__).parent / "_static").exists() else []
html_css_files = ["fonts/fonts.css", "site.css"]

LED = {
    "Match": "choices play view judge explain undo can_undo fork iter_play play_out save ruling "
    "pending waiting_for outcome state seq cursor roll use_dice table board entries",
    "View": "prompt choices menu to_json text events log news waiting_for board outcome can_undo at panels pieces",
    "Game": "start seats scenarios options bots bot sheet forecast",
    "State": "pending choices after outcome board to_json from_json",
    "Menu": "labels find complete judge explain sample to_frame",
    "Choices": "judge head index sample explain complete abridged",
    "Update": "log events for_seat rolls rulings",
    "Record": "of save load for_seat text",
    "Distribution": "of p mean map then combine given quantile bars to_frame items",
    "Outcome": "winner level winners verdict scores share points utilities",
}
"""What people use of a class, in the order in which its page tells it; the rest follows."""
NOT_MADE = {"Match", "View", "State", "Menu", "Update", "Record"}
"""Classes whose values come from calls: how they are made inside is nobody's business."""


def examples() -> dict[str, str]:
    """The example of each public name, from the page of examples."""
    text = (Path(__file__).parent / "reference" / "examples.md").read_text("utf-8")
    found = re.findall(r"^### (\w+)\n.*?^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    begin = ">>> import wargame_core\n"
    whole = {name: code if begin in code else begin + code for name, code in found}
    return {
        name: "\n".join(f"   {line}".rstrip() for line in code.strip().splitlines()) for name, code in whole.items()
    }


def members_of(cls: type[Any]) -> Iterator[tuple[str, str]]:
    """The kind and name of each member that the page of a class tells, those that people use first."""
    own = [base for base in cls.__mro__ if base.__module__.startswith("wargame_")]
    fields = (
        [] if not attrs.has(cls) or "Attributes:" in (getdoc(cls) or "") else [each.name for each in attrs.fields(cls)]
    )
    names = [*LED.get(cls.__name__, "").split(), *fields, *(name for base in own for name in vars(base))]
    for name in dict.fromkeys(names):
        if name.startswith("_") or (not hasattr(cls, name) and name not in fields):
            continue
        member = next((vars(base)[name] for base in own if name in vars(base)), None)
        if name in fields:
            yield "attribute", name
        elif isinstance(member, (property, functools.cached_property)):
            yield "property", name
        elif (isroutine(member) or isinstance(member, (staticmethod, classmethod))) and getdoc(getattr(cls, name)):
            yield "method", name


def all_members() -> dict[str, list[tuple[str, str]]]:
    """The members of every public class, by its name."""
    faces = (import_module(face) for face in ("wargame_core", "wargame_core.authoring", "wargame_laws"))
    values = {name: getattr(face, name) for face in faces for name in face.__all__}
    return {name: list(members_of(value)) for name, value in values.items() if isclass(value)}


autosummary_context = {"examples": examples(), "told": all_members()}


def setup(app: Any) -> None:
    """Hide how values are made that nobody makes, and what Python says of texts."""
    app.connect("autodoc-process-signature", without_making)
    app.connect("autodoc-process-docstring", constants)


def without_making(app: Any, what: str, name: str, *_: object) -> tuple[str, None] | None:
    """No arguments for a class of `NOT_MADE`."""
    return ("", None) if what == "class" and name.rpartition(".")[2] in NOT_MADE else None


def constants(app: Any, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """For a text, whose docstring is that of all texts, what the reference says of its name."""
    if isinstance(obj, str) and lines and lines[0].startswith("str("):
        text = (Path(__file__).parent / "reference.md").read_text("utf-8")
        row = re.search(rf"^\| (?:[^|]*)`{name.rpartition('.')[2]}`[^|]* \| (.*) \|$", text, re.MULTILINE)
        lines[:] = [re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", row[1]).capitalize() if row else "", ""]
