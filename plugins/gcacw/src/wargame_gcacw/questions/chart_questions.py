"""What people ask of the sheet: its charts by name, shown as on the card and looked up, and exact odds by name.

The parameters of a question are those of the chart function, or of the record, that answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from attrs import evolve, frozen

from wargame_core import D6, DataError, Distribution
from wargame_core.charts import ChartCard, TextCard, read_card, read_events
from wargame_core.data import Document, read_toml
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import ChartLookup, Given, Parameter, Question, question
from wargame_core.shapes import OneOf
from wargame_gcacw.charts import advanced_game, combat, marches, results, series
from wargame_gcacw.charts.advanced_game import CALENDAR, RANDOM, STRATEGIC, Station
from wargame_gcacw.charts.combat import COMPUTED, Combat, combat_modifiers
from wargame_gcacw.charts.modifiers import Modifiers
from wargame_gcacw.charts.series import AttackKind, Points, Terrain, Turn, modifiers
from wargame_gcacw.printed.counters import Side
from wargame_gcacw.rules.action_cycle import winner_of_initiative

Attacker = Annotated[Points, "attacker's combat value in points, from 1/2 up"]
Defender = Annotated[Points, "defender's combat value in points, without entrenchments"]
ModifiedDie = Annotated[int, "the modified die"]

# A combat as people describe it: the fields of `Combat`, and the facts of its modifiers
GUNS: Final = {"attacker_guns": "attacker_artillery", "defender_guns": "defender_artillery"} | {
    "printed_guns": "printed_artillery"
}
"""What questions call fields of a combat that have another name there."""
FIELDS: Final[Mapping[str, Parameter]] = {
    field.name: evolve(field, name=GUNS.get(field.name, field.name))
    for field in question(Combat).without("facts", "extra")
}
_KINDS: Final[Mapping[str, type]] = {"choice": str, "number": Fraction, "flag": bool}
FACTS: Final[Mapping[str, Parameter]] = {
    name: Parameter(name, _KINDS[fact.kind], fact.help, False if fact.kind == "flag" else None, fact.choices)
    for name, fact in combat_modifiers().sheet.facts.items()
}
"""Everything that the modifiers of the chart ask for."""
OWN_NAMES: Final = ("defender_terrain", "attack_type", "tactical_modifier", "action")
"""The facts that a description says by parameters of its own."""


def combat_described(
    terrain: Terrain,
    attack: AttackKind = "normal",
    action: Literal["march", "assault"] = "march",
    tactical: int = 0,
    **described: Any,
) -> Combat:
    """the combat that the parameters describe

    Args:
        attack: kind of attack in a march
        action: the action the attack belongs to
        tactical: attacker's tactical value minus defender's
    """
    own_facts = {name: described[field.name] for name, field in FIELDS.items() if field.name in described}
    facts = dict(zip(OWN_NAMES, (terrain, attack, tactical, action), strict=True))
    facts |= {name: value for name, value in described.items() if name in FACTS and value is not None}
    return Combat(**own_facts, facts=facts)


_OTHER_FACTS = (fact for name, fact in FACTS.items() if name not in {*COMPUTED, *OWN_NAMES})
DESCRIBED: Final[Question] = question(combat_described, more=(*FIELDS.values(), *_OTHER_FACTS))


class OrderedWord(str):
    """A word that sorts by how bad it is, so that bars go from the lightest to the heaviest."""

    grade: tuple[int, ...]

    def __new__(cls, word: str, *grade: int) -> OrderedWord:
        instance = super().__new__(cls, word)
        instance.grade = grade
        return instance

    def __lt__(self, other: str) -> bool:
        return (self.grade, str(self)) < (other.grade, str(other)) if isinstance(other, OrderedWord) else NotImplemented


_MOVES = (None, "retreat", "rout")


def ordered_word(result: results.Result) -> OrderedWord:
    """A result as printed; heavier is who has to go further, then who loses more, then who is more tired.

    An attacker who may advance is better off than one who may not.
    """
    went = _MOVES.index(result.movement) + result.extra_loss_if_demoralized_2
    return OrderedWord(result.raw, went, not result.may_advance, result.loss, result.fatigue, result.ends_march)


def combat_odds(combat_of_case: Combat) -> OddsAnswer:
    """Both results of a combat, what they cost in manpower, and where the defender goes."""
    odds = combat.outcomes(combat_of_case)
    situation = (
        f"{combat_of_case.facts['attack_type']}, {combat_of_case.facts['defender_terrain']}, {combat_of_case.game}"
    )
    return OddsAnswer(
        f"{combat_of_case.attacker} attack {combat_of_case.defender} ({situation})",
        odds,
        {
            "defender": lambda outcome: ordered_word(outcome.defender),
            "attacker": lambda outcome: ordered_word(outcome.attacker),
            "defender's manpower loss": lambda outcome: outcome.defender.loss,
            "attacker's manpower loss": lambda outcome: outcome.attacker.loss,
            "defender's move": lambda outcome: OrderedWord(
                outcome.defender.movement or "stays", _MOVES.index(outcome.defender.movement)
            ),
        },
    )


# Charts that are looked up in another way than the function asks that applies them
def combat_cells(attacker: Attacker, defender: Defender, difference: int) -> Given:
    """both cells of the Combat Chart

    Args:
        difference: attacker's modified die minus defender's
    """
    chart = results.combat_chart()
    own_cell, their_cell = chart["attacker"].find(difference, attacker), chart["defender"].find(difference, defender)
    return {
        "attacker": own_cell.text,
        "defender": their_cell.text,
        "row": own_cell.row,
        "attacker_column": own_cell.column,
        "defender_column": their_cell.column,
    }


def artillery_cell(terrain: str, attacker: int, defender: int, rain: bool) -> Given:
    """The cell of the Artillery Modifier Summary."""
    cell = combat.artillery_summary().only.find(combat.artillery_row(terrain, rain=rain), attacker - defender)
    return {"cell": cell.text, "needs_die": cell.needs_die, "row": cell.row, "column": cell.column}


ARTILLERY: Final = Question(
    "artillery",
    "the cell of the Artillery Modifier Summary",
    artillery_cell,
    question(combat.artillery_modifier).without("printed_defender", "die", "low_artillery"),
)


def retreat_step(chart: Literal[1, 2], cavalry_retreat: bool = False, **entered: bool) -> results.RetreatStep:
    """the priority of a hex and the manpower lost by entering it

    Args:
        chart: 1 or 2
        cavalry_retreat: whether it is a cavalry retreat
    """
    return results.retreat_step(chart, results.RetreatHex(**entered), cavalry_retreat=cavalry_retreat)


RETREAT: Final = question(retreat_step, more=question(results.RetreatHex).parameters)


def extended_march_cell(die: ModifiedDie, organized: bool, manpower: int = 1) -> Given:
    """the cell of the Extended March Table

    Args:
        organized: whether the unit is organized
        manpower: its manpower
    """
    table = marches.extended_march_table()
    cell = table["organized"].find(die) if organized else table["disorganized"].find(die, manpower)
    return {"result": cell.text, "row": cell.row, "column": cell.column or "organized"}


def movement_cell(allowance: marches.Allowance) -> Given:
    """How a movement allowance is rolled, and its mean."""
    return {"roll": str(allowance.roll), "minimum": allowance.minimum, "mean": allowance.odds().mean()}


def sequence_of_play(turn: Turn) -> list[str]:
    """the phases of a turn in order"""
    return [phase.id for phase in advanced_game.phases(turn)]


def relief_cell(die: ModifiedDie) -> int | object:
    """the boxes that the army of relief advances"""
    return advanced_game.TABLE.only.at(die)


ALLOWANCE: Final = question(marches.allowance_roll)
COMMAND_RADIUS: Final = TextCard(
    f"Command Radius Summary\n  All Green Alike, scenarios of 1861: {marches.command_radius('AGA', 1861)} hexes"
    f"\n  all other games and scenarios: {marches.command_radius()} hexes"
    "\n  a path from the leader's hex to the unit's; terrain does not count"
    "\n  no hex that an enemy occupies, nor one in an enemy zone of control without a friendly unit in it"
)


def _chart(
    title: str, card: object, asked_question: Question | Callable[..., object], answer: str = "result"
) -> ChartLookup:
    return ChartLookup(
        title, card, asked_question if isinstance(asked_question, Question) else question(asked_question), answer
    )


def _modifiers(modifiers: Modifiers) -> ChartLookup:
    return ChartLookup(modifiers.title, modifiers)


def _of_marches(card: ChartCard[Any], asked_question: Callable[..., object]) -> ChartLookup:
    return _chart(card.title, card, asked_question, "mp")


CHARTS: Final[Mapping[str, ChartLookup]] = {
    "combat": _chart("Combat Chart", results.combat_chart(), combat_cells),
    "combat_modifiers": _modifiers(combat_modifiers()),
    "combat_results": _chart("Summary of Combat Results", results.RESULTS_CARD, results.parse_result),
    "ratio": _chart("Ratio Chart", combat.ratio_chart(), combat.ratio_modifier, "modifier"),
    "artillery": _chart("Artillery Modifier Summary", combat.artillery_summary(), ARTILLERY),
    "attack": _chart("Attack Summary", combat.attack_summary(), combat.attack_cost, "mp"),
    "flank": _chart("Flank Attack Bonus", combat.flank_chart(), combat.flank_bonus, "bonus"),
    "retreat": _chart("Retreat Charts", results.retreat_card(), RETREAT),
    "cavalry_retreat": _modifiers(results.cavalry_retreat_modifiers()),
    "extended_march": _chart("Extended March Table", marches.extended_march_table(), extended_march_cell),
    "extended_march_modifiers": _modifiers(marches.extended_march_modifiers()),
    "movement": _chart("Movement Summary", marches.MOVEMENT, ALLOWANCE.then(movement_cell)),
    "force_march": _chart("Force March", marches.force_march_chart(), marches.force_march),
    "rail": _chart("Railroad Movement Fatigue", marches.rail_chart(), marches.rail_fatigue, "fatigue"),
    "friendly_hex": _of_marches(marches.friendly_hex_chart(), marches.friendly_hex_penalty),
    "strategic_movement": _of_marches(marches.strategic_chart(), marches.strategic_allowance),
    "command_radius": _chart("Command Radius Summary", COMMAND_RADIUS, marches.command_radius, "hexes"),
    "sequence_of_play": _chart(advanced_game.SEQUENCE.title, advanced_game.SEQUENCE, sequence_of_play, "phases"),
    "random_events": _chart("Random Events Table", RANDOM, advanced_game.random_event, "event"),
    "strategic_events": _chart("Strategic Events Table", STRATEGIC, advanced_game.strategic_event, "events"),
    "army_of_relief": _chart("Army of Relief Table", advanced_game.TABLE, relief_cell, "boxes"),
    "army_of_relief_modifiers": _modifiers(advanced_game.MODIFIERS),
}
"""Every chart of the sheet by name."""


AIDS: Final = (
    "combat", "combat_modifiers", "combat_results", "ratio", "artillery", "attack", "flank", "retreat",
    "cavalry_retreat", "movement", "extended_march", "extended_march_modifiers", "force_march", "friendly_hex",
    "command_radius",
)  # fmt: skip
"""The charts that a scenario on a map uses, by their names for ``wargame chart gcacw``."""


# Odds
@frozen(order=True)
class RolledAllowance:
    """A movement allowance that was rolled, in movement points."""

    mp: int


@frozen
class TiredMarch:
    """What an extended march costs a unit, as printed: "NE", "D" (disorganized) or the manpower lost."""

    result: str | int

    @property
    def loss(self) -> int:
        """The manpower lost."""
        return self.result if isinstance(self.result, int) else 0

    @property
    def is_disorganized(self) -> bool:
        """Whether the unit is disorganized and loses nothing."""
        return self.result == "D"


def _odds(
    help_text: str,
    function: Callable[..., Any],
    title: str,
    shown_parts: Mapping[str, Callable[[Any], object]],
    leave_out: str = "",
) -> Question:
    """The question of an exact distribution. ``title`` may name parameters; ``shown_parts`` are its columns of bars."""
    asked_question = question(function)

    def answer(**arguments: Any) -> OddsAnswer:
        odds: Distribution[Any] = function(**arguments)
        return OddsAnswer(title.format(**arguments), odds, shown_parts)

    return Question(asked_question.name, help_text, answer, asked_question.without(leave_out))


def letters(modifier: int) -> OddsAnswer:
    """The letters of both results for a total modifier."""
    return OddsAnswer(
        f"Letters of the results at a total modifier of {modifier:+d}",
        combat.letter_pairs(modifier),
        {"defender": lambda letters: letters.defender, "attacker": lambda letters: letters.attacker},
    )


def random_event(turn: int, previous: str | None) -> OddsAnswer:
    """The random event of a turn after another."""
    odds = RANDOM.odds(turn, () if previous is None else (RANDOM.event(previous),))
    return OddsAnswer(
        f"Random event of turn {turn}", odds, {"event": lambda events: RANDOM.names[events[0]].rstrip("^+")}
    )


def strategic_event(turn: int) -> OddsAnswer:
    """The strategic events of a cycle."""

    def in_words(events: Iterable[str]) -> str:
        return " and ".join(STRATEGIC.names[event] for event in events) or "No Effect"

    return OddsAnswer(f"Strategic events of turn {turn}", STRATEGIC.odds(turn), {"events": in_words})


def army_of_relief(
    turn: Turn,
    box: int = 0,
    station_destroyed: Station = False,
    event: Annotated[str, OneOf(STRATEGIC.names)] | None = None,
) -> OddsAnswer:
    """boxes that the army of relief advances in one cycle

    Args:
        box: box of the marker
        event: this cycle's strategic event
    """
    events = () if event is None else (event,)
    odds = advanced_game.army_of_relief_odds(turn, box=box, station_destroyed=station_destroyed, events=events)
    return OddsAnswer(f"Army of relief on turn {turn}", odds, {"boxes advanced": int})


def surrender(investment: int = advanced_game.EFFECTS.siege.investment_turn) -> OddsAnswer:
    """when Vicksburg falls in a siege that nobody disturbs; numbers reconstructed. Readings: Siege and relief

    Args:
        investment: the first turn of the siege
    """
    odds, dated_turn = advanced_game.surrender_turn(investment), _turn_or("not by the last turn")
    quartiles = ", ".join(dated_turn(odds.quantile(share)) for share in ("1/4", "1/2", "3/4"))
    title = f"When Vicksburg falls, besieged from turn {investment} on; quartiles: {quartiles}"
    return OddsAnswer(title, odds, {"turn": dated_turn})


def _turn_or(no_turn_text: str) -> Callable[[int], OrderedWord]:
    """A turn with its date, in the order of turns; a turn after the last has no date."""

    def word_of_turn(turn: int) -> OrderedWord:
        if turn > CALENDAR.last_turn:
            return OrderedWord(no_turn_text, turn)
        day = CALENDAR.day_of(turn)
        return OrderedWord(f"turn {turn} ({day:%B} {day.day})", turn)

    return word_of_turn


@frozen(order=True)
class InitiativeRoll:
    """Both sides' dice for the initiative, and who has it."""

    union: int
    confederate: int
    winner: Side


