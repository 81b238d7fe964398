"""What somebody does first who has the sources and a Python: ``python3 release/first_minute.py --python PATH``.

The files that git knows are copied into an empty folder whose path has a space. There the commands of the README are
carried out as it prints them: the demonstration, the table, an installation with pip. Then a site is written.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from pythons import Failed, Python, environment, of_this_machine
from tree import ROOT, copy_tree
from trial import Steps, carried_out, scripts

PYODIDE = "the npm package pyodide, unpacked (default: the one in node_modules)"
OPENING = """
import wargame_core
match = wargame_core.load("battlecry").start(seed=1)
print(match.pending.seat, "plays:", ", ".join(event.kind for event in match.play(match.choices()[0]).events))
"""
IN_A_PAGE = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
try {
  const page = await loadPyodide();
  for (const name of JSON.parse(readFileSync("site.json", "utf-8")).wheels)
    page.unpackArchive(new Uint8Array(readFileSync(`python/${name}`)), "wheel");
  page.pyimport("wargame_table.local").new_opening(JSON.stringify({ game: "battlecry", bots: {} }));
  console.log(page.runPython("import sys; sys.version.split()[0]"));
} catch (problem) {
  console.error(String(problem));
  process.exitCode = 1;
}
"""
"""What a page of the site does, as far as node can do it."""
PATIENCE = 120
"""Seconds in which the table must answer."""


def main(words: list[str]) -> int:
    """Carry out all of it on one Python; returns the exit code, 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="the Python (default: this one)")
    parser.add_argument("--pyodide", type=Path, help=PYODIDE)
    given = parser.parse_args(words)
    chosen = next((python for python in of_this_machine([given.python]) if python.path == given.python), None)
    if chosen is None:
        parser.error(f"{given.python} is not a Python that is supported")
    print(chosen)
    problems = tried(chosen, given.pyodide)
    print("\n".join(["", *problems, f"{len(problems)} problems"] if problems else ["", "In order"]))
    return int(bool(problems))


def tried(python: Python, pyodide: Path | None) -> list[str]:
    """Carry out all of it on a Python; returns what went wrong."""
    with python.folder() as folder:
        minute = FirstMinute(python, folder, pyodide or next(iter(sorted(ROOT.glob("node_modules/pyodide*"))), None))
        steps: Steps = (
            ("run.py demo in a fresh copy", minute.demo),
            ("run.py table answers", minute.table),
            ("pip installs core and one game from the sources", minute.installation),
            ("run.py site writes a site", minute.site),
        )
        return carried_out(python, steps)


class FirstMinute:
    """A copy of the tree in ``folder``, used by somebody who has just read the README."""

    def __init__(self, python: Python, folder: Path, pyodide: Path | None) -> None:
        self.python, self.pyodide = python, folder / "pyodide" if pyodide else None
        self.tree, self.environment = folder / "the sources" / "wargame", folder / "another place" / "venv"
        copy_tree(self.tree)
        self.readme = (self.tree / "README.md").read_text("utf-8")
        if pyodide:
            shutil.copytree(pyodide, folder / "pyodide")

    def run(self, *words: str | Path) -> str:
        """What run.py prints in the tree. Raises `Failed`."""
        return self.python.run(self.tree, self.python.path, "run.py", *words)

    def printed(self, pattern: str) -> str:
        """What the README says at a place. Raises `Failed` where it no longer has the place."""
        if (found := re.search(pattern, self.readme)) is None:
            raise Failed(f"the README does not say {pattern}")
        return found[1]

    def demo(self) -> str:
        """The first command of the README; the page that it promises is there."""
        page = self.printed(r"run\.py demo +# .*: (\S+\.html)\n")
        self.run("demo")
        return f"{page} has {size(self.tree / page):,} bytes"

    def table(self) -> str:
        """Tables are served, the lobby is the first page, and Ctrl-C ends it."""
        self.printed(r"(run\.py table)")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ("run.py", "table", "--port", str(port), "--keep", "tables.sqlite")
        with started(self.python, self.tree, *words) as process:
            page = answer(f"http://127.0.0.1:{port}/", process)
        if 'class="lobby"' not in page:
            raise Failed(f"this is not a lobby: {page[:300]}")
        return f"the lobby has {len(page):,} characters"

    def installation(self) -> str:
        """The shorter installation of the README, into an environment of its own, plays the opening of its game."""
        words = self.printed(r"A program needs less: `pip (install [^`]+)`").split()
        self.python.run(self.tree, self.python.path, "-m", "venv", self.environment)
        python = scripts(self.environment) / "python"
        self.python.run(self.tree, python, "-m", "pip", *words, "-q", "--disable-pip-version-check")
        return self.python.run(self.environment, python, "-W", "error", "-c", OPENING).strip()

    def site(self) -> str:
        """A site that needs no server is written; its game begins in the Python of a browser, if node is here."""
        if self.pyodide is None:
            return "left out, because the npm package pyodide is not here (--pyodide FOLDER)"
        self.run("site", "battlecry", "--out", "site", "--pyodide", self.pyodide)
        folder = self.tree / "site"
        size(folder / "index.html")
        files = [path for path in folder.rglob("*") if path.is_file()]
        said = f"{len(files)} files of {sum(path.stat().st_size for path in files) / 1_000_000:.1f} MB"
        if (node := shutil.which("node")) is None:
            return f"{said}; not opened, because node is not here"
        here = self.python._replace(root=None)
        version = here.run(folder, node, "--input-type=module", "-e", IN_A_PAGE).strip()
        return f"{said}, and its game begins in the browser's Python {version}"


def size(path: Path) -> int:
    """The bytes of a file. Raises `Failed` where there is none, or an empty one."""
    if not path.is_file() or not path.stat().st_size:
        raise Failed(f"there is no {path}")
    return path.stat().st_size


@contextmanager
def started(python: Python, folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A program that runs while it is needed, and opens no browser. Raises `Failed` where Ctrl-C does not end it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts us in the background has it ignored
    process = subprocess.Popen(
        python.command(folder, python.path, *words),
        cwd=folder,
        env=environment() | {"BROWSER": "true"},  # a program that does nothing
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        said, _ = process.communicate(timeout=30)
        if "Traceback" in said:
            raise Failed(f"Ctrl-C does not end it well: {said}")
    except subprocess.TimeoutExpired:
        raise Failed("Ctrl-C does not end it") from None
    finally:
        process.kill()
        process.wait()


def answer(address: str, process: subprocess.Popen[str]) -> str:
    """The page at an address of this machine, as soon as the program serves it. Raises `Failed`."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise Failed(f"it ended: {process.stdout.read() if process.stdout else ''}")
        try:
            with build_opener(ProxyHandler({})).open(address, timeout=10) as response:
                return str(response.read().decode("utf-8"))
        except (URLError, OSError):
            time.sleep(0.2)
    raise Failed(f"nothing answers at {address} within {PATIENCE} seconds")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
