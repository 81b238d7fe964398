"""What lies on the table: panels with points, turn, lines, losses and leaders; the sheet of a set-up and its briefing.

Nothing is hidden in these games, so every seat and every spectator gets the same panels.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Final, TypeVar, assert_never

from attrs import evolve, fields

from wargame_core.authoring import Briefing, Note, Sequence, Sheet, SheetPiece, SideOnSheet
from wargame_core.contents import numbered
from wargame_core.errors import UnknownName
from wargame_core.flow.panels import Panel, Score, ScoreLine, SequenceOfPlay, Status, StatusLine, Track
from wargame_core.flow.pieces import MapMark, PieceFace
from wargame_core.maps.masks import bits
from wargame_core.odds import show
from wargame_core.sheet import PlayerAid, SheetDie, SheetTrack
from wargame_gcacw.board.action_events import CAUSES
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.board.turn_events import day
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import PrintedScenario, show_points
from wargame_gcacw.printed.counters import COLORS, FOE, NATION, SIDES, Digging, Leader, Side, Unit
from wargame_gcacw.rules.action_cycle import cycle_over
from wargame_gcacw.rules.lines_of_communication import Line
from wargame_gcacw.rules.points_ledger import Item, Ledger, LedgerLine, signed_points
from wargame_gcacw.rules.special_rules import FirstInitiative, SpecialRule
from wargame_gcacw.rules.victory_points import lines, names_of_lines, points_needed, score, victory_level

# Remembered
POSITIONS: Final = 8
"""Positions whose points and panels are remembered for the games of one book, the latest."""
SHOWN: Final = [field.name for field in fields(FieldBoard) if field.eq and field.name not in ("outcome", "inner")]
"""The fields of a board of which panels are made."""
T = TypeVar("T")


def shown_state(board: FieldBoard) -> tuple[object, ...]:
    """All of a board of which panels are made."""
    values = (getattr(board, name) for name in SHOWN)
    return tuple(
        tuple(value.items()) if isinstance(value, dict) else frozenset(value) if isinstance(value, set) else value
        for value in values
    )


def remembered_points(board: FieldBoard, make_value: Callable[[FieldBoard], T]) -> T:
    """What ``make_value`` makes of a board's points, once for all boards with the same units and losses.

    Tracing the lines of communication is most of the work of a view, and most choices move nothing they depend on.
    """
    units = tuple((unit, state.space, state.manpower, state.disorganized) for unit, state in board.units.items())
    tallies = (board.control, board.exited_units, board.lost_manpower, board.train_marches, board.train_retreats)
    rest: tuple[object, ...] = (
        board.scenario_id,
        *board.options.values(),
        board.rain,
        board.eliminated_units,
        *(tuple(tally.items()) for tally in tallies),
    )  # fmt: skip
    if not all(condition.by_tallies for condition in board.scenario.victory):
        rest = (*rest, shown_state(board))
    return board.book.latest(f"points: {make_value.__name__}", (units, rest), partial(make_value, board), POSITIONS)


# Panels
STEPS: Final = ("Leader transfer", "Initiative", "Choose an action", "March", "Recovery", "Count the victory points")
"""The steps of a turn; a night repeats initiative, action and march."""


def panels(board: FieldBoard, seat: str = "") -> tuple[Panel, ...]:
    """Everything that lies beside the map now, made once for all who look at the same position."""
    state = (board.outcome is None, shown_state(board))
    return board.book.latest("panels", state, partial(make_panels, board), POSITIONS)


def number_panels(board: FieldBoard, seat: str = "") -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    return (
        Score(((board.scenario.scored, remembered_points(board, score).total),)),
        Track("turns", "Turns", (), board.turn - 1),
        SequenceOfPlay(STEPS, step_under_way(board)),
    )


def make_panels(board: FieldBoard) -> tuple[Panel, ...]:
    """The panels worked out from the board."""
    point_panel, line_panel = remembered_points(board, count_points)
    panel_list: list[Panel] = [point_panel, Status(tuple(state_of_the_turn(board))), turn_track(board)]
    panel_list.append(SequenceOfPlay(STEPS, step_under_way(board)))
    for title, rows in (
        ("Lines of communication", line_panel),
        ("Losses", tuple(losses(board))),
        ("Leaders", tuple(leaders(board))),
    ):
        if rows:
            panel_list.append(Status(rows, title, title.lower().replace(" ", "_")))
    return tuple(panel_list)


# Points
def count_points(board: FieldBoard) -> tuple[Score, tuple[StatusLine, ...]]:
    """The score with its ledger, and a status line for each line of communication, worked out from the board."""
    ledger = remembered_points(board, score)
    lines = (line_of_communication(board, line) for line in ledger.lines if line.unit in board.units)
    return points(board, ledger), tuple(row for row in lines if row is not None)


def points(board: FieldBoard, ledger: Ledger) -> Score:
    """The victory points as the game stands, what the scored side needs to win, and what they come from."""
    side, scenario = board.scenario.scored, board.scenario
    lines = tuple(ScoreLine(side, line.points, in_words(line), line.cite) for line in ledger.lines)
    level_points = points_needed(scenario)
    level = victory_level(scenario, ledger.total)
    return Score(
        ((side, ledger.total),),
        () if level_points is None else ((side, level_points),),
        lines,
        f"Victory points: {level.title} as it stands",
    )


def in_words(line: LedgerLine) -> str:
    """A line of the ledger with why it counts and what it is made of."""
    parts = [_part(part) for part in line.parts] if len(line.parts) > 1 else []
    details = "; ".join([line.because] * bool(line.because) + parts)
    return f"{line.label} ({details})" if details else line.label


def _part(part: Item) -> str:
    """A part of a line, whose label may begin with a number: "+54: 27 lost in combat, +2 each"."""
    return f"{signed_points(part.points)}: {part.label}" + (f", {part.because}" if part.because else "")


def line_of_communication(board: FieldBoard, line: LedgerLine) -> StatusLine | None:
    """The line of communication of a unit with its reductions; None for a line of the ledger of another kind."""
    if not line.path and "line of communication" not in line.label:
        return None
    reductions = ", ".join(map(str, line.parts[1:]))
    value = f"{signed_points(line.points)} points" + (f" ({reductions})" if reductions else "")
    return StatusLine(board.name(line.unit), value if line.path else f"none: {line.because}", (line.unit,), line.path)


# Status
def state_of_the_turn(board: FieldBoard) -> Iterator[StatusLine]:
    """The turn and its weather, who acts and with what, and what the turn has used up."""
    scenario = board.scenario
    if board.turn:
        yield StatusLine("turn", f"{board.turn} of {scenario.turns}, {day(scenario.dates[board.turn - 1].isoformat())}")
    yield StatusLine("weather", ("rain" if board.rain else "dry") + (", night" if board.night else ""))
    for rule in scenario.rules:
        yield from rule.status(board)
    if board.active:
        yield StatusLine("initiative", NATION[board.active])
    if board.passed_sides:
        yield StatusLine("passed", ", ".join(NATION[side] for side in board.passed_sides))
    yield from action_under_way(board)
    if board.refused_hexes:
        hexes = tuple(board.ground.name(space) for space in sorted(board.refused_hexes))
        yield StatusLine("flanks refused", ", ".join(hexes), places=hexes)
    for side in SIDES:
        held_by = sorted(space for space, holder in board.control.items() if holder == side)
        if held_by:
            value, hexes = ", ".join(map(board.ground.label, held_by)), tuple(map(board.ground.name, held_by))
            yield StatusLine(f"held by the {NATION[side]} side", value, places=hexes)


def action_under_way(board: FieldBoard) -> Iterator[StatusLine]:
    """The activation and the march under way, with what is left of them."""
    activation, march = board.activation, board.march
    if activation is not None and activation.leader:
        units_in_words = ", ".join(map(board.name, activation.units)) or "nobody"
        value = f"{board.name(activation.leader)}; still to march: {units_in_words}"
        yield StatusLine("activated", value, (activation.leader, *activation.units))
    if march is not None:
        points = f"{board.name(march.unit)}, {show_points(march.left)} of {show_points(march.allowance)} MP left"
        stop_words = ", stopped by an enemy zone of control" if march.stopped else ""
        yield StatusLine("marching", points + stop_words, (march.unit,), (board.hex(march.unit),))


def losses(board: FieldBoard) -> Iterator[StatusLine]:
    """Manpower lost by each side and how, the units eliminated, those that left the map, mishaps of trains."""
    for side in SIDES:
        causes = dict.fromkeys(CAUSES, 0)
        for key, count in board.lost_manpower.items():
            losing_side, cause, _ = key.split(":")
            if losing_side == side:
                causes[cause] += count
        words = [f"{count} {CAUSES[cause]}" for cause, count in causes.items() if count]
        if words:
            yield StatusLine(f"{NATION[side]} manpower lost", f"{sum(causes.values())}: {', '.join(words)}")
        eliminated_units = tuple(unit_id for unit_id in board.eliminated_units if board.unit(unit_id).side == side)
        if eliminated_units:
            yield StatusLine(
                f"{NATION[side]} units eliminated", ", ".join(map(board.name, eliminated_units)), eliminated_units
            )
        off_map = tuple(unit_id for unit_id in board.exited_units if board.unit(unit_id).side == side)
        if off_map:
            yield StatusLine(f"{NATION[side]} units off the map", ", ".join(map(board.name, off_map)), off_map)
    for unit_id in sorted({*board.train_marches, *board.train_retreats}):
        marches, hexes = board.train_marches.get(unit_id, 0), board.train_retreats.get(unit_id, 0)
        words = [f"{marches} in extended marches"] * bool(marches) + [f"{hexes} hexes driven back"] * bool(hexes)
        yield StatusLine(f"mishaps of {board.name(unit_id)}", ", ".join(words), (unit_id,))


def leaders(board: FieldBoard) -> Iterator[StatusLine]:
    """The unit that each leader stands with."""
    for leader, unit_id in board.leader_with.items():
        unit_hex = board.hex(unit_id)
        yield StatusLine(
            board.name(leader), f"with {board.name(unit_id)} in {unit_hex}", (leader, unit_id), (unit_hex,)
        )


def turn_track(board: FieldBoard) -> Track:
    """The turns as boxes, with what the scenario says of each; the marker stands before them until the game begins."""
    scenario = board.scenario
    notes: list[tuple[int, str]] = []
    for number in range(scenario.turns):
        words = [text for rule in scenario.rules for text in rule.on_track(number + 1)]
        if words:
            notes.append((number, "; ".join(words)))
    return Track("turns", "Turns", turn_boxes(board), board.turn - 1, tuple(notes))


def turn_boxes(board: FieldBoard) -> tuple[str, ...]:
    """The days of the scenario, one for each turn."""
    return tuple(day(date.isoformat()) for date in board.scenario.dates)


def step_under_way(board: FieldBoard) -> int:
    """The place in `STEPS` where the game is, read off the board; -1 when it is over."""
    if board.outcome is not None:
        return -1
    if not board.cycles:
        return STEPS.index("Leader transfer")
    if board.activation is not None:
        return STEPS.index("March")
    if cycle_over(board):
        return STEPS.index("Recovery")
    return STEPS.index("Choose an action" if board.active else "Initiative")


# The answer to line UNIT
def line_of_a_unit(board: FieldBoard, seat: str, words: str) -> Iterator[str]:
    """The lines of the units whose names hold all of the words, and of every unit in a line each without words.

    Source: On the 4th Day, Victory Conditions, Line of Communication

    Raises:
        UnknownName: no unit that counts a line is called so.
    """
    line_list = lines(board)
    if not line_list:
        yield "this scenario counts no lines of communication"
        return
    plain_words = words.partition("(")[0].casefold().split()
    matching_lines = [
        line for line in line_list if all(word in board.name(line.unit).casefold() for word in plain_words)
    ]
    if not matching_lines:
        raise UnknownName(
            "unit that counts a line of communication", words, [board.name(line.unit) for line in line_list]
        )
    for line in matching_lines:
        line_text = (
            "no line of communication" if line.blocked else f"{len(line.path)} hexes, {show(line.points)} points"
        )
        yield f"{board.describe(line.unit)}: {line_text}"
        if words:
            yield from _in_full(board, line)
    yield f"[{cites.LINES}]"


def _in_full(board: FieldBoard, line: Line) -> Iterator[str]:
    """The hexes of a line and its points, or why there is none."""
    if line.blocked:
        yield from (f"  {reason}" for reason in line.why.reasons)
        return
    label = board.ground.label
    yield "  by " + " - ".join(label(board.ground.map.parse(hex_name)) for hex_name in line.path)
    for part in line.parts:
        yield f"  {part}"
    if line.screened:
        yield f"  past screened cavalry: {', '.join(map(board.name, line.screened))}"


# Counters in numbers
def _of_units(number: Callable[[UnitState], int]) -> Callable[[FieldBoard], Mapping[str, int]]:
    return lambda board: dict(zip(board.units, map(number, board.units.values()), strict=True))


PIECE_FACTS: Mapping[str, Callable[[FieldBoard], Mapping[str, int]]] = {
    name: _of_units(attrgetter(name)) for name in ("manpower", "fatigue", "exhausted", "disorganized", "demoralized")
} | {"entrenched": _of_units(lambda state: bool(state.work))}
"""Of every unit on the map."""


def face_of(board: FieldBoard, piece: str) -> PieceFace:
    """What the counters of a unit show: manpower, combat value and state, and who leads it."""
    unit, state = board.unit(piece), board.units[piece]
    values = {"manpower": (state.manpower,), "combat value": (float(state.value),), "fatigue": (state.fatigue,)}
    return PieceFace(
        name=unit.name,
        side=unit.side,
        kind=unit.arm,
        values=values,
        marks=board.state_in_words(piece),
        carries=tuple(leader for leader, unit in board.leader_with.items() if unit == piece),
    )


def map_marks(board: FieldBoard) -> Iterator[MapMark]:
    """The zones of control of both sides, and the lines of communication that there are."""
    hexes = board.ground.map.all_coordinates
    for side in SIDES:
        if zone := board.zone(side):
            text = f"{NATION[side]} zones of control"
            yield MapMark(
                kind="zone of control",
                text=text,
                side=side,
                places=tuple(hexes[number] for number in bits(zone)),
            )
    for line in remembered_points(board, lines):
        if not line.blocked and line.path:
            yield MapMark(
                kind="line of communication",
                text=f"line of communication of {board.name(line.unit)}",
                side=board.unit(line.unit).side,
                path=(board.hex(line.unit), *line.path),
            )


def sheet(sequence: Sequence, base: Sheet, board: FieldBoard) -> Sheet:
    """The sheet of a set-up; ``base`` has the map. The charts beside it are read only here."""
    from wargame_gcacw.questions.chart_questions import AIDS, CHARTS

    return evolve(
        base,
        briefing=briefing(board, base.briefing),
        sides=tuple(
            SideOnSheet(side, NATION[side], NATION[side][0], commander(board, side), COLORS[side]) for side in SIDES
        ),
        pieces=(*unit_counters(board), *leader_counters(board)),
        tracks=(SheetTrack("turns", "Turns", turn_boxes(board)),),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=(
            PlayerAid("sequence_of_play", "Sequence of play", str(sequence), str(cites.SEQUENCE)),
            *(PlayerAid(name, CHARTS[name].title, str(CHARTS[name].card), SHEET) for name in AIDS),
        ),
    )


def unit_counters(board: FieldBoard) -> Iterator[SheetPiece]:
    """The units of the scenario as counters."""
    for start in board.scenario.units:
        unit = board.unit(start.unit)
        yield SheetPiece(unit.id, unit.side, unit.arm, unit.name, {"manpower": str(start.manpower), **facts_of(unit)})


def facts_of(unit: Unit) -> dict[str, str]:
    """What stands on a counter."""
    guns = f"({unit.artillery})" if unit.in_brackets else str(unit.artillery)
    facts = {"tactical": str(unit.tactical)}
    facts |= {"artillery": guns} if unit.artillery else {}
    facts |= {"command": ", ".join(unit.commands)} if unit.commands else {}
    return facts | ({"obeys": "any corps leader"} if unit.any_corps else {})


def leader_counters(board: FieldBoard) -> Iterator[SheetPiece]:
    """The leaders of the scenario."""
    for start in board.scenario.leaders:
        chief = board.leader(start.leader)
        yield SheetPiece(chief.id, chief.side, f"{chief.rank.replace('_', ' ')} leader", chief.name, facts_about(chief))


def facts_about(chief: Leader) -> dict[str, str]:
    """What stands on a leader, and what the scenario says of him."""
    facts = {"command": chief.command, "command value": str(chief.command_value), "radius": str(chief.radius)}
    facts |= {} if chief.tactical is None else {"tactical": str(chief.tactical)}
    return facts if chief.attacks else facts | {"activation": "without attacks"}


def briefing(board: FieldBoard, base: Briefing) -> Briefing:
    """The briefing of the scenario that a board is set up for; ``base`` has its title and sources."""
    scenario = board.scenario
    first_side = next((rule.side for rule in scenario.rules_of(FirstInitiative) if rule.turn == 1), None)
    return Briefing(
        base.title,
        tuple(situation(board)),
        "" if first_side is None else NATION[first_side],
        (),
        tuple(how_to_win(board)),
        (
            *(
                Note(text, cite, (name,))
                for name, rule in rule_lines(scenario).items()
                for text, cite in rule.says(board)
            ),
            *who_obeys_whom(board),
            *options(board),
        ),
        tuple(in_short(scenario)),
        base.sources,
    )


def rule_lines(scenario: PrintedScenario) -> Mapping[str, SpecialRule]:
    """The special rules of a scenario by id."""
    return dict(zip(numbered(rule.kind for rule in scenario.rules), scenario.rules, strict=True))


def situation(board: FieldBoard) -> Iterator[Note]:
    """What the scenario is about, its days, and what each side has with whom in command."""
    scenario = board.scenario
    if scenario.help:
        yield Note(scenario.help[0].upper() + scenario.help[1:] + ".")
    days = " and ".join(day(date.isoformat()) for date in scenario.dates)
    yield Note(f"{scenario.turns} turns, a day each: {days}.")
    for side in SIDES:
        units = list(board.of(side))
        strength = sum(board.units[unit_id].manpower for unit_id in units)
        chief = commander(board, side)
        commander_words = f", commanded by {chief}" if chief else ""
        yield Note(
            f"{NATION[side]}: {len(units)} units, {strength} points of manpower{commander_words}.", tells=(side,)
        )


def commander(board: FieldBoard, side: Side) -> str:
    """The name of the leader of a side's army, or nothing."""
    chiefs = (board.leader(leader) for leader in board.leader_with)
    return next((chief.name for chief in chiefs if chief.side == side and chief.rank == "army"), "")


