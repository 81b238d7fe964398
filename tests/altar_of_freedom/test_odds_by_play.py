"""The odds of the campaigns that are asked for by name agree with play, in positions of games that bots play."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from tests.odds_by_play import Happening, agree, compared, first, happenings, played_on

from wargame_altar_of_freedom.board.actions import LoseBrigade, SpecialAction
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, SkirmishFought, SpecialActionTried
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import StaffDieRolled
from wargame_core import Distribution
from wargame_core.flow.aftermath import Aftermath
from wargame_core.flow.state import State

CAMPAIGNS = ("vicksburg", "gettysburg")
BOTS = ("random", "easy")
NATURAL_ONE = "natural 1 in a skirmish"
"""Why a brigade breaks in a skirmish; on the retreat after it more may break."""


def first_brigade(state: State) -> object:
    """The brigade that an owner loses, where it is asked."""
    (choice, *_) = state.choices().head(1)
    return choice if isinstance(choice, LoseBrigade) else None


def skirmish(found: Happening) -> bool:
    """Who wins, and who breaks a brigade: both totals are told with what they are made of."""
    (attacker, defender), game = found.event.ruling.parts, found.game
    facts = {}
    for role, part in (("attacker", attacker), ("defender", defender)):
        told = {modifier.label: modifier.value for modifier in part.modifiers}
        facts[f"{role}_brigades"] = told.get("brigades", told.get("brigade", 0))
        facts[f"{role}_bonus"] = told.get("nearby divisions", 0)
    if not facts["attacker_brigades"] or not facts["defender_brigades"]:
        return False
    side = found.board.contact.attacking_side
    roles = {side: "attacker", found.board.enemy(side): "defender"}

    def by_play(result: Aftermath) -> object:
        side_of = found.board.campaign.side_of
        broken = {
            roles[side_of[event.unit]]
            for event in result.events
            if isinstance(event, BrigadeBroken) and event.why == NATURAL_ONE
        }
        return roles[first(result, SkirmishFought).winner], frozenset(broken)

    results = found.results.then(partial(played_on, choose=first_brigade))
    asked = game.odds("skirmish", **facts)
    return agree(asked, results, lambda score: (score.winner, frozenset(score.broken)), by_play)


def march(found: Happening) -> bool:
    """How far a token may go with its Staff Die, by road and across country, where no card changes it."""
    if found.board.effects:
        return False
    token: Token = found.board.tokens[found.event.token]

    def spaces(result: Aftermath, way: str) -> int:
        options: Any = result.state.pending.choices  # type: ignore[union-attr]
        return int(getattr(options.march, way))

    return all(
        agree(
            found.game.odds("march", kind=token.kind, by_road=by_road),
            found.results,
            lambda march: march.spaces,
            partial(spaces, way="by_road" if by_road else "cross_country"),
        )
        for by_road in (True, False)
    )


def special_action(found: Happening) -> bool:
    """Whether a try comes off; and whether one of two does, where another token may try the same after a failure."""
    what, target = found.event.what, found.event.target
    if any(effect.roll_needed(what) is not None for effect in found.board.effects):
        return False

    def tries(result: Aftermath) -> list[bool]:
        return [event.succeeded for event in result.events if isinstance(event, SpecialActionTried)]

    def same_again(state: State) -> object:
        options = (each for each in state.choices().head(99) if isinstance(each, SpecialAction))
        again = next((each for each in options if (each.what, each.target) == (what, target)), None)
        return again if state.seq < found.before.seq + 3 else None

    def tried_again(result: Aftermath) -> Distribution[Aftermath]:
        return Distribution.certain(result) if any(tries(result)) else played_on(result, same_again)

    def comes_off(result: Aftermath) -> bool:
        return any(tries(result))

    agree(found.game.odds("special_action", tries=1), found.results, lambda tried: tried.successes > 0, comes_off)
    both = found.results.then(tried_again)
    if all(comes_off(result) or len(tries(result)) == 2 for result in both):
        agree(found.game.odds("special_action", tries=2), both, lambda tried: tried.successes > 0, comes_off)
    return True


QUESTIONS: Any = {
    "skirmish": (skirmish, SkirmishFought, 12, 4),
    "march": (march, StaffDieRolled, 8, 1),
    "special_action": (special_action, SpecialActionTried, 12, 2),
}
"""How a question is compared, in what event it comes up, how often in each game, and after how many rolls at most."""


def cases(campaign: str, name: str) -> Iterator[bool]:
    compare, event, per_game, most_rolls = QUESTIONS[name]
    found = happenings(campaign, event, bots=BOTS, per_game=per_game, most_rolls=most_rolls)
    return map(compare, found)


@pytest.mark.parametrize("name", QUESTIONS)
def test_odds_agree_with_play_in_six_positions(name: str) -> None:
    assert compared(6, cases("vicksburg", name)) == 6


@pytest.mark.thorough
@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize("name", QUESTIONS)
def test_odds_agree_with_play_in_a_thousand_positions(name: str, campaign: str) -> None:
    assert compared(1000, cases(campaign, name)) == 1000
