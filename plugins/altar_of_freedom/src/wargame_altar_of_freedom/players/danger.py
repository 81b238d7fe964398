"""Danger: which enemies may come, what attacks by them cost one token, and what they cost a corps as a whole."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS, Token
from wargame_altar_of_freedom.players.fights import Odds, Stakes, cover_at
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import INFANTRY
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

COMPANY = 2
"""Friends near a division with whom it is not alone."""
STRIDE = 2
"""Spaces of a Staff Die from one of the chances ``by_die`` to the next."""


@frozen
class Threat:
    """An enemy token that may come: the spaces it reaches (masks, nearest first), each with how likely a division does.

    ``widest`` is the last of these masks, ``soon`` how much of its answer is still to come, ``brigades`` what it
    attacks with.
    """

    rings: tuple[tuple[int, float], ...]
    widest: int
    soon: float
    brigades: float


class Threats:
    """The enemies who may attack, as one side sees them before its tokens march."""

    def __init__(self, now: Situation, odds: Odds) -> None:
        self.now, self.odds = now, odds
        self.stakes = Stakes.of(now, now.enemy)
        self._near: dict[int, tuple[float, float, float]] = {}
        self._attacks: dict[tuple[int, int, float, float, float], float] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """The enemy's tokens that may be divisions."""
        now, board, by_die = self.now, self.now.board, self.now.weights.by_die
        seen = []
        for token_id, space in board.at.items():
            enemy = board.tokens[token_id]
            if enemy.side != now.enemy:
                continue
            likely = now.division_chance(enemy)
            if likely <= 0.0:
                continue
            kind = enemy.kind if enemy.kind in DIVISIONS else INFANTRY
            base = now.campaign.base_move[kind]
            masks = now.fields.reached(board, now.enemy, space, base, STRIDE, len(by_die))
            rings = tuple((mask, likely * chance) for mask, chance in zip(masks, by_die, strict=True))
            seen.append(Threat(rings, masks[-1], now.answer_of(enemy), now.brigades(enemy)))
        return seen

    def near(self, space: int) -> tuple[float, float, float]:
        """Divisions that may come to a space, how much of their answer is to come, and the brigades of the largest."""
        known = self._near.get(space)
        if known is None:
            number = soon = most = 0.0
            bit = 1 << space
            for threat in self.threats:
                if not threat.widest & bit:
                    continue
                weight = next(likely for mask, likely in threat.rings if mask & bit)
                number += weight
                soon += weight * threat.soon
                if weight > 0.1 and threat.brigades > most:
                    most = threat.brigades
            known = self._near[space] = number, soon / number if number else 0.0, most
        return known

    def cost(self, space: int, brigades: float, friends: float) -> float:
        """Points that attacks on a token of so many brigades in a space, with so many friends near, bring the enemy."""
        number, soon, most = self.near(space)
        if number < 0.1:
            return 0.0
        value = 0.0
        for enemies, chance in _around(number):
            for others, share in _around(friends + 1):
                value += chance * share * max(0.0, self._attack(space, (enemies, most), (others, brigades)))
        weights = self.now.weights
        attacks = min(1.0, number) * (1 + weights.repeated * max(0.0, min(number, 4) - 1))
        return weights.danger * soon * attacks * value

    def _attack(self, space: int, theirs: tuple[int, float], ours: tuple[int, float]) -> float:
        """What one attack brings the enemy; of each side the divisions near and the brigades of the one that fights."""
        (enemies, most), (friends, brigades) = theirs, ours
        now, weight = self.now, 0.0
        if min(enemies, friends) >= now.campaign.divisions_for_battle:
            cover = now.weights.cover * cover_at(now, now.side, space)
            weight = round((enemies * most - friends * brigades) / BASES_A_POINT - cover, 1)
        key = (enemies, friends, most, brigades, weight)
        worth = self._attacks.get(key)
        if worth is None:
            numbers = (max(1, round(most)), round(brigades)), (max(enemies, 1), max(friends, 1))
            may = tuple(
                battle_cards.may_play_battle(now.board, *near) for near in ((enemies, friends), (friends, enemies))
            )
            worth = self._attacks[key] = self.odds.attack(*numbers, (may[0], may[1]), weight, self.stakes)
        return worth


def _around(number: float) -> list[tuple[int, float]]:
    """The whole numbers below and above, with weights whose mean is the number."""
    below = int(number)
    part = number - below
    if part < 0.05:
        return [(below, 1.0)]
    return [(below, 1 - part), (below + 1, part)]


Friends = tuple[tuple[int, ...], tuple[int, ...]]
"""Divisions that can help one: where they stand, and where those stand who are bound for its goal, as `piles`."""


