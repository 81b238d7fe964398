"""A live board on a page of another site, in a real browser: the page that the manual shows."""

import re
import runpy
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.windows import IN_A_BROWSER, MET_ALL

from wargame_table.client import sit

HOWTO = Path(__file__).parents[2] / "docs/howto"
PAGE = (HOWTO / "club_page.html").read_text("utf-8")


class Club:
    """A site of somebody else's, with one page."""

    def __init__(self) -> None:
        self.page, club = "", self

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(club.page.encode())

            def log_request(self, code: object = "-", size: object = "-") -> None:
                """Nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.home = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    made = Club()
    yield made
    made.close()


@pytest.fixture(scope="module")
def host(club: Club, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("embedded"), more=("--origin", club.home))
    yield made
    made.kill()


def opened(browser: Any, club: Club, page: str) -> tuple[Any, list[str]]:
    """A window on a page of the club, and what goes wrong on it."""
    club.page, wrong = page, list[str]()
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    context.add_init_script(MET_ALL)
    window = context.new_page()
    window.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    window.on("pageerror", lambda problem: wrong.append(str(problem)))
    window.goto(club.home)
    return window, wrong


class TestInABrowser:
    pytestmark = IN_A_BROWSER

    def test_the_page_of_the_manual_shows_a_live_board_of_another_site_and_hears_of_it(
        self, browser: Any, club: Club, host: Served
    ) -> None:
        page = PAGE.replace("https://games.example.org", host.home)
        assert len(page.splitlines()) < 30
        window, wrong = opened(browser, club, page)
        window.locator("wargame-table[data-state=yours]").wait_for()
        assert window.locator("#news").inner_text().startswith("Your turn: ")
        assert window.locator("wargame-part [part~=log]").is_visible()
        for left_out in ("log", "briefing", "rules"):
            assert not window.locator(f"#board [part~={left_out}-tab]").is_visible()
        assert window.locator("#board [part~=players-tab]").is_visible()
        at = window.evaluate("board.state.now.at")
        update = "({ detail }) => detail.kind === 'update' && done(detail.at)"
        heard = f"new Promise((done) => board.addEventListener('told', {update}))"
        moved = window.evaluate_handle(f"({{ news: {heard} }})")
        window.locator("wargame-table .rows .row, wargame-table .rows .step").first.click()
        assert window.evaluate("({ news }) => news", moved) != at
        window.evaluate("document.querySelector('wargame-part').remove()")
        assert window.locator("#board [part~=log]").count() == 1
        assert wrong == []
        window.context.close()

    def test_the_page_hears_of_each_question_wherever_it_was_answered_and_keeps_its_title(
        self, browser: Any, club: Club, host: Served
    ) -> None:
        link = host.table("battlecry")["union"]
        window, wrong = opened(browser, club, '<title>Our club</title><wargame-table id="board" plain></wargame-table>')
        window.evaluate("""() => {
          window.asked = [];
          board.addEventListener("yours", ({ detail }) => window.asked.push(detail.ask.prompt));
        }""")
        window.evaluate(f"import('{host.home}/client/embed.js').then(({{ sit }}) => sit(board, '{link}'))")
        window.wait_for_function("window.asked.length === 1")
        with sit(link) as elsewhere:
            assert elsewhere.play(elsewhere.view.choices[0])
            prompt = elsewhere.view.prompt
        window.wait_for_function("window.asked.length === 2")
        assert window.evaluate("window.asked")[1] == prompt
        assert window.title() == "Our club"
        window.evaluate("board.stop()")
        assert wrong == []
        window.context.close()

    def test_a_link_that_opens_no_table_says_so_to_the_page(self, browser: Any, club: Club, host: Served) -> None:
        window, _ = opened(browser, club, '<wargame-table id="board"></wargame-table>')
        window.evaluate(f"import('{host.home}/client/embed.js').then((client) => (window.sit = client.sit))")
        no_link = "(() => { try { sit(board, undefined) } catch (problem) { return problem.message } })()"
        assert window.evaluate(no_link).startswith("undefined is not a link to a table")
        refused = "new Promise((done) => board.addEventListener('refused', ({ detail }) => done(detail)))"
        detail = window.evaluate(
            f"(() => {{ const told = {refused}; sit(board, '{host.home}/t/x#y'); return told }})()"
        )
        assert (detail["code"], detail["text"]) == ("unknown_table", "there is no such table")
        window.context.close()

    def test_a_frame_holds_the_ready_page_and_on_a_site_that_is_not_named_neither_comes(
        self, browser: Any, club: Club, host: Served
    ) -> None:
        link = host.table("battlecry", bots={"confederate": "random"})["union"]
        framed = f'<iframe src="{link}" width="1200" height="800"></iframe>'
        window, wrong = opened(browser, club, framed)
        window.frame_locator("iframe").locator("wargame-table[data-state=yours]").wait_for()
        assert wrong == []
        strange = Club()
        window, wrong = opened(browser, strange, framed + PAGE.replace("https://games.example.org", host.home))
        window.wait_for_timeout(500)
        assert any("frame-ancestors" in said for said in wrong)
        assert any("CORS" in said for said in wrong)
        strange.close()
        window.context.close()


def test_the_server_of_the_manual_has_the_tables_beside_its_own_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fastapi", reason="the example is in FastAPI: pip install fastapi")
    from tests.table.test_mounted import client_of

    monkeypatch.chdir(tmp_path)
    server = runpy.run_path(str(HOWTO / "club_server.py"))["server"]
    with client_of(server, base_url="http://club.example.org") as client:
        assert client.get("/members").json() == ["Ann", "Bob"]
        made = client.post("/play/tables", json={"game": "thunder_on_the_mississippi"}).json()
        assert re.match("/play/t/", made["links"]["union"])
        path, _, key = made["links"]["union"].partition("#")
        [welcome, _] = client.get(f"{path}/update", headers={"Authorization": f"Bearer {key}"}).json()["messages"]
        assert welcome["you"] == "union"
