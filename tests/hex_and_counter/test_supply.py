"""Lines of supply: the worked examples of the mechanism."""

from typing import Any, Literal

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, a_board, at, combat, ground, stand, table, unit

from wargame_core.charts import multiplied
from wargame_core.errors import RulesError
from wargame_core.maps.features import Road
from wargame_hex_and_counter import OutOfSupply, Pieces, Rail, Stacking, Trace, Zones
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.rules.results import remaining_battle
from wargame_laws import drive

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


# combat

NO_ZONES = Zones((), entering="free", leaving="free")
AT_THE_SOURCE = Trace(sources={"red": ("0405",)}, chart=CHART, zones=NO_ZONES, length=0)
HALF = OutOfSupply(trace=AT_THE_SOURCE, attacks="halved", defends="halved")


def _fight(supply: OutOfSupply | None, **settings: Any) -> str:
    """What the odds are of R1 out of supply and R2 in supply against B1, which has no source."""
    place = stand(ground(), unit("r1"), unit("r2"), unit("b1"), r1="0606", r2="0405", b1="0506")
    rule = combat(table(), out_of_supply=supply, **settings)
    battle = Battle("red", ("r1", "r2"), (at("0506"),))
    return str(rule.fight(place, battle).ruling())


def test_each_unit_out_of_supply_is_halved_and_no_other() -> None:
    assert "12 to 6" in _fight(None)
    told = _fight(HALF)
    assert "9 to 3" in told, "6/2 + 6 against 6/2"
    assert "out of supply: halved: 3" in told
    assert "9 to 6" in _fight(evolve(HALF, defends="in full"))
    assert "12 to 3" in _fight(evolve(HALF, attacks="in full"))


def test_what_the_ground_does_counts_besides_where_only_the_best_of_the_ground_counts() -> None:
    place = stand(ground(rivers={"bank": [("0606", "0506")]}), unit("r1"), unit("b1"), r1="0606", b1="0506")
    rule = combat(table(), out_of_supply=HALF, terrain="best counts")
    assert "3 to 6" in str(rule.fight(place, Battle("red", ("r1",), (at("0506"),))).ruling()), "6/2 against 6x2/2"


def test_a_unit_out_of_supply_that_may_not_attack_need_not() -> None:
    place = stand(ground(), unit("r1"), unit("r2"), unit("b1"), r1="0606", r2="0405", b1="0506")
    rule = combat(table(), out_of_supply=evolve(HALF, attacks="not at all"), must=("attack",))
    duty = rule.commitments(place, "red")
    assert duty.members == ("r2",)
    assert not rule.reaches(place, "r1")
    assert list(rule.out_of_supply.sentences()) == [  # type: ignore[union-attr]
        "A unit is in supply where a line of at most 0 hexes leads to it from a source, through no enemy unit and no "
        "enemy zone.",
        "Sources of Red: 0405.",
        "A unit out of supply attacks not at all and defends with half its strength.",
    ]


def test_an_attack_of_who_is_cut_off_by_an_earlier_battle_is_not_made() -> None:
    place = stand(ground(), unit("r1"), unit("b1"), unit("b2"), r1="0305", b1="0405", b2="0805")
    open_country = evolve(TRACE, zones=NO_ZONES)
    rule = combat(table(), out_of_supply=evolve(HALF, trace=open_country, attacks="not at all"))
    battle = Battle("red", ("r1",), (at("0405"),))
    assert remaining_battle(place, rule, battle) == battle
    assert remaining_battle(place.moved("b2", at("0301")), rule, battle) is None


# what else a unit without supply does, and when that is judged

HALVES = OutOfSupply(
    trace=AT_THE_SOURCE, attacks="halved", defends="halved", moves="halved", fractions="dropped, but not to 0"
)


def test_halves_drop_fractions_and_are_never_under_1() -> None:
    place = stand(ground(), unit("r1", 5, 6), unit("r2", 1, 6), unit("b1"), r1="0606", r2="0601", b1="0506")
    for name, has in (("r1", (2, 3)), ("r2", (1, 3))):
        (factor,) = HALVES.factors(place, name, attacks=True)
        assert multiplied(place.face(name).strength, [factor]) == has[0]
        assert HALVES.allowance()(place, name) == has[1]
    supplied = stand(ground(), unit("r1", 5, 6), r1="0405")
    assert HALVES.allowance()(supplied, "r1") == 6
    assert evolve(HALVES, moves="not at all").allowance()(place, "r1") == 0
    assert evolve(HALVES, moves="in full").allowance()(place, "r1") == 6
    assert list(evolve(HALVES, moves="not at all").sentences())[3:] == ["It does not move."]


