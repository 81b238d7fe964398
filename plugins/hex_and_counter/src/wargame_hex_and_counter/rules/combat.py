"""Combat by odds: who may and must attack, and what a battle comes to before its die."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from wargame_core.charts import ChartError, CombatStrength, Factor, Fight, OddsTable, OffChart, Rounding
from wargame_core.errors import RulesError
from wargame_core.flow.commitments import Commitments, Group, State
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import bits
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Modifier, Verdict, refuse
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who
from wargame_hex_and_counter.printed.author_functions import functions_with, series_from, setting
from wargame_hex_and_counter.printed.in_words import sentence
from wargame_hex_and_counter.printed.terrain import HexsideRow, TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.command import OutOfCommand
from wargame_hex_and_counter.rules.handicaps import Handicap
from wargame_hex_and_counter.rules.retreat import Retreat
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.supply import OutOfSupply
from wargame_hex_and_counter.rules.zones import Zones

BEYOND_ALL_COLUMNS: Final = 10**6
"""Odds, points or a difference above those of any column."""
Duty: TypeAlias = Literal["attack", "be attacked"]
"""What must happen: every unit in an enemy zone attacks; every enemy in a zone of the attacker is attacked."""
_DUTY: Final[Mapping[Duty, str]] = {
    "attack": "each unit in an enemy zone of control must attack",
    "be attacked": "each enemy in a zone of control of the attacker must be attacked",
}
OneAttack: TypeAlias = Literal["one hex", "several hexes"]
"""How many hexes one attack may be made on."""
TerrainCounts: TypeAlias = Literal["best counts", "all count"]
"""Which effects of terrain count: the one that is best for the defender, or all."""
WhenHexsidesCount: TypeAlias = Literal["if all attack across", "if any attacks across"]
"""When the hexsides between attackers and defenders count."""
DefendersWithoutStrength: TypeAlias = Literal["by the table", "are eliminated"]
"""What becomes of units without strength that are attacked alone: the odds table says it, or they are lost at once."""
Advancing: TypeAlias = Literal["nobody", "one unit", "all units"]
"""Who may enter hexes that a battle has emptied."""
Circumstances: TypeAlias = Callable[[Any, Battle], Iterable[Modifier]]
"""An author's function of the board and a `Battle` that gives shifts of the column, above 0 to the right."""
Multiplying: TypeAlias = Callable[[Any, Battle], Iterable[Factor]]
"""An author's function of the board and a `Battle` that gives what multiplies the strength of all attackers."""


@frozen
class Bombardment:
    """Kinds of units that attack from up to ``range`` hexes away.

    ``suffers_results`` says whether what befalls the attackers befalls them too. Where they do not join attacks, an
    attack is made from a distance only, or from next to its hexes only.
    """

    by: tuple[str, ...]
    range: int
    needs_sight: bool
    suffers_results: bool
    joins_attacks: bool = True

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        sight_text = " that they see" if self.needs_sight else ""
        firing_in_words = f"Units ({listed(self.by)}) with no enemy next to them"
        yield f"{firing_in_words} attack hexes up to {self.range} away{sight_text}."
        suffers = "befalls" if self.suffers_results else "does not befall"
        yield f"What befalls the attackers of a battle {suffers} who attacks from a distance."
        if not self.joins_attacks:
            yield "An attack is made from a distance only, or from next to its hexes only."


@frozen
class Advance:
    """Who may enter a hex that the battle has emptied, of the side that attacked and of the side attacked."""

    attacker: Advancing = field(validator=one_of(Advancing))
    defender: Advancing = field(validator=one_of(Advancing))

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        if self.attacker == self.defender == "nobody":
            yield "Nobody advances after a battle."
            return
        if self.attacker != "nobody":
            yield f"{self.attacker.capitalize()} of the attacker may advance into the hexes that a battle has emptied."
        if self.defender != "nobody":
            yield f"{self.defender.capitalize()} of the defender may advance into the hexes from which it was attacked."


