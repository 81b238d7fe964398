"""Combats of the clock, by the charts of the series: attacks at the end of a march, assaults on forts, sorties.

Source: Combat Chart (7.4). Who can fight whom, and what a fort is worth, is reconstructed. Readings: Attacks and forts.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final, Literal, NoReturn

from attrs import evolve, frozen

from wargame_core.authoring import D6, OFF, PIECE, PLACE, TARGET, TO, About, Outcome, Procedure, PublicEvent, Table
from wargame_core.odds import show
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.combat import Combat, combat_ruling, outcomes
from wargame_gcacw.charts.results import CombatDice, CombatState, Parity, apply_result
from wargame_gcacw.rules.combat_on_map import whole_percent
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import BEND, MCCLERNAND, REDOUBT, STATION, ClockBoard

ActionKind = Literal["march", "assault"]


# ---------------------------------------------------------------------------------------- what happens to commands
@frozen
class UnitChanged(PublicEvent):
    """A command has another manpower, fatigue, organization or demoralization; without manpower it is gone."""

    command: str
    unit: CombatState

    def apply(self, board: ClockBoard) -> None:
        board.lost_manpower[board.side_of(self.command)] += board.units[self.command].manpower - self.unit.manpower
        board.units[self.command] = self.unit
        if self.unit.manpower == 0:
            del board.units[self.command], board.place[self.command]
            board.heading.pop(self.command, None)
            board.progress.pop(self.command, None)
            board.maneuver.discard(self.command)
            board.out_of_supply.discard(self.command)

    def text(self, board: ClockBoard) -> str:
        return "" if self.unit.manpower else f"The {board.name(self.command)} is no more."

    def about(self, board: ClockBoard) -> About:
        return About((self.command,), to="" if self.unit.manpower else OFF)


@frozen
class CommandMoved(PublicEvent):
    """A command stands at another place, by march or by retreat.

    One that fell back ``toward`` where it was beaten has ``progress`` MP of the road there behind it.
    """

    command: Annotated[str, PIECE]
    place: Annotated[str, TO]
    why: Literal["march", "retreat"]
    toward: str = ""
    progress: int = 0

    def apply(self, board: ClockBoard) -> None:
        board.place[self.command] = self.place
        board.heading.pop(self.command, None)
        board.progress.pop(self.command, None)
        if self.progress:
            board.heading[self.command], board.progress[self.command] = self.toward, self.progress
        if self.place != printed.LINES:
            board.maneuver.discard(self.command)
        if self.place == printed.JACKSON:
            board.jackson = board.side_of(self.command)

    def text(self, board: ClockBoard) -> str:
        verb = "reaches" if self.why == "march" else "falls back to"
        return f"The {board.name(self.command)} {verb} {board.clock.place[self.place].name}."


@frozen
class Told(PublicEvent):
    """What the dice of a combat, a long march or an attempt have brought; what it changes follows."""

    words: str
    command: Annotated[str, PIECE] = ""
    target: Annotated[str, TARGET] = ""
    place: Annotated[str, PLACE] = ""
    ruling: Ruling | None = None

    def text(self, board: ClockBoard) -> str:
        return self.words


@frozen
class FortFell(PublicEvent, sets="forts[fort] = level"):
    """A fort has lost an entrenchment level."""

    fort: Annotated[str, PLACE]
    level: int
    why: Literal["assault", "mine", "siege works"]

    def text(self, board: ClockBoard) -> str:
        return f"The {board.clock.fort[self.fort].name} falls to level {self.level} ({self.why})."


@frozen
class Happened(PublicEvent, sets="past_events.add(what)"):
    """Something has come about that the game remembers: see `SENTENCE_OF_HAPPENING`."""

    what: str

    def text(self, board: ClockBoard) -> str:
        return SENTENCE_OF_HAPPENING[self.what]

    def about(self, board: ClockBoard) -> About:
        return About(places=(printed.JACKSON,) if self.what in (STATION, REDOUBT) else ())


SENTENCE_OF_HAPPENING: Final[Mapping[str, str]] = {
    STATION: "The railroad station in Jackson is destroyed.",
    REDOUBT: "A redoubt stands at Jackson.",
    MCCLERNAND: "Ord takes the XIII Corps.",
    BEND: "The attack on Milliken's Bend cuts the supply line.",
}
"""What can come about, and how the story tells it."""


def end_game(table: Table[ClockBoard], outcome: Outcome) -> NoReturn:
    """End the game. The Confederates score the turns that Vicksburg was theirs, the Union the rest of all turns."""
    board = table.board
    last_turn = board.book.calendar.last_turn
    turns_held = board.turn - 1 if outcome.winner == printed.UNION else last_turn
    table.finish(evolve(outcome, scores={printed.UNION: last_turn - turns_held, printed.CONFEDERATE: turns_held}))


def vicksburg_falls(table: Table[ClockBoard], level: str, reason: str) -> NoReturn:
    """Vicksburg falls, and the Union has won."""
    board = table.board
    history = board.clock.numbers.historical_surrender
    when_text = "on the day" if board.turn == history else "before the day" if board.turn < history else "after the day"
    text = f"{reason}: Vicksburg falls on {board.book.day(board.turn)}, {when_text} it did in history."
    end_game(table, Outcome(printed.UNION, level, text=text))


# ------------------------------------------------------------------------------------------------ the combat
def combat_of(board: ClockBoard, attacker: str, defender: str, action: ActionKind, fort: str = "") -> Combat:
    """The combat of two commands: values are manpower, terrain is the place's, works multiply the defender's value."""
    clock, place = board.clock, board.place[defender]
    attacking, defending = board.units[attacker], board.units[defender]
    works_factor = clock.numbers.entrenchment[board.forts[fort]] if fort else Fraction(1)
    if place == printed.JACKSON and REDOUBT in board.past_events and board.side_of(defender) == printed.CONFEDERATE:
        works_factor = clock.numbers.redoubt
    facts: dict[str, object] = {
        "action": action,
        "attacker_nation": board.side_of(attacker),
        "defender_nation": board.side_of(defender),
        "attacker_type": "infantry",
        "defender_terrain": clock.place[place].terrain,
        "tactical_modifier": tactical_value(board, attacker, fort) - tactical_value(board, defender, fort),
        "rain": board.raining,
        "attacker_is_vicksburg_garrison": attacker == printed.GARRISON,
        "defender_is_vicksburg_garrison": defender == printed.GARRISON,
        "attacker_out_of_supply": attacker in board.out_of_supply,
        "demoralized_2_share": 1 if defending.demoralized == 2 else 0,
    }
    if board.level:
        facts["garrison_demoralization"] = board.level
    if action == "march":
        facts["attack_type"] = "normal"
    if fort:
        facts["slope"] = clock.fort[fort].slope
    guns = clock.command[attacker].guns, clock.command[defender].guns
    return _combat(attacking.manpower, defending.manpower, works_factor, guns, tuple(facts.items()))


@lru_cache(maxsize=4096)
def _combat(
    attacker: int, defender: int, works_factor: Fraction, guns: tuple[int, int], facts: tuple[tuple[str, object], ...]
) -> Combat:
    """The combat of these values; the same object again for the same, so that its chart is looked up once."""
    return Combat(
        attacker=Fraction(attacker),
        defender=Fraction(defender),
        facts=dict(facts),
        entrenched=defender * works_factor,
        attacker_guns=guns[0],
        defender_guns=guns[1],
    )


def tactical_value(board: ClockBoard, command: str, fort: str) -> int:
    """The tactical value of a command: Grant with it, unless he is drunk, or the garrison's reserve behind a fort."""
    if command == board.grant:
        return 0 if board.event is printed.RandomEvent.GRANT_DRUNK else board.clock.numbers.grant
    return board.clock.numbers.reserve if command == printed.GARRISON and fort else 0


