"""The answers of rules: a `Verdict` on legality and a `Ruling` on a computed result, each with its source."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, ClassVar, TypeAlias

from attrs import evolve, field, frozen

from wargame_core.json_form import SPARSE, JsonForm, JsonMapping, WrittenAs
from wargame_core.limits import MESSAGE, shorten

READINGS = "Readings"
"""The book of a `Cite` of a reading: of what a game plays where its document is silent or contradicts itself."""


@frozen
class Cite:
    """Where a rule is printed: book (its usual short name), page as printed, and heading.

    >>> print(Cite("GotW", "10", "Minor Skirmishes"))
    GotW p.10 Minor Skirmishes
    """

    book: str
    page: str
    heading: str

    @staticmethod
    def read(text: str) -> Cite:
        """The cite that is written as this text.

        >>> Cite.read("GotW p.10 Minor Skirmishes") == Cite("GotW", "10", "Minor Skirmishes")
        True
        """
        book, is_paged, rest_of_text = text.partition(" p.")
        if not is_paged:
            book, _, heading = text.partition(" ")
            return Cite(book, "", heading)
        page, _, heading = rest_of_text.partition(" ")
        return Cite(book, page, heading)

    def __str__(self) -> str:
        if self.book == READINGS:
            return f"{READINGS}: {self.heading}"
        page = f" p.{self.page}" if self.page else ""
        return f"{self.book}{page} {self.heading}"

    def to_json(self) -> dict[str, str]:
        return {"book": self.book, "page": self.page, "heading": self.heading}


def reading(heading: str) -> Cite:
    """A cite of a paragraph (or part) of the game's ``READINGS.md``, by its heading.

    >>> print(reading("Ways of a retreat"))
    Readings: Ways of a retreat
    """
    return Cite(READINGS, "", heading)


class Basis(Enum):
    """The evidence for a datum."""

    TEXT = "text"
    """The document says so."""
    FOUND = "found"
    """A public source other than the document says so."""
    RECONSTRUCTION = "reconstruction"
    """Made for this project, because the document lacks it; the published game may differ."""
    RULING = "ruling"
    """A decision where the document is silent or contradicts itself."""


def _words_of_cite(cite: Cite | None) -> str | None:
    return str(cite) if cite else None


CiteInWords: TypeAlias = Annotated[Cite | None, WrittenAs(str | None, _words_of_cite)]
"""Where something is printed, if it is; written in words."""


@frozen
class Reason(JsonForm):
    """One reason why something is refused: a stable code, a sentence for people, and its source."""

    code: str
    text: str
    cite: CiteInWords = None

    def __str__(self) -> str:
        return f"{self.text} [{self.cite}]" if self.cite else self.text


@frozen
class Verdict(JsonForm):
    """Whether an action is legal, and the reasons where it is not. Such a verdict is falsy.

    >>> bool(LEGAL), bool(refuse("too_far", "it is 4 spaces away and 3 are left"))
    (True, False)
    """

    written_order: ClassVar[tuple[str, ...]] = ("legal", "reasons", "about")
    reasons: tuple[Reason, ...] = ()
    about: Annotated[JsonMapping, WrittenAs("About", dict)] = field(factory=dict, eq=False, repr=False, metadata=SPARSE)
    """What the refused choice names, as JSON of `About`; empty if that could not be found."""

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons

    def __bool__(self) -> bool:
        return not self.reasons

    def __str__(self) -> str:
        return "legal" if self else "; ".join(str(reason) for reason in self.reasons)

    def shortened(self) -> Verdict:
        """The verdict with reasons that can be shown: shortened, and without control characters."""
        if not self.reasons:
            return self
        texts = [reason.text for reason in self.reasons]
        if len(texts) <= _MOST_REASONS and all(len(text) <= MESSAGE and text.isprintable() for text in texts):
            return self
        short_reasons = tuple(
            evolve(reason, text=shorten(reason.text, MESSAGE)) for reason in self.reasons[:_MOST_REASONS]
        )
        return Verdict(short_reasons, self.about)

    @property
    def codes(self) -> tuple[str, ...]:
        """The stable codes of the reasons, in order."""
        return tuple(reason.code for reason in self.reasons)

    def _repr_html_(self) -> str:
        from html import escape

        if self:
            return "<b>legal</b>"
        return "<ul>" + "".join(f"<li>{escape(str(reason))}</li>" for reason in self.reasons) + "</ul>"


_MOST_REASONS = 50
"""The greatest number of reasons that a refusal shows."""


LEGAL = Verdict()


def refuse(code: str, text: str, cite: Cite | None = None) -> Verdict:
    """A verdict with one reason against."""
    return Verdict((Reason(code, text, cite),))


@frozen
class Modifier(JsonForm):
    """One line of a sum: its value, its label, its source, and why it counts here."""

    written_order: ClassVar[tuple[str, ...]] = ("value", "label", "because", "cite")
    value: int
    label: str
    cite: CiteInWords = None
    because: str = ""

    def __str__(self) -> str:
        reason = f" ({self.because})" if self.because else ""
        return f"{self.value:+d} {self.label}{reason}"

    @staticmethod
    def from_json(data: JsonMapping) -> Modifier:
        """The line that `to_json` wrote."""
        return Modifier(data["value"], data["label"], _cite_of_text(data["cite"]), data["because"])


def _as_json(value: Any) -> Any:
    data = value.to_json() if hasattr(value, "to_json") else value
    return data if isinstance(data, (str, int, float, bool, list, dict, type(None))) else str(data)


def _numbers_and_words(detail: JsonMapping) -> dict[str, int | str]:
    return {name: value if isinstance(value, int) else str(value) for name, value in detail.items()}


@frozen
class Ruling(JsonForm):
    """A computed result with all its parts: base, modifiers, and the chart in which it was looked up.

    `total` is base plus all modifiers. `detail` holds named intermediate values (a row, a column, a die). `parts`
    are rulings that this one depends on (the totals that are compared, for example). `considered` are modifiers that
    did not apply; their `because` says why.
    """

    written_order: ClassVar[tuple[str, ...]] = (
        *("title", "result", "base", "modifiers", "total", "cite", "table", "row", "column"),
        *("detail", "parts", "considered"),
    )
    title: str
    result: Annotated[Any, WrittenAs(Any, _as_json)]
    base: int = 0
    modifiers: tuple[Modifier, ...] = ()
    cite: CiteInWords = None
    table: str = ""
    row: str = ""
    column: str = ""
    detail: Annotated[JsonMapping, WrittenAs(dict[str, int | str], _numbers_and_words)] = field(factory=dict)
    parts: tuple[Ruling, ...] = ()
    considered: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """Base plus all modifiers."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    def lines(self, indent: str = "") -> list[str]:
        """The ruling as lines of text, its parts indented below it."""
        parts = (self.table, self.row and f"row {self.row}", self.column and f"column {self.column}")
        place_in_words = ", ".join(filter(None, parts))
        head = f"{indent}{self.title}: {self.result}"
        if place_in_words:
            head += f" ({place_in_words})"
        if self.cite:
            head += f" [{self.cite}]"
        lines = [head]
        if self.modifiers:
            lines.append(f"{indent}  {self.base} base")
            lines += [f"{indent}  {modifier}" for modifier in self.modifiers]
        lines += [f"{indent}  not counted: {modifier}" for modifier in self.considered]
        for part in self.parts:
            lines += part.lines(indent + "  ")
        return lines

    def worked(self) -> list[str]:
        """How the result came about, for a story: where it stands in its table, then each sum that it rests on.

        A line for the result where it has a table or modifiers, then a line for each part that adds something; what did
        not count is left out. With these lines and the document anybody can work it out again.

        >>> print(*Ruling("Attack", "hit", base=4, modifiers=(Modifier(2, "hill"),), table="Fire", row="6").worked())
        Attack hit: Fire, row 6; 4, +2 hill = 6
        >>> whole = Ruling("attack", "9", parts=(Ruling("Adams", "5"), Ruling("Baker", "4")))
        >>> print(*Ruling("Combat", "DR", table="Results", row="3", parts=(whole,)).worked(), sep="\\n")
        Combat DR: Results, row 3
        attack 9: Adams 5, Baker 4
        """
        parts = [part for part in self.parts if part._says_something]
        lines = [line for part in parts for line in part._worked_as_part()]
        return [self._in_a_line(), *lines] if self._place_in_table or self._sum_in_words else lines

    def _worked_as_part(self) -> list[str]:
        """As `worked`, in one line where it is no more than the sum of its parts."""
        if (
            self._place_in_table
            or self._sum_in_words
            or any(part._place_in_table or part._sum_in_words for part in self.parts)
        ):
            return self.worked()
        return [self._with_parts()]

    def _with_parts(self) -> str:
        """Title and result, and in the same line what they are made of."""
        parts = [part._with_parts() for part in self.parts if part._says_something]
        made_of = ", ".join(f"({part})" if ", " in part else part for part in parts)
        return f"{self.title} {self.result}" + (f": {made_of}" if made_of else "")

    @property
    def _counted_modifiers(self) -> tuple[Modifier, ...]:
        return tuple(modifier for modifier in self.modifiers if modifier.value)

    @property
    def _says_something(self) -> bool:
        """Whether it says anything as a part: a column, a sum, or a result that is not nothing."""
        return bool(self._place_in_table or self._sum_in_words or str(self.result).lstrip("+-0"))

    @property
    def _place_in_table(self) -> str:
        """The place in its table."""
        return ", ".join(
            filter(None, (self.table, self.row and f"row {self.row}", self.column and f"column {self.column}"))
        )

    @property
    def _sum_in_words(self) -> str:
        """Base and modifiers with their total; "" for nothing to add up."""
        if not self._counted_modifiers and str(self.base) == str(self.result):
            return ""
        terms = [str(self.base)] * bool(self.base) + list(map(str, self._counted_modifiers))
        total = f" = {self.total}" if self._counted_modifiers and not self.parts else ""
        return ", ".join(terms) + total

    def _in_a_line(self) -> str:
        return f"{self.title} {self.result}: {'; '.join(filter(None, (self._place_in_table, self._sum_in_words)))}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    @staticmethod
    def from_json(data: JsonMapping) -> Ruling:
        """The ruling that `to_json` wrote; result and details come back as plain values or text."""
        return Ruling(
            **{name: data[name] for name in ("title", "result", "base", "table", "row", "column")},
            modifiers=tuple(map(Modifier.from_json, data["modifiers"])),
            cite=_cite_of_text(data["cite"]),
            detail=dict(data["detail"]),
            parts=tuple(map(Ruling.from_json, data["parts"])),
            considered=tuple(map(Modifier.from_json, data["considered"])),
        )

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{modifier.value:+d}</td><td>{escape(modifier.label)}</td>"
            f"<td>{escape(modifier.because)}</td><td><small>{escape(str(modifier.cite or ''))}</small></td></tr>"
            for modifier in self.modifiers
        )
        parts = "".join(part._repr_html_() for part in self.parts)
        cite = f" <small>[{escape(str(self.cite))}]</small>" if self.cite else ""
        return f"<div><b>{escape(self.title)}: {escape(str(self.result))}</b>{cite}<table>{rows}</table>{parts}</div>"


def _cite_of_text(text: str | None) -> Cite | None:
    return Cite.read(text) if text is not None else None


def all_of(*verdicts: Verdict | None) -> Verdict:
    """One verdict with every reason of the given ones."""
    return Verdict(tuple(reason for verdict in verdicts if verdict is not None for reason in verdict.reasons))


@frozen
class RuleText:
    """A rule as players are told it: its heading in the document, and the restated rule with page and rulings."""

    heading: str
    text: str

    def __repr__(self) -> str:
        return self.text
