"""What a printed document supplies, as lists: its orders of battle, its decks of cards, its conditions of victory.

A `Contents` holds all three for a scenario, made from data files without a game being built. The ids are those of the
sheet, of events and of pictures, so that a front end that knows no game can join them.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar, overload

from attrs import field, fields_dict, frozen

from wargame_core.errors import UnknownName
from wargame_core.json_form import IN_WORDS, JsonForm, JsonObject
from wargame_core.names import no_formula
from wargame_core.rulings import Basis, Cite

if TYPE_CHECKING:
    import pandas

Times = Literal["each time", "every turn", "once", "once for each place", "while it holds", "at the end"]
"""How often a rule of victory gives its points."""


@frozen(kw_only=True)
class OobEntry(JsonForm):
    """A line of an order of battle: a force, a formation, a unit or a leader.

    Attributes:
        id: as on the sheet, where a piece stands for it.
        side: the seat whose it is.
        kind: the game's word for what it is: "force", "corps", "infantry", "leader".
        name: what people call it.
        parent: the id of what it belongs to, or of what a leader commands; "" for a force.
        leaders: the ids of those who command it.
        rating: the printed rating; "?" where it is decided in play, None where none is printed.
        traits: the printed traits, in the game's words.
        strength: its strength at the start, in the game's measure (brigades, points of manpower, figures).
        facts: what else is printed on it, by the names that the sheet gives these values.
        arrival: how it comes into play, where it is not there at the start.
        where: the id of the space it is set up in, where the document names one.
        unless: why it may not come up in a game: optional, replaced, later.
        basis: the evidence for the line.
        cite: where it is printed.
    """

    sparse: ClassVar = True
    id: str
    side: str
    kind: str
    name: str
    parent: str = ""
    leaders: tuple[str, ...] = ()
    rating: int | str | None = None
    traits: tuple[str, ...] = ()
    strength: int | None = None
    facts: Mapping[str, str] = field(factory=dict)
    arrival: str = ""
    where: str = ""
    unless: str = ""
    basis: str = Basis.TEXT.value
    cite: Annotated[Cite | None, IN_WORDS] = None

    def __str__(self) -> str:
        parts = [self.kind.replace("_", " ")]
        parts += [f"rating {self.rating}"] * (self.rating is not None)
        parts += [f"strength {self.strength}"] * (self.strength is not None)
        parts += [*self.traits, *(f"{name} {value}" for name, value in self.facts.items())]
        parts += [f"at {self.where}"] * bool(self.where) + [self.arrival] * bool(self.arrival)
        return f"{self.name} [{self.id}]: {', '.join(parts)}{_condition_and_basis(self.unless, self.basis)}"


@frozen(kw_only=True)
class DeckCard(JsonForm):
    """A card of a deck.

    Attributes:
        id: as on the sheet and in hands.
        deck: the deck that it is in.
        title: what is printed at its head.
        count: how many copies the deck has.
        text: what a player reads on it.
        effect: what the rules do with it, in words.
        side: the side that it is good for or that holds it; "" for either.
        unless: why it may not come up in a game: removed unseen, left out of a battle, optional.
        basis: the evidence for the card; a count with other evidence has ``count_basis``.
        cite: where it is printed.
    """

    sparse: ClassVar = True
    id: str
    deck: str
    title: str
    count: int = 1
    text: str = ""
    effect: str = ""
    side: str = ""
    unless: str = ""
    basis: str = Basis.TEXT.value
    count_basis: str = ""
    cite: Annotated[Cite | None, IN_WORDS] = None

    def __str__(self) -> str:
        head = f"{self.count} {self.title} [{self.id}], {self.deck}"
        count = f", count: {self.count_basis}" if self.count_basis not in ("", self.basis) else ""
        return f"{head}: {self.text}{_condition_and_basis(self.unless, self.basis + count)}"


@frozen(kw_only=True)
class VictoryRule(JsonForm):
    """A rule of victory: what gives points, how many points win, or what ends the game.

    Attributes:
        id: as in ledgers and studies.
        side: who gets the points or wins; "" for whichever side does it.
        text: the rule in words.
        points: its fixed points; of a ``level`` the least that reach it; None where points are not what it is about.
        dice: what is rolled and added, such as "d6" or "-2d6".
        when: when it is looked at, in words.
        times: how often it gives its points.
        places: the ids of the spaces that it is about, as on the sheet.
        level: the level of victory that it is.
        unless: why it may not come up in a game: by an option, for instance.
        basis: the evidence for it.
        cite: where it is printed.
    """

    sparse: ClassVar = True
    id: str
    side: str
    text: str
    points: int | float | None = None
    dice: str = ""
    when: str = ""
    times: Times = "each time"
    places: tuple[str, ...] = ()
    level: str = ""
    unless: str = ""
    basis: str = Basis.TEXT.value
    cite: Annotated[Cite | None, IN_WORDS] = None

    @property
    def worth(self) -> str:
        """Its points as printed: "6+d3", "-2d6", "25 or more"; "" where points are not what it is about."""
        if self.points is None and not self.dice:
            return ""
        fixed_points = f"{self.points:g}" if self.points or not self.dice else ""
        sign = "+" if fixed_points and not self.dice.startswith("-") else ""
        return f"{fixed_points}{sign * bool(self.dice)}{self.dice}" + " or more" * bool(self.level)

    def __str__(self) -> str:
        words = [self.side.capitalize(), self.worth, self.level]
        head = " ".join(word for word in words if word)
        condition = "; ".join(word for word in (self.when, "" if self.level else self.times) if word)
        marks = _condition_and_basis(self.unless, self.basis)
        return f"{head} [{self.id}]: {self.text}{f' ({condition})' * bool(condition)}{marks}"


def _condition_and_basis(unless: str, basis: str) -> str:
    marks = [mark for mark in (unless, "" if basis == Basis.TEXT.value else basis) if mark]
    return f" <{'; '.join(marks)}>" if marks else ""


AT_THE_END: Final = "at the end of the game"
"""When a rule of victory is looked at that is looked at once."""


class LevelOfPoints(Protocol):
    """A row of a victory table: whose the level is, from how many points on; the last row has no ``at_least``."""

    @property
    def id(self) -> str:
        """The id of the level."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def winner(self) -> str:
        """The seat that wins; "" for nobody."""

    @property
    def at_least(self) -> int | None:
        """The least points that reach it."""


