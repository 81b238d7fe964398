"""The table in a real browser: two people and a spectator in three windows, by clicks on the board.

Nothing here knows a game: what can be clicked is what the page itself lights up.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served, hostile_toy

from wargame_table import thinking

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install 'wargame-core[browser]'")
pytest.importorskip("uvicorn", reason="needs wargame-table[server]")
CHROMIUM = os.environ.get("CHROMIUM") or next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt-get install chromium)"),
]
WIDTHS = ((390, 844), (1366, 768), (1920, 1080))
MOST = 40
"""Choices of a test at most."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("served"))
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


class Window:
    """One person's window. Whatever the page complains of, or asks of another site, is remembered."""

    def __init__(self, browser: Any, served: Served, link: str, role: str) -> None:
        self.served, self.link, self.role, self.wrong = served, link, role, list[str]()
        self.page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        self.page.on("console", self._complain)
        self.page.on("pageerror", lambda problem: self.wrong.append(str(problem)))
        self.page.on("request", lambda asked: self._local(asked.url))
        self.page.goto(link)
        self.table = self.page.locator("wargame-table")
        self.settled()

    def _complain(self, said: Any) -> None:
        if said.type == "error" and "WebSocket" not in said.text:  # a line that was cut on purpose
            self.wrong.append(said.text)

    def _local(self, address: str) -> None:
        if not address.startswith((self.served.home, "blob:", "data:")):
            self.wrong.append(f"asked elsewhere: {address}")

    def settled(self) -> str:
        """The state of the page once nothing is under way."""
        busy = ("loading", "sending", "offline")
        return str(self.until(lambda: None if (state := self.state()) in busy else state))

    def until(self, found: Any) -> Any:
        for _ in range(400):
            if (value := found()) is not None and value is not False:
                return value
            self.page.wait_for_timeout(25)
        raise AssertionError(f"{self.role}: this does not come: {self.page.locator('.note').inner_text()}")

    def state(self) -> str:
        return str(self.table.get_attribute("data-state"))

    def now(self) -> Any:
        return self.table.evaluate("table => table.state.now")

    def pieces(self) -> Any:
        return self.table.evaluate("table => table.state.pieces")

    def log(self) -> list[str]:
        return list(self.page.locator(".log li").all_inner_texts())

    def choose(self) -> int:
        """Choose by clicks on the board where something is lit, by a button where nothing is; returns the clicks."""
        clicks, at = 0, self.now()["at"]
        for _ in range(12):
            if self.state() != "yours" or self.now()["at"] != at:
                break
            if self.click_lit():
                clicks += 1
            else:
                self.page.locator(".rows .row, .rows .step").first.click()
            self.page.wait_for_timeout(30)
            if self.page.locator(".popup button").count():
                self.page.locator(".popup button").first.click()
        self.until(lambda: self.now()["at"] != at or None)
        self.settled()
        return clicks

    def click_lit(self) -> bool:
        lit = self.page.locator("[data-piece][data-lit=can], [data-space][data-lit=can]")
        if not lit.count():
            return False
        box = lit.nth(lit.count() // 2).bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return True

    def same_as_kept(self) -> None:
        """The page shows what a screen of this role is sent of the game as it is kept."""
        shown = self.served.shown(self.link, self.role)
        assert self.until(lambda: self.now()["tag"] == shown["tag"] or None)
        assert self.now()["at"] == shown["at"]
        assert self.pieces() == shown["pieces"]["all"]
        story = [row["text"] for row in shown.get("events", []) if "text" in row]
        told = self.table.evaluate("table => table.state.story.filter(row => row.text).map(row => row.text)")
        assert len(told) == len(story)


def windows(browser: Any, served: Served, game: str) -> list[Window]:
    links = served.table(game)
    return [Window(browser, served, link, role) for role, link in links.items()]


def asked(everybody: list[Window]) -> Window | None:
    return next((window for window in everybody if window.state() == "yours"), None)


def ground_is_drawn(window: Window) -> None:
    """The colours of the sheet under three of its spaces are not all one."""
    colours = window.table.evaluate(
        """table => {
          const { ground, sheet, left, top, boxWide, boxHigh } = table.board;
          const canvas = Object.assign(document.createElement("canvas"), { width: boxWide, height: boxHigh });
          const pen = canvas.getContext("2d");
          pen.drawImage(ground, 0, 0, boxWide, boxHigh);
          const spaces = sheet.spaces.filter((_, n) => n % Math.ceil(sheet.spaces.length / 40) === 0);
          return spaces.map(({ at: [x, y] }) => pen.getImageData(x - left, y - top, 1, 1).data.join());
        }"""
    )
    assert len(set(colours)) > 1
    assert "0,0,0,0" not in colours


def board_is_whole(window: Window) -> None:
    """Every space and every piece of the sheet is there once, with a name for who cannot see it."""
    page = window.page
    sheet = window.table.evaluate("table => table.state.sheet")
    assert page.locator("[data-space]").count() == len(sheet["spaces"])
    ids = page.locator("[data-piece]").evaluate_all("all => all.map(one => one.dataset.piece)")
    assert sorted(ids) == sorted(window.pieces())
    assert page.locator("[data-piece]:not([aria-label])").count() == 0
    assert page.locator(".over [tabindex='0']").count() <= 1
    assert page.locator("[role=button]:not([aria-label]), button:not([aria-label]):empty").count() == 0


def lose_the_line(window: Window) -> None:
    window.table.evaluate("table => table.transport.socket.close()")
    window.until(lambda: window.state() == "offline" or None)
    window.settled()


def refused(window: Window) -> None:
    """An old click is refused in words, and nothing has changed."""
    at = window.now()["at"]
    window.table.evaluate(
        """table => table.transport.send(
          { kind: "act", id: "old", at: "0ld", action: table.state.now.ask.rows[0].action })"""
    )
    window.until(lambda: "moved on" in window.page.locator(".note").inner_text() or None)
    assert window.now()["at"] == at


def taken_over(window: Window, everybody: list[Window]) -> None:
    """A bot plays the seat for a choice at least, then the person again."""
    window.page.locator("[role=tab]", has_text="Players").click()
    at = window.now()["at"]
    window.page.locator(".hand-over").click()
    window.until(lambda: window.now()["at"] != at or None)
    window.page.locator(".take-over").click()
    window.until(lambda: window.page.locator(".hand-over").count() or None)
    for other in everybody:
        other.settled()


def taken_back(window: Window) -> bool:
    """Take a choice back where that may be, with the button."""
    button = window.page.locator(".undo")
    if button.is_disabled() or button.is_hidden():
        return False
    at = window.now()["at"]
    button.click()
    window.until(lambda: window.now()["at"] != at or None)
    return True


def fits(window: Window, folder: Path) -> None:
    """At three widths: nothing runs off the side, prompt and first choice are in sight, and fingers hit the rows."""
    for wide, high in WIDTHS:
        window.page.set_viewport_size({"width": wide, "height": high})
        window.page.wait_for_timeout(150)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= wide
        window.page.screenshot(path=str(folder / f"{window.role}-{wide}.png"))
        for shown in (".prompt", ".rows button"):
            box = window.page.locator(shown).first.bounding_box()
            assert box is not None
            assert 0 <= box["y"] < high - 20
            assert shown == ".prompt" or box["height"] >= 44
    window.page.set_viewport_size({"width": 1366, "height": 768})


THOROUGH = pytest.mark.thorough
GAMES = [
    "battlecry",
    *(
        pytest.param(name, marks=THOROUGH)
        for name in ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
    ),
]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_clicks_on_the_board(browser: Any, served: Served, tmp_path: Path, game: str) -> None:
    everybody = windows(browser, served, game)
    first = asked(everybody)
    assert first is not None
    ground_is_drawn(first)
    board_is_whole(first)
    fits(first, tmp_path)
    refused(first)
    clicks, undone = 0, False
    for number in range(MOST):
        window = asked(everybody)
        assert window is not None
        clicks += window.choose()
        if not undone and number > 2:
            undone = taken_back(window)
        if number == 4:
            window.page.reload()
            window.settled()
        if number == 6:
            lose_the_line(window)
        for other in everybody:
            other.settled()
        if number > 12 and undone and clicks > 8:
            break
    assert clicks > 4
    last = asked(everybody)
    assert last is not None
    taken_over(last, everybody)
    for window in everybody:
        window.same_as_kept()
        assert window.wrong == []
        window.page.context.close()


def test_keys_and_the_list_alone_suffice_to_play(browser: Any, served: Served) -> None:
    everybody = windows(browser, served, "battlecry")
    by_board = 0
    for _ in range(8):
        window = asked(everybody)
        assert window is not None
        at = window.now()["at"]
        keyboard = window.page.keyboard
        if window.page.locator("[data-lit=can]:not(.ring)").count():
            window.table.evaluate("table => table.board.focus([...table.picker.lit.keys()][0])")
            keyboard.press("n")
            keyboard.press("Enter")
            by_board += 1
        for _ in range(6):
            window.page.wait_for_timeout(40)
            if window.now()["at"] != at or window.state() != "yours":
                break
            popup = window.page.locator(".popup button")
            (popup if popup.count() else window.page.locator(".rows .row, .rows .step")).first.focus()
            keyboard.press("Enter")
        window.until(lambda window=window, at=at: window.now()["at"] != at or None)
        for other in everybody:
            other.settled()
    assert by_board
    for window in everybody:
        assert window.wrong == []
        window.page.context.close()


def test_names_from_a_hostile_data_folder_are_shown_as_text(
    browser: Any, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(thinking._games, "toy", hostile_toy())
    everybody = windows(browser, served, "toy")
    red = next(window for window in everybody if window.role == "red")
    shown = red.page.locator(".rows").inner_text()
    assert "<script>alert(1)</script>" in shown
    assert "<img src=x onerror=alert(2)>" in shown
    assert "\\u202e" in shown
    assert "onerror" in red.page.locator("h1").inner_text()
    red.page.locator(".rows .row").nth(1).click()
    for window in everybody:
        window.settled()
        assert window.page.locator("script:not([src]), img[src=x]").count() == 0
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 1366
        assert window.wrong == []
        window.page.context.close()
