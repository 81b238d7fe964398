"""The first page of a site without a server: a game is one click away."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.table.static_host import Host
from tests.table.windows import IN_A_BROWSER

from wargame_table.local import CLIENT

pytestmark = IN_A_BROWSER
STATIC = CLIENT.parent / "static"
GAME = {
    "id": "toy",
    "recorded": "toy",
    "title": "Toy",
    "documents": [],
    "seats": ["blue", "red"],
    "bots": ["random", "heuristic", "normal"],
    "strengths": {},
    "lessons": [],
    "puzzles": ["red", "blue"],
    "options": [],
    "scenarios": [{"id": "hill", "title": "The hill", "help": "", "picture": ""}],
}


@pytest.fixture
def host(tmp_path: Path) -> Any:
    for folder in (CLIENT, STATIC):
        shutil.copytree(folder, tmp_path / folder.name)
    shutil.copy(STATIC / "index.html", tmp_path)
    (tmp_path / "site.json").write_text(json.dumps({"games": [GAME], "docs": False, "sheets": []}), "utf-8")
    (tmp_path / "table.html").write_text("<p>The table</p>", "utf-8")
    served = Host(tmp_path)
    yield served
    served.stop()


def test_play_now_begins_the_first_scenario_against_the_bot(browser: Any, host: Any) -> None:
    page = browser.new_page()
    page.goto(host.home)
    page.locator("article[data-game=toy] .play-now").click()
    page.wait_for_url("**/table.html#*")
    kept = page.evaluate(f"async () => (await import('{host.home}static/kept.js')).tableOf(location.hash.slice(1))")
    assert {name: kept[name] for name in ("game", "scenario", "bots")} == {
        "game": "toy",
        "scenario": "hill",
        "bots": {"red": "normal"},
    }
    page.close()


def test_puzzles_come_one_after_the_other_and_the_bot_has_the_other_seat(browser: Any, host: Any) -> None:
    page = browser.new_page()
    page.goto(host.home)
    page.locator("article[data-game=toy] .puzzle").click()
    tables = []
    for address in ("index.html#puzzle=toy", "index.html#puzzle=toy", ""):
        page.wait_for_url("**/table.html#*")
        kept = f"async () => (await import('{host.home}static/kept.js')).tableOf(location.hash.slice(1))"
        tables.append(page.evaluate(kept))
        if address:
            page.goto(f"{host.home}{address}")
    assert [(table["lesson"], table["bots"]) for table in tables] == [
        ("puzzle-1", {"blue": "normal"}),
        ("puzzle-2", {"red": "normal"}),
        ("puzzle-1", {"blue": "normal"}),
    ]
    page.close()
