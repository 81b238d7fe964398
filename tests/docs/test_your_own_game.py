"""docs/howto/your-own-game.md and card-driven-game.md, done as they say with what `wargame new game` wrote."""

import ast
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

from wargame_core.errors import DataError
from wargame_core.flow.about import PLACE
from wargame_core.flow.rules import Origin
from wargame_core.plugins.discovery import Plugin
from wargame_lab import simulate
from wargame_laws import LAWS, USUAL, Trial
from wargame_pictures import pictures_of
from wargame_terminal import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/howto/your-own-game.md").read_text("utf-8")
CARDS_PAGE = (ROOT / "docs/howto/card-driven-game.md").read_text("utf-8")
WRITTEN = ROOT / "tools/workshop/src/wargame_workshop/new_games/new_game/test_laws.py.txt"
"""The laws of a new game, as `wargame new game` writes them."""
STEP = re.compile(r"^In `([\w.]+)`(?:, delete `(\w+)`\.|:\n\n```\w+\n(.*?)^```$)", re.MULTILINE | re.DOTALL)
Statements = list[tuple[str, str]]
"""Names of definitions, "" for anything else, each with its text."""


def statements(source: str) -> Statements:
    """The statements of a module in their order, each with the comments and decorators above it."""
    lines, end = source.splitlines(keepends=True), 0
    parts: Statements = []
    for node in ast.parse(source).body:
        last = node.end_lineno or 0
        name = getattr(node, "name", "")
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        parts.append(("import" if isinstance(node, (ast.Import, ast.ImportFrom)) else name, "".join(lines[end:last])))
        end = last
    return parts


def changed(source: str, block: str) -> str:
    """The source with the definitions of a block: replaced where they are, else before what follows in the block."""
    parts = statements(source)
    waiting: Statements = []
    for name, text in statements(block):
        text = text if text.startswith("\n") else "\n\n" + text
        places = [place for place, (known, _) in enumerate(parts) if known == name and name]
        if name == "import":
            parts.insert(places[-1] + 1, (name, text))
        elif places:
            parts[places[0] : places[0] + 1] = [*waiting, (name, text)]
            waiting = []
        else:
            waiting.append((name, text))
    assert not waiting, f"nothing that the file has follows {waiting[0][0]}"
    return "".join(text for _, text in parts)


def without(source: str, name: str) -> str:
    parts = statements(source)
    assert name in dict(parts)
    return "".join(text for known, text in parts if known != name)


HALVES = PAGE.split("## Rule 9")


def do(steps: str, package: Path) -> ModuleType:
    """The package of a new game after the steps of a part of a page."""
    for file in re.findall(r"^Delete `([\w.]+)`\.$", steps, re.MULTILINE):
        (package / "data" / file).unlink()
    for file, deleted, block in STEP.findall(steps):
        tests = package.parents[1] / "tests"
        path = (tests if file.startswith("test_") else package / ("data" if file.endswith(".toml") else "")) / file
        before = path.read_text("utf-8") if path.exists() else ""
        after = block if file.endswith(".toml") else without(before, deleted) if deleted else changed(before, block)
        path.write_text(after, "utf-8")
    forget(package.name)
    return importlib.import_module(package.name)


