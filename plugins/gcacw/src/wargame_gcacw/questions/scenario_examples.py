"""The rules of a scenario as worked examples call them: a position in, a ruling out, both as JSON.

Every function takes the keys of a position (`positions.board_from`), its own, and ``answer``: the one key of the answer
that is wanted alone, or a list of keys that shall be in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final, get_args

from attrs import evolve

from wargame_core.errors import UnknownName
from wargame_core.exact import exact
from wargame_core.maps.masks import bits
from wargame_core.plugins.questions import CaseFunction, QueryError
from wargame_core.plugins.worked_examples import plain
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.board.board import FieldBoard, Status
from wargame_gcacw.charts.combat_chart import combat_column
from wargame_gcacw.charts.combat_input import Combat
from wargame_gcacw.charts.combat_result import combat_outcome, dice_needed
from wargame_gcacw.printed.counters import Arm, Unit
from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.printed.victory_conditions import LinePoints
from wargame_gcacw.questions.positions_from_json import (
    ARM_NAMES,
    POSITION_KEYS,
    board_from,
    flag,
    keys_of,
    known,
    leader_called,
    listed,
    scenario_called,
    side_called,
    space_called,
    unit_called,
)
from wargame_gcacw.rules.attacks import KINDS
from wargame_gcacw.rules.combat_on_map import combat_at as combat_of
from wargame_gcacw.rules.combat_values import ASSAULTS
from wargame_gcacw.rules.line_of_communication import line_of_communication, lines_of_communication
from wargame_gcacw.rules.movement_costs import POINT, march_costs, march_reach
from wargame_gcacw.rules.victory_points import score, victory_level

ALL_OF_IT: Final = 1000
"""Half points that no march has: for the cost of a march that is not asked how far it may go."""
DICE_NAMES: Final = ("attacker", "defender", "artillery")
DICE: Final = tuple(f"{name}_die" for name in DICE_NAMES)


def scenario_cases(id: str) -> dict[str, CaseFunction]:
    """The functions for a game that is installed; its data are read when one is first called."""

    def read() -> Book:
        import wargame_core

        book: Book = wargame_core.load(id).printed["book"]
        return book

    return cases_of(read)


def cases_of(read: Callable[[], Book]) -> dict[str, CaseFunction]:
    """The functions for the scenarios of a book, which is read when one is first called."""
    books: list[Book] = []

    def call(function: Callable[[Book, dict[str, Any]], dict[str, Any]], given: Mapping[str, Any]) -> Any:
        if not books:
            books.append(read())
        case = dict(given)
        wanted = case.pop("answer", None)
        return _wanted(plain(function(books[0], case)), wanted)

    return {name: partial(call, function) for name, function in FUNCTIONS.items()}


def _wanted(answer: dict[str, Any], wanted: Any) -> Any:
    if wanted is None:
        return answer
    names = [wanted] if isinstance(wanted, str) else wanted
    for name in names:
        if name not in answer:
            raise UnknownName("part of the answer", name, answer)
    return answer[wanted] if isinstance(wanted, str) else {name: answer[name] for name in names}


def _split(case: Mapping[str, Any], *own: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys of a question: its ``own`` ones, and those of the position."""
    read = keys_of(case, (*own, *POSITION_KEYS), "the question")
    return {key: read[key] for key in own if key in read}, {key: read[key] for key in POSITION_KEYS if key in read}


