"""The page of `wargame watch` in Chromium: redrawn on a save, marked while it is broken, drawn on with the mouse."""

import itertools
import math
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_own_maps import SQUARES
from tests.table.test_accessible import AXE, wrong
from tests.table.windows import CHROMIUM, IN_A_BROWSER, sync_api

from wargame_core.maps.files.map_file import load_map
from wargame_workshop.interchange.tiled_maps import tiles_picture
from wargame_workshop.interchange.vassal_pictures import picture_size
from wargame_workshop.watching.server import WatchServer
from wargame_workshop.watching.workshop import Workshop

pytestmark = [pytest.mark.thorough, *IN_A_BROWSER]


Point = tuple[float, float]


class Desk:
    """A page of `wargame watch --edit`, with the mouse of a person."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.clicks = 0
        page.goto(address)
        page.wait_for_function("globalThis.desk?.drawing")

    def on_screen(self, place: str) -> Point:
        """A point of the page: the middle of a space ("0302"), a side ("0302-0303"), a corner ("0302 0303 0402")."""
        x, y = self.page.evaluate(
            """place => {
              const { geometry, view } = desk, names = place.split(/[- ]/);
              const spaces = names.map(name => geometry.spaces[geometry.numbers.get(name)]);
              let x = spaces.reduce((sum, one) => sum + one.x, 0) / spaces.length;
              let y = spaces.reduce((sum, one) => sum + one.y, 0) / spaces.length;
              const point = new DOMPoint(x, y).matrixTransform(view.picture.getScreenCTM());
              return [point.x, point.y];
            }""",
            place,
        )
        return x, y

    def click(self, place: str) -> None:
        self.clicks += 1
        self.page.mouse.click(*self.on_screen(place))

    def drag(self, *places: str) -> None:
        self.clicks += 1
        first, *others = map(self.on_screen, places)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for point in others:
            self.page.mouse.move(*point, steps=5)
        self.page.mouse.up()

    def choose(self, tool: str, kind: str = "") -> None:
        self.clicks += 2 if kind else 1
        self.page.click(f'[data-tool="{tool}"]')
        if kind:
            self.page.click(f'[data-kind="{kind}"]')

    def name(self, space: str, name: str, kind: str = "town") -> None:
        self.click(space)
        self.page.fill("#new-name", name)
        self.page.select_option("#new-kind", kind)
        self.page.keyboard.press("Enter")

    def is_saved(self) -> None:
        """Wait until no stroke is on its way and the picture shows them all."""
        self.page.wait_for_function("desk.queue.pending.length === 0", timeout=120_000)
        assert self.page.evaluate("desk.queue.refused") == []


def serving(folder: Path, text: str) -> Iterator[tuple[WatchServer, Path]]:
    file = folder / "map.toml"
    file.write_text(text, encoding="utf-8")
    workshop = Workshop(folder)
    workshop.look()
    server = WatchServer(workshop, edit=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server, file
    server.stop()
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def window(browser: Any, wide: int = 1280, high: int = 800) -> Any:
    return browser.new_page(viewport={"width": wide, "height": high}, bypass_csp=True)


@pytest.fixture
def squares(tmp_path: Path) -> Iterator[tuple[WatchServer, Path]]:
    yield from serving(tmp_path, SQUARES)


@pytest.fixture
def served(browser: Any, squares: tuple[WatchServer, Path]) -> Iterator[tuple[Any, Path]]:
    page = window(browser)
    Desk(page, squares[0].address)
    yield page, squares[1]
    page.close()


def count_says(page: Any, words: str) -> None:
    page.wait_for_function("words => document.querySelector('#count').textContent === words", arg=words)


def test_a_save_redraws_and_a_broken_file_keeps_the_grey_picture_with_the_mistake(served: tuple[Any, Path]) -> None:
    page, file = served
    count_says(page, "no problems")
    file.write_text(SQUARES.replace("[1, 2], [1, 3]]", "[1, 3]]"), encoding="utf-8")
    count_says(page, "1 mistake; doubts are listed when there is none")
    page.click("#list button")
    assert "path = [[1, 0], [1, 1], [1, 3]]" in page.inner_text("#list pre")
    assert page.locator('[data-mistake="1"].lit').count() == 1
    file.write_text("[map\n" + SQUARES, encoding="utf-8")
    page.wait_for_selector("#map.stale svg")
    assert "E103" in page.inner_text("#broken")
    file.write_text(SQUARES, encoding="utf-8")
    count_says(page, "no problems")


def test_a_picture_lies_under_the_map_so_that_two_spaces_meet_it(served: tuple[Any, Path]) -> None:
    page, file = served
    (file.parent / "design").mkdir()
    (file.parent / "design/scan.png").write_bytes(tiles_picture(["clear"] * 2, (48, 48)))
    pins = '[underlay]\nfile = "scan.png"\nat = { "(0,0)" = [12, 12], "(1,2)" = [60, 36] }\n'
    (file.parent / "design/import.toml").write_text(pins, encoding="utf-8")
    page.wait_for_selector("#underlay")
    picture = page.locator("#underlay").bounding_box()
    for space, (x, y) in {"(0,0)": (12, 12), "(1,2)": (60, 36)}.items():
        box = page.locator(f'[data-space="{space}"]').bounding_box()
        assert box["x"] + box["width"] / 2 == pytest.approx(picture["x"] + picture["width"] * x / 96, abs=1)
        assert box["y"] + box["height"] / 2 == pytest.approx(picture["y"] + picture["height"] * y / 48, abs=1)


def test_three_clicks_fit_a_picture_below_the_map(served: tuple[Any, Path]) -> None:
    page, file = served
    (file.parent / "design").mkdir()
    (file.parent / "design/underlay.png").write_bytes(tiles_picture(["clear"] * 2, (200, 300)))
    page.wait_for_selector("#underlay")
    printed = {"(0,0)": (50, 40), "(0,3)": (290, 42), "(2,0)": (52, 260)}  # on a picture of 400 by 300 pixels

    def press(pixel: Point) -> None:
        box = page.locator("#underlay").bounding_box()
        x, y = box["x"] + pixel[0] * box["width"] / 400, box["y"] + pixel[1] * box["height"] / 300
        page.mouse.click(x, y)

    page.click("#fit")
    for pixel in printed.values():
        press(pixel)
    page.wait_for_function("desk.queue.pending.length === 0")
    fitted = (file.parent / "design/import.toml").read_text("utf-8")
    found = re.findall(r'"(\(\d,\d\))" = \[(\d+), (\d+)\]', fitted)
    assert fitted.startswith('[underlay]\nfile = "underlay.png"\nat = { ')
    assert [name for name, _, _ in found] == [*printed]
    points = [int(part) for _, *point in found for part in point]
    assert points == pytest.approx([part for point in printed.values() for part in point], abs=2)
    picture, desk = page.locator("#underlay").bounding_box(), Desk(page, page.url)
    assert (desk.on_screen("(0,3)")[0] - picture["x"]) / picture["width"] * 400 == pytest.approx(290, abs=5)
    page.click("#fit")
    for pixel in reversed(printed.values()):
        press(pixel)
    assert "do not fit" in page.inner_text("#hint")
    page.click("#fit")
    page.keyboard.press("Escape")
    assert not page.is_visible("#question")
    page.keyboard.press("Control+z")
    page.wait_for_function("desk.queue.pending.length === 0")
    assert (file.parent / "design/import.toml").read_text("utf-8") == ""


HEXES = """# drawn with the mouse
[map]
id = "valley"
title = "A valley"
grid = "hex"

