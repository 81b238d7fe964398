"""The documentation as a site: what Sphinx is given, and that it has nothing to complain of."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.conftest import ROOT, script

import wargame_core

DOCS = ROOT / "docs"
BUILD, CONF = script(DOCS / "build.py"), script(DOCS / "conf.py")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sources = tmp_path_factory.mktemp("docs") / "sources"
    BUILD.lay_out(sources)
    return sources


def test_every_page_and_every_decision_is_on_the_site(laid: Path) -> None:
    written = {path.relative_to(DOCS) for path in DOCS.rglob("*.md")} - {Path("README.md")}
    readings = {Path(f"readings/{file.parent.name}.md") for file in ROOT.glob("plugins/*/READINGS.md")}
    beside = {
        Path("index.md"),
        Path("contributing.md"),
        Path("changelog.md"),
        *readings,
        *map(Path, BUILD.PACKAGES.values()),
    }
    assert {path.relative_to(laid) for path in laid.rglob("*.md")} == written | beside


def test_every_program_that_a_page_names_is_on_the_site(laid: Path) -> None:
    named_only = {page.name for page in laid.rglob("*.md") if "] (`docs/" in page.read_text("utf-8")}
    assert named_only == set()
    assert (laid / "howto" / "front_end.py").is_file()


def test_every_public_name_has_a_page(laid: Path) -> None:
    for face in BUILD.FACES:
        page = (laid / "api" / f"{face}.rst").read_text("utf-8")
        names = {line.rpartition(".")[2] for line in page.splitlines() if line.startswith("   ~")}
        assert names == set(import_module(face).__all__)


def test_every_public_name_of_the_library_has_an_example_which_its_page_shows() -> None:
    assert set(CONF.examples()) == set(wargame_core.__all__)


def test_the_page_of_a_class_tells_its_members_and_what_people_use_first() -> None:
    told = {name: [member for _, member in members] for name, members in CONF.all_members().items()}
    for name, led in CONF.LED.items():
        assert told[name][: len(led.split())] == led.split()
    assert told["Verdict"] == ["reasons", "about", "legal", "shortened", "codes", "to_json"]


def test_the_board_to_touch_answers_as_the_rules_do() -> None:
    page = script(DOCS / "first_page.py")
    match, answers = page.position(), page.answers(page.position())
    assert json.loads(json.dumps(answers)) == answers
    may = {
        (piece, space)
        for piece, row in answers["moves"].items()
        if isinstance(row, dict)
        for space, number in row.items()
        if number < answers["legal"]
    }
    assert may == {(action.piece, action.to) for action in match.choices() if action.kind == "move"}
    assert (
        answers["sentences"][answers["moves"]["u1"]] == "Union infantry u1 has no order [BC150 p.6 2. Announce Orders]"
    )


def test_the_flowchart_is_drawn_with_every_box_and_every_arrow_downwards(laid: Path) -> None:
    mermaid = re.findall(r"^```mermaid\n(.*?)^```$", (DOCS / "design.md").read_text("utf-8"), re.M | re.S)[0]
    flowchart = script(DOCS / "flowchart.py")
    arrows = flowchart.arrows_of(mermaid)
    height = {box: row for row, level in enumerate(flowchart.levels_of(arrows)) for box in level}
    assert all(height[box] > height[target] for box, targets in arrows.items() for target in targets)
    drawn = ElementTree.parse(laid / "design-0.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert {text.text for text in drawn.iter(f"{space}text")} == set(arrows)
    heads = [path for path in drawn.iter(f"{space}path") if path.get("class") == "head"]
    assert len(heads) == sum(map(len, arrows.values()))
    assert "mermaid" not in (laid / "design.md").read_text("utf-8")


@pytest.mark.thorough
def test_sphinx_makes_the_site_without_a_warning(tmp_path: Path) -> None:
    for name in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(name, reason="needs Sphinx, furo and MyST: pip install sphinx furo myst-parser")
    command = [sys.executable, str(DOCS / "build.py"), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "index.html").exists()
    match = (tmp_path / "api" / "names" / "wargame_core.Match.html").read_text("utf-8")
    assert match.index("Match.play") < match.index("Match.board")
    assert "move XIII Corps" in match
    assert (tmp_path / "gallery.html").exists()
    assert 'class="wg-touch"' in (tmp_path / "index.html").read_text("utf-8")
    sources = {
        name for page in tmp_path.rglob("*.html") for name in re.findall(r'src="([^"]+)"', page.read_text("utf-8"))
    }
    assert [name for name in sources if name.startswith(("http:", "https:", "//"))] == []
