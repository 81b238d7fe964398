"""The player: sees what is asked, and hands the question to whoever knows about it.

What the enemy's face-down tokens are likely to be it remembers from where they stood when both sides had deployed.
Briefings say where divisions begin, and pickets watch roads: what was set up where divisions had to be is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players import marching
from wargame_altar_of_freedom.players.fights import Odds, card_to_play
from wargame_altar_of_freedom.players.marching import crossing_worth
from wargame_altar_of_freedom.players.plan import Plan, campaign_plan, make_plan, turn_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.printed.lines import PICKET, AtPlaces, Deployment, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.scoring import FormationIsLeftOut
from wargame_core.authoring import Action, Choices
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import Traits
from wargame_core.flow.view import View
from wargame_core.maps.masks import mask_of


class Kept:
    """What players share: what they worked out, which stays in its process, and what they remember.

    ``faces`` is for each side how likely the tokens of the other are divisions, by where they were set up.
    """

    def __init__(self, faces: Mapping[str, Mapping[str, float]] | None = None) -> None:
        self.fields, self.odds = Fields(), Odds()
        self.faces = {} if faces is None else faces

    def __reduce__(self) -> tuple[type[Kept], tuple[Mapping[str, Mapping[str, float]]]]:
        return Kept, (self.faces,)


class HeuristicPlayer:
    """Plays a campaign sensibly, by what its data say scores; the same for the same seed and the same views.

    It looks at nothing but the view. What it does not understand it leaves to chance. ``plans`` tells what it is
    about: a sentence at the start of the campaign and one a turn, for its own seat, and for all after the game.
    One with a ``draw`` has other aims (`drawn_aims`); players that play in turn may share what they ``kept``.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0, *, draw: int = 0, kept: Kept | None = None) -> None:
        self._rng, self._draw = random.Random(seed), draw
        self._kept = kept or Kept()
        self._fields, self._odds = self._kept.fields, self._kept.odds
        self._plan: Plan | None = None
        self._faces: Mapping[str, float] = {}
        self._turn = 0
        self._told: int | None = None
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        """One of ``view.choices``."""
        now = Situation(view.board, view.seat, self._fields, self._remember(view.board, view.seat))
        choices = view.choices
        if choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if isinstance(choices, MarchChoices):
            return marching.best_march(
                now, self.plan(now), self._odds, now.board.tokens[choices.march.token.id], choices
            )
        if isinstance(choices, AllotChoices):
            return marching.dice_for(now, self.plan(now), choices)
        first = next(iter(choices))
        kind = type(first)
        if kind is actions.Nominate:
            self._tell(now)
            return marching.corps_to_move(now, self.plan(now), choices)
        if kind is actions.MoveNext or kind is actions.EndMarch:
            return marching.token_to_move(now, self.plan(now), choices)
        if kind is actions.PlayBattleCard:
            return card_to_play(now, self.plan(now), self._odds, choices, self._rng.random())
        if kind is actions.SpecialAction:
            return marching.special_action(now, self.plan(now), choices)
        if kind is actions.Deploy:
            return best_deployment(now, self.plan(now), choices)
        if kind in VALUES:
            return best_by_value(now, self.plan(now), choices)
        return choices.sample(self._rng)

    def _remember(self, board: CampaignBoard, side: str) -> Mapping[str, float]:
        """What the enemy's tokens must be by where they were set up; nothing for who did not see them there."""
        if board.turn < self._turn or not self._turn:
            seen = chances_by_place(board, board.enemy(side)) if board.turn == 1 else {}
            self._faces = self._kept.faces.get(side, seen) if board.turn else seen
        self._turn = board.turn
        return self._faces

    def _tell(self, now: Situation) -> None:
        """Say what the campaign is about, before the first march, and once a turn what is next."""
        if now.board.turns_ended != self._told:
            plan = self.plan(now)
            if not self.plans:
                self.plans.append(campaign_plan(now, plan))
            self.plans.append(turn_plan(now, plan))
            self._told = now.board.turns_ended

    def plan(self, now: Situation) -> Plan:
        """The plan, made anew when anything but the marching corps has moved."""
        if self._plan is None or not self._plan.holds(now):
            self._plan = make_plan(now, self._draw)
        return self._plan


# what face-down tokens are likely to be

PERHAPS, SURELY = 0.05, 0.97
"""The least and the most that a place tells of a token: it may have moved since, and pickets may stand anywhere."""


