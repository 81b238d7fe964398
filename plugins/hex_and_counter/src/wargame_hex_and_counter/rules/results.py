"""What a result of combat does: losses, retreats, exchanges, advances, one step after the other as the table says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, assert_never

from attrs import define, field

from wargame_core.authoring import Choices, Cite, PieceMoves, Procedure, Ruling, Table
from wargame_core.charts import Consequence, Result, ResultEffect
from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits, mask_of
from wargame_core.rulings import Verdict
from wargame_hex_and_counter.board.actions import AdvanceTo, Done, Fight, Lose, LoseStep, Push, RetreatTo, Suffer
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.combat import Advancing, Combat
from wargame_hex_and_counter.rules.memory import PhaseResults
from wargame_hex_and_counter.rules.retreat import Retreat, Way

EXCHANGED, BEATEN = "lost in the exchange", "the result of the battle"
NO_DEFENCE = "no defence"
ELIMINATES = Result.read("DE", ["defender eliminated"])
"""What a battle comes to in which nothing of any strength defends, where the rules have no die for that."""


@define
class _Fighting:
    """One battle while it is resolved: who can still suffer its results, and what each side has lost in it."""

    t: Table[Any]
    combat: Combat
    binding: Binding
    results: PhaseResults
    battle: Battle
    suffers: dict[str, list[str]]
    sides: dict[str, str]
    lost: dict[str, int] = field(factory=lambda: {"attacker": 0, "defender": 0})

    @property
    def pieces(self) -> Pieces:
        return self.binding.pieces(self.t.board)

    def alive(self, role: str) -> list[str]:
        at = self.pieces.at
        return [unit for unit in self.suffers[role] if unit in at]

    def ask(self, seat: str, choices: Choices | Iterable[Any], prompt: str, cite: Cite | None) -> Procedure[Any]:
        return self.results.after(self.t.ask(seat, choices, prompt, cite))

    def eliminate(self, role: str, unit: str, because: str) -> None:
        pieces = self.pieces
        strength = pieces.face(unit).strength
        self.lost[role] += strength
        self.t.record(self.binding.eliminated(unit, pieces.units[unit].side, strength, because))

    def weaken(self, role: str, unit: str, because: str) -> None:
        """A step is lost, with the last one the unit."""
        pieces = self.pieces
        printed, gone = pieces.units[unit], pieces.lost.get(unit, 0)
        if gone + 1 == printed.steps:
            self.eliminate(role, unit, because)
            return
        loss = printed.face(gone).strength - printed.face(gone + 1).strength
        self.lost[role] += loss
        self.t.record(self.binding.weakened(unit, printed.side, loss))


def resolve(
    t: Table[Any], combat: Combat, binding: Binding, battle: Battle, results: PhaseResults | None = None
) -> Procedure[None]:
    """A battle is fought: a die, its result, and the advance."""
    results = results or PhaseResults()
    battle = yield from binding.begin(t, battle, results)
    pieces = binding.pieces(t.board)
    if hidden := combat.face_down(pieces, battle):
        name = pieces.name(hidden[0])
        raise RulesError(f"{name} is face down as its battle is fought: `FaceDown.begins` in Binding(begins=)")
    rest = tuple(other for other in binding.battles(t.board) if other != battle)
    now = results.get(partial(as_it_stands, pieces, combat, battle))
    if now is None:
        t.record(binding.called_off(battle.hexes, "nobody is left to fight", rest))
        return
    if not (may := results.get(partial(combat.judge, pieces, now))):
        t.record(binding.called_off(now.hexes, str(may), rest))
        return
    result, ruling = yield from _result(t, combat, pieces, now, results)
    t.record(binding.fought(now.attackers, now.hexes, ruling, str(result), rest))
    defenders = combat.defenders(pieces, now)
    guns = combat.bombardment
    safe = {
        unit for unit in now.attackers if guns and not guns.suffers_results and combat.bombards(pieces, unit, now.hexes)
    }
    fighting = _Fighting(
        t, combat, binding, results, now,
        {"attacker": [unit for unit in now.attackers if unit not in safe], "defender": defenders},
        {"attacker": now.attacker, "defender": pieces.units[defenders[0]].side},
    )  # fmt: skip
    stood = mask_of(pieces.at[unit] for unit in fighting.suffers["attacker"])
    for choice in result.steps:
        consequence = choice[0]
        if len(choice) > 1 and fighting.alive(choice[0].side):
            consequence = yield from _chosen(fighting, choice)
        yield from _suffer(fighting, consequence)
    yield from _advance(fighting, "attacker", combat.advance.attacker, mask_of(now.hexes))
    yield from _advance(fighting, "defender", combat.advance.defender, stood)


def _result(
    t: Table[Any], combat: Combat, pieces: Pieces, battle: Battle, results: PhaseResults
) -> Procedure[tuple[Result, Ruling | None]]:
    """What a battle comes to: by a die on the table, or without one where nothing defends; the ruling if watched."""
    if combat.nothing_defends(pieces, battle):
        return ELIMINATES, Ruling("Combat", NO_DEFENCE, cite=combat.cite)
    fight = results.get(partial(combat.fight, pieces, battle))
    names = " and ".join(map(pieces.map.label, battle.hexes))
    roll = t.roll_openly(combat.table.die, f"the battle at {names}, {fight.column}", combat.cite)
    die = yield from results.after(roll)
    return fight.result(die), fight.ruling(die) if t.events is not None else None


def as_it_stands(pieces: Pieces, combat: Combat, battle: Battle) -> Battle | None:
    """A battle with those who are still there; None where nobody is left on one side."""
    hexes = tuple(space for space in battle.hexes if pieces.enemies(battle.attacker) >> space & 1)
    wanted = mask_of(hexes)
    attackers = tuple(
        unit for unit in battle.attackers if unit in pieces.at and not wanted & ~combat.reaches(pieces, unit)
    )
    return Battle(battle.attacker, attackers, hexes) if attackers and hexes else None


def _chosen(fighting: _Fighting, choice: Sequence[Consequence]) -> Procedure[Consequence]:
    seat = fighting.sides[choice[0].side]
    ways = [Suffer(str(consequence)) for consequence in choice]
    chosen = yield from fighting.ask(seat, ways, "Which of the results?", fighting.combat.cite)
    return choice[ways.index(chosen)]


def _suffer(fighting: _Fighting, consequence: Consequence) -> Procedure[None]:
    """What one step of a result does to one side."""
    role, units = consequence.side, fighting.alive(consequence.side)
    match consequence.effect:
        case ResultEffect.ELIMINATED:
            for unit in units:
                fighting.eliminate(role, unit, BEATEN)
        case ResultEffect.RETREATS:
            yield from _retreat(fighting, role, units, consequence.amount)
        case ResultEffect.LOSES_STEPS:
            yield from _lose_steps(fighting, role, consequence.amount)
        case ResultEffect.LOSES:
            yield from _lose_strength(fighting, role, consequence.amount)
        case ResultEffect.LOSES_AS_MUCH:
            other = "defender" if role == "attacker" else "attacker"
            yield from _lose_strength(fighting, role, fighting.lost[other])
        case _:
            assert_never(consequence.effect)


def _lose_steps(fighting: _Fighting, role: str, steps: int) -> Procedure[None]:
    """Steps are lost one by one, of units that their owner chooses."""
    for _ in range(steps):
        units = fighting.alive(role)
        if not units:
            return
        unit = units[0]
        if len(units) > 1:
            ways = [LoseStep(unit) for unit in units]
            chosen = yield from fighting.ask(fighting.sides[role], ways, "Who loses a step?", fighting.combat.cite)
            unit = chosen.piece
        fighting.weaken(role, unit, BEATEN)


def _lose_strength(fighting: _Fighting, role: str, amount: int) -> Procedure[None]:
    """Units of at least so much strength are lost, no unit beyond need; their owner chooses."""
    units, pieces = fighting.alive(role), fighting.pieces
    if not units or amount <= 0:
        return
    strength = {unit: pieces.face(unit).strength for unit in units}
    ways = [Lose(chosen) for chosen in enough(strength, amount)] or [Lose(tuple(units))]
    chosen = ways[0]
    if len(ways) > 1:
        prompt = f"Which units are lost, of at least {amount}?"
        chosen = yield from fighting.ask(fighting.sides[role], ways, prompt, fighting.combat.cite)
    for unit in chosen.pieces:
        fighting.eliminate(role, unit, EXCHANGED)


def enough(strength: dict[str, int], amount: int) -> Iterator[tuple[str, ...]]:
    """Every choice of units that are worth at least so much, and would not be without any one of them.

    >>> list(enough({"a": 4, "b": 4, "c": 3}, 5))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    for size in range(1, len(strength) + 1):
        for chosen in combinations(strength, size):
            total = sum(strength[unit] for unit in chosen)
            if total >= amount and all(total - strength[unit] < amount for unit in chosen):
                yield chosen


