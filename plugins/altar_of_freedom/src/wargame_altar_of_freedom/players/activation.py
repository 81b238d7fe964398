"""A corps' activation as one plan: who gets a Staff Die, who goes where, and in which order.

It is found by a beam over the tokens of the corps. Each in turn stays or goes to one of its best ends, which frees a
space and fills another for those after it; a Staff Die is given to whom it brings more than its price. What is rated is
how all stand in the end, by the terms of `stand`.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.players.fights import SCATTERED, Encounter, Stakes, fights_for, value
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.players.stand import Doubt, Outlook
from wargame_altar_of_freedom.players.ways import Reaches, staff_die
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.movement import TokenMarch, allowances
from wargame_core.authoring import Action, Choices, bits
from wargame_core.maps.masks import mask_of

FOUND_NOBODY = 0.3
"""Points for finding no division where enemies were seen."""
BEAM, HEADS = 6, 2
"""Plans that are kept after each token, and tokens that may go next in each."""


class March(NamedTuple):
    """A token's part of a plan: the space where it is to end, and whether it is to have a Staff Die."""

    token: str
    end: Space
    die: bool = False


class Draft(NamedTuple):
    """A plan so far: where the corps stands then (``at``), and who has not been looked at (``unmoved_tokens``).

    ``points`` are what it brings beside standing still, without the risks.
    """

    at: Mapping[str, Space]
    unmoved_tokens: tuple[str, ...]
    points: float = 0.0
    marches: tuple[March, ...] = ()
    dice: int = 0


class End(NamedTuple):
    """Where a march may end: what that is worth with its risks (``total``) and without; a fight has them in both."""

    total: float
    points: float
    space: Space


@frozen(eq=False)
class Activation:
    """What a corps is to do from here on, by a plan for all. Who is not in ``marches`` stays.

    ``at`` is where the corps stood when it was made.
    """

    plan: Plan
    at: Mapping[str, Space]
    marches: tuple[March, ...]

    def marches_ahead(self, situation: Situation, plan: Plan) -> tuple[March, ...] | None:
        """The marches that have yet to be made; None when things went otherwise than planned."""
        at, corps = dict(self.at), {token_id: situation.board.at.get(token_id) for token_id in self.at}
        for march_count in range(len(self.marches) + 1):
            if self.plan is plan and at == corps:
                marches_after = self.marches[march_count:]
                return tuple([march for march in marches_after if march.token not in situation.board.moved_tokens])
            if march_count < len(self.marches):
                at[self.marches[march_count].token] = self.marches[march_count].end
        return None


