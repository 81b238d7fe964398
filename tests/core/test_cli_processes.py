"""The command line as a process: a closed pipe, an interrupt, a crash in the middle of a game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.core.cli_table import SOURCE
from tests.core.conftest import hear_interrupts

from wargame_core.records.record import Record

PROGRAM = "from wargame_terminal import main; main()"


@pytest.fixture
def here(installed: Callable[[str, str], None], tmp_path: Path) -> Path:
    """An empty folder; the test game is installed for processes too."""
    installed("toy", SOURCE)
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def start(here: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=here,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )


def read_until(process: subprocess.Popen[str], wanted: str) -> str:
    """What the process printed up to ``wanted``, a character at a time: a prompt has no line end."""
    assert process.stdout is not None
    seen = ""
    while not seen.endswith(wanted):
        letter = process.stdout.read(1)
        assert letter, f"the process ended before it said {wanted!r}: {seen}"
        seen += letter
    return seen


def test_a_reader_that_goes_away_is_no_error(here: Path) -> None:
    process = start(here, "demo", "toy", "--seed", "1")
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate()
    assert (process.returncode, said) == (0, "")


def test_an_interrupt_keeps_the_game_and_says_how_to_go_on(here: Path) -> None:
    process = start(here, "play", "toy", "--seat", "blue", "--seed", "3")
    read_until(process, "blue> ")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "interrupted; go on with: wargame play toy --resume toy-3.jsonl --seat blue" in said
    assert "Traceback" not in said
    assert not Record.load(here / "toy-3.jsonl").ended


@pytest.mark.thorough
def test_an_interrupt_ends_watching_and_leaves_no_process(here: Path) -> None:
    (here / "mine").mkdir()
    (here / "mine" / "map.toml").write_text('[map]\nid = "m"\ntitle = "M"\nrows = 1\ncols = 1\n', "utf-8")
    process = start(here, "watch", "mine", "--port", "0")
    read_until(process, "Ctrl-C ends it.\n")
    process.send_signal(signal.SIGINT)
    said, wrong = process.communicate(timeout=60)
    assert (process.returncode, wrong) == (0, "")
    assert said.startswith("ended\n")


def test_after_a_crash_the_game_goes_on_where_it_was(here: Path) -> None:
    process = start(here, "play", "toy", "--seat", "blue", "--seed", "3")
    assert process.stdin is not None
    read_until(process, "blue> ")
    process.stdin.write("1\n")
    process.stdin.flush()
    read_until(process, "blue> ")
    process.kill()
    process.communicate()
    answers = Record.load(here / "toy-3.jsonl").answers
    assert {"kind": "stay"} in [row.get("action") for row in answers]

    process = start(here, "play", "--resume", "toy-3.jsonl", "--seat", "blue", "--seed", "3", "--json")
    said, _ = process.communicate("1\n" * 12)
    assert process.returncode == 0
    assert json.loads(said)["outcome"]["level"] == "points"
    whole = Record.load(here / "toy-3.jsonl")
    assert whole.ended
    assert whole.answers[: len(answers)] == answers


def test_colours_are_for_terminals_only(here: Path) -> None:
    process = start(here, "demo", "toy", "--seed", "1")
    said, _ = process.communicate()
    assert process.returncode == 0
    assert "\x1b" not in said


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
def test_on_a_terminal_the_first_line_of_play_comes_at_once(here: Path) -> None:
    import pty

    terminal, other = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, "demo", "toy", "--seed", "1"], cwd=here, stdout=other)
    os.close(other)
    seen = b""
    while b"seed 1;" not in seen:
        seen += os.read(terminal, 100)
    assert b"\x1b[" in seen
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        try:
            os.read(terminal, 10000)
        except OSError:
            break
    assert process.wait() == 0
    os.close(terminal)
