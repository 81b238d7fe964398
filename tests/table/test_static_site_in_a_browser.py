"""The site without a server in a real browser: Python in a worker, games kept there, and no network afterwards."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.table.static_host import Host, SiteWindow, pyodide_here
from tests.table.windows import CHROMIUM

from wargame_core import Record, load
from wargame_table.static_pages import find_runtime, write_site

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
PYODIDE = pyodide_here()
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt-get install chromium)"),
    pytest.mark.skipif(PYODIDE is None, reason="needs Python for browsers (npm install --no-save pyodide@314)"),
]
WIDTHS = ((390, 844), (1366, 768), (1920, 1080))
DECISIONS = 10
GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
QUICK = "thunder_on_the_mississippi"
"""The game that begins soonest."""


def test_a_game_is_begun_by_clicks_and_two_decisions_are_made(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", (QUICK,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    window.begin(QUICK)
    before = window.shown()
    for _ in range(2):
        window.choose()
        window.asked()
    assert window.shown() != before
    assert window.wrong == []
    host.stop()
    window.page.context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_ten_decisions_are_played_kept_and_gone_on_with_offline(browser: Any, tmp_path: Path, game: str) -> None:
    write_site(tmp_path / "site", (game,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    assert window.offline() == "no"  # Python and the games come with the game that is chosen
    window.begin(game)
    for _ in range(DECISIONS):
        window.choose()
        window.asked()
    shown = window.shown()
    host.stop()
    window.page.reload()
    window.asked()
    assert window.shown() == shown
    window.choose()
    window.asked()
    assert window.shown() != shown
    window.page.locator("[role=tab]", has_text="Players").click()
    for _ in range(2):
        window.page.locator(".deal.resign").click()
    before = window.page.url  # the page of the new game may be there before the click has returned
    window.page.locator(".ending .again").click()
    window.until(lambda: window.page.url != before or None)
    window.asked()
    seat = window.page.locator("wargame-table").evaluate("table => table.state.welcome.you")
    assert seat == load(game).seats[1]
    assert window.wrong == []
    window.page.context.close()


@pytest.mark.thorough
def test_an_address_that_asks_for_a_lesson_begins_it_and_later_goes_on_with_it(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", (QUICK,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    begun = []
    for _ in range(2):
        window.page.goto(f"{host.home}/index.html#learn={QUICK}")
        window.until(lambda: "table.html#" in window.page.url or None)
        begun.append(window.page.url)
    assert begun[0] == begun[1]
    window.asked()
    assert window.now()["lesson"]["step"] == 1
    assert window.wrong == []
    host.stop()
    window.page.context.close()


CHOICE_FAILS = """
def hear(self, text, hear=BrowserTable.hear):
    return hear(self, text) if '"act"' not in text else 1 / 0

BrowserTable.hear = hear
"""
BOT_FAILS = """
def think(self, match, n, seat, bot, think=Bots.think):
    return think(self, match, n, seat, bot) if bot == RANDOM else 1 / 0

