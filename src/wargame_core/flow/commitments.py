"""Choices that must complete: members join targets one by one, and a choice is legal if the rest can still be done.

Attacks that are announced unit by unit, where everybody next to an enemy must attack and every enemy next to somebody
must be attacked; trains on lines, guns on targets. A state is a tuple of groups; nothing here changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from wargame_core.errors import UnknownName
from wargame_core.flow.about import PIECE, Names
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.flow.completions import Pair, Relation, Search, can_be_taken, matching, shortage, stuck
from wargame_core.maps.masks import bits
from wargame_core.names import listed
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

    ``allowed`` says of a group whether it may stand at the end ("at least 1 to 2", "three trains to a line"); until
    then groups may grow into one that may. It is asked once for each group, and must always answer the same. As few
    duties must be left over as it allows. Whether the rest can be done is then found by a search: `RulesError` if it
    takes more than 20,000 steps.

    >>> duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), targets_of_a_group="one")
    >>> print(duty.add((), "A", "D1"))
    with A against D1 nobody is left for D2: only A reaches D2
    >>> duty.add((), "A", "D2")
    (Group(members=('A',), targets=('D2',)),)
    >>> duty.completion(())
    (Group(members=('A',), targets=('D2',)), Group(members=('B',), targets=('D1',)))
    """

    reaches: Mapping[str, Sequence[str]]
    must_act: Iterable[str] = ()
    must_be_met: Iterable[str] = ()
    targets_of_a_group: Targets = "several"
    name: Callable[[str], str] = str
    cite: Cite | None = None
    allowed: Callable[[Group], Verdict] | None = None

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
    def _targets_of(self) -> Sequence[Sequence[tuple[str, int]]]:
        """By number of a member its targets, each with its number."""
        return [
            [(target, self._target_bit[target]) for target in dict.fromkeys(self.reaches[member])]
            for member in self.members
        ]

    @cached_property
    def _relation(self) -> Relation:
        """Who reaches what, as masks."""
        reach = [sum(1 << self._target_bit[target] for target in set(self.reaches[member])) for member in self.members]
        return Relation(
            tuple(reach),
            tuple(
                sum(1 << number for number, mask in enumerate(reach) if mask >> target & 1)
                for target in range(len(self.targets))
            ),
        )

    @cached_property
    def _duty(self) -> Pair:
        """Masks of the members that must act and of the targets that must be met, without those that never can."""
        act, must_be_met = set(self.must_act), set(self.must_be_met)
        duty_as_told = (
            sum(1 << number for number, member in enumerate(self.members) if member in act),
            sum(1 << number for number, target in enumerate(self.targets) if target in must_be_met),
        )
        if self.allowed is None:
            return duty_as_told
        return (
            sum(1 << bit for bit in bits(duty_as_told[0]) if self._search.completed((), (1 << bit, 0)) is not None),
            sum(1 << bit for bit in bits(duty_as_told[1]) if self._search.completed((), (0, 1 << bit)) is not None),
        )

    @cached_property
    def _least_unmet_duties(self) -> int:
        """How many duties are left over at the least."""
        if self.allowed is not None:
            duties = self._duty[0].bit_count() + self._duty[1].bit_count()
            return next(
                spare for spare in range(duties + 1) if self._search.completed((), self._duty, spare) is not None
            )
        if self.targets_of_a_group == "one":
            everybody_left = self._relation.free(())[0]
            return self._duty[1].bit_count() - len(matching(self._relation, (everybody_left, self._duty[1]), {}))
        return 0

    @cached_property
    def _search(self) -> Search:
        @cache
        def is_allowed(group: Pair) -> bool:
            return self.allowed is None or bool(self.allowed(self._group(group)))

        return Search(self._relation, self.targets_of_a_group == "several", is_allowed)

    def _group(self, masks: Pair) -> Group:
        return Group(
            tuple(self.members[number] for number in bits(masks[0])),
            tuple(self.targets[number] for number in bits(masks[1])),
        )

    def _masks(self, state: State) -> list[Pair]:
        """Each group as a mask of members and one of targets."""
        return [
            (
                sum(1 << _number_of_name("member", member, self._member_bit) for member in group.members),
                sum(1 << _number_of_name("target", target, self._target_bit) for target in group.targets),
            )
            for group in state
        ]

    def _grow_state(self, state: State, groups: Iterable[Pair]) -> State:
        """The state grown into these groups; whoever is new in a group stands last."""
        wider = list(map(self._group, groups))
        old_groups = [
            Group(
                (*group.members, *(member for member in wider_group.members if member not in group.members)),
                (*group.targets, *(target for target in wider_group.targets if target not in group.targets)),
            )
            for group, wider_group in zip(state, wider, strict=False)
        ]
        return (*old_groups, *wider[len(state) :])

    # what a choice makes

    def add(self, state: State, member: str, target: str) -> State | Verdict:
        """The groups with a member against a target, or the refusal that says why not and who would be left over.

        A free member joins the group that the target is in, or founds one; a member of a group takes it to a further
        target. Raises `UnknownName` for a member or a target that there is not.
        """
        _number_of_name("member", member, self._member_bit)
        _number_of_name("target", target, self._target_bit)
        joined_state = self._joined(state, member, target)
        if isinstance(joined_state, Verdict):
            return joined_state
        problem = self._left_over(self._masks(joined_state))
        return (
            joined_state
            if problem is None
            else refuse("left_over", f"with {self._said(member, target)} {problem}", self.cite)
        )

    def _said(self, member: str, target: str) -> str:
        return f"{self.name(member)} against {self.name(target)}"

    def _joined(self, state: State, member: str, target: str) -> State | Verdict:
        """The groups with a member against a target, whatever becomes of the others."""
        own_group = next((index for index, group in enumerate(state) if member in group.members), None)
        target_group = next((index for index, group in enumerate(state) if target in group.targets), None)
        if own_group is not None and own_group == target_group:
            return refuse("committed", f"{self._said(member, target)} is committed already", self.cite)
        if own_group is not None and target_group is not None:
            return refuse("committed", f"{self.name(member)} and {self.name(target)} are in two groups", self.cite)
        if own_group is not None and self.targets_of_a_group == "one":
            target_name = self.name(state[own_group].targets[0])
            return refuse("one_target", f"{self.name(member)} is committed against {target_name}", self.cite)
        number = own_group if own_group is not None else target_group
        group = Group((), ()) if number is None else state[number]
        wider = Group(
            group.members if member in group.members else (*group.members, member),
            group.targets if target in group.targets else (*group.targets, target),
        )
        for group_member in wider.members:
            for group_target in wider.targets:
                if group_target not in self.reaches[group_member]:
                    text = f"{self.name(group_member)} does not reach {self.name(group_target)}"
                    return refuse("out_of_reach", text, self.cite)
        return (*state, wider) if number is None else (*state[:number], wider, *state[number + 1 :])

    def take_back(self, state: State, member: str) -> State | Verdict:
        """The groups without a member; a group that nobody is left in is dissolved."""
        number = next((index for index, group in enumerate(state) if member in group.members), None)
        if number is None:
            return refuse("not_committed", f"{self.name(member)} is not committed", self.cite)
        members = tuple(name for name in state[number].members if name != member)
        kept_groups = (evolve(state[number], members=members),) if members else ()
        remaining_groups = (*state[:number], *kept_groups, *state[number + 1 :])
        problem = self._left_over(self._masks(remaining_groups))
        text = f"without {self.name(member)} {problem}"
        return remaining_groups if problem is None else refuse("left_over", text, self.cite)

    def moves(self, state: State) -> Iterator[tuple[str, str]]:
        """Every member with a target that it can be committed to now, as `add` takes them."""
        groups = self._masks(state)
        can_complete = self._after_one_more(groups)
        group_of_member = {bit: index for index, (group_members, _) in enumerate(groups) for bit in bits(group_members)}
        free_targets = self._relation.free(groups)[1]
        for number, member in enumerate(self.members):
            reach, own_number = self._relation.reach[number], group_of_member.get(number)
            if own_number is not None:
                several = self.targets_of_a_group == "several"
                open_to = free_targets & self._relation.common((groups[own_number][0], 0))[1] if several else 0
            else:
                open_to = free_targets & reach
                for _, group_targets in groups:
                    open_to |= group_targets if not group_targets & ~reach else 0
            for target, bit in self._targets_of[number] if open_to else ():
                if open_to >> bit & 1 and can_complete(number, bit, own_number):
                    yield member, target

    def _after_one_more(self, groups: list[Pair]) -> Callable[[int, int, int | None], bool]:
        """A function of a member that can join a target, both by number, and of the member's group if it has one.

        It says whether the rest can still be done after that.
        """

        def joined_groups(member: int, target: int, own_number: int | None) -> list[Pair]:
            place = own_number
            if place is None:
                place = next(
                    (index for index, (_, target_mask) in enumerate(groups) if target_mask >> target & 1), None
                )
            if place is None:
                return [*groups, (1 << member, 1 << target)]
            group_members, group_targets = groups[place]
            return [*groups[:place], (group_members | 1 << member, group_targets | 1 << target), *groups[place + 1 :]]

        if self.allowed is not None or self.targets_of_a_group == "one":
            known_before = self._analyse_groups(groups)
            return lambda member, target, own_number: self._can_complete(
                joined_groups(member, target, own_number), known_before
            )
        relation, (members, targets) = self._relation, self._relation.free(groups)
        no_target, last_target = _left_with(self._duty[0] & members, relation.reach, targets)
        no_member, last_member = _left_with(self._duty[1] & targets, relation.reached, members)

        def can_complete(member: int, target: int, own_number: int | None) -> bool:
            waiting_members = (no_target | (last_target.get(target, 0) if targets >> target & 1 else 0)) & ~(
                1 << member
            )
            unmet = (no_member | (last_member.get(member, 0) if own_number is None else 0)) & ~(1 << target)
            if not waiting_members and not unmet:
                return True
            groups_after = joined_groups(member, target, own_number)
            duties = [(True, relation.takers(groups_after, number)) for number in bits(waiting_members)]
            return can_be_taken(
                [*duties, *((False, relation.wideners(groups_after, number)) for number in bits(unmet))]
            )

        return can_complete

    def missing(self, state: State) -> tuple[str, ...]:
        """Who must still act and what must still be met, as far as that can be."""
        members, targets = self._relation.free(self._masks(state))
        must_act_now, must_be_met = self._duty[0] & members, self._duty[1] & targets
        if self.allowed is not None and must_act_now.bit_count() + must_be_met.bit_count() <= self._least_unmet_duties:
            return ()
        members_left = tuple(self.members[number] for number in bits(must_act_now))
        if self.allowed is None and must_be_met.bit_count() <= self._least_unmet_duties:
            return members_left
        return (*members_left, *(self.targets[number] for number in bits(must_be_met)))

    def complete(self, state: State) -> Verdict:
        """Whether everybody acts who must, everything is met that must be, and every group is allowed; if not, why."""
        if missing_names := self.missing(state):
            return refuse("left_over", f"still to be committed: {', '.join(map(self.name, missing_names))}", self.cite)
        verdicts = map(self.allowed, state) if self.allowed is not None else iter(())
        return next((verdict for verdict in verdicts if not verdict), LEGAL)

    def completion(self, state: State) -> State | None:
        """The state with commitments added until it is complete, in one of the ways that there are; None if none is."""
        groups = self._masks(state)
        if self.allowed is not None:
            completed_groups = self._search.completed(groups, self._duty, self._least_unmet_duties)
            return None if completed_groups is None else self._grow_state(state, completed_groups)
        if not self._can_complete(groups, _GroupAnalysis({})):
            return None
        while missing_names := self.missing(state):
            state = next(
                state_after
                for name in missing_names
                for member, target in self._pairs_with(name)
                if not isinstance(state_after := self.add(state, member, target), Verdict)
            )
        return state

    def _pairs_with(self, name: str) -> Iterator[tuple[str, str]]:
        """A member with each of its targets, and each member that reaches a target with it."""
        if name in self._member_bit:
            yield from ((name, target) for target in self.reaches[name])
        if name in self._target_bit:
            reached_members = self._relation.reached[self._target_bit[name]]
            yield from ((self.members[number], name) for number in bits(reached_members))

    # whether the rest can be completed

    def _analyse_groups(self, groups: list[Pair]) -> _GroupAnalysis:
        """What is worth finding out once about groups to which many different commitments are then added."""
        if self.allowed is not None:
            return _GroupAnalysis({}, self._search.completed(groups, self._duty, self._least_unmet_duties), len(groups))
        if self.targets_of_a_group == "one":
            return _GroupAnalysis(self._greatest_matching(groups, {}))
        return _GroupAnalysis({})

    def _can_complete(self, groups: list[Pair], known_before: _GroupAnalysis) -> bool:
        """Whether as few duties can be left over as can be; ``known_before`` is of these groups or those before
        them."""
        if self.allowed is not None:
            if known_before.completion is None:
                return self._search.completed(groups, self._duty, self._least_unmet_duties) is not None
            repaired_groups = self._search.repaired(
                groups, self._duty, self._least_unmet_duties, known_before.completion, known_before.groups
            )
            return repaired_groups is not None
        if self.targets_of_a_group == "one":
            unmet = self._duty[1] & self._relation.free(groups)[1]
            return (
                unmet.bit_count() - len(self._greatest_matching(groups, known_before.matching))
                == self._least_unmet_duties
            )
        return can_be_taken([duty for _, _, duty in stuck(self._relation, groups, self._duty)])

    def _greatest_matching(self, groups: list[Pair], initial_matching: Mapping[int, int]) -> dict[int, int]:
        """A greatest matching of free targets that must be met to free members."""
        members, targets = self._relation.free(groups)
        return matching(self._relation, (members, targets & self._duty[1]), initial_matching)

    # why it cannot

    def _left_over(self, groups: list[Pair]) -> str | None:
        """What could not be done any more with these groups, in words; None where all can."""
        if self._can_complete(groups, _GroupAnalysis({})):
            return None
        if self.allowed is not None:
            return self._impossible_duties(groups)
        if self.targets_of_a_group == "one":
            return self._too_few(groups)
        return self._stuck_names(groups)

    def _too_few(self, groups: list[Pair]) -> str:
        """The targets for which too few members are left, where each group has one target."""
        members, targets = self._relation.free(groups)
        free_pair = members, targets & self._duty[1]
        too_few, short_of = shortage(self._relation, free_pair, self._greatest_matching(groups, {}))
        if too_few:
            verb = "is" if too_few.bit_count() == 1 else "are"
            return f"only {self._member_names(too_few)} {verb} left for {self._target_names(short_of)}"
        target = short_of.bit_length() - 1
        reached_members, name = self._relation.reached[target], self._target_names(short_of)
        verb = "reaches" if reached_members.bit_count() == 1 else "reach"
        return f"nobody is left for {name}: only {self._member_names(reached_members)} {verb} {name}"

    def _stuck_names(self, groups: list[Pair]) -> str:
        """Those whom no groups can take up any more, where a group may have several targets."""
        stuck_entries = list(stuck(self._relation, groups, self._duty))
        for contradiction in list(stuck_entries):  # leave out whoever is not needed for the contradiction
            other_entries = [entry for entry in stuck_entries if entry is not contradiction]
            if not can_be_taken([duty for _, _, duty in other_entries]):
                stuck_entries = other_entries
        if len(stuck_entries) > 1:
            names = [
                self.name((self.members if member else self.targets)[number]) for member, number, _ in stuck_entries
            ]
            return f"one of {listed(names)} would be left over: what one could join, the others need"
        member, number, _ = stuck_entries[0]
        reasons = "; ".join(self._kept_out(groups, member, number))
        if member:
            return f"{self._member_names(1 << number)} would be left over: {reasons}"
        return f"nobody is left for {self._target_names(1 << number)}: {reasons}"

    def _kept_out(self, groups: list[Pair], member: bool, number: int) -> Iterator[str]:
        """For each group that somebody touches, why it cannot join: the group, and who does not reach whom."""
        for members, group_targets in groups:
            if member and self._relation.reach[number] & group_targets:
                lacking = self._target_names(group_targets & ~self._relation.reach[number], "or")
                standing_text, short_text = (
                    self._group_in_words((members, group_targets)),
                    f"{self._member_names(1 << number)} does not",
                )
            elif not member and self._relation.reached[number] & members:
                members_outside = members & ~self._relation.reached[number]
                lacking, verb = self._target_names(1 << number), "does" if members_outside.bit_count() == 1 else "do"
                standing_text, short_text = (
                    self._group_in_words((members, group_targets)),
                    f"{self._member_names(members_outside)} {verb} not",
                )
            else:
                continue
            yield f"{standing_text}, and {short_text} reach {lacking}"

    def _impossible_duties(self, groups: list[Pair]) -> str:
        """What cannot be done any more where not every group is allowed."""
        if self._search.completed(groups, (0, 0)) is None:
            hopeless_groups = (group for group in groups if self._search.completed([group], (0, 0)) is None)
            hopeless_group = next(hopeless_groups, None)
            if hopeless_group is not None and self.allowed is not None:
                return f"no group would be allowed: {self.allowed(self._group(hopeless_group))}"
            return "not every group could grow until it is allowed"
        free_pair = self._relation.free(groups)
        must_act_now, must_be_met = self._duty[0] & free_pair[0], self._duty[1] & free_pair[1]
        for number in bits(must_act_now):
            if self._search.completed(groups, (1 << number, 0)) is None:
                return f"{self._member_names(1 << number)} would be left over"
        for number in bits(must_be_met):
            if self._search.completed(groups, (0, 1 << number)) is None:
                return f"nobody is left for {self._target_names(1 << number)}"
        names = [
            *map(self.name, self._group((must_act_now, must_be_met)).members),
            *map(self.name, self._group((must_act_now, must_be_met)).targets),
        ]
        return f"one of {listed(names)} would be left over"

    def _group_in_words(self, group: Pair) -> str:
        """Whom a group consists of, in words."""
        verb = "is" if group[0].bit_count() == 1 else "are"
        return f"{self._member_names(group[0])} {verb} against {self._target_names(group[1])}"

    def _member_names(self, mask: int) -> str:
        return listed([self.name(self.members[number]) for number in bits(mask)])

    def _target_names(self, mask: int, last_word: str = "and") -> str:
        return listed([self.name(self.targets[number]) for number in bits(mask)], last_word)


