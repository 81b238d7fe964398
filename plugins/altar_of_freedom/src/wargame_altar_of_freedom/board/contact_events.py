"""Events of what marches lead to: contacts, losses, retreats, tabletop battles, special actions, points scored."""

from typing import Annotated

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.naming import (
    by_name,
    ends_of,
    is_or_are,
    name_of,
    of_battle,
    of_contact,
    place_called,
)
from wargame_altar_of_freedom.board.pieces import Award, Contact, EndOfBattle, RetreatDie, TabletopBattle
from wargame_altar_of_freedom.board.turn_events import OneSidedEvent
from wargame_core.authoring import CARD, PIECE, About, Event, PublicEvent, Ruling


@frozen
class TwoSidedEvent(Event, kind=""):
    """An event that both sides see; without a referee so does everybody else."""

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog is not Fog.REFEREE or seat in board.campaign.seats else None


@frozen
class ContactMade(TwoSidedEvent, sets="contact", reveals=True):
    """A division is about to enter a space with enemy divisions: everything stops for Battle Cards."""

    contact: Contact

    def text(self, board: CampaignBoard) -> str:
        contact = self.contact
        defenders = ", ".join(name_of(board, token) for token in contact.defenders)
        attacking, defending = contact.nearby
        return (
            f"Contact at {board.label(contact.space)}: {name_of(board, contact.attacker)} against {defenders}; within "
            f"{board.campaign.contact_range} spaces {attacking} attacking division{'s' * (attacking != 1)} and "
            f"{defending} defending."
        )

    def about(self, board: CampaignBoard) -> About:
        return of_contact(board, self.contact)


@frozen
class ContactDecided(TwoSidedEvent, silent=True):
    """It is known which side has to retreat from a contact, and with which die."""

    beaten: str
    retreat: RetreatDie

    def apply(self, board: CampaignBoard) -> None:
        board.contact = evolve(board.open_contact, beaten=self.beaten, retreat=self.retreat)


@frozen
class ContactEnded(TwoSidedEvent, sets="contact = None"):
    """The contact is dealt with; a beaten attacker went ``back_into`` the fortress that he had come out of."""

    back_into: str = ""

    def text(self, board: CampaignBoard) -> str:
        return f"The beaten attacker goes back into {self.back_into}." if self.back_into else ""


@frozen
class CardsRevealed(TwoSidedEvent, says="Battle Cards: attacker {attacker}, defender {defender}.", reveals=True):
    """Both Battle Cards are turned over."""

    attacker: Annotated[str, CARD]
    defender: Annotated[str, CARD]


@frozen
class SkirmishFought(TwoSidedEvent, tells_rolls=True):
    """A minor skirmish was decided; the ruling has both scores with each modifier."""

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
        return f"Minor skirmish: {sides}. {board.campaign.side_name(self.winner)} wins."

    def about(self, board: CampaignBoard) -> About:
        return by_name(board, *(part.title for part in self.ruling.parts))


@frozen
class BrigadeEvent(OneSidedEvent, kind=""):
    """An event of one side that a brigade of it is about."""

    unit: Annotated[str, PIECE]

    def acting_side(self, board: CampaignBoard) -> str:
        return board.campaign.side_of[self.unit]


@frozen
class BrigadeBroken(BrigadeEvent, sets="broken_brigades.add(unit)", says="{unit} is broken ({why})."):
    """A brigade is broken: it does not fight until it is rallied."""

    why: str


@frozen
class BrigadeLost(
    BrigadeEvent, sets="broken_brigades.discard(unit); lost_brigades.add(unit)", says="{unit} is lost for the campaign."
):
    """A brigade is out of the campaign for good."""


@frozen
class RallyTried(BrigadeEvent, tells_rolls=True):
    """A rally was attempted and the brigade came back, or not."""

    die: int
    rallied: bool

    def apply(self, board: CampaignBoard) -> None:
        board.rally_tried.add(self.unit)
        if self.rallied:
            board.broken_brigades.discard(self.unit)

    def text(self, board: CampaignBoard) -> str:
        outcome = "rallies" if self.rallied else "does not rally"
        return f"{board.campaign.unit_name(self.unit)} {outcome} ({self.die})."


@frozen
class KnownTokensEvent(Event, kind=""):
    """An event of tokens for those to whom they belong or who see all of them."""

    tokens: Annotated[tuple[str, ...], PIECE]

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        all_are_shown = all(
            board.tokens[token_id].side == seat or board.knows_position(seat, token_id) for token_id in self.tokens
        )
        return self if all_are_shown else None


