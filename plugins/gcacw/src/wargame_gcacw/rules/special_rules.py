"""What scenarios ask for by name: special rules and victory conditions, each one class that says all about itself.

The fields of a class are the keys that a scenario file may have beside its ``kind``; its methods say what it does and
how it says so. First what every class may say, then those of the series; a scenario's distribution brings its own.

Source: GCACW rules 1.4, 4 Initiative and 14.1 Rain; On the 4th Day, Victory Conditions
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, TypeAlias

from attrs import frozen

from wargame_core.authoring import LEGAL, Cite, Modifier, Verdict
from wargame_core.data import did_you_mean, one_of
from wargame_core.flow.panels import StatusLine
from wargame_core.names import listed
from wargame_gcacw.board.action_events import CAUSES
from wargame_gcacw.board.actions import SpecialAction
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import Book, LossCause
from wargame_gcacw.printed.counters import NATION, SIDES, Arm, HexName, Side
from wargame_gcacw.rules.points_ledger import Item, LedgerLine, signed_points

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in the table of a rule or condition: ("turns", 0)."""
Mistake: TypeAlias = tuple[Path, str, str, str]
"""Where, the code (E623: it asks for what the scenario does not have), the message, a hint."""
MOST: Final = 99


def unknown_words(key: str, word_kind: str, words: Iterable[str], allowed_names: Sequence[str]) -> Iterator[Mistake]:
    """The words of a key that are not among those allowed; ``word_kind`` is one of these, with its article."""
    for number, word in enumerate(words):
        if word not in allowed_names:
            yield (
                (key, number),
                "E301",
                f"{word!r} is not {word_kind}{one_of(allowed_names)}",
                did_you_mean(word, allowed_names),
            )


class SpecialRule:
    """A [[rule]] of a scenario. A subclass is one rule; by default a rule bends nothing.

    It promises to answer for equal boards alike. Spaces and masks are those of the map, costs are half points.

    It may not change the board or keep anything: what changes in play are events and counters.

    Example::

        from attrs import frozen
        from wargame_core.authoring import Modifier
        from wargame_gcacw.rules.special_rules import SpecialRule

        @frozen
        class Heat(SpecialRule):
            kind = "heat"
            points: int

            def allowance(self, board, side, arm):
                yield Modifier(-self.points, "heat")

        assert [modifier.value for modifier in Heat(1).allowance(None, "union", "infantry")] == [-1]
    """

    kind: ClassVar[str] = ""

    def _overrides_hook(self, hook: str) -> bool:
        """Whether it has a method of its own of this name."""
        return getattr(type(self), hook) is not getattr(SpecialRule, hook)

    # how it says so

    def says(self, board: FieldBoard) -> Iterable[tuple[str, Cite]]:
        """The rule in words, for the briefing, with where it stands."""
        return ()

    def on_track(self, turn: int) -> Iterable[str]:
        """What the turn track says of a turn."""
        return ()

    def status(self, board: FieldBoard) -> Iterable[StatusLine]:
        """How it stands now."""
        return ()

    # what can be wrong in a file

    def turns_named(self) -> Iterable[tuple[Path, int]]:
        """The turns that it names, and where: the game must have them."""
        return ()

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterable[Mistake]:
        """What else is wrong with it, among the rules of its scenario."""
        return ()

    # what it does

    def objectives(self) -> Iterable[tuple[Path, HexName, Side]]:
        """Hexes that a side controls at the start, and where the file says so."""
        return ()

    def march(self, board: FieldBoard, unit: str) -> Verdict:
        """Whether a unit may begin a march, and if not, why."""
        return LEGAL

    def step(self, board: FieldBoard, unit: str, a: int, b: int, points: int) -> int | Verdict:
        """What a step to a neighbouring hex costs, in half points, that would otherwise cost ``points``; or why not."""
        return points

    def allowance(self, board: FieldBoard, side: Side, arm: Arm) -> Iterable[Modifier]:
        """Movement points more, or with a minus sign fewer, for each march or activation of units of an arm."""
        return ()

    def extended_march(self, board: FieldBoard, unit: str) -> Iterable[Modifier]:
        """Modifiers to the die on the Extended March Table."""
        return ()

    def attack(self, board: FieldBoard, unit: str, target: int, kind_of_combat: str) -> Verdict:
        """Whether a unit may attack a hex in this way from its march, and if not, why."""
        return LEGAL

    def combat(self, board: FieldBoard, combat: Combat, attackers: Sequence[str], target: int) -> Combat:
        """The combat as it is fought: with other guns, facts of the charts, or modifiers of its own."""
        return combat

    def gives_way(self, board: FieldBoard, space: int) -> bool:
        """Whether the cavalry in a hex may retreat before infantry."""
        return True

    def exits(self, board: FieldBoard, unit: str) -> int:
        """Mask of the hexes by which a unit leaves the map when it enters one."""
        return 0

    def shut(self, board: FieldBoard, unit: str) -> int:
        """Mask of the hexes of these that it may not enter now."""
        return 0

    def actions(self, board: FieldBoard, side: Side) -> Iterable[SpecialAction]:
        """What a side with the initiative may do beside the actions of the series."""
        return ()


