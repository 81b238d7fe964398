"""Events of contacts: Battle Cards, skirmishes, brigades broken and rallied, retreats."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Contact, RetreatDie
from wargame_altar_of_freedom.board.event_names import name_of
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.references import by_name, of_contact
from wargame_altar_of_freedom.board.who_learns import OfBothSides, OfOneSide
from wargame_core.authoring import Event, Ruling
from wargame_core.flow.about import CARD, PIECE, About


@frozen
class ContactMade(OfBothSides):
    """A division is about to enter a space with enemy divisions: everything stops for Battle Cards."""

    kind: ClassVar[str] = "contact_made"
    reveals: ClassVar[bool] = True
    contact: Contact

    def apply(self, board: CampaignBoard) -> None:
        board.contact = self.contact

    def text(self, board: CampaignBoard) -> str:
        contact = self.contact
        defenders = ", ".join(name_of(board, token) for token in contact.defenders)
        attacking, defending = contact.nearby
        return (
            f"Contact at {board.label(contact.space)}: {name_of(board, contact.attacker)} against {defenders}; within "
            f"{board.campaign.contact_range} spaces {attacking} attacking and {defending} defending divisions."
        )

    def about(self, board: CampaignBoard) -> About:
        return of_contact(board, self.contact)


@frozen
class ContactDecided(OfBothSides):
    """It is known which side has to retreat from a contact, and with which die."""

    kind: ClassVar[str] = "contact_decided"
    silent: ClassVar[bool] = True
    beaten: str
    retreat: RetreatDie

    def apply(self, board: CampaignBoard) -> None:
        board.contact = evolve(board.open_contact, beaten=self.beaten, retreat=self.retreat)


@frozen
class ContactEnded(OfBothSides):
    """The contact is dealt with."""

    kind: ClassVar[str] = "contact_ended"
    silent: ClassVar[bool] = True

    def apply(self, board: CampaignBoard) -> None:
        board.contact = None


@frozen
class CardsRevealed(OfBothSides):
    """Both Battle Cards are turned over."""

    kind: ClassVar[str] = "cards_revealed"
    reveals: ClassVar[bool] = True
    attacker: Annotated[str, CARD]
    defender: Annotated[str, CARD]

    def text(self, board: CampaignBoard) -> str:
        return f"Battle Cards: attacker {self.attacker}, defender {self.defender}."


@frozen
class SkirmishFought(OfBothSides):
    """A minor skirmish was decided; the ruling has both scores with each modifier."""

    kind: ClassVar[str] = "skirmish_fought"
    tells_rolls: ClassVar[bool] = True
    winner: str
    ruling: Ruling

    def apply(self, board: CampaignBoard) -> None:
        if board.contact is not None:
            board.contact = evolve(board.contact, fought=True)

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee the scores tell how many brigades the enemy has left."""
        return board.fog is Fog.REFEREE

    def text(self, board: CampaignBoard) -> str:
        sides = "; ".join(
            f"{part.title} {part.total} = " + " ".join(str(modifier) for modifier in part.modifiers)
            for part in self.ruling.parts
        )
        return f"Minor skirmish: {sides}. {board.campaign.reference.side_name(self.winner)} wins."

    def about(self, board: CampaignBoard) -> About:
        return by_name(board, *(part.title for part in self.ruling.parts))


@frozen
class BrigadeBroken(OfOneSide):
    """A brigade is broken: it does not fight until it is rallied."""

    kind: ClassVar[str] = "brigade_broken"
    unit: Annotated[str, PIECE]
    why: str

    def apply(self, board: CampaignBoard) -> None:
        board.broken.add(self.unit)

    def doer(self, board: CampaignBoard) -> str:
        return board.campaign.reference.side_of[self.unit]

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.unit_name(self.unit)} is broken ({self.why})."


@frozen
class BrigadeLost(OfOneSide):
    """A brigade is out of the campaign for good."""

    kind: ClassVar[str] = "brigade_lost"
    unit: Annotated[str, PIECE]

    def apply(self, board: CampaignBoard) -> None:
        board.broken.discard(self.unit)
        board.lost.add(self.unit)

    def doer(self, board: CampaignBoard) -> str:
        return board.campaign.reference.side_of[self.unit]

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.unit_name(self.unit)} is lost for the campaign."


@frozen
class RallyTried(OfOneSide):
    """A rally was attempted and the brigade came back, or not."""

    kind: ClassVar[str] = "rally_tried"
    tells_rolls: ClassVar[bool] = True
    unit: Annotated[str, PIECE]
    die: int
    rallied: bool

    def apply(self, board: CampaignBoard) -> None:
        board.rally_tried.add(self.unit)
        if self.rallied:
            board.broken.discard(self.unit)

    def doer(self, board: CampaignBoard) -> str:
        return board.campaign.reference.side_of[self.unit]

    def text(self, board: CampaignBoard) -> str:
        how = "rallies" if self.rallied else "does not rally"
        return f"{board.campaign.reference.unit_name(self.unit)} {how} ({self.die})."


@frozen
class RetreatBegan(Event):
    """A token has to retreat ``spaces`` spaces."""

    kind: ClassVar[str] = "retreat_began"
    tells_rolls: ClassVar[bool] = True
    tokens: Annotated[tuple[str, ...], PIECE]
    spaces: int

    def apply(self, board: CampaignBoard) -> None:
        board.retreated |= set(self.tokens)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if _knows_all(board, seat, self.tokens) else None

    def text(self, board: CampaignBoard) -> str:
        return ", ".join(name_of(board, token) for token in self.tokens) + f" must retreat {self.spaces}."


@frozen
class RetreatBlocked(Event):
    """A retreat had no open way of its full length: every brigade of these divisions breaks."""

    kind: ClassVar[str] = "retreat_blocked"
    tokens: Annotated[tuple[str, ...], PIECE]

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if _knows_all(board, seat, self.tokens) else None

    def text(self, board: CampaignBoard) -> str:
        return "The retreat of " + ", ".join(name_of(board, token) for token in self.tokens) + " is blocked."


def _knows_all(board: CampaignBoard, seat: str, tokens: tuple[str, ...]) -> bool:
    """Whether all tokens are the seat's own or seen by it."""
    return all(board.tokens[token_id].side == seat or board.shows(seat, token_id) for token_id in tokens)
