"""A language that a program makes: every word of a page that no game has written stands in the file of its phrases."""

import json
import re
from calendar import month_name
from functools import partial
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.test_phrases import CLIENT, phrases
from tests.table.windows import IN_A_BROWSER, INSTALLED, Window, close, send_script

pytestmark = IN_A_BROWSER
TAG = "qps"
OPEN, CLOSE = "⟦", "⟧"
WORDS = """root => {
  const found = [], at = root.shadowRoot ?? root;
  const walker = document.createTreeWalker(at, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.parentElement?.closest("style, script") ? "" : node.data);
    else for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
  }
  return found.filter(text => /[A-Za-z]{2}/.test(text));
}"""
"""All that a page shows or reads out: the texts of its nodes, and their names."""


def in_brackets(words: str) -> str:
    return f"{OPEN}{words}{CLOSE}"


def language_of_brackets() -> dict[str, str]:
    """The files of a client that speaks another language too: English between brackets."""
    forms = {
        name: in_brackets(words[""]) if "" in words else {form: in_brackets(text) for form, text in words.items()}
        for name, words in phrases().items()
    }
    script = (CLIENT / "phrases.js").read_text("utf-8")
    assert 'LANGUAGES = ["en"]' in script
    return {
        "phrases.js": script.replace('LANGUAGES = ["en"]', f'LANGUAGES = ["en", "{TAG}"]'),
        f"phrases_{TAG}.js": f"export const PHRASES = {json.dumps(forms)};",
    }


def outside(text: str) -> str:
    """What of a text stands in no brackets, and of what does the fields in them: names of a game."""
    while (shorter := re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = shorter
    return text


def words_in(text: str) -> set[str]:
    return {*re.findall(r"[^\W\d_]{2,}", text.casefold())}


def untranslated(said: list[str], sent: str) -> list[str]:
    """What a page says that is neither a phrase nor a word of what the server has sent."""
    return sorted(words_in(" ".join(map(outside, said))) - words_in(sent))


def sent_to(window: Window) -> str:
    """All that the server has told this page of its game: welcome, sheet, updates, rules, the names on the picture."""
    names = "[...board.names.element.querySelectorAll('text')].map(name => name.textContent)"
    told = f"({{ board, state, why }}) => JSON.stringify([state, why.rules?.entries ?? null, {names}])"
    return str(window.table.evaluate(told)).replace("\\n", " ")


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=() if name == "battlecry" else pytest.mark.thorough) for name in INSTALLED],
)
def test_every_word_at_an_opening_is_of_the_language_or_of_the_game(browser: Any, served: Served, game: str) -> None:
    links = served.table(game)
    role, link = next(iter(links.items()))
    window = Window(browser, served, link.replace("#", f"?lang={TAG}#"), role, client=language_of_brackets())
    assert window.page.evaluate("document.documentElement.lang") == TAG
    assert window.page.locator(".undo").text_content() == in_brackets("Undo")
    tabs = window.page.locator("[role=tab]")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        window.until(lambda: window.page.locator(".page:not([hidden])").inner_text().strip())
        assert untranslated(window.table.evaluate(WORDS), sent_to(window)) == []
    window.page.goto(link)  # the address says nothing of a language now: the browser has kept it
    window.settled()
    assert window.page.locator(".undo").text_content() == in_brackets("Undo")
    close(window)


def test_the_lobby_speaks_the_language_too(browser: Any, served: Served) -> None:
    page = browser.new_page()
    for name, script in language_of_brackets().items():
        page.route(f"**/client/{name}", partial(send_script, script))
    page.goto(f"{served.home}/?lang={TAG}")
    page.locator("#gallery li").first.wait_for()
    games = page.evaluate("fetch('games').then(answer => answer.text())")
    assert untranslated(page.locator("main").evaluate(WORDS), f"{games} {' '.join(month_name)}") == []
    page.close()
