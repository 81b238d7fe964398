"""A corps' activation as one plan: who gets a Staff Die, who goes where, and in which order.

It is found by a beam over the tokens of the corps. Each in turn stays or goes to one of its best ends, which frees a
space and fills another for those after it; a Staff Die is given to whom it brings more than its price. What is rated is
how all stand in the end: their prizes, the way that is left to their goals, and one danger for the group, as each enemy
comes but once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.players.fights import FOLLOWING, Odds, Stakes, Threats, expected_fights
from wargame_altar_of_freedom.players.plan import Plan, TokenOrder
from wargame_altar_of_freedom.players.situation import FAR, Field, Situation
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.movement import (
    TokenMarch,
    allowances,
    bars,
    march_reach,
    stacking,
    staff_die_spaces,
)
from wargame_core import D6
from wargame_core.authoring import Action, Choices, bits
from wargame_core.maps.masks import mask_of

BEAM, HEADS = 6, 2
"""Plans that are kept after each token, and tokens that may go next in each."""
BY_RAIL = 0.1
"""Points that a trip by rail has to bring beyond a march."""
TRAIN_DANGER = 1.5
"""Points that an enemy division next to a train is estimated to cost."""
CLOSE = 6
"""Spaces from a goal within which one's own tokens in the way are looked at."""
ESCORTED = 0.8
"""How likely a train gets away whose escort is attacked."""
FORSAKEN = 0.5
"""The part of what the enemy can gain that leaving a place unguarded before him is estimated to cost."""
EFFORT = 0.3
"""Points that an attack has to bring beyond standing still where it can be no battle: it shows and scatters a force."""


Doubt = Callable[[], float]
"""By how many points a player misjudges what standing in a space is worth to it."""


@frozen
class March:
    """A token's part of a plan: the space where it is to end, and whether it is to have a Staff Die."""

    token: str
    end: Space
    die: bool = False


@frozen(eq=False)
class Draft:
    """A plan so far: where the corps stands then (``at``), and who has not been looked at (``left``).

    ``points`` are what it brings beside standing still, danger left out; ``worth`` counts that too. Tokens that are
    ``fighting`` have their danger in their points.
    """

    at: Mapping[str, Space]
    left: tuple[str, ...]
    points: float = 0.0
    marches: tuple[March, ...] = ()
    dice: int = 0
    fighting: frozenset[str] = frozenset()
    worth: float = 0.0


@frozen
class End:
    """Where a march may end: what standing there is worth with the danger (``total``) and without it."""

    total: float
    points: float
    space: Space
    fight: bool = False


@frozen(eq=False)
class Activation:
    """What a corps is to do from here on, by a plan for all. Who is not in ``marches`` stays.

    ``at`` is where the corps stood when it was made.
    """

    plan: Plan
    at: Mapping[str, Space]
    marches: tuple[March, ...]

    def next(self, now: Situation, plan: Plan) -> tuple[March, ...] | None:
        """The marches that have yet to be made; None when things went otherwise than planned."""
        at, corps = dict(self.at), {token_id: now.board.at.get(token_id) for token_id in self.at}
        for made in range(len(self.marches) + 1):
            if self.plan is plan and at == corps:
                rest = self.marches[made:]
                return tuple(march for march in rest if march.token not in now.board.moved)
            if made < len(self.marches):
                at[self.marches[made].token] = self.marches[made].end
        return None