class VictoryCondition:
    """A [[victory]] of a scenario. A subclass is one condition; points are those of the side that scores.

    It promises that its lines follow from the board alone, and with ``by_tallies`` from units and tallies alone.

    It may not change the board.

    Example::

        from fractions import Fraction
        from attrs import frozen
        from wargame_gcacw.rules.points_ledger import LedgerLine
        from wargame_gcacw.rules.special_rules import VictoryCondition

        @frozen
        class EachTurn(VictoryCondition):
            kind = "each_turn"
            points: int

            def ledger(self, board):
                yield LedgerLine(Fraction(self.points * board.turn), "for holding out")

        assert EachTurn(2).id_and_title() == ("each_turn", "each turn")
    """

    kind: ClassVar[str] = ""
    by_tallies: ClassVar[bool] = False
    """Whether its points follow from units, losses, exits, mishaps and control: then they are not counted again."""

    def ledger(self, board: FieldBoard) -> Iterable[LedgerLine]:
        """The points that it gives as the board stands, line by line."""
        raise NotImplementedError(f"{type(self).__name__} must say what it counts")

    def says(self, board: FieldBoard) -> Iterable[tuple[str, Cite]]:
        """The condition in words, for the briefing, with where it stands."""
        return ()

    def read_by(self, options: Mapping[str, str]) -> VictoryCondition:
        """The same as the options of a game read it."""
        return self

    def id_and_title(self) -> tuple[str, str]:
        """What tables call it: an id, and a few words."""
        side: Side | None = getattr(self, "side", None)
        words = self.kind.replace("_", " ")
        return (f"{side}_{self.kind}", f"{NATION[side]} {words}") if side else (self.kind, words)

    def times(self, board: FieldBoard, ledger: Sequence[LedgerLine]) -> int:
        """How often it counts: by default, the lines that have points."""
        return sum(bool(line.points) for line in ledger)

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterable[Mistake]:
        """What is wrong with it in a file, among the rules of its scenario."""
        return ()

    # what bots ask

    def wish(self, board: FieldBoard, side: Side) -> str:
        """What a side is after because of it, as "spare men"; "" for nothing."""
        return ""

    def for_control(self, board: FieldBoard) -> Mapping[int, float]:
        """By hex the points for its control at the end."""
        return {}

    def for_standing(self, board: FieldBoard, unit: str) -> Mapping[int, float]:
        """By hex the points for a unit that stands there at the end, whoever controls it."""
        return {}

    def for_loss(self, board: FieldBoard, side: Side, arm: Arm, cause: LossCause) -> float:
        """The points of one more point of manpower that a side loses, of an arm and by a cause."""
        return 0.0

    def for_exit(self, board: FieldBoard, side: Side) -> float | None:
        """The points of one more unit of a side that leaves the map; None where it does not count."""
        return None

    def for_retreat(self, board: FieldBoard, unit: str, hexes: float) -> float:
        """The points of so many more hexes that a wagon train is driven back."""
        return 0.0

    def for_extended_march(self, board: FieldBoard, unit: str) -> float:
        """The points of one more loss of a wagon train in an extended march."""
        return 0.0