class Corps:
    """The tokens of the active corps as they stand now, and what it takes to find the best plan for them."""

    def __init__(self, situation: Situation, outlook: Outlook, reaches: Reaches) -> None:
        self.situation, self.board, self.outlook, self.reaches = situation, situation.board, outlook, reaches
        self.tokens = {token.id: token for token in self.board.tokens_under(self.board.command)}
        self.begin = {token_id: self.board.at[token_id] for token_id in self.tokens}
        elsewhere = [token for token in situation.own_tokens if token.id not in self.tokens]
        self._elsewhere = mask_of(self.board.at[token.id] for token in elsewhere)
        self._divisions_elsewhere = [self.board.at[token.id] for token in elsewhere if token.is_division]
        self._die = staff_die(situation.campaign)
        self._fights: dict[tuple[str, int], list[tuple[float, Encounter]]] = {}
        self._risks_known: dict[tuple[Space, ...], float] = {}
        self._ends: dict[tuple[object, ...], tuple[End, list[End]]] = {}

    def best_plan(self, prices: Sequence[float] = (), march: TokenMarch | None = None, ends: int = 0) -> Activation:
        """The plan that is worth most.

        ``prices`` are what each further Staff Die would bring elsewhere; without them there are none to be had. A token
        that is on its ``march`` goes first, to one of the spaces of ``ends`` (a mask) or nowhere.
        """
        going = march.token.id if march is not None else ""
        able = [
            token for token in self.tokens.values() if token.id not in self.board.moved_tokens and token.id != going
        ]
        unmoved_tokens = tuple([token.id for token in sorted(able, key=self._rank)])
        beam = [Draft(self.begin, unmoved_tokens)]
        if march is not None:
            beam = self._drafts_with_march(beam[0], self.tokens[going], (ends,), ())
        for tokens_after in range(len(unmoved_tokens) - 1, -1, -1):
            drafts: list[Draft] = []
            for draft in beam:
                for token_id in draft.unmoved_tokens[:HEADS]:
                    token = self.tokens[token_id]
                    drafts += self._drafts_with_march(draft, token, self.reaches.of(token, draft.at), prices)
            beam = self._best_drafts(drafts, BEAM if tokens_after else 1)
        best = beam[0] if unmoved_tokens else self._best_drafts(beam, 1)[0]
        return Activation(self.outlook.plan, self.begin, best.marches)

    def _best_drafts(self, drafts: list[Draft], limit: int) -> list[Draft]:
        """The plans that are worth most by how all stand then, the best first; one of those that leave things alike."""
        best: dict[tuple[object, ...], tuple[float, Draft]] = {}
        least_worth = -inf
        for draft in sorted(drafts, key=lambda draft: -draft.points):
            if draft.points < least_worth:  # risks only lower what a plan is worth
                break
            key = draft.unmoved_tokens, draft.dice, *draft.at.values()
            if key not in best:
                best[key] = draft.points + self._risks(draft.at), draft
                if len(best) >= limit:
                    least_worth = sorted([worth for worth, _ in best.values()])[-limit]
        return [draft for _, draft in sorted(best.values(), key=lambda row: -row[0])[:limit]]

    def _risks(self, at: Mapping[str, Space]) -> float:
        """The risks of all that do not march into enemies, when the corps stands so."""
        stand, enemies = tuple(at.values()), self.situation.enemy_units
        risks = self._risks_known.get(stand)
        if risks is None:
            rows = [
                (self.tokens[token_id], space, self._other_divisions(token_id, at))
                for token_id, space in at.items()
                if token_id in self.outlook.brigades and not enemies >> space & 1
            ]
            risks = self._risks_known[stand] = self.outlook.risk_of_all(rows)
        return risks

    def _other_divisions(self, token_id: str, at: Mapping[str, Space]) -> Sequence[int]:
        """Where the side's other divisions stand then."""
        division_spaces = [
            space for friend, space in at.items() if friend != token_id and self.tokens[friend].is_division
        ]
        return self._divisions_elsewhere + division_spaces

    def _rank(self, token: Token) -> tuple[bool, int, str]:
        """The head of the column first, so that it clears the road; who may fight after those who come to help."""
        order = self.outlook.plan.orders.get(token.id)
        return enemy_near(self.situation, token), order.field(self.begin[token.id]) if order else 0, token.id

    # how one token may go on with a plan

    def _drafts_with_march(
        self, draft: Draft, token: Token, reach: Sequence[int], prices: Sequence[float]
    ) -> list[Draft]:
        """The plan with the token's march: it stays, or goes without a Staff Die or with one.

        ``reach`` are masks of where it may go, by the spaces that a Staff Die adds.
        """
        has_die = token.id in self.board.tokens_with_dice and len(reach) > 1
        may_have_die = has_die or draft.dice < len(prices)
        stay, best = self._ends_of(token, draft.at, reach if may_have_die else reach[:1])
        go, drafts = best[0], list[Draft]()
        if not has_die:
            drafts = [self._draft_with(draft, token.id, end, stay) for end in dict.fromkeys((stay, go))]
            if not may_have_die:
                return drafts
        usual = best[usual_die(self.situation.campaign)]
        mean = sum([best[spaces].total for spaces in self._die]) / len(self._die)
        price = 0.0 if has_die else prices[draft.dice]
        if mean - price > (stay if has_die else go).total and usual is not stay:
            expected = End(0.0, usual.points + mean - usual.total - price, usual.space)
            drafts.append(self._draft_with(draft, token.id, expected, stay, die=True))
        return drafts or [self._draft_with(draft, token.id, stay, stay)]

    def _draft_with(self, draft: Draft, token_id: str, end: End, stay: End, *, die: bool = False) -> Draft:
        """The plan with a token's march to an end; it may be to stay."""
        at, marches = draft.at, draft.marches
        if end is not stay:
            at, marches = {**at, token_id: end.space}, (*marches, March(token_id, end.space, die))
        unmoved_tokens = tuple([other for other in draft.unmoved_tokens if other != token_id])
        return Draft(at, unmoved_tokens, draft.points + end.points - stay.points, marches, draft.dice + die)

    # where a token may end, and what standing there is worth

    def worth(self, token: Token, space: int) -> float:
        """What standing in a space is worth to a token as the others stand now."""
        others = self._elsewhere | mask_of(
            [friend_space for friend, friend_space in self.begin.items() if friend != token.id]
        )
        gain = self.outlook.gain(token, space, others)
        return gain + self.outlook.risk(token, space, self._other_divisions(token.id, self.begin))

    def _ends_of(self, token: Token, at: Mapping[str, Space], reach: Sequence[int]) -> tuple[End, list[End]]:
        """Where a token may end when its corps stands so.

        Where it is, and the best by the spaces of a Staff Die.
        """
        others = self._elsewhere | mask_of([space for friend, space in at.items() if friend != token.id])
        friends = self._other_divisions(token.id, at)
        key = token.id, tuple(reach), others, *friends
        ends = self._ends.get(key)
        if ends is None:
            ends = self._ends[key] = self._best_ends(token, reach, others, friends)
        return ends

    def _best_ends(
        self, token: Token, reach: Sequence[int], others: int, friends: Sequence[int]
    ) -> tuple[End, list[End]]:
        outlook, start, enemies = self.outlook, self.begin[token.id], self.situation.enemy_units
        points = outlook.gain(token, start, others)
        stay = End(points + outlook.risk(token, start, friends), points, start)
        best, least_total = [stay] * len(reach), stay.total
        mask, gains = reach[-1] & ~self.situation.barring_fortresses, outlook.points(token, reach[-1])
        open_ends = mask & ~(enemies | outlook.spaces_of_footholds)
        spaces = [space for space, points in gains.items() if points > least_total and open_ends >> space & 1]
        spaces.sort(key=lambda space: -gains[space])  # the sooner a good end is found, the fewer risks are looked at
        for space in (*spaces, *bits(mask & ~open_ends)):
            points = gains[space]
            if outlook.spaces_of_footholds >> space & 1:
                points = outlook.gain(token, space, others)
            if enemies >> space & 1:
                points = total = self.fight(token, space, points + outlook.risk(token, space, friends), stay.total)
            elif points <= least_total:
                continue
            else:
                total = points + outlook.risk(token, space, friends)
            if total > least_total:
                end = End(total, points, Space(space))
                best = [
                    end if mask >> space & 1 and total > known_worth.total + 1e-9 else known_worth
                    for mask, known_worth in zip(reach, best, strict=True)
                ]
                least_total = best[0].total
        return stay, best

    def fight(self, token: Token, space: int, there: float, stay: float) -> float:
        """What a march into enemies is worth, where standing there is worth so much, and standing still."""
        situation, ground = self.situation, round(there - stay, 1)
        likely = min(1.0, situation.enemy_divisions.get(space, 0.0))
        points = (1 - likely) * (ground + FOUND_NOBODY + situation.enemy_trains.get(space, 0.0))
        if likely:
            fights = self._fights.get((token.id, space))
            if fights is None:
                fights = [*fights_for(situation, token, self.begin[token.id], space)]
                self._fights[token.id, space] = fights
            stakes = Stakes.of(situation, situation.side, space)
            expected = sum(
                [
                    chance * (value(fight, stakes, ground) - (0.0 if fight.may_be_battle else SCATTERED))
                    for chance, fight in fights
                ]
            )
            points += likely * situation.weights.fight * expected
        return stay + points


