"""The page of `wargame watch` in Chromium: redrawn on a save, marked while it is broken, changed with the mouse."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_own_maps import SQUARES
from tests.table.windows import CHROMIUM, IN_A_BROWSER, sync_api

from wargame_workshop.interchange.tiled_maps import tiles_picture
from wargame_workshop.watching.server import WatchServer
from wargame_workshop.watching.workshop import Workshop

pytestmark = [pytest.mark.thorough, *IN_A_BROWSER]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Any, Path]]:
    file = tmp_path / "map.toml"
    file.write_text(SQUARES, encoding="utf-8")
    workshop = Workshop(tmp_path)
    workshop.look()
    server = WatchServer(workshop, edit=True)
    threading.Thread(target=server.run, daemon=True).start()
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(bypass_csp=True)
        page.goto(server.address)
        page.wait_for_selector("#map svg")
        yield page, file
        browser.close()
    server.stop()


def count_says(page: Any, words: str) -> None:
    page.wait_for_function("words => document.querySelector('#count').textContent === words", arg=words)


def click(page: Any, space: str) -> None:
    box = page.locator(f'[data-space="{space}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_save_redraws_and_a_broken_file_keeps_the_grey_picture_with_the_mistake(served: tuple[Any, Path]) -> None:
    page, file = served
    count_says(page, "no problems")
    file.write_text(SQUARES.replace("[1, 2], [1, 3]]", "[1, 3]]"), encoding="utf-8")
    count_says(page, "1 mistakes, 0 doubts")
    page.click("#list li")
    assert "path = [[1, 0], [1, 1], [1, 3]]" in page.inner_text("#list pre")
    assert page.locator('[data-mistake="1"].lit').count() == 1
    file.write_text("[map\n" + SQUARES, encoding="utf-8")
    page.wait_for_selector("#map.stale svg")
    assert "E103" in page.inner_text("#over")
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


def test_the_mouse_paints_and_lays_a_road(served: tuple[Any, Path]) -> None:
    page, file = served
    page.fill("#word", "w")
    first, last = (page.locator(f'[data-space="{space}"]').bounding_box() for space in ("(2,0)", "(2,2)"))
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=8)
    with page.expect_response("**/edit*") as painted:
        page.mouse.up()
    assert painted.value.status == 200
    assert '  "www.",\n]' in file.read_text(encoding="utf-8")
    page.wait_for_function("state.version > 1")
    page.select_option("#op", "road")
    page.fill("#word", "South road")
    for space in ("(1,0)", "(2,1)"):
        click(page, space)
    with page.expect_response("**/edit*") as laid:
        page.click("#write")
    assert laid.value.status == 200
    assert 'route = "Ashby > 2,1"' in file.read_text(encoding="utf-8")


def chosen(page: Any, operation: str, word: str, *spaces: str, kind: str = "") -> None:
    """Choose an operation, fill in its words, click the spaces, and wait until it is written."""
    version = page.evaluate("state.version")
    page.select_option("#op", operation)
    page.fill("#word", word)
    page.fill("#kind", kind)
    for space in spaces[:-1]:
        click(page, space)
    with page.expect_response("**/edit*") as written:
        click(page, spaces[-1])
    assert written.value.status == 200, written.value.text()
    page.wait_for_function("version => state.version > version", arg=version)


def test_the_mouse_draws_a_river_bridges_it_names_a_place_and_moves_a_unit(served: tuple[Any, Path]) -> None:
    page, file = served
    deployed = '[[deployment]]\nformations = ["b1"]\nwhere = { places = ["Ashby"] }  # at first\n'
    (file.parent / "campaign.toml").write_text(deployed, encoding="utf-8")
    page.wait_for_function("state.version > 1")
    chosen(page, "river", "Creek", "(0,2)", "(0,3)")
    assert 'name = "Creek"\nedges = [[0, 2, 0, 3]]' in file.read_text("utf-8")
    chosen(page, "crossing", "Creek Bridge", "(0,2)", "(0,3)", kind="ford")
    assert 'id = "creek_bridge"' in file.read_text("utf-8")
    chosen(page, "place", "Kent", "(2,1)", kind="village")
    assert 'name = "Kent"\nkind = "village"\ncell = [2, 1]' in file.read_text("utf-8")
    chosen(page, "unit", "b1", "(2,1)")
    assert deployed.replace("Ashby", "Kent") == (file.parent / "campaign.toml").read_text("utf-8")
    version = page.evaluate("state.version")
    page.click("#undo")
    page.wait_for_function("version => state.version > version", arg=version)
    assert (file.parent / "campaign.toml").read_text("utf-8") == deployed
