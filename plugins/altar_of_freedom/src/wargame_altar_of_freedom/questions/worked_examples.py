"""The rules of the map as questions about plain values: what files of worked examples call, and exact odds.

``game`` names an installed campaign or a designer's folder; where both books print the same it may be left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Final

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules import battle_cards, movement
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds, skirmish_score
from wargame_altar_of_freedom.rules.rallying import rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import special_action_succeeds
from wargame_altar_of_freedom.rules.tabletop import battlefield
from wargame_altar_of_freedom.rules.tabletop.brief import army_breakpoint as breakpoint_of
from wargame_core import D6, UnknownName, load
from wargame_core.authoring import bits
from wargame_core.errors import QueryError
from wargame_core.maps.masks import Passage, flood
from wargame_core.plugins.discovery import plugins
from wargame_core.plugins.questions import CaseFunction, Rule, example

GameName = Annotated[str, "an installed campaign, or a designer's folder"]
ByRoad = Annotated[bool, "along roads all the way"]
Die = Annotated[int, "the die"]
Crossings = Annotated[Sequence[str], "ids of the crossings that are destroyed"]
SideName = Annotated[str, "federal or confederate"]
Place = str | list[int]
"""A place by name, "(row,column)" or [row, column]."""


def campaign_called(game: str | None) -> Campaign:
    """The campaign of an installed game or of a designer's folder; without a name, of any that is installed.

    Raises `UnknownName`, `DataError`, and `QueryError` for a game that is not a campaign.
    """
    if game is None:
        return _installed_campaign(_any_campaign())
    return _campaign(game) if Path(game).is_dir() else _installed_campaign(game)


def _campaign(game: str) -> Campaign:
    campaign = load(game).rules.printed.get("campaign")
    if not isinstance(campaign, Campaign):
        raise QueryError(f"{game} is not a campaign of this system")
    return campaign


_installed_campaign = lru_cache(maxsize=8)(_campaign)  # packaged data do not change while a program runs; a folder may


def _any_campaign() -> str:
    """The first installed game of a plugin that answers these questions."""
    for plugin in plugins():
        if plugin.games and plugin.cases.keys() == FUNCTIONS.keys():
            return plugin.games[0].id
    raise QueryError("no campaign is installed; say which one is meant with game (an id or a folder)")


def space_called(campaign: Campaign, place: Place) -> int:
    """The space of a place, of "(row,column)" or of [row, column]. Raises `UnknownName` or `WargameError`."""
    if isinstance(place, str):
        return campaign.map.parse(place)
    if not isinstance(place, list) or len(place) != 2:
        raise QueryError(f"{place!r} is not a place: write its name or [row, column]")
    row, column = place
    return campaign.map.grid.space(row, column)


# distances over the theater map without tokens; play uses the rules of movement instead


def _passage(campaign: Campaign, side: str, by_road: bool, destroyed_crossings: Iterable[str]) -> Passage:
    if side not in campaign.seats:
        raise UnknownName("side", side, campaign.seats)
    destroyed_ids = [campaign.map.crossing(crossing).id for crossing in destroyed_crossings]
    return campaign.map.passage(by_road, None, campaign.map.closed_crossings(side, destroyed_ids))


def road_spaces(campaign: Campaign, side: str, start: int, end: int, *, destroyed: Iterable[str] = ()) -> int | None:
    """Spaces along roads and rails from start to end for a side; None when no road leads there.

    Raises `UnknownName` for an unknown side or crossing.
    """
    passage = _passage(campaign, side, True, destroyed)
    layers = flood(passage, 1 << start, campaign.map.size, campaign.map.enterable)
    return next((depth for depth, layer in enumerate(layers) if layer >> end & 1), None)


def spaces_in_reach(
    campaign: Campaign, side: str, start: int, spaces: int, *, by_road: bool, destroyed: Iterable[str] = ()
) -> tuple[int, ...]:
    """The spaces that a token of a side can reach with ``spaces`` of movement on the empty map, without the start.

    Raises `UnknownName` for an unknown side or crossing, ValueError for a negative number of spaces.
    """
    if spaces < 0:
        raise ValueError(f"spaces of movement: {spaces} (allowed: 0 and more)")
    passage = _passage(campaign, side, by_road, destroyed)
    return tuple(bits(sum(flood(passage, 1 << start, spaces, campaign.map.enterable)[1:])))


# worked examples


def minor_skirmish_odds(
    *, attacker_brigades: int, defender_brigades: int, attacker_bonus: int = 0, defender_bonus: int = 0
) -> dict[str, str]:
    """Exact chances of either side to win a skirmish, as fractions in text."""
    odds = skirmish_odds(attacker_brigades, defender_brigades, attacker_bonus, defender_bonus)
    return {side: str(odds.p(lambda score, side=side: score.winner == side)) for side in ("attacker", "defender")}


def battle_hours(*, game: GameName, die: Die) -> dict[str, str | int]:
    """First hour and number of turns of a tabletop battle. Source: GotW p.12 Time of Day (AFI p.12)."""
    hours = battlefield.battle_hours(campaign_called(game), die)
    return {"first_turn": hours.start, "turns": hours.turns}


def reinforcement(*, spaces: int, die: Die, by_road: ByRoad, game: GameName | None = None) -> dict[str, int]:
    """When a reinforcement arrives. Source: GotW p.13 Reinforcement Table (AFI p.13)."""
    return {"arrives_end_of_turn": battlefield.arrival_turn(campaign_called(game), spaces, die, by_road)}


def march_allowance(*, game: GameName, kind: str, by_road: ByRoad, staff_die: int | None = None) -> dict[str, int]:
    """Spaces a token may move. Source: GotW p.6-7 Movement Rates, Movement Restrictions (AFI p.6-7)."""
    return {"spaces": movement.march_allowance(campaign_called(game), kind, by_road, staff_die)}


def rally(*, game: GameName, die: Die) -> dict[str, bool]:
    """Whether a broken brigade rallies. Source: GotW p.14 Reconstituting Broken Units (AFI p.14)."""
    return {"rallied": rally_succeeds(campaign_called(game), D6.face(die))}


def army_breakpoint(*, brigades: int, game: GameName | None = None) -> dict[str, int]:
    """Broken brigades that break an army on the table. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    return {"breakpoint": breakpoint_of(campaign_called(game), brigades)}


