"""Odds of the campaign rules by name: skirmishes, marches, special actions, rallies, reinforcements. All are exact."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.worked_examples import campaign_called
from wargame_altar_of_freedom.rules.march_options import march_allowance
from wargame_altar_of_freedom.rules.minor_skirmishes import SkirmishScore, skirmish_odds
from wargame_altar_of_freedom.rules.rallying import rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import special_action_succeeds
from wargame_altar_of_freedom.rules.tabletop.reinforcements import arrival_turn
from wargame_core import D6
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import OddsAnswer, OddsQuery, Parameter, QueryError


def skirmish(*, attacker_brigades: int, defender_brigades: int, attacker_bonus: int, defender_bonus: int) -> OddsAnswer:
    """Who wins a minor skirmish, by how much, and who breaks a brigade."""
    if min(attacker_brigades, defender_brigades) < 1:
        raise QueryError("attacker_brigades, defender_brigades: a division that fights has at least 1 brigade")
    odds = skirmish_odds(attacker_brigades, defender_brigades, attacker_bonus, defender_bonus)
    title = f"Minor skirmish: {attacker_brigades} brigades {attacker_bonus:+d} attack "
    return OddsAnswer(
        title + f"{defender_brigades} brigades {defender_bonus:+d}",
        {
            "winner": odds.map(lambda score: score.winner),
            "attacker's total less defender's": odds.map(lambda score: score.attacker_total - score.defender_total),
            "who breaks a brigade": odds.map(_broken),
        },
    )


def _broken(score: SkirmishScore) -> str:
    return " and ".join(score.broken) or "nobody"


def march(campaign: str | None, *, kind: str, by_road: bool) -> OddsAnswer:
    """How far a token with a Staff Die may go."""
    chosen = campaign_called(campaign)
    odds = Distribution.of(D6).map(lambda die: march_allowance(chosen, kind, by_road, die))
    way = "by road" if by_road else "cross country"
    return OddsAnswer(f"March of {kind} {way} with a Staff Die", {"spaces": odds})


def special_action(campaign: str | None, *, tries: int) -> OddsAnswer:
    """How many of some special actions succeed."""
    chosen = campaign_called(campaign)
    return OddsAnswer(f"Special actions with {tries} Staff Dice", {"succeed": _successes(chosen, "special", tries)})


def rally(campaign: str | None, *, brigades: int, dice: int | None) -> OddsAnswer:
    """How many broken brigades rally at the end of a turn, one try each."""
    if brigades < 0:
        raise QueryError(f"brigades: {brigades}, there cannot be fewer than none")
    tries = brigades if dice is None else min(brigades, dice)
    title = f"Rally of {brigades} broken brigades with {tries} Staff Dice"
    return OddsAnswer(title, {"rally": _successes(campaign_called(campaign), "rally", tries)})


def reinforcement(campaign: str | None, *, spaces: int, by_road: bool) -> OddsAnswer:
    """At the end of which battle turn a division arrives."""
    chosen = campaign_called(campaign)
    odds = Distribution.of(D6).map(lambda die: arrival_turn(chosen, spaces, die, by_road))
    way = "by road" if by_road else "cross country"
    return OddsAnswer(f"Reinforcement {spaces} spaces away {way}", {"arrives at the end of turn": odds})


def _successes(campaign: Campaign, what: str, tries: int) -> Distribution[int]:
    """How many of some tries succeed, each with a die of its own."""
    if tries < 0:
        raise QueryError(f"{tries} Staff Dice; there cannot be fewer than none")
    succeeds = rally_succeeds if what == "rally" else special_action_succeeds
    one = Distribution.of(D6).map(lambda die: int(succeeds(campaign, die)))
    return tries @ one


def campaign_odds(game: str | None = None) -> Mapping[str, OddsQuery]:
    """The questions about a game's odds; without a game, about what all campaigns of the system print alike."""
    by_road = Parameter("by_road", bool, "along roads all the way", False)
    queries = [
        OddsQuery(
            "skirmish",
            "a minor skirmish between two divisions",
            (
                Parameter("attacker_brigades", int, "brigades of the attacking division, guns included"),
                Parameter("defender_brigades", int, "brigades of the defending division, guns included"),
                Parameter("attacker_bonus", int, "what the Battle Results Table adds for nearby divisions", 0),
                Parameter("defender_bonus", int, "the same for the defender", 0),
            ),
            skirmish,
        ),
        OddsQuery(
            "reinforcement",
            "the arrival of a division called to a tabletop battle",
            (Parameter("spaces", int, "spaces to the battlefield, 1 to 3"), by_road),
            partial(reinforcement, game),
        ),
        OddsQuery(
            "special_action",
            "destroying and repairing crossings",
            (Parameter("tries", int, "Staff Dice spent", 1),),
            partial(special_action, game),
        ),
    ]
    if game is not None:
        queries += [
            OddsQuery(
                "march",
                "a march with a Staff Die",
                (Parameter("kind", str, "infantry, cavalry, picket ...", "infantry"), by_road),
                partial(march, game),
            ),
            OddsQuery(
                "rally",
                "reconstituting broken brigades",
                (
                    Parameter("brigades", int, "broken brigades", 1),
                    Parameter("dice", int, "unspent Staff Dice, one for each brigade if left out", None),
                ),
                partial(rally, game),
            ),
        ]
    return {query.name: query for query in queries}
