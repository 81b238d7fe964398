"""Everything that makes a game of hexes and counters, as one value: what is printed, and the parts that are set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from attrs import evolve, field, fields_dict, frozen

from wargame_core.authoring import Action, Cite, Event, Game, Sequence
from wargame_core.charts import OddsTable
from wargame_core.errors import RulesError
from wargame_core.flow.players import Player
from wargame_core.maps.hexes import HexMap
from wargame_core.names import listed
from wargame_core.rulings import Basis
from wargame_hex_and_counter.board.board import Book, HexBoard
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.board.reactions import StandingAnswer
from wargame_hex_and_counter.printed.author_functions import setting
from wargame_hex_and_counter.printed.scenarios import SetUp
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.rules.arrivals import Due
from wargame_hex_and_counter.rules.combat import Combat, check_halves, check_strength_of_0
from wargame_hex_and_counter.rules.command import OutOfCommand
from wargame_hex_and_counter.rules.face_down import FaceDown
from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire
from wargame_hex_and_counter.rules.possible_kinds import PossibleKinds, phases_of
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove
from wargame_hex_and_counter.rules.set_ups import SetUpFault, check_set_ups, closed_terrain, too_many
from wargame_hex_and_counter.rules.turns import of_board
from wargame_hex_and_counter.rules.victory import Victory
from wargame_hex_and_counter.rules.weather import WeatherTrack

SIGNS: Final = ("infantry", "cavalry", "artillery", "armor", "hq")
"""Kinds of units that have their own symbol on counters."""


@frozen
class SideTitle:
    """What people call a side, and the colour of its counters."""

    title: str
    color: str
    commander: str = ""


class FurtherPart(Protocol):
    """A part that not every game has, as the game is told of it: replacements, railroads, weather, or an author's."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that only it brings."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that only it brings."""

    @property
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""

    def sentences(self) -> Iterable[str]:
        """The rule in words, for the briefing."""

    def status(self, board: Any) -> Iterable[tuple[str, str]]:
        """What the panel says of it: names, each with its value now."""

    def cards(self) -> Iterable[tuple[str, str]]:
        """Its player aids: titles, each with its text in fixed columns."""


