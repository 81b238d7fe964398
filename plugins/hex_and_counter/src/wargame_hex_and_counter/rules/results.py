"""What a result of combat does: losses, retreats, exchanges, advances, one step after the other as the table says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, assert_never

from attrs import define, field

from wargame_core.authoring import Action, Choices, Cite, ListedChoices, PieceMoves, Procedure, Ruling, Table
from wargame_core.charts import Consequence, Result, ResultEffect
from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits, mask_of
from wargame_core.rulings import Verdict
from wargame_hex_and_counter.board.actions import AdvanceTo, Done, Fight, Lose, LoseStep, Push, RetreatTo, Suffer
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.board.reactions import Preference
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.combat import Advancing, Combat
from wargame_hex_and_counter.rules.memory import PhaseResults
from wargame_hex_and_counter.rules.retreat import Retreat, Way
from wargame_hex_and_counter.rules.standing_answers import Preferred, ask_preferring

EXCHANGED, BEATEN = "lost in the exchange", "the result of the battle"
NO_DEFENCE = "no defence"
AS_ANNOUNCED: Final[Preference] = "in the order announced"
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

    def living_units(self, role: str) -> list[str]:
        space_of_unit = self.pieces.at
        return [unit for unit in self.suffers[role] if unit in space_of_unit]

    def ask(
        self,
        seat: str,
        choices: Choices | Iterable[Any],
        prompt: str,
        cite: Cite | None,
        preferences: Preferred | None = None,
    ) -> Procedure[Any]:
        """What a side chooses; ``preferences`` are what preferences choose, where the rules take any."""
        return _ask(self.t, self.combat, seat, choices, prompt, cite, preferences or {}, self.results)

    def eliminate(self, role: str, unit: str, reason: str) -> None:
        pieces = self.pieces
        strength = pieces.face(unit).strength
        self.lost[role] += strength
        self.t.record(self.binding.eliminated(unit, pieces.units[unit].side, strength, reason))

    def weaken(self, role: str, unit: str, reason: str) -> None:
        """A step is lost, with the last one the unit."""
        pieces = self.pieces
        counter, steps_lost = pieces.units[unit], pieces.lost.get(unit, 0)
        if steps_lost + 1 == counter.steps:
            self.eliminate(role, unit, reason)
            return
        loss = counter.face(steps_lost).strength - counter.face(steps_lost + 1).strength
        self.lost[role] += loss
        self.t.record(self.binding.weakened(unit, counter.side, loss))


def _ask(
    table: Table[Any],
    combat: Combat,
    seat: str,
    choices: Choices | Iterable[Any],
    prompt: str,
    cite: Cite | None,
    preferences: Preferred,
    results: PhaseResults,
) -> Procedure[Any]:
    """What a side chooses, which it may have said beforehand where combat takes preferences."""
    if not preferences or not combat.takes_preferences:
        return results.after(table.ask(seat, choices, prompt, cite))
    menu = choices if isinstance(choices, Choices) else ListedChoices(choices, cite=cite)
    return ask_preferring(table, seat, menu, prompt, cite, preferences, results)


def resolve(
    table: Table[Any], combat: Combat, binding: Binding, battle: Battle, results: PhaseResults | None = None
) -> Procedure[None]:
    """A battle is fought: a die, its result, and the advance."""
    results = results or PhaseResults()
    battle = yield from binding.begin(table, battle, results)
    pieces = binding.pieces(table.board)
    if hidden_units := combat.face_down(pieces, battle):
        name = pieces.name(hidden_units[0])
        raise RulesError(f"{name} is face down as its battle is fought: `FaceDown.begins` in Binding(begins=)")
    remaining_battles = tuple(other_battle for other_battle in binding.battles(table.board) if other_battle != battle)
    current_battle = results.result_of(partial(remaining_battle, pieces, combat, battle))
    if current_battle is None:
        table.record(binding.called_off(battle.hexes, "nobody is left to fight", remaining_battles))
        return
    if not (verdict := results.result_of(partial(combat.judge, pieces, current_battle))):
        table.record(binding.called_off(current_battle.hexes, str(verdict), remaining_battles))
        return
    result, ruling = yield from _result(table, combat, pieces, current_battle, results)
    safe_guns = _safe_guns(combat, pieces, current_battle)
    table.record(
        binding.fought(
            current_battle.attackers,
            current_battle.hexes,
            ruling,
            _result_in_words(result, safe_guns),
            remaining_battles,
        )
    )
    defenders = combat.defenders(pieces, current_battle)
    fighting = _Fighting(
        table, combat, binding, results, current_battle,
        {"attacker": [unit for unit in current_battle.attackers if unit not in safe_guns], "defender": defenders},
        {"attacker": current_battle.attacker, "defender": pieces.units[defenders[0]].side},
    )  # fmt: skip
    stood = mask_of(pieces.at[unit] for unit in fighting.suffers["attacker"])
    for choice in result.steps:
        consequence = choice[0]
        if len(choice) > 1 and fighting.living_units(choice[0].side):
            consequence = yield from _chosen(fighting, choice)
        yield from _apply_consequence(fighting, consequence)
    yield from _advance(fighting, "attacker", combat.advance.attacker, mask_of(current_battle.hexes))
    yield from _advance(fighting, "defender", combat.advance.defender, stood)


def _safe_guns(combat: Combat, pieces: Pieces, battle: Battle) -> frozenset[str]:
    """The attackers that fire from a distance and suffer no result."""
    guns = combat.bombardment
    if guns is None or guns.suffers_results:
        return frozenset()
    return frozenset(unit for unit in battle.attackers if combat.bombards(pieces, unit, battle.hexes))


def _result_in_words(result: Result, safe_guns: frozenset[str]) -> str:
    """What a result means, and whom among the attackers it spares."""
    hits_attackers = any(consequence.side == "attacker" for choice in result.steps for consequence in choice)
    return f"{result}, but not whoever fires from a distance" if safe_guns and hits_attackers else str(result)


def _result(
    table: Table[Any], combat: Combat, pieces: Pieces, battle: Battle, results: PhaseResults
) -> Procedure[tuple[Result, Ruling | None]]:
    """What a battle comes to: by a die on the table, or without one where nothing defends; the ruling if watched."""
    if combat.nothing_defends(pieces, battle):
        return ELIMINATES, Ruling("Combat", NO_DEFENCE, cite=combat.cite)
    fight = results.result_of(partial(combat.fight, pieces, battle))
    names = " and ".join(map(pieces.map.label, battle.hexes))
    roll = table.roll_openly(combat.table.die, f"the battle at {names}, {fight.column}", combat.cite)
    die = yield from results.after(roll)
    return fight.result(die), fight.ruling(die) if table.events is not None else None


def remaining_battle(pieces: Pieces, combat: Combat, battle: Battle) -> Battle | None:
    """A battle with those who are still there; None where nobody is left on one side."""
    hexes = tuple(space for space in battle.hexes if pieces.enemies(battle.attacker) >> space & 1)
    target_hexes = mask_of(hexes)
    attackers = tuple(
        unit for unit in battle.attackers if unit in pieces.at and not target_hexes & ~combat.reaches(pieces, unit)
    )
    return Battle(battle.attacker, attackers, hexes) if attackers and hexes else None


def _chosen(fighting: _Fighting, choice: Sequence[Consequence]) -> Procedure[Consequence]:
    seat = fighting.sides[choice[0].side]
    ways = [Suffer(str(consequence)) for consequence in choice]
    answer = yield from fighting.ask(seat, ways, "Which of the results?", fighting.combat.cite)
    return choice[ways.index(answer)]


def _apply_consequence(fighting: _Fighting, consequence: Consequence) -> Procedure[None]:
    """What one step of a result does to one side."""
    role, units = consequence.side, fighting.living_units(consequence.side)
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
            other_role = "defender" if role == "attacker" else "attacker"
            yield from _lose_strength(fighting, role, fighting.lost[other_role])
        case _:
            assert_never(consequence.effect)


def _lose_steps(fighting: _Fighting, role: str, steps: int) -> Procedure[None]:
    """Steps are lost one by one, of units that their owner chooses."""
    for _ in range(steps):
        units = fighting.living_units(role)
        if not units:
            return
        unit = units[0]
        if len(units) > 1:
            ways = [LoseStep(unit) for unit in units]
            preferences: Preferred = {"the weakest is lost": partial(_weakest_step, fighting.pieces, ways)}
            answer = yield from fighting.ask(
                fighting.sides[role], ways, "Who loses a step?", fighting.combat.cite, preferences
            )
            unit = answer.piece
        fighting.weaken(role, unit, BEATEN)


def _lose_strength(fighting: _Fighting, role: str, amount: int) -> Procedure[None]:
    """Units of at least so much strength are lost, no unit beyond need; their owner chooses."""
    units, pieces = fighting.living_units(role), fighting.pieces
    if not units or amount <= 0:
        return
    strength = {unit: pieces.face(unit).strength for unit in units}
    ways = [Lose(loss) for loss in sufficient_units(strength, amount)] or [Lose(tuple(units))]
    loss = ways[0]
    if len(ways) > 1:
        prompt = f"Which units are lost, of at least {amount}?"
        preferences: Preferred = {"the weakest is lost": partial(_weakest_loss, strength, ways)}
        loss = yield from fighting.ask(fighting.sides[role], ways, prompt, fighting.combat.cite, preferences)
    for unit in loss.pieces:
        fighting.eliminate(role, unit, EXCHANGED)


def sufficient_units(strength: dict[str, int], amount: int) -> Iterator[tuple[str, ...]]:
    """Every choice of units that are worth at least so much, and would not be without any one of them.

    >>> list(sufficient_units({"a": 4, "b": 4, "c": 3}, 5))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    for size in range(1, len(strength) + 1):
        for units in combinations(strength, size):
            total = sum(strength[unit] for unit in units)
            if total >= amount and all(total - strength[unit] < amount for unit in units):
                yield units


