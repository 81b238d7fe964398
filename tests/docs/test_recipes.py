"""The recipes for front ends play thirty choices in every game, in environments with what their page names.

The ordinary check plays those whose packages are installed, in one game.
"""

import http.server
import importlib.util
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from tests.conftest import ROOT

from wargame_core import load
from wargame_pictures.paper.pdf import find_browser
from wargame_terminal import main

PAGE = (ROOT / "docs" / "howto" / "recipes.md").read_text("utf-8")
LEARNING = (ROOT / "docs" / "howto" / "learning.md").read_text("utf-8")
RECIPES = ROOT / "docs" / "howto" / "recipes"
PLAYER = Path(__file__).parent / "recipe_player.py"
GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")
PROJECTS = ("altar_of_freedom", "gcacw", "hex_and_counter", *GAMES)
DRIVEN = ("textual_board", "pygame_board", "ipywidgets_board")
SERVED = ("nicegui_board", "htmx_board", "marimo_board")
FOREIGN = "ford"
"""A game that is none of ours, as `wargame new game` writes it."""
CHROMIUM = find_browser()
GODOT = os.environ.get("GODOT") or shutil.which("godot")
CHOICES, WAIT = 30, 60
UNDO, BACK = "take the last choice back", "show all again"
OUTCOME = re.compile(r"\b(blue|red|nobody) wins")
"""What the foreign game shows when it is over, before thirty choices as a rule."""
OTHERS = (UNDO, BACK, "stop the bots", "let the bots go on")


def named(recipe: str, tool: str = "pip install") -> list[str]:
    """The packages that the page names for a recipe, without those of ours."""
    section = next(part for part in PAGE.split("\n## ")[1:] if f"(recipes/{recipe}." in part)
    words = [word for line in re.findall(rf"^{tool} (.*)$", section, re.MULTILINE) for word in line.split()]
    return [word for word in words if not word.startswith("wargame-")]


@pytest.mark.parametrize("recipe", sorted(RECIPES.glob("*.*")), ids=lambda path: path.stem)
def test_a_recipe_is_told_and_has_under_sixty_lines(recipe: Path) -> None:
    assert f"(recipes/{recipe.name})" in PAGE
    lines = recipe.read_text("utf-8").splitlines()
    assert len(lines) < 60
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("recipe", DRIVEN)
def test_a_recipe_whose_packages_are_installed_plays(recipe: str) -> None:
    for package in named(recipe):
        module = {"pygame-ce": "pygame"}.get(package, package)
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"needs {package}: pip install {package}")
    well_played(driven(sys.executable, recipe, "battlecry"))


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Wheels of core, pictures, lab, all games and a foreign one, built by the backend of this environment."""
    folder = tmp_path_factory.mktemp("wheels")
    written = CliRunner().invoke(main, ["new", "game", str(folder / FOREIGN), "--map", "hex", "--seats", "blue,red"])
    assert written.exit_code == 0, written.output
    projects = [
        folder / FOREIGN,
        ROOT,
        ROOT / "tools" / "pictures",
        ROOT / "tools" / "lab",
        *(ROOT / "plugins" / name for name in PROJECTS),
    ]
    for project in projects:
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(project)]
        subprocess.run(command, check=True, capture_output=True)
    return [str(wheel) for wheel in folder.glob("*.whl")]


@pytest.fixture
def foreign_installed(wheels: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The foreign game as if it were installed, for this process and the server."""
    (wheel,) = (wheel for wheel in wheels if f"wargame_{FOREIGN}" in wheel)
    shutil.unpack_archive(wheel, tmp_path / "installed", "zip")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))