# Special rules of the series
@frozen
class RainAfterTies(SpecialRule):
    """In ``turn`` rain begins at the ``ties``-th tied initiative roll and lasts for the rest of the turn."""

    kind: ClassVar[str] = "rain_after_ties"
    turn: int
    ties: int

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        text = f"In turn {self.turn} tied initiative roll {self.ties} brings rain for the rest of the turn."
        yield text, cites.RAIN_RULES

    def on_track(self, turn: int) -> Iterator[str]:
        if turn == self.turn:
            yield f"tied initiative roll {self.ties} brings rain"

    def status(self, board: FieldBoard) -> Iterator[StatusLine]:
        if self.turn == board.turn and not board.rain:
            yield StatusLine("tied initiative rolls", f"{board.ties}; tie {self.ties} brings rain")

    def turns_named(self) -> Iterator[tuple[Path, int]]:
        yield ("turn",), self.turn

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterator[Mistake]:
        if not 1 <= self.ties <= MOST:
            yield ("ties",), "E621", f"{self.ties} is impossible (allowed: 1 to {MOST})", ""


@frozen
class RainAllTurn(SpecialRule):
    """It rains in these turns from their beginning."""

    kind: ClassVar[str] = "rain_all_turn"
    turns: tuple[int, ...]

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        yield f"It rains all through turn {', '.join(map(str, self.turns))}.", cites.RAIN_RULES

    def on_track(self, turn: int) -> Iterator[str]:
        if turn in self.turns:
            yield "rain all turn"

    def turns_named(self) -> Iterator[tuple[Path, int]]:
        yield from ((("turns", number), turn) for number, turn in enumerate(self.turns))


@frozen
class FirstInitiative(SpecialRule):
    """A side has the first initiative of ``turn`` without a roll."""

    kind: ClassVar[str] = "first_initiative"
    side: Side
    turn: int = 1

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        yield f"The {NATION[self.side]} side has the first initiative of turn {self.turn}.", cites.INITIATIVE

    def turns_named(self) -> Iterator[tuple[Path, int]]:
        yield ("turn",), self.turn


@frozen
class Objectives(SpecialRule):
    """Hexes that somebody controls, and who does at the start. Infantry takes control of a hex by entering it."""

    kind: ClassVar[str] = "objectives"
    union: tuple[HexName, ...] = ()
    confederate: tuple[HexName, ...] = ()

    def objectives(self) -> Iterator[tuple[Path, HexName, Side]]:
        for side, hexes in zip(SIDES, (self.union, self.confederate), strict=True):
            yield from (((side, number), name, side) for number, name in enumerate(hexes))

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        ground = board.ground
        for side, hexes in zip(SIDES, (self.union, self.confederate), strict=True):
            place_in_words = ", ".join(ground.label(ground.map.parse(name)) for name in dict.fromkeys(hexes))
            if place_in_words:
                yield f"The {NATION[side]} side begins in control of {place_in_words}.", cites.VICTORY
        yield "Infantry takes control of a hex by entering it; whoever has it need not stay there.", cites.VICTORY