def how_to_win(board: FieldBoard) -> Iterator[Note]:
    """The victory table and every condition that gives or takes points."""
    scenario = board.scenario
    yield Note(f"Points count for the {NATION[scenario.scored]} side; at the end:", cites.VICTORY)
    for level in scenario.levels:
        points = "less" if level.at_least is None else f"{level.at_least} points or more"
        yield Note(f"{level.title}: {points}.", cites.VICTORY, (level.id,))
    for name, condition in zip(names_of_lines(scenario), scenario.victory, strict=True):
        yield from (Note(text, cite, (name,)) for text, cite in condition.says(board))


def in_short(scenario: PrintedScenario) -> Iterator[Note]:
    """How to win in a few lines, where the scenario's file has some: who wins with how many points, and what scores."""
    scored_nation, other_nation = NATION[scenario.scored], NATION[FOE[scenario.scored]]
    wins = [level.at_least for level in scenario.levels if level.winner == scenario.scored]
    if scenario.in_short:
        winning_points = min(points for points in wins if points is not None)
        goal = f"With {winning_points} points or more at the end the {scored_nation} side wins"
        text = f"{goal}, with fewer the {other_nation} side."
        yield Note(text, cites.VICTORY)
    yield from (Note(text, cites.VICTORY) for text in scenario.in_short)