def usual_die(campaign: Campaign) -> int:
    """The spaces of a Staff Die with which a plan goes on: half of the faces add no more."""
    spaces = staff_die(campaign)
    return spaces[(len(spaces) - 1) // 2]


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
        self._outlook: Outlook | None = None
        self._reaches: Reaches | None = None

    def dice(self, situation: Situation, plan: Plan, choices: AllotChoices, prices: Sequence[float]) -> Action:
        """Who gets a Staff Die; ``prices`` are what each further one would bring elsewhere."""
        self._activation = self._corps(situation, plan).best_plan(prices[: choices.dice])
        dice_tokens = {march.token for march in self._activation.marches if march.die}
        return actions.AllotDice(tuple(token_id for token_id in choices.tokens if token_id in dice_tokens))

    def next_token(self, situation: Situation, plan: Plan, choices: Choices) -> Action:
        """Whose march is next; the end of the march when all stay."""
        marches = self._next_marches(situation, plan)
        if marches is None:
            self._activation = self._corps(situation, plan).best_plan()
            marches = self._activation.marches
        action = actions.MoveNext(marches[0].token) if marches else actions.EndMarch()
        return action if action in choices else actions.EndMarch()

    def march(self, situation: Situation, plan: Plan, choices: MarchChoices) -> Action:
        """The march of a token as planned; by a new plan when its Staff Die is not what was expected."""
        march = choices.march
        usual = march.by_road - allowances(situation.board, march.token, None)[0] == usual_die(situation.campaign)
        marches = self._next_marches(situation, plan)
        if not marches or marches[0].token != march.token.id or (marches[0].die and not usual):
            self._activation = self._corps(situation, plan).best_plan(march=march, ends=choices.ends)
            marches = self._activation.marches
        start = situation.board.at[march.token.id]
        end = marches[0].end if marches and marches[0].token == march.token.id else start
        if trips := [*(choices.trips or ())]:
            corps = self._corps(situation, plan)
            best: actions.RailMove = max(trips, key=lambda trip: corps.worth(march.token, trip.path[-1]))
            if corps.worth(march.token, best.path[-1]) > corps.worth(march.token, end):
                return best
        return choices.move_to(end) if choices.ends >> end & 1 else actions.Halt(march.token.id)

    def outlook(self, situation: Situation, plan: Plan) -> Outlook:
        """What the side judges by, made anew with its plan."""
        if self._outlook is None or self._outlook.plan is not plan:
            self._outlook, self._reaches = Outlook(situation, plan, self.doubt), None
        return self._outlook

    def _corps(self, situation: Situation, plan: Plan) -> Corps:
        """The active corps as it stands now."""
        board, outlook = situation.board, self.outlook(situation, plan)
        tokens = tuple([token.id for token in board.tokens_under(board.command)])
        if self._reaches is None or self._reaches.corps != tokens:
            self._reaches = Reaches(board, tokens)
        else:
            self._reaches.note_positions(board)
        return Corps(situation, outlook, self._reaches)

    def _next_marches(self, situation: Situation, plan: Plan) -> tuple[March, ...] | None:
        return self._activation.marches_ahead(situation, plan) if self._activation is not None else None