# Victory conditions of the series
@frozen
class ControlPoints(VictoryCondition):
    """Points for the control of a hex at the end of the game."""

    kind: ClassVar[str] = "control"
    by_tallies: ClassVar[bool] = True
    hex: HexName
    points: int

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        """Points for a hex that the scored side controls. Source: On the 4th Day, Victory Conditions"""
        ground = board.ground
        space = ground.map.parse(self.hex)
        holder = board.control.get(space)
        points = self.points if holder == board.scenario.scored else 0
        reason = f"held by the {NATION[holder]} side" if holder and not points else "" if holder else "held by nobody"
        yield LedgerLine(Fraction(points), f"control of {ground.label(space)}", cites.VICTORY, reason)

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        hex_label = board.ground.label(board.ground.map.parse(self.hex))
        yield f"{signed_points(self.points)} for the control of {hex_label} at the end.", cites.VICTORY

    def id_and_title(self) -> tuple[str, str]:
        return f"control_{self.hex}", f"control of {self.hex}"

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterator[Mistake]:
        if self.hex not in {name for rule in rules for _, name, _ in rule.objectives()}:
            hint = 'list it in a [[rule]] with kind = "objectives"'
            yield ("hex",), "E623", f"nobody controls {self.hex} at the start", hint

    def for_control(self, board: FieldBoard) -> Mapping[int, float]:
        return {board.ground.map.parse(self.hex): float(self.points)}

    def wish(self, board: FieldBoard, side: Side) -> str:
        hex_label = board.ground.label(board.ground.map.parse(self.hex))
        is_gain = (self.points > 0) == (side == board.scenario.scored) and self.points
        return f"hold or take {hex_label}" if is_gain else f"keep the enemy from {hex_label}"


@frozen
class ManpowerPoints(VictoryCondition):
    """Points for each point of manpower that a side lost by one of these causes.

    ``not_arms`` are arms that do not count (a train's extended march has points of its own).
    """

    kind: ClassVar[str] = "manpower"
    by_tallies: ClassVar[bool] = True
    side: Side
    causes: tuple[LossCause, ...]
    points: int
    not_arms: tuple[Arm, ...] = ()

    def losses(self, board: FieldBoard) -> Mapping[LossCause, int]:
        """The manpower that counts as lost so far, by cause."""
        losses_by_cause: dict[LossCause, int] = dict.fromkeys(self.causes, 0)
        for key, count in board.lost_manpower.items():
            side, cause, arm = key.split(":")
            if side == self.side and cause in losses_by_cause and arm not in self.not_arms:
                losses_by_cause[cause] += count
        return losses_by_cause

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        """Points for manpower lost by the causes of the rule. Source: On the 4th Day, Victory Conditions"""
        losses = self.losses(board)
        parts = tuple(
            Item(
                Fraction(count * self.points), f"{count} lost {CAUSES[cause]}", f"{self.points:+d} each", cites.VICTORY
            )
            for cause, count in losses.items()
            if count
        )
        points = Fraction(sum(losses.values()) * self.points)
        names = [cause.replace("_", " ") for cause in self.causes]
        yield LedgerLine(points, f"{NATION[self.side]} manpower lost ({listed(names)})", cites.VICTORY, parts=parts)

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        causes_in_words = ", ".join(CAUSES[cause] for cause in self.causes)
        but = f" ({', '.join(self.not_arms)} units apart)" if self.not_arms else ""
        yield (
            f"{signed_points(self.points)} for each {NATION[self.side]} manpower point lost {causes_in_words}{but}.",
            cites.VICTORY,
        )

    def id_and_title(self) -> tuple[str, str]:
        name, words = super().id_and_title()
        return name, f"{words} lost by {', '.join(self.causes)}".replace("_", " ")

    def times(self, board: FieldBoard, ledger: Sequence[LedgerLine]) -> int:
        return sum(self.losses(board).values())

    def for_loss(self, board: FieldBoard, side: Side, arm: Arm, cause: LossCause) -> float:
        return float(self.points) if side == self.side and cause in self.causes and arm not in self.not_arms else 0.0

    def wish(self, board: FieldBoard, side: Side) -> str:
        return "spare men" if self.side == side else "wear the enemy down"