Bots.think = think
"""


def damage(site: Path, code: str) -> None:
    """Put more code into the module that the worker talks to; without code, cut its wheel in two."""
    (path,) = (site / "python").glob("wargame_table-*.whl")
    if not code:
        path.write_bytes(path.read_bytes()[:10_000])
        return
    with ZipFile(path) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    files["wargame_table/local.py"] += code.encode()
    with ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        pytest.param("", "could not be unpacked.", id="a wheel is cut"),
        pytest.param("raise ImportError('on purpose')", "failed while Python read them.", id="an import raises"),
        pytest.param(CHOICE_FAILS, "your choice was not played.", id="a choice ends in a mistake"),
    ],
)
def test_what_fails_is_a_sentence_and_its_traceback_is_closed(
    browser: Any, tmp_path: Path, code: str, sentence: str
) -> None:
    write_site(tmp_path / "site", (QUICK,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    damage(tmp_path / "site", code)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    window.page.locator(f"form[data-game={QUICK}] .go").click()
    problem = window.page.locator("#curtain .problem")
    if code == CHOICE_FAILS:
        window.asked()
        window.page.locator(".rows .row, .rows .step").first.click()
    window.until(lambda: problem.count() or None)
    assert sentence in problem.inner_text()
    assert "Traceback" not in window.page.locator("#curtain").inner_text()
    for wide, high in WIDTHS:
        window.page.set_viewport_size({"width": wide, "height": high})
        window.page.screenshot(path=str(tmp_path / f"failed-{wide}.png"))
        assert window.page.evaluate("document.querySelector('#curtain').scrollWidth") <= wide
    window.page.locator(".said summary").click()
    assert "Traceback (most recent call last)" in window.page.locator(".said pre").inner_text()
    window.page.screenshot(path=str(tmp_path / "failed-open.png"))
    assert any("Traceback" in text for text in window.wrong)  # in the console too
    window.page.locator("#curtain .go").click()
    window.until(lambda: problem.count() or window.state() == "yours" or None)
    host.stop()
    window.page.context.close()


@pytest.mark.thorough
def test_a_bot_that_fails_is_told_on_a_strip_and_the_game_goes_on(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", (QUICK,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    damage(tmp_path / "site", BOT_FAILS)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    window.begin(QUICK)
    strip = window.page.locator(".stumbled")
    while not strip.count():
        window.choose()
        window.asked()
    assert "made a mistake. This choice was made by chance, and the game goes on." in strip.inner_text()
    assert "Traceback" not in strip.inner_text()
    for wide, high in WIDTHS:
        window.page.set_viewport_size({"width": wide, "height": high})
        window.page.screenshot(path=str(tmp_path / f"stumbled-{wide}.png"))
    strip.locator("button").click()
    assert strip.count() == 0
    window.choose()
    host.stop()
    window.page.context.close()


@pytest.mark.thorough
def test_the_rest_comes_when_it_is_asked_for_and_when_a_game_is_open(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", ("battlecry",), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    for asked_for in (True, False):
        window = SiteWindow(browser, host)
        window.offline()
        if asked_for:
            window.page.get_by_text("Keep all games now").click()
        else:
            window.begin("battlecry")
            window.page.wait_for_timeout(1000)
            window.page.goto(host.home)
        window.whole()
        window.page.context.close()
    host.stop()


@pytest.mark.thorough
def test_two_people_pass_one_screen_and_each_sees_their_own_side(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", ("battlecry",), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    window.page.locator("select[name='seat confederate']").select_option("")
    window.begin("battlecry")
    covered = window.page.locator("#curtain .go")
    seats = [window.table.evaluate("table => table.state.welcome.you")]
    while len(seats) < 3:
        if covered.count() and covered.is_visible():
            assert window.table.evaluate("table => !table.state.now.ask")
            covered.click()
            window.asked()
            seats.append(window.table.evaluate("table => table.state.welcome.you"))
        elif window.state() == "yours":
            window.choose()
        window.page.wait_for_timeout(50)
    assert seats == ["union", "confederate", "union"]
    assert window.wrong == []
    host.stop()
    window.page.context.close()


@pytest.mark.thorough
def test_a_record_is_opened_and_notes_are_kept(browser: Any, tmp_path: Path) -> None:
    name = "thunder_on_the_mississippi"
    write_site(tmp_path / "site", (name,), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host, game = Host(tmp_path / "site"), load(name)
    match = game.start(seed=5)
    match.play_out({seat: game.bot("random", seed=number) for number, seat in enumerate(game.seats)})
    window = SiteWindow(browser, host)
    own, whole = tmp_path / "own.jsonl", tmp_path / "whole.jsonl"
    Record.of(match).for_seat("union", match.rules).save(own)
    match.save(whole)
    window.page.locator("#open input").set_input_files(own)
    window.until(lambda: "one seat" in window.page.locator("#open .problem").inner_text() or None)
    window.page.locator("#open input").set_input_files(whole)
    window.until(lambda: window.page.locator("wargame-table").count() or None)
    window.until(lambda: window.state() == "over" or None)
    assert len(window.table.evaluate("table => table.state.story")) > 100
    window.page.locator(".replay").click()
    window.until(lambda: window.page.locator(".film").is_visible() or None)
    window.page.get_by_text("back to now").click()
    window.page.locator("[role=tab]", has_text="Players").click()
    window.page.locator(".notes textarea").fill("a close thing")
    window.page.locator(".notes textarea").blur()
    window.page.wait_for_timeout(500)
    window.page.reload()
    window.until(lambda: window.page.locator("wargame-table").count() or None)
    window.until(lambda: window.state() == "over" or None)
    window.until(lambda: window.page.locator(".notes textarea").input_value() == "a close thing" or None)
    assert window.wrong == []
    host.stop()
    window.page.context.close()


@pytest.mark.thorough
def test_the_first_page_fits_every_screen_and_shows_every_scenario(browser: Any, tmp_path: Path) -> None:
    written = write_site(tmp_path / "site", (), find_runtime(PYODIDE, tmp_path), say=lambda _: None)
    host = Host(tmp_path / "site")
    window = SiteWindow(browser, host)
    window.until(lambda: window.page.locator("article").count() == len(written.games) or None)
    for wide, high in WIDTHS:
        window.page.set_viewport_size({"width": wide, "height": high})
        assert window.page.evaluate("document.documentElement.scrollWidth") <= wide
        window.page.screenshot(path=str(tmp_path / f"first-{wide}.png"))
    loaded = "all => all.map(picture => picture.decode().then(() => picture.naturalWidth))"
    pictures = window.page.locator(".pictures img")
    pictures.evaluate_all("all => all.forEach(picture => (picture.loading = 'eager'))")
    assert all(wide > 0 for wide in pictures.evaluate_all(f"all => Promise.all(({loaded})(all))"))
    assert pictures.count() == len(list((tmp_path / "site" / "pictures").iterdir()))
    assert window.wrong == []
    host.stop()
    window.page.context.close()
