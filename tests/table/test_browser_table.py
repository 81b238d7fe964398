"""What lies on the table besides the board, in a real browser: reports, stacks, an inner game, notes, a referee."""

import re
from typing import Any, cast

import pytest
from attrs import evolve
from tests.core import test_a_question_of_ones_own as window_game
from tests.core.seven_powers_toy import seven_powers
from tests.table.served import Served
from tests.table.small_table import SmallTable, after, until
from tests.table.test_building import at_a_battle, at_a_march, other_way, waiting
from tests.table.windows import IN_A_BROWSER, Window, asked, close, windows

from wargame_core import Match, load
from wargame_core.authoring import Subsets
from wargame_table.keeping.rows import Opening, Row
from wargame_table.messages.incoming import MENU
from wargame_table.play import slow_requests

pytestmark = [*IN_A_BROWSER, pytest.mark.thorough]


def test_a_report_is_filled_in_and_sent(browser: Any, served: Served) -> None:
    links = served.kept(*waiting())
    everybody = windows(browser, served, links)
    window = asked(everybody)
    assert window is not None
    form = window.page.locator(".report")
    form.locator("select").first.select_option(index=1)
    form.locator("[data-field=ended] select").select_option("agreed")
    assert form.locator("[data-field=why]").is_visible()
    form.locator("[data-field=last_turn] input").fill("99")
    at = window.now()["at"]
    form.evaluate("form => (form.noValidate = true)")
    form.locator("button.row").click()
    window.until(lambda: "99 is not from" in window.page.locator(".note").inner_text() or None)
    form.locator("[data-field=last_turn] input").fill("2")
    form.locator("[data-field=why] textarea").fill("the pub closed")
    form.locator("[data-field=broken] input").nth(1).check()
    form.locator("button.row").click()
    window.until(lambda: window.now()["at"] != at or None)
    confirming = asked(everybody)
    assert confirming is not None
    assert "Was it so?" in confirming.page.locator(".prompt").inner_text()
    confirming.page.locator(".rows .row").first.click()
    for other in everybody:
        other.until(lambda other=other: any("the pub closed" in line for line in other.log()) or None)
    close(*everybody)


def test_a_stack_is_spread_out_by_a_tap_and_tells_why_not(browser: Any, served: Served) -> None:
    links = served.kept(evolve(Opening.of(load("vicksburg")), seed=1863))
    window = Window(browser, served, links["federal"], "federal")
    stacks = window.table.evaluate("table => [...table.state.stacks].filter(([, stack]) => stack.length > 1)")
    place, stack = stacks[0]
    window.page.locator(".tools button[title='whole map']").click()
    window.page.locator(f'[data-piece="{stack[-1]}"][data-at="{place}"]').click()
    buttons = window.page.locator(".popup button")
    window.until(lambda: buttons.count() or None)
    assert buttons.count() == len(stack) + 1
    assert window.page.locator(".popup svg").count() == len(stack)
    buttons.last.click()
    window.until(lambda: window.page.locator(".note").inner_text() or None)
    close(window)


def test_a_hint_is_asked_for_by_a_button_and_one_of_its_choices_is_taken(browser: Any, served: Served) -> None:
    links = served.kept(evolve(Opening.of(load("battlecry"), bots={"confederate": "random"}), seed=3))
    window = Window(browser, served, links["union"], "union")
    window.page.locator(".hints button.hint").click()
    choices = window.page.locator(".hints li")
    window.until(lambda: choices.count() == 3 or None)
    assert "% to win" in choices.first.inner_text()
    at = window.now()["at"]
    choices.first.locator("button").click()
    window.until(lambda: window.now()["at"] != at or None)
    close(window)


def test_a_game_that_is_over_is_analysed_by_a_button_and_a_costly_choice_is_shown_on_the_map(
    browser: Any, served: Served
) -> None:
    links = served.kept(*after("battlecry", 60))
    window = Window(browser, served, links["union"], "union")
    window.table.evaluate("table => table.request('resign', { at: table.state.now.at })")
    window.page.locator(".ending .analysis button").click()
    told = window.page.locator(".ending .analysis")
    window.until(lambda: "What cost most" in told.inner_text() or None)
    assert told.locator("svg").count() == 1
    assert told.locator("h4").all_inner_texts() == ["Union", "Confederate"]
    assert "of the chance to win" in told.inner_text()
    told.locator("li button").first.click()
    window.until(lambda: window.page.locator(".film").is_visible() or None)
    close(window)