@frozen
class RetreatBegan(KnownTokensEvent, tells_rolls=True):
    """A token has to retreat ``spaces`` spaces."""

    spaces: int

    def apply(self, board: CampaignBoard) -> None:
        board.retreated_tokens |= set(self.tokens)

    def text(self, board: CampaignBoard) -> str:
        return ", ".join(name_of(board, token) for token in self.tokens) + f" must retreat {self.spaces}."


@frozen
class RetreatBlocked(KnownTokensEvent):
    """A retreat had no open way of its full length: every brigade of these divisions breaks."""

    def text(self, board: CampaignBoard) -> str:
        return "The retreat of " + ", ".join(name_of(board, token) for token in self.tokens) + " is blocked."


@frozen
class BattleChanged(TwoSidedEvent, reveals=True, tells_rolls=True):
    """A tabletop battle began or went on to its next stage (None: it is over); who takes part is seen by all."""

    battle: TabletopBattle | None
    story: str = ""

    def apply(self, board: CampaignBoard) -> None:
        board.battle = self.battle
        if self.battle is not None:
            board.battle_ended_movement = True

    def text(self, board: CampaignBoard) -> str:
        return self.story

    def about(self, board: CampaignBoard) -> About:
        return of_battle(board, self.battle)


@frozen
class BattleFought(TwoSidedEvent, tells_rolls=True):
    """A tabletop battle was decided."""

    winner: str
    loser: str
    reason: EndOfBattle
    last_turn: int
    ruling: Ruling
    story: tuple[str, ...] = ()
    why: str = ""

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.side_name
        hours = " ".join(self.story)
        ending = self.reason.replace("_", " ")
        reason = f": {self.why}" if self.why else ""
        return f"{hours} {name(self.winner)} wins the battle ({ending}, turn {self.last_turn}{reason}).".strip()


@frozen
class SpecialActionTried(Event, sets="acted_tokens.add(token)", tells_rolls=True):
    """A special action was attempted with a Staff Die."""

    token: str
    what: str
    target: str
    die: int
    succeeded: bool

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.tokens[self.token].side == seat or board.knows_position(seat, self.token) else None

    def text(self, board: CampaignBoard) -> str:
        outcome = "succeeds" if self.succeeded else "fails"
        doing = f"{self.what.partition('_')[0]} {place_called(board, self.target)}"
        return f"{name_of(board, self.token)} tries to {doing}: rolls {self.die}, {outcome}."

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), places=ends_of(board, self.target))


@frozen
class CrossingEvent(PublicEvent, kind=""):
    """Something was done to a crossing."""

    crossing: str

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog is Fog.REFEREE  # it shows that somebody is there

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.crossing))


@frozen
class CrossingDestroyed(CrossingEvent, sets="destroyed_crossings.add(crossing)"):
    """A bridge or ferry is gone."""

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} destroyed."


@frozen
class CrossingRepaired(CrossingEvent, sets="destroyed_crossings.discard(crossing)"):
    """A bridge or ferry can be used again."""

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.map.crossings[self.crossing].name
        return f"{name} {is_or_are(name)} repaired."


@frozen
class PlaceRaided(PublicEvent, sets="raided_places.add(place)", says="{place} is raided for supplies."):
    """A town or city was raided and has nothing left."""

    place: str

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog is Fog.REFEREE  # it shows that somebody is there

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.place))


@frozen
class FormationLeftOut(PublicEvent, sets="left_out.add(formation)"):
    """A side leaves a formation out of the campaign."""

    side: str
    formation: str

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.oob.formations[self.formation].name
        return f"{board.campaign.side_name(self.side)} leaves {name} out of the campaign."


@frozen
class PointsScored(Event, sets="ledger.append(award)", tells_rolls=True):
    """A side scored victory points; only it knows."""

    award: Award

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.award.side else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee points tell where no enemy stands."""
        return board.fog is Fog.REFEREE

    def text(self, board: CampaignBoard) -> str:
        award = self.award
        place_text = f" ({place_called(board, award.place)})" if award.place else ""
        dice = f" ({award.fixed} and a roll of {award.rolled})" if award.fixed and award.rolled else ""
        dice = dice or (" rolled" if award.rolled else "")
        side = board.campaign.side_name(award.side)
        return f"{side} scores {award.points:+d}{dice}: {award.what}{place_text}."

    def about(self, board: CampaignBoard) -> About:
        return About(places=ends_of(board, self.award.place))