class Corps:
    """The tokens of the active corps, and what it takes to find the best plan for them."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, doubt: Doubt) -> None:
        self.now, self.plan, self.odds, self.board = now, plan, odds, now.board
        self._doubt = doubt
        self.tokens = {token.id: token for token in now.board.tokens_under(now.board.command)}
        self.begin = {token_id: now.board.at[token_id] for token_id in self.tokens}
        self.stakes = Stakes.of(now, now.side)
        self.danger = GroupDanger(now, plan, odds, self.tokens.values())
        self.others = mask_of(now.board.at[token.id] for token in now.own if token.id not in self.begin)
        self._footholds = mask_of(space for goal in plan.goals if goal.first for space in bits(goal.spaces))
        self._fights: dict[tuple[str, int, float], float] = {}
        self._points: dict[tuple[str, int, int], float] = {}
        self._fields: dict[str, Field] = {}
        self._wishes: dict[str, list[tuple[float, int]]] = {}

    def best(self, prices: Sequence[float] = (), march: TokenMarch | None = None, ends: int = 0) -> Activation:
        """The plan that is worth most.

        ``prices`` are what each further Staff Die would bring elsewhere; without them there are none to be had. A token
        that is on its ``march`` goes first, to one of the spaces of ``ends`` (a mask) or nowhere.
        """
        going = march.token.id if march is not None else ""
        able = [token for token in self.tokens.values() if token.id not in self.board.moved and token.id != going]
        left = tuple(token.id for token in sorted(able, key=self._rank))
        beam = [Draft(self.begin, left)]
        if march is not None:
            beam = self._varied(beam[0], self.tokens[going], [ends], ())
        best: Draft | None = None
        while beam:
            grown: dict[object, Draft] = {}
            for draft in beam:
                if not draft.left:
                    if best is None or draft.worth > best.worth:
                        best = draft
                    continue
                board = self.board.copy()
                board.at.update(draft.at)
                for token_id in draft.left[:HEADS]:
                    token = self.tokens[token_id]
                    for other in self._varied(draft, token, self._reach(board, token), prices):
                        key = other.left, other.dice, tuple(other.at.values())
                        if key not in grown or other.worth > grown[key].worth:
                            grown[key] = other
            beam = sorted(grown.values(), key=lambda draft: -draft.worth)[:BEAM]
        assert best is not None
        return Activation(self.plan, self.begin, best.marches)

    def _rank(self, token: Token) -> tuple[bool, int, str]:
        """The head of the column first, so that it clears the road; who may fight after those who come to help."""
        here, order = self.begin[token.id], self.plan.orders.get(token.id)
        return enemy_near(self.now, token), order.field(here) if order else 0, token.id

    # how one token may go on with a plan

    def _varied(self, draft: Draft, token: Token, reach: Sequence[int], prices: Sequence[float]) -> list[Draft]:
        """The plan with the token's march: it stays, or goes without a Staff Die or with one.

        ``reach`` has masks of its ends by the spaces that a Staff Die adds.
        """
        here, own = draft.at[token.id], self._own(draft, token)
        left = tuple(token_id for token_id in draft.left if token_id != token.id)
        points = self.points(token, here, own)
        stay = End(points - self.danger.of_one(token.id, here, draft.at, left), points, here)
        paid = token.id in self.board.allotted and len(reach) > 1
        best, second = self._ends(draft, token, reach, stay, own)
        if not paid:
            drafts = [
                self._with(draft, left, end, stay, March(token.id, end.space))
                for end in dict.fromkeys((stay, best[0], second))
            ]
            if draft.dice >= len(prices):
                return drafts
        usual, mean = best[self.usual_die], sum(best[spaces].total for spaces in self._die) / len(self._die)
        by_die = March(token.id, usual.space, die=True)
        if not paid and usual is not stay and (gain := mean - best[0].total - prices[draft.dice]) > 0:
            drafts.append(self._with(draft, left, usual, stay, by_die, best[0].total + gain - usual.total))
        elif paid and mean > stay.total:
            drafts = [self._with(draft, left, usual, stay, by_die, mean - usual.total)]
        elif paid:
            drafts = [self._with(draft, left, stay, stay, March(token.id, here))]
        return drafts

    def _with(self, draft: Draft, left: tuple[str, ...], end: End, stay: End, march: March, more: float = 0.0) -> Draft:
        """The plan with a token's march to an end, which a Staff Die makes worth so much ``more``; or without it."""
        at, marches = draft.at, draft.marches
        if march.die or end is not stay:
            at, marches = {**at, march.token: end.space}, (*marches, march)
        points, dice = draft.points + end.points - stay.points + more, draft.dice + march.die
        fighting = draft.fighting | {march.token} if end.fight else draft.fighting
        worth = points - self.danger.of_all(at, left, fighting)
        return Draft(at, left, points, marches, dice, fighting, worth)

    @cached_property
    def _die(self) -> list[int]:
        """The spaces that the faces of a Staff Die add, from the least to the most."""
        return sorted(staff_die_spaces(self.now.campaign, face) for face in D6.faces)

    @cached_property
    def usual_die(self) -> int:
        """The spaces of a Staff Die with which a plan goes on: half of the faces add no more."""
        return self._die[(len(self._die) - 1) // 2]

    def _own(self, draft: Draft, token: Token) -> int:
        """Mask of where the side's other tokens stand then."""
        mask = self.others
        for token_id, space in draft.at.items():
            if token_id != token.id:
                mask |= 1 << space
        return mask

    # where a token may end, and what standing there is worth

    def _reach(self, board: CampaignBoard, token: Token) -> list[int]:
        """Masks of a token's ends without a Staff Die, then by the spaces that one adds."""
        most = self._die[-1]
        by_road, _ = allowances(board, token, None)
        off_road = allowances(board, token, min(D6.faces))[1] > 0
        march = TokenMarch(token, board.at[token.id], by_road + most, most * off_road)
        reach = march_reach(board, march, bars(board, token, token.side))
        masks = []
        for spaces in range(most + 1):
            ends = 0
            for flood, base in zip(reach.floods, (by_road, 0), strict=False):
                for layer in flood.layers[1 : base + spaces + 1]:
                    ends |= layer
            masks.append(ends & reach.ends)
        return masks

    def _ends(self, draft: Draft, token: Token, reach: Sequence[int], stay: End, own: int) -> tuple[list[End], End]:
        """The best end by the spaces of a Staff Die, to stay among them; and the second best without one."""
        best, second = [stay] * len(reach), stay
        widest = reach[-1]
        for guess, space in self._wished(token):
            if guess <= second.total and guess <= best[0].total:
                break
            if widest >> space & 1:
                points = self.points(token, space, own)
                end = End(points - self.danger.of_one(token.id, space, draft.at, draft.left), points, Space(space))
                second = _noted(end, reach, best, second)
        for space in bits(widest & self.now.enemy_units & ~self.now.barred):
            points = self.contact(token, space, stay.total, draft, own)
            second = _noted(End(points, points, Space(space), fight=True), reach, best, second)
        return best, second

    def _wished(self, token: Token) -> list[tuple[float, int]]:
        """The spaces that a token might reach if its corps were not in the way, with their points, the most first."""
        wishes = self._wishes.get(token.id)
        if wishes is None:
            bare = self.board.copy()
            for token_id in self.begin:
                if token_id != token.id:
                    del bare.at[token_id]
            ends = self._reach(bare, token)[-1] & ~self.now.enemy_units
            own = self.now.others(token)
            wishes = sorted(((self.points(token, space, own), space) for space in bits(ends)), reverse=True)
            self._wishes[token.id] = wishes
        return wishes

    def points(self, token: Token, space: int, own: int) -> float:
        """Expected points for standing in a space at the end, but for the danger of divisions.

        ``own`` is a mask of the side's other tokens.
        """
        key = token.id, space, own & self._footholds if self._footholds >> space & 1 else 0
        points = self._points.get(key)
        if points is None:
            now, plan = self.now, self.plan
            points = plan.prize(now, token, space, own)
            for spaces, forsaken in self._charges[token.id]:
                if not spaces >> space & 1:
                    points -= forsaken
            if (order := plan.orders.get(token.id)) is not None:
                points -= order.pace * min(self._field(token, order)(space), 40)
            if not token.is_division and token.kind not in now.campaign.special_action_tokens:
                points -= TRAIN_DANGER * now.enemies_within(space, now.reach)
            points = self._points[key] = points + self._doubt()
        return points

    @cached_property
    def _charges(self) -> dict[str, list[tuple[int, float]]]:
        """What a token alone keeps from an enemy who may come for it in a turn: spaces, and what leaving them costs."""
        now, alone = self.now, dict[str, list[tuple[int, float]]]()
        soon = [goal for goal in self.plan.goals if goal.guard and goal.once and goal.due <= 1]
        for token_id, here in self.begin.items():
            guards = self.tokens[token_id].is_division and now.own_divisions.get(here, 0) <= 1
            kept = [goal for goal in soon if guards and goal.spaces >> here & 1]
            alone[token_id] = [(goal.spaces, FORSAKEN * goal.worth(0, now.turns_left)) for goal in kept]
        return alone

    def _field(self, token: Token, order: TokenOrder) -> Field:
        field = self._fields.get(token.id)
        if field is None:
            field = self._fields[token.id] = open_field(self.now, order, token)
        return field

    def contact(self, token: Token, space: int, stay: float, draft: Draft, own: int) -> float:
        """Expected points for marching into enemies; ``stay`` is what standing still is worth."""
        now = self.now
        danger = self.danger.of_one(token.id, space, draft.at, draft.left)
        ground = round(self.points(token, space, own) - danger - stay, 1)
        likely = min(1.0, now.enemy_divisions.get(space, 0.0))
        fought = self._fights.get((token.id, space, ground), 0.0 if not likely else None)
        if fought is None:
            fights = expected_fights(now, token, self.begin[token.id], space, ground)
            values = ((chance, self.odds.value(fight, self.stakes), fight.may_be_battle) for chance, fight in fights)
            fought = sum(chance * (value - EFFORT * (not battle)) for chance, value, battle in values)
            self._fights[token.id, space, ground] = fought
        train = now.enemy_trains.get(space, 0.0) * (1 - ESCORTED * likely)
        return stay + likely * fought + (1 - likely) * (ground + 0.3) + train


def _noted(end: End, reach: Sequence[int], best: list[End], second: End) -> End:
    """Take an end into the best by the spaces of a Staff Die; the second best without one."""
    for spaces in range(len(reach) - 1, -1, -1):
        if not reach[spaces] >> end.space & 1:
            return second
        if end.total > best[spaces].total + 1e-9:
            second = best[0] if not spaces else second
            best[spaces] = end
        elif not spaces and end.total > second.total + 1e-9:
            second = end
    return second


class GroupDanger:
    """What the enemy's answers are expected to cost a corps, by where its divisions stand."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, corps: Collection[Token]) -> None:
        self.now = now
        own = {token.id for token in corps}
        self.threats = {token.id: Threats(now, odds, token) for token in corps if token.is_division}
        divisions = [token for token in now.own if token.is_division]
        self._elsewhere = [now.board.at[token.id] for token in divisions if token.id not in own]
        self._bound: dict[str, tuple[list[Space], list[str]]] = {}  # friends for the same goal, elsewhere and here
        for token_id in self.threats:
            order = plan.orders.get(token_id)
            friends = [
                friend
                for friend in divisions
                if friend.id != token_id
                and (other := plan.orders.get(friend.id)) is not None
                and order is not None
                and other.goal is order.goal
            ]
            waiting = [
                friend for friend in friends if friend.id not in own and friend.command not in now.board.activated
            ]
            spaces = [now.board.at[friend.id] for friend in waiting]
            self._bound[token_id] = spaces, [friend.id for friend in friends if friend.id in own]
        self._near: dict[int, tuple[float, int]] = {}
        self._alone: dict[tuple[str, int], tuple[int, int, float]] = {}
        self._costs: dict[tuple[str, int, float], float] = {}

    def comers(self, space: int) -> tuple[float, int]:
        """How many divisions may come to a space, and a mask of who they are."""
        known = self._near.get(space)
        if known is None:
            threats = next(iter(self.threats.values()))
            mask = 0
            for number, threat in enumerate(threats.threats):
                mask |= (threat.widest >> space & 1) << number
            known = self._near[space] = threats.near(space)[0], mask
        return known

    def of_one(self, token_id: str, space: int, at: Mapping[str, int], left: Sequence[str]) -> float:
        """What attacks on a token in a space are expected to cost when its corps stands so, ``left`` may yet move."""
        if token_id not in self.threats or self.comers(space)[0] < 0.1:
            return 0.0
        known = self._alone.get((token_id, space))
        if known is None:
            known = self._alone[token_id, space] = self._friends_elsewhere(token_id, space)
        near, wide, friends = known
        for friend in self.threats:
            if near >> at[friend] & 1 and friend != token_id:
                friends += 1
        for friend in self._bound[token_id][1]:
            if wide >> at[friend] & 1 and friend in left:
                friends += FOLLOWING
        cost = self._costs.get((token_id, space, friends))
        if cost is None:
            cost = self._costs[token_id, space, friends] = self.threats[token_id].cost(space, friends)
        return cost

    def _friends_elsewhere(self, token_id: str, space: int) -> tuple[int, int, float]:
        """Masks of what is near a space and of a march around that, and the friends there who are of other corps."""
        now, reach = self.now, self.now.campaign.contact_range
        near = now.map.within(space, reach)
        wide = now.map.within(space, now.reach + reach) & ~near
        friends = sum(near >> where & 1 for where in self._elsewhere)
        return near, wide, friends + FOLLOWING * sum(wide >> where & 1 for where in self._bound[token_id][0])

    def of_all(self, at: Mapping[str, int], left: Sequence[str], fighting: frozenset[str]) -> float:
        """What attacks on the corps are expected to cost: the worst of them, as far as there are enemies for them."""
        attacks: list[tuple[float, float]] = []
        number, shared, mask = 0.0, 0, 0
        for token_id in self.threats:
            space = at[token_id]
            if token_id not in fighting and (cost := self.of_one(token_id, space, at, left)):
                coming, who = self._near[space]
                attacks.append((cost, min(1.0, coming)))
                number, shared, mask = number + coming, shared + who.bit_count(), mask | who
        if len(attacks) < 2:
            return attacks[0][0] if attacks else 0.0
        attacks.sort(reverse=True)
        enemies, total = mask.bit_count() * number / shared, 0.0
        for cost, needed in attacks:
            part = min(1.0, max(0.0, enemies) / needed)
            total += cost * part
            enemies -= needed
        return total


def enemy_near(now: Situation, token: Token) -> bool:
    """Whether a division stands within a march of an enemy."""
    here = now.board.at[token.id]
    return token.is_division and bool(now.map.within(here, now.base_move(token)) & now.enemy_units)


def open_field(now: Situation, order: TokenOrder, token: Token) -> Field:
    """The field to those of the goal's spaces in which the token could still stop; all of them when none is left.

    Near the goal it leads around one's own tokens, which nobody passes.
    """
    spaces, here = order.goal.spaces, now.board.at[token.id]
    close = 0 < order.field(here) <= CLOSE
    if not close and not spaces & (spaces - 1) and not now.own_units & spaces:
        return order.field
    passing, stopping = stacking(now.board, token)
    free = spaces & ~stopping or spaces
    if close and passing:
        around = now.field(free, 2 * CLOSE, passing & ~free)
        if around(here) < FAR:
            return around
    return now.field(free) if free != spaces else order.field


class Orders:
    """Carries out a corps' plan, question by question; makes another one when things go otherwise."""

    def __init__(self, doubt: Doubt) -> None:
        self._activation: Activation | None = None
        self._doubt = doubt

    def dice(self, now: Situation, plan: Plan, odds: Odds, choices: AllotChoices, prices: Sequence[float]) -> Action:
        """Who gets a Staff Die."""
        self._activation = Corps(now, plan, odds, self._doubt).best(prices[: choices.dice])
        chosen = {march.token for march in self._activation.marches if march.die}
        return actions.AllotDice(tuple(token_id for token_id in choices.tokens if token_id in chosen))

    def next_token(self, now: Situation, plan: Plan, odds: Odds, choices: Choices) -> Action:
        """Whose march is next; the end of the march when all stay."""
        marches = self._next(now, plan)
        if marches is None:
            self._activation = Corps(now, plan, odds, self._doubt).best()
            marches = self._activation.marches
        action = actions.MoveNext(marches[0].token) if marches else actions.EndMarch()
        return action if action in choices else actions.EndMarch()

    def march(self, now: Situation, plan: Plan, odds: Odds, choices: MarchChoices) -> Action:
        """The march of a token as planned; by a new plan when its Staff Die is not what was expected."""
        march = choices.march
        corps = Corps(now, plan, odds, self._doubt)
        usual = march.by_road - allowances(now.board, march.token, None)[0] == corps.usual_die
        marches = self._next(now, plan)
        if not marches or marches[0].token != march.token.id or (marches[0].die and not usual):
            self._activation = corps.best(march=march, ends=choices.ends)
            marches = self._activation.marches
        here = now.board.at[march.token.id]
        end = marches[0].end if marches and marches[0].token == march.token.id else here
        own = now.others(march.token)

        def worth(space: int) -> float:
            return corps.points(march.token, space, own) - corps.danger.of_one(march.token.id, space, corps.begin, ())

        trips = [(worth(trip.path[-1]), trip) for trip in choices.trips or ()]
        best = max(trips, key=lambda row: row[0], default=None)
        if best is not None and best[0] > worth(end) + BY_RAIL:
            return best[1]
        return choices.move_to(end) if choices.ends >> end & 1 else actions.Halt(march.token.id)

    def _next(self, now: Situation, plan: Plan) -> tuple[March, ...] | None:
        return self._activation.next(now, plan) if self._activation is not None else None
