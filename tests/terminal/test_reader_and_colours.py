"""A person at a terminal: completion by the tabulator, history by the arrows, colours; nothing of it in a pipe."""

import io
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from tests.core.cli_table import Run

from wargame_console.errors import TYPED_COMMAND_VARIABLE, program
from wargame_console.output import Output
from wargame_console.prompt import CompletingReader, PlainReader, make_reader
from wargame_terminal import main

TYPES = """
from wargame_console.prompt import CompletingReader
reader = CompletingReader()
for who, words in (("blue", ["march to Rocky Springs", "rally"]), ("blue", []), ("red", [])):
    print("<" + reader.read(who + "> ", who, lambda line: words) + ">", flush=True)
"""


class Terminal(io.StringIO):
    """Standard input or output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(program_text: str, keys: Sequence[tuple[str, bytes]]) -> str:
    """What a terminal shows of a program to which keys are typed, each when it shows a text after the keys before."""
    pty = pytest.importorskip("pty", reason="needs a pseudo-terminal, which this system has not")
    screen, end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    child = subprocess.Popen(
        [sys.executable, "-c", program_text], stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True
    )
    os.close(end)
    shown, seen, waiting = "", 0, list(keys)
    with suppress(OSError):  # the program has ended and its terminal is gone
        while select.select([screen], [], [], 30)[0] and (chunk := os.read(screen, 4096)):
            shown += chunk.decode()
            if waiting and waiting[0][0] in shown[seen:]:
                seen = len(shown)
                os.write(screen, waiting.pop(0)[1])
    os.close(screen)
    child.wait()
    assert not waiting, shown
    return shown


def test_the_tabulator_completes_and_the_arrow_brings_back_one_s_own_lines() -> None:
    pytest.importorskip("prompt_toolkit", reason="needs the extra `terminal`")
    up, enter = b"\x1b[A", b"\r"
    keys = [
        ("blue>", b"roc\t"),
        ("Rocky Springs", enter),
        ("blue>", up),
        ("Rocky Springs", enter),
        ("red>", up + enter),
    ]
    shown = at_a_terminal(TYPES, keys)
    assert shown.count("<march to Rocky Springs>") == 2
    assert "<>" in shown


def test_a_pipe_is_read_plainly_and_a_terminal_with_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\n"))
    assert isinstance(make_reader(Output()), PlainReader)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert isinstance(make_reader(Output(json=True)), PlainReader)
    pytest.importorskip("prompt_toolkit", reason="needs the extra `terminal`")
    assert isinstance(make_reader(Output()), CompletingReader)
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    assert isinstance(make_reader(Output()), PlainReader)


def test_a_map_is_coloured_when_colours_are_forced_and_never_with_no_color(
    wargame: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[34m" in wargame("play", "toy", "--seat", "blue", "--seed", "3", typed="map\nquit\n").stdout
    assert "\x1b[1mtoy" in wargame("list").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in wargame("play", "toy", "--resume", "toy-3.jsonl", "--seat", "blue", typed="map\nquit\n").stdout
    assert "\x1b" not in wargame("list").stdout
    assert "\x1b" not in wargame("play", "toi", exit_code=2).stderr


@pytest.fixture
def beside_run_py(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command started from an environment that `run.py` has made, and not on the PATH."""
    (tmp_path / "run.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / ".venv" / "bin" / "wargame"), "list"])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_help_and_usage_name_what_was_typed(
    beside_run_py: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for told, wanted in ((None, "python3 run.py"), ("python3.12 ../run.py", "python3.12 ../run.py")):
        if told is not None:
            monkeypatch.setenv(TYPED_COMMAND_VARIABLE, told)
        with pytest.raises(SystemExit):
            main(["lint", "--help"])
        with pytest.raises(SystemExit):
            main(["lint"])
        printed = capfd.readouterr()
        assert f"Usage: {wanted} lint [OPTIONS] FOLDER" in printed.out
        assert f"Usage: {wanted} lint [OPTIONS] FOLDER" in printed.err


def test_commands_are_wargame_where_that_is_found(beside_run_py: Path) -> None:
    found = beside_run_py / "wargame"
    found.write_text("", encoding="utf-8")
    found.chmod(0o755)
    assert program() == "wargame"
