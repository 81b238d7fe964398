""""""

import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import wargame_table
from wargame_core.errors import UnknownName
from wargame_core.maps.features import Barrier, Crossing, EntrySpace, NamedPlace, Road, Stream
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid, SquareMap
from wargame_pictures.draw import terrain
from wargame_pictures.draw.charts import line_chart
from wargame_pictures.draw.engravings import HEADS, KINDS, ORDER_HIGH, SIGNS, engraving, head_color, parts
from wargame_pictures.draw.faces import CORPS_BADGES, Face, Tone, abbreviate, draw_face
from wargame_pictures.draw.ground import DrawnGround, NamedBox, box_ground, map_ground
from wargame_pictures.draw.labels import Placer, Style
from wargame_pictures.draw.map_svg import Highlight, Marker, PathMark, map_svg
from wargame_pictures.draw.picture import Picture, as_image
from wargame_pictures.draw.shapes import COLOR, colors_of, share_paths, style_sheet
from wargame_pictures.draw.tokens import badge_of, lay_out, room_in

NASTY = "<b>\"Rock\" & 'Roll'</b>"
SVG = "{http://www.w3.org/2000/svg}"


def square() -> SquareMap:
    return Map(
        SquareGrid(4, 6),
        id="a map/1",
        title=NASTY,
        terrain=("clear", "woods", "swamp", "water", "mountain", "moor") * 4,
        places=(NamedPlace(NASTY, 7, "city"), NamedPlace("Dale", 0, "town"), NamedPlace("Hut", 14, "village")),
        gaps=(NamedPlace(NASTY, 20, "gap"),),
        barriers=(
            Barrier(NASTY, "river", frozenset({(2, 3), (8, 9), (14, 15), (14, 20)})),
            Barrier("Ridge", "ridge", frozenset({(0, 6), (1, 7)}), crossed_by_road=True),
        ),
        crossings=(
            Crossing("b", NASTY, "bridge", (2, 3), NASTY, note=NASTY),
            Crossing("f", "Ferry", "ferry", (8, 9), NASTY),
            Crossing("x", "Ford", "ford", (14, 20), NASTY),
        ),
        roads=(Road(NASTY, "road", (0, 1, 2, 3)), Road("Line", "rail", (6, 7, 8, 9))),
        streams=(Stream(NASTY, (4, 10, 16, 22)),),
        entries=(EntrySpace("e", 5),),
        scale=(2.25, "miles"),
    )


def hexes() -> HexMap:
    board = Map(HexGrid.lettered([4, 3, 4]), id="hexes")
    side = min(board.parse("A2"), board.parse("B2")), max(board.parse("A2"), board.parse("B2"))
    return Map(
        HexGrid.lettered([4, 3, 4]),
        id="hexes",
        terrain=("clear", "woods") * 5 + ("hill",),
        places=(NamedPlace("Mill", 4),),
        barriers=(Barrier("Run", "river", frozenset({side})),),
        crossings=(Crossing("f", "Ford", "ford", side, "Run"),),
        roads=(Road("pike", "road", side),),
    )


MAPS = {"squares": square, "hexes": hexes}


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(svg).iter(f"{SVG}text")]