def forget(package: str) -> None:
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def begun(page: str, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The package that the command of a page writes, where Python finds it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # written twice within a second it would be read as it was
    command = re.search(r"^wargame (new game .*)$", page, re.MULTILINE)
    assert command is not None
    assert CliRunner().invoke(main, command[1].split()).exit_code == 0
    monkeypatch.syspath_prepend(str(Path(f"{game}/src").absolute()))
    return Path(f"{game}/src/wargame_{game}")


@pytest.mark.thorough
def test_the_page_makes_a_game_that_obeys_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = begun(PAGE, "ford", monkeypatch, tmp_path)
    try:
        plugin = do(HALVES[0], package).PLUGIN
        _obeys(plugin, 20)
        _explains_and_draws(plugin)
        _checks_its_data(plugin, tmp_path)
        plugin = do(HALVES[1], package).PLUGIN
        _obeys(plugin, 30)
        _keeps_secrets(plugin)
    finally:
        forget("wargame_ford")


def test_the_rules_of_the_page_pass_the_tests_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: Callable[[str, str], None]
) -> None:
    package = begun(PAGE, "ford", monkeypatch, tmp_path)
    try:
        do(HALVES[0], package)
        installed("ford", "from wargame_ford import PLUGIN")
        stated: dict[str, Any] = {}
        exec((package.parents[1] / "tests" / "test_rules.py").read_text("utf-8"), stated)
        rules = [test for name, test in stated.items() if name.startswith("test_")]
        assert len(rules) == 3
        for test in rules:
            test()
    finally:
        forget("wargame_ford")


def test_the_card_driven_game_of_its_page_keeps_hands_secret_and_its_bot_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = begun(CARDS_PAGE, "northwest", monkeypatch, tmp_path)
    try:
        game = do(CARDS_PAGE, package).PLUGIN.games[0].build(None)
        match = game.start(seed=3)
        view = match.view("crown")
        assert (set(view.board.hands), view.board.held) == ({"crown"}, {"union": 4, "crown": 4})
        assert [len(panel.cards) for panel in view.panels if panel.id.startswith("hand")] == [0, 4]
        won = simulate(game, {"union": "heuristic", "crown": "random"}, games=8, seed=1).wins
        assert won["union"] > won["crown"]  # it also ends: a hand to be dealt falls in more ways than can be weighed
    finally:
        forget("wargame_northwest")


@pytest.mark.thorough
def test_the_card_driven_game_obeys_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = begun(CARDS_PAGE, "northwest", monkeypatch, tmp_path)
    try:
        _obeys(do(CARDS_PAGE, package).PLUGIN, 20)
    finally:
        forget("wargame_northwest")


def test_the_page_says_how_many_games_the_laws_play() -> None:
    seeds = re.search(r"range\((\d+)\)", WRITTEN.read_text("utf-8"))
    assert seeds is not None
    words = {10: "ten", 90: "ninety"}
    assert f"plays {words[USUAL]} games" in PAGE
    assert f"in up to {words[int(seeds[1]) - USUAL]} games more" in PAGE


def _obeys(plugin: Plugin, budget: int) -> None:
    build = plugin.games[0].build
    game = build(None)
    source = evolve(game.rules.source, origin=Origin(build, (None,)))  # as it is when it is loaded by name
    found = evolve(game, rules=evolve(game.rules, source=source))
    trial = Trial(found, range(60), "random", None, {}, budget, frozenset(), games=10)
    for law in LAWS:
        law(trial)


def _explains_and_draws(plugin: Plugin) -> None:
    game = plugin.games[0].build(None)
    view = game.start(seed=1).view("blue")
    assert "0503 is water" in str(view.choices.explain(PLACE, "0503"))
    assert view.choices.explain(PLACE, "0402")
    assert "1st Blue" in (pictures_of(game).svg(view) or "")


def _keeps_secrets(plugin: Plugin) -> None:
    match = plugin.games[0].build(None).start(seed=1)
    assert set(match.view("blue").board.chits) == {"blue"}
    assert match.waiting_for == ("blue", "red")
    for seat in ("red", "blue"):
        match.play(next(iter(match.choices(seat))), seat)
    assert match.cursor == ("Ford", "Turn", "Move and attack")


def _checks_its_data(plugin: Plugin, folder: Path) -> None:
    assert plugin.data is not None
    text = (plugin.data / "standard.toml").read_text("utf-8")
    mine = folder / "mine"
    mine.mkdir()
    (mine / "standard.toml").write_text(text.replace("strength = 4", "strength = 40"), "utf-8")
    with pytest.raises(DataError, match=r"standard.toml:25:1: E204 piece\[2\].strength: 40 is not a strength"):
        plugin.games[0].build(mine)
