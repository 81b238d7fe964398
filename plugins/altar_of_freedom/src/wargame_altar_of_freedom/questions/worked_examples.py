"""The rule functions as worked examples call them: a JSON object in, a JSON value out.

``game`` names an installed campaign or a designer's folder; where both books print the same it may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType
from typing import Any

from attrs import asdict

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules import battle_cards, distances
from wargame_altar_of_freedom.rules import march_options as rules_of_movement
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds, skirmish_score
from wargame_altar_of_freedom.rules.rallying import rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import special_action_succeeds
from wargame_altar_of_freedom.rules.tabletop import battlefield, brief, reinforcements
from wargame_core import D6, load
from wargame_core.plugins.discovery import plugins
from wargame_core.plugins.questions import CaseFunction, QueryError

Json = dict[str, Any]


def campaign_called(game: str | None) -> Campaign:
    """The campaign of an installed game or of a designer's folder; without a name, of any that is installed.

    Raises `UnknownName`, `DataError`, and `QueryError` for a game that is no campaign.
    """
    if game is None:
        return _installed(_any_campaign())
    return _campaign(game) if Path(game).is_dir() else _installed(game)


@lru_cache(maxsize=8)  # packaged data do not change while a program runs; a designer's folder may
def _installed(game: str) -> Campaign:
    return _campaign(game)


def _campaign(game: str) -> Campaign:
    campaign = load(game).printed.get("campaign")
    if not isinstance(campaign, Campaign):
        raise QueryError(f"{game} is no campaign of this system")
    return campaign


def _any_campaign() -> str:
    """The first installed game of a plugin that answers these questions."""
    for plugin in plugins():
        if plugin.games and plugin.cases.keys() == {function.__name__ for function in FUNCTIONS}:
            return plugin.games[0].id
    raise QueryError("no campaign is installed; say which one is meant with game (an id or a folder)")


def space_called(campaign: Campaign, place: str | Sequence[int]) -> int:
    """The space of a place, of "(row,column)" or of [row, column]. Raises `UnknownName` or `WargameError`."""
    if isinstance(place, str):
        return campaign.map.parse(place)
    row, column = place
    return campaign.map.space(row, column)


def battle_result(*, defender: str, attacker: str) -> Json:
    """What two Battle Cards lead to. Source: GotW p.10 Battle Results Table (AFI p.10)."""
    return asdict(battle_cards.battle_result(defender, attacker))


def minor_skirmish(
    *,
    attacker_die: int,
    defender_die: int,
    attacker_brigades: int,
    defender_brigades: int,
    attacker_bonus: int = 0,
    defender_bonus: int = 0,
) -> Json:
    """Totals, winner and broken brigades of a skirmish. Source: GotW p.10 Minor Skirmishes (AFI p.10)."""
    return asdict(
        skirmish_score(
            attacker_die=attacker_die,
            defender_die=defender_die,
            attacker_brigades=attacker_brigades,
            defender_brigades=defender_brigades,
            attacker_bonus=attacker_bonus,
            defender_bonus=defender_bonus,
        )
    )


def minor_skirmish_odds(
    *, attacker_brigades: int, defender_brigades: int, attacker_bonus: int = 0, defender_bonus: int = 0
) -> Json:
    """Exact chances of either side to win a skirmish, as fractions in text."""
    odds = skirmish_odds(attacker_brigades, defender_brigades, attacker_bonus, defender_bonus)
    return {side: str(odds.p(lambda score, side=side: score.winner == side)) for side in ("attacker", "defender")}


def battle_hours(*, game: str, die: int) -> Json:
    """First hour and number of turns of a tabletop battle. Source: GotW p.12 Time of Day (AFI p.12)."""
    hours = battlefield.battle_hours(campaign_called(game), die)
    return {"first_turn": hours.start, "turns": hours.turns}


def reinforcement(*, spaces: int, die: int, by_road: bool, game: str | None = None) -> Json:
    """When a reinforcement arrives. Source: GotW p.13 Reinforcement Table (AFI p.13)."""
    return {"arrives_end_of_turn": reinforcements.arrival_turn(campaign_called(game), spaces, die, by_road)}


def march_allowance(*, game: str, kind: str, by_road: bool, staff_die: int | None = None) -> Json:
    """Spaces a token may move. Source: GotW p.6-7 Movement Rates, Movement Restrictions (AFI p.6-7)."""
    return {"spaces": rules_of_movement.march_allowance(campaign_called(game), kind, by_road, staff_die)}


def rally(*, game: str, die: int) -> Json:
    """Whether a broken brigade rallies. Source: GotW p.14 Reconstituting Broken Units (AFI p.14)."""
    return {"rallied": rally_succeeds(campaign_called(game), D6.face(die))}


def army_breakpoint(*, brigades: int, game: str | None = None) -> Json:
    """Broken brigades that break an army on the table. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    return {"breakpoint": brief.army_breakpoint(campaign_called(game), brigades)}


