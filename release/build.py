"""Builds what is uploaded, and tries it: ``python3 run.py release --out dist``.

Every distribution is built from a copy of the files that git knows, first as a source archive, then as a wheel made of
that archive. Then the files are read (`files.py`), and installed and used on each Python from 3.11 to 3.14 that is
here (`trial.py`).
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from files import HOMEPAGE, complaints_of
from trial import MINORS, pythons, tried

ROOT = Path(__file__).resolve().parent.parent


def main(words: Sequence[str]) -> int:
    """Build, read, try; returns the exit code, 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=Path("dist"), help="the folder to write into, emptied (default: dist)"
    )
    parser.add_argument("--home", help="the address of the project, without which nothing is uploaded")
    parser.add_argument(
        "--python", type=Path, action="append", default=[], help="a further Python to try; may be repeated"
    )
    parser.add_argument("--no-trial", action="store_true", help="only build and read the files")
    given = parser.parse_args(words)
    out: Path = given.out.resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree, given.home)
        problems = build(tree, out) or complaints_of(out, versions(tree))
    if not problems and not given.no_trial:
        problems = [problem for python in pythons(given.python) for problem in tried(python, out)]
        missing = [f"3.{minor}" for minor in MINORS if minor not in {python.minor for python in pythons(given.python)}]
        print(f"\nNot tried, because not here: Python {', '.join(missing)}" if missing else "\nTried on every Python")
    ready = f"Ready to upload: twine upload {out}/*" if given.home else "In order; to upload, build with --home ADDRESS"
    print("\n".join(["", *problems, f"{len(problems)} problems"] if problems else ["", ready]))
    return int(bool(problems))


def copy_tree(tree: Path, home: str | None) -> None:
    """Copy the files that git knows, as they are now, and give every distribution the address of the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    for path in projects(tree):
        described = path / "pyproject.toml"
        if home:
            described.write_text(described.read_text("utf-8").replace(f'"{HOMEPAGE}"', f'"{home}"'), "utf-8")


def projects(tree: Path) -> list[Path]:
    """The folders of all distributions, core first."""
    beside = (
        path.parent for kind in ("tools", "plugins", "frontends") for path in tree.glob(f"{kind}/*/pyproject.toml")
    )
    return [tree, *sorted(beside)]


def versions(tree: Path) -> dict[str, str]:
    """The version of each distribution by its name."""
    described = (tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"] for path in projects(tree))
    return {project["name"]: project["version"] for project in described}


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
