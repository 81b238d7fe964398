"""What people ask of a scenario: rules in worked examples, a position in and a ruling out as JSON; and exact odds.

Every function takes the keys of a position (`positions.board_from`), its own parameters, and ``answer``: the one key of
the answer that is wanted alone, or a list of keys that shall be in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from inspect import Parameter, signature
from typing import Annotated, Any, Final, get_args

from attrs import evolve

from wargame_core.authoring import Verdict, bits, refuse
from wargame_core.charts import Chart, NameAxis, TextCard
from wargame_core.errors import QueryError, UnknownName
from wargame_core.json_form import JsonObject, plain
from wargame_core.odds import exact
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import CaseFunction, ChartLookup, Given, Question, question
from wargame_core.shapes import OneOf
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.charts.combat import Combat, combat_outcome, dice_needed
from wargame_gcacw.charts.results import combat_column
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import POINT, Book, PrintedScenario
from wargame_gcacw.printed.counters import NO_LEADER, Arm, LeaderId, Unit, side_named
from wargame_gcacw.questions import positions
from wargame_gcacw.questions.positions import GivenPosition, board_from, space_called, unit_called
from wargame_gcacw.rules.combat import KINDS
from wargame_gcacw.rules.combat_on_map import ASSAULTS, forecast
from wargame_gcacw.rules.combat_on_map import combat_at as combat_of
from wargame_gcacw.rules.lines_of_communication import LinePoints, line_of_communication, lines_of_communication
from wargame_gcacw.rules.movement_costs import MarchCosts, march_reach
from wargame_gcacw.rules.victory_points import score, victory_level

ScenarioRule = Callable[..., JsonObject]
"""A rule asked about a position: the position first, then parameters of its own."""
DICE_NAMES: Final = ("attacker", "defender", "artillery")
KEYS: Final[Mapping[str, str]] = {"start": "from", "where": "hex"}
"""Keys of examples that are other words in Python, by the parameter."""


def cases_of(read: Callable[[], Book]) -> dict[str, CaseFunction]:
    """The functions for the scenarios of a book, which is read when one is first called."""
    books: list[Book] = []

    def call(function: ScenarioRule, arguments: Given) -> Any:
        if not books:
            books.append(read())
        case = dict(arguments)
        expected_answer = case.pop("answer", None)
        return _wanted(plain(ask(function, books[0], case)), expected_answer)

    return {name: partial(call, function) for name, function in FUNCTIONS.items()}


def ask(function: ScenarioRule, book: Book, case: Given) -> JsonObject:
    """The answer of a function to the keys of a case: its own parameters by their names, the rest a position."""
    parameters = {
        KEYS.get(name, name): parameter for name, parameter in list(signature(function).parameters.items())[1:]
    }
    given = positions.keys_of(
        case, (*parameters, *(key for key in positions.POSITION_KEYS if key not in parameters)), "the question"
    )
    missing_keys = [
        key for key, parameter in parameters.items() if parameter.default is Parameter.empty and key not in given
    ]
    if missing_keys:
        raise QueryError(f"{missing_keys[0]} is missing")
    position: JsonObject = {key: given[key] for key in positions.POSITION_KEYS if key in given}
    return function(
        GivenPosition(book, position),
        **{parameter.name: given[key] for key, parameter in parameters.items() if key in given},
    )


def _wanted(answer: JsonObject, expected_answer: Any) -> Any:
    if expected_answer is None:
        return answer
    names = [expected_answer] if isinstance(expected_answer, str) else expected_answer
    for name in names:
        if name not in answer:
            raise UnknownName("part of the answer", name, answer)
    return answer[expected_answer] if isinstance(expected_answer, str) else {name: answer[name] for name in names}


def lines(at: GivenPosition, unit: object = None) -> JsonObject:
    """The best line of communication of ``unit``, or of every unit by its id.

    Out: points, blocked, path, parts, screened, why. Source: On the 4th Day, Victory Conditions, Line of Communication
    """
    board = at.board()
    rules = list(board.scenario.victory_of(LinePoints))
    if not rules:
        raise QueryError(f"{board.scenario.title} counts no lines of communication")
    if unit is None:
        return {line.unit: line.to_json() for rule in rules for line in lines_of_communication(board, rule)}
    return line_of_communication(board, rules[0], unit_called(board.book, unit)).to_json()


def victory_points(at: GivenPosition) -> JsonObject:
    """The victory points of a position. Out: total, exact, level, winner, lines."""
    board = at.board()
    ledger = score(board)
    level = victory_level(board.scenario, ledger.total)
    return {
        "total": ledger.total,
        "exact": ledger.exact,
        "level": level.title,
        "winner": level.winner,
        "lines": ledger.to_json()["lines"],
    }


def level_of(at: GivenPosition, points: object) -> JsonObject:
    """The row of a scenario's victory table for ``points``. Out: level, winner."""
    level = victory_level(at.scenario, exact(points))
    return {"level": level.title, "winner": level.winner}


