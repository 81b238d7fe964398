"""Choosing one thing of each of several rows, such as the orders of all units at once: far too many to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product
from math import prod
from typing import Any

from wargame_core.errors import RulesError
from wargame_core.flow.choices import Choices, Random
from wargame_core.flow.subsets import LISTED
from wargame_core.limits import shorten
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse

NAMED = 6
"""Of how many things a refusal names what could have been chosen."""


class Product(Choices):
    """One thing of each row, whatever is chosen in the others.

    ``make`` makes the action of the things chosen, in the order of the rows, and ``read`` says which an action names.
    ``titles`` call the rows in refusals, ``name`` the things in them. Few choices are listed all; of many the first of
    every row, and then what differs from that in one row (they are ``abridged`` then). What is not listed is legal all
    the same, and samples are drawn from everything.

    >>> from types import SimpleNamespace as Sheet
    >>> rows = [("hold", "to Wales"), ("hold", "to London", "to York")]
    >>> sheets = Product(rows, lambda chosen: Sheet(orders=chosen), lambda sheet: sheet.orders)
    >>> len(sheets), next(iter(sheets))
    (6, namespace(orders=('hold', 'hold')))
    >>> print(sheets.judge(Sheet(orders=("to York", "hold"))))
    row 1 cannot be that (choices: hold, to Wales)

    Raises:
        RulesError: a row is empty.
    """

    __slots__ = ("cite", "make", "name", "read", "rows", "titles", "total")

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        make: Callable[[tuple[Any, ...]], Any],
        read: Callable[[Any], Sequence[Any]],
        cite: Cite | None = None,
        *,
        titles: Sequence[str] = (),
        name: Callable[[Any], str] = str,
    ) -> None:
        self.rows = tuple(map(tuple, rows))
        self.make, self.read, self.cite, self.name = make, read, cite, name
        self.titles = tuple(titles) or tuple(f"row {number}" for number in range(1, len(self.rows) + 1))
        if empty := [title for title, row in zip(self.titles, self.rows, strict=True) if not row]:
            raise RulesError(f"there is nothing to choose from in {', '.join(empty)}")
        self.total = prod(map(len, self.rows))

    @property
    def abridged(self) -> bool:  # type: ignore[override]  # of these rows, not of the class
        """Whether only an excerpt is listed."""
        return self.total > LISTED

    @property
    def complete(self) -> bool:  # type: ignore[override]  # of these rows, not of the class
        """Whether every choice is listed."""
        return not self.abridged

    def _changes(self) -> Iterator[tuple[Any, ...]]:
        """What differs in one row from the first of every row."""
        usual = tuple(row[0] for row in self.rows)
        for place, row in enumerate(self.rows):
            for part in row[1:]:
                yield (*usual[:place], part, *usual[place + 1 :])

    def __iter__(self) -> Iterator[Any]:
        if not self.abridged:
            return map(self.make, product(*self.rows))
        usual = tuple(row[0] for row in self.rows)
        return map(self.make, islice(chain([usual], self._changes()), LISTED))

    def __len__(self) -> int:
        return self.total if not self.abridged else min(LISTED, 1 + sum(len(row) - 1 for row in self.rows))

    def sample(self, rng: Random) -> Any:
        """One of all choices, each as likely as another."""
        return self.make(tuple(row[int(rng.random() * len(row))] for row in self.rows))

    def judge(self, action: Any) -> Verdict:
        """Whether the action names one thing of each row."""
        if type(action) is not type(self.make(tuple(row[0] for row in self.rows))):
            return refuse("not_offered", f"one of each is asked for: {', '.join(self.titles)}", self.cite)
        chosen = tuple(self.read(action))
        if len(chosen) != len(self.rows):
            text = f"{len(chosen)} are named; one of each is asked for: {', '.join(self.titles)}"
            return refuse("not_one_of_each", shorten(text), self.cite)
        for title, row, part in zip(self.titles, self.rows, chosen, strict=True):
            if part not in row:
                can = ", ".join([*map(self.name, row[:NAMED]), *(["..."] if len(row) > NAMED else [])])
                return refuse("not_to_choose", f"{title} cannot be that (choices: {can})", self.cite)
        return LEGAL
