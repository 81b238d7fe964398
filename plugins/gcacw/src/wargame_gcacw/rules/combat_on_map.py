"""A combat as the chart wants it, read off the position: values, guns, leaders, the hexes around, the ground.

Source: Combat Chart (7.4), Flank Attack Examples (7.4), GCACW rules 1.4, 7.2 to 7.4 and 11 Demoralization; decisions
0130 to 0132
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from attrs import define, evolve, frozen

from wargame_core.authoring import Modifier, Ruling, bits
from wargame_core.charts import ChartError
from wargame_core.odds import Distribution, show
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.charts.combat import Combat, combat_modifiers, combat_ruling, flank_bonus, outcomes
from wargame_gcacw.charts.results import CombatDice, CombatOutcome
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import Ground
from wargame_gcacw.printed.counters import FOE, HALF, NO_LEADER, WORK_VALUE, LeaderId, Side

# Values
GRAND: Final = "grand_assault"
ASSAULTS: Final = frozenset({"assault", GRAND})
"""How an attack of the assault action is called; all other attacks are made from the march."""


def attack_value(state: UnitState) -> int | Fraction:
    """The combat value of an attacking unit, in points: half when demoralized-1, at most 1 when demoralized-2.

    It is never below 1/2, the least there is on the charts. Source: GCACW rules 1.4, 11 Demoralization. Readings:
    Demoralized attackers.
    """
    value = state.value
    if state.demoralized == 2:
        return min(value, 1)
    if state.demoralized == 1:
        half_value = Fraction(value) / 2
        return half_value if half_value > HALF else HALF
    return value


def attacking_value(board: FieldBoard, ids: Sequence[str]) -> int | Fraction:
    """The combat value of attackers together, in points."""
    return sum((attack_value(board.units[unit_id]) for unit_id in ids), 0)


def entrenched_value(board: FieldBoard, ids: Sequence[str]) -> int | Fraction:
    """The combat value of defenders, each unit's share multiplied by the work it has.

    Source: GCACW rules 1.4, 9 Entrenchment
    """
    return sum((board.units[unit_id].value * WORK_VALUE[board.units[unit_id].work] for unit_id in ids), 0)


def demoralized_2_share(board: FieldBoard, ids: Sequence[str]) -> Fraction:
    """The part of the combat value of units that demoralized-2 units contribute."""
    shaken_value = board.value(unit_id for unit_id in ids if board.units[unit_id].demoralized == 2)
    return Fraction(shaken_value) / Fraction(board.value(ids)) if shaken_value else Fraction(0)


def guns(board: FieldBoard, ids: Sequence[str], *, counts_works: bool = False) -> int:
    """The artillery value of one side's units in a combat, multiplied by their works if asked.

    Demoralized units have none; a value printed in brackets counts beside infantry only.
    Source: Artillery Modifier Summary, GCACW rules 1.4, 7.3
    """
    book, units = board.book.units, board.units
    value = 0
    for unit_id in ids:
        counter, state = book[unit_id], units[unit_id]
        if not counter.artillery or state.demoralized:
            continue
        if not counter.in_brackets or any(book[stacked_unit].arm == "infantry" for stacked_unit in ids):
            value += counter.artillery * (WORK_VALUE[state.work] if counts_works else 1)
    return value


def attackers_tactical(board: FieldBoard, ids: Sequence[str], kind_of_combat: str, leader: LeaderId = NO_LEADER) -> int:
    """The attackers' tactical value.

    In a march the best of the unit's own and that of its leader in the hex (a cavalry division's leader must march
    with it); in an assault the leader's who ordered it, or the best of those taking part if he has none.
    Source: GCACW rules 1.4, 7.4; On the 4th Day, Union Cavalry Leaders
    """
    if leader and kind_of_combat in ASSAULTS:
        tactical_of_leader = board.leader(leader).tactical
        if tactical_of_leader is not None:
            return tactical_of_leader
    best_rating = max(board.unit(unit_id).tactical for unit_id in ids)
    if kind_of_combat in ASSAULTS:
        return best_rating
    for unit_id in ids:
        for leader_here in board.leaders_at(board.units[unit_id].space):
            chief = board.leader(leader_here)
            if chief.tactical is None or chief.tactical <= best_rating or not board.commands(leader_here, unit_id):
                continue
            if chief.rank != "cavalry_division" or board.leader_with[leader_here] == unit_id:
                best_rating = chief.tactical
    return best_rating


def defenders_tactical(board: FieldBoard, target: int) -> int:
    """The best tactical value of any unit or leader in the hex attacked."""
    best_rating = max(board.unit(unit_id).tactical for unit_id in board.units_at(target))
    return max([best_rating, *(board.leader(leader).tactical or 0 for leader in board.leaders_at(target))])


def largest(board: FieldBoard, ids: Sequence[str]) -> str:
    """The attacking unit with the largest combat value, the first of equal ones."""
    return max(ids, key=lambda unit_id: attack_value(board.units[unit_id]))


# Flanks
HEXES_AROUND_HEX: Final = 6


@frozen
class FlankHex:
    """A hex beside the defender: whether it is covered, what it takes from the bonus (0 to 2), and why in words.

    ``hex`` is its number, or nothing off the map; ``units`` are those of the attackers' side that cover it or try to.
    """

    hex: str
    covered: bool
    less: int
    why: str
    units: tuple[str, ...] = ()


@define
class _Cover:
    """The attackers' side around a hex: combat value there and in whose free zones it lies, and in restricted ones."""

    free: int | Fraction = 0
    restricted: int | Fraction = 0
    units: tuple[str, ...] = ()


