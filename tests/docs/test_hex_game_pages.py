"""docs/howto/hex-game-in-an-hour.md and your-own-rule.md: done as they say, and whole."""

import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from tests.docs.howto_pages import HOWTO, blocks, follow

from wargame_core import load
from wargame_core.data import Wording
from wargame_core.shapes import LiteralShape, Shape, fields_of, shape_of
from wargame_hex_and_counter.authoring.game_folders import new_hex_game_with_rules
from wargame_hex_and_counter.game_files.sections import GameFile
from wargame_hex_and_counter.game_files.vocabulary import Vocabulary
from wargame_terminal import main

PAGE = (HOWTO / "hex-game-in-an-hour.md").read_text("utf-8")
RULE = (HOWTO / "your-own-rule.md").read_text("utf-8")


@pytest.mark.thorough
def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sum("lint" in line for line in follow(PAGE, tmp_path)) > 12
    game = load(tmp_path / "harrow_ford")
    assert (game.id, len(game.rules.printed["book"].units)) == ("harrow_ford", 13)
    files = [file for file in (tmp_path / "harrow_ford").iterdir() if file.is_file()]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) < 420


def words_in(shape: Shape, seen: set[object]) -> set[str]:
    """Every word of a closed set in a shape and in what is inside it."""
    words = {str(value) for value in shape.values} if isinstance(shape, LiteralShape) else set()
    if (marked := shape.mark(Wording)) is not None:
        words |= set(marked.allowed)
    inner = [*getattr(shape, "members", ()), *getattr(shape, "items", ())] if not words else []
    inner += [getattr(shape, name) for name in ("key", "value") if hasattr(shape, name)]
    if hasattr(shape, "given") and shape.base not in seen:
        seen.add(shape.base)
        inner += [part.shape for part in fields_of(shape.base)]
    return words.union(*(words_in(one, seen) for one in inner if isinstance(one, get_args(Shape))))


def test_the_page_names_every_section_key_and_word() -> None:
    table = PAGE.partition("## All the words")[2]
    for section in fields_of(GameFile):
        assert f"[{section.key}" in table or f"[{section.key}.NAME]" in table, section.key
        for record in (section.shape, *getattr(section.shape, "members", ()), *getattr(section.shape, "items", ())):
            for key in (part.key for part in getattr(record, "given", {}).values()):
                assert key in table or key in ("own", "when"), (section.key, key)
    assert {word for word in words_in(shape_of(GameFile), set()) if word not in table} == set()


def test_the_rule_of_the_page_is_that_of_a_new_folder(tmp_path: Path) -> None:
    new_hex_game_with_rules(tmp_path, "two_fords")
    rule = next(text for language, _, text in blocks(RULE) if language == "python" and "def in_concert" in text)
    assert rule in (tmp_path / "src" / "wargame_two_fords" / "rules.py").read_text("utf-8")
    plugin = next(text for language, _, text in blocks(RULE) if "hex_game_plugin(" in text)
    made = (tmp_path / "src" / "wargame_two_fords" / "__init__.py").read_text("utf-8")
    assert plugin.split("PLUGIN")[0] in made


def test_the_page_names_every_kind_of_function() -> None:
    sections = {field.name for field in Vocabulary.__attrs_attrs__}
    named = {"phase": "player_turn"}
    assert {one for one in sections if f"{named.get(one, one)}]" not in RULE} == set()


def test_a_folder_with_rules_plays_and_a_name_that_nobody_brings_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = CliRunner().invoke(main, ["new", "hex-game", str(tmp_path / "two_fords"), "--rules"])
    assert done.exit_code == 0, done.output
    package = tmp_path / "two_fords" / "src" / "wargame_two_fords"
    monkeypatch.syspath_prepend(package.parent)
    plugin = import_module("wargame_two_fords").PLUGIN
    assert plugin.lint(plugin.data) == []
    match = plugin.games[0].build(None).start(seed=1)
    assert match.waiting_for
    path = package / "data" / "game.toml"
    path.write_text(path.read_text("utf-8").replace('["in_concert"]', '["in_consert"]'), "utf-8")
    (told,) = plugin.lint(plugin.data)
    assert told.partition(": ")[2] in RULE
    for name in [name for name in sys.modules if name.partition(".")[0] == "wargame_two_fords"]:
        del sys.modules[name]
