"""What follows from where units stand is the same whether it is worked out anew or taken over from before a move."""

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
    zones = [(ZONES.exerted(pieces, side, CHART), ZONES.against(pieces, side, CHART, "movement")) for side in SIDES]
    return [by_side, zones, [pieces.holding(number) for number in range(4)]]


@pytest.mark.parametrize("seed", range(10))
def test_a_game_of_moves_takes_over_what_would_be_worked_out_anew(seed: int) -> None:
    rng = Random(seed)
    near = [at(name) for name in ("0303", "0304", "0402", "0403", "0502")]
    pieces = Pieces(ground(), {one.id: one for one in UNITS}, {one.id: rng.choice(near) for one in UNITS})
    for _ in range(30):
        facts(pieces)
        mover = rng.choice(list(pieces.at))
        moved = pieces.moved(mover, rng.choice(near))
        moved.take_over(pieces, mover)
        assert facts(moved) == facts(pieces.moved(mover, moved.at[mover]))
        pieces = moved


@pytest.mark.parametrize("also", ["moves", "goes", "comes"])
def test_nothing_is_taken_over_where_another_unit_moves_goes_or_comes_too(also: str) -> None:
    before = stand(ground(), *UNITS, r1="0303", r2="0304", b1="0808", b2="0707")
    facts(before)
    after = before.moved("r1", at("0302"))
    match also:
        case "moves":
            after = after.moved("b1", at("0101"))
        case "goes":
            after = after.without("b1")
        case _:
            after = after.moved("b3", at("0606"))
    anew = Pieces(after.map, after.units, after.at)
    after.take_over(before, "r1")
    assert facts(after) == facts(anew)


def test_nothing_is_taken_over_of_a_unit_that_left_the_map_or_came() -> None:
    before = stand(ground(), *UNITS, r1="0303", b1="0808")
    facts(before)
    for after, mover in ((before.without("r1"), "r1"), (before.moved("r2", at("0304")), "r2")):
        anew = Pieces(after.map, after.units, after.at)
        after.take_over(before, mover)
        assert facts(after) == facts(anew)


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
