"""The board of the site's first page, in a browser, from a file and without a server."""

from pathlib import Path

import pytest
from tests.conftest import ROOT, script
from tests.table.windows import CHROMIUM, IN_A_BROWSER, sync_api

pytestmark = [pytest.mark.thorough, *IN_A_BROWSER]


def test_the_rules_answer_whoever_touches_a_unit_and_a_space(tmp_path: Path) -> None:
    board = script(ROOT / "docs" / "first_page.py").touch_board()
    page_file = tmp_path / "index.html"
    page_file.write_text(f"<!doctype html><meta charset=utf-8>{board}", "utf-8")
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.goto(page_file.as_uri())

        def said_at(*touched: str) -> str:
            for name in touched:
                page.click(f"[data-{name[:5]}={name[6:]}]", force=True)
            return str(page.inner_text(".wg-answer"))

        assert said_at("piece u3").startswith("Union infantry u3 (4) at G7: 5 spaces")
        assert page.locator(".wg-reach").count() == 5
        assert said_at("space F7") == "Union infantry u3 moves from G7 to F7."
        assert "[BC150 p.7 Moving Units]" in said_at("piece u3", "space B1")
        assert said_at("piece s3") == "an enemy is on B6 [BC150 p.7 Moving Units]"
        page.keyboard.press("Escape")
        assert said_at("piece u1") == "Union infantry u1 has no order [BC150 p.6 2. Announce Orders]"
        browser.close()
    assert problems == []