def _retreat(fighting: _Fighting, role: str, units: Iterable[str], length: int) -> Procedure[None]:
    """Units go back one after the other; who has no way when nobody else can go first is lost."""
    retreat, units_left = fighting.combat.retreat, list(units)
    side = fighting.sides[role]
    other_sides = [other for other in fighting.sides.values() if other != side]
    seat = side if retreat.chosen_by == "owner" else other_sides[0]
    while units_left:
        pieces = fighting.pieces
        ways = fighting.results.result_of(partial(_retreat_ways, retreat, pieces, tuple(units_left), length))
        if not ways:
            for unit in units_left:
                reason = "no way to retreat"
                if retreat.otherwise == "eliminated":
                    fighting.eliminate(role, unit, reason)
                else:
                    fighting.weaken(role, unit, reason)
            return
        way = next(iter(next(iter(ways.values())).values()))
        if sum(map(len, ways.values())) > 1:
            ends_by_unit = {unit: mask_of(ways_of_unit) for unit, ways_of_unit in ways.items()}
            why_not = partial(_why_not, retreat, pieces, length)
            menu = PieceMoves(
                list(ways),
                ends_by_unit.__getitem__,
                RetreatTo,
                cite=retreat.cite,
                why_not=why_not,
                parse=pieces.map.parse,
            )
            unit, ways_by_end = next(iter(ways.items()))
            preferences = _away_from_enemies(pieces, seat, partial(RetreatTo, unit), unit, ways_by_end)
            answer = yield from fighting.ask(seat, menu, "Who retreats, and where to?", retreat.cite, preferences)
            way = ways[answer.piece][answer.to]
        yield from _go_back(fighting, seat, way)
        units_left.remove(way.unit)


