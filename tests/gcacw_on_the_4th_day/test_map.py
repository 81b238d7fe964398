from collections import Counter
from pathlib import Path

import pytest

from wargame_core.data import Basis
from wargame_core.maps.files.hexes import HEXES
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import flood
from wargame_pictures.paper.account import account

DATA = Path(__file__).parents[2] / "plugins/gcacw_on_the_4th_day/src/wargame_gcacw_on_the_4th_day/data"


@pytest.fixture(scope="module")
def board() -> HexMap:
    return HEXES.load(DATA / "map.toml")


def around(board: HexMap, name: str) -> set[str]:
    return {board.coordinates(space) for space in board.neighbours[board.parse(name)]}


def linked(board: HexMap, kind: str) -> set[tuple[int, int]]:
    return {one for road in board.roads if road.kind == kind for one in road.edges}


def test_the_map_is_the_folded_pair_of_sheets(board: HexMap) -> None:
    assert board.size == 1288
    columns = Counter(name[1:3] for name in board.grid.names)
    assert columns == {f"{column:02}": 28 for column in range(1, 47)}
    assert {name[3:] for name in board.grid.names if name[0] == "N" and int(name[1:3]) % 2} == {
        str(r) for r in range(24, 35)
    }
    assert "N0234" not in board.grid.names
    assert "S0101" not in board.grid.names
    assert "S0201" in board.grid.names


def test_terrain_is_counted_as_reconstructed(board: HexMap) -> None:
    counts = {"clear": 540, "mountain": 207, "rolling": 422, "rough": 97, "woods": 22}
    assert Counter(board.terrain) == counts
    assert board.enterable == board.all


@pytest.mark.parametrize(("kind", "hexsides"), [("pike", 250), ("road", 1083), ("rail", 56)])
def test_every_road_hexside_is_there_once(board: HexMap, kind: str, hexsides: int) -> None:
    assert len(linked(board, kind)) == hexsides
    assert sum(len(road.edges) for road in board.roads if road.kind == kind) == hexsides
    assert {road.kind for road in board.roads} == {"pike", "road", "rail"}


def test_no_hexside_has_both_a_pike_and_a_road(board: HexMap) -> None:
    assert linked(board, "pike") & linked(board, "road") == set()
    assert len(linked(board, "pike") & linked(board, "rail")) == 26


@pytest.mark.parametrize(("kind", "hexsides", "bars"), [("creek", 364, False), ("river", 83, True)])
def test_water_runs_along_hexsides(board: HexMap, kind: str, hexsides: int, bars: bool) -> None:
    assert len(board.edges_on(kind)) == hexsides
    assert {barrier.bars for barrier in board.barriers if barrier.kind == kind} == {bars}
    assert board.edges_on("creek") & board.edges_on("river") == frozenset()


def test_four_bridges_and_nine_fords_lead_over_the_rivers(board: HexMap) -> None:
    crossings = board.crossings.values()
    assert Counter(one.kind for one in crossings) == {"bridge": 4, "ford": 9}
    assert {one.edge for one in crossings} <= board.edges_on("river")
    # Every way over a river is a crossing: by pike over the bridges, by road through the fords.
    assert {one.edge for one in crossings if one.kind == "bridge"} == linked(board, "pike") & board.edges_on("river")
    assert {one.edge for one in crossings if one.kind == "ford"} == linked(board, "road") & board.edges_on("river")
    assert linked(board, "rail") & board.edges_on("river") == set()


def test_a_river_stops_a_march_and_a_creek_does_not(board: HexMap) -> None:
    passage = board.passage()
    crossed = {one.edge for one in board.crossings.values()}
    assert all(passage.leads(a, b) for a, b in board.edges_on("creek"))
    assert {(a, b) for a, b in board.edges_on("river") if passage.leads(a, b)} == crossed


def test_the_hexes_meet_at_the_seam(board: HexMap) -> None:
    assert {"S3201", "S3401", "S3302"} <= around(board, "N3334")
    assert around(board, "N3334") == {"N3233", "N3333", "N3433", "S3201", "S3302", "S3401"}
    assert around(board, "S3201") == {"N3233", "N3134", "N3334", "S3202", "S3102", "S3302"}


def test_no_hex_inside_the_map_lacks_a_neighbour(board: HexMap) -> None:
    inside = [n for n in board.grid.names if n[1:3] not in ("01", "46") and n[0] + n[3:] not in ("N24", "S18")]
    assert [name for name in inside if len(around(board, name)) != 6] == []


PIKES = frozenset({"pike"})


@pytest.mark.parametrize(
    "town",
    ["Cashtown", "Greenwood", "Chambersburg", "Fairfield", "Monterey Gap", "Waynesboro", "Greencastle", "Williamsport"],
)
def test_a_pike_leads_from_gettysburg(board: HexMap, town: str) -> None:
    passage = board.passage(links_only=True, kinds=PIKES)
    reached = sum(flood(passage, 1 << board.parse("Gettysburg"), board.size, board.all))
    assert reached >> board.parse(town) & 1


def test_the_toll_house_is_three_hexes_of_road_from_s1707(board: HexMap) -> None:
    passage = board.passage(links_only=True)
    layers = flood(passage, 1 << board.parse("S1907"), board.size, board.all)
    assert layers[3] >> board.parse("S1707") & 1
    assert not layers[2] >> board.parse("S1707") & 1


def test_the_ways_out_are_where_the_scenario_puts_them(board: HexMap) -> None:
    roads = {space for one in linked(board, "pike") | linked(board, "road") for space in one}
    assert all(board.parse(f"S{column:02}17") in roads for column in range(1, 12))


PRINTED = {
    "Gettysburg": "S3201",
    "Peach Orchard": "S3103",
    "Benner's Hill": "N3334",
    "Wolf Hill": "S3401",
    "Culp's Hill": "S3302",
    "Evergreen Cemetery": "S3202",
    "Round Top": "S3203",
}


def test_places_stand_where_the_scenario_says_and_are_marked_as_text(board: HexMap) -> None:
    assert len(board.places) == 79
    assert {name: board.coordinates(board.place(name).space) for name in PRINTED} == PRINTED
    data = account([DATA / "map.toml"]).data
    assert {one.name for one in data if one.basis is Basis.TEXT} == PRINTED.keys()
    assert {place.name for place in board.places if place.in_text} > PRINTED.keys()
    assert not any(one.basis in (Basis.FOUND, Basis.RULING) for one in data)
