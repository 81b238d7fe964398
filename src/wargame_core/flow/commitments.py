"""Choices that must complete: members join targets one by one, and a choice is legal if the rest can still be done.

Attacks that are announced unit by unit, where everybody next to an enemy must attack and every enemy next to somebody
must be attacked; trains on lines, guns on targets. A state is a tuple of groups; nothing here changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from wargame_core.errors import UnknownName
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.maps.masks import bits
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse

Targets: TypeAlias = Literal["one", "several"]
"""How many targets a group may have."""


@frozen
class Group:
    """Members that are committed together to targets; each of them reaches every one of these."""

    members: tuple[str, ...]
    targets: tuple[str, ...]


State: TypeAlias = tuple[Group, ...]
"""The groups so far, in the order in which they were founded."""


@frozen(slots=False, eq=False)
class Commitments:
    """Who reaches what, who must act, and what must be met. Each member and each target is in at most one group.

    ``reaches`` gives the targets of each member. Of ``must_act`` and ``must_be_met`` those are dropped that nothing
    could fulfil: who reaches nothing, and what nobody reaches. Where a group has one target and there are fewer members
    than targets that must be met, as many must be met as can be.

    >>> duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), targets_of_a_group="one")
    >>> print(duty.add((), "A", "D1"))
    with A against D1 nobody is left for D2
    >>> duty.add((), "A", "D2")
    (Group(members=('A',), targets=('D2',)),)
    """

    reaches: Mapping[str, Sequence[str]]
    must_act: Iterable[str] = ()
    must_be_met: Iterable[str] = ()
    targets_of_a_group: Targets = "several"
    name: Callable[[str], str] = str
    cite: Cite | None = None

    # numbers in place of names: a bit for each member, a bit for each target

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Everybody who reaches something."""
        return tuple(member for member, targets in self.reaches.items() if targets)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Everything that somebody reaches."""
        return tuple(dict.fromkeys(target for targets in self.reaches.values() for target in targets))

    @cached_property
    def _member_bit(self) -> Mapping[str, int]:
        return {member: number for number, member in enumerate(self.members)}

    @cached_property
    def _target_bit(self) -> Mapping[str, int]:
        return {target: number for number, target in enumerate(self.targets)}

    @cached_property
    def _reach(self) -> tuple[int, ...]:
        """For each member the mask of its targets."""
        return tuple(sum(1 << self._target_bit[target] for target in self.reaches[member]) for member in self.members)

    @cached_property
    def _reached(self) -> tuple[int, ...]:
        """For each target the mask of the members that reach it."""
        return tuple(
            sum(1 << number for number, reach in enumerate(self._reach) if reach >> target & 1)
            for target in range(len(self.targets))
        )

    @cached_property
    def _duty(self) -> tuple[int, int]:
        """Masks of the members that must act and of the targets that must be met."""
        act, met = set(self.must_act), set(self.must_be_met)
        return (
            sum(1 << number for number, member in enumerate(self.members) if member in act),
            sum(1 << number for number, target in enumerate(self.targets) if target in met),
        )

    def _masks(self, state: State) -> list[tuple[int, int]]:
        """Each group as a mask of members and one of targets."""
        return [
            (
                sum(1 << self._member_bit[member] for member in group.members),
                sum(1 << self._target_bit[target] for target in group.targets),
            )
            for group in state
        ]

    def _free(self, groups: Iterable[tuple[int, int]]) -> tuple[int, int]:
        members, targets = (1 << len(self.members)) - 1, (1 << len(self.targets)) - 1
        for inside, against in groups:
            members &= ~inside
            targets &= ~against
        return members, targets

    # what a choice makes

    def add(self, state: State, member: str, target: str) -> State | Verdict:
        """The groups with a member against a target, or the refusal that says why not and who would be left over.

        A free member joins the group that the target is in, or founds one; a member of a group takes it to a further
        target. Raises `UnknownName` for a member or a target that there is not.
        """
        for what, one, known in (("member", member, self._member_bit), ("target", target, self._target_bit)):
            if one not in known:
                raise UnknownName(what, one, known)
        joined = self._joined(state, member, target)
        if isinstance(joined, Verdict):
            return joined
        left = self._left_over(self._masks(joined))
        return joined if left is None else refuse("left_over", f"with {self._said(member, target)} {left}", self.cite)

    def _said(self, member: str, target: str) -> str:
        return f"{self.name(member)} against {self.name(target)}"

    def _joined(self, state: State, member: str, target: str) -> State | Verdict:
        """The groups with a member against a target, whatever becomes of the others."""
        own = next((n for n, group in enumerate(state) if member in group.members), None)
        met = next((n for n, group in enumerate(state) if target in group.targets), None)
        if own is not None and own == met:
            return refuse("committed", f"{self._said(member, target)} is committed already", self.cite)
        if own is not None and met is not None:
            return refuse("committed", f"{self.name(member)} and {self.name(target)} are in two groups", self.cite)
        if own is not None and self.targets_of_a_group == "one":
            against = self.name(state[own].targets[0])
            return refuse("one_target", f"{self.name(member)} is committed against {against}", self.cite)
        number = own if own is not None else met
        group = Group((), ()) if number is None else state[number]
        wider = Group(
            group.members if member in group.members else (*group.members, member),
            group.targets if target in group.targets else (*group.targets, target),
        )
        for one in wider.members:
            for other in wider.targets:
                if other not in self.reaches[one]:
                    text = f"{self.name(one)} does not reach {self.name(other)}"
                    return refuse("out_of_reach", text, self.cite)
        return (*state, wider) if number is None else (*state[:number], wider, *state[number + 1 :])

    def take_back(self, state: State, member: str) -> State | Verdict:
        """The groups without a member; a group that nobody is left in is dissolved."""
        number = next((n for n, group in enumerate(state) if member in group.members), None)
        if number is None:
            return refuse("not_committed", f"{self.name(member)} is not committed", self.cite)
        members = tuple(one for one in state[number].members if one != member)
        kept = (evolve(state[number], members=members),) if members else ()
        left = (*state[:number], *kept, *state[number + 1 :])
        problem = self._left_over(self._masks(left))
        text = f"without {self.name(member)} {problem}"
        return left if problem is None else refuse("left_over", text, self.cite)

    def moves(self, state: State) -> Iterator[tuple[str, str]]:
        """Every member with a target that it can be committed to now, as `add` takes them."""
        for member in self.members:
            for target in self.reaches[member]:
                if not isinstance(self.add(state, member, target), Verdict):
                    yield member, target

    def missing(self, state: State) -> tuple[str, ...]:
        """Who must still act and what must still be met, as far as that can be."""
        groups = self._masks(state)
        members, targets = self._free(groups)
        act, met = self._duty
        rest = [self.members[n] for n in bits(act & members)]
        if self.targets_of_a_group == "one" and self._met(groups) == self._most_met:
            return tuple(rest)
        return (*rest, *(self.targets[n] for n in bits(met & targets)))

    def complete(self, state: State) -> Verdict:
        """Whether everybody acts who must and everything is met that must be; the refusal names who is missing."""
        missing = self.missing(state)
        names = ", ".join(map(self.name, missing))
        return refuse("left_over", f"still to be committed: {names}", self.cite) if missing else LEGAL

    # whether the rest can be completed

    def _left_over(self, groups: list[tuple[int, int]]) -> str | None:
        """What could not be done any more with these groups, in words; None where all can."""
        if self.targets_of_a_group == "one":
            return self._nobody_left(groups)
        return self._stuck(groups)

    def _nobody_left(self, groups: list[tuple[int, int]]) -> str | None:
        """A target for which no member is left, where each group has one target: members are matched to targets."""
        if self._met(groups) + len(self._matched(groups)[0]) == self._most_met:
            return None
        _, unmatched = self._matched(groups)
        return f"nobody is left for {self.name(self.targets[unmatched[0]])}"

    def _met(self, groups: Iterable[tuple[int, int]]) -> int:
        """How many of the targets that must be met are in groups."""
        return sum((against & self._duty[1]).bit_count() for _, against in groups)

    @cached_property
    def _most_met(self) -> int:
        """How many of the targets that must be met can be at the most."""
        return len(self._matched([])[0])

    def _matched(self, groups: list[tuple[int, int]]) -> tuple[Mapping[int, int], list[int]]:
        """A greatest matching of free targets that must be met to free members, and the targets left over."""
        members, targets = self._free(groups)
        taken: dict[int, int] = {}  # by member its target

        def place(target: int, seen: set[int]) -> bool:
            for member in bits(self._reached[target] & members):
                if member in seen:
                    continue
                seen.add(member)
                if member not in taken or place(taken[member], seen):
                    taken[member] = target
                    return True
            return False

        left = [target for target in bits(self._duty[1] & targets) if not place(target, set())]
        return taken, left

    def _stuck(self, groups: list[tuple[int, int]]) -> str | None:
        """Somebody whom no groups can take up any more, where a group may have several targets.

        Members and targets that are free and reach one another never are a problem: each can be joined to a free
        neighbour, and of such pairs one can always leave out some until groups with one member or one target are left.
        The others must join groups that there are. A group can take up members, or targets, but not both kinds, since
        those would reach one another.
        """
        members, targets = self._free(groups)
        act, met = self._duty
        wanted: list[tuple[str, str, bool, int]] = []  # name, in words, whether a member, mask of groups
        for number in bits(act & members):
            if not self._reach[number] & targets:
                takers = sum(1 << n for n, (_, against) in enumerate(groups) if not against & ~self._reach[number])
                wanted.append((self.members[number], "would be left over", True, takers))
        for number in bits(met & targets):
            if not self._reached[number] & members:
                takers = sum(1 << n for n, (inside, _) in enumerate(groups) if not inside & ~self._reached[number])
                wanted.append((self.targets[number], "", False, takers))
        if _can_be_taken([(member, takers) for _, _, member, takers in wanted], 0, 0):
            return None
        name, _, member, _ = min(wanted, key=lambda one: one[3].bit_count())
        return f"{self.name(name)} would be left over" if member else f"nobody is left for {self.name(name)}"


def _can_be_taken(wanted: list[tuple[bool, int]], for_members: int, for_targets: int) -> bool:
    """Whether the groups can be divided into those that take members and those that take targets, so that all go in.

    Who has the fewest groups left is tried first.
    """
    rest = []
    for member, takers in wanted:
        if takers & (for_members if member else for_targets):
            continue
        rest.append((member, takers & ~(for_targets if member else for_members)))
    if not rest:
        return True
    member, takers = min(rest, key=lambda one: one[1].bit_count())
    for group in (1 << number for number in bits(takers)):
        if _can_be_taken(rest, for_members | group * member, for_targets | group * (not member)):
            return True
    return False


class CommitmentChoices(Choices):
    """The next commitment: one more, one taken back, or that all are made.

    ``make`` makes the action of a member and a target, ``read`` says which an action names. ``done`` says that all are
    made, and is legal when nobody is missing. ``back`` makes the action that takes a member back, of those in
    ``may_be_taken_back``.
    """

    __slots__ = ("back", "cite", "commitments", "done", "make", "may_be_taken_back", "read", "state")

    def __init__(
        self,
        commitments: Commitments,
        state: State,
        make: Callable[[str, str], Any],
        read: Callable[[Any], tuple[str, str]],
        *,
        done: Action,
        back: Callable[[str], Any] | None = None,
        may_be_taken_back: Iterable[str] = (),
    ) -> None:
        self.commitments, self.state, self.make, self.read, self.done = commitments, state, make, read, done
        self.back, self.may_be_taken_back, self.cite = back, tuple(may_be_taken_back), commitments.cite

    def __iter__(self) -> Iterator[Action]:
        for member, target in self.commitments.moves(self.state):
            yield self.make(member, target)
        if self.commitments.complete(self.state):
            yield self.done
        if self.back is not None:
            for member in self.may_be_taken_back:
                if not isinstance(self.commitments.take_back(self.state, member), Verdict):
                    yield self.back(member)

    def sample(self, rng: Random) -> Any:
        """One of the choices; taking back only where there is nothing else, because nobody comes to an end by it."""
        ahead = [self.make(member, target) for member, target in self.commitments.moves(self.state)]
        if self.commitments.complete(self.state):
            ahead.append(self.done)
        ahead = ahead or list(self)
        return ahead[int(rng.random() * len(ahead))]

    def judge(self, action: Any) -> Verdict:
        """Whether the action is the end of it with nobody missing, or a commitment after which the rest can be done."""
        if action == self.done:
            return self.commitments.complete(self.state)
        if self.back is not None and type(action) is type(self.back("")):
            for member in self.may_be_taken_back:
                if action == self.back(member):
                    left = self.commitments.take_back(self.state, member)
                    return left if isinstance(left, Verdict) else LEGAL
            return refuse("not_committed", "that cannot be taken back now", self.cite)
        if type(action) is not type(self.make("", "")):
            return refuse("not_offered", "that is not asked for now", self.cite)
        member, target = self.read(action)
        try:
            added = self.commitments.add(self.state, member, target)
        except UnknownName as error:
            return refuse("out_of_reach", str(error), self.cite)
        return added if isinstance(added, Verdict) else LEGAL
