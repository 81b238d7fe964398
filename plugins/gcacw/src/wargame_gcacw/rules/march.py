"""The march of one unit: its beginning, extended and forced marches, its steps and attacks, its end.

Source: GCACW rules 1.4, 5.1 March
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from attrs import evolve

from wargame_core.authoring import D6, LEGAL, Action, Choices, Marches, Modifier, Procedure, Table, Verdict, refuse
from wargame_core.flow.about import PLACE, Names
from wargame_core.flow.choices import Random
from wargame_core.maps.movement import Reach
from wargame_gcacw.board import action_events as events
from wargame_gcacw.board.actions import Attack, CavalryRetreat, ForceMarch, Halt, MoveTo, TakeAlong
from wargame_gcacw.board.board import FieldBoard, March, UnitState
from wargame_gcacw.charts.marches import ExtendedMarch, Order, allowance_roll, extended_march_due, force_march
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT, show_points
from wargame_gcacw.printed.counters import FOE, TIRED_OUT, Arm, LeaderId, Side, Unit
from wargame_gcacw.rules.combat import attack, attack_choices, judge_attack, odds_of_attack
from wargame_gcacw.rules.leaders_and_objectives import exit_hexes, note_entry, reattach_leaders
from wargame_gcacw.rules.movement_costs import MarchCosts, march_reach
from wargame_gcacw.rules.retreats import react

# The beginning
MARCHES_LIKE = {"infantry": "infantry", "artillery": "infantry", "cavalry": "cavalry", "wagon": "infantry"}
"""Whose allowance each arm has. Readings: Wagon trains."""
known_allowance = cache(allowance_roll)
"""`allowance_roll`, worked out once for each kind of unit."""


def more_points(board: FieldBoard, side: Side, arm: Arm) -> tuple[Modifier, ...]:
    """What rules of the scenario add to the movement allowance of units of an arm, in points."""
    rules = board.scenario.rules_with_hook("allowance")
    return tuple(modifier for rule in rules for modifier in rule.allowance(board, side, arm))


def roll_allowance(table: Table[FieldBoard], order: Order, unit: str) -> Procedure[None]:
    """Roll the movement allowance of a march, or of the activation of a leader of this kind.

    Source: GCACW charts 1.6 Movement Summary
    """
    board = table.board
    activation = board.the_activation
    roll = known_allowance(order, game=board.scenario.game, side=activation.side, unit=unit)
    dice = []
    for _ in range(roll.roll.dice):
        dice.append((yield from table.roll_openly(D6, "movement allowance", cites.ALLOWANCE)))
    extra_points = more_points(board, activation.side, board.unit(activation.named[0]).arm)
    points = max(0, roll.total(dice) + sum(modifier.value for modifier in extra_points))
    table.record(events.AllowanceRolled(tuple(dice), points * POINT))


def begin_march(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """A unit begins its march: it tires, its losses are rolled, enemy cavalry may give way, it may be forced."""
    board = table.board
    activation = board.the_activation
    was_tired_out = board.units[unit].fatigue == TIRED_OUT
    table.record(events.MarchBegan(unit, board.hex(unit), activation.allowance))
    if was_tired_out:  # an option of the rules: an organized unit marches without the table
        table.record(events.Disorganized(unit, "by marching though tired out"))
    else:
        yield from extend_march(table, unit)
    if board.march is not None:
        yield from react(table, unit)
        if not was_tired_out:
            yield from offer_force_march(table, unit)
    if board.march is not None:
        yield from take_leaders(table, unit)
    yield from reattach_leaders(table)


# Extended marches
_ruling = cache(ExtendedMarch.ruling)
"""So few marches come up in play that each result is worked out once."""


def is_extended(state: UnitState, fatigue: int) -> bool:
    """Whether a march that brings a unit to a fatigue level is an extended one. Source: Extended March Table"""
    return fatigue <= TIRED_OUT and extended_march_due("exhausted" if state.exhausted else "normal", fatigue)


def extended_march_of(game: str, counter: Unit, state: UnitState, fatigue: int) -> ExtendedMarch | None:
    """The extended march of a unit that a march brings to a fatigue level; None where the table is not consulted.

    Source: GCACW charts 1.6 Extended March Table
    """
    if not is_extended(state, fatigue):
        return None
    return ExtendedMarch(
        game=game,
        nation=counter.side,
        unit_type=counter.arm,
        organized=not state.disorganized,
        manpower=state.manpower,
        side_up="exhausted" if state.exhausted else "normal",
        fatigue_from=fatigue - 1,
        fatigue_to=fatigue,
        potomac=counter.potomac,
    )


def extend_march(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """Roll for a unit that has just become so tired that its march is an extended one.

    Source: GCACW charts 1.6 Extended March Table
    """
    board = table.board
    counter, state = board.unit(unit), board.units[unit]
    march = extended_march_of(board.scenario.game, counter, state, state.fatigue)
    if march is None:
        return
    die = yield from table.roll_openly(D6, f"extended march of {counter.name}", cites.EXTENDED_MARCH)
    rules = board.scenario.rules_with_hook("extended_march")
    ruling = _ruling(march, die, tuple(modifier for rule in rules for modifier in rule.extended_march(board, unit)))
    result = ruling.result
    titled_ruling = evolve(ruling, title=f"Extended march of {counter.name}") if table.events is not None else None
    table.record(events.ExtendedMarched(unit, die, str(result), titled_ruling))
    if result == "D":
        table.record(events.Disorganized(unit, "by the extended march"))
    elif isinstance(result, int) and result:
        events.lose(table, unit, result, "extended_march")


# Force marches
FORCED_DICE = {"infantry": 1, "cavalry": 2}
"""How many dice each arm rolls for a force march."""


def may_force(board: FieldBoard, unit: str) -> bool:
    """Whether a marching unit may force its march: organized infantry or cavalry, by day."""
    return not board.night and board.unit(unit).arm in FORCED_DICE and not board.units[unit].disorganized


def offer_force_march(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """More movement points for a unit that takes the loss and the disorder.

    Source: GCACW charts 1.6 Force March
    """
    board = table.board
    if not may_force(board, unit):
        return
    counter, manpower = board.unit(unit), board.units[unit].manpower
    prompt = f"Does {counter.name} force march? It gains MP, and may lose manpower and order."
    choices = [ForceMarch(False), ForceMarch(True)]
    answer = yield from table.ask(counter.side, choices, prompt, cites.FORCE_MARCH, step="Force march")
    if not answer.force:
        return
    dice = []
    for _ in range(FORCED_DICE[counter.arm]):
        dice.append((yield from table.roll_openly(D6, f"force march of {counter.name}", cites.FORCE_MARCH)))
    result = force_march("cavalry" if counter.arm == "cavalry" else "infantry", roll=sum(dice), manpower=manpower)
    table.record(events.ForceMarched(unit, tuple(dice), result.extra_mp * POINT))
    if result.manpower_loss:
        events.lose(table, unit, result.manpower_loss, "force_march")


# Leaders
def take_leaders(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """The leaders in the unit's hex who command it may march with it; one who does stays behind only with another.

    Source: GCACW rules 1.4, 2 Leaders
    """
    board = table.board
    stack = board.units_at(board.units[unit].space)
    free_leaders: list[LeaderId] = []
    accompanying_leaders: list[LeaderId] = []
    for leader in board.leaders_at(board.units[unit].space):
        if board.stands_with(leader, unit):
            other_units = [unit_id for unit_id in stack if unit_id != unit and board.stands_with(leader, unit_id)]
            (free_leaders if other_units else accompanying_leaders).append(leader)
    if not free_leaders:
        return
    choices = [
        TakeAlong((*accompanying_leaders, *going_leaders))
        for count in range(len(free_leaders) + 1)
        for going_leaders in combinations(free_leaders, count)
    ]
    side, prompt = board.unit(unit).side, f"Which leaders in its hex go along with {board.name(unit)}?"
    answer = yield from table.ask(side, choices, prompt, cites.LEADERS, step="Leaders")
    for leader in free_leaders:
        if leader in answer.leaders and board.leader_with[leader] != unit:
            table.record(events.LeaderPlaced(leader, unit))
        elif leader not in answer.leaders and board.leader_with[leader] == unit:
            staying = next(unit_id for unit_id in stack if unit_id != unit and board.stands_with(leader, unit_id))
            table.record(events.LeaderPlaced(leader, staying))


# Where to
class MarchChoices(Choices):
    """Hexes to march to, enemies to attack, or to halt. `reach` says what every hex costs, or why not."""

    __slots__ = ("__dict__", "board", "unit")

    def __init__(self, board: FieldBoard, march: March) -> None:
        self.board, self.unit = board, march.unit

    @cached_property
    def _costs(self) -> MarchCosts:
        board = self.board
        march = board.the_march
        return MarchCosts(board, march.unit, march.allowance, march.left, march.fresh)

    @cached_property
    def reach(self) -> Reach:
        """Where the march can go."""
        return self._costs.reach()

    @property
    def only_halt(self) -> bool:
        """Whether nothing is left but to halt; found out without looking how far the march could go."""
        march = self.board.the_march
        return (march.stopped or not march.left or not self._costs.may_go) and not self._attacks

    def path(self, end: int) -> tuple[int, ...]:
        """A cheapest path to a hex within reach; of equal ones, one that does not go from enemy zone to enemy zone."""
        way = self.reach.path(end)
        if not slips(self.board, self.unit, way):
            return way
        march = self.board.the_march
        round_about = march_reach(self.board, march.unit, march.allowance, march.left, march.fresh, slipping=False)
        if end in round_about and round_about.cost(end) == self.reach.cost(end):
            return round_about.path(end)
        return way

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """The hexes to which it can march."""
        march = self.board.the_march
        if march.stopped or not march.left:
            return ()
        _, *end_hexes = self.reach.costs  # the first is where it stands
        return tuple(end_hexes)

    @cached_property
    def _attacks(self) -> tuple[Attack, ...]:
        return tuple(attack_choices(self.board, self.unit))

    def __iter__(self) -> Iterator[Action]:
        name = self.board.ground.name
        yield from (MoveTo(name(space)) for space in self._ends)
        yield from self._attacks
        yield Halt()

    def __len__(self) -> int:
        return len(self._ends) + len(self._attacks) + 1

    def sample(self, rng: Random) -> Action:
        place = int(rng.random() * len(self))
        if place < len(self._ends):
            return MoveTo(self.board.ground.name(self._ends[place]))
        place -= len(self._ends)
        return self._attacks[place] if place < len(self._attacks) else Halt()

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Halt):
            return LEGAL
        if isinstance(action, (MoveTo, Attack)):
            name = action.to if isinstance(action, MoveTo) else action.target
            space = self.board.ground.space(name)
            if space is None:
                return refuse(
                    "no_hex", f"{name} is not a hex of the map (write its number, such as S3201)", cites.MARCH
                )
            if isinstance(action, MoveTo):
                return self.judge_move(space)
            return judge_attack(self.board, self.unit, space, action.how)
        return refuse(
            "not_offered",
            f"{action.kind.replace('_', ' ')} is not a part of a march (march on, attack or halt)",
            cites.MARCH,
        )

    def judge_move(self, space: int) -> Verdict:
        """Whether the march can go to a hex, and if not, what stops it: cost, zone of control, terrain, enemies."""
        march = self.board.the_march
        if space == self.reach.start:
            return refuse("here", f"{self.board.name(self.unit)} is there already", cites.MARCH)
        if march.stopped:
            label = self.board.ground.label(self.reach.start)
            return refuse("zone", f"it must stop in the enemy zone of control at {label}", cites.MOVE_ZONES)
        if not march.left:
            return refuse("no_points", f"{self.board.name(self.unit)} has no movement points left", cites.MARCH)
        verdict = self.reach.why_not(space)
        return Verdict(tuple(reason if reason.cite else evolve(reason, cite=cites.MARCH) for reason in verdict.reasons))

    def help(self, action: object, board: FieldBoard) -> str:
        if isinstance(action, MoveTo):
            end = board.ground.map.parse(action.to)
            path, zone = self.path(end), board.zone(FOE[board.unit(self.unit).side])
            return cost_of_march(
                board, path, self.reach.cost(end), in_zone=bool(zone >> end & 1), slips=slips(board, self.unit, path)
            )
        return odds_of_attack(board, self.unit, action) if isinstance(action, Attack) else ""

    def cost(self, action: object, board: FieldBoard) -> str:
        """Movement points of a march."""
        if not isinstance(action, MoveTo):
            return ""
        return show_points(self.reach.cost(board.ground.map.parse(action.to)))

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        return self.judge_move(self.board.ground.map.parse(ref)) if kind is PLACE else None


def cost_of_march(board: FieldBoard, path: Sequence[int], cost: int, *, in_zone: bool, slips: bool) -> str:
    """What a march along a path costs of the points left, by which hexes, and what stops or disorders the unit."""
    way = " - ".join(map(board.ground.name, path))
    words = f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP, by {way}"
    words += "; it stops there, in an enemy zone of control" if in_zone else ""
    return words + ("; slipping from zone to zone disorganizes it, or costs it a point of manpower" if slips else "")


def slips(board: FieldBoard, unit: str, path: tuple[int, ...]) -> bool:
    """Whether a march along a path leads from an enemy zone of control straight into another, with no way between.

    Only the step from one hex to the next counts, and only the first can be such a step: a unit stops in the zone it
    enters. Source: GCACW rules 1.4, 6 Movement and Zones of Control
    """
    zone, (start, first_hex) = board.zone(FOE[board.unit(unit).side]), path[:2]
    return bool(zone >> start & 1 and zone >> first_hex & 1) and not board.ground.way(start, first_hex)


# On the way
def march_on(table: Table[FieldBoard]) -> Procedure[None]:
    """One stretch of the march under way, an attack, or the halt.

    Source: GCACW rules 1.4, 5.1 March
    """
    board = table.board
    march = board.the_march
    choices = MarchChoices(board, march)
    if choices.only_halt:
        end_march(table, march)
        return
    side = board.unit(march.unit).side
    prompt = f"Where does {board.describe(march.unit)} march with {show_points(march.left)} MP, or whom does it attack?"
    answer = yield from table.ask(side, choices, prompt, cites.MARCH)
    if isinstance(answer, Halt):
        end_march(table, march)
    elif isinstance(answer, Attack):
        yield from attack(table, answer)
    else:
        yield from _carry_out_march(table, march, choices.path(board.ground.map.parse(answer.to)), choices.reach)
    yield from reattach_leaders(table)


def _carry_out_march(table: Table[FieldBoard], march: March, path: tuple[int, ...], reach: Reach) -> Procedure[None]:
    """March along a path, with all that happens on the way and on arrival."""
    board = table.board
    unit, ground = march.unit, board.ground
    zone = board.zone(FOE[board.unit(unit).side])
    end = path[-1]
    slip_result = slips(board, unit, path)
    table.record(events.Marched(unit, tuple(map(ground.name, path)), reach.cost(end), bool(zone >> end & 1)))
    for space in path[1:]:
        note_entry(table, unit, space)
    if slip_result:
        if board.units[unit].disorganized:
            events.lose(table, unit, 1, "zone_to_zone")
        else:
            table.record(events.Disorganized(unit, "by slipping from one enemy zone to another"))
    if board.march is None:
        return
    if exit_hexes(board, unit) >> end & 1:
        table.record(events.Exited(unit, ground.name(end)))
    else:
        yield from react(table, unit)


def end_march(table: Table[FieldBoard], march: March) -> None:
    """The march is over; the story says so where the unit has done nothing with it."""
    table.record(events.MarchEnded(march.unit, table.board.hex(march.unit) if march.fresh else ""))


# A march in parts
def shorter_marches(board: FieldBoard, action: Any) -> Iterator[tuple[MoveTo, MoveTo]]:
    """The way cut at each of its hexes; the march goes on from there to the same end."""
    if isinstance(action, MoveTo) and board.march is not None:
        ground = board.ground
        way = MarchChoices(board, board.march).path(ground.map.parse(action.to))
        yield from ((MoveTo(ground.name(space)), action) for space in way[1:-1])


MARCHES = Marches(shorter_marches, meanwhile=(CavalryRetreat(False),))
