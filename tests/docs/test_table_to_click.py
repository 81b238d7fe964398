"""The site of the pages has the type and paper of the table, and a page with a table at which one can sit down."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.conftest import ROOT, script
from tests.table.windows import CHROMIUM, IN_A_BROWSER, sync_api

import wargame_table
from wargame_pictures.draw.side_colors import contrast_ratio

DOCS = ROOT / "docs"
FIRST_PAGE, CONF, BUILD = (script(DOCS / f"{name}.py") for name in ("first_page", "conf", "build"))
CLIENT = Path(wargame_table.__file__).parent / "client"


@pytest.mark.parametrize("paper", ["light", "dark"])
def test_pages_have_the_colours_and_the_type_of_the_table(paper: str) -> None:
    variables = CONF.variables_of(paper)
    looks = (CLIENT / "theme.js").read_text("utf-8")
    [told] = [line for line in looks.splitlines() if line.startswith(f"const {paper.upper()} = ")]
    assert all(f"--wg-{of}:{variables[name]};" in told for name, of in CONF.FURO.items())
    fonts = (CLIENT / "fonts.css").read_text("utf-8")
    for family in (variables["font-stack"], variables["wg-narrow"]):
        assert f"font-family: {family.partition(',')[0]};" in fonts
    for writing in ("foreground-primary", "foreground-secondary", "brand-content"):
        for ground in ("background-primary", "background-secondary"):
            assert contrast_ratio(variables[f"color-{writing}"], variables[f"color-{ground}"]) > 4.5, (writing, ground)


def page_with_table(folder: Path) -> Path:
    """The page, as the site has it without its frame."""
    text = FIRST_PAGE.table_to_click((DOCS / "play.md").read_text("utf-8"), folder / "_static" / "drawn")
    html = text.partition("````{raw} html\n")[2].partition("\n````")[0]
    page = folder / "index.html"
    page.write_text(f"<!doctype html><meta charset=utf-8>{html}", "utf-8")
    return page


def test_the_page_shows_the_board_of_the_game_that_is_put_beside_it(tmp_path: Path) -> None:
    html = page_with_table(tmp_path).read_text("utf-8")
    assert f'data-game="{FIRST_PAGE.AT_THE_TABLE}"' in html
    assert f'src="_static/drawn/{FIRST_PAGE.AT_THE_TABLE}-begins.svg"' in html
    assert (tmp_path / "_static" / "drawn" / f"{FIRST_PAGE.AT_THE_TABLE}-begins.svg").is_file()


def test_the_site_has_the_fonts_with_their_licence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("README.md", "play.md"):
        shutil.copy(DOCS / name, sources / name.replace("README", "index"))
    as_written = {name: lambda text, folder: text for name in ("first_page", "table_to_click")}
    monkeypatch.setattr(BUILD, "run_path", lambda path: {**as_written, "gallery": lambda folder: ""})
    (sources / "_static").mkdir()
    BUILD.draw(sources)
    put = {file.name for file in (sources / "_static" / "fonts").iterdir()}
    assert put == {file.name for file in CLIENT.glob("*.woff2")} | {"fonts.css", "fonts.txt"}


@contextmanager
def plain_server(folder: Path) -> Iterator[str]:
    """The address of a server that hands out the files of a folder, and no more."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


@pytest.mark.thorough
@pytest.mark.skipif(CHROMIUM is None, reason=IN_A_BROWSER[0].kwargs["reason"])
def test_who_cannot_sit_down_reads_why_and_who_can_sits_at_the_lesson(tmp_path: Path) -> None:
    page_file = page_with_table(tmp_path)

    def told(page: Any, address: str) -> str:
        page.goto(address)
        page.wait_for_function("!document.querySelector('.wg-answer').textContent.startsWith('Looking')")
        return str(page.inner_text(".wg-answer"))

    with plain_server(tmp_path) as home, sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        assert "from a file" in told(page, page_file.as_uri())
        assert "made without a table" in told(page, home)
        assert not page.locator(".wg-sit").is_visible()
        (tmp_path / "table").mkdir()
        (tmp_path / "table" / "site.json").write_text(json.dumps({"games": [{"id": "another"}]}), "utf-8")
        os.utime(tmp_path / "table" / "site.json", (0, 0))  # a server tells files apart by the second
        assert "made without a table" in told(page, home)
        games = {"games": [{"id": FIRST_PAGE.AT_THE_TABLE}]}
        (tmp_path / "table" / "site.json").write_text(json.dumps(games), "utf-8")
        assert "The table is here" in told(page, home)
        page.click(".wg-sit")
        assert page.get_attribute("iframe", "src") == f"table/index.html#learn={FIRST_PAGE.AT_THE_TABLE}"
        browser.close()
