"""The command line as a process: a closed pipe, an interrupt, a crash in the middle of a game."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import hear_interrupts
from tests.core.cli_table import SOURCE, Run, told

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


# What the operating system refuses, and mistakes in a game's program: one sentence and an exit code, no traceback.


__all__ = ["here"]

FULL = Path("/dev/full")


def run(here: Path, *words: str, limit: int | None = None, to: str | None = None, **more: str) -> tuple[int, str, str]:
    """A command as a process: exit code, output, messages. ``limit``: the largest file in bytes that it may write."""

    def before() -> None:
        if limit is not None:
            import signal

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-c", PROGRAM, *words]
    with open(to or os.devnull, "w", encoding="utf-8") as file:
        done = subprocess.run(
            command,
            cwd=here,
            stdout=file if to is not None else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=before,
            env={**os.environ, **more},
            check=False,
        )
    return done.returncode, done.stdout or "", done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("render toy --out {blocked}/x.svg", "blocked/x.svg"),
        ("render toy --out .", "Is a directory"),
        ("demo toy --seed 1 --out {blocked}/demo", "blocked"),
        ("play toy --record {blocked}/game.jsonl", "blocked/game.jsonl"),
        ("new road {blocked}/road", "blocked"),
        ("simulate toy --games 1 --out {blocked}/games.jsonl", "blocked/games.jsonl"),
        ("lint {long}", "File name too long"),
        ("verify {long}", "File name too long"),
        ("play {long}", "unknown"),
        ("explain {long}", "unknown"),
        ("render toy --out {long}.svg", "File name too long"),
    ],
)
def test_what_cannot_be_written_or_read_is_one_sentence(wargame: Run, words: str, said: str) -> None:
    Path("blocked").write_text("a file where a folder should be", encoding="utf-8")
    given = [word.format(blocked="blocked", long="x" * 5000) for word in words.split()]
    code = 2 if said == "unknown" else 3
    done = wargame(*given, exit_code=code)
    assert said in done.output
    assert len(done.output) < 1500
    done = wargame(*given, "--json", exit_code=code)
    assert told(done).get("exit_code", code) == code


@pytest.mark.skipif(not FULL.exists(), reason="no full device here")
@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("demo", "toy", "--seed", "1"), ("--help",)])
def test_a_full_disk_behind_standard_output_is_told(here: Path, words: tuple[str, ...]) -> None:
    code, _, said = run(here, *words, to=str(FULL))
    assert (code, said) == (3, "wargame: standard output: No space left on device\n")


def test_a_disk_that_fills_up_in_the_middle_of_a_game_says_how_to_go_on(here: Path) -> None:
    code, _, said = run(here, "play", "toy", "--seed", "1", "--record", "game.jsonl", limit=2500)
    assert code == 3
    assert "game.jsonl: File too large" in said
    assert "the game is kept in game.jsonl: wargame play toy --resume game.jsonl" in said
    assert Record.load(here / "game.jsonl").answers


BROKEN = SOURCE.replace(
    "def weight(event: Event)",
    "def heading(event: Event, board: ToyBoard) -> str:\n    raise ZeroDivisionError('of \\x1b[2J nothing')\n\n\n"
    "def weight(event: Event)",
)


def test_a_mistake_in_a_games_program_is_told_as_one(installed: Callable[[str, str], None], tmp_path: Path) -> None:
    assert BROKEN != SOURCE
    installed("toy", BROKEN)
    code, _, said = run(tmp_path, "play", "toy", "--seed", "1", "--record", "game.jsonl")
    assert code == 1
    assert "Traceback" not in said
    assert "a program error in" in said
    assert r"ZeroDivisionError: of \x1b[2J nothing" in said
    assert "please report it" in said
    assert "the game is kept in game.jsonl" in said
    assert Record.load(tmp_path / "game.jsonl").answers

    code, printed, said = run(tmp_path, "demo", "toy", "--json")
    assert (code, json.loads(printed)["kind"]) == (1, "ProgramError")

    code, _, said = run(tmp_path, "demo", "toy", WARGAME_DEBUG="1")
    assert (code, "Traceback" in said) == (1, True)


def test_a_person_at_the_terminal_may_type_anything(here: Path) -> None:
    process = start(here, "play", "toy", "--seat", "blue", "--seed", "3")
    read_until(process, "blue> ")
    lines = [
        "9" * 5000,
        "²",
        "odds " + "9" * 5000,
        "log " + "9" * 5000,
        "odds 'unfinished",
        "why? " + "x" * 100_000,
        "save " + "x" * 5000,
        "map .",
        "{" * 10_000,
        '{"kind": "stay", "kind": "stay"}',
        '{"kind": "\\u001b[2J"}',
        '{"kind": ' + "9" * 5000 + "}",
        "quit",
    ]
    said, errors = process.communicate("\n".join(lines) + "\n")
    assert (process.returncode, errors) == (0, "")
    assert "\x1b" not in said
    assert len(said) < 40_000
    assert "Until next time" in said
