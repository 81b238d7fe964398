"""Every packaged lesson in a real browser, wide and on a phone: what it lights leads to its end."""

from typing import Any

import pytest
from tests.core.test_lessons import PACKAGED, lesson_called
from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER, Window, close

from wargame_table.keeping.rows import Opening

pytestmark = [*IN_A_BROWSER, pytest.mark.thorough]

MOST_CLICKS = 8
"""The clicks of one choice at the most: a box for each of several units, and the one that ends the choice."""

CLICK_LIT = """table => {
  const { ask, lesson } = table.state.now, root = table.shadowRoot;
  const number = ask.rows.findIndex(({ label }) => label === lesson.choice);
  const unpicked = reference => `[data-pick="${CSS.escape(reference)}"]:not([aria-pressed=true],:has(:checked))`;
  const light = [`[data-row="${number}"]`, ...(lesson.light ?? []).map(unpicked)];
  const lit = light.map(one => root.querySelector(`:is(.rows,.build) ${one}`));
  const found = lit.find(one => one?.checkVisibility()) ?? root.querySelector(".build:not([hidden]) button");
  found?.click();
  return Boolean(found);
}"""
"""A click on what the lesson lights in the list: the choice itself, or what leads to it; then the button that ends it.

The list may be drawn anew at any moment, so that finding and clicking are one call.
"""


LONGEST_PAUSE = 4_200
"""Milliseconds within which a choice that is the only one is played by itself where nothing is taught."""
IN_SIGHT = """element => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight + 1;
}"""


LIT_ON_THE_MAP = """table => {
  const { board, state } = table, spots = board.spotsOf(state.now.lesson.light ?? []);
  return !spots.length || spots.some((spot) => board.camera.sees(spot));
}"""


def step_of(window: Window) -> Any:
    return window.now().get("lesson")


def choose_what_is_lit(window: Window) -> None:
    """Make the choice of a step by clicks on what is lit in the list."""
    step, at = step_of(window)["step"], window.now()["at"]
    for _ in range(MOST_CLICKS):
        wanted = step_of(window)["choice"]
        assert window.table.evaluate(CLICK_LIT), f"step {step}: nothing that leads to {wanted!r} is lit in the list"
        confirming = window.page.locator(".confirm:not([hidden]) .go")
        if confirming.count():
            confirming.first.click()
        window.settled()
        if window.now()["at"] != at:
            break
    window.until(lambda: (told := step_of(window)).get("over") or (told["step"] != step and told.get("do")) or None)
    window.settled()


@pytest.mark.parametrize("touch", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("name", PACKAGED)
def test_what_a_lesson_lights_leads_to_its_end(browser: Any, served: Served, name: str, touch: bool) -> None:
    lesson, game = lesson_called(name)
    links = served.kept(Opening.of_lesson(game, lesson))
    window = Window(browser, served, links[lesson.file.seat], lesson.file.seat, touch=touch)
    window.until(lambda: (step_of(window) or {}).get("do"))
    for number, step in enumerate(lesson.file.step, 1):
        assert step_of(window)["step"] == number
        assert window.page.locator(".lesson .do").inner_text() == step.do
        assert window.page.locator(".lesson .do").evaluate(IN_SIGHT)
        assert window.table.evaluate(LIT_ON_THE_MAP), f"step {number}: nothing of what is lit can be seen on the map"
        assert not window.page.locator(".news").is_visible()  # the lesson tells what happened in its own words
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if len(window.now()["ask"]["rows"]) == 1:
            window.page.wait_for_timeout(LONGEST_PAUSE)
            assert step_of(window)["step"] == number, "the only choice was made before it could be read"
        choose_what_is_lit(window)
    assert window.page.locator(".lesson button").last.inner_text() == "Play on"
    close(window)
