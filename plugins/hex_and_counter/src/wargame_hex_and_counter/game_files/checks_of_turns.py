"""What the files must say of who acts when: chits, initiative, impulses, and what enemies do while units move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from wargame_core.data import KeyPath, Problems, did_you_mean, one_of
from wargame_core.limits import quote
from wargame_hex_and_counter.game_files.checks import FAR, GameFacts, turns_in
from wargame_hex_and_counter.game_files.further_sections import (
    BidInitiativeSection,
    GivenInitiativeSection,
    ImpulsesSection,
    ReactionMovesSection,
    RolledInitiativeSection,
)
from wargame_hex_and_counter.game_files.sections import (
    ChitSection,
    OpportunityFireSection,
    PlayerTurnSection,
    StackingSection,
)

TURN_ORDER_SECTIONS: Final = ("chit", "impulses", "initiative")
"""Sections that say whose turn it is."""
MOST_ADDED: Final = 99
"""The most that is added to a die, and the most points that a side gets on a turn."""


def check_turns(facts: GameFacts, problems: Problems) -> None:
    """Note what is wrong with who acts when, with opportunity fire and with reaction moves."""
    _check_chits(facts, problems)
    _check_order(facts, problems)
    _check_initiative(facts, problems)
    _check_impulses(facts, problems)
    _check_fire(facts, problems)
    _check_reaction_moves(facts, problems)


def _check_order(facts: GameFacts, problems: Problems) -> None:
    """One rule says whose turn it is, and player turns come at an end of the turn only where there is one."""
    doc, turn_order_keys = facts.doc, [key for key in TURN_ORDER_SECTIONS if key in facts.doc.data]
    if "chit" in turn_order_keys and len(turn_order_keys) > 1:
        text = f"[[chit]] says already whose turn it is: leave out [{turn_order_keys[1]}], or the chits"
        problems.add(doc, (turn_order_keys[1],), "E207", text)
    for row_number, row in enumerate(facts.rows("player_turn", PlayerTurnSection)):
        if row.comes != "as its side acts" and not turn_order_keys:
            text = "player turns come in their order: there is no [[chit]], [impulses] or [initiative]"
            problems.add(doc, ("player_turn", row_number, "comes"), "E630", text, "leave it out")


def _check_initiative(facts: GameFacts, problems: Problems) -> None:
    """Initiative is a matter of two sides, of dice with numbers, and of points that a side can have."""
    doc, initiative = facts.doc, facts.sections.get("initiative")
    numbers: Mapping[str, int] = {}
    key = ""
    match initiative:
        case RolledInitiativeSection(die=die, adds=numbers):
            key = "adds"
            if not all(isinstance(face, int) for face in die.faces):
                problems.add(doc, ("initiative", "die"), "E204", f"{die.name} has faces that are no numbers")
        case GivenInitiativeSection(turns=turns):
            if not 1 <= len(turns) <= turns_in(facts):
                text = f"{len(turns)} turns: the initiative is given for 1 to {turns_in(facts)} of them"
                problems.add(doc, ("initiative", "turns"), "E205", text)
        case BidInitiativeSection(each_turn=numbers):
            key = "each_turn"
        case _:
            return
    for side, number in numbers.items():
        least_number = 0 if key == "each_turn" else -MOST_ADDED
        if not least_number <= number <= MOST_ADDED:
            text = f"{number}: it is {least_number} to {MOST_ADDED}"
            problems.add(doc, ("initiative", key, side), "E204", text)
    if "side" in facts.sections and len(facts.sides) != 2:
        text = f"one of two sides has the initiative; the game has {len(facts.sides)}: {', '.join(facts.sides)}"
        problems.add(doc, ("initiative",), "E207", text)


def _check_impulses(facts: GameFacts, problems: Problems) -> None:
    """Every side has a player turn for its impulses, and nobody comes onto the map in one."""
    doc, impulses = facts.doc, facts.section("impulses", ImpulsesSection)
    if impulses is None:
        return
    rows = facts.rows("player_turn", PlayerTurnSection)
    acting_sides = {row.side for row in rows if row.comes == "as its side acts"}
    if "player_turn" in facts.sections and (idle := [side for side in facts.sides if side not in acting_sides]):
        text = f"{', '.join(idle)} has impulses, and no player turn that comes as its side acts"
        problems.add(doc, ("impulses",), "E202", text)
    die = impulses.ends_below
    if die is not None and not all(isinstance(face, int) for face in die.faces):
        problems.add(doc, ("impulses", "ends_below"), "E204", f"{die.name} has faces that are no numbers")
    for row_number, row in enumerate(rows):
        for phase_number, name in enumerate(row.phases):
            further = facts.further_phases.get(name)
            kind = further.kind if further is not None else name
            if row.comes == "as its side acts" and kind in ("reinforcement", "replacement"):
                text = f"{quote(name)} is played in impulses, in which only units on the map act"
                hint = 'give it a player turn of its own with comes = "at the start of the turn"'
                problems.add(doc, ("player_turn", row_number, "phases", phase_number), "E207", text, hint)


def _check_chits(facts: GameFacts, problems: Problems) -> None:
    """Each chit has a title of its own and is for units that there are; each side has one."""
    doc, rows = facts.doc, facts.rows("chit", ChitSection)
    titles = ((("chit", n, "title"), row.title) for n, row in enumerate(rows))
    problems.unique(doc, "a chit; write count for several", titles)
    for row_number, row in enumerate(rows):
        if row.count < 1:
            problems.add(doc, ("chit", row_number, "count"), "E204", f"{row.count}: there is at least 1 of a chit")
        if row.side is None and not row.ends:
            text = f"{quote(row.title)} is for nobody: write side, or ends = true"
            problems.add(doc, ("chit", row_number), "E202", text)
        if row.formation:
            _check_formation(facts, problems, ("chit", row_number, "formation"), row.formation, row.side)
    if rows and (idle := [side for side in facts.sides if side not in {row.side for row in rows}]):
        problems.add(doc, ("chit", 0), "E202", f"there is no chit of {', '.join(idle)}, whose units would never act")


def _check_fire(facts: GameFacts, problems: Problems) -> None:
    """Fire reaches hexes, comes up in a phase of movement, and ends moves where stacking lets it."""
    doc, fire = facts.doc, facts.section("opportunity_fire", OpportunityFireSection)
    if fire is None:
        return
    if not 1 <= fire.range <= FAR:
        problems.add(doc, ("opportunity_fire", "range"), "E204", f"{fire.range}: units fire 1 to {FAR} hexes far")
    if not fire.fires_when:
        text = 'nothing lets units fire: "enters", "leaves", or both'
        problems.add(doc, ("opportunity_fire", "fires_when"), "E204", text)
    _check_moves(facts, problems, "opportunity_fire", fire.asks_later)
    if fire.stops != "nothing":
        _check_room(facts, problems, ("opportunity_fire", "stops"), quote(fire.stops))


def _check_reaction_moves(facts: GameFacts, problems: Problems) -> None:
    """Units that there are react some hexes far, in a phase of movement, and end moves where stacking lets them."""
    doc, reaction = facts.doc, facts.section("reaction_moves", ReactionMovesSection)
    if reaction is None:
        return
    if not 1 <= reaction.range <= FAR:
        problems.add(doc, ("reaction_moves", "range"), "E204", f"{reaction.range}: units react 1 to {FAR} hexes far")
    if not reaction.by:
        problems.add(doc, ("reaction_moves", "by"), "E204", "no kind of unit reacts: name one")
    if isinstance(reaction.moves, int) and reaction.moves < 1:
        text = f"{reaction.moves}: a unit moves by 1 movement point or more"
        problems.add(doc, ("reaction_moves", "moves"), "E204", text)
    for formation_number, formation in enumerate(reaction.formations):
        _check_formation(facts, problems, ("reaction_moves", "formations", formation_number), formation, None)
    _check_moves(facts, problems, "reaction_moves", reaction.asks_later)
    _check_room(facts, problems, ("reaction_moves",), "a reaction")


def _check_formation(facts: GameFacts, problems: Problems, key_path: KeyPath, name: str, side: str | None) -> None:
    """Some unit is in a formation, of a side or of any."""
    if facts.units is None:
        return
    units = [unit for unit in facts.units.values() if unit.formation and side in (None, unit.side)]
    formations = sorted({unit.formation for unit in units})
    if name not in formations:
        text = f"no unit of {side or 'a side'} is in {quote(name)}{one_of(formations)}"
        problems.add(facts.doc, key_path, "E301", text, did_you_mean(name, formations))


def _check_moves(facts: GameFacts, problems: Problems, section: str, asks_later: Iterable[int]) -> None:
    """There are moves to which enemies react, and distances that standing answers can name."""
    for number, distance in enumerate(asks_later):
        if not 0 <= distance <= FAR:
            problems.add(facts.doc, (section, "asks_later", number), "E204", f"{distance}: it is 0 to {FAR} hexes")
    if "player_turn" in facts.sections and "movement" not in facts.kinds_of_phases():
        text = "no player turn has the phase 'movement': this is never used"
        problems.add(facts.doc, (section,), "E630", text)


def _check_room(facts: GameFacts, problems: Problems, key_path: KeyPath, group_in_words: str) -> None:
    """What ends a move early leaves a unit where it may stand."""
    stacking = facts.section("stacking", StackingSection)
    if stacking is not None and stacking.checked == "end of movement":
        text = f"{group_in_words} ends a move where there may be no room: stacking is checked at the end of movement"
        problems.add(facts.doc, key_path, "E207", text, 'write checked = "after each move" under [stacking]')
