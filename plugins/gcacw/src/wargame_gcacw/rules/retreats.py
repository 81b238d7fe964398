"""Retreats hex by hex: which hexes a unit may enter, what they cost, when it surrenders; and cavalry that gives way.

Source: Retreat Chart; GCACW rules 1.4, 7.6 and 7.7.
Readings: Hexes of a retreat, Cavalry before infantry.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from attrs import define, frozen

from wargame_core.authoring import D6, Procedure, Ruling, Table
from wargame_core.maps.masks import mask_of
from wargame_gcacw.board import action_events as events
from wargame_gcacw.board.actions import CavalryRetreat, Halt, RetreatNext, RetreatTo
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts import results
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import FOE, TIRED_OUT, Side
from wargame_gcacw.rules.combat_on_map import entrenched_value, terrain_defence
from wargame_gcacw.rules.leaders_and_objectives import closed_hexes, exit_hexes, reattach_leaders

STEPS: Final = {"normal": "Retreat", "voluntary": "Voluntary retreat", "rout": "Rout", "cavalry": "Cavalry retreat"}
"""What each kind of retreat is called at the head of a screen."""
KIND_OF: Final[dict[str, results.RetreatKind]] = {"retreat": "normal", "rout": "rout"}


@cache
def _step(
    chart: Literal[1, 2], way: bool, farther: bool, zone: bool, enemies: bool, friends: bool, cavalry: bool
) -> results.RetreatStep:
    return results.retreat_step(
        chart, results.RetreatHex(way, farther, zone, enemies, friends), cavalry_retreat=cavalry
    )


@frozen
class RetreatLimits:
    """What a retreat of one unit meets: nothing of this changes while it goes back.

    ``active`` is the hex of the enemy that caused it, from which hexes are more or less distant; ``zone``, ``enemies``,
    ``friends`` and ``closed`` are masks: the enemy zones of control, the hexes of both sides (the unit itself apart),
    and hexes it may not enter at all.
    """

    board: FieldBoard
    kind: results.RetreatKind
    active: int
    zone: int
    enemies: int
    friends: int
    closed: int

    def next_steps(self, place: int, hexes_gone: int, hexes_left: int) -> dict[int, results.RetreatStep]:
        """The hexes that may be entered next, with priority and loss, after ``hexes_gone`` hexes; not one of
        ``hexes_left``.
        """
        ground = self.board.ground
        leaves_zone = bool(self.zone >> place & 1)
        chart = results.retreat_chart_for(self.kind, hexes_gone + 1, exits_enemy_zoc=leaves_zone)
        distance, current_distance = ground.map.distance, ground.map.distance(place, self.active)
        return {
            space: _step(
                chart,
                bool(ground.way(place, space)),
                distance(space, self.active) > current_distance,
                bool(self.zone >> space & 1),
                bool(self.enemies >> space & 1),
                bool(self.friends >> space & 1),
                self.kind == "cavalry",
            )
            for space in ground.steps[self.board.rain][place]
            if not (self.closed | hexes_left) >> space & 1
        }

    def choices(self, place: int, hexes_gone: int, hexes_left: int, spare: int) -> list[int]:
        """The hexes its owner may choose next: those of the lowest priority number.

        When these cannot lead to a full retreat and no priority was overridden yet (``spare`` 1), the hexes that can;
        none: it surrenders. A unit that has gone far enough gets only hexes from which it need not surrender.
        """
        step_of_hex = self.next_steps(place, hexes_gone, hexes_left)
        if not step_of_hex:
            return []
        lowest_priority = min(step.priority for step in step_of_hex.values())
        best_hexes = [space for space, step in step_of_hex.items() if step.priority == lowest_priority]
        hexes_after = hexes_left | 1 << place
        good_hexes = [space for space in best_hexes if self.completes(space, hexes_gone + 1, hexes_after, 0)]
        if self.may_end(place, hexes_gone):
            return good_hexes
        if good_hexes:
            return best_hexes
        if spare:
            return [
                space
                for space in step_of_hex
                if self.completes(space, hexes_gone + 1, hexes_after, int(space in best_hexes))
            ]
        return []

    def may_end(self, place: int, hexes_gone: int) -> bool:
        """Whether the retreat may end here."""
        return hexes_gone >= results.RETREAT_HEXES[self.kind][0] and not self.enemies >> place & 1

    def completes(self, place: int, hexes_gone: int, hexes_left: int, spare: int) -> bool:
        """Whether the retreat can be completed from a hex by the priorities, ``spare`` of them overridden."""
        if self.may_end(place, hexes_gone):
            return True
        if hexes_gone == results.RETREAT_HEXES[self.kind][1]:
            return False
        step_of_hex = self.next_steps(place, hexes_gone, hexes_left)
        lowest_priority = min((step.priority for step in step_of_hex.values()), default=0)
        hexes_after = hexes_left | 1 << place
        return any(
            self.completes(space, hexes_gone + 1, hexes_after, spare - (step.priority > lowest_priority))
            for space, step in step_of_hex.items()
            if step.priority == lowest_priority or spare
        )


def way_back(board: FieldBoard, unit: str, kind: results.RetreatKind, active: int) -> RetreatLimits:
    """The retreat of a unit as it stands."""
    side = board.unit(unit).side
    place = board.units[unit].space
    friendly_hexes = board.mask(side)
    if board.units_at(place) == (unit,):
        friendly_hexes &= ~(1 << place)
    zone, enemies = board.zone(FOE[side]), board.mask(FOE[side])
    return RetreatLimits(board, kind, active, zone, enemies, friendly_hexes, closed_hexes(board, unit))


@define
class Progress:
    """How far a retreat has come: the hexes of its way, the one it began in first, and the manpower lost on it.

    ``spare`` is 1 until the priorities have been overridden once.
    """

    unit: str
    path: list[int]
    spare: int = 1
    lost: int = 0

    @property
    def place(self) -> int:
        """The hex it has come to."""
        return self.path[-1]

    @property
    def hexes_gone(self) -> int:
        """How many hexes it has gone."""
        return len(self.path) - 1

    @property
    def hexes_left(self) -> int:
        """Mask of the hexes it has left."""
        return mask_of(self.path[:-1])


def retreat(table: Table[FieldBoard], unit: str, kind: results.RetreatKind, active: int) -> Procedure[None]:
    """A unit has gone back as far as its owner wanted and the rules allow, or has surrendered.

    ``active`` is the hex of the enemy unit that caused it. Source: Retreat Chart. Readings: Overriding priorities
    """
    board = table.board
    way, progress = way_back(board, unit, kind, active), Progress(unit, [board.units[unit].space])
    while unit in board.units and progress.hexes_gone < results.RETREAT_HEXES[kind][1]:
        hexes = way.choices(progress.place, progress.hexes_gone, progress.hexes_left, progress.spare)
        if not hexes:
            if not way.may_end(progress.place, progress.hexes_gone):
                tell_way(table, progress)
                table.record(events.Surrendered(unit))
            break
        next_space = yield from next_hex(table, way, progress, hexes)
        if next_space is None:
            break
        go_back(table, way, progress, next_space)
    if unit in board.units:
        tell_way(table, progress)
    yield from reattach_leaders(table)


def next_hex(
    table: Table[FieldBoard], way: RetreatLimits, progress: Progress, hexes: Sequence[int]
) -> Procedure[int | None]:
    """The hex that a retreat enters next; none where its owner lets it end."""
    board, ground, unit = table.board, table.board.ground, progress.unit
    may_end = way.may_end(progress.place, progress.hexes_gone)
    if len(hexes) == 1 and not may_end:
        return hexes[0]
    options = [RetreatTo(unit, ground.name(space)) for space in hexes] + [Halt()] * may_end
    least_hexes, maximum = results.RETREAT_HEXES[way.kind]
    length = f"hex {progress.hexes_gone + 1} of {least_hexes} to {maximum}"
    way_words = f", after {', '.join(map(ground.name, progress.path[1:]))}" if progress.hexes_gone else ""
    prompt = f"Where does {board.name(unit)} retreat? This is {length}{way_words}."
    answer = yield from table.ask(board.unit(unit).side, options, prompt, cites.RETREAT, step=STEPS[way.kind])
    return None if isinstance(answer, Halt) else ground.map.parse(answer.to)


def go_back(table: Table[FieldBoard], way: RetreatLimits, progress: Progress, to: int) -> None:
    """The unit has entered one hex of its retreat and paid for it; by an exit it has left the map."""
    board, ground, unit = table.board, table.board.ground, progress.unit
    step_of_hex = way.next_steps(progress.place, progress.hexes_gone, progress.hexes_left)
    if step_of_hex[to].priority > min(step.priority for step in step_of_hex.values()):
        progress.spare = 0
    table.record(events.Retreated(unit, board.hex(unit), ground.name(to), way.kind != "cavalry"))
    progress.path.append(to)
    loss = step_of_hex[to].manpower_loss
    if loss >= board.units[unit].manpower:
        tell_way(table, progress)
    if loss:
        events.lose(table, unit, loss, "cavalry_retreat" if way.kind == "cavalry" else "retreat", on_the_way=True)
        progress.lost += loss
    if unit in board.units and exit_hexes(board, unit) >> to & 1:
        tell_way(table, progress)
        table.record(events.Exited(unit, ground.name(to), driven=True))


def tell_way(table: Table[FieldBoard], progress: Progress) -> None:
    """Record the way of a retreat that has entered a hex, before its unit is gone from the map."""
    if progress.hexes_gone:
        path = tuple(map(table.board.ground.name, progress.path))
        table.record(events.RetreatEnded(progress.unit, path, progress.lost))


def retreat_all(
    table: Table[FieldBoard], ids: Sequence[str], kind: results.RetreatKind, active: int
) -> Procedure[None]:
    """Units have gone back one after the other, in the order that their owner chose."""
    board = table.board
    waiting_units = [unit_id for unit_id in ids if unit_id in board.units]
    while waiting_units:
        unit = waiting_units[0]
        if len(waiting_units) > 1:
            options = [RetreatNext(unit_id) for unit_id in waiting_units]
            prompt = f"Which unit retreats next ({kind})?"
            unit = (yield from table.ask(board.unit(unit).side, options, prompt, cites.RETREAT, step=STEPS[kind])).unit
        waiting_units.remove(unit)
        yield from retreat(table, unit, kind, active)


HIGHEST_LOSING_ROLL: Final = 1
"""The highest modified roll at which each unit loses a point of manpower."""


def only_cavalry(board: FieldBoard, space: int, side: Side) -> bool:
    """Whether a hex holds cavalry of a side and nobody else."""
    stack, book = board.stacks.get(space), board.book.units
    return stack is not None and all(book[unit_id].side == side and book[unit_id].arm == "cavalry" for unit_id in stack)


def may_give_way(board: FieldBoard, space: int, side: Side) -> bool:
    """Whether a hex holds cavalry of a side alone, and no rule of the scenario keeps it there."""
    return only_cavalry(board, space, side) and all(
        rule.gives_way(board, space) for rule in board.scenario.rules_with_hook("gives_way")
    )


def hexes_to_ask(board: FieldBoard, unit: str) -> list[int]:
    """The hexes of cavalry in whose zone of control an active infantry unit stands, in the order of the map.

    At night, and before other arms, cavalry does not give way. Source: GCACW rules 1.4, 7.7
    """
    counter = board.unit(unit)
    if board.night or counter.arm != "infantry":
        return []
    place, foe, zones = board.units[unit].space, FOE[counter.side], board.ground.zone
    neighbours_around = board.ground.map.neighbours[place]
    return [space for space in neighbours_around if zones[space] >> place & 1 and may_give_way(board, space, foe)]


def roll_modifier(board: FieldBoard, space: int, start: int) -> Ruling:
    """The modifiers to the die of the cavalry in a hex before an enemy in another, itemised."""
    ids = board.units_at(space)
    states = [board.units[unit_id] for unit_id in ids]
    return results.cavalry_retreat_modifier(
        game=board.scenario.game,
        nation=board.unit(ids[0]).side,
        combined_value=Fraction(entrenched_value(board, ids)),
        units=len(ids),
        terrain_modifier=terrain_defence(board, start, space),
        all_demoralized=all(status.demoralized for status in states),
        all_fatigue_4=all(status.fatigue == TIRED_OUT for status in states),
    )


def react(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """Cavalry beside the active infantry unit has given way where its owner wanted; it costs the march points.

    To be called when the unit starts its march or has entered a hex: each hex of cavalry is asked once for it. When
    no enemy zone holds the unit any more, its march may go on. Source: GCACW rules 1.4, 7.7.
    Readings: Marches met by cavalry
    """
    board = table.board
    foe = FOE[board.unit(unit).side]
    hexes = hexes_to_ask(board, unit)
    if not hexes:
        return
    place = board.units[unit].space
    for space in hexes:
        if only_cavalry(board, space, foe):
            yield from offer_cavalry_retreat(table, space, place)
    clear_way(table, unit)


def clear_way(table: Table[FieldBoard], unit: str) -> None:
    """Let a march go on that an enemy zone of control had stopped, if the unit stands in none any more.

    Readings: Marches met by cavalry
    """
    board = table.board
    march = board.march
    if march is None or march.unit != unit or not march.stopped:
        return
    if not board.zone(FOE[board.unit(unit).side]) >> board.units[unit].space & 1:
        table.record(events.WayCleared(unit))


def offer_cavalry_retreat(table: Table[FieldBoard], space: int, start: int) -> Procedure[bool]:
    """Whether the cavalry in a hex has given way before the enemy in another, all of it, with all that follows."""
    board = table.board
    ids = board.units_at(space)
    side, space_label = board.unit(ids[0]).side, board.ground.label(space)
    prompt = f"Does the cavalry in {space_label} retreat before the enemy in {board.ground.label(start)}?"
    options = (CavalryRetreat(True), CavalryRetreat(False))
    answer = yield from table.ask(side, options, prompt, cites.CAVALRY_RETREAT, step="Cavalry retreat")
    if not answer.retreat:
        return False
    die = yield from table.roll_openly(D6, f"cavalry retreat from {space_label}", cites.CAVALRY_RETREAT)
    total = die + roll_modifier(board, space, start).total
    points = max(0, total // 2) * POINT
    table.record(events.CavalryRetreated(board.ground.name(space), ids, die, total, points))
    for unit_id in ids:
        table.record(events.Tired(unit_id))
        if not board.units[unit_id].disorganized:
            table.record(events.Disorganized(unit_id))
        if total <= HIGHEST_LOSING_ROLL:
            events.lose(table, unit_id, 1, "cavalry_retreat")
    yield from retreat_all(table, ids, "cavalry", start)
    return True