@lru_cache(maxsize=4096)
def chance_of_success(combat: Combat) -> Fraction:
    """The exact chance that the defender must go and the attacker may follow."""
    return outcomes(combat).p(lambda outcome: outcome.defender.movement is not None and outcome.attacker.may_advance)


def odds_in_words(combat: Combat) -> str:
    """Both values, and the chance that the defender must go and the attacker may follow. Source: Combat Chart (7.4)"""
    defence = combat.defender if combat.entrenched is None else combat.entrenched
    return (
        f"value {show(combat.attacker)} against {show(defence)}: succeeds in {whole_percent(chance_of_success(combat))}"
    )


def fight(
    table: Table[ClockBoard], attacker: str, defender: str, action: ActionKind, fort: str = ""
) -> Procedure[bool]:
    """One combat with all its effects on both commands; whether the defender must go and the attacker may follow."""
    board = table.board
    combat = combat_of(board, attacker, defender, action, fort)
    guns = None
    if combat.prepared.needs_artillery_die:
        guns = Parity.of((yield from table.roll_openly(D6, "artillery's combat die", printed.COMBAT)))
    attack = yield from table.roll_openly(D6, "attacker's combat die", printed.COMBAT)
    defence = yield from table.roll_openly(D6, "defender's combat die", printed.COMBAT)
    dice = CombatDice(attack, defence, guns)
    outcome = combat.outcome(dice)
    ruling = combat_ruling(combat, dice, outcome)
    place_text = f" at the {board.clock.fort[fort].name}" if fort else ""
    results = (("attacker", outcome.attacker), ("defender", outcome.defender))
    told_results = ", ".join(f"{role} {result.raw} ({result.words})" for role, result in results)
    words = f"The {board.name(attacker)} attacks the {board.name(defender)}{place_text}: {told_results}."
    as_printed = evolve(  # with the results as records keep them
        ruling, result=str(ruling.result), parts=tuple(evolve(part, result=str(part.result)) for part in ruling.parts)
    )
    table.record(Told(words, attacker, defender, fort, as_printed))
    unit_after = apply_result(outcome.defender, board.units[defender], active=False)
    table.record(UnitChanged(defender, unit_after.unit))
    table.record(UnitChanged(attacker, apply_result(outcome.attacker, board.units[attacker], active=True).unit))
    return attacker in board.units and (
        unit_after.eliminated or (unit_after.must is not None and outcome.attacker.may_advance)
    )


