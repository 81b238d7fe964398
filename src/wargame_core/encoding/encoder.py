"""Codes of a game's actions, and what a seat knows as lists of numbers; everything is read off the rules and the sheet.

Numbers mean the same in every game with the same sheet (`Sheet.digest`), on every machine and in every process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import Final, get_type_hints

import attrs
from attrs import define, frozen

from wargame_core.data.canonical import canonical
from wargame_core.encoding.domains import Domain, Domains
from wargame_core.encoding.observations import Observation, Observer
from wargame_core.errors import MalformedAction, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.rules import Rules
from wargame_core.flow.seat_view import SeatView
from wargame_core.quoting import quote
from wargame_core.sheet import Sheet

Code = tuple[int, ...]

ROW: Final = ("kind", "piece", "pieces", "from", "to", "steps", "target", "place", "card", "word")
"""What stands in each column of a row of a menu. 0 is nothing; ``pieces`` and ``steps`` are how many there are, and
``word`` is the first number of what the action says besides the things it names (a yes, a count, a member of a list).
"""


@frozen
class _Kind:
    """A kind of action: its class, and its fields with what each ranges over."""

    action: type[Action]
    fields: tuple[tuple[str, Domain], ...]


@define(frozen=True, slots=False)
class Encoder:
    """The numbers of one game with one sheet. `Game.encoder` makes it."""

    rules: Rules
    sheet: Sheet

    @cached_property
    def domains(self) -> Domains:
        """The pieces, places and cards that numbers stand for: the first of each is 1."""
        sheet = self.sheet
        return Domains.of(
            (piece.id for piece in sheet.pieces),
            (space.id for space in sheet.spaces),
            (card.id for card in sheet.cards),
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of actions; the first number of a code is the place of its kind in here."""
        return tuple(self._kinds)

    @cached_property
    def _kinds(self) -> Mapping[str, _Kind]:
        kinds = {}
        for cls in self.rules.actions:
            hints = get_type_hints(cls, include_extras=True)
            kinds[cls.kind] = _Kind(
                cls, tuple((part.name, self.domains.of_field(hints[part.name])) for part in attrs.fields(cls))
            )
        return kinds

    def fields(self, kind: str) -> Mapping[str, Domain]:
        """What each field of a kind of action ranges over, in the order of its code."""
        return dict(self._kinds[kind].fields)

    def code(self, action: Action) -> Code:
        """The action as whole numbers from 0 up: its kind, then its fields. Raises `WargameError` for a foreign one."""
        if action.kind not in self._kinds:
            raise WargameError(f"{self.rules.id} has no action {quote(action.kind)}")
        return tuple(self._written(action))

    def _written(self, action: Action) -> Iterator[int]:
        yield self.kinds.index(action.kind)
        for name, domain in self._kinds[action.kind].fields:
            yield from domain.write(getattr(action, name))

    def action(self, code: Iterable[int]) -> Action:
        """The action of a code. Raises `MalformedAction` for numbers that are no code of this game."""
        numbers = iter(code)
        number = next(numbers, -1)
        if not 0 <= number < len(self.kinds):
            raise MalformedAction(f"{number} is none of the {len(self.kinds)} kinds of actions")
        kind = self._kinds[self.kinds[number]]
        given = {name: domain.read(numbers) for name, domain in kind.fields}
        if (more := next(numbers, None)) is not None:
            raise MalformedAction(f"the code of {kind.action.kind!r} goes on with {more} after its end")
        return self.rules.let_in(kind.action(**given))

    def key(self, action: Action) -> int:
        """A number below 2**63 that stands for this action in every menu, the same in all versions of the sheet."""
        written = canonical(self.rules.codec.to_json(action))
        return int.from_bytes(blake2b(written, digest_size=8).digest(), "big") >> 1

    def rows(self, view: SeatView, limit: int | None = None) -> list[Code]:
        """A row of `ROW` for each choice of the menu, at most ``limit``: what a policy needs to score it.

        Rows are in the order of ``view.choices``; two rows may be equal, their codes never are.
        """
        if not view.asked:
            return []
        board = view.board
        return [self._row(action, board) for action in islice(view.choices, limit)]

    def _row(self, action: Action, board: Board) -> Code:
        about, domains = action.about(board), self.domains
        pieces, places, cards = domains.pieces.numbers, domains.places.numbers, domains.cards.numbers
        return (
            self.kinds.index(action.kind) + 1,
            _first(about.pieces, pieces),
            len(about.pieces),
            places.get(about.origin, 0),
            places.get(about.to, 0),
            len(about.path),
            pieces.get(about.target, 0),
            _first(about.places, places),
            _first(about.cards, cards),
            self._word(action),
        )

    def _word(self, action: Action) -> int:
        named = (domains := self.domains).pieces, domains.places, domains.cards
        for name, domain in self._kinds[action.kind].fields:
            if domain not in named:
                return next(domain.write(getattr(action, name)), 0)
        return 0

    @cached_property
    def observer(self) -> Observer:
        """What the numbers of a view mean: names of planes, columns and globals."""
        return Observer(self.rules, self.sheet)

    def view(self, view: SeatView) -> Observation:
        """What a seat knows, as numbers; equal views give equal numbers."""
        return self.observer.observe(view)


def _first(ids: Sequence[str], numbers: Mapping[str, int]) -> int:
    return numbers.get(ids[0], 0) if ids else 0
