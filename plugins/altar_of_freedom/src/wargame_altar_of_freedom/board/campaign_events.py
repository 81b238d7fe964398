"""Events that decide a campaign: special actions, crossings, raids, formations left out, points."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import is_or_are, name_of
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.pieces import Award
from wargame_altar_of_freedom.board.references import ends_of
from wargame_core.authoring import Event, PublicEvent
from wargame_core.flow.about import About


@frozen
class SpecialActionTried(Event):
    """A special action was attempted with a Staff Die."""

    kind: ClassVar[str] = "special_action_tried"
    tells_rolls: ClassVar[bool] = True
    token: str
    what: str
    target: str
    die: int
    succeeded: bool

    def apply(self, board: CampaignBoard) -> None:
        board.acted.add(self.token)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.tokens[self.token].side == seat or board.shows(seat, self.token) else None

    def text(self, board: CampaignBoard) -> str:
        how = "succeeds" if self.succeeded else "fails"
        crossing = board.campaign.map.crossings.get(self.target)
        target = crossing.name if crossing else self.target
        verb = self.what.partition("_")[0]
        return f"{name_of(board, self.token)} tries to {verb} {target}: rolls {self.die}, {how}."

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), places=ends_of(board, self.target))


@frozen
class CrossingDestroyed(PublicEvent):
    """A bridge or ferry is gone."""

    kind: ClassVar[str] = "crossing_destroyed"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.add(self.crossing)

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog is Fog.REFEREE  # it shows that somebody is there

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} destroyed."

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.crossing))


@frozen
class CrossingRepaired(PublicEvent):
    """A bridge or ferry can be used again."""

    kind: ClassVar[str] = "crossing_repaired"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.discard(self.crossing)

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog is Fog.REFEREE  # it shows that somebody is there

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} repaired."

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.crossing))


@frozen
class PlaceRaided(PublicEvent):
    """A town or city was raided and has nothing left."""

    kind: ClassVar[str] = "place_raided"
    place: str

    def apply(self, board: CampaignBoard) -> None:
        board.raided.add(self.place)

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog is Fog.REFEREE  # it shows that somebody is there

    def text(self, board: CampaignBoard) -> str:
        return f"{self.place} is raided for supplies."

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.place))


@frozen
class FormationLeftOut(PublicEvent):
    """A side leaves a formation out of the campaign."""

    kind: ClassVar[str] = "formation_left_out"
    side: str
    formation: str

    def apply(self, board: CampaignBoard) -> None:
        board.left_out.add(self.formation)

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.oob.formations[self.formation].name
        return f"{board.campaign.reference.side_name(self.side)} leaves {name} out of the campaign."


@frozen
class PointsScored(Event):
    """A side scored victory points; only it knows."""

    kind: ClassVar[str] = "points_scored"
    tells_rolls: ClassVar[bool] = True
    award: Award

    def apply(self, board: CampaignBoard) -> None:
        board.ledger.append(self.award)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.award.side else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee points tell where no enemy stands."""
        return board.fog is Fog.REFEREE

    def text(self, board: CampaignBoard) -> str:
        award = self.award
        crossing = board.campaign.map.crossings.get(award.place)
        place = crossing.name if crossing else award.place
        where = f" ({place})" if place else ""
        dice = f" ({award.fixed} and {award.rolled} rolled)" if award.fixed and award.rolled else ""
        side = board.campaign.reference.side_name(award.side)
        return f"{side} scores {award.points:+d}{dice}: {award.what}{where}."

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.award.place))
