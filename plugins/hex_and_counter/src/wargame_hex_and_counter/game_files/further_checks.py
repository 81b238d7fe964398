"""What sections of boxes and of counters that lie face down must say together, and with counters and scenarios."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wargame_core.data import KeyPath, Problems
from wargame_hex_and_counter.game_files.checks import GameFacts, check_place
from wargame_hex_and_counter.game_files.further_parts import command_of
from wargame_hex_and_counter.game_files.further_sections import BoxSection, FaceDownSection, LotSection
from wargame_hex_and_counter.game_files.scenario_files import PrintedScenario
from wargame_hex_and_counter.game_files.sections import CommandSection, CountersSection, PlayerTurnSection
from wargame_hex_and_counter.rules.command import Command
from wargame_hex_and_counter.rules.zones import Zones

MOST: int = 99
"""The most turns of a passage, and units in a box."""


def check_further(facts: GameFacts, problems: Problems) -> None:
    """Note what is wrong with boxes and lots of counters that lie face down."""
    _check_boxes(facts, problems)
    _check_lots(facts, problems)
    _check_command(facts, problems)


def _check_boxes(facts: GameFacts, problems: Problems) -> None:
    doc, boxes, kinds_played = facts.doc, facts.rows("box", BoxSection), facts.kinds_of_phases()
    problems.unique(doc, "the name of a box", ((("box", n, "name"), box.name) for n, box in enumerate(boxes)))
    for box_number, box in enumerate(boxes):
        for key in ("entered_from", "leads_to"):
            for place_number, place in enumerate(getattr(box, key)):
                check_place(facts.game_map, doc, problems, ("box", box_number, key, place_number), place)
        _check_number(facts, problems, ("box", box_number, "passage"), box.passage)
        _check_number(facts, problems, ("box", box_number, "limit"), box.limit)
        if not box.sides:
            problems.add(doc, ("box", box_number, "sides"), "E204", "a box is for at least one side")
    if "boxes" in kinds_played and not boxes and "box" not in doc.data:
        problems.add(
            doc, kinds_played["boxes"], "E202", "'boxes' is played: there is no [[box]] that says which there are"
        )
    if boxes and "boxes" not in kinds_played and "player_turn" in facts.sections:
        problems.add(doc, ("box", 0), "E630", "no player turn has the phase 'boxes': this is never used")
    if "boxes" in doc.data and "box" not in doc.data:
        problems.add(doc, ("boxes",), "E630", "there is no [[box]]: this is never used")


def _check_lots(facts: GameFacts, problems: Problems) -> None:
    doc, lot_sections, units = facts.doc, facts.rows("lot", LotSection), facts.units
    section = facts.section("face_down", FaceDownSection)
    if lot_sections and "face_down" not in doc.data:
        problems.add(doc, ("lot", 0), "E202", "there is no section [face_down], which says who knows what lies there")
    if section is not None and section.known_to == "nobody" and section.put_by == "its side":
        text = 'nobody puts what nobody knows: known_to = "its side"'
        problems.add(doc, ("face_down", "put_by"), "E207", text)
    if section is not None and not lot_sections and "lot" not in doc.data:
        problems.add(doc, ("face_down",), "E202", "there is no [[lot]], which says what may lie under which counters")
    paths = [(("lot", n, key, counter_number), name) for n, lot in enumerate(lot_sections)
             for key in ("counters", "units") for counter_number, name in enumerate(getattr(lot, key))]  # fmt: skip
    problems.unique(doc, "in a lot", paths)
    if units is None:
        return
    for path, name in paths:
        if problems.reference(doc, path, "a counter", name, units) and units[name].face_down != (path[2] == "counters"):
            text = "lies face down, and is not one of the units" if path[2] == "units" else "does not lie face down"
            hint = "counters of a lot have face_down in the file of counters, units have not"
            problems.add(doc, path, "E207", f"{name!r} {text}", hint)
    for row_number, lot in enumerate(lot_sections):
        sides = dict.fromkeys(units[name].side for name in (*lot.counters, *lot.units) if name in units)
        if len(sides) > 1:
            problems.add(doc, ("lot", row_number), "E207", f"a lot is of one side, not of {' and '.join(sides)}")
        if len(lot.units) > len(lot.counters):
            text = f"{len(lot.units)} units for {len(lot.counters)} counters: each lies under its own"
            problems.add(doc, ("lot", row_number, "units"), "E205", text)
    in_lots = {name for lot in lot_sections for name in lot.counters}
    if units_apart := [unit.id for unit in units.values() if unit.face_down and unit.id not in in_lots]:
        hint = 'write [[lot]] with counters = ["..."] and units = ["..."]'
        problems.add(
            doc, ("counters", "file"), "E630", f"{', '.join(units_apart)} lie face down and are in no lot", hint
        )


def _check_command(facts: GameFacts, problems: Problems) -> None:
    """There are headquarters, each with a radius, and one that commands each unit; zones that end end at a step."""
    doc, section, units = facts.doc, facts.section("command", CommandSection), facts.units
    if section is None:
        return
    if section.radius is not None and not 0 <= section.radius <= MOST:
        problems.add(doc, ("command", "radius"), "E204", f"{section.radius}: a radius is 0 to {MOST}")
    if not section.exerts_zones and section.judged != "at its step":
        text = "ways of command depend on zones, so that zones end only where command is judged at its step"
        problems.add(doc, ("command", "exerts_zones"), "E207", text, 'write judged = "at its step"')
    if not section.exerts_zones and "zones" not in doc.data:
        problems.add(doc, ("command", "exerts_zones"), "E630", "there is no section [zones]: this is never used")
    if units is None or facts.chart is None:
        return
    kinds = facts.section("counters", CountersSection)
    kinds_and_units = [*(kinds.kinds if kinds is not None else ()), *units]
    for number, name in enumerate(section.headquarters):
        problems.reference(
            doc, ("command", "headquarters", number), "a kind of unit or a counter", name, kinds_and_units
        )
    _check_commanded(
        facts, problems, section, command_of(section, facts.chart, Zones((), "free", "free"), facts.chart.cite)
    )


def _check_commanded(facts: GameFacts, problems: Problems, section: CommandSection, command: Command) -> None:
    """There are headquarters, each has a radius, and no unit needs command that none of them could ever give."""
    doc, units = facts.doc, (facts.units or {}).values()
    headquarters = [unit for unit in units if command.is_headquarters(unit)]
    if not headquarters:
        text = "there is no headquarters: no counter is of such a kind, or has such an id"
        problems.add(doc, ("command", "headquarters"), "E204", text)
        return
    if section.radius is None and (without_radius := [unit.id for unit in headquarters if unit.radius is None]):
        text = f"no radius is printed on {', '.join(without_radius)}, and there is none under [command]"
        problems.add(doc, ("command",), "E202", text, "write radius = 3, or fill the column radius of the counters")
    if lone_headquarters := [unit.id for unit in command.without_headquarters(units)]:
        text = f"no headquarters commands {', '.join(lone_headquarters)}: they would always be out of command"
        hint = "name kinds in exempt or the sides that need command in sides, or give counters a formation"
        problems.add(doc, ("command", "commands"), "E630", text, hint)


def check_withdrawals(facts: GameFacts, problems: Problems, scenario: PrintedScenario) -> None:
    """Note where units withdraw whose side has no phase for that, or come back where none arrive."""
    units, turns = facts.units or {}, facts.rows("player_turn", PlayerTurnSection)
    if not turns:
        return
    for row_number, group in enumerate(scenario.set_up.withdrawals):
        for side in dict.fromkeys(units[unit].side for unit in group.units if unit in units):
            phases = {name for turn in turns if turn.side == side for name in turn.phases}
            kinds = phases | {facts.further_phases[name].kind for name in phases if name in facts.further_phases}
            needed_phases = {
                "withdrawal": "never leave",
                **({"reinforcement": "never come back"} if group.returns else {}),
            }
            for name, consequence in needed_phases.items():
                if name not in kinds:
                    text = (
                        f"no player turn of {side} in game.toml has the phase {name!r}: these units would {consequence}"
                    )
                    problems.add(scenario.doc, ("withdrawal", row_number), "E630", text)


def check_under_counters(facts: GameFacts, problems: Problems, scenario: PrintedScenario) -> None:
    """Note where a scenario has other units under counters than the lots say, or does without their counters."""
    lot_sections = facts.rows("lot", LotSection)
    in_lots = [name for lot in lot_sections for name in lot.units]
    covered_units = scenario.set_up.under_counters
    path: KeyPath = ("scenario", "under_counters")
    _report_names(
        problems,
        scenario,
        path,
        _without(in_lots, covered_units),
        "under a counter by a [[lot]] of game.toml, and missing",
    )
    _report_names(problems, scenario, path, _without(covered_units, in_lots), "in no [[lot]] of game.toml")
    absent_units = [name for lot in lot_sections for name in lot.counters if name in scenario.set_up.absent]
    _report_names(
        problems, scenario, ("scenario", "absent"), absent_units, "counters of a [[lot]] of game.toml, which are played"
    )


def _without(names: Iterable[str], excluded_names: Collection[str]) -> list[str]:
    return [name for name in names if name not in excluded_names]


def _report_names(problems: Problems, scenario: PrintedScenario, path: KeyPath, names: list[str], text: str) -> None:
    if names:
        problems.add(scenario.doc, path, "E630", f"{', '.join(names)}: {text}")


def _check_number(facts: GameFacts, problems: Problems, path: KeyPath, number: int | None) -> None:
    if number is not None and not 1 <= number <= MOST:
        problems.add(facts.doc, path, "E204", f"{number}: it is 1 to {MOST}")
