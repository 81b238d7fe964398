"""An evening as a club spends it: two players and a watcher, each with two devices, from the lobby to a rematch.

python -m benchmarks.table_evening [GAME] [--choices N] [--dark] [--poll] [--shots FOLDER]

They make the table, are asked their names, talk, play, let their phones in and go on there, share a turn, take a choice
back by consent, lose their lines and the server, decline a draw, resign, look at the ending and begin anew with sides
changed. Every step is photographed in a wide
window, a small one and on a phone; at the end stands what the pages complained of. It needs Chromium and Playwright.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field
from tests.table.served import Served
from tests.table.windows import CHROMIUM, Window, asked, sync_api

FIRST = 180_000
"""Milliseconds in which a server that has just started tells its games."""
SIZES = {"Ann": (1600, 950), "Bob": (1024, 768), "Cy": (390, 844)}


@define
class Evening:
    """The pages of an evening, and what has become of it."""

    browser: Any
    served: Served
    shots: Path | None
    dark: bool
    poll: bool
    people: dict[str, Window] = field(factory=dict)
    steps: int = 0

    def step(self, name: str, seconds: float = 0.0, wait: int = 900) -> None:
        """Look at every page, once what moves has come to rest."""
        self.steps += 1
        print(f"{self.steps:2} {name:44} {f'{seconds:.2f} s' if seconds else ''}", flush=True)
        for person, window in self.people.items():
            window.page.wait_for_timeout(wait if person == "Ann" else 0)
            if self.shots is not None:
                window.page.screenshot(path=self.shots / f"{self.steps:02}-{person}-{name.replace(' ', '_')}.png")

    def sit(self, person: str, link: str, role: str) -> None:
        """Open a link for the first time, and say one's name."""
        window = Window(self.browser, self.served, link, role, touch=person == "Cy", met=False, dark=self.dark)
        window.page.set_viewport_size(dict(zip(("width", "height"), SIZES[person], strict=True)))
        self.people[person] = window
        window.page.locator(".greeting input").wait_for()
        self.step(f"{person} comes")
        window.page.locator(".greeting input").fill(person)
        window.page.locator(".greeting .go").click()
        window.settled()

    def begin(self, game: str) -> None:
        """Ann makes a table in the lobby, and sends the links."""
        page = self.browser.new_context(viewport={"width": 1600, "height": 950}).new_page()
        page.goto(self.served.home)
        page.locator("#gallery li").first.wait_for(timeout=FIRST)
        page.locator("select[name=game]").select_option(game)
        for select in page.locator("select[name^='seat ']").all():
            select.select_option("")
        page.locator("form .go").click()
        page.locator("#links a").first.wait_for()
        rows = page.locator("#links li").all()
        links = {row.get_attribute("data-role"): row.locator("a").get_attribute("href") for row in rows}
        if self.shots is not None:
            page.screenshot(path=self.shots / "00-links.png")
        page.context.close()
        seats = [role for role in links if role not in ("spectator", "author")]
        for person, role in zip(SIZES, (*seats[:2], "spectator"), strict=True):
            self.sit(person, links[role].replace("#", "?poll#") if self.poll else links[role], role)

    def say(self, person: str, words: str) -> float:
        """Say something; how long until the others see it, in seconds."""
        window = self.people[person]
        window.page.locator("[role=tab]", has_text="Players").click()
        window.page.locator(".talk input").fill(words)
        window.page.locator(".talk button").click()
        began = time.monotonic()
        for other in self.people.values():
            other.until(lambda other=other: words in (other.page.locator(".said").text_content() or "") or None)
        return time.monotonic() - began

    def play(self, choices: int) -> float:
        """So many choices by clicks; seconds until the other two pages are in step after one, at most."""
        waited = [0.0]
        for _ in range(choices):
            self.people["Ann"].until(lambda: asked([*self.people.values()])).choose()
            began = time.monotonic()
            self.in_step()
            waited.append(time.monotonic() - began)
        return max(waited)

    def second_devices(self) -> None:
        """Everybody opens their link on a phone too: a seat is opened by a tap on the first device."""
        for person in SIZES:
            first = self.people[person]
            phone = Window(self.browser, self.served, first.link, first.role, touch=True, dark=self.dark)
            self.people[f"{person} again"] = phone
            if first.role == "spectator":
                continue
            phone.page.locator(".doors button", has_text="let me in").click()
            with phone.page.expect_navigation():  # it comes anew with the seat
                first.page.locator(".doors button", has_text="Let it in").click()
            phone.until(lambda phone=phone, first=first: self.role_on(phone) == first.role or None)
        self.in_step()
        self.step("everybody has a second device")

    @staticmethod
    def role_on(window: Window) -> Any:
        return window.table.evaluate("table => table.state?.welcome?.role")

    def play_on_second_devices(self) -> None:
        """The next choice of each player is made on the phone, and the laptop shows it."""
        for _ in SIZES:
            phone = next(
                (one for name, one in self.people.items() if name.endswith("again") and one.state() == "yours"), None
            )
            if phone is not None:
                phone.choose()
                self.in_step()
        self.step("choices on the second devices")

    def share(self) -> None:
        """Whoever reads what the others did shares it, and somebody without a key opens the page."""
        reader = next((one for one in self.people.values() if one.page.locator(".whole-turn").is_visible()), None)
        if reader is None:
            return
        reader.page.locator(".whole-turn").click()
        reader.page.locator(".share").click()
        link = reader.page.locator(".shared a").first
        link.wait_for()
        stranger = self.browser.new_context().new_page()
        stranger.goto(link.get_attribute("href"))
        stranger.locator("h1").wait_for()
        if self.shots is not None:
            stranger.screenshot(path=self.shots / f"{self.steps:02}-stranger-the_turn.png", full_page=True)
        stranger.context.close()
        reader.page.locator(".way-back").click()
        self.step("a turn is shared")

    def in_step(self) -> None:
        """Wait until every page shows what the server would tell it."""
        for window in self.people.values():
            shown = self.served.shown(window.page.url, window.role)
            window.until(lambda window=window, shown=shown: window.now()["tag"] == shown["tag"] or None)

    def take_back(self) -> None:
        """Somebody asks to take the last choice back, and the other says yes."""
        players = list(self.people.values())[:2]
        mover = next((one for one in players if one.page.locator(".ask-back").is_visible()), None)
        if mover is None:
            return
        [other] = {*players} - {mover}
        mover.page.locator(".ask-back").click()
        other.page.locator(".plea:not(.doors) .yes").wait_for()
        self.step("somebody asks for a choice back")
        other.page.locator(".plea:not(.doors) .yes").click()
        mover.page.locator(".plea:not(.doors)").wait_for(state="hidden")
        self.in_step()
        self.step("it is taken back")

    def lines(self) -> None:
        """Bob's line is lost while the others go on, then the server is killed and comes back."""
        bob = self.people["Bob"]
        bob.page.context.set_offline(True)
        bob.table.evaluate("table => table.transport.socket?.close()")
        if self.people["Ann"].state() == "yours":
            self.people["Ann"].choose()
        self.step("Bob has no line")
        bob.page.context.set_offline(False)
        began = time.monotonic()
        bob.settled()
        self.in_step()
        self.step("Bob is back", time.monotonic() - began)
        self.served.kill()
        self.people["Ann"].page.wait_for_timeout(1500)
        self.step("the server is gone")
        self.served.start()
        began = time.monotonic()
        for window in self.people.values():
            window.settled()
        self.in_step()
        self.step("the server is back", time.monotonic() - began)

    def end(self) -> None:
        """A draw is declined, Bob resigns, everybody sees the ending, and they play again."""
        ann, bob, cy = (self.people[person] for person in SIZES)
        ann.page.locator(".deal.draw").click()
        bob.page.locator(".plea:not(.doors) .no").wait_for()
        self.step("Ann offers a draw")
        bob.page.locator(".plea:not(.doors) .no").click()
        self.step("Bob says no")
        bob.page.locator(".deal.resign").click()
        self.step("Bob is asked once more", wait=100)
        bob.page.locator(".deal.resign").click()
        for window in self.people.values():
            window.page.locator(".ending h2").wait_for()
        self.step("the ending")
        ann.page.locator(".ending .again").click()
        bob.page.locator(".plea:not(.doors) .yes").wait_for()
        self.step("Ann wants to play again")
        bob.page.locator(".plea:not(.doors) .yes").click()
        seated = [window for window in self.people.values() if window.role != "spectator"]
        for window in seated:
            window.page.wait_for_url(lambda url, window=window: url.partition("#")[0] not in window.link)
            window.settled()
        self.step("sides are changed")
        cy.page.locator(".plea a").click()
        self.people["Cy again"].page.locator(".plea a").click()
        new_roles = {ann.role: bob.role, bob.role: ann.role}
        for window in seated:
            window.role = new_roles[window.role]
        self.step("Cy goes along")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="battlecry")
    parser.add_argument("--choices", type=int, default=24)
    parser.add_argument("--dark", action="store_true", help="pages in the dark")
    parser.add_argument("--poll", action="store_true", help="without web sockets")
    parser.add_argument("--shots", type=Path, help="folder for pictures of the pages")
    options = parser.parse_args(words)
    if options.shots:
        options.shots.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, sync_api.sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            evening = Evening(browser, served, options.shots, options.dark, options.poll)
            evening.begin(options.game)
            evening.step("words", evening.say("Ann", "Good evening! Shall we?"))
            evening.step("an answer", evening.say("Bob", "Let us play."))
            evening.step("first choices", evening.play(options.choices // 2))
            evening.second_devices()
            evening.play_on_second_devices()
            evening.share()
            evening.take_back()
            evening.step("more choices", evening.play(options.choices // 2))
            evening.lines()
            evening.end()
            evening.step("first choices of the next game", evening.play(4))
            print("\n".join(dict.fromkeys(one for window in evening.people.values() for one in window.wrong)))
        finally:
            browser.close()
            served.kill()


if __name__ == "__main__":
    main()
