"""What happens in a game of hexes and counters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from attrs import evolve, frozen

from wargame_core.authoring import FROM, OFF, PIECE, PLACE, REFEREE, TARGET, TO, About, Event, PublicEvent, Ruling
from wargame_hex_and_counter.board.battles import Battle, Entry, InBox, LaterArrival
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.board.reactions import (
    QUESTIONS,
    Impulse,
    StandingAnswer,
    StandingPreference,
    distance_clause,
    duration_clause,
)


@frozen
class TurnBegan(PublicEvent, sets="turn", says="Turn {turn}."):
    """The next turn has begun."""

    turn: int


@frozen
class Arrived(PublicEvent, sets="at[piece] = to", says="{piece} arrives at {to}."):
    """A unit comes onto the map."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Moved(PublicEvent, sets="at[piece] = to", says="{piece} moves from {start} to {to}."):
    """A unit has moved."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]


@frozen
class Retreated(PublicEvent, sets="at[piece] = to", says="{piece} retreats from {start} to {to}."):
    """A beaten unit has gone back."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]


@frozen
class Pushed(PublicEvent, sets="at[piece] = to", says="{piece} makes room and goes from {start} to {to}."):
    """A friend has made room for a retreat."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]


@frozen
class Advanced(PublicEvent, sets="at[piece] = to", says="{piece} advances from {start} to {to}."):
    """A victor has entered a hex that the battle had emptied."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]


@frozen
class Weakened(PublicEvent, says="{piece} loses a step."):
    """A unit has lost a step, and its side so much strength."""

    piece: Annotated[str, PIECE]
    side: str
    strength: int

    def apply(self, board: Any) -> None:
        board.steps[self.piece] = board.steps.get(self.piece, 0) + 1
        board.losses[self.side] = board.losses.get(self.side, 0) + self.strength


@frozen
class Eliminated(PublicEvent, says="{piece} is eliminated: {because}."):
    """A unit is lost, and its side the strength that it had."""

    piece: Annotated[str, PIECE]
    side: str
    strength: int
    because: str

    def apply(self, board: Any) -> None:
        del board.at[self.piece]
        board.steps.pop(self.piece, None)
        board.losses[self.side] = board.losses.get(self.side, 0) + self.strength
        board.lost.add(self.piece)
        board.isolated.pop(self.piece, None)

    def about(self, board: Any) -> About:
        return About((self.piece,), to=OFF)


@frozen
class AttackAnnounced(PublicEvent, sets="battles"):
    """A unit has joined an attack; ``odds`` is what the attack comes to now, ``battles`` are all that are announced."""

    piece: Annotated[str, PIECE]
    hex: Annotated[int, PLACE]
    odds: str
    battles: tuple[Battle, ...]

    def text(self, board: Any) -> str:
        """Who attacks, all hexes of the battle, and what it comes to."""
        hexes = next((battle.hexes for battle in self.battles if self.piece in battle.attackers), (self.hex,))
        return f"{board.name(self.piece)} attacks {' and '.join(map(board.place, hexes))}: {self.odds}."


@frozen
class AttackTakenBack(PublicEvent, sets="battles", says="{piece} does not attack."):
    """An announced attacker attacks nobody."""

    piece: Annotated[str, PIECE]
    battles: tuple[Battle, ...]


@frozen
class Fought(PublicEvent, sets="battles", says="{attackers} against {hexes}: {ruling.result}, {means}."):
    """A battle was fought; the ruling says on which column, with which die, and ``means`` what the result says.

    The ruling is there when somebody watches.
    """

    attackers: Annotated[tuple[str, ...], PIECE]
    hexes: Annotated[tuple[int, ...], PLACE]
    ruling: Ruling | None
    means: str
    battles: tuple[Battle, ...]


@frozen
class AttackCalledOff(PublicEvent, sets="battles", says="The attack on {hexes} is off: {because}."):
    """A battle comes to nothing: nobody is left on one side, or too few to fight it."""

    hexes: Annotated[tuple[int, ...], PLACE]
    because: str
    battles: tuple[Battle, ...]