def _retreat(fighting: _Fighting, role: str, units: Iterable[str], length: int) -> Procedure[None]:
    """Units go back one after the other; who has no way when nobody else can go first is lost."""
    retreat, rest = fighting.combat.retreat, list(units)
    side = fighting.sides[role]
    others = [other for other in fighting.sides.values() if other != side]
    seat = side if retreat.chosen_by == "owner" else others[0]
    while rest:
        pieces = fighting.pieces
        ways = fighting.results.get(partial(_ways, retreat, pieces, tuple(rest), length))
        if not ways:
            for unit in rest:
                because = "no way to retreat"
                if retreat.otherwise == "eliminated":
                    fighting.eliminate(role, unit, because)
                else:
                    fighting.weaken(role, unit, because)
            return
        way = next(iter(next(iter(ways.values())).values()))
        if sum(map(len, ways.values())) > 1:
            ends = {unit: mask_of(found) for unit, found in ways.items()}
            why_not = partial(_why_not, retreat, pieces, length)
            menu = PieceMoves(
                list(ways), ends.__getitem__, RetreatTo, cite=retreat.cite, why_not=why_not, parse=pieces.map.parse
            )
            chosen = yield from fighting.ask(seat, menu, "Who retreats, and where to?", retreat.cite)
            way = ways[chosen.piece][chosen.to]
        yield from _go_back(fighting, seat, way)
        rest.remove(way.unit)


