"""The pages hold together: links lead somewhere, every page can be reached, commands exist, pictures show the game."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import click

import wargame_core
from wargame_terminal import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGES = (
    file for place in ("src", "tools/*", "plugins/*", "frontends/*") for file in ROOT.glob(f"{place}/README.md")
)
BESIDE = (*PACKAGES, *ROOT.glob("plugins/*/READINGS.md"), *ROOT.glob("benchmarks/notes/*.md"))
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *BESIDE])
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def links(page: Path) -> list[str]:
    """The targets of all links and pictures of a page that are not on the web."""
    found = re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", page.read_text(encoding="utf-8")))
    return [target for target in found if not target.startswith("http")]


def anchors(page: Path) -> set[str]:
    """What a link can point to within a page, as GitHub makes it of the headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    for page, target in [(one, target) for one in PAGES for target in links(one)]:
        file, _, anchor = target.partition("#")
        there = page.parent / file if file else page
        assert there.exists(), (name(page), target)
        assert not anchor or anchor in anchors(there), (name(page), target)


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page.suffix == ".md" and page not in reached:
            reached.add(page)
            waiting += [page.parent / target.partition("#")[0] for target in links(page) if target[0] != "#"]
    assert {name(page) for page in PAGES} - {name(page) for page in reached} == set()


def commands(page: Path) -> list[str]:
    """The commands that a page tells people to type: lines of its blocks, and words in backticks."""
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(FENCE.findall(text))
    typed = re.findall(r"^(?:\$ )?(wargame .*?)(?:\s+#.*)?$", blocks, re.MULTILINE)
    return typed + re.findall(r"`(wargame [^`]+)`", FENCE.sub("", text))


def test_every_command_exists_with_its_options() -> None:
    for typed in dict.fromkeys(typed for page in PAGES for typed in commands(page)):
        words = shlex.split(typed)
        known = {option for one in main.params for option in one.opts}
        command = main.get_command(click.Context(main), words[1])
        if command is None:
            assert words[1] == "COMMAND" or words[1] in {"--help", *known}, typed
            continue
        if isinstance(command, click.Group):
            if len(words) == 2 or words[2].isupper():
                continue
            command = command.commands[words[2]]
        if not command.context_settings.get("ignore_unknown_options"):
            known = {option for one in command.params for option in one.opts}
            used = [word.partition("=")[0] for word in words[2:] if word.startswith("--")]
            assert set(used) <= known, typed


def test_every_picture_is_well_formed_and_used() -> None:
    used = {(page.parent / target).resolve() for page in PAGES for target in links(page)}
    for picture in (DOCS / "images").glob("*.svg"):
        assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg", picture.name
        assert picture.resolve() in used, picture.name


def test_the_picture_of_the_readme_shows_every_place_of_the_map() -> None:
    drawn = (DOCS / "images" / "vicksburg.svg").read_text(encoding="utf-8").replace("&#x27;", "'")
    places = [place.name for place in wargame_core.load("vicksburg").rules.printed["campaign"].map.places]
    assert places
    assert [place for place in places if place not in drawn] == []
    assert '<g class="writing names"' in drawn  # made by the code of today, in which names are a layer of their own