@frozen
class Combat:
    """Attacks on an odds table. No unit attacks twice in a phase, and no hex is attacked twice.

    ``must`` says who has to: one duty, both, or none. Units in a hex defend together; units that stand together may
    attack apart. ``shifts`` are functions for circumstances that no other setting says, ``factors`` the same for what
    multiplies the strength of the whole attack; ``out_of_supply`` and ``out_of_command`` are about each unit.
    ``defenders_of_0`` says what becomes of units of strength 0 that are attacked alone. An attack against odds that the
    table refuses is not announced. With ``takes_preferences`` sides may say beforehand how they answer what is asked as
    battles are fought; the game's board is then a `StandingBoard`.
    """

    table: OddsTable
    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    stacking: Setting[Stacking] = field(validator=setting)
    must: Setting[tuple[Duty, ...]] = field(validator=setting)
    one_attack: OneAttack = field(validator=one_of(OneAttack))
    terrain: TerrainCounts = field(validator=one_of(TerrainCounts))
    hexsides: WhenHexsidesCount = field(validator=one_of(WhenHexsidesCount))
    retreat: Retreat
    advance: Advance
    bombardment: Bombardment | None = None
    out_of_supply: OutOfSupply | None = None
    shifts: tuple[Circumstances, ...] = field(
        default=(), validator=functions_with("board", "battle", gives="shifts: Modifier, or read_shift('1 left', ...)")
    )
    factors: tuple[Multiplying, ...] = field(
        default=(), validator=functions_with("board", "battle", gives="factors: Factor.read('halved', ...)")
    )
    cite: Cite | None = None
    defenders_of_0: DefendersWithoutStrength = field(default="by the table", validator=one_of(DefendersWithoutStrength))
    out_of_command: OutOfCommand | None = None
    takes_preferences: bool = False

    handicaps: tuple[Handicap, ...] = field(init=False, eq=False, repr=False)
    """What becomes of units that lack something."""

    @handicaps.default
    def _handicaps(self) -> tuple[Handicap, ...]:
        return tuple(handicap for handicap in (self.out_of_supply, self.out_of_command) if handicap is not None)

    def sentences(self, pieces: Pieces) -> Iterator[str]:
        """The rule in words, as far as it is not a function; a duty that may change is that of the board."""
        duties, beginning_text = pieces.value(self.must), "At the beginning: " if callable(self.must) else ""
        yield sentence(f"{beginning_text}{listed(_DUTY[duty] for duty in duties) if duties else 'nobody must attack'}")
        hexes = "one hex" if self.one_attack == "one hex" else "one or several hexes"
        yield f"An attack is made on {hexes}; no unit attacks twice in a phase, and no hex is attacked twice."
        counts = "the effect of terrain that is best for the defender counts"
        yield sentence(counts if self.terrain == "best counts" else "all effects of terrain count")
        if pieces.value(self.chart).hexside:
            who_attacks_text = (
                "all attackers attack" if self.hexsides == "if all attack across" else "any attacker attacks"
            )
            yield f"A hexside counts for the defender if {who_attacks_text} across it."
        if self.bombardment is not None:
            yield from self.bombardment.sentences()
        yield from self.advance.sentences()
        if self.defenders_of_0 == "are eliminated":
            yield "Units of strength 0 that are attacked alone are eliminated without a die."

    # who may attack whom

    def reaches(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes with enemies that a unit can attack: those next to it, or else in range of its guns."""
        return self._reach(pieces, unit, pieces.enemies(pieces.units[unit].side), _steps_from(pieces.map))

    def _reach(self, pieces: Pieces, unit: str, enemies: int, steps_from: Sequence[int]) -> int:
        counter, space, game_map = pieces.units[unit], pieces.at[unit], pieces.map
        adjacent_enemies = steps_from[space] & enemies
        guns = self.bombardment
        if not adjacent_enemies and (guns is None or counter.kind not in guns.by):
            return 0
        if not pieces.face(unit).strength or not self._may_attack(pieces, unit):
            return 0
        if adjacent_enemies or guns is None:
            return adjacent_enemies
        distant_enemies = game_map.within(space, guns.range) & enemies
        if not distant_enemies or not guns.needs_sight:
            return distant_enemies
        blockers, visible_enemies = pieces.value(self.chart).blockers(game_map), 0
        for target in bits(distant_enemies):
            if game_map.grid.sees(space, target, blockers):
                visible_enemies |= 1 << target
        return visible_enemies

    def _may_attack(self, pieces: Pieces, unit: str) -> bool:
        return not self.handicaps or all(handicap.attacks_at_all(pieces, unit) for handicap in self.handicaps)

    def why_no_attack(self, pieces: Pieces, unit: str) -> Verdict:
        """Legal unless a unit may not attack at all because it lacks something."""
        for handicap in self.handicaps:
            if not handicap.attacks_at_all(pieces, unit):
                return handicap.why_out(pieces, unit)
        return LEGAL

    def bombards(self, pieces: Pieces, unit: str, hexes: Iterable[int]) -> bool:
        """Whether a unit attacks these hexes from a distance."""
        adjacent_spaces = pieces.map.adjacent[pieces.at[unit]]
        return not all(adjacent_spaces >> space & 1 for space in hexes)

    def commitments(self, pieces: Pieces, side: str, takes_part: Who | None = None) -> Commitments:
        """The attacks of a side as choices that must complete: units against hexes, named by their coordinates.

        Only units that take part attack, and only theirs are the zones in which enemies must be attacked.
        """
        chart, zones, name = pieces.value(self.chart), pieces.value(self.zones), pieces.map.coordinates
        of_side = pieces.of(side)
        enemies, steps_from = pieces.enemies(side), _steps_from(pieces.map)
        reaches = {
            unit: self._reach(pieces, unit, enemies, steps_from) for unit in pieces.taking_part(of_side, takes_part)
        }
        target_names = {unit: [name(space) for space in bits(mask)] if mask else [] for unit, mask in reaches.items()}
        zone, duties = zones.enemy_zone_mask(pieces, side, chart, "movement"), pieces.value(self.must)
        taking_part = pieces.without(*(unit for unit in of_side if unit not in reaches)) if takes_part else pieces
        enemies_in_zone = zones.zone_mask(taking_part, side, chart) & enemies
        return Commitments(
            target_names,
            [unit for unit in reaches if zone >> pieces.at[unit] & 1] if "attack" in duties else (),
            [name(space) for space in bits(enemies_in_zone)] if "be attacked" in duties else (),
            "one" if self.one_attack == "one hex" else "several",
            name=lambda unit_or_place: (
                pieces.name(unit_or_place)
                if unit_or_place in pieces.units
                else pieces.map.label(pieces.map.parse(unit_or_place))
            ),
            cite=self.cite,
            allowed=partial(self._allowed, pieces, side) if self._may_refuse(pieces, target_names) else None,
        )

    def _may_refuse(self, pieces: Pieces, reaches: Mapping[str, Collection[str]]) -> bool:
        """Whether some attack may be refused as a whole; where none is, attacks are found without a search."""
        if refuses_some(self.table):
            return True
        guns, parse_space = self.bombardment, pieces.map.space_written
        return (
            guns is not None
            and not guns.joins_attacks
            and any(self.bombards(pieces, unit, map(parse_space, hexes)) for unit, hexes in reaches.items())
        )

    def _allowed(self, pieces: Pieces, side: str, group: Group) -> Verdict:
        """Whether an attack may be made as it is."""
        return self.judge(pieces, self.battles(pieces, side, (group,))[0])

    def judge(self, pieces: Pieces, battle: Battle) -> Verdict:
        """Whether a battle may be fought: nobody joins from a distance who may not, and the table has its odds.

        Of units that are face down the odds are not known, and not asked for.
        """
        guns = self.bombardment
        if guns is not None and not guns.joins_attacks:
            distant_units = [unit for unit in battle.attackers if self.bombards(pieces, unit, battle.hexes)]
            adjacent_units = [unit for unit in battle.attackers if unit not in distant_units]
            if distant_units and adjacent_units:
                text = f"{pieces.name(distant_units[0])} attacks from a distance and does not join the attack of"
                return refuse("joins_no_attack", f"{text} {', '.join(map(pieces.name, adjacent_units))}", self.cite)
        if self.face_down(pieces, battle) or self.nothing_defends(pieces, battle):
            return LEGAL
        if not refuses_some(self.table) and any(pieces.face(unit).strength for unit in self.defenders(pieces, battle)):
            return LEGAL
        verdict = self.table.judge(*self._strengths(pieces, battle))
        return Verdict(tuple(evolve(reason, cite=reason.cite or self.cite) for reason in verdict.reasons))

    def battles(self, pieces: Pieces, side: str, state: State) -> tuple[Battle, ...]:
        """The battles that groups of units and hexes stand for."""
        parse_space = pieces.map.space_written
        return tuple(Battle(side, group.members, tuple(map(parse_space, group.targets))) for group in state)

    # what a battle comes to

    def fight(self, pieces: Pieces, battle: Battle) -> Fight:
        """The battle before its die: odds, shifts with their sources, exact chances; resolution asks the same.

        Raises `OffChart` for odds that the table refuses.
        """
        shifts = (*self._terrain_shifts(pieces, battle), *self.shifts_of_battle(pieces.board, battle))
        return self.table.fight(*self._strengths(pieces, battle), shifts, title="Combat")

    @property
    def modifies_battles(self) -> bool:
        """Whether ``shifts`` or ``factors`` may say something of a whole battle."""
        return bool(self.shifts or self.factors)

    def shifts_of_battle(self, board: Any, battle: Battle) -> list[Modifier]:
        """The shifts of a whole battle by ``shifts``."""
        return list(
            chain(*(series_from("Combat.shifts", shift_rule, Modifier, board, battle) for shift_rule in self.shifts))
        )

    def factors_of_battle(self, board: Any, battle: Battle) -> list[Factor]:
        """What multiplies the strength of a whole attack by ``factors``."""
        return list(
            chain(*(series_from("Combat.factors", factor_rule, Factor, board, battle) for factor_rule in self.factors))
        )

    def _strengths(self, pieces: Pieces, battle: Battle) -> tuple[CombatStrength, CombatStrength]:
        """What attacks and what defends, with everything that multiplies it."""
        chart, units, strength_of = pieces.value(self.chart), pieces.units, self._multiplied
        from_there, crossing = chart.ground(pieces.map, battle.attacker).attacking_factors, chart.multiplies_attacks
        attackers = [
            strength_of(
                pieces,
                unit,
                (*from_there[pieces.at[unit]], *(self._crossing(pieces, battle, unit) if crossing else ())),
                attacks=True,
            )
            for unit in battle.attackers
        ]
        hexsides_crossed = [
            (kind, row) for kind, row in self._hexsides_across(pieces, battle) if row.on_defence.times != 1
        ]
        defenders = []
        for unit in self.defenders(pieces, battle):
            side = units[unit].side
            factors = chart.ground(pieces.map, side).attacked_factors[pieces.at[unit]]
            if hexsides_crossed:
                hexside_factors = (
                    Factor(row.on_defence.times, kind) for kind, row in hexsides_crossed if row.helps((side,))
                )
                factors = (*factors, *hexside_factors)
            defenders.append(strength_of(pieces, unit, factors, attacks=False))
        return (
            CombatStrength("attack", tuple(attackers), tuple(self.factors_of_battle(pieces.board, battle))),
            CombatStrength("defence", tuple(defenders)),
        )

    def nothing_defends(self, pieces: Pieces, battle: Battle) -> bool:
        """Whether only units of strength 0 are attacked, which are eliminated without a die."""
        if self.defenders_of_0 == "by the table":
            return False
        return not any(pieces.face(unit).strength for unit in self.defenders(pieces, battle))

    def face_down(self, pieces: Pieces, battle: Battle) -> list[str]:
        """The units of both sides of a battle that are face down."""
        units, fighting = pieces.units, (*battle.attackers, *self.defenders(pieces, battle))
        return [unit for unit in fighting if units[unit].face_down]

    def defenders(self, pieces: Pieces, battle: Battle) -> list[str]:
        """The units in the hexes attacked."""
        units, stacks, side = pieces.units, pieces.stacks, battle.attacker
        return [unit for space in battle.hexes for unit in stacks.get(space, ()) if units[unit].side != side]

    def _crossing(self, pieces: Pieces, battle: Battle, unit: str) -> list[Factor]:
        """What multiplies the strength of a unit by the hexsides across which it attacks all of the hexes."""
        chart, start = pieces.value(self.chart), pieces.at[unit]
        kinds_crossed = chart.hexsides_crossed(pieces.map)
        kinds = _in_all(kinds_crossed[start, space] for space in battle.hexes)
        return [
            Factor(chart.hexside[kind].on_attack.times, kind)
            for kind in chart.multiplies_attacks
            if kind in kinds and chart.hexside[kind].helps((battle.attacker,))
        ]

    def _multiplied(self, pieces: Pieces, unit: str, factors: tuple[Factor, ...], *, attacks: bool) -> CombatStrength:
        """The strength of a unit with the factors of the ground that count, and what it has without supply or command.

        Where one factor of the ground counts it is the one that is best for the defender.
        """
        if factors and self.terrain == "best counts":
            best_of = min if attacks else max
            factors = (best_of(factors, key=lambda factor: factor.times),)
        for handicap in self.handicaps:
            factors = (*factors, *handicap.factors(pieces, unit, attacks=attacks))
        return CombatStrength(pieces.name(unit), pieces.face(unit).strength, factors)

    def _terrain_shifts(self, pieces: Pieces, battle: Battle) -> list[Modifier]:
        """The shifts by the ground that count, each word once, those to the left helping the defender."""
        shifts = dict.fromkeys(self._ground(pieces, battle))
        if self.terrain == "best counts" and shifts:
            shifts = dict.fromkeys((min(shifts, key=itemgetter(0)),))
        cite = pieces.value(self.chart).cite or self.cite
        return [Modifier(shift, word, cite) for shift, word in shifts]

    def _ground(self, pieces: Pieces, battle: Battle) -> list[tuple[int, str]]:
        """Every shift by ground: of the hexes attacked, of those attacked from, of the hexsides between."""
        chart, space_of_unit, units, game_map = pieces.value(self.chart), pieces.at, pieces.units, pieces.map
        shifts: list[tuple[int, str]] = []
        sides = set()
        for unit in self.defenders(pieces, battle):
            side = units[unit].side
            sides.add(side)
            shifts += chart.ground(game_map, side).attacked_shifts[space_of_unit[unit]]
        from_there = chart.ground(game_map, battle.attacker).attacking_shifts
        for unit in battle.attackers:
            shifts += from_there[space_of_unit[unit]]
        for kind, row in self._hexsides_across(pieces, battle):
            if row.on_defence.shift and row.helps(sides):
                shifts.append((row.on_defence.shift, kind))
            if row.on_attack.shift and row.helps((battle.attacker,)):
                shifts.append((row.on_attack.shift, f"attack across {kind}"))
        return shifts

    def _hexsides_across(self, pieces: Pieces, battle: Battle) -> list[tuple[str, HexsideRow]]:
        """The hexsides that all attackers attack across into all of the hexes, or any into any, as the rulebook has it.

        From afar a unit attacks across the last hexside on its line of fire; a line along hexsides has two.
        """
        rows = pieces.value(self.chart).hexside
        if not rows:
            return []
        kinds_crossed, space_of_unit = pieces.value(self.chart).hexsides_crossed(pieces.map), pieces.at
        ways = (kinds_crossed[space_of_unit[unit], space] for unit in battle.attackers for space in battle.hexes)
        kinds = _in_all(ways) if self.hexsides == "if all attack across" else frozenset[str]().union(*ways)
        return [(kind, row) for kind, row in rows.items() if kind in kinds] if kinds else []


def _steps_from(game_map: HexMap) -> tuple[int, ...]:
    """By hex the mask of those that one step leads to."""

    def steps() -> tuple[int, ...]:
        passage = game_map.passage()
        return tuple(passage.next(1 << space) for space in range(game_map.size))

    return game_map.cached("steps from each hex", steps)


def _in_all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """What is in each of some sets; nothing where there is no set."""
    common_kinds: frozenset[str] | None = None
    for kinds in sets:
        common_kinds = kinds if common_kinds is None else common_kinds & kinds
        if not common_kinds:
            break
    return common_kinds or frozenset()


def check_halves(table: OddsTable, halves: Iterable[str]) -> None:
    """Raise `RulesError` where something halves strengths and the columns of a table hold whole numbers only."""
    halving_rows = [row for row in halves if table.compares != "points" or not row.endswith(".attacked")]
    if not halving_rows:
        return
    try:
        table.columns.index(Fraction(1, 2))
    except OffChart:
        return
    except ChartError:
        text = f"{halving_rows[0]} halves a strength, and the columns of {table.chart.title} are whole numbers"
        words = ", ".join(repr(word.value) for word in Rounding if word is not Rounding.NONE)
        raise RulesError(
            f"{text}: say how they are rounded with `rounding` under its [columns.NAME]: {words}"
        ) from None


def check_strength_of_0(table: OddsTable, units: Iterable[Unit]) -> None:
    """Raise `RulesError` where units of strength 0 can stand alone against attacks by odds that nothing says."""
    if table.compares != "odds" or table.defence_of_0 != "refuse":
        return
    if weak := [unit.name for unit in units if not unit.face_down and not all(face.strength for face in unit.faces)]:
        names = f"{', '.join(weak[:3])}{' and others' if len(weak) > 3 else ''}"
        zero_strength_text = f"{names}: strength 0, at full strength or after losses"
        advice_text = 'give another strength, or write `defence_of_0 = "last column"` into the file of the table'
        raise RulesError(f"{zero_strength_text}; there are no odds against 0 on {table.chart.title}: {advice_text}")


@lru_cache(maxsize=100)
def refuses_some(table: OddsTable) -> bool:
    """Whether there are odds that a table refuses, at its lower or its upper end."""
    try:
        for extreme in (-BEYOND_ALL_COLUMNS if table.compares == "difference" else 0, BEYOND_ALL_COLUMNS):
            table.columns.index(extreme)
    except OffChart:
        return True
    return False


def groups_of(battles: Iterable[Battle], name: Callable[[int], str]) -> State:
    """Battles as groups of a `Commitments`."""
    return tuple(Group(battle.attackers, tuple(map(name, battle.hexes))) for battle in battles)