def zone_of_control(at: GivenPosition, where: object = None, unit: object = None, side: object = None) -> JsonObject:
    """The zone of control of a unit in ``hex``, of a ``unit`` of the position, or of all units of a ``side`` in it.

    Out: zone, and restricted: the part of it that is restricted only. Source: GCACW rules 1.4, 2 Zones of Control
    """
    if sum(argument is not None for argument in (where, unit, side)) != 1:
        raise QueryError("name one of hex, unit and side")
    board = at.board()
    if where is not None:
        spaces = [space_called(at.book, where)]
    elif unit is not None:
        named_unit = unit_called(board.book, unit)
        if named_unit not in board.units:
            raise UnknownName("unit on the map", named_unit, board.units)
        spaces = [] if board.unit(named_unit).arm == "wagon" else [board.units[named_unit].space]
    else:
        spaces = list(bits(board.mask(side_named(positions.side_called(side)), "infantry", "cavalry", "artillery")))
    zone = free_spaces = 0
    for space in spaces:
        zone |= board.ground.zone[space]
        free_spaces |= board.ground.zone[space] & ~board.ground.restricted[space]
    name = board.ground.name
    return {"zone": sorted(map(name, bits(zone))), "restricted": sorted(map(name, bits(zone & ~free_spaces)))}


def combat_at(
    at: GivenPosition,
    attackers: str | Sequence[object],
    target: object,
    how: str | None = None,
    action: str | None = None,
    leader: object = None,
    dice: Given | None = None,
    attacker_die: int | None = None,
    defender_die: int | None = None,
    artillery_die: int | None = None,
) -> JsonObject:
    """The combat of ``attackers`` against the ``target`` hex: values and modifiers, and with dice the results.

    ``how``: a kind of attack of the march ("normal", if left out), "assault" or "grand_assault"; ``action``, "march" or
    "assault", may stand beside it or for it, as in the facts of the charts; ``leader``: who ordered an assault;
    ``dice``: those of attacker, defender and artillery (or ``attacker_die`` and so on).
    Source: Combat Chart (7.4)
    """
    board, space = at.board(), space_called(at.book, target)
    units = [
        unit_called(board.book, name)
        for name in ([attackers] if isinstance(attackers, str) else positions.list_of(attackers, "attackers"))
    ]
    for unit in units:
        if unit not in board.units:
            raise UnknownName("unit on the map", unit, board.units)
        if space not in board.ground.map.neighbours[board.units[unit].space]:
            raise QueryError(f"{unit} in {board.hex(unit)} is not next to {board.ground.name(space)}")
        if board.holding_side(space) == board.unit(unit).side:
            raise QueryError(f"{board.ground.name(space)} is held by the side of {unit}")
    ordered_by = positions.leader_called(board.book, leader) if leader else NO_LEADER
    combat = combat_of(board, units, space, how=_how(action, how), leader=ordered_by)
    faces = {f"{name}_die": face for name, face in positions.keys_of(dice or {}, DICE_NAMES, "dice").items()}
    die_faces = {"attacker_die": attacker_die, "defender_die": defender_die, "artillery_die": artillery_die}
    faces |= {name: face for name, face in die_faces.items() if face is not None}
    return _account(combat) | (combat_outcome(combat, **faces).to_json() if faces else {})