def attack_at_arrival(table: Table[ClockBoard], command: str, goal_place: str) -> Procedure[None]:
    """A command that has reached a place with enemies attacks the weakest; when all are gone it holds the place.

    The army of relief does not come to stay: when it breaks through the lines, and those that are left there are too
    few to invest Vicksburg, the city is relieved.
    """
    board = table.board
    target = board.targets(command, goal_place)[0]
    has_won = yield from fight(table, command, target, "march")
    if not has_won:
        return
    is_covered = target in board.maneuver
    fall_back(table, target)
    if command == printed.RELIEF and goal_place == printed.LINES:
        if not is_covered and not board.invested:
            text = "The army of relief breaks through: Vicksburg is relieved."
            end_game(table, Outcome(printed.CONFEDERATE, "relieved", text=text))
    elif not board.targets(command, goal_place):
        arrive(table, command, goal_place)


def arrive(table: Table[ClockBoard], command: str, place: str) -> None:
    """A command holds the place that it has marched to; the Union destroys the railroad station in Jackson."""
    table.record(CommandMoved(command, place, "march"))
    if (
        place == printed.JACKSON
        and table.board.side_of(command) == printed.UNION
        and STATION not in table.board.past_events
    ):
        table.record(Happened(STATION))


def fall_back(table: Table[ClockBoard], command: str) -> None:
    """A beaten command goes to the place behind it, or a day's march toward it; the garrison has none."""
    board = table.board
    if command in board.units:
        beaten_at = board.place[command]
        place = board.clock.place[beaten_at].fallback[board.side_of(command)]
        if place != beaten_at:
            progress = board.clock.neighbours[place][beaten_at] - board.clock.numbers.setback
            table.record(CommandMoved(command, place, "retreat", beaten_at, max(0, progress)))


def attack(table: Table[ClockBoard], command: str, target: str, fort: str) -> Procedure[None]:
    """An assault on a fort, or a sortie of the garrison against a besieging command.

    An assault that drives the garrison back takes a level of the fort; through a fort of level 0 the city falls. A
    sortie that succeeds drives the command back to the river.
    """
    board = table.board
    has_won = yield from fight(table, command, target, "assault" if fort else "march", fort)
    if printed.GARRISON not in board.units:
        vicksburg_falls(table, "destroyed", "Nothing is left of the garrison")
    if has_won and fort:
        if board.forts[fort] == 0:
            vicksburg_falls(table, "stormed", f"The {board.clock.fort[fort].name} is stormed")
        table.record(FortFell(fort, board.forts[fort] - 1, "assault"))
    elif has_won:
        fall_back(table, target)
