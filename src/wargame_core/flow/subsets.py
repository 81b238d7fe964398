"""Choosing some of several things, where every choice is legal but there may be far too many to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from wargame_core.flow.choices import Choices, Random
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse

LISTED = 300
"""The approximate limit of listed choices."""


class Subsets(Choices):
    """The choice of any of the things, at most ``most``, named in their order.

    ``make`` makes the action that names some of them, ``read`` says which an action names. If there are too many
    choices to list, only the small ones are listed, and the first and last of each larger size (``abridged``). Choices
    that are not listed are legal too.
    """

    __slots__ = ("_whole", "cite", "largest_first", "make", "most", "names", "read")

    def __init__(
        self,
        names: Sequence[str],
        make: Callable[[tuple[str, ...]], Any],
        read: Callable[[Any], Sequence[str]],
        cite: Cite | None = None,
        *,
        most: int | None = None,
        largest_first: bool = False,
    ) -> None:
        self.names, self.make, self.read, self.cite, self.largest_first = tuple(names), make, read, cite, largest_first
        self.most = len(self.names) if most is None else min(most, len(self.names))
        listed, size = 1, 0
        while size < self.most and listed + comb(len(self.names), size + 1) <= LISTED:
            size += 1
            listed += comb(len(self.names), size)
        self._whole = size  # every choice of up to so many is listed

    @property
    def abridged(self) -> bool:  # type: ignore[override]  # of these things, not of the class
        """Whether only an excerpt is listed."""
        return self._whole < self.most

    @property
    def complete(self) -> bool:  # type: ignore[override]  # of these things, not of the class
        """Whether every choice is listed."""
        return not self.abridged

    def _of_size(self, size: int) -> Iterator[tuple[str, ...]]:
        if size <= self._whole:
            yield from combinations(self.names, size)
            return
        yield self.names[:size]
        if size < len(self.names):
            yield self.names[-size:]

    def __iter__(self) -> Iterator[Any]:
        sizes = range(self.most, -1, -1) if self.largest_first else range(self.most + 1)
        for size in sizes:
            yield from map(self.make, self._of_size(size))

    def __len__(self) -> int:
        count = len(self.names)
        return sum(comb(count, size) if size <= self._whole else 1 + (size < count) for size in range(self.most + 1))

    def sample(self, rng: Random) -> Any:
        """One of the listed choices, every number of things equally likely."""
        size = int(rng.random() * (self.most + 1))
        if size > self._whole:
            patterns = list(self._of_size(size))
            return self.make(patterns[int(rng.random() * len(patterns))])
        order = list(self.names)
        for place in range(size):
            other = place + int(rng.random() * (len(order) - place))
            order[place], order[other] = order[other], order[place]
        chosen = set(order[:size])
        return self.make(tuple(name for name in self.names if name in chosen))

    def judge(self, action: Any) -> Verdict:
        """Whether the action names some of the things, each once, in their order, and not too many."""
        if type(action) is not type(self.make(())):
            return refuse("not_offered", f"some of these, or none, are asked for: {', '.join(self.names)}", self.cite)
        chosen = tuple(self.read(action))
        if len(set(chosen)) != len(chosen):
            return refuse("twice", "something is named twice", self.cite)
        for name in chosen:
            if name not in self.names:
                text = f"{name!r} cannot be chosen (choices: {', '.join(self.names)})"
                return refuse("not_to_choose", text, self.cite)
        if len(chosen) > self.most:
            return refuse("too_many", f"{len(chosen)} chosen; there may be {self.most}", self.cite)
        if list(chosen) != [name for name in self.names if name in chosen]:
            return refuse("order", f"name them in this order: {', '.join(self.names)}", self.cite)
        return LEGAL