def _left_with(duty: int, neighbours: Sequence[int], free_neighbours: int) -> tuple[int, Mapping[int, int]]:
    """Those of a mask that have no free neighbour, and by number of a free neighbour those that have only this one."""
    with_none, only_one = 0, dict[int, int]()
    for number in bits(duty):
        open_to = neighbours[number] & free_neighbours
        if not open_to:
            with_none |= 1 << number
        elif not open_to & (open_to - 1):
            neighbour = open_to.bit_length() - 1
            only_one[neighbour] = only_one.get(neighbour, 0) | 1 << number
    return with_none, only_one


@frozen
class _GroupAnalysis:
    """What is known of groups before one more commitment: a matching, or a completion and how many groups there were.

    Where nothing is known, the answers are the same and take longer.
    """

    matching: Mapping[int, int]
    completion: tuple[Pair, ...] | None = None
    groups: int = 0


def _number_of_name(kind_in_words: str, name: str, numbers: Mapping[str, int]) -> int:
    """The number of a name. Raises `UnknownName`."""
    if name not in numbers:
        raise UnknownName(kind_in_words, name, numbers)
    return numbers[name]


class CommitmentChoices(Choices):
    """The next commitment: one more, one taken back, or that all are made.

    ``make_action`` makes the action of a member and a target, ``read_action`` says which an action names.
    ``done_action`` says that all are made, and is legal when nobody is missing; without it the author's rule says when
    the choice ends. ``take_back`` makes the action that takes a member back, of those in ``may_be_taken_back``.
    ``why_no_member`` is a function of the id of a piece that is no member: the refusal that says why, legal where
    there is nothing to say.
    """

    __slots__ = (
        "_possible_commitments", "back", "cite", "commitments", "done", "make", "may_be_taken_back", "read", "state",
        "why_no_member",
    )  # fmt: skip

    def __init__(
        self,
        commitments: Commitments,
        state: State,
        make_action: Callable[[str, str], Any],
        read_action: Callable[[Any], tuple[str, str]],
        *,
        done_action: Action | None = None,
        take_back: Callable[[str], Any] | None = None,
        may_be_taken_back: Iterable[str] = (),
        why_no_member: Callable[[str], Verdict] | None = None,
    ) -> None:
        self.commitments, self.state, self.make, self.read, self.done = (
            commitments,
            state,
            make_action,
            read_action,
            done_action,
        )
        self.back, self.may_be_taken_back, self.cite = take_back, tuple(may_be_taken_back), commitments.cite
        self.why_no_member = why_no_member
        self._possible_commitments: Sequence[tuple[str, str]] | None = None

    def ahead(self) -> Sequence[tuple[str, str]]:
        """Every member with a target that it can be committed to now."""
        if self._possible_commitments is None:
            self._possible_commitments = tuple(self.commitments.moves(self.state))
        return self._possible_commitments

    def __iter__(self) -> Iterator[Action]:
        for member, target in self.ahead():
            yield self.make(member, target)
        if self.done is not None and self.commitments.complete(self.state):
            yield self.done
        if self.back is not None:
            for member in self.may_be_taken_back:
                if not isinstance(self.commitments.take_back(self.state, member), Verdict):
                    yield self.back(member)

    def endings(self) -> Sequence[Action]:
        """That all commitments are made, where nobody is missing."""
        return (self.done,) if self.done is not None and self.commitments.complete(self.state) else ()

    def sample(self, rng: Random) -> Any:
        """One of the choices; taking back only where there is nothing else, because nobody comes to an end by it."""
        possible_pairs = self.ahead()
        is_complete = self.done is not None and bool(self.commitments.complete(self.state))
        number = int(rng.random() * (len(possible_pairs) + is_complete)) if possible_pairs or is_complete else -1
        if 0 <= number < len(possible_pairs):
            return self.make(*possible_pairs[number])
        return self.done if is_complete else super().sample(rng)

    def judge(self, action: Any) -> Verdict:
        """Whether the action is the end of it with nobody missing, or a commitment after which the rest can be done."""
        if self.done is not None and action == self.done:
            return self.commitments.complete(self.state)
        if self.back is not None and type(action) is type(self.back("")):
            for member in self.may_be_taken_back:
                if action == self.back(member):
                    remaining_groups = self.commitments.take_back(self.state, member)
                    return remaining_groups if isinstance(remaining_groups, Verdict) else LEGAL
            return refuse("not_committed", "that cannot be taken back now", self.cite)
        if type(action) is not type(self.make("", "")):
            return refuse("not_offered", "that is not asked for now", self.cite)
        return self._judge_pair(*self.read(action))

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        """Why a member cannot join a target, where their ids are those of a piece and a place."""
        return self._judge_pair(piece, place) if piece in self.commitments.members else self._why_none(piece)

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why a piece is no member, where there is something to say of it."""
        return self._why_none(ref) if kind is PIECE and ref not in self.commitments.members else None

    def _why_none(self, piece: str) -> Verdict | None:
        verdict = self.why_no_member(piece) if self.why_no_member is not None else LEGAL
        return None if verdict else verdict

    def _judge_pair(self, member: str, target: str) -> Verdict:
        if member not in self.commitments.members and (verdict := self._why_none(member)) is not None:
            return verdict
        try:
            state_after = self.commitments.add(self.state, member, target)
        except UnknownName as error:
            return refuse("out_of_reach", self._reached_by(member) or str(error), self.cite)
        return state_after if isinstance(state_after, Verdict) else LEGAL

    def _reached_by(self, member: str) -> str:
        """What a member reaches, in words; "" for one that is none."""
        names = ", ".join(map(self.commitments.name, self.commitments.reaches.get(member, ())))
        return f"{self.commitments.name(member)} reaches {names}, nothing else" if names else ""