BENEATH = """table => {
  const { board, root } = table;
  for (const reference of board.lit.keys()) {
    const { left, top, width, height } = board.elementOf(reference).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const above = root.elementFromPoint(x, y)?.closest("[data-piece]")?.dataset.piece;
    if (above && board.lit.has(`piece:${above}`) && `piece:${above}` !== reference) return { reference, x, y };
  }
}"""


def test_what_lies_beneath_what_can_be_chosen_is_offered_too(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.kept(*after("gcacw_on_the_4th_day", 10))["union"], "union")
    beneath = window.until(lambda: window.table.evaluate(BENEATH))
    window.page.mouse.click(beneath["x"], beneath["y"])
    name = window.table.evaluate("(table, reference) => table.state.nameOf(reference)", beneath["reference"])
    window.page.locator(".popup button:not(.dim)", has_text=name).click()
    assert beneath["reference"] in window.table.evaluate("table => table.choosing.picker.picks")
    close(window)


@pytest.mark.parametrize(
    ("game", "choices"), [("battlecry", 10), ("vicksburg", 34), ("gettysburg", 33), ("gcacw_on_the_4th_day", 10)]
)
def test_why_a_space_cannot_be_chosen_is_said_with_the_page_of_the_rules(
    browser: Any, served: Served, game: str, choices: int
) -> None:
    links = served.kept(*after(game, choices))
    seat = served.session(links["spectator"]).match.waiting_for[0]
    window = Window(browser, served, links[seat], seat)
    unlit = "table => [...table.board.spaces.keys()].filter(id => !table.board.lit.has(`place:${id}`)).at(-1)"
    window.table.evaluate("(table, id) => table.board.focus(`place:${id}`)", window.table.evaluate(unlit))
    window.page.keyboard.press("e")
    window.until(lambda: re.search(r"\[.+\d.*\]", window.page.locator(".note").inner_text()))
    close(window)


def test_a_battle_is_played_on_its_own_board_inside_the_campaign(browser: Any, served: Served) -> None:
    links = served.kept(*at_a_battle())
    everybody = windows(browser, served, links)
    assert all(window.page.locator("[data-space]").count() < 200 for window in everybody)
    for _ in range(6):
        window = asked(everybody)
        assert window is not None
        window.choose()
        for other in everybody:
            other.settled()
    for window in everybody:
        window.same_as_kept()
    filmed(everybody[0].until(lambda: asked(everybody)))
    close(*everybody)


def test_all_that_pages_show_is_what_the_server_tells_after_undo_a_lost_line_a_replay_and_a_new_page(
    browser: Any, served: Served
) -> None:
    everybody = windows(browser, served, served.kept(*after("battlecry", 30)))
    undone = 0
    for number in range(6):
        window = everybody[0].until(lambda: asked(everybody))
        other = [each for each in everybody if each is not window][number % 2]
        if number % 3 == 0:  # the line is lost while somebody chooses
            other.table.evaluate("table => table.transport.socket.close()")
        elif number % 3 == 1:
            other.page.locator(".replay").click()
            other.until(lambda other=other: other.page.locator(".film").is_visible() or None)
            other.page.locator(".film input").fill("0")
        window.choose()
        button = window.page.locator(".undo")
        if button.is_enabled() and undone < 3:
            at = window.now()["at"]
            button.click()
            window.until(lambda window=window, at=at: window.now()["at"] != at or None)
            undone += 1
        if number % 3 == 1:
            other.page.get_by_text("back to now").click()
        elif number % 3 == 2:
            other.page.reload()
            other.settled()
        for each in everybody:
            each.settled()
            each.same_as_kept()
    assert undone
    close(*everybody)


def filmed(window: Window) -> None:
    """The replay goes from the board of the battle to that of the campaign around it, and back to now."""
    spaces = window.page.locator("[data-space]")
    inside = spaces.count()
    window.page.locator(".replay").click()
    window.until(lambda: window.page.locator(".film").is_visible() or None)
    window.page.locator(".film input").fill("0")
    window.until(lambda: spaces.count() > inside or None)
    window.page.locator(".film input").fill(window.page.locator(".film input").get_attribute("max"))
    window.until(lambda: spaces.count() == inside or None)
    window.page.get_by_text("back to now").click()
    window.until(lambda: window.page.locator("[data-lit]").count() or None)


