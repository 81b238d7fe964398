"""Choices that must complete: worked examples, brute force, no dead end, refusals that say who is left."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, cast

import pytest
from attrs import frozen

from wargame_core.authoring import Action
from wargame_core.errors import RulesError, UnknownName
from wargame_core.flow.commitments import CommitmentChoices, Commitments, Group, State, Targets
from wargame_core.rulings import LEGAL, Verdict, refuse

BOTH: tuple[Targets, ...] = ("one", "several")


def test_two_join_against_one_and_a_third_target_must_be_reached_by_both() -> None:
    free = Commitments({"A": ("D1",), "B": ("D1", "D2")})
    both = free.add((Group(("A",), ("D1",)),), "B", "D1")
    assert both == (Group(("A", "B"), ("D1",)),)
    assert str(free.add(both, "B", "D2")) == "A does not reach D2"


def test_where_all_must_the_one_legal_whole_is_found() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), "one")
    assert str(duty.add((), "A", "D1")) == "with A against D1 nobody is left for D2: only A reaches D2"
    first = duty.add((), "A", "D2")
    assert not isinstance(first, Verdict)
    assert str(duty.complete(first)) == "still to be committed: B, D1"
    whole = duty.add(first, "B", "D1")
    assert whole == (Group(("A",), ("D2",)), Group(("B",), ("D1",)))
    assert list(duty.moves(whole)) == []
    assert duty.complete(whole)


def test_a_group_of_several_targets_leaves_nobody_over() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"))
    begun: State = (Group(("A",), ("D1",)),)
    left = "with B against D1 nobody is left for D2: A and B are against D1, and B does not reach D2"
    assert str(duty.add(begun, "B", "D1")) == left
    over = "with A against D2 B would be left over: A is against D1 and D2, and B does not reach D2"
    assert str(duty.add(begun, "A", "D2")) == over


def test_a_refusal_names_all_targets_that_share_too_few_members() -> None:
    duty = Commitments({"A": ("D1", "D2", "D3"), "B": ("D2", "D3"), "C": ("D1",)}, "ABC", ("D2", "D3"), "one")
    assert str(duty.add((), "A", "D1")) == "with A against D1 only B is left for D2 and D3"


def test_a_refusal_names_those_who_need_the_same_group() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",), "C": ("D3",), "D": ("D3", "D2")}, "ABCD", ("D2",))
    begun: State = (Group(("A",), ("D1",)),)
    said = "with D against D3 one of B and D2 would be left over: what one could join, the others need"
    assert str(duty.add((*begun, Group(("C",), ("D3",))), "D", "D3")) == said


def test_a_target_named_twice_is_one_target() -> None:
    twice = Commitments({"A": ("D1", "D1", "D2")}, "A", ("D1", "D2"))
    assert list(twice.moves(())) == [("A", "D1"), ("A", "D2")]
    assert twice.completion(()) == (Group(("A",), ("D1", "D2")),)


def test_what_cannot_be_met_need_not_be() -> None:
    lone = Commitments({"A": ("D1", "D2"), "B": ()}, "AB", ("D1", "D2", "D3"), "one")
    assert sorted(lone.moves(())) == [("A", "D1"), ("A", "D2")]
    assert lone.complete((Group(("A",), ("D2",)),))


def test_refusals_name_what_is_wrong() -> None:
    duty = Commitments({"A": ("D1",), "B": ("D1", "D2")}, targets_of_a_group="one", name=lambda name: f"<{name}>")
    state: State = (Group(("A",), ("D1",)),)
    assert str(duty.add(state, "A", "D1")) == "<A> against <D1> is committed already"
    assert str(duty.add((Group(("B",), ("D1",)),), "B", "D2")) == "<B> is committed against <D1>"
    assert str(duty.take_back(state, "B")) == "<B> is not committed"
    assert duty.take_back(state, "A") == ()
    with pytest.raises(UnknownName, match="unknown member 'C'"):
        duty.add(state, "C", "D1")


# against brute force


def brute(duty: Commitments) -> Mapping[State, bool]:
    """By every state that can be reached at all, whether it can be completed: found by trying everything."""

    def further(state: State) -> Iterable[State]:
        for member, target in product(duty.members, duty.targets):
            joined = duty._joined(state, member, target)
            if not isinstance(joined, Verdict):
                yield canonical(joined)

    @cache
    def best(state: State) -> int:
        """The most targets that must be met which can be, with all members acting who must; -1 where those cannot."""
        acting = {member for group in state for member in group.members}
        met = {target for group in state for target in group.targets}
        act = {duty.members[n] for n in range(len(duty.members)) if duty._duty[0] >> n & 1}
        must = {duty.targets[n] for n in range(len(duty.targets)) if duty._duty[1] >> n & 1}
        here = len(must & met) if act <= acting else -1
        return max([here, *map(best, further(state))])

    reached: dict[State, int] = {(): best(())}
    queue: list[State] = [()]
    for state in queue:
        for following in further(state):
            if following not in reached:
                reached[following] = best(following)
                queue.append(following)
    return {state: value == reached[()] for state, value in reached.items()}


def canonical(state: State) -> State:
    groups = (Group(tuple(sorted(group.members)), tuple(sorted(group.targets))) for group in state)
    return tuple(sorted(groups, key=lambda group: group.members))


def agree(duty: Commitments) -> None:
    completed = brute(duty)
    for state, can in completed.items():
        if not can:
            continue
        for member, target in product(duty.members, duty.targets):
            joined = duty._joined(state, member, target)
            if isinstance(joined, Verdict):
                continue
            legal = not isinstance(duty.add(state, member, target), Verdict)
            assert legal == completed[canonical(joined)], (duty.reaches, duty.must_act, duty.must_be_met, state, member)


def board(bits: int, members: int, targets: int) -> dict[str, tuple[str, ...]]:
    return {f"m{m}": tuple(f"t{t}" for t in range(targets) if bits >> (m * targets + t) & 1) for m in range(members)}


@pytest.mark.parametrize("targets", BOTH)
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2)])
def test_it_agrees_with_brute_force_on_all_small_boards(size: tuple[int, int], targets: Targets) -> None:
    members, met = [f"m{n}" for n in range(size[0])], [f"t{n}" for n in range(size[1])]
    for bits in range(1 << size[0] * size[1]):
        reaches = board(bits, *size)
        for must_act, must_be_met in ((members, met), (members, ()), ((), met), (members[:1], met[1:])):
            agree(Commitments(reaches, must_act, must_be_met, targets))


@pytest.mark.parametrize("targets", BOTH)
def test_it_agrees_with_brute_force_on_boards_of_three_by_three(targets: Targets) -> None:
    rng = Random(47)
    for bits in rng.sample(range(1 << 9), 60):
        members, met = ["m0", "m1", "m2"], ["t0", "t1", "t2"]
        agree(Commitments(board(bits, 3, 3), members, met, targets))
        agree(Commitments(board(bits, 3, 3), rng.sample(members, 2), rng.sample(met, 2), targets))


@pytest.mark.thorough
@pytest.mark.parametrize("targets", BOTH)
def test_it_agrees_with_brute_force_on_every_board_up_to_three_by_three(
    targets: Targets,
) -> None:
    rng = Random(48)
    for bits in range(1 << 9):
        agree(Commitments(board(bits, 3, 3), ["m0", "m1", "m2"], ["t0", "t1", "t2"], targets))
    for bits in rng.sample(range(1 << 12), 150):
        reaches = board(bits, 4, 3)
        agree(Commitments(reaches, rng.sample(list(reaches), 3), ["t0", "t1", "t2"], targets))


# against brute force that shares nothing with the code: completed wholes are listed, and a state must fit into one


def wholes(
    reaches: Mapping[str, Sequence[str]], targets: Targets, allowed: Callable[[Group], Verdict]
) -> Iterator[frozenset[tuple[frozenset[str], frozenset[str]]]]:
    """Every set of allowed groups, none of which shares a member or a target with another."""
    every = sorted({target for reached in reaches.values() for target in reached})
    largest = 1 if targets == "one" else len(every)
    groups = [
        (frozenset(members), frozenset(against))
        for size in range(1, len(reaches) + 1)
        for members in combinations(reaches, size)
        for width in range(1, largest + 1)
        for against in combinations(every, width)
        if all(target in reaches[member] for member in members for target in against)
        and allowed(Group(members, against))
    ]

    def further(start: int, chosen: tuple[tuple[frozenset[str], frozenset[str]], ...]) -> Iterator[Any]:
        yield frozenset(chosen)
        for number in range(start, len(groups)):
            if all(not groups[number][0] & one and not groups[number][1] & other for one, other in chosen):
                yield from further(number + 1, (*chosen, groups[number]))

    return further(0, ())


def fits(state: State, whole: Iterable[tuple[frozenset[str], frozenset[str]]]) -> bool:
    """Whether a whole has another group for each group of the state, with all of its members and targets."""
    found = [next((g for g in whole if g[0].issuperset(own.members) and g[1].issuperset(own.targets)), None)
             for own in state]  # fmt: skip
    return None not in found and len(set(found)) == len(found)


def left_undone(whole: Iterable[tuple[frozenset[str], frozenset[str]]], must: Iterable[str]) -> int:
    return len(set(must) - {name for group in whole for part in group for name in part})


def put(state: State, member: str, target: str, reaches: Mapping[str, Sequence[str]], targets: Targets) -> State | None:
    """The state with a member against a target by the rules of groups alone; None if they forbid it."""
    touched = [group for group in state if member in group.members or target in group.targets]
    if len(touched) > 1 or any(member in group.members and target in group.targets for group in touched):
        return None
    old = touched[0] if touched else Group((), ())
    wide = Group(tuple(sorted({*old.members, member})), tuple(sorted({*old.targets, target})))
    reached = all(other in reaches[one] for one in wide.members for other in wide.targets)
    if not reached or (targets == "one" and len(wide.targets) > 1):
        return None
    return canonical((*(group for group in state if group is not old), wide))


def same_as_listed(duty: Commitments, act: Sequence[str], met: Sequence[str], *, most: int = 10_000) -> int:
    """Checks every commitment in the first ``most`` states that can be reached by legal ones; how many it checked."""
    reaches, targets = duty.reaches, duty.targets_of_a_group
    every = sorted({target for reached in reaches.values() for target in reached})
    must = [*act, *met]
    listed = list(wholes(reaches, targets, duty.allowed or (lambda group: LEGAL)))
    fewest = min(left_undone(whole, must) for whole in listed)
    best = [whole for whole in listed if left_undone(whole, must) == fewest]
    checked, queue, seen = 0, [()], set[State]()
    for state in cast(list[State], queue):
        legal = {*duty.moves(state)}
        whole = duty.completion(state)
        assert whole is not None
        assert duty.complete(whole), (reaches, act, met, state, whole)
        assert {(frozenset(group.members), frozenset(group.targets)) for group in whole} in best
        assert fits(state, [(frozenset(group.members), frozenset(group.targets)) for group in whole])
        for member, target in product([one for one in reaches if reaches[one]], every):
            following = put(state, member, target, reaches, targets)
            can = following is not None and any(fits(following, whole) for whole in best)
            added = duty.add(state, member, target)
            assert isinstance(added, Verdict) != can, (reaches, act, met, targets, state, member, target)
            assert ((member, target) in legal) == can, (reaches, act, met, targets, state, member, target)
            checked += 1
            if can and following not in seen and len(seen) < most:
                assert following is not None
                seen.add(following)
                cast(list[State], queue).append(following)
    return checked


def few(group: Group) -> Verdict:
    return LEGAL if len(group.members) <= 2 and len(group.targets) <= 2 else refuse("full", "two at the most")


def strong(group: Group) -> Verdict:
    """At least two members, or one with an even number against one target."""
    strength = sum(2 - int(member[1:]) % 2 for member in group.members)
    return LEGAL if strength >= 2 * len(group.targets) else refuse("weak", "two points a target are needed")


ALLOWED = (None, few, strong)


@pytest.mark.parametrize("allowed", ALLOWED)
@pytest.mark.parametrize("targets", BOTH)
def test_legal_is_what_fits_into_a_whole(targets: Targets, allowed: Callable[[Group], Verdict] | None) -> None:
    rng, checked = Random(50), 0
    for bits in [*range(1 << 4), *rng.sample(range(1 << 9), 12)]:
        reaches = board(bits, 2, 2) if bits < 1 << 4 else board(bits, 3, 3)
        met = [f"t{n}" for n in range(3)]
        reached = [one for one in met if any(one in reaches[member] for member in reaches)]
        for act, must in (((), ()), (list(reaches), ()), ((), reached), (list(reaches), reached)):
            duty = Commitments(reaches, act, must, targets, allowed=allowed)
            checked += same_as_listed(duty, act, must, most=60)
    assert checked > 1000


@pytest.mark.thorough
@pytest.mark.parametrize("allowed", ALLOWED)
@pytest.mark.parametrize("targets", BOTH)
@pytest.mark.parametrize("size", [(2, 3), (3, 2), (3, 3)])
def test_legal_is_what_fits_into_a_whole_on_every_board(
    size: tuple[int, int], targets: Targets, allowed: Callable[[Group], Verdict] | None
) -> None:
    for bits in range(1 << size[0] * size[1]):
        reaches = board(bits, *size)
        for act, met in product(((), tuple(reaches)), ((), tuple(f"t{n}" for n in range(size[1])))):
            same_as_listed(Commitments(reaches, act, met, targets, allowed=allowed), act, met)


@pytest.mark.thorough
@pytest.mark.parametrize("targets", BOTH)
def test_legal_is_what_fits_into_a_whole_on_a_thousand_boards_of_four_by_four(targets: Targets) -> None:
    rng = Random(51)
    for _ in range(1000):
        reaches = board(rng.getrandbits(16) & rng.getrandbits(16), 4, 4)
        act, met = rng.sample(list(reaches), rng.randrange(5)), rng.sample([f"t{n}" for n in range(4)], 3)
        for needed, required in (((), ()), (act, ()), ((), met), (act, met)):
            same_as_listed(Commitments(reaches, needed, required, targets), needed, required, most=40)


# groups that are allowed


def capacity(group: Group) -> Verdict:
    return LEGAL if len(group.members) <= 2 else refuse("full", "a line takes two trains")


def test_a_line_takes_no_third_train() -> None:
    lines = Commitments(
        {"one": ("north",), "two": ("north", "south"), "three": ("north",), "four": ("south",)},
        ("one", "two", "three", "four"),
        targets_of_a_group="one",
        allowed=capacity,
    )
    assert str(lines.add((), "two", "north")) == "with two against north one of one, three and four would be left over"
    assert list(lines.moves(())) == [("one", "north"), ("two", "south"), ("three", "north"), ("four", "south")]
    assert lines.completion((Group(("three",), ("north",)),)) == (
        Group(("three", "one"), ("north",)),
        Group(("two", "four"), ("south",)),
    )


def test_a_group_that_is_not_allowed_yet_must_be_able_to_grow() -> None:
    weak = Commitments({"m1": ("D1",), "m3": ("D1", "D2")}, targets_of_a_group="one", allowed=strong)
    begun = weak.add((), "m1", "D1")
    assert begun == (Group(("m1",), ("D1",)),)
    assert str(weak.complete(begun)) == "two points a target are needed"
    assert weak.complete((Group(("m1", "m3"), ("D1",)),))
    refused = "with m3 against D2 no group would be allowed: two points a target are needed"
    assert str(weak.add((), "m3", "D2")) == refused


def test_whoever_can_be_in_no_allowed_group_need_not_act() -> None:
    alone = Commitments({"m1": ("D1",), "m2": ("D2",)}, ("m1", "m2"), ("D1", "D2"), allowed=strong)
    assert alone.missing(()) == ("m2", "D2")
    assert list(alone.moves(())) == [("m2", "D2")]


def test_a_search_that_takes_too_long_says_so() -> None:
    names = [f"m{n}" for n in range(14)]
    hopeless = Commitments(dict.fromkeys(names, ("D1", "D2")), names, allowed=lambda group: refuse("no", "never"))
    with pytest.raises(RulesError, match="no answer after 20,000 steps"):
        hopeless.add((), "m0", "D1")


# the menu


@frozen
class Attack(Action, says="{member} attacks {target}"):
    member: str
    target: str


@frozen
class Back(Action, says="{member} does not attack"):
    member: str


@frozen
class Announced(Action, says="all attacks are announced"):
    """Nothing is left to announce."""


def menu(duty: Commitments, state: State, back: Iterable[str] = ()) -> CommitmentChoices:
    return CommitmentChoices(
        duty,
        state,
        Attack,
        lambda attack: (attack.member, attack.target),
        done_action=Announced(),
        take_back=Back,
        may_be_taken_back=back,
    )


def test_the_menu_lists_what_it_judges_legal() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), "one")
    begun = menu(duty, (Group(("A",), ("D2",)),), back=("A",))
    assert list(begun) == [Attack("B", "D1"), Back("A")]
    assert all(map(begun.judge, begun))
    assert str(begun.judge(Announced())) == "still to be committed: B, D1"
    assert str(begun.judge(Attack("B", "D9"))).startswith("B reaches D1, nothing else")
    assert str(begun.judge(Back("B"))) == "that cannot be taken back now"
    assert begun.sample(Random(1)) == Attack("B", "D1")


def test_without_an_action_for_the_end_the_menu_is_empty_at_the_end() -> None:
    duty = Commitments({"A": ("D1",)}, "A")
    ended = CommitmentChoices(duty, (Group(("A",), ("D1",)),), Attack, lambda attack: (attack.member, attack.target))
    assert list(ended) == []
    assert str(ended.judge(Announced())) == "that is not asked for now"


def random_board(rng: Random, size: int) -> dict[str, tuple[str, ...]]:
    """Units in a line against units in a line: each reaches one to four that are near."""
    return {
        f"m{n}": tuple(sorted({f"t{(n + rng.randrange(-2, 3)) % size}" for _ in range(rng.randrange(1, 5))}))
        for n in range(size)
    }


@pytest.mark.parametrize(
    ("targets", "games"),
    [(kind, 40) for kind in BOTH] + [pytest.param(kind, 1000, marks=pytest.mark.thorough) for kind in BOTH],
)
def test_no_choice_leads_into_a_dead_end(targets: Targets, games: int) -> None:
    rng = Random(49)
    for game in range(games):
        reaches = random_board(rng, 12)
        duty = Commitments(reaches, reaches, [f"t{n}" for n in range(12)], targets)
        state: State = ()
        while not (finished := duty.complete(state)):
            action = menu(duty, state).sample(rng)
            assert isinstance(action, Attack), (game, state, finished)
            added = duty.add(state, action.member, action.target)
            assert not isinstance(added, Verdict)
            state = added
