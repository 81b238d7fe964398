"""A long menu in steps, for screens that cannot show all its rows at once.

A step shows the kind of action, then the piece, then the place, made from what each choice is about; picking a group of
choices leads to the next step, and finally to a choice of the menu. This needs no knowledge of the game, and the steps
tell nothing that the menu does not.

>>> import wargame_core
>>> match = wargame_core.load("vicksburg").start(seed=1863)
>>> update = match.play("move XIII Corps")
>>> rows = match.view("federal").menu()
>>> len(rows), [(step.label, len(step.rows)) for step in menu_steps(rows)][:3]
(32, [('no Staff Dice for this corps', 1), ('Staff Dice', 16), ("Staff Dice for Smith's Division", 8)])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import takewhile

from attrs import frozen

from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.json_form import JsonMapping

LONG = 20
"""A menu of more choices than this is shown in steps."""
DANGLING = frozenset({"to", "with", "for", "in", "at", "into", "against", "by", "on", "from", "the", "a", "and"})
"""Words that are removed from the end of a group's label."""


@frozen
class OfferedChoice:
    """A choice of a menu: its label, the kind of its action, and the things it is about, in the order of the steps."""

    label: str
    kind: str
    references: tuple[str, ...] = ()

    @staticmethod
    def of(action: Action, board: Board) -> OfferedChoice:
        """An action as a choice; ``board`` is as the seat that may choose sees it."""
        subject = action.about(board)
        references = filter(None, (*subject.pieces, subject.to or subject.target, *subject.cards))
        return OfferedChoice(action.text(board), action.kind, tuple(references))

    @staticmethod
    def read(row: JsonMapping) -> OfferedChoice:
        """A row of `View.menu`, also one received as JSON."""
        subject = row.get("about", {})
        references = (
            *subject.get("pieces", ()),
            subject.get("to") or subject.get("target") or "",
            *subject.get("cards", ()),
        )
        return OfferedChoice(row["label"], row["action"]["kind"], tuple(filter(None, references)))


@frozen
class MenuStep:
    """A choice (one row), or a group of choices that the next step separates. Rows are counted from 0."""

    label: str
    rows: tuple[int, ...]


def menu_steps(
    menu: Sequence[JsonMapping] | Sequence[OfferedChoice], row_numbers: Iterable[int] | None = None, *, long: int = LONG
) -> list[MenuStep]:
    """The next step among the rows with ``row_numbers`` (all, when left out), in the order of the menu.

    ``menu`` are rows of `View.menu`, also received as JSON. Up to ``long`` choices are listed one by one. More are
    grouped by kind and by the first thing they name; what all have in common makes no step.
    """
    offers = [row if isinstance(row, OfferedChoice) else OfferedChoice.read(row) for row in menu]
    rows = tuple(range(len(offers)) if row_numbers is None else row_numbers)
    return _named_steps(offers, _split_rows(offers, rows, 0, long))


def _split_rows(
    offers: Sequence[OfferedChoice], rows: tuple[int, ...], depth: int, most_rows: int
) -> list[tuple[int, ...]]:
    """Groups by what choices do and the first ``depth`` + 1 things they name; a lone group is split further."""
    if len(rows) <= most_rows or all(len(offers[row].references) <= depth for row in rows):
        return [(row,) for row in rows]
    groups = _group_rows(rows, _grouping_key(offers, depth))
    large = [group for group in groups if len(group) > 1]
    if len(large) == 1:
        return [group for group in groups if len(group) == 1] + _split_rows(offers, large[0], depth + 1, most_rows)
    if large and depth == 0 and len(groups) > most_rows:
        kinds = _group_rows(rows, lambda row: offers[row].kind)
        groups = kinds if len(kinds) > 1 else groups
    return groups


def _grouping_key(offers: Sequence[OfferedChoice], depth: int) -> Callable[[int], Hashable]:
    def key(row: int) -> Hashable:
        references = offers[row].references
        return (offers[row].kind, references[: depth + 1]) if len(references) > depth else (offers[row].kind, row)

    return key


def _group_rows(rows: Iterable[int], key: Callable[[int], Hashable]) -> list[tuple[int, ...]]:
    groups: dict[Hashable, list[int]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [tuple(group) for group in groups.values()]


def _named_steps(offers: Sequence[OfferedChoice], groups: Sequence[tuple[int, ...]]) -> list[MenuStep]:
    """Groups by the words that their choices begin with, or by what they do; else by the first of them."""
    kinds = [offers[group[0]].kind.replace("_", " ") for group in groups]
    names = [_common_words([offers[row].label for row in group]) for group in groups]
    names = [name or kind for name, kind in zip(names, kinds, strict=True)]
    return [
        MenuStep(name if names.count(name) == 1 else f"{offers[group[0]].label} ...", group)
        for name, group in zip(names, groups, strict=True)
    ]


def _common_words(labels: Sequence[str]) -> str:
    if len(labels) == 1:
        return labels[0]
    split = [label.split() for label in labels]
    words = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*split, strict=False))]
    following_words = {label[len(words)].rstrip(",;:") for label in split if len(label) > len(words)}
    if len(following_words) == 1 and all(len(label) > len(words) for label in split):
        words.append(following_words.pop())  # they differ by a comma only
    while words and words[-1] in DANGLING:
        words.pop()
    return " ".join(words).rstrip(",;:")
