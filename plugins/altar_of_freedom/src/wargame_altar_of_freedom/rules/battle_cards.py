"""Battle Cards: who may play which card, and the Battle Results Table.

Source: GotW p.9-10 Contact is Made, Battle Cards, Battle Results Table (AFI p.9-10).
"""

from enum import StrEnum

from attrs import frozen

from wargame_altar_of_freedom.board.actions import BATTLE, RETREAT, SKIRMISH, BattleCard, Fight, PlayBattleCard
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import CardsRevealed
from wargame_altar_of_freedom.board.pieces import Contact, RetreatDie, Token
from wargame_core import UnknownName
from wargame_core.authoring import Ask, ListedChoices, Procedure, Table

ATTACKER_CARDS = (BATTLE, SKIRMISH)
DEFENDER_CARDS = (BATTLE, SKIRMISH, RETREAT)


class Role(StrEnum):
    """The two sides of a contact."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class CardOutcome(StrEnum):
    """What the two Battle Cards lead to."""

    TABLETOP = "tabletop"
    SKIRMISH = "skirmish"
    RETREAT = "retreat"


class Retreats(StrEnum):
    """Who goes back: whoever loses the skirmish, or the defender however it ends."""

    LOSER = "loser"
    DEFENDER = "defender"


@frozen
class CardResult:
    """One cell of the Battle Results Table.

    ``bonus_side`` adds ``bonus_per_division`` for each other division of its own nearby; ``retreats`` goes back the
    roll of ``retreat``. After a tabletop battle neither stands here: its own rules say who retreats.
    """

    outcome: CardOutcome
    bonus_side: Role | None = None
    bonus_per_division: int = 0
    retreat: RetreatDie | None = None
    retreats: Retreats | None = None

    def bonus(self, role: Role, nearby_count: int) -> int:
        """What a side adds to its score for its divisions nearby, one of which is engaged.

        The engaged division itself is not a division nearby: the printed example counts only others. Source: GotW p.10.
        """
        other_friends = max(nearby_count - 1, 0)
        return self.bonus_per_division * other_friends if self.bonus_side is role else 0


BATTLE_RESULTS = {
    (BATTLE, BATTLE): CardResult(CardOutcome.TABLETOP),
    (BATTLE, SKIRMISH): CardResult(CardOutcome.SKIRMISH, Role.DEFENDER, 1, RetreatDie.D3, Retreats.LOSER),
    (SKIRMISH, BATTLE): CardResult(CardOutcome.SKIRMISH, Role.ATTACKER, 1, RetreatDie.D3, Retreats.LOSER),
    (SKIRMISH, SKIRMISH): CardResult(CardOutcome.SKIRMISH, None, 0, RetreatDie.D3, Retreats.LOSER),
    (RETREAT, BATTLE): CardResult(CardOutcome.SKIRMISH, Role.ATTACKER, 2, RetreatDie.D6, Retreats.DEFENDER),
    (RETREAT, SKIRMISH): CardResult(CardOutcome.RETREAT, None, 0, RetreatDie.D6, Retreats.DEFENDER),
}
"""The Battle Results Table by (defender's card, attacker's card). Source: GotW p.10 Battle Results Table (AFI p.10)."""


def battle_result(defender: str, attacker: str) -> CardResult:
    """What the two cards lead to. Raises `UnknownName` for a card that this side does not have.

    >>> str(battle_result(defender="skirmish", attacker="battle").bonus_side)
    'attacker'
    """
    if defender not in DEFENDER_CARDS:
        raise UnknownName("defender's Battle Card", defender, DEFENDER_CARDS)
    if attacker not in ATTACKER_CARDS:
        raise UnknownName("attacker's Battle Card", attacker, ATTACKER_CARDS)
    return BATTLE_RESULTS[BattleCard(defender), BattleCard(attacker)]


def may_play_battle(board: CampaignBoard, own_divisions: int, enemy_divisions: int) -> bool:
    """Whether a side with so many divisions nearby, and so many of the enemy's, may commit to a pitched battle.

    Three of its own within three spaces; with the option ``battle_card = both`` the enemy needs three as well.
    Source: GotW p.9 Contact is Made, Battle Cards. Readings: Whose three divisions.
    """
    divisions_needed = board.campaign.divisions_for_battle
    return own_divisions >= divisions_needed and (
        enemy_divisions >= divisions_needed or board.options["battle_card"] == "own"
    )


CARDS = {
    (attacking, may_battle): tuple(card for card in cards if card is not BATTLE or may_battle)
    for attacking, cards in ((True, ATTACKER_CARDS), (False, DEFENDER_CARDS))
    for may_battle in (True, False)
}
"""The Battle Cards by whether a side attacks, and whether it may play Pitched Battle."""


def cards_of(attacking: bool, may_battle: bool) -> tuple[BattleCard, ...]:
    """The Battle Cards that a side may play. Source: GotW p.9 Battle Cards (AFI p.9)."""
    return CARDS[attacking, may_battle]


def play_battle_cards(table: Table[CampaignBoard], contact: Contact) -> Procedure[tuple[BattleCard, BattleCard]]:
    """Both sides choose a card in secret and turn them over together: (attacker's, defender's)."""
    board = table.board
    asks = []
    for attacking in (True, False):
        seat = contact.side(attacking, board.campaign.seats)
        own_divisions, enemy_divisions = contact.nearby if attacking else contact.nearby[::-1]
        eligible = may_play_battle(board, own_divisions, enemy_divisions)
        cards = cards_of(attacking, eligible)
        refusal = f"Battle Cards of this side now: {', '.join(cards)}" + (
            f" (Pitched Battle needs {board.campaign.divisions_for_battle} divisions nearby, there are {own_divisions})"
            * (not eligible)
        )
        choices = ListedChoices((PlayBattleCard(card) for card in cards), refusal, board.cite("Battle Cards"))
        role = "attack" if attacking else "defend"
        asks.append(Ask(seat, choices, f"You {role} at {board.label(contact.space)}: which Battle Card?", choices.cite))
    cards_played = yield from table.ask_secretly(asks)
    attacker, defender = (cards_played[ask.seat].card for ask in asks)
    table.record(CardsRevealed(attacker, defender))
    return attacker, defender


def choose_defender(table: Table[CampaignBoard], contact: Contact) -> Procedure[Token]:
    """The defending division that fights: its owner picks when several stand in the space. Source: AFI p.7."""
    board = table.board
    side = contact.side(False, board.campaign.seats)
    if len(contact.defenders) == 1:
        return board.tokens[contact.defenders[0]]
    cite = board.cite("Logistical Limitations")
    choices = ListedChoices(map(Fight, contact.defenders), cite=cite)
    answer = yield from table.ask(side, choices, "Which division fights?", cite)
    return board.tokens[answer.token]
