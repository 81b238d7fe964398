"""The rules of a game as one frozen value, which runners, states, views and matches take."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property, lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, cast

from attrs import Factory, define, evolve, field, frozen

from wargame_core.errors import (
    DataError,
    MalformedAction,
    NeedsPerson,
    RecordError,
    RulesError,
    UnknownName,
    WargameError,
)
from wargame_core.flow.about import CARD, OFF, PIECE, PLACE, PLACE_MARKS, Names, ids_in
from wargame_core.flow.choices import Action, Choices
from wargame_core.flow.codec import Codec
from wargame_core.flow.declarations import Display, Guarantees, HiddenInformation, JsonTypes, Panels, Secrecy
from wargame_core.flow.events import Board, Event, copier_of
from wargame_core.flow.inner_games import CORE_EVENTS, InnerAction, InnerCodecs
from wargame_core.flow.panels import Counter, SequenceOfPlay, panels_of_counters
from wargame_core.flow.sequence import Cursor, Edit, Program, Sequence, compile_sequence, place_in
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.id_list import IdList
from wargame_core.json_form import JsonMapping
from wargame_core.limits import quote
from wargame_core.maps.map import Map
from wargame_core.rulings import LEGAL, Cite, RuleText, Verdict, refuse
from wargame_core.shapes import fields_of


@frozen
class Scenario:
    """A way to set the game up."""

    id: str
    title: str
    help: str = ""


class Scenarios(IdList[Scenario]):
    """The scenarios of a game, by number or by id.

    >>> from wargame_core import load
    >>> load("vicksburg").scenarios["free"].title
    'Players deploy'
    """

    __slots__ = ()
    what = "scenario"
    columns: ClassVar = {
        "id": lambda scenario: scenario.id,
        "title": lambda scenario: scenario.title,
        "": lambda scenario: scenario.help,
    }


@frozen
class Option:
    """A named choice between readings or variants of the rules, made before the game begins."""

    name: str
    help: str
    choices: tuple[str, ...]
    default: str
    cite: Cite | None = None
    needs_people: frozenset[str] = frozenset()
    """The values with which a person must take part, because bots cannot answer all questions then."""
    before: str = ""
    """What was played before there was this option, so in records that do not name it; "" for the default."""

    def read(self, value: object) -> str:
        """The choice that ``value`` names. Raises `UnknownName`."""
        if value not in self.choices:
            raise UnknownName(f"value of option {self.name}", value, self.choices)
        return str(value)


class Options(IdList[Option]):
    """The options of a game, by number or by name.

    >>> from wargame_core import load
    >>> load("battlecry").options["hill_rule"].choices
    ('updated', 'printed')
    """

    __slots__ = ()
    what = "option"
    key = "name"
    columns: ClassVar = {
        "name": lambda option: option.name,
        "default": lambda option: option.default,
        "others": lambda option: ", ".join(choice for choice in option.choices if choice != option.default),
        "": lambda option: option.help,
    }


T = TypeVar("T")
MOST_CACHED = 64
"""The greatest number of values that rules remember for others: as many scenarios with their options."""
_KIND_IN_WORDS: Mapping[Names, str] = {PIECE: "piece", PLACE: "place", CARD: "card"}


@frozen(kw_only=True)
class OwnRules:
    """What one scenario or variant adds to the rules of its system, which others wrote."""

    sequence: tuple[Edit, ...] = ()
    """What it changes in the sequence of play: `before`, `after`, `instead_of`, `without`, `around`."""
    counters: tuple[Counter, ...] = ()
    """What it puts beside the board."""
    options: tuple[Option, ...] = ()
    """Its own options."""
    actions: tuple[type[Action], ...] = ()
    """Its own classes of actions."""
    events: tuple[type[Event], ...] = ()
    """Its own classes of events."""
    secrets: tuple[Secrecy, ...] = ()
    """Who may know what, where it adds something hidden."""
    words: object | Callable[[], object] = None
    """What the system takes of its own words (effects, awards, special rules: see its how-to), or a function of it."""
    bots: Mapping[str, Callable[..., object]] = field(factory=dict)
    """Its own players, by name, made as those of a `Game`."""
    change: Callable[[Rules], Rules] = lambda rules: rules
    """The last resort: anything else of the rules as a value, by ``attrs.evolve``."""

    def vocabulary(self) -> Any:
        """Its own words; None where it has none."""
        return self.words() if callable(self.words) else self.words


@frozen(kw_only=True)
class Variant(OwnRules):
    """House rules for a game that is there: what somebody else's distribution, or a cell of a notebook, changes in it.

    It is found by its entry point in the group ``wargame_core.variants`` and played by name, ``load("vicksburg+mud")``.
    Whatever it brings is treated like what is printed: views, records, laws, bots and screens know no difference.

    It promises that a game with it obeys the same laws as the printed one: ``laws("vicksburg+rain")``.

    It may not change a board otherwise than by an event, nor keep anything outside the board.

    Example::

        from wargame_core.authoring import D6, Counter, CounterSet, Step, Variant, before

        def rain(t):
            face = yield from t.roll_openly(D6, "the sky")
            t.record(CounterSet("sky", "rain" if face <= 2 else "fair"))

        VARIANT = Variant(
            id="rain", of=("altar_of_freedom",), title="Rain", help="It may rain in any turn.", requires_api=1,
            sequence=(before("Draw event card", Step("The sky", rain)),),
            counters=(Counter("sky", "The sky", "fair", ("fair", "rain")),),
        )
    """

    id: str
    """The name that people type: lower case letters, digits and underlines."""
    of: tuple[str, ...]
    """The games it can be played with, by id, or a system ("altar_of_freedom"): all its games."""
    title: str
    """The name that people read."""
    help: str
    """What it changes, in a sentence or two: the briefing begins with it."""
    version: str = "1"
    """The version of its rules; records contain it."""
    requires_api: int
    """The number of the plugin interface it was written for: `wargame_core.version.API`."""
    briefing: tuple[str, ...] = ()
    """Further paragraphs for the briefing."""
    data: Path | None = None
    """A folder of data files: ``deck.toml`` replaces that of the game, ``deck.more.toml`` is added to it."""


class HasRules(Protocol):
    """Something with rules, such as a game: what an `Origin` finds."""

    @property
    def rules(self) -> Rules:
        """The rules."""


@frozen
class Origin:
    """How another process gets the same rules: ``find(*args)`` makes something that has them."""

    find: Callable[..., HasRules]
    args: tuple[object, ...] = ()


@frozen(kw_only=True)
class RulesSource:
    """Where rules come from: their files, and how another process finds them."""

    digest: str = ""
    """The hash of the data files from which the printed values were read; records contain it."""
    replaced_files: tuple[str, ...] = ()
    """The files of an owner's folder (``data=``) that are read instead of packaged ones; records name them."""
    unread_scenarios: Mapping[str, DataError] = field(factory=dict)
    """What is wrong with packaged scenarios that cannot be read, by id: who asks for one is told."""
    origin: Origin | None = None
    """How another process gets these rules; games that are loaded by name have one."""
    rule_text: Callable[[str], RuleText | None] = lambda heading: None
    """The rule under a heading of the document, for players; games that are loaded by name have its text."""