def rules_of_levels(
    levels: Iterable[LevelOfPoints], scored: str, bases: Iterable[Basis], cite: Cite | None
) -> Iterator[VictoryRule]:
    """The rows of a victory table as rules; ``scored`` is what people call the side whose points count."""
    for level, basis in zip(levels, bases, strict=False):
        yield VictoryRule(
            id=level.id,
            side=level.winner,
            text=f"fewer {scored} points" if level.at_least is None else f"{level.at_least} {scored} points or more",
            points=level.at_least,
            when=AT_THE_END,
            times="at the end",
            level=level.title,
            basis=basis.value,
            cite=cite,
        )


E = TypeVar("E", bound=OobEntry | DeckCard | VictoryRule)


@frozen(slots=False, repr=False)
class Listing(Sequence[E], Generic[E]):
    """An order of battle, a deck or the rules of victory: entries in printed order, by number or by id.

    In a notebook it is a table; `to_csv`, `to_json` and `to_frame` give it to others.

    >>> cards = Listing("Events", (DeckCard(id="rain", deck="events", title="Rain", text="It rains."),))
    >>> cards["rain"].title, len(cards), "rain" in cards.ids
    ('Rain', 1, True)
    """

    title: str
    entries: tuple[E, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, E]:
        """The entries by id."""
        return {entry.id: entry for entry in self.entries}

    @property
    def ids(self) -> frozenset[str]:
        """The ids of its entries."""
        return frozenset(self.by_id)

    @overload
    def __getitem__(self, key: int | str) -> E: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[E, ...]: ...
    def __getitem__(self, key: int | str | slice) -> E | tuple[E, ...]:
        """An entry by its number or its id. Raises IndexError, or `UnknownName` for an id."""
        if not isinstance(key, str):
            return self.entries[key]
        if key not in self.by_id:
            raise UnknownName("line", key, self.by_id)
        return self.by_id[key]

    def __len__(self) -> int:
        return len(self.entries)

    def below(self, parent: str) -> tuple[E, ...]:
        """The entries that belong directly to one; of "" those that belong to none that is listed."""
        return tuple(entry for entry in self.entries if self._parent(entry) == parent)

    def _parent(self, entry: E) -> str:
        parent = getattr(entry, "parent", "")
        return parent if parent in self.by_id else ""

    @cached_property
    def _depths(self) -> Mapping[str, int]:
        """How far below the top each entry stands."""

        def depth(entry: E) -> int:
            parent = self._parent(entry)
            return 1 + depth(self.by_id[parent]) if parent else 0

        return {entry.id: depth(entry) for entry in self.entries}

    def rows(self) -> list[JsonObject]:
        """A row an entry with every column, lists as text: for spreadsheets and data frames."""
        return [{name: _cell(getattr(entry, name)) for name in fields_dict(type(entry))} for entry in self.entries]

    def to_json(self) -> JsonObject:
        """The title and the entries, without what is empty."""
        return {"title": self.title, "entries": [entry.to_json() for entry in self.entries]}

    def to_csv(self) -> str:
        """A header and a line for each entry; a text that looks like a formula has an apostrophe before it."""
        rows, text = self.rows(), StringIO()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({key: no_formula(cell) if isinstance(cell, str) else cell for key, cell in row.items()})
        return text.getvalue()

    def to_frame(self) -> pandas.DataFrame:
        """A row for each entry. Raises `MissingExtra` without pandas."""
        from wargame_core.odds import frame_of

        return frame_of(self.rows())

    def __str__(self) -> str:
        lines = (f"{'  ' * (1 + self._depths[entry.id])}{entry}" for entry in self._in_order())
        return "\n".join((self.title, *lines))

    def _in_order(self, parent: str = "") -> Iterator[E]:
        """The entries with what belongs to each below it."""
        for entry in self.below(parent):
            yield entry
            yield from self._in_order(entry.id)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self)} lines>"

    def _repr_html_(self) -> str:
        from html import escape

        rows = self.rows()
        used_columns = [name for name in (rows[0] if rows else ()) if any(row[name] not in ("", None) for row in rows)]
        head = "".join(f"<th>{escape(name)}</th>" for name in used_columns)
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(str('' if row[name] is None else row[name]))}</td>" for name in used_columns)
            + "</tr>"
            for row in rows
        )
        return f"<b>{escape(self.title)}</b><table><tr>{head}</tr>{body}</table>"


