"""Danger: which enemies may come, what attacks by them cost one token, and what they cost a corps as a whole."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from attrs import frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS, Token
from wargame_altar_of_freedom.players.fights import Odds, Stakes, cover_at
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import INFANTRY
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

ALMOST_NOBODY = 0.1
"""Fewer divisions that may come than this frighten nobody."""
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


class Coming(NamedTuple):
    """The enemy divisions that may come to a space: their expected number, and who they are (bits, the last lowest).

    ``soon`` is how much of their answer is to come, ``most`` the brigades of the largest.
    """

    number: float
    soon: float
    most: float
    who: int


class Threats:
    """The enemies who may attack, as one side sees them before its tokens march."""

    def __init__(self, now: Situation, odds: Odds) -> None:
        self.now = now
        self._coming: dict[int, Coming] = {}
        self._covers: dict[int, float] = {}
        self._attacks = odds.attacks(now.board, Stakes.of(now, now.enemy))

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

    @cached_property
    def reached(self) -> int:
        """Mask of the spaces to which any of them may come."""
        mask = 0
        for threat in self.threats:
            mask |= threat.widest
        return mask

    def coming(self, space: int) -> Coming:
        """Which divisions may come to a space."""
        known = self._coming.get(space)
        if known is None:
            number = soon = most = 0.0
            who, bit = 0, 1 << space
            for threat in self.threats:
                who <<= 1
                if not threat.widest & bit:
                    continue
                who |= 1
                for mask, likely in threat.rings:
                    if mask & bit:
                        number += likely
                        soon += likely * threat.soon
                        if likely > 0.1 and threat.brigades > most:
                            most = threat.brigades
                        break
            known = self._coming[space] = Coming(number, soon / number if number else 0.0, most, who)
        return known

    def cost(self, space: int, brigades: float, friends: float) -> float:
        """Points that attacks on a token of so many brigades in a space, with so many friends near, bring the enemy."""
        number, soon, most, _ = self.coming(space)
        if number < ALMOST_NOBODY:
            return 0.0
        value, among, for_battle = 0.0, _around(friends + 1), self.now.campaign.divisions_for_battle
        for enemies, chance in _around(number):
            for others, share in among:
                weight = 0.0
                if enemies >= for_battle and others >= for_battle:
                    weight = round((enemies * most - others * brigades) / BASES_A_POINT - self.cover(space), 1)
                attack = self._attacks[enemies, others, most, brigades, weight]
                if attack > 0.0:
                    value += chance * share * attack
        weights = self.now.weights
        attacks = min(1.0, number) * (1 + weights.repeated * max(0.0, min(number, 4) - 1))
        return weights.danger * soon * attacks * value

    def cover(self, space: int) -> float:
        """What the cover of a space takes from the weight of an attack on it."""
        cover = self._covers.get(space)
        if cover is None:
            now = self.now
            cover = self._covers[space] = now.weights.cover * cover_at(now, now.side, space)
        return cover


def _around(number: float) -> list[tuple[int, float]]:
    """The whole numbers below and above, with weights whose mean is the number."""
    below = int(number)
    part = number - below
    if part < 0.05:
        return [(below, 1.0)]
    return [(below, 1 - part), (below + 1, part)]


Friends = tuple[tuple[int, ...], tuple[int, ...]]
"""Divisions that can help one: where they stand, and where those stand who are bound for its goal, as `piles`."""


class Place(NamedTuple):
    """What of a space its danger rests on, wherever the corps stands.

    How many enemies may come and who they are, masks of what is near and of a march around that, the friends of other
    corps who are near, and the costs so far by brigades, friends near, and friends a march away.
    """

    coming: float
    who: int
    near: int
    wide: int
    helping: int
    costs: dict[tuple[float, int, int], float]


class Places(dict[int, Place]):
    """The spaces of a map as places of danger. Those at which attacks are worth the same share their costs."""

    def __init__(self, threats: Threats, elsewhere: tuple[int, ...]) -> None:
        self._threats, self._elsewhere = threats, elsewhere
        self._costs: dict[tuple[float, ...], dict[tuple[float, int, int], float]] = {}

    def __missing__(self, space: int) -> Place:
        now, reach = self._threats.now, self._threats.now.campaign.contact_range
        coming = self._threats.coming(space)
        near = now.map.within(space, reach)
        wide = now.map.within(space, now.reach + reach) & ~near
        helping = sum([(pile & near).bit_count() for pile in self._elsewhere])
        costs = self._costs.setdefault((*coming[:3], self._threats.cover(space)), {})
        place = self[space] = Place(coming.number, coming.who, near, wide, helping, costs)
        return place


def help_at(place: Place, friends: Friends) -> tuple[int, int]:
    """How many friends are near at a place, other corps' included, and how many are bound for it a march away."""
    near_by, bound = friends
    near, helping, following = place.near, place.helping, 0
    for pile in near_by:
        helping += (pile & near).bit_count()
    for pile in bound:
        following += (pile & place.wide).bit_count()
    return helping, following


