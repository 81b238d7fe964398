"""What a player sees and follows in a real browser: log, the other's turn, a map that comes to the question, keys."""

from typing import Any

import pytest
from tests.table.served import Served
from tests.table.small_table import until
from tests.table.windows import IN_A_BROWSER, INSTALLED, Window, close

from wargame_core import Match
from wargame_table.play.slow_requests import game_called

pytestmark = IN_A_BROWSER
AT_END = """table => {
  const page = table.pages.page.log;
  return page.scrollHeight - page.clientHeight - page.scrollTop;
}"""
SMALL = """all => all.filter(one => !one.matches(".link") && Math.min(one.offsetWidth, one.offsetHeight) < 24)
  .map(one => one.outerHTML)"""


def by_list(window: Window) -> None:
    """Choose by the first buttons of the list, and wait until one is asked again."""
    at = window.now()["at"]

    def chosen() -> bool:
        if window.settled() == "yours" and window.now()["at"] == at:
            window.page.locator(".rows .row, .rows .step").first.click()
        return bool(window.now()["at"] != at)

    window.until(chosen)
    window.until(lambda: window.state() in ("yours", "over") or None)


def test_the_log_follows_the_game_unless_the_reader_scrolled_up(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry", {"confederate": "random"})["union"], "union")
    for _ in range(24):
        by_list(window)
        window.until(lambda: window.table.evaluate(AT_END) < 3 or None)
    assert window.table.evaluate("table => table.story.element.clientHeight > 1.3 * table.pages.page.log.clientHeight")
    window.page.locator(".page[aria-label=Log]").hover()
    window.page.mouse.wheel(0, -900)
    window.until(lambda: window.table.evaluate("table => !table.story.pinned") or None)
    by_list(window)
    assert window.page.locator(".jump").inner_text().split()[1] == "new"
    window.page.locator(".jump").click()
    assert window.table.evaluate(AT_END) < 3
    heads = window.page.locator(".log .head[data-side]").all_inner_texts()
    assert {head.partition(" · ")[2] for head in heads} == {"Union", "Confederate"}
    window.page.set_viewport_size({"width": 390, "height": 760})
    window.until(lambda: window.table.evaluate(AT_END) < 3 or None)
    assert window.table.evaluate("table => table.story.element.clientHeight > 1.3 * table.pages.page.log.clientHeight")
    window.page.emulate_media(media="print")
    assert window.table.evaluate("table => table.story.element.clientHeight <= table.pages.page.log.clientHeight")
    close(window)


def at_an_attack() -> Any:
    def reached(match: Match) -> bool:
        rows = match.view(match.waiting_for[0]).menu(3)
        return match.waiting_for[0] == "union" and any(row["action"]["kind"] == "attack" for row in rows)

    return until("battlecry", reached, "heuristic", 5, 5)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_click_on_ones_own_unit_rolls_no_die_and_the_target_is_struck_in_sight(
    browser: Any, served: Served, motion: Any
) -> None:
    window = Window(browser, served, served.kept(*at_an_attack())["union"], "union")
    window.watches(motion)
    at = window.now()["at"]
    rows = window.now()["ask"]["rows"]
    about = next(row["about"] for row in rows if row["action"]["kind"] == "attack")
    for piece in (about["pieces"][0], about["target"]):
        assert window.now()["at"] == at
        if window.page.locator(f'[data-piece="{piece}"][data-lit=can]').count():
            window.page.locator(f'[data-piece="{piece}"]').click()
    go = window.page.locator(".confirm:not([hidden]) .go")
    if go.count():  # no other unit could be meant: the target was the first click
        assert window.now()["at"] == at
        window.page.locator(f'[data-piece="{about["target"]}"]').click()
    window.until(lambda: window.now()["at"] != at or None)
    window.until(lambda: window.page.locator(".strike").count() or None)
    assert window.page.locator(".throw .die").count()
    assert window.page.locator(".throw, [data-layer=shows]").evaluate_all(
        "all => all.map(one => getComputedStyle(one).pointerEvents)"
    ) == ["none", "none"]
    close(window)


DICE_AND_MAP = """table => {
  const { board, stage, state } = table;
  const [piece] = Object.entries(state.pieces).find(([, row]) => board.camera.sees([row.x, row.y], 200));
  const scene = { attacks: [], losses: [], cards: [], dice: [{ face: "3" }], roller: `piece:${piece}` };
  stage.play(scene, state.pieces, new Map(), 60_000);
  const away = () => {
    const [x] = board.camera.shown(stage.thrown);
    return Math.abs(stage.dice.offsetLeft + stage.dice.offsetWidth / 2 - x);
  };
  const before = away();
  board.zoom(1 / 1.2);
  return [before, away()];
}"""
"""How far dice lie beside the middle of their unit, before and after the map has become smaller, in pixels."""


def test_dice_stay_at_their_unit_while_the_map_moves(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry")["union"], "union")
    assert max(window.table.evaluate(DICE_AND_MAP)) < 2
    close(window)


def test_the_turn_of_the_others_is_read_line_by_line_and_a_key_leads_back(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry", {"confederate": "heuristic"})["union"], "union")
    read, reader = window.page.locator(".whole-turn"), window.page.locator(".reader")
    while not (read.is_visible() and "osses" in window.page.locator(".news").inner_text()):
        by_list(window)
    at = window.now()["at"]
    window.page.keyboard.press("t")
    assert reader.locator("h3").first.inner_text() == "Confederate"
    assert reader.locator(".losses").inner_text() in window.page.locator(".news").inner_text()
    assert not reader.locator("li", has_text="undefined").count()
    reader.locator(".share").click()
    window.until(lambda: reader.locator(".shared a").count() or None)
    page = window.page.context.new_page()
    page.goto(reader.locator(".shared a").first.get_attribute("href"))
    assert page.locator("figure svg").count()
    page.close()
    reader.locator(".why").first.click()
    window.until(lambda: reader.locator("li pre").count() or None)
    window.page.keyboard.press("Escape")
    assert not reader.is_visible()
    read.click()
    reader.locator(".show-place").first.click()
    assert not reader.is_visible()
    assert window.page.locator(".over [data-hint]").count()
    assert window.page.locator(".way").count()
    assert window.now()["at"] == at
    close(window)


@pytest.mark.parametrize(("wide", "high"), [(1024, 768), (390, 760)])
def test_the_map_opens_at_the_question_with_counters_that_can_be_read(
    browser: Any, served: Served, wide: int, high: int
) -> None:
    window = Window(browser, served, served.table("vicksburg", {"confederate": "random"})["federal"], "federal")
    window.page.set_viewport_size({"width": wide, "height": high})
    window.page.reload()
    window.settled()
    seen = window.until(
        lambda: (
            window.table.evaluate(
                """table => {
              const { board } = table, box = board.element.getBoundingClientRect();
              const spots = board.spotsOf(board.lit.keys());
              return spots.length && { part: box.width * box.height / innerWidth / innerHeight,
                counter: board.camera.counter * board.scale, hidden: spots.every(spot => !board.camera.sees(spot)) };
            }"""
            )
            or None
        )
    )
    assert seen["part"] >= 0.6
    assert seen["counter"] >= 33.5
    assert not seen["hidden"]
    window.page.locator(".overview").click(position={"x": 4, "y": 4})
    assert window.table.evaluate("table => table.board.camera.touched")
    assert window.page.locator("button:visible").evaluate_all(SMALL) == []
    close(window)


def test_at_twice_the_size_two_rows_of_the_question_stand_beside_the_map(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry", {"confederate": "random"})["union"], "union")
    window.page.set_viewport_size({"width": 683, "height": 384})
    board, row = (window.page.locator(what).bounding_box() for what in (".board", ".rows .choice:nth-child(2)"))
    assert board["x"] + board["width"] <= row["x"]
    assert board["height"] > 200
    assert row["y"] + row["height"] <= 384
    close(window)


IN_SIGHT_AT_ONCE = """table => {
  const root = table.shadowRoot;
  const seen = element => {
    const box = element.getBoundingClientRect(), { left, top, right, bottom, width, height } = box;
    const within = width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return within && element.contains(root.elementFromPoint(left + width / 2, top + height / 2));
  };
  const rows = root.querySelectorAll(".rows .row, .rows .step, .build .tick, .each select");
  return [seen(root.querySelector(".prompt")), [...rows].some(seen), root.querySelector(".board").clientHeight > 200];
}"""
"""Whether the question, one of its rows and a map can be seen without a finger moving."""


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=() if name == "corinth" else pytest.mark.thorough) for name in INSTALLED]
)
def test_in_small_windows_question_row_and_map_are_in_sight(browser: Any, served: Served, game: str) -> None:
    mine, *others = game_called(game).seats
    window = Window(browser, served, served.table(game, dict.fromkeys(others, "random"))[mine], mine)
    for _ in range(4):
        window.until(lambda: window.state() == "yours" or None)
        for wide, high in ((683, 384), (800, 450), (390, 844)):  # 1366 and 1600 pixels at twice the size; a phone
            window.page.set_viewport_size({"width": wide, "height": high})
            window.until(lambda: window.table.evaluate(IN_SIGHT_AT_ONCE) == [True, True, True])
        window.page.set_viewport_size({"width": 1366, "height": 768})
        for _ in range(3):
            window.until(lambda: window.state() == "yours" or None)
            window.choose()
    close(window)


def test_the_keys_stay_at_the_question_and_are_heard_everywhere(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry", {"confederate": "random"})["union"], "union")
    focused = "table => table.shadowRoot.activeElement?.className ?? ''"
    keyboard = window.page.keyboard
    for _ in range(8):
        at = window.now()["at"]
        window.page.locator(".rows .row").first.focus()
        keyboard.press("Enter")
        window.until(lambda at=at: window.now()["at"] != at or None)
        window.until(lambda: window.state() == "yours" or None)
        assert window.table.evaluate(focused) == "prompt"
    window.page.evaluate("document.activeElement.blur()")
    keyboard.press("/")
    assert window.table.evaluate(focused) == "row"
    close(window)


def test_a_played_card_is_taken_back_when_the_other_says_yes(browser: Any, served: Served) -> None:
    links = served.table("battlecry")
    union, confederate = (Window(browser, served, links[role], role) for role in ("union", "confederate"))
    at = union.now()["at"]
    prompt = union.page.locator(".prompt").inner_text()
    by_list(union)
    union.page.locator(".ask-back").click()
    confederate.until(lambda: confederate.page.locator(".plea .yes").count() or None)
    union.until(lambda: union.page.locator(".plea button").all_inner_texts() == ["Take the offer back"])
    confederate.page.locator(".plea .yes").click()
    union.until(lambda: union.page.locator(".prompt").inner_text() == prompt or None)
    assert union.now()["at"] == at
    close(union, confederate)
