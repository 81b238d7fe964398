"""What it is worth to a side that a token stands in a space at the end of its march: a sum of named terms.

A term of `TERMS` is a function of a token and spaces; one of `RISKS` looks at how the divisions of its side stand, too.
Each counts as much as its weight in `Weights` says.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.danger import Threats
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_core.maps.masks import bits, mask_of

FARTHEST = 40
"""Spaces of a way beyond which it grows no dearer."""
ARRIVED, MOST_ARRIVED = 0.5, 5.0
"""The part of an order's points that standing at its goal is worth in a turn, and the most points that it is."""
RETAKEN = 0.5
"""How likely a place just taken is lost before the turn is scored, when all of the enemy has yet to move."""
COMPANY = 2
"""Friends near a division with whom it is not alone."""

Doubt = Callable[[], float]
"""By how many points a player misjudges what standing in a space is worth to it."""


class Outlook:
    """What a side judges by while one of its corps marches: its plan, and the enemies who may come.

    It serves as long as the plan does, and keeps what spaces are worth to a token whoever else stands where.
    """

    def __init__(self, situation: Situation, plan: Plan, doubt: Doubt | None = None) -> None:
        self.situation, self.plan, self._misjudgement = situation, plan, doubt
        self.threats = Threats(situation)
        self.footholds = [goal for goal in plan.goals if goal.first]
        self.kept = 1 - RETAKEN * situation.moves_left
        """How likely a place just taken is still ours when the turn is scored."""
        self.brigades = {token.id: situation.brigades(token) for token in situation.own_tokens if token.is_division}
        self._points: dict[str, dict[int, float]] = {}
        self._terms: list[tuple[float, Term]] = [
            (weight, term) for term in TERMS if (weight := getattr(situation.weights, term.name))
        ]
        self._risks: list[tuple[float, Risk]] = [
            (weight, term) for term in RISKS if (weight := getattr(situation.weights, term.name))
        ]
        self.spaces_of_footholds = 0
        for goal in self.footholds:
            self.spaces_of_footholds |= goal.spaces

    def points(self, token: Token, spaces: int) -> Mapping[int, float]:
        """What at least these spaces (a mask) are worth to a token, whoever else stands where."""
        points = self._points.setdefault(token.id, {})
        unknown_spaces = [space for space in bits(spaces) if space not in points]
        if unknown_spaces:
            points.update(
                [(space, self._misjudgement() if self._misjudgement is not None else 0.0) for space in unknown_spaces]
            )
            mask = mask_of(unknown_spaces)
            for weight, term in self._terms:
                for space, value in term.points(self, token, mask).items():
                    points[space] += weight * value
        return points

    def gain(self, token: Token, space: int, others: int) -> float:
        """What standing in a space is worth to a token when the others of its side stand in such spaces (a mask)."""
        points = self.points(token, 1 << space)[space]
        if self.spaces_of_footholds >> space & 1:
            points += self.situation.weights.place * foothold(self, token, space, others)
        return points

    def prize(self, token: Token, space: int, others: int) -> float:
        """What of that is for the place itself, before its weight."""
        return place_points(self, token, 1 << space).get(space, 0.0) + foothold(self, token, space, others)

    def risk(self, token: Token, space: int, friends: Sequence[int]) -> float:
        """What is added to that, and is never more than 0, when the other divisions stand in such spaces."""
        return sum([weight * term.points(self, token, space, friends) for weight, term in self._risks], 0.0)

    def risk_of_all(self, stand: Sequence[tuple[Token, int, Sequence[int]]]) -> float:
        """The same for several divisions, each with its space and the others: an enemy comes but once."""
        share = self.threats.share([space for _, space, _ in stand])
        risk = 0.0
        for weight, term in self._risks:
            points = sum([term.points(self, token, space, friends) for token, space, friends in stand])
            risk += weight * points * (share if term.points is danger else 1.0)
        return risk

    def in_points(self, token: Token, space: int) -> dict[str, float]:
        """Both by term, weighted, as the others stand now; a player's doubt is left out."""
        situation, weights = self.situation, self.situation.weights
        by_term = {
            term.name: weight * term.points(self, token, 1 << space).get(space, 0.0) for weight, term in self._terms
        }
        by_term["place"] = by_term.get("place", 0.0) + weights.place * foothold(
            self, token, space, situation.spaces_of_others(token)
        )
        friends = [situation.board.at[friend] for friend in self.brigades if friend != token.id]
        return by_term | {term.name: weight * term.points(self, token, space, friends) for weight, term in self._risks}


