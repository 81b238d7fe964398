"""What tests of several folders need: the test game as an installed plugin, commands typed, pytest run on a text."""

import importlib.util
import os
import random
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from tests.core.cli_table import wargame

__all__ = ["wargame"]

ROOT = Path(__file__).parents[1]
TOYS = ROOT / "tests" / "core"
"""Where the test games are."""

TOY_PLUGIN = """
from wargame_core.authoring import GameEntry, Plugin
from skirmish_toy import toy

def build(data=None):
    return toy(data=data, digest="" if data is None else data.name)

PLUGIN = Plugin(id="toy", title="Toy", games=(GameEntry("toy", "Toy", build),), requires_api=1)
"""


@pytest.fixture(autouse=True)
def same_seeds_and_keys(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives a test the same seeds, salts and keys in every run: what fails once fails again, here and elsewhere."""
    stream = random.Random(request.node.nodeid)
    monkeypatch.setattr(os, "urandom", stream.randbytes)
    monkeypatch.setattr(random, "_urandom", stream.randbytes)  # what `secrets` draws from


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Installs a plugin for the length of a test, for this process and those it starts: a module and an entry point."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("skirmish_toy.py", "toy_secrets.py"):
        (site / name).write_text((TOYS / name).read_text("utf-8").replace("tests.core.", ""), encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))

    def install(name: str, source: str) -> None:
        (site / f"{name}_plugin.py").write_text(source, encoding="utf-8")
        info = site / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: wargame-{name}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(
            f"[wargame_core.plugins]\n{name} = {name}_plugin:PLUGIN\n", encoding="utf-8"
        )
        monkeypatch.delitem(sys.modules, f"{name}_plugin", raising=False)
        monkeypatch.delitem(sys.modules, "skirmish_toy", raising=False)

    return install


@pytest.fixture
def toy_installed(installed: Callable[[str, str], None]) -> None:
    """The test game can be loaded by its id, here and in other processes."""
    installed("toy", TOY_PLUGIN)


@pytest.fixture
def pytester_like(tmp_path: Path) -> Callable[..., str]:
    """Runs pytest on a text and returns what it said: in a fork of this process, which has imported everything."""

    def run(source: str, *arguments: str) -> str:
        path, said = tmp_path / "test_it.py", tmp_path / "said.txt"
        path.write_text(source, encoding="utf-8")
        with warnings.catch_warnings(action="ignore"):  # other threads are none of its business
            child = os.fork()
        if not child:
            with said.open("w", encoding="utf-8") as file:
                sys.stdout = sys.stderr = file
                pytest.main(["-c", os.devnull, "--rootdir", str(tmp_path), *arguments, str(path)])
            os._exit(0)
        os.waitpid(child, 0)
        return said.read_text("utf-8")

    return run


def script(path: Path) -> ModuleType:
    """A file of Python that is in no package, as whoever runs it has it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hear_interrupts() -> None:
    """For a process under test (``preexec_fn``): tests started by a shell in the background inherit deaf ears."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
