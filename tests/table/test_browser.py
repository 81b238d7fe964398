"""The table in a real browser: two people and a spectator in three windows, by clicks on the board.

Nothing here knows a game: what can be clicked is what the page itself lights up.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served, hostile_toy
from tests.table.windows import IN_A_BROWSER, INSTALLED, Window, asked, close, windows

from wargame_core import load
from wargame_table.keeping.rows import Opening
from wargame_table.play import slow_requests

pytestmark = IN_A_BROWSER
WIDTHS = ((390, 844), (1366, 768), (1920, 1080))
MOST = 40
"""Choices of a test at most."""


COLOURS_OF_THE_GROUND = """table => {
  const { ground, boxWide, boxHigh } = table.board;
  const canvas = Object.assign(document.createElement("canvas"), { width: boxWide, height: boxHigh });
  const pen = canvas.getContext("2d");
  pen.drawImage(ground, 0, 0, boxWide, boxHigh);
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return tenths.flatMap(x => tenths.map(y =>
    pen.getImageData((x * boxWide) / 10, (y * boxHigh) / 10, 1, 1).data.join()));
}"""
"""The colours of the picture at 81 points, nine by nine."""


def ground_is_drawn(window: Window) -> None:
    """The picture comes, and is no empty sheet."""
    colours = window.until(
        lambda: found if len(set(found := window.table.evaluate(COLOURS_OF_THE_GROUND))) > 1 else None
    )
    assert "0,0,0,0" not in colours


def board_is_whole(window: Window) -> None:
    """Every space and every piece of the sheet is there once, with a name for who cannot see it."""
    page = window.page
    sheet = window.table.evaluate("table => table.state.sheet")
    assert page.locator("[data-space]").count() == len(sheet["spaces"])
    ids = page.locator("[data-piece]").evaluate_all("all => all.map(one => one.dataset.piece)")
    assert sorted(ids) == sorted(window.pieces())
    assert page.locator("[data-piece]:not([aria-label])").count() == 0
    assert page.locator(".over [tabindex='0']").count() <= 1
    assert page.locator("[role=button]:not([aria-label]), button:not([aria-label]):empty").count() == 0


def nothing_scrolls_the_map(window: Window) -> None:
    """Whatever a browser would bring into view, it leaves the window of the map where it is."""
    scrolled = "({ board }) => (board.zoom(3), (board.element.scrollLeft = 50), board.element.scrollLeft)"
    assert window.table.evaluate(scrolled) == 0
    window.page.locator(".tools [title^='come close']").click()


def names_are_clear(window: Window) -> None:
    """No name on the sheet lies under a counter, as the browser draws both."""
    hidden = window.table.evaluate(
        """table => {
          const { names, over, scale } = table.board;
          const box = element => element.getBoundingClientRect();
          const counters = [...over.querySelectorAll("[data-piece]")].map(box);
          const under = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) > 2.5 * scale;
          return names.names.filter(({ of }) => of.length).map(({ text }) => text)
            .filter(text => counters.some(counter => under(box(text), counter))).map(text => text.textContent);
        }"""
    )
    assert hidden == []


def names_stay(window: Window) -> None:
    """A name that made room for a counter stays beside it when the counter is gone: names do not jump."""
    before, beside, after = window.table.evaluate(
        """table => {
          const { names } = table.board;
          names.measureAgain();
          names.clear([]);
          const name = names.names.find(({ of, turned }) => of.length && !turned);
          const at = () => name.text.getAttribute("transform");
          const told = [at()];
          names.clear([[...name.boxes[0]]]);
          told.push(at());
          names.clear([]);
          told.push(at());
          names.measureAgain();
          return told;
        }"""
    )
    assert before is None
    assert beside == after != before


def lose_the_line(window: Window) -> None:
    window.table.evaluate("table => table.transport.socket.close()")
    window.until(lambda: window.state() == "offline" or None)
    window.settled()


def refused(window: Window) -> None:
    """An old click is refused in words, and nothing has changed."""
    at = window.now()["at"]
    window.table.evaluate(
        """table => table.transport.send(
          { kind: "act", id: "old", at: "0ld", action: table.state.now.ask.rows[0].action })"""
    )
    window.until(lambda: "moved on" in window.page.locator(".note").inner_text() or None)
    assert window.now()["at"] == at


def taken_over(window: Window, everybody: list[Window]) -> None:
    """A bot plays the seat for a choice at least, then the person again."""
    window.page.locator("[role=tab]", has_text="Players").click()
    at = window.now()["at"]
    window.page.locator(".hand-over").click()
    window.until(lambda: window.now()["at"] != at or None)
    window.page.locator(".take-over").click()
    window.until(lambda: window.page.locator(".hand-over").count() or None)
    for other in everybody:
        other.settled()


def taken_back(window: Window) -> bool:
    """Take a choice back where that may be, with the button."""
    button = window.page.locator(".undo")
    if button.is_disabled() or button.is_hidden():
        return False
    at = window.now()["at"]
    button.click()
    window.until(lambda: window.now()["at"] != at or None)
    return True


def fits(window: Window, folder: Path) -> None:
    """At three widths: nothing runs off the side, prompt and first choice are in sight, and fingers hit the rows."""
    for wide, high in WIDTHS:
        window.page.set_viewport_size({"width": wide, "height": high})
        window.page.wait_for_timeout(150)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= wide
        window.page.screenshot(path=str(folder / f"{window.role}-{wide}.png"))
        for shown in (".prompt", ".rows button"):
            box = window.page.locator(shown).first.bounding_box()
            assert box is not None
            assert 0 <= box["y"] < high - 20
            assert shown == ".prompt" or box["height"] >= 44
    window.page.set_viewport_size({"width": 1366, "height": 768})


THOROUGH = pytest.mark.thorough
BOXED = ("thunder_on_the_mississippi",)
"""Games on whose sheet each name stands in a box, so that there is no layer of names that make room."""
GAMES = [name if name == "battlecry" else pytest.param(name, marks=THOROUGH) for name in INSTALLED]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_clicks_on_the_board(browser: Any, served: Served, tmp_path: Path, game: str) -> None:
    everybody = windows(browser, served, game)
    first = asked(everybody)
    assert first is not None
    ground_is_drawn(first)
    board_is_whole(first)
    nothing_scrolls_the_map(first)
    fits(first, tmp_path)
    refused(first)
    clicks, undone = 0, False
    for number in range(MOST):
        window = asked(everybody)
        assert window is not None
        clicks += window.choose()
        if not undone and number > 2:
            undone = taken_back(window)
        if number == 4:
            window.page.reload()
            window.settled()
        if number == 6:
            lose_the_line(window)
        for other in everybody:
            other.settled()
        if number > 12 and undone and clicks > 8:
            break
    assert clicks > 4
    last = asked(everybody)
    assert last is not None
    taken_over(last, everybody)
    for window in everybody:
        window.same_as_kept()
        names_are_clear(window)
        assert window.page.locator(".lettering text").count() or game in BOXED
        if game not in BOXED:
            names_stay(window)
    close(*everybody)


def test_the_lobby_fits_every_screen(browser: Any, served: Served) -> None:
    page = browser.new_context().new_page()
    page.goto(served.home)
    page.locator(".go").wait_for()
    page.get_by_text("Time, and who watches").click()
    for wide, high in WIDTHS:
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
    _a_club_meets(browser, page)
    page.context.close()


def _a_club_meets(browser: Any, page: Any) -> None:
    """A tournament is made; a player's one link lists the games, and another one carries the list to a telephone."""
    page.locator("[name=game]").select_option("battlecry")
    page.get_by_text("A tournament of a club").click()
    page.locator("[name=names]").fill("Ann\nBob")
    page.locator("[name=twice]").check()
    page.locator("#new .go").click()
    page.locator("[data-role=Ann]").wait_for()
    links = {role: page.locator(f"[data-role={role}] a").get_attribute("href") for role in ("standings", "Ann")}
    page.goto(links["standings"])
    page.locator("#open a").first.wait_for()
    assert page.locator("#standings tbody th").all_inner_texts() == ["Ann", "Bob"]
    assert page.locator("#open a").all_inner_texts() == [
        "Ann (Union) against Bob (Confederate)",
        "Bob (Union) against Ann (Confederate)",
    ]
    page.goto(links["Ann"])
    page.locator("#own [data-turn=mine]", has_text="Union against Bob").wait_for()
    page.locator(".carry").click()
    phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(page.locator(".linked input").input_value())
    phone.locator("#own [data-turn=theirs]", has_text="Waiting for Bob").wait_for()
    assert "games=" not in phone.url
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.context.close()


