"""The sheet of a scenario: counters as printed, sides, turns, dice, charts; and a briefing, its data in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from attrs import evolve

from wargame_core.authoring import Briefing, Cite, Note, Sheet, SheetPiece, SideOnSheet
from wargame_core.sheet import PlayerAid, SheetDie, SheetTrack
from wargame_gcacw.board.action_events import CAUSES
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import day
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed import cites
from wargame_gcacw.printed import scenario as printed
from wargame_gcacw.printed.counters import NATION, SIDES, Leader, Side, Unit
from wargame_gcacw.questions.chart_questions import CHARTS
from wargame_gcacw.rules.points_ledger import signed
from wargame_gcacw.rules.sequence import CAMPAIGN
from wargame_gcacw.table.panels import turn_boxes

AIDS: Final = (
    "combat",
    "combat_modifiers",
    "combat_results",
    "ratio",
    "artillery",
    "attack",
    "flank",
    "retreat",
    "cavalry_retreat",
    "movement",
    "extended_march",
    "extended_march_modifiers",
    "force_march",
    "friendly_hex",
    "command_radius",
)
"""The charts that a scenario on a map uses, by their names for ``wargame chart gcacw``."""


def sheet(base: Sheet, board: FieldBoard) -> Sheet:
    """The sheet of a set-up; ``base`` has the map."""
    return evolve(
        base,
        briefing=briefing(board, base.briefing),
        sides=tuple(SideOnSheet(side, NATION[side], NATION[side][0], commander(board, side)) for side in SIDES),
        pieces=(*units(board), *leaders(board)),
        tracks=(SheetTrack("turns", "Turns", turn_boxes(board)),),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=(
            PlayerAid("sequence_of_play", "Sequence of play", str(CAMPAIGN), str(cites.SEQUENCE)),
            *(PlayerAid(name, CHARTS[name].title, str(CHARTS[name].card), SHEET) for name in AIDS),
        ),
    )


def units(board: FieldBoard) -> Iterator[SheetPiece]:
    """The units of the scenario as counters."""
    for start in board.scenario.units:
        unit = board.unit(start.unit)
        yield SheetPiece(unit.id, unit.side, unit.arm, unit.name, facts_of(unit, start.manpower))


def facts_of(unit: Unit, manpower: int) -> dict[str, str]:
    """What stands on a counter and its strength marker at the start."""
    guns = f"({unit.artillery})" if unit.in_brackets else str(unit.artillery)
    facts = {"manpower": str(manpower), "tactical": str(unit.tactical)}
    facts |= {"artillery": guns} if unit.artillery else {}
    facts |= {"command": ", ".join(unit.commands)} if unit.commands else {}
    return facts | ({"obeys": "any corps leader"} if unit.any_corps else {})


def leaders(board: FieldBoard) -> Iterator[SheetPiece]:
    """The leaders of the scenario."""
    for start in board.scenario.leaders:
        chief = board.leader(start.leader)
        yield SheetPiece(chief.id, chief.side, f"{chief.rank.replace('_', ' ')} leader", chief.name, facts_about(chief))


def facts_about(chief: Leader) -> dict[str, str]:
    """What stands on a leader, and what the scenario says of him."""
    facts = {"command": chief.command, "command value": str(chief.command_value), "radius": str(chief.radius)}
    facts |= {} if chief.tactical is None else {"tactical": str(chief.tactical)}
    return facts if chief.attacks else facts | {"activation": "without attacks"}


REDUCED: Final = {
    "screened_cavalry": "for each combat point of screened enemy cavalry on it",
    "north": "when it must go north into the row of {row}",
    "far_east": "in the column of {column} or east of it",
    "in_zone": "in an enemy zone of control",
    "off_pike": "in a hex without a pike",
}
"""When a line of communication counts less."""


def briefing(board: FieldBoard, base: Briefing) -> Briefing:
    """The briefing of the scenario that a board is set up for; ``base`` has its title and sources."""
    scenario = board.scenario
    first = next((rule.side for rule in scenario.rules_of(printed.FirstInitiative) if rule.turn == 1), None)
    return Briefing(
        base.title,
        tuple(situation(board)),
        "" if first is None else NATION[first],
        (),
        tuple(how_to_win(board)),
        (*(Note(text, cite) for rule in scenario.rules for text, cite in special_rule(board, rule)), *options(board)),
        base.sources,
    )


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
        led = f", commanded by {chief}" if chief else ""
        yield Note(f"{NATION[side]}: {len(units)} units, {strength} points of manpower{led}.")


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
        yield Note(f"{level.title}: {points}.", cites.VICTORY)
    for condition in scenario.victory:
        for text, cite in victory_condition(board, condition):
            yield Note(text, cite)


def victory_condition(board: FieldBoard, rule: printed.Victory) -> Iterator[tuple[str, Cite]]:
    """A victory condition in words."""
    label = board.ground.label
    match rule:
        case printed.ControlPoints():
            where = label(board.ground.map.parse(rule.hex))
            yield f"{signed(rule.points)} for the control of {where} at the end.", cites.VICTORY
        case printed.ManpowerPoints():
            how = ", ".join(CAUSES[cause] for cause in rule.causes)
            but = f" ({', '.join(rule.not_arms)} units apart)" if rule.not_arms else ""
            yield f"{signed(rule.points)} for each {NATION[rule.side]} manpower point lost {how}{but}.", cites.VICTORY
        case printed.ExitPoints():
            text = f"{signed(rule.points)} for each of the first {rule.most} {NATION[rule.side]} units off the map."
            yield text, cites.VICTORY
        case printed.TrainPoints():
            yield (
                f"For each {NATION[rule.side]} wagon train {signed(rule.retreat_hex)} for a hex driven back, "
                f"{signed(rule.extended_march)} for a loss in an extended march, {signed(rule.eliminated)} if it is "
                f"eliminated; at most {rule.most}.",
                cites.VICTORY,
            )
        case printed.LinePoints():
            yield from line_of_communication(rule)
        case _:
            assert_never(rule)


def line_of_communication(rule: printed.LinePoints) -> Iterator[tuple[str, Cite]]:
    """What a line of communication is, and what counts against it."""
    arms = " or ".join(rule.arms)
    ways = " or ".join(rule.ways)
    yield (
        f"{signed(rule.points)} for each {NATION[rule.side]} {arms} unit that can trace a line of communication at the "
        f"end, by {ways} to {rule.goals[0]} - {rule.goals[-1]}; enemy cavalry blocks none with infantry within "
        f"{rule.screen} hexes.",
        cites.LINES,
    )
    for reduction in rule.reduction:
        yield reduced(reduction), cites.LINES


def reduced(reduction: printed.Reduction) -> str:
    """What a reduction takes, from whom and when."""
    why = REDUCED[reduction.why].format(row=reduction.row, column=reduction.column)
    if reduction.north_column is not None:
        why += f" ({reduction.north_column} where it stands in that row or north of it)"
    return f"A line counts {-reduction.points} less for {' or '.join(reduction.arms)} units {why}."


def special_rule(board: FieldBoard, rule: printed.Rule) -> Iterator[tuple[str, Cite]]:
    """A special rule in words."""
    match rule:
        case printed.RainAfterTies():
            text = f"In turn {rule.turn} tied initiative roll {rule.ties} brings rain for the rest of the turn."
            yield text, cites.RAIN_RULES
        case printed.RainAllTurn():
            yield f"It rains all through turn {', '.join(map(str, rule.turns))}.", cites.RAIN_RULES
        case printed.NightCycle():
            text = f"When both sides have passed in turn {rule.turn}, a second action cycle follows, at night in rain."
            yield text, cites.NIGHT
        case printed.FirstInitiative():
            yield f"The {NATION[rule.side]} side has the first initiative of turn {rule.turn}.", cites.INITIATIVE
        case printed.HeldTrains():
            yield f"{NATION[rule.side]} wagon trains may not march before rain or night has begun.", cites.TRAINS
        case printed.Exit():
            turns = ", ".join(map(str, rule.turns))
            text = f"{NATION[rule.side]} {rule.arm} may leave the map for good south of the row of {rule.last_row}"
            yield f"{text}, in turn {turns} only.", cites.EXIT
        case printed.Objectives():
            for side in SIDES:
                hexes = [name for name, holder in rule.holders.items() if holder == side]
                where = ", ".join(board.ground.label(board.ground.map.parse(name)) for name in hexes)
                if where:
                    yield f"The {NATION[side]} side begins in control of {where}.", cites.VICTORY
        case _:
            assert_never(rule)


def options(board: FieldBoard) -> Iterator[Note]:
    """What the options chosen change."""
    if board.tired_march:
        yield Note("Organized units at fatigue 4 may march, and are disorganized.", cites.MARCH)
    if board.refuse_flanks:
        yield Note("Stacks in an enemy zone of control may refuse their flanks.", cites.FLANKS_REFUSED)
    if not board.digging:
        yield Note("Infantry that rests does not dig.", cites.ENTRENCHMENT)
