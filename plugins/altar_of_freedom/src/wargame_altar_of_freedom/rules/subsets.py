"""Choosing some of several things, where every choice is legal but there may be far too many to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from wargame_core.authoring import LEGAL, Choices, Cite, Verdict, refuse
from wargame_core.flow.choices import Random

LISTED = 300
"""How many choices are listed at most, about."""


class Subsets(Choices):
    """Any of the things, up to ``most``, named in their order.

    Few are listed all; of many only the small choices are, and of each larger size the first and the last so many.
    What is not listed is legal all the same.
    """

    __slots__ = ("_whole", "cite", "largest_first", "make", "most", "tokens")

    def __init__(
        self,
        tokens: Sequence[str],
        make: Callable[[tuple[str, ...]], Any],
        cite: Cite | None = None,
        *,
        most: int | None = None,
        largest_first: bool = False,
    ) -> None:
        self.tokens, self.make, self.cite, self.largest_first = tuple(tokens), make, cite, largest_first
        self.most = len(self.tokens) if most is None else min(most, len(self.tokens))
        listed, size = 1, 0
        while size < self.most and listed + comb(len(self.tokens), size + 1) <= LISTED:
            size += 1
            listed += comb(len(self.tokens), size)
        self._whole = size  # every choice of up to so many is listed

    def _of_size(self, size: int) -> Iterator[tuple[str, ...]]:
        if size <= self._whole:
            yield from combinations(self.tokens, size)
            return
        yield self.tokens[:size]
        if size < len(self.tokens):
            yield self.tokens[-size:]

    def __iter__(self) -> Iterator[Any]:
        sizes = range(self.most, -1, -1) if self.largest_first else range(self.most + 1)
        for size in sizes:
            yield from map(self.make, self._of_size(size))

    def __len__(self) -> int:
        count = len(self.tokens)
        return sum(comb(count, size) if size <= self._whole else 1 + (size < count) for size in range(self.most + 1))

    def sample(self, rng: Random) -> Any:
        """One of the listed choices, every number of things equally likely."""
        size = int(rng.random() * (self.most + 1))
        if size > self._whole:
            patterns = list(self._of_size(size))
            return self.make(patterns[int(rng.random() * len(patterns))])
        names = list(self.tokens)
        for place in range(size):
            other = place + int(rng.random() * (len(names) - place))
            names[place], names[other] = names[other], names[place]
        chosen = set(names[:size])
        return self.make(tuple(name for name in self.tokens if name in chosen))

    def judge(self, action: Any) -> Verdict:
        """Whether the action names some of the things, each once, in their order, and not too many."""
        if type(action) is not type(self.make(())):
            return refuse("not_offered", f"some of these, or none, are asked for: {', '.join(self.tokens)}", self.cite)
        if len(set(action.tokens)) != len(action.tokens):
            return refuse("twice", "a token is named twice", self.cite)
        for name in action.tokens:
            if name not in self.tokens:
                text = f"{name!r} cannot be chosen (choices: {', '.join(self.tokens)})"
                return refuse("not_to_choose", text, self.cite)
        if len(action.tokens) > self.most:
            return refuse("too_many", f"{len(action.tokens)} chosen; there may be {self.most}", self.cite)
        if list(action.tokens) != [name for name in self.tokens if name in action.tokens]:
            return refuse("order", f"name the tokens in this order: {', '.join(self.tokens)}", self.cite)
        return LEGAL
