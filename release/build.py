"""Builds what is uploaded, and tries it: ``python3 run.py release --out dist``.

Every distribution is built from a copy of the files that git knows, first as a source archive, then as a wheel made of
that archive. Then the files are read (`files.py`), and installed and used on each Python from 3.11 to 3.15
(`pythons.py`, `trial.py`). There the tree is used as well, as the README says (`first_minute.py`). The last lines say
what was tried, why the rest was not, and whether the files may be uploaded.
"""

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import first_minute
import trial
from addresses import Addresses
from conda import write_recipes
from files import complaints_of
from pythons import Python, interpreters
from tree import copy_tree, projects, versions, write_addresses


def main(words: Sequence[str]) -> int:
    """Build, read, try; returns the exit code, 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=Path("dist"), help="the folder to write into, emptied (default: dist)"
    )
    parser.add_argument("--home", help="the address of the project (default: that of release/addresses.toml)")
    parser.add_argument("--final", action="store_true", help="for the upload: refuse an address that no network has")
    parser.add_argument(
        "--python", type=Path, action="append", default=[], help="a further Python to try; may be repeated"
    )
    parser.add_argument(
        "--debian", type=Path, help="a folder for Debian with the Pythons that are not here, filled once and kept"
    )
    parser.add_argument("--pyodide", type=Path, help=first_minute.PYODIDE)
    parser.add_argument("--no-trial", action="store_true", help="only build and read the files")
    given = parser.parse_args(words)
    out: Path = given.out.resolve()
    try:
        addresses = Addresses(given.home)
    except ValueError as problem:
        parser.error(str(problem))
    if given.final and addresses.is_nowhere:
        parser.error(f"{addresses.home} is on no network: a final release needs --home ADDRESS")
    last = "Tried on no Python"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is told to stop still cleans up
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        write_addresses(tree, addresses)
        problems = build(tree, out) or complaints_of(out, versions(tree), addresses.urls)
        problems = problems or write_recipes(out, addresses)
    if not problems and not given.no_trial:
        with interpreters(given.python, given.debian) as (found, reasons):
            for python in found:
                problems += trial.tried(python, out)
                problems += first_minute.tried(python, given.pyodide)
        last = told(found, reasons)
    print("\n".join(["", *problems, f"{len(problems)} problems", last] if problems else ["", last]))
    print(upload_line(out, addresses, final=given.final, problems=len(problems)))
    return int(bool(problems))


def upload_line(out: Path, addresses: Addresses, *, final: bool, problems: int) -> str:
    """The last line: whether what was built may be uploaded, and why not."""
    if addresses.is_nowhere:
        return f"Not for upload: the address {addresses.home} is inside; build with --home ADDRESS --final"
    if problems or not final:
        return "Not for upload: " + ("there are problems" if problems else "build with --final")
    return f"Ready to upload: twine upload {out}/*.whl {out}/*.tar.gz"


def told(found: Sequence[Python], reasons: Mapping[int, str]) -> str:
    """What was tried, and what was not and why, in one line."""
    tried = f"Tried on Python {', '.join(python.version for python in found)}" if found else "Tried on no Python"
    without = [f"3.{minor}: not on this machine, and {reason}" for minor, reason in sorted(reasons.items())]
    return f"{tried}. Not tried: {'; '.join(without)}" if without else tried


def build(tree: Path, out: Path) -> list[str]:
    """Write a source archive and a wheel of each distribution into ``out``; returns what went wrong."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with ThreadPoolExecutor(2) as pool:
        problems = list(filter(None, pool.map(lambda project: build_one(project, out), projects(tree))))
    print(
        f"built {len(list(out.glob('*.whl')))} wheels and {len(list(out.glob('*.tar.gz')))} source archives in {out}",
        flush=True,
    )
    return problems


def build_one(project: Path, out: Path) -> str:
    """Build a source archive, and of that a wheel, with the backend of this environment; what went wrong, or ""."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"{project.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}" if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
