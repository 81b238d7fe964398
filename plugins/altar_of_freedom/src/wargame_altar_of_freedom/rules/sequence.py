"""The sequence of play of a campaign.

Source: GotW p.6 Turn Sequence, p.24 Quick Reference (AFI p.6).
"""

from collections.abc import Callable

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.turn_events import TurnEnded
from wargame_altar_of_freedom.printed.campaign import cite_of
from wargame_altar_of_freedom.rules import corps, deployment
from wargame_altar_of_freedom.rules.contact import resolve_contact, retreat_from_contact
from wargame_altar_of_freedom.rules.event_cards import draw_event_card
from wargame_altar_of_freedom.rules.fog_of_war import hand_out_counters
from wargame_altar_of_freedom.rules.march import movable, move_one_token
from wargame_altar_of_freedom.rules.rallying import rally_one, rallying_side, return_to_map, returning_divisions
from wargame_altar_of_freedom.rules.scoring import decide_campaign, score_turn
from wargame_altar_of_freedom.rules.special_actions import take_special_action
from wargame_altar_of_freedom.rules.tabletop import battlefield, resolvers
from wargame_core.authoring import Cite, Procedure, Repeat, Sequence, Step, Table


def end_turn(table: Table[CampaignBoard]) -> Procedure[None]:
    """Divisions that rallied a brigade are back, and the turn is over.

    Source: GotW p.14 Begin New Turn (AFI p.14). Readings: Divisions without brigades.
    """
    for token in returning_divisions(table.board):
        yield from return_to_map(table, token)
    table.record(TurnEnded())


def march_over(board: CampaignBoard) -> bool:
    """Whether the corps moves no further."""
    return board.battle_ended_movement or not movable(board)


def special_actions_over(board: CampaignBoard) -> bool:
    """Whether the corps is done with special actions; a battle leaves no time for them."""
    return board.battle_ended_movement or board.mover in board.done_sides


def campaign_over(board: CampaignBoard) -> bool:
    """Whether all turns have been played."""
    return board.turns_ended >= board.campaign.turns


At = Callable[[str], Cite]
"""Where the campaign's book prints a heading."""


def campaign_sequence(cite: Cite) -> Sequence:
    """The sequence of play; ``cite`` is where the campaign's book prints it."""

    def at(heading: str) -> Cite:
        return cite_of(cite.book, heading)

    return Sequence(
        "Campaign",
        Sequence(
            "Set-up",
            Step("Leave formations out", deployment.leave_formations_out, at("Starting Deployment")),
            Step("Hand out counters", hand_out_counters, at("Fog of War")),
            Repeat(
                "Deployment",
                Step("Deploy", deployment.deploy_one, at("Starting Deployment")),
                until=deployment.all_deployed,
            ),
            Step("Score the set-up", deployment.score_set_up, at("Victory Points")),
            cite=at("Starting Deployment"),
        ),
        Repeat(
            "Campaign turn",
            Step("Draw event card", draw_event_card, at("Draw Event Card")),
            Step("Collect Staff Dice", corps.collect_staff_dice, at("Collect Staff Dice")),
            _corps_movement(at),
            _tabletop_battle(at),
            Repeat(
                "Rally",
                Step("Rally a brigade", rally_one, at("Reconstituting Broken Units")),
                until=lambda board: rallying_side(board) is None,
            ),
            Step("Score", score_turn, at("Victory Points")),
            Step("End of turn", end_turn, at("End of Turn")),
            until=campaign_over,
            cite=cite,
        ),
        Step("Decide the campaign", decide_campaign, at("Victory & Defeat")),
    )


def _corps_movement(at: At) -> Repeat:
    return Repeat(
        "Corps movement",
        Step("Nominate a corps", corps.nominate_corps, at("Making the First Move")),
        Step("Allot Staff Dice", corps.allot_dice, at("Staff Dice")),
        Repeat(
            "March",
            Step("Move one token", move_one_token, at("Movement Rates")),
            Step("Contact", resolve_contact, at("Contact is Made"), when=_contact),
            Step("Retreat", retreat_from_contact, at("Retreating from Battle"), when=_contact),
            until=march_over,
        ),
        Repeat(
            "Special actions",
            Step("Special action", take_special_action, at("Special Actions")),
            until=special_actions_over,
        ),
        Step("End of corps movement", corps.end_corps, at("Alternate Movement")),
        until=corps.movement_over,
    )


def _tabletop_battle(at: At) -> Sequence:
    return Sequence(
        "Tabletop battle",
        Step("Define the battlefield", battlefield.define_battlefield, at("Defining a Battlefield"), when=_battle),
        Step("Deploy", battlefield.deploy_on_table, at("Deployment"), when=_battle),
        Step("Time of day", battlefield.roll_time_of_day, at("Time of Day"), when=_battle),
        Repeat(
            "Reinforcements",
            Step("Call reinforcements", battlefield.call_reinforcements, at("Calling Reinforcements")),
            until=lambda board: board.battle is None or battlefield.side_to_call(board) is None,
        ),
        Step("Fight", resolvers.fight_battle, at("Fighting the Battle"), when=_battle),
        Repeat(
            "Losers retreat",
            Step("Retreat a division", resolvers.retreat_a_loser, at("Retreating after Battle")),
            until=lambda board: board.battle is None or not board.battle.retreating,
        ),
        Repeat(
            "Victors spread out",
            Step("Place a division", resolvers.spread_a_victor, at("Retreating after Battle")),
            until=lambda board: board.battle is None or not board.battle.spreading,
        ),
        Step("Battle over", resolvers.end_battle, at("Tabletop Battles"), when=_battle),
        cite=at("Tabletop Battles"),
    )


def _contact(board: CampaignBoard) -> bool:
    return board.contact is not None


def _battle(board: CampaignBoard) -> bool:
    return board.battle is not None
