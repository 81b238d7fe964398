"""The players of campaigns by name: one that plays sensibly, and one that looks for fights.

The heuristic player sees what is asked, and hands the question to whoever knows about it. What the enemy's face-down
tokens are likely to be it remembers from where they stood when both sides had deployed: briefings say where divisions
begin, and pickets watch roads.
How strong they are: benchmarks/notes/campaigns.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players import marching
from wargame_altar_of_freedom.players.activation import Orders
from wargame_altar_of_freedom.players.fights import Odds, card_to_play
from wargame_altar_of_freedom.players.plan import Plan, campaign_plan, make_plan, turn_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import PICKET, AtPlaces, Deployment, Occasion, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, expected_points
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing
from wargame_altar_of_freedom.rules.tabletop.endings import CONFIRM
from wargame_core.authoring import Action
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import Player, RandomPlayer, Stop, Traits, before
from wargame_core.flow.view import View
from wargame_core.maps.masks import bits, mask_of

EASY: Final = 3.0
"""The points by which the easy player usually misjudges what standing in a space is worth."""


def bots(
    campaign: Campaign,
    easy: Mapping[str, float] | None = None,
    hard: Mapping[str, Weights] | None = None,
    normal: Mapping[str, Weights] | None = None,
) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign; its easy one may misjudge by more or less than usual in some seats.

    There is a hard one where there are weights for it, by seat; ``normal`` are those of the others where they are not
    `NORMAL`. They are looked at when a player is made.
    """
    usual: Callable[..., Player] = HeuristicPlayer if normal is None else partial(HeuristicPlayer, weights=normal)
    players: dict[str, Callable[..., Player]] = {
        "heuristic": usual,
        "easy": partial(usual, noise=dict.fromkeys(campaign.seats, EASY) | dict(easy or {})),
        "belligerent": BelligerentPlayer,
    }
    if hard is not None:
        players["hard"] = partial(HeuristicPlayer, weights=hard)
    return players


NO_MISJUDGEMENTS: Final[Mapping[str, float]] = MappingProxyType({})
"""Nobody misjudges anything."""
USUAL_WEIGHTS: Final[Mapping[str, Weights]] = MappingProxyType({})
"""Every side judges by `NORMAL`."""


class HeuristicPlayer:
    """Plays a campaign sensibly, by what its data say scores; the same for the same seed and the same views.

    It looks at nothing but the view. What it does not understand it leaves to chance. ``plans`` tells what it is
    about: a sentence at the start of the campaign and one a turn, for its own seat, and for all after the game.
    ``weights`` are what it judges by, by seat; where it has none for a seat, they are `NORMAL`.
    One with ``noise`` misjudges every place by up to so many points, by seat: it slips where little is at stake rather
    than where much is.
    """

    traits = Traits(judge_choices=False)

    def __init__(
        self,
        seed: int = 0,
        *,
        weights: Mapping[str, Weights] = USUAL_WEIGHTS,
        noise: Mapping[str, float] = NO_MISJUDGEMENTS,
    ) -> None:
        self._rng, self._noise, self._seat = random.Random(seed), noise, ""
        self._by_seat, self._weights = dict(weights), NORMAL
        self._fields, self._odds = Fields(), Odds(NORMAL)
        self._plan: Plan | None = None
        self._orders = Orders()
        self._faces: Mapping[str, float] = {}
        self._turn = 0
        self._told: int | None = None
        self.plans: list[str] = []

    def __call__(self, view: View, *, stop: Stop | None = None) -> Action:
        """One of ``view.choices``."""
        if view.seat != self._seat:
            self._seat, self._weights = view.seat, self._by_seat.get(view.seat, NORMAL)
            self._odds = Odds(self._weights)
            self._orders.doubt = self._doubt if self._noise.get(view.seat) else None
        faces = self._remember(view.board, view.seat)
        situation = Situation(view.board, view.seat, self._fields, faces, self._weights)
        choices = view.choices.of
        if choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if isinstance(choices, MarchChoices):
            return self._orders.march(situation, self.plan(situation), self._odds, choices)
        if isinstance(choices, AllotChoices):
            prices = marching.prices(situation, self.plan(situation))
            return self._orders.dice(situation, self.plan(situation), self._odds, choices, prices)
        first = next(iter(choices))
        kind = type(first)
        if kind is actions.Nominate:
            self._tell(situation)
            return marching.corps_to_move(situation, self.plan(situation), choices)
        if kind is actions.MoveNext or kind is actions.EndMarch:
            return self._orders.next_token(situation, self.plan(situation), self._odds, choices)
        if kind is actions.PlayBattleCard:
            return card_to_play(situation, self.plan(situation), self._odds, choices, self._rng.random())
        if kind is actions.SpecialAction:
            return marching.special_action(situation, self.plan(situation), choices)
        if kind in VALUES:
            return best_by_value(situation, self.plan(situation), choices, stop)
        return choices.sample(self._rng)

    def _doubt(self) -> float:
        """By how many points it misjudges a place now."""
        return self._noise[self._seat] * self._rng.random()

    def _remember(self, board: CampaignBoard, side: str) -> Mapping[str, float]:
        """What the enemy's tokens must be by where they were set up; nothing for who did not see them there."""
        if board.turn < self._turn or not self._turn:
            self._faces = chances_by_place(board, board.enemy(side), self._weights) if board.turn == 1 else {}
        self._turn = board.turn
        return self._faces

    def _tell(self, situation: Situation) -> None:
        """Say what the campaign is about, before the first march, and once a turn what is next."""
        if situation.board.turns_ended != self._told:
            plan = self.plan(situation)
            if not self.plans:
                self.plans.append(campaign_plan(situation, plan))
            self.plans.append(turn_plan(situation, plan))
            self._told = situation.board.turns_ended

    def plan(self, situation: Situation) -> Plan:
        """The plan, made anew when anything but the marching corps has moved."""
        if self._plan is None or not self._plan.holds(situation):
            self._plan = make_plan(situation)
        return self._plan