def test_a_game_is_played_against_a_bot_in_one_click(browser: Any, served: Served) -> None:
    page = browser.new_context().new_page()
    page.goto(served.home)
    page.locator("#gallery img[src^='blob:']").first.wait_for()  # in the letters of the page
    page.get_by_role("button", name=re.compile("Play now as .*: Gibraltar of the West")).click()
    page.wait_for_url("**/t/*")
    page.locator("wargame-table [data-piece]").first.wait_for()
    welcome = page.locator("wargame-table").evaluate("table => table.state.welcome")
    seated = {row["seat"]: row.get("bot", "") for row in welcome["seats"]}
    assert (welcome["you"], seated) == ("federal", {"federal": "", "confederate": "normal"})
    _greeted(page)
    page.reload()
    page.locator(".prompt").wait_for()
    assert not page.locator("dialog.greeting").is_visible()
    page.context.close()


def test_who_meets_people_is_asked_for_a_name_by_keys_alone_and_who_returns_is_not_stopped_again(
    browser: Any, served: Served
) -> None:
    page = browser.new_context().new_page()
    page.goto(served.kept(Opening.of(load("vicksburg")))["federal"])
    _greeted(page, name="Ann")
    page.locator(".seats [data-you]", has_text="Ann (").wait_for()
    page.reload()
    page.locator(".seats [data-you]", has_text="Ann (").wait_for()
    assert not page.locator("dialog.greeting").is_visible()
    page.context.close()


