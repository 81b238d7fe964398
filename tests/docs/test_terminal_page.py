"""The screens of the page about the terminal are what a person sees, line by line."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_terminal import main

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "terminal.md"
VICKSBURG = ("vicksburg", "--seat", "federal", "--seed", "1863")
ANTIETAM = ("battlecry", "--seat", "union", "--scenario", "antietam", "--seed", "3")


@pytest.mark.parametrize(
    ("command", "typed", "sign"),
    [
        (VICKSBURG, (), "Rocky"),
        (VICKSBURG, ("XVII Corps", "", "no Staff Dice", "", "Crocker", ""), "Fi4───Fi4"),
        (ANTIETAM, ("Bombard", "", "2"), "(19 choices)"),
    ],
)
def test_every_screen_of_the_page_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], typed: tuple[str, ...], sign: str
) -> None:
    (block,) = [block for block in re.findall(r"```\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if sign in block]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    done = CliRunner().invoke(main, ["play", *command], input="\n".join((*typed, "quit", "")))
    screen = {plain(line) for line in done.output.splitlines()}
    lines = [line for line in block.splitlines() if not line.startswith(("$", "union>"))]
    assert [line for line in lines if plain(line) not in screen] == []


def plain(line: str) -> str:
    """A line of a screen without the blanks by which the ends of its lines are set apart."""
    return re.sub(r"\s+(\d+)$", r" \1", line.rstrip().removeprefix("union> "))
