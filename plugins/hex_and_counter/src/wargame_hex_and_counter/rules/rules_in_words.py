"""The rules that the phases of a game set, in words: of each part what its values say, each fact once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar, assert_never

from attrs import frozen

from wargame_core.charts import ResultEffect
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.boxes import Boxes
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.phases import Part
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.replacements import Replacements
from wargame_hex_and_counter.rules.zones import Zones

T = TypeVar("T")
CHANGES = "At the beginning: "
"""How a rule begins that a function of the board gives: it may be another one later."""


@frozen
class RuleInWords:
    """A rule of a game: its heading, what it says, and its place in the rulebook."""

    heading: str
    text: str
    cite: Cite | None


def rules_in_words(game: HexGame, board: HexBoard) -> tuple[RuleInWords, ...]:
    """The rules of the parts of all phases, as they are at the beginning of the first turn of a scenario."""
    first_board = board.copy()
    first_board.turn = max(board.turn, game.scenarios[board.scenario].begins)
    titles = {seat: side.title for seat, side in game.sides.items()}
    rule_of_text: dict[str, RuleInWords] = {}
    for phase in phases_of(game.sequence):
        for rule in _rules_of(phase.part, first_board.pieces, titles):
            rule_of_text.setdefault(rule.text, rule)
    return tuple(sorted(rule_of_text.values(), key=lambda rule: _HEADINGS.index(rule.heading)))


_HEADINGS = ("Zones of control", "Stacking", "Reinforcements", "Movement", "Combat", "Retreat", "Supply")


def _rules_of(part: Part, pieces: Pieces, titles: Mapping[str, str]) -> Iterator[RuleInWords]:
    """The rules that a part has; replacements, railroads and boxes say theirs among the further parts of a game."""
    if isinstance(part, (Movement, Combat)):
        yield _rule("Zones of control", part.zones, pieces, Zones.sentences)
    yield _rule("Stacking", part.stacking, pieces, lambda stacking: stacking.sentences(titles))
    match part:
        case Movement():
            yield RuleInWords("Movement", " ".join(part.sentences()), part.cite)
        case Arrivals():
            yield RuleInWords("Reinforcements", " ".join(part.sentences()), part.cite)
        case Combat():
            yield RuleInWords("Combat", " ".join(part.sentences(pieces)), part.cite)
            if part.table.brings(ResultEffect.RETREATS):
                yield RuleInWords("Retreat", " ".join(part.retreat.sentences()), part.retreat.cite or part.cite)
            if (supply := part.out_of_supply) is not None:
                yield RuleInWords("Supply", " ".join(supply.sentences()), supply.cite or part.cite)
        case Replacements() | Rail() | Boxes():
            return
        case _:
            assert_never(part)


def _rule(heading: str, setting: Setting[T], pieces: Pieces, say_rule: Callable[[T], Iterable[str]]) -> RuleInWords:
    """The rule of a setting, which begins with `CHANGES` where a function gives it."""
    value = pieces.value(setting)
    text = " ".join(say_rule(value))
    return RuleInWords(heading, f"{CHANGES}{text}" if callable(setting) else text, getattr(value, "cite", None))