@pytest.fixture(scope="session", params=[*DRIVEN, *SERVED])
def environment(request: pytest.FixtureRequest, wheels: list[str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A recipe, and the Python of an environment with exactly the packages that the page names for it."""
    return request.param, python_with(tmp_path_factory.mktemp(request.param), *wheels, *named(request.param))


def python_with(folder: Path, *packages: str) -> str:
    """The Python of a new environment with exactly these packages."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", *packages]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{packages[-1]} cannot be had here: {done.stderr[-200:]}")
    return python


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*GAMES, FOREIGN])
def test_a_recipe_plays_thirty_choices_with_exactly_what_the_page_names(
    environment: tuple[str, str], game: str, tmp_path: Path
) -> None:
    recipe, python = environment
    if recipe in DRIVEN:
        well_played(driven(python, recipe, game))
        return
    with served(python, recipe, game) as address, browser(tmp_path, recipe) as page:
        page.goto(address)
        well_played(in_browser(page, game))


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*GAMES, FOREIGN])
def test_the_recipe_in_a_browser_by_the_wire_plays_thirty_choices(
    game: str, foreign_installed: None, tmp_path: Path
) -> None:
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(RECIPES)))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{web.server_port}"
    try:
        with seated(game, tmp_path, "--origin", home) as link, browser(tmp_path, "phaser_board") as page:
            page.goto(f"{home}/phaser_board.html?{link}")
            well_played(in_browser(page, game))
    finally:
        web.shutdown()
        web.server_close()


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*GAMES, FOREIGN])
def test_the_recipe_in_godot_by_the_wire_plays_thirty_choices(
    game: str, foreign_installed: None, tmp_path: Path
) -> None:
    if GODOT is None:
        pytest.skip("needs Godot 4 (in Debian's sid: apt-get install godot), or its path in the variable GODOT")
    for script in (RECIPES / "godot_board.gd", PLAYER.with_name("godot_player.gd")):
        shutil.copy(script, tmp_path)
    with seated(game, tmp_path) as link:
        command = [GODOT, "--headless", "--path", str(tmp_path), "--script", str(tmp_path / "godot_player.gd")]
        done = subprocess.run([*command, "--", link, game], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "SCRIPT ERROR" not in done.stderr
    well_played(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.thorough
def test_the_recipe_for_godot_is_gdscript(tmp_path: Path) -> None:
    """Where there is no Godot, gdtoolkit reads the file."""
    parser = Path(python_with(tmp_path, "gdtoolkit")).with_name("gdparse")
    command = [str(parser), str(RECIPES / "godot_board.gd")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_gymnasium_makes_the_film_of_the_page_on_learning(wheels: list[str], tmp_path: Path) -> None:
    """In an environment of its own: moviepy asks for an older Pillow than we test with."""
    python = python_with(tmp_path / "environment", *wheels, "gymnasium", "numpy", "cairosvg", "moviepy")
    (example,) = re.findall(r"```python\n(from gymnasium.wrappers import RecordVideo\n.*?)```", LEARNING, re.DOTALL)
    played = "env.reset(seed=7)\nfor _ in range(3):\n    env.step(0)\nenv.close()\n"
    program = f"from wargame_lab.adapters.gymnasium import SeatEnv\n{example}{played}"
    done = subprocess.run([python, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (film,) = (tmp_path / "films").glob("*.mp4")
    assert film.read_bytes()[4:8] == b"ftyp"


@contextmanager
def seated(game: str, folder: Path, *options: str) -> Iterator[str]:
    """The link of the first seat of a table, at which bots that choose at random play the others."""
    from tests.table.served import Served

    table = Served(folder, more=options)
    try:
        first, *others = load(game).seats
        yield table.table(game, dict.fromkeys(others, "random"))[first]
    finally:
        table.kill()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *args: Any) -> None:
        """Print nothing."""


def well_played(counts: dict[str, int]) -> None:
    assert counts["choices"] >= CHOICES or counts["over"]
    assert counts["explained"] > 0


def driven(python: str, recipe: str, game: str) -> dict[str, int]:
    """What the player of recipes did in that environment."""
    done = subprocess.run([python, str(PLAYER), recipe, game], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counts: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    assert counts["by_map"] > 0
    return counts


@contextmanager
def served(python: str, recipe: str, game: str) -> Iterator[str]:
    """The address at which a recipe is served in that environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [python, str(PLAYER), recipe, game, port]
    if recipe == "marimo_board":
        command = [python, "-m", "marimo", "run", "--headless", "--no-token", "-p", port, str(RECIPES / f"{recipe}.py")]
        command += ["--", "--game", game, "--bot", "random"]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}  # NiceGUI looks
    process = subprocess.Popen(command, env=outside, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(WAIT * 4):
            try:
                urlopen(f"http://127.0.0.1:{port}/").close()
                break
            except OSError:
                assert process.poll() is None, "the server has ended"
                time.sleep(0.25)  # a process that starts can only be asked again
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def browser(folder: Path, recipe: str) -> Iterator[Any]:
    """A page of Chromium, to which npm gives the scripts that the recipe takes from a network for them."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium (apt-get install chromium)")
    scripts = named(recipe, "npm install")
    if scripts:
        if shutil.which("npm") is None:
            pytest.skip("needs npm")
        subprocess.run(["npm", "install", "--prefix", str(folder), *scripts], check=True, capture_output=True)
    with sync_api.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1600, "height": 1000})
        page.route(
            "https://cdn.jsdelivr.net/npm/**", lambda route: route.fulfill(path=script_of(folder, route.request.url))
        )
        try:
            yield page
        finally:
            chromium.close()


def script_of(folder: Path, address: str) -> Path:
    """The file that npm has installed for ``.../npm/NAME@VERSION/PATH``."""
    name, path = re.fullmatch(r".*/npm/(.+?)@[^/]+/(.*)", address).groups()  # type: ignore[union-attr]
    return folder / "node_modules" / name / path


def in_browser(page: Any, game: str) -> dict[str, int]:
    """Play with buttons and clicks on the map, until thirty choices are made or the game is over."""
    counts, rng = {"choices": 0, "explained": 0, "undone": 0, "over": 0}, random.Random(game)
    while counts["choices"] < CHOICES:
        if not rows(page):
            counts["over"] = 1
            break
        if counts["choices"] % 4 == 1 or not counts["explained"]:  # a short game leaves few times to ask
            counts["explained"] += changed(page, partial(point, page, rng))
        pressed = changed(page, partial(press, page, rng.choice(rows(page) or [0])))
        counts["choices"] += pressed and not page.get_by_role("button", name=BACK).count()
        undo = page.get_by_role("button", name=UNDO)
        if counts["choices"] % 7 == 3 and undo.count():
            counts["undone"] += changed(page, undo.click)
    return counts


def rows(page: Any) -> list[int]:
    """The numbers of the buttons of the menu, once there are some; none where the game is over."""
    for _ in range(WAIT * 10):
        labels = [label.strip() for label in page.get_by_role("button").all_inner_texts()]
        if found := [number for number, label in enumerate(labels) if label not in ("", *OTHERS)]:
            return found
        if page.get_by_text(OUTCOME).count():
            return []
        time.sleep(0.1)  # a bot thinks
    raise AssertionError(f"nothing to choose: {page.locator('body').inner_text()[:500]}")


def press(page: Any, number: int) -> None:
    """A click on a button, unless it has gone meanwhile."""
    with suppress(pytest.importorskip("playwright.sync_api").Error):
        page.get_by_role("button").nth(number).click(timeout=3000)


def point(page: Any, rng: random.Random) -> None:
    """A click on a space of the map."""
    if page.locator("canvas").count():
        page.mouse.click(rng.randrange(20, 400), rng.randrange(20, 400))
    else:
        spaces = page.locator("[data-space]")
        spaces.nth(rng.randrange(spaces.count())).dispatch_event("click")


def changed(page: Any, act: Any) -> bool:
    """Whether what can be read on the page changes within some seconds after something is done."""
    before = page.locator("body").inner_text()
    act()
    for _ in range(100):
        if page.locator("body").inner_text() != before:
            time.sleep(0.2)  # all parts of the page are written anew
            return True
        time.sleep(0.05)
    return False