def chances_by_place(board: CampaignBoard, side: str) -> Mapping[str, float]:
    """For every token of a side on the map the chance that it is a division, as the other side may estimate.

    The enemy's lines of deployment are printed in his briefing, which both sides may have read.
    """
    at = {token_id: space for token_id, space in board.at.items() if board.tokens[token_id].side == side}
    chances = dict.fromkeys(at, 0.0)
    placed = 0
    for line in board.campaign.deployments:
        divisions = _divisions(board, line) if line.side == side else 0
        zone = _zone(board, line) if divisions else 0
        there = [token_id for token_id, space in at.items() if zone >> space & 1]
        for token_id in there:
            chances[token_id] += divisions / len(there)
        placed += divisions
    elsewhere = [token_id for token_id, chance in chances.items() if not chance]
    missing = placed - sum(min(1.0, chance) for chance in chances.values())
    for token_id in elsewhere:
        chances[token_id] = missing / len(elsewhere)
    return {token_id: min(max(chance, PERHAPS), SURELY) for token_id, chance in chances.items()}


def _divisions(board: CampaignBoard, line: Deployment) -> int:
    """How many divisions a line of a briefing puts on the map."""
    pieces = (board.campaign.pieces[piece] for piece in line.pieces)
    return sum(1 for piece in pieces if piece.division and piece.formation not in board.left_out)


def _zone(board: CampaignBoard, line: Deployment) -> int:
    """Mask of the spaces in which a line puts its tokens; empty where it names none."""
    where, campaign = line.where, board.campaign
    if isinstance(where, RoadColumn):
        return mask_of(campaign.map.grid.space(row, column) for row, column in where.cells)
    if not isinstance(where, AtPlaces | OneAtEach):
        return 0
    spaces = [campaign.space(place) for place in where.places]
    near = mask_of(near for space in spaces for near in campaign.map.neighbours[space]) if where.adjacent else 0
    return mask_of(spaces) | near


# everything else a campaign asks for: losses, retreats, battlefields, deployment, cards

Value = Callable[[Situation, Plan, Any], float]
"""What an action is worth; of equal ones the first offered is taken."""


def weakest_brigade(now: Situation, plan: Plan, action: actions.LoseBrigade) -> float:
    """The lowest rating goes first; of equals guns go first where they do not count in skirmishes, else last."""
    unit = now.campaign.oob.units[action.unit]
    guns = unit.arm == "artillery"
    spare = guns == (now.board.options["skirmish_guns"] == "ignore")
    return -unit.rating + 0.5 * spare


def best_brigade(now: Situation, plan: Plan, action: actions.Rally | actions.Done) -> float:
    """Every unspent die tries to rally somebody, the best brigade first; dice do not keep."""
    return -100.0 if isinstance(action, actions.Done) else now.campaign.oob.units[action.unit].rating


def strongest_division(now: Situation, plan: Plan, action: actions.Fight) -> float:
    """The division with most brigades fights."""
    return now.brigades(now.board.tokens[action.token])


def standing(now: Situation, plan: Plan, token: Token, space: int) -> float:
    """What standing in a space is worth to a token that is being put down or falls back."""
    order = plan.orders.get(token.id)
    points = plan.prize(now, token, space) - 0.2 * now.enemies_within(space, 3) + 0.05 * now.friends_within(space, 3)
    return points - (order.pace * min(order.field(space), 40) if order else 0.0)


def retreat_goal(now: Situation, plan: Plan, action: actions.RetreatAlong) -> float:
    """Fall back to where the token is of use and the enemy is not."""
    return standing(now, plan, now.board.tokens[action.token], action.path[-1])


def place_goal(now: Situation, plan: Plan, action: actions.PlaceToken) -> float:
    """Put a token where it is of use."""
    return standing(now, plan, now.board.tokens[action.token], action.space)


def deployment(now: Situation, plan: Plan, action: actions.Deploy) -> float:
    """Divisions deploy nearest to what they may want; pickets watch the enemy's roads to it."""
    token = now.board.tokens[action.token]
    goals = [goal for goal in plan.goals if not goal.fleeting and (token.kind in goal.takers or goal.guard)]
    if token.kind != PICKET:
        best = max(
            (goal.worth(1, now.turns_left) - 0.3 * now.field(goal.spaces)(action.space) for goal in goals), default=0
        )
        return best + 0.1 * bool(now.board.depot_in(action.space))
    depots = now.board.depot_mask(now.enemy)
    ways = [
        goal.worth(1, now.turns_left)
        - 0.5 * (now.enemy_field(goal.spaces)(action.space) + now.enemy_field(depots)(action.space))
        for goal in goals
        if goal.guard
    ]
    watch = bool(now.map.crossings_of(action.space)) + 0.0
    return max(ways, default=0.0) + watch