def _how(action: str | None, kind_of_combat: str | None) -> str:
    """The kind of attack, said outright or by the action it belongs to."""
    if action in (None, "march"):
        action = kind_of_combat or "normal"
    elif kind_of_combat not in (None, action):
        raise QueryError(f"the action {action!r} is no {kind_of_combat!r} attack; leave one of them out")
    return positions.allowed_name("kind of attack", action, (*KINDS, *sorted(ASSAULTS)))


def _account(combat: Combat) -> JsonObject:
    """What is known of a combat before its dice. Where an artillery die decides, both of its modifiers are given."""
    prepared = combat.prepared

    def either(pair: tuple[int, int]) -> object:
        return {"even": pair[0], "odd": pair[1]} if prepared.needs_artillery_die else pair[0]

    return {
        "attacker_value": combat.attacker,
        "defender_value": combat.defender,
        "defender_ratio_value": combat.defender if combat.entrenched is None else combat.entrenched,
        "attacker_artillery": combat.attacker_guns,
        "defender_artillery": combat.defender_guns,
        "covered_hexes": combat.covered,
        "friendly_covered": combat.friendly_covered,
        "ratio_modifier": prepared.ratio_modifier,
        "artillery_modifier": either(prepared.artillery),
        "flank_bonus": prepared.flank_bonus,
        "attacker_modifier": either(prepared.attacker_modifiers),
        "defender_modifier": prepared.defender_modifier,
        "attacker_column": combat_column("attacker", combat.attacker),
        "defender_column": combat_column("defender", combat.defender),
        "dice": list(dice_needed(combat)),
    }


UNLIMITED_MARCH: Final = 1000
"""Half points that no march has: for the cost of a march that is not asked how far it may go."""


def march_cost(
    at: GivenPosition,
    unit: object = None,
    side: str = "union",
    arm: str = "infantry",
    start: object = None,
    to: object = None,
    path: Sequence[object] = (),
    allowance: object = None,
    fresh: bool = True,
) -> JsonObject:
    """What a march costs a unit, ``from`` a hex ``to`` another by a cheapest way, or along a ``path``.

    ``unit`` is one of the position, or a counter that is put into the first hex; without one, a unit of ``side`` and
    ``arm`` is (Union infantry, if left out). ``allowance`` limits the march, in points; ``fresh`` is false when the
    unit has moved already. Out: cost in points (null where the march is barred), path, why.
    """
    way = positions.list_of(path, "path")
    board, marching = _marching(at, unit, side, arm, _start(at, start, way))
    if not way and to is None:
        raise QueryError("to is missing")
    end, limit = (
        space_called(at.book, way[-1] if way else to),
        UNLIMITED_MARCH if allowance is None else _halves(allowance),
    )
    not_moved = positions.flag(fresh, "fresh")
    if way:
        spaces = tuple(space_called(at.book, name) for name in way)
        cost: int | Verdict = _along(board, marching, spaces, limit, not_moved)
    else:
        reach = march_reach(board, marching, limit, is_fresh=not_moved)
        cost = reach.costs[end] if end in reach else reach.why_not(end)
        spaces = reach.path(end) if end in reach else ()
    if isinstance(cost, Verdict):
        return {"cost": None, "path": [], "why": [reason.text for reason in cost.reasons]}
    if limit == UNLIMITED_MARCH and cost >= UNLIMITED_MARCH:
        raise QueryError("allowance is missing: from one enemy zone of control to another a march costs all of it")
    return {"cost": Fraction(cost, POINT), "path": [board.ground.name(space) for space in spaces], "why": []}


