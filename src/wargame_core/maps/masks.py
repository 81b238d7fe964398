"""Sets of spaces as Python integers: bit s of a *mask* is set when space s is in the set.

One integer holds all occupied or all reachable spaces, and `flood` moves all of them at once: a shift and a bitwise AND
for each direction. Everything here is a plain function of integers, because rules call it thousands of times a second.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from wargame_core.errors import WargameError


def mask_of(spaces: Iterable[int]) -> int:
    """The mask of some spaces.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def bits(mask: int) -> Iterator[int]:
    """The spaces of a mask, lowest first.

    >>> list(bits(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: int, bit_number: int) -> int:
    """The n-th space of a mask (from 0, lowest first), without listing the others.

    Raises:
        IndexError: n is negative, or the mask has fewer spaces.

    >>> nth_bit(0b101100, 2)
    5
    """
    if not 0 <= bit_number < mask.bit_count():
        raise IndexError(f"space {bit_number} of a mask of {mask.bit_count()}")
    base = (mask & -mask).bit_length() - 1
    mask >>= base
    width = mask.bit_length()
    while width > 32:
        half_width = width >> 1
        low = mask & ((1 << half_width) - 1)
        count = low.bit_count()
        if bit_number < count:
            mask, width = low, half_width
        else:
            bit_number -= count
            mask >>= half_width
            base += half_width
            width -= half_width
    for _ in range(bit_number):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


class _EntrySpaces(dict[int, int]):
    """Where each space is entered from, worked out when it is first asked: most spaces of a passage never are."""

    def __init__(self, steps: tuple[tuple[int, int], ...]) -> None:
        self.steps = steps

    def __missing__(self, space: int) -> int:
        mask = 0
        for shift, leaving_mask in self.steps:
            if shift <= space and leaving_mask >> space - shift & 1:
                mask |= 1 << space - shift
        self[space] = mask
        return mask


@frozen(slots=False)
class Passage:
    """The allowed steps: for each shift the mask of the spaces that may be left by it (space + shift is entered).

    Square maps have four shifts, hex maps six to ten. A map makes and caches its passages: `Map.passage`.
    """

    steps: tuple[tuple[int, int], ...]

    @cached_property
    def before(self) -> Mapping[int, int]:
        """For each space the mask of the spaces from which one step leads to it; 0 for those that nobody may enter."""
        return _EntrySpaces(self.steps)

    def leads(self, start: int, end: int) -> bool:
        """Whether one step goes from start to end."""
        return bool(self.before[end] >> start & 1)

    def next(self, mask: int) -> int:
        """All spaces one step away from the spaces of `mask`."""
        # On a map of 8 columns a step to the south is a shift by 8, one to the east by 1. Of the latter `leaving` has
        # no bit of the last column: a bit at the end of a row would come out at the beginning of the next.
        neighbours = 0
        for shift, leaving_mask in self.steps:
            stepping = mask & leaving_mask
            if stepping:
                neighbours |= stepping << shift if shift > 0 else stepping >> -shift
        return neighbours


def flood(passage: Passage, start_mask: int, steps: int, free_mask: int, stop_mask: int = 0) -> list[int]:
    """Layers of a march from `start_mask`: `layers[k]` is the mask of spaces at exactly k steps, layer 0 is the start.

    Only spaces of `free_mask` are entered (the start need not be free). Spaces of `stop_mask` can be entered but not
    left, except from the start. The list ends early when nothing new is reached, so it has at most `steps` + 1 layers.
    Layers have no common space: `sum(layers)` is the mask of all of them.
    """
    layers = [start_mask]
    free_mask &= ~start_mask
    frontier = start_mask
    ways = passage.steps
    for _ in range(steps):
        neighbours = 0
        for shift, leaving_mask in ways:
            stepping = frontier & leaving_mask
            if stepping:
                neighbours |= stepping << shift if shift > 0 else stepping >> -shift
        frontier = neighbours & free_mask
        if not frontier:
            break
        layers.append(frontier)
        free_mask ^= frontier
        if stop_mask:
            frontier &= ~stop_mask
    return layers


def connected(passage: Passage, start_mask: int, free_mask: int) -> int:
    """Mask of the spaces of `start_mask`, which need not be free, and all that ways through `free_mask` lead to.

    As all the layers of a `flood` without end, for who needs no way there.
    """
    reached_mask, mask_before = start_mask, 0
    while reached_mask != mask_before:
        mask_before = reached_mask
        # each goes on from where the one before led: fewer rounds than layers
        for shift, leaving_mask in passage.steps:
            stepping = reached_mask & leaving_mask
            reached_mask |= free_mask & (stepping << shift if shift > 0 else stepping >> -shift)
    return reached_mask


def spread(passage: Passage, first_mask: int, steps: int, free_mask: int, stop_mask: int = 0) -> int:
    """Mask of the spaces that a move of at most `steps` steps can end in; `first_mask` are those of its first step.

    As all the layers of a `flood` after the start together, for who needs no way there: only spaces of `free_mask`
    are entered, and none is left that is in `stop_mask`.
    """
    reached_mask = first_mask & free_mask
    frontier = reached_mask & ~stop_mask
    for _ in range(steps - 1):
        if not frontier:
            break
        frontier = passage.next(frontier) & free_mask & ~reached_mask
        reached_mask |= frontier
        frontier &= ~stop_mask
    return reached_mask


def within_points(
    ways: Sequence[tuple[int, Passage]], starts: int, points: int, free_mask: int, stop_mask: int = 0
) -> int:
    """Mask of the spaces that can be reached from a mask for so many points, which is part of it.

    ``ways`` has by the points of a step, the fewest first, the passage of the steps that cost so many; steps of 0
    points are not taken. Only spaces of `free_mask` are entered; those of `stop_mask` are not left, except at the
    start. `reach` of `maps.movement` finds the ways as well.

    >>> line = passages([[(1, 1)], [(0, 1), (2, 2)], [(1, 1), (3, 1)], [(2, 2)]])
    >>> bin(within_points(line, 0b1, 3, 0b1111)), bin(within_points(line, 0b1, 9, 0b1111, stop_mask=0b0100))
    ('0b111', '0b111')
    """
    layers, reached_mask = [0] * (points + 1), 0
    layers[0] = starts
    for points_spent in range(points + 1):
        frontier = layers[points_spent] & ~reached_mask
        if not frontier:
            continue
        reached_mask |= frontier
        if points_spent:
            frontier &= ~stop_mask
        for cost, passage in ways:
            if points_spent + cost > points:
                break
            layers[points_spent + cost] |= passage.next(frontier) & free_mask
    return reached_mask


def passages(steps: Sequence[Iterable[tuple[int, int]]]) -> tuple[tuple[int, Passage], ...]:
    """The ``ways`` of `within_points`, from the spaces that can be entered from each space, with their points."""
    leaving_masks: dict[int, dict[int, int]] = {}
    for space, row in enumerate(steps):
        for neighbour, cost in row:
            shifts = leaving_masks.setdefault(cost, {})
            shifts[neighbour - space] = shifts.get(neighbour - space, 0) | 1 << space
    return tuple((cost, Passage(tuple(leaving_masks[cost].items()))) for cost in sorted(leaving_masks))


def walk_back(passage: Passage, layers: list[int], end: int, prefer: int = 0, stops: int = 0) -> tuple[int, ...]:
    """One shortest path through the layers of a `flood`, from its start to `end`, both included.

    Of equally short paths it prefers one through spaces of the mask `prefer`, then one that goes straight on; the
    result is always the same. `stops` are those of the flood.

    Raises:
        WargameError: `end` is in no layer.
    """
    depth = len(layers) - 1
    while depth >= 0 and not layers[depth] >> end & 1:
        depth -= 1
    if depth < 0:
        raise WargameError(f"space {end} is in none of the {len(layers)} layers of this flood")
    if stops:
        layers = [layers[0], *(layer & ~stops for layer in layers[1:])]
    masks_before = passage.before
    path = [end]
    space, last_step = end, 0
    for layer in layers[depth - 1 :: -1] if depth else ():
        ways = layer & masks_before[space]
        if ways & (ways - 1):
            ways = ways & prefer or ways
            straight = space - last_step
            space_before = straight if straight >= 0 and ways >> straight & 1 else (ways & -ways).bit_length() - 1
        else:
            space_before = ways.bit_length() - 1
        last_step = space - space_before
        space = space_before
        path.append(space)
    path.reverse()
    return tuple(path)


def ways_to(passage: Passage, layers: Sequence[int], end_mask: int, stop_mask: int = 0) -> dict[int, tuple[int, ...]]:
    """By space of `end_mask` that is in a layer of a `flood`, the spaces entered on the way there.

    Each is the path of `walk_back` without its start, but paths that begin alike are walked once. `stop_mask` is that
    of the flood.
    """
    passable_layers = [layers[0], *[layer & ~stop_mask for layer in layers[1:]]] if stop_mask else layers
    masks_before = passage.before
    shared_beginnings: dict[tuple[int, int], tuple[int, ...]] = {}

    def way(space: int, last_step: int, depth: int) -> tuple[int, ...]:
        """The way to a space that is `depth` steps away and is left by the step `last`, 0 for an end."""
        if not depth:
            return ()
        ways = passable_layers[depth - 1] & masks_before[space]
        straight = space - last_step
        if straight >= 0 and ways >> straight & 1:
            space_before = straight
        else:
            space_before = (ways & -ways).bit_length() - 1
        step = space_before, space - space_before
        if (beginning := shared_beginnings.get(step)) is None:
            beginning = shared_beginnings[step] = way(*step, depth - 1)
        return (*beginning, space)

    return {end: way(end, 0, depth) for depth, layer in enumerate(layers) for end in bits(layer & end_mask)}
