"""Leaders and what else every march and combat meets: objectives that are entered, ways off the map.

Of leaders: whom they reach, how they transfer between actions, and what becomes of one whose unit is lost.
Source: GCACW rules 1.4, 2 Leaders and 3 Leader Transfer. Readings: Leaders stand with units.
"""

from collections.abc import Iterator

from wargame_core.authoring import Procedure, Table, bits
from wargame_core.maps.masks import mask_of
from wargame_gcacw.board import action_events as events
from wargame_gcacw.board.actions import Done, PlaceLeader
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, NATION, SIDES, LeaderId, Side


def open_to_leaders(board: FieldBoard, side: Side) -> int:
    """Mask of the hexes that a leader's reach may run through: no enemies, and no enemy zone without friends in it."""
    foe = FOE[side]
    return ~board.mask(foe) & ~(board.zone(foe) & ~board.mask(side))


def in_reach(board: FieldBoard, start: int, hexes: int, free_spaces: int, searched_hexes: int = -1) -> int:
    """Mask of the hexes at most ``hexes`` from a leader, his own included; terrain does not matter.

    ``free_spaces`` is `open_to_leaders` of his side. When it has all of the mask ``searched_hexes``, no others are
    looked for.

    Source: GCACW charts 1.6 Command Radius Summary
    """
    adjacent = board.ground.map.adjacent
    reached_hexes = edge = 1 << start
    for _ in range(hexes):
        if not searched_hexes & ~reached_hexes:
            break
        hexes_around = 0
        for space in bits(edge):
            hexes_around |= adjacent[space]
        edge = hexes_around & free_spaces & ~reached_hexes
        reached_hexes |= edge
    return reached_hexes


def reached_by(
    board: FieldBoard, leader: LeaderId, units: list[str], hexes: int, free_spaces: int | None = None
) -> list[str]:
    """The units, among some on the map, that are at most ``hexes`` from a leader.

    ``free_spaces`` saves working out `open_to_leaders` of his side again.
    """
    if not units:
        return []
    start, places = board.leader_space(leader), board.units
    unit_hexes = mask_of([places[unit_id].space for unit_id in units]) & board.ground.map.within(start, hexes)
    if not unit_hexes:
        return []
    if free_spaces is None and unit_hexes != 1 << start:
        free_spaces = open_to_leaders(board, board.leader(leader).side)
    reached_hexes = in_reach(board, start, hexes, free_spaces or 0, unit_hexes)
    return [unit_id for unit_id in units if reached_hexes >> places[unit_id].space & 1]


TRANSFER_HEXES = 10
"""How far from its unit a leader may transfer."""


def transfer_leaders(table: Table[FieldBoard]) -> Procedure[None]:
    """Each side in turn may send each of its leaders to another of his units, up to ten hexes away.

    Leaders who were cut off have come back before. Source: GCACW rules 1.4, 3 Leader Transfer
    """
    board = table.board
    for leader_cut_off in tuple(board.cut_off):
        yield from _reattach_leader(table, leader_cut_off, board.cut_off[leader_cut_off])
    for side in SIDES:
        leaders = [leader for leader in board.leader_with if board.leader(leader).side == side]
        places = [place for leader in leaders for place in _possible_placements(board, leader)]
        while places:
            leader = f"Which {NATION[side]} leader"
            prompt = f"{leader} joins another of his units, up to {TRANSFER_HEXES} hexes away, if any does?"
            answer = yield from table.ask(side, [*places, Done()], prompt, cites.TRANSFER)
            if isinstance(answer, Done):
                break
            places = [place for place in places if place.leader != answer.leader]
            table.record(events.LeaderPlaced(answer.leader, answer.unit))


def _possible_placements(board: FieldBoard, leader: LeaderId) -> Iterator[PlaceLeader]:
    own_unit = board.leader_with[leader]
    other_units = [unit for unit in board.book.subordinates[leader] if unit in board.units and unit != own_unit]
    return (PlaceLeader(leader, unit) for unit in reached_by(board, leader, other_units, TRANSFER_HEXES))


def reattach_leaders(table: Table[FieldBoard]) -> Procedure[None]:
    """Send each leader whose unit is gone to the nearest unit of his, if it is not farther than he may transfer.

    Source: GCACW rules 1.4, 2 Leaders. Readings: Leaders stand with units
    """
    board = table.board
    while board.stranded_leaders:
        leader, space = next(iter(board.stranded_leaders.items()))
        if min(_distances_to_units(board, leader, space).values(), default=0) > TRANSFER_HEXES:
            table.record(events.LeaderCutOff(leader))
        else:
            yield from _reattach_leader(table, leader, space)


def _distances_to_units(board: FieldBoard, leader: LeaderId, space: int) -> dict[str, int]:
    """How far each unit of a leader is from a hex."""
    own_units = (unit for unit in board.book.subordinates[leader] if unit in board.units)
    return {unit: board.ground.map.distance(space, board.units[unit].space) for unit in own_units}


def _reattach_leader(table: Table[FieldBoard], leader: LeaderId, space: int) -> Procedure[None]:
    """Send a leader from a hex to the nearest unit of his; the owner chooses among equally near ones."""
    board = table.board
    distance_by_unit = _distances_to_units(board, leader, space)
    nearest_units = [unit for unit, hexes in distance_by_unit.items() if hexes == min(distance_by_unit.values())]
    answer = nearest_units[0] if nearest_units else ""
    if len(nearest_units) > 1:
        places = [PlaceLeader(leader, unit) for unit in nearest_units]
        prompt = f"{board.name(leader)} has no unit any more: whom does he join?"
        side = board.leader(leader).side
        answer = (yield from table.ask(side, places, prompt, cites.LEADERS, step="Leaders")).unit
    table.record(events.LeaderPlaced(leader, answer, "his unit is gone"))


# Special rules of a scenario
def note_entry(table: Table[FieldBoard], unit: str, space: int | None = None) -> None:
    """Give an objective to the side whose infantry has just entered it: the unit's hex, or another on its way.

    Source: On the 4th Day, Special Rules, Definition of Control
    """
    board = table.board
    counter = board.unit(unit)
    if counter.arm != "infantry" or (space is None and unit not in board.units):
        return
    entered_space = board.units[unit].space if space is None else space
    if board.control.get(entered_space, counter.side) != counter.side:
        table.record(events.ControlTaken(counter.side, board.ground.name(entered_space)))


def exit_hexes(board: FieldBoard, unit: str) -> int:
    """Mask of the hexes by which a unit leaves the map when it enters one; none for a unit that stays on it."""
    hexes = 0
    for rule in board.scenario.rules_with_hook("exits"):
        hexes |= rule.exits(board, unit)
    return hexes


def closed_hexes(board: FieldBoard, unit: str) -> int:
    """Mask of the hexes that a unit may not enter because it would leave the map by them, and no rule lets it now."""
    shut_hexes = let_through = 0
    for rule in board.scenario.rules_with_hook("shut"):
        hexes_shut = rule.shut(board, unit)
        shut_hexes |= hexes_shut
        let_through |= rule.exits(board, unit) & ~hexes_shut
    return shut_hexes & ~let_through