@frozen
class PlaceTaken(PublicEvent, sets="held[place] = side"):
    """A side holds a place from now on."""

    place: str
    side: str

    def about(self, board: Any) -> About:
        return About(places=(self.place,))

    def text(self, board: Any) -> str:
        return f"{next(iter(board.names_of(PLACE, self.place)))} is held by {title_of(board, self.side)}."


@frozen
class RailroadConverted(PublicEvent, sets="held[place] = side"):
    """The railroad of a hex serves a side from now on."""

    place: str
    side: str

    def about(self, board: Any) -> About:
        return About(places=(self.place,))

    def text(self, board: Any) -> str:
        place = next(iter(board.names_of(PLACE, self.place)))
        return f"The railroad at {place} serves {title_of(board, self.side)}."


@frozen
class PhaseSkipped(PublicEvent):
    """A phase was passed over because no unit could do anything in it."""

    side: str
    phase: str

    def text(self, board: Any) -> str:
        return f"{self.phase}: {title_of(board, self.side)} can do nothing."


# Of further parts: replacements, railroads, weather, arrivals that pay, supply, chits, hidden units, boxes


@frozen
class PointsSet(PublicEvent):
    """A side has so many points of a name to spend."""

    side: str
    name: str
    points: int

    def apply(self, board: Any) -> None:
        board.points.setdefault(self.name, {})[self.side] = self.points

    def text(self, board: Any) -> str:
        return f"{title_of(board, self.side)} {self.name}: {self.points}."


@frozen
class Restored(PublicEvent, says="{piece} regains a step for {price} of the {name}."):
    """A reduced unit has a step more, and its side fewer points."""

    piece: Annotated[str, PIECE]
    side: str
    name: str
    price: int

    def apply(self, board: Any) -> None:
        board.points[self.name][self.side] -= self.price
        board.steps[self.piece] -= 1
        if not board.steps[self.piece]:
            del board.steps[self.piece]


@frozen
class Rebuilt(PublicEvent, says="{piece} is rebuilt at {to} for {price} of the {name}."):
    """An eliminated unit is back on the map with its last step, and its side has fewer points."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]
    side: str
    name: str
    price: int

    def apply(self, board: Any) -> None:
        board.points[self.name][self.side] -= self.price
        board.lost.remove(self.piece)
        _with_one_step(board, self.piece)
        board.at[self.piece] = self.to


@frozen
class Recalled(PublicEvent, says="{piece} is rebuilt for {price} of the {name} and arrives on turn {turn}."):
    """An eliminated unit is due on a turn, at one of some hexes, with its last step; its side has fewer points."""

    piece: Annotated[str, PIECE]
    turn: int
    at: Annotated[tuple[int, ...], PLACE]
    side: str
    name: str
    price: int

    def apply(self, board: Any) -> None:
        board.points[self.name][self.side] -= self.price
        board.lost.remove(self.piece)
        _with_one_step(board, self.piece)
        board.coming[self.piece] = LaterArrival(self.turn, self.at)


def _with_one_step(board: Any, piece: str) -> None:
    """A unit of several steps has only its last."""
    steps_lost = board.book.units[piece].steps - 1
    if steps_lost:
        board.steps[piece] = steps_lost


@frozen
class WentByRail(PublicEvent, says="{piece} goes by rail from {start} to {to}."):
    """A unit has gone along railroads, which it does once a turn."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]
    turn: int

    def apply(self, board: Any) -> None:
        board.at[self.piece] = self.to
        board.by_rail[self.piece] = self.turn


@frozen
class WeatherChanged(PublicEvent, sets="weather", says="The weather is {weather}."):
    """There is this weather from now on, which a die may have brought again."""

    weather: str