# what face-down tokens are likely to be


def chances_by_place(board: CampaignBoard, side: str, weights: Weights = NORMAL) -> Mapping[str, float]:
    """For every token of a side on the map the chance that it is a division, as the other side may estimate.

    The enemy's lines of deployment are printed in his briefing, which both sides may have read.
    """
    at = {token_id: space for token_id, space in board.at.items() if board.tokens[token_id].side == side}
    chances = dict.fromkeys(at, 0.0)
    count = 0
    for line in board.campaign.deployments:
        pieces = (board.campaign.pieces[piece] for piece in line.pieces if line.side == side)
        divisions = sum(1 for piece in pieces if piece.division and piece.formation not in board.left_out)
        zone_mask = _zone(board, line) if divisions else 0
        zone_tokens = [token_id for token_id, space in at.items() if zone_mask >> space & 1]
        for token_id in zone_tokens:
            chances[token_id] += divisions / len(zone_tokens)
        count += divisions
    elsewhere = [token_id for token_id, chance in chances.items() if not chance]
    missing = count - sum(min(1.0, chance) for chance in chances.values())
    for token_id in elsewhere:
        chances[token_id] = missing / len(elsewhere)
    return {token_id: min(max(chance, weights.perhaps), weights.surely) for token_id, chance in chances.items()}


def _zone(board: CampaignBoard, line: Deployment) -> int:
    """Mask of the spaces in which a line puts its tokens; empty where it names none."""
    where, campaign = line.where, board.campaign
    if isinstance(where, RoadColumn):
        return mask_of(campaign.map.grid.space(row, column) for row, column in where.cells)
    if not isinstance(where, AtPlaces | OneAtEach):
        return 0
    spaces = [campaign.space(place) for place in where.places]
    adjacent_spaces = (
        mask_of(adjacent_spaces for space in spaces for adjacent_spaces in campaign.map.neighbours[space])
        if where.adjacent
        else 0
    )
    return mask_of(spaces) | adjacent_spaces


# everything else a campaign asks for: losses, retreats, battlefields, deployment, cards

Worth = Callable[[Situation, Plan, Any], float]
"""What an action is worth; of equal ones the first offered is taken."""


