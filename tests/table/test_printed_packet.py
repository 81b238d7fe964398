"""Every game as it comes out of the printer: nothing is cut off, nothing lies beside the paper."""

from typing import Any

import pytest
from tests.table.windows import IN_A_BROWSER, INSTALLED

import wargame_core
from wargame_pictures.paper.handout import MARGIN, Paper
from wargame_pictures.paper.printed_game import print_game

pytestmark = IN_A_BROWSER
MILLIMETRE = 96 / 25.4
"""A millimetre in the pixels of a page."""
CUT_OFF = """() => {
  const flaws = [], name = element => element.className + " " + element.textContent.trim().slice(0, 60);
  const printed = ".sheet, .card:not(.back), .card p, .card b, pre, .track div, .label";
  for (const element of document.querySelectorAll(printed))
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
      flaws.push(`cut off: ${name(element)}`);
  for (const counter of document.querySelectorAll(".counter")) {
    const edge = counter.querySelector("path").getBoundingClientRect();
    for (const text of counter.querySelectorAll("text")) {
      const words = text.getBoundingClientRect();
      if (words.left < edge.left || words.right > edge.right || words.top < edge.top - 1
        || words.bottom > edge.bottom + 1)
        flaws.push(`beside its counter: ${text.textContent}`);
      const sign = counter.querySelector(":scope > g")?.getBoundingClientRect();
      if (sign && text.textContent.length < 3 && words.left < sign.right && sign.left < words.right
        && words.top < sign.bottom && sign.top < words.bottom)
        flaws.push(`over its symbol: ${text.textContent}`);
    }
  }
  return flaws;
}"""
"""The words that are cut off or run over the edge of what they are printed on."""
BOXES = """() => [...document.querySelectorAll(".sheet")].map(sheet => {
  const box = sheet.getBoundingClientRect(), inner = [...sheet.querySelectorAll(":scope > svg, .cards")]
    .map(one => one.getBoundingClientRect()).filter(one => one.width);
  return [sheet.className, box.width, box.height,
    inner.every(one => Math.abs((one.left + one.right) - (box.left + box.right)) < 1)];
})"""
"""Each sheet: its kind, width and height, and whether what is on it lies in the middle."""
BLOCKS = """() => [...document.querySelectorAll(".aid, .assembly, tr, .text li")]
  .map(one => one.getBoundingClientRect().height)"""
"""The heights of what is never divided between two pages."""


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", INSTALLED)
def test_a_printed_game_lies_on_its_paper_and_nothing_is_cut_off(browser: Any, name: str, paper: Paper) -> None:
    printed = print_game(wargame_core.load(name), paper=paper)
    width, height = ((side - 2 * MARGIN) * MILLIMETRE for side in paper.size)
    page = browser.new_page(viewport={"width": int(height) + 40, "height": int(height)})
    try:
        page.emulate_media(media="print")
        page.set_content(printed.page)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(CUT_OFF) == []
        sheets = page.evaluate(BOXES)
        for kind, wide, high, centred in sheets:
            across, down = (height, width) if "wide" in kind else (width, height)
            assert wide <= across + 1, kind
            assert centred, kind
            if "picture" in kind or "cover" in kind:
                assert high <= down + 1, kind
        assert sheets[1][2] <= height + 1, "the page that says how to make the game runs over"
        assert max(page.evaluate(BLOCKS)) < 0.66 * height
    finally:
        page.close()
