"""What a choice costs in a browser, game beside game in one run: work of the main thread, the log, the socket.

python -m benchmarks.table_speed [GAME ...] [--rounds N] [--each N] [--log] [--pace fast]

A table of each game is open in Chromium, one seat against a bot; in each round every game in turn plays ``--each``
choices by clicks on the rows of its questions, so that what else the machine does falls on all of them alike. A row
tells the choices; processor milliseconds of the main thread a choice (the mean over all rounds, the median of the
rounds), and how often that of the first game; of these scripts, and styles with layout; the longest task in
milliseconds of a clock; nodes of the log; kilobytes a choice that the socket brought, unpacked; kilobytes of the first
load of the page over HTTP with headers, in an empty browser. With ``--log`` the page Log is in sight, and else what the
table opens with.
"""

import argparse
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field
from tests.table.served import Served
from tests.table.windows import CHROMIUM, MET_ALL, sync_api

from wargame_table.keeping.rows import Opening
from wargame_table.play.slow_requests import game_called

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
SEED = 1863
"""Of the dice and of the choices: in each run the same games are played."""
TIMES = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
LONG_TASKS = """
window.longest = 0;
new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: "longtask" });
"""
CHOOSE = """(table, chance) => new Promise(done => {
  const { at } = table.state.now, root = table.shadowRoot;
  const press = () => {
    if (table.dataset.state !== "yours" || table.state.now.at !== at) return;
    const many = root.querySelectorAll(".build:not([hidden]) input[type=checkbox]:not(:checked)");
    const go = [".popup button:not(.dim)", ".confirm:not([hidden]) .go", ".build:not([hidden]) button:enabled"]
      .map(name => root.querySelector(name)).find(button => button);
    const rows = [...root.querySelectorAll(".rows .row, .rows .step")];
    const button = go ?? rows[Math.floor(chance * rows.length)] ?? many[0];
    button.click();
    setTimeout(press, 20);
  };
  const ended = () => {
    const { state } = table.dataset, { now } = table.state;
    if (now.outcome || (state === "yours" && now.at !== at)) {
      watching.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(Boolean(now.outcome)))));
    }
  };
  const watching = new MutationObserver(ended);
  watching.observe(table, { attributes: true });
  press();
})"""
"""Makes one choice by clicks on what the question offers, and waits until the next one is drawn; whether it is over."""


@define
class Screen:
    """The page of one seat of a game, and what its choices have cost."""

    name: str
    page: Any
    devtools: Any
    page_bytes: int
    socket_bytes: list[int]
    choices: int = 0
    over: bool = False
    costs: list[tuple[float, ...]] = field(factory=list)
    """Of each round milliseconds a choice, in the order of `TIMES`."""

    def play(self, count: int, chances: Sequence[float]) -> None:
        """Makes so many choices and notes what they cost."""
        table, before, first = self.page.locator("wargame-table"), self._times(), self.choices
        for chance in chances[:count]:
            if not self.over:
                self.over = table.evaluate(CHOOSE, chance)
                self.choices += 1
        if made := self.choices - first:
            self.costs.append(tuple(1000 * (b - a) / made for a, b in zip(before, self._times(), strict=True)))

    def _times(self) -> list[float]:
        metrics = {row["name"]: row["value"] for row in self.devtools.send("Performance.getMetrics")["metrics"]}
        return [metrics[name] for name in TIMES]

    @property
    def work(self) -> float:
        """Milliseconds of the main thread a choice, the mean of the rounds."""
        return statistics.mean(cost[0] for cost in self.costs)

    def row(self, first: float) -> str:
        script, layout, styles = (statistics.mean(cost[part] for cost in self.costs) for part in (1, 2, 3))
        median = statistics.median(cost[0] for cost in self.costs)
        longest = self.page.evaluate("window.longest")
        nodes = self.page.evaluate("document.querySelector('wargame-table').story.list.querySelectorAll('*').length")
        brought = sum(self.socket_bytes[1:]) / 1000 / max(1, self.choices)
        shares = f"{self.work:7.0f} {median:7.0f} {self.work / first:6.2f} {script:7.0f} {layout + styles:7.0f}"
        sizes = f"{nodes:6} {brought:6.1f} {self.page_bytes / 1000:6.0f}"
        return f"{self.name:28} {self.choices:6} {shares} {longest:8.0f} {sizes}"


def opened(browser: Any, served: Served, name: str, pace: str, log: bool) -> Screen:
    """A new table of a game, a bot in each seat but the first, whose page is open."""
    mine, *others = game_called(name).seats
    opening = Opening.of(game_called(name), bots=dict.fromkeys(others, "heuristic"))
    link = served.kept(evolve(opening, seed=SEED))[mine]
    context = browser.new_context(viewport={"width": 1600, "height": 950}, reduced_motion="no-preference")
    context.add_init_script(f"{MET_ALL}; localStorage['wargame-pace'] = '{pace}'; {LONG_TASKS}")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Network.enable")
    loaded, heard = [0], list[int]()
    devtools.on("Network.loadingFinished", lambda told: loaded.append(told["encodedDataLength"]))
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(len(text))))
    page.goto(link)
    page.locator("wargame-table[data-state=yours]").wait_for()
    page.wait_for_timeout(500)
    page.locator("wargame-table").evaluate(
        "(table, log) => { table.people.forced.checked = false; if (log) table.pages.show('log'); }", log
    )
    return Screen(name, page, devtools, sum(loaded), heard)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--each", type=int, default=8, help="choices of a game in a round")
    parser.add_argument("--pace", default="off", choices=["off", "fast", "normal", "slow"], help="of what others do")
    parser.add_argument("--log", action="store_true", help="with the log in sight")
    options = parser.parse_args(words)
    chances = _chances(options.rounds * options.each)
    with tempfile.TemporaryDirectory() as folder, sync_api.sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            screens = [opened(browser, served, name, options.pace, options.log) for name in options.games]
            for number in range(options.rounds):
                for screen in screens:
                    screen.page.bring_to_front()
                    screen.play(options.each, chances[number * options.each :])
            print(f"{'':28} {'choice':>6} {'ms':>7} {'median':>7} {'times':>6} {'script':>7} {'layout':>7}", end=" ")
            print(f"{'longest':>8} {'log':>6} {'KB':>6} {'load':>6}")
            for screen in screens:
                print(screen.row(screens[0].work))
        finally:
            browser.close()
            served.kill()


def _chances(count: int) -> list[float]:
    """Numbers from 0 to 1, the same in each run and for each game."""
    rng = random.Random(SEED)
    return [rng.random() for _ in range(count)]


if __name__ == "__main__":
    main()
