"""Each example of the page of parts: added to the game that one command writes, it is linted and played."""

import re
from pathlib import Path

import pytest

import wargame_core
from wargame_hex_and_counter.authoring.game_folders import lint_folder, new_hex_game
from wargame_lab import simulate

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "parts-in-text-files.md").read_text("utf-8")
EXAMPLES = dict(part.split("\n", 1) for part in PAGE.split("\n## ")[1:])
BLOCK = re.compile(r"```(?:toml)?\n# (?P<file>\S+), (?P<where>.*)\n(?P<lines>(?:.*\n)*?)```")


def put(folder: Path, file: str, where: str, lines: str) -> None:
    """Put the lines of an example where its first line says."""
    path = folder / file
    if where == "a new file":
        assert not path.exists()
        path.write_text(lines, "utf-8")
        return
    text = path.read_text("utf-8")
    if where != "at the end":
        header = re.escape(where.removeprefix("in place of "))
        text, count = re.subn(rf"^{header}\n(?:[^\[\n].*\n)*", "", text, flags=re.MULTILINE)
        assert count, f"{file} has no {where}"
    path.write_text(f"{text.rstrip()}\n{'' if path.suffix == '.csv' else chr(10)}{lines}", "utf-8")


@pytest.mark.parametrize("title", EXAMPLES)
def test_lint_finds_nothing_and_bots_play_it(title: str, tmp_path: Path) -> None:
    folder = tmp_path / "mill_creek"
    new_hex_game(folder)
    blocks = list(BLOCK.finditer(EXAMPLES[title]))
    assert len(blocks) == EXAMPLES[title].count("\n```") / 2
    for block in blocks:
        put(folder, *block.group("file", "where", "lines"))
    assert lint_folder(folder) == []
    game = wargame_core.load(folder)
    assert len(simulate(game, "normal", games=1, seed=5).finished) == 1
    assert len(simulate(game, "random", games=2, seed=5).finished) == 2
