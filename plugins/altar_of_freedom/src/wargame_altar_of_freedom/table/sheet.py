"""The sheet of a campaign, from its data: counters, divisions, brigades, cards, dice, player aids and the briefing."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wargame_altar_of_freedom.board.battle_actions import BATTLE, RETREAT, SKIRMISH, BattleCard
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.charts import outcome_in_words, printed_charts
from wargame_altar_of_freedom.rules.battle_cards import BATTLE_RESULTS
from wargame_altar_of_freedom.table.briefing import briefing, commander_of
from wargame_altar_of_freedom.table.panels import turn_boxes
from wargame_core.forces.order_of_battle import Formation, OobUnit
from wargame_core.sheet import PlayerAid, Sheet, SheetCard, SheetDie, SheetPiece, SheetTrack, SideOnSheet

COUNTER = "counter"
"""The kind of the back of a map token: what it is, is not printed there."""


def campaign_sheet(drawn: Sheet, board: CampaignBoard) -> Sheet:
    """The sheet of a campaign, the map of which is drawn already."""
    campaign = board.campaign
    return evolve(
        drawn,
        briefing=briefing(board, drawn.briefing),
        sides=tuple(
            SideOnSheet(side, campaign.oob.forces[side].name, side[0].upper(), commander_of(campaign, side))
            for side in campaign.seats
        ),
        pieces=(*counters(campaign), *depots(campaign), *divisions(campaign), *brigades(campaign)),
        cards=(*event_cards(campaign), *battle_cards(campaign)),
        tracks=(SheetTrack("turns", "Turns", turn_boxes(campaign.turns)),),
        dice=dice(campaign),
        aids=tuple(PlayerAid(chart.id, chart.title, chart.text, str(chart.cite)) for chart in printed_charts(campaign)),
    )


def counters(campaign: Campaign) -> Iterator[SheetPiece]:
    """The backs of all map tokens, by the number that stands on each."""
    name = campaign.reference.side_name
    for side in campaign.seats:
        for number in campaign.reference.counter_numbers[side]:
            yield SheetPiece(number, side, COUNTER, f"{name(side)} token {number}")


def depots(campaign: Campaign) -> Iterator[SheetPiece]:
    """The depots with what they give their builder and an enemy who takes them."""
    for depot in campaign.depots.values():
        facts = {"Staff Dice": str(depot.value), "captured": str(depot.captured_value)}
        places = " or ".join(depot.places)
        yield SheetPiece(depot.id, depot.side, "depot", f"Depot at {places}", facts)


def divisions(campaign: Campaign) -> Iterator[SheetPiece]:
    """The divisions with their corps, their base move in spaces and the number of their brigades."""
    for piece in campaign.pieces.values():
        if piece.division:
            facts = {
                "moves with": campaign.reference.command[piece.command].name,
                "base move": str(campaign.base_move[piece.kind]),
                "brigades": str(len(campaign.reference.brigades[piece.division])),
            }
            if piece.status != "start":
                facts["comes by"] = "event card" if piece.status == "random_arrival" else "release by event card"
            yield SheetPiece(piece.division, piece.side, piece.kind, piece.name, facts)


def brigades(campaign: Campaign) -> Iterator[SheetPiece]:
    """The brigades and batteries with their ratings."""
    for formation in campaign.oob.formations.values():
        for unit in formation.units:
            yield _brigade(campaign, formation, unit)


def _brigade(campaign: Campaign, formation: Formation, unit: OobUnit) -> SheetPiece:
    facts = {"rating": f"{unit.rating:+d}", "belongs to": formation.name}
    return SheetPiece(unit.id, campaign.reference.side_of[unit.id], unit.arm, unit.name, facts)


def event_cards(campaign: Campaign) -> Iterator[SheetCard]:
    """The event cards."""
    for card in campaign.deck.cards.values():
        yield SheetCard(card.id, card.name, card.text, deck="events")


BATTLE_CARD_NAMES = {BATTLE: "Pitched Battle", SKIRMISH: "Skirmish", RETREAT: "Retreat"}


def battle_cards(campaign: Campaign) -> Iterator[SheetCard]:
    """The Battle Cards with what they lead to, one of each a side; an attacker has no Retreat."""
    for card in BattleCard:
        yield SheetCard(
            card.value, BATTLE_CARD_NAMES[card], _against(card), 1 if card is RETREAT else 2, "battle cards"
        )


def _against(card: BattleCard) -> str:
    attacking = [
        f"against {BATTLE_CARD_NAMES[defence]} {outcome_in_words(result)}"
        for (defence, attack), result in BATTLE_RESULTS.items()
        if attack is card
    ]
    defending = [
        f"against {BATTLE_CARD_NAMES[attack]} {outcome_in_words(result)}"
        for (defence, attack), result in BATTLE_RESULTS.items()
        if defence is card
    ]
    parts = (("Attacking", attacking), ("Defending", defending))
    return " ".join(f"{role}: {'; '.join(lines)}." for role, lines in parts if lines)


def dice(campaign: Campaign) -> tuple[SheetDie, ...]:
    """The dice: d6 and d3 for rolls, and the Staff Die with what its faces count as."""
    staff = campaign.staff_die
    faces = (
        f"{face} (counts {staff.counts_as[face]})" if face in staff.counts_as else str(face)
        for face in range(1, staff.sides + 1)
    )
    return (
        SheetDie("d6", tuple(map(str, range(1, 7)))),
        SheetDie("d3", tuple(map(str, range(1, 4)))),
        SheetDie("Staff Die", tuple(faces)),
    )
