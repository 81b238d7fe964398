"""`run.py test` runs what its flags say, and a person's own arguments win."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from tests.conftest import ROOT, script


@pytest.fixture(scope="module")
def run() -> ModuleType:
    return script(ROOT / "run.py")


def test_processes_that_tests_start_find_everything_compiled() -> None:
    assert not sys.dont_write_bytecode
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_the_ordinary_run_leaves_out_only_what_is_marked_thorough(run: ModuleType) -> None:
    assert run.scope_of([])[-2:] == ["-m", "not thorough"]


def test_the_quick_run_leaves_out_every_slow_test(run: ModuleType) -> None:
    assert run.scope_of(["--quick"])[-2:] == ["-m", "not slow and not thorough"]


def test_thorough_tests_are_run_in_blocks_by_a_program_of_their_own(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(run, "prepare", lambda *groups: None)

    def run_tool(name: str, words: list[str]) -> int:
        started.append((name, words))
        return 3

    monkeypatch.setattr(run, "run_tool", run_tool)
    assert run.test(["--thorough", "laws of core"]) == 3
    assert run.test(["--due"]) == 3
    assert started == [("tests.thorough", ["laws of core"]), ("tests.thorough", ["--due"])]
    with pytest.raises(run.SetupError, match="--quick or --thorough, not both"):
        run.test(["--quick", "--thorough"])


def test_tests_that_share_what_they_set_up_run_in_one_process(pytestconfig: pytest.Config) -> None:
    (ours,) = (one for one in pytestconfig.pluginmanager.get_plugins() if hasattr(one, "shared_by"))
    laws = "tests/vicksburg/test_laws.py::test_laws"
    assert ours.shared_by(f"{laws}[play ends]") == ours.shared_by(f"{laws}[undo goes back]") == laws
    assert ours.shared_by(f"{laws}_with_a_referee[play ends]") != laws
    assert ours.shared_by("tests/core/test_odds.py::test_a[1]") == ours.shared_by("tests/core/test_odds.py::test_b")
    assert ours.shared_by("tests/golden/test_feeds.py::a") == ours.shared_by("tests/golden/test_playthroughs.py::b")
    scheduling = pytest.importorskip("xdist.scheduler").LoadScopeScheduling
    assert callable(scheduling._split_scope)  # what `pytest_xdist_make_scheduler` replaces


def test_help_of_a_command_of_the_library_is_that_commands(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[list[str]] = []

    def start(words: list[str]) -> int:
        started.append(words)
        return 0

    monkeypatch.setattr(run, "wargame", start)
    assert run.main(["chart", "--help"]) == 0
    assert started == [["chart", "--help"]]
    assert run.typed().endswith(f" {sys.argv[0]}")
    assert run.main(["test", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python3 run.py COMMAND")


def test_every_version_that_is_pinned_has_hashes_and_what_ours_need_is_pinned(run: ModuleType) -> None:
    pinned = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    known = run.hashes()
    assert len(known) == len(pinned)
    assert all(re.fullmatch(r"(--hash=sha256:[0-9a-f]{64} ?)+", hashes) for hashes in known.values())
    needed = [re.split(r"[\[<>=; ]", one)[0] for one in run.others((*run.DEVELOPMENT, "bench"))]
    assert {run.plain(name) for name in needed} <= {name.partition("==")[0] for name in known}
    assert "pandas" not in "".join(run.others(("dev",)))
    assert "pandas" in "".join(run.others(run.DEVELOPMENT))


def test_a_library_that_a_python_cannot_have_is_left_out_with_its_reason_and_nothing_else_is(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = {
        "open-spiel": "  ╰─> scipy\n\n╰─> scipy",
        "pandas": "ERROR: No matching distribution found for pandas",
        "pettingzoo": "no matching distributions available for your environment:\n    pettingzoo\n\nERROR: Impossible",
    }
    installed: list[str] = []

    def pip(*arguments: str) -> None:
        asked = [name for name in lacking for one in arguments if one.startswith(name)]
        if asked:
            raise run.SetupError(f"pip could not install\n\n{lacking[asked[0]]}\n\nhint")
        if "--report" in arguments:
            Path(arguments[arguments.index("--report") + 1]).write_text('{"install": []}', "utf-8")
            installed.extend(arguments)

    monkeypatch.setattr(run, "pip", pip)
    missing = run.install_others(*run.DEVELOPMENT)
    assert missing == [
        "open-spiel (scipy has no build for it)",
        "pandas (No matching distribution found for pandas)",
        "pettingzoo (pettingzoo has no build for it)",
    ]
    assert set(run.others(run.DEVELOPMENT)) - set(installed) == {
        one for one in run.others(run.DEVELOPMENT) if one.startswith(tuple(lacking))
    }
    run.tell_missing(missing)
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]} cannot have it here: pandas" in capsys.readouterr().err
    lacking["attrs"] = "ERROR: the index is not reachable"
    with pytest.raises(run.SetupError, match="the index is not reachable"):
        run.install_others(*run.DEVELOPMENT)


def test_files_are_installed_with_their_hashes_and_another_file_is_refused_in_words(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, listed = list[tuple[str, ...]](), list[str]()

    def pip(*arguments: str) -> None:
        asked.append(arguments)
        if "--report" in arguments:
            found = [{"name": "Attrs", "version": "26.1.0"}, {"name": "of_windows", "version": "1.0"}]
            text = json.dumps({"install": [{"metadata": one} for one in found]})
            Path(arguments[arguments.index("--report") + 1]).write_text(text, "utf-8")
        elif "-r" in arguments:
            listed.append(Path(arguments[-1]).read_text("utf-8"))

    with monkeypatch.context() as patched:
        patched.setattr(run, "pip", pip)
        run.install_others("dev")
    assert [line.split(":")[0] for line in listed] == ["Attrs==26.1.0 --hash=sha256"]
    assert "--require-hashes" in asked[1]
    assert asked[2] == ("--no-deps", "of_windows==1.0")
    assert "without a hash in constraints.txt: of_windows==1.0" in capsys.readouterr().err
    said = SimpleNamespace(returncode=1, stdout="THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: said)
    with pytest.raises(run.SetupError, match="another file under this version"):
        run.pip("attrs")
