"""docs/howto/your-own-campaign.md, done as it says: its changes are made, its commands run, their output compared."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_altar_of_freedom.vocabulary import CONDITIONS, EFFECTS, SPECIAL_ACTIONS
from wargame_core.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "your-own-campaign.md"
FENCED = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks() -> Iterator[tuple[str, list[str], str]]:
    """The boxes of the page: their language, the words after it, and what is in them."""
    for language, words, text in FENCED.findall(PAGE.read_text(encoding="utf-8")):
        yield language, words.split(), text


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The command lines of a console box, each with what it is to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        yield line, expected


def changed(text: str, diff: str) -> str:
    """The text with the lines marked - replaced by those marked +."""
    lines = diff.splitlines()
    old = "\n".join(line[1:] for line in lines if line.startswith("-"))
    new = "\n".join(line[1:] for line in lines if line.startswith("+"))
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
    return text.replace(old, new)


def run(line: str, expected: str) -> None:
    """Run a command line of the page and compare what it prints."""
    program, *arguments = shlex.split(line)
    assert program == "wargame"
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == (1 if re.search(r": E\d{3} ", expected) else 0), f"{line}\n{result.output}"
    told = result.output
    assert doctest.OutputChecker().check_output(expected, told, ELLIPSIS), (
        f"{line}\n{told}\nbut the page says\n{expected}"
    )


@pytest.mark.slow
def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mistake: tuple[Path, str] | None = None
    linted = 0
    for language, words, text in blocks():
        if language == "diff":
            file = tmp_path / words[0]
            before = file.read_text(encoding="utf-8")
            file.write_text(changed(before, text), encoding="utf-8")
            mistake = (file, before) if words[1:] == ["mistake"] else None
        elif language == "console":
            for line, expected in commands(text):
                run(line, expected)
                linted += "lint" in line
            if mistake is not None:
                mistake[0].write_text(mistake[1], encoding="utf-8")
                mistake = None
    assert linted > 15
    assert (tmp_path / "my_map.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_page_names_every_word_a_designer_can_use() -> None:
    page = PAGE.read_text(encoding="utf-8")
    words = (*EFFECTS, *CONDITIONS, *SPECIAL_ACTIONS)
    assert [word for word in words if f"`{word}`" not in page] == []


def test_its_folder_needs_nothing_of_the_repository(tmp_path: Path) -> None:
    """The scaffold is played from a folder that is moved elsewhere afterwards."""
    runner = CliRunner()
    assert runner.invoke(main, ["new", "campaign", str(tmp_path / "here")]).exit_code == 0
    shutil.move(tmp_path / "here", tmp_path / "there")
    result = runner.invoke(main, ["play", str(tmp_path / "there"), "--seed", "1", "--bot", "random"])
    assert result.exit_code == 0, result.output
    assert "Victory points" in result.output