def full(board: Map, **arguments: object) -> str:
    marks: dict[str, object] = {
        "markers": [Marker(1, "One", "blue", "#204080", note=NASTY), Marker(1, "Two", "red", "#f0c0b0", "depot")],
        "highlight": [Highlight(0b1011, "#d9a400", "reach")],
        "paths": [PathMark((0, 1, 2), "#115511", "march")],
        "destroyed_crossings": ["f"],
    }
    return map_svg(board, **{**marks, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", MAPS)
def test_a_picture_is_xml_that_needs_nothing_from_elsewhere(kind: str) -> None:
    svg = full(MAPS[kind]())
    root = drawn(svg)
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not names & {"script", "image", "foreignObject", "a"}
    assert "@import" not in svg
    assert svg.count("http") == 1  # the namespace
    links = [
        value for element in root.iter() for key, value in element.attrib.items() if "href" in key or "url(" in value
    ]
    assert all(link.startswith(("#", "url(#")) for link in links)


def test_names_with_markup_in_them_are_shown_as_they_are() -> None:
    shown = words(full(square()))
    assert shown.count(NASTY) >= 2  # the title and the city
    titles = [element.text for element in drawn(full(square())).iter(f"{SVG}title")]
    assert f"{NASTY}: {NASTY}" in titles
    assert f"blue One: {NASTY}" in titles


def test_the_picture_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from wargame_core.maps.squares import SquareGrid; from wargame_core.maps.map import *\n"
        "from wargame_core.maps.features import *\n"
        "from wargame_pictures.draw.map_svg import map_svg\n"
        "e = frozenset((n, n + 8) for n in range(40)); t = ('woods', 'moor', 'fen', 'bog')\n"
        "roads = tuple(Road(f'r{n}', 'road', (n, n + 1, n + 9)) for n in range(6))\n"
        "print(map_svg(Map(SquareGrid(8, 8), terrain=t * 16, barriers=(Barrier('a', 'river', e),), roads=roads)))"
    )
    pictures = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(pictures) == 1
    assert b"</svg>" in pictures.pop()


def test_a_token_face_down_shows_neither_its_label_nor_its_note() -> None:
    for shape in ("block", "picket", "depot", "train", "flag"):
        token = Marker(8, "Secretname", "grey", "#888888", shape, face_down=True, note="four brigades")
        svg = map_svg(square(), markers=[token])
        assert "Secretname" not in svg
        assert "brigades" not in svg
        assert "grey" in svg


BOARDS: dict[str, Map] = {
    "squares": Map(SquareGrid(3, 3)),
    "rows of hexes": Map(HexGrid.lettered([3, 3, 3])),
    "columns of hexes": Map(HexGrid.numbered(range(1, 4), range(1, 4))),
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("count", [1, 2])
def test_no_token_lies_on_one_of_its_own_space_or_of_the_next(board: Map, count: int) -> None:
    looks: list[dict[str, Any]] = [{"arm": "infantry", "badges": (("D", "warning"),)}, {"shape": "flag"}, {}]
    tokens = [
        Marker(space, "T", "blue", "#204080", **looks[n % 3]) for space in range(board.size) for n in range(count)
    ]
    pieces = list(lay_out(map_ground(board).spots, tokens))
    assert len(pieces) == len(tokens)
    for a, b in combinations(pieces, 2):
        assert abs(a.x - b.x) > (a.wide + b.wide) / 2 - 0.3 or abs(a.y - b.y) > (a.high + b.high) / 2 - 0.3


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("count", [3, 5, 12])
def test_of_a_high_stack_one_token_lies_whole_on_the_edges_of_the_others(board: Map, count: int) -> None:
    tokens = [Marker(0, f"T{n}", "blue", "#204080", arm="infantry", id=f"t{n}") for n in range(count)]
    *under, top = lay_out(map_ground(board).spots, tokens)
    assert (len(under), top.id) == (count - 1, "t0")
    assert f">{count}</text>" in top.face
    assert all(piece.x > top.x and piece.y < top.y for piece in under)
    wide, high = room_in(map_ground(board).spots[0].outline)
    left, foot = top.x - top.wide / 2, top.y + top.high / 2
    right, head = max(p.x + p.wide / 2 for p in under), min(p.y - p.high / 2 for p in under)
    assert right - left <= wide
    assert foot - head <= high


@pytest.mark.parametrize("count", range(1, 9))
def test_tokens_lie_in_the_box_they_stand_in(count: int) -> None:
    (spot,) = box_ground("sheet", "", (200, 140), [NamedBox("box", "A box", (100, 70), (160, 100), "#fdf6e2")]).spots
    tokens = [Marker(0, "T", "blue", "#204080", arm="infantry", value="9")] * count
    for piece in lay_out([spot], tokens):
        assert abs(piece.x - 100) + piece.wide / 2 <= 80
        assert abs(piece.y - 70) + piece.high / 2 <= 50


def test_a_stack_of_four_is_legible() -> None:
    tokens = [Marker(0, "Hood", "blue", "#204080", value="11", arm="infantry")] * 4
    root = drawn(map_svg(Map(SquareGrid(1, 1)), markers=tokens, legend=False))
    sizes = {one.text: float(one.get("font-size", 0)) for one in root.iter(f"{SVG}text")}
    assert sizes["Hood"] > 7
    assert sizes["11"] > 7


def test_a_counter_shows_name_strength_and_state() -> None:
    token = Marker(
        0, "Custer", "blue", "#204080", arm="cavalry", value="1/2", badges=(("F2", "plain"), ("-1", "alarm"))
    )
    for count in (1, 2):
        shown = words(map_svg(Map(SquareGrid(1, 1)), markers=[token] * count, legend=False))
        assert shown.count("Custer") == shown.count("1/2") == shown.count("F2") == shown.count("-1") == count


def test_three_badges_of_a_counter_in_a_stack_are_one_that_can_be_read() -> None:
    badges: tuple[tuple[str, Tone], ...] = (("F1", "plain"), ("E", "plain"), ("D", "warning"))
    token = Marker(0, "Custer", "blue", "#204080", arm="cavalry", value="10", badges=badges, band="#d8a020")
    shown = words(map_svg(Map(SquareGrid(1, 1)), markers=[token] * 2, legend=False))
    assert shown.count("1ED") == shown.count("10") == 2
    assert "" not in shown


def test_parts_of_a_unit_that_are_gone_are_rings() -> None:
    whole, worn = (
        [
            one.get("fill")
            for one in drawn(f"<g>{draw_face(Face('block', 'A', '#204080', pips=pips))}</g>").iter("circle")
        ]
        for pips in ((3, 0), (1, 2))
    )
    assert whole == ["#fff"] * 3
    assert worn == ["#fff", "none", "none"]


def test_a_destroyed_crossing_is_struck_out_and_an_unknown_one_refused() -> None:
    assert "#c01818" in full(square())
    assert "#c01818" not in full(square(), destroyed_crossings=[])
    with pytest.raises(UnknownName, match="unknown crossing 'nix'"):
        full(square(), destroyed_crossings=["nix"])


def test_the_legend_names_what_the_map_has_and_what_is_marked() -> None:
    shown = words(full(square()))
    assert {"woods", "moor", "road", "railroad", "river", "ridge", "reach", "march", "5 miles"} <= set(shown)
    assert {"bridge", "ferry", "ford", "stream", "city", "town", "village", "gap"} <= set(shown)
    assert "railroad" not in words(full(square(), legend=False))


def ways() -> SquareMap:
    return Map(
        SquareGrid(4, 4),
        roads=(
            Road("", "pike", (0, 1, 2)),
            Road("", "lane", (4, 5, 6, 2)),
            Road("", "trail", (8, 9)),
            Road("", "railroad", (0, 1)),
        ),
        barriers=(
            Barrier("", "river", frozenset({(2, 3)})),
            Barrier("", "creek", frozenset({(6, 7), (10, 11)}), bars=False),
            Barrier("", "slope", frozenset({(12, 13)}), bars=False),
        ),
    )


def widths(board: Map) -> set[str]:
    return {one.get("stroke-width", "") for one in drawn(map_svg(board, legend=False)).iter(f"{SVG}path")}


def test_each_class_of_roads_and_water_has_its_own_line_and_word() -> None:
    assert {"pike", "road", "trail", "railroad", "river", "creek", "slope"} <= set(words(map_svg(ways())))
    assert {"5.4", "1.2", "1.3", "8", "2.6", "5"} <= widths(ways())


def test_a_barrier_without_a_name_is_called_by_its_kind_and_not_written_on_the_map() -> None:
    titles = {element.text for element in drawn(map_svg(ways())).iter(f"{SVG}title")}
    assert {"the river", "the creek", "the slope"} <= titles
    assert "the river" not in words(map_svg(ways()))


def test_gaps_and_landmarks_are_places_with_marks_of_their_own() -> None:
    def circles(kind: str) -> list[str]:
        board = Map(SquareGrid(1, 1), places=(NamedPlace("Spot", 0, kind),))
        assert "Spot" in words(map_svg(board))
        return [one.get("r") or "" for one in drawn(map_svg(board, legend=False)).iter(f"{SVG}circle")]

    assert (circles("gap"), circles("landmark"), circles("village")) == ([], ["2"], ["2.8"])


def test_square_maps_have_numbers_round_the_sheet_and_hexes_their_names_inside() -> None:
    shown = words(map_svg(square(), legend=False))
    assert all(shown.count(str(col)) == 4 for col in range(4))
    assert {"A1", "B3", "C4"} <= set(words(map_svg(hexes())))


def test_the_edges_of_a_river_become_one_line() -> None:
    board = square()
    d = [path.get("d") or "" for path in drawn(map_svg(board)).iter(f"{SVG}path") if path.get("stroke-width") == "8"]
    assert [one.count("M") for one in d[:1]] == [1]
    assert d[0].count("q") == 3


def test_names_are_written_clear_of_each_other() -> None:
    placer = Placer(1000, 1000)
    for n in range(12):
        assert placer.place_beside("Somewhere", (300 + 45 * (n % 4), 300 + 40 * (n // 4)), (21, 11), Style(13, "#000"))
    boxes = placer.boxes
    overlapping = [
        (a, b)
        for n, a in enumerate(boxes)
        for b in boxes[:n]
        if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
    ]
    assert len(boxes) == 12
    assert overlapping == []


def test_a_name_that_finds_no_room_within_its_limit_is_left_out() -> None:
    placer = Placer(60, 60)
    assert placer.place_beside("A very long name indeed", (30, 30), (5, 5), Style(13, "#000"), limit=20) is None
    assert placer.boxes == []


def titles(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def test_every_value_can_be_read_by_pointing_at_it() -> None:
    svg = line_chart({"blue <1>": [1, -2.5], "red": [3]}, ["t1", "t2"], "Points & more")
    assert titles(svg) == ["Points & more", "blue <1>, t1: 1", "blue <1>, t2: -2.5", "red, t1: 3"]


def test_the_title_stands_on_a_plate_only_where_nobody_may_go() -> None:
    def lying(closed: set[int], turned: bool = False) -> DrawnGround:
        terrain = tuple("water" if space in closed else "clear" for space in range(64))
        return map_ground(Map(SquareGrid(8, 8), id=f"{len(closed)}", title="The Bay", terrain=terrain), turned)

    bay = {8 * row + column for row in range(3, 8) for column in range(3, 8)} - {8 * 3 + 3}
    for turned in (False, True):
        ground = lying(bay, turned)
        assert ground.free is not None
        left, top, right, foot = ground.free
        for space, spot in enumerate(ground.spots):
            (x0, y0), *_, (x1, y1) = sorted(spot.outline)
            assert space in bay or x1 <= left or x0 >= right or y1 <= top or y0 >= foot
        assert 'class="cartouche"' in Picture(ground=ground).svg()
    assert lying({9, 10, 11}).free is None
    assert 'class="cartouche"' not in Picture(ground=lying({9, 10, 11})).svg()
    assert box_ground("boxes", "Two", (400, 300), [NamedBox("a", "A", (200, 150), (380, 280), "#ffffff")]).free is None


def test_three_hexes_linked_with_each_other_meet_where_they_touch() -> None:
    def road(*route: int) -> str:
        board = Map(HexGrid.lettered([4, 3, 4]), id=f"{route}", roads=(Road("", "road", route),))
        [path] = {
            one.get("d")
            for one in drawn(map_svg(board, legend=False)).iter(f"{SVG}path")
            if one.get("stroke-width") == "3.6"
        }
        return str(path)

    a, b = 0, 1
    c = next(iter(set(HexGrid.lettered([4, 3, 4]).neighbours[a]) & set(HexGrid.lettered([4, 3, 4]).neighbours[b])))
    assert (road(a, b, c).count("M"), road(a, b, c, a).count("M")) == (1, 3)


def test_a_name_that_is_too_long_loses_vowels_before_letters() -> None:
    assert abbreviate("Meade", 100, 9) == "Meade"
    assert abbreviate("Osterhaus", 30, 9) == "Ostrhs"
    assert abbreviate("Osterhaus", 1, 9) == "Os"


def test_only_a_counter_of_a_corps_with_a_badge_bears_one() -> None:
    def counter(corps: str) -> str:
        return draw_face(
            Face("block", "Meade", "#27457a", arm="infantry", value="9", band="#d8a013", corps=badge_of(corps))
        )

    assert CORPS_BADGES["V"] in counter("V Corps")
    assert not any(badge in counter("XIII Corps") for badge in CORPS_BADGES.values())


def test_zones_of_a_side_are_a_line_within_their_spaces() -> None:
    board = Map(SquareGrid(3, 1))
    svg = map_svg(board, highlight=[Highlight(0b11, "#2a4d8f", "zone", "blue")], legend=False)
    [data] = re.findall(r'data-mark="tint" data-side="blue" d="([^"]+)"', svg)
    numbers = [float(number) for number in re.findall(r"[\d.]+", data)]
    xs, ys = numbers[::2], numbers[1::2]
    assert 0 < min(xs) < max(xs) < 40
    assert 0 < min(ys) < max(ys) < 80


def test_a_grid_of_hexes_is_one_pattern_and_a_line_drawn_twice_is_sent_once() -> None:
    svg = map_svg(BOARDS["columns of hexes"], legend=False)
    [pattern] = re.findall(r'<pattern id="[^"]*-hexes".*?</pattern>', svg)
    assert len(pattern) < 1000
    long = "M0 0" + "l1 1" * 40
    shared = share_paths(f'<path d="{long}" stroke="#111111"/><path d="{long}" stroke="#222222"/>', "map")
    assert shared.count(long) == 1
    uses = re.findall(r'<use href="#(.*?)" stroke="(.*?)"', shared)
    assert uses == [("map-line-0", "#111111"), ("map-line-0", "#222222")]


@pytest.mark.parametrize("kind", ["hill", "mountain"])
def test_high_ground_has_a_slope_and_a_shadow_and_woods_have_crowns(kind: str) -> None:
    svg = map_svg(Map(SquareGrid(3, 3), terrain=("clear",) * 4 + (kind,) + ("clear",) * 3 + ("woods",)), legend=False)
    high, woods = re.findall(r'<path id="([^"]*-area)"', svg)[::-1]
    uses = re.findall(rf'<use href="#{high}"([^>]*)', svg)
    assert "translate" in uses[0]
    assert sum("stroke-dasharray" in use for use in uses) == 2
    assert sum('stroke-linecap="round"' in use for use in re.findall(rf'<use href="#{woods}"([^>]*)', svg)) == 3


def test_a_sheet_as_an_image_has_nothing_that_only_a_pointer_finds() -> None:
    svg = map_svg(square(), legend=False)
    image = as_image(svg)
    assert "<title>" in svg
    assert "data-crossing" in svg
    assert not re.search('<title>|data-crossing|data-place|id="place', image)
    drawn_shapes = [re.findall(r' (?:d|r|transform)="[^"]*"', text) for text in (svg, image)]
    assert drawn_shapes[0] == drawn_shapes[1]


def test_the_cards_of_the_table_bear_the_pictures_and_heads_of_the_printed_ones(request: pytest.FixtureRequest) -> None:
    path = Path(wargame_table.__file__).parent / "client/engravings.js"
    exports = {
        "PARTS": {name: svg.replace('"', "'") for name, svg in parts().items()},
        "HEADS": {sign: HEADS[kind] for sign, kind in KINDS.items()},
    }
    page = path.read_text("utf-8").partition("\n")[0]
    for name, values in exports.items():
        rows = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in values.items())
        page += f"\n\nexport const {name} = {{\n{rows}}};"
    if request.config.getoption("--update-golden"):
        path.write_text(page + "\n", "utf-8")
    assert path.read_text("utf-8") == page + "\n"


def test_the_head_of_a_card_has_the_colour_of_its_kind() -> None:
    assert KINDS.keys() == SIGNS
    assert len(set(HEADS.values())) == len(HEADS) == 5
    assert head_color(("infantry", "march")) == HEADS["march"] != head_color(("infantry", "swords")) == HEADS["fight"]
    assert head_color(("center", "hand")) == HEADS["orders"]
    assert head_color(()) == head_color(("unknown",)) == HEADS["lead"]


@pytest.mark.parametrize("signs", [(), ("unknown",), ("cavalry", "back"), ("left", "left"), ("center", "hand")])
def test_every_card_has_a_picture(signs: tuple[str, ...]) -> None:
    picture = ElementTree.fromstring(f"<svg>{engraving(signs)}</svg>")
    orders = [group for group in picture.iter("g") if (group.get("transform") or "").endswith(f" {ORDER_HIGH})")]
    assert len(orders) == sum(sign in ("left", "center", "right") for sign in signs)
    assert engraving(()) == engraving(("unknown",)) == engraving(("drum",))


def test_what_is_drawn_once_and_used_again_has_the_colours_of_the_theme_of_its_own() -> None:
    """Browsers match rules within what is used alone: without this, trees were pale in the dark."""
    svg = Path(terrain.__file__).with_name("patterns.svg").read_text("utf-8")
    used = set(re.findall(r'href="#(\w+)"', svg))
    assert used
    for name in used:
        assert f'<g id="{name}" class="wg-tree">' in svg
    colors = colors_of(svg) & {COLOR["tree"], COLOR["tree-edge"]}
    rules = style_sheet(colors)
    assert all(f'.wg-tree [{what}="{color}"]' in rules for color in colors for what in ("fill", "stroke"))
