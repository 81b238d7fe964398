"""What people at a real table are given: printed pages, tokens, and forms that ask what happened there.

A page is one HTML file with everything in it; each part begins on a new sheet of paper. A form is answered field by
field or in a TOML file.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import assert_never

from attrs import field, frozen

from wargame_core import Action, DataError
from wargame_core.data import Document, Problems, did_you_mean, one_of, parse_toml, read_toml
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import quote

FINGERPRINT = "form"
"""The key in a form's file that identifies the form."""


class FieldKind(StrEnum):
    """The kinds of answers to a field."""

    CHOICE = "choice"
    NUMBER = "number"
    NUMBERS = "numbers"
    TEXT = "text"


@frozen
class FormField:
    """One field of a form.

    A CHOICE is one of the ``values``; a NUMBER is from ``least`` to ``most``; NUMBERS are some of the numbers that
    ``values`` lists; a TEXT has at most ``most`` characters. ``asked_if`` names a field and the answers to it with
    which this one must be filled in; without it a TEXT may be left empty.
    """

    key: str
    prompt: str
    kind: FieldKind
    values: Mapping[str, str] = field(factory=dict)
    least: int = 0
    most: int = 0
    asked_if: tuple[str, frozenset[str]] | None = None

    @property
    def empty(self) -> str | int | list[int]:
        """The value in a form that is not filled in."""
        match self.kind:
            case FieldKind.CHOICE | FieldKind.TEXT:
                return ""
            case FieldKind.NUMBER:
                return 0
            case FieldKind.NUMBERS:
                return []
            case _:
                assert_never(self.kind)

    def is_asked(self, answers: JsonMapping) -> bool:
        """Whether this field must be filled in, given the answers so far."""
        return self.asked_if is None or answers.get(self.asked_if[0]) in self.asked_if[1]

    def complaint(self, value: object) -> tuple[str, str, str] | None:
        """What is wrong with an answer: code of the data error, sentence and hint; None for a valid answer."""
        match self.kind:
            case FieldKind.CHOICE:
                return self._complaint_of_choice(value)
            case FieldKind.NUMBER:
                return self._complaint_of_number(value)
            case FieldKind.NUMBERS:
                return self._complaint_of_numbers(value)
            case FieldKind.TEXT:
                return self._complaint_of_text(value)
            case _:
                assert_never(self.kind)

    def _complaint_of_choice(self, value: object) -> tuple[str, str, str] | None:
        if not isinstance(value, str):
            hint = f'text stands in quotation marks: "{next(iter(self.values))}"'
            return "E203", f"{quote(value)} is not text", hint
        if value not in self.values:
            complaint = "nothing is filled in" if value == "" else f"{quote(value)} is not one of the answers"
            return "E204", f"{complaint}{one_of(self.values)}", did_you_mean(value, self.values)
        return None

    def _complaint_of_number(self, value: object) -> tuple[str, str, str] | None:
        if not _is_number(value):
            return "E203", f"{quote(value)} is not a whole number", f"{self.least} to {self.most}"
        if not self.least <= int(str(value)) <= self.most:
            return "E204", f"{value} is not from {self.least} to {self.most}", ""
        return None

    def _complaint_of_text(self, value: object) -> tuple[str, str, str] | None:
        if not isinstance(value, str):
            return "E203", f"{quote(value)} is not text", 'text stands in quotation marks: "..."'
        if len(value) > self.most:
            return "E207", f"{len(value):,} characters; at most {self.most:,} are kept", ""
        if self.asked_if is not None and not value.strip():
            return "E202", "nothing is filled in", self.prompt
        return None

    def _complaint_of_numbers(self, value: object) -> tuple[str, str, str] | None:
        if not isinstance(value, list) or not all(map(_is_number, value)):
            return "E203", f"{quote(value)} is not a list of whole numbers", "for example [3, 12], or [] for none"
        unknown_numbers = [number for number in value if str(number) not in self.values]
        if unknown_numbers:
            hint = f"the numbers are 1 to {len(self.values)}; the roster has them"
            return "E204", f"{', '.join(map(str, unknown_numbers))}: there is no such number", hint
        repeated_numbers = sorted({number for number in value if value.count(number) > 1})
        return ("E206", f"{', '.join(map(str, repeated_numbers))}: named twice", "") if repeated_numbers else None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@frozen
