"""Danger: which enemies may come, what attacks by them cost one token, and what they cost a corps as a whole."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS, Token
from wargame_altar_of_freedom.players.fights import Odds, Stakes, cover_at
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import INFANTRY
from wargame_altar_of_freedom.rules.movement import roads_only
from wargame_altar_of_freedom.rules.tabletop.resolvers import BASES_A_POINT

LEAST_FEARED_DIVISIONS = 0.1
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

    def __init__(self, situation: Situation, odds: Odds) -> None:
        self.situation = situation
        self._coming: dict[int, Coming] = {}
        self._covers: dict[int, float] = {}
        self._attacks = odds.attacks(situation.board, Stakes.of(situation, situation.enemy))

    @cached_property
    def threats(self) -> list[Threat]:
        """The enemy's tokens that may be divisions."""
        situation, board, by_die = self.situation, self.situation.board, self.situation.weights.by_die
        enemy_threats = []
        for token_id, space in board.at.items():
            enemy = board.tokens[token_id]
            if enemy.side != situation.enemy:
                continue
            likely = situation.division_chance(enemy)
            if likely <= 0.0:
                continue
            kind = enemy.kind if enemy.kind in DIVISIONS else INFANTRY
            base, off_road = situation.campaign.base_move[kind], True
            if situation.moves_left if not enemy.command else enemy.command not in board.activated_commands:
                base, off_road = situation.base_move(evolve(enemy, kind=kind)), not roads_only(board, enemy.side)
            masks = situation.fields.reach_masks(
                board, situation.enemy, space, base, STRIDE, len(by_die), off_road=off_road
            )
            rings = tuple((mask, likely * chance) for mask, chance in zip(masks, by_die, strict=True))
            enemy_threats.append(Threat(rings, masks[-1], situation.answer_of(enemy), situation.brigades(enemy)))
        return enemy_threats

    @cached_property
    def threatened_spaces(self) -> int:
        """Mask of the spaces to which any of them may come."""
        mask = 0
        for threat in self.threats:
            mask |= threat.widest
        return mask

    def coming(self, space: int) -> Coming:
        """Which divisions may come to a space."""
        coming = self._coming.get(space)
        if coming is None:
            number = soon = brigades = 0.0
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
                        if likely > 0.1 and threat.brigades > brigades:
                            brigades = threat.brigades
                        break
            coming = self._coming[space] = Coming(number, soon / number if number else 0.0, brigades, who)
        return coming

    def cost(self, space: int, brigades: float, friends: float) -> float:
        """Points that attacks on a token of so many brigades in a space, with so many friends near, bring the enemy."""
        number, soon, brigades_of_largest, _ = self.coming(space)
        if number < LEAST_FEARED_DIVISIONS:
            return 0.0
        value, among, for_battle = 0.0, _whole_numbers_around(friends + 1), self.situation.campaign.divisions_for_battle
        for enemies, chance in _whole_numbers_around(number):
            for helpers, share in among:
                weight = 0.0
                if enemies >= for_battle and helpers >= for_battle:
                    weight = round(
                        (enemies * brigades_of_largest - helpers * brigades) / BASES_A_POINT - self.cover(space), 1
                    )
                attack = self._attacks[enemies, helpers, brigades_of_largest, brigades, weight]
                if attack > 0.0:
                    value += chance * share * attack
        weights = self.situation.weights
        attacks = min(1.0, number) * (1 + weights.repeated * max(0.0, min(number, 4) - 1))
        return weights.danger * soon * attacks * value

    def cover(self, space: int) -> float:
        """What the cover of a space takes from the weight of an attack on it."""
        cover = self._covers.get(space)
        if cover is None:
            situation = self.situation
            cover = self._covers[space] = situation.weights.cover * cover_at(situation, situation.side, space)
        return cover


def _whole_numbers_around(number: float) -> list[tuple[int, float]]:
    """The whole numbers below and above, with weights whose mean is the number."""
    whole_number = int(number)
    part = number - whole_number
    if part < 0.05:
        return [(whole_number, 1.0)]
    return [(whole_number, 1 - part), (whole_number + 1, part)]


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
        situation, reach = self._threats.situation, self._threats.situation.campaign.contact_range
        coming = self._threats.coming(space)
        near_spaces = situation.map.within(space, reach)
        wide = situation.map.within(space, situation.reach + reach) & ~near_spaces
        helping = sum([(pile & near_spaces).bit_count() for pile in self._elsewhere])
        costs = self._costs.setdefault((*coming[:3], self._threats.cover(space)), {})
        place = self[space] = Place(coming.number, coming.who, near_spaces, wide, helping, costs)
        return place


def help_at(place: Place, friends: Friends) -> tuple[int, int]:
    """How many friends are near at a place, other corps' included, and how many are bound for it a march away."""
    near_by, followers = friends
    near_spaces, helping, following = place.near, place.helping, 0
    for pile in near_by:
        helping += (pile & near_spaces).bit_count()
    for pile in followers:
        following += (pile & place.wide).bit_count()
    return helping, following


def _no_danger(space: int) -> float:
    """What has no brigades is not attacked."""
    return 0.0


