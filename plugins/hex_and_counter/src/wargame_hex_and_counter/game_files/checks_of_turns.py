"""What the files must say of who acts when: chits of a cup, and fire at enemies that move."""

from __future__ import annotations

from wargame_core.data import Problems, did_you_mean, one_of
from wargame_core.limits import quote
from wargame_hex_and_counter.game_files.checks import FAR, GameFacts
from wargame_hex_and_counter.game_files.sections import ChitSection, OpportunityFireSection, StackingSection


def check_turns(facts: GameFacts, problems: Problems) -> None:
    """Note what is wrong with chits and with opportunity fire."""
    _check_chits(facts, problems)
    _check_fire(facts, problems)


def _check_chits(facts: GameFacts, problems: Problems) -> None:
    """Each chit has a title of its own and is for units that there are; each side has one."""
    doc, rows = facts.doc, facts.rows("chit", ChitSection)
    titles = ((("chit", n, "title"), row.title) for n, row in enumerate(rows))
    problems.unique(doc, "a chit; write count for several", titles)
    units = facts.units.values() if facts.units is not None else ()
    for n, row in enumerate(rows):
        if row.count < 1:
            problems.add(doc, ("chit", n, "count"), "E204", f"{row.count}: there is at least 1 of a chit")
        if row.side is None and not row.ends:
            text = f"{quote(row.title)} is for nobody: write side, or ends = true"
            problems.add(doc, ("chit", n), "E202", text)
        of_side = sorted({unit.formation for unit in units if unit.side == row.side and unit.formation})
        if row.formation and facts.units is not None and row.formation not in of_side:
            text = f"no unit of {row.side or 'a side'} is in {quote(row.formation)}{one_of(of_side)}"
            problems.add(doc, ("chit", n, "formation"), "E301", text, did_you_mean(row.formation, of_side))
    if rows and (idle := [side for side in facts.sides if side not in {row.side for row in rows}]):
        problems.add(doc, ("chit", 0), "E202", f"there is no chit of {', '.join(idle)}, whose units would never act")


def _check_fire(facts: GameFacts, problems: Problems) -> None:
    """Fire reaches hexes, comes up in a phase of movement, and ends moves where stacking lets it."""
    doc, fire = facts.doc, facts.section("opportunity_fire", OpportunityFireSection)
    stacking = facts.section("stacking", StackingSection)
    if fire is None:
        return
    if not 1 <= fire.range <= FAR:
        problems.add(doc, ("opportunity_fire", "range"), "E204", f"{fire.range}: units fire 1 to {FAR} hexes far")
    if not fire.fires_when:
        text = 'nothing lets units fire: "enters", "leaves", or both'
        problems.add(doc, ("opportunity_fire", "fires_when"), "E204", text)
    for n, distance in enumerate(fire.asks_later):
        if not 0 <= distance <= FAR:
            problems.add(doc, ("opportunity_fire", "asks_later", n), "E204", f"{distance}: it is 0 to {FAR} hexes")
    if "player_turn" in facts.sections and "movement" not in facts.kinds_of_phases():
        text = "no player turn has the phase 'movement': this is never used"
        problems.add(doc, ("opportunity_fire",), "E630", text)
    if fire.stops != "nothing" and stacking is not None and stacking.checked == "end of movement":
        text = f"{quote(fire.stops)} ends a move where there may be no room: stacking is checked at the end of movement"
        hint = 'write checked = "after each move" under [stacking]'
        problems.add(doc, ("opportunity_fire", "stops"), "E207", text, hint)