@frozen
class SupplyJudged(PublicEvent):
    """These units of a side are out of supply, and its others are not, until it is judged again."""

    side: str
    units: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: Any) -> None:
        board.out_of_supply = _of_others(board, board.out_of_supply, self.side) | {*self.units}

    def text(self, board: Any) -> str:
        return _who_is(board, self.side, "out of supply", map(board.name, self.units))


@frozen
class CommandJudged(PublicEvent):
    """These units of a side are out of command, and its others are not, until it is judged again."""

    side: str
    units: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: Any) -> None:
        board.out_of_command = _of_others(board, board.out_of_command, self.side) | {*self.units}

    def text(self, board: Any) -> str:
        return _who_is(board, self.side, "out of command", map(board.name, self.units))


@frozen
class IsolationJudged(PublicEvent):
    """These units of a side are out of supply, each for so many turns in a row, and its others are not."""

    side: str
    units: Annotated[tuple[str, ...], PIECE]
    turns: tuple[int, ...]

    def apply(self, board: Any) -> None:
        other_isolated = _of_others(board, {*board.isolated}, self.side)
        turns_of_others = {unit: turns for unit, turns in board.isolated.items() if unit in other_isolated}
        board.isolated = turns_of_others | dict(zip(self.units, self.turns, strict=True))

    def text(self, board: Any) -> str:
        names_and_turns = (f"{board.name(unit)} ({turns})" for unit, turns in zip(self.units, self.turns, strict=True))
        return _who_is(board, self.side, "out of supply, turns in a row", names_and_turns)


@frozen
class Withdrawn(PublicEvent):
    """A unit has left the map for good, or until it comes back on a turn by one of some hexes; it is not lost."""

    piece: Annotated[str, PIECE]
    returns: int = 0
    at: Annotated[tuple[int, ...], PLACE] = ()

    def apply(self, board: Any) -> None:
        board.at.pop(self.piece, None)
        board.in_box.pop(self.piece, None)
        board.isolated.pop(self.piece, None)
        board.withdrawn.add(self.piece)
        board.coming.pop(self.piece, None)
        if self.returns:
            board.coming[self.piece] = LaterArrival(self.returns, self.at)

    def about(self, board: Any) -> About:
        return About((self.piece,), to=OFF)

    def text(self, board: Any) -> str:
        return_text = f" and comes back on turn {self.returns}" if self.returns else ""
        return f"{board.name(self.piece)} withdraws{return_text}."


@frozen
class CouldNotWithdraw(PublicEvent, says="{piece} cannot withdraw: {because}."):
    """A unit that was to leave the map stands where it cannot."""

    piece: Annotated[str, PIECE]
    because: str

    def apply(self, board: Any) -> None:
        """Nothing changes: the unit stays where it is."""


def _who_is(board: Any, side: str, missing_in_words: str, names: Iterable[str]) -> str:
    """A sentence of who of a side lacks something."""
    return f"{title_of(board, side)} {missing_in_words}: {', '.join(names) or 'nobody'}."


def _of_others(board: Any, units: set[str], side: str) -> set[str]:
    """Those of some units that are of other sides."""
    return {unit for unit in units if board.book.units[unit].side != side}


@frozen
class EntryPaid(PublicEvent, sets="entries[piece] = entry", says="{piece} pays {points} to enter."):
    """A unit that arrives has so many movement points fewer on this turn; ``entry`` says the same in parts of them."""

    piece: Annotated[str, PIECE]
    points: str
    entry: Entry


@frozen
class CupFilled(PublicEvent, sets="drawn_chits = ()", says="All chits are in the cup."):
    """Every chit can be drawn again."""


@frozen
class ChitDrawn(PublicEvent, sets="drawn_chits = drawn", says="The chit of {chit} is drawn."):
    """A chit says who acts next; ``drawn`` are all that were drawn since the cup was filled."""

    chit: str
    drawn: tuple[str, ...]


