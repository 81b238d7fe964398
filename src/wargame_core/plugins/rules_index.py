"""The index of a rulebook: every heading, the functions and tests that carry it, and what is not implemented."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from wargame_core.flow.sequence import Sequence


@frozen
class Heading:
    """One heading of the document. ``status`` is "implemented", "partly", "not implemented" or "no rule" (prose)."""

    page: str
    heading: str
    functions: tuple[Callable[..., Any], ...] = ()
    tests: tuple[str, ...] = ()
    status: str = "implemented"
    note: str = ""

    def __str__(self) -> str:
        return f"{self.heading}: {self.status}" + (f" ({self.note})" if self.note else "")

    def to_json(self) -> dict[str, Any]:
        return {
            "page": self.page,
            "heading": self.heading,
            "functions": [_name(function) for function in self.functions],
            "tests": list(self.tests),
            "status": self.status,
            "note": self.note,
        }


@frozen
class RulesIndex:
    """The headings of one document in order, and the sequence of play they describe."""

    document: str
    headings: tuple[Heading, ...]
    sequence: Sequence | None = None

    def __str__(self) -> str:
        lines = [self.document, ""]
        if self.sequence is not None:
            lines += [str(self.sequence), ""]
        for one in self.headings:
            lines.append(f"p.{one.page:<4} {one}" if one.page else str(one))
            if one.functions:
                lines.append("        rules: " + ", ".join(_name(function) for function in one.functions))
            if one.tests:
                lines.append("        tests: " + ", ".join(one.tests))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "document": self.document,
            "sequence": str(self.sequence) if self.sequence else None,
            "headings": [one.to_json() for one in self.headings],
        }


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__name__)}"
