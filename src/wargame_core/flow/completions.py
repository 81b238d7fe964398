"""Whether groups of members and targets can be completed: matching, sharing out the groups, and a bounded search.

Members and targets are numbers here, and sets of them are masks; `wargame_core.flow.commitments` gives them names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import define, field, frozen

from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits

Pair: TypeAlias = tuple[int, int]
"""A group: the mask of its members and the mask of its targets. Or the same for what is free, or for duties."""
MOST_STEPS = 20_000
"""How many positions one search looks at before it gives up with `RulesError`."""


@frozen
class Relation:
    """Who reaches what: by member the mask of its targets, by target the mask of the members that reach it."""

    reach: tuple[int, ...]
    reached: tuple[int, ...]

    def free(self, groups: Iterable[Pair]) -> Pair:
        """The members and the targets that are in no group."""
        members, targets = (1 << len(self.reach)) - 1, (1 << len(self.reached)) - 1
        for group_members, group_targets in groups:
            members &= ~group_members
            targets &= ~group_targets
        return members, targets

    def takers(self, groups: Sequence[Pair], member: int) -> int:
        """The mask of the groups that a member can join: it reaches all of their targets."""
        return sum(
            1 << index for index, (_, group_targets) in enumerate(groups) if not group_targets & ~self.reach[member]
        )

    def wideners(self, groups: Sequence[Pair], target: int) -> int:
        """The mask of the groups that a target can be added to: all of their members reach it."""
        return sum(1 << index for index, (members, _) in enumerate(groups) if not members & ~self.reached[target])

    def common(self, group: Pair) -> Pair:
        """The members that reach every target of a group, and the targets that every member of it reaches."""
        members, targets = (1 << len(self.reach)) - 1, (1 << len(self.reached)) - 1
        for target in bits(group[1]):
            members &= self.reached[target]
        for member in bits(group[0]):
            targets &= self.reach[member]
        return members, targets


def matching(relation: Relation, free_pair: Pair, target_by_member: Mapping[int, int]) -> dict[int, int]:
    """A greatest matching of the targets in a mask to the members in a mask, by member its target.

    ``target_by_member`` is a matching to begin with; what it says of others than these is left out.
    """
    members, targets = free_pair
    target_of_member = {
        member: target for member, target in target_by_member.items() if members >> member & 1 and targets >> target & 1
    }

    def place(target: int, seen_members: set[int]) -> bool:
        for member in bits(relation.reached[target] & members):
            if member in seen_members:
                continue
            seen_members.add(member)
            if member not in target_of_member or place(target_of_member[member], seen_members):
                target_of_member[member] = target
                return True
        return False

    for target in bits(targets & ~sum(1 << target for target in target_of_member.values())):
        place(target, set())
    return target_of_member


def shortage(relation: Relation, free_pair: Pair, target_of_taken: Mapping[int, int]) -> Pair:
    """Where a greatest matching leaves a target out: targets, and the members left for them, who are fewer.

    Found from the first target without a member: whoever reaches it has another target, which has the same trouble.
    """
    members, targets = free_pair
    short_targets, few = (
        (targets_left := targets & ~sum(1 << target for target in target_of_taken.values())) & -targets_left,
        0,
    )
    queue = list(bits(short_targets))
    for target in queue:
        for member in bits(relation.reached[target] & members & ~few):
            few |= 1 << member
            short_targets |= 1 << target_of_taken[member]
            queue.append(target_of_taken[member])
    return few, short_targets


Wanted: TypeAlias = tuple[bool, int]
"""Somebody who must join a group that there is: whether it is a member (or a target), and the mask of such groups."""


def stuck(relation: Relation, groups: Sequence[Pair], duty: Pair) -> Iterator[tuple[bool, int, Wanted]]:
    """The members and targets that cannot found a group any more, where groups may have several targets.

    Members and targets that are free and reach one another never are a problem: each can be joined to a free
    neighbour, and of such pairs one can always leave out some until groups with one member or one target are left.
    """
    members, targets = relation.free(groups)
    for number in bits(duty[0] & members):
        if not relation.reach[number] & targets:
            yield True, number, (True, relation.takers(groups, number))
    for number in bits(duty[1] & targets):
        if not relation.reached[number] & members:
            yield False, number, (False, relation.wideners(groups, number))


def can_be_taken(duties: Sequence[Wanted]) -> bool:
    """Whether all can join groups, where a group takes up members or targets but not both.

    Both kinds in one group would reach one another, and could found a group of their own. Raises `RulesError` for
    more than `MOST_STEPS` steps.
    """
    return _can_be_taken(duties, 0, 0, _SearchRun())


def _can_be_taken(duties: Sequence[Wanted], for_members: int, for_targets: int, search_run: _SearchRun) -> bool:
    """The same with some groups kept for members and some for targets. Who has the fewest groups left goes first."""
    search_run.step()
    open_duties = []
    for member, takers in duties:
        if takers & (for_members if member else for_targets):
            continue
        open_duties.append((member, takers & ~(for_targets if member else for_members)))
    if not open_duties:
        return True
    member, takers = min(open_duties, key=lambda duty: duty[1].bit_count())
    for group in (1 << number for number in bits(takers)):
        if _can_be_taken(open_duties, for_members | group * member, for_targets | group * (not member), search_run):
            return True
    return False


@define
class _SearchRun:
    """One search: what it has found to be hopeless, and how many steps it has left."""

    steps: int = MOST_STEPS
    hopeless: set[tuple[frozenset[Pair], Pair, int]] = field(factory=set)

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise RulesError(f"no answer after {MOST_STEPS:,} steps whether all commitments can be completed")


@frozen
class Search:
    """Completions in which every group is allowed, found by trying; exact.

    Each step takes the duty, or the group that is not allowed yet, with the fewest ways to mend it. Every completion
    mends it in one of these ways, so that none is overlooked. No position is looked at twice.
    """

    relation: Relation
    several: bool
    allowed: Callable[[Pair], bool]

    def completed(self, groups: Sequence[Pair], duty: Pair, spare: int = 0) -> tuple[Pair, ...] | None:
        """The groups grown and followed by new ones, until at most ``spare`` duties are left; None if nothing
        does.

        Raises `RulesError` for more than `MOST_STEPS` steps.
        """
        return self._extend_groups(tuple(groups), duty, spare, _SearchRun())

    def repaired(
        self, groups: Sequence[Pair], duty: Pair, spare: int, groups_before: Sequence[Pair], begun_count: int
    ) -> tuple[Pair, ...] | None:
        """The same as `completed`, but begins with a completion found before the last addition to the groups.

        ``begun_count`` is the number of groups before that; the first groups of ``groups_before`` grew out of these.
        """
        try:
            completed_groups = self._extend_groups(
                tuple(self._keep_completion(groups, groups_before, begun_count)), duty, spare, _SearchRun(_FEW_STEPS)
            )
        except RulesError:
            completed_groups = None
        return completed_groups if completed_groups is not None else self.completed(groups, duty, spare)

    def _keep_completion(
        self, groups: Sequence[Pair], groups_before: Sequence[Pair], earlier_count: int
    ) -> Iterator[Pair]:
        """The groups with as much of a completion of the groups before as the addition leaves."""
        free_pair = self.relation.free(groups)
        for (group_members, group_targets), (members_before, targets_before) in zip(
            groups[:earlier_count], groups_before, strict=False
        ):
            group_targets |= targets_before & free_pair[1] & self.relation.common((group_members, 0))[1]
            group_members |= members_before & free_pair[0] & self.relation.common((0, group_targets))[0]
            yield group_members, group_targets
        yield from groups[earlier_count:]
        for group_members, group_targets in groups_before[earlier_count:]:
            if group_members & free_pair[0] and group_targets & free_pair[1]:
                yield group_members & free_pair[0], group_targets & free_pair[1]

    def _extend_groups(
        self, groups: tuple[Pair, ...], duty: Pair, spare: int, search_run: _SearchRun
    ) -> tuple[Pair, ...] | None:
        search_run.step()
        free_pair = self.relation.free(groups)
        duty = duty[0] & free_pair[0], duty[1] & free_pair[1]
        position = frozenset(groups), duty, spare
        if position in search_run.hopeless or self._too_few(free_pair, duty[1], spare):
            return None
        other_duties, ways = self._fewest_ways(groups, free_pair, duty)
        if ways is None or (other_duties is not None and duty[0].bit_count() + duty[1].bit_count() <= spare):
            return groups
        for following in ways:
            completed_groups = self._extend_groups(following, duty, spare, search_run)
            if completed_groups is not None:
                return completed_groups
        if spare and other_duties is not None:
            completed_groups = self._extend_groups(groups, other_duties, spare - 1, search_run)
            if completed_groups is not None:
                return completed_groups
        search_run.hopeless.add(position)
        return None

    def _too_few(self, free_pair: Pair, targets: int, spare: int) -> bool:
        """Whether more than ``spare`` of these targets find no member of their own, where each needs one."""
        if self.several or targets.bit_count() <= spare:
            return False
        return targets.bit_count() - len(matching(self.relation, (free_pair[0], targets), {})) > spare

    def _fewest_ways(
        self, groups: tuple[Pair, ...], free_pair: Pair, duty: Pair
    ) -> tuple[Pair | None, Sequence[tuple[Pair, ...]] | None]:
        """What to mend next: the duties without it (None for a group that is not allowed), and all ways to mend it.

        The ways are None when nothing is to be mended. Groups that are not allowed go first.
        """
        growths = [
            list(self._enlarged_groups(groups, index, free_pair))
            for index, group in enumerate(groups)
            if not self.allowed(group)
        ]
        if growths:
            return None, min(growths, key=len)
        several = self.several
        options: list[tuple[int, bool, int, int, int]] = []  # how many ways; member, number, groups, free neighbours
        for number in bits(duty[0]):
            takers, neighbours = self.relation.takers(groups, number), self.relation.reach[number] & free_pair[1]
            options.append((takers.bit_count() + neighbours.bit_count(), True, number, takers, neighbours))
        for number in bits(duty[1]):
            takers = self.relation.wideners(groups, number) if several else 0
            neighbours = self.relation.reached[number] & free_pair[0]
            options.append((takers.bit_count() + neighbours.bit_count(), False, number, takers, neighbours))
        if not options:
            return None, None
        _, member, number, takers, neighbours = min(options)
        added_pair = (1 << number, 0) if member else (0, 1 << number)
        ways_to_join = [_with_larger_group(groups, n, added_pair) for n in bits(takers)]
        ways_to_found = [
            (*groups, (added_pair[0] or 1 << neighbour, added_pair[1] or 1 << neighbour))
            for neighbour in bits(neighbours)
        ]
        return (duty[0] & ~added_pair[0], duty[1] & ~added_pair[1]), [*ways_to_found, *ways_to_join]

    def _enlarged_groups(self, groups: tuple[Pair, ...], number: int, free_pair: Pair) -> Iterator[tuple[Pair, ...]]:
        """The groups with one of them larger by a member or a target."""
        members, targets = self.relation.common(groups[number])
        for member in bits(members & free_pair[0]):
            yield _with_larger_group(groups, number, (1 << member, 0))
        for target in bits(targets & free_pair[1] if self.several else 0):
            yield _with_larger_group(groups, number, (0, 1 << target))


_FEW_STEPS = 60
"""How many steps are spent on repairing a completion before the search begins anew."""


def _with_larger_group(groups: tuple[Pair, ...], number: int, added_pair: Pair) -> tuple[Pair, ...]:
    """The groups with more members or targets in one of them."""
    group_members, group_targets = groups[number]
    return (*groups[:number], (group_members | added_pair[0], group_targets | added_pair[1]), *groups[number + 1 :])