@pytest.mark.parametrize(("fractions", "half"), [("kept", "5/2"), ("dropped", "2"), ("rounded up", "3")])
def test_fractions_are_kept_dropped_or_rounded_up(fractions: Any, half: str) -> None:
    place = stand(ground(), unit("r1", 5, 5), r1="0606")
    assert str(evolve(HALVES, fractions=fractions).allowance()(place, "r1")) == half


def test_judged_at_its_step_a_unit_cut_off_later_keeps_its_movement() -> None:
    rule = evolve(HALVES, judged="at its step", trace=TRACE)
    board = a_board(stand(ground(), unit("r1", 6, 6), unit("b1"), r1="0302", b1="0808"))
    assert drive(rule.judge("red"), board) == []
    board.at["b1"] = at("0301")
    assert not TRACE.has(board.pieces, "r1")
    assert rule.allowance()(board.pieces, "r1") == 6
    (event,) = drive(rule.judge("red"), board)
    assert event.text(board) == "Red out of supply: R1."
    assert rule.allowance()(board.pieces, "r1") == 3
    board.at["b1"] = at("0808")
    (event,) = drive(rule.judge("red"), board)
    assert (event.text(board), board.out_of_supply) == ("Red out of supply: nobody.", set())


def test_a_unit_out_of_supply_may_exert_no_zone() -> None:
    rule = evolve(HALVES, judged="at its step")
    board = a_board(stand(ground(), unit("r1"), unit("b1"), r1="0302", b1="0304"))
    zones = Zones(("infantry",), entering="stops", leaving="free", exerts=rule.exerts)
    assert zones.zone_mask(board.pieces, "red", CHART)
    assert zones.held_by(stand(ground(), unit("r1"), unit("b1"), board=board, r1="0302", b1="0303"), "b1", CHART) == [
        "r1"
    ]
    board.out_of_supply = {"r1"}
    assert zones.zone_mask(board.pieces, "red", CHART) == 0
    with pytest.raises(RulesError, match="needs judged='at its step'"):
        HALVES.exerts(board.pieces, "r1")


def test_a_word_for_the_strength_that_there_is_not_is_refused() -> None:
    with pytest.raises(RulesError, match="attacks='quartered'"):
        OutOfSupply(trace=TRACE, attacks="quartered", defends="halved")  # type: ignore[arg-type]


# along railroads

LINE = Road("", "rail", tuple(map(at, ("0301", "0302", "0303", "0304", "0305", "0306", "0307"))))


def along_rail(held: dict[str, str], **where: str) -> Pieces:
    """Pieces on a board with a railroad, of whose hexes somebody holds some."""
    placed = pieces(**where)
    board = a_board(Pieces(evolve(ground(), roads=(LINE,)), placed.units, placed.at))
    board.held = held
    return board.pieces


def by_rail(blocked_by: tuple[Literal["enemy units", "enemy zones"], ...] = ("enemy units", "enemy zones")) -> Trace:
    rail = Rail(
        along=("rail",), capacity=1, chart=CHART, zones=ZONES, stacking=Stacking(1), enemy_zones="free",
        friendly="not held by the enemy",
    )  # fmt: skip
    return evolve(TRACE, length=1, rail=rail, blocked_by=blocked_by)


def test_a_line_runs_any_distance_along_a_railroad_and_so_far_beside_it() -> None:
    assert [by_rail().has(along_rail({}, r1=hex_), "r1") for hex_ in ("0307", "0308", "0508")] == [True, True, False]
    assert not evolve(TRACE, length=1).has(along_rail({}, r1="0307"), "r1")


def test_a_railroad_that_serves_the_enemy_or_that_he_stands_at_leads_nowhere() -> None:
    assert not by_rail().has(along_rail({"0303": "blue"}, r1="0306"), "r1")
    assert by_rail().has(along_rail({"0303": "red"}, r1="0306"), "r1")
    assert not by_rail(("enemy units",)).has(along_rail({}, r1="0306", b1="0303"), "r1")
    assert by_rail(("enemy units",)).has(along_rail({}, r1="0306", b1="0402"), "r1")
    assert not by_rail().has(along_rail({}, r1="0306", b1="0402"), "r1")
