"""Recipes for conda, in the present form of its recipes (``schema_version: 1``), one for each distribution.

They are made of the pyproject.toml in each source archive, so that nothing is written down twice.
"""

import hashlib
import re
import tarfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]
from addresses import Addresses

FOLDER = "conda"
"""The folder beside the archives into which the recipes go: ``conda/NAME/recipe.yaml``."""
REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?:\[(?P<extras>[^\]]*)\])?(?P<versions>[^;\[]*)")
"""A requirement of a distribution: its name, its extras, and the versions that will do."""
BUILT_WITH = ("pip", "hatchling")
"""What a recipe builds with, beside Python."""


def write_recipes(out: Path, addresses: Addresses) -> list[str]:
    """Write a recipe of each source archive in a folder; returns what is wrong with them."""
    described = {archive: project_of(archive) for archive in sorted(out.glob("*.tar.gz"))}
    by_name = {project["name"]: project for project in described.values()}
    problems = []
    for archive, project in described.items():
        recipe = recipe_of(archive, project, by_name, addresses)
        path = out / FOLDER / project["name"] / "recipe.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(recipe, sort_keys=False, width=120), "utf-8")
        problems += [f"{FOLDER}/{project['name']}: {problem}" for problem in complaints_of(recipe, by_name)]
    print(f"wrote {len(described)} recipes for conda in {out / FOLDER}", flush=True)
    return problems


def project_of(archive: Path) -> dict[str, Any]:
    """The table ``project`` of the distribution in a source archive, and the package that its wheel installs."""
    with tarfile.open(archive) as files:
        (name,) = (name for name in files.getnames() if name.count("/") == 1 and name.endswith("/pyproject.toml"))
        file = files.extractfile(name)
        assert file is not None, f"{archive}: {name} is no file"
        described = tomllib.loads(file.read().decode())
    (package,) = described["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return {**described["project"], "package": Path(package).name}


def recipe_of(
    archive: Path, project: Mapping[str, Any], by_name: Mapping[str, Mapping[str, Any]], addresses: Addresses
) -> dict[str, Any]:
    """The recipe of a distribution; ``by_name`` are all of ours, whose extras it may ask for."""
    version, python = project["version"], f"python {project['requires-python']}"
    build: dict[str, Any] = {
        "number": 0,
        "noarch": "python",
        "script": "python -m pip install . --no-deps --no-build-isolation -vv",
    }
    if scripts := project.get("scripts"):
        build["python"] = {"entry_points": [f"{name} = {place}" for name, place in scripts.items()]}
    return {
        "schema_version": 1,
        "package": {"name": project["name"], "version": version},
        "source": {
            "url": addresses.of_file(version, archive.name),
            "sha256": hashlib.sha256(archive.read_bytes()).hexdigest(),
        },
        "build": build,
        "requirements": {"host": [python, *BUILT_WITH], "run": [python, *needed(project["dependencies"], by_name)]},
        "tests": [{"python": {"imports": [project["package"]], "pip_check": True}}],
        "about": {
            "homepage": addresses.urls["Homepage"],
            "repository": addresses.urls["Source"],
            "documentation": addresses.urls["Documentation"],
            "license": project["license"],
            "license_file": list(project["license-files"]),
            "summary": project["description"],
        },
    }


def needed(requirements: Iterable[str], by_name: Mapping[str, Mapping[str, Any]]) -> Sequence[str]:
    """Requirements as conda writes them. It has no extras: what an extra of ours brings is listed itself."""
    listed: dict[str, None] = {}
    for requirement in requirements:
        found = REQUIREMENT.match(requirement)
        assert found is not None, requirement
        listed[f"{found['name']} {found['versions'].replace(' ', '')}".strip()] = None
        for extra in filter(None, (found["extras"] or "").split(",")):
            listed |= dict.fromkeys(needed(by_name[found["name"]]["optional-dependencies"][extra], by_name))
    return list(listed)


def complaints_of(recipe: Mapping[str, Any], names: Iterable[str]) -> Iterator[str]:
    """What is wrong with the form of a recipe; ``names`` are the distributions for which there are recipes."""
    wanted = {"schema_version", "package", "source", "build", "requirements", "tests", "about"}
    if wanted != recipe.keys():
        yield f"its parts are {', '.join(recipe)}; expected {', '.join(sorted(wanted))}"
        return
    yield from (f"no {key} in about" for key, text in recipe["about"].items() if not text)
    if not re.fullmatch(r"[0-9a-f]{64}", recipe["source"]["sha256"]):
        yield "no sha256 of its source"
    for requirement in recipe["requirements"]["run"]:
        name, _, versions = requirement.partition(" ")
        if name.startswith("wargame-") and name not in names:
            yield f"needs {name}, for which there is no recipe"
        if not re.fullmatch(r"[A-Za-z0-9._-]+", name) or not re.fullmatch(r"[<>=!~0-9.,*]*", versions):
            yield f"{requirement!r} is no requirement of conda"