@frozen(kw_only=True)
class Additions:
    """What variants and own rules have added to the rules; `Rules.varied` and `Rules.with_own` write it."""

    variants: tuple[Variant, ...] = ()
    """The variants that it is played with, in the order in which they were named."""
    counters: tuple[Counter, ...] = ()
    """The counters that own rules and variants put beside the board."""
    plain_rules: Rules | None = None
    """The same rules without any variant, where there are some."""


@define(eq=False, slots=False, frozen=True, kw_only=True)
class Rules:
    """The rules of one game as a value, without pictures, files and players.

    First what the game is called, then what is played; the rest stands in groups, of which a first game needs none.
    """

    id: str
    """The name that people type and that records contain."""
    title: str = field(default=Factory(lambda rules: rules.id, takes_self=True))
    """The name that people read; the id where there is none."""
    version: str = "1"
    """The version of the programmed rules; records contain it."""
    seats: tuple[str, ...]
    """The seats, in the order of the rulebook."""
    scenarios: tuple[Scenario, ...]
    """The scenarios; the first is the default."""
    options: tuple[Option, ...] = ()
    """Readings and variants that can be chosen before the game."""

    sequence: Sequence
    """The sequence of play."""
    board: type[Board]
    """The class of the board."""
    set_up: Callable[[str, Mapping[str, str]], Board]
    """``set_up(scenario, options)``: the first board."""
    actions: tuple[type[Action], ...]
    """Every class of action."""
    events: tuple[type[Event], ...]
    """Every class of event; see `wargame_core.flow.events.events_in`."""
    printed: Mapping[str, Any] = field(factory=dict)
    """The values of the board's STATIC fields, by field name."""
    game_map: Map | Callable[[Any], Map] | None = None
    """The map that is played on, or a function of the board where scenarios have different maps."""
    turn_of: Callable[[Any], int] = lambda board: 0
    """The number of the turn a board is in; 0 while the game is set up."""
    inner_games: Mapping[str, Callable[[JsonMapping], HasRules]] = field(factory=dict)
    """The inner games: by id, a function that makes one from the data of an `InnerGame`.

    With empty data it makes a game that has the actions and events of every such game.
    """

    hidden_information: HiddenInformation = field(factory=HiddenInformation)
    """What seats may not know."""
    display: Display = field(factory=Display)
    """What players see beside the printed map."""
    guarantees: Guarantees = field(factory=Guarantees)
    """What is always so; laws check it."""
    json_types: JsonTypes = field(factory=JsonTypes)
    """How values of the game's own types become JSON."""
    source: RulesSource = field(factory=RulesSource)
    """Where these rules come from."""
    additions: Additions = field(factory=Additions)
    """What variants and own rules have added."""
    tools: Mapping[str, Callable[[], object]] = field(factory=dict)
    """By the name of a tool, a function that makes what it needs to know of this game: see `Rules.tool`.

    ``"pictures"`` makes a `wargame_pictures.Presentation`, ``"laws"`` what `wargame_laws` reads of victory conditions,
    ``"balance"`` a `wargame_lab.facts.BalanceData`.
    Play never looks here; nothing is made or imported before a tool asks.
    """

    def __attrs_post_init__(self) -> None:
        for cls in self.actions:
            if "__attrs_attrs__" not in vars(cls):  # its values could not be compared and saved
                raise RulesError(
                    f"{self.id}: the action class {cls.__name__} is not frozen: write @frozen (of attrs) above it"
                )
        copier_of(self.board)
        known_names = {*dir(self.board), *(part.name for part in fields_of(self.board))}
        for event in (*self.events, *CORE_EVENTS):
            if unknown := [name for name in event.changes if name not in known_names]:
                raise RulesError(f"{self.id}: {event.__name__} sets {unknown[0]!r}, which no {self.board.__name__} has")

    @cached_property
    def program(self) -> Program:
        """The sequence of play, compiled."""
        return compile_sequence(self.sequence)

    @cached_property
    def places_in_turn(self) -> Mapping[Cursor, SequenceOfPlay]:
        """By the path of each step, what the player aid shows while it is played."""
        return {line.path: place_in(self.sequence, line.path) for line in self.program.lines if line.step is not None}

    @cached_property
    def codec(self) -> Codec:
        """JSON in and out for this game's values."""
        inner_codecs = InnerCodecs(lambda game, data: self.inner_game(game, data).rules.codec)
        inner_rules = inner_codecs if self.inner_games else None
        spaces = self.game_map if isinstance(self.game_map, Map) else None
        return Codec(
            self.id, self.board, self.printed, self.actions, self.events, self.json_types.hooks, inner_rules, spaces
        )

    def inner_game(self, game: str, data: JsonMapping) -> HasRules:
        """An inner game of this game. Raises `UnknownName`, and what its maker in `inner_games` raises for the data."""
        if game not in self.inner_games:
            raise UnknownName(f"inner game of {self.id}", game, self.inner_games)
        return self.inner_games[game](data)

    def seat(self, name: str) -> str:
        """``name`` if it is a seat (or spectator or referee). Raises `UnknownName`."""
        if name not in self.seats and name not in (SPECTATOR, REFEREE):
            raise UnknownName("seat", name, (*self.seats, SPECTATOR, REFEREE))
        return name

    def scenario(self, name: str | Scenario | None) -> Scenario:
        """The scenario called ``name``, or that is given; the first when None.

        Raises `UnknownName`, or `DataError` for one of `RulesSource.unread_scenarios`.
        """
        if name is None:
            return self.scenarios[0]
        name = name.id if isinstance(name, Scenario) else name
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        if name in self.source.unread_scenarios:
            raise DataError(self.source.unread_scenarios[name].problems)
        raise UnknownName("scenario", name, (scenario.id for scenario in self.scenarios))

    def varied(self, variant: Variant) -> Rules:
        """These rules with a variant. Raises `RulesError` where two of them cannot be played together.

        Its words and data are not looked at: the builder of the game takes them.
        """
        for installed_variant in self.additions.variants:
            _check_variants_fit(installed_variant, variant, self.id)
        named_rules = evolve(
            self,
            id=f"{self.id}+{variant.id}",
            title=f"{self.title}{', ' if self.additions.variants else ' with '}{variant.title}",
            version=f"{self.version}+{variant.id} {variant.version}",
            additions=evolve(
                self.additions,
                variants=(*self.additions.variants, variant),
                plain_rules=self.additions.plain_rules or self,
            ),
        )
        return named_rules.with_own(variant, variant.id, variant.title)

    def with_own(self, own_rules: OwnRules, name: str, title: str) -> Rules:
        """These rules with those that only a scenario or variant has; its panels bear its name and title.

        Raises `UnknownName` where a part of the sequence of play is not there, `RulesError` where two names are alike.
        """
        for present_parts, own_parts in (
            (self.additions.counters, own_rules.counters),
            (self.options, own_rules.options),
        ):
            if shared_names := {item.name for item in present_parts} & {item.name for item in own_parts}:
                noun = type(own_parts[0]).__name__.lower()
                raise RulesError(
                    f"the {noun} {min(shared_names)!r} of {name} is one of the game or of another variant already"
                )
        set_up, counters, hidden = self.set_up, own_rules.counters, self.hidden_information

        def with_counters(scenario: str, options: Mapping[str, str]) -> Board:
            board = set_up(scenario, options)
            board.counters |= {counter.name: counter.start for counter in counters}
            return board

        def with_theirs(panels: Panels | None) -> Panels:
            counter_panels = partial(panels_of_counters, counters, name, title)
            return lambda board, seat: (*(panels(board, seat) if panels else ()), *counter_panels(board))

        def with_counter_panels(display: Display) -> Display:
            counts = with_theirs(display.counts) if display.counts else None
            return evolve(display, panels=with_theirs(display.panels), counts=counts)

        return own_rules.change(
            evolve(
                self,
                sequence=self.sequence.edited(*own_rules.sequence),
                additions=evolve(self.additions, counters=(*self.additions.counters, *counters)),
                set_up=with_counters if counters else set_up,
                display=with_counter_panels(self.display) if counters else self.display,
                options=(*self.options, *own_rules.options),
                actions=(*self.actions, *own_rules.actions),
                events=(*self.events, *own_rules.events),
                hidden_information=evolve(hidden, secrets=(*hidden.secrets, *own_rules.secrets)),
            )
        )

    def map_of(self, board: Board) -> Map | None:
        """The map of ``board``; None for a game without one."""
        return self.game_map(board) if callable(self.game_map) else self.game_map

    def tool(self, name: str) -> Any:
        """What the tool ``name`` knows of this game, made when it is first asked for; None if it knows nothing."""
        if name not in self._of_tools and name in self.tools:
            self._of_tools[name] = self.tools[name]()
        return self._of_tools.get(name)

    @cached_property
    def _of_tools(self) -> dict[str, Any]:
        return {}

    def cached(self, key: tuple[object, ...], factory: Callable[[], T]) -> T:
        """What ``factory`` makes of these rules, made once for a ``key``; it begins with the name of who asks."""
        if key not in self._cache:
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            self._cache[key] = factory()
        value: T = self._cache[key]
        return value

    @cached_property
    def _cache(self) -> dict[tuple[object, ...], Any]:
        return {}

    def read_options(self, values: Mapping[str, object]) -> dict[str, str]:
        """Every option with its value, defaults filled in.

        Raises `UnknownName` for a wrong name or value, `WargameError` for what is no mapping of names to values.
        """
        if not isinstance(values, Mapping):
            raise WargameError(f"options are names with values, as in {{'NAME': 'VALUE'}}, not {quote(values)}")
        options = {option.name: option for option in self.options}
        for name in values:
            if name not in options:
                raise UnknownName("option", name, options)
        return {name: option.read(values.get(name, option.default)) for name, option in options.items()}

    def recorded_options(self, values: Mapping[str, object]) -> dict[str, str]:
        """The options of a record: as `read_options`, but what it does not name is what was played before that.

        Raises `UnknownName`.
        """
        return self.read_options({option.name: option.before or option.default for option in self.options} | {**values})

    def need_people(self, options: Mapping[str, object], people: Collection[str]) -> None:
        """Raise `NeedsPerson` where a value of an option needs a person and nobody of ``people`` plays."""
        for option in self.options:
            value = options.get(option.name, option.default)
            if value in option.needs_people and not people:
                other_choices = " or ".join(choice for choice in option.choices if choice not in option.needs_people)
                raise NeedsPerson(
                    f"{option.name}={value} needs a person, who says what happened at the table; bots play alone with "
                    f"{option.name}={other_choices}"
                )

    def first_board(self, scenario: str | Scenario | None, options: Mapping[str, object]) -> Board:
        """The board a game begins with. Raises `UnknownName` for a wrong scenario, option or value."""
        return self.set_up(self.scenario(scenario).id, self.read_options(options))

    def read_action(self, action: object) -> Action:
        """An action given as itself or as its JSON. Raises `MalformedAction` for anything else."""
        if self.is_action(action):
            return cast(Action, action)
        if isinstance(action, Mapping):
            return self.codec.action(action)
        kinds = ", ".join(cls.__name__ for cls in self.actions)
        raise MalformedAction(
            f"{quote(action)} is not an action of {self.id} (its actions: {kinds}; or the JSON of one)"
        )

    def let_in(self, action: object) -> Action:
        """As `read_action`, for actions from outside: the types of the fields are checked too."""
        return self.codec.checked(cast(Action, action)) if self.is_action(action) else self.read_action(action)

    def verdict_on(self, action: Action, choices: Choices, board: Board) -> Verdict:
        """Whether ``choices`` offer an action, and it names only what there is on ``board``, as its seat sees it."""
        return self.names_what_there_is(action, board) and choices.judge(action)

    def names_what_there_is(self, action: Action, board: Board) -> Verdict:
        """Refuses an action that names a piece, a place or a card that there is not; ``board`` as its seat sees it."""
        if isinstance(action, InnerAction):
            if board.inner is None:
                return LEGAL
            inner_rules = self.inner_game(board.inner.game.id, board.inner.game.data).rules
            return inner_rules.names_what_there_is(action.action, board.inner.board)
        for mark, ref in ids_in(action):
            kind = PLACE if mark in PLACE_MARKS else CARD if mark is CARD else PIECE
            if ref in ("", OFF):
                continue
            if kind is PLACE and type(ref) is int:
                game_map = self.map_of(board)
                if game_map is not None and not 0 <= ref < game_map.size:
                    return refuse("no_such_place", f"there is no {game_map.grid.word} number {quote(ref)}")
            elif not (verdict := self.knows(kind, str(ref), board)):
                return verdict
        return LEGAL

    def knows(self, kind: Names, ref: str, board: Board) -> Verdict:
        """Whether there is a piece, place or card with this id, as far as ``board`` tells; a refusal says there is not.

        ``kind`` is `PIECE`, `PLACE` or `CARD`.
        """
        ids = board.ids_of(kind)
        game_map = self.map_of(board) if ids is None and kind is PLACE else None
        if ref in ids if ids is not None else game_map is None or ref in game_map.written:
            return LEGAL
        return refuse(f"no_such_{_KIND_IN_WORDS[kind]}", f"there is no {self._word_of(kind, board)} {quote(ref)}")

    def _word_of(self, kind: Names, board: Board) -> str:
        game_map = self.map_of(board) if kind is PLACE else None
        return _KIND_IN_WORDS[kind] if game_map is None else game_map.grid.word

    def is_action(self, action: object) -> bool:
        """Whether something is an action of this game or of one of its inner games."""
        return isinstance(action, self.actions) or (type(action) is InnerAction and bool(self.inner_games))

    def __reduce__(self) -> tuple[object, ...]:
        if self.source.origin is None:
            raise WargameError(
                f"the rules of {self.id} do not say how another process finds them: load the game by name, "
                "or give its Rules an origin (RulesSource.origin)"
            )
        return _rules_of_origin, (self.source.origin, self.id, self.source.digest)

    def __repr__(self) -> str:
        return f"<Rules of {self.id}>"


def _check_variants_fit(first_variant: Variant, second_variant: Variant, game: str) -> None:
    """Raise `RulesError` where two variants of a game change the same, and one of them leaves nothing of it."""
    for first_edit, second_edit in product(first_variant.sequence, second_variant.sequence):
        if first_edit.label == second_edit.label and (first_edit.alone or second_edit.alone):
            raise RulesError(
                f"{first_variant.id} and {second_variant.id} change the same "
                f"step of {game}, {first_edit.label!r} ({first_edit.says}; "
                f"{second_edit.says}): play with one of them"
            )


@lru_cache(maxsize=16)
def _rules_of_origin(origin: Origin, name: str, digest: str) -> Rules:
    """The rules that an origin leads to in this process. Raises `RecordError` when their data are others here."""
    rules = origin.find(*origin.args).rules
    if (rules.id, rules.source.digest) != (name, digest):
        raise RecordError(f"{name} was kept with other data files than those of {rules.id} found here")
    return rules
