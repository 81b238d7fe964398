"""Odds of the campaign rules by name: skirmishes, marches, special actions, rallies, reinforcements. All are exact."""

from collections.abc import Mapping
from functools import partial

from attrs import frozen

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.worked_examples import ByRoad, campaign_called
from wargame_altar_of_freedom.rules.minor_skirmishes import SkirmishScore, skirmish_odds
from wargame_altar_of_freedom.rules.movement import march_allowance
from wargame_altar_of_freedom.rules.rallying import rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import special_action_succeeds
from wargame_altar_of_freedom.rules.tabletop.battlefield import arrival_turn
from wargame_core import D6, Distribution
from wargame_core.errors import QueryError
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import Question, question


@frozen(order=True)
class StaffDieMarch:
    """What a Staff Die lets a march do: the spaces that it may go at most."""

    spaces: int


@frozen(order=True)
class StaffDiceTries:
    """How many of some tries, each with a Staff Die of its own, come off."""

    successes: int


@frozen(order=True)
class Arrival:
    """When a division that was called arrives: at the end of this turn of the tabletop battle."""

    turn: int


def skirmish(
    attacker_brigades: int, defender_brigades: int, attacker_bonus: int = 0, defender_bonus: int = 0
) -> OddsAnswer:
    """a minor skirmish between two divisions

    Args:
        attacker_brigades: brigades of the attacking division, guns included
        defender_brigades: brigades of the defending division, guns included
        attacker_bonus: what the Battle Results Table adds for nearby divisions
        defender_bonus: the same for the defender
    """
    if min(attacker_brigades, defender_brigades) < 1:
        raise QueryError("attacker_brigades, defender_brigades: a division that fights has at least 1 brigade")
    odds = skirmish_odds(attacker_brigades, defender_brigades, attacker_bonus, defender_bonus)
    title = f"Minor skirmish: {attacker_brigades} brigades {attacker_bonus:+d} attack "
    return OddsAnswer(
        title + f"{defender_brigades} brigades {defender_bonus:+d}",
        odds,
        {
            "winner": lambda score: score.winner,
            "attacker's total less defender's": lambda score: score.attacker_total - score.defender_total,
            "who breaks a brigade": _broken_in_words,
        },
    )


def _broken_in_words(score: SkirmishScore) -> str:
    return " and ".join(score.broken) or "nobody"


def march(campaign: str | None, kind: str = "infantry", by_road: ByRoad = False) -> OddsAnswer:
    """a march with a Staff Die

    Args:
        kind: infantry, cavalry, picket ...
    """
    campaign_choice = campaign_called(campaign)
    odds = Distribution.of(D6).map(lambda die: StaffDieMarch(march_allowance(campaign_choice, kind, by_road, die)))
    return OddsAnswer(f"March of {kind} {_way(by_road)} with a Staff Die", odds, {"spaces": lambda march: march.spaces})


def special_action(campaign: str | None, tries: int = 1) -> OddsAnswer:
    """destroying and repairing crossings

    Args:
        tries: Staff Dice spent
    """
    campaign_choice = campaign_called(campaign)
    title = f"Special actions with {tries} Staff Dice"
    return _tried(title, "succeed", _successes(campaign_choice, "special", tries))


def rally(campaign: str | None, brigades: int = 1, dice: int | None = None) -> OddsAnswer:
    """reconstituting broken brigades

    Args:
        brigades: broken brigades
        dice: unspent Staff Dice, one for each brigade if left out
    """
    if brigades < 0:
        raise QueryError(f"brigades: {brigades} (allowed: 0 and more)")
    try_count = brigades if dice is None else min(brigades, dice)
    title = f"Rally of {brigades} broken brigades with {try_count} Staff Dice"
    return _tried(title, "rally", _successes(campaign_called(campaign), "rally", try_count))


def reinforcement(campaign: str | None, spaces: int, by_road: ByRoad = False) -> OddsAnswer:
    """the arrival of a division called to a tabletop battle

    Args:
        spaces: spaces to the battlefield, 1 to 3
    """
    campaign_choice = campaign_called(campaign)
    odds = Distribution.of(D6).map(lambda die: arrival_turn(campaign_choice, spaces, die, by_road))
    title = f"Reinforcement {spaces} spaces away {_way(by_road)}"
    return OddsAnswer(title, odds.map(Arrival), {"arrives at the end of turn": lambda arrival: arrival.turn})


def _tried(title: str, part_name: str, successes: Distribution[int]) -> OddsAnswer:
    return OddsAnswer(title, successes.map(StaffDiceTries), {part_name: lambda tries: tries.successes})


def _way(by_road: bool) -> str:
    return "by road" if by_road else "cross country"


def _successes(campaign: Campaign, kind_of_try: str, try_count: int) -> Distribution[int]:
    """How many of some tries succeed, each with a die of its own."""
    if try_count < 0:
        raise QueryError(f"Staff Dice: {try_count} (allowed: 0 and more)")
    succeeds = rally_succeeds if kind_of_try == "rally" else special_action_succeeds
    of_one_try = Distribution.of(D6).map(lambda die: int(succeeds(campaign, die)))
    return try_count @ of_one_try


def campaign_odds(game: str | None = None) -> Mapping[str, Question]:
    """The questions about a game's odds; without a game, about what all campaigns of the system print alike."""
    of_game = (march, rally) if game is not None else ()
    functions = (partial(function, game) for function in (reinforcement, special_action, *of_game))
    return {query.name: query for query in (question(skirmish), *map(question, functions))}