@frozen
class PutUnderCounter(Event):
    """Something lies under a counter from now on: a unit, or nothing. Its side and the referee learn what."""

    side: str
    counter: Annotated[str, PIECE]
    piece: Annotated[str, PIECE] = ""
    is_secret: bool = False

    def apply(self, board: Any) -> None:
        board.under.setdefault(self.side, {})[self.counter] = self.piece
        board.face_down.add(self.counter)

    def for_seat(self, seat: str, board: Any) -> Event:
        return self if seat in (self.side, REFEREE) else PutUnderCounter(self.side, self.counter, is_secret=True)

    def text(self, board: Any) -> str:
        """What lies under the counter, as far as it is told."""
        piece_name = "a unit or nothing" if self.is_secret else board.name(self.piece) if self.piece else "nothing"
        return f"Under {board.name(self.counter)} lies {piece_name}."


@frozen
class CounterTurnedUp(PublicEvent, reveals=True):
    """A counter that lay face down is taken off the map; in battles that it was to fight the unit takes its place."""

    side: str
    counter: Annotated[str, PIECE]
    unit: str

    def apply(self, board: Any) -> None:
        del board.at[self.counter]
        board.face_down.discard(self.counter)
        board.turned_up[self.counter] = self.unit
        board.under.get(self.side, {}).pop(self.counter, None)
        board.battles = tuple(
            evolve(battle, attackers=self._renamed(battle.attackers)) if self.counter in battle.attackers else battle
            for battle in board.battles
        )

    def _renamed(self, attackers: tuple[str, ...]) -> tuple[str, ...]:
        attacker_ids = (self.unit if unit == self.counter else unit for unit in attackers)
        return tuple(unit for unit in attacker_ids if unit)

    def about(self, board: Any) -> About:
        return About((self.counter,), to=OFF)

    def text(self, board: Any) -> str:
        piece_name = board.name(self.unit) if self.unit else "a dummy"
        return f"{board.name(self.counter)} is turned up: {piece_name}."


