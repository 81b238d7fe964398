"""Choices that must complete: worked examples, brute force, no dead end, refusals that say who is left."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from random import Random

import pytest
from attrs import frozen

from wargame_core.authoring import Action
from wargame_core.errors import UnknownName
from wargame_core.flow.commitments import CommitmentChoices, Commitments, Group, State, Targets
from wargame_core.rulings import Verdict

BOTH: tuple[Targets, ...] = ("one", "several")


def test_two_join_against_one_and_a_third_target_must_be_reached_by_both() -> None:
    free = Commitments({"A": ("D1",), "B": ("D1", "D2")})
    both = free.add((Group(("A",), ("D1",)),), "B", "D1")
    assert both == (Group(("A", "B"), ("D1",)),)
    assert str(free.add(both, "B", "D2")) == "A does not reach D2"


def test_where_all_must_the_one_legal_whole_is_found() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), "one")
    assert str(duty.add((), "A", "D1")) == "with A against D1 nobody is left for D2"
    first = duty.add((), "A", "D2")
    assert not isinstance(first, Verdict)
    assert str(duty.complete(first)) == "still to be committed: B, D1"
    whole = duty.add(first, "B", "D1")
    assert whole == (Group(("A",), ("D2",)), Group(("B",), ("D1",)))
    assert list(duty.moves(whole)) == []
    assert duty.complete(whole)


def test_a_group_of_several_targets_leaves_nobody_over() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"))
    joined = duty.add((Group(("A",), ("D1",)),), "B", "D1")
    assert str(joined) == "with B against D1 nobody is left for D2"
    wide = duty.add((Group(("A",), ("D1",)),), "A", "D2")
    assert str(wide) == "with A against D2 B would be left over"


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
        done=Announced(),
        back=Back,
        may_be_taken_back=back,
    )


def test_the_menu_lists_what_it_judges_legal() -> None:
    duty = Commitments({"A": ("D1", "D2"), "B": ("D1",)}, "AB", ("D1", "D2"), "one")
    begun = menu(duty, (Group(("A",), ("D2",)),), back=("A",))
    assert list(begun) == [Attack("B", "D1"), Back("A")]
    assert all(map(begun.judge, begun))
    assert str(begun.judge(Announced())) == "still to be committed: B, D1"
    assert str(begun.judge(Attack("B", "D9"))).startswith("unknown target 'D9'")
    assert str(begun.judge(Back("B"))) == "that cannot be taken back now"
    assert begun.sample(Random(1)) == Attack("B", "D1")


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
