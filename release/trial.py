"""The wheels, installed alone and used as people use them, on a Python (`pythons.py`)."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pythons import MINORS, Failed, Python
from tree import ROOT

CONSUMER = Path(__file__).resolve().parent / "consumer"
Steps = Sequence[tuple[str, Callable[[], str]]]
"""Steps by their titles: each returns what there is to say of it, or raises `Failed`."""


def tried(python: Python, wheels: Path) -> list[str]:
    """Install the wheels of a folder in a fresh environment, and use them; returns what went wrong."""
    print(f"\n{python}", flush=True)
    with python.folder() as folder:
        trial = Trial(python, wheels, folder)
        steps: Steps = (
            ("wheels alone install", trial.install),
            ("wargame doctor", trial.doctor),
            ("a small program runs without a warning", trial.consumer),
            ("mypy --strict accepts it", trial.types),
            ("mypy --strict finds the mistakes of another", trial.mistakes),
            ("pyright in its strict mode accepts it", trial.pyright),
            ("a game of somebody else plugs in", trial.plugin),
            ("every extra can be installed", trial.extras),
        )
        return carried_out(python, steps)


def carried_out(python: Python, steps: Steps) -> list[str]:
    """Carry out steps and print what there is to say of each; returns what went wrong.

    The first prepares the others: where it fails, they are left out.
    """
    problems: list[str] = []
    for number, (title, step) in enumerate(steps):
        try:
            said = step()
        except Failed as problem:
            problems.append(f"Python {python.version}: {title}: {problem}")
            said = "FAILED"
        print(f"  {title}: {said}", flush=True)
        if problems and number == 0:
            break
    return problems


def scripts(environment: Path) -> Path:
    """The folder of the programs of a virtual environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin")


class Trial:
    """An environment of its own in ``folder``, outside the tree, with another beside it for the type checker."""

    def __init__(self, python: Python, wheels: Path, folder: Path) -> None:
        self.python, self.folder = python, folder
        self.home, self.checker = scripts(folder / "venv"), scripts(folder / "checker")
        self.wheels, self.consumers = folder / "wheels", folder / "consumer"
        shutil.copytree(wheels, self.wheels)
        shutil.copytree(CONSUMER, self.consumers)
        shutil.copyfile(ROOT / "constraints.txt", folder / "constraints.txt")
        self.names = [path.name.partition("-")[0].replace("_", "-") for path in sorted(wheels.glob("*.whl"))]

    def run(self, *command: str | Path, accepted: Sequence[int] = (0,)) -> str:
        """What a command prints. Raises `Failed`."""
        return self.python.run(self.folder, *command, accepted=accepted)

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
        return self.here("-W", "error", self.consumers / "consumer.py").strip()

    def install_checker(self, requirement: str) -> None:
        """Install a type checker into the environment beside, at the version of constraints.txt if it has one."""
        if not self.checker.exists():
            self.run(self.python.path, "-m", "venv", self.folder / "checker")
        quiet = ("-q", "--disable-pip-version-check", "-c", "constraints.txt")
        self.run(self.checker / "python", "-m", "pip", "install", *quiet, requirement)

    def mypy(self, *words: str | Path) -> list[str]:
        """The errors of the mypy of constraints.txt, which looks for packages where the environment has them."""
        self.install_checker("mypy")
        found = ("--python-executable", self.home / "python", "--python-version", f"3.{self.python.minor}")
        printed = self.run(self.checker / "python", "-m", "mypy", "--strict", *found, *words, accepted=(0, 1))
        return [line for line in printed.splitlines() if ": error:" in line]

    def types(self) -> str:
        """Types reach a program of somebody else."""
        if errors := self.mypy(self.consumers / "consumer.py"):
            raise Failed("\n".join(errors))
        return "no complaint"

    def mistakes(self) -> str:
        """A type checker finds what would fail."""
        source = (CONSUMER / "mistakes.py").read_text("utf-8").splitlines()
        wanted = {(n, line.rpartition("mistake: ")[2]) for n, line in enumerate(source, 1) if "# mistake: " in line}
        errors = "\n".join(self.mypy(self.consumers / "mistakes.py"))
        found = {
            (int(line), code) for line, code in re.findall(r"mistakes\.py:(\d+): error: .*\[([\w-]+)\]$", errors, re.M)
        }
        if found != wanted:
            raise Failed(f"wanted {sorted(wanted)}\n{errors}")
        return f"all {len(wanted)}"

    def pyright(self) -> str:
        """The other widespread type checker agrees; it runs in the node of its own wheel."""
        self.install_checker("pyright[nodejs]")
        settings = {"include": ["consumer/consumer.py"], "strict": ["consumer"]}
        (self.folder / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
        command = (self.checker / "python", "-m", "pyright", "--project", self.folder / "pyrightconfig.json")
        printed = self.run(*command, "--pythonpath", self.home / "python", accepted=(0, 1))
        if "\n0 errors, 0 warnings" not in f"\n{printed}":
            raise Failed(printed)
        return "no complaint"

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
        """Each extra of each distribution is resolved; nothing is installed.

        Names the extras that need what the index has built for other Pythons and not for this one.
        """
        from importlib import metadata

        listed = [
            f"{name}[{extra}]" for name in self.names for extra in metadata.metadata(name).get_all("Provides-Extra", [])
        ]
        if not self.unresolved(listed):
            return ", ".join(listed)
        without = {extra: unbuilt for extra in listed if (unbuilt := self.unbuilt(extra))}
        said = [f"no {extra}, because the index has no build of {name} for it" for extra, name in without.items()]
        return "; ".join([", ".join(extra for extra in listed if extra not in without), *said])

    def unresolved(self, wanted: Iterable[str], *how: str) -> str:
        """What pip says when files that are built cannot fulfil requirements, or ""."""
        try:
            self.pip("--dry-run", "--only-binary=:all:", *how, *wanted)
        except Failed as problem:
            return str(problem)
        return ""

    def unbuilt(self, extra: str) -> str:
        """The requirement of an extra that the index has built only for other Pythons; "" where it can be had.

        What the index has only as source may be plain Python, and is then built here. Raises `Failed` for an extra
        that cannot be had for another reason.
        """
        problem = self.unresolved([extra])
        for wanted in dict.fromkeys(lacking(problem)):
            for minor in MINORS:
                other = (f"--python-version=3.{minor}", "--no-deps", f"--target={self.folder / 'other'}")
                if minor != self.python.minor and not self.unresolved([wanted], *other):
                    return wanted
        if problem:
            self.pip("--dry-run", extra)
        return ""


def lacking(said: str) -> list[str]:
    """The requirements that pip, as quoted, found no file for."""
    found = re.findall(r"No matching distribution found for ([^\s;]+)", said)
    listed = re.search(r"no matching distributions available for your environment:\n((?: +\S+\n?)+)", said)
    return [*found, *(listed[1].split() if listed else [])]
