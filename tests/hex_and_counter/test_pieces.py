"""What follows from where units stand is the same whether it is worked out anew or carried on from before a move."""

from functools import partial
from random import Random

import pytest
from tests.hex_and_counter.hex_kit import CHART, ZONES, at, ground, stand, unit

from wargame_hex_and_counter import Pieces
from wargame_hex_and_counter.board.pieces import Course, within

UNITS = (*(unit(f"r{n}") for n in range(1, 7)), *(unit(f"b{n}") for n in range(1, 5)))
SIDES = ("red", "blue")


def facts(pieces: Pieces) -> list[object]:
    """Masks of both sides, zones, and the hexes with more than so many counters."""
    by_side = [(pieces.mask(side), pieces.enemies(side)) for side in SIDES]
    zones = [
        (ZONES.zone_mask(pieces, side, CHART), ZONES.enemy_zone_mask(pieces, side, CHART, "movement")) for side in SIDES
    ]
    return [by_side, zones, [pieces.crowded_spaces(number) for number in range(5)], pieces.stacks]


def after(before: Pieces, at: dict[str, int]) -> Pieces:
    """The pieces in other spaces, with what can be carried on from before."""
    return Pieces(before.map, before.units, at, deployment=before.deployment.after(at))


@pytest.mark.parametrize("seed", range(10))
def test_what_follows_from_where_units_stand_is_carried_on_as_it_would_be_worked_out_anew(seed: int) -> None:
    """Units move, go and come, one at a time or two at once, onto others of both sides."""
    rng = Random(seed)
    near = [at(name) for name in ("0303", "0304", "0402", "0403", "0502")]
    pieces = Pieces(ground(), {one.id: one for one in UNITS}, {one.id: rng.choice(near) for one in UNITS})
    for _ in range(60):
        facts(pieces)
        places = dict(pieces.at)
        for unit_id in rng.sample([one.id for one in UNITS], rng.choice((0, 1, 1, 1, 2))):
            if unit_id in places and rng.random() < 0.3:
                del places[unit_id]
            else:
                places[unit_id] = rng.choice(near)
        pieces = after(pieces, places)
        assert facts(pieces) == facts(Pieces(pieces.map, pieces.units, places))


def test_zones_of_the_others_are_kept_while_units_of_one_side_move() -> None:
    pieces = stand(ground(), *UNITS, r1="0303", r2="0304", b1="0808")
    made: list[str] = []

    def make(side: str) -> str:
        made.append(side)
        return side

    def worked_out(pieces: Pieces, side: str) -> str:
        return pieces.deployment.cached_of_others(side, "key", partial(make, side))

    worked_out(pieces, "red")
    worked_out(pieces, "blue")
    moved = after(pieces, {**pieces.at, "r1": at("0302")})
    worked_out(moved, "red")
    worked_out(moved, "blue")
    assert made == ["red", "blue", "blue"], "what blue meets has moved"


def test_a_course_is_searched_only_for_more_than_its_end() -> None:
    searches: list[str] = []

    def find() -> tuple[int, ...]:
        searches.append("found")
        return (3, 4, 5)

    course = Course(5, 0b111000, find)
    assert (course[-1], within(course), searches) == (5, 0b111000, [])
    assert (list(course), len(course), course[0], course[1:], course[-1:]) == ([3, 4, 5], 3, 3, (4, 5), (5,))
    assert searches == ["found"]
    assert within((3, 5)) == 0b101000
