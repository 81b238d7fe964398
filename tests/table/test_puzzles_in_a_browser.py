"""A puzzle in a real browser, from the lobby to the one after it, wide and on a phone."""

import re
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.test_puzzles_at_the_table import NAME, choices, first_puzzle
from tests.table.windows import IN_A_BROWSER, Window, close

from wargame_core.json_form import JsonObject

pytestmark = IN_A_BROWSER

ID = re.compile(r"\b[us]\d+\b")
"""An id of a unit, which is printed on no counter."""
CLICK_ON = """(table, wanted) => {
  const { rows } = table.state.now.ask;
  const number = rows.findIndex(({ action }) => Object.entries(wanted).every(([key, value]) => action[key] === value));
  table.choosing.choose(number);
}"""
"""Choose the row whose action has these values."""


def choose(window: Window, action: JsonObject) -> None:
    window.table.evaluate(CLICK_ON, action)
    window.settled()


@pytest.mark.parametrize("touch", [False, True], ids=["wide", "phone"])
def test_a_puzzle_is_tried_until_it_is_right_and_the_next_one_follows(
    browser: Any, served: Served, touch: bool
) -> None:
    window = Window(browser, served, f"{served.home}/?puzzle={NAME}", first_puzzle().seat, touch=touch)
    page = window.page
    page.wait_for_url("**/t/*")
    window.until(lambda: (window.now().get("lesson") or {}).get("do"))
    assert page.locator(".lesson .count").inner_text().startswith("Puzzle 1 of ")
    assert page.locator("[data-hint]").count() == 0, "something is lit, which would be the solution"
    assert not page.locator(".hints button").first.is_visible()
    best, other, *_ = choices()
    choose(window, other)
    note = page.locator(".note").first
    window.until(lambda: "Not the best" in note.inner_text() or None)
    assert not ID.search(note.inner_text())
    assert window.now()["lesson"]["do"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choose(window, best)
    window.until(lambda: (window.now().get("lesson") or {}).get("over"))
    assert page.locator(".lesson h2").inner_text().startswith("Right: ")
    assert any(ID.search(line) for line in first_puzzle().why)
    assert not ID.search(page.locator(".lesson").inner_text())
    page.locator(".lesson a.puzzle").click()
    count = page.locator(".lesson .count")
    window.until(lambda: (count.count() and count.inner_text().startswith("Puzzle 2 of ")) or None)
    close(window)