class GroupDanger:
    """What the enemy's answers are expected to cost a corps, by where its divisions stand."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, corps: Collection[Token]) -> None:
        self.now, self.threats = now, Threats(now, odds)
        self._brigades = {token.id: now.brigades(token) for token in corps if token.is_division}
        own = {token.id for token in corps}
        divisions = [token for token in now.own if token.is_division]
        self._elsewhere = piles(now.board.at[token.id] for token in divisions if token.id not in own)
        self._bound: dict[str, tuple[tuple[int, ...], list[str]]] = {}  # friends for the same goal, elsewhere and here
        for token_id in self._brigades:
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
            spaces = piles(now.board.at[friend.id] for friend in waiting)
            self._bound[token_id] = spaces, [friend.id for friend in friends if friend.id in own]
        self._comers: dict[int, tuple[float, int]] = {}
        self._around: dict[int, tuple[int, int, int]] = {}
        self._costs: dict[tuple[float, int, int, int], float] = {}

    def comers(self, space: int) -> tuple[float, int]:
        """How many divisions may come to a space, and a mask of who they are."""
        known = self._comers.get(space)
        if known is None:
            mask = 0
            for number, threat in enumerate(self.threats.threats):
                mask |= (threat.widest >> space & 1) << number
            known = self._comers[space] = self.threats.near(space)[0], mask
        return known

    def friends(self, token_id: str, at: Mapping[str, int], left: Sequence[str]) -> Friends:
        """Those who can help a token when its corps stands so and ``left`` may yet move."""
        if token_id not in self._brigades:
            return (), ()
        others = piles(at[friend] for friend in self._brigades if friend != token_id)
        return others, self._bound_for(token_id, at, left)

    def _bound_for(self, token_id: str, at: Mapping[str, int], left: Sequence[str]) -> tuple[int, ...]:
        elsewhere, here = self._bound[token_id]
        return elsewhere + piles(at[friend] for friend in here if friend in left)

    def of_one(self, token_id: str, space: int, friends: Friends) -> float:
        """What attacks on a token in a space are expected to cost when its friends stand so."""
        if token_id not in self._brigades:
            return 0.0
        reached = self.comers(space)[0] >= 0.1
        if not reached and not self.now.weights.alone:
            return 0.0
        helping = self._helping(space, *friends)
        return self.alone(helping) + (self._cost(token_id, space, helping) if reached else 0.0)

    def alone(self, helping: tuple[int, int]) -> float:
        """What it costs to stand apart, whoever can come now: less for each friend near, nothing with `COMPANY`."""
        near, following = helping
        weights = self.now.weights
        return weights.alone * max(0.0, 1 - (near + weights.following * following) / COMPANY)

    def _helping(
        self, space: int, near_by: tuple[int, ...], bound: tuple[int, ...], *, itself: int = 0
    ) -> tuple[int, int]:
        """How many friends are near, and how many more follow; ``itself`` is 1 where the token is among those near."""
        around = self._around.get(space)
        if around is None:
            around = self._around[space] = self._reckoned(space)
        near, wide, helping = around
        following = 0
        for pile in near_by:
            helping += (pile & near).bit_count()
        for pile in bound:
            following += (pile & wide).bit_count()
        return helping - itself, following

    def _cost(self, token_id: str, space: int, helping: tuple[int, int]) -> float:
        """The cost of attacks."""
        key = self._brigades[token_id], space, *helping
        cost = self._costs.get(key)
        if cost is None:
            friends = helping[0] + self.now.weights.following * helping[1]
            cost = self._costs[key] = self.threats.cost(space, self._brigades[token_id], friends)
        return cost

    def _reckoned(self, space: int) -> tuple[int, int, int]:
        """Masks of what is near a space and of a march around that, and the friends near who are of other corps."""
        now, reach = self.now, self.now.campaign.contact_range
        near = now.map.within(space, reach)
        wide = now.map.within(space, now.reach + reach) & ~near
        return near, wide, sum((pile & near).bit_count() for pile in self._elsewhere)

    def of_all(self, at: Mapping[str, int], left: Sequence[str], fighting: frozenset[str]) -> float:
        """What attacks on the corps are expected to cost: the worst of them, as far as there are enemies for them."""
        attacks: list[tuple[float, float]] = []
        number, shared, mask, alone = 0.0, 0, 0, 0.0
        corps = piles(at[token_id] for token_id in self._brigades)
        for token_id in self._brigades:
            space = at[token_id]
            coming, who = self.comers(space)
            if token_id in fighting or (coming < 0.1 and not self.now.weights.alone):
                continue
            helping = self._helping(space, corps, self._bound_for(token_id, at, left), itself=1)
            alone += self.alone(helping)
            if coming >= 0.1 and (cost := self._cost(token_id, space, helping)):
                attacks.append((cost, min(1.0, coming)))
                number, shared, mask = number + coming, shared + who.bit_count(), mask | who
        if len(attacks) < 2:
            return alone + (attacks[0][0] if attacks else 0.0)
        attacks.sort(reverse=True)
        enemies, total = mask.bit_count() * number / shared, alone
        for cost, needed in attacks:
            part = min(1.0, max(0.0, enemies) / needed)
            total += cost * part
            enemies -= needed
        return total


def piles(spaces: Iterable[int]) -> tuple[int, ...]:
    """Masks that together have each space as often as it is named.

    >>> piles([0, 2, 0])
    (5, 1)
    """
    masks: list[int] = []
    for space in spaces:
        bit = 1 << space
        for number, mask in enumerate(masks):
            if not mask & bit:
                masks[number] |= bit
                break
        else:
            masks.append(bit)
    return tuple(masks)
