"""What a scenario supplies, as lists: the order of battle and the rules of victory. No cards belong to the series."""

from collections.abc import Iterator
from itertools import count

from wargame_core.contents import AT_THE_END, Contents, Listing, OobEntry, VictoryRule, rules_of_levels
from wargame_core.data import Basis
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION, SIDES, LeaderStart, Side, UnitStart
from wargame_gcacw.rules.victory_points import names_of_lines
from wargame_gcacw.table import facts_about, facts_of, rule_lines

WEIGHT = (Basis.TEXT, Basis.RULING, Basis.FOUND, Basis.RECONSTRUCTION)
"""From what the document says to what was made for it: a line that rests on two counts as the later one."""


def contents_of(board: FieldBoard) -> Contents:
    """What the scenario supplies that a board is set up for."""
    title = board.scenario.title
    return Contents(
        Listing(f"Order of battle of {title}", tuple(order_of_battle(board))),
        victory=Listing(f"Victory in {title}", (*victory_rules(board), *conditions(board))),
        briefing=tuple(rule_lines(board.scenario)),
    )


def order_of_battle(board: FieldBoard) -> Iterator[OobEntry]:
    """By side its commands, its units with their strength at the start, and its leaders."""
    for side in SIDES:
        units = [start for start in board.scenario.units if board.unit(start.unit).side == side]
        leaders = [start for start in board.scenario.leaders if board.leader(start.leader).side == side]
        chiefs = [board.leader(start.leader) for start in leaders]
        yield OobEntry(
            id=side,
            side=side,
            kind="force",
            name=NATION[side],
            leaders=tuple(chief.id for chief in chiefs if chief.rank == "army"),
            strength=sum(start.manpower for start in units),
        )
        commanded_units = [name for start in units for name in board.unit(start.unit).commands]
        commanded_units += [chief.command for chief in chiefs if chief.rank != "army"]
        for command in dict.fromkeys(commanded_units):
            of_it = [start for start in units if command in board.unit(start.unit).commands]
            yield OobEntry(
                id=command_id(side, command),
                side=side,
                kind="command",
                name=command,
                parent=side,
                leaders=tuple(chief.id for chief in chiefs if chief.rank != "army" and chief.command == command),
                strength=sum(start.manpower for start in of_it),
            )
        yield from (_unit(board, start) for start in units)
        yield from (_leader(board, start) for start in leaders)


def command_id(side: Side, command: str) -> str:
    """The id of a command, such as "confederate_II"; names of commands are those of one side."""
    return f"{side}_{command}"


def _unit(board: FieldBoard, start: UnitStart) -> OobEntry:
    unit = board.unit(start.unit)
    state = {
        "fatigue": start.fatigue,
        "exhausted": "yes" if start.exhausted else "",
        "disorganized": "yes" if start.disorganized else "",
        "demoralized": start.demoralized,
        "works": start.work.replace("_", " "),
    }
    return OobEntry(
        id=unit.id,
        side=unit.side,
        kind=unit.arm,
        name=unit.name,
        parent=command_id(unit.side, unit.commands[0]) if unit.commands else unit.side,
        strength=start.manpower,
        facts=facts_of(unit) | {name: str(value) for name, value in state.items() if value},
        where=start.hex,
        basis=_basis(board, "unit", unit.id),
    )


def _leader(board: FieldBoard, start: LeaderStart) -> OobEntry:
    chief = board.leader(start.leader)
    return OobEntry(
        id=chief.id,
        side=chief.side,
        kind="leader",
        name=chief.name,
        parent=chief.side if chief.rank == "army" else command_id(chief.side, chief.command),
        rating=chief.command_value,
        traits=(f"{chief.rank.replace('_', ' ')} leader",),
        facts=facts_about(chief) | {"stands with": start.unit},
        basis=_basis(board, "leader", chief.id),
    )


def _basis(board: FieldBoard, table: str, name: str) -> str:
    """The weaker evidence of two: that for the counter and that for where the scenario puts it."""
    bases = (board.scenario.bases.get((table, name)), board.book.bases.get((table, name)))
    return max((basis for basis in bases if basis is not None), key=WEIGHT.index, default=Basis.TEXT).value


def victory_rules(board: FieldBoard) -> Iterator[VictoryRule]:
    """The rows of the victory table. Source: On the 4th Day, Victory Conditions"""
    scenario = board.scenario
    bases = (scenario.bases.get(("level", str(level_number)), Basis.TEXT) for level_number in count())
    return rules_of_levels(scenario.levels, NATION[scenario.scored], bases, cites.VICTORY)


def conditions(board: FieldBoard) -> Iterator[VictoryRule]:
    """What gives or takes points, as the file has it."""
    scenario, names = board.scenario, board.ground.map.grid.names
    lines = names_of_lines(scenario)
    for condition_number, (name, condition) in enumerate(zip(lines, scenario.victory, strict=True)):
        sentences = list(condition.says(board))
        yield VictoryRule(
            id=name,
            side=scenario.scored,
            text=" ".join(text for text, _ in sentences) or lines[name],
            points=getattr(condition, "points", None),
            when=AT_THE_END,
            times="at the end",
            places=tuple(dict.fromkeys(name for name in _hexes(condition) if name in names)),
            basis=scenario.bases.get(("victory", str(condition_number)), Basis.TEXT).value,
            cite=sentences[0][1] if sentences else cites.VICTORY,
        )


def _hexes(condition: object) -> Iterator[str]:
    """The hexes that a condition names as what it is about."""
    yield from (getattr(condition, "hex", ""), *getattr(condition, "goals", ()))