def nobody_enters(ground: Ground) -> int:
    """Mask of the hexes into which no step of a march leads from anywhere."""

    def find() -> int:
        closed_hexes = ground.map.all
        for neighbours_entered in ground.steps[0].values():
            for space in neighbours_entered:
                closed_hexes &= ~(1 << space)
        return closed_hexes

    return ground.map.cached("hexes nobody enters", find)


def _covered_from(ground: Ground, target: int) -> Mapping[int, tuple[Sequence[int], Sequence[int]]]:
    """The hexes near a target, with what units there cover around it: freely, and by a restricted zone alone."""

    def find() -> Mapping[int, tuple[Sequence[int], Sequence[int]]]:
        hexes_around, covered_by_space = ground.map.adjacent[target], {}
        for space in bits(ground.map.within(target, 2)):
            zone = (ground.zone[space] | 1 << space) & hexes_around
            restricted_zone = ground.restricted[space]
            covered_by_space[space] = tuple(bits(zone & ~restricted_zone)), tuple(bits(zone & restricted_zone))
        return covered_by_space

    hexes: Mapping[int, tuple[Sequence[int], Sequence[int]]] = ground.map.cached(("covered from", target), find)
    return hexes


def _covering_units(board: FieldBoard, side: Side, target: int) -> dict[int, _Cover]:
    """Who of a side covers the hexes around a target: all its units but wagon trains, not the attackers alone."""
    book, units, stacks = board.book.units, board.units, board.stacks
    covers = {space: _Cover() for space in board.ground.map.neighbours[target]}
    for space, (free_hexes, restricted_hexes) in _covered_from(board.ground, target).items():
        if space not in stacks or book[stacks[space][0]].side != side:
            continue
        covering_units = tuple(unit_id for unit_id in stacks[space] if book[unit_id].arm != "wagon")
        value = sum((units[unit_id].value for unit_id in covering_units), 0)
        for flank_space in free_hexes:
            covers[flank_space].free += value
            covers[flank_space].units += covering_units
        for flank_space in restricted_hexes:
            covers[flank_space].restricted += value
            covers[flank_space].units += covering_units
    return covers