def _no_danger(space: int) -> float:
    """What has no brigades is not attacked."""
    return 0.0


class GroupDanger:
    """What the enemy's answers are expected to cost a corps, by where its divisions stand."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, corps: Collection[Token]) -> None:
        self.now, self.threats = now, Threats(now, odds)
        self._brigades = {token.id: now.brigades(token) for token in corps if token.is_division}
        own = {token.id for token in corps}
        divisions = [token for token in now.own if token.is_division]
        elsewhere = piles(now.board.at[token.id] for token in divisions if token.id not in own)
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
        self._places = Places(self.threats, elsewhere)
        everywhere = (1 << now.map.size) - 1
        self._threatened = everywhere if now.weights.alone else self.threats.reached

    def friends(self, token_id: str, at: Mapping[str, int], left: Sequence[str]) -> Friends:
        """Those who can help a token when its corps stands so and ``left`` may yet move."""
        if token_id not in self._brigades:
            return (), ()
        others = piles([at[friend] for friend in self._brigades if friend != token_id])
        return others, self._bound_for(token_id, at, left)

    def _bound_for(self, token_id: str, at: Mapping[str, int], left: Sequence[str]) -> tuple[int, ...]:
        elsewhere, here = self._bound[token_id]
        return elsewhere + piles([at[friend] for friend in here if friend in left]) if here else elsewhere

    def among(self, token_id: str, friends: Friends) -> Callable[[int], float]:
        """A function: what attacks on a token are expected to cost in a space, when its friends stand so."""
        brigades = self._brigades.get(token_id)
        if brigades is None:
            return _no_danger
        threatened, places, cost = self._threatened, self._places, self._cost
        alone = self._alone if self.now.weights.alone else None

        def danger(space: int) -> float:
            if not threatened >> space & 1:
                return 0.0
            place = places[space]
            if place.coming < ALMOST_NOBODY and alone is None:
                return 0.0
            helping, following = help_at(place, friends)
            known = place.costs.get((brigades, helping, following))
            attacks = cost(space, place, brigades, helping, following) if known is None else known
            return attacks if alone is None else alone(helping, following) + attacks

        return danger

    def of_one(self, token_id: str, space: int, friends: Friends) -> float:
        """What attacks on a token in a space are expected to cost when its friends stand so."""
        return self.among(token_id, friends)(space)

    def _alone(self, helping: int, following: int) -> float:
        """What it costs to stand apart, whoever can come now: less for each friend near, nothing with `COMPANY`."""
        weights = self.now.weights
        return weights.alone * max(0.0, 1 - (helping + weights.following * following) / COMPANY)

    def _cost(self, space: int, place: Place, brigades: float, helping: int, following: int) -> float:
        """The cost of attacks on a token with so many friends near, and so many a march away."""
        cost = place.costs.get((brigades, helping, following))
        if cost is None:
            friends = helping + self.now.weights.following * following
            cost = place.costs[brigades, helping, following] = self.threats.cost(space, brigades, friends)
        return cost

    def of_all(self, at: Mapping[str, int], left: Sequence[str], fighting: frozenset[str]) -> float:
        """What attacks on the corps are expected to cost: the worst of them, as far as there are enemies for them."""
        attacks: list[tuple[float, float]] = []
        number, shared, mask, alone = 0.0, 0, 0, 0.0
        threatened, corps = self._threatened, None
        for token_id, brigades in self._brigades.items():
            space = at[token_id]
            if not threatened >> space & 1 or token_id in fighting:
                continue
            if corps is None:
                corps = piles([at[friend] for friend in self._brigades])
            place = self._places[space]
            helping, following = help_at(place, (corps, self._bound_for(token_id, at, left)))
            helping -= 1  # it is among the corps itself
            alone += self._alone(helping, following)
            if place.coming < ALMOST_NOBODY:
                continue
            if cost := self._cost(space, place, brigades, helping, following):
                attacks.append((cost, min(1.0, place.coming)))
                number, shared, mask = number + place.coming, shared + place.who.bit_count(), mask | place.who
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
    first = 0
    for space in spaces:
        bit = 1 << space
        if not first & bit:
            first |= bit
            continue
        for number, mask in enumerate(masks):
            if not mask & bit:
                masks[number] |= bit
                break
        else:
            masks.append(bit)
    return (first, *masks) if first else ()
