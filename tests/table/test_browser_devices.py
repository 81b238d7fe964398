"""Whose seat it is, in windows of a real browser: two devices, a stranger, who made the table, a page without a key."""

import json
import urllib.request
from typing import Any

from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER, Window, close

pytestmark = IN_A_BROWSER
NO_KEY = "delete SubtleCrypto.prototype.generateKey"
"""As in a browser that draws no keys of this kind, or on a page over plain http."""


def players_page(window: Window) -> Any:
    """The page of the people, opened; what it says of devices."""
    window.page.locator("[role=tab]", has_text="Players").click()
    devices = window.page.locator(".devices")
    window.until(lambda: devices.inner_text() or None)
    return devices


def role_of(window: Window) -> Any:
    return window.table.evaluate("table => table.state?.welcome?.role")


def test_a_second_device_is_let_in_by_a_tap_and_revoked(browser: Any, served: Served) -> None:
    links = served.table("battlecry")
    role = next(iter(links))
    laptop = Window(browser, served, links[role], role)
    assert laptop.page.url == links[role]  # it opens no seat any more
    phone = Window(browser, served, links[role], role, touch=True)
    assert role_of(phone) == "spectator"
    phone.page.locator(".doors button", has_text="let me in").click()
    words = phone.page.locator(".doors .device-words").inner_text()
    assert len(words.split()) == 4
    assert laptop.page.locator(".doors .device-words").inner_text() == words
    laptop.page.locator(".doors button", has_text="Let it in").click()
    phone.until(lambda: role_of(phone) == role or None)
    laptop.page.reload()
    laptop.settled()
    assert role_of(laptop) == role
    devices = players_page(laptop)
    laptop.until(lambda: devices.locator("li").count() == 2 or None)
    for _ in range(2):
        devices.locator(".revoke").click()
    phone.until(lambda: phone.state() == "refused" or None)
    laptop.until(lambda: devices.locator("li").count() == 1 or None)
    phone.page.reload()
    phone.until(lambda: role_of(phone) == "spectator" or None)
    phone.wrong.clear()  # the browser tells of the refusal of its old key
    close(laptop, phone)


def test_a_device_is_let_in_by_its_words_where_no_page_of_the_seat_is_open(browser: Any, served: Served) -> None:
    links = served.table("battlecry")
    laptop = Window(browser, served, links["union"], "union")
    phone = Window(browser, served, links["union"], "union")
    laptop.page.goto(links["confederate"])  # another seat of the same person
    laptop.until(lambda: role_of(laptop) == "confederate" or None)
    phone.page.locator(".doors button", has_text="let me in").click()
    words = phone.page.locator(".doors .device-words").inner_text()
    devices = players_page(laptop)
    devices.locator(".let-in input").fill("oak oak oak oak")
    devices.locator(".let-in button").click()
    laptop.until(lambda: "no device shows these words" in devices.inner_text() or None)
    devices.locator(".let-in input").fill(words)
    devices.locator(".let-in button").click()
    phone.until(lambda: role_of(phone) == "union" or None)
    laptop.wrong.clear()  # the browser tells of the refusal
    close(laptop, phone)


def made(served: Served, game: str = "battlecry") -> dict[str, str]:
    """A new table with the link of who made it: the address of each role's page."""
    wanted = json.dumps({"game": game}).encode()
    with urllib.request.urlopen(f"{served.home}/tables", wanted) as answer:
        links: dict[str, str] = json.load(answer)["links"]
    return {role: served.home + link for role, link in links.items()}


def test_who_made_the_table_frees_a_seat_that_a_stranger_has_taken(browser: Any, served: Served) -> None:
    links = made(served)
    stranger, friend = (Window(browser, served, links["union"], "union") for _ in range(2))
    maker = Window(browser, served, links["author"], "author")
    friend.page.locator(".doors button", has_text="Ask the maker").click()
    maker.until(lambda: "Who made the table can free the seat" in maker.page.locator(".said").inner_text() or None)
    devices = players_page(maker)
    for _ in range(2):
        devices.locator("[data-free=union]").click()
    link = devices.locator(".said-of-devices a").get_attribute("href")
    stranger.until(lambda: stranger.state() == "refused" or None)
    friend.until(lambda: "Who made the table has freed" in friend.page.locator(".said").inner_text() or None)
    friend.page.goto(link)
    friend.until(lambda: role_of(friend) == "union" or None)
    close(stranger, friend, maker)


def test_a_player_gives_a_seat_to_a_name_and_leaves_one_by_a_link(browser: Any, served: Served) -> None:
    links = made(served)
    ann, bob = (Window(browser, served, links[role], role) for role in ("union", "spectator"))
    bob.table.evaluate("table => table.request('name', { name: 'Bob of the test' })")
    devices = players_page(ann)
    devices.locator(".give input").fill("Cy")
    devices.locator(".give button").click()
    ann.until(lambda: "nobody with a key is called 'Cy'" in devices.inner_text() or None)
    devices.locator(".give input").fill("Bob of the test")
    devices.locator(".give button").click()
    ann.until(lambda: ann.state() == "refused" or None)
    bob.page.goto(links["union"])
    bob.until(lambda: role_of(bob) == "union" or None)
    devices = players_page(bob)
    for _ in range(2):
        devices.locator(".leave-seat").click()
    link = devices.locator(".said-of-devices a").get_attribute("href")
    ann.page.goto(link)
    ann.until(lambda: role_of(ann) == "union" or None)
    ann.wrong.clear()  # the browser tells of the refusal
    close(ann, bob)


def test_a_page_that_cannot_draw_a_key_says_so_and_plays_as_a_guest(browser: Any, served: Served) -> None:
    links = served.table("battlecry")
    role = next(iter(links))
    mine = Window(browser, served, links[role], role, before=NO_KEY)
    assert mine.page.url != links[role]
    late = Window(browser, served, links[role], role, before=NO_KEY)
    late.page.locator(".doors", has_text="the link only watches").wait_for()
    assert late.page.locator(".doors button").all_inner_texts() == ["Ask the maker"]
    assert role_of(late) == "spectator"
    own = mine.page.url
    again = Window(browser, served, own, role, before=NO_KEY)
    assert again.page.url == own
    assert "This page has no key of its own" in players_page(mine).inner_text()
    mine.page.locator(".renew").click()
    mine.until(lambda: mine.page.url != own or None)
    mine.until(lambda: mine.table.evaluate("table => table.state?.welcome?.role") == role or None)
    again.until(lambda: again.state() == "refused" or None)
    close(mine, late, again)


def test_a_person_who_is_forgotten_begins_anew(browser: Any, served: Served) -> None:
    links = made(served)
    ann = Window(browser, served, links["union"], "union")
    devices = players_page(ann)
    for _ in range(2):
        devices.locator(".forget-me").click()
    ann.until(lambda: ann.state() == "refused" or None)
    ann.page.goto(links["confederate"])
    ann.until(lambda: role_of(ann) == "confederate" or None)
    devices = players_page(ann)
    ann.until(lambda: devices.locator("li").count() == 1 or None)
    ann.wrong.clear()  # the browser tells of the refusal of the old key
    close(ann)
