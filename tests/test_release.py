"""What is uploaded says what it is, and `run.py release` finds what is wrong with it."""

import hashlib
import importlib
import importlib.metadata
import io
import json
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from contextlib import nullcontext
from email.message import Message
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import yaml  # type: ignore[import-untyped, unused-ignore]
from tests.conftest import ROOT, script

from wargame_core import __version__

PROJECTS = [
    ROOT,
    *sorted(
        path.parent for kind in ("tools", "plugins", "frontends") for path in ROOT.glob(f"{kind}/*/pyproject.toml")
    ),
]
FILES = script(ROOT / "release" / "files.py")
HOME = "https://code.example/wargame"
ALIKE = ("version", "license", "license-files", "authors", "keywords", "classifiers", "requires-python")


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_a_distribution_describes_itself_like_core_and_has_a_licence_and_a_page(project: Path) -> None:
    core, described = (
        tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"] for path in (ROOT, project)
    )
    assert {key: described[key] for key in ALIKE} == {key: core[key] for key in ALIKE}
    assert core["version"] == __version__
    assert "urls" not in described  # release/addresses.toml has them
    assert (project / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    page = (project / described["readme"]).read_text("utf-8")
    assert page.startswith(f"# {described['name']}\n")
    assert re.findall(r"\]\((?!https://|#)[^)]*\)", page) == []  # an index shows the page without the tree
    wanted = [
        *described["dependencies"],
        *(name for extra in described.get("optional-dependencies", {}).values() for name in extra),
    ]
    assert [
        name for name in wanted if name.startswith("wargame-") and not FILES.PIN.fullmatch(re.sub(r"\[.*\]", "", name))
    ] == []


def described(**changed: str) -> Message:
    """What a good wheel says of itself, with some fields changed; an empty one is left out."""
    message = Message()
    fields = dict.fromkeys(FILES.WANTED, "something")
    fields |= {"Requires-Dist": "wargame-core<0.2,>=0.1", "Project-URL": f"Homepage, {HOME}"}
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
        ({"page": "see [readings](READINGS.md) " * 20}, ["its page has links into the tree"]),
        ({"Project_URL": "Homepage, https://elsewhere.org"}, [f"no address Homepage: {HOME}"]),
        ({"Requires_Dist": "wargame-core"}, ["asks for any wargame-core"]),
        ({"Requires_Dist": 'wargame-lab>=0.1; extra == "all"'}, ["asks for any wargame-lab>=0.1"]),
        ({"Provides_Extra": "dev"}, ["publishes the extra dev"]),
    ],
)
def test_what_a_wheel_lacks_is_found(changed: dict[str, str], complaints: list[str]) -> None:
    assert list(FILES.of_metadata(described(**changed), {"Homepage": HOME})) == complaints


def test_all_addresses_come_from_one_file_and_one_home(release: Callable[[str], ModuleType]) -> None:
    addresses = release("addresses").Addresses
    ours, theirs = addresses(), addresses(HOME + "/")
    assert ours.is_nowhere
    assert not theirs.is_nowhere
    assert {"Homepage", "Documentation", "Source", "Changelog", "Issues"} == theirs.urls.keys()
    assert all(url.startswith(HOME) for url in theirs.urls.values())
    assert tomllib.loads("[project]\n" + theirs.table())["project"]["urls"] == theirs.urls
    for wrong in ("http://code.example/x", "code.example", "https://", "https://a b.example", 'https://x"\n'):
        with pytest.raises(ValueError, match="is no address of a project: expected https://HOST/NAME"):
            addresses(wrong)


