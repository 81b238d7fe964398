"""Whole games in a browser by real clicks and taps, one seat against a bot, and what went wrong meanwhile.

python -m benchmarks.table_clicks [GAME ...] [--width 1600 1024 390] [--most N] [--minutes N] [--keys]
                                  [--shots FOLDER] [--browser firefox] [--scheme dark]

Each choice is looked for on the map first and in the list where nothing is lit. A row tells the choices, the clicks a
choice, how much of what was lit lay outside the window, under something else (*hid*) or where a click means another
thing (*led*) when the question came, clicks that did nothing, milliseconds from a click to the new board (median, 95
%), kilobytes a choice that the socket brought, unpacked, and what went wrong: complaints of the page, ids among its
words, a board that is not the one that is kept.
With ``--keys`` every choice is made by the keyboard alone. A game that is not over after ``--most`` choices or
``--minutes`` is told as *stopped*, with the choices made until then. It needs Playwright, and Chromium or Firefox,
which knows no taps but a mouse alone.
"""

import argparse
import os
import random
import re
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field
from tests.table.served import Served
from tests.table.windows import CHROMIUM, Window, sync_api

from wargame_table.play.slow_requests import game_called

GAMES = (
    "battlecry",
    "vicksburg",
    "gettysburg",
    "gcacw_on_the_4th_day",
    "thunder_on_the_mississippi",
    "corinth",
    "brices_crossroads",
    "chattanooga",
)
SIZES = {1600: 950, 1024: 768, 390: 844}
TOUCH = 500
"""Windows narrower than this are a phone's."""
FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
WITHOUT_MEDIA = r"""
const { prototype } = require("module"), { _compile } = prototype;
const sent = /(await this\.[\w.]+\.send\("emulation\.setMediaFeaturesOverride", \{[^]*?\}\));/g;
prototype._compile = function (text, name) {
  return _compile.call(this, name.endsWith("coreBundle.js") ? text.replace(sent, "$1.catch(() => {});") : text, name);
};
"""
"""Playwright gives up where a Firefox, as distributions have it, does not know how to be asked for other colours."""
PICTURE_EACH = 40
TRIES = 40
"""Clicks after which a choice counts as one that cannot be made."""
LIT = """table => {
  const { board } = table, found = { points: [], away: 0, hid: [], led: [], signs: 0 };
  const signs = board.edges.buttons.filter(({ hidden }) => !hidden).map(sign => sign.getBoundingClientRect());
  for (const counter of signs.length ? board.pieces.values() : []) {
    const { left, right, top, bottom } = counter.getBoundingClientRect();
    const over = sign => sign.left < right && sign.right > left && sign.top < bottom && sign.bottom > top;
    if (signs.some(over)) found.signs += 1;
  }
  for (const reference of board.lit.keys()) {
    const element = board.elementOf(reference), box = element?.getBoundingClientRect();
    if (!box) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = board.camera.sees(board.spotsOf([reference])[0]) && table.shadowRoot.elementFromPoint(x, y);
    if (!top) found.away += 1;
    else if (!board.over.contains(top)) found.hid.push(top.closest("[class]").getAttribute("class"));
    else {
      const lit = board.referencesAt(top).filter(name => board.lit.has(name));
      const stack = board.referencesAt(top).at(-1) === board.referencesAt(element).at(-1); // a click offers all
      if (lit.length && !lit.includes(reference) && !stack) found.led.push(`${reference} to ${lit[0]}`);
      found.points.push([x, y]);
    }
  }
  return found;
}"""
"""Of what is lit: the middles that can be clicked on, how much is out of sight, what lies under something else, and
where a click means something else that is lit; and the counters on which signs of what lies out of sight stand."""
TIMED = """table => {
  let clicked = 0;
  window.times = [];
  for (const kind of ["pointerup", "keydown"])
    document.addEventListener(kind, () => (clicked = performance.now()), true);
  const { show } = table.board;
  table.board.show = function () {
    show.call(this);
    if (table.dataset.state !== "sending" || !clicked) return;
    const since = clicked;
    clicked = 0;
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - since)));
  };
}"""
BROUGHT = """
window.brought = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => window.brought.push(new TextEncoder().encode(data).length));
  }
};
"""
"""Counts the bytes of each message that a socket brings; the first is the table as it stands."""
WORDS = r"table => [...table.shadowRoot.children].map(element => element.innerText ?? '').join('\n')"
IDS = re.compile(r"\bundefined\b|\bNaN\b|\bnull\b|\[object|\b[a-z]+_[a-z_]+\b|\b[A-Z]\d\d\b(?=')")
"""What nobody is to read at a table."""
OURS = re.compile(r"blocked an inline style|The operation is insecure")
"""What Firefox says of Playwright, which adds a style for each picture, and runs its scripts on the empty page too."""


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
    counts: Counter[str] = field(factory=Counter)
    most_clicks: int = 0
    over: bool = False
    last: str = ""
    wrong: list[str] = field(factory=list)

    def play(self, most: int, minutes: float) -> None:
        """Plays until the game is over, ``most`` choices are made, or so many minutes are gone."""
        self.window.table.evaluate(TIMED)
        end = time.monotonic() + 60 * minutes
        while self.choices < most and time.monotonic() < end and not self.over:
            self.window.until(lambda: self.window.state() == "yours" or self._is_over())
            self.over = self._is_over()
            if not self.over:
                self._one_choice()
                if self.choices % PICTURE_EACH == 1:
                    self._picture(str(self.choices))
                    self._look()
        self._picture("end")
        self._look()

    def _is_over(self) -> bool:
        return self.window.now().get("outcome") is not None

    def _one_choice(self) -> None:
        self.window.page.wait_for_timeout(60)  # the map comes to the question
        at = self.window.now()["at"]
        self._count(self.window.table.evaluate(LIT))
        first = self.clicks
        for _ in range(TRIES):
            before = self._shown()
            self._by_key() if self.by_keys else self._by_click()
            self.clicks += 1
            self.window.page.wait_for_timeout(50)
            if self.window.state() != "yours" or self.window.now()["at"] != at:
                break
            if before == self._shown():
                self.counts["idle"] += 1
                self.wrong.append(f"idle: {self.last}")
        else:
            self._picture("stuck")
            raise Stuck(self.window.page.locator(".prompt, .question").first.inner_text())
        self.window.settled()
        self.choices += 1
        self.most_clicks = max(self.most_clicks, self.clicks - first)

    def _count(self, lit: Any) -> None:
        hid, led = lit["hid"], lit["led"]
        self.counts.update(away=lit["away"], hid=len(hid), led=len(led))
        self.counts["lit"] += lit["away"] + len(hid) + len(lit["points"])
        self.wrong += [f"hid by {what}" for what in hid] + [f"led: {what}" for what in led]
        self.wrong += ["a sign at the edge stands on a counter"] * lit["signs"]

    def _look(self) -> None:
        """The page says no id, and shows what is kept."""
        self.wrong += [f"says {found}" for found in IDS.findall(self.window.table.evaluate(WORDS))]
        if self.window.state() == "yours":
            at = self.window.now()["at"]
            try:
                self.window.same_as_kept()
            except AssertionError as problem:
                if self.window.now()["at"] == at:  # an only choice may have been played by itself
                    self.wrong.append(f"not as kept: {problem}".splitlines()[0])

    def _shown(self) -> Any:
        """What a click should change: what is asked, ticked, lit and offered."""
        return self.window.table.evaluate(
            "table => [table.shadowRoot.querySelector('.ask')?.innerHTML ?? '', "
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

    def _press(self, buttons: Any) -> None:
        button = buttons.nth(self.rng.randrange(buttons.count()))
        self.last = button.inner_text()[:60]
        button.tap() if self.touch else button.click()

    def _by_click(self) -> None:
        page = self.window.page
        if (offers := self._offers()) is not None:
            self._press(offers)
            return
        points = self.window.table.evaluate(LIT)["points"]
        edges = page.locator(".edge:not([hidden])")
        if edges.count() and (not points or self.rng.random() < 0.2):
            self._press(edges)
            self.clicks += 1
            page.wait_for_timeout(350)  # the map goes there
            points = self.window.table.evaluate(LIT)["points"]
        rows = page.locator(".rows .row, .rows .step")
        if not points or (rows.count() and self.rng.random() < 0.2):
            self._press(rows)
            return
        x, y = self.rng.choice(points)
        self.last = f"{self.window.now().get('ask', {}).get('prompt', '')[:60]} at {x:.0f}, {y:.0f}"
        (page.touchscreen.tap if self.touch else page.mouse.click)(x, y)

    def _by_key(self) -> None:
        offers = self._offers()
        rows = offers if offers is not None else self.window.page.locator(".rows .row, .rows .step")
        rows.nth(self.rng.randrange(min(rows.count(), 9))).focus()
        self.window.page.keyboard.press("Enter")

    def _picture(self, name: str) -> None:
        if self.shots is not None:
            self.window.page.screenshot(path=self.shots / f"{self.name}-{name}.png")

    def told(self) -> str:
        counts, times = self.counts, sorted(self.window.page.evaluate("window.times")) or [0]
        each = self.clicks / max(1, self.choices)
        over = "over" if self.over else "stopped"
        hidden = f"{counts['away']} of {counts['lit']}"
        lost = f"{counts['hid']:4} {counts['led']:4} {counts['idle']:4}"
        speed = f"{statistics.median(times):5.0f} {times[len(times) * 95 // 100]:5.0f}"
        brought = sum(self.window.page.evaluate("window.brought")[1:]) / 1000 / max(1, self.choices)
        wrong = Counter([*self.wrong, *(what for what in self.window.wrong if not OURS.search(what))]).most_common()
        complaints = "; ".join(f"{what} ({times})" for what, times in wrong) or "-"
        counted = f"{self.choices:6} {each:6.2f} {self.most_clicks:5} {hidden:>14} {lost} {speed} {brought:6.1f}"
        return f"{self.name:36} {counted} {over:8} {complaints}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--width", nargs="+", type=int, default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--most", type=int, default=10_000, help="choices a game")
    parser.add_argument("--minutes", type=float, default=600, help="minutes a game")
    parser.add_argument("--keys", action="store_true", help="by the keyboard alone")
    parser.add_argument("--bot", default="heuristic", help="who plays the other seats")
    parser.add_argument("--seat", type=int, default=0, help="which of the seats is played")
    parser.add_argument("--seed", type=int, default=1863)
    parser.add_argument("--shots", type=Path, help="folder for pictures of the page")
    parser.add_argument("--browser", default="chromium", choices=["chromium", "firefox"])
    parser.add_argument("--scheme", default="light", choices=["light", "dark"])
    options = parser.parse_args(words)
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    heads = f"{'out of sight':>14} {'hid':>4} {'led':>4} {'idle':>4} {'ms':>5} {'95 %':>5} {'KB':>6}"
    print(f"{'table':36} {'choice':>6} {'clicks':>6} {'most':>5} {heads} {'':8} what went wrong")
    with tempfile.TemporaryDirectory() as folder:
        if options.browser == "firefox":
            (hook := Path(folder, "without_media.cjs")).write_text(WITHOUT_MEDIA, "utf-8")
            os.environ["NODE_OPTIONS"] = f"--require {hook}"
        with sync_api.sync_playwright() as playwright:
            served, browser = Served(Path(folder)), _launched(playwright, options.browser)
            try:
                for name in options.games:
                    for width in options.width:
                        print(_evening(browser, served, name, width, options), flush=True)
            finally:
                browser.close()
                served.kill()


def _launched(playwright: Any, name: str) -> Any:
    if name == "chromium":
        return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    still = {"ui.prefersReducedMotion": 1}
    return playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=still)


def _evening(browser: Any, served: Served, name: str, width: int, options: argparse.Namespace) -> str:
    mine, *others = (seats := list(game_called(name).seats))[options.seat :] + seats[: options.seat]
    link = served.table(name, bots=dict.fromkeys(others, options.bot))[mine]
    touch = width < TOUCH and options.browser == "chromium"
    window = Window(browser, served, link, mine, touch=touch, before=BROUGHT)
    if options.scheme == "dark":
        window.page.emulate_media(color_scheme="dark")
    if not touch:
        window.page.set_viewport_size({"width": width, "height": SIZES[width]})
    called = f"{name}-{width}{'-keys' if options.keys else ''}"
    evening = Evening(window, random.Random(options.seed), options.shots, called, touch, options.keys)
    try:
        evening.play(options.most, options.minutes)
    except (Stuck, AssertionError, sync_api.Error) as problem:
        evening.wrong.append(f"{type(problem).__name__}: {problem}".splitlines()[0])
        evening._picture("problem")
    told = evening.told()
    window.page.context.close()
    return told


if __name__ == "__main__":
    main()
