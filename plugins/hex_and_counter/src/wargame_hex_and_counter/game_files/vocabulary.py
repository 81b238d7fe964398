"""What a game of text files may bring besides, as functions: they stand behind the `own` keys of its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve, field, fields, frozen

from wargame_core.authoring import Step
from wargame_core.errors import RulesError
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.author_functions import check_arguments
from wargame_hex_and_counter.rules.arrivals import Due
from wargame_hex_and_counter.rules.combat import Circumstances
from wargame_hex_and_counter.rules.retreat import Narrowed
from wargame_hex_and_counter.rules.stacking import Load
from wargame_hex_and_counter.rules.zones import Zones

Allowance: TypeAlias = Callable[[Pieces, str], Fraction | int]
"""Called with the pieces and the id of a unit: its movement points."""
ChangedZones: TypeAlias = Callable[[Any, Zones], Zones]
"""Called with the board and the zones as the file has them: those that hold now."""
Test: TypeAlias = Callable[[Any], bool]
"""Called with the board: whether an exception holds."""
PhaseMaker: TypeAlias = Callable[[str], Step]
"""Called with a side: the step of its player turn."""

_ARGUMENTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "movement": (("pieces", "unit"), "movement points"),
    "zones": (("board", "zones"), "the zones that hold now"),
    "stacking": (("pieces", "units"), "what the units count together"),
    "reinforcement": (("board",), "pairs of a unit that is due and its hexes of entry"),
    "combat": (("board", "battle"), "a series of shifts"),
    "retreat": (("board", "ways"), "those of the ways that are left"),
    "exception": (("board",), "whether the exception holds"),
    "phase": (("side",), "a step of the player turn"),
}


@frozen(kw_only=True)
class Vocabulary:
    """The words of a game's own: by section of `game.toml` the functions that it may name there.

    The part does its work first, and the function adds to it or narrows it. ``combat`` are shifts of the odds,
    ``retreat`` narrow the ways, ``movement`` give movement points, ``zones`` change the zones, ``stacking`` count the
    units in a hex, ``reinforcement`` say who is due besides, ``exception`` are tests for its key `when`. ``phase`` are
    names for `phases` of a player turn; ``victory`` are classes of `VictoryLine`, whose class variable ``kind`` is
    their name and whose fields are the keys of a [[victory]].

    It promises that each function gives the same for the same board: menus, previews and bots ask it again and again.

    It may not change the board, except by the events that a phase of ``phase`` records, nor use what a side may not
    know.

    Raises:
        RulesError: a function that takes other arguments.

    Example::

        from wargame_core.authoring import Modifier, OwnRules
        from wargame_hex_and_counter import Vocabulary

        def in_concert(board, battle):
            formations = {board.book.units[unit].formation for unit in battle.attackers}
            if len(battle.attackers) > 1 and len(formations) == 1:
                yield Modifier(1, "attack in concert")

        OWN = OwnRules(words=Vocabulary(combat={"in_concert": in_concert}))  # [combat] own = ["in_concert"]
    """

    movement: Mapping[str, Allowance] = field(factory=dict)
    zones: Mapping[str, ChangedZones] = field(factory=dict)
    stacking: Mapping[str, Load] = field(factory=dict)
    reinforcement: Mapping[str, Due] = field(factory=dict)
    combat: Mapping[str, Circumstances] = field(factory=dict)
    retreat: Mapping[str, Narrowed] = field(factory=dict)
    exception: Mapping[str, Test] = field(factory=dict)
    phase: Mapping[str, PhaseMaker] = field(factory=dict)
    victory: tuple[type[Any], ...] = ()

    def __attrs_post_init__(self) -> None:
        for section, (arguments, gives) in _ARGUMENTS.items():
            for name, function in getattr(self, section).items():
                check_arguments(f"Vocabulary({section}=), {name!r}", function, arguments, gives)
        for line in self.victory:
            if not isinstance(getattr(line, "kind", None), str):
                raise RulesError(
                    f"Vocabulary(victory=): {line.__name__} has no class variable `kind`, its name in files"
                )

    def with_own(self, other_vocabulary: Vocabulary) -> Vocabulary:
        """These words and those of another, which replace equal ones."""
        return evolve(
            self,
            **{
                attribute.name: _joined(getattr(self, attribute.name), getattr(other_vocabulary, attribute.name))
                for attribute in _FIELDS
            },
        )


def _joined(words: Any, other_words: Any) -> Any:
    return {**words, **other_words} if isinstance(words, Mapping) else (*words, *other_words)


_FIELDS = fields(Vocabulary)
NO_WORDS = Vocabulary()