def who_obeys_whom(board: FieldBoard) -> Iterator[Note]:
    """Which leaders activate which cavalry, who may not attack then, and which units no corps leader activates."""
    for side in SIDES:
        chiefs = [board.leader(leader) for leader in board.leader_with if board.leader(leader).side == side]
        for chief in (chief for chief in chiefs if chief.rank.startswith("cavalry")):
            unit_names = [board.name(unit) for unit in board.book.subordinates[chief.id] if unit in board.units]
            peaceful = "" if chief.attacks else " They may not attack in that activation."
            radius = f" within {chief.radius} hexes"
            cite = cites.ACTIVATE if chief.attacks else cites.CAVALRY_LEADERS
            yield Note(f"{chief.name} may activate {', '.join(unit_names)}{radius}.{peaceful}", cite)
        units = [board.unit(unit) for unit in board.of(side)]
        alone_units = [
            unit for unit in units if not unit.commands and not unit.any_corps and unit.arm in ("infantry", "cavalry")
        ]
        for arm, words in (
            ("infantry", "no corps leader activates them, and they join no corps assault; in a grand assault they may"),
            ("cavalry", "no leader activates them"),
        ):
            if names := ", ".join(unit.name for unit in alone_units if unit.arm == arm):
                yield Note(f"Without a leader: {names}; {words}.", cites.ACTIVATE)
        if names := ", ".join(unit.name for unit in units if unit.any_corps):
            yield Note(f"Any corps leader may activate {names}.", cites.ACTIVATE)


def options(board: FieldBoard) -> Iterator[Note]:
    """What the options chosen change."""
    if board.tired_march:
        yield Note("Organized units at fatigue 4 may march, and are disorganized.", cites.MARCH)
    if board.refuse_flanks:
        yield Note("Stacks in an enemy zone of control may refuse their flanks.", cites.FLANKS_REFUSED)
    match board.digging:
        case Digging.ACTION:
            text = "Infantry digs in by an action of its own, for a level of fatigue, and not in recovery."
            yield Note(text, cites.ENTRENCHMENT)
        case Digging.NO:
            yield Note("Infantry that rests does not dig.", cites.ENTRENCHMENT)
        case Digging.RECOVERY:
            return
        case _:
            assert_never(board.digging)