def test_the_last_line_says_whether_the_files_may_be_uploaded(
    release: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    build, addresses = release("build"), release("addresses").Addresses
    out = Path("dist")
    assert ".invalid is inside" in build.upload_line(out, addresses(), final=False, problems=0)
    assert build.upload_line(out, addresses(HOME), final=False, problems=0).endswith("build with --final")
    assert build.upload_line(out, addresses(HOME), final=True, problems=2) == "Not for upload: there are problems"
    assert build.upload_line(out, addresses(HOME), final=True, problems=0).startswith("Ready to upload: twine upload")
    with pytest.raises(SystemExit) as refused:
        build.main(["--final", "--no-trial"])
    assert refused.value.code == 2
    assert "a final release needs --home ADDRESS" in capsys.readouterr().err


def archive_of(folder: Path, name: str, **project: object) -> Path:
    """A source archive that says this of itself."""
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in {"name": name, **KNOWN, **project}.items())
    pyproject = f"[project]\n{text}\n[tool.hatch.build.targets.wheel]\npackages = ['src/{name.replace('-', '_')}']\n"
    path = folder / f"{name.replace('-', '_')}-0.1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        described = tarfile.TarInfo(f"{path.name.removesuffix('.tar.gz')}/pyproject.toml")
        described.size = len(pyproject.encode())
        archive.addfile(described, io.BytesIO(pyproject.encode()))
    return path


KNOWN = {
    "version": "0.1.0",
    "description": "a library",
    "license": "MIT",
    "license-files": ["LICENSE"],
    "requires-python": ">=3.11",
    "dependencies": ["attrs>=23.2"],
}