def lines(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """The best line of communication of ``unit``, or of every unit by its id.

    Out: points, blocked, path, parts, screened, why. Source: On the 4th Day, Victory Conditions, Line of Communication
    """
    own, position = _split(case, "unit")
    board = board_from(book, position)
    rules = list(board.scenario.victory_of(LinePoints))
    if not rules:
        raise QueryError(f"{board.scenario.title} counts no lines of communication")
    if "unit" not in own:
        return {line.unit: line.to_json() for rule in rules for line in lines_of_communication(board, rule)}
    return line_of_communication(board, rules[0], unit_called(board.book, own["unit"])).to_json()


def victory_points(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """The victory points of a position. Out: total, exact, level, winner, lines."""
    _, position = _split(case)
    board = board_from(book, position)
    ledger = score(board)
    level = victory_level(board.scenario, ledger.total)
    told = ledger.to_json()
    return {
        "total": ledger.total,
        "exact": ledger.exact,
        "level": level.title,
        "winner": level.winner,
        "lines": told["lines"],
    }


def level_of(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a scenario's victory table for ``points``. Out: level, winner."""
    read = keys_of(case, ("scenario", "points"), "the question")
    if "points" not in read:
        raise QueryError("points are missing")
    scenario = scenario_called(book, read["scenario"]) if "scenario" in read else next(iter(book.scenarios.values()))
    level = victory_level(scenario, exact(read["points"]))
    return {"level": level.title, "winner": level.winner}


def march_cost(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a march costs a unit, ``from`` a hex ``to`` another by a cheapest way, or along a ``path``.

    ``unit`` is one of the position, or a counter that is put into the first hex; without one, a unit of ``side`` and
    ``arm`` is (Union infantry, if left out). ``allowance`` limits the march, in points; ``fresh`` is false when the
    unit has moved already. Out: cost in points (null where the march is barred), path, why.
    """
    own, position = _split(case, "unit", "side", "arm", "from", "to", "path", "allowance", "fresh")
    path = listed(own.get("path", ()), "path")
    board, unit = _marching(book, own, position, path)
    end = space_called(book, path[-1] if path else _needed(own, "to"))
    allowance = _halves(own["allowance"]) if "allowance" in own else ALL_OF_IT
    fresh = flag(own.get("fresh", True), "fresh")
    if path:
        spaces = tuple(space_called(book, one) for one in path)
        cost: int | Verdict = _along(board, unit, spaces, allowance, fresh)
    else:
        reach = march_reach(board, unit, allowance, fresh=fresh)
        cost = reach.costs[end] if end in reach else reach.why_not(end)
        spaces = reach.path(end) if end in reach else ()
    if isinstance(cost, Verdict):
        return {"cost": None, "path": [], "why": [reason.text for reason in cost.reasons]}
    if allowance == ALL_OF_IT and cost >= ALL_OF_IT:
        raise QueryError("allowance is missing: from one enemy zone of control to another a march costs all of it")
    return {"cost": Fraction(cost, POINT), "path": [board.ground.name(space) for space in spaces], "why": []}


def _marching(
    book: Book, own: Mapping[str, Any], position: Mapping[str, Any], path: Sequence[Any]
) -> tuple[FieldBoard, str]:
    """The board with the marching unit in its first hex."""
    start = own.get("from", path[0] if path else None)
    if path and space_called(book, start) != space_called(book, path[0]):
        raise QueryError(f"the path begins in {path[0]}, the march in {start}")
    board = board_from(book, position)
    if "unit" in own:
        unit = unit_called(board.book, own["unit"])
        counter = board.unit(unit)
    else:
        unit, side = "marching", side_called(own.get("side", "union"))
        counter = Unit(unit, unit, side, known("arm", own.get("arm", "infantry"), get_args(Arm), ARM_NAMES), 2)  # type: ignore[arg-type]
    if unit in board.units:
        if start is not None and space_called(book, start) != board.units[unit].space:
            raise QueryError(f"{unit} stands in {board.hex(unit)}, not in {start}")
        return board, unit
    if start is None:
        raise QueryError("from is missing: the hex where the march begins")
    space = space_called(book, start)
    if board.holder(space) not in ("", counter.side):
        raise QueryError(f"enemies of {unit} stand in {start}")
    board.book = evolve(board.book, units={**board.book.units, unit: counter})
    board.put(unit, Status(space, manpower=1))
    return board, unit


def _halves(points: Any) -> int:
    halves = exact(points) * POINT
    if halves.denominator != 1 or halves < 0:
        raise QueryError(f"allowance: {points!r} is not a number of points or halves of them")
    return int(halves)


def _needed(own: Mapping[str, Any], key: str) -> Any:
    if key not in own:
        raise QueryError(f"{key} is missing")
    return own[key]


def _along(board: FieldBoard, unit: str, spaces: Iterable[int], allowance: int, fresh: bool) -> int | Verdict:
    """What a march along these hexes costs, in half points, or why it cannot go so."""
    spent, here, *rest = 0, *spaces
    for there in rest:
        if there not in board.ground.map.neighbours[here]:
            raise QueryError(f"{board.ground.name(there)} is not next to {board.ground.name(here)}")
        cost = march_costs(board, unit, allowance, allowance - spent, fresh)(here, there)
        if isinstance(cost, Verdict):
            return cost
        spent += cost
        if spent > allowance:
            dear = Fraction(spent, POINT), Fraction(allowance, POINT)
            return refuse("too_far", f"{board.ground.label(there)} costs {dear[0]} points, the allowance is {dear[1]}")
        here = there
    return spent


def zone_of_control(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """The zone of control of a unit in ``hex``, of a ``unit`` of the position, or of all units of a ``side`` in it.

    Out: zone, and restricted: the part of it that is restricted only. Source: GCACW rules 1.4, 2 Zones of Control
    """
    own, position = _split(case, "hex", "unit", "side")
    if len(own) != 1:
        raise QueryError("name one of hex, unit and side")
    board = board_from(book, position)
    if "hex" in own:
        spaces = [space_called(book, own["hex"])]
    elif "unit" in own:
        unit = unit_called(board.book, own["unit"])
        if unit not in board.units:
            raise UnknownName("unit on the map", unit, board.units)
        spaces = [] if board.unit(unit).arm == "wagon" else [board.units[unit].space]
    else:
        spaces = list(bits(board.mask(side_called(own["side"]), "infantry", "cavalry", "artillery")))
    zone = free = 0
    for space in spaces:
        zone |= board.ground.zone[space]
        free |= board.ground.zone[space] & ~board.ground.restricted[space]
    name = board.ground.name
    return {"zone": sorted(map(name, bits(zone))), "restricted": sorted(map(name, bits(zone & ~free)))}


def combat_at(book: Book, case: Mapping[str, Any]) -> dict[str, Any]:
    """The combat of ``attackers`` against the ``target`` hex: values and modifiers, and with dice the results.

    ``how``: a kind of attack of the march ("normal", if left out), "assault" or "grand_assault"; ``action``, "march" or
    "assault", may stand beside it or for it, as in the facts of the charts; ``leader``: who ordered an assault;
    ``dice``: those of attacker, defender and artillery (or ``attacker_die`` and so on).
    Source: Combat Chart (7.4)
    """
    own, position = _split(case, "attackers", "target", "how", "action", "leader", "dice", *DICE)
    board = board_from(book, position)
    given = _needed(own, "attackers")
    attackers = [
        unit_called(board.book, one) for one in ([given] if isinstance(given, str) else listed(given, "attackers"))
    ]
    target = space_called(book, _needed(own, "target"))
    for unit in attackers:
        if unit not in board.units:
            raise UnknownName("unit on the map", unit, board.units)
        if target not in board.ground.map.neighbours[board.units[unit].space]:
            raise QueryError(f"{unit} in {board.hex(unit)} is not next to {board.ground.name(target)}")
        if board.holder(target) == board.unit(unit).side:
            raise QueryError(f"{board.ground.name(target)} is held by the side of {unit}")
    how = _how(own)
    leader = leader_called(board.book, own["leader"]) if own.get("leader") else ""
    combat = combat_of(board, attackers, target, how=how, leader=leader)
    dice = {f"{name}_die": face for name, face in keys_of(own.get("dice", {}), DICE_NAMES, "dice").items()}
    dice |= {name: own[name] for name in DICE if own.get(name) is not None}
    return _account(combat) | (combat_outcome(combat, **dice).to_json() if dice else {})


def _how(own: Mapping[str, Any]) -> str:
    """The kind of attack, said outright or by the action it belongs to."""
    action, how = own.get("action"), own.get("how")
    if action in (None, "march"):
        action = how or "normal"
    elif how not in (None, action):
        raise QueryError(f"the action {action!r} is no {how!r} attack; leave one of them out")
    return known("kind of attack", action, (*KINDS, *sorted(ASSAULTS)))


def _account(combat: Combat) -> dict[str, Any]:
    """What is known of a combat before its dice. Where an artillery die decides, both of its modifiers are given."""
    ready = combat.prepared

    def either(pair: tuple[int, int]) -> Any:
        return {"even": pair[0], "odd": pair[1]} if ready.needs_artillery_die else pair[0]

    return {
        "attacker_value": combat.attacker,
        "defender_value": combat.defender,
        "defender_ratio_value": combat.defender if combat.entrenched is None else combat.entrenched,
        "attacker_artillery": combat.attacker_guns,
        "defender_artillery": combat.defender_guns,
        "covered_hexes": combat.covered,
        "friendly_covered": combat.friendly_covered,
        "ratio_modifier": ready.ratio_modifier,
        "artillery_modifier": either(ready.artillery),
        "flank_bonus": ready.flank_bonus,
        "attacker_modifier": either(ready.attacker_modifiers),
        "defender_modifier": ready.defender_modifier,
        "attacker_column": combat_column("attacker", combat.attacker),
        "defender_column": combat_column("defender", combat.defender),
        "dice": list(dice_needed(combat)),
    }


FUNCTIONS: Final[Mapping[str, Callable[[Book, dict[str, Any]], dict[str, Any]]]] = {
    "line_of_communication": lines,
    "victory_points": victory_points,
    "victory_level": level_of,
    "march_cost": march_cost,
    "zone_of_control": zone_of_control,
    "combat_at": combat_at,
}