def _cell(value: Any) -> str | int | float | None:
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {inner_value}" for name, inner_value in value.items())
    if isinstance(value, (tuple, Cite)):
        return ", ".join(value) if isinstance(value, tuple) else str(value)
    return value if isinstance(value, (int, float)) or value is None else str(value)


@frozen
class Contents:
    """What a document supplies for one scenario.

    It promises that whatever a game of the scenario sets up, deals or scores is listed, and that what is listed and may
    not come up says why in ``unless``.

    Example::

        from wargame_core.contents import Contents, DeckCard, Listing

        BOOK = Contents(deck=Listing("Events", (DeckCard(id="rain", deck="events", title="Rain", text="It rains."),)))
        assert BOOK.deck["rain"].count == 1
    """

    oob: Listing[OobEntry] = Listing("Order of battle")
    deck: Listing[DeckCard] = Listing("Deck")
    victory: Listing[VictoryRule] = Listing("Victory")
    briefing: tuple[str, ...] = ()
    """The ids of what else its briefing must tell: lines of the set-up, depots, special rules."""

    @property
    def told(self) -> tuple[str, ...]:
        """The ids of all that a briefing tells: each force, each rule of victory, and what ``briefing`` names."""
        forces = (entry.id for entry in self.oob.below(""))
        return (*forces, *(rule.id for rule in self.victory), *self.briefing)


def numbered(kinds: Iterable[str]) -> tuple[str, ...]:
    """An id for each line of a file by its kind: "rain", and further ones of a kind "rain_2", "rain_3".

    >>> numbered(["rain", "mud", "rain"])
    ('rain', 'mud', 'rain_2')
    """
    counts: Counter[str] = Counter()
    ids = []
    for kind in kinds:
        counts[kind] += 1
        ids.append(f"{kind}_{counts[kind]}" if counts[kind] > 1 else kind)
    return tuple(ids)


class Supplies:
    """Base of whatever has `Contents` by scenario: a `Plugin`, an installed plugin, a `Game`."""

    __slots__ = ()

    @property
    def contents(self) -> Mapping[str, Contents]:
        """What the document supplies, by scenario id."""
        raise NotImplementedError

    @property
    def oobs(self) -> Mapping[str, Listing[OobEntry]]:
        """The orders of battle, by scenario id, of the scenarios that have one."""
        return {name: content.oob for name, content in self.contents.items() if content.oob}

    @property
    def decks(self) -> Mapping[str, Listing[DeckCard]]:
        """The decks of cards, by scenario id, of the scenarios that have one."""
        return {name: content.deck for name, content in self.contents.items() if content.deck}

    @property
    def victory_rules(self) -> Mapping[str, Listing[VictoryRule]]:
        """The rules of victory, by scenario id, of the scenarios that have some."""
        return {name: content.victory for name, content in self.contents.items() if content.victory}


def effect_in_words(effect: Any) -> str:
    """An effect of a card in words: its kind, and the values that it has, without those that are empty.

    >>> effect_in_words(("place_division", {"at": "Jackson", "or_adjacent": True, "region": ""}))
    'place division: at Jackson, or adjacent'
    """
    kind, values = effect if isinstance(effect, tuple) else (effect.kind, _effect_values(effect))
    words = [_value_in_words(name.replace("_", " "), value) for name, value in values.items() if value or value == 0]
    sentence = ", ".join(word for word in words if word)
    return f"{kind.replace('_', ' ')}{f': {sentence}' * bool(sentence)}"


def _effect_values(effect: Any) -> Mapping[str, Any]:
    return {name: getattr(effect, name) for name in fields_dict(type(effect))}


def _value_in_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name * value
    if isinstance(value, Mapping):
        return f"{name} " + " and ".join(f"{key} {inner_value}" for key, inner_value in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"{name} " + " and ".join(sorted(map(str, value)))
    return f"{name} {value}"