def test_a_recipe_of_conda_says_what_the_source_archive_says(
    release: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    conda, addresses = release("conda"), release("addresses").Addresses(HOME)
    core = archive_of(tmp_path, "wargame-core")
    archive_of(tmp_path, "wargame-cli", dependencies=["wargame-core>=0.1,<0.2", "wargame-more>=0.1,<0.2"])
    missing = "conda/wargame-cli: needs wargame-more, for which there is no recipe"
    assert conda.write_recipes(tmp_path, addresses) == [missing]
    by_name = {"wargame-more": {"optional-dependencies": {"prompt": ["prompt_toolkit>=3.0.40; python_version > '3'"]}}}
    assert conda.needed(["wargame-more[prompt]>=0.1,<0.2", "click >= 8.1"], by_name) == [
        "wargame-more >=0.1,<0.2",
        "prompt_toolkit >=3.0.40",
        "click >=8.1",
    ]
    recipe = (tmp_path / "conda" / "wargame-core" / "recipe.yaml").read_text("utf-8")
    assert f"url: {HOME}/releases/download/v0.1.0/{core.name}" in recipe
    assert hashlib.sha256(core.read_bytes()).hexdigest() in recipe
    assert "- attrs >=23.2" in recipe


def test_the_extra_all_brings_every_distribution() -> None:
    core, *others = (tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"] for path in PROJECTS)
    names = sorted(FILES.PIN.match(wanted)[1] for wanted in core["optional-dependencies"]["all"])
    assert names == sorted(project["name"] for project in others)


def test_the_workflow_that_uploads_builds_what_may_be_uploaded_and_keeps_no_token() -> None:
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    workflow = yaml.safe_load(text)
    (build,) = (step["run"] for step in workflow["jobs"]["build"]["steps"] if "release" in step.get("run", ""))
    assert "python run.py release --final" in build
    assert "secrets." not in text
    assert {name: job["permissions"] for name, job in workflow["jobs"].items() if "environment" in job} == {
        name: {"id-token": "write"} for name in ("python", "npm")
    }
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for job in ("python", "npm"):
        assert f"`{workflow['jobs'][job]['environment']}`" in page


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    core = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.findall(r"^version: (.*)$", citation, re.M) == [__version__]
    assert re.findall(r"^license: (.*)$", citation, re.M) == [core["license"]]
    assert re.findall(r"^  - name: (.*)$", citation, re.M) == [author["name"] for author in core["authors"]]
    assert re.findall(r"^  - ((?!name: ).*)$", citation, re.M) == core["keywords"]


ANOTHER_ROOT = pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no program in another root")


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """A module of release/, as run.py finds it."""
    monkeypatch.syspath_prepend(str(ROOT / "release"))
    return importlib.import_module


@pytest.fixture
def pythons(release: Callable[[str], ModuleType]) -> ModuleType:
    return release("pythons")


def test_a_python_that_is_given_is_tried_before_others_of_its_version(pythons: ModuleType) -> None:
    found = pythons.of_this_machine(iter([Path(sys.executable)]))
    assert Path(sys.executable) in [python.path for python in found]
    assert [python.minor for python in found] == sorted({python.minor for python in found})


def test_classifiers_workflow_and_pages_name_the_pythons_that_are_tried(pythons: ModuleType) -> None:
    minors = list(pythons.MINORS)
    assert minors == list(range(minors[0], minors[-1] + 1))
    run = script(ROOT / "run.py")
    assert ((3, minors[0]), (3, minors[-1])) == (run.OLDEST, run.NEWEST)
    core = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(core["classifiers"]))
    assert [int(minor) for minor in named] == minors
    assert core["requires-python"] == f">=3.{minors[0]}"
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", workflow, re.M)
    (listed,) = re.findall(r"python-version: \|\n((?: +3\.\d+\n)+)", workflow)
    assert matrix == ", ".join(f'"3.{minor}"' for minor in minors)
    assert listed.split() == [f"3.{minor}" for minor in reversed(minors)]
    for page in ("README.md", "CONTRIBUTING.md", "docs/decisions/packaging.md", "release/build.py"):
        said = re.findall(r"each Python from 3\.(\d+) to 3\.(\d+)", (ROOT / page).read_text("utf-8"))
        assert set(said) == {(str(minors[0]), str(minors[-1]))}, page


@ANOTHER_ROOT
def test_a_command_in_another_system_sees_its_folder_under_the_path_that_we_use(
    pythons: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "tmp").mkdir()
    python = pythons.Python(15, "3.15.0", Path("/usr/bin/python3.15"), tmp_path)
    with python.folder() as folder:
        (folder / "note").write_text("seen", "utf-8")
        (inside,) = (tmp_path / "tmp").iterdir()
        assert folder == Path("/tmp") / inside.name
        assert (inside / "note").read_text("utf-8") == "seen"
        assert python.command(folder, python.path, "-V") == [
            *("chroot", str(tmp_path), "env", "-C", str(folder)),
            *("/usr/bin/python3.15", "-V"),
        ]
    assert not folder.is_symlink()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_step_that_fails_shows_what_the_program_said(pythons: ModuleType, tmp_path: Path) -> None:
    here = pythons.Python(11, "3.11.0", Path(sys.executable))
    assert here.run(tmp_path, here.path, "-c", "import os; print(os.environ['COLUMNS'])") == "200\n"
    assert here.run(tmp_path, here.path, "-c", "print(1); exit(1)", accepted=(0, 1)) == "1\n"
    with pytest.raises(pythons.Failed, match="no such place"):
        here.run(tmp_path, here.path, "-c", "exit('no such place')")


class Debootstrap:
    """What `debootstrap` prints and leaves, for a suite that has some Pythons."""

    def __init__(self, *minors: int, error: str = "") -> None:
        self.minors, self.error, self.asked = minors, error, list[list[str]]()

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        Path(command[4], "usr").mkdir(parents=True)
        wanted = [name for name in command[2].removeprefix("--include=").split(",") if name.startswith("python")]
        unknown = [name for name in wanted if int(name.split("-")[0].removeprefix("python3.")) not in self.minors]
        error = self.error or (f"E: Couldn't find these debs: {' '.join(unknown)}" if unknown else "")
        return subprocess.CompletedProcess(command, int(bool(error)), "I: Retrieving\n" + error, "")


@pytest.mark.parametrize(
    ("debootstrap", "reasons", "calls"),
    [
        (Debootstrap(14, 15), {}, 1),
        (Debootstrap(15), {14: "Debian's suite forky does not have it"}, 2),
        (Debootstrap(13), dict.fromkeys((14, 15), "Debian's suite forky does not have it"), 1),
        (
            Debootstrap(14, 15, error="E: Failed getting release file\nI: bye"),
            dict.fromkeys((14, 15), "debootstrap failed: Failed getting release file"),
            1,
        ),
    ],
)
def test_debian_gives_what_its_suite_has_and_the_reason_for_the_rest(
    pythons: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    debootstrap: Debootstrap,
    reasons: dict[int, str],
    calls: int,
) -> None:
    monkeypatch.setattr(pythons, "mirror", lambda: "")
    folder = tmp_path / "debian"
    assert pythons.unpacked((14, 15), folder, debootstrap) == reasons
    assert len(debootstrap.asked) == calls
    assert folder.exists() == (len(reasons) < 2)  # what a failure leaves is removed


def test_an_interrupted_debootstrap_leaves_nothing(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        Path(command[4], "usr").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(pythons, "mirror", lambda: "")
    with pytest.raises(KeyboardInterrupt):
        pythons.unpacked((15,), tmp_path / "debian", interrupted)
    assert list(tmp_path.iterdir()) == []


@ANOTHER_ROOT
def test_a_folder_with_something_mounted_in_it_is_not_removed(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = tmp_path / "mounts"
    system = tmp_path / "a debian"
    system.mkdir()
    places = [str(system / "dev"), str(system / "dev" / "pts"), str(tmp_path / "a debian2"), "/"]
    table.write_text("".join(f"none {place.replace(' ', chr(92) + '040')} tmpfs rw 0 0\n" for place in places), "utf-8")
    assert pythons.mounted(system, table) == [system / "dev" / "pts", system / "dev"]
    monkeypatch.setattr(pythons, "mounted", lambda folder: [folder / "dev"])
    unmounted: list[list[str]] = []
    monkeypatch.setattr(pythons.subprocess, "run", lambda command, **_: unmounted.append(command))
    with pytest.raises(OSError, match="dev is still mounted"):
        pythons.remove(system)
    assert unmounted == [["umount", str(system / "dev")]]
    assert system.exists()


@ANOTHER_ROOT
def test_what_is_handed_in_never_goes_through_a_link_out_of_the_folder(pythons: ModuleType, tmp_path: Path) -> None:
    machine, system = tmp_path / "machine", tmp_path / "system"
    certificates = machine / "certs"
    certificates.mkdir(parents=True)
    (certificates / "one.pem").write_text("ours", "utf-8")
    (machine / "hosts").write_text("names", "utf-8")
    copies = system / str(machine).lstrip("/")
    (copies / "certs").mkdir(parents=True)
    precious = tmp_path / "precious"
    precious.write_text("kept", "utf-8")
    (copies / "certs" / "one.pem").symlink_to(precious)
    (copies / "hosts").symlink_to(precious)
    (copies / "run").symlink_to(tmp_path / "elsewhere")
    (machine / "run").mkdir()
    (machine / "run" / "resolv.conf").write_text("names", "utf-8")
    pythons.hand_in(system, [str(machine / name) for name in ("certs", "hosts", "run/resolv.conf", "absent")])
    assert precious.read_text("utf-8") == "kept"
    assert (copies / "certs" / "one.pem").read_text("utf-8") == "ours"
    assert (copies / "hosts").read_text("utf-8") == "names"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("user", "programs", "reason"),
    [
        (1000, {"debootstrap"}, "only root can bring Debian's"),
        (0, set[str](), "there is no debootstrap to bring Debian's"),
        (0, {"debootstrap"}, ""),
    ],
)
def test_who_cannot_bring_debian_is_told_why(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, user: int, programs: set[str], reason: str
) -> None:
    monkeypatch.setattr(pythons.os, "geteuid", lambda: user, raising=False)
    monkeypatch.setattr(pythons.shutil, "which", lambda name: name if name in programs else None)
    assert pythons.unable() == reason


@ANOTHER_ROOT
def test_a_kept_debian_is_used_again_and_never_filled_twice(
    pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(pythons, "unable", lambda: "")
    monkeypatch.setattr(pythons, "hand_in", lambda folder: None)
    monkeypatch.setattr(pythons, "of_this_machine", lambda given: [])
    monkeypatch.setattr(pythons, "MINORS", (14, 15))
    monkeypatch.setattr(pythons, "answer", lambda words: (14, "3.14.8", True) if words[-1].endswith("14") else None)
    with pythons.interpreters([], tmp_path) as (found, reasons):
        assert [(python.version, python.root) for python in found] == [("3.14.8", tmp_path)]
        assert list(reasons) == [15]
        assert reasons[15].endswith("does not have it: name another folder, or remove this one")
    (tmp_path / "debootstrap").mkdir()  # there while it is unpacked
    assert pythons.inside(tmp_path, 14) is None


def test_the_last_line_says_what_was_not_tried_and_why(
    release: Callable[[str], ModuleType], pythons: ModuleType
) -> None:
    told = release("build").told
    here = pythons.Python(11, "3.11.7", Path("python3"))
    assert told([here], {}) == "Tried on Python 3.11.7"
    assert told([here], {15: "only root can bring Debian's"}) == (
        "Tried on Python 3.11.7. Not tried: 3.15: not on this machine, and only root can bring Debian's"
    )
    assert told([], {}) == "Tried on no Python"


NOTHING = "ERROR: No matching distribution found for {}"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({}, "wargame-lab[frames], wargame-lab[sign]"),
        (
            {"wargame-lab[frames]": NOTHING.format("pandas>=2.1"), "pandas>=2.1": NOTHING.format("pandas>=2.1")},
            "wargame-lab[sign]; no wargame-lab[frames], because the index has no build of pandas>=2.1 for it",
        ),
        (  # what the index has only as source: pip builds it here
            {"wargame-lab[frames]": NOTHING.format("plain"), "plain": "everywhere"},
            "wargame-lab[frames], wargame-lab[sign]",
        ),
    ],
)
def test_an_extra_that_the_index_has_not_built_for_a_python_is_named(
    release: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, answers: dict[str, str], said: str
) -> None:
    assert extras(release, monkeypatch, answers) == said


@pytest.mark.parametrize("problem", [NOTHING.format("pandass>=2.1"), "ERROR: ResolutionImpossible", "no network"])
def test_an_extra_that_fails_for_another_reason_fails(
    release: Callable[[str], ModuleType], pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:
    answers = {"wargame-lab[frames]": problem, "pandass>=2.1": "everywhere", "from source": problem}
    with pytest.raises(pythons.Failed, match=re.escape(problem)):
        extras(release, monkeypatch, answers)


def extras(release: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, answers: dict[str, str]) -> str:
    """What the step says with a pip that answers a requirement with a problem: for 3.15, or "everywhere"."""
    trial, pythons = release("trial"), release("pythons")
    tested = object.__new__(trial.Trial)
    tested.python, tested.names, tested.folder = pythons.Python(15, "3.15.0", Path("python3")), ["wargame-lab"], Path()

    def pip(*words: str) -> str:
        wanted = [word for word in words if not word.startswith("--")]
        other = any(word.startswith("--python-version") for word in words)
        asked = wanted if "--only-binary=:all:" in words else ["from source"]
        problems = [answers[one] for one in asked if one in answers]
        if problems and not (other and problems != ["everywhere"]):
            raise pythons.Failed("\n".join(problems))
        return ""

    monkeypatch.setattr(tested, "pip", pip)
    listed = {"Provides-Extra": ["frames", "sign"]}
    metadata = SimpleNamespace(get_all=lambda field, default: listed.get(field, default))
    monkeypatch.setattr(importlib.metadata, "metadata", lambda name: metadata)
    return str(tested.extras())


def test_pip_is_understood_when_it_lists_what_has_no_file(release: Callable[[str], ModuleType]) -> None:
    said = (
        "Additionally, some packages in these conflicts have no matching distributions available for your "
        "environment:\n    numpy\n    pandas\n\nERROR: ResolutionImpossible"
    )
    assert release("trial").lacking(said) == ["numpy", "pandas"]
    quoted = NOTHING.format('numpy>=1.26; extra == "frames"')
    assert release("trial").lacking(quoted) == ["numpy>=1.26"]


def test_where_the_first_step_fails_the_others_are_left_out(
    release: Callable[[str], ModuleType], pythons: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise pythons.Failed("no pip")

    python = pythons.Python(15, "3.15.0", Path("python3"))
    carried_out = release("trial").carried_out
    assert carried_out(python, [("install", broken), ("use", lambda: "used")]) == ["Python 3.15.0: install: no pip"]
    assert capsys.readouterr().out == "  install: FAILED\n"
    assert carried_out(python, [("use", lambda: "used"), ("install", broken), ("use", lambda: "used")]) == [
        "Python 3.15.0: install: no pip"
    ]
    assert capsys.readouterr().out.count("used") == 2


def test_the_first_minute_does_what_the_readme_prints(
    release: Callable[[str], ModuleType], pythons: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[object, ...]] = []

    def only_the_readme(tree: Path) -> None:
        tree.mkdir(parents=True)
        shutil.copyfile(ROOT / "README.md", tree / "README.md")

    def run(_: object, folder: Path, *words: object) -> str:
        asked.append(words)
        return "played\n"

    module = release("first_minute")
    monkeypatch.setattr(module, "copy_tree", only_the_readme)
    monkeypatch.setattr(pythons.Python, "run", run)
    minute = module.FirstMinute(pythons.Python(15, "3.15.0", Path("python3")), tmp_path, None)
    assert " " in str(minute.tree.relative_to(tmp_path))
    with pytest.raises(pythons.Failed, match=r"there is no .*vicksburg\.html"):
        minute.demo()
    assert asked[-1] == (Path("python3"), "run.py", "demo")
    assert minute.installation() == "played"
    assert asked[-2][1:6] == ("-m", "pip", "install", ".", "./plugins/battlecry")
    assert minute.site() == "left out, because the npm package pyodide is not here (--pyodide FOLDER)"
    monkeypatch.setattr(module.shutil, "which", lambda _: None)
    minute.pyodide = tmp_path / "pyodide"
    (minute.tree / "site").mkdir()
    (minute.tree / "site" / "index.html").write_text("a page", "utf-8")
    assert minute.site() == "1 files of 0.0 MB; not opened, because node is not here"
    with pytest.raises(pythons.Failed, match="the README does not say"):
        minute.printed("a sentence (that) nobody wrote")


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("try:\n  print('serving', flush=True)\n  time.sleep(60)\nexcept KeyboardInterrupt: pass", ""),
        ("print('serving', flush=True)\ntime.sleep(60)", "Ctrl-C does not end it well"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_what_is_started_is_ended_by_an_interrupt(
    release: Callable[[str], ModuleType], pythons: ModuleType, tmp_path: Path, program: str, complaint: str
) -> None:
    python = pythons.Python(11, "3.11.0", Path(sys.executable))
    before = signal.getsignal(signal.SIGINT)
    expected = pytest.raises(pythons.Failed, match=complaint) if complaint else nullcontext()
    try:
        with expected, release("first_minute").started(python, tmp_path, "-c", f"import time\n{program}") as process:
            assert process.stdout.readline() == "serving\n"
        assert process.poll() is not None
    finally:
        signal.signal(signal.SIGINT, before)
