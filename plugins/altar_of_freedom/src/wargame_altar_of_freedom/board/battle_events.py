"""Events of contact, losses, special actions, battles and points."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import Award, Battle, CampaignBoard, Contact
from wargame_altar_of_freedom.board.event_names import is_or_are, name_of
from wargame_core import Event, Ruling


@frozen
class ContactMade(Event):
    """A division is about to enter a space with enemy divisions: everything stops for Battle Cards."""

    kind: ClassVar[str] = "contact_made"
    reveals: ClassVar[bool] = True
    contact: Contact

    def apply(self, board: CampaignBoard) -> None:
        board.contact = self.contact

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog == "referee" and seat not in board.campaign.seats:
            return None
        return self

    def text(self, board: CampaignBoard) -> str:
        contact = self.contact
        defenders = ", ".join(name_of(board, token) for token in contact.defenders)
        attacking, defending = contact.nearby
        return (
            f"Contact at {board.label(contact.space)}: {name_of(board, contact.attacker)} against {defenders}; within "
            f"{board.campaign.contact_range} spaces {attacking} attacking and {defending} defending divisions."
        )


@frozen
class ContactDecided(Event):
    """It is known which side has to retreat from a contact, and with which die ("d3", "d6")."""

    kind: ClassVar[str] = "contact_decided"
    beaten: str
    retreat: str

    def apply(self, board: CampaignBoard) -> None:
        assert board.contact is not None
        board.contact = evolve(board.contact, beaten=self.beaten, retreat=self.retreat)

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class ContactEnded(Event):
    """The contact is dealt with."""

    kind: ClassVar[str] = "contact_ended"

    def apply(self, board: CampaignBoard) -> None:
        board.contact = None

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class CardsRevealed(Event):
    """Both Battle Cards are turned over."""

    kind: ClassVar[str] = "cards_revealed"
    reveals: ClassVar[bool] = True
    attacker: str
    defender: str

    def text(self, board: CampaignBoard) -> str:
        return f"Battle Cards: attacker {self.attacker}, defender {self.defender}."


@frozen
class SkirmishFought(Event):
    """A minor skirmish was decided; the ruling has both scores with each modifier."""

    kind: ClassVar[str] = "skirmish_fought"
    winner: str
    ruling: Ruling

    def text(self, board: CampaignBoard) -> str:
        sides = "; ".join(
            f"{part.title} {part.total} = " + " ".join(str(modifier) for modifier in part.modifiers)
            for part in self.ruling.parts
        )
        return f"Minor skirmish: {sides}. {board.campaign.reference.side_name(self.winner)} wins."


@frozen
class BrigadeBroken(Event):
    """A brigade is broken: it fights no more until it is rallied."""

    kind: ClassVar[str] = "brigade_broken"
    unit: str
    why: str

    def apply(self, board: CampaignBoard) -> None:
        board.broken.add(self.unit)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.unit_name(self.unit)} is broken ({self.why})."


@frozen
class BrigadeLost(Event):
    """A brigade is out of the campaign for good."""

    kind: ClassVar[str] = "brigade_lost"
    unit: str

    def apply(self, board: CampaignBoard) -> None:
        board.broken.discard(self.unit)
        board.lost.add(self.unit)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.unit_name(self.unit)} is lost for the campaign."


@frozen
class RallyTried(Event):
    """A rally was attempted and the brigade came back, or not."""

    kind: ClassVar[str] = "rally_tried"
    unit: str
    die: int
    rallied: bool

    def apply(self, board: CampaignBoard) -> None:
        board.rally_tried.add(self.unit)
        if self.rallied:
            board.broken.discard(self.unit)

    def text(self, board: CampaignBoard) -> str:
        how = "rallies" if self.rallied else "does not rally"
        return f"{board.campaign.reference.unit_name(self.unit)} {how} ({self.die})."


@frozen
class RetreatBegan(Event):
    """A token has to retreat so many spaces."""

    kind: ClassVar[str] = "retreat_began"
    tokens: tuple[str, ...]
    spaces: int

    def apply(self, board: CampaignBoard) -> None:
        board.retreated |= set(self.tokens)

    def text(self, board: CampaignBoard) -> str:
        return ", ".join(name_of(board, token) for token in self.tokens) + f" must retreat {self.spaces}."


@frozen
class RetreatBlocked(Event):
    """A retreat had no open way of its full length: every brigade of these divisions breaks."""

    kind: ClassVar[str] = "retreat_blocked"
    tokens: tuple[str, ...]

    def text(self, board: CampaignBoard) -> str:
        return "The retreat of " + ", ".join(name_of(board, token) for token in self.tokens) + " is blocked."


@frozen
class SpecialActionTried(Event):
    """A special action was attempted with a Staff Die."""

    kind: ClassVar[str] = "special_action_tried"
    token: str
    what: str
    target: str
    die: int
    succeeded: bool

    def apply(self, board: CampaignBoard) -> None:
        board.acted.add(self.token)

    def text(self, board: CampaignBoard) -> str:
        how = "succeeds" if self.succeeded else "fails"
        crossing = board.campaign.map.crossings.get(self.target)
        target = crossing.name if crossing else self.target
        verb = self.what.partition("_")[0]
        return f"{name_of(board, self.token)} tries to {verb} {target}: rolls {self.die}, {how}."


@frozen
class CrossingDestroyed(Event):
    """A bridge or ferry is gone."""

    kind: ClassVar[str] = "crossing_destroyed"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.add(self.crossing)

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} destroyed."


@frozen
class CrossingRepaired(Event):
    """A bridge or ferry can be used again."""

    kind: ClassVar[str] = "crossing_repaired"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.discard(self.crossing)

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} repaired."


@frozen
class PlaceRaided(Event):
    """A town or city was raided and has nothing left."""

    kind: ClassVar[str] = "place_raided"
    place: str

    def apply(self, board: CampaignBoard) -> None:
        board.raided.add(self.place)

    def text(self, board: CampaignBoard) -> str:
        return f"{self.place} is raided for supplies."


@frozen
class FormationLeftOut(Event):
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
class SideDone(Event):
    """A side does nothing more of what it was asked (special actions, rallying, dispositions)."""

    kind: ClassVar[str] = "side_done"
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.done.add(self.side)

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class BattleChanged(Event):
    """A tabletop battle began or went on to its next stage (None: it is over); who takes part is seen by all."""

    kind: ClassVar[str] = "battle_changed"
    reveals: ClassVar[bool] = True
    battle: Battle | None
    story: str = ""

    def apply(self, board: CampaignBoard) -> None:
        board.battle = self.battle
        if self.battle is not None:
            board.fought = True

    def text(self, board: CampaignBoard) -> str:
        return self.story


@frozen
class BattleFought(Event):
    """A tabletop battle was decided."""

    kind: ClassVar[str] = "battle_fought"
    winner: str
    loser: str
    reason: str
    last_turn: int
    ruling: Ruling
    story: tuple[str, ...] = ()

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.reference.side_name
        told = " ".join(self.story)
        return f"{told} {name(self.winner)} wins the battle ({self.reason}, turn {self.last_turn}).".strip()


@frozen
class PointsScored(Event):
    """A side scored victory points; only it knows."""

    kind: ClassVar[str] = "points_scored"
    award: Award

    def apply(self, board: CampaignBoard) -> None:
        board.ledger.append(self.award)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.award.side else None

    def text(self, board: CampaignBoard) -> str:
        award = self.award
        crossing = board.campaign.map.crossings.get(award.place)
        place = crossing.name if crossing else award.place
        where = f" ({place})" if place else ""
        dice = f" ({award.fixed} and {award.rolled} rolled)" if award.fixed and award.rolled else ""
        side = board.campaign.reference.side_name(award.side)
        return f"{side} scores {award.points:+d}{dice}: {award.what}{where}."
