"""What event cards change until the end of the turn, or for good: a class for each kind of change.

In records every effect is written with the same six keys: its kind, a side, a number, a name, the least number, and
whether it lasts. `effect_to_json` and `effect_from_json` know which of a class's fields stands under which key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs
from attrs import field, frozen


def _key(name: str, default: object = attrs.NOTHING) -> Any:
    """A field that records write under this key."""
    return field(default=default, metadata={"key": name})


@frozen
class TurnEffect:
    """Something that is other than printed until the end of the turn or, where it is ``lasting``, from now on."""

    kind: ClassVar[str] = ""
    lasting: ClassVar[bool] = False


@frozen
class BaseMoveChanged(TurnEffect):
    """Base moves of a side change by ``spaces``, to no less than ``least``."""

    kind: ClassVar[str] = "base_move_delta"
    side: str = _key("side")
    spaces: int = _key("value")
    least: int = _key("least", 0)


@frozen
class BaseMoveReplaced(TurnEffect):
    """Tokens of one kind have another base move, in spaces."""

    kind: ClassVar[str] = "base_move_set"
    token_kind: str = _key("target")
    spaces: int = _key("value")


@frozen
class NoCrossCountry(TurnEffect):
    """Tokens of a side move only along roads."""

    kind: ClassVar[str] = "no_cross_country"
    side: str = _key("side")


@frozen
class CrossingClosed(TurnEffect):
    """A crossing cannot be used; it may still be destroyed and repaired."""

    kind: ClassVar[str] = "closed_crossing"
    crossing: str = _key("target")


@frozen
class StaffDiceChanged(TurnEffect):
    """A side has ``dice`` more Staff Dice or, if negative, fewer."""

    kind: ClassVar[str] = "staff_dice"
    side: str = _key("side")
    dice: int = _key("value")


@frozen
class NoMovementDice(TurnEffect):
    """A command gets no Staff Dice for movement."""

    kind: ClassVar[str] = "no_movement_dice"
    command: str = _key("target")


@frozen
class RailTrip(TurnEffect):
    """Once, one division of a side, of one of these ``kinds``, travels by rail up to ``spaces`` spaces."""

    kind: ClassVar[str] = "rail"
    side: str = _key("side")
    spaces: int = _key("value")
    kinds: tuple[str, ...] = _key("target")


@frozen
class CorpsRailTrip(RailTrip):
    """The same for the divisions of one corps that stand together in a space."""

    kind: ClassVar[str] = "rail_stack"


@frozen
class SpecialActionEased(TurnEffect):
    """A special action succeeds on another least roll."""

    kind: ClassVar[str] = "special_action_target"
    action: str = _key("target")
    roll: int = _key("value")


@frozen
class DivisionHeld(TurnEffect):
    """A division is fixed in place until an event (or a retreat) releases it. Readings: Garrisons fixed in place."""

    kind: ClassVar[str] = "held"
    lasting: ClassVar[bool] = True
    division: str = _key("target")


EFFECTS: Mapping[str, type[TurnEffect]] = {
    effect.kind: effect
    for effect in (
        BaseMoveChanged,
        BaseMoveReplaced,
        NoCrossCountry,
        CrossingClosed,
        StaffDiceChanged,
        NoMovementDice,
        RailTrip,
        CorpsRailTrip,
        SpecialActionEased,
        DivisionHeld,
    )
}
_NOTHING: Mapping[str, str | int] = {"kind": "", "side": "", "value": 0, "target": "", "least": 0, "lasting": False}
_KINDS = "|"
"""What stands between several kinds of token in one text."""


def effect_to_json(effect: TurnEffect) -> dict[str, str | int]:
    """An effect as records write it.

    >>> effect_to_json(CrossingClosed("baldwins_ferry"))
    {'kind': 'closed_crossing', 'side': '', 'value': 0, 'target': 'baldwins_ferry', 'least': 0, 'lasting': False}
    """
    written = {**_NOTHING, "kind": effect.kind, "lasting": effect.lasting}
    for part in attrs.fields(type(effect)):
        value = getattr(effect, part.name)
        written[part.metadata["key"]] = _KINDS.join(value) if isinstance(value, tuple) else value
    return written


def effect_from_json(data: object) -> TurnEffect:
    """The effect that a record writes so. Raises ValueError for anything else.

    >>> effect_from_json({**effect_to_json(RailTrip("federal", 16, ("infantry", "cavalry")))}).kinds
    ('infantry', 'cavalry')
    """
    if not isinstance(data, Mapping) or set(data) != set(_NOTHING):
        raise ValueError(f"an effect has the keys {', '.join(_NOTHING)}; this is {data!r}")
    wrong = [key for key, usual in _NOTHING.items() if type(data[key]) is not type(usual)]
    if wrong or data["kind"] not in EFFECTS:
        raise ValueError(f"{', '.join(wrong) or 'kind'} of an effect cannot be as in {dict(data)!r}")
    effect = EFFECTS[data["kind"]]
    fields = {part.name: data[part.metadata["key"]] for part in attrs.fields(effect)}
    if "kinds" in fields:
        fields["kinds"] = tuple(fields["kinds"].split(_KINDS))
    made = effect(**fields)
    if effect_to_json(made) != dict(data):
        raise ValueError(f"{dict(data)!r} says more than an effect {effect.kind} can")
    return made