def _greeted(page: Any, name: str = "") -> None:
    """The first visit tells the game in short, by keys alone; *This game in short* tells it again."""
    greeting = page.locator("dialog.greeting")
    greeting.wait_for()
    assert greeting.locator("h2").inner_text().startswith("Gibraltar of the West")
    assert "You play The Army of the Tennessee, under" in greeting.inner_text()
    assert ("the bot normal" in greeting.inner_text()) == (not name)
    assert greeting.locator("input").is_visible() == bool(name)
    assert greeting.locator("li").count() == 3
    assert "GotW p.14" in greeting.locator("li").first.inner_text()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    greeting.wait_for(state="hidden")
    page.locator(".prompt:focus").wait_for()
    page.get_by_role("tab", name="Briefing").click()
    page.get_by_role("button", name="This game in short").click()
    greeting.wait_for()
    page.keyboard.press("Escape")


def test_the_maker_says_which_side_is_his_and_gets_a_sentence_to_send_with_the_link_of_the_other(
    browser: Any, served: Served
) -> None:
    page = browser.new_context().new_page()
    page.goto(served.home)
    page.locator("[name=game]").select_option(
        "battlecry", timeout=120_000
    )  # a server that has just started reads its games
    page.locator("[name='seat confederate']").select_option("")
    page.locator("form .go").click()
    with page.expect_popup() as opened:
        page.locator(".choice-of-sides [data-side=union]").click()
    assert opened.value.url.endswith(page.locator("[data-role=union] a").get_attribute("href").rpartition("/")[2])
    words = page.get_by_label("What to send to who plays Confederate").input_value()
    assert words.startswith("Let us play Battle Cry 150: this link opens your seat, Confederate. http")
    assert words.endswith(page.locator("[data-role=confederate] a").get_attribute("href"))
    page.context.close()


@pytest.mark.parametrize(("wide", "high"), WIDTHS)
def test_house_rules_are_ticked_in_the_lobby_and_the_rules_at_hand_are_looked_up(
    browser: Any, served: Served, wide: int, high: int
) -> None:
    page = browser.new_context(viewport={"width": wide, "height": high}).new_page()
    page.goto(served.home)
    page.locator("[name=game]").select_option("vicksburg")
    page.locator("[name=name]").fill("Ann")
    page.get_by_label("Rain").check()
    page.get_by_text("Options (").click()
    page.locator("[name='option drizzle'][value=much]").check()
    assert page.locator("[name=name]").input_value() == "Ann"
    page.locator("[name='seat confederate']").select_option("")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    page.locator(".go").click()
    page.locator("#links li").first.wait_for()
    assert page.locator("#links .title").inner_text().endswith(" with Rain")
    link = page.locator("[data-role=federal] a").get_attribute("href")
    window = Window(browser, served, link, "federal")
    page.context.close()
    window.page.set_viewport_size({"width": wide, "height": high})
    assert window.page.locator("header .house").inner_text() == "Rain"
    assert window.table.evaluate("table => table.state.welcome.options.drizzle") == "much"
    window.page.locator("[role=tab]", has_text="Table").click()
    assert window.page.locator("[data-panel=rain_sky] li").all_inner_texts() == ["fair", "rain"]
    assert window.page.locator("[data-panel=rain_sky] .here").count() == 1
    assert window.page.locator("[data-panel=rain] th").inner_text() == "Wet days"
    rules_at_hand(window)
    assert window.page.evaluate("document.documentElement.scrollWidth") <= wide
    window.page.goto(served.home)
    own = window.page.locator("#own li").inner_text()
    assert "with Rain" in own
    assert "The Army of the Tennessee against The Mississippi Department" in own
    close(window)