def test_a_tap_on_a_phone_that_may_mean_several_things_asks_which(browser: Any, served: Served) -> None:
    links = served.table("gcacw_on_the_4th_day")
    everybody = [Window(browser, served, link, role, touch=True) for role, link in links.items()]
    tapped: dict[str, Any] = {}
    window = everybody[0]
    for _ in range(12):
        window = everybody[0].until(lambda: asked(everybody))
        tapped = window.table.evaluate(CROWDED) or {}
        if tapped:
            break
        window.choose()
        for other in everybody:
            other.settled()
    window.page.touchscreen.tap(*tapped["point"])
    popup = window.page.locator(".popup button:not(.dim)")
    window.until(lambda: popup.count() >= 2 or None)
    assert popup.count() >= tapped["count"]
    popup.first.tap()
    window.settled()
    close(*everybody)


CROWDED = """table => {
  const boxes = [...table.choosing.picker.lit.keys()].map(name => table.board.elementOf(name)?.getBoundingClientRect());
  const middles = boxes.filter(Boolean).map(box => [box.left + box.width / 2, box.top + box.height / 2]);
  for (const point of middles) {
    const count = middles.filter(([x, y]) => Math.hypot(x - point[0], y - point[1]) < 20).length;
    if (count > 1) return { point, count };
  }
  return null;
}"""
"""The middle of something lit with another lit thing close by, and how many there are."""


def test_notes_come_back_and_what_is_said_to_the_seats_is_not_heard_by_who_watches(
    browser: Any, served: Served
) -> None:
    everybody = windows(browser, served, "battlecry")
    red, blue, watcher = everybody
    red.page.locator("[role=tab]", has_text="Players").click()
    red.page.locator(".notes textarea").fill("he holds Bombard")
    red.page.locator(".talk input").fill("among us")
    red.page.get_by_label("only to who has a seat").check()
    red.page.locator(".talk button").click()
    blue.until(lambda: blue.page.locator(".said li").count() or None)
    red.page.reload()
    red.settled()
    red.until(lambda: red.page.locator(".notes textarea").input_value() == "he holds Bombard" or None)
    assert watcher.page.locator(".said li").count() == 0
    close(*everybody)


def test_an_evening_with_words_an_offer_a_resignation_and_the_game_again(browser: Any, served: Served) -> None:
    everybody = windows(browser, served, served.kept(*after("battlecry", 120)))
    red, blue, watcher = everybody
    tab = "[role=tab] >> text=Players"
    red.page.locator(tab).click()
    red.page.locator(".talk input").fill("Good evening")
    red.page.locator(".talk button").click()
    for other in (blue, watcher):
        other.until(lambda other=other: other.page.locator(".unread").is_visible() or None)
        assert other.page.title().startswith("(1) ")
        assert "Good evening" in other.page.locator(".heard").inner_text()
    blue.page.locator(".unread").click()
    blue.until(lambda: blue.page.locator(".unread").is_hidden() or None)
    blue.page.keyboard.type("Let us play")  # the keys are where one answers
    blue.page.keyboard.press("Enter")
    red.until(lambda: red.page.locator(".said li").count() == 2 or None)
    assert red.page.locator(".unread").is_hidden()  # who reads what is said has read it
    mover = red.until(lambda: asked(everybody))
    assert "● Your turn" in mover.page.title()
    mover.choose()
    assert red.page.locator(".seats .watching").inner_text() == "1 watching"
    watcher.table.evaluate("({ transport }) => { transport.address += 'x'; transport.socket.close(); }")
    watcher.until(lambda: "lost" in watcher.page.locator(".lost").inner_text() or None)
    watcher.table.evaluate("({ transport }) => { transport.address = transport.address.slice(0, -1); }")
    red.page.locator(".deal.draw").click()
    blue.until(lambda: blue.page.locator(".plea:not(.doors)").is_visible() or None)
    assert watcher.page.locator(".plea:not(.doors)").is_hidden()
    blue.page.locator(".plea .no").click()
    red.until(lambda: "no" in red.page.locator(".note").inner_text() or None)
    watcher.until(lambda: watcher.page.locator(".lost").is_hidden() or None)
    blue.page.locator(".deal.resign").click()
    blue.page.locator(".deal.resign").click()
    for other in everybody:
        other.until(lambda other=other: other.page.locator(".ending").is_visible() or None)
        assert other.page.locator(".ending h2").inner_text() == "Union wins"
        other.until(lambda other=other: other.page.locator(".curve svg").count() or None)
        other.same_as_kept()
    red.page.locator(".ending .again").click()
    blue.until(lambda: blue.page.locator(".plea .yes").is_visible() or None)
    assert "another game" in red.page.locator(".ending .asked").inner_text()
    blue.page.locator(".plea .yes").click()
    for window, seat in ((red, "confederate"), (blue, "union")):
        window.page.wait_for_url(lambda url, window=window: url.partition("#")[0] not in window.link)
        window.settled()
        assert window.table.evaluate("table => table.state.welcome.you") == seat
    watcher.page.locator(".plea a").click()
    watcher.settled()
    assert watcher.page.url.partition("#")[0] == red.page.url.partition("#")[0]
    close(*everybody)