def _weakest_step(pieces: Pieces, ways: Iterable[LoseStep]) -> LoseStep:
    """The step that is lost by the weakest."""
    return min(ways, key=lambda way: pieces.face(way.piece).strength)


def _weakest_loss(strength: Mapping[str, float], ways: Iterable[Lose]) -> Lose:
    """The loss of least strength; of equals that of the fewest units."""
    return min(ways, key=lambda way: (sum(strength[unit] for unit in way.pieces), len(way.pieces)))


def _away_from_enemies(
    pieces: Pieces, seat: str, go_to: Callable[[int], Action], unit: str, spaces: Collection[int]
) -> Preferred:
    """How a unit goes where its own side decides that: as far from the enemy as it can."""
    side = pieces.units[unit].side
    return {"away from the enemy": lambda: go_to(_farthest_from_enemies(pieces, side, spaces))} if seat == side else {}


def _farthest_from_enemies(pieces: Pieces, side: str, spaces: Iterable[int]) -> int:
    """That of some hexes which has the nearest enemy farthest from it; of equals the first on the map."""
    enemies, distance = list(bits(pieces.enemies(side))), pieces.map.distance
    return max(spaces, key=lambda space: (min((distance(space, enemy) for enemy in enemies), default=0), -space))


def _retreat_ways(retreat: Retreat, pieces: Pieces, units: Iterable[str], length: int) -> dict[str, Mapping[int, Way]]:
    """By unit that can retreat its ways, by the hex in which each ends."""
    return {unit: ways for unit in units if (ways := retreat.ways_of(pieces, unit, length))}


def _why_not(retreat: Retreat, pieces: Pieces, length: int, unit: str, space: int) -> Verdict:
    return retreat.why_not(pieces, unit, space, length)


