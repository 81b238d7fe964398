"""A how-to done as it says: its files are written, its changes made, its commands run, their output compared.

A ```toml FILE box (text, json) is a file, a ```diff FILE box a change of one (`mistake`: taken back after the next
commands), a ```replace FILE FILE box names to replace in files, a ```console box command lines with what they print.
"""

import doctest
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from click.testing import CliRunner

from wargame_terminal import main

HOWTO = Path(__file__).parents[2] / "docs" / "howto"
FENCED = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def follow(page: str, folder: Path) -> list[str]:
    """Do in ``folder``, the current one, what a page says; the command lines that were run."""
    mistakes: dict[Path, str] = {}
    done = []
    for language, words, text in blocks(page):
        if language in ("toml", "text", "json") and words:
            (folder / words[0]).parent.mkdir(parents=True, exist_ok=True)
            (folder / words[0]).write_text(text, encoding="utf-8")
        elif language == "replace":
            for word in words:
                (folder / word).write_text(
                    replaced((folder / word).read_text(encoding="utf-8"), text), encoding="utf-8"
                )
        elif language == "diff":
            file = folder / words[0]
            before = file.read_text(encoding="utf-8")
            file.write_text(changed(before, text), encoding="utf-8")
            if words[1:] == ["mistake"]:
                mistakes.setdefault(file, before)
        elif language == "console":
            for line, expected in commands(text):
                run(line, expected)
                done.append(line)
            for file, right in mistakes.items():
                file.write_text(right, encoding="utf-8")
            mistakes.clear()
    return done


def blocks(page: str) -> Iterator[tuple[str, list[str], str]]:
    """The boxes of a page: their language, the words after it, and what is in them."""
    for language, words, text in FENCED.findall(page):
        yield language, words.split(), text


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The command lines of a console box, each with what it is to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        yield line, expected


def replaced(text: str, box: str) -> str:
    """The text with what stands before each arrow of a box replaced by what stands after it."""
    for line in box.splitlines():
        old, _, new = line.partition(" -> ")
        text = text.replace(old, new)
    return text


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
    refused = re.search(r": E\d{3} ", expected) is not None
    assert result.exit_code in ((1, 3) if refused else (0,)), f"{line}\n{result.output}"
    same = doctest.OutputChecker().check_output(expected, result.output, ELLIPSIS)
    assert same, f"{line}\n{result.output}\nbut the page says\n{expected}"


def pictures_are_kept(made: Mapping[str, Path], update: bool) -> None:
    """The pictures of the pages, by name, are those that their commands draw today; ``update`` keeps these instead."""
    for name, picture in made.items():
        kept = HOWTO.parent / "images" / name
        if update:
            kept.write_bytes(picture.read_bytes())
        assert kept.read_bytes() == picture.read_bytes(), f"{name} is drawn otherwise today: --update-golden keeps that"
