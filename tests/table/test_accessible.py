"""axe-core finds nothing serious on the pages of the table."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER, Window, windows

ROOT = Path(__file__).parents[2]
AXE = Path(os.environ.get("AXE", ROOT / "node_modules/axe-core/axe.min.js"))
pytestmark = [
    *IN_A_BROWSER,
    pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm install axe-core in this folder, or AXE"),
]
SERIOUS = ("serious", "critical")


def wrong(page: Any) -> list[str]:
    """What axe has against a page that is serious, each with the elements that are meant."""
    page.evaluate(AXE.read_text("utf-8"))
    told = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{found['id']}: {found['help']}: {[node['html'][:160] for node in found['nodes'][:3]]}"
        for found in told["violations"]
        if found["impact"] in SERIOUS
    ]


def test_axe_finds_nothing_serious_in_the_lobby_and_at_a_table(browser: Any, served: Served) -> None:
    lobby = browser.new_context().new_page()
    lobby.goto(served.home)
    lobby.locator("form select").first.wait_for()
    assert wrong(lobby) == []
    lobby.context.close()
    window = Window(browser, served, served.table("battlecry")["union"], "union")
    assert wrong(window.page) == []
    window.page.context.close()


@pytest.mark.thorough
def test_axe_finds_nothing_serious_on_any_page_of_the_table_in_any_theme(browser: Any, served: Served) -> None:
    everybody = windows(browser, served, "battlecry")
    for window in everybody:
        for theme in ("light", "dark", "contrast"):
            window.table.evaluate("(table, theme) => (table.dataset.theme = theme)", theme)
            for tab in ("Table", "Briefing", "Players", "Log"):
                window.page.locator("[role=tab]", has_text=tab).click()
                assert wrong(window.page) == [], (window.role, theme, tab)
    everybody[0].table.evaluate("table => table.request('resign', { at: table.state.now.at })")
    for window in everybody:
        window.page.locator(".ending").wait_for()
        for theme in ("light", "dark", "contrast"):
            window.table.evaluate("(table, theme) => (table.dataset.theme = theme)", theme)
            assert wrong(window.page) == [], (window.role, theme, "ending")
        window.page.context.close()
