"""What campaign files may ask for by name: the effects of cards and the special actions; and the sorts of names.

Each class holds the arguments of one; the function of the same name carries it out. The tables at the end are what the
loader checks names against.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NewType

from attrs import field, frozen

from wargame_altar_of_freedom.printed.points import RolledPoints
from wargame_core.data import Ref

Side = Annotated[str, Ref("a side")]
TokenKind = Annotated[str, Ref("a token kind")]
PlaceName = Annotated[str, Ref("a place")]
PlaceTag = Annotated[str, Ref("a tag of a place")]
CrossingId = Annotated[str, Ref("a crossing")]
CrossingKind = Annotated[str, Ref("a kind of crossing")]
RiverName = Annotated[str, Ref("a river")]
RegionName = Annotated[str, Ref("a region")]
EntryId = Annotated[str, Ref("an entry space")]
CommandId = NewType("CommandId", str)
"""The id of a command, such as a corps, where another id would be wrong."""
NO_COMMAND: Final = CommandId("")
DivisionId = NewType("DivisionId", str)
"""The id of a division, where the id of a brigade or of a token would be wrong."""
NO_DIVISION: Final = DivisionId("")
DivisionName = Annotated[DivisionId, Ref("a division")]
FormationId = Annotated[str, Ref("a formation")]
CommandName = Annotated[CommandId, Ref("a command")]
ActionName = Annotated[str, Ref("a special action")]


INFANTRY, CAVALRY, PICKET, TRAIN = "infantry", "cavalry", "picket", "baggage_train"
"""The kinds of token that rules speak of; a campaign's file may have more."""


# effects of cards; they last for the turn unless they say otherwise


@frozen
class PlaceDivision:
    """A division comes in ``at`` a place, or at one by d6; or next to it (``or_adjacent``), else at ``fallback``.

    With ``nearest_by_road`` it comes instead to the nearest space by road that is free, if the place is not.
    """

    division: DivisionName
    fallback: EntryId
    at: PlaceName | None = None
    by_d6: tuple[PlaceName, PlaceName, PlaceName, PlaceName, PlaceName, PlaceName] | None = None
    or_adjacent: bool = field(default=True, kw_only=True)
    nearest_by_road: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if (self.at is None) == (self.by_d6 is None):
            raise ValueError("needs either at or by_d6, and not both")

    @property
    def places(self) -> tuple[str, ...]:
        """Where the division may come, by face of the d6; one place without a roll."""
        return self.by_d6 or (self.at or "",)


@frozen
class ReleaseDivision:
    """A division that was fixed moves like any other from now on, for good."""

    division: DivisionName


@frozen
class BaseMoveDelta:
    """Base moves of these sides change by ``delta`` spaces, to no less than ``minimum``."""

    sides: tuple[Side, ...]
    delta: int
    minimum: int = 0


@frozen
class BaseMoveSet:
    """Tokens of one kind have this base move, in spaces."""

    token: TokenKind
    value: int


@frozen
class ForbidCrossCountry:
    """Tokens of these sides move only along roads."""

    sides: tuple[Side, ...]


@frozen
class CloseCrossings:
    """Crossings of one kind over one river cannot be used; they may still be destroyed and repaired."""

    river: RiverName
    crossing_kind: CrossingKind


@frozen
class StaffDiceDelta:
    """A side gains (or, with a minus sign, loses) Staff Dice, to no less than none."""

    side: Side
    amount: RolledPoints


@frozen
class ForbidMovementDice:
    """One command, by a d6 rolled in the open, may not be given Staff Dice for movement."""

    by_d6: tuple[CommandName, CommandName, CommandName, CommandName, CommandName, CommandName]


@frozen
class OneRailMove:
    """Once, a side moves by rail in place of an ordinary move: one division, or the divisions of a corps in a space."""

    side: Side
    who: Literal["one_division", "corps_stack"]
    kinds: tuple[TokenKind, ...]
    max_spaces: int


@frozen
class RelocateDepot:
    """A side may put one depot of its own build into a space on a river where it has a division."""

    side: Side
    river: RiverName


@frozen
class RevealTokens:
    """``viewer`` names tokens, or spaces, of which ``owner`` shows him what they are."""

    viewer: Side
    owner: Side
    count: int
    of: Literal["tokens", "spaces"]


@frozen
class RollToDestroy:
    """A side may roll a d6 for one crossing with no enemy token at either end; ``target`` or more destroys it."""

    side: Side
    river: RiverName
    crossing_kind: CrossingKind
    target: int


@frozen
class AddPicket:
    """A formation gets one more picket, at one of these places where no enemy token stands."""

    side: Side
    formation: FormationId
    places: tuple[PlaceName, ...]


@frozen
class SpecialActionTarget:
    """One special action succeeds on ``target`` or more."""

    action: ActionName
    target: int


# special actions: a Staff Die given to a token after it has moved


@frozen
class DestroyCrossing:
    """The token destroys a bridge or ferry at an edge of its space."""


@frozen
class RepairCrossing:
    """The token repairs a bridge or ferry at an edge of its space."""


@frozen
class Raid:
    """A token of the side in a place with this tag puts a ``token`` there; each place once a campaign."""

    side: Side
    place_tag: PlaceTag
    token: TokenKind


EFFECTS: Mapping[str, type[object]] = {
    "place_division": PlaceDivision,
    "release_division": ReleaseDivision,
    "base_move_delta": BaseMoveDelta,
    "base_move_set": BaseMoveSet,
    "forbid_cross_country": ForbidCrossCountry,
    "close_crossings": CloseCrossings,
    "staff_dice_delta": StaffDiceDelta,
    "forbid_movement_dice": ForbidMovementDice,
    "rail_move": OneRailMove,
    "relocate_depot": RelocateDepot,
    "reveal_tokens": RevealTokens,
    "roll_to_destroy": RollToDestroy,
    "add_picket": AddPicket,
    "special_action_target": SpecialActionTarget,
}
SPECIAL_ACTIONS: Mapping[str, type[object]] = {
    "destroy_crossing": DestroyCrossing,
    "repair_crossing": RepairCrossing,
    "raid": Raid,
}
