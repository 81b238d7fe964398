"""Where dice fall in the browser while others play: at the unit that rolls, or elsewhere.

python -m benchmarks.table_dice [GAME ...] [--choices N] [--pace fast]

A person of random clicks plays against a bot, whose turns are shown. A row tells the throws, how many of them have no
unit or place on the map to lie at by what the game says (*nobody's*, such as dice for the initiative or for a
reinforcement), and how many of the others lie *elsewhere*: away from the unit, or while it is out of the window. The
last number must be 0; the command fails where it is not. It needs Playwright and Chromium.
"""

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.table_clicks import GAMES, Evening, Stuck
from tests.table.served import Served
from tests.table.windows import CHROMIUM, Window, sync_api

from wargame_table.play.slow_requests import game_called

WATCHED = """table => {
  window.times = []; window.throws = [];
  const { stage } = table, { play } = stage;
  stage.play = function (scene, before, ways, lasts) {
    play.call(stage, scene, before, ways, lasts);
    if (!stage.dice.children.length) return;
    const { board } = table, { camera } = board, roller = stage.spots({ ...scene, attacks: scene.attacks,
      losses: [] }, before, new Map())[0];
    const kept = { caption: stage.dice.querySelector("small")?.textContent ?? "", away: null };
    window.throws.push(kept);
    if (!roller) return; // nobody's, or of a unit that is not on the map
    setTimeout(() => {
      if (stage.dice.style.visibility === "hidden") return; // the map has gone on to the next question
      const [x, y] = camera.shown(roller), { offsetLeft, offsetTop, offsetWidth, offsetHeight } = stage.dice;
      const across = Math.max(0, offsetLeft - x, x - offsetLeft - offsetWidth);
      const down = Math.max(0, offsetTop - y, y - offsetTop - offsetHeight);
      kept.away = camera.sees(roller) ? Math.hypot(across, down) : 1e9;
      kept.wide = offsetWidth;
    }, 0);
  };
}"""
NEAR = 60
"""Pixels between the edge of a throw and its unit that are at the unit."""


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--choices", type=int, default=40)
    parser.add_argument("--pace", default="fast", choices=["slow", "normal", "fast"])
    parser.add_argument("--seed", type=int, default=1863)
    options = parser.parse_args(words)
    lost = 0
    print(f"{'game':28} {'throws':>6} {'nobodys':>8} {'elsewhere':>9}")
    with tempfile.TemporaryDirectory() as folder, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        served = Served(Path(folder))
        try:
            for name in options.games:
                throws = _throws(browser, served, name, options)
                elsewhere = [throw for throw in throws if throw["away"] is not None and throw["away"] > NEAR]
                nobodys = sum(throw["away"] is None for throw in throws)
                lost += len(elsewhere)
                captions = "; ".join(sorted({throw["caption"] for throw in elsewhere}))
                print(f"{name:28} {len(throws):6} {nobodys:8} {len(elsewhere):9} {captions}", flush=True)
        finally:
            browser.close()
            served.kill()
    raise SystemExit(bool(lost))


def _throws(browser: Any, served: Served, name: str, options: argparse.Namespace) -> list[Any]:
    """Every throw that was shown: its caption, and the pixels between it and its unit; None where it has none."""
    mine, *others = game_called(name).seats
    link = served.table(name, bots=dict.fromkeys(others, "heuristic"))[mine]
    window = Window(browser, served, link, mine)
    window.page.evaluate(f"localStorage['wargame-pace'] = '{options.pace}'")
    window.page.reload()
    window.settled()
    evening = Evening(window, random.Random(options.seed), None, name, touch=False, by_keys=True)
    window.table.evaluate(WATCHED)
    try:
        for _ in range(options.choices):
            window.until(lambda: window.state() == "yours" or evening._is_over())
            if evening._is_over():
                break
            evening._one_choice()
    except Stuck as problem:
        print(f"{name}: {problem}")
    throws: list[Any] = window.page.evaluate("window.throws")
    window.page.context.close()
    return throws


if __name__ == "__main__":
    main()