class ReportForm:
    """The questions. ``action`` makes the action that the game waits for from checked answers by key.

    ``fingerprint`` identifies the form, so that an old one is not taken for this; ``about`` gives by code of a refusal
    the field that it concerns. Games make forms; a `Handout` contains them.
    """

    title: str
    fingerprint: str
    fields: tuple[FormField, ...]
    action: Callable[[JsonMapping], Action]
    about: Mapping[str, str] = field(factory=dict)

    def blank(self) -> str:
        """The form as a TOML file to fill in, with an explanation above each field."""
        lines = [
            f"# {self.title}",
            "# Fill in what stands behind the equals signs and give it back: wargame report RECORD THIS_FILE",
            "",
            "# which form this is; leave it as it is",
            f'{FINGERPRINT} = "{self.fingerprint}"',
        ]
        for form_field in self.fields:
            empty_value = '""' if form_field.empty == "" else form_field.empty
            lines += ["", *(f"# {line}" for line in _comment_lines(form_field)), f"{form_field.key} = {empty_value}"]
        return "\n".join(lines) + "\n"

    def read(self, path: Path) -> tuple[Document, Action]:
        """The action that a filled-in file stands for, with the document, for messages.

        Raises `DataError` with every problem, each with file, line and column: nothing filled in, an unknown key, a
        number that is not in the list, the form of something else.
        """
        document = read_toml(path, "a report that is filled in")
        return document, self.action(self._answers(document))

    def read_text(self, text: str, name: str = "report.toml") -> Action:
        """As `read`, for a text."""
        return self.action(self._answers(parse_toml(text, Path(name))))

    def _answers(self, document: Document) -> JsonObject:
        problems = Problems()
        self._check_keys(document, problems)
        answers: JsonObject = {}
        for form_field in self.fields:
            value = document.data.get(form_field.key, form_field.empty)
            if form_field.kind is FieldKind.TEXT and isinstance(value, str):
                value = value.strip()
            if not form_field.is_asked(answers) and value == form_field.empty:
                continue
            complaint = form_field.complaint(value)
            if complaint is not None and form_field.is_asked(answers):
                code, message, hint = complaint
                problems.add(document, (form_field.key,), code, message, hint)
            answers[form_field.key] = value
        problems.raise_if_any()
        return answers

    def _check_keys(self, document: Document, problems: Problems) -> None:
        keys = (FINGERPRINT, *(form_field.key for form_field in self.fields))
        for key in document.data:
            if key not in keys:
                problems.add(
                    document, (key,), "E201", f"{quote(key)} is not a field of this form", did_you_mean(key, keys)
                )
        fingerprint = document.data.get(FINGERPRINT)
        if fingerprint is None:
            hint = f'a form of this battle begins with {FINGERPRINT} = "{self.fingerprint}"'
            problems.add(document, (FINGERPRINT,), "E202", "missing: which form this is", hint)
        elif fingerprint != self.fingerprint:
            hint = f"what is waited for now is {self.fingerprint}: {self.title}"
            problems.add(document, (FINGERPRINT,), "E207", f"{quote(fingerprint)} is the form of something else", hint)

    def refused(self, document: Document, codes: Mapping[str, str]) -> DataError:
        """The reasons of the rules (by code) against a filled-in form, each with the line of its field."""
        problems = Problems()
        for code, text in codes.items():
            problems.add(document, (self.about.get(code, FINGERPRINT),), "E207", text, "nothing was entered")
        try:
            problems.raise_if_any()
        except DataError as error:
            return error
        raise ValueError("a refusal has a reason")


def _comment_lines(form_field: FormField) -> list[str]:
    """The comment lines above a field."""
    lines = [form_field.prompt]
    match form_field.kind:
        case FieldKind.CHOICE | FieldKind.NUMBERS:
            width = max(map(len, form_field.values), default=0)
            lines += [
                f"    {value.rjust(width) if value.isdecimal() else value.ljust(width)}  {words}"
                for value, words in form_field.values.items()
            ]
        case FieldKind.NUMBER:
            lines[0] += f" ({form_field.least} to {form_field.most})"
        case FieldKind.TEXT:
            lines[0] += f" (at most {form_field.most:,} characters)"
        case _:
            assert_never(form_field.kind)
    return lines


def numbers_in(text: str) -> list[int] | None:
    """The numbers that a person typed, as "3, 12-14" or "none"; None for anything else.

    >>> numbers_in("3, 12-14 17"), numbers_in("none"), numbers_in("Lee")
    ([3, 12, 13, 14, 17], [], None)
    """
    if text.strip().casefold() in ("", "none", "0", "-"):
        return []
    numbers: list[int] = []
    for part in re.split(r"[\s,;]+", re.sub(r"\s*-\s*", "-", text.strip())):
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part)
        if match is None:
            return None
        first_number = int(match[1])
        numbers += range(first_number, int(match[2] or first_number) + 1)
    return numbers