def special_action(*, die: Die, game: GameName | None = None) -> dict[str, bool]:
    """Whether a special action succeeds. Source: GotW p.8 Special Actions (AFI p.8)."""
    return {"succeeds": special_action_succeeds(campaign_called(game), D6.face(die))}


def road_distance(
    *, game: GameName, side: SideName, start: Place, end: Place, destroyed: Crossings = ()
) -> dict[str, int | None]:
    """Road spaces between two places on the empty map, null where no road leads."""
    campaign = campaign_called(game)
    start_space, end_space = space_called(campaign, start), space_called(campaign, end)
    return {"spaces": road_spaces(campaign, side, start_space, end_space, destroyed=tuple(destroyed))}


def reach(
    *, game: GameName, side: SideName, start: Place, spaces: int, by_road: ByRoad, destroyed: Crossings = ()
) -> dict[str, int]:
    """How many spaces can be reached on the empty map, the start not counted."""
    campaign = campaign_called(game)
    start_space = space_called(campaign, start)
    end_spaces = spaces_in_reach(campaign, side, start_space, spaces, by_road=by_road, destroyed=tuple(destroyed))
    return {"reachable": len(end_spaces)}


FUNCTIONS: Final[Mapping[str, Rule]] = {
    "battle_result": battle_cards.battle_result,
    "minor_skirmish": skirmish_score,
    "minor_skirmish_odds": minor_skirmish_odds,
    "battle_hours": battle_hours,
    "reinforcement": reinforcement,
    "march_allowance": march_allowance,
    "rally": rally,
    "army_breakpoint": army_breakpoint,
    "special_action": special_action,
    "road_distance": road_distance,
    "reach": reach,
}
"""The rules that worked examples may ask, by name: rule functions themselves where these take plain values."""
CAMPAIGN_FUNCTIONS: Final = frozenset(
    name for name, function in FUNCTIONS.items() if "game" in function.__annotations__
)


def campaign_cases(game: str | None = None) -> Mapping[str, CaseFunction]:
    """The functions that files of worked examples may call (`wargame cases`), about this game where they name none."""
    arguments: dict[str, dict[str, str]] = {name: {"game": game} for name in CAMPAIGN_FUNCTIONS if game is not None}
    return {name: example(partial(function, **arguments.get(name, {}))) for name, function in FUNCTIONS.items()}
