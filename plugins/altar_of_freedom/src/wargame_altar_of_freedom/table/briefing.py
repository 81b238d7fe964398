"""What a player reads before a campaign: who is where, who begins, how to win, what is special. All from its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import count
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import (
    Anywhere,
    AtPlaces,
    AwardLine,
    Deployment,
    NearDivisions,
    OneAtEach,
    RoadColumn,
    Where,
)
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_core.forces.order_of_battle import OobLeader
from wargame_core.sheet import Briefing, Note

FOG = {
    Fog.FACE_DOWN: "Tokens lie face down: everybody sees where they stand, nobody what an enemy token is.",
    Fog.REFEREE: "A referee keeps the map: a side sees only enemy tokens in spaces next to its own.",
    Fog.OPEN: "All tokens lie face up.",
}
LIMITS = {"each": "", "every_turn": " (every turn)", "once": " (once)", "once_per_place": " (once for each place)"}
"""How often an award counts, in words."""


def briefing(board: CampaignBoard, scenario: Briefing) -> Briefing:
    """The briefing of a campaign in the words of its data files, each paragraph with where it is printed.

    ``scenario`` says how it is set up.
    """
    campaign = board.campaign
    return Briefing(
        f"{campaign.title}. {scenario.title}",
        (*situation(campaign), *scenario.situation),
        campaign.reference.side_name(campaign.first_mover),
        how_to_win=tuple(how_to_win(campaign)),
        special_rules=tuple(special_rules(board)),
        sources=scenario.sources,
    )


def _ranked(leader: OobLeader) -> str:
    return f"{leader.rank} {leader.full_name or leader.name}".strip()


def commander_of(campaign: Campaign, side: str) -> str:
    """The commander in chief of a side with his rank; "" where the order of battle names none."""
    formations = campaign.oob.formations
    for leader in campaign.oob.leaders.values():
        if side in leader.commands:
            return _ranked(leader)
    for leader in campaign.oob.leaders.values():
        if "army" in leader.role and any(
            formations[formation_id].side == side for formation_id in leader.commands if formation_id in formations
        ):
            return _ranked(leader)
    return ""


def situation(campaign: Campaign) -> Iterator[Note]:
    """The armies with their corps and commanders, and where they are set up."""
    name = campaign.reference.side_name
    yield Note(f"A campaign of {count(campaign.turns, 'turn')}.")
    for side in campaign.seats:
        commander = commander_of(campaign, side)
        under = f" under {commander}" if commander else ""
        corps = ", ".join(_corps(campaign, command) for command in campaign.reference.commands[side])
        yield Note(f"{name(side)}: {campaign.oob.forces[side].name}{under}: {corps}.")
    yield Note(f"{name(campaign.deploys_first)} sets up first.", campaign.reference.cite("Starting Deployment"))
    for side in campaign.seats:
        lines = [_deployment(campaign, line) for line in campaign.deployments if line.side == side and line.pieces]
        yield Note(f"{name(side)} set-up: {'; '.join(lines)}.", campaign.reference.cite("Starting Deployment"))


def _corps(campaign: Campaign, command: CommandId) -> str:
    printed = campaign.reference.command[command]
    leaders = campaign.oob.leaders.values()
    led = [_ranked(leader) for leader in leaders if set(leader.commands) & set(printed.formations)]
    return f"{printed.name} ({led[0]})" if led else printed.name


def _deployment(campaign: Campaign, line: Deployment) -> str:
    names = list(dict.fromkeys(campaign.pieces[piece].name for piece in line.pieces))
    return f"{', '.join(names)} {_in_words(line.where)}"


def _in_words(where: Where) -> str:
    """Where pieces are set up."""
    match where:
        case AtPlaces(places, adjacent):
            return f"{'at or next to' if adjacent else 'at'} {' or '.join(places)}"
        case OneAtEach(places, adjacent):
            return f"one each {'at or next to' if adjacent else 'at'} {', '.join(places)}"
        case RoadColumn(between, _):
            return f"on the road from {between[0]} to {between[1]}"
        case NearDivisions(spaces):
            return f"within {count(spaces, 'space')} of a division of its own side"
        case Anywhere():
            return "anywhere"
    assert_never(where)


def how_to_win(campaign: Campaign) -> Iterator[Note]:
    """The points that win, and what each side gets points for."""
    needed = campaign.points_to_win
    yield Note(
        f"{needed} victory points win a major strategic victory at once. After the last turn the higher total wins a "
        f"minor one, with less than {needed}; equal totals are a draw. Each side knows only its own points.",
        campaign.reference.cite("Victory & Defeat"),
    )
    for line in campaign.awards.values():
        yield Note(award_in_words(campaign, line), line.cite)


def award_in_words(campaign: Campaign, line: AwardLine) -> str:
    """A line of a briefing: who gets how many points for what, and how often."""
    return f"{campaign.reference.side_name(line.side)} {line.points}: {line.text}{LIMITS[line.limit]}."


def special_rules(board: CampaignBoard) -> Iterator[Note]:
    """What holds in this campaign and its set-up only: places, stacks, special actions, fog."""
    campaign = board.campaign
    cite, name = campaign.reference.cite, campaign.reference.side_name
    yield Note(FOG[board.fog], cite("Fog of War"))
    for fortress in campaign.fortress:
        text = f"No enemy enters {fortress.place} while a division of the {name(fortress.side)} is in it."
        yield Note(text, fortress.cite)
    for works in campaign.earthworks:
        text = f"In a tabletop battle {name(works.side)} units behind the works of {works.place} have {works.bonus:+d}."
        yield Note(text, works.cite)
    for choice in campaign.set_up_choice:
        yield Note(f"Before deployment the {name(choice.side)} may {choice.text}.", choice.cite)
    for side in campaign.same_corps_stacking:
        text = f"{name(side)} divisions of one corps may share a space and pass through each other."
        yield Note(text, cite("Logistical Limitations"))
    actions = ", ".join(kind.replace("_", " ") for kind in campaign.special_actions)
    if actions:
        text = f"Special actions ({campaign.special_action_target} or more on a Staff Die): {actions}."
        yield Note(text, cite("Special Actions"))