@frozen
class PaperToken:
    """A token to cut out, with the text of its face. ``color`` is that of its side; ``count`` is the number of copies.

    If ``back`` is empty, all backs of one side are equal, because tokens that lie face down must look the same. ``arm``
    is the symbol, ``value`` the numeral that rules the face, ``pips``, ``band`` and ``corps`` are those of a `Marker`.
    """

    side: str
    name: str
    kind: str
    color: str
    facts: tuple[str, ...] = ()
    back: str = ""
    count: int = 1
    arm: str = ""
    value: str = ""
    pips: tuple[int, int] = (0, 0)
    band: str = ""
    corps: str = ""
    reduced: str = ""
    """The numeral of the back of a token that is turned over when it loses a step; such a token is never hidden."""


@frozen
class Leaf:
    """A part of the printout that only this game has: its title and the inside of its sheets, as HTML."""

    title: str
    html: str
    reader: str = ""
    """Who alone reads it; the parts of one reader share their sheets."""


@frozen
class GameBox:
    """Tokens, and further parts such as order of battle, point tracks, labels for bases and blank forms."""

    tokens: tuple[PaperToken, ...] = ()
    leaves: tuple[Leaf, ...] = ()


@frozen
class Handout:
    """A packet of pages for people at a table, made from a position; the same facts in three formats.

    ``name`` is a stem for file names. ``page`` is a whole HTML page that prints, ``text`` is for a terminal, ``data``
    is plain JSON data. ``form`` are the questions, if the game waits for a report.
    """

    name: str
    title: str
    page: str
    text: str
    data: JsonObject
    form: ReportForm | None = None

    def json_text(self) -> str:
        """``data`` as the text of a JSON file."""
        return json.dumps(self.data, indent=1) + "\n"


class Paper(StrEnum):
    """A size of paper, in portrait format."""

    A4 = "A4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


MARGIN = 10.0
"""The margin in millimetres that home printers cannot print on."""

LABEL_LINE = 24
"""The letters of small print that fit in a line of a label."""

_STYLE = files(__package__).joinpath("print.css").read_text("utf-8")


def sheet(*parts: str, kind: str = "") -> str:
    """A part of a printout that begins on a new sheet of paper; ``kind`` "wide" is for landscape format."""
    content = "\n".join(part for part in parts if part)
    return f'<section class="{f"sheet {kind}".strip()}">\n{content}\n</section>'


def printout(title: str, sheets: Iterable[str], paper: Paper = Paper.A4, fonts: str = "") -> str:
    """A whole HTML file of sheets, ready to print on ``paper``; it needs no file beside it.

    ``fonts`` are rules of a style sheet for the fonts that it carries.
    """
    style = fonts + _style(paper)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n"
        + "\n".join(sheets)
        + "\n</body></html>\n"
    )


def on_paper(page: str, paper: Paper) -> str:
    """A printout that was made for A4, for other paper."""
    return page.replace(_style(Paper.A4), _style(paper), 1)


def _style(paper: Paper) -> str:
    width, height = paper.size
    style = _STYLE.replace("WIDTH", f"{width - 2 * MARGIN:g}").replace("HEIGHT", f"{height - 2 * MARGIN:g}")
    return style.replace("PAPER", paper.value).replace("MARGIN", f"{MARGIN:g}")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: frozenset[int] = frozenset()) -> str:
    """An HTML table of texts, which are escaped; columns in ``numbers`` align right. "[ ]" becomes an empty box."""

    def cell(tag: str, column: int, text: str) -> str:
        if text == "[ ]":
            return f'<{tag} class="box"></{tag}>'
        kind = ' class="n"' if column in numbers else ""
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    def row(tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(cell(tag, column, text) for column, text in enumerate(cells))}</tr>"

    return (
        f"<table><thead>{row('th', head)}</thead><tbody>{''.join(row('td', cells) for cells in rows)}</tbody></table>"
    )


def bullets(texts: Iterable[str]) -> str:
    """An HTML list of texts, which are escaped."""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""


def label(name: str, value: str, small_print: str) -> str:
    """A label to fold over the edge of a base: the same on front and back, one of them upside down."""
    value = f"[{value}]" if value else ""
    size = ' class="long"' if len(small_print) > LABEL_LINE else ""
    content = f"<span>{escape(name)}<br>{escape(value)}</span><small{size}>{escape(small_print)}</small>"
    return f'<div class="label"><b>{content}</b><i>{content}</i></div>'


def labels(parts: Iterable[str]) -> str:
    """Labels side by side, to cut out."""
    return f'<div class="labels">{"".join(parts)}</div>'