def _hexes_around_target(board: FieldBoard, side: Side, target: int) -> Iterator[tuple[int, bool, int, _Cover]]:
    """Each hex around a target: whether a side covers it, what it takes from the bonus again, and who covers it.

    A point goes for a covered hex that the defender's friends hold, and for one that only restricted zones cover.
    Source: Flank Attack Examples (7.4). Readings: Covered hexes
    """
    #      a   b        T is the target, a to f the hexes around it. One is covered if units of the side stand in it or
    #    f   T   c      next to it, and their combat values together are a quarter or more of the defenders' in T
    #      e   d        (so 4 * value < need is too little). A unit at x covers c and d. Units whose zone reaches a hex
    #            x      only as a restricted one count too; but a hex that the free zones alone would not cover, and
    #                   one that the defender's friends hold, each take a point from the bonus again.
    defence, covers, closed_hexes = (
        board.value(board.units_at(target)),
        _covering_units(board, side, target),
        nobody_enters(board.ground),
    )
    for space, cover in covers.items():
        if closed_hexes >> space & 1:
            yield space, True, 0, _Cover()
        elif not cover.units or 4 * (cover.free + cover.restricted) < defence:
            yield space, False, 0, cover
        else:
            yield space, True, (4 * cover.free < defence) + (board.holding_side(space) == FOE[side]), cover


def coverage(board: FieldBoard, side: Side, target: int) -> tuple[int, int]:
    """How many of the six hexes around a target a side covers, those off the map too, and what takes from the bonus.

    Source: Flank Attack Examples (7.4). Readings: Covered hexes
    """
    coverage_of_target = board.coverages.get((side, target))
    if coverage_of_target is None:
        covered_count, points_taken = HEXES_AROUND_HEX - len(board.ground.map.neighbours[target]), 0
        for _, is_covered, points, _ in _hexes_around_target(board, side, target):
            covered_count += is_covered
            points_taken += points
        coverage_of_target = board.coverages[side, target] = covered_count, points_taken
    return coverage_of_target


def flank_hexes(board: FieldBoard, side: Side, target: int) -> tuple[FlankHex, ...]:
    """`coverage` hex by hex with the reasons, for people."""
    ground, defence = board.ground, board.value(board.units_at(target))
    order = [unit_id for stack in board.stacks.values() for unit_id in stack]
    hexes = []
    for space, is_covered, points_taken, cover in _hexes_around_target(board, side, target):
        units = tuple(sorted(cover.units, key=order.index))
        value, covering_in_words = cover.free + cover.restricted, ", ".join(map(board.name, units))
        if not cover.units:
            reason = "nobody can enter it" if is_covered else "neither held nor in a zone of control of the attackers"
        elif not is_covered:
            reason = f"{covering_in_words}: {show(value)} is less than a quarter of {show(defence)}"
        else:
            reason = f"covered by {covering_in_words} ({show(value)})"
            reason += ", through woods only" if 4 * cover.free < defence else ""
            reason += ", but friends of the defender hold it" if board.holding_side(space) == FOE[side] else ""
        hexes.append(FlankHex(ground.name(space), is_covered, points_taken, reason, units))
    hexes_off_map = HEXES_AROUND_HEX - len(ground.map.neighbours[target])
    return (*hexes, *(FlankHex("", True, 0, "off the map") for _ in range(hexes_off_map)))