def depot_site(now: Situation, plan: Plan, action: actions.PlaceDepot) -> float:
    """A depot stands where the enemy is farthest from it."""
    return float(min(now.threat(1 << action.space), 40))


def battlefield(now: Situation, plan: Plan, action: actions.ChooseBlock) -> float:
    """The table with more of one's own brigades on it, fewer of the enemy's, one's own works, but no garrison."""
    block = mask_of(action.spaces)
    board, points = now.board, 0.0
    for token_id, space in board.at.items():
        if block >> space & 1:
            token = board.tokens[token_id]
            points += now.brigades(token) * (1 if token.side == now.side else -now.enemy_divisions[space])
    for fortress, side in now.campaign.fortresses.items():
        if side == now.side and block >> fortress & 1:
            points -= 10  # a beaten garrison has to leave
    for works in now.campaign.earthworks:
        if block >> now.campaign.space(works.place) & 1:
            points += 4 * works.bonus * (1 if works.side == now.side else -1)
    return points


def nobody_back(now: Situation, plan: Plan, action: actions.HoldBack) -> float:
    """Everybody fights from the start."""
    return -float(len(action.tokens))


def called(now: Situation, plan: Plan, action: actions.CallReinforcements) -> float:
    """Everybody nearby is called but those who alone guard something worth more than their help."""
    total = 0.0
    for token_id in action.tokens:
        order = plan.orders.get(token_id)
        guards = order is not None and order.goal.guard and order.goal.spaces >> now.board.at[token_id] & 1
        total += 1.0 - (order.points * 0.3 if guards and order else 0.0)
    return total


def soonest(now: Situation, plan: Plan, action: actions.ComeBy) -> float:
    """The way that is offered first is the one that is expected to bring the division soonest."""
    return 0.0


def spies(now: Situation, plan: Plan, action: actions.Inspect) -> float:
    """Look at the tokens nearest to one's own divisions."""
    board = now.board
    for token_id, space in board.at.items():
        if action.target in (token_id, board.label(space)):
            return now.friends_within(space, 3) + 0.5 * now.friends_within(space, 6)
    return 0.0


def decision(now: Situation, plan: Plan, action: actions.Decide) -> float:
    """Crossings by what their loss costs the enemy; what is offered at set-up by the points it brings."""
    if action.choice in now.map.crossings:
        return crossing_worth(now, plan, action.choice, repaired=False)
    if action.choice == "leave_it_out":
        return formation_left_out(now)
    return 0.0


def formation_left_out(now: Situation) -> float:
    """The points for leaving a formation out, less what its divisions may be expected to earn."""
    points = 0.0
    for choice in now.campaign.set_up_choice:
        if choice.side == now.side:
            divisions = [piece for piece in now.campaign.pieces.values() if piece.side == now.side and piece.division]
            out = [piece for piece in divisions if piece.formation == choice.leave_out]
            points -= now.campaign.points_to_win * len(out) / max(len(divisions), 1)
            for line in now.campaign.awards.values():
                if isinstance(line.when, FormationIsLeftOut) and line.when.formation == choice.leave_out:
                    points += line.points.mean
    return points


VALUES: Mapping[type[Action], Value] = {
    actions.LoseBrigade: weakest_brigade,
    actions.Rally: best_brigade,
    actions.Done: best_brigade,
    actions.Fight: strongest_division,
    actions.RetreatAlong: retreat_goal,
    actions.PlaceToken: place_goal,
    actions.Deploy: deployment,
    actions.PlaceDepot: depot_site,
    actions.ChooseBlock: battlefield,
    actions.HoldBack: nobody_back,
    actions.CallReinforcements: called,
    actions.ComeBy: soonest,
    actions.Inspect: spies,
    actions.Decide: decision,
}
"""What an action of each kind is worth."""


def best_deployment(now: Situation, plan: Plan, choices: Choices) -> Action:
    """The best space for the token with the lowest number: any order by what tokens are would tell it."""
    offers = [action for action in choices if isinstance(action, actions.Deploy)]
    next_token = min(action.token for action in offers)
    return best_by_value(now, plan, [action for action in offers if action.token == next_token])


def best_by_value(now: Situation, plan: Plan, offers: Iterable[Action]) -> Action:
    """The action worth most; the first offered of equal ones."""
    best, *others = offers
    most = VALUES[type(best)](now, plan, best)
    for action in others:
        worth = VALUES[type(action)](now, plan, action)
        if worth > most + 1e-9:
            best, most = action, worth
    return best
