"""A corps' activation as one plan: who gets a Staff Die, who goes where, and in which order.

It is found by a beam over the tokens of the corps. Each in turn stays or goes to one of its best ends, which frees a
space and fills another for those after it; a Staff Die is given to whom it brings more than its price. What is rated is
how all stand in the end: their prizes, the way that is left to their goals, and one danger for the group, as each enemy
comes but once.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.players.danger import Friends, GroupDanger
from wargame_altar_of_freedom.players.fights import Defence, Odds, Stakes, Values
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.prospects import Doubt, Prospects, open_field
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.players.ways import Reach, Reaches, staff_die
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.movement import TokenMarch, allowances
from wargame_core.authoring import Action, Choices, bits
from wargame_core.maps.masks import mask_of

BEAM, HEADS = 6, 2
"""Plans that are kept after each token, and tokens that may go next in each."""


class March(NamedTuple):
    """A token's part of a plan: the space where it is to end, and whether it is to have a Staff Die."""

    token: str
    end: Space
    die: bool = False


class Draft(NamedTuple):
    """A plan so far: where the corps stands then (``at``), and who has not been looked at (``unmoved_tokens``).

    ``points`` are what it brings beside standing still, danger left out. Tokens that are ``fighting`` have their danger
    in their points.
    """

    at: Mapping[str, Space]
    unmoved_tokens: tuple[str, ...]
    points: float = 0.0
    marches: tuple[March, ...] = ()
    dice: int = 0
    fighting: frozenset[str] = frozenset()


class End(NamedTuple):
    """Where a march may end: what standing there is worth with the danger (``total``) and without it."""

    total: float
    points: float
    space: Space
    fight: bool = False


@frozen(eq=False)
class Ends:
    """Where a token may end: where it is, the best by the spaces of a Staff Die, and the second best without one."""

    stay: End
    best: Sequence[End]
    second: End


@frozen(eq=False)
class Activation:
    """What a corps is to do from here on, by a plan for all. Who is not in ``marches`` stays.

    ``at`` is where the corps stood when it was made.
    """

    plan: Plan
    at: Mapping[str, Space]
    marches: tuple[March, ...]

    def next(self, situation: Situation, plan: Plan) -> tuple[March, ...] | None:
        """The marches that have yet to be made; None when things went otherwise than planned."""
        at, corps = dict(self.at), {token_id: situation.board.at.get(token_id) for token_id in self.at}
        for march_count in range(len(self.marches) + 1):
            if self.plan is plan and at == corps:
                rest = self.marches[march_count:]
                return tuple([march for march in rest if march.token not in situation.board.moved_tokens])
            if march_count < len(self.marches):
                at[self.marches[march_count].token] = self.marches[march_count].end
        return None