def initiative(game: series.GameTag = "TOM") -> OddsAnswer:
    """who wins a roll for the initiative

    Args:
        game: the game of the series, which says who wins a tie
    """
    die = Distribution.of(D6)
    rolls = die.combine(
        die, lambda union, south: InitiativeRoll(union, south, winner_of_initiative(union, south, game))
    )
    return OddsAnswer(f"Initiative ({game})", rolls, {"winner": lambda roll: roll.winner})


TIRED_MARCH: Final = question(marches.ExtendedMarch)
ODDS: Final[Mapping[str, Question]] = {
    "combat": DESCRIBED.then(combat_odds, name="combat", about="both results of a combat and what they cost"),
    "letters": Question(
        "letters",
        "the letters of both results, whatever the columns",
        letters,
        question(combat.letter_distribution).parameters,
    ),
    "extended_march": TIRED_MARCH.then(
        lambda march: OddsAnswer(
            "Extended march", march.odds().map(TiredMarch), {"result": lambda march: march.result}
        ),
        name="extended_march",
        about="what an extended march costs a unit",
    ),
    "force_march": _odds(
        "MP gained and manpower lost by a force march",
        marches.force_march_odds,
        "Force march of {unit}",
        {"extra MP": lambda march: march.extra_mp, "manpower loss": lambda march: march.manpower_loss},
    ),
    "movement": ALLOWANCE.then(
        lambda allowance: OddsAnswer(
            f"Movement allowance ({allowance})", allowance.odds().map(RolledAllowance), {"MP": lambda roll: roll.mp}
        ),
        name="movement",
        about="a movement allowance",
    ),
    "random_event": Question(
        "random_event", "the random event of a turn", random_event, question(advanced_game.random_event).without("dice")
    ),
    "strategic_event": Question(
        "strategic_event",
        "the strategic events of a cycle",
        strategic_event,
        question(advanced_game.strategic_event).without("dice"),
    ),
    "initiative": question(initiative),
    "army_of_relief": question(army_of_relief),
    "relief_track": _odds(
        "where the army of relief stands after a turn",
        advanced_game.relief_track,
        "Box of the army of relief after turn {turn}",
        {"box": lambda box: box},
    ),
    "relief_turn": _odds(
        "when the army of relief reaches a box; the last box is reconstructed",
        advanced_game.release_turn,
        "When the army of relief reaches box {last_box}",
        {"turn": _turn_or("never")},
    ),
    "surrender": question(surrender),
}
"""Every question about odds by name."""


# Charts of an author
_CELLS = {
    "combat": results.parse_result,
    "extended_march": marches.extended_march_cell,
    "force_march": marches.force_march_cell,
    "strategic_movement": marches.strategic_cell,
}


def lint_charts(path: Path) -> list[str]:
    """Every problem of the files of this plugin's kinds in a folder, as lines; other files are left alone."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [str(problem) for file in files for problem in _problems(file)]


def _problems(file: Path) -> list[object]:
    try:
        doc = read_toml(file)
        if doc.data.keys() >= {"rows", "columns", "row"}:
            _read_chart(doc)
        elif doc.data.keys() >= {"facts", "modifier"}:
            modifiers(file)()
        elif doc.data.keys() >= {"random", "strategic", "siege"}:
            advanced_game.read_effects(file)
    except DataError as error:
        return list(error.problems)
    return []


def _read_chart(doc: Document) -> None:
    if "dice" in doc.data:
        read_events(doc.path)
    else:
        read_card(doc.path, _CELLS.get(str(doc.data.get("id"))))