def _start(position: GivenPosition, start: object, path: Sequence[object]) -> object:
    """The name of the first hex: given, or that of the path."""
    if start is None:
        return path[0] if path else None
    if path and space_called(position.book, start) != space_called(position.book, path[0]):
        raise QueryError(f"the path begins in {path[0]}, the march in {start}")
    return start


def _marching(
    position: GivenPosition, named_unit: object, side: str, arm: str, start: object
) -> tuple[FieldBoard, str]:
    """The board with the marching unit in its first hex."""
    board = position.board()
    if named_unit is not None:
        unit = unit_called(board.book, named_unit)
        counter = board.unit(unit)
    else:
        unit, unit_side = "marching", positions.side_called(side)
        counter = Unit(unit, unit, unit_side, positions.allowed_name("arm", arm, get_args(Arm), positions.ARM_NAMES), 2)  # type: ignore[arg-type]
    if unit in board.units:
        if start is not None and space_called(position.book, start) != board.units[unit].space:
            raise QueryError(f"{unit} stands in {board.hex(unit)}, not in {start}")
        return board, unit
    if start is None:
        raise QueryError("from is missing: the hex where the march begins")
    space = space_called(position.book, start)
    if board.holding_side(space) not in ("", counter.side):
        raise QueryError(f"enemies of {unit} stand in {start}")
    board.book = evolve(board.book, units={**board.book.units, unit: counter})
    board.put(unit, UnitState(space, manpower=1))
    return board, unit


def _halves(points: object) -> int:
    halves = exact(points) * POINT
    if halves.denominator != 1 or halves < 0:
        raise QueryError(f"allowance: {points!r} is not a number of points or halves of them")
    return int(halves)


def _along(board: FieldBoard, unit: str, spaces: Iterable[int], allowance: int, is_fresh: bool) -> int | Verdict:
    """What a march along these hexes costs, in half points, or why it cannot go so."""
    points_spent, last_space, *spaces_ahead = 0, *spaces
    for space in spaces_ahead:
        if space not in board.ground.map.neighbours[last_space]:
            raise QueryError(f"{board.ground.name(space)} is not next to {board.ground.name(last_space)}")
        cost = MarchCosts(board, unit, allowance, allowance - points_spent, is_fresh)(last_space, space)
        if isinstance(cost, Verdict):
            return cost
        points_spent += cost
        if points_spent > allowance:
            spent_and_allowed = Fraction(points_spent, POINT), Fraction(allowance, POINT)
            return refuse(
                "too_far",
                (
                    f"{board.ground.label(space)} costs {spent_and_allowed[0]} "
                    f"points, the allowance is {spent_and_allowed[1]}"
                ),
            )
        last_space = space
    return points_spent


FUNCTIONS: Final[Mapping[str, ScenarioRule]] = {
    "line_of_communication": lines,
    "victory_points": victory_points,
    "victory_level": level_of,
    "march_cost": march_cost,
    "zone_of_control": zone_of_control,
    "combat_at": combat_at,
}
AttackOnMap = Annotated[str, OneOf((*KINDS, *sorted(ASSAULTS)))]


