"""The clients of the pages play one another: three programs in three folders, which know only a link."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.test_embedded import Club
from tests.table.windows import IN_A_BROWSER

from wargame_table.wire_files import package_files

ROOT = Path(__file__).parents[2]
HOWTO = ROOT / "docs/howto"
MODULES = ROOT / "node_modules"
PATIENCE = 120
pytestmark = [pytest.mark.usefixtures("toy_known")]


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    made = Club()
    yield made
    made.close()


@pytest.fixture(scope="module")
def host(club: Club, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("third"), more=("--origin", club.home))
    yield made
    made.kill()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder of somebody who has installed the npm package."""
    folder = tmp_path / "page"
    installed = folder / "node_modules/wargame-table"
    installed.mkdir(parents=True)
    for name, content in package_files().items():
        (installed / name).write_bytes(content)
    return folder


def python_bot(folder: Path, link: str) -> "subprocess.Popen[str]":
    """The bot of the page, in a folder of its own."""
    own = folder / "bot"
    own.mkdir()
    program = shutil.copy(HOWTO / "remote_bot.py", own)
    return subprocess.Popen([sys.executable, program, link], cwd=own, stdout=subprocess.PIPE, text=True)


def lines_of_code(name: str) -> int:
    """Lines of a program without blank ones, comments and docstring."""
    lines = (HOWTO / name).read_text("utf-8").splitlines()
    return sum(bool(line.strip()) and not line.startswith(('"""', "//")) for line in lines)


def test_the_programs_are_as_short_as_the_pages_say() -> None:
    assert {name: lines_of_code(name) for name in ("remote_bot.py", "react_page.jsx", "node_bot.mjs")} == {
        "remote_bot.py": 8,
        "react_page.jsx": 14,
        "node_bot.mjs": 9,
    }


@pytest.mark.parametrize(("program", "page"), [("remote_bot.py", "remote-bot.md"), ("react_page.jsx", "react.md")])
def test_a_page_shows_its_program_as_it_is(program: str, page: str) -> None:
    text = (HOWTO / program).read_text("utf-8")
    own = text.partition('"""\n\n')[2] or text
    assert f"```\n{own}```\n" in (HOWTO / page).read_text("utf-8")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_bot_in_python_and_a_bot_in_node_play_one_another(host: Served, package: Path, tmp_path: Path) -> None:
    links = host.table("toy")
    shutil.copy(HOWTO / "node_bot.mjs", package)
    bot = python_bot(tmp_path, links["red"])
    command = ["node", "node_bot.mjs", links["blue"]]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert done.stdout == bot.communicate(timeout=PATIENCE)[0]


class TestInABrowser:
    pytestmark = IN_A_BROWSER

    @pytest.mark.skipif(
        not (MODULES / "react-dom").exists() or not (MODULES / ".bin/esbuild").exists(),
        reason="needs React: run npm install react react-dom esbuild in this folder",
    )
    def test_a_page_in_react_and_a_bot_in_python_play_one_another(
        self, browser: Any, club: Club, host: Served, package: Path, tmp_path: Path
    ) -> None:
        links = host.table("toy")
        for name in ("react", "react-dom", "scheduler"):
            (package / "node_modules" / name).symlink_to(MODULES / name)
        shutil.copy(HOWTO / "react_page.jsx", package)
        command = [str(MODULES / ".bin/esbuild"), "react_page.jsx", "--bundle", "--format=esm", "--jsx=automatic"]
        script = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True).stdout
        script = script.replace("</script", "<\\/script")
        club.page = f'<div id="seat"></div><script type="module">{script}</script>'
        bot = python_bot(tmp_path, links["red"])
        page, wrong = browser.new_page(), list[str]()
        page.on("pageerror", lambda problem: wrong.append(str(problem)))
        page.goto(f"{club.home}/#{links['blue']}")
        while page.locator("main").get_attribute("data-status") != "over":
            page.evaluate("document.querySelector('main[data-status=yours] button')?.click()")  # it may be gone at once
            page.wait_for_timeout(20)
        assert bot.communicate(timeout=PATIENCE)[0] == f"{page.locator('h1').inner_text()}\n"
        assert wrong == []
        page.close()
