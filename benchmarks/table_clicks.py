"""Whole games in a browser by real clicks and taps, one seat against a bot, and what went wrong meanwhile.

python -m benchmarks.table_clicks [GAME ...] [--width 1600 1024 390] [--most N] [--keys] [--shots FOLDER]

Each choice is looked for on the map first and in the list where nothing is lit. A row tells the choices, the clicks a
choice, how much of what was lit lay outside the window when the question came, clicks that did nothing, and what the
page complained of. With ``--keys`` every choice is made by the keyboard alone. It needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field
from tests.table.served import Served
from tests.table.windows import CHROMIUM, IN_SIGHT, Window, sync_api

from wargame_table.work import game_called

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
SIZES = {1600: 950, 1024: 768, 390: 844}
TOUCH = 500
"""Windows narrower than this are a phone's."""
PICTURE_EACH = 40
TRIES = 40
"""Clicks after which a choice counts as one that cannot be made."""
LIT = """table => table.board.over.querySelectorAll("[data-piece][data-lit=can], [data-space][data-lit=can]").length"""


class Stuck(Exception):
    """No click makes a choice; the message tells the question."""


@define
class Evening:
    """One game, played from one window."""

    window: Window
    rng: random.Random
    shots: Path | None
    name: str
    touch: bool
    by_keys: bool
    choices: int = 0
    clicks: int = 0
    idle: int = 0
    lit: int = 0
    out_of_sight: int = 0
    most_clicks: int = 0
    over: bool = False
    wrong: list[str] = field(factory=list)

    def play(self, most: int) -> None:
        """Plays until the game is over or ``most`` choices are made."""
        while self.choices < most and not self.over:
            self.window.until(lambda: self.window.state() == "yours" or self._is_over())
            self.over = self._is_over()
            if not self.over:
                self._one_choice()
                if self.choices % PICTURE_EACH == 1:
                    self._picture(str(self.choices))
        self._picture("end")
        self.wrong += self.window.wrong

    def _is_over(self) -> bool:
        return self.window.now().get("outcome") is not None

    def _one_choice(self) -> None:
        self.window.page.wait_for_timeout(60)  # the map comes to the question
        at = self.window.now()["at"]
        self.lit += (lit := int(self.window.table.evaluate(LIT)))
        self.out_of_sight += lit - len(self.window.table.evaluate(IN_SIGHT))
        first = self.clicks
        for _ in range(TRIES):
            before = self._shown()
            self._by_key() if self.by_keys else self._by_click()
            self.clicks += 1
            self.window.page.wait_for_timeout(50)
            if self.window.state() != "yours" or self.window.now()["at"] != at:
                break
            self.idle += before == self._shown()
        else:
            self._picture("stuck")
            raise Stuck(self.window.page.locator(".prompt, .question").first.inner_text())
        self.window.settled()
        self.choices += 1
        self.most_clicks = max(self.most_clicks, self.clicks - first)

    def _shown(self) -> Any:
        """What a click should change: what is asked, ticked, lit and offered."""
        return self.window.table.evaluate(
            "table => [table.shadowRoot.querySelector('.question')?.innerHTML ?? '', "
            "[...table.shadowRoot.querySelectorAll('.popup, .confirm, .build')].map(e => e.hidden + e.innerHTML), "
            "[...table.board.over.querySelectorAll('[data-lit]')].map(e => e.dataset.lit).join()]"
        )

    def _offers(self) -> Any:
        """The buttons of which one should be pressed next, the most pressing first."""
        page = self.window.page
        for selector in (
            ".popup button:not(.dim)",
            ".confirm:not([hidden]) .go",
            ".build:not([hidden]) button:enabled",
        ):
            if (found := page.locator(selector)).count() and found.first.is_visible():
                return found
        return None

    def _by_click(self) -> None:
        page = self.window.page

        def press(button: Any) -> None:
            button.tap() if self.touch else button.click()

        if (offers := self._offers()) is not None:
            press(offers.nth(self.rng.randrange(offers.count())))
            return
        points = self.window.table.evaluate(IN_SIGHT)
        rows = page.locator(".rows .row, .rows .step")
        if points and (not rows.count() or self.rng.random() < 0.8):
            x, y = self.rng.choice(points)
            (page.touchscreen.tap if self.touch else page.mouse.click)(x, y)
        else:
            press(rows.nth(self.rng.randrange(rows.count())))

    def _by_key(self) -> None:
        offers = self._offers()
        rows = offers if offers is not None else self.window.page.locator(".rows .row, .rows .step")
        rows.nth(self.rng.randrange(min(rows.count(), 9))).focus()
        self.window.page.keyboard.press("Enter")

    def _picture(self, name: str) -> None:
        if self.shots is not None:
            self.window.page.screenshot(path=self.shots / f"{self.name}-{name}.png")

    def told(self) -> str:
        each = self.clicks / max(1, self.choices)
        over = "over" if self.over else "stopped"
        hidden = f"{self.out_of_sight} of {self.lit}"
        wrong = "; ".join(dict.fromkeys(self.wrong))[:120] or "-"
        counted = f"{self.choices:6} {each:6.2f} {self.most_clicks:5} {hidden:>14} {self.idle:5}"
        return f"{self.name:36} {counted} {over:8} {wrong}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--width", nargs="+", type=int, default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--most", type=int, default=10_000, help="choices a game")
    parser.add_argument("--keys", action="store_true", help="by the keyboard alone")
    parser.add_argument("--seat", type=int, default=0, help="which of the seats is played")
    parser.add_argument("--seed", type=int, default=1863)
    parser.add_argument("--shots", type=Path, help="folder for pictures of the page")
    options = parser.parse_args(words)
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    print(f"{'table':36} {'choice':>6} {'clicks':>6} {'most':>5} {'out of sight':>14} {'idle':>5} {'':8} complaints")
    with tempfile.TemporaryDirectory() as folder, sync_api.sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name in options.games:
                for width in options.width:
                    print(_evening(browser, served, name, width, options), flush=True)
        finally:
            browser.close()
            served.kill()


def _evening(browser: Any, served: Served, name: str, width: int, options: argparse.Namespace) -> str:
    mine, *others = (seats := list(game_called(name).seats))[options.seat :] + seats[: options.seat]
    link = served.table(name, bots=dict.fromkeys(others, "normal"))[mine]
    window = Window(browser, served, link, mine, touch=width < TOUCH)
    if width >= TOUCH:
        window.page.set_viewport_size({"width": width, "height": SIZES[width]})
    called = f"{name}-{width}{'-keys' if options.keys else ''}"
    evening = Evening(window, random.Random(options.seed), options.shots, called, width < TOUCH, options.keys)
    try:
        evening.play(options.most)
    except (Stuck, AssertionError, sync_api.Error) as problem:
        evening.wrong.append(f"{type(problem).__name__}: {problem}".splitlines()[0])
    window.page.context.close()
    return evening.told()


if __name__ == "__main__":
    main()
