"""Windows of a real browser, each with one person's page of a table. Nothing here knows a game."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from tests.table.served import PATIENCE, Served

from wargame_core import discover
from wargame_pictures.paper.pdf import find_browser

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
pytest.importorskip("uvicorn", reason="needs wargame-table")
CHROMIUM = find_browser()
"""The browser that prints games too; without windows of its own it takes a third of the processor time."""
IN_A_BROWSER = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt-get install chromium)"),
]


@contextmanager
def unless_it_goes_elsewhere() -> Iterator[None]:
    """Go on where the page that is looked at leaves for another address."""
    try:
        yield
    except sync_api.Error as error:
        if "Execution context was destroyed" not in str(error):
            raise


IN_SIGHT = """table => {
  const { board } = table, frame = board.element.getBoundingClientRect();
  return [...board.over.querySelectorAll("[data-piece][data-lit=can], [data-space][data-lit=can]")]
    .map(lit => lit.getBoundingClientRect()).map(box => [box.left + box.width / 2, box.top + box.height / 2])
    .filter(([x, y]) => x > frame.left + 9 && x < frame.right - 50 && y > frame.top + 9 && y < frame.bottom - 50
      && board.over.contains(table.shadowRoot.elementFromPoint(x, y)));
}"""
"""The middles of what is lit and can be clicked on now."""


INSTALLED = tuple(entry.id for plugin in discover() for entry in plugin.games)
"""The ids of all installed games, none of which is loaded for that."""
GAMES_MET = ("toy", "seven_powers", "window", *INSTALLED)

MET_ALL = f"""
if (location.protocol.startsWith("http")) {{
localStorage["wargame-name"] ??= "";
localStorage["wargame-pace"] ??= "off";
localStorage["wargame-met"] ??= JSON.stringify({json.dumps(dict.fromkeys(GAMES_MET, 1))});
}}
"""
"""What a browser keeps that has been here before, whose person goes without a name and waits for nothing shown."""


def _told(row: Any) -> str:
    """The sentence of a row as the log has it: without ids, which are printed on no counter."""
    about, text = row.get("about", {}), str(row["text"])
    for piece in {*about.get("pieces", ()), *about.get("targets", ()), about.get("target", "")} - {""}:
        if re.search(r"\d|_", piece):
            text = re.sub(rf"\s*(\({re.escape(piece)}\)|\b{re.escape(piece)}\b)", "", text)
    return text.strip()


def click_on(page: Any, table: Any) -> int:
    """One step of a choice: a click on the board where something is lit, on a button where nothing is, and on what is
    asked then. Returns the clicks on the board and those that confirm a roll of dice.
    """
    clicks = 0
    if click_lit(page, table):
        clicks += 1
        together = page.locator(".build:not([hidden]) button")
        if together.count() and table.get_attribute("data-state") == "yours":
            together.click()
    else:
        page.locator(".rows .row, .rows .step").first.click()
    page.wait_for_timeout(30)
    if page.locator(".confirm:not([hidden]) .go").count():
        page.locator(".confirm:not([hidden]) .go").click()
        clicks += 1
    if page.locator(".popup button:not(.dim)").count():
        page.locator(".popup button:not(.dim)").first.click()
    return clicks


def click_lit(page: Any, table: Any) -> bool:
    """Whether there was something lit on the board to click on."""
    points = table.evaluate(IN_SIGHT)
    if points:
        page.mouse.click(*points[len(points) // 2])
    return bool(points)


def send_script(script: str, route: Any) -> None:
    """Answer a request for a module with this one."""
    route.fulfill(body=script, content_type="text/javascript")


class Window:
    """One person's window. Whatever the page complains of, or asks of another site, is remembered.

    ``met``: the browser has been here before. ``before`` is a script that runs before those of the page. ``client``
    has files of the client, by name, that are sent instead of the server's.
    """

    def __init__(
        self,
        browser: Any,
        served: Served,
        link: str,
        role: str,
        touch: bool = False,
        met: bool = True,
        dark: bool = False,
        before: str = "",
        client: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.served, self.link, self.role, self.wrong = served, link, role, list[str]()
        size = (390, 844) if touch else (1366, 768)
        phone = {"is_mobile": touch} if browser.browser_type.name == "chromium" else {}
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
            **phone,
        )
        if met:
            context.add_init_script(MET_ALL)
        context.add_init_script(before)
        for name, script in client.items():
            context.route(f"**/client/{name}", partial(send_script, script))
        self.page = context.new_page()
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

    def watches(self, motion: Any = "no-preference") -> None:
        """Its person waits for what others do to be shown, with motion or without."""
        self.page.emulate_media(reduced_motion=motion)
        self.table.evaluate("table => (table.again.pace.value = 'normal')")

    def settled(self) -> str:
        """The state of the page once nothing is under way."""
        busy = ("loading", "sending", "offline")
        return str(self.until(lambda: None if (state := self.state()) in busy else state))

    def until(self, found: Any) -> Any:
        """What ``found`` finds, as soon as it is there; a page that goes elsewhere meanwhile has not found it yet."""
        for _ in range(PATIENCE * 40):
            with unless_it_goes_elsewhere():
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
            clicks += click_on(self.page, self.table)
        self.until(lambda: self.now()["at"] != at or None)
        self.settled()
        return clicks

    def click_lit(self) -> bool:
        return click_lit(self.page, self.table)

    def same_as_kept(self) -> None:
        """The page shows what a screen of this role is sent of the game as it is kept."""
        shown = self.served.shown(self.link, self.role)
        assert self.until(lambda: self.now()["tag"] == shown["tag"] or None)
        now = self.now()
        for part in ("at", "known", "cursor", "waiting", "ask", "chosen", "undo", "outcome", "sheet"):
            assert now.get(part) == shown.get(part), part
        state = self.table.evaluate("({ state }) => [state.pieces, state.panels, state.marks, state.story]")
        whole = [shown["pieces"]["all"], shown["panels"]["all"], shown["marks"], shown.get("events", [])]
        assert state == whole
        drawn = "({ board }) => [...board.element.querySelectorAll('[data-piece]')]"
        rows = f"{drawn}.map(({{ dataset }}) => ({{ ...dataset }}))"
        self.until(lambda: self._lies(self.table.evaluate(rows), shown["pieces"]["all"]) or None)
        log = self.page.locator("[role=log]").first.text_content()
        first = self.table.evaluate(
            "({ story }) => story.lines[story.first]?.number ?? 0"
        )  # what is older stands folded
        assert all(_told(row) in log for row in whole[3][first:][-6:] if "text" in row)

    def _lies(self, drawn: list[Any], pieces: Any) -> bool:
        """Whether the board shows these pieces where they are, and no others."""
        return {row["piece"]: row["at"] for row in drawn} == {
            piece: row["at"] for piece, row in pieces.items() if row.get("face")
        }


def windows(browser: Any, served: Served, table: str | dict[str, str]) -> list[Window]:
    """A window for each link of a table, or of a new one of a game."""
    links = served.table(table) if isinstance(table, str) else table
    return [Window(browser, served, link, role) for role, link in links.items()]


def asked(everybody: list[Window]) -> Window | None:
    return next((window for window in everybody if window.state() == "yours"), None)


def close(*everybody: Window) -> None:
    """Close the windows, in none of which anything has gone wrong."""
    for window in everybody:
        assert window.wrong == []
        window.page.context.close()
