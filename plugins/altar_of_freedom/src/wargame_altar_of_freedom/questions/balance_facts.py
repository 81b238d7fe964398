"""What a campaign tells studies of balance: awards, where divisions stand, brigades out of action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wargame_altar_of_freedom.board.battle_events import BattleChanged, BattleFought
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import ContactMade, SkirmishFought
from wargame_core.authoring import Event
from wargame_core.game import Facts, ScoredLine


def campaign_facts(board: CampaignBoard) -> Facts:
    """The board in numbers, with everything that is secret in play."""
    campaign = board.campaign
    divisions: dict[str, tuple[str, str]] = {
        token.unit: (token.side, board.place_id(space))
        for token_id, space in board.at.items()
        if (token := board.tokens[token_id]).unit
    }
    side_of = campaign.reference.side_of
    return Facts(
        points={side: board.points(side) for side in campaign.seats},
        scored=tuple(ScoredLine(row.id, row.side, row.turn, row.points, row.rolled) for row in board.ledger),
        lines={line.id: (line.side, line.text) for line in campaign.awards.values()},
        stands=divisions,
        lost={campaign.reference.unit_name(unit): side_of[unit] for unit in board.broken | board.lost},
    )


def campaign_series(board: CampaignBoard) -> Mapping[str, Mapping[str, float]]:
    """What is drawn turn by turn: victory points and brigades lost."""
    names = {side: board.campaign.reference.side_name(side) for side in board.campaign.seats}
    side_of = board.campaign.reference.side_of
    return {
        "Victory points": {names[side]: board.points(side) for side in board.campaign.seats},
        "Brigades broken or lost": {
            names[side]: sum(1 for unit in board.broken | board.lost if side_of[unit] == side)
            for side in board.campaign.seats
        },
    }


def divisions_that_fought(events: Iterable[Event], board: CampaignBoard) -> Mapping[str, str]:
    """By division that was in a minor skirmish or a tabletop battle, its side."""
    tokens: set[str] = set()
    meeting: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, ContactMade):
            meeting = (event.contact.attacker, *event.contact.defenders)
        elif isinstance(event, BattleChanged) and event.battle is not None:
            battle = event.battle
            entered = (reinforcement.token for reinforcement in battle.reinforcements)
            meeting = (*battle.attackers, *battle.defenders, *battle.held_back, *battle.called, *entered)
        elif isinstance(event, (SkirmishFought, BattleFought)):
            tokens.update(meeting)
    fought = (board.tokens[token] for token in tokens if token in board.tokens)
    return {token.unit: token.side for token in fought if token.unit}
