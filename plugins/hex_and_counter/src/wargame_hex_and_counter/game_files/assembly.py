"""A game of text files as the same frozen parts that Python sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import evolve, frozen

from wargame_core.authoring import Cite, Repeat, Sequence, Step
from wargame_core.charts import OddsTable, ResultEffect
from wargame_core.data import Document, Source
from wargame_core.maps.hexes import HexMap
from wargame_hex_and_counter.board.board import Book, HexBoard, HiddenBoard, HiddenStandingBoard, StandingBoard
from wargame_hex_and_counter.board.events import RailroadConverted
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who
from wargame_hex_and_counter.game_files import exceptions as changed
from wargame_hex_and_counter.game_files.exceptions import RuleException
from wargame_hex_and_counter.game_files.further_parts import (
    boxes_of,
    face_down_of,
    impulses_of,
    initiative_of,
    out_of_command_of,
    reaction_move_of,
    sentences_of,
)
from wargame_hex_and_counter.game_files.further_sections import Comes
from wargame_hex_and_counter.game_files.scenario_files import PrintedScenario, ScenarioRulesFile
from wargame_hex_and_counter.game_files.sections import (
    PHASES,
    GameFile,
    PhaseSection,
    SideSection,
    SupplySection,
)
from wargame_hex_and_counter.game_files.victory_files import places_held, victory_by_files
from wargame_hex_and_counter.game_files.vocabulary import Test, Vocabulary
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.binding import Binding, Entered
from wargame_hex_and_counter.rules.boxes import Boxes
from wargame_hex_and_counter.rules.combat import Advance, Bombardment, Combat
from wargame_hex_and_counter.rules.command import OutOfCommand
from wargame_hex_and_counter.rules.control import Control
from wargame_hex_and_counter.rules.cup import Chit, Cup
from wargame_hex_and_counter.rules.face_down import FaceDown
from wargame_hex_and_counter.rules.hex_game import SIGNS, FurtherPart, HexGame, SideTitle, due_by
from wargame_hex_and_counter.rules.impulses import Impulses
from wargame_hex_and_counter.rules.initiative import Initiative
from wargame_hex_and_counter.rules.interrupted_move import Reaction
from wargame_hex_and_counter.rules.isolation import Isolation
from wargame_hex_and_counter.rules.movement import Movement, printed_allowance
from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire
from wargame_hex_and_counter.rules.phases import Part, phase
from wargame_hex_and_counter.rules.rail import Rail, not_by_rail
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove
from wargame_hex_and_counter.rules.replacements import Replacements
from wargame_hex_and_counter.rules.retreat import Retreat
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.standing_answers import AnswersBeforehand
from wargame_hex_and_counter.rules.supply import OutOfSupply, Trace
from wargame_hex_and_counter.rules.turns import begin_turn, count_points, suddenly
from wargame_hex_and_counter.rules.victory import Victory
from wargame_hex_and_counter.rules.weather import WeatherTrack
from wargame_hex_and_counter.rules.withdrawals import Withdrawals, withdrawals_by
from wargame_hex_and_counter.rules.zones import Zones

COLORS: Final = ("#9c5a3c", "#3b5b92", "#5d7a3a", "#7a4b86", "#8a7a2d", "#3a7a78", "#8c3f4d", "#4d4d4d")
"""Colours of counters for sides that name none, in their order."""


@frozen(kw_only=True, slots=False)
class PrintedGame:
    """A game as its files say it, each of them right and all of them fitting together."""

    doc: Document
    file: GameFile
    source: Source
    game_map: HexMap
    units: Mapping[str, Unit]
    chart: TerrainChart
    table: OddsTable | None
    fire_table: OddsTable | None
    weather: WeatherTrack | None
    scenarios: Mapping[str, PrintedScenario]
    words: Vocabulary

    def cite(self, chapter: str) -> Cite:
        """The place of a chapter in the rulebook."""
        return Cite(self.file.game.book or self.file.game.title, "", getattr(self.file.headings, chapter))

    @property
    def rule_files(self) -> tuple[GameFile | ScenarioRulesFile, ...]:
        """The file of the game, and those of the scenarios."""
        return (self.file, *(scenario.file for scenario in self.scenarios.values()))

    @cached_property
    def exceptions(self) -> tuple[RuleException, ...]:
        """Those of the game, then those of each scenario."""
        cite, tests = self.cite("exceptions"), self.words.exception
        of_game = (RuleException(says, cite, "", tests.get(says.when)) for says in self.file.exception)
        of_scenarios = (
            RuleException(says, cite, name, tests.get(says.when))
            for name, scenario in self.scenarios.items()
            for says in scenario.file.exception
        )
        return (*of_game, *of_scenarios)

    @property
    def phase_titles(self) -> dict[str, str]:
        """What each phase is called, by its name in the file."""
        return phase_titles(self.file.phase, self.words)

    def hex_game(self) -> HexGame:
        """The game of its parts. Raises `DataError` and `RulesError` as `HexGame` does."""
        game, set_ups = self.file.game, {name: scenario.set_up for name, scenario in self.scenarios.items()}
        parts = _Parts(self)
        introduction = [game.about] if game.about else []
        introduction += [f"A turn is {game.a_turn_is}."] if game.a_turn_is else []
        introduction += [f"A point of strength is {game.a_strength_point_is}."] if game.a_strength_point_is else []
        sides = {name: _side_title(number, side) for number, (name, side) in enumerate(self.file.side.items())}
        return HexGame(
            id=game.id,
            title=game.title,
            document=self.source.document,
            book=Book(self.game_map, self.units),
            sides=sides,
            scenarios=set_ups,
            sequence=parts.sequence(),
            board=self._board,
            victory=parts.victory,
            turns=self.file.turns.track,
            chart=self.chart,
            tables=(self.table,) if self.table is not None else (),
            signs={**{sign: sign for sign in SIGNS}, **self.file.counters.symbols},
            parts=parts.further_parts,
            situation=tuple((text, None) for text in introduction),
            special_rules=tuple(self._special_rules()),
            basis=self.source.basis,
            weights=self.file.bot.weights() if self.file.bot is not None else {},
        )

    @property
    def _board(self) -> type[HexBoard]:
        """The class of the board, with all that the parts of the game put on it."""
        combat = self.file.combat
        has_standing_answers = self.file.opportunity_fire is not None or self.file.reaction_moves is not None
        has_standing_answers = has_standing_answers or (combat is not None and combat.takes_preferences)
        if self.file.face_down is not None:
            return HiddenStandingBoard if has_standing_answers else HiddenBoard
        return StandingBoard if has_standing_answers else HexBoard

    def _special_rules(self) -> Iterator[tuple[str, Cite | None]]:
        """The exceptions in words, those of a scenario after its title; and what else no part says."""
        titles = {name: side.title for name, side in self.file.side.items()}
        for exception in self.exceptions:
            text = changed.in_words(exception, titles, self.phase_titles)
            of_it = f"In {self.scenarios[exception.scenario].set_up.title}: " if exception.scenario else ""
            yield f"{of_it}{text}", exception.cite
        for text, chapter in sentences_of(self.file, self.phase_titles):
            yield text, self.cite(chapter)


def phase_titles(further: Mapping[str, PhaseSection], words: Vocabulary) -> dict[str, str]:
    """What each phase of a game is called, by its name in the file; ``further`` are those that it names itself."""
    titles = {name: _title(name) for name in (*PHASES, *words.phase)}
    return {**titles, **{name: section.title or _title(name) for name, section in further.items()}}


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _side_title(number: int, side: SideSection) -> SideTitle:
    return SideTitle(side.title, side.color or COLORS[number % len(COLORS)], side.commander)


class _Parts:
    """The parts of a game, each made when it is first asked for."""

    def __init__(self, printed_game: PrintedGame) -> None:
        self.printed_game, self.file, self.words = printed_game, printed_game.file, printed_game.words
        self.exceptions, self.cite = printed_game.exceptions, printed_game.cite
        self.weather = printed_game.weather
        self._sided: dict[tuple[str, str], Part] = {}
        self._reacting: dict[int, ReactionMove] = {}

    @cached_property
    def chart(self) -> Setting[TerrainChart]:
        """The terrain effects chart, as the weather has it."""
        return self.printed_game.chart if self.weather is None else self.weather.chart(self.printed_game.chart)

    @cached_property
    def stacking(self) -> Setting[Stacking]:
        """Stacking with its exceptions."""
        section = self.file.stacking
        counts = self.words.stacking[section.own] if section.own else section.counts
        usual_stacking = Stacking(section.limit, counts, section.checked, section.free, self.cite("stacking"))
        return changed.stacking_changed(usual_stacking, self.exceptions, self.file.side)

    def zones(self, side: str) -> Setting[Zones]:
        """The zones of control in the player turn of a side; a game without the section has none."""
        section = self.file.zones
        if section is None:
            return Zones((), "free", "free", cite=self.cite("zones"))
        usual_zones = Zones(
            section.exerted_by,
            changed.entering_of(section.entering),
            changed.leaving_of(section.leaving),
            section.zone_to_zone or "free",
            section.negated_by_friends,
            cite=self.cite("zones"),
        )
        if self.file.command is not None and not self.file.command.exerts_zones:
            usual_zones = evolve(usual_zones, exerts=self._exerts)
        setting = changed.zones_changed(usual_zones, self.exceptions, side)
        if not section.own:
            return setting
        own_zones = self.words.zones[section.own]
        return lambda board: own_zones(board, setting(board) if callable(setting) else setting)

    def _exerts(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit is in command, where others exert no zones."""
        command = self.out_of_command
        return command is None or command.exerts(pieces, unit)

    # the sequence of play

    def sequence(self) -> Sequence:
        """Turns of player turns; then the points are counted."""
        return Sequence(
            self.file.game.book or self.file.game.title,
            *self._set_up(),
            Repeat("Turn", *self._beginning(), *self._turns_of_players(), *self._ending(), until=self._is_last_turn),
            Step("Count the points", count_points(self.victory), self.cite("victory")),
        )

    def _set_up(self) -> Iterator[Step]:
        """What comes before the first turn."""
        if self.face_down is not None and self.face_down.known_to == "its side":
            yield Step("Set up", self.face_down.put, self.cite("face_down"))

    def _beginning(self) -> Iterator[Step]:
        """What a turn begins with."""
        yield Step("Begin the turn", begin_turn)
        if self.weather is not None:
            yield Step("Weather", self.weather.begin, self.cite("weather"))

    def _ending(self) -> Iterator[Step]:
        """What a turn ends with: how long units of each side are out of supply."""
        for side, isolation in self.isolation.items():
            yield Step(f"Isolation of {self.file.side[side].title}", isolation.judge(side), isolation.cite)

    def _is_last_turn(self, board: HexBoard) -> bool:
        return board.turn == self.printed_game.scenarios[board.scenario].set_up.ends

    def _turns_of_players(self) -> Iterator[Step | Repeat | Sequence]:
        """The player turns in their order, or as chits, impulses or the initiative say; some at an end of the turn."""
        yield from self._player_turns("at the start of the turn")
        if self.initiative is not None:
            yield Step("Initiative", self.initiative.decide, self.initiative.cite)
        turns = tuple(self._player_turns("as its side acts"))
        if self.cup is not None:
            yield Step("Fill the cup", self.cup.fill, self.cup.cite)
            yield Repeat("Chit", Step("Draw a chit", self.cup.draw, self.cup.cite), *turns, until=self.cup.is_over)
        elif self.impulses is not None:
            impulses, cite = self.impulses, self.impulses.cite
            yield Step("First impulse", impulses.begin, cite)
            begin, end = (Step("Who acts", impulses.choose, cite), Step("End of the impulse", impulses.roll_end, cite))
            yield Repeat("Impulse", begin, *turns, end, until=impulses.is_over)
        elif self.initiative is not None:
            yield from self._player_turns("as its side acts", ", first", self.initiative.first)
            yield from self._player_turns("as its side acts", ", second", self.initiative.second)
        else:
            yield from turns
        yield from self._player_turns("at the end of the turn")

    def _player_turns(
        self, comes: Comes, order: str = "", is_due: Callable[[str], Test] | None = None
    ) -> Iterator[Sequence]:
        """The player turns that come at a time of the turn; ``order`` is added to their titles."""
        acting = self.acting if comes == "as its side acts" else None
        if acting is not None:
            is_due = acting.acting
        for turn in self.file.player_turn:
            if turn.comes == comes:
                title = turn.title or f"{self.file.side[turn.side].title} player turn"
                phases = (self._phase(name, turn.side, acting) for name in turn.phases)
                is_played = is_due(turn.side) if is_due is not None else None
                yield Sequence(f"{title}{order}", *self._command_judgements(turn.side), *phases, when=is_played)

    def _command_judgements(self, side: str) -> Iterator[Step]:
        """What a player turn begins with: who of the side is out of command."""
        command = self.out_of_command
        if command is not None and command.judged == "at its step":
            yield Step("Command", command.judge(side), command.cite)

    @property
    def acting(self) -> Cup | Impulses | None:
        """What says which units act; None where all units of a side act in its player turn."""
        return self.cup or self.impulses

    def _phase(self, name: str, side: str, acting: Cup | Impulses | None) -> Step:
        if name in self.words.phase:
            return self.words.phase[name](side)
        if name == "withdrawal":
            leaving = self.withdrawals
            assert leaving is not None
            return Step(
                self.printed_game.phase_titles[name],
                leaving.leave(side),
                leaving.cite,
                self._phase_condition(name, side),
            )
        section = self.file.phase.get(name)
        moves = (section.kind if section is not None else name) == "movement"
        return phase(
            self.printed_game.phase_titles[name],
            side,
            self._part(name, section, side),
            self.binding,
            who=self._participants(name, section, acting),
            when=self._phase_condition(name, side),
            reactions=self._reactions(side) if moves else (),
            beforehand=self._answers_beforehand if moves else None,
        )

    @cached_property
    def _answers_beforehand(self) -> AnswersBeforehand | None:
        """What a side may say as it ends its moves, where it can be asked anything in the turn of another."""
        of_reactions = [
            reaction_section
            for reaction_section in (self.file.opportunity_fire, self.file.reaction_moves)
            if reaction_section is not None
        ]
        distances = {distance for reaction_section in of_reactions for distance in reaction_section.asks_later}
        in_battles = self.file.combat is not None and self.file.combat.takes_preferences
        answers = AnswersBeforehand(tuple(sorted(distances, reverse=True)), in_battles)
        return answers if distances or in_battles else None

    def _participants(self, name: str, section: PhaseSection | None, acting: Cup | Impulses | None) -> Who | None:
        """Who takes part in a phase, of the units that act; None for all."""
        takes_part = self._who_of_kinds(name, section)
        if acting is None or takes_part is None:
            return acting.acts if acting is not None else takes_part
        return lambda pieces, unit: acting.acts(pieces, unit) and takes_part(pieces, unit)

    def _who_of_kinds(self, name: str, section: PhaseSection | None) -> Who | None:
        """Who takes part in a phase by its kind and by rail; None for all."""
        kind, kinds = (section.kind, section.units) if section is not None else (name, ())
        by_rail = self.file.rail
        walks = kind == "movement" and by_rail is not None and not by_rail.then_moves
        if not walks:
            return _of_kinds(kinds) if kinds else None
        return lambda pieces, unit: not_by_rail(pieces, unit) and (not kinds or pieces.units[unit].kind in kinds)

    def _phase_condition(self, name: str, side: str) -> Callable[[HexBoard], bool] | None:
        """Whether a phase of a side is played; None where no exception and no weather leaves it out."""
        leaving_out = [
            exception
            for exception in self.exceptions
            if name in exception.says.without and exception.concerns_side(side)
        ]
        title, weather = self.printed_game.phase_titles[name], self.weather
        in_weather = weather is not None and any(title in kind.without for kind in weather.kinds.values())
        if not leaving_out and not in_weather:
            return None
        plays = weather.plays(title) if weather is not None and in_weather else None
        return lambda board: (
            (plays is None or plays(board)) and not any(exception.is_in_force(board) for exception in leaving_out)
        )

    def _part(self, name: str, section: PhaseSection | None, side: str) -> Part:
        """The part that a phase plays; sides for which all is alike have the same one."""
        side_exceptions = (exception.says for exception in self.exceptions if exception.says.side is not None)
        exceptions_side = (
            side if any(says.zones is not None or says.combat is not None for says in side_exceptions) else ""
        )
        if (name, exceptions_side) not in self._sided:
            kind = section.kind if section is not None else name
            road_kinds = section.along if section is not None else ()
            self._sided[name, exceptions_side] = self._new_part(kind, road_kinds, side)
        return self._sided[name, exceptions_side]

    def _new_part(self, kind: str, road_kinds: tuple[str, ...], side: str) -> Part:
        match kind:
            case "movement":
                return self._movement(road_kinds, side)
            case "combat":
                return self._combat(side)
            case "reinforcement":
                return self._arrivals(side)
            case "rail":
                return self.rail
            case "replacement":
                return self.replacements
            case "boxes":
                return self.boxes
            case _:
                raise AssertionError(kind)  # a phase has one of these kinds: `sections.PhaseSection`

    # the parts of phases

    def _arrivals(self, side: str) -> Arrivals:
        section = self.file.reinforcement
        assert section is not None
        scenarios = {name: scenario.set_up for name, scenario in self.printed_game.scenarios.items()}
        due = due_by(scenarios, self.printed_game.game_map)
        if section.own:
            printed_due, own_due = due, self.words.reinforcement[section.own]

            def due(board: Any) -> Any:
                return chain(printed_due(board), own_due(board))

        return Arrivals(
            due, self.stacking, section.blocked_by, section.if_blocked, self.chart, self.zones(side), pays=section.pays,
            cite=self.cite("reinforcement"),
        )  # fmt: skip

    def _movement(self, road_kinds: tuple[str, ...], side: str) -> Movement:
        section = self.file.movement
        assert section is not None
        usual_allowance = self.words.movement[section.own] if section.own else printed_allowance
        if self.weather is not None:
            usual_allowance = self.weather.allowance(usual_allowance)
        usual_allowance = changed.allowance_changed(usual_allowance, self.exceptions)
        if (supply := self._out_of_supply(side)) is not None and supply.moves != "in full":
            usual_allowance = supply.allowance(usual_allowance)
        if (command := self.out_of_command) is not None and command.moves != "in full":
            usual_allowance = command.allowance(usual_allowance)
        if self.file.reinforcement is not None and self.file.reinforcement.pays != "nothing":
            usual_allowance = self._arrivals(side).allowance(usual_allowance)
        return Movement(
            self.chart, self.zones(side), self.stacking, section.friends, section.minimum, road_kinds,
            usual_allowance, self.cite("movement"),
            tuple(handicap.why_short for handicap in (supply, command) if handicap is not None),
        )  # fmt: skip

    def _combat(self, side: str) -> Combat:
        section, advance, guns = self.file.combat, self.file.advance, self.file.bombardment
        assert section is not None
        assert advance is not None
        assert self.printed_game.table is not None
        shifts = [*changed.shifts_of(self.exceptions), *(self.words.combat[name] for name in section.own)]
        factors = [*changed.factors_of(self.exceptions)]
        if self.weather is not None:
            shifts.append(self.weather.shifts)
            factors.append(self.weather.factors)
        return Combat(
            self.printed_game.table,
            self.chart,
            self.zones(side),
            self.stacking,
            changed.duties_changed(section.must, self.exceptions, side),
            section.one_attack,
            section.terrain,
            section.hexsides,
            self._retreat(side),
            Advance(advance.attacker, advance.defender),
            Bombardment(guns.by, guns.range, guns.needs_sight, guns.suffers_results, guns.joins_attacks)
            if guns is not None
            else None,
            self._out_of_supply(side),
            shifts=tuple(shifts),
            defenders_of_0=section.defenders_of_0,
            factors=tuple(factors),
            cite=self.cite("combat"),
            out_of_command=self.out_of_command,
            takes_preferences=section.takes_preferences,
        )

    def _retreat(self, side: str) -> Retreat:
        """The retreat as the section has it; where the table has none, one that never comes up."""
        section, zones = self.file.retreat, self.zones(side)
        if section is None:
            return Retreat(self.chart, zones, self.stacking, "owner", "forbidden", "block", "eliminated")
        return Retreat(
            self.chart, zones, self.stacking, section.chosen_by, section.into_zones, section.friends,
            section.otherwise, section.measured, self.words.retreat[section.own] if section.own else None,
            self.cite("retreat"),
        )  # fmt: skip

    def _out_of_supply(self, side: str) -> OutOfSupply | None:
        section = self.file.supply
        if section is None:
            return None
        return OutOfSupply(
            trace=self._trace(section, side), attacks=section.attacks, defends=section.defends, moves=section.moves,
            fractions=section.fractions,
        )  # fmt: skip

    @cached_property
    def isolation(self) -> Mapping[str, Isolation]:
        """By side what befalls units that are out of supply for long; empty where nothing does."""
        section = self.file.supply
        if section is None or section.isolated_after is None or section.isolated is None:
            return {}
        rules = {side: self._out_of_supply(side) for side in self.file.side}
        return {
            side: Isolation(out_of_supply=rule, turns=section.isolated_after, then=section.isolated)
            for side, rule in rules.items()
            if rule is not None
        }

    @cached_property
    def withdrawals(self) -> Withdrawals | None:
        """Who leaves the map, if the game has such."""
        section = self.file.withdrawal
        if section is None:
            return None
        scenarios = {name: scenario.set_up for name, scenario in self.printed_game.scenarios.items()}
        return Withdrawals(withdrawals_by(scenarios), section.otherwise, self.cite("withdrawal"))

    @cached_property
    def out_of_command(self) -> OutOfCommand | None:
        """What units out of command do, if the game has headquarters."""
        section = self.file.command
        if section is None:
            return None
        return out_of_command_of(section, self.chart, self._zones_of_all(), self.cite("command"))

    def _trace(self, section: SupplySection, side: str) -> Trace:
        """The lines of supply in the player turn of a side."""
        return Trace(
            sources=section.sources, chart=self.chart, zones=self.zones(side), length=section.length,
            blocked_by=section.blocked_by, rail=self.rail if section.along_railroads else None,
            cite=self.cite("supply"),
        )  # fmt: skip

    def _reactions(self, side: str) -> tuple[Reaction, ...]:
        """What enemies may do while units of a side move."""
        return tuple(
            reaction for reaction in (self.opportunity_fire, self._reaction_moves(side)) if reaction is not None
        )

    @cached_property
    def opportunity_fire(self) -> OpportunityFire | None:
        """The fire at units that move, if the game has such."""
        section, table = self.file.opportunity_fire, self.printed_game.fire_table
        if section is None:
            return None
        assert table is not None
        return OpportunityFire(
            by=section.by, range=section.range, needs_sight=section.needs_sight, table=table, chart=self.chart,
            limit=section.limit, stops=section.stops, fires_when=section.fires_when, terrain=section.terrain,
            asks_later=section.asks_later, cite=self.cite("opportunity_fire"),
        )  # fmt: skip

    def _reaction_moves(self, side: str) -> ReactionMove | None:
        """The moves of enemies while a side moves: those of the next side in order, if they differ by side."""
        section, sides = self.file.reaction_moves, list(self.file.side)
        if section is None:
            return None
        movement = self._part("movement", None, sides[sides.index(side) - 1])
        assert isinstance(movement, Movement)
        if id(movement) not in self._reacting:
            self._reacting[id(movement)] = reaction_move_of(section, movement, self.cite("reaction_moves"))
        return self._reacting[id(movement)]

    @cached_property
    def cup(self) -> Cup | None:
        """The cup of chits; None where player turns have their order."""
        rows = self.file.chit
        chits = tuple(Chit(row.title, row.side or "", row.formation, row.count, row.ends) for row in rows)
        return Cup(chits=chits, cite=self.cite("cup")) if chits else None

    @cached_property
    def initiative(self) -> Initiative | None:
        """Who acts first; None where player turns have their order."""
        section = self.file.initiative
        return initiative_of(section, self.file.side, self.cite("initiative")) if section is not None else None

    @cached_property
    def impulses(self) -> Impulses | None:
        """The impulses in which the sides act in turn, if the game has such."""
        section = self.file.impulses
        return impulses_of(section, self.file.side, self.cite("impulses")) if section is not None else None

    # further parts

    @property
    def further_parts(self) -> tuple[FurtherPart, ...]:
        """The parts that not every game has."""
        return (
            *([self.face_down] if self.face_down is not None else []),
            *([self.cup] if self.cup is not None else []),
            *([self.initiative] if self.initiative is not None else []),
            *([self.impulses] if self.impulses is not None else []),
            *([self.boxes] if self.file.box else []),
            *([self.out_of_command] if self.out_of_command is not None else []),
            *list(self.isolation.values())[:1],
            *([self.withdrawals] if self.withdrawals is not None else []),
            *([self.weather] if self.weather is not None else []),
            *([self.rail] if self.file.rail is not None else []),
            *([self.replacements] if self.file.replacement is not None else []),
        )

    @cached_property
    def rail(self) -> Rail:
        """The railroads."""
        section = self.file.rail
        assert section is not None
        return Rail(
            along=section.along, capacity=section.capacity, chart=self.chart, zones=self._zones_of_all(),
            stacking=self.stacking, enemy_zones=section.enemy_zones, counts=section.counts, friendly=section.friendly,
            hexes=section.hexes, cite=self.cite("rail"),
        )  # fmt: skip

    @cached_property
    def replacements(self) -> Replacements:
        """The replacements."""
        section, supply = self.file.replacement, self.file.supply
        assert section is not None
        first_side = next(iter(self.file.side))
        supply_test = self._trace(supply, first_side).supplied if section.supplied and supply is not None else None
        return Replacements(
            points=section.points, price=section.price, places=section.places, stacking=self.stacking,
            rebuilds=section.rebuilds, comes_back=section.comes_back, unspent=section.unspent,
            blocked_by=section.blocked_by, steps_return=section.steps_return, steps_a_unit=section.steps_a_unit,
            delay=section.delay, supplied=supply_test, chart=self.chart,
            zones=self._zones_of_all(), name=section.name, cite=self.cite("replacement"),
        )  # fmt: skip

    @cached_property
    def boxes(self) -> Boxes:
        """The boxes beside the map."""
        chart, zones = self.chart, self._zones_of_all()
        return boxes_of(self.file.box, self.file.boxes, self.stacking, chart, zones, self.cite("boxes"))

    @cached_property
    def face_down(self) -> FaceDown | None:
        """The counters that lie face down, if the game has such."""
        section = self.file.face_down
        return face_down_of(section, self.file.lot, self.cite("face_down")) if section is not None else None

    def _zones_of_all(self) -> Setting[Zones]:
        """The zones for parts that both sides use alike: those of the side that moves first."""
        return self.zones(self.file.player_turn[0].side)

    # victory

    @cached_property
    def binding(self) -> Binding:
        """What follows from entering hexes, and what may end the game at once."""
        entry_rules: list[Entered] = [] if self.face_down is None else [self.face_down.entered]
        control = self.file.control
        if control is not None:
            entry_rules.append(
                Control(
                    places_held(self.printed_game.game_map, self.printed_game.rule_files),
                    control.by,
                    control.kinds,
                    cite=self.cite("victory"),
                ).entered
            )
        if (railroads := self._conversion()) is not None:
            entry_rules.append(railroads.entered)
        has_sudden_end = any(file.sudden_victory for file in self.printed_game.rule_files)
        begin_functions = () if self.face_down is None else (self.face_down.begins,)
        fired_at = () if self.face_down is None else (self.face_down.fired_at,)
        return Binding(
            entered=tuple(entry_rules),
            begins=begin_functions,
            fired_at=fired_at,
            ends=(suddenly(self.victory),) if has_sudden_end else (),
        )

    def _conversion(self) -> Control | None:
        """How railroads change hands: those of places that are held do with the place."""
        section, game_map = self.file.rail, self.printed_game.game_map
        if section is None or not section.converted_by:
            return None
        held_hexes = {
            game_map.coordinates(game_map.parse(place))
            for place in places_held(self.printed_game.game_map, self.printed_game.rule_files)
        }
        hexes = tuple(hex_ for hex_ in self.rail.hexes_of(game_map) if hex_ not in held_hexes)
        return Control(
            hexes, section.converted, section.converted_by, taken=RailroadConverted, cite=self.cite("rail")
        )  # fmt: skip

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The places that can be held in any scenario."""
        return places_held(self.printed_game.game_map, self.printed_game.rule_files)

    @cached_property
    def victory(self) -> Setting[Victory]:
        """How points are counted; a function of the board where a scenario has some of its own."""
        scenarios = {name: scenario.file for name, scenario in self.printed_game.scenarios.items()}
        return victory_by_files(self.file, scenarios, self.cite("victory"))


def _of_kinds(kinds: tuple[str, ...]) -> Who:
    """Whether a unit is of one of these kinds."""
    return lambda pieces, unit: pieces.units[unit].kind in kinds


def brings_retreats(table: OddsTable) -> bool:
    """Whether some result of a table lets a side retreat."""
    return table.brings(ResultEffect.RETREATS)