def rules_at_hand(window: Window) -> None:
    """A search finds headings by their words and those of the rule; the cite of a question leads to its rule."""
    window.page.locator("[role=tab]", has_text="Rules").click()
    shown = window.page.locator(".rules details:visible")
    window.until(lambda: shown.count() or None)
    assert shown.first.inner_text().startswith("Rain house rules")
    all_rules = shown.count()
    window.page.locator(".rules input").fill("crossing rivers")
    assert 0 < shown.count() < all_rules / 2
    crossing = shown.filter(has=window.page.locator("summary", has_text="Crossing Rivers"))
    crossing.locator("summary").click()
    assert "ford" in crossing.locator("p").first.inner_text()
    window.until(lambda: window.state() == "yours" or window.page.locator(".ask .cite").inner_text() == "" or None)
    if cite := window.page.locator(".ask .cite").inner_text():
        window.page.locator(".ask .cite").click()
        opened = window.page.locator(".reader h2")
        window.until(lambda: opened.is_visible() or None)
        assert cite.endswith(opened.inner_text())
        window.page.locator(".reader .way-back").click()
        assert not opened.is_visible()
        assert window.page.locator(".ask .cite").inner_text() == cite


def test_buttons_keep_to_the_right_and_tools_off_the_title(browser: Any, served: Served) -> None:
    [window, *others] = windows(browser, served, "vicksburg")

    def box(name: str) -> Any:
        return window.page.locator(name).first.bounding_box()

    for wide, high in ((1024, 768), (1366, 768)):
        window.page.set_viewport_size({"width": wide, "height": high})
        undo, replay, fold, seats = box(".undo"), box(".replay"), box(".fold"), box(".seats")
        assert fold["x"] + fold["width"] > wide - 20
        assert undo["x"] >= seats["x"] + seats["width"]
        assert abs(undo["y"] - replay["y"]) < 2
    window.page.set_viewport_size({"width": 390, "height": 844})
    window.page.locator(".tools button[title='whole map']").click()
    ground = box(".ground")  # the title is printed at its top
    assert ground["y"] + ground["height"] / 10 < box(".tools")["y"]
    close(window, *others)


@pytest.mark.parametrize("game", GAMES)
def test_keys_and_the_list_alone_suffice_to_play(browser: Any, served: Served, game: str) -> None:
    everybody = windows(browser, served, game)
    by_board = 0
    for _ in range(8):
        window = asked(everybody)
        assert window is not None
        at = window.now()["at"]
        keyboard = window.page.keyboard
        if window.page.locator("[data-lit=can]:not(.ring)").count():
            window.table.evaluate("table => table.board.focus([...table.choosing.picker.lit.keys()][0])")
            keyboard.press("n")
            keyboard.press("Enter")
            by_board += 1
        for _ in range(6):
            window.page.wait_for_timeout(40)
            if window.now()["at"] != at or window.state() != "yours":
                break
            popup = window.page.locator(".popup button")
            together = window.page.locator(".build:not([hidden]) button")
            listed = together if together.count() else window.page.locator(".rows .row, .rows .step")
            (popup if popup.count() else listed).first.focus()
            keyboard.press("Enter")
        window.until(lambda window=window, at=at: window.now()["at"] != at or None)
        for other in everybody:
            other.settled()
    assert by_board
    close(*everybody)


def test_names_from_a_hostile_data_folder_are_shown_as_text(
    browser: Any, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", hostile_toy())
    everybody = windows(browser, served, "toy")
    red = next(window for window in everybody if window.role == "red")
    shown = red.page.locator(".rows").inner_text()
    assert "<script>alert(1)</script>" in shown
    assert "<img src=x onerror=alert(2)>" in shown
    assert "\\u202e" in shown
    assert "onerror" in red.page.locator("h1").inner_text()
    red.page.locator(".rows .row").nth(1).click()
    for window in everybody:
        window.settled()
        assert window.page.locator("script:not([src]), img[src=x]").count() == 0
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 1366
    close(*everybody)