class Corps:
    """The tokens of the active corps, and what it takes to find the best plan for them.

    It serves as long as the side's plan does: what marches of the corps do not change is worked out once.
    """

    situation: Situation
    board: CampaignBoard

    def __init__(self, situation: Situation, plan: Plan, odds: Odds, doubt: Doubt | None) -> None:
        self.plan, self.odds, self._doubt = plan, odds, doubt
        self.tokens = {token.id: token for token in situation.board.tokens_under(situation.board.command)}
        self.others = mask_of(situation.board.at[token.id] for token in situation.own if token.id not in self.tokens)
        self.danger = GroupDanger(situation, plan, odds, self.tokens.values())
        self._prize_spaces = self._footholds = 0
        for goal in plan.goals:
            self._prize_spaces |= goal.spaces
            self._footholds |= goal.spaces if goal.first else 0
        self._prizes: dict[tuple[str, int, int], float] = {}
        self._prospects_by_goal: dict[tuple[object, ...], Prospects] = {}
        self._skirmishes: dict[tuple[int, float, int], list[tuple[float, Values, float]]] = {}
        self._defences: dict[int, Defence] = {}  # the enemy does not move while the corps does
        self._die = staff_die(situation.campaign)
        self.reaches = Reaches(situation.board, tuple(self.tokens))
        self._look(situation)

    def stand(self, situation: Situation) -> None:
        """Look at where the corps stands now."""
        before, board = self.board, situation.board
        if before.effects == board.effects and [*before.at.items()] == [*board.at.items()]:
            self.situation, self.board = situation, board  # a token was taken up, or its die rolled: nobody has moved
        else:
            self._look(situation)

    def _look(self, situation: Situation) -> None:
        self.situation, self.board = situation, situation.board
        self.begin = {token_id: situation.board.at[token_id] for token_id in self.tokens}
        self._fights: dict[tuple[str, int], list[tuple[float, Values, float]]] = {}
        self._fight_points: dict[tuple[str, int, float], float] = {}
        self._ends_known: dict[tuple[object, ...], Ends] = {}
        self._prospects: dict[str, Prospects] = {}
        self._wishes: dict[tuple[str, bool], list[tuple[float, int]]] = {}
        self._dangers: dict[tuple[object, ...], float] = {}
        self.reaches.stand(situation.board)

    def holds(self, situation: Situation, plan: Plan) -> bool:
        """Whether this is the active corps, and nothing but its marches has changed."""
        before, board = self.board, situation.board
        nothing_else_changed = (
            before.tokens == board.tokens
            and before.broken_brigades == board.broken_brigades
            and before.lost_brigades == board.lost_brigades
        )
        return (
            nothing_else_changed
            and self.plan is plan
            and list(self.tokens) == [token.id for token in board.tokens_under(board.command)]
        )

    def best(self, prices: Sequence[float] = (), march: TokenMarch | None = None, ends: int = 0) -> Activation:
        """The plan that is worth most.

        ``prices`` are what each further Staff Die would bring elsewhere; without them there are none to be had. A token
        that is on its ``march`` goes first, to one of the spaces of ``ends`` (a mask) or nowhere.
        """
        going = march.token.id if march is not None else ""
        able = [
            token for token in self.tokens.values() if token.id not in self.board.moved_tokens and token.id != going
        ]
        unmoved_tokens = tuple(token.id for token in sorted(able, key=self._rank))
        beam = [Draft(self.begin, unmoved_tokens)]
        if march is not None:
            beam = self._drafts_with_march(beam[0], self.tokens[going], Reach((ends,), ends), (), die=True)
        dice_holders, doubts = (
            self.board.tokens_with_dice,
            self._doubt is not None,
        )  # a player who misjudges does so beyond a march without a die, too
        for tokens_after in range(len(unmoved_tokens) - 1, -1, -1):
            new_drafts: list[Draft] = []
            for draft in beam:
                for token_id in draft.unmoved_tokens[:HEADS]:
                    token, die = self.tokens[token_id], token_id in dice_holders or draft.dice < len(prices) or doubts
                    new_drafts += self._drafts_with_march(
                        draft, token, self.reaches.of(token, draft.at, die), prices, die=die
                    )
            beam = self._best_drafts(new_drafts, BEAM if tokens_after else 1)
        best = beam[0] if unmoved_tokens else self._best_drafts(beam, 1)[0]
        return Activation(self.plan, self.begin, best.marches)

    def _best_drafts(self, drafts: Sequence[Draft], limit: int) -> list[Draft]:
        """The plans that are worth most with their danger, the best first; one of those that leave things alike."""
        keys = [(draft.unmoved_tokens, draft.dice, *draft.at.values()) for draft in drafts]
        first: dict[object, int] = {}
        for number, key in enumerate(keys):
            first.setdefault(key, number)
        best_by_key: dict[object, tuple[float, int]] = {}
        least = -inf
        for number in sorted(range(len(drafts)), key=lambda number: -drafts[number].points):
            draft, key = drafts[number], keys[number]
            if draft.points < least:  # danger only lowers what a plan is worth
                break
            stand = draft.unmoved_tokens, draft.fighting, *draft.at.values()
            danger = self._dangers.get(stand)
            if danger is None:
                danger = self._dangers[stand] = self.danger.of_all(draft.at, draft.unmoved_tokens, draft.fighting)
            worth_and_number = draft.points - danger, -number
            if key not in best_by_key or worth_and_number > best_by_key[key]:
                best_by_key[key] = worth_and_number
                if len(best_by_key) >= limit:
                    least = sorted(worth for worth, _ in best_by_key.values())[-limit]
        ranked_keys = sorted(best_by_key, key=lambda key: (-best_by_key[key][0], first[key]))
        return [drafts[-best_by_key[key][1]] for key in ranked_keys[:limit]]

    def _rank(self, token: Token) -> tuple[bool, int, str]:
        """The head of the column first, so that it clears the road; who may fight after those who come to help."""
        start, order = self.begin[token.id], self.plan.orders.get(token.id)
        return enemy_near(self.situation, token), order.field(start) if order else 0, token.id

    # how one token may go on with a plan

    def _drafts_with_march(
        self, draft: Draft, token: Token, reach: Reach, prices: Sequence[float], *, die: bool
    ) -> list[Draft]:
        """The plan with the token's march: it stays, or goes without a Staff Die or with one.

        Without a ``die`` nothing is looked at that takes one.
        """
        unmoved_tokens = tuple([token_id for token_id in draft.unmoved_tokens if token_id != token.id])
        friends = self.danger.friends(token.id, draft.at, unmoved_tokens)
        ends = self._ends(token, reach, self._own_footholds(draft, token), friends, die)
        stay, best, second = ends.stay, ends.best, ends.second
        go = best[0]
        has_die = token.id in self.board.tokens_with_dice and len(best) > 1
        if not has_die:
            drafts = [self._draft_with(draft, unmoved_tokens, token.id, stay, stay)]
            if go is not stay:
                drafts.append(self._draft_with(draft, unmoved_tokens, token.id, go, stay))
            if second is not stay and second is not go:
                drafts.append(self._draft_with(draft, unmoved_tokens, token.id, second, stay))
            if draft.dice >= len(prices):
                return drafts
        usual, mean = best[self.usual_die], sum([best[spaces].total for spaces in self._die]) / len(self._die)
        if not has_die and usual is not stay and (gain := mean - go.total - prices[draft.dice]) > 0:
            extra_points = go.total + gain - usual.total
            drafts.append(
                self._draft_with(draft, unmoved_tokens, token.id, usual, stay, die=True, extra_points=extra_points)
            )
        elif has_die and mean > stay.total:
            drafts = [
                self._draft_with(
                    draft, unmoved_tokens, token.id, usual, stay, die=True, extra_points=mean - usual.total
                )
            ]
        elif has_die:
            drafts = [self._draft_with(draft, unmoved_tokens, token.id, stay, stay)]
        return drafts

    def _draft_with(
        self,
        draft: Draft,
        unmoved_tokens: tuple[str, ...],
        token_id: str,
        end: End,
        stay: End,
        *,
        die: bool = False,
        extra_points: float = 0.0,
    ) -> Draft:
        """The plan with a token's march to an end, which a Staff Die makes worth so much ``extra_points``; or without
        it.
        """
        at, _, points, marches, dice, fighting = draft
        if die or end is not stay:
            at, marches = {**at, token_id: end.space}, (*marches, March(token_id, end.space, die))
        if end.fight:
            fighting |= {token_id}
        return Draft(
            at, unmoved_tokens, points + end.points - stay.points + extra_points, marches, dice + die, fighting
        )

    @property
    def usual_die(self) -> int:
        """The spaces of a Staff Die with which a plan goes on: half of the faces add no more."""
        return self._die[(len(self._die) - 1) // 2]

    def _own_footholds(self, draft: Draft, token: Token) -> int:
        """Mask of where the side's other tokens stand then, as far as it counts who has a foothold."""
        if not self._footholds:
            return 0
        mask = self.others
        for token_id, space in draft.at.items():
            if token_id != token.id:
                mask |= 1 << space
        return mask & self._footholds

    # where a token may end, and what standing there is worth

    def _ends(self, token: Token, reach: Reach, own_footholds: int, friends: Friends, die: bool) -> Ends:
        """The best ends for a token, when the side's others and those who can help it stand so."""
        key = token.id, reach, own_footholds, *friends
        ends = self._ends_known.get(key)
        if ends is None:
            danger = self.danger.among(token.id, friends)
            ends = self._ends_known[key] = self._best_ends(token, reach.ends, own_footholds, danger, die)
        return ends

    def _best_ends(
        self, token: Token, reach: Sequence[int], own_footholds: int, danger: Callable[[int], float], die: bool
    ) -> Ends:
        start, widest = self.begin[token.id], reach[-1]
        footholds = self._footholds
        points = self.points(token, start, own_footholds)
        stay = second = End(points - danger(start), points, start)
        best = [stay] * len(reach)
        # of the best two without a Staff Die: with one there are more spaces, so its best is no worse
        least = stay.total
        for points, space in self._wished_spaces(token, die):
            if points <= least:
                break
            if widest >> space & 1:
                if footholds >> space & 1:
                    points = self.points(token, space, own_footholds)
                total = points - danger(space)
                if total > least:
                    second = _best_with(End(total, points, Space(space)), reach, best, second)
                    least = min(second.total, best[0].total)
        for space in bits(widest & self.situation.enemy_units & ~self.situation.barred):
            total = self.contact(token, space, stay.total, own_footholds, danger(space))
            if total > least:
                second = _best_with(End(total, total, Space(space), fight=True), reach, best, second)
                least = min(second.total, best[0].total)
        return Ends(stay, best, second)

    def _wished_spaces(self, token: Token, die: bool) -> list[tuple[float, int]]:
        """The spaces that a token might reach if its corps were not in the way, with their points, the most first."""
        wishes = self._wishes.get((token.id, die))
        if wishes is None:
            prospects, own_footholds = self._prospects_of(token), self.situation.others(token) & self._footholds
            wishes = prospects.wishes.get((own_footholds, die))
            if wishes is None:
                spaces = prospects.look(self.reaches.alone(token, die).ends[-1] & ~self.situation.enemy_units)
                prize_spaces = self._prize_spaces
                wishes = [
                    (self.points(token, space, own_footholds) if prize_spaces >> space & 1 else prospects[space], space)
                    for space in spaces
                ]
                wishes.sort(reverse=True)
                prospects.wishes[own_footholds, die] = wishes
            self._wishes[token.id, die] = wishes
        return wishes

    def points(self, token: Token, space: int, own_tokens: int) -> float:
        """Expected points for standing in a space at the end, but for the danger of divisions.

        ``own_tokens`` is a mask of the side's other tokens.
        """
        points = self._prospects_of(token)[space]
        if not self._prize_spaces >> space & 1:
            return points
        key = token.id, space, own_tokens & self._footholds if self._footholds >> space & 1 else 0
        prize = self._prizes.get(key)
        if prize is None:
            prize = self._prizes[key] = self.plan.prize(self.situation, token, space, own_tokens)
        return prize + points

    def _prospects_of(self, token: Token) -> Prospects:
        """What spaces are worth to a token but for prizes, as the corps stands now."""
        prospects = self._prospects.get(token.id)
        if prospects is None:
            order, charges = self.plan.orders.get(token.id), self._charges(token)
            field = open_field(self.situation, order, token) if order is not None else None
            key = token.id, field, charges
            prospects = self._prospects_by_goal.get(key)
            if prospects is None:
                pace = order.pace if order is not None else 0.0
                prospects = self._prospects_by_goal[key] = Prospects(
                    self.situation, token, pace, field, charges, self._doubt
                )
            self._prospects[token.id] = prospects
        return prospects

    def _charges(self, token: Token) -> tuple[tuple[int, float], ...]:
        """What a token alone keeps from an enemy who may come for it in a turn: spaces, and what leaving them costs."""
        situation, start = self.situation, self.begin[token.id]
        if not token.is_division or situation.own_divisions.get(start, 0) > 1:
            return ()
        return tuple(
            (goal.spaces, situation.weights.forsaken * goal.worth(situation, 0))
            for goal in self.plan.goals
            if goal.spaces >> start & 1 and goal.guard and goal.once and goal.due <= 1
        )

    def contact(self, token: Token, space: int, stay: float, own_tokens: int, danger: float) -> float:
        """Expected points for marching into enemies, where there is such a danger; standing still is worth ``stay``."""
        situation = self.situation
        ground = round(self.points(token, space, own_tokens) - danger - stay, 1)
        likely = min(1.0, situation.enemy_divisions.get(space, 0.0))
        fight_points = self._points_of_fight(token, space, ground) if likely else 0.0
        train = situation.enemy_trains.get(space, 0.0) * (1 - situation.weights.escorted * likely)
        return stay + likely * fight_points + (1 - likely) * (ground + situation.weights.contact) + train

    def _points_of_fight(self, token: Token, space: int, ground: float) -> float:
        """Expected points of the fight for a space whose ground is worth so much."""
        fight_points = self._fight_points.get((token.id, space, ground))
        if fight_points is None:
            fights = self._fights.get((token.id, space))
            if fights is None:
                fights = self._fights[token.id, space] = self._fights_for(token, space)
            fight_points = 0.0
            for chance, values, effort in fights:
                fight_points += chance * (values[ground] - effort)
            self._fight_points[token.id, space, ground] = fight_points
        return fight_points

    def _fights_for(self, token: Token, space: int) -> list[tuple[float, Values, float]]:
        """The fights that a march into a space may lead to: how likely, what they bring, what it takes to gain.

        Skirmishes are the same for tokens with as many brigades, wherever their friends nearby stand.
        """
        situation, weights, origin, defence = (
            self.situation,
            self.situation.weights,
            self.begin[token.id],
            self._defence_of(space),
        )
        friends = defence.friends(situation, origin)
        key = space, situation.brigades(token), friends
        fights = self._skirmishes.get(key)
        if fights is None:
            stakes = Stakes.of(situation, situation.side, space)
            possible_fights = [*defence.fights(situation, token, origin, friends)]
            fights = [
                (
                    chance,
                    self.odds.values(fight, stakes),
                    weights.battle_effort if fight.may_be_battle else weights.effort,
                )
                for chance, fight in possible_fights
            ]
            if not any(fight.may_be_battle for _, fight in possible_fights):
                self._skirmishes[key] = fights
        return fights

    def _defence_of(self, space: int) -> Defence:
        defence = self._defences.get(space)
        if defence is None:
            defence = self._defences[space] = Defence.of(self.situation, space)
        return defence


def _best_with(end: End, reach: Sequence[int], best: list[End], second: End) -> End:
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


def enemy_near(situation: Situation, token: Token) -> bool:
    """Whether a division stands within a march of an enemy."""
    start = situation.board.at[token.id]
    return token.is_division and bool(situation.map.within(start, situation.base_move(token)) & situation.enemy_units)


class Orders:
    """Carries out a corps' plan, question by question; makes another one when things go otherwise."""

    doubt: Doubt | None = None
    """How the player misjudges, if it does."""

    def __init__(self) -> None:
        self._activation: Activation | None = None
        self._corps: Corps | None = None

    def dice(
        self, situation: Situation, plan: Plan, odds: Odds, choices: AllotChoices, prices: Sequence[float]
    ) -> Action:
        """Who gets a Staff Die."""
        self._activation = self._current_corps(situation, plan, odds).best(prices[: choices.dice])
        dice_tokens = {march.token for march in self._activation.marches if march.die}
        return actions.AllotDice(tuple(token_id for token_id in choices.tokens if token_id in dice_tokens))

    def next_token(self, situation: Situation, plan: Plan, odds: Odds, choices: Choices) -> Action:
        """Whose march is next; the end of the march when all stay."""
        marches = self._next_marches(situation, plan)
        if marches is None:
            self._activation = self._current_corps(situation, plan, odds).best()
            marches = self._activation.marches
        action = actions.MoveNext(marches[0].token) if marches else actions.EndMarch()
        return action if action in choices else actions.EndMarch()

    def march(self, situation: Situation, plan: Plan, odds: Odds, choices: MarchChoices) -> Action:
        """The march of a token as planned; by a new plan when its Staff Die is not what was expected."""
        march = choices.march
        corps = self._current_corps(situation, plan, odds)
        usual = march.by_road - allowances(situation.board, march.token, None)[0] == corps.usual_die
        marches = self._next_marches(situation, plan)
        if not marches or marches[0].token != march.token.id or (marches[0].die and not usual):
            self._activation = corps.best(march=march, ends=choices.ends)
            marches = self._activation.marches
        start = situation.board.at[march.token.id]
        end = marches[0].end if marches and marches[0].token == march.token.id else start
        own_tokens = situation.others(march.token)
        danger = corps.danger.among(march.token.id, corps.danger.friends(march.token.id, corps.begin, ()))

        def worth(space: int) -> float:
            return corps.points(march.token, space, own_tokens) - danger(space)

        trips = [(worth(trip.path[-1]), trip) for trip in choices.trips or ()]
        best = max(trips, key=lambda row: row[0], default=None)
        if best is not None and best[0] > worth(end) + situation.weights.by_rail:
            return best[1]
        return choices.move_to(end) if choices.ends >> end & 1 else actions.Halt(march.token.id)

    def _current_corps(self, situation: Situation, plan: Plan, odds: Odds) -> Corps:
        """The active corps as it stands now."""
        if self._corps is not None and self._corps.holds(situation, plan):
            self._corps.stand(situation)
        else:
            self._corps = Corps(situation, plan, odds, self.doubt)
        return self._corps

    def _next_marches(self, situation: Situation, plan: Plan) -> tuple[March, ...] | None:
        return self._activation.next(situation, plan) if self._activation is not None else None
