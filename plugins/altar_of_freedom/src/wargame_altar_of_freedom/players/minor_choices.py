"""Everything else a campaign asks for: losses, retreats, battlefields, deployment, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.actions import Decide, Deploy, Done, PlaceToken, Rally, RetreatAlong
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.marching import crossing_worth
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import PICKET
from wargame_altar_of_freedom.rules.scoring import FormationIsLeftOut
from wargame_core.authoring import Action, Choices
from wargame_core.maps.masks import mask_of

Value = Callable[[Situation, Plan, Any], float]
"""What an action is worth; of equal ones the first offered is taken."""


def weakest_brigade(now: Situation, plan: Plan, action: actions.LoseBrigade) -> float:
    """The lowest rating goes first; of equals guns go first where they do not count in skirmishes, else last."""
    unit = now.campaign.oob.units[action.unit]
    guns = unit.arm == "artillery"
    spare = guns == (now.board.options["skirmish_guns"] == "ignore")
    return -unit.rating + 0.5 * spare


def best_brigade(now: Situation, plan: Plan, action: Rally | Done) -> float:
    """Every unspent die tries to rally somebody, the best brigade first; dice do not keep."""
    return -100.0 if isinstance(action, Done) else now.campaign.oob.units[action.unit].rating


def strongest_division(now: Situation, plan: Plan, action: actions.Fight) -> float:
    """The division with most brigades fights."""
    return now.brigades(now.board.tokens[action.token])


def standing(now: Situation, plan: Plan, token: Token, space: int) -> float:
    """What standing in a space is worth to a token that is being put down or falls back."""
    order = plan.orders.get(token.id)
    points = plan.prize(now, token, space) - 0.2 * now.enemies_within(space, 3) + 0.05 * now.friends_within(space, 3)
    return points - (order.pace * min(order.field(space), 40) if order else 0.0)


def retreat_goal(now: Situation, plan: Plan, action: RetreatAlong) -> float:
    """Fall back to where the token is of use and the enemy is not."""
    return standing(now, plan, now.board.tokens[action.token], action.path[-1])


def place_goal(now: Situation, plan: Plan, action: PlaceToken) -> float:
    """Put a token where it is of use."""
    return standing(now, plan, now.board.tokens[action.token], action.space)


def deployment(now: Situation, plan: Plan, action: Deploy) -> float:
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


def decision(now: Situation, plan: Plan, action: Decide) -> float:
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
    Rally: best_brigade,
    Done: best_brigade,
    actions.Fight: strongest_division,
    RetreatAlong: retreat_goal,
    PlaceToken: place_goal,
    Deploy: deployment,
    actions.PlaceDepot: depot_site,
    actions.ChooseBlock: battlefield,
    actions.HoldBack: nobody_back,
    actions.CallReinforcements: called,
    actions.ComeBy: soonest,
    actions.Inspect: spies,
    Decide: decision,
}
"""What an action of each kind is worth."""


def best_deployment(now: Situation, plan: Plan, choices: Choices) -> Action:
    """The best space for the token with the lowest number: any order by what tokens are would tell it."""
    offers = [action for action in choices if isinstance(action, Deploy)]
    next_token = min(action.token for action in offers)
    return best_by_value(now, plan, [action for action in offers if action.token == next_token])


def best_by_value(now: Situation, plan: Plan, actions: Iterable[Action]) -> Action:
    """The action worth most; the first offered of equal ones."""
    best, *others = actions
    most = VALUES[type(best)](now, plan, best)
    for action in others:
        worth = VALUES[type(action)](now, plan, action)
        if worth > most + 1e-9:
            best, most = action, worth
    return best
