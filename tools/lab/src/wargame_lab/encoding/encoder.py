"""Codes of a game's actions, and views as lists of numbers; both follow from the rules and the sheet.

Numbers mean the same in every game with the same sheet (`Sheet.digest`), on every machine and in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Final

from attrs import define, field, frozen

from wargame_core.errors import MalformedAction, WargameError
from wargame_core.flow.child import InChild
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.rules import Rules
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import canonical
from wargame_core.limits import quote
from wargame_core.shapes import fields_of
from wargame_core.sheet import Briefing, Sheet
from wargame_lab.encoding.domains import Domain, Domains, Listed
from wargame_lab.encoding.following import observation_of
from wargame_lab.encoding.observations import Observation, Observer

Code = tuple[int, ...]

ROW: Final = ("kind", "piece", "pieces", "from", "to", "steps", "target", "place", "card", "word")
"""The columns of a row of a menu. 0 means nothing. ``pieces`` and ``steps`` are counts; ``word`` is the first number of
the fields that name nothing of the sheet (yes or no, a count, a member of a list).
"""
KEPT: Final = 50_000
"""The number of rows that an encoder caches."""


@frozen
class _Kind:
    """A kind of action: its class, its number, and its fields with what each ranges over."""

    action: type[Action]
    number: int
    fields: tuple[tuple[str, Domain], ...]
    word: tuple[str, Domain] | None
    """The first field that names no piece, place or card."""


@define(frozen=True, slots=False, eq=False)
class Encoder:
    """The numbers of one game with one sheet. `encoder` makes it."""

    rules: Rules
    sheet: Sheet
    make_inside: Callable[[ChildGame], Encoder] | None = None
    """Makes the encoder of a game that is played inside this one, with the sheet of that game."""
    ids_as_texts: bool = False
    """Whether codes write ids letter by letter, and so need no sheet."""
    _rows: dict[Action, Code] = field(factory=dict, init=False, repr=False)
    _inside: dict[str, Encoder] = field(factory=dict, init=False, repr=False)

    @cached_property
    def domains(self) -> Domains:
        """The pieces, places and cards that have numbers; the first of each has 1."""
        sheet = self.sheet
        if self.ids_as_texts:
            return Domains.open()
        return Domains.of(
            (piece.id for piece in sheet.pieces),
            (space.id for space in sheet.spaces),
            (card.id for card in sheet.cards),
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of actions; the first number of a code is the index of its kind."""
        inside = (InChild.kind,) if self.rules.holds else ()
        return (*(cls.kind for cls in self.rules.actions), *inside)

    @cached_property
    def _kinds(self) -> Mapping[type[Action], _Kind]:
        kinds, named = {}, (self.domains.pieces, self.domains.places, self.domains.cards)
        for number, cls in enumerate(self.rules.actions):
            parts = tuple((part.name, self.domains.of_field(part.shape)) for part in fields_of(cls))
            words = (part for part in parts if all(part[1] is not domain for domain in named))
            kinds[cls] = _Kind(cls, number, parts, next(words, None))
        return kinds

    def fields(self, kind: str) -> Mapping[str, Domain]:
        """The domain of each field of a kind of action, in the order in which codes write them."""
        return dict(self._kinds[self.rules.actions[self.kinds.index(kind)]].fields)

    def code(self, action: Action) -> Code:
        """The action as whole numbers, none below 0: its kind, then its fields.

        Raises `WargameError` for an action of another game.

        A choice in an inner game is the number of `InChild`, that of the inner game, and the code there, with ids as
        texts, because the pieces of the inner game are known only while it is played.
        """
        if type(action) is InChild and action.game in self.rules.holds:
            game = list(self.rules.holds).index(action.game)
            return (len(self.rules.actions), game, *self._open[action.game].code(action.action))
        if type(action) not in self._kinds:
            raise WargameError(f"{self.rules.id} has no action {quote(action.kind)}")
        return tuple(self._written(action))

    def _written(self, action: Action) -> Iterator[int]:
        kind = self._kinds[type(action)]
        yield kind.number
        for name, domain in kind.fields:
            yield from domain.write(getattr(action, name))

    def action(self, code: Iterable[int]) -> Action:
        """The action of a code. Raises `MalformedAction` for numbers that are no code of this game."""
        numbers = iter(code)
        number = next(numbers, -1)
        if not 0 <= number < len(self.kinds):
            raise MalformedAction(f"{number} is none of the {len(self.kinds)} kinds of actions")
        if number == len(self.rules.actions):
            return self._action_inside(numbers)
        kind = self._kinds[self.rules.actions[number]]
        given = {name: domain.read(numbers) for name, domain in kind.fields}
        if (more := next(numbers, None)) is not None:
            raise MalformedAction(f"the code of {kind.action.kind!r} goes on with {more} after its end")
        return self.rules.let_in(kind.action(**given))

    def _action_inside(self, numbers: Iterator[int]) -> InChild:
        games, number = list(self.rules.holds), next(numbers, -1)
        if not 0 <= number < len(games):
            raise MalformedAction(f"{number} is none of the {len(games)} games inside {self.rules.id}")
        return InChild(games[number], self._open[games[number]].action(numbers))

    @cached_property
    def _open(self) -> Mapping[str, Encoder]:
        """Encoders of the games that may be played inside, without their sheets."""
        return {game: _without_sheet(self.rules.game_inside(game, {}).rules) for game in self.rules.holds}

    def key(self, action: Action) -> int:
        """A number below 2**63 that identifies this action in every menu and with every version of the sheet."""
        written = canonical(self.rules.codec.to_json(action))
        return int.from_bytes(blake2b(written, digest_size=8).digest(), "big") >> 1

    def before(self, view: View) -> Encoder:
        """The encoder of the game that the seat is playing now: this one, or that of an inner game."""
        child, game = view.child, view.game_inside
        if child is None or game is None or self.make_inside is None:
            return self
        if game.digest not in self._inside:
            self._inside[game.digest] = self.make_inside(game)
        return self._inside[game.digest].before(child)

    def rows(self, view: View, limit: int | None = None) -> list[Code]:
        """For each choice of the menu, at most ``limit``, a row with the columns `ROW`, for a policy to score.

        Rows are in the order of ``view.choices``. Two rows may be equal, codes never are. Rows of an inner game use its
        own sheet (see `before`); its kinds have numbers after those of this game.
        """
        if not view.asked:
            return []
        return self.rows_of(view.choices.head(limit), view)

    def rows_of(self, menu: Sequence[Action], view: View) -> list[Code]:
        """The rows of the choices in a menu; see `rows`."""
        child = view.child
        if child is not None and menu and all(type(action) is InChild for action in menu):
            inside, first = self.before(view), len(self.kinds)
            rows = inside.rows_of([action.action for action in menu if isinstance(action, InChild)], child)
            return [(first + row[0], *row[1:]) for row in rows] if inside is not self else rows
        known, board = self._rows, view.board
        return [known.get(action) or self._row(action, board) for action in menu]

    def _row(self, action: Action, board: Board) -> Code:
        about, (pieces, places, cards) = action.about(board), self._numbers
        row = (
            self._kinds[type(action)].number + 1,
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
        if type(action).about is Action.about:  # what it names follows from its fields alone
            if len(self._rows) >= KEPT:
                self._rows.clear()
            self._rows[action] = row
        return row

    @cached_property
    def _numbers(self) -> tuple[Mapping[str, int], Mapping[str, int], Mapping[str, int]]:
        """The numbers of pieces, places and cards."""
        named = (self.domains.pieces, self.domains.places, self.domains.cards)
        pieces, places, cards = (domain.numbers if isinstance(domain, Listed) else {} for domain in named)
        return pieces, places, cards

    def _word(self, action: Action) -> int:
        word = self._kinds[type(action)].word
        return 0 if word is None else next(word[1].write(getattr(action, word[0])), 0)

    @cached_property
    def observer(self) -> Observer:
        """The observer, which knows what the numbers of a view mean: names of planes, columns and globals."""
        return Observer(self.rules, self.sheet)

    def view(self, view: View) -> Observation:
        """What a seat knows, as numbers; equal views give equal numbers."""
        return observation_of(self.observer, view)


def _without_sheet(rules: Rules) -> Encoder:
    return Encoder(rules, Sheet(rules.id, "", "", {}, Briefing("")), ids_as_texts=True)


def _first(ids: Sequence[str], numbers: Mapping[str, int]) -> int:
    return numbers.get(ids[0], 0) if ids else 0


def encoder(game: Game, scenario: str | None = None, **options: object) -> Encoder:
    """The encoder of a game; raises as `Game.sheet`, and `WargameError` for actions without a domain."""
    sheet = game.sheet(scenario, **options)
    return Encoder(game.rules, sheet, lambda inner: encoder(game.inside(inner), inner.scenario, **inner.options))