def flank_ruling(board: FieldBoard, side: Side, target: int) -> Ruling:
    """The flank bonus of a side against a target, with each hex around it as a line.

    Its ``base`` is the bonus before anything is taken from it. A defender who refuses the flanks gives none.
    """
    hexes: Sequence[FlankHex] = flank_hexes(board, side, target)
    covered_count, points_taken = (
        sum(flank_hex.covered for flank_hex in hexes),
        sum(adjacent_hex.less for adjacent_hex in hexes),
    )
    if target in board.refused_hexes:
        return Ruling("Flank bonus", 0, cite=cites.FLANKS_REFUSED, detail={"covered": covered_count})
    base, bonus = flank_bonus(covered_count), flank_bonus(covered_count, min(points_taken, covered_count))
    lines = [
        Modifier(-flank_hex.less if base else 0, flank_hex.hex or "off the map", cites.FLANK, flank_hex.why)
        for flank_hex in hexes
        if flank_hex.covered
    ]
    if base and base - points_taken < bonus:
        lines.append(
            Modifier(bonus - base + points_taken, f"never below {bonus} with {covered_count} hexes", cites.FLANK)
        )
    open_hexes = tuple(
        Modifier(0, flank_hex.hex, cites.FLANK, flank_hex.why) for flank_hex in hexes if not flank_hex.covered
    )
    return Ruling(
        "Flank bonus",
        bonus,
        base,
        tuple(lines),
        cites.FLANK,
        detail={"covered": covered_count, "less": points_taken},
        considered=open_hexes,
    )


# The ground
@cache
def bonus_leaders() -> frozenset[str]:
    """The leaders whose assaults some game of the series favours."""
    return frozenset(combat_modifiers().sheet.facts["assault_leader"].choices) - {"none"}


def terrain_facts(board: FieldBoard, start: int, target: int) -> dict[str, Any]:
    """The facts of the ground for an attack from one hex on another."""
    ground = board.ground
    return {
        "defender_terrain": ground.terrain(target),
        "attacker_terrain": ground.terrain(start),
        "hexside": ground.hexside(start, target),
        "rain": board.rain,
    }


def terrain_defence(board: FieldBoard, start: int, target: int) -> int:
    """What the ground alone adds to the die of a defender in a hex attacked from another."""
    return combat_modifiers().total(terrain_facts(board, start, target), side="defender", tag=board.scenario.game)


def _ground_of(board: FieldBoard, attackers: Sequence[str], target: int) -> dict[str, Any]:
    """`terrain_facts` of an attack that may come from several hexes.

    Each fact is that of the larger share of the attacking value; of equal shares the one that helps the defender.
    Source: GCACW rules 1.4, 7.4. Readings: Assaults from several hexes
    """
    starts = {board.units[unit_id].space for unit_id in attackers}
    if len(starts) == 1:
        return terrain_facts(board, starts.pop(), target)
    facts = {start: terrain_facts(board, start, target) for start in starts}
    helps = {start: terrain_defence(board, start, target) for start in starts}
    shares: dict[str, dict[str, Fraction]] = {"hexside": {}, "attacker_terrain": {}}
    best_help: dict[tuple[str, str], int] = {}
    for unit_id in attackers:
        start = board.units[unit_id].space
        for name, share in shares.items():
            ground_fact = facts[start][name]
            share[ground_fact] = share.get(ground_fact, Fraction(0)) + Fraction(attack_value(board.units[unit_id]))
            best_help[name, ground_fact] = max(best_help.get((name, ground_fact), 0), helps[start])
    first_fact = next(iter(facts.values()))
    for name, share in shares.items():
        first_fact = {
            **first_fact,
            name: max(sorted(share), key=lambda ground_fact: (share[ground_fact], best_help[name, ground_fact])),
        }
    return first_fact


