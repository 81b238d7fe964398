"""Choices made by the keyboard alone in a real browser: no click, no pointer, and the keys are never lost."""

from typing import Any

import pytest
from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER, INSTALLED, Window, close

from wargame_table.play.slow_requests import game_called

pytestmark = IN_A_BROWSER
FOCUS = """table => {
  const element = table.shadowRoot.activeElement;
  return element ? element.className || element.localName : document.activeElement.tagName;
}"""
"""The class of what has the keys, or its name where it has none; in capitals what has them outside the table."""


def choose_by_keys(window: Window, number: int) -> None:
    """One choice: ``/`` gives the keys to the list, Tab goes down in it, Enter takes a row or opens a step.

    The button that goes a step back, that of a way place by place and those for chances are passed over.
    """
    keyboard, at = window.page.keyboard, window.now()["at"]
    for _ in range(12):
        keyboard.press("/")
        focus = window.table.evaluate(FOCUS)
        assert not focus.isupper(), window.now()["ask"]["prompt"]
        for _ in range(number % 3 + ("filter" in focus)):
            keyboard.press("Tab")
        for _ in range(2):
            if window.table.evaluate(FOCUS) in ("odds", "back", "begin-way"):
                keyboard.press("Tab")
        keyboard.press("Enter")
        window.settled()
        if window.now()["at"] != at or window.state() != "yours":
            return
        number = 0
    raise AssertionError(f"no choice by twelve keys: {window.now()['ask']['prompt']}")


def chosen_by_keys(browser: Any, served: Served, name: str, choices: int) -> None:
    mine, *others = game_called(name).seats
    window = Window(browser, served, served.table(name, dict.fromkeys(others, "random"))[mine], mine)
    window.page.evaluate("document.activeElement?.blur()")
    for number in range(choices):
        window.until(lambda: window.state() in ("yours", "over") or None)
        if window.state() == "over":
            break
        choose_by_keys(window, number)
    close(window)


def test_a_turn_is_played_by_keys_and_what_is_to_be_read_is_opened_and_left_by_them(
    browser: Any, served: Served
) -> None:
    chosen_by_keys(browser, served, "battlecry", 5)
    window = Window(browser, served, served.table("battlecry", {"confederate": "random"})["union"], "union")
    reader, keyboard = window.page.locator(".reader"), window.page.keyboard
    keyboard.press("r")
    window.until(lambda: reader.is_visible() or None)
    assert window.page.locator(".cite").first.inner_text().endswith(reader.locator("h2").inner_text())
    keyboard.press("Escape")
    assert not reader.is_visible()
    assert window.table.evaluate(FOCUS).endswith("cite")
    keyboard.press("R")
    assert window.page.locator(".rules").is_visible()
    keyboard.press("Escape")
    window.page.evaluate("document.activeElement?.blur()")
    keyboard.press("?")
    assert window.page.locator(".page[aria-label=Briefing]").is_visible()
    close(window)


@pytest.mark.thorough
@pytest.mark.parametrize("name", INSTALLED)
def test_sixty_choices_are_made_by_keys(browser: Any, served: Served, name: str) -> None:
    chosen_by_keys(browser, served, name, 60)