class GroupDanger:
    """What the enemy's answers are expected to cost a corps, by where its divisions stand."""

    def __init__(self, situation: Situation, plan: Plan, odds: Odds, corps: Collection[Token]) -> None:
        self.situation, self.threats = situation, Threats(situation, odds)
        self._brigades = {token.id: situation.brigades(token) for token in corps if token.is_division}
        corps_ids = {token.id for token in corps}
        divisions = [token for token in situation.own if token.is_division]
        elsewhere = piles(situation.board.at[token.id] for token in divisions if token.id not in corps_ids)
        self._friends_for_goal: dict[
            str, tuple[tuple[int, ...], list[str]]
        ] = {}  # friends for the same goal, elsewhere and here
        for token_id in self._brigades:
            order = plan.orders.get(token_id)
            friends = [
                friend
                for friend in divisions
                if friend.id != token_id
                and (friend_order := plan.orders.get(friend.id)) is not None
                and order is not None
                and friend_order.goal is order.goal
            ]
            waiting = [
                friend
                for friend in friends
                if friend.id not in corps_ids and friend.command not in situation.board.activated_commands
            ]
            spaces = piles(situation.board.at[friend.id] for friend in waiting)
            self._friends_for_goal[token_id] = spaces, [friend.id for friend in friends if friend.id in corps_ids]
        self._places = Places(self.threats, elsewhere)
        everywhere = (1 << situation.map.size) - 1
        self._threatened_spaces = everywhere if situation.weights.alone else self.threats.threatened_spaces

    def friends(self, token_id: str, at: Mapping[str, int], unmoved_tokens: Sequence[str]) -> Friends:
        """Those who can help a token when its corps stands so and ``unmoved_tokens`` may yet move."""
        if token_id not in self._brigades:
            return (), ()
        near_by = piles([at[friend] for friend in self._brigades if friend != token_id])
        return near_by, self._spaces_of_followers(token_id, at, unmoved_tokens)

    def _spaces_of_followers(
        self, token_id: str, at: Mapping[str, int], unmoved_tokens: Sequence[str]
    ) -> tuple[int, ...]:
        elsewhere, corps_friends = self._friends_for_goal[token_id]
        return (
            elsewhere + piles([at[friend] for friend in corps_friends if friend in unmoved_tokens])
            if corps_friends
            else elsewhere
        )

    def among(self, token_id: str, friends: Friends) -> Callable[[int], float]:
        """A function: what attacks on a token are expected to cost in a space, when its friends stand so."""
        brigades = self._brigades.get(token_id)
        if brigades is None:
            return _no_danger
        threatened_spaces, places, cost = self._threatened_spaces, self._places, self._cost
        alone = self._alone if self.situation.weights.alone else None

        def danger(space: int) -> float:
            if not threatened_spaces >> space & 1:
                return 0.0
            place = places[space]
            if place.coming < LEAST_FEARED_DIVISIONS and alone is None:
                return 0.0
            helping, following = help_at(place, friends)
            known_cost = place.costs.get((brigades, helping, following))
            attacks = cost(space, place, brigades, helping, following) if known_cost is None else known_cost
            return attacks if alone is None else alone(helping, following) + attacks

        return danger

    def of_one(self, token_id: str, space: int, friends: Friends) -> float:
        """What attacks on a token in a space are expected to cost when its friends stand so."""
        return self.among(token_id, friends)(space)

    def _alone(self, helping: int, following: int) -> float:
        """What it costs to stand apart, whoever can come now: less for each friend near, nothing with `COMPANY`."""
        weights = self.situation.weights
        return weights.alone * max(0.0, 1 - (helping + weights.following * following) / COMPANY)

    def _cost(self, space: int, place: Place, brigades: float, helping: int, following: int) -> float:
        """The cost of attacks on a token with so many friends near, and so many a march away."""
        cost = place.costs.get((brigades, helping, following))
        if cost is None:
            friends = helping + self.situation.weights.following * following
            cost = place.costs[brigades, helping, following] = self.threats.cost(space, brigades, friends)
        return cost

    def of_all(self, at: Mapping[str, int], unmoved_tokens: Sequence[str], fighting: frozenset[str]) -> float:
        """What attacks on the corps are expected to cost: the worst of them, as far as there are enemies for them."""
        attacks: list[tuple[float, float]] = []
        number, pair_count, mask, alone = 0.0, 0, 0, 0.0
        threatened_spaces, corps = self._threatened_spaces, None
        for token_id, brigades in self._brigades.items():
            space = at[token_id]
            if not threatened_spaces >> space & 1 or token_id in fighting:
                continue
            if corps is None:
                corps = piles([at[friend] for friend in self._brigades])
            place = self._places[space]
            helping, following = help_at(place, (corps, self._spaces_of_followers(token_id, at, unmoved_tokens)))
            helping -= 1  # it is among the corps itself
            alone += self._alone(helping, following)
            if place.coming < LEAST_FEARED_DIVISIONS:
                continue
            if cost := self._cost(space, place, brigades, helping, following):
                attacks.append((cost, min(1.0, place.coming)))
                number, pair_count, mask = number + place.coming, pair_count + place.who.bit_count(), mask | place.who
        if len(attacks) < 2:
            return alone + (attacks[0][0] if attacks else 0.0)
        attacks.sort(reverse=True)
        enemies, total = mask.bit_count() * number / pair_count, alone
        for cost, attackers in attacks:
            part = min(1.0, max(0.0, enemies) / attackers)
            total += cost * part
            enemies -= attackers
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
