"""What is uploaded says what it is, and `run.py release` finds what is wrong with it."""

import sys
import tomllib
from email.message import Message
from pathlib import Path

import pytest
from tests.conftest import ROOT, script

from wargame_core import __version__

PROJECTS = [
    ROOT,
    *sorted(
        path.parent for kind in ("tools", "plugins", "frontends") for path in ROOT.glob(f"{kind}/*/pyproject.toml")
    ),
]
FILES = script(ROOT / "release" / "files.py")
ALIKE = ("version", "license", "license-files", "authors", "keywords", "classifiers", "requires-python", "urls")


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_a_distribution_describes_itself_like_core_and_has_a_licence_and_a_page(project: Path) -> None:
    core, described = (
        tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"] for path in (ROOT, project)
    )
    assert {key: described[key] for key in ALIKE} == {key: core[key] for key in ALIKE}
    assert core["version"] == __version__
    assert (project / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    assert (project / described["readme"]).read_text("utf-8").startswith(f"# {described['name']}\n")
    wanted = [
        *described["dependencies"],
        *(name for extra in described.get("optional-dependencies", {}).values() for name in extra),
    ]
    assert [name for name in wanted if name.startswith("wargame-") and not FILES.PIN.fullmatch(name)] == []


def described(**changed: str) -> Message:
    """What a good wheel says of itself, with some fields changed; an empty one is left out."""
    message = Message()
    fields = dict.fromkeys(FILES.WANTED, "something") | {"Requires-Dist": "wargame-core<0.2,>=0.1"}
    for name, value in (fields | {key.replace("_", "-"): text for key, text in changed.items()}).items():
        if value and name != "page":
            message[name] = value
    message.set_payload(changed.get("page", "what it is " * 30))
    return message


@pytest.mark.parametrize(
    ("changed", "complaints"),
    [
        ({}, []),
        ({"Author": ""}, ["no Author"]),
        ({"page": "in short"}, ["its page would be empty"]),
        ({"page": "see [how](../docs/how.md) " * 20}, ["its page has links into the tree"]),
        ({"Requires_Dist": "wargame-core"}, ["asks for any wargame-core"]),
        ({"Requires_Dist": 'wargame-lab>=0.1; extra == "all"'}, ["asks for any wargame-lab>=0.1"]),
        ({"Provides_Extra": "dev"}, ["publishes the extra dev"]),
    ],
)
def test_what_a_wheel_lacks_is_found(changed: dict[str, str], complaints: list[str]) -> None:
    assert list(FILES.of_metadata(described(**changed))) == complaints


def test_a_python_that_is_given_is_tried_before_others_of_its_version() -> None:
    trial = script(ROOT / "release" / "trial.py")
    found = trial.pythons([Path(sys.executable)])
    assert Path(sys.executable) in [python.path for python in found]
    assert [python.minor for python in found] == sorted({python.minor for python in found})