def special_action(*, die: int, game: str | None = None) -> Json:
    """Whether a special action succeeds. Source: GotW p.8 Special Actions (AFI p.8)."""
    return {"succeeds": special_action_succeeds(campaign_called(game), D6.face(die))}


def road_distance(*, game: str, side: str, start: str | list[int], end: str | list[int], destroyed: Any = ()) -> Json:
    """Road spaces between two places on the empty map, null where no road leads; ``destroyed`` are crossings' ids."""
    campaign = campaign_called(game)
    here, there = space_called(campaign, start), space_called(campaign, end)
    return {"spaces": distances.road_distance(campaign, side, here, there, destroyed=destroyed)}


def reach(*, game: str, side: str, start: str | list[int], spaces: int, by_road: bool, destroyed: Any = ()) -> Json:
    """How many spaces can be reached on the empty map, the start not counted; ``destroyed`` are crossings' ids."""
    campaign = campaign_called(game)
    here = space_called(campaign, start)
    found = distances.spaces_in_reach(campaign, side, here, spaces, by_road=by_road, destroyed=destroyed)
    return {"reachable": len(found)}


_KINDS: Mapping[str, tuple[type, ...]] = {
    "int": (int,),
    "bool": (bool,),
    "str": (str,),
    "int | None": (int, NoneType),
    "str | None": (str, NoneType),
    "str | list[int]": (str, list),
    "Any": (list, tuple),
}


def _case(answer: Callable[..., Json], game: str | None) -> CaseFunction:
    """The function as the examples call it: a name it does not know, one it misses or a wrong type is refused."""
    known = signature(answer).parameters
    usual = {"game": game} if game is not None and "game" in known else {}

    @wraps(answer)
    def call(given: Mapping[str, Any]) -> Json:
        given = {**usual, **given}
        unknown = [name for name in given if name not in known]
        missing = [name for name, one in known.items() if one.default is Parameter.empty and name not in given]
        if unknown or missing:
            wrong = [*(f"unknown {name}" for name in unknown), *(f"missing {name}" for name in missing)]
            raise QueryError(f"{answer.__name__}: {', '.join(wrong)} (it takes {', '.join(known)})")
        for name, value in given.items():
            if type(value) not in _KINDS[known[name].annotation]:
                raise QueryError(f"{answer.__name__}: {name} is {value!r}, not {known[name].annotation}")
        return answer(**given)

    return call


FUNCTIONS: tuple[Callable[..., Json], ...] = (
    battle_result,
    minor_skirmish,
    minor_skirmish_odds,
    battle_hours,
    reinforcement,
    march_allowance,
    rally,
    army_breakpoint,
    special_action,
    road_distance,
    reach,
)


def campaign_cases(game: str | None = None) -> Mapping[str, CaseFunction]:
    """The functions that files of worked examples may call (`wargame cases`), about this game where they name none."""
    return {function.__name__: _case(function, game) for function in FUNCTIONS}
