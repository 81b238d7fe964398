"""In a real browser: a table with a clock that ends the game, its open seat in the list, and who sits down there.

Who sits there asks to be told by e-mail.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER

pytestmark = IN_A_BROWSER
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    mail = ("--smtp", "smtp://127.0.0.1:1", "--mail-from", "tables@example.org", "--address", "http://127.0.0.1:8000")
    served = Served(tmp_path, more=("--open-seats", *mail, "battlecry"))
    yield served
    served.kill()


def test_who_waits_is_found_in_the_list_and_a_click_sits_down_opposite(browser: Any, served: Served) -> None:
    maker, guest = browser.new_context(), browser.new_context()
    page = maker.new_page()
    page.goto(served.home)
    page.locator("[name='seat confederate']").select_option("", timeout=120_000)  # the server reads its game first
    page.get_by_text("Time, and who watches").click()
    page.locator("[name=clock]").fill("30")
    page.locator("[name=time_limit]").select_option("game")
    page.locator("[name=name]").fill("<b>Ann</b>")
    page.locator("form .go").click()
    with page.expect_popup() as opened:
        page.locator(".choice-of-sides [data-side=union]").click()
    opened.value.locator(".seats [data-you]").wait_for()
    page.get_by_role("button", name="Let anybody here play Confederate").click()
    page.get_by_text("while you have the table open, for 3 hours at most").wait_for()
    other = guest.new_page()
    other.goto(served.home)
    row = other.locator("#seats li")
    row.wait_for()
    assert "30 minutes for each side: whoever uses them up loses" in row.inner_text()
    assert row.locator("b").first.inner_text().startswith("Battle Cry 150: ")
    row.get_by_role("button", name="Play Confederate").click()
    other.locator(".seats [data-you][data-seat=confederate]").wait_for()
    clock = other.locator(".seats [data-seat=confederate] .clock")
    assert clock.inner_text() == "30:00"
    assert "whoever uses up the time loses" in other.locator(".seats").inner_text()
    opened.value.locator(".seats [data-seat=confederate][data-here]").wait_for()
    other.goto(served.home)
    other.get_by_role("button", name="Tell me by e-mail").click()
    other.get_by_label("Your e-mail address").fill("ann@example.org")
    other.keyboard.press("Enter")
    other.get_by_text("A letter is on its way").wait_for()
    for context in (maker, guest):
        context.close()
