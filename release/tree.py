"""A copy of the files that git knows, and the distributions in it."""

import shutil
import subprocess
import tomllib
from pathlib import Path

from addresses import Addresses

ROOT = Path(__file__).resolve().parent.parent


def copy_tree(tree: Path) -> None:
    """Copy the files that git knows, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)


def write_addresses(tree: Path, addresses: Addresses) -> None:
    """Write the addresses of the project into what describes each distribution of a copy."""
    for path in projects(tree):
        described = path / "pyproject.toml"
        described.write_text(described.read_text("utf-8") + addresses.table(), "utf-8")


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