def test_where_no_web_socket_gets_through_the_same_page_plays_by_requests(browser: Any, served: Served) -> None:
    links = served.table("battlecry")
    by_requests = {role: link.replace("#", "?poll#") for role, link in links.items()}
    everybody = [Window(browser, served, by_requests[role], role) for role in links]
    for number in range(8):
        window = everybody[0].until(lambda: asked(everybody))
        window.choose()
        if number == 3 and not window.page.locator(".undo").is_disabled():
            window.page.locator(".undo").click()
            window.page.wait_for_timeout(300)
    everybody[0].page.locator("[role=tab]", has_text="Players").click()
    everybody[0].page.locator(".talk input").fill("Good evening")
    everybody[0].page.locator(".talk button").click()
    for window in everybody:
        window.until(lambda window=window: window.page.locator(".said li").count() or None)
        window.table.evaluate("table => table.line.greet({ kind: 'hello', have: table.state.tags })")  # it comes back
        window.until(lambda window=window: window.page.locator(".seats .watching").count() or None)
        window.same_as_kept()
        assert window.page.locator(".said li").all_inner_texts() == ["Union: Good evening"]
    close(*everybody)


def at_many_things() -> tuple[Opening, list[Row]]:
    """A campaign in which some of five divisions march to the guns: more choices than a menu shows well."""

    def reached(match: Match) -> bool:
        choices = match.choices(match.waiting_for[0]).of
        return isinstance(choices, Subsets) and len(choices.names) >= 5

    return until("gettysburg", reached, "belligerent", 5, 5, battles="reported")


def test_a_choice_of_some_of_many_is_put_together_by_ticks_and_by_the_board(browser: Any, served: Served) -> None:
    links = served.kept(*at_many_things())
    everybody = windows(browser, served, links)
    window = everybody[0].until(lambda: asked(everybody))
    boxes = window.page.locator(".build input")
    assert boxes.count() == 5
    boxes.nth(1).check()
    boxes.nth(3).check()
    assert window.page.locator("[data-piece][data-lit=picked]").count() == 2
    boxes.nth(1).uncheck()
    names = [boxes.nth(number).get_attribute("value") for number in (0, 3)]
    window.page.keyboard.press("Escape")
    window.table.evaluate("(table, name) => table.ask.build.toggle(`piece:${name}`)", names[0])
    window.page.locator(".build button").click()
    window.settled()
    last = served.session(links[window.role]).rows[-1]
    assert last.body["tokens"] == names
    close(*everybody)