[[sheet]]
columns = [1, 16]
rows = [1, 10]

[terrain]
legend = { "." = "clear", w = "woods", h = "hill" }
grid = [
ROWS]
""".replace("ROWS", f'  "{"." * 16}",\n' * 10)


@pytest.fixture
def hexes(tmp_path: Path) -> Iterator[tuple[WatchServer, Path]]:
    yield from serving(tmp_path, HEXES)


TOWNS = [
    "0202",
    "0205",
    "0209",
    "0402",
    "0406",
    "0408",
    "0503",
    "0602",
    "0605",
    "0609",
    "0803",
    "0806",
    "0808",
    "1002",
    "1005",
    "1009",
    "1203",
    "1207",
    "1404",
    "1408",
]
ROADS = (
    ("0202", "0402", "0602", "0803"),
    ("0803", "1002"),
    ("0205", "0406", "0605", "0806"),
    ("0806", "1005", "1203", "1404"),
    ("0209", "0408", "0609", "0808"),
    ("0808", "1009", "1207", "1408"),
    ("0202", "0205", "0209"),
    ("0402", "0503", "0605", "0609"),
    ("0803", "0806", "0808"),
    ("1002", "1005", "1009"),
    ("1203", "1207"),
)
RIVERS = (
    ("0701 0801 0702", "0704 0804 0705", "0709 0708 0808"),
    ("0301 0401 0302", "0304 0403 0303"),
    ("1101 1201 1102", "1104 1204 1105", "1109 1208 1209"),
)


def test_a_map_of_twenty_towns_eleven_roads_and_three_rivers_is_drawn_from_nothing(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    page = window(browser)
    desk = Desk(page, hexes[0].address)
    begun = time.monotonic()
    desk.choose("paint", "woods")
    desk.drag("0302", "0304", "0404")
    desk.choose("line", "river")
    for number, corners in enumerate(RIVERS, 1):
        page.select_option("#line-choice", "")
        page.fill("#line-name", f"River {number}")
        desk.clicks += 2
        desk.drag(*corners)
    desk.choose("place")
    for number, space in enumerate(TOWNS, 1):
        desk.name(space, f"Town {number}")
    for stops in ROADS:
        desk.choose("road", "road")
        desk.drag(*stops)
        while page.is_visible("#question"):
            page.click("#question button:first-of-type")
            desk.clicks += 1
    desk.is_saved()
    print(f"20 towns, 11 roads, 3 rivers: {desk.clicks} clicks, {time.monotonic() - begun:.0f} s")
    made = load_map(hexes[1])
    assert (len(made.places), len(made.roads), len(made.barriers)) == (20, 11, 3)
    assert {made.coordinates(place.space) for place in made.places} == set(TOWNS)
    laid = [[made.coordinates(space) for space in road.path] for road in made.roads]
    assert [(way[0], way[-1]) for way in laid] == [(stops[0], stops[-1]) for stops in ROADS]
    assert all(set(stops) <= set(way) for stops, way in zip(ROADS, laid, strict=True))
    assert len(made.crossings) == page.evaluate("desk.drawing.crossings.length") > 3
    assert hexes[1].read_text("utf-8").startswith(HEXES.split("grid = [")[0])
    assert page.inner_text("#count") == "no problems"
    page.close()


def test_a_map_of_areas_is_drawn_from_nothing(browser: Any, squares: tuple[WatchServer, Path]) -> None:
    squares[1].unlink()
    page = window(browser)
    page.goto(squares[0].address)
    page.select_option("#new-grid", "areas")
    assert not page.is_visible("#new-columns")
    page.click("#new-map button")
    desk = Desk(page, page.url)
    desk.choose("area", "sea")
    x, y = desk.on_screen("first")
    for name, across, down in (("North Sea", 150, -60), ("The Wash", 150, 120), ("Dogger Bank", -150, 0)):
        page.mouse.click(x + across, y + down)
        page.fill("#new-name", name)
        page.keyboard.press("Enter")
    desk.choose("join", "sea")
    desk.drag("first", "north_sea")  # before the picture shows it
    desk.drag("north_sea", "the_wash")
    desk.choose("area")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y + 40, steps=4)
    page.mouse.up()
    page.mouse.dblclick(*desk.on_screen("first"))
    page.fill("#new-name", "Norfolk")
    page.select_option("#new-kind", "land")
    page.keyboard.press("Enter")
    desk.choose("erase")
    desk.click("dogger_bank")
    desk.is_saved()
    made = load_map(squares[1])
    assert {made.coordinates(n): (made.label(n), made.terrain[n]) for n in range(made.size)} == {
        "first": ("Norfolk", "land"),
        "north_sea": ("North Sea", "sea"),
        "the_wash": ("The Wash", "sea"),
    }
    assert [(road.kind, road.path) for road in made.roads] == [("sea", (0, 1)), ("sea", (1, 2))]
    at = made.grid.areas[0].at  # type: ignore[attr-defined]  # the grid is one of areas
    assert (at[0] < 8, at[1] > 5) == (True, True)
    assert page.locator("[data-tool=line], [data-tool=crossing], [data-tool=fill]").count() == 0
    page.close()


def test_the_desk_says_what_a_stroke_on_a_map_of_areas_did(browser: Any, squares: tuple[WatchServer, Path]) -> None:
    squares[1].write_text(BAY, encoding="utf-8")
    page = window(browser)
    page.goto(squares[0].address)
    page.wait_for_function("globalThis.desk?.board?.areas")
    desk = Desk(page, page.url)
    hint = page.locator("#hint").inner_text
    assert (page.locator("[data-tool=counter]").count(), page.is_visible("#play")) == (0, False)
    desk.choose("join", "sea")
    desk.drag("harbour", "north_shore", "cape")
    assert hint() == " ".join(
        f"{pair} are joined by sea instead of road." for pair in ("Harbour and North Shore", "North Shore and The Cape")
    )
    desk.is_saved()
    assert 'routes = ["harbour > bay > island", "cape > bay", "harbour > north_shore > cape"]' in squares[1].read_text()
    x, y = desk.on_screen("island")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 150, y, steps=3)
    page.mouse.up()
    assert hint().startswith("There is no area where you let go")
    desk.choose("erase")
    assert hint() == "Click the area or the join that shall go."
    desk.click("harbour north_shore")
    assert hint().startswith("Erased: sea between ")
    desk.choose("region")
    assert hint() == "Type the name of a region and press Add."
    for region, area in (("North", "north_shore"), ("East", "cape")):
        page.fill("#new-region", region)
        page.keyboard.press("Enter")
        desk.click(area)
        desk.is_saved()
    colors = page.eval_on_selector_all(".over use", "all => new Set(all.map(one => one.getAttribute('fill'))).size")
    assert (colors, page.locator(".over .region").all_text_contents()) == (2, ["North", "East"])
    assert [one.get_attribute("data-kind") for one in page.locator(".kinds button").all()] == ["North", "East"]
    desk.choose("area")
    page.locator("text[data-of]", has_text="The Cape").click()
    assert page.inner_text("#naming-title") == "Rename The Cape, in the region East"
    page.keyboard.type("harbour ")
    page.keyboard.press("Enter")
    assert page.inner_text("#naming-mistake") == "There is a place Harbour already. Type another name."
    page.fill("#new-name", " ")
    page.keyboard.press("Enter")
    assert page.inner_text("#naming-mistake") == "Type a name."
    page.close()


def test_regions_are_filled_up_to_the_rivers_and_painted(served: tuple[Any, Path]) -> None:
    page, file = served
    desk = Desk(page, page.url)
    desk.choose("region")
    for region in ("west", "east"):
        page.fill("#new-region", region)
        page.click("nav button:text-is('Add')")
        desk.click("(1,0)" if region == "west" else "(1,3)")
        desk.is_saved()
    text = file.read_text("utf-8")
    assert 'legend = { w = "west", e = "east" }' in text
    assert re.findall(r'"([we]{4})"', text) == ["wwee"] * 3
    assert page.locator(".over use").count() == 12
    desk.drag("(0,2)", "(0,2)", "(0,3)")
    desk.is_saved()
    page.click('[data-kind="west"]')
    page.close()


FIELD = """[map]
id = "field"
title = "A field"
grid = "hex"

