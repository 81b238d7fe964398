"""What only On the 4th Day has: the night, trains that are held, cavalry that rides off the map, and their points.

Source: On the 4th Day, Special Rules and Victory Conditions. Readings: Night, Points for trains
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from attrs import frozen

from wargame_core.authoring import LEGAL, Cite, OwnRules, Repeat, Step, Table, Verdict, after, refuse
from wargame_core.flow.panels import StatusLine
from wargame_core.maps.masks import mask_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import CycleBegan, RainBegan
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import Book, Vocabulary
from wargame_gcacw.printed.counters import NATION, Arm, HexName, Side
from wargame_gcacw.rules.action_cycle import cycle_over
from wargame_gcacw.rules.points_ledger import Item, LedgerLine, signed_points
from wargame_gcacw.rules.sequence import ACTION_PHASE
from wargame_gcacw.rules.special_rules import Mistake, Path, SpecialRule, VictoryCondition


# The night
@frozen
class NightCycle(SpecialRule):
    """When both sides have passed in ``turn``, a second action cycle follows, at night and in rain."""

    kind: ClassVar[str] = "night_cycle"
    turn: int

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        text = f"When both sides have passed in turn {self.turn}, a second action cycle follows, at night in rain."
        yield text, cites.NIGHT
        yield (
            "At night nobody attacks, assaults or force marches, no cavalry retreats before infantry, and each unit "
            "marches at most once; no recovery comes before it.",
            cites.NIGHT,
        )

    def on_track(self, turn: int) -> Iterator[str]:
        if turn == self.turn:
            yield "a second action cycle at night"

    def turns_named(self) -> Iterator[tuple[Path, int]]:
        yield ("turn",), self.turn


def night_falls(table: Table[FieldBoard]) -> None:
    """A second action cycle in the same turn, at night and in rain.

    Source: On the 4th Day, Special Rules, Night on July 4th
    """
    table.record(CycleBegan(night=True, frees=table.board.holds_trains))
    if not table.board.rain:
        table.record(RainBegan("night has fallen"))


def _night_due(board: FieldBoard) -> bool:
    return any(rule.turn == board.turn for rule in board.scenario.rules_of(NightCycle))


def _night_over(board: FieldBoard) -> bool:
    return not board.night or cycle_over(board)


NIGHT: Final = after(
    "Action cycle",
    Step("Night falls", night_falls, cites.NIGHT, when=_night_due),
    Repeat("Night action cycle", *ACTION_PHASE, until=_night_over, cite=cites.NIGHT),
)


# Wagon trains
@frozen
class HeldTrains(SpecialRule):
    """The wagon trains of a side may not march before rain or night has begun.

    Source: On the 4th Day, Special Rules, Confederate Wagon Trains
    """

    kind: ClassVar[str] = "held_trains"
    side: Side

    def march(self, board: FieldBoard, unit: str) -> Verdict:
        if board.trains_released:
            return LEGAL
        counter = board.unit(unit)
        if counter.arm != "wagon" or counter.side != self.side:
            return LEGAL
        return refuse("held", f"{counter.name} waits for rain or night", cites.TRAINS)

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        yield f"{NATION[self.side]} wagon trains may not march before rain or night has begun.", cites.TRAINS

    def status(self, board: FieldBoard) -> Iterator[StatusLine]:
        yield StatusLine(f"{NATION[self.side]} trains", "free to march" if board.trains_released else "held")


@frozen
class TrainPoints(VictoryCondition):
    """Points for the mishaps of the wagon trains of a side, as a rule negative.

    ``retreat_hex`` counts for each hex of a retreat by combat, ``extended_march`` for each loss in an extended march,
    ``eliminated`` once. For each train they make at most ``most`` points, counted without the sign.
    """

    kind: ClassVar[str] = "trains"
    by_tallies: ClassVar[bool] = True
    side: Side
    retreat_hex: int
    extended_march: int
    eliminated: int
    most: int

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        """Points for the mishaps of each wagon train, within its limit. Source: On the 4th Day, Victory Conditions

        Manpower that a train loses in combat or retreat is not a mishap and stands outside the limit.
        """
        for unit_id, counter in board.book.units.items():
            if counter.arm != "wagon" or counter.side != self.side:
                continue
            counts = (
                (board.train_marches.get(unit_id, 0), self.extended_march, "lost or disorganized in an extended march"),
                (board.train_retreats.get(unit_id, 0), self.retreat_hex, "hex of retreat"),
                (int(unit_id in board.eliminated_units), self.eliminated, "eliminated"),
            )
            parts = [
                Item(
                    Fraction(count * apiece), what_for, f"{count} times {apiece:+d}" if count > 1 else "", cites.VICTORY
                )
                for count, apiece, what_for in counts
                if count
            ]
            points_lost = sum((part.points for part in parts), Fraction(0))
            if abs(points_lost) > self.most:
                limited_points = Fraction(self.most if points_lost > 0 else -self.most)
                parts.append(Item(limited_points - points_lost, f"at most {self.most} for a train", "", cites.VICTORY))
                points_lost = limited_points
            if parts or unit_id in board.units:
                label = f"{counter.name}: mishaps of the train"
                yield LedgerLine(points_lost, label, cites.VICTORY, unit=unit_id, parts=tuple(parts))

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        yield (
            f"For each {NATION[self.side]} wagon train {signed_points(self.retreat_hex)} for a hex driven back, "
            f"{signed_points(self.extended_march)} for each D or 1 in an extended march, "
            f"{signed_points(self.eliminated)} if it is "
            f"eliminated; at most {self.most}, manpower lost in combat or retreat apart.",
            cites.VICTORY,
        )

    def wish(self, board: FieldBoard, side: Side) -> str:
        return "bring the trains home" if self.side == side else "fall on the enemy's trains"

    def for_retreat(self, board: FieldBoard, unit: str, hexes: float) -> float:
        if board.unit(unit).side != self.side:
            return 0.0
        marches, retreats = board.train_marches.get(unit, 0), board.train_retreats.get(unit, 0)
        so_far = abs(retreats * self.retreat_hex + marches * self.extended_march)
        points = max(0.0, min(self.most - so_far, abs(hexes * self.retreat_hex)))
        return -points if self.retreat_hex < 0 else points

    def for_extended_march(self, board: FieldBoard, unit: str) -> float:
        return float(self.extended_march) if board.unit(unit).side == self.side else 0.0


# Off the map
@frozen
class Exit(SpecialRule):
    """Units of an arm that enter one of the rows below ``last_row`` (as the map counts rows) leave the map for good.

    They may do so in ``turns`` only, and never come back. Source: On the 4th Day, Special Rules, Union Cavalry Exit
    """

    kind: ClassVar[str] = "exit"
    side: Side
    arm: Arm
    last_row: HexName
    turns: tuple[int, ...]

    def exits(self, board: FieldBoard, unit: str) -> int:
        counter, ground = board.unit(unit), board.ground
        if counter.side != self.side or counter.arm != self.arm:
            return 0
        cells = ground.map.grid.cells
        _, last_row = cells[ground.map.parse(self.last_row)]
        return ground.map.cached(
            ("beyond row", last_row), lambda: mask_of(space for space, (_, row) in enumerate(cells) if row > last_row)
        )

    def shut(self, board: FieldBoard, unit: str) -> int:
        return 0 if board.turn in self.turns else self.exits(board, unit)

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        turns = ", ".join(map(str, self.turns))
        text = f"{NATION[self.side]} {self.arm} may leave the map for good south of the row of {self.last_row}"
        yield f"{text}, in turn {turns} only.", cites.EXIT

    def turns_named(self) -> Iterator[tuple[Path, int]]:
        yield from ((("turns", number), turn) for number, turn in enumerate(self.turns))


@frozen
class ExitPoints(VictoryCondition):
    """Points for each unit that left the map, the first ``most`` of them."""

    kind: ClassVar[str] = "exited"
    by_tallies: ClassVar[bool] = True
    side: Side
    points: int
    most: int

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        """Points for units that left the map, the first ones only. Source: On the 4th Day, Victory Conditions"""
        exited_units = self._exited_units(board)
        parts = tuple(
            Item(Fraction(self.points), f"{board.name(unit_id)} left the map", "", cites.EXIT)
            for unit_id in exited_units[: self.most]
        )
        reason = f"{len(exited_units)} left, at most {self.most} count" if len(exited_units) > self.most else ""
        points = sum((part.points for part in parts), Fraction(0))
        label = f"{NATION[self.side]} units that left the map"
        yield LedgerLine(points, label, cites.VICTORY, reason, parts=parts)

    def _exited_units(self, board: FieldBoard) -> Sequence[str]:
        exited_voluntarily = (unit_id for unit_id in board.exited_units if unit_id not in board.driven_off)
        return [unit_id for unit_id in exited_voluntarily if board.unit(unit_id).side == self.side]

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        text = f"{signed_points(self.points)} for each of the first {self.most} {NATION[self.side]} units off the map."
        yield text, cites.VICTORY

    def times(self, board: FieldBoard, ledger: Sequence[LedgerLine]) -> int:
        return sum(len(line.parts) for line in ledger)

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterable[Mistake]:
        if not any(isinstance(rule, Exit) and rule.side == self.side for rule in rules):
            message = f"no rule lets {NATION[self.side]} units leave the map"
            yield ("side",), "E623", message, 'add a [[rule]] with kind = "exit"'

    def wish(self, board: FieldBoard, side: Side) -> str:
        return f"lead up to {self.most} units off the map" if self.side == side else ""

    def for_exit(self, board: FieldBoard, side: Side) -> float | None:
        return self.points if self.side == side and len(self._exited_units(board)) < self.most else None


OWN: Final = OwnRules(
    sequence=(NIGHT,),
    words=Vocabulary(rules=(NightCycle, HeldTrains, Exit), victory=(ExitPoints, TrainPoints)),
)