def _go_back(fighting: _Fighting, seat: str, way: Way) -> Procedure[None]:
    """A unit goes along its way; a friend who is pushed makes room before it comes."""
    table, binding, retreat = fighting.t, fighting.binding, fighting.combat.retreat
    for friend in way.pushed:
        pieces = fighting.pieces
        end_spaces = retreat.pushes(pieces, friend, way.unit)
        push_space = next(bits(end_spaces))
        if end_spaces.bit_count() > 1:
            only_option = {friend: end_spaces}
            menu = PieceMoves([friend], only_option.__getitem__, Push, cite=retreat.cite, parse=pieces.map.parse)
            prompt = f"Where does {pieces.name(friend)} make room to?"
            preferences = _away_from_enemies(pieces, seat, partial(Push, friend), friend, tuple(bits(end_spaces)))
            answer = yield from fighting.ask(seat, menu, prompt, retreat.cite, preferences)
            push_space = answer.to
        table.record(binding.pushed(friend, pieces.at[friend], push_space))
        yield from binding.has_entered(table, friend, (push_space,), fighting.results)
    table.record(binding.retreated(way.unit, fighting.pieces.at[way.unit], way.end))
    yield from binding.has_entered(table, way.unit, way.path, fighting.results)


def _advance(fighting: _Fighting, role: str, policy: Advancing, hexes: int) -> Procedure[None]:
    """Victors enter the hexes that the other side has left, as many as may."""
    table, combat, binding = fighting.t, fighting.combat, fighting.binding
    advanced_units: set[str] = set()
    while policy != "nobody":
        ends_by_unit = fighting.results.result_of(partial(_vacated_hexes, fighting, role, hexes, advanced_units))
        if not ends_by_unit:
            return
        pieces = fighting.pieces
        menu = PieceMoves(
            list(ends_by_unit),
            ends_by_unit.__getitem__,
            AdvanceTo,
            cite=combat.cite,
            done_action=Done(),
            parse=pieces.map.parse,
        )
        preferences: Preferred = {
            "the strongest advances": partial(_strongest_advance, pieces, ends_by_unit),
            "nobody advances": Done,
        }
        answer = yield from fighting.ask(fighting.sides[role], menu, "Who advances?", combat.cite, preferences)
        if isinstance(answer, Done):
            return
        table.record(binding.advanced(answer.piece, pieces.at[answer.piece], answer.to))
        yield from binding.has_entered(table, answer.piece, (answer.to,), fighting.results)
        advanced_units.add(answer.piece)
        if policy == "one unit":
            return


def _strongest_advance(pieces: Pieces, ends_by_unit: Mapping[str, int]) -> AdvanceTo:
    """The advance of the strongest, into the first of its hexes."""
    strongest = max(ends_by_unit, key=lambda unit: pieces.face(unit).strength)
    return AdvanceTo(strongest, next(bits(ends_by_unit[strongest])))


def _vacated_hexes(fighting: _Fighting, role: str, hexes: int, advanced_units: set[str]) -> dict[str, int]:
    """By unit that may advance the hexes next to it that nobody of the other side is in any more."""
    pieces, combat = fighting.pieces, fighting.combat
    side, chart = fighting.sides[role], pieces.value(combat.chart)
    stacking, ends_by_unit = pieces.value(combat.stacking), {}
    free_spaces = hexes & ~pieces.enemies(side)
    for unit in fighting.living_units(role):
        if unit in advanced_units or not pieces.face(unit).move:
            continue
        step, start = chart.step_cost(pieces.map, pieces.units[unit].kind), pieces.at[unit]
        end_spaces = mask_of(
            space
            for space in bits(free_spaces & pieces.map.adjacent[start])
            if not isinstance(step(start, space), Verdict) and stacking.has_room(pieces, unit, space)
        )
        if end_spaces:
            ends_by_unit[unit] = end_spaces
    return ends_by_unit


def next_battle(
    table: Table[Any], binding: Binding, side: str, combat: Combat, results: PhaseResults | None = None
) -> Procedure[Battle]:
    """The battle that the attacker chooses to fight next."""
    battles = binding.battles(table.board)
    if len(battles) == 1:
        return battles[0]
    ways = [Fight(battle.hexes[0]) for battle in battles]
    prompt, preferences = f"Which battle is fought next, of {len(battles)}?", {AS_ANNOUNCED: lambda: ways[0]}
    answer = yield from _ask(table, combat, side, ways, prompt, combat.cite, preferences, results or PhaseResults())
    return battles[ways.index(answer)]