[[sheet]]
columns = [1, 30]
rows = [1, 22]

[terrain]
legend = { "?" = "unset", "." = "clear", w = "woods" }
grid = [
ROWS]
"""


def scan_of(page: Any, svg: str, matrix: str, size: tuple[int, int]) -> bytes:
    """A picture of a map as a scanner has it: turned and scaled."""
    style = f"transform-origin: 0 0; transform: matrix({matrix}); width: 1100px"
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(f'<body style="margin: 0; background: #777"><div style="{style}">{svg}</div>')
    picture: bytes = page.screenshot()
    return picture


def test_a_turned_scan_is_fitted_by_three_clicks_and_thirty_spaces_are_corrected(browser: Any, tmp_path: Path) -> None:
    printed = FIELD.replace("ROWS", f'  "{"." * 30}",\n' * 22)
    [(server, file)] = [*itertools.islice(running := serving(tmp_path, printed), 1)]
    page = window(browser)
    desk = Desk(page, server.address)
    svg, zoom = page.evaluate("[desk.state.svg, desk.view.picture.viewBox.baseVal.width]")
    middles = page.evaluate("Object.fromEntries(desk.geometry.names.map((name, n) => [name, desk.geometry.spaces[n]]))")
    left, top = page.evaluate("[desk.view.picture.viewBox.baseVal.x, desk.view.picture.viewBox.baseVal.y]")
    a, b = 1.2 * math.cos(0.02), 1.2 * math.sin(0.02)  # a little more than a degree
    picture = scan_of(window(browser), svg, f"{a},{b},{-b},{a},60,20", (1450, 1250))

    def pixel(space: str) -> Point:
        x, y = ((middles[space][axis] - corner) * 1100 / zoom for axis, corner in (("x", left), ("y", top)))
        return a * x - b * y + 60, b * x + a * y + 20

    (tmp_path / "design").mkdir()
    (tmp_path / "design/underlay.png").write_bytes(picture)
    file.write_text(FIELD.replace("ROWS", f'  "{"." * 28}??",\n' * 15 + f'  "{"." * 30}",\n' * 7), encoding="utf-8")
    page.wait_for_selector("#underlay")
    page.wait_for_function("document.querySelector('#unset-count')?.textContent === '30 of 660 spaces are unset'")
    begun, clicks = time.monotonic(), 4
    page.click("#fit")
    for space in ("0101", "3001", "0122"):
        page.mouse.click(*page.evaluate(ON_THE_SCAN, pixel(space)))
    desk.is_saved()
    for space in ("3022", "1511", "0508"):  # where nobody clicked
        assert page.evaluate(ON_THE_SCAN, pixel(space)) == pytest.approx(desk.on_screen(space), abs=2)
    desk.choose("paint", "woods")
    while page.is_visible("#unset-list button"):
        space = page.inner_text("#unset-list button >> nth=0")
        desk.click(space)
        clicks += 1
        page.wait_for_function(
            "space => document.querySelector('#unset-list button')?.textContent !== space", arg=space
        )
    desk.is_saved()
    print(f"a scan of 660 hexes laid and 30 spaces set: {clicks + 2} clicks, {time.monotonic() - begun:.0f} s")
    assert clicks == 34
    assert re.findall(r'"([.w?]{30})"', file.read_text("utf-8")) == ["." * 28 + "ww"] * 15 + ["." * 30] * 7
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        "import.toml",
        "map.toml",
        "map.toml.bak",
        "underlay.png",
    ]
    page.close()
    running.close()  # type: ignore[attr-defined]  # it is a generator


ON_THE_SCAN = """([x, y]) => {
  const image = document.getElementById("underlay"), point = new DOMPoint(x, y).matrixTransform(image.getScreenCTM());
  return [point.x, point.y];
}"""
"""Where a pixel of the scan is on the screen."""


def test_counters_are_set_up_from_the_tray_and_dragged(served: tuple[Any, Path]) -> None:
    page, file = served
    for name in ("first", "second"):
        row = '[[piece]]\nid = "b1"\nname = "Blue"\nat = "(0,0)"\n'
        (file.parent / f"{name}.toml").write_text(row, encoding="utf-8")
    page.wait_for_function("desk.state.board.counters.length === 2")
    desk = Desk(page, page.url)
    desk.choose("counter")
    page.select_option("#scenario", "second.toml")
    page.click('[data-unit="b1"]')
    desk.click("(1,1)")
    desk.is_saved()
    assert 'at = "(1,1)"' in (file.parent / "second.toml").read_text("utf-8")
    desk.drag("(1,1)", "(2,3)")
    desk.is_saved()
    assert 'at = "(2,3)"' in (file.parent / "second.toml").read_text("utf-8")
    assert 'at = "(0,0)"' in (file.parent / "first.toml").read_text("utf-8")
    assert page.locator(".over .counter").count() == 1


def test_a_folder_without_a_map_gets_one_from_the_page(browser: Any, squares: tuple[WatchServer, Path]) -> None:
    squares[1].unlink()
    page = window(browser)
    page.goto(squares[0].address)
    page.fill("#new-title", "The Vale")
    page.click("#new-map button")
    page.wait_for_function("desk.drawing?.geometry.names.length === 240")
    page.click('[data-tool="paint"]')
    page.fill("#new-terrain", "wheat")
    page.click("nav button:text-is('Add')")
    page.wait_for_selector('[data-kind="wheat"]')
    assert not page.is_visible("#new-map")
    page.close()


def test_none_of_five_hundred_strokes_at_fifty_milliseconds_is_lost(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    page = window(browser)
    desk = Desk(page, hexes[0].address)
    desk.choose("paint", "woods")
    spaces = [f"{column:02}{row:02}" for row in range(1, 11) for column in range(1, 17)]
    points = {space: desk.on_screen(space) for space in spaces}
    begun = time.monotonic()
    for number in range(500):
        if number % 160 == 0:
            page.keyboard.press("2123"[number // 160])  # woods, clear, woods, hill
        page.mouse.click(*points[spaces[number % 160]])
        page.wait_for_timeout(max(0.0, 50 * (number + 1) - 1000 * (time.monotonic() - begun)))
    desk.is_saved()
    assert page.evaluate("desk.queue.next") == 501
    assert len(hexes[0].strokes.done) == 500
    rows = re.findall(r'^  "(.{16})"', hexes[1].read_text("utf-8"), re.M)
    assert rows == ["h" * 16, "hhhh" + "w" * 12, *["w" * 16] * 8]
    page.close()


def test_a_slow_server_keeps_nobody_from_drawing_and_loses_no_stroke_of_two_windows(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    server, file = hexes
    prompt = server.write

    def slow(words: dict[str, Any]) -> Any:
        time.sleep(1.5)
        return prompt(words)

    server.write = slow  # type: ignore[method-assign]
    pages = [window(browser), window(browser)]
    desks = [Desk(page, server.address) for page in pages]
    for desk, kind in zip(desks, ("woods", "hill"), strict=True):
        desk.choose("paint", kind)
    for column in range(1, 17):
        for desk, row in zip(desks, ("03", "07"), strict=True):
            desk.click(f"{column:02}{row}")
    assert all(page.evaluate("desk.queue.next") == 17 for page in pages)
    assert all("being written" in page.inner_text("#progress") for page in pages)
    for desk in desks:
        desk.is_saved()
    rows = re.findall(r'^  "(.{16})"', file.read_text("utf-8"), re.M)
    assert (rows[2], rows[6], len(server.strokes.done)) == ("w" * 16, "h" * 16, 32)
    for page in pages:
        page.close()


def test_two_windows_a_lost_line_and_a_page_that_is_opened_again_lose_no_stroke(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    first, second = window(browser), window(browser)
    desks = [Desk(page, hexes[0].address) for page in (first, second)]
    for desk, kind in zip(desks, ("woods", "hill"), strict=True):
        desk.choose("paint", kind)
    lost = iter([True, False] * 50)

    def answer_is_lost(route: Any) -> None:
        if next(lost):
            route.fetch()  # the server writes it, and the page never learns of it
            route.abort()
        else:
            route.continue_()

    first.route("**/strokes*", answer_is_lost)
    for column in range(1, 9):
        desks[0].click(f"{column:02}02")
        desks[1].click(f"{column:02}05")
    first.unroute("**/strokes*")
    first.route("**/strokes*", lambda route: route.abort())  # the line is cut
    desks[0].click("1008")
    first.wait_for_function("desk.queue.waiting === 'the server does not answer'")
    assert first.locator(".over use").count() >= 1
    first.unroute("**/strokes*")
    first.reload()
    for desk in desks:
        desk.is_saved()
    rows = re.findall(r'^  "(.{16})"', hexes[1].read_text("utf-8"), re.M)
    assert (rows[1], rows[4], rows[7]) == ("w" * 8 + "." * 8, "h" * 8 + "." * 8, "." * 9 + "w" + "." * 6)
    first.close()
    second.close()


def test_a_stroke_waits_for_a_broken_file_and_a_refused_one_is_told(served: tuple[Any, Path]) -> None:
    page, file = served
    file.write_text("[map\n" + SQUARES, encoding="utf-8")
    page.wait_for_selector("#map.stale svg")
    page.click('[data-tool="paint"]')
    page.keyboard.press("2")
    page.evaluate("desk.queue.add('paint', { spaces: ['(0,0)'], letter: 'w' })")
    page.wait_for_selector("#progress.waiting")
    assert "not while the file is broken" in page.inner_text("#progress")
    file.write_text(SQUARES, encoding="utf-8")
    page.wait_for_function("desk.queue.pending.length === 0")
    assert '"w..w"' in file.read_text("utf-8")
    page.evaluate("desk.queue.add('paint', { spaces: ['(9,9)'], letter: 'w' })")
    page.wait_for_selector("#refused li")
    assert "'(9,9)' is not a space of the map" in page.inner_text("#refused")
    page.click("#refused button")
    assert page.locator("#refused li").count() == 0


def test_the_keyboard_draws_names_takes_back_and_makes_again(served: tuple[Any, Path]) -> None:
    page, file = served
    page.keyboard.press("d")
    page.focus("#map")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Space", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.wait_for_selector("#question:not([hidden])")
    page.click("#question button:has-text('Ford')")
    page.focus("#map")
    page.keyboard.press("v")
    page.keyboard.press("Space")
    page.fill("#new-name", "Kent")
    page.keyboard.press("Enter")
    page.wait_for_function("desk.queue.pending.length === 0")
    text = file.read_text("utf-8")
    assert "path = [[2, 0], [2, 1], [2, 2]]" in text
    assert 'kind = "ford"\nriver = "Stony River"\nedge = [2, 1, 2, 2]' in text
    assert 'name = "Kent"\nkind = "town"\ncell = [2, 2]' in text
    for key in ("Control+z", "Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
    page.wait_for_function("desk.queue.pending.length === 0")
    assert (
        file.read_text("utf-8") == text[: text.index('\n[[place]]\nname = "Kent"')] + text[text.index("\n[[road]]") :]
    )


def test_what_is_drawn_is_erased_and_a_town_gets_another_name_by_a_double_click(served: tuple[Any, Path]) -> None:
    page, file = served
    desk = Desk(page, page.url)
    page.mouse.dblclick(*desk.on_screen("(1,0)"))
    page.fill("#new-name", "Ashby Mill")
    page.select_option("#new-kind", "city")
    page.click("#named")
    desk.choose("erase")
    desk.click("(1,1)-(1,2)")
    desk.is_saved()
    desk.drag("(0,1)-(0,2)", "(2,1)-(2,2)")
    desk.is_saved()
    page.mouse.click(*[sum(pair) / 2 for pair in zip(*map(desk.on_screen, ("(1,2)", "(1,3)")), strict=True)])
    desk.is_saved()
    text = file.read_text("utf-8")
    assert 'name = "Ashby Mill"\ncell = [1, 0]\nkind = "city"' in text
    assert "[[road]]" not in text
    assert "[[river]]" not in text
    assert "[[crossing]]" not in text


def test_a_narrow_window_is_a_viewer_and_nothing_of_it_is_cut_off(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    page = window(browser, 390, 844)
    page.goto(hexes[0].address)
    page.wait_for_function("globalThis.desk?.drawing")
    assert not page.is_visible("#palette")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1024, "height": 768})
    page.wait_for_selector("#palette [data-tool=road]")
    assert page.evaluate("document.documentElement.scrollWidth") == 1024
    page.close()


def test_a_large_map_is_scrolled_with_the_mouse_and_nothing_is_drawn(
    browser: Any, hexes: tuple[WatchServer, Path]
) -> None:
    page = window(browser)
    desk = Desk(page, hexes[0].address)
    for _ in range(3):
        page.click("#larger")
    desk.drag("0504", "0404", "0404")
    assert page.evaluate("document.querySelector('#map').scrollLeft") > 30
    assert page.evaluate("desk.queue.next") == 1
    page.close()


def test_a_finger_draws(browser: Any, hexes: tuple[WatchServer, Path]) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True, bypass_csp=True)
    desk = Desk(context.new_page(), hexes[0].address)
    desk.choose("paint", "woods")
    desk.page.touchscreen.tap(*desk.on_screen("0404"))
    desk.is_saved()
    assert '"...w............"' in hexes[1].read_text("utf-8")
    context.close()


def test_a_map_of_areas_is_drawn_with_the_keyboard_alone(browser: Any, squares: tuple[WatchServer, Path]) -> None:
    squares[1].unlink()
    page = window(browser)
    page.goto(squares[0].address)
    page.wait_for_selector("#new-map:not([hidden])")
    press, words = page.keyboard.press, page.keyboard.type
    page.focus("#new-title")
    press("Tab")
    words("areas")
    press("Tab")
    press("Enter")
    page.wait_for_function("globalThis.desk?.drawing")
    page.focus("#map")
    press("a")
    for key in ["ArrowRight"] * 8 + ["Space", "Space"]:
        press(key)
    words("Sea")
    press("Enter")
    page.wait_for_function("desk.queue.pending.length === 0")
    press("j")
    for key in ("ArrowLeft", "Space", "ArrowRight", "Space"):
        press(key)
    page.wait_for_function("desk.queue.pending.length === 0")
    made = load_map(squares[1])
    assert ([made.label(n) for n in range(made.size)], [road.path for road in made.roads]) == (
        ["First area", "Sea"],
        [(0, 1)],
    )
    page.close()


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm install axe-core in this folder, or AXE")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_desk(browser: Any, hexes: tuple[WatchServer, Path], scheme: str) -> None:
    scan = hexes[1].parent / "design"
    scan.mkdir()
    (scan / "underlay.png").write_bytes(tiles_picture(["clear"] * 2, (200, 300)))
    page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True, color_scheme=scheme)
    desk = Desk(page, hexes[0].address)
    page.wait_for_selector("#underlay")
    for tool in ("look", "paint", "line", "road", "place", "erase"):
        desk.choose(tool)
        assert wrong(page) == [], tool
    page.evaluate("desk.queue.add('paint', { spaces: ['9999'], letter: 'w' })")
    page.wait_for_selector("#refused li")
    desk.click("0303")
    desk.choose("place")
    desk.click("0303")
    assert wrong(page) == []
    page.close()


IMAGES = Path(__file__).parents[2] / "docs/images"
BAY = """[map]
id = "bay"
title = "The Bay"
grid = "areas"