def test_one_of_each_of_many_is_put_together_by_keys_alone_and_by_the_board(
    browser: Any, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(slow_requests._games, "seven_powers", seven_powers())
    links = served.table("seven_powers")
    window = Window(browser, served, links["ash"], "ash")
    lists, keyboard = window.page.locator(".each select"), window.page.keyboard
    assert lists.count() == 9
    lists.first.focus()
    keyboard.press("ArrowDown")
    keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowDown"):
        keyboard.press(key)
    assert window.page.locator("[data-piece][data-lit=picked]").count() == 2
    window.table.evaluate("table => table.board.focus('piece:ash-army-4')")
    keyboard.press("Enter")
    window.until(lambda: window.page.locator("[data-space][data-lit=can]").count() or None)
    window.table.evaluate("table => table.board.focus('place:middle')")
    keyboard.press("Enter")
    window.until(lambda: window.page.locator("[data-space][data-lit=can]").count() == 0 or None)
    window.page.locator(".each button").focus()
    keyboard.press("Enter")
    window.until(lambda: window.now().get("chosen"))
    last = served.session(links["ash"]).rows[-1].body["orders"]
    assert last[3]["to"] == "middle"
    assert [order["to"] != last[-1]["to"] for order in last] == [True, True, False, True, *[False] * 5]
    close(window)


def test_a_march_goes_another_way_than_the_menu_has(browser: Any, served: Served) -> None:
    opening, rows = at_a_march()
    table, links = SmallTable(load("vicksburg"), opening, [*rows]), served.kept(opening, rows)
    seat = table.session.match.waiting_for[0]
    table.join(seat, seat)
    action, places = other_way(table, seat)
    window = Window(browser, served, links[seat], seat)
    window.page.locator(".begin-way").click()
    go, ring = window.page.locator(".by-place .row"), window.page.locator("[data-ring=picked]")
    assert go.is_disabled()
    for number, place in enumerate(places[1:], start=1):
        space = window.page.locator(f'[data-space="{place}"][data-lit=can]')
        if number % 2:  # by keys, and then by the board
            space.evaluate("(space, name) => space.getRootNode().host.board.focus(name)", f"place:{place}")
            window.page.keyboard.press("Enter")
        for event in ("pointerdown", "pointerup") if number % 2 == 0 else ():
            space.dispatch_event(event, {"button": 0, "pointerId": 1})
        window.until(lambda number=number: ring.count() == number or None)
    window.until(lambda: go.is_enabled() or None)
    go.click()
    window.until(lambda: window.now()["at"] != table.at(seat) or None)
    assert served.session(links[seat]).rows[-1].body == action
    close(window)


def test_whoever_of_two_clicks_first_answers_a_question_to_both(
    browser: Any, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(slow_requests._games, "window", window_game.window())
    blue, red, watching = windows(browser, served, "window")
    for one in (blue, red):
        one.until(lambda one=one: one.state() == "yours" or None)
    assert watching.state() != "yours"
    rows = red.page.locator(".rows .row")
    rows.filter(has_text="play the").first.click()
    blue.until(lambda: any("red plays" in line for line in blue.log()) or None)
    for one in (blue, red):  # the next prize is turned up, and both are asked again
        one.until(lambda one=one: one.state() == "yours" or None)
    blue.page.locator(".rows .row").filter(has_text="wait").first.click()
    red.until(lambda: red.state() == "yours" or None)
    blue.until(lambda: blue.state() != "yours" or None)
    close(blue, red, watching)


def at_movement() -> tuple[Opening, list[Row]]:
    """Corinth in a movement phase in which some twenty units have more hexes to choose from than one message tells."""

    def is_long(match: Match) -> bool:
        return "Movement" in match.state.cursor and len(match.choices(match.waiting_for[0])) > MENU

    return until("corinth", is_long, "random", seed=1, player=1)


def test_further_rows_of_a_long_menu_come_without_a_question_and_light_the_map(browser: Any, served: Served) -> None:
    links = served.kept(*at_movement())
    match = served.session(links["spectator"]).match
    seat = match.waiting_for[0]
    total = len(match.choices(seat))
    assert total > MENU
    window = Window(browser, served, links[seat], seat)
    window.until(lambda: len(window.now()["ask"]["rows"]) == total or None)
    assert not window.now()["ask"].get("more")
    assert not window.page.locator(".ask .more").count()
    units = {row.piece for row in match.choices(seat) if hasattr(row, "piece")}
    lit = window.table.evaluate("table => [...table.board.lit.keys()]")
    assert {f"piece:{unit}" for unit in units} <= set(lit)
    close(window)


def test_why_a_picked_unit_cannot_go_to_a_hex_is_said_of_that_unit(browser: Any, served: Served) -> None:
    links = served.kept(*at_movement())
    match = served.session(links["spectator"]).match
    seat = match.waiting_for[0]
    unit, board = cast(Any, next(iter(match.choices(seat)))).piece, cast(Any, match.board)
    far = max(range(board.book.map.size), key=lambda hex_: board.book.map.distance(board.at[unit], hex_))
    window = Window(browser, served, links[seat], seat)
    window.until(lambda: len(window.now()["ask"]["rows"]) == len(match.choices(seat)) or None)
    window.table.evaluate("(table, id) => table.choosing.pick(`piece:${id}`)", unit)
    assert window.table.evaluate("table => table.choosing.picker.picks") == [f"piece:{unit}"]
    place = board.place_id(far)
    assert f"place:{place}" not in window.table.evaluate("table => [...table.board.lit.keys()]")
    window.table.evaluate("(table, id) => table.why.not([`place:${id}`])", place)
    said = window.until(lambda: window.page.locator(".note").inner_text() or None)
    assert board.name(unit) in said
    assert "more)" not in said
    close(window)