def weakest_brigade(situation: Situation, plan: Plan, action: actions.LoseBrigade) -> float:
    """The lowest rating goes first; of equals guns go first where they do not count in skirmishes, else last."""
    unit = situation.campaign.oob.units[action.unit]
    guns = unit.arm == "artillery"
    spare = guns == (situation.board.options["skirmish_guns"] == "ignore")
    return -unit.rating + 0.5 * spare


def best_brigade(situation: Situation, plan: Plan, action: actions.Rally | actions.Done) -> float:
    """Every unspent die tries to rally somebody, the best brigade first; dice do not keep."""
    return -100.0 if isinstance(action, actions.Done) else situation.campaign.oob.units[action.unit].rating


def standing(situation: Situation, plan: Plan, action: actions.RetreatAlong | actions.PlaceToken) -> float:
    """Fall back, or put a token down, where it is of use and the enemy is not."""
    space = action.path[-1] if isinstance(action, actions.RetreatAlong) else action.space
    token, order = situation.board.tokens[action.token], plan.orders.get(action.token)
    points = (
        plan.prize(situation, token, space, situation.others(token))
        - situation.weights.stand_fear * situation.enemies_within(space, 3)
        + situation.weights.stand_friends * situation.friends_within(space, 3)
    )
    return points - (order.pace * min(order.field(space), 40) if order else 0.0)


def deployment(situation: Situation, plan: Plan, action: actions.Deploy) -> float:
    """Divisions deploy nearest to what they may want; pickets watch the enemy's roads to it."""
    token = situation.board.tokens[action.token]
    goals = [goal for goal in plan.goals if not goal.fleeting and (token.kind in goal.takers or goal.guard)]
    if token.kind != PICKET:
        best = max(
            (goal.worth(situation, 1) - 0.3 * situation.field(goal.spaces)(action.space) for goal in goals), default=0
        )
        return best + 0.1 * bool(situation.board.depot_in(action.space))
    depots = situation.board.depot_mask(situation.enemy)
    ways = [
        goal.worth(situation, 1)
        - 0.5 * (situation.enemy_field(goal.spaces)(action.space) + situation.enemy_field(depots)(action.space))
        for goal in goals
        if goal.guard
    ]
    watch = bool(situation.map.crossings_of(action.space)) + 0.0
    return max(ways, default=0.0) + watch


def battlefield(situation: Situation, plan: Plan, action: actions.ChooseBlock) -> float:
    """The table with more of one's own brigades on it, fewer of the enemy's, one's own works, but no garrison."""
    block = mask_of(action.spaces)
    board, points = situation.board, 0.0
    for token_id, space in board.at.items():
        if block >> space & 1:
            token = board.tokens[token_id]
            points += situation.brigades(token) * (
                1 if token.side == situation.side else -situation.enemy_divisions[space]
            )
    for fortress, side in situation.campaign.fortresses.items():
        if side == situation.side and block >> fortress & 1:
            points -= 10  # its garrison would not fight, or would have to leave when beaten
    for works in situation.campaign.earthworks:
        if block >> situation.campaign.space(works.place) & 1:
            points += 4 * works.bonus * (1 if works.side == situation.side else -1)
    return points


def call_for_help(situation: Situation, plan: Plan, action: actions.CallReinforcements) -> float:
    """Everybody nearby is called but those who alone guard something worth more than their help."""
    total = 0.0
    for token_id in action.tokens:
        order = plan.orders.get(token_id)
        guards = order is not None and order.goal.guard and order.goal.spaces >> situation.board.at[token_id] & 1
        total += 1.0 - (order.points * situation.weights.called if guards and order else 0.0)
    return total


def spies(situation: Situation, plan: Plan, action: actions.Inspect) -> float:
    """Look at the tokens nearest to one's own divisions."""
    board = situation.board
    for token_id, space in board.at.items():
        if action.target in (token_id, board.label(space)):
            return situation.friends_within(space, 3) + 0.5 * situation.friends_within(space, 6)
    return 0.0