[[area]]
id = "north_shore"
name = "North Shore"
at = [5, 1]
kind = "land"

[[area]]
id = "harbour"
name = "Harbour"
at = [2, 4]
kind = "city"

[[area]]
id = "bay"
name = "The Bay"
at = [6, 5]
kind = "sea"

[[area]]
id = "cape"
name = "The Cape"
at = [10, 3]
kind = "land"

[[area]]
id = "island"
name = "Gull Island"
at = [9, 7]
kind = "hill"

[[join]]
kind = "road"
route = "harbour > north_shore > cape"

[[join]]
kind = "sea"
routes = ["harbour > bay > island", "cape > bay"]
"""


def is_kept(page: Any, name: str, request: pytest.FixtureRequest) -> None:
    """A picture of the page for the documentation, written anew with --update-golden."""
    picture = page.screenshot()
    if request.config.getoption("update_golden"):
        (IMAGES / name).write_bytes(picture)
    assert picture_size((IMAGES / name).read_bytes()) == picture_size(picture)


def test_the_pictures_of_the_desk_are_of_its_page(
    browser: Any, hexes: tuple[WatchServer, Path], request: pytest.FixtureRequest
) -> None:
    page = window(browser, 1024, 640)
    desk = Desk(page, hexes[0].address)
    desk.choose("paint", "woods")
    desk.drag("0302", "0304", "0404")
    desk.choose("line", "river")
    page.fill("#line-name", "Stony River")
    desk.drag("0701 0801 0702", "0704 0804 0705", "0709 0708 0808")
    desk.choose("place")
    for space, name in (("0304", "Ashby"), ("0805", "Kent"), ("1303", "Oakham")):
        desk.name(space, name)
    desk.choose("road", "road")
    desk.drag("0304", "0805")
    page.wait_for_selector("#question:not([hidden])")
    page.wait_for_function("desk.queue.pending.length === 0")
    page.evaluate("document.querySelector('#name').textContent = 'my_map'")
    is_kept(page, "desk_hexes.png", request)
    page.close()
    hexes[1].write_text(BAY, encoding="utf-8")
    page = window(browser, 1024, 560)
    page.goto(hexes[0].address)
    page.wait_for_function("globalThis.desk?.board?.areas")
    Desk(page, page.url).choose("join", "sea")
    page.evaluate("document.querySelector('#name').textContent = 'my_map'")
    is_kept(page, "desk_areas.png", request)
    page.close()