@frozen
class Term:
    """A part of what standing in spaces (a mask) is worth to a token: by space, what is not 0."""

    name: str
    points: Callable[[Outlook, Token, int], Mapping[int, float]]


@frozen
class Risk:
    """What a token risks in a space when the other divisions of its side stand in such spaces; never more than 0."""

    name: str
    points: Callable[[Outlook, Token, int, Sequence[int]], float]


def place_points(outlook: Outlook, token: Token, spaces: int) -> Mapping[int, float]:
    """What its goal is worth in part, and all that scores at once."""
    order, points = outlook.plan.orders.get(token.id), dict[int, float]()
    for goal in outlook.plan.goals:
        mine = order is not None and order.goal is goal
        if goal.fleeting or goal.first or not (mine or goal.at_once) or token.kind not in goal.takers:
            continue
        value = goal.once
        if order is not None and not goal.at_once:
            lasting = 0.0 if goal.guard or goal.special else (goal.once + goal.each_turn) / goal.need * outlook.kept
            value = max(lasting, min(ARRIVED * order.points, MOST_ARRIVED))
        for space in bits(goal.spaces & spaces):
            points[space] = points.get(space, 0.0) + value
    return points


def way_points(outlook: Outlook, token: Token, spaces: int) -> Mapping[int, float]:
    """The way that is left to its goal: each space costs the pace of its order."""
    order = outlook.plan.orders.get(token.id)
    if order is None:
        return {}
    distances, pace = order.field.distances(spaces), order.pace
    return {space: -pace * min(distances[space], FARTHEST) for space in bits(spaces)}


def post_points(outlook: Outlook, token: Token, spaces: int) -> Mapping[int, float]:
    """What it alone keeps from an enemy who may come for it in a turn, and gives up by leaving."""
    situation, start, points = outlook.situation, outlook.situation.board.at.get(token.id, -1), dict[int, float]()
    if not token.is_division or situation.own_divisions.get(start, 0) != 1:
        return points
    for goal in outlook.plan.goals:
        if goal.guard and goal.once and goal.due <= 1 and goal.spaces >> start & 1:
            for space in bits(spaces & ~goal.spaces):
                points[space] = points.get(space, 0.0) - goal.worth(situation, 0)
    return points


def escort(outlook: Outlook, token: Token, spaces: int) -> Mapping[int, float]:
    """Enemy divisions near a train, a point each."""
    situation = outlook.situation
    if token.is_division or token.kind in situation.campaign.special_action_tokens:
        return {}
    return {space: -situation.enemies_within(space, situation.attack_range) for space in bits(spaces)}


def foothold(outlook: Outlook, token: Token, space: int, others: int) -> float:
    """What one more token at a place brings that the first of ours denies the enemy, and enough of ours besiege.

    ``others`` is a mask of where the others of its side stand.
    """
    points = 0.0
    for goal in outlook.footholds:
        if goal.spaces >> space & 1 and token.kind in goal.takers:
            missing_count = goal.need - (others & goal.spaces & ~(1 << space)).bit_count()
            whole = goal.each_turn - goal.first
            part = whole / goal.need * ARRIVED
            if missing_count == goal.need:
                points += goal.first + part
            elif missing_count > 0:
                points += whole if missing_count == 1 else part
    return points


def danger(outlook: Outlook, token: Token, space: int, friends: Sequence[int]) -> float:
    """What the enemy's attacks are expected to cost a division there."""
    brigades = outlook.brigades.get(token.id)
    if brigades is None or not outlook.threats.spaces >> space & 1:
        return 0.0
    return -outlook.threats.cost(space, brigades, _friends_near(outlook, space, friends))


def company(outlook: Outlook, token: Token, space: int, friends: Sequence[int]) -> float:
    """A division that stands where no friend is near, whoever can come now; half of it with one friend."""
    return -max(0.0, 1 - _friends_near(outlook, space, friends) / COMPANY) if token.id in outlook.brigades else 0.0


def _friends_near(outlook: Outlook, space: int, friends: Sequence[int]) -> int:
    near_spaces = outlook.situation.map.within(space, outlook.situation.campaign.contact_range)
    return sum([near_spaces >> friend & 1 for friend in friends])


TERMS: Final = (Term("place", place_points), Term("way", way_points), Term("post", post_points), Term("trains", escort))
"""What a space is worth to a token whoever else stands where."""
RISKS: Final = (Risk("danger", danger), Risk("company", company))
"""What is taken from that by how the divisions of its side stand."""