def attack(
    read: Callable[[], Book],
    scenario: str,
    attackers: str,
    target: str,
    how: AttackOnMap = "prepared",
    start: str | None = None,
    leader: str | None = None,
    rain: bool = False,
) -> OddsAnswer:
    """both results of an attack, from the set-up of a scenario

    Args:
        scenario: the scenario whose set-up it is
        attackers: the units that attack: ids or names with commas between
        target: the hex that is attacked
        how: the kind of attack
        start: the hex that the attackers have gone to, if they have moved
        leader: the leader of an assault
        rain: whether it rains
    """
    book = read()
    units = [unit_called(book, name.strip()) for name in attackers.split(",")]
    moves = [{"unit": unit, "hex": start} for unit in units] if start else []
    board = board_from(book, {"scenario": scenario, "setup": True, "units": moves, "rain": rain})
    space = space_called(book, target)
    if not board.units_at(space):
        raise QueryError(f"target: nobody stands in {target} at the start of {scenario}")
    ordered_by = LeaderId(leader or "")
    results = forecast(board, units, space, how=how, leader=ordered_by)
    prepared_combat = combat_of(board, units, space, how=how, leader=ordered_by).prepared
    attackers_in_words, defenders_in_words = (
        ", ".join(map(board.name, side)) for side in (units, board.units_at(space))
    )
    modifiers = (
        f"attacker {max(prepared_combat.attacker_modifiers):+d}, defender {prepared_combat.defender_modifier:+d}"
    )
    return OddsAnswer(
        (
            f"{attackers_in_words} ({how.replace('_', ' ')}) against "
            f"{defenders_in_words} in {board.ground.label(space)}: {modifiers}"
        ),
        results,
        {"defender": lambda outcome: outcome.defender.raw, "attacker": lambda outcome: outcome.attacker.raw},
    )


def scenario_odds(read: Callable[[], Book]) -> Mapping[str, Question]:
    """The questions about the scenarios of a book, which is read when one is first asked."""
    return {"attack": question(partial(attack, cache(read)))}


# Charts that scenarios print
REDUCTION_TITLES: Final = {
    "screened_cavalry": "Per Cavalry Point Screened",
    "north": "Goes North",
    "far_east": "Too Far East",
    "in_zone": "In Zone of Control",
    "off_pike": "Off-Pike",
}
"""The columns of the summary of what a line of communication counts less."""


def charts_of(book: Book) -> dict[str, ChartLookup]:
    """The charts that the scenarios of a book print: their victory tables, and what reduces a line of communication.

    Source: On the 4th Day, LOC VP Reduction Summary Chart and Victory Levels
    """
    charts: dict[str, ChartLookup] = {}
    for scenario in book.scenarios.values():
        for rule in scenario.victory_of(LinePoints):
            charts.setdefault("line_reductions", reductions_of(rule))
        charts[f"victory_{scenario.id}"] = victory_table(scenario)
    return charts


def reductions_of(rule: LinePoints) -> ChartLookup:
    """How many points a line of communication counts less, by arm and reason."""
    arms, reasons = (
        NameAxis.of("arm", rule.arms),
        NameAxis.of("reason", {title: [reason] for reason, title in REDUCTION_TITLES.items()}),
    )
    by_reason: dict[tuple[str, str], int] = {
        (arm, line.why): line.points for line in rule.reduction for arm in line.arms
    }
    cells = [[str(by_reason.get((arm, reason), 0)) for reason in REDUCTION_TITLES] for arm in rule.arms]
    title = "Line of Communication Reductions"
    chart = Chart.of("line_reductions", title, arms, reasons, cells, int, cite=cites.LINES, stub="arm")

    def points(arm: str, reason: str) -> object:
        """the points that a line counts less

        Args:
            arm: infantry or wagon
            reason: screened_cavalry, north, far_east, in_zone or off_pike
        """
        return chart.at(arm, reason)

    return ChartLookup(title, chart, question(points), "points")


def victory_table(scenario: PrintedScenario) -> ChartLookup:
    """The victory table of a scenario."""
    title = f"Victory Levels, {scenario.title}"
    rows = [
        f"  {'less' if level.at_least is None else f'{level.at_least} or more':<12}{level.title}"
        for level in scenario.levels
    ]

    def level(points: float) -> JsonObject:
        """who wins with so many points, and how clearly

        Args:
            points: victory points of the side that scores
        """
        level = victory_level(scenario, exact(points))
        return {"level": level.title, "winner": level.winner}

    return ChartLookup(title, TextCard("\n".join([title, *rows])), question(level))