@frozen
class UnitShown(PublicEvent, sets="at[piece] = to", says="{piece} stands at {to}."):
    """A unit stands where the counter lay under which it was."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class EnteredBox(PublicEvent, says="{piece} goes into {box}."):
    """A unit is in a box beside the map, from the map or from another box."""

    piece: Annotated[str, PIECE]
    box: str
    turn: int

    def apply(self, board: Any) -> None:
        board.at.pop(self.piece, None)
        board.in_box[self.piece] = InBox(self.box, self.turn)

    def about(self, board: Any) -> About:
        return About((self.piece,), to=OFF)


@frozen
class LeftBox(PublicEvent, sets="at[piece] = to; del in_box[piece]", says="{piece} comes from {box} to {to}."):
    """A unit has come from a box beside the map onto the map."""

    piece: Annotated[str, PIECE]
    box: str
    to: Annotated[int, TO]


@frozen
class FiredAt(PublicEvent, sets="reacted[piece] = turn", says="{piece} fires at {target}: {ruling.result}, {means}."):
    """A unit has fired at an enemy that moves; the ruling is there when somebody watches."""

    piece: Annotated[str, PIECE]
    target: Annotated[str, TARGET]
    turn: int
    ruling: Ruling | None
    means: str


@frozen
class FiredAtNobody(PublicEvent, sets="reacted[piece] = turn", says="{piece} fires, and nobody is there."):
    """A unit has fired at a counter that was turned up and had nothing under it."""

    piece: Annotated[str, PIECE]
    turn: int


@frozen
class MoveEnded(PublicEvent, says="The move of {piece} ends in {hex}: {because}."):
    """A unit does not go on, because of what the enemy did while it moved."""

    piece: Annotated[str, PIECE]
    hex: Annotated[int, PLACE]
    because: str

    def apply(self, board: Any) -> None:
        """Nothing changes: the unit stands there already."""


@frozen
class Reacted(
    PublicEvent, sets="at[piece] = to; reacted[piece] = turn", says="{piece} reacts and moves from {start} to {to}."
):
    """A unit has moved because an enemy moves."""

    piece: Annotated[str, PIECE]
    start: Annotated[int, FROM]
    to: Annotated[int, TO]
    turn: int


@frozen
class StandingAnswersGiven(Event):
    """What a side wants to be asked about some units from now on, all without ``answer``; only the side learns it."""

    side: str
    units: Annotated[tuple[str, ...], PIECE]
    answer: StandingAnswer | None

    def apply(self, board: Any) -> None:
        of_side = board.standing.setdefault(self.side, {})
        for unit in self.units:
            of_side.pop(unit, None)
            if self.answer is not None:
                of_side[unit] = self.answer

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat in (self.side, REFEREE) else None

    def text(self, board: Any) -> str:
        names = ", ".join(map(board.name, self.units))
        if self.answer is None:
            return f"{title_of(board, self.side)} is asked about {names} again."
        return f"{title_of(board, self.side)} is not asked about {names}{distance_clause(self.answer.within)}."


@frozen
class NoReactionsGiven(Event):
    """A side is not asked about any of its units from now on, as an answer says; only the side learns it."""

    side: str
    answer: StandingAnswer

    def apply(self, board: Any) -> None:
        units = board.book.units
        board.standing[self.side] = {unit: self.answer for unit in units if units[unit].side == self.side}

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat in (self.side, REFEREE) else None

    def text(self, board: Any) -> str:
        duration_text = f"{duration_clause(self.answer.until)}{distance_clause(self.answer.within)}"
        return f"{title_of(board, self.side)} is not asked about any unit{duration_text}."


@frozen
class AskedAgain(Event):
    """Nothing that a side has said beforehand holds any more; only the side learns it."""

    side: str

    def apply(self, board: Any) -> None:
        board.standing[self.side] = {}
        board.preferences[self.side] = {}

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat in (self.side, REFEREE) else None

    def text(self, board: Any) -> str:
        return f"{title_of(board, self.side)} is asked about everything again."


@frozen
class PreferenceGiven(Event):
    """How a side wants a question of its battles to be answered from now on; only the side learns it."""

    side: str
    answer: StandingPreference

    def apply(self, board: Any) -> None:
        of_side = board.preferences.setdefault(self.side, {})
        of_side[QUESTIONS[self.answer.preference]] = self.answer

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat in (self.side, REFEREE) else None

    def text(self, board: Any) -> str:
        answer = self.answer
        return f"{title_of(board, self.side)}: {answer.preference}, without a question{duration_clause(answer.until)}."


@frozen
class InitiativeTaken(PublicEvent, sets="initiative = side"):
    """A side has the initiative; ``because`` says how it came by it."""

    side: str
    because: str

    def text(self, board: Any) -> str:
        return f"{title_of(board, self.side)} has the initiative: {self.because}."


@frozen
class ImpulseTaken(PublicEvent, sets="impulse"):
    """A side acts with a group of its units, or passes."""

    impulse: Impulse

    def text(self, board: Any) -> str:
        one = self.impulse
        if not one.number:
            return "The impulses of the turn begin."
        deed_text = "passes" if not one.group else f"acts with {_group_named(board, one.group)}"
        return f"Impulse {one.number}: {title_of(board, one.side)} {deed_text}."


@frozen
class ImpulsesEnded(PublicEvent, sets="impulse", says="No further impulse on this turn: {because}."):
    """The turn has no further impulse."""

    impulse: Impulse
    because: str


def _group_named(board: Any, group: str) -> str:
    """What people call the units of an impulse."""
    units = board.book.units
    return units[group].name if group in units else title_of(board, group)


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, Arrived, Moved, Retreated, Pushed, Advanced, Weakened, Eliminated,
    AttackAnnounced, AttackTakenBack, Fought, AttackCalledOff, PlaceTaken, PhaseSkipped,
)  # fmt: skip
"""Those of every game; a further part brings its own."""