# The combat, its odds and its account
def combat_at(
    board: FieldBoard, attackers: Sequence[str], target: int, *, how: str, leader: LeaderId = NO_LEADER
) -> Combat:
    """The combat of some units against a hex as they stand, for `Combat.outcome` and `outcomes`.

    ``how`` is a kind of attack in a march, "assault" or "grand_assault"; ``leader`` is who ordered an assault. The
    position is taken as it is: whether the attack is allowed is not looked at (`combat.judge_attack`). Raises
    `ChartError` when nobody is there to attack or to be attacked.
    """
    defenders = board.units_at(target)
    if not defenders or not attackers:
        raise ChartError(f"no combat at {board.ground.name(target)}: {len(attackers)} attack {len(defenders)} units")
    side, assault = board.unit(attackers[0]).side, how in ASSAULTS
    facts: dict[str, Any] = _ground_of(board, attackers, target)
    facts["action"] = "assault" if assault else "march"
    if not assault:
        facts["attack_type"] = how
    facts["attacker_nation"], facts["defender_nation"] = side, board.unit(defenders[0]).side
    tactical = attackers_tactical(board, attackers, how, leader) - defenders_tactical(board, target)
    if tactical:
        facts["tactical_modifier"] = tactical
    share = demoralized_2_share(board, defenders)
    if share:
        facts["demoralized_2_share"] = share
    if assault and leader and (name := board.leader(leader).name.lower()) in bonus_leaders():
        facts["assault_leader"] = name
    covered_count, points_taken = (0, 0) if target in board.refused_hexes else coverage(board, side, target)
    if target in board.refused_hexes:
        facts["flanks_refused_modifier"] = 2 if assault else 1
    combat = Combat(
        attacker=attacking_value(board, attackers),
        defender=board.value(defenders),
        entrenched=entrenched_value(board, defenders),
        attacker_guns=guns(board, attackers),
        defender_guns=guns(board, defenders, counts_works=True),
        printed_guns=guns(board, defenders),
        low_artillery="capped",
        covered=covered_count,
        friendly_covered=min(points_taken, covered_count),
        game=board.scenario.game,
        facts=facts,
    )
    for rule in board.scenario.rules_with_hook("combat"):
        combat = rule.combat(board, combat, attackers, target)
    return combat


def forecast(
    board: FieldBoard, attackers: Sequence[str], target: int, *, how: str, leader: LeaderId = NO_LEADER
) -> Distribution[CombatOutcome]:
    """Every outcome of an attack on a hex with its exact probability."""
    return outcomes(combat_at(board, attackers, target, how=how, leader=leader))


def odds_of_combat(
    board: FieldBoard, attackers: Sequence[str], target: int, kind_of_combat: str, leader: LeaderId = NO_LEADER
) -> str:
    """Both combat values, and the chances and mean losses that the Combat Chart gives. Source: Combat Chart (7.4)"""
    combat = combat_at(board, attackers, target, how=kind_of_combat, leader=leader)
    odds = forecast(board, attackers, target, how=kind_of_combat, leader=leader)
    driven = odds.p(lambda outcome: outcome.defender.movement is not None)
    retreat_chance = odds.p(lambda outcome: outcome.attacker.movement is not None)
    mean_loss = odds.map(lambda outcome: outcome.defender.loss).mean()
    mine = odds.map(lambda outcome: outcome.attacker.loss).mean()
    defending_strength = combat.defender if combat.entrenched is None else combat.entrenched
    return (
        f"value {show(combat.attacker)} against {show(defending_strength)}: "
        f"the defender is driven back in {whole_percent(driven)} and loses {float(mean_loss):.1f}, "
        f"the attacker in {whole_percent(retreat_chance)} and loses {float(mine):.1f} on average"
    )


def whole_percent(chance: Fraction) -> str:
    """A chance in whole percent.

    >>> whole_percent(Fraction(11, 36))
    '31 %'
    """
    return f"{round(100 * chance)} %"


def explain_combat(
    board: FieldBoard, combat: Combat, attackers: Sequence[str], target: int, dice: CombatDice, outcome: CombatOutcome
) -> Ruling:
    """The account of a combat: that of the charts with a title that says who fights, and the flanks.

    Its result is both results as printed, the defender's first. Modifiers of other games are left out.
    """
    ruling = combat_ruling(combat, dice, outcome)
    attackers_in_words, defenders_in_words = (
        ", ".join(map(board.name, ids)) for ids in (attackers, board.units_at(target))
    )
    return evolve(
        ruling,
        title=(
            f"{attackers_in_words} against {defenders_in_words} in {board.ground.label(target)} (defender / attacker)"
        ),
        result=str(ruling.result),
        parts=(
            *(evolve(part, result=str(part.result), considered=()) for part in ruling.parts),
            flank_ruling(board, board.unit(attackers[0]).side, target),
        ),
    )