@frozen(kw_only=True, eq=False)
class HexGame:
    """A game of hexes and counters; `wargame_hex_and_counter.game.build` makes it ready to play.

    ``signs`` are the symbols of kinds of units on counters, of infantry, cavalry, artillery, armor, hq, leader, wagon.
    ``situation`` and ``special_rules`` are what a player reads before the game, each sentence with its source;
    ``tables`` and ``chart`` lie beside the map as player aids, and so do the tables of opportunity fire. ``board`` is a
    subclass of `HexBoard` where the game has more on it. ``actions`` and ``events`` are those of the game's own steps:
    what its phases and ``parts`` bring is known. ``parts`` are the further parts that it plays with; the reactions of
    its phases come with these. Without ``players`` and ``win_probability`` it has those of the system; ``weights`` are
    of the terms by which its bot values how an army stands, where they are not the usual ones. ``reload`` is a function
    of a folder (None for the packaged files) that builds the game anew.

    Raises:
        RulesError: counters that are face down without a `FaceDown` that fits them, or that are fired at without
            ``fired_at`` of their `Binding`; reactions without a board that has
            ``standing``; a table that cannot be asked for the halves that the chart or the weather gives, or for the
            odds against a unit of strength 0; or a set-up with a unit in terrain that it may not enter, or with more in
            a hex than may stand there, where no file has it.
        DataError: the same of the set-ups that files have, by line.
    """

    id: str
    title: str
    document: str
    book: Book
    sides: Mapping[str, SideTitle]
    scenarios: Mapping[str, SetUp]
    sequence: Sequence
    victory: Setting[Victory] = field(validator=setting)
    turns: tuple[str, ...]
    chart: TerrainChart
    tables: tuple[OddsTable, ...] = ()
    signs: Mapping[str, str] = field(factory=lambda: dict(zip(SIGNS, SIGNS, strict=True)))
    situation: tuple[tuple[str, Cite | None], ...] = ()
    special_rules: tuple[tuple[str, Cite | None], ...] = ()
    basis: Basis = Basis.TEXT
    board: type[HexBoard] = HexBoard
    actions: tuple[type[Action], ...] = ()
    events: tuple[type[Event], ...] = ()
    parts: tuple[FurtherPart, ...] = ()
    players: Mapping[str, Callable[..., Player]] = field(factory=dict)
    weights: Mapping[str, float] = field(factory=dict)
    win_probability: Callable[[Any, str], float] | None = None
    reload: Callable[[Path | None], Game] | None = None
    digest: str = ""

    def __attrs_post_init__(self) -> None:
        titles = {side: title.title for side, title in self.sides.items()}
        object.__setattr__(self, "book", evolve(self.book, titles=titles))  # before anybody has the game
        for phase, reaction in ((one, reaction) for one in phases_of(self.sequence) for reaction in one.reactions):
            self._check_board_has("standing", type(reaction).__name__)
            if isinstance(reaction, OpportunityFire) and self.face_down is not None and not phase.binding.fired_at:
                needed_binding = "Binding(fired_at=(FACE_DOWN.fired_at,)), which turns them up"
                raise RulesError(f"phase({phase.label!r}): counters face down are fired at, and need {needed_binding}")
            if reaction not in self.parts:
                object.__setattr__(self, "parts", (*self.parts, reaction))
        for one in phases_of(self.sequence):
            if one.beforehand is not None:
                self._check_board_has("preferences", f"phase({one.label!r}, beforehand=)")
            if isinstance(one.part, Combat) and one.part.takes_preferences:
                self._check_board_has("preferences", "Combat(takes_preferences=True)")
        combats = [one.part for one in phases_of(self.sequence) if isinstance(one.part, Combat)]
        of_combat = [combat.table for combat in combats]
        for combat in combats:
            if halves := [
                f"Combat({handicap.lack.replace(' ', '_')}=)" for handicap in combat.handicaps if handicap.keeps_halves
            ]:
                check_halves(combat.table, halves)
            if combat.out_of_command is not None:
                combat.out_of_command.command.check(self.book.units)
        of_fire = [part.table for part in self.parts if isinstance(part, OpportunityFire)]
        for table in of_fire:
            check_strength_of_0(table, self.book.units.values())
        object.__setattr__(self, "tables", tuple(dict.fromkeys((*self.tables, *of_fire))))
        for table in dict.fromkeys((*(table for table in self.tables if table not in of_fire), *of_combat)):
            check_halves(table, self.chart.halving_rows())
            for part in self.parts:
                if isinstance(part, WeatherTrack):
                    check_halves(table, part.halving_rows())
        for table in dict.fromkeys(one.table for one in combats if one.defenders_of_0 == "by the table"):
            check_strength_of_0(table, self.book.units.values())
        self._check_face_down()
        check_set_ups(self.scenarios, self._faults)

    def _check_board_has(self, name: str, needed_by: str) -> None:
        """Raise `RulesError` where the board lacks a field that something needs."""
        if name not in fields_dict(self.board):
            needed_board = f"a StandingBoard, a HiddenStandingBoard, or their field `{name}`"
            raise RulesError(f"HexGame(board={self.board.__name__}): {needed_by} needs {needed_board}")

    @property
    def takes_preferences(self) -> bool:
        """Whether sides may say beforehand how they answer what is asked as battles are fought."""
        parts = [phase.part for phase in phases_of(self.sequence)]
        return any(isinstance(part, Combat) and part.takes_preferences for part in parts)

    @property
    def has_standing_answers(self) -> bool:
        """Whether sides may say beforehand what they want to be asked."""
        reacts = any(isinstance(part, (OpportunityFire, ReactionMove)) and part.asks_later for part in self.parts)
        return reacts or self.takes_preferences

    @property
    def out_of_command(self) -> OutOfCommand | None:
        """The part about units out of command, if the game has one."""
        return next((part for part in self.parts if isinstance(part, OutOfCommand)), None)

    @property
    def face_down(self) -> FaceDown | None:
        """The part about counters that lie face down, if the game has one."""
        return next((part for part in self.parts if isinstance(part, FaceDown)), None)

    def _check_face_down(self) -> None:
        units = self.book.units
        if self.face_down is not None:
            self.face_down.check(units, self.board)
        elif face_down_units := [unit.id for unit in units.values() if unit.face_down]:
            raise RulesError(
                f"{listed(face_down_units)} are face down: HexGame(parts=) has no FaceDown with their lots"
            )

    def _faults(self, scenario: str) -> Iterator[SetUpFault]:
        """What is wrong with a scenario as its first turn begins."""
        set_up, board = self.scenarios[scenario], self.set_up(scenario, {})
        yield from closed_terrain(set_up, self.book.map, self.book.units, self.chart)
        board.turn = set_up.begins
        pieces = board.pieces
        stackings = [pieces.value(phase.part.stacking) for phase in phases_of(self.sequence)]
        yield from too_many(pieces, stackings)

    def all_actions(self) -> tuple[type[Action], ...]:
        """What seats may choose: the actions of the phases, of the further parts, and the game's own."""
        of_parts = (action for part in self.parts for action in part.actions)
        return tuple(dict.fromkeys((*self._possible_kinds().actions, *of_parts, *self.actions)))

    def all_events(self) -> tuple[type[Event], ...]:
        """What can happen: the events of the phases, of the further parts, and the game's own."""
        of_parts = (event for part in self.parts for event in part.events)
        return tuple(dict.fromkeys((*self._possible_kinds().events, *of_parts, *self.events)))

    def _possible_kinds(self) -> PossibleKinds:
        return PossibleKinds.in_phases(self.sequence, self.book.units)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> HexBoard:
        """The first board of a scenario."""
        chosen_scenario, game_map = self.scenarios[scenario], self.book.map
        holders = {game_map.coordinates(game_map.parse(place)): side for place, side in chosen_scenario.held.items()}
        space_of_unit = {unit: game_map.parse(hex_) for unit, hex_ in chosen_scenario.at.items()}
        board = self.board(
            book=self.book, scenario=scenario, at=space_of_unit, turn=chosen_scenario.begins - 1, held=holders
        )
        if "standing" in fields_dict(self.board):  # of all sides: that some are empty is hidden too
            none_given: dict[str, dict[str, StandingAnswer]] = {side: {} for side in self.sides}
            setattr(board, "standing", none_given)  # noqa: B010  # a board of the author's own may have the field
        if "preferences" in fields_dict(self.board):
            setattr(board, "preferences", {side: {} for side in self.sides})  # noqa: B010  # as above
        return board

    def special(self) -> tuple[tuple[str, Cite | None], ...]:
        """The special rules, and those of further parts, each once and with its source."""
        of_parts = ((text, part.cite) for part in self.parts for text in part.sentences())
        return tuple(dict.fromkeys((*self.special_rules, *of_parts)))

    def victory_of(self, board: HexBoard) -> Victory:
        """How the points of a board are counted."""
        return of_board(self.victory, board)


def due_by(scenarios: Mapping[str, SetUp], game_map: HexMap) -> Due:
    """Who is due on a `HexBoard`: those whose turn has come, and who are neither on the map nor lost.

    A unit that was rebuilt comes on the turn and by the hexes of that.
    """

    due_groups: dict[str, list[tuple[int, tuple[str, ...], list[int]]]] = {}

    def groups(scenario: str) -> list[tuple[int, tuple[str, ...], list[int]]]:
        """The turn, the units and the hexes of each group of a scenario."""
        if scenario not in due_groups:
            due_groups[scenario] = [
                (group.turn, group.units, [game_map.parse(hex_) for hex_ in group.at])
                for group in scenarios[scenario].reinforcements
            ]
        return due_groups[scenario]

    def due_units(board: HexBoard) -> Iterable[tuple[str, Iterable[int]]]:
        entered_units = board.entered_before()
        for turn, units, entries in groups(board.scenario):
            if turn <= board.turn:
                yield from ((unit, entries) for unit in units if unit not in entered_units)
        for unit, later_arrival in board.coming.items():
            if later_arrival.turn <= board.turn and unit not in board.at and unit not in board.lost:
                yield unit, later_arrival.at

    return due_units
