"""The wheels, installed alone and used as people use them, on each Python that is here."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

MINORS = (11, 12, 13, 14)
"""The versions 3.N that are supported."""
CONSUMER = Path(__file__).resolve().parent / "consumer"
ASKED = "import json, sys; print(json.dumps([list(sys.version_info[:3]), sys.prefix == sys.base_prefix]))"


class Python(NamedTuple):
    """An interpreter of a version 3.``minor``."""

    minor: int
    version: str
    path: Path


class Failed(Exception):
    """A step went wrong; the message is what was printed."""


def pythons(given: Iterable[Path] = ()) -> list[Python]:
    """One interpreter of each supported version: those given, then of PATH, pyenv and the launcher of Windows."""
    found: dict[int, Python] = {}
    for path in (*given, *places()):
        try:
            done = subprocess.run([str(path), "-c", ASKED], capture_output=True, text=True, check=True)
            (major, minor, micro), whole = json.loads(done.stdout)
        except (OSError, subprocess.CalledProcessError, ValueError):
            continue
        if major == 3 and minor in MINORS and (whole or path in given):
            found.setdefault(minor, Python(minor, f"3.{minor}.{micro}", path))
    return [found[minor] for minor in sorted(found)]


def places() -> Iterator[Path]:
    """Where an interpreter may be."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for minor in MINORS:
        yield from sorted(pyenv.glob(f"versions/3.{minor}*/bin/python3"))
        if found := shutil.which(f"python3.{minor}"):
            yield Path(found)
        if launcher := shutil.which("py"):
            asked = [launcher, f"-3.{minor}", "-c", "import sys; print(sys.executable)"]
            yield Path(subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or os.devnull)
    yield Path(sys.executable)


def tried(python: Python, wheels: Path) -> list[str]:
    """Install the wheels of a folder in a fresh environment, and use them; returns what went wrong."""
    print(f"\nPython {python.version} ({python.path})", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(python, wheels, Path(folder))
        steps: tuple[tuple[str, Callable[[], str]], ...] = (
            ("wheels alone install", trial.install),
            ("wargame doctor", trial.doctor),
            ("a small program runs without a warning", trial.consumer),
            ("mypy --strict accepts it", trial.types),
            ("mypy --strict finds the mistakes of another", trial.mistakes),
            ("a game of somebody else plugs in", trial.plugin),
            ("every extra can be installed", trial.extras),
        )
        problems: list[str] = []
        for title, step in steps:
            try:
                said = step()
            except Failed as problem:
                problems.append(f"Python {python.version}: {title}: {problem}")
                said = "FAILED"
            print(f"  {title}: {said}", flush=True)
            if problems and step == trial.install:
                break
    return problems


class Trial:
    """An environment of its own in ``folder``, outside the tree."""

    def __init__(self, python: Python, wheels: Path, folder: Path) -> None:
        self.python, self.wheels, self.folder = python, wheels, folder
        self.home = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.names = [path.name.partition("-")[0].replace("_", "-") for path in sorted(wheels.glob("*.whl"))]

    def run(self, *command: str | Path) -> str:
        """What a command prints. Raises `Failed`."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY"))}
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env={**environment, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Failed(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    def here(self, *words: str | Path) -> str:
        """What the Python of the environment prints. Raises `Failed`."""
        return self.run(self.home / "python", *words)

    def pip(self, *words: str | Path) -> str:
        """Install from the folder of wheels and the index. Ours are never built from source."""
        ours = f"--only-binary={','.join(self.names)}"
        return self.here("-m", "pip", "install", "-q", "--disable-pip-version-check", "-f", self.wheels, ours, *words)

    def install(self) -> str:
        """Every distribution by its name, into an empty environment."""
        self.run(self.python.path, "-m", "venv", self.folder / "venv")
        self.pip(*self.names)
        self.here("-m", "pip", "check")
        return f"{len(self.names)} distributions"

    def doctor(self) -> str:
        """The look at an installation that everybody can take."""
        found = json.loads(self.run(self.home / "wargame", "doctor", "--json"))
        if not found["ok"]:
            raise Failed(str(found["problems"]))
        return f"{len(found['games'])} games play"

    def consumer(self) -> str:
        """A program of somebody else, with every warning of Python's an error."""
        return self.here("-W", "error", CONSUMER / "consumer.py").strip()

    def mypy(self, *words: str | Path) -> list[str]:
        """The errors of our mypy, which looks for packages where the environment has them."""
        found = ("--python-executable", self.home / "python", "--python-version", f"3.{self.python.minor}")
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", self.folder / "mypy", *found, *words]
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise Failed(done.stdout + done.stderr)
        return [line for line in done.stdout.splitlines() if ": error:" in line]

    def types(self) -> str:
        """Types reach a program of somebody else."""
        if errors := self.mypy(CONSUMER / "consumer.py"):
            raise Failed("\n".join(errors))
        return "no complaint"

    def mistakes(self) -> str:
        """A type checker finds what would fail."""
        source = (CONSUMER / "mistakes.py").read_text("utf-8").splitlines()
        wanted = {(n, line.rpartition("mistake: ")[2]) for n, line in enumerate(source, 1) if "# mistake: " in line}
        errors = "\n".join(self.mypy(CONSUMER / "mistakes.py"))
        found = {
            (int(line), code) for line, code in re.findall(r"mistakes\.py:(\d+): error: .*\[([\w-]+)\]$", errors, re.M)
        }
        if found != wanted:
            raise Failed(f"wanted {sorted(wanted)}\n{errors}")
        return f"all {len(wanted)}"

    def plugin(self) -> str:
        """A game that the workshop writes is installed, played and checked like one of ours."""
        wargame = self.home / "wargame"
        self.run(wargame, "new", "game", "ford", "--map", "hex", "--seats", "blue,red")
        self.pip(self.folder / "ford")
        played = json.loads(self.run(wargame, "play", "ford", "--bot", "random", "--seed", "1", "--json"))
        if errors := self.mypy(self.folder / "ford" / "src"):
            raise Failed("\n".join(errors))
        return f"{played['decisions']} decisions, no complaint of mypy --strict"

    def extras(self) -> str:
        """Each extra of each distribution is resolved; nothing is installed."""
        from importlib import metadata

        listed = [
            f"{name}[{extra}]" for name in self.names for extra in metadata.metadata(name).get_all("Provides-Extra", [])
        ]
        self.pip("--dry-run", *listed)
        return ", ".join(listed)