def decision(situation: Situation, plan: Plan, action: actions.Decide) -> float:
    """Crossings by what their loss costs the enemy; what is offered at set-up by the points it brings.

    What an event card asks beside that its effects know.
    """
    if action.choice in situation.map.crossings:
        return marching.success_worth(situation, plan, DestroyCrossing(), action.choice)
    if action.choice == "leave_it_out":
        return formation_left_out(situation)
    if action.choice == CONFIRM:
        return 1.0  # who plays against a bot has fought for both
    board = situation.board
    effects = board.campaign.deck.card(board.drawn_cards[-1]).effects if board.drawn_cards else ()
    return float(sum(effect.args.worth(board, situation.side, action.choice) for effect in effects))


def formation_left_out(situation: Situation) -> float:
    """The points for leaving a formation out, less what its divisions may be expected to earn."""
    points = 0.0
    for choice in situation.campaign.set_up_choice:
        if choice.side == situation.side:
            divisions = [
                piece for piece in situation.campaign.pieces.values() if piece.side == situation.side and piece.division
            ]
            pieces = [piece for piece in divisions if piece.formation == choice.leave_out]
            points -= situation.campaign.points_to_win * len(pieces) / max(len(divisions), 1)
            board = situation.board.copy()
            board.left_out = {*board.left_out, choice.leave_out}
            points += expected_points(board, situation.side, Occasion.SET_UP, ScoringOccasion(situation.side))
    return points


VALUES: Mapping[type[Action], Worth] = {
    actions.LoseBrigade: weakest_brigade,
    actions.Rally: best_brigade,
    actions.Done: best_brigade,
    actions.Fight: lambda situation, _, action: situation.brigades(situation.board.tokens[action.token]),
    actions.RetreatAlong: standing,
    actions.PlaceToken: standing,
    actions.Deploy: deployment,
    actions.PlaceDepot: lambda situation, _, action: min(situation.threat(1 << action.space), 40),  # far from the enemy
    actions.ChooseBlock: battlefield,
    actions.HoldBack: lambda situation, _, action: -len(action.tokens),  # everybody fights from the start
    actions.CallReinforcements: call_for_help,
    actions.ComeBy: lambda situation, _, action: 0.0,  # the way offered first is expected to be the soonest
    actions.Inspect: spies,
    actions.Decide: decision,
}
"""What an action of each kind is worth."""


def best_by_value(situation: Situation, plan: Plan, offers: Iterable[Action], stop: Stop | None = None) -> Action:
    """The action worth most, of those weighed before ``stop`` was set; the first offered of equal ones.

    Tokens deploy in the order of their numbers: any order by what they are would tell it.
    """
    deploys = [action for action in offers if isinstance(action, actions.Deploy)]
    first = min((action.token for action in deploys), default="")
    best, *other_deployments = [action for action in deploys if action.token == first] or offers
    best_value = VALUES[type(best)](situation, plan, best)
    for action in before(stop, other_deployments):
        worth = VALUES[type(action)](situation, plan, action)
        if worth > best_value + 1e-9:
            best, best_value = action, worth
    return best


# the other players


class BelligerentPlayer(RandomPlayer):
    """Marches at the nearest enemy and commits to battle three times in four; otherwise chooses at random."""

    def __call__(self, view: View) -> Action:
        options = view.choices.of
        if self._rng.random() > 0.75:
            return options.sample(self._rng)
        if isinstance(options, MarchChoices):
            return self._towards_enemy(view, options)
        action = options.sample(self._rng)
        if isinstance(action, actions.AllotDice | actions.CallReinforcements | actions.EndMarch):
            most_tokens: Action = max(
                options, key=lambda offer: len(getattr(offer, "tokens", getattr(offer, "token", "")))
            )
            return most_tokens
        if isinstance(action, actions.PlayBattleCard) and actions.PlayBattleCard(actions.BATTLE) in options:
            return actions.PlayBattleCard(actions.BATTLE)
        return action

    def _towards_enemy(self, view: View, choices: MarchChoices) -> Action:
        board = view.board
        enemies = list(bits(board.mask(board.enemy(view.seat))))
        ends = list(bits(choices.ends))
        if not enemies or not ends:
            return choices.sample(self._rng)
        distance = board.campaign.map.distance
        return choices.move_to(min(ends, key=lambda end: min(distance(end, enemy) for enemy in enemies)))