def _ways(retreat: Retreat, pieces: Pieces, units: Iterable[str], length: int) -> dict[str, Mapping[int, Way]]:
    """By unit that can retreat its ways, by the hex in which each ends."""
    return {unit: ways for unit in units if (ways := retreat.ways_of(pieces, unit, length))}


def _why_not(retreat: Retreat, pieces: Pieces, length: int, unit: str, space: int) -> Verdict:
    return retreat.why_not(pieces, unit, space, length)


def _go_back(fighting: _Fighting, seat: str, way: Way) -> Procedure[None]:
    """A unit goes along its way; a friend who is pushed makes room before it comes."""
    t, binding, retreat = fighting.t, fighting.binding, fighting.combat.retreat
    for friend in way.pushed:
        pieces = fighting.pieces
        ends = retreat.pushes(pieces, friend, way.unit)
        to = next(bits(ends))
        if ends.bit_count() > 1:
            only = {friend: ends}
            menu = PieceMoves([friend], only.__getitem__, Push, cite=retreat.cite, parse=pieces.map.parse)
            chosen = yield from fighting.ask(
                seat, menu, f"Where does {pieces.name(friend)} make room to?", retreat.cite
            )
            to = chosen.to
        t.record(binding.pushed(friend, pieces.at[friend], to))
        yield from binding.has_entered(t, friend, (to,), fighting.results)
    t.record(binding.retreated(way.unit, fighting.pieces.at[way.unit], way.end))
    yield from binding.has_entered(t, way.unit, way.path, fighting.results)


def _advance(fighting: _Fighting, role: str, policy: Advancing, hexes: int) -> Procedure[None]:
    """Victors enter the hexes that the other side has left, as many as may."""
    t, combat, binding = fighting.t, fighting.combat, fighting.binding
    gone: set[str] = set()
    while policy != "nobody":
        ends = fighting.results.get(partial(_emptied, fighting, role, hexes, gone))
        if not ends:
            return
        pieces = fighting.pieces
        menu = PieceMoves(
            list(ends), ends.__getitem__, AdvanceTo, cite=combat.cite, done=Done(), parse=pieces.map.parse
        )
        chosen = yield from fighting.ask(fighting.sides[role], menu, "Who advances?", combat.cite)
        if isinstance(chosen, Done):
            return
        t.record(binding.advanced(chosen.piece, pieces.at[chosen.piece], chosen.to))
        yield from binding.has_entered(t, chosen.piece, (chosen.to,), fighting.results)
        gone.add(chosen.piece)
        if policy == "one unit":
            return


def _emptied(fighting: _Fighting, role: str, hexes: int, gone: set[str]) -> dict[str, int]:
    """By unit that may advance the hexes next to it that nobody of the other side is in any more."""
    pieces, combat = fighting.pieces, fighting.combat
    side, chart = fighting.sides[role], pieces.value(combat.chart)
    stacking, found = pieces.value(combat.stacking), {}
    free = hexes & ~pieces.enemies(side)
    for unit in fighting.alive(role):
        if unit in gone or not pieces.face(unit).move:
            continue
        step, start = chart.step_cost(pieces.map, pieces.units[unit].kind), pieces.at[unit]
        ends = mask_of(
            space
            for space in bits(free & pieces.map.adjacent[start])
            if not isinstance(step(start, space), Verdict) and stacking.has_room(pieces, unit, space)
        )
        if ends:
            found[unit] = ends
    return found


def next_battle(t: Table[Any], binding: Binding, side: str, combat: Combat) -> Procedure[Battle]:
    """The battle that the attacker chooses to fight next."""
    battles = binding.battles(t.board)
    if len(battles) == 1:
        return battles[0]
    ways = [Fight(battle.hexes[0]) for battle in battles]
    chosen = yield from t.ask(side, ways, f"Which battle is fought next, of {len(battles)}?", combat.cite)
    return battles[ways.index(chosen)]
