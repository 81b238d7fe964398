"""Campaigns in numbers, for studies of balance: victory points by award, where divisions stand, losses, who fought."""

from collections.abc import Iterable, Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleChanged, BattleFought, ContactMade, SkirmishFought
from wargame_core.authoring import Event
from wargame_lab.facts import BalanceData, Facts, ScoredLine


def campaign_facts(board: CampaignBoard) -> Facts:
    """The board in numbers, with everything that is secret in play."""
    campaign = board.campaign
    divisions: dict[str, tuple[str, str]] = {
        token.unit: (token.side, board.place_id(space))
        for token_id, space in board.at.items()
        if (token := board.tokens[token_id]).unit
    }
    side_of = campaign.side_of
    return Facts(
        points={side: board.points(side) for side in campaign.seats},
        scored=tuple(ScoredLine(row.id, row.side, row.turn, row.points, row.rolled) for row in board.ledger),
        lines={line.id: (line.side, line.text) for line in campaign.awards.values()},
        stands=divisions,
        lost={campaign.unit_name(unit): side_of[unit] for unit in board.broken_brigades | board.lost_brigades},
    )


def divisions_that_fought(events: Iterable[Event], board: CampaignBoard) -> Mapping[str, str]:
    """By division that was in a minor skirmish or a tabletop battle, its side."""
    tokens: set[str] = set()
    meeting_tokens: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, ContactMade):
            meeting_tokens = (event.contact.attacker, *event.contact.defenders)
        elif isinstance(event, BattleChanged) and event.battle is not None:
            battle = event.battle
            entered_tokens = (reinforcement.token for reinforcement in battle.reinforcements)
            meeting_tokens = (*battle.attackers, *battle.defenders, *battle.held_back, *battle.called, *entered_tokens)
        elif isinstance(event, (SkirmishFought, BattleFought)):
            tokens.update(meeting_tokens)
    battle_tokens = (board.tokens[token] for token in tokens if token in board.tokens)
    return {token.unit: token.side for token in battle_tokens if token.unit}


BALANCE = BalanceData(facts=campaign_facts, combatants=divisions_that_fought)
"""What a campaign tells for studies of balance."""
