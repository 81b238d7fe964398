"""Worked examples of movement, zones of control and stacking: the settings of many rulebooks, a hex at a time."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from attrs import evolve
from tests.corinth.kit import corinth
from tests.corinth.kit import movement as corinth_movement
from tests.hex_and_counter.hex_kit import CHART, GRID, ONE, ZONES, at, ground, hexes, movement, stand, unit

from wargame_core.errors import RulesError
from wargame_core.maps.masks import bits, mask_of
from wargame_core.maps.movement import Reach
from wargame_hex_and_counter import Movement, Pieces, Stacking, Zones

RED, BLUE = unit("r1"), unit("b1")


def reach(pieces: Pieces, piece: str = "r1", **settings: object) -> Reach:
    """The reach of a unit; masks alone find the same hexes."""
    rule = movement(**settings)  # type: ignore[arg-type]
    found = rule.reach(pieces, piece)
    assert rule.spaces(pieces, piece) == found.spaces
    return found


def test_a_unit_pays_for_terrain_and_for_hexsides() -> None:
    lane = {name: "water" for name in GRID.names if not name.startswith("03")} | {"0303": "forest"}
    pieces = stand(ground(lane, {"river": [("0302", "0303")]}), RED, r1="0301")
    found = reach(pieces)
    assert (found.cost(at("0302")), found.cost(at("0303"))) == (4, 16)  # in quarters, because of the rails
    assert CHART.points_in_words(found.cost(at("0303"))) == "4"
    assert "0304 costs 5, budget 4" in str(movement().why_not(pieces, "r1", at("0304")))


def test_points_are_counted_in_the_smallest_part_that_the_chart_names() -> None:
    assert CHART.unit == 4


def test_a_unit_may_always_go_one_hex_as_its_whole_move() -> None:
    game_map = ground({"0302": "swamp"})
    slow = unit("r1", move=2)
    assert at("0302") not in reach(stand(game_map, slow, r1="0301"))
    assert at("0302") in reach(stand(game_map, slow, r1="0301"), minimum="one hex")
    assert at("0303") not in reach(stand(game_map, slow, r1="0301"), minimum="one hex")


def test_no_minimum_leads_into_closed_ground_or_for_a_unit_that_never_moves() -> None:
    game_map = ground({"0302": "water"})
    assert at("0302") not in reach(stand(game_map, RED, r1="0301"), minimum="one hex")
    assert list(reach(stand(game_map, unit("r1", move=0), r1="0303"), minimum="one hex").costs) == [at("0303")]


def test_a_road_is_paid_in_place_of_hex_and_hexside() -> None:
    game_map = ground(
        {"0302": "forest", "0303": "forest"}, {"river": [("0302", "0303")]}, {"pike": ["0302", "0303", "0304"]}
    )
    found = reach(stand(game_map, RED, r1="0301"))
    assert CHART.points_in_words(found.cost(at("0302"))) == "2"
    assert CHART.points_in_words(found.cost(at("0303"))) == "2 1/2"
    assert CHART.points_in_words(found.cost(at("0304"))) == "3"


def test_rail_movement_keeps_to_the_rails() -> None:
    game_map = ground(roads={"rail": ["0301", "0302", "0303", "0304"]})
    found = reach(stand(game_map, RED, r1="0301"), along=("rail",))
    assert hexes(game_map, found.spaces) == ["0301", "0302", "0303", "0304"]
    refused = movement(along=("rail",)).why_not(stand(game_map, RED, r1="0301"), "r1", at("0402"))
    assert "no rail joins" in str(refused)


def test_terrain_may_stop_instead_of_cost() -> None:
    game_map = ground({"0302": "woods"})
    found = reach(stand(game_map, unit("r1", move=2), r1="0301"))
    assert at("0302") in found
    assert at("0303") not in found
    assert at("0303") in reach(stand(game_map, unit("r1", move=2, kind="armor"), r1="0301"))


def test_ground_may_be_closed_to_a_kind() -> None:
    game_map = ground({"0302": "marsh"})
    assert at("0302") in reach(stand(game_map, RED, r1="0301"))
    tank = stand(game_map, unit("r1", kind="armor"), r1="0301")
    assert "armor may not enter 0302, marsh" in str(movement().why_not(tank, "r1", at("0302")))


# zones of control


def test_a_zone_does_not_reach_over_some_hexsides_or_into_some_terrain() -> None:
    game_map = ground({"0402": "marsh"}, {"lake": [("0303", "0304")]})
    zone = ZONES.zone_mask(stand(game_map, BLUE, b1="0303"), "blue", CHART)
    assert hexes(game_map, zone) == ["0202", "0203", "0302", "0403"]
    gun = unit("b1", kind="artillery")
    assert ZONES.zone_mask(stand(game_map, gun, b1="0303"), "blue", CHART) == 0


def test_who_enters_a_zone_stops_there_or_pays() -> None:
    pieces = stand(ground(), unit("r1", move=6), BLUE, r1="0301", b1="0303")
    assert at("0302") in reach(pieces)
    dear = evolve(ZONES, entering=2, leaving=2)
    found = reach(pieces, zones=dear)
    assert CHART.points_in_words(found.cost(at("0302"))) == "3"
    inside = stand(ground(), unit("r1", move=3), BLUE, r1="0302", b1="0303")
    assert CHART.points_in_words(reach(inside, zones=dear).cost(at("0301"))) == "3"


def test_from_zone_to_zone() -> None:
    pieces = stand(ground(), unit("r1", move=6), BLUE, r1="0302", b1="0303")
    shut = evolve(ZONES, zone_to_zone="forbidden")
    found = reach(pieces, zones=shut)
    assert len(found.path(at("0402"))) > 2
    assert "both in enemy zones" in str(
        movement(evolve(shut, leaving="free")).why_not(
            stand(ground(), unit("r1", move=1), BLUE, r1="0302", b1="0303"), "r1", at("0402")
        )
    )
    assert reach(pieces).path(at("0402")) == (at("0302"), at("0402"))
    dear = evolve(ZONES, entering=2, leaving=2)
    assert CHART.points_in_words(reach(pieces, zones=dear).cost(at("0402"))) == "5"
    whole = evolve(ZONES, entering="free", zone_to_zone="only as the whole move")
    assert at("0402") in reach(pieces, zones=whole)


def test_a_zone_may_hold_a_unit_fast() -> None:
    locked = evolve(ZONES, leaving="forbidden")
    pieces = stand(ground(), unit("r1", move=6), BLUE, r1="0302", b1="0303")
    assert list(reach(pieces, zones=locked).costs) == [at("0302")]
    assert "nobody moves out of the enemy zone of control in 0302" in str(
        movement(locked).why_not(pieces, "r1", at("0301"))
    )
    assert len(reach(pieces.without("b1"), zones=locked).costs) > 7
    assert ZONES.held_by(pieces, "r1", CHART) == ["b1"]


def test_friends_negate_a_zone_for_the_purposes_that_are_named() -> None:
    zones = evolve(ZONES, negated_by_friends=("retreat", "supply"))
    pieces = stand(ground(), RED, unit("r2"), BLUE, r1="0301", r2="0302", b1="0303")
    for purpose, cut in (("retreat", False), ("supply", False), ("movement", True), ("advance", True)):
        assert (zones.enemy_zone_mask(pieces, "red", CHART, purpose) >> at("0302") & 1) == cut  # type: ignore[arg-type]


def test_a_word_that_no_rulebook_says_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"Zones\(leaving='freely'\): it is one of 'free', 'forbidden', a number"):
        Zones(("infantry",), entering="stops", leaving="freely")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="it is one of 'let pass', 'block'"):
        movement(friends="pushed")
    with pytest.raises(RulesError, match="counts units, nothing else"):
        Stacking(2, "steps", "end of movement")


# stacking


def test_at_the_end_of_movement_a_unit_may_come_before_another_has_gone() -> None:
    late = evolve(ONE, checked="end of movement")
    a, b = unit("r1"), unit("r2")
    pieces = stand(ground(), a, b, r1="0303", r2="0301")
    rule = movement(stacking=late)
    found = rule.spaces(pieces, "r2")
    free = {"r1": rule.reach(pieces, "r1").spaces}
    assert rule.ends(pieces, "r2", found, free) >> at("0303") & 1
    assert not rule.ends(pieces, "r2", found, {}) >> at("0303") & 1  # the other has moved already
    assert late.overstacked_hexes(pieces.moved("r2", at("0303")), "red") == [at("0303")]
    assert not movement().ends(pieces, "r2", found, free) >> at("0303") & 1


def test_who_makes_room_may_need_another_to_make_room_first() -> None:
    late = evolve(ONE, checked="end of movement")
    three = [unit("r1"), unit("r2"), unit("r3")]
    pieces = stand(ground(), *three, r1="0301", r2="0303", r3="0303")
    only = {"r2": 1 << at("0304"), "r3": 1 << at("0304")}
    assert late.can_make_room(pieces, "red", only)
    assert not late.can_make_room(pieces.moved("r1", at("0304")), "red", only)
    chain = {"r3": 1 << at("0304"), "r1": 1 << at("0305")}
    assert late.can_make_room(pieces.moved("r1", at("0304")), "red", chain)


def test_who_made_room_for_one_hex_may_stay_after_all_for_the_sake_of_another() -> None:
    """r1 could leave for 0303, the only hex that r3 has; r2 goes to 0304 instead."""
    late = evolve(ONE, checked="end of movement")
    four = [unit("r1"), unit("r2"), unit("r3"), unit("r4")]
    pieces = stand(ground(), *four, r1="0301", r2="0301", r3="0302", r4="0302")
    free = mask_of([at("0303")])
    assert late.can_make_room(pieces, "red", {"r1": free, "r2": mask_of([at("0304")]), "r3": free})


def test_making_room_is_found_wherever_any_moves_would_make_it() -> None:
    """Against every way in which those that have not moved could stay or go."""
    for seed in range(1_000):
        rng, names = Random(seed), ("0301", "0302", "0303", "0304", "0305", "0402", "0403")
        late = Stacking(rng.choice((1, 2)), checked="end of movement")
        units = [unit(f"r{n}") for n in range(rng.randint(2, 7))]
        pieces = stand(ground(), *units, **{one.id: rng.choice(names) for one in units})
        movable = rng.sample(units, rng.randint(1, len(units)))
        open_to = {one.id: [at(name) for name in names if rng.random() < 0.3] for one in movable}
        ways = product(*([*open_to.get(one.id, ()), pieces.at[one.id]] for one in units))
        possible = any(max(Counter(way).values()) <= late.stacking_limit("red") for way in ways)
        assert late.can_make_room(pieces, "red", {one: mask_of(to) for one, to in open_to.items()}) == possible, seed


@pytest.mark.parametrize("seed", range(40))
def test_where_the_others_can_make_room_is_found_for_many_hexes_as_for_each(seed: int) -> None:
    """Of hexes that are crowded or not, whoever stands there, with moves that nobody or many have."""
    rng, names = Random(seed), ("0301", "0302", "0303", "0304", "0305", "0402")
    late = Stacking(rng.choice((1, 2)), checked="end of movement", free=rng.choice(((), ("leader",))))
    units = [unit(f"r{n}", kind=rng.choice(("infantry", "infantry", "leader"))) for n in range(rng.randint(2, 8))]
    pieces = stand(ground(), *units, **{one.id: rng.choice(names) for one in units})
    movable = {one.id for one in units if rng.random() < 0.6}
    open_to = {one: mask_of(at(name) for name in names if rng.random() < 0.3) for one in movable}
    for one in units:
        hexes_asked = mask_of(map(at, names)) & ~(1 << pieces.at[one.id])
        others = {other: mask for other, mask in open_to.items() if other != one.id}
        each = (space for space in bits(hexes_asked) if late.can_make_room(pieces.moved(one.id, space), "red", others))
        assert late.hexes_leaving_room(pieces, one.id, hexes_asked, open_to) == mask_of(each)


def test_a_limit_counts_units_steps_or_strength_and_some_are_free() -> None:
    big, small, head = unit("r1", 6, back=3), unit("r2", 2), unit("r3", 0, kind="leader")
    pieces = stand(ground(), big, small, head, r1="0303", r2="0301", r3="0301")
    assert Stacking(2, "steps").fits(pieces, "r1", at("0301")) is not None
    assert (
        str(Stacking(2, "steps").fits(pieces, "r2", at("0303")))
        == "0303 is full: R1; at most 2 steps stand in a hex, not 3"
    )
    assert Stacking(8, "strength").fits(pieces, "r2", at("0303"))
    assert Stacking(1, free=("leader",)).fits(pieces, "r3", at("0303"))
    assert Stacking({"red": 2, "blue": 1}).fits(pieces, "r2", at("0303"))


def test_steps_all_at_once_and_one_by_one_are_the_same() -> None:
    """On the map of Corinth, for every unit, by day and by night."""
    game = corinth()
    corinth_zones = corinth_movement(game).zones
    for turn, scenario in ((1, "two_days"), (6, "two_days"), (8, "second_day")):
        board = game.set_up(scenario, {})
        board.turn = turn
        for checked in ("end of movement", "always"):
            rule = Movement(game.chart, corinth_zones, evolve(ONE, checked=checked))
            for piece in board.at:
                whole = rule.reach(board.pieces, piece)
                one_by_one = OneByOne(game.chart, corinth_zones, evolve(ONE, checked=checked)).reach(
                    board.pieces, piece
                )
                assert whole.costs == one_by_one.costs


class OneByOne(Movement):
    """Movement that asks for each step."""

    def _steps(self, pieces: Pieces, unit: str, zones: Zones, zone: int) -> None:
        return None
