"""Exceptions: when each holds, what it changes of the rules, and what it says in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from attrs import evolve, field, frozen

from wargame_core.charts import TIMES, Factor, multiplied
from wargame_core.maps.masks import bits
from wargame_core.names import listed
from wargame_core.rulings import Cite, Modifier
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.game_files.sections import ExceptionSection, ZonesChanges
from wargame_hex_and_counter.game_files.vocabulary import Allowance, Test
from wargame_hex_and_counter.printed.effects import Effect
from wargame_hex_and_counter.printed.in_words import sentence
from wargame_hex_and_counter.rules.combat import Duty
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Entering, Leaving, Zones

T = TypeVar("T")


@frozen
class RuleException:
    """An exception of a game, or with ``scenario`` of that scenario alone; ``test`` is the function of its `when`."""

    says: ExceptionSection
    cite: Cite
    scenario: str = ""
    test: Test | None = None

    def is_in_force(self, board: HexBoard) -> bool:
        """Whether it is in force now."""
        section = self.says
        return (
            (not self.scenario or board.scenario == self.scenario)
            and (not section.turns or board.turn in section.turns)
            and (section.losses is None or board.losses.get(section.side or "", 0) >= section.losses)
            and (self.test is None or self.test(board))
        )

    def concerns_side(self, side: str) -> bool:
        """Whether it is about a side, or about all."""
        return self.says.side in (None, side)

    def reason_text(self, board: HexBoard) -> str:
        """Why it is in force now."""
        section = self.says
        if section.losses is not None:
            return f"{board.losses.get(section.side or '', 0)} lost, of {section.losses}"
        return f"turn {board.turn}" if section.turns else ""


@frozen(eq=False)
class SettingWithExceptions(Generic[T]):
    """A setting of a part that exceptions change: a function of the board. Each value is made once."""

    usual: T
    changes: Sequence[tuple[RuleException, Callable[[T], T]]]
    _values: dict[int, T] = field(factory=dict, init=False, repr=False)

    def __call__(self, board: HexBoard) -> T:
        active = 0
        for number, (exception, _) in enumerate(self.changes):  # asked several times before every choice
            if exception.is_in_force(board):
                active |= 1 << number
        if active not in self._values:
            value = self.usual
            for number in bits(active):
                value = self.changes[number][1](value)
            self._values[active] = value
        return self._values[active]


def with_exceptions(usual_setting: T, changes: Iterable[tuple[RuleException, Callable[[T], T]]]) -> Setting[T]:
    """A setting with its exceptions, of which the last counts most: a mere value where there are none."""
    change_list = tuple(changes)
    return SettingWithExceptions(usual_setting, change_list) if change_list else usual_setting


# What exceptions change


def zones_changed(usual_zones: Zones, exceptions: Iterable[RuleException], side: str) -> Setting[Zones]:
    """The zones of control in the player turn of a side."""
    return with_exceptions(
        usual_zones,
        (
            (exception, _zones_by(exception.says.zones, exception.cite))
            for exception in exceptions
            if exception.says.zones is not None and exception.concerns_side(side)
        ),
    )


def _zones_by(changes: ZonesChanges, cite: Cite) -> Callable[[Zones], Zones]:
    def change(zones: Zones) -> Zones:
        new_values: dict[str, Any] = {"cite": cite}
        if changes.exerted_by is not None:
            new_values["exerted_by"] = changes.exerted_by
        if changes.entering is not None:
            new_values["entering"] = entering_of(changes.entering)
        if changes.leaving is not None:
            new_values["leaving"] = leaving_of(changes.leaving)
        if changes.zone_to_zone is not None:
            new_values["zone_to_zone"] = changes.zone_to_zone
        return evolve(zones, **new_values)

    return change


def entering_of(words: str) -> Entering:
    """What a file says of entering a zone, as `Zones` takes it: "costs 2" is 2."""
    match words:
        case "free" | "stops" | "forbidden":
            return words
        case _:
            return int(words.removeprefix("costs "))


def leaving_of(words: str) -> Leaving:
    """What a file says of leaving a zone, as `Zones` takes it."""
    match words:
        case "free" | "forbidden":
            return words
        case _:
            return int(words.removeprefix("costs "))


def stacking_changed(
    usual_stacking: Stacking, exceptions: Iterable[RuleException], sides: Iterable[str]
) -> Setting[Stacking]:
    """Stacking with the limits that exceptions have for a side or for all."""

    def changed_to(limit: int, side: str | None, cite: Cite) -> Callable[[Stacking], Stacking]:
        def change(stacking: Stacking) -> Stacking:
            limits = {name: stacking.stacking_limit(name) if side not in (None, name) else limit for name in sides}
            return evolve(stacking, limit=limit if side is None else limits, cite=cite)

        return change

    sides = tuple(sides)
    return with_exceptions(
        usual_stacking,
        (
            (exception, changed_to(exception.says.stacking.limit, exception.says.side, exception.cite))
            for exception in exceptions
            if exception.says.stacking is not None and exception.says.stacking.limit is not None
        ),
    )


def duties_changed(
    usual_duties: tuple[Duty, ...], exceptions: Iterable[RuleException], side: str
) -> Setting[tuple[Duty, ...]]:
    """The duties of combat of a side."""

    def changed_to(duties: tuple[Duty, ...]) -> Callable[[tuple[Duty, ...]], tuple[Duty, ...]]:
        return lambda _: duties

    return with_exceptions(
        usual_duties,
        (
            (exception, changed_to(exception.says.combat.must))
            for exception in exceptions
            if exception.says.combat is not None
            and exception.says.combat.must is not None
            and exception.concerns_side(side)
        ),
    )


def allowance_changed(usual_allowance: Allowance, exceptions: Iterable[RuleException]) -> Allowance:
    """The movement points of units, as exceptions multiply or limit them; halves stay."""
    moving_exceptions = [exception for exception in exceptions if exception.says.moving is not None]
    if not moving_exceptions:
        return usual_allowance

    def points(pieces: Pieces, unit: str) -> Fraction | int:
        allowance = usual_allowance(pieces, unit)
        for exception in moving_exceptions:
            if exception.concerns_side(pieces.units[unit].side) and exception.is_in_force(pieces.board):
                match exception.says.moving:
                    case int(most):
                        allowance = min(allowance, most)
                    case str(words):
                        allowance = multiplied(
                            allowance, [Factor(TIMES[words], exception.says.name, cite=exception.cite)]
                        )
        return allowance

    return points


def shifts_of(exceptions: Iterable[RuleException]) -> tuple[Callable[[HexBoard, Battle], Iterable[Modifier]], ...]:
    """The ``shifts`` of combat by exceptions, one function for all; none where no exception moves the odds."""
    shifting_exceptions = [exception for exception in exceptions if any(shift for shift, _ in _shifts(exception))]
    if not shifting_exceptions:
        return ()

    def by_exceptions(board: HexBoard, battle: Battle) -> Iterable[Modifier]:
        for exception in shifting_exceptions:
            if exception.is_in_force(board):
                for shift, attacks in _shifts(exception):
                    if shift and _applies_to_battle(exception, battle, attacks=attacks):
                        yield Modifier(shift, exception.says.name, exception.cite, exception.reason_text(board))

    return (by_exceptions,)


def factors_of(exceptions: Iterable[RuleException]) -> tuple[Callable[[HexBoard, Battle], Iterable[Factor]], ...]:
    """The ``factors`` of combat by exceptions, likewise."""
    multiplying = [
        (exception, times) for exception in exceptions if (times := Effect.read(exception.says.attacking).times) != 1
    ]
    if not multiplying:
        return ()

    def by_exceptions(board: HexBoard, battle: Battle) -> Iterable[Factor]:
        for exception, times in multiplying:
            if exception.is_in_force(board) and _applies_to_battle(exception, battle, attacks=True):
                yield Factor(times, exception.says.name, cite=exception.cite)

    return (by_exceptions,)


def _shifts(exception: RuleException) -> Iterator[tuple[int, bool]]:
    """The shifts of an exception, each with whether it is one of attacks by its units or on them."""
    yield Effect.read(exception.says.attacking).shift, True
    yield Effect.read(exception.says.attacked).shift, False


def _applies_to_battle(exception: RuleException, battle: Battle, *, attacks: bool) -> bool:
    """Whether a battle is one of those that an exception is about."""
    return exception.says.side is None or (exception.says.side == battle.attacker) == attacks


# In words

_ENTERING: Final = {"free": "entering an enemy zone is free", "stops": "a unit that enters an enemy zone stops",
                    "forbidden": "entering an enemy zone is forbidden"}  # fmt: skip
_LEAVING: Final = {"free": "leaving an enemy zone is free", "forbidden": "leaving an enemy zone is forbidden"}


def in_words(exception: RuleException, titles: Mapping[str, str], phases: Mapping[str, str]) -> str:
    """An exception as a sentence: its name, when it holds, and what is otherwise, by the titles of sides and phases."""
    section = exception.says
    when_texts = [titles[section.side]] if section.side is not None and section.losses is None else []
    if section.turns:
        when_texts.append(f"turn{'s' * (len(section.turns) > 1)} {listed(map(str, section.turns))}")
    if section.losses is not None:
        when_texts.append(f"from {section.losses} points of strength lost by {titles[section.side or '']}")
    condition_text = f" ({', '.join(when_texts)})" if when_texts else ""
    return sentence(f"{section.name}{condition_text}: {'; '.join(_changes(section, phases))}")


def _changes(section: ExceptionSection, phases: Mapping[str, str]) -> Iterator[str]:
    if section.without:
        yield f"no {listed(phases[name].lower() for name in section.without)}"
    if section.zones is not None:
        if (words := section.zones.entering) is not None:
            yield _ENTERING.get(words, f"entering an enemy zone {words}")
        if (words := section.zones.leaving) is not None:
            yield _LEAVING.get(words, f"leaving an enemy zone {words}")
        if section.zones.exerted_by is not None:
            yield (
                f"zones exerted by {listed(section.zones.exerted_by)}"
                if section.zones.exerted_by
                else "no zones of control"
            )
        if (zone_to_zone := section.zones.zone_to_zone) is not None:
            yield f"going from one enemy zone directly into another is {zone_to_zone}"
    if section.stacking is not None and section.stacking.limit is not None:
        yield f"at most {section.stacking.limit} stand in a hex"
    if section.combat is not None and section.combat.must is not None:
        yield (
            f"units must {listed(section.combat.must)}" if section.combat.must else "nobody must attack or be attacked"
        )
    whose_attacks = "its attacks" if section.side is not None else "attacks"
    if section.attacking:
        yield f"{whose_attacks} are {_moved(section.attacking)}"
    if section.attacked:
        yield f"attacks on {'it' if section.side is not None else 'anybody'} are {_moved(section.attacked)}"
    if section.moving is not None:
        movement_text = (
            f"at most {section.moving} movement points"
            if isinstance(section.moving, int)
            else f"movement {section.moving}"
        )
        yield movement_text


def _moved(words: str) -> str:
    """What an effect does to attacks: "moved 1 left", "halved"."""
    return words if words in TIMES else f"moved {words}"
