"""The readings of the rules, and the ways to play them, that can be chosen before a campaign.

Source: the paragraphs of READINGS.md that name an option.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import frozen

from wargame_altar_of_freedom.board.board import Fog
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules import scoring
from wargame_altar_of_freedom.rules.retreats import AT_LEAST, EXACTLY, LIBERAL, NEAREST_DEPOT
from wargame_altar_of_freedom.rules.tabletop.battlefield import FIGHTS, SORTIE_RETREATS, STAYS
from wargame_altar_of_freedom.rules.tabletop.brief import ENTERED, STANDING
from wargame_altar_of_freedom.rules.tabletop.resolvers import PERMANENT, RALLY, battle_games
from wargame_core.authoring import Cite, Option


@frozen
class Reading:
    """A reading of a rule, or a way to play it, that can be chosen before a campaign.

    ``values`` say what holds with each. The first is the usual one, unless the campaign's file says otherwise. A
    reading that is ``told`` stands in the briefing; only campaigns of which ``concerns`` is true have it.
    """

    name: str
    values: Mapping[str, str]
    heading: str
    told: bool = True
    concerns: Callable[[Campaign], bool] = lambda campaign: True
    needs_people: frozenset[str] = frozenset()
    more: str = ""

    def option(self, campaign: Campaign) -> Option:
        """The option that chooses it, with where the campaign's book prints the rule."""
        values = (*self.values, *battle_games()) if self.more else tuple(self.values)
        text = "; ".join(f"{value}: {meaning}" for value, meaning in self.values.items()) + self.more
        default = getattr(campaign.readings, self.name, values[0])
        return Option(self.name, text, values, default, campaign.cite(self.heading), self.needs_people)


READINGS: Final = (
    Reading(
        "fog",
        {
            Fog.FACE_DOWN: "positions are open, faces hidden",
            Fog.REFEREE: "each side sees only enemies next to its own",
            Fog.OPEN: "all tokens lie face up",
        },
        "Fog of War",
        told=False,
    ),
    Reading(
        "battles",
        {
            "quick": "a short procedure of ours decides tabletop battles",
            "reported": "people fight tabletop battles, and report the result",
        },
        "Fighting the Battle",
        told=False,
        needs_people=frozenset({"reported"}),
        more="; any other: they are fought out in that game, inside the campaign",
    ),
    Reading(
        "tabletop_losses",
        {
            PERMANENT: "brigades broken on the table are lost for good",
            RALLY: "brigades broken on the table may rally like others",
        },
        "Broken Brigades",
    ),
    Reading(
        "breakpoint",
        {
            STANDING: "the breakpoint is a share of the brigades that stand, broken ones left out",
            ENTERED: "the breakpoint is a share of all brigades that have entered, broken ones too",
        },
        "Ending a Battle",
    ),
    Reading(
        "battle_card",
        {
            "own": "three own divisions nearby allow Pitched Battle",
            "both": "Pitched Battle needs three divisions of both sides nearby",
        },
        "Battle Cards",
    ),
    Reading(
        "skirmish_guns",
        {
            "count": "artillery bases count as brigades in a skirmish",
            "ignore": "artillery bases count nothing in a skirmish",
        },
        "Minor Skirmishes",
    ),
    Reading(
        "adjacent",
        {
            scoring.ORTHOGONAL: "the four spaces with a common side are next to a place that scores, whatever lies "
            "between",
            scoring.WITH_DIAGONALS: "the eight spaces around a place that scores are next to it, corners too, whatever "
            "lies between",
        },
        "Victory Points",
        concerns=lambda campaign: any(line.when.looks_around for line in campaign.awards.values()),
    ),
    Reading(
        "towns",
        {
            scoring.WHEN_TURN_ENDS: "a town is occupied where a turn ends with a division in it, and scores once",
            scoring.EACH_TURN: "a town scores at the end of each turn with a division in it",
            scoring.ON_ENTRY: "a town scores once, as soon as a division enters it",
        },
        "Victory Points",
        concerns=lambda campaign: any(line.when.open for line in campaign.awards.values()),
    ),
    Reading(
        "major_victory",
        {
            scoring.LESS_PENALTY: "what the end of the campaign costs is taken off before a major victory is decided",
            scoring.ANNOUNCED: "whoever announces enough points has won, whatever the end of the campaign would cost",
        },
        "Victory & Defeat",
        concerns=lambda campaign: bool(campaign.awards_at[Occasion.CAMPAIGN_ENDS]),
    ),
    Reading(
        "retreats",
        {
            LIBERAL: "a retreat leads away from where the attacker comes from and ends no farther from a depot than it "
            "began, where there is such a way; it steps aside before it is blocked",
            NEAREST_DEPOT: "a retreat ends as near a depot as it can",
        },
        "Retreating from Battle",
    ),
    Reading(
        "losers",
        {
            EXACTLY: "a beaten army's divisions retreat d6 spaces, farther only to the next free space",
            AT_LEAST: "a beaten army's divisions retreat d6 spaces, or up to 6 while that leads nearer a depot",
        },
        "Retreating after Battle",
    ),
    Reading(
        "garrison",
        {
            STAYS: "a division in its fortress joins a battle beside it only when called, and one that came out and is "
            "beaten, in a battle or a minor skirmish, goes back into it",
            SORTIE_RETREATS: "a division in its fortress joins a battle beside it only when called; one that came out "
            "and is beaten retreats like any other",
            FIGHTS: "a division in its fortress stands on the table of a battle beside it, and retreats with a beaten "
            "army",
        },
        "Theater Map Notes",
        concerns=lambda campaign: bool(campaign.fortress),
    ),
)
"""What can be chosen before a campaign."""


def options_of(campaign: Campaign) -> tuple[Option, ...]:
    """The options of a campaign, each with where its book prints the rule."""
    return tuple(reading.option(campaign) for reading in READINGS if reading.concerns(campaign))


def readings_told(campaign: Campaign, options: Mapping[str, str]) -> Iterator[tuple[str, Cite]]:
    """What holds by the readings of a campaign, a sentence each with where the rule is printed."""
    for reading in READINGS:
        if reading.told and reading.name in options:
            meaning = reading.values[options[reading.name]]
            yield f"{meaning[0].upper()}{meaning[1:]} (option {reading.name}).", campaign.cite(reading.heading)
