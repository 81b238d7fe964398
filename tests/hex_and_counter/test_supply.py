"""Lines of supply: the worked examples of the mechanism."""

from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, at, ground, unit

from wargame_hex_and_counter import Pieces, Trace, Zones

ZONES = Zones(("infantry",), entering="free", leaving="free")
TRACE = Trace(sources={"red": ("0301",)}, chart=CHART, zones=ZONES, length=4)


def pieces(**where: str) -> Pieces:
    units = {name: unit(name) for name in where}
    return Pieces(ground(), units, {name: at(place) for name, place in where.items()})


def test_a_unit_is_in_supply_as_far_as_the_line_is_long() -> None:
    assert TRACE.has(pieces(r1="0305"), "r1")
    assert str(TRACE.why_not(pieces(r1="0306"), "r1")) == (
        "R1 is out of supply: no line of at most 4 hexes leads to 0306"
    )
    assert evolve(TRACE, length=None).has(pieces(r1="0308"), "r1")


def test_an_enemy_zone_makes_the_way_too_long_and_friends_negate_it() -> None:
    cut = pieces(r1="0305", b1="0403")
    assert not TRACE.has(cut, "r1")
    friends = pieces(r1="0305", b1="0403", r2="0303", r3="0304")
    assert not TRACE.has(friends, "r1")
    negated = evolve(TRACE, zones=evolve(ZONES, negated_by_friends=("supply",)))
    assert negated.has(friends, "r1")


def test_only_what_blocks_a_line_cuts_it() -> None:
    enemy = pieces(r1="0302", b1="0301")
    assert not TRACE.has(enemy, "r1")
    assert not evolve(TRACE, blocked_by=("enemy units",)).has(enemy, "r1")
    assert evolve(TRACE, blocked_by=()).has(enemy, "r1")
    assert not TRACE.has(pieces(b1="0305"), "b1")
